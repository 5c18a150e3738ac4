"""Signals that end a command, as exceptions: Ctrl-C, and the request to end."""

from __future__ import annotations

import _thread
import os
import signal
import stat
import sys
import time
from types import FrameType
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

# Signals that ask a process to end. A terminal that is closed sends SIGHUP, where there is one.
_REQUESTS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


class _Ending(KeyboardInterrupt):
    """A signal that ends a command.

    Python drops exceptions in some places, such as in what it calls when an object goes away, and
    some code in C clears what it does not expect. So one that is gone before the command has ended
    comes again, a moment later. Of several, any will do.
    """

    number: ClassVar[signal.Signals] = signal.SIGTERM
    alive: ClassVar[int] = 0
    heard: ClassVar[bool] = False
    dropped: ClassVar[type[_Ending] | None] = None

    def __init__(self) -> None:
        super().__init__()
        _Ending.alive += 1
        _Ending.dropped = None

    def __del__(self) -> None:
        _Ending.alive -= 1
        if not (_Ending.alive or _Ending.heard):
            _Ending.dropped = type(self)
            _thread.start_new_thread(_bring, (self.number,))


class Pressed(_Ending):
    """Ctrl-C was pressed.

    CPython ends itself by the signal, whatever its exit code would be, once a plain
    `KeyboardInterrupt` has left code that was run from a text, even if it was caught behind that;
    and each dataclass is made from a text while its module is imported.
    """

    number = signal.SIGINT


class Terminated(_Ending):
    """The process was asked to end (SIGTERM, SIGHUP); what is true of Ctrl-C is true of this."""


def ending_behind(error: BaseException) -> type[BaseException] | None:
    """The signal that an exception stands for, if one is behind it or on its way again.

    Some code in C, such as numpy's comparison of records, raises an error of its own in its place.
    What goes wrong while a command ends by a signal is another matter, and is said.
    """
    behind: BaseException | None = error
    while behind is not None and not isinstance(behind, _Ending):
        behind = behind.__cause__
    return _Ending.dropped if behind is None else type(behind)


def hear_signals() -> None:
    """Says that the signal that came has ended the command: neither it nor another need come."""
    _Ending.heard = True


def raise_signals() -> None:
    """Makes signals that end a command raise an exception in it."""
    sys.unraisablehook = _pass_over
    # What nohup has said stays said, and so does what a shell says of commands behind its back.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _press)
    for number in _REQUESTS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _terminate)


def ignore_signals() -> None:
    """Lets no such signal change what a command has answered, once it has."""
    for number in (signal.SIGINT, *_REQUESTS):
        signal.signal(number, signal.SIG_IGN)


def _press(_number: int, _frame: FrameType | None) -> None:
    if not _Ending.heard:
        raise Pressed


def _terminate(number: int, _frame: FrameType | None) -> None:
    if number != signal.SIGTERM:
        # The terminal is gone: what would be written to it must not be in the way of the files.
        for stream in (1, 2):
            if _is_gone(stream):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    if not _Ending.heard:
        raise Terminated


def _pass_over(dropped: UnraisableHookArgs) -> None:
    """Says nothing of signals that Python drops: they come again."""
    if not isinstance(dropped.exc_value, _Ending):
        sys.__unraisablehook__(dropped)


def _bring(number: signal.Signals) -> None:
    time.sleep(0.01)
    if signal.getsignal(number) in {_press, _terminate}:
        _thread.interrupt_main(number)


def _is_gone(stream: int) -> bool:
    """Whether a stream leads to a terminal that hung up: it is a device, and is none any more."""
    return stat.S_ISCHR(os.fstat(stream).st_mode) and not os.isatty(stream)
