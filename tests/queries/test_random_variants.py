"""What-if tables and views of random models, against trying everything."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ilpuzzles.backends.interface import Backend, Options
from ilpuzzles.backends.result import Limit
from ilpuzzles.errors import InputError, ModelError, UnknownNameError
from ilpuzzles.modelling.model import Model
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.queries.variants import whatif
from support.question_oracles import UNGROUPED, Riddle, listed, riddle


def grouped(seed: int, *, small: bool = False) -> tuple[Riddle, list[str]]:
    """A riddle and its groups."""
    made = riddle(seed, connectivity="lazy" if seed % 5 == 0 else "", size=7, small=small)
    return made, sorted({one.group for one in made.stated} - {UNGROUPED})


def test_variants(backend: Backend) -> None:
    asked = 0
    for seed in range(400) if backend.name == "cpsat" else range(3000, 4000):
        made, groups = grouped(seed, small=backend.name != "cpsat")
        value = seed % 2
        expected = {"as it is": made.solutions()}
        without: list[str | list[str]] = [groups[0], groups[:2]] if len(groups) > 1 else [groups[0]]
        for names in without:
            off = [names] if isinstance(names, str) else names
            left = [one for one in made.stated if one.group not in off]
            expected[f"without {', '.join(off)}"] = made.solutions(left)
        fixed = [*made.stated, made.fixing("x", value)]
        expected[f"x = {value}"] = made.solutions(fixed)
        most = 12 if backend.name != "cpsat" else 40 if "u" in made.names else 200
        if not 2 <= sum(map(len, expected.values())) <= most:
            continue
        asked += 1
        comparison = whatif(
            made.model,
            without=without,
            fix={made.v.x: value},
            limit=2000,
            backend=backend.name,
        )
        assert comparison.complete
        assert [variant.name for variant in comparison] == list(expected)
        for variant in comparison:
            wanted = expected[variant.name]
            assert listed(made, variant.solutions, variant.model) == wanted, f"seed {seed}"
            assert variant.result.complete
            assert variant.objective is None
            words = {0: "none", 1: "exactly 1"}
            assert variant.verdict() == words.get(len(wanted), str(len(wanted)))
            assert comparison[variant.name] is variant
        if asked == (15 if backend.name == "cpsat" else 2):
            return
    raise AssertionError("not enough riddles")


def test_limits_and_best_objectives(backend: Backend) -> None:
    for seed in range(25) if backend.name == "cpsat" else (3,):
        made, groups = grouped(seed)
        made = riddle.__wrapped__(seed, connectivity="lazy" if seed % 5 == 0 else "", size=7)
        names = made.names[: made.deciding]
        made.model.maximize(
            made.model.sum(
                (number + 1) * getattr(made.v, name) for number, name in enumerate(names)
            )
        )
        left = [one for one in made.stated if one.group != groups[0]]
        expected = [made.solutions(), made.solutions(left)]
        comparison = whatif(made.model, without=[groups[0]], limit=2, backend=backend.name)
        for variant, wanted in zip(comparison, expected, strict=True):
            found = listed(made, variant.solutions, variant.model)
            assert len(set(found)) == len(found) == min(2, len(wanted)), f"seed {seed}"
            assert set(found) <= set(wanted)
            assert variant.result.complete == (len(wanted) < 2)
            if len(wanted) >= 2:
                assert variant.verdict() == "2 or more"
                assert variant.result.limit is Limit.SOLUTIONS
            values = [sum((n + 1) * v for n, v in enumerate(one)) for one in wanted]
            assert variant.objective == max(values, default=None), f"seed {seed}"


@pytest.mark.parametrize("workers", [1, 2])
def test_variants_take_any_number_of_workers(workers: int) -> None:
    made, groups = grouped(1)
    comparison = whatif(made.model, without=[groups[0]], options=Options(workers=workers))
    assert len(comparison.variants) == 2


def test_several_fixings_at_once() -> None:
    model = Model()
    x = model.binary("x", 3)
    model.at_least_one(x)
    comparison = whatif(model, fix=[{x[0]: 0, x[1]: 0}, {~x[2]: 1}])
    assert [(one.name, one.verdict()) for one in comparison] == [
        ("as it is", "7"),
        ("x[0] = 0, x[1] = 0", "exactly 1"),
        ("~x[2] = 1", "3"),
    ]


def test_what_cannot_be_compared() -> None:
    model = Model()
    x = model.binary("x")
    with model.group("one"):
        model.add(x == 1)
    with pytest.raises(UnknownNameError):
        whatif(model, without=["two"])
    with pytest.raises(ModelError):
        whatif(model, fix={x: 2})
    with pytest.raises(InputError):
        whatif(model, fix=[x])  # type: ignore[list-item]
    with pytest.raises(InputError):
        whatif(model, limit=0)


def linked(how: str) -> SimpleNamespace:
    """A model whose auxiliary variables are defined by a group of their own."""
    model = Model()
    x = model.binary("x", 3)
    with model.group("few"):
        model.add(x[0] + x[1] + x[2] <= 2)
    if how == "rows":
        u = model.binary("u", 2, auxiliary=True)
        with model.group("link"):
            model.add(u[0] == x[0])
            model.add(u[1] + x[1] == 1)
        used = [u[0], u[1]]
    elif how == "numbers":
        n = model.integer("n", lower=0, upper=5, auxiliary=True)
        with model.group("link"):
            model.add(n == x[0] + 2 * x[1])
        used = [n >= 1, n <= 3]
    else:
        with model.group("link"):
            both = model.conjunction([x[0], ~x[1]])
            either = model.disjunction([x[1], both])
        used = [~both, either]
    with model.group("use"):
        model.add(used[0] | x[2])
        model.add(used[1] | ~x[2])
    return SimpleNamespace(model=model, x=x)


@pytest.mark.parametrize("how", ["rows", "numbers", "logic"])
def test_auxiliary_variables_without_the_group_that_defines_them(
    how: str, backend: Backend
) -> None:
    """They are free then, and there are several values of them for a solution: it counts once."""
    made = linked(how)
    view = made.model.without("link")
    # Whatever x is, free auxiliary variables can make the other rows true.
    expected = 7
    count = count_solutions(view, backend=backend.name)
    assert (int(count), count.complete) == (expected, True)
    if backend.name != "cpsat":
        return
    for workers in (1, 2):
        solutions = list_solutions(view, backend="cpsat", options=Options(workers=workers))
        found = [tuple(values[:3].tolist()) for values in solutions]
        assert len(found) == len(set(found)) == expected
        assert all(view.check(values) == () for values in solutions)
    fixed = view.fix({made.x[0]: 1, made.x[1]: 0, made.x[2]: 0})
    assert check_uniqueness(fixed, backend="cpsat").unique is True
    assert find_forced(fixed, backend="cpsat").values == {"x[0]": 1, "x[1]": 0, "x[2]": 0}
    comparison = whatif(made.model, without=["link", ["link", "few"]], limit=99, backend="cpsat")
    assert [len(one.solutions) for one in comparison][1:] == [7, 8]


def test_random_views_without_the_definition_of_an_auxiliary_variable() -> None:
    checked = 0
    for seed in range(300):
        made, _ = grouped(seed)
        if "u" not in made.names:
            continue
        off = [one.group for one in made.stated if made.model.groups and one.group != UNGROUPED]
        for group in sorted(set(off)):
            left = [one for one in made.stated if one.group != group]
            view = made.model.without(group)
            expected = made.solutions(left)
            if len(expected) > 20:
                continue
            assert listed(made, list_solutions(view), view) == expected, f"seed {seed}"
            assert int(count_solutions(view.fix({made.v.x: 1}))) == sum(
                point[made.names.index("x")] for point in expected
            )
            checked += 1
        if checked > 25:
            return
    raise AssertionError("not enough riddles")
