"""A board of Surasshupakku to draw: which part lies on each side of a cell, and its colour."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from itertools import chain

from ilpuzzles.errors import counted
from ilpuzzles.puzzles.surasshupakku.borders import Borders, Sides
from ilpuzzles.puzzles.surasshupakku.puzzle import ANY, BACK, FORWARD, UNCUT, Cell, SlashInstance
from ilpuzzles.puzzles.surasshupakku.solution import UNKNOWN, SlashSolution
from ilpuzzles.render.palette import colours_of

_PALETTE = list(colours_of([str(number) for number in range(18)], {}).values())
COLOURS = tuple(_PALETTE[number] for number in (5, 0, 7, 9, 13, 2, 15, 17))
"""The colours of parts: light ones, on which dark lines show. Six are enough for every board."""

_SHOWN = 16  # letters in a legend, at most


@dataclass(frozen=True, slots=True, eq=False)
class SlashBoard:
    """A board to draw.

    Attributes:
        instance: The instance.
        cuts: For every row how its cells are cut; cells with clues are not.
        parts: For every cell the number of the part at each of its borders. Empty unless it is
            known of all cells how they are cut.
        colours: For every part its colour. Parts beside each other along a cut have different ones.
        marked: The cells that carry a mark.
    """

    instance: SlashInstance
    cuts: tuple[str, ...]
    parts: Mapping[Cell, Sides]
    colours: tuple[str, ...]
    marked: frozenset[Cell]

    def cut(self, cell: Cell) -> str:
        """How a cell is cut."""
        return self.cuts[cell[0]][cell[1]]

    @property
    def is_partial(self) -> bool:
        """Whether it is not known of some cells how they are cut."""
        return any(UNKNOWN in row for row in self.cuts)

    @property
    def has_any(self) -> bool:
        """Whether some clue may be any letter."""
        return any(ANY in row for row in self.instance.clues)

    def letters(self) -> str:
        """What is wanted: how many parts, and what each has."""
        parts, names = self.instance.parts, self.instance.names
        if len(names) > _SHOWN:
            names = (*names[:3], "…", names[-1])
        return f"{counted(parts, 'part')}{', each' if parts != 1 else ''} with {' '.join(names)}"


def slash_board(
    instance: SlashInstance,
    solution: SlashSolution | None = None,
    marked: Collection[Hashable] = (),
) -> SlashBoard:
    """Prepares a solution, or without one the clues, for drawing.

    Args:
        instance: The instance.
        solution: The solution, or None.
        marked: What carries a mark: cells, or tuples that begin with one; nothing else has one.
    """
    free = set(instance.free_cells())
    # Rows that speak of a cell have it in their keys first.
    first = {key[0] for key in marked if isinstance(key, tuple) and key}
    marks = frozenset(cell for cell in instance.cells() if cell in marked or cell in first)
    if solution is None:
        return SlashBoard(instance, (UNCUT * instance.columns,) * instance.rows, {}, (), marks)
    cuts = tuple(
        "".join(cut if (row, column) in free else UNCUT for column, cut in enumerate(line))
        for row, line in enumerate(solution.cuts)
    )
    parts: dict[Cell, Sides] = {}
    if not any(UNKNOWN in row for row in cuts):
        parts = _parts(instance, cuts)
    return SlashBoard(instance, cuts, parts, _colours(cuts, parts), marks)


def _parts(instance: SlashInstance, cuts: tuple[str, ...]) -> dict[Cell, Sides]:
    """The parts around every cell, in the order of their first clues."""
    borders = Borders.of(instance)
    pieces = borders.pieces(cuts)
    clues = (pieces[borders.vertex(cell)] for cell in instance.clue_cells())
    number = {piece: part for part, piece in enumerate(dict.fromkeys(chain(clues, pieces)))}
    return {
        cell: Sides(*(number[pieces[vertex]] for vertex in sides))
        for cell, sides in borders.sides.items()
    }


def _colours(cuts: tuple[str, ...], parts: Mapping[Cell, Sides]) -> tuple[str, ...]:
    """A colour for every part, none of which is that of a part beside it along a cut.

    As long as there are enough, all parts have different ones. Otherwise, parts with few neighbours
    choose last; in the plane some part has five or less, whichever have been put off before.
    """
    beside: dict[int, set[int]] = {part: set() for sides in parts.values() for part in sides}
    for (row, column), sides in parts.items():
        if cuts[row][column] in {FORWARD, BACK}:
            for one, other in sides.across(cuts[row][column]).values():
                beside[one] |= {other} - {one}
                beside[other] |= {one} - {other}
    order: list[int] = []
    left = set(beside)
    while left:
        few = [part for part in left if len(beside[part] & left) < len(COLOURS)]
        order.append(max(few))
        left.remove(order[-1])
    chosen: dict[int, int] = {}
    for part in reversed(order):
        taken = {chosen[other] for other in beside[part] if other in chosen}
        used = [*chosen.values()]
        free = [colour for colour in range(len(COLOURS)) if colour not in taken]
        chosen[part] = min(free, key=lambda colour: (used.count(colour), colour))
    return tuple(COLOURS[chosen[part]] for part in sorted(chosen))
