"""Every lattice: its symmetries, its neighbours, its drawings and its letters, held together."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.geometry.lattice import IntArray, Lattice, motion_matrices, motion_names
from ilpuzzles.geometry.standard_lattices import (
    CUBIC,
    FCC,
    HEXAGONAL,
    LATTICES,
    SQUARE,
    TAN,
    TRIANGULAR,
)
from support.oracles import is_atom, moved, place_in_the_plane

EVERY = pytest.mark.parametrize("lattice", LATTICES.values(), ids=list(LATTICES))
PLANAR = pytest.mark.parametrize(
    "lattice", [SQUARE, TRIANGULAR, HEXAGONAL, TAN], ids=lambda lattice: lattice.name
)
CLASSES = {"square": 1, "cubic": 1, "triangular": 2, "hexagonal": 1, "tan": 4, "fcc": 1}


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


@pytest.mark.parametrize(
    ("lattice", "order", "rotations"),
    [
        (SQUARE, 8, 4),
        (CUBIC, 48, 24),
        (TRIANGULAR, 12, 6),
        (HEXAGONAL, 12, 6),
        (TAN, 8, 4),
        (FCC, 48, 24),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_point_groups_have_their_orders(lattice: Lattice, order: int, rotations: int) -> None:
    group = lattice.point_group
    assert group.dtype == np.int64
    assert len({matrix.tobytes() for matrix in group}) == len(group) == order
    assert len(lattice.rotations()) == rotations
    assert (group[0] == np.eye(lattice.dimension)).all()
    # Rotations come first.
    assert (lattice.rotations() == group[:rotations]).all()
    determinants = [round(float(np.linalg.det(matrix))) for matrix in group]
    assert determinants == [1] * rotations + [-1] * rotations
    known = {matrix.tobytes() for matrix in group}
    assert all((a @ b).tobytes() in known for a in group for b in group)


def test_there_are_six_lattices() -> None:
    assert {name: len(lattice.base) for name, lattice in LATTICES.items()} == CLASSES
    assert all(lattice.name == name for name, lattice in LATTICES.items())


@EVERY
def test_atoms_are_where_the_oracle_has_them(lattice: Lattice) -> None:
    around = np.array(list(product(range(-7, 8), repeat=lattice.dimension)))
    steps, classes = lattice.split(around)
    expected = [is_atom(lattice.name, point) for point in around.tolist()]
    assert (classes >= 0).tolist() == expected
    inside = classes >= 0
    again = lattice.base[classes[inside]] + steps[inside] @ lattice.translations
    assert (again == around[inside]).all()
    assert (lattice.classes(around) == classes).all()


@EVERY
def test_symmetries_take_atoms_to_atoms_and_neighbours_to_neighbours(lattice: Lattice) -> None:
    for matrix in lattice.point_group:
        for number, base in enumerate(lattice.base):
            image = matrix @ base
            target = int(lattice.classes(image[None])[0])
            assert target >= 0
            turned = {tuple(step) for step in (lattice.neighbours[number] @ matrix.T).tolist()}
            assert turned == {tuple(step) for step in lattice.neighbours[target].tolist()}


@EVERY
def test_symmetries_take_translations_to_translations(lattice: Lattice) -> None:
    for matrix in lattice.point_group:
        assert lattice.are_translations(lattice.translations @ matrix.T).all()


@EVERY
def test_neighbours_are_mutual(lattice: Lattice) -> None:
    for number, base in enumerate(lattice.base):
        for step in lattice.neighbours[number]:
            target = int(lattice.classes((base + step)[None])[0])
            assert target >= 0
            back = {tuple(other) for other in lattice.neighbours[target].tolist()}
            assert tuple((-step).tolist()) in back


@EVERY
def test_translations_are_told_from_other_vectors(lattice: Lattice) -> None:
    around = np.array(list(product(range(-7, 8), repeat=lattice.dimension)))
    expected = [
        all(is_atom(lattice.name, vector + base) for base in lattice.base) for vector in around
    ]
    assert lattice.are_translations(around).tolist() == expected


@EVERY
def test_letters_and_atoms_agree(lattice: Lattice) -> None:
    atoms = atoms_near(lattice)
    places = lattice.chart(atoms)
    assert len({tuple(place) for place in places.tolist()}) == len(atoms)
    again, classes = lattice.points_of_chart(places)
    assert (again == atoms).all()
    assert (classes == lattice.classes(atoms)).all()


@pytest.mark.parametrize(
    ("lattice", "rows"),
    [
        (SQUARE, ["##", "##"]),
        (HEXAGONAL, ["# # ", " # #", "# # "]),
        (TRIANGULAR, ["####", "####", "####"]),
        (TAN, [".#..#.", "#.##.#", ".#..#."]),
    ],
    ids=["square", "hexagonal", "triangular", "tan"],
)
def test_places_without_an_atom_are_known(lattice: Lattice, rows: list[str]) -> None:
    # The rows of a tan square are counted from the last one, -1.
    first = -len(rows) if lattice is TAN else 0
    places = np.array([(r + first, c) for r in range(len(rows)) for c in range(len(rows[0]))])
    _, classes = lattice.points_of_chart(places)
    marks = ["#" if number >= 0 else "." for number in classes.tolist()]
    expected = [mark for row in rows for mark in row.replace(" ", ".")]
    assert marks == expected


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
def test_different_atoms_share_no_area(lattice: Lattice) -> None:
    """Convex polygons: one of their sides has the other polygon on its far side."""
    atoms = atoms_near(lattice, 2)
    shapes = polygons(lattice, atoms)

    def apart(one: list[tuple[int, int]], other: list[tuple[int, int]]) -> bool:
        return any(
            all((u - x) * (q - y) - (v - y) * (p - x) <= 0 for p, q in other)
            for (x, y), (u, v) in sides(one)
        )

    for here in range(len(lattice.base)):
        number = int(np.nonzero((atoms == lattice.base[here]).all(axis=1))[0][0])
        for other, shape in enumerate(shapes):
            if other != number:
                assert apart(shapes[number], shape) or apart(shape, shapes[number])


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
def test_rotations_turn_counterclockwise_step_by_step(lattice: Lattice) -> None:
    half = len(lattice.point_group) // 2
    unit = np.array(lattice.unit)

    def real(points: IntArray) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        """Places with y upwards."""
        drawn: np.ndarray[tuple[int, ...], np.dtype[np.float64]] = (
            points @ lattice.drawing.T * unit * np.array([1, -1])
        )
        return drawn

    points = np.array([[6, 0], [0, 6], [12, 6]])
    for number in range(half):
        angle = 2 * math.pi * number / half
        turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
        turned = real(points @ lattice.point_group[number].T)
        assert np.allclose(turned, real(points) @ turn.T)
        # The mirror in the vertical axis first, and then the rotation.
        mirrored = real(points @ lattice.point_group[number + half].T)
        assert np.allclose(mirrored, (real(points) * np.array([-1, 1])) @ turn.T)


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


@EVERY
def test_the_group_is_the_one_of_the_oracle(lattice: Lattice) -> None:
    atoms = [tuple(atom) for atom in atoms_near(lattice, 1).tolist()]
    for motions in ("all", "rotations"):
        chosen = motion_matrices(lattice, motions)
        turned = {
            tuple(map(tuple, (np.array(atoms) @ lattice.point_group[number].T).tolist()))
            for number in chosen
        }
        assert len(turned) == len(chosen)
        assert turned == {tuple(copy) for copy in moved(lattice.name, atoms, motions)}


def test_balls_touch_their_twelve_neighbours() -> None:
    """At the Cartesian distance of sqrt(2), and all others are further away."""
    atoms = np.array(list(product(range(-3, 4), repeat=3)))
    layer, row, column = atoms.T
    squared = (row + column - layer) ** 2 + (row - column) ** 2 + layer**2
    near = {tuple(point) for point in atoms[squared == 2].tolist()}
    assert near == {tuple(step) for step in FCC.neighbours[0].tolist()}
    assert len(near) == 12
    assert squared[squared > 0].min() == 2


@pytest.mark.parametrize(
    ("lattice", "names"),
    [
        (SQUARE, ["0", "90", "180", "270", "90", "135", "0", "45"]),
        (TAN, ["0", "90", "180", "270", "90", "135", "0", "45"]),
        (
            HEXAGONAL,
            ["0", "60", "120", "180", "240", "300", "90", "120", "150", "0", "30", "60"],
        ),
        (
            TRIANGULAR,
            ["0", "60", "120", "180", "240", "300", "90", "120", "150", "0", "30", "60"],
        ),
    ],
    ids=["square", "tan", "hexagonal", "triangular"],
)
def test_motions_have_names(lattice: Lattice, names: list[str]) -> None:
    half = len(names) // 2
    found = motion_names(lattice)
    assert found == (*names[:half], *(f"mirror {name}" for name in names[half:]))


@PLANAR
def test_a_name_means_what_the_oracle_takes_it_for(lattice: Lattice) -> None:
    atoms = [tuple(atom) for atom in atoms_near(lattice, 1).tolist()]
    for number, name in enumerate(motion_names(lattice)):
        (copy,) = moved(lattice.name, atoms, [name])
        assert copy == [
            tuple(point) for point in (np.array(atoms) @ lattice.point_group[number].T).tolist()
        ]
        assert motion_matrices(lattice, [name]).tolist() == [number]


def test_motions_are_numbers_in_the_group() -> None:
    assert motion_matrices(SQUARE, "shifts").tolist() == [0]
    assert motion_matrices(FCC, "all").tolist() == list(range(48))
    assert motion_matrices(FCC, "rotations").tolist() == list(range(24))
    assert motion_matrices(HEXAGONAL, ["mirror 0", "180", "180"]).tolist() == [3, 9]
    assert motion_names(CUBIC) == motion_names(FCC) == ()


@pytest.mark.parametrize(
    ("lattice", "motions"),
    [(SQUARE, "turns"), (SQUARE, ["60"]), (HEXAGONAL, ["90"]), (CUBIC, ["0"])],
)
def test_unknown_motions_are_refused(lattice: Lattice, motions: str | list[str]) -> None:
    with pytest.raises(InputError, match="motion"):
        motion_matrices(lattice, motions)


@pytest.mark.parametrize("lattice", [SQUARE, CUBIC, TRIANGULAR], ids=lambda lattice: lattice.name)
def test_colours_alternate_across_sides(lattice: Lattice) -> None:
    atoms = atoms_near(lattice, 2)
    colours = lattice.chess_colours(atoms)
    assert set(colours.tolist()) == {-1, 1}
    assert lattice.chess_colours(lattice.base[:1]).tolist() == [1]
    sides_of = lattice.neighbours[lattice.classes(atoms)]
    around = lattice.chess_colours(atoms[:, None, :] + sides_of)
    assert (around == -colours[:, None]).all()


def test_colours_of_tans_alternate_from_square_to_square() -> None:
    atoms = atoms_near(TAN, 2)
    colours = TAN.chess_colours(atoms)
    steps, _ = TAN.split(atoms)
    assert (colours == 1 - 2 * (steps.sum(axis=1) % 2)).all()
    # Three sides of a quarter: two lead to its own square, one to the next.
    around = TAN.chess_colours(atoms[:, None, :] + TAN.neighbours[TAN.classes(atoms)])
    assert ((around == -colours[:, None]).sum(axis=1) == 1).all()


def test_hexagons_and_balls_have_no_two_colours() -> None:
    """Three of them touch each other."""
    assert HEXAGONAL.chess == FCC.chess == ()


def test_classes_tell_atoms_from_other_points() -> None:
    checkered = Lattice(
        name="every other point",
        dimension=2,
        base=np.array([[0, 0], [1, 0]]),
        translations=np.array([[2, 0], [0, 2]]),
        point_group=np.eye(2, dtype=np.int64)[None],
        neighbours=np.zeros((2, 0, 2), dtype=np.int64),
        chart_base=np.array([[0, 0], [1, 0]]),
        chart_steps=np.array([[2, 0], [0, 2]]),
        corners=np.zeros((2, 0, 2), dtype=np.int64),
        drawing=np.zeros((2, 2), dtype=np.int64),
        unit=(1.0, 1.0),
    )
    points = np.array([[4, -2], [-3, 2], [0, 1], [1, 1]])
    assert checkered.classes(points).tolist() == [0, 1, -1, -1]
