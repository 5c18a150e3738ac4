"""The addresses of all boards that come with the library, as puzz.link itself writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.experiments.loading import load
from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.reading.library import Library

FILE = Path(__file__).parent / "data" / "preset_addresses.txt"
LINES = [line.split() for line in FILE.read_text().splitlines() if not line.startswith("#")]
REFUSED = {
    ("minesweeper", "small"): "cannot have the field 'mines'",
    ("minesweeper", "medium"): "cannot have the field 'mines'",
    ("numberlink", "small"): "says 'full: false', and the board does not",
    ("numberlink", "medium"): "says 'full: false', and the board does not",
    ("numberlink", "large"): "says 'full: false', and the board does not",
    ("numberlink", "sparse"): "says 'touching: true', and the board does not",
    ("skyscrapers", "medium"): "cannot have the field 'diagonals'",
    ("skyscrapers", "large"): "cannot have the field 'height'",
    ("slitherlink", "honeycomb"): "cannot have another board than a rectangle",
    ("star-battle", "void"): "cannot have the region '#'",
    ("sudoku", "x"): "cannot have the field 'diagonals'",
    ("sudoku", "jigsaw"): "cannot have the field 'regions'",
}
WITHOUT = {
    "binairo", "dominosa", "futoshiki", "kenken", "killer-sudoku", "mosaic", "thermometers",
}  # fmt: skip
"""Genres that puzz.link does not have."""


def loaded(genre: str, preset: str | None = None, url: str | None = None) -> GenrePosition:
    """The position of a preset or of an address."""
    position = load(genre, preset, url=url)
    assert isinstance(position, GenrePosition)
    return position


@pytest.mark.parametrize(("genre", "preset", "address"), LINES)
def test_presets_have_these_addresses(genre: str, preset: str, address: str) -> None:
    assert loaded(genre, preset).address() == address
    assert loaded(genre, url=f"https://puzz.link/p?{address}").address() == address


@pytest.mark.parametrize(("genre", "preset", "address"), LINES)
def test_what_is_read_has_one_solution(genre: str, preset: str, address: str) -> None:
    position = loaded(genre, url=address)
    assert experiment(position).unique().unique
    # It is that of the preset.
    solution = experiment(loaded(genre, preset)).solve().solutions[0]
    assert position.judge(solution.to_json()) == []


def test_every_preset_is_written_or_refused_by_name() -> None:
    library = Library.standard()
    presets = {
        (genre, preset)
        for genre in {genre for genre, *_ in LINES} | {genre for genre, _ in REFUSED}
        for preset in library.presets(genre)
    }
    assert presets == {(genre, preset) for genre, preset, _ in LINES} | REFUSED.keys()
    for (genre, preset), text in REFUSED.items():
        with pytest.raises(InputError) as caught:
            loaded(genre, preset).address()
        assert text in str(caught.value)


def test_what_numberlink_reads_says_which_rules_it_has() -> None:
    position = loaded("numberlink", url="numlin/4/3/1i2k12")
    assert position.describe() == {
        "full": False,
        "touching": True,
        "board": ["1---", "2---", "--12"],
    }
    assert position.address() == "numlin/4/3/1i2k12"


@pytest.mark.parametrize("genre", sorted(WITHOUT))
def test_other_genres_have_no_addresses(genre: str) -> None:
    with pytest.raises(InputError, match="cannot be written as an address"):
        loaded(genre, "small").address()
