"""`ilpuzzles check`: whether solutions that somebody has written down are solutions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ilpuzzles.cli.asking import answered, parsed
from ilpuzzles.cli.options import Parser, add_instance, add_json, new_parser
from ilpuzzles.cli.output import note, say, say_json
from ilpuzzles.errors import Exit
from ilpuzzles.library import Library
from ilpuzzles.workbench.check import Checked, check_file


def parser() -> Parser:
    """The arguments of `ilpuzzles check`."""
    options = new_parser("check", "Checks solutions against the rules of their puzzle.")
    options.add_argument("puzzle", metavar="PUZZLE")
    help_source = "JSON: an answer or solutions; *.jsonl: one in a line; - for stdin"
    options.add_argument("source", metavar="FILE", help=help_source)
    add_instance(options, file="--instance")
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
        url=given.url,
        parameters=given.parameters,
        equivalents=given.equivalents,
        library=library,
    )

    def show(checked: Checked) -> None:
        if given.json:
            say_json(checked.to_json())
        elif not given.quiet:
            say(checked.text())
        if not given.quiet:
            note(checked.summary())

    return answered(question, show)
