"""Jobs, their outcomes, and the messages and events between a pool, its manager and its workers."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from queue import Empty, SimpleQueue
from typing import Any, BinaryIO

from ilpuzzles.errors import BackendError, Problem


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
    """What to say of something that cannot go to another process."""
    return Problem(
        f"{what} cannot be {how} ({in_one_line(error)})",
        "use plain data, and classes from modules that can be imported",
    )


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
class JobOutcome:
    """The outcome of one job.

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


# Kind, number of the job, seconds, length of the payload.
_HEAD = struct.Struct("!BQdQ")


class MessageKind(IntEnum):
    """The kinds of messages."""

    JOB = 1  # to a worker: do this; the payload is the pickled argument
    READY = 2  # from a worker, like all that follow: the function and what is shared are there
    UNFIT = 3  # they are not; the payload says why
    EMITTED = 4  # the job gave this to `emit`; pickled
    VALUE = 5  # the job returned this; pickled
    ERROR = 6  # the job raised this; see `worker_main.py`


@dataclass(frozen=True, slots=True)
class Message:
    """A message between a pool and its workers: a short head, then a payload.

    `serial` is the number of the job that it is about, 0 for none; `seconds` is how long that took,
    where it is known.

    Example:
        >>> message = Message(MessageKind.VALUE, 7, b"seven")
        >>> buffer = bytearray(message.head() + b"seven" + b"the beginning of more")
        >>> whole_messages(buffer)
        [Message(kind=<MessageKind.VALUE: 5>, serial=7, payload=b'seven', seconds=0.0)]
        >>> bytes(buffer)
        b'the beginning of more'
    """

    kind: MessageKind
    serial: int = 0
    payload: bytes = b""
    seconds: float = 0.0

    def head(self) -> bytes:
        """What is sent before the payload."""
        return _HEAD.pack(self.kind, self.serial, self.seconds, len(self.payload))


def whole_messages(buffer: bytearray) -> list[Message]:
    """Takes all messages that are complete from the beginning of a buffer."""
    messages, start = [], 0
    while len(buffer) >= start + _HEAD.size:
        kind, serial, seconds, length = _HEAD.unpack_from(buffer, start)
        end = start + _HEAD.size + length
        if len(buffer) < end:
            break
        payload = bytes(memoryview(buffer)[end - length : end])
        messages.append(Message(MessageKind(kind), serial, payload, seconds))
        start = end
    if start:
        del buffer[:start]
    return messages


def read_message(stream: BinaryIO) -> Message | None:
    """Waits for the next message; None if there will be none."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    kind, serial, seconds, length = _HEAD.unpack(head)
    payload = stream.read(length)
    return Message(MessageKind(kind), serial, payload, seconds) if len(payload) == length else None


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
MOST_BYTES = 1 << 24


class EventQueue:
    """The events of one run on their way from the manager to the caller, not too many at a time.

    One thread puts and one takes, and each counts for itself, so neither needs a lock that an
    interruption could leave taken.
    """

    def __init__(self) -> None:
        self._events: SimpleQueue[Event] = SimpleQueue()
        self._events_put = self._bytes_put = 0
        self._events_taken = self._bytes_taken = 0
        self._held_back = False

    def __len__(self) -> int:
        return self._events_put - self._events_taken

    # In the manager's thread.

    def put(self, event: Event) -> None:
        """Adds an event, even if that makes it too much: see `hold_back`."""
        self._events_put += 1
        self._bytes_put += _size(event)
        self._events.put(event)

    def hold_back(self) -> bool:
        """Whether nothing more should be put until the caller has caught up."""
        if not self._held_back:
            self._held_back = self._fill(1)
        # Asked after it was set: the caller may have emptied the queue, and not seen it set.
        if self._held_back and not self._fill(2):
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
        return self._held_back and not self._fill(2)

    def _fill(self, part: int) -> bool:
        return (
            len(self) * part >= MOST_EVENTS
            or (self._bytes_put - self._bytes_taken) * part >= MOST_BYTES
        )


def _size(event: Event) -> int:
    """How many bytes an event holds on to."""
    return len(event.message.payload) if isinstance(event, Arrived) else 0
