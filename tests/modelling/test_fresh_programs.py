"""Programs are fresh: no change of a model leaves a program that was made before it.

Every change is made twice: to a model that has been asked for its program before every step, and to
one that has not. Both have to have the same program then.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.modelling.functions import all_different, quotient
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.row_check import Row
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.modelling.variables import VariableFamily
from support.same_programs import described


@dataclass(frozen=True)
class Begun:
    """A model, and what has been stated in it."""

    model: Model
    x: VariableFamily
    n: VariableFamily
    rows: list[Row]


def begun() -> Begun:
    """A model with some of everything."""
    model = Model("begun")
    x, n = model.binary("x", 6), model.integer("n", 4, lower=0, upper=9)
    with model.group("pairs", why="one of two"):
        model.exactly_one(x[:2])
    rows = [model.add(n[number] + 2 * x[number] <= 8, "limit", number) for number in range(4)]
    model.add(quotient(n[0], 3) <= 2)
    model.minimize(n.sum())
    return Begun(model, x, n, rows)


def _name_it(one: Begun) -> None:
    one.model.name += "!"


def _read_decimals(one: Begun) -> None:
    one.model.is_exact = not one.model.is_exact
    one.model.add(one.n[0] <= 0.1 + 0.2)


def _group(one: Begun) -> None:
    with one.model.group(f"group {len(one.model.groups)}", why="nothing yet"):
        pass


def _defining(one: Begun) -> None:
    with one.model.defining(one.x, since=one.rows[1]) as defined:
        defined.append(one.n)


def _nothing_lazy(_values: object) -> tuple[()]:
    return ()


def _delete(one: Begun) -> None:
    one.model.delete(one.rows.pop())


def _name(one: Begun, word: str) -> str:
    return f"{word}{len(one.model.families)}"


CHANGES: dict[str, Callable[[Begun], object]] = {
    "binary": lambda one: one.model.binary(_name(one, "y"), 2),
    "integer": lambda one: one.model.integer(_name(one, "k"), lower=0, upper=3, auxiliary=True),
    "continuous": lambda one: one.model.continuous(_name(one, "c"), upper=2.5),
    "group": _group,
    "add": lambda one: one.model.add((one.n[0] <= 3) | (one.x[0] ^ one.x[1])),
    "add_rows": lambda one: one.model.add_rows(
        Kind.LINEAR, np.array([0, 2]), np.array([0, 1]), upper=1
    ),
    "exactly_one": lambda one: one.model.exactly_one(one.x[2:]),
    "at_most_one": lambda one: one.model.at_most_one({"a": one.x[:2], "b": one.x[2:4]}),
    "at_least_one": lambda one: one.model.at_least_one(one.x),
    "conjunction": lambda one: one.model.conjunction([one.x[0], ~one.x[1]]),
    "disjunction": lambda one: one.model.disjunction([one.x[0], ~one.x[1]]),
    "lazy": lambda one: one.model.lazy(_nothing_lazy),
    "defining": _defining,
    "change": lambda one: one.model.change(one.rows[0], {one.x[5]: len(one.model.families)}),
    "delete": _delete,
    "minimize": lambda one: one.model.minimize(one.x.sum()),
    "maximize": lambda one: one.model.maximize(one.x.sum()),
    "then_minimize": lambda one: one.model.then_minimize(one.n[0], tolerance=1),
    "then_maximize": lambda one: one.model.then_maximize(one.n[0], share=0.5),
}
"""What every method does that changes a model."""

OTHERS: dict[str, Callable[[Begun], object]] = {
    "its name": _name_it,
    "how it reads numbers": _read_decimals,
    "a truth as a number": lambda one: (one.n[0] <= len(one.model.families)) + one.x[0],
    "a function": lambda one: abs(one.n[0] - one.n[1]),
    "a relation": lambda one: one.model.add(all_different(one.n[0], one.n[1])),
    "a global constraint": lambda one: connected(one.model, [(0, 1), (1, 2)], one.x[:3]),
    "an auxiliary name": lambda one: one.model.binary(one.model.families[2].name),
}
"""Changes that no method of a model makes."""

READING = {
    *("best", "bounds", "check", "copy", "count", "counterpart", "explain", "extension", "family"),
    *("fix", "forced"),
    *("is_continuous", "latex", "name_of", "only", "optimal", "program", "relax", "relaxation"),
    *("relaxed", "row_key", "row_name", "rows", "sample", "save", "solutions", "solve"),
    *("statistics", "sum", "to_lp", "to_matrix", "to_mps", "to_opb", "to_pulp", "unique"),
    *("whatif", "without"),
}
"""The methods that change nothing."""


def test_it_is_known_of_every_method_whether_it_changes_a_model() -> None:
    methods = {name for name, _ in inspect.getmembers(Model, callable) if not name.startswith("_")}
    assert methods == {*CHANGES, *READING}, "say here what the new ones do"
    assert {name for name in vars(Model()) if not name.startswith("_")} == {"name", "is_exact"}


@pytest.mark.every("change")
@pytest.mark.parametrize("change", [*CHANGES, *OTHERS])
def test_no_change_leaves_an_old_program(change: str) -> None:
    asked, alone = begun(), begun()
    before = asked.model.program()
    said_before = described(before)
    for one in (asked, alone):
        (CHANGES | OTHERS)[change](one)
    after = described(asked.model.program())
    assert after == described(alone.model.program())
    assert after != said_before
    assert described(before) == said_before, "a program never changes"
    assert asked.model.program() is asked.model.program()


@pytest.mark.parametrize("seed", range(20))
def test_changes_one_upon_the_other_leave_no_old_program(seed: int) -> None:
    dice = random.Random(seed)
    asked, alone = begun(), begun()
    made: list[tuple[Program, dict[str, Any]]] = []
    for change in dice.choices([*CHANGES.values(), *OTHERS.values()], k=12):
        if change is _delete and len(asked.rows) < 3:
            continue
        program = asked.model.program()
        made.append((program, described(program)))
        change(asked)
        change(alone)
    assert described(asked.model.program()) == described(alone.model.program())
    assert all(described(program) == said for program, said in made)


@pytest.mark.every("name")
@pytest.mark.parametrize("name", ["statistics", "rows", "relaxed", "latex", "to_mps", "extension"])
def test_what_changes_nothing_leaves_the_program(name: str) -> None:
    one = begun()
    before = one.model.program()
    asked = getattr(one.model, name)
    asked(before, [one.x[3] == 0], "mine") if name == "extension" else asked()
    assert one.model.program() is before
