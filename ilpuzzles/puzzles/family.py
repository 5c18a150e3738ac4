"""What a family of puzzles has to offer, so that everything above works with all of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from ilpuzzles.document import JsonPlace, Node
from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling import Expression, Given, IntArray, Model

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

    @property
    def solutions_up_to_symmetry(self) -> int | None:
        """How many of these are really different, or None."""

    @property
    def source(self) -> str:
        """Where these numbers come from; may be empty."""

    @property
    def breaking(self) -> SymmetryBreaking | None:
        """Which of several equivalent solutions are wanted, or None for all."""


class SymmetryBreaking(Protocol):
    """What leaves fewer of several equivalent solutions, and at least one."""

    @property
    def exact(self) -> bool:
        """Whether exactly one of all equivalent solutions is known to be left."""

    @property
    def text(self) -> str:
        """What it does, in a sentence."""

    def to_json(self) -> Plain:
        """Both, as plain data."""


class EquivalentSolutions(Protocol):
    """The symmetries of an instance."""

    @property
    def order(self) -> int:
        """How many there are, the identity included."""

    def orbit(self, solution: Any) -> tuple[bytes, int]:
        """What all equivalents of a solution have in common, and how many of them there are."""

    def rotations(self) -> EquivalentSolutions:
        """Those that are no mirrors."""

    def equivalents(self, solution: Any) -> list[Any]:
        """All different solutions that symmetries make of one, itself first."""


class Report(Protocol):
    """What can be said about an instance before it is solved."""

    def lines(self) -> Iterable[str]:
        """As lines of text."""

    def to_json(self) -> Plain:
        """As plain data."""


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
        moves: What symmetries of the instance make of the variables: where each takes each column,
            shape (symmetries, columns). None if that is not known.
        order: The rows that say what an order in words names, in that order; for the backend
            `exactcover`. None if there are no such words.
        given: Which rows hold what the instance gives, in parts that can be taken back. None if
            nobody says so: then a reason is looked for in all rows.
        sound: Whether every solution of the model is one of the instance; if not, solutions may
            break rules, and are shown with the rules that they break.

    Raises:
        ModelError: If there are facts, and nothing to make a solution of them.
    """

    model: Model
    decode: Callable[[IntArray], Any]
    facts: Callable[[IntArray], Mapping[Hashable, Expression]] | None = None
    partial: Callable[[Mapping[Any, int]], Any] | None = None
    moves: Callable[[Any], IntArray] | None = None
    order: Callable[[str], tuple[int, ...]] | None = None
    given: Given | None = None
    sound: bool = True

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

    def read_address(self, puzzle: Any, address: str) -> Instance:
        """Reads an instance from an address, as sites for puzzles have them.

        Raises:
            InputError: If the address is wrong, or there are no addresses for this family.
        """

    def address(self, instance: Any) -> str:
        """The address of an instance, without a host.

        Raises:
            InputError: If there is none.
        """

    def has_bare_instance(self, puzzle: Any) -> bool:
        """Whether there is an instance of a puzzle in which nothing is given."""

    def bare_instance(self, puzzle: Any) -> Instance:
        """The instance of a puzzle in which nothing is given.

        Raises:
            InputError: If every instance of the puzzle says what it is about.
        """

    def break_symmetry(self, instance: Any, choice: str) -> Instance:
        """The same instance, of which fewer of several equivalent solutions are wanted.

        Args:
            instance: The instance.
            choice: `auto`, `off`, or what to break symmetries by, in the words of the family.

        Raises:
            InputError: If that is nothing to break symmetries by.
        """

    def symmetries(self, instance: Any) -> EquivalentSolutions:
        """The symmetries of an instance."""

    def positions(self, instance: Any) -> Report:
        """All ways to place a piece, whatever is given, and which of them touch what."""

    def steps(self, instance: Any, choice: str) -> Report:
        """What is left of all ways to place a piece after each step that needs no search.

        Args:
            instance: The instance.
            choice: What to break symmetries by; see `break_symmetry`.

        Raises:
            InputError: If that is nothing to break symmetries by.
        """

    def read_solution(self, instance: Any, data: Any, where: JsonPlace) -> Plain:
        """Reads a solution that somebody has written down, for `rules` to check.

        Equal solutions are read as data with equal `essence`.

        Raises:
            InputError: If the data does not have the form of a solution.
        """

    def essence(self, plain: Plain) -> object:
        """What equal solutions have in common, as plain data; the rest follows from it."""

    def solution_of(self, instance: Any, plain: Plain) -> Solution:
        """The solution that such data describes; the rules have accepted it."""

    def instance_text(self, instance: Any, parameters: Mapping[str, int | str]) -> str:
        """An instance as a file that can be read again, to begin with and to edit."""

    def plain_puzzle(self, puzzle: Any) -> Plain:
        """What the puzzle is, as plain data."""

    def plain(self, instance: Any) -> Plain:
        """The instance as plain data, which `rules` can check solutions against."""
