"""Makes one run in a process of its own, and takes its measure.

It is called by the workers of a pool. A solver that does not stop, uses up the memory or crashes
costs this one run. What goes wrong with the surroundings of a run is no result: it is raised, so
that the run is tried again.
"""

from __future__ import annotations

import json
import pickle
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from ilpuzzles.bench.machine import this_machine
from ilpuzzles.bench.plan import Planned
from ilpuzzles.bench.record import Run
from ilpuzzles.bench.surroundings import (
    HINDERED,
    HinderedError,
    no_room,
    require_room,
    without_paths,
)
from ilpuzzles.errors import BackendError, Problem
from ilpuzzles.jobs import private_folder
from ilpuzzles.jobs.process import ChildRun, run_child

PATIENCE = 60.0
"""How long a process may take besides the time of its solver, in seconds."""

REQUEST, LOADED, ANSWER = "request.pickle", "loaded", "answer.json"

_LONGEST = 300

# Where the package lies may be known to the running process only.
_BOOTSTRAP = """
import json, sys
sys.path[:] = json.loads(sys.argv[1])
from ilpuzzles.bench.child import main
main()
"""


def kill_after(time_limit: float, patience: float = PATIENCE) -> float:
    """When a process is killed whose solver does not stop by itself.

    Args:
        time_limit: The time limit of the solver.
        patience: What it may take besides.
    """
    return 1.5 * time_limit + patience


def measure(patience: float, planned: Planned, _emit: Callable[[Any], None]) -> dict[str, Any]:
    """Makes a run, whatever its solver does.

    Args:
        patience: How long it may take besides the time of its solver; see `PATIENCE`.
        planned: What is to be run.

    Returns:
        The run as plain data, of `Run.to_json`.

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
        paths = [str(Path(path).resolve()) for path in sys.path]
        command = [sys.executable, "-P", "-c", _BOOTSTRAP, json.dumps(paths)]
        child = run_child(command, folder, limit=kill_after(planned.run.time_limit, patience))
        return _made(planned.run, child, folder).to_json()


def _made(run: Run, child: ChildRun, folder: Path) -> Run:
    """The run that a process has left behind."""
    try:
        made = Run.from_json(json.loads((folder / ANSWER).read_text(encoding="utf-8")))
    except (OSError, ValueError):
        made = _without_answer(run, child, folder)
    if made.error:
        # A solver that finds no room says so in its own words, or in none at all.
        require_room(folder)
    return made


def _without_answer(run: Run, child: ChildRun, folder: Path) -> Run:
    ended = replace(run, total=child.seconds, cpu=child.cpu_seconds, memory=child.memory)
    if child.killed and not (folder / LOADED).exists():
        what = f"its solver was not loaded within {child.seconds:.0f} s"
        raise HinderedError(Problem(what, "make fewer runs side by side, or close other programs"))
    if child.killed:
        return replace(ended, limit="time", note="was killed, since it did not stop by itself")
    text = without_paths(_ending(child), folder)
    if child.returncode == HINDERED:
        require_room(folder)
        raise HinderedError(Problem(text))
    if child.returncode < 0:
        # Whatever has killed it may not do so again: it is not taken for a result.
        raise BackendError(Problem(text))
    return replace(ended, error=text)


def _ending(child: ChildRun) -> str:
    last = child.log.strip().rpartition("\n")[2].strip()[:_LONGEST]
    if child.returncode == HINDERED and last:
        return last
    how = f"exit code {child.returncode}"
    if child.returncode < 0:
        try:
            how = signal.Signals(-child.returncode).name
        except ValueError:
            how = f"signal {-child.returncode}"
    return f"its process ended by {how}" + (f": {last}" if last else "")
