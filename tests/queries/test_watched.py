"""What a watcher is told while a question is answered, of its share or of the best so far."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from threading import Event

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Result, Status
from ilpuzzles.exactcover.settings import Engine, Settings
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.program import Program
from ilpuzzles.progress import BestSoFar, Progress, Reporter
from ilpuzzles.queries import Trace, solve_model, whatif
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.sample import sample_solutions
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.solvers.registry import get_backend
from support.begun_models import with_binaries, with_rooks
from support.knapsacks import knapsacks
from support.plain_backend import PlainBackend


@pytest.fixture
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """Watchers are told every time."""
    monkeypatch.setattr("ilpuzzles.progress._PAUSE", 0.0)


SEARCHED = {"cover": Settings(engine=Engine.SEARCH)}


@pytest.mark.usefixtures("talkative")
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.engine
def test_a_search_for_exact_covers_tells_its_share(workers: int) -> None:
    options = Options(workers=workers, **SEARCHED)  # type: ignore[arg-type] # settings of one name
    seen: list[Progress] = []
    model, _ = with_rooks(8)
    count = count_solutions(model, backend="exactcover", options=options, watch=seen.append)
    assert int(count) == 40_320
    shares = [one.share for one in seen]
    assert None not in shares
    assert shares == sorted(shares, key=lambda share: share or 0)
    assert shares[-1] == 1
    seen.clear()
    solutions = list_solutions(
        with_rooks(6)[0], backend="exactcover", options=options, watch=seen.append
    )
    assert len(solutions) == 720
    assert seen[-1].share == 1
    seen.clear()
    sample_solutions(
        with_rooks(6)[0], number=3, backend="exactcover", options=options, watch=seen.append
    )
    assert seen[-1].share == 1


@pytest.mark.exhaustive
@pytest.mark.usefixtures("talkative")
def test_others_know_their_share_by_parts_alone() -> None:
    seen: list[Progress] = []
    count_solutions(with_rooks(4)[0], backend="cpsat", watch=seen.append)
    assert {one.share for one in seen} == {None}
    seen.clear()
    options = Options(workers=2)
    model, _ = with_rooks(4)
    assert int(count_solutions(model, "cpsat", options=options, watch=seen.append)) == 24
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
    monkeypatch.setattr("ilpuzzles.queries.count._SECONDS_UNTIL_ADVICE", 0.0)
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


BACKENDS = ["cpsat", "cbc", "scip", "highs"]


def require_agreement(trace: Trace, result: Result, *, maximize: bool) -> None:
    """Incumbents and bounds get better, neither is better than what the result says in the end."""
    assert result.objective is not None
    sign, final = -1 if maximize else 1, float(result.objective)
    # Solvers write down some seven digits.
    room = 1e-6 * max(1.0, abs(final))
    bests = [sign * one.best for one in trace.points if one.best is not None]
    bounds = [sign * one.bound for one in trace.points if one.bound is not None]
    assert bests
    assert all(best >= sign * final - room for best in bests)
    assert all(bound <= sign * final + room for bound in bounds)
    assert all(one >= other - room for one, other in pairwise(bests))
    assert all(one <= other + room for one, other in pairwise(bounds))
    assert [one.seconds for one in trace.points] == sorted(one.seconds for one in trace.points)
    assert trace.points[-1].best == final
    if result.status is Status.OPTIMAL:
        assert trace.points[-1].gap == pytest.approx(0, abs=1e-9)


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("maximize", "constant", "scale"),
    [(True, 0, 1), (False, 0, 1), (True, 123_456_789, 1), (False, Fraction(-5, 3), 7)],
)
def test_what_is_watched_agrees_with_the_result(
    backend: str, maximize: bool, constant: Number, scale: int
) -> None:
    model = knapsacks(30, 5, maximize=maximize, constant=constant, scale=scale)
    trace = Trace()
    result = solve_model(model, backend, watch=trace)
    assert result.status is Status.OPTIMAL
    require_agreement(trace, result, maximize=maximize)
    # It is not only the end that is known.
    assert len(trace.points) > 1
    assert any(one.bound is not None and one.gap != 0 for one in trace.points)


def mixed() -> Model:
    model = knapsacks(30, 5, constant=1000, scale=3)
    extra = model.continuous("extra", 3, upper=5)
    model.add(extra.sum() <= 7)
    return model


def far_away() -> Model:
    """A solver gets smaller numbers, with the same objective."""
    model = Model()
    numbers = model.integer("n", 6, lower=10**9, upper=10**9 + 20)
    for one, other in pairwise(numbers):
        model.add(3 * one + 5 * other <= 8 * 10**9 + 77)
    model.maximize(numbers.dot([3, 5, 4, 6, 5, 3]))
    return model


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", ["cbc", "scip", "highs"])
@pytest.mark.parametrize(("made", "gap"), [(mixed, 0.0), (mixed, 0.01), (far_away, 0.0)])
def test_constants_stay_in_the_log(backend: str, made: Callable[[], Model], gap: float) -> None:
    trace = Trace()
    result = solve_model(made(), backend, Options(gap=gap, watch=trace))
    assert result.status is Status.OPTIMAL or gap
    require_agreement(trace, result, maximize=True)


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", BACKENDS)
def test_a_search_that_is_stopped_has_told_what_it_found(backend: str) -> None:
    trace = Trace()
    result = solve_model(knapsacks(120), backend, Options(time_limit=1.5), watch=trace)
    require_agreement(trace, result, maximize=True)
    assert len(trace.points) > 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", BACKENDS)
def test_of_several_objectives_the_first_one_is_watched(backend: str) -> None:
    model = knapsacks(30, 5)
    (chosen,) = model.families
    model.then_minimize(chosen.dot([1 + number % 7 for number in range(30)]))
    trace = Trace()
    result = solve_model(model, backend, watch=trace)
    assert (result.objective, result.further) == (828, (38,))
    require_agreement(trace, result, maximize=True)


@pytest.mark.parametrize("backend", ["cpsat", "highs"])
def test_what_breaks_cuts_is_no_incumbent(backend: str) -> None:
    model, chosen = with_binaries(6)
    pairs = [(a, b) for a in range(6) for b in range(a)]

    def at_most_one(values: Callable[..., Number]) -> object:
        return [
            chosen[a] + chosen[b] <= 1
            for a, b in pairs
            if values[chosen[a]] + values[chosen[b]] > 1  # type: ignore[index]
        ][:2]

    model.lazy(at_most_one)  # type: ignore[arg-type]
    model.maximize(chosen.dot([3, 5, 4, 6, 5, 3]))
    trace = Trace()
    result = solve_model(model, backend, watch=trace)
    assert result.objective == 6
    require_agreement(trace, result, maximize=True)
    assert {one.best for one in trace.points} <= {None, 6}


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", BACKENDS)
def test_a_watch_may_stop_the_search(backend: str) -> None:
    def watch(progress: Progress) -> None:
        if progress.best is not None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve_model(knapsacks(120), backend, Options(time_limit=60.0), watch=watch)


def test_a_watch_may_stop_a_search_that_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ilpuzzles.solvers.cbc.backend.read_line", lambda _line: (None, None))

    def watch(_progress: Progress) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        solve_model(knapsacks(120), "cbc", Options(time_limit=60.0), watch=watch)


def test_without_an_objective_there_is_nothing_to_tell() -> None:
    trace = Trace()
    program = replace(knapsacks(30, 5).program(), objective=None)
    for backend in BACKENDS:
        assert solve_model(program, backend, watch=trace)
    assert not trace.points


def test_incumbents_and_bounds_only_get_better() -> None:
    seen: list[tuple[float | None, float | None]] = []
    known = BestSoFar(lambda now: seen.append((now.best, now.bound)), maximize=False)
    for progress in (
        Progress(bound=float("-inf")),
        Progress(best=float("nan")),
        Progress(best=10.0),
        Progress(best=11.0, bound=3.0),
        Progress(bound=2.0),
        Progress(best=0.0),
        Progress(bound=0.5),
    ):
        known(progress)
    assert seen == [(10.0, None), (10.0, 3.0), (0.0, 0.0)]


def test_a_trace_is_a_table() -> None:
    trace = Trace()
    assert trace.table() == [["seconds", "best", "bound", "gap"]]
    for number in range(30):
        trace(Progress(seconds=number / 2, best=2000.0 + number, bound=4000.0))
        trace(Progress(seconds=number / 2 + 0.1, best=2000.0 + number, bound=4000.0))
    trace(Progress(seconds=99.0))
    assert len(trace.points) == 30
    assert trace.table()[1] == ["0.00", "2,000", "4,000", "100.00%"]
    assert len(trace.table()) == 31
    assert len(repr(trace).splitlines()) == 22
    assert trace._repr_html_().count("<tr>") == 22
    trace = Trace()
    trace(Progress(bound=4.0))
    assert trace.table()[1] == ["0.00", "", "4", ""]


def test_variants_are_counted() -> None:
    seen: list[Progress] = []
    model = knapsacks(60)
    with model.group("one more"):
        model.at_least_one(model.binary("y", 2))
    options = Options(time_limit=1.0)
    table = whatif(
        model, without=["one more"], limit=1, backend="cbc", options=options, watch=seen.append
    )
    assert len(list(table)) == 2
    assert {one.parts for one in seen} == {2}
    assert {one.share for one in seen} <= {0.0, 0.5}
    assert seen[-1].share == 0.5
