"""Ctrl-C and errors while the engine works: they go through, and nothing is left behind."""

from __future__ import annotations

import _thread
from functools import partial
from pathlib import Path

import pytest

from ilpuzzles.exactcover.engine import count_covers, visit_covers
from ilpuzzles.exactcover.problem import IntArray
from ilpuzzles.exactcover.settings import Engine, Run, Settings
from ilpuzzles.progress import Progress
from support.covering import as_set, dominoes, rows_of
from support.interrupted import interrupted, says
from support.processes import linux_only, wait_until
from support.random_covers import is_cover

SETTINGS = [
    Settings(engine=Engine.SEARCH),
    Settings(engine=Engine.SEARCH, workers=2),
    Settings(engine=Engine.SEARCH, workers=3),
    Settings(engine=Engine.TABLE),
]


class Broken(Exception):  # noqa: N818 - it stands for any
    """Some error of the caller."""


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> object:
    before = _thread._count()
    yield
    assert wait_until(lambda: _thread._count() <= before)


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("kind", [KeyboardInterrupt, Broken, SystemExit])
def test_an_error_while_visiting_goes_through(
    settings: Settings, kind: type[BaseException]
) -> None:
    problem = dominoes(6, 6)
    found: list[tuple[int, ...]] = []
    run = Run()

    def visit(batch: IntArray) -> bool:
        found.extend(rows_of(batch))
        if len(found) > 100:
            raise kind
        return True

    with pytest.raises(kind):
        visit_covers(problem, visit, settings, run)
    assert (run.complete, run.found) == (False, len(found))
    assert all(is_cover(problem, one) for one in as_set(found))


@pytest.mark.parametrize("settings", SETTINGS)
@pytest.mark.parametrize("kind", [KeyboardInterrupt, Broken])
@pytest.mark.parametrize("listing", [False, True])
def test_an_error_while_watching_goes_through(
    settings: Settings, kind: type[BaseException], listing: bool
) -> None:
    problem = dominoes(12, 12)
    found = 0

    def visit(batch: IntArray) -> bool:
        nonlocal found
        found += len(batch)
        return True

    def watch(now: Progress) -> None:
        if now.found > 500 or now.parts:
            raise kind

    run = Run(watch=watch)
    count = partial(count_covers, problem, settings, run)
    with pytest.raises(kind):
        (partial(visit_covers, problem, visit, settings, run) if listing else count)()
    assert not run.complete
    assert not listing or run.found == found
    assert count_covers(dominoes(4, 4), settings).found == 36


COUNTING = """
import json
from ilpuzzles.exactcover import *
from support.covering import dominoes

settings = Settings(engine=Engine.SEARCH, workers={workers})
count_covers(dominoes(2, 3), settings)
told = False
def watch(now):
    global told
    if now.found and not told:
        told = True
        print("ready", flush=True)
run = Run(watch=watch)
try:
    {question}
except KeyboardInterrupt:
    print(json.dumps([run.found > 0, run.complete, run.statistics.nodes > 0]), flush=True)
    sys.exit(130)
"""


@pytest.mark.exhaustive
@linux_only
@pytest.mark.parametrize(
    ("question", "workers"),
    [
        ("count_covers(dominoes(20, 20), settings, run)", 1),
        ("visit_covers(dominoes(20, 20), lambda rows: True, settings, run)", 2),
    ],
    ids=["count", "visit"],
)
def test_a_signal_ends_a_count(question: str, workers: int, tmp_path: Path) -> None:
    program = COUNTING.format(workers=workers, question=question)
    came = interrupted(program, tmp_path, says("ready"))
    assert (came.code, came.said) == (130, "ready\n[true, false, true]\n")
    assert "Traceback" not in came.complaints
