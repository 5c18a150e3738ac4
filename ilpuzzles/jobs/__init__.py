"""Work in other threads and processes that leaves nothing behind; knows no model, no solver.

A `Pool` runs jobs in worker processes, a `Ledger` remembers those that are finished.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.jobs.job import Job as Job, JobError as JobError, JobOutcome as JobOutcome
    from ilpuzzles.jobs.ledger import Ledger as Ledger, read_ledger as read_ledger
    from ilpuzzles.jobs.pool import (
        Pool as Pool,
        open_pool as open_pool,
        require_place as require_place,
    )
    from ilpuzzles.jobs.temporary_files import private_folder as private_folder


__getattr__, __dir__ = lazy_face(__name__)
