"""Why is there no solution? An IIS of groups, of rows, or of what was given, and its proof."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.backends.registry import BackendLike, get_backend, own_backends
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import BackendError, CheckError, ModelError, Problem
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Given, Group, IntArray
from ilpuzzles.progress import Reporter, Watch
from ilpuzzles.queries.iis import BOUNDS, Bundle, Conflict, Consistency, Demand, Demands, Part, only
from ilpuzzles.queries.query_results import Explanation, TakenBack
from ilpuzzles.queries.relaxation import Fewest
from ilpuzzles.queries.solve import Inquiry, solve_model

_PATIENCE = 5.0
# The engine comes last, since it may have to be compiled. On the three pieces of docs/hopeless.yaml
# CBC takes 1.3 s, SCIP and HiGHS 0.3 s.
_LATE = {"cbc": 1, "clingo": 1, "exactcover": 2}


def confirmed_by(inquiry: Inquiry, program: Program, rows: IntArray) -> tuple[str, ...]:
    """Up to two backends that prove, each in a search of its own, that rows have no solution.

    The one of the question is asked first. If one finds a solution, that is a `CheckError`.
    """
    together = replace(only(program, rows), objective=None)
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
        except BackendError:
            # Not every backend takes every model, and one opinion is enough to go on.
            continue
        if result.values is not None:
            what = f"{first} found no solution, but {backend.name} did"
            raise CheckError(Problem(what, "please report this"))
        if result.status is Status.INFEASIBLE:
            confirmed.append(backend.name)
        if len(confirmed) == 2:
            break
    return tuple(confirmed)


def explain(
    model: Model | Program,
    among: Sequence[str] = (),
    *,
    given: Given | None = None,
    rows: bool = True,
    bounds: bool = False,
    backend: BackendLike = "auto",
    options: Options | None = None,
    watch: Watch | None = None,
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
            well; those of binary variables always hold. For that, a backend has to take variables
            without bounds, as CP-SAT does not.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search; a time limit is for all searches together. A single search may take
            10 seconds, or 20 times as long as the proof that there is no solution if that is more;
            what it leaves unknown counts as possible.
        watch: Called with the progress now and then: how many searches there were.

    Returns:
        The explanation; if the model has a solution, it says so.

    Raises:
        UnknownNameError: If there is no such group with rows in it.
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
        leave out any one of these rows, and there is a solution of the others
    """
    among = (among,) if isinstance(among, str) else among
    inquiry, report = Inquiry(model, backend, options), Reporter(watch)
    search = _Search(among, None if among else given, inquiry, report, rows=rows, bounds=bounds)
    try:
        with report.beating():
            return search.run()
    except KeyboardInterrupt as interruption:
        raise Interrupted(search.answer(Limit.INTERRUPTED)) from interruption


class _Reason(NamedTuple):
    """What has no solution together: groups, and rows with the member that each belongs to."""

    groups: tuple[Group, ...]
    rows: list[tuple[int, int]]
    minimal: bool
    conflict: Conflict


class _Search:
    """The state of the search, from which an answer can be made at any moment."""

    def __init__(
        self,
        among: Sequence[str],
        given: Given | None,
        inquiry: Inquiry,
        report: Reporter,
        *,
        rows: bool,
        bounds: bool,
    ) -> None:
        self._inquiry, self._report = inquiry, report
        self._wants_rows, self._wants_bounds = rows, rows and bounds
        self._bounding: tuple[Demands, Conflict] | None = None
        self._demands = demands = Demands.of(inquiry.program)
        self._given = given or Given()
        bundles = demands.among(among)
        self._parts = {} if given is None else demands.parts(given)
        # Once what was given is not to blame, the rules are.
        rules = demands.but(list(self._parts.values()))
        ruling = set(rules.tolist())
        self._open = [one for one in bundles if ruling.issuperset(one.rows.tolist())]
        always = demands.but([bundle.rows for bundle in bundles])
        consistency = Consistency(inquiry, demands.program, always, report, bounded=True)
        self._consistency = consistency
        members = list(self._parts.values())
        self._clash = Conflict(consistency, members, rules)
        self._fewest = Fewest(inquiry, demands.program, members, rules, consistency)
        self._groups = Conflict(consistency, [one.rows for one in self._open], always)
        self._singles: list[int] = []
        self._rows: Conflict | None = None
        self._possible: bool | None = None
        self._confirmed: tuple[str, ...] = ()
        self._bounds_refused: tuple[str, ...] = ()

    def run(self) -> Explanation:
        if self._parts:
            self._possible = self._clash.search(range(len(self._parts)))
            if self._possible is not False:
                return self.answer(self._consistency.limit)
        if self._clash.smallest:
            self._fewest.search(self._clash.smallest)
            return self._confirmed_answer(self._clash)
        found = self._groups.search(range(len(self._open)))
        if not self._parts:
            self._possible = found
        if found is not False:
            return self.answer(self._consistency.limit)
        reason = self._search_rows() if self._wants_rows else self._groups
        if self._wants_bounds and reason.smallest is not None:
            self._search_bounds(reason.rows(reason.smallest))
        return self._confirmed_answer(reason)

    def _search_bounds(self, rows: IntArray) -> None:
        """Looks which bounds are needed beside some rows, as far as a backend takes these alone."""
        demands = Demands.bounding(only(self._demands.program, rows))
        bounds = [np.array([row]) for row in demands.bundles[0].rows.tolist()]
        always, choice = demands.but(bounds), self._inquiry.choice
        backends: list[BackendLike] = [choice, *choice.otherwise]
        unable = []
        for backend in backends:
            inquiry = self._inquiry.about(demands.program, backend)
            consistency = Consistency(inquiry, inquiry.program, always, self._report, bounded=True)
            conflict = Conflict(consistency, bounds, always)
            # All of them, as long as nothing better is proved.
            conflict.smallest = list(range(len(bounds)))
            self._bounding = demands, conflict
            # Not every backend takes variables without bounds.
            with suppress(BackendError, ModelError):
                conflict.search(conflict.smallest)
                if consistency.limit is not Limit.NONE:
                    self._consistency.limit = consistency.limit
                return
            unable.append(inquiry.backend.name)
        self._bounding, self._wants_bounds = None, False
        self._bounds_refused = tuple(unable) if bounds else ()

    def _search_rows(self) -> Conflict:
        chosen = sorted(row for bundle in self._bundles() for row in bundle.rows.tolist())
        self._singles = chosen
        members = [np.array([row]) for row in chosen]
        self._rows = rows = Conflict(self._consistency, members, self._groups.always)
        # What stands last in a model is the most particular, such as the tiles that are given: as
        # few of these rows as possible, beside all that is general, make the clearest reason.
        number_of = {row: number for number, row in enumerate(chosen)}
        stages = [[number_of[row] for row in b.rows.tolist()] for b in reversed(self._bundles())]
        rows.search(range(len(chosen)), stages)
        return rows

    def _bundles(self) -> list[Bundle]:
        return [self._open[number] for number in self._groups.smallest or ()]

    def _confirmed_answer(self, conflict: Conflict) -> Explanation:
        if conflict.smallest is not None:
            rows = conflict.rows(conflict.smallest)
            self._confirmed = confirmed_by(self._inquiry, self._demands.program, rows)
        return self.answer(self._consistency.limit)

    def answer(self, limit: Limit) -> Explanation:
        """What is known now."""
        everything = np.arange(len(self._demands.program.rows))
        solution = self._consistency.witness(everything) if self._possible else None
        impossible = self._clash.smallest is not None or self._groups.smallest is not None
        clashing = bool(self._clash.smallest)
        reason = self._clash_of_parts() if clashing else self._clash_of_rules()
        taken_back = self._taken_back() if clashing else None
        bounds, seen, minimal = self._clash_of_bounds()
        minimal &= reason.minimal
        if impossible:
            status = Status.INFEASIBLE
            complete = minimal and (taken_back is None or taken_back.complete)
        else:
            status = Status.UNKNOWN if solution is None else Status.OPTIMAL
            complete = solution is not None
        given = None
        if impossible and self._parts:
            given = tuple(self._part(number) for number in self._clash.smallest or ())
        return Explanation(
            model=self._inquiry.program,
            groups=reason.groups + ((BOUNDS,) if bounds else ()),
            rows=tuple(self._demands[row] for row, _ in reason.rows) + bounds,
            minimal=minimal,
            confirmed_by=self._confirmed,
            witnesses=tuple(reason.conflict.witness(member) for _, member in reason.rows) + seen,
            solution=solution,
            result=self._inquiry.result(
                status, Limit.NONE if complete else limit, solution, complete=complete
            ),
            given=given,
            taken_back=taken_back,
            out_of_time=limit is not Limit.TIME or self._inquiry.clock.over,
            bounds_refused=self._bounds_refused,
        )

    def _clash_of_parts(self) -> _Reason:
        clash, members = self._clash, list(self._parts.values())
        smallest = clash.smallest or ()
        rows = [(row, number) for number in smallest for row in members[number].tolist()]
        groups = tuple(dict.fromkeys(self._demands[row].group for row, _ in rows))
        return _Reason(groups, rows, clash.minimal, clash)

    def _clash_of_rules(self) -> _Reason:
        groups, rows = self._groups, self._rows
        named = tuple(bundle.group for bundle in self._bundles())
        if rows is None:
            # As long as there are no rows, their search has still to come.
            return _Reason(named, [], groups.minimal and not self._wants_rows, groups)
        kept = [(self._singles[number], number) for number in rows.smallest or ()]
        return _Reason(named, kept, groups.minimal and rows.minimal, rows)

    def _clash_of_bounds(self) -> tuple[tuple[Demand, ...], tuple[IntArray | None, ...], bool]:
        """The bounds that are needed, a witness for each, and whether that is proved."""
        if self._bounding is None:
            return (), (), not self._wants_bounds or not self._groups.smallest
        demands, conflict = self._bounding
        kept, rows = conflict.smallest or (), demands.bundles[0].rows
        found = tuple(demands[int(rows[number])] for number in kept)
        return found, tuple(map(conflict.witness, kept)), conflict.minimal

    def _part(self, number: int) -> Part:
        name, rows = list(self._parts.items())[number]
        return self._demands.part(name, rows, self._given)

    def _taken_back(self) -> TakenBack:
        fewest = self._fewest
        if fewest.best is None:
            return TakenBack(None, max(fewest.least, 1), None)
        numbers, solution = fewest.best
        return TakenBack(tuple(map(self._part, numbers)), fewest.least, solution)
