"""Threads that are waited for: messages, errors, stopping, and none of them outlives the wait."""

from __future__ import annotations

import _thread
import itertools
import time

import pytest

from ilpuzzles.jobs.threads import ThreadLink, run_threads


class Stop(BaseException):
    """Some error."""


def busy(line: ThreadLink[int]) -> None:
    """Works until it is stopped."""
    while not line.stopped:
        time.sleep(0.001)


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> object:
    before = _thread._count()
    yield
    # A thread that has ended its work may take a moment to go.
    for _ in range(500):
        if _thread._count() <= before:
            break
        time.sleep(0.01)
    assert _thread._count() <= before


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_every_message_comes_in_the_order_of_its_thread(workers: int) -> None:
    numbers = itertools.count()
    got: dict[int, list[int]] = {}

    def work(line: ThreadLink[tuple[int, int]]) -> None:
        own = next(numbers)
        for step in range(200):
            line.send((own, step))

    def receive(message: tuple[int, int]) -> bool:
        got.setdefault(message[0], []).append(message[1])
        return True

    run_threads(work, workers, receive, lambda: True)
    assert got == {own: list(range(200)) for own in range(workers)}


@pytest.mark.parametrize("kind", [Stop, ValueError, KeyboardInterrupt])
def test_an_error_in_a_thread_is_raised_here(kind: type[BaseException]) -> None:
    numbers = itertools.count()
    got: list[int] = []

    def work(line: ThreadLink[int]) -> None:
        if next(numbers) == 1:
            line.send(7)
            raise kind("broken")
        busy(line)

    def receive(number: int) -> bool:
        got.append(number)
        return True

    with pytest.raises(kind, match="broken"):
        run_threads(work, 3, receive, lambda: True)
    assert got == [7]


def test_no_more_is_received_once_it_is_enough() -> None:
    got: list[int] = []

    def work(line: ThreadLink[int]) -> None:
        number = 0
        while not line.stopped:
            line.send(number)
            number += 1

    def receive(number: int) -> bool:
        got.append(number)
        return len(got) < 5

    run_threads(work, 2, receive, lambda: True)
    assert len(got) == 5


def test_waiting_ends_when_nothing_is_sent_either() -> None:
    asked: list[bool] = []

    def go_on() -> bool:
        asked.append(True)
        return len(asked) < 3

    run_threads(busy, 2, lambda number: True, go_on)
    assert len(asked) == 3


@pytest.mark.parametrize("place", ["receive", "go_on"])
def test_an_error_of_whoever_waits_ends_the_threads(place: str) -> None:
    ended: list[bool] = []

    def work(line: ThreadLink[int]) -> None:
        line.send(1)
        busy(line)
        ended.append(True)

    def fail(*_: object) -> bool:
        raise Stop

    calls = {"receive": lambda number: True, "go_on": lambda: True, place: fail}
    with pytest.raises(Stop):
        run_threads(work, 2, calls["receive"], calls["go_on"])  # type: ignore[arg-type] # one takes a message, one nothing
    assert len(ended) in {0, 1, 2}
