from __future__ import annotations

import random
import signal
import threading
import time

import pytest

from ilpuzzles.backends.cbc import CbcBackend
from ilpuzzles.backends.cpsat import CpSatBackend
from ilpuzzles.backends.interface import Feature, Options
from ilpuzzles.backends.mathopt import MathOptBackend
from ilpuzzles.backends.registry import backend_names, choose, general_backends, get_backend
from ilpuzzles.errors import BackendMissingError, UnknownNameError
from ilpuzzles.jobs.threads import run_interruptibly
from ilpuzzles.modelling.model import Model


def test_all_backends_are_found_by_name() -> None:
    assert backend_names() == ("cbc", "cpsat", "exactcover", "highs", "scip")
    assert general_backends() == ("cbc", "cpsat", "highs", "scip")
    for name in backend_names():
        backend = get_backend(name)
        assert backend.name == name
        assert backend.version()
        assert (Feature.OPTIMISE in backend.features) == (name in general_backends())
        assert (Feature.ANY_ROWS in backend.features) == (name in general_backends())


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'cpsat'"):
        choose("cp-sat")


def test_auto_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    assert choose().backend.name == "cpsat"
    assert choose().why == "the quickest on 0-1 rows"
    monkeypatch.setattr(CpSatBackend, "available", lambda _: False)
    assert (choose().backend.name, choose().why) == ("cbc", "cpsat missing")
    with pytest.raises(BackendMissingError, match="backend cpsat is not installed; pip install"):
        choose("cpsat")
    monkeypatch.setattr(CbcBackend, "available", lambda _: False)
    assert (choose().backend.name, choose().why) == ("scip", "cpsat, cbc missing")
    monkeypatch.setattr(MathOptBackend, "available", lambda _: False)
    for name in ("scip", "highs"):
        with pytest.raises(
            BackendMissingError, match=f"backend {name} is not installed; pip install"
        ):
            get_backend(name).solve(Model().program(), Options())
    with pytest.raises(BackendMissingError, match="no backend is installed"):
        choose()


def test_native_code_can_be_interrupted() -> None:
    stopped = threading.Event()

    def interrupt() -> None:
        time.sleep(0.1)
        import _thread  # noqa: PLC0415 - the simplest way to Ctrl-C oneself

        _thread.interrupt_main()

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        run_interruptibly(lambda: stopped.wait(30), stopped.set)
    assert stopped.is_set()


class Interruption(BaseException):
    """What the alarm of the next test raises."""


@pytest.mark.usefixtures("untraced")
def test_native_code_is_never_left_behind() -> None:
    """Whenever the interruption comes, the work has ended before anything else goes on."""
    dice = random.Random(1)

    def interrupt(_number: int, _frame: object) -> None:
        raise Interruption

    before = signal.signal(signal.SIGALRM, interrupt)
    interrupted = 0
    try:
        for _ in range(300):
            begun: list[int] = []
            ended: list[int] = []
            stopped = threading.Event()

            def work(
                begun: list[int] = begun,
                ended: list[int] = ended,
                stopped: threading.Event = stopped,
            ) -> None:
                begun.append(1)
                stopped.wait(30)
                ended.append(1)

            try:
                signal.setitimer(signal.ITIMER_REAL, dice.uniform(0.00001, 0.001))
                run_interruptibly(work, stopped.set)
            except Interruption:
                interrupted += 1
            assert ended == begun
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert interrupted == 300


def test_errors_of_native_code_come_through() -> None:
    with pytest.raises(ZeroDivisionError):
        run_interruptibly(lambda: 1 // 0, lambda: None)
    assert run_interruptibly(lambda: 7, lambda: None) == 7
