"""Solutions drawn at random, all with the same chance."""

from __future__ import annotations

from dataclasses import replace
from typing import Unpack

from ilpuzzles.backends.interface import Options, OptionWords, interruptible, options_with
from ilpuzzles.backends.option_values import whole_number
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.dice import Dice, Lots
from ilpuzzles.errors import CheckError, InputError
from ilpuzzles.modelling.program import ProgramView
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.progress import Reporter, Watch
from ilpuzzles.queries.enumeration import knows_all
from ilpuzzles.queries.query_results import Solutions
from ilpuzzles.queries.restricted_search import require_answer, require_valid
from ilpuzzles.queries.solutions import visit_solutions
from ilpuzzles.queries.solve import Inquiry
from ilpuzzles.solvers.registry import BackendLike, Task

# The solutions that can be drawn at once: each takes 8 bytes a variable.
_MOST_SOLUTIONS_DRAWN = 1_000_000


def sample_solutions(
    model: ProgramView,
    backend: BackendLike = "auto",
    *,
    number: int = 10,
    options: Options | None = None,
    watch: Watch | None = None,
    **words: Unpack[OptionWords],
) -> Solutions:
    """Draws solutions at random: each time, every solution has the same chance.

    The same solution may be drawn several times. `exactcover` often draws without looking at all
    solutions; otherwise all are visited.

    Args:
        model: A model, or a program.
        number: How many.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search; the same seed draws the same solutions.
        watch: Called with the progress now and then.

    Returns:
        The solutions, each checked against every row. There are none if the model has none, or if a
        limit came before all could have been drawn: then the result is not complete.

    Raises:
        InputError: If the number makes no sense.
        BackendError: If the solver is missing or fails.
        Interrupted: On Ctrl-C, without solutions.

    Example:
        >>> import numpy as np
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> row = model.exactly_one(model.binary("x", 3))
        >>> drawn = sample_solutions(model, number=300)
        >>> np.stack(drawn.solutions).sum(axis=0).min() > 70
        np.True_
    """
    options = options_with(options, words)
    what = "the number of random solutions"
    given: object = number
    wanted = 10 if given is None else whole_number(what, given)
    if not 1 <= wanted <= _MOST_SOLUTIONS_DRAWN:
        raise InputError(f"{what} must be between 1 and {_MOST_SOLUTIONS_DRAWN:,}, got {wanted}")
    inquiry = Inquiry(model, backend, options, Task.ALL, listing=True)

    def ask(asked: Inquiry) -> Solutions:
        return _sample(asked, wanted, watch)

    return inquiry.in_turn(ask)


def _sample(inquiry: Inquiry, number: int, watch: Watch | None) -> Solutions:
    """Draws solutions with the backend that an inquiry is for."""
    program = inquiry.program
    with interruptible(lambda: Solutions(program, (), inquiry.interrupted(found=False))):
        backend = inquiry.backend
        options = inquiry.clock.options()
        drawn: list[IntArray] = []
        if options is None:
            result = inquiry.out_of_time()
        elif knows_all(backend, program):
            options = replace(options, watch=Reporter(watch))
            rows, result = backend.sample(replace(program, objective=None), options, number)
            drawn = list(rows)
        else:
            drawn, result = _visit_all(number, inquiry, watch)
    require_answer(result)
    for values in drawn:
        require_valid(program, values, inquiry.backend.name)
    expected = number if result.status is Status.OPTIMAL else 0
    if result.complete and len(drawn) != expected:
        what = f"expected {number} random solutions, got {len(drawn)}"
        raise CheckError(what, "please report this")
    last = drawn[-1] if drawn else None
    return Solutions(program, tuple(drawn), replace(result, values=last, checked=bool(drawn)))


def _visit_all(number: int, inquiry: Inquiry, watch: Watch | None) -> tuple[list[IntArray], Result]:
    """Visits all solutions, and draws some; the draw does not depend on their order."""
    lots = Lots(number, Dice(inquiry.options.seed))
    deciding = inquiry.program.deciding
    kept: list[IntArray] = []

    def visit(values: IntArray) -> None:
        taken = lots.places(values[deciding].astype("<i8").tobytes())
        if not kept:
            kept.extend([values] * number)
        for place in taken:
            kept[place] = values

    result = visit_solutions(inquiry.having(workers=1), visit, watch)
    if result.complete:
        return kept, replace(result, limit=Limit.NONE)
    return [], result
