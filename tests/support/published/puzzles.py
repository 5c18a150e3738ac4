"""All pencil puzzles whose published rules are written down here."""

from __future__ import annotations

from support.published import digits, divisions, lines, placing, shading
from support.published.plain import Published

PUZZLES: dict[str, Published] = {
    puzzle.genre: puzzle
    for room in (digits, divisions, lines, placing, shading)
    for puzzle in room.PUZZLES
}
