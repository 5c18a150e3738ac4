"""Passes on the solutions that are listed in parts, each once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from typing import TypeAlias

import numpy as np

from ilpuzzles.errors import CheckError, Problem
from ilpuzzles.modelling import IntArray
from ilpuzzles.queries.splitting import Part

Visit: TypeAlias = Callable[[IntArray], "bool | None"]
"""What is called with solutions; when it returns False, the search ends."""


class Listing:
    """Passes solutions on, each once: a worker that was started again lists all of its part anew.

    Args:
        visit: Called with every solution; None if they are only counted.
        parts: The parts by their names; see `begin`.

    Attributes:
        last: The last solution that was passed on.
        stopped: Whether the visitor has had enough.
    """

    def __init__(self, visit: Visit | None, parts: dict[str, Part] | None = None) -> None:
        self._visit = visit
        self._parts = {} if parts is None else parts
        # Of every part that is not done, digests of what it has listed.
        self._seen: dict[str, set[bytes]] = {}
        # And what those had listed that it was a part of, and that were split.
        self._before: dict[str, tuple[set[bytes], ...]] = {}
        self.last: IntArray | None = None
        self.stopped = False

    def begin(self, key: str, part: Part) -> None:
        """A part is about to be searched."""
        self._parts[key] = part

    def receive(self, key: str, solutions: IntArray) -> int:
        """Passes on what a part has found and not listed before; returns how many it has listed."""
        part = self._parts[key]
        bounds = np.array(list(part.values()), dtype=np.int64).reshape(-1, 2)
        chosen = solutions[:, list(part)]
        # Parts are disjoint: a solution within its own part is in no other one's list.
        if ((chosen < bounds[:, 0]) | (chosen > bounds[:, 1])).any():
            raise CheckError(Problem("a solution outside its part of the model", "report this"))
        seen, before = self._seen.setdefault(key, set()), self._before.get(key, ())
        for values in solutions:
            digest = blake2b(values.tobytes(), digest_size=16).digest()
            if digest in seen or self.stopped or self._visit is None:
                continue
            seen.add(digest)
            if any(digest in known for known in before):
                continue
            self.last = values
            self.stopped = self._visit(values) is False
        return len(seen)

    def split(self, key: str, below: Iterable[str]) -> None:
        """A part was stopped, and its own parts begin anew: they list again what it has listed."""
        before = self._before.pop(key, ())
        seen = self._seen.pop(key, None)
        self._parts.pop(key, None)
        for each in below:
            self._before[each] = (*before, seen) if seen else before

    def finish(self, key: str, number: int) -> None:
        """Checks that a part has listed as many solutions as it has counted."""
        listed = len(self._seen.pop(key, ()))
        self._before.pop(key, None)
        self._parts.pop(key, None)
        if self._visit is not None and not self.stopped and listed != number:
            raise CheckError(
                Problem(f"{number} solutions of a part, {listed} of them listed", "report this")
            )
