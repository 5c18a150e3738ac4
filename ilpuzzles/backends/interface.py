"""Backends: options, features and abilities, and the code that backends for any rows share."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import MISSING, dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Protocol, Self, TypeAlias, TypedDict, runtime_checkable

import numpy as np

from ilpuzzles.backends.option_values import READERS, Parameter
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import (
    BackendError,
    CheckError,
    InputError,
    ModelError,
    UnknownNameError,
    quoted,
    require_known,
)
from ilpuzzles.exactcover.settings import Settings
from ilpuzzles.modelling.expressions import Negation
from ilpuzzles.modelling.numbers import Number, NumberArray, exact, text_of
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.ownership import Extent, foreign, is_same_model
from ilpuzzles.modelling.pointers import OPTIONS, pointer
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.modelling.variables import single_values
from ilpuzzles.passes.step import PassTrace
from ilpuzzles.passes.ways import Ways
from ilpuzzles.progress import Watch


class Feature(StrEnum):
    """An option or ability that a backend honours; its protocols say what else it can do."""

    OPTIMISE = "optimise"
    """Finds the best solution for a linear objective."""
    WORKERS = "workers"
    """Searches with several threads."""
    SEED = "seed"
    """Takes a seed."""
    GAP = "gap"
    """Stops when the best solution found is proved to be within a gap of the optimum."""
    NODE_LIMIT = "node limit"
    """Stops after a given number of nodes of its search tree."""
    WORK_LIMIT = "work limit"
    """Stops after a given amount of work, which it counts in steps of its own."""
    HINT = "hint"
    """Takes a hint: values to start from."""
    PARAMETERS = "parameters"
    """Takes parameters of the solver's own."""
    INCUMBENTS = "incumbents"
    """Tells every solution that is better than those before, with its values."""
    CONTINUOUS = "continuous"
    """Takes continuous variables."""
    RULES = "rules"
    """Is told global constraints in the ways of clingo, unless it has ways of its own."""
    CONSTRAINTS = "constraints"
    """Is told global constraints in the ways of CP-SAT, unless it has ways of its own."""
    ANY_ROWS = "any rows"
    """Takes rows of every kind, so that a question may add some of its own."""
    EXACT = "exact"
    """Computes in whole numbers, so that what it proves needs no second opinion."""


GENERAL = frozenset({Feature.OPTIMISE, Feature.SEED, Feature.GAP, Feature.HINT, Feature.ANY_ROWS})
"""The features that all solvers for rows of every kind honour."""


OnSolution: TypeAlias = Callable[[Result], None]
"""A callback for each better solution."""

Hint: TypeAlias = Mapping[Any, Any] | Result
"""Values to start from: numbers by variable, arrays by family, or those of a result."""


def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of a search: limits, workers, seed, gap, hint.

    Numbers and truths may be those of numpy. An option that is None is one that nobody has said.

    Attributes:
        time_limit: Seconds on the wall clock after which to stop, or None; 1e9 and more is none.
        workers: Threads; one gives the same search every time.
        seed: The seed of the solver's random choices.
        verbose: Whether the solver's own log goes to standard error.
        gap: Stop when the objective is within this share of its bound; 0.01 is one percent.
        node_limit: How many nodes to search at most, or None.
        work_limit: How much work a search may be at most, or None: about as much as is done in so
            many seconds, but counted in the solver's own steps, so that it ends at the same place
            on any machine, however busy. CP-SAT calls it deterministic time.
        hint: Values to start from, for some variables: numbers by variable or by name, arrays by
            family, or a result. Those out of bounds are ignored; a wrong hint costs time but
            changes no answer.
        watch: Called with the best objective so far and its bound as the solver reports them,
            perhaps from another thread.
        stopped: Asked now and then whether to end before that, as at a limit of time.
        deadline: When the time is over (`time.perf_counter`), which the clock of a question says:
            to hand a model over takes time as well.
        verify: Whether another backend confirms that there is no solution, no further one or none
            better, where the first one computes in doubles: None for a moment (as long as the first
            search, and at least a second), True until it is certain, False not at all.
        exact: Whether the values of continuous variables are to be exact numbers: None where all
            rows are exact and it is little work (a bound on the work, not on seconds), True within
            the time that there is, False not at all. Otherwise they are the solver's, in doubles.
        cluster: Where several workers list or count all solutions: None for processes of this
            machine; see `ilpuzzles.jobs.open_pool` for others.
        params: Parameters of solvers by their own names, for each backend, such as
            `{"scip": {"limits/gap": 0.01}}`; a backend gets its own. What they loosen changes the
            status, and nothing is called optimal that is not proved.
        unsafe: Whether these may change what is set for right answers.
        on_solution: Called by `solve_model` with each better solution as it is found, checked, as
            a result of its own; on backends that tell (`Feature.INCUMBENTS`), perhaps from another
            thread, one at a time. What it raises ends the search.
        cover: How the backend `exactcover` searches; its order is an order of rows of the program,
            and workers and conditions come from elsewhere.

    Raises:
        InputError: If a value makes no sense.
    """

    time_limit: float | None = None
    workers: int = 1
    seed: int = 0
    verbose: bool = False
    gap: float = 0.0
    node_limit: int | None = None
    work_limit: float | None = None
    hint: Mapping[Any, Any] = field(default_factory=dict)
    params: Mapping[str, Mapping[str, Parameter]] = field(default_factory=dict)
    unsafe: bool = False
    on_solution: OnSolution | None = field(default=None, compare=False, repr=False)
    cover: Settings = field(default_factory=Settings)
    cluster: str | None = None
    verify: bool | None = None
    exact: bool | None = None
    watch: Watch | None = field(default=None, compare=False, repr=False)
    stopped: Callable[[], bool] = field(default=_never, compare=False, repr=False)
    deadline: float | None = field(default=None, compare=False, repr=False)

    def __new__(cls, **words: object) -> Self:
        """Raises for an unknown option, with the nearest one."""
        for word in words:
            _require_option(word, cls.__dataclass_fields__)
        return object.__new__(cls)

    def __post_init__(self) -> None:
        usual = _usual_values()
        for name, read in READERS.items():
            given: object = getattr(self, name)
            # There are options of their own for every search, and few of them are said.
            if given is usual[name]:
                continue
            value = usual[name] if given is None else read(name, given)
            if value is not given:
                object.__setattr__(self, name, value)
        hint: object = self.hint
        object.__setattr__(self, "hint", {} if hint is None else hint_of(self.hint))
        cover: object = self.cover
        if cover is None:
            object.__setattr__(self, "cover", Settings())
        elif not isinstance(cover, Settings):
            raise InputError(f"cover must be settings, got {quoted(cover)}", "give Settings(...)")


def _require_option(word: str, known: Collection[str]) -> None:
    """Raises for an option that there is not: with its name here, or the nearest one."""
    advice = pointer(word, OPTIONS)
    if advice and word not in known:
        raise UnknownNameError(f"unknown option {quoted(word)}", advice)
    require_known("option", word, known)


@cache
def _usual_values() -> Mapping[str, object]:
    """The values of the options that nobody has said."""
    return {
        name: field.default if field.default_factory is MISSING else field.default_factory()
        for name, field in Options.__dataclass_fields__.items()
    }


class OutOfTimeError(Exception):
    """Raised while a model is handed over, once the time is over; backends make it a result."""


class Clock:
    """The time that all searches of one question have together.

    The options are those of the whole question; a single search may take `patience` seconds, or all
    that there are. It starts when the question is asked, before the model is made into a program
    and a backend is chosen: then `begun` is the time (`time.perf_counter`).
    """

    def __init__(self, options: Options, begun: float | None = None) -> None:
        self.everything = options
        self.begun = time.perf_counter() if begun is None else begun
        self.patience: float | None = None
        own = None if options.time_limit is None else self.begun + options.time_limit
        ends = [end for end in (own, options.deadline) if end is not None]
        self._end = min(ends, default=None)

    def having(self, **options: Any) -> Clock:
        """Returns the same clock with some other options."""
        other = Clock(replace(self.everything, **options), self.begun)
        other.patience = self.patience
        return other

    def options(self) -> Options | None:
        """The options for the next search, or None if the time is over."""
        if self._end is None and self.patience is None:
            return self.everything
        left = math.inf if self._end is None else self._end - time.perf_counter()
        most = min(left, self.patience or math.inf)
        if left <= 0:
            return None
        return replace(self.everything, time_limit=most, deadline=self._end)

    def require_time(self) -> None:
        """Raises an `OutOfTimeError` if the time of the question is over."""
        if self._end is not None and time.perf_counter() > self._end:
            raise OutOfTimeError

    def seconds_left(self) -> float | None:
        """The time left in seconds, at least 0; None if there is no limit."""
        return None if self._end is None else max(0.0, self._end - time.perf_counter())

    @property
    def over(self) -> bool:
        """Whether the time of the question is over."""
        return self.options() is None


class OptionWords(TypedDict, total=False):
    """Options that a question takes as keywords, such as `time_limit=3`; see `Options`."""

    time_limit: float | None
    workers: int
    seed: int
    verbose: bool
    gap: float
    node_limit: int | None
    work_limit: float | None
    hint: Hint
    params: Mapping[str, Mapping[str, Parameter]]
    unsafe: bool
    on_solution: OnSolution | None
    cover: Settings
    cluster: str | None
    verify: bool | None
    exact: bool | None
    stopped: Callable[[], bool]


def options_with(options: Options | None, words: OptionWords) -> Options:
    """The options of a question: those of an object, with those that are given directly.

    A word that is None says nothing.

    Example:
        >>> options_with(Options(seed=4), {"time_limit": 3}).seed
        4
        >>> options_with(None, {"timelimit": 3})
        Traceback (most recent call last):
        ilpuzzles.errors.UnknownNameError: unknown option 'timelimit'; did you mean 'time_limit'?
    """
    if options is not None and not isinstance(options, Options):
        raise InputError(f"expected options, got {quoted(options)}", "give Options(...)")
    known = options or Options()
    for word in words:
        _require_option(word, OptionWords.__annotations__)
    said: dict[str, Any] = {word: value for word, value in words.items() if value is not None}
    return replace(known, **said) if said else known


def with_own_hint(program: Program, options: Options) -> Options:
    """Returns the options with the hint by the variables of a program.

    Raises:
        UnknownNameError: If it names a variable that there is not.
        InputError: If it has one of another model than the program is of.
    """
    names = [key for key in options.hint if isinstance(key, str)]
    if names:
        rest = {key: value for key, value in options.hint.items() if not isinstance(key, str)}
        by_variable = {program.look_up(name): options.hint[name] for name in names}
        options = replace(options, hint={**rest, **hint_of(by_variable)})
    owner = program.names.owner
    for variable in options.hint if owner is not None else ():
        if not is_same_model(variable.owner, owner, Extent.of_columns([variable.column])):
            what = f"{variable!r} of the hint"
            raise InputError(foreign(what, variable.owner, owner, "this is the model"))
    return options


def hint_of(given: Hint) -> Mapping[Any, Any]:
    """Values to start from, by variable; those by names stay, until the model is known."""
    if isinstance(given, Result):
        if given.values is None:
            raise InputError(f"the hint is a result without values: {given.status}", "leave it out")
        return given.assigned()
    mapping: object = given
    if not isinstance(mapping, Mapping):
        what = f"the hint must be numbers by variable, or a result, got {quoted(given)}"
        raise InputError(what, "write {x: 1}")
    found: dict[Any, Any] = {key: value for key, value in given.items() if isinstance(key, str)}
    try:
        hint = single_values({key: value for key, value in given.items() if key not in found})
    except ModelError as error:
        raise InputError(f"the hint: {error}") from None
    for literal, value in hint.items():
        try:
            number = exact(value)
        except ModelError as error:
            raise InputError(f"the hint for {literal!r}: {error}") from None
        if isinstance(literal, Negation):
            found[literal.variable] = 1 - number
        else:
            found[literal] = value
    return found


def options_after(trace: PassTrace, options: Options) -> Options:
    """Returns the options for the program after some passes: its hint, and who watches it."""
    hint, watch = trace.hint(options.hint), trace.watch(options.watch)
    if hint is options.hint and watch is options.watch:
        return options
    return replace(options, hint=hint, watch=watch)


def unable(name: str, what: str, instead: str) -> BackendError:
    """The error of a backend that is asked for what it cannot do."""
    return BackendError(f"backend {name} does not support {what}", instead)


def require_honour(name: str, features: frozenset[Feature], options: Options) -> None:
    """Raises if a gap, a hint or a limit is given that a backend would ignore."""
    for feature, given, what, instead in (
        (Feature.GAP, options.gap, "a gap", "use cpsat"),
        (Feature.HINT, options.hint, "hints", "use cpsat"),
        (Feature.NODE_LIMIT, options.node_limit, "a node limit", "give a time limit, or use cbc"),
        (Feature.WORK_LIMIT, options.work_limit, "a work limit", "use cpsat"),
        (Feature.PARAMETERS, options.params.get(name), "parameters", "leave them out"),
        (Feature.INCUMBENTS, options.on_solution, "on_solution", "use cpsat or clingo"),
    ):
        if given and feature not in features:
            raise unable(name, what, instead)


def require_no_parameters(name: str, options: Options) -> None:
    """Raises where all solutions are listed, and a parameter may lose some without a word."""
    if options.params.get(name) and not options.unsafe:
        what = f"with parameters of your choice, {name} may miss solutions that should be listed"
        raise BackendError(what, "leave them out, or pass unsafe=True")


def read_parameter(text: str) -> Parameter:
    """The value of a parameter as somebody writes it.

    Example:
        >>> [read_parameter(text) for text in ("true", "3", "0.01", "off")]
        [True, 3, 0.01, 'off']
    """
    if text.lower() in {"true", "false"}:
        return text.lower() == "true"
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return text


def own_parameters(name: str, options: Options, kept: Collection[str]) -> dict[str, Parameter]:
    """The parameters for a backend; raises for those that right answers depend on.

    Names in `kept` are those, and what these begin with, since CBC takes abbreviations.
    """
    given = dict(options.params.get(name, {}))
    for parameter in given if not options.unsafe else ():
        if any(one.lower().startswith(parameter.lower()) for one in kept):
            what = f"{name} gives right answers only with its own setting of {quoted(parameter)}"
            raise BackendError(what, "leave it out, or pass unsafe=True")
    return given


def tell_solution(backend: Backend, options: Options, values: NumberArray) -> None:
    """Tells a better solution to whoever wants to know."""
    if options.on_solution is not None:
        name, version = backend.name, backend.version()
        options.on_solution(
            Result(status=Status.FEASIBLE, values=values, backend=name, version=version)
        )


def refusal_error(name: str, said: str) -> BackendError:
    """The error of a parameter that a solver does not take, in the solver's own words."""
    return BackendError(f"{name} refuses a parameter: {said}", "see its own manual")


def contradiction_error(name: str) -> CheckError:
    """The error of a solver that denies what it has found itself."""
    return CheckError(f"{name} finds no solution where it has found one", "try another backend")


class Backend(Protocol):
    """A solver."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def features(self) -> frozenset[Feature]:
        """Its abilities."""

    @property
    def needs(self) -> str:
        """The command that installs it, or the advice, where it is missing."""

    def available(self) -> bool:
        """Whether the solver is installed; finds out without importing it."""

    def version(self) -> str:
        """The version of the solver, and where it comes from."""

    def solve(self, program: Program, options: Options) -> Result:
        """Looks for a solution, the best one if the program has an objective.

        The values are not yet checked; `ilpuzzles.queries` does that.

        Raises:
            BackendMissingError: If the solver is not installed.
            KeyboardInterrupt: On Ctrl-C, once the solver has stopped.
        """

    def native(self, program: Program) -> Any:
        """The program as the solver's own object or text, for experiments in a notebook."""


@runtime_checkable
class Enumerates(Backend, Protocol):
    """A backend that can list all solutions by itself."""

    def enumerate(
        self, program: Program, options: Options, visit: Callable[[IntArray], bool]
    ) -> Result:
        """Visits every solution once, one or several at a time.

        Two solutions are the same if all deciding variables have the same values.

        Args:
            program: The program; an objective is not looked at.
            options: How to search.
            visit: Called with the values of some solutions, shape (solutions, columns); returns
                whether to go on.

        Returns:
            A result, whose values are not looked at. It is complete if and only if every solution
            was visited.
        """


@runtime_checkable
class FindsCores(Backend, Protocol):
    """A backend that says which parts of a program are enough to rule out every solution."""

    def core(
        self, program: Program, options: Options, members: Sequence[IntArray]
    ) -> tuple[list[int] | None, Result]:
        """Looks for a solution, or for members that rule out every one.

        The members are not checked: the caller proves them in a separate search.

        Args:
            program: The program; an objective is not looked at.
            options: How to search; there is always one worker.
            members: The rows of each member. Rows of no member always hold.

        Returns:
            Members that have no solution together, ascending, or None where there is a solution,
            or nothing can be said; and the result of the search.
        """


@runtime_checkable
class StatesConstraints(Backend, Protocol):
    """A backend that is told global constraints in ways of its own."""

    def ways(self) -> Ways:
        """The ways in which it can be told them; called only for programs that have some."""


@runtime_checkable
class TellsSteps(Backend, Protocol):
    """A backend that says what its passes make of a program, without solving it.

    Of any other, only those passes are known that the table has for its kind of solver.
    """

    def steps(self, program: Program) -> PassTrace:
        """Runs the passes that `solve` runs before it asks the solver for the first time."""


@runtime_checkable
class SolutionSetEngine(Enumerates, Protocol):
    """A backend that knows all solutions together, without looking at one after the other.

    It lists, counts and draws with as many workers as there are, and calls `Options.watch` with its
    progress now and then. Without an objective, all solutions are meant, except for
    `rank`.
    """

    def enumerate(
        self,
        program: Program,
        options: Options,
        visit: Callable[[IntArray], bool],
        *,
        few: bool = False,
    ) -> Result:
        """Visits every solution once; see `Enumerates.enumerate`.

        Args:
            program: The program.
            options: How to search.
            visit: Called with the values of some solutions; returns whether to go on.
            few: Whether few solutions are likely to be enough.
        """

    def count(self, program: Program, options: Options) -> tuple[int, Result]:
        """Counts the solutions; two are the same if all deciding variables have the same values.

        Returns:
            How many there are, or how many are known so far; and a result that says which. What is
            watched says how many are known before an interruption as well.
        """

    def rank(
        self, program: Program, options: Options, number: int | None
    ) -> tuple[IntArray, Result]:
        """Finds the solutions that are best by the first objective, the best one first.

        Two solutions are the same if all deciding variables have the same values.

        Args:
            program: The program, with an objective.
            options: How to search.
            number: How many; None for all that are as good as the best one.

        Returns:
            The values of those for which it is proved that no other is better, shape (solutions,
            columns); and a result about the best one known, which is complete if there are as many
            as are wanted, or no others.

        Raises:
            Interrupted: On Ctrl-C, with the best solution so far.
        """

    def sample(self, program: Program, options: Options, number: int) -> tuple[IntArray, Result]:
        """Draws solutions at random, all with the same chance, each independently of the others.

        Returns:
            Their values, shape (number, columns), with no rows if there is no solution or the work
            was not finished; and a result that is complete if all solutions could have been drawn.
            The seed of the options determines the draw.
        """

    def ranges(
        self, program: Program, options: Options, weights: IntArray
    ) -> tuple[IntArray, IntArray] | None:
        """The least and the greatest value of sums over all solutions.

        Args:
            program: The program.
            options: How to search.
            weights: What a 1 in each column adds to each sum, shape (sums, columns).

        Returns:
            Both, for every sum; None if they cannot be found, or there is no solution.
        """

    def estimate(self, program: Program) -> float | None:
        """A rough estimate of the nodes of a search for all solutions; None if there is none."""

    def representatives(self, program: Program, options: Options) -> list[tuple[int, int]]:
        """Columns of which exactly one is 1, up to symmetry, and how many each one stands for.

        Every solution has one of these columns, or is equivalent to one that has; as many have any
        of those that a column stands for as have this column. Without symmetries there are none.
        """


def abilities(backend: Backend) -> list[str]:
    """The abilities of a backend in words, sorted: its features, and the protocols it satisfies.

    Example:
        >>> from ilpuzzles.solvers import get_backend
        >>> abilities(get_backend("exactcover"))[:6]
        ['count', 'enumerate', 'exact', 'node limit', 'optimise', 'sample']
    """
    known = ["count", "sample"] * isinstance(backend, SolutionSetEngine)
    listed = ["enumerate"] * isinstance(backend, Enumerates)
    return sorted([*map(str, backend.features), *known, *listed])


@cache
def installed(package: str) -> str | None:
    """The version of a package, or None if it is not installed.

    It is looked up once: reading the metadata of a large package takes a millisecond or two.

    Example:
        >>> installed("numpy") is not None, installed("no-such-package")
        (True, None)
    """
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def require_whole(program: Program, name: str) -> None:
    """Raises for a backend that takes whole variables only if a program has another one."""
    if program.continuous is not None and program.continuous.any():
        column = int(program.continuous.argmax())
        what = f"the continuous variable {program.names.name_of(column)}"
        raise unable(name, what, "use cbc, highs or scip")


def hinted(program: Program, options: Options) -> dict[int, Number]:
    """The columns for which there is a hint within their bounds, ascending, and its values."""
    found: dict[int, Number] = {}
    for variable, value in with_own_hint(program, options).hint.items():
        column, number = variable.column, exact(value)
        if column >= program.variables:
            what = f"the hint names {variable!r}, which the program does not have"
            raise InputError(what, "leave it out")
        if type(number) is not int and not program.is_continuous(column):
            raise InputError(
                f"the hint for {variable!r} must be a whole number, got {text_of(number)}"
            )
        lower, upper = program.lower.at(column), program.upper.at(column)
        if (lower is None or lower <= number) and (upper is None or number <= upper):
            found[column] = number
    return dict(sorted(found.items()))


TOLERANCE = 1e-5
"""The largest distance of a value from a whole number; the exact row check comes on top."""


_GAPS_OF_WRONG_BOUND = 1000
"""A bound that is missed by more than so many gaps of the objective, in which solvers round, is
wrong; see `Objective.gap`."""


def proved_gap(program: Program, values: NumberArray, bound: float | None) -> Number | None:
    """By how much a better objective may be away, as a bound says; None where that is too much.

    Nothing, where whole variables and exact numbers leave no room for a better one. Otherwise what
    counts as equally good in doubles (`Objective.gap`).

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 2)
        >>> row = model.add(x.sum() <= 1)
        >>> model.maximize(x @ [3, 4])
        >>> program, second = model.program(), np.array([0, 1])
        >>> proved_gap(program, second, 4.5), proved_gap(program, second, 5.5)
        (0, None)
    """
    goal = program.objective
    if bound is None or not math.isfinite(bound) or goal is None:
        return None
    value = goal.value(values)
    best = float(value)
    distance = bound - best if goal.maximize else best - bound
    if not goal.is_measured:
        # Of whole columns, a bound that is less than a step better leaves room for nothing.
        if not program.is_mixed() and distance < (1 - TOLERANCE) / goal.scale:
            return 0
        # No double can say that of many decimals, but the bounds of columns may.
        if values.dtype == np.float64:
            return _gap_within(program, distance, best, goal.gap(values))
        ends = goal.form().reach(program.lower.tolist(), program.upper.tolist())
        if value == ends[goal.maximize]:
            return 0
    return _gap_within(program, distance, best, goal.gap(values))


def _gap_within(program: Program, distance: float, best: float, gap: Number) -> Number | None:
    """The gap of an objective that is so far from its bound; None where that is too much."""
    if distance <= float(gap) * (1 + TOLERANCE):
        return gap
    goal = program.objective
    is_exact = not program.is_measured() and goal is not None and not goal.is_measured
    if program.is_mixed() and is_exact and distance < TOLERANCE * max(1.0, abs(best)):
        # Making values exact has moved the objective away from the solver's own.
        return Fraction(distance)
    return None


def judge_by_bound(program: Program, result: Result) -> Result:
    """The result, optimal only if its bound says so, whatever the solver calls it.

    Most solvers leave a gap by default, and call what lies within it optimal. A solver that tells
    no bound is believed here. A bound that the solution contradicts is left out.

    Raises:
        CheckError: If the solution is called optimal in spite of such a bound.
    """
    goal, values, bound = program.objective, result.values, result.bound
    if goal is None or values is None:
        return result
    value = goal.value(values)
    if bound is not None and _is_contradicted(goal, values, bound):
        if result.status is not Status.OPTIMAL:
            return replace(result, bound=None)
        wrong = f"its bound on the objective is {bound:g}, but its solution has {float(value):g}"
        what = f"the answer of {result.backend} is wrong: {wrong}"
        raise CheckError(what, "try another backend", program=program)
    if result.status is not Status.OPTIMAL:
        return result
    believed = goal.gap(values) if goal.is_measured else 0
    gap = believed if bound is None else proved_gap(program, values, bound)
    if gap is not None:
        return replace(result, objective=value, bound=float(value), gap=max(gap, result.gap))
    return replace(result, status=Status.FEASIBLE, limit=Limit.GAP, objective=value, complete=False)


def _is_contradicted(goal: Objective, values: NumberArray, bound: float) -> bool:
    """Whether values are better than a bound allows, beyond all errors of doubles."""
    best = float(goal.value(values))
    beyond = best - bound if goal.maximize else bound - best
    if beyond <= TOLERANCE * max(1.0, abs(best), abs(bound)):
        return False
    # An objective with large terms that cancel is known less exactly than its size says.
    return beyond > _GAPS_OF_WRONG_BOUND * float(goal.gap(values))


class Interrupted(KeyboardInterrupt):
    """Raised on Ctrl-C while a question was being answered; carries the answer so far.

    It is raised, not returned, so that a script that asks many questions ends when you press
    Ctrl-C, as you would expect.

    Attributes:
        answer: What was found so far, marked incomplete.

    Example:
        >>> try:
        ...     raise Interrupted("3 solutions so far")
        ... except KeyboardInterrupt as interruption:
        ...     print(interruption)
        interrupted; so far: 3 solutions so far
    """

    def __init__(self, answer: Any) -> None:
        super().__init__(answer)
        self.answer = answer

    def __str__(self) -> str:
        return f"interrupted; so far: {self.answer!s}"

    # Jupyter asks for this instead of printing a long traceback.
    def _render_traceback_(self) -> list[str]:
        return [str(self), "The answer so far is in the attribute 'answer' of this exception."]


@contextmanager
def interruptible(answer: Callable[[], Any]) -> Iterator[None]:
    """Turns Ctrl-C inside into `Interrupted`, with the answer as it is then."""
    try:
        yield
    except KeyboardInterrupt as interruption:
        raise Interrupted(answer()) from interruption
