"""Two exercises of The Art of Computer Programming, 7.2.2.1, with corrected answers.

A careful reader published what he found of both (github.com/sjnam/dancing-cells): a number in the
answer to exercise 129 is 294,457 where the book has 281,618, and one in that to exercise 334 is
15,842 where it has 13,842.
"""

from __future__ import annotations

from itertools import permutations, product

import numpy as np

from ilpuzzles.exactcover.engine import count_covers, visit_covers
from ilpuzzles.exactcover.problem import CoverProblem, IntArray

Cell = tuple[int, ...]
Move = tuple[tuple[int, int, int], bool]
"""Where it takes each of three directions, and whether it turns everything by half a turn."""

# Exercise 129: a hexagon of 24 triangles is covered with MacMahon's 24 triangles in four colours.

_UP = [cell for cell in product(range(-1, 3), repeat=3) if sum(cell) == 2]
_DOWN = [cell for cell in product(range(-1, 3), repeat=3) if sum(cell) == 1]
# These have an axis through corners, and through the middles of edges.
_LEFT_RIGHT, _TOP_DOWN = ((1, 0, 2), False), ((1, 0, 2), True)
_HALF_TURN = ((0, 1, 2), True)


def _moved(move: Move, cell: Cell) -> Cell:
    """Where a symmetry of the hexagon takes a triangle."""
    (one, two, three), turned = move
    found = [0, 0, 0]
    found[one], found[two], found[three] = cell
    one, two, three = (1 - place if turned else place for place in found)
    return one, two, three


def _edges(cell: Cell) -> list[tuple[int, Cell]]:
    """Its edges: each is called by its direction and the upper triangle that has it."""
    if sum(cell) == 2:
        return [(way, cell) for way in range(3)]
    steps = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    return [(way, tuple(np.add(cell, step).tolist())) for way, step in enumerate(steps)]


def _patches(colours: tuple[int, ...], ways: tuple[int, int, int]) -> tuple[bool, ...]:
    """Which of the edges of a triangle are alike, read after a symmetry."""
    one, two, three = (colours[way] for way in ways)
    return one == two, two == three, three == one


def weakly_symmetric(*moves: Move) -> CoverProblem:
    """The coverings in which symmetries of the hexagon, a group, leave where colours change."""
    triangles = _UP + _DOWN
    named = [edge for cell in triangles for edge in _edges(cell)]
    inner = sorted({edge for edge in named if named.count(edge) == 2})
    least = {cell: min(_moved(move, cell) for move in moves) for cell in triangles}
    orbits = sorted(set(least.values()))
    tiles = sorted({_tile(colours) for colours in product(range(4), repeat=3)})
    assert (len(triangles), len(inner), len(tiles)) == (24, 30, 24)
    options: list[list[int | tuple[int, int]]] = []
    first = len(triangles) + len(tiles)
    kinds: dict[tuple[bool, ...], int] = {}
    for place, cell in enumerate(triangles):
        for colours in product(range(4), repeat=3):
            # As the first triangle of the orbit is seen by every symmetry that takes it there.
            ways = [_inverse(move[0]) for move in moves if _moved(move, cell) == least[cell]]
            found = {_patches(colours, way) for way in ways}
            if len(found) > 1:
                continue
            kind = kinds.setdefault(found.pop(), len(kinds))
            option: list[int | tuple[int, int]] = [place, 24 + tiles.index(_tile(colours))]
            option += [
                (first + inner.index(edge), colours[edge[0]])
                for edge in _edges(cell)
                if edge in inner
            ]
            option.append((first + len(inner) + orbits.index(least[cell]), kind))
            options.append(option)
    items = first + len(inner) + len(orbits)
    return CoverProblem.of(options, items, secondary=range(first, items))


def _tile(colours: tuple[int, ...]) -> tuple[int, ...]:
    """The same for a triangle however it is turned."""
    return min(colours[turn:] + colours[:turn] for turn in range(3))


def _inverse(ways: tuple[int, int, int]) -> tuple[int, int, int]:
    one, two, three = (ways.index(way) for way in range(3))
    return one, two, three


def test_triangles_that_are_weakly_symmetric_in_both_ways() -> None:
    """Classes of 96, and 48 of those that are strongly symmetric: 194 and 261 are in the answer.

    With the left-right reflection alone there are 28,280,400, 96 * 294,457 + 48 * 261. That takes
    the engine five minutes of processor time (603,408,820 placements).
    """
    identity: Move = ((0, 1, 2), False)
    problem = weakly_symmetric(identity, _LEFT_RIGHT, _TOP_DOWN, _HALF_TURN)
    run = count_covers(problem)
    assert (run.found, run.complete) == (96 * 194 + 48 * 261, True)
    assert run.statistics.spared is not None
    assert run.statistics.spared[-1] == 24 * 4


# Exercise 334: what looks like the Soma cube from the front.

_SOMA = (
    ((0, 0, 0), (0, 0, 1), (0, 1, 0)),
    ((0, 0, 0), (0, 1, 0), (0, 2, 0), (1, 0, 0)),
    ((0, 0, 0), (0, 1, 0), (0, 2, 0), (1, 1, 0)),
    ((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 2, 0)),
    ((0, 0, 0), (1, 0, 0), (1, 1, 0), (1, 1, 1)),
    ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 0, 1)),
    ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)),
)
# How the book draws solids: where a step goes on the page.
_STEPS = np.array([(30, 14), (-42, 10), (0, 45)])


def _outline(cells: list[Cell]) -> IntArray:
    """How far cubes reach across each of the three directions of their edges on the page."""
    corners = np.array(
        [np.add(cell, corner) for cell in cells for corner in product((0, 1), repeat=3)]
    )
    x, y = (corners @ _STEPS).T
    across = np.array([right * y - up * x for right, up in _STEPS.tolist()])
    return np.stack([across.min(axis=1), across.max(axis=1)])


def _placements(piece: tuple[Cell, ...], room: set[Cell]) -> list[tuple[Cell, ...]]:
    """All ways to put a piece into cells, turned in space but not mirrored."""
    found: set[tuple[Cell, ...]] = set()
    for axes, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        turn = np.diag(signs)[list(axes)]
        if round(np.linalg.det(turn)) == 1:
            for cell in room:
                moved = [tuple(one) for one in (np.array(piece) @ turn.T + cell).tolist()]
                found |= {tuple(sorted(moved))} if room.issuperset(moved) else set()
    return sorted(found)


def test_what_looks_like_the_soma_cube() -> None:
    cube: list[Cell] = [*product((1, 2, 3), repeat=3)]
    visible: list[Cell] = [(x, y, z) for x, y, z in cube if x == 1 or y == 1 or z == 3]
    least, most = _outline(cube)
    hidden: list[Cell] = [
        cell
        for cell in product(range(1, 12), range(1, 12), range(1, 6))
        if cell not in visible
        and (cell in cube or cell[0] > 3 or cell[1] > 3)
        and (_outline([cell])[0] >= least).all()
        and (_outline([cell])[1] <= most).all()
    ]
    cells = visible + hidden
    assert (len(visible), len(cells)) == (19, 47)
    placements = [
        (piece, placed)
        for piece, shape in enumerate(_SOMA)
        for placed in _placements(shape, set(cells))
    ]
    options = [[piece, *(7 + cells.index(one) for one in own)] for piece, own in placements]
    problem = CoverProblem.of(
        options, 7 + len(cells), secondary=range(7 + len(visible), 7 + len(cells))
    )
    bit = {cell: 1 << place for place, cell in enumerate(cells)}
    own = np.array([sum(bit[cell] for cell in placed) for _, placed in placements])
    # What a piece may stand on, and whether it stands on the floor.
    under = np.array(
        [
            sum(bit.get((x, y, z - 1), 0) for x, y, z in placed if (x, y, z - 1) not in placed)
            for _, placed in placements
        ]
    )
    floor = np.array([min(z for *_, z in placed) == 1 for _, placed in placements])
    number, sets = 0, set[int]()
    standing: list[IntArray] = []

    def visit(covers: IntArray) -> bool:
        solid = np.bitwise_or.reduce(own[covers], axis=1)
        stands = floor[covers] | (under[covers] & solid[:, None] != 0)
        standing.append(solid[stands.all(axis=1)])
        return True

    assert visit_covers(problem, visit).complete
    solids, numbers = np.unique(np.concatenate(standing), return_counts=True)
    near = {
        cell: sum(bit.get(tuple(np.add(cell, step).tolist()), 0) for step in _AROUND)
        for cell in cells
    }
    for solid, times in zip(solids.tolist(), numbers.tolist(), strict=True):
        reached = 1
        while (further := reached | _around(reached, solid, cells, near)) != reached:
            reached = further
        if reached == solid:
            number += times
            sets.add(solid)
    assert (number, len(sets)) == (1_130_634, 15_842)


_AROUND = ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))


def _around(reached: int, solid: int, cells: list[Cell], near: dict[Cell, int]) -> int:
    """The cells of a solid beside some of them."""
    found = 0
    for place, cell in enumerate(cells):
        if reached >> place & 1:
            found |= near[cell] & solid
    return found
