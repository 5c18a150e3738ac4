"""A step on a board that is drawn on, with the premises that prove it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from ilpuzzles.modelling.rows import Group


@dataclass(frozen=True, slots=True)
class SeenSet:
    """A locked set that a step rests on; see `LockedSet`.

    Attributes:
        groups: The groups of the rows: of the bases, and of the covers.
        bases: The keys of the rows that need ones.
        covers: The keys of the rows that have room for these, and for no others.
        places: The marks that can be made in the bases.
        gone: The marks that cannot be made any more, as far as the step rests on that.
    """

    groups: tuple[str, str]
    bases: tuple[Hashable, ...]
    covers: tuple[Hashable, ...]
    places: tuple[int, ...]
    gone: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoardStep:
    """A move with a proof that it is forced.

    Attributes:
        move: The number of the move.
        clues: The keys of the clues that it rests on.
        marks: The moves that it rests on.
        minimal: Whether it is proved that nothing of these can be left out.
        group: The group of the last row of the proof, if rows prove it.
        key: The key of that row.
        by_contradiction: Whether that row could not hold otherwise.
        is_easy: Whether that row, a row or two before it, and `sets` are all that has to be seen.
        sets: The locked sets that have to be seen first, in this order.
        rules: The rules that it takes, where no single row ends the proof; see
            `BoardSteps.with_rules`.
    """

    move: int
    clues: tuple[Hashable, ...]
    marks: tuple[int, ...]
    minimal: bool
    group: Group | None = None
    key: Hashable = None
    by_contradiction: bool = False
    is_easy: bool = False
    sets: tuple[SeenSet, ...] = ()
    rules: tuple[Group, ...] = ()
