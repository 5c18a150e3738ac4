r"""Rows in LaTeX: texts, numbers and labels, and statements with holes for their terms.

A statement is a pattern such as `sum <= number`, and the terms and numbers that stand in its holes.
Every operation has one; what a plugin adds is shown by its word, its variables and its
plain numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias, cast

from ilpuzzles.modelling.affine import Affine, Literal
from ilpuzzles.modelling.global_constraint import GlobalConstraint
from ilpuzzles.modelling.lazy_rows import LazyRows
from ilpuzzles.modelling.numbers import Number, Value, plain, size_of, text_of
from ilpuzzles.modelling.operations import (
    Absolute,
    AllDifferent,
    Conditional,
    Element,
    Extremum,
    Operation,
    Parity,
    Product,
    Reified,
    over_scale,
)
from ilpuzzles.modelling.pieces import PiecewiseLinear, SemiContinuous, SpecialOrdered
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.row_check import bounds_of, factors_of
from ilpuzzles.modelling.rows import Kind

TERMS_IN_FULL = 6
"""The number of terms that are written in full; of more, only the first ones and the last are.

A sum of six terms such as `3 x_{1,2}` fills two thirds of a printed line.
"""

_LETTERS_OF_LABEL = 60
"""The number of letters of a label that are shown: as many fill half a line."""

# Texts, numbers and labels

_SPECIAL = {
    "\\": r"{\backslash}",
    "^": r"{\wedge}",
    "~": r"{\sim}",
    "<": "{<}",
    ">": "{>}",
    "|": "{|}",
    **{letter: rf"\{letter}" for letter in "_&%#${}"},
}
_PIECES = re.compile(
    "[" + re.escape("".join(_SPECIAL)) + "]|[^" + re.escape("".join(_SPECIAL)) + "]+"
)


def text_in_latex(text: str) -> str:
    r"""Text within a formula; signs that have a meaning there stand outside of `\text`.

    Not every renderer knows how to write them inside of it.

    Example:
        >>> print(text_in_latex("50 % of a_b"))
        \text{50 }\%\text{ of a}\_\text{b}
    """
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    pieces = (_SPECIAL.get(part) or rf"\text{{{part}}}" for part in _PIECES.findall(shown))
    return "".join(pieces)


def number_in_latex(number: Value) -> str:
    r"""A number; a measured one with ten digits.

    Example:
        >>> print(number_in_latex(12), number_in_latex(Fraction(-1, 3)), number_in_latex(1e-7 / 3))
        12 -\tfrac{1}{3} 3.333333333 \cdot 10^{-8}
    """
    if isinstance(number, float):
        digits, _, exponent = text_of(number).partition("e")
        return rf"{digits} \cdot 10^{{{int(exponent)}}}" if exponent else digits
    if number.denominator == 1:
        return str(number.numerator)
    sign = "-" if number < 0 else ""
    return rf"{sign}\tfrac{{{abs(number.numerator)}}}{{{number.denominator}}}"


def label_in_latex(label: Hashable) -> str:
    r"""A label as an index.

    Example:
        >>> print(label_in_latex(("A", (0, 1))))
        (\text{A},(0,1))
    """
    if isinstance(label, tuple):
        return f"({','.join(map(label_in_latex, label))})"
    if isinstance(label, int | Fraction) and not isinstance(label, bool):
        return number_in_latex(label)
    shown = str(label)
    cut = shown[:_LETTERS_OF_LABEL].rstrip() if len(shown) > _LETTERS_OF_LABEL else shown
    return text_in_latex(cut) + (r"\ldots" if cut != shown else "")


def symbol_in_latex(name: str) -> str:
    r"""The name of a family as a symbol.

    Example:
        >>> print(symbol_in_latex("x"), symbol_in_latex("place"), symbol_in_latex("on path"))
        x \mathit{place} \text{on path}
    """
    if name.isascii() and name.isalnum() and name[0].isalpha():
        return name if len(name) == 1 else rf"\mathit{{{name}}}"
    shown = text_in_latex(name)
    return shown if len(_PIECES.findall(name)) == 1 else f"{{{shown}}}"


# Statements


class Joiner(NamedTuple):
    """The signs that join terms: between two of them, before all, and for none."""

    between: str
    over: str
    none: str
    negated: str
    """The form of a term with the coefficient -1, where that stands for a negation."""


SUM = Joiner(" + ", r"\sum", "0", "")
_COUNT = Joiner(" + ", r"\sum", "0", "(1 - {})")
_AND = Joiner(r" \land ", r"\bigwedge", r"\text{true}", r"\lnot {}")
_OR = Joiner(r" \lor ", r"\bigvee", r"\text{false}", r"\lnot {}")
_XOR = Joiner(r" \oplus ", r"\bigoplus", r"\text{false}", r"\lnot {}")
_LIST = Joiner(", ", "", "", "")
_TRUTHS = Joiner(", ", "", "", r"\lnot {}")


class Terms(NamedTuple):
    """Terms, each a column and its coefficient, and a constant."""

    joiner: Joiner
    entries: tuple[tuple[int, Value], ...]
    constant: Value = 0


Part: TypeAlias = "Terms | Value"

HOLE = "\0"


class Statement(NamedTuple):
    """The statement of a row: LaTeX with holes, and the contents of each."""

    pattern: str
    parts: tuple[Part, ...]

    def filled(self, texts: Iterable[str]) -> str:
        """The statement with a text in each hole."""
        between = self.pattern.split(HOLE)
        return between[0] + "".join(f"{a}{b}" for a, b in zip(texts, between[1:], strict=True))

    def size(self) -> int:
        """The number of terms of its longest part."""
        return max((len(part.entries) for part in self.parts if isinstance(part, Terms)), default=0)


def sum_of(form: Affine) -> Terms:
    """A number as a sum."""
    return Terms(SUM, tuple(zip(form.columns, form.coefficients, strict=True)), form.constant)


def _truths(joiner: Joiner, literals: Iterable[Literal]) -> Terms:
    return Terms(joiner, tuple((one.column, 1 if one.positive else -1) for one in literals))


def _between(
    terms: Terms, lower: Value | None, upper: Value | None, *, outside: bool = False
) -> Statement:
    """Terms lie within two bounds, or outside of them; their constant goes to the other side."""
    lower, upper = (None if b is None else plain(b - terms.constant) for b in (lower, upper))
    terms = terms._replace(constant=0)
    equal, below, above = (r"\ne", "<", ">") if outside else ("=", r"\ge", r"\le")
    if lower is None and upper is None:
        return Statement(
            rf"{HOLE} \in \emptyset" if outside else rf"{HOLE} \in \mathbb{{R}}", (terms,)
        )
    if upper is None:
        return Statement(f"{HOLE} {below} {HOLE}", (terms, lower or 0))
    if lower is None:
        return Statement(f"{HOLE} {above} {HOLE}", (terms, upper))
    if lower == upper:
        return Statement(f"{HOLE} {equal} {HOLE}", (terms, lower))
    if outside:
        return Statement(rf"{HOLE} \notin [{HOLE}, {HOLE}]", (terms, lower, upper))
    return Statement(rf"{HOLE} \le {HOLE} \le {HOLE}", (lower, terms, upper))


def _items(items: Sequence[Affine]) -> Statement:
    """A list of numbers: of single variables as one part, else of a part for each number."""
    if all(len(item.columns) == 1 and not item.constant for item in items):
        entries = [(item.columns[0], item.coefficients[0]) for item in items]
        return Statement(HOLE, (Terms(_LIST, tuple(entries)),))
    if len(items) <= TERMS_IN_FULL:
        return Statement(", ".join(HOLE * len(items)), tuple(map(sum_of, items)))
    shown = [*items[: TERMS_IN_FULL - 2], items[-1]]
    pattern = ", ".join(HOLE * (len(shown) - 1)) + rf", \ldots, {HOLE}"
    return Statement(pattern, tuple(map(sum_of, shown)))


def _conditional(row: Conditional) -> Statement:
    said = _between(*_compared(row), outside=row.outside)
    if not row.conditions:
        return said
    conditions = _truths(_AND, row.conditions)
    return Statement(rf"{HOLE} \Rightarrow {said.pattern}", (conditions, *said.parts))


def _compared(row: Conditional | Reified) -> tuple[Terms, Number | None, Number | None]:
    """The number that a row compares, and its bounds, as they were written."""
    subject = row.subject
    if row.scale != 1:
        subject = subject.times(Fraction(1, row.scale))
    return sum_of(subject), over_scale(row.lower, row.scale), over_scale(row.upper, row.scale)


def _reification(row: Reified) -> Statement:
    said = _between(*_compared(row))
    target = _truths(_AND, [row.target])
    return Statement(rf"{HOLE} \Leftrightarrow {said.pattern}", (target, *said.parts))


def _parity(row: Parity) -> Statement:
    return Statement(f"{HOLE} = {int(row.odd)}", (_truths(_XOR, row.literals),))


def _all_different(row: AllDifferent) -> Statement:
    items = _items(row.items)
    return Statement(rf"\operatorname{{alldifferent}}\{{{items.pattern}\}}", items.parts)


def _function(target: int, pattern: str, *parts: Part) -> Statement:
    return Statement(f"{HOLE} = {pattern}", (sum_of(Affine.column(target)), *parts))


def _absolute(row: Absolute) -> Statement:
    return _function(row.target, rf"\lvert {HOLE} \rvert", sum_of(row.subject))


def _extremum(row: Extremum) -> Statement:
    items, word = _items(row.items), r"\max" if row.greatest else r"\min"
    return _function(row.target, rf"{word}\{{{items.pattern}\}}", *items.parts)


def _product(row: Product) -> Statement:
    forms = (row.left, row.right)
    simple = [len(form.columns) + bool(form.constant) == 1 for form in forms]
    factors = [HOLE if alone else f"({HOLE})" for alone in simple]
    return _function(row.target, r" \cdot ".join(factors), *map(sum_of, forms))


def _element(row: Element) -> Statement:
    items = _items(row.items)
    pattern = rf"({items.pattern})_{{{HOLE}}} \text{{ (counted from 0)}}"
    return _function(row.target, pattern, *items.parts, sum_of(row.index))


def _semi_continuous(row: SemiContinuous) -> Statement:
    said = _between(sum_of(row.subject), row.lower, row.upper)
    return Statement(rf"{HOLE} = 0 \lor {said.pattern}", (sum_of(row.subject), *said.parts))


def _special_ordered(row: SpecialOrdered) -> Statement:
    items = _items(row.items)
    return Statement(rf"\operatorname{{SOS}}_{row.most}({items.pattern})", items.parts)


def _piecewise(row: PiecewiseLinear) -> Statement:
    points = [f"({number_in_latex(x)}, {number_in_latex(y)})" for x, y in row.points]
    if len(points) > TERMS_IN_FULL:
        points[TERMS_IN_FULL - 2 : -1] = [r"\ldots"]
    pattern = rf"f({HOLE}),\quad f \text{{ linear between }} {', '.join(points)}"
    return _function(row.target, pattern, sum_of(row.subject))


def _lazy(row: LazyRows) -> Statement:
    return Statement(rf"{text_in_latex(row.called)} \text{{ finds no broken row}}", ())


def _other(row: Operation) -> Statement:
    """An operation of a plugin, by its word, its variables and its plain numbers."""
    parts = dict.fromkeys(row.parts())
    if all(isinstance(part, Literal) for part in parts):
        terms = _truths(_TRUTHS, cast("Iterable[Literal]", parts))
    else:
        terms = Terms(_LIST, tuple((column, 1) for column in row.columns()))
    named = text_in_latex(row.word)
    if isinstance(row, GlobalConstraint):
        how = "" if row.encoding is None else rf"_{{\text{{{row.encoding}}}}}"
        named = rf"\operatorname{{{row.word}}}{how}"
    return Statement(f"{named}({HOLE}{_settings_in_latex(row)})", (terms,))


def _settings_in_latex(row: Operation) -> str:
    """The numbers and flags of an operation behind a semicolon."""
    shown: list[str] = []
    for field_name, value in row.settings().items():
        shown_name = text_in_latex(field_name.replace("_", " "))
        shown.append(shown_name if value is True else f"{shown_name} = {number_in_latex(value)}")
    return r";\ " + r",\ ".join(shown) if shown else ""


_OPERATIONS: dict[type[Operation], Callable[..., Statement]] = {
    Conditional: _conditional,
    Reified: _reification,
    Parity: _parity,
    AllDifferent: _all_different,
    Absolute: _absolute,
    Extremum: _extremum,
    Product: _product,
    Element: _element,
    SemiContinuous: _semi_continuous,
    SpecialOrdered: _special_ordered,
    PiecewiseLinear: _piecewise,
    LazyRows: _lazy,
}


def statement_of(program: Program, row: int) -> Statement:
    """Returns the statement of a row of a program."""
    rows = program.rows
    kind = Kind(int(rows.kinds[row]))
    if kind is Kind.OPERATION:
        operation = program.operations[int(rows.operations[row])]
        return _OPERATIONS.get(type(operation), _other)(operation)
    entries = rows.entries(row)
    factors = factors_of(rows, row)
    terms = tuple(zip(rows.columns[entries].tolist(), factors, strict=True))
    if kind is Kind.LINEAR:
        return _between(Terms(SUM, terms), *bounds_of(rows, row))
    if kind.defines:
        joiner = _AND if kind is Kind.CONJUNCTION else _OR
        said = r" \quad \text{(in one linear row)}" if rows.aggregated[row] else ""
        parts = (Terms(_AND, ((int(rows.targets[row]), 1),)), Terms(joiner, terms))
        return Statement(rf"{HOLE} \Leftrightarrow {HOLE}{said}", parts)
    if kind is Kind.AT_LEAST_ONE and any(factor < 0 for factor in factors):
        return Statement(HOLE, (Terms(_OR, terms),))
    return _between(Terms(_COUNT, terms), *kind.bounds)


# Terms side by side


def join_terms(
    joiner: Joiner, terms: Sequence[tuple[Value, str]], constant: Value | str = 0
) -> str:
    """Terms, each with its coefficient, side by side."""
    text = ""
    for factor, term in terms:
        sign = "-" if factor < 0 and not joiner.negated else ""
        if joiner.negated:
            shown = joiner.negated.format(term) if factor < 0 else term
        else:
            size = "" if size_of(factor) == 1 else number_in_latex(size_of(factor))
            # A symbol of several letters keeps its distance.
            size += r"\," if size and len(term.partition("_")[0]) > 1 else ""
            shown = f"{size}{term}"
        if not text:
            text = f"{sign}{shown}"
        elif sign and joiner is SUM:
            text += f" - {shown}"
        else:
            text += f"{joiner.between}{sign}{shown}"
    if isinstance(constant, str):
        return f"{text} + {constant}" if text else constant
    if constant and text:
        return f"{text} {'-' if constant < 0 else '+'} {number_in_latex(size_of(constant))}"
    return text or (number_in_latex(constant) if constant else joiner.none)
