"""Second opinions: a claim of a solver that computes in doubles is confirmed by another backend.

Values can be checked row by row. That there is no solution, or none that is better, cannot: so a
backend that computes in whole numbers looks for a solution that would refute it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from ilpuzzles.backends.interface import Backend, Clock, Feature
from ilpuzzles.backends.result import Opinion, Result, Status
from ilpuzzles.errors import BackendError, CheckError, RowStorageError
from ilpuzzles.exactcover.settings import Settings
from ilpuzzles.modelling.numbers import Number, text_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries.restricted_search import Restricted, require_valid, search
from ilpuzzles.solvers.registry import (
    Task,
    choose,
    exact_backends,
    general_backends,
    get_backend,
    is_installed,
)

_LEAST_SECONDS = 1.0
"""The least time to spend on confirming, however quick the first search was."""

NOT_CONFIRMED = Opinion("", agrees=False, seconds=0.0)
"""The opinion where no other backend could be asked, or none was to be."""


class UndecidedError(Exception):
    """Raised where a backend has not ended in its time."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a backend about a program, and the question that checks it.

    Attributes:
        text: The claim, as a sentence.
        program: The program that it is about.
        refute: Asks a backend against a clock. Returns in words what it has found instead, or None
            if it has proved the same; raises an `UndecidedError` if its time was over.
        task: The task that the other backend is chosen for.
    """

    text: str
    program: Program
    refute: Callable[[Backend, Clock], str | None]
    task: Task = Task.OTHER


def search_soundly(restricted: Restricted, backend: Backend, clock: Clock) -> Result:
    """Searches; where a solver's values break rows or were ruled out, another backend searches.

    Raises:
        CheckError: If there is no other, or none is to be asked; or the backend computes in whole
            numbers, where nothing excuses such values.
    """
    try:
        return _require_sound(restricted, search(restricted, backend, clock))
    except CheckError:
        if Feature.EXACT in backend.features:
            raise
        for other in _substitutes(restricted.whole, backend, clock):
            with suppress(BackendError, CheckError, UndecidedError):
                return _require_sound(restricted, search(restricted, other, _plain(clock)))
        raise


def _require_sound(restricted: Restricted, result: Result) -> Result:
    """Returns the result, with the row that its values miss by most.

    Raises:
        CheckError: If the values break rows, or are those of a solution that was ruled out.
    """
    if result.values is None:
        return result
    missed = require_valid(restricted.whole, result.values, result.backend)
    if restricted.is_ruled_out(result.values):
        what = f"{result.backend} returned a solution that a no-good cut excludes"
        raise CheckError(what, "try another backend", program=restricted.program())
    return replace(result, missed=missed)


def confirm(restricted: Restricted, result: Result, backend: Backend, clock: Clock) -> Result:
    """Returns the result of a search, with another backend's opinion of its claim.

    The claim is that there is no solution, or none that is better.

    Raises:
        CheckError: If the other backend has found one.
    """
    goal = restricted.whole.objective
    best: Number | None = None
    if result.status is Status.OPTIMAL and goal is not None and result.values is not None:
        best = goal.value(result.values)
    claims = best is not None or result.status is Status.INFEASIBLE
    # Where no second opinion is needed, its question is not prepared.
    if not claims or is_exact(backend, result):
        return result
    if best is not None and restricted.whole.is_mixed():
        # A slightly better value is within the tolerance of solvers that compute in doubles.
        return replace(result, opinion=NOT_CONFIRMED)
    margin = Fraction(0)
    if best is not None and goal is not None and result.values is not None:
        # The other backend is not asked for solutions that count as equally good.
        margin = Fraction(max(goal.margin(result.values), result.gap))
    text = "there is no solution" if best is None else f"{text_of(best)} is the best"

    def refute(other: Backend, clock: Clock) -> str | None:
        refuting = restricted.refuting(best, other, margin)
        found = search(refuting, other, clock)
        if found.values is None:
            if found.status is not Status.INFEASIBLE:
                raise UndecidedError
            return None
        _require_sound(refuting, found)
        if best is None or goal is None:
            return "one"
        return text_of(goal.value(found.values))

    return with_opinion(result, backend, clock, Claim(text, restricted.program(), refute))


def with_opinion(result: Result, backend: Backend, clock: Clock, claim: Claim) -> Result:
    """Returns the result with another backend's opinion, unless it was proved in whole numbers.

    The other backend may search for as long as the first one, and a second at least, less the time
    that the first one has spent on confirming its own result; to the end if the options say
    `verify`, and not at all if they say not to. If it answers with values that break rows, a third
    backend is asked; if there is none, the opinion says what was wrong.

    Raises:
        CheckError: If the other backend refutes the claim.
    """
    if is_exact(backend, result):
        return result
    begun = time.perf_counter()
    confirming = result.times.confirm
    searching = result.seconds - confirming
    left = max(_LEAST_SECONDS, searching) - confirming
    patience = None if clock.everything.verify else max(_LEAST_SECONDS / 2, left)
    opinion = NOT_CONFIRMED
    for other in _others(claim.program, backend, clock, claim.task):
        agrees = True
        refutation: str | None = None
        try:
            refutation = claim.refute(other, _plain(clock, patience))
        except BackendError:
            # It does not take the program.
            continue
        except UndecidedError:
            agrees = False
        except RowStorageError:
            # That is the fault of no backend, and may be that of the claim.
            raise
        except CheckError as error:
            # Its solution breaks rows: the claim stands, and another backend is asked.
            seconds = time.perf_counter() - begun
            opinion = Opinion(other.name, agrees=False, seconds=seconds, fault=_fault_of(error))
            continue
        if refutation is not None:
            what = (
                f"{result.backend} says that {claim.text}, but {other.name} has found {refutation}"
            )
            raise CheckError(what, "ask a third backend", program=claim.program)
        exact = Feature.EXACT in other.features and not claim.program.is_mixed()
        opinion = Opinion(other.name, agrees, time.perf_counter() - begun, exact)
        break
    return replace(result, opinion=opinion)


def _fault_of(error: CheckError) -> str:
    """Returns the fault of an answer, in a sentence without advice."""
    return error.problems[0].what if error.problems else str(error)


def is_exact(backend: Backend, result: Result) -> bool:
    """Whether a result comes from a backend that computes in whole numbers."""
    if Feature.EXACT in backend.features:
        return True
    # Where the backend has failed, or its values broke rows, another one has answered.
    return result.backend != backend.name and result.backend in exact_backends()


def _others(
    program: Program, backend: Backend, clock: Clock, task: Task = Task.OTHER
) -> list[Backend]:
    """Returns the backends that may be asked, the best one first.

    With continuous variables, none computes in exact numbers: then those that compute in doubles
    are asked, since the solutions that they find are checked.
    """
    if clock.everything.verify is False:
        return []
    if program.is_mixed():
        names = (name for name in general_backends() if name != backend.name)
        others = [get_backend(name) for name in names if is_installed(name)]
        return [other for other in others if Feature.CONTINUOUS in other.features]
    others = [get_backend(name) for name in exact_backends() if name != backend.name]
    best = choose(program=program, task=task).backend if task is Task.ALL else None
    return others if best is None or not best.features >= {Feature.EXACT} else [best, *others]


def _substitutes(program: Program, backend: Backend, clock: Clock) -> list[Backend]:
    """Returns the backends that may search instead of one whose values were wrong, best first.

    Exact ones take no variables without bounds, where CBC has returned wrong values for three
    columns and three rows: then others that compute in doubles may search, since values are
    checked.
    """
    exact = _others(program, backend, clock)
    if not exact or program.is_mixed() or not program.unbounded().any():
        return exact
    known = {backend.name, *(other.name for other in exact)}
    further = (name for name in general_backends() if name not in known and is_installed(name))
    return [*exact, *map(get_backend, further)]


def _plain(clock: Clock, patience: float | None = None) -> Clock:
    """Returns a clock with the time that is left, or less, and no options for another backend."""
    left = clock.options()
    if left is None:
        raise UndecidedError
    plain = replace(
        left, node_limit=None, work_limit=None, gap=0.0, hint={}, watch=None, cover=Settings()
    )
    limits = [limit for limit in (left.time_limit, patience) if limit is not None]
    return Clock(replace(plain, time_limit=min(limits, default=None)))
