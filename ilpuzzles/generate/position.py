"""A starting position: what is asked for, what is found, and the file that it is written to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ilpuzzles.backends.interface import Options
from ilpuzzles.document.tree import read_tree
from ilpuzzles.errors import CheckError, InputError, Problem
from ilpuzzles.generate.budget import (
    Difficulty,
    Ending,
    StopError,
    require_number_and_seed,
    verdict,
)
from ilpuzzles.generate.choosing import BaseModel
from ilpuzzles.library import Library
from ilpuzzles.puzzles.family import Solution
from ilpuzzles.puzzles.tiling.tiling_puzzle import PlacedTile, TilingInstance, TilingSolution
from ilpuzzles.workbench.experiments import experiment
from ilpuzzles.workbench.loading import Loaded, load_tree


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionRequest:
    """What starting positions should be like.

    Attributes:
        placed: How many tiles are given; None for as few as it takes, if `minimal`.
        unique: Whether there is to be exactly one solution.
        minimal: Whether moreover no given tile can be left out without getting several.
        number: How many different ones are wanted.
        seed: The same seed gives the same ones.
        things: What is given.

    Raises:
        InputError: If that makes no sense.

    Example:
        >>> PositionRequest(minimal=True).unique
        True
        >>> PositionRequest()
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: neither --placed nor --minimal; say how many tiles are placed
    """

    placed: int | None = None
    unique: bool = False
    minimal: bool = False
    number: int = 1
    seed: int = 0
    things: str = "tiles"

    def __post_init__(self) -> None:
        if self.placed is None and not self.minimal:
            raise InputError(
                Problem("neither --placed nor --minimal", f"say how many {self.things} are placed")
            )
        if self.placed is not None and self.placed < 0:
            raise InputError(Problem(f"{self.placed} {self.things} placed", "give 0 or more"))
        require_number_and_seed(self, "starting positions")
        if self.minimal and not self.unique:
            object.__setattr__(self, "unique", True)

    def said(self, number: int) -> str:
        """What is asked for, in a few words, as if so many of them were."""
        placed = "" if self.placed is None else f" with {self.placed} {self.things} placed"
        placed = placed.replace(f" 1 {self.things}", f" 1 {self.things[:-1]}")
        kind = "minimal " if self.minimal else ""
        kinds = " and one solution" if self.unique and placed else ""
        return f"{kind}starting position{'' if number == 1 else 's'}{placed}{kinds}"

    def require_possible(self, instance: TilingInstance) -> None:
        """Raises if it is clear without any search that there are none.

        Raises:
            InputError: If more tiles are to be placed than fit, or none could be left out although
                all are placed.
        """
        most, fixed = most_tiles(instance), _all_are_used(instance)
        if self.placed is not None and self.placed > most:
            what = f"{self.placed} tiles placed, where a solution has {most}"
            what += "" if fixed else " at most"
            raise InputError(Problem(what, f"give 0 to {most}"))
        if self.minimal and fixed and self.placed == most > 0:
            # One tile less leaves a gap in which just that tile fits.
            what = f"--minimal with all {most} tiles placed, of which one can always be left out"
            raise InputError(Problem(what, "place fewer"))


def _all_are_used(instance: TilingInstance) -> bool:
    """Whether all solutions have the same tiles."""
    return all(tile.least == tile.most for tile in instance.tiles)


def most_tiles(instance: TilingInstance) -> int:
    """How many tiles a solution has at most, as far as their sizes tell.

    Example:
        >>> from ilpuzzles.workbench.loading import load
        >>> most_tiles(load("dominoes", "4x4").instance)
        8
    """
    left = len(instance.region.points)
    number = sum(tile.least for tile in instance.tiles)
    left -= sum(tile.least * len(tile.points) for tile in instance.tiles)
    for tile in sorted(instance.tiles, key=lambda tile: len(tile.points)):
        room = max(left, 0) // len(tile.points)
        more = room if tile.most is None else min(room, tile.most - tile.least)
        number += more
        left -= more * len(tile.points)
    return number


@dataclass(frozen=True, slots=True, eq=False)
class Spare:
    """Why a given tile is needed.

    Attributes:
        tile: The tile.
        other: Another solution, in which all other given tiles lie where they are, and this one
            does not.
    """

    tile: PlacedTile
    other: TilingSolution

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {**tile_json(self.tile), "other_solution": self.other.to_json()}


@dataclass(frozen=True, slots=True, eq=False)
class StartingPosition:
    """A starting position.

    Attributes:
        givens: The tiles that are given.
        solution: A solution; the only one, if `unique`.
        unique: Whether it is; None if that is not known.
        solutions: How many there are, or None if that is not known.
        needed: For every given tile, why it cannot be left out; None if that was not asked for.
        difficulty: What plain logic does wrong; None unless there is just one solution.
        text: The file.
        tries: How many questions about solutions were asked to find it.
    """

    givens: tuple[PlacedTile, ...]
    solution: TilingSolution
    unique: bool | None
    solutions: int | None
    needed: tuple[Spare, ...] | None
    difficulty: Difficulty | None
    text: str
    tries: int

    @property
    def verdict(self) -> str:
        """What is known, in a line."""
        placed = len(self.givens)
        parts = [f"{placed} {'tile' if placed == 1 else 'tiles'} placed"]
        if self.unique:
            parts.append("one solution")
        elif self.solutions is not None:
            parts.append(f"{self.solutions:,} solutions")
        elif self.unique is False:
            parts.append("several solutions")
        if self.needed is not None:
            parts.append("none can be left out")
        if self.difficulty is not None:
            parts.append(f"difficulty {self.difficulty.text}")
            parts.append(f"{self.difficulty.forced} forced first")
        return ", ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "placed": len(self.givens),
            "givens": [tile_json(given) for given in self.givens],
            "unique": self.unique,
            "solutions": self.solutions,
            "minimal": None if self.needed is None else [one.to_json() for one in self.needed],
            "difficulty": None if self.difficulty is None else self.difficulty.to_json(),
            "tries": self.tries,
            "text": self.text,
            "solution": self.solution.to_json(),
        }


def tile_json(placed: PlacedTile) -> dict[str, Any]:
    """A tile that lies on the board as plain data."""
    return {"tile": placed.tile, "atoms": [list(point) for point in placed.points]}


@dataclass(frozen=True, slots=True, eq=False)
class Generated:
    """The starting positions that were made.

    Attributes:
        loaded: The puzzle, with nothing given.
        request: What was asked for.
        positions: The starting positions, no two of them equivalent; each has a `verdict`, its file
            as `text`, and `to_json`.
        ending: Why there are no more.
        tries: How many questions about solutions were asked.
        seconds: How long it took.
    """

    loaded: Loaded
    request: PositionRequest
    positions: tuple[Any, ...]
    ending: Ending
    tries: int
    seconds: float

    @property
    def complete(self) -> bool:
        """Whether there are as many as were asked for."""
        return self.ending is Ending.FOUND

    def verdict(self) -> str:
        """How it ended, in a sentence."""
        if self.ending is Ending.NO_SOLUTION:
            return "proved: the puzzle has no solution"
        more = f"place more {self.request.things}"
        advice = {Ending.TIME: more, Ending.TRIES: more}
        return verdict(self.request, len(self.positions), self.ending, self.tries, advice)

    def to_json(self) -> dict[str, Any]:
        """Everything as plain data."""
        request = self.request
        return {
            "puzzle": self.loaded.name,
            "parameters": dict(self.loaded.parameters),
            "placed": request.placed,
            "unique": request.unique,
            "minimal": request.minimal,
            "number": request.number,
            "seed": request.seed,
            "ending": self.ending.value,
            "complete": self.complete,
            "positions": [position.to_json() for position in self.positions],
            "tries": self.tries,
            "seconds": round(self.seconds, 6),
        }


def position_text(
    loaded: Loaded,
    givens: tuple[PlacedTile, ...],
    comments: list[str],
    fields: dict[str, str | int],
) -> str:
    """A starting position of a tiling puzzle as a file.

    Args:
        loaded: The puzzle, with nothing given.
        givens: The tiles that are given, sorted.
        comments: Lines to begin with.
        fields: What is said about it.
    """
    return instance_text(_with(loaded, givens), loaded.parameters, comments, fields)


def read_back(
    loaded: Loaded, givens: tuple[PlacedTile, ...], text: str, library: Library | None
) -> Loaded:
    """Reads the text of a starting position as a file of a user's own.

    Args:
        loaded: The puzzle, with nothing given.
        givens: The tiles that should be given there.
        text: The text.
        library: Where the puzzle is found.

    Raises:
        CheckError: If something else comes out.
    """
    return read_instance_back(_with(loaded, givens), text, library)


def _with(loaded: Loaded, givens: tuple[PlacedTile, ...]) -> Loaded:
    return replace(loaded, instance=replace(BaseModel.instance_of(loaded), givens=givens))


def instance_text(
    loaded: Loaded,
    parameters: Mapping[str, int | str],
    comments: Sequence[str],
    fields: Mapping[str, str | int],
) -> str:
    """An instance of any puzzle as a file.

    Args:
        loaded: The instance.
        parameters: The parameters that the file says.
        comments: Lines to begin with.
        fields: What is said about it.
    """
    text = loaded.family.instance_text(loaded.instance, parameters)
    # The first line names the puzzle.
    name, rest = text.split("\n", 1)
    lines = [*(f"# {line}" for line in comments), name]
    lines += [f"{key}: {value}" for key, value in fields.items()]
    return "\n".join([*lines, rest]) + "\n"


def read_instance_back(loaded: Loaded, text: str, library: Library | None) -> Loaded:
    """Reads the text of an instance as a file of a user's own.

    Args:
        loaded: The instance that it should be.
        text: The text.
        library: Where the puzzle is found.

    Raises:
        CheckError: If something else comes out.
    """
    tree = read_tree(text, "position.yaml")
    again = load_tree(loaded.name, tree, {}, library or Library.standard())
    expected = loaded.family.plain(loaded.instance)
    if again.family.plain(again.instance) != expected or again.parameters != loaded.parameters:
        what = f"a starting position of {loaded.name} is read as another one than was written"
        raise CheckError(Problem(what, "please report this"))
    return again


def require_unique(again: Loaded, solution: Solution, backend: str, options: Options) -> None:
    """Asks once more, of the file that was read back, whether there is just this solution.

    Raises:
        CheckError: If there is not.
        StopError: If the time is over.
    """
    answer = experiment(again, backend=backend, options=options).unique()
    if answer.unique is None:
        raise StopError(Ending.TIME)
    if not answer.unique or answer.solutions[0].to_json() != solution.to_json():
        what = f"of the file, {answer.result.backend} says: {answer.verdict()}"
        raise CheckError(Problem(what, "try another backend"))
