"""The solutions that pages have paged through, so that they keep their order.

A list of more than `LONG` solutions takes much memory: one at most is kept, and one at most is made
at a time.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

from ilpuzzles.hints.solution_counter import CancelledError, IsWanted

Listing: TypeAlias = tuple[str, frozenset[int]]
"""What a list is about: the key of a board, and the moves that lie on it."""

LONG = 50_000
"""A list of more solutions than this is long: a million of them take 300 MB."""

_MOST_LISTS = 8
_WAIT = 0.05  # seconds, between looks at whether somebody still waits


class SolutionPages:
    """The solutions that pages have shown, of all boards of a server; one long list at most."""

    def __init__(self) -> None:
        self._lists: dict[Listing, list[list[int]]] = {}
        self._lock = threading.Lock()
        self._long_list_turn = threading.Lock()

    @contextmanager
    def turn(self, number: int, is_wanted: IsWanted) -> Iterator[None]:
        """Waits until no other long list is made, if so many solutions make a long one.

        Raises:
            CancelledError: If the list is not wanted any more.
        """
        if number <= LONG:
            yield
            return
        while not self._long_list_turn.acquire(timeout=_WAIT):
            if not is_wanted():
                raise CancelledError
        try:
            yield
        finally:
            self._long_list_turn.release()

    def get(self, listing: Listing) -> list[list[int]]:
        """The solutions that were shown of a position."""
        with self._lock:
            return self._lists.get(listing, [])

    def make_room(self, number: int) -> None:
        """Forgets the list that is long, if so many solutions make another one."""
        if number <= LONG:
            return
        with self._lock:
            self._lists = {
                listing: solutions
                for listing, solutions in self._lists.items()
                if len(solutions) <= LONG
            }

    def keep(self, listing: Listing, solutions: list[list[int]]) -> None:
        """Remembers solutions of a position, and forgets the oldest of others."""
        self.make_room(len(solutions))
        with self._lock:
            self._lists.pop(listing, None)
            self._lists[listing] = solutions
            oldest = list(self._lists)[:-_MOST_LISTS]
            for forgotten in oldest:
                del self._lists[forgotten]
