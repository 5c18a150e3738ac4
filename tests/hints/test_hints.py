"""Hints are in every solution, and as little as can be is taken back: both by brute force."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

import ilpuzzles
from ilpuzzles import queries
from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import CheckError, Exit, InputError
from ilpuzzles.experiments.experiments import Experiment, experiment
from ilpuzzles.experiments.player_answers import Certainty, State
from ilpuzzles.geometry.standard_lattices import LATTICES
from ilpuzzles.hints import player_questions
from ilpuzzles.hints.hint_finder import HintFinder, Reason, ReasonKind
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.queries.mus import MusSearch
from ilpuzzles.tilings.placement_table import PlacementTable
from ilpuzzles.tilings.tiling_kind import TILING
from ilpuzzles.tilings.tiling_puzzle import PlacedTile, TilingInstance
from support.oracles import count_tilings, list_tilings
from support.places import DOCS
from support.random_tilings import random_tiling
from support.slashed import rows_of

SOLVED = "BBBCCAAAEEE/BBFFCALEEHD/GGGFCLLLHHD/KKGICILHHDD/KKGIIIJJJJD"
SLOW = settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
BLUE = "place C (blue) in row 1, columns 4 and 5;"
MAGENTA = "place H (magenta) in row 2, column 10;"
CELL, LIGHT = "row 2, column 10", "G (light blue)"
SEEDS = st.integers(0, 100_000)
LATTICE = st.sampled_from(sorted(LATTICES))


def lonpos(kept: str, **options: Any) -> Experiment:
    """Some pieces of a solution."""
    board = "".join(one if one in f"/{kept}" else "." for one in SOLVED)
    return experiment("lonpos", board=board, **options)


def asked(instance: TilingInstance, backend: str = "auto") -> Experiment:
    return experiment(TILING.position(instance), backend=backend)


def with_random_givens(seed: int, lattice: str, *, right: bool) -> TilingInstance:
    """A small random tiling with some tiles given: those of a solution, or any that have room."""
    instance, dice = random_tiling(seed, lattice), random.Random(seed)
    solutions = list_tilings(TILING.position(instance).plain())
    if right and solutions:
        tiles = dice.choice(solutions)
        chosen = dice.sample(tiles, dice.randint(0, len(tiles)))
        return replace(instance, givens=tuple(sorted(PlacedTile(*one) for one in chosen)))
    table, givens = PlacementTable.of(instance), list[PlacedTile]()
    for number in dice.sample(range(len(table)), len(table)):
        placed = table.placed(number)
        taken = {point for one in givens for point in one.points}
        used = [one.tile for one in givens].count(placed.tile)
        most = instance.puzzle.tile(placed.tile).most
        if taken.isdisjoint(placed.points) and (most is None or used < most) and len(givens) < 4:
            givens.append(placed)
    return replace(instance, givens=tuple(sorted(givens)))


def require_right_hint(question: Experiment, instance: TilingInstance) -> State:
    """Compares a hint with all solutions, found by trying everything."""
    solutions = list_tilings(TILING.position(instance).plain())
    answer = question.hint()
    assert answer.complete
    if not solutions:
        assert (answer.state, answer.exit_code()) == (State.NO_SOLUTION, Exit.NO_SOLUTION)
        return answer.state
    assert answer.exit_code() is Exit.ANSWERED
    givens = {(one.tile, one.points) for one in instance.givens}
    common = set.intersection(*map(set, solutions)) - givens
    if answer.step is None:
        whole = sum(len(points) for _, points in givens) == len(instance.region.points)
        assert not common
        assert answer.state is (State.COMPLETE if whole else State.NOTHING_SURE)
        return answer.state
    step = answer.step
    placed = PlacedTile(step.plain["tile"], tuple(map(tuple, step.plain["atoms"])))
    assert (placed.tile, placed.points) in common
    assert set(step.shown.tiles) == {*instance.givens, placed}
    assert step.why
    assert answer.count in {None, len(solutions)}
    assert step.certainty is not Certainty.SOLUTIONS or answer.count is not None
    return answer.state


@pytest.mark.exhaustive
@SLOW
@given(SEEDS, LATTICE, st.booleans())
def test_hints_are_in_every_solution(seed: int, lattice: str, right: bool) -> None:
    instance = with_random_givens(seed, lattice, right=right)
    require_right_hint(asked(instance), instance)


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", ["cpsat", "exactcover"])
def test_every_state_comes_up(backend: str) -> None:
    found = set()
    for seed in range(7):
        for right in (True, False):
            instance = with_random_givens(seed, "square", right=right)
            if not instance.conditions:
                found.add(require_right_hint(asked(instance, backend), instance))
    assert found == {State.SURE, State.NOTHING_SURE, State.COMPLETE, State.NO_SOLUTION}


@pytest.mark.parametrize(
    ("kept", "what", "certainty", "why"),
    [
        (
            "ABCDEFGHIJK",
            "place L (grey) in row 2, column 7; row 3, columns 6 to 8; row 4, column 7",
            Certainty.PIECE,
            f"L (grey) fits nowhere else beside A (orange), C (blue), {LIGHT} and H (magenta)",
        ),
        (
            "ABDEGIJKL",
            f"{BLUE} row 2, column 5; row 3, column 5; row 4, column 5",
            Certainty.PIECE,
            (
                "C (blue) fits nowhere else beside A (orange), B (red), D (pink), E (dark green), "
                "G (light blue), I (yellow) and L (grey)"
            ),
        ),
        (
            "ADEGIJKL",
            f"{MAGENTA} row 3, columns 9 and 10; row 4, columns 8 and 9",
            Certainty.HOLE,
            (
                f"whatever else covers {CELL} leaves no way to cover row 4, column 9 beside "
                "D (pink), E (dark green), J (purple) and L (grey)"
            ),
        ),
    ],
)
def test_the_simplest_reason_is_given(kept: str, what: str, certainty: Certainty, why: str) -> None:
    answer = lonpos(kept).hint()
    assert answer.step is not None
    assert (answer.step.what, answer.step.certainty) == (what, certainty)
    assert answer.text() == f"{what}\nwhy: {why}"
    # It is the same on every backend, and at any other time.
    assert lonpos(kept, backend="cbc").hint().text() == answer.text()


def test_a_rule_is_a_part_of_a_reason_too() -> None:
    spot_alone = Reason(spots=(0,), kind=ReasonKind.HOLE)
    assert spot_alone.size < Reason(spots=(0,), rules=("a rule",), kind=ReasonKind.HOLE).size
    assert Reason(rules=("a rule",)).size == Reason(spots=(0,)).size


def test_an_easier_kind_of_reason_comes_before_a_smaller_one() -> None:
    hole = Reason(spots=(0, 1, 2), kind=ReasonKind.HOLE)
    search = Reason(spots=(0,), kind=ReasonKind.SEARCH)
    listed = Reason()
    assert hole.size < search.size < listed.size


def test_without_logic_solutions_or_a_search_are_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    question = experiment("lonpos", "3pieces")
    answer = question.hint()
    assert answer.step is not None
    assert (answer.step.certainty, answer.count) == (Certainty.SEARCH, None)
    assert answer.why().startswith("without it, there is no way to cover row 1, columns")
    # Where the board has no time, searches of the backend say so.
    monkeypatch.setattr(player_questions, "LIMITS", replace(player_questions.LIMITS, hint=0.0))
    answer = question.hint()
    assert answer.step is not None
    assert (answer.step.certainty, answer.count) == (Certainty.SOLUTIONS, 7)
    assert answer.why() == "it is part of all 7 solutions"
    monkeypatch.setattr(player_questions, "_MANY", 3)
    answer = question.hint()
    assert answer.step is not None
    assert (answer.step.certainty, answer.count) == (Certainty.CONTRADICTION, None)
    assert answer.why() == "there is no solution without it"


def test_a_hint_of_surasshupakku_is_a_cell() -> None:
    question = experiment("surasshupakku", "5x5")
    answer, solution = question.hint(), question.solve().solutions[0]
    assert answer.step is not None
    (row, column), cut = answer.step.plain["cell"], answer.step.plain["cut"]
    assert answer.step.certainty is Certainty.LOGIC
    assert rows_of(solution)[row][column] == cut != "."
    bridges = experiment("surasshupakku", "bridge", parameters={"bridges": "allowed"})
    step = bridges.hint().step
    assert step is not None
    (row, column), cut = step.plain["cell"], step.plain["cut"]
    assert all(rows_of(other)[row][column] == cut for other in bridges.solutions().solutions)


def test_a_hint_for_a_model_of_ones_own_is_a_fact() -> None:
    model = ilpuzzles.Model("three")
    x = model.binary("x", 4)
    with model.group("given"):
        model.add(x[0] == 1, key=0)
    model.add(x[1] + x[2] == 1)
    model.add(x[3] >= x[1])
    model.add(x[3] >= x[2])
    answer = ilpuzzles.own_puzzle(model).hint()
    assert answer.verdict() == "x[3] is 1"
    assert answer.why() == "it is part of all 2 solutions"
    open_ = ilpuzzles.own_puzzle(model).fix({x[3]: 1}).hint()
    assert open_.state is State.NOTHING_SURE
    none = ilpuzzles.own_puzzle(model).fix({x[1]: 1, x[2]: 1}).hint()
    assert (none.state, none.exit_code()) == (State.NO_SOLUTION, Exit.NO_SOLUTION)
    assert none.text().splitlines()[-1] == "to see what to take back: repair()"


def test_clues_that_one_rule_excludes_are_named() -> None:
    twice = experiment("sudoku", board="11--/----/----/----")
    answer = twice.hint()
    clues = "the 1 at row 1, column 1 and the 1 at row 1, column 2"
    assert answer.text().splitlines() == [
        "proved: there is no solution",
        f"{clues} cannot both stay: every row, column and box has each digit once",
        "to see why: explain()",
    ]
    assert answer.exit_code() is Exit.NO_SOLUTION
    assert str(answer.to_json()["wrong"]).startswith(clues)
    # Here no rule alone says so: the last cell of the row has no digit left.
    hidden = experiment("sudoku", board="123-/---4/----/----").hint()
    assert (hidden.state, hidden.clash) == (State.NO_SOLUTION, "")


@pytest.mark.exhaustive
@SLOW
@given(SEEDS, LATTICE, st.booleans())
def test_as_little_as_possible_is_taken_back(seed: int, lattice: str, right: bool) -> None:
    instance = with_random_givens(seed, lattice, right=right)
    question, givens = asked(instance), instance.givens
    answer = question.repair()
    assert answer.complete
    expected: set[frozenset[str]] = set()
    for size in range(len(givens) + 1):
        for gone in combinations(givens, size):
            left = tuple(one for one in givens if one not in gone)
            if count_tilings(TILING.position(replace(instance, givens=left)).plain()):
                expected.add(frozenset(map(instance.part_of, gone)))
        if expected:
            break
    assert set(map(frozenset, answer.alternatives)) == expected
    assert len(answer.alternatives) == len(expected)
    if not expected:
        last = "there is none even with nothing given: the rules alone rule it out"
        assert (answer.exit_code(), answer.text().splitlines()[-1]) == (Exit.NO_SOLUTION, last)
        return
    assert (answer.exit_code(), answer.ways.all_known) == (Exit.ANSWERED, True)
    assert bool(answer) == bool(next(iter(expected)))
    if answer:
        assert isinstance(answer.after, PuzzlePosition)
        assert answer.verified_by() == ["rows", "rules"]
        after = experiment(answer.after)
        assert after.repair().taken_back == ()
        assert after.hint().state is not State.NO_SOLUTION


@pytest.mark.exhaustive
def test_hopeless_positions_say_what_to_take_back() -> None:
    answer = experiment("lonpos", file=DOCS / "hopeless.yaml").repair()
    assert (answer.alternatives, answer.taken_back) == ((("J",), ("A",)), ("J",))
    assert list(answer.marked) == [(4, 7), (4, 8), (4, 9), (4, 10)]
    assert repr(answer) == "<repair of lonpos: take back J (purple), and there is a solution>"
    assert "[·]" in answer._repr_mimebundle_()["text/plain"]
    assert "Take back J (purple)" in (page := answer.html())
    # It shows the position afterwards.
    assert [page.count(f">{letter}</text>") for letter in "JK"] == [0, 1]


def test_what_cannot_be_asked_or_helped_is_said() -> None:
    hopeless = experiment("dominoes", board="..#/.#.")
    answer = hopeless.repair()
    assert (answer.taken_back, answer.exit_code()) == (None, Exit.NO_SOLUTION)
    assert hopeless.hint().text().splitlines()[-1].endswith("repair()")
    model = ilpuzzles.Model("mine")
    model.binary("x")
    with pytest.raises(InputError, match="mine does not say which of its rows hold what is given"):
        ilpuzzles.own_puzzle(model).repair()
    with pytest.raises(InputError, match="symmetry breaking, which leaves solutions out"):
        experiment("lonpos", "empty", break_symmetry="auto").hint()


def test_a_limit_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(time_limit=1e-6)
    answer = experiment("lonpos", "3pieces", backend="cpsat", options=options).hint()
    assert (answer.state, answer.exit_code(), answer.step) == (State.UNKNOWN, Exit.LIMIT, None)
    assert answer.verdict().startswith("unknown: the time limit came first")
    repaired = experiment("lonpos", file=DOCS / "hopeless.yaml", options=options).repair()
    assert (repaired.taken_back, repaired.exit_code()) == (None, Exit.LIMIT)

    def stopped(*arguments: Any, **details: Any) -> Any:
        found = FORCED(*arguments, **details)
        result = replace(found.result, limit=Limit.TIME, complete=False)
        return replace(found, values={}, undecided=found.values, result=result)

    FORCED = queries.find_forced  # noqa: N806 - the real one
    monkeypatch.setattr(queries, "find_forced", stopped)
    monkeypatch.setattr(player_questions, "LIMITS", replace(player_questions.LIMITS, hint=0.0))
    found = experiment("lonpos", "3pieces").hint()
    assert (found.state, found.exit_code(), found.step) == (State.UNKNOWN, Exit.LIMIT, None)
    assert found.verdict() == "unknown whether a piece is sure: the time limit came first"


def interrupting(*_: Any, **__: Any) -> Any:
    raise KeyboardInterrupt


@pytest.mark.parametrize(
    ("place", "name", "state"),
    [
        (queries, "solve_model", State.UNKNOWN),
        (HintFinder, "hint", State.UNKNOWN),
        (queries, "find_forced", State.UNKNOWN),
        (player_questions, "list_solutions", State.SURE),
    ],
)
def test_an_interrupted_hint_says_what_is_known(
    place: Any, name: str, state: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    if place is not HintFinder:
        monkeypatch.setattr(player_questions, "LIMITS", replace(player_questions.LIMITS, hint=0.0))
    monkeypatch.setattr(place, name, interrupting)
    with pytest.raises(Interrupted) as caught:
        experiment("lonpos", "3pieces").hint()
    answer = caught.value.answer
    assert (answer.state, answer.limit) == (state, Limit.INTERRUPTED)
    assert answer.to_json()["complete"] is False
    assert state is not State.SURE or answer.step.certainty is Certainty.CONTRADICTION


def test_an_interrupted_repair_says_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MusSearch, "search", interrupting)
    with pytest.raises(Interrupted) as caught:
        experiment("lonpos", file=DOCS / "hopeless.yaml").repair()
    answer = caught.value.answer
    assert answer.taken_back == ("J",)
    assert (answer.ways.all_known, answer.limit) == (False, Limit.NONE)


def test_wrong_logic_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HintFinder, "hint", lambda *_: ((0, Reason()), True))
    with pytest.raises(CheckError, match=r"it is forced to place A .*, and .* found a solution"):
        experiment("lonpos", "8pieces").hint()


def test_what_is_left_after_taking_back_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    question = experiment("lonpos", file=DOCS / "hopeless.yaml")
    monkeypatch.setattr(PuzzlePosition, "violations", lambda *_: ["tile once: broken"])
    with pytest.raises(CheckError, match="after taking back J: tile once: broken"):
        question.repair()


def test_wrong_proofs_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    find = queries.find_forced

    def wrong(*arguments: Any, **details: Any) -> Any:
        found = find(*arguments, **details)
        first = next(iter(found.values))
        return replace(found, values={**found.values, first: 1 - found.values[first]})

    monkeypatch.setattr(queries, "find_forced", wrong)
    monkeypatch.setattr(player_questions, "LIMITS", replace(player_questions.LIMITS, hint=0.0))
    with pytest.raises(CheckError, match="a solution has another value"):
        experiment("lonpos", "3pieces").hint()


def test_another_model_is_asked_by_searches_alone() -> None:
    question = experiment("lonpos", "empty")
    # A variable that is fixed is no piece on the board, so that simple logic knows nothing of it.
    place = question.formulated.model.families[0]
    corner = next(one for one in place.flat if str(one) == "place[G, 1, (0, 0)]")
    fixed = question.fix({corner: 1}).hint()
    assert fixed.step is not None
    assert fixed.step.plain["tile"] == "G"
    assert fixed.step.certainty is Certainty.CONTRADICTION
    with pytest.raises(InputError, match="a hint for lonpos without some of its rules"):
        question.without("each tile once").hint()


def test_answers_show_themselves() -> None:
    answer = lonpos("ADEGIJKL", backend="cpsat").hint()
    assert (bool(answer), answer.status) == (True, Status.OPTIMAL)
    assert repr(answer).startswith("<hint for lonpos: place H (magenta) in")
    bundle = answer._repr_mimebundle_()
    assert ("[H]" in bundle["text/plain"], "<svg" in bundle["text/html"]) == (True, True)
    assert "Place H (magenta) in row 2" in (page := answer.html())
    assert "why: whatever else covers row 2, column 10" in page
