"""Work in other threads and processes that leaves nothing behind; knows no model, no solver.

A `Pool` runs jobs in worker processes, a `Ledger` remembers those that are finished.
"""

from __future__ import annotations
from ilpuzzles.faces import lazy_face
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ilpuzzles.jobs.files import private_folder as private_folder
    from ilpuzzles.jobs.job import Job as Job
    from ilpuzzles.jobs.job import JobError as JobError
    from ilpuzzles.jobs.job import JobOutcome as JobOutcome
    from ilpuzzles.jobs.ledger import Ledger as Ledger
    from ilpuzzles.jobs.ledger import read_ledger as read_ledger
    from ilpuzzles.jobs.pool import Pool as Pool
    from ilpuzzles.jobs.pool import open_pool as open_pool
    from ilpuzzles.jobs.pool import require_place as require_place


__getattr__, __dir__ = lazy_face(__name__)
