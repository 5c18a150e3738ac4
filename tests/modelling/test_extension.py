"""Extensions: programs with further rows, of which the model and other threads notice nothing."""

from __future__ import annotations

import random
import sys
import threading
from array import array
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.expressions import Logical
from ilpuzzles.modelling.functions import all_different, maximum, quotient
from ilpuzzles.modelling.pieces import semi_continuous, special_ordered_1, special_ordered_2
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.queries.count import count_solutions
from support.same_programs import described


def begun() -> tuple[Model, VariableFamily, VariableFamily]:
    """A model with truths that have a literal already."""
    model = Model("begun")
    x, n = model.binary("x", 4), model.integer("n", 3, lower=0, upper=2)
    with model.group("known", why="rows of the model"):
        model.add(x.sum() >= 2)
        model.add((x[0] & (n[0] <= 1)) | (n[1] >= 2))
    return model, x, n


RULES: dict[str, Callable[[VariableFamily, VariableFamily], Logical]] = {
    "linear": lambda x, n: n.sum() <= 5,
    "a clause": lambda x, n: x[0] | ~x[1],
    "what has a literal": lambda x, n: (n[0] <= 1) | (n[2] == 2),
    "comparisons": lambda x, n: (n[0] + n[1] <= 2) & x[2] | (n[2] >= 2) & x[3],
    "exclusive": lambda x, n: x[0] ^ (n[1] <= 1) ^ x[3],
    "several rows": lambda x, n: (x[0] <= x[1]) & (n[0] <= n[1]) & (n[2] != 1),
    "a function": lambda x, n: (abs(n[0] - n[1]) <= 1) | x[0],
    "a maximum": lambda x, n: maximum(n) <= 2,
    "a quotient": lambda x, n: (quotient(n[0], 2) == n[1]) | x[1],
    "a relation": lambda x, n: all_different(n),
    "a relation in it": lambda x, n: all_different(n) | x[0],
    "a set in it": lambda x, n: special_ordered_1(n[0], n[1], n[2]) | x[1] & x[2],
    "an ordered set in it": lambda x, n: special_ordered_2(n[0], n[1], n[2]) | ~x[2],
    "an interval in it": lambda x, n: semi_continuous(n[0], 2) | x[1] & x[2],
}


def sizes(thing: object) -> list[int]:
    """The length of every collection and array that can be reached from a thing of ours."""
    found: list[int] = []
    seen: set[int] = set()
    to_do: list[object] = [thing]
    while to_do:
        one = to_do.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, dict | list | tuple | set | frozenset | array):
            found.append(len(one))
        if isinstance(one, np.ndarray):
            found.append(one.size)
        if isinstance(one, dict):
            to_do += [*one.keys(), *one.values()]
        elif isinstance(one, list | tuple | set | frozenset):
            to_do += one
        elif type(one).__module__.startswith("ilpuzzles."):
            slots = [name for kind in type(one).__mro__ for name in getattr(kind, "__slots__", ())]
            to_do += [getattr(one, name, None) for name in slots]
            to_do += getattr(one, "__dict__", {}).values()
    return found


@pytest.mark.exhaustive
def test_900_extensions_leave_nothing_behind() -> None:
    model, x, n = begun()
    rules = [make(x, n) for make in RULES.values()]
    program = model.program()
    said, before = described(program), sizes(model)
    assert len(before) > 50
    for number in range(900):
        rule = rules[number % len(rules)]
        made = model.extension(program, [rule, ~x[number % 4] | rule], "mine")
        assert len(made.rows) > len(program.rows)
    assert model.program() is program
    assert sizes(model) == before
    assert described(program) == said
    # Truths and relations have not kept what was made for them, either.
    model.add(rules[-2] | x[0])
    alone, y, k = begun()
    again = [make(y, k) for make in RULES.values()]
    alone.add(again[-2] | y[0])
    assert described(model.program()) == described(alone.program())


@pytest.mark.every("rule")
@pytest.mark.parametrize("rule", RULES)
def test_an_extension_is_the_model_with_the_rules(rule: str) -> None:
    model, x, n = begun()
    stated = RULES[rule](x, n)
    program = model.program()
    made = model.extension(program, [stated, x[0] <= n[0]], "mine", "a reason")
    assert described(model.extension(program, [stated, x[0] <= n[0]], "mine", "a reason")) == (
        described(made)
    )
    with model.group("mine", why="a reason"):
        model.add(stated, key=0)
        model.add(x[0] <= n[0], key=1)
    assert described(made) == described(model.program())


def _count(program: Program | Model) -> int:
    return int(count_solutions(program, backend="cpsat"))


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(30))
def test_extensions_go_on_while_the_model_grows(seed: int) -> None:
    """Branches of extensions; the model gets variables, rows and groups between."""
    dice = random.Random(seed)
    model, x, n = begun()
    known: list[tuple[Program, list[str]]] = [(model.program(), [])]
    for step in range(5):
        program, rules = dice.choice(known)
        if dice.random() < 0.4:
            model.integer(f"more {step}", lower=1, upper=1)
            model.add(abs(n[0] + n[2] - n[1]) >= 1)
        if dice.random() < 0.2:
            with model.group(f"later {step}"):
                model.conjunction([x[0], n[2] <= 1])
        if dice.random() < 0.2:
            model.change(model.rows("known")[0], bounds=(1, 3))
        if dice.random() < 0.3:
            program = program.shuffled(step)
        rule = dice.choice([*RULES])
        made = model.extension(program, [RULES[rule](x, n)], dice.choice(["mine", f"mine {step}"]))
        known.append((made, [*rules, rule]))
    counts = {}
    for program, rules in known:
        if tuple(rules) not in counts:
            alone, y, k = begun()
            for rule in rules:
                alone.add(RULES[rule](y, k))
            counts[tuple(rules)] = _count(alone)
        assert _count(program) == counts[tuple(rules)]
    program, _ = known[-1]
    own = [group.name for group in program.groups if group.name.startswith("mine")]
    assert _count(program.without(*own)) == counts[()]
    names = [model.name_of(column) for column in range(model.program().variables)]
    assert [*program.names.column_names()][: len(names)] == names


def test_the_variables_of_a_model_have_the_same_columns_in_every_program() -> None:
    model, _, n = begun()
    few = model.extension(model.program(), [(n[0] + n[1] <= 2) | (n[2] >= 2)], "few")
    own = few.names.families[-1].name
    chosen = few.fix({own: 1}).without("known")
    assert few.variables == model.program().variables + 1
    # The model gets a variable where the program had its own one.
    far = abs(n[0] - n[1])
    made = model.extension(chosen, [far <= 1], "near")
    added = model.program().variables - few.variables + 1
    assert added == 1
    assert [made.names.name_of(column) for column in far.columns] == [repr(far)]
    (fixed,) = made.fixed.items()
    assert fixed == (few.variables, 1)
    assert made.names.families[-1].word == "comparison"
    assert [made.groups[number].name for number in made.switched_off] == ["known"]
    assert [row.name for row in made.rows_of("few")] == ["few[0]"]
    assert [row.name for row in made.rows_of("near")] == ["near[0]"]
    pairs = [(one, two) for one, two in np.ndindex(3, 3) if one + two <= 2 and abs(one - two) <= 1]
    assert _count(made) == len(pairs) * 3 * 2**4


def test_a_model_may_get_the_literals_that_an_extension_has() -> None:
    model, x, n = begun()
    both = x[0] & x[1]
    rules = [(n[0] + n[1] <= 2) | (n[2] >= 2), both | x[2] & x[3]]
    made = model.extension(model.program(), rules, "mine")
    # In the model, the same truths have other variables.
    model.add((n[0] + n[1] <= 2) + (both + x[2]) <= 3)
    again = model.extension(made, [x[2] >= x[3], both | x[3]], "mine")
    alone, y, k = begun()
    alone.add((k[0] + k[1] <= 2) | (k[2] >= 2))
    alone.add(y[0] & y[1] | y[2] & y[3])
    assert _count(made) == _count(alone)
    alone.add((y[2] >= y[3]) & (y[0] & y[1] | y[3]))
    assert _count(again) == _count(alone)


def test_rules_of_one_group_are_numbered_on() -> None:
    model, x, n = begun()
    rule = x[0] | (n[0] <= 1) & x[1]
    made = model.extension(model.program(), [rule, (x[0] <= x[1]) & (x[1] <= x[2])], "mine")
    model.integer("later", lower=0, upper=1)
    again = model.extension(made, [rule], "mine")
    assert [row.key for row in made.rows_of("mine")] == [0, 1, 1]
    assert [row.key for row in again.rows_of("mine")] == [0, 1, 1, 3]
    with pytest.raises(ModelError, match="group 'mine' already has a reason"):
        model.extension(made, [rule], "mine", "a reason")


def test_other_threads_never_see_an_extension() -> None:
    model, x, n = begun()
    rules = [make(x, n) for make in RULES.values()]
    program = model.program()
    said = described(program)
    wrong: list[object] = []
    over = threading.Event()

    def look() -> None:
        while not over.is_set():
            seen = model.program(), model.groups, model.families, len(model.rows())
            if seen != (program, program.groups, program.names.families, len(program.rows)):
                wrong.append(seen)

    def extend(offset: int) -> None:
        for number in range(60):
            rule = rules[(number + offset) % len(rules)]
            made = model.extension(program, [rule], f"mine {offset}")
            if described(made) != wanted[(number + offset) % len(rules), offset]:
                wrong.append(made)

    wanted = {
        (number, offset): described(model.extension(program, [rule], f"mine {offset}"))
        for number, rule in enumerate(rules)
        for offset in range(2)
    }
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        reader = threading.Thread(target=look)
        writers = [threading.Thread(target=extend, args=[offset]) for offset in range(2)]
        for thread in (reader, *writers):
            thread.start()
        for thread in writers:
            thread.join()
        over.set()
        reader.join()
    finally:
        over.set()
        sys.setswitchinterval(interval)
    assert not wrong
    assert described(model.program()) == said


def test_rules_that_cannot_be_stated_leave_nothing_behind() -> None:
    model, x, n = begun()
    free = model.integer("free", lower=None, upper=None)
    program, before = model.program(), sizes(model)
    for rule in ((free <= 3) & x[1] | x[0], Model().binary("other") >= 1, "no rule"):
        wrong: Any = [(n[0] <= 2) & x[0] | x[1], rule]
        with pytest.raises(ModelError):
            model.extension(program, wrong, "mine")
    assert (model.program(), sizes(model)) == (program, before)
    assert [group.name for group in model.groups] == ["known"]


def test_a_model_can_be_extended_while_a_group_is_open() -> None:
    model, x, _ = begun()
    with model.group("open"):
        made = model.extension(model.program(), [x[0] == 1], "mine")
        row = model.add(x[1] == 1)
    assert [row.name for row in made.rows_of("mine")] == ["mine[0]"]
    assert row.name == "open[0]"


def test_rows_of_an_extension_are_not_taken_for_those_of_the_model() -> None:
    model, x, n = begun()
    made = model.extension(model.program(), [x[0] <= x[1]], "mine")
    own = made.rows_of("mine")
    later = model.add(n[0] + n[1] <= 5)
    with pytest.raises(ModelError, match=r"row mine\[0\] belongs to a program"):
        model.delete(own)
    with pytest.raises(ModelError, match=r"row mine\[0\] belongs to a program"):
        model.change(own[0], bounds=(None, 3))
    assert later.bounds == (None, 5)
    model.delete(made.rows_of("known"))
    assert [row.name for row in model.rows()] == ["comparison[0]", "conjunction[0]", "linear[0]"]


def test_programs_with_variables_of_their_own_are_not_extended() -> None:
    model, x, n = begun()
    model.add(all_different(n))
    program = linearised(model.program())
    assert program.variables > model.program().variables
    with pytest.raises(ModelError, match="the program has variables that its model does not have"):
        model.extension(program, [x[0] == 1], "mine")


def test_what_a_model_gets_later_is_no_part_of_an_older_extension() -> None:
    """The columns and rows that only an extension has are those of something else in the model."""
    model, x, n = begun()
    extended = model.extension(model.program(), [(n[0] + n[1] <= 2) & x[2] | x[3]], "mine")
    assert extended.variables > model.program().variables
    later = model.binary("later")
    row = model.add(later + x[0] <= 1)
    result = extended.solve("cpsat")
    assert result.value(x[0]) in {0, 1}
    for ask in (result.value, lambda one: extended.fix({one: 1})):
        with pytest.raises(ModelError, match="a variable is newer than"):
            ask(later)
    with pytest.raises(ModelError, match="a row is newer than these values"):
        result.slack(row)
    again = model.extension(model.program(), [x[0] | x[1]], "mine").solve("cpsat")
    assert again.value(later) in {0, 1}
    assert again.slack(row) >= 0
