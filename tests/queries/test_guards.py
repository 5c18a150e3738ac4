"""Solvers and workers that lie are found out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Limit, Result, Seconds, Status
from ilpuzzles.errors import BackendError, CheckError
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.queries import parallel
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.parallel import Listing, PartJob, Shared, search_part
from ilpuzzles.queries.relaxation import relax
from ilpuzzles.queries.restricted_search import Restricted
from ilpuzzles.queries.solve import Inquiry


def some_of_four() -> Model:
    """At most one of four, all of which are wished for in pairs."""
    model = Model()
    x = model.binary("x", 4)
    with model.group("few"):
        model.at_most_one(x)
    with model.group("wishes"):
        model.add(x[0] + x[1] >= 1)
        model.add(x[2] + x[3] >= 1)
    return model


def test_a_model_that_is_called_impossible_and_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Model()
    model.at_least_one(model.binary("x", 2))

    def denied(self: Inquiry, _restricted: Restricted) -> Result:
        return self.result(Status.INFEASIBLE, Limit.NONE, complete=True)

    monkeypatch.setattr(Inquiry, "look", denied)
    # A search that is told that nothing is possible would drop every row; here they are kept.
    monkeypatch.setattr(
        "ilpuzzles.queries.iis.minimal_conflict", lambda candidates, _: list(candidates)
    )
    with pytest.raises(CheckError, match="cpsat found no solution, but cpsat did"):
        explain(model, backend="cpsat")


def test_an_optimum_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = Inquiry.look

    def exaggerated(self: Inquiry, restricted: Restricted) -> Result:
        result = looked(self, restricted)
        goal = restricted.program().objective
        return result if goal is None else replace(result, objective=10**6)

    assert relax(some_of_four(), "rows", backend="cpsat").least == 1
    monkeypatch.setattr(Inquiry, "look", exaggerated)
    with pytest.raises(CheckError, match="cpsat missed a better solution"):
        relax(some_of_four(), "rows", backend="cpsat")


def test_a_part_that_lists_what_is_not_its_own() -> None:
    listing = Listing(lambda _: None)
    with pytest.raises(CheckError, match="outside its part"):
        listing.receive("x0=1..1", np.array([[1, 0], [0, 1]]))


def test_a_part_that_is_listed_again_from_its_beginning() -> None:
    visited: list[list[int]] = []

    def visit(values: IntArray) -> None:
        visited.append(values.tolist())

    listing = Listing(visit)
    assert listing.receive("x0=1..1", np.array([[1, 0]])) == 1
    # The worker was killed; another one begins anew.
    assert listing.receive("x0=1..1", np.array([[1, 0]])) == 1
    assert listing.receive("x0=1..1", np.array([[1, 1]])) == 2
    assert visited == [[1, 0], [1, 1]]
    with pytest.raises(CheckError, match="a part has 3 solutions, and 2 were listed"):
        listing.finish("x0=1..1", 3)


def test_a_part_that_is_split_again_and_again_is_listed_once() -> None:
    visited: list[list[int]] = []
    listing = Listing(lambda values: visited.append(values.tolist()))
    listing.receive("x0=0..1", np.array([[0, 0, 0]]))
    listing.split("x0=0..1", ["x0=0..0", "x0=1..1"])
    listing.receive("x0=0..0", np.array([[0, 0, 1]]))
    listing.split("x0=0..0", ["x0=0..0 x1=0..0", "x0=0..0 x1=1..1"])
    listing.receive("x0=0..0 x1=0..0", np.array([[0, 0, 0], [0, 0, 1]]))
    assert visited == [[0, 0, 0], [0, 0, 1]]


def test_a_visitor_that_has_had_enough() -> None:
    listing = Listing(lambda _: False)
    assert listing.receive("everything", np.array([[1], [0]])) == 1
    assert listing.stopped
    listing.finish("everything", 2)


@pytest.mark.parametrize("status", [Status.ERROR, Status.UNKNOWN])
def test_a_part_that_was_left_unfinished(status: Status, monkeypatch: pytest.MonkeyPatch) -> None:
    """It must not count as one that has no solutions."""

    def given_up(*_: Any) -> Result:
        return Result(
            status=status,
            limit=Limit.NONE,
            values=None,
            objective=None,
            bound=None,
            complete=False,
            seconds=Seconds(),
            nodes=None,
            memory=None,
            backend="cpsat",
            version="1",
            message="no memory",
        )

    monkeypatch.setattr(parallel, "enumerate_alone", given_up)
    shared = Shared(some_of_four().program(), "cpsat", Options(), listing=False)
    with pytest.raises(BackendError, match=f"left a part .* unfinished: {status}, no memory"):
        search_part(shared, PartJob({}), lambda _: None)
