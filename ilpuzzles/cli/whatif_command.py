"""`ilpuzzles whatif`: what becomes of an instance without some of its rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ilpuzzles.cli.asking import answered, parsed, prepared
from ilpuzzles.cli.command_parsers import whatif_parser
from ilpuzzles.cli.output import has_reader, say, say_columns, say_json
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.errors import Exit, InputError, Problem
from ilpuzzles.library import Library
from ilpuzzles.workbench.answer import Compared


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Compares an instance with variants, each of which leaves a group of rows out."""
    given = parsed(whatif_parser(), arguments, library)
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

    line = ProgressLine(quiet=given.verbose, doing="comparing")
    question = partial(asked.whatif, without=given.without, limit=given.limit, watch=line)
    return answered(question, show, line.clear)
