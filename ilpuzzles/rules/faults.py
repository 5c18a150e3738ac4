"""Faults of a solution as data: the rule that is broken, the places where, and the numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from ilpuzzles.errors import counted
from ilpuzzles.rules.places import Place, is_number, is_place

Part: TypeAlias = Place | int | str
"""A part of a sentence: a place, a number or a word."""

OPEN_RULE = "open"
"""The rule that a cell breaks of which nothing is said yet."""

PLAIN = "rules"
"""The rule of a fault that is a sentence alone, as files of your own may yield it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A rule of the puzzle that a solution breaks.

    Attributes:
        rule: The name of the rule, the same for every fault of this sort.
        sentence: What is wrong, with `{}` for each part. `{:star}` is a number with its noun, as
            in `1 star` and `2 stars`.
        parts: The places, the numbers and the words in it.
        noun: Where it says only that something is still to be done, a noun to count several of
            these by, such as `loose end`.

    Example:
        >>> found = fault("star count", "{} has {:star} instead of {}", ("row", 0), 2, 1)
        >>> print(found)
        star count: row 1 has 2 stars instead of 1
        >>> found.what, found.places[0].at
        ('row 1 has 2 stars instead of 1', 0)
    """

    rule: str
    sentence: str
    parts: tuple[Part, ...] = ()
    noun: str = field(default="", compare=False)

    @property
    def what(self) -> str:
        """The sentence, with the names of places."""
        return self.sentence.format(*map(_Filling, self.parts)) if self.parts else self.sentence

    @property
    def places(self) -> tuple[Place, ...]:
        """The places that it names, in the order of the sentence."""
        return tuple(part for part in self.parts if isinstance(part, Place))

    @property
    def is_open(self) -> bool:
        """Whether it says only that something is not written yet."""
        return self.rule == OPEN_RULE

    @property
    def is_unfinished(self) -> bool:
        """Whether drawing on may mend it: something is still to be done, and nothing is wrong."""
        return self.is_open or bool(self.noun)

    def moved(self, move: Callable[[Place], Place]) -> Fault:
        """The same with other places in place of its own."""
        parts = (move(part) if isinstance(part, Place) else part for part in self.parts)
        return replace(self, parts=tuple(parts))

    def to_json(self) -> dict[str, Any]:
        """The rule, the sentence, and where it is broken, with rows and columns from 1."""
        at = [place.to_json() for place in self.places]
        return {"rule": self.rule, "what": self.what, "at": at}

    def __str__(self) -> str:
        return f"{self.rule}: {self.what}"


def fault(rule: str, sentence: str, *parts: Any, unfinished: str = "") -> Fault:
    """A fault of a solution; see `Fault`.

    Args:
        rule: The name of the rule.
        sentence: What is wrong, with `{}` for each part.
        *parts: Places, numbers and words. A cell such as `(0, 1)` is a place, and so is a pair of a
            kind and what tells it from others, such as `("row", 0)` or `("region", "A")`.
        unfinished: Where it is wrong only as long as somebody is still drawing, a noun to count
            several of these by: who plays is told that there are 41 loose ends, and not what is
            wrong with each. A fault without it is wrong whatever is drawn besides.

    Example:
        >>> print(fault("stars apart", "{} and {} touch", (0, 0), (1, 1)))
        stars apart: row 1, column 1 and row 2, column 2 touch
    """
    made = Fault(rule, sentence, tuple(map(_part_of, parts)), unfinished)
    # A sentence with too few parts is an error here, where its author is told the line.
    try:
        _ = made.what
    except IndexError:
        what = f"the sentence {sentence!r} has more {{}} than the {counted(len(parts), 'part')}"
        raise ValueError(f"{what} that are given") from None
    return made


def _part_of(given: Any) -> Part:
    """A place, a whole number or a word, whichever is given; a cell may be a list, as in JSON."""
    given = tuple(given) if isinstance(given, list) else given
    if is_place(given):
        return Place.of(given)
    return int(given) if is_number(given) else str(given)


def marks_of(faults: Iterable[Fault]) -> list[Any]:
    """The keys under which pictures mark where solutions are broken, each once.

    Example:
        >>> marks_of([fault("apart", "{} and {} touch", (0, 0), (0, 1))])
        [(0, 0), (0, 1)]
    """
    # Equal places may have different cells, such as those of a row with 1 twice, and with 2 twice.
    places = (place for one in faults for place in one.places)
    return list(dict.fromkeys(mark for place in places for mark in place.marks))


def as_fault(found: object, rule: str = PLAIN) -> Fault:
    """A fault as it is, or one that is a sentence alone.

    Example:
        >>> print(as_fault("the tower is too high"))
        rules: the tower is too high
    """
    return found if isinstance(found, Fault) else Fault(rule, str(found))


@dataclass(frozen=True, slots=True)
class _Filling:
    """A part as it fills a sentence."""

    part: Part

    def __format__(self, noun: str) -> str:
        if noun and isinstance(self.part, int):
            return counted(self.part, noun)
        return str(self.part)
