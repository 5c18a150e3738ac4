"""Reads sideline conditions: values that add up over the tiles, and what their sum has to be."""

from __future__ import annotations

import re

import numpy as np

from ilpuzzles.document import Fields, Mapping, Node, ProblemList, Scalar
from ilpuzzles.errors import quoted, unknown_name
from ilpuzzles.puzzles.tiling.board_schema import numbers_of_marks
from ilpuzzles.puzzles.tiling.grid_text import NOTHING, OPEN, read_grid
from ilpuzzles.puzzles.tiling.puzzle import Condition, TilingInstance

CHESS = "chess"
MAX_CONDITIONS = 100
"""How many conditions an instance may have."""

_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,8})\Z")
_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9 -]{0,58}[A-Za-z0-9])?\Z")
_VALUES = {OPEN: 0, "+": 1, "-": -1, **{str(digit): digit for digit in range(10)}}

RESERVED = frozenset(
    {
        "bending",
        "each cell once",
        "each tile once",
        "elements in order",
        "exactly one piece in one place",
        "no tearing",
        "number of tiles",
        "one placement",
        "one rotation",
        "one tile per cell",
        "placements",
        "starting position",
        "symmetry breaking",
        "three pieces",
    }
)
"""The groups of rows that the formulations of tilings have besides those of conditions."""


def read_conditions(
    instance: TilingInstance, node: Node | None, problems: ProblemList
) -> tuple[Condition, ...]:
    """Reads conditions by their names.

    A condition has either `colouring`, the values of atoms, which is `chess` or a drawing with
    digits, `+`, `-` and `.` for 1, -1 and 0; or `values`, the values of tiles. `target` is what the
    sum over all tiles has to be; the atoms of a colouring are all covered, so theirs is known.

    Args:
        instance: The instance, without conditions.
        node: The mapping of names to conditions, or None.
        problems: Where to note what is wrong.

    Returns:
        The conditions, in the order of the file.
    """
    if node is None:
        return ()
    if not isinstance(node, Mapping) or not node.entries:
        problems.add("'conditions' has no conditions", "write 'parity:' first", where=node.place)
        return ()
    if len(node.entries) > MAX_CONDITIONS:
        what = f"{len(node.entries):,} conditions"
        problems.add(what, f"at most {MAX_CONDITIONS} are handled", where=node.place)
        return ()
    found = (_condition(instance, key, value, problems) for key, value in node.entries)
    return tuple(condition for condition in found if condition is not None)


def _condition(
    instance: TilingInstance, key: Scalar, node: Node, problems: ProblemList
) -> Condition | None:
    """A condition, or None where something is wrong with it."""
    _require_name(instance, key, problems)
    fields = Fields(node, f"condition {key.text}", problems)
    why = fields.text("why", default="")
    target = fields.scalar("target", required=False)
    colouring = fields.scalar("colouring", required=False)
    values = fields.node("values", required="colouring" not in fields.names())
    fields.finish()
    if target is not None and not _WHOLE.match(target.text):
        what = f"'target' is {quoted(target.text)}"
        problems.add(what, "write a whole number", where=target.place)
        return None
    sum_wanted = int(target.text) if target is not None else None
    if colouring is not None:
        if values is not None:
            what = f"condition {key.text} has a colouring and values of tiles"
            problems.add(what, "make two conditions of it", where=values.place)
        before = len(problems.found)
        atoms = _colours(instance, colouring, problems)
        total = sum(atoms)
        if target is not None and sum_wanted != total and len(problems.found) == before:
            what = f"the colours add up to {total} in every solution"
            problems.add(what, "delete 'target'", where=target.place)
        return Condition(key.text, why, total, atoms)
    if values is not None:
        if "target" not in fields.names():
            what = f"condition {key.text} has no target"
            problems.add(what, "say what the values add up to", where=node.place)
        tiles = _tile_values(instance, values, problems)
        return Condition(key.text, why, sum_wanted or 0, (), tiles)
    return None


def _require_name(instance: TilingInstance, key: Scalar, problems: ProblemList) -> None:
    """Notes it unless a condition can have this name, which is that of its group of rows."""
    taken = {*RESERVED, *(f"each {further.name} once" for further in instance.region.further)}
    if not _NAME.match(key.text):
        what = f"condition name {quoted(key.text)}"
        problems.add(what, "use words of letters and digits", where=key.place)
    elif key.text in taken:
        what = f"condition {key.text} has the name of a group of rows"
        problems.add(what, "call it something else", where=key.place)


def _tile_values(instance: TilingInstance, node: Node, problems: ProblemList) -> dict[str, int]:
    names = [tile.name for tile in instance.tiles]
    found: dict[str, int] = {}
    if not isinstance(node, Mapping) or not node.entries:
        problems.add("'values' has no values", "write 'A: 1' lines", where=node.place)
        return found
    for key, value in node.entries:
        if key.text not in names:
            problems.found.append(unknown_name("tile", key.text, names, where=str(key.place)))
        elif not isinstance(value, Scalar) or not _WHOLE.match(value.text):
            what = f"the value of tile {key.text} is not a whole number"
            problems.add(what, "write one", where=value.place)
        else:
            found[key.text] = int(value.text)
    return found


def _colours(instance: TilingInstance, text: Scalar, problems: ProblemList) -> tuple[int, ...]:
    region = instance.region
    if text.text == CHESS:
        if not region.lattice.chess:
            what = f"the {region.lattice.name} lattice has no two colours that alternate"
            problems.add(what, "draw a colouring of your own", where=text.place)
            return (0,) * len(region.points)
        return tuple(region.lattice.chess_colours(region.points).tolist())
    colours = np.zeros(len(region.points), dtype=np.int64)
    seen = np.zeros(len(region.points), dtype=bool)
    marks = read_grid(text, region.lattice, problems)
    if not marks:
        return tuple(colours.tolist())
    for mark, number in zip(marks, numbers_of_marks(region, marks), strict=True):
        if mark.character in NOTHING:
            continue
        if mark.character not in _VALUES:
            what = f"{quoted(mark.character)} in a colouring"
            problems.add(what, "write digits, + and - for 1 and -1, . for 0", where=mark.place)
        elif number < 0:
            problems.add("a colour off the region", "write #", where=mark.place)
        elif seen[number]:
            problems.add("a second colour of a cell", "draw each once", where=mark.place)
        else:
            colours[number] = _VALUES[mark.character]
            seen[number] = True
    if not seen.all():
        what = f"the colouring shows {int(seen.sum())} of {len(seen)} cells"
        problems.add(what, "draw all of them", where=text.place)
    return tuple(colours.tolist())
