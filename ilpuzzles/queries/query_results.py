"""Results of questions about a model: plain data, each with its words and tables.

Counts, solutions, uniqueness, the backbone (`Forced`), explanations (IIS), relaxations, variants.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from typing import Literal, TypeAlias

import numpy as np

from ilpuzzles.backends.result import Limit, Result, Seconds, Status
from ilpuzzles.errors import counted, list_names, one_line, require_known
from ilpuzzles.modelling.numbers import Value, text_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Group, IntArray
from ilpuzzles.modelling.statistics import Statistics
from ilpuzzles.modelling.text_tables import table_html, table_text
from ilpuzzles.queries.causes import BOUNDS, Cause
from ilpuzzles.queries.elastic import RelaxedRow

_SHOWN = 20
_ROWS_SHOWN = 30


def ending(limit: Limit) -> str:
    """Why there may be more, in words."""
    return {
        Limit.TIME: "the time limit came first",
        Limit.SOLUTIONS: "as many as were asked for",
        Limit.NODES: "the node limit came first",
        Limit.WORK: "the work limit came first",
        Limit.MEMORY: "the memory limit came first",
        Limit.INTERRUPTED: "interrupted",
    }.get(limit, "the search was stopped")


class Finding:
    """The common base of all findings, with the end of the search."""

    __slots__ = ()
    result: Result

    @property
    def complete(self) -> bool:
        """Whether there is nothing more to find out."""
        return self.result.complete

    @property
    def status(self) -> Status:
        """The status of the model."""
        return self.result.status

    @property
    def seconds(self) -> float:
        """The wall-clock time in seconds."""
        return self.result.seconds

    @property
    def times(self) -> Seconds:
        """Where the time went."""
        return self.result.times

    def text(self) -> str:
        """The finding in words."""
        raise NotImplementedError

    def label(self) -> str:
        """The finding in a few words."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{self.label()}>"


class _Shown(Finding):
    """A finding that shows itself in notebooks."""

    __slots__ = ()

    def html(self) -> str:
        """The finding as a piece of HTML; empty where that says no more than the text."""
        return ""

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        bundle, html = {"text/plain": str(self)}, self.html()
        return bundle | {"text/html": html} if html else bundle


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Count(Finding):
    """The number of solutions of a model; complete if there are no others."""

    number: int
    result: Result

    def __int__(self) -> int:
        return self.number

    def text(self) -> str:
        """The number, and why there may be more, or fewer."""
        more = "" if self.complete else f" or more ({ending(self.result.limit)})"
        border = "" if self.result.border is None else f" ({self.result.border})"
        return f"{self.number:,}{more}{border}"

    def label(self) -> str:
        """The same."""
        return f"count: {self}"


@dataclass(frozen=True, slots=True, eq=False)
class OrbitCount:
    """The number of solutions of a model, in all and up to symmetry; None if that is not known."""

    count: Count
    orbits: int | None
    result: Result


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Solutions(_Shown):
    """Solutions of a model: the values of all variables, in the order in which they were found."""

    model: Program
    solutions: tuple[IntArray, ...]
    result: Result

    @property
    def number(self) -> int:
        """How many there are."""
        return len(self.solutions)

    @property
    def found(self) -> tuple[IntArray, ...]:
        """The former name of `solutions`."""
        raise AttributeError("'found' has another name now; use 'solutions'")

    def __len__(self) -> int:
        return len(self.solutions)

    def __iter__(self) -> Iterator[IntArray]:
        return iter(self.solutions)

    def __getitem__(self, number: int) -> IntArray:
        return self.solutions[number]

    def _describe(self, values: IntArray) -> str:
        return self.model.text_by_name(values)

    def _lines(self) -> list[tuple[str, str]]:
        texts = map(self._describe, self.solutions[:_SHOWN])
        return [(str(number), text) for number, text in enumerate(texts, 1)]

    def text(self) -> str:
        """The number of solutions, and the variables of each."""
        lines = [self.label(), *(f"{number}: {text}" for number, text in self._lines())]
        if len(self) > _SHOWN:
            lines.append(f"... and {len(self) - _SHOWN} more")
        return "\n".join(lines)

    def label(self) -> str:
        """How many there are."""
        more = "" if self.complete else f" so far, incomplete: {ending(self.result.limit)}"
        border = "" if self.result.border is None else f"; {self.result.border}"
        return f"{len(self)} solution{'' if len(self) == 1 else 's'}{more}{border}"

    def html(self) -> str:
        """The solutions as a table."""
        table = table_html([("solution", "variables"), *self._lines()])
        return f"<p>{escape(self.label())}</p>{table}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BestSolutions(Solutions):
    """The best solutions of a model, the best one first; each is proved to be in its place.

    They are complete if no other solution could be among them, so at a limit of their number, too.

    Attributes:
        wanted: How many were asked for; None for all.
        optimal: Whether those were asked for that are as good as the best one.
    """

    wanted: int | None = None
    optimal: bool = False

    @property
    def objectives(self) -> tuple[Value | tuple[Value, ...], ...]:
        """The objective of each, or the values of all objectives if there are several.

        They are floats where one of the numbers of an objective is measured.
        """
        if self.model.objective is None:
            return ()
        scores = map(self.model.objective_values, self.solutions)
        return tuple(one if len(one) > 1 else one[0] for one in scores)

    def _describe(self, values: IntArray) -> str:
        goal, text = self.model.objective, self.model.text_by_name(values)
        return text if goal is None else f"objective {score_text(goal.score(values))}: {text}"

    def label(self) -> str:
        """How many there are, of how many."""
        all_of_them = self.complete and self.result.limit is not Limit.SOLUTIONS
        why = ending(self.result.limit)
        if self.optimal:
            ends = "all there are" if all_of_them else why if self.complete else ""
            number = counted(len(self), "optimal solution")
            return f"{number}, {ends or f'incomplete: {why}'}"
        if all_of_them:
            return f"{counted(len(self), 'solution')}, the best first, all there are"
        number = "the best solution" if self.wanted == 1 else f"the {self.wanted:,} best solutions"
        return number if self.complete else f"{len(self):,} of {number}, incomplete: {why}"


def score_text(score: Value | tuple[Value, ...]) -> str:
    """The values of one or several objectives in words.

    Example:
        >>> score_text(1200), score_text((41, 3))
        ('1200', '41, then 3')
    """
    return ", then ".join(map(text_of, score if isinstance(score, tuple) else (score,)))


class Verdict(StrEnum):
    """Whether there is no solution, exactly one, or several."""

    NONE = "none"
    UNIQUE = "unique"
    SEVERAL = "several"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Uniqueness(_Shown):
    """Whether a model has exactly one solution: no solution, the one, or two that differ."""

    model: Program
    verdict: Verdict
    solutions: tuple[IntArray, ...]
    result: Result

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution, or None if that is not known."""
        return None if self.verdict is Verdict.UNKNOWN else self.verdict is Verdict.UNIQUE

    def differences(self) -> dict[str, tuple[int, int]]:
        """The deciding variables in which the two solutions differ, with both values."""
        if self.verdict is not Verdict.SEVERAL:
            return {}
        first, second = self.solutions
        named = self.model.by_name(np.nonzero(self.model.deciding)[0].tolist())
        pairs = {name: (int(first[place]), int(second[place])) for name, place in named.items()}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}

    def text(self) -> str:
        """The solution, or where two differ."""
        if self.verdict is Verdict.NONE:
            return "there is no solution"
        if self.verdict is Verdict.UNIQUE:
            return f"exactly one solution: {self.model.text_by_name(self.solutions[0])}"
        if self.verdict is Verdict.UNKNOWN:
            known = "one solution is known" if self.solutions else "nothing is known"
            if self.result.border is not None:
                return f"it depends on the last digits: {self.result.border}"
            return f"{known}, but {ending(self.result.limit)}"
        changed = [f"{name}: {one} or {other}" for name, (one, other) in self.differences().items()]
        return f"several solutions; two of them differ in {', '.join(changed)}"

    def label(self) -> str:
        """The verdict."""
        return f"uniqueness: {self.verdict.value}"

    def html(self) -> str:
        """A table of the differences."""
        lines = [(name, f"{one}", f"{other}") for name, (one, other) in self.differences().items()]
        return table_html([("differs", "first", "second"), *lines]) if lines else ""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Forced(_Shown):
    """The backbone of a model: the facts that are the same in every solution.

    A fact is a number and its value; by default the numbers are the deciding variables.

    Attributes:
        values: The facts that hold in every solution.
        undecided: Those that hold in every solution found so far; none if the answer is complete.
        facts: How many facts were looked at.
        solution: A solution, or None if there is none or none was found.
    """

    values: Mapping[Hashable, int]
    undecided: Mapping[Hashable, int]
    facts: int
    solution: IntArray | None
    result: Result

    def _first(self) -> str:
        if self.result.status is Status.INFEASIBLE:
            return "there is no solution"
        if self.solution is None:
            return f"nothing is known: {ending(self.result.limit)}"
        if self.complete:
            return f"{len(self.values):,} of {self.facts:,} are the same in every solution"
        undecided = f"{len(self.undecided):,} of {self.facts:,} are undecided"
        return f"nothing is proved yet, {undecided}: {ending(self.result.limit)}"

    def _lines(self) -> list[tuple[str, str]]:
        """The first facts; ones say more than zeros."""
        first = sorted(self.values.items(), key=lambda fact: fact[1] == 0)[:_SHOWN]
        return [(f"{name}", f"{value}") for name, value in first]

    def text(self) -> str:
        """The number of facts that are the same, and the first of them."""
        lines = [self._first(), *(f"{name} = {value}" for name, value in self._lines())]
        if len(self.values) > _SHOWN:
            lines.append(f"... and {len(self.values) - _SHOWN:,} more")
        return "\n".join(map(one_line, lines))

    def label(self) -> str:
        """The number of facts that are the same."""
        return f"forced: {len(self.values)} of {self.facts}"

    def html(self) -> str:
        """The first facts as a table."""
        return f"<p>{self._first()}</p>{table_html([('the same in all', ''), *self._lines()])}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Explanation(_Shown):
    """Why a model has no solution.

    Attributes:
        groups: Groups that have no solution together; without any one of them, the others have.
            If what was given conflicts, its groups.
        rows: Rows of these groups for which the same is true, or the rows of what conflicts; none
            if the search for them was stopped, or they were not asked for. Bounds, if these were
            asked for, are rows of the group `BOUNDS`.
        minimal: Whether it is proved that none of these can be left out (irreducible).
        confirmed_by: The backends that have proved that these have no solution.
        witnesses: For each row, or each part that conflicts, a solution of all the others; None if
            none is kept, as of models that were made again without a part (`Given.remake`).
        solution: A solution, if there is one after all: then there is nothing to explain.
        result: How the search ended; its status is that of the model.
        given: Parts of what was given that have no solution together, with all rules. Empty if the
            rules alone have none, and None if nothing was given, or this was not asked for.
        taken_back: The fewest parts to take back, or None if these were not looked for.
        out_of_time: Whether the time of the whole question ran out, not just that of one search.
        bounds_refused: The backends that took no program without bounds, if bounds were asked for:
            then all bounds are taken for granted, and `minimal` is about the rows alone.
        bounds_granted: The bounds that stay in force because logic rests on them, if bounds were
            asked for: the reason has no solution together with them.
        binary_granted: Whether the reason is about binary variables, which stay 0 or 1, if bounds
            were asked for.
        others: Other minimal reasons, if more than one was asked for: parts of what was given if
            that clashes, rows otherwise, or groups if no rows were asked for.
        all_known: Whether it is proved that there are no others; None if one was asked for.
    """

    model: Program
    groups: tuple[Group, ...]
    rows: tuple[Cause, ...]
    minimal: bool
    confirmed_by: tuple[str, ...]
    witnesses: tuple[IntArray | None, ...]
    solution: IntArray | None
    result: Result
    given: tuple[Cause, ...] | None = None
    taken_back: Correction | None = None
    out_of_time: bool = True
    bounds_refused: tuple[str, ...] = ()
    bounds_granted: tuple[Cause, ...] = ()
    binary_granted: bool = False
    others: tuple[tuple[Cause, ...], ...] = ()
    all_known: bool | None = None

    def verdict(self) -> str:
        """The outcome in a sentence."""
        if self.result.status is Status.INFEASIBLE:
            if self.minimal:
                return "there is no solution"
            if self.result.limit is Limit.NONE:
                return "there is no solution; perhaps not all of these are needed"
            return (
                f"there is no solution; {self._stop_text()}, so perhaps not all of these are needed"
            )
        if self.solution is not None:
            return "there is a solution, so there is nothing to explain"
        return f"unknown whether there is a solution: {self._stop_text()}"

    def _stop_text(self) -> str:
        return ending(self.result.limit) if self.out_of_time else "some searches took too long"

    def text(self) -> str:
        """The reason in words."""
        if self.result.status is not Status.INFEASIBLE:
            return self.verdict()
        if self.given:
            lines = [self.verdict(), *self._clash(self.given), *self._other_reasons()]
            return "\n".join(map(one_line, lines))
        lines = [self.verdict()]
        if self.given is not None:
            lines.append("the rules contradict each other, even without the givens")
        if not self.groups:
            if self.given is not None:
                return "\n".join(map(one_line, lines))
            return f"{lines[0]}, whichever of these are left out: the rest has none already"
        together = "cannot hold" if len(self.groups) == 1 else "cannot hold together"
        lines.append(f"what {together}:")
        for group in self.groups:
            lines.append(f"  {group.name}" + (f" ({group.why})" if group.why else ""))
            rows = [f"    {row}" for row in self.rows if row.group == group]
            lines += rows[:_ROWS_SHOWN]
            if len(rows) > _ROWS_SHOWN:
                lines.append(f"    ... and {len(rows) - _ROWS_SHOWN:,} more rows")
        lines += self._granted()
        if self.minimal and (self.rows or len(self.groups) > 1):
            and_bounds = " and bounds" if BOUNDS in self.groups else ""
            these = f"these rows{and_bounds}" if self.rows else "these"
            lines.append(f"leave out any one of {these}, and the others have a solution")
        if self.bounds_refused:
            names = " and ".join(self.bounds_refused)
            lines.append(f"all bounds are taken for granted: {names} cannot do without them")
        return "\n".join(map(one_line, [*lines, *self._other_reasons()]))

    def _granted(self) -> list[str]:
        """The bounds that are taken for granted, if bounds were asked for."""
        lines = []
        if self.binary_granted:
            lines.append("taken for granted: binary variables are 0 or 1")
        if self.bounds_granted:
            lines.append("taken for granted, since logic rests on these bounds:")
            lines += [f"    {bound}" for bound in self.bounds_granted[:_ROWS_SHOWN]]
            rest = len(self.bounds_granted) - _ROWS_SHOWN
            if rest > 0:
                lines.append(f"    ... and {rest:,} more")
        return lines

    def _other_reasons(self) -> list[str]:
        """The other reasons, and whether there are more, if these were asked for."""
        if self.all_known is None:
            return []
        lines = []
        for causes in self.others:
            these = (
                "this cannot {} either" if len(causes) == 1 else "these cannot {} together either"
            )
            if self.given:
                lines.append(f"{these.format('stay')}: {_names(causes)}")
                continue
            lines.append(f"{these.format('hold')}:")
            lines += [f"    {cause}" for cause in causes[:_ROWS_SHOWN]]
            if len(causes) > _ROWS_SHOWN:
                lines.append(f"    ... and {len(causes) - _ROWS_SHOWN:,} more")
        more = ", and no other" if self.all_known else "; there may be more"
        return [*lines, f"{counted(1 + len(self.others), 'minimal reason')}{more}"]

    def _clash(self, given: tuple[Cause, ...]) -> list[str]:
        """The givens that clash, and those to take back."""
        clash = "this given cannot stay"
        if len(given) > 1:
            clash = "these givens cannot stay together"
        lines = [f"{clash}: {_names(given)}"]
        if len(given) == 2 and self.minimal:
            lines.append("each of them fits the rules by itself")
        elif len(given) > 2 and self.minimal:
            lines.append("take any one of them back, and the others no longer clash")
        taken = self.taken_back
        if taken is not None and taken.given_up is None:
            lines.append(f"at least {taken.least} of the givens must be taken back")
        elif taken is not None and taken.given_up is not None:
            number = len(taken.given_up)
            fewest = "the fewest" if taken.complete else f"at least {taken.least}"
            lines.append(f"take back {number} ({fewest}): {_names(taken.given_up)}")
        return lines

    def label(self) -> str:
        """The numbers of groups and rows that are named."""
        return f"explanation: {len(self.groups)} groups, {len(self.rows)} rows"

    def html(self) -> str:
        """The rows as a table."""
        if not self.rows:
            return ""
        table = [("group", "row", "says")]
        table += [(row.group.name, row.name, row.text) for row in self.rows[:_ROWS_SHOWN]]
        rest = len(self.rows) - _ROWS_SHOWN
        more = f"<p>... and {rest:,} more rows</p>" if rest > 0 else ""
        others = "".join(f"<br/>{escape(line)}" for line in self._other_reasons())
        return f"<p>{self.verdict()}</p>{table_html(table)}{more}{others and f'<p>{others}</p>'}"


def _names(parts: tuple[Cause, ...]) -> str:
    return list_names([part.called for part in parts])


By: TypeAlias = Literal["groups", "rows", "given"]
"""What is given up: groups, single rows, or parts of what was given."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Correction(_Shown):
    """The least that has to be given up so that a model has a solution.

    Attributes:
        by: What may be given up.
        sets: Sets of causes, all of the same size, each of which is enough. The first one is what
            to do; none if none is known. The one empty set if there is a solution as it is.
        solutions: For every set, a solution of all the rest: values of the model, or of the one
            that was made again with all the rest (`Given.remake`).
        least: How many have to be given up at least, as far as that is proved.
        all_known: Whether it is proved that there is no other set of that size.
        result: How the search ended; complete if no smaller set would do, and the rows of this one
            give by the least. Infeasible if there is no solution even without all that may be given
            up.
        relaxed: The rows of what is given up that the solution misses, and by how much each gives;
            none where parts of what was given are taken back.
        gives_least: Whether it is proved that no solution of the rest misses these rows by less in
            all, each in its own units.
    """

    model: Program
    by: By
    sets: tuple[tuple[Cause, ...], ...]
    solutions: tuple[IntArray, ...]
    least: int
    all_known: bool
    result: Result
    relaxed: tuple[RelaxedRow, ...] = ()
    gives_least: bool = False

    @property
    def given_up(self) -> tuple[Cause, ...] | None:
        """What is given up; None if no such set is known."""
        return next(iter(self.sets), None)

    @property
    def solution(self) -> IntArray | None:
        """A solution of what is left."""
        return next(iter(self.solutions), None)

    def text(self) -> str:
        """What to give up, a line each; or all that may be taken back instead, in one."""
        number, parts = len(self.given_up or ()), self.by == "given"
        if self.result.status is Status.INFEASIBLE:
            all_of_it = "with nothing given" if parts else "if all of these are given up"
            return f"there is no solution{',' * parts} even {all_of_it}"
        if self.given_up is None:
            what = "has to be taken back" if parts else "have to be given up"
            return f"at least {self.least} {what}: {ending(self.result.limit)}"
        if parts:
            return f"take back {'; or '.join(_names(one) or 'nothing' for one in self.sets)}"
        if not number:
            return "there is a solution, so nothing has to be given up"
        fewest = f"at least {self.least}, {ending(self.result.limit)}"
        lines = [f"give up {number} ({'the fewest' if number <= self.least else fewest}):"]
        for cause in self.given_up:
            lines += self._lines_of(cause)
        return "\n".join(map(one_line, [*lines, *self._sum_of_amounts()]))

    def _lines_of(self, cause: Cause) -> list[str]:
        """What is given up, and by how much; of a group, the rows that give."""
        if self.by == "rows":
            amounts = [self._amount(one) for one in self.relaxed if one.row == cause]
            return [f"  {cause}{''.join(amounts)}"]
        rows = [one for one in self.relaxed if one.row.group == cause.group]
        lines = [f"  {cause}"]
        lines += [f"    {one.violation}{self._amount(one)}" for one in rows[:_ROWS_SHOWN]]
        if len(rows) > _ROWS_SHOWN:
            lines.append(f"    ... and {len(rows) - _ROWS_SHOWN:,} more rows")
        return lines

    def _amount(self, row: RelaxedRow) -> str:
        """By how much a row gives, in words; nothing where that is no number, or always 1."""
        if row.by is None or row.is_choice:
            return ""
        return f" (by {text_of(row.by)})"

    def _sum_of_amounts(self) -> list[str]:
        """A line that says by how much several rows give together, and whether less would do."""
        amounts = [one.by for one in self.relaxed if one.by is not None and not one.is_choice]
        if not amounts:
            return []
        if self.gives_least:
            return [f"by {text_of(sum(amounts))} in all, the least"] * (len(amounts) > 1)
        return [f"by {text_of(sum(amounts))} in all; perhaps less would do"]

    def label(self) -> str:
        """How many are given up."""
        if self.by == "given":
            return f"ways back: {len(self.sets)}"
        return f"relaxation: give up {'?' if self.given_up is None else len(self.given_up)}"


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A model with something changed, named after the change, and what was found.

    Solutions are listed up to a limit; the best objective is None if it is not known. The seconds
    are those on the wall clock.
    """

    name: str
    model: Program
    statistics: Statistics
    solutions: tuple[IntArray, ...]
    objective: Value | None
    result: Result
    seconds: float

    def verdict(self) -> str:
        """How many solutions there are, in a word or two."""
        number = len(self.solutions)
        if self.result.complete:
            return {0: "none", 1: "exactly 1"}.get(number, f"{number:,}")
        if self.result.limit is Limit.SOLUTIONS:
            return f"{number:,} or more"
        return f"{number:,} so far" if number else "unknown"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class VariantTable:
    """A table of variants of a model, the unchanged model first; complete if all were answered."""

    variants: tuple[Variant, ...]
    complete: bool

    @property
    def result(self) -> Result:
        """How the search ended for the model as it is."""
        return self.variants[0].result

    def table(self) -> list[list[str]]:
        """The table as texts, its head first."""
        lines = [["variant", "variables", "rows", "solutions", "seconds", "best"]]
        for variant in self.variants:
            size = variant.statistics
            sizes = [f"{size.variables:,}", f"{size.rows:,}"]
            best = "" if variant.objective is None else text_of(variant.objective, ",")
            lines.append([variant.name, *sizes, variant.verdict(), f"{variant.seconds:.2f}", best])
        if all(variant.objective is None for variant in self.variants):
            return [line[:-1] for line in lines]
        return lines

    def __iter__(self) -> Iterator[Variant]:
        return iter(self.variants)

    def __getitem__(self, name: str) -> Variant:
        found = {variant.name: variant for variant in self.variants}
        return found[require_known("variant", name, found)]

    def __str__(self) -> str:
        return table_text(self.table())

    def __repr__(self) -> str:
        return f"<table of {len(self.variants)} variants>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": str(self), "text/html": table_html(self.table())}
