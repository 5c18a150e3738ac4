"""Questions of those who play: which step is sure now, and why; and what has to be taken back.

A step is sure if every solution has it. A solver finds a solution, and what is said to be sure has
to be part of it. On a board a move is looked for, and the smallest reason that proves it
(`HintFinder`). Where there is no board, or its time is over, it is proved by searches that there is
no solution without a step, and if there are few solutions, they are looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ilpuzzles import queries
from ilpuzzles.backends.interface import Clock, Enumerates, Options, interruptible
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import CheckError, InputError, in_words
from ilpuzzles.experiments.answer import About
from ilpuzzles.experiments.experiments import Experiment, experiment
from ilpuzzles.experiments.player_answers import (
    Certainty,
    HintAnswer,
    NextStep,
    ProofParts,
    RepairAnswer,
    State,
)
from ilpuzzles.hints.hint_finder import HintFinder, Reason, ReasonKind
from ilpuzzles.hints.hint_words import PERHAPS_LESS, HintWords
from ilpuzzles.hints.solution_counter import (
    CancelledError,
    Limits,
    WorkBudget,
    bare_experiment,
    counter_of,
    has_columns_of,
)
from ilpuzzles.modelling.expressions import Expression, Variable
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.numbers import Number, NumberArray, stored
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.progress import Progress, Watch
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.puzzles.playground import Playground, Stopped
from ilpuzzles.puzzles.position import Keys
from ilpuzzles.queries.causes import Cause
from ilpuzzles.queries.query_results import Correction, Forced
from ilpuzzles.queries.reasons import FactReason, easiest_fact
from ilpuzzles.queries.restricted_search import out_of_time, require_answer
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.solvers.registry import Choice, Task, choose

LIMITS = Limits()
"""How much work a move and its reason are on a board; a limit of the question counts, too."""

_BY_CLUES = 5.0
"""How many seconds the step with the fewest clues is looked for, in a model without a board."""

_MANY = 1_000
"""How many solutions are looked at."""

_FEW = 30
"""How many solutions are looked at by a backend that searches again for each."""


def hint(
    asked: Experiment,
    watch: Watch | None = None,
    marks: Any = None,
    *,
    all_steps: bool = False,
) -> HintAnswer:
    """Finds the next step that is sure; see `Experiment.hint`."""
    search = _Search(asked, watch, marks, all_steps)

    def answer(about: About, found: _Search) -> HintAnswer:
        given = asked.formulated.given
        return HintAnswer(
            about,
            found.result,
            found.state,
            found.step,
            found.solution,
            found.count,
            can_repair=bool(asked.model.fixed or (given is not None and given.groups)),
            wrong=found.wrong,
            others=tuple(found.others) if all_steps else None,
            has_all=found.has_all,
            together=found.together,
            clash=found.clash,
        )

    return asked.run(search.run, answer, Task.ONE)


def repair(asked: Experiment, watch: Watch | None = None) -> RepairAnswer:
    """Finds the fewest parts to take back; see `Experiment.repair`."""
    given = asked.given
    if given is None:
        what = f"{asked.subject.name} does not say which of its rows hold what is given"
        advice = "state them in a group called 'given'; or ask 'explain --give-up rows'"
        raise InputError(what, advice)

    def answer(about: About, found: Correction) -> RepairAnswer:
        parts = [part.name for part in found.sets[0]] if found.sets else []
        back = asked.subject.taken_back(parts) if parts else None
        if not parts:
            return RepairAnswer(about, found.result, found)
        if back is None:
            keys = [key for part in found.sets[0] for key in part.keys]
            return RepairAnswer(about, found.result, found, marked=keys)
        after, marked = back
        judged = after.judges and not asked.weakened
        if judged:
            _require_solved(asked, found)
        return RepairAnswer(about, found.result, found, after, marked, judged)

    return asked.run(queries.take_back, answer, Task.OTHER, given=given, watch=watch)


def _require_solved(asked: Experiment, found: Correction) -> None:
    """Raises a `CheckError` unless the rules accept the solution of what is left in every way."""
    is_remade = asked.given is not None and asked.given.remake is not None
    for parts, values in zip(found.sets, found.solutions, strict=True):
        names = [part.name for part in parts]
        back = asked.subject.taken_back(names) if names else None
        if back is None:
            continue
        after, _ = back
        # The values are those of the model that was made again without these parts.
        decoding = asked
        if is_remade and isinstance(after, PuzzlePosition):
            decoding = experiment(after)
        wrong = after.violations(decoding.decoded(values))
        if wrong:
            what = f"after taking back {', '.join(names)}: {wrong[0]}"
            raise CheckError(what, "try another backend")


@dataclass(slots=True, eq=False)
class _Search:
    """The search for a step, from which an answer can be made at any moment, and its end."""

    asked: Experiment
    watch: Watch | None
    marks: Any = None
    all_steps: bool = False
    wrong: str = ""
    clash: str = ""
    values: IntArray | None = None
    solution: Any | None = None
    step: NextStep | None = None
    others: list[NextStep] = field(default_factory=list)
    has_all: bool = False
    together: tuple[Any, Keys] = (None, ())
    count: int | None = None
    spent: list[Result] = field(default_factory=list)
    state: State = State.UNKNOWN
    result: Result = field(init=False)

    def run(self, model: Program, *, backend: Choice, options: Options) -> _Search:
        with interruptible(lambda: self._unknown(Limit.INTERRUPTED, backend)):
            return self._run(model, backend, options)

    def _run(self, model: Program, backend: Choice, options: Options) -> _Search:
        asked = self.asked
        clock = Clock(options)
        asked.require_all("which step is sure")
        if model.switched_off and isinstance(asked.subject, PuzzlePosition):
            what = f"a hint for {asked.subject.name} without some of its rules"
            raise InputError(what, "ask about the whole puzzle")
        model = replace(model, objective=None)
        result = require_answer(queries.solve_model(model, backend, options))
        self.spent.append(result)
        if result.values is None:
            proved = result.status is Status.INFEASIBLE
            if proved:
                self.clash = self._clash_of_givens(model)
            return self._end(State.NO_SOLUTION if proved else State.UNKNOWN, result)
        self.values = result.values
        self.solution, _ = asked.judged(result.values, result.backend)
        ground = asked.subject.playground()
        # A board knows the rules of the puzzle, and nothing of what else a model says.
        whole = not (asked.weakened or asked.extended or model.fixed)
        if ground is not None and whole:
            state = self._on_board(ground, clock)
            if state is not None:
                return self._settle(state)
        subject = asked.subject
        if self.marks is not None:
            # Only a board knows them.
            what = f"nothing was found out about the marks on this board of {subject.name}"
            raise InputError(what, "allow more time, or write them into the board itself")
        if ground is not None and not has_columns_of(asked, ground):
            if whole and isinstance(subject, PuzzlePosition):
                how: dict[str, Any] = {"backend": asked.backend, "options": asked.options}
                asked = experiment(subject, formulation=ground.formulation or None, **how)
                model = asked.model
            ground = ground if has_columns_of(asked, ground) else None
        return self._by_searching(_Facts(asked, model, ground), clock)

    def _clash_of_givens(self, model: Program) -> str:
        """Which clues break a rule by themselves, in words; empty where none do."""
        asked = self.asked
        # A board knows nothing of what else a model says.
        if asked.weakened or asked.extended or model.fixed:
            return ""
        ground = asked.subject.playground()
        return "" if ground is None else ground.clash_of_givens()

    def _on_board(self, ground: Playground, clock: Clock) -> State | None:
        """How it stands with a board, whose next move is kept; None where time was over first."""
        asked = self.asked
        moves = self._moves_on(ground)
        if isinstance(asked.subject, PuzzlePosition):
            options = {"backend": asked.backend, "options": replace(asked.options, hint={})}
            asked = bare_experiment(asked.subject, ground, **options)
        try:
            finder = HintFinder(counter_of(asked, ground), LIMITS)
        except InputError:
            # There are too many moves for a board.
            return None
        if finder.counter.is_complete(moves):
            return State.COMPLETE
        try:
            if self.marks is not None and self._is_wrong(finder, moves, clock):
                return State.NO_SOLUTION
            step, is_complete = finder.hint(moves, self._budget(LIMITS.hint, clock))
        except CancelledError:
            return None
        if step is None:
            return State.NOTHING_SURE if is_complete else None
        move, reason = step
        self._require_in_solution(ground, move, moves)
        self.step = _step_of(finder, move, reason, moves)
        if self.all_steps:
            with suppress(CancelledError):
                self._find_others(finder, move, moves, clock)
        if not reason.minimal and not clock.over:
            # What nobody waits for any more leaves the reason as it is.
            with suppress(CancelledError):
                reason = finder.minimise(move, reason, self._budget(LIMITS.reason, clock))
                self.step = _step_of(finder, move, reason, moves)
        return State.SURE

    def _find_others(
        self, finder: HintFinder, first: int, moves: Sequence[int], clock: Clock
    ) -> None:
        """Keeps all steps that are as easy as the first one."""
        ground = finder.counter.ground
        steps, self.has_all = finder.easiest_steps(moves, self._budget(LIMITS.hint, clock))
        others = [(move, reason) for move, reason in steps if move != first]
        for move, _ in others:
            self._require_in_solution(ground, move, moves)
        self.others = [_step_of(finder, move, reason, moves) for move, reason in others]
        laid = [first, *(move for move, _ in others)]
        marked = [key for move in laid for key in ground.marks(move)]
        self.together = ground.solution([*moves, *laid]), marked

    def _require_in_solution(self, ground: Playground, move: int, moves: Sequence[int]) -> None:
        """Raises a `CheckError` if the solution that is known has all marks, but not a move."""
        if self._is_against_solution(ground, move, moves):
            what = f"it is forced to {ground.describe(move)}"
            what = f"{what}, and {self.spent[-1].backend} found a solution without it"
            raise CheckError(what, "please report this")

    def _is_against_solution(self, ground: Playground, move: int, moves: Sequence[int]) -> bool:
        """Whether the solution that is known has all marks, but not the move that is forced."""
        moves_of_solution = ground.moves_of(self.solution)
        if moves_of_solution is not None:
            return {*moves} <= {*moves_of_solution} and move not in moves_of_solution
        if self.values is None or not has_columns_of(self.asked, ground):
            return False

        def has(other: int) -> bool:
            """Whether the solution has a move."""
            values = self.values
            return values is not None and all(
                values[column] == value for column, value in ground.values(other).items()
            )

        return all(map(has, moves)) and not has(move)

    def _moves_on(self, ground: Playground) -> Sequence[int]:
        """The moves that lie on the board: what is given, and what is drawn by now."""
        if self.marks is None:
            return ground.given
        subject = self.asked.subject
        if not isinstance(subject, PuzzlePosition):
            raise InputError(f"{subject.name} takes no marks", "leave them out")
        return [*ground.given, *subject.moves_drawn(ground, self.marks)]

    def _is_wrong(self, finder: HintFinder, moves: Sequence[int], clock: Clock) -> bool:
        """Whether no solution has the marks; then which of them cannot stay is kept in words."""
        ground = finder.counter.ground
        if finder.counter.solvable(moves, self._budget(LIMITS.solvable, clock)) is not False:
            return False
        conflict = finder.conflict(moves, self._budget(LIMITS.conflict, clock))
        proof = ground.why_not(conflict.moves, self._stopped(clock))
        is_one = len(conflict.moves) == 1
        why = f"no solution has {'it' if is_one else 'them all'}"
        if proof is not None:
            why = proof.refutations[0]
        marked = [key for move in conflict.moves for key in ground.marks(move)]
        self.together = ground.solution(moves), marked
        names = in_words(ground.name_moves(conflict.moves))
        self.wrong = f"{names} cannot {'stay' if is_one else 'all stay'}: {why}"
        return True

    @staticmethod
    def _stopped(clock: Clock) -> Stopped:
        """Whether the time that was given is over, or the question is not asked any more."""
        return lambda: clock.over or clock.everything.stopped()

    def _budget(self, work: float, clock: Clock) -> WorkBudget:
        """So much work for a part of the answer, within the time that was given for all of it."""
        watch = self.watch
        stopped = clock.everything.stopped

        def on_progress(solutions: int) -> None:
            if watch is not None:
                watch(Progress(solutions))

        return WorkBudget(
            work=work,
            seconds=clock.seconds_left(),
            is_wanted=lambda: not stopped(),
            on_progress=on_progress,
        )

    def _by_searching(self, facts: _Facts, clock: Clock) -> _Search:
        asked = self.asked
        model = facts.model
        options = clock.options()
        choice = choose(asked.backend, model, Task.ALL, clock.everything)
        if options is None:
            return self._unknown(Limit.TIME, choice)
        forced = queries.find_forced(
            model, choice, facts=facts.of, options=options, watch=self.watch
        )
        self.spent.append(forced.result)
        if not forced.complete:
            return self._unknown(forced.result.limit, choice)
        self.step = self._by_clues(facts, choice, clock, forced) or facts.step(forced)
        if self.step is not None and self.step.proof is not None:
            return self._settle(State.SURE)
        if self.step is None:
            # Where nobody knows what steps are, all that is left to say may be known already.
            unique = len(forced.values) == forced.facts
            return self._settle(State.COMPLETE if unique else State.NOTHING_SURE)
        return self._count_solutions(facts, choice, clock, forced)

    def _by_clues(
        self, facts: _Facts, choice: Choice, clock: Clock, forced: Forced
    ) -> NextStep | None:
        """The step that the fewest of the clues prove, where it is known which rows are clues."""
        given = self.asked.given
        open_facts = facts.open_facts(forced)
        # Where a model is made again with fewer clues, its rows alone do not show which are needed.
        if given is not None and given.remake is not None:
            return None
        options = clock.having(time_limit=_BY_CLUES).options()
        if given is None or not given.groups or not open_facts or options is None:
            return None
        reason = easiest_fact(
            facts.model, open_facts, given, choice, options=options, watch=self.watch
        )
        return None if reason is None else facts.step_by(reason, forced, given)

    def _count_solutions(
        self, facts: _Facts, choice: Choice, clock: Clock, forced: Forced
    ) -> _Search:
        """The same step, with the number of solutions as a reason if there are few."""
        options = clock.options()
        limit = _MANY if isinstance(choice.backend, Enumerates) else _FEW
        if options is None or self.step is None:
            return self._settle(State.SURE)
        listed = list_solutions(facts.model, limit=limit, backend=choice, options=options)
        self.spent.append(listed.result)
        facts.require_shared(forced, listed.solutions)
        if not listed.complete:
            return self._settle(State.SURE)
        number = len(listed)
        why = f"it is part of {'the only solution' if number == 1 else f'all {number:,} solutions'}"
        self.step, self.count = replace(self.step, certainty=Certainty.SOLUTIONS, why=why), number
        return self._settle(State.SURE)

    def _settle(self, state: State) -> _Search:
        return self._end(state, self._result(Status.OPTIMAL, Limit.NONE))

    def _unknown(self, limit: Limit, choice: Choice) -> _Search:
        if not self.spent:
            return self._end(State.UNKNOWN, replace(out_of_time(choice.backend, None), limit=limit))
        status = Status.UNKNOWN if self.values is None else Status.FEASIBLE
        # A step that is proved stays proved, whatever ended the search for a better reason.
        state = State.UNKNOWN if self.step is None else State.SURE
        return self._end(state, self._result(status, limit))

    def _end(self, state: State, result: Result) -> _Search:
        self.state, self.result = state, result
        return self

    def _result(self, status: Status, limit: Limit) -> Result:
        return replace(
            self.spent[-1],
            status=status,
            limit=limit,
            values=self.values,
            complete=limit is Limit.NONE,
            checked=self.values is not None,
        )


_CERTAINTY_OF = {
    ReasonKind.AT_ONCE: Certainty.LOGIC,
    ReasonKind.HOLE: Certainty.HOLE,
    ReasonKind.SEARCH: Certainty.SEARCH,
    ReasonKind.SOLUTIONS: Certainty.SOLUTIONS,
}


def _step_of(finder: HintFinder, move: int, reason: Reason, moves: Sequence[int]) -> NextStep:
    ground = finder.counter.ground
    certainty = _CERTAINTY_OF[reason.kind]
    if reason.kind is ReasonKind.AT_ONCE and len(reason.items) == 1:
        spot, piece = finder.items_of(reason.items[0])
        certainty = Certainty.CELL if spot is not None else certainty
        certainty = Certainty.PIECE if piece is not None else certainty
    data = ground.data
    return NextStep(
        what=ground.describe(move),
        plain=ground.to_json(move),
        shown=ground.with_move(moves, move),
        marked=[*ground.marks(move), *ground.keys(reason.spots)],
        certainty=certainty,
        why=HintWords(finder).why(reason),
        move=move,
        proof=ProofParts(
            pieces=tuple(ground.name_moves(reason.moves)),
            spots=tuple(data.spots[spot].name for spot in reason.spots),
            to_lay=tuple(data.pieces[piece].called for piece in reason.pieces),
            rules=reason.rules,
            clues=reason.clues,
            minimal=reason.minimal,
        ),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Facts:
    """What solutions of a model may have in common: moves of a board, or else its facts."""

    asked: Experiment
    model: Program
    ground: Playground | None = None

    @property
    def of(self) -> Callable[[IntArray], Mapping[Hashable, Expression]] | None:
        """What a solution shows; see `find_forced`."""
        return self.asked.formulated.facts if self.ground is None else self._moves

    def _moves(self, values: IntArray) -> Mapping[Hashable, Expression]:
        """Every column of every move that makes the solution."""
        ground = self.ground
        model = self.asked.formulated.model
        if ground is None:
            return {}
        return {
            (move, column): Variable(model, column).expression()
            for move in ground.moves_of_values(values)
            for column in ground.values(move)
        }

    def step(self, forced: Forced) -> NextStep | None:
        """The first step that is part of every solution, and is not given."""
        ground = self.ground
        if ground is None:
            return self._fact(forced)
        values: Mapping[Any, int] = forced.values
        for move in dict.fromkeys(move for move, _ in values):
            is_whole = all((move, column) in values for column in ground.values(move))
            if is_whole and move not in ground.given:
                return NextStep(
                    what=ground.describe(move),
                    plain=ground.to_json(move),
                    shown=ground.with_move(ground.given, move),
                    marked=ground.marks(move),
                    move=move,
                )
        return None

    def _fact(self, forced: Forced) -> NextStep | None:
        """The same of facts: one that says that something is there, before that it is not."""
        numbers = self._numbers(forced)
        given = self._facts_given(forced)
        new_facts = [name for name in numbers if name in forced.values and name not in given]
        if not new_facts:
            return None
        fact = min(new_facts, key=lambda name: forced.values[name] == 0)
        columns, _, _ = numbers[fact]
        text = str(fact)
        if len(columns) == 1:
            # A variable has a name of its own; equal ones are told apart among all of them.
            names = self.model.by_name(range(self.model.variables))
            text = next(name for name, column in names.items() if column == columns[0])
        return self._step_that(fact, text, forced, marked=[fact])

    def _facts_given(self, forced: Forced) -> dict[Any, int]:
        """The values of all facts that are given."""
        given = _columns_given(self.model)
        return {
            name: forced.values[name]
            for name, (columns, _, _) in self._numbers(forced).items()
            if name in forced.values and given.issuperset(columns)
        }

    def _step_that(self, fact: Any, text: str, forced: Forced, **more: Any) -> NextStep:
        """The step that adds one fact to what is given."""
        value = forced.values[fact]
        with_fact = replace(forced, values={**self._facts_given(forced), fact: value})
        return NextStep(
            what=f"{text} is {value}",
            plain={"fact": text, "value": value},
            shown=self.asked.part(with_fact),
            **more,
        )

    def open_facts(self, forced: Forced) -> dict[Hashable, list[tuple[int, int]]]:
        """What is sure and not given, each a column that is 0 or 1: ones come first."""
        if self.ground is not None:
            return {}
        whole = self.model.whole() & (self.model.lower >= 0) & (self.model.upper <= 1)
        given = _columns_given(self.model)
        open_facts: dict[Hashable, list[tuple[int, int]]] = {}
        for name, (columns, coefficients, constant) in self._numbers(forced).items():
            is_variable = len(columns) == 1 and coefficients[0] == 1 and constant == 0
            if name not in forced.values or not is_variable:
                continue
            (column,) = columns
            if whole[column] and column not in given:
                open_facts[name] = [(column, forced.values[name])]
        return dict(sorted(open_facts.items(), key=lambda fact: fact[1][0][1] == 0))

    def step_by(self, reason: FactReason, forced: Forced, given: Given) -> NextStep:
        """A step with the clues that prove it, which are marked."""
        ((column, _),) = self.open_facts(forced)[reason.fact]
        (text,) = self.model.by_name([column])
        parts = [given.called(part.name) for part in reason.parts]
        where = [self._where(part, given) for part in reason.parts]
        clues = f"the clue{'s' * (len(parts) > 1)} {in_words(where)}"
        why = f"it follows from {clues if parts else 'the rules alone'}"
        if not reason.minimal:
            why += PERHAPS_LESS
        marks = [key for part in reason.parts for key in part.keys]
        return self._step_that(
            reason.fact,
            text,
            forced,
            marked=[reason.fact, *marks],
            certainty=Certainty.LOGIC if len(parts) < 2 else Certainty.SEARCH,
            why=why,
            proof=ProofParts(spots=tuple(parts), minimal=reason.minimal),
        )

    def _where(self, part: Cause, given: Given) -> str:
        """Where a clue is, or its name where it has no place on a board."""
        place = self.asked.subject.place_of(part.keys[0]) if part.keys else None
        return given.called(part.name) if place is None else place.where

    def _numbers(self, forced: Forced) -> Mapping[Any, tuple[list[int], NumberArray, Number]]:
        """The columns, coefficients and constant that facts are about, by the names of these."""
        if forced.solution is None:
            return {}
        if self.of is None:
            deciding = np.nonzero(self.model.deciding)[0].tolist()
            coefficient = np.ones(1, dtype=np.int64)
            return {
                name: ([column], coefficient, 0)
                for name, column in self.model.by_name(deciding).items()
            }
        numbers = {}
        for name, number in self.of(forced.solution).items():
            form = number.expression().exact_form()
            numbers[name] = (list(form.columns), stored(form.coefficients), form.constant)
        return numbers

    def require_shared(self, forced: Forced, solutions: Sequence[IntArray]) -> None:
        """Raises a `CheckError` unless all solutions that were listed have what is forced."""
        facts = self._numbers(forced)
        for name, value in forced.values.items():
            columns, coefficients, constant = facts[name]
            for values in solutions:
                if int(values[columns] @ coefficients) + constant != value:
                    what = f"{name} was proved to be {value}, and a solution has another value"
                    raise CheckError(what, "please report this")


def _columns_given(model: Program) -> set[int]:
    """The columns that have one value by their bounds, or by a row of their own."""
    rows = model.rows
    alone = (np.diff(rows.starts) == 1) & (rows.lower == rows.upper)
    fixed = np.nonzero(model.lower == model.upper)[0].tolist()
    return {*fixed, *rows.columns[rows.starts[:-1][alone]].tolist(), *model.fixed}
