"""A result has what all searches of its question have taken."""

from __future__ import annotations

import numpy as np
import pytest

from ilpuzzles.backends.cbc import CbcBackend
from ilpuzzles.backends.cpsat import CpSatBackend
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Result, Seconds
from ilpuzzles.modelling.connectivity import connected
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries.solutions import enumerate_solutions


def total(results: list[Result]) -> Seconds:
    return Seconds(
        sum(one.seconds.build for one in results),
        sum(one.seconds.hand_over for one in results),
        sum(one.seconds.solve for one in results),
    )


@pytest.mark.parametrize("most", [2, 100])
def test_solutions_that_are_excluded_one_by_one(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    spent: list[Result] = []
    found: list[object] = []
    model.at_most_one(model.binary("x", 3))
    solve = CbcBackend.solve

    def noted(self: CbcBackend, program: Program, options: Options) -> Result:
        spent.append(solve(self, program, options))
        return spent[-1]

    monkeypatch.setattr(CbcBackend, "solve", noted)

    def visit(values: object) -> bool:
        found.append(values)
        return len(found) < most

    result = enumerate_solutions(model, visit, "cbc")
    assert (len(found), len(spent)) == ((2, 2) if most == 2 else (4, 5))
    assert result.seconds == total(spent)
    assert result.nodes == sum(one.nodes or 0 for one in spent)


def test_a_listing_that_begins_again_with_cuts(monkeypatch: pytest.MonkeyPatch) -> None:
    # Two thirds of all sets of these nodes are not connected: more than a listing bears with.
    model = Model()
    spent: list[Result] = []
    found: list[object] = []
    nodes, edges = model.binary("node", 6), [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]
    connected(model, np.array(edges), nodes, encoding="lazy")
    enumerate_ = CpSatBackend.enumerate

    def noted(self: CpSatBackend, *given: object) -> Result:
        spent.append(enumerate_(self, *given))  # type: ignore[arg-type] # as they came
        return spent[-1]

    monkeypatch.setattr(CpSatBackend, "enumerate", noted)
    result = enumerate_solutions(model, found.append, "cpsat")
    assert len(found) == 1 + 6 * 7 // 2  # no node, and each of the ways on the path
    assert len(spent) > 1
    assert result.seconds == total(spent)
