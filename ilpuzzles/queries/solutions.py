"""Lists of all solutions, which one process or several visit or gather."""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

from ilpuzzles.backends.interface import (
    Backend,
    Clock,
    Options,
    OptionWords,
    interruptible,
    options_with,
)
from ilpuzzles.backends.option_values import whole_number
from ilpuzzles.backends.result import Result
from ilpuzzles.errors import CheckError, InputError
from ilpuzzles.modelling.program import ProgramView
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.progress import Progress, Reporter, Watch
from ilpuzzles.queries.border import BorderWatch
from ilpuzzles.queries.enumeration import Visit, enumerate_alone, knows_all
from ilpuzzles.queries.parallel import search_parts
from ilpuzzles.queries.query_results import Solutions
from ilpuzzles.queries.restricted_search import Restricted, require_answer
from ilpuzzles.queries.second_opinion import Claim, UndecidedError, with_opinion
from ilpuzzles.queries.solve import Inquiry
from ilpuzzles.queries.subproblems import Tally
from ilpuzzles.solvers.registry import BackendLike, Task


def enumerate_solutions(
    model: ProgramView,
    visit: Visit,
    backend: BackendLike = "auto",
    options: Options | None = None,
    *,
    watch: Watch | None = None,
    few: bool = False,
    **words: Unpack[OptionWords],
) -> Result:
    """Visits every solution once, in the order in which the backend finds them.

    Two solutions are the same if all deciding variables have the same values. A backend that
    cannot list solutions by itself searches repeatedly, and each solution is excluded from later
    searches by a no-good cut. So does every backend if the deciding variables do not determine the
    auxiliary ones, which may then have many values.
    With several workers, the model is split into disjoint parts, and each worker has one of them
    at a time.

    Args:
        model: A model, or a program.
        visit: Called with the values of each solution, already checked against every row; when
            it returns False, the search ends.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search.
        watch: Called with the progress now and then.
        few: Whether few solutions are likely to be enough.

    Returns:
        The result; it is complete if and only if every solution was visited.

    Raises:
        ModelError: If a deciding variable has no bounds.
        CheckError: If the solver's values do not satisfy the rows.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> row = model.at_most_one(model.binary("x", 2))
        >>> found = []
        >>> enumerate_solutions(model, lambda values: found.append(values.tolist())).complete
        True
        >>> sorted(found)
        [[0, 0], [0, 1], [1, 0]]
    """
    options = options_with(options, words)
    inquiry = Inquiry(model, backend, options, Task.ALL, listing=True)
    return visit_in_turn(inquiry, visit, watch, few=few)


def visit_in_turn(
    inquiry: Inquiry, visit: Visit, watch: Watch | None = None, *, few: bool = False
) -> Result:
    """Visits every solution, by the first backend of a choice that does not refuse the program.

    Once a solution was visited, no other backend begins anew: it would visit it again.
    """
    visited = False

    def pass_on(values: IntArray) -> bool | None:
        nonlocal visited
        visited = True
        return visit(values)

    def ask(asked: Inquiry) -> Result:
        return require_answer(visit_solutions(asked, pass_on, watch, few=few))

    return inquiry.in_turn(ask, begun=lambda: visited)


def visit_solutions(
    inquiry: Inquiry, visit: Visit, watch: Watch | None = None, *, few: bool = False
) -> Result:
    """Visits every solution in the time that a question has left, by the backend it is for."""
    program = inquiry.program
    backend = inquiry.backend
    clock = inquiry.clock
    options = clock.everything
    Restricted(program, objective=False).require_bounds()
    report = Reporter(watch)
    borders = BorderWatch(program)
    engine = knows_all(backend, program)
    is_split = options.cluster is not None or (options.workers > 1 and not engine)
    found = 0

    def each(batch: IntArray) -> bool:
        nonlocal found
        for values in batch:
            found += 1
            borders.look(values)
            if visit(values) is False:
                return False
            if not engine:
                report(Progress(found))
        return True

    def visit_each(values: IntArray) -> bool | None:
        borders.look(values)
        return visit(values)

    if is_split:
        tally = Tally()
        result = search_parts(inquiry, report=report, tally=tally, visit=visit_each)
        found = tally.found
    else:
        clock = clock.having(watch=report) if engine else clock
        result = enumerate_alone(program, each, backend, clock, few=few)
    return confirm_number(inquiry, found, replace(result, border=borders.border()))


def confirm_number(inquiry: Inquiry, number: int, result: Result) -> Result:
    """Returns the result of a search for all solutions, with a second opinion of their number.

    Raises:
        CheckError: If the other one has found another number of solutions.
    """
    if not result.complete:
        return result
    program = inquiry.program
    text = f"the number of solutions is {number:,}" if number else "there is no solution"

    def refute(other: Backend, clock: Clock) -> str | None:
        counted = 0

        def visit(batch: IntArray) -> bool:
            nonlocal counted
            counted += len(batch)
            return counted <= number

        if knows_all(other, program):
            plain = replace(program, objective=None)
            counted, other_result = other.count(plain, replace(clock.everything, watch=None))
        else:
            other_result = enumerate_alone(program, visit, other, clock)
        if counted <= number and not other_result.complete:
            raise UndecidedError
        if counted < number:
            # Each solution was checked, so a backend that misses one of them is wrong.
            raise CheckError(f"it finds {counted:,} of {number:,} solutions")
        more = " or more" if counted > number else ""
        return None if counted == number else f"{counted:,}{more}"

    claim = Claim(text, program, refute, Task.ALL)
    return with_opinion(result, inquiry.backend, inquiry.clock, claim)


def require_limit(limit: int | None, usual: int | None = None) -> int | None:
    """Returns the number of solutions that are wanted, or None for all.

    Where none is given, it is the usual number. Raises an `InputError` unless it is positive.
    """
    if limit is None:
        return usual
    number = whole_number("the number of solutions", limit)
    if number < 1:
        raise InputError(f"the number of solutions must be 1 or more, got {number}")
    return number


def list_solutions(
    model: ProgramView,
    backend: BackendLike = "auto",
    *,
    limit: int | None = None,
    options: Options | None = None,
    watch: Watch | None = None,
    **words: Unpack[OptionWords],
) -> Solutions:
    """Lists solutions; two are the same if all deciding variables have the same values.

    Args:
        model: A model, or a program.
        limit: Stop after this many solutions; None to list all.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search; with several workers, each searches a part of the model.
        watch: Called with the progress now and then.

    Returns:
        The solutions, each checked against every row.

    Raises:
        InputError: If the limit makes no sense.
        BackendError: If the solver is missing or fails.
        Interrupted: On Ctrl-C, with what was found so far.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", ["a", "b", "c"])
        >>> row = model.add(x["a"] + x["b"] + x["c"] == 2)
        >>> solutions = list_solutions(model)
        >>> len(solutions), solutions.complete
        (3, True)
    """
    options = options_with(options, words)
    most = require_limit(limit)
    inquiry = Inquiry(model, backend, options, Task.ALL, listing=True)

    def ask(asked: Inquiry) -> Solutions:
        found: list[IntArray] = []

        def visit(values: IntArray) -> bool:
            found.append(values)
            return most is None or len(found) < most

        def answer(result: Result) -> Solutions:
            return Solutions(asked.program, tuple(found), result)

        with interruptible(lambda: answer(asked.interrupted(found=found))):
            result = visit_solutions(asked, visit, watch, few=limit is not None)
        return answer(require_answer(result))

    return inquiry.in_turn(ask)
