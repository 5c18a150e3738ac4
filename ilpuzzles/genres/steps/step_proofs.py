"""Proofs of steps: the fewest clues and marks that force a move, and the row that shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from ilpuzzles.genres.steps.board_proofs import BoardProver, Effort, ProofAnswer
from ilpuzzles.genres.steps.board_step import BoardStep
from ilpuzzles.genres.steps.locked_sets import number_of_sets, size_of_sets, without_sets
from ilpuzzles.genres.steps.row_reasoning import (
    Consequence,
    Premise,
    Reasoning,
    easiest_consequence,
)
from ilpuzzles.genres.steps.step_board import (
    StepBoard,
    clues_in,
    group_of_row,
    key_of_row,
    marks_in,
)
from ilpuzzles.genres.steps.step_candidates import EASY_ROUNDS, TRIED_ROUNDS, Candidate
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.passes.ways import in_linear_ways

_MOST_IMPLIED = 3
"""Of so many marks it is looked at whether they follow from the others of a proof."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Premises that force a move, or rule it out, and whether none can be left out for sure."""

    premises: frozenset[Premise]
    minimal: bool


class StepProver:
    """Proves steps, with as few premises as can be.

    Args:
        board: The board.
        prover: Says whether premises force a move.
    """

    def __init__(self, board: StepBoard, prover: BoardProver) -> None:
        self._board = board
        self._prover = prover

    # Premises

    def proof_that_forced(
        self, move: int, premises: Sequence[Premise], effort: Effort
    ) -> Proof | None:
        """A smallest proof that a move is forced; None if all premises together are none.

        Args:
            move: The number of the move.
            premises: The premises, in the order in which it is tried to leave them out.
            effort: What may be spent on it.
        """
        holds = partial(self._forces, move, effort)
        return _smallest_proof(frozenset(premises), premises, holds, effort)

    def proof_that_excluded(
        self, move: int, marks: Iterable[Premise], clues: Sequence[Premise], effort: Effort
    ) -> Proof | None:
        """A proof that marks exclude a move, with the fewest clues; None if these are too few.

        Args:
            move: The number of the move.
            marks: The marks, all of which are kept.
            clues: The clues, in the order in which it is tried to leave them out.
            effort: What may be spent on it.
        """
        holds = partial(self._denies, move, effort)
        return _smallest_proof(frozenset(marks).union(clues), clues, holds, effort)

    def _forces(self, move: int, effort: Effort, premises: frozenset[Premise]) -> ProofAnswer:
        """Whether premises leave no other way than a move; see `BoardProver.forces`."""
        known = self._board.values_of(marks_in(premises))
        values = self._board.marks[move].values
        return self._prover.forces(clues_in(premises), known, values, effort)

    def _denies(self, move: int, effort: Effort, premises: frozenset[Premise]) -> ProofAnswer:
        """Whether premises rule a move out; see `BoardProver.denies`."""
        known = self._board.values_of(marks_in(premises))
        values = self._board.marks[move].values
        return self._prover.denies(clues_in(premises), known, values, effort)

    # Steps

    def step_of_candidate(self, candidate: Candidate, effort: Effort) -> BoardStep | None:
        """The step of a candidate with the premises that it needs; None if they do not prove it."""
        premises = without_sets(candidate.consequence.premises)
        proof = self.proof_that_forced(candidate.move, sorted(premises, key=str), effort)
        if proof is None:
            return None
        if proof.premises == premises:
            return self._step_of_row(proof, candidate)
        return self._step_with_fewer_premises(proof, candidate, effort)

    def _step_with_fewer_premises(
        self, proof: Proof, candidate: Candidate, effort: Effort
    ) -> BoardStep:
        """The step of a candidate whose proof does without some premises of its row.

        The row may need what was left out, so that another one may have to show the step.
        """
        move = candidate.move
        consequence = candidate.consequence
        all_premises = without_sets(consequence.premises)
        by_fewer = self._consequence_of(proof.premises, consequence)
        if _has_smaller_sets(consequence, by_fewer):
            # Its sets are easier to see with more than is needed.
            with_all = Proof(all_premises, minimal=False)
            return self._step_of_row(with_all, Candidate(move, consequence, is_easy=True))
        if by_fewer is not None:
            return self._step_of_row(proof, Candidate(move, by_fewer, is_easy=True))
        if self._are_implied(all_premises - proof.premises, proof, effort):
            # Whoever looks at the board sees the marks, so that the row is what shows it.
            return self._step_of_row(proof, candidate)
        return self.step_of_proof(move, proof)

    def _are_implied(self, left_out: frozenset[Premise], proof: Proof, effort: Effort) -> bool:
        """Whether premises that a proof does without are marks that follow from the others."""
        if any(kind != "mark" for kind, _ in left_out) or len(left_out) > _MOST_IMPLIED:
            return False
        answers = [self._forces(mark, effort, proof.premises) for mark in marks_in(left_out)]
        return all(answer is ProofAnswer.YES for answer in answers)

    def _consequence_of(
        self, premises: frozenset[Premise], wanted: Consequence
    ) -> Consequence | None:
        """The same value, as rows leave it with these premises alone; None if none does.

        Locked sets are looked for only if there were some before.
        """
        clues = {key for kind, key in premises if kind == "clue"}
        board_rows = self._board.board_rows.only(clues)
        reasoning = Reasoning.of(board_rows, self._board.known_values(marks_in(premises)))
        has_sets = number_of_sets(wanted.premises) > 0
        for consequences in reasoning.rounds(EASY_ROUNDS):
            for other in consequences:
                if (other.column, other.value) == (wanted.column, wanted.value):
                    return other
            if has_sets and any(map(self._makes_a_mark, consequences)):
                # Sets are to be seen before any other step is made.
                return None
        if not has_sets:
            return None
        for consequences in self._board.set_rounds(board_rows, reasoning):
            for other in consequences:
                if (other.column, other.value) == (wanted.column, wanted.value):
                    return other
        return None

    def _makes_a_mark(self, consequence: Consequence) -> bool:
        """Whether a consequence is that a variable is 1 which some mark shows."""
        return bool(consequence.value and self._board.moves_that_set([consequence.column]))

    def _step_of_row(self, proof: Proof, candidate: Candidate) -> BoardStep:
        """A step with its proof and the row that ends it, or the locked sets alone.

        Args:
            proof: The premises of the step.
            candidate: Its move, and the consequence of its last row.
        """
        last = candidate.consequence
        is_easy = candidate.is_easy
        step = step_without_row(candidate.move, proof)
        if is_easy:
            step = replace(step, sets=self._board.seen_sets(last))
        group = self._board.group_of(last.row)
        if group is None:
            # Where a locked set makes the step, there is no row after it.
            ends_with_set = last.row < 0
            return replace(step, is_easy=is_easy and ends_with_set)
        return replace(
            step,
            group=group,
            key=self._board.key_of(last.row),
            by_contradiction=last.by_contradiction,
            is_easy=is_easy,
        )

    def step_of_proof(self, move: int, proof: Proof) -> BoardStep:
        """A step with its proof alone, and a row that ends it if the weaker board has one.

        The weaker board is the same one of which only the clues of the proof are known. It has
        rows that the whole one has not, such as those for cells that are reached only from clues
        of which more is known.
        """
        step = step_without_row(move, proof)
        weaker = self._prover.weaker(step.clues)
        if weaker is None:
            return step
        program = linearised(in_linear_ways(weaker.program))
        known = {
            weaker.columns[column]: value
            for column, value in self._board.known_values(step.marks).items()
            if column in weaker.columns
        }
        mark = self._board.marks[move]
        last = easiest_consequence(
            self._board.rows_with_clues(program),
            known,
            weaker.columns[mark.column],
            mark.value,
            TRIED_ROUNDS,
        )
        group = None if last is None else group_of_row(program, last.row)
        if last is None or group is None:
            return step
        return replace(
            step,
            group=group,
            key=key_of_row(program, last.row),
            by_contradiction=last.by_contradiction,
            is_easy=last.depth <= EASY_ROUNDS and not last.by_contradiction,
        )

    def with_rules(self, step: BoardStep, effort: Effort) -> BoardStep:
        """See `BoardSteps.with_rules`."""
        if step.group is not None:
            return step
        known = self._board.values_of(step.marks)
        values = self._board.marks[step.move].values
        rules = self._prover.needed_rules(step.clues, known, values, effort)
        return replace(step, rules=tuple(rules))


def step_without_row(move: int, proof: Proof) -> BoardStep:
    """A step with its premises alone."""
    clues = tuple(clues_in(proof.premises))
    marks = tuple(marks_in(proof.premises))
    return BoardStep(move, clues, marks, proof.minimal)


def _has_smaller_sets(consequence: Consequence, other: Consequence | None) -> bool:
    """Whether a consequence rests on locked sets that are smaller than those of another one."""
    size = size_of_sets(consequence.premises)
    if not size:
        return False
    return other is None or size_of_sets(other.premises) > size


def _smallest_proof(
    premises: frozenset[Premise],
    order: Iterable[Premise],
    holds: Callable[[frozenset[Premise]], ProofAnswer],
    effort: Effort,
) -> Proof | None:
    """A proof with none of these premises in vain; None if all of them together are none.

    Args:
        premises: The premises.
        order: Those of them that may be left out, in the order in which that is tried.
        holds: Whether premises are a proof.
        effort: What may be spent on it.
    """
    if holds(premises) is not ProofAnswer.YES:
        return None
    kept = premises
    minimal = True
    for premise in order:
        if effort.is_spent:
            return Proof(kept, minimal=False)
        fewer = kept - {premise}
        answer = holds(fewer)
        if answer is ProofAnswer.YES:
            kept = fewer
        elif answer is ProofAnswer.OPEN:
            minimal = False
    return Proof(kept, minimal)
