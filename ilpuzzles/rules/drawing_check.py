"""Whether the drawing of a solution shows what its placements say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ilpuzzles.errors import quoted
from ilpuzzles.rules.faults import Fault, fault
from ilpuzzles.rules.places import CELL, Place
from ilpuzzles.rules.plain_tiling import Placement, Point


def check_drawing(
    region: Sequence[Point],
    marks: dict[str, str],
    placed: Sequence[Placement],
    solution: dict[str, Any],
) -> list[Fault]:
    """Checks the `rows` and the `owners` of a solution, if it has them.

    `region` has the atoms as they are numbered, `marks` the characters that the copies of each tile
    are drawn with. `rows` are texts in lists of any depth, where the place of a character is the
    point that it stands for; a place outside the region shows `#`, or is not drawn. `owners` has
    one character for every atom. A violation of `drawing` tells every place that does not show the
    mark of the copy that covers it, `.` for none, `*` for several.
    """
    shown = _visible_marks(region, marks, placed)
    right = {atom: shown.get(atom, ".") for atom in region}
    found: list[Fault] = []
    if solution.get("rows") is not None:
        drawn = dict(_letters(solution["rows"], ()))
        found += _differences(drawn, dict.fromkeys(drawn, "#") | right)
    if solution.get("owners") is not None:
        owners = solution["owners"]
        if len(owners) != len(region):
            what = "there are {} owners for {} cells"
            found.append(fault("drawing", what, len(owners), len(region)))
        found += _differences(dict(zip(region, owners, strict=False)), right)
    return found


def name_shown(name: str) -> str:
    """A name as it stands, or quoted if it could be taken for something else.

    Example:
        >>> print(name_shown("A"), name_shown("A B"))
        A 'A B'
    """
    return name if name.isprintable() and " " not in name and 0 < len(name) < 9 else quoted(name)


def copy_marks(
    region: Sequence[Point], marks: dict[str, str], placed: Sequence[Placement]
) -> list[str]:
    """The character that each placement is drawn with: copies of a tile in the order of the region.

    Example:
        >>> row = [(0, 0), (0, 1), (0, 2)]
        >>> placed = [Placement("L", ((0, 2),)), Placement("L", ((0, 0), (0, 1)))]
        >>> copy_marks(row, {"L": "AB"}, placed)
        ['B', 'A']
    """
    number = {atom: place for place, atom in enumerate(region)}

    def earliest(place: int) -> int:
        atoms = placed[place].atoms
        return min((number.get(atom, len(region)) for atom in atoms), default=len(region))

    drawn = [""] * len(placed)
    copies: Counter[str] = Counter()
    for place in sorted(range(len(placed)), key=earliest):
        tile = placed[place].tile
        letters, copy = marks.get(tile, tile), copies[tile]
        copies[tile] += 1
        drawn[place] = letters[copy] if copy < len(letters) else letters[:1]
    return drawn


def _visible_marks(
    region: Sequence[Point], marks: dict[str, str], placed: Sequence[Placement]
) -> dict[Point, str]:
    """The marks to be seen on every covered atom."""
    shown: dict[Point, str] = {}
    for placement, mark in zip(placed, copy_marks(region, marks, placed), strict=True):
        for atom in placement.atoms:
            shown[atom] = "*" if atom in shown else mark
    return shown


def _differences(drawn: dict[Point, str], right: dict[Point, str]) -> list[Fault]:
    return [
        fault(
            "drawing",
            "{} shows {} instead of {}",
            Place(CELL, atom),
            name_shown(drawn.get(atom, "nothing")),
            name_shown(mark),
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
