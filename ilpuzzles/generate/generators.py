"""What makes new positions of a puzzle, by its family, out of options by their names.

What is None or False was not given. What makes positions is `PositionSearch.run` of a family.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from ilpuzzles.errors import InputError, Problem
from ilpuzzles.generate.choosing import bare
from ilpuzzles.generate.clues import ClueSearch
from ilpuzzles.generate.position_search import TilingSearch
from ilpuzzles.generate.slashes.boards import BoardRequest, BoardSearch
from ilpuzzles.generate.starting_position import Generated, PositionRequest
from ilpuzzles.lazy_imports import named
from ilpuzzles.library import Library
from ilpuzzles.workbench.loading import family_of, load

Options: TypeAlias = Mapping[str, Any]
Generator: TypeAlias = Callable[..., Generated[Any, Any]]

_OF_POSITIONS = ("placed", "unique", "minimal", "number", "seed")
_OF_BOARDS = ("rows", "columns", "letters", "parts", "hidden")
_OF_TILINGS = ("placed", "unique", "minimal", "preset", "file", "board")


def generator_of(puzzle: str, options: Options, library: Library) -> Generator:
    """What makes new positions of a puzzle.

    Raises:
        InputError: If options make no sense, or are for other puzzles.
    """
    family = family_of(puzzle, library)
    if not family.generator:
        what = f"ilpuzzles cannot generate positions of {puzzle}"
        advice = "write 'def clues(instance, solution)' in its file"
        raise InputError(Problem(what, advice))
    make: Callable[..., Generator] = named(family.generator)
    return make(puzzle, options, library)


def positions(puzzle: str, options: Options, library: Library) -> Generator:
    """What makes starting positions of a tiling puzzle."""
    _require_none(puzzle, options, _OF_BOARDS)
    request = PositionRequest(**{name: options[name] for name in _OF_POSITIONS})
    chosen = {name: options[name] for name in ("preset", "file", "board", "parameters")}
    return TilingSearch(bare(puzzle, **chosen, library=library), request).run


def clue_positions(puzzle: str, options: Options, library: Library) -> Generator:
    """What makes starting positions of a puzzle in a Python file."""
    _require_none(puzzle, options, _OF_BOARDS)
    chosen = {name: options[name] for name in ("preset", "file", "board")}
    loaded = load(puzzle, **chosen, library=library)
    request = PositionRequest(**{name: options[name] for name in _OF_POSITIONS}, things="clues")
    return ClueSearch(loaded, request).run


def boards(puzzle: str, options: Options, _: Library) -> Generator:
    """What makes boards that are cut along diagonals."""
    _require_none(puzzle, options, _OF_TILINGS)
    for name in ("rows", "columns", "letters"):
        if options[name] is None:
            raise InputError(Problem(f"the number of {name} is missing", f"add --{name} N"))
    names = ("rows", "columns", "letters", "parts", "number", "seed")
    request = BoardRequest(**{name: options[name] for name in names}, hidden=options["hidden"] or 0)
    return BoardSearch(puzzle, request, options["parameters"]).run


def _require_none(puzzle: str, options: Options, names: Iterable[str]) -> None:
    """Raises if an option is given that is for other puzzles."""
    for name in [*names, "url"]:
        if options[name] is not None and options[name] is not False:
            what = f"--{name} does not apply to {puzzle}"
            raise InputError(Problem(what, "leave it out; see 'ilpuzzles generate --help'"))
