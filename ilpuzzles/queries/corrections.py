"""The least to give up for a solution: the smallest correction sets (MCS) of causes.

`SmallestCorrection` looks for the fewest causes, by soft rows that give way at a price (elastic
programming), or by implicit hitting sets of conflicts. Once it has a correction, `LeastAmounts`
finds by how much its rows have to give; once that is proved to be smallest, `CorrectionsOfSameSize`
finds all others like it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, islice
from typing import Literal as OneOf, Unpack

import numpy as np

from ilpuzzles.backends.interface import (
    Feature,
    Options,
    OptionWords,
    interruptible,
    options_with,
)
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import BackendError, CheckError, InputError, LargeNumbersError, quoted
from ilpuzzles.modelling.affine import Affine, LinearRows, Literal, total
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.numbers import Number, NumberArray
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.operations import Conditional, LazyConstraint, Outcome
from ilpuzzles.modelling.program import Program, ProgramView
from ilpuzzles.modelling.rows import NO_GROUP, Group, IntArray, Kind, Rows, joined
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.passes.ways import in_linear_ways
from ilpuzzles.progress import Reporter, Watch
from ilpuzzles.queries.causes import Cause, Demands
from ilpuzzles.queries.elastic import (
    RelaxedRow,
    has_amount,
    is_choice,
    least_violation,
    relaxed_rows,
)
from ilpuzzles.queries.mus import Consistency, MusSearch, only
from ilpuzzles.queries.query_results import By, Correction
from ilpuzzles.queries.remade import consistency_of_parts
from ilpuzzles.queries.restricted_search import Restricted
from ilpuzzles.queries.solve import Inquiry, solve_model
from ilpuzzles.solvers.registry import BackendLike, get_backend


def can_be_softened(program: Program, members: Sequence[IntArray]) -> bool:
    """Whether `soften` can state this: there are bounds wherever a row has to give way."""
    program = in_linear_ways(program)
    unlimited = program.unbounded()
    no_rows = np.zeros(0, dtype=np.int64)
    softened = only(program, np.concatenate([no_rows, *members]))
    if softened.separated():
        # It is not known beforehand which variables their cuts will have.
        return not unlimited.any()
    return not unlimited[softened.rows.columns].any()


@dataclass(frozen=True, slots=True)
class Waived(LazyConstraint):
    """A row by cuts that may be given up."""

    row: LazyConstraint
    given_up: Literal

    @property
    def word(self) -> str:
        """The name of the row."""
        return self.row.word

    def parts(self) -> Iterator[Affine | Literal]:
        """Yields the numbers and literals of the row, and the literal that gives it up."""
        yield from self.row.parts()
        yield self.given_up

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """Returns the outcome of the row, without bounds where it is given up."""
        outcome = self.row.outcome(values)
        if self.given_up.true(values):
            return Outcome(outcome.value, None, None)
        return outcome

    def cuts(self, values: Sequence[Number]) -> list[Conditional]:
        """Returns the cuts of the row, which hold unless it is given up."""
        if self.given_up.true(values):
            return []
        kept = self.given_up.opposite
        return [replace(cut, conditions=(*cut.conditions, kept)) for cut in self.row.cuts(values)]


def soften(
    program: Program, members: Sequence[IntArray], prices: Sequence[int], least: int = 0
) -> Program:
    """Returns the program in which members may be given up at a price, and the total is least.

    A row gives way by as much as the bounds of its own variables call for. Rows by cuts stay what
    they are, as the last rows; rows of no member hold. The first columns of the new program are
    those of the given one; the last ones say, for each member, whether it is given up.

    Args:
        program: The program.
        members: The rows of each member, by their numbers.
        prices: The price of each member.
        least: How many members have to be given up at least, as far as that is known; it ends the
            search as soon as there are no more.
    """
    program = replace(in_linear_ways(program), row_numbers=np.arange(len(program.rows)))
    separated = program.separated()
    stated = np.ones(len(program.rows), dtype=bool)
    stated[list(separated)] = False
    numbered = linearised(program.keep(stated))
    member_of = np.full(len(program.rows), -1, dtype=np.int64)
    for number, rows in enumerate(members):
        member_of[rows] = number
    owner = member_of[numbered.row_numbers]
    hard = numbered.keep(owner < 0)
    more = LinearRows(numbered.lower, numbered.upper, numbered.continuous)
    given_up = [more.binary() for _ in members]
    soft = numbered.rows
    for row in np.nonzero(owner >= 0)[0].tolist():
        entries = soft.entries(row)
        form = Affine.of(soft.columns[entries].tolist(), soft.coefficients[entries].tolist())
        is_kept = given_up[int(owner[row])].opposite
        more.implied([is_kept], form, soft.lower.at(row), soft.upper.at(row))
    more.row(total(literal.affine for literal in given_up), least, None)
    giving_way = hard.extended(more).unnamed()
    by_cuts = tuple(
        operation if member_of[row] < 0 else Waived(operation, given_up[int(member_of[row])])
        for row, operation in separated.items()
    )
    all_rows = joined([giving_way.rows, _rows_by_cuts(giving_way, by_cuts)])
    columns = np.array([literal.column for literal in given_up], dtype=np.int64)
    cost = Objective(columns, np.array(prices, dtype=np.int64), constant=0, maximize=False)
    return replace(
        giving_way,
        rows=all_rows,
        row_numbers=np.arange(len(all_rows)),
        operations=by_cuts,
        objective=cost,
    )


def _rows_by_cuts(program: Program, operations: Sequence[LazyConstraint]) -> Rows:
    """Returns the rows that stand for operations which are stated by cuts."""
    into = LinearRows(program.lower, program.upper)
    for operation in operations:
        columns = tuple(operation.columns())
        into.row(Affine(columns, (1,) * len(columns)), None, None)
    count = len(operations)
    rows = into.rows(np.full(count, NO_GROUP, dtype=np.int64))
    kinds = np.full(count, Kind.OPERATION, dtype=np.uint8)
    return replace(rows, kinds=kinds, operations=np.arange(count))


# Solvers report bounds in doubles: a bound of 2 may come as 1.9999999.
_BOUND_TOLERANCE = 1e-6

_MOST_SEARCHES_FOR_OTHERS = 200
"""After so many searches for further sets, those that are known have to do."""

_MOST_SETS = 100_000
"""The largest number of sets of causes that are looked at; most of these need no search."""

# Among more causes, all have the same price: the prices of ranks would be too large for solvers.
_MOST_RANKED_CAUSES = 32

# The work of the first try for the fewest causes, and the nodes of the second one. The roster that
# lacks 12 shifts, for which they are meant, takes the second one a second (see `_tries`).
_WORK_OF_FIRST_TRY = 1.0
_NODES_OF_SECOND_TRY = 2_000


@dataclass(frozen=True, slots=True, eq=False)
class CorrectionSet:
    """Causes that are enough to give up, by their numbers, and a solution of all the rest."""

    causes: tuple[int, ...]
    solution: NumberArray


@dataclass(frozen=True, slots=True, eq=False)
class Corrections:
    """The corrections that are known, all of the same size.

    Attributes:
        sets: The sets of causes, each of which is enough.
        all_known: Whether it is proved that there is no other set of that size.
        relaxed: The rows that the solution of the only set misses, if amounts were looked for.
        gives_least: Whether it is proved that no solution misses them by less in all.
        is_amount_open: Whether amounts were looked for, and are not proved to be the least.
    """

    sets: tuple[CorrectionSet, ...]
    all_known: bool = False
    relaxed: tuple[RelaxedRow, ...] = ()
    gives_least: bool = False
    is_amount_open: bool = False


class SmallestCorrection:
    """The search for the fewest causes to give up; its attributes are right at any moment.

    Attributes:
        consistency: Finds out which rows can hold together.
        causes: The causes that may be given up.
        always: The rows that belong to no cause.
        best: The fewest causes that are known to be enough; None as long as none are.
        least: How many have to be given up at least, as far as that is proved.
        possible: Whether there is a solution without all of them; None if that is not known.
    """

    def __init__(self, consistency: Consistency, causes: Sequence[Cause], always: IntArray) -> None:
        self.consistency = consistency
        self.causes = causes
        self.always = always
        self.best: CorrectionSet | None = None
        self.least = 0
        self.possible: bool | None = None
        self._inquiry = consistency.inquiry
        self._program = consistency.program
        self._rows = [cause.rows for cause in causes]
        self._cause_of = {
            row: number for number, rows in enumerate(self._rows) for row in rows.tolist()
        }
        self._looked_at = 0

    def smallest(self) -> CorrectionSet | None:
        """Returns the best correction once it is proved that no fewer causes would do."""
        if self.best is None or len(self.best.causes) > self.least:
            return None
        return self.best

    def is_settled(self) -> bool:
        """Whether it is proved that no fewer would do."""
        return self.smallest() is not None

    def run(self) -> Limit:
        """Searches; returns the limit that came first, if any."""
        consistency = self.consistency
        self.possible = consistency.possible(self.always)
        if not self.possible:
            return consistency.limit
        if consistency.possible(np.arange(len(self._program.rows))) is not False:
            # There is nothing to give up, or that is not known.
            self._improve()
            return consistency.limit
        return self.search()

    def search(self, conflict: Sequence[int] = ()) -> Limit:
        """Searches where it is proved that something has to be given up.

        If causes are known that cannot hold together, and one cause is enough, it is one of them;
        each search for that is much shorter than one for the fewest.
        """
        self.least = 1
        self._improve()
        refuted = 0
        for number in reversed(conflict):
            others = [rows for other, rows in enumerate(self._rows) if other != number]
            answer = self.consistency.possible(np.concatenate([self.always, *others]))
            if answer:
                self._improve()
                return Limit.NONE
            if answer is False:
                refuted += 1
        if conflict and refuted == len(conflict):
            self.least = 2
        if self.consistency.by_rows and can_be_softened(self._program, self._rows):
            try:
                return self._by_optimising()
            except LargeNumbersError:
                # Rows that give way have larger numbers than the model's own.
                pass
        return self._by_hitting_sets()

    def _by_optimising(self) -> Limit:
        """Asks for the fewest causes in one search."""
        prices, whole_price = self._prices()
        program = soften(self._program, self._rows, prices, self.least)
        limit = Limit.NONE
        for inquiry in self._tries(program):
            try:
                limit = self._learn(inquiry.look(Restricted(program)), whole_price)
            except BackendError:
                if inquiry is self._inquiry:
                    raise
                continue
            if self.is_settled() or limit is Limit.NONE:
                break
        return limit

    def _prices(self) -> tuple[list[int], int]:
        """Returns the price of each cause, and the whole price, which all have in common.

        Of equally few causes, the last are to be given up: the last rows of a model are the most
        particular. The ranks of all causes together stay below one whole price. Large prices would
        slow solvers down.
        """
        count = len(self.causes)
        if count > _MOST_RANKED_CAUSES:
            return [1] * count, 1
        whole_price = count * count
        return [whole_price + rank for rank in reversed(range(count))], whole_price

    def _tries(self, program: Program) -> Iterator[Inquiry]:
        """The backend for a moment, then a MIP solver for some nodes, then the backend to the end.

        Only where nobody has named the backend. Of a roster that is 12 shifts short, the linear
        relaxation proves at once that 4 rows have to give, which CP-SAT alone does not in minutes;
        of the clues of a puzzle it proves nothing.
        """
        asked = self._inquiry
        mip_solver = get_backend("highs")
        is_chosen = bool(asked.choice.otherwise) and asked.backend.name != mip_solver.name
        if is_chosen and Feature.WORK_LIMIT in asked.backend.features and mip_solver.available():
            yield asked.having(work_limit=_WORK_OF_FIRST_TRY)
            yield asked.about(program, mip_solver).having(node_limit=_NODES_OF_SECOND_TRY)
        yield asked

    def _learn(self, result: Result, whole_price: int) -> Limit:
        """Learns from an answer about the fewest causes; returns its limit."""
        if result.values is None:
            return result.limit
        # The rows are judged here: a solver may call a row given up that its values satisfy.
        values = result.values[: self._program.variables]
        self.consistency.remember(values)
        self._improve()
        if result.status is Status.OPTIMAL and result.objective is not None:
            self.least = max(self.least, int(result.objective // whole_price))
            if self.best is not None and len(self.best.causes) < self.least:
                what = f"{result.backend} missed a better solution"
                raise CheckError(what, "try another backend")
        elif result.bound is not None:
            bound = math.ceil(result.bound - _BOUND_TOLERANCE)
            self.least = max(self.least, bound // whole_price)
        return result.limit

    def _by_hitting_sets(self) -> Limit:
        """Collects conflicts until a smallest set that meets all of them will do."""
        conflicts: list[tuple[int, ...]] = []
        given_up: set[int] = set()
        while True:
            met = set(given_up)
            # As many conflicts as there are without a cause in common, then the next set.
            while True:
                search = MusSearch(self.consistency, self.causes, self.always)
                answer = search.search(self._all_but(met))
                self._improve()
                if answer is None:
                    return self.consistency.limit
                if answer or not search.members():
                    break
                conflicts.append(search.members())
                met.update(search.members())
            if met == given_up or self.is_settled():
                return Limit.NONE
            hitting_set = self._smallest_hitting_set(conflicts)
            if hitting_set is None:
                return Limit.TIME
            given_up = set(hitting_set)
            self.least = max(self.least, len(given_up))
            if self.is_settled():
                return Limit.NONE

    def _all_but(self, given_up: Collection[int]) -> list[int]:
        """Returns the numbers of all other causes."""
        return [number for number in range(len(self.causes)) if number not in given_up]

    def _improve(self) -> None:
        """Looks whether a solution that was seen breaks no more causes than the best so far.

        Of equally few, the last is what was asked for.
        """
        for broken, values in self.consistency.seen[self._looked_at :]:
            self._looked_at += 1
            if not broken <= self._cause_of.keys():
                continue
            causes = tuple(sorted({self._cause_of[row] for row in broken}))
            if self.best is None or len(causes) <= len(self.best.causes):
                self.best = CorrectionSet(causes, values)

    def _smallest_hitting_set(self, conflicts: Sequence[Sequence[int]]) -> list[int] | None:
        """Returns the fewest causes that have one in common with every conflict."""
        options = self._inquiry.clock.options()
        if options is None:
            return None
        in_conflicts = sorted({cause for conflict in conflicts for cause in conflict})
        model = ModelBase("hitting set")
        chosen = model.binary("chosen", in_conflicts)
        for conflict in conflicts:
            model.at_least_one([chosen[cause] for cause in conflict])
        model.minimize(model.sum(chosen.flat))
        # Hints, gaps and limits of nodes are about the model that was asked about.
        plain = Options(time_limit=options.time_limit, workers=options.workers, seed=options.seed)
        result = solve_model(model, self._inquiry.backend, plain)
        if not result.complete or result.values is None:
            return None
        return [in_conflicts[place] for place in result.values.nonzero()[0].tolist()]

    def corrections(self) -> Corrections:
        """Returns the best correction, if one is known."""
        return Corrections(() if self.best is None else (self.best,))

    def correction(
        self, by: By, limit: Limit, corrections: Corrections | None = None
    ) -> Correction:
        """Returns the correction as far as it is known now, after a limit.

        Args:
            by: What may be given up.
            limit: The limit that came last.
            corrections: The corrections, where another search has found more about them.
        """
        if corrections is None:
            corrections = self.corrections()
        # Of equally few, the last ones.
        ordered = sorted(corrections.sets, key=lambda known: (-sum(known.causes), known.causes))
        is_answered = self.is_settled() or self.possible is False
        complete = is_answered and not corrections.is_amount_open
        solution = ordered[0].solution if ordered else None
        if self.possible is False:
            status = Status.INFEASIBLE
        elif solution is None:
            status = Status.UNKNOWN
        else:
            status = Status.OPTIMAL if complete else Status.FEASIBLE
        limit = Limit.NONE if complete else limit
        of_program = solution if self.consistency.by_rows else None
        return Correction(
            self._inquiry.program,
            by,
            tuple(tuple(self.causes[number] for number in known.causes) for known in ordered),
            tuple(known.solution for known in ordered),
            self.least,
            corrections.all_known,
            self._inquiry.result(status, limit, of_program, complete=complete),
            corrections.relaxed,
            corrections.gives_least,
        )


class CorrectionsOfSameSize:
    """The search for all other sets of as few causes, once a smallest one is proved."""

    def __init__(self, before: SmallestCorrection, smallest: CorrectionSet) -> None:
        self._consistency = before.consistency
        self._causes = before.causes
        self._always = before.always
        self._size = len(smallest.causes)
        self._sets = {smallest.causes: smallest}
        self._all_known = False

    def search(self) -> Limit:
        """Looks for the sets; returns the limit that came first, if any.

        A set has to meet every conflict, so most sets of causes need no search.
        """
        consistency = self._consistency
        inquiry = consistency.inquiry
        conflicts: list[set[int]] = []
        searches_before = inquiry.searches
        sets = combinations(range(len(self._causes)), self._size)
        for chosen in islice(sets, _MOST_SETS):
            if chosen in self._sets or any(conflict.isdisjoint(chosen) for conflict in conflicts):
                continue
            if inquiry.searches - searches_before > _MOST_SEARCHES_FOR_OTHERS:
                return Limit.NONE
            search = MusSearch(consistency, self._causes, self._always)
            kept = [number for number in range(len(self._causes)) if number not in chosen]
            if search.search(kept) is None:
                return consistency.limit
            solution = consistency.witness(search.rows(kept))
            if solution is None:
                conflicts.append(set(search.members()))
            else:
                self._sets[chosen] = CorrectionSet(chosen, solution)
        self._all_known = next(sets, None) is None
        return Limit.NONE

    def corrections(self) -> Corrections:
        """Returns the sets that are known now."""
        return Corrections(tuple(self._sets.values()), self._all_known)


class LeastAmounts:
    """The search for the solution that misses the causes to give up by as little as possible."""

    def __init__(
        self, before: SmallestCorrection, best: CorrectionSet, rows: Sequence[Cause]
    ) -> None:
        """Begins with a correction, and the rows of its causes, one by one."""
        self._inquiry = before.consistency.inquiry
        self._program = before.consistency.program
        self._best = best
        self._is_smallest = before.is_settled()
        self._rows = rows
        self._corrections = Corrections((best,))

    def search(self) -> Limit:
        """Looks for the solution; returns the limit that came first, if any."""
        program = self._program
        best = self._best
        if not best.causes:
            return Limit.NONE
        numbers = [int(row.rows[0]) for row in self._rows]
        relaxed = relaxed_rows(program, self._rows, best.solution, is_exact=True)
        of_best = Corrections((best,), relaxed=relaxed)
        # A single row that is given up has to be missed, and some can be missed by 1 alone.
        has_fixed_amounts = all(
            not has_amount(program, number) or is_choice(program, number) for number in numbers
        )
        if has_fixed_amounts and len(numbers) == len(best.causes):
            self._corrections = replace(of_best, gives_least=self._is_smallest)
            return Limit.NONE
        self._corrections = replace(of_best, is_amount_open=True)
        violation = least_violation(self._inquiry, program, np.array(numbers))
        if violation is None:
            self._corrections = of_best
            return Limit.NONE
        if violation.values is not None:
            is_least = violation.limit is Limit.NONE
            relaxed = relaxed_rows(
                program, self._rows, violation.values, is_exact=violation.is_exact
            )
            self._corrections = Corrections(
                (CorrectionSet(best.causes, violation.values),),
                relaxed=relaxed,
                gives_least=is_least,
                is_amount_open=not is_least,
            )
        return violation.limit

    def corrections(self) -> Corrections:
        """Returns the correction, with the amounts that are known now."""
        return self._corrections


def relax(
    model: ProgramView,
    backend: BackendLike = "auto",
    *,
    by: OneOf["groups", "rows"] = "groups",
    among: Sequence[str | Group] = (),
    options: Options | None = None,
    watch: Watch | None = None,
    **words: Unpack[OptionWords],
) -> Correction:
    """Relaxes a model: finds the fewest groups or rows to give up so that there is a solution.

    Each row gets a binary variable that lets it give way, with a big-M from the bounds of its own
    variables, and the sum of these is minimised (elastic programming). Where that cannot be stated
    (variables without bounds), conflicts are collected until a smallest set that meets all of them
    leaves a model with a solution (implicit hitting sets, as in Davies and Bacchus, CP 2011).

    Then it finds by how much the rows that are given up have to give: the least sum of their
    violations, each in its own units (`Correction.relaxed`). A row of logic has no amount.

    Args:
        model: A model, or a program.
        by: Whether to give up whole groups, or single rows.
        among: The groups that may be touched; all of them by default.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search; a time limit is for all searches together.
        watch: Called with the progress now and then: how many searches there were.

    Returns:
        The causes to give up, with the solution of the rest that misses them by the least.

    Raises:
        UnknownNameError: If there is no such group with rows in it.
        BackendError: If the solver is missing or fails.
        Interrupted: On Ctrl-C, with what was found so far.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> with model.group("few"):
        ...     few = model.add(x[0] + x[1] + x[2] <= 1)
        >>> with model.group("wishes"):
        ...     wishes = [model.add(variable == 1) for variable in x.flat]
        >>> print(relax(model, by="rows"))
        give up 1 (the fewest):
          few[0]: x[0] + x[1] + x[2] <= 1 (by 2)
        >>> relax(model, by="rows", among=["wishes"]).least
        2
    """
    options = options_with(options, words)
    by = by or "groups"
    if by not in {"groups", "rows"}:
        raise InputError(f"by must be 'groups' or 'rows', got {quoted(by)}")
    inquiry = Inquiry(model, backend, options)

    def ask(asked: Inquiry) -> Correction:
        demands = Demands.of(asked.program)
        groups = demands.among(among)
        causes = groups if by == "groups" else demands.singly(groups)
        return _correct(asked, demands, causes, by, watch)

    return inquiry.in_turn(ask)


def take_back(
    model: ProgramView,
    given: Given,
    *,
    backend: BackendLike = "auto",
    options: Options | None = None,
    watch: Watch | None = None,
    **words: Unpack[OptionWords],
) -> Correction:
    """Finds the fewest givens that have to go for a solution of all the rest.

    Args:
        model: A model, or a program. Variables that are fixed also count as given.
        given: The givens.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search; a time limit is for all searches together.
        watch: Called with the progress now and then: how many searches there were.

    Returns:
        All sets of as few givens as possible, or those that are known; there is a solution without
        the givens of each.

    Raises:
        BackendError: If the solver is missing or fails.
        Interrupted: On Ctrl-C, with what was found so far.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", "abc")
        >>> with model.group("rules"):
        ...     row = model.add(x["a"] + x["b"] + 2 * x["c"] <= 2)
        >>> with model.group("given"):
        ...     rows = [model.add(x[name] == 1, key=name) for name in "abc"]
        >>> print(take_back(model, Given(("given",))))
        take back c
    """
    options = options_with(options, words)
    inquiry = Inquiry(model, backend, options)

    def ask(asked: Inquiry) -> Correction:
        demands = Demands.of(asked.program)
        return _correct(asked, demands, demands.parts(given), "given", watch, given=given)

    return inquiry.in_turn(ask)


def _correct(
    inquiry: Inquiry,
    demands: Demands,
    causes: Sequence[Cause],
    by: By,
    watch: Watch | None,
    *,
    given: Given | None = None,
) -> Correction:
    """Looks for a correction with the backend that an inquiry is for.

    There are two phases: the fewest causes, then all other sets of as few givens, or the least
    amounts. An interruption has the answer of the phase that it came in.
    """
    report = Reporter(watch)
    by_rows = Consistency(inquiry, demands.program, report)
    consistency = consistency_of_parts(by_rows, causes, given)
    fewest = SmallestCorrection(consistency, causes, demands.but(causes))
    phase: SmallestCorrection | CorrectionsOfSameSize | LeastAmounts = fewest

    def answer(limit: Limit) -> Correction:
        return fewest.correction(by, limit, phase.corrections())

    with interruptible(partial(answer, Limit.INTERRUPTED)), report.beating():
        limit = fewest.run()
        best = fewest.best
        smallest = fewest.smallest()
        if by == "given" and smallest is not None and limit is Limit.NONE:
            phase = CorrectionsOfSameSize(fewest, smallest)
            limit = phase.search()
        if by != "given" and best is not None:
            rows = demands.singly([causes[number] for number in best.causes])
            phase = LeastAmounts(fewest, best, rows)
            limit_of_amounts = phase.search()
            limit = limit if smallest is None else limit_of_amounts
        return answer(limit)
