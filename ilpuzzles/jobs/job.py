"""Jobs, their outcomes, and the events between a pool and its manager."""

from __future__ import annotations

from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from ilpuzzles.errors import BackendError, Problem
from ilpuzzles.jobs.frames import Message


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


def unpicklable(what: str, error: Exception, how: str = "pickled") -> Problem:
    """The problem that something cannot go to another process."""
    return Problem(
        f"{what} cannot be {how} ({in_one_line(error)})",
        "use plain data, and classes from modules that can be imported",
    )


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of work for a pool.

    Attributes:
        key: Its name, unique within a run.
        argument: The argument for the function; it is pickled.
    """

    key: str
    argument: Any


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """The outcome of one job.

    Attributes:
        key: The name of the job.
        value: The value that the function returned; None if it failed.
        error: The error that it raised, or a `JobError` that says why there is no answer: it ended
            its workers, or its argument, value or error cannot be pickled.
        seconds: How long the last try ran, on the wall clock.
        tries: How often it was started.
    """

    key: str
    value: Any
    error: Exception | None
    seconds: float
    tries: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a pool; `shared` is pickled."""

    function: str
    shared: bytes
    workers: int
    tries: int


@dataclass(slots=True)
class PendingJob:
    """A job as the manager knows it, by a number that no other job of the pool has.

    Its argument is pickled; it was started `tries` times, the last time at `begun`, by
    `time.monotonic`.
    """

    serial: int
    argument: bytes
    tries: int = 0
    begun: float = 0.0


@dataclass(frozen=True, slots=True)
class Arrived:
    """A worker sent something about a job that is in progress."""

    message: Message
    tries: int


@dataclass(frozen=True, slots=True)
class Lost:
    """A job ended its workers too often."""

    serial: int
    tries: int
    seconds: float
    ending: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The run cannot go on."""

    error: Exception


Event = Arrived | Lost | Failed

MOST_EVENTS = 256
"""The number of events after which workers have to wait for the caller.

At less, a caller who is busy for a moment holds them up; each event keeps what a job emitted.
"""
MOST_BYTES = 1 << 24
"""The bytes in all events after which they have to wait: 16 MB, however large the events are."""


class EventQueue:
    """The events of one run, on their way from the manager to the caller; not too many at a time.

    One thread puts and one takes, and each counts for itself, so neither needs a lock that an
    interruption could leave taken.
    """

    def __init__(self) -> None:
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._events_put = 0
        self._bytes_put = 0
        self._events_taken = 0
        self._bytes_taken = 0
        self._held_back = False

    def __len__(self) -> int:
        return self._events_put - self._events_taken

    # In the manager's thread.

    def put(self, event: Event) -> None:
        """Adds an event, even if the queue is full; see `hold_back`."""
        self._events_put += 1
        self._bytes_put += _size(event)
        self._events.put(event)

    def hold_back(self) -> bool:
        """Whether nothing more should be put until the caller has emptied half of the queue."""
        if not self._held_back:
            self._held_back = self._is_filled(1)
        # Asked after it was set: the caller may have emptied the queue, and not seen it set.
        if self._held_back and not self._is_filled(1 / 2):
            self._held_back = False
        return self._held_back

    # In the caller's thread.

    def get(self, timeout: float) -> Event | None:
        """The next event; None if there is none within so many seconds."""
        if timeout <= 0 and self._events.empty():
            return None
        try:
            event = self._events.get(timeout=timeout)
        except Empty:
            return None
        self._events_taken += 1
        self._bytes_taken += _size(event)
        return event

    @property
    def is_waited_for(self) -> bool:
        """Whether the manager should be told that there is room again."""
        return self._held_back and not self._is_filled(1 / 2)

    def _is_filled(self, share: float) -> bool:
        """Whether a share of the events, or of the bytes, that there may be are in the queue."""
        size = self._bytes_put - self._bytes_taken
        return len(self) >= share * MOST_EVENTS or size >= share * MOST_BYTES


def _size(event: Event) -> int:
    """The number of bytes that an event keeps."""
    return len(event.message.payload) if isinstance(event, Arrived) else 0
