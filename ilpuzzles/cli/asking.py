"""From arguments to a question about a model, and from its answer to an exit code."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ilpuzzles.backends.interface import Interrupted, Options, read_parameter
from ilpuzzles.backends.option_values import Parameter
from ilpuzzles.backends.registry import AUTO
from ilpuzzles.cli.options import add_parameters
from ilpuzzles.cli.output import note, require_folder, write_file
from ilpuzzles.cli.parser import Parser, UnexpectedArgumentError
from ilpuzzles.cli.typed_command import library_words
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
from ilpuzzles.experiments.loading import family_of, load
from ilpuzzles.experiments.solution_files import hinted
from ilpuzzles.jobs.temporary_files import require_ending
from ilpuzzles.lazy_imports import named
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Program
from ilpuzzles.puzzles.family import PuzzlePosition
from ilpuzzles.reading.library import Library, puzzle_parameters

_SURE = 0.8

# How the names of saved models end.
_SAVED = ".ilp.json"

# Loaded where a model file may be named.
_IS_MODEL = "ilpuzzles.formats.model_files:is_model_file"
_FILE_EXPERIMENT = "ilpuzzles.experiments.model_file:file_experiment"

_Answer = TypeVar("_Answer", bound="HasExitCode")


class HasExitCode(Protocol):
    """What a command finds out."""

    def exit_code(self) -> Exit:
        """What the exit code says of it."""


def parsed(
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
    known = {name: name for name in library.puzzles()}
    if puzzle is None and not known.keys() & set(words):
        known = library.aliases()
    puzzle = puzzle or next((known[word] for word in words if word in known), None)
    is_model = named(_IS_MODEL) if models and puzzle is None else bool
    if is_model is not bool and any(map(is_model, words)):
        given = parser.parse_args(arguments)
        if is_model(given.puzzle):
            _require_no_position(given)
            given.model = Path(given.puzzle)
            return given
    declared = puzzle_parameters(puzzle, library) if puzzle is not None else ()
    parser.found_by = shlex.join(library_words(library))
    add_parameters(parser, puzzle or "", declared)
    try:
        given = parser.parse_args(arguments)
    except UnexpectedArgumentError as error:
        if puzzle is None or "--preset" not in parser.options():
            raise
        near = nearest(error.argument, library.presets(puzzle), likeness=_SURE)
        if near is None:
            raise
        advice = f"give it as '--preset {near}'"
        raise UnexpectedArgumentError(error.argument, advice, meant=True) from None
    given.puzzle = library.called(getattr(given, "puzzle", puzzle or ""))
    values = {p.name: getattr(given, f"parameter {p.name}") for p in declared}
    given.parameters = {name: value for name, value in values.items() if value is not None}
    given.model = None
    return given


def _require_no_position(given: argparse.Namespace) -> None:
    """Raises if options of a puzzle stand beside a model file."""
    options = vars(given) | {"break_symmetry": getattr(given, "break_symmetry", "off") != "off"}
    names = ("preset", "file", "instance", "board", "url", "formulation", "equivalents")
    for name in (*names, "break_symmetry", "view", "svg", "png"):
        if options.get(name):
            what = f"--{name.replace('_', '-')} with a model file"
            raise InputError(what, "leave it out, or name a puzzle")


def search_options(given: argparse.Namespace) -> Options:
    """How to search; options of `exactcover` are refused beside another backend."""
    cover = Settings()
    if hasattr(given, "engine"):
        cover = Settings(
            engine=Engine(given.engine),
            memory=given.memory << 20,
            minimal_depth=given.minimal_depth,
            safety=not given.no_safety,
            dead_ends=not given.no_dead_ends,
            reduce=not given.no_reduction,
        )
    ordered = getattr(given, "order", None) is not None
    if (cover.says_something or ordered) and given.backend not in {AUTO, "exactcover"}:
        what = f"options of exactcover with --backend {given.backend}"
        raise InputError(what, "leave them out, or use --backend exactcover")
    own = dict(map(_parameter, getattr(given, "param", [])))
    if own and given.backend == AUTO:
        raise InputError("--param without --backend", "name the solver that it is for")
    return Options(
        params={given.backend: own} if own else {},
        time_limit=given.time_limit,
        node_limit=given.node_limit,
        work_limit=given.work_limit,
        gap=given.gap,
        workers=given.workers,
        seed=given.seed,
        verbose=given.verbose,
        cover=cover,
        cluster=getattr(given, "cluster", None),
        verify=given.verify,
        exact=getattr(given, "exact", False) or None,
    )


def _parameter(text: str) -> tuple[str, Parameter]:
    name, sign, value = text.partition("=")
    if not (name and sign):
        raise InputError(f"--param {quoted(text)}", "write NAME=VALUE, such as limits/gap=0.01")
    return name, read_parameter(value)


def instance_of(given: argparse.Namespace, library: Library) -> PuzzlePosition:
    """The instance that the options of `add_instance` name."""
    return load(given.puzzle, **_options_given(given, library))


def board_of(given: argparse.Namespace, library: Library) -> PuzzlePosition:
    """The position to play that is named; if none is, the empty board, or else the first preset."""
    try:
        return instance_of(given, library)
    except PositionMissingError as error:
        if not error.presets:
            raise
        first = min(error.presets, key=lambda name: (len(name), name))
        return load(given.puzzle, first, parameters=given.parameters, library=library)


def board_to_play(given: argparse.Namespace, library: Library) -> PuzzlePosition:
    """The same; of a pencil puzzle of which only the name is given, a board as large as usual."""
    is_named = given.preset or given.file or given.board or given.url or given.parameters
    if not is_named and family_of(given.puzzle, library).name == "python":
        given.preset = _usual_preset(library.presets(given.puzzle))
    return board_of(given, library)


def _usual_preset(presets: Sequence[str]) -> str | None:
    """The preset of the size that people play: the first ones are small, to be read and solved."""
    if not presets:
        return None
    return "large" if "large" in presets else presets[len(presets) // 2]


def _options_given(given: argparse.Namespace, library: Library) -> dict[str, Any]:
    options = vars(given)
    names = ("preset", "file", "board", "url", "parameters")
    return {name: options[name] for name in names} | {"library": library}


def prepared(given: argparse.Namespace, library: Library) -> Experiment:
    """The experiment that the options of an instance, or a model, and of `add_how` describe."""
    if given.model is not None:
        asked: Experiment = named(_FILE_EXPERIMENT)(
            given.model, given.backend, search_options(given), exact=given.exact
        )
        note_reading(given, asked.formulated.model)
        return with_hint(given, asked)
    if getattr(given, "exact", False):
        raise InputError("--exact without a model file", "leave it out, or name a file")
    asked = experiment(
        given.puzzle,
        **_options_given(given, library),
        formulation=given.formulation,
        break_symmetry=given.break_symmetry,
        backend=given.backend,
        options=search_options(given),
    )
    order: str | None = getattr(given, "order", None)
    return with_hint(given, asked if order is None else asked.ordered(order))


def note_reading(given: argparse.Namespace, model: Model | Program) -> None:
    """Notes how a model file was read, where the user should know that."""
    # Only models that were read from text have some.
    notes: Sequence[str] = getattr(model, "notes", ())
    if not getattr(given, "quiet", False):
        for line in notes:
            note(line)


def with_hint(given: argparse.Namespace, asked: Experiment) -> Experiment:
    """The same with the hint that the options name, if they do."""
    path: Path | None = getattr(given, "start", None)
    return asked if path is None else hinted(asked, path)


def answered(
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
            write_file(path, program.to_lp())
        else:
            program.save(path)
        note(f"{path}: the model that shows it")
    except IlpuzzlesError as problem:
        note(f"there is no report: {problem}")


def require_ledger_fits(given: argparse.Namespace, asked: Experiment) -> None:
    """Raises if there is a ledger of a count up to symmetry, which knows nothing of parts."""
    if given.ledger is None or not given.up_to_symmetry:
        return
    advice, position, breaking = "leave one of them out", asked.subject, None
    if isinstance(position, PuzzlePosition):
        with suppress(InputError):
            breaking = position.break_symmetry("auto").breaking
    if breaking is not None and breaking.exact:
        # Both count the same then, and this is a count like any other.
        advice = "use --break-symmetry auto instead, which counts one of all equivalents"
    raise InputError("--ledger with --up-to-symmetry", advice)
