"""What the tests of the engine share."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ilpuzzles.exactcover.engine import visit_covers
from ilpuzzles.exactcover.problem import CoverProblem, IntArray
from ilpuzzles.exactcover.settings import Settings
from support.random_covers import all_covers, board, random_cover


def rows_of(batch: IntArray) -> list[tuple[int, ...]]:
    """The options of each solution, once it is sure that only -1 stands behind them."""
    found = []
    for row in batch.tolist():
        used = [option for option in row if option >= 0]
        assert row == used + [-1] * (len(row) - len(used))
        found.append(tuple(used))
    return found


class Visitor:
    """Gathers all solutions; stops after so many if it is told to."""

    def __init__(self, most: int | None = None) -> None:
        self.found: list[tuple[int, ...]] = []
        self._most = most

    def __call__(self, batch: IntArray) -> bool:
        self.found += rows_of(batch)
        return self._most is None or len(self.found) < self._most


def listed(problem: CoverProblem, settings: Settings | None = None) -> list[tuple[int, ...]]:
    """All solutions in the order in which the engine lists them."""
    visitor = Visitor()
    run = visit_covers(problem, visitor, settings)
    assert run.complete
    assert run.found == len(visitor.found)
    return visitor.found


def as_set(solutions: Iterable[tuple[int, ...]]) -> set[frozenset[int]]:
    """Solutions as a set, once it is sure that none comes twice, and no option twice in one."""
    found = [frozenset(one) for one in solutions]
    assert all(len(one) == len(whole) for one, whole in zip(found, solutions, strict=True))
    assert len(set(found)) == len(found)
    return set(found)


def solved(seed: int) -> tuple[CoverProblem, set[frozenset[int]]]:
    """A random problem and its solutions."""
    problem = random_cover(seed)
    return problem, all_covers(problem)


def dominoes(rows: int, columns: int, *more: str) -> CoverProblem:
    """A board to be covered with dominoes, and what other shapes are named."""
    return CoverProblem.of(board(rows, columns, ["domino", *more]), rows * columns)


def widened(problem: CoverProblem, more: int) -> CoverProblem:
    """The same with items more, which are covered all at once, or one by one: twice the solutions.

    If the first of them comes first in the order of a table, and the others last, then its states
    have a bit for each of these all the way.
    """
    items = len(problem.primary)
    added = [items + number for number in range(more)]
    options = [problem.option(number).tolist() for number in range(problem.options)]
    options += [added, *([item] for item in added)] if added else []
    return CoverProblem.of(options, items + more, np.nonzero(~problem.primary)[0].tolist())


def total(weights: Iterable[int] | IntArray, chosen: Iterable[int]) -> int:
    """What some options add up to."""
    numbers = np.asarray(weights).tolist()
    return int(sum(numbers[option] for option in chosen))
