"""The steps of commands about a model: parse, prepare the experiment, ask, and show the answer."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Interrupted, Options, read_parameter
from ilpuzzles.backends.option_values import Parameter
from ilpuzzles.cli.options import add_parameters
from ilpuzzles.cli.output import note, require_folder, write_file
from ilpuzzles.cli.parser import Parser, UnexpectedArgumentError
from ilpuzzles.cli.typed_command import as_typed, library_words
from ilpuzzles.errors import (
    CheckError,
    Exit,
    IlpuzzlesError,
    InputError,
    PositionMissingError,
    nearest,
    quoted,
)
from ilpuzzles.exactcover.settings import Engine, Settings
from ilpuzzles.experiments.experiments import Experiment, experiment
from ilpuzzles.experiments.loading import PositionSource, load, load_position, puzzle_kind
from ilpuzzles.experiments.solution_files import started_from
from ilpuzzles.jobs.temporary_files import require_ending
from ilpuzzles.lazy_imports import named
from ilpuzzles.modelling.program import Program
from ilpuzzles.progress import Watch
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.reading.library import Library, puzzle_parameters
from ilpuzzles.reading.source import STANDARD_INPUT
from ilpuzzles.solvers.registry import AUTO

if TYPE_CHECKING:
    from ilpuzzles.experiments.model_file import ModelAnswer

_SURE = 0.8

# How the names of saved models end.
_SAVED = ".ilp.json"

# What may come from standard input, by the names of its options, in the order of messages.
_MAY_BE_STANDARD_INPUT = {
    "source": "the solutions",
    "marks": "the marks",
    "start": "the starting solution",
    "file": "the instance",
    "instance": "the instance",
}

_Answer = TypeVar("_Answer", bound="HasExitCode")


class HasExitCode(Protocol):
    """The outcome of a command, which decides how the process ends."""

    def exit_code(self) -> Exit:
        """Returns the exit code of the process."""


def parse(
    parser: Parser,
    arguments: Sequence[str],
    library: Library,
    puzzle: str | None = None,
    *,
    models: bool = False,
) -> argparse.Namespace:
    """Parses arguments, with an option for every parameter that the puzzle declares.

    The puzzle is by default the first argument that is one. In what is returned, `parameters` has
    the values of the parameters by their names. With `models`, the puzzle may as well be a model in
    a file, and `model` is its path, or None.
    """
    words = [argument for argument in arguments if not argument.startswith("-")]
    if puzzle is None:
        puzzle = library.first_puzzle(words)
    if models and puzzle is None and any(map(_is_model_file, words)):
        args = parser.parse_args(arguments)
        if _is_model_file(args.puzzle):
            _require_no_position(args)
            args.model = Path(args.puzzle)
            return args
    declared = puzzle_parameters(puzzle, library) if puzzle is not None else ()
    parser.found_by = as_typed(library_words(library))
    add_parameters(parser, puzzle or "", declared)
    try:
        args = parser.parse_args(arguments)
    except UnexpectedArgumentError as error:
        if puzzle is None or "--preset" not in parser.options():
            raise
        near = nearest(error.argument, library.presets(puzzle), likeness=_SURE)
        if near is None:
            raise
        advice = f"give it as '--preset {near}'"
        raise UnexpectedArgumentError(error.argument, advice, meant=True) from None
    _refuse_shared_standard_input(args)
    typed: str | None = getattr(args, "puzzle", puzzle or "")
    # A command that takes a puzzle or none may have got none.
    args.puzzle = None if typed is None else library.called(typed)
    values = {p.name: getattr(args, f"parameter {p.name}") for p in declared}
    args.parameters = {name: value for name, value in values.items() if value is not None}
    args.model = None
    return args


def _is_model_file(word: str) -> bool:
    """Whether a word is the path of a model in a file."""
    is_model: Callable[[str], bool] = named("ilpuzzles.formats.model_files:is_model_file")
    return is_model(word)


def _refuse_shared_standard_input(args: argparse.Namespace) -> None:
    """Raises if two things are to come from standard input, which can be read only once."""
    contents = [
        content
        for name, content in _MAY_BE_STANDARD_INPUT.items()
        if str(getattr(args, name, None)) == STANDARD_INPUT
    ]
    if len(contents) > 1:
        what = f"{contents[0]} and {contents[1]} cannot both come from standard input"
        raise InputError(what, "put one of them into a file")


def _require_no_position(args: argparse.Namespace) -> None:
    """Raises if options of a puzzle stand beside a model file."""
    options = vars(args) | {"break_symmetry": getattr(args, "break_symmetry", "off") != "off"}
    names = ("preset", "file", "instance", "board", "url", "formulation", "equivalents")
    for name in (*names, "break_symmetry", "view", "svg", "png"):
        if options.get(name):
            what = f"--{name.replace('_', '-')} does not apply to a model file"
            raise InputError(what, "leave it out, or name a puzzle")


def search_options(args: argparse.Namespace) -> Options:
    """How to search; options of `exactcover` are refused beside another backend."""
    cover = Settings()
    if hasattr(args, "engine"):
        cover = Settings(
            engine=Engine(args.engine),
            memory=args.memory << 20,
            minimal_depth=args.minimal_depth,
            safety=not args.no_safety,
            dead_ends=not args.no_dead_ends,
            reduce=not args.no_reduction,
        )
    ordered = getattr(args, "order", None) is not None
    if (cover.says_something or ordered) and args.backend not in {AUTO, "exactcover"}:
        what = f"the options of exactcover do not apply to --backend {args.backend}"
        raise InputError(what, "leave them out, or use --backend exactcover")
    own = dict(map(_parameter, getattr(args, "param", [])))
    if own and args.backend == AUTO:
        raise InputError("--param needs --backend", "name the solver that it is for")
    return Options(
        params={args.backend: own} if own else {},
        time_limit=args.time_limit,
        node_limit=args.node_limit,
        work_limit=args.work_limit,
        gap=args.gap,
        workers=args.workers,
        seed=args.seed,
        verbose=args.verbose,
        cover=cover,
        cluster=getattr(args, "cluster", None),
        verify=args.verify,
        exact=getattr(args, "exact", False) or None,
    )


def _parameter(text: str) -> tuple[str, Parameter]:
    name, sign, value = text.partition("=")
    if not (name and sign):
        raise InputError(
            f"--param {quoted(text)} does not say which value",
            "write NAME=VALUE, such as limits/gap=0.01",
        )
    return name, read_parameter(value)


def instance_of(args: argparse.Namespace, library: Library) -> PuzzlePosition:
    """The instance that the options of `add_instance` name."""
    return load_position(_position_source(args, library))


def board_of(args: argparse.Namespace, library: Library) -> PuzzlePosition:
    """The position to play that is named; if none is, the empty board, or else the first preset."""
    try:
        return instance_of(args, library)
    except PositionMissingError as error:
        if not error.presets:
            raise
        first = min(error.presets, key=lambda name: (len(name), name))
        return load(args.puzzle, first, parameters=args.parameters, library=library)


def board_to_play(args: argparse.Namespace, library: Library) -> PuzzlePosition:
    """The same; of a pencil puzzle of which only the name is given, a board as large as usual."""
    is_named = args.preset or args.file or args.board or args.url or args.parameters
    if not is_named and puzzle_kind(args.puzzle, library).name == "python":
        args.preset = _usual_preset(library.presets(args.puzzle))
    return board_of(args, library)


def _usual_preset(presets: Sequence[str]) -> str | None:
    """The preset of the size that people play: the first ones are small, to be read and solved."""
    if not presets:
        return None
    return "large" if "large" in presets else presets[len(presets) // 2]


def _position_source(args: argparse.Namespace, library: Library) -> PositionSource:
    return PositionSource(
        args.puzzle,
        args.preset,
        args.file,
        args.board,
        args.url,
        parameters=args.parameters,
        library=library,
    )


def prepare(args: argparse.Namespace, library: Library) -> Experiment:
    """The experiment that the options of an instance, or a model, and of `add_how` describe."""
    if args.model is not None:
        of_file = open_file(args, args.model, search_options(args))
        note_reading(args, of_file.formulated.model)
        return with_start(args, of_file)
    if getattr(args, "exact", False):
        raise InputError("--exact only applies to model files", "leave it out, or name a file")
    of_puzzle = experiment(
        args.puzzle,
        args.preset,
        file=args.file,
        board=args.board,
        url=args.url,
        parameters=args.parameters,
        library=library,
        formulation=args.formulation,
        break_symmetry=args.break_symmetry,
        backend=args.backend,
        options=search_options(args),
    )
    order: str | None = getattr(args, "order", None)
    if order is not None:
        of_puzzle = of_puzzle.ordered(order)
    return with_start(args, of_puzzle)


def open_file(args: argparse.Namespace, file: Path, options: Options) -> Experiment:
    """The experiment with the model in a file, and the backend that the options name."""
    # Questions about puzzles start quicker without this module.
    make: Callable[..., Experiment] = named("ilpuzzles.experiments.model_file:file_experiment")
    return make(file, args.backend, options, exact=args.exact)


def solve_file(experiment: Experiment, watch: Watch) -> ModelAnswer:
    """Solves the model of `open_file`."""
    solve: Callable[..., ModelAnswer] = named("ilpuzzles.experiments.model_file:solve_experiment")
    return solve(experiment, watch=watch)


def note_reading(args: argparse.Namespace, model: Model | Program) -> None:
    """Notes how a model file was read, where the user should know that."""
    # Only models that were read from text have some.
    notes: Sequence[str] = getattr(model, "notes", ())
    if not getattr(args, "quiet", False):
        for line in notes:
            note(line)


def with_start(args: argparse.Namespace, experiment: Experiment) -> Experiment:
    """The same experiment, starting from the solution that `--start` names, if it is given."""
    path: Path | None = getattr(args, "start", None)
    return experiment if path is None else started_from(experiment, path)


def ask_and_show(
    question: Callable[[], _Answer],
    show: Callable[[_Answer], None],
    done: Callable[[], None] = lambda: None,
    report: Path | None = None,
) -> Exit:
    """Asks, shows the answer, also that of an interrupted question, and says how it ended.

    Before the answer is shown, `done` is called, however the question ended. A report is where the
    model goes that shows a contradiction.
    """
    if report is not None:
        require_ending(report, "report", ".lp", _SAVED)
        require_folder(report)
    try:
        try:
            answer = question()
        finally:
            done()
    except Interrupted as interruption:
        # What was found by then is the answer; the exit code says that it was cut short.
        show(interruption.answer)
        raise
    except CheckError as error:
        if report is not None and error.program is not None:
            _write_report(report, error.program)
        raise
    show(answer)
    return answer.exit_code()


def _write_report(path: Path, program: Program) -> None:
    """Writes the model that shows a contradiction, as LP or as a saved model."""
    try:
        if path.suffix.lower() == ".lp":
            single: Program = named("ilpuzzles.formats.names:with_single_objective")(program)
            write_file(path, named("ilpuzzles.formats.lp:lp_text")(single))
        else:
            named("ilpuzzles.formats.saved:save_program")(program, path)
        note(f"{path}: this model shows the contradiction")
    except IlpuzzlesError as problem:
        note(f"the report could not be written: {problem}")


def require_ledger_fits(args: argparse.Namespace, experiment: Experiment) -> None:
    """Raises if there is a ledger of a count up to symmetry, which knows nothing of parts."""
    if args.ledger is None or not args.up_to_symmetry:
        return
    advice = "leave one of them out"
    position = experiment.subject
    breaking = None
    if isinstance(position, PuzzlePosition):
        with suppress(InputError):
            breaking = position.break_symmetry("auto").breaking
    if breaking is not None and breaking.exact:
        # Both count the same then, and this is a count like any other.
        advice = "use --break-symmetry auto instead, which counts one of all equivalents"
    raise InputError("--ledger cannot be combined with --up-to-symmetry", advice)
