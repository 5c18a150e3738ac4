"""The best solutions, all optimal ones, and several objectives in order; the fuzz asks for more."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from operator import mul
from typing import Any

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend, Feature, Interrupted, Options
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import BackendError, CheckError, InputError, ModelError
from ilpuzzles.queries.best import best_solutions, optimal_solutions
from ilpuzzles.queries.query_results import BestSolutions
from ilpuzzles.queries.restricted_search import Restricted
from ilpuzzles.queries.solve import Inquiry, solve_model
from support.begun_models import with_binaries, with_binary


@pytest.mark.exhaustive
def test_two_workers_list_the_same() -> None:
    model = subsets(7)
    model.add(model.families[0].sum() >= 2)
    model.maximize(model.families[0].dot([3, 3, 3, 1, 1, 1, 0]))
    model.add(model.families[0].sum() <= 2)
    options = Options(workers=2)
    answer = optimal_solutions(model, backend="cpsat", options=options)
    assert sorted(values.nonzero()[0].tolist() for values in answer) == [[0, 1], [0, 2], [1, 2]]
    assert best_solutions(model, number=6, options=options).objectives == (6, 6, 6, 4, 4, 4)


def subsets(items: int = 4) -> Model:
    model = Model("subsets")
    x = model.binary("x", items)
    model.minimize(x.dot([1, 2, 2, 3, 7, 7, 9][:items]))
    return model


def test_how_it_says_so() -> None:
    model = subsets(3)
    assert str(best_solutions(model, number=2)) == (
        "the 2 best solutions\n1: objective 0: all variables are 0\n2: objective 1: x[0]"
    )
    assert best_solutions(model, number=9).label() == "8 solutions, the best first, all there are"
    assert optimal_solutions(model).label() == "1 optimal solution, all there are"
    model.then_maximize(model.families[0].sum(), tolerance=1)
    assert best_solutions(model, number=1).label() == "the best solution"
    assert str(best_solutions(model, number=1)).endswith("\n1: objective 1, then 1: x[0]")
    # Within a tolerance, what comes later may be better by the first objective.
    assert best_solutions(model).objectives == (
        *((1, 1), (0, 0), (3, 2), (3, 2), (2, 1), (2, 1), (5, 3), (4, 2)),
    )
    model.add(model.families[0].sum() >= 4)
    assert best_solutions(model).label() == "0 solutions, the best first, all there are"
    assert not best_solutions(model).objectives


def test_ctrl_c_at_a_later_objective_leaves_the_best_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = subsets()
    model.then_maximize(model.families[0].sum(), tolerance=3)
    searched, calls = solve_model.__globals__["_search"], 0

    def interrupted(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt
        return searched(*arguments)

    monkeypatch.setattr("ilpuzzles.queries.solve._search", interrupted)
    with pytest.raises(Interrupted) as stopped:
        solve_model(model)
    result = stopped.value.answer
    assert (result.status, result.limit) == (Status.FEASIBLE, Limit.INTERRUPTED)
    assert (result.objective, result.further, result.checked) == (0, (0,), True)


@pytest.mark.parametrize("ask", [best_solutions, optimal_solutions])
def test_a_time_limit_is_no_proof(ask: Callable[..., BestSolutions]) -> None:
    model = Model("hard")
    x = model.binary("x", 60)
    model.add(x.sum() <= 30)
    model.maximize(x.sum())
    # There are more than 10^17 optimal ones.
    many = {"number" if ask is best_solutions else "limit": 10**9}
    for limit in (1e-6, 0.5):
        answer = ask(model, "cpsat", time_limit=limit, **many)
        assert not answer.complete
        assert answer.result.limit is Limit.TIME
        assert len({values.tobytes() for values in answer}) == len(answer)
        assert {*answer.objectives} <= {30}
        assert "incomplete: the time limit came first" in answer.label()
    assert len(answer) > 1


def test_an_answer_out_of_order_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    model, look, turn = subsets(), Inquiry.look, 0

    def hasty(self: Inquiry, restricted: Restricted, nodes: int | None = None) -> Any:
        nonlocal turn
        turn += 1
        if turn > 1:
            return look(self, restricted, nodes)
        # The first answer is none of the best, and the rows that follow from it are left out.
        dear = Restricted(model.fix({model.families[0][3]: 1}))
        return look(self, dear, nodes)

    monkeypatch.setattr(Inquiry, "look", hasty)
    monkeypatch.setattr("ilpuzzles.modelling.program.Program.reaching", lambda self, *_: self)
    with pytest.raises(CheckError, match="claims to have proved a best solution, but there is"):
        best_solutions(model, number=3, options=Options(verify=False))


def test_ties_that_differ_in_the_last_digit_accuse_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver with doubles finds 2.1 a little too large at first, and then as it is."""
    model = Model()
    x, y = model.binary("x", 3), model.continuous("y", upper=3)
    model.add(y >= 2 + Fraction(1, 10) * x.sum())
    model.add(x.sum() == 1)
    model.minimize(y)
    told = [Fraction(21, 10) + Fraction(1, 10**15), Fraction(21, 10), Fraction(21, 10)]
    look = Inquiry.look

    def with_last_digits(inquiry: Inquiry, *given: Any, **how: Any) -> Any:
        result = look(inquiry, *given, **how)
        if result.values is not None and told:
            values = result.values.copy()
            values[3] = told.pop(0)
            return replace(result, values=values)
        return result

    monkeypatch.setattr(Inquiry, "look", with_last_digits)
    found = best_solutions(model, number=3, backend="cbc")
    objectives = [one for one in found.objectives if not isinstance(one, tuple)]
    assert [round(float(value), 12) for value in objectives] == [2.1] * 3
    assert objectives == sorted(objectives)


@pytest.mark.engine
def test_nonsense_is_one_line() -> None:
    model, x = with_binaries(2)
    with pytest.raises(InputError, match="the model has no objective"):
        best_solutions(model)
    with pytest.raises(ModelError, match="there is no objective yet"):
        model.then_minimize(x.sum())
    model.minimize(x.sum())
    for number in (0, -1):
        with pytest.raises(InputError, match="must be 1 or more"):
            best_solutions(model, number=number)
    with pytest.raises(InputError, match="where a gap leaves"):
        optimal_solutions(model, options=Options(gap=0.1))
    hinted = Options(hint={x[0]: 1})
    with pytest.raises(BackendError, match="exactcover does not support hints"):
        best_solutions(model, backend="exactcover", options=hinted)
    with pytest.raises(ModelError, match=r"the tolerance must be 0 or more, such as 0\.05, got -1"):
        model.then_minimize(x[0], tolerance=-1)
    for share in (-0.5, float("nan"), float("inf"), "much", "-1/3"):
        with pytest.raises(ModelError, match="the share must be 0 or more"):
            model.then_minimize(x[0], share=share)
    model.minimize(model.integer("n", lower=None, upper=None))
    with pytest.raises(ModelError, match="variable n has no bounds"):
        best_solutions(model)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("given_up", ["nothing", "an amount", "a share", "the larger of both"])
def test_the_best_of_what_is_left_comes_next_within_what_the_first_objective_gives_up(
    seed: int, given_up: str
) -> None:
    dice = random.Random(f"{seed} {given_up}")
    model = Model()
    n = model.integer("n", 3, lower=-1, upper=1)
    model.add(n.sum() <= dice.randint(-1, 2))
    left = [point for point in product(range(-1, 2), repeat=3) if model.check(point) == ()]
    # No two solutions have the same value of the second objective: it says which one is next.
    costs, prices = [dice.randint(-5, 5) for _ in range(3)], dice.sample([1, 3, 9], 3)
    constant = dice.choice([0, 30, -30])
    tolerance = 3 if given_up in {"an amount", "the larger of both"} else 0
    share = Fraction(given_up in {"a share", "the larger of both"}) / 5
    model.minimize(n.dot(costs) + constant)
    model.then_maximize(n.dot(prices), tolerance=tolerance, share=share)
    expected = []
    for _ in range(min(5, len(left))):
        scores = {point: sum(map(mul, costs, point)) + constant for point in left}
        least = min(scores.values())
        room = max(Fraction(tolerance), share * abs(least))
        near = [point for point in left if scores[point] <= least + room]
        best = max(near, key=lambda point: sum(map(mul, prices, point)))
        left.remove(best)
        expected.append((scores[best], sum(map(mul, prices, best))))
    answer = best_solutions(model, dice.choice(["cpsat", "highs", "cbc"]), number=5)
    assert [*answer.objectives] == expected


def test_a_second_first_objective_drops_those_after_it() -> None:
    model = subsets()
    model.then_maximize(model.families[0].sum())
    assert solve_model(model).further == (0,)
    model.maximize(model.families[0].sum())
    assert (solve_model(model).objective, solve_model(model).further) == (4, ())


def test_no_file_holds_several_objectives() -> None:
    model = subsets()
    model.then_maximize(model.families[0].sum())
    for write in (model.to_lp, model.to_mps, model.to_opb, model.to_pulp):
        with pytest.raises(
            ModelError, match="the model has several objectives in order, which no file can hold"
        ):
            write()


def test_an_unbounded_objective_has_no_best(backend: Backend) -> None:
    if Feature.CONTINUOUS not in backend.features:
        return
    model, x = with_binary()
    model.maximize(model.integer("n", lower=0, upper=None, auxiliary=True) + x)
    model.add(model.integer("m", lower=0, upper=None, auxiliary=True) + x >= 1)
    answer = best_solutions(model, number=2, backend=backend)
    assert (len(answer), answer.result.status) == (0, Status.UNBOUNDED)


def test_a_level_with_many_solutions_is_listed_at_once() -> None:
    searches = 0
    model, x = with_binaries(12)
    model.add(x.sum() >= 1)
    model.minimize(x.sum())

    def count(self: Inquiry, restricted: Restricted, nodes: int | None = None) -> Any:
        nonlocal searches
        searches += 1
        return look(self, restricted, nodes)

    look = Inquiry.look
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Inquiry, "look", count)
        answer = best_solutions(model, number=12 + 66 + 20, backend="cpsat")
    assert answer.objectives == (1,) * 12 + (2,) * 66 + (3,) * 20
    assert searches == 6
    assert len({values.tobytes() for values in answer}) == len(answer)


@pytest.mark.exhaustive
def test_solutions_beside_continuous_variables_come_once(backend: Backend) -> None:
    """Their values are objects, whose addresses do not say whether two solutions are equal."""
    if Feature.CONTINUOUS not in backend.features:
        return
    model = Model()
    n = model.integer("n", lower=997, upper=1000)
    c = model.continuous("c", lower=0, upper=Fraction(1, 3))
    model.add(n + c <= 1002)
    model.maximize(c)
    answer = best_solutions(model, number=10, backend=backend)
    assert sorted(int(values[0]) for values in answer) == [997, 998, 999, 1000]
