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

from ilpuzzles.jobs.frames import Message, MessageKind, read_message, send_message, serve
from ilpuzzles.jobs.job import JobError, in_one_line, unpicklable
from ilpuzzles.jobs.tie import is_orphan_of, tie_to

# The time that the clean-up of a worker may take. To kill its solvers and remove its folders takes
# some milliseconds; and if the pool is still there, it kills the worker before that.
_CLEAN_UP_SECONDS = 1.0
# The pause between two checks that the parent is alive: a process that it forked may hold the
# lifeline.
_PARENT_CHECK_SECONDS = 1.0
_leaving = _thread.allocate_lock()

Function = Callable[[Any, Any, Callable[[Any], None]], Any]


def main(link: socket.socket, stream: BinaryIO, parent: int, lifeline: int) -> None:
    """Serves the pool of a parent process until it is told to end, or the pool is gone.

    `stream` reads the line, of which the start of the worker has read the module path (see
    `workers.py`); the lifeline is a pipe that ends with the pool.
    """
    die_with(parent, lifeline)
    # What jobs print has gone to standard error since the start, and should get there by lines.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    code = 0
    try:
        _work(link, stream)
    except OSError:
        code = 1  # the pool is gone in the middle of a message
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 1
        if isinstance(error.code, str):
            sys.stderr.write(f"{error.code}\n")
    except BaseException as error:  # noqa: BLE001 - a job raised it to end its worker
        traceback.print_exc()
        code = 128 + signal.SIGINT if isinstance(error, KeyboardInterrupt) else 1
    leave(code)


def _work(link: socket.socket, stream: BinaryIO) -> None:
    """Loads the function and what jobs share, and does one job after the other."""
    sending = _thread.allocate_lock()  # a job may emit from several threads

    def send(message: Message) -> None:
        try:
            with sending:
                send_message(link, message)
        except OSError:
            raise PoolGoneError from None

    try:
        function = function_named(_read_setup(stream))
        shared = _read_setup(stream)
    except Exception as error:  # noqa: BLE001 - whatever an import raises is told to the pool
        send(unfit(error))
        return
    send(Message(MessageKind.READY))
    serve(stream, send, lambda job: run_job(function, shared, job, send))


def _read_setup(stream: BinaryIO) -> Any:
    """The content of the next message."""
    message = read_message(stream)
    if message is None:
        raise PoolGoneError
    return pickle.loads(message.payload)  # noqa: S301 - from our parent


def unfit(error: Exception, serial: int = 0) -> Message:
    """The message that the function, or the data that jobs share, cannot be loaded here."""
    return Message(MessageKind.UNFIT, serial, in_one_line(error).encode("utf-8", "replace"))


class PoolGoneError(OSError):
    """The pool has closed its end of the line."""


def function_named(name: str) -> Function:
    """The function of that name, as `module:name`."""
    module, _, inside = name.partition(":")
    function: Function = attrgetter(inside)(import_module(module))
    return function


def run_job(
    function: Function, shared: Any, job: Message, send: Callable[[Message], None]
) -> Message:
    """Runs a job: sends what it emits; returns the message of its value, or its error."""
    serial = job.serial
    start = time.perf_counter()

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
    except Exception as error:  # noqa: BLE001 - it goes to the caller, as part of the outcome
        seconds = time.perf_counter() - start
        return Message(MessageKind.ERROR, serial, _pack_error(error), seconds)


def _pickle(data: Any, what: str) -> bytes:
    """Returns data, pickled; raises a `JobError` that names them if that cannot be."""
    try:
        return pickle.dumps(data, pickle.HIGHEST_PROTOCOL)
    except Exception as error:
        raise JobError(unpicklable(what, error)) from error


def _pack_error(error: Exception) -> bytes:
    """The error, pickled, or None where it would not come out the same, and its text.

    Many errors pickle without complaint and cannot be unpickled, or lose their text, since their
    class takes other arguments than `Exception` believes.
    """
    packed: bytes | None = None
    # Its traceback is of this process; as a note it is seen where somebody prints the error whole.
    try:
        error.add_note("in a worker:\n" + "".join(traceback.format_exception(error)).rstrip())
        packed = pickle.dumps(error, pickle.HIGHEST_PROTOCOL)
        copy = pickle.loads(packed)  # noqa: S301 - our own
        if type(copy) is not type(error) or str(copy) != str(error):
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
        # Another thread is about to do it, and ends this one with the process.
        time.sleep(10 * _CLEAN_UP_SECONDS)
    _thread.start_new_thread(_leave_late, (code,))
    try:
        # There is no public name for it; an ordinary exit would wait for the other threads.
        atexit._run_exitfuncs()  # noqa: SLF001
    finally:
        os._exit(code)


def _watch(parent: int, lifeline: int, woken: int) -> None:
    """Ends this process with its parent, with the lifeline, or on SIGTERM."""
    waiting = select.poll()
    waiting.register(lifeline, select.POLLIN)
    waiting.register(woken, select.POLLIN)
    while not is_orphan_of(parent):
        ready = {number for number, _ in waiting.poll(1000 * _PARENT_CHECK_SECONDS)}
        if lifeline in ready or (woken in ready and signal.SIGTERM in os.read(woken, 1024)):
            break
    leave(128 + signal.SIGTERM)


def _leave_late(code: int) -> None:
    """Ends this process once its clean-up has taken too long."""
    time.sleep(_CLEAN_UP_SECONDS)
    os._exit(code)
