"""Experiments: all questions about an instance, asked in Python."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import ilpuzzles
from ilpuzzles import Experiment, Interrupted, Options, SolutionAnswer
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import Exit, InputError, ModelError, UnknownNameError
from ilpuzzles.experiments.check_files import check_solutions
from ilpuzzles.modelling.expressions import Variable

THREE_GIVEN = """\
lonpos, formulation placement: 1,789 variables, 70 rows, 10,051 nonzeros
  each tile once: every tile lies on the board in exactly one place
  each cell once: every cell is covered by exactly one tile
  starting position: the tiles on the board stay where they are"""


@pytest.fixture
def three() -> Experiment:
    """Lonpos with three pieces placed: seven solutions, in all of which L is at the same place."""
    return ilpuzzles.experiment("lonpos", "3pieces")


def placement(asked: Experiment, *key: Any) -> Variable:
    """The variable of a placement."""
    variable = asked.formulated.model.families[0][key]
    assert isinstance(variable, Variable)
    return variable


def accepted(solutions: Sequence[Any], preset: str) -> bool:
    """Whether the rules accept solutions, and no two are the same."""
    return bool(check_solutions("lonpos", [one.to_json() for one in solutions], preset))


def cells(solution: Any) -> set[tuple[str, Any]]:
    """All that a solution, or a part of one, says: which cell belongs to which tile."""
    return {(placed.tile, point) for placed in solution.tiles for point in placed.points}


def bundle_of(answer: Any) -> dict[str, str]:
    """What a notebook shows; every picture in it has to be well-formed."""
    bundle: dict[str, str] = answer._repr_mimebundle_()
    assert bundle["text/plain"]
    if "image/svg+xml" in bundle:
        assert ET.fromstring(bundle["image/svg+xml"]).tag.endswith("}svg")  # noqa: S314 - our own
    if "text/html" in bundle:
        ET.fromstring(f"<div>{bundle['text/html']}</div>")  # noqa: S314 - our own
    return bundle


def test_an_experiment_shows_what_it_is_about(three: Experiment) -> None:
    assert three.text() == THREE_GIVEN
    assert repr(three) == str(three)
    assert repr(three).startswith("<experiment with lonpos: <program of <model lonpos placement: ")
    assert set(bundle_of(three)) == {"text/plain", "image/svg+xml"}
    weaker = three.without("starting position")
    assert weaker.text().splitlines()[3].startswith("  starting position (off): ")
    # The first one is what it was.
    assert three.text() == THREE_GIVEN


def test_all_questions_agree(three: Experiment) -> None:
    listed = three.solutions()
    assert (listed.count, listed.complete, len(listed.solutions)) == (7, True, 7)
    boards = {tuple(solution.rows()) for solution in listed.solutions}
    assert len(boards) == 7
    assert accepted(listed.solutions, "3pieces")
    assert three.count().count == 7
    assert three.unique().unique is False
    assert tuple(three.solve().solutions[0].rows()) in boards
    forced = three.forced()
    common = set.intersection(*(cells(solution) for solution in listed.solutions))
    assert (cells(forced.forced), forced.facts) == (common, (20, 55))
    assert three.explain().explanation.solution is not None
    assert three.relax().relaxation.given_up == ()
    assert [len(variant.solutions) for variant in three.whatif().comparison] == [7]


def test_solutions_are_handed_over_one_by_one(three: Experiment, tmp_path: Path) -> None:
    found: list[Any] = []
    answer = three.solutions(each=found.append)
    assert (answer.count, len(found), answer.solutions) == (7, 7, ())
    assert str(answer) == "7 solutions"
    assert bool(answer)
    answer = three.solutions(3)
    assert (answer.count, answer.complete, answer.limit) == (3, False, Limit.SOLUTIONS)
    assert str(answer) == "3 solutions, as many as were asked for"
    with pytest.raises(InputError, match="number of solutions must be 1 or more, got 0"):
        three.solutions(0)
    with pytest.raises(InputError, match="a limit and a ledger cannot be combined; give one of"):
        three.count(3, ledger=tmp_path / "three.ledger")


@pytest.mark.exhaustive
def test_fixed_placements(three: Experiment) -> None:
    somewhere, elsewhere = placement(three, "L", 1, (2, 4)), placement(three, "C", 7, (2, 5))
    assert three.fix({somewhere: 1}).count().count == 7
    assert three.fix({~somewhere: 0}).count().count == 7
    assert three.fix({somewhere: 0}).count().status is Status.INFEASIBLE
    wrong = three.fix({elsewhere: 1})
    assert not wrong.solve()
    compared = three.whatif(fix=[{somewhere: 1}, {elsewhere: 1}], limit=9)
    assert [len(variant.solutions) for variant in compared.comparison] == [7, 7, 0]
    with pytest.raises(ModelError, match="cannot be fixed to 2"):
        three.fix({somewhere: 2})
    with pytest.raises(ModelError):
        three.fix({placement(ilpuzzles.experiment("lonpos", "empty"), "L", 1, (2, 4)): 1})


@pytest.mark.exhaustive
def test_groups_that_are_switched_off() -> None:
    eight = ilpuzzles.experiment("lonpos", "8pieces")
    weaker = eight.without("each tile once")
    assert weaker.weakened
    listed = weaker.solutions()
    assert (listed.count, listed.complete) == (31, True)
    # The one solution by the rules is among them.
    right = sum(accepted([solution], "8pieces") for solution in listed.solutions)
    assert right == 1
    assert listed.verified_by() == ["rows"]
    assert listed.to_json()["without"] == ["each tile once"]
    assert listed.broken[0].rule == "tile once"
    common = set.intersection(*(cells(solution) for solution in listed.solutions))
    assert cells(weaker.forced().forced) == common
    same = eight.only("each tile once", "each cell once", "starting position")
    assert same.count().count == 1
    assert eight.only("starting position").text().count(" (off)") == 2
    for change in (eight.without, eight.only):
        with pytest.raises(UnknownNameError, match="did you mean 'each tile once'"):
            change("each tile onec")


def test_answers_show_themselves(three: Experiment) -> None:
    three = replace(three, backend="cpsat")
    eight = ilpuzzles.experiment("lonpos", "8pieces", backend="cpsat")
    none = three.fix({placement(three, "C", 7, (2, 5)): 1})
    several = {"text/plain", "text/html"}
    drawn = several | {"image/svg+xml"}
    for answer, text, truth, kinds in [
        (eight.solve(), "solved", True, drawn),
        (eight.unique(), "unique", True, drawn),
        (eight.solutions(), "1 solution", True, drawn),
        (eight.forced(), "55 of 55 are the same in every solution", True, drawn),
        (three.solutions(), "7 solutions", True, several),
        (three.unique(), "not unique: there are several solutions; these two", True, several),
        (none.count(), "proved: there is no solution", False, drawn),
        (none.forced(), "proved: there is no solution", False, drawn),
    ]:
        assert isinstance(answer, SolutionAnswer)
        assert str(answer).startswith(text)
        assert repr(answer) == f"<answer to {answer.about.title()}: {answer}>"
        assert bool(answer) is truth
        assert set(bundle_of(answer)) == kinds
        assert text in bundle_of(answer)["text/html"]
    assert bundle_of(three.solutions())["text/html"].count("<svg ") == 7
    many = bundle_of(three.without("starting position").solutions(20))["text/html"]
    assert (many.count("<svg "), "(the first 12 are shown)" in many) == (12, True)


@pytest.mark.exhaustive
def test_findings_show_themselves() -> None:
    eight = ilpuzzles.experiment("lonpos", "8pieces")
    none = eight.fix({placement(eight, "C", 7, (2, 5)): 1})
    reason, given_up = none.explain(), none.relax("rows", ["each cell once"])
    compared = eight.whatif(without=["starting position"], limit=2)
    assert repr(reason) == "<explanation of lonpos 8pieces: there is no solution>"
    assert str(given_up).startswith("give up 8 (the fewest):\n  each cell once[")
    assert repr(compared) == "<comparison of 2 variants of lonpos 8pieces>"
    assert str(compared).startswith("variant")
    for finding in (reason, given_up, compared, eight.relax()):
        assert set(bundle_of(finding)) == {"text/plain", "text/html"}


def stopping(kind: type[BaseException], after: int) -> Callable[[Any], None]:
    """Raises when it is called so many times."""
    calls: list[Any] = []

    def stop(given: Any) -> None:
        calls.append(given)
        if len(calls) >= after:
            raise kind("enough")

    return stop


@pytest.mark.exhaustive
@pytest.mark.parametrize("workers", [1, 2])
def test_an_interruption_carries_what_was_found(workers: int) -> None:
    two = ilpuzzles.experiment(
        "lonpos", "2pieces", backend="cpsat", options=Options(workers=workers)
    )
    found: list[Any] = []
    stop = stopping(KeyboardInterrupt, 2)

    def each(solution: Any) -> None:
        found.append(solution)
        stop(solution)

    questions: list[Callable[[], SolutionAnswer]] = [
        lambda: two.solutions(each=each),
        lambda: two.solutions(watch=stopping(KeyboardInterrupt, 1)),
        lambda: two.count(watch=stopping(KeyboardInterrupt, 1)),
        lambda: two.forced(watch=stopping(KeyboardInterrupt, 1)),
    ]
    for ask in questions:
        with pytest.raises(Interrupted) as caught:
            ask()
        answer = caught.value.answer
        assert isinstance(answer, SolutionAnswer)
        assert (answer.limit, answer.complete) == (Limit.INTERRUPTED, False)
        assert answer.to_json()["limit"] == "interrupted"
        assert str(answer).endswith("interrupted")
        assert str(caught.value) == f"interrupted; so far: {answer}"
        assert bundle_of(answer)
        if answer.solutions:
            assert answer.to_json()["count"] == len(answer.solutions)
            assert accepted(answer.solutions, "2pieces")
    assert len(found) == 2


@pytest.mark.parametrize("workers", [1, 2])
def test_other_errors_of_callbacks_go_through(workers: int) -> None:
    asked = ilpuzzles.experiment("lonpos", "3pieces", options=Options(workers=workers))
    with pytest.raises(ZeroDivisionError, match="enough"):
        asked.solutions(each=stopping(ZeroDivisionError, 3))
    assert (asked.count().count, asked.count(3).count) == (7, 3)


def test_a_limit_leaves_questions_open() -> None:
    empty = ilpuzzles.experiment("lonpos", "empty", options=Options(time_limit=0.001))
    for answer in (empty.solve(), empty.solutions(), empty.count(), empty.unique(), empty.forced()):
        assert (answer.limit, answer.complete, bool(answer)) == (Limit.TIME, False, False)
        assert answer.to_json()["unique"] is None
        assert "the time limit came first" in str(answer)
        assert set(bundle_of(answer)) == {"text/plain", "image/svg+xml", "text/html"}
        assert answer.verdict() in bundle_of(answer)["text/html"]
    for finding in (empty.explain(), empty.relax("rows")):
        assert (finding.result.limit, finding.result.complete) == (Limit.TIME, False)
        assert (finding.exit_code(), finding.to_json()["complete"]) == (Exit.LIMIT, False)
        assert "the time limit came first" in str(finding)
        assert bundle_of(finding)
    assert not empty.whatif().is_settled()


@pytest.mark.parametrize(
    ("word", "advice"),
    [
        ("boad", "unknown argument 'boad'; did you mean board=?"),
        ("parameter", "unknown argument 'parameter'; did you mean parameters=?"),
        ("breaksymmetry", "unknown argument 'breaksymmetry'; did you mean break_symmetry=?"),
        ("timelimit", "unknown option 'timelimit'; did you mean 'time_limit'?"),
    ],
)
def test_a_mistyped_argument_is_not_taken_for_an_option(word: str, advice: str) -> None:
    for ask in (ilpuzzles.experiment, ilpuzzles.solve):
        with pytest.raises(UnknownNameError, match=re.escape(advice)):
            ask("sudoku", **{word: "small"})  # type: ignore[arg-type, call-overload]
