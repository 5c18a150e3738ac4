r"""The sound formulations: how cells are cut, and which part each border is in.

With x[c, d] whether cell c is cut along diagonal d, and y[v, p] whether vertex v of the graph of
borders lies in part p, the rows are

    x[c, /] + x[c, \] <= 1                                   one cut
    sum of y[v, p] over all p = 1                            one part
    y[u, p] <= y[v, p] + x[c, d]                             along a cell
        for borders u, v of cell c that only cut d separates
    y[u, p] + y[v, p] + x[c, d] <= 2                         sides of a cut (without bridges)
    x[c, d] <= sum of the other cuts at the same point       dead ends
    sum of x[c, d] over the cuts around a point <= 3         no letters (on edges 1, in corners 0)
    sum of y[v, p] over the clues v with letter l = 1        letters
    y[v, i] = 1 for the i-th clue v with one of the letters  numbers of parts

Where clues may be any letter, a part has at most one of each letter that is shown, and as many
clues as there are letters. Parts in which the letter that numbers them is hidden have the last
numbers, in the order of their first clue that may be any letter.

A vertex of the graph of borders is connected to the others of its part along edges that no cut
closes. Labels do not change along such edges and every label has one root, so a part is in one
piece if every vertex is connected to some root.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, TypeAlias

import numpy as np

from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.errors import InputError
from ilpuzzles.modelling.expressions import Logical, Variable
from ilpuzzles.modelling.functions import disjunction
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.puzzles.family import Formulated
from ilpuzzles.puzzles.surasshupakku.borders import Borders, reached
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import ANY, BACK, FORWARD, Cell, SlashInstance
from ilpuzzles.puzzles.surasshupakku.slash_solution import formulated

MOST_LABELS = 200_000
"""How many pairs of a border and a part a model may have."""

Label: TypeAlias = Mapping[tuple[int, int], int]
"""The columns of y[v, p], for the pairs of a vertex and a part, from 0, that are possible."""


def by_labels(instance: SlashInstance, *, encoding: str) -> Formulated:
    """States a board by the parts that borders lie in, with an encoding of `connected`.

    Only parts that can get to a vertex have a variable there; see `reached`. The encodings are
    `flow`, `bfs` and `lazy`.

    Example:
        >>> from ilpuzzles import load
        >>> by_labels(load("surasshupakku", "5x5").instance, encoding="flow").model.families[0].name
        'cut'
    """
    borders = Borders.of(instance)
    model = Model(f"{instance.puzzle.name} {encoding}")
    cut = model.binary("cut", instance.free_cells(), [FORWARD, BACK])
    column = dict(zip(product(*cut.axes), cut.columns.ravel().tolist(), strict=True))
    parts = [sorted(vertices) for vertices in reached(instance, borders)]
    pairs = [(vertex, part) for part, vertices in enumerate(parts) for vertex in vertices]
    if len(pairs) > MOST_LABELS:
        what = f"the model of this board would have {len(pairs):,} labels"
        raise InputError(what, f"at most {MOST_LABELS:,} are allowed; take a smaller board")
    names = [(borders.names[vertex], part + 1) for vertex, part in pairs]
    part_of = model.binary("part", names, auxiliary=True)
    label = dict(zip(pairs, part_of.columns.tolist(), strict=True))
    possible: list[list[int]] = [[] for _ in borders.names]
    for vertex, part in pairs:
        possible[vertex].append(part)

    with model.group("one cut", why="a cell is cut along one diagonal, or not at all"):
        model.at_most_one(cut, axis=1)

    with model.group("one part", why="every border lies in exactly one part"):
        for vertex, name in enumerate(borders.names):
            here = [Variable(model, label[vertex, part]) for part in possible[vertex]]
            model.exactly_one(here, key=name)

    with model.group("along a cell", why="borders that no cut separates lie in the same part"):
        _add_clauses(
            model,
            {
                (join.cell, join.corner, part + 1): [
                    ~label[join.one, part],
                    *([label[join.other, part]] if (join.other, part) in label else []),
                    column[join.cell, join.cut],
                ]
                for join in borders.joins
                for part in possible[join.one]
            },
        )

    if not instance.puzzle.bridges:
        with model.group("sides of a cut", why="both sides of a cut lie in different parts"):
            _add_clauses(
                model,
                {
                    (join.cell, join.corner, part + 1): [
                        ~label[join.one, part],
                        ~label[join.other, part],
                        ~column[join.cell, join.cut],
                    ]
                    for join in borders.joins
                    for part in possible[join.one]
                    if (join.other, part) in label
                },
            )

    with model.group("dead ends", why="no cut ends alone at a point inside the board"):
        _add_clauses(
            model,
            {
                (*key, "at", point): [~column[key], *(column[x] for x in touching if x != key)]
                for point in inner_points(instance)
                for touching in [[key for key in cuts_at(point) if key in column]]
                for key in touching
            },
        )

    with model.group("no letters", why="no cuts leave a piece without letters around a point"):
        _add_clauses(
            model,
            {
                ("around", point): [~column[key] for key in around]
                for point in product(range(instance.rows + 1), range(instance.columns + 1))
                for around in [_cuts_around(point, instance)]
                if all(key in column for key in around)
            },
        )

    with model.group("letters", why="every part has every letter exactly once"):
        _letters(model, instance, borders, label)

    with model.group("numbers of parts", why="the clues say which part has which number"):
        roots = _number_parts(model, instance, borders, label)

    # A piece has the label of its root, so that the cuts decide everything but a flow.
    rest = [variable for family in model.families[1:] for variable in family.flat]
    with (
        model.defining(*cut.flat, since=0) as defined,
        model.group("connected", why="every part is in one piece"),
    ):
        defined.extend(rest)
        connected(
            model,
            np.array([(join.one, join.other) for join in borders.joins]),
            [1] * len(borders.names),
            edges=[~cut[join.cell, join.cut] for join in borders.joins],
            roots=roots,
            encoding=encoding,
        )
    return formulated(instance, model, cut)


def inner_points(instance: SlashInstance) -> list[Cell]:
    """The points inside the board where four cells meet, each by the cell to its lower right."""
    return [(row, column) for row, column in instance.cells() if row and column]


def cuts_at(point: Cell) -> list[tuple[Cell, str]]:
    """The four cuts that touch a point, which is named by the cell to its lower right."""
    row, column = point
    return [
        ((row - 1, column - 1), BACK),
        ((row - 1, column), FORWARD),
        ((row, column - 1), FORWARD),
        ((row, column), BACK),
    ]


def _cuts_around(point: Cell, instance: SlashInstance) -> list[tuple[Cell, str]]:
    """The cuts that together leave a piece around a point: the others of the cells that it has."""
    return [
        ((row, column), FORWARD if cut == BACK else BACK)
        for (row, column), cut in cuts_at(point)
        if 0 <= row < instance.rows and 0 <= column < instance.columns
    ]


def _letters(model: Model, instance: SlashInstance, borders: Borders, label: Label) -> None:
    cells = instance.clue_cells()
    hidden = any(instance.clue(cell) == ANY for cell in cells)
    for part in range(instance.parts):
        here = {
            cell: Variable(model, label[borders.vertex(cell), part])
            for cell in cells
            if (borders.vertex(cell), part) in label
        }
        for letter, name in enumerate(instance.names, 1):
            shown = [x for cell, x in here.items() if instance.clue(cell) == letter]
            if hidden and shown:
                model.at_most_one(shown, key=(part + 1, name))
            elif not hidden:
                model.exactly_one(shown, key=(part + 1, name))
        if hidden:
            # A part may reach no letter at all: then there is no solution.
            model.add(model.sum([0, *here.values()]) == instance.letters, key=part + 1)


def _number_parts(
    model: Model, instance: SlashInstance, borders: Borders, label: Label
) -> list[Logical | int]:
    """States which part has which number: that of its clue with a certain letter.

    Parts in which that letter is hidden have the last numbers, in the order of their first clue
    that may be any letter. For every vertex it returns whether a part is numbered by it: 0, 1 or a
    truth.
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
            roots[vertex] = disjunction([Variable(model, x) for x in columns])
    return roots


def _first_hidden(
    model: Model, borders: Borders, label: Label, hidden: list[int], rest: range
) -> list[list[int]]:
    """States which hidden clue of some parts is their first one.

    For every vertex with hidden clues, and every part, it returns the column that says so.
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
    _add_clauses(model, clauses)
    for number, part in enumerate(rest):
        model.add(Variable(model, begun[-1][number]) == 1, key=part + 1)
    return first


def _add_clauses(model: Model, clauses: Mapping[Any, Sequence[int]]) -> None:
    """States that some literal of every clause is true; `~column` is the opposite of a column."""
    listed = list(clauses.values())
    literals = np.array([literal for clause in listed for literal in clause], dtype=np.int64)
    opposite = literals < 0
    model.add_rows(
        Kind.AT_LEAST_ONE,
        np.cumsum([0, *(len(clause) for clause in listed)]),
        np.where(opposite, ~literals, literals),
        coefficients=np.where(opposite, -1, 1),
        keys=list(clauses),
    )
