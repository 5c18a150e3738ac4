"""Whether some atoms are a copy of a tile (congruence), moved as the lattice and the tile allow.

In the plane, atoms are complex numbers: a rotation multiplies them, a reflection conjugates them
first. The results are rounded back to the integer coordinates of the lattice. In space, the
symmetries of the cube permute the Cartesian coordinates and change their signs, in exact integers.
"""

from __future__ import annotations

from cmath import exp, phase
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, islice, permutations, product
from math import pi, radians, sqrt
from typing import Any, NamedTuple, TypeAlias

from ilpuzzles.rules.plain_tiling import Placement, Point, points_of, reduced

_Shape: TypeAlias = tuple[Point, ...]

_HEIGHT = sqrt(3) / 2  # of a triangle whose sides are 1 long
_TURN = round(2 * pi, 6)
_TOLERANCE = 1e-4  # how far from a lattice point rounding may find it


class _Plane(NamedTuple):
    """The position of a planar lattice in the plane: x to the right, y upwards."""

    place: Callable[[Point], complex]
    atom: Callable[[complex], tuple[float, float]]
    least_turn: int  # in degrees; mirror lines are half as far apart
    reach: float  # what shares a side is nearer than that, and nothing else
    is_atom: Callable[[Point], object] = len


class _Space(NamedTuple):
    """The Cartesian coordinates of a spatial lattice."""

    place: Callable[[Point], Point]
    atom: Callable[[Point], Point]


_PLANES = {
    # points are (row, column)
    "square": _Plane(lambda p: complex(p[1], -p[0]), lambda z: (-z.imag, z.real), 90, 1.1),
    # points are (y, x) in sixths of a cell
    "tan": _Plane(
        lambda p: complex(p[1], p[0]),
        lambda z: (z.imag, z.real),
        90,
        3,
        lambda p: (p[0] % 6, p[1] % 6) in {(0, 2), (0, 4), (2, 0), (4, 0)},
    ),
    # points are (row, q), where every row starts half a step further right than the one above
    "hexagonal": _Plane(
        lambda p: complex(p[1] + p[0] / 2, -p[0] * _HEIGHT),
        lambda z: (-z.imag / _HEIGHT, z.real + z.imag / _HEIGHT / 2),
        60,
        1.1,
    ),
    # the same in thirds of a side
    "triangular": _Plane(
        lambda p: complex(p[1] + p[0] / 2, -p[0] * _HEIGHT) / 3,
        lambda z: (-3 * z.imag / _HEIGHT, 3 * z.real + 3 * z.imag / _HEIGHT / 2),
        60,
        0.6,
        lambda p: p[0] % 3 == p[1] % 3 != 0,
    ),
}

_SPACES = {
    "cubic": _Space(lambda p: p, lambda c: c),
    # points are (layer, i, j); the balls of a layer lie over the gaps of the one below it
    "fcc": _Space(
        lambda p: (p[1] + p[2] - p[0], p[1] - p[2], -p[0]),
        lambda c: (-c[2], (c[0] + c[1] - c[2]) // 2, (c[0] - c[1] - c[2]) // 2),
    ),
}

_TRANSLATIONS = {"triangular": 3, "tan": 6}


@lru_cache(maxsize=4096)
def sides_of(lattice: str, atom: Point) -> tuple[Point, ...]:
    """What shares a side with an atom in the plane: clockwise, what is at the top first.

    Example:
        >>> sides_of("square", (0, 0)), sides_of("triangular", (1, 1))
        (((-1, 0), (0, 1), (1, 0), (0, -1)), ((-1, 2), (2, 2), (2, -1)))
    """
    plane = _PLANES[lattice]
    far = range(-3, 4)
    around = (_sum(atom, step) for step in product(far, far) if step != (0, 0))
    ways = ((point, plane.place(point) - plane.place(atom)) for point in around)
    near = [(point, way) for point, way in ways if abs(way) < plane.reach and plane.is_atom(point)]
    # From the top, clockwise; rounded, so that the top itself is no whole turn.
    return tuple(
        point for point, way in sorted(near, key=lambda one: round(-phase(one[1] / 1j), 6) % _TURN)
    )


def is_translation(lattice: str, vector: Point) -> bool:
    """Whether shifting by a vector maps the lattice to itself.

    Example:
        >>> is_translation("tan", (6, -12)), is_translation("tan", (0, 4))
        (True, False)
    """
    return all(entry % _TRANSLATIONS.get(lattice, 1) == 0 for entry in vector)


@lru_cache(maxsize=1024)
def orientations(lattice: str, motions: str | tuple[str, ...], shape: _Shape) -> tuple[_Shape, ...]:
    """All different ways to turn and mirror a shape about the origin that stay on the lattice.

    `motions` is `all`, `rotations` (no mirrors), `shifts` (as it is), or on planar lattices some of
    them: degrees counterclockwise such as `90`, and `mirror 45` for the reflection in the line
    through the origin at that angle.
    """
    if lattice in _SPACES:
        turned = _turn_in_space(_SPACES[lattice], motions, shape)
    else:
        plane = _PLANES[lattice]
        words = _words(motions, plane.least_turn)
        found = [_turn_in_plane(plane, word, shape) for word in words]
        turned = [atoms for atoms in found if atoms is not None]
    return tuple(dict.fromkeys(tuple(sorted(atoms)) for atoms in turned))


def _words(motions: str | tuple[str, ...], least_turn: int) -> list[str]:
    """The planar motions one by one."""
    if not isinstance(motions, str):
        return list(motions)
    if motions == "shifts":
        return ["0"]
    turns = [str(degrees) for degrees in range(0, 360, least_turn)]
    mirrors = [f"mirror {degrees / 2}" for degrees in range(0, 360, least_turn)]
    return turns + mirrors if motions == "all" else turns


def _turn_in_plane(plane: _Plane, word: str, shape: _Shape) -> _Shape | None:
    """The shape after one motion; nothing if that does not lie on the lattice."""
    mirrored = word.startswith("mirror")
    angle = radians(float(word.removeprefix("mirror")))
    found = []
    for point in shape:
        place = plane.place(point)
        # The mirror line at an angle: mirror at the x axis, then turn by twice the angle.
        moved = place.conjugate() * exp(2j * angle) if mirrored else place * exp(1j * angle)
        exact = plane.atom(moved)
        rounded = tuple(round(coordinate) for coordinate in exact)
        if any(abs(a - b) > _TOLERANCE for a, b in zip(exact, rounded, strict=True)):
            return None
        found.append(rounded)
    return tuple(found)


@lru_cache(maxsize=4096)
def _colour_orientations(
    lattice: str, motions: str | tuple[str, ...], shape: _Shape, words: tuple[str, ...]
) -> tuple[dict[Point, str], ...]:
    """The atoms of all orientations of a shape, each with its colours; see `Placement`."""
    plane, found = _PLANES[lattice], []
    beyond = [side for atom in shape for side in sides_of(lattice, atom)]
    for word in _words(motions, plane.least_turn):
        moved = _turn_in_plane(plane, word, (*shape, *beyond))
        if moved is None:
            continue
        ends, painted = iter(moved[len(shape) :]), {}
        for atom, colours in zip(moved, words, strict=False):
            around = sides_of(lattice, atom)
            sides = dict(zip(islice(ends, len(around)), colours[1:], strict=False))
            painted[atom] = colours[0] + "".join(sides.get(one, "") for one in around)
        found.append(painted)
    return tuple(found)


def shows_its_colours(
    placement: Placement, tile: dict[str, Any], lattice: str, periods: Sequence[Point] = ()
) -> bool:
    """Whether a tile with colours lies as its cells and edges say, in the plane; see `is_copy`.

    The tile has as `colours`, for each of its shapes, a word for every atom.
    """
    shapes, motions = _shapes_of(tile)
    if len(placement.colours) != len(placement.atoms):
        return False
    wanted = dict(zip(placement.atoms, placement.colours, strict=True))
    for shape, words in zip(shapes, tile["colours"], strict=True):
        for painted in _colour_orientations(lattice, motions, shape, tuple(words)):
            first = min(painted)
            for target in wanted:
                vector = _sum(target, first, -1)
                if is_translation(lattice, vector) and wanted == {
                    reduced(_sum(atom, vector), periods): word for atom, word in painted.items()
                }:
                    return True
    return False


def _shapes_of(tile: dict[str, Any]) -> tuple[list[_Shape], str | tuple[str, ...]]:
    """The shapes of a tile, and how it may be moved."""
    shapes = tile["shapes"] if "shapes" in tile else [tile["shape"]]
    motions = tile["motions"]
    return list(map(points_of, shapes)), motions if isinstance(motions, str) else tuple(motions)


def _turn_in_space(space: _Space, motions: str | tuple[str, ...], shape: _Shape) -> list[_Shape]:
    if motions == "shifts":
        return [shape]
    places = [space.place(point) for point in shape]
    return [
        tuple(
            space.atom(tuple(sign * place[axis] for sign, axis in zip(signs, order, strict=True)))
            for place in places
        )
        for order in permutations(range(3))
        for signs in product((1, -1), repeat=3)
        if motions == "all" or not _is_mirror(order, signs)
    ]


def _is_mirror(order: tuple[int, ...], signs: tuple[int, ...]) -> bool:
    """Whether permuting the axes and changing signs turns left into right."""
    swaps = sum(first > second for first, second in combinations(order, 2))
    return (swaps + signs.count(-1)) % 2 == 1


def is_copy(
    atoms: Sequence[Point], tile: dict[str, Any], lattice: str, periods: Sequence[Point] = ()
) -> bool:
    """Whether some atoms are a shape of a tile, turned, mirrored and shifted as it may be.

    The atoms are as the region has them, reduced by its `periods` (in echelon form) if it is
    wrapped. The tile has a `shape`, or several `shapes`, and `motions`. No atom may be there twice,
    and no two atoms of the shape may come to lie on the same one where the region is wrapped.
    """
    shapes, motions = _shapes_of(tile)
    wanted = set(atoms)
    return any(
        _can_be_shifted(turned, wanted, lattice, periods)
        for shape in shapes
        if 0 < len(shape) == len(wanted) == len(atoms)
        for turned in orientations(lattice, motions, shape)
    )


def _can_be_shifted(
    shape: Sequence[Point], wanted: set[Point], lattice: str, periods: Sequence[Point]
) -> bool:
    """Whether a translation of the lattice takes the shape to the wanted atoms."""
    first = min(shape)
    # A shift keeps the order of points, so the first one goes to the first one; but not if the
    # region is wrapped.
    for target in wanted if periods else [min(wanted)]:
        if len(target) != len(first):
            continue
        vector = _sum(target, first, -1)
        if is_translation(lattice, vector) and wanted == {
            reduced(_sum(point, vector), periods) for point in shape
        }:
            return True
    return False


def _sum(one: Point, other: Point, sign: int = 1) -> Point:
    return tuple(a + sign * b for a, b in zip(one, other, strict=True))
