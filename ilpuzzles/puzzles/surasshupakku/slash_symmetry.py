"""Turns and mirrors of a board that take its clues into each other."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, product, starmap
from typing import NamedTuple, TypeAlias, TypeVar

from ilpuzzles.puzzles.surasshupakku.slash_puzzle import BACK, FORWARD, SlashInstance
from ilpuzzles.puzzles.surasshupakku.slash_solution import SlashSolution

_Thing = TypeVar("_Thing")
Rows: TypeAlias = tuple[tuple[_Thing, ...], ...]


class Motion(NamedTuple):
    """One of the eight motions of a square."""

    transposed: bool
    """Whether rows become columns, before all else."""
    upside_down: bool
    """Whether the rows change their order."""
    mirrored: bool
    """Whether the columns change their order."""

    @property
    def is_rotation(self) -> bool:
        """Whether it is no mirror."""
        return (self.transposed + self.upside_down + self.mirrored) % 2 == 0

    def moved(self, rows: Rows[_Thing]) -> Rows[_Thing]:
        """What stands where after the motion."""
        if self.transposed:
            rows = tuple(zip(*rows, strict=True))
        if self.upside_down:
            rows = rows[::-1]
        return tuple(row[::-1] for row in rows) if self.mirrored else rows

    def cuts(self, cuts: tuple[str, ...]) -> tuple[str, ...]:
        """What it makes of cuts: a turn by a right angle, and a mirror in an axis, change them."""
        if (self.upside_down + self.mirrored) % 2:
            swap = str.maketrans({FORWARD: BACK, BACK: FORWARD})
            cuts = tuple(row.translate(swap) for row in cuts)
        return tuple("".join(row) for row in self.moved(tuple(map(tuple, cuts))))


@dataclass(frozen=True, slots=True, eq=False)
class SlashSymmetries:
    """The symmetries of a board: motions that take letters to letters, each always to the same one.

    The identity is the first.
    """

    instance: SlashInstance
    motions: tuple[Motion, ...]

    @classmethod
    def of(cls, instance: SlashInstance) -> SlashSymmetries:
        """Those of a board."""
        motions = starmap(Motion, product((False, True), repeat=3))
        return cls(instance, tuple(motion for motion in motions if _keeps(motion, instance)))

    @property
    def order(self) -> int:
        """How many there are, the identity included."""
        return len(self.motions)

    def rotations(self) -> SlashSymmetries:
        """Those that are no mirrors."""
        motions = tuple(motion for motion in self.motions if motion.is_rotation)
        return SlashSymmetries(self.instance, motions)

    def equivalents(self, solution: SlashSolution) -> list[SlashSolution]:
        """All different solutions that symmetries make of one, itself first."""
        found = dict.fromkeys(motion.cuts(solution.cuts) for motion in self.motions)
        return [SlashSolution(self.instance, cuts) for cuts in found]

    def orbit(self, solution: SlashSolution) -> tuple[bytes, int]:
        """What all equivalents of a solution have in common, and how many of them there are."""
        cuts = [equivalent.cuts for equivalent in self.equivalents(solution)]
        return "/".join(min(cuts)).encode(), len(cuts)


def _keeps(motion: Motion, instance: SlashInstance) -> bool:
    moved = motion.moved(instance.clues)
    if (len(moved), len(moved[0])) != (instance.rows, instance.columns):
        return False
    pairs = set(zip(chain(*instance.clues), chain(*moved), strict=True))
    # No clue, and any letter, stay what they are; letters change places at most.
    stays = all(a == b for a, b in pairs if min(a, b) <= 0)
    olds, news = [old for old, _ in pairs], [new for _, new in pairs]
    return stays and len(set(olds)) == len(olds) and len(set(news)) == len(news)
