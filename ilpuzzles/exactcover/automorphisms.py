"""Automorphisms of exact cover problems, found in the rows, and what one option counts for.

An *automorphism* permutes items so that options become options; so it takes solutions to solutions.
Of the options of a primary item, as many solutions have one as have another that an automorphism
which keeps the item takes it to. One *representative* of such an orbit is searched, and each of its
solutions counts as often as the orbit is large (*orbit weights*); the other solutions are images of
those. Likewise for pairs of options of two items.

Automorphisms are found as in nauty (McKay, *Practical graph isomorphism*, 1981): items are coloured
by what they share options with, again and again (*refinement*); where colours do not tell them
apart, one is singled out, in every way that may give the same colours. What that suggests is
checked option by option. All of this is bounded: fewer automorphisms than there are do no harm.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ilpuzzles.dice import Dice, mix
from ilpuzzles.exactcover.estimate import options_by_item
from ilpuzzles.exactcover.problem import (
    NO_COLOUR,
    BoolArray,
    CoverProblem,
    IntArray,
    Prepared,
    WordArray,
    words_for,
)

MOST_ITEMS = 640
"""Problems of more items are not looked at: a number for every pair of items would be too much."""

# Items times options: the items of all options, filled up to the longest, take 67 MB at most.
_MOST_ITEMS_TIMES_OPTIONS = 1 << 23
# Colourings times pairs of items, and entries of options, that are refined in all: a second makes
# some 10^9 numbers, and refining makes each in several rounds.
_MOST_NUMBERS_REFINED = 1 << 27
# Images of options that are stored, for all automorphisms: 34 MB.
_MOST_IMAGES = 1 << 22
# Of so many colours, the rarest ones, an item each is singled out to see which tells most apart:
# each is a column more in one and the same refinement.
_COLOURS_TO_COMPARE = 12
# An item whose share of options that are left is so many times the least share, or less, is as good
# as the best one, if it has fewer representatives.
_NEARLY_THE_LEAST_SHARE = 1.25
# Pairs of options have to spare so many times as much as one item does: they add items and bits.
_LEAST_GAIN_OF_PAIRS = 1.1
# Larger groups spare little more: the group of a cube with reflections has 48 elements.
_MOST_AUTOMORPHISMS = 512
# Where there are more, a subgroup of the last so many generators is taken, less one.
_GENERATORS_OF_SUBGROUP = 8
# Odd numbers with bits set all over, so that products mix; the first is 2^64 over the golden ratio.
_MIX = np.uint64(0x9E3779B97F4A7C15)
_STIR = np.uint64(0xD6E8FEB86659FD93)


@dataclass(frozen=True, slots=True, eq=False)
class Automorphisms:
    """Automorphisms of a problem, the identity first: a group, of all unless there are too many.

    Attributes:
        items: Where each takes each item, shape (automorphisms, items).
        options: Where each takes each option, shape (automorphisms, options).
    """

    items: IntArray
    options: IntArray

    @classmethod
    def of(cls, problem: CoverProblem, marks: IntArray | None = None) -> Automorphisms:
        """Finds the automorphisms that take options to options with the same marks.

        Args:
            problem: The problem.
            marks: A number for every option, or None if these are all alike.

        Example:
            >>> ring = CoverProblem.of([[0, 1], [1, 2], [2, 3], [3, 0]], items=4)
            >>> found = Automorphisms.of(ring)
            >>> len(found), sorted(found.options[:, 0].tolist())
            (8, [0, 0, 1, 1, 2, 2, 3, 3])
            >>> len(Automorphisms.of(ring, np.array([0, 0, 0, 7])))
            2
        """
        identity = cls(np.arange(len(problem.primary))[None], np.arange(problem.options)[None])
        if problem.colours is not None:
            return cls._of_coloured(problem, problem.colours, marks)
        if not problem.options or len(problem.primary) > MOST_ITEMS:
            return identity
        if len(problem.primary) * problem.options > _MOST_ITEMS_TIMES_OPTIONS:
            return identity
        if marks is None:
            marks = np.zeros(problem.options, dtype=np.int64)
        generators = _Refinement(problem, marks).generators()
        most = max(1, min(_MOST_AUTOMORPHISMS, _MOST_IMAGES // problem.options))
        return _closure(identity, generators, most)

    @classmethod
    def _of_coloured(
        cls, problem: CoverProblem, colours: IntArray, marks: IntArray | None
    ) -> Automorphisms:
        """The same where items have colours: each colour of an item becomes an item as well.

        Two options go together if they share no item without colours, and as many colours as
        coloured items. So it is enough that each sort is taken to itself.
        """
        painted = np.nonzero(colours != NO_COLOUR)[0]
        items, owners = problem.items[painted], problem.owners()[painted]
        pairs, which = np.unique(np.stack([items, colours[painted]]), axis=1, return_inverse=True)
        number = len(problem.primary)
        sorts = np.zeros(number + pairs.shape[1], dtype=np.int64)
        sorts[items] = 1
        sorts[number:] = 2
        plain = replace(problem, colours=None).extended(owners, number + which.ravel())
        found = cls.of(plain, marks)
        keeping = (sorts[found.items] == sorts).all(axis=1)
        return cls(found.items[keeping, :number], found.options[keeping])

    def __len__(self) -> int:
        """The number of automorphisms."""
        return len(self.items)

    def among(self, kept: BoolArray) -> Automorphisms:
        """The same for some of the options only; those that keep these."""
        images = self.options[:, kept]
        keeping = kept[images].all(axis=1)
        numbers = np.cumsum(kept) - 1
        return Automorphisms(self.items[keeping], numbers[images[keeping]])

    def representatives(self, problem: CoverProblem) -> Representatives | None:
        """Options of the item of which fewest need be searched; None if none is spared.

        Of items that spare nearly the same, one with few representatives is best: the search
        branches on it early, and most other options do not go with all of them.
        """
        owners = problem.owners()
        first = self.items.min(axis=0) == np.arange(len(problem.primary))
        found = []
        for item in np.nonzero(first & problem.primary)[0].tolist():
            keeping = self.options[self.items[:, item] == item]
            options = owners[problem.items == item]
            if len(keeping) > 1 and len(options):
                left = len(np.unique(keeping[:, options].min(axis=0)))
                found.append((left / len(options), left, item))
        least = min((share for share, *_ in found), default=1)
        if least == 1:
            return None
        _, item = min(
            (left, item) for share, left, item in found if share <= _NEARLY_THE_LEAST_SHARE * least
        )
        return Representatives.of(self.options[self.items[:, item] == item], problem, item)

    def pairs(self, problem: CoverProblem, single: Representatives) -> Representatives | None:
        """Pairs of options of an item and of another one, where these spare more than one item.

        Automorphisms that swap the two items count as well as those that keep both.
        """
        (item,), places = single.items, np.arange(len(problem.primary))
        onto = self.items[:, item, None]
        fitting = (onto == item) & (self.items == places)
        fitting |= (onto == places) & (self.items == item)
        orders, numbers = fitting.sum(axis=0), np.bincount(problem.items, minlength=len(places))
        usable = problem.primary & (numbers > 0) & (orders * single.share > _LEAST_GAIN_OF_PAIRS)
        # An option of both would be a pair by itself.
        usable[problem.items[np.isin(problem.owners(), single.own)]] = False
        others = np.nonzero(usable)[0]
        if not len(others):
            return None
        other = int(others[np.lexsort((others, numbers[others], -orders[others]))[0]])
        return Representatives.of_pairs(self.options[fitting[:, other]], problem, (item, other))


@dataclass(frozen=True, slots=True, eq=False)
class Representatives:
    """One of equivalent options of an item, or of equivalent pairs of options of two items.

    Attributes:
        items: The item, or both.
        own: Their options.
        group: Where each automorphism that keeps them, or swaps them, takes every option, and -1,
            shape (automorphisms, options + 1).
        prepared: What is left of the problem; an option counts as often as its weight says.
        searched: How many are left.
        whole: Of how many.
    """

    items: tuple[int, ...]
    own: IntArray
    group: IntArray
    prepared: Prepared
    searched: int
    whole: int

    @classmethod
    def of(cls, group: IntArray, problem: CoverProblem, item: int) -> Representatives:
        """One option of each orbit of an item's options, under automorphisms that keep it."""
        own = problem.owners()[problem.items == item]
        chosen, sizes = np.unique(group[:, own].min(axis=0), return_counts=True)
        kept, weights = np.ones(problem.options, dtype=bool), np.ones(problem.options, np.int64)
        kept[own], kept[chosen], weights[chosen] = False, True, sizes
        prepared = Prepared(problem.keep(kept), np.nonzero(kept)[0], weights[kept])
        group = np.pad(group, ((0, 0), (0, 1)), constant_values=-1)
        return cls((item,), own, group, prepared, len(chosen), len(own))

    @classmethod
    def of_pairs(
        cls, group: IntArray, problem: CoverProblem, items: tuple[int, int]
    ) -> Representatives | None:
        """One pair of each orbit of pairs of options that go together.

        A solution counts as often as the orbit of its pair is large: a factor of that is the weight
        of its first option, the greatest that all orbits of this option have in common; the rest is
        the weight of its second option, of which there is a copy for every such rest. A secondary
        item for each first option rules out all copies but those that make pairs with it.

        None if that is too much, or takes a word more.
        """
        sizes = np.bincount(problem.items, minlength=len(problem.primary))
        images = int(sizes[items[0]]) * max(problem.options, len(group) * int(sizes[items[1]]))
        if images > _MOST_IMAGES:
            return None
        all_pairs = _PairOrbits.of(group, problem, items)
        pairs = all_pairs.without_idle_first()
        copies = _Copies.of(pairs)
        width = problem.marks().width
        if words_for(width + len(copies.ruling)) > words_for(width):
            return None
        return cls(
            items=items,
            own=np.concatenate([all_pairs.first, all_pairs.second]),
            group=np.pad(group, ((0, 0), (0, 1)), constant_values=-1),
            prepared=copies.prepared(problem, all_pairs),
            searched=int(np.count_nonzero(pairs.sizes)),
            whole=int(all_pairs.compatible.sum()),
        )

    @property
    def share(self) -> float:
        """The share that is left."""
        return self.searched / max(1, self.whole)

    def equivalents(self, covers: IntArray) -> IntArray:
        """Expands solutions into all that they stand for; rows of options, filled up with -1."""
        owned = np.zeros(self.group.shape[1], dtype=bool)
        owned[self.own] = True
        choices = np.sort(np.where(owned[covers], covers, -1), axis=1)[:, -len(self.items) :]
        images = np.sort(self.group[:, choices], axis=2)
        codes = images[:, :, 0] * len(owned) + images[:, :, -1]
        # The first automorphism that takes the choice to each image.
        order = np.argsort(codes, axis=0, kind="stable")
        ordered = np.take_along_axis(codes, order, axis=0)
        new = np.ones(codes.shape, dtype=bool)
        np.put_along_axis(new, order[1:], ordered[1:] != ordered[:-1], axis=0)
        return self.group[:, covers][new]

    def drawn(self, covers: IntArray, dice: Dice) -> IntArray:
        """Draws, for each solution, one that it stands for, all with the same chance."""
        drawn = [dice.choice(list(self.equivalents(cover[None]))) for cover in covers]
        return np.array(drawn, dtype=np.int64).reshape(covers.shape)


@dataclass(frozen=True, slots=True, eq=False)
class _PairOrbits:
    """The orbits of pairs of options, of a first and of a second item, that go together.

    Attributes:
        first: The options of the first item.
        second: Those of the second item.
        compatible: Whether the options of each pair go together, shape (first, second).
        sizes: The size of the orbit of each pair that represents one, 0 for all other pairs; of the
            same shape.
    """

    first: IntArray
    second: IntArray
    compatible: BoolArray
    sizes: IntArray

    @classmethod
    def of(cls, group: IntArray, problem: CoverProblem, items: tuple[int, int]) -> _PairOrbits:
        """The orbits under automorphisms that keep both items, or swap them."""
        owners = problem.owners()
        first = owners[problem.items == items[0]]
        second = owners[problem.items == items[1]]
        masks, forbids = problem.marks().masks()
        goes_with: BoolArray = (masks[:, first, None] & forbids[:, None] == 0).all(axis=0)
        # The first pair of an orbit represents it. So options that leave most others come last, and
        # are in fewest pairs that do.
        order = np.argsort(goes_with.sum(axis=1), kind="stable")
        first = first[order]
        compatible = goes_with[order][:, second]
        representatives = _first_of_orbits(group, problem.options, first, second)
        counts = np.bincount(representatives[compatible], minlength=compatible.size)
        numbers = np.arange(compatible.size).reshape(compatible.shape)
        represents = compatible & (representatives == numbers)
        return cls(first, second, compatible, counts.reshape(compatible.shape) * represents)

    def without_idle_first(self) -> _PairOrbits:
        """The same without options of the first item that are in no pair that represents one."""
        used = (self.sizes > 0).any(axis=1)
        return replace(
            self, first=self.first[used], compatible=self.compatible[used], sizes=self.sizes[used]
        )


def _first_of_orbits(group: IntArray, options: int, first: IntArray, second: IntArray) -> IntArray:
    """The least number of a pair in the orbit of each pair; they are numbered row by row."""
    row = np.zeros(options, dtype=np.int64)
    row[first] = np.arange(len(first))
    column = np.zeros(options, dtype=np.int64)
    column[second] = np.arange(len(second))
    is_second = np.zeros(options, dtype=bool)
    is_second[second] = True
    least = np.arange(len(first) * len(second)).reshape(len(first), len(second))
    for images in group:
        of_first = images[first][:, None]
        of_second = images[second]
        if is_second[of_first[0, 0]]:
            # The two items are swapped.
            moved = row[of_second] * len(second) + column[of_first]
        else:
            moved = row[of_first] * len(second) + column[of_second]
        np.minimum(least, moved, out=least)
    return least


@dataclass(frozen=True, slots=True, eq=False)
class _Copies:
    """Weights of the options of pairs, whose products are the sizes of orbits.

    Attributes:
        pairs: The pairs.
        first_weights: The weight of each option of the first item.
        columns: For each copy of an option of the second item, which option that is.
        weights: The weight of each copy.
        ruling: The options of the first item that rule out a copy of an option that goes with them.
        ruled_out: Which copies each of these rules out, shape (ruling, copies).
    """

    pairs: _PairOrbits
    first_weights: IntArray
    columns: IntArray
    weights: IntArray
    ruling: IntArray
    ruled_out: BoolArray

    @classmethod
    def of(cls, pairs: _PairOrbits) -> _Copies:
        """The weights, for as few copies as the greatest common divisors leave."""
        first_weights = np.gcd.reduce(pairs.sizes, axis=1, initial=0)
        rests = pairs.sizes // first_weights[:, None]
        row, column = np.nonzero(pairs.sizes)
        columns, weights = np.unique(np.stack([column, rests[row, column]]), axis=1)
        ruled_out = pairs.compatible[:, columns] & (rests[:, columns] != weights)
        ruling = np.nonzero(ruled_out.any(axis=1))[0]
        return cls(pairs, first_weights, columns, weights, ruling, ruled_out[ruling])

    def prepared(self, problem: CoverProblem, all_pairs: _PairOrbits) -> Prepared:
        """The problem with these options of both items alone, and items that rule out copies."""
        of_pairs = np.concatenate([all_pairs.first, all_pairs.second])
        others = np.setdiff1d(np.arange(problem.options), of_pairs)
        first = self.pairs.first
        copies = self.pairs.second[self.columns]
        # One after the other; `ruling` and `ruled_out` count from the beginnings of two of them.
        options = np.concatenate([others, first, copies])
        begin_of_first = len(others)
        begin_of_copies = len(others) + len(first)
        # The item of a number is in the option that rules out, and in what that rules out.
        number, copy = np.nonzero(self.ruled_out)
        owners = np.concatenate([begin_of_first + self.ruling, begin_of_copies + copy])
        numbers = np.concatenate([np.arange(len(self.ruling)), number])
        return Prepared(
            problem.reorder(options).extended(owners, len(problem.primary) + numbers),
            options,
            np.concatenate([np.ones_like(others), self.first_weights, self.weights]),
        )


def _closure(identity: Automorphisms, generators: list[Automorphisms], most: int) -> Automorphisms:
    """The group of some generators; where it is too large, a subgroup.

    One after the other, those that keep the same item often move its options in a long cycle.
    """
    group = _products([identity], generators, most)
    if len(group) > most:
        used: list[Automorphisms] = []
        group = [identity]
        kept = np.concatenate([one.items for one in generators]) == identity.items
        keeping = kept[:, kept.sum(axis=0).argmax()]
        cycle = identity
        for one in np.nonzero(keeping)[0].tolist():
            cycle = _products([cycle], [generators[one]], 1)[-1]
        for generator in [cycle, *generators[:-_GENERATORS_OF_SUBGROUP:-1]]:
            if len(larger := _products([identity], [*used, generator], most)) <= most:
                group, used = larger, [*used, generator]
    items, options = ([getattr(one, name) for one in group] for name in ("items", "options"))
    return Automorphisms(np.concatenate(items), np.concatenate(options))


def _products(
    waiting: list[Automorphisms], generators: list[Automorphisms], most: int
) -> list[Automorphisms]:
    """Products of automorphisms with generators; these first, and at most one more than `most`."""
    found = {one.items.tobytes() for one in waiting}
    for one in waiting:
        for generator in generators:
            items = generator.items[:, one.items[0]]
            if items.tobytes() not in found and len(waiting) <= most:
                found.add(items.tobytes())
                waiting.append(Automorphisms(items, generator.options[:, one.options[0]]))
    return waiting


class _Refinement:
    """The search for automorphisms of a problem.

    Colours of items are numbers that depend on what an item is like, not on where it stands; of
    several colourings each is a column, shape (items, colourings).
    """

    def __init__(self, problem: CoverProblem, marks: IntArray) -> None:
        self._problem = problem
        items, lengths = len(problem.primary), np.diff(problem.starts)
        self._marks = mix(marks.astype(np.uint64))
        # Filled up with an item that there is not.
        padded = np.full((problem.options, int(lengths.max())), items, dtype=np.int64)
        padded[np.arange(padded.shape[1]) < lengths[:, None]] = problem.items
        self._items = np.sort(padded, axis=1)
        self._names = mix(np.arange(1, items + 2).astype(np.uint64))
        self._keys = self._sums(self._names)
        self._order = np.argsort(self._keys, kind="stable")
        by_item = np.argsort(problem.items, kind="stable")
        numbers = np.bincount(problem.items, minlength=items)
        self._used = np.nonzero(numbers)[0]
        self._owners = problem.owners()[by_item]
        self._bounds = np.concatenate([[0], np.cumsum(numbers[self._used])[:-1]])
        self._near = mix(_count_shared(problem))
        colours = np.diag(self._near) + problem.primary
        # Items that are in the same options tell nothing apart: they keep their order.
        names = mix(np.arange(1, problem.options + 1).astype(np.uint64))
        own = self._over_options(names[:, None])
        colours = mix(colours) + _ranks(own[:, 0]).astype(np.uint64)
        self._left = _MOST_NUMBERS_REFINED // (items * items + len(problem.items))
        self._first = self._refine(colours[:, None])[:, 0]
        # The colours before an item is singled out, and the items that have its colour; then the
        # colours after that, in order; and the items in the order of the colours at the end.
        self._levels: list[tuple[WordArray, IntArray]] = []
        self._after: list[WordArray] = []
        self._ordered = np.arange(items)

    def _sums(self, names: WordArray) -> WordArray:
        """A number for every option, by its mark and the names of its items."""
        total: WordArray = np.zeros((len(self._items), *names.shape[1:]), dtype=np.uint64)
        for place in self._items.T:
            total += names[place]
        return (total.T + self._marks).T

    def _over_options(self, numbers: WordArray) -> WordArray:
        """The sum of numbers of options for every item, shape (items, colourings)."""
        sums = np.zeros((len(self._problem.primary), numbers.shape[1]), dtype=np.uint64)
        sums[self._used] = np.add.reduceat(numbers[self._owners], self._bounds, axis=0)
        return sums

    def _refine(self, colours: WordArray) -> WordArray:
        """Colours that also tell items apart by the colours of what they share options with."""
        self._left -= colours.shape[1]
        colours, number = colours.copy(), _distinct(colours)

        def refine(columns: IntArray, finer: WordArray) -> IntArray:
            """Takes finer colours; the columns that have more of them now."""
            before = number[columns]
            colours[:, columns], number[columns] = finer, _distinct(finer)
            return columns[number[columns] > before]

        # What becomes of a column does not depend on the others, so they can be compared.
        left = np.arange(colours.shape[1])
        while len(left):
            columns = left
            while len(columns):
                # Pair by pair is quick, and nearly always enough.
                old = colours[:, columns]
                columns = refine(columns, mix(old * _STIR + self._near @ mix(old)))
            left = left[number[left] < len(colours)]
            old = colours[:, left]
            none = np.zeros((1, len(left)), dtype=np.uint64)
            options = mix(self._sums(mix(np.concatenate([old, none]))))
            left = refine(left, mix(old * _STIR + self._over_options(options)))
        return colours

    def _individualise(self, colours: WordArray, items: IntArray) -> WordArray:
        """Colourings in which one item each is singled out, refined."""
        columns = np.repeat(colours[:, None], len(items), axis=1)
        columns[items, np.arange(len(items))] += _MIX
        return self._refine(columns)

    def generators(self) -> list[Automorphisms]:
        """Automorphisms of which all others are products, or some of these."""
        self._single_out()
        found: list[Automorphisms] = []
        orbit = np.arange(len(self._first))
        # From the end: what is found keeps the items that are singled out before.
        for level in range(len(self._levels) - 1, -1, -1):
            colours, cell = self._levels[level]
            for item in cell[1:].tolist():
                if orbit[item] == orbit[cell[0]]:
                    continue
                one = self._extend(level, colours, np.array([item]))
                if one is not None:
                    found.append(one)
                    orbit = _join_orbits(orbit, one.items[0])
        return found

    def _single_out(self) -> None:
        """Singles out items, one after the other, until each has a colour of its own."""
        colours = self._first
        while (cells := _cells(colours)) and self._left > 0:
            cell = cells[0]
            after = self._individualise(colours, cell[:1])[:, 0]
            if len(cells) > 1 and _distinct(after[:, None])[0] < len(colours):
                # Another item may tell more apart, and so leave less to try.
                columns = self._individualise(
                    colours, np.array([one[0] for one in cells[:_COLOURS_TO_COMPARE]])
                )
                best = int(np.argmax(_distinct(columns)))
                cell, after = cells[best], columns[:, best]
            self._levels.append((colours, cell))
            colours = after
            self._after.append(np.sort(after))
        self._ordered = np.argsort(colours)

    def _extend(self, level: int, colours: WordArray, items: IntArray) -> Automorphisms | None:
        """An automorphism that takes the item singled out at a level to one of some items."""
        if self._left <= 0:
            return None
        columns = self._individualise(colours, items)
        same = (np.sort(columns, axis=0) == self._after[level][:, None]).all(axis=0)
        for column in np.nonzero(same)[0].tolist():
            colours = columns[:, column]
            if level + 1 < len(self._levels):
                before, cell = self._levels[level + 1]
                further = np.nonzero(colours == before[cell[0]])[0]
                found = self._extend(level + 1, colours, further)
            else:
                moved = np.empty_like(self._ordered)
                moved[self._ordered] = np.argsort(colours)
                found = self._check(moved)
            if found is not None:
                return found
        return None

    def _check(self, moved: IntArray) -> Automorphisms | None:
        """The automorphism that takes items so, if it is one."""
        problem = self._problem
        to = np.append(moved, len(moved))
        keys = self._sums(self._names[to])
        order = np.argsort(keys, kind="stable")
        images = np.empty(problem.options, dtype=np.int64)
        images[order] = self._order
        if (keys != self._keys[images]).any() or (self._marks != self._marks[images]).any():
            return None
        if (np.sort(to[self._items], axis=1) != self._items[images]).any():
            return None
        if (problem.primary[moved] != problem.primary).any():
            return None
        return Automorphisms(moved[None], images[None])


def _count_shared(problem: CoverProblem) -> WordArray:
    """The number of options that each two items share."""
    by_item = options_by_item(problem.marks())[:, :-1]
    shared = np.zeros((len(problem.primary), len(problem.primary)), dtype=np.uint64)
    for word in by_item:
        shared += np.bitwise_count(word[:, None] & word)
    return shared


def _ranks(numbers: WordArray) -> IntArray:
    """For each number, how many equal ones stand before it."""
    order = np.argsort(numbers, kind="stable")
    first = np.searchsorted(numbers[order], numbers[order])
    ranks = np.empty(len(numbers), dtype=np.int64)
    ranks[order] = np.arange(len(numbers)) - first
    return ranks


def _distinct(colours: WordArray) -> IntArray:
    """The number of colours of each colouring."""
    ordered = np.sort(colours, axis=0)
    changes: IntArray = np.count_nonzero(ordered[1:] != ordered[:-1], axis=0)
    return 1 + changes


def _cells(colours: WordArray) -> list[IntArray]:
    """The items of each colour that several have, the rarest colours first."""
    order = np.argsort(colours, kind="stable")
    ends = np.nonzero(colours[order][1:] != colours[order][:-1])[0] + 1
    cells = [cell for cell in np.split(order, ends) if len(cell) > 1]
    return sorted(cells, key=lambda cell: (len(cell), cell[0]))


def _join_orbits(orbit: IntArray, moved: IntArray) -> IntArray:
    """Orbits, by the least item of each, when a permutation takes some to each other."""
    while True:
        least = np.minimum(orbit, orbit[moved])
        np.minimum.at(least, moved, orbit)
        least = least[least]
        if (least == orbit).all():
            return orbit
        orbit = least
