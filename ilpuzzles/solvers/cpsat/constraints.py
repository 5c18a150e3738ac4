"""States global constraints to CP-SAT: a function for each class that CP-SAT takes whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ilpuzzles.constraints.automata import Automaton
from ilpuzzles.constraints.circuits import Circuit
from ilpuzzles.constraints.intervals import NoOverlap
from ilpuzzles.constraints.inverses import Inverse
from ilpuzzles.constraints.networks import opposite
from ilpuzzles.constraints.resources import Cumulative
from ilpuzzles.constraints.tables import AllowedTuples
from ilpuzzles.modelling.affine import Literal
from ilpuzzles.modelling.global_constraint import GlobalConstraint
from ilpuzzles.solvers.cpsat.statements import Statements


def table(row: AllowedTuples, to: Statements) -> None:
    """CP-SAT's table."""
    items = [to.expression(item) for item in row.items]
    constraint = to.constraint()
    if not (items and row.allowed):
        # CP-SAT's has to have numbers: of none, there is one tuple.
        constraint.bool_or.literals.extend([to.literal(bool(row.allowed))])
        return
    constraint.table.exprs.extend(items)
    constraint.table.values.extend([value for values in row.allowed for value in values])


def automaton(row: Automaton, to: Statements) -> None:
    """CP-SAT's automaton."""
    items = [to.expression(item) for item in row.items]
    constraint = to.constraint()
    if not (items and row.arcs and row.ends):
        # CP-SAT's has to have all of them; without numbers, it stays where it starts.
        constraint.bool_or.literals.extend([to.literal(not items and 0 in row.ends)])
        return
    tails, labels, heads = zip(*row.arcs, strict=True)
    constraint.automaton.exprs.extend(items)
    constraint.automaton.starting_state = 0
    constraint.automaton.final_states.extend(list(row.ends))
    constraint.automaton.transition_tail.extend(list(tails))
    constraint.automaton.transition_label.extend(list(labels))
    constraint.automaton.transition_head.extend(list(heads))


def inverse(row: Inverse, to: Statements) -> None:
    """CP-SAT's inverse, which wants variables for numbers."""
    places = [to.column(form) for form in row.places]
    holders = [to.column(form) for form in row.holders]
    constraint = to.constraint().inverse
    constraint.f_direct.extend(places)
    constraint.f_inverse.extend(holders)


def no_overlap(row: NoOverlap, to: Statements) -> None:
    """CP-SAT's no-overlap."""
    to.constraint().no_overlap.intervals.extend(_intervals(row, to))


def cumulative(row: Cumulative, to: Statements) -> None:
    """CP-SAT's cumulative."""
    intervals = _intervals(row, to)
    capacity = to.expression(row.capacity)
    demands = [to.expression(demand) for demand in row.demands]
    constraint = to.constraint().cumulative
    constraint.capacity.copy_from(capacity)
    constraint.intervals.extend(intervals)
    constraint.demands.extend(demands)


def _intervals(row: NoOverlap, to: Statements) -> list[int]:
    """The numbers of the intervals, as CP-SAT has them."""
    times = zip(row.starts, row.sizes, row.present, strict=True)
    return [to.interval(start, size, present) for start, size, present in times]


def circuit(row: Circuit, to: Statements) -> None:
    """CP-SAT's circuit, with the degrees beside it; without, it is far slower."""
    active = row.active
    if active is None:
        active = tuple(Literal(to.variable(0, 1)) for _ in range(row.vertices))
    for cut in replace(row, active=active).first_cuts():
        to.linear((), cut.subject, (0, 0))
    # A vertex that is not on the loop has an arc to itself.
    arcs = [(v, v, to.literal(opposite(switch))) for v, switch in enumerate(active)]
    for (tail, head), switch in zip(row.edges, row.chosen, strict=True):
        if row.directed:
            arcs.append((tail, head, to.literal(switch)))
        elif switch is not False:
            there = to.variable(0, 1)
            back = to.variable(0, 1)
            either = to.constraint().exactly_one.literals
            either.extend([there, back, to.literal(opposite(switch))])
            arcs += [(tail, head, there), (head, tail, back)]
    if arcs:
        constraint = to.constraint().circuit
        tails, heads, literals = zip(*arcs, strict=True)
        constraint.tails.extend(list(tails))
        constraint.heads.extend(list(heads))
        constraint.literals.extend(list(literals))


NATIVE: dict[type[GlobalConstraint], Callable[[Any, Statements], None]] = {
    AllowedTuples: table,
    Automaton: automaton,
    Circuit: circuit,
    Cumulative: cumulative,
    Inverse: inverse,
    NoOverlap: no_overlap,
}
"""The function that states each class of global constraint."""
