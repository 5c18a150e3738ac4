"""`ilpuzzles check`: whether solutions that somebody has written down are solutions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ilpuzzles.cli.asking import answered, parsed
from ilpuzzles.cli.options import Parser, add_json, puzzle_parser
from ilpuzzles.cli.output import note, say_answer
from ilpuzzles.errors import Exit
from ilpuzzles.library import Library
from ilpuzzles.workbench.check_files import Checked, check_file


def parser() -> Parser:
    """The arguments of `ilpuzzles check`."""
    options = puzzle_parser(
        "check", "Checks solutions against the rules of their puzzle.", file="--instance"
    )
    help_source = "JSON: an answer or solutions; *.jsonl: one in a line; - for stdin"
    options.add_argument("source", metavar="FILE", help=help_source)
    help_equivalents = "list what symmetries make of each solution"
    options.add_argument("--equivalents", action="store_true", help=help_equivalents)
    add_json(options)
    options.add_argument("--quiet", action="store_true", help="no text and no notes")
    return options


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Checks the solutions in a JSON file and says which rules they break."""
    given = parsed(parser(), arguments, library)
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

    return answered(question, show)
