"""Whether the drawing of a solution shows what its placements say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ilpuzzles.errors import quoted
from ilpuzzles.rules.plain_tiling import Placement, Point, RuleViolation


def check_drawing(
    region: Sequence[Point],
    marks: dict[str, str],
    placed: Sequence[Placement],
    solution: dict[str, Any],
) -> list[RuleViolation]:
    """Checks the `rows` and the `owners` of a solution, if it has them.

    `region` has the atoms as they are numbered, `marks` the characters that the copies of each tile
    are drawn with. `rows` are texts in lists of any depth, where the place of a character is the
    point that it stands for; a place outside the region shows `#`, or is not drawn. `owners` has
    one character for every atom. A violation of `drawing` tells every place that does not show the
    mark of the copy that covers it, `.` for none, `*` for several.
    """
    shown = _shown_marks(region, marks, placed)
    right = {atom: shown.get(atom, ".") for atom in region}
    found: list[RuleViolation] = []
    if solution.get("rows") is not None:
        drawn = dict(_letters(solution["rows"], ()))
        found += _differences(drawn, dict.fromkeys(drawn, "#") | right)
    if solution.get("owners") is not None:
        owners = solution["owners"]
        if len(owners) != len(region):
            what = f"there are {len(owners)} owners for {len(region)} cells"
            found.append(RuleViolation("drawing", what))
        found += _differences(dict(zip(region, owners, strict=False)), right)
    return found


def name_shown(name: str) -> str:
    """A name as it stands, or quoted if it could be taken for something else.

    Example:
        >>> print(name_shown("A"), name_shown("A B"))
        A 'A B'
    """
    return name if name.isprintable() and " " not in name and 0 < len(name) < 9 else quoted(name)


def _shown_marks(
    region: Sequence[Point], marks: dict[str, str], placed: Sequence[Placement]
) -> dict[Point, str]:
    """What is to be seen on every covered atom."""
    number = {atom: place for place, atom in enumerate(region)}

    def earliest(placement: Placement) -> int:
        return min((number.get(atom, len(region)) for atom in placement.atoms), default=len(region))

    shown: dict[Point, str] = {}
    copies: Counter[str] = Counter()
    for placement in sorted(placed, key=earliest):
        letters = marks.get(placement.tile, placement.tile)
        copy = copies[placement.tile]
        copies[placement.tile] += 1
        mark = letters[copy] if copy < len(letters) else letters[:1]
        for atom in placement.atoms:
            shown[atom] = "*" if atom in shown else mark
    return shown


def _differences(drawn: dict[Point, str], right: dict[Point, str]) -> list[RuleViolation]:
    return [
        RuleViolation(
            "drawing",
            f"{atom} shows {name_shown(drawn.get(atom, 'nothing'))} instead of {name_shown(mark)}",
        )
        for atom, mark in sorted(right.items())
        if drawn.get(atom) != mark
    ]


def _letters(rows: Sequence[Any], start: Point) -> Iterator[tuple[Point, str]]:
    """Every character of a drawing, with its place."""
    for number, row in enumerate(rows):
        place = (*start, number)
        if isinstance(row, str):
            yield from (((*place, column), letter) for column, letter in enumerate(row))
        else:
            yield from _letters(row, place)
