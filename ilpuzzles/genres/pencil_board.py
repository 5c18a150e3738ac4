"""Pencil puzzles to play: cells are shaded or written into, lines are drawn or ruled out."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np

from ilpuzzles import queries
from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import in_words
from ilpuzzles.genres.boards import NO_REGION
from ilpuzzles.genres.layers import PEN, SYMBOL_LETTERS
from ilpuzzles.genres.layers_svg import GridPlaces, boxes_beside, marks_of
from ilpuzzles.genres.mark_words import MarkWords
from ilpuzzles.genres.page_rows import page_rows
from ilpuzzles.genres.pencil_marks import PencilMark, part_of, places_of_columns
from ilpuzzles.genres.sketch import Sketch
from ilpuzzles.genres.steps.board_proofs import WORK, BoardClues, Effort
from ilpuzzles.genres.steps.board_steps import BoardStep, BoardSteps
from ilpuzzles.genres.steps.plain_steps import Premise
from ilpuzzles.genres.steps.set_words import SetWords
from ilpuzzles.genres.steps.step_sentences import IN_SPOTS, StepSentences, StepWords
from ilpuzzles.geometry.lattice import BoolArray
from ilpuzzles.modelling.expressions import Expression, Variable
from ilpuzzles.modelling.global_constraint import Language
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.numbers import NumberArray
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Group, IntArray, Kind, Rows
from ilpuzzles.puzzles.family import Formulated
from ilpuzzles.puzzles.playground import (
    MoveTable,
    PieceShape,
    Plain,
    PlainProof,
    PlayData,
    Playground,
    PlayPiece,
    PlayView,
    Polygon,
    Spot,
    Stopped,
    without_empty,
)
from ilpuzzles.render.svg import MARGIN
from ilpuzzles.rules.places import CELL, CORNER, PAIR, SIDE, Place, name_of_cell

_MOST_MARKS = 2_500
"""On larger boards nothing is looked for but what rows prove: a Nonogram of 50x45 took a minute."""

_MOMENT = 2.0
"""How much work it may be to look for the rest of a board; see `Options.work_limit`."""

_MOST_QUESTIONS_FOR_ALL = 1_000
"""So many questions of solvers it may take to find all steps that are as easy as the first one."""

_THIN = 0.45
"""How wide the spots of lines are where cells have marks as well."""

_REACH = 13
"""How far the spot of a line between two cells that are no neighbours reaches, in pixels."""

_RIM = 2
"""How much is seen around a board, in pixels."""

_LETTERS = {
    "shaded": "■",
    "line": "━",
    "double line": "═",
    "no line": "x",
    "empty": "·",
    **SYMBOL_LETTERS,
}


class PencilPlayground(Playground):
    """A board to draw on; a move gives one variable one value.

    Args:
        formulated: The model of a board, with facts and parts of solutions.
        blank: What is drawn of the board alone.
        marks: What can be done.
        place_of: Where on the board the key of a row is.
        board_clues: The clues that hints may rest on.
        words: The words for reasons.
    """

    unit = "mark"

    def __init__(
        self,
        formulated: Formulated,
        blank: Sketch,
        marks: Sequence[PencilMark],
        place_of: Callable[[Hashable], Place | None],
        *,
        board_clues: BoardClues,
        words: StepWords,
    ) -> None:
        self._formulated, self._marks = formulated, marks
        self._place_of, self._board_clues = place_of, board_clues
        self._program = formulated.model.program()
        # Global constraints speak by their rows, such as how many lines meet.
        self._linear = linearised(self._program.stated_in(Language.LINEAR))
        self._clue_names = () if formulated.given is None else formulated.given.groups
        self._mark_words = MarkWords(marks, self._where)
        self._board = board = _Board(blank, marks, self._mark_words)
        self.data = board.data()
        self.data = replace(self.data, habits=self._habits())
        rules = [one.why for one in self._program.groups if one.name in board_clues.groups]
        self._set_words = sets = SetWords(words.direct, marks, place_of)
        self._sentences = StepSentences(words, board_clues, self._mark_words, sets, place_of, rules)

    @cached_property
    def _steps(self) -> BoardSteps:
        """The finder of steps, made when a hint is wanted first."""
        spots, covered = self.data.spots, self.data.moves.covered
        centres = [spots[int(covered(move)[0])].centre for move in range(len(self._marks))]

        def is_obvious(move: int, premises: frozenset[Premise]) -> bool:
            mark = self._marks[move]
            place = mark.place
            if place in self._board_clues.special and not mark.is_written:
                return True
            keys = [key for kind, key in premises if kind == "clue"]
            regions = [region for region in map(self._place_of, keys) if region is not None]
            is_void = any(one.kind == "region" and one.at in NO_REGION for one in regions)
            return is_void or (len(premises) == 1 and keys == [place])

        return BoardSteps(
            self._formulated,
            self._marks,
            self._board_clues,
            centres,
            is_obvious,
            can_tell=self._set_words.can_tell,
        )

    def marked(self, move: int) -> PencilMark:
        """The mark that a move makes."""
        return self._marks[move]

    def values(self, move: int) -> dict[int, int]:
        """See `Playground.values`."""
        return dict(self._marks[move].values)

    def solution(self, moves: Iterable[int]) -> Any:
        """What is known with these marks."""
        return part_of(self._formulated, [self._marks[move] for move in moves])

    def whole(self, moves: Iterable[int]) -> Any:
        """The board with these marks and none besides, and with what follows from them."""
        drawn = list(moves)
        values = np.zeros(self._program.variables, dtype=np.int64)
        for column, value in (one for move in drawn for one in self._marks[move].values):
            values[column] = value
        fixed = {c: int(values[c]) for mark in self._marks for c, _ in mark.values}
        done = {self._marks[move].place for move in drawn}
        # Where 0 is written as well, what has no mark is not yet 0.
        either = (mark for mark in self._marks if not mark.value and mark.is_written)
        is_open = any(mark.place not in done for mark in either)
        options = Options(work_limit=_MOMENT)
        rest = None if is_open else queries.solve_model(self._with(fixed), options=options).values
        if rest is None and any(mark.is_written for mark in self._marks):
            # What is not written yet is open, and not wrong.
            return part_of(self._formulated, self._marks_given(drawn))
        return self._formulated.decode(values if rest is None else rest)

    def _marks_given(self, moves: Iterable[int]) -> list[PencilMark]:
        """Some marks, and those of variables that a row of their own gives a value."""
        rows = self._program.rows
        alone = (np.diff(rows.starts) == 1) & (rows.lower == rows.upper)
        columns = rows.columns[rows.starts[:-1][alone]].tolist()
        numbers = rows.coefficients[rows.starts[:-1][alone]], rows.lower.numbers[alone]
        given = zip(columns, (numbers[1] // numbers[0]).tolist(), strict=True)
        shown = [PencilMark((one,), (), "texts", None) for one in given]
        return [*shown, *(self._marks[move] for move in moves)]

    def _habits(self) -> Plain:
        """The aids for whoever draws; see `PlayData.habits`."""
        habits = {
            "units": self._units(),
            "stays": self._clues_that_stay(),
            "counted": self._counting_clues(),
        }
        return without_empty(habits)

    def _units(self) -> list[list[int]]:
        """The spots of each row that lets them have a mark once at most, such as a digit.

        The rows of all digits are about the same cells, which are named once.
        """
        move_of = {
            mark.column: move
            for move, mark in enumerate(self._marks)
            if mark.value == 1 and mark.is_written
        }
        if not move_of:
            return []
        rows = self._linear.rows
        found: dict[tuple[int, ...], None] = {}
        once = (rows.lengths() > 1) & _counts_to_one(rows)
        for row in np.nonzero(once)[0].tolist():
            columns = rows.columns[rows.entries(row)].tolist()
            moves = [move_of[column] for column in columns if column in move_of]
            names = {self._marks[move].name for move in moves}
            if len(moves) > 1 and len(names) == 1:
                found[tuple(sorted(self._spots(move)[0] for move in moves))] = None
        # A row of fewer cells, such as of one digit that is given elsewhere, says nothing more.
        largest = [one for one in found if not any({*one} < {*other} for other in found)]
        return [list(one) for one in largest]

    def _clues_that_stay(self) -> dict[int, str]:
        """The spots of clues that no solution marks, and the words for what they stay instead.

        It is so where a row says of each clue of the board that it cannot be marked: where it says
        so of some clues alone, as of a 0, a person finds out.
        """
        with_clue = {
            spot: move
            for move, mark in enumerate(self._marks)
            for spot in self._spots(move)
            if mark.value == 1 and not mark.is_written and self.data.clues[spot]
        }
        is_cell = [not spot.is_line for spot in self.data.spots]
        cells = {spot: move for spot, move in with_clue.items() if is_cell[spot]}
        if not cells or any(not self._breaks_a_row(move) for move in cells.values()):
            return {}
        return {spot: self._mark_words.opposite(move) for spot, move in cells.items()}

    def _breaks_a_row(self, move: int) -> bool:
        """Whether a row cannot hold with a mark, whatever else is drawn."""
        return next(self._violations([move]), None) is not None

    def _counting_clues(self) -> list[Plain]:
        """The clues that say how many of some marks there are, and these.

        A mark that counts twice, such as a double line, is named twice.
        """
        moves_of: dict[int, list[int]] = {}
        for move, mark in enumerate(self._marks):
            for column, value in mark.values:
                if value == 1:
                    moves_of.setdefault(column, []).append(move)
        rows, program = self._linear.rows, self._linear
        lower, upper = rows.lower.in_doubles(), rows.upper.in_doubles()
        found: list[Plain] = []
        for row in np.nonzero((lower == upper) & (rows.groups >= 0))[0].tolist():
            number, entries = int(program.row_numbers[row]), rows.entries(row)
            if program.groups[int(rows.groups[row])].name not in self._clue_names or number < 0:
                continue
            columns = rows.columns[entries].tolist()
            counts = all(factor == 1 for factor in rows.coefficients[entries].tolist())
            spots = self._spots_of_clues([program.names.row_key(number)])
            if len(spots) != 1 or not counts or not moves_of.keys() >= {*columns}:
                continue
            spot = spots[0]
            if self.data.clues[spot].strip() == f"{lower[row]:g}":
                moves = [move for column in columns for move in moves_of[column]]
                found.append({"spot": spot, "number": int(lower[row]), "moves": moves})
        return found

    def _with(self, values: Mapping[int, int]) -> Program:
        """The model in which columns have these values, as rules."""
        return self._program.within({column: (v, v) for column, v in values.items()})

    def says(self, move: int) -> bool:
        """Whether a mark is there, and not only said not to be."""
        mark = self._marks[move]
        return mark.value != 0 or mark.is_written

    def is_whole(self, moves: Sequence[int]) -> bool:
        """Whether there is something besides what is said not to be there."""
        return any(map(self.says, moves))

    # Proofs

    def certain_move(self, moves: Sequence[int]) -> PlainProof | None:
        """The easiest step: what a row or two prove, then what the fewest clues and marks prove."""
        return self.certain_move_unless(moves, lambda: False)

    def certain_move_unless(self, moves: Sequence[int], stopped: Stopped) -> PlainProof | None:
        """See `Playground.certain_move_unless`."""
        step = self._easiest(moves, stopped)
        return None if step is None else self._proof(step)

    def certain_moves_unless(
        self, moves: Sequence[int], stopped: Stopped
    ) -> tuple[list[PlainProof], bool]:
        """See `Playground.certain_moves_unless`."""
        first = self._easiest(moves, stopped)
        if first is None:
            return [], not stopped()
        effort = Effort(stopped, _MOST_QUESTIONS_FOR_ALL)
        others, are_all = self._steps.as_easy(moves, first, self._sentences.is_named, effort)
        told = [first, *(self._steps.with_rules(step, Effort(stopped)) for step in others)]
        return [self._proof(step) for step in told], are_all

    def _easiest(self, moves: Sequence[int], stopped: Stopped) -> BoardStep | None:
        """The easiest step; None if none was found."""
        effort = Effort(stopped)
        step = self._steps.easiest(moves, effort)
        if step is None and len(self._marks) <= _MOST_MARKS and not effort.is_spent:
            step = self._steps.of_forced(moves, self._forced(moves, stopped), effort)
        return None if step is None else self._steps.with_rules(step, Effort(stopped))

    def _forced(self, moves: Sequence[int], stopped: Stopped) -> dict[int, int]:
        """The values that variables have in every solution with some marks, as far as is known."""
        known = {column: v for move in moves for column, v in self.values(move).items()}
        options = Options(work_limit=WORK, stopped=stopped)
        forced = queries.find_forced(self._with(known), facts=self._facts, options=options)
        # The names of these facts are columns.
        return {
            column: int(value) for column, value in forced.values.items() if isinstance(column, int)
        }

    def _facts(self, values: IntArray) -> Mapping[Hashable, Expression]:
        """The variables of which a solution says what a mark says: no others can become a step."""
        model = self._formulated.model
        return {
            column: Variable(model, column) + 0
            for mark in self._marks
            for column, value in mark.values
            if values[column] == value
        }

    def _proof(self, step: BoardStep) -> PlainProof:
        """A step with the spots of its clues, and why it holds, in words."""
        spots = self._spots_of_clues(step.clues)
        why = self._sentences.why(step)
        minimal = step.minimal and self._board_clues.are_named
        clues = tuple(self._sentences.clue_names(step.clues))
        beside = tuple(self._clues_beside(step.clues))
        return PlainProof(step.move, step.marks, tuple(spots), (why,), minimal, clues, beside)

    def _spots_of_clues(self, keys: Iterable[Hashable]) -> list[int]:
        """The spots of the clues with some keys; of those beside the board there are none."""
        places = map(self._place_of, keys)
        in_spots = [place for place in places if place is not None and place.kind in IN_SPOTS]
        return [spot for place in in_spots for spot in self.spots_of(place)]

    def _clues_beside(self, keys: Iterable[Hashable]) -> list[str]:
        """The names of those of some clues that stand beside the board."""
        places = [self._place_of(key) for key in keys]
        return [name for place in places if place is not None for name in self.beside_of(place)]

    def beside_of(self, place: Place) -> list[str]:
        """See `Playground.beside_of`; of a row, the clue at its end where that is about the row."""
        sides = [place.kind]
        if place in self._lines_with_clues:
            sides = ["left", "right"] if place.kind == "row" else ["above", "below"]
        names = [f"{side} {place.at}" for side in sides]
        return [name for name in names if name in self.data.beside]

    def spots_to_blame(self, place: Place) -> list[int]:
        """See `Playground.spots_to_blame`: of a whole line, the clue at its end is enough."""
        line: Any = (place.kind, place.at)
        is_line = {*place.cells} == {*self._board.grid.rows_and_columns.get(line, ())}
        return [] if is_line and self.beside_of(place) else self.spots_of(place)

    @cached_property
    def _lines_with_clues(self) -> set[Place]:
        """The rows and columns of which a clue says something."""
        program = self._linear
        clues = [
            number for number, one in enumerate(program.groups) if one.name in self._clue_names
        ]
        rows = np.nonzero(np.isin(program.rows.groups, clues))[0].tolist()
        numbers = {int(program.row_numbers[row]) for row in rows}
        keys = {program.names.row_key(number) for number in numbers if number >= 0}
        places = {self._place_of(key) for key in keys}
        return {one for one in places if one is not None and one.kind in {"row", "column"}}

    def spots_of(self, place: Place) -> list[int]:
        """The spots that a place consists of; of a corner, those of the lines that meet there."""
        at, spot_of = place.at, self._board.spot_of
        if place.kind == CORNER:
            if at in self._board.corner_spots:
                return [self._board.corner_spots[at]]
            return [spot for side, spot in spot_of.items() if at in _ends(side)]
        if place.kind in {CELL, SIDE, PAIR} and at in spot_of:
            return [spot_of[at]]
        return [spot_of[cell] for cell in place.cells if cell in spot_of]

    def why_not(self, moves: Sequence[int], stopped: Stopped = lambda: False) -> PlainProof | None:
        """See `Playground.why_not`: the fewest clues that do not allow some marks together."""
        given = self._formulated.given
        if given is None or not moves:
            return None
        conflict = self._steps.conflict(moves, Effort(stopped))
        if conflict is None:
            return None
        *others, last = moves
        spots = self._spots_of_clues(conflict.clues)
        reasons = self._sentences.premises(replace(conflict, marks=()))
        words = f"{'they are' if others else 'it is'} ruled out by {reasons}"
        beside = tuple(self._clues_beside(conflict.clues))
        minimal = conflict.minimal
        return PlainProof(last, tuple(others), tuple(spots), (words,), minimal, beside=beside)

    def broken(self, moves: Sequence[int]) -> list[int]:
        """The spots of clues that no solution keeps any more, and of marks that exclude each other.

        A row says so by itself, whatever else is drawn.
        """
        found: set[int] = set()
        for violation in self._violations(moves):
            if violation.group.name in self._clue_names:
                found |= set(self._spots_of_clues(violation.clues))
            else:
                # Whoever sees two digits that clash looks for both, also where one is given.
                places = map(self._place_of_column.get, violation.columns)
                spots = map(self._board.spot_of.get, places)
                found |= {spot for spot in spots if spot is not None}
        return sorted(found)

    def broken_beside(self, moves: Sequence[int]) -> list[str]:
        """See `Playground.broken_beside`."""
        broken = [one for one in self._violations(moves) if one.group.name in self._clue_names]
        return sorted({name for one in broken for name in self._clues_beside(one.clues)})

    @cached_property
    def _place_of_column(self) -> dict[int, Any]:
        """The place of each variable, also of those that are given."""
        return places_of_columns(self._formulated, self._board.grid)

    def clash(self, moves: Sequence[int]) -> PlainProof | None:
        """See `Playground.clash`: the row with the fewest marks that holds no more."""
        violations = [one for one in self._violations(moves) if one.marks]
        if not violations:
            return None
        smallest = min(violations, key=lambda one: len(one.marks))
        clues = smallest.clues
        marks = smallest.marks
        words = smallest.group.why or "the rules do not allow it"
        spots = self._spots_of_clues(clues)
        if spots:
            it = "it" if len(marks) == 1 else "them"
            words = f"{self._sentences.name_clues(clues)} does not allow {it}"
        beside = tuple(self._clues_beside(clues))
        return PlainProof(marks[-1], tuple(marks[:-1]), tuple(spots), (words,), beside=beside)

    def clash_of_givens(self) -> str:
        """See `Playground.clash_of_givens`: the row that what is given breaks with fewest clues."""
        found: list[tuple[list[str], str]] = []
        for violation in self._violations(()):
            why = violation.group.why
            if violation.group.name in self._clue_names:
                names = [*self._sentences.clue_names(violation.clues)]
            else:
                places = {self._place_of_column.get(column) for column in violation.columns}
                spot_of = self._board.spot_of
                spots = sorted(spot_of[place] for place in places if place in spot_of)
                names = [self._name_of_clue(spot) for spot in spots]
            if names and why:
                found.append((names, why))
        if not found:
            return ""
        names, why = min(found, key=lambda one: len(one[0]))
        together = {1: "stay", 2: "both stay"}.get(len(names), "all stay")
        return f"{in_words(names)} cannot {together}: {why}"

    def _name_of_clue(self, spot: int) -> str:
        """The clue in a spot, with its place, such as `the 3 at row 1, column 2`."""
        clue = self.data.clues[spot].strip()
        where = self.data.spots[spot].name
        return f"the {clue} at {where}" if clue else where

    def _violations(self, moves: Sequence[int]) -> Iterator[_Violation]:
        """Rows that cannot hold any more."""
        drawn = {mark.column: (mark.value, -1) for mark in self._marks_given(())}
        drawn |= {c: (v, move) for move in moves for c, v in self.values(move).items()}
        program = self._linear.within({c: (value, value) for c, (value, _) in drawn.items()})
        rows, (least, most) = program.rows, _row_bounds(program)
        lower, upper = rows.lower.in_doubles(), rows.upper.in_doubles()
        over = np.maximum(least - upper, lower - most)
        over[(rows.lengths() == 0) | (rows.kinds > Kind.AT_LEAST_ONE) | (rows.groups < 0)] = 0
        for row in np.nonzero(over > 0)[0].tolist():
            number, entries = int(program.row_numbers[row]), rows.entries(row)
            key = program.names.row_key(number) if number >= 0 else None
            group = program.groups[int(rows.groups[row])]
            # The key of a rule may have the numbers of a clue's corner.
            clues = [key] if group.name in self._clue_names else []
            high, room = least[row] > upper[row], float(over[row])
            shares: dict[int, int] = {}
            blamed: list[int] = []
            for column, factor in zip(
                rows.columns[entries].tolist(), rows.coefficients[entries].tolist(), strict=True
            ):
                if column not in drawn:
                    continue
                value, move = drawn[column]
                # What makes it more than it may be is a 1 of a positive term or a 0 of another.
                if ((factor > 0) == bool(value)) != high:
                    continue
                blamed.append(column)
                if move >= 0:
                    shares[move] = shares.get(move, 0) + abs(factor)
            marks = []
            for move, share in shares.items():
                # Without this one, it would still be too much.
                if room > share:
                    room -= share
                else:
                    marks.append(move)
            yield _Violation(group, clues, marks, blamed)

    def _spots(self, move: int) -> list[int]:
        spots: list[int] = self.data.moves.covered(move).tolist()
        return spots

    # Words

    def page_rows(self) -> Plain:
        """See `Playground.page_rows`."""
        return page_rows(
            self._linear, self._marks, self._sentences, self._where, self._spots_of_clues
        )

    def describe(self, move: int) -> str:
        """A mark in words, such as `draw a line above row 1, column 2`."""
        return self._mark_words.to_draw(move)

    def name_moves(self, moves: Iterable[int]) -> list[str]:
        """What marks are called: `the line above row 1, column 2`."""
        return self._mark_words.names(moves)

    def _where(self, move: int) -> str:
        """Where a mark is, in words."""
        return self.name_spots(self.data.moves.covered(move).tolist())

    def to_json(self, move: int) -> Plain:
        """The place, and the mark there."""
        mark = self._marks[move]
        return {"place": list(mark.place), "mark": mark.name}

    def marks(self, move: int) -> Collection[Hashable]:
        """The place, which a picture takes for no corner with the same numbers."""
        place = self._marks[move].place
        return [Place.of(place)] if place in self._board.grid.cell_set else [place]

    def keys(self, spots: Iterable[int]) -> Collection[Hashable]:
        """The keys of clues, by their spots."""
        return [self._board.key_of(spot) for spot in spots]


@dataclass(frozen=True, slots=True)
class _Violation:
    """A row that cannot hold any more, whatever else is drawn.

    Attributes:
        group: The group of the row.
        clues: The key of the clue that the row is about, if it is about one.
        marks: The fewest marks that break it.
        columns: All variables that break it together, those that are given among them.
    """

    group: Group
    clues: list[Hashable]
    marks: list[int]
    columns: list[int]


class _Board:
    """Where everything lies on the board of a sketch."""

    def __init__(self, blank: Sketch, marks: Sequence[PencilMark], mark_words: MarkWords) -> None:
        self.blank, self.marks, self.grid = blank, marks, blank.grid
        self.mark_words = mark_words
        self.places, self.picture = GridPlaces.of(blank), blank.picture()
        self.sides = {tuple(cells): side for side, cells in self.grid.cells_at_side.items()}
        # A line between cells and a side may have the same numbers.
        self.paired = any(mark.layer == "paths" for mark in marks)
        cells, lines = (
            self.grid.cells,
            [m.place for m in marks if m.place not in self.grid.cell_set],
        )
        # A clue in the middle of a cell belongs to that.
        middles: dict[Any, Any] = {tuple(n + 0.5 for n in cell): cell for cell in cells}
        self.inside = {cell: blank.dots.get(one, "") for one, cell in middles.items()}
        corners = [one for one, text in blank.dots.items() if text.strip() and one not in middles]
        self.keys: list[Any] = [*cells, *dict.fromkeys(lines), *corners]
        self.lines = len(cells), len(self.keys) - len(corners)
        self.spot_of = {key: n for n, key in enumerate(self.keys[: self.lines[1]])}
        # A corner may have the same numbers as a cell.
        self.corner_spots = {key: n for n, key in enumerate(corners, self.lines[1])}

    def data(self) -> PlayData:
        """What the board shows, and what can be drawn."""
        names = list(dict.fromkeys(mark.name for mark in self.marks))
        if all(map(str.isdecimal, names)):
            names.sort(key=int)
        numbers = {name: number for number, name in enumerate(names)}
        title = self.mark_words.title
        shape = PieceShape((self._around((0.0, 0.0), 8),))
        moves = [(numbers[m.name], 0, [self.spot_of[m.place]]) for m in self.marks]
        box = (-MARGIN, -MARGIN, self.picture.width, self.picture.height)
        inside = (-_RIM, -_RIM, self.places.width + 2 * _RIM, self.places.height + 2 * _RIM)
        return PlayData(
            views=(PlayView("", inside),),
            spots=tuple(
                Spot(
                    self._name(n, key),
                    0,
                    self._corners(n, key),
                    is_line=self.lines[0] <= n < self.lines[1],
                )
                for n, key in enumerate(self.keys)
            ),
            pieces=tuple(
                PlayPiece(
                    name, title(name), PEN, (shape,), _LETTERS.get(name, name), least=0, most=None
                )
                for name in names
            ),
            moves=MoveTable.of(moves),
            drag="draw",
            clues=tuple(map(self._clue, range(len(self.keys)), self.keys)),
            backdrop={"svg": self.picture.document(), "box": [*box]},
            beside=boxes_beside(self.blank, self.places),
            drawings=tuple(map(self._drawing, self.marks)),
        )

    def key_of(self, spot: int) -> Hashable:
        """The key that pictures know a spot by: of a corner, not the numbers that a cell has."""
        key: Any = self.keys[spot]
        is_corner = spot >= self.lines[1]
        return self.grid.corner_place(key) if is_corner else key

    def _drawing(self, mark: PencilMark) -> tuple[Plain, ...]:
        """What a mark looks like, as elements of SVG."""
        sketch, place = Sketch(self.grid), mark.place
        if mark.layer == "crosses":
            between = place
            if self.paired:
                middles = tuple(tuple(n + 0.5 for n in cell) for cell in place)
                between = self.sides.get(place, middles)
            sketch.cross_out([between])
        else:
            getattr(sketch, mark.layer)[place] = mark.look
        if mark.layer in {"shaded", "symbols"} and place in self.blank.texts:
            # It would hide the clue.
            sketch.texts[place] = self.blank.texts[place]
        if mark.layer == "paths":
            ends = {tuple(n + 0.5 for n in cell): self.inside[cell] for cell in place}
            sketch.write_at_corners({middle: text for middle, text in ends.items() if text})
        root = ET.fromstring(f"<g>{''.join(marks_of(sketch, self.places))}</g>")  # noqa: S314 - it is our own
        return tuple(_plain_element(one) for one in root)

    def _clue(self, number: int, key: Any) -> str:
        if number >= self.lines[1]:
            return self.blank.dots[key]
        if number >= self.lines[0]:
            return ""
        text, _ = self.blank.texts.get(key) or self.blank.symbols.get(key, ("", ""))
        return text or self.blank.small.get(key) or self.inside[key]

    def _name(self, number: int, key: Any) -> str:
        if number < self.lines[0]:
            return name_of_cell(key)
        if number >= self.lines[1]:
            return self.grid.corner_place(key).name
        if self.paired:
            return Place.pair(*key).name
        return self.grid.side_place(key).name

    def _corners(self, number: int, key: Any) -> Polygon:
        if number < self.lines[0]:
            return [self.places.corner(corner) for corner in self.grid.corners_of(key)]
        if number >= self.lines[1]:
            return self._around(self.places.corner(key), 9)
        thin = _THIN if any(mark.place in self.grid.cell_set for mark in self.marks) else 1.0
        if self.paired:
            ends = [self.places.middle(cell) for cell in key]
            side = self.sides.get(key)
            beside = [] if side is None else [self.places.corner(corner) for corner in side]
        else:
            ends = [self.places.corner(corner) for corner in key]
            beside = [self.places.middle(cell) for cell in self.grid.cells_at_side[key]]
        (x, y), (u, v) = ends
        middle = (x + u) / 2, (y + v) / 2
        if len(beside) == 1:
            beside += [(2 * middle[0] - a, 2 * middle[1] - b) for a, b in beside]
        if not beside:
            # Between cells that are no neighbours.
            away = _REACH / math.dist(*ends)
            beside = [
                (middle[0] + side * away * (v - y), middle[1] - side * away * (u - x))
                for side in (1, -1)
            ]
        one, other = (
            (middle[0] + thin * (a - middle[0]), middle[1] + thin * (b - middle[1]))
            for a, b in beside
        )
        return [ends[0], one, ends[1], other]

    @staticmethod
    def _around(middle: tuple[float, float], reach: float) -> Polygon:
        x, y = middle
        return [(x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach),
                (x - reach, y + reach)]  # fmt: skip


def _counts_to_one(rows: Rows) -> BoolArray:
    """Whether each row says that at most one, or just one, of its variables is 1."""
    told = np.isin(rows.kinds, (Kind.AT_MOST_ONE, Kind.EXACTLY_ONE))
    positive = np.minimum.reduceat(np.append(rows.coefficients, 1), rows.starts[:-1]) > 0
    return told & positive


def _row_bounds(program: Program) -> tuple[NumberArray, NumberArray]:
    """The least and the greatest value that each row can have within the bounds of its variables.

    Doubles know infinity, and are exact for what clues count.
    """
    rows = program.rows
    ends = [bounds.in_doubles()[rows.columns] for bounds in (program.lower, program.upper)]
    rising, coefficients = rows.coefficients > 0, rows.coefficients.astype(np.float64)
    least, most = (
        np.add.reduceat(np.append(coefficients * np.where(rising, one, other), 0), rows.starts[:-1])
        for one, other in (ends, ends[::-1])
    )
    return least, most


def _ends(key: Any) -> Sequence[Any]:
    """The two ends of a line, if a key is one."""
    return key if isinstance(key[0], tuple) else ()


def _plain_element(element: ET.Element) -> Plain:
    """An element of SVG as plain data; what its style says are attributes as well."""
    attributes = dict(element.attrib)
    style = attributes.pop("style", "")
    attributes |= {n: v for n, _, v in (part.partition(":") for part in style.split(";")) if n}
    plain: Plain = {"tag": element.tag, "set": attributes}
    return plain | ({"text": element.text} if element.text else {})
