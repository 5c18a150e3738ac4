"""Time limits, limits that make no sense, and workers that are killed."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from itertools import count

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend, Interrupted, Options
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import InputError
from ilpuzzles.progress import Progress
from ilpuzzles.queries.corrections import relax
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.query_results import (
    Verdict,
)
from ilpuzzles.queries.restricted_search import Restricted, out_of_time
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import Inquiry
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.queries.variants import whatif
from support.processes import linux_only, workers_of
from support.question_oracles import QUEENS, queens


def wishful(size: int) -> Model:
    """Queens that cannot all be where they are wished to be."""
    model = queens(size)
    queen = model.families[0]
    with model.group("wishes"):
        for place in range(size):
            model.add(queen[place, place] == 1, key=place)
    return model


# Whether one ends before the other depends on the machine; a wrong proof never does.
SECONDS = [0.001, 0.1]


@pytest.mark.exhaustive
@pytest.mark.parametrize("seconds", SECONDS)
def test_time_limits_prove_nothing_wrong(backend: Backend, seconds: float) -> None:
    options = Options(time_limit=seconds)
    model, impossible = queens(9), wishful(7)
    count = count_solutions(model, backend=backend, options=options)
    solutions = list_solutions(model, backend=backend, options=options)
    assert all(model.check(values) == () for values in solutions)
    assert len({values.tobytes() for values in solutions}) == len(solutions)
    for number, answer in ((int(count), count), (len(solutions), solutions)):
        assert 0 <= number <= QUEENS[9]
        assert answer.complete == (number == QUEENS[9])
        assert answer.result.limit is (Limit.NONE if answer.complete else Limit.TIME)
        assert answer.result.status is (Status.OPTIMAL if number else Status.UNKNOWN)
    unique = check_uniqueness(model, backend=backend, options=options)
    assert unique.verdict in {Verdict.UNKNOWN, Verdict.SEVERAL}
    if unique.verdict is Verdict.UNKNOWN:
        assert (unique.result.limit, unique.result.complete) == (Limit.TIME, False)
        assert unique.unique is None
    forced = find_forced(model, backend=backend, options=options)
    assert forced.values == {}
    if not forced.complete:
        assert forced.result.limit is Limit.TIME
        assert forced.result.status is (
            Status.UNKNOWN if forced.solution is None else Status.OPTIMAL
        )
    reason = explain(impossible, backend=backend, options=options)
    assert reason.result.status in {Status.UNKNOWN, Status.INFEASIBLE}
    if not reason.complete:
        assert reason.result.limit is Limit.TIME
        assert not reason.minimal
    relaxation = relax(impossible, by="rows", among=["wishes"], backend=backend, options=options)
    # Two queens on the long diagonal are one too many.
    assert relaxation.least <= 6
    assert relaxation.given_up is None or len(relaxation.given_up) >= 6
    if not relaxation.complete:
        assert relaxation.result.limit is Limit.TIME
    else:
        assert relaxation.least == 6
    for variant in whatif(queens(7), without=["rows"], limit=50, backend=backend, options=options):
        if not variant.result.complete and len(variant.solutions) < 50:
            assert variant.result.limit is Limit.TIME
        assert variant.verdict()
    for shown in (count, solutions, unique, forced, reason, relaxation):
        assert str(shown)
        assert repr(shown)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seconds", [0.001, 0.3])
def test_time_limits_of_two_workers(seconds: float) -> None:
    options = Options(time_limit=seconds, workers=2)
    model = queens(12)
    count = count_solutions(model, backend="cpsat", options=options)
    solutions = list_solutions(model, backend="cpsat", options=options)
    assert len({values.tobytes() for values in solutions}) == len(solutions)
    for number, answer in ((int(count), count), (len(solutions), solutions)):
        assert 0 <= number <= QUEENS[12]
        if number < QUEENS[12]:
            assert (answer.complete, answer.result.limit) == (False, Limit.TIME)
            assert answer.result.status is (Status.OPTIMAL if number else Status.UNKNOWN)
            assert "the time limit came first" in str(answer)


@pytest.mark.parametrize("limit", [0, -1])
def test_limits_that_make_no_sense(limit: int) -> None:
    model = queens(4)
    with pytest.raises(InputError, match=f"number of solutions must be 1 or more, got {limit}"):
        count_solutions(model, limit=limit)
    with pytest.raises(InputError):
        list_solutions(model, limit=limit)
    with pytest.raises(InputError):
        whatif(model, limit=limit)
    with pytest.raises(InputError):
        relax(model, by="columns")  # type: ignore[arg-type]


@pytest.mark.exhaustive
def test_an_interruption_after_something_was_left_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """That nothing can be left out is said only once it is proved."""
    looked, model, partly = Inquiry.look, wishful(4), 0
    for unknown in range(4, 22, 2):
        for last in range(unknown + 1, 30, 2):
            asked = count()

            def look(
                self: Inquiry,
                restricted: Restricted,
                stops: tuple[int, int] = (unknown, last),
                asked: Iterator[int] = asked,
            ) -> Result:
                number = next(asked)
                if number == stops[1]:
                    raise KeyboardInterrupt
                unclear = number == stops[0]
                return out_of_time(self.backend, None) if unclear else looked(self, restricted)

            monkeypatch.setattr(Inquiry, "look", look)
            try:
                answer = explain(model, backend="cpsat")
            except Interrupted as interruption:
                answer = interruption.answer
                assert (answer.minimal, answer.complete) == (False, False)
                assert answer.result.limit is Limit.INTERRUPTED
                partly += answer.result.status is Status.INFEASIBLE
            else:
                break
            assert answer.complete == answer.minimal
            if answer.minimal:
                assert all(witness is not None for witness in answer.witnesses)
    assert partly > 5


@pytest.mark.exhaustive
@linux_only
@pytest.mark.parametrize("listing", [False, True])
def test_workers_that_are_killed_cost_nothing_but_time(listing: bool) -> None:
    model, options = queens(10), Options(workers=2)
    killed: list[int] = []

    def watch(progress: Progress) -> None:
        assert 0 <= progress.found <= QUEENS[10]
        assert 0 <= progress.done <= progress.parts
        workers = workers_of(os.getpid())
        if len(killed) < 2 and workers and progress.done < progress.parts:
            killed.append(workers[0])
            os.kill(workers[0], signal.SIGKILL)

    if listing:
        solutions = list_solutions(model, backend="cpsat", options=options, watch=watch)
        assert len({values.tobytes() for values in solutions}) == QUEENS[10]
        assert (len(solutions), solutions.complete) == (QUEENS[10], True)
    else:
        count = count_solutions(model, backend="cpsat", options=options, watch=watch)
        assert (int(count), count.complete) == (QUEENS[10], True)
    assert killed
    assert not workers_of(os.getpid())
