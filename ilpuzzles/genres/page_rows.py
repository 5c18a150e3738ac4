"""The rows of a pencil puzzle for a page alone, by which it finds short proofs, and the words.

A page knows the solutions of its board, but no solver. Where a row leaves a variable one value, it
sees that by itself, and says it with the sentences that `step_sentences` has for the genre.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from ilpuzzles.genres.mark_words import MarkWords
from ilpuzzles.genres.pencil_marks import PencilMark
from ilpuzzles.genres.steps.row_reasoning import BoardRows
from ilpuzzles.genres.steps.step_sentences import BROKEN, DIRECT, StepSentences
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Group
from ilpuzzles.puzzles.playground import Plain, without_empty

MOST_WEIGHT = 16_000
"""How much rows may weigh, which is about 50 kB in a page; the longest ones are left out first."""

_ROW_WEIGHT = 8
"""How much a row weighs besides its terms, each of which weighs 1."""

LONGEST = 64
"""Of a longer sum nobody sees at a glance what it leaves."""

_WHERE = "{}"

Words: TypeAlias = Callable[[int], str]


def page_rows(
    program: Program,
    marks: Sequence[PencilMark],
    sentences: StepSentences,
    where: Words,
    spots_of_clues: Callable[[Iterable[Hashable]], list[int]],
) -> Plain:
    """The rows of a program, and what it takes to tell of them, as plain data.

    Args:
        program: The model, with global constraints as rows.
        marks: What can be drawn, by the numbers of the moves.
        sentences: The words of the genre for reasons.
        where: Where a mark is, by its number.
        spots_of_clues: The spots of the clues with some keys.
    """
    board_clues = sentences.clues
    board_rows = BoardRows.of(program, board_clues.groups, board_clues.keys)
    kept = _rows_kept(board_rows)
    columns = _Numbers()
    groups = _Numbers()
    clues = _Numbers()
    places = _Numbers()
    table = _RowTable()
    tells_place = ["{place}" in str(_group_json(group, sentences)) for group in program.groups]
    for row in kept:
        is_told = tells_place[int(board_rows.rows.groups[row])]
        place = sentences.place_of(_key_of(program, row)) if is_told else None
        table.add(
            board_rows,
            row,
            columns=columns,
            group=groups.number(int(board_rows.rows.groups[row])),
            clue=clues.number(board_rows.clue_of[row]) if row in board_rows.clue_of else -1,
            place=-1 if place is None else places.number(str(place)),
        )
    # What is known from the start, such as what is given in a cell, has no row.
    known = [(column, value) for mark in marks for column, value in mark.values]
    values = [[part for c, v in mark.values for part in (columns.number(c), v)] for mark in marks]
    fixed = {
        columns.number(column): int(board_rows.lower[column])
        for column, _ in known
        if board_rows.lower[column] == board_rows.upper[column]
    }
    return {
        "values": values,
        "fixed": [part for entry in fixed.items() for part in entry],
        "rows": table.to_json(),
        "groups": [_group_json(program.groups[number], sentences) for number in groups],
        "clues": [_clue_json(key, sentences, spots_of_clues) for key in clues],
        "places": list(places),
        "words": _mark_templates(sentences.marks, len(marks), where),
        **without_empty(
            {
                "unitRules": [one for one in sentences.unit_rules if one],
                "areUnits": board_clues.are_units,
                "areUnnamed": not board_clues.are_named,
                "stays": sentences.words.stays,
            }
        ),
    }


class _Numbers(dict[Any, int]):
    """Things with numbers, in the order in which they come."""

    def number(self, thing: Hashable) -> int:
        """The number of a thing."""
        return self.setdefault(thing, len(self))


class _RowTable:
    """Rows as plain lists, as short as can be.

    A variable whose coefficient is -1 is written as `-1 - column`; other coefficients stand by
    themselves. What few rows have stands by the number of the row.
    """

    def __init__(self) -> None:
        self.lengths: list[int] = []
        self.columns: list[int] = []
        self.factors: dict[int, list[int]] = {}
        self.least: list[int] = []
        self.most: list[int] = []
        self.groups: list[int] = []
        self.clues: dict[int, int] = {}
        self.places: dict[int, int] = {}

    def add(
        self,
        board_rows: BoardRows,
        row: int,
        *,
        columns: _Numbers,
        group: int,
        clue: int,
        place: int,
    ) -> None:
        """Adds a row."""
        number = len(self.groups)
        entries = board_rows.rows.entries(row)
        factors = [int(factor) for factor in board_rows.rows.coefficients[entries].tolist()]
        are_units = all(abs(factor) == 1 for factor in factors)
        if not are_units:
            self.factors[number] = factors
        named = [columns.number(one) for one in board_rows.rows.columns[entries].tolist()]
        for column, factor in zip(named, factors, strict=True):
            self.columns.append(-1 - column if are_units and factor < 0 else column)
        self.lengths.append(len(factors))
        # Where there is no bound, one that always holds is shorter.
        least, most = float(board_rows.least[row]), float(board_rows.most[row])
        self.least.append(int(least) if math.isfinite(least) else sum(min(f, 0) for f in factors))
        self.most.append(int(most) if math.isfinite(most) else sum(max(f, 0) for f in factors))
        self.groups.append(group)
        if clue >= 0:
            self.clues[number] = clue
        if place >= 0:
            self.places[number] = place

    def to_json(self) -> Plain:
        """All of it as plain data."""
        return {
            "lengths": self.lengths,
            "columns": self.columns,
            "factors": self.factors,
            "least": self.least,
            "most": self.most,
            "groups": self.groups,
            "clues": self.clues,
            "places": self.places,
        }


def _rows_kept(board_rows: BoardRows) -> list[int]:
    """The rows that a page has: sums of variables that are 0 or 1, short ones before long ones."""
    rows = board_rows.rows
    lengths = rows.lengths()
    # What is fixed, such as a cell with a clue, is 0 or 1 as well.
    is_small = (board_rows.lower >= 0) & (board_rows.upper <= 1)
    has_large = np.zeros(len(rows), dtype=bool)
    has_large[board_rows.owners[~is_small[rows.columns]]] = True
    fits = board_rows.is_linear & ~has_large & (lengths <= LONGEST) & (rows.groups >= 0)
    chosen: list[int] = []
    weight = 0
    for row in sorted(np.nonzero(fits)[0].tolist(), key=lambda one: (int(lengths[one]), one)):
        weight += int(lengths[row]) + _ROW_WEIGHT
        if weight > MOST_WEIGHT:
            break
        chosen.append(row)
    return sorted(chosen)


def _key_of(program: Program, row: int) -> Hashable:
    number = int(program.row_numbers[row])
    return program.names.row_key(number) if number >= 0 else None


def _group_json(group: Group, sentences: StepSentences) -> Plain:
    """A group with the words for a row of it that leaves no other value, or cannot hold."""
    direct: dict[str, str] = {}
    for all_words in (DIRECT, sentences.words.direct):
        for key, words in all_words.items():
            name, _, mark = key.partition(": ")
            if name == group.name:
                direct[mark] = words
    broken = sentences.words.broken.get(group.name, BROKEN.get(group.name))
    found: Plain = {"why": group.why, **without_empty({"direct": direct})}
    return found if broken is None else found | {"broken": broken}


def _clue_json(
    key: Hashable,
    sentences: StepSentences,
    spots_of_clues: Callable[[Iterable[Hashable]], list[int]],
) -> Plain:
    """The name of a clue, and where it is."""
    return {"name": "".join(sentences.clue_names([key])), "spots": spots_of_clues([key])}


def _mark_templates(words: MarkWords, marks: int, where: Words) -> Plain:
    """The words for marks: sentences with a place for where they are, and which each mark has."""
    ways: Mapping[str, Words] = {
        "draw": words.to_draw,
        "named": lambda move: "".join(words.names([move])),
        "otherwise": words.otherwise,
    }
    found: Plain = {}
    for name, say in ways.items():
        texts = _Numbers()
        of = [texts.number(say(move).replace(where(move), _WHERE, 1)) for move in range(marks)]
        found[name] = {"texts": list(texts), "of": of}
    return found
