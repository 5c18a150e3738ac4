"""Which part has which number, so that one cutting is one solution of the model."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from ilpuzzles.modelling import Logical, Model, Variable, disjunction
from ilpuzzles.puzzles.surasshupakku.borders import Borders
from ilpuzzles.puzzles.surasshupakku.clauses import add_clauses
from ilpuzzles.puzzles.surasshupakku.puzzle import ANY, SlashInstance

Label: TypeAlias = Mapping[tuple[int, int], int]
"""The columns of y[v, p], for the pairs of a vertex and a part, from 0, that are possible."""


def numbered(
    model: Model, instance: SlashInstance, borders: Borders, label: Label
) -> list[Logical | int]:
    """States which part has which number: that of its clue with a certain letter.

    Parts in which that letter is hidden have the last numbers, in the order of their first clue
    that may be any letter.

    Args:
        model: The model, with a group open.
        instance: The board.
        borders: Its graph.
        label: The variables of vertices and parts.

    Returns:
        For every vertex whether a part is numbered by it: 0, 1 or a truth.
    """
    roots: list[Logical | int] = [0] * len(borders.names)
    shown = instance.cells_of(instance.leading_letter)
    for part, cell in enumerate(shown):
        vertex = borders.vertex(cell)
        model.add(Variable(model, label[vertex, part]) == 1, key=cell)
        roots[vertex] = 1
    rest = range(len(shown), instance.parts)
    hidden = sorted({borders.vertex(cell) for cell in instance.cells_of(ANY)})
    hidden = [vertex for vertex in hidden if roots[vertex] == 0]
    if rest and not hidden:
        # These parts have no clue: there is no solution.
        for part in rest:
            model.exactly_one([], key=part + 1)
    elif rest:
        first = _first_hidden(model, borders, label, hidden, rest)
        for vertex, columns in zip(hidden, first, strict=True):
            roots[vertex] = model.literal(disjunction([Variable(model, x) for x in columns]))
    return roots


def _first_hidden(
    model: Model, borders: Borders, label: Label, hidden: list[int], rest: range
) -> list[list[int]]:
    """States which hidden clue of some parts is their first one.

    Returns:
        For every vertex with hidden clues, and every part, the column that says so.
    """
    names = [borders.names[vertex] for vertex in hidden]
    numbers = [part + 1 for part in rest]
    # Whether the first hidden clue of a part is this one, or whether it is this one or before it.
    first: list[list[int]]
    begun: list[list[int]]
    first, begun = (
        model.binary(name, names, numbers, auxiliary=True).columns.tolist()
        for name in ("first", "begun")
    )
    clauses: dict[Any, list[int]] = {}
    for place, vertex in enumerate(hidden):
        for number, part in enumerate(rest):
            key = borders.names[vertex], part + 1
            sooner = [begun[place - 1][number - 1]] if place and number else []
            here, now, there = first[place][number], begun[place][number], label[vertex, part]
            before = [begun[place - 1][number]] if place else []
            clauses["in it", *key] = [~here, there]
            clauses["begun", *key] = [~there, now]
            clauses["first", *key] = [~now, here, *before]
            clauses["begins here", *key] = [~here, now]
            for earlier in before:
                clauses["not before", *key] = [~here, ~earlier]
                clauses["stays", *key] = [~earlier, now]
            if number:
                clauses["in order", *key] = [~now, *sooner]
    add_clauses(model, clauses)
    for number, part in enumerate(rest):
        model.add(Variable(model, begun[-1][number]) == 1, key=part + 1)
    return first
