"""Reads a list of the tiles that lie on the board from the start; see `board_schema`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from ilpuzzles.document import Fields, Node, Place, ProblemList, Scalar
from ilpuzzles.document import Sequence as Items
from ilpuzzles.errors import InputError, unknown_name
from ilpuzzles.geometry import IntArray, normalised
from ilpuzzles.puzzles.tiling.notation import Notation
from ilpuzzles.puzzles.tiling.puzzle import PlacedTile, Point, Tile, TilingInstance
from ilpuzzles.puzzles.tiling.region_schema import AXES

_FARTHEST = 10**9
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,17})\Z")


@dataclass(frozen=True, slots=True)
class Given:
    """A tile that lies on the board from the start, as a file says it.

    Attributes:
        placed: The tile, on atoms as the region calls them.
        place: Where the file names it.
        places: Its atoms in any order, and where the file names each.
    """

    placed: PlacedTile
    place: Place
    places: tuple[tuple[Point, Place], ...]


class Copies:
    """Says which atoms are copies of tiles; the orientations of each tile are found once.

    Args:
        instance: The instance, without givens.
    """

    def __init__(self, instance: TilingInstance) -> None:
        self._instance = instance
        self._shapes: dict[str, IntArray] = {}
        self._normal: dict[str, frozenset[bytes]] = {}

    def given(
        self, tile: Tile, points: Sequence[Point], place: Place, places: Iterable[Place]
    ) -> Given:
        """A tile on atoms of the region, each by the point that the region calls it.

        Args:
            tile: The tile.
            points: Its atoms.
            place: Where the file names the tile.
            places: Where the file names each atom.
        """
        reduced = self._instance.region.reduced(np.array(points, dtype=np.int64)).tolist()
        own = [tuple(point) for point in reduced]
        placed = PlacedTile(tile.name, tuple(sorted(own)))
        return Given(placed, place, tuple(zip(own, places, strict=True)))

    def require(
        self,
        tile: Tile,
        points: Sequence[Point],
        place: Place,
        problems: ProblemList,
        *,
        advice: str,
    ) -> None:
        """Notes it unless some atoms are a copy of a tile.

        Args:
            tile: The tile.
            points: The atoms, all in the region and different.
            place: Where the file names them.
            problems: Where to note it.
            advice: What to do if they are too few or too many.
        """
        if len(points) != len(tile.points):
            problems.add(
                f"tile {tile.name} has {len(tile.points)} cells, and {len(points)} are marked",
                advice,
                where=place,
            )
        elif not self._is_copy(tile, np.array(points, dtype=np.int64)):
            problems.add(
                f"the cells marked {tile.name} do not have the shape of tile {tile.name}",
                f"see 'show {self._instance.puzzle.name}'",
                where=place,
            )

    def _is_copy(self, tile: Tile, points: IntArray) -> bool:
        region = self._instance.region
        if tile.name not in self._shapes:
            shapes = tile.orientations(region.lattice).shapes
            self._shapes[tile.name] = shapes
            self._normal[tile.name] = frozenset(shape.tobytes() for shape in shapes)
        if not len(region.periods):
            return normalised(region.lattice, points).tobytes() in self._normal[tile.name]
        shapes = self._shapes[tile.name]
        wanted = np.sort(region.numbers(points))
        own = region.lattice.classes(shapes[:, 0, :])
        for first, kind in zip(points, region.lattice.classes(points), strict=True):
            moved = region.numbers(shapes[own == kind] - shapes[own == kind, :1, :] + first)
            if (np.sort(moved, axis=1) == wanted).all(axis=1).any():
                return True
        return False


def read_placed(instance: TilingInstance, node: Node, problems: ProblemList) -> tuple[Given, ...]:
    """Reads a list of tiles and their atoms, or of their positions.

    Args:
        instance: The instance, without givens.
        node: A list of mappings with `tile` and `atoms`, or with `at` and a position (see
            `Notation`), or of positions alone.
        problems: Where to note what is wrong.

    Returns:
        The tiles.
    """
    if not isinstance(node, Items):
        problems.add("'givens' is not a list", "write '- tile: A'", where=node.place)
        return ()
    notation, copies = Notation.of(instance), Copies(instance)
    found = [_given(instance, item, notation, copies, problems) for item in node.items]
    return tuple(given for given in found if given is not None)


def placed_together(
    instance: TilingInstance, givens: Sequence[Given], problems: ProblemList
) -> tuple[PlacedTile, ...]:
    """The given tiles, sorted; notes those that cannot lie there together.

    Args:
        instance: The instance, without givens.
        givens: All that are given, in the order of the file.
        problems: Where to note what is wrong.
    """
    owners: dict[Point, str] = {}
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
        shared = [(point, place) for point, place in given.places if point in owners]
        if shared:
            point, place = shared[0]
            what = f"tile {name} overlaps tile {owners[point]} in {list(point)}"
            problems.add(what, "move one of them", where=place)
        owners.update(dict.fromkeys(given.placed.points, name))
        for further in instance.region.further:
            lines = {point[further.axis] for point in given.placed.points}
            for line in sorted(lines) if further.name in tile.fills else ():
                if (further.name, line) in filled:
                    axis = AXES[instance.region.lattice.dimension][further.axis][:-1]
                    what = f"the {further.name} of {axis} {line} is filled twice"
                    problems.add(what, "move one of the tiles that fill it", where=given.place)
                filled.add((further.name, line))
    return tuple(
        sorted((given.placed for given in givens), key=lambda placed: (placed.tile, placed.points))
    )


def _given(
    instance: TilingInstance, item: Node, notation: Notation, copies: Copies, problems: ProblemList
) -> Given | None:
    """A given tile, or None where something is wrong with it."""
    if isinstance(item, Scalar):
        return _at(item, notation, problems)
    fields = Fields(item, "a given tile", problems)
    by_position = fields.node("at", required=False) is not None
    if by_position:
        at = fields.scalar("at")
        for key in ("tile", "atoms"):
            if fields.node(key, required=False) is not None:
                what = f"'{key}' beside 'at'"
                problems.add(what, "a position says both; delete it", where=fields.place_of(key))
        fields.finish()
        return _at(at, notation, problems) if at is not None else None
    name = fields.scalar("tile")
    atoms = fields.node("atoms")
    fields.finish()
    if name is None or atoms is None:
        return None
    names = [tile.name for tile in instance.tiles]
    if name.text not in names:
        problems.found.append(unknown_name("tile", name.text, names, where=str(name.place)))
        return None
    tile = instance.puzzle.tile(name.text)
    located = _points(instance, tile, atoms, problems)
    if located is None:
        return None
    points, places = [point for point, _ in located], [place for _, place in located]
    copies.require(tile, points, atoms.place, problems, advice="name all of them")
    return copies.given(tile, points, name.place, places)


def _at(text: Scalar, notation: Notation, problems: ProblemList) -> Given | None:
    """The tile in a position, or None where there is no such position."""
    try:
        given = notation.parse(text.text, text.place)
    except InputError as error:
        problems.found.extend(error.problems)
        return None
    return Given(given, text.place, tuple((point, text.place) for point in given.points))


def _points(
    instance: TilingInstance, tile: Tile, node: Node, problems: ProblemList
) -> list[tuple[Point, Place]] | None:
    """The atoms of a given tile with their places, or None where something is wrong with them."""
    axes = AXES[instance.region.lattice.dimension]
    advice = f"write [{', '.join(axis[:-1] for axis in axes)}]"
    if not isinstance(node, Items) or not node.items:
        problems.add("'atoms' is not a list", f"write [{advice[6:]}, ...]", where=node.place)
        return None
    before = len(problems.found)
    found: list[tuple[Point, Place]] = []
    seen: set[int] = set()
    for item in node.items:
        parts = item.items if isinstance(item, Items) else ()
        texts = [part.text for part in parts if isinstance(part, Scalar)]
        numbers = [int(text) for text in texts if _WHOLE.match(text)]
        if len(numbers) != len(axes) or len(parts) != len(axes) or len(texts) != len(parts):
            problems.add("an atom that is not a point", advice, where=item.place)
            continue
        point = tuple(numbers)
        number = -1
        if max(map(abs, point)) <= _FARTHEST:
            number = int(instance.region.numbers(np.array(point, dtype=np.int64)))
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
