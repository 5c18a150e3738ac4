"""What a model of the fuzz says, as plain data, and the same as a program in Python.

A sentence is a tuple: a word, and what it is about. `meaning.py` says what each means, without any
help of the package; here it is only written down in the words of the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

Tree: TypeAlias = tuple[Any, ...]
"""A word and its parts: trees, names and whole numbers."""

Further: TypeAlias = tuple[Tree, bool, int, str]
"""A further objective."""

FUNCTIONS = {
    "max": "maximum",
    "min": "minimum",
    "abs": "absolute",
    "prod": "product",
    "quo": "quotient",
    "rem": "remainder",
    "pow": "power",
    "fact": "factorial",
    "gcd": "greatest_common_divisor",
    "if": "conditional",
    "count": "count",
    "diff": "different_values",
    "implies": "implication",
    "equiv": "equivalence",
    "xor": "exclusive_disjunction",
    "all": "conjunction",
    "any": "disjunction",
    "not_of": "negation",
    "alldiff": "all_different",
    "multiple": "multiple",
    "sos1": "special_ordered_1",
    "sos2": "special_ordered_2",
}
"""Words that are functions of their parts alone."""

SIGNS = ("<=", ">=", "<", ">", "==", "!=")
JOINED = ("&", "|", "^")


@dataclass(frozen=True, slots=True)
class Column:
    """A variable.

    Attributes:
        name: Its name.
        lower: Its least value, or None.
        upper: Its greatest value, or None.
        auxiliary: Whether the user calls it auxiliary.
        binary: Whether it is stated as a binary variable.
        formula: What it is, for a variable with too many values to try them all; a row says so.
        late: Whether a statement makes it (`model.conjunction` without a target).
    """

    name: str
    lower: int | None
    upper: int | None
    auxiliary: bool = False
    binary: bool = False
    formula: Tree | None = None
    late: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that is stated; no group has no name."""

    group: str
    tree: Tree


@dataclass(frozen=True, slots=True)
class Description:
    """A model and how it is looked at.

    Attributes:
        columns: The variables.
        statements: What holds.
        goal: What is to be made small or large, or None.
        maximize: Whether large.
        then: What is optimised next, whether it is to be large, and by how much and by which share
            what comes before it may be worse.
        off: The groups that are off.
        fixed: Names of variables, and the values that they are fixed to.
    """

    columns: tuple[Column, ...]
    statements: tuple[Statement, ...]
    goal: Tree | None = None
    maximize: bool = False
    then: tuple[Further, ...] = ()
    off: tuple[str, ...] = ()
    fixed: tuple[tuple[str, int], ...] = ()

    @property
    def groups(self) -> list[str]:
        """The names of the groups, in their order."""
        return [g for g in dict.fromkeys(one.group for one in self.statements) if g]


def written(tree: Tree) -> str:
    """A sentence in the words of the package."""
    word, *parts = tree
    if word in FUNCTIONS:
        return f"{FUNCTIONS[word]}({', '.join(map(written, parts))})"
    if word in SIGNS or word in JOINED or word in {"+", "-"}:
        return "(" + f" {word} ".join(map(written, parts)) + ")"
    return _WAYS[word](*parts)


_WAYS: dict[str, Callable[..., str]] = {
    "v": str,
    "k": lambda number: f"({number})" if number < 0 else str(number),
    "constant": lambda number: f"model.sum([{number}])",
    "bit": lambda bit: str(bool(bit)),
    "sum": lambda *terms: f"model.sum({_list(terms)})",
    "num": lambda *truths: f"model.sum({_list(truths)})",
    "*": lambda factor, number: f"({factor} * {written(number)})",
    "over": lambda divisor, number: f"({written(number)} / {divisor})",
    "halved": lambda number: f"(0.5 * {written(number)} * 2)",
    "neg": lambda number: f"(-{written(number)})",
    "not": lambda truth: f"(~{written(truth)})",
    "then": lambda one, other: f"{written(one)}.implies({written(other)})",
    "between": lambda number, lower, upper: (
        f"model.sum([{written(number)}]).between({lower}, {upper})"
    ),
    "member": lambda number, *values: f"member({written(number)}, {list(values)})",
    "semi": lambda number, lower, upper: f"semi_continuous({written(number)}, {lower}, {upper})",
    "elem": lambda place, *items: f"element({written(place)}, {_list(items)})",
    "table": lambda number, modulus: f"tabulated({written(number)}, lambda n: n * n % {modulus})",
}
"""How sentences are written that are no function of their parts alone."""


def _list(trees: Iterable[Tree]) -> str:
    return f"[{', '.join(map(written, trees))}]"


def _stated(tree: Tree, name: str) -> str:
    """A statement in the words of the package."""
    match tree:
        case ("exactly_one" | "at_most_one" | "at_least_one", *truths):
            return f"model.{tree[0]}({_list(truths)}, {name!r})"
        case ("define" | "let", word, target, aggregated, *truths):
            made = f"{target} = " if tree[0] == "let" else ""
            more = f"target={target}, " if tree[0] == "define" else ""
            more += f"aggregated={aggregated}, name={name!r}"
            return f"{made}model.{word}({_list(truths)}, {more})"
        case ("rows", kind, lower, upper, *rows):
            starts = [0]
            for row in rows:
                starts.append(starts[-1] + len(row))
            columns = ", ".join(f"{column}.column" for row in rows for _, column in row)
            factors = [factor for row in rows for factor, _ in row]
            bounds = f", lower={lower}, upper={upper}" if kind == "LINEAR" else ""
            arrays = f"np.array({starts}), np.array([{columns}], dtype=int)"
            more = f"coefficients=np.array({factors}, dtype=int){bounds}, name={name!r}"
            return f"model.add_rows(Kind.{kind}, {arrays}, {more})"
        case ("lazy", lower, upper, *rows):
            totals = [written(("sum", *(("*", f, ("v", one)) for f, one in row))) for row in rows]
            known = ", ".join(f"({one}, {one}.between({lower}, {upper}))" for one in totals)
            found = (
                f"[row for number, row in [{known}] if not {lower} <= values[number] <= {upper}]"
            )
            return f"model.lazy(lambda values: {found}, {name!r})"
        case ("connected", edges, active, usable, roots, encoding):
            graph = f"np.array({[list(edge) for edge in edges]}, dtype=int).reshape(-1, 2)"
            more = "" if usable is None else f", edges={_list(usable)}"
            more += "" if roots is None else f", roots={_list(roots)}"
            more += f", encoding={encoding!r}, name={name!r}"
            return f"connected(model, {graph}, {_list(active)}{more})"
    return f"model.add({written(tree)}, {name!r})"


def _declared(column: Column) -> str:
    if column.binary:
        return f'{column.name} = model.binary("{column.name}", auxiliary={column.auxiliary})'
    return (
        f'{column.name} = model.integer("{column.name}", '
        f"lower={column.lower}, upper={column.upper}, auxiliary={column.auxiliary})"
    )


def program(description: Description) -> str:
    """A program in Python that makes `model`, and `view` of it."""
    lines = [
        "import numpy as np",
        "from ilpuzzles import Model",
        "from ilpuzzles.modelling import *",
    ]
    lines += ["from ilpuzzles.constraints import *", "", "model = Model()"]
    for column in description.columns:
        if not column.late:
            lines.append(_declared(column))
        if column.formula is not None:
            lines.append(f"model.add({column.name} == {written(column.formula)}, 'wide')")
    for number, one in enumerate(description.statements):
        if one.group:
            lines.append(f"with model.group({one.group!r}):")
        indent = "    " if one.group else ""
        if one.tree[0] == "global":
            lines.append(f"{indent}{one.tree[1]}, name='s{number}')")
        else:
            lines.append(indent + _stated(one.tree, f"s{number}"))
    if description.goal is not None:
        lines.append(
            f"model.{'maximize' if description.maximize else 'minimize'}"
            f"({written(description.goal)})"
        )
    for tree, large, tolerance, share in description.then:
        slack = f", tolerance={tolerance}, share={share}" if tolerance or share != "0" else ""
        lines.append(f"model.then_{'maximize' if large else 'minimize'}({written(tree)}{slack})")
    off = "".join(f"{group!r}, " for group in description.off)
    fixed = ", ".join(f"{name}: {value}" for name, value in description.fixed)
    lines.append(f"view = model.without({off}).fix({{{fixed}}})")
    return "\n".join(lines) + "\n"
