"""Colours and bounds of items: random problems against trying everything; published numbers."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.exactcover import search, search_threads
from ilpuzzles.exactcover.automorphisms import Automorphisms
from ilpuzzles.exactcover.engine import (
    count_covers,
    cover_extremes,
    first_covers,
    sample_covers,
    useful_options,
)
from ilpuzzles.exactcover.estimate import mean_of_dives
from ilpuzzles.exactcover.problem import CoverProblem, Prepared
from ilpuzzles.exactcover.settings import Condition, Engine, Run, Settings
from support.covering import as_set, listed, rows_of, total

Entries = list[list[int | tuple[int, int]]]
Bounds = dict[int, tuple[int, int]]
Stated = tuple[Entries, int, list[int], Bounds]
"""The entries of each option, how many items there are, which are secondary, and some bounds."""


def anything(dice: random.Random) -> Stated:
    """No plan at all."""
    items, colours = dice.randint(1, 8), dice.choice([1, 2, 3, 7])
    secondary = [item for item in range(items) if dice.random() < 0.5]
    options: Entries = []
    for _ in range(dice.randint(0, 11)):
        some = dice.sample(range(items), dice.randint(0, min(items, 4)))
        paint = 0.8 * (dice.random() < 0.9)
        options.append(
            [
                (item, dice.randrange(colours))
                if item in secondary and dice.random() < paint
                else item
                for item in some
            ]
        )
    return options, items, secondary, {}


def multiples(dice: random.Random) -> Stated:
    """The same with bounds, so that there are solutions more often than not."""
    options, items, secondary, _ = anything(dice)
    chosen = [option for option in options if dice.random() < 0.5]
    bounds = {}
    for item in set(range(items)) - set(secondary):
        number = sum(item in option for option in chosen)
        if number != 1 or dice.random() < 0.5:
            least = max(0, number - dice.choice([0, 0, 1, 2]))
            bounds[item] = least, max(least, number + dice.choice([0, 0, 1, 9]))
    return options, items, secondary, bounds


def tiles(dice: random.Random) -> Stated:
    """Squares with coloured edges on a small board, each of them there once."""
    size, colours = dice.choice([(1, 3), (2, 2), (1, 4), (2, 3)]), dice.choice([2, 3])
    count = size[0] * size[1]
    squares = [tuple(dice.randrange(colours) for _ in range(4)) for _ in range(count)]
    return laid(squares, size, [dice.choice([1, 4]) for _ in squares])


def laid(
    squares: list[tuple[int, ...]],
    size: tuple[int, int],
    turns: list[int],
    border: int | None = None,
) -> Stated:
    """Squares, which may be turned so often, on a board; its border may have a colour."""
    edges = sorted({edge for place in np.ndindex(size) for edge in _sides(*place)})
    number = {edge: 2 * len(squares) + place for place, edge in enumerate(edges)}
    outer = {edge for edge in edges if edge[1 + edge[0]] in {0, size[edge[0]]}}
    options: Entries = []
    for square, colouring in enumerate(squares):
        turned = {colouring[turn:] + colouring[:turn] for turn in range(turns[square])}
        for (row, column), sides in product(np.ndindex(size), sorted(turned)):
            painted = dict(zip(_sides(row, column), sides, strict=True))
            ends = [] if border is None else [painted.pop(edge) for edge in outer & painted.keys()]
            if any(colour != border for colour in ends):
                continue
            entries = [(number[edge], colour) for edge, colour in painted.items()]
            options.append([row * size[1] + column, len(squares) + square, *entries])
    return options, 2 * len(squares) + len(number), sorted(number.values()), {}


def _sides(row: int, column: int) -> list[tuple[int, int, int]]:
    """The edges above, to the right of, below and to the left of a square."""
    return [(0, row, column), (1, row, column + 1), (0, row + 1, column), (1, row, column)]


def necklace(dice: random.Random) -> Stated:
    """Links in a long chain that share a coloured item with the next: up to seven words of bits."""
    links, colours = dice.choice([20, 40, 75, 140]), dice.choice([2, 3, 5])
    inner = list(range(links, 2 * links - 1))
    options: Entries = []
    forks = set(dice.sample(range(links), dice.randint(1, 5)))
    joints = [dice.randrange(colours) for _ in inner]
    for link in range(links):
        for _ in range(dice.randint(2, 3) if link in forks else 1):
            ends = [joint for joint in (links + link - 1, links + link) if joint in inner]
            painted = [(end, joints[end - links]) for end in ends]
            if link in forks and dice.random() < 0.4:
                painted = [(end, dice.randrange(colours)) for end, _ in painted]
            options.append([link, *painted])
    if dice.random() < 0.3:
        # So many of the links are of one make.
        some = dice.sample(range(len(options)), 5)
        options = [[*o, 2 * links - 1] if n in some else o for n, o in enumerate(options)]
        return options, 2 * links, inner, {2 * links - 1: (1, dice.randint(2, 5))}
    return options, 2 * links - 1, inner, {}


SORTS = [anything, tiles, multiples, tiles, anything, multiples, necklace, multiples]


def random_stated(seed: int) -> Stated:
    """A random problem as plain lists, with items, colours and options numbered at random."""
    dice = random.Random(f"colours {seed}")
    options, items, secondary, bounds = SORTS[seed % len(SORTS)](dice)
    names, paints = dice.sample(range(items), items), dice.sample(range(12), 12)
    renamed: Entries = [
        [(names[e[0]], paints[e[1]]) if isinstance(e, tuple) else names[e] for e in option]
        for option in options
    ]
    optional = [names[item] for item in secondary]
    named = {names[item]: pair for item, pair in bounds.items()}
    return dice.sample(renamed, len(renamed)), items, optional, named


def limits_of(stated: Stated) -> list[tuple[int, int]]:
    """How many options each item is in; a secondary one, if its colours differ."""
    _, items, secondary, bounds = stated
    return [bounds.get(item, (item not in secondary, 1)) for item in range(items)]


def is_solution(stated: Stated, chosen: frozenset[int]) -> bool:
    """The definition."""
    options, items, *_ = stated
    given: list[list[int | None]] = [[] for _ in range(items)]
    for number in chosen:
        for entry in options[number]:
            item, colour = entry if isinstance(entry, tuple) else (entry, None)
            given[item].append(colour)
    alike = [len(set(some)) == 1 and None not in some for some in given]
    return all(
        least <= len(some) and (len(some) <= most or same)
        for (least, most), some, same in zip(limits_of(stated), given, alike, strict=True)
    )


def all_solutions(stated: Stated) -> set[frozenset[int]]:
    """All solutions, by taking or leaving one option after the other."""
    options, items, *_ = stated
    limits = limits_of(stated)
    needed = {item for item, (least, _) in enumerate(limits) if least}
    found: set[frozenset[int]] = set()
    # Options of the same item come together, so that it is soon clear that it is not covered.
    order = sorted(range(len(options)), key=lambda n: min(_of(options[n]) & needed, default=items))
    last = {item: place for place, n in enumerate(order) for item in _of(options[n]) & needed}
    if not needed <= last.keys():
        return found
    ending = [{item for item in needed if last[item] == place} for place in range(len(order))]

    def go_on(place: int, chosen: frozenset[int], given: dict[int, list[int | None]]) -> None:
        if place and any(len(given.get(i, [])) < limits[i][0] for i in ending[place - 1]):
            return
        if place == len(order):
            found.add(chosen)
            return
        go_on(place + 1, chosen, given)
        number = order[place]
        added = dict(e if isinstance(e, tuple) else (e, None) for e in options[number])
        new = {item: [*given.get(item, []), colour] for item, colour in added.items()}
        if all(
            len(some) <= limits[item][1] or (None not in some and len(set(some)) == 1)
            for item, some in new.items()
        ):
            go_on(place + 1, chosen | {number}, given | new)

    go_on(0, frozenset(), {})
    return found


def _of(option: list[int | tuple[int, int]]) -> set[int]:
    return {entry[0] if isinstance(entry, tuple) else entry for entry in option}


@pytest.mark.exhaustive
def test_the_oracle_agrees_with_the_definition() -> None:
    sizes, widths = [], set()
    for seed in range(120):
        stated = random_stated(seed)
        found = all_solutions(stated)
        sizes.append(len(found))
        widths.add(-(-CoverProblem.of(*stated).marks().width // 64))
        assert all(is_solution(stated, chosen) for chosen in found)
        if len(stated[0]) <= 8:
            subsets = range(1 << len(stated[0]))
            every = [frozenset(n for n in range(8) if s >> n & 1) for s in subsets]
            assert found == {one for one in every if is_solution(stated, one)}
    assert {1, 2, 3} <= widths
    assert max(widths) > 4
    assert 0.1 < sizes.count(0) / len(sizes) < 0.7
    assert max(sizes) > 50


@pytest.mark.exhaustive
@pytest.mark.parametrize("first", range(0, 48, 24))
def test_every_question_about_random_problems(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many words are for plain questions: each search of each width takes seconds to compile.

    Conditions do not meet bounds and colours both at once. Two words have a search of their own,
    and here all of more than two have one.
    """
    monkeypatch.setattr(search_threads, "_PARTS_PER_WORKER", 2)
    monkeypatch.setattr(search, "UNROLLED", 2)
    tables = cut = bounded = 0
    for seed in range(first, first + 24):
        dice = random.Random(seed)
        stated = random_stated(seed)
        problem, expected = CoverProblem.of(*stated), all_solutions(stated)
        several = problem.marks().width > 64
        if several and problem.bounds is not None:
            continue
        bounded += problem.bounds is not None and len(expected) > 1
        ways = [
            Settings(engine=Engine.TABLE),
            Settings(engine=Engine.SEARCH, workers=dice.randint(1, 2)),
            Settings(
                engine=Engine.SEARCH,
                reduce=False,
                dead_ends=dice.random() < 0.5,
                safety=dice.random() < 0.5,
                minimal_depth=dice.choice([None, 0, 2]),
            ),
            Settings(symmetry=True),
            Settings(engine=Engine.TABLE, symmetry=True),
        ]
        run = count_covers(problem, ways[seed % 5])
        assert (run.found, run.complete) == (len(expected), True), seed
        for settings in ways:
            assert as_set(listed(problem, settings)) == expected, (seed, settings)
        few = rows_of(first_covers(problem, 3))
        assert len(as_set(few)) == min(3, len(expected)), seed
        assert set(map(frozenset, few)) <= expected, seed
        drawn, run = sample_covers(problem, 2, seed=seed)
        assert run.found == len(expected), seed
        assert {frozenset(row) for row in rows_of(drawn)} <= expected, seed
        weights = np.array([[dice.randint(-9, 9) for _ in range(problem.options)]], dtype=np.int64)
        run = Run()
        extremes = cover_extremes(problem, weights, Settings(engine=Engine.TABLE), run)
        sums = sorted(total(weights[0], chosen) for chosen in expected)
        if extremes is not None:
            tables += 1
            assert (extremes[0].tolist(), extremes[1].tolist()) == (sums[:1], sums[-1:]), seed
        if several or (problem.bounds is not None and problem.colours is not None):
            continue
        lower, upper = sorted(dice.randint(-15, 15) for _ in range(2))
        condition = Condition(weights[0], lower, upper)
        run = count_covers(problem, Settings(workers=1 + seed % 2, conditions=(condition,)))
        assert run.found == sum(lower <= one <= upper for one in sums), seed
        cut += run.statistics.cut_off
    assert tables > 10
    assert cut
    assert bounded > 5


def test_options_that_are_useless_in_colours_go() -> None:
    # With 0 in red, no option is left for 1.
    problem = CoverProblem.of([[0, (2, 7)], [0, (2, 8)], [1, (2, 8)]], 3, secondary=[2])
    assert useful_options(problem).tolist() == [False, True, True]


def test_the_estimate_knows_colours() -> None:
    options: Entries = [[line, (4, colour)] for line in range(4) for colour in range(3)]
    problem = Prepared.of(CoverProblem.of(options, 5, secondary=[4])).problem
    # Three branches, and no choice after the first.
    assert mean_of_dives(problem, 50, seed=1).nodes == 12


def test_many_colours_take_few_bits() -> None:
    for colours, width in ((1, 0), (2, 2), (3, 3), (6, 4), (10, 5), (20, 6), (35, 7), (36, 8)):
        options: Entries = [[item, (2, colour)] for item in (0, 1) for colour in range(colours)]
        problem = CoverProblem.of(options, 3, secondary=[2])
        assert problem.marks().width == 2 + max(1, width)
        assert count_covers(problem).found == colours
        # One that takes the item alone is at odds with all others.
        alone = CoverProblem.of([*options, [0, 2], [1, 2], [0, 1, 2]], 3, secondary=[2])
        for engine in (Engine.SEARCH, Engine.TABLE):
            assert count_covers(alone, Settings(engine=engine)).found == colours + 1


@pytest.mark.parametrize(
    ("options", "bounds", "message"),
    [
        ([[0, (1, 0)]], {}, "item 1 has a colour, but is not secondary"),
        ([[0, (2, -2)]], {}, "item 2 has the colour -2"),
        ([[0, (2, 2**70)]], {}, f"item 2 has the colour {2**70}"),
        ([[0, (2, 0), (2, 1)]], {}, "option 0 has an item twice"),
        ([[0, (3, 0)]], {}, "item 3 of 3 items"),
        ([[0, (1, 0)]], {1: (1, 2)}, "item 1 has a colour, but is not secondary"),
        ([[0]], {1: (2, 1)}, "item 1 has the bounds 2 and 1"),
        ([[0]], {1: (-1, 1)}, "item 1 has the bounds -1 and 1"),
        ([[0]], {2: (0, 2)}, "item 2 is secondary, but has bounds"),
        ([[0]], {3: (0, 2)}, "item 3 of 3 items"),
    ],
)
def test_what_makes_no_sense(options: Entries, bounds: Bounds, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        CoverProblem.of(options, 3, secondary=[2], bounds=bounds)
    assert "\n" not in str(error.value)


def test_bounds_beyond_the_options() -> None:
    for least, most, number in ((0, 10**18, 8), (3, 10**99, 1), (10**98, 10**99, 0), (0, 0, 1)):
        problem = CoverProblem.of([[0]] * 3, 1, bounds={0: (least, most)})
        assert count_covers(problem).found == number


def test_the_estimate_knows_bounds() -> None:
    # Of ten options two are chosen: the first of them, then the second.
    problem = CoverProblem.of([[0]] * 10, 1, bounds={0: (2, 2)})
    nodes = mean_of_dives(problem, 4000, seed=1).nodes
    assert 0.9 * (10 + 45) < nodes < 1.1 * (10 + 45)


@pytest.mark.parametrize(
    ("size", "ones", "number"), [(4, 2, 90), (6, 2, 67_950), (5, 3, 2040), (6, 3, 297_200)]
)
def test_matrices_with_some_ones_in_each_line(size: int, ones: int, number: int) -> None:
    # OEIS A001499 and A001501.
    options = [[row, size + column] for row in range(size) for column in range(size)]
    bounds = dict.fromkeys(range(2 * size), (ones, ones))
    problem = CoverProblem.of(options, 2 * size, bounds=bounds)
    assert count_covers(problem).found == number


@pytest.mark.exhaustive
def test_an_example_of_knuths() -> None:
    # Of his program DLX3: items A and B once, C two or three times, X and Y in colours.
    options: Entries = [
        [0, 1, (3, 0), (4, 0)],
        [0, 2, (3, 1), (4, 1)],
        [2, (3, 0)],
        [1, (3, 1)],
        [2, (4, 1)],
    ]
    problem = CoverProblem.of(options, 5, secondary=[3, 4], bounds={2: (2, 3)})
    assert as_set(listed(problem)) == {frozenset({1, 3, 4})}


@pytest.mark.exhaustive
def test_five_queens_dominate_a_chessboard() -> None:
    # 4,860 ways, known since the nineteenth century.
    cells = list(np.ndindex(8, 8))
    options = [
        [n for n, (r, c) in enumerate(cells) if r == a or c == b or abs(r - a) == abs(c - b)] + [64]
        for a, b in cells
    ]
    bounds = dict.fromkeys(range(64), (1, 5)) | {64: (5, 5)}
    run = count_covers(CoverProblem.of(options, 65, bounds=bounds))
    assert (run.found, run.complete) == (4860, True)


@pytest.mark.exhaustive
def test_macmahon_squares(monkeypatch: pytest.MonkeyPatch) -> None:
    # The search that is compiled for the random problems.
    monkeypatch.setattr(search, "UNROLLED", 2)
    # 13,328 solutions up to the four symmetries of the board and the exchange of the other colours.
    every = product(range(3), repeat=4)
    squares = sorted({min(s[turn:] + s[:turn] for turn in range(4)) for s in every})
    assert len(squares) == 24
    problem = CoverProblem.of(*laid(squares, (4, 6), [4] * 24, border=0))
    run = Run()
    assert count_covers(problem, Settings(workers=2), run).found == 8 * 13_328
    assert run.complete
    # A symmetry exchanges colours in all places at once.
    assert len(Automorphisms.of(problem)) == 8
