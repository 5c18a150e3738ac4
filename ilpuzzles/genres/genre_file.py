"""A Python file with a genre: its functions, and what it says of the puzzle."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from ilpuzzles.errors import InputError
from ilpuzzles.genres.boards import Board
from ilpuzzles.genres.genre import Genre
from ilpuzzles.genres.genre_functions import GenreFunction
from ilpuzzles.genres.genre_reader import genre_in
from ilpuzzles.genres.sketch import Sketch
from ilpuzzles.genres.steps.step_sentences import IN_BROKEN, IN_DIRECT, IN_SETS, fields_of
from ilpuzzles.puzzles.position import Plain
from ilpuzzles.reading.json_text import json_excerpt
from ilpuzzles.reading.python_source import Script


@dataclass(frozen=True, slots=True, eq=False)
class GenreFile:
    """A Python file with a genre.

    Attributes:
        path: The file.
        genre: The genre.
        functions: Its functions by what they return, and those that all boards on grids have.
        title: The title of the puzzle; may be empty.
        about: What the puzzle is about, its rules first, and how boards are written.
        rules_to_play: The rules alone.
        preset_lines: The lines in which its presets stand.
        digest: What tells this version of the file from others.
    """

    path: str
    genre: Genre
    functions: Mapping[str, GenreFunction]
    title: str
    about: str
    rules_to_play: str
    preset_lines: Mapping[str, int]
    digest: str

    @classmethod
    def read(cls, script: Script) -> GenreFile:
        """Runs a Python file, and returns it with the genre that it describes.

        Raises:
            InputError: If something is wrong with it, with its place.
        """
        path = str(script.path)
        genre = genre_in(path, script.text)
        _require_known_fields(path, "reasons", genre.reasons, IN_DIRECT)
        _require_known_fields(path, "contradictions", genre.contradictions, IN_BROKEN)
        functions = _usual_functions(path, genre) if genre.layout else {}
        for name, function in genre.functions.items():
            functions[name] = GenreFunction(path, function.__name__, function)
        if "same_region" in functions and not genre.layout:
            what = "a function 'same_region' without a grid"
            raise InputError(what, "write 'layout=\"board\"' as well", path)
        return cls(
            path,
            genre,
            functions,
            script.title,
            " ".join(script.about.split()),
            # What stands in a paragraph of its own below the rules says how to write boards.
            " ".join(script.rules.split()),
            script.presets,
            _digest_of(script),
        )

    @property
    def layout(self) -> str:
        """How a board stands in a plain text; empty for a puzzle that is on no grid."""
        return self.genre.layout

    @property
    def site_name(self) -> str:
        """The name of the genre on puzz.link; empty if it has none."""
        return self.genre.address.partition(" ")[0]

    @property
    def site_codes(self) -> str:
        """The codes in which boards are written in addresses of puzz.link."""
        return self.genre.address.partition(" ")[2]

    @property
    def draws_borders(self) -> bool:
        """Whether a player draws the borders of regions."""
        return "same_region" in self.functions

    @property
    def source(self) -> str:
        """Where the rules are published, and where the puzzle is played."""
        site = "https://puzz.link" if self.site_name else ""
        rules_at = self.genre.rules_at or (site and f"{site}/rules.html?{self.site_name}")
        played_at = self.genre.played_at or (site and f"{site}/p?{self.site_name}")
        return "; played at ".join(filter(None, (rules_at, played_at)))

    def place_of_preset(self, preset: str) -> str:
        """The place where a preset stands: the file and the line."""
        return f"{self.path}:{self.preset_lines[preset]}"


def _require_known_fields(
    path: str, name: str, sentences: Mapping[str, str], usual_fields: Collection[str]
) -> None:
    """Raises unless the sentences of a genre have known fields alone in braces."""
    for group, sentence in sentences.items():
        is_about_sets = name == "reasons" and " in " in group
        known_fields = IN_SETS if is_about_sets else usual_fields
        try:
            unknown = sorted(fields_of(sentence) - {*known_fields})
        except ValueError:
            unknown = [sentence]
        if unknown:
            known = ", ".join(f"{{{field}}}" for field in known_fields)
            what = f"{name!r} has {json_excerpt(unknown[0])} in braces"
            raise InputError(what, f"known: {known}", path)


def _usual_functions(path: str, genre: Genre) -> dict[str, GenreFunction]:
    """Returns what boards on grids have in common, for files without functions of their own."""

    def read(fields: Plain) -> Board:
        return Board.read(fields, clues=genre.clue_patterns, signs=genre.sign_patterns)

    def draw(board: Board, solution: Plain | None) -> Sketch:
        sketch = Sketch.of(board)
        sketch.replace(genre.symbols)
        if solution and genre.solution_words == "lines":
            sketch.show_lines(solution["rows"], solution.get("none", ()))
        elif solution:
            sketch.show_solution(solution["rows"], genre.symbols)
        return sketch

    functions: dict[str, Any] = {"board": read, "picture": draw}
    return {
        name: GenreFunction(path, function.__name__, function)
        for name, function in functions.items()
    }


def _digest_of(script: Script) -> str:
    """The digest of a Python file, and of those in the folder beside it that has its name."""
    digest = sha256(script.text.encode())
    for path in sorted(script.path.with_suffix("").glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
