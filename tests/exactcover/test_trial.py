"""When the beginning of a table decides against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from ilpuzzles.exactcover.layout import Layout
from ilpuzzles.exactcover.ordering import static_order
from ilpuzzles.exactcover.problem import CoverProblem
from ilpuzzles.exactcover.trial import Trial

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
        (10_000_000, 300_000, 10, ""),
        (1_000_000, 300_000, 10, "about 3,000,000 states, the search about 1,000,000 placements"),
        (10_000_000, 300_000, 110, "about 3,000,000 states, more than 1,024 MB hold, the search"),
        # A search without end is no way out, and too few states tell nothing.
        (10**10, 300_000, 110, ""),
        (1_000, 1_000, 110, ""),
        (None, 300_000, 110, ""),
    ],
)
def test_too_many_states_decide_against_a_table(
    layout: Layout, nodes: float | None, states: int, peak: int, says: str
) -> None:
    trial = Trial(layout, nodes, 1024 * MEGABYTE)
    begun: Any = Begun(trial.positions * 3 // 10, states, peak * MEGABYTE)
    assert trial.gives_up(begun) is bool(says)
    assert says in trial.why
    assert bool(trial.why) is bool(says)
    begun.position = trial.positions // 2
    assert not trial.gives_up(begun)
