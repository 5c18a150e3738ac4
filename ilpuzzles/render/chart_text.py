"""Boards of triangles, hexagons and quarters as text: letters where the lattice's chart says."""

from __future__ import annotations

from itertools import groupby

import numpy as np

from ilpuzzles.render.board import Board, Layer
from ilpuzzles.render.segments import Drawing, Segment
from ilpuzzles.render.wall_text import letter_of


def chart_text(board: Board, layer: Layer) -> Drawing:
    """Draws a plane layer with letters, two characters for each column of the chart.

    Marked cells stand in brackets; one pair of brackets holds all marked cells that follow each
    other directly.
    """
    points = list(layer.cells)
    places = board.lattice.chart(np.array(points, dtype=np.int64)).tolist()
    point_at = {(row, column): point for (row, column), point in zip(places, points, strict=True)}
    rows = [row for row, _ in point_at]
    columns = [column for _, column in point_at]
    owner_at = {place: layer.cells[point] for place, point in point_at.items()}
    marked = {place for place, point in point_at.items() if point in board.marked}

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
    for row in range(min(rows), max(rows) + 1):
        line: list[Segment] = []
        for column in range(min(columns), max(columns) + 1):
            line += [gap(row, column), cell(row, column)]
        line.append(gap(row, max(columns) + 1))
        lines.append(_joined(line))
    return lines


def _joined(line: list[Segment]) -> list[Segment]:
    """The same line in as few segments as possible."""
    groups = groupby(line, key=lambda segment: (segment.colour, segment.bold))
    return [
        Segment("".join(segment.text for segment in group), colour, bold=bold)
        for (colour, bold), group in groups
    ]
