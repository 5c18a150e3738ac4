"""Reads instances of tiling puzzles from YAML trees: boards, givens and sideline conditions."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import repeat, zip_longest
from math import prod
from operator import mul
from typing import TypeAlias

import numpy as np

from ilpuzzles.errors import InputError, counted, quoted
from ilpuzzles.geometry.lattice import IntArray
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.shapes import normalised
from ilpuzzles.graphs import parts_along
from ilpuzzles.puzzles.file_heads import INSTANCE_HEAD, read_instance_fields
from ilpuzzles.reading.fields import ByHand, Fields, Form, Text, Whole, Written
from ilpuzzles.reading.tree import Mapping, Node, ProblemList, Scalar, Sequence as Items, TextPlace
from ilpuzzles.tilings.drawing_reader import (
    AXES,
    FARTHEST,
    NOTHING,
    OPEN,
    OUTSIDE,
    DrawnBox,
    Mark,
    point_form,
    read_grid,
)
from ilpuzzles.tilings.logelium import Notation
from ilpuzzles.tilings.placement_table import PlacementTable, require_areas
from ilpuzzles.tilings.tiling_puzzle import (
    UNCOLOURED,
    PlacedTile,
    Point,
    Tile,
    TilingCondition,
    TilingInstance,
    TilingPuzzle,
)
from ilpuzzles.tilings.tiling_schema import (
    CHESS,
    LABEL_FIELDS,
    REGION_FIELDS,
    RULES_FIELDS,
    ColourLetters,
    chess_colours,
    items_of,
    numbers_of_marks,
    read_labels,
    read_region,
    read_rules,
    require_region,
)

_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})\Z")

MAX_CONDITIONS = 100
"""How many conditions an instance may have."""

_SMALL_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,8})\Z")
_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9 -]{0,58}[A-Za-z0-9])?\Z")
_VALUES = {OPEN: 0, "+": 1, "-": -1, **{str(digit): digit for digit in range(10)}}

RESERVED = frozenset(
    {
        *("each cell once", "each tile once", "number of tiles"),
        *("placements", "one placement", "one rotation", "one tile per cell"),
        *("three pieces", "no tearing", "bending", "exactly one piece in one place"),
        *("elements in order", "starting position", "symmetry breaking"),
        *("tiles on each cell", "edges match", "border", "colours of cells", "colours alternate"),
    }
)
"""The groups of rows that the formulations of tilings have besides those of conditions."""


_UP_TO_SYMMETRY = "solutions-up-to-symmetry"

INSTANCE_FORM = Form(
    "the instance",
    "A position: instances/NAME/PRESET.yaml",
    (
        *INSTANCE_HEAD,
        Whole(_UP_TO_SYMMETRY, "How many of the solutions are different up to symmetry.", least=0),
        *REGION_FIELDS,
        Written(
            "board",
            "What lies there: a dot for an open cell, and a tile's letter for each of its cells.",
            "drawing",
        ),
        ByHand("givens", "Tiles that are placed already: each a given tile or a position.", "list"),
        ByHand("conditions", "Sideline conditions by their names.", "mapping"),
    ),
)
"""The file of an instance of a tiling puzzle."""

GIVEN_FORM = Form(
    "a given tile",
    "A given tile",
    (
        Written("tile", "The tile.", "tile", required=True),
        ByHand(
            "atoms",
            "The atoms that it covers: `[[0, 0], [0, 1]]`.",
            "list of points",
            required=True,
        ),
        Text(
            "edges",
            "For each atom the colours of its sides, as in a tile, where edges have colours.",
            "words",
        ),
        Text("cells", "The colours of these atoms, where cells have them.", "word"),
        Written(
            "at",
            "Instead of both, its position in Logelium's notation, as `show --placements` has it.",
            "position",
        ),
    ),
)
"""A tile that lies on the board from the start."""

CONDITION_FORM = Form(
    "a condition",
    "A condition",
    (
        Text("why", "The reason for it."),
        Written("target", "What the values of all tiles add up to.", "whole number"),
        Written(
            "colouring",
            "The values of cells: `chess`, or digits, `+`, `-` and `.` for 1, -1 and 0.",
            "chess or drawing",
        ),
        ByHand("values", "The values of tiles, instead: `{A: 1, B: -1}`.", "mapping"),
    ),
)
"""A sideline condition: a value that adds up to a target over the tiles on the board."""


def bare_instance(puzzle: TilingPuzzle) -> TilingInstance:
    """The instance of a puzzle in which nothing is given; it needs a region of its own."""
    if puzzle.region is None:
        what = f"every instance of {puzzle.name} has a region of its own"
        raise InputError(what, f"name a preset; see 'show {puzzle.name}'")
    return TilingInstance(puzzle, puzzle.region, rules=puzzle.rules, labels=puzzle.labels)


def read_instance(puzzle: TilingPuzzle, tree: Node) -> TilingInstance:
    """Reads what is to be covered, which tiles lie there, and sideline conditions.

    Raises:
        InputError: With everything that is wrong with the file.
    """
    problems = ProblemList()
    said = read_instance_fields(Fields(tree, INSTANCE_FORM, problems), puzzle.name, _UP_TO_SYMMETRY)
    drawn = said["region"]
    board = said["board"]
    placed = said["givens"]
    region = puzzle.region
    rules = puzzle.rules
    labels = dict(puzzle.labels)
    if region is not None:
        advice = f"{puzzle.name} has a region of its own"
        if drawn is not None:
            problems.add(advice, "delete 'region'", where=drawn.place)
        else:
            fields_of_region = ("wrap", "further", *RULES_FIELDS, *LABEL_FIELDS)
            require_region(said, fields_of_region, f"delete it; {advice}", problems)
    elif drawn is None and board is None:
        problems.add("key 'region' is missing", "add it to the instance", where=tree.place)
    else:
        # Without a region, the board is drawn on all that there is.
        said["region"] = _outline(board) if drawn is None else drawn
        region = read_region(puzzle.lattice, said, problems)
        if region is not None:
            region, labels = read_labels(region, said, problems)
            kinds = said["further"] if drawn is not None else None
            _require_kinds(puzzle, region, (kinds or said["region"]).place, problems)
    if region is None:
        problems.raise_if_any()
        raise InputError("the instance has no region")  # unreachable: it was noted why
    if puzzle.region is None:
        letters = ColourLetters(dict(puzzle.edges), dict(puzzle.cells))
        rules = read_rules(region, letters, said, problems)
    where = (said["region"] or board or placed or tree).place
    if puzzle.is_coloured:
        # How a given tile is turned, its placements tell, so there must not be too many.
        problems.raise_if_any()
        require_areas(region, puzzle.tiles, (), where, rules)
    counts = (said["solutions"], said[_UP_TO_SYMMETRY])
    source = said["source"]
    instance = TilingInstance(
        puzzle, region, said["title"], *counts, source, rules=rules, labels=labels
    )
    reader = GivenReader(instance, problems)
    givens = reader.board(board) if board is not None else ()
    givens += reader.placed(placed) if placed is not None else ()
    conditions = read_conditions(instance, said["conditions"], problems)
    together = reader.together(givens)
    problems.raise_if_any()
    require_areas(region, puzzle.tiles, together, where, rules)
    return replace(instance, givens=together, conditions=conditions)


def _outline(board: Scalar) -> Scalar:
    """The cells of a drawing, whatever lies on them."""

    def open_cells(text: str) -> str:
        return "".join(one if one in NOTHING else OPEN for one in text)

    lines = tuple(replace(line, text=open_cells(line.text)) for line in board.lines)
    return replace(board, text="\n".join(line.text for line in lines), lines=lines)


def _require_kinds(
    puzzle: TilingPuzzle, region: Region, place: TextPlace, problems: ProblemList
) -> None:
    """Notes kinds of further atoms that tiles fill or regions have, but not both."""
    filled = {kind: tile.name for tile in puzzle.tiles for kind in tile.fills}
    known = {further.name for further in region.further}
    for kind in sorted(known - set(filled)):
        problems.add(f"no tile of {puzzle.name} fills a {kind}", "delete it", where=place)
    for kind in sorted(set(filled) - known):
        what = f"tile {filled[kind]} fills a {kind}, and the region has none"
        problems.add(what, f"add 'further' with '{kind}: rows'", where=place)


Located: TypeAlias = tuple[Point, TextPlace]
"""An atom, and where the file names it."""


@dataclass(frozen=True, slots=True)
class GivenTile:
    """A tile that lies on the board from the start, on atoms as the region calls them."""

    placed: PlacedTile
    place: TextPlace
    """Where the file names it."""
    places: tuple[Located, ...]
    """Its atoms in any order."""


class GivenReader:
    """Reads the tiles that lie on a board; the orientations of each are found once."""

    def __init__(self, instance: TilingInstance, problems: ProblemList) -> None:
        self._instance = instance
        self._problems = problems
        self._shapes = cache(lambda tile: tile.painted(instance.region.lattice).shapes)
        self._table = cache(lambda: PlacementTable.of(instance))

    def placed(self, node: Node) -> tuple[GivenTile, ...]:
        """Reads a list of tiles and their atoms, or of their positions.

        It has mappings with `tile` and `atoms`, or with `at` and a position (see `Notation`), or
        positions alone.
        """
        if not isinstance(node, Items):
            self._problems.add("'givens' is not a list", "write '- tile: A'", where=node.place)
            return ()
        notation = Notation.of(self._instance)
        found = [self._item(item, notation) for item in node.items]
        return tuple(given for given in found if given is not None)

    def _item(self, item: Node, notation: Notation) -> GivenTile | None:
        """A given tile, or None where something is wrong with it."""
        instance = self._instance
        problems = self._problems
        if isinstance(item, Scalar):
            return self._at(item, notation)
        fields = Fields(item, GIVEN_FORM, problems)
        at = fields["at"]
        if "at" in fields.names():
            for key in ("tile", "atoms", "edges", "cells"):
                if fields.node(key) is not None:
                    what, advice = f"'{key}' beside 'at'", "a position says both; delete it"
                    problems.add(what, advice, where=fields.place_of(key))
            fields.finish()
            return self._at(at, notation) if at is not None else None
        said = fields.rest()
        name, atoms, edges, cells = (said[key] for key in ("tile", "atoms", "edges", "cells"))
        names = [tile.name for tile in instance.tiles]
        if name is None or atoms is None:
            return None
        if not problems.require_known("tile", name.text, names, where=name.place):
            return None
        tile = instance.puzzle.tile(name.text)
        located = self._points(tile, atoms)
        if located is None:
            return None
        advice = "name all of them"
        colours = list[str]()
        if (edges or cells) and not tile.colours:
            what = f"colours of tile {tile.name}, which has none"
            problems.add(what, "delete them", where=name.place)
        elif edges or cells:
            none = [UNCOLOURED * (len(tile.colours[0][0]) - 1)] * len(located)
            words = edges.split() or none
            parts = zip_longest(cells or UNCOLOURED * len(located), words, fillvalue="?")
            colours = [cell + sides for cell, sides in parts]
        return self._given(tile, located, name.place, atoms.place, advice=advice, colours=colours)

    def _at(self, text: Scalar, notation: Notation) -> GivenTile | None:
        """The tile in a position, or None where there is no such position."""
        try:
            given = notation.parse(text.text, text.place)
        except InputError as error:
            self._problems.found.extend(error.problems)
            return None
        return GivenTile(given, text.place, tuple((point, text.place) for point in given.points))

    def _points(self, tile: Tile, node: Node) -> list[Located] | None:
        """The atoms of a given tile with their places, or None where one of them is wrong."""
        region = self._instance.region
        problems = self._problems
        dimension = region.lattice.dimension
        form = point_form(dimension)
        before = len(problems.found)
        found: list[Located] = []
        seen: set[int] = set()
        for item in items_of(node, "atoms", f"[{form}, ...]", problems):
            parts = item.items if isinstance(item, Items) else ()
            texts = [part.text for part in parts if isinstance(part, Scalar)]
            numbers = [int(text) for text in texts if _WHOLE.match(text)]
            if not len(numbers) == len(texts) == len(parts) == dimension:
                problems.add("an atom that is not a point", f"write {form}", where=item.place)
                continue
            point = tuple(numbers)
            number = -1
            if max(map(abs, point)) <= FARTHEST:
                number = int(region.numbers(np.array(point, dtype=np.int64)))
            if number < 0:
                what = f"atom {list(point)} of tile {tile.name} is off the region"
                problems.add(what, "move the tile", where=item.place)
                continue
            if number in seen:
                what = f"atom {list(point)} of tile {tile.name} stands here twice"
                problems.add(what, "name each once", where=item.place)
            seen.add(number)
            found.append((point, item.place))
        return found if len(problems.found) == before else None

    def board(self, board: Scalar) -> tuple[GivenTile, ...]:
        """Reads a drawing in which letters mark the atoms of given tiles."""
        instance = self._instance
        problems = self._problems
        region = self._instance.region
        box = None if region.lattice.ragged else _box(instance)
        marks = read_grid(board, region.lattice, problems, box)
        if region.lattice.ragged and len(region.periods):
            # Beside such a board, the same cells may stand once more.
            marks = tuple(mark for mark in marks if mark.character not in NOTHING)
        atoms = numbers_of_marks(region, marks)
        if not marks or not self._has_right_size(board, marks, atoms):
            return ()
        tiles = {mark: tile for tile in instance.tiles for mark in tile.marks or tile.name}
        # Letters of the other case will do, where they are no marks themselves.
        meant = {mark.swapcase(): mark for mark in tiles} | {mark: mark for mark in tiles}
        found: dict[str, dict[int, Located]] = defaultdict(dict)
        for mark, atom in zip(marks, atoms, strict=True):
            inside = atom >= 0
            if inside == (mark.character in NOTHING):
                side = "inside" if inside else "outside"
                what = f"{quoted(mark.character)} on a place {side} the region"
                advice = f"write {OPEN} or a tile" if inside else f"write {OUTSIDE}"
                problems.add(what, advice, where=mark.place)
            elif mark.character not in {OPEN, *NOTHING, *meant}:
                problems.require_known("tile", mark.character, tiles, where=mark.place)
            elif mark.point is not None and mark.character not in {OPEN, *NOTHING}:
                found[meant[mark.character]][atom] = mark.point, mark.place
        pairs = region.adjacent_pairs()
        givens = []
        for character in sorted(found):
            tile = tiles[character]
            alone = tile.most == 1 or len(tile.marks) > 1
            drawn = found[character]
            parts = [list(drawn)] if alone else _components(drawn, pairs)
            for part in parts:
                advice = "mark the whole tile once, or none of it"
                if not alone and len(part) > len(tile.points):
                    advice = "name copies that touch under 'givens'"
                located = [drawn[atom] for atom in part]
                place = located[0][1]
                givens.append(self._given(tile, located, place, place, advice=advice))
        return tuple(givens)

    def _has_right_size(self, board: Scalar, marks: Sequence[Mark], atoms: Sequence[int]) -> bool:
        """Whether a drawing shows every cell of the region once; notes it otherwise."""
        instance = self._instance
        problems = self._problems
        region = instance.region
        name = instance.puzzle.name
        if region.lattice.ragged:
            drawn = Counter(atoms)
            cells = len(region.points)
            missing = sum(not drawn[atom] for atom in range(cells))
            twice = sum(drawn[atom] > 1 for atom in range(cells))
            what = f"the board shows {cells - missing} of {cells} cells"
            if not missing and twice:
                what = f"the board shows {twice} of its cells twice"
            if missing or twice:
                advice = f"begin with what 'show {name} --yaml' prints"
                problems.add(what, advice, where=board.place)
            return not missing and not twice
        box = _box(instance)
        last = max(mark.point for mark in marks if mark.point is not None)
        sides = tuple(side + 1 for side in last)
        if sides == box.sides:
            return True
        shown, wanted = (
            " and ".join(
                counted(n, word[:-1]) for n, word in zip(several, AXES[len(sides)], strict=True)
            )
            for several in (sides, box.sides)
        )
        where = _first_wrong_place(marks, sides, box)
        problems.add(f"a board of {shown}", f"the board of {name} has {wanted}", where=where)
        return False

    def together(self, givens: Sequence[GivenTile]) -> tuple[PlacedTile, ...]:
        """The given tiles, sorted; notes those that cannot lie there together."""
        instance = self._instance
        problems = self._problems
        owners: dict[Point, str] = {}
        covered: Counter[Point] = Counter()
        bounds = dict(zip(instance.region.cells(), instance.rules.most, strict=False))
        filled: set[tuple[str, int]] = set()
        used: Counter[str] = Counter()
        for given in givens:
            name = given.placed.tile
            tile = instance.puzzle.tile(name)
            used[name] += 1
            if tile.most is not None and used[name] == tile.most + 1:
                most = "once" if tile.most == 1 else f"{tile.most} times"
                what = f"tile {name} is placed {used[name]} times"
                problems.add(what, f"place it {most} at most", where=given.place)
            shared = [(one, at) for one, at in given.places if covered[one] >= bounds.get(one, 1)]
            covered.update(given.placed.points)
            if shared and shared[0][0] in owners:
                point, place = shared[0]
                what = f"tile {name} overlaps tile {owners[point]} in {list(point)}"
                problems.add(what, "move one of them", where=place)
            owners.update(dict.fromkeys(given.placed.points, name))
            for further in instance.region.further:
                if further.name not in tile.fills:
                    continue
                lines = {point[further.axis] for point in given.placed.points}
                for line in sorted(lines):
                    if (further.name, line) in filled:
                        axis = AXES[instance.region.lattice.dimension][further.axis][:-1]
                        what = f"the {further.name} of {axis} {line} is filled twice"
                        problems.add(what, "move one of the tiles that fill it", where=given.place)
                    filled.add((further.name, line))
        return tuple(sorted(given.placed for given in givens))

    def _given(
        self,
        tile: Tile,
        atoms: Sequence[Located],
        place: TextPlace,
        marked: TextPlace,
        *,
        advice: str,
        colours: Sequence[str] = (),
    ) -> GivenTile:
        """A tile, named in a place, on atoms; notes where these are marked unless they are a copy.

        The advice is for too few or too many of them. The colours are a word for each atom; without
        them, there has to be one way only in which a tile with colours can lie there.
        """
        name = tile.name
        size = len(tile.points)
        region = self._instance.region
        points = np.array([point for point, _ in atoms], dtype=np.int64)
        shown: Sequence[str] = ()
        if len(points) != size:
            marks = f"{len(points)} {'is' if len(points) == 1 else 'are'} marked"
            what = f"tile {name} has {counted(size, 'cell')}, and {marks}"
            self._problems.add(what, advice, where=marked)
        elif not self._is_copy(tile, points):
            what = f"the cells marked {name} do not have the shape of tile {name}"
            self._problems.add(what, f"see 'show {self._instance.puzzle.name}'", where=marked)
        elif tile.colours:
            shown = self._colours(tile, points, marked, colours)
        own = [tuple(point) for point in region.reduced(points).tolist()]
        places = zip(own, (place for _, place in atoms), strict=True)
        return GivenTile(PlacedTile.of(name, own, shown), place, tuple(places))

    def _colours(
        self, tile: Tile, points: IntArray, marked: TextPlace, colours: Sequence[str]
    ) -> Sequence[str]:
        """The colours of a tile on points that are a copy of it; notes it where they are not."""
        region = self._instance.region
        table = self._table()
        ways = []
        own = [tuple(point) for point in region.reduced(points).tolist()]
        atoms = np.sort(region.numbers(points))
        number = self._instance.tiles.index(tile)
        for placement in np.nonzero(table.tile == number)[0].tolist():
            if np.array_equal(table.covered(placement)[: len(points)], atoms):
                placed = table.placed(placement)
                shown = dict(zip(placed.points, placed.colours, strict=True))
                ways.append([shown[point] for point in own])
        if colours and list(colours) not in ways:
            what = f"tile {tile.name} does not have these colours there"
            advice = f"see 'show {self._instance.puzzle.name} --placements'"
            self._problems.add(what, advice, where=marked)
        elif not colours and len(ways) > 1:
            what = f"tile {tile.name} can lie there in {len(ways)} ways"
            advice = "name it under 'givens', with the colours of its edges or cells"
            self._problems.add(what, advice, where=marked)
        return colours if list(colours) in ways else ways[0]

    def _is_copy(self, tile: Tile, points: IntArray) -> bool:
        region = self._instance.region
        shapes = self._shapes(tile)
        if not len(region.periods):
            return bool((shapes == normalised(region.lattice, points)).all(axis=(1, 2)).any())
        wanted = np.sort(region.numbers(points))
        own = region.lattice.classes(shapes[:, 0, :])
        for first, kind in zip(points, region.lattice.classes(points), strict=True):
            moved = region.numbers(shapes[own == kind] - shapes[own == kind, :1, :] + first)
            if (np.sort(moved, axis=1) == wanted).all(axis=1).any():
                return True
        return False


def _components(drawn: Iterable[int], pairs: IntArray) -> list[list[int]]:
    """Equal marks, those that touch together: each part is one copy of a tile.

    The atoms of each part are ascending, and the parts in the order of their first atoms. The pairs
    are those of atoms that share a side.
    """
    atoms = sorted(drawn)
    return parts_along(atoms, pairs[np.isin(pairs, atoms).all(axis=1)].tolist())


def _first_wrong_place(marks: Sequence[Mark], sides: tuple[int, ...], box: DrawnBox) -> TextPlace:
    """Where a drawing with rows of equal length begins to differ from a box."""
    for mark in marks:
        at = mark.point or ()
        if any(place >= most for place, most in zip(at, box.sides, strict=True)):
            return mark.place
        if at[-1] == sides[-1] - 1 < box.sides[-1] - 1:
            # The first row ends too early.
            return mark.place.right(1)
    last = marks[-1].place
    return TextPlace(last.file, last.line + 1, last.column - sides[-1] + 1)


def _box(instance: TilingInstance) -> DrawnBox:
    """What a drawing of the region has to be like, on a grid."""
    points = instance.region.points
    sides = tuple((points.max(axis=0) + 1).tolist())
    return DrawnBox(instance.puzzle.name, sides, filled=len(points) == prod(sides))


def read_conditions(
    instance: TilingInstance, node: Node | None, problems: ProblemList
) -> tuple[TilingCondition, ...]:
    """Reads conditions by their names, in the order of the file.

    A condition has either `colouring`, the values of atoms, which is `chess` or a drawing with
    digits, `+`, `-` and `.` for 1, -1 and 0; or `values`, the values of tiles. `target` is what the
    sum over all tiles has to be; it is known for a colouring, unless `covered` leaves it open.
    """
    if node is None:
        return ()
    if not isinstance(node, Mapping) or not node.entries:
        problems.add("'conditions' has no conditions", "write 'parity:' first", where=node.place)
        return ()
    if len(node.entries) > MAX_CONDITIONS:
        what = f"{len(node.entries):,} conditions"
        problems.add(what, f"at most {MAX_CONDITIONS} are allowed", where=node.place)
        return ()
    found = (_condition(instance, key, value, problems) for key, value in node.entries)
    return tuple(condition for condition in found if condition is not None)


def _condition(
    instance: TilingInstance, key: Scalar, node: Node, problems: ProblemList
) -> TilingCondition | None:
    """A condition, or None where something is wrong with it."""
    _require_name(instance, key, problems)
    fields = Fields(node, CONDITION_FORM, problems, f"condition {key.text}")
    why, target, colouring = (fields[key] for key in ("why", "target", "colouring"))
    values = fields.node("values", required="colouring" not in fields.names())
    fields.finish()
    if target is not None and not _SMALL_WHOLE.match(target.text):
        what = f"'target' is {quoted(target.text)}"
        problems.add(what, "write a whole number", where=target.place)
        return None
    wanted = int(target.text) if target is not None else 0
    rules = instance.rules
    known = values is None if colouring is None else rules.least == rules.most
    if not known and "target" not in fields.names():
        what = f"condition {key.text} has no target"
        problems.add(what, "say what the values add up to", where=node.place)
    if colouring is not None:
        if values is not None:
            what = f"condition {key.text} has a colouring and values of tiles"
            problems.add(what, "make two conditions of it", where=values.place)
        before = len(problems.found)
        atoms = _colours(instance, colouring, problems)
        if known:
            total = sum(map(mul, atoms, rules.most or repeat(1)))
            if target is not None and wanted != total and len(problems.found) == before:
                what = f"the colours add up to {total} in every solution"
                problems.add(what, "delete 'target'", where=target.place)
            wanted = total
        return TilingCondition(key.text, why, wanted, atoms)
    if values is not None:
        return TilingCondition(key.text, why, wanted, (), _tile_values(instance, values, problems))
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
        if not problems.require_known("tile", key.text, names, where=key.place):
            continue
        if not isinstance(value, Scalar) or not _SMALL_WHOLE.match(value.text):
            what = f"the value of tile {key.text} is not a whole number"
            problems.add(what, "write one", where=value.place)
        else:
            found[key.text] = int(value.text)
    return found


def _colours(instance: TilingInstance, text: Scalar, problems: ProblemList) -> tuple[int, ...]:
    region = instance.region
    if text.text == CHESS:
        return chess_colours(region, text, problems)
    colours = [0] * len(region.points)
    marks = read_grid(text, region.lattice, problems)
    seen = set()
    for mark, number in zip(marks, numbers_of_marks(region, marks), strict=True):
        if mark.character in NOTHING:
            continue
        if mark.character not in _VALUES:
            what = f"{quoted(mark.character)} in a colouring"
            problems.add(what, "write digits, + and - for 1 and -1, . for 0", where=mark.place)
        elif number < 0:
            problems.add("a colour off the region", "write #", where=mark.place)
        elif number in seen:
            problems.add("a second colour of a cell", "draw each once", where=mark.place)
        else:
            colours[number] = _VALUES[mark.character]
            seen.add(number)
    if marks and len(seen) < len(colours):
        what = f"the colouring shows {len(seen)} of {len(colours)} cells"
        problems.add(what, "draw all of them", where=text.place)
    return tuple(colours)
