"""Reads regions: drawings, or boxes of so many layers, rows and columns."""

from __future__ import annotations

import re
from itertools import product

import numpy as np

from ilpuzzles.document import Fields, Node, ProblemList, Scalar
from ilpuzzles.errors import InputError, quoted
from ilpuzzles.geometry import Lattice, Region
from ilpuzzles.geometry.region import MAX_ATOMS
from ilpuzzles.puzzles.tiling.grid_text import NOTHING, OPEN, OUTSIDE, read_grid

_KIND = re.compile(r"[a-z]{1,20}\Z")

MAX_KINDS = 10
"""How many kinds of further atoms a region may have."""

AXES = {2: ("rows", "columns"), 3: ("layers", "rows", "columns")}
"""What the coordinates are called."""


def read_region(
    lattice: Lattice, node: Node, wrap: Node | None, further: Node | None, problems: ProblemList
) -> Region | None:
    """Reads a region.

    Args:
        lattice: The lattice of its atoms.
        node: A drawing, or the numbers of (layers,) rows and columns of cells.
        wrap: After how many cells the region closes on itself, by the names of axes.
        further: For the name of every kind of further atoms the axis of the lines that have one.
        problems: Where to note what is wrong.

    Returns:
        The region, or None where something is wrong.
    """
    before = len(problems.found)
    periods = _periods(lattice, wrap, problems)
    lines = _further(lattice, further, problems)
    points = _drawn(lattice, node, problems) if isinstance(node, Scalar) else None
    if points is None and not isinstance(node, Scalar):
        points = _box(lattice, node, problems)
    if len(problems.found) > before or not points:
        return None
    try:
        region = Region.of(lattice, points, periods=periods, further=lines)
    except InputError as error:
        for problem in error.problems:
            problems.add(problem.what, problem.advice, where=node.place)
        return None
    if len(region.points) < len(points):
        number = len(points) - len(region.points)
        which = "cell that is another" if number == 1 else "cells that are others"
        what = f"{number} {which} already, once the region is wrapped"
        where = (wrap or node).place
        problems.add(what, "make the period as long as the region", where=where)
    return region


def _drawn(lattice: Lattice, text: Scalar, problems: ProblemList) -> list[tuple[int, ...]]:
    marks = read_grid(text, lattice, problems)
    found = []
    for mark in marks:
        if mark.character not in {OPEN, *NOTHING}:
            problems.add(
                f"{quoted(mark.character)} in a region",
                f"write {OPEN} for a cell and {OUTSIDE} for none",
                where=mark.place,
            )
        elif mark.character == OPEN and mark.point is None:
            problems.add(
                f"no atom of the {lattice.name} lattice stands here",
                f"write {OUTSIDE} or a blank",
                where=mark.place,
            )
        elif mark.character == OPEN and mark.point is not None:
            found.append(mark.point)
    if marks and not found:
        problems.add("a region without cells", f"write {OPEN} for a cell", where=text.place)
    return found


def _box(lattice: Lattice, node: Node, problems: ProblemList) -> list[tuple[int, ...]]:
    fields = Fields(node, "the region", problems)
    sides = [fields.integer(axis, least=1) for axis in AXES[lattice.dimension]]
    fields.finish()
    if min(sides) < 1:
        # It is noted already; the other sides may be of any size.
        return []
    total = len(lattice.base)
    for side in sides:
        total *= side
    if total > MAX_ATOMS:
        what = f"a region of {total:,} cells"
        problems.add(what, f"at most {MAX_ATOMS:,} are handled", where=node.place)
        return []
    steps = np.array(list(product(*map(range, sides))), dtype=np.int64)
    steps = steps.reshape(-1, lattice.dimension) @ lattice.translations
    points = (steps[:, None, :] + lattice.base).reshape(-1, lattice.dimension)
    return [tuple(point) for point in points.tolist()]


def _periods(lattice: Lattice, node: Node | None, problems: ProblemList) -> list[tuple[int, ...]]:
    if node is None:
        return []
    before = len(problems.found)
    fields = Fields(node, "'wrap'", problems)
    found = []
    for number, axis in enumerate(AXES[lattice.dimension]):
        if axis in fields.names():
            count = fields.integer(axis, least=1)
            if count > MAX_ATOMS:
                what = f"a period of {count:,} cells"
                advice = f"at most {MAX_ATOMS:,} are handled"
                problems.add(what, advice, where=fields.place_of(axis))
            elif count > 0:
                found.append(tuple((count * lattice.translations[number]).tolist()))
    fields.finish()
    if not found and len(problems.found) == before:
        problems.add("'wrap' without an axis", "write 'columns: 12'", where=node.place)
    return found


def _further(lattice: Lattice, node: Node | None, problems: ProblemList) -> dict[str, int]:
    if node is None:
        return {}
    before = len(problems.found)
    fields = Fields(node, "'further'", problems)
    if len(fields.names()) > MAX_KINDS:
        what = f"{len(fields.names()):,} kinds of further atoms"
        problems.add(what, f"at most {MAX_KINDS} are handled", where=node.place)
        return {}
    axes = AXES[lattice.dimension]
    found = {name: fields.choice(name, axes) for name in fields.names()}
    for name in found:
        if not _KIND.match(name):
            what = f"further atoms called {quoted(name)}"
            problems.add(what, "use small letters", where=fields.place_of(name))
    if not found and len(problems.found) == before:
        problems.add("'further' without a kind", "write 'ring: rows'", where=node.place)
    if len(lattice.base) > 1:
        what = f"'further' where a cell has {len(lattice.base)} atoms"
        problems.add(what, "delete it, or take another lattice", where=node.place)
    return {name: axes.index(axis) for name, axis in found.items() if axis}
