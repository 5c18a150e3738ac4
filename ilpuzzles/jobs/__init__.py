"""Work in other threads and processes that leaves nothing behind; knows no model."""

from ilpuzzles.jobs.folder import private_folder
from ilpuzzles.jobs.interruptible import run_interruptibly

__all__ = ["private_folder", "run_interruptibly"]
