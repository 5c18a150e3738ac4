"""The easiest step on a board that is drawn on, and a proof of it that holds by itself.

Six words are used here, each for one thing:

- **Mark:** what the player has drawn in one place, such as a number in a cell.
- **Move:** the drawing of a mark. Moves are numbered; once a move is made, its mark has the same
  number.
- **Premise:** a clue or a mark that a proof rests on.
- **Consequence:** the value that one row of the model leaves a variable, given some premises.
- **Candidate:** a move together with the consequence that it would draw. It may be a step.
- **Step:** a move that premises have been proved to force, with a solver and without any others.

So a hint goes this way: from the marks rows make consequences (`row_reasoning`), these make
candidates (`step_candidates`), and the first one that is proved (`step_proofs`) is the step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from ilpuzzles.genres.pencil_marks import PencilMark
from ilpuzzles.genres.steps.board_proofs import BoardClues, BoardProver, Effort
from ilpuzzles.genres.steps.board_step import BoardStep, SeenSet
from ilpuzzles.genres.steps.locked_sets import size_of_sets
from ilpuzzles.genres.steps.row_reasoning import Consequence, Premise
from ilpuzzles.genres.steps.step_board import StepBoard
from ilpuzzles.genres.steps.step_candidates import (
    EASY_ROUNDS,
    Candidate,
    CandidateSearch,
    stated_moves,
)
from ilpuzzles.genres.steps.step_proofs import StepProver, step_without_row
from ilpuzzles.puzzles.formulation import Formulated

_MOST_STATED = 8
"""So many steps that rows state by themselves are tried."""

_SIZES_STATED = (1, 2)
"""So many of the nearest clues are tried as the reason for such a step."""

_MOST_PROVED = 6
"""Of so many candidates a proof is looked for, the easiest first."""

_SIZES = (1, 2, 3, 5, 8, 13, 21, 34, 55, 10_000)
"""So many of the nearest clues and marks are tried as the reason for a step."""

_MOST_NEAR = 3
"""Of so many moves a reason is looked for, the nearest first."""


class BoardSteps:
    """Finds steps on a board.

    Args:
        formulated: The model of the board.
        marks: What each move draws.
        board_clues: The clues that steps may rest on.
        centres: Where each move is, in pixels.
        is_obvious: Whether a move says only what everybody sees, given what it rests on.
        can_tell: Whether there are words for a locked set; no others are looked for.
    """

    def __init__(
        self,
        formulated: Formulated,
        marks: Sequence[PencilMark],
        board_clues: BoardClues,
        centres: Sequence[tuple[float, float]],
        is_obvious: Callable[[int, frozenset[Premise]], bool],
        *,
        can_tell: Callable[[SeenSet], bool],
    ) -> None:
        program = formulated.model.program()
        board = StepBoard(program, marks, board_clues, centres, is_obvious, can_tell=can_tell)
        clue_of = board.rows_with_clues(program).clue_of
        clue_rows = [clue_of.get(row) for row in range(len(program.rows))]
        self.board = board
        self._prover = StepProver(board, BoardProver(formulated, board_clues, clue_rows))

    # The easiest steps

    def easiest(self, moves: Sequence[int], effort: Effort | None = None) -> BoardStep | None:
        """The easiest step beside some marks that rows prove; None if none was found."""
        effort = effort or Effort()
        stated = next(self._stated_steps(moves, effort, _MOST_STATED), None)
        if stated is not None:
            return stated
        candidates = CandidateSearch(self.board, moves).easiest_first(effort)
        return self._first_proved(islice(candidates, _MOST_PROVED), effort)

    def _first_proved(self, candidates: Iterable[Candidate], effort: Effort) -> BoardStep | None:
        """The step of the first candidate that is proved.

        Locked sets may have premises that nobody needs. Then a later candidate comes before, if its
        sets are as small and it needs all of its premises.
        """
        not_minimal: BoardStep | None = None
        size_to_match = 0
        for candidate in candidates:
            size = size_of_sets(candidate.consequence.premises)
            is_as_easy = 0 < size <= size_to_match
            if not_minimal is not None and not is_as_easy:
                break
            step = self._prover.step_of_candidate(candidate, effort)
            if step is not None and (step.minimal or not step.sets):
                return step
            if step is not None and not_minimal is None:
                not_minimal = step
                size_to_match = size
            if effort.is_spent:
                break
        return not_minimal

    def as_easy(
        self,
        moves: Sequence[int],
        first: BoardStep,
        is_named: Callable[[BoardStep], bool],
        effort: Effort,
    ) -> tuple[list[BoardStep], bool]:
        """The further steps that are as easy as an easy one, and whether all were looked for.

        Beside one that takes more than a row or two, none is looked for.

        As many rows prove them as the first one, one after the other. They rest on no more clues
        and marks; or all of them have a name, such as the singles of a Sudoku.

        Args:
            moves: The marks that are there.
            first: The easiest step.
            is_named: Whether a step has a name by which a person sees it at once.
            effort: What may be spent on them.
        """
        stated = {column for column, _, _ in self.board.board_rows.stated_values()}
        if self.board.marks[first.move].column in stated:
            all_steps = list(self._stated_steps(moves, effort, len(self.board.marks)))
            others = [step for step in all_steps if step.move != first.move]
            steps = [step for step in others if len(step.clues) <= _number_of_premises(first)]
            return steps, not effort.is_spent
        if not first.is_easy or first.sets:
            return [], False
        steps = self._as_easy_by_rows(moves, first, is_named, effort)
        return steps, not effort.is_spent

    def _as_easy_by_rows(
        self,
        moves: Sequence[int],
        first: BoardStep,
        is_named: Callable[[BoardStep], bool],
        effort: Effort,
    ) -> list[BoardStep]:
        """The further steps that no more rows prove than the first one; see `as_easy`."""
        most = _number_of_premises(first)
        is_first_named = is_named(first)
        first_values = set(self.board.marks[first.move].values)
        search = CandidateSearch(self.board, moves, without=[first.move])
        steps: list[BoardStep] = []
        for consequences in search.reasoning.rounds(EASY_ROUNDS):
            for candidate in search.in_order(consequences, is_easy=True):
                is_small = len(candidate.consequence.premises) <= most
                if effort.is_spent or not (is_small or is_first_named):
                    break
                step = self._prover.step_of_candidate(candidate, effort)
                if step is None or not step.is_easy:
                    continue
                has_few_premises = _number_of_premises(step) <= most
                if has_few_premises or (is_first_named and is_named(step)):
                    steps.append(step)
            values = {(consequence.column, consequence.value) for consequence in consequences}
            if values & first_values:
                # Whatever a further row says is harder than the first step.
                break
        return steps

    # Steps that rows with one variable say

    def _stated_steps(
        self, moves: Sequence[int], effort: Effort, most_tries: int
    ) -> Iterator[BoardStep]:
        """Steps that a row with one variable says, which is a clue or else a rule."""
        row_of = stated_moves(self.board, moves)
        premise_of = self.board.board_rows.premise
        said_by_clues = {move: row for move, row in row_of.items() if premise_of(row)}
        yield from self._steps_said_by_clues(said_by_clues, effort)
        if not self.board.board_clues.are_units:
            said_by_rules = [move for move in row_of if move not in said_by_clues]
            yield from self._steps_said_by_rules(said_by_rules, effort, most_tries)

    def _steps_said_by_clues(
        self, row_of: Mapping[int, int], effort: Effort
    ) -> Iterator[BoardStep]:
        """The steps that clues with one way leave.

        Args:
            row_of: The moves, each with the row of a clue.
            effort: What may be spent on them.
        """
        for move, row in row_of.items():
            if effort.is_spent:
                return
            mark = self.board.marks[move]
            premises = self.board.board_rows.premise(row)
            consequence = Consequence(mark.column, mark.value, row, premises, depth=1)
            candidate = Candidate(move, consequence, is_easy=True)
            step = self._prover.step_of_candidate(candidate, effort)
            if step is not None:
                yield step

    def _steps_said_by_rules(
        self, moves: Sequence[int], effort: Effort, most_tries: int
    ) -> Iterator[BoardStep]:
        """The steps that a rule leaves one way, since clues that are near leave no other.

        A model has no variables for what clues rule out from the start. So the row of the rule has
        one variable left, and no row names the clues: the nearest one is tried, and then two.

        Args:
            moves: The moves that such rows say.
            effort: What may be spent on them.
            most_tries: So many moves are tried with one clue, and with two.
        """
        proved = set[int]()
        for size in _SIZES_STATED:
            open_moves = [move for move in moves if move not in proved]
            for move in open_moves[:most_tries]:
                if effort.is_spent:
                    return
                nearest = self.board.nearest_premises(move, ())[:size]
                proof = self._prover.proof_that_forced(move, nearest, effort)
                if proof is not None:
                    proved.add(move)
                    yield self._prover.step_of_proof(move, proof)

    # Steps that no short proof leads to

    def of_forced(
        self, moves: Sequence[int], forced: Mapping[int, int], effort: Effort | None = None
    ) -> BoardStep | None:
        """A step of which all that is known is that every solution has it, with a smallest proof.

        Args:
            moves: The marks that are there.
            forced: The values that variables have in every solution.
            effort: What may be spent on it.
        """
        effort = effort or Effort()
        nearest_moves = self._forced_moves(moves, forced)[:_MOST_NEAR]
        for size in _SIZES:
            for move in nearest_moves:
                if effort.is_spent:
                    return None
                nearest = self.board.nearest_premises(move, moves)[:size]
                # The farthest premises are left out first.
                proof = self._prover.proof_that_forced(move, nearest[::-1], effort)
                if proof is not None:
                    return self._prover.step_of_proof(move, proof)
            if size >= len(self.board.board_clues.keys) + len(moves):
                break
        return None

    def _forced_moves(self, moves: Sequence[int], forced: Mapping[int, int]) -> list[int]:
        """The new moves that every solution has: those that say something first, then the nearest.

        Args:
            moves: The marks that are there.
            forced: The values that variables have in every solution.
        """
        board = self.board
        drawn = dict(board.values_of(moves))
        new_moves = [
            move
            for move, mark in enumerate(board.marks)
            if mark.column not in drawn
            and all(forced.get(column) == value for column, value in mark.values)
            and not board.is_obvious(move, frozenset())
        ]

        def ease(move: int) -> tuple[bool, float]:
            says_nothing = not board.marks[move].value
            return says_nothing, board.distance_to_last(move, moves)

        return sorted(new_moves, key=ease)

    def conflict(self, moves: Sequence[int], effort: Effort | None = None) -> BoardStep | None:
        """The clues that do not allow the last of some marks; None if they are not found."""
        effort = effort or Effort()
        *others, last = moves
        marks: list[Premise] = [("mark", number) for number in others]
        clues = self.board.nearest_premises(last, ())
        for size in _SIZES:
            # The farthest clues are left out first.
            nearest = clues[:size][::-1]
            proof = self._prover.proof_that_excluded(last, marks, nearest, effort)
            if proof is not None:
                # What is proved is that the mark cannot be there, which no row of it says.
                return step_without_row(last, proof)
            if size >= len(clues) or effort.is_spent:
                break
        return None

    def with_rules(self, step: BoardStep, effort: Effort) -> BoardStep:
        """The same step with the rules that it takes, if no row is known that ends its proof."""
        return self._prover.with_rules(step, effort)


def _number_of_premises(step: BoardStep) -> int:
    return len(step.clues) + len(step.marks)
