"""The OPB format of the pseudo-Boolean competitions, written and read strictly."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import PurePath
from typing import NamedTuple, TypeAlias

import numpy as np

from ilpuzzles.errors import InputError, ModelError, Problem, counted, quoted
from ilpuzzles.formats.names import (
    FileNames,
    auxiliary_lines,
    comment_line,
    heed_notes,
    negated_line,
    readable_names,
)
from ilpuzzles.formats.reading import (
    OBJECTIVE,
    FileModel,
    FileText,
    Gathered,
    read_number,
    too_large,
)
from ilpuzzles.formats.stating import stated
from ilpuzzles.modelling.expressions import Logical, Variable
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY


def opb_text(program: Program) -> str:
    r"""Writes a program in the OPB format.

    The variables are x1, x2, ...; comments say which is which, which are auxiliary, and how the
    program differs from its model; `read_opb` understands them. The objective is always to be
    minimised, without its constant; a comment says so where that makes a difference.

    Raises:
        ModelError: If a variable can be anything else than 0 and 1, or a row is stated by cuts.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model("")
        >>> x = model.binary("x", 2)
        >>> row = model.at_most_one(x)
        >>> model.maximize(x.sum() + 4)
        >>> print(opb_text(model.program()), end="")
        * #variable= 2 #constraint= 1
        * x1 = x_0
        * x2 = x_1
        * ilpuzzles: to be maximised: the signs of the objective are changed
        * the constant 4 of the objective is left out
        min: -1 x1 -1 x2 ;
        -1 x1 -1 x2 >= -1 ;
    """
    comments = [program.names.title, *program.remarks()]
    linear = linearised(program)
    return "\n".join([*_lines(linear, readable_names(linear), comments), ""])


def _lines(program: Program, names: FileNames, comments: Sequence[str]) -> Iterator[str]:
    beyond = np.nonzero((program.lower < 0) | (program.upper > 1))[0]
    if len(beyond):
        name = quoted(names.columns[int(beyond[0])])
        raise ModelError(
            Problem(f"{name} is not binary, and OPB has only binary variables", "use LP or MPS")
        )
    # One constraint for every variable that has a single value, and those of the rows.
    fixed = np.nonzero(program.lower == program.upper)[0].tolist()
    constraints = [f"+1 x{column + 1} = {program.lower[column]} ;" for column in fixed]
    constraints += _rows(program)
    # A model without variables that nothing satisfies still has to name one.
    variables = max(program.variables, 1 if constraints else 0)
    yield f"* #variable= {variables} #constraint= {len(constraints)}"
    yield from (comment_line("*", comment) for comment in comments if comment)
    for number, name in enumerate(names.columns, start=1):
        yield f"* x{number} = {name}"
    numbered = (f"x{number}" for number in range(1, program.variables + 1))
    yield from auxiliary_lines(program, numbered, "*")
    yield from _objective(program)
    yield from constraints


def _objective(program: Program) -> Iterator[str]:
    objective = program.objective
    if objective is None:
        return
    sign = 1
    if objective.maximize:
        yield negated_line("*")
        sign = -1
    if objective.scale != 1:
        yield f"* the objective is multiplied by {objective.scale}"
    if objective.constant:
        yield f"* the constant {objective.constant} of the objective is left out"
    terms = _terms(objective.columns.tolist(), objective.coefficients.tolist(), sign)
    if terms:
        yield f"min: {terms} ;"


def _rows(program: Program) -> Iterator[str]:
    """One constraint for every row, two for one with two bounds; there is no <= here."""
    rows = program.rows
    columns, coefficients = rows.columns.tolist(), rows.coefficients.tolist()
    sides = zip(rows.lower.tolist(), rows.upper.tolist(), strict=True)
    for (first, last), (lower, upper) in zip(pairwise(rows.starts.tolist()), sides, strict=True):
        if first == last:
            # The format wants a term in every constraint; without any, the row is settled.
            if not lower <= 0 <= upper:
                yield "+1 x1 >= 2 ;"
            continue
        entries = columns[first:last], coefficients[first:last]
        if lower == upper:
            yield f"{_terms(*entries, 1)} = {lower} ;"
            continue
        if lower > MINUS_INFINITY:
            yield f"{_terms(*entries, 1)} >= {lower} ;"
        if upper < PLUS_INFINITY:
            yield f"{_terms(*entries, -1)} >= {-upper} ;"


def _terms(columns: list[int], coefficients: list[int], sign: int) -> str:
    return " ".join(
        f"{sign * coefficient:+d} x{column + 1}"
        for column, coefficient in zip(columns, coefficients, strict=True)
    )


_WORD = re.compile(r"(?:min|max|soft):|;|[<>=]+|[^\s;<>=]+")
_LITERAL = re.compile(r"(~?)([A-Za-z_][^~*:\s]*)")
_NUMBERED = re.compile(r"x([1-9][0-9]{0,8})")
_HEADER = re.compile(r"\*.*?#variable=\s*([0-9]{1,9})\s+#constraint=\s*([0-9]{1,9})(?![0-9])")
_NAMED = re.compile(r"\*\s+(x[1-9][0-9]*) = (\S+)\s*")
_RELATIONS = {">=", "<=", "="}
_MOST = 10**7

Product: TypeAlias = frozenset[tuple[str, bool]]
"""Literals: the name of each variable, and whether it is not negated."""


class Word(NamedTuple):
    """A word of an OPB file and its place; line and column count from 0."""

    written: str
    line: int
    column: int


@dataclass(slots=True)
class Sum:
    """A sum of products of literals, with the relation and the number that it is compared with.

    The relation of an objective is `min:` or `max:`.
    """

    line: int
    relation: str = ""
    terms: dict[Product, int] = field(default_factory=dict)
    side: int = 0


def read_opb(text: str, source: str = "model.opb") -> FileModel:
    r"""Reads a model in the OPB format.

    A product of literals becomes an auxiliary variable that is defined by them. Comments of
    `opb_text` that name the variables, say which are auxiliary, and that there was a maximum, are
    honoured. If the first line says how many variables there are, these are x1, x2, ..., whether
    they are used or not; if it says how many constraints, that has to be true.

    Args:
        text: What stands in the file.
        source: What to call the file in messages.

    Returns:
        The model, with the names of the file; its constraints are called c1, c2, ...

    Raises:
        InputError: If the text is wrong, or has soft constraints; the message names the place of
            the first error.

    Example:
        >>> model = read_opb("min: 2 x1 -3 x2 ;\n1 x1 2 ~x2 >= 1 ;\n1 x1 x2 1 x3 = 1 ;\n")
        >>> model.names, str(model.statistics())
        (('x1', 'x2', 'x3', 'x1 x2'), '4 variables, 3 rows, 7 nonzeros')
        >>> read_opb("1 x1 >= 1", "a")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: a:1:10: the file ends within a statement; end it with ';'
    """
    file = FileText.of(text, source)
    reader = _Reader(file)
    goal, sums = reader.statements()
    gathered = Gathered(file)
    for name, line in _columns(file, reader.used, len(sums)).items():
        gathered.upper[gathered.add_column(name, line)] = 1
    products: dict[Product, int] = {}
    if goal is not None:
        gathered.rows["obj"] = OBJECTIVE
        gathered.maximize = goal.relation == "max:"
        gathered.constant = _gather(gathered, goal, OBJECTIVE, products)
    for number, one in enumerate(sums, start=1):
        row = gathered.add_row(f"c{number}", one.line)
        side = one.side - _gather(gathered, one, row, products)
        gathered.sides[row] = (
            None if one.relation == "<=" else side,
            None if one.relation == ">=" else side,
        )
    gathered.auxiliary |= set(products.values())
    comments = [
        (line, text.index("*") + 1)
        for line, text in enumerate(file.lines)
        if text.lstrip().startswith("*")
    ]
    heed_notes(gathered, comments)
    numbers = dict(gathered.columns)
    _give_names(gathered, products)
    model = stated(gathered, PurePath(source).stem)
    for product, column in products.items():
        literals: list[Logical] = []
        for number, positive in sorted((numbers[name], positive) for name, positive in product):
            variable = Variable(model, number)
            literals.append(variable if positive else ~variable)
        model.conjunction(literals, target=Variable(model, column), name="product")
    return model


def _columns(file: FileText, used: dict[str, int], constraints: int) -> dict[str, int]:
    """The lines where the variables stand first; x1, x2, ... in the order of their numbers."""
    header = _HEADER.match(file.lines[0])
    if header is None:
        if not constraints:
            raise file.at_end("the file has no constraint", "it was cut off; get it again")
        return used
    declared, stated_number = int(header[1]), int(header[2])
    if stated_number != constraints:
        what = f"{counted(constraints, 'constraint')}, and {stated_number} in the first line"
        raise file.at_end(what, "it was cut off, or correct the first line")
    if declared > _MOST:
        raise file.at(0, header.start(1), f"{declared:,} variables", f"{_MOST:,} at most")
    found = [_NUMBERED.fullmatch(name) for name in used]
    if not all(found):
        return used
    places = {int(one[1]): line for one, line in zip(found, used.values(), strict=True) if one}
    numbers = sorted({*places, *range(1, declared + 1)})
    return {f"x{number}": places.get(number, 0) for number in numbers}


def _gather(gathered: Gathered, one: Sum, row: int, products: dict[Product, int]) -> int:
    """Adds the entries of a row; returns its constant, which negated literals leave."""
    entries: dict[int, int] = {}
    constant = 0
    for product, factor in one.terms.items():
        if len(product) > 1:
            if product not in products:
                products[product] = gathered.add_column(_title(product, {}), one.line)
                gathered.upper[products[product]] = 1
            column, sign = products[product], 1
        else:
            ((name, positive),) = product
            column, sign = gathered.columns[name], 1 if positive else -1
            constant += 0 if positive else factor
        entries[column] = entries.get(column, 0) + sign * factor
    if any(map(too_large, (constant, constant - one.side, *entries.values()))):
        what = "the numbers of this statement add up to 63 bits or more"
        raise gathered.text.at(one.line, 0, what, "scale it down")
    for column, coefficient in entries.items():
        if coefficient:
            gathered.add_entry(column, row, coefficient, one.line)
    return constant


def _title(product: Product, named: dict[str, str]) -> str:
    """What the column of a product is called: no variable has a name with blanks."""
    literals = [f"{'' if positive else '~'}{named.get(name, name)}" for name, positive in product]
    return " ".join(sorted(literals))


def _give_names(gathered: Gathered, products: dict[Product, int]) -> None:
    """Calls the columns as the comments of `opb_text` do, if they name each of them differently."""
    found = (_NAMED.fullmatch(line) for line in gathered.text.lines)
    named = {one[1]: one[2] for one in found if one}
    by_column = {number: _title(product, named) for product, number in products.items()}
    plain = [name for name, number in gathered.columns.items() if number not in by_column]
    if all(name in named for name in plain) and len(set(named.values())) == len(named):
        names = [
            by_column.get(number, named.get(name, "")) for name, number in gathered.columns.items()
        ]
        gathered.columns = {name: number for number, name in enumerate(names)}


class _Reader:
    """Reads one statement after the other; `used` are the variables, and where each is first."""

    def __init__(self, file: FileText) -> None:
        self._file = file
        self._words = self._read()
        self.used: dict[str, int] = {}

    def _read(self) -> Iterator[Word]:
        for line, written in enumerate(self._file.lines):
            if not written.lstrip().startswith("*"):
                for found in _WORD.finditer(written):
                    yield Word(found[0], line, found.start())

    def _next(self) -> Word:
        word = next(self._words, None)
        if word is None:
            raise self._file.at_end("the file ends within a statement", "end it with ';'")
        return word

    def _wrong(self, word: Word, what: str, advice: str) -> InputError:
        return self._file.at(word.line, word.column, what, advice)

    def statements(self) -> tuple[Sum | None, list[Sum]]:
        """The objective, if there is one, and all constraints."""
        goal: Sum | None = None
        sums: list[Sum] = []
        for first in self._words:
            if first.written == "soft:" or first.written.startswith("["):
                raise self._wrong(first, "a soft constraint", "give hard ones, with a relation")
            if first.written not in {"min:", "max:"}:
                sums.append(self._constraint(first))
            elif goal is not None or sums:
                raise self._wrong(first, "an objective in this place", "it comes first, and once")
            else:
                goal = Sum(first.line, first.written)
                end = self._terms(goal, self._next())
                if end.written != ";":
                    what = f"{quoted(end.written)} in the objective"
                    raise self._wrong(end, what, "give terms, and ';'")
        return goal, sums

    def _constraint(self, first: Word) -> Sum:
        one = Sum(first.line)
        relation = self._terms(one, first)
        if relation.written == ";":
            advice = "write >=, <= or = and a whole number before ';'"
            raise self._wrong(relation, "the constraint has no relation", advice)
        one.relation = relation.written
        one.side = self._number(self._next())
        end = self._next()
        if end.written != ";":
            raise self._wrong(end, f"expected ';', got {quoted(end.written)}", "end it there")
        return one

    def _terms(self, one: Sum, word: Word) -> Word:
        """Reads terms up to what comes behind them: a number, and the literals of a product."""
        while word.written != ";" and word.written not in _RELATIONS:
            begin, factor = word, self._number(word)
            literals: set[tuple[str, bool]] = set()
            while (found := _LITERAL.fullmatch((word := self._next()).written)) is not None:
                self.used.setdefault(found[2], word.line)
                literals.add((found[2], not found[1]))
            if not literals:
                raise self._wrong(begin, "the term has no variable", "write one behind the number")
            # A variable times its negation is 0.
            if len({name for name, _ in literals}) == len(literals):
                product = frozenset(literals)
                one.terms[product] = one.terms.get(product, 0) + factor
        return word

    def _number(self, word: Word) -> int:
        number = read_number(word.written)
        if isinstance(number, int) and not too_large(number):
            return number
        what = f"expected a whole number, got {quoted(word.written)}"
        raise self._wrong(word, what, "give one with fewer than 63 bits before each term")
