"""`ilpuzzles check`: whether the solutions in a file are solutions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ilpuzzles.cli.asking import answered, parsed
from ilpuzzles.cli.command_parsers import check_parser
from ilpuzzles.cli.output import note, say_answer
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.errors import Exit, InputError, Problem
from ilpuzzles.formats.model_files import is_model_file, open_model
from ilpuzzles.formats.reading import FileModel
from ilpuzzles.formats.sol import check_sol
from ilpuzzles.library import Library
from ilpuzzles.modelling.model import program_of
from ilpuzzles.workbench.check_files import Checked, check_file


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Checks the solutions in a file and says which rules, or which rows, they break."""
    words = [argument for argument in arguments if not argument.startswith("-")]
    if words and is_model_file(words[0]):
        return _run_model(arguments)
    given = parsed(check_parser(), arguments, library)
    question = partial(
        check_file,
        given.puzzle,
        given.source,
        given.preset,
        instance=given.instance,
        board=given.board,
        url=given.url,
        parameters=given.parameters,
        equivalents=given.equivalents,
        library=library,
    )

    def show(checked: Checked) -> None:
        say_answer(given, checked)
        if not given.quiet:
            note(checked.summary())

    line = ProgressLine(quiet=given.quiet, doing="checking")

    def checked_file() -> Checked:
        with line.during():
            return question()

    return answered(checked_file, show)


def _run_model(arguments: Sequence[str]) -> Exit:
    """Checks a solver's solution file against a model in a file."""
    given = check_parser().parse_args(arguments)
    for name in ("preset", "instance", "board", "url", "equivalents"):
        if getattr(given, name):
            what = f"--{name} with a model file"
            raise InputError(Problem(what, "leave it out, or name a puzzle"))
    model = open_model(given.puzzle)
    names = model.names if isinstance(model, FileModel) else ()
    checked = check_sol(program_of(model), given.source, names)
    say_answer(given, checked)
    if not given.quiet:
        note(checked.summary())
    return checked.exit_code()
