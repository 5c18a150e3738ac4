"""The base of all generators: request, search, file, proof and outcome, whatever the puzzle.

A position, such as a starting position or a board, is written to a file, read back and compared,
and it is proved once more that it has one solution, where that was asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeVar

from ilpuzzles.backends.interface import Options, interruptible
from ilpuzzles.dice import Dice
from ilpuzzles.errors import CheckError, Exit, InputError
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.experiments.loading import load_tree
from ilpuzzles.generate.budget import MOST_TRIES, Budget, Difficulty, Ending, SearchStoppedError
from ilpuzzles.progress import Watch
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.puzzles.position import Solution
from ilpuzzles.reading.library import Library
from ilpuzzles.reading.tree import read_tree

MOST_ASKED = 10_000
"""How many positions may be asked for."""

_MOST_IN_VAIN = 100
"""After so many tries in a row that gave no new position, there is no point."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request(ABC):
    """A request for so many positions; the same seed gives the same ones.

    Raises:
        InputError: If that makes no sense.
    """

    number: int = 1
    seed: int = 0

    plural: ClassVar[str]
    """What positions are called."""

    def __post_init__(self) -> None:
        if not 1 <= self.number <= MOST_ASKED:
            raise InputError(f"{self.number} {self.plural}", f"give 1 to {MOST_ASKED:,}")
        if self.seed < 0:
            raise InputError(f"seed {self.seed}", "give 0 or more")

    @abstractmethod
    def describe(self, number: int) -> str:
        """The request in a few words, as if so many positions were asked for."""

    @property
    @abstractmethod
    def advice(self) -> Mapping[Ending, str]:
        """What to do where the time or the tries are used up."""

    @property
    @abstractmethod
    def options(self) -> str:
        """The options of the command that asks for it, without the number."""

    @abstractmethod
    def plain(self) -> dict[str, Any]:
        """What is asked for but number and seed, as plain data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionRequest(Request):
    """A request for starting positions.

    Attributes:
        placed: How many tiles, or clues, are given; None for as few as it takes, if
            `minimal`.
        unique: Whether there is to be exactly one solution.
        minimal: Whether moreover nothing given can be left out without getting several.
        spare: How much more is given than it takes, as a share, for what is to be easy.
        noun: The plural noun of what is given, such as `tiles`.

    Example:
        >>> PositionRequest(minimal=True).unique
        True
        >>> PositionRequest()
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: neither --placed nor --minimal is given; choose how many ...
    """

    placed: int | None = None
    unique: bool = False
    minimal: bool = False
    spare: float = 0.0
    noun: str = "tiles"
    plural = "starting positions"

    def __post_init__(self) -> None:
        if self.placed is None and not self.minimal:
            raise InputError(
                "neither --placed nor --minimal is given",
                f"choose how many {self.noun} are placed",
            )
        if self.placed is not None and self.placed < 0:
            raise InputError(f"{self.placed} {self.noun} placed", "give 0 or more")
        Request.__post_init__(self)
        object.__setattr__(self, "unique", self.unique or self.minimal)

    def describe(self, number: int) -> str:
        """The request in a few words, as if so many positions were asked for."""
        placed = "" if self.placed is None else f" with {self.placed} {self.noun} placed"
        placed = placed.replace(f" 1 {self.noun}", f" 1 {self.noun[:-1]}")
        kind = "minimal " if self.minimal else ""
        kinds = " and one solution" if self.unique and placed else ""
        return f"{kind}starting position{'' if number == 1 else 's'}{placed}{kinds}"

    @property
    def advice(self) -> Mapping[Ending, str]:
        """What to do where the time or the tries are used up."""
        return dict.fromkeys((Ending.TIME, Ending.TRIES), f"place more {self.noun}")

    @property
    def options(self) -> str:
        """The options of the command that asks for it, without the number."""
        words = [] if self.placed is None else [f"--placed {self.placed}"]
        words += ["--minimal"] if self.minimal else ["--unique"] if self.unique else []
        return " ".join([*words, f"--seed {self.seed}"])

    def plain(self) -> dict[str, Any]:
        """What is asked for but number and seed, as plain data."""
        return {"placed": self.placed, "unique": self.unique, "minimal": self.minimal}


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MadePosition(ABC):
    """A position: a solution, its file as text, and how many tries it took to find it.

    If the solution is the only one, the difficulty is what simple logic does wrong.
    """

    solution: Solution
    difficulty: Difficulty | None = None
    text: str = ""
    tries: int = 0

    @property
    @abstractmethod
    def verdict(self) -> str:
        """What is known, in a line."""

    @property
    def level(self) -> str:
        """How hard it is, in words; empty where that is not known."""
        return "" if self.difficulty is None else f"difficulty {self.difficulty.text}"

    @abstractmethod
    def plain(self) -> dict[str, Any]:
        """What is known, as plain data."""

    def to_json(self) -> dict[str, Any]:
        """Everything as plain data."""
        solution = self.solution.to_json()
        return {**self.plain(), "tries": self.tries, "text": self.text, "solution": solution}


Asked = TypeVar("Asked", bound=Request)
Made = TypeVar("Made", bound=MadePosition)


@dataclass(frozen=True, slots=True, eq=False)
class Proposal(Generic[Made]):
    """A position that may be made.

    Attributes:
        essence: What equivalent positions have in common; of these, one is made.
        make: Makes the position, and checks it.
    """

    essence: object
    make: Callable[[], Made]


@dataclass(frozen=True, slots=True, eq=False)
class Generated(Generic[Asked, Made]):
    """The positions that were made.

    Attributes:
        puzzle: The name of the puzzle.
        parameters: The values of its parameters.
        request: What was asked for.
        positions: The positions, no two of them equivalent.
        ending: Why there are no more.
        tries: How many tries it took: questions about solutions, or cuttings of boards.
        seconds: How long it took.
    """

    puzzle: str
    parameters: Mapping[str, int | str]
    request: Asked
    positions: tuple[Made, ...]
    ending: Ending
    tries: int
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether there are as many as were asked for."""
        return self.ending is Ending.FOUND

    def exit_code(self) -> Exit:
        """The exit code of a command that asked for them."""
        return self.ending.exit_code()

    def verdict(self) -> str:
        """How it ended, in a sentence."""
        if self.ending is Ending.NO_SOLUTION:
            return "proved: the puzzle has no solution"
        request = self.request
        number = len(self.positions)
        if not number:
            what = f"no {request.describe(1)}"
        elif self.complete:
            what = f"{number} {request.describe(number)}"
        else:
            what = f"{number} of {request.number} {request.describe(request.number)}"
        advice = request.advice.get(self.ending)
        why = {
            Ending.TIME: f": the time limit came first; allow more, or {advice}",
            Ending.TRIES: f"; {advice}, or take another seed",
            Ending.INTERRUPTED: ": interrupted",
        }
        tried = f"{self.tries:,} {'try' if self.tries == 1 else 'tries'}"
        return f"{what} found in {tried}{why.get(self.ending, '')}"

    def to_json(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "puzzle": self.puzzle,
            "parameters": dict(self.parameters),
            **self.request.plain(),
            "number": self.request.number,
            "seed": self.request.seed,
            "ending": self.ending.value,
            "complete": self.complete,
            "positions": [position.to_json() for position in self.positions],
            "tries": self.tries,
            "seconds": round(self.seconds, 6),
        }


class PositionSearch(ABC, Generic[Asked, Made]):
    """Makes positions one after the other, of which no two are equivalent.

    Attributes:
        puzzle: The name of the puzzle.
        parameters: The values of its parameters.
        request: What the positions should be like.
        most_tries: How many tries there may be.
        budget: What is left of these, and of the time, while it runs.
    """

    puzzle: str
    parameters: Mapping[str, int | str]
    request: Asked
    most_tries = MOST_TRIES
    budget: Budget
    backend: str
    library: Library | None

    def begin(self) -> None:
        """Makes what all positions have in common, before the first one."""

    @abstractmethod
    def propose(self) -> Proposal[Made] | None:
        """Proposes the next position; None where a try has led to nothing.

        Raises:
            SearchStoppedError: If there is none, or the tries or the time are used up.
        """

    def run(
        self,
        *,
        backend: str = "auto",
        options: Options | None = None,
        library: Library | None = None,
        each: Callable[[Made], None] | None = None,
        watch: Watch | None = None,
    ) -> Generated[Asked, Made]:
        """Makes as many as are asked for, or as there are; each is checked as it is written.

        Args:
            backend: What proves once more that there is one solution, and counts. It changes no
                position, but for clues of Python files, whose solutions it looks for.
            options: How to search; its time limit is that of everything together.
            library: Where the puzzle is found, also when a file is read back.
            each: Called with every one as it is found.
            watch: Called with the progress now and then.

        Raises:
            InputError: If the puzzle cannot have such positions.
            BackendError: If a solver is missing or fails.
            CheckError: If two ways to check a position do not agree.
            Interrupted: On Ctrl-C, with what was found so far.
        """
        number = self.request.number
        self.budget = Budget(options or Options(), most=self.most_tries, number=number, watch=watch)
        self.backend = backend
        self.library = library
        self.dice = Dice(self.request.seed)
        self.seen_essences: set[object] = set()
        self.begin()
        positions: list[Made] = []

        def outcome(ending: Ending) -> Generated[Asked, Made]:
            return Generated(
                puzzle=self.puzzle,
                parameters=self.parameters,
                request=self.request,
                positions=tuple(positions),
                ending=ending,
                tries=self.budget.tries,
                seconds=self.budget.seconds,
            )

        try:
            with interruptible(lambda: outcome(Ending.INTERRUPTED)):
                while len(positions) < number:
                    with self.budget.report.beating():
                        positions.append(self._next())
                    if each is not None:
                        each(positions[-1])
        except SearchStoppedError as stopped:
            return outcome(stopped.ending)
        return outcome(Ending.FOUND)

    def _next(self) -> Made:
        tries_before = self.budget.tries
        for _ in range(_MOST_IN_VAIN):
            proposal = self.propose()
            if proposal is None or proposal.essence in self.seen_essences:
                continue
            position = replace(proposal.make(), tries=self.budget.tries - tries_before)
            self.seen_essences.add(proposal.essence)
            self.budget.found += 1
            return position
        raise SearchStoppedError(Ending.TRIES)

    def made_by(self, *options: str) -> str:
        """The command that makes the position again, as a line of its file."""
        made_before = len(self.seen_essences)
        which = f", number {made_before + 1}" if made_before else ""
        words = ("ilpuzzles generate", self.puzzle, *options, self.request.options)
        return f"Made by '{' '.join(words)}'{which}."

    def file_of(
        self,
        position: PuzzlePosition,
        parameters: Mapping[str, int | str],
        comments: Sequence[str],
        fields: Mapping[str, str | int],
    ) -> tuple[str, PuzzlePosition]:
        """An instance as the text of a file, see `instance_text`, and what is read from it again.

        Raises:
            CheckError: If that is something else.
        """
        text = instance_text(position, parameters, comments, fields)
        tree = read_tree(text, "position.yaml")
        again = load_tree(position.name, tree, {}, self.library or Library.standard())
        if again.plain() != position.plain() or again.parameters != position.parameters:
            what = f"a starting position of {position.name} is read as another one than was written"
            raise CheckError(what, "please report this")
        return text, again

    def require_unique(self, again: PuzzlePosition, solution: Solution, options: Options) -> None:
        """Asks once more, of the file that was read back, whether there is just this solution.

        Raises:
            CheckError: If there is not.
            SearchStoppedError: If the time is over.
        """
        answer = experiment(again, backend=self.backend, options=options).unique()
        if answer.unique is None:
            raise SearchStoppedError(Ending.TIME)
        if not answer.unique or answer.solutions[0].to_json() != solution.to_json():
            what = f"of the file, {answer.result.backend} says: {answer.verdict()}"
            raise CheckError(what, "try another backend")


def instance_text(
    position: PuzzlePosition,
    parameters: Mapping[str, int | str],
    comments: Sequence[str],
    fields: Mapping[str, str | int],
) -> str:
    """An instance of any puzzle as a file, with comments to begin with, and what is said of it."""
    text = position.to_yaml(parameters)
    # The first line names the puzzle.
    name, rest = text.split("\n", 1)
    lines = [*(f"# {line}" for line in comments), name]
    lines += [f"{key}: {value}" for key, value in fields.items()]
    return "\n".join([*lines, rest]) + "\n"
