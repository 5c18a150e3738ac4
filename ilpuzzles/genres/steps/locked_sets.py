"""Locked sets: rows that take up all that other rows may have, such as pairs in a Sudoku.

If all cells of a box where a 3 may stand lie in one row, the 3 of this row stands in the box, and
nowhere else in the row. If two cells of a row have only a 4 and a 7 left, these stand there, and in
no other cell of the row. Both are the same thing, said of rows of a model: all ones that some rows
need, the bases, have to be among the variables of some other rows, the covers, which may have no
more ones than these. So every variable of the covers that is in no base is 0.

Nothing of this knows what a cell or a digit is. With one base and one cover, people speak of locked
candidates; with two, of pairs and X-wings; with three, of triples and swordfish.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import or_

import numpy as np

from ilpuzzles.genres.steps.row_reasoning import (
    BoardRows,
    Consequence,
    Premise,
    Reasoning,
    join_premises,
)

_SIZES = (1, 2, 3)
"""So many bases, and so many covers, are looked at together; the fewest first."""

_MOST_WORK = 200_000
"""So many bases are compared with covers in one round, in 0.2 s; that is enough for Sudokus."""

_MOST_COLUMNS = 5_000
"""Where more variables are open, nobody looks for locked sets."""

_MOST_SETS = 6
"""No step rests on more locked sets than these."""

_SET = "locked set"
"""The kind of premise that stands for a locked set, beside the clues and marks that it rests on."""


@dataclass(frozen=True, slots=True, eq=False)
class LockedSet:
    """A locked set: rows whose ones fill up all the room that some other rows have.

    Attributes:
        bases: The rows that need ones.
        covers: The rows that may have these, and no others.
        open_columns: The open variables of the bases.
        gone: The other open variables of the covers, which are 0.
        premises: What the set rests on.
    """

    bases: tuple[int, ...]
    covers: tuple[int, ...]
    open_columns: tuple[int, ...]
    gone: tuple[int, ...]
    premises: frozenset[Premise]


class SetReasoning:
    """Consequences of locked sets, and of rows after them: the easiest sets first.

    Args:
        board_rows: The rows.
        reasoning: What rows prove one by one. It is left as it is.
        wanted: Whether a set is of use.
    """

    def __init__(
        self,
        board_rows: BoardRows,
        reasoning: Reasoning,
        wanted: Callable[[LockedSet], bool] = lambda _: True,
    ) -> None:
        self._board_rows, self._reasoning, self._wanted = board_rows, reasoning.copy(), wanted

    def rounds(self, most: int) -> Iterator[list[Consequence]]:
        """The consequences of the smallest locked sets, then of rows after these; and so on.

        Args:
            most: How many times sets are looked for.
        """
        for _ in range(most):
            eliminations = self._eliminations()
            if not eliminations:
                return
            yield eliminations
            for elimination in eliminations:
                self._reasoning.add(elimination)
            yield from self._with_few_sets(self._reasoning.rounds(1))

    def _eliminations(self) -> list[Consequence]:
        """The variables that the smallest locked sets rule out, and that are open."""
        search = _Search(self._board_rows, self._reasoning)
        for size in _SIZES:
            eliminations = []
            for found in search.sets(size):
                if number_of_sets(found.premises) >= _MOST_SETS or not self._wanted(found):
                    continue
                for column in found.gone:
                    # Whoever uses one of its variables uses the set, and all that it rests on.
                    use: Premise = (_SET, (found, column))
                    premises = found.premises | {use}
                    eliminations.append(Consequence(column, 0, -1, premises, depth=1))
            if eliminations:
                return eliminations
        return []

    @staticmethod
    def _with_few_sets(rounds: Iterator[list[Consequence]]) -> Iterator[list[Consequence]]:
        """The consequences of rounds that rest on few sets."""
        for consequences in rounds:
            yield [one for one in consequences if number_of_sets(one.premises) <= _MOST_SETS]


def sets_used(premises: Collection[Premise]) -> dict[LockedSet, list[int]]:
    """The locked sets among some premises, each with those of its variables that are used.

    A set comes after those that it rests on itself.
    """
    columns_of: dict[LockedSet, list[int]] = {}
    for kind, key in premises:
        if kind == _SET and isinstance(key, tuple):
            found, column = key
            columns_of.setdefault(found, []).append(column)

    def place(found: LockedSet) -> tuple[int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        return number_of_sets(found.premises), found.bases, found.covers, found.gone

    return {found: sorted(columns_of[found]) for found in sorted(columns_of, key=place)}


def number_of_sets(premises: Collection[Premise]) -> int:
    """How many locked sets are among some premises."""
    return len({key[0] for kind, key in premises if kind == _SET and isinstance(key, tuple)})


def size_of_sets(premises: Collection[Premise]) -> int:
    """How many covers the largest of the locked sets among some premises has; 0 without any."""
    return max((len(found.covers) for found in sets_used(premises)), default=0)


def without_sets(premises: Collection[Premise]) -> frozenset[Premise]:
    """The clues and the marks among some premises."""
    return frozenset(premise for premise in premises if premise[0] != _SET)


class _Search:
    """The search for locked sets, given what is known.

    Sets of variables are whole numbers with a bit for each open variable.
    """

    def __init__(self, board_rows: BoardRows, reasoning: Reasoning) -> None:
        self._board_rows = board_rows
        self._reasoning = reasoning
        self._work = 0
        self._bits: dict[int, int] = {}
        self._need: dict[int, int] = {}
        self._room: dict[int, int] = {}
        lower, upper = reasoning.bounds
        is_open = lower != upper
        self._columns: list[int] = np.nonzero(is_open)[0].tolist()
        self._rows_at: list[list[int]] = [[] for _ in self._columns]
        if len(self._columns) <= _MOST_COLUMNS:
            self._add_rows(is_open, lower == 1)

    def _add_rows(self, is_open: np.ndarray, is_one: np.ndarray) -> None:
        """Adds the rows that count variables which are 0 or 1, and have an open one."""
        board_rows = self._board_rows
        rows = self._board_rows.rows
        bit_of = {column: place for place, column in enumerate(self._columns)}
        for row in np.nonzero(_counts_ones(board_rows))[0].tolist():
            columns = rows.columns[rows.entries(row)]
            open_columns = columns[is_open[columns]].tolist()
            there = int(is_one[columns].sum())
            room = int(min(board_rows.most[row] - there, len(open_columns)))
            if room <= 0:
                continue
            self._bits[row] = sum(1 << bit_of[column] for column in open_columns)
            self._room[row] = room
            self._need[row] = int(max(board_rows.least[row] - there, 0))
            for column in open_columns:
                self._rows_at[bit_of[column]].append(row)

    def sets(self, size: int) -> Iterator[LockedSet]:
        """The locked sets of so many covers, and of so many bases at most, small bases first."""
        bases = [row for row in self._bits if self._need[row]]
        bases.sort(key=lambda row: (self._bits[row].bit_count(), row))
        seen: set[frozenset[int]] = set()
        for base in bases:
            for covers in self._cover_sets(base, size):
                if self._work > _MOST_WORK:
                    return
                if len(covers) < size or covers in seen:
                    continue
                seen.add(covers)
                yield from self._sets_in(covers, size)

    def _cover_sets(self, base: int, size: int) -> Iterator[frozenset[int]]:
        """Sets of covers that have all open variables of a base, perhaps with one cover more."""
        for covers in self._coverings(self._bits[base], frozenset([base]), size):
            yield covers
            if 1 < len(covers) < size:
                for other in self._further_covers(covers):
                    yield covers | {other}

    def _coverings(self, wanted: int, bases: frozenset[int], most: int) -> Iterator[frozenset[int]]:
        """Sets of at most so many covers, none of them a base, that have all wanted variables."""
        if not wanted:
            yield frozenset()
        elif most:
            for cover in self._rows_at[_lowest(wanted)]:
                self._work += 1
                if cover not in bases and self._work <= _MOST_WORK:
                    for others in self._coverings(wanted & ~self._bits[cover], bases, most - 1):
                        yield others | {cover}

    def _further_covers(self, covers: frozenset[int]) -> list[int]:
        """Covers with which a base that is partly in others is in all of them together."""
        within = self._union(covers)
        further: dict[int, None] = {}
        for base in self._touching(covers):
            outside = self._bits[base] & ~within
            if outside:
                for cover in self._rows_at[_lowest(outside)]:
                    if cover != base and cover not in covers and not outside & ~self._bits[cover]:
                        further[cover] = None
        return list(further)

    def _sets_in(self, covers: frozenset[int], size: int) -> Iterator[LockedSet]:
        """The locked sets with some covers."""
        within = self._union(covers)
        room = sum(self._room[cover] for cover in covers)
        inside = [base for base in self._touching(covers) if not self._bits[base] & ~within]
        for number in range(1, size + 1):
            for bases in combinations(inside, number):
                self._work += 1
                if self._work > _MOST_WORK:
                    return
                if sum(self._need[base] for base in bases) != room:
                    continue
                used = self._union(bases)
                are_apart = used.bit_count() == sum(self._bits[base].bit_count() for base in bases)
                if are_apart and within & ~used and self._is_uniform(bases, covers):
                    yield self._locked_set(bases, covers, used, within & ~used)

    def _is_uniform(self, bases: Sequence[int], covers: Collection[int]) -> bool:
        """Whether all bases are of one group, and all covers: nobody sees what is mixed."""
        groups = self._board_rows.rows.groups
        of_bases = {int(groups[row]) for row in bases}
        of_covers = {int(groups[row]) for row in covers}
        return len(of_bases) == len(of_covers) == 1

    def _touching(self, covers: Collection[int]) -> list[int]:
        """The bases, none of them a cover, that share a variable with covers."""
        touching: set[int] = set()
        for cover in covers:
            for place in _places(self._bits[cover]):
                touching.update(self._rows_at[place])
        self._work += len(touching)
        return sorted(row for row in touching if self._need[row] and row not in covers)

    def _union(self, rows: Collection[int]) -> int:
        """The open variables of some rows."""
        return reduce(or_, (self._bits[row] for row in rows), 0)

    def _locked_set(
        self, bases: Sequence[int], covers: Collection[int], used: int, gone: int
    ) -> LockedSet:
        """A locked set with what it rests on.

        The sum of the covers less that of the bases is a row as well. It is at most 0, and what
        keeps it from being less has to be known: zeros of bases outside the covers, and ones of
        covers outside the bases.
        """
        rows = self._board_rows.rows
        reasoning = self._reasoning
        factors: Counter[int] = Counter()
        for row in sorted(covers):
            factors.update(rows.columns[rows.entries(row)].tolist())
        for row in bases:
            factors.subtract(rows.columns[rows.entries(row)].tolist())
        needed = []
        for column, factor in factors.items():
            ways = reasoning.ways_to(column)
            if ways and factor * (2 * ways[0].value - 1) > 0:
                needed.append(ways)
        clues: frozenset[Premise] = frozenset()
        for row in (*bases, *sorted(covers)):
            clues |= self._board_rows.premise(row)
        return LockedSet(
            tuple(bases),
            tuple(sorted(covers)),
            tuple(self._columns[place] for place in _places(used)),
            tuple(self._columns[place] for place in _places(gone)),
            join_premises(clues, needed),
        )


def _counts_ones(board_rows: BoardRows) -> np.ndarray:
    """Which rows are sums of variables that are 0 or 1."""
    rows = board_rows.rows
    is_binary = (board_rows.lower >= 0) & (board_rows.upper <= 1)
    is_other = (rows.coefficients != 1) | ~is_binary[rows.columns]
    others = np.add.reduceat(np.append(is_other, 0), rows.starts[:-1])
    answer: np.ndarray = board_rows.is_linear & (others == 0)
    return answer


def _lowest(bits: int) -> int:
    """The place of the lowest bit."""
    return (bits & -bits).bit_length() - 1


def _places(bits: int) -> Iterator[int]:
    """The places of all bits."""
    while bits:
        yield _lowest(bits)
        bits &= bits - 1
