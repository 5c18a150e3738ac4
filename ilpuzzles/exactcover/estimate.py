"""How long a search for exact covers would be, from random dives (Knuth 1975).

All dives go down together, a level at a time, in NumPy: nothing has to be compiled, so a problem
that is better left to the table never needs the kernel of the search.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ilpuzzles.dice import Dice
from ilpuzzles.exactcover.problem import (
    WORD,
    CoverProblem,
    IntArray,
    WordArray,
    bits,
    words_for,
)

# In words of options that are looked at, 0.8 ns each: choosing an option takes 0.1 us besides.
# Measured on the boards of `benchmarks.exact_covers`, where a node takes from 0.05 us (dominoes) to
# 0.7 (TriTetraTan), since it looks at more or fewer options.
_NODE = 125

# A search of so many words takes 0.05 s, and a better estimate of it a fifth of that.
_SHORT = 6e7

# Nobody waits for a search of so many nodes: how many more there are does not matter.
_ENDLESS = 1e12

_FEW_DIVES, _MANY_DIVES = 100, 400

_SEED, _OTHER_SEED = 1, 2


class Estimate(NamedTuple):
    """What a search would take, roughly."""

    nodes: float  # how many options it would choose
    looked: float  # how many words of options that are left it would look at for that

    @property
    def words(self) -> float:
        """The time for all of that, in words that are looked at."""
        return self.nodes * _NODE + self.looked

    @property
    def placements(self) -> str:
        """The number of nodes in words.

        Example:
            >>> Estimate(1234567.8, 0).placements, Estimate(3e13, 0).placements
            ('about 1,200,000 placements', 'more than 1,000,000,000,000 placements')
        """
        if self.nodes > _ENDLESS:
            return f"more than {_ENDLESS:,.0f} placements"
        return f"about {rounded(self.nodes)} placements"


def rounded(number: float) -> str:
    """An estimate in two digits.

    Example:
        >>> rounded(1234567.8), rounded(3.2e30)
        ('1,200,000', '3.2e+30')
    """
    return f"{float(f'{number:.2g}'):,.0f}" if number < _ENDLESS else f"{number:.2g}"


def estimated_search(problem: CoverProblem) -> Estimate:
    """What a search of a prepared problem would take, roughly; the same every time.

    It is the mean of some random dives, and of some more where it matters. Beyond 10^12 nodes, it
    only says that there are more.
    """
    few = mean_of_dives(problem, _FEW_DIVES, _SEED)
    if few.words < _SHORT or few.nodes > _ENDLESS:
        return few
    many = mean_of_dives(problem, _MANY_DIVES, _OTHER_SEED)
    both = zip(few, many, strict=True)
    dives = _FEW_DIVES + _MANY_DIVES
    return Estimate(*((one * _FEW_DIVES + other * _MANY_DIVES) / dives for one, other in both))


def mean_of_dives(problem: CoverProblem, dives: int, seed: int) -> Estimate:
    """The mean of random dives.

    A dive takes any option of the item with fewest, all with the same chance, and does not go back.
    What it meets stands for as much as it could have met: at every node, the product of the numbers
    of options so far. It ends early where that alone makes the mean endless.
    """
    by_item, items_of = _options_by_item(problem), _items_by_option(problem)
    dice = Dice(seed)
    open_items = np.tile(np.append(problem.primary, False), (dives, 1))
    left = np.tile(np.bitwise_or.reduce(by_item, axis=1)[:, None], dives)
    weights = np.ones(dives)
    nodes = looked = 0.0
    while True:
        counts = np.where(open_items, _counts(left, by_item), problem.options + 1)
        items, fewest = counts.argmin(axis=1), counts.min(axis=1)
        on = (fewest > 0) & (fewest <= problem.options) & (weights <= dives * _ENDLESS)
        if not on.any():
            return Estimate(nodes / dives, looked * words_for(len(problem.primary)) / dives)
        left, open_items, items, fewest = left[:, on], open_items[on], items[on], fewest[on]
        weights = weights[on] * fewest
        nodes += float(weights.sum())
        looked += float((weights * ones(left).sum(axis=0, dtype=np.int64)).sum())
        lots = _random_numbers(dice, len(fewest)) % fewest
        covered = items_of[_nth_bits(left & by_item[:, items], lots)]
        for some in covered.T:
            left &= ~by_item[:, some]
        open_items[np.arange(len(weights))[:, None], covered] = False


def _random_numbers(dice: Dice, number: int) -> IntArray:
    """So many random numbers of 32 bits."""
    octets = dice.bits(32 * number).to_bytes(4 * number, "little")
    return np.frombuffer(octets, dtype="<u4").astype(np.int64)


def _options_by_item(problem: CoverProblem) -> WordArray:
    """The options of each item as bits, and none of one more; shape (words, items + 1)."""
    options = problem.owners()
    masks = np.zeros((words_for(problem.options), len(problem.primary) + 1), dtype=np.uint64)
    np.bitwise_or.at(masks, (options // WORD, problem.items), bits(options % WORD))
    return masks


def _items_by_option(problem: CoverProblem) -> IntArray:
    """The items of each option, filled up with one that there is not; shape (options, longest)."""
    lengths = np.diff(problem.starts)
    shape = (problem.options, int(lengths.max(initial=0)))
    items = np.full(shape, len(problem.primary), dtype=np.int64)
    items[np.arange(shape[1]) < lengths[:, None]] = problem.items
    return items


def _counts(left: WordArray, by_item: WordArray) -> IntArray:
    """How many options are left in each dive for each item, shape (dives, items)."""
    counts = np.zeros((left.shape[1], by_item.shape[1]), dtype=np.int64)
    for some, of_items in zip(left, by_item, strict=True):
        counts += ones(some[:, None] & of_items)
    return counts


def _nth_bits(words: WordArray, which: IntArray) -> IntArray:
    """In each column, the place of a bit that is set: of the first for 0, the second for 1, ..."""
    numbers = ones(words).cumsum(axis=0, dtype=np.int64)
    row, column = (numbers <= which).sum(axis=0), np.arange(len(which))
    word = words[row, column]
    before = which - numbers[row, column] + ones(word)
    octets = word.astype("<u8")[:, None].view(np.uint8)
    within = np.unpackbits(octets, axis=1, bitorder="little").cumsum(axis=1, dtype=np.int64)
    places: IntArray = row * WORD + (within <= before[:, None]).sum(axis=1)
    return places


_PAIRS, _FOURS, _EIGHTS = (np.uint64(2**WORD // n) for n in (3, 5, 17))
_BYTES = np.uint64(2**WORD // 255)


def ones(words: WordArray) -> npt.NDArray[np.uint8]:
    """How many bits of each word are set.

    Example:
        >>> ones(np.array([0, 5, 2**64 - 1], dtype=np.uint64)).tolist()
        [0, 2, 64]
    """
    if hasattr(np, "bitwise_count"):
        return np.bitwise_count(words)
    return _added(words)


def _added(words: WordArray) -> npt.NDArray[np.uint8]:
    """The same before NumPy 2: adds neighbouring bits, then pairs of them, fours, and bytes."""
    one, two, four, last = (np.uint64(n) for n in (1, 2, 4, WORD - 8))
    words = words - (words >> one & _PAIRS)
    words = (words & _FOURS) + (words >> two & _FOURS)
    words = words + (words >> four) & _EIGHTS
    return (words * _BYTES >> last).astype(np.uint8)
