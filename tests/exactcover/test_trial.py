"""Table or search: when the beginning of a table decides against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from ilpuzzles.exactcover import engine as engine_module, search as search_module
from ilpuzzles.exactcover.costs import Costs, Trial
from ilpuzzles.exactcover.diagram import Layout, static_order
from ilpuzzles.exactcover.engine import count_covers, sample_covers, visit_covers
from ilpuzzles.exactcover.estimate import Estimate
from ilpuzzles.exactcover.problem import CoverProblem
from ilpuzzles.exactcover.settings import Engine, Settings
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.solvers.cover.backend import ExactCoverBackend
from support.covering import dominoes

MEGABYTE = 1 << 20


@dataclass
class Begun:
    """A table that has come so far."""

    position: int
    states: int
    peak: int


@pytest.fixture
def layout() -> Layout:
    """Ten pairs of which one each is chosen."""
    problem = CoverProblem.of([[n // 2] for n in range(20)], items=10)
    found = Layout.of(problem, static_order(problem, ()))
    assert isinstance(found, Layout)
    return found


@pytest.mark.parametrize(
    ("nodes", "states", "peak", "says"),
    [
        # At three tenths of the way there is a tenth of all states.
        (60_000_000, 300_000, 10, ""),
        (60_000_000, 300_000, 110, "about 3,000,000 states, more than 1,024 MB hold, the search"),
        # Ten times what it takes to fill the memory, which may be enough: that is worth a try.
        (300_000_000, 300_000, 110, "more than 1,024 MB hold, the search"),
        (350_000_000, 300_000, 110, ""),
        # Too few states tell nothing, nor does a search of which nothing is known.
        (1_000, 1_000, 110, ""),
        (None, 300_000, 110, ""),
        # Up to four times as slow is not hopeless yet; a twentieth of the search later, it is.
        (1_000_000, 4_000, 10, ""),
        (1_000_000, 40_000, 10, "about 400,000 states, the search about 1,000,000 placements"),
    ],
)
def test_too_many_states_decide_against_a_table(
    layout: Layout, nodes: float | None, states: int, peak: int, says: str
) -> None:
    # A placement takes a seventh of a state.
    search = None if nodes is None else Estimate(nodes, 15 * nodes)
    costs = Costs(placement=1.0, word=1 / 15, state=14.0)
    trial = Trial(layout, search, 1024 * MEGABYTE, costs)
    begun: Any = Begun(trial.positions * 3 // 10, states, peak * MEGABYTE)
    assert trial.gives_up(begun) is bool(says)
    assert says in trial.why
    assert bool(trial.why) is bool(says)
    begun.position = trial.positions // 2
    assert not trial.gives_up(begun)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("preset", "engine", "size"), [("4x15", Engine.TABLE, 78_239), ("8x8", Engine.SEARCH, 256_499)]
)
def test_the_quicker_engine_is_chosen(preset: str, engine: Engine, size: int) -> None:
    """A node of a search that looks at many options costs as much as several states."""
    problem = ExactCoverBackend().native(experiment("pentominoes", preset).model)
    run = count_covers(problem, Settings(symmetry=False))
    assert run.statistics.engine is engine
    assert (run.statistics.states or run.statistics.nodes) == size
    # One of equivalent choices is less work for both.
    assert count_covers(problem).statistics.engine is engine


@pytest.mark.parametrize("storing", [False, True])
def test_a_table_needs_no_search_kernel(monkeypatch: pytest.MonkeyPatch, storing: bool) -> None:
    """It takes longer to compile than the table's."""

    def compiled(*_: object) -> None:
        pytest.fail("the search was asked for")

    monkeypatch.setattr(search_module, "search_for", compiled)
    if storing:
        found, run = sample_covers(dominoes(8, 8), 3)
        assert len(found) == 3
    else:
        run = count_covers(dominoes(8, 8))
    assert (run.found, run.complete) == (12_988_816, True)
    assert run.statistics.engine is Engine.TABLE


@pytest.mark.parametrize("listing", [False, True])
def test_a_short_search_is_decided_on_without_a_table_and_threads(
    monkeypatch: pytest.MonkeyPatch, listing: bool
) -> None:
    def begun(*_: object) -> None:
        pytest.fail("a table or threads were asked for")

    monkeypatch.setattr(engine_module, "static_order", begun)
    monkeypatch.setattr(engine_module, "search_in_threads", begun)
    problem, settings = dominoes(6, 6), Settings(workers=2)
    if listing:
        run = visit_covers(problem, lambda _: True, settings)
    else:
        run = count_covers(problem, settings)
    assert (run.found, run.complete, run.statistics.nodes) == (6_728, True, 25_694)
    assert run.statistics.why.endswith(" placements are too few for a table")


@pytest.mark.exhaustive
def test_a_search_without_end_is_no_long_estimate() -> None:
    """Each dive would choose 600 options, among up to 2,000."""
    run = count_covers(dominoes(8, 150))
    assert run.complete
    assert run.statistics.engine is Engine.TABLE
    assert run.statistics.why.endswith("instead of more than 1,000,000,000,000 placements")
    narrow = count_covers(dominoes(150, 8))
    assert narrow.found == run.found
