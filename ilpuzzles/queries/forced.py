"""The backbone of a model: facts that no solution changes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import compress, pairwise
from typing import TypeAlias, Unpack, cast

import numpy as np

from ilpuzzles.backends.interface import (
    Feature,
    Options,
    OptionWords,
    interruptible,
    options_with,
)
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import BackendError, InputError, ModelError, quoted
from ilpuzzles.modelling.affine import Affine, LinearRows
from ilpuzzles.modelling.expressions import Expression, Linear
from ilpuzzles.modelling.numbers import Number, stored
from ilpuzzles.modelling.ownership import Extent, require_same_model
from ilpuzzles.modelling.program import Program, ProgramView
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.passes.cover_form import Meaning, meanings
from ilpuzzles.progress import Progress, Reporter, Watch
from ilpuzzles.queries.enumeration import knows_all
from ilpuzzles.queries.query_results import Forced
from ilpuzzles.queries.restricted_search import Restricted
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import Inquiry
from ilpuzzles.solvers.registry import BackendLike, Task

# What is not settled by so many nodes, may be settled for all facts together.
_FEW_NODES = 20_000


class _Search:
    """What is known: how many facts there are, and the numbers and values of those left open.

    Open facts have held in every solution so far; `solution` is the first one.
    """

    def __init__(self, inquiry: Inquiry, report: Reporter) -> None:
        self._inquiry, self._program, self._report = inquiry, inquiry.program, report
        self.facts = 0
        self.open: Mapping[Hashable, tuple[Affine, Number]] = {}
        self.solution: IntArray | None = None
        self._proved: set[Hashable] = set()

    def begin(self, values: IntArray, forms: Mapping[Hashable, Affine]) -> None:
        numbers: list[int] = values.tolist()
        self.open = {name: (form, form.value(numbers)) for name, form in forms.items()}
        self.facts = len(forms)
        self.solution = values

    def strike_off(self, values: IntArray) -> None:
        numbers: list[int] = values.tolist()
        self.open = {
            name: (form, value)
            for name, (form, value) in self.open.items()
            if form.value(numbers) == value
        }

    def settle(self) -> Limit | None:
        """Finds out which open facts hold in every solution; the backend takes no further rows.

        Settles all facts: with few nodes each, then all together, then with as many as it takes.
        Returns the limit that came first, or None if everything is settled.
        """
        if self._only_one():
            return None
        limit = self._one_by_one(_FEW_NODES)
        if limit is not Limit.NODES:
            return limit
        return None if self._together() else self._one_by_one(None)

    def _only_one(self) -> bool:
        """Whether there is quickly seen to be one solution: then all facts hold."""
        options = self._inquiry.clock.options()
        if options is None:
            return False
        few = replace(options, node_limit=min(options.node_limit or _FEW_NODES, _FEW_NODES))
        found = list_solutions(self._program, self._inquiry.choice.alone(), limit=2, options=few)
        self._inquiry.spend(found.result)
        return found.complete and len(found) == 1

    def _one_by_one(self, nodes: int | None) -> Limit | None:
        left: Limit | None = None
        asked = self._inquiry.options.node_limit
        for name in list(self.open):
            if name in self._proved or name not in self.open:
                continue
            self._report(Progress(self._inquiry.searches))
            question = Restricted(self._demand_change(*self.open[name]), objective=False)
            result = self._inquiry.look(question, nodes=nodes if asked is None else asked)
            if result.values is not None:
                self.strike_off(result.values)
            elif result.status is Status.INFEASIBLE:
                self._proved.add(name)
            elif result.limit is Limit.NODES and asked is None:
                left = Limit.NODES
            else:
                return result.limit
        return left

    def _together(self) -> bool:
        """Asks the backend how small and large the open facts get; whether it knows."""
        backend, options = self._inquiry.backend, self._inquiry.clock.options()
        if options is None or not knows_all(backend, self._program):
            return False
        open_ = self.open
        weights = np.zeros((len(open_), self._program.variables), dtype=np.int64)
        for row, (form, _) in enumerate(open_.values()):
            np.add.at(weights[row], list(form.columns), stored(form.coefficients))
        found = backend.ranges(replace(self._program, objective=None), options, weights)
        if found is None:
            return False
        same = found[0] == found[1]
        self.open = dict(compress(open_.items(), same))
        return True

    def _demand_change(self, form: Affine, value: Number) -> Program:
        """The program with the demand that a number has the other one of its two values."""
        program = self._program
        more = LinearRows(program.lower, program.upper, program.continuous)
        least, most = more.range(form)
        plain = all(factor == 1 for factor in form.coefficients)
        if plain and any(row.issuperset(form.columns) for row in self._rows_of_one):
            most = min(most, form.constant + 1)
        if most - least > 1:
            what = f"{self._inquiry.backend.name} cannot decide facts with more than two values"
            raise BackendError(what, "use cpsat")
        wanted = least + most - value - form.constant
        more.row(Affine(form.columns, form.coefficients, 0), wanted, wanted)
        return program.extended(more)

    @cached_property
    def _rows_of_one(self) -> list[set[int]]:
        """The columns of every row that allows one of them at most."""
        once = np.isin(meanings(self._program), (Meaning.EXACTLY_ONE, Meaning.AT_MOST_ONE))
        rows = self._program.rows.keep(once)
        columns = rows.columns.tolist()
        return [set(columns[start:end]) for start, end in pairwise(rows.starts.tolist())]

    def answer(self, limit: Limit | None) -> Forced:
        """The answer; without a limit, what is still open is proved."""
        # Facts are about deciding variables, which are whole.
        known = {name: cast("int", value) for name, (_, value) in self.open.items()}
        status = Status.OPTIMAL if self.solution is not None else Status.UNKNOWN
        if limit is None and self.solution is None:
            status = Status.INFEASIBLE
        ended, complete = limit or Limit.NONE, limit is None
        return Forced(
            values=known if complete else {},
            undecided={} if complete else known,
            facts=self.facts,
            solution=self.solution,
            result=self._inquiry.result(status, ended, self.solution, complete=complete),
        )


Facts: TypeAlias = Callable[[IntArray], Mapping[Hashable, Expression]]
"""What a solution shows: names of facts, and for each a number that it is about."""


def find_forced(
    model: ProgramView,
    backend: BackendLike = "auto",
    *,
    facts: Facts | None = None,
    options: Options | None = None,
    watch: Watch | None = None,
    **words: Unpack[OptionWords],
) -> Forced:
    """Finds the backbone of a model: what is the same in every solution.

    It repeatedly searches for a solution that differs from the first one in some fact that all
    solutions so far have in common; every such solution strikes off at least one fact, and most of
    them many. When there is none left, the remaining facts are proved. A backend that takes no
    further rows looks for a change of one fact at a time; for what is not quickly settled that way,
    it looks for the least and the greatest values of all facts, if it can.

    Args:
        model: A model, or a program.
        facts: Called with the first solution, it gives the facts to look at: names, each with a
            number that is compared with its value there. By default, the deciding variables. If
            `auto` has to go on to the next backend, it is called anew.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search.
        watch: Called now and then with the number of solutions that were looked at.

    Returns:
        The facts that hold in every solution.

    Raises:
        ModelError: If a deciding variable has no bounds.
        BackendError: If the solver is missing or fails.
        Interrupted: On Ctrl-C, with what was found so far.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x, y, z = (model.binary(name) for name in "xyz")
        >>> rows = model.add(x + y == 2 * z), model.add(x + y >= 1)
        >>> dict(find_forced(model).values)
        {'x': 1, 'y': 1, 'z': 1}
    """
    options = options_with(options, words)
    inquiry = Inquiry(model, backend, options, Task.ALL)

    def ask(one: Inquiry) -> Forced:
        return _find_forced(one, facts, watch)

    return inquiry.in_turn(ask)


def _find_forced(inquiry: Inquiry, facts: Facts | None, watch: Watch | None) -> Forced:
    """Finds the backbone with the backend that an inquiry is for."""
    program, report = inquiry.program, Reporter(watch)
    search = _Search(inquiry, report)
    with interruptible(lambda: search.answer(Limit.INTERRUPTED)):
        restricted = Restricted(program, objective=False)
        result = inquiry.look(restricted)
        if result.values is not None:
            search.begin(result.values, _forms(program, facts, result.values))
            if Feature.ANY_ROWS not in inquiry.backend.features:
                return search.answer(search.settle())
        while result.values is not None and search.open:
            report(Progress(inquiry.searches))
            restricted.demand_change(search.open.values())
            result = inquiry.look(restricted)
            if result.values is not None:
                search.strike_off(result.values)
    proved = result.status is Status.INFEASIBLE or result.values is not None
    return search.answer(None if proved else result.limit)


def _forms(program: Program, facts: Facts | None, values: IntArray) -> dict[Hashable, Affine]:
    unlimited = program.unbounded()
    if facts is not None:
        found: object = facts(values)
        if not isinstance(found, Mapping):
            what = f"facts must map names to numbers of the model, got {type(found).__name__}"
            raise InputError(what)
        forms = {}
        for name, number in found.items():
            if not isinstance(number, Linear):
                what = f"fact {quoted(name)} must be a number of the model, got {quoted(number)}"
                raise InputError(what)
            stated = number.expression()
            owner, used = program.names.owner, Extent.of_columns(stated.columns)
            require_same_model(number, stated.owner, owner, "the facts are about", used=used)
            forms[name] = stated.exact_form()
    else:
        named = program.by_name(np.nonzero(program.deciding)[0].tolist())
        forms = {name: Affine.column(column) for name, column in named.items()}
    if any(unlimited[list(form.columns)].any() for form in forms.values()):
        raise ModelError("a fact uses a variable that has no bounds", "give it bounds")
    return forms
