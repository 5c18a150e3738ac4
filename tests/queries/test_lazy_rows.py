"""Rows that a function finds as they are needed; the fuzz asks all questions about random ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import combinations, pairwise, permutations
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend, Interrupted, Options
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import InputError, ModelError
from ilpuzzles.modelling.expressions import Comparison, Variable
from ilpuzzles.modelling.lazy_rows import Assignment
from ilpuzzles.queries.corrections import relax
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from support.begun_models import with_binaries, with_binary
from support.fuzz.generator import LAZY, described
from support.fuzz.questions import Case, wrong


def test_all_questions_about_random_rows(seeds: range) -> None:
    for seed in seeds:
        with suppress(ModelError):
            case = Case(described(seed, LAZY), "cpsat", seed)
            for question in ("solve", "list", "unique", "random", "explain", "relax rows"):
                assert not wrong(case, question), f"{seed} {question}"


def salesman(cities: int, seed: int) -> tuple[Model, dict[tuple[int, int], int]]:
    """A tour by degrees, and by cuts against subtours; and how long each leg is."""
    dice = random.Random(seed)
    legs = list(combinations(range(cities), 2))
    length = {leg: dice.randint(1, 60) for leg in legs}
    model = Model("tour")
    leg = model.binary("leg", legs)
    for city in range(cities):
        model.add(model.sum(leg[pair] for pair in legs if city in pair) == 2)

    def subtours(values: Assignment) -> Iterator[Comparison]:
        part_of = {city: {city} for city in range(cities)}
        for a, b in legs:
            if values[leg[a, b]] and part_of[a] is not part_of[b]:
                part_of[a] |= part_of[b]
                part_of.update(dict.fromkeys(part_of[b], part_of[a]))
        parts = {id(part): part for part in part_of.values() if len(part) < cities}
        for part in parts.values():
            yield model.sum(leg[pair] for pair in legs if len(part & {*pair}) == 1) >= 2

    model.lazy(subtours)
    model.minimize(model.sum(length[pair] * leg[pair] for pair in legs))
    return model, length


@pytest.mark.exhaustive
@pytest.mark.parametrize("cities", [5, 7])
def test_a_salesman_by_subtour_cuts(backend: Backend, cities: int) -> None:
    for seed in range(3):
        model, length = salesman(cities, seed)
        rounds = ((0, *order, 0) for order in permutations(range(1, cities)))
        shortest = min(sum(length[min(leg), max(leg)] for leg in pairwise(tour)) for tour in rounds)
        result = solve_model(model, backend)
        assert (result.status, result.objective, result.checked) == (Status.OPTIMAL, shortest, True)
    # There are (n - 1)! / 2 tours.
    count = count_solutions(salesman(5, 0)[0], backend=backend)
    assert (int(count), count.complete) == (12, True)


def test_lazy_rows_are_explained_and_given_up() -> None:
    model, _ = salesman(6, 1)
    leg = model.families[0]
    with model.group("wish"):
        model.add(leg[0, 1] + leg[0, 2] + leg[1, 2] == 3)
    found = explain(model)
    assert found.minimal
    assert "subtours[0]: subtours" in str(found)
    assert str(relax(model, by="rows", among=["wish"])).startswith("give up 1")
    assert relax(model, by="rows").least == 1
    assert int(count_solutions(model)) == 0
    assert int(count_solutions(model.without("wish"))) == 60


def asked(function: Callable[[Any], Any]) -> tuple[Model, Variable]:
    model, x = with_binary()
    model.lazy(function)
    return model, x


@pytest.mark.parametrize(
    ("give", "message"),
    [
        (lambda x, _: [x <= 1], "gave the row x <= 1, which the values do not break"),
        (lambda _x, _: [True], "gave 'True', which is not a linear row"),
        (lambda x, _: [x != 0], "gave 'x != 0', which is not a linear row"),
        (lambda x, _: [x | ~x], "which is not a linear row"),
        (lambda _x, _: "no", "gave 'n', which is not a linear row"),
        (lambda _x, _: 3, "gave '3', which is not a linear row"),
        (lambda _x, _: [Model().binary("y") >= 1], "gave a row of another model"),
        (lambda x, _: [x.owner.binary("new") >= 1], "gave a row with a new variable"),
        (lambda x, _: [x * 2**63 >= 1], "a number of 63 bits or more"),
        (lambda _x, _: 1 // 0, "failed: ZeroDivisionError"),
        (lambda x, values: values[x >= 1], "failed: ModelError: 'x >= 1' has no value here"),
        (lambda _x, values: values["x"], "'x' has no value here"),
        (lambda _x, values: values[Model().binary("y")], "belongs to another model"),
    ],
)
def test_nonsense_is_one_line(give: Callable[[Any, Any], object], message: str) -> None:
    model, x = with_binary()

    def function(values: Assignment) -> Any:
        return give(x, values)

    model.lazy(function)
    model.minimize(x)
    with pytest.raises(ModelError) as error:
        solve_model(model)
    assert message in str(error.value)
    assert "'function'" in str(error.value)
    assert "\n" not in str(error.value)


def test_the_first_variable_that_is_added_afterwards_has_no_value() -> None:
    model, _ = asked(lambda values: [] if values[later[0]] else None)
    later = [model.binary("later")]
    with pytest.raises(
        ModelError,
        match=r"a variable is newer than the lazy rows; add all",
    ):
        solve_model(model)


def test_a_row_alone_or_nothing_will_do() -> None:
    model, x = with_binary()
    model.lazy(lambda values: None if values[x] else x >= 1, "at last")
    assert solve_model(model).value(x) == 1
    assert model.row_name(0) == "at last[0]"
    with pytest.raises(ModelError, match="expected a function, got '3'"):
        model.lazy(3)  # type: ignore[arg-type]


def nothing(_: Assignment) -> Iterable[Comparison]:
    return ()


def test_other_processes_are_refused(tmp_path: Path) -> None:
    model, _ = asked(nothing)
    refused = "the function 'nothing' of lazy rows runs in this process only"
    two = Options(workers=2)
    with pytest.raises(InputError, match=refused):
        count_solutions(model, options=two)
    with pytest.raises(InputError, match=refused):
        list_solutions(model, options=two)
    with pytest.raises(InputError, match=refused):
        count_solutions(model, ledger=tmp_path / "count.db")
    assert not [*tmp_path.iterdir()]
    # Threads of a solver are no other processes.
    assert solve_model(model, "cpsat", two).status is Status.OPTIMAL


def test_no_file_holds_lazy_rows() -> None:
    model, _ = asked(nothing)
    for write in (model.to_lp, model.to_mps, model.to_opb, model.to_pulp):
        with pytest.raises(ModelError, match="'nothing' is stated by cuts, which no file can hold"):
            write()


@pytest.mark.exhaustive
def test_what_is_found_before_an_interruption_is_handed_over(backend: Backend) -> None:
    model, x = with_binaries(4)
    looked = 0

    def odd(values: Assignment) -> Iterator[Comparison]:
        nonlocal looked
        looked += 1
        if looked > 12:
            raise KeyboardInterrupt
        if values[x.sum()] % 2 == 0:
            ones = values[x].tolist()
            yield model.sum(x[n] if one else ~x[n] for n, one in enumerate(ones)) <= 3

    model.lazy(odd)
    with pytest.raises(Interrupted) as stopped:
        list_solutions(model, backend=backend)
    answer = stopped.value.answer
    assert (answer.complete, answer.result.limit) == (False, Limit.INTERRUPTED)
    assert all(one.sum() % 2 for one in answer)
