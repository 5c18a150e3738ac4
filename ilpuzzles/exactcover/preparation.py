"""Makes problems ready for the engines: every option gets a primary item."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ilpuzzles.exactcover.problem import BoolArray, CoverProblem, IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A problem in which every option has a primary item, with the same solutions.

    A secondary item of an option without primary ones becomes primary, with an option more that
    stands for "not covered". An option without items gets an item of its own, likewise.

    Attributes:
        problem: The problem.
        numbers: The number of each of its options in the original problem, or -1.

    Example:
        >>> free = CoverProblem.of([[], [0]], items=1, secondary=[0])
        >>> prepared = Prepared.of(free)
        >>> [prepared.problem.option(k).tolist() for k in range(4)], prepared.numbers.tolist()
        ([[1], [0], [0], [1]], [0, 1, -1, -1])
    """

    problem: CoverProblem
    numbers: IntArray

    @classmethod
    def of(cls, problem: CoverProblem) -> Prepared:
        """Prepares a problem."""
        owners, lengths = problem.owners(), np.diff(problem.starts)
        with_primary = np.zeros(problem.options, dtype=bool)
        with_primary[owners[problem.primary[problem.items]]] = True
        same = np.arange(problem.options)
        if with_primary.all():
            return cls(problem, same)
        touched = np.unique(problem.items[~with_primary[owners]])
        empty = np.nonzero(lengths == 0)[0]
        items = len(problem.primary)
        own = items + np.arange(len(empty))
        primary = np.concatenate([problem.primary, np.ones(len(empty), dtype=bool)])
        primary[touched] = True
        new_items = np.insert(problem.items, problem.starts[empty], own)
        lengths = lengths.copy()
        lengths[empty] = 1
        slack = np.concatenate([touched, own])
        all_lengths = np.concatenate([lengths, np.ones(len(slack), dtype=np.int64)])
        return cls(
            CoverProblem(
                primary,
                np.concatenate([[0], np.cumsum(all_lengths)]),
                np.concatenate([new_items, slack]),
            ),
            np.concatenate([same, np.full(len(slack), -1)]),
        )

    def keep(self, kept: BoolArray) -> Prepared:
        """The same with some options only."""
        return Prepared(self.problem.keep(kept), self.numbers[kept])

    def scarce_first(self) -> Prepared:
        """The same with options first whose items are in few others.

        What is hard to cover is covered early then, and the first solution found sooner: that of
        TriTetraTan after a tenth of the nodes.
        """
        problem = self.problem
        degrees = np.maximum(np.bincount(problem.items, minlength=len(problem.primary)), 1)
        # Whole numbers, so that the order is the same on all machines.
        scarcity = (1 << 40) // degrees
        sums = np.zeros(problem.options, dtype=np.int64)
        np.add.at(sums, problem.owners(), scarcity[problem.items])
        order = np.lexsort((np.arange(problem.options), -sums))
        return Prepared(problem.reordered(order), self.numbers[order])

    def original(self, solutions: IntArray) -> IntArray:
        """Solutions in the numbers of the original options.

        Args:
            solutions: A solution in every row, as options of the prepared problem, filled up
                with -1.

        Returns:
            The same with the original options, filled up with -1 behind them.
        """
        numbers: IntArray = np.append(self.numbers, -1)[solutions]
        longest = int((numbers >= 0).sum(axis=1).max(initial=0))
        if (self.numbers >= 0).all():
            return numbers[:, :longest]
        # What stands for "not covered" goes behind the options.
        behind = np.argsort(numbers < 0, axis=1, kind="stable")
        return np.take_along_axis(numbers, behind[:, :longest], axis=1)
