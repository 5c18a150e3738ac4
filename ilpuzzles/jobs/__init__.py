"""Work in other threads and processes that leaves nothing behind; knows no model, no solver.

A `Pool` runs jobs in worker processes, a `Ledger` remembers those that are finished. The names
below are fetched when they are first used: a backend that needs a folder loads no SQLite.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ilpuzzles.jobs.files import Replacement as Replacement
    from ilpuzzles.jobs.files import private_folder as private_folder
    from ilpuzzles.jobs.files import require_ending as require_ending
    from ilpuzzles.jobs.job import Job as Job
    from ilpuzzles.jobs.job import JobError as JobError
    from ilpuzzles.jobs.job import Outcome as Outcome
    from ilpuzzles.jobs.ledger import Ledger as Ledger
    from ilpuzzles.jobs.ledger import read_ledger as read_ledger
    from ilpuzzles.jobs.pool import Pool as Pool
    from ilpuzzles.jobs.pool import open_pool as open_pool
    from ilpuzzles.jobs.pool import require_place as require_place
    from ilpuzzles.jobs.signals import Line as Line
    from ilpuzzles.jobs.signals import run_interruptibly as run_interruptibly
    from ilpuzzles.jobs.signals import run_threads as run_threads
    from ilpuzzles.jobs.signals import signals_deferred as signals_deferred

_HOMES = {
    "Job": "job",
    "JobError": "job",
    "Ledger": "ledger",
    "Line": "signals",
    "Outcome": "job",
    "Pool": "pool",
    "Replacement": "files",
    "open_pool": "pool",
    "private_folder": "files",
    "read_ledger": "ledger",
    "require_ending": "files",
    "require_place": "pool",
    "run_interruptibly": "signals",
    "run_threads": "signals",
    "signals_deferred": "signals",
}

__all__ = [*_HOMES]  # noqa: PLE0604 - the keys are names


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
