r"""The graph of the borders between cells, along which a part hangs together, and what it reaches.

A cell that is not cut joins its four borders. A cut `\` joins the upper border with the right one
and the left one with the lower one; a cut `/` joins the upper one with the left one and the right
one with the lower one. Pieces that touch in a corner only have no border in common, so that does
not connect them. All borders of a cell with a clue belong together, however the board is cut, and
are one vertex.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple, TypeAlias

from ilpuzzles.geometry.shapes import parts_along
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import ANY, BACK, FORWARD, Cell, SlashInstance

Name: TypeAlias = Cell | tuple[Cell, str]
"""What a vertex is called: a cell with a clue, or a cell and one of its borders."""

_MOST_STATES = 50_000
"""After so many ways to collect letters, everything counts as reached."""


class Sides(NamedTuple):
    """The vertices of the four borders of a cell."""

    north: int
    east: int
    south: int
    west: int

    def across(self, cut: str) -> dict[str, tuple[int, int]]:
        """The pairs of vertices beside each other that a cut separates, by their corners."""
        if cut == FORWARD:
            return {"north east": (self.north, self.east), "south west": (self.south, self.west)}
        return {"north west": (self.north, self.west), "south east": (self.south, self.east)}


class Join(NamedTuple):
    """An edge: two borders of a cell, which hang together unless one of its cuts separates them."""

    one: int
    other: int
    cell: Cell
    cut: str
    corner: str
    """Which two borders of the cell these are."""


@dataclass(frozen=True, slots=True)
class Borders:
    """The graph of a board.

    A vertex is named after the first of the cells with clues whose borders it is, or after a cell
    and one of its borders. All edges, the `joins`, are in cells without a clue; the neighbours of a
    vertex, at the other ends of its edges, ascend.
    """

    names: tuple[Name, ...]
    sides: Mapping[Cell, Sides]
    joins: tuple[Join, ...]
    neighbours: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, instance: SlashInstance) -> Borders:
        """The graph of a board, whose vertices are numbered from top to bottom."""
        around = {cell: borders_of(cell) for cell in instance.cells()}
        names = {border: border for borders in around.values() for border in borders}
        clues = instance.clue_cells()
        place_of = {cell: place for place, cell in enumerate(clues)}
        touching = [
            (place, place_of[other])
            for place, (row, column) in enumerate(clues)
            for other in ((row + 1, column), (row, column + 1))
            if other in place_of
        ]
        for part in parts_along(range(len(clues)), touching):
            row, column = clues[part[0]]
            for place in part:
                names |= dict.fromkeys(around[clues[place]], (2 * row + 1, 2 * column + 1))
        points = sorted(set(names.values()))
        number = {point: vertex for vertex, point in enumerate(points)}
        sides = {
            cell: Sides(*(number[names[border]] for border in borders))
            for cell, borders in around.items()
        }
        joins = tuple(
            Join(one, other, cell, cut, corner)
            for cell in instance.free_cells()
            for cut in (FORWARD, BACK)
            for corner, (one, other) in sides[cell].across(cut).items()
        )
        beside: list[set[int]] = [set() for _ in points]
        for join in joins:
            beside[join.one].add(join.other)
            beside[join.other].add(join.one)
        return cls(
            tuple(map(_name, points)), sides, joins, tuple(tuple(sorted(some)) for some in beside)
        )

    def vertex(self, cell: Cell) -> int:
        """The vertex of a cell with a clue."""
        return self.sides[cell].north

    def pieces(self, cuts: Sequence[str]) -> list[int]:
        """For every vertex the piece of the cut board that it is on, in the order of vertices."""
        left = [
            (join.one, join.other)
            for join in self.joins
            if cuts[join.cell[0]][join.cell[1]] != join.cut
        ]
        parts = enumerate(parts_along(range(len(self.names)), left))
        number_of = {vertex: number for number, part in parts for vertex in part}
        return [number_of[vertex] for vertex in range(len(self.names))]


def _name(point: Cell) -> Name:
    """The name of the vertex with a centre: the cell there, or the one above it or to its left."""
    row, column = point
    cell = max(row - 1, 0) // 2, max(column - 1, 0) // 2
    if row % 2 and column % 2:
        return cell
    if column % 2:
        return cell, "south" if row else "north"
    return cell, "east" if column else "west"


def borders_of(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The centres of the four borders of a cell, north, east, south, west, in half cells.

    There, corners of cells have two even coordinates, their centres two odd ones, and the centres
    of borders one of each.
    """
    row, column = 2 * cell[0] + 1, 2 * cell[1] + 1
    return (row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)


def reached(instance: SlashInstance, borders: Borders) -> list[set[int]]:
    """For every part, the vertices that it can have: those on a way with every letter once at most.

    A way goes along edges that cuts can leave open. It begins at the clue that numbers the part;
    where that is hidden, at any clue that may be any letter. Where a vertex is on no way, or a
    letter, there is no solution; then all parts can have everything, so that rows of the model can
    explain it.
    """
    everything = set(range(len(borders.names)))
    letters, hidden = [0] * len(everything), [0] * len(everything)
    for cell in instance.clue_cells():
        vertex, clue = borders.vertex(cell), instance.clue(cell)
        if clue == ANY:
            hidden[vertex] += 1
        else:
            letters[vertex] |= 1 << clue
    leading = instance.leading_letter
    shown = [borders.vertex(cell) for cell in instance.cells_of(leading)]
    found = [_from(borders, [vertex], letters, hidden, instance.letters) for vertex in shown]
    if len(found) < instance.parts:
        # Such a part has the leading letter behind one of its hidden clues, and nowhere else.
        starts = {borders.vertex(cell) for cell in instance.cells_of(ANY)} - set(shown)
        pairs = zip(hidden, letters, strict=True)
        closed = [many + (mask >> leading & 1) * instance.letters for many, mask in pairs]
        vertices = _from(borders, sorted(starts), letters, closed, instance.letters)
        found += [vertices] * (instance.parts - len(found))
    enough = everything <= set().union(*found)
    if not any(hidden):
        letter_sets = ({letters[vertex] for vertex in vertices} for vertices in found)
        needed = (2 << instance.letters) - 2
        enough = enough and all(reduce(or_, masks) == needed for masks in letter_sets)
    return found if enough else [everything] * len(found)


def _from(
    borders: Borders, starts: Iterable[int], letters: list[int], hidden: list[int], most: int
) -> set[int]:
    """The vertices on a way of at most so many clues, with no letter twice, from some others.

    Every vertex has letters that are shown, as bits, and a number of clues more.
    """
    waiting = [(vertex, letters[vertex], hidden[vertex]) for vertex in starts]
    seen = set(waiting)
    while waiting:
        if len(seen) > _MOST_STATES:
            return set(range(len(borders.names)))
        vertex, had, unknown = waiting.pop()
        for other in borders.neighbours[vertex]:
            state = other, had | letters[other], unknown + hidden[other]
            clash = had & letters[other] or state[1].bit_count() + state[2] > most
            if state not in seen and not clash:
                seen.add(state)
                waiting.append(state)
    return {vertex for vertex, _, _ in seen}
