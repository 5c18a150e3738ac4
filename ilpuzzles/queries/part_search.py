"""The search in one part of a model, which runs in a worker process."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ilpuzzles.backends import Limit, ListsBatches, Status, Task, choose
from ilpuzzles.errors import BackendError, Problem
from ilpuzzles.modelling import IntArray, Program
from ilpuzzles.progress import Reporter
from ilpuzzles.queries.splitting import Part

_BATCH = 256
_SECONDS = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """What every worker gets once.

    Attributes:
        program: The whole program.
        backend: The name of the backend.
        options: How to search in a part.
        listing: Whether the solutions are wanted, or only their number.
        most: After how many bytes of solutions to stop, or None.
    """

    program: Program
    backend: str
    options: Any
    listing: bool
    most: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """What one job is about.

    Attributes:
        part: The part.
        seconds: After how long to stop, so that it is split; None if it cannot be.
    """

    part: Part
    seconds: float | None = None


def search_part(
    shared: Shared, piece: Piece, emit: Callable[[int | IntArray], None]
) -> tuple[int, str, Limit]:
    """Finds all solutions of a part; runs in a worker.

    Args:
        shared: What is the same for all parts.
        piece: The part, and how long it may take.
        emit: Called now and then with the solutions since the last call, as an array of shape
            (solutions, columns), or with how many there are so far.

    Returns:
        How many solutions there are, the version of the solver, and the limit that came first.
    """
    # This is imported there.
    from ilpuzzles.queries.enumeration import (  # noqa: PLC0415
        enumerate_solutions,
        list_batches,
    )

    teller = _Teller(shared, emit)
    program = shared.program.within(piece.part)
    options = replace(shared.options, time_limit=piece.seconds)
    backend = choose(shared.backend, shared.program, Task.ALL, options).backend
    if isinstance(backend, ListsBatches) and not shared.program.separated():
        result = list_batches(program, teller.take, backend, options, Reporter(None))
    else:
        result = enumerate_solutions(program, teller.take_one, shared.backend, options)
    if result.status is Status.ERROR or (not result.complete and result.limit is Limit.NONE):
        raise BackendError(
            Problem(
                f"{result.backend} left a part of the model unfinished: {result.status.value}"
                f"{', ' + result.message if result.message else ''}",
                "try another backend",
            )
        )
    teller.tell_the_rest()
    return teller.number, result.version, Limit.NONE if result.complete else result.limit


class _Teller:
    """Counts the solutions of a part and tells about them, but not about each by itself."""

    def __init__(self, shared: Shared, emit: Callable[[int | IntArray], None]) -> None:
        self._listing, self._emit = shared.listing, emit
        row = shared.program.variables * np.dtype(np.int64).itemsize
        self._most = None if shared.most is None else max(1, shared.most // max(1, row))
        self._found: list[IntArray] = []
        self._last = time.perf_counter()
        self.number = 0

    def take_one(self, values: IntArray) -> bool:
        """A solution was found; whether to go on."""
        return self.take(values[np.newaxis])

    def take(self, batch: IntArray) -> bool:
        """Some solutions were found, shape (solutions, columns); whether to go on."""
        self.number += len(batch)
        if self._listing:
            self._found.append(batch)
        if len(self._found) >= _BATCH or time.perf_counter() - self._last > _SECONDS:
            if not self._listing:
                self._emit(self.number)
            self.tell_the_rest()
            self._last = time.perf_counter()
        return self._most is None or self.number < self._most

    def tell_the_rest(self) -> None:
        """Hands over what was listed and not told yet."""
        if self._found:
            self._emit(np.concatenate(self._found))
            self._found.clear()
