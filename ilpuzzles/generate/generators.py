"""The generator of new positions of a puzzle, by its kind, out of options by their names.

An option that is None or False was not given. A generator is `PositionSearch.run` of a kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import SystemRandom
from typing import Any, TypeAlias

from ilpuzzles.errors import InputError, in_words, quoted
from ilpuzzles.experiments.loading import load, puzzle_kind
from ilpuzzles.generate.clues import ClueSearch
from ilpuzzles.generate.generator_base import Generated, PositionRequest
from ilpuzzles.generate.position_search import TilingSearch
from ilpuzzles.generate.unique_givens import without_givens
from ilpuzzles.puzzles.kind import PuzzleKind, PuzzlePosition
from ilpuzzles.puzzles.playground import Playground
from ilpuzzles.reading.library import Library

Options: TypeAlias = Mapping[str, Any]
Generator: TypeAlias = Callable[..., Generated[Any, Any]]

_OF_POSITIONS = ("placed", "unique", "minimal", "number", "seed")
_PLACES = ("preset", "file", "board")

_SHARES = {"easy": 0.65, "medium": 0.45, "hard": 0.3}
"""How much of the board is given; how hard it is then (`Difficulty`) is said of the position."""

_SPARE = {"easy": 0.5, "medium": 0.25, "hard": 0.0}
"""How many clues there are beyond the fewest, as a share of these, on a board to draw on."""

DIFFICULTIES = tuple(_SHARES)
"""What a player may ask for."""


@dataclass(frozen=True, slots=True)
class GeneratorKind:
    """The generator of a kind of puzzle.

    Attributes:
        options: The names of the options that only some kinds have, and this one does.
        make: Makes the generator of a puzzle.
        choose: Chooses options for a player's difficulty, from a position and its board.
    """

    options: tuple[str, ...]
    make: Callable[[str, Options, Library], Generator]
    choose: Callable[[PuzzlePosition, Playground, str], Options]


def generator_of(puzzle: str, options: Options, library: Library) -> Generator:
    """The generator of a puzzle.

    Raises:
        InputError: If options make no sense, or are for other puzzles.
    """
    generator = _generator_kind(puzzle_kind(puzzle, library), puzzle, library)
    not_its_own = [name for name in _SPECIAL if name not in generator.options]
    for name in (*not_its_own, "url"):
        if options.get(name) is not None and options[name] is not False:
            what = f"--{name} does not apply to {puzzle}"
            raise InputError(what, "leave it out; see 'ilpuzzles generate --help'")
    return generator.make(puzzle, options, library)


def generator_of_difficulty(
    position: PuzzlePosition, ground: Playground, difficulty: str, library: Library
) -> Generator:
    """The generator of one new position like another one, of a difficulty that a player chooses."""
    options: dict[str, Any] = dict.fromkeys([*_SPECIAL, "url"])
    options["seed"] = SystemRandom().randrange(1 << 31)
    options["number"] = 1
    options["parameters"] = dict(position.parameters)
    generator = _generator_kind(position.kind, position.name, library)
    options |= generator.choose(position, ground, difficulty)
    return generator_of(position.name, options, library)


def _generator_kind(kind: PuzzleKind, puzzle: str, library: Library) -> GeneratorKind:
    if not kind.generator:
        what = f"ilpuzzles cannot generate positions of {puzzle}"
        raise InputError(what, _instead_of(kind, puzzle, library))
    generator: GeneratorKind = kind.generator_kind()
    if not isinstance(generator, GeneratorKind):
        what = f"the generator of {puzzle} is {quoted(generator)}"
        raise InputError(what, "return an ilpuzzles.generate.generators.GeneratorKind")
    return generator


def _instead_of(kind: PuzzleKind, puzzle: str, library: Library) -> str:
    """The advice where positions of a puzzle cannot be made."""
    shipped = Library.standard()
    names = shipped.puzzles()
    if puzzle not in names or shipped.model_file(puzzle) != library.model_file(puzzle):
        return "write a function below @genre.clue_candidates in its file"
    alike: list[str] = []
    for name in names:
        other = puzzle_kind(name, shipped)
        if other.generator and other.name == kind.name:
            alike.append(name)
    return f"positions of {in_words(alike)} can be made"


def _make_positions(puzzle: str, options: Options, library: Library) -> Generator:
    request = PositionRequest(**{name: options[name] for name in _OF_POSITIONS})
    chosen = {name: options[name] for name in (*_PLACES, "parameters")}
    return TilingSearch(without_givens(puzzle, **chosen, library=library), request).run


def _choose_positions(position: PuzzlePosition, ground: Playground, difficulty: str) -> Options:
    moves = ground.data.moves
    cells = len(set(moves.spots.tolist()))
    size = cells / max(1.0, float((moves.starts[1:] - moves.starts[:-1]).mean()))
    placed = max(1, round(size * _SHARES[difficulty]))
    return {"placed": placed, "unique": True, "preset": position.preset}


def _make_clues(puzzle: str, options: Options, library: Library) -> Generator:
    position = options.get("position")
    if position is None:
        place = {name: options[name] for name in _PLACES}
        if not any(place.values()):
            place["preset"] = puzzle_kind(puzzle, library).preset_to_generate
        position = load(puzzle, **place, library=library)
    wanted = {name: options[name] for name in _OF_POSITIONS}
    # Of a pencil puzzle, people want the clues that it takes, where they say nothing of them.
    wanted["minimal"] = wanted["minimal"] or wanted["placed"] is None
    request = PositionRequest(**wanted, spare=options.get("spare", 0.0), noun="clues")
    return ClueSearch(position, request).run


def _choose_clues(position: PuzzlePosition, ground: Playground, difficulty: str) -> Options:
    if not ground.data.drawings:
        return _choose_positions(position, ground, difficulty)
    return {"minimal": True, "spare": _SPARE[difficulty], "position": position}


_OF_TILES = ("placed", "unique", "minimal", *_PLACES)
_OF_BOARDS = ("rows", "columns", "letters", "parts", "hidden")
_SPECIAL = (*_OF_TILES, *_OF_BOARDS)

POSITIONS = GeneratorKind(_OF_TILES, _make_positions, _choose_positions)
"""Starting positions of a tiling puzzle."""

CLUES = GeneratorKind(_OF_TILES, _make_clues, _choose_clues)
"""Starting positions of a puzzle in a Python file."""
