"""What backends share whose solvers are programs in processes of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import BackendError, Problem
from ilpuzzles.jobs.process import ChildRun, run_child, with_grace


@contextmanager
def model_written(solver: str) -> Iterator[None]:
    """Says what is wrong where the model cannot be written for a solver's own process."""
    try:
        yield
    except OSError as error:
        what = f"the model for {solver} cannot be written ({error.strerror})"
        raise BackendError(Problem(what, "free some space")) from None


def run_solver(command: Sequence[str], folder: Path, options: Options) -> ChildRun:
    """Runs a solver in a process of its own, which is killed if it outlasts its time limit."""
    return run_child(command, folder, limit=kill_after(options), verbose=options.verbose)


def kill_after(options: Options) -> float | None:
    """When to kill a solver that outlasts its time limit, in seconds; None without a limit."""
    return None if options.time_limit is None else with_grace(options.time_limit)
