r"""The formulation *seed*, as part 63 of the ILP series tells it.

Every border between cells has the number of the part that it lies in. An uncut cell passes its
number on to all four borders, a cut one to two on either side, and these are different; so no cut
ends inside the board, where its two sides would meet around its end. Then a path along the borders
connects the letters of each part; see `seed_paths`.

With x[c, d] whether cell c is cut along diagonal d, and N, E, S, W the numbers of its borders:

    x[c, /] + x[c, \] <= 1                        empty or one diagonal
    N >= 1                                        positive part numbers
    N = E = S = W         unless c is cut         propagation across uncut cells
    S = E, N = W, N != S  where x[c, /]           propagation across cut cells
    N = E, S = W, N != S  where x[c, \]
    x[c, d] = 0           c a corner of the       corner block
                          board, d around it
    x[c, \] + x[c', /] <= 1                       edge block
                          c, c' side by side along the upper edge, and likewise for the others
    N = p                 in the p-th cell        start fields
                          with the first letter
    cells with letter l where N = p: exactly 1    letters per part

Some steps the article has in one sentence each, without its programme. They are read so:

* *Shared edges*, "we just rewrite references": two neighbours have one variable for the border
  that they share, so there are no rows, and no group, for it.
* *"In the corner"* and *"on the edges"* its rows "block some propagation". They are read as: no cut
  takes a corner off the board, and no two cuts take a triangle out of an edge. These are the two
  smallest pieces along the outside, and no letter fits into them. The next size, two cuts that
  take a larger triangle off a corner, stays allowed, and fits what the article says of its answer:
  two "dummy" cuts in the top left corner. Its picture is lost.
* *"For each part we dedicate one special field"*: these are the cells with the first letter, in
  reading order, and so the parts are numbered.
* A letter's cell has no cuts; the article has flags for every cell.

The formulation is kept as it was told, and it **accepts too much**: nothing counts the pieces. One
without letters may have any number that is not across its cuts, and two with equal numbers that
meet in a point are one for the path. All right answers satisfy it: without bridges, since the two
sides of a cut always differ here.
"""

from __future__ import annotations

from ilpuzzles.errors import InputError, Problem
from ilpuzzles.modelling import Family, Model, count, disjunction
from ilpuzzles.puzzles.family import Formulated
from ilpuzzles.puzzles.surasshupakku.borders import borders_of
from ilpuzzles.puzzles.surasshupakku.decoding import formulated
from ilpuzzles.puzzles.surasshupakku.puzzle import (
    ANY,
    BACK,
    FORWARD,
    SlashInstance,
)
from ilpuzzles.puzzles.surasshupakku.seed_paths import Numbers, auxiliary_by_key, state_paths


def seed(instance: SlashInstance) -> Formulated:
    """States a board as the article does.

    Args:
        instance: The board.

    Returns:
        The model, whose deciding variables are `cut[cell, diagonal]`, and its decoder. Not all
        that it finds are right answers.

    Raises:
        InputError: If a clue may be any letter, or there may be bridges: the article has neither.
    """
    if instance.puzzle.bridges:
        raise InputError(Problem("formulation seed has no bridges", "forbid them, or use flow"))
    if any(instance.clue(cell) == ANY for cell in instance.cells()):
        raise InputError(
            Problem("formulation seed needs clues that are letters, not ?", "use flow")
        )
    free = instance.free_cells()
    model = Model(f"{instance.puzzle.name} seed")
    cut = model.binary("cut", free, [FORWARD, BACK])
    # Shared edges: a border is one variable, whichever of its two cells speaks of it.
    borders = sorted({border for cell in instance.cells() for border in borders_of(cell)})
    number = auxiliary_by_key(model, "number", borders, 0, instance.parts)

    with model.group("empty or one diagonal", why="a cell is empty or has one diagonal"):
        for cell in free:
            model.at_most_one(cut[cell, :], key=cell)

    with model.group("positive part numbers", why="every border has the number of a part"):
        for border in borders:
            model.add(number[border] >= 1, key=border)

    _state_propagation(model, instance, cut, number)
    _state_blocks(model, instance, cut)

    with model.group("start fields", why="a cell with the first letter gives each part its number"):
        starts = [cell for cell in instance.clue_cells() if instance.clue(cell) == 1]
        for part, cell in enumerate(starts, 1):
            model.add(number[borders_of(cell)[0]] == part, key=part)

    with model.group("letters per part", why="every part has every letter exactly once"):
        for part in range(1, instance.parts + 1):
            for letter, name in enumerate(instance.names, 1):
                same = [cell for cell in instance.clue_cells() if instance.clue(cell) == letter]
                here = count(number[borders_of(cell)[0]] == part for cell in same)
                model.add(here == 1, key=(part, name))

    letters = {cell: number[borders_of(cell)[0]] for cell in instance.clue_cells()}
    state_paths(model, number, letters, instance.parts)

    return formulated(instance, model, cut, sound=False)


def _state_propagation(model: Model, instance: SlashInstance, cut: Family, number: Numbers) -> None:
    """States which borders of a cell have equal numbers."""
    sides = {cell: [number[border] for border in borders_of(cell)] for cell in instance.cells()}
    free = instance.free_cells()

    with model.group(
        "propagation across uncut cells",
        why="the borders of a cell that is not cut lie in one part",
    ):
        for cell, (north, east, south, west) in sides.items():
            cuts = list(cut[cell, :]) if cell in free else []
            for one, other in ((north, east), (east, south), (south, west)):
                model.add(disjunction(*cuts, one == other), key=cell)

    with model.group(
        "propagation across cut cells",
        why="the borders on a side of a cut lie in one part, those on its two sides do not",
    ):
        for cell in free:
            north, east, south, west = sides[cell]
            forward, back = cut[cell, FORWARD], cut[cell, BACK]
            model.add(forward.implies(south == east), key=cell)
            model.add(forward.implies(north == west), key=cell)
            model.add(forward.implies(north != south), key=cell)
            model.add(back.implies(north == east), key=cell)
            model.add(back.implies(south == west), key=cell)
            model.add(back.implies(north != south), key=cell)


def _state_blocks(model: Model, instance: SlashInstance, cut: Family) -> None:
    """States which cuts along the outside of the board there are not."""
    top, left, bottom, right = 0, 0, instance.rows - 1, instance.columns - 1
    free = set(instance.free_cells())

    with model.group("corner block", why="no cut takes a corner off the board"):
        for cell, diagonal in (
            ((top, left), FORWARD),
            ((top, right), BACK),
            ((bottom, left), BACK),
            ((bottom, right), FORWARD),
        ):
            if cell in free:
                model.add(cut[cell, diagonal] == 0, key=cell)

    with model.group("edge block", why="no two cuts take a triangle out of an edge of the board"):
        beside = [
            *((((top, c), BACK), ((top, c + 1), FORWARD)) for c in range(right)),
            *((((bottom, c), FORWARD), ((bottom, c + 1), BACK)) for c in range(right)),
            *((((r, left), BACK), ((r + 1, left), FORWARD)) for r in range(bottom)),
            *((((r, right), FORWARD), ((r + 1, right), BACK)) for r in range(bottom)),
        ]
        for one, other in beside:
            if one[0] in free and other[0] in free:
                model.at_most_one([cut[one], cut[other]], key=(one[0], other[0]))
