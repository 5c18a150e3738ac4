"""What belongs to another model is refused by name, wherever it is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import IlpuzzlesError, InputError, ModelError, UnknownNameError
from ilpuzzles.modelling.row_check import Row
from ilpuzzles.modelling.variables import VariableFamily


class Stated(NamedTuple):
    """A model with a family and a row."""

    model: Model
    x: VariableFamily
    row: Row


def stated(name: str, family: str) -> Stated:
    """Two binary variables, of which one may be 1."""
    model = Model(name)
    x = model.binary(family, 2)
    with model.group(f"group of {name}"):
        row = model.add(x.sum() <= 1, "once")
    model.maximize(x @ [1, 2])
    return Stated(model, x, row)


Ask = Callable[[Stated, Stated], object]
"""Something of the first model is given where one of the second belongs."""

VARIABLES: dict[str, Ask] = {
    "result[x]": lambda a, b: b.model.solve("cpsat")[a.x[0]],
    "result[array]": lambda a, b: b.model.solve("cpsat")[a.x],
    "result[2 * array]": lambda a, b: b.model.solve("cpsat")[2 * a.x],
    "result[row]": lambda a, b: b.model.solve("cpsat")[a.x[0] <= 1],
    "result[rows]": lambda a, b: b.model.solve("cpsat")[a.x <= 1],
    "result.value": lambda a, b: b.model.solve("cpsat").value(a.x.sum()),
    "result.series": lambda a, b: b.model.solve("cpsat").series(a.x),
    "relaxation[x]": lambda a, b: b.model.relaxation()[a.x[0]],
    "reduced cost": lambda a, b: b.model.relaxation().reduced_cost(a.x[0]),
    "reduced costs": lambda a, b: b.model.relaxation().reduced_cost(a.x),
    "range of a cost": lambda a, b: b.model.relaxation().ranging().cost(a.x[0]),
    "hint": lambda a, b: b.model.solve("cpsat", hint={a.x[0]: 1}),
    "hint for an array": lambda a, b: b.model.solve("cpsat", hint={a.x: 1}),
    "hint of a negation": lambda a, b: b.model.solve("cpsat", hint={~a.x[1]: 1}),
    "result for a hint": lambda a, b: b.model.solve("cpsat", hint=a.model.solve("cpsat")),
    "hint of a count": lambda a, b: b.model.count(hint={a.x[0]: 1}),
    "hint of the best": lambda a, b: b.model.best(hint={a.x[0]: 1}),
    "hint of a program": lambda a, b: b.model.fix({b.x[0]: 1}).solve(hint={a.x[0]: 1}),
    "fix": lambda a, b: b.model.fix({a.x[0]: 1}),
    "fix an array": lambda a, b: b.model.fix({a.x: 1}),
    "what if": lambda a, b: b.model.whatif(fix=[{a.x[0]: 1}]),
    "bounds": lambda a, b: b.model.bounds(a.x[0]),
    "add": lambda a, b: b.model.add(a.x[0] | a.x[1]),
    "add an array": lambda a, b: b.model.add(a.x <= 0),
    "exactly one": lambda a, b: b.model.exactly_one(a.x),
    "coefficients": lambda a, b: b.model.change(b.row, {a.x[0]: 1}),
    "facts": lambda a, b: b.model.forced(facts=lambda _: {"a": a.x[0] + 1}),
}

ROWS: dict[str, Ask] = {
    "slack": lambda a, b: b.model.solve("cpsat").slack(a.row),
    "residual": lambda a, b: b.model.solve("cpsat").residual(a.row),
    "slack of a list": lambda a, b: b.model.solve("cpsat").slack(a.model.rows()),
    "slack of a program": lambda a, b: b.model.fix({b.x[0]: 1}).solve("cpsat").slack(a.row),
    "row of a program": lambda a, b: b.model.solve("cpsat").slack(a.model.program().rows_of()[0]),
    "dual": lambda a, b: b.model.relaxation().dual(a.row),
    "duals": lambda a, b: b.model.relaxation().dual(a.model.rows()),
    "range of a side": lambda a, b: b.model.relaxation().ranging().side(a.row),
    "change": lambda a, b: b.model.change(a.row, bounds=(0, 1)),
    "delete": lambda a, b: b.model.delete(a.row),
    "delete a list": lambda a, b: b.model.delete(a.model.rows()),
}


@pytest.mark.parametrize("ask", [*VARIABLES, *ROWS])
def test_what_is_of_another_model_is_refused_by_name(ask: str) -> None:
    use = "a variable" if ask in VARIABLES else "a row"
    diet, roster = stated("diet", "food"), stated("roster", "shift")
    with pytest.raises(IlpuzzlesError) as refused:
        (VARIABLES | ROWS)[ask](diet, roster)
    said = str(refused.value)
    assert " belongs to the model 'diet', and " in said
    assert said.endswith(f"; use {use} of 'roster'")
    assert "\n" not in said
    both = stated("plan", "food"), stated("plan", "food")
    with pytest.raises(IlpuzzlesError) as refused:
        (VARIABLES | ROWS)[ask](*both)
    assert str(refused.value).endswith(
        f" belongs to another model, which is also called 'plan'; use {use} of this one"
    )
    # What is refused leaves the model as it was.
    assert roster.model.rows().text().count("\n") == 1


def test_an_expression_of_two_models_names_both() -> None:
    diet, roster = stated("diet", "food"), stated("roster", "shift")
    x, y = diet.x, roster.x
    mixed: list[Callable[[], object]] = [
        lambda: x[0] + y[0],
        lambda: x[0] + (y[0] + y[1]),
        lambda: x <= y,
        lambda: 2 * x - y[0],
        lambda: diet.model.sum([x[0], x[1], y[0]]),
        lambda: diet.model.minimize(y.sum()),
    ]
    for mix in mixed:
        with pytest.raises(ModelError, match="mixes variables of the models 'diet' and 'roster'"):
            mix()
    again = stated("diet", "food")
    with pytest.raises(ModelError, match="an expression mixes variables of two models; use those"):
        x[0] + again.x[0]


def test_what_is_refused_says_what_it_is() -> None:
    diet, roster = stated("diet", "food"), stated("roster", "shift")
    result, foreign = roster.model.solve("cpsat"), "belongs to the model 'diet', and"
    advice = "use a variable of 'roster'"
    cases: list[tuple[Callable[[], object], str]] = [
        (lambda: result[diet.x[0]], f"food[0] {foreign} this is a result of 'roster'; {advice}"),
        (lambda: result[diet.x], f"family food {foreign} this is a result of 'roster'; {advice}"),
        (
            lambda: roster.model.solve(hint={diet.x[0]: 1}),
            f"food[0] of the hint {foreign} this is the model 'roster'; {advice}",
        ),
        (
            lambda: result.slack(diet.row),
            f"row once[0] {foreign} this is a result of 'roster'; use a row of 'roster'",
        ),
    ]
    for ask, message in cases:
        with pytest.raises((ModelError, InputError)) as refused:
            ask()
        assert str(refused.value) == message


def test_groups_go_by_their_names() -> None:
    diet, roster = stated("diet", "food"), stated("roster", "shift")
    (own,), (other,) = roster.model.groups, diet.model.groups
    assert roster.model.without(own).statistics().rows == 0
    assert roster.model.only(own).statistics().rows == 1
    least, model = roster.model.add(roster.x.sum() >= 2), roster.model
    assert model.relax(among=[own]).least == 1
    assert model.explain(among=[own]).groups == (own,)
    model.delete(least)
    assert [one.name for one in roster.model.whatif(without=[own, [own]])][1:] == (
        ["without group of roster"] * 2
    )
    asks: list[Callable[[], object]] = [
        lambda: roster.model.without(other),
        lambda: roster.model.relax(among=[other]),
        lambda: roster.model.whatif(without=other),
    ]
    for ask in asks:
        with pytest.raises(UnknownNameError, match="unknown group 'group of diet'"):
            ask()


def test_results_lists_and_truths_can_be_checked() -> None:
    diet, roster = stated("diet", "food"), stated("roster", "shift")
    good, wrong = roster.model.solve("cpsat"), "once[0] is 2, not at most 1"
    given: list[Any] = [good, [0, 1], (False, True), np.array([False, True]), [np.int8(0), 1.0]]
    for one in given:
        assert roster.model.check(one) == ()
    free = roster.model.without(*roster.model.groups)
    both: list[Any] = [[1, 1], np.array([True, True]), free.solve("cpsat")]
    for one in both:
        assert [str(violation) for violation in roster.model.check(one)] == [wrong]
    with pytest.raises(
        ModelError, match="the result belongs to the model 'diet', and it is checked"
    ):
        roster.model.check(diet.model.solve("cpsat"))
    nonsense: list[Any] = [None, {roster.x: 1}, "01", 3, [0], [0, 0.5], roster.x]
    for one in nonsense:
        with pytest.raises(IlpuzzlesError, match=r"expected 2 (whole )?numbers, got"):
            roster.model.check(one)
    with pytest.raises(ModelError, match="'a' is not a finite number"):
        roster.model.check(["a", 1])
    nothing = roster.model.fix({roster.x: 1}).solve("cpsat")
    with pytest.raises(IlpuzzlesError, match="there is nothing to check; the result has no values"):
        roster.model.check(nothing)
