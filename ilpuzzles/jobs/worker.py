"""What runs in a worker process: one job after the other, as the pool sends them."""

from __future__ import annotations

import _thread
import io
import pickle
import signal
import socket
import sys
import time
import traceback
from collections.abc import Callable
from importlib import import_module
from operator import attrgetter
from typing import Any, BinaryIO

from ilpuzzles.errors import Problem
from ilpuzzles.jobs import leash
from ilpuzzles.jobs.frames import Frame, Kind, read
from ilpuzzles.jobs.job import JobError, in_one_line

_SMALL = 1 << 16

Function = Callable[[Any, Any, Callable[[Any], None]], Any]


def main(link: socket.socket, stream: BinaryIO, parent: int, lifeline: int) -> None:
    """Serves a pool until it is told to end, or the pool is gone.

    Args:
        link: The line to the pool.
        stream: What comes over it, to be read from where `process.py` left off.
        parent: The process of the pool.
        lifeline: A pipe that ends with the pool.
    """
    leash.put_on(parent, lifeline)
    # What jobs print has gone to standard error since the start, and should get there by lines.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    code = 0
    try:
        _Worker(link, stream).serve()
    except OSError:
        code = 1  # the pool is gone in the middle of a message
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 1
        if isinstance(error.code, str):
            sys.stderr.write(f"{error.code}\n")
    except BaseException as error:  # noqa: BLE001 - ends the worker, which is what it asks for
        traceback.print_exc()
        code = 128 + signal.SIGINT if isinstance(error, KeyboardInterrupt) else 1
    leash.leave(code)


class _Worker:
    def __init__(self, link: socket.socket, stream: BinaryIO) -> None:
        self._link = link
        self._stream = stream
        # A job may emit from several threads.
        self._sending = _thread.allocate_lock()

    def serve(self) -> None:
        try:
            function, shared = self._equipment()
        except Exception as error:  # noqa: BLE001 - whatever an import raises is told to the pool
            self._send(Frame(Kind.UNFIT, payload=in_one_line(error).encode("utf-8", "replace")))
            return
        self._send(Frame(Kind.READY))
        while frame := read(self._stream):
            self._send(self._outcome(function, shared, frame))

    def _equipment(self) -> tuple[Function, Any]:
        module, _, name = pickle.load(self._stream).partition(":")  # noqa: S301 - from our parent
        function: Function = attrgetter(name)(import_module(module))
        return function, pickle.load(self._stream)  # noqa: S301 - from our parent

    def _outcome(self, function: Function, shared: Any, frame: Frame) -> Frame:
        serial, start = frame.serial, time.perf_counter()

        def emit(data: Any) -> None:
            self._send(Frame(Kind.EMITTED, serial, _pickled(data, "what the job emits")))

        try:
            try:
                argument = pickle.loads(frame.payload)  # noqa: S301 - from our parent
            except Exception as error:
                problem = f"the argument cannot be unpickled ({in_one_line(error)})"
                raise JobError(Problem(problem, _ADVICE)) from error
            value = function(shared, argument, emit)
            seconds = time.perf_counter() - start
            payload = _pickled(value, "what the job returned")
            return Frame(Kind.VALUE, serial, payload, seconds)
        except _PoolGoneError:
            raise
        except Exception as error:  # noqa: BLE001 - it is handed on to who asked for the job
            seconds = time.perf_counter() - start
            return Frame(Kind.ERROR, serial, _packed_error(error), seconds)

    def _send(self, frame: Frame) -> None:
        try:
            with self._sending:
                if len(frame.payload) < _SMALL:
                    self._link.sendall(frame.packed())
                else:
                    self._link.sendall(frame.head())
                    self._link.sendall(frame.payload)
        except OSError:
            raise _PoolGoneError from None


class _PoolGoneError(OSError):
    """Nobody listens any more."""


_ADVICE = "use plain data, and classes from modules that can be imported"


def _pickled(data: Any, what: str) -> bytes:
    try:
        return pickle.dumps(data, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        what = f"{what} cannot be pickled ({in_one_line(error)})"
        raise JobError(Problem(what, _ADVICE)) from error


def _packed_error(error: Exception) -> bytes:
    """The error itself where it survives pickling, and its text for where it does not.

    Many errors pickle without complaint and cannot be unpickled, or lose their text, since their
    class takes other arguments than `Exception` believes.
    """
    packed: bytes | None = None
    # Its traceback is of this process; as a note it is seen where somebody prints the error whole.
    try:
        error.add_note("in a worker:\n" + "".join(traceback.format_exception(error)).rstrip())
        packed = pickle.dumps(error, pickle.HIGHEST_PROTOCOL)
        again = pickle.loads(packed)  # noqa: S301 - our own
        if type(again) is not type(error) or str(again) != str(error):
            packed = None
    except Exception:  # noqa: BLE001 - classes may do anything here
        packed = None
    return pickle.dumps((packed, in_one_line(error)), pickle.HIGHEST_PROTOCOL)
