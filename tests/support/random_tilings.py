"""Small random tiling instances on every lattice, mostly with a solution."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ilpuzzles.geometry import polyforms
from ilpuzzles.geometry.lattice import IntArray, Lattice, motion_names, motion_numbers
from ilpuzzles.geometry.region import Region
from ilpuzzles.geometry.shapes import orientations
from ilpuzzles.geometry.standard_lattices import LATTICES
from ilpuzzles.geometry.symmetry import symmetries
from ilpuzzles.tilings.placement_table import PlacementTable
from ilpuzzles.tilings.tiling_puzzle import (
    PlacedTile,
    Point,
    Tile,
    TilingCondition,
    TilingInstance,
    TilingPuzzle,
)
from support.oracles import Option, count_choices

NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def instance_of(
    region: Region, tiles: Sequence[Tile], conditions: Sequence[TilingCondition] = ()
) -> TilingInstance:
    """An instance with nothing given."""
    ordered = tuple(sorted(tiles, key=lambda tile: tile.name))
    puzzle = TilingPuzzle("random", "Random", "", "", region.lattice, None, ordered)
    return TilingInstance(puzzle, region, conditions=tuple(conditions))


def tile(name: str, lattice: Lattice | str, *shapes: Sequence[Point], **more: object) -> Tile:
    """A tile of some points; more: motions, least, most, fills."""
    lattice = LATTICES[lattice] if isinstance(lattice, str) else lattice
    drawn = [orientations(lattice, np.array(shape), "shifts").shapes[0] for shape in shapes]
    plain = tuple(tuple(tuple(point) for point in shape.tolist()) for shape in drawn)
    return Tile(name, "", "", plain, **more)  # type: ignore[arg-type] # as the tests say


def _periods(dice: random.Random, lattice: Lattice, sides: list[int]) -> list[list[int]]:
    """None, or one or two; of the lattices in space they wrap layers or columns."""
    wrapped = dice.choice(["no", "no", "last", "first", "both"])
    unit = np.eye(lattice.dimension, dtype=np.int64) @ lattice.translations
    axes = {"no": [], "last": [-1], "first": [0], "both": [0, -1]}[wrapped]
    return [(sides[axis] * unit[axis]).tolist() for axis in axes]


def _neighbours(region: Region) -> list[list[tuple[int, tuple[int, ...]]]]:
    """For every atom its neighbours, and the steps that lead to them."""
    lattice = region.lattice
    found = []
    for point, number in zip(region.points, lattice.classes(region.points), strict=True):
        steps = lattice.neighbours[number]
        targets = region.numbers(point + steps).tolist()
        pairs = zip(targets, map(tuple, steps.tolist()), strict=True)
        found.append([(target, step) for target, step in pairs if target >= 0])
    return found


def random_region(dice: random.Random, lattice: Lattice, *, most: int, wrap: bool) -> Region:
    """A connected region of four atoms or more."""
    sides = [dice.randint(1, 4) for _ in range(lattice.dimension)]
    if lattice.dimension == 3:
        sides = [min(side, 3) for side in sides]
    periods = _periods(dice, lattice, sides) if wrap else []
    steps = np.array(list(np.ndindex(*sides)))
    points = (lattice.base + (steps @ lattice.translations)[:, None]).reshape(-1, lattice.dimension)
    everything = Region.of(lattice, points.tolist(), periods=periods)
    beside = _neighbours(everything)
    chosen = [dice.randrange(len(everything))]
    wanted = dice.randint(min(4, len(everything)), min(most, len(everything)))
    while len(chosen) < wanted:
        border = sorted({n for atom in chosen for n, _ in beside[atom]} - set(chosen))
        if not border:
            break
        chosen.append(dice.choice(border))
    if dice.random() < 0.4 and len(everything) <= most:
        chosen = list(range(len(everything)))
    return Region.of(lattice, everything.points[chosen].tolist(), periods=periods)


def _piece(
    dice: random.Random,
    beside: list[list[tuple[int, tuple[int, ...]]]],
    start: Point,
    free: set[int],
) -> list[Point]:
    """Takes a connected piece of one to four atoms out of the free ones; its points, unrolled."""
    atoms, points = [min(free)], [start]
    free.remove(atoms[0])
    for _ in range(dice.choice([0, 1, 2, 2, 3, 3])):
        ways = [
            (target, tuple(a + b for a, b in zip(point, step, strict=True)))
            for atom, point in zip(atoms, points, strict=True)
            for target, step in beside[atom]
            if target in free
        ]
        if not ways:
            break
        target, point = dice.choice(ways)
        free.remove(target)
        atoms.append(target)
        points.append(point)
    return points


def pieces_of(dice: random.Random, region: Region) -> list[list[Point]]:
    """Cuts a region into connected pieces."""
    beside, free = _neighbours(region), set(range(len(region.points)))
    pieces = []
    while free:
        start = tuple(region.points[min(free)].tolist())
        pieces.append(_piece(dice, beside, start, free))
    return pieces


def random_tiling(seed: int, name: str, *, most: int = 10, singles: bool = False) -> TilingInstance:
    """A random instance on a lattice, most of the time with a solution.

    Args:
        seed: Says which.
        name: The name of the lattice.
        most: How many atoms the region has at most.
        singles: Whether every tile is used exactly once.
    """
    dice = random.Random(f"{seed} {name}")
    region = random_region(dice, LATTICES[name], most=most, wrap=dice.random() < 0.6)
    return _tiling_of(dice, region, singles=singles)


def symmetric_tiling(seed: int, name: str, *, most: int = 12) -> TilingInstance:
    """The same on a region with symmetries, which need not be connected; now and then with givens.

    Args:
        seed: Says which.
        name: The name of the lattice.
        most: How many atoms the region has at most, if its symmetries allow that few.
    """
    dice = random.Random(f"symmetric {seed} {name}")
    region = symmetric_region(dice, LATTICES[name], most=most)
    instance = _tiling_of(dice, region, singles=dice.random() < 0.3, shared=True)
    if dice.random() < 0.8:
        return instance
    table = PlacementTable.of(instance)
    given = table.placed(dice.randrange(len(table)))
    return replace(instance, givens=(given,))


def symmetric_region(dice: random.Random, lattice: Lattice, *, most: int) -> Region:
    """A box, wrapped or not, without some orbits of a few of its symmetries."""
    least = 2 if lattice.dimension == 2 else 1
    sides = [dice.randint(least, 4) for _ in range(lattice.dimension)]
    periods = _periods(dice, lattice, sides) if dice.random() < 0.3 else []
    steps = np.array(list(np.ndindex(*sides)))
    points = (lattice.base + (steps @ lattice.translations)[:, None]).reshape(-1, lattice.dimension)
    whole = Region.of(lattice, points.tolist(), periods=periods)
    images = symmetries(whole)[1]
    orbit = np.arange(len(whole))
    for _ in range(dice.randint(1, 3)):
        wider, image = orbit.copy(), images[dice.randrange(len(images))]
        while (wider[image] != wider).any():
            # The least number of all atoms that symmetries take to each other.
            least = np.minimum(wider, wider[image])
            np.minimum.at(least, image, wider)
            np.minimum.at(least, orbit, least.copy())
            wider = least[orbit]
        if np.bincount(wider).max() <= most:
            orbit = wider
    orbits = [np.nonzero(orbit == first)[0] for first in np.unique(orbit).tolist()]
    dice.shuffle(orbits)
    chosen = orbits[0]
    for more in orbits[1:]:
        if len(chosen) + len(more) <= most:
            chosen = np.concatenate([chosen, more])
    return Region.of(lattice, whole.points[np.sort(chosen)].tolist(), periods=periods)


def _tiling_of(
    dice: random.Random, region: Region, *, singles: bool, shared: bool = False
) -> TilingInstance:
    """A region that is cut into tiles; these keep its symmetries if all may be moved in all ways.

    If `shared`, so they may, nearly always.
    """
    lattice = region.lattice
    choices: list[str | tuple[str, ...]] = ["all", "all", "rotations", "rotations", "shifts"]
    if lattice.dimension == 2:
        names = motion_names(lattice)
        choices.append(("0", *dice.sample(names, dice.randint(1, 3))))
    if shared:
        choices += ["all"] * 12
    motions = dice.choice(choices)
    count: dict[bytes, int] = {}
    shape_of: dict[bytes, list[Point]] = {}
    for piece in pieces_of(dice, region):
        copies = orientations(lattice, np.array(piece), motions).shapes
        key = min(np.ascontiguousarray(copy).tobytes() for copy in copies)
        if singles or dice.random() < 0.15:
            key += bytes([len(count)])  # a name of its own, though the shape may be known
        count[key] = count.get(key, 0) + 1
        shape_of.setdefault(key, piece)
    tiles = [
        tile(letter, lattice, shape_of[key], motions=motions, least=count[key], most=count[key])
        for letter, key in zip(NAMES, count, strict=False)
    ]
    if not singles:
        tiles = [_loosened(dice, one) for one in tiles]
        if dice.random() < 0.5:
            extra = dice.choice(polyforms(lattice, dice.randint(1, 3), "shifts"))
            shape = [tuple(point) for point in extra.tolist()]
            tiles.append(tile("Z", lattice, shape, motions=motions, least=0, most=1))
        if dice.random() < 0.2:
            tiles[0] = _by_hand(dice, tiles[0], lattice)
    conditions = []
    if dice.random() < 0.2:
        values = {one.name: dice.randint(-1, 1) for one in tiles}
        target = sum(values[one.name] * one.least for one in tiles)
        conditions.append(TilingCondition("sum of values", "", target, tiles=values))
    return instance_of(region, tiles, conditions)


def _loosened(dice: random.Random, one: Tile) -> Tile:
    """Now and then, a tile that may be left out, or of which there are more."""
    way = dice.choice(["so", "so", "so", "fewer", "more", "any"])
    if way == "fewer":
        return replace(one, least=one.least - 1)
    if way == "more" and one.most is not None:
        return replace(one, most=one.most + 1)
    return replace(one, least=0, most=None) if way == "any" else one


def _by_hand(dice: random.Random, one: Tile, lattice: Lattice) -> Tile:
    """The same tile with its orientations drawn, not all of them perhaps."""
    shapes = one.orientations(lattice)[0].tolist()
    chosen = [shapes[0], *dice.sample(shapes[1:], dice.randint(0, len(shapes) - 1))]
    drawn = tuple(tuple(tuple(point) for point in shape) for shape in chosen)
    return replace(one, shapes=drawn, motions="shifts")


def echelon(periods: IntArray) -> list[list[int]]:
    """The same periods in the form that regions need, by Euclid's algorithm."""
    rows, done = [list(map(int, row)) for row in periods], []
    for axis in range(periods.shape[1]):
        while sum(row[axis] != 0 for row in rows) > 1:
            rows.sort(key=lambda row: (row[axis] == 0, abs(row[axis])))
            for number in range(1, len(rows)):
                times = rows[number][axis] // rows[0][axis]
                rows[number] = [a - times * b for a, b in zip(rows[number], rows[0], strict=True)]
        for row in [row for row in rows if row[axis]]:
            done.append([-a for a in row] if row[axis] < 0 else row)
            rows.remove(row)
    return done


def turned(instance: TilingInstance, number: int) -> TilingInstance:
    """The instance with region and tiles moved by a matrix of the point group, givens included."""
    lattice, region = instance.region.lattice, instance.region
    group = lattice.point_group
    matrix = group[number]
    back = np.rint(np.linalg.inv(matrix)).astype(np.int64)

    def moved(points: Sequence[Point]) -> list[Point]:
        return [tuple(point) for point in (np.array(points) @ matrix.T).tolist()]

    def renamed(motions: str | tuple[str, ...]) -> str | tuple[str, ...]:
        if isinstance(motions, str):
            return motions
        names = motion_names(lattice)
        inside = [matrix @ group[n] @ back for n in motion_numbers(lattice, motions).tolist()]
        found = (next(n for n, other in enumerate(group) if (other == one).all()) for one in inside)
        return tuple(names[n] for n in found)

    tiles = [
        replace(
            tile(one.name, lattice, *(moved(shape) for shape in one.shapes)),
            motions=renamed(one.motions),
            least=one.least,
            most=one.most,
            fills=one.fills,
        )
        for one in instance.tiles
    ]
    # A line goes to a line where the matrix takes the axis to an axis.
    further = {}
    for one in region.further:
        (axis,) = np.nonzero(matrix[:, one.axis])[0].tolist()
        further[one.name] = axis
    other = Region.of(
        lattice,
        moved([tuple(point) for point in region.points.tolist()]),
        periods=echelon(region.periods @ matrix.T),
        further=further,
    )
    made = instance_of(other, tiles, instance.conditions)
    givens = []
    for given in instance.givens:
        atoms = other.points[other.numbers(np.array(moved(given.points)))].tolist()
        givens.append(PlacedTile(given.tile, tuple(sorted(tuple(atom) for atom in atoms))))
    return replace(made, givens=tuple(sorted(givens, key=lambda one: (one.tile, one.points))))


def count_covers(table: PlacementTable) -> int:
    """Counts the solutions of a table of placements by itself: the first free atom in all ways."""
    instance, tiles = table.instance, table.instance.tiles
    options = [
        Option(
            number,
            sum(1 << atom for atom in table.covered(placement).tolist()),
            tuple((one.tiles or {}).get(tiles[number].name, 0) for one in instance.conditions),
            (),
        )
        for placement, number in enumerate(table.tile.tolist())
    ]
    limits = [(one.least, one.most) for one in tiles]
    targets = tuple(condition.target for condition in instance.conditions)
    return count_choices(options, (1 << len(instance.region)) - 1, limits, targets)
