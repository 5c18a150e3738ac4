"""`ilpuzzles PUZZLE`: asks a question about an instance and shows the answer."""

from __future__ import annotations

from collections.abc import Sequence

from ilpuzzles.cli.argument_parts import parsed, require_sense
from ilpuzzles.cli.arguments import solve_parser
from ilpuzzles.cli.exits import Exit
from ilpuzzles.cli.page_files import require_page
from ilpuzzles.cli.picture_files import require_pictures
from ilpuzzles.cli.questions import ask, prepared
from ilpuzzles.library import Library


def run(puzzle: str, arguments: Sequence[str], library: Library) -> Exit:
    """Asks a question about an instance of a puzzle and shows the answer."""
    given = parsed(solve_parser(puzzle), arguments, library, puzzle)
    require_sense(given)
    require_pictures(given)
    require_page(given)
    asked = prepared(puzzle, given, library)
    return ask(given, asked.without(*given.without))
