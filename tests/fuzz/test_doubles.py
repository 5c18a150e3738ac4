"""Random models whose data are ordinary doubles, against scipy, PuLP, HiGHS and SCIP.

`python -m pytest tests/fuzz/test_doubles.py --wider 100` asks about 6,000 models, a tenth of
them all questions, and prints the sums. Which ones changes with the date; the first line of a run
says how to have the same again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import inf

import numpy as np
import pytest

from support.doubles.campaign import FAULTS, Finding, findings, findings_of_peers
from support.doubles.comparing import differences
from support.doubles.data import DoubleModel, faults, is_exact_solution, rounded, tightened
from support.doubles.doors import DOORS
from support.doubles.families import FAMILIES, drawn
from support.doubles.judging import Claim, Outcome, claim_of, judge
from support.doubles.oracle import INFEASIBLE, OPTIMAL, UNBOUNDED, oracle
from support.doubles.peers import NO_PEERS, Peers, peers_if_any
from support.doubles.questions import stated_or_refused
from support.doubles.sums import PROPERTY, Tally

Record = Callable[[str, object], None]


@pytest.fixture(scope="session")
def peers() -> Iterator[Peers]:
    """HiGHS and SCIP in an environment of their own."""
    with peers_if_any() as found:
        if found is None:
            pytest.skip(NO_PEERS)
        yield found


def require_right(found: Iterator[Finding], record_property: Record) -> None:
    """Fails with a line for every wrong answer; the sums are shown at the end of the run."""
    tally = Tally()
    lines = []
    for one in found:
        tally.add(one.question, one.status, one.outcome)
        if one.outcome in FAULTS:
            lines.append(str(one))
    record_property(PROPERTY, tally.plain())
    assert not lines, "\n".join(["", *lines])


@pytest.mark.exhaustive
def test_answers_about_doubles_are_right(seeds_of_doubles: range, record_property: Record) -> None:
    found = (one for seed in seeds_of_doubles for one in findings(seed))
    require_right(found, record_property)


@pytest.mark.exhaustive
def test_other_programs_read_in_exports_what_was_stated(
    seeds_of_doubles: range, peers: Peers, record_property: Record
) -> None:
    found = (one for seed in seeds_of_doubles for one in findings_of_peers(seed, peers))
    require_right(found, record_property)


# The judge itself


def small_model() -> DoubleModel:
    """The greatest 2 x + 3 y + 0.5 with x + y <= 4.5 and 0.25 <= x - y, where y is whole: 11.5."""
    return DoubleModel(
        family="small",
        matrix=np.array([[1.0, 1.0], [1.0, -1.0]]),
        row_lower=np.array([-inf, 0.25]),
        row_upper=np.array([4.5, inf]),
        lower=np.array([0.0, 0.0]),
        upper=np.array([10.0, 3.0]),
        whole=np.array([False, True]),
        costs=np.array([2.0, 3.0]),
        constant=0.5,
        maximise=True,
        planted=np.array([2.0, 1.0]),
    )


def without_row(data: DoubleModel, row: int) -> DoubleModel:
    """The model without the sides of a row."""
    lower, upper = data.row_lower.copy(), data.row_upper.copy()
    lower[row], upper[row] = -inf, inf
    return replace(data, row_lower=lower, row_upper=upper)


def honest_claim(data: DoubleModel) -> Claim:
    """The oracle's own answer as a claim."""
    truth = oracle(data)
    return Claim(truth.status, truth.objective if truth.point is not None else None, truth.point)


def outcome(data: DoubleModel, claim: Claim) -> Outcome:
    """The outcome of a claim about a model."""
    return judge(data, claim, oracle(data)).outcome


def test_the_oracle_knows_a_small_model() -> None:
    truth = oracle(small_model())
    assert truth.status == OPTIMAL
    assert truth.objective == pytest.approx(11.5)
    assert truth.point is not None
    assert truth.point.tolist() == pytest.approx([2.5, 2.0])
    assert outcome(small_model(), honest_claim(small_model())) is Outcome.RIGHT


@pytest.mark.parametrize("row", [0, 1])
def test_an_answer_about_a_model_without_one_row_is_wrong(row: int) -> None:
    claim = honest_claim(without_row(small_model(), row))
    assert outcome(small_model(), claim) is Outcome.WRONG


def test_an_answer_about_a_model_without_a_bound_is_wrong() -> None:
    data = replace(small_model(), upper=np.array([1.5, 3.0]))
    lost = replace(data, upper=np.array([inf, 3.0]))
    assert outcome(data, honest_claim(data)) is Outcome.RIGHT
    assert outcome(data, honest_claim(lost)) is Outcome.WRONG


def test_an_answer_about_a_model_with_a_wrong_sign_is_wrong() -> None:
    data = small_model()
    turned = replace(data, matrix=np.array([[1.0, 1.0], [-1.0, 1.0]]))
    assert outcome(data, honest_claim(turned)) is Outcome.WRONG
    minimum = replace(data, maximise=False)
    assert outcome(data, honest_claim(minimum)) is Outcome.WRONG
    other_costs = replace(data, costs=np.array([2.0, -3.0]))
    assert outcome(data, honest_claim(other_costs)) is Outcome.WRONG


def test_values_that_are_not_whole_are_wrong() -> None:
    claim = Claim(OPTIMAL, 11.5, np.array([2.5, 2.0 + 1e-7]))
    assert outcome(small_model(), claim) is Outcome.WRONG
    assert outcome(small_model(), honest_claim(small_model().relaxed())) is Outcome.WRONG


def test_an_objective_that_its_values_do_not_have_is_wrong() -> None:
    claim = Claim(OPTIMAL, 11.6, np.array([2.5, 2.0]))
    assert outcome(small_model(), claim) is Outcome.WRONG
    worse = Claim(OPTIMAL, 7.5, np.array([2.0, 1.0]))
    assert outcome(small_model(), worse) is Outcome.WRONG
    assert outcome(small_model(), replace(worse, status="feasible")) is Outcome.UNDECIDED


def test_values_that_are_no_numbers_are_wrong() -> None:
    claim = Claim(OPTIMAL, 11.5, np.array([np.nan, 2.0]))
    assert outcome(small_model(), claim) is Outcome.WRONG


def test_a_wrong_status_is_wrong() -> None:
    data = small_model()
    assert outcome(data, Claim(INFEASIBLE)) is Outcome.WRONG
    assert outcome(data, Claim(UNBOUNDED)) is Outcome.WRONG
    assert outcome(data, Claim("unknown")) is Outcome.UNDECIDED
    impossible = replace(data, row_lower=np.array([20.0, 0.25]), row_upper=np.array([inf, inf]))
    assert outcome(impossible, Claim(INFEASIBLE)) is Outcome.RIGHT
    assert outcome(impossible, honest_claim(data)) is Outcome.WRONG
    endless = replace(without_row(data, 0), upper=np.array([inf, 3.0]))
    assert outcome(endless, Claim(UNBOUNDED)) is Outcome.RIGHT
    assert outcome(endless, Claim(INFEASIBLE)) is Outcome.WRONG


def test_what_a_hair_decides_is_borderline() -> None:
    """The sum of two numbers up to 1 is to be 2, and a hair more: about 2e-8."""
    data = DoubleModel(
        family="hair",
        matrix=np.array([[1.0, 1.0]]),
        row_lower=np.array([2.0 + 2e-8]),
        row_upper=np.array([inf]),
        lower=np.zeros(2),
        upper=np.ones(2),
        whole=np.zeros(2, dtype=bool),
        costs=np.ones(2),
    )
    possible = replace(data, row_lower=np.array([2.0 - 2e-8]))
    point = np.ones(2)
    assert oracle(data).status == INFEASIBLE
    assert outcome(data, Claim(OPTIMAL, 2.0, point)) is Outcome.BORDERLINE
    assert judge(possible, Claim(INFEASIBLE), oracle(data)).outcome is Outcome.RIGHT
    # A point that satisfies everything exactly is no matter of a hair.
    truth = replace(oracle(possible), point=point)
    assert judge(possible, Claim(INFEASIBLE), truth).outcome is Outcome.WRONG
    outside = np.array([1.0, 1.0 - 1e-9])
    equation = replace(possible, row_lower=np.array([2.0]), row_upper=np.array([2.0]))
    truth = replace(oracle(possible), point=outside)
    assert judge(equation, Claim(INFEASIBLE), truth).outcome is Outcome.BORDERLINE


@pytest.mark.parametrize("row", [0, 1])
def test_a_file_that_has_lost_something_differs(row: int) -> None:
    data = small_model()
    assert differences(data, data) == []
    doubled = replace(
        data, matrix=-2 * data.matrix, row_lower=-2 * data.row_upper, row_upper=-2 * data.row_lower
    )
    assert differences(data, doubled) == []
    assert differences(data, without_row(data, row))
    assert differences(data, replace(data, upper=np.array([inf, 3.0])))
    assert differences(data, replace(data, costs=np.array([2.0, 3.1])))
    assert differences(data, replace(data, whole=np.array([False, False])))
    changed = data.matrix.copy()
    changed[row, 0] *= -1
    assert differences(data, replace(data, matrix=changed))


def test_a_side_may_be_moved_past_what_whole_numbers_cannot_come_to() -> None:
    """4 x + 6 y <= 9.5 says no more than 4 x + 6 y <= 8, where both are whole."""
    data = replace(
        small_model(),
        matrix=np.array([[4.0, 6.0]]),
        row_lower=np.array([-inf]),
        row_upper=np.array([9.5]),
        whole=np.array([True, True]),
    )
    assert differences(data, replace(data, row_upper=np.array([8.0]))) == []
    assert differences(data, replace(data, row_upper=np.array([9.0]))) == []
    assert differences(data, replace(data, row_upper=np.array([7.9])))
    assert differences(data, replace(data, row_upper=np.array([10.0])))
    assert tightened(data).row_upper.tolist() == [8.0]
    mixed = replace(data, whole=np.array([True, False]))
    assert differences(mixed, replace(mixed, row_upper=np.array([8.0])))


def test_numbers_are_rounded_as_a_file_has_them() -> None:
    data = replace(small_model(), row_lower=np.array([-inf, 1 / 3]))
    assert rounded(data, 4).row_lower.tolist() == [-inf, 0.3333]
    assert outcome(data, honest_claim(rounded(data, 12))) is Outcome.RIGHT


def test_models_are_of_all_families_and_solutions_are_planted() -> None:
    made = [drawn(seed) for seed in range(200)]
    assert {one.family for one in made} == set(FAMILIES)
    assert max(one.rows for one in made) > 60
    planted = [one for one in made if one.planted is not None and not faults(one, one.planted)]
    assert len(planted) > 100
    assert (
        sum(is_exact_solution(one, one.planted) for one in planted[:60] if one.planted is not None)
        > 30
    )
    again = drawn(7)
    assert again.matrix.tolist() == drawn(7).matrix.tolist()


@pytest.mark.every("door")
@pytest.mark.parametrize("door", DOORS)
def test_every_door_states_the_small_model(door: str) -> None:
    for seed in range(2):
        data = small_model()
        model, refusal = stated_or_refused(data, door, np.random.default_rng(seed), None)
        assert model is not None, refusal
        claim = claim_of(data, model.solve("highs"))
        assert outcome(data, claim) is Outcome.RIGHT
