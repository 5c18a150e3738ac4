"""The parts of a long search: which there are, which are done, which were split again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ilpuzzles.errors import InputError, Problem
from ilpuzzles.queries.splitting import Part

EVERYTHING = "everything"
"""The name of the part that is the whole."""

_SPLIT = "split "
_BOUND = re.compile(r"x(\d+)=(-?\d+)\.\.(-?\d+)\Z")


def part_name(part: Part) -> str:
    """The name of a part, the same in every run.

    Example:
        >>> part_name({3: (0, 4), 1: (1, 1)}), part_name({})
        ('x1=1..1 x3=0..4', 'everything')
    """
    bounds = [f"x{column}={least}..{most}" for column, (least, most) in sorted(part.items())]
    return " ".join(bounds) or EVERYTHING


def named_part(name: str) -> Part:
    """The part that has a name.

    Raises:
        InputError: If it is no name of a part.

    Example:
        >>> named_part("x1=1..1 x3=0..4")
        {1: (1, 1), 3: (0, 4)}
    """
    part: dict[int, tuple[int, int]] = {}
    for word in () if name == EVERYTHING else name.split(" "):
        found = _BOUND.match(word)
        if found is None:
            raise _damaged(f"{name!r} is no part of a model")
        part[int(found[1])] = (int(found[2]), int(found[3]))
    return part


def split_name(name: str) -> str:
    """Under what name a ledger notes into which parts a part was split."""
    return _SPLIT + name


@dataclass(slots=True)
class Tally:
    """How many solutions are known so far; every change is a single step, so it is always right.

    Attributes:
        parts: How many each part has, or has told of so far.
        splits: The parts of those that were split. What one told of before that is found again in
            its parts.
    """

    parts: dict[str, int] = field(default_factory=dict)
    splits: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def found(self) -> int:
        """How many there are in all."""
        return self.of(EVERYTHING)

    def of(self, name: str) -> int:
        """How many a part has."""
        own = self.parts.get(name, 0)
        if name not in self.splits:
            return own
        return max(own, sum(self.of(below) for below in self.splits[name]))


class PartTree:
    """All parts: the whole was split into some, and those that ran long were split again.

    Args:
        known: What a ledger has: counts of parts by their names, and into which parts others were
            split.

    Attributes:
        counts: How many solutions the parts have that are done.
        splits: The parts of those that were split.
        left: The parts that are neither.

    Raises:
        InputError: If that cannot be.

    Example:
        >>> tree = PartTree({"split everything": ["x0=1..1", "x1=1..1"], "x0=1..1": 7})
        >>> tree.left, tree.done, tree.number, tree.share
        (['x1=1..1'], 1, 2, 0.5)
        >>> tree.split("x1=1..1", ["x1=1..1 x2=0..0", "x1=1..1 x2=1..1"])
        >>> tree.finish("x1=1..1 x2=1..1", 3)
        >>> tree.left, tree.done, tree.number, tree.share
        (['x1=1..1 x2=0..0'], 2, 3, 0.75)
    """

    def __init__(self, known: Mapping[str, Any]) -> None:
        self.counts: dict[str, int] = {}
        self.splits: dict[str, tuple[str, ...]] = {}
        self._open: dict[str, float] = {EVERYTHING: 1.0}
        self._share = 0.0
        waiting = [EVERYTHING]
        while waiting:
            name = waiting.pop()
            if name in known:
                self.finish(name, _number(known[name]))
            elif split_name(name) in known:
                below = _names(known[split_name(name)])
                self.split(name, below)
                waiting += reversed(below)

    @property
    def left(self) -> list[str]:
        """The parts that are to be done, in order."""
        return list(self._open)

    @property
    def done(self) -> int:
        """How many are done."""
        return len(self.counts)

    @property
    def number(self) -> int:
        """How many there are in all."""
        return len(self.counts) + len(self._open)

    @property
    def share(self) -> float:
        """How much is done, as far as can be told: the parts of one count the same."""
        return self._share if self._open else 1.0

    def finish(self, name: str, number: int) -> None:
        """A part is done."""
        self._share += self._open.pop(name)
        self.counts[name] = number

    def split(self, name: str, below: Sequence[str]) -> None:
        """A part is replaced by its own parts; without any, it has no solution.

        Raises:
            InputError: If one of them is there already.
        """
        weight = self._open.pop(name)
        self.splits[name] = tuple(below)
        known = (self._open, self.counts, self.splits)
        if len(set(below)) < len(below) or any(each in there for there in known for each in below):
            raise _damaged("a part is there twice")
        self._share += 0.0 if below else weight
        self._open |= {each: weight / len(below) for each in below}


def _number(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise _damaged("a count in the ledger is no number")
    return value


def _names(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise _damaged("the parts of a part are no names")
    return value


def _damaged(what: str) -> InputError:
    return InputError(Problem(f"{what}: the ledger is damaged", "begin with a new ledger"))
