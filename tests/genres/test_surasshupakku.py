"""The rules of Surasshupakku must accept exactly what the oracle finds, and name what is broken."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given, strategies as st

from ilpuzzles.rules.faults import marks_of
from ilpuzzles.rules.places import Place
from support.slash_oracle import Clues, all_cuttings, bridge_board, random_board
from support.slashed import ANSWERS, judged, letters_of, preset, rows_of_clues

Data = dict[str, Any]

BRIDGED = "1.... ..... ..1.. ..... .....", r".\... ./\.. .\.\. ..\/. ....."


def clues_of(text: str) -> Clues:
    """Rows of digits, `?` and `.`, with spaces between them."""
    values = {".": 0, "?": -1}
    return [[values[one] if one in values else int(one) for one in row] for row in text.split()]


def data_of(clues: Clues, letters: int, bridges: bool) -> Data:
    words = {0: ".", -1: "?"} | dict(enumerate("ABCD", 1))
    rows = ["".join(words[clue] for clue in row) for row in clues]
    allowed = "allowed" if bridges else "forbidden"
    return {"board": rows, "letters": "ABCD"[:letters], "bridges": allowed}


def board(text: str, letters: int, *, bridges: bool = False) -> Data:
    return data_of(clues_of(text), letters, bridges)


def broken(instance: Data, cuts: str, **others: Any) -> list[str]:
    """The violations of a cutting, as they are printed."""
    solution = {"rows": cuts.split(), **others}
    return [str(violation) for violation in judged(instance, solution)]


def broken_rules(instance: Data, cuts: str) -> set[str]:
    return {violation.split(":")[0] for violation in broken(instance, cuts)}


@pytest.mark.parametrize("bridges", [False, True])
@pytest.mark.parametrize("name", ANSWERS)
def test_the_only_answer_is_accepted_and_no_change_of_a_cell(name: str, bridges: bool) -> None:
    found, answer = preset(name), ANSWERS[name]
    clues = rows_of_clues(found)
    instance = data_of(clues, len(letters_of(found)), bridges)
    assert broken(instance, answer) == []
    rows = answer.split()
    for row, column in product(range(len(rows)), repeat=2):
        for other in set("./\\") - {rows[row][column]}:
            line = rows[row][:column] + other + rows[row][column + 1 :]
            near = " ".join([*rows[:row], line, *rows[row + 1 :]])
            if clues[row][column]:
                where = f"row {row + 1}, column {column + 1}"
                assert broken(instance, near) == [f"cut on a clue: {where} is cut"]
            else:
                assert broken_rules(instance, near) - {"cut on a clue", "known cut", "size"}


RIGHT = [
    ("one cell", "1", 1, "."),
    ("one row", "1?.2", 3, "...."),
    ("several letters in touching cells", "12 3.", 3, ".. .."),
    ("points on the outer border have single cuts", "1. .1", 1, "./ /."),
    ("two parts on a board that is no square", "1.12 .... .2..", 2, r".\.. ..\. ...\ "),
    ("parts that touch in a point", ".12. 1..? 2..1 .2?.", 2, r"\../ .\/. ./\. /..\ "),
    ("any letters", "?. .?", 1, r"./ /."),
]


def test_right_boards_are_accepted() -> None:
    for name, clues, letters, cuts in RIGHT:
        assert broken(board(clues, letters), cuts) == [], name


WRONG = [
    ("1. .1", 1, "./", ["size: the number of rows is 1 instead of 2"]),
    ("1. .1", 1, "?/// /", [
        "size: the length of row 1 is 4 instead of 2",
        "size: the length of row 2 is 1 instead of 2",
    ]),
    ("2. 1.", 2, r".. \.", ["cut on a clue: row 2, column 1 is cut"]),
    ("1.", 1, ".?", ["open: row 1, column 2 is open"]),
    ("1.", 1, "1x", ["known cut: row 1, column 1 is '1'", "known cut: row 1, column 2 is 'x'"]),
    (".2", 4, "..", ["letter missing: A, C, D missing in the part with row 1, column 2"]),
    ("?.", 3, "..", ["letter missing: 2 of A, B, C missing in the part with row 1, column 1"]),
    ("?2", 3, "..", ["letter missing: 1 of A, C missing in the part with row 1, column 1"]),
    ("1?1", 2, "...", ["letter twice: the part with row 1, column 1 has A 2 times"]),
    ("2121 ..2.", 2, ".... ....", [
        "letter twice: the part with row 1, column 1 has A 2 times",
        "letter twice: the part with row 1, column 1 has B 3 times",
    ]),
    ("11", 2, "..", [
        "letter twice: the part with row 1, column 1 has A 2 times",
        "letter missing: B missing in the part with row 1, column 1",
    ]),
    ("1?2? ....", 2, ".... ....", [
        "too many clues: the part with row 1, column 1 has 4 clues instead of 2",
    ]),
    (".", 1, ".", ["no letters: the part at the upper border of row 1, column 1 has no clue"]),
    (".. .1", 1, "/. ..", [
        "no letters: the part at the upper border of row 1, column 1 has no clue",
    ]),
    (".. 1.", 1, r".\ ..", [
        "no letters: the part at the upper border of row 1, column 2 has no clue",
    ]),
    ("1. ..", 1, r".. ./", [
        "no letters: the part at the right border of row 2, column 2 has no clue",
    ]),
    ("1. ..", 1, r".. \.", [
        "no letters: the part at the lower border of row 2, column 1 has no clue",
    ]),
]  # fmt: skip


@pytest.mark.parametrize("bridges", [False, True])
def test_what_is_broken_is_named(bridges: bool) -> None:
    for clues, letters, cuts, expected in WRONG:
        assert broken(board(clues, letters, bridges=bridges), cuts) == expected


def test_dead_ends_are_named() -> None:
    dead_end = "dead end: only one cut ends in the lower right corner of row 1, column 1"
    for cuts, cell in [
        (r"\... .... ....", "row 1, column 1"),
        (r"./.. .... ....", "row 1, column 2"),
        (r".... /... ....", "row 2, column 1"),
    ]:
        bridge = f"bridge: both sides of the cut in {cell} are in the part with row 1, column 4"
        assert broken(board("...1 .... ....", 1, bridges=True), cuts) == [dead_end]
        assert broken(board("...1 .... ....", 1), cuts) == [dead_end, bridge]
    loose = broken(board("...1 .... ....", 1, bridges=True), r".... .\.. ....")
    assert loose == [
        dead_end,
        "dead end: only one cut ends in the lower right corner of row 2, column 2",
    ]


def test_bridges_are_named() -> None:
    clues, cuts = BRIDGED
    expected = [
        "bridge: both sides of the cut in row 1, column 2 are in the part with row 1, column 1"
    ]
    instance = board(clues, 1)
    assert broken(instance, cuts) == expected
    del instance["bridges"]
    assert broken(instance, cuts) == expected
    assert broken(board(clues, 1, bridges=True), cuts) == []


def test_wrong_parts_are_named() -> None:
    instance, cuts = board("1.12 .... .2..", 2), r".\.. ..\. ...\ "
    left, right = [[0, 0], [2, 1]], [[0, 2], [0, 3]]
    assert broken(instance, cuts, parts=None) == []
    for parts in [[left, right], [right, left], [left[::-1], right]]:
        assert broken(instance, cuts, parts=parts) == []
    assert broken(instance, cuts, parts=[left]) == [
        "parts: a part with just the clues at row 1, column 3 and at row 1, column 4 is missing"
    ]
    on_the_right = "a part with just the clues at row 1, column 3 and at row 1, column 4"
    assert broken(instance, cuts, parts=[left, right, right, []]) == [
        "parts: a part with no clues is one too many",
        f"parts: {on_the_right} is one too many",
    ]
    assert broken(instance, cuts, parts=[left[:1], right]) == [
        "parts: a part with just the clue at row 1, column 1 is one too many",
        "parts: a part with just the clues at row 1, column 1 and at row 3, column 2 is missing",
    ]
    several = [[0, 2], [0, 3], [2, 1]]
    three = "the clues at row 1, column 3, at row 1, column 4 and at row 3, column 2"
    assert broken(instance, cuts, parts=[left, right, several]) == [
        f"parts: a part with just {three} is one too many"
    ]


def test_wrong_parts_of_nonsense_are_named() -> None:
    assert broken(board("1", 1), ".", parts=[[[0, 0]], [[]], [[4]], [[0, 0, 1]]]) == [
        "parts: a part with just the clue at the point () is one too many",
        "parts: a part with just the clue at layer 1, row 1, column 2 is one too many",
        "parts: a part with just the clue at the point (5) is one too many",
    ]


def test_parts_without_clues_are_empty_lists() -> None:
    instance, cuts = board(".. .1", 1), "/. .."
    nothing = "no letters: the part at the upper border of row 1, column 1 has no clue"
    assert broken(instance, cuts, parts=[[[1, 1]], []]) == [nothing]
    few = "parts: a part with no clues is missing"
    assert broken(instance, cuts, parts=[[[1, 1]]]) == [nothing, few]


def test_parts_have_their_cells() -> None:
    """Two parts on both sides of a cut have the same first cell, and each has its own cells."""
    instance = board("... ...", 1, bridges=True)
    upper, right, dead_end = judged(instance, {"rows": ["/..", "..\\"]})
    assert (upper.rule, right.rule, dead_end.rule) == ("no letters", "no letters", "dead end")
    assert [upper.places[0].cells, right.places[0].cells] == [
        ((0, 0),),
        ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)),
    ]
    assert marks_of([upper]) == [(0, 0)]
    assert marks_of([upper, right]) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    # A corner is marked itself.
    assert marks_of([dead_end]) == [Place.corner((1, 2))]


def test_a_board_without_clues_has_no_answer() -> None:
    assert broken_rules(board("... ...", 1), "... ...") == {"no letters"}


def is_accepted(clues: Clues, letters: int, bridges: bool, rows: tuple[str, ...]) -> bool:
    instance = data_of(clues, letters, bridges)
    return not judged(instance, {"rows": list(rows)})


def all_fillings(clues: Clues) -> set[tuple[str, ...]]:
    """Every way to cut cells without clues, right or wrong."""
    cells = ["." if clue else "./\\" for row in clues for clue in row]
    columns = len(clues[0])
    return {
        tuple("".join(cuts[start : start + columns]) for start in range(0, len(cuts), columns))
        for cuts in product(*cells)
    }


def free_cells(clues: Clues) -> int:
    return sum(row.count(0) for row in clues)


@pytest.mark.exhaustive
@pytest.mark.parametrize("bridges", [False, True])
def test_every_cutting_of_small_boards_is_judged_as_by_the_oracle(bridges: bool) -> None:
    compared = solved = 0
    for seed in range(160):
        clues, letters = random_board(seed)
        if free_cells(clues) > 6:
            continue
        right = all_cuttings(clues, letters, bridges=bridges)
        fillings = all_fillings(clues)
        accepted = {rows for rows in fillings if is_accepted(clues, letters, bridges, rows)}
        assert accepted == right, (seed, clues, letters)
        compared, solved = compared + 1, solved + bool(right)
    assert compared > 80
    assert solved > 40


@pytest.mark.exhaustive
@pytest.mark.parametrize("bridges", [False, True])
def test_cuttings_near_right_ones_are_judged_as_by_the_oracle(bridges: bool) -> None:
    boards = [random_board(seed) for seed in range(300)]
    boards += [bridge_board(seed) for seed in (1, 3, 6, 11)]
    for seed, (clues, letters) in enumerate(boards):
        if free_cells(clues) <= 6:
            continue
        dice = random.Random(seed)
        right = all_cuttings(clues, letters, bridges=bridges)
        tried = set(dice.sample(sorted(right), min(len(right), 40)))
        for rows in sorted(tried)[:5]:
            tried.update(changed(rows, clues, dice) for _ in range(10))
        accepted = {rows for rows in tried if is_accepted(clues, letters, bridges, rows)}
        assert accepted == tried & right, (seed, clues, letters)


def changed(rows: tuple[str, ...], clues: Clues, dice: random.Random) -> tuple[str, ...]:
    """A cutting with other cuts in one or two cells without clues."""
    lines = [list(line) for line in rows]
    free = [(r, c) for r, row in enumerate(clues) for c, clue in enumerate(row) if not clue]
    for row, column in dice.sample(free, dice.randint(1, 2)):
        lines[row][column] = dice.choice("./\\")
    return tuple("".join(line) for line in lines)


def test_random_boards_are_of_many_sorts() -> None:
    boards = [random_board(seed) for seed in range(300)]
    assert boards == [random_board(seed) for seed in range(300)]
    assert {letters for _, letters in boards} == {1, 2, 3, 4}
    sizes = {(len(clues), len(clues[0])) for clues, _ in boards}
    assert sizes == set(product(range(1, 5), repeat=2))
    assert max(free_cells(clues) for clues, _ in boards) == 9
    counts = [len(all_cuttings(*one, bridges=False)) for one in boards]
    assert min(counts[1::2]) > 0
    assert counts.count(0) > 60
    assert sum(count > 1 for count in counts) > 20
    assert sum(-1 in row for clues, _ in boards for row in clues) > 100


LINES = st.text("./\\?A\x00", max_size=3)
CELLS = st.lists(st.integers(-1, 2) | st.sampled_from([10**30]), max_size=3)


@given(
    rows=st.lists(st.text("./\\?x\n", min_size=2, max_size=2), min_size=2, max_size=2)
    | st.lists(LINES, max_size=3),
    parts=st.none() | st.lists(st.lists(CELLS, max_size=3), max_size=3),
    clues=st.sampled_from(["12 ?.", ".. ..", "1. .1", "2. .."]),
    bridges=st.booleans(),
)
def test_nonsense_is_answered(
    rows: list[str], parts: list[list[list[int]]] | None, clues: str, bridges: bool
) -> None:
    instance = board(clues, 2, bridges=bridges)
    solution = {"rows": rows, "parts": parts}
    found = judged(instance, solution)
    assert all(str(violation).startswith(f"{violation.rule}: ") for violation in found)
    rules = {violation.rule for violation in found}
    if [len(row) for row in rows] != [2, 2]:
        assert rules == {"size"}
    elif set("".join(rows)) - set("./\\"):
        assert rules & {"known cut", "open"}
    if parts and any(len(cell) != 2 for part in parts for cell in part):
        assert rules & {"size", "parts"}
