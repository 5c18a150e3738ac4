"""`ilpuzzles whatif`: what becomes of an instance without some of its rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ilpuzzles.cli.asking import answered, parsed, prepared
from ilpuzzles.cli.options import Parser, add_how, add_json, puzzle_parser
from ilpuzzles.cli.output import has_reader, say, say_columns, say_json
from ilpuzzles.errors import Exit, InputError, Problem
from ilpuzzles.library import Library
from ilpuzzles.workbench.answer import Compared


def parser() -> Parser:
    """The arguments of `ilpuzzles whatif`."""
    options = puzzle_parser(
        "whatif", "Compares an instance with variants; each leaves a group out."
    )
    options.add_argument(
        "--limit", type=int, default=10, metavar="N", help="solutions of each variant; 10"
    )
    add_how(options)
    add_json(options)
    return options


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Compares an instance with variants, each of which leaves a group of rows out."""
    given = parsed(parser(), arguments, library)
    if not given.without:
        raise InputError(Problem("nothing to change", "add --without GROUP, see 'show'"))
    asked = prepared(given, library)

    def show(compared: Compared) -> None:
        if given.json:
            say_json(compared.to_json())
        elif has_reader():
            say_columns(compared.table())
        else:
            say(compared.text())

    return answered(partial(asked.whatif, without=given.without, limit=given.limit), show)
