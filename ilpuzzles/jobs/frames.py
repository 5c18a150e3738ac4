"""What goes over the wire between a pool and its workers: a short head, then a payload."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from typing import BinaryIO

# Kind, number of the job, seconds, length of the payload.
_HEAD = struct.Struct("!BQdQ")


class Kind(IntEnum):
    """What a frame says."""

    JOB = 1  # to a worker: do this; the payload is the pickled argument
    READY = 2  # from a worker, like all that follow: the function and what is shared are there
    UNFIT = 3  # they are not; the payload says why
    EMITTED = 4  # the job gave this to `emit`; pickled
    VALUE = 5  # the job returned this; pickled
    ERROR = 6  # the job raised this; see `worker.py`


@dataclass(frozen=True, slots=True)
class Frame:
    """One message.

    Attributes:
        kind: What it says.
        serial: The number of the job that it is about; 0 for none.
        payload: What belongs to it.
        seconds: How long the job took, where that is known.

    Example:
        >>> buffer = bytearray(Frame(Kind.VALUE, 7, b"seven").packed() + b"the beginning of more")
        >>> cut(buffer)
        [Frame(kind=<Kind.VALUE: 5>, serial=7, payload=b'seven', seconds=0.0)]
        >>> bytes(buffer)
        b'the beginning of more'
    """

    kind: Kind
    serial: int = 0
    payload: bytes = b""
    seconds: float = 0.0

    def head(self) -> bytes:
        """What comes before the payload."""
        return _HEAD.pack(self.kind, self.serial, self.seconds, len(self.payload))

    def packed(self) -> bytes:
        """All of it; for a large payload it is better to send the two parts."""
        return self.head() + self.payload


def cut(buffer: bytearray) -> list[Frame]:
    """Takes all frames that are complete from the beginning of a buffer."""
    frames, start = [], 0
    while len(buffer) >= start + _HEAD.size:
        kind, serial, seconds, length = _HEAD.unpack_from(buffer, start)
        end = start + _HEAD.size + length
        if len(buffer) < end:
            break
        payload = bytes(memoryview(buffer)[end - length : end])
        frames.append(Frame(Kind(kind), serial, payload, seconds))
        start = end
    if start:
        del buffer[:start]
    return frames


def read(stream: BinaryIO) -> Frame | None:
    """Waits for the next frame; None if there will be none."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    kind, serial, seconds, length = _HEAD.unpack(head)
    payload = stream.read(length)
    return Frame(Kind(kind), serial, payload, seconds) if len(payload) == length else None
