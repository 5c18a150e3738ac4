"""`ilpuzzles whatif`: what becomes of an instance without some rules, or with more given."""

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
from ilpuzzles.workbench.solution_files import fixing


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Compares an instance with variants, each of which lacks a group or fixes something."""
    given = parsed(whatif_parser(), arguments, library, models=True)
    asked = prepared(given, library)
    fix = [(text, fixing(asked, text)) for text in given.fix]
    without = given.without if given.without or fix else [group.name for group in asked.groups]
    if not without and not fix:
        what = f"{asked.subject.name} has no groups to leave out"
        raise InputError(Problem(what, "add --fix NAME=VALUE"))

    def show(compared: Compared) -> None:
        if given.json:
            say_json(compared.to_json())
        elif has_reader():
            say_columns(compared.table())
        else:
            say(compared.text())

    line = ProgressLine(quiet=given.verbose, doing="comparing")
    how = {"without": without, "fix": fix, "limit": given.limit, "watch": line}
    question = partial(asked.whatif, **how)
    return answered(question, show, line.clear, given.report)
