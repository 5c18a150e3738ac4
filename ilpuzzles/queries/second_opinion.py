"""A second opinion: what a solver that computes in doubles claims, another backend confirms.

Values can be checked row by row. That there is no solution, or none that is better, cannot: so a
backend that computes in whole numbers looks for what must not be there.
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
from ilpuzzles.modelling.numbers import text_of
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

_LEAST = 1.0
"""The least seconds to spend on confirming, however quick the first search was."""

NOBODY = Opinion("", agrees=False, seconds=0.0)
"""Where there is no other backend that could be asked, or none was to be."""


class UndecidedError(Exception):
    """A backend has come to no end in its time."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of a backend about a program, and the question that checks it.

    Attributes:
        text: The claim, as a sentence.
        program: What it is about.
        refute: Asks a backend against a clock. Returns what it has found instead, or None if it has
            proved the same; raises an `UndecidedError` if its time was over.
        task: What the other backend is wanted for.
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
    """The result, with the row that its values miss by most.

    Raises:
        CheckError: If they break rows, or are those of a solution that was ruled out.
    """
    if result.values is None:
        return result
    missed = require_valid(restricted.whole, result.values, result.backend)
    if restricted.is_ruled_out(result.values):
        what = f"{result.backend} returned a solution that a no-good cut excludes"
        raise CheckError(what, "try another backend", program=restricted.program())
    return replace(result, missed=missed)


def confirm(restricted: Restricted, result: Result, backend: Backend, clock: Clock) -> Result:
    """The result of a search, with another backend's opinion of what it claims.

    It may claim that there is no solution, or none that is better.

    Raises:
        CheckError: If the other one has found what is claimed not to be there.
    """
    goal, best = restricted.whole.objective, None
    if result.status is Status.OPTIMAL and goal is not None and result.values is not None:
        best = goal.value(result.values)
    claims = best is not None or result.status is Status.INFEASIBLE
    # Whoever needs no second opinion is spared what one would be asked about.
    if not claims or is_exact(backend, result):
        return result
    if best is not None and restricted.whole.is_mixed():
        # What is a little better is within the tolerance of whoever computes in doubles.
        return replace(result, opinion=NOBODY)
    margin = Fraction(0)
    if best is not None and goal is not None and result.values is not None:
        # The other one is not asked for what counts as equally good.
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
        return "one" if best is None or goal is None else text_of(goal.value(found.values))

    return with_opinion(result, backend, clock, Claim(text, restricted.program(), refute))


def with_opinion(result: Result, backend: Backend, clock: Clock, claim: Claim) -> Result:
    """The result with another backend's opinion, unless it was proved in whole numbers.

    The other one is asked for as long as the search has taken, and a second at least, less what the
    backend has spent on confirming itself; to the end if the options say `verify`, and not at all
    if they say not to.

    If the other one answers with values that break rows, a third one is asked; the opinion says so
    where nobody else has one.

    Raises:
        CheckError: If the other one has something to say against the claim.
    """
    if is_exact(backend, result):
        return result
    begun = time.perf_counter()
    confirming = result.times.confirm
    searching = result.seconds - confirming
    left = max(_LEAST, searching) - confirming
    patience = None if clock.everything.verify else max(_LEAST / 2, left)
    opinion = NOBODY
    for other in _others(claim.program, backend, clock, claim.task):
        try:
            against, agrees = claim.refute(other, _plain(clock, patience)), True
        except BackendError:
            # It does not take the program.
            continue
        except UndecidedError:
            against, agrees = None, False
        except RowStorageError:
            # That is the fault of nobody who was asked, and may be that of the claim.
            raise
        except CheckError as error:
            # What it says against the claim breaks rows: the claim stands, and another is asked.
            seconds = time.perf_counter() - begun
            opinion = Opinion(other.name, agrees=False, seconds=seconds, fault=_fault_of(error))
            continue
        if against is not None:
            what = f"{result.backend} says that {claim.text}, but {other.name} has found {against}"
            raise CheckError(what, "ask a third backend", program=claim.program)
        exact = Feature.EXACT in other.features and not claim.program.is_mixed()
        opinion = Opinion(other.name, agrees, time.perf_counter() - begun, exact)
        break
    return replace(result, opinion=opinion)


def _fault_of(error: CheckError) -> str:
    """What was wrong with an answer, in a sentence without advice."""
    return error.problems[0].what if error.problems else str(error)


def is_exact(backend: Backend, result: Result) -> bool:
    """Whether a result comes from a backend that computes in whole numbers."""
    if Feature.EXACT in backend.features:
        return True
    # Where its values broke rows, or it failed, another one has answered.
    return result.backend != backend.name and result.backend in exact_backends()


def _others(
    program: Program, backend: Backend, clock: Clock, task: Task = Task.OTHER
) -> list[Backend]:
    """The backends that may be asked, the best one first.

    With continuous variables, none computes in exact numbers: then those that compute in doubles
    are asked, since what they find is checked, whatever they deny.
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
    """The backends that may search instead of one whose values were wrong, the best one first.

    Exact ones take no variables without bounds, where CBC has returned wrong values for three
    columns and three rows: then others that compute in doubles may, since values are checked.
    """
    exact = _others(program, backend, clock)
    if not exact or program.is_mixed() or not program.unbounded().any():
        return exact
    known = {backend.name, *(other.name for other in exact)}
    names = (name for name in general_backends() if name not in known and is_installed(name))
    return [*exact, *map(get_backend, names)]


def _plain(clock: Clock, patience: float | None = None) -> Clock:
    """What is left of the time, or less, without what is meant for the backend that was named."""
    left = clock.options()
    if left is None:
        raise UndecidedError
    plain = replace(
        left, node_limit=None, work_limit=None, gap=0.0, hint={}, watch=None, cover=Settings()
    )
    limits = [limit for limit in (left.time_limit, patience) if limit is not None]
    return Clock(replace(plain, time_limit=min(limits, default=None)))
