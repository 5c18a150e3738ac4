"""Boards as letters without walls: where the lattice's chart says, or at the points of a grid."""

from __future__ import annotations

from itertools import groupby

import numpy as np

from ilpuzzles.puzzles.tiling.puzzle import Point
from ilpuzzles.render.board import Board, Layer
from ilpuzzles.render.segments import Drawing, Segment
from ilpuzzles.render.wall_text import letter_of


def chart_text(board: Board, layer: Layer) -> Drawing:
    """Draws a layer with letters, two characters for each column of the chart.

    Marked cells stand in brackets; one pair of brackets holds all marked cells that follow each
    other directly.
    """
    return charted(board, layer, tight=False)


def charted(board: Board, layer: Layer, *, tight: bool) -> Drawing:
    """Draws a layer with letters, one line for each row of the chart.

    Args:
        board: The board.
        layer: The layer.
        tight: Whether a column has one character instead of two, and marks have no place.
    """
    points = list(layer.cells)
    places = _places(board, points)
    point_at = dict(zip(places, points, strict=True))
    rows, columns = frame_of(board, layer)
    owner_at = {place: layer.cells[point] for place, point in point_at.items()}
    marked = {place for place, point in point_at.items() if (*layer.start, *point) in board.marked}

    def gap(row: int, column: int) -> Segment:
        """What stands before a column."""
        left, right = (row, column - 1), (row, column)
        sides = {owner_at[place] for place in (left, right) if place in owner_at}
        owner = sides.pop() if len(sides) == 1 else -1
        brackets = {(False, True): "[", (True, False): "]"}
        text = brackets.get((left in marked, right in marked), " ")
        return Segment(text, board.colours[owner] if owner >= 0 else "")

    def cell(row: int, column: int) -> Segment:
        if (row, column) in owner_at:
            owner = owner_at[row, column]
            if owner < 0:
                return Segment(letter_of(board, owner))
            bold = not board.given[owner]
            return Segment(board.marks[owner], board.colours[owner], bold=bold)
        beside = {owner_at.get((row, column + step), -1) for step in (-1, 1)}
        owner = beside.pop() if len(beside) == 1 else -1
        return Segment(" ", board.colours[owner] if owner >= 0 else "")

    lines: Drawing = []
    for row in rows:
        line: list[Segment] = []
        for column in columns:
            line += [cell(row, column)] if tight else [gap(row, column), cell(row, column)]
        if not tight:
            line.append(gap(row, columns.stop))
        lines.append(_joined(line))
    return lines


def _places(board: Board, points: list[Point]) -> list[Point]:
    """Where the cells of a layer stand."""
    if board.lattice.is_grid:
        return points
    places = board.lattice.chart(np.array(points, dtype=np.int64)).tolist()
    return [(row, column) for row, column in places]


def frame_of(board: Board, layer: Layer) -> tuple[range, range]:
    """The rows and columns that are drawn: of a stack of layers, the same in all of them."""
    stacked = board.lattice.is_grid and not board.lattice.ragged
    layers = board.layers if stacked else (layer,)
    places = [place for one in layers for place in _places(board, list(one.cells))]
    rows = [row for row, _ in places]
    columns = [column for _, column in places]
    return range(min(rows), max(rows) + 1), range(min(columns), max(columns) + 1)


def _joined(line: list[Segment]) -> list[Segment]:
    """The same line in as few segments as possible."""
    groups = groupby(line, key=lambda segment: (segment.colour, segment.bold))
    return [
        Segment("".join(segment.text for segment in group), colour, bold=bold)
        for (colour, bold), group in groups
    ]
