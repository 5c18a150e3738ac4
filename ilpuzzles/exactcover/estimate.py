"""Estimates of a search for exact covers, from random dives (Knuth 1975).

All dives go down together, a level at a time, in NumPy: nothing has to be compiled, so a problem
that is better left to the table never needs the kernel of the search.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ilpuzzles.dice import Dice
from ilpuzzles.exactcover.problem import (
    WORD,
    BoolArray,
    CoverProblem,
    IntArray,
    Marks,
    WordArray,
    bit_columns,
    bits,
    words_for,
)

WORDS_PER_SECOND = 1.25e9
"""How many words of options a search looks at in a second, measured on the boards of
`benchmarks.exact_covers`."""

WORDS_OF_NODE = 125
"""As many words could be looked at while an option is chosen, which takes 0.1 us.

A node takes from 0.05 us (dominoes) to 0.7 (TriTetraTan), since it looks at more or fewer options.
"""

# A search of so many words takes 0.05 s, and a better estimate of it a fifth of that.
_WORDS_OF_SHORT_SEARCH = 6e7
# Nobody waits for a search of so many nodes, a day: how many more there are does not matter.
_ENDLESS_NODES = 1e12
# The first estimate, of so many dives, takes a few milliseconds.
_FIRST_DIVES = 100
# So many more for a search that is not short: with them, the error is half as large.
_MORE_DIVES = 400

MANY_DIVES = 1600
"""For a search of some seconds: they take a fiftieth of that, and are within half and twice."""

# Any two numbers: estimates are the same every time.
_FIRST_SEED = 1
_SECOND_SEED = 2
# Dives in batches, whose means say how far to trust the mean of them all: so many batches at first,
# and twice as many until the standard error is this part of it.
_DIVES_PER_BATCH = 200
_FIRST_BATCHES = 20
_MOST_BATCHES = 80
_RELATIVE_ERROR = 0.05


class Estimate(NamedTuple):
    """A rough estimate of a search."""

    nodes: float  # how many options it would choose
    looked: float  # how many words of options that are left it would look at for that

    @property
    def words(self) -> float:
        """The time for all of that, in words that are looked at."""
        return self.nodes * WORDS_OF_NODE + self.looked

    @property
    def placements(self) -> str:
        """The number of nodes in words.

        Example:
            >>> Estimate(1234567.8, 0).placements, Estimate(3e13, 0).placements
            ('about 1,200,000 placements', 'more than 1,000,000,000,000 placements')
        """
        if self.nodes > _ENDLESS_NODES:
            return f"more than {_ENDLESS_NODES:,.0f} placements"
        return f"about {rounded(self.nodes)} placements"


class MeasuredSearch(NamedTuple):
    """The estimated length of a search, with its standard error."""

    nodes: float  # how many options it would choose
    error: float  # the standard error of this mean
    dives: int  # of how many random dives it is the mean

    def text(self) -> str:
        """The number, its error and the dives in words.

        Example:
            >>> print(MeasuredSearch(372_345_678, 59_123_456, 16_000).text())
            about 370,000,000 ± 59,000,000 placements (16,000 random dives)
            >>> print(MeasuredSearch(12.0, 0.0, 4000).text())
            about 12 placements (4,000 random dives)
        """
        about = Estimate(self.nodes, 0).placements
        if self.error and self.nodes <= _ENDLESS_NODES:
            about = about.replace(" placements", f" ± {rounded(self.error)} placements")
        return f"{about} ({self.dives:,} random dives)"

    def to_json(self) -> dict[str, int]:
        """The same as plain data, in whole numbers."""
        nodes, error = round(self.nodes), round(self.error)
        return {"placements": nodes, "standard_error": error, "dives": self.dives}


def rounded(number: float) -> str:
    """An estimate in two digits.

    Example:
        >>> rounded(1234567.8), rounded(3.2e30)
        ('1,200,000', '3.2e+30')
    """
    return f"{float(f'{number:.2g}'):,.0f}" if number < _ENDLESS_NODES else f"{number:.2g}"


def first_estimate(problem: CoverProblem) -> Estimate:
    """Estimates a search of a prepared problem very roughly; the same every time."""
    return mean_of_dives(problem, _FIRST_DIVES, _FIRST_SEED)


def estimate_search(
    problem: CoverProblem, few: Estimate | None = None, more: int = _MORE_DIVES
) -> Estimate:
    """Estimates a search of a prepared problem; the same every time.

    It is the mean of some random dives (the first estimate, which may be given), and of some more
    where it matters; these may be many where the search takes long. Beyond 10^12 nodes, it only
    says that there are more.
    """
    few = few or first_estimate(problem)
    if few.words < _WORDS_OF_SHORT_SEARCH or few.nodes > _ENDLESS_NODES:
        return few
    many = mean_of_dives(problem, more, _SECOND_SEED)
    both = zip(few, many, strict=True)
    dives = _FIRST_DIVES + more
    return Estimate(*((one * _FIRST_DIVES + other * more) / dives for one, other in both))


def measure_search(problem: CoverProblem, precision: float = _RELATIVE_ERROR) -> MeasuredSearch:
    """Estimates how many options a search would choose, with the standard error.

    There are twice as many dives until the error is at most `precision` of the mean. The error is
    that of the means of batches. Few dives may miss a branch that is large and seldom taken: then
    both are too small.

    Example:
        >>> pairs = CoverProblem.of([[option // 2] for option in range(20)], items=10)
        >>> measure_search(pairs)
        MeasuredSearch(nodes=2046.0, error=0.0, dives=4000)
    """
    means: list[float] = []
    wanted = _FIRST_BATCHES
    while True:
        seeds = range(len(means) + 1, wanted + 1)
        means += (mean_of_dives(problem, _DIVES_PER_BATCH, seed).nodes for seed in seeds)
        mean, error = float(np.mean(means)), float(np.std(means, ddof=1)) / wanted**0.5
        if error <= precision * mean or mean > _ENDLESS_NODES or wanted >= _MOST_BATCHES:
            return MeasuredSearch(mean, error, wanted * _DIVES_PER_BATCH)
        wanted *= 2


def mean_of_dives(problem: CoverProblem, dives: int, seed: int) -> Estimate:
    """The mean of random dives.

    A dive takes any option of the item with fewest, all with the same chance, and does not go back.
    What it meets stands for as much as it could have met: at every node, the product of the numbers
    of options so far. It ends early where that alone makes the mean endless. With bounds, it goes
    on where nothing is open, as the search does: any option that is left may be taken.
    """
    marks, primary = problem.marks(), np.nonzero(problem.primary)[0]
    with_bit, forbidden = options_by_item(marks), _forbidden_by_option(marks)
    if problem.bounds is not None:
        # One item more, of which all options are, is open where nothing else is.
        places = np.arange(problem.options)
        every = bit_columns(places, np.zeros_like(places), problem.options, 1)
        with_bit = np.hstack([with_bit, every])
        primary = np.append(primary, marks.width + 1)
    by_item = with_bit[:, primary]
    dice = Dice(seed)
    open_items = np.zeros((dives, with_bit.shape[1]), dtype=bool)
    open_items[:, primary] = True
    left = np.tile(np.bitwise_or.reduce(with_bit, axis=1)[:, None], dives)
    weights = np.ones(dives)
    nodes = looked = 0.0
    if problem.bounds is not None:
        needs, rooms = (np.tile(bound, (dives, 1)) for bound in problem.bounds)
    while True:
        if problem.bounds is not None:
            open_items[:, -1] = ~open_items[:, primary[:-1]].any(axis=1)
        counts = np.where(open_items[:, primary], _counts(left, by_item), problem.options + 1)
        if not counts.size:
            return Estimate(nodes / dives, looked / dives)
        items, fewest = counts.argmin(axis=1), counts.min(axis=1)
        on = (fewest > 0) & (fewest <= problem.options) & (weights <= dives * _ENDLESS_NODES)
        if not on.any():
            return Estimate(nodes / dives, looked * words_for(marks.width) / dives)
        left, open_items, items, fewest = left[:, on], open_items[on], items[on], fewest[on]
        weights = weights[on] * fewest
        nodes += float(weights.sum())
        looked += float((weights * np.bitwise_count(left).sum(axis=0, dtype=np.int64)).sum())
        lots = _random_numbers(dice, len(fewest)) % fewest
        picked = _nth_bits(left & by_item[:, items], lots)
        gone = forbidden[picked]
        if problem.bounds is not None:
            needs, rooms = needs[on], rooms[on]
            _choose_among(
                problem,
                with_bit,
                primary[items],
                picked,
                left=left,
                open_items=open_items,
                needs=needs,
                rooms=rooms,
            )
        for some in gone.T:
            left &= ~with_bit[:, some]
        open_items[np.arange(len(weights))[:, None], gone] = False


def _choose_among(
    problem: CoverProblem,
    with_bit: WordArray,
    items: IntArray,
    picked: IntArray,
    *,
    left: WordArray,
    open_items: BoolArray,
    needs: IntArray,
    rooms: IntArray,
) -> None:
    """Updates items that may be in several options, once an option was chosen in each dive.

    Options before it with the item that is branched on are left out, and so is it itself.
    """
    before = np.arange(len(left) * WORD)[:, None] < picked
    octets = np.packbits(before.T, axis=1, bitorder="little")
    earlier = np.ascontiguousarray(octets).view("<u8").astype(np.uint64).T
    left &= ~(earlier & with_bit[:, items])
    left[picked // WORD, np.arange(len(picked))] &= ~bits(picked % WORD)
    for dive, option in enumerate(picked.tolist()):
        own = problem.option(option)
        needs[dive, own] -= 1
        rooms[dive, own] -= 1
        open_items[dive, own] = needs[dive, own] > 0
        for item in own[rooms[dive, own] <= 0].tolist():
            left[:, dive] &= ~with_bit[:, item]


def _random_numbers(dice: Dice, number: int) -> IntArray:
    """Random numbers of 32 bits."""
    octets = dice.bits(32 * number).to_bytes(4 * number, "little")
    return np.frombuffer(octets, dtype="<u4").astype(np.int64)


def options_by_item(marks: Marks) -> WordArray:
    """The options that have each bit, as bits, and none of one more; shape (words, bits + 1)."""
    return bit_columns(marks.owners, marks.places, marks.options, marks.width + 1)


def _forbidden_by_option(marks: Marks) -> IntArray:
    """The bits that each option forbids, filled up with one more; shape (options, longest)."""
    lengths = np.bincount(marks.forbidding, minlength=marks.options)
    shape = (marks.options, int(lengths.max(initial=0)))
    forbidden = np.full(shape, marks.width, dtype=np.int64)
    order = np.argsort(marks.forbidding, kind="stable")
    forbidden[np.arange(shape[1]) < lengths[:, None]] = marks.forbidden[order]
    return forbidden


def _counts(left: WordArray, by_item: WordArray) -> IntArray:
    """The number of options left in each dive for each item, shape (dives, items)."""
    counts = np.zeros((left.shape[1], by_item.shape[1]), dtype=np.int64)
    for some, of_items in zip(left, by_item, strict=True):
        counts += np.bitwise_count(some[:, None] & of_items)
    return counts


def _nth_bits(words: WordArray, which: IntArray) -> IntArray:
    """In each column, the place of a bit that is set: of the first for 0, the second for 1, ..."""
    numbers = np.bitwise_count(words).cumsum(axis=0, dtype=np.int64)
    row, column = (numbers <= which).sum(axis=0), np.arange(len(which))
    word = words[row, column]
    before = which - numbers[row, column] + np.bitwise_count(word)
    octets = word.astype("<u8")[:, None].view(np.uint8)
    within = np.unpackbits(octets, axis=1, bitorder="little").cumsum(axis=1, dtype=np.int64)
    places: IntArray = row * WORD + (within <= before[:, None]).sum(axis=1)
    return places
