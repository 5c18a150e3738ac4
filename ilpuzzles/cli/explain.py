"""`ilpuzzles explain`: why an instance has no solution."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial

from ilpuzzles.cli.argument_parts import parsed
from ilpuzzles.cli.arguments import explain_parser
from ilpuzzles.cli.exits import Exit
from ilpuzzles.cli.meter import Meter
from ilpuzzles.cli.output import line_width, note, say, say_drawing, say_json
from ilpuzzles.cli.page_files import note_left_out, require_page, wants_page, write_page
from ilpuzzles.cli.picture_files import require_pictures, write_pictures
from ilpuzzles.cli.questions import prepared
from ilpuzzles.library import Library
from ilpuzzles.queries import Interrupted
from ilpuzzles.render import PictureView
from ilpuzzles.workbench import Explained, Relaxed


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Explains why an instance has no solution, or says what to give up for one."""
    given = parsed(explain_parser(), arguments, library)
    require_pictures(given)
    require_page(given)
    asked = prepared(given.puzzle, given, library).without(*given.without)
    if wants_page(given) and not given.quiet:
        note_left_out(given, asked.subject)
    meter = Meter(quiet=given.quiet, what="searches")
    try:
        try:
            if given.give_up is None:
                answer: Explained | Relaxed = asked.explain(
                    given.among, all_rows=given.all_rows, watch=meter
                )
            else:
                answer = asked.relax(given.give_up, given.among, watch=meter)
        finally:
            meter.clear()
    except Interrupted as interruption:
        _show(given, interruption.answer)
        raise
    _show(given, answer)
    return Exit.ANSWERED if answer.result.complete else Exit.LIMIT


def _show(given: argparse.Namespace, answer: Explained | Relaxed) -> None:
    if given.json:
        say_json(answer.to_json())
    elif not given.quiet:
        drawing = answer.drawing(line_width())
        if drawing is not None:
            say_drawing(drawing)
        say(answer.text())
    write_pictures(given, partial(_picture, answer))
    write_page(given, answer.html)
    if not given.quiet:
        result, about = answer.result, answer.about
        solver = f"{result.backend} {result.version} ({about.why})"
        checks = answer.checks()
        note(f"{solver}, {about.formulation}, {about.seconds.total:.2f} s{checks}")
        if isinstance(answer, Explained) and answer.groups and not (answer.rows or given.all_rows):
            note("for the rows behind it, add --all-rows")


def _picture(answer: Explained | Relaxed, *, view: PictureView | None, animated: bool) -> str:  # noqa: ARG001 - the parser has no such option
    return answer.svg() if view is None else answer.svg(view=view)
