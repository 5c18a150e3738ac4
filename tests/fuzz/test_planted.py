"""Models with structure, whose answers are known by how they were made, against every backend.

`python -m pytest tests/fuzz/test_planted.py --wider 30` asks every backend in this process
about 900 models, and those with a process of their own about 300. Which ones changes with the
date, but for the first few; the first line of a run says which.
"""

from __future__ import annotations

import random

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import IlpuzzlesError
from ilpuzzles.queries.solve import solve_model
from support.fuzz.planted import STRUCTURES, grid, wrong_answer


@pytest.mark.exhaustive
def test_no_backend_denies_what_was_planted(planted: str, seeds_of_planted: range) -> None:
    lines = []
    for seed in seeds_of_planted:
        try:
            what = wrong_answer(seed, planted)
        except IlpuzzlesError as error:
            what = f"{type(error).__name__}: {error}"
        if what:
            lines.append(f"wrong_answer({seed}, {planted!r})  # {what}")
    assert not lines, "\n".join(["", *lines])


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", STRUCTURES)
def test_a_planted_solution_is_one(name: str) -> None:
    """Every row holds for it, those of variables that follow from it aside."""
    for seed in range(20):
        asked = STRUCTURES[name](random.Random(seed), possible=True)
        program = asked.model.program()
        assert asked.solution is not None
        fixed = program.fix(dict(asked.solution.items()))
        if len(asked.solution) == program.variables:
            values = np.zeros(program.variables, dtype=np.int64)
            for variable, value in asked.solution.items():
                values[variable.column] = value
            assert program.check(values) == ()
        else:
            assert solve_model(fixed, "cpsat").status is Status.OPTIMAL
        impossible = STRUCTURES[name](random.Random(seed), possible=False)
        assert impossible.solution is None
        assert solve_model(impossible.model, "clingo").status is Status.INFEASIBLE


def test_scip_does_not_deny_a_loop() -> None:
    """With its rows of parity as XOR constraints, it did; see `mathopt_child`.

    The rows are what was left of a planted loop when no other could be left out.
    """
    edges, around = grid(8, 7)
    model = Model("loop")
    drawn = model.binary("edge", edges)
    passed = model.binary("corner", 72)
    corners = [8, 9, 10, 15, 16, 23, 24, 32, 33, 41, 42, *range(47, 55)]
    for corner in corners:
        there = model.sum(drawn[edge] for edge in edges if corner in edge)
        model.add(there - 2 * passed[corner] == 0)
    clues = (
        *(((0, 1), 3), ((0, 5), 2), ((1, 0), 2), ((3, 0), 3), ((4, 0), 1), ((4, 1), 2)),
        *(((4, 4), 2), ((5, 2), 2), ((6, 0), 2), ((6, 1), 2), ((6, 3), 3)),
    )
    for cell, number in clues:
        model.add(model.sum(drawn[edge] for edge in around[cell]) == number)
    assert solve_model(model, "scip", Options(verify=False)).status is Status.OPTIMAL
