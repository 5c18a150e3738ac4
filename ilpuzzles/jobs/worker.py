"""What runs in a worker process: one job after the other, as the pool sends them."""

from __future__ import annotations

import _thread
import io
import pickle
import signal
import socket
import sys
import traceback
from typing import Any, BinaryIO

from ilpuzzles.jobs import leash
from ilpuzzles.jobs.frames import Frame, Kind, read
from ilpuzzles.jobs.job import in_one_line
from ilpuzzles.jobs.running import Function, PoolGoneError, function_named, run_job

_SMALL = 1 << 16


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
            self._send(run_job(function, shared, frame, self._send))

    def _equipment(self) -> tuple[Function, Any]:
        function = function_named(pickle.load(self._stream))  # noqa: S301 - from our parent
        return function, pickle.load(self._stream)  # noqa: S301 - from our parent

    def _send(self, frame: Frame) -> None:
        try:
            with self._sending:
                if len(frame.payload) < _SMALL:
                    self._link.sendall(frame.packed())
                else:
                    self._link.sendall(frame.head())
                    self._link.sendall(frame.payload)
        except OSError:
            raise PoolGoneError from None
