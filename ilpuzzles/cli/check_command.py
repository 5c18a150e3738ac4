"""`ilpuzzles check`: whether the solutions in a file are solutions."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from functools import partial

from ilpuzzles.cli.asking import answered, parsed
from ilpuzzles.cli.command_parsers import check_parser
from ilpuzzles.cli.output import note, say_answer
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.errors import Exit
from ilpuzzles.formats.model_files import open_model
from ilpuzzles.formats.sol import check_sol
from ilpuzzles.library import Library
from ilpuzzles.modelling.model import program_of
from ilpuzzles.workbench.check_files import Checked, check_file


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Checks the solutions in a file and says which rules, or which rows, they break."""
    given = parsed(check_parser(), arguments, library, models=True)
    if given.model is not None:
        return _check_model(given)
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


def _check_model(given: Namespace) -> Exit:
    """Checks a solver's solution file against a model in a file."""
    checked = check_sol(program_of(open_model(given.model)), given.source)
    say_answer(given, checked)
    if not given.quiet:
        note(checked.summary())
    return checked.exit_code()
