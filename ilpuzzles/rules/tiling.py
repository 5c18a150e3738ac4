"""The rules of tiling puzzles on square and cubic lattices."""

from __future__ import annotations

from collections import Counter
from itertools import permutations, product
from typing import Any, TypeAlias

from ilpuzzles.errors import quoted
from ilpuzzles.rules.violation import RuleViolation

_Point: TypeAlias = tuple[int, ...]


def check_tiling(instance: dict[str, Any], solution: dict[str, Any]) -> list[RuleViolation]:
    """Checks that every cell is covered once, by every tile once, in its own shape.

    Args:
        instance: `region` (a list of points), `tiles` (for every name its `shape`, a list of
            points, and its `motions`, `all` or `rotations`) and perhaps `givens` (a list of `tile`
            and `atoms`).
        solution: `tiles` (a list of `tile` and `atoms`), and perhaps `rows`, the drawing.

    Returns:
        The broken rules: `known tile`, `tile once`, `shape`, `inside`, `cell once`, `givens`,
        `drawing`.

    Example:
        >>> domino = {"shape": [[0, 0], [0, 1]], "motions": "all"}
        >>> board = {"region": [[0, 0], [1, 0]], "tiles": {"A": domino}, "givens": []}
        >>> check_tiling(board, {"tiles": [{"tile": "A", "atoms": [[0, 0], [1, 0]]}]})
        []
        >>> for violation in check_tiling(board, {"tiles": []}):
        ...     print(violation)
        tile once: tile A is used 0 times
        cell once: (0, 0) is covered 0 times
        cell once: (1, 0) is covered 0 times
    """
    region = {tuple(point) for point in instance["region"]}
    placed = [
        (entry["tile"], [tuple(point) for point in entry["atoms"]]) for entry in solution["tiles"]
    ]
    found = [
        *_known_tiles(instance, placed),
        *_tiles_once(instance, placed),
        *_shapes(instance, placed),
        *_inside(region, placed),
        *_cells_once(region, placed),
        *_givens(instance, placed),
    ]
    if "rows" in solution:
        found += _drawing(region, placed, solution["rows"])
    return found


_Placed: TypeAlias = list[tuple[str, list[_Point]]]


def _known_tiles(instance: dict[str, Any], placed: _Placed) -> list[RuleViolation]:
    return [
        RuleViolation("known tile", f"there is no tile {_shown(name)}")
        for name, _ in placed
        if name not in instance["tiles"]
    ]


def _tiles_once(instance: dict[str, Any], placed: _Placed) -> list[RuleViolation]:
    used = Counter(name for name, _ in placed)
    return [
        RuleViolation("tile once", f"tile {name} is used {used[name]} times")
        for name in sorted(instance["tiles"])
        if used[name] != 1
    ]


def _shapes(instance: dict[str, Any], placed: _Placed) -> list[RuleViolation]:
    return [
        RuleViolation("shape", f"the cells of tile {name} do not have its shape")
        for name, atoms in placed
        if name in instance["tiles"] and not _is_copy(atoms, instance["tiles"][name])
    ]


def _inside(region: set[_Point], placed: _Placed) -> list[RuleViolation]:
    return [
        RuleViolation("inside", f"tile {_shown(name)} covers {atom}, which is outside the region")
        for name, atoms in placed
        for atom in atoms
        if atom not in region
    ]


def _cells_once(region: set[_Point], placed: _Placed) -> list[RuleViolation]:
    covered = Counter(atom for _, atoms in placed for atom in atoms)
    return [
        RuleViolation("cell once", f"{cell} is covered {covered[cell]} times")
        for cell in sorted(region)
        if covered[cell] != 1
    ]


def _givens(instance: dict[str, Any], placed: _Placed) -> list[RuleViolation]:
    lying = {(name, frozenset(atoms)) for name, atoms in placed}
    return [
        RuleViolation("givens", f"tile {given['tile']} is not where it was given")
        for given in instance.get("givens", ())
        if (given["tile"], frozenset(map(tuple, given["atoms"]))) not in lying
    ]


def _drawing(region: set[_Point], placed: _Placed, rows: list[Any]) -> list[RuleViolation]:
    """A cell shows its tile, `.` for none and `*` for several; what is outside shows `#`."""
    drawn = dict(_letters(rows, ()))
    covered = Counter(atom for _, atoms in placed for atom in atoms)
    shown: dict[_Point, str] = {atom: name for name, atoms in placed for atom in atoms}
    shown |= {atom: "*" for atom, tiles in covered.items() if tiles > 1}
    wanted = dict.fromkeys(drawn, "#") | {cell: shown.get(cell, ".") for cell in region}
    return [
        RuleViolation(
            "drawing",
            f"{cell} shows {_shown(drawn.get(cell, 'nothing'))} instead of {_shown(letter)}",
        )
        for cell, letter in sorted(wanted.items())
        if drawn.get(cell) != letter
    ]


def _shown(name: str) -> str:
    """A name as it stands, or quoted if it could be taken for something else."""
    return name if name.isprintable() and " " not in name and 0 < len(name) < 9 else quoted(name)


def _letters(rows: list[Any], start: _Point) -> list[tuple[_Point, str]]:
    found: list[tuple[_Point, str]] = []
    for number, row in enumerate(rows):
        place = (*start, number)
        if isinstance(row, str):
            found += [((*place, column), letter) for column, letter in enumerate(row)]
        else:
            found += _letters(row, place)
    return found


def _is_copy(atoms: list[_Point], tile: dict[str, Any]) -> bool:
    """Whether some cells are the tile's shape, moved as its motions allow."""
    if len(atoms) != len(tile["shape"]):
        return False
    wanted = _shifted(atoms)
    dimension = len(atoms[0])
    for order in permutations(range(dimension)):
        for signs in product((1, -1), repeat=dimension):
            if tile["motions"] == "rotations" and _is_mirror(order, signs):
                continue
            turned = [
                tuple(sign * point[axis] for sign, axis in zip(signs, order, strict=True))
                for point in tile["shape"]
            ]
            if _shifted(turned) == wanted:
                return True
    return False


def _is_mirror(order: tuple[int, ...], signs: tuple[int, ...]) -> bool:
    """Whether permuting the axes and changing signs turns left into right."""
    swaps = sum(
        order[first] > order[second]
        for first in range(len(order))
        for second in range(first + 1, len(order))
    )
    return (swaps + signs.count(-1)) % 2 == 1


def _shifted(points: list[_Point]) -> list[_Point]:
    """The points, sorted, with the least one moved to the origin."""
    least = min(points)
    return sorted(tuple(a - b for a, b in zip(point, least, strict=True)) for point in points)
