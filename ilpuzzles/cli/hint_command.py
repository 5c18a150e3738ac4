"""`ilpuzzles hint` and `repair`: the next step that is certain, and what to take back."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from ilpuzzles.cli.asking import answered, parsed, prepared
from ilpuzzles.cli.command_parsers import hint_parser, repair_parser
from ilpuzzles.cli.output import line_width, note_summary, say, say_json
from ilpuzzles.cli.parser import Parser
from ilpuzzles.cli.pictures import (
    note_left_out,
    require_page,
    require_pictures,
    say_drawing,
    wants_page,
    write_page,
    write_pictures,
)
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.errors import Exit
from ilpuzzles.library import Library
from ilpuzzles.workbench.experiments import Experiment

if TYPE_CHECKING:
    from ilpuzzles.workbench.hints.player_answers import HintAnswer, RepairAnswer


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Finds the next step that is certain."""
    return _ask(hint_parser(), arguments, library, Experiment.hint)


def repair(arguments: Sequence[str], library: Library) -> Exit:
    """Finds the fewest parts of a position to take back so that there is a solution again."""
    return _ask(repair_parser(), arguments, library, Experiment.repair)


def _ask(
    parser: Parser,
    arguments: Sequence[str],
    library: Library,
    question: Callable[..., HintAnswer | RepairAnswer],
) -> Exit:
    """Asks a question about a position, and shows the answer with its picture."""
    given = parsed(parser, arguments, library)
    require_pictures(given)
    require_page(given)
    asked = prepared(given, library).without(*given.without)
    if wants_page(given) and not given.quiet:
        note_left_out(given, asked.subject)
    line = ProgressLine(quiet=given.quiet, what="searches")
    return answered(
        partial(question, asked, watch=line), partial(_show, given), line.clear, given.report
    )


def _show(given: Namespace, answer: HintAnswer | RepairAnswer) -> None:
    if given.json:
        say_json(answer.to_json())
    elif not given.quiet:
        say_drawing(answer.drawing(line_width()))
        say(answer.text())
    write_pictures(given, answer.svg)
    write_page(given, answer.html)
    if not given.quiet:
        note_summary(given, answer, said=not given.json)
