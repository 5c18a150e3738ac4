"""Rows as handles: what they show, what may be changed and deleted, and what stays as it was."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.expressions import Comparison, Variable
from ilpuzzles.modelling.functions import conditional
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.row_check import Row, RowList
from ilpuzzles.modelling.row_store import Sides
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.solve import solve_model
from support.begun_models import with_binaries
from support.rings import examples
from support.same_programs import described

LONG = Fraction((1 << 70) + 1, 7)
FACTORS: list[Number] = [-3, -1, 1, 1, 2, Fraction(1, 2), Fraction(-2, 3), LONG]
BOUNDS: list[Number | None] = [None, -2, 0, 1, 3, Fraction(5, 3), Fraction(7, 2)]


@dataclass
class Stated:
    """A row as somebody states it, so that it can be stated anew."""

    key: str
    group: str
    terms: dict[int, Number]
    bounds: Sides


def variables(model: Model) -> list[Variable]:
    """Some variables, of all sorts."""
    x, n = model.binary("x", 3), model.integer("n", 2, lower=-2, upper=4)
    return [*x.flat, *n.flat, model.continuous("c", upper=9)]


@dataclass
class Editor:
    """A model that is changed step by step, and what it should say by now."""

    random: Random
    model: Model = field(default_factory=Model)
    rows: dict[int, tuple[Row, Stated]] = field(default_factory=dict)
    made: list[tuple[Program, dict[str, Any]]] = field(default_factory=list)
    counter: int = 0

    def __post_init__(self) -> None:
        self.columns = variables(self.model)

    def bounds(self) -> Sides:
        """Bounds that ascend."""
        lower, upper = self.random.choice(BOUNDS), self.random.choice(BOUNDS)
        turned = lower is not None and upper is not None and lower > upper
        return (upper, lower) if turned else (lower, upper)

    def add(self) -> None:
        """States a row, by itself or from arrays."""
        random = self.random
        chosen = random.sample(range(len(self.columns)), random.randrange(4))
        stated = Stated(
            f"row {self.counter}",
            random.choice(["", "one", "two"]),
            {column: random.choice(FACTORS) for column in chosen},
            self.bounds(),
        )
        types = {type(number) for number in (*stated.terms.values(), *stated.bounds)}
        whole = types <= {int, type(None)}
        bulk = whole and random.random() < 0.5
        if bulk:
            # Rows that come in bulk have their columns in order, if they do not have them so.
            stated.terms = dict(sorted(stated.terms.items()))
        found = state(self.model, self.columns, stated, bulk=bulk)
        self.rows[self.counter] = found, stated
        self.counter += 1

    def change(self) -> None:
        """Changes a row, if there is one."""
        if not self.rows:
            return
        row, stated = self.rows[self.random.choice(list(self.rows))]
        changed: dict[int, Number] = {
            self.random.randrange(len(self.columns)): self.random.choice([*FACTORS, 0, 0])
            for _ in range(self.random.randrange(3))
        }
        bounds = self.random.choice([None, self.bounds()])
        self.model.change(row, {self.columns[c]: f for c, f in changed.items()}, bounds=bounds)
        terms = stated.terms | changed
        stated.terms = {column: factor for column, factor in terms.items() if factor}
        stated.bounds = bounds or stated.bounds

    def delete(self) -> None:
        """Deletes a row, if there is one."""
        if self.rows:
            row, _ = self.rows.pop(self.random.choice(list(self.rows)))
            self.model.delete(row)

    def look(self) -> None:
        """Makes a program, which must never change."""
        program = self.model.program()
        self.made.append((program, described(program)))

    def take(self, steps: int) -> Editor:
        """Takes some steps at random."""
        for _ in range(steps):
            self.random.choice([self.add, self.add, self.change, self.delete, self.look])()
        return self

    def anew(self) -> Model:
        """A model that is stated like this at once."""
        model = Model()
        columns = variables(model)
        for group in self.model.groups:
            with model.group(group.name):
                pass
        for _, stated in self.rows.values():
            state(model, columns, stated)
        return model


def state(model: Model, columns: list[Variable], stated: Stated, *, bulk: bool = False) -> Row:
    """Adds a row."""

    def add() -> Row:
        if bulk:
            starts, entries = np.array([0, len(stated.terms)]), np.array([*stated.terms], dtype=int)
            return model.add_rows(
                Kind.LINEAR,
                starts,
                entries,
                coefficients=np.array([*stated.terms.values()], dtype=object),
                lower=stated.bounds[0],
                upper=stated.bounds[1],
                keys=[stated.key],
            )
        total = model.sum(factor * columns[column] for column, factor in stated.terms.items())
        return model.add(Comparison(total, *stated.bounds), key=stated.key)

    if not stated.group:
        return add()
    with model.group(stated.group):
        return add()


def said(program: Program) -> dict[str, Any]:
    """All that a program says, except the numbers that its rows have in the model."""
    return {name: part for name, part in described(program).items() if name != "row numbers"}


@examples(300)
@given(seed=st.integers(0, 10**9), steps=st.integers(1, 40))
def test_a_changed_model_is_the_one_that_is_stated_like_this_at_once(seed: int, steps: int) -> None:
    editor = Editor(Random(seed)).take(steps)
    assert said(editor.model.program()) == said(editor.anew().program())
    for row, stated in editor.rows.values():
        wanted = {editor.columns[column]: factor for column, factor in stated.terms.items()}
        assert (row.coefficients, row.bounds) == (wanted, stated.bounds)
        assert (row.key, row.group.name if row.group else "") == (stated.key, stated.group)
    for program, before in editor.made:
        assert described(program) == before, "programs that were made before stay what they are"


@examples(100)
@given(seed=st.integers(0, 10**9))
def test_changed_rows_of_literals_say_what_their_numbers_say(seed: int) -> None:
    random = Random(seed)
    model = Model()
    x = list(model.binary("x", 4).flat)
    state_row = random.choice([model.exactly_one, model.at_most_one, model.at_least_one])
    row = state_row([random.choice([one, ~one]) for one in random.sample(x, 3)])
    kind, terms, bounds = row.look().rows.kinds[0], row.coefficients, row.bounds
    for _ in range(random.randrange(3)):
        changed = {random.choice(x): random.choice([0, 1, 1, -1, 2])}
        bounds = random.choice([bounds, bounds, (0, 2)])
        model.change(row, changed, bounds=bounds)
        terms = {one: factor for one, factor in (terms | changed).items() if factor}
    assert (row.coefficients, row.bounds) == (terms, bounds)
    for values in product((0, 1), repeat=4):
        number = sum(factor * values[one.column] for one, factor in terms.items())
        lower, upper = bounds
        right = (lower is None or lower <= number) and (upper is None or number <= upper)
        assert right is not any(model.check(np.array(values)))
    if row.look().rows.kinds[0] != kind:
        assert row.look().rows.kinds[0] == Kind.LINEAR


def test_what_a_kind_says_is_kept_while_it_is_true() -> None:
    model = Model()
    x, n = model.binary("x", 3), model.integer("n", lower=0, upper=1, auxiliary=True)
    row, other = model.exactly_one(x[:2]), model.exactly_one(x)
    model.change(row, {x[2]: 1})
    assert row.text == other.text == "exactly one of x[0], x[1], x[2]"
    model.change(row, {x[0]: 2})
    assert row.text == "2 x[0] + x[1] + x[2] = 1"
    deciding = model.integer("m", lower=0, upper=2)
    model.change(other, {deciding: 1})
    assert (other.text, n.column) == ("x[0] + x[1] + x[2] + m = 1", 3)


def test_a_statement_that_becomes_several_rows_is_one_handle() -> None:
    model = Model()
    x, n = model.binary("x", 2), model.integer("n", lower=0, upper=9)
    both = model.add((x[0] + n <= 3) & (n != 2), "both")
    assert [part.name for part in both.parts] == ["both[0]", "both[1]"]
    assert repr(both).startswith("no group: 2 rows\n  both[0]: x[0] + n <= 3\n")
    with pytest.raises(ModelError, match="expected one row, got 2 rows"):
        both.text  # noqa: B018 - it raises
    with pytest.raises(ModelError, match="expected one row, got 2 rows"):
        model.change(both, bounds=(0, 1))
    other = model.add(n != 2)
    model.delete(both)
    assert [row.text for row in model.rows()] == [other.text]
    assert repr(both) == "no rows"
    nothing = model.add(x[0] | ~x[0] | x[1])
    assert (len(nothing.parts), len(model.rows())) == (0, 1)
    with pytest.raises(ModelError, match="there is no row"):
        int(nothing)
    model.delete(nothing)


def test_definitions_are_no_part_of_a_statement_and_stay() -> None:
    """Other rows may share them: the same truth has the same variable wherever it is used."""
    model = Model()
    x, n = model.binary("x", 2), model.integer("n", 2, lower=0, upper=3)
    truth = n[0] + n[1] <= 2
    one = model.add(conditional(truth, x[0], x[1]) + x[0] == 1)
    rows = len(model.rows())
    other = model.add(truth.implies(x[0]))
    before = count_solutions(model).number
    assert (len(one.parts), len(other.parts)) == (1, 1)
    model.delete(one)
    assert len(model.rows()) == rows
    anew = Model()
    y, m = anew.binary("x", 2), anew.integer("n", 2, lower=0, upper=3)
    anew.add((m[0] + m[1] <= 2).implies(y[0]))
    assert count_solutions(model).number == count_solutions(anew).number > before
    definition = next(row for row in model.rows() if row.group is None and row != other)
    for edit in (model.delete, lambda row: model.change(row, bounds=(0, 1))):
        with pytest.raises(ModelError, match=r"auxiliary variable|not linear"):
            edit(definition)
    assert count_solutions(model).number == count_solutions(anew).number


def test_a_variable_that_a_row_defines_keeps_its_definition() -> None:
    model = Model()
    x, told = model.binary("x", 2), model.binary("told")
    with model.group("logic"):
        both = model.conjunction(x)
        model.disjunction(x, target=told)
    auxiliary, deciding = model.rows("logic")
    model.add(both + told <= 1)
    with pytest.raises(ModelError, match=r"^row logic\[0\] defines and 2, which"):
        model.delete(model.rows("logic"))
    assert len(model.rows("logic")) == 2
    model.delete(deciding)
    assert (len(model.rows("logic")), auxiliary.name) == (1, "logic[0]")
    assert count_solutions(model).number == 7
    with pytest.raises(ModelError, match=r"^row logic\[0\] is not linear: conjunction"):
        auxiliary.coefficients  # noqa: B018 - it raises


def test_what_cannot_be_changed_is_said_in_a_line() -> None:
    model, other = Model(), Model()
    x, n = model.binary("x", 2), model.integer("n", lower=-3, upper=3)
    y = other.binary("y")
    row, logic = model.add(x[0] + x[1] <= 1, "few"), model.add(n != 2)
    lazy = model.lazy(lambda _values: None)
    foreign = other.add(y >= 1)
    cases: list[tuple[Any, str]] = [
        (lambda: model.change(row, {y: 1}), "y belongs to another model, which is also"),
        (lambda: model.change(row, {"x": 1}), "'x' is not a variable of this model"),  # type: ignore[dict-item]
        (lambda: model.change(row, {x[0]: float("nan")}), "nan"),
        (lambda: model.change(row, {x[0]: 1 << 70}), "a coefficient has 63 bits or more"),
        (lambda: model.change(row, bounds=(3, 2)), r"bounds of row few\[0\] must ascend, got 3"),
        (lambda: model.change(logic, bounds=(0, 1)), "is not linear: not equal"),
        (lambda: model.change(lazy, bounds=(0, 1)), "is not linear: lazy rows"),
        (lambda: model.change(foreign, bounds=(0, 1)), r"row linear\[0\] belongs to another model"),
        (lambda: model.delete(foreign), r"row linear\[0\] belongs to another model"),
        (lambda: model.delete(0), "expected a row, got '0'"),  # type: ignore[arg-type]
        (lambda: model.change("few", bounds=(0, 1)), "expected a row, got 'few'"),  # type: ignore[arg-type]
    ]
    before = described(model.program())
    for call, message in cases:
        with pytest.raises(ModelError, match=message) as caught:
            call()
        assert "\n" not in str(caught.value)
    assert described(model.program()) == before
    model.delete(row)
    for call in (lambda: model.delete(row), lambda: model.change(row), lambda: row.bounds):
        with pytest.raises(ModelError, match="row 0 is not there; it has been deleted"):
            call()
    model.delete(lazy)
    assert [one.name for one in model.rows()] == ["not equal[0]"]


def test_a_bound_that_was_rounded_is_not_forgotten() -> None:
    """`x / 2 <= 5/3` is stored as `x <= 3`; with another coefficient, it must not be `x <= 3`."""
    model = Model()
    n = model.integer("n", lower=0, upper=9)
    row = model.add(Fraction(1, 2) * n <= Fraction(5, 3))
    program = model.program()
    assert (row.bounds, program.rows.upper.tolist()) == ((None, Fraction(5, 3)), [3])
    model.change(row, {n: Fraction(1, 3)})
    assert model.program().rows.upper.tolist() == [5]
    assert program.rows_of()[0].bounds == (None, Fraction(5, 3)), "as it was written then"
    model.change(row, bounds=(None, Fraction(4, 3)))
    model.maximize(n)
    assert solve_model(model).objective == 4
    assert program.rows_of()[0].text == "0.5 n <= 5/3"


def test_a_changed_row_no_longer_determines_what_it_did_with_others() -> None:
    model = Model()
    x, y = model.binary("x"), model.integer("y", 2, lower=0, upper=3, auxiliary=True)
    with model.defining(x) as defined:
        first = model.add(y[0] + y[1] <= 3 * x)
        unimportant = model.add(x >= 0)
        model.add(y[0] + y[1] >= 3 * x - 0)
        model.add(y[0] - y[1] <= 3 - 2 * x)
        defined += [*y.flat]
    assert model.program().determined()
    model.change(unimportant, {x: 2})
    assert model.program().determined()
    model.change(first, {y[0]: 2})
    assert not model.program().determined()
    model.change(first, {y[0]: 1})
    assert not model.program().determined(), "what was vouched for is not known again"


def test_arrays_in_which_nothing_changes_are_the_same_ones() -> None:
    """What keeps a part of a program it has handed over can see that it is still right."""
    model = Model()
    rows = model.exactly_one(model.binary("x", 100, 100), axis=1)
    before = model.program().rows
    model.change(rows.parts[7], bounds=(0, 1))
    after = model.program().rows
    same = ("starts", "columns", "coefficients", "scales", "groups", "targets")
    assert all(getattr(after, name) is getattr(before, name) for name in same)
    assert after.lower.tolist() != before.lower.tolist() == [1] * 100
    assert model.program() is model.program()


def test_a_handle_is_a_number_where_one_is_needed() -> None:
    model, x = with_binaries(3, 3)
    lines = model.exactly_one(x, axis=0, name="lines")
    last = model.add(x.sum() <= 2, "few")
    program = model.program()
    assert program.rows.kinds[last] == Kind.LINEAR
    assert (int(lines), int(last), model.row_key(lines)) == (0, 3, 0)
    assert model.row_name(last) == "few[0]"
    assert program.row_text(last) == last.text
    assert last == model.rows()[-1] == RowList(model, [3])[0] != lines
    assert len({last, *model.rows()}) == 4
    model.delete(model.rows()[:2])
    assert (int(lines), [row.name for row in lines.parts]) == (2, ["lines[2]"])


def test_a_row_of_a_program_says_what_it_was_and_changes_what_is() -> None:
    model, x = with_binaries(3)
    row = model.add(x.sum() <= 1)
    then = model.program().rows_of()[0]
    model.change(row, {x[0]: 5})
    model.change(then, {x[1]: 7})
    assert (row.text, then.text) == ("5 x[0] + 7 x[1] + x[2] <= 1", "x[0] + x[1] + x[2] <= 1")
    model.delete(then)
    assert (repr(row), repr(then)) == ("<deleted>", "linear[0]: x[0] + x[1] + x[2] <= 1")
    for edit in (model.delete, lambda one: model.change(one, bounds=(0, 1))):
        with pytest.raises(ModelError, match="row 0 is not there; it has been deleted"):
            edit(then)
