"""Who can be put in one order: solvers that were asked about the same cases."""

from __future__ import annotations

from ilpuzzles.bench.charts.figures import Field
from ilpuzzles.bench.charts.words import plural

_MANY = 1000  # sets of cases that are looked at
_NAMED = 4  # solvers that a sentence names


def common(field: Field) -> Field:
    """The part of a field in which every solver was asked about every case.

    A specification may ask a solver about some of the cases alone. Its times on these say nothing
    about the others, so it cannot be ranked with solvers that were asked about all. Of all groups
    of solvers with the cases that they have in common, this is the one with the most pairs of a
    solver and a case; of several such groups the one with the most cases. There are at least two
    solvers in it, if the field has two.

    Example:
        >>> from ilpuzzles.bench.charts.figures import fields_of
        >>> from ilpuzzles.bench.record import Run
        >>> asked = {"cbc": "abc", "scip": "abcd", "highs": "abc", "cpsat": "d"}
        >>> runs = [Run(case, "flow", name) for name, cases in asked.items() for case in cases]
        >>> part = common(fields_of(runs)[0])
        >>> part.solvers, [case for case, _ in part.instances]
        (('flow cbc', 'flow scip', 'flow highs'), ['a', 'b', 'c'])
    """
    asked = {
        solver: sum(
            (instance, solver) in field.measurements and 1 << place
            for place, instance in enumerate(field.instances)
        )
        for solver in field.solvers
    }
    # What some solvers have in common is an intersection of their sets, which are few.
    found: dict[int, None] = {}
    for one in dict.fromkeys(asked.values()):
        met = [one & other for other in found if one & other] if len(found) < _MANY else []
        found |= dict.fromkeys([one, *met])

    def worth(cases: int) -> tuple[bool, int, int]:
        solvers = sum(cases & known == cases for known in asked.values())
        return solvers > 1, solvers * cases.bit_count(), cases.bit_count()

    best = max(found, key=worth)
    return field.part(
        [instance for place, instance in enumerate(field.instances) if best >> place & 1],
        [solver for solver, known in asked.items() if best & known == best],
    )


def ranking(field: Field) -> list[tuple[int, str, float]]:
    """Rank, solver and score on the common cases, from the best; equal scores have equal ranks."""
    part = common(field)
    scores = {solver: part.score(solver) for solver in part.solvers}
    order = sorted(part.solvers, key=scores.__getitem__)
    return [
        (1 + sum(other < scores[one] for other in scores.values()), one, scores[one])
        for one in order
    ]


def unranked(field: Field) -> list[str]:
    """The solvers that were not asked about all common cases: first who was asked the most."""
    ranked = common(field).solvers
    others = [solver for solver in field.solvers if solver not in ranked]
    return sorted(others, key=field.asked, reverse=True)


def scope_text(field: Field) -> str:
    """Which cases and solvers are compared, in a sentence or two.

    Example:
        >>> from ilpuzzles.bench.charts.figures import fields_of
        >>> from ilpuzzles.bench.record import Run
        >>> asked = {"cbc": "abc", "scip": "abcd", "highs": "a"}
        >>> runs = [Run(case, "flow", name) for name, cases in asked.items() for case in cases]
        >>> scope_text(fields_of(runs)[0]).split(". ")[0]
        '2 of 3 solvers are compared, on 3 of 4 cases, which each of them was asked about'
        >>> scope_text(fields_of(runs)[0]).split(". ")[1]
        'Left out, since it was not asked about all of these: flow highs.'
    """
    part, others = common(field), unranked(field)
    who = _of(len(part.solvers), len(field.solvers), "solver")
    cases = _of(len(part.instances), len(field.instances), "case")
    are = "is" if len(part.solvers) == 1 else "are"
    said = f"{who} {are} compared, on {cases}, which each of them was asked about."
    if not others:
        return said
    names = ", ".join(others[:_NAMED])
    more = f" and {len(others) - _NAMED:,} more" if len(others) > _NAMED else ""
    they = "it was" if len(others) == 1 else "they were"
    return f"{said} Left out, since {they} not asked about all of these: {names}{more}."


def _of(some: int, total: int, what: str) -> str:
    """How many of all, with their noun."""
    return f"{some:,} of {plural(total, what)}" if some < total else plural(total, what)
