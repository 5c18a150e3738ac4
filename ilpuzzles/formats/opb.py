"""The OPB format of the pseudo-Boolean competitions, written and read strictly."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import PurePath
from typing import NamedTuple, TypeAlias

import numpy as np

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
    FileModel,
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
        * ilpuzzles: the constant 4 of the objective is left out
        min: -1 x1 -1 x2 ;
        -1 x1 -1 x2 >= -1 ;
    """
    comments = [program.names.title, *program.remarks()]
    linear = linearised(program)
    return "\n".join([*_lines(linear, readable_names(linear), comments), ""])


def _lines(program: Program, names: FileNames, comments: Sequence[str]) -> Iterator[str]:
    beyond = np.nonzero((program.lower < 0) | (program.upper > 1) | ~program.whole())[0]
    if len(beyond):
        name = quoted(names.columns[int(beyond[0])])
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
    negated, scale, constant = objective.maximize, objective.scale, int(objective.constant)
    yield from objective_lines("*", negated=negated, scale=scale, constant=constant)
    entries = objective.columns.tolist(), objective.coefficients.tolist()
    terms = _terms(*entries, -1 if negated else 1)
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
            if (lower is not None and lower > 0) or (upper is not None and upper < 0):
                yield "+1 x1 >= 2 ;"
            continue
        entries = columns[first:last], coefficients[first:last]
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
_MOST = 10**7
# A file of 49 bytes can declare ten million variables, which take minutes and 7 GB.
_MOST_UNUSED = 10**6

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
        letters: What each of them is.
        numbers: What the different words are as numbers; -1 is a negated literal.
        variables: Which variable each different word speaks of.
        names: The names of the variables.
    """

    words: Tokens
    letters: bytes
    numbers: IntArray
    variables: IntArray
    names: list[str]

    @staticmethod
    def of(words: Tokens) -> PlainSums:
        """Finds out what the words are."""
        known, letters = Lexicon(), ["?"] * len(words.words)
        numbers, variables = np.zeros((2, len(words.words)), dtype=np.int64)
        # Numbers are small if all that stand in the file could be added up.
        most = LARGEST // (len(words.numbers) + 1)
        for place, word in enumerate(words.words):
            name = word.removeprefix("~")
            if (name.isascii() and name.isidentifier()) or _LITERAL.fullmatch(word):
                letters[place], variables[place] = "x", known[name]
                numbers[place] = 1 if name == word else -1
            elif word in _LETTERS:
                letters[place] = _LETTERS[word]
            elif isinstance(number := read_number(word), int) and -most < number < most:
                letters[place], numbers[place] = "1", number
        return PlainSums(words, words.letters(letters), numbers, variables, list(known))

    def _find(self, run: slice, letter: str) -> IntArray:
        """Where a letter stands among some words."""
        return np.nonzero(np.frombuffer(self.letters[run], dtype=np.uint8) == ord(letter))[0]

    def use(self, run: slice, used: dict[str, int]) -> int:
        """Adds the variables of some words, with their lines, to those used; counts constraints."""
        places = self._find(run, "x") + run.start
        variables = self.variables[self.words.numbers[places]]
        _, begins = np.unique(variables, return_index=True)
        begins.sort()
        lines = self.words.lines(places[begins]).tolist()
        for variable, line in zip(variables[begins].tolist(), lines, strict=True):
            used.setdefault(self.names[variable], line)
        return self.letters.count(b"<", run.start, run.stop)

    def gather(self, parsed: ParsedModel, columns: IntArray, run: slice) -> None:
        """Adds the statements of some words; `columns` are those of the variables."""
        codes, words = self.words.numbers[run], self.words.words
        literals, ends = self._find(run, "x"), self._find(run, ";")
        lines = self.words.lines(np.append(0, ends + 1)[:-1] + run.start)
        owners = np.searchsorted(ends, literals)
        factors, signs = self.numbers[codes[literals - 1]], self.numbers[codes[literals]]
        constants = np.zeros(len(ends), dtype=np.int64)
        np.add.at(constants, owners[signs < 0], factors[signs < 0])
        sides = self.numbers[codes[ends - 1]] - constants
        relations = [words[code] for code in codes[ends - 2].tolist()]
        if words[codes[0]] in _GOALS:
            relations[0] = words[codes[0]]
        parts = relations, lines.tolist(), sides.tolist(), constants.tolist()
        rows = [_add(parsed, *part) for part in zip(*parts, strict=True)]
        # A variable may stand in several terms of a sum.
        width = len(parsed.columns)
        keys = owners * width + columns[self.variables[codes[literals]]]
        keys, places = np.unique(keys, return_inverse=True)
        coefficients = np.zeros(len(keys), dtype=np.int64)
        np.add.at(coefficients, places, factors * signs)
        kept = coefficients != 0
        owners, inside = np.divmod(keys[kept], width)
        different, which = np.unique(coefficients[kept], return_inverse=True)
        values = np.array([parsed.value(number) for number in different.tolist()], dtype=np.int64)
        parsed.add_entries(inside, owners + rows[0], values[which], lines[owners])


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
    found = list(reader.statements())
    parsed = ParsedModel(file)
    for name, line in _columns(file, reader.used, reader.constraints).items():
        parsed.upper[parsed.add_column(name, line)] = 1
    products: dict[Product, int] = {}
    plain = reader.plain
    columns = np.array([parsed.columns.get(name, -1) for name in plain.names], dtype=np.int64)
    for one in found:
        if isinstance(one, Sum):
            _gather(parsed, one, products)
        else:
            plain.gather(parsed, columns, one)
    parsed.auxiliary |= set(products.values())
    comments = [
        (line, text.index("*") + 1)
        for line, text in enumerate(file.lines)
        if text.lstrip().startswith("*")
    ]
    apply_notes(parsed, comments)
    numbers = dict(parsed.columns)
    _give_names(parsed, products)
    model = build_model(parsed, PurePath(source).stem)
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
            raise file.at_end("the file has no constraint", TRUNCATED)
        return used
    declared, stated_number = int(header[1]), int(header[2])
    if stated_number != constraints:
        has = f"the file has {counted(constraints, 'constraint')}"
        what = f"{has}, but the first line says {stated_number}"
        raise file.at_end(what, "it seems truncated; if it is complete, correct the first line")
    if declared > _MOST:
        raise file.at(
            0,
            header.start(1),
            f"the first line says {declared:,} variables",
            f"at most {_MOST:,} are allowed",
        )
    if declared > len(used) + _MOST_UNUSED:
        what = f"the first line says {declared:,} variables, but the file uses {len(used):,}"
        advice = f"correct the number; at most {_MOST_UNUSED:,} may be unused"
        raise file.at(0, header.start(1), what, advice)
    usual = [f"x{number}" for number in range(1, declared + 1)]
    if used.keys() <= set(usual):
        return {name: used.get(name, 0) for name in usual}
    found = [_NUMBERED.fullmatch(name) for name in used]
    if not all(found):
        return used
    places = {int(one[1]): line for one, line in zip(found, used.values(), strict=True) if one}
    numbers = sorted({*places, *range(1, declared + 1)})
    return {f"x{number}": places.get(number, 0) for number in numbers}


def _add(parsed: ParsedModel, relation: str, line: int, side: int, constant: int) -> int:
    """Adds a row without entries, or the objective with its constant; returns its number."""
    if relation in _GOALS:
        parsed.rows["obj"], parsed.maximize = OBJECTIVE, relation == "max:"
        parsed.constant = constant
        return OBJECTIVE
    row = parsed.add_row(f"c{len(parsed.sides) + 1}", line)
    parsed.sides[row] = None if relation == "<=" else side, None if relation == ">=" else side
    return row


def _gather(parsed: ParsedModel, one: Sum, products: dict[Product, int]) -> None:
    """Adds a statement; negated literals leave a constant."""
    entries: dict[int, int] = {}
    constant = 0
    for product, factor in one.terms.items():
        if len(product) > 1:
            if product not in products:
                products[product] = parsed.add_column(_title(product, {}), one.line)
                parsed.upper[products[product]] = 1
            column, sign = products[product], 1
        else:
            ((name, positive),) = product
            column, sign = parsed.columns[name], 1 if positive else -1
            constant += 0 if positive else factor
        entries[column] = entries.get(column, 0) + sign * factor
    if any(map(too_large, (constant, constant - one.side, *entries.values()))):
        what = "the numbers of this statement add up to 63 bits or more"
        raise parsed.text.at(one.line, 0, what, "scale it down")
    row = _add(parsed, one.relation, one.line, one.side - constant, constant)
    for column, coefficient in entries.items():
        if coefficient:
            parsed.add_entry(column, row, coefficient, one.line)


def _title(product: Product, named: dict[str, str]) -> str:
    """What the column of a product is called: no variable has a name with blanks."""
    literals = [f"{'' if positive else '~'}{named.get(name, name)}" for name, positive in product]
    return " ".join(sorted(literals))


def _give_names(parsed: ParsedModel, products: dict[Product, int]) -> None:
    """Calls the columns as the comments of `opb_text` do, if they name each of them differently."""
    found = (_NAMED.fullmatch(line) for line in parsed.text.lines)
    named = {one[1]: one[2] for one in found if one}
    by_column = {number: _title(product, named) for product, number in products.items()}
    names = [by_column.get(number) or named.get(name) for name, number in parsed.columns.items()]
    if None not in names and len(set(named.values())) == len(named):
        parsed.columns = {name: number for number, name in enumerate(names) if name}


class _Reader:
    """Reads one statement after the other, those that are plain at once.

    `used` are the variables, and where each is first; `constraints` is how many there are.
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
        pattern, end = _GOAL_AND_SUMS, len(self._all.numbers)
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
        one = Sum(self._all.line(first.number))
        relation = self._terms(one, first)
        if relation.written == ";":
            advice = "write >=, <= or = and a whole number before ';'"
            raise self._wrong(relation, "the constraint has no relation", advice)
        one.relation = relation.written
        one.side = self._whole(self._next())
        end = self._next()
        if end.written != ";":
            raise self._wrong(end, f"expected ';', got {quoted(end.written)}", "end it there")
        return one

    def _terms(self, one: Sum, word: Word) -> Word:
        """Reads terms up to what comes behind them: a number, and the literals of a product."""
        while word.written != ";" and word.written not in _RELATIONS:
            begin, factor = word, self._whole(word)
            literals: set[tuple[str, bool]] = set()
            while (found := _LITERAL.fullmatch((word := self._next()).written)) is not None:
                if found[2] not in self.used:
                    self.used[found[2]] = self._all.line(word.number)
                literals.add((found[2], not found[1]))
            if not literals:
                raise self._wrong(begin, "the term has no variable", "write one behind the number")
            # A variable times its negation is 0.
            if len({name for name, _ in literals}) == len(literals):
                product = frozenset(literals)
                one.terms[product] = one.terms.get(product, 0) + factor
        return word

    def _whole(self, word: Word) -> int:
        number = read_number(word.written)
        if isinstance(number, int) and not too_large(number):
            return number
        what = f"expected a whole number, got {quoted(word.written)}"
        raise self._wrong(word, what, "give one with fewer than 63 bits before each term")
