"""clingo, an answer set solver, in this process: 0-1 rows, and what is connected, as rules.

A row becomes a constraint of rules: what may not hold together, or a sum that is too large. What a
network reaches from its roots is a definition, which clingo keeps from supporting itself; so
`connected` needs neither a flow, nor distances, nor cuts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
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
    unable,
)
from ilpuzzles.backends.result import Limit, Result, Seconds, Status
from ilpuzzles.errors import BackendMissingError, LargeNumbersError
from ilpuzzles.jobs.threads import run_interruptibly
from ilpuzzles.modelling.affine import LinearRows
from ilpuzzles.modelling.global_constraint import NATIVE, GlobalConstraint, Language, Switch
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import (
    NO_GROUP,
    IntArray,
    Kind,
    Rows,
)
from ilpuzzles.passes.pipelines import PIPELINES, SolverKind
from ilpuzzles.passes.step import run_passes
from ilpuzzles.progress import BestSoFar

# clingo adds up weights in 32 bits.
_LARGEST = (1 << 31) - 1
# With more values, a number is stated by its binary digits: these rule out less, but are few.
_IN_ORDER = 64
# Unsatisfiable cores prove at once what better and better bounds do not prove in an hour, and the
# other way round: cores come first, for a moment.
_STRATEGIES = (("usc", 10_000), ("bb", None))
# Where something is to be connected, from 25,000 to 70,000 take a second; with more than so many
# entries, as many times fewer.
_CONFLICTS_PER_SECOND, _FEW_ENTRIES = 40_000, 1000
# Between two looks at the clock, so many rows are stated.
_ROWS_AT_ONCE = 256
_DEFINING = {Kind.CONJUNCTION, Kind.DISJUNCTION}


# What options say, or a count or an optimum depends on.
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

    def native(self, program: Program) -> Any:
        """The program as a `clingo.Control`; its first atoms are the binary columns."""
        return _Rules(self, program, Options(), models=0).control

    def solve(self, program: Program, options: Options) -> Result:
        """Looks for the best solution; see `Backend.solve`."""
        watch, goal = options.watch, program.objective
        known = BestSoFar(watch, maximize=goal.maximize) if watch and goal else None

        def better(values: IntArray) -> bool:
            if known is not None and goal is not None:
                known.tell(float(goal.value(values)))
            tell_solution(self, options, values)
            return True

        models = 1 if goal is None else 0
        try:
            return _Rules(self, program, options, models=models).search(better)
        except OutOfTimeError:
            return self._out_of_time()

    def enumerate(
        self, program: Program, options: Options, visit: Callable[[IntArray], bool]
    ) -> Result:
        """Visits every solution once; see `Enumerates.enumerate`."""
        require_no_parameters(self.name, options)
        program, alone = replace(program, objective=None), replace(options, workers=1, hint={})
        try:
            rules = _Rules(self, program, alone, models=0)
            result = rules.search(lambda values: visit(values[np.newaxis]))
        except OutOfTimeError:
            return self._out_of_time()
        return result if result.values is None else replace(result, status=Status.OPTIMAL)

    def core(
        self, program: Program, options: Options, members: Sequence[IntArray]
    ) -> tuple[list[int] | None, Result]:
        """Looks for members that rule out every solution; see `FindsCores.core`."""
        program, alone = replace(program, objective=None), replace(options, workers=1, hint={})
        try:
            rules = _Rules(self, program, alone, models=1, members=members)
            result = rules.search()
        except OutOfTimeError:
            return None, self._out_of_time()
        return sorted(rules.refuted) if result.status is Status.INFEASIBLE else None, result

    def _out_of_time(self) -> Result:
        """The result where the time is over before everything is stated."""
        return Result(
            status=Status.UNKNOWN, limit=Limit.TIME, backend=self.name, version=self.version()
        )


class _Rules:
    """A program that clingo is given in rules, and how it is to search.

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
        self.backend, self.program, self.options, self.models = backend, program, options, models
        self.begun = time.perf_counter()
        self.clock = Clock(options, self.begun)
        self.refuted: list[int] = []
        require_honour(backend.name, backend.features, options)
        require_whole(program, backend.name)
        trace = run_passes(PIPELINES[SolverKind.RULES].of_solver, program)
        program = trace.program
        self.steps = trace.sizes()
        clingo, hint = _clingo(backend), hinted(program, options)
        how = [f"--models={models}", f"--seed={options.seed}"]
        how += [f"--parallel-mode={options.workers}"] if options.workers > 1 else []
        # Projected, better and better models may not get to the best one.
        listing = models != 1 and program.objective is None
        how += ["--project=project"] if listing and not program.deciding.all() else []
        how += ["--heuristic=Domain"] if hint else []
        own = own_parameters(backend.name, options, _KEPT)
        how += [f"--{name}={value}" for name, value in own.items()]
        try:
            self.control = clingo.Control(how, message_limit=0)
        except RuntimeError as error:
            raise refusal_error(backend.name, str(error)) from None
        with self.control.backend() as rules:
            stating = _Stating(backend.name, rules, self.clock.require_time)
            stating.numbers(program.lower.tolist(), program.upper.tolist())
            self.guards = stating.atoms(len(members), free=True)
            pairs = zip(self.guards, members, strict=True)
            stating.rows(program, {row: atom for atom, rows in pairs for row in rows.tolist()})
            goal = program.objective
            if goal is not None:
                factors = goal.coefficients.tolist()
                signed = [-factor for factor in factors] if goal.maximize else factors
                terms, _ = stating.weigh_literals(goal.columns.tolist(), signed)
                rules.add_minimize(0, terms)
            sign = clingo.backend.HeuristicType.Sign
            for column, value in hint.items():
                least, parts = stating.bits[column]
                for atom, true in _digits(parts, int(value) - least):
                    rules.add_heuristic(atom, sign, 1 if true else -1, 1, [])
            deciding = np.nonzero(program.deciding)[0].tolist()
            rules.add_project([atom for c in deciding for atom, _ in stating.bits[c][1]])
        self.bits = stating.bits[: program.variables]

    def search(self, visit: Callable[[IntArray], bool] = lambda _: True) -> Result:
        """Visits what clingo finds, until it has found enough, or the visitor has."""
        begun = time.perf_counter()
        last: list[IntArray] = []

        def over() -> bool:
            return self.clock.over or self.options.stopped()

        def result(status: Status, limit: Limit = Limit.NONE) -> Result:
            values, goal = (last[0] if last else None), self.program.objective
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
        """Visits models, `last` the newest; clingo's outcome, or None if the visitor had enough."""
        goal, settings = self.program.objective, self.control.configuration
        work = self.options.work_limit
        pace = _CONFLICTS_PER_SECOND * min(
            1.0, _FEW_ENTRIES / max(1, len(self.program.rows.columns))
        )
        left = None if work is None else max(1, round(work * pace))
        for strategy, most in _STRATEGIES if goal is not None else _STRATEGIES[1:]:
            conflicts = min((limit for limit in (most, left) if limit is not None), default=None)
            settings.solver.opt_strategy = strategy
            settings.solve.solve_limit = "umax,umax" if conflicts is None else f"{conflicts},umax"
            with self.control.solve(assumptions=self.guards, yield_=True) as search:
                for found in search:
                    values = self.values(found)
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
        holds = model.is_true
        found = [
            least + sum(weight for atom, weight in parts if holds(atom))
            for least, parts in self.bits
        ]
        return np.array(found, dtype=np.int64)


def _digits(parts: list[tuple[int, int]], value: int) -> Iterable[tuple[int, bool]]:
    """Which of the atoms of a number are true where they add up to some value."""
    for atom, weight in sorted(parts, key=lambda part: -part[1]):
        true = value >= weight
        value -= weight * true
        yield atom, true


class _Stating:
    """Adds rules to clingo's backend; literals are atoms, or atoms with a minus."""

    def __init__(self, name: str, rules: Any, tick: Callable[[], None] = lambda: None) -> None:
        self.name, self.rules = name, rules
        # Called now and then; it may raise.
        self.tick = tick
        self.bits: list[tuple[int, list[tuple[int, int]]]] = []
        # What has to hold for rows to be in force; of one row after the other.
        self.guard: list[int] = []
        # How many numbers the vertices of acyclic graphs have taken.
        self.vertices = 0
        self.true: int = rules.add_atom()
        rules.add_rule([self.true], [])

    def atoms(self, number: int, *, free: bool = False) -> list[int]:
        """New atoms; those that are free may be true or false, the others need rules."""
        found = [self.rules.add_atom() for _ in range(number)]
        if free and found:
            self.rules.add_rule(found, [], choice=True)
        return found

    def rule(self, head: int, *body: int) -> None:
        """An atom is true if all of some literals are, and false if no rule says otherwise."""
        self.rules.add_rule([head], body)

    def forbid(self, *literals: int) -> None:
        """Some literals are not all true."""
        self.rules.add_rule([], [*literals, *self.guard])

    def numbers(self, lower: Sequence[Number | None], upper: Sequence[Number | None]) -> None:
        """Adds columns: 0-1 ones by an atom, others by one for each value, or for each digit."""
        ends = [self._ends(*pair) for pair in zip(lower, upper, strict=True)]
        binary = [least >= 0 and most <= 1 for least, most in ends]
        free = iter(self.atoms(sum(binary), free=True))
        for (least, most), single in zip(ends, binary, strict=True):
            if single:
                atom = next(free)
                self.bits.append((0, [(atom, 1)]))
                for wrong, literal in ((least == 1, -atom), (most == 0, atom)):
                    if wrong:
                        self.forbid(literal)
                continue
            size = most - least
            if size <= _IN_ORDER:
                above = self.atoms(max(size, 0), free=True)
                for one, next_one in pairwise(above):
                    self.forbid(next_one, -one)
                self.bits.append((least, [(atom, 1) for atom in above]))
            else:
                digits = self.atoms(size.bit_length(), free=True)
                parts = [(atom, 1 << place) for place, atom in enumerate(digits)]
                self.bits.append((least, parts))
                self.at_most(parts, size)
            if size < 0:
                self.forbid()

    def _ends(self, lower: Number | None, upper: Number | None) -> tuple[int, int]:
        """The bounds of a column; raises where there are none, or too many values between them."""
        if lower is None or upper is None or upper - lower > _LARGEST:
            what = "an integer variable without bounds, or with more than 2^31 values"
            raise unable(self.name, what, "give it bounds, or use cbc, highs or scip")
        return int(lower), int(upper)

    def weigh_literals(
        self, columns: Sequence[int], coefficients: Sequence[int]
    ) -> tuple[list[tuple[int, int]], int]:
        """A sum as literals with positive weights, and what is to be added to it."""
        terms: list[tuple[int, int]] = []
        constant = 0
        for column, factor in zip(columns, coefficients, strict=True):
            least, parts = self.bits[column]
            constant += factor * least
            for atom, weight in parts:
                size = factor * weight
                if size < 0:
                    constant += size
                    terms.append((-atom, -size))
                else:
                    terms.append((atom, size))
        if sum(weight for _, weight in terms) > _LARGEST:
            what = "clingo's sums are limited to 31 bits, and a row or the objective may need more"
            raise LargeNumbersError(what, "use cpsat, highs or scip")
        return terms, constant

    def acyclic(self, vertices: int, arcs: list[tuple[int, int, int]]) -> None:
        """The arcs whose literal (the last of each) is true make no loop of so many vertices."""
        for tail, head, literal in arcs:
            ends = self.vertices + tail, self.vertices + head
            self.rules.add_acyc_edge(*ends, [literal, *self.guard])
        self.vertices += vertices

    def at_most(self, terms: list[tuple[int, int]], most: int) -> None:
        """A sum with positive weights is at most a number."""
        if sum(weight for _, weight in terms) <= most:
            return
        if most < 0:
            self.forbid()
            return
        if not self.guard:
            self.rules.add_weight_rule([], most + 1, terms)
            return
        above = self.rules.add_atom()
        self.rules.add_weight_rule([above], most + 1, terms)
        self.forbid(above)

    def between(
        self,
        columns: Sequence[int],
        coefficients: Sequence[int],
        bounds: tuple[Number | None, Number | None],
    ) -> None:
        """A sum lies between two bounds."""
        terms, constant = self.weigh_literals(columns, coefficients)
        lower, upper = bounds
        if upper is not None:
            self.at_most(terms, int(upper) - constant)
        if lower is not None:
            least = int(lower) - constant
            if least == 1:
                self.forbid(*(-literal for literal, weight in terms if weight))
                return
            opposite = [(-literal, weight) for literal, weight in terms]
            self.at_most(opposite, sum(weight for _, weight in terms) - least)

    def rows(self, program: Program, guards: dict[int, int]) -> None:
        """States every row; those with a guard hold where that is true."""
        into = LinearRows(program.lower, program.upper)
        owners: list[int] = []
        for row, operation in self._plain_rows(program.rows, guards):
            stated = program.operations[operation]
            if isinstance(stated, GlobalConstraint):
                stated = stated.stated_in(Language.RULES)
                if stated.way == NATIVE:
                    stated.rules(self)
                    continue
            stated.linearise(into)
            owners += [row] * (into.count - len(owners))
        self.guard.clear()
        more = slice(program.variables, None)
        self.numbers(into.lower[more], into.upper[more])
        made = into.rows(np.full(into.count, NO_GROUP))
        wards = {n: guards[row] for n, row in enumerate(owners) if row in guards}
        for _ in self._plain_rows(made, wards):
            pass

    def _plain_rows(self, rows: Rows, guards: dict[int, int]) -> Iterator[tuple[int, int]]:
        """States rows that are linear or of literals; yields the others, and their operations."""
        starts, targets = rows.starts.tolist(), rows.targets.tolist()
        numbered = rows.operations.tolist()
        columns, coefficients = rows.columns.tolist(), rows.coefficients.tolist()
        bounds = zip(rows.lower.tolist(), rows.upper.tolist(), strict=True)
        # What every entry is as a literal, where its column is binary.
        atoms = np.array([parts[0][0] if parts else 0 for _, parts in self.bits], dtype=np.int64)
        signs = np.where(rows.coefficients > 0, 1, -1)
        opposites = (-signs * atoms[rows.columns]).tolist()
        for row, (kind, ends) in enumerate(zip(rows.kinds.tolist(), bounds, strict=True)):
            if row % _ROWS_AT_ONCE == 0:
                self.tick()
            self.guard[:] = (guards[row],) if row in guards else ()
            part = slice(starts[row], starts[row + 1])
            if kind == Kind.AT_LEAST_ONE:
                self.forbid(*opposites[part])
            elif kind in _DEFINING:
                sign = 1 if kind == Kind.CONJUNCTION else -1
                both = sign * int(atoms[targets[row]])
                for opposite in opposites[part]:
                    self.forbid(both, sign * opposite)
                self.forbid(-both, *(-sign * opposite for opposite in opposites[part]))
            elif kind != Kind.OPERATION:
                self.between(columns[part], coefficients[part], ends)
            else:
                yield row, numbered[row]

    def literal(self, switch: Switch) -> int:
        """A literal of a binary column, or what is always true or false."""
        if isinstance(switch, bool):
            return self.true if switch else -self.true
        atom = self.bits[switch.column][1][0][0]
        return atom if switch.positive else -atom


def _clingo(backend: ClingoBackend) -> Any:
    try:
        import clingo  # noqa: PLC0415 - solvers come in lazily
    except ImportError:
        raise BackendMissingError("backend clingo is not installed", backend.needs) from None
    return clingo
