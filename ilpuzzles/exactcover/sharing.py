"""What of an option's number in a condition falls on each of its items."""

from __future__ import annotations

import math

import numpy as np

from ilpuzzles.exactcover.problem import CoverProblem, IntArray

_LARGEST = 1 << 61


def shares_of(problem: CoverProblem, totals: IntArray) -> tuple[IntArray, IntArray]:
    """Splits what options add to conditions among their primary items.

    Whatever is left to cover then adds at most the sum of the largest shares of its items. The
    bound is sharp where every option has exactly one item of some sort (a tiling: its tile), and
    what it adds depends on that item most of all; so all of it goes there. Where there is no such
    sort, every primary item gets the same share, and numbers are scaled so that these are whole.

    Args:
        problem: The problem; every option has a primary item.
        totals: What the options add, shape (conditions, options).

    Returns:
        By what each condition is scaled, shape (conditions,), and the shares of the entries of
        `problem.items`, shape (conditions, entries).
    """
    owners = problem.owners()
    entries = np.nonzero(problem.primary[problem.items])[0]
    shares = np.zeros((len(totals), len(problem.items)), dtype=np.int64)
    scale = np.ones(len(totals), dtype=np.int64)
    if not len(totals) or not problem.options:
        return scale, shares
    sort = _sort(problem)
    if sort is not None:
        entries = entries[sort[problem.items[entries]]]
        shares[:, entries] = totals[:, owners[entries]]
        return scale, shares
    sizes = np.bincount(owners[entries], minlength=problem.options)
    factor = math.lcm(*np.unique(sizes).tolist())
    if factor > _LARGEST // (int(np.abs(totals).sum(axis=1).max()) + 1):
        # Scaled numbers would be too large, so one item of each option takes all of its number.
        entries = entries[np.unique(owners[entries], return_index=True)[1]]
        shares[:, entries] = totals[:, owners[entries]]
        return scale, shares
    parts = totals * (factor // sizes)
    shares[:, entries] = parts[:, owners[entries]]
    return scale * factor, shares


def _sort(problem: CoverProblem) -> np.ndarray[tuple[int], np.dtype[np.bool_]] | None:
    """Primary items of which every option has exactly one, those with most options first."""
    owners = problem.owners()
    degrees = np.bincount(problem.items, minlength=len(problem.primary))
    chosen = np.zeros(len(problem.primary), dtype=bool)
    reached = np.zeros(problem.options, dtype=bool)
    for item in np.lexsort((np.arange(len(degrees)), -degrees)).tolist():
        if not problem.primary[item] or not degrees[item]:
            continue
        options = owners[problem.items == item]
        if not reached[options].any():
            chosen[item] = True
            reached[options] = True
    return chosen if reached.all() else None
