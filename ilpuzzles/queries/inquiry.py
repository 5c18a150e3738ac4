"""What all questions have in common: a model, a backend, the time there is, and what it took."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import NamedTuple

from ilpuzzles.backends import (
    Choice,
    FindsCores,
    Limit,
    Options,
    Result,
    Seconds,
    Status,
    Task,
    choose,
)
from ilpuzzles.errors import BackendError, CheckError, Problem
from ilpuzzles.modelling import IntArray, Model, Program, program_of
from ilpuzzles.queries.restricted import Restricted
from ilpuzzles.queries.searching import Clock, search
from ilpuzzles.queries.solving import require_valid


class Core(NamedTuple):
    """What a search for a core has found; neither if it was stopped, or there is no such search.

    Attributes:
        members: Members that have no solution together, as far as the backend says.
        values: A solution of all members.
    """

    members: list[int] | None
    values: IntArray | None


class Inquiry:
    """One question to one backend, which may take many searches.

    Args:
        model: A model, or a program.
        backend: The name of a backend, or `auto`, or what was chosen.
        options: How to search; a time limit is that of the whole question.
        task: What the backend is wanted for; see `choose`.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> row = model.exactly_one(model.binary("x", 2))
        >>> inquiry = Inquiry(model, "cpsat", None)
        >>> inquiry.look(Restricted(inquiry.program)).status.value, inquiry.searches
        ('optimal', 1)
    """

    def __init__(
        self,
        model: Model | Program,
        backend: str | Choice,
        options: Options | None,
        task: Task = Task.OTHER,
    ) -> None:
        self.program = program_of(model)
        self.options = options or Options()
        self.choice = choose(backend, self.program, task, self.options)
        self.backend = self.choice.backend
        self.clock = Clock(self.options)
        self.searches = 0
        self._start = time.perf_counter()
        self._spent: list[Result] = []

    def look(self, restricted: Restricted, nodes: int | None = None) -> Result:
        """Looks for a solution that breaks no cut and satisfies every row.

        Args:
            restricted: The program with what the question adds to it.
            nodes: How many nodes to search at most, instead of what the options say.

        Raises:
            BackendError: If the solver failed.
            CheckError: If its values do not satisfy the rows.
        """
        clock = self.clock if nodes is None else self.clock.with_nodes(nodes)
        result = search(restricted, self.backend, clock)
        self.spend(result)
        require_answer(result)
        if result.values is not None:
            require_valid(restricted.whole, result.values, result.backend)
            require_new(restricted, result.values, result.backend)
        return result

    def core(self, restricted: Restricted, members: Sequence[IntArray]) -> Core:
        """Looks for members that rule out every solution, on a backend that says which.

        Args:
            restricted: The program.
            members: The rows of each member, by their numbers in the program.

        Raises:
            BackendError: If the solver failed.
            CheckError: If its values do not satisfy the rows.
        """
        if not isinstance(self.backend, FindsCores):
            return Core(None, None)
        while (options := self.clock.options()) is not None:
            rows = restricted.rows_of(members)
            found, result = self.backend.core(restricted.program(), options, rows)
            self.spend(result)
            require_answer(result)
            if result.values is None:
                return Core(found, None)
            if not restricted.cut(result.values):
                values = restricted.values_of(result.values)
                require_valid(restricted.whole, values, result.backend)
                return Core(None, values)
        return Core(None, None)

    def spend(self, result: Result) -> None:
        """Adds what another search has taken."""
        self.searches += 1
        self._spent.append(result)

    def interrupted(self, *, found: bool) -> Result:
        """The outcome of a question that was interrupted."""
        status = Status.OPTIMAL if found else Status.UNKNOWN
        return self.result(status, Limit.INTERRUPTED, complete=False)

    def result(
        self, status: Status, limit: Limit, values: IntArray | None = None, *, complete: bool
    ) -> Result:
        """The outcome of the whole question."""
        spent = self._spent
        return Result(
            status=status,
            limit=limit,
            values=values,
            complete=complete,
            seconds=Seconds(
                sum(one.seconds.build for one in spent),
                sum(one.seconds.hand_over for one in spent),
                sum(one.seconds.solve for one in spent),
            ),
            nodes=sum(one.nodes or 0 for one in spent),
            memory=max((one.memory for one in spent if one.memory is not None), default=None),
            backend=self.backend.name,
            version=spent[-1].version if spent else self.backend.version(),
            checked=values is not None,
            details=spent[-1].details if spent else {},
        )


def require_new(restricted: Restricted, values: IntArray, backend: str) -> None:
    """Raises if a solution was ruled out before the search.

    Raises:
        CheckError: If it was.
    """
    if restricted.ruled_out(values):
        raise CheckError(
            Problem(f"{backend} found an excluded solution again", "try another backend")
        )


def require_answer(result: Result) -> Result:
    """Raises if the solver failed; returns the result otherwise.

    Raises:
        BackendError: If it did.
    """
    if result.status is Status.ERROR:
        raise BackendError(
            Problem(f"{result.backend} failed: {result.message}", "try another backend")
        )
    return result
