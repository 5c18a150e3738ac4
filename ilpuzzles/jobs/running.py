"""Runs one job where it was sent to, and packs what came of it."""

from __future__ import annotations

import pickle
import time
import traceback
from collections.abc import Callable
from importlib import import_module
from operator import attrgetter
from typing import Any

from ilpuzzles.errors import Problem
from ilpuzzles.jobs.frames import Frame, Kind
from ilpuzzles.jobs.job import JobError, in_one_line

Function = Callable[[Any, Any, Callable[[Any], None]], Any]


class PoolGoneError(OSError):
    """Nobody listens any more."""


def function_named(name: str) -> Function:
    """The function of that name, as `module:name`."""
    module, _, inside = name.partition(":")
    function: Function = attrgetter(inside)(import_module(module))
    return function


def run_job(function: Function, shared: Any, job: Frame, send: Callable[[Frame], None]) -> Frame:
    """Runs a job.

    Args:
        function: What to call.
        shared: What all jobs have in common.
        job: The job, with its pickled argument.
        send: Called with what it emits.

    Returns:
        What it returned, or raised.

    Raises:
        PoolGoneError: If `send` did.
    """
    serial, start = job.serial, time.perf_counter()

    def emit(data: Any) -> None:
        send(Frame(Kind.EMITTED, serial, _pickled(data, "what the job emits")))

    try:
        try:
            argument = pickle.loads(job.payload)  # noqa: S301 - from our parent
        except Exception as error:
            problem = f"the argument cannot be unpickled ({in_one_line(error)})"
            raise JobError(Problem(problem, _ADVICE)) from error
        value = function(shared, argument, emit)
        seconds = time.perf_counter() - start
        payload = _pickled(value, "what the job returned")
        return Frame(Kind.VALUE, serial, payload, seconds)
    except PoolGoneError:
        raise
    except Exception as error:  # noqa: BLE001 - it is handed on to who asked for the job
        seconds = time.perf_counter() - start
        return Frame(Kind.ERROR, serial, _packed_error(error), seconds)


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
