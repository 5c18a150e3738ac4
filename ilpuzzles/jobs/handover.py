"""The events of one run on their way from the manager to the caller, not too many at a time."""

from __future__ import annotations

from queue import Empty, SimpleQueue

from ilpuzzles.jobs.task import Event

MOST_EVENTS = 256
MOST_BYTES = 1 << 24


class Handover:
    """A queue that knows when it is full.

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
        """Hands something over, even if that makes it too much: see `hold_back`."""
        self._events_put += 1
        self._bytes_put += event.size
        self._events.put(event)

    def hold_back(self) -> bool:
        """Whether nothing more should be put until the caller has caught up."""
        if not self._held_back:
            self._held_back = self._filled(1)
        # Asked after it was set: the caller may have emptied the queue, and not seen it set.
        if self._held_back and not self._filled(2):
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
        self._bytes_taken += event.size
        return event

    @property
    def waited_for(self) -> bool:
        """Whether the manager should be told that there is room again."""
        return self._held_back and not self._filled(2)

    def _filled(self, part: int) -> bool:
        return (
            len(self) * part >= MOST_EVENTS
            or (self._bytes_put - self._bytes_taken) * part >= MOST_BYTES
        )
