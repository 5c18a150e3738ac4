"""Random sets of a given size that meet some sets and contain no others: plain combinatorics."""

from __future__ import annotations

from collections.abc import Sequence

from ilpuzzles.dice import Dice

_BUDGET = 20_000
"""How many partial sets are looked at before the search is given up."""


def random_hitting_set(
    count: int,
    size: int,
    dice: Dice,
    *,
    met: Sequence[int],
    avoided: Sequence[int] = (),
) -> int | None:
    """A random set of numbers, as bits, that has a number in common with each of some sets.

    A depth-first search with random branches: of the sets that are not met yet, the smallest one
    gives the numbers to choose from. Not all sets are equally likely.

    Args:
        count: The numbers are 0 to count - 1.
        size: How many of them the set has.
        dice: What is random comes from here.
        met: Sets as bits; each has a number in common with the result.
        avoided: Sets as bits; the result contains none of them.

    Returns:
        The set, or None if there is none or the search took too long.

    Example:
        >>> bin(random_hitting_set(4, 2, Dice(1), met=[0b0011, 0b1000], avoided=[0b1001]))
        '0b1010'
        >>> random_hitting_set(4, 1, Dice(1), met=[0b0011, 0b1000])
    """
    everything = (1 << count) - 1
    waiting = [(0, 0)]
    for _ in range(_BUDGET):
        if not waiting:
            return None
        kept, refused = waiting.pop()
        free, left = everything & ~kept & ~refused, size - kept.bit_count()
        if free.bit_count() < left or any(one & ~kept == 0 for one in avoided):
            continue
        missed = [one & free for one in met if not one & kept]
        if _needed(missed, left) > left:
            continue
        if not missed and not (left and avoided):
            return kept | _bits_of(dice.sample(_numbers(free), left))
        branches = _numbers(min(missed, key=int.bit_count) if missed else free)
        dice.shuffle(branches)
        following = []
        for number in branches:
            following.append((kept | 1 << number, refused))
            refused |= 1 << number
        waiting += reversed(following)
    return None


def _needed(missed: list[int], left: int) -> int:
    """At least so many numbers it takes to meet all these sets: some of them are disjoint."""
    used, number = 0, 0
    for one in sorted(missed, key=int.bit_count):
        if not one:
            return left + 1
        if not one & used:
            used |= one
            number += 1
    return number


def _numbers(bits: int) -> list[int]:
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def _bits_of(numbers: Sequence[int]) -> int:
    return sum(1 << number for number in numbers)
