"""Reads tiling puzzles, their regions and tiles, from YAML trees, noting all that is wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from math import prod

import numpy as np

from ilpuzzles.backends.registry import backend_names
from ilpuzzles.document.fields import Fields, Form, FormField
from ilpuzzles.document.tree import Mapping, Node, Place, ProblemList, Scalar, Sequence as Items
from ilpuzzles.errors import InputError, quoted, unknown_name
from ilpuzzles.geometry.lattice import ALL, ROTATIONS, SHIFTS, Lattice, motion_names
from ilpuzzles.geometry.region import MAX_ATOMS, Region
from ilpuzzles.geometry.shapes import normalised
from ilpuzzles.geometry.standard_lattices import LATTICES
from ilpuzzles.puzzles.family import PUZZLE_HEAD
from ilpuzzles.puzzles.tiling.drawing_reader import AXES, NOTHING, OPEN, OUTSIDE, read_grid
from ilpuzzles.puzzles.tiling.placement_table import require_areas
from ilpuzzles.puzzles.tiling.tiling_puzzle import Point, Tile, TilingPuzzle

MAX_KINDS = 10
"""How many kinds of further atoms a region may have."""

_KIND = re.compile(r"[a-z]{1,20}\Z")
_TILE_NAME = re.compile(r"[A-Za-z0-9]\Z")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z")
_RULES = (ALL, ROTATIONS, SHIFTS)
_ANY = "any"

REGION_FIELDS = (
    FormField(
        "region",
        "drawing or box",
        "The cells to cover: `.` is a cell and `#` is none, or a box such as "
        "`{rows: 6, columns: 10}`.",
        "",
    ),
    FormField(
        "wrap",
        "box",
        "After how many cells the region closes on itself: `{columns: 12}` makes a cylinder, with "
        "`rows` as well a torus.",
        "",
    ),
    FormField(
        "further",
        "mapping",
        "Further atoms, one for each line of cells: the name of a kind and an axis, such as "
        "`{ring: rows}`.",
        "",
    ),
)
"""The fields that say what is to be covered, in the file of a puzzle or of an instance."""

_MOTIONS = (
    "How tiles may be moved besides being shifted: `all` (turned and mirrored), `rotations` "
    "(one-sided tiles, and solids in space), `shifts` (neither), or a list such as "
    "`[0, 180, mirror 90]`: angles of rotations, counterclockwise, and of the axes of mirrors."
)

PUZZLE_FORM = Form(
    "the puzzle",
    "A puzzle: models/NAME.yaml",
    (
        *PUZZLE_HEAD,
        FormField("lattice", "name", f"The cells: {', '.join(f'`{name}`' for name in LATTICES)}."),
        FormField("motions", "word or list", _MOTIONS, ALL),
        *REGION_FIELDS,
        FormField("tiles", "mapping", "The tiles, each under a letter or a digit."),
        FormField(
            "breaker", "tile", "The tile that `--break-symmetry auto` breaks symmetries by.", ""
        ),
        FormField(
            "quick-on",
            "list of backends",
            "The backends that find a solution within seconds; left out, all of them.",
            "",
        ),
    ),
)
"""The file of a tiling puzzle."""

BOX_FORM = Form(
    "the region",
    "A region that is a box",
    tuple(FormField(axis, "whole number", f"The number of {axis}.") for axis in AXES[3]),
)
"""A region that is a box; `layers` in space only."""

WRAP_FORM = Form(
    "'wrap'",
    "A wrap",
    tuple(
        FormField(axis, "whole number", f"The {axis} after which the region begins again.", "")
        for axis in AXES[3]
    ),
)
"""How a region closes on itself."""

TILE_FORM = Form(
    "a tile",
    "A tile",
    (
        FormField("title", "text", "What its shape is called.", ""),
        FormField("colour", "text", 'Its colour, `"#rrggbb"`; by default, one is chosen.', ""),
        FormField("shape", "drawing", "Its cells, marked by its letter, with dots beside them."),
        FormField(
            "shapes",
            "list of drawings",
            "Instead of `shape` and `motions`: these orientations, and no others.",
            "",
        ),
        FormField("motions", "word or list", "As for the puzzle, and by default the same.", ""),
        FormField("count", "whole number or any", "How many equal copies are used.", 1),
        FormField("optional", "true or false", "Whether fewer copies, or none, will do.", "false"),
        FormField("marks", "text", "One character for each copy, to distinguish them.", ""),
        FormField(
            "fills", "name", "The kind of further atoms that it covers on each of its lines.", ""
        ),
    ),
)
"""A tile of a puzzle."""


def read_puzzle(tree: Node) -> TilingPuzzle:
    """Reads what a tiling puzzle is, from the root of `models/NAME.yaml`.

    Raises:
        InputError: With everything that is wrong with the file.
    """
    problems = ProblemList()
    fields = Fields(tree, PUZZLE_FORM, problems)
    name = fields.text("puzzle")
    fields.choice("family", ["tiling"])
    title, about, source = (fields.text(key) for key in ("title", "about", "source"))
    lattice = LATTICES.get(fields.choice("lattice", LATTICES))
    motions_node, region_node = fields.node("motions"), fields.node("region")
    wrap, further = (fields.node(key) for key in ("wrap", "further"))
    tiles_node = fields.node("tiles")
    breaker = fields.scalar("breaker")
    quick_on = fields.node("quick-on")
    # These are read by those who look for the puzzle.
    for key in ("parameters", "preset", "aliases"):
        fields.node(key)
    fields.finish()
    if lattice is None or tiles_node is None:
        problems.raise_if_any()
        # Unreachable: each of these has noted why.
        raise InputError("the puzzle has no lattice or no tiles")
    region = None
    if region_node is not None:
        region = read_region(lattice, region_node, wrap, further, problems)
    elif wrap is not None or further is not None:
        place = (wrap or further or tiles_node).place
        problems.add("'wrap' or 'further' without 'region'", "add a region", where=place)
    motions = read_motions(lattice, motions_node, problems, str(fields.default("motions")))
    kinds: list[str] | None = None
    if region_node is not None:
        kinds = [key.text for key, _ in further.entries] if isinstance(further, Mapping) else []
    tiles = read_tiles(lattice, motions, kinds, tiles_node, problems)
    backends = _backends(quick_on, problems)
    names = [tile.name for tile in tiles if tile.is_single]
    if breaker is not None and breaker.text not in names:
        where = str(breaker.place)
        problems.found.append(unknown_name("single tile", breaker.text, names, where=where))
    if not problems.found:
        _require_filled(further, tiles, problems)
    problems.raise_if_any()
    if region is not None:
        require_areas(region, tiles, (), tiles_node.place)
    single = breaker.text if breaker else ""
    return TilingPuzzle(name, title, about, source, lattice, region, tiles, single, backends)


def _require_filled(further: Node | None, tiles: Sequence[Tile], problems: ProblemList) -> None:
    """Notes kinds of further atoms that no tile fills."""
    filled = {kind for tile in tiles for kind in tile.fills}
    for key, _ in further.entries if isinstance(further, Mapping) else ():
        if key.text not in filled:
            advice = f"add 'fills: {key.text}' to a tile"
            problems.add(f"no tile fills a {key.text}", advice, where=key.place)


def _backends(node: Node | None, problems: ProblemList) -> tuple[str, ...]:
    """The names of backends in a list."""
    if node is None:
        return ()
    found, known = [], backend_names()
    for item in items_of(node, "quick-on", "[cpsat]", problems):
        found.append(item.text if isinstance(item, Scalar) else "")
        if found[-1] not in known:
            problems.found.append(unknown_name("backend", found[-1], known, where=str(item.place)))
    return tuple(found)


def items_of(node: Node, key: str, example: str, problems: ProblemList) -> tuple[Node, ...]:
    """The items of a list; notes it where there are none."""
    items = node.items if isinstance(node, Items) else ()
    if not items:
        problems.add(f"'{key}' is not a list", f"write {example}", where=node.place)
    return items


def read_region(
    lattice: Lattice, node: Node, wrap: Node | None, further: Node | None, problems: ProblemList
) -> Region | None:
    """Reads a region, or None where something is wrong.

    It is a drawing, or the numbers of (layers,) rows and columns of cells. `wrap` says, by the
    names of axes, after how many cells it closes on itself; `further`, for the name of every kind
    of further atoms, the axis of the lines that have one.
    """
    before = len(problems.found)
    periods = _periods(lattice, wrap, problems)
    lines = _further(lattice, further, problems)
    if isinstance(node, Scalar):
        points = _drawn(lattice, node, problems)
    else:
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
        problems.add(what, "make the period as long as the region", where=(wrap or node).place)
    return region


def _drawn(lattice: Lattice, text: Scalar, problems: ProblemList) -> list[Point]:
    what, form = "a region", f"write {OPEN} for a cell and {OUTSIDE} for none"
    instead = f"write {OUTSIDE} or a blank"
    marks, found = _marked(lattice, text, OPEN, problems, what=what, form=form, instead=instead)
    if marks and not found:
        problems.add("a region without cells", f"write {OPEN} for a cell", where=text.place)
    return found


def _marked(
    lattice: Lattice,
    text: Scalar,
    sign: str,
    problems: ProblemList,
    *,
    what: str,
    form: str,
    instead: str,
) -> tuple[bool, list[Point]]:
    """Whether a drawing can be read, and its atoms that a sign marks.

    Notes other signs with the advice `form`, and signs where no atom stands with `instead`.
    """
    marks, found = read_grid(text, lattice, problems), []
    for mark in marks:
        if mark.character not in {OPEN, sign, *NOTHING}:
            problems.add(f"{quoted(mark.character)} in {what}", form, where=mark.place)
        elif mark.character == sign and mark.point is None:
            nowhere = f"no atom of the {lattice.name} lattice stands here"
            problems.add(nowhere, instead, where=mark.place)
        elif mark.character == sign and mark.point is not None:
            found.append(mark.point)
    return bool(marks), found


def _box(lattice: Lattice, node: Node, problems: ProblemList) -> list[Point]:
    fields = Fields(node, BOX_FORM, problems)
    sides = [fields.integer(axis, least=1) for axis in AXES[lattice.dimension]]
    fields.finish()
    if min(sides) < 1:
        # It is noted already; the other sides may be of any size.
        return []
    total = len(lattice.base) * prod(sides)
    if total > MAX_ATOMS:
        what = f"a region of {total:,} cells"
        problems.add(what, f"at most {MAX_ATOMS:,} are allowed", where=node.place)
        return []
    steps = np.array(list(product(*map(range, sides))), dtype=np.int64)
    steps = steps.reshape(-1, lattice.dimension) @ lattice.translations
    points = (steps[:, None, :] + lattice.base).reshape(-1, lattice.dimension)
    return [tuple(point) for point in points.tolist()]


def _periods(lattice: Lattice, node: Node | None, problems: ProblemList) -> list[Point]:
    if node is None:
        return []
    before = len(problems.found)
    fields = Fields(node, WRAP_FORM, problems)
    found = []
    for number, axis in enumerate(AXES[lattice.dimension]):
        if axis in fields.names():
            count = fields.integer(axis, least=1)
            if count > MAX_ATOMS:
                what, advice = f"a period of {count:,} cells", f"at most {MAX_ATOMS:,} are allowed"
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
        problems.add(what, f"at most {MAX_KINDS} are allowed", where=node.place)
        return {}
    axes = AXES[lattice.dimension]
    found = {name: fields.choice(name, axes) for name in fields.names()}
    for name in found:
        if not _KIND.match(name):
            what = f"further atoms called {quoted(name)}"
            problems.add(what, "use lower-case letters", where=fields.place_of(name))
    if not found and len(problems.found) == before:
        problems.add("'further' without a kind", "write 'ring: rows'", where=node.place)
    if len(lattice.base) > 1:
        what = f"'further' where a cell has {len(lattice.base)} atoms"
        problems.add(what, "delete it, or take another lattice", where=node.place)
    return {name: axes.index(axis) for name, axis in found.items() if axis}


def read_motions(
    lattice: Lattice, node: Node | None, problems: ProblemList, default: str | tuple[str, ...]
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
    for item in items_of(node, "motions", "[0, 180]", problems):
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
    """Reads all tiles, sorted by name.

    `motions` is how those may be moved that do not say it themselves; `kinds` are the kinds of
    further atoms that they may fill, or None if instances say that.
    """
    if not isinstance(node, Mapping) or not node.entries:
        problems.add("'tiles' has no tiles", "write 'A:' and its fields", where=node.place)
        return ()
    tiles: list[tuple[Tile, Place]] = []
    for key, value in node.entries:
        if _TILE_NAME.match(key.text):
            tile = _tile(lattice, key.text, value, problems, motions=motions, kinds=kinds)
            tiles.append((tile, key.place))
        else:
            what = f"tile name {quoted(key.text)}"
            problems.add(what, "use one letter or digit", where=key.place)
    _require_different_marks(tiles, problems)
    return tuple(sorted((tile for tile, _ in tiles), key=lambda tile: tile.name))


def _tile(
    lattice: Lattice,
    name: str,
    node: Node,
    problems: ProblemList,
    *,
    motions: str | tuple[str, ...],
    kinds: Sequence[str] | None,
) -> Tile:
    fields = Fields(node, TILE_FORM, problems, f"tile {name}")
    title = fields.text("title")
    colour = fields.scalar("colour")
    if colour is not None and not _COLOUR.match(colour.text):
        problems.add(f"colour {quoted(colour.text)}", 'write it as "#rrggbb"', where=colour.place)
    shapes: tuple[tuple[Point, ...], ...]
    by_hand = fields.node("shapes")
    if by_hand is None:
        shape = fields.scalar("shape")
        shapes = (_shape(lattice, name, shape, problems),) if shape is not None else ((),)
        own = read_motions(lattice, fields.node("motions"), problems, motions)
    else:
        shapes, own = _shapes(lattice, name, by_hand, problems), SHIFTS
    least, most = _count(fields, problems)
    marks = fields.scalar("marks")
    if marks is not None and (most is None or len(marks.text) != most or most < 2):
        what = f"{len(marks.text)} marks for {'any number of' if most is None else most} copies"
        problems.add(what, "write one character for each", where=marks.place)
    # Where instances bring the region, only they know which kinds there are.
    kind = fields.text("fills") if kinds is None else fields.choice("fills", kinds)
    fields.finish()
    drawn, copies = colour.text if colour else "", marks.text if marks else ""
    fills = (kind,) if kind else ()
    return Tile(name, title, drawn, shapes, own, least, most, copies, fills)


def _count(fields: Fields, problems: ProblemList) -> tuple[int, int | None]:
    """How many copies of a tile are used, at least and at most."""
    optional = fields.choice("optional", ["true", "false"]) == "true"
    count = fields.scalar("count")
    if count is not None and count.text == _ANY:
        return 0, None
    text = str(fields.default("count")) if count is None else count.text
    if count is not None and not re.match(r"[1-9][0-9]{0,4}\Z", text):
        what = f"'count' is {quoted(text)}"
        problems.add(what, f"write a whole number from 1, or '{_ANY}'", where=count.place)
        return 1, 1
    number = int(text)
    return (0 if optional else number), number


def _require_different_marks(tiles: list[tuple[Tile, Place]], problems: ProblemList) -> None:
    seen: dict[str, str] = {}
    for tile, place in tiles:
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
    found: list[tuple[Point, ...]] = []
    for item in items_of(node, "shapes", "'- |' and a drawing", problems):
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
    form = f"write {name} for its cells and {OPEN} beside them"
    what, instead = f"the shape of tile {name}", "move it to where one does"
    marks, points = _marked(lattice, text, name, problems, what=what, form=form, instead=instead)
    if marks and not points:
        problems.add(f"tile {name} has no cells", f"write {name} for its cells", where=text.place)
    if not points:
        return ()
    normal = normalised(lattice, np.array(points, dtype=np.int64))
    return tuple(tuple(point) for point in normal.tolist())
