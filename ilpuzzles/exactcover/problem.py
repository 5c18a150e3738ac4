"""Exact cover problems in arrays, and how they are made ready for the engines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, pairwise
from math import comb
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import InputError

IntArray: TypeAlias = npt.NDArray[np.int64]
BoolArray: TypeAlias = npt.NDArray[np.bool_]
WordArray: TypeAlias = npt.NDArray[np.uint64]

WORD = 64
"""The number of bits in a word."""

NO_COLOUR, LARGEST_COLOUR = -1, 1 << 62
"""What stands for the colour of an entry that has none, and what is too large for one."""


@dataclass(frozen=True, slots=True, eq=False)
class CoverProblem:
    """Choose options so that every primary item is in exactly one, and no item is in two.

    Options that give a secondary item the same *colour* may be chosen together all the same; one
    that has such an item without a colour takes it alone. An item may have *bounds*, and is then in
    so many options. An option without any primary item, or without any item at all, may be chosen
    or not unless an item rules it out, and so turns one solution into several.

    Attributes:
        primary: Whether each item has to be covered; others (*secondary* ones) may be. Shape
            (items,).
        starts: Where the items of each option begin in `items`, shape (options + 1,).
        items: The items of all options, one option after the other; no item twice in one.
        colours: The colour of each entry of `items`, or -1; None where there are no colours.
        bounds: How many options each item is in at least, and at most, shape (2, items); None where
            a primary one is in one, and a secondary one in one at most.

    Example:
        >>> problem = CoverProblem.of([[0, 2], [0], [1, 2], [1]], items=3, secondary=[2])
        >>> problem.options, problem.primary.tolist(), problem.option(2).tolist()
        (4, [True, True, False], [1, 2])
    """

    primary: BoolArray
    starts: IntArray
    items: IntArray
    colours: IntArray | None = None
    bounds: IntArray | None = None

    @classmethod
    def of(
        cls,
        options: Iterable[Sequence[int | tuple[int, int]]],
        items: int,
        secondary: Iterable[int] = (),
        bounds: Mapping[int, tuple[int, int]] | None = None,
    ) -> CoverProblem:
        """A problem from lists of items.

        Args:
            options: The items of each option, numbered from 0; with a colour as a pair of item and
                colour, which is a whole number from 0 on.
            items: How many items there are.
            secondary: The items that need not be covered.
            bounds: How many options some items are in, at least and at most.

        Raises:
            InputError: If an item is out of range, or twice in an option; if a colour is negative,
                or one of an item that has to be covered; or if bounds make no sense.

        Example:
            >>> problem = CoverProblem.of([[0, (2, 5)], [1, (2, 5)], [1, 2]], 3, secondary=[2])
            >>> problem.items.tolist(), problem.colours.tolist()
            ([0, 2, 1, 2, 1, 2], [-1, 5, -1, 5, -1, -1])
        """
        pairs = [
            [entry if isinstance(entry, tuple) else (entry, NO_COLOUR) for entry in option]
            for option in options
        ]
        lists = [[item for item, _ in option] for option in pairs]
        optional = list(secondary)
        for number, option in enumerate(lists):
            if len(set(option)) < len(option):
                raise InputError(f"option {number} has an item twice", "name each once")
        wrong = [item for item in chain(*lists, optional, bounds or ()) if not 0 <= item < items]
        if wrong:
            raise InputError(
                f"an option names item {wrong[0]} of {items} items", "number them from 0"
            )
        primary = np.ones(items, dtype=bool)
        primary[optional] = False
        limits = np.stack([primary, np.ones(items)]).astype(np.int64)
        for item, (least, most) in (bounds or {}).items():
            if not 0 <= least <= most:
                what = f"item {item} has the bounds {least} and {most}"
                raise InputError(what, "give the smaller one first, and none below 0")
            if not primary[item]:
                raise InputError(
                    f"item {item} is secondary, but has bounds", "choose one of the two"
                )
            limits[:, item] = min(least, len(lists) + 1), min(most, len(lists) + 1)
        for item, colour in chain(*pairs):
            if colour != NO_COLOUR and primary[item]:
                what = f"item {item} has a colour, but is not secondary"
                raise InputError(what, "name it among the secondary items")
            if not NO_COLOUR <= colour < LARGEST_COLOUR:
                raise InputError(f"item {item} has the colour {colour}", "number colours from 0")
        lengths = [len(option) for option in lists]
        starts = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]).astype(np.int64)
        colours = np.array([colour for _, colour in chain(*pairs)], dtype=np.int64)
        return cls(
            limits[0] > 0,
            starts,
            np.array(list(chain(*lists)), dtype=np.int64),
            colours if (colours != NO_COLOUR).any() else None,
            limits if bounds else None,
        )

    def several(self) -> IntArray:
        """The items that may be in several options."""
        return np.nonzero(self.bounds[1] > 1)[0] if self.bounds is not None else np.arange(0)

    @property
    def options(self) -> int:
        """The number of options."""
        return len(self.starts) - 1

    def option(self, number: int) -> IntArray:
        """The items of an option."""
        return self.items[self.starts[number] : self.starts[number + 1]]

    def owners(self) -> IntArray:
        """The option of every entry of `items`."""
        return np.repeat(np.arange(self.options), np.diff(self.starts))

    def by_item(self) -> list[IntArray]:
        """The options of each item."""
        owners = self.owners()[np.argsort(self.items, kind="stable")]
        ends = np.bincount(self.items, minlength=len(self.primary)).cumsum().tolist()
        return [owners[start:end] for start, end in pairwise([0, *ends])]

    def keep(self, kept: BoolArray) -> CoverProblem:
        """The same problem with some of its options only; `kept` has shape (options,)."""
        return self.reorder(np.nonzero(kept)[0])

    def reorder(self, order: IntArray) -> CoverProblem:
        """The same problem with its options, or some of them, in another order."""
        lengths = np.diff(self.starts)[order]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        entries = np.arange(starts[-1]) + np.repeat(self.starts[order] - starts[:-1], lengths)
        colours = None if self.colours is None else self.colours[entries]
        return CoverProblem(self.primary, starts, self.items[entries], colours, self.bounds)

    def extended(self, options: IntArray, items: IntArray) -> CoverProblem:
        """The same problem with entries more; items that it has not yet are secondary."""
        order = np.argsort(options, kind="stable")
        options, items = options[order], items[order]
        at = self.starts[options + 1]
        more = np.bincount(options, minlength=self.options).cumsum()
        new = max(0, int(items.max(initial=-1)) + 1 - len(self.primary))
        colours = None if self.colours is None else np.insert(self.colours, at, NO_COLOUR)
        return CoverProblem(
            np.append(self.primary, np.zeros(new, dtype=bool)),
            self.starts + np.append(0, more),
            np.insert(self.items, at, items),
            colours,
        )

    def marks(self) -> Marks:
        """Its options as bits."""
        return Marks.of(self)


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """The options of a problem as bits: what one has, no other may have that forbids it.

    An item is the bit of its number; an option has it, and forbids it. The colours of an item are
    sets of bits of its own, all of the same size: an option has those of its colour, and forbids
    the others. If it takes the item alone, it has all of them, and forbids them all. Ten colours
    take five bits, and twenty take six. Nothing forbids an item that may be in several options.

    Attributes:
        width: How many bits there are.
        options: How many options.
        owners: The option of each bit that options have, in `places`.
        places: These bits.
        forbidding: The option of each bit that options forbid, in `forbidden`; the same arrays
            where there are no colours.
        forbidden: These bits.
    """

    width: int
    options: int
    owners: IntArray
    places: IntArray
    forbidding: IntArray
    forbidden: IntArray

    @classmethod
    def of(cls, problem: CoverProblem) -> Marks:
        """The bits of a problem."""
        owners, items, colours = problem.owners(), problem.items, problem.colours
        width, once = len(problem.primary), ~np.isin(items, problem.several())
        if colours is None:
            if problem.bounds is None:
                return cls(width, problem.options, owners, items, owners, items)
            colours = np.full_like(items, NO_COLOUR)
        coloured = np.zeros(width, dtype=bool)
        coloured[items[colours != NO_COLOUR]] = True
        plain = ~coloured[items]
        has, forbids = ([(owners[some], items[some])] for some in (plain, plain & once))
        for item in np.nonzero(coloured)[0].tolist():
            entries = np.nonzero(items == item)[0]
            names, which = np.unique(colours[entries], return_inverse=True)
            sets = _antichain(len(names) - (names[0] == NO_COLOUR), alone=names[0] == NO_COLOUR)
            size = sets.shape[1]
            own = np.append(item, np.arange(width, width + size - 1))[:size]
            width += max(0, size - 1)
            # What takes the item alone has all of its bits, and forbids them all.
            first = np.ones((len(names) - len(sets), size), dtype=bool)
            for found, chosen in ((has, [*first, *sets]), (forbids, [*first, *~sets])):
                rows, columns = np.nonzero(np.array(chosen)[which])
                found.append((owners[entries][rows], own[columns]))
        sides = (zip(*found, strict=True) for found in (has, forbids))
        return cls(width, problem.options, *map(np.concatenate, chain(*sides)))

    def masks(self) -> tuple[WordArray, WordArray]:
        """The bits that every option has, and those that it forbids, shape (words, options)."""
        masks = bit_columns(self.places, self.owners, self.width, self.options)
        if self.forbidden is self.places:
            return masks, masks
        return masks, bit_columns(self.forbidden, self.forbidding, self.width, self.options)

    def required(self, primary: BoolArray) -> WordArray:
        """The primary items as bits, shape (words,)."""
        items = np.nonzero(primary)[0]
        return bit_columns(items, np.zeros_like(items), self.width, 1)[:, 0]


def _antichain(number: int, *, alone: bool) -> BoolArray:
    """Sets of which none is a part of another, as rows, with as few elements as can be.

    A single one has no elements, unless there is something that is to be more than it.
    """
    size = 2 if alone and number == 1 else 0
    while comb(size, size // 2) < number:
        size += 1
    sets = np.zeros((number, size), dtype=bool)
    for row, chosen in enumerate(islice(combinations(range(size), size // 2), number)):
        sets[row, list(chosen)] = True
    return sets


def words_for(number: int) -> int:
    """The number of words that hold a number of bits; at least one."""
    return max(1, -(-number // WORD))


def bits(places: IntArray) -> WordArray:
    """Words with one bit each."""
    return np.uint64(1) << places.astype(np.uint64)


def bit_columns(places: IntArray, columns: IntArray, width: int, number: int) -> WordArray:
    """Columns of bits, those at some places set, each in its column; (words, number)."""
    words = np.zeros((words_for(width), number), dtype=np.uint64)
    np.bitwise_or.at(words, (places // WORD, columns), bits(places % WORD))
    return words


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A problem in which every option has a primary item, with the same solutions.

    A secondary item of an option without primary ones becomes primary, with an option more that
    stands for "not covered". An option without items, or with coloured ones only, gets an item of
    its own, likewise.
    """

    problem: CoverProblem
    numbers: IntArray  # the number of each of its options in the original problem, or -1
    weights: IntArray | None = None  # how often each of them makes a solution count, if not once

    @classmethod
    def of(cls, problem: CoverProblem) -> Prepared:
        """Prepares a problem."""
        if problem.bounds is not None:
            # The search knows options without primary items.
            never = np.isin(problem.items, np.nonzero(problem.bounds[1] == 0)[0])
            kept = np.ones(problem.options, dtype=bool)
            kept[problem.owners()[never]] = False
            return cls(problem.keep(kept), np.nonzero(kept)[0])
        owners, lengths = problem.owners(), np.diff(problem.starts)
        with_primary = np.zeros(problem.options, dtype=bool)
        with_primary[owners[problem.primary[problem.items]]] = True
        same = np.arange(problem.options)
        if with_primary.all():
            return cls(problem, same)
        coloured = np.zeros(len(problem.primary), dtype=bool)
        if problem.colours is not None:
            coloured[problem.items[problem.colours != NO_COLOUR]] = True
        free = ~with_primary[owners] & ~coloured[problem.items]
        touched = np.unique(problem.items[free])
        alone = ~with_primary
        alone[owners[free]] = False
        at = problem.starts[:-1][alone]
        own = len(problem.primary) + np.arange(len(at))
        primary = np.concatenate([problem.primary, np.ones(len(at), dtype=bool)])
        primary[touched] = True
        slack = np.concatenate([touched, own])
        items = np.concatenate([np.insert(problem.items, at, own), slack])
        starts = np.concatenate([[0], np.cumsum(np.append(lengths + alone, np.ones_like(slack)))])
        colours = problem.colours
        if colours is not None:
            colours = np.append(np.insert(colours, at, NO_COLOUR), np.full_like(slack, NO_COLOUR))
        return cls(
            CoverProblem(primary, starts, items, colours),
            np.concatenate([same, np.full(len(slack), -1)]),
        )

    def keep(self, kept: BoolArray) -> Prepared:
        """The same with some options only."""
        return self.reorder(np.nonzero(kept)[0])

    def reorder(self, order: IntArray) -> Prepared:
        """The same with its options, or some of them, in another order."""
        weights = None if self.weights is None else self.weights[order]
        return Prepared(self.problem.reorder(order), self.numbers[order], weights)

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
        return self.reorder(np.lexsort((np.arange(problem.options), -sums)))

    def original(self, solutions: IntArray) -> IntArray:
        """Solutions in the numbers of the original options; rows are filled up with -1."""
        numbers: IntArray = np.append(self.numbers, -1)[solutions]
        longest = int((numbers >= 0).sum(axis=1).max(initial=0))
        if (self.numbers >= 0).all():
            return numbers[:, :longest]
        # What stands for "not covered" goes behind the options.
        behind = np.argsort(numbers < 0, axis=1, kind="stable")
        return np.take_along_axis(numbers, behind[:, :longest], axis=1)


def as_rows(covers: Sequence[Sequence[int]]) -> IntArray:
    """Solutions as rows of options, filled up with -1."""
    longest = max(map(len, covers), default=0)
    rows = [[*cover, *[-1] * (longest - len(cover))] for cover in covers]
    return np.array(rows, dtype=np.int64).reshape(len(rows), longest)
