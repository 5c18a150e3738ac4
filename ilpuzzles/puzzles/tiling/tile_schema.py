"""Reads the tiles of a puzzle."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from ilpuzzles.document import Fields, Mapping, Node, Place, ProblemList, Scalar
from ilpuzzles.document import Sequence as Items
from ilpuzzles.errors import quoted, unknown_name
from ilpuzzles.geometry import ALL, ROTATIONS, SHIFTS, Lattice, motion_names, normalised
from ilpuzzles.puzzles.tiling.grid_text import NOTHING, OPEN, read_grid
from ilpuzzles.puzzles.tiling.puzzle import Point, Tile

_TILE_NAME = re.compile(r"[A-Za-z0-9]\Z")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z")
_RULES = (ALL, ROTATIONS, SHIFTS)
_ANY = "any"

MAX_TILES = 62
"""How many tiles a puzzle may have: as many as there are letters and digits."""


def read_motions(
    lattice: Lattice, node: Node | None, problems: ProblemList, default: str | tuple[str, ...] = ALL
) -> str | tuple[str, ...]:
    """Reads how tiles may be moved: a rule, or a list of the names of motions."""
    if node is None:
        return default
    if isinstance(node, Scalar):
        if node.text not in _RULES:
            problems.found.append(unknown_name("motions", node.text, _RULES, where=str(node.place)))
            return default
        return node.text
    known = motion_names(lattice)
    names: list[str] = []
    if not isinstance(node, Items) or not node.items:
        problems.add("'motions' is not a list", "write [0, 180]", where=node.place)
        return default
    for item in node.items:
        if isinstance(item, Scalar) and item.text in known:
            names.append(item.text)
        else:
            text = item.text if isinstance(item, Scalar) else "[...]"
            listed = ", ".join(known or _RULES)
            problems.add(f"unknown motion {quoted(text)}", f"known: {listed}", where=item.place)
    return tuple(names) or default


def read_tiles(
    lattice: Lattice,
    motions: str | tuple[str, ...],
    kinds: Sequence[str] | None,
    node: Node,
    problems: ProblemList,
) -> tuple[Tile, ...]:
    """Reads all tiles.

    Args:
        lattice: The lattice of their atoms.
        motions: How those may be moved that do not say it themselves.
        kinds: The kinds of further atoms that they may fill; None if instances say that.
        node: The mapping of names to tiles.
        problems: Where to note what is wrong.

    Returns:
        The tiles, sorted by name.
    """
    if not isinstance(node, Mapping) or not node.entries:
        problems.add("'tiles' has no tiles", "write 'A:' and its fields", where=node.place)
        return ()
    tiles = []
    places = []
    for key, value in node.entries:
        if not _TILE_NAME.match(key.text):
            problems.add(
                f"tile name {quoted(key.text)}", "use one letter or digit", where=key.place
            )
            continue
        tile = _tile(lattice, key.text, value, problems, motions=motions, kinds=kinds)
        tiles.append(tile)
        places.append(key.place)
    _require_different_marks(tiles, places, problems)
    return tuple(sorted(tiles, key=lambda tile: tile.name))


def _tile(
    lattice: Lattice,
    name: str,
    node: Node,
    problems: ProblemList,
    *,
    motions: str | tuple[str, ...],
    kinds: Sequence[str] | None,
) -> Tile:
    fields = Fields(node, f"tile {name}", problems)
    title = fields.text("title", default="")
    colour = fields.scalar("colour", required=False)
    if colour is not None and not _COLOUR.match(colour.text):
        problems.add(f"colour {quoted(colour.text)}", 'write it as "#rrggbb"', where=colour.place)
    shapes: tuple[tuple[Point, ...], ...]
    by_hand = fields.node("shapes", required=False)
    if by_hand is None:
        shape = fields.scalar("shape")
        shapes = (_shape(lattice, name, shape, problems),) if shape is not None else ((),)
        own = read_motions(lattice, fields.node("motions", required=False), problems, motions)
    else:
        shapes, own = _shapes(lattice, name, by_hand, problems), SHIFTS
    least, most = _count(fields, problems)
    marks = fields.scalar("marks", required=False)
    if marks is not None and (most is None or len(marks.text) != most or most < 2):
        what = f"{len(marks.text)} marks for {'any number of' if most is None else most} copies"
        problems.add(what, "write one character for each", where=marks.place)
    fills = _fills(fields, kinds)
    fields.finish()
    return Tile(
        name,
        title,
        colour.text if colour else "",
        shapes,
        own,
        least,
        most,
        marks.text if marks else "",
        (fills,) if fills else (),
    )


def _fills(fields: Fields, kinds: Sequence[str] | None) -> str:
    """The kind of further atoms that a tile fills; empty for none."""
    if kinds is not None:
        return fields.choice("fills", kinds, default="")
    # Where instances bring the region, only they know which kinds there are.
    return fields.text("fills", default="")


def _count(fields: Fields, problems: ProblemList) -> tuple[int, int | None]:
    """How many copies of a tile are used, at least and at most."""
    optional = fields.choice("optional", ["true", "false"], default="false") == "true"
    count = fields.scalar("count", required=False)
    if count is not None and count.text == _ANY:
        return 0, None
    if count is None:
        return (0 if optional else 1), 1
    if not re.match(r"[1-9][0-9]{0,4}\Z", count.text):
        what = f"'count' is {quoted(count.text)}"
        problems.add(what, f"write a whole number from 1, or '{_ANY}'", where=count.place)
        return 1, 1
    number = int(count.text)
    return (0 if optional else number), number


def _require_different_marks(tiles: list[Tile], places: list[Place], problems: ProblemList) -> None:
    seen: dict[str, str] = {}
    for tile, place in zip(tiles, places, strict=True):
        for mark in tile.marks or tile.name:
            if not _TILE_NAME.match(mark):
                what = f"mark {quoted(mark)} of tile {tile.name}"
                problems.add(what, "use letters and digits", where=place)
            elif mark in seen:
                what = f"tiles {seen[mark]} and {tile.name} are both marked {mark}"
                if seen[mark] == tile.name:
                    what = f"two copies of tile {tile.name} are marked {mark}"
                problems.add(what, "change one of them", where=place)
            seen[mark] = tile.name


def _shapes(
    lattice: Lattice, name: str, node: Node, problems: ProblemList
) -> tuple[tuple[Point, ...], ...]:
    """The orientations that are drawn by hand."""
    if not isinstance(node, Items) or not node.items:
        problems.add("'shapes' is not a list", "write '- |' and a drawing", where=node.place)
        return ((),)
    found: list[tuple[Point, ...]] = []
    for item in node.items:
        if not isinstance(item, Scalar):
            problems.add("a shape that is not a drawing", "write '- |'", where=item.place)
            continue
        shape = _shape(lattice, name, item, problems)
        if shape in found:
            problems.add(f"a shape of tile {name} twice", "delete one", where=item.place)
        elif shape and found and found[0] and len(found[0]) != len(shape):
            what = f"a shape of {len(shape)} cells, where the first has {len(found[0])}"
            problems.add(what, "make them equal", where=item.place)
        found.append(shape)
    return tuple(found) or ((),)


def _shape(lattice: Lattice, name: str, text: Scalar, problems: ProblemList) -> tuple[Point, ...]:
    marks = read_grid(text, lattice, problems)
    points = []
    for mark in marks:
        if mark.character not in {OPEN, name, *NOTHING}:
            problems.add(
                f"{quoted(mark.character)} in the shape of tile {name}",
                f"write {name} for its cells and {OPEN} beside them",
                where=mark.place,
            )
        elif mark.character == name and mark.point is None:
            problems.add(
                f"no atom of the {lattice.name} lattice stands here",
                "move it to where one does",
                where=mark.place,
            )
        elif mark.character == name and mark.point is not None:
            points.append(mark.point)
    if marks and not points:
        problems.add(f"tile {name} has no cells", f"write {name} for its cells", where=text.place)
    if not points:
        return ()
    normal = normalised(lattice, np.array(points, dtype=np.int64))
    return tuple(tuple(point) for point in normal.tolist())
