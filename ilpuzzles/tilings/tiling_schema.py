"""Reads tiling puzzles, their regions and tiles, from YAML trees, noting all that is wrong."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping as Dictionary, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ilpuzzles.errors import InputError, counted, quoted
from ilpuzzles.geometry.lattice import ALL, ROTATIONS, SHIFTS, Lattice, motion_names
from ilpuzzles.geometry.region import MAX_ATOMS, Region
from ilpuzzles.geometry.shapes import atom_order, normalised
from ilpuzzles.geometry.standard_lattices import LATTICES
from ilpuzzles.puzzles.file_heads import puzzle_head
from ilpuzzles.reading.fields import ByHand, Fields, Form, OneOf, Text, Whole, Written
from ilpuzzles.reading.tree import Mapping, Node, ProblemList, Scalar, Sequence as Items, TextPlace
from ilpuzzles.solvers.registry import backend_names
from ilpuzzles.tilings.drawing_reader import AXES, NOTHING, OPEN, OUTSIDE, Mark, read_grid
from ilpuzzles.tilings.placement_table import require_areas
from ilpuzzles.tilings.tiling_puzzle import UNCOLOURED, BoardRules, Point, Tile, TilingPuzzle

MAX_KINDS = 10
"""How many kinds of further atoms a region may have."""

MAX_COLOURS = 20
"""How many colours edges, or cells, may have."""

CHESS = "chess"
ALTERNATING = "alternating"

RULES_FIELDS = ("border", "colouring", "covered")
"""The fields that say what a region demands besides that it is covered."""

LABEL_FIELDS = ("labels", "free")
"""The fields that say what is written in the cells of a region, and which of them stay free."""

MAX_LABEL = 3
"""The most characters of a label: as many as a cell has in a drawing with walls."""

_KIND = re.compile(r"[a-z]{1,20}\Z")
_TILE_NAME = re.compile(r"[A-Za-z0-9]\Z")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z")
_RULES = (ALL, ROTATIONS, SHIFTS)
_ANY = "any"

Motions: TypeAlias = str | tuple[str, ...]
"""How tiles may be moved: a rule, or the names of motions."""

REGION_FIELDS = (
    ByHand(
        "region",
        "The cells to cover: `.` is a cell and `#` is none, or a box such as "
        "`{rows: 6, columns: 10}`.",
        "drawing or box",
    ),
    ByHand(
        "wrap",
        "After how many cells the region closes on itself: `{columns: 12}` makes a cylinder, with "
        "`rows` as well a torus.",
        "box",
    ),
    ByHand(
        "further",
        "Further atoms, one for each line of cells: the name of a kind and an axis, such as "
        "`{ring: rows}`.",
        "mapping",
    ),
    ByHand("border", "The colour that edges have at the border of the region.", "letter"),
    ByHand(
        "colouring",
        "The colours of the region's cells, which a tile's cell must have as well: a drawing with "
        "letters, or `chess`, where the first cell has the first colour. `alternating` leaves them "
        "open, but where tiles touch, their cells differ.",
        "word or drawing",
    ),
    ByHand(
        "covered",
        "How often each cell is covered, where not once: `{least: 0, most: 2}`, each a number or a "
        "drawing with digits.",
        "mapping",
    ),
    Written(
        "labels",
        "What is written in the cells: a word of up to three characters for each of them, in "
        "reading order; `.` for nothing.",
        "words",
    ),
    ByHand(
        "free",
        "The labels of the cells that stay free: `[Nov, 30]`, or a parameter such as `$date`.",
        "words",
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
        *puzzle_head("tiling"),
        OneOf(
            "lattice",
            f"The cells: {', '.join(f'`{name}`' for name in LATTICES)}.",
            required=True,
            known=LATTICES,
        ),
        ByHand("motions", _MOTIONS, "word or list", ALL),
        *REGION_FIELDS,
        ByHand(
            "edges",
            'The colours of the edges of tiles, each under a letter: `{r: "#d1495b"}`. Where tiles '
            "touch, their edges have the same colour.",
            "mapping",
        ),
        ByHand(
            "cells",
            "The colours of the cells of tiles, likewise; shapes are drawn with these letters.",
            "mapping",
        ),
        ByHand("tiles", "The tiles, each under a letter or a digit.", "mapping", required=True),
        Written("breaker", "The tile that `--break-symmetry auto` breaks symmetries by.", "tile"),
        ByHand(
            "quick-on",
            "The backends that find a solution within seconds; left out, all of them.",
            "list of backends",
        ),
    ),
)
"""The file of a tiling puzzle."""

BOX_FORM = Form(
    "the region",
    "A region that is a box",
    tuple(Whole(axis, f"The number of {axis}.", required=True, least=1) for axis in AXES[3]),
)
"""A region that is a box; `layers` in space only."""

WRAP_FORM = Form(
    "'wrap'",
    "A wrap",
    tuple(
        Whole(axis, f"The {axis} after which the region begins again.", least=1) for axis in AXES[3]
    ),
)
"""How a region closes on itself."""

COVERED_FORM = Form(
    "'covered'",
    "How often cells are covered",
    (
        ByHand("least", "At least so often; `.` in a drawing is once.", "number or drawing", 1),
        ByHand("most", "At most so often.", "number or drawing", 1),
    ),
)
"""How often the cells of a region are covered."""

TILE_FORM = Form(
    "a tile",
    "A tile",
    (
        Text("title", "What its shape is called."),
        Written("colour", 'Its colour, `"#rrggbb"`; by default, one is chosen.'),
        Written(
            "shape",
            "Its cells, marked by its letter, or those of their colours, with dots beside them.",
            "drawing",
            required=True,
        ),
        ByHand(
            "edges",
            "A word for each cell, in reading order: the colours of its sides, clockwise from the "
            "top, with a dot for a side inside the tile, such as `abca`; for `shapes`, a list.",
            "words",
        ),
        ByHand(
            "shapes",
            "Instead of `shape` and `motions`: these orientations, and no others.",
            "list of drawings",
        ),
        ByHand("motions", "As for the puzzle, and by default the same.", "word or list"),
        Written("count", "How many equal copies are used.", "whole number or any", 1),
        OneOf(
            "optional",
            "Whether fewer copies, or none, will do.",
            "true or false",
            "false",
            known=("true", "false"),
        ),
        Written("marks", "One character for each copy, to distinguish them."),
        ByHand("fills", "The kind of further atoms that it covers on each of its lines.", "name"),
    ),
)
"""A tile of a puzzle."""


def read_puzzle(tree: Node) -> TilingPuzzle:
    """Reads what a tiling puzzle is, from the root of `models/NAME.yaml`.

    Raises:
        InputError: With everything that is wrong with the file.
    """
    problems = ProblemList()
    said = Fields(tree, PUZZLE_FORM, problems).rest()
    lattice = LATTICES.get(said["lattice"])
    tiles_node = said["tiles"]
    breaker = said["breaker"]
    if lattice is None or tiles_node is None:
        problems.raise_if_any()
        # Unreachable: each of these has noted why.
        raise InputError("the puzzle has no lattice or no tiles")
    region = None
    labels: dict[Point, str] = {}
    kinds: dict[str, TextPlace] | None = None
    if said["region"] is not None:
        region = read_region(lattice, said, problems)
        if region is not None:
            region, labels = read_labels(region, said, problems)
        lines = said["further"]
        found = lines.entries if isinstance(lines, Mapping) else ()
        kinds = {key.text: key.place for key, _ in found}
    else:
        closed = said["wrap"] or said["further"]
        if closed is not None:
            problems.add("'wrap' or 'further' without 'region'", "add a region", where=closed.place)
        require_region(said, (*RULES_FIELDS, *LABEL_FIELDS), "add a region", problems)
    colours = ColourLetters.read(lattice, said["edges"], said["cells"], problems)
    motions = read_motions(lattice, said["motions"], problems, ALL)
    tiles = TileReader(lattice, motions, kinds, colours, problems).tiles(tiles_node)
    backends = _backends(said["quick-on"], problems)
    if breaker is not None:
        singles = [tile.name for tile in tiles if tile.is_single]
        problems.require_known("single tile", breaker.text, singles, where=breaker.place)
    if not problems.found:
        _require_filled(kinds or {}, tiles, problems)
    rules = BoardRules() if region is None else read_rules(region, colours, said, problems)
    problems.raise_if_any()
    if region is not None:
        require_areas(region, tiles, (), tiles_node.place, rules)
    return TilingPuzzle(
        said["puzzle"],
        said["title"],
        said["about"],
        said["source"],
        lattice,
        region,
        tiles,
        breaker.text if breaker else "",
        backends,
        colours.edges,
        colours.cells,
        rules,
        labels,
    )


def require_region(
    said: Dictionary[str, Any], keys: Iterable[str], advice: str, problems: ProblemList
) -> None:
    """Notes fields that belong to a region, where there is none beside them."""
    for key in keys:
        if said[key] is not None:
            problems.add(f"{quoted(key)} without 'region'", advice, where=said[key].place)


class ColourLetters(NamedTuple):
    """The colours of edges and of cells, as `#rrggbb`, by their letters."""

    edges: dict[str, str]
    cells: dict[str, str]

    @classmethod
    def read(
        cls, lattice: Lattice, edges: Node | None, cells: Node | None, problems: ProblemList
    ) -> ColourLetters:
        """Reads both, noting what is wrong with them."""
        found = cls(_colours(edges, "edges", problems), _colours(cells, "cells", problems))
        node = edges or cells
        if node is not None and lattice.dimension == 3:
            what = f"colours on the {lattice.name} lattice"
            problems.add(what, "take a lattice in the plane", where=node.place)
        both = sorted(set(found.edges) & set(found.cells))
        if both and cells is not None:
            what = f"{quoted(both[0])} is a colour of edges and of cells"
            problems.add(what, "take another letter for one of them", where=cells.place)
        return found


def _colours(node: Node | None, key: str, problems: ProblemList) -> dict[str, str]:
    """Colours by their letters."""
    if node is None:
        return {}
    if not isinstance(node, Mapping) or not node.entries:
        problems.add(f"'{key}' has no colours", 'write r: "#d1495b"', where=node.place)
        return {}
    if len(node.entries) > MAX_COLOURS:
        what = f"{len(node.entries):,} colours"
        problems.add(what, f"at most {MAX_COLOURS} are allowed", where=node.place)
    found = {}
    for letter, value in node.entries:
        text = value.text if isinstance(value, Scalar) else "[...]"
        if not _TILE_NAME.match(letter.text):
            what = f"colour called {quoted(letter.text)}"
            problems.add(what, "use one letter or digit", where=letter.place)
        elif not _COLOUR.match(text):
            problems.add(f"colour {quoted(text)}", 'write it as "#rrggbb"', where=value.place)
        found[letter.text] = text
    return found


def read_rules(
    region: Region, colours: ColourLetters, said: Dictionary[str, Any], problems: ProblemList
) -> BoardRules:
    """Reads what a region demands besides, by the names of the fields; see `BoardRules`."""
    border, colouring, covered = (said[key] for key in RULES_FIELDS)
    found = BoardRules()
    if border is not None:
        text = border.text if isinstance(border, Scalar) else ""
        problems.require_known("colour of edges", text, colours.edges, where=border.place)
        found = replace(found, border=text)
    if colouring is not None:
        found = _colouring(region, colours.cells, colouring, problems, found)
    if covered is not None:
        found = _read_covered(region, covered, problems, found)
        if colours.edges or found.alternating:
            what = "'covered' where colours of neighbours are compared"
            problems.add(what, "delete it", where=covered.place)
    return found


def _colouring(
    region: Region, cells: dict[str, str], node: Node, problems: ProblemList, rules: BoardRules
) -> BoardRules:
    text = node.text if isinstance(node, Scalar) else ""
    if not cells:
        problems.add("'colouring' where cells have no colours", "add 'cells'", where=node.place)
    elif text == ALTERNATING:
        return replace(rules, alternating=True)
    elif text == CHESS:
        white = chess_colours(region, node, problems)
        if white and len(cells) != 2:
            what = f"'chess' where there are {len(cells)} colours of cells"
            problems.add(what, "draw a colouring of your own", where=node.place)
        elif white:
            first, second = cells
            letters = [first if one == white[0] else second for one in white]
            return replace(rules, colouring="".join(letters))
    else:
        drawn = cell_values(region, node, "a colouring", list(cells), problems)
        return replace(rules, colouring="".join(drawn))
    return rules


def read_labels(
    region: Region, said: Dictionary[str, Any], problems: ProblemList
) -> tuple[Region, dict[Point, str]]:
    """A region without the cells that stay free, and what is written in all its cells."""
    words, free = (said[key] for key in LABEL_FIELDS)
    if words is None:
        if free is not None:
            problems.add("'free' without 'labels'", "add 'labels'", where=free.place)
        return region, {}
    labels = _labels(region, words, problems)
    if free is None or not labels:
        return region, labels
    wanted = _free_labels(free, problems)
    known = set(labels.values())
    if not all(problems.require_known("label", one.text, known, where=one.place) for one in wanted):
        return region, labels
    left = {one.text for one in wanted}
    points = [point for point in region.cells() if labels.get(point) not in left]
    if not points:
        problems.add("all cells stay free", "leave some to cover", where=free.place)
        return region, labels
    further = {one.name: one.axis for one in region.further}
    periods = region.periods.tolist()
    return Region.of(region.lattice, points, periods=periods, further=further), labels


def _labels(region: Region, node: Scalar, problems: ProblemList) -> dict[Point, str]:
    """The labels of cells by their points; none where something is wrong, which is noted."""
    words = node.text.split()
    cells = region.cells()
    if len(words) != len(cells):
        what = f"{counted(len(words), 'label')} for {counted(len(cells), 'cell')}"
        problems.add(what, f"write one for each, or {OPEN}", where=node.place)
        return {}
    long = next((word for word in words if len(word) > MAX_LABEL or not word.isprintable()), None)
    if long is not None:
        what = f"label {quoted(long)}"
        problems.add(what, f"write at most {MAX_LABEL} characters", where=node.place)
        return {}
    return {cell: word for cell, word in zip(cells, words, strict=True) if word != OPEN}


def _free_labels(node: Node, problems: ProblemList) -> list[Scalar]:
    """The labels in a list, or in a text with blanks or commas between them."""
    if isinstance(node, Scalar):
        words = node.text.replace(",", " ").split()
        if not words:
            problems.add(
                "'free' is empty", "write the labels of cells, or leave it out", where=node.place
            )
        return [replace(node, text=word) for word in words]
    labels = []
    for item in items_of(node, "free", "[Nov, 30]", problems):
        if isinstance(item, Scalar):
            labels.append(item)
        else:
            problems.add("an item of 'free' is no label", "write [Nov, 30]", where=item.place)
    return labels


def chess_colours(region: Region, node: Node, problems: ProblemList) -> tuple[int, ...]:
    """The colours of a region's cells, 1 and -1 in turns; notes it where that cannot be."""
    if region.lattice.chess:
        return tuple(region.lattice.chess_colours(region.points).tolist())
    what = f"the {region.lattice.name} lattice has no two colours that alternate"
    problems.add(what, "draw a colouring of your own", where=node.place)
    return ()


def _read_covered(
    region: Region, node: Node, problems: ProblemList, rules: BoardRules
) -> BoardRules:
    fields = Fields(node, COVERED_FORM, problems)
    before = len(problems.found)
    bounds = []
    for key in COVERED_FORM.names():
        value = fields[key]
        if isinstance(value, Scalar) and re.fullmatch(r"[0-9]", value.text.strip()):
            value = int(value.text)
        if isinstance(value, int):
            bounds.append((value,) * len(region.points))
        else:
            digits = cell_values(region, value, f"'{key}'", [OPEN, *"0123456789"], problems)
            bounds.append(tuple(int(digit) if digit.isdecimal() else 1 for digit in digits))
    fields.finish()
    if len(problems.found) > before:
        return rules
    least, most = bounds
    wrong = [
        cell for cell, low, high in zip(region.cells(), least, most, strict=True) if low > high
    ]
    if wrong:
        what = f"cell {list(wrong[0])} is covered more often at least than at most"
        problems.add(what, "change 'least' or 'most'", where=node.place)
    if set(least) == set(most) == {1}:
        return rules
    return replace(rules, least=least, most=most)


def cell_values(
    region: Region, node: Node, what: str, known: Sequence[str], problems: ProblemList
) -> list[str]:
    """What a drawing of a region shows in each cell, in their order; notes what is wrong."""
    if not isinstance(node, Scalar):
        problems.add(f"{what} is not a drawing", "write '|' and draw it", where=node.place)
        return []
    found: dict[int, str] = {}
    marks = read_grid(node, region.lattice, problems)
    before = len(problems.found)
    for mark, number in zip(marks, numbers_of_marks(region, marks), strict=True):
        if mark.character in known and number >= 0:
            found[number] = mark.character
        elif mark.character not in NOTHING:
            there = f"{quoted(mark.character)} in {what}"
            if mark.character in known:
                there += ", beside the region"
            listed = ", ".join(one for one in known if one != OPEN)
            advice = f"write {OUTSIDE}" if mark.character in known else f"known: {listed}"
            problems.add(there, advice, where=mark.place)
    if marks and len(found) < len(region.points) and len(problems.found) == before:
        shown = f"{what} shows {len(found)} of {len(region.points)} cells"
        problems.add(shown, "draw all of them", where=node.place)
    return [found.get(number, "") for number in range(len(region.points))]


def numbers_of_marks(region: Region, marks: Sequence[Mark]) -> list[int]:
    """The region's numbers of the atoms that some marks stand on; -1 outside."""
    points = [mark.point for mark in marks if mark.point is not None]
    on_points = np.array(points, dtype=np.int64).reshape(-1, region.points.shape[1])
    numbers = iter(region.numbers(on_points).tolist())
    return [-1 if mark.point is None else next(numbers) for mark in marks]


def _require_filled(
    kinds: Dictionary[str, TextPlace], tiles: Iterable[Tile], problems: ProblemList
) -> None:
    """Notes kinds of further atoms that no tile fills."""
    filled = {kind for tile in tiles for kind in tile.fills}
    for kind, place in kinds.items():
        if kind not in filled:
            problems.add(f"no tile fills a {kind}", f"add 'fills: {kind}' to a tile", where=place)


def _backends(node: Node | None, problems: ProblemList) -> tuple[str, ...]:
    if node is None:
        return ()
    found = []
    known = backend_names()
    for item in items_of(node, "quick-on", "[cpsat]", problems):
        found.append(item.text if isinstance(item, Scalar) else "")
        problems.require_known("backend", found[-1], known, where=item.place)
    return tuple(found)


def items_of(node: Node, key: str, example: str, problems: ProblemList) -> tuple[Node, ...]:
    """The items of a list; notes it where there are none."""
    items = node.items if isinstance(node, Items) else ()
    if not items:
        problems.add(f"'{key}' is not a list", f"write {example}", where=node.place)
    return items


def read_region(
    lattice: Lattice, said: Dictionary[str, Any], problems: ProblemList
) -> Region | None:
    """Reads a region, or None where something is wrong.

    It is a drawing, or the numbers of (layers,) rows and columns of cells. `wrap` says, by the
    names of axes, after how many cells it closes on itself; `further`, for the name of every kind
    of further atoms, the axis of the lines that have one.
    """
    before = len(problems.found)
    node = said["region"]
    wrap = said["wrap"]
    periods = _periods(lattice, wrap, problems)
    lines = _further(lattice, said["further"], problems)
    if isinstance(node, Scalar):
        points = _read_drawing(lattice, node, problems)
    else:
        points = _box(lattice, node, problems)
    if len(problems.found) > before or not points:
        return None
    try:
        region = Region.of(lattice, points, periods=periods, further=lines)
    except InputError as error:
        problems.add_all(error, where=node.place)
        return None
    if len(region.points) < len(points):
        number = len(points) - len(region.points)
        which = "cell that is another" if number == 1 else "cells that are others"
        what = f"{number} {which} already, once the region is wrapped"
        problems.add(what, "make the period as long as the region", where=(wrap or node).place)
    return region


def _read_drawing(lattice: Lattice, text: Scalar, problems: ProblemList) -> list[Point]:
    what = "a region"
    form = f"write {OPEN} for a cell and {OUTSIDE} for none"
    instead = f"write {OUTSIDE} or a blank"
    marks, found = _read_marks(lattice, text, OPEN, problems, what=what, form=form, instead=instead)
    if marks and not found:
        problems.add("a region without cells", f"write {OPEN} for a cell", where=text.place)
    return [mark.point for mark in found if mark.point is not None]


def _read_marks(
    lattice: Lattice,
    text: Scalar,
    signs: str,
    problems: ProblemList,
    *,
    what: str,
    form: str,
    instead: str,
) -> tuple[bool, list[Mark]]:
    """Whether a drawing can be read, and its atoms that one of some signs marks.

    Notes other signs with the advice `form`, and signs where no atom stands with `instead`.
    """
    marks = read_grid(text, lattice, problems)
    found = []
    for mark in marks:
        if mark.character not in {OPEN, *signs, *NOTHING}:
            problems.add(f"{quoted(mark.character)} in {what}", form, where=mark.place)
        elif mark.character in signs and mark.point is None:
            nowhere = f"no atom of the {lattice.name} lattice stands here"
            problems.add(nowhere, instead, where=mark.place)
        elif mark.character in signs and mark.point is not None:
            found.append(mark)
    return bool(marks), found


def _box(lattice: Lattice, node: Node, problems: ProblemList) -> list[Point]:
    fields = Fields(node, BOX_FORM, problems)
    sides = [fields[axis] or 0 for axis in AXES[lattice.dimension]]
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
        count = (fields[axis] or 0) if axis in fields.names() else 0
        if count > MAX_ATOMS:
            what = f"a period of {count:,} cells"
            advice = f"at most {MAX_ATOMS:,} are allowed"
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
    found = {name: fields.read(OneOf(name, known=axes)) for name in fields.names()}
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
    lattice: Lattice, node: Node | str | None, problems: ProblemList, default: Motions
) -> Motions:
    """Reads how tiles may be moved: a rule, or a list of the names of motions."""
    if node is None or isinstance(node, str):
        return node or default
    if isinstance(node, Scalar):
        known = problems.require_known("motions", node.text, _RULES, where=node.place)
        return node.text if known else default
    motions = motion_names(lattice)
    names: list[str] = []
    for item in items_of(node, "motions", "[0, 180]", problems):
        text = item.text if isinstance(item, Scalar) else "[...]"
        if text in motions:
            names.append(text)
        else:
            listed = ", ".join(motions or _RULES)
            problems.add(f"unknown motion {quoted(text)}", f"known: {listed}", where=item.place)
    return tuple(names) or default


class DrawnShape(NamedTuple):
    """The atoms of a shape, in normal form, and the colour of each of them, a dot for none."""

    points: tuple[Point, ...]
    colours: str


@dataclass(frozen=True, slots=True)
class TileReader:
    """Reads the tiles of a puzzle.

    Attributes:
        lattice: The lattice.
        motions: How those may be moved that do not say it themselves.
        kinds: The kinds of further atoms that they may fill; None if instances say that.
        colours: Those that their edges and cells may have.
        problems: What is wrong with them.
    """

    lattice: Lattice
    motions: Motions
    kinds: Collection[str] | None
    colours: ColourLetters
    problems: ProblemList

    def tiles(self, node: Node) -> tuple[Tile, ...]:
        """Reads all tiles, sorted by name."""
        if not isinstance(node, Mapping) or not node.entries:
            self.problems.add("'tiles' has no tiles", "write 'A:' and its fields", where=node.place)
            return ()
        tiles: list[tuple[Tile, TextPlace]] = []
        for key, value in node.entries:
            if _TILE_NAME.match(key.text):
                tiles.append((self._tile(key.text, value), key.place))
            else:
                what = f"tile name {quoted(key.text)}"
                self.problems.add(what, "use one letter or digit", where=key.place)
        self._require_different_marks(tiles)
        return tuple(sorted((tile for tile, _ in tiles), key=lambda tile: tile.name))

    def _tile(self, name: str, node: Node) -> Tile:
        problems = self.problems
        colours = self.colours
        fields = Fields(node, TILE_FORM, problems, f"tile {name}")
        title = fields["title"]
        colour = fields["colour"]
        if colour is not None and not _COLOUR.match(colour.text):
            what = f"colour {quoted(colour.text)}"
            problems.add(what, 'write it as "#rrggbb"', where=colour.place)
        by_hand = fields["shapes"]
        if by_hand is None:
            shape = fields["shape"]
            drawn = [self._shape(name, shape)] if shape is not None else []
            own = read_motions(self.lattice, fields["motions"], problems, self.motions)
        else:
            drawn = self._shapes(name, by_hand)
            own = SHIFTS
        shapes = tuple(one.points for one in drawn) or ((),)
        edges = fields["edges"]
        words = self._edges(name, drawn, edges)
        if edges is None and colours.edges:
            problems.add(f"tile {name} has no colours of edges", "add 'edges'", where=node.place)
        painted = tuple(
            tuple(cell + sides for cell, sides in zip(one.colours, of_sides, strict=True))
            for one, of_sides in zip(drawn, words, strict=True)
            if colours.edges or colours.cells
        )
        least, most = self._count(fields)
        marks = fields["marks"]
        if marks is not None and (most is None or len(marks.text) != most or most < 2):
            what = f"{len(marks.text)} marks for {'any number of' if most is None else most} copies"
            problems.add(what, "write one character for each", where=marks.place)
        # Where instances bring the region, only they know which kinds there are.
        kinds = self.kinds
        kind = fields.read(Text("fills") if kinds is None else OneOf("fills", known=kinds))
        fields.finish()
        ink = colour.text if colour else ""
        copies = marks.text if marks else ""
        fills = (kind,) if kind else ()
        return Tile(name, title, ink, shapes, own, least, most, copies, fills, painted)

    def _shapes(self, name: str, node: Node) -> list[DrawnShape]:
        """The orientations that are drawn by hand."""
        found: list[DrawnShape] = []
        for item in items_of(node, "shapes", "'- |' and a drawing", self.problems):
            if not isinstance(item, Scalar):
                what = "a shape that is not a drawing"
                self.problems.add(what, "write '- |'", where=item.place)
                continue
            shape = self._shape(name, item)
            if shape in found and not self.colours.cells:
                self.problems.add(f"a shape of tile {name} twice", "delete one", where=item.place)
            elif shape.points and found and found[0].points:
                first = len(found[0].points)
                size = len(shape.points)
                if first != size:
                    what = f"a shape of {size} cells, where the first has {first}"
                    self.problems.add(what, "make them equal", where=item.place)
            found.append(shape)
        return found

    def _shape(self, name: str, text: Scalar) -> DrawnShape:
        cells = self.colours.cells
        signs = "".join(cells) or name
        written = f"write {' or '.join(signs)} for its cells"
        what = f"the shape of tile {name}"
        form = f"{written} and {OPEN} beside them"
        instead = "move it to where one does"
        marks, found = _read_marks(
            self.lattice, text, signs, self.problems, what=what, form=form, instead=instead
        )
        if marks and not found:
            self.problems.add(f"tile {name} has no cells", written, where=text.place)
        if not found:
            return DrawnShape((), "")
        points = np.array([mark.point for mark in found], dtype=np.int64)
        order = atom_order(self.lattice, points[None])[0].tolist()
        colours = "".join(found[place].character if cells else UNCOLOURED for place in order)
        normal = normalised(self.lattice, points)
        return DrawnShape(tuple(tuple(point) for point in normal.tolist()), colours)

    def _edges(self, name: str, shapes: Sequence[DrawnShape], node: Node | None) -> list[list[str]]:
        """For every shape a word for each of its cells: the colours of its sides, dots for none."""
        lattice = self.lattice
        known = self.colours.edges
        problems = self.problems
        flat = bool(known) and lattice.dimension == 2
        sides = lattice.sides() if flat else np.zeros((1, 0, 2), dtype=np.int64)
        none = [[UNCOLOURED * sides.shape[1]] * len(shape.points) for shape in shapes]
        if node is None or (known and not flat):
            return none
        if not known:
            advice = "add 'edges' to the puzzle, with a colour for each letter"
            problems.add(f"edges of tile {name} without colours", advice, where=node.place)
            return none
        items = node.items if isinstance(node, Items) else (node,)
        if len(items) != len(shapes):
            what = f"edges of {len(items)} shapes, where tile {name} has {len(shapes)}"
            problems.add(what, "write those of each", where=node.place)
            return none
        found: list[list[str]] = []
        for shape, item in zip(shapes, items, strict=True):
            if not shape.points:
                # That is noted already.
                found.append([])
                continue
            words = item.text.split() if isinstance(item, Scalar) else []
            inside = set(shape.points)
            kinds = lattice.classes(np.array(shape.points))
            right = [
                "".join(
                    UNCOLOURED if (a + y, b + x) in inside else "x" for y, x in sides[kind].tolist()
                )
                for (a, b), kind in zip(shape.points, kinds.tolist(), strict=True)
            ]
            wrong = sorted({letter for word in words for letter in word} - {*known, UNCOLOURED})
            seen = ["".join(UNCOLOURED if one == UNCOLOURED else "x" for one in w) for w in words]
            if wrong:
                problems.require_known("colour of edges", wrong[0], known, where=item.place)
            elif seen != right:
                what = f"the edges of tile {name} do not fit its cells"
                example = " ".join(word.replace("x", next(iter(known))) for word in right)
                advice = f"write a letter for each outer side, a dot for each inner one: {example}"
                problems.add(what, advice, where=item.place)
            found.append(words if seen == right else none[len(found)])
        return found

    def _count(self, fields: Fields) -> tuple[int, int | None]:
        """How many copies of a tile are used, at least and at most."""
        optional = fields["optional"] == "true"
        count = fields["count"]
        text = count.text if isinstance(count, Scalar) else str(count)
        if text == _ANY:
            return 0, None
        if not re.match(r"[1-9][0-9]{0,4}\Z", text):
            what = f"'count' is {quoted(text)}"
            advice = f"write a whole number from 1, or '{_ANY}'"
            self.problems.add(what, advice, where=count.place)
            return 1, 1
        return (0 if optional else int(text)), int(text)

    def _require_different_marks(self, tiles: list[tuple[Tile, TextPlace]]) -> None:
        seen: dict[str, str] = {}
        for tile, place in tiles:
            for mark in tile.marks or tile.name:
                if not _TILE_NAME.match(mark):
                    what = f"mark {quoted(mark)} of tile {tile.name}"
                    self.problems.add(what, "use letters and digits", where=place)
                elif mark in seen:
                    what = f"tiles {seen[mark]} and {tile.name} are both marked {mark}"
                    if seen[mark] == tile.name:
                        what = f"two copies of tile {tile.name} are marked {mark}"
                    self.problems.add(what, "change one of them", where=place)
                seen[mark] = tile.name
