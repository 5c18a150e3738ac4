"""clingo, an answer set solver, in this process: how it searches for what rules allow.

A row becomes a constraint of rules (`ilpuzzles.solvers.clingo.rows`): what may not hold together,
or a sum that is too large. What a network reaches from its roots is a definition, which clingo
keeps from supporting itself; so `connected` needs neither a flow, nor distances, nor cuts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ilpuzzles.backends.interface import (
    GENERAL,
    Clock,
    Feature,
    Interrupted,
    Options,
    OutOfTimeError,
    contradiction_error,
    hinted,
    installed,
    own_parameters,
    refusal_error,
    require_honour,
    require_no_parameters,
    require_whole,
    tell_solution,
)
from ilpuzzles.backends.result import Limit, Result, Seconds, Status
from ilpuzzles.errors import BackendMissingError
from ilpuzzles.jobs.threads import run_interruptibly
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.passes.pipelines import PIPELINES, SolverKind
from ilpuzzles.passes.step import run_passes
from ilpuzzles.passes.ways import Ways
from ilpuzzles.progress import BestSoFar
from ilpuzzles.solvers.clingo.rows import state_rows
from ilpuzzles.solvers.clingo.rules import Rules

# The strategies of a search for the best, and how many conflicts each is tried for. Unsatisfiable
# cores prove at once what better and better bounds do not prove in an hour, and the other way
# round: cores come first, for a moment.
_STRATEGIES = (("usc", 10_000), ("bb", None))
# Where something is to be connected, from 25,000 to 70,000 take a second.
_CONFLICTS_PER_SECOND = 40_000
# With more entries, as many times fewer.
_ENTRIES_AT_FULL_PACE = 1000


# Parameters that options say, or that a count or an optimum depends on.
_KEPT = {
    *("models", "number", "seed", "parallel-mode", "project", "time-limit", "solve-limit"),
    *("opt-mode", "enum-mode", "opt-strategy", "opt-bound", "opt-stop", "pre", "sat-prepro"),
}


@dataclass(frozen=True, slots=True)
class ClingoBackend:
    """clingo's search for answer sets."""

    name: str = "clingo"
    features: frozenset[Feature] = GENERAL | {
        Feature.PARAMETERS,
        Feature.INCUMBENTS,
        Feature.WORKERS,
        Feature.RULES,
        Feature.EXACT,
        Feature.WORK_LIMIT,
    }
    needs: str = "pip install clingo"

    def available(self) -> bool:
        """Whether clingo is installed."""
        return installed("clingo") is not None

    def version(self) -> str:
        """The version of clingo."""
        return installed("clingo") or ""

    def ways(self) -> Ways:
        """The ways in which it is told global constraints; see `StatesConstraints.ways`."""
        # Constraints, and how they are stated, are loaded for programs that have some.
        from ilpuzzles.solvers.clingo.ways import WAYS  # noqa: PLC0415

        return WAYS

    def native(self, program: Program) -> Any:
        """The program as a `clingo.Control`; its first atoms are the binary columns."""
        return _Search(self, program, Options(), models=0).control

    def solve(self, program: Program, options: Options) -> Result:
        """Looks for the best solution; see `Backend.solve`."""
        watch = options.watch
        goal = program.objective
        best = BestSoFar(watch, maximize=goal.maximize) if watch and goal else None

        def better(values: IntArray) -> bool:
            if best is not None and goal is not None:
                best.tell(float(goal.value(values)))
            tell_solution(self, options, values)
            return True

        models = 1 if goal is None else 0
        try:
            return _Search(self, program, options, models=models).run(better)
        except OutOfTimeError:
            return self._out_of_time()

    def enumerate(
        self, program: Program, options: Options, visit: Callable[[IntArray], bool]
    ) -> Result:
        """Visits every solution once; see `Enumerates.enumerate`."""
        require_no_parameters(self.name, options)
        program = replace(program, objective=None)
        alone = replace(options, workers=1, hint={})
        try:
            search = _Search(self, program, alone, models=0)
            result = search.run(lambda values: visit(values[np.newaxis]))
        except OutOfTimeError:
            return self._out_of_time()
        return result if result.values is None else replace(result, status=Status.OPTIMAL)

    def core(
        self, program: Program, options: Options, members: Sequence[IntArray]
    ) -> tuple[list[int] | None, Result]:
        """Looks for members that rule out every solution; see `FindsCores.core`."""
        program = replace(program, objective=None)
        alone = replace(options, workers=1, hint={})
        try:
            search = _Search(self, program, alone, models=1, members=members)
            result = search.run()
        except OutOfTimeError:
            return None, self._out_of_time()
        return sorted(search.refuted) if result.status is Status.INFEASIBLE else None, result

    def _out_of_time(self) -> Result:
        """The result where the time is over before everything is stated."""
        return Result(
            status=Status.UNKNOWN, limit=Limit.TIME, backend=self.name, version=self.version()
        )


class _Search:
    """A search of clingo for the solutions of a program, which it is given in rules.

    It looks for so many models, 0 for all, or for better and better ones.

    Attributes:
        control: The solver, as it is in Python.
        bits: For every column the least value, and what atoms add to it where they are true.
        guards: For every member of rows an atom; its rows hold where that is true.
        refuted: Members that rule out every solution, once that was found.
        steps: The passes that the program went through.
    """

    def __init__(
        self,
        backend: ClingoBackend,
        program: Program,
        options: Options,
        *,
        models: int,
        members: Sequence[IntArray] = (),
    ) -> None:
        self.backend = backend
        self.program = program
        self.options = options
        self.models = models
        self.begun = time.perf_counter()
        self.clock = Clock(options, self.begun)
        self.refuted: list[int] = []
        require_honour(backend.name, backend.features, options)
        require_whole(program, backend.name)
        trace = run_passes(PIPELINES[SolverKind.RULES].of_solver, program)
        program = trace.program
        self.steps = trace.sizes()
        clingo = _clingo(backend)
        hint = hinted(program, options)
        try:
            self.control = clingo.Control(self._arguments(bool(hint)), message_limit=0)
        except RuntimeError as error:
            raise refusal_error(backend.name, str(error)) from None
        with self.control.backend() as rules:
            stated = Rules(backend.name, rules)
            stated.numbers(program.lower.tolist(), program.upper.tolist())
            self.guards = stated.atoms(len(members), free=True)
            guards: dict[int, int] = {}
            for guard, rows in zip(self.guards, members, strict=True):
                guards |= dict.fromkeys(rows.tolist(), guard)
            state_rows(program, guards, stated, self.clock.require_time)
            goal = program.objective
            if goal is not None:
                factors = goal.coefficients.tolist()
                signed = [-factor for factor in factors] if goal.maximize else factors
                terms, _ = stated.weigh_literals(goal.columns.tolist(), signed, "the objective")
                rules.add_minimize(0, terms)
            sign = clingo.backend.HeuristicType.Sign
            for column, value in hint.items():
                least, parts = stated.bits[column]
                for atom, true in _digits(parts, int(value) - least):
                    rules.add_heuristic(atom, sign, 1 if true else -1, 1, [])
            deciding = np.nonzero(program.deciding)[0].tolist()
            decisive: list[int] = []
            for column in deciding:
                _, parts = stated.bits[column]
                decisive += [atom for atom, _ in parts]
            rules.add_project(decisive)
        # A solution may have several models: the columns that an operation adds are free where its
        # condition does not hold. Searching for the best, models are not projected: better and
        # better ones might not get to it.
        has_more_to_choose = stated.free_atoms > len(decisive) + len(self.guards)
        if self.models != 1 and goal is None and has_more_to_choose:
            self.control.configuration.solve.project = "project"
        self.bits = stated.bits[: program.variables]

    def _arguments(self, has_hint: bool) -> list[str]:
        """The arguments of clingo's command line."""
        options = self.options
        arguments = [f"--models={self.models}", f"--seed={options.seed}"]
        if options.workers > 1:
            arguments.append(f"--parallel-mode={options.workers}")
        if has_hint:
            arguments.append("--heuristic=Domain")
        for name, value in own_parameters(self.backend.name, options, _KEPT).items():
            arguments.append(f"--{name}={value}")
        return arguments

    def run(self, visit: Callable[[IntArray], bool] = lambda _: True) -> Result:
        """Visits what clingo finds, until it has found enough, or the visitor has."""
        begun = time.perf_counter()
        last: list[IntArray] = []

        def over() -> bool:
            return self.clock.over or self.options.stopped()

        def result(status: Status, limit: Limit = Limit.NONE) -> Result:
            values = last[0] if last else None
            goal = self.program.objective
            objective = None if goal is None or values is None else goal.value(values)
            complete = limit is Limit.NONE
            return Result(
                status=status,
                limit=limit,
                values=values,
                objective=objective,
                bound=float(objective) if objective is not None and complete else None,
                complete=complete,
                times=Seconds(hand_over=begun - self.begun, solve=time.perf_counter() - begun),
                backend=self.backend.name,
                version=self.backend.version(),
                steps=self.steps,
            )

        try:
            outcome = run_interruptibly(
                lambda: self._visit_models(visit, last), self.control.interrupt, over
            )
        except KeyboardInterrupt as interruption:
            if not last or self.program.objective is None:
                raise
            raise Interrupted(result(Status.FEASIBLE, Limit.INTERRUPTED)) from interruption
        if outcome is None:
            return result(Status.FEASIBLE, Limit.SOLUTIONS)
        if outcome.unsatisfiable and last:
            raise contradiction_error("clingo")
        if outcome.unsatisfiable:
            return result(Status.INFEASIBLE)
        if last and (outcome.exhausted or self.models == 1):
            return result(Status.OPTIMAL)
        ended_by = Limit.TIME if over() or self.options.work_limit is None else Limit.WORK
        return result(Status.FEASIBLE if last else Status.UNKNOWN, ended_by)

    def _visit_models(self, visit: Callable[[IntArray], bool], last: list[IntArray]) -> Any:
        """Visits models, and keeps the newest in `last`.

        Returns clingo's outcome, or None if the visitor had enough.
        """
        goal = self.program.objective
        settings = self.control.configuration
        work = self.options.work_limit
        entries = max(1, len(self.program.rows.columns))
        pace = _CONFLICTS_PER_SECOND * min(1.0, _ENTRIES_AT_FULL_PACE / entries)
        left = None if work is None else max(1, round(work * pace))
        for strategy, most in _STRATEGIES if goal is not None else _STRATEGIES[1:]:
            limits = [limit for limit in (most, left) if limit is not None]
            settings.solver.opt_strategy = strategy
            settings.solve.solve_limit = f"{min(limits)},umax" if limits else "umax,umax"
            with self.control.solve(assumptions=self.guards, yield_=True) as search:
                for model in search:
                    values = self.values(model)
                    if goal is not None and last:
                        gain = goal.value(values) - goal.value(last[0])
                        allowance = goal.gap(values) if goal.is_measured else 0
                        if (gain if goal.maximize else -gain) <= -allowance:
                            continue
                    last[:] = [values]
                    if not visit(values):
                        # Asked for its outcome, it would go on.
                        search.cancel()
                        return None
                outcome = search.get()
                if outcome.unsatisfiable:
                    self.refuted.extend(map(self.guards.index, search.core()))
            if left is not None:
                left -= int(self.control.statistics["solving"]["solvers"]["conflicts"])
            if outcome.exhausted or (left is not None and left <= 0):
                break
        return outcome

    def values(self, model: Any) -> IntArray:
        """The values of all columns."""
        is_true = model.is_true
        values = []
        for least, parts in self.bits:
            above = sum(weight for atom, weight in parts if is_true(atom))
            values.append(least + above)
        return np.array(values, dtype=np.int64)


def _digits(parts: list[tuple[int, int]], value: int) -> Iterable[tuple[int, bool]]:
    """The atoms of a number, and whether each is true where they add up to some value."""
    for atom, weight in sorted(parts, key=lambda part: -part[1]):
        is_true = value >= weight
        if is_true:
            value -= weight
        yield atom, is_true


def _clingo(backend: ClingoBackend) -> Any:
    """The module of clingo, which is loaded when it is first needed."""
    try:
        import clingo  # noqa: PLC0415 - solvers come in lazily
    except ImportError:
        raise BackendMissingError("backend clingo is not installed", backend.needs) from None
    return clingo
