"""Compiles all that the engine may need, so that no search has to wait for it."""

from __future__ import annotations

import numpy as np

from ilpuzzles.exactcover.engine import count_covers, cover_extremes, visit_covers
from ilpuzzles.exactcover.estimating import estimated_search
from ilpuzzles.exactcover.problem import CoverProblem, IntArray
from ilpuzzles.exactcover.searching import UNROLLED
from ilpuzzles.exactcover.settings import Engine, Settings

_WORD = 64
# The table of a square of this side for dominoes outgrows its first room, and stays small.
_SIDE = 12


def compile_kernels() -> None:
    """Compiles every kernel, or loads it from where it is kept, by solving small problems.

    The first time, this takes some 15 seconds, later 0.1. The search has a kernel of its own for
    every number of words that its items take, and one for all larger ones.

    Example:
        >>> compile_kernels()
    """
    search, table = Settings(engine=Engine.SEARCH), Settings(engine=Engine.TABLE)
    for words in range(1, UNROLLED + 2):
        count_covers(ring(_WORD * words), search)
    count_covers(dominoes(_SIDE), table)
    small = dominoes(4)
    visit_covers(small, _go_on, table)
    cover_extremes(small, np.ones((1, small.options), dtype=np.int64), table)
    estimated_search(small)


def ring(items: int) -> CoverProblem:
    """Items in a ring, to be covered in pairs of neighbours; nothing of it can be left out.

    Args:
        items: How many; an even number has two solutions.

    Example:
        >>> count_covers(ring(6)).found
        2
    """
    return CoverProblem.of([[one, (one + 1) % items] for one in range(items)], items=items)


def dominoes(side: int) -> CoverProblem:
    """A square, to be covered with dominoes.

    Example:
        >>> count_covers(dominoes(4)).found
        36
    """
    cells = np.arange(side * side).reshape(side, side)
    across = np.stack([cells[:, :-1].ravel(), cells[:, 1:].ravel()], axis=1)
    down = np.stack([cells[:-1].ravel(), cells[1:].ravel()], axis=1)
    return CoverProblem.of(np.vstack([across, down]).tolist(), items=cells.size)


def _go_on(_covers: IntArray) -> bool:
    return True
