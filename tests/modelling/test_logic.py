from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.rows import Kind

literals = st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=6)


@given(st.sampled_from(["conjunction", "disjunction"]), literals, st.booleans())
def test_definitions_mean_what_they_say(
    kind: str, terms: list[tuple[int, bool]], aggregated: bool
) -> None:
    model = Model()
    x = list(model.binary("x", 4).flat())
    chosen = [x[column] if sign else ~x[column] for column, sign in terms]
    target = getattr(model, kind)(chosen, aggregated=aggregated)
    assert target.column == 4
    program = model.program()
    linear = linearised(program)
    assert not linear.rows.defining().any()
    for values in product((0, 1), repeat=5):
        truths = [values[column] == sign for column, sign in terms]
        expected = all(truths) if kind == "conjunction" else any(truths)
        right = values[4] == expected
        assert (model.check(np.array(values)) == ()) == right
        assert (linear.check(np.array(values)) == ()) == right
        if not right:
            (violation,) = model.check(np.array(values))
            assert (violation.name, violation.value) == (f"{kind}[0]", values[4])


def test_both_forms_have_their_sizes() -> None:
    for aggregated, rows, nonzeros in [(True, 1, 4), (False, 4, 10)]:
        model = Model()
        model.conjunction(model.binary("x", 3).flat(), aggregated=aggregated)
        linear = linearised(model.program())
        assert (len(linear.rows), linear.nonzeros) == (rows, nonzeros)
        assert str(model.statistics()) == "4 variables, 1 rows, 4 nonzeros"


def test_one_row_for_each_literal_is_tighter() -> None:
    """At x = (1, 1, 0) / z = 2/3, the aggregated row holds and the others do not."""
    point = np.array([1, 1, 0, 2 / 3])
    for aggregated, holds in [(True, True), (False, False)]:
        model = Model()
        model.conjunction(model.binary("x", 3).flat(), aggregated=aggregated)
        rows = linearised(model.program()).rows
        totals = np.add.reduceat(rows.coefficients * point[rows.columns], rows.starts[:-1])
        assert bool(((totals >= rows.lower - 1e-9) & (totals <= rows.upper + 1e-9)).all()) is holds


def test_bulk_definitions_equal_single_ones() -> None:
    bulk, single = Model(), Model()
    for model in (bulk, single):
        model.binary("x", 4)
        model.binary("z", 2, auxiliary=True)
    with bulk.group("ands", why="both"):
        bulk.add_rows(
            Kind.CONJUNCTION,
            np.array([0, 2, 5]),
            np.array([0, 1, 1, 2, 3]),
            coefficients=np.array([1, -1, 1, 1, 1]),
            targets=np.array([4, 5]),
            keys=["p", "q"],
        )
    x, z = (family.positions() for family in single.families)
    single.conjunction([x[0], ~x[1]], target=z[0])
    single.conjunction([x[1], x[2], x[3]], target=z[1])
    for values in product((0, 1), repeat=6):
        assert bool(bulk.check(np.array(values))) == bool(single.check(np.array(values)))
    assert bulk.row_name(1) == "ands[q]"
    assert linearised(bulk.program()).row_numbers.tolist() == [0, 0, 1, 1, 1, 0, 1]
    assert bulk.without("ands").statistics().rows == 0


def test_definitions_nest() -> None:
    model = Model()
    x = list(model.binary("x", 3).flat())
    nested = model.disjunction([x[0], ~model.conjunction([x[1], x[2]])])
    model.add(nested == 0)
    assert model.check(np.array([0, 1, 1, 1, 0])) == ()
    assert model.check(np.array([0, 0, 1, 0, 1])) != ()
    assert repr(nested) == "or 2"
    assert model.statistics().deciding == 3


def test_definitions_that_make_no_sense_are_refused() -> None:
    model = Model()
    x = model.binary("x", 2)
    count = model.integer("count", lower=0, upper=5)
    with pytest.raises(ModelError, match="defined by itself"):
        model.conjunction([x[0], x[1]], target=x[0])
    with pytest.raises(ModelError, match="count is not binary"):
        model.conjunction([count])
    with pytest.raises(ModelError, match="count is not binary"):
        model.disjunction([x[0]], target=count)
    starts, columns = np.array([0, 2]), np.array([0, 1])
    for arguments, message in [
        ({}, "take one target per row"),
        ({"targets": np.array([0])}, "defined by itself"),
        ({"targets": np.array([2])}, "count is not binary"),
        ({"targets": np.array([7])}, "not of this model"),
        ({"targets": np.array([0, 1])}, "must be one per row"),
        ({"targets": np.array([2]), "coefficients": np.array([2, 1])}, "other than 1 and -1"),
    ]:
        with pytest.raises(ModelError, match=message):
            model.add_rows(Kind.CONJUNCTION, starts, columns, **arguments)  # type: ignore[arg-type] # one signature for all
    single = Model()
    single.binary("x", 2)
    with pytest.raises(ModelError, match="a definition has a variable twice"):
        single.add_rows(Kind.DISJUNCTION, np.array([0, 2]), np.array([0, 0]), targets=np.array([1]))
    with pytest.raises(ModelError, match="take no targets"):
        model.add_rows(Kind.AT_MOST_ONE, starts, columns, targets=np.array([0]))


def test_whole_numbers() -> None:
    model = Model()
    n = model.integer("n", lower=-3, upper=None)
    pair = model.integer("pair", "ab", lower=2, upper=4)
    model.add(n + pair["a"] == 0)
    assert model.check(np.array([-2, 2, 4])) == ()
    assert [str(v) for v in model.check(np.array([-5, 5, 3]))] == [
        "n is -5, not at least -3",
        "pair[a] is 5, not within 2 and 4",
    ]
    assert model.fix({n: 100}).upper[0] == 100
    with pytest.raises(ModelError, match="not binary"):
        model.at_most_one([n])
    with pytest.raises(ModelError, match="not binary"):
        model.at_most_one(pair)
    for lower, upper in [(3, 2), (0, 1 << 62)]:
        with pytest.raises(ModelError, match="must ascend, got"):
            model.integer("m", lower=lower, upper=upper)
