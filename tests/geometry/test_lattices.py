from __future__ import annotations

import numpy as np
import pytest

from ilpuzzles.geometry import CUBIC, LATTICES, SQUARE, Lattice


@pytest.mark.parametrize(("lattice", "order", "rotations"), [(SQUARE, 8, 4), (CUBIC, 48, 24)])
def test_point_groups_have_their_orders(lattice: Lattice, order: int, rotations: int) -> None:
    group = lattice.point_group
    assert len({matrix.tobytes() for matrix in group}) == order
    assert len(lattice.rotations()) == rotations
    assert (group[0] == np.eye(lattice.dimension)).all()
    known = {matrix.tobytes() for matrix in group}
    assert all((a @ b).tobytes() in known for a in group for b in group)


@pytest.mark.parametrize("lattice", LATTICES.values(), ids=list(LATTICES))
def test_symmetries_keep_atoms_and_neighbours(lattice: Lattice) -> None:
    for matrix in lattice.point_group:
        assert (lattice.classes(lattice.base @ matrix.T) >= 0).all()
        for steps in lattice.neighbours:
            moved = {tuple(step) for step in (steps @ matrix.T).tolist()}
            assert moved == {tuple(step) for step in steps.tolist()}


def test_classes_tell_atoms_from_other_points() -> None:
    checkered = Lattice(
        name="every other point",
        dimension=2,
        base=np.array([[0, 0], [1, 0]]),
        translations=np.array([[2, 0], [0, 2]]),
        point_group=np.eye(2, dtype=np.int64)[None],
        neighbours=np.zeros((2, 0, 2), dtype=np.int64),
        corners=np.zeros((2, 0, 2), dtype=np.int64),
        drawing=np.zeros((2, 2), dtype=np.int64),
        corner_scale=1,
    )
    points = np.array([[4, -2], [-3, 2], [0, 1], [1, 1]])
    assert checkered.classes(points).tolist() == [0, 1, -1, -1]
