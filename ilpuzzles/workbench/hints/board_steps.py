"""The easiest step on a board that is drawn on, and a proof of it that holds by itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import TypeAlias

from ilpuzzles.grid.layers_svg import SIZE
from ilpuzzles.modelling.global_constraint import Language
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.rows import Group
from ilpuzzles.puzzles.family import Formulated
from ilpuzzles.workbench.hints.board_proofs import BoardParts, BoardProver, Effort, Values
from ilpuzzles.workbench.hints.plain_steps import (
    Consequence,
    PlainRows,
    Premise,
    Reasoning,
    ruled_out,
)
from ilpuzzles.workbench.pencil_marks import PencilMark

_PLAIN_ROUNDS, _TRIED_ROUNDS = 2, 3
"""How many rows, one after the other, prove a plain step, and one that is proved by trying."""

_MOST_TRIED, _MOST_ENTRIES = 400, 2_000_000
"""So many variables are tried, the nearest first, and fewer where rows have many entries."""

_MOST_PROVED = 6
"""Of so many steps a proof is looked for, the easiest first."""

_SIZES, _MOST_NEAR = (1, 2, 3, 5, 8, 13, 21, 34, 55, 10_000), 3
"""So many clues and marks around a step are tried, and of so many steps, the nearest first."""


_Candidate: TypeAlias = tuple[int, Consequence, bool]
"""A move, what it follows from, and whether that is a row or two."""


@dataclass(frozen=True, slots=True)
class _Proof:
    """Premises that force a step, or rule it out, and whether none can be left out for sure."""

    premises: frozenset[Premise]
    minimal: bool


@dataclass(frozen=True, slots=True)
class BoardStep:
    """A step that is proved.

    Attributes:
        move: The number of the move.
        clues: The keys of the clues that it rests on.
        marks: The moves that it rests on.
        minimal: Whether it is proved that nothing of these can be left out.
        group: The group of the last row of the proof, if rows prove it.
        key: The key of that row.
        by_contradiction: Whether that row could not hold otherwise.
        is_plain: Whether that row and a row or two before it are all that has to be seen.
    """

    move: int
    clues: tuple[Hashable, ...]
    marks: tuple[int, ...]
    minimal: bool
    group: Group | None = None
    key: Hashable = None
    by_contradiction: bool = False
    is_plain: bool = False


class BoardSteps:
    """Finds steps on a board.

    Args:
        formulated: The model of the board.
        marks: What can be done.
        parts: The clues that steps may rest on.
        centres: Where each mark is, in pixels.
        is_obvious: Whether a mark says only what everybody sees, given what it rests on.
    """

    def __init__(
        self,
        formulated: Formulated,
        marks: Sequence[PencilMark],
        parts: BoardParts,
        centres: Sequence[tuple[float, float]],
        is_obvious: Callable[[int, frozenset[Premise]], bool],
    ) -> None:
        self._marks, self._centres, self._is_obvious = marks, centres, is_obvious
        program = formulated.model.program()
        self._linear = linearised(program.stated_in(Language.LINEAR))
        self._plain = PlainRows.of(self._linear, parts.groups, parts.clues)
        whole = PlainRows.of(program, parts.groups, parts.clues)
        clue_rows = [whole.clue_of.get(row) for row in range(len(program.rows))]
        self._prover = BoardProver(formulated, parts, clue_rows)
        self._all_clues = parts.clues
        self._moves_of: dict[tuple[int, int], list[int]] = {}
        for move, mark in enumerate(marks):
            for pair in mark.values:
                self._moves_of.setdefault(pair, []).append(move)

    def easiest(self, moves: Sequence[int], effort: Effort | None = None) -> BoardStep | None:
        """The easiest step beside some marks that rows prove; None if none was found."""
        effort = effort or Effort()
        reasoning, offered = Reasoning.of(self._plain, self._known(moves)), set[int]()
        candidates = chain(
            self._plain_candidates(reasoning, moves, offered),
            self._tried_candidates(reasoning, moves, offered, effort),
        )
        for move, consequence, is_plain in islice(candidates, _MOST_PROVED):
            step = self._proved(move, consequence, effort, is_plain=is_plain)
            if step is not None or effort.is_spent:
                return step
        return None

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
        known = self._known(moves)
        ahead = [
            move
            for move, mark in enumerate(self._marks)
            if mark.column not in known
            and all(forced.get(column) == value for column, value in mark.values)
            and not self._is_obvious(move, frozenset())
        ]
        ahead.sort(key=lambda move: (not self._marks[move].value, self._away(move, moves)))
        for size in _SIZES:
            for move in ahead[:_MOST_NEAR]:
                if effort.is_spent:
                    return None
                nearest = self._nearest_premises(move, moves)[:size]
                proof = self._smallest_proof(
                    frozenset(nearest),
                    reversed(nearest),
                    partial(self._force, move, effort),
                    effort,
                )
                if proof is not None:
                    return self._step(move, proof)
            if size >= len(self._all_clues) + len(moves):
                break
        return None

    def _nearest_premises(self, move: int, moves: Sequence[int]) -> list[Premise]:
        """All clues and marks that a step may rest on, the nearest first."""
        premises: list[Premise] = [("mark", number) for number in moves]
        premises += [("clue", key) for key in sorted(self._all_clues, key=str)]
        return sorted(premises, key=lambda one: self._premise_away(one, move))

    def conflict(self, moves: Sequence[int], effort: Effort | None = None) -> BoardStep | None:
        """The clues that do not allow the last of some marks; None if they are not found."""
        effort = effort or Effort()
        *others, last = moves
        beside = frozenset[Premise](("mark", number) for number in others)
        nearest = self._nearest_premises(last, ())
        for size in _SIZES:
            clues = nearest[:size]
            proof = self._smallest_proof(
                beside.union(clues),
                reversed(clues),
                partial(self._deny, last, effort),
                effort,
            )
            if proof is not None:
                return self._step(last, proof)
            if size >= len(nearest) or effort.is_spent:
                break
        return None

    # Candidates

    def _known(self, moves: Sequence[int]) -> dict[int, tuple[int, frozenset[Premise]]]:
        """The values that marks give variables, each with the mark that it rests on."""
        known = {}
        for move in moves:
            for column, value in self._marks[move].values:
                known[column] = value, frozenset[Premise]([("mark", move)])
        return known

    def _plain_candidates(
        self, reasoning: Reasoning, moves: Sequence[int], offered: set[int]
    ) -> Iterator[_Candidate]:
        """Steps that a row or two prove, the easiest first, each once."""
        for consequences in reasoning.rounds(_PLAIN_ROUNDS):
            for move, consequence in self._in_order(consequences, reasoning, moves, offered):
                yield move, consequence, True

    def _tried_candidates(
        self, reasoning: Reasoning, moves: Sequence[int], offered: set[int], effort: Effort
    ) -> Iterator[_Candidate]:
        """Steps of which the opposite is ruled out by trying, and what follows from these.

        What is ruled out is known to the reasoning after that, so plain steps have to come first.
        """
        ruled_out_by_rounds: dict[int, list[Consequence]] = {}
        for consequence in self._tried(reasoning, moves, effort):
            ruled_out_by_rounds.setdefault(consequence.rounds, []).append(consequence)
        batches = [ruled_out_by_rounds[rounds] for rounds in sorted(ruled_out_by_rounds)]
        for consequences in batches:
            for move, consequence in self._in_order(consequences, reasoning, moves, offered):
                yield move, consequence, False
            for consequence in consequences:
                reasoning.add(consequence)
        for consequences in reasoning.rounds(_PLAIN_ROUNDS):
            for move, consequence in self._in_order(consequences, reasoning, moves, offered):
                yield move, consequence, False

    def _in_order(
        self,
        consequences: Sequence[Consequence],
        reasoning: Reasoning,
        moves: Sequence[int],
        offered: set[int],
    ) -> Iterator[tuple[int, Consequence]]:
        """The steps among some consequences, those with the fewest premises first."""
        steps = []
        for consequence in consequences:
            for move in self._moves_of.get((consequence.column, consequence.value), ()):
                whole = self._of_all_values(move, consequence, reasoning)
                if whole is not None and self._is_step(move, whole, reasoning):
                    steps.append((move, whole))
        steps.sort(key=lambda step: self._effort(step[0], step[1], moves))
        for move, consequence in steps:
            if move not in offered:
                offered.add(move)
                yield move, consequence

    def _of_all_values(
        self, move: int, consequence: Consequence, reasoning: Reasoning
    ) -> Consequence | None:
        """A consequence with what the other values of its mark rest on; None if one is open."""
        premises = consequence.premises
        for column, value in self._marks[move].values:
            if column == consequence.column:
                continue
            ways = [way for way in reasoning.ways_to(column) if way.value == value]
            if not ways:
                return None
            premises |= ways[0].premises
        return replace(consequence, premises=premises)

    def _is_step(self, move: int, consequence: Consequence, reasoning: Reasoning) -> bool:
        """Whether a mark says something new that is more than a clue in its own place."""
        if reasoning.is_known(consequence.column):
            return False
        return not self._is_obvious(move, consequence.premises)

    def _effort(
        self, move: int, consequence: Consequence, moves: Sequence[int]
    ) -> tuple[int, bool, float, bool]:
        """The effort of a step: how many premises, whether it says something, how near it is.

        Of a box and a line that prove the same, the box is seen first.
        """
        says_nothing = not self._marks[move].value
        key = self._key_of(consequence.row)
        is_line = not (isinstance(key, tuple) and key[0] in {"box", "region"})
        return len(consequence.premises), says_nothing, self._away(move, moves), is_line

    def _tried(
        self, reasoning: Reasoning, moves: Sequence[int], effort: Effort
    ) -> Iterator[Consequence]:
        """Values of which the opposite leads to a row that cannot hold, for marks near the last."""
        nearest = sorted(range(len(self._marks)), key=lambda move: self._away(move, moves))
        columns = dict.fromkeys(self._marks[move].column for move in nearest)
        entries = len(self._plain.rows.columns)
        for column in list(columns)[: min(_MOST_TRIED, _MOST_ENTRIES // max(entries, 1))]:
            if effort.stopped():
                return
            if reasoning.ways_to(column) or not self._plain.is_binary(column):
                continue
            for value in (1, 0):
                consequence = ruled_out(reasoning, column, value, _TRIED_ROUNDS)
                if consequence is not None:
                    yield consequence
                    break

    def _away(self, move: int, moves: Sequence[int]) -> float:
        """How far a mark is from the last one."""
        return math.dist(self._centres[move], self._centres[moves[-1]]) if moves else 0.0

    def _premise_away(self, premise: Premise, move: int) -> float:
        """How far a mark is from a premise, in pixels; 0 for a clue that stands in no cell."""
        kind, key = premise
        if kind == "mark" and isinstance(key, int):
            return math.dist(self._centres[key], self._centres[move])
        place = self._marks[move].place
        cell = place if isinstance(place[0], int) else place[0]
        if isinstance(key, tuple) and len(key) == 2 and all(type(n) is int for n in key):
            return SIZE * math.dist(key, cell[:2])
        return 0.0

    # Proofs

    def _proved(
        self, move: int, consequence: Consequence, effort: Effort, *, is_plain: bool
    ) -> BoardStep | None:
        """The step with the premises that are needed, if these prove it by themselves."""
        proof = self._smallest_proof(
            consequence.premises,
            sorted(consequence.premises, key=str),
            partial(self._force, move, effort),
            effort,
        )
        if proof is None:
            return None
        if proof.premises == consequence.premises:
            return self._step(move, proof, consequence, is_plain=is_plain)
        # The row that proved it may need what was left out.
        by_rows = self._proof_by_rows(consequence, proof.premises)
        return self._step(move, proof, by_rows, is_plain=by_rows is not None)

    def _proof_by_rows(
        self, consequence: Consequence, premises: frozenset[Premise]
    ) -> Consequence | None:
        """The same value, as a row or two prove it with these premises alone; None if none does."""
        clues = {key for kind, key in premises if kind == "clue"}
        reasoning = Reasoning.of(self._plain.only(clues), self._known(_moves_in(premises)))
        wanted = consequence.column, consequence.value
        for consequences in reasoning.rounds(_PLAIN_ROUNDS):
            for other in consequences:
                if (other.column, other.value) == wanted:
                    return other
        return None

    @staticmethod
    def _smallest_proof(
        premises: frozenset[Premise],
        order: Iterable[Premise],
        hold: Callable[[frozenset[Premise]], bool | None],
        effort: Effort,
    ) -> _Proof | None:
        """A proof with none of these premises in vain; None if all of them together are none.

        Args:
            premises: The premises.
            order: Those of them that may be left out, in the order in which that is tried.
            hold: Whether premises are a proof; None if that is not found out.
            effort: What may be spent on it.
        """
        if not hold(premises):
            return None
        kept, minimal = premises, True
        for premise in order:
            if effort.is_spent:
                return _Proof(kept, minimal=False)
            fewer = kept - {premise}
            answer = hold(fewer)
            if answer is None:
                minimal = False
            elif answer:
                kept = fewer
        return _Proof(kept, minimal)

    def _force(self, move: int, effort: Effort, premises: frozenset[Premise]) -> bool | None:
        """Whether premises leave no other way than a step; see `BoardProver.forces`."""
        clues = [key for kind, key in premises if kind == "clue"]
        known = self._values_of(_moves_in(premises))
        return self._prover.forces(clues, known, self._marks[move].values, effort)

    def _deny(self, move: int, effort: Effort, premises: frozenset[Premise]) -> bool | None:
        """Whether premises rule a step out; see `BoardProver.denies`."""
        clues = [key for kind, key in premises if kind == "clue"]
        known = self._values_of(_moves_in(premises))
        return self._prover.denies(clues, known, self._marks[move].values, effort)

    def _values_of(self, moves: Iterable[int]) -> Values:
        """The columns and the values of some marks."""
        return [pair for move in moves for pair in self._marks[move].values]

    def _step(
        self,
        move: int,
        proof: _Proof,
        last: Consequence | None = None,
        *,
        is_plain: bool = False,
    ) -> BoardStep:
        """A step with its proof, of which the last row may be known."""
        clues = sorted((key for kind, key in proof.premises if kind == "clue"), key=str)
        marks = tuple(sorted(_moves_in(proof.premises)))
        step = BoardStep(move, tuple(clues), marks, proof.minimal)
        if last is None or last.row < 0:
            return step
        group = int(self._linear.rows.groups[last.row])
        if group < 0:
            return step
        return replace(
            step,
            group=self._linear.groups[group],
            key=self._key_of(last.row),
            by_contradiction=last.by_contradiction,
            is_plain=is_plain,
        )

    def _key_of(self, row: int) -> Hashable:
        number = int(self._linear.row_numbers[row]) if row >= 0 else -1
        return self._linear.names.row_key(number) if number >= 0 else None


def _moves_in(premises: Iterable[Premise]) -> list[int]:
    """The numbers of the marks among some premises."""
    return [key for kind, key in premises if kind == "mark" and isinstance(key, int)]
