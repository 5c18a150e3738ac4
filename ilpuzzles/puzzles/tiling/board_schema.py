"""Reads boards: drawings in which letters mark the atoms of given tiles."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from ilpuzzles.document import ProblemList, Scalar
from ilpuzzles.errors import quoted, unknown_name
from ilpuzzles.geometry import IntArray, Region
from ilpuzzles.puzzles.tiling.givens_schema import Copies, Given
from ilpuzzles.puzzles.tiling.grid_text import NOTHING, OPEN, OUTSIDE, Mark, read_grid
from ilpuzzles.puzzles.tiling.puzzle import TilingInstance
from ilpuzzles.puzzles.tiling.region_schema import AXES


def read_board(instance: TilingInstance, board: Scalar, problems: ProblemList) -> tuple[Given, ...]:
    """Reads a drawing in which letters mark the atoms of given tiles.

    Args:
        instance: The instance, without givens.
        board: The drawing.
        problems: Where to note what is wrong.

    Returns:
        The tiles.
    """
    region = instance.region
    marks = read_grid(board, region.lattice, problems)
    if region.lattice.ragged and len(region.periods):
        # Beside such a board, the same cells may stand once more.
        marks = tuple(mark for mark in marks if mark.character not in NOTHING)
    atoms = numbers_of_marks(region, marks)
    if not marks or not _has_right_size(instance, board, marks, atoms, problems):
        return ()
    tiles = {mark: tile for tile in instance.tiles for mark in tile.marks or tile.name}
    found: dict[str, dict[int, Mark]] = defaultdict(dict)
    for mark, atom in zip(marks, atoms, strict=True):
        inside = atom >= 0
        if inside == (mark.character in NOTHING):
            problems.add(
                f"{quoted(mark.character)} on a place {'in' if inside else 'out'}side the region",
                f"write {OPEN} or a tile" if inside else f"write {OUTSIDE}",
                where=mark.place,
            )
        elif mark.character not in {OPEN, *NOTHING, *tiles}:
            problems.found.append(
                unknown_name("tile", mark.character, tiles, where=str(mark.place))
            )
        elif inside and mark.character != OPEN:
            found[mark.character][atom] = mark
    copies, pairs = Copies(instance), region.adjacent_pairs()
    givens = []
    for character in sorted(found):
        tile = tiles[character]
        alone = tile.most == 1 or len(tile.marks) > 1
        drawn = found[character]
        parts = [list(drawn)] if alone else _connected(region, drawn, pairs)
        for part in parts:
            points = [point for point in (drawn[atom].point for atom in part) if point is not None]
            places = [drawn[atom].place for atom in part]
            advice = "mark the whole tile once, or none of it"
            if not alone and len(points) > len(tile.points):
                advice = "name copies that touch under 'givens'"
            copies.require(tile, points, places[0], problems, advice=advice)
            givens.append(copies.given(tile, points, places[0], places))
    return tuple(givens)


def numbers_of_marks(region: Region, marks: Sequence[Mark]) -> list[int]:
    """The region's numbers of the atoms that some marks stand on; -1 outside."""
    some = region.points[0].tolist()
    points = [some if mark.point is None else mark.point for mark in marks]
    numbers = region.numbers(np.array(points, dtype=np.int64).reshape(-1, len(some))).tolist()
    return [
        -1 if mark.point is None else number for mark, number in zip(marks, numbers, strict=True)
    ]


def _connected(region: Region, drawn: dict[int, Mark], pairs: IntArray) -> list[list[int]]:
    """Equal marks, those that touch together: each part is one copy of a tile.

    Args:
        region: The region.
        drawn: The marks by their atoms.
        pairs: Which atoms share a side.

    Returns:
        The atoms of each part, ascending, the parts in the order of their first atoms.
    """
    marked = np.zeros(len(region.points), dtype=bool)
    marked[list(drawn)] = True
    beside: dict[int, list[int]] = {atom: [] for atom in sorted(drawn)}
    for one, other in pairs[marked[pairs].all(axis=1)].tolist():
        beside[one].append(other)
        beside[other].append(one)
    parts = []
    seen: set[int] = set()
    for first in beside:
        if first in seen:
            continue
        seen.add(first)
        part = [first]
        # The part grows while it is read.
        for atom in part:
            fresh = [other for other in beside[atom] if other not in seen]
            seen.update(fresh)
            part.extend(fresh)
        parts.append(sorted(part))
    return parts


def _has_right_size(
    instance: TilingInstance,
    board: Scalar,
    marks: Sequence[Mark],
    atoms: Sequence[int],
    problems: ProblemList,
) -> bool:
    """Whether a drawing shows every cell of the region once; notes it otherwise."""
    region, name = instance.region, instance.puzzle.name
    if region.lattice.ragged:
        drawn, cells = Counter(atoms), len(region.points)
        missing = sum(not drawn[atom] for atom in range(cells))
        twice = sum(drawn[atom] > 1 for atom in range(cells))
        what = f"the board shows {cells - missing} of {cells} cells"
        if not missing and twice:
            what = f"the board shows {twice} of its cells twice"
        if missing or twice:
            advice = f"begin with what 'show {name} --yaml' prints"
            problems.add(what, advice, where=board.place)
        return not missing and not twice
    sides = [side + 1 for side in max(mark.point for mark in marks if mark.point is not None)]
    needed = (region.points.max(axis=0) + 1).tolist()
    if sides == needed:
        return True
    words = AXES[len(needed)]
    shown = " and ".join(f"{n} {word}" for n, word in zip(sides, words, strict=True))
    wanted = " and ".join(f"{n} {word}" for n, word in zip(needed, words, strict=True))
    problems.add(f"a board of {shown}", f"the board of {name} has {wanted}", where=board.place)
    return False
