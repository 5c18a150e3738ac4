"""CP-SAT, the constraint solver of OR-Tools, in this process.

The module `cp_model_helper` is what OR-Tools' own `cp_model` wraps. Using it here saves the import
of pandas, which takes longer than most puzzles; `native` gives the public `CpModel`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import pairwise
from typing import Any, Self

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
    judge_by_bound,
    own_parameters,
    refusal_error,
    require_honour,
    require_no_parameters,
    require_whole,
    tell_solution,
)
from ilpuzzles.backends.result import Limit, Result, Seconds, Status
from ilpuzzles.errors import BackendError, BackendMissingError, visible
from ilpuzzles.jobs.threads import run_interruptibly
from ilpuzzles.modelling.affine import Affine
from ilpuzzles.modelling.global_constraint import NATIVE
from ilpuzzles.modelling.numbers import largest_size, size_of
from ilpuzzles.modelling.operations import Product
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.passes.pipelines import PIPELINES, SolverKind
from ilpuzzles.passes.settled import rows_that_tell
from ilpuzzles.passes.step import run_passes
from ilpuzzles.passes.ways import Ways, choose_way, purpose_of
from ilpuzzles.passes.whole_numbers import in_whole_numbers
from ilpuzzles.progress import BestSoFar
from ilpuzzles.solvers.cpsat.rows import fill, filled

# With larger coefficients there is no presolve: what CP-SAT 9.15 gets wrong, it gets wrong with
# coefficients of some 10^10.
_LARGEST_COEFFICIENT_FOR_PRESOLVE = 10**6
# Presolve has called products infeasible or lost the best: 56 of 595 from 10^10 on, none of 1,361
# below, and none of all without it.
_LARGEST_PRODUCT_FOR_PRESOLVE = 10**9
# For most models of up to so many variables, presolve takes longer than the search after it.
_MOST_VARIABLES_FOR_A_BRIEF_SEARCH = 10_000
# Parameters that options say, or that a count depends on.
_KEPT = {
    *("num_workers", "max_time_in_seconds", "enumerate_all_solutions", "stop_after_first_solution"),
    *("absolute_gap_limit", "catch_sigint_signal", "log_to_stdout"),
}
# How long a brief search takes, in seconds of CP-SAT's own measure (deterministic time), which is
# the same on every machine.
_BRIEF_SECONDS = 0.1
# A brief search of a large model takes a second for so many entries.
_ENTRIES_PER_BRIEF_SECOND = 100_000
# The same where CP-SAT has constraints of its own: of loops of 2,300 edges, 0.4 s.
_BRIEF_SECONDS_WITH_OWN_CONSTRAINTS = 1.0
# Where the best is searched for: what is not proved by then takes presolve.
_BRIEF_SECONDS_FOR_BEST = 0.02


def attempts(
    helper: Any, program: Program, options: Options, *, assuming: bool = False
) -> list[Any]:
    """The parameters of one or more searches for a solution, the next one if one has no answer.

    A small model is first searched for a moment without presolve and cuts: half of all models that
    come with the package take less than four fifths of the time (`python -m benchmarks.hurry`).
    Where CP-SAT has a constraint of its own for a row, or there are only rows of 0-1 columns, the
    linear relaxation is left out as well. Of searches for the best, most end within a shorter
    moment, in three fifths of the time (`python -m benchmarks.hurry best`); the next search begins
    with what it has found.
    If rows hold under assumptions, only full linear relaxation looks at them: without it, CP-SAT
    finds no core of a flow of 740 rows in 3 s that takes 0.5 s.
    """
    whole = _parameters(helper, program, options)
    whole.num_workers = options.workers
    is_small = program.variables <= _MOST_VARIABLES_FOR_A_BRIEF_SEARCH
    for_best = program.objective is not None
    brief = helper.SatParameters()
    brief.copy_from(whole)
    brief.cp_model_presolve = False
    brief.symmetry_level = 0
    brief.cut_level = 0
    seconds_for_entries = program.nonzeros / _ENTRIES_PER_BRIEF_SECOND
    brief.max_deterministic_time = max(_BRIEF_SECONDS, seconds_for_entries)
    is_binary = _is_binary(program)
    if is_binary or for_best:
        # These begin every search; most boards take half as long without both of them.
        brief.cp_model_probing_level = 0
        brief.use_sat_inprocessing = False
    if is_binary and not for_best:
        # Boards of Star Battle take half as long, and none of all puzzles takes longer.
        brief.linearization_level = 0
    elif _has_own_constraints(program):
        # Loops of 2,300 edges take 0.4 s instead of 1.1 s, and those of 180 a fifth less.
        brief.linearization_level = 0
        brief.max_deterministic_time = _BRIEF_SECONDS_WITH_OWN_CONSTRAINTS
    if for_best:
        brief.max_deterministic_time = _BRIEF_SECONDS_FOR_BEST
    if assuming:
        whole.linearization_level = 2
    if not is_small or options.workers > 1 or options.verbose or "cpsat" in options.params:
        return [whole]
    return [brief, whole]


def _has_own_constraints(program: Program) -> bool:
    """Whether CP-SAT has a constraint of its own for some row."""
    constraints = program.global_constraints().values()
    if not constraints:
        return False
    ways = CpSatBackend().ways()
    purpose = purpose_of(program)
    return any(choose_way(row, ways, purpose).way == NATIVE for row in constraints)


def _is_binary(program: Program) -> bool:
    """Whether there are nothing but rows of 0-1 columns."""
    return not program.operations and bool(((program.lower >= 0) & (program.upper <= 1)).all())


def _parameters(helper: Any, program: Program, options: Options) -> Any:
    """The parameters that options say, for a search with presolve if that is to be trusted."""
    parameters = helper.SatParameters()
    # With larger numbers, presolve has lost the best solution of an equation or two.
    tame = (
        _largest_coefficient(program) <= _LARGEST_COEFFICIENT_FOR_PRESOLVE
        and _largest_product(program) <= _LARGEST_PRODUCT_FOR_PRESOLVE
    )
    parameters.cp_model_presolve = tame
    parameters.random_seed = options.seed
    parameters.absolute_gap_limit = 0.0
    parameters.relative_gap_limit = options.gap
    parameters.log_search_progress = options.verbose
    parameters.log_to_stdout = False
    # Python's own handler deals with Ctrl-C; see run_interruptibly.
    parameters.catch_sigint_signal = False
    kept = _KEPT if tame else {*_KEPT, "cp_model_presolve"}
    for name, value in own_parameters("cpsat", options, kept).items():
        try:
            setattr(parameters, name, value)
        except (AttributeError, TypeError) as error:
            raise refusal_error(
                "cpsat", f"{name} = {value!r}: {str(error).splitlines()[0]}"
            ) from None
    return parameters


def _largest_coefficient(program: Program) -> int:
    """The largest coefficient of rows, operations and objective, without its sign."""
    sizes = [largest_size(program.rows.coefficients)]
    if program.objective is not None:
        sizes.append(largest_size(program.objective.coefficients))
    for operation in program.operations:
        for part in operation.parts():
            if isinstance(part, Affine):
                sizes += [abs(int(factor)) for factor in part.coefficients]
    return max(sizes)


def _largest_product(program: Program) -> int:
    """The largest value that a product can have, without its sign."""
    largest = 0
    for operation in program.operations:
        if isinstance(operation, Product):
            for bounds in (program.lower, program.upper):
                end = bounds.at(operation.target)
                if end is not None:
                    largest = max(largest, int(size_of(end)))
    return largest


# The constraints that CP-SAT 9.15 states under a condition; of all others, it takes the condition
# for granted.
_CONDITIONAL_KINDS = [
    "linear",
    "bool_or",
    "bool_and",
    "exactly_one",
    "at_most_one",
    "bool_xor",
    "all_diff",
]


@dataclass(frozen=True, slots=True, eq=False)
class Assumptions:
    """A model in which members hold under an assumption each; `first` is the first one's variable.

    Some members always hold, since CP-SAT has no condition for one of their rows: they belong to
    every core.
    """

    proto: Any
    first: int
    always: tuple[int, ...]

    @classmethod
    def of(
        cls,
        helper: Any,
        program: Program,
        members: Sequence[IntArray],
        tick: Callable[[], None] = lambda: None,
    ) -> Self | None:
        """States a program, given the rows of each member; None where it cannot be handed over.

        `tick` is called now and then, and may raise.
        """
        telling = rows_that_tell(program)
        if telling is None or program.unbounded().any():
            return None
        member_of = np.full(len(program.rows), -1, dtype=np.int64)
        for number, rows in enumerate(members):
            member_of[rows] = number
        proto = helper.CpModelProto()
        begins: list[int] = []
        fill(proto, program.keep(telling), objective=False, begins=begins, tick=tick)
        first = len(proto.variables)
        for _ in members:
            proto.variables.add().domain.extend([0, 1])
        always: set[int] = set()
        ends = pairwise([*begins, len(proto.constraints)])
        for member, (start, end) in zip(member_of[telling].tolist(), ends, strict=True):
            if member < 0:
                continue
            constraints = [proto.constraints[number] for number in range(start, end)]
            if all(map(_is_conditional, constraints)):
                for constraint in constraints:
                    constraint.enforcement_literal.append(first + member)
            else:
                always.add(member)
        proto.assumptions.extend(range(first, first + len(members)))
        return cls(proto, first, tuple(sorted(always)))

    def core(self, response: Any) -> list[int]:
        """The members that CP-SAT names as the reason why there is no solution."""
        literals = response.sufficient_assumptions_for_infeasibility
        return sorted({*self.always, *(int(literal) - self.first for literal in literals)})


def _is_conditional(constraint: Any) -> bool:
    """Whether CP-SAT can state a constraint under a condition."""
    return any(getattr(constraint, f"has_{kind}")() for kind in _CONDITIONAL_KINDS)


@dataclass(frozen=True, slots=True)
class CpSatBackend:
    """CP-SAT."""

    name: str = "cpsat"
    features: frozenset[Feature] = GENERAL | {
        Feature.WORKERS,
        Feature.CONSTRAINTS,
        Feature.EXACT,
        Feature.PARAMETERS,
        Feature.INCUMBENTS,
        Feature.WORK_LIMIT,
    }

    @property
    def needs(self) -> str:
        """Advice for where it is missing."""
        return _AFTER_HIGHSPY if _after_highspy() else 'pip install "ortools>=9.15"'

    def available(self) -> bool:
        """Whether OR-Tools is installed, and can be loaded."""
        return installed("ortools") is not None and not _after_highspy()

    def version(self) -> str:
        """The version of OR-Tools."""
        return installed("ortools") or ""

    def solve(self, program: Program, options: Options) -> Result:
        """Looks for the best solution; see `Backend.solve`."""
        return self._search(program, options, None)

    def enumerate(
        self, program: Program, options: Options, visit: Callable[[IntArray], bool]
    ) -> Result:
        """Visits every solution once; see `Enumerates.enumerate`."""
        require_no_parameters(self.name, options)
        return self._search(program, options, visit)

    def core(
        self, program: Program, options: Options, members: Sequence[IntArray]
    ) -> tuple[list[int] | None, Result]:
        """Looks for members that rule out every solution; see `FindsCores.core`."""
        helper = _helper(self)
        begun = time.perf_counter()
        clock = Clock(options, begun)
        program = in_whole_numbers(replace(program, objective=None))
        try:
            assumed = Assumptions.of(helper, program, members, clock.require_time)
            clock.require_time()
        except OutOfTimeError:
            return None, self._result(Status.UNKNOWN, limit=Limit.TIME)
        if assumed is None:
            return None, self._result(Status.UNKNOWN)
        # The core is lost with several workers, and a limit of nodes is none of CP-SAT's.
        alone = clock.having(workers=1, node_limit=None, hint={})
        read = self._reader(helper, program, clock)
        response = _solve_attempts(helper, assumed.proto, program, alone, read, assuming=True)
        refuted = response.status == helper.INFEASIBLE
        return assumed.core(response) if refuted else None, read(response)

    def ways(self) -> Ways:
        """The ways in which it is told global constraints; see `StatesConstraints.ways`."""
        # Constraints, and how they are stated, are loaded for programs that have some.
        from ilpuzzles.solvers.cpsat.ways import WAYS  # noqa: PLC0415

        return WAYS

    def native(self, program: Program) -> Any:
        """The program as a `cp_model.CpModel`, with the columns as its variables 0, 1, 2, ..."""
        from ortools.sat.python import cp_model  # noqa: PLC0415 - slow, and only wanted here

        native = cp_model.CpModel()
        fill(native.proto, in_whole_numbers(program))
        return native

    def _search(
        self, program: Program, options: Options, visit: Callable[[IntArray], bool] | None
    ) -> Result:
        helper = _helper(self)
        require_whole(program, self.name)
        require_honour(self.name, self.features, options)
        begun = time.perf_counter()
        clock = Clock(options, begun)
        trace = run_passes(PIPELINES[SolverKind.CPSAT].of_solver, program)
        steps = trace.sizes()
        ready = trace.program
        if trace.is_refuted:
            return self._result(Status.INFEASIBLE, complete=True, steps=steps)
        unbounded = ready.unbounded()
        if unbounded.any():
            name = ready.names.name_of(int(unbounded.argmax()))
            what = f"CP-SAT needs bounds for every variable, and {name} has none"
            raise BackendError(what, "give it bounds, or use cbc")
        try:
            with filled(
                helper.CpModelProto, ready, objective=visit is None, tick=clock.require_time
            ) as proto:
                hint = hinted(ready, options)
                proto.solution_hint.vars.extend(list(hint))
                proto.solution_hint.values.extend(list(hint.values()))
                visitor = None if visit is None else _visitor(helper, ready, visit, options)
                # Values of the objective are those of the given numbers, not of the rounded ones.
                read = self._reader(helper, program, clock, visitor)
                clock.require_time()
                response = _solve_attempts(helper, proto, ready, clock, read, visitor=visitor)
        except OutOfTimeError:
            return self._result(Status.UNKNOWN, limit=Limit.TIME, steps=steps)
        return replace(read(response), steps=steps)

    def _reader(
        self, helper: Any, program: Program, clock: Clock, visitor: Any = None
    ) -> Callable[[Any], Result]:
        """A reader of CP-SAT's response to a program that has been handed over by now."""
        filled = time.perf_counter()

        def read(response: Any) -> Result:
            # After any status but the first two the response holds no values, only garbage.
            status = {
                helper.OPTIMAL: Status.OPTIMAL,
                helper.FEASIBLE: Status.FEASIBLE,
                helper.INFEASIBLE: Status.INFEASIBLE,
                helper.UNKNOWN: Status.UNKNOWN,
            }.get(response.status, Status.ERROR)
            # CP-SAT does not say which limit it was, and may end a little before that of its work.
            asked = clock.everything
            is_over = asked.work_limit is None or clock.over or asked.stopped()
            limit = Limit.TIME if is_over else Limit.WORK
            result = self._result(
                status,
                limit=limit if status in {Status.FEASIBLE, Status.UNKNOWN} else Limit.NONE,
                values=visitor and visitor.last,
                complete=status in {Status.OPTIMAL, Status.INFEASIBLE},
                times=Seconds(hand_over=filled - clock.begun, solve=time.perf_counter() - filled),
                nodes=response.num_branches,
            )
            if status is Status.ERROR:
                reason = " ".join(response.solution_info.split()) or response.status
                return replace(result, message=f"CP-SAT refused the model: {reason}")
            if visitor is not None:
                return _visit_outcome(result, stopped=visitor.stopped)
            if status not in {Status.OPTIMAL, Status.FEASIBLE}:
                return result
            # Further variables are those of operations.
            values = np.array(response.solution, dtype=np.int64)[: program.variables]
            if program.objective is None:
                return replace(result, values=values)
            objective = program.objective.value(values)
            bound = float(response.best_objective_bound)
            if response.best_objective_bound == response.objective_value:
                # CP-SAT 9.15 leaves the constant out of both where a hint decides everything.
                bound = float(objective)
            result = replace(result, values=values, objective=objective, bound=bound)
            return judge_by_bound(program, result)

        return read

    def _result(self, status: Status, **known: Any) -> Result:
        return Result(status=status, backend=self.name, version=self.version(), **known)


def _visit_outcome(result: Result, *, stopped: bool) -> Result:
    """The outcome of a search for all solutions; its values are those of the last one, if any."""
    if result.values is None:
        return result
    if result.status is Status.INFEASIBLE:
        raise contradiction_error("CP-SAT")
    # Whether every solution was seen is what `complete` says.
    complete = result.status is Status.OPTIMAL and not stopped
    if complete:
        limit = Limit.NONE
    elif stopped:
        limit = Limit.SOLUTIONS
    else:
        limit = result.limit if result.limit is Limit.WORK else Limit.TIME
    return replace(result, status=Status.OPTIMAL, limit=limit, complete=complete)


def _solve_attempts(
    helper: Any,
    proto: Any,
    program: Program,
    clock: Clock,
    read: Callable[[Any], Result],
    *,
    assuming: bool = False,
    visitor: Any = None,
) -> Any:
    """Solves, or visits every solution, in as many attempts as it takes.

    If that is interrupted, the best solution so far goes with the interruption.
    """
    listing = visitor is not None
    options = clock.everything
    several = listing or program.objective is not None
    undecided = {helper.UNKNOWN, helper.FEASIBLE} if several else {helper.UNKNOWN}
    listener = visitor or _follower(helper, program, options)
    ended: list[Any] = []
    planned = _plan(helper, program, clock, assuming=assuming, listing=listing)
    try:
        for parameters in planned:
            if options.work_limit is not None:
                work = options.work_limit - _work_of(ended)
                if work <= 0:
                    break
                parameters.max_deterministic_time = min(parameters.max_deterministic_time, work)
            _attempt(helper, parameters, proto, options, listener=listener, ended=ended)
            found = ended[-1].status
            if found not in undecided or options.stopped() or (listing and visitor.stopped):
                break
            if found == helper.FEASIBLE and not listing:
                proto.clear_solution_hint()
                proto.solution_hint.vars.extend(range(len(ended[-1].solution)))
                proto.solution_hint.values.extend(ended[-1].solution)
    except KeyboardInterrupt as interruption:
        if listing or not ended:
            raise
        last = read(_together(helper, ended, program))
        if last.values is None:
            raise
        last = replace(last, status=Status.FEASIBLE, limit=Limit.INTERRUPTED, complete=False)
        raise Interrupted(last) from interruption
    return ended[-1] if listing else _together(helper, ended, program)


def _work_of(responses: Sequence[Any]) -> float:
    """The work of some searches in CP-SAT's own measure, deterministic time: about seconds."""
    return float(sum(response.deterministic_time for response in responses))


def _attempt(
    helper: Any, parameters: Any, proto: Any, options: Options, *, listener: Any, ended: list[Any]
) -> None:
    """Searches once; the response comes to those of the attempts that have ended."""
    wrapper = helper.SolveWrapper()
    wrapper.set_parameters(parameters)
    if options.verbose:
        wrapper.add_log_callback(lambda line: sys.stderr.write(f"{visible(line)}\n"))
    if listener is not None:
        listener.listen(wrapper)
    followed = listener is not None and not parameters.enumerate_all_solutions
    if parameters.max_deterministic_time <= _BRIEF_SECONDS and not followed:
        # Ctrl-C waits no longer than that; in another thread, CP-SAT takes a third longer. In one
        # step: whatever is interrupted, the response is there.
        ended.extend(map(wrapper.solve, [proto]))
    else:
        run_interruptibly(
            lambda: ended.append(wrapper.solve(proto)), wrapper.stop_search, options.stopped
        )
    if listener is not None:
        listener.leave(wrapper)
        if listener.failures:
            raise listener.failures[0]


def _plan(
    helper: Any, program: Program, clock: Clock, *, assuming: bool, listing: bool
) -> Iterator[Any]:
    """The parameters of the next attempt, with the time that is left for it."""
    planned = attempts(helper, program, clock.everything, assuming=assuming)
    # Long lists of whole numbers would only begin twice.
    for parameters in planned[-1:] if listing and not _is_binary(program) else planned:
        left = clock.seconds_left()
        if left is not None:
            parameters.max_time_in_seconds = left
        if listing:
            # With several workers CP-SAT misses solutions and calls itself complete.
            parameters.num_workers = 1
            parameters.enumerate_all_solutions = True
        yield parameters


def _together(helper: Any, ended: Sequence[Any], program: Program) -> Any:
    """The best solution and the best bound of all attempts together."""
    found = [one for one in ended if one.status in {helper.OPTIMAL, helper.FEASIBLE}]
    if not found or program.objective is None:
        return ended[-1]
    if ended[-1].status == helper.INFEASIBLE:
        raise contradiction_error("CP-SAT")
    sign = -1 if program.objective.maximize else 1
    best = min(reversed(found), key=lambda one: sign * one.objective_value)
    # Who finds nothing may say anything of the bound.
    best.best_objective_bound = sign * max(sign * one.best_objective_bound for one in found)
    best.num_branches = sum(one.num_branches for one in ended)
    if found[-1].status == helper.OPTIMAL or best.best_objective_bound == best.objective_value:
        best.status = helper.OPTIMAL
    return best


def _follower(helper: Any, program: Program, options: Options) -> Any:
    """A callback that reports better solutions and bounds to the watch; None without a watch."""
    backend = CpSatBackend()
    watch = options.watch
    goal = program.objective
    if (watch is None or goal is None) and options.on_solution is None:
        return None
    known = BestSoFar(watch, maximize=goal.maximize) if watch and goal else None

    def take(values: IntArray, best: float) -> bool:
        tell(best)
        tell_solution(backend, options, values)
        return True

    def tell(best: float | None = None, bound: float | None = None) -> bool:
        if known is not None:
            known.tell(best, bound)
        return True

    return _listener(helper, program, take, lambda bound: tell(bound=bound))


def _after_highspy() -> bool:
    """Whether highspy is loaded and OR-Tools is not, whose library has the same name.

    PuLP imports highspy where that is installed.
    """
    return "highspy._core" in sys.modules and _HELPER not in sys.modules


_AFTER_HIGHSPY = (
    "use highs, scip or cbc: with highspy, which PuLP imports, this process cannot load OR-Tools"
)
_HELPER = "ortools.sat.python.cp_model_helper"


def _helper(backend: CpSatBackend) -> Any:
    """OR-Tools' module `cp_model_helper`, which is loaded when it is first needed."""
    try:
        from ortools.sat.python import cp_model_helper  # noqa: PLC0415 - solvers come in lazily
    except ImportError as error:
        # Ctrl-C while native code is loaded comes out as the cause of another error.
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise error.__cause__ from None
        raise BackendMissingError("backend cpsat is not installed", backend.needs) from None
    return cp_model_helper


def _visitor(
    helper: Any, program: Program, visit: Callable[[IntArray], bool], options: Options
) -> Any:
    """A callback that visits every solution, and keeps the last one."""
    deciding = program.deciding
    everything = bool(deciding.all())
    # Where all columns are listed, somebody counts how often the same values come with others of
    # CP-SAT's own variables.
    repeating = everything and program.has_open_ways()
    seen: set[bytes] = set()

    def take(values: IntArray, _: float) -> bool:
        decided = (values if everything else values[deciding]).tobytes()
        # A digest takes little room, and two solutions never share one of 128 bits.
        told_apart = blake2b(decided, digest_size=16).digest()
        if told_apart in seen and not repeating:
            return True
        seen.add(told_apart)
        visitor.last = values
        return visit(values[np.newaxis]) and not options.stopped()

    visitor = _listener(helper, program, take)
    return visitor


def _listener(
    helper: Any,
    program: Program,
    take: Callable[[IntArray, float], bool],
    bound: Callable[[float], bool] | None = None,
) -> Any:
    """CP-SAT's callback for every solution and its objective; the class exists only once loaded.

    Whoever hears of it says whether to go on. What is raised is kept, and ends the search: it must
    not go through native code.
    """

    class Listener(helper.SolutionCallback):  # type: ignore[misc] # its base is known at run time only
        def __init__(self) -> None:
            super().__init__()
            self.last: IntArray | None = None
            self.stopped = False
            self.failures: list[BaseException] = []
            self.stop: Callable[[], None] = lambda: None

        # CP-SAT calls the method by this name.
        def OnSolutionCallback(self) -> None:  # noqa: N802
            values = np.array(self.Response().solution, dtype=np.int64)[: program.variables]
            self.guard(lambda: take(values, self.ObjectiveValue()))

        def guard(self, act: Callable[[], bool]) -> None:
            try:
                self.stopped = self.stopped or not act()
            except BaseException as error:  # noqa: BLE001 - it is raised again after the search
                self.failures.append(error)
                self.stopped = True
            if self.stopped:
                self.stop()

        def listen(self, wrapper: Any) -> None:
            self.stop = wrapper.stop_search
            wrapper.add_solution_callback(self)
            if (tell := bound) is not None:
                wrapper.add_best_bound_callback(lambda value: self.guard(lambda: tell(value)))

        def leave(self, wrapper: Any) -> None:
            wrapper.clear_solution_callback(self)
            # A search that knows who listens, and is known to them, would never be freed.
            self.stop = lambda: None

    return Listener()
