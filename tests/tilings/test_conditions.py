"""Conditions on the sum of values: what they say, that they hold, and leaving them out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

import ilpuzzles
from ilpuzzles import Experiment
from ilpuzzles.backends.result import Status
from ilpuzzles.puzzles.kinds import get_kind
from ilpuzzles.reading.tree import read_tree
from ilpuzzles.tilings.tiling_puzzle import TilingSolution

FAMILY = get_kind("tiling")

# Bars of one to five cells, each perhaps, on a strip of seven cells.
BARS = """\
puzzle: bars
family: tiling
title: Bars
lattice: square
region:
  rows: 1
  columns: 7
tiles:
""" + "".join(
    f"  {name}: {{optional: true, shape: {name * length}}}\n"
    for length, name in enumerate("ABCDE", start=1)
)
LENGTHS = dict(zip("ABCDE", range(1, 6), strict=True))
VALUES = {"A": 3, "B": -1, "C": 2, "D": 0, "E": 4}


def bars(conditions: str) -> Experiment:
    """The strip with conditions."""
    puzzle = FAMILY.read_puzzle(read_tree(BARS, "bars.yaml"))
    instance = FAMILY.read_instance(puzzle, read_tree(f"puzzle: bars\n{conditions}", "f.yaml"))
    return ilpuzzles.experiment(FAMILY.position(instance))


def asked(puzzle: str, conditions: str, folder: Path) -> Experiment:
    """A puzzle of ours with conditions."""
    path = folder / "f.yaml"
    path.write_text(f"puzzle: {puzzle}\n{conditions}")
    return ilpuzzles.experiment(puzzle, file=path)


def chosen() -> Iterator[str]:
    """All choices of bars that have seven cells."""
    for count in range(len(LENGTHS) + 1):
        for names in combinations("ABCDE", count):
            if sum(LENGTHS[name] for name in names) == 7:
                yield "".join(names)


ORDERS = {1: 1, 2: 2, 3: 6, 4: 24, 5: 120}


def test_chess_parity_follows_from_the_rest(tmp_path: Path) -> None:
    region = "region: {rows: 4, columns: 4}\n"
    plain = asked("dominoes", region, tmp_path)
    colours = "conditions: {parity: {why: as many dark cells as light ones, colouring: chess}}\n"
    chess = asked("dominoes", region + colours, tmp_path)
    assert plain.count().count == chess.count().count == 36
    # Every domino covers a cell of each colour, so the row has no terms; a bar of one has.
    assert "parity: as many dark cells as light ones" in chess.text()
    assert chess.without("parity").count().count == 36
    assert chess.formulated.model.statistics().rows == plain.formulated.model.statistics().rows + 1


def test_the_row_has_the_values_of_what_is_covered() -> None:
    one = bars("conditions:\n  weights:\n    colouring: |\n      1+-.935\n")
    worth = [1, 1, -1, 0, 9, 3, 5]
    expected = {}
    for name, length in LENGTHS.items():
        for first in range(7 - length + 1):
            value = sum(worth[first : first + length])
            expected[f"place[{name}, 1, (0, {first})]"] = value
    model = one.formulated.model
    rows = model.only("weights").rows
    names = [model.name_of(column) for column in rows.columns.tolist()]
    assert len(rows) == 1
    assert dict(zip(names, rows.coefficients.tolist(), strict=True)) == {
        name: value for name, value in expected.items() if value
    }
    assert rows.lower.tolist() == rows.upper.tolist() == [sum(worth)]
    # Every cell counts once, so it says nothing new.
    assert one.count().count == sum(ORDERS[len(names)] for names in chosen())


@pytest.mark.parametrize("target", [-1, 0, 2, 3, 4, 5, 7, 99])
def test_tiles_are_chosen_by_their_total_value(target: int) -> None:
    values = ", ".join(f"{name}: {value}" for name, value in VALUES.items())
    one = bars(f"conditions:\n  total: {{values: {{{values}}}, target: {target}}}\n")
    wanted = [names for names in chosen() if sum(VALUES[name] for name in names) == target]
    answer = one.solutions()
    assert answer.count == sum(ORDERS[len(names)] for names in wanted)
    assert (answer.status is Status.INFEASIBLE) == (not wanted)
    found = {"".join(placed.tile for placed in solution.tiles) for solution in answer.solutions}
    assert found == set(wanted)


def test_a_condition_that_is_switched_off_may_be_broken() -> None:
    one = bars("conditions: {total: {why: a total of 99, values: {A: 1}, target: 99}}\n")
    assert one.solve().status is Status.INFEASIBLE
    reason = one.explain().explanation
    assert "total" in {group.name for group in reason.groups}
    weaker = one.without("total")
    assert weaker.count().count == sum(ORDERS[len(names)] for names in chosen())
    answer = weaker.solve()
    assert {violation.rule for violation in answer.broken} == {"condition"}
    solution = answer.solutions[0]
    assert isinstance(solution, TilingSolution)
    used = any(placed.tile == "A" for placed in solution.tiles)
    assert [*map(str, answer.broken)] == [f"condition: total is {int(used)} instead of 99"]


@pytest.mark.exhaustive
def test_the_tower_by_its_core_pieces(tmp_path: Path) -> None:
    head = "parameters: {height: 2}\n"
    values = "values: {0: 0, 1: 1, 2: 2, 3: 3, 4: 4}"
    everything = ilpuzzles.experiment("tower").solutions().solutions
    totals = [sum(int(p.tile) for p in one.tiles if p.tile.isdigit()) for one in everything]
    for target in (2, 5):
        text = f"{head}conditions: {{cores: {{{values}, target: {target}}}}}\n"
        one = asked("tower", text, tmp_path)
        assert one.count().count == totals.count(target)
    # The symmetries of the tower keep such a condition.
    with_symmetry = one.count(up_to_symmetry=True)
    assert with_symmetry.count_up_to_symmetry == totals.count(5) / 24


def test_a_colouring_may_break_symmetries(tmp_path: Path) -> None:
    region = "region: {rows: 2, columns: 2}\n"
    plain = asked("dominoes", region, tmp_path)
    assert plain.count(up_to_symmetry=True).count_up_to_symmetry == 1
    drawn = "conditions:\n  corner:\n    colouring: |\n      1.\n      ..\n"
    assert asked("dominoes", region + drawn, tmp_path).count(up_to_symmetry=True).count == 2
