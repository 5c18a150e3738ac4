"""What the steps of both engines cost: measured once, kept with the kernels, never needed."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ilpuzzles.exactcover import costs as costs_module, engine as engine_module
from ilpuzzles.exactcover.compiling import kept_folder
from ilpuzzles.exactcover.costs import USUAL, keep_costs, known_costs
from ilpuzzles.exactcover.engine import compile_kernels, count_covers
from ilpuzzles.exactcover.estimate import Estimate
from support.covering import dominoes


def unwanted() -> tuple[costs_module.Work, costs_module.Work]:
    pytest.fail("measured again")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where kernels are kept, empty at first."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    found = kept_folder()
    assert found is not None
    return found


def test_costs_are_measured_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert known_costs() == USUAL
    # Every look at the clock finds it three seconds later.
    clock = itertools.count(step=3)
    monkeypatch.setattr(time, "thread_time", lambda: next(clock))
    keep_costs(lambda: (lambda: 2.0, lambda: 0.5))
    measured = known_costs()
    assert measured == USUAL.times(1.5, 6.0)
    assert measured.of_search(Estimate(2e6, 3e8)) == pytest.approx(
        1.5 * USUAL.of_search(Estimate(2e6, 3e8))
    )
    assert measured.of_table(1e6) == pytest.approx(6 * USUAL.of_table(1e6))
    keep_costs(unwanted)
    assert known_costs() == measured
    assert [path.name for path in folder.iterdir()] == ["costs.json"]


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"search": 1}', '{"search": "x", "table": 1}', '{"search": NaN, "table": 1}',
     '{"search": 1, "table": 100}', '{"search": 0, "table": 1}', '{"search": null, "table": 1}'],
)  # fmt: skip
def test_what_makes_no_sense_is_not_believed(folder: Path, text: str) -> None:
    (folder / "costs.json").write_text(text)
    assert known_costs() == USUAL


def test_where_nothing_can_be_kept_costs_are_the_usual_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "x"))
    assert kept_folder() is None
    keep_costs(unwanted)
    assert known_costs() == USUAL


def test_both_engines_are_measured_with_their_kernels_and_in_no_short_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    measured: list[float] = []

    def keep(prepare: Callable[[], tuple[costs_module.Work, costs_module.Work]]) -> None:
        measured.extend(work() for work in prepare())

    monkeypatch.setattr(engine_module, "keep_costs", keep)
    count_covers(dominoes(6, 8))
    count_covers(dominoes(8, 8))
    assert measured == []
    compile_kernels()
    assert len(measured) == 2
    assert all(usual > 0 for usual in measured)


def test_a_large_table_costs_more_for_every_state() -> None:
    small, large = (USUAL.of_table(states) / states for states in (1 << 17, 1 << 25))
    assert small == USUAL.state
    assert large == pytest.approx(2.4 * small)
