r"""Formulas: the LaTeX of small models letter by letter, and of all sorts of models by its form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.constraints.connectivity import connected
from ilpuzzles.constraints.lexicographic_order import lexicographic
from ilpuzzles.errors import ModelError
from ilpuzzles.formats.latex import sections
from ilpuzzles.modelling.affine import Affine, LinearRows
from ilpuzzles.modelling.expressions import Comparison, Relation
from ilpuzzles.modelling.functions import (
    absolute,
    all_different,
    element,
    maximum,
    minimum,
    product,
)
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.operations import (
    Absolute,
    Conditional,
    Extremum,
    Operation,
    Outcome,
    Reified,
)
from ilpuzzles.modelling.pieces import piecewise_linear, semi_continuous, special_ordered_2
from ilpuzzles.modelling.program import Program, program_of
from ilpuzzles.modelling.rows import Kind
from support.begun_models import with_binaries
from support.fuzz.descriptions import program
from support.fuzz.generator import SORTS, described


def lines(model: Model | Program, title: str) -> list[str]:
    """The formulas of a section."""
    parts = sections(program_of(model))
    return [line for section in parts if section.title == title for line in section.lines]


def rows_of(model: Model) -> list[str]:
    """The formulas of the rows that belong to no group."""
    return lines(model, "rows without a group")


def require_well_formed(text: str) -> None:
    """Braces and environments are closed, and nothing in a text has a meaning for LaTeX."""
    assert text.startswith("\\begin{align*}\n& ")
    assert text.endswith("\n\\end{align*}")
    assert text.count("\\begin{") == text.count("\\end{") == 1
    body = text.split("\n", 1)[1].rsplit("\n", 1)[0]
    assert all(line.startswith("& ") for line in body.split(" \\\\\n"))
    assert body.count("&") - body.count("\\&") == body.count("\\\\\n") + 1
    left = re.sub(r"\\[{}]", "", text)
    depth = 0
    for sign in re.findall("[{}]", left):
        depth += 1 if sign == "{" else -1
        assert depth >= 0
    assert depth == 0
    for inside in re.findall(r"\\text\{([^{}]*)\}", left):
        assert not set(inside) & set("\\_&%#$^~<>|")
    assert "\0" not in text
    assert "None" not in text


def test_rows_along_an_axis_are_one_exact_sum() -> None:
    model, x = with_binaries(["a", "b", "c"], 4)
    model.exactly_one(x, "row", axis=1)
    model.at_most_one(x, "column", axis=0)
    model.add(x.sum() >= 2, "all")
    assert rows_of(model) == [
        r"\sum_{j \in J} x_{i,j} = 1 \qquad \forall i \in I",
        r"\sum_{i \in I} x_{i,j} \le 1 \qquad \forall j \in J",
        r"\sum_{i \in I,\, j \in J} x_{i,j} \ge 2",
    ]
    assert lines(model, "variables") == [r"x_{i,j} \in \{0, 1\} \qquad \forall i \in I,\ j \in J"]
    assert lines(model, "index sets") == [
        r"i \in I = \{\text{a}, \text{b}, \text{c}\}",
        r"j \in J = \{0, 1, 2, 3\}",
    ]


def test_the_index_of_a_listed_set_is_the_key_where_no_label_is() -> None:
    model, place = with_binaries([("A", 0), ("A", 1), ("B", 1), ("B", 2)], name="place")
    covered = {"u": [0, 2], "v": [0, 1, 3], "w": [1, 2, 3], "z": [0, 1, 2, 3]}
    for cell, columns in covered.items():
        model.exactly_one([place.positions()[c] for c in columns], "cell", cell)
    model.exactly_one(place, "all")
    assert rows_of(model) == [
        r"\sum_{(i,j) \in S_{1}(k)} \mathit{place}_{i,j} = 1 \qquad \forall k \in K",
        r"|S_{1}(k)| \in \{2, 3, 4\}",
        (
            r"\text{for example } \text{u}\colon\ "
            r"\mathit{place}_{\text{A},0} + \mathit{place}_{\text{B},1} = 1"
        ),
        (
            r"\mathit{place}_{\text{A},0} + \mathit{place}_{\text{A},1} + "
            r"\mathit{place}_{\text{B},1} + \mathit{place}_{\text{B},2} = 1"
        ),
    ]
    assert lines(model, "index sets")[-2:] == [
        r"k \in K = \{\text{u}, \text{v}, \text{w}, \text{z}\}",
        r"D_{\mathit{place}} \subseteq I \times J,\quad |D_{\mathit{place}}| = 4",
    ]


def test_one_missing_term_or_row_is_not_passed_over() -> None:
    def said(rows: int, gap: int) -> list[str]:
        model, x = with_binaries(5, 6)
        for i in range(rows):
            model.exactly_one([x[i, j] for j in range(6) if (i, j) != (1, gap)], "row")
        return rows_of(model)

    exact = r"\sum_{j \in J} x_{i,j} = 1 \qquad \forall i \in"
    assert said(5, gap=-1) == [f"{exact} I"]
    assert said(4, gap=-1)[:2] == [f"{exact} R_{{1}}", r"R_{1} \subseteq I,\quad |R_{1}| = 4"]
    assert said(5, gap=2)[:2] == [
        r"\sum_{j \in S_{1}(i)} x_{i,j} = 1 \qquad \forall i \in I",
        r"|S_{1}(i)| \in \{5, 6\}",
    ]


def test_numbers_that_differ_from_row_to_row_have_names() -> None:
    model, x = with_binaries(3, 8)
    costs = np.arange(1, 25).reshape(3, 8)
    for i in range(3):
        model.add(x[i, :].dot(costs[i]) <= 10 + i, "capacity")
    model.minimize(x.positions().dot(costs))
    assert rows_of(model)[:2] == [
        r"\sum_{j \in J} a^{(2)}_{i,j} x_{i,j} \le b^{(1)}_{i} \qquad \forall i \in I",
        r"1 \le a^{(2)} \le 24,\quad b^{(1)}_{i} \in \{10, 11, 12\}",
    ]
    assert lines(model, "objective")[:2] == [
        r"\min\ \sum_{i \in I,\, j \in J} a^{(1)}_{i,j} x_{i,j}",
        r"1 \le a^{(1)} \le 24",
    ]


OPERATIONS: list[tuple[Any, str]] = [
    (lambda x, n: x[0] | ~x[1], r"x_{0} \lor \lnot x_{1}"),
    (lambda x, n: x[0] ^ x[1] ^ x[2], r"x_{0} \oplus x_{1} \oplus x_{2} = 1"),
    (lambda x, n: x[0].implies(n[0] <= 3), r"x_{0} \Rightarrow n_{0} \le 3"),
    (lambda x, n: n[0] != 4, r"n_{0} \ne 4"),
    (lambda x, n: (2 * n[0] - n[1]).between(-1, 5), r"-1 \le 2n_{0} - n_{1} \le 5"),
    (
        lambda x, n: Fraction(1, 3) * n[0] + n[1] == Fraction(5, 2),
        r"\tfrac{1}{3}n_{0} + n_{1} = \tfrac{5}{2}",
    ),
    (
        lambda x, n: all_different([n[0], n[1] + 1, n[2] - 2]),
        r"\operatorname{alldifferent}\{n_{0}, n_{1} + 1, n_{2} - 2\}",
    ),
    (lambda x, n: semi_continuous(n[0], 3), r"n_{0} = 0 \lor 3 \le n_{0} \le 9"),
    (lambda x, n: special_ordered_2(n), r"\operatorname{SOS}_2(n_{0}, n_{1}, n_{2})"),
]


@pytest.mark.every("expected")
@pytest.mark.parametrize(("stated", "expected"), OPERATIONS)
def test_what_is_stated_by_itself(stated: Any, expected: str) -> None:
    model = Model()
    x, n = model.binary("x", 3), model.integer("n", 3, lower=0, upper=9)
    model.add(stated(x, n))
    assert rows_of(model) == [expected]


FUNCTIONS: list[tuple[Any, str]] = [
    (maximum, r"\mathit{maximum} = \max\{n_{0}, n_{1}, n_{2}\}"),
    (lambda n: minimum([n[0], 2 * n[1] + 1]), r"\mathit{minimum} = \min\{n_{0}, 2n_{1} + 1\}"),
    (lambda n: absolute(n[0] - n[1]), r"\text{absolute value} = \lvert n_{0} - n_{1} \rvert"),
    (lambda n: product(n[0] + 1, n[1]), r"\mathit{product} = (n_{0} + 1) \cdot n_{1}"),
    (
        lambda n: element(n[0], [3, 1, 4, 1, 5, 9, 2, 6, 5, 3]),
        r"\mathit{element} = (3, 1, 4, 1, \ldots, 3)_{n_{0}} \text{ (counted from 0)}",
    ),
    (
        lambda n: piecewise_linear(n[0], [(0, 0), (3, Fraction(1, 2)), (9, 6)]),
        (
            r"\text{piecewise linear} = f(n_{0}),\quad "
            r"f \text{ linear between } (0, 0), (3, \tfrac{1}{2}), (9, 6)"
        ),
    ),
]


@pytest.mark.every("expected")
@pytest.mark.parametrize(("function", "expected"), FUNCTIONS)
def test_a_function_is_a_definition(function: Any, expected: str) -> None:
    model = Model()
    n = model.integer("n", 3, lower=0, upper=9)
    stated: Comparison = function(n) <= 5
    model.add(stated)
    assert lines(model, "definitions") == [expected]


@dataclass(frozen=True, slots=True)
class _Apart(Operation):
    word = "far apart"
    one: Affine
    other: Affine
    distance: int
    at_most: Fraction | None = None
    either_way: bool = False
    number_of_use: int = field(default=1, repr=False)

    def outcome(self, values: Sequence[Number]) -> Outcome:
        apart = abs(int(self.one.value(values) - self.other.value(values)))
        return Outcome(apart, self.distance, None)

    def linearise(self, into: LinearRows) -> None:
        into.row(self.one.minus(self.other), self.distance, None)


@pytest.mark.parametrize(
    ("more", "in_latex", "in_words"),
    [
        ({}, r"\text{distance} = 2", "distance 2"),
        ({"number_of_use": 5}, r"\text{distance} = 2", "distance 2"),
        (
            {"at_most": Fraction(7, 2), "either_way": True},
            r"\text{distance} = 2,\ \text{at most} = \tfrac{7}{2},\ \text{either way}",
            "distance 2, at most 3.5, either way",
        ),
    ],
)
def test_an_operation_of_a_plugin_is_shown_by_its_word_and_its_numbers(
    more: dict[str, Any], in_latex: str, in_words: str
) -> None:
    """Without the distance, rows that say different things would look the same."""
    model = Model()
    n = model.integer("n", 2, lower=0, upper=9)
    operation = _Apart(Affine.column(0), Affine.column(1), 2, **more)
    row = model.add(Relation(model, operation, lambda: n[0] - n[1] >= 2, "apart"))
    assert rows_of(model) == [rf"\text{{far apart}}(n_{{0}}, n_{{1}};\ {in_latex})"]
    assert row.text == f"far apart of n[0], n[1] ({in_words})"


def test_columns_and_bounds_of_sums_are_no_settings_of_a_row() -> None:
    model = Model()
    x = model.binary("x", 2)
    n = model.integer("n", 2, lower=0, upper=9)
    model.add(maximum(n) >= absolute(n[0] - n[1]))
    model.add(x[0].implies(n[0] + n[1] <= 7))
    model.add((n[0] + n[1] <= 5) + x[1] <= 1)
    assert all(operation.settings() == {} for operation in model.program().operations)
    assert {type(operation) for operation in model.program().operations} == {
        Absolute,
        Conditional,
        Extremum,
        Reified,
    }


def test_the_strict_order_is_shown_as_such() -> None:
    model = Model()
    n = model.integer("n", 2, lower=0, upper=9)
    lexicographic(model, [n[0]], [n[1]], strict=True)
    lexicographic(model, [n[0]], [n[1]])
    assert rows_of(model) == [
        r"\operatorname{lexicographic}(n_{0}, n_{1};\ \text{strict})",
        r"\operatorname{lexicographic}(n_{0}, n_{1})",
    ]


def test_cuts_are_named() -> None:
    model, x = with_binaries(3)
    connected(model, np.array([[0, 1], [1, 2]]), x, encoding="lazy")

    def apart(_values: object) -> list[Comparison]:
        return []

    model.lazy(apart)
    assert rows_of(model) == [
        r"\operatorname{connected}_{\text{lazy}}(x_{0}, x_{1}, x_{2})",
        r"\text{apart} \text{ finds no broken row}",
    ]


def test_names_are_escaped_and_reasons_wrapped() -> None:
    model = Model("$")
    x = model.binary("a_b {%}", ["c\\d", "e^f", "<g|"])
    with model.group("50 % & more", why=r"_ ~ # $ \frac " * 12):
        model.at_most_one(x)
    text = model.latex()
    require_well_formed(text)
    assert r"{\text{a}\_\text{b }\{\%\}}_{\text{c}{\backslash}\text{d}}" in text
    assert r"{<}\text{g}{|}" in text
    assert max(len(re.sub(r"\\[a-z]+|[{}\\]", "", line)) for line in text.split("\n")) < 200


def test_variables_alone_stand_together_and_bounds_are_said() -> None:
    model = Model()
    for name in "xyz":
        model.binary(name)
    model.integer("n", 3, lower=-2, upper=None)
    model.continuous("flow", 2, lower=None, upper=2.5)
    assert lines(model, "variables") == [
        r"n_{i} \in \mathbb{Z},\ \ge -2 \qquad \forall i \in I",
        r"\mathit{flow}_{j} \in \mathbb{R},\ \le \tfrac{5}{2} \qquad \forall j \in J",
        r"x, y, z \in \{0, 1\}",
    ]


def test_parts_of_a_model_say_what_is_fixed_and_leave_out_what_is_off() -> None:
    model, x = with_binaries(3)
    with model.group("one"):
        model.exactly_one(x)
    with model.group("two"):
        model.at_least_one(x)
    part = model.without("one").fix({x[1]: 1})
    assert [section.title for section in sections(part)] == ["two", "variables", "index sets"]
    assert lines(part, "variables")[1] == r"\text{except }x_{1} = 1"
    require_well_formed(part.latex())
    require_well_formed(model.relaxed().latex())
    require_well_formed(model.program().unnamed().latex())


def test_letters_never_run_out_and_never_mean_two_things() -> None:
    model = Model()
    for name in "rasbdiI":
        model.binary(name)
    for number in range(2, 22):
        model.binary(f"family{number}", number)
    said = lines(model, "index sets")
    assert said[0] == r"j \in J = \{0, 1\}"
    assert said[-1].startswith(r"j_{20} \in J_{20} = ")
    letters = [line.partition(" ")[0] for line in said]
    assert len(set(letters)) == 20
    assert not {"r", "a", "s", "b", "d", "i"} & set(letters)
    model.minimize(model.families[-1].positions().dot(range(1, 22)))
    assert lines(model, "objective")[0].startswith(
        r"\min\ \sum_{j_{20} \in J_{20}} c^{(1)}_{j_{20}}"
    )


def test_objectives_come_in_order() -> None:
    model, x = with_binaries(2)
    model.maximize(x[0] - 2 * x[1] + 3)
    model.then_minimize(x[1], tolerance=1, share=0.05)
    assert lines(model, "objective") == [
        r"\max\ x_{0} - 2x_{1} + 3",
        r"\text{then } \min\ x_{1}",
        (
            r"\text{where the one before may be worse by } 1 \text{ or } "
            r"\tfrac{1}{20} \text{ of its best}"
        ),
    ]


def test_rows_of_very_many_shapes_are_cut() -> None:
    model = Model()
    x = [model.binary(f"x{number}") for number in range(40)]
    for number in range(38):
        model.add(x[number] + x[number + 1] >= x[number + 2])
    said = rows_of(model)
    assert len(said) == 9
    assert said[-1] == r"\ldots \text{ and 30 more rows, of 30 other shapes}"
    assert lines(model, "variables")[0].startswith(r"\mathit{x0}, \mathit{x1}")
    assert lines(model, "variables")[0].endswith(r"\ldots \text{ (40 in all)} \in \{0, 1\}")


def test_a_notebook_shows_formulas() -> None:
    text = Model("empty").latex()
    require_well_formed(text)
    assert text._repr_latex_() == str(text)
    # A model itself shows its table of groups, of which JupyterLab would pick the table anyway.
    assert set(Model()._repr_mimebundle_()) == {"text/plain", "text/html"}


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("sort", SORTS)
def test_models_of_everything_have_formulas(sort: str, seed: int) -> None:
    names: dict[str, Any] = {}
    try:
        exec(program(described(seed, sort)), names)  # noqa: S102
    except ModelError:
        pytest.skip("numbers too large for a table")
    require_well_formed(names["model"].latex())
    require_well_formed(names["view"].latex())
    if program_of(names["model"]).separated():
        with pytest.raises(ModelError, match="is stated by cuts"):
            names["model"].relaxed()
    else:
        require_well_formed(names["model"].relaxed().latex())


def test_rows_in_bulk_with_fractions_and_large_numbers() -> None:
    model = Model()
    model.continuous("x", 3)
    large = np.array([10**30, 1, Fraction(1, 7)], dtype=object)
    model.add_rows(Kind.LINEAR, np.array([0, 3]), np.arange(3), coefficients=large, upper=0.25)
    assert rows_of(model) == [
        rf"{10**30}x_{{0}} + x_{{1}} + \tfrac{{1}}{{7}}x_{{2}} \le \tfrac{{1}}{{4}}"
    ]
