"""Tents: every rule broken by name, and wrong boards."""

from __future__ import annotations

import pytest

from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import InputError
from ilpuzzles.puzzles.formulation import Formulated
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.query_results import Verdict
from ilpuzzles.queries.unique import check_uniqueness
from support.genres import broken, changed, counted, opened, solved

CROWDED = [
    "-x------x-x-x---", "x---x--x-x-----x", "--x---x------xx-", "--x-------x-----",
    "-----------x-x--", "x--x-x---x------", "-x----x---x-x-x-", "x---------------",
    "-x---x--x--x-xx-", "--x----x--------", "-------------x--", "x--xxx--x------x",
    "-x---x-----x----", "x---x--xx--x---x", "---x--x----xxx--", "--------x--x----",
]  # fmt: skip


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
