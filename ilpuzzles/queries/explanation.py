"""Explanations of infeasibility: an IIS of groups, rows or givens, and its proof.

A search is always in one of four stages, each of which is a class that knows its own conflict:
givens that clash (`_GivenStage`), groups (`_GroupStage`), rows of these (`_RowStage`), and bounds
beside these rows (`_BoundStage`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol, Unpack

import numpy as np

from ilpuzzles.backends.interface import (
    Backend,
    Options,
    OptionWords,
    interruptible,
    options_with,
)
from ilpuzzles.backends.option_values import is_on, whole_number
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import (
    BackendError,
    CheckError,
    InputError,
    ModelError,
    RowStorageError,
)
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.judging import judged
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.program import Program, ProgramView
from ilpuzzles.modelling.rows import Group, IntArray
from ilpuzzles.passes.relaxation import relaxed
from ilpuzzles.passes.tolerances import moved
from ilpuzzles.progress import Reporter, Watch
from ilpuzzles.queries.causes import (
    BOUNDS,
    Bounding,
    Cause,
    Demands,
    without_idle_definitions,
)
from ilpuzzles.queries.corrections import SmallestCorrection
from ilpuzzles.queries.mus import Conflict, Consistency, MusSearch, only
from ilpuzzles.queries.query_results import Correction, Explanation
from ilpuzzles.queries.remade import RemadeConsistency, consistency_of_parts
from ilpuzzles.queries.solve import Inquiry, solve_model
from ilpuzzles.solvers.linear.run import Method, highs_library, solve_linear
from ilpuzzles.solvers.registry import BackendLike, choose, get_backend, own_backends

# A confirmation is not worth more: the reason was already proved once.
_CONFIRMATION_SECONDS = 5.0
# The order in which backends are asked to confirm a reason; those that are not named come first.
# The engine comes last, since it may have to be compiled. On the three pieces of docs/hopeless.yaml
# CBC takes 1.3 s, SCIP and HiGHS 0.3 s.
_CONFIRMATION_RANKS = {"cbc": 1, "clingo": 1, "exactcover": 2}


def confirmed_by(inquiry: Inquiry, program: Program, rows: IntArray) -> tuple[str, ...]:
    """Returns up to two backends that prove, each in its own search, that rows have no solution.

    The backend of the question is asked first.

    Raises:
        CheckError: If one of them finds a solution.
    """
    together = replace(only(program, rows), objective=None)
    if program.is_linear() and inquiry.backend.name == "highs" and highs_library() is not None:
        return _confirmed_by_two(inquiry, together)
    confirmed: list[str] = []
    for backend in _confirming_backends(inquiry):
        options = inquiry.clock.options()
        if options is None:
            break
        limit = min(_CONFIRMATION_SECONDS, options.time_limit or _CONFIRMATION_SECONDS)
        try:
            result = solve_model(together, backend, Options(time_limit=limit, verify=False))
        except RowStorageError:
            raise
        except (BackendError, CheckError, ModelError):
            # Not every backend takes every model, or returns values that satisfy its rows; and one
            # confirmation is enough to go on.
            continue
        if result.values is not None:
            raise _contradiction(inquiry.backend.name, backend.name)
        if result.status is Status.INFEASIBLE:
            confirmed.append(backend.name)
        if len(confirmed) == 2:
            break
    return tuple(confirmed)


def _confirming_backends(inquiry: Inquiry) -> Iterator[Backend]:
    """Yields the backend of the question, then the others that are installed."""
    yield inquiry.backend
    others = {*own_backends()} - {inquiry.backend.name}
    for name in sorted(others, key=lambda name: (_CONFIRMATION_RANKS.get(name, 0), name)):
        backend = get_backend(name)
        if backend.available():
            yield backend


def _confirmed_by_two(inquiry: Inquiry, program: Program) -> tuple[str, ...]:
    """Returns the names of HiGHS and GLOP, as far as each proves that there is no solution."""
    confirmed: list[str] = []
    relaxation = moved(relaxed(program), 1)
    for method in (Method.SIMPLEX, Method.GLOP):
        options = inquiry.clock.options()
        if options is None:
            break
        with suppress(BackendError):
            answer = solve_linear(relaxation, options, method=method)
            if len(answer.values) and not judged(program, answer.values).wrong:
                raise _contradiction("highs", answer.solver)
            if answer.status is Status.INFEASIBLE:
                confirmed.append(answer.solver)
    return tuple(dict.fromkeys(confirmed))


def _contradiction(denying: str, finding: str) -> CheckError:
    """Returns the error of a backend that found no solution, where another one did."""
    what = f"{denying} found no solution, but {finding} did"
    return CheckError(what, "please report this")


def explain(
    model: ProgramView,
    backend: BackendLike = "auto",
    *,
    among: Sequence[str | Group] = (),
    given: Given | None = None,
    rows: bool = True,
    bounds: bool = False,
    reasons: int = 1,
    options: Options | None = None,
    watch: Watch | None = None,
    **words: Unpack[OptionWords],
) -> Explanation:
    """Explains why there is no solution: a minimal set of groups, and of rows in them (an IIS).

    If `given` names the givens, it looks there first: for a minimal set of givens that have no
    solution together with all rules, and for the fewest givens to take back. If the rules have no
    solution by themselves, it looks for a minimal set of groups that have none together, then for
    such a set of rows in them.

    Minimal (irreducible) means that if any one of the set is left out, the others have a solution;
    it does not mean that there is no smaller set. Variables that are fixed are rows of a group of
    their own; definitions of auxiliary variables always hold. At the end, it is proved anew that
    the set has no solution, also by a second backend if one is installed, and every row has a
    solution of all others as its witness. CP-SAT also finds reasons through unsatisfiable cores,
    each of which is proved by a search of its own.

    Args:
        model: A model, or a program.
        among: The groups to look for the reason in; all others are taken for granted. By default
            every group may be a part of the reason.
        given: The givens; none by default. It is ignored if `among` names groups.
        rows: Whether to look for rows within the groups as well.
        bounds: Whether to look, once rows are found, which bounds of their variables are needed as
            well. Binary variables stay 0 or 1, and bounds that logic rests on stay in force; both
            is said (`binary_granted`, `bounds_granted`). A variable that is fixed at 0 or at 1 is
            not binary. A backend has to take variables without bounds, as CP-SAT does not.
        reasons: How many minimal reasons to look for at most: givens that clash, or else rows, or
            groups if rows are not looked for.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search; a time limit is for all searches together. A single search may take
            10 seconds, or 20 times as long as the proof that there is no solution if that is more;
            what it leaves unknown counts as possible.
        watch: Called with the progress now and then: how many searches there were.

    Returns:
        The explanation; if the model has a solution, it says so.

    Raises:
        UnknownNameError: If there is no such group with rows in it.
        InputError: If no reason is asked for.
        BackendError: If the solver is missing or fails.
        CheckError: If two backends contradict each other.
        Interrupted: On Ctrl-C, with what was found so far.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x, y, z = (model.binary(name) for name in "xyz")
        >>> with model.group("odd", why="a pair sums to one"):
        ...     rows = [model.add(a + b == 1) for a, b in ((x, y), (y, z), (x, z))]
        >>> with model.group("idle"):
        ...     row = model.add(x + y + z <= 3)
        >>> print(explain(model))
        there is no solution
        what cannot hold:
          odd (a pair sums to one)
            odd[0]: x + y = 1
            odd[1]: y + z = 1
            odd[2]: x + z = 1
        leave out any one of these rows, and the others have a solution
    """
    options = options_with(options, words)
    stated: object = reasons
    wanted = 1 if stated is None else whole_number("the number of reasons", stated)
    if wanted < 1:
        raise InputError(f"the number of reasons must be at least 1, got {wanted}")
    wants_rows = is_on("rows", rows, usual=True)
    wants_bounds = wants_rows and is_on("bounds", bounds, usual=False)
    inquiry = Inquiry(model, backend, options)
    report = Reporter(watch)

    def ask(asked: Inquiry) -> Explanation:
        demands = Demands.of(asked.program)
        question = _Question(
            inquiry=asked,
            report=report,
            demands=demands,
            groups=demands.among(among),
            given=given,
            givens=demands.parts(given) if given is not None and not among else [],
            wants_rows=wants_rows,
            wants_bounds=wants_bounds,
            reasons=wanted,
        )
        search = _Search(question)
        with interruptible(partial(search.answer, Limit.INTERRUPTED)), report.beating():
            return search.run()

    return inquiry.in_turn(ask)


@dataclass(frozen=True, slots=True, eq=False)
class _Question:
    """A question about infeasibility: the program, and what the explanation is to name.

    Attributes:
        inquiry: The question to a backend, with the time that is left.
        report: Tells of the progress.
        demands: Everything that the model demands.
        groups: The groups in which the reason may be.
        given: The givens as they were named, if they were.
        givens: The same as causes; none where the reason is to be among groups.
        wants_rows: Whether rows are to be named, not only groups.
        wants_bounds: Whether bounds are to be named beside rows.
        reasons: How many reasons at most.
    """

    inquiry: Inquiry
    report: Reporter
    demands: Demands
    groups: Sequence[Cause]
    given: Given | None
    givens: Sequence[Cause]
    wants_rows: bool
    wants_bounds: bool
    reasons: int

    def is_about_one_linear_group(self) -> bool:
        """Whether a linear program is asked for the rows of its only group.

        Of a single group nothing can be left out, so its rows are looked at at once.
        """
        if not self.wants_rows or self.givens or len(self.groups) != 1:
            return False
        has_other_rows = len(self.demands.but(self.groups)) > 0
        return not has_other_rows and self.demands.program.is_linear()


@dataclass(frozen=True, slots=True, eq=False)
class _Reason:
    """A conflict as people get it: its groups and rows, and for each row a solution of the others.

    Attributes:
        groups: The groups that have no solution together.
        rows: The rows that have none; none as long as they were not looked for.
        witnesses: For each row, a solution of all the others, or None if none is kept.
        minimal: Whether it is proved that everything in it is needed, down to what was asked for.
    """

    groups: tuple[Group, ...]
    rows: tuple[Cause, ...]
    witnesses: tuple[IntArray | None, ...]
    minimal: bool


@dataclass(frozen=True, slots=True, eq=False)
class _OtherReasons:
    """The reasons beside the first one, and whether it is proved that there are no more."""

    reasons: tuple[tuple[Cause, ...], ...] = ()
    all_known: bool = False


class _Stage(Protocol):
    """A stage of the search, with the conflict that is known there."""

    @property
    def proof(self) -> MusSearch:
        """The search whose conflict proves that there is no solution."""

    def is_refuted(self) -> bool:
        """Whether it is proved that there is no solution."""

    def reason(self) -> _Reason:
        """Returns the reason as far as it is known; empty as long as nothing is proved."""


@dataclass(frozen=True, slots=True, eq=False)
class _GivenStage:
    """The givens: which of them clash, and which to take back.

    Attributes:
        demands: The demands that the givens are of.
        proof: The search among the givens, beside all rules.
        correction: The search for the fewest to take back.
    """

    demands: Demands
    proof: MusSearch
    correction: SmallestCorrection

    @staticmethod
    def of(question: _Question, consistency: Consistency, rules: IntArray) -> _GivenStage:
        """Returns the stage before anything is known."""
        return _GivenStage(
            question.demands,
            MusSearch(consistency, question.givens, rules),
            SmallestCorrection(consistency, question.givens, rules),
        )

    def is_refuted(self) -> bool:
        """See `_Stage`."""
        return self.proof.conflict is not None

    def reason(self) -> _Reason:
        """See `_Stage`; the rows are those of the givens that clash."""
        givens = self.proof.conflicting()
        # A solution of a model that was built anew need not solve this one.
        has_witnesses = self.proof.consistency.by_rows
        of_givens = self.proof.witnesses() if has_witnesses else (None,) * len(givens)
        rows: list[Cause] = []
        witnesses: list[IntArray | None] = []
        for given, witness in zip(givens, of_givens, strict=True):
            rows_of_given = self.demands.singly([given])
            rows += rows_of_given
            witnesses += [witness] * len(rows_of_given)
        groups = tuple(dict.fromkeys(row.group for row in rows))
        # Where no given clashes, the rules are to blame, and the reason is still to be found.
        is_minimal = bool(givens) and self.proof.is_minimal
        return _Reason(groups, tuple(rows), tuple(witnesses), is_minimal)


@dataclass(frozen=True, slots=True, eq=False)
class _GroupStage:
    """The groups that have no solution together.

    Attributes:
        proof: The search among the groups.
        rules_are_refuted: Whether it was proved before that the rules have no solution even without
            the givens.
        awaits_rows: Whether rows are to be looked for next.
    """

    proof: MusSearch
    rules_are_refuted: bool
    awaits_rows: bool

    def is_refuted(self) -> bool:
        """See `_Stage`."""
        return self.rules_are_refuted or self.proof.conflict is not None

    def reason(self) -> _Reason:
        """See `_Stage`."""
        groups = tuple(cause.group for cause in self.proof.conflicting())
        return _Reason(groups, (), (), self.proof.is_minimal and not self.awaits_rows)


@dataclass(frozen=True, slots=True, eq=False)
class _RowStage:
    """The rows that have no solution together, in groups that are known.

    Attributes:
        groups: The groups, as causes.
        groups_are_minimal: Whether it is proved that each of the groups is needed.
        proof: The search among their rows.
        awaits_bounds: Whether bounds are to be looked for next.
        bounds_refused: The backends that took no program without bounds, if these were tried.
    """

    groups: tuple[Cause, ...]
    groups_are_minimal: bool
    proof: MusSearch
    awaits_bounds: bool
    bounds_refused: tuple[str, ...] = ()

    def is_refuted(self) -> bool:
        """See `_Stage`; without a proof, there would be no such stage."""
        return True

    def reason(self) -> _Reason:
        """See `_Stage`."""
        return _Reason(
            groups=tuple(cause.group for cause in self.groups),
            rows=self.proof.conflicting(),
            witnesses=self.proof.witnesses(),
            minimal=self.are_rows_minimal() and not self.awaits_bounds,
        )

    def are_rows_minimal(self) -> bool:
        """Whether it is proved that each of the groups and rows is needed."""
        return self.groups_are_minimal and self.proof.is_minimal


@dataclass(frozen=True, slots=True, eq=False)
class _BoundStage:
    """The bounds that are needed beside rows that are known.

    Attributes:
        rows: The stage before.
        proof: The search among the bounds of the variables in these rows.
        bounding: The bounds that were looked at, and those that were taken for granted.
        is_minimal: Whether it is proved that each of the bounds is needed.
    """

    rows: _RowStage
    proof: MusSearch
    bounding: Bounding
    is_minimal: bool = False

    def is_refuted(self) -> bool:
        """See `_Stage`."""
        return True

    def reason(self) -> _Reason:
        """See `_Stage`."""
        of_rows = self.rows.reason()
        bounds = self.proof.conflicting()
        return _Reason(
            groups=(*of_rows.groups, BOUNDS) if bounds else of_rows.groups,
            rows=of_rows.rows + bounds,
            witnesses=of_rows.witnesses + self.proof.witnesses(),
            minimal=self.rows.are_rows_minimal() and self.is_minimal,
        )


class _Search:
    """The search for an explanation, from which an answer can be made at any moment.

    It changes in single steps: a stage is replaced by the next one, and what else is known is
    replaced as a whole.
    """

    def __init__(self, question: _Question) -> None:
        self._question = question
        demands = question.demands
        consistency = Consistency(question.inquiry, demands.program, question.report, bounded=True)
        self._consistency = consistency
        self._of_givens = consistency_of_parts(consistency, question.givens, question.given)
        self._rules = demands.but(question.givens)
        self._outside_groups = demands.but(question.groups)
        # Groups with givens among their rows are left to the search among the givens.
        rules = set(self._rules.tolist())
        self._groups = [group for group in question.groups if rules.issuperset(group.rows.tolist())]
        self._stage: _Stage = self._group_stage(rules_are_refuted=False)
        self._confirmed_by: tuple[str, ...] = ()
        self._others = _OtherReasons()

    def _group_stage(self, *, rules_are_refuted: bool) -> _GroupStage:
        """Returns the stage of groups, before anything is known."""
        search = MusSearch(self._consistency, self._groups, self._outside_groups)
        return _GroupStage(search, rules_are_refuted, awaits_rows=self._question.wants_rows)

    def run(self) -> Explanation:
        """Goes through the stages; returns the explanation."""
        if self._question.is_about_one_linear_group():
            return self._explain_by_only_group()
        if self._question.givens:
            by_givens = self._explain_by_givens()
            if by_givens is not None:
                return by_givens
        return self._explain_by_groups()

    def _explain_by_givens(self) -> Explanation | None:
        """Returns the explanation by givens that clash; None if the rules alone are to blame."""
        stage = _GivenStage.of(self._question, self._of_givens, self._rules)
        self._stage = stage
        if self._search_givens(stage.proof) is not False:
            return self.answer(self._limit())
        clashing = stage.proof.members()
        if not clashing:
            return None
        stage.correction.search(clashing)
        return self._with_confirmation(stage, stage.proof)

    def _explain_by_only_group(self) -> Explanation:
        """Returns the explanation by rows of the only group."""
        rows = self._search_only_group()
        return self.answer(self._consistency.limit) if rows is None else self._with_bounds(rows)

    def _explain_by_groups(self) -> Explanation:
        """Returns the explanation by groups, and by rows in them if these are wanted."""
        # The search among givens, if there were any, has proved that the rules are to blame.
        stage = self._group_stage(rules_are_refuted=bool(self._question.givens))
        self._stage = stage
        if stage.proof.search() is not False:
            return self.answer(self._consistency.limit)
        if not self._question.wants_rows:
            return self._with_confirmation(stage, stage.proof)
        return self._with_bounds(self._search_rows(stage))

    def _search_givens(self, clash: MusSearch) -> bool | None:
        """Looks for givens that clash; returns whether all of them can hold together."""
        if self._of_givens.by_rows:
            return clash.search()
        # Rows alone are quickly asked, and mostly name the givens that clash in truth.
        by_rows = MusSearch(self._consistency, clash.causes, clash.always)
        answer = by_rows.search()
        if answer is not False:
            return answer
        # All of them clash, which is proved.
        clash.conflict = Conflict(tuple(range(len(clash.causes))))
        if clash.test(by_rows.members()) is False:
            clash.search(by_rows.members())
        else:
            clash.search()
        return False

    def _limit(self) -> Limit:
        """The last limit that left something unknown."""
        of_givens = self._of_givens.limit
        return self._consistency.limit if of_givens is Limit.NONE else of_givens

    def _search_only_group(self) -> _RowStage | None:
        """Looks among the rows of the only group; None if no conflict is proved."""
        search = self._row_search(self._groups)
        if self._search_by_groups(search) is not False:
            return None
        # Only now: an interruption before this leaves the group unproved.
        stage = _RowStage(
            groups=tuple(self._groups),
            groups_are_minimal=True,
            proof=search,
            awaits_bounds=self._question.wants_bounds,
        )
        self._stage = stage
        return stage

    def _search_rows(self, groups: _GroupStage) -> _RowStage:
        """Looks among the rows of the groups that conflict."""
        causes = groups.proof.conflicting()
        stage = _RowStage(
            groups=causes,
            groups_are_minimal=groups.proof.is_minimal,
            proof=self._row_search(causes),
            awaits_bounds=self._question.wants_bounds,
        )
        self._stage = stage
        self._search_by_groups(stage.proof)
        return stage

    def _row_search(self, groups: Sequence[Cause]) -> MusSearch:
        """Returns a search among the rows of some groups."""
        rows = self._question.demands.singly(groups)
        return MusSearch(self._consistency, rows, self._outside_groups)

    def _search_by_groups(self, search: MusSearch) -> bool | None:
        """Searches among rows; returns whether they can hold together.

        The last group of a model is the most particular, such as the tiles that are given: as few
        of its rows as possible, beside all that is general, make the clearest reason.
        """
        by_group: dict[Group, list[int]] = {}
        for number, row in enumerate(search.causes):
            by_group.setdefault(row.group, []).append(number)
        return search.search(stages=[*reversed(by_group.values())])

    def _with_bounds(self, rows: _RowStage) -> Explanation:
        """Looks for the bounds beside rows, if these are wanted; returns the explanation."""
        if self._question.wants_bounds and rows.proof.conflict is not None:
            self._search_bounds(rows)
        return self._with_confirmation(self._stage, rows.proof)

    def _search_bounds(self, rows: _RowStage) -> None:
        """Looks which bounds are needed beside some rows, as far as a backend takes these alone."""
        program = self._question.demands.program
        named = only(program, rows.proof.rows(rows.proof.members()))
        needed = without_idle_definitions(named)
        # If definitions that seem idle are needed after all, none is left out.
        for part in [needed] if needed is named else [needed, named]:
            if self._search_bounds_in(part, rows):
                return

    def _search_bounds_in(self, program: Program, rows: _RowStage) -> bool:
        """Finds the bounds that are needed; returns False if infeasibility is not proved here."""
        bounding = Bounding.of(program)
        demands = bounding.demands
        bounds = demands.singly(demands.groups)
        always = demands.but(bounds)
        inquiry = self._question.inquiry
        backends: list[BackendLike] = [inquiry.choice, *inquiry.choice.otherwise]
        unable = []
        for backend in backends:
            # Not every backend takes variables without bounds.
            with suppress(BackendError, ModelError):
                asked = inquiry.about(demands.program, backend)
                consistency = self._new_consistency(asked)
                search = MusSearch(consistency, bounds, always)
                # All of them, as long as nothing better is proved.
                search.conflict = Conflict(tuple(range(len(bounds))))
                stage = _BoundStage(rows, search, bounding)
                self._stage = stage
                answer = search.search()
                is_minimal = search.is_minimal and self._needs_all(search, bounding)
                self._stage = replace(stage, is_minimal=is_minimal)
                self._keep_limit_of(consistency)
                return answer is False
            unable.append(choose(backend).backend.name)
        refused = tuple(unable) if bounds else ()
        self._stage = replace(rows, awaits_bounds=False, bounds_refused=refused)
        return True

    def _new_consistency(self, inquiry: Inquiry) -> Consistency:
        """Returns the consistency of another program, of which nothing is known."""
        return Consistency(inquiry, inquiry.program, self._question.report, bounded=True)

    def _keep_limit_of(self, consistency: Consistency) -> None:
        """Notes a limit that left something unknown about another program."""
        if consistency.limit is not Limit.NONE:
            self._consistency.limit = consistency.limit

    def _needs_all(self, search: MusSearch, bounding: Bounding) -> bool:
        """Whether each bound is still needed if the undeclared columns are whole.

        A column that is fixed at a whole number may be declared as whole or as continuous. That the
        set has no solution was proved for any number; a witness has to hold for both.
        """
        # Where all other columns are continuous, so are those that are fixed.
        if not len(bounding.undeclared) or self._question.demands.program.is_linear():
            return True
        consistency = search.consistency
        stored = bounding.as_stored(consistency.program)
        asked = consistency.inquiry.about(stored, consistency.inquiry.choice)
        of_stored = self._new_consistency(asked)
        for _, values in list(consistency.seen):
            undeclared: list[Number] = values[bounding.undeclared].tolist()
            if all(number == int(number) for number in undeclared):
                of_stored.remember(values)
        whole = MusSearch(of_stored, search.causes, search.always)
        whole.conflict = search.conflict
        members = search.members()
        needed = [whole.test([other for other in members if other != member]) for member in members]
        consistency.seen[:0] = of_stored.seen
        return all(needed)

    def _with_confirmation(self, stage: _Stage, search: MusSearch) -> Explanation:
        """Has a reason confirmed, and looks for others; returns the explanation.

        `search` is the one that others are to be like: among givens, groups or rows.
        """
        if search.conflict is not None:
            # Where bounds were looked for, the rows have no others than those that are named.
            self._confirmed_by = self._confirm(stage.proof, stage.proof.members())
        if self._question.reasons > 1 and stage.reason().minimal:
            self._search_others(stage, search)
        return self.answer(self._limit())

    def _confirm(self, proof: MusSearch, members: Sequence[int]) -> tuple[str, ...]:
        """Returns backends that prove, each by itself, that some causes cannot hold together."""
        inquiry = self._question.inquiry
        consistency = proof.consistency
        if isinstance(consistency, RemadeConsistency):
            program = consistency.remade([proof.causes[number] for number in members])
            if program is None:
                return ()
            return confirmed_by(inquiry, program, np.arange(len(program.rows)))
        return confirmed_by(inquiry, consistency.program, proof.rows(members))

    def _search_others(self, stage: _Stage, search: MusSearch) -> None:
        """Looks for other reasons; rows of these may be in any group, and bounds stand beside."""
        if not search.members():
            # The rows that are taken for granted have no solution by themselves.
            self._others = _OtherReasons(all_known=True)
            return
        if isinstance(stage, _BoundStage):
            search = self._among_rows_and_bounds(stage)
        elif isinstance(stage, _RowStage):
            search = self._among_rows(stage)
        for members in search.others(self._question.reasons - 1):
            self._confirm(search, members)
            causes = tuple(search.causes[number] for number in members)
            self._others = _OtherReasons((*self._others.reasons, causes))
        self._others = replace(self._others, all_known=search.all_known)
        self._keep_limit_of(search.consistency)

    def _among_rows(self, stage: _RowStage) -> MusSearch:
        """Returns the search among the rows of all groups, which knows the conflict of a stage."""
        rows = self._question.demands.singly(self._groups)
        search = MusSearch(self._consistency, rows, self._outside_groups)
        search.conflict = Conflict(tuple(_places(rows, stage.proof.conflicting())))
        return search

    def _among_rows_and_bounds(self, stage: _BoundStage) -> MusSearch:
        """Returns the search among all rows and all bounds, which knows the conflict of a stage.

        What is minimal among the rows, and then among the bounds, is so among both.
        """
        rows = self._question.demands.singly(self._groups)
        bounding = Bounding.of(self._question.demands.program)
        # From now on, all bounds are looked at, so others may be taken for granted.
        self._stage = replace(stage, bounding=bounding)
        demands = bounding.demands
        bounds = demands.singly(demands.groups)
        causes = [*rows, *bounds]
        needed = set(map(str, stage.proof.conflicting()))
        members = _places(rows, stage.rows.proof.conflicting())
        members += [place for place, bound in enumerate(bounds, len(rows)) if str(bound) in needed]
        before = stage.proof.consistency.inquiry
        asked = before.about(demands.program, before.choice)
        search = MusSearch(self._new_consistency(asked), causes, demands.but(causes))
        search.conflict = Conflict(tuple(members))
        return search

    def answer(self, limit: Limit) -> Explanation:
        """Returns the explanation as far as it is known now, after a limit."""
        question = self._question
        stage = self._stage
        reason = stage.reason()
        solution: IntArray | None = None
        given: tuple[Cause, ...] | None = None
        taken_back: Correction | None = None
        if stage.is_refuted():
            status = Status.INFEASIBLE
            if question.givens:
                given = ()
            if isinstance(stage, _GivenStage) and stage.proof.members():
                given = stage.proof.conflicting()
                correction = stage.correction.correction("given", limit)
                taken_back = replace(correction, least=max(correction.least, 1))
            complete = reason.minimal and (taken_back is None or taken_back.complete)
            has_as_many_as_asked_for = 1 + len(self._others.reasons) == question.reasons
            complete &= self._others.all_known or has_as_many_as_asked_for
        else:
            solution = self._consistency.witness(np.arange(len(question.demands.program.rows)))
            status = Status.UNKNOWN if solution is None else Status.OPTIMAL
            complete = solution is not None
        bounding = stage.bounding if isinstance(stage, _BoundStage) else None
        return Explanation(
            model=question.inquiry.program,
            groups=reason.groups,
            rows=reason.rows,
            minimal=reason.minimal,
            confirmed_by=self._confirmed_by,
            witnesses=reason.witnesses,
            solution=solution,
            result=question.inquiry.result(
                status, Limit.NONE if complete else limit, solution, complete=complete
            ),
            given=given,
            taken_back=taken_back,
            out_of_time=limit is not Limit.TIME or question.inquiry.clock.over,
            bounds_refused=stage.bounds_refused if isinstance(stage, _RowStage) else (),
            bounds_granted=() if bounding is None else bounding.granted,
            binary_granted=bounding is not None and bounding.binary,
            others=self._others.reasons,
            all_known=self._others.all_known if question.reasons > 1 else None,
        )


def _places(rows: Sequence[Cause], chosen: Sequence[Cause]) -> list[int]:
    """Returns the places of some rows among others."""
    numbers = {int(row.rows[0]) for row in chosen}
    return [place for place, row in enumerate(rows) if int(row.rows[0]) in numbers]
