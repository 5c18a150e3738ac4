"""What a solver answered: a status, the limit that was hit if any, and the values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from ilpuzzles.modelling.expressions import Expression, Negation, Variable
from ilpuzzles.modelling.numbers import Number, NumberArray, plain, stored, text_of
from ilpuzzles.modelling.row_check import Violation
from ilpuzzles.modelling.text_tables import table_html
from ilpuzzles.modelling.variables import VariableArray


class Status(StrEnum):
    """What is known about the model. Which limit was hit, if any, is a `Limit`."""

    OPTIMAL = "optimal"
    """Solved: there is a solution, and none is better (any will do without an objective)."""
    FEASIBLE = "feasible"
    """There is a solution; whether a better one exists is not known."""
    INFEASIBLE = "infeasible"
    """Proved to have no solution."""
    UNBOUNDED = "unbounded"
    """Solutions get better without end."""
    UNKNOWN = "unknown"
    """Nothing was found and nothing proved."""
    ERROR = "error"
    """The solver failed; the message says how."""


class Limit(StrEnum):
    """Why a search ended before it was complete."""

    NONE = "none"
    TIME = "time"
    SOLUTIONS = "solutions"
    NODES = "nodes"
    MEMORY = "memory"
    GAP = "gap"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Seconds:
    """Where the time went, in seconds on the wall clock.

    Attributes:
        build: Turning the model into a program, if it was not one already.
        hand_over: Turning the arrays into what the solver takes, and starting its process if it has
            one that says when it begins.
        solve: Waiting for the solver, and reading its answer.
    """

    build: float = 0.0
    hand_over: float = 0.0
    solve: float = 0.0


@dataclass(frozen=True, slots=True)
class Opinion:
    """What another backend says of a claim: that there is no solution, no other one, or no better.

    Attributes:
        backend: Its name; empty if there was none to ask, or none was to be asked.
        agrees: Whether it has proved the same; otherwise its time was over.
        seconds: How long it was asked.
    """

    backend: str
    agrees: bool
    seconds: float

    @staticmethod
    def of_all(opinions: Sequence[Opinion]) -> Opinion | None:
        """One opinion of several claims, which agrees if each of them does."""
        if not opinions:
            return None
        names = dict.fromkeys(one.backend for one in opinions if one.backend)
        agrees = all(one.agrees for one in opinions)
        return Opinion(" and ".join(names), agrees, sum(one.seconds for one in opinions))

    def __str__(self) -> str:
        """The opinion in words.

        Example:
            >>> print(Opinion("cpsat", True, 0.1), Opinion("cpsat", False, 2), sep=", ")
            confirmed by cpsat, not confirmed in 2 s
        """
        if self.agrees:
            return f"confirmed by {self.backend}"
        return f"not confirmed in {self.seconds:.0f} s" if self.backend else "not confirmed"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Result:
    """The answer of a backend.

    Attributes:
        status: What is known.
        limit: The limit that was hit, or `Limit.NONE`.
        values: One number per variable of the model, or None without a solution. They are whole;
            where variables are continuous, exact numbers in an array of objects.
        objective: The exact objective of the values, or None without an objective or a solution.
        further: The values of the objectives after the first one, in their order.
        bound: The bound on the objective that the solver reports; it cannot be better than that.
        complete: Whether the question is settled: nothing was left unsearched.
        seconds: Where the time went.
        nodes: How many nodes the solver reports to have searched.
        memory: The peak memory of the solver's own process, in bytes.
        backend: The name of the backend.
        version: The version of its solver.
        checked: Whether the values have passed the row check.
        opinion: What another backend says of what cannot be checked: that there is no solution, no
            further one, or none better. None where that was not claimed, or the backend computes in
            whole numbers.
        missed: The row or bound that they miss by most, within a share of 1e-9, where the values of
            continuous variables could not be made exact; else they satisfy every row exactly.
        message: What went wrong, for `Status.ERROR`; empty otherwise.
        details: What else the backend reports about its search: strings or numbers by name.
    """

    status: Status
    limit: Limit = Limit.NONE
    values: NumberArray | None = None
    objective: Number | None = None
    further: tuple[Number, ...] = ()
    bound: float | None = None
    complete: bool = False
    seconds: Seconds = field(default_factory=Seconds)
    nodes: int | None = None
    memory: int | None = None
    backend: str
    version: str
    checked: bool = False
    opinion: Opinion | None = None
    missed: Violation | None = None
    message: str = ""
    details: Mapping[str, str | int] = field(default_factory=dict)

    def value(self, number: Variable | Negation | Expression) -> Number:
        """The value of a variable, a negated one, or an expression.

        Raises:
            ValueError: If there is no solution.
        """
        expression = number.expression()
        found: list[Number] = self._require_values()[expression.columns].tolist()
        terms = zip(expression.coefficients, found, strict=True)
        return plain(expression.constant + sum(factor * value for factor, value in terms))

    def array(self, variables: VariableArray) -> NumberArray:
        """The values of an array or family of variables, in its shape.

        Whole numbers, or exact ones in an array of objects, which `.astype(float)` rounds.

        Raises:
            ValueError: If there is no solution.
        """
        values = self._require_values()[variables.columns]
        if values.dtype == object and all(type(value) is int for value in values.ravel()):
            return stored(values.ravel().tolist()).reshape(values.shape)
        return values

    def _require_values(self) -> NumberArray:
        if self.values is None:
            raise ValueError(f"no values: the status is {self.status}")
        return self.values

    def table(self) -> list[list[str]]:
        """What is known, as a table: a name and a value in each line."""
        lines = [
            ["status", self.status.value],
            ["limit", "" if self.limit is Limit.NONE else self.limit.value],
            ["objective", "" if self.objective is None else text_of(self.objective, ",")],
            ["then", ", ".join(text_of(value, ",") for value in self.further)],
            ["bound", "" if self.bound is None else f"{self.bound:,.15g}"],
            ["nodes", "" if self.nodes is None else f"{self.nodes:,}"],
            ["seconds", f"{self.seconds.build + self.seconds.hand_over + self.seconds.solve:.2f}"],
            ["backend", f"{self.backend} {self.version}"],
            ["checked", "every row" if self.checked else ""],
            ["opinion", "" if self.opinion is None else str(self.opinion)],
            ["exact", f"within 1e-9: {self.missed}" if self.missed else ""],
            ["message", self.message],
        ]
        return [["result", ""], *([name, value] for name, value in lines if value)]

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": table_html(self.table())}

    def __repr__(self) -> str:
        parts = [self.status.value]
        if self.limit is not Limit.NONE:
            parts.append(f"limit {self.limit.value}")
        if self.objective is not None:
            parts.append(f"objective {text_of(self.objective, ',')}")
            parts += [f"then {text_of(value, ',')}" for value in self.further]
        return f"<result of {self.backend}: {', '.join(parts)}>"

    def __bool__(self) -> bool:
        """Whether there is a solution."""
        return self.values is not None
