"""The code that runs in a worker of a Dask cluster."""

from __future__ import annotations

import os
import pickle
import platform
import sys
import traceback
from importlib import import_module
from importlib.metadata import version
from typing import Any

from ilpuzzles.jobs.frames import Message, MessageKind
from ilpuzzles.jobs.worker_main import Function, function_named, run_job, unfit

_MOST_KNOWN = 8

# What jobs have in common, by its digest, so that it comes to this process once.
_known: dict[str, tuple[Function, Any]] = {}


def surroundings() -> dict[str, str]:
    """The versions that have to be the same everywhere."""
    # Not "from ilpuzzles import": the package hands out names of the layers above, too.
    return {
        "python": ".".join(platform.python_version_tuple()[:2]),
        "ilpuzzles": import_module("ilpuzzles").__version__,
        "distributed": version("distributed"),
        "dask": version("dask"),
    }


def run_in_cluster(
    function: str, digest: str, shared: bytes | None, serial: int, argument: bytes
) -> list[Message] | None:
    """What a job emitted, and how it ended; None if what jobs share is not here.

    That goes by its digest, and comes pickled, or as None if it should be here.
    """
    if digest not in _known:
        if shared is None:
            return None
        try:
            equipment = function_named(function), pickle.loads(shared)  # noqa: S301 - our client's
        except Exception as error:  # noqa: BLE001 - whatever an import raises is told to the pool
            return [unfit(error, serial)]
        while len(_known) >= _MOST_KNOWN:
            del _known[next(iter(_known))]
        _known[digest] = equipment
    emitted: list[Message] = []
    try:
        end = run_job(*_known[digest], Message(MessageKind.JOB, serial, argument), emitted.append)
    except BaseException as error:  # noqa: BLE001 - ends the worker, which is what it asks for
        if not isinstance(error, SystemExit):
            traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    return [*emitted, end]
