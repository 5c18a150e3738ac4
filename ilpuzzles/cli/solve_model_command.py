"""`ilpuzzles solve-model`: solves a model in a file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ilpuzzles.cli.asking import answered, require_sense, search_options, with_hint
from ilpuzzles.cli.command_parsers import solve_model_parser
from ilpuzzles.cli.output import note_summary, say_answer
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.cli.solve_command import ask
from ilpuzzles.errors import Exit
from ilpuzzles.library import Library
from ilpuzzles.workbench.model_file import ModelAnswer, file_experiment, solved


def run(arguments: Sequence[str], _library: Library) -> Exit:
    """Solves the model in a file and shows the answer."""
    given = solve_model_parser().parse_args(arguments)
    require_sense(given)
    numbers = given.best, given.limit, given.random
    several = given.all or given.optimal or any(number is not None for number in numbers)
    asked = file_experiment(given.model, given.backend, search_options(given))
    asked = with_hint(given, asked)
    if several or given.count or given.unique or given.forced or given.relaxation:
        return ask(given, asked)

    def show(answer: ModelAnswer) -> None:
        say_answer(given, answer)
        if not given.quiet:
            note_summary(given, answer)

    line = ProgressLine(quiet=given.quiet or given.verbose, doing="solving")
    return answered(partial(solved, asked, watch=line), show, line.clear, given.report)
