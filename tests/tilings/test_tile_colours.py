"""Colours of edges and cells, and cells covered several times: rows, rules, files and pictures."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.experiments import experiment, solve
from ilpuzzles.experiments.loading import load
from ilpuzzles.generate.position_search import difficulty
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.solutions import enumerate_solutions, list_solutions
from ilpuzzles.reading.tree import read_tree
from ilpuzzles.render.text import as_plain
from ilpuzzles.rules.congruence import orientations, sides_of
from ilpuzzles.rules.plain_tiling import points_of, reduced
from ilpuzzles.rules.tiling import check_tiling
from ilpuzzles.solvers.registry import get_backend
from ilpuzzles.tilings.placement_bits import PlacementBits
from ilpuzzles.tilings.placement_model import placement
from ilpuzzles.tilings.placement_table import PlacementTable
from ilpuzzles.tilings.tiling_exchange import instance_text
from ilpuzzles.tilings.tiling_kind import TILING
from ilpuzzles.tilings.tiling_puzzle import PlacedTile, TilingInstance, TilingSolution
from ilpuzzles.tilings.tiling_symmetry import TilingSymmetries, break_symmetry
from support.reasons import Table

HEAD = "puzzle: small\nfamily: tiling\ntitle: Small\n"
COLOURS = 'edges: {a: "#ff0000", b: "#00ff00"}\n'


def instance_of(puzzle: str, position: str) -> TilingInstance:
    read = TILING.read_puzzle(read_tree(HEAD + puzzle, "p.yaml"))
    return TILING.read_instance(read, read_tree(f"puzzle: small\n{position}", "i.yaml"))


def solutions_of(instance: TilingInstance) -> list[TilingSolution]:
    """All of them by CP-SAT, which the rules confirm."""
    formulated, found = placement(instance), list[IntArray]()
    assert enumerate_solutions(formulated.model, found.append).complete
    solutions = [formulated.decode(values) for values in found]
    plain = TILING.position(instance).plain()
    assert not any(check_tiling(plain, solution.to_json()) for solution in solutions)
    for values, solution in zip(found, solutions, strict=True):
        assert formulated.encode is not None
        encoded = {one.column for one in formulated.encode(solution)}
        assert encoded == set(values.nonzero()[0].tolist())
        assert TILING.position(instance).solution_of(solution.to_json()).tiles == solution.tiles
    return solutions


def entries(instance: TilingInstance) -> list[dict[str, Any]]:
    """Every way to lay a tile with any colours at all: what is wrong with them, the rules find."""
    plain = TILING.position(instance).plain()
    region, periods = points_of(plain["region"]), points_of(plain.get("wrap") or ())
    found = []
    for name, tile in plain["tiles"].items():
        shape = points_of(tile["shape"])
        words = sorted(set(tile.get("colours", [[]])[0]))
        letters = sorted({letter for word in words for letter in word[1:]}) or [""]
        turned = orientations(plain["lattice"], "all", shape)
        for atoms, start in product(turned, region):
            step = [a - b for a, b in zip(start, atoms[0], strict=True)]
            there = [tuple(a + b for a, b in zip(p, step, strict=True)) for p in atoms]
            own = [reduced(point, periods) for point in there]
            if not set(own) <= set(region) or len(set(own)) < len(own):
                continue
            entry = {"tile": name, "atoms": sorted(map(list, own))}
            if not words:
                found.append(entry)
            elif not instance.puzzle.edges:
                cells = sorted({word[0] for word in words})
                choices = ("".join(one) for one in product(cells, repeat=len(own)))
                found += [entry | {"cells": one} for one in choices]
            elif len(own) == 1:
                width = len(sides_of(plain["lattice"], there[0]))
                choices = ("".join(one) for one in product(letters, repeat=width))
                found += [entry | {"edges": one} for one in choices]
    different = {str(entry): entry for entry in found}.values()
    wrong = {"shape", "colours"}
    rules = [{v.rule for v in check_tiling(plain, {"tiles": [one]})} for one in different]
    return [one for one, broken in zip(different, rules, strict=True) if not wrong & broken]


def counted(instance: TilingInstance) -> int:
    """How many solutions there are by trying everything, with the rules alone."""
    plain, ways = TILING.position(instance).plain(), entries(instance)
    region = sorted(map(tuple, plain["region"]))
    bounds = plain.get("covered", {"most": [1] * len(region)})["most"]
    most = dict(zip(map(tuple, plain["region"]), bounds, strict=True))

    unfinished = {"tile once", "tile count", "cell once", "cell count", "condition"}

    def extended(start: int, chosen: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
        yield chosen
        covered = Counter(tuple(atom) for one in chosen for atom in one["atoms"])
        # Where cells are covered once, the first open one is covered next.
        first = next((cell for cell in region if not covered[cell]), None)
        for number in range(start if "covered" in plain else 0, len(ways)):
            atoms = [tuple(atom) for atom in ways[number]["atoms"]]
            if any(covered[atom] >= most[atom] for atom in atoms):
                continue
            if "covered" not in plain and first not in atoms:
                continue
            new = [*chosen, ways[number]]
            if {one.rule for one in check_tiling(plain, {"tiles": new})} <= unfinished:
                yield from extended(number + 1, new)

    return sum(not check_tiling(plain, {"tiles": chosen}) for chosen in extended(0, []))


def played(instance: TilingInstance) -> int:
    """The same by what a board to play on is told of the colours."""
    ground = TILING.position(instance).playground()
    assert ground is not None
    return Table(ground.data.to_json()).count()


REGIONS = {
    "square": ["region: {rows: 2, columns: 2}\n", "region: {rows: 1, columns: 3}\n"],
    "hexagonal": ["region: |\n  . .\n   .\n", "region: |\n  . . .\n"],
    "triangular": ["region: |\n  ...\n", "region: |\n  .\n  .\n"],
}
WRAPS = ["", "", "wrap: {columns: 2}\n", "wrap: {rows: 2, columns: 2}\n"]


def coloured_edges(dice: random.Random) -> tuple[str, str]:
    """Four tiles of one cell with edges of two colours, and a board."""
    lattice = dice.choice(sorted(REGIONS))
    sides = {"square": 4, "hexagonal": 6, "triangular": 3}[lattice]
    position = dice.choice(REGIONS[lattice]) + dice.choice(["", "border: a\n"])
    if lattice == "square" and "rows: 2" in position:
        position += dice.choice(WRAPS)
    motions = dice.choice(["all", "rotations", "shifts"])
    text = f"lattice: {lattice}\nmotions: {motions}\n{COLOURS}tiles:\n"
    for name in "ABCD":
        word = "".join(dice.choice("ab") for _ in range(sides))
        text += f"  {name}: {{shape: {name}, edges: {word}, count: {dice.choice([1, 1, 2])}, "
        text += f"optional: {dice.choice(['true', 'false'])}}}\n"
    return text, position


def coloured_cells(dice: random.Random) -> tuple[str, str]:
    """Dominoes and trominoes with coloured cells; the colours of the board are given, or open."""
    text = 'lattice: square\ncells: {w: "#ffffff", b: "#000000"}\ntiles:\n'
    for name, size in zip("ABC", (1, 2, 3), strict=True):
        word = "".join(dice.choice("wb") for _ in range(size))
        text += f"  {name}: {{shape: {word}, optional: {dice.choice(['true', 'false'])}, "
        text += f"count: {dice.choice([1, 2])}}}\n"
    drawn = "".join(dice.choice("wb") for _ in range(6))
    chosen = dice.choice(["", "chess", "alternating", f"|\n  {drawn[:3]}\n  {drawn[3:]}"])
    return text, "region: {rows: 2, columns: 3}\n" + (f"colouring: {chosen}\n" if chosen else "")


def require_same_by_trying_everything(puzzle: str, position: str) -> None:
    """Every way to count the solutions finds as many; where tiles fit the region at all."""
    try:
        instance = instance_of(puzzle, position)
    except InputError:
        return  # no choice of these tiles is as large as the region
    expected, solutions = counted(instance), solutions_of(instance)
    assert len(solutions) == played(instance) == expected
    engine = get_backend("exactcover")
    assert count_solutions(placement(instance).model, backend=engine).number == expected
    orbits = dict(map(TilingSymmetries.of(instance).orbit, solutions))
    assert sum(orbits.values()) == expected
    # A search over the cells finds as many.
    found = difficulty(instance)
    assert (found.complete, found.solutions) == (True, expected)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(20))
def test_edges_agree_with_trying_everything(seed: int) -> None:
    require_same_by_trying_everything(*coloured_edges(random.Random(seed)))


@pytest.mark.parametrize("seed", range(20))
def test_cells_agree_with_trying_everything(seed: int) -> None:
    require_same_by_trying_everything(*coloured_cells(random.Random(seed)))


@pytest.mark.parametrize(
    ("least", "most"), [("1", "2"), ("0", "1"), ("2", "2"), ("|\n    01\n    12", "2"), ("0", "2")]
)
def test_cells_are_covered_several_times(least: str, most: str) -> None:
    text = "lattice: square\ntiles:\n  D: {shape: DD, count: any}\n"
    text += "  L: {shape: 'LL', optional: true}\n"
    position = f"region: {{rows: 2, columns: 2}}\ncovered:\n  least: {least}\n  most: {most}\n"
    instance = instance_of(text, position)
    solutions = solutions_of(instance)
    assert len(solutions) == counted(instance)
    for backend in ("cpsat", "exactcover"):
        model = placement(instance).model
        assert count_solutions(model, backend=backend).number == len(solutions)
        listed = [values.tolist() for values in list_solutions(model, backend=backend)]
        assert len(set(map(tuple, listed))) == len(listed) == len(solutions)
    orbits = dict(map(TilingSymmetries.of(instance).orbit, solutions))
    assert sum(orbits.values()) == len(solutions)
    again = instance_text(instance, {})
    read = TILING.read_instance(instance.puzzle, read_tree(again, "again.yaml"))
    assert read.rules.least == instance.rules.least
    assert read.rules.most == instance.rules.most


TWO_COLOURS = (
    'lattice: square\nmotions: rotations\nedges: {a: "#ff0000", b: "#00ff00"}\ntiles:\n'
    + "".join(
        f"  {name}: {{shape: {name}, edges: {word}}}\n"
        for name, word in zip(
            "ABCDEF", ["aaaa", "aaab", "aabb", "abab", "abbb", "bbbb"], strict=True
        )
    )
)
"""The six squares with sides in two colours."""


@pytest.mark.exhaustive
def test_macmahon_squares() -> None:
    instance: Any = load("macmahon").instance
    answer = solve("macmahon", backend="exactcover")
    solution, plain = answer.solutions[0], TILING.position(instance).plain()
    symmetries = TilingSymmetries.of(instance)
    assert symmetries.order == 8  # four of the board, and two colours that may be exchanged
    images = symmetries.equivalents(solution)
    assert len(images) == 8
    assert {one.tiles for one in images if check_tiling(plain, one.to_json())} == set()
    assert {symmetries.orbit(one)[0] for one in images} == {symmetries.orbit(solution)[0]}
    breaking = break_symmetry(instance, "auto")
    assert breaking is not None
    assert breaking.exact
    data = solution.to_json()
    turned = next(tile for tile in data["tiles"] if len(set(tile["edges"])) > 1)
    turned["edges"] = turned["edges"][1:] + turned["edges"][:1]
    assert {one.rule for one in check_tiling(plain, data)} <= {"edges match", "border"}
    assert check_tiling(plain, data)
    turned["edges"] = "gggg" if turned["tile"] != "S" else "rrrr"
    assert "colours" in {one.rule for one in check_tiling(plain, data)}


@pytest.mark.exhaustive
def test_the_count_of_macmahon_squares() -> None:
    answer = experiment("macmahon", backend="exactcover").count(up_to_symmetry=True)
    assert (answer.count, answer.count_up_to_symmetry) == (106_624, 13_328)


@pytest.mark.exhaustive
def test_wang_tiles_are_as_many_as_row_by_row() -> None:
    puzzle: Any = load("wang").instance.puzzle
    words = [tile.colours[0][0][1:] for tile in puzzle.tiles]
    rows = [[word] for word in words]
    for _ in range(7):
        rows = [[*row, word] for row in rows for word in words if row[-1][1] == word[3]]
    ways = Counter("".join(word[2] for word in row) for row in rows)
    for _ in range(3):
        new: Counter[str] = Counter()
        for row in rows:
            new["".join(word[2] for word in row)] += ways["".join(word[0] for word in row)]
        ways = new
    assert ways.total() == load("wang").instance.solutions
    assert experiment("wang", backend="exactcover").count().count == ways.total()


@pytest.mark.parametrize(
    ("puzzle", "rule"),
    [
        ("macmahon", "border"),
        pytest.param("chequered", "colours of cells", marks=pytest.mark.exhaustive),
    ],
)
def test_placements_as_bits_are_those_whose_own_colours_are_right(puzzle: str, rule: str) -> None:
    loaded = load(puzzle)
    instance: Any = loaded.instance
    plain, table = loaded.plain(), PlacementTable.of(instance)
    wrong = 0
    for number in range(len(table)):
        data = TilingSolution(instance, (table.placed(number),)).to_json()
        wrong |= any(one.rule == rule for one in check_tiling(plain, data)) << number
    assert wrong
    everything = (1 << len(table)) - 1
    assert PlacementBits(instance).start().fitting == everything & ~wrong
    if rule != "border":
        # Where neighbours are to differ, every tile does by itself.
        alternating = replace(instance.rules, colouring="", alternating=True)
        assert PlacementBits(replace(instance, rules=alternating)).start().fitting == everything


@pytest.mark.exhaustive
def test_chequered_pentominoes_have_one_solution_and_its_rotation() -> None:
    instance: Any = load("chequered").instance
    first, second = solutions_of(instance)
    turned = {
        (one.tile, tuple(sorted((5 - row, 9 - column) for row, column in one.points)))
        for one in first.tiles
    }
    assert {(one.tile, one.points) for one in second.tiles} == turned
    assert TilingSymmetries.of(instance).order == 2


def test_given_tiles_are_looked_for_in_few_placements() -> None:
    text = 'lattice: square\ncells: {w: "#ffffff"}\ntiles:\n  A: {shape: ' + 70 * "w" + "}\n"
    with pytest.raises(InputError, match=r"i\.yaml:2:9: all placements together cover up to 11,2"):
        instance_of(text, "region: {rows: 200, columns: 100}\ngivens: [{tile: A, atoms: []}]\n")


@pytest.mark.exhaustive
def test_given_tiles_are_named_with_their_colours() -> None:
    region = "region: {rows: 2, columns: 3}\n"
    everything = solutions_of(instance_of(TWO_COLOURS, region))
    given = next(one for one in everything[0].tiles if one.tile == "C")
    free = instance_of(TWO_COLOURS, region)
    text = instance_text(TilingInstance(free.puzzle, free.region, givens=(given,)), {})
    assert f'edges: "{given.colours[0][1:]}"' in text
    again = TILING.read_instance(free.puzzle, read_tree(text, "again.yaml"))
    assert again.givens == (given,)
    left = [one for one in everything if given in one.tiles]
    assert {one.tiles for one in solutions_of(again)} == {one.tiles for one in left}
    # A tile that can lie in one way only may be drawn.
    drawn = instance_of(TWO_COLOURS, region + "board: |\n  A..\n  ...\n")
    assert drawn.givens[0].colours == (".aaaa",)


@pytest.mark.parametrize(
    ("puzzle", "number"),
    [
        ("  A: {shape: wbb, count: any}\n  C: {shape: ww, count: any}\n", 12),
        ("  A: {shape: wbwb}\n  C: {shape: b, count: any}\n", 16),
    ],
)
def test_given_tiles_are_read_in_whatever_order_their_atoms_are(puzzle: str, number: int) -> None:
    """On triangles, the order of the points is not that of the atoms."""
    text = 'lattice: triangular\ncells: {w: "#ffffff", b: "#000000"}\ntiles:\n' + puzzle
    region = "region: {rows: 2, columns: 2}\n"
    instance = instance_of(text, region)
    dice, solutions = random.Random(1), solutions_of(instance)
    given = {tile for solution in solutions for tile in solution.tiles}
    assert len(given) == number
    for one in given:
        atoms = list(zip(map(list, one.points), (word[0] for word in one.colours), strict=True))
        dice.shuffle(atoms)
        letters = "".join(letter for _, letter in atoms)
        listed = f"{{tile: {one.tile}, atoms: {[atom for atom, _ in atoms]}, cells: {letters}}}"
        assert instance_of(text, f"{region}givens: [{listed}]\n").givens == (one,)


def test_colours_of_cells_weigh_as_often_as_these_are_covered() -> None:
    text = "lattice: square\ntiles:\n  D: {shape: DD, count: any}\n"
    board = "region: {rows: 1, columns: 4}\ncovered: {least: 0, most: 2}\n"
    condition = "conditions:\n  weight:\n    colouring: |\n      2101\n"
    for target in range(6):
        instance = instance_of(text, f"{board}{condition}    target: {target}\n")
        solutions = solutions_of(instance)
        # Of three places, which weigh 3, 1 and 1, any are taken.
        assert len(solutions) == [1, 2, 1, 1, 2, 1][target] == counted(instance)
        # A mirror would take the place that weighs 3 to one that weighs 1.
        assert TilingSymmetries.of(instance).order == 1
    with pytest.raises(InputError) as caught:
        instance_of(text, board + condition)
    says = "i.yaml:6:5: condition weight has no target; say what the values add up to"
    assert says in str(caught.value)
    # Where each cell is covered twice, what they add up to is known, and the mirror is one.
    twice = "region: {rows: 1, columns: 4}\ncovered: {least: 2, most: 2}\n"
    tiles = "lattice: square\nmotions: shifts\ntiles:\n  D: {shape: DD, count: any}\n"
    tiles += "  S: {shape: S, count: any}\n"
    instance = instance_of(tiles, twice + condition)
    assert instance.conditions[0].target == 8
    assert len(solutions_of(instance)) == 2 == counted(instance)
    assert TilingSymmetries.of(instance).order == 2
    with pytest.raises(InputError, match="the colours add up to 8 in every solution; delete"):
        instance_of(tiles, f"{twice}{condition}    target: 4\n")


@pytest.mark.parametrize("backend", ["cpsat", "exactcover"])
def test_copies_lie_in_the_same_places_however_they_are_turned(backend: str) -> None:
    text = f"lattice: square\n{COLOURS}tiles:\n  A: {{shape: A, edges: aabb, count: 2}}\n"
    formulated = placement(instance_of(text, "region: {rows: 1, columns: 2}\n"))
    assert len(list_solutions(formulated.model).solutions) > 1
    found = find_forced(formulated.model, facts=formulated.facts, backend=backend)
    assert found.values == {("A", ((0, 0),)): 1, ("A", ((0, 1),)): 1}


@pytest.mark.exhaustive
def test_pictures_show_the_colours_of_edges_and_where_they_do_not_match() -> None:
    instance = instance_of(TWO_COLOURS, "region: {rows: 2, columns: 3}\n")
    solution = solutions_of(instance)[0]
    text = as_plain(TILING.position(instance).drawing(solution)).splitlines()
    words = {one.points[0]: one.colours[0][1:] for one in solution.tiles}
    for (row, column), word in words.items():
        there = text[2 * row : 2 * row + 3], 4 * column
        lines, left = there
        seen = lines[0][left + 2] + lines[1][left + 4] + lines[2][left + 2] + lines[1][left]
        assert seen == word
    svg = TILING.position(instance).svg(solution)
    assert svg.count('fill="#ff0000"') == svg.count('fill="#00ff00"') == 12
    wrong = [PlacedTile("A", ((0, column),), (".aaaa",)) for column in (0, 1)]
    wrong.append(PlacedTile("F", ((0, 2),), (".bbbb",)))
    shown = TILING.position(instance).drawing(TilingSolution(instance, tuple(wrong)))
    assert as_plain(shown).count("≠") == 1
