"""`ilpuzzles check`: whether the solutions in a file are solutions."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from functools import partial

from ilpuzzles.cli.asking import answered, note_reading, parsed
from ilpuzzles.cli.command_parsers import check_parser
from ilpuzzles.cli.output import note, say_answer
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.errors import Exit
from ilpuzzles.formats.model_files import open_model
from ilpuzzles.formats.sol import CheckedValues
from ilpuzzles.library import Library
from ilpuzzles.modelling.model import program_of
from ilpuzzles.workbench.check_files import Checked, check_file
from ilpuzzles.workbench.solution_files import CheckedList, check_model_solutions


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Checks the solutions in a file and says which rules, or which rows, they break."""
    given = parsed(check_parser(), arguments, library, models=True)
    if given.model is not None:
        model = open_model(given.model, exact=given.exact)
        note_reading(given, model)
        program = program_of(model)
        check = partial(check_model_solutions, program, given.source)
        return answered(check, partial(_show, given))

    def question() -> Checked:
        with ProgressLine(quiet=given.quiet, doing="checking").during():
            return check_file(
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

    return answered(question, partial(_show, given))


def _show(given: Namespace, checked: Checked | CheckedValues | CheckedList) -> None:
    say_answer(given, checked)
    if not given.quiet:
        note(checked.summary())
