"""Reports of progress: which of them are passed on, by a clock that the test moves."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from ilpuzzles.progress import Progress, Reporter

LEAST_PAUSE = 0.1  # seconds between two reports


@pytest.mark.parametrize("tells_best", [False, True], ids=["share", "best"])
def test_the_end_of_a_search_is_always_passed_on_and_the_rest_now_and_then(
    tells_best: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for seed in range(20):
        dice = random.Random(seed)
        now = [100.0]
        clock = SimpleNamespace(perf_counter=lambda now=now: now[0])
        monkeypatch.setattr("ilpuzzles.progress.time", clock)
        heard: list[Progress] = []
        report = Reporter(heard.append)
        made = []
        for step in range(30):
            now[0] += dice.choice([0.0, 0.01, 0.04, 0.3])
            best = step if tells_best else None
            made.append((now[0], Progress(share=step / 30, best=best)))
            report(made[-1][1])
        report(Progress(share=1.0, best=30 if tells_best else None))
        # Ten times a second at most, with the time since it was made.
        expected: list[Any] = []
        since = 100.0
        for at, progress in made:
            if at >= since + LEAST_PAUSE:
                since = at
                expected.append((progress.share, pytest.approx(at - 100)))
        told: list[Any] = [(progress.share, progress.seconds) for progress in heard]
        *before, last = told
        if expected:
            assert before == expected
            assert last == (1.0, pytest.approx(now[0] - 100))
        # Once is enough.
        report(Progress(share=1.0, best=30 if tells_best else None))
        assert len(heard) == len(before) + 1


def test_a_watch_that_wants_it_hears_everything() -> None:
    heard: list[Progress] = []
    report = Reporter(heard.append, every=True)
    for step in range(5):
        report(Progress(share=step / 5))
    assert [progress.share for progress in heard] == [step / 5 for step in range(5)]
    Reporter(None)(Progress(share=1.0))
