"""What can be drawn on a pencil puzzle's board.

It is what the puzzle's own picture shows of its variables: each gets a value alone, and what the
picture has then, and had not before, is the mark that a player makes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias

import numpy as np

from ilpuzzles.genres.grid import Grid
from ilpuzzles.genres.sketch import Sketch
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.puzzles.formulation import Formulated

Place: TypeAlias = tuple[Any, ...]
"""A cell, a side, or a pair of cells."""

Draw: TypeAlias = Callable[[Any], Sketch | None]
"""Draws a part of a solution, or without one the board alone."""

_LAYERS = ("shaded", "texts", "symbols", "slashes", "paths", "walls")
_GIVEN = ("shaded", "texts", "symbols")
"""Layers of what may stand in a cell from the start, so that a mark looks otherwise there."""

_WRITTEN = ("texts", "slashes")
"""Layers of marks that say something, also where a variable is 0."""

_NAMES = {"shaded": "shaded", "walls": "line", "paths": "line", "crosses": "no line"}


@dataclass(frozen=True, slots=True)
class PencilMark:
    """What can be done in one place: a variable gets a value, and others that belong to it.

    Attributes:
        values: The values of variables, by their columns; the first says the most.
        place: The cell, side or pair of cells.
        layer: Where it is in a picture: one of the layers of a `Sketch`.
        look: What that layer has there.
        has_text: Whether the cell has a text from the start: a white circle around it says that the
            cell stays empty.
    """

    values: tuple[tuple[int, int], ...]
    place: Place
    layer: str
    look: Any
    has_text: bool = False

    @property
    def column(self) -> int:
        """The variable that says the most."""
        return self.values[0][0]

    @property
    def value(self) -> int:
        """The value of that."""
        return self.values[0][1]

    @property
    def is_written(self) -> bool:
        """Whether it says something itself, and is no dot or cross for what is not there."""
        return self.layer in _WRITTEN or self.is_circle

    @property
    def is_circle(self) -> bool:
        """Whether it is a white or a black circle, of which a cell has one or the other."""
        has_circle = self.layer == "symbols" and self.look[0] in {"white", "black"}
        return has_circle and not self.has_text

    @property
    def name(self) -> str:
        """The kind of a mark, in a word or a letter."""
        if self.layer in {"texts", "symbols"}:
            word = str(self.look[0])
            if self.is_circle:
                return f"{word} circle"
            return "empty" if word in {"dot", "white"} else word
        if self.layer == "paths" and self.look[0] > 1:
            return "double line"
        return _NAMES.get(self.layer) or str(self.look)


def marks_of_model(formulated: Formulated, grid: Grid, draw: Draw) -> list[PencilMark]:
    """What can be done on a board: the values of variables that its picture shows in one place."""
    if formulated.facts is None or formulated.partial is None:
        return []
    model = formulated.model
    found = []
    shown: Any = formulated.facts(np.zeros(model.program().variables, dtype=np.int64))
    names = {name for name, _ in shown}
    empty = draw(formulated.partial({}))
    blank = draw(None)
    if empty is None or blank is None:
        return []
    for family in (one for one in model.families if one.name in names):
        looks: dict[Hashable, tuple[str, Any] | None] = {}
        marks = []
        for values, place, word in _places_of(family, grid):
            is_given = [place in getattr(blank, layer) for layer in _GIVEN]
            kind = word, [value for _, value in values], is_given
            if str(kind) not in looks:
                known = {(family.name, column): value for column, value in values}
                looks[str(kind)] = _look(grid, empty, draw(formulated.partial(known)), place)
            if (look := looks[str(kind)]) is not None:
                marks.append(PencilMark(values, place, *look, place in blank.texts))
        found += marks
    return found


def _places_of(
    family: VariableFamily, grid: Grid
) -> Iterator[tuple[tuple[tuple[int, int], ...], Place, Hashable]]:
    """What variables can say of a place: their values, and the word that one writes there, if so.

    Several that count lines between two cells, the first one first, are said together.
    """
    for place, found in groupby(_columns_of(family, grid), key=lambda one: one[1]):
        columns = [(column, word) for column, _, word in found]
        if len(columns) > 1 and isinstance(place[0], tuple):
            for last in (*range(len(columns)), -1):
                values = [(column, int(n <= last)) for n, (column, _) in enumerate(columns)]
                yield (values.pop(max(last, 0)), *values), place, None
            continue
        for column, word in columns:
            yield ((column, 1),), place, word
            yield ((column, 0),), place, word


def places_of_columns(formulated: Formulated, grid: Grid) -> dict[int, Place]:
    """Returns the place of each variable that belongs to one, also where nothing is to be drawn."""
    columns = [one for family in formulated.model.families for one in _columns_of(family, grid)]
    return {column: place for column, place, _ in columns}


def _columns_of(family: VariableFamily, grid: Grid) -> Iterator[tuple[int, Place, Hashable]]:
    """Each variable that belongs to a place, and the word that it writes there, if it does."""
    for column in family.columns.ravel().tolist():
        label: Any = family.label(column)
        if len(label) == 1 and label[0] not in grid and isinstance(label[0], tuple):
            # A cell and a word as one label, or else two ends.
            label = label[0] if len(label[0]) == 2 and label[0][0] in grid.cell_set else label
            label = (label,) if label in grid.cells_by_side or label[-1] in grid.cell_set else label
        if label in grid.cell_set:
            yield column, label, None
        elif label and isinstance(label[0], tuple) and len(label[0]) == 2:
            yield column, label[0], label[1] if len(label) == 2 else None


def _look(grid: Grid, empty: Sketch, drawn: Sketch | None, place: Place) -> tuple[str, Any] | None:
    """What a picture shows that an empty one does not; None unless it is one thing in its place."""
    if drawn is None:
        return None
    more = [
        (layer, key, look)
        for layer in _LAYERS
        for key, look in getattr(drawn, layer).items()
        if getattr(empty, layer).get(key) != look
    ]
    more += [("crosses", side, True) for side in drawn.crosses if side not in empty.crosses]
    if not more and place in drawn.walls:
        # It is seen from the start that there is a border.
        return "walls", drawn.walls[place]
    if len(more) != 1:
        return None
    layer, key, look = more[0]
    if layer == "texts" and key in empty.texts:
        # What is given is not written over.
        return None
    if layer == "crosses" and key != place:
        # Between two cells it is on their side, or else halfway between their middles.
        cells = grid.cells_by_side.get(key, [tuple(map(math.floor, middle)) for middle in key])
        return (layer, look) if (*cells,) == place else None
    return (layer, look) if key == place else None


def marks_drawn(marks: Sequence[PencilMark], drawn: Sketch, blank: Sketch) -> list[int]:
    """The numbers of the marks that a picture shows, and that of the board alone does not."""
    # Where lines join the middles of cells, a cross stands on the side between two cells, whose
    # numbers may be those of another side.
    between: dict[Place, Any] = {}
    if any(mark.layer == "paths" for mark in marks):
        between = {tuple(cells): side for side, cells in drawn.grid.cells_by_side.items()}
        for mark in (one for one in marks if isinstance(one.place[0], tuple)):
            middles = tuple(tuple(n + 0.5 for n in cell) for cell in mark.place)
            between.setdefault(mark.place, middles)
    crosses = set(drawn.crosses)
    return [
        number
        for number, mark in enumerate(marks)
        if (
            between.get(mark.place, mark.place) in crosses
            if mark.layer == "crosses"
            else _is_drawn(mark, drawn, blank)
        )
    ]


def _is_drawn(mark: PencilMark, drawn: Sketch, blank: Sketch) -> bool:
    """Whether a picture shows a mark that is no cross, and that of the board alone does not."""
    look = getattr(drawn, mark.layer).get(mark.place)
    is_new = look != getattr(blank, mark.layer).get(mark.place)
    return bool(is_new and look == mark.look)


def part_of(formulated: Formulated, marks: Iterable[PencilMark]) -> Any:
    """The part of a solution that some marks make."""
    owners = {
        column: family.name
        for family in formulated.model.families
        for column in family.columns.ravel().tolist()
    }
    known = {(owners[column], column): v for mark in marks for column, v in mark.values}
    return None if formulated.partial is None else formulated.partial(known)
