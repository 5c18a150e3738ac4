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

# The engine searches so many nodes in some milliseconds (a million in 0.12 s, the tower of height 3
# in docs/benchmarks/exact_covers.md). If a fact takes more, the decision diagram, which settles all
# facts together, may take less.
_NODES_FOR_A_FACT = 20_000


class _Search:
    """The search for the backbone, from which an answer can be made at any moment.

    Attributes:
        facts: The number of facts.
        open: The facts that have held in every solution so far: a form and its value, by name.
        solution: The first solution; None as long as there is none.
    """

    def __init__(self, inquiry: Inquiry, report: Reporter) -> None:
        self._inquiry = inquiry
        self._program = inquiry.program
        self._report = report
        self.facts = 0
        self.open: Mapping[Hashable, tuple[Affine, Number]] = {}
        self.solution: IntArray | None = None
        self._proved: set[Hashable] = set()

    def begin(self, values: IntArray, forms: Mapping[Hashable, Affine]) -> None:
        """Begins with the facts of the first solution."""
        numbers: list[int] = values.tolist()
        self.open = {name: (form, form.value(numbers)) for name, form in forms.items()}
        self.facts = len(forms)
        self.solution = values

    def strike_off(self, values: IntArray) -> None:
        """Strikes off the facts that do not hold in another solution."""
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
        limit = self._one_by_one(_NODES_FOR_A_FACT)
        if limit is not Limit.NODES:
            return limit
        return None if self._together() else self._one_by_one(None)

    def _only_one(self) -> bool:
        """Whether it is quickly seen that there is one solution, so that all facts hold."""
        options = self._inquiry.clock.options()
        if options is None:
            return False
        nodes = min(options.node_limit or _NODES_FOR_A_FACT, _NODES_FOR_A_FACT)
        options = replace(options, node_limit=nodes)
        backend = self._inquiry.choice.alone()
        solutions = list_solutions(self._program, backend, limit=2, options=options)
        self._inquiry.spend(solutions.result)
        return solutions.complete and len(solutions) == 1

    def _one_by_one(self, nodes: int | None) -> Limit | None:
        """Looks for a change of one fact at a time; returns the limit that came first, if any.

        Each search takes so many nodes at most, unless the user has set a limit of nodes.
        """
        first_limit: Limit | None = None
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
                first_limit = Limit.NODES
            else:
                return result.limit
        return first_limit

    def _together(self) -> bool:
        """Asks the backend for the ranges of all open facts; returns whether it knows them."""
        backend = self._inquiry.backend
        options = self._inquiry.clock.options()
        if options is None or not knows_all(backend, self._program):
            return False
        open_ = self.open
        weights = np.zeros((len(open_), self._program.variables), dtype=np.int64)
        for row, (form, _) in enumerate(open_.values()):
            np.add.at(weights[row], list(form.columns), stored(form.coefficients))
        ranges = backend.ranges(replace(self._program, objective=None), options, weights)
        if ranges is None:
            return False
        least, greatest = ranges
        self.open = dict(compress(open_.items(), least == greatest))
        return True

    def _demand_change(self, form: Affine, value: Number) -> Program:
        """Returns the program in which a number has the other one of its two values."""
        program = self._program
        more = LinearRows(program.lower, program.upper, program.continuous)
        least, most = more.range(form)
        is_sum = all(factor == 1 for factor in form.coefficients)
        if is_sum and any(row.issuperset(form.columns) for row in self._rows_of_one):
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
        allows_one = np.isin(meanings(self._program), (Meaning.EXACTLY_ONE, Meaning.AT_MOST_ONE))
        rows = self._program.rows.keep(allows_one)
        columns = rows.columns.tolist()
        return [set(columns[start:end]) for start, end in pairwise(rows.starts.tolist())]

    def answer(self, limit: Limit | None) -> Forced:
        """Returns the answer after a limit; without one, all open facts are proved."""
        # Facts are about deciding variables, which are whole.
        values = {name: cast("int", value) for name, (_, value) in self.open.items()}
        is_complete = limit is None
        if self.solution is not None:
            status = Status.OPTIMAL
        else:
            status = Status.INFEASIBLE if is_complete else Status.UNKNOWN
        result = self._inquiry.result(
            status, limit or Limit.NONE, self.solution, complete=is_complete
        )
        return Forced(
            values=values if is_complete else {},
            undecided={} if is_complete else values,
            facts=self.facts,
            solution=self.solution,
            result=result,
        )


Facts: TypeAlias = Callable[[IntArray], Mapping[Hashable, Expression]]
"""The facts to compare, as a function of the first solution: an expression for each name."""


def find_forced(
    model: ProgramView,
    backend: BackendLike = "auto",
    *,
    facts: Facts | None = None,
    options: Options | None = None,
    watch: Watch | None = None,
    **words: Unpack[OptionWords],
) -> Forced:
    """Finds the backbone of a model: the facts that are the same in every solution.

    It repeatedly searches for a solution that differs from the first one in some fact that all
    solutions so far have in common; every such solution strikes off at least one fact, and most of
    them many. When there is none left, the remaining facts are proved. A backend that takes no
    further rows looks for a change of one fact at a time; if some facts are not quickly settled
    that way, it looks for the least and the greatest values of all facts, if it can.

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

    def ask(asked: Inquiry) -> Forced:
        return _find_forced(asked, facts, watch)

    return inquiry.in_turn(ask)


def _find_forced(inquiry: Inquiry, facts: Facts | None, watch: Watch | None) -> Forced:
    """Finds the backbone with the backend that an inquiry is for."""
    program = inquiry.program
    report = Reporter(watch)
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
    """Returns the form of each fact by its name; by default, the deciding columns."""
    if facts is None:
        named = program.by_name(program.deciding.nonzero()[0].tolist())
        forms: dict[Hashable, Affine] = {
            name: Affine.column(column) for name, column in named.items()
        }
    else:
        forms = _stated_forms(program, facts(values))
    unlimited = program.unbounded()
    if any(unlimited[list(form.columns)].any() for form in forms.values()):
        raise ModelError("a fact uses a variable that has no bounds", "give it bounds")
    return forms


def _stated_forms(program: Program, facts: object) -> dict[Hashable, Affine]:
    """Returns the form of each fact that a user has stated; raises where it is no expression."""
    if not isinstance(facts, Mapping):
        what = f"facts must map names to numbers of the model, got {type(facts).__name__}"
        raise InputError(what)
    forms: dict[Hashable, Affine] = {}
    for name, number in facts.items():
        if not isinstance(number, Linear):
            what = f"fact {quoted(name)} must be a number of the model, got {quoted(number)}"
            raise InputError(what)
        stated = number.expression()
        used = Extent.of_columns(stated.columns)
        require_same_model(
            number, stated.owner, program.names.owner, "the facts are about", used=used
        )
        forms[name] = stated.exact_form()
    return forms
