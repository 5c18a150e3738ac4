"""Small random exact cover problems, and all their solutions by trying everything."""

from __future__ import annotations

import random
from collections.abc import Iterable

from ilpuzzles.exactcover.problem import CoverProblem

Plain = tuple[list[list[int]], int, list[int]]
"""The items of each option, how many items there are, and which are secondary."""


def _anything(dice: random.Random) -> Plain:
    """No plan at all: most of these have no solution, some have very many."""
    items, count = dice.randint(0, 9), dice.randint(0, 12)
    largest = dice.randint(0, items)
    options = [dice.sample(range(items), dice.randint(0, largest)) for _ in range(count)]
    for _ in range(dice.choice([0, 0, 1, 3])):
        if options and len(options) < 12:
            options.append(list(dice.choice(options)))
    share = dice.choice([0.0, 0.0, 0.3, 0.7, 1.0])
    return options, items, [item for item in range(items) if dice.random() < share]


def _pieces(dice: random.Random, items: list[int], largest: int) -> list[list[int]]:
    """Cuts items into pieces of random sizes."""
    left, pieces = list(items), []
    while left:
        size = dice.randint(1, largest)
        pieces.append(left[:size])
        left = left[size:]
    return pieces


def _planted(dice: random.Random) -> Plain:
    """A solution or two that are hidden among other options."""
    items = dice.randint(1, 9)
    options: list[list[int]] = []
    for _ in range(dice.randint(1, 3)):
        shuffled = dice.sample(range(items), items)
        options += _pieces(dice, shuffled, dice.randint(1, 5))
    options += [
        dice.sample(range(items), dice.randint(1, min(items, 4))) for _ in range(dice.randint(0, 4))
    ]
    dice.shuffle(options)
    secondary = dice.sample(range(items), dice.choice([0, 0, 1, items // 2]))
    return options[:14], items, secondary


SHAPES: dict[str, list[tuple[tuple[int, int], ...]]] = {
    "domino": [((0, 0), (0, 1)), ((0, 0), (1, 0))],
    "corner": [
        ((0, 0), (0, 1), (1, 0)),
        ((0, 0), (0, 1), (1, 1)),
        ((0, 0), (1, 0), (1, 1)),
        ((0, 1), (1, 0), (1, 1)),
    ],
    "bar": [((0, 0), (0, 1), (0, 2)), ((0, 0), (1, 0), (2, 0))],
    "single": [((0, 0),)],
}


def board(rows: int, columns: int, shapes: Iterable[str]) -> list[list[int]]:
    """All ways to lay some shapes on a board, as lists of cells."""
    return [
        [(row + down) * columns + column + right for down, right in shape]
        for name in shapes
        for shape in SHAPES[name]
        for row in range(rows - max(down for down, _ in shape))
        for column in range(columns - max(right for _, right in shape))
    ]


def _tiling(dice: random.Random) -> Plain:
    """A small board to be covered; of some shapes there is a limited number, each an item."""
    rows, columns = dice.randint(1, 3), dice.randint(1, 4)
    cells = rows * columns
    shapes = dice.sample(sorted(SHAPES), dice.randint(1, 2))
    if "single" in shapes and cells > 8:
        shapes = ["domino", "corner"]
    options = board(rows, columns, shapes)
    holes = dice.sample(range(cells), dice.choice([0, 0, 0, 1, 2]) % (cells + 1))
    options = [option for option in options if not set(option) & set(holes)]
    kept = {cell: number for number, cell in enumerate(c for c in range(cells) if c not in holes)}
    options = [[kept[cell] for cell in option] for option in options]
    items, secondary = len(kept), []
    if dice.random() < 0.3:
        secondary = [cell for cell in range(items) if dice.random() < 0.5]
    if dice.random() < 0.4:
        # Tiles that are there once: a copy of every option for each of them.
        tiles = dice.randint(1, 3)
        options = [[*option, items + tile] for option in options for tile in range(tiles)]
        options = dice.sample(options, min(len(options), 24))
        if dice.random() < 0.5:
            secondary += range(items, items + tiles)
        items += tiles
    return options, items, secondary


def _chain(dice: random.Random) -> Plain:
    """Blocks in a row that share an item with the next: masks of up to six words."""
    wanted = dice.choice([63, 64, 65, 66, 100, 127, 128, 129, 160, 192, 193, 200, 256, 257, 330])
    options: list[list[int]] = []
    first = 0
    ways = 0
    while first < wanted:
        size = min(dice.randint(4, 14), wanted - first)
        block = list(range(first, first + size))
        options += _pieces(dice, block, dice.randint(2, 9))
        if ways < 2 and dice.random() < 0.4:
            options += _pieces(dice, dice.sample(block, size), dice.randint(2, 6))
            ways += 1
        if first and dice.random() < 0.2:
            # It takes from the block before, too, and has no partner there most of the time.
            options.append([first - 1, *dice.sample(block, dice.randint(1, size))])
        first += size
    if dice.random() < 0.15:
        options.pop(dice.randrange(len(options)))
    secondary = [item for item in range(wanted) if dice.random() < 0.01]
    return options, wanted, secondary


def _wide(dice: random.Random) -> Plain:
    """A few large options over many items: more is open at once than a state has bits."""
    items = dice.randint(80, 260)
    options = []
    for _ in range(dice.randint(1, 3)):
        shuffled = dice.sample(range(items), items)
        options += _pieces(dice, shuffled, dice.choice([20, 40, 75]))
    options += [dice.sample(range(items), dice.randint(1, 30)) for _ in range(dice.randint(0, 6))]
    dice.shuffle(options)
    return options, items, dice.sample(range(items), dice.choice([0, 0, 10]))


_TURNS = [_anything, _planted, _tiling, _anything, _chain, _planted, _tiling, _wide]


def random_plain(seed: int) -> Plain:
    """A random problem as plain lists, with items and options numbered at random."""
    dice = random.Random(f"cover {seed}")
    options, items, secondary = _TURNS[seed % len(_TURNS)](dice)
    names = dice.sample(range(items), items)
    options = [[names[item] for item in option] for option in options]
    dice.shuffle(options)
    return options, items, [names[item] for item in secondary]


def random_cover(seed: int) -> CoverProblem:
    """A random problem, the same for every seed; one in two or so has a solution."""
    return CoverProblem.of(*random_plain(seed))


def all_covers(problem: CoverProblem) -> set[frozenset[int]]:
    """All solutions, by taking or leaving one option after the other.

    A primary item that is not covered when its last option is passed never will be; and an option
    is left out if it shares an item with one that was taken. Nothing else is known here.
    """
    options = [set(problem.option(number).tolist()) for number in range(problem.options)]
    primary = {item for item, must in enumerate(problem.primary.tolist()) if must}
    order = _side_by_side(options)
    last = {item: place for place, number in enumerate(order) for item in options[number]}
    if not primary <= last.keys():
        return set()
    ending: list[set[int]] = [set() for _ in order]
    for item in primary:
        ending[last[item]].add(item)
    beginnings: list[tuple[frozenset[int], frozenset[int]]] = [(frozenset(), frozenset())]
    for place, number in enumerate(order):
        following = []
        for chosen, covered in beginnings:
            if ending[place] <= covered:
                following.append((chosen, covered))
            if not options[number] & covered and ending[place] <= covered | options[number]:
                following.append((chosen | {number}, covered | options[number]))
        beginnings = following
    return {chosen for chosen, _ in beginnings}


def _side_by_side(options: list[set[int]]) -> list[int]:
    """The options in an order in which each one shares items with one before it, if it can."""
    left = list(range(len(options)))
    order: list[int] = []
    reached: set[int] = set()
    while left:
        number = max(left, key=lambda one: (len(options[one] & reached), -one))
        left.remove(number)
        order.append(number)
        reached |= options[number]
    return order


def is_cover(problem: CoverProblem, chosen: Iterable[int]) -> bool:
    """Whether some options are a solution."""
    covered = [item for option in chosen for item in problem.option(option).tolist()]
    primary = {item for item, must in enumerate(problem.primary.tolist()) if must}
    return len(covered) == len(set(covered)) and primary <= set(covered)


def count_by_memory(options: list[list[int]], items: int) -> int:
    """How many ways there are to cover all items, for boards: always the first open cell next."""
    masks = [sum(1 << item for item in option) for option in options]
    by_cell = [[m for m in masks if (m & -m) == 1 << cell] for cell in range(items)]
    # What is covered, and in how many ways; a cell is passed in every round.
    states = {0: 1}
    for cell in range(items):
        following: dict[int, int] = {}
        for covered, ways in states.items():
            steps = [0] if covered >> cell & 1 else by_cell[cell]
            for mask in steps:
                if not mask & covered:
                    following[covered | mask] = following.get(covered | mask, 0) + ways
        states = following
    return sum(states.values())
