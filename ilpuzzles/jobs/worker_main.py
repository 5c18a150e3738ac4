"""The code of a worker process: one job after the other, as the pool sends them."""

from __future__ import annotations

import _thread
import atexit
import io
import os
import pickle
import select
import signal
import socket
import sys
import time
import traceback
from collections.abc import Callable
from importlib import import_module
from operator import attrgetter
from typing import Any, BinaryIO

from ilpuzzles.jobs.frames import Message, MessageKind, send_message, serve
from ilpuzzles.jobs.job import JobError, in_one_line, unpicklable
from ilpuzzles.jobs.tie import is_orphan_of, tie_to

_LONGEST_CLEAN_UP = 1.0
_leaving = _thread.allocate_lock()

Function = Callable[[Any, Any, Callable[[Any], None]], Any]


def main(link: socket.socket, stream: BinaryIO, parent: int, lifeline: int) -> None:
    """Serves the pool of a parent process until it is told to end, or the pool is gone.

    `stream` is what comes over the line, to be read from where `workers.py` left off; the lifeline
    is a pipe that ends with the pool.
    """
    die_with(parent, lifeline)
    # What jobs print has gone to standard error since the start, and should get there by lines.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    code = 0
    try:
        _serve(link, stream)
    except OSError:
        code = 1  # the pool is gone in the middle of a message
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 1
        if isinstance(error.code, str):
            sys.stderr.write(f"{error.code}\n")
    except BaseException as error:  # noqa: BLE001 - ends the worker, which is what it asks for
        traceback.print_exc()
        code = 128 + signal.SIGINT if isinstance(error, KeyboardInterrupt) else 1
    leave(code)


def _serve(link: socket.socket, stream: BinaryIO) -> None:
    sending = _thread.allocate_lock()  # a job may emit from several threads

    def send(message: Message) -> None:
        try:
            with sending:
                send_message(link, message)
        except OSError:
            raise PoolGoneError from None

    try:
        function = function_named(pickle.load(stream))  # noqa: S301 - from our parent
        shared = pickle.load(stream)  # noqa: S301 - from our parent
    except Exception as error:  # noqa: BLE001 - whatever an import raises is told to the pool
        send(unfit(error))
        return
    send(Message(MessageKind.READY))
    serve(stream, send, lambda job: run_job(function, shared, job, send))


def unfit(error: Exception, serial: int = 0) -> Message:
    """Says that the function, or what is shared, cannot be had here."""
    return Message(MessageKind.UNFIT, serial, in_one_line(error).encode("utf-8", "replace"))


class PoolGoneError(OSError):
    """Nobody listens any more."""


def function_named(name: str) -> Function:
    """The function of that name, as `module:name`."""
    module, _, inside = name.partition(":")
    function: Function = attrgetter(inside)(import_module(module))
    return function


def run_job(
    function: Function, shared: Any, job: Message, send: Callable[[Message], None]
) -> Message:
    """Runs a job: sends what it emits, and returns what it returned or raised."""
    serial, start = job.serial, time.perf_counter()

    def emit(data: Any) -> None:
        send(Message(MessageKind.EMITTED, serial, _pickle(data, "what the job emits")))

    try:
        try:
            argument = pickle.loads(job.payload)  # noqa: S301 - from our parent
        except Exception as error:
            raise JobError(unpicklable("the argument", error, "unpickled")) from error
        value = function(shared, argument, emit)
        seconds = time.perf_counter() - start
        return Message(MessageKind.VALUE, serial, _pickle(value, "what the job returned"), seconds)
    except PoolGoneError:
        raise
    except Exception as error:  # noqa: BLE001 - it is handed on to who asked for the job
        seconds = time.perf_counter() - start
        return Message(MessageKind.ERROR, serial, _pack_error(error), seconds)


def _pickle(data: Any, what: str) -> bytes:
    try:
        return pickle.dumps(data, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        raise JobError(unpicklable(what, error)) from error


def _pack_error(error: Exception) -> bytes:
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


def die_with(parent: int, lifeline: int) -> None:
    """Makes this process end when its parent ends or tells it to.

    Besides the system (see `tie_to`), a thread watches the lifeline, the reading end of a pipe
    whose other end the parent alone holds. SIGTERM and the end of the lifeline let the process
    clean up: the solvers that it started are killed, and its folders removed.
    """
    tie_to(parent)
    # Python calls a handler between two steps of the main thread, which may be inside a solver for
    # an hour. The byte in the pipe is written at once.
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    signal.signal(signal.SIGTERM, lambda _number, _frame: None)  # needed for it to be written
    _thread.start_new_thread(_watch, (parent, lifeline, woken))


def leave(code: int) -> None:
    """Ends this process after its clean-up, which the threads that still run do not hold up."""
    if not _leaving.acquire(blocking=False):
        # Another thread is about to do it.
        time.sleep(10 * _LONGEST_CLEAN_UP)
    _thread.start_new_thread(_leave_late, (code,))
    try:
        # There is no public name for it; an ordinary exit would wait for the other threads.
        atexit._run_exitfuncs()  # noqa: SLF001
    finally:
        os._exit(code)


def _watch(parent: int, lifeline: int, woken: int) -> None:
    waiting = select.poll()
    waiting.register(lifeline, select.POLLIN)
    waiting.register(woken, select.POLLIN)
    while not is_orphan_of(parent):
        ready = {number for number, _ in waiting.poll(1000)}
        if lifeline in ready or (woken in ready and signal.SIGTERM in os.read(woken, 1024)):
            break
    leave(128 + signal.SIGTERM)


def _leave_late(code: int) -> None:
    time.sleep(_LONGEST_CLEAN_UP)
    os._exit(code)
