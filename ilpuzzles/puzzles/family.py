"""What a family of puzzles has to offer, so that everything above works with all of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from ilpuzzles.document import JsonPlace, Node
from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling import Expression, IntArray, Model

Plain: TypeAlias = dict[str, Any]
"""Data as it stands in JSON: dictionaries, lists, texts, whole numbers."""


class Puzzle(Protocol):
    """What a puzzle is, from `models/NAME.yaml`."""

    @property
    def name(self) -> str:
        """The name, which is also its command."""

    @property
    def title(self) -> str:
        """The title."""

    @property
    def about(self) -> str:
        """What it is about, in a few sentences; may be empty."""

    @property
    def source(self) -> str:
        """Where it comes from; may be empty."""


class Instance(Protocol):
    """What is to be solved, from `instances/NAME/PRESET.yaml` or from a user's file."""

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that it is an instance of."""

    @property
    def title(self) -> str:
        """The title; may be empty."""

    @property
    def solutions(self) -> int | None:
        """How many solutions it is known to have, or None."""


class Solution(Protocol):
    """A solution in the puzzle's own words."""

    def to_json(self) -> Plain:
        """The solution as plain data, which `rules` can check."""

    def differences(self, other: Any) -> Collection[Hashable]:
        """Where another solution differs, in keys that pictures can mark, such as cells."""


@dataclass(frozen=True, slots=True, eq=False)
class Formulated:
    """An instance, stated as a model.

    Attributes:
        model: The model.
        decode: Turns values of its variables into a solution: a `Solution` for a puzzle of a
            family, anything for a puzzle of one's own.
        facts: For the values of a solution, what it shows: names of facts, and for each a number of
            the model that has the same value wherever the fact holds. None for the deciding
            variables themselves.
        partial: Turns the facts that hold in every solution, with the values of their numbers, into
            the part of a solution that is known. None to decode the values that are known, with 0
            for all others.

    Raises:
        ModelError: If there are facts, and nothing to make a solution of them.
    """

    model: Model
    decode: Callable[[IntArray], Any]
    facts: Callable[[IntArray], Mapping[Hashable, Expression]] | None = None
    partial: Callable[[Mapping[Any, int]], Any] | None = None

    def __post_init__(self) -> None:
        if self.facts is not None and self.partial is None:
            raise ModelError(
                Problem("a formulation with facts and without partial", "give both or neither")
            )


@dataclass(frozen=True, slots=True)
class Formulation:
    """A way to state instances as models.

    Attributes:
        name: Its name.
        about: What its variables are, in a sentence.
        build: States an instance as a model.
        claims: Whether a backend, by its name, is expected to solve an instance in this form
            within seconds. What is not claimed may still be tried.
    """

    name: str
    about: str
    build: Callable[[Any], Formulated]
    claims: Callable[[Any, str], bool]


class Family(Protocol):
    """A family of puzzles.

    Attributes:
        name: What `family:` says in the file of a model.
        formulations: The ways to state an instance as a model, the standard one first.
        solution: The class of its solutions, which a decoder has to return.
    """

    name: str
    formulations: Mapping[str, Formulation]
    solution: type[Solution]

    def read_puzzle(self, tree: Node) -> Puzzle:
        """Reads the file of a model.

        Raises:
            InputError: With everything that is wrong with it.
        """

    def read_instance(self, puzzle: Any, tree: Node) -> Instance:
        """Reads the file of an instance.

        Raises:
            InputError: With everything that is wrong with it.
        """

    def read_solution(self, puzzle: Any, data: Any, where: JsonPlace) -> Plain:
        """Reads a solution that somebody has written down, for `rules` to check.

        Equal solutions are read as equal data, apart from `rows`, the drawing, which may be absent.

        Raises:
            InputError: If the data does not have the form of a solution.
        """

    def plain_puzzle(self, puzzle: Any) -> Plain:
        """What the puzzle is, as plain data."""

    def plain(self, instance: Any) -> Plain:
        """The instance as plain data, which `rules` can check solutions against."""
