"""What is to be done, a job on its way, and what is told about it."""

from __future__ import annotations

from dataclasses import dataclass

from ilpuzzles.jobs.frames import Frame, Kind


@dataclass(frozen=True, slots=True)
class Plan:
    """What a pool was made for.

    Attributes:
        function: What the workers call, as `module:name`.
        shared: What every call gets, pickled.
        workers: How many there may be.
        tries: How often a job is started before it is given up.
    """

    function: str
    shared: bytes
    workers: int
    tries: int


@dataclass(slots=True)
class Task:
    """A job as the manager knows it.

    Attributes:
        serial: Its number, which no other job of the pool has.
        key: Its name, for messages.
        argument: What the function gets, pickled.
        tries: How often it was started.
        begun: When that was last, by `time.monotonic`.
    """

    serial: int
    key: str
    argument: bytes
    tries: int = 0
    begun: float = 0.0

    def parts(self) -> tuple[bytes, bytes]:
        """What is sent to the worker."""
        return Frame(Kind.JOB, self.serial, self.argument).head(), self.argument


@dataclass(frozen=True, slots=True)
class Arrived:
    """A worker sent something about a job that is in progress."""

    frame: Frame
    tries: int

    @property
    def size(self) -> int:
        """How many bytes it holds on to."""
        return len(self.frame.payload)


@dataclass(frozen=True, slots=True)
class Lost:
    """A job ended its workers too often."""

    serial: int
    tries: int
    seconds: float
    ending: str
    size: int = 0


@dataclass(frozen=True, slots=True)
class Failed:
    """The run cannot go on."""

    error: Exception
    size: int = 0


Event = Arrived | Lost | Failed
