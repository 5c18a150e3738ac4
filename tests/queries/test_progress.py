"""What a watcher is told while a question is being answered."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from threading import Event

import pytest

from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.registry import get_backend
from ilpuzzles.backends.result import Result
from ilpuzzles.exactcover.settings import Engine, Settings
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Program
from ilpuzzles.progress import Progress, Reporter
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.sample import sample_solutions
from ilpuzzles.queries.solutions import list_solutions
from support.plain_backend import PlainBackend


@pytest.fixture
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """Watchers are told every time."""
    monkeypatch.setattr("ilpuzzles.progress._PAUSE", 0.0)


def matchings(size: int) -> Model:
    """As many ways as there are permutations."""
    model = Model()
    x = model.binary("x", size, size)
    for number in range(size):
        model.exactly_one(x[number, :])
        model.exactly_one(x[:, number])
    return model


SEARCHED = {"cover": Settings(engine=Engine.SEARCH)}


@pytest.mark.usefixtures("talkative")
@pytest.mark.parametrize("workers", [1, 2])
def test_a_search_for_exact_covers_tells_its_share(workers: int) -> None:
    options = Options(workers=workers, **SEARCHED)  # type: ignore[arg-type] # settings of one name
    seen: list[Progress] = []
    model = matchings(8)
    count = count_solutions(model, backend="exactcover", options=options, watch=seen.append)
    assert int(count) == 40_320
    shares = [one.share for one in seen]
    assert None not in shares
    assert shares == sorted(shares, key=lambda share: share or 0)
    assert shares[-1] == 1
    seen.clear()
    solutions = list_solutions(
        matchings(6), backend="exactcover", options=options, watch=seen.append
    )
    assert len(solutions) == 720
    assert seen[-1].share == 1
    seen.clear()
    sample_solutions(matchings(6), 3, backend="exactcover", options=options, watch=seen.append)
    assert seen[-1].share == 1


@pytest.mark.usefixtures("talkative")
def test_others_know_their_share_by_parts_alone() -> None:
    seen: list[Progress] = []
    count_solutions(matchings(4), backend="cpsat", watch=seen.append)
    assert {one.share for one in seen} == {None}
    seen.clear()
    options = Options(workers=2)
    assert (
        int(count_solutions(matchings(4), backend="cpsat", options=options, watch=seen.append))
        == 24
    )
    assert seen
    for one in seen:
        assert one.parts > 1
        assert one.share == pytest.approx(one.done / one.parts)


def test_a_watcher_that_saw_a_search_go_on_sees_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Progress] = []
    report = Reporter(seen.append)
    report(Progress(1, share=1.0))
    assert not seen
    monkeypatch.setattr("ilpuzzles.progress._PAUSE", 0.0)
    report = Reporter(seen.append)
    monkeypatch.setattr("ilpuzzles.progress._PAUSE", 1000.0)
    for number, share in enumerate((0.2, 0.5, 1.0, 1.0), 1):
        report(Progress(number, share=share))
    assert [(one.found, one.share) for one in seen] == [(1, 0.2), (3, 1.0)]


class Slow(PlainBackend):
    """A backend that has no answer until somebody says that it takes long."""

    name = "slow"

    def __init__(self, said: Event) -> None:
        self._said = said

    def solve(self, program: Program, options: Options) -> Result:
        assert self._said.wait(60)
        return get_backend("cpsat").solve(program, options)


class Told(logging.Handler):
    """Keeps what the logger says, and when it first does."""

    def __init__(self) -> None:
        super().__init__()
        self.first = Event()
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(record.getMessage())
        self.first.set()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[Told]:
    """What is logged of questions, where nobody waits two seconds for it."""
    monkeypatch.setattr("ilpuzzles.queries.count._SLOW", 0.0)
    log, handler = logging.getLogger("ilpuzzles.queries"), Told()
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    yield handler
    log.removeHandler(handler)
    log.setLevel(logging.NOTSET)


def test_a_slow_count_names_the_backend_that_is_likely_to_be_quicker(told: Told) -> None:
    model = Model()
    n = model.integer("n", lower=0, upper=2)
    model.add(n * 2 <= 3)
    assert int(count_solutions(model, backend=Slow(told.first))) == 2
    assert told.texts == ["slow is still counting; cpsat is likely to be quicker"]


def test_nobody_is_told_of_a_backend_that_was_not_named_or_is_the_quickest(told: Told) -> None:
    model = Model()
    n = model.integer("n", lower=0, upper=2)
    model.add(n * 2 <= 3)
    assert int(count_solutions(model)) == int(count_solutions(model, backend="cpsat")) == 2
    assert int(count_solutions(model, backend="highs", limit=1)) == 1
    assert told.texts == []
