"""The pool's end of the line to one worker, which never waits.

A `multiprocessing` connection blocks until a message is through. A worker that stands still in the
middle of one would then hold up the others, and Ctrl-C.
"""

from __future__ import annotations

import socket
from collections import deque

from ilpuzzles.jobs.frames import Frame, cut

_MOST_AT_ONCE = 1 << 18
# A program may have turned the signal for broken pipes on, as command line tools do.
_QUIETLY = getattr(socket, "MSG_NOSIGNAL", 0)


class Channel:
    """A socket with what is still to be sent and what has been received in part."""

    def __init__(self, link: socket.socket) -> None:
        link.setblocking(False)
        self._link = link
        self._unsent: deque[memoryview] = deque()
        self._received = bytearray()

    def fileno(self) -> int:
        """Its number, for a selector."""
        return self._link.fileno()

    @property
    def unsent(self) -> bool:
        """Whether `flush` has something to do once the socket can be written to."""
        return bool(self._unsent)

    def send(self, *parts: bytes) -> None:
        """Sends what goes through now; the rest is left to `flush`."""
        self._unsent.extend(memoryview(part) for part in parts if part)
        self.flush()

    def flush(self) -> None:
        """Goes on sending."""
        while self._unsent:
            part = self._unsent.popleft()
            try:
                sent = self._link.send(part, _QUIETLY)
            except BlockingIOError:
                sent = 0
            except OSError:
                # The worker is gone, which `receive` will find out, too.
                self._unsent.clear()
                return
            if sent < len(part):
                self._unsent.appendleft(part[sent:])
                return

    def receive(self) -> tuple[list[Frame], bool]:
        """The frames that are complete now, and whether more can come."""
        try:
            chunk = self._link.recv(_MOST_AT_ONCE)
        except BlockingIOError:
            return [], True
        except OSError:
            return [], False
        self._received += chunk
        return cut(self._received), bool(chunk)

    def drain(self) -> list[Frame]:
        """The frames that are complete after everything was taken that is there now."""
        frames: list[Frame] = []
        before = -1
        while len(frames) + len(self._received) > before:
            before = len(frames) + len(self._received)
            frames += self.receive()[0]
        return frames

    def close(self) -> None:
        """Lets go of the socket."""
        self._unsent.clear()
        self._link.close()
