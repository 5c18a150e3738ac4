"""A question about a board, as it comes from a page, and what is read from its fields."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from ilpuzzles.errors import InputError, quoted
from ilpuzzles.hints.solution_counter import IsWanted, WorkBudget

Plain: TypeAlias = dict[str, Any]

OnPartial: TypeAlias = Callable[[Plain], None]
"""Called with a part of an answer, as soon as it is known."""

_MOST_LETTERS = 40
"""How many letters of a wrong word an error quotes."""


@dataclass(frozen=True, slots=True)
class BoardQuestion:
    """A question about a board, while it is answered.

    Attributes:
        fields: Everything that was asked, as plain data.
        given: The moves that lie on the board from the start.
        moves: All moves on the board, those that are given first; each once.
        on_partial: Called with what is known so far.
        is_wanted: Says whether the answer is still wanted.
    """

    fields: Mapping[str, Any]
    given: list[int]
    moves: list[int]
    on_partial: OnPartial
    is_wanted: IsWanted

    def within_work(self, work: float) -> WorkBudget:
        """The budget of so much work, as long as the answer is wanted."""
        return WorkBudget(work=work, is_wanted=self.is_wanted)

    def within_seconds(self, seconds: float) -> WorkBudget:
        """The budget of so many seconds, as long as the answer is wanted."""
        return WorkBudget(seconds=seconds, is_wanted=self.is_wanted)


def read_word(what: str, word: object, choices: Collection[str], verb: str = "choose") -> str:
    """The word of a question, which has to be one of the choices.

    Raises:
        InputError: If it is something else.
    """
    if not isinstance(word, str) or word not in choices:
        wrong = f"{what} {quoted(str(word)[:_MOST_LETTERS])}"
        raise InputError(wrong, f"{verb} one of {', '.join(choices)}")
    return word


def read_whole(fields: Mapping[str, Any], name: str, least: int, most: int) -> int:
    """The whole number in a field of a question; the least one where the field is missing.

    Raises:
        InputError: If it is no whole number between these.
    """
    value = fields.get(name, least)
    if type(value) is not int or not least <= value <= most:
        what = f"{name!r} is {quoted(str(value)[:_MOST_LETTERS])}"
        raise InputError(what, f"give a whole number from {least} to {most}")
    return value


def read_moves(fields: Mapping[str, Any], name: str, number: int, default: list[int]) -> list[int]:
    """The moves in a field of a question about a board with so many moves.

    Raises:
        InputError: If the field is no list of such moves.
    """
    moves = fields.get(name, default)
    is_list = isinstance(moves, list) and len(moves) <= number
    if not is_list or not all(type(move) is int and 0 <= move < number for move in moves):
        what = f"{name!r} is no list of moves"
        raise InputError(what, f"give whole numbers from 0 to {number - 1}")
    return list(moves)
