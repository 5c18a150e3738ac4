"""Makes one run in a process of its own, and takes its measure.

A solver that does not stop, uses up the memory or crashes costs this one run. What a run does by
itself is its result, however bad: a wrong answer, a solver that gives up, more memory than there
is. What is wrong around it is none: it is raised, so that the run is tried again. With room on the
disk, fewer open files, or a file or a library that was missing, the same run may succeed.

The process of a run is a copy of one that has loaded the package and what the backend needs, and
that has solved nothing; see `ilpuzzles.jobs.forking`.
"""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from ilpuzzles.bench.bench_run import BenchRun
from ilpuzzles.bench.machine import this_machine
from ilpuzzles.bench.plan import Planned
from ilpuzzles.errors import BackendError, BackendMissingError
from ilpuzzles.extras import ExtraMissingError
from ilpuzzles.jobs import temporary_files
from ilpuzzles.jobs.forking import run_program
from ilpuzzles.jobs.process import ChildRun, ending
from ilpuzzles.jobs.temporary_files import private_folder
from ilpuzzles.solvers.registry import own_backends

PATIENCE = 60.0
"""How long a process may take besides the time of its solver, in seconds."""

REQUEST, LOADED, ANSWER = "request.pickle", "loaded", "answer.json"

HINDERED = 75
"""The exit code of a process whose surroundings were at fault: EX_TEMPFAIL of sysexits.h."""

_LONGEST = 300
_PROGRAM = Path(__file__).resolve().with_name("measure_main.py")


def kill_after(time_limit: float, patience: float = PATIENCE) -> float:
    """When a process is killed whose solver does not stop by itself; see `PATIENCE`."""
    return 1.5 * time_limit + patience


def measure(
    patience: float, planned: Planned, stopped: Callable[[], bool] = lambda: False
) -> BenchRun:
    """Makes a run, whatever its solver does; see `PATIENCE`. `stopped` may end it before.

    Raises:
        BackendError: If there is no result: the surroundings were at fault, such as a full disk or
            a missing library, or a signal has ended its process that did not come from here.
    """
    # It is this process that knows on which machine of a cluster the run is made.
    planned = replace(planned, run=replace(planned.run, machine=this_machine().line))
    with private_folder() as folder:
        try:
            (folder / REQUEST).write_bytes(pickle.dumps(planned))
        except OSError as error:
            raise no_room(error) from error
        backend, limit = planned.run.backend, kill_after(planned.run.time_limit, patience)
        child = run_program(
            _PROGRAM,
            folder,
            # What others have written may start threads, which a copy would lack.
            prepared=backend if backend in own_backends() else "",
            limit=limit,
            most_memory=planned.run.memory_limit or None,
            stopped=stopped,
        )
        return _read_run(planned.run, child, folder)


def measure_elsewhere(patience: float, planned: Planned, _emit: Callable[[Any], None]) -> Any:
    """Makes a run as a job of a cluster; returns it as plain data, of `Run.to_json`."""
    return measure(patience, planned).to_json()


def _read_run(run: BenchRun, child: ChildRun, folder: Path) -> BenchRun:
    try:
        made = BenchRun.from_json(json.loads((folder / ANSWER).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        made = _without_answer(run, child, folder)
    if made.error:
        # A solver that finds no room says so in its own words, or in none at all.
        require_room(folder)
    return made


def _without_answer(run: BenchRun, child: ChildRun, folder: Path) -> BenchRun:
    ended = replace(run, total=child.seconds, cpu=child.cpu_seconds, memory=child.memory)
    if child.killed and not (folder / LOADED).exists():
        what = f"its solver was not loaded within {child.seconds:.0f} s"
        advice = "make fewer runs side by side, or close other programs"
        if child.beyond:
            what = f"its solver was not loaded within {run.memory_limit >> 20:,} MB"
            advice = "allow more memory"
        raise HinderedError(what, advice)
    if child.beyond:
        note = f"was killed, since it took more than {run.memory_limit >> 20:,} MB"
        return replace(ended, limit="memory", note=note)
    if child.killed:
        return replace(ended, limit="time", note="was killed, since it did not stop by itself")
    text = without_paths(_ending(child), folder)
    if child.returncode == HINDERED:
        require_room(folder)
        raise HinderedError(text)
    if child.returncode < 0:
        # Whatever has killed it may not do so again: it is not taken for a result.
        raise BackendError(text)
    return replace(ended, error=text)


def _ending(child: ChildRun) -> str:
    last = child.log.strip().rpartition("\n")[2].strip()[:_LONGEST]
    if child.returncode == HINDERED and last:
        return last
    return f"its process ended by {ending(child.returncode)}" + (f": {last}" if last else "")


class HinderedError(BackendError):
    """A run could not be made as it should be, for a reason that lies around it."""


def is_hindrance(error: BaseException) -> bool:
    """Whether something around a run was at fault: the system has refused it, or it is not there.

    What was said on the way hardly matters: a solver's "the model cannot be written" comes from the
    same full disk. An `OSError` without a number is somebody's own, and says nothing of the system.
    An error that is no other's reason, but went before it, has been dealt with: whoever does
    without a library that is missing may fail by themselves later on.

    Example:
    >>> is_hindrance(OSError(28, "No space left on device")), is_hindrance(MemoryError())
    (True, False)
    """
    seen: set[int] = set()
    found: BaseException | None = error
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        if isinstance(found, (HinderedError, BackendMissingError, ExtraMissingError, ImportError)):
            return True
        if isinstance(found, OSError) and found.errno is not None:
            return True
        # "from error" and "from None" say that one is the other's reason; the latter hides it from
        # readers alone.
        found = found.__cause__ or (found.__context__ if found.__suppress_context__ else None)
    return False


def require_room(folder: Path) -> None:
    """Raises `HinderedError` unless something can be written into a folder."""
    try:
        temporary_files.require_room(folder)
    except BackendError as error:
        raise HinderedError(*error.problems) from error


def no_room(error: OSError) -> HinderedError:
    """What to say where nothing can be written into a temporary folder."""
    return HinderedError(temporary_files.no_room(error.strerror))


def without_paths(text: str, *paths: Path) -> str:
    """A text in which files are called by their names alone, as results are for others to read.

    Example:
        >>> without_paths("/own/a/my.py:3: an error", Path("/own/a/my.py"))
        'my.py:3: an error'
    """
    for path in paths:
        text = text.replace(f"{path.parent}{os.sep}", "")
    return text
