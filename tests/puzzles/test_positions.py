"""Positions: their notation, bit arrays and lists; the steps of the algorithm."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.experiments import solve
from ilpuzzles.experiments.loading import load, puzzle_kind
from ilpuzzles.reading.library import Library
from ilpuzzles.rules.tiling import check_tiling
from ilpuzzles.tilings.logelium import Notation, PlacementList, StepList, hexadecimal
from ilpuzzles.tilings.placement_table import PlacementTable
from ilpuzzles.tilings.tiling_puzzle import TilingInstance

LIBRARY = Library.standard()
EVERYTHING = [
    (puzzle, preset)
    for puzzle in LIBRARY.puzzles()
    for preset in LIBRARY.presets(puzzle)
    # The presets of one region have the same positions.
    if puzzle_kind(puzzle).name == "tiling" and not re.match(r"[2-8]pieces", preset)
]
OFF_THE_FORM = "it would be off the region; see 'show tritetratan --placements'"
BREAKING = "tile K lies in 30 of 120 placements: one of all equivalent solutions is left"
PRINTED = (Path(__file__).parent / "data" / "logelium_positions.txt").read_text().splitlines()


def tiling(puzzle: str, preset: str | None = None) -> TilingInstance:
    instance = load(puzzle, preset).instance
    assert isinstance(instance, TilingInstance)
    return instance


@pytest.mark.exhaustive
@pytest.mark.parametrize(("puzzle", "preset"), EVERYTHING)
def test_names_are_unique_and_mean_what_they_name(puzzle: str, preset: str) -> None:
    instance = tiling(puzzle, preset)
    notation, table = Notation.of(instance), PlacementTable.of(instance)
    names = [str(position) for position in notation.positions(table)]
    assert len(set(names)) == len(table)
    # Of thousands, several hundred will do.
    for number in range(0, len(names), 1 + len(names) // 400):
        assert notation.parse(names[number]) == table.placed(number)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("puzzle", "preset"), EVERYTHING)
def test_lists_and_bits_say_what_each_position_covers(puzzle: str, preset: str) -> None:
    instance = tiling(puzzle, preset)
    found = PlacementList.of(instance)
    size = len(instance.region)
    main, secondary = ([set(a.tolist()) for a in one] for one in (found.main, found.secondary))
    for number in range(len(found)):
        digits = found.hexadecimal(number)
        assert all(len(word) == 8 for word in digits.split(" ")[:-1])
        bits = bin(int("1" + digits.replace(" ", ""), 16))[3:]
        assert len(bits) == (size + 7) // 8 * 8
        covered = [atom for atom, bit in enumerate(bits) if bit == "1"]
        assert covered == found.table.covered(number).tolist()
        assert [atom for atom in range(size) if number in main[atom]] == covered
        assert [atom for atom in range(size) if number in secondary[atom]] == covered[:1]
    assert len(found.main) == len(found.secondary) == size
    assert all((np.diff(numbers) > 0).all() for numbers in (*found.main, *found.secondary))


def test_the_printed_solution_is_written_as_the_logelium_writes_it() -> None:
    assert len(PRINTED) == 18
    lines = list(PlacementList.of(tiling("tritetratan")).lines())
    assert len(lines) > 1421
    for printed in PRINTED:
        assert lines.count(printed) == 1
    # The solution equation: together they are all atoms, each once.
    total = sum(int(line.split(" ", 1)[1].replace(" ", ""), 16) for line in PRINTED)
    assert total == 2**136 - 1


def test_the_last_word_has_whole_bytes() -> None:
    assert hexadecimal([], 1) == "00"
    assert hexadecimal([7], 8) == "01"
    assert hexadecimal([31], 32) == "00000001"
    assert hexadecimal([32], 33) == "00000000 80"


def test_axes_run_as_the_region_is_numbered() -> None:
    square = Notation.of(tiling("lonpos", "empty")).parse("K.1@10.1")
    assert square.points == ((0, 9), (0, 10), (1, 9), (1, 10))
    instance = tiling("pyramid")
    table = PlacementTable.of(instance)
    position = Notation.of(instance).positions(table)[0]
    step = instance.region.lattice.split(instance.region.points)[0]
    low = step.min(axis=0)
    first = step[table.anchor[0]]
    assert position.place == tuple(int(part) for part in (first - low + 1)[::-1])


NO_POSITIONS = {
    "q.1@3.1": "unknown tile 'q'; known: A, B, C, D, F, G, H, I, J, K, M, Q, R, S, V, W, X, Z",
    "H.3@1.1": "tile H has no shape 3; its shapes: 1, 2",
    "Q.1@6.6": f"tile Q does not lie at 6.6 in shape 1; {OFF_THE_FORM}",
    "Q.1@999999999.9": f"tile Q does not lie at 999999999.9 in shape 1; {OFF_THE_FORM}",
}


def test_what_is_no_position_is_said() -> None:
    notation = Notation.of(tiling("tritetratan"))
    expected = dict(NO_POSITIONS)
    for text in ("", "Q.1@3", "Q.1@3.1.1", "Q.1@03.1", "Q.1@0.1", "Q.1@3.1\n"):
        expected[text] = f"{text!r} is not a position; write tile.shape@x.y, such as A.1@1.1"
    for text, problem in expected.items():
        with pytest.raises(InputError) as caught:
            notation.parse(text)
        assert str(caught.value) == problem
        with pytest.raises(InputError, match=r"^my\.yaml:2:3: "):
            notation.parse(text, "my.yaml:2:3")


def test_places_beyond_the_seam_of_a_wrapped_region_have_no_name() -> None:
    notation = Notation.of(tiling("tower", "height-2"))
    assert notation.parse("0.1@12.1").points == ((0, 0), (0, 11))
    with pytest.raises(InputError, match=r"does not lie at 13\.1 in shape 1"):
        notation.parse("0.1@13.1")


RING = """\
puzzle: ring
family: tiling
title: Ring
lattice: square
motions: shifts
region:
  rows: 1
  columns: 4
wrap:
  columns: 4
tiles:
  A:
    shape: |
      A...A
  B:
    shape: |
      BB
"""


def test_a_tile_may_fit_nowhere(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "ring.yaml").write_text(RING)
    instance = load("ring", library=Library((tmp_path,))).instance
    assert isinstance(instance, TilingInstance)
    notation = Notation.of(instance)
    assert notation.parse("B.1@4.1").points == ((0, 0), (0, 3))
    with pytest.raises(InputError) as caught:
        notation.parse("A.1@1.1")
    assert str(caught.value) == "tile A does not lie at 1.1 in shape 1; it would overlap itself"
    names = [str(name) for name in PlacementList.of(instance).names]
    assert names == [f"B.1@{x}.1" for x in range(1, 5)]
    assert StepList.of(instance).steps[0].count == 4


def test_the_steps_of_the_description() -> None:
    steps = StepList.of(tiling("tritetratan"))
    assert list(steps.lines()) == [
        "136 atoms, 18 tiles, 4 symmetries",
        "placements 1,421",
        f"after symmetry 1,331 ({BREAKING})",
        "after reduction 1,140",
    ]
    off = StepList.of(tiling("tritetratan"), "off")
    assert [step.count for step in off.steps] == [1421, 1421, 1227]


def test_givens_are_counted_away_first() -> None:
    instance = tiling("lonpos", "8pieces")
    steps = StepList.of(instance)
    assert [step.name for step in steps.steps] == [
        "placements",
        "after the starting position",
        "after symmetry",
        "after reduction",
    ]
    lines = list(steps.lines())
    assert lines[3] == "after symmetry: the same, there is nothing to break by"
    table = PlacementTable.of(instance)
    given = {placed.tile: set(placed.points) for placed in instance.givens}
    taken = set().union(*given.values())
    placed = [table.placed(number) for number in range(len(table))]
    agreeing = [
        one
        for one in placed
        if (given[one.tile] == set(one.points) if one.tile in given else not taken & {*one.points})
    ]
    assert steps.steps[1].count == len(agreeing)


# Tiles given by their positions in the file of an instance.


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
    plain = loaded.plain()
    assert check_tiling(plain, solution.to_json()) == []
    table = PlacementTable.of(instance)
    names = Notation.of(instance).positions(table)
    written = [str(names[number]) for number in table.numbers(solution.tiles)]
    assert sorted(written) == sorted(labels)
    short = write(tmp_path, "givens: [" + ", ".join(labels) + "]\n")
    assert short.givens == instance.givens
    assert StepList.of(instance).steps[-1].count == 18


def test_a_tile_with_several_copies_is_given_by_positions(tmp_path: Path) -> None:
    instance = load("cube").instance
    assert isinstance(instance, TilingInstance)
    table = PlacementTable.of(instance)
    names = Notation.of(instance).positions(table)
    first = table.covered(0)
    other = next(n for n in range(len(table)) if not np.isin(table.covered(n), first).any())
    labels = [str(names[number]) for number in (0, other)]
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
