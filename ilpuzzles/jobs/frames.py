"""Frames: messages between two processes over a socket, each a short head and a payload.

A pool exchanges them with its workers, and `server_process` with a fork server and its copies. This
file imports nothing of the package, since the fork server stands outside of it.
"""

from __future__ import annotations

import select
import socket
import struct
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum
from typing import BinaryIO, NamedTuple

# Kind, number of the job, seconds, length of the payload.
_HEAD = struct.Struct("!BQdQ")
# Status, processor time, memory, whether the copy stays.
_REPORT = struct.Struct("!qdq?")
# A payload of fewer bytes is copied behind its head, since a second call of the system costs more.
_SMALL_BYTES = 1 << 16
# The most that is read from a socket at a time: more than Linux keeps for one (208 kB).
_RECEIVED_BYTES = 1 << 18
# A program may have turned the signal for broken pipes on, as command line tools do.
_WITHOUT_SIGNAL = getattr(socket, "MSG_NOSIGNAL", 0)


class MessageKind(IntEnum):
    """The kinds of messages."""

    SETUP = 1  # to a worker, twice before all jobs: the function, and what jobs share; pickled
    JOB = 2  # to a worker, or a copy: do this
    READY = 3  # from a worker, like the next four: the function and what is shared are there
    UNFIT = 4  # they are not; the payload says why
    EMITTED = 5  # the job gave this to `emit`; pickled
    VALUE = 6  # the job returned this: something pickled, from a copy a `Report`
    ERROR = 7  # the job raised this; see `worker_main.py`
    FORK = 8  # to the fork server: make a copy, which gets the socket that comes with this
    KILL = 9  # to the fork server: kill the copy of that number
    ENDED = 10  # from the fork server: the copy of that number has ended; a `Report`


class Message(NamedTuple):
    """A message: a short head, then a payload.

    `serial` is the number of the job, or of the copy, that it is about, 0 for none; `seconds` is
    how long a job took, where that is known.

    Example:
        >>> message = Message(MessageKind.VALUE, 7, b"seven")
        >>> buffer = bytearray(message.head() + b"seven" + b"the beginning of more")
        >>> whole_messages(buffer)
        [Message(kind=<MessageKind.VALUE: 6>, serial=7, payload=b'seven', seconds=0.0)]
        >>> bytes(buffer)
        b'the beginning of more'
    """

    kind: MessageKind
    serial: int = 0
    payload: bytes = b""
    seconds: float = 0.0

    def head(self) -> bytes:
        """The bytes that are sent before the payload."""
        return _HEAD.pack(self.kind, self.serial, self.seconds, len(self.payload))


def whole_messages(buffer: bytearray) -> list[Message]:
    """Takes all messages that are complete from the beginning of a buffer."""
    messages = []
    start = 0
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


class Report(NamedTuple):
    """The end of a run in a copy, or of the copy with all its runs: its status, and what it took.

    The status is negative for the signal that ended it; memory is the most that it had, as the
    system counts it (see `process.MEMORY_UNIT_BYTES`).

    Example:
        >>> Report.unpacked(Report(-9, 0.5, 2000, stays=False).packed())
        Report(status=-9, cpu_seconds=0.5, memory=2000, stays=False)
    """

    status: int
    cpu_seconds: float
    memory: int
    stays: bool  # whether the copy waits for another run

    def packed(self) -> bytes:
        """The payload that says so."""
        return _REPORT.pack(*self)

    @classmethod
    def unpacked(cls, payload: bytes) -> Report:
        """The report that a payload makes."""
        return cls(*_REPORT.unpack(payload))


# In a process that may wait for its socket: a worker, or a copy.


def send_message(link: socket.socket, message: Message) -> None:
    """Sends a message, and waits until it is through."""
    if len(message.payload) < _SMALL_BYTES:
        link.sendall(message.head() + message.payload)
    else:
        link.sendall(message.head())
        link.sendall(message.payload)


def read_message(stream: BinaryIO) -> Message | None:
    """Waits for the next message; None if there will be none."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    kind, serial, seconds, length = _HEAD.unpack(head)
    payload = stream.read(length)
    if len(payload) < length:
        return None
    return Message(MessageKind(kind), serial, payload, seconds)


def serve(
    stream: BinaryIO, send: Callable[[Message], None], answer: Callable[[Message], Message]
) -> None:
    """Answers one message after the other, until there will be no more."""
    while message := read_message(stream):
        send(answer(message))


# In a process that may not wait, since it has others to look after.


class _Unsent(NamedTuple):
    """Bytes that are still to be sent, and a socket that the other process gets with them."""

    content: memoryview
    handed_over: socket.socket | None = None


class Channel:
    """One end of the line to a worker, the fork server or its copy: a socket that never waits.

    A `multiprocessing` connection blocks until a message is through. A worker that stands still in
    the middle of one would then hold up the others, and Ctrl-C.
    """

    def __init__(self, link: socket.socket) -> None:
        link.setblocking(False)
        self._link = link
        self._received = bytearray()
        self.unsent: deque[_Unsent] = deque()
        """The parts that `flush` sends once the socket can be written to."""
        self.has_ended = False
        """Whether nothing more can come."""

    def fileno(self) -> int:
        """Its number, for a selector."""
        return self._link.fileno()

    def send(self, *parts: bytes) -> None:
        """Sends what goes through now; the rest is left to `flush`."""
        for part in parts:
            if part:
                self.unsent.append(_Unsent(memoryview(part)))
        self.flush()

    def send_message(self, message: Message, handed_over: socket.socket | None = None) -> None:
        """Sends a message as `send` does, and with it a socket, which is closed here then."""
        head = message.head()
        if len(message.payload) < _SMALL_BYTES:
            self.unsent.append(_Unsent(memoryview(head + message.payload), handed_over))
            self.flush()
        else:
            self.unsent.append(_Unsent(memoryview(head), handed_over))
            self.send(message.payload)

    def flush(self) -> None:
        """Goes on sending."""
        while self.unsent:
            part = self.unsent.popleft()
            try:
                sent = self._send(part)
            except BlockingIOError:
                sent = 0
            except OSError:
                # The other process is gone, which `receive` will find out as well.
                self.unsent.appendleft(part)
                self._forget_unsent()
                return
            if sent < len(part.content):
                # A socket goes with the first byte.
                rest = part if sent == 0 else _Unsent(part.content[sent:])
                self.unsent.appendleft(rest)
                return

    def receive(self) -> list[Message]:
        """The messages that are complete now."""
        try:
            chunk = self._link.recv(_RECEIVED_BYTES)
        except BlockingIOError:
            return []
        except OSError:
            chunk = b""
        if not chunk:
            self.has_ended = True
        self._received += chunk
        return whole_messages(self._received)

    def drain(self) -> list[Message]:
        """The messages that are complete after everything was taken that is there now."""
        messages: list[Message] = []
        before = -1
        while len(messages) + len(self._received) > before:
            before = len(messages) + len(self._received)
            messages += self.receive()
        return messages

    def end_sending(self) -> None:
        """Lets the other process see that nothing more will come."""
        self._forget_unsent()
        with suppress(OSError):  # it has seen the end itself
            self._link.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Lets go of the socket."""
        self._forget_unsent()
        self._link.close()

    def _send(self, part: _Unsent) -> int:
        """Sends the beginning of a part; returns how many bytes went through."""
        if part.handed_over is None:
            return self._link.send(part.content, _WITHOUT_SIGNAL)
        handles = [part.handed_over.fileno()]
        sent = socket.send_fds(self._link, [part.content], handles, _WITHOUT_SIGNAL)
        part.handed_over.close()
        return sent

    def _forget_unsent(self) -> None:
        for part in self.unsent:
            if part.handed_over is not None:
                part.handed_over.close()
        self.unsent.clear()


def wait_for_any(channels: list[Channel], seconds: float) -> None:
    """Waits until something comes over one of the channels or goes through, or for so long."""
    waiting = select.poll()
    for channel in channels:
        wanted = select.POLLIN | select.POLLOUT if channel.unsent else select.POLLIN
        waiting.register(channel, wanted)
    waiting.poll(1000 * seconds)
