"""The easiest step on a board that is drawn on, and a proof of it that holds by itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from typing import TypeAlias

from ilpuzzles.genres.layers_svg import SIZE
from ilpuzzles.genres.pencil_marks import PencilMark
from ilpuzzles.genres.steps.board_proofs import (
    BoardClues,
    BoardProver,
    Effort,
    ProofAnswer,
    Values,
)
from ilpuzzles.genres.steps.locked_sets import (
    LockedSet,
    SetReasoning,
    number_of_sets,
    sets_used,
    size_of_sets,
    without_sets,
)
from ilpuzzles.genres.steps.plain_steps import (
    Consequence,
    PlainRows,
    Premise,
    Reasoning,
    easiest_consequence,
    ruled_out,
)
from ilpuzzles.modelling.global_constraint import Language
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.rows import Group
from ilpuzzles.puzzles.formulation import Formulated

_PLAIN_ROUNDS = 2
"""How many rows, one after the other, prove a plain step."""

_TRIED_ROUNDS = 3
"""How many rows, one after the other, prove a step that is proved by trying."""

_SET_ROUNDS = 8
"""So many times locked sets are looked for, each time beside what they proved before."""

_MOST_TRIED = 400
"""So many variables are tried, the nearest first."""

_MOST_ENTRIES = 2_000_000
"""Fewer variables are tried where these times the entries of the rows are more than this."""

_MOST_STATED = 8
"""So many steps that rows state by themselves are tried."""

_SIZES_STATED = (1, 2)
"""So many of the nearest clues are tried as the reason for such a step."""

_MOST_PROVED = 6
"""Of so many steps a proof is looked for, the easiest first."""

_MOST_IMPLIED = 3
"""Of so many marks it is looked at whether they follow from the others of a proof."""

_SIZES = (1, 2, 3, 5, 8, 13, 21, 34, 55, 10_000)
"""So many of the nearest clues and marks are tried as the reason for a step."""

_MOST_NEAR = 3
"""Of so many steps a reason is looked for, the nearest first."""


_Candidate: TypeAlias = tuple[int, Consequence, bool]
"""A move, what it follows from, and whether that is a row or two."""


@dataclass(frozen=True, slots=True)
class _Proof:
    """Premises that force a step, or rule it out, and whether none can be left out for sure."""

    premises: frozenset[Premise]
    minimal: bool


@dataclass(frozen=True, slots=True)
class SeenSet:
    """A locked set that a step rests on; see `LockedSet`.

    Attributes:
        groups: The groups of the rows: of the bases, and of the covers.
        bases: The keys of the rows that need ones.
        covers: The keys of the rows that have room for these, and for no others.
        places: The marks that can be made in the bases.
        gone: The marks that cannot be made any more, as far as the step rests on that.
    """

    groups: tuple[str, str]
    bases: tuple[Hashable, ...]
    covers: tuple[Hashable, ...]
    places: tuple[int, ...]
    gone: tuple[int, ...]


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
        is_plain: Whether that row, a row or two before it, and `sets` are all that has to be seen.
        sets: The locked sets that have to be seen first, in this order.
        rules: The rules that it takes, where no single row ends the proof; see `with_rules`.
    """

    move: int
    clues: tuple[Hashable, ...]
    marks: tuple[int, ...]
    minimal: bool
    group: Group | None = None
    key: Hashable = None
    by_contradiction: bool = False
    is_plain: bool = False
    sets: tuple[SeenSet, ...] = ()
    rules: tuple[Group, ...] = ()


class BoardSteps:
    """Finds steps on a board.

    Args:
        formulated: The model of the board.
        marks: What can be done.
        board_clues: The clues that steps may rest on.
        centres: Where each mark is, in pixels.
        is_obvious: Whether a mark says only what everybody sees, given what it rests on.
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
        self._marks = marks
        self._centres = centres
        self._is_obvious = is_obvious
        self._can_tell = can_tell
        program = formulated.model.program()
        self._linear = linearised(program.stated_in(Language.LINEAR))
        self._plain = PlainRows.of(self._linear, board_clues.groups, board_clues.keys)
        whole = PlainRows.of(program, board_clues.groups, board_clues.keys)
        clue_rows = [whole.clue_of.get(row) for row in range(len(program.rows))]
        self._prover = BoardProver(formulated, board_clues, clue_rows)
        self._all_clues = board_clues.keys
        self._clue_groups = board_clues.groups
        self._are_units = board_clues.are_units
        self._moves_of: dict[tuple[int, int], list[int]] = {}
        for move, mark in enumerate(marks):
            for pair in mark.values:
                self._moves_of.setdefault(pair, []).append(move)

    def easiest(self, moves: Sequence[int], effort: Effort | None = None) -> BoardStep | None:
        """The easiest step beside some marks that rows prove; None if none was found."""
        effort = effort or Effort()
        stated = next(self._stated_steps(moves, effort, _MOST_STATED), None)
        if stated is not None:
            return stated
        reasoning = Reasoning.of(self._plain, self._known(moves))
        offered = set[int]()
        candidates = chain(
            self._plain_candidates(reasoning, moves, offered),
            self._set_candidates(reasoning, moves, offered),
            self._tried_candidates(reasoning, moves, offered, effort),
        )
        longer: tuple[int, BoardStep] | None = None
        for move, consequence, is_plain in islice(candidates, _MOST_PROVED):
            size = size_of_sets(consequence.premises)
            if longer is not None and not 0 < size <= longer[0]:
                break
            step = self._proved(move, consequence, effort, is_plain=is_plain)
            if step is not None and (step.minimal or not step.sets):
                return step
            if step is not None and longer is None:
                # Another step with sets as small as these may need all of its premises.
                longer = size, step
            if effort.is_spent:
                break
        return None if longer is None else longer[1]

    def as_easy(
        self,
        moves: Sequence[int],
        first: BoardStep,
        is_named: Callable[[BoardStep], bool],
        effort: Effort,
    ) -> tuple[list[BoardStep], bool]:
        """The further steps that are as easy as a plain one, and whether all were looked for.

        Beside one that takes more than a row or two, none is looked for.

        As many rows prove them as the first one, one after the other. They rest on no more clues
        and marks; or all of them have a name, such as the singles of a Sudoku.

        Args:
            moves: The marks that are there.
            first: The easiest step.
            is_named: Whether a step has a name by which a person sees it at once.
            effort: What may be spent on them.
        """
        most = len(first.clues) + len(first.marks)
        stated = {column for column, _, _ in self._plain.stated_values()}
        if self._marks[first.move].column in stated:
            others = list(self._stated_steps(moves, effort, len(self._marks)))
            easy = [step for step in others if step.move != first.move and len(step.clues) <= most]
            return easy, not effort.is_spent
        if not first.is_plain or first.sets:
            return [], False
        is_first_named = is_named(first)
        first_values = {*self._marks[first.move].values}
        reasoning = Reasoning.of(self._plain, self._known(moves))
        offered = {first.move}
        steps: list[BoardStep] = []
        for consequences in reasoning.rounds(_PLAIN_ROUNDS):
            for move, consequence in self._in_order(consequences, reasoning, moves, offered):
                is_small = len(consequence.premises) <= most
                if effort.is_spent or not (is_small or is_first_named):
                    break
                step = self._proved(move, consequence, effort, is_plain=True)
                if step is None or not step.is_plain:
                    continue
                size = len(step.clues) + len(step.marks)
                if size <= most or (is_first_named and is_named(step)):
                    steps.append(step)
            if any((each.column, each.value) in first_values for each in consequences):
                break
        return steps, not effort.is_spent

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
                # What is proved is that the mark cannot be there, which no row of it says.
                return self._bare_step(last, proof)
            if size >= len(nearest) or effort.is_spent:
                break
        return None

    def with_rules(self, step: BoardStep, effort: Effort) -> BoardStep:
        """The same step with the rules that it takes, if no row is known that ends its proof."""
        if step.group is not None:
            return step
        known = self._values_of(step.marks)
        values = self._marks[step.move].values
        rules = self._prover.needed_rules(step.clues, known, values, effort)
        return replace(step, rules=tuple(rules))

    # Candidates

    def _stated_steps(
        self, moves: Sequence[int], effort: Effort, tries: int
    ) -> Iterator[BoardStep]:
        """Steps that a row with one variable says: a clue with one way, or what near clues leave.

        Of the latter, the row is one of a rule: the model has no other variables there because of
        clues that no row tells. The nearest ones are tried, one alone, and then two.
        """
        stated = self._stated_moves(moves)
        by_clue = [(move, row) for move, row in stated.items() if self._plain.premise(row)]
        for move, row in by_clue:
            if effort.is_spent:
                return
            mark = self._marks[move]
            premises = self._plain.premise(row)
            step = Consequence(mark.column, mark.value, row, premises, 1)
            proved = self._proved(move, step, effort, is_plain=True)
            if proved is not None:
                yield proved
        if self._are_units:
            return
        others = [move for move, row in stated.items() if not self._plain.premise(row)]
        done = set[int]()
        for size in _SIZES_STATED:
            for move in [one for one in others if one not in done][:tries]:
                if effort.is_spent:
                    return
                nearest = self._nearest_premises(move, ())[:size]
                proof = self._smallest_proof(
                    frozenset(nearest), nearest, partial(self._force, move, effort), effort
                )
                if proof is not None:
                    done.add(move)
                    yield self._step(move, proof)

    def _stated_moves(self, moves: Sequence[int]) -> dict[int, int]:
        """The marks that rows with one variable say, with these rows: the nearest to a clue first.

        What everybody sees is not among them.
        """
        known = {column: value for column, (value, _) in self._known(moves).items()}
        values = {column: value for column, value, _ in self._plain.stated_values()}
        row_of: dict[int, int] = {}
        for column, value, row in self._plain.stated_values():
            for move in self._moves_of.get((column, value), ()):
                mark = self._marks[move]
                is_stated = all(
                    known.get(other, values.get(other)) == needed for other, needed in mark.values
                )
                is_new = mark.column == column and column not in known
                if is_stated and is_new and not self._is_obvious(move, self._plain.premise(row)):
                    row_of[move] = row
        clues: list[Premise] = [("clue", key) for key in self._all_clues]

        def ease(move: int) -> tuple[bool, float, float, int]:
            nearest = min((self._premise_away(clue, move) for clue in clues), default=0.0)
            return not self._marks[move].value, nearest, self._away(move, moves), move

        return {move: row_of[move] for move in sorted(row_of, key=ease)}

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

    def _set_candidates(
        self, reasoning: Reasoning, moves: Sequence[int], offered: set[int]
    ) -> Iterator[_Candidate]:
        """Steps that locked sets prove, and a row after them: the easiest sets first."""
        for consequences in self._set_rounds(self._plain, reasoning):
            for move, consequence in self._in_order(consequences, reasoning, moves, offered):
                yield move, consequence, True

    def _set_rounds(self, plain: PlainRows, reasoning: Reasoning) -> Iterator[list[Consequence]]:
        """The consequences of locked sets for which there are words, round by round."""
        sets = SetReasoning(plain, reasoning, lambda locked: self._can_tell(self._seen_set(locked)))
        return sets.rounds(_SET_ROUNDS)

    def _tried_candidates(
        self, reasoning: Reasoning, moves: Sequence[int], offered: set[int], effort: Effort
    ) -> Iterator[_Candidate]:
        """Steps of which the opposite is ruled out by trying, and what follows from these.

        What is ruled out is known to the reasoning after that, so plain steps have to come first.
        """
        ruled_out_at_depth: dict[int, list[Consequence]] = {}
        for consequence in self._tried(reasoning, moves, effort):
            ruled_out_at_depth.setdefault(consequence.depth, []).append(consequence)
        batches = [ruled_out_at_depth[depth] for depth in sorted(ruled_out_at_depth)]
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
        # Of a mark with several values, such as a bridge that is no double one, the opposite of
        # another value is not that the mark is not there.
        is_of_mark = consequence.column == self._marks[move].column
        by_contradiction = consequence.by_contradiction and is_of_mark
        return replace(consequence, premises=premises, by_contradiction=by_contradiction)

    def _is_step(self, move: int, consequence: Consequence, reasoning: Reasoning) -> bool:
        """Whether a mark says something new that is more than a clue in its own place."""
        if reasoning.is_known(consequence.column):
            return False
        return not self._is_obvious(move, without_sets(consequence.premises))

    def _effort(
        self, move: int, consequence: Consequence, moves: Sequence[int]
    ) -> tuple[int, int, bool, float, bool]:
        """The effort of a step: how many sets and premises, whether it says something, how near.

        Of a box and a line that prove the same, the box is seen first.
        """
        says_nothing = not self._marks[move].value
        key = self._key_of(consequence.row)
        is_line = not (isinstance(key, tuple) and key[0] in {"box", "region"})
        premises = consequence.premises
        sets = number_of_sets(consequence.premises)
        away = self._away(move, moves)
        return sets, len(without_sets(premises)), says_nothing, away, is_line

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
        premises = without_sets(consequence.premises)
        proof = self._smallest_proof(
            premises,
            sorted(premises, key=str),
            partial(self._force, move, effort),
            effort,
        )
        if proof is None:
            return None
        if proof.premises == premises:
            return self._step_by_row(move, proof, consequence, is_plain=is_plain)
        # The row that proved it may need what was left out.
        by_rows = self._proof_by_rows(consequence, proof.premises)
        size = size_of_sets(consequence.premises)
        if size and (by_rows is None or size_of_sets(by_rows.premises) > size):
            # Its sets are easier to see with more than is needed.
            more = _Proof(premises, minimal=False)
            return self._step_by_row(move, more, consequence, is_plain=True)
        if by_rows is None and self._are_implied(premises - proof.premises, proof, effort):
            # Whoever looks at the board sees the marks, so that the row is what shows it.
            return self._step_by_row(move, proof, consequence, is_plain=is_plain)
        if by_rows is None:
            return self._step(move, proof)
        return self._step_by_row(move, proof, by_rows, is_plain=True)

    def _are_implied(self, left_out: frozenset[Premise], proof: _Proof, effort: Effort) -> bool:
        """Whether premises that a proof does without are marks that follow from the others."""
        if any(kind != "mark" for kind, _ in left_out) or len(left_out) > _MOST_IMPLIED:
            return False
        marks = sorted(_moves_in(left_out))
        answers = [self._force(mark, effort, proof.premises) for mark in marks]
        return all(answer is ProofAnswer.YES for answer in answers)

    def _proof_by_rows(
        self, consequence: Consequence, premises: frozenset[Premise]
    ) -> Consequence | None:
        """The same value, as rows prove it with these premises alone; None if none does.

        Locked sets are looked for only if there were some before.
        """
        clues = {key for kind, key in premises if kind == "clue"}
        plain = self._plain.only(clues)
        reasoning = Reasoning.of(plain, self._known(_moves_in(premises)))
        wanted = (consequence.column, consequence.value)
        has_sets = number_of_sets(consequence.premises) > 0
        for consequences in reasoning.rounds(_PLAIN_ROUNDS):
            for other in consequences:
                if (other.column, other.value) == wanted:
                    return other
            if has_sets and any(
                other.value and self._moves_that_set([other.column]) for other in consequences
            ):
                # Sets are to be seen before any other step is made.
                return None
        if not has_sets:
            return None
        for consequences in self._set_rounds(plain, reasoning):
            for other in consequences:
                if (other.column, other.value) == wanted:
                    return other
        return None

    @staticmethod
    def _smallest_proof(
        premises: frozenset[Premise],
        order: Iterable[Premise],
        hold: Callable[[frozenset[Premise]], ProofAnswer],
        effort: Effort,
    ) -> _Proof | None:
        """A proof with none of these premises in vain; None if all of them together are none.

        Args:
            premises: The premises.
            order: Those of them that may be left out, in the order in which that is tried.
            hold: Whether premises are a proof.
            effort: What may be spent on it.
        """
        if hold(premises) is not ProofAnswer.YES:
            return None
        kept = premises
        minimal = True
        for premise in order:
            if effort.is_spent:
                return _Proof(kept, minimal=False)
            fewer = kept - {premise}
            answer = hold(fewer)
            if answer is ProofAnswer.YES:
                kept = fewer
            elif answer is ProofAnswer.OPEN:
                minimal = False
        return _Proof(kept, minimal)

    def _force(self, move: int, effort: Effort, premises: frozenset[Premise]) -> ProofAnswer:
        """Whether premises leave no other way than a step; see `BoardProver.forces`."""
        clues = sorted((key for kind, key in premises if kind == "clue"), key=str)
        known = self._values_of(_moves_in(premises))
        return self._prover.forces(clues, known, self._marks[move].values, effort)

    def _deny(self, move: int, effort: Effort, premises: frozenset[Premise]) -> ProofAnswer:
        """Whether premises rule a step out; see `BoardProver.denies`."""
        clues = sorted((key for kind, key in premises if kind == "clue"), key=str)
        known = self._values_of(_moves_in(premises))
        return self._prover.denies(clues, known, self._marks[move].values, effort)

    def _values_of(self, moves: Iterable[int]) -> Values:
        """The columns and the values of some marks."""
        return [pair for move in moves for pair in self._marks[move].values]

    def _step(self, move: int, proof: _Proof) -> BoardStep:
        """A step with its proof; if a row of the weaker board ends it, with that row."""
        return self._with_last_row(self._bare_step(move, proof))

    @staticmethod
    def _bare_step(move: int, proof: _Proof) -> BoardStep:
        """A step with its premises alone."""
        clues = sorted((key for kind, key in proof.premises if kind == "clue"), key=str)
        marks = _moves_in(proof.premises)
        return BoardStep(move, tuple(clues), tuple(marks), proof.minimal)

    def _step_by_row(
        self, move: int, proof: _Proof, last: Consequence, *, is_plain: bool
    ) -> BoardStep:
        """A step with its proof and the row that ends it, or the locked sets alone.

        Args:
            move: The mark.
            proof: Its premises.
            last: The consequence that makes the step, with its row.
            is_plain: Whether this row, and what comes before it, are all that has to be seen.
        """
        step = self._bare_step(move, proof)
        if is_plain:
            step = replace(step, sets=self._seen_sets(last))
        group = self._group_of(last.row)
        if group is None:
            # Where a locked set makes the step, there is no row after it.
            ends_with_set = last.row < 0
            return replace(step, is_plain=is_plain and ends_with_set)
        return replace(
            step,
            group=group,
            key=self._key_of(last.row),
            by_contradiction=last.by_contradiction,
            is_plain=is_plain,
        )

    def _with_last_row(self, step: BoardStep) -> BoardStep:
        """The same step with the last row of a proof, where rows of the weaker board have one.

        Such a board has rows that the whole one has not, such as those for cells that are reached
        only from clues of which more is known.
        """
        weaker = self._prover.weaker(step.clues)
        if weaker is None:
            return step
        mark = self._marks[step.move]
        linear = linearised(weaker.program.stated_in(Language.LINEAR))
        plain = PlainRows.of(linear, self._clue_groups, self._all_clues)
        known = {
            weaker.columns[column]: value
            for column, value in self._known(step.marks).items()
            if column in weaker.columns
        }
        last = easiest_consequence(
            plain, known, weaker.columns[mark.column], mark.value, _TRIED_ROUNDS
        )
        if last is None or linear.rows.groups[last.row] < 0:
            return step
        number = int(linear.row_numbers[last.row])
        return replace(
            step,
            group=linear.groups[int(linear.rows.groups[last.row])],
            key=linear.names.row_key(number) if number >= 0 else None,
            by_contradiction=last.by_contradiction,
            is_plain=last.depth <= _PLAIN_ROUNDS and not last.by_contradiction,
        )

    def _seen_sets(self, consequence: Consequence) -> tuple[SeenSet, ...]:
        """The locked sets that a consequence rests on."""
        used = sets_used(consequence.premises)
        return tuple(self._seen_set(locked, gone) for locked, gone in used.items())

    def _seen_set(self, locked: LockedSet, gone: Sequence[int] = ()) -> SeenSet:
        """A locked set as it is told, with those of its variables that a step needs."""
        return SeenSet(
            groups=(self._group_name(locked.bases[0]), self._group_name(locked.covers[0])),
            bases=tuple(map(self._key_of, locked.bases)),
            covers=tuple(map(self._key_of, locked.covers)),
            places=self._moves_that_set(locked.open_columns),
            gone=self._moves_that_set(gone),
        )

    def _moves_that_set(self, columns: Iterable[int]) -> tuple[int, ...]:
        """The marks that make variables 1."""
        return tuple(move for column in columns for move in self._moves_of.get((column, 1), ()))

    def _group_of(self, row: int) -> Group | None:
        """The group of a row; None if it is in none, or there is no row."""
        group = int(self._linear.rows.groups[row]) if row >= 0 else -1
        return self._linear.groups[group] if group >= 0 else None

    def _group_name(self, row: int) -> str:
        group = self._group_of(row)
        return "" if group is None else group.name

    def _key_of(self, row: int) -> Hashable:
        number = int(self._linear.row_numbers[row]) if row >= 0 else -1
        return self._linear.names.row_key(number) if number >= 0 else None


def _moves_in(premises: Iterable[Premise]) -> list[int]:
    """The numbers of the marks among some premises."""
    return sorted(key for kind, key in premises if kind == "mark" and isinstance(key, int))
