"""What-if tables: what they refuse, and views without what defines a variable.

The fuzz asks for those of random models.
"""

from __future__ import annotations

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend, Options
from ilpuzzles.errors import InputError, ModelError, UnknownNameError
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.queries.variants import whatif
from support.begun_models import with_binaries, with_binary


@pytest.mark.parametrize("workers", [1, 2])
def test_several_fixings_at_once(workers: int) -> None:
    model, x = with_binaries(3)
    model.at_least_one(x)
    fixings = [{x[0]: 0, x[1]: 0}, {~x[2]: 1}]
    comparison = whatif(model, fix=fixings, options=Options(workers=workers))
    assert [(one.name, one.verdict()) for one in comparison] == [
        ("as it is", "7"),
        ("x[0] = 0, x[1] = 0", "exactly 1"),
        ("~x[2] = 1", "3"),
    ]
    assert comparison["~x[2] = 1"].verdict() == "3"


def test_what_cannot_be_compared() -> None:
    model, x = with_binary()
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


@pytest.mark.exhaustive
def test_auxiliary_variables_without_the_group_that_defines_them(backend: Backend) -> None:
    """They are free then, and there are several values of them for a solution: it counts once."""
    model = Model()
    x, u = model.binary("x", 3), model.binary("u", auxiliary=True)
    n = model.integer("n", lower=0, upper=5, auxiliary=True)
    with model.group("few"):
        model.add(x.sum() <= 2)
    with model.group("link"):
        model.add(u == x[0])
        model.add(n == x[0] + 2 * x[1])
        both = model.conjunction([x[0], ~x[1]])
    with model.group("use"):
        model.add(u | x[2])
        model.add((n >= 1) | ~x[2])
        model.add(~both | x[2])
    view = model.without("link")
    # Whatever x is, free auxiliary variables can make the other rows true.
    expected = 7
    count = count_solutions(view, backend=backend)
    assert (int(count), count.complete) == (expected, True)
    if backend.name == "cpsat":
        solutions = list_solutions(view, backend="cpsat", options=Options(workers=2))
        found = [tuple(values[:3].tolist()) for values in solutions]
        assert len(found) == len(set(found)) == expected
        fixed = view.fix({x[0]: 1, x[1]: 0, x[2]: 0})
        assert check_uniqueness(fixed, backend="cpsat").unique is True
