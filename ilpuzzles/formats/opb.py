"""The OPB format of the pseudo-Boolean competitions, written and read strictly.

Writing begins at `opb_text`, and reading at `read_opb`. There, `_Reader.statements` goes through a
file: long stretches of plain statements (`PlainSums`) are read in arrays, all others word by word
into a `Sum`. Products of literals become columns of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import PurePath
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import InputError, ModelError, counted, quoted
from ilpuzzles.formats.names import (
    FileNames,
    apply_notes,
    auxiliary_lines,
    comment_line,
    objective_lines,
    readable_names,
    require_small,
)
from ilpuzzles.formats.reading import (
    OBJECTIVE,
    TRUNCATED,
    AnyFileModel,
    FileText,
    Lexicon,
    ParsedModel,
    Tokens,
    plain_run,
    read_number,
    too_large,
)
from ilpuzzles.formats.stating import build_model
from ilpuzzles.modelling.expressions import Logical, Variable
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import LARGEST, IntArray
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.passes.whole_numbers import in_whole_numbers


def opb_text(program: Program) -> str:
    r"""Writes a program in the OPB format.

    The variables are x1, x2, ...; comments say which is which, which are auxiliary, and how the
    program differs from its model; `read_opb` understands them. The objective is always to be
    minimised, in whole numbers and without its constant; comments say so where that makes a
    difference, and `read_opb` makes of it what it was.

    Raises:
        ModelError: If a variable can be anything else than 0 and 1, a number has 63 bits or more,
            or a row is stated by cuts.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model("")
        >>> x = model.binary("x", 2)
        >>> row = model.at_most_one(x)
        >>> model.maximize(x.sum() + 4)
        >>> print(opb_text(model.program()), end="")
        * #variable= 2 #constraint= 1
        * x1 = x_0
        * x2 = x_1
        * ilpuzzles: to be maximised: the signs of the objective are changed
        * ilpuzzles: the constant 4 of the objective is left out
        min: -1 x1 -1 x2 ;
        -1 x1 -1 x2 >= -1 ;
    """
    comments = [program.names.title, *program.remarks()]
    linear = linearised(program)
    return "\n".join([*_lines(linear, readable_names(linear), comments), ""])


def _lines(program: Program, names: FileNames, comments: Sequence[str]) -> Iterator[str]:
    is_binary = (program.lower >= 0) & (program.upper <= 1) & program.whole()
    if not is_binary.all():
        name = quoted(names.columns[int(np.argmin(is_binary))])
        what = f"{name} is not binary, and OPB has only binary variables"
        raise ModelError(what, "use LP or MPS")
    program = in_whole_numbers(program)
    objective = program.objective
    if objective is not None:
        # Its terms are whole, and its constant is in a comment.
        constant = int(objective.constant) // objective.scale
        objective = replace(objective, scale=1, constant=constant)
    require_small(replace(program, objective=objective), np.ones_like(program.rows.scales))
    # One constraint for every variable that has a single value, and those of the rows.
    fixed = np.nonzero(program.lower == program.upper)[0].tolist()
    constraints = [f"+1 x{column + 1} = {program.lower.at(column)} ;" for column in fixed]
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
    yield from objective_lines(
        "*",
        negated=objective.maximize,
        scale=objective.scale,
        constant=int(objective.constant),
    )
    # The format has no maximum: that of a sum is the minimum of its negation.
    sign = -1 if objective.maximize else 1
    terms = _terms(objective.columns.tolist(), objective.coefficients.tolist(), sign)
    if terms:
        yield f"min: {terms} ;"


def _rows(program: Program) -> Iterator[str]:
    """One constraint for every row, two for one with two bounds; there is no <= here."""
    rows = program.rows
    columns = rows.columns.tolist()
    coefficients = rows.coefficients.tolist()
    sides = zip(rows.lower.tolist(), rows.upper.tolist(), strict=True)
    for (first, last), (lower, upper) in zip(pairwise(rows.starts.tolist()), sides, strict=True):
        if first == last:
            # The format wants a term in every constraint; without any, the row is settled.
            if (lower is not None and lower > 0) or (upper is not None and upper < 0):
                yield "+1 x1 >= 2 ;"
            continue
        entries = (columns[first:last], coefficients[first:last])
        if lower == upper and lower is not None:
            yield f"{_terms(*entries, 1)} = {lower} ;"
            continue
        if lower is not None:
            yield f"{_terms(*entries, 1)} >= {lower} ;"
        if upper is not None:
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
_GOALS = {"min:", "max:"}

# A file of 49 bytes can declare ten million variables, which take minutes and 7 GB.
_MOST_VARIABLES = 10**7
_MOST_UNUSED_VARIABLES = 10**6

Product: TypeAlias = frozenset[tuple[str, bool]]
"""Literals: the name of each variable, and whether it is not negated."""


class Word(NamedTuple):
    """A word of an OPB file, and its number among all."""

    written: str
    number: int


@dataclass(slots=True)
class Sum:
    """A sum of products of literals, with the relation and the number that it is compared with.

    The relation of an objective is `min:` or `max:`.
    """

    line: int
    relation: str = ""
    terms: dict[Product, int] = field(default_factory=dict)
    side: int = 0


# Plain statements, the objective first, where every word is a letter: x is a literal, 1 a small
# whole number, < a relation, m what the objective begins with, and ? all that is unusual.
_SUMS = re.compile(rb"(?>(?:1x)+<1;)*")
_GOAL_AND_SUMS = re.compile(rb"(?:m(?:1x)+;)?" + _SUMS.pattern)
_LETTERS = {";": ";", **dict.fromkeys(_RELATIONS, "<"), **dict.fromkeys(_GOALS, "m")}


@dataclass(frozen=True, slots=True)
class PlainSums:
    """The statements of a file in which nothing is unusual: literals with small whole numbers.

    Attributes:
        words: The words of the file.
        letters: The letter of each of them, as in `_SUMS`.
        numbers: The number that each different word is; 1 for a literal, -1 for a negated one.
        variables: The number of the variable of each different word that is a literal.
        names: The names of the variables.
    """

    words: Tokens
    letters: bytes
    numbers: IntArray
    variables: IntArray
    names: list[str]

    @staticmethod
    def of(words: Tokens) -> PlainSums:
        """Finds out what the different words are."""
        names = Lexicon()
        letters = ["?"] * len(words.words)
        numbers = np.zeros(len(words.words), dtype=np.int64)
        variables = np.zeros(len(words.words), dtype=np.int64)
        # Numbers are small if all that stand in the file could be added up.
        most = LARGEST // (len(words.numbers) + 1)
        for code, word in enumerate(words.words):
            name = word.removeprefix("~")
            if (name.isascii() and name.isidentifier()) or _LITERAL.fullmatch(word):
                letters[code] = "x"
                variables[code] = names[name]
                numbers[code] = 1 if name == word else -1
            elif word in _LETTERS:
                letters[code] = _LETTERS[word]
            elif isinstance(number := read_number(word), int) and -most < number < most:
                letters[code] = "1"
                numbers[code] = number
        return PlainSums(words, words.letters(letters), numbers, variables, list(names))

    def _places(self, run: slice, letter: str) -> IntArray:
        """The places of a letter among some words."""
        return np.nonzero(np.frombuffer(self.letters[run], dtype=np.uint8) == ord(letter))[0]

    def use(self, run: slice, used: dict[str, int]) -> int:
        """Adds the variables of some words, with their lines, to those used; counts constraints."""
        places = self._places(run, "x") + run.start
        variables = self.variables[self.words.numbers[places]]
        _, first_uses = np.unique(variables, return_index=True)
        first_uses.sort()
        lines = self.words.lines(places[first_uses]).tolist()
        for variable, line in zip(variables[first_uses].tolist(), lines, strict=True):
            used.setdefault(self.names[variable], line)
        return self.letters.count(b"<", run.start, run.stop)

    def add_run(self, parsed: ParsedModel, columns: IntArray, run: slice) -> None:
        """Adds the statements of some words; `columns` are those of the variables.

        In a statement such as `2 x1 -3 ~x2 >= 1 ;`, a number stands before every literal, and the
        relation and its number before the end.
        """
        codes = self.words.numbers[run]
        literals = self._places(run, "x")
        ends = self._places(run, ";")
        statement_of = np.searchsorted(ends, literals)
        factors = self.numbers[codes[literals - 1]]
        signs = self.numbers[codes[literals]]
        # With ~x = 1 - x, a negated literal leaves its factor as a constant.
        constants = np.zeros(len(ends), dtype=np.int64)
        is_negated = signs < 0
        np.add.at(constants, statement_of[is_negated], factors[is_negated])
        lines = self._lines_of_statements(run, ends)
        first_row = self._add_rows(parsed, codes, ends, lines, constants)
        terms = _Terms(statement_of, columns[self.variables[codes[literals]]], factors * signs)
        terms = terms.added_up(len(parsed.columns))
        different, which = np.unique(terms.coefficients, return_inverse=True)
        values = np.array([parsed.value(number) for number in different.tolist()], dtype=np.int64)
        parsed.add_entries(
            terms.columns, terms.statements + first_row, values[which], lines[terms.statements]
        )

    def _lines_of_statements(self, run: slice, ends: IntArray) -> IntArray:
        """The line in which each statement of some words begins."""
        begins = np.append(0, ends[:-1] + 1)
        return self.words.lines(begins + run.start)

    def _add_rows(
        self,
        parsed: ParsedModel,
        codes: npt.NDArray[np.int32],
        ends: IntArray,
        lines: IntArray,
        constants: IntArray,
    ) -> int:
        """Adds the rows of statements without their entries; returns the number of the first.

        Args:
            parsed: What is added to.
            codes: The codes of the words.
            ends: The places of the semicolons among these.
            lines: The line of each statement.
            constants: What negated literals leave on the left side of each.
        """
        words = self.words.words
        relations = [words[code] for code in codes[ends - 2].tolist()]
        sides = self.numbers[codes[ends - 1]] - constants
        if words[codes[0]] in _GOALS:
            # An objective has neither a relation nor a number behind its terms.
            relations[0] = words[codes[0]]
        statements = zip(relations, lines.tolist(), sides.tolist(), constants.tolist(), strict=True)
        rows = [_add(parsed, *statement) for statement in statements]
        return rows[0]


@dataclass(frozen=True, slots=True)
class _Terms:
    """The terms of several statements, one element for each.

    Attributes:
        statements: The number of the statement of each term.
        columns: Its column.
        coefficients: Its coefficient.
    """

    statements: IntArray
    columns: IntArray
    coefficients: IntArray

    def added_up(self, columns: int) -> _Terms:
        """The terms with one for each column of a statement, without those that cancel out.

        Example:
            >>> terms = _Terms(np.array([0, 0, 1]), np.array([2, 2, 2]), np.array([3, 1, 5]))
            >>> terms.added_up(4)
            _Terms(statements=array([0, 1]), columns=array([2, 2]), coefficients=array([4, 5]))
        """
        keys = self.statements * columns + self.columns
        different, which = np.unique(keys, return_inverse=True)
        sums = np.zeros(len(different), dtype=np.int64)
        np.add.at(sums, which, self.coefficients)
        is_there = sums != 0
        statements, inside = np.divmod(different[is_there], columns)
        return _Terms(statements, inside, sums[is_there])


def parse_opb(text: str, kind: type[AnyFileModel], source: str) -> AnyFileModel:
    """Reads a model in the OPB format; see `ilpuzzles.read_opb`."""
    file = FileText.of(text, source)
    reader = _Reader(file)
    statements = list(reader.statements())
    parsed = ParsedModel(file)
    for name, line in _columns(file, reader.used, reader.constraints).items():
        parsed.upper[parsed.add_column(name, line)] = 1
    products: dict[Product, int] = {}
    plain = reader.plain
    columns = np.array([parsed.columns.get(name, -1) for name in plain.names], dtype=np.int64)
    for statement in statements:
        if isinstance(statement, Sum):
            _add_sum(parsed, statement, products)
        else:
            plain.add_run(parsed, columns, statement)
    parsed.auxiliary |= set(products.values())
    comments = [
        (line, text.index("*") + 1)
        for line, text in enumerate(file.lines)
        if text.lstrip().startswith("*")
    ]
    apply_notes(parsed, comments)
    column_of = dict(parsed.columns)
    _restore_names(parsed, products)
    model = build_model(parsed, kind, PurePath(source).stem)
    for product, column in products.items():
        literals: list[Logical] = []
        factors = sorted((column_of[name], positive) for name, positive in product)
        for factor, positive in factors:
            variable = Variable(model, factor)
            literals.append(variable if positive else ~variable)
        model.conjunction(literals, target=Variable(model, column), name="product")
    return model


def _columns(file: FileText, used: dict[str, int], constraints: int) -> dict[str, int]:
    """The columns of a file, each with the line where it stands first.

    They are in the order of the file; if its first line says how many there are, and all have names
    such as x7, in the order of their numbers.
    """
    header = _HEADER.match(file.lines[0])
    if header is None:
        if not constraints:
            raise file.at_end("the file has no constraint", TRUNCATED)
        return used
    declared = int(header[1])
    declared_constraints = int(header[2])
    if declared_constraints != constraints:
        has = f"the file has {counted(constraints, 'constraint')}"
        what = f"{has}, but the first line says {declared_constraints}"
        raise file.at_end(what, "it seems truncated; if it is complete, correct the first line")
    if declared > _MOST_VARIABLES:
        what = f"the first line says {declared:,} variables"
        advice = f"at most {_MOST_VARIABLES:,} are allowed"
        raise file.at(0, header.start(1), what, advice)
    if declared > len(used) + _MOST_UNUSED_VARIABLES:
        what = f"the first line says {declared:,} variables, but the file uses {len(used):,}"
        advice = f"correct the number; at most {_MOST_UNUSED_VARIABLES:,} may be unused"
        raise file.at(0, header.start(1), what, advice)
    usual = [f"x{number}" for number in range(1, declared + 1)]
    if used.keys() <= set(usual):
        return {name: used.get(name, 0) for name in usual}
    line_of_number: dict[int, int] = {}
    for name, line in used.items():
        numbered = _NUMBERED.fullmatch(name)
        if numbered is None:
            return used
        line_of_number[int(numbered[1])] = line
    numbers = sorted({*line_of_number, *range(1, declared + 1)})
    return {f"x{number}": line_of_number.get(number, 0) for number in numbers}


def _add(parsed: ParsedModel, relation: str, line: int, side: int, constant: int) -> int:
    """Adds a row without entries, or the objective with its constant; returns its number."""
    if relation in _GOALS:
        parsed.rows["obj"] = OBJECTIVE
        parsed.maximize = relation == "max:"
        parsed.constant = constant
        return OBJECTIVE
    row = parsed.add_row(f"c{len(parsed.sides) + 1}", line)
    lower = None if relation == "<=" else side
    upper = None if relation == ">=" else side
    parsed.sides[row] = (lower, upper)
    return row


def _add_sum(parsed: ParsedModel, statement: Sum, products: dict[Product, int]) -> None:
    """Adds a statement; a negated literal leaves its factor as a constant."""
    coefficients: dict[int, int] = {}
    constant = 0
    for product, factor in statement.terms.items():
        coefficient = factor
        if len(product) > 1:
            column = _column_of_product(parsed, product, products, statement.line)
        else:
            ((name, positive),) = product
            column = parsed.columns[name]
            if not positive:
                coefficient = -factor
                constant += factor
        coefficients[column] = coefficients.get(column, 0) + coefficient
    if any(map(too_large, (constant, constant - statement.side, *coefficients.values()))):
        what = "the numbers of this statement add up to 63 bits or more"
        raise parsed.text.at(statement.line, 0, what, "scale it down")
    side = statement.side - constant
    row = _add(parsed, statement.relation, statement.line, side, constant)
    for column, coefficient in coefficients.items():
        if coefficient:
            parsed.add_entry(column, row, coefficient, statement.line)


def _column_of_product(
    parsed: ParsedModel, product: Product, products: dict[Product, int], line: int
) -> int:
    """The column of a product of literals; a new one where the product stands first."""
    if product not in products:
        column = parsed.add_column(_title(product, {}), line)
        parsed.upper[column] = 1
        products[product] = column
    return products[product]


def _title(product: Product, named: dict[str, str]) -> str:
    """The name of the column of a product; it has blanks, so that no variable has the same."""
    literals = [f"{'' if positive else '~'}{named.get(name, name)}" for name, positive in product]
    return " ".join(sorted(literals))


def _restore_names(parsed: ParsedModel, products: dict[Product, int]) -> None:
    """Names the columns as the comments of `opb_text` say, if these give each a name of its own."""
    comments = (_NAMED.fullmatch(line) for line in parsed.text.lines)
    names = {comment[1]: comment[2] for comment in comments if comment}
    if len(set(names.values())) < len(names):
        return
    product_names = {column: _title(product, names) for product, column in products.items()}
    renamed: dict[str, int] = {}
    for name, column in parsed.columns.items():
        new_name = product_names.get(column) or names.get(name)
        if new_name is None:
            return
        renamed[new_name] = column
    parsed.columns = renamed


class _Reader:
    """Reads one statement after the other; plain ones are read in arrays.

    Attributes:
        used: The variables, each with the line where it stands first.
        constraints: The number of constraints.
        plain: The words of the file as plain statements have them.
    """

    def __init__(self, file: FileText) -> None:
        self._file = file
        self.used: dict[str, int] = {}
        self.constraints = 0
        lines = ("" if line.lstrip()[:1] == "*" else line for line in file.lines)
        self._all = Tokens.of(file, _WORD, lines, ";")
        self.plain = PlainSums.of(self._all)
        self._number = 0

    def _next(self) -> Word:
        if self._number == len(self._all.numbers):
            raise self._file.at_end("the file ends within a statement", "end it with ';'")
        self._number += 1
        return Word(self._all.words[self._all.numbers[self._number - 1]], self._number - 1)

    def _wrong(self, word: Word, what: str, advice: str) -> InputError:
        return self._all.wrong(word.number, what, advice)

    def statements(self) -> Iterator[Sum | slice]:
        """The objective, if there is one, and constraints: sums, or the words of plain ones."""
        # Only the first statement can be the objective.
        pattern = _GOAL_AND_SUMS
        end = len(self._all.numbers)
        while self._number < end:
            run = plain_run(pattern, self.plain.letters, self._number, end)
            if run.start < run.stop:
                self.constraints += self.plain.use(run, self.used)
                self._number = run.stop
                yield run
            else:
                yield self._statement(self._next(), begun=pattern is _SUMS)
            pattern = _SUMS

    def _statement(self, first: Word, *, begun: bool) -> Sum:
        """The statement that begins with a word; `begun` says that it is not the first one."""
        if first.written == "soft:" or first.written.startswith("["):
            raise self._wrong(first, "this is a soft constraint", "give hard ones, with a relation")
        if first.written not in _GOALS:
            self.constraints += 1
            return self._constraint(first)
        if begun:
            raise self._wrong(
                first,
                "the objective does not come first",
                "put one objective before all constraints",
            )
        goal = Sum(self._all.line(first.number), first.written)
        end = self._terms(goal, self._next())
        if end.written != ";":
            raise self._wrong(
                end,
                f"{quoted(end.written)} does not belong in the objective",
                "give terms, and ';'",
            )
        return goal

    def _constraint(self, first: Word) -> Sum:
        statement = Sum(self._all.line(first.number))
        relation = self._terms(statement, first)
        if relation.written == ";":
            advice = "write >=, <= or = and a whole number before ';'"
            raise self._wrong(relation, "the constraint has no relation", advice)
        statement.relation = relation.written
        statement.side = self._whole(self._next())
        end = self._next()
        if end.written != ";":
            raise self._wrong(end, f"expected ';', got {quoted(end.written)}", "end it there")
        return statement

    def _terms(self, statement: Sum, word: Word) -> Word:
        """Reads terms, a number and a product of literals each; returns the word behind them."""
        while word.written != ";" and word.written not in _RELATIONS:
            number = word
            factor = self._whole(number)
            literals: set[tuple[str, bool]] = set()
            word = self._next()
            while (literal := _LITERAL.fullmatch(word.written)) is not None:
                negation, name = literal.groups()
                if name not in self.used:
                    self.used[name] = self._all.line(word.number)
                literals.add((name, not negation))
                word = self._next()
            if not literals:
                raise self._wrong(number, "the term has no variable", "write one behind the number")
            # A variable times its negation is 0.
            if len({name for name, _ in literals}) == len(literals):
                product = frozenset(literals)
                statement.terms[product] = statement.terms.get(product, 0) + factor
        return word

    def _whole(self, word: Word) -> int:
        number = read_number(word.written)
        if isinstance(number, int) and not too_large(number):
            return number
        what = f"expected a whole number, got {quoted(word.written)}"
        raise self._wrong(word, what, "give one with fewer than 63 bits before each term")
