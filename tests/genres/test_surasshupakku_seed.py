"""Surasshupakku as the article states it: all right answers, and wrong ones with them."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import InputError
from ilpuzzles.experiments.loading import load
from ilpuzzles.modelling.expressions import Negation, Variable
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.puzzles.formulation import Formulated
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from support.slashed import ANSWERS, module, preset, rows_of

# What else the model accepts, and the rules that it breaks.
ACCEPTED_BY_FIVE = {
    ANSWERS["5x5"]: set(),
    r"./... .\../ ..\/. /\.\. ..\/.": {"letter missing"},
    r"./... .\../ ..\/. /\/\. ..\/.": {"letter missing", "no letters"},
}
SMALL = "... .A. ..A"


def board(text: str, *, bridges: bool = False) -> Any:
    """A board whose rows are words."""
    names = "".join(sorted(set(text) - set(". ?")))
    lines = "".join(f"  {' '.join(row)}\n" for row in text.split())
    allowed = "allowed" if bridges else "forbidden"
    said = f"letters: {names}\nboard: |\n{lines}"
    return load("surasshupakku", text=said, parameters={"bridges": allowed})


def seed(position: Any) -> Formulated:
    """The model of the article."""
    stated: Formulated = position.kind.formulations["seed"].build(position.instance)
    return stated


def broken(position: Any, cuts: str) -> set[str]:
    """The rules that an answer breaks."""
    return {violation.rule for violation in position.judge({"rows": cuts.split()})}


def accepted(position: Any, *without: str) -> set[str]:
    """All answers that the model accepts, without some of its groups."""
    formulated = seed(position)
    found = list_solutions(formulated.model.without(*without), backend="cpsat")
    assert found.complete
    answers = [written(formulated.decode(values)) for values in found]
    assert len(set(answers)) == len(answers)
    return set(answers)


def written(solution: object) -> str:
    """An answer as words."""
    return " ".join(rows_of(solution))


def free_cells(position: Any) -> list[tuple[int, int]]:
    """The cells without a clue."""
    board = position.instance.data
    return [cell for cell in board.grid.cells if cell not in board.clues]


def cuts_of(model: Model, instance: Any, answer: str) -> dict[Variable | Negation, int]:
    """The cut variables, with their values in an answer."""
    rows = answer.split()
    cut: VariableFamily = next(family for family in model.families if family.name == "cut")
    return {
        cut[cell, diagonal]: int(rows[cell[0]][cell[1]] == diagonal)
        for cell in free_cells(instance)
        for diagonal in ("/", "\\")
    }


def test_the_groups_are_the_steps_of_the_article() -> None:
    instance = preset("5x5")
    model = seed(instance).model
    assert all(group.name in str(module("seed").__doc__) for group in model.groups)
    assert len({group.why for group in model.groups} - {""}) == len(model.groups) == 19
    program = model.program()
    # Every group has rows, and every row a group; only cuts tell solutions apart.
    assert {int(group) for group in program.rows.groups} - {-2} == set(range(19))
    assert int(program.deciding.sum()) == 2 * len(free_cells(instance))
    assert not program.determined()


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["5x5", "5x5-2", "6x6"])
def test_right_answers_are_solutions(name: str) -> None:
    instance, answer = preset(name), ANSWERS[name]
    formulated = seed(instance)
    assert not broken(instance, answer)
    view = formulated.model.fix(cuts_of(formulated.model, instance, answer))
    result = solve_model(view, "cpsat")
    assert result.status is Status.OPTIMAL
    assert result.values is not None
    assert written(formulated.decode(result.values)) == answer


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "text",
    [
        *(SMALL, "A.. ... ..A", "A.B ... B.A", "..A A.B B..", ".B. A.A .B.", "AB. ... .BA"),
        *("A..A", "A..A ....", "ABC .A. BC.", "A.. .A. ..A", "A", ".A", "..A"),
    ],
)
def test_all_right_answers_of_small_boards_are_solutions(text: str) -> None:
    instance = board(text)
    drawn = instance.instance.data
    width = drawn.grid.columns
    choices = ["." if cell in drawn.clues else "./\\" for cell in drawn.grid.cells]
    answers = {
        " ".join("".join(marks[at : at + width]) for at in range(0, len(marks), width))
        for marks in product(*choices)
    }
    right = {answer for answer in answers if not broken(instance, answer)}
    solutions = accepted(instance)
    assert right <= solutions
    # Cuts from border to border that keep numbers apart: what can be wrong is what a piece holds.
    wrong = {rule for answer in solutions - right for rule in broken(instance, answer)}
    assert wrong <= {"letter missing", "letter twice", "no letters"}


def test_two_stray_cuts_in_the_top_left_corner_are_accepted() -> None:
    # As the article says of its own answer; they make a piece without letters.
    instance = board(SMALL)
    right, stray = r"... ../ ./.", r"./. /./ ./."
    assert accepted(instance) == {right, stray}
    assert broken(instance, right) == set()
    assert broken(instance, stray) == {"no letters"}


@pytest.mark.exhaustive
def test_pieces_that_meet_in_a_point_are_accepted_as_one() -> None:
    # The C in the last row and the A and B beside it make a whole part, but only touch in a point.
    instance = preset("5x5")
    assert accepted(instance) == set(ACCEPTED_BY_FIVE)
    assert {answer: broken(instance, answer) for answer in ACCEPTED_BY_FIVE} == ACCEPTED_BY_FIVE


@pytest.mark.exhaustive
def test_the_blocks_forbid_the_smallest_pieces_along_the_outside() -> None:
    instance = board(SMALL)
    corner, edge = r"/.. ../ ./.", r"\/. ../ ./."
    for block, answer in (("corner block", corner), ("edge block", edge)):
        assert broken(instance, answer) == {"no letters"}
        assert answer in accepted(instance, block)


@pytest.mark.exhaustive
@pytest.mark.parametrize("answer", [r"... ../ ./.", r"./. /./ ./."])
def test_every_backend_accepts_both(backend: Backend, answer: str) -> None:
    instance = board(SMALL)
    model = seed(instance).model
    result = solve_model(model.fix(cuts_of(model, instance, answer)), backend)
    assert result.status is Status.OPTIMAL


@pytest.mark.parametrize(
    ("cuts", "status"),
    [
        (r"... ./. ...", Status.INFEASIBLE),
        (r"... ./. /..", Status.INFEASIBLE),
        (r"../ ./. /..", Status.OPTIMAL),
        (r".\. ..\ ...", Status.OPTIMAL),
        (r".\. ./. ...", Status.INFEASIBLE),
        (r".\. ./. /..", Status.OPTIMAL),
    ],
)
def test_propagation_alone_leaves_no_cut_that_ends_inside(cuts: str, status: Status) -> None:
    instance = board("A.. ... ..A")
    model = seed(instance).model
    steps = [f"propagation across {sort} cells" for sort in ("cut", "uncut")]
    steps.append("positive part numbers")
    view = model.only(*steps).fix(cuts_of(model, instance, cuts))
    assert solve_model(view, "cpsat").status is status


def test_clues_that_may_be_any_letter_and_bridges_are_refused() -> None:
    for instance in (board("A.? ... ..A"), board(SMALL, bridges=True)):
        with pytest.raises(InputError, match="use flow"):
            seed(instance)
