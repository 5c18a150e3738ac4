"""Steps on a Sudoku beyond singles: each has its name, and every sentence about it is true.

The oracle is a grid of candidates that knows Sudokus, and nothing of models: what it finds by
looking at cells, rows, columns and boxes is compared with what hints find in rows of a model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import combinations, product
from random import Random
from typing import TypeAlias

import pytest

from ilpuzzles import Model, load
from ilpuzzles.genres.pencil_board import PencilPlayground
from ilpuzzles.genres.pencil_marks import PencilMark
from ilpuzzles.genres.steps.board_step import SeenSet
from ilpuzzles.genres.steps.locked_sets import SetReasoning
from ilpuzzles.genres.steps.row_reasoning import BoardRows, Premise, Reasoning
from ilpuzzles.genres.steps.set_words import SetWords
from ilpuzzles.puzzles.playground import MoveProof
from ilpuzzles.rules.places import Place

Cell: TypeAlias = tuple[int, int]
Digits: TypeAlias = Mapping[Cell, int]
Candidates: TypeAlias = dict[Cell, set[int]]

CELLS: list[Cell] = list(product(range(9), range(9)))
UNITS: dict[str, list[Cell]] = {
    **{f"row {n + 1}": [(n, k) for k in range(9)] for n in range(9)},
    **{f"column {n + 1}": [(k, n) for k in range(9)] for n in range(9)},
    **{
        f"box {n + 1}": [(3 * (n // 3) + i, 3 * (n % 3) + j) for i in range(3) for j in range(3)]
        for n in range(9)
    },
}
PEERS = {
    cell: {other for unit in UNITS.values() if cell in unit for other in unit} - {cell}
    for cell in CELLS
}


# The oracle


def candidates_of(board: Digits) -> Candidates:
    """The digits that no given digit in the same unit rules out."""
    return {
        cell: set(range(1, 10)) - {board[peer] for peer in PEERS[cell] if peer in board}
        for cell in CELLS
        if cell not in board
    }


def places(candidates: Candidates, unit: str, digit: int) -> list[Cell]:
    """The cells of a unit in which a digit may stand."""
    return [cell for cell in UNITS[unit] if digit in candidates.get(cell, ())]


def singles(board: Digits, candidates: Candidates) -> dict[Cell, int]:
    """All naked and hidden singles."""
    found = {cell: min(digits) for cell, digits in candidates.items() if len(digits) == 1}
    for unit, digit in product(UNITS, range(1, 10)):
        if digit not in {board.get(cell) for cell in UNITS[unit]}:
            fitting = places(candidates, unit, digit)
            if len(fitting) == 1:
                found[fitting[0]] = digit
    return found


Gone: TypeAlias = set[tuple[Cell, int]]


def locked(candidates: Candidates) -> Gone:
    """What pointing and claiming rule out."""
    gone: Gone = set()
    for unit, digit in product(UNITS, range(1, 10)):
        fitting = places(candidates, unit, digit)
        for other in UNITS.values():
            if fitting and set(fitting) <= set(other):
                gone |= {(cell, digit) for cell in other if cell not in fitting}
    return present(gone, candidates)


def subsets(candidates: Candidates, size: int) -> Gone:
    """What naked and hidden sets of so many cells rule out."""
    gone: Gone = set()
    for unit in UNITS.values():
        open_cells = [cell for cell in unit if cell in candidates]
        for cells in combinations(open_cells, size):
            left = set().union(*(candidates[cell] for cell in cells))
            if len(left) == size:
                gone |= {(c, d) for c in open_cells if c not in cells for d in left}
        open_digits = set().union(*(candidates[cell] for cell in open_cells))
        for digits in combinations(sorted(open_digits), size):
            fitting = [cell for cell in open_cells if candidates[cell] & {*digits}]
            if len(fitting) == size:
                gone |= {(c, d) for c in fitting for d in candidates[c] if d not in digits}
    return present(gone, candidates)


def fish(candidates: Candidates, size: int) -> Gone:
    """What the same digit in so many lines, and in as many that cross them, rules out."""
    gone: Gone = set()
    for digit, axis in product(range(1, 10), (0, 1)):
        names = ("row", "column")[axis]
        lines = [places(candidates, f"{names} {n}", digit) for n in range(1, 10)]
        for chosen in combinations([line for line in lines if line], size):
            crossing = {cell[1 - axis] for line in chosen for cell in line}
            if len(crossing) == size:
                used = {cell for line in chosen for cell in line}
                gone |= {(c, digit) for c in CELLS if c[1 - axis] in crossing and c not in used}
    return present(gone, candidates)


def present(gone: Gone, candidates: Candidates) -> Gone:
    """The candidates that are still there."""
    return {(cell, digit) for cell, digit in gone if digit in candidates.get(cell, ())}


def level(board: Digits) -> int | None:
    """0 if there is a single; 1 if locked candidates lead to one; 2 if pairs do; 3 if triples do.

    Each time, the easiest technique that rules something out is taken.
    """
    candidates, highest = candidates_of(board), 0
    while not singles(board, candidates):
        for reached in (1, 2, 3):
            if reached == 1:
                gone = locked(candidates)
            else:
                gone = subsets(candidates, reached) | fish(candidates, reached)
            if gone:
                break
        else:
            return None
        highest = max(highest, reached)
        for cell, digit in gone:
            candidates[cell].discard(digit)
    return highest


# What a sentence says

PLACE = r"row \d, column \d"
LOCKED = re.compile(r"the (\d)s of (.+) lie in (.+?) \((locked candidates|X-wing|swordfish)\)")
NAKED = re.compile(r"(.+) have only (.+) left \(naked (pair|triple)\)")
HIDDEN = re.compile(r"the (.+) of (.+) can stand only in (.+) \(hidden (pair|triple)\)")
GONE = re.compile(rf"((?:{PLACE}(?:; and |; | and )?)+) cannot be ((?:\d(?:, | or )?)+)")
SIZES = {"locked candidates": 1, "X-wing": 2, "pair": 2, "swordfish": 3, "triple": 3}


def cells_in(text: str) -> list[Cell]:
    """The cells that are named in a text."""
    return [(int(r) - 1, int(c) - 1) for r, c in re.findall(r"row (\d), column (\d)", text)]


def units_in(text: str) -> list[str]:
    """The units that are named in a text."""
    return re.findall(r"(?:row|column|box) \d", text)


def digits_in(text: str) -> set[int]:
    """The digits that are named in a text."""
    return {int(digit) for digit in re.findall(r"\d", text)}


def require_true(why: str, board: Digits, place: Cell, digit: int) -> int:
    """Reads a sentence about a step, and checks all that it says; the hardest technique in it.

    Args:
        why: The sentence.
        board: The digits that it rests on: nothing else is known.
        place: The cell of the step.
        digit: The digit that is written there.
    """
    candidates, hardest = candidates_of(board), 0
    *sets, last = why.removeprefix("it follows from ").split("; then ")
    for clause in re.split(r"(?<=(?:be|or) \d); ", sets[0]) if sets else ():
        said, _, follows = clause.partition(", so ")
        size, may_go = read_set(said, candidates)
        hardest = max(hardest, size)
        assert follows, why
        for cells, digits in GONE.findall(follows):
            for cell, gone in product(cells_in(cells), digits_in(digits)):
                assert (cell, gone) in may_go, (why, cell, gone)
                assert gone in candidates[cell], (why, cell, gone)
                candidates[cell].discard(gone)
    if "naked single" in last:
        assert last == "it is a naked single: every other digit is ruled out"
        assert candidates[place] == {digit}, why
    else:
        match = re.fullmatch(r"it is a hidden single: (.+) has no other cell for (\d)", last)
        assert match, why
        assert int(match[2]) == digit
        assert places(candidates, match[1], digit) == [place], why
    return hardest


def read_set(said: str, candidates: Candidates) -> tuple[int, Gone]:
    """The size of a set that a clause names, once it is seen to be there; and what may go."""
    gone: Gone = set()
    if match := LOCKED.fullmatch(said):
        digit, bases, covers = int(match[1]), units_in(match[2]), units_in(match[3])
        assert len(bases) == len(covers) == SIZES[match[4]], said
        used = {cell for unit in bases for cell in places(candidates, unit, digit)}
        covered = {cell for unit in covers for cell in UNITS[unit]}
        assert used <= covered, said
        gone = {(cell, digit) for cell in covered - used}
        return len(bases), gone
    if match := NAKED.fullmatch(said):
        cells, digits = cells_in(match[1]), digits_in(match[2])
        assert len(cells) == len(digits) == SIZES[match[3]], said
        assert set().union(*(candidates[cell] for cell in cells)) <= digits, said
        for unit in UNITS.values():
            if {*cells} <= {*unit}:
                gone |= {(c, d) for c in unit if c not in cells for d in digits}
        return len(cells), gone
    match = HIDDEN.fullmatch(said)
    assert match, said
    digits, units, cells = digits_in(match[1]), units_in(match[2]), cells_in(match[3])
    assert len(cells) == len(digits) == SIZES[match[4]], said
    for name in units:
        assert any({*places(candidates, name, digit)} <= {*cells} for digit in digits), said
    for digit in digits:
        assert any({*places(candidates, name, digit)} <= {*cells} for name in units), said
    gone = {(c, d) for c in cells for d in range(1, 10) if d not in digits}
    return len(cells), gone


# Boards


def whole_board(dice: Random) -> dict[Cell, int]:
    """A Sudoku that is filled in."""

    def shuffled() -> list[int]:
        bands = dice.sample(range(3), 3)
        return [3 * band + line for band in bands for line in dice.sample(range(3), 3)]

    digits, rows, columns = dice.sample(range(1, 10), 9), shuffled(), shuffled()
    return {
        (r, c): digits[(3 * (row % 3) + row // 3 + column) % 9]
        for r, row in enumerate(rows)
        for c, column in enumerate(columns)
    }


def board_without_singles(dice: Random, whole: Digits) -> dict[Cell, int]:
    """Some of the digits of a Sudoku; where there is a single, a digit that makes it one goes."""
    board = dict(whole)
    for cell in dice.sample(CELLS, 40):
        del board[cell]
    while found := singles(board, candidates_of(board)):
        beside = PEERS[dice.choice(sorted(found))] & board.keys()
        del board[dice.choice(sorted(beside or board))]
    return board


def opened(board: Digits) -> PencilPlayground:
    """A Sudoku to play on."""
    rows = ["".join(str(board.get((r, c), "-")) for c in range(9)) for r in range(9)]
    ground = load("sudoku", board="\n".join(rows)).playground()
    assert isinstance(ground, PencilPlayground)
    return ground


def read_board(text: str) -> dict[Cell, int]:
    """A board of nine rows with slashes between them."""
    return {
        (r, c): int(word)
        for r, row in enumerate(text.split("/"))
        for c, word in enumerate(row)
        if word != "-"
    }


def require_step(ground: PencilPlayground, proof: MoveProof, board: Digits) -> int:
    """Checks a step with what it rests on alone; its hardest technique."""
    known = {divmod(spot, 9): board[divmod(spot, 9)] for spot in proof.spots}
    for move in proof.premises:
        known |= written(ground, move)
    (step,) = written(ground, proof.conclusion).items()
    return require_true(proof.refutations[0], known, *step)


def written(ground: PencilPlayground, move: int) -> dict[Cell, int]:
    """The cell and the digit of a mark."""
    mark = ground.marked(move)
    return {mark.place: int(mark.name)}


PLANTED = {
    "(locked candidates)":
        "-872-----/---------/-21------/---------/---------/-----3---/---9-----/---1-----/3--------",
    "(naked pair)":
        "-4-8-----/--------8/---------/86-------/-3-------/---------/2-----5--/--1--5---/-9-------",
    "(hidden pair)":
        "-----9---/-----4---/----32---/----8----/----7----/---------/------3--/---------/--3--1---",
    "(hidden triple)":
        "-2-------/-63------/-4-------/--4------/--6------/--2------/---------/-1-------/------3--",
    "(X-wing)":
        "-234-5678/---------/---------/---------/-345-6789/---------/---------/---------/-467-832-",
    "(hidden triple), so row 6, column 8 cannot be 4 or 7; ":
        "---98----/9-8---2--/-6-------/17-------/-4-----1-/8---5-3--/-----8---/-------6-/-8----9-2",
}  # fmt: skip
"""Boards whose steps need a technique, by what a sentence about it has."""


def test_a_pair_is_named() -> None:
    ground = opened(read_board(PLANTED["(hidden pair)"]))
    proof = ground.certain_move([])
    assert proof is not None
    (why,) = proof.refutations
    assert why == (
        "the 7 and 8 of column 6 can stand only in row 7, column 6 and row 8, column 6 "
        "(hidden pair), so row 8, column 6 cannot be 3; "
        "then it is a hidden single: box 8 has no other cell for 3"
    )


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", PLANTED)
def test_a_step_that_needs_one_technique_has_its_name(name: str) -> None:
    board = read_board(PLANTED[name])
    ground = opened(board)
    proof = ground.certain_move([])
    assert proof is not None
    assert proof.minimal
    assert name in proof.refutations[0]
    assert require_step(ground, proof, board) == level(board)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", [0, 55, 199, 62, 138, 188, 311, 124, 853, 1307, 1668, 1875])
def test_the_easiest_technique_that_leads_on_is_named(seed: int) -> None:
    """Where no technique leads on, the sentence claims none."""
    dice = Random(seed)
    whole = whole_board(dice)
    board = board_without_singles(dice, whole)
    ground, hardest = opened(board), level(board)
    proof = ground.certain_move([])
    if hardest is None:
        assert proof is None or " single: " not in proof.refutations[0]
        return
    assert proof is not None
    assert require_step(ground, proof, board) == hardest
    assert written(ground, proof.conclusion).items() <= whole.items()


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", [751, 1762])
def test_steps_go_on_beside_marks(seed: int) -> None:
    dice = Random(seed)
    whole = whole_board(dice)
    board = board_without_singles(dice, whole)
    ground, moves = opened(board), list[int]()
    for _ in range(4):
        now = dict(board)
        for move in moves:
            now |= written(ground, move)
        proof, hardest = ground.certain_move(moves), level(now)
        if hardest is None:
            return
        assert proof is not None
        assert require_step(ground, proof, board) == hardest
        assert written(ground, proof.conclusion).items() <= whole.items()
        moves.append(proof.conclusion)


# Rows of any model

CountingRow: TypeAlias = tuple[list[int], int, int]
"""Variables, how many of them are 1 at least, and how many at most."""


def random_rows(seed: int) -> tuple[BoardRows, list[CountingRow]]:
    """Rows about nine variables, as the finder gets them and as a list."""
    dice, model, rows = Random(seed), Model(), []
    x = model.binary("x", 9)
    for _ in range(dice.randrange(4, 9)):
        columns = sorted(dice.sample(range(9), dice.randrange(2, 6)))
        number, total = dice.choice((1, 1, 1, 2)), model.sum(x[column] for column in columns)
        kind = dice.choice(("exactly", "exactly", "at least", "at most"))
        if kind == "exactly":
            model.add(total == number)
            rows.append((columns, number, number))
        elif kind == "at least":
            model.add(total >= number)
            rows.append((columns, number, len(columns)))
        else:
            model.add(total <= number)
            rows.append((columns, 0, number))
    return BoardRows.of(model.program(), (), ()), rows


def solutions(rows: Iterable[CountingRow]) -> list[tuple[int, ...]]:
    """All values of nine variables that keep some rows."""
    return [
        values
        for values in product((0, 1), repeat=9)
        if all(least <= sum(values[n] for n in columns) <= most for columns, least, most in rows)
    ]


def ruled_out_by_sets(rows: list[CountingRow], size: int) -> set[int]:
    """What so many rows rule out that can have no more ones than at most as many others need."""
    gone: set[int] = set()
    numbers = range(len(rows))
    for covers in combinations(numbers, size):
        within = {column for row in covers for column in rows[row][0]}
        room = sum(rows[row][2] for row in covers)
        for many in range(1, size + 1):
            for bases in combinations([row for row in numbers if row not in covers], many):
                columns = [column for row in bases for column in rows[row][0]]
                needed = [rows[row][1] for row in bases]
                are_apart = len({*columns}) == len(columns)
                are_used_up = all(needed) and sum(needed) == room
                if are_apart and are_used_up and {*columns} <= within:
                    gone |= within - {*columns}
    return gone


@pytest.mark.parametrize("seed", range(80))
def test_what_locked_sets_rule_out_is_0_in_every_solution(seed: int) -> None:
    board_rows, rows = random_rows(seed)
    every = solutions(rows)
    for consequences in SetReasoning(board_rows, Reasoning.of(board_rows, {})).rounds(4):
        for one in consequences:
            assert all(values[one.column] == one.value for values in every)


@pytest.mark.parametrize("seed", range(80))
def test_the_smallest_locked_sets_are_all_found(seed: int) -> None:
    board_rows, rows = random_rows(seed)
    if not solutions(rows):
        return
    first: list[int] = []
    for consequences in SetReasoning(board_rows, Reasoning.of(board_rows, {})).rounds(1):
        first = sorted({one.column for one in consequences if one.row < 0})
        break
    for size in (1, 2, 3):
        expected = ruled_out_by_sets(rows, size)
        if expected:
            assert first == sorted(expected)
            return
    assert not first


def test_three_rows_with_two_places_each_are_a_triple() -> None:
    """Cells with 1 or 2, 2 or 3, and 1 or 3: no other cell has one of these."""
    model = Model()
    x = model.binary("x", 9)
    for cell in ((0, 1), (2, 3), (4, 5)):
        model.exactly_one(x[column] for column in cell)
    for digit in ((0, 4, 6), (1, 2, 7), (3, 5, 8)):
        model.at_most_one(x[column] for column in digit)
    board_rows = BoardRows.of(model.program(), (), ())
    eliminations = next(SetReasoning(board_rows, Reasoning.of(board_rows, {})).rounds(1))
    assert {(one.column, one.value) for one in eliminations} == {(6, 0), (7, 0), (8, 0)}


@pytest.mark.parametrize("seed", range(40))
def test_a_locked_set_rests_on_all_that_it_needs(seed: int) -> None:
    """With the values alone that it names, the rows rule the same out."""
    board_rows, rows = random_rows(seed)
    dice, every = Random(seed), solutions(rows)
    if not every:
        return
    values = dice.choice(every)
    known = {
        column: (values[column], frozenset[Premise]([("mark", column)]))
        for column in dice.sample(range(9), 3)
    }
    for consequences in SetReasoning(board_rows, Reasoning.of(board_rows, known)).rounds(4):
        for one in consequences:
            marks = [column for column in known if ("mark", column) in one.premises]
            still = [other for other in every if all(other[n] == values[n] for n in marks)]
            assert all(other[one.column] == one.value for other in still)


# Words


def words_for(words: Mapping[str, str]) -> SetWords:
    """Words about the marks of a first row: nine for each cell, in the order of digits."""
    marks = [
        PencilMark(((move, 1),), (0, move // 9), "texts", (str(move % 9 + 1), "black"))
        for move in range(81)
    ]
    return SetWords(words, marks, Place.of)


def test_reasons_come_before_the_sets() -> None:
    words = words_for({"areas in areas": "the {word}s of {bases} lie in {covers}"})
    seen = SeenSet(("areas", "areas"), (("box", "2", 3),), (("row", 0, 3),), (2 + 27,), (2,))
    said = words.before([seen], "it follows from {reasons}: {place} has no other cell for {word}")
    assert said == (
        "it follows from {reasons}: the 3s of box 2 lie in row 1, so row 1, column 1 cannot be 3; "
        "then {place} has no other cell for {word}"
    )
    assert words.alone([seen]) == "the 3s of box 2 lie in row 1"


def test_the_closest_words_are_taken() -> None:
    seen = SeenSet(("areas", "areas"), (("row", 0, 3),), (("column", 0, 3),), (2,), ())
    closest = ["1 row in column", "1 areas in areas", "row in column", "areas in areas"]
    for number in range(len(closest)):
        words = words_for({key: key for key in closest[number:]})
        assert words.alone([seen]) == closest[number]
    assert not words_for({}).can_tell(seen)


def test_where_a_genre_has_no_words_no_sets_are_named() -> None:
    ground = load("star-battle", "large").playground()
    assert isinstance(ground, PencilPlayground)
    step = ground._steps.easiest([])
    assert step is not None
    assert not step.sets
