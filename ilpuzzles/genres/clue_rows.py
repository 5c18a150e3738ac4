"""The rows of a genre's model that hold clues, and the names of these clues."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import require_known
from ilpuzzles.genres.boards import BESIDE, Board
from ilpuzzles.genres.genre_file import GenreFile
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.program import Program
from ilpuzzles.rules.places import CELL, CORNER, SIGN, Place


def given_of_board(
    file: GenreFile,
    model: Model,
    board: Any,
    remake: Callable[[Collection[Hashable], list[Hashable]], Program | None],
) -> Given | None:
    """Returns which rows of a model hold what is given; None if the genre says nothing of that.

    Args:
        file: The file of the genre.
        model: The model of the board.
        board: The board.
        remake: Makes the model of the board again of which only some of all clues are known, by
            the keys of their rows.

    Raises:
        InputError: If the genre names a group that the model does not have.
    """
    groups = _clue_groups(file, model)
    if not groups:
        # Where it is said that there are none, a reason names the rules.
        return None if file.genre.clue_groups is None else Given()
    if not isinstance(board, Board):
        return Given(groups)

    @lru_cache(maxsize=1)
    def clues() -> list[Hashable]:
        """The keys of the rows that hold what is given."""
        return keys_of_groups(model, groups)

    @lru_cache(maxsize=1)
    def names() -> dict[str, str]:
        """The names of clues, by the parts that stand for them."""
        names_by_part = {}
        for key in clues():
            place = board.place_of(key)
            if place is not None:
                names_by_part[_part_of(key)] = name_of_clue(place, board)
        return names_by_part

    return Given(
        groups,
        _part_of,
        called=lambda part: names().get(part, part),
        remake=lambda kept: remake(kept, clues()),
    )


def _clue_groups(file: GenreFile, model: Model) -> tuple[str, ...]:
    """The groups of a model that hold what is given."""
    names = [group.name for group in model.groups]
    wanted = file.genre.clue_groups
    if wanted is None:
        wanted = ["clues"] if file.layout else ["given"]
    else:
        for name in wanted:
            require_known("group", name, names, where=file.path)
    return tuple(name for name in names if name in wanted)


def keys_of_groups(model: Model, groups: Collection[str]) -> list[Hashable]:
    """Returns the keys of the rows in some groups."""
    program = model.program()
    is_in_group = np.isin(program.rows.groups, program.names.group_numbers(groups))
    numbers = program.row_numbers[is_in_group].tolist()
    return [program.names.row_key(number) for number in numbers]


def name_of_clue(place: Place, board: Board) -> str:
    """Returns the name of a clue in a sentence: a number, or where the clue is.

    A clue beside the board is named by the row or column that it is about.
    """
    if place.kind == SIGN:
        return place.name
    at: Any = place.at
    words: Mapping[Any, str] = {}
    if place.kind == CELL:
        words = board.clues
    elif place.kind == CORNER:
        words = board.corner_clues
    number = words.get(at, "")
    if number.isdecimal():
        return f"the {number} at {place.name}"
    return place.name if place.kind in BESIDE else f"the clue {place.where}"


def _part_of(key: Hashable) -> str:
    """The part of what is given that a row with this key belongs to: `(0, 1)`, `row 1`."""
    match key:
        case (str(kind), number):
            return f"{kind} {number}"
    return str(key)
