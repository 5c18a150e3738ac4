"""Every lattice: its symmetries, its neighbours, its drawings and its letters, held together."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from ilpuzzles import geometry
from ilpuzzles.errors import InputError
from ilpuzzles.geometry.lattice import IntArray, Lattice, motion_names, motion_numbers
from ilpuzzles.geometry.standard_lattices import (
    CUBIC,
    FCC,
    HEXAGONAL,
    LATTICES,
    SQUARE,
    TAN,
    TRIANGULAR,
)
from support.oracles import TURNS, is_atom, moved, place_in_the_plane

EVERY = pytest.mark.parametrize("lattice", LATTICES.values(), ids=list(LATTICES))
PLANAR = pytest.mark.parametrize(
    "lattice", [SQUARE, TRIANGULAR, HEXAGONAL, TAN], ids=lambda lattice: lattice.name
)


def atoms_near(lattice: Lattice, reach: int = 2) -> IntArray:
    """The atoms of the cells around that of step 0."""
    steps = np.array(list(product(range(-reach, reach + 1), repeat=lattice.dimension)))
    points: IntArray = (lattice.base + (steps @ lattice.translations)[:, None]).reshape(
        -1, lattice.dimension
    )
    return points


def polygons(lattice: Lattice, points: IntArray) -> list[list[tuple[int, int]]]:
    """The corners of atoms, in the units of the drawing."""
    return [
        [(int(x), int(y)) for x, y in lattice.corners[number] + lattice.drawing @ point]
        for point, number in zip(points, lattice.classes(points).tolist(), strict=True)
    ]


def sides(polygon: list[tuple[int, int]]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The sides of a polygon, in its sense."""
    return list(zip(polygon, [*polygon[1:], polygon[0]], strict=True))


def doubled_area(polygon: list[tuple[int, int]]) -> int:
    """Twice the area of a polygon; positive if it runs clockwise on a screen, where y goes down."""
    return sum(x * v - u * y for (x, y), (u, v) in sides(polygon))


@EVERY
def test_atoms_and_translations_are_those_of_the_oracle(lattice: Lattice) -> None:
    around = np.array(list(product(range(-7, 8), repeat=lattice.dimension)))
    steps, classes = lattice.split(around)
    inside = classes >= 0
    assert inside.tolist() == [is_atom(lattice.name, point) for point in around.tolist()]
    again = lattice.base[classes[inside]] + steps[inside] @ lattice.translations
    assert (again == around[inside]).all()
    assert (lattice.classes(around) == classes).all()
    assert lattice.are_translations(around).tolist() == [
        all(is_atom(lattice.name, vector + base) for base in lattice.base) for vector in around
    ]


@EVERY
def test_the_group_is_the_one_of_the_oracle(lattice: Lattice) -> None:
    atoms = [tuple(atom) for atom in atoms_near(lattice, 1).tolist()]
    group = lattice.point_group
    for motions in ("all", "rotations", "shifts"):
        chosen = group[motion_numbers(lattice, motions)]
        turned = {tuple(map(tuple, (np.array(atoms) @ matrix.T).tolist())) for matrix in chosen}
        assert len(turned) == len(chosen)
        assert turned == {tuple(copy) for copy in moved(lattice.name, atoms, motions)}
    # Rotations come first, and the identity before them.
    rotations = len(group) // 2
    assert (lattice.rotations() == group[:rotations]).all()
    assert motion_numbers(lattice, "rotations").tolist() == list(range(rotations))
    assert (group[0] == np.eye(lattice.dimension)).all()


@PLANAR
def test_names_of_motions_mean_what_the_oracle_takes_them_for(lattice: Lattice) -> None:
    atoms = [tuple(atom) for atom in atoms_near(lattice, 1).tolist()]
    step = TURNS[lattice.name]
    turns = range(0, 360, step)
    names = [*map(str, turns), *(f"mirror {(90 + turn // 2) % 180}" for turn in turns)]
    assert motion_names(lattice) == tuple(names)
    for number, name in enumerate(names):
        (copy,) = moved(lattice.name, atoms, [name])
        turned = np.array(atoms) @ lattice.point_group[number].T
        assert copy == [tuple(point) for point in turned.tolist()]
        assert motion_numbers(lattice, [name]).tolist() == [number]


@EVERY
def test_symmetries_keep_atoms_neighbours_and_translations(lattice: Lattice) -> None:
    for matrix in lattice.point_group:
        assert lattice.are_translations(lattice.translations @ matrix.T).all()
        for number, base in enumerate(lattice.base):
            target = int(lattice.classes((matrix @ base)[None])[0])
            assert target >= 0
            turned = {tuple(step) for step in (lattice.neighbours[number] @ matrix.T).tolist()}
            assert turned == {tuple(step) for step in lattice.neighbours[target].tolist()}


@EVERY
def test_letters_and_atoms_agree(lattice: Lattice) -> None:
    atoms = atoms_near(lattice, 3)
    places = lattice.chart(atoms)
    known = {tuple(place) for place in places.tolist()}
    assert len(known) == len(atoms)
    around = np.array(list(product(range(-2, 3), repeat=places.shape[1])))
    inside = lattice.points_of_chart(around)[1] >= 0
    assert inside.tolist() == [tuple(place) in known for place in around.tolist()]
    again, classes = lattice.points_of_chart(places)
    assert (again == atoms).all()
    assert (classes == lattice.classes(atoms)).all()


def test_the_letters_of_triangles_and_hexagons_lie_as_in_the_drawing() -> None:
    """A place that is further right or further down is so in real coordinates, too."""
    for lattice in (TRIANGULAR, HEXAGONAL, SQUARE, TAN):
        atoms = atoms_near(lattice)
        places = lattice.chart(atoms)
        middles = atoms @ lattice.drawing.T
        for axis, other in ((0, 1), (1, 0)):
            order = np.argsort(places[:, axis], kind="stable")
            along = middles[order, other]
            rows = places[order, axis]
            for low in range(len(order) - 1):
                if rows[low] < rows[low + 1]:
                    left, right = along[rows == rows[low]], along[rows == rows[low + 1]]
                    # In a row of triangles the middles differ in height, but not the rows.
                    assert left.max() <= right.max()
                    assert left.min() <= right.min()


@PLANAR
def test_neighbours_share_exactly_one_whole_side(lattice: Lattice) -> None:
    """And no other atoms do: so corners, drawing and neighbours say the same."""
    atoms = atoms_near(lattice, 3)
    shapes = polygons(lattice, atoms)
    known = [{tuple(step) for step in steps.tolist()} for steps in lattice.neighbours]
    classes = lattice.classes(atoms).tolist()
    for one in range(len(lattice.base)):
        here = int(np.nonzero((atoms == lattice.base[one]).all(axis=1))[0][0])
        forward = set(sides(shapes[here]))
        assert len(forward) == len(lattice.neighbours[one])
        for other in range(len(atoms)):
            if other == here:
                continue
            step = tuple((atoms[other] - atoms[here]).tolist())
            shared = {side for side in forward if (side[1], side[0]) in sides(shapes[other])}
            assert len(shared) == (1 if step in known[classes[here]] else 0)
            # No side runs the same way in both: the atoms would lie on the same side of it.
            assert not forward & set(sides(shapes[other]))


@PLANAR
def test_polygons_run_clockwise_and_fill_the_cell(lattice: Lattice) -> None:
    areas = [doubled_area(polygon) for polygon in polygons(lattice, lattice.base)]
    assert min(areas) > 0
    cell = round(abs(float(np.linalg.det(lattice.translations @ lattice.drawing.T))))
    assert sum(areas) == 2 * cell


@PLANAR
def test_polygons_are_regular_in_real_units(lattice: Lattice) -> None:
    """All sides are equal, and all angles; but quarters of a square have one longer side."""
    unit = np.array(lattice.unit)
    for corners in lattice.corners:
        real = corners * unit
        lengths = np.sort(np.hypot(*(np.roll(real, -1, axis=0) - real).T))
        if lattice is TAN:
            assert np.allclose(lengths / lengths[2], np.array([0.5**0.5, 0.5**0.5, 1]))
        else:
            assert np.allclose(lengths, lengths[0])
            angles = np.arctan2(*(np.roll(real, -1, axis=0) - real).T)
            steps = np.diff([*angles, angles[0]]) % (2 * np.pi)
            assert np.allclose(steps, steps[0])


@PLANAR
def test_the_oracle_draws_the_same_picture(lattice: Lattice) -> None:
    """Its real coordinates differ from the drawing by a factor at most."""
    atoms = atoms_near(lattice)
    drawn = atoms @ lattice.drawing.T * np.array(lattice.unit) * np.array([1, -1])
    placed = np.array([place_in_the_plane(lattice.name, atom) for atom in atoms.tolist()])
    used = np.abs(placed) > 1e-9
    factors = drawn[used] / placed[used]
    assert np.allclose(factors, factors[0])
    assert factors[0] > 0
    assert np.allclose(drawn[~used], 0)


def test_balls_touch_their_twelve_neighbours() -> None:
    """At the Cartesian distance of sqrt(2), and all others are further away."""
    atoms = np.array(list(product(range(-3, 4), repeat=3)))
    layer, row, column = atoms.T
    squared = (row + column - layer) ** 2 + (row - column) ** 2 + layer**2
    near = {tuple(point) for point in atoms[squared == 2].tolist()}
    assert near == {tuple(step) for step in FCC.neighbours[0].tolist()}
    assert len(near) == 12
    assert squared[squared > 0].min() == 2


def test_motions_are_numbers_in_the_group() -> None:
    assert motion_numbers(HEXAGONAL, ["mirror 0", "180", "180"]).tolist() == [3, 9]
    assert motion_names(CUBIC) == motion_names(FCC) == ()


@pytest.mark.parametrize(
    ("lattice", "motions"),
    [(SQUARE, "turns"), (SQUARE, ["60"]), (HEXAGONAL, ["90"]), (CUBIC, ["0"])],
)
def test_unknown_motions_are_refused(lattice: Lattice, motions: str | list[str]) -> None:
    with pytest.raises(InputError, match="motion"):
        motion_numbers(lattice, motions)


@pytest.mark.parametrize(
    "lattice", [SQUARE, CUBIC, TRIANGULAR, TAN], ids=lambda lattice: lattice.name
)
def test_chess_colours_alternate_across_sides(lattice: Lattice) -> None:
    atoms = atoms_near(lattice)
    colours = lattice.chess_colours(atoms)
    assert lattice.chess_colours(lattice.base[:1]).tolist() == [1]
    around = lattice.chess_colours(atoms[:, None, :] + lattice.neighbours[lattice.classes(atoms)])
    other = around == -colours[:, None]
    if lattice is TAN:
        # From square to square: of the sides of a quarter, two lead to its own square.
        steps, _ = TAN.split(atoms)
        assert (colours == 1 - 2 * (steps.sum(axis=1) % 2)).all()
        assert (other.sum(axis=1) == 1).all()
    else:
        assert other.all()
    # Three hexagons, or balls, touch each other.
    assert HEXAGONAL.chess == FCC.chess == ()


def test_numbers_of_motions_are_found_under_their_former_name() -> None:
    former: Any = geometry
    with pytest.warns(FutureWarning, match="is now called ilpuzzles.geometry.lattice.motion_numb"):
        assert former.motion_matrices(SQUARE, "shifts").tolist() == [0]
