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

# Items times options, items squared times what is tried, and images of options.
_MOST_ENTRIES, _MOST_WORK, _MOST_IMAGES = 1 << 23, 1 << 27, 1 << 22
# Of so many colours, one item each is singled out to see which tells most apart.
_TRIED = 12
# Items that spare so little less than others are as good.
_NEARLY = 1.25
# Pairs are to spare so much more than one item does.
_MORE = 1.1
# More automorphisms than these spare little more.
_MOST_ELEMENTS, _FEW_GENERATORS = 512, 8
_MIX, _STIR = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)


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
        if len(problem.primary) * problem.options > _MOST_ENTRIES:
            return identity
        if marks is None:
            marks = np.zeros(problem.options, dtype=np.int64)
        generators = _Refinement(problem, marks).generators()
        most = max(1, min(_MOST_ELEMENTS, _MOST_IMAGES // problem.options))
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
        """How many there are."""
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
        _, item = min((left, item) for share, left, item in found if share <= _NEARLY * least)
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
        usable = problem.primary & (numbers > 0) & (orders * single.share > _MORE)
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

        A secondary item for each option of the first item rules out all others of the second than
        those that are pairs with it. An option of the second is there several times if it counts
        more with some than with others. None if that is too much, or takes a word more.
        """
        owners, marks = problem.owners(), problem.marks()
        first, other = (owners[problem.items == item] for item in items)
        if len(first) * max(problem.options, len(group) * len(other)) > _MOST_IMAGES:
            return None
        masks, forbids = marks.masks()
        apart: BoolArray = (masks[:, first, None] & forbids[:, None] == 0).all(axis=0)
        # Those that leave most options are in fewest pairs.
        order = np.argsort(apart.sum(axis=1), kind="stable")
        first, apart = first[order], apart[order][:, other]
        place, second = np.zeros(problem.options, np.int64), np.zeros(problem.options, dtype=bool)
        place[first], place[other], second[other] = np.arange(len(first)), np.arange(len(other)), 1
        numbers = np.arange(apart.size).reshape(apart.shape)
        least = numbers.copy()
        for images in group:
            one, two = place[images[first]][:, None], place[images[other]]
            swapped = second[images[first[0]]]
            moved = two * len(other) + one if swapped else one * len(other) + two
            np.minimum(least, moved, out=least)
        sizes = np.bincount(least[apart], minlength=apart.size).reshape(apart.shape)
        kept = apart & (least == numbers)
        searched, whole = int(kept.sum()), int(apart.sum())
        own, used = np.concatenate([first, other]), kept.any(axis=1)
        first, apart, kept, sizes = first[used], apart[used], kept[used], sizes[used] * kept[used]
        weights = np.gcd.reduce(sizes, axis=1, initial=0)
        times = sizes // weights[:, None]
        which, often = np.unique(np.stack([np.nonzero(kept)[1], times[kept]]), axis=1)
        against = apart[:, which] & (times[:, which] != often)
        ruling = np.nonzero(against.any(axis=1))[0]
        if words_for(marks.width + len(ruling)) > words_for(marks.width):
            return None
        rest = np.setdiff1d(np.arange(problem.options), own)
        row, column = np.nonzero(against[ruling])
        at = len(rest) + np.concatenate([ruling, len(first) + column])
        secondary = len(problem.primary) + np.concatenate([np.arange(len(ruling)), row])
        options = np.concatenate([rest, first, other[which]])
        prepared = Prepared(
            problem.reorder(options).extended(at, secondary),
            options,
            np.concatenate([np.ones_like(rest), weights, often]),
        )
        group = np.pad(group, ((0, 0), (0, 1)), constant_values=-1)
        return cls(items, own, group, prepared, searched, whole)

    @property
    def share(self) -> float:
        """The share that is left."""
        return self.searched / max(1, self.whole)

    def equivalents(self, covers: IntArray) -> IntArray:
        """All solutions that some stand for, these included; rows of options, filled up with -1."""
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
        """For each solution one that it stands for, all with the same chance."""
        drawn = [dice.choice(list(self.equivalents(cover[None]))) for cover in covers]
        return np.array(drawn, dtype=np.int64).reshape(covers.shape)


def _closure(identity: Automorphisms, generators: list[Automorphisms], most: int) -> Automorphisms:
    """All products of generators; where there are too many, a group of some of them.

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
        for generator in [cycle, *generators[:-_FEW_GENERATORS:-1]]:
            if len(larger := _products([identity], [*used, generator], most)) <= most:
                group, used = larger, [*used, generator]
    items, options = ([getattr(one, name) for one in group] for name in ("items", "options"))
    return Automorphisms(np.concatenate(items), np.concatenate(options))


def _products(
    waiting: list[Automorphisms], generators: list[Automorphisms], most: int
) -> list[Automorphisms]:
    """What generators make of some automorphisms; these first, and at most one more than `most`."""
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
        self._left = _MOST_WORK // (items * items + len(problem.items))
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
                columns = self._individualise(colours, np.array([one[0] for one in cells[:_TRIED]]))
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
