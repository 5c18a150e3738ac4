"""Independent answers to compare with: slow, simple, and without any of the package's code.

Shapes are turned in real coordinates, x to the right and y upwards; only points come back.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations, product
from typing import Any, NamedTuple, TypeAlias

Point: TypeAlias = tuple[int, ...]
Real: TypeAlias = tuple[float, ...]
Tiling: TypeAlias = tuple[tuple[str, tuple[Point, ...]], ...]

_TALL = math.sqrt(3) / 2

# How to go from a point of a planar lattice to its place in the plane: x and y of each coordinate.
_PLANES: dict[str, tuple[Real, Real]] = {
    "square": ((0.0, -1.0), (1.0, 0.0)),
    "hexagonal": ((1 / 2, -_TALL), (1.0, 0.0)),
    "triangular": ((1 / 6, -_TALL / 3), (1 / 3, 0.0)),
    "tan": ((0.0, 1 / 6), (1 / 6, 0.0)),
}
# By how many degrees a planar lattice can be turned.
TURNS = {"square": 90, "hexagonal": 60, "triangular": 60, "tan": 90}
# The translations of each lattice are the multiples of this number.
PERIOD = {"square": 1, "cubic": 1, "triangular": 3, "hexagonal": 1, "tan": 6, "fcc": 1}
# What the coordinates of an atom may be, modulo this number.
BASE: dict[str, list[Point]] = {
    "square": [(0, 0)],
    "cubic": [(0, 0, 0)],
    "triangular": [(1, 1), (2, 2)],
    "hexagonal": [(0, 0)],
    "tan": [(0, 4), (4, 0), (2, 0), (0, 2)],
    "fcc": [(0, 0, 0)],
}


def place_in_the_plane(lattice: str, point: Sequence[int]) -> Real:
    """Where the middle of an atom lies, with y upwards, in sides of a cell."""
    (x0, y0), (x1, y1) = _PLANES[lattice]
    return (point[0] * x0 + point[1] * x1, point[0] * y0 + point[1] * y1)


def _point_of_place(lattice: str, place: Real) -> Point:
    (x0, y0), (x1, y1) = _PLANES[lattice]
    determinant = x0 * y1 - x1 * y0
    x, y = place
    exact = ((x * y1 - y * x1) / determinant, (y * x0 - x * y0) / determinant)
    near = tuple(round(value) for value in exact)
    assert all(abs(one - other) < 1e-6 for one, other in zip(exact, near, strict=True))
    return near


def is_atom(lattice: str, point: Sequence[int]) -> bool:
    """Whether a point is an atom of a lattice."""
    return tuple(value % PERIOD[lattice] for value in point) in BASE[lattice]


def _moved_in_the_plane(lattice: str, shape: Sequence[Point], name: str) -> list[Point]:
    """A shape, turned about the origin, or mirrored in an axis through it."""
    mirrored = name.startswith("mirror ")
    degrees = float(name.removeprefix("mirror "))
    angle = math.radians(degrees * (2 if mirrored else 1))
    sine, cosine = math.sin(angle), math.cos(angle)
    flip = -1 if mirrored else 1
    found = []
    for point in shape:
        x, y = place_in_the_plane(lattice, point)
        turned = (cosine * x - flip * sine * y, sine * x + flip * cosine * y)
        found.append(_point_of_place(lattice, turned))
    return found


def _signed_permutations(*, proper: bool) -> Iterator[tuple[Point, Point]]:
    """All symmetries of the cube: orders of the axes and signs; if proper, the rotations only."""
    for order in permutations(range(3)):
        swaps = sum(order[i] > order[j] for i in range(3) for j in range(i + 1, 3))
        for signs in product((1, -1), repeat=3):
            if not proper or (-1) ** swaps * math.prod(signs) == 1:
                yield order, signs


def _moved_in_space(
    lattice: str, shape: Sequence[Point], order: Point, signs: Point
) -> list[Point]:
    found: list[Point] = []
    for first, second, third in shape:
        place = (first, second, third)
        if lattice == "fcc":
            place = (second + third - first, second - third, -first)
        x, y, z = (sign * place[axis] for sign, axis in zip(signs, order, strict=True))
        if lattice == "fcc":
            assert (x + y + z) % 2 == 0
            x, y, z = -z, (x + y - z) // 2, (x - y - z) // 2
        found.append((x, y, z))
    return found


def moved(
    lattice: str, shape: Iterable[Sequence[int]], motions: str | Sequence[str] = "all"
) -> list[list[Point]]:
    """What each motion makes of a shape, in the same order of atoms; nothing is left out."""
    points = [tuple(point) for point in shape]
    if motions == "shifts":
        return [points]
    if lattice in {"cubic", "fcc"}:
        group = _signed_permutations(proper={"all": False, "rotations": True}[str(motions)])
        return [_moved_in_space(lattice, points, order, signs) for order, signs in group]
    names: Sequence[str]
    if str(motions) in {"all", "rotations"}:
        step = TURNS[lattice]
        names = [str(degrees) for degrees in range(0, 360, step)]
        if motions == "all":
            names += [f"mirror {half / 2}" for half in range(0, 360, step)]
    else:
        names = [str(name) for name in motions]
    return [_moved_in_the_plane(lattice, points, name) for name in names]


def turned_copies(
    shape: Iterable[Sequence[int]], lattice: str | None = None, motions: str | Sequence[str] = "all"
) -> list[list[Point]]:
    """All different turned and mirrored copies of a shape, shifted near the origin, sorted.

    Without a name, the lattice is the square or the cubic one.
    """
    points = [tuple(point) for point in shape]
    lattice = lattice or ("square" if len(points[0]) == 2 else "cubic")
    side = PERIOD[lattice]
    found = set()
    for copy in moved(lattice, points, motions):
        corner = [min(column) // side * side for column in zip(*copy, strict=True)]
        found.add(tuple(sorted(tuple(a - b for a, b in zip(p, corner, strict=True)) for p in copy)))
    return [list(copy) for copy in sorted(found)]


class Board:
    """The atoms of a region, and whatever equals them if it is wrapped."""

    def __init__(
        self, lattice: str, atoms: Iterable[Sequence[int]], wrap: Iterable[Sequence[int]] = ()
    ) -> None:
        self.lattice = lattice
        self.atoms = [tuple(atom) for atom in atoms]
        self._periods = [tuple(period) for period in wrap]
        self._known: dict[Point, Point] = {atom: atom for atom in self.atoms}

    def unrolled(self, reach: int) -> dict[Point, Point]:
        """For every point up to so far outside that is an atom, that atom."""
        leading = [next(filter(None, period)) for period in self._periods]
        span = reach + max(max(map(abs, atom)) for atom in self.atoms)
        times = [range(-2 * span // lead - 2, 2 * span // lead + 3) for lead in leading]
        found: dict[Point, Point] = {}
        for counts in product(*times):
            shift = [
                sum(n * period[axis] for n, period in zip(counts, self._periods, strict=True))
                for axis in range(len(self.atoms[0]))
            ]
            for atom in self.atoms:
                point = tuple(a + b for a, b in zip(atom, shift, strict=True))
                assert found.setdefault(point, atom) == atom, "two atoms of the region are equal"
        return found

    def placements(
        self, shapes: Iterable[Iterable[Sequence[int]]], motions: str | Sequence[str] = "all"
    ) -> set[frozenset[Point]]:
        """All ways to lay a tile: every copy, shifted to every atom."""
        copies = [
            copy
            for shape in shapes
            for copy in turned_copies(shape, self.lattice, motions)
            if len(copy) <= len(self.atoms)
        ]
        if not copies:
            return set()
        reach = 2 * max(abs(value) for copy in copies for point in copy for value in point)
        reach += 2 * PERIOD[self.lattice]
        known = self.unrolled(reach) if self._periods else self._known
        found = set()
        for copy in copies:
            for atom in self.atoms:
                shift = [a - b for a, b in zip(atom, copy[0], strict=True)]
                if any(value % PERIOD[self.lattice] for value in shift):
                    continue
                there = (tuple(a + b for a, b in zip(point, shift, strict=True)) for point in copy)
                targets = {known.get(point) for point in there}
                # Several points on one atom: the tile would lie on itself.
                if len(targets) == len(copy) and None not in targets:
                    found.add(frozenset(target for target in targets if target is not None))
        return found


class Option(NamedTuple):
    """A way to lay a tile: its number, the bits of its atoms, its values, and its points."""

    tile: int
    mask: int
    values: tuple[int, ...]
    points: tuple[Point, ...]


def _added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


class _Riddle:
    """An instance as bits."""

    def __init__(self, plain: dict[str, Any]) -> None:
        board = Board(plain["lattice"], plain["region"], plain.get("wrap", ()))
        # Along the short side first: then few cells are half done, and states meet often.
        extent = [len({atom[axis] for atom in board.atoms}) for axis in range(len(board.atoms[0]))]
        axes = sorted(range(len(extent)), key=lambda axis: -extent[axis])
        side = PERIOD[board.lattice]
        atoms = sorted(board.atoms, key=lambda atom: ([atom[axis] // side for axis in axes], atom))
        self.bit = {atom: 1 << number for number, atom in enumerate(atoms)}
        further = plain.get("further", {})
        lines = sorted({(name, atom[axis]) for name, axis in further.items() for atom in atoms})
        line_bit = {line: 1 << len(atoms) + number for number, line in enumerate(lines)}
        self.everything = (1 << len(atoms) + len(lines)) - 1
        self.names = sorted(plain["tiles"])
        tiles = [plain["tiles"][name] for name in self.names]
        self.least = [tile.get("least", 1) for tile in tiles]
        self.most = [tile.get("most", 1) for tile in tiles]
        conditions = plain.get("conditions", [])
        self.targets = tuple(condition["target"] for condition in conditions)
        value_of = [
            dict(zip(board.atoms, condition["atoms"], strict=True)) if "atoms" in condition else {}
            for condition in conditions
        ]
        self.options: list[Option] = []
        for number, tile in enumerate(tiles):
            fills, shapes = tile.get("fills", ()), tile.get("shapes") or [tile["shape"]]
            for covered in sorted(map(sorted, board.placements(shapes, tile["motions"]))):
                mask = sum(self.bit[atom] for atom in covered)
                filled = {(name, atom[further[name]]) for name in fills for atom in covered}
                mask |= sum(line_bit[line] for line in filled)
                values = tuple(
                    condition.get("tiles", {}).get(self.names[number], 0)
                    + sum(known.get(atom, 0) for atom in covered)
                    for condition, known in zip(conditions, value_of, strict=True)
                )
                self.options.append(Option(number, mask, values, tuple(covered)))
        self.given = [
            next(
                option
                for option in self.options
                if self.names[option.tile] == given["tile"]
                and set(option.points) == {tuple(point) for point in given["atoms"]}
            )
            for given in plain.get("givens", [])
        ]

    def filled(self, options: Sequence[Option]) -> int:
        """The bits of the atoms that are covered."""
        bits = 0
        for option in options:
            bits |= option.mask
        return bits

    def counts(self, options: Sequence[Option]) -> list[int]:
        """How often each tile is used."""
        used = [option.tile for option in options]
        return [used.count(tile) for tile in range(len(self.names))]

    def sums(self, options: Sequence[Option]) -> tuple[int, ...]:
        """The values of all conditions."""
        total = tuple(0 for _ in self.targets)
        for option in options:
            total = _added(total, option.values)
        return total

    def sound_so_far(self, options: Sequence[Option]) -> bool:
        """Whether nothing is covered twice, and no tile is used too often."""
        limits = zip(self.counts(options), self.most, strict=True)
        apart = sum(option.mask for option in options) == self.filled(options)
        return apart and all(most is None or count <= most for count, most in limits)

    def is_solution(self, options: Sequence[Option]) -> bool:
        """Whether tiles that cover everything once are used often enough, and add up."""
        limits = zip(self.counts(options), self.least, strict=True)
        enough = all(count >= least for count, least in limits)
        return enough and self.sums(options) == self.targets


def _by_first_bit(options: Iterable[Option], everything: int) -> list[list[Option]]:
    """The options that cover each atom, and none before it."""
    found: list[list[Option]] = [[] for _ in range(everything.bit_length())]
    for option in options:
        found[(option.mask & -option.mask).bit_length() - 1].append(option)
    return found


def count_tilings(plain: dict[str, Any]) -> int:
    """Counts the solutions of a tiling instance, given as plain data."""
    riddle = _Riddle(plain)
    if not riddle.sound_so_far(riddle.given):
        return 0
    limits = list(zip(riddle.least, riddle.most, strict=True))
    return count_choices(riddle.options, riddle.everything, limits, riddle.targets, riddle.given)


def count_choices(
    options: Iterable[Option],
    everything: int,
    limits: Sequence[tuple[int, int | None]],
    targets: tuple[int, ...],
    given: Sequence[Option] = (),
) -> int:
    """Counts the choices of options that cover everything once, with tiles as often as they may be.

    Fills the first free atom in all ways, and remembers the count of every state it has seen.
    """
    # How often each tile was used is kept in a few bits of one number.
    highest = [least if most is None else most for least, most in limits]
    width = [count.bit_length() for count in highest]
    offset = [sum(width[:number]) for number in range(len(width))]
    first = [
        [(o.mask, offset[o.tile], (1 << width[o.tile]) - 1, o.tile, o.values) for o in some]
        for some in _by_first_bit(options, everything)
    ]

    @cache
    def rest(filled: int, used: int, sums: tuple[int, ...]) -> int:
        if filled == everything:
            counts = (used >> offset[tile] & (1 << bits) - 1 for tile, bits in enumerate(width))
            enough = all(count >= least for count, (least, _) in zip(counts, limits, strict=True))
            return int(enough and sums == targets)
        total = 0
        for mask, shift, bits, tile, values in first[(~filled & -~filled).bit_length() - 1]:
            if mask & filled:
                continue
            count, after = used >> shift & bits, used
            if count < highest[tile]:
                after += 1 << shift
            elif limits[tile][1] is not None:
                continue
            total += rest(filled | mask, after, _added(sums, values) if sums else sums)
        return total

    filled, used, sums = 0, 0, tuple(0 for _ in targets)
    for option in given:
        filled |= option.mask
        if (used >> offset[option.tile] & (1 << width[option.tile]) - 1) < highest[option.tile]:
            used += 1 << offset[option.tile]
        sums = _added(sums, option.values)
    return rest(filled, used, sums)


def list_tilings(plain: dict[str, Any]) -> list[Tiling]:
    """All solutions of a small tiling instance: tiles and their points, sorted."""
    riddle = _Riddle(plain)
    first = _by_first_bit(riddle.options, riddle.everything)
    chosen: list[Option] = list(riddle.given)
    found: list[Tiling] = []

    def search(filled: int) -> None:
        if not riddle.sound_so_far(chosen):
            return
        if filled == riddle.everything:
            if riddle.is_solution(chosen):
                placed = ((riddle.names[option.tile], option.points) for option in chosen)
                found.append(tuple(sorted(placed)))
            return
        for option in first[(~filled & -~filled).bit_length() - 1]:
            if not option.mask & filled:
                chosen.append(option)
                search(filled | option.mask)
                chosen.pop()

    search(riddle.filled(chosen))
    return sorted(found)
