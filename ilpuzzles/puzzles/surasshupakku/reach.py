"""Which borders a part can get to from its clue, whatever is cut."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_

from ilpuzzles.puzzles.surasshupakku.borders import Borders
from ilpuzzles.puzzles.surasshupakku.puzzle import ANY, SlashInstance

_MOST_STATES = 50_000
"""After so many ways to collect letters, everything counts as reached."""


def reached(instance: SlashInstance, borders: Borders) -> list[set[int]]:
    """For every part, the vertices that it can have: those on a way with every letter once at most.

    A way goes along edges that cuts can leave open. It begins at the clue that numbers the part;
    where that is hidden, at any clue that may be any letter. Where a vertex is on no way, or a
    letter, there is no solution; then all parts can have everything, so that rows of the model can
    explain it.

    Args:
        instance: The board.
        borders: Its graph.

    Example:
        >>> from ilpuzzles.puzzles.surasshupakku.puzzle import SlashPuzzle
        >>> puzzle = SlashPuzzle("surasshupakku", "Surasshupakku", "", "")
        >>> board = SlashInstance(puzzle, ((1, 0, 1), (2, 0, 2)), ("1", "2"))
        >>> graph = Borders.of(board)
        >>> [len(graph.names) - len(part) for part in reached(board, graph)]
        [1, 1]
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
    """The vertices on a way from some others.

    Args:
        borders: The graph.
        starts: Where a way may begin.
        letters: The letters that are shown at every vertex, as bits.
        hidden: How many more clues there are.
        most: How many clues a way may have.
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
