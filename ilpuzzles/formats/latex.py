r"""Formulas: a program as LaTeX, with one formula for each family of rows instead of one per row.

Every row is read as a statement: a pattern such as `sum <= number`, and what stands in it. Rows
of one group and name whose statements have the same shape make one formula. In it, a label that
each row has once is an index, and the labels that a row has several of are summed over: over all
that the family has for these indices, if that is so in every row, else over a set that is listed.
Such a set is a function of the least indices that determine it. How many elements it has is said,
and a row is written out as an example.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from math import prod
from textwrap import wrap
from typing import TypeAlias

from ilpuzzles.formats.statements import (
    HOLE,
    SUM,
    TERMS_IN_FULL,
    Joiner,
    Statement,
    Terms,
    join_terms,
    label_in_latex,
    number_in_latex,
    statement_of,
    sum_of,
    symbol_in_latex,
    text_in_latex,
)
from ilpuzzles.modelling.numbers import Value
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import DEFINITION
from ilpuzzles.modelling.text_tables import Formulas

_FORMULAS_OF_FAMILY = 2
"""A family of rows is to have no more formulas than these; numbers may differ in one if need be.

Two are usual: one for the rows at a border, and one for all others.
"""

_MOST_LISTED = 3
"""The number of terms, numbers or rows that are listed rather than described, as people would."""

_TERMS_OF_EXAMPLE = 4
"""The number of terms that an example has in full: it stands beside its formula, in one line."""

_FORMULAS_SHOWN = 8
"""The number of formulas of a family of rows that are shown; more would say less."""

_LINE_LETTERS = 90
"""The number of letters in a line of a reason: an A4 page has about 90 of 10 points."""

_COMMANDS = re.compile(r"\\[a-z]+|[{}_^\\]")
"""The commands and signs of LaTeX that take little room in print."""


@dataclass(frozen=True, slots=True)
class Section:
    """The formulas of a group of rows, or what they are about.

    Attributes:
        title: The name of the group, or what it is.
        why: What it says, in a sentence.
        lines: A formula each, in LaTeX.
    """

    title: str
    why: str
    lines: tuple[str, ...]


def formulas(program: Program) -> Formulas:
    """A program as an `align*` environment; see `Program.latex`."""
    lines: list[str] = []
    for section in sections(program):
        said = f"{section.title}: {section.why}" if section.why else section.title
        words = " ".join(said.split())
        wrapped = wrap(words, _LINE_LETTERS, break_long_words=False, break_on_hyphens=False) or [""]
        lines += [f"& {text_in_latex(line)}" for line in wrapped]
        lines += [rf"& \quad {line}" for line in section.lines]
    return Formulas("\\begin{align*}\n" + " \\\\\n".join(lines) + "\n\\end{align*}")


def sections(program: Program) -> list[Section]:
    """The objective, each group of rows, the variables, and the index sets, as formulas."""
    return _Writer(program).sections()


def _tuple(parts: Sequence[str]) -> str:
    """Some indices, in brackets unless it is a single one."""
    return parts[0] if len(parts) == 1 else f"({','.join(parts)})"


# Families of variables and their index sets


@dataclass(frozen=True, slots=True, eq=False)
class _IndexSet:
    """The labels of an axis, the letter for any of them, and the name of the set."""

    letter: str
    name: str
    labels: tuple[Hashable, ...]
    members: frozenset[Hashable]
    dim: str = ""
    """The name that the axis was given, if any."""

    def definition(self) -> str:
        """The definition of the set: `I = {0, ..., 7}`, with its size."""
        labels, count = self.labels, len(self.labels)
        shown = [label_in_latex(label) for label in labels]
        if count > TERMS_IN_FULL:
            shown = [*shown[:3], r"\ldots", shown[-1]]
        listed = ", ".join(shown)
        size = rf",\quad |{self.name}| = {count}" if count > TERMS_IN_FULL else ""
        return rf"{self.letter} \in {self.name} = \{{{listed}\}}{size}"


@dataclass(frozen=True, slots=True, eq=False)
class _Family:
    """Variables with one symbol, and the labels of each."""

    symbol: str
    sets: tuple[_IndexSet, ...]
    labels: dict[int, tuple[Hashable, ...]]
    domain: str
    """The set of its labels, where it is not the product of the index sets; else nothing."""
    counts: dict[tuple[int, ...], Counter[tuple[Hashable, ...]]] = field(default_factory=dict)

    def term(self, indices: Sequence[str]) -> str:
        """A variable with its indices."""
        return f"{self.symbol}_{{{','.join(indices)}}}" if indices else self.symbol

    def how_many(self, fixed: tuple[int, ...], labels: tuple[Hashable, ...]) -> int:
        """The number of its variables that have some labels at some places."""
        if fixed not in self.counts:
            found = (tuple(label[place] for place in fixed) for label in self.labels.values())
            self.counts[fixed] = Counter(found)
        return self.counts[fixed][labels]


class _Letters:
    """Hands out letters that no family of variables has; axes with names get one of their name."""

    def __init__(self, taken: Iterable[str], dims: Iterable[str]) -> None:
        self._taken = {symbol.lower() for symbol in taken if len(symbol) == 1}
        self._of_dims: dict[str, str] = {}
        for dim in dims:
            free = [one for one in dim.lower() if "a" <= one <= "z" and one not in self._taken]
            if free:
                self._of_dims[dim] = free[0]
                self._taken.add(free[0])
        self.rows = self._one("r", "q", "g", r"\rho")
        self.factors = self._one("a", "c", "d", r"\alpha")
        self.sides = self._one("b", "e", "h", r"\beta")
        self.listed = self._one("s", "t", "u", r"\sigma")
        self.domains = self._one("d", "v", "w", r"\delta")
        self._left = [letter for letter in "ijklmnpqtuvwcefgh" if letter not in self._taken]
        self._numbered = self._left[0] if self._left else r"\iota"
        self._given = 0

    def _one(self, *letters: str) -> str:
        found = next(letter for letter in letters if letter not in self._taken)
        self._taken.add(found)
        return found

    def next(self, dim: str = "") -> tuple[str, str]:
        """A letter for an index, and one for its set; of an axis with a name, one of the name."""
        self._given += 1
        if dim in self._of_dims:
            # A second set of that name, with other labels, gets a letter as any other one does.
            return self._of_dims.pop(dim), symbol_in_latex(dim)
        if self._left:
            letter = self._left.pop(0)
            return letter, letter.upper()
        letter = self._numbered
        return f"{letter}_{{{self._given}}}", f"{_upper(letter)}_{{{self._given}}}"


def _upper(letter: str) -> str:
    return "\\" + letter[1:].capitalize() if letter.startswith("\\") else letter.upper()


def _label_columns(program: Program) -> dict[str, dict[int, tuple[Hashable, ...]]]:
    """The columns of every symbol, and their labels.

    Auxiliary variables that the model has made one by one for the same purpose are one family,
    whose labels are the numbers in their names.
    """
    names = program.names
    stated = {family.name for family in names.families if not family.word}
    found: dict[str, dict[int, tuple[Hashable, ...]]] = {}
    made_alone: set[str] = set()
    for family in names.families:
        if family.word and not family.axes:
            symbol = _free_name(family.word, stated)
            found.setdefault(symbol, {})[family.first] = (family.number,)
            made_alone.add(symbol)
            continue
        one = family.axes[0] if len(family.axes) == 1 else ()
        lengths = {len(label) if isinstance(label, tuple) else 0 for label in one}
        apart = len(lengths) == 1 and min(lengths) > 1
        labels: Iterable[tuple[Hashable, ...]] = product(*family.axes)
        if apart:
            labels = [label for label in one if isinstance(label, tuple)]
        # Families without a name, as files have them, are one.
        columns = zip(family.columns.ravel().tolist(), labels, strict=True)
        found.setdefault(family.name, {}).update(columns)
    rest = range(names.columns, program.variables)
    if rest:
        word = "column" if "x" in found else "x"
        found[_free_name(word, found)] = {column: (column,) for column in rest}
    # The only one of its sort needs no number.
    alone = {name for name in made_alone if len(found[name]) == 1}
    return {
        name: dict.fromkeys(labels, ()) if name in alone else labels
        for name, labels in found.items()
        if labels
    }


def _free_name(name: str, taken: Container[str]) -> str:
    """A name, with stars behind it if others have it."""
    while name in taken:
        name += "*"
    return name


class _Writer:
    """Writes the formulas of a program; it knows its families and numbers the sets it names."""

    def __init__(self, program: Program) -> None:
        self.program = program
        named = _label_columns(program)
        symbols = {name: symbol_in_latex(name or "x") for name in named}
        dims = {family.name: family.dims for family in program.names.families}
        every_dim = dict.fromkeys(dim for named_so in dims.values() for dim in named_so if dim)
        self.letters = _Letters(symbols.values(), every_dim)
        self.sets: list[_IndexSet] = []
        self.families: list[_Family] = []
        self.family_of: dict[int, _Family] = {}
        self._numbers = Counter[str]()
        for name, labels in named.items():
            family = self._family(symbols[name], labels, dims.get(name, ()))
            self.families.append(family)
            self.family_of.update(dict.fromkeys(labels, family))

    def _family(
        self, symbol: str, labels: dict[int, tuple[Hashable, ...]], dims: Sequence[str]
    ) -> _Family:
        sets: list[_IndexSet] = []
        for place, axis in enumerate(zip(*labels.values(), strict=True)):
            dim = dims[place] if place < len(dims) else ""
            sets.append(self.index_set(tuple(dict.fromkeys(axis)), sets, dim))
        dense = prod(len(each.labels) for each in sets) == len(labels)
        domain = "" if dense else f"{_upper(self.letters.domains)}_{{{symbol}}}"
        return _Family(symbol, tuple(sets), labels, domain)

    def index_set(
        self, labels: tuple[Hashable, ...], besides: Sequence[_IndexSet] = (), dim: str = ""
    ) -> _IndexSet:
        """The index set with some labels; another one than those `besides`, which it stands by.

        `dim` is the name of the axis that has these labels, if it has one.
        """
        members = frozenset(labels)
        for known in self.sets:
            is_named_so = not dim or known.dim == dim
            if known.members == members and is_named_so and known not in besides:
                return known
        made = _IndexSet(*self.letters.next(dim), labels, members, dim)
        self.sets.append(made)
        return made

    def next_name(self, letter: str, form: str = "{}^{{({})}}") -> str:
        """A letter with the next number, for numbers of its own."""
        self._numbers[letter] += 1
        return form.format(letter, self._numbers[letter])

    def next_set_name(self, letter: str) -> str:
        """The same in capitals, for a set."""
        return self.next_name(_upper(letter), "{}_{{{}}}")

    # Sections

    def sections(self) -> list[Section]:
        """All of them, in the order in which a person would write them."""
        program = self.program
        names = program.names
        found: list[Section] = []
        if program.objective is not None:
            lines = [line for goal in program.objective.in_order() for line in self._goal(goal)]
            found.append(Section("objective", "", tuple(lines)))
        of_group: dict[int, dict[str, list[int]]] = {}
        for row, group in enumerate(program.rows.groups.tolist()):
            number = int(program.row_numbers[row])
            name = "" if names.rows is None or number < 0 else names.rows.key_of(number)[0]
            of_group.setdefault(group, {}).setdefault(name, []).append(row)
        # Groups in their order, then rows without a group, then definitions.
        for group in sorted(of_group, key=lambda group: (group < 0, abs(group))):
            title, why = "rows without a group", ""
            if group == DEFINITION:
                title, why = "definitions", "what auxiliary variables stand for"
            elif 0 <= group < len(names.groups):
                title, why = names.groups[group].name, names.groups[group].why
            lines = [line for rows in of_group[group].values() for line in self._rows(rows)]
            found.append(Section(title, why, tuple(lines)))
        found.append(Section("variables", "", tuple(self._variables())))
        sets = [each.definition() for each in self.sets] + list(self._domains())
        if sets:
            found.append(Section("index sets", "", tuple(_first_few(sets, 3 * _FORMULAS_SHOWN))))
        return found

    def _goal(self, goal: Objective) -> Iterator[str]:
        word = r"\max" if goal.maximize else r"\min"
        said = Statement(rf"{word}\ {HOLE}", (sum_of(goal.form()),))
        allowed = []
        if goal.tolerance:
            allowed.append(number_in_latex(goal.tolerance))
        if goal.share:
            allowed.append(rf"{number_in_latex(goal.share)} \text{{ of its best}}")
        lines = list(self._cluster([said], [None]))
        if goal is not self.program.objective:
            lines[0] = rf"\text{{then }} {lines[0]}"
        yield from lines
        if allowed:
            either = r" \text{ or } ".join(allowed)
            yield rf"\text{{where the one before may be worse by }} {either}"

    def _rows(self, rows: Sequence[int]) -> Iterator[str]:
        """The formulas of rows of one group and name."""
        said = [statement_of(self.program, row) for row in rows]
        clusters: list[list[int]] = []
        chosen = 0
        for level in range(4):
            found: dict[Hashable, list[int]] = {}
            for place, statement in enumerate(said):
                found.setdefault(self._shape(statement, level), []).append(place)
            if not clusters or len(found) < len(clusters):
                clusters, chosen = list(found.values()), level
            if len(clusters) <= _FORMULAS_OF_FAMILY:
                break
        names, numbers = self.program.names, self.program.row_numbers
        for places in clusters[:_FORMULAS_SHOWN]:
            of_cluster = [int(numbers[rows[place]]) for place in places]
            keys = [names.row_key(number) for number in of_cluster]
            yield from self._cluster([said[place] for place in places], keys, chosen)
        left = clusters[_FORMULAS_SHOWN:]
        if left:
            count = sum(map(len, left))
            yield rf"\ldots \text{{ and {count:,} more rows, of {len(left):,} other shapes}}"

    def _shape(self, statement: Statement, level: int) -> Hashable:
        """The shape that rows of one formula share; the higher the level, the less it holds.

        From level 1 on, numbers by themselves may differ, from level 2 on, coefficients of the same
        sign, and on level 3 all coefficients.
        """
        parts: list[Hashable] = []
        for part in statement.parts:
            if isinstance(part, Terms):
                constant: Hashable = part.constant if not level else bool(part.constant)
                keys = frozenset((id(key[0]), key[1]) for key in self.bundles(part, level))
                parts.append((part.joiner, keys, constant))
            else:
                parts.append(part if not level else None)
        return statement.pattern, tuple(parts)

    def bundles(self, terms: Terms, level: int) -> dict[_Bundle, list[tuple[int, Value]]]:
        """The terms by their families and, as far as the level goes, their coefficients."""
        found: dict[_Bundle, list[tuple[int, Value]]] = {}
        signed = bool(terms.joiner.negated)
        for column, factor in terms.entries:
            same: Value | str = factor
            if level > 1 and not signed:
                same = "any" if level > 2 else "positive" if factor > 0 else "negative"
            found.setdefault((self.family_of[column], same), []).append((column, factor))
        factors = Counter(family for family, _ in found)
        if signed or max(factors.values(), default=0) <= 2 or len(terms.entries) <= _MOST_LISTED:
            return found
        # Many different numbers are data.
        merged: dict[_Bundle, list[tuple[int, Value]]] = {}
        for (family, same), entries in found.items():
            key = (family, "any" if factors[family] > 2 else same)
            merged.setdefault(key, []).extend(entries)
        return merged

    def _cluster(
        self, statements: Sequence[Statement], keys: Sequence[Hashable], level: int = 0
    ) -> Iterator[str]:
        """The formula of rows of one shape, what is to be said of it, and an example."""
        if len(statements) == 1 and statements[0].size() <= TERMS_IN_FULL:
            yield self.in_full(statements[0])
            return
        before = self._numbers.copy()
        lines = _Formula(self, statements, keys, level).lines()
        if len(lines) == 1:
            yield lines[0]
        elif len(statements) <= _MOST_LISTED and all(s.size() <= TERMS_IN_FULL for s in statements):
            self._numbers = before
            yield from map(self.in_full, statements)
        else:
            yield from lines
            key = "" if _says_nothing(keys) else rf"{label_in_latex(keys[0])}\colon\ "
            said = "for example" if len(statements) > 1 else "that is"
            example = self.in_full(statements[0], most=_TERMS_OF_EXAMPLE)
            if len(_COMMANDS.sub("", key + example)) > _LINE_LETTERS * 2 // 3:
                yield rf"\text{{{said} }} {key}".rstrip()
                yield rf"\quad {example}"
            else:
                yield rf"\text{{{said} }} {key}{example}"

    # Rows in full

    def variable(self, column: int) -> str:
        """A variable with its labels."""
        family = self.family_of[column]
        return family.term([label_in_latex(label) for label in family.labels[column]])

    def in_full(self, statement: Statement, most: int = TERMS_IN_FULL) -> str:
        """A row as it is; of many terms the first ones and the last."""
        texts = []
        for part in statement.parts:
            if not isinstance(part, Terms):
                texts.append(number_in_latex(part))
                continue
            entries, last = list(part.entries), []
            if len(entries) > most:
                entries, last = entries[: most // 2], entries[-1:]
            terms = [(factor, self.variable(column)) for column, factor in entries]
            shown = [*terms, *([(1, r"\cdots")] if last else [])]
            shown += [(factor, self.variable(column)) for column, factor in last]
            texts.append(join_terms(part.joiner, shown, part.constant))
        return statement.filled(texts)

    # Variables

    def _variables(self) -> Iterator[str]:
        """The domains of the variables, family by family."""
        lines: list[str] = []
        alone: dict[str, list[str]] = {}
        for family in self.families:
            if not family.sets:
                (column,) = family.labels
                alone.setdefault(self._domain(column), []).append(family.symbol)
                continue
            by_domain: dict[str, list[int]] = {}
            for column in family.labels:
                by_domain.setdefault(self._domain(column), []).append(column)
            usual, *others = sorted(by_domain, key=lambda domain: -len(by_domain[domain]))
            letters = [each.letter for each in family.sets]
            over = rf"{_tuple(letters)} \in {family.domain}" if family.domain else ""
            over = over or r",\ ".join(rf"{each.letter} \in {each.name}" for each in family.sets)
            lines.append(rf"{family.term(letters)} {usual} \qquad \forall {over}")
            exceptions = [(column, domain) for domain in others for column in by_domain[domain]]
            shown = [f"{self.variable(c)} {domain}" for c, domain in exceptions[:_MOST_LISTED]]
            if len(exceptions) > _MOST_LISTED:
                shown.append(rf"\ldots \text{{ ({len(exceptions):,} variables)}}")
            if shown:
                lines.append(r"\text{except }" + r",\quad ".join(shown))
        for domain, symbols in alone.items():
            lines.append(f"{', '.join(_first_few(symbols, _FORMULAS_SHOWN))} {domain}")
        yield from _first_few(lines, 3 * _FORMULAS_SHOWN)

    def _domain(self, column: int) -> str:
        program = self.program
        lower, upper = program.lower.at(column), program.upper.at(column)
        least, most = ("" if b is None else number_in_latex(b) for b in (lower, upper))
        whole = not program.is_continuous(column)
        if least and least == most:
            said = f"= {least}"
        elif whole and (least, most) == ("0", "1"):
            said = r"\in \{0, 1\}"
        elif whole and least and most:
            said = rf"\in \{{{least}, \ldots, {most}\}}"
        elif least and most:
            said = f"\\in [{least}, {most}]"
        else:
            kind = rf"\in \mathbb{{{'Z' if whole else 'R'}}}"
            said = kind + (rf",\ \ge {least}" if least else rf",\ \le {most}" if most else "")
        auxiliary = whole and not program.deciding[column]
        return said + (r"\ \text{(auxiliary)}" if auxiliary else "")

    def _domains(self) -> Iterator[str]:
        """The sets of labels of families that do not have all combinations."""
        for family in self.families:
            if family.domain:
                over = r" \times ".join(each.name for each in family.sets)
                yield (
                    rf"{family.domain} \subseteq {over},\quad "
                    rf"|{family.domain}| = {len(family.labels)}"
                )


def _first_few(things: Sequence[str], most: int) -> list[str]:
    """The first ones, if they are too many, and how many there are."""
    if len(things) <= most:
        return list(things)
    return [*things[: most - 1], rf"\ldots \text{{ ({len(things):,} in all)}}"]


# Formulas

_Bundle: TypeAlias = tuple[_Family, "Value | str"]
"""Terms of one family with one coefficient, or with several."""

_Vector: TypeAlias = tuple[Hashable, ...]
"""One value for every row."""


@dataclass(slots=True, eq=False)
class _Index:
    """An index of a formula: its value in every row, and what it is called."""

    vector: _Vector
    text: str
    over: _IndexSet | None


@dataclass(slots=True, eq=False)
class _Piece:
    """Terms of one family: those of every row, and how they are written."""

    family: _Family
    entries: list[list[tuple[int, Value]]]
    fixed: dict[int, _Vector] = field(default_factory=dict)
    """The places of the labels of which each row has one, and these."""
    single: bool = False
    exact: bool = False
    gaps: bool = False
    listed: str = ""
    factor: Value | str = 1

    def free(self) -> list[int]:
        """The places of the other labels."""
        return [place for place in range(len(self.family.sets)) if place not in self.fixed]


class _Formula:
    """One formula for several rows of one shape."""

    def __init__(
        self, writer: _Writer, statements: Sequence[Statement], keys: Sequence[Hashable], level: int
    ) -> None:
        self.writer = writer
        self.statements = statements
        self.count = len(statements)
        self.indices: list[_Index] = []
        self.notes: list[str] = []
        self._keys = _key_vectors(keys)
        self._primes = Counter[_IndexSet]()
        self._pieces = [
            self._read(place, part, level) if isinstance(part, Terms) else []
            for place, part in enumerate(statements[0].parts)
        ]

    def lines(self) -> list[str]:
        """The formula; if it does not say all, then what else there is to say."""
        # First the indices, then what depends on them, and then the letters of sums.
        for piece in (piece for part in self._pieces for piece in part):
            for place, vector in piece.fixed.items():
                self._index(vector, piece.family.sets[place])
        for piece in (piece for part in self._pieces for piece in part):
            self._list(piece)
        texts = [self._text(place) for place in range(len(self._pieces))]
        formula = self.statements[0].filled(texts) + self._quantifier()
        return [formula, *([r",\quad ".join(self.notes)] if self.notes else [])]

    # What the rows have in common

    def _read(self, place: int, first: Terms, level: int) -> list[_Piece]:
        """The pieces of a part, in the order of the first row."""
        of_rows = []
        for statement in self.statements:
            part = statement.parts[place]
            of_rows.append(self.writer.bundles(part, level) if isinstance(part, Terms) else {})
        pieces: list[_Piece] = []
        for bundle in self.writer.bundles(first, level):
            whole = _Piece(bundle[0], [found[bundle] for found in of_rows])
            sizes = {len(entries) for entries in whole.entries}
            self._fix(whole, weighted=bundle[1] == "any")
            few = len(sizes) == 1 and max(sizes) <= _MOST_LISTED
            if few and not whole.single and not whole.exact:
                for number in range(max(sizes)):
                    alone = _Piece(bundle[0], [[entries[number]] for entries in whole.entries])
                    self._fix(alone)
                    pieces.append(alone)
            else:
                pieces.append(whole)
        return pieces

    def _fix(self, piece: _Piece, *, weighted: bool = False) -> None:
        """Finds the labels that are the same throughout each row, and whether that says it all.

        A sum with weights says it all if most are there; the others have the weight 0.
        """
        family = piece.family
        labels = [[family.labels[column] for column, _ in row] for row in piece.entries]
        for place in range(len(family.sets)):
            if all(len({label[place] for label in row}) == 1 for row in labels):
                piece.fixed[place] = tuple(row[0][place] for row in labels)
        piece.single = all(len(row) == 1 for row in labels)
        fixed = tuple(piece.fixed)
        sizes = [
            family.how_many(fixed, tuple(piece.fixed[place][number] for place in fixed))
            for number in range(self.count)
        ]
        counts = [len(row) for row in labels]
        distinct = all(len(set(row)) == len(row) for row in labels)
        piece.exact = distinct and counts == sizes
        if weighted and distinct and not piece.exact:
            piece.exact = piece.gaps = all(
                2 * n >= all_ for n, all_ in zip(counts, sizes, strict=True)
            )

    # Indices

    def _index(self, vector: _Vector, over: _IndexSet | None) -> str:
        """The index for the label of each row: the label itself if it is always the same."""
        if len(set(vector)) == 1:
            return label_in_latex(vector[0])
        for known in self.indices:
            if known.vector == vector:
                return known.text
        text = self._letter(over) if over is not None else self.writer.letters.rows
        self.indices.append(_Index(vector, text, over))
        return text

    def _letter(self, over: _IndexSet) -> str:
        """A letter for one more index of a set."""
        self._primes[over] += 1
        return over.letter + "'" * (self._primes[over] - 1)

    def _determining(self, values: Sequence[Hashable]) -> list[str]:
        """The least indices that the values of all rows are a function of."""
        own = [(index.vector, index.over) for index in self.indices]
        known = {vector for vector, _ in own}
        more = [(vector, None) for vector in self._keys if vector not in known]
        choices: list[Sequence[tuple[_Vector, _IndexSet | None]]] = [[]]
        choices += [[one] for one in own] + [[one] for one in more]
        choices += [*combinations(own, 2), own, *combinations([*own, *more], 2), [*own, *more]]
        for chosen in choices:
            if _is_function([vector for vector, _ in chosen], values):
                return [
                    self._index(vector, over or self._set_of(vector)) for vector, over in chosen
                ]
        return [self._index(tuple(range(self.count)), None)]

    def _set_of(self, vector: _Vector) -> _IndexSet | None:
        """The index set of a part of the keys: a known one, or a new one."""
        for known in self.indices:
            if known.vector == vector:
                return known.over
        labels = tuple(dict.fromkeys(vector))
        named = not all(isinstance(label, int) for label in labels)
        for each in self.writer.sets:
            if named and each.members.issuperset(labels):
                return each
        return self.writer.index_set(labels)

    # What is listed

    def _list(self, piece: _Piece) -> None:
        """Names the set that a sum is over, unless it is all there is, and its coefficients."""
        family, free = piece.family, piece.free()
        if not piece.single and not piece.exact:
            content = [
                tuple(tuple(family.labels[column][place] for place in free) for column, _ in row)
                for row in piece.entries
            ]
            arguments = self._determining([frozenset(row) for row in content])
            name = self.writer.next_set_name(self.writer.letters.listed)
            piece.listed = f"{name}({','.join(arguments)})" if arguments else name
            self.notes.append(_range(f"|{piece.listed}|", [len(row) for row in content]))
        factors = [factor for row in piece.entries for _, factor in row]
        if len(set(factors)) == 1 and not piece.gaps:
            piece.factor = factors[0]
            return
        of_label: dict[int, set[Value]] = {}
        for row in piece.entries:
            for column, factor in row:
                of_label.setdefault(column, set()).add(factor)
        arguments = []
        if (piece.gaps and self.count > 1) or any(len(known) > 1 for known in of_label.values()):
            arguments = self._determining([tuple(sorted(row)) for row in piece.entries])
        name = self.writer.next_name(self.writer.letters.factors)
        piece.factor = "\0".join([name, *arguments])
        self.notes.append(_range(name, [*factors, 0] if piece.gaps else factors))

    def _parameter(self, values: Sequence[Value]) -> Value | str:
        """A number that may be another one in every row."""
        if len(set(values)) == 1:
            return values[0]
        for index in self.indices:
            if index.vector == tuple(values):
                return index.text
        arguments = self._determining(values)
        name = self.writer.next_name(self.writer.letters.sides)
        shown = f"{name}_{{{','.join(arguments)}}}"
        self.notes.append(_range(shown, values))
        return shown

    # Texts

    def _text(self, place: int) -> str:
        parts = [statement.parts[place] for statement in self.statements]
        first = parts[0]
        if not isinstance(first, Terms):
            number = self._parameter([part for part in parts if not isinstance(part, Terms)])
            return number if isinstance(number, str) else number_in_latex(number)
        constant = self._parameter([part.constant for part in parts if isinstance(part, Terms)])
        terms = [self._term(piece, first.joiner) for piece in self._pieces[place]]
        return join_terms(first.joiner, terms, constant)

    def _term(self, piece: _Piece, joiner: Joiner) -> tuple[Value, str]:
        """A piece as a term: its coefficient, and the variable, or the sum over variables."""
        family, free, before = piece.family, piece.free(), self._primes.copy()
        letters = {place: self._letter(family.sets[place]) for place in free}
        self._primes = before
        indices = [
            letters.get(place) or self._index(piece.fixed[place], family.sets[place])
            for place in range(len(family.sets))
        ]
        term, outside = family.term(indices), piece.factor
        if isinstance(outside, str):
            name, *arguments = outside.split("\0")
            shown = ",".join(dict.fromkeys([*indices, *arguments]))
            term, outside = (f"{name}_{{{shown}}} " if shown else f"{name} ") + term, 1
        if piece.single:
            return outside, term
        bound = [letters[place] for place in free]
        if piece.listed:
            over = rf"{_tuple(bound)} \in {piece.listed}"
        elif family.domain and len(free) == len(indices):
            over = rf"{_tuple(bound)} \in {family.domain}"
        elif family.domain:
            over = rf"{','.join(bound)}:\, {_tuple(indices)} \in {family.domain}"
        else:
            over = r",\, ".join(rf"{letters[p]} \in {family.sets[p].name}" for p in free)
        inner = joiner.negated.format(term) if joiner.negated and outside < 0 else term
        if joiner.over:
            return 1 if joiner.negated else outside, rf"{joiner.over}_{{{over}}} {inner}"
        if not joiner.negated and outside != 1:
            inner, outside = join_terms(SUM, [(outside, term)]), 1
        return 1, rf"({inner})_{{{over}}}"

    def _quantifier(self) -> str:
        """For which indices the formula holds."""
        if not self.indices:
            return ""
        texts = [index.text for index in self.indices]
        rows = set(zip(*(index.vector for index in self.indices), strict=True))
        sets = [index.over for index in self.indices if index.over is not None]
        known = len(sets) == len(texts)
        if known and len(rows) == prod(len(each.labels) for each in sets):
            pairs = zip(texts, sets, strict=True)
            over = r",\ ".join(rf"{text} \in {each.name}" for text, each in pairs)
            return rf" \qquad \forall {over}"
        for family in self.writer.families if known else []:
            if family.domain and list(family.sets) == sets and rows == set(family.labels.values()):
                return rf" \qquad \forall {_tuple(texts)} \in {family.domain}"
        name = self.writer.next_set_name(self.writer.letters.rows)
        if known:
            over = r" \times ".join(each.name for each in sets)
            self.notes.append(rf"{name} \subseteq {over}")
        self.notes.append(f"|{name}| = {len(rows)}")
        return rf" \qquad \forall {_tuple(texts)} \in {name}"


def _says_nothing(keys: Sequence[Hashable]) -> bool:
    """Whether rows have no keys but numbers."""
    return all(key is None or isinstance(key, int) for key in keys)


def _key_vectors(keys: Sequence[Hashable]) -> list[_Vector]:
    """The labels that the keys of rows hold: keys, or their parts; numbers alone hold none."""
    if _says_nothing(keys):
        return []
    found = [tuple(keys)]
    lengths = {len(key) if isinstance(key, tuple) else 0 for key in keys}
    points = all(isinstance(key, tuple) and set(map(type, key)) == {int} for key in keys)
    if len(lengths) == 1 and min(lengths) > 1 and not points:
        # The parts say more than the whole.
        found = [*zip(*(key for key in keys if isinstance(key, tuple)), strict=True)]
    return [vector for vector in found if len(set(vector)) > 1]


def _is_function(arguments: Sequence[_Vector], values: Sequence[Hashable]) -> bool:
    """Whether equal arguments always have equal values."""
    if not arguments:
        return len(set(values)) == 1
    known: dict[Hashable, Hashable] = {}
    rows = zip(zip(*arguments, strict=True), values, strict=True)
    return all(known.setdefault(row, value) == value for row, value in rows)


def _range(name: str, values: Sequence[Value]) -> str:
    """Which numbers something is: a few, or from the least to the greatest."""
    found = [number_in_latex(value) for value in sorted(set(values))]
    if len(found) == 1:
        return f"{name} = {found[0]}"
    if len(found) <= _MOST_LISTED:
        return rf"{name} \in \{{{', '.join(found)}\}}"
    return rf"{found[0]} \le {name} \le {found[-1]}"
