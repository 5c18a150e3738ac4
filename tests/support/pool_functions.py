"""What the tests let workers do."""

from __future__ import annotations

import atexit
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

Emit = Callable[[Any], None]


def square(shared: int, argument: int, emit: Emit) -> int:
    del emit
    return shared + argument**2


def emits(shared: bytes, argument: int, emit: Emit) -> int:
    for number in range(argument):
        emit((number, shared))
    return argument


def pauses(shared: float, argument: int, emit: Emit) -> int:
    emit(argument)
    time.sleep(shared)
    emit(-argument)
    return argument


def process(shared: object, argument: object, emit: Emit) -> int:
    del shared, argument, emit
    return os.getpid()


def surroundings(shared: object, argument: object, emit: Emit) -> tuple[list[str], str, int]:
    del shared, argument, emit
    return sys.path, tempfile.gettempdir(), os.getsid(0)


def prints(shared: object, argument: str, emit: Emit) -> None:
    del shared, emit
    sys.stdout.write(f"{argument}\n")
    subprocess.run(["/bin/echo", f"{argument} from a child"], check=True)


def dies(shared: object, argument: str, emit: Emit) -> str:
    del shared
    emit(os.getpid())
    if argument == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if argument == "exit":
        raise SystemExit(3)
    if argument == "interrupt":
        raise KeyboardInterrupt
    return argument


def dies_once(shared: Path, argument: str, emit: Emit) -> str:
    emit("begun")
    mark = shared / argument
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return argument


def dies_while_a_copy_lives(shared: Path, argument: int, emit: Emit) -> int:
    """The copy holds the line to the pool open, so only a look at the process tells its death."""
    del argument
    if (shared / "copy").exists():
        return int((shared / "copy").read_text())
    copy = os.fork()
    if copy == 0:
        time.sleep(60)
        os._exit(0)
    (shared / "copy").write_text(str(copy))
    emit(copy)
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


class PlainError(Exception):
    pass


class TwoPartsError(Exception):
    """Can be pickled, but not unpickled."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} and {other}")


class RudeError(Exception):
    def __str__(self) -> str:
        raise ZeroDivisionError


class Sour:
    """Can be pickled, but not unpickled."""

    def __reduce__(self) -> tuple[Any, ...]:
        return int, ("no number",)


def raises(shared: object, argument: str, emit: Emit) -> Any:
    del shared
    if argument == "unpicklable value":
        return lambda: 0
    if argument == "sour value":
        return Sour()
    if argument == "unpicklable emission":
        emit(lambda: 0)
    local = type("LocalError", (Exception,), {})
    raise {
        "builtin": ValueError("a text"),
        "own": PlainError("another", 1),
        "two parts": TwoPartsError("this", "that"),
        "local": local("of a function"),
        "rude": RudeError(),
        "system": OSError(28, "No space left on device"),
    }[argument]


def waits(shared: str, argument: Path, emit: Emit) -> NoReturn:
    """Does something for very long, in one of several ways."""
    del argument
    emit(os.getpid())
    if shared == "sleeping":
        time.sleep(60)
    elif shared == "in native code":
        # Lets no other thread run, and takes years.
        re.match(r"(a+)+b", "a" * 60)
    elif shared == "deaf":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.set_wakeup_fd(-1)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
        time.sleep(60)
    while True:
        pass


def leaves_things(shared: Path, argument: object, emit: Emit) -> None:
    """Starts children with and without a session of their own, writes files, and goes on."""
    del argument
    Path(tempfile.mkdtemp(), "file").write_text("x")
    sleep = ["/bin/sleep", "60"]
    children = [subprocess.Popen(sleep), subprocess.Popen(sleep, start_new_session=True)]
    atexit.register(children[1].kill)
    atexit.register((shared / "cleaned").touch)
    emit([child.pid for child in children])
    time.sleep(60)


def emits_from_threads(shared: int, argument: int, emit: Emit) -> int:
    def go_on() -> None:
        for number in range(shared):
            emit(number)

    threads = [threading.Thread(target=go_on) for _ in range(argument)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return argument


def goes_on_emitting(shared: object, argument: int, emit: Emit) -> int:
    """Leaves a thread behind that emits while the next job runs."""

    def go_on() -> None:
        for _ in range(200):
            emit(argument)

    del shared
    threading.Thread(target=go_on).start()
    return argument
