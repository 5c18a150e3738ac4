"""The textbook's models of `benchmarks`: by hand where they are small, and with known figures."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from benchmarks.classical_models import (
    BEST,
    COUNT,
    FAMILIES,
    classical_model,
    classical_names,
    classical_tasks,
)
from benchmarks.planning_models import cutting_patterns
from benchmarks.recreational_models import sets_with_a_cover, solved_sudoku
from ilpuzzles.queries.count import count_identity
from support import textbook_oracles

SEED = 1
BY_NAME = {family.name: family for family in FAMILIES}
SMALL = {
    "knapsacks": (7, 2),
    "set_cover": (20, 5),
    "set_partition": (5, 6),
    "set_packing": (8, 9),
    "independent_set": (8, 3),
    "colouring": (6, 3),
    "bin_packing": (5, 3),
    "assignment": (6, 2),
    "latin_square": (3, 2),
    "satisfiability": (7, 12),
    "most_clauses": (6, 30),
    "coins": (2, 2),
    "travelling": (6, 0),
    "one_machine": (5, 0),
    "facilities": (2, 3),
    "lot_sizes": (1, 4),
    "network": (4, 2),
    "packing": (8, 10),
    "path_packing": (9,),
    "sparse_independent_set": (9, 11),
    "domination": (3,),
    "bipartite_matching": (4, 9),
    "matching": (6, 9),
    "triple_matching": (4, 20),
    "graph_colours": (6, 7, 3),
    "maximum_cut": (8, 14),
    "graph_partitioning": (8, 14),
    "shortest_path": (7, 15),
    "steiner_tree": (7, 9),
    "connected_tree": (7, 9),
    "districting": (3, 2),
    "most_shaded": (3,),
    "smallest_island": (3, 24),
    "roster": (4, 2),
    "staffing": (7, 4),
    "cutting_stock": (3, 40),
    "transport": (3, 4),
    "release_dates": (5,),
    "job_shop": (3, 2),
    "flow_shop": (4, 3),
    "queens": (6,),
    "golomb_ruler": (5, 14),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("family", SMALL)
def test_small_models_are_as_worked_out_by_hand(family: str) -> None:
    model = BY_NAME[family].build(*SMALL[family], Random(SEED))
    by_hand = getattr(textbook_oracles, family)(*SMALL[family], Random(SEED))
    found = model.count().number if model.program().objective is None else model.solve().objective
    assert found == by_hand


@pytest.mark.every("name")
@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("queens-8", 92),
        ("magic_square-3", 8),
        # All Latin squares of order 4, and all Sudokus with boxes of 2 x 2.
        ("latin_square-4x0", 576),
        ("sudoku-2x0", 288),
        ("knights_tour-5x6", 8),
        # Two, and 368, each of them in four positions.
        ("pentominoes-3x20", 2 * 4),
        ("pentominoes-4x15", 368 * 4),
    ],
)
def test_known_numbers_of_solutions(name: str, number: int) -> None:
    assert classical_model(name).count().number == number


@pytest.mark.every("name")
@pytest.mark.parametrize(
    ("name", "backend", "best"),
    [
        ("golomb_ruler-6x25", "cpsat", 17),
        ("golomb_ruler-7x36", "cpsat", 25),
        ("domination-5", "cpsat", 7),
        ("most_shaded-6", "clingo", 12),
        ("most_shaded-7", "clingo", 17),
    ],
)
def test_known_optima(name: str, backend: str, best: int) -> None:
    assert classical_model(name).solve(backend).objective == best


def test_exact_covers_are_counted_as_by_hand() -> None:
    """Whatever covers the first place that is left, one after the other."""

    def count(left: frozenset[int], parts: list[list[int]]) -> int:
        if not left:
            return 1
        fitting = (part for part in parts if min(left) in part and left.issuperset(part))
        return sum(count(left.difference(part), parts) for part in fitting)

    parts = sets_with_a_cover(12, 60, Random(SEED))
    model = BY_NAME["exact_cover"].build(12, 60, Random(SEED))
    number = count(frozenset(range(12)), parts)
    assert model.count().number == number > 1


@pytest.mark.parametrize("box", [2, 3, 4])
def test_sudokus_are_made_from_solutions(box: int) -> None:
    side, digits = box * box, set(range(box * box))
    rows = solved_sudoku(box, Random(SEED))
    columns = list(zip(*rows, strict=True))
    corners = product(range(0, side, box), repeat=2)
    boxes = [[rows[r + n // box][c + n % box] for n in range(side)] for r, c in corners]
    assert all(set(line) == digits for line in (*rows, *columns, *boxes))


def test_cutting_patterns_leave_no_room() -> None:
    lengths, bar = [45, 31, 17], 100
    some = product(range(3), range(4), range(6))
    left = {number: bar - textbook_oracles.total(lengths, number) for number in some}
    full = [number for number, room in left.items() if 0 <= room < min(lengths)]
    assert sorted(map(tuple, cutting_patterns(lengths, bar))) == sorted(full)


@pytest.mark.exhaustive
def test_large_models_with_a_planted_solution_have_one() -> None:
    for name in ("graph_colours-300x1500x6", "sudoku-4x110"):
        assert classical_model(name).solve("cpsat").values is not None


def test_a_name_stands_for_one_model() -> None:
    names = list(classical_names())
    assert len(names) == len(set(names)) == 3 * len(FAMILIES)
    for name in ("matching-40x200", "job_shop-4x4", "exact_cover-30x150"):
        one, other = (count_identity(classical_model(name).program()) for _ in range(2))
        assert one == other


@pytest.mark.exhaustive
def test_the_best_is_asked_for_where_there_is_an_objective() -> None:
    for family in FAMILIES:
        name = f"{family.name}-{'x'.join(map(str, family.sizes[0]))}"
        has_objective = classical_model(name).program().objective is not None
        assert (BEST in classical_tasks(name)) == has_objective
        assert set(family.counted) <= set(family.sizes)
    assert COUNT in classical_tasks("queens-8")
    assert COUNT not in classical_tasks("queens-20")
