"""Reproducible random choices: the same seed gives the same, on every machine and version.

The bits that a seed makes are the same in every version of Python (and in NumPy's bit generators).
How Python and NumPy shuffle, choose, or make numbers in a range of them may change, and has. So
whatever a seed is to bring back is made of bits here, with whole numbers only.
"""

from __future__ import annotations

import random
from collections.abc import MutableSequence, Sequence
from hashlib import blake2b
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Thing = TypeVar("Thing")

_WORD = 64
_FINE = 53
"""The number of bits in the fraction of a double."""


class Dice:
    """Random choices that a seed brings back.

    Example:
        >>> dice = Dice(7)
        >>> dice.below(100), dice.sample("ABCDEF", 3), dice.choice("XYZ")
        (41, ['B', 'D', 'A'], 'X')
    """

    def __init__(self, seed: int) -> None:
        self._bits = random.Random(seed).getrandbits  # noqa: S311 - for samples, not secrets

    def bits(self, number: int) -> int:
        """A whole number of so many bits."""
        return self._bits(number)

    def below(self, number: int) -> int:
        """A whole number from 0 to one less than another, all with the same chance."""
        wide = number.bit_length()
        found = self._bits(wide)
        while found >= number:
            found = self._bits(wide)
        return found

    def fraction(self) -> float:
        """A number from 0 to 1, which it never is."""
        return ((self._bits(32) >> 5) * (1 << 26) + (self._bits(32) >> 6)) / (1 << _FINE)

    def choice(self, things: Sequence[Thing]) -> Thing:
        """One of some things."""
        return things[self.below(len(things))]

    def shuffle(self, things: MutableSequence[Thing]) -> None:
        """Puts things into a random order."""
        for last in range(len(things) - 1, 0, -1):
            place = self.below(last + 1)
            things[last], things[place] = things[place], things[last]

    def sample(self, things: Sequence[Thing], number: int) -> list[Thing]:
        """Some things in random order, each at most once; a `ValueError` if there are too few."""
        count = len(things)
        if not 0 <= number <= count:
            raise ValueError(f"{number} of {count} things")
        few = 21
        if number > 5:
            power = 1
            while power < 3 * number:
                power *= 4
            few += power
        if count <= few:
            left = list(things)
            found = []
            for taken in range(number):
                place = self.below(count - taken)
                found.append(left[place])
                left[place] = left[count - taken - 1]
            return found
        places: dict[int, None] = {}
        while len(places) < number:
            places.setdefault(self.below(count))
        return [things[place] for place in places]


class Lots:
    """Draws from things that come one after the other, in any order (min-wise hashing).

    Every place has a lot for every thing, made of the seed and of what the thing is; it keeps the
    thing with the least. So each thing has the same chance at each place, and the same things are
    drawn in whatever order they come.
    """

    def __init__(self, number: int, dice: Dice) -> None:
        keys = [dice.bits(_WORD) for _ in range(number)]
        self._keys = np.array(keys, dtype=np.uint64)
        self._least = np.full(number, np.iinfo(np.uint64).max, dtype=np.uint64)

    def places(self, thing: bytes) -> list[int]:
        """The places that a thing, told apart by these bytes, takes from all that came before."""
        number = int.from_bytes(blake2b(thing, digest_size=_WORD // 8).digest(), "little")
        lots = mix(self._keys ^ np.uint64(number))
        taken: npt.NDArray[np.bool_] = lots <= self._least
        self._least[taken] = lots[taken]
        places: list[int] = np.nonzero(taken)[0].tolist()
        return places


def mix(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Words in which every bit hangs on all bits (the end of SplitMix64)."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))
