"""Boards of the gallery: which there are, and that their pages load what they need."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ilpuzzles.play.page import page_policy
from ilpuzzles.reading.library import PYTHON, Library
from scripts.site_build.boards import (
    MOST_BYTES,
    address_of,
    presets_to_play,
    shown_in,
    site_page,
    with_links,
)
from support.node import node_program, run
from support.places import DOCS

GALLERY = (DOCS / "gallery.md").read_text(encoding="utf-8")
WITHOUT = {"surasshupakku"}
"""Puzzles that need the command to play on: their pages alone do not know the rules."""


def shown() -> list[tuple[str, str]]:
    """The puzzles and presets that the gallery offers to play, if a page can have them."""
    return [
        (puzzle, name)
        for puzzle, preset in shown_in(GALLERY)
        for name in presets_to_play(puzzle, preset)
    ]


def test_the_gallery_offers_each_puzzle_that_it_shows() -> None:
    library = Library.standard()
    offered = {puzzle for puzzle, _ in shown()}
    genres = {name for name in library.puzzles() if library.model_file(name).suffix == PYTHON}
    assert genres <= offered
    assert {"lonpos", "soma", "pyramid", "tower", "macmahon"} <= offered
    assert ("slitherlink", "small") in shown()
    for puzzle, name in shown():
        assert name in library.presets(puzzle)


def test_links_stand_below_pictures_of_boards_that_are_there() -> None:
    there = address_of("slitherlink", "small")
    linked = with_links(GALLERY, lambda path: path == there)
    added = [line for line in linked.splitlines() if line not in GALLERY.splitlines()]
    assert added == [f"Play here: [slitherlink small]({there}){{ .board }}"]
    before, _, _ = linked.partition(added[0])
    assert before.rstrip().endswith("`ilpuzzles slitherlink --preset medium --svg FILE`")
    assert with_links(GALLERY, lambda _: False) == GALLERY


def test_answers_to_other_questions_get_no_board() -> None:
    text = "`ilpuzzles lonpos --preset 3pieces --forced --svg FILE`\n"
    assert with_links(text, lambda _: True) == text


@pytest.mark.exhaustive
@pytest.mark.parametrize(("puzzle", "preset"), [("lonpos", "8pieces"), ("sudoku", "small")])
def test_a_board_loads_its_style_and_a_script_that_is_no_module(
    puzzle: str, preset: str, tmp_path: Path
) -> None:
    made = site_page(puzzle, preset)
    assert made is not None
    loaded = re.findall(r'(?:src|href)="([^":]+)"', made.page)
    assert {f"boards/{name}" for name in loaded} == made.assets.keys()
    # The files beside it and nothing else: a rule with their sums would keep these out.
    policy = page_policy(made.page)
    assert "script-src 'self'; style-src 'self'" in policy
    assert ("default-src 'none'" in policy, "connect-src 'none'" in policy) == (True, True)
    assert "sha256" not in policy
    assert len(made.page) < 100_000
    for name, text in made.assets.items():
        file = tmp_path / Path(name).name
        file.write_text(text, encoding="utf-8")
        if file.suffix == ".js":
            assert not re.search(r"^(export|import)\b", text, re.MULTILINE)
            check_script(file)


def check_script(file: Path) -> None:
    """Fails where Node finds that a script cannot be read."""
    done = run(node_program(), "--check", str(file))
    assert done.returncode == 0, done.stderr


@pytest.mark.exhaustive
@pytest.mark.parametrize(("puzzle", "preset"), shown())
def test_every_board_is_there_and_none_is_heavy(puzzle: str, preset: str) -> None:
    made = site_page(puzzle, preset)
    assert (made is None) == (puzzle in WITHOUT)
    if made is not None:
        assert max(len(text.encode()) for text in made.assets.values()) <= MOST_BYTES
        assert len(made.page.encode()) <= MOST_BYTES
