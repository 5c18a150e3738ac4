"""Tilings with symmetries, counted with and without regard to these, against brute force."""

from __future__ import annotations

from collections import Counter

import pytest

from ilpuzzles.backends.interface import Options
from ilpuzzles.exactcover.settings import Engine, Settings
from ilpuzzles.geometry.standard_lattices import LATTICES
from ilpuzzles.puzzles.tiling.placement_model import placement
from ilpuzzles.puzzles.tiling.tiling_family import TILING
from ilpuzzles.queries.count import count_solutions
from support.oracles import count_tilings
from support.random_tilings import symmetric_tiling

_MANY = 20_000


@pytest.mark.parametrize("lattice", LATTICES)
def test_symmetries_leave_the_count(lattice: str) -> None:
    """Whichever engine counts, whether or not it lets one choice count for equivalent ones."""
    seen: Counter[str] = Counter()
    for seed in range(84):
        instance = symmetric_tiling(seed, lattice)
        expected = count_tilings(TILING.plain(instance))
        program = placement(instance, reduce=seed % 3 == 0).model.program()
        # A dozen equal tiles with names of their own can change places in any way.
        search = Engine.SEARCH if expected < _MANY else Engine.TABLE
        engines = (search, Engine.TABLE) if seed % 2 else (Engine.TABLE, search)
        for engine, symmetry in zip(engines, (True, False), strict=True):
            options = Options(cover=Settings(engine=engine, symmetry=symmetry))
            found = count_solutions(program, backend="exactcover", options=options)
            assert (int(found), found.complete) == (expected, True), (seed, engine, symmetry)
            said = str(found.result.details.get("symmetry"))
            seen["spared"] += "searched" in said
            seen["pairs"] += "pairs" in said
        seen["several"] += expected > 1
        seen["conditions"] += bool(instance.conditions)
        seen["givens"] += bool(instance.givens)
        seen["copies"] += any((one.most or 2) > 1 for one in instance.tiles)
        seen["optional"] += any(one.least == 0 for one in instance.tiles)
    assert min(seen[sort] for sort in ("several", "copies", "optional", "spared")) > 25, seen
    assert min(seen["conditions"], seen["givens"], seen["pairs"]) > 5, seen
