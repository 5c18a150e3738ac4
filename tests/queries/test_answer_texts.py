"""What answers say of themselves, in every state."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Interrupted
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.queries.causes import Cause, Demands
from ilpuzzles.queries.corrections import relax
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.query_results import (
    By,
    Correction,
    Count,
    Explanation,
    Forced,
    Solutions,
    Uniqueness,
    Variant,
    VariantTable,
    Verdict,
)
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.queries.variants import whatif
from support.begun_models import with_binaries, with_binary


def result(
    status: Status, limit: Limit = Limit.NONE, *, complete: bool, values: IntArray | None = None
) -> Result:
    return Result(
        status=status, limit=limit, values=values, complete=complete, backend="x", version="0"
    )


def pair() -> Model:
    """One of x[a], x[b], and a number."""
    model, x = with_binaries(["a", "b"])
    n = model.integer("n", lower=0, upper=1)
    with model.group("one", why="one of two"):
        model.exactly_one(x)
    with model.group("number"):
        model.add(n <= x["a"])
    return model


def texts(answer: Any) -> list[str]:
    """All texts of an answer."""
    found = [str(answer), repr(answer)]
    if hasattr(answer, "_repr_mimebundle_"):
        bundle = answer._repr_mimebundle_(include=None, exclude=None)
        assert bundle["text/plain"] == str(answer)
        found += bundle.values()
    assert all(found)
    return found


def test_counts() -> None:
    model = pair()
    assert texts(count_solutions(model)) == ["3", "<count: 3>"]
    assert str(count_solutions(model, limit=2)) == "2 or more (as many as were asked for)"
    assert str(Count(12345, result(Status.OPTIMAL, Limit.TIME, complete=False))) == (
        "12,345 or more (the time limit came first)"
    )
    assert str(Count(0, result(Status.INFEASIBLE, complete=True))) == "0"
    for limit in Limit:
        texts(Count(3, result(Status.OPTIMAL, limit, complete=False)))


def test_lists() -> None:
    model = pair()
    one = model.fix({model.families[0]["b"]: 1})
    assert texts(list_solutions(one))[0] == "1 solution\n1: x[b]"
    none = one.fix({model.families[0]["a"]: 1})
    assert str(list_solutions(none)) == "0 solutions"
    assert repr(list_solutions(model, limit=2)) == (
        "<2 solutions so far, incomplete: as many as were asked for>"
    )
    free = Model()
    free.binary("y", 5)
    shown = str(list_solutions(free)).splitlines()
    assert (shown[0], len(shown), shown[-1]) == ("32 solutions", 22, "... and 12 more")
    for limit in Limit:
        texts(Solutions(model.program(), (), result(Status.UNKNOWN, limit, complete=False)))


def test_uniqueness() -> None:
    model = pair()
    x = model.families[0]
    assert str(check_uniqueness(model.fix({x["b"]: 1}))) == "exactly one solution: x[b]"
    assert str(check_uniqueness(model.fix({x["a"]: 1}))) == (
        "several solutions; two of them differ in n: 0 or 1"
    ) or str(check_uniqueness(model.fix({x["a"]: 1}))).endswith("differ in n: 1 or 0")
    nothing = check_uniqueness(model.fix({x["a"]: 1, x["b"]: 1}))
    assert texts(nothing) == ["there is no solution", "<uniqueness: none>", "there is no solution"]
    values = np.array([1, 0, 0])
    for found, text in (((), "nothing is known"), ((values,), "one solution is known")):
        limited = result(Status.UNKNOWN, Limit.TIME, complete=False)
        answer = Uniqueness(model.program(), Verdict.UNKNOWN, found, limited)
        assert str(answer) == f"{text}, but the time limit came first"
        assert answer.differences() == {}
        texts(answer)


def test_forced() -> None:
    model = pair()
    x = model.families[0]
    assert str(find_forced(model.fix({x["b"]: 1}))) == (
        "3 of 3 are the same in every solution\nx[b] = 1\nx[a] = 0\nn = 0"
    )
    assert str(find_forced(model)) == "0 of 3 are the same in every solution"
    assert str(find_forced(model.fix({x["a"]: 1, x["b"]: 1}))) == "there is no solution"
    free, y = with_binaries(30, name="y")
    view = free.fix(dict.fromkeys(y.flat, 1))
    shown = str(find_forced(view)).splitlines()
    assert (len(shown), shown[-1]) == (22, "... and 10 more")
    for limit in Limit:
        limited = result(Status.OPTIMAL, limit, complete=False)
        answer = Forced({}, {"n": 0}, 3, np.array([1, 0, 0]), limited)
        assert texts(answer)[0].startswith("nothing is proved yet, 1 of 3 are undecided: ")
        assert texts(Forced({}, {}, 0, None, limited))[0].startswith("nothing is known: ")


@pytest.mark.exhaustive
def test_explanations() -> None:
    model = pair()
    x = model.families[0]
    assert str(explain(model)) == "there is a solution, so there is nothing to explain"
    both = model.fix({x["a"]: 1, x["b"]: 1})
    assert str(explain(both)) == (
        "there is no solution\n"
        "what cannot hold together:\n"
        "  one (one of two)\n"
        "    one[0]: exactly one of x[a], x[b]\n"
        "  fixed values (the variables that were fixed have these values)\n"
        "    x[a] = 1\n"
        "    x[b] = 1\n"
        "leave out any one of these rows, and the others have a solution"
    )
    assert repr(explain(both)) == "<explanation: 2 groups, 3 rows>"
    demands = Demands.of(both)
    rows = tuple(demands.singly(demands.groups))
    groups = tuple(cause.group for cause in demands.groups)
    for limit in Limit:
        for status, parts in (
            (Status.INFEASIBLE, (groups, rows)),
            (Status.INFEASIBLE, (groups, ())),
            (Status.INFEASIBLE, ((), ())),
            (Status.UNKNOWN, ((), ())),
        ):
            answer = Explanation(
                model.program(),
                *parts,
                False,
                (),
                (None,) * len(parts[1]),
                None,
                result(status, limit, complete=False),
            )
            texts(answer)
            text = "there is no solution" if parts[0] or status is Status.INFEASIBLE else "unknown"
            assert answer.verdict().startswith(text)
    wide, y = with_binaries(40, name="y")
    with wide.group("many"):
        for variable in y.flat:
            wide.add(variable == 1)
    with wide.group("one too few"):
        wide.add(y.sum() <= 39)
    shown = str(explain(wide)).splitlines()
    assert "    ... and 10 more rows" in shown
    assert sum(line.startswith("    many[") for line in shown) == 30


def test_what_rules_out_everything_by_itself() -> None:
    """Definitions and bounds belong to no group."""
    model, x = with_binary()
    both = model.conjunction([x, ~x])
    with model.group("nothing"):
        model.add(both == 0)
    assert "nothing to explain" in str(explain(model))
    answer = relax(model)
    assert str(answer) == "there is a solution, so nothing has to be given up"
    assert (answer.given_up, answer.least, answer.complete) == ((), 0, True)


def test_relaxations() -> None:
    model = pair()
    x = model.families[0]
    both = model.fix({x["a"]: 1, x["b"]: 1})
    assert str(relax(both, by="rows", among=["fixed values"])) in {
        "give up 1 (the fewest):\n  x[a] = 1",
        "give up 1 (the fewest):\n  x[b] = 1",
    }
    assert str(relax(both, among=["one"])) == (
        "give up 1 (the fewest):\n  one\n    one[0] is 2, not 1 (by 1)"
    )
    assert str(relax(both, among=["number"])) == (
        "there is no solution even if all of these are given up"
    )
    assert repr(relax(both, among=["number"])) == "<relaxation: give up ?>"
    one, *_ = Demands.of(model).groups
    some: tuple[tuple[tuple[Cause, ...], ...], ...] = ((), ((),), ((one,),))
    for limit in Limit:
        for sets in some:
            limited = result(Status.UNKNOWN, limit, complete=False)
            texts(Correction(model.program(), "groups", sets, (), 0, False, limited))
    limited = result(Status.FEASIBLE, Limit.TIME, complete=False)
    assert str(Correction(model.program(), "groups", ((one, one),), (), 1, False, limited)) == (
        "give up 2 (at least 1, the time limit came first):\n  one\n  one"
    )


def test_comparisons() -> None:
    model = pair()
    comparison = whatif(model, without=["one"], limit=4)
    rows = comparison.table()
    assert rows[0] == ["variant", "variables", "rows", "solutions", "seconds"]
    assert [row[:4] for row in rows[1:]] == [
        ["as it is", "3", "2", "3"],
        ["without one", "3", "1", "4 or more"],
    ]
    texts(comparison)
    assert str(comparison).splitlines()[0] == "variant      variables  rows  solutions  seconds"
    model.maximize(model.families[0]["a"] * 1234)
    assert [row[-1] for row in whatif(model).table()] == ["best", "1,234"]


def test_comparisons_escape_names() -> None:
    model, x = with_binary("<x & 'y'>")
    with model.group("<script>alert(1)</script>"):
        model.add(x == 1)
    comparison = whatif(model, without=["<script>alert(1)</script>"], fix={x: 1})
    page = comparison._repr_mimebundle_()["text/html"]
    assert "<script>" not in page
    assert "without &lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "&lt;x &amp; &#x27;y&#x27;&gt; = 1" in page
    assert page.count("<tr>") == page.count("</tr>") == 4


def test_variants_in_every_state() -> None:
    view = pair().without()
    values = np.array([1, 0, 0])
    for limit in Limit:
        for found in ((), (values,), (values, values)):
            for complete in (True, False):
                ended = result(Status.OPTIMAL, limit, complete=complete)
                variant = Variant("name", view, view.statistics(), found, None, ended, 0.5)
                assert variant.verdict()
                texts(VariantTable((variant,), complete=False))
    stopped = result(Status.OPTIMAL, Limit.TIME, complete=False)
    assert Variant("", view, view.statistics(), (), None, stopped, 0).verdict() == "unknown"
    assert Variant("", view, view.statistics(), (values,), None, stopped, 0).verdict() == "1 so far"


@pytest.mark.parametrize(
    ("by", "least", "text"),
    [
        ("rows", 0, "unknown how many have to be given up: the time limit came first"),
        ("rows", 1, "at least 1 has to be given up: the time limit came first"),
        ("groups", 2, "at least 2 have to be given up: the time limit came first"),
        ("given", 0, "unknown how many have to be taken back: the time limit came first"),
        ("given", 1, "at least 1 has to be taken back: the time limit came first"),
        ("given", 2, "at least 2 have to be taken back: the time limit came first"),
    ],
)
def test_a_correction_that_is_not_known_says_how_many_causes_are_needed(
    by: By, least: int, text: str
) -> None:
    stopped = result(Status.UNKNOWN, Limit.TIME, complete=False)
    assert str(Correction(Model().program(), by, (), (), least, False, stopped)) == text


def test_interruptions() -> None:
    count = Count(3, result(Status.OPTIMAL, Limit.INTERRUPTED, complete=False))
    interruption = Interrupted(count)
    assert str(interruption) == "interrupted; so far: 3 or more (interrupted)"
    assert interruption.answer is count
    assert interruption._render_traceback_()[0] == str(interruption)
    with pytest.raises(KeyboardInterrupt):
        raise interruption
