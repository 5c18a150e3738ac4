"""Uniqueness of a solution: a second one is looked for, with the first one excluded."""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

from ilpuzzles.backends.interface import (
    Enumerates,
    Feature,
    Interrupted,
    Options,
    OptionWords,
    options_with,
)
from ilpuzzles.backends.result import Border, Limit, Status
from ilpuzzles.modelling.program import ProgramView
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.passes.tolerances import moved
from ilpuzzles.queries.border import BorderWatch
from ilpuzzles.queries.query_results import Solutions, Uniqueness, Verdict
from ilpuzzles.queries.restricted_search import Restricted
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import Inquiry
from ilpuzzles.solvers.registry import BackendLike, Task


def check_uniqueness(
    model: ProgramView,
    backend: BackendLike = "auto",
    *,
    options: Options | None = None,
    **words: Unpack[OptionWords],
) -> Uniqueness:
    """Finds out whether there is exactly one solution; if not, shows two.

    Args:
        model: A model, or a program.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search.

    Returns:
        The verdict, with the solutions that were found.

    Raises:
        ModelError: If a deciding variable has no bounds.
        BackendError: If the solver is missing or fails.
        Interrupted: On Ctrl-C, with what was found so far.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x, y = model.binary("x"), model.binary("y")
        >>> row = model.add(x + y == 1)
        >>> check_uniqueness(model).verdict.value, check_uniqueness(model.fix({x: 1})).unique
        ('several', True)
    """
    options = options_with(options, words)
    return Inquiry(model, backend, options, Task.TWO).in_turn(_check_soundly)


def _check_soundly(inquiry: Inquiry) -> Uniqueness:
    """Finds out whether there is exactly one solution, also if measured rows are moved inwards."""
    answer = _check(inquiry)
    borders = BorderWatch(inquiry.program)
    for values in answer.solutions:
        borders.look(values)
    border = borders.border()
    if border is None:
        return answer
    if inquiry.clock.over:
        return _undecided(answer, border)
    inside = inquiry.about(moved(inquiry.asked, -2), inquiry.choice.alone())
    answer_inside = _check(inside)
    is_sure = answer_inside.verdict is answer.verdict
    return answer if is_sure else _undecided(answer, border)


def _undecided(answer: Uniqueness, border: Border) -> Uniqueness:
    """Returns the answer "unknown": solutions lie on a border, so the last digits decide."""
    result = replace(answer.result, border=border, complete=False)
    return replace(answer, verdict=Verdict.UNKNOWN, result=result)


def _check(inquiry: Inquiry) -> Uniqueness:
    """Finds out whether there is exactly one solution, with the backend of an inquiry."""
    program = inquiry.program
    found: list[IntArray] = []

    def answer(verdict: Verdict, limit: Limit) -> Uniqueness:
        status = Status.OPTIMAL if found else Status.UNKNOWN
        if verdict is Verdict.NONE:
            status = Status.INFEASIBLE
        complete = verdict is not Verdict.UNKNOWN
        result = inquiry.result(status, limit, found[-1] if found else None, complete=complete)
        return Uniqueness(program, verdict, tuple(found), result)

    try:
        restricted = Restricted(program, objective=False)
        restricted.require_bounds()
        lists = isinstance(inquiry.backend, Enumerates) and program.determined()
        takes_no_cuts = Feature.ANY_ROWS not in inquiry.backend.features
        if not takes_no_cuts and (not lists or restricted.passes_over):
            return answer(*_search_two(inquiry, restricted, found))
        listed, was_in_vain = _first_two(inquiry)
        if was_in_vain:
            # A search through all solutions may never find out whether there is a second one.
            following = inquiry.choice.next() or inquiry.choice.alone()
            options = inquiry.clock.options()
            return check_uniqueness(inquiry.asked, following, options=options)
        found.extend(listed.solutions)
        if len(found) < 2 and not listed.complete:
            return answer(Verdict.UNKNOWN, listed.result.limit)
        verdicts = Verdict.NONE, Verdict.UNIQUE, Verdict.SEVERAL
        return answer(verdicts[len(found)], Limit.NONE)
    except KeyboardInterrupt as interruption:
        if isinstance(interruption, Interrupted):
            found.extend(interruption.answer.solutions)
        has_two = len(found) == 2
        verdict = Verdict.SEVERAL if has_two else Verdict.UNKNOWN
        limit = Limit.NONE if has_two else Limit.INTERRUPTED
        raise Interrupted(answer(verdict, limit)) from interruption


def _search_two(
    inquiry: Inquiry, restricted: Restricted, found: list[IntArray]
) -> tuple[Verdict, Limit]:
    """Searches until two solutions are found, or there is no other."""
    while len(found) < 2:
        result = inquiry.look(restricted)
        if result.values is None:
            if result.status is not Status.INFEASIBLE:
                return Verdict.UNKNOWN, result.limit
            return Verdict.UNIQUE if found else Verdict.NONE, Limit.NONE
        found.append(result.values)
        restricted.exclude(result.values)
    return Verdict.SEVERAL, Limit.NONE


def _first_two(inquiry: Inquiry) -> tuple[Solutions, bool]:
    """Returns up to two solutions, and whether a backend was only tried and came to no end."""
    options = inquiry.clock.options()
    work = inquiry.choice.work
    if options is None:
        return Solutions(inquiry.program, (), inquiry.out_of_time()), False
    only_tried = work is not None and options.node_limit is None and options.work_limit is None
    if only_tried:
        options = replace(options, work_limit=work)
    listed = list_solutions(
        inquiry.program, limit=2, backend=inquiry.choice.alone(), options=options
    )
    inquiry.spend(listed.result)
    ended_early = listed.result.limit is Limit.WORK and not inquiry.clock.over
    return listed, only_tried and ended_early
