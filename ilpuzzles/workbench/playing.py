"""Questions of those who play: which step is sure now, and what has to be taken back.

A step is sure if every solution has it. Plain logic is asked first; then it is proved by searches
that there is no solution without it, and if there are few solutions, they are looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ilpuzzles import queries
from ilpuzzles.backends.interface import Enumerates, Interrupted, Options
from ilpuzzles.backends.registry import Choice, Task, choose
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import CheckError, InputError, Problem
from ilpuzzles.modelling.numbers import Number, NumberArray, stored
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.progress import Watch
from ilpuzzles.puzzles.family import Certainty, NextStep
from ilpuzzles.queries.query_results import Correction, Forced
from ilpuzzles.queries.restricted_search import Clock, require_answer
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.workbench.answer import About
from ilpuzzles.workbench.experiments import Experiment
from ilpuzzles.workbench.loading import Loaded
from ilpuzzles.workbench.played import Hinted, State, Undone

_MANY, _FEW = 1_000, 30
"""How many solutions are looked at; few by a backend that searches again for each."""


def hint(asked: Experiment, watch: Watch | None = None) -> Hinted:
    """Finds the next step that is sure; see `Experiment.hint`."""
    search = _Search(asked, watch)

    def answer(about: About, found: _Found) -> Hinted:
        given = asked.formulated.given
        return Hinted(
            about,
            found.result,
            found.state,
            found.step,
            found.solution,
            found.count,
            can_undo=bool(asked.model.fixed or (given is not None and given.groups)),
        )

    return asked.ask(search.run, answer, Task.ONE)


def undo(asked: Experiment, watch: Watch | None = None) -> Undone:
    """Finds the fewest parts to take back; see `Experiment.undo`."""
    given = asked.formulated.given
    if given is None:
        what = f"{asked.subject.name} does not say which of its rows hold what is given"
        advice = "state them in a group called 'given'; or ask 'explain --give-up rows'"
        raise InputError(Problem(what, advice))

    def answer(about: About, found: Correction) -> Undone:
        parts = [part.name for part in found.sets[0]] if found.sets else []
        back = asked.subject.taken_back(parts) if parts else None
        if not parts or back is None:
            return Undone(about, found.result, found)
        after, marked = back
        judged = after.judges and not asked.weakened
        if judged:
            _require_solved(asked, found)
        return Undone(about, found.result, found, after, marked, judged)

    return asked.ask(queries.take_back, answer, Task.OTHER, given=given, watch=watch)


def _require_solved(asked: Experiment, found: Correction) -> None:
    """Raises a `CheckError` unless the rules accept the solution of what is left in every way."""
    for parts, values in zip(found.sets, found.solutions, strict=True):
        back = asked.subject.taken_back([part.name for part in parts])
        wrong = back[0].violations(asked.decoded(values)) if back is not None else []
        if wrong:
            what = f"after taking back {', '.join(part.name for part in parts)}: {wrong[0]}"
            raise CheckError(Problem(what, "try another backend"))


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """What is known of the next step."""

    result: Result
    state: State
    step: NextStep | None = None
    solution: Any | None = None
    count: int | None = None


@dataclass(slots=True, eq=False)
class _Search:
    """The search for a step, from which an answer can be made at any moment."""

    asked: Experiment
    watch: Watch | None
    values: IntArray | None = None
    solution: Any | None = None
    step: NextStep | None = None
    spent: list[Result] = field(default_factory=list)

    def run(self, model: Program, *, backend: Choice, options: Options) -> _Found:
        try:
            return self._run(model, backend, options)
        except KeyboardInterrupt as interruption:
            raise Interrupted(self._unknown(Limit.INTERRUPTED, backend)) from interruption

    def _run(self, model: Program, backend: Choice, options: Options) -> _Found:
        asked, clock = self.asked, Clock(options)
        asked.require_all("which step is sure")
        if model.switched_off and isinstance(asked.subject, Loaded):
            what = f"a hint for {asked.subject.name} without some of its rules"
            raise InputError(Problem(what, "ask about the whole puzzle"))
        model = replace(model, objective=None)
        result = require_answer(queries.solve_model(model, backend, options))
        self.spent.append(result)
        if result.values is None:
            proved = result.status is Status.INFEASIBLE
            return _Found(result, State.NO_SOLUTION if proved else State.UNKNOWN)
        self.values = result.values
        self.solution, _ = asked.judged(result.values, result.backend)
        left = asked.subject.open_steps(self.solution)
        if left is not None and not left:
            return self._settled(State.COMPLETE)
        # What plain logic says is about the whole puzzle, and not about a part of its rows.
        if not asked.weakened and not model.fixed:
            self.step = asked.subject.next_step()
        if self.step is not None:
            if left is not None and self.step.key not in {one.key for one in left}:
                what = f"plain logic says to {self.step.what}, which {result.backend} did not find"
                raise CheckError(Problem(what, "please report this"))
            return self._settled(State.SURE)
        return self._by_searching(model, clock)

    def _by_searching(self, model: Program, clock: Clock) -> _Found:
        asked = self.asked
        options = clock.options()
        choice = choose(asked.backend, model, Task.ALL, clock.everything)
        if options is None:
            return self._unknown(Limit.TIME, choice)
        facts = asked.formulated.facts
        forced = queries.find_forced(
            model, facts, backend=choice, options=options, watch=self.watch
        )
        self.spent.append(forced.result)
        if not forced.complete:
            return self._unknown(forced.result.limit, choice)
        steps = asked.subject.open_steps(asked.part(forced))
        if steps is None:
            steps = _fact_steps(asked, model, forced)
        if not steps:
            # Where nobody knows what steps are, all that is left to say may be known already.
            unique = len(forced.values) == forced.facts
            return self._settled(State.COMPLETE if unique else State.NOTHING_SURE)
        without = "there is no solution without it"
        self.step = _reasoned(
            steps[0], Certainty.CONTRADICTION, without, "only this one leads to a solution"
        )
        return self._counted(model, choice, clock, forced)

    def _counted(self, model: Program, choice: Choice, clock: Clock, forced: Forced) -> _Found:
        """The same step, with the number of solutions as a reason if there are few."""
        options = clock.options()
        limit = _MANY if isinstance(choice.backend, Enumerates) else _FEW
        if options is None or self.step is None:
            return self._settled(State.SURE)
        listed = list_solutions(model, limit, backend=choice, options=options)
        self.spent.append(listed.result)
        self._require_shared(forced, listed.found)
        if not listed.complete:
            return self._settled(State.SURE)
        number = len(listed)
        all_ = "the only solution" if number == 1 else f"all {number:,} solutions"
        self.step = _reasoned(
            self.step, Certainty.SOLUTIONS, f"it is part of {all_}", f"this one is part of {all_}"
        )
        return replace(self._settled(State.SURE), count=number)

    def _require_shared(self, forced: Forced, found: tuple[IntArray, ...]) -> None:
        """Raises a `CheckError` unless all solutions that were listed have what is forced."""
        facts = _numbers(self.asked, forced)
        for name, value in forced.values.items():
            columns, coefficients, constant = facts[name]
            for values in found:
                if int(values[columns] @ coefficients) + constant != value:
                    what = f"{name} was proved to be {value}, and a solution has another value"
                    raise CheckError(Problem(what, "please report this"))

    def _settled(self, state: State) -> _Found:
        result = self._result(Status.OPTIMAL, Limit.NONE)
        return _Found(result, state, self.step, self.solution)

    def _unknown(self, limit: Limit, choice: Choice) -> _Found:
        status = Status.UNKNOWN if self.values is None else Status.FEASIBLE
        if not self.spent:
            backend = choice.backend
            result = Result(
                status=status, limit=limit, backend=backend.name, version=backend.version()
            )
            return _Found(result, State.UNKNOWN)
        # A step that is proved stays proved, whatever ended the search for a better reason.
        state = State.UNKNOWN if self.step is None else State.SURE
        return _Found(self._result(status, limit), state, self.step, self.solution)

    def _result(self, status: Status, limit: Limit) -> Result:
        return replace(
            self.spent[-1],
            status=status,
            limit=limit,
            values=self.values,
            complete=limit is Limit.NONE,
            checked=self.values is not None,
        )


def _reasoned(step: NextStep, certainty: Certainty, why: str, this: str) -> NextStep:
    """A step with the reason that a search has found: why it is sure, or `this` of several ways."""
    if step.ways is not None and step.ways[0] > 1:
        why = f"{step.ways[1]}, and {this}"
    return replace(step, certainty=certainty, why=why)


_Number = tuple[list[int], NumberArray, Number]
"""Columns, coefficients and a constant."""


def _numbers(asked: Experiment, forced: Forced) -> Mapping[Any, _Number]:
    """The numbers that facts are about, by the names of the facts."""
    if forced.solution is None:
        return {}
    if asked.formulated.facts is None:
        deciding = np.nonzero(asked.model.deciding)[0].tolist()
        one = np.ones(1, dtype=np.int64)
        return {name: ([column], one, 0) for name, column in asked.model.by_name(deciding).items()}
    return {
        name: (number.columns, stored(number.coefficients), number.constant)
        for name, number in asked.formulated.facts(forced.solution).items()
    }


def _fact_steps(asked: Experiment, model: Program, forced: Forced) -> list[NextStep]:
    """The facts that are the same in all solutions, but for those that are given.

    Those that say that something is there come before those that say that it is not.
    """
    names = {column: name for name, column in model.by_name(range(model.variables)).items()}
    given = _given_columns(model)
    known: dict[Any, int] = {}
    left: list[tuple[Any, int, str]] = []
    for name, (columns, _, _) in _numbers(asked, forced).items():
        if name not in forced.values:
            continue
        value = forced.values[name]
        if given.issuperset(columns):
            known[name] = value
        else:
            left.append((name, value, names[columns[0]] if len(columns) == 1 else str(name)))
    left.sort(key=lambda one: one[1] == 0)
    return [
        NextStep(
            key=name,
            what=f"{said} is {value}",
            plain={"fact": said, "value": value},
            shown=asked.part(replace(forced, values={**known, name: value})),
            marked=[name],
        )
        for name, value, said in left[:1]
    ]


def _given_columns(model: Program) -> set[int]:
    """The columns that have one value by their bounds, or by a row of their own."""
    rows = model.rows
    alone = (np.diff(rows.starts) == 1) & (rows.lower == rows.upper)
    fixed = np.nonzero(model.lower == model.upper)[0].tolist()
    return {*fixed, *rows.columns[rows.starts[:-1][alone]].tolist(), *model.fixed}
