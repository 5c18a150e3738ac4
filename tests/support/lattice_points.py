"""Random atoms of lattices, and regions of them that may be wrapped."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from ilpuzzles.geometry.lattice import Lattice
from ilpuzzles.geometry.standard_lattices import LATTICES

Atom = tuple[int, ...]


def lattices() -> st.SearchStrategy[Lattice]:
    """Any lattice."""
    return st.sampled_from(list(LATTICES.values()))


def atoms(lattice: Lattice, low: int, high: int, most: int) -> st.SearchStrategy[list[Atom]]:
    """A few different atoms, in any order, of the cells with steps in these bounds."""
    step = st.tuples(*[st.integers(low, high)] * lattice.dimension)
    atom = st.tuples(step, st.integers(0, len(lattice.base) - 1)).map(
        lambda one: tuple((lattice.base[one[1]] + np.array(one[0]) @ lattice.translations).tolist())
    )
    return st.lists(atom, min_size=1, max_size=most, unique=True)


def period(lattice: Lattice, first: int, last: int) -> Atom:
    """A translation by so many cells along the first and the last axis."""
    side = int(lattice.translations[0, 0])
    return (first * side, *[0] * (lattice.dimension - 2), last * side)
