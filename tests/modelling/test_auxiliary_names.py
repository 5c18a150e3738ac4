"""Auxiliary families are known by what they are, whatever other families are called.

Every word that a model calls its own families by meets families of a person that have such names,
stated before or after.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

import pytest

from ilpuzzles.asking.files import read_lp, read_mps, read_saved
from ilpuzzles.asking.model import Model
from ilpuzzles.errors import InputError, ModelError
from ilpuzzles.formats.latex import sections
from ilpuzzles.formats.saved import saved_text
from ilpuzzles.modelling.expressions import Operand
from ilpuzzles.modelling.functions import (
    absolute,
    count,
    element,
    maximum,
    minimum,
    product,
    quotient,
)
from ilpuzzles.modelling.operations import Function
from ilpuzzles.modelling.pieces import piecewise_linear
from ilpuzzles.modelling.program import Program, program_of
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.queries.solve import solve_model
from support.same_programs import described

WAYS: dict[str, Callable[[VariableFamily, VariableFamily], Operand]] = {
    "and": lambda x, n: (x[0] & x[1]) + x[2],
    "or": lambda x, n: (x[0] | x[1]) + x[2],
    "exclusive or": lambda x, n: (x[0] ^ x[1] ^ x[2]) + x[0],
    "comparison": lambda x, n: (n[0] + n[1] <= 3) + x[0],
    "quotient": lambda x, n: quotient(n[0], 2) - x[0],
    "remainder": lambda x, n: n[0] % 3 + x[0],
    "absolute value": lambda x, n: absolute(n[0] - 2 * n[1]),
    "maximum": lambda x, n: maximum(n) - n[0],
    "minimum": lambda x, n: minimum(n) - x[0],
    "product": lambda x, n: product(n[0], n[1]) - 2 * n[1],
    "element": lambda x, n: element(n[0], [3, 1, 4, 1, 5]),
    "piecewise linear": lambda x, n: piecewise_linear(n[0], [(0, 0), (1, 3), (4, 1)]),
}
"""A number for each word, which needs an auxiliary variable of that word."""

NUMBERS = range(12)


def stated(word: str, *, when: str) -> Model:
    """A model with a number of a word; families with such names come before, after or not at all.

    Some are variables by themselves, others have labels.
    """
    model = Model()
    x, n = model.binary("x", 3), model.integer("n", 2, lower=0, upper=4)
    own: list[Operand] = []

    def state_own() -> None:
        for number in NUMBERS:
            name = f"{word} {number}"
            own.append(model.binary(name, 2).sum() if number % 2 else model.binary(name))
        # In most files, a blank is an underscore.
        own.append(model.binary(f"{word}_5"))

    if when == "before":
        state_own()
    number = WAYS[word](x, n)
    if when == "after":
        model.program()
        state_own()
    model.add(n[0] + n[1] + x.sum() <= 5)
    model.maximize(100 * model.sum([number]) + n[1] - n[0] - 7 * x[1] - model.sum([0, *own]))
    return model


def test_every_word_is_asked_about() -> None:
    made = [stated(word, when="never") for word in WAYS]
    words = [[family.word for family in model.families if family.word] for model in made]
    assert all(word in found for word, found in zip(WAYS, words, strict=True))
    assert {word for found in words for word in found} == set(WAYS)
    used = {type(one).__name__ for model in made for one in model.program().operations}
    functions = Function.__subclasses__()
    own = {kind.__name__ for kind in functions if kind.__module__.startswith("ilpuzzles.")}
    assert own <= used


def _best(model: Model | Program) -> tuple[object, ...]:
    found = solve_model(model, "highs")
    return found.status, found.objective


@pytest.mark.every("word")
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("word", WAYS)
def test_a_family_may_have_the_name_of_an_auxiliary_one(word: str, when: str) -> None:
    model = stated(word, when=when)
    names = [family.name for family in model.families]
    assert len(set(names)) == len(names)
    for number in NUMBERS:
        found = model.family(f"{word} {number}")
        assert found is model.program().look_up(f"{word} {number}") or found.column >= 0
        size = found.size if isinstance(found, VariableFamily) else 1
        assert size == 1 + number % 2
    own = {f"{word} {number}" for number in NUMBERS}
    assert all(not family.word for family in model.families if family.name in own)
    made = [family for family in model.families if family.word]
    assert {family.word for family in made} == {
        one.word for one in stated(word, when="never").families if one.word
    }
    assert all(family.name == f"{family.word} {family.number}" for family in made)
    columns = [model.name_of(column) for column in range(model.program().variables)]
    assert len(set(columns)) == len(columns)

    wanted = _best(stated(word, when="never"))
    opened = read_saved(saved_text(model.program()), "a.ilp.json")
    assert described(program_of(opened)) == described(model.program())
    assert [one.word for one in program_of(opened).names.families] == [
        one.word for one in model.families
    ]
    for one in (model, opened, read_lp(model.to_lp()), read_mps(model.to_mps())):
        assert _best(one) == wanted
    assert opened.latex() == model.latex()


@pytest.mark.every("word")
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("word", WAYS)
def test_formulas_tell_families_of_a_person_from_auxiliary_ones(word: str, when: str) -> None:
    model = stated(word, when=when)
    said = {section.title: section.lines for section in sections(model.program())}
    variables = "\n".join(said["variables"])
    for number in NUMBERS:
        assert rf"\text{{{word} {number}}}" in variables
    symbol = rf"\text{{{word}}}" if " " in word else rf"\mathit{{{word}}}"
    assert symbol in variables
    # The objective names what it is about, and no two by one symbol.
    (goal, *_) = said["objective"]
    terms = re.split(" [+-] ", goal)
    assert len(set(terms)) == len(terms)


def test_a_word_of_which_others_are_called_has_a_star() -> None:
    model = Model()
    x = model.binary("x", 3)
    model.binary("and", 2)
    model.binary("and*")
    model.add((x[0] & x[1]) + (x[1] & x[2]) <= 1)
    (lines,) = (one.lines for one in sections(model.program()) if one.title == "variables")
    assert lines[2] == (r"\text{and**}_{k} \in \{0, 1\}\ \text{(auxiliary)} \qquad \forall k \in K")
    assert r"\text{and*}" in lines[-1]


def test_a_file_may_have_the_name_of_an_auxiliary_family() -> None:
    names = [f"and {number}" for number in range(2, 9)]
    text = _mps(names)
    model = read_mps(text)
    assert list(model.names) == names
    x = [model.variable(name) for name in names]
    model.add(count(x[0] & x[1], x[2] & x[3]) <= 1)
    columns = [model.name_of(column) for column in range(model.program().variables)]
    assert columns == [*names, "and 1", "and 9"]
    assert model.program().look_up("and 2").column == 0


def _mps(names: Sequence[str]) -> str:
    """A file with binary variables of some names, of which at most three are 1."""
    fields = [f"    {name:<8}  most      {1:>12}" for name in names]
    bounds = [f" BV bnd       {name:<8}" for name in names]
    head = ["NAME          names", "ROWS", " N  cost", " L  most", "COLUMNS"]
    rows = ["RHS", f"    rhs       most      {3:>12}", "BOUNDS", *bounds, "ENDATA", ""]
    return "\n".join([*head, *fields, *rows])


def test_a_program_keeps_the_names_that_it_was_made_with() -> None:
    model = Model()
    x = model.binary("x", 3)
    both = (x[0] & x[1]) + 0
    before = model.program()
    mine = model.binary("and 1")
    assert (repr(both), repr(mine)) == ("and 2", "and 1")
    assert [family.name for family in before.names.families] == ["x", "and 1"]
    assert before.names.name_of(3) == "and 1"
    with pytest.raises(ModelError, match="there is already a family 'and 1'"):
        model.binary("and 1")
    model.binary("and 2")
    assert (repr(both), model.family("and 3").column) == ("and 3", 3)


@pytest.mark.parametrize("seed", range(20))
def test_names_go_on_after_a_file_as_they_would_have(seed: int) -> None:
    dice = random.Random(seed)
    model = Model()
    x, n = model.binary("x", 3), model.integer("n", 2, lower=0, upper=4)
    models = [model]

    def step(number: int) -> None:
        # Functions have a new variable each time; of truths, a file does not say what they are.
        word, is_stated = dice.choice([*WAYS][4:]), dice.random() < 0.5
        for one in models:
            y, k = one.family("x"), one.family("n")
            taken = {family.name for family in one.families if not family.word}
            if not is_stated:
                one.add(WAYS[word](y, k) + y[number % 3] - k[number % 2] <= 7)
            elif f"{word} {number}" not in taken:
                one.binary(f"{word} {number}")

    for _ in range(8):
        step(dice.randrange(12))
    opened = read_saved(saved_text(model.program()), "a")
    assert isinstance(opened, Model)
    models.append(opened)
    for _ in range(8):
        step(dice.randrange(24))
    one, other = (
        [(family.name, family.word, family.first) for family in each.families] for each in models
    )
    assert one == other
    assert len({name for name, _, _ in one}) == len(one)
    assert x.size + n.size == 5


WRONG = {
    '"name": "and 1"': ('"name": "end 1"', "families[1].name: the name must be the word and a num"),
    '"and 1", "type"': ('"and one", "type"', "families[1].name: the name must be the word and a "),
    '"auxiliary": true, ': ("", "families[1].word: the variables must be auxiliary"),
    '"word": "and"': ('"word": ""', "families[1].name: the name must be the word and a number"),
    '"type": "binary", "axes": [3]': ('"type": "binary", "axes": [3], "word": 3', "expected a "),
}


@pytest.mark.every("written")
@pytest.mark.parametrize("written", WRONG)
def test_what_a_file_says_of_an_auxiliary_family_is_not_taken_on_trust(written: str) -> None:
    model = Model()
    x = model.binary("x", 3)
    model.add((x[0] & x[1]) + x[2] <= 1)
    text, (other, said) = saved_text(model.program()), WRONG[written]
    assert text.count(written) == 1
    with pytest.raises(InputError, match=re.escape(said)):
        read_saved(text.replace(written, other), "a.ilp.json")
