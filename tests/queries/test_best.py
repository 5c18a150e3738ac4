"""The best solutions, all optimal ones, and several objectives in order, against all solutions."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from ilpuzzles.backends.interface import Backend, Feature, Interrupted, Options
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import BackendError, CheckError, InputError, ModelError
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.model import Model
from ilpuzzles.queries.best import best_solutions, optimal_solutions
from ilpuzzles.queries.query_results import BestSolutions
from ilpuzzles.queries.restricted_search import Restricted
from ilpuzzles.queries.solve import Inquiry, solve_model

Point = tuple[int, ...]


@dataclass(frozen=True)
class Goal:
    """An objective as plain data, and by how much the one before it may be worse."""

    costs: list[int]
    maximize: bool
    slack: int = 0
    share: Fraction = Fraction(0)

    def value(self, point: Point) -> int:
        return 3 + sum(cost * number for cost, number in zip(self.costs, point, strict=True))

    def best(self, points: list[Point]) -> int:
        return (max if self.maximize else min)(self.value(point) for point in points)


@dataclass(frozen=True)
class Ranked:
    """A random model with objectives, and all assignments that satisfy its rows."""

    model: Model
    points: list[Point]
    deciding: int
    goals: list[Goal]

    def best_of(self, points: list[Point]) -> list[Point]:
        """All that are best by every objective, each within the tolerance of the next one."""
        for number, goal in enumerate(self.goals):
            if not points:
                return []
            best = goal.best(points)
            slack = 0
            if number + 1 < len(self.goals):
                after = self.goals[number + 1]
                slack = max(after.slack, int(after.share * abs(best)))
            points = [one for one in points if abs(goal.value(one) - best) <= slack]
        return points

    def left(self, found: set[Point]) -> list[Point]:
        return [point for point in self.points if point[: self.deciding] not in found]


def ranked(seed: int, *, goals: int = 1, tolerant: bool = False, free: bool = False) -> Ranked:
    """A few binary variables and integers, of which the last is auxiliary if `free`."""
    dice = random.Random(f"ranked {seed}")
    model = Model(f"ranked {seed}")
    domains = [(0, 1)] * dice.randint(1, 5) + [(-1, 2)] * (1 + free)
    x: list[Variable] = []
    for number, (lower, upper) in enumerate(domains):
        auxiliary = free and number == len(domains) - 1
        name = f"x{number}"
        if upper == 1:
            x.append(model.binary(name))
        else:
            x.append(model.integer(name, lower=lower, upper=upper, auxiliary=auxiliary))
    rows = []
    for _ in range(dice.randint(0, 3)):
        factors = [dice.choice([0, -2, -1, 1, 1, 3]) for _ in x]
        lower = dice.randint(-3, 1)
        rows.append((factors, lower, lower + dice.randint(1, 6)))
        total = model.sum(a * b for a, b in zip(factors, x, strict=True))
        model.add(total.between(*rows[-1][1:]))
    points = [
        point
        for point in product(*(range(lower, upper + 1) for lower, upper in domains))
        if all(
            lower <= sum(a * b for a, b in zip(factors, point, strict=True)) <= upper
            for factors, lower, upper in rows
        )
    ]
    asked = []
    for number in range(goals):
        costs, maximize = [dice.randint(-3, 3) for _ in x], dice.random() < 0.5
        slack, share = 0, Fraction(0)
        if tolerant and number:
            slack, share = dice.randint(0, 2), Fraction(dice.choice([0, 10, 30]), 100)
        asked.append(Goal(costs, maximize, slack, share))
        expression = model.sum(a * b for a, b in zip(costs, x, strict=True)) + 3
        if number:
            more: dict[str, Any] = {"tolerance": slack, "share": float(share)}
            (model.then_maximize if maximize else model.then_minimize)(expression, **more)
        else:
            (model.maximize if maximize else model.minimize)(expression)
    return Ranked(model, points, len(x) - free, asked)


def require_ranked(made: Ranked, answer: BestSolutions, number: int) -> None:
    """Each solution is one of the best that were left; and none is missing."""
    found: set[Point] = set()
    for values in answer:
        point = tuple(values.tolist())
        assert point in made.best_of(made.left(found))
        assert made.model.check(values) == ()
        found.add(point[: made.deciding])
    classes = {point[: made.deciding] for point in made.points}
    assert len(answer) == len(found) == min(number, len(classes))
    assert answer.complete
    result = answer.result
    if not classes:
        assert (result.status, result.values) == (Status.INFEASIBLE, None)
    else:
        assert (result.status, result.checked) == (Status.OPTIMAL, True)
        scores = [tuple(goal.value(tuple(one.tolist())) for goal in made.goals) for one in answer]
        said = [one if isinstance(one, tuple) else (one,) for one in answer.objectives]
        assert said == scores
        assert (result.objective, *result.further) == scores[0]
    assert result.limit is (Limit.SOLUTIONS if len(answer) == number else Limit.NONE)


def some(seeds: range, backend: Backend) -> range:
    """Fewer models where a search is a process; `--models` asks for more."""
    return seeds[:: 2 if backend.name == "cpsat" else 16]


def test_the_best_solutions(backend: Backend, seeds: range) -> None:
    for seed in some(seeds, backend):
        made = ranked(seed)
        number = (1, 3, 6)[seed % 3] if backend.name != "cpsat" else (2, 7, 500)[seed % 3]
        require_ranked(made, best_solutions(made.model, number, backend=backend.name), number)


def test_the_best_of_several_completions_counts(backend: Backend, seeds: range) -> None:
    for seed in some(seeds, backend):
        made = ranked(seed, free=True)
        number = 4 if backend.name != "cpsat" else (2, 5, 500)[seed % 3]
        require_ranked(made, best_solutions(made.model, number, backend=backend.name), number)


def test_several_objectives(backend: Backend, seeds: range) -> None:
    for seed in some(seeds, backend):
        made = ranked(seed, goals=2 + seed % 2, tolerant=seed % 2 == 0, free=seed % 3 == 0)
        result = solve_model(made.model, backend.name)
        expected = made.best_of(made.points)
        if not expected:
            assert result.status is Status.INFEASIBLE
            continue
        assert (result.status, result.checked) == (Status.OPTIMAL, True)
        assert result.values is not None
        point = tuple(result.values.tolist())
        assert point in expected, seed
        assert (result.objective, *result.further) == tuple(g.value(point) for g in made.goals)
        number = 3 if backend.name != "cpsat" else (2, 5, 500)[seed % 3]
        require_ranked(made, best_solutions(made.model, number, backend=backend.name), number)


def test_all_optimal_solutions(backend: Backend, seeds: range) -> None:
    for seed in some(seeds, backend):
        several = seed % 4 == 0
        made = ranked(seed, goals=1 + several, tolerant=several, free=seed % 3 == 0)
        expected = {point[: made.deciding] for point in made.best_of(made.points)}
        if backend.name != "cpsat" and len(expected) > 6:
            continue
        answer = optimal_solutions(made.model, backend=backend.name)
        found = [tuple(values.tolist()) for values in answer]
        assert all(point in made.best_of(made.points) for point in found), seed
        assert sorted(point[: made.deciding] for point in found) == sorted(expected), seed
        assert answer.complete
        few = optimal_solutions(made.model, 2, backend=backend.name)
        assert len(few) == min(2, len(expected))
        assert few.result.limit is (Limit.SOLUTIONS if len(few) == 2 else Limit.NONE)


def test_two_workers_list_the_same() -> None:
    made = ranked(4)
    answer = optimal_solutions(made.model, backend="cpsat", options=Options(workers=2))
    found = {tuple(values.tolist()) for values in answer}
    assert found == set(made.best_of(made.points))
    require_ranked(made, best_solutions(made.model, 6, options=Options(workers=2)), 6)


def subsets(items: int = 4) -> Model:
    model = Model("subsets")
    x = model.binary("x", items)
    model.minimize(x.dot([1, 2, 2, 3, 7, 7, 9][:items]))
    return model


def test_how_it_says_so() -> None:
    model = subsets(3)
    assert str(best_solutions(model, 2)) == (
        "the 2 best solutions\n1: objective 0: all variables are 0\n2: objective 1: x[0]"
    )
    assert best_solutions(model, 9).label() == "8 solutions, the best first, all there are"
    assert optimal_solutions(model).label() == "1 optimal solution, all there are"
    model.then_maximize(model.families[0].sum(), tolerance=1)
    assert best_solutions(model, 1).label() == "the best solution"
    assert str(best_solutions(model, 1)).endswith("\n1: objective 1, then 1: x[0]")
    model.add(model.families[0].sum() >= 4)
    assert best_solutions(model).label() == "0 solutions, the best first, all there are"
    assert not best_solutions(model).objectives


def test_ctrl_c_hands_over_what_is_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    look, looked = Inquiry.look, 0

    def interrupted(self: Inquiry, restricted: Restricted, nodes: int | None = None) -> Any:
        nonlocal looked
        looked += 1
        if looked > 2:
            raise KeyboardInterrupt
        return look(self, restricted, nodes)

    monkeypatch.setattr(Inquiry, "look", interrupted)
    with pytest.raises(Interrupted) as stopped:
        best_solutions(subsets(), 5)
    answer = stopped.value.answer
    assert answer.objectives == (0, 1)
    assert (answer.complete, answer.result.limit) == (False, Limit.INTERRUPTED)
    assert answer.label() == "2 of the 5 best solutions, incomplete: interrupted"
    model = subsets()
    model.then_minimize(model.families[0].sum())
    looked = 2
    with pytest.raises(Interrupted) as stopped:
        best_solutions(model, 5)
    assert (len(stopped.value.answer), stopped.value.answer.result.status) == (0, Status.UNKNOWN)


def test_ctrl_c_at_a_later_objective_hands_over_the_best_by_those_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = subsets()
    model.then_maximize(model.families[0].sum(), tolerance=3)
    searched, calls = solve_model.__globals__["_searched"], 0

    def interrupted(*arguments: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise KeyboardInterrupt
        return searched(*arguments)

    monkeypatch.setattr("ilpuzzles.queries.solve._searched", interrupted)
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
    for limit in (1e-6, 0.5):
        answer = ask(model, 10**9, backend="cpsat", options=Options(time_limit=limit))
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
    with pytest.raises(CheckError, match="has proved a solution to be the best that is not"):
        best_solutions(model, 3, options=Options(verify=False))


def test_nonsense_is_one_line() -> None:
    model = Model()
    x = model.binary("x", 2)
    with pytest.raises(InputError, match="the model has no objective"):
        best_solutions(model)
    with pytest.raises(ModelError, match="there is no objective yet"):
        model.then_minimize(x.sum())
    model.minimize(x.sum())
    for number in (0, -1):
        with pytest.raises(InputError, match="must be 1 or more"):
            best_solutions(model, number)
    with pytest.raises(InputError, match="within a gap"):
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
    with pytest.raises(ModelError, match="a variable has no bounds"):
        best_solutions(model)


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
        with pytest.raises(ModelError, match="several objectives in order, which no file can hold"):
            write()


def test_an_unbounded_objective_has_no_best(backend: Backend) -> None:
    if Feature.CONTINUOUS not in backend.features:
        return
    model = Model()
    x = model.binary("x")
    model.maximize(model.integer("n", lower=0, upper=None, auxiliary=True) + x)
    model.add(model.integer("m", lower=0, upper=None, auxiliary=True) + x >= 1)
    answer = best_solutions(model, 2, backend=backend.name)
    assert (len(answer), answer.result.status) == (0, Status.UNBOUNDED)


def test_a_level_with_many_solutions_is_listed_at_once() -> None:
    searches = 0
    model = Model()
    x = model.binary("x", 12)
    model.add(x.sum() >= 1)
    model.minimize(x.sum())

    def count(self: Inquiry, restricted: Restricted, nodes: int | None = None) -> Any:
        nonlocal searches
        searches += 1
        return look(self, restricted, nodes)

    look = Inquiry.look
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Inquiry, "look", count)
        answer = best_solutions(model, 12 + 66 + 20, backend="cpsat")
    assert answer.objectives == (1,) * 12 + (2,) * 66 + (3,) * 20
    assert searches == 6
    assert len({values.tobytes() for values in answer}) == len(answer)
