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

# A worker may serve several programs in turn; what the jobs of each share may be large.
_MOST_KEPT = 8

# The function and the shared data of jobs, by their digest, so that they come to this process once.
_kept: dict[str, tuple[Function, Any]] = {}


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
    """The messages of a job, the last of which is its end; None if what jobs share is not here.

    That goes by its digest, and comes pickled, or as None if it should be here.
    """
    if digest not in _kept:
        if shared is None:
            return None
        try:
            equipment = function_named(function), pickle.loads(shared)  # noqa: S301 - our client's
        except Exception as error:  # noqa: BLE001 - whatever an import raises is told to the pool
            return [unfit(error, serial)]
        while len(_kept) >= _MOST_KEPT:
            del _kept[next(iter(_kept))]
        _kept[digest] = equipment
    emitted: list[Message] = []
    try:
        end = run_job(*_kept[digest], Message(MessageKind.JOB, serial, argument), emitted.append)
    except BaseException as error:  # noqa: BLE001 - ends the worker, which is what it asks for
        if not isinstance(error, SystemExit):
            traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)
    return [*emitted, end]
