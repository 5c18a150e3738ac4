"""Writes a starting position as a file, and reads it back as anybody will who gets it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ilpuzzles.backends import Options
from ilpuzzles.document import read_tree
from ilpuzzles.errors import CheckError, Problem
from ilpuzzles.generate.effort import Ending, StopError
from ilpuzzles.generate.ground import Ground
from ilpuzzles.library import Library
from ilpuzzles.puzzles import Solution
from ilpuzzles.puzzles.tiling import PlacedTile
from ilpuzzles.workbench import Loaded, experiment
from ilpuzzles.workbench.loading import load_tree


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
    return replace(loaded, instance=replace(Ground.instance_of(loaded), givens=givens))


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
