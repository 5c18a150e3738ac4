"""`ilpuzzles explain`: why an instance has no solution."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ilpuzzles.cli.argument_parts import parsed
from ilpuzzles.cli.arguments import explain_parser
from ilpuzzles.cli.exits import Exit
from ilpuzzles.cli.output import note, require_folder, say, say_drawing, say_json, write_file
from ilpuzzles.cli.questions import prepared
from ilpuzzles.library import Library
from ilpuzzles.queries import Interrupted
from ilpuzzles.workbench import Explained, Relaxed


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Explains why an instance has no solution, or says what to give up for one."""
    given = parsed(explain_parser(), arguments, library)
    if given.svg is not None:
        require_folder(given.svg)
    asked = prepared(given.puzzle, given, library).without(*given.without)
    try:
        if given.give_up is None:
            answer: Explained | Relaxed = asked.explain(given.among)
        else:
            answer = asked.relax(given.give_up, given.among)
    except Interrupted as interruption:
        _show(given, interruption.answer)
        raise
    _show(given, answer)
    return Exit.ANSWERED if answer.result.complete else Exit.LIMIT


def _show(given: argparse.Namespace, answer: Explained | Relaxed) -> None:
    if given.json:
        say_json(answer.to_json())
    elif not given.quiet:
        drawing = answer.drawing()
        if drawing is not None:
            say_drawing(drawing)
        say(answer.text())
    if given.svg is not None:
        write_file(given.svg, answer.svg())
    if not given.quiet:
        result, about = answer.result, answer.about
        solver = f"{result.backend} {result.version} ({about.why})"
        checks = answer.checks()
        note(f"{solver}, {about.formulation}, {about.seconds.total:.2f} s{checks}")
