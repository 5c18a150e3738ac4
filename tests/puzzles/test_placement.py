from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from ilpuzzles.document.tree import read_tree
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.puzzles.tiling.placement_model import placement
from ilpuzzles.puzzles.tiling.placement_table import PlacementTable
from ilpuzzles.puzzles.tiling.tiling_family import TILING
from ilpuzzles.queries.solutions import enumerate_solutions
from ilpuzzles.rules.tiling import check_tiling
from ilpuzzles.workbench.experiments import formulate
from ilpuzzles.workbench.loading import load
from support.oracles import count_tilings


def instance_of(rows: list[str], tiles: dict[str, list[str]]) -> Any:
    """A small instance with nothing given."""
    lines = ["puzzle: small", "family: tiling", "title: Small", "lattice: square", "region: |"]
    lines += [f"  {row}" for row in rows]
    lines.append("tiles:")
    for name, shape in tiles.items():
        lines += [f"  {name}:", "    shape: |", *(f"      {row}" for row in shape)]
    puzzle = TILING.read_puzzle(read_tree("\n".join(lines) + "\n", "m.yaml"))
    board = "\n".join(["puzzle: small", "board: |", *(f"  {row}" for row in rows)])
    return TILING.read_instance(puzzle, read_tree(board + "\n", "b.yaml"))


def test_the_empty_board_has_the_known_size() -> None:
    name, formulated = formulate(load("lonpos", "empty"))
    statistics = formulated.model.statistics()
    assert name == "placement"
    assert (statistics.variables, statistics.deciding, statistics.rows) == (1789, 1789, 67)
    assert statistics.rows_by_group == {"each tile once": 12, "each cell once": 55}
    assert statistics.rows_by_kind == {"exactly_one": 67}


def test_given_tiles_are_a_group_of_their_own() -> None:
    _, formulated = formulate(load("lonpos", "8pieces"))
    assert formulated.model.statistics().rows_by_group["starting position"] == 8
    assert all(group.why for group in formulated.model.groups)
    empty = formulated.model.without("starting position")
    assert empty.statistics().rows == 67


def test_names_say_which_placement_and_which_cell() -> None:
    _, formulated = formulate(load("lonpos", "8pieces"))
    model = formulated.model
    assert model.name_of(0) == "place[A, 1, (0, 0)]"
    names = [model.row_name(row) for row in range(75)]
    assert names[:2] == ["each tile once[A]", "each tile once[B]"]
    assert names[12:14] == ["each cell once[0, 0]", "each cell once[0, 1]"]
    assert names[67] == "starting position[A]"


def test_every_row_is_what_it_says() -> None:
    instance = load("lonpos", "empty").instance
    formulated = placement(instance)  # type: ignore[arg-type] # it is a tiling
    table = PlacementTable.of(instance)  # type: ignore[arg-type] # likewise
    rows = formulated.model.program().rows
    for row in range(12):
        columns = rows.columns[rows.starts[row] : rows.starts[row + 1]]
        assert (np.nonzero(table.tile == row)[0] == columns).all()
    for cell in range(55):
        columns = rows.columns[rows.starts[12 + cell] : rows.starts[13 + cell]]
        covering = [p for p in range(len(table)) if cell in table.covered(p)]
        assert columns.tolist() == covering


@pytest.mark.parametrize("seed", range(12))
def test_random_boards_have_as_many_solutions_as_trying_everything_finds(seed: int) -> None:
    """Cuts a random region into random tiles, so that there is at least one solution."""
    dice = random.Random(seed)
    height, width = dice.randint(2, 4), dice.randint(2, 5)
    cells = [(row, column) for row in range(height) for column in range(width)]
    free = set(cells)
    tiles: dict[str, list[str]] = {}
    while free:
        name = "ABCDEFGHIJKLMNOPQRST"[len(tiles)]
        tile = [min(free)]
        while len(tile) < dice.randint(2, 4):
            near = sorted(
                (r + a, c + b)
                for r, c in tile
                for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))
                if (r + a, c + b) in free and (r + a, c + b) not in tile
            )
            if not near:
                break
            tile.append(dice.choice(near))
        free -= set(tile)
        rows = range(min(r for r, _ in tile), max(r for r, _ in tile) + 1)
        columns = range(min(c for _, c in tile), max(c for _, c in tile) + 1)
        tiles[name] = ["".join(name if (r, c) in tile else "." for c in columns) for r in rows]
    instance = instance_of(["." * width] * height, tiles)
    plain = TILING.plain(instance)
    formulated = placement(instance)
    found: list[IntArray] = []
    result = enumerate_solutions(formulated.model, found.append)
    assert result.complete
    solutions = [formulated.decode(values).to_json() for values in found]
    assert len(solutions) == count_tilings(plain) > 0
    assert len({str(solution["tiles"]) for solution in solutions}) == len(solutions)
    assert all(check_tiling(plain, solution) == [] for solution in solutions)


def test_decoding_survives_answers_of_weaker_models() -> None:
    instance = instance_of(["..", ".."], {"A": ["AA"], "B": ["BB"]})
    formulated = placement(instance)
    nothing = formulated.decode(np.zeros(8, dtype=np.int64)).to_json()
    assert nothing["rows"] == ["..", ".."]
    everything = formulated.decode(np.ones(8, dtype=np.int64)).to_json()
    assert everything["rows"] == ["**", "**"]
