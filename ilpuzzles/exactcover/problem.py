"""Exact cover problems in arrays, and how they are made ready for the engines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import InputError, Problem

IntArray: TypeAlias = npt.NDArray[np.int64]
BoolArray: TypeAlias = npt.NDArray[np.bool_]
WordArray: TypeAlias = npt.NDArray[np.uint64]

WORD = 64
"""How many bits a word has."""


@dataclass(frozen=True, slots=True, eq=False)
class CoverProblem:
    """Choose options so that every primary item is in exactly one, and no item is in two.

    An option without any primary item, or without any item at all, may be chosen or not unless an
    item rules it out, and so turns one solution into several.

    Attributes:
        primary: Whether each item has to be covered; others (*secondary* ones) may be. Shape
            (items,).
        starts: Where the items of each option begin in `items`, shape (options + 1,).
        items: The items of all options, one option after the other; no item twice in one.

    Example:
        >>> problem = CoverProblem.of([[0, 2], [0], [1, 2], [1]], items=3, secondary=[2])
        >>> problem.options, problem.primary.tolist(), problem.option(2).tolist()
        (4, [True, True, False], [1, 2])
    """

    primary: BoolArray
    starts: IntArray
    items: IntArray

    @classmethod
    def of(
        cls, options: Iterable[Sequence[int]], items: int, secondary: Iterable[int] = ()
    ) -> CoverProblem:
        """A problem from lists of items.

        Args:
            options: The items of each option, numbered from 0.
            items: How many items there are.
            secondary: The items that need not be covered.

        Raises:
            InputError: If an item is out of range, or twice in an option.
        """
        lists = [list(option) for option in options]
        optional = list(secondary)
        for number, option in enumerate(lists):
            if len(set(option)) < len(option):
                raise InputError(Problem(f"option {number} has an item twice", "name each once"))
        wrong = [item for item in chain(*lists, optional) if not 0 <= item < items]
        if wrong:
            raise InputError(Problem(f"item {wrong[0]} of {items} items", "number them from 0"))
        primary = np.ones(items, dtype=bool)
        primary[optional] = False
        lengths = [len(option) for option in lists]
        starts = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]).astype(np.int64)
        return cls(primary, starts, np.array(list(chain(*lists)), dtype=np.int64))

    @property
    def options(self) -> int:
        """How many options there are."""
        return len(self.starts) - 1

    def option(self, number: int) -> IntArray:
        """The items of an option."""
        return self.items[self.starts[number] : self.starts[number + 1]]

    def owners(self) -> IntArray:
        """The option of every entry of `items`."""
        return np.repeat(np.arange(self.options), np.diff(self.starts))

    def keep(self, kept: BoolArray) -> CoverProblem:
        """The same problem with some of its options only; `kept` has shape (options,)."""
        lengths = np.diff(self.starts)
        starts = np.concatenate([[0], np.cumsum(lengths[kept])])
        return CoverProblem(self.primary, starts, self.items[np.repeat(kept, lengths)])

    def reordered(self, order: IntArray) -> CoverProblem:
        """The same problem with its options in another order."""
        lengths = np.diff(self.starts)[order]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        entries = np.arange(len(self.items)) - np.repeat(starts[:-1], lengths)
        return CoverProblem(
            self.primary, starts, self.items[entries + np.repeat(self.starts[order], lengths)]
        )

    def masks(self) -> WordArray:
        """The items of every option as bits, shape (words, options)."""
        masks = np.zeros((words_for(len(self.primary)), self.options), dtype=np.uint64)
        np.bitwise_or.at(masks, (self.items // WORD, self.owners()), bits(self.items % WORD))
        return masks

    def required(self) -> WordArray:
        """The primary items as bits, shape (words,)."""
        items = np.nonzero(self.primary)[0]
        required = np.zeros(words_for(len(self.primary)), dtype=np.uint64)
        np.bitwise_or.at(required, items // WORD, bits(items % WORD))
        return required


def words_for(number: int) -> int:
    """How many words have room for so many bits; at least one."""
    return max(1, -(-number // WORD))


def bits(places: IntArray) -> WordArray:
    """Words with one bit each."""
    return np.uint64(1) << places.astype(np.uint64)


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A problem in which every option has a primary item, with the same solutions.

    A secondary item of an option without primary ones becomes primary, with an option more that
    stands for "not covered". An option without items gets an item of its own, likewise.
    """

    problem: CoverProblem
    numbers: IntArray  # the number of each of its options in the original problem, or -1

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
        slack = np.concatenate([touched, own])
        all_lengths = np.concatenate([np.maximum(lengths, 1), np.ones(len(slack), dtype=np.int64)])
        starts = np.concatenate([[0], np.cumsum(all_lengths)])
        return cls(
            CoverProblem(primary, starts, np.concatenate([new_items, slack])),
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
        """Solutions in the numbers of the original options; rows are filled up with -1."""
        numbers: IntArray = np.append(self.numbers, -1)[solutions]
        longest = int((numbers >= 0).sum(axis=1).max(initial=0))
        if (self.numbers >= 0).all():
            return numbers[:, :longest]
        # What stands for "not covered" goes behind the options.
        behind = np.argsort(numbers < 0, axis=1, kind="stable")
        return np.take_along_axis(numbers, behind[:, :longest], axis=1)
