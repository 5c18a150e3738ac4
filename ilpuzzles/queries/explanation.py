"""Why is there no solution? An IIS of groups, of rows, or of what was given, and its proof."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import NamedTuple, Unpack

import numpy as np

from ilpuzzles.backends.interface import Options, OptionWords, interruptible, options_with
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
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Program
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
from ilpuzzles.queries.mus import Consistency, MusSearch, only
from ilpuzzles.queries.query_results import Explanation
from ilpuzzles.queries.remade import RemadeConsistency, consistency_of_parts
from ilpuzzles.queries.solve import Inquiry, solve_model
from ilpuzzles.solvers.linear.run import Method, highs_library, solve_linear
from ilpuzzles.solvers.registry import BackendLike, choose, get_backend, own_backends

_PATIENCE = 5.0
# The engine comes last, since it may have to be compiled. On the three pieces of docs/hopeless.yaml
# CBC takes 1.3 s, SCIP and HiGHS 0.3 s.
_LATE = {"cbc": 1, "clingo": 1, "exactcover": 2}


def confirmed_by(inquiry: Inquiry, program: Program, rows: IntArray) -> tuple[str, ...]:
    """Up to two backends that prove, each in a search of its own, that rows have no solution.

    The one of the question is asked first. If one finds a solution, that is a `CheckError`.
    """
    together = replace(only(program, rows), objective=None)
    if program.is_linear() and inquiry.backend.name == "highs" and highs_library() is not None:
        return _confirmed_by_two(inquiry, together)
    confirmed: list[str] = []
    first = inquiry.backend.name
    others = sorted({*own_backends()} - {first}, key=lambda name: (_LATE.get(name, 0), name))
    found = map(get_backend, others)
    for backend in [inquiry.backend, *(other for other in found if other.available())]:
        left = inquiry.clock.options()
        if left is None:
            break
        limit = min(_PATIENCE, left.time_limit or _PATIENCE)
        try:
            result = solve_model(together, backend, Options(time_limit=limit, verify=False))
        except RowStorageError:
            raise
        except (BackendError, CheckError, ModelError):
            # Not every backend takes every model, or returns values that satisfy its rows; and one
            # opinion is enough to go on.
            continue
        if result.values is not None:
            what = f"{first} found no solution, but {backend.name} did"
            raise CheckError(what, "please report this")
        if result.status is Status.INFEASIBLE:
            confirmed.append(backend.name)
        if len(confirmed) == 2:
            break
    return tuple(confirmed)


def _confirmed_by_two(inquiry: Inquiry, program: Program) -> tuple[str, ...]:
    """The names of HiGHS and GLOP, as far as each proves that a program has no solution."""
    confirmed: list[str] = []
    scaled = moved(relaxed(program), 1)
    for method in (Method.SIMPLEX, Method.GLOP):
        left = inquiry.clock.options()
        if left is None:
            break
        with suppress(BackendError):
            answer = solve_linear(scaled, left, method=method)
            if len(answer.values) and not judged(program, answer.values).wrong:
                what = f"highs found no solution, but {answer.solver} did"
                raise CheckError(what, "please report this")
            if answer.status is Status.INFEASIBLE:
                confirmed.append(answer.solver)
    return tuple(dict.fromkeys(confirmed))


def explain(
    model: Model | Program,
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
    """Explains why a model has no solution: a minimal set of groups, and of rows in them (an IIS).

    If `given` says what was given, it looks there first: for a minimal set of its parts that have
    no solution together with all rules, and for the fewest parts to take back. If none of these is
    to blame, it looks for a minimal set of groups that have no solution together, then for such a
    set of rows in them.

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
        given: What was given; nothing by default. It is ignored if `among` names groups.
        rows: Whether to look for rows within the groups as well.
        bounds: Whether to look, once rows are found, which bounds of their variables are needed as
            well. Binary variables stay 0 or 1, and bounds that logic rests on stay in force; both
            is said (`binary_granted`, `bounds_granted`). A variable that is fixed at 0 or at 1 is
            not binary. A backend has to take variables without bounds, as CP-SAT does not.
        reasons: How many minimal reasons to look for at most: what was given and clashes, or else
            rows, or groups if rows are not looked for.
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
        >>> from ilpuzzles.modelling import Model
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
    said: object = reasons
    most = 1 if said is None else whole_number("the number of reasons", said)
    if most < 1:
        raise InputError(f"the number of reasons must be at least 1, got {most}")
    wants_rows = is_on("rows", rows, usual=True)
    wants_bounds = wants_rows and is_on("bounds", bounds, usual=False)
    inquiry, report = Inquiry(model, backend, options), Reporter(watch)

    def ask(one: Inquiry) -> Explanation:
        demands = Demands.of(one.program)
        search = _Search(one, demands, given, among, report)
        search.wants_rows = wants_rows
        search.wants_bounds = wants_bounds
        search.reasons = most
        with interruptible(partial(search.answer, Limit.INTERRUPTED)), report.beating():
            return search.run()

    return inquiry.in_turn(ask)


class _Reason(NamedTuple):
    """What has no solution together: groups, rows, and a witness for each of these."""

    groups: tuple[Group, ...]
    rows: tuple[Cause, ...]
    witnesses: tuple[IntArray | None, ...]
    minimal: bool


class _Search:
    """The state of the search, from which an answer can be made at any moment."""

    def __init__(
        self,
        inquiry: Inquiry,
        demands: Demands,
        given: Given | None,
        among: Sequence[str | Group],
        report: Reporter,
    ) -> None:
        parts = demands.parts(given) if given is not None and not among else []
        self._inquiry, self._report, self._demands, self._parts = inquiry, report, demands, parts
        self.wants_rows = self.wants_bounds = False
        self.reasons = 1
        groups = demands.among(among)
        # Once what was given is not to blame, the rules are.
        rules, always = demands.but(parts), demands.but(groups)
        ruling = set(rules.tolist())
        open_ = [cause for cause in groups if ruling.issuperset(cause.rows.tolist())]
        consistency = Consistency(inquiry, demands.program, report, bounded=True)
        self._consistency = consistency
        self._of_parts = consistency_of_parts(consistency, parts, given)
        self._clash = MusSearch(self._of_parts, parts, rules)
        self._correction = SmallestCorrection(self._of_parts, parts, rules)
        self._groups = MusSearch(consistency, open_, always)
        self._rows: MusSearch | None = None
        self._bounds: MusSearch | None = None
        self._bounding: Bounding | None = None
        self._bounds_minimal = False
        self._possible: bool | None = None
        self._others: tuple[tuple[Cause, ...], ...] = ()
        self._all_known = False
        self._confirmed: tuple[str, ...] = ()
        self._bounds_refused: tuple[str, ...] = ()

    def run(self) -> Explanation:
        if self._parts:
            self._possible = self._search_clash()
            if self._possible is not False:
                return self.answer(self._limit())
        if self._clash.smallest:
            self._correction.search(self._clash.smallest)
            return self._confirm_answer(self._clash)
        is_one = self.wants_rows and len(self._groups.causes) == 1 and not len(self._groups.always)
        if is_one and self._demands.program.is_linear() and not self._parts:
            # Of a single group there is nothing to leave out: its rows are looked at at once.
            found = self._search_only_group()
        else:
            found = self._groups.search()
        if not self._parts:
            self._possible = found
        if found is not False:
            return self.answer(self._consistency.limit)
        if self._rows is not None:
            reason = self._rows
        else:
            reason = self._search_rows() if self.wants_rows else self._groups
        if self.wants_bounds and reason.smallest is not None:
            self._search_bounds(reason.rows(reason.smallest))
        return self._confirm_answer(reason)

    def _search_clash(self) -> bool | None:
        """Looks for parts of what was given that clash; returns whether all can hold together."""
        clash = self._clash
        if self._of_parts.by_rows:
            return clash.search()
        # Rows alone are quickly asked, and mostly name the parts that clash in truth.
        by_rows = MusSearch(self._consistency, self._parts, clash.always)
        answer = by_rows.search()
        if answer is not False:
            return answer
        # All of them clash, which is proved.
        clash.smallest = [*range(len(self._parts))]
        if clash.possible(by_rows.smallest or ()) is False:
            clash.search(by_rows.smallest)
        else:
            clash.search()
        return False

    def _limit(self) -> Limit:
        """The last limit that left something unknown."""
        of_parts = self._of_parts.limit
        return self._consistency.limit if of_parts is Limit.NONE else of_parts

    def _search_only_group(self) -> bool | None:
        """Looks among the rows of the only group; returns whether they can hold together."""
        rows = self._made_row_search(self._groups.causes)
        answer = self._search_stages(rows)
        if answer is False:
            # Only now: an interruption before this leaves the group unproved.
            self._groups.smallest, self._groups.minimal = [0], True
            self._rows = rows
        return answer

    def _search_rows(self) -> MusSearch:
        """Looks among the rows of the groups that were found."""
        self._rows = search = self._made_row_search(self._groups.found())
        self._search_stages(search)
        return search

    def _made_row_search(self, groups: Sequence[Cause]) -> MusSearch:
        """A search among the rows of some groups."""
        return MusSearch(self._consistency, self._demands.singly(groups), self._groups.always)

    def _search_stages(self, search: MusSearch) -> bool | None:
        """Searches among rows; returns whether they can hold together.

        What stands last in a model is the most particular, such as the tiles that are given: as few
        of these rows as possible, beside all that is general, make the clearest reason.
        """
        stages: dict[Group, list[int]] = {}
        for number, row in enumerate(search.causes):
            stages.setdefault(row.group, []).append(number)
        return search.search(stages=[*reversed(stages.values())])

    def _search_bounds(self, rows: IntArray) -> None:
        """Looks which bounds are needed beside some rows, as far as a backend takes these alone."""
        named = only(self._demands.program, rows)
        needed = without_idle_definitions(named)
        # If definitions that seem idle are needed after all, none is left out.
        for program in [needed] if needed is named else [needed, named]:
            if self._search_bounds_in(program):
                return

    def _search_bounds_in(self, program: Program) -> bool:
        """Finds the bounds that are needed; returns False if infeasibility is not proved here."""
        bounding = Bounding.of(program)
        demands = bounding.demands
        bounds = demands.singly(demands.groups)
        always, choice = demands.but(bounds), self._inquiry.choice
        backends: list[BackendLike] = [choice, *choice.otherwise]
        unable = []
        for backend in backends:
            # Not every backend takes variables without bounds.
            with suppress(BackendError, ModelError):
                inquiry = self._inquiry.about(demands.program, backend)
                consistency = Consistency(inquiry, inquiry.program, self._report, bounded=True)
                search = MusSearch(consistency, bounds, always)
                # All of them, as long as nothing better is proved.
                search.smallest = [*range(len(bounds))]
                self._bounds, self._bounding = search, bounding
                possible = search.search()
                self._bounds_minimal = search.minimal and self._needs_all(search, bounding)
                if consistency.limit is not Limit.NONE:
                    self._consistency.limit = consistency.limit
                return possible is False
            unable.append(choose(backend).backend.name)
        self._bounds = self._bounding = None
        self.wants_bounds = False
        self._bounds_refused = tuple(unable) if bounds else ()
        return True

    def _needs_all(self, search: MusSearch, bounding: Bounding) -> bool:
        """Whether each bound is still needed if the undeclared columns are whole.

        A column that is fixed at a whole number may be declared as whole or as continuous. That the
        set has no solution was proved for any number; a witness has to hold for both.
        """
        # Where all other columns are continuous, so are those that are fixed.
        if not len(bounding.undeclared) or self._demands.program.is_linear():
            return True
        known = search.consistency
        inquiry = known.inquiry.about(bounding.as_stored(known.program), known.inquiry.choice)
        stored = Consistency(inquiry, inquiry.program, self._report, bounded=True)
        for values in [values for _, values in known.seen]:
            if all(number == int(number) for number in values[bounding.undeclared].tolist()):
                stored.remember(values)
        whole = MusSearch(stored, search.causes, search.always)
        whole.smallest = search.smallest
        kept = search.smallest or []
        needed = [whole.possible([other for other in kept if other != one]) for one in kept]
        known.seen[:0] = stored.seen
        return all(needed)

    def _search_others(self, reason: MusSearch) -> None:
        """Looks for other reasons; rows of these may be in any group, and bounds stand beside."""
        if not reason.smallest:
            # What is taken for granted rules everything out by itself.
            self._all_known = True
            return
        if reason is self._rows:
            reason = self._with_bounds(self._demands.singly(self._groups.causes), reason.found())
        for numbers in reason.others(self.reasons - 1):
            self._confirm(reason, numbers)
            self._others += (tuple(reason.causes[number] for number in numbers),)
        self._all_known = reason.all_known
        if reason.consistency.limit is not Limit.NONE:
            self._consistency.limit = reason.consistency.limit

    def _with_bounds(self, rows: list[Cause], found: tuple[Cause, ...]) -> MusSearch:
        """The search among all rows, and all bounds if these were looked at, from what was found.

        What is minimal among the rows, and then among the bounds, is so among both.
        """
        numbers = {int(row.rows[0]) for row in found}
        first = [place for place, row in enumerate(rows) if int(row.rows[0]) in numbers]
        if self._bounds is None:
            search = MusSearch(self._consistency, rows, self._groups.always)
        else:
            self._bounding = Bounding.of(self._demands.program)
            demands = self._bounding.demands
            bounds = demands.singly(demands.groups)
            needed = set(map(str, self._bounds.found()))
            first += [place for place, one in enumerate(bounds, len(rows)) if str(one) in needed]
            both, asked = [*rows, *bounds], self._bounds.consistency.inquiry
            inquiry, always = asked.about(demands.program, asked.choice), demands.but(both)
            consistency = Consistency(inquiry, inquiry.program, self._report, bounded=True)
            search = MusSearch(consistency, both, always)
        search.smallest = first
        return search

    def _confirm(self, proof: MusSearch, numbers: Sequence[int]) -> tuple[str, ...]:
        """Backends that prove, each by itself, that some causes cannot hold together."""
        consistency = proof.consistency
        if isinstance(consistency, RemadeConsistency):
            program = consistency.remade([proof.causes[number] for number in numbers])
            if program is None:
                return ()
            return confirmed_by(self._inquiry, program, np.arange(len(program.rows)))
        return confirmed_by(self._inquiry, consistency.program, proof.rows(numbers))

    def _confirm_answer(self, reason: MusSearch) -> Explanation:
        if reason.smallest is not None:
            # Where bounds were looked for, the rows have no others than those that are named.
            proof = reason if self._bounds is None else self._bounds
            self._confirmed = self._confirm(proof, proof.smallest or ())
        if self.reasons > 1 and self._reason().minimal:
            self._search_others(reason)
        return self.answer(self._limit())

    def answer(self, limit: Limit) -> Explanation:
        """What is known now."""
        everything = np.arange(len(self._demands.program.rows))
        solution = self._consistency.witness(everything) if self._possible else None
        impossible = self._clash.smallest is not None or self._groups.smallest is not None
        groups, rows, witnesses, minimal = self._reason()
        given = taken_back = None
        if impossible and self._parts:
            given = self._clash.found()
        if given:
            found = self._correction.correction("given", limit)
            taken_back = replace(found, least=max(found.least, 1))
        if impossible:
            status = Status.INFEASIBLE
            complete = minimal and (taken_back is None or taken_back.complete)
            complete &= self._all_known or 1 + len(self._others) == self.reasons
        else:
            status = Status.UNKNOWN if solution is None else Status.OPTIMAL
            complete = solution is not None
        return Explanation(
            model=self._inquiry.program,
            groups=groups,
            rows=rows,
            minimal=minimal,
            confirmed_by=self._confirmed,
            witnesses=witnesses,
            solution=solution,
            result=self._inquiry.result(
                status, Limit.NONE if complete else limit, solution, complete=complete
            ),
            given=given,
            taken_back=taken_back,
            out_of_time=limit is not Limit.TIME or self._inquiry.clock.over,
            bounds_refused=self._bounds_refused,
            bounds_granted=() if self._bounding is None else self._bounding.granted,
            binary_granted=self._bounding is not None and self._bounding.binary,
            others=self._others,
            all_known=self._all_known if self.reasons > 1 else None,
        )

    def _reason(self) -> _Reason:
        """What cannot hold together, as far as is known, and whether that is minimal."""
        if self._clash.smallest:
            # A solution of a model that was made again is none of this one.
            is_of_program = self._of_parts.by_rows
            found = self._clash.found()
            seen = self._clash.witnesses() if is_of_program else [None] * len(found)
            parts = zip(found, seen, strict=True)
            pairs = [(row, one) for part, one in parts for row in self._demands.singly([part])]
            rows, witnesses = zip(*pairs, strict=True)
            groups = tuple(dict.fromkeys(row.group for row in rows))
            return _Reason(groups, rows, witnesses, self._clash.minimal)
        groups = tuple(cause.group for cause in self._groups.found())
        if self._rows is None:
            # As long as there are no rows, their search has still to come.
            return _Reason(groups, (), (), self._groups.minimal and not self.wants_rows)
        rows, witnesses = self._rows.found(), self._rows.witnesses()
        minimal = self._groups.minimal and self._rows.minimal
        if self._bounds is None:
            return _Reason(groups, rows, witnesses, minimal and not self.wants_bounds)
        if self._bounds.smallest:
            groups += (BOUNDS,)
        return _Reason(
            groups,
            rows + self._bounds.found(),
            witnesses + self._bounds.witnesses(),
            minimal and self._bounds_minimal,
        )
