"""Steps that a person can follow: what rows of a model prove, before any solver is asked.

A row is looked at with what is known by then: what the player has marked, what a clue says by
itself, and what other rows have proved. Where it leaves a variable one value, that is a
consequence, and it remembers the clues and marks that it rests on. A row that cannot hold any more
is a contradiction; so whatever leads to one is ruled out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray, Kind, Rows

Premise: TypeAlias = tuple[str, Hashable]
"""A clue or a mark that a step may rest on: `("clue", key)`, or `("mark", number of the move)`."""

Doubles: TypeAlias = npt.NDArray[np.float64]

_ASSUMED: Premise = ("assumption", None)

_MOST_WAYS = 4
"""So many ways to prove a value are kept, so that those with common premises are found."""

_HALF = 0.5
"""Sums of whole numbers, with whole coefficients, are compared with half a unit to spare."""


@dataclass(frozen=True, slots=True)
class Consequence:
    """A value that a row leaves a variable.

    Attributes:
        column: The variable.
        value: Its value.
        row: The row that leaves it this value, or that cannot hold with another one; -1 for what
            is known from the start.
        premises: The clues and the marks that it rests on.
        depth: How many rows it takes, one after the other.
        by_contradiction: Whether the row cannot hold with another value.
    """

    column: int
    value: int
    row: int
    premises: frozenset[Premise]
    depth: int = 0
    by_contradiction: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class BoardRows:
    """The linear rows of a program in doubles, which know infinity, and the clues among them.

    Attributes:
        rows: The rows.
        lower: The lower bounds of the variables.
        upper: The upper bounds of the variables.
        least: The lower bounds of the rows.
        most: The upper bounds of the rows.
        owners: The row of each entry.
        is_linear: Which rows are sums.
        clue_of: The keys of the rows that are clues, by their places.
    """

    rows: Rows
    lower: Doubles
    upper: Doubles
    least: Doubles
    most: Doubles
    owners: IntArray
    is_linear: npt.NDArray[np.bool_]
    clue_of: Mapping[int, Hashable]

    @classmethod
    def of(
        cls, program: Program, clue_groups: Collection[str], clues: Collection[Hashable]
    ) -> BoardRows:
        """The rows of a program in which those with some keys, in some groups, are clues."""
        rows = program.rows
        names = program.names
        lengths = rows.lengths()
        is_group_of_clues = [group.name in clue_groups for group in program.groups]
        clue_of = {}
        for row, group in enumerate(rows.groups.tolist()):
            number = int(program.row_numbers[row])
            if group >= 0 and is_group_of_clues[group] and number >= 0:
                key = names.row_key(number)
                if key in clues:
                    clue_of[row] = key
        return cls(
            rows,
            program.lower.in_doubles(),
            program.upper.in_doubles(),
            rows.lower.in_doubles(),
            rows.upper.in_doubles(),
            np.repeat(np.arange(len(rows)), lengths),
            (rows.kinds <= Kind.AT_LEAST_ONE) & (lengths > 0),
            clue_of,
        )

    def is_binary(self, column: int) -> bool:
        """Whether a variable is 0 or 1."""
        return bool(self.lower[column] == 0 and self.upper[column] == 1)

    def stated_values(self) -> Iterator[tuple[int, int, int]]:
        """The values that rows with one variable give it: the variable, its value, and the row."""
        rows = self.rows
        says_a_value = self.is_linear & (rows.lengths() == 1) & (self.least == self.most)
        for row in np.nonzero(says_a_value)[0].tolist():
            entry = int(rows.starts[row])
            value = int(self.least[row]) // int(rows.coefficients[entry])
            yield int(rows.columns[entry]), value, row

    def only(self, clues: Collection[Hashable]) -> BoardRows:
        """The same rows without those of all other clues."""
        gone = [row for row, key in self.clue_of.items() if key not in clues]
        is_linear = self.is_linear.copy()
        is_linear[gone] = False
        return replace(self, is_linear=is_linear)

    def premise(self, row: int) -> frozenset[Premise]:
        """The clue that a row is; nothing for a rule."""
        return frozenset([("clue", self.clue_of[row])]) if row in self.clue_of else frozenset()

    def activities(self, lower: Doubles, upper: Doubles) -> tuple[Doubles, Doubles]:
        """The least and the greatest sum that each row can have within bounds."""
        rows = self.rows
        coefficients = rows.coefficients.astype(np.float64)
        rising = coefficients > 0
        low = lower[rows.columns]
        high = upper[rows.columns]
        starts = rows.starts[:-1]
        least = np.add.reduceat(np.append(coefficients * np.where(rising, low, high), 0), starts)
        most = np.add.reduceat(np.append(coefficients * np.where(rising, high, low), 0), starts)
        return least, most


class Reasoning:
    """The consequences of a position, round by round.

    Args:
        board_rows: The rows.
        ways: For every variable whose value is known, ways to prove it.
        lower: The lower bounds of the variables, given what is known.
        upper: Their upper bounds, likewise.

    Attributes:
        contradiction: The row that cannot hold any more, and what that rests on; None while all
            rows can.
    """

    def __init__(
        self,
        board_rows: BoardRows,
        ways: dict[int, list[Consequence]],
        lower: Doubles,
        upper: Doubles,
    ) -> None:
        self._board_rows = board_rows
        self._ways = ways
        self._lower = lower
        self._upper = upper
        self.contradiction: tuple[int, frozenset[Premise]] | None = None

    @classmethod
    def of(
        cls, board_rows: BoardRows, known: Mapping[int, tuple[int, frozenset[Premise]]]
    ) -> Reasoning:
        """The reasoning that knows only what is known from the start.

        Args:
            board_rows: The rows.
            known: The values that are known, each with what it rests on.
        """
        start = cls(board_rows, {}, board_rows.lower.copy(), board_rows.upper.copy())
        for column, (value, premises) in known.items():
            start.add(Consequence(column, value, -1, premises))
        for column in np.nonzero(board_rows.lower == board_rows.upper)[0].tolist():
            start.add(Consequence(column, int(board_rows.lower[column]), -1, frozenset()))
        for column, value, row in board_rows.stated_values():
            start.add(Consequence(column, value, -1, board_rows.premise(row)))
        return start

    @property
    def bounds(self) -> tuple[Doubles, Doubles]:
        """The lower and the upper bounds of the variables, given what is known."""
        return self._lower, self._upper

    def copy(self) -> Reasoning:
        """The same consequences, to which others can be added."""
        return Reasoning(self._board_rows, dict(self._ways), self._lower.copy(), self._upper.copy())

    def assuming(self, column: int, value: int) -> Reasoning:
        """The same with a value that is only tried."""
        lower, upper = self._lower.copy(), self._upper.copy()
        lower[column] = upper[column] = value
        tried = [Consequence(column, value, -1, frozenset([_ASSUMED]))]
        return Reasoning(self._board_rows, {**self._ways, column: tried}, lower, upper)

    def ways_to(self, column: int) -> Sequence[Consequence]:
        """The ways that are known to prove the value of a variable; none if it is open."""
        return self._ways.get(column, ())

    def is_known(self, column: int) -> bool:
        """Whether the value of a variable is known from the start."""
        return any(way.depth == 0 for way in self.ways_to(column))

    def rounds(self, most: int) -> Iterator[list[Consequence]]:
        """The consequences that one more row proves, until none does or a row cannot hold.

        Those of the first round rest on what is known from the start alone.
        """
        for number in range(1, most + 1):
            consequences = self._next_round(number)
            if not consequences:
                return
            yield consequences
            for consequence in consequences:
                self.add(consequence)

    def add(self, consequence: Consequence) -> None:
        """Adds a way to prove a value; of those that contradict the first one, none."""
        column = consequence.column
        ways = self._ways.get(column, [])
        if not ways:
            self._lower[column] = self._upper[column] = consequence.value
        if len(ways) < _MOST_WAYS and consequence.value == self._lower[column]:
            self._ways[column] = [*ways, consequence]

    def _next_round(self, number: int) -> list[Consequence]:
        """The values that rows leave, given what is known before this round."""
        board_rows = self._board_rows
        lower = self._lower
        upper = self._upper
        rows = board_rows.rows
        owners = board_rows.owners
        least, most = board_rows.activities(lower, upper)
        is_above = board_rows.is_linear & (least > board_rows.most + _HALF)
        is_below = board_rows.is_linear & (most < board_rows.least - _HALF)
        if is_above.any() or is_below.any():
            self.contradiction = self._shortest_contradiction(is_above, is_below)
            return []
        spread = np.abs(rows.coefficients) * (upper - lower)[rows.columns]
        # A sum without bounds less infinitely much is no number, and forces nothing.
        with np.errstate(invalid="ignore"):
            too_high = least[owners] + spread > board_rows.most[owners] + _HALF
            too_low = most[owners] - spread < board_rows.least[owners] - _HALF
        is_binary = (upper - lower)[rows.columns] == 1
        forced = (too_high | too_low) & is_binary & board_rows.is_linear[owners]
        consequences: list[Consequence] = []
        ways_of: Counter[int] = Counter()
        for entry in np.nonzero(forced)[0].tolist():
            column = int(rows.columns[entry])
            row = int(owners[entry])
            above = bool(too_high[entry])
            if ways_of[column] == _MOST_WAYS:
                continue
            ways_of[column] += 1
            # In a sum that would be too high, what raises it has to be low.
            is_low = bool(rows.coefficients[entry] > 0) == above
            value = int(lower[column] if is_low else upper[column])
            premises = self._premises(row, entry, above=above)
            consequences.append(Consequence(column, value, row, premises, number))
        return consequences

    def _shortest_contradiction(
        self, is_above: npt.NDArray[np.bool_], is_below: npt.NDArray[np.bool_]
    ) -> tuple[int, frozenset[Premise]]:
        """Of the rows that cannot hold, the one that rests on the fewest premises."""
        broken = [
            (row, self._premises(row, -1, above=bool(is_above[row])))
            for row in np.nonzero(is_above | is_below)[0].tolist()
        ]
        return min(broken, key=lambda one: len(one[1]))

    def _premises(self, row: int, entry: int, *, above: bool) -> frozenset[Premise]:
        """The fewest premises with which a row cannot hold.

        In `x + y + z <= 1` with x = 1, y = 1 is ruled out: the sum would reach 2, which is more
        than 1 by 1; x has a share of 1 in it, so that it cannot be left out.

        Args:
            row: The row.
            entry: The entry of a variable with the value that is to be ruled out; -1 for none.
            above: Whether the sum would be above its upper bound, and not below its lower one.
        """
        board_rows = self._board_rows
        sign = 1 if above else -1
        rows = board_rows.rows
        limit = sign * float((board_rows.most if above else board_rows.least)[row])
        reach = 0.0
        shares = dict[int, float]()
        for place in range(int(rows.starts[row]), int(rows.starts[row + 1])):
            column = int(rows.columns[place])
            factor = sign * float(rows.coefficients[place])
            ends = sorted((factor * board_rows.lower[column], factor * board_rows.upper[column]))
            if place == entry:
                reach += ends[1]
            elif column in self._ways:
                share = factor * self._ways[column][0].value
                shares[column] = share - ends[0]
                reach += share
            else:
                reach += ends[0]
        room = reach - limit - _HALF
        needed = []
        for column, share in sorted(shares.items(), key=itemgetter(1)):
            # Without this one, it would still be too much.
            if share < room:
                room -= share
            else:
                needed.append(column)
        return join_premises(board_rows.premise(row), [self._ways[column] for column in needed])


def ruled_out(reasoning: Reasoning, column: int, value: int, rounds: int) -> Consequence | None:
    """The other value of a variable, if one of its values leads to a contradiction soon.

    Args:
        reasoning: What is known.
        column: A variable that is 0 or 1, of which nothing is known.
        value: The value that is tried.
        rounds: How many rows, one after the other, may be looked at.
    """
    tried = reasoning.assuming(column, value)
    taken = 1
    for _ in tried.rounds(rounds):
        taken += 1
    if tried.contradiction is None:
        return None
    row, premises = tried.contradiction
    rest = premises - {_ASSUMED}
    return Consequence(column, 1 - value, row, rest, taken, by_contradiction=True)


def easiest_consequence(
    board_rows: BoardRows,
    known: Mapping[int, tuple[int, frozenset[Premise]]],
    column: int,
    value: int,
    rounds: int,
) -> Consequence | None:
    """The easiest proof of a value, which ends with a row; None if there is no short one.

    Args:
        board_rows: The rows.
        known: The values that are known, each with what it rests on.
        column: The variable.
        value: Its value.
        rounds: How many rows, one after the other, may be looked at.
    """
    for stated_column, stated_value, row in board_rows.stated_values():
        if (stated_column, stated_value) == (column, value):
            return Consequence(column, value, row, board_rows.premise(row))
    reasoning = Reasoning.of(board_rows, known)
    for consequences in reasoning.rounds(rounds):
        for one in consequences:
            if (one.column, one.value) == (column, value):
                return one
    start = Reasoning.of(board_rows, known)
    return ruled_out(start, column, 1 - value, rounds) if board_rows.is_binary(column) else None


def join_premises(
    premises: frozenset[Premise], needed: Iterable[Collection[Consequence]]
) -> frozenset[Premise]:
    """The premises of some values together, as few as can be: shared ones come first.

    Args:
        premises: Those that are there already.
        needed: The values, each by the ways that are known to prove it.
    """
    joined = set(premises)
    # Of a value that can be proved in one way only, nothing can be chosen.
    for ways in sorted(needed, key=len):
        best = min(ways, key=lambda way: (len(way.premises - joined), way.depth))
        joined |= best.premises
    return frozenset(joined)
