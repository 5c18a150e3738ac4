"""What-if questions: a model compared with variants that lack a group, or fix a variable."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias, Unpack

from ilpuzzles.backends.interface import Clock, Options, OptionWords, interruptible, options_with
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import InputError, quoted
from ilpuzzles.modelling.expressions import Negation, Variable
from ilpuzzles.modelling.names import name_of_group
from ilpuzzles.modelling.program import Program, ProgramView, program_of
from ilpuzzles.modelling.rows import Group, IntArray
from ilpuzzles.progress import Progress, Reporter, Watch
from ilpuzzles.queries.query_results import Variant, VariantTable
from ilpuzzles.queries.restricted_search import require_answer
from ilpuzzles.queries.solutions import enumerate_solutions, require_limit
from ilpuzzles.queries.solve import Inquiry, solve_model
from ilpuzzles.solvers.registry import BackendLike

Fixing: TypeAlias = Mapping["Variable | Negation", int]
"""Values of variables that are fixed."""


def whatif(
    model: ProgramView,
    backend: BackendLike = "auto",
    *,
    without: Sequence[str | Group | Sequence[str | Group]] | Group = (),
    fix: Sequence[Fixing | tuple[str, Fixing]] | Fixing = (),
    limit: int = 10,
    options: Options | None = None,
    watch: Watch | None = None,
    **words: Unpack[OptionWords],
) -> VariantTable:
    """Compares a model with variants of it, each with one thing changed.

    Args:
        model: A model, or a program.
        without: For each variant, a group to leave out, or several to leave out together.
        fix: For each variant, the variables to fix and their values, perhaps after its name.
        limit: How many solutions to look for in each variant.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search; a time limit applies to each variant.
        watch: Called with the progress now and then: how many variants are answered.

    Returns:
        The variants with their solutions; the unchanged model comes first.

    Raises:
        UnknownNameError: If the model has no such group.
        ModelError: If a variable cannot be fixed to its value.
        BackendError: If the solver is missing or fails.
        Interrupted: On Ctrl-C, with the variants that were answered.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> with model.group("one"):
        ...     row = model.at_least_one(x)
        >>> with model.group("few"):
        ...     row = model.at_most_one(x)
        >>> table = whatif(model, without=["one", ["one", "few"]], fix=[{x[0]: 1}])
        >>> for variant in table:
        ...     print(f"{variant.name}: {variant.verdict()}")
        as it is: 3
        without one: 4
        without one, few: 8
        x[0] = 1: exactly 1
    """
    options = options_with(options, words)
    most = require_limit(limit, 10)
    program = program_of(model)
    changed = [("as it is", program)]
    for group in [without] if isinstance(without, str | Group) else without or ():
        left_out = (group,) if isinstance(group, str | Group) else tuple(group)
        names = [name_of_group(each) for each in left_out]
        changed.append((f"without {', '.join(names)}", program.without(*names)))
    for each in [fix] if isinstance(fix, Mapping) else fix or ():
        text, fixing = each if isinstance(each, tuple) else ("", each)
        if not isinstance(fixing, Mapping):
            raise InputError(f"the fixed values must map variables to values, got {quoted(fixing)}")
        parts = (f"{variable!r} = {value}" for variable, value in fixing.items())
        changed.append((text or ", ".join(parts), program.fix(fixing)))
    variants: list[Variant] = []

    def interrupted() -> VariantTable:
        stopped = inquiry.interrupted(found=found)
        seconds = time.perf_counter() - start
        size = changed_model.statistics()
        last = Variant(name, changed_model, size, tuple(found), None, stopped, seconds)
        return VariantTable((*variants, last), complete=False)

    report = Reporter(watch)
    inquiries = [Inquiry(changed_model, backend, options) for _, changed_model in changed]
    for (name, changed_model), inquiry in zip(changed, inquiries, strict=True):
        found: list[IntArray] = []
        start = time.perf_counter()
        share = len(variants) / len(changed)
        report(Progress(len(variants), len(variants), len(changed), share=share))
        with interruptible(interrupted), report.beating():
            variants.append(_variant(name, changed_model, inquiry, most, found))
    return VariantTable(tuple(variants), complete=True)


def _variant(
    name: str, model: Program, inquiry: Inquiry, most: int | None, found: list[IntArray]
) -> Variant:
    """Returns the answer about one variant; its solutions are added to `found` one by one."""
    start = time.perf_counter()

    def visit(values: IntArray) -> bool:
        found.append(values)
        return most is None or len(found) < most

    clock = Clock(inquiry.options)
    objective = None
    if model.objective is not None:
        best = require_answer(solve_model(model, inquiry.choice, inquiry.options))
        objective = best.objective if best.status is Status.OPTIMAL else None
    left_options = clock.options()
    if left_options is None:
        result = inquiry.result(Status.UNKNOWN, Limit.TIME, complete=False)
    else:
        # A hint, a gap and more workers are about first and best solutions.
        plain = replace(left_options, hint={}, gap=0.0, workers=1)
        result = require_answer(enumerate_solutions(model, visit, inquiry.choice, plain))
    seconds = time.perf_counter() - start
    return Variant(name, model, model.statistics(), tuple(found), objective, result, seconds)
