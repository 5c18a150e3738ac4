"""Reasons of facts: the fact that the fewest givens prove, and these givens."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ilpuzzles.backends.interface import Options
from ilpuzzles.modelling.affine import Affine, LinearRows
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.program import ProgramView
from ilpuzzles.progress import Reporter, Watch
from ilpuzzles.queries.causes import Cause, Demands
from ilpuzzles.queries.mus import Consistency, MusSearch
from ilpuzzles.queries.solve import Inquiry
from ilpuzzles.solvers.registry import BackendLike


@dataclass(frozen=True, slots=True, eq=False)
class FactReason:
    """A fact that holds in every solution, and the givens that prove it.

    Attributes:
        fact: The name of the fact.
        parts: The givens that prove it, with all rules; none if the rules alone do.
        minimal: Whether it is proved that none of them can be left out.
    """

    fact: Hashable
    parts: tuple[Cause, ...]
    minimal: bool


def easiest_fact(
    model: ProgramView,
    facts: Mapping[Hashable, Sequence[tuple[int, int]]],
    given: Given,
    backend: BackendLike = "auto",
    *,
    options: Options | None = None,
    watch: Watch | None = None,
) -> FactReason | None:
    """Finds the fact that the fewest givens prove.

    Every fact is denied in turn, and a minimal set of givens is looked for that cannot hold then.
    If time is over, it is the best of those that were looked at; None if there is none.

    Args:
        model: The model.
        facts: Facts that are known to hold in every solution: by their names, the columns of
            variables that are 0 or 1, each with its value; those that say more come first.
        given: The givens.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search; a time limit is for all searches together.
        watch: Called with the progress now and then: how many searches there were.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> with model.group("clues"):
        ...     for n in range(2):
        ...         row = model.add(x[n] + x[n + 1] == 1, key=n)
        >>> with model.group("rule"):
        ...     row = model.add(x[0] == 1)
        >>> found = easiest_fact(model, {"a": [(2, 1)], "b": [(1, 0)]}, Given(("clues",)))
        >>> found.fact, [part.name for part in found.parts]
        ('b', ['0'])
    """
    inquiry = Inquiry(model, backend, options)
    report = Reporter(watch)

    def ask(asked: Inquiry) -> FactReason | None:
        return _easiest_fact(asked, facts, given, report)

    return inquiry.in_turn(ask)


def _easiest_fact(
    inquiry: Inquiry,
    facts: Mapping[Hashable, Sequence[tuple[int, int]]],
    given: Given,
    report: Reporter,
) -> FactReason | None:
    """Finds that fact with the backend that an inquiry is for."""
    fixed = inquiry.program.fixed
    # Values that were fixed are given, and no bounds of the variables.
    program = inquiry.program.part(inquiry.program.switched_off, {})
    denying = LinearRows(program.lower, program.upper, program.continuous)
    for values in facts.values():
        # At least one of them is different.
        columns = [column for column, _ in values]
        signs = [1 - 2 * value for _, value in values]
        denying.row(Affine.of(columns, signs), 1 - sum(value for _, value in values), None)
    first = len(program.rows)
    demands = Demands.of(program.extended(denying).part((), fixed))
    parts = demands.parts(given)
    rules = np.setdiff1d(demands.but(parts), np.arange(first, first + len(facts)))
    consistency = Consistency(inquiry, demands.program, report, bounded=True)
    best: FactReason | None = None
    for number, name in enumerate(facts):
        if inquiry.clock.over:
            break
        denied = np.append(rules, first + number).astype(np.int64)
        search = MusSearch(consistency, parts, denied)
        if search.search() is not False:
            continue
        proving = search.conflicting()
        if best is None or len(proving) < len(best.parts):
            best = FactReason(name, proving, search.is_minimal)
        if len(best.parts) < 2:
            break
    return best
