"""Clicks that come in another thread are answered where interruptions arrive."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from queue import Queue

import pytest

from ilpuzzles.panel import panel
from ilpuzzles.panel.panel import run_interruptible


class Loop:
    """Stands for the event loop of a kernel: runs in the main thread what others hand over."""

    def __init__(self) -> None:
        self.tasks: Queue[Callable[[], None]] = Queue()

    def add_callback(self, task: Callable[[], None]) -> None:
        self.tasks.put(task)


def clicked(do: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """Runs something from another thread; what it raised there."""
    loop, raised = Loop(), []
    monkeypatch.setattr(panel, "_kernel_loop", lambda: loop)

    def click() -> None:
        try:
            run_interruptible(do)
        except BaseException as error:  # noqa: BLE001 - that is what is asked
            raised.append(error)

    thread = threading.Thread(target=click)
    thread.start()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        loop.tasks.get(timeout=10)()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    thread.join(10)
    assert not thread.is_alive()
    return raised


def test_it_runs_in_the_main_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[threading.Thread] = []
    assert clicked(lambda: where.append(threading.current_thread()), monkeypatch) == []
    assert where == [threading.main_thread()]


def test_interruptions_and_errors_are_handed_back(monkeypatch: pytest.MonkeyPatch) -> None:
    (error,) = clicked(lambda: signal.raise_signal(signal.SIGINT), monkeypatch)
    assert isinstance(error, KeyboardInterrupt)
    (error,) = clicked(lambda: 1 // 0, monkeypatch)
    assert isinstance(error, ZeroDivisionError)


def test_without_a_kernel_it_is_called_as_it_is() -> None:
    where: list[threading.Thread] = []
    thread = threading.Thread(
        target=lambda: run_interruptible(lambda: where.append(threading.current_thread()))
    )
    thread.start()
    thread.join(10)
    assert where == [thread]
