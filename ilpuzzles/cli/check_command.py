"""`ilpuzzles check`: whether solutions that somebody has written down are solutions."""

from __future__ import annotations

from collections.abc import Sequence

from ilpuzzles.cli.arguments import check_parser
from ilpuzzles.cli.options import parsed
from ilpuzzles.cli.output import note, say, say_json
from ilpuzzles.errors import Exit
from ilpuzzles.library import Library
from ilpuzzles.workbench.check import Checked, check_file


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Checks the solutions in a JSON file and says which rules they break."""
    given = parsed(check_parser(), arguments, library)
    checked = check_file(
        given.puzzle,
        given.source,
        given.preset,
        instance=given.instance,
        url=given.url,
        parameters=given.parameters,
        equivalents=given.equivalents,
        library=library,
    )
    if given.json:
        say_json(checked.to_json())
    elif not given.quiet:
        say(checked.text())
    if not given.quiet:
        note(_summary(checked))
    return Exit.ANSWERED if checked else Exit.CHECK_FAILED


def _summary(checked: Checked) -> str:
    count = len(checked.solutions)
    accepted = sum(solution.accepted for solution in checked.solutions)
    return f"{accepted:,} of {count:,} accepted, checked against {checked.against}"
