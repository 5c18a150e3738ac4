"""Automorphisms of exact cover problems, found in the rows, and what one option counts for.

An *automorphism* permutes items so that options become options; so it takes solutions to solutions.
Of the options of a primary item, as many solutions have one as have another that an automorphism
which keeps the item takes it to. One *representative* of such an orbit is searched, and each of its
solutions counts as often as the orbit is large (*orbit weights*); the other solutions are images of
those.

Automorphisms are found as in nauty (McKay, *Practical graph isomorphism*, 1981): items are coloured
by what they share options with, again and again (*refinement*); where colours do not tell them
apart, one is singled out, in every way that may give the same colours. What that suggests is
checked option by option. All of this is bounded: fewer automorphisms than there are do no harm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ilpuzzles.dice import Dice
from ilpuzzles.exactcover.estimate import ones, options_by_item
from ilpuzzles.exactcover.problem import NO_COLOUR, BoolArray, CoverProblem, IntArray, WordArray

MOST_ITEMS = 640
"""Problems of more items are not looked at: a number for every pair of items would be too much."""

# Items times options, items squared times what is tried, and images of options.
_MOST_ENTRIES, _MOST_WORK, _MOST_IMAGES = 1 << 23, 1 << 27, 1 << 22

# Of so many colours, one item each is singled out to see which tells most apart.
_TRIED = 12

# Items that spare so little less than others are as good.
_NEARLY = 1.25

# More elements than these add little to any orbit.
_MOST_ELEMENTS = 512

_MIX, _STIR = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
_HALF, _THIRD = np.uint64(32), np.uint64(29)


@dataclass(frozen=True, slots=True, eq=False)
class Automorphisms:
    """Automorphisms of a problem, the identity first; all of them, unless there are too many.

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
        return _closed(identity, generators, max(1, _MOST_IMAGES // problem.options))

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
        plain = CoverProblem(
            np.append(problem.primary, np.zeros(pairs.shape[1], dtype=bool)),
            problem.starts + np.searchsorted(owners, np.arange(problem.options + 1)),
            np.insert(problem.items, problem.starts[owners], number + which.ravel()),
        )
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
        """The item of which fewest options need be searched; None if none is spared.

        Of items that spare nearly the same, one with few representatives is best: the search
        branches on it early, and most other options do not go with all of them.
        """
        if len(self) == 1:
            return None
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
        keeping = self.options[self.items[:, item] == item]
        return Representatives.of(keeping, owners[problem.items == item], item)


@dataclass(frozen=True, slots=True, eq=False)
class Representatives:
    """One option of each orbit of an item's options, which stands for all of the orbit.

    Attributes:
        item: The item.
        options: Its options, ascending.
        least: Of each of them the one that stands for it, the least of its orbit.
        keeping: Where each automorphism that keeps the item takes every option.
    """

    item: int
    options: IntArray
    least: IntArray
    keeping: IntArray

    @classmethod
    def of(cls, keeping: IntArray, options: IntArray, item: int) -> Representatives:
        """Finds the orbits of the options of an item, under automorphisms that keep it."""
        least = np.arange(keeping.shape[1])
        while True:
            smaller = least[keeping[:, options]].min(axis=0)
            if (smaller == least[options]).all():
                return cls(item, options, smaller, keeping)
            least[options] = smaller

    @property
    def number(self) -> int:
        """How many representatives there are."""
        return len(np.unique(self.least))

    def kept(self) -> BoolArray:
        """Whether each option of the problem is left."""
        kept = np.ones(self.keeping.shape[1], dtype=bool)
        kept[self.options[self.least != self.options]] = False
        return kept

    def weights(self) -> IntArray:
        """For each option of the problem how many it stands for; 1 for those of other items."""
        weights = np.ones(self.keeping.shape[1], dtype=np.int64)
        chosen, sizes = np.unique(self.least, return_counts=True)
        weights[chosen] = sizes
        return weights

    def equivalents(self, covers: IntArray) -> IntArray:
        """All solutions that some stand for, these included; rows of options, filled up with -1."""
        parts = [
            np.concatenate([images[rows] for images in self._onto(chosen)])
            for chosen, rows in self._by_choice(covers)
        ]
        return np.concatenate(parts) if parts else covers

    def drawn(self, covers: IntArray, dice: Dice) -> IntArray:
        """For each solution one that it stands for, all with the same chance."""
        drawn = covers.copy()
        for row, cover in enumerate(covers):
            for chosen, rows in self._by_choice(cover[None]):
                drawn[row] = dice.choice(self._onto(chosen))[rows[0]]
        return drawn

    def _by_choice(self, covers: IntArray) -> Iterator[tuple[int, IntArray]]:
        """The solutions with each representative."""
        own = np.isin(covers, self.options) & (covers >= 0)
        choices = np.where(own, covers, -1).max(axis=1, initial=-1)
        for choice in np.unique(choices).tolist():
            yield choice, covers[choices == choice]

    def _onto(self, chosen: int) -> list[IntArray]:
        """For each option that one stands for, where some automorphism takes all options with it.

        What stands for no option is -1, and goes to -1.
        """
        found = {chosen: np.append(np.arange(self.keeping.shape[1]), -1)}
        waiting = [chosen]
        for option in waiting:
            further = self.keeping[:, option]
            for image, number in zip(*np.unique(further, return_index=True), strict=True):
                if int(image) not in found:
                    found[int(image)] = np.append(self.keeping[number], -1)[found[option]]
                    waiting.append(int(image))
        return list(found.values())


def _closed(identity: Automorphisms, generators: list[Automorphisms], most: int) -> Automorphisms:
    """All products of generators, or as many as there is room for."""
    found = {identity.items.tobytes(): identity}
    waiting = [identity]
    for one in waiting:
        for generator in generators:
            if len(found) >= min(most, _MOST_ELEMENTS):
                break
            items = generator.items[:, one.items[0]]
            if items.tobytes() not in found:
                options = generator.options[:, one.options[0]]
                found[items.tobytes()] = product = Automorphisms(items, options)
                waiting.append(product)
    return Automorphisms(
        np.concatenate([one.items for one in waiting]),
        np.concatenate([one.options for one in waiting]),
    )


def _mixed(numbers: WordArray) -> WordArray:
    """Numbers that are as good as random, the same for the same numbers; they wrap around."""
    numbers = (numbers ^ (numbers >> _HALF)) * _MIX
    numbers = (numbers ^ (numbers >> _THIRD)) * _STIR
    return numbers ^ (numbers >> _HALF)


class _Refinement:
    """The search for automorphisms of a problem.

    Colours of items are numbers that depend on what an item is like, not on where it stands; of
    several colourings each is a column, shape (items, colourings).
    """

    def __init__(self, problem: CoverProblem, marks: IntArray) -> None:
        self._problem = problem
        items, lengths = len(problem.primary), np.diff(problem.starts)
        self._marks = _mixed(marks.astype(np.uint64))
        # Filled up with an item that there is not.
        padded = np.full((problem.options, int(lengths.max())), items, dtype=np.int64)
        padded[np.arange(padded.shape[1]) < lengths[:, None]] = problem.items
        self._items = np.sort(padded, axis=1)
        self._names = _mixed(np.arange(1, items + 2).astype(np.uint64))
        self._keys = self._sums(self._names)
        self._order = np.argsort(self._keys, kind="stable")
        by_item = np.argsort(problem.items, kind="stable")
        numbers = np.bincount(problem.items, minlength=items)
        self._used = np.nonzero(numbers)[0]
        self._owners = problem.owners()[by_item]
        self._bounds = np.concatenate([[0], np.cumsum(numbers[self._used])[:-1]])
        self._near = _mixed(_shared(problem))
        colours = np.diag(self._near) + problem.primary
        # Items that are in the same options tell nothing apart: they keep their order.
        names = _mixed(np.arange(1, problem.options + 1).astype(np.uint64))
        own = self._over_options(names[:, None])
        colours = _mixed(colours) + _ranks(own[:, 0]).astype(np.uint64)
        self._left = _MOST_WORK // (items * items + len(problem.items))
        self._first = self._refined(colours[:, None])[:, 0]
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

    def _refined(self, colours: WordArray) -> WordArray:
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
                columns = refine(columns, _mixed(old * _STIR + self._near @ _mixed(old)))
            left = left[number[left] < len(colours)]
            old = colours[:, left]
            none = np.zeros((1, len(left)), dtype=np.uint64)
            options = _mixed(self._sums(_mixed(np.concatenate([old, none]))))
            left = refine(left, _mixed(old * _STIR + self._over_options(options)))
        return colours

    def _singled(self, colours: WordArray, items: IntArray) -> WordArray:
        """Colourings in which one item each is singled out, refined."""
        columns = np.repeat(colours[:, None], len(items), axis=1)
        columns[items, np.arange(len(items))] += _MIX
        return self._refined(columns)

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
                one = self._extended(level, colours, np.array([item]))
                if one is not None:
                    found.append(one)
                    orbit = _joined(orbit, one.items[0])
        return found

    def _single_out(self) -> None:
        """Singles out items, one after the other, until each has a colour of its own."""
        colours = self._first
        while (cells := _cells(colours)) and self._left > 0:
            cell = cells[0]
            after = self._singled(colours, cell[:1])[:, 0]
            if len(cells) > 1 and _distinct(after[:, None])[0] < len(colours):
                # Another item may tell more apart, and so leave less to try.
                columns = self._singled(colours, np.array([one[0] for one in cells[:_TRIED]]))
                best = int(np.argmax(_distinct(columns)))
                cell, after = cells[best], columns[:, best]
            self._levels.append((colours, cell))
            colours = after
            self._after.append(np.sort(after))
        self._ordered = np.argsort(colours)

    def _extended(self, level: int, colours: WordArray, items: IntArray) -> Automorphisms | None:
        """An automorphism that takes the item singled out at a level to one of some items."""
        if self._left <= 0:
            return None
        columns = self._singled(colours, items)
        same = (np.sort(columns, axis=0) == self._after[level][:, None]).all(axis=0)
        for column in np.nonzero(same)[0].tolist():
            colours = columns[:, column]
            if level + 1 < len(self._levels):
                before, cell = self._levels[level + 1]
                further = np.nonzero(colours == before[cell[0]])[0]
                found = self._extended(level + 1, colours, further)
            else:
                moved = np.empty_like(self._ordered)
                moved[self._ordered] = np.argsort(colours)
                found = self._checked(moved)
            if found is not None:
                return found
        return None

    def _checked(self, moved: IntArray) -> Automorphisms | None:
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


def _shared(problem: CoverProblem) -> WordArray:
    """How many options each two items share."""
    by_item = options_by_item(problem.marks())[:, :-1]
    shared = np.zeros((len(problem.primary), len(problem.primary)), dtype=np.uint64)
    for word in by_item:
        shared += ones(word[:, None] & word)
    return shared


def _ranks(numbers: WordArray) -> IntArray:
    """For each number, how many equal ones stand before it."""
    order = np.argsort(numbers, kind="stable")
    first = np.searchsorted(numbers[order], numbers[order])
    ranks = np.empty(len(numbers), dtype=np.int64)
    ranks[order] = np.arange(len(numbers)) - first
    return ranks


def _distinct(colours: WordArray) -> IntArray:
    """How many colours each colouring has."""
    ordered = np.sort(colours, axis=0)
    changes: IntArray = np.count_nonzero(ordered[1:] != ordered[:-1], axis=0)
    return 1 + changes


def _cells(colours: WordArray) -> list[IntArray]:
    """The items of each colour that several have, the rarest colours first."""
    order = np.argsort(colours, kind="stable")
    ends = np.nonzero(colours[order][1:] != colours[order][:-1])[0] + 1
    cells = [cell for cell in np.split(order, ends) if len(cell) > 1]
    return sorted(cells, key=lambda cell: (len(cell), cell[0]))


def _joined(orbit: IntArray, moved: IntArray) -> IntArray:
    """Orbits, by the least item of each, when a permutation takes some to each other."""
    while True:
        least = np.minimum(orbit, orbit[moved])
        np.minimum.at(least, moved, orbit)
        least = least[least]
        if (least == orbit).all():
            return orbit
        orbit = least
