"""Tiles given by their positions, such as `Q.1@3.1`, in the file of an instance."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.puzzles.tiling.logelium import Notation, StepList
from ilpuzzles.puzzles.tiling.placement_table import PlacementTable
from ilpuzzles.puzzles.tiling.tiling_puzzle import TilingInstance
from ilpuzzles.rules.tiling import check_tiling
from ilpuzzles.workbench.experiments import solve
from ilpuzzles.workbench.loading import load

OFF_THE_BOARD = "it would be off the region; see 'show lonpos --positions'"
PRINTED = (Path(__file__).parent / "data" / "logelium_positions.txt").read_text().splitlines()


def write(folder: Path, text: str, puzzle: str = "tritetratan") -> TilingInstance:
    file = folder / "my.yaml"
    file.write_text(f"puzzle: {puzzle}\n{text}")
    instance = load(puzzle, file=file).instance
    assert isinstance(instance, TilingInstance)
    return instance


def test_the_printed_solution_can_be_given_by_its_positions(tmp_path: Path) -> None:
    labels = [line.split(" ")[0] for line in PRINTED]
    entries = "".join(f"  - at: {label}\n" for label in labels)
    instance = write(tmp_path, f"givens:\n{entries}")
    answer = solve("tritetratan", file=tmp_path / "my.yaml")
    (solution,) = answer.solutions
    assert solution.tiles == instance.givens
    loaded = load("tritetratan")
    plain = loaded.family.plain(loaded.instance)
    assert check_tiling(plain, solution.to_json()) == []
    table, notation = PlacementTable.of(instance), Notation.of(instance)
    written = [notation.write(table, number) for number in table.numbers(solution.tiles)]
    assert sorted(written) == sorted(labels)
    short = write(tmp_path, "givens: [" + ", ".join(labels) + "]\n")
    assert short.givens == instance.givens
    assert StepList.of(instance).steps[-1].count == 18


def test_both_ways_to_give_a_tile_agree(tmp_path: Path) -> None:
    by_position = write(tmp_path, "givens:\n  - at: K.1@10.1\n", "lonpos")
    by_atoms = write(
        tmp_path,
        "givens:\n  - tile: K\n    atoms: [[0, 9], [0, 10], [1, 9], [1, 10]]\n",
        "lonpos",
    )
    assert by_position.givens == by_atoms.givens


def test_a_tile_with_several_copies_is_given_by_positions(tmp_path: Path) -> None:
    instance = load("cube").instance
    assert isinstance(instance, TilingInstance)
    table, notation = PlacementTable.of(instance), Notation.of(instance)
    first = table.covered(0)
    other = next(n for n in range(len(table)) if not np.isin(table.covered(n), first).any())
    labels = [notation.write(table, number) for number in (0, other)]
    entries = "".join(f"  - {label}\n" for label in labels)
    given = write(tmp_path, f"givens:\n{entries}", "cube")
    assert {*given.givens} == {table.placed(0), table.placed(other)}
    steps = StepList.of(given).steps
    free = [n for n in range(len(table)) if not np.isin(table.covered(n), taken(given)).any()]
    assert steps[1].count == len(free) + 2


def taken(instance: TilingInstance) -> list[int]:
    points = [point for placed in instance.givens for point in placed.points]
    numbers: list[int] = instance.region.numbers(np.array(points)).tolist()
    return numbers


@pytest.mark.parametrize(
    ("givens", "problems"),
    [
        (
            "  - at: Y.1@1.1\n  - at: K.2@1.1\n  - at: K.1@99.1\n",
            [
                "3:9: unknown tile 'Y'; known: A, B, C, D, E, F, G, H, I, J, K, L",
                "4:9: tile K has no shape 2; its shapes: 1",
                f"5:9: tile K does not lie at 99.1 in shape 1; {OFF_THE_BOARD}",
            ],
        ),
        (
            "  - K.1@1\n",
            ["3:5: 'K.1@1' is not a position; write tile.shape@x.y, such as A.1@1.1"],
        ),
        (
            "  - at: K.1@1.1\n    tile: K\n    atoms: [[0, 0]]\n",
            [
                "4:11: 'tile' beside 'at'; a position says both; delete it",
                "5:12: 'atoms' beside 'at'; a position says both; delete it",
            ],
        ),
        ("  - at: [K.1@1.1]\n", ["3:9: 'at' is not a string; write one value"]),
        (
            "  - att: K.1@1.1\n",
            [
                "3:5: key 'tile' is missing; add it to a given tile",
                "3:5: key 'atoms' is missing; add it to a given tile",
                "3:5: unknown key 'att'; did you mean 'at'?",
            ],
        ),
        (
            "  - at: K.1@1.1\n  - at: B.1@2.1\n",
            ["4:9: tile B overlaps tile K in [0, 1]; move one of them"],
        ),
        (
            "  - tile: K\n    atoms: [[0, 0], [0, 1], [1, 0], [1, 1]]\n  - K.1@5.1\n",
            ["5:5: tile K is placed 2 times; place it once at most"],
        ),
    ],
)
def test_wrong_positions_are_said_with_their_place(
    tmp_path: Path, givens: str, problems: list[str]
) -> None:
    with pytest.raises(InputError) as caught:
        write(tmp_path, f"givens:\n{givens}", "lonpos")
    assert str(caught.value).splitlines() == [f"{tmp_path / 'my.yaml'}:{line}" for line in problems]
