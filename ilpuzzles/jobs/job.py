"""What a pool is asked to do, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ilpuzzles.errors import BackendError


class JobError(BackendError):
    """A job, or the workers that were to do it, failed in a way that is no error of the job's."""


def in_one_line(error: BaseException, longest: int = 300) -> str:
    r"""The kind of an error and its text, for use in the middle of another one.

    Example:
        >>> in_one_line(ValueError("two\nlines"))
        'ValueError: two lines'
    """
    try:
        text = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - a __str__ may fail in its own way
        text = ""
    kind = type(error).__name__
    return f"{kind}: {text[:longest]}{'...' * (len(text) > longest)}" if text else kind


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of work for a pool.

    Attributes:
        key: Its name, unique within a run.
        argument: What the function gets; it is pickled.
    """

    key: str
    argument: Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one job ended.

    Attributes:
        key: The name of the job.
        value: What the function returned; None if it failed.
        error: What it raised, or a `JobError` that says why there is no answer: it ended its
            workers, or what it took, gave or raised cannot be pickled.
        seconds: How long the last try ran, on the wall clock.
        tries: How often it was started.
    """

    key: str
    value: Any
    error: Exception | None
    seconds: float
    tries: int
