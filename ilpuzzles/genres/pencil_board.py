"""Pencil puzzles to play: cells are shaded or written into, lines are drawn or ruled out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from ilpuzzles import queries
from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import in_words
from ilpuzzles.genres.boards import NO_REGION
from ilpuzzles.genres.broken_rows import BrokenRow, DrawnValue, broken_rows
from ilpuzzles.genres.drawn_board import DrawnBoard
from ilpuzzles.genres.mark_words import MarkWords
from ilpuzzles.genres.page_rows import page_rows
from ilpuzzles.genres.pencil_marks import PencilMark, part_of, places_of_columns
from ilpuzzles.genres.sketch import Sketch
from ilpuzzles.genres.steps.board_proofs import WORK, BoardClues, Effort
from ilpuzzles.genres.steps.board_step import BoardStep
from ilpuzzles.genres.steps.board_steps import BoardSteps
from ilpuzzles.genres.steps.row_reasoning import Premise
from ilpuzzles.genres.steps.set_words import SetWords
from ilpuzzles.genres.steps.step_sentences import IN_SPOTS, StepSentences, StepWords
from ilpuzzles.geometry.lattice import BoolArray
from ilpuzzles.modelling.expressions import Expression, Variable
from ilpuzzles.modelling.numbers import NumberArray
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray, Kind, Rows
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.passes.ways import in_linear_ways
from ilpuzzles.puzzles.formulation import Formulated
from ilpuzzles.puzzles.playground import (
    MoveProof,
    Plain,
    Playground,
    Stopped,
    without_empty,
)
from ilpuzzles.rules.places import CELL, CORNER, PAIR, SIDE, Place

_MOST_MARKS_TO_SEARCH = 2_500
"""On larger boards nothing is looked for but what rows prove: a Nonogram of 50x45 took a minute."""

_WORK_FOR_THE_REST = 2.0
"""How much work it may be to look for the rest of a board; see `Options.work_limit`."""

_MOST_QUESTIONS_FOR_ALL = 1_000
"""So many questions of solvers it may take to find all steps that are as easy as the first one."""


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

    move_noun = "mark"

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
        self._formulated = formulated
        self._marks = marks
        self._place_of = place_of
        self._board_clues = board_clues
        self._program = formulated.model.program()
        # Global constraints speak by their rows, such as how many lines meet.
        self._linear = linearised(in_linear_ways(self._program))
        self._clue_names = () if formulated.given is None else formulated.given.groups
        self._mark_words = MarkWords(marks, self._where)
        self._board = DrawnBoard(blank, marks, self._mark_words)
        self.data = self._board.data()
        # Which habits there are is seen on the board.
        self.data = replace(self.data, habits=self._habits())
        self._set_words = SetWords(words.direct, marks, place_of)
        self._sentences = StepSentences(
            words,
            board_clues,
            self._mark_words,
            self._set_words,
            place_of,
            [group.why for group in self._program.groups if group.name in board_clues.groups],
        )

    @cached_property
    def _steps(self) -> BoardSteps:
        """The finder of steps, made when a hint is wanted first."""
        spots = self.data.spots
        centres = [spots[self._spots(move)[0]].centre for move in range(len(self._marks))]

        def is_obvious(move: int, premises: frozenset[Premise]) -> bool:
            mark = self._marks[move]
            place = mark.place
            if place in self._board_clues.special and not mark.is_written:
                return True
            keys = [key for kind, key in premises if kind == "clue"]
            places = [self._place_of(key) for key in keys]
            is_void = any(
                each is not None and each.kind == "region" and each.at in NO_REGION
                for each in places
            )
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

    def as_finished(self, moves: Iterable[int]) -> Any:
        """The board with these marks and none besides, and with what follows from them."""
        drawn = list(moves)
        values = np.zeros(self._program.variables, dtype=np.int64)
        for move in drawn:
            for column, value in self._marks[move].values:
                values[column] = value
        solution = None if self._is_open(drawn) else self._rest(values)
        if solution is None and any(mark.is_written for mark in self._marks):
            # What is not written yet is open, and not wrong.
            return part_of(self._formulated, self._marks_given(drawn))
        return self._formulated.decode(values if solution is None else solution)

    def _is_open(self, moves: Sequence[int]) -> bool:
        """Whether a cell into which 0 can be written has no mark: then it is not yet 0."""
        marked = {self._marks[move].place for move in moves}
        return any(
            mark.place not in marked for mark in self._marks if mark.value == 0 and mark.is_written
        )

    def _rest(self, values: IntArray) -> NumberArray | None:
        """A solution in which all variables of marks have these values; None if none is found."""
        fixed = {column: int(values[column]) for mark in self._marks for column, _ in mark.values}
        options = Options(work_limit=_WORK_FOR_THE_REST)
        return queries.solve_model(self._with(fixed), options=options).values

    def _marks_given(self, moves: Iterable[int]) -> list[PencilMark]:
        """Some marks, and those of variables that a row of their own gives a value."""
        rows = self._program.rows
        fixes_a_variable = (np.diff(rows.starts) == 1) & (rows.lower == rows.upper)
        entries = rows.starts[:-1][fixes_a_variable]
        columns = rows.columns[entries].tolist()
        values = rows.lower.numbers[fixes_a_variable] // rows.coefficients[entries]
        given = [
            PencilMark(((column, value),), (), "texts", None)
            for column, value in zip(columns, values.tolist(), strict=True)
        ]
        return [*given, *(self._marks[move] for move in moves)]

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
        units: dict[tuple[int, ...], None] = {}
        is_once = (rows.lengths() > 1) & _counts_to_one(rows)
        for row in np.nonzero(is_once)[0].tolist():
            columns = rows.columns[rows.entries(row)].tolist()
            moves = [move_of[column] for column in columns if column in move_of]
            names = {self._marks[move].name for move in moves}
            if len(moves) > 1 and len(names) == 1:
                units[tuple(sorted(self._spots(move)[0] for move in moves))] = None
        # A row of fewer cells, such as of one digit that is given elsewhere, says nothing more.
        return [list(unit) for unit in units if not any({*unit} < {*larger} for larger in units)]

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
        program = self._linear
        rows = program.rows
        sums = rows.lower.in_doubles()
        is_equation = (sums == rows.upper.in_doubles()) & (rows.groups >= 0)
        counting: list[Plain] = []
        for row in np.nonzero(is_equation)[0].tolist():
            number = int(program.row_numbers[row])
            if program.groups[int(rows.groups[row])].name not in self._clue_names or number < 0:
                continue
            entries = rows.entries(row)
            columns = rows.columns[entries].tolist()
            is_count = all(factor == 1 for factor in rows.coefficients[entries].tolist())
            spots = self._spots_of_clues([program.names.row_key(number)])
            if len(spots) != 1 or not is_count or not moves_of.keys() >= {*columns}:
                continue
            (spot,) = spots
            if self.data.clues[spot].strip() == f"{sums[row]:g}":
                moves = [move for column in columns for move in moves_of[column]]
                counting.append({"spot": spot, "number": int(sums[row]), "moves": moves})
        return counting

    def _with(self, values: Mapping[int, int]) -> Program:
        """The model in which columns have these values, as rules."""
        return self._program.within({column: (v, v) for column, v in values.items()})

    def is_positive(self, move: int) -> bool:
        """Whether a mark is there, and not only said not to be."""
        mark = self._marks[move]
        return mark.value != 0 or mark.is_written

    def is_whole(self, moves: Sequence[int]) -> bool:
        """Whether there is something besides what is said not to be there."""
        return any(self.is_positive(move) for move in moves)

    # Proofs

    def certain_move(self, moves: Sequence[int]) -> MoveProof | None:
        """The easiest step: what a row or two prove, then what the fewest clues and marks prove."""
        return self.certain_move_unless(moves, lambda: False)

    def certain_move_unless(self, moves: Sequence[int], stopped: Stopped) -> MoveProof | None:
        """See `Playground.certain_move_unless`."""
        step = self._easiest(moves, stopped)
        return None if step is None else self._proof(step)

    def certain_moves_unless(
        self, moves: Sequence[int], stopped: Stopped
    ) -> tuple[list[MoveProof], bool]:
        """See `Playground.certain_moves_unless`."""
        first = self._easiest(moves, stopped)
        if first is None:
            return [], not stopped()
        effort = Effort(stopped, _MOST_QUESTIONS_FOR_ALL)
        others, are_all = self._steps.as_easy(moves, first, self._sentences.is_named, effort)
        with_rules = [self._steps.with_rules(step, Effort(stopped)) for step in others]
        return [self._proof(step) for step in (first, *with_rules)], are_all

    def _easiest(self, moves: Sequence[int], stopped: Stopped) -> BoardStep | None:
        """The easiest step; None if none was found."""
        effort = Effort(stopped)
        step = self._steps.easiest(moves, effort)
        if step is None and len(self._marks) <= _MOST_MARKS_TO_SEARCH and not effort.is_spent:
            step = self._steps.of_forced(moves, self._forced(moves, stopped), effort)
        return None if step is None else self._steps.with_rules(step, Effort(stopped))

    def _forced(self, moves: Sequence[int], stopped: Stopped) -> dict[int, int]:
        """The values that variables have in every solution with some marks, as far as is known."""
        known: dict[int, int] = {}
        for move in moves:
            known.update(self.values(move))
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

    def _proof(self, step: BoardStep) -> MoveProof:
        """A step with the spots of its clues, and why it holds, in words."""
        spots = self._spots_of_clues(step.clues)
        why = self._sentences.why(step)
        minimal = step.minimal and self._board_clues.are_named
        clues = tuple(self._sentences.clue_names(step.clues))
        beside = tuple(self._clues_beside(step.clues))
        return MoveProof(step.move, step.marks, tuple(spots), (why,), minimal, clues, beside)

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
        clue_groups = [
            number for number, group in enumerate(program.groups) if group.name in self._clue_names
        ]
        is_clue = np.isin(program.rows.groups, clue_groups)
        lines = set()
        for number in set(program.row_numbers[is_clue].tolist()):
            place = self._place_of(program.names.row_key(number)) if number >= 0 else None
            if place is not None and place.kind in {"row", "column"}:
                lines.add(place)
        return lines

    def spots_of(self, place: Place) -> list[int]:
        """The spots that a place consists of; of a corner, those of the lines that meet there."""
        at = place.at
        spot_of = self._board.spot_of
        if place.kind == CORNER:
            if at in self._board.corner_spots:
                return [self._board.corner_spots[at]]
            return [spot for side, spot in spot_of.items() if at in _ends(side)]
        if place.kind in {CELL, SIDE, PAIR} and at in spot_of:
            return [spot_of[at]]
        return [spot_of[cell] for cell in place.cells if cell in spot_of]

    def why_not(self, moves: Sequence[int], stopped: Stopped = lambda: False) -> MoveProof | None:
        """See `Playground.why_not`: the fewest clues that do not allow some marks together."""
        given = self._formulated.given
        if given is None or not moves:
            return None
        conflict = self._steps.conflict(moves, Effort(stopped))
        if conflict is None:
            return None
        *premises, conclusion = moves
        spots = self._spots_of_clues(conflict.clues)
        reasons = self._sentences.premises(replace(conflict, marks=()))
        words = f"{'they are' if premises else 'it is'} ruled out by {reasons}"
        beside = tuple(self._clues_beside(conflict.clues))
        minimal = conflict.minimal
        return MoveProof(
            conclusion, tuple(premises), tuple(spots), (words,), minimal, beside=beside
        )

    def broken(self, moves: Sequence[int]) -> list[int]:
        """The spots of clues that no solution keeps any more, and of marks that exclude each other.

        A row says so by itself, whatever else is drawn.
        """
        broken: set[int] = set()
        for violation in self._violations(moves):
            if violation.group.name in self._clue_names:
                broken.update(self._spots_of_clues(violation.clues))
            else:
                # Whoever sees two digits that clash looks for both, also where one is given.
                broken.update(self._spots_of_columns(violation.columns))
        return sorted(broken)

    def _spots_of_columns(self, columns: Iterable[int]) -> set[int]:
        """The spots of the variables that have one."""
        places = [self._place_of_column.get(column) for column in columns]
        spot_of = self._board.spot_of
        return {spot_of[place] for place in places if place in spot_of}

    def broken_beside(self, moves: Sequence[int]) -> list[str]:
        """See `Playground.broken_beside`."""
        names: set[str] = set()
        for violation in self._violations(moves):
            if violation.group.name in self._clue_names:
                names.update(self._clues_beside(violation.clues))
        return sorted(names)

    @cached_property
    def _place_of_column(self) -> dict[int, Any]:
        """The place of each variable, also of those that are given."""
        return places_of_columns(self._formulated, self._board.grid)

    def clash(self, moves: Sequence[int]) -> MoveProof | None:
        """See `Playground.clash`: the row with the fewest marks that holds no more."""
        violations = [violation for violation in self._violations(moves) if violation.marks]
        if not violations:
            return None
        smallest = min(violations, key=lambda violation: len(violation.marks))
        *premises, conclusion = smallest.marks
        why = smallest.group.why or "the rules do not allow it"
        spots = self._spots_of_clues(smallest.clues)
        if spots:
            marks = "them" if premises else "it"
            why = f"{self._sentences.name_clues(smallest.clues)} does not allow {marks}"
        beside = tuple(self._clues_beside(smallest.clues))
        return MoveProof(conclusion, tuple(premises), tuple(spots), (why,), beside=beside)

    def clash_of_givens(self) -> str:
        """See `Playground.clash_of_givens`: the row that what is given breaks with fewest clues."""
        fewest: list[str] = []
        reason = ""
        for violation in self._violations(()):
            if violation.group.name in self._clue_names:
                names = self._sentences.clue_names(violation.clues)
            else:
                spots = sorted(self._spots_of_columns(violation.columns))
                names = [self._name_of_clue(spot) for spot in spots]
            if not names or not violation.group.why:
                continue
            if not fewest or len(names) < len(fewest):
                fewest = names
                reason = violation.group.why
        if not fewest:
            return ""
        together = {1: "stay", 2: "both stay"}.get(len(fewest), "all stay")
        return f"{in_words(fewest)} cannot {together}: {reason}"

    def _name_of_clue(self, spot: int) -> str:
        """The clue in a spot, with its place, such as `the 3 at row 1, column 2`."""
        clue = self.data.clues[spot].strip()
        where = self.data.spots[spot].name
        return f"the {clue} at {where}" if clue else where

    def _violations(self, moves: Sequence[int]) -> Iterator[BrokenRow]:
        """Rows that cannot hold any more."""
        drawn = {mark.column: DrawnValue(mark.value, None) for mark in self._marks_given(())}
        for move in moves:
            for column, value in self.values(move).items():
                drawn[column] = DrawnValue(value, move)
        return broken_rows(self._linear, drawn, self._clue_names)

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


def _counts_to_one(rows: Rows) -> BoolArray:
    """Whether each row says that at most one, or just one, of its variables is 1."""
    counts = np.isin(rows.kinds, (Kind.AT_MOST_ONE, Kind.EXACTLY_ONE))
    smallest = np.minimum.reduceat(np.append(rows.coefficients, 1), rows.starts[:-1])
    has_no_negation = smallest > 0
    return counts & has_no_negation


def _ends(key: Any) -> Sequence[Any]:
    """The two ends of a line, if a key is one."""
    return key if isinstance(key[0], tuple) else ()
