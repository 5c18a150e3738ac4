"""Tents: its model against all sets of tents, and every rule broken by name."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import InputError
from ilpuzzles.puzzles.formulation import Formulated
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.query_results import Verdict
from ilpuzzles.queries.unique import check_uniqueness
from support.genres import Plain, broken, brute_force, changed, counted, fillings, opened, solved

CROWDED = [
    "-x------x-x-x---", "x---x--x-x-----x", "--x---x------xx-", "--x-------x-----",
    "-----------x-x--", "x--x-x---x------", "-x----x---x-x-x-", "x---------------",
    "-x---x--x--x-xx-", "--x----x--------", "-------------x--", "x--xxx--x------x",
    "-x---x-----x----", "x---x--xx--x---x", "---x--x----xxx--", "--------x--x----",
]  # fmt: skip


def board_of(seed: int) -> Plain:
    """Some trees, four of them in a ring on every fifth board, and perhaps a number."""
    dice, (rows, columns) = Random(seed), [(3, 4), (4, 3), (2, 6), (1, 7)][seed % 4]
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    trees = {*dice.sample(cells, 2 + seed % 3)}
    if seed % 5 == 0:
        trees, rows, columns = {(0, 1), (1, 0), (1, 2), (2, 1)}, 3, 3 + seed % 2
    drawn = ["".join("-x"[(r, c) in trees] for c in range(columns)) for r in range(rows)]
    return {"board": drawn, "left": [dice.choice("---01"), *["-"] * (rows - 1)]}


def have_their_own(solution: Plain) -> bool:
    """Whether every tree can have a tent of its own, by trying all ways."""
    words = [row.split() for row in solution["rows"]]
    tents, trees = (
        [(r, c) for r, row in enumerate(words) for c, word in enumerate(row) if word == kind]
        for kind in "ox"
    )
    return len(tents) == len(trees) and any(
        all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in zip(tents, order, strict=True))
        for order in permutations(trees)
    )


@pytest.mark.parametrize("seed", [0, 1, 5, 6, 10, 12, 16, 18, 19, 26, 27, 37, 42])
def test_counts_are_those_of_brute_force(seed: int) -> None:
    fields, every = board_of(seed), []
    for filling in fillings(len(fields["board"]), len(fields["board"][0]), "-o"):
        pairs = [[*zip(*both, strict=True)] for both in both_rows(filling, fields)]
        if all(pair != ("o", "x") for row in pairs for pair in row):
            every.append({"rows": [" ".join(map(max, row)) for row in pairs]})
    number = counted("tents", fields)
    assert number == brute_force("tents", fields, every)
    assert number == brute_force("tents", fields, filter(have_their_own, every))


def stated(board: list[str]) -> Formulated:
    """The model of a board without numbers, and what it tells of solutions."""
    position = opened("tents", {"board": board})
    return position.kind.build(position.instance)


def test_a_board_with_a_tree_too_many_is_found_out() -> None:
    # With as many tents as trees, and no word on whose they are, it took minutes.
    model = stated(CROWDED).model
    for backend in ("clingo", "cpsat"):
        found = check_uniqueness(model, backend=backend, options=Options(work_limit=1.0))
        assert found.verdict is Verdict.NONE


@pytest.mark.parametrize("backend", ["clingo", "cpsat", "highs"])
def test_tents_in_a_ring_share_trees_in_two_ways_and_are_one_solution(backend: str) -> None:
    for ring in (["-x-", "x-x", "-x-"], ["-x-x-", "x---x", "-x-x-"]):
        fields = {"board": ring}
        assert not stated(ring).model.program().determined()
        assert counted("tents", fields, backend) == 1


def test_without_a_ring_tents_say_which_is_whose() -> None:
    for board in (["----", "-x--", "--x-", "----"], ["-x-x-", "x----", "-x-x-"], ["---"]):
        assert stated(board).model.program().determined()


def test_facts_are_about_tents_alone() -> None:
    formulated = stated(["----", "-x--", "--x-", "----"])
    (values, *_) = check_uniqueness(formulated.model).solutions
    assert formulated.facts is not None
    named = map(str, formulated.facts(values))
    assert all(name.startswith("('tent',") for name in named)


def test_without_a_rule_solutions_are_still_sets_of_tents() -> None:
    # Where tents may touch, two trees can share two tents in two ways.
    model = stated(["----", "-x--", "--x-", "----"]).model
    assert count_solutions(model.without("apart")).number == 13
    assert count_solutions(model.without("trees")).number == 17


def both_rows(filling: Plain, fields: Plain) -> list[tuple[list[str], str]]:
    """The words of each row of a filling, and the trees in it."""
    return [*zip(map(str.split, filling["rows"]), fields["board"], strict=True)]


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("tents", "small")
    assert broken("tents", fields, solution) == []
    wrong = broken("tents", fields, changed(solution, (0, 3), "o"))
    assert "clue stays: row 1, column 4 has o instead of x" in wrong
    wrong = broken("tents", fields, changed(solution, (1, 0), "x"))
    assert "known word: row 2, column 1 has 'x', which is none of - o" in wrong
    assert broken("tents", fields, changed(solution, (0, 2), "-")) == [
        "own tent: the tree at row 2, column 3 has no tent of its own",
        "tent count: row 1 has 1 tent instead of 2",
    ]
    board = {"board": ["-x---x-"]}
    assert broken("tents", board, {"rows": ["o x o - - x -"]}) == [
        "own tree: the tent at row 1, column 3 has no tree of its own",
        "own tent: the tree at row 1, column 6 has no tent of its own",
    ]
    board = {"board": ["-xx-", "----"]}
    assert broken("tents", board, {"rows": ["- x x -", "- o o -"]}) == [
        "apart: row 2, column 2 and row 2, column 3 touch"
    ]
    above = {"board": ["-x-"], "above": "1 - -"}
    assert broken("tents", above, {"rows": ["- x o"]}) == [
        "tent count: column 1 has 0 tents instead of 1"
    ]


def test_wrong_boards_are_told() -> None:
    for fields, what in (
        ({"board": ["xx", "x-"]}, "there is no room for a tent beside the tree at row 1, column 1"),
        ({"board": ["x-", "o-"]}, "row 2, column 1 of the board has 'o'"),
        ({"board": ["x-", "--"], "left": "- 2"}, "row 2 counts 2, and 1 cell of"),
        ({"board": ["x-", "--"], "above": "0 0"}, "the columns count 0 cells, and 1 are"),
        ({"board": ["x--", "---"], "above": "- - 1"}, "column 3 counts 1, and 0 cells of it can"),
        ({"board": ["x-", "--"], "left": ["1 1", "-"]}, "row 1 counts 1 1, and 1 cell of"),
        ({"board": ["x-", "--"], "right": "1 0"}, "the field 'right'"),
    ):
        with pytest.raises(InputError, match=what):
            opened("tents", fields)
