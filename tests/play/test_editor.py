"""Boards that somebody draws: sheets, drafts and what is said of them, for every genre."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ilpuzzles import load
from ilpuzzles.errors import InputError
from ilpuzzles.genres.board_sheet import MOST_CELLS, BoardSheet
from ilpuzzles.genres.clue_words import OPEN, clue_pattern
from ilpuzzles.play.drafting import Drafting
from ilpuzzles.play.game import Game
from ilpuzzles.play.page import editor_script, play_page
from ilpuzzles.reading.library import Library

GENRES = sorted(path.stem.replace("_", "-") for path in Path("models").glob("*.py"))
PRESETS = [
    (genre, preset)
    for genre in GENRES
    for preset in Library.standard().presets(genre)
    if (genre, preset) != ("slitherlink", "honeycomb")
]


def sheet_of(genre: str) -> BoardSheet:
    """The sheet of a genre."""
    return BoardSheet(load(genre, Library.standard().presets(genre)[0]))


def numbered(draft: dict[str, Any]) -> dict[str, Any]:
    """A draft in which regions are numbered in their order; `#` stays."""
    numbers: dict[str, str] = {}
    regions = [
        name if name == "#" else numbers.setdefault(name, str(len(numbers)))
        for name in draft["regions"]
    ]
    return draft | {"regions": regions}


def random_draft(sheet: BoardSheet, random: Random) -> dict[str, Any]:
    """A draft with words, regions, walls, signs and paths here and there, as somebody leaves it."""
    rows, columns = random.randint(3, 7), random.randint(3, 7)
    draft = sheet.empty(rows, columns)
    clue = sheet.kind.file.genre.clue_patterns
    patterns = [clue] if isinstance(clue, str) else list(clue)
    regular = [clue_pattern(one, rows) for one in patterns if one and one != OPEN]
    letters = sheet.plain(rows)["letters"]
    pairs = [*letters, *(one + other for one in letters for other in letters)]
    known = [word for word in pairs if any(one.fullmatch(word) for one in regular)]
    for part, words in draft["words"].items():
        for at in range(len(words)):
            if random.random() < 0.6:
                continue
            if part in {"board", "corners"}:
                words[at] = random.choice(known)
            else:
                number = random.randint(1, 3) if part in sheet.lists else 1
                words[at] = " ".join(str(random.randint(1, 12)) for _ in range(number))
    if sheet.regions:
        draft["regions"] = [random.choice(["", "A", "B", "Z9"]) for _ in draft["regions"]]
    if sheet.walls:
        inner = [2 * (r * columns + c) for r in range(rows) for c in range(columns - 1)]
        draft["walls"] = sorted(random.sample(inner, 3))
    if sheet.signs:
        for side in random.sample(range(2 * (rows - 1) * columns), 3):
            # The last column has nothing to its right.
            is_last = side % 2 == 0 and side // 2 % columns == columns - 1
            signs = sheet.signs["down" if side % 2 else "across"]
            draft["signs"][side] = "" if is_last else random.choice(signs)
    if sheet.paths:
        # Some of two cells, one below the other.
        whole = [[r * columns + c, (r + 1) * columns + c] for r in (0, 2) for c in range(columns)]
        draft["paths"] = whole[: 2 * columns if rows > 3 else columns]
    return draft


@pytest.mark.exhaustive
@pytest.mark.parametrize(("genre", "preset"), PRESETS)
def test_every_preset_is_drawn_and_has_one_solution(genre: str, preset: str) -> None:
    drafting = Drafting(load(genre, preset))
    found = drafting.sheet({})
    json.dumps(found)
    checked = drafting.check(found["draft"])
    assert checked.get("problem") is None
    assert (checked["verdict"], checked["places"]) == ("one", [])
    assert {"yaml"} <= set(checked["texts"]) <= {"yaml", "text", "address"}
    for text in checked["texts"].values():
        read = drafting.sheet({"text": text})["draft"]
        assert numbered(read) == numbered(found["draft"])
    # The board is the same one, however it is written.
    position = BoardSheet(load(genre, preset)).position_of(found["draft"])
    assert position.text() == load(genre, preset).text()


@pytest.mark.exhaustive
@pytest.mark.parametrize("genre", GENRES)
def test_what_was_drawn_is_what_is_read_again(genre: str) -> None:
    sheet, random, agreed = sheet_of(genre), Random(genre), 0
    drafting = Drafting(sheet.position)
    for _ in range(60):
        draft = random_draft(sheet, random)
        fields = sheet.fields_of(draft)
        again = sheet.draft_of_fields(fields)
        # Cells in no region are in one of their own now.
        named = [
            name or other for name, other in zip(draft["regions"], again["regions"], strict=True)
        ]
        assert again == draft | {"regions": named}
        assert sheet.fields_of(again) == fields
        checked = drafting.check(draft) if agreed < 2 else {}
        for text in checked.get("texts", {}).values():
            agreed += 1
            assert numbered(drafting.sheet({"text": text})["draft"]) == numbered(again)


@pytest.mark.exhaustive
@pytest.mark.parametrize("genre", GENRES)
def test_an_empty_sheet_says_what_is_missing_or_how_many_solutions_there_are(genre: str) -> None:
    drafting = Drafting(load(genre, Library.standard().presets(genre)[0]))
    sheet = drafting.new_sheet()
    draft = sheet["draft"]
    assert 6 <= draft["rows"] <= 10
    checked = drafting.check(draft)
    problem = checked.get("problem")
    if problem is None:
        assert checked["verdict"] in {"none", "one", "several", "some"}
        assert checked["picture"]["svg"].startswith("<svg")
    else:
        assert problem[0].isupper()
        assert problem.endswith(".")
        assert not re.search(r"Error|\.py|fix it", problem)


def test_the_words_of_a_keypad_are_those_of_the_clues() -> None:
    letters = {genre: sheet_of(genre).plain(9)["letters"] for genre in GENRES}
    assert letters["akari"] == "01234x"
    assert letters["sudoku"] == "123456789"
    assert letters["kakuro"] == "0123456789,"
    assert letters["galaxies"] == "0123b"
    assert letters["yajilin"] == "0123456789enswx?@"
    assert letters["nonogram"] == "0123456789"
    assert sheet_of("sudoku").plain(16)["letters"] == "0123456789"
    assert sheet_of("akari").plain(9)["words"] == [*"01234x"]
    assert sheet_of("kakuro").plain(9)["words"] == []


def test_a_sheet_knows_what_a_genre_has() -> None:
    plain = sheet_of("star-battle").plain(10)
    assert (plain["regions"], plain["walls"], plain["void"]) == ("needed", "optional", "#")
    assert plain["fields"] == [{"name": "stars", "kind": "number", "default": None, "needed": True}]
    assert sheet_of("killer-sudoku").plain(9)["region"] == "cage"
    assert sheet_of("heyawake").plain(9)["region"] == "room"
    assert [genre for genre in GENRES if sheet_of(genre).has_holes] == ["galaxies", "minesweeper"]
    flags = {one.name: one.default for one in sheet_of("numberlink").fields}
    assert flags == {"full": True, "touching": False}
    assert sheet_of("battleships").fields[0].kind == "numbers"
    assert sheet_of("sudoku").usual_size() == (9, 9)
    assert sheet_of("kenken").usual_size() == (7, 7)
    assert sheet_of("slitherlink").usual_size() == (10, 10)


def test_cells_that_are_left_out_hang_together_or_are_cages_alone() -> None:
    heyawake, killer = sheet_of("heyawake"), sheet_of("killer-sudoku")
    draft = heyawake.empty(2, 3) | {"regions": ["A", "", "", "A", "A", ""]}
    assert heyawake.fields_of(draft)["regions"] == ["ABB", "AAB"]
    draft = killer.empty(2, 2) | {"regions": ["A", "", "", "A"]}
    assert killer.fields_of(draft)["regions"] == ["AB", "CA"]
    sudoku = sheet_of("sudoku")
    assert "regions" not in sudoku.fields_of(sudoku.empty(4, 4))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (None, "no draft"),
        ([], "no draft"),
        ({"rows": "9"}, "no draft"),
        ({"rows": 60, "columns": 60}, "2,500"),
        ({"rows": 0}, "at least 1 row"),
        ({"words": {}}, "no draft"),
        ({"words": {"board": ["1"]}}, "no draft"),
        ({"words": {"board": [1] * 16}}, "no draft"),
        ({"words": {"board": ["1 2"] + [""] * 15}}, "1 2"),
        ({"words": {"board": ["1" * 99] + [""] * 15}}, "letters"),
        ({"regions": ["A"]}, "no draft"),
        ({"walls": [-1]}, "no draft"),
        ({"walls": [99]}, "no draft"),
        ({"walls": "all"}, "no draft"),
        ({"said": {"diagonals": "yes"}}, "no draft"),
        ({"said": []}, "no draft"),
    ],
)
def test_what_is_no_draft_is_refused_in_words(change: Any, words: str) -> None:
    drafting = Drafting(load("sudoku", "small"))
    draft = drafting.sheet({"rows": 4, "columns": 4})["draft"]
    asked = draft | change if isinstance(change, dict) else change
    checked = drafting.check(asked)
    assert words.lower() in checked["problem"].lower()
    with pytest.raises(InputError):
        drafting.opened(asked)


@pytest.mark.parametrize(
    ("genre", "changes", "problem", "places"),
    [
        ("sudoku", {"board": {5: "x"}}, "Row 2, column 2 of the board has 'x'", [["board", 1, 1]]),
        ("skyscrapers", {"above": {2: "x"}}, "'above' has 'x'", [["above", 2]]),
        (
            "gokigen",
            {"corners": {6: "9"}},
            "row 2, column 2 of the board has '9'",
            [["corners", 1, 1]],
        ),
        ("heyawake", {"board": {0: "1", 1: "1"}}, "2 clues", [["board", 0, 1]]),
        ("hashi", {"board": {0: "8", 1: "8"}}, "has room for only", [["board", 0, 0]]),
    ],
)
def test_a_problem_says_where_it_is(
    genre: str, changes: Any, problem: str, places: list[Any]
) -> None:
    drafting = Drafting(load(genre, Library.standard().presets(genre)[0]))
    draft = drafting.sheet({"rows": 4, "columns": 4})["draft"]
    for part, words in changes.items():
        for at, word in words.items():
            draft["words"][part][at] = word
    checked = drafting.check(draft)
    assert problem.lower() in checked["problem"].lower()
    assert checked["places"] == places


def test_regions_in_two_parts_are_refused_where_a_genre_says_so() -> None:
    drafting = Drafting(load("killer-sudoku", "small"))
    draft = drafting.sheet({"rows": 4, "columns": 4})["draft"]
    draft["regions"][0] = draft["regions"][15] = "A"
    checked = drafting.check(draft)
    assert checked["problem"].startswith("Cage A is in 2 parts: row 1, column 1")
    assert checked["places"] == [["regions", 0, 0]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "nothing to read"),
        (7, "nothing to read"),
        ("1" * 70_000, "70,000"),
        ("puzzle: kakuro\nboard: ['0']", "kakuro"),
        ("https://puzz.link/p?slither/3/3/a", "sudoku"),
        ("12/3", "row"),
        ("board: [", "in line 2: not YAML"),
        ("4 4\n----\n--x-\n----\n----", "row 2, column 3 of the board has 'x'"),
    ],
)
def test_texts_that_are_no_board_are_refused_in_words(text: Any, words: str) -> None:
    drafting = Drafting(load("sudoku", "small"))
    with pytest.raises(InputError, match=re.compile(words, re.IGNORECASE)):
        drafting.sheet({"text": text})


def test_a_new_sheet_has_a_size_that_the_genre_has() -> None:
    sudoku = Drafting(load("sudoku", "small"))
    assert sudoku.new_sheet((16, 16))["draft"]["rows"] == 16
    with pytest.raises(InputError, match="9 rows and 10 columns; draw a square"):
        sudoku.new_sheet((9, 10))
    slitherlink = Drafting(load("slitherlink", "small"))
    assert slitherlink.new_sheet((3, 12))["draft"]["columns"] == 12
    assert len(slitherlink.new_sheet((50, 50))["draft"]["words"]["board"]) == MOST_CELLS
    with pytest.raises(InputError, match="2,500"):
        slitherlink.new_sheet((51, 50))
    with pytest.raises(InputError, match="whole numbers"):
        slitherlink.sheet({"rows": 5})


def test_boards_of_other_cells_are_left_to_files() -> None:
    with pytest.raises(InputError, match="hexagonal cells; the editor draws boards of squares"):
        Drafting(load("slitherlink", "honeycomb")).sheet({})


def test_a_game_answers_whoever_draws() -> None:
    game = Game(load("slitherlink", "small"))
    assert "draft" in game.questions()
    draft = game.answer({"ask": "sheet", "rows": 3, "columns": 3})["draft"]
    draft["words"]["board"][4] = "3"
    heard: list[dict[str, Any]] = []
    checked = game.answer({"ask": "draft", "draft": draft}, heard.append)
    assert checked["verdict"] == "several"
    assert [one["partial"] for one in heard] == [True]
    assert heard[0]["picture"]["svg"] == checked["picture"]["svg"]
    opened = game.answer({"ask": "open-draft", "draft": draft})
    board = opened["board"]
    assert (board["puzzle"], board["preset"]) == ("slitherlink", "")
    other = game.game_of(board["key"])
    again = other.answer({"ask": "sheet"})["draft"]
    assert again == draft
    assert len(other.answer({"ask": "solution", "placed": []})["moves"]) > 0


@pytest.mark.parametrize("bridges", ["forbidden", "allowed"])
def test_a_board_whose_cells_are_cut_is_drawn_and_played(bridges: str) -> None:
    game = Game(load("surasshupakku", "5x5", parameters={"bridges": bridges}))
    assert "draft" in game.questions()
    answer = game.answer({"ask": "sheet", "rows": 2, "columns": 3})
    assert answer["sheet"]["letters"] == "0123456789?"
    draft = answer["draft"]
    assert "without clues" in game.answer({"ask": "draft", "draft": draft})["problem"]
    draft["words"]["board"] = ["1", "", "", "", "", "?"]
    checked = game.answer({"ask": "draft", "draft": draft})
    assert checked["verdict"] in {"one", "several"}
    # The picture lies where the cells of the sheet are: its first cell begins at the margin.
    left, top, width, _ = checked["picture"]["box"]
    assert (left, top) == (-14 / 44, -14 / 44)
    assert width == 3 + 2 * 14 / 44
    board = game.answer({"ask": "open-draft", "draft": draft})["board"]
    assert board["drag"] == "cut"
    other = game.game_of(board["key"])
    assert other.position.parameters == {"bridges": bridges}
    assert other.answer({"ask": "sheet"})["draft"] == draft
    assert len(other.answer({"ask": "solution", "placed": []})["moves"]) > 0


def test_a_game_of_pieces_has_no_editor() -> None:
    game = Game(load("dominoes", "4x4"))
    assert "draft" not in game.questions()
    for ask in ("sheet", "draft", "open-draft"):
        with pytest.raises(InputError, match="no editor for boards of dominoes"):
            game.answer({"ask": ask})


def test_the_editor_is_a_module_of_its_own() -> None:
    script = editor_script()
    assert re.findall(r"^(?:import|export)\b.*", script, re.MULTILINE) == ["export { Editor };"]
    pencil = play_page(Game(load("slitherlink", "small")).board())
    pieces = play_page(Game(load("dominoes", "4x4")).board())
    assert "'self'; style-src" in pencil
    assert "'self'; style-src" not in pieces
    assert ".editor .spots" in pencil
    assert ".editor .spots" not in pieces


def test_a_page_stays_as_light_as_it_was() -> None:
    # The editor comes when it is wanted, and its own weight is that of its two modules and helpers.
    assert len(editor_script().encode()) < 100_000
    page = play_page(Game(load("slitherlink", "small")).board())
    assert "nearestSide" not in page


@pytest.mark.parametrize(
    ("genre", "later"), [("nurikabe", "0"), ("sudoku", ""), ("akari", ""), ("slitherlink", "")]
)
def test_the_sheet_says_which_letters_begin_no_clue(genre: str, later: str) -> None:
    sheet = Drafting(load(genre)).new_sheet()["sheet"]
    assert sheet["later"] == later
