"""Formulations: the ways to state an instance of a puzzle as a model."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.expressions import Expression, Variable
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.rows import IntArray


@dataclass(frozen=True, slots=True, eq=False)
class Formulated:
    """An instance, stated as a model.

    Attributes:
        model: The model.
        decode: Turns values of its variables into a solution: a `Solution` for a puzzle,
            anything for your own model.
        facts: Called with the values of a solution, it says what that shows: names of facts, each
            with a number of the model that has the same value wherever the fact holds. None for
            the deciding variables themselves.
        partial: Turns the facts that hold in every solution, with the values of their numbers, into
            the part of a solution that is known. None to decode the values that are known, with 0
            for all others.
        moves: How the symmetries of the instance permute the variables: where each takes each
            column, shape (symmetries, columns). None if that is not known.
        order: Turns an order given in words into the rows it names, in that order; for the backend
            `exactcover`. None if there is no such order.
        given: Which rows hold what the instance gives, in parts that can be taken back. None if
            that is not said: then a reason is looked for in all rows.
        encode: The opposite of `decode`: turns a solution, or a part of one, into values of the
            variables that mean it, as far as there are such variables. None if that is not known.
        sound: Whether every solution of the model is one of the instance; if not, solutions may
            break rules, and are shown with the rules that they break.

    Raises:
        ModelError: If there are `facts` but no `partial` to turn them into a solution.
    """

    model: Model
    decode: Callable[[IntArray], Any]
    facts: Callable[[IntArray], Mapping[Hashable, Expression]] | None = None
    partial: Callable[[Mapping[Any, int]], Any] | None = None
    moves: Callable[[Any], IntArray] | None = None
    order: Callable[[str], tuple[int, ...]] | None = None
    given: Given | None = None
    encode: Callable[[Any], dict[Variable, int]] | None = None
    sound: bool = True

    def __post_init__(self) -> None:
        if self.facts is not None and self.partial is None:
            raise ModelError("a formulation has 'facts' but not 'partial'", "give both or neither")


@dataclass(frozen=True, slots=True)
class Formulation:
    """A way to state instances as models.

    Attributes:
        name: Its name.
        about: What its variables are, in a sentence.
        build: States an instance as a model.
        claims: Whether a backend, by its name, is expected to solve an instance in this form
            within seconds. Other backends may still be tried.
        best_with: The backend with which this is the standard form, where it is installed.
    """

    name: str
    about: str
    build: Callable[[Any], Formulated]
    claims: Callable[[Any, str], bool]
    best_with: str = ""
