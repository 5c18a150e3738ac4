"""What makes new positions of a puzzle, by its family, out of options by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, TypeAlias

from ilpuzzles.errors import InputError, Problem
from ilpuzzles.generate.choosing import bare
from ilpuzzles.generate.position import Generated, PositionRequest
from ilpuzzles.generate.positions import generate
from ilpuzzles.generate.slashes.boards import BoardRequest, GeneratedBoards, generate_boards
from ilpuzzles.library import Library
from ilpuzzles.workbench.loading import family_of

Made: TypeAlias = Generated | GeneratedBoards
Options: TypeAlias = Mapping[str, Any]

OF_BOARDS = ("rows", "columns", "letters", "parts", "hidden")
_OF_TILINGS = ("placed", "unique", "minimal", "preset", "file")


def generator_of(puzzle: str, options: Options, library: Library) -> Callable[..., Made]:
    """What makes new positions of a puzzle.

    Args:
        puzzle: The name of the puzzle.
        options: Those of the command line; what is None or False was not given.
        library: Where the puzzle is found.

    Returns:
        A function that takes the further arguments of `generate` and `generate_boards`.

    Raises:
        InputError: If options make no sense, or are for other puzzles.
    """
    family = family_of(puzzle, library)
    if not family.generator:
        what = f"no way to make new positions of {puzzle}"
        advice = "write 'def clues(instance, solution)' in its file"
        raise InputError(Problem(what, advice))
    module, _, name = family.generator.partition(":")
    make: Callable[..., Callable[..., Made]] = getattr(import_module(module), name)
    return make(puzzle, options, library)


def positions(puzzle: str, options: Options, library: Library) -> Callable[..., Generated]:
    """What makes starting positions of a tiling puzzle."""
    require_none(puzzle, options, OF_BOARDS)
    names = ("placed", "unique", "minimal", "number", "seed")
    request = PositionRequest(**{name: options[name] for name in names})
    loaded = bare(
        puzzle,
        options["preset"],
        file=options["file"],
        parameters=options["parameters"],
        library=library,
    )
    return partial(generate, loaded, request)


def boards(puzzle: str, options: Options, _: Library) -> Callable[..., GeneratedBoards]:
    """What makes boards that are cut along diagonals."""
    require_none(puzzle, options, _OF_TILINGS)
    for name in ("rows", "columns", "letters"):
        if options[name] is None:
            raise InputError(Problem(f"the {name} of a board are not said", f"add --{name} N"))
    names = ("rows", "columns", "letters", "parts", "number", "seed")
    request = BoardRequest(**{name: options[name] for name in names}, hidden=options["hidden"] or 0)
    return partial(generate_boards, puzzle, request, parameters=options["parameters"])


def require_none(puzzle: str, options: Options, names: Iterable[str]) -> None:
    """Raises if an option is given that is for other puzzles.

    Raises:
        InputError: If one is.
    """
    for name in [*names, "url"]:
        if options[name] is not None and options[name] is not False:
            what = f"--{name} for a new position of {puzzle}"
            raise InputError(Problem(what, "leave it out; see 'ilpuzzles generate --help'"))
