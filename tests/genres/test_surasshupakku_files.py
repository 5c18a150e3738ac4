"""Boards in files and in addresses: what is read, and what is wrong with the rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.loading import load
from ilpuzzles.puzzles.position import require_address
from ilpuzzles.reading.json_text import JsonPart
from ilpuzzles.reading.library import Library
from support.slashed import letters_of, made, rows_of_clues

ADDRESSES = {
    "bridge": "slashpack/6/6/m1h2i42j31i4h3m",
    "5x5": "slashpack/5/5/1g1j23g32h2l3h1",
    "5x5-2": "slashpack/5/5/j2g21h3h13k3h12",
    "6x6": "slashpack/6/6/h2h3g3j2g2g1g1g1h23j3i1h",
    "6x6-2": "slashpack/6/6/31g12l22h3g3g2m3g1j1g",
    "7x7": "slashpack/7/7/3i4g4i1j2i2j3h334g1g2g2i4i1g1i",
    "8x8": "slashpack/8/8/412g32g4g3h1l2i1h1i3g4l2g2h4g3g1h4k3l",
    "8x8-2": "slashpack/8/8/i4i3g1l4i2h1g23h2i1i3g4j1i14i24g3h2i3",
}


def read_address(address: str) -> Any:
    """The board at an address."""
    return load("surasshupakku", url=address)


def board(tmp_path: Path, text: str, more: str = "") -> Any:
    """The board in a file."""
    rows = "".join(f"  {row}\n" for row in text.split("\n"))
    path = tmp_path / "own.yaml"
    path.write_text(f"puzzle: surasshupakku\n{more}board: |\n{rows}")
    return load("surasshupakku", file=path)


@pytest.mark.parametrize("preset", ADDRESSES)
def test_addresses_of_the_presets(preset: str) -> None:
    loaded = load("slashpack", preset)
    address = ADDRESSES[preset]
    assert require_address(loaded) == address
    for before in ("", "https://puzz.link/p?", "puzz.link/p?", "http://pzv.jp/p.html?"):
        for after in ("", "/", "#here", "&more=1", "\n"):
            read = read_address(before + address + after)
            assert rows_of_clues(read) == rows_of_clues(loaded)
    assert load("slashpack", url=address.replace("/", "%2F")).preset is None


@given(st.data())
def test_addresses_go_round(data: st.DataObject) -> None:
    letters, parts = data.draw(st.integers(1, 300)), data.draw(st.integers(1, 2))
    clues = [letter for letter in range(1, letters + 1) for _ in range(parts)]
    # The largest number is shown, for that is how many letters there are.
    hidden = data.draw(st.sets(st.integers(-1, len(clues) - 2)))
    clues = [-1 if number in hidden else clue for number, clue in enumerate(clues)]
    columns = data.draw(st.integers(max(1, -(-len(clues) // 40)), 40))
    rows = data.draw(st.integers(-(-len(clues) // columns), 40))
    cells = clues + [0] * (rows * columns - len(clues))
    mixed = data.draw(st.permutations(cells)) if len(cells) < 60 else cells
    lines = [mixed[row * columns : (row + 1) * columns] for row in range(rows)]
    if columns == 1 and letters > 9:
        # A number in a single column would be taken for several cells.
        return
    position = made(lines, letters)
    read = read_address(require_address(position))
    assert rows_of_clues(read) == rows_of_clues(position) == lines
    assert letters_of(read) == letters_of(position)


NO_BOARD = "no board of the genre 'slashpack' with its size; give slashpack/COLUMNS/ROWS/BODY"
BAD_ADDRESSES = {
    **dict.fromkeys(["", "https://puzz.link/p?", "xslashpack/2/2/1h1", "slashpack/2/2"], NO_BOARD),
    **dict.fromkeys(["https://puzz.link/p?sudoku/9/9/", "slashpack/x/2/1j"], NO_BOARD),
    "slashpack/0/2/1j": "a board of 0 cells; 1 to 10,000 are allowed",
    "slashpack/41/2/11zzzz": "a board of 2 rows and 41 columns; at most 40 of each are allowed",
    "slashpack/2/2/1g1": "it ends before the board does; copy the whole address",
    "slashpack/2/2/j": "a board without clues; write some letters",
    "slashpack/2/2/.i": "only '?' on the board; say how many letters there are: 'letters: 3'",
    "slashpack/2/2/1h3": "2 clues, where every part takes 3; write 3",
    "slashpack/2/2/1112": "'1' stands 3 times; 4 clues are for 2 parts",
    "slashpack/2/2/1g01": "row 2, column 1 of the board has '0'; "
    "a clue is a letter, a number from 1 on or ?",
}
BAD_CHARACTERS = {
    "1h12": "character 18: '2' after the board; ",
    "1hA": "character 17: 'A' in a board; ",
    "1h-0": "character 17: '-' in a board; ",
    "1h+00": "character 17: '+' in a board; ",
    "1h-00": "character 17: '-' in a board; ",
    "1h\u0663": "character 17: '\u0663' in a board; ",
}


def test_wrong_addresses() -> None:
    for address, line in BAD_ADDRESSES.items():
        with pytest.raises(InputError) as caught:
            read_address(address)
        assert str(caught.value) == f"the address: {line}"
    for body, start in BAD_CHARACTERS.items():
        with pytest.raises(InputError) as caught:
            read_address(f"slashpack/2/2/{body}")
        assert str(caught.value).startswith(f"the address, {start}")


def test_long_gaps_are_written_as_the_site_writes_them() -> None:
    for gap, written in ((19, "y"), (20, "z"), (21, "zg"), (38, "zx")):
        position = made([[1, *[0] * gap, 1]], 1)
        assert require_address(position) == f"slashpack/{gap + 2}/1/1{written}1"


def test_numbers_of_several_digits_are_written_in_base_16() -> None:
    for number, written in ((15, "f"), (16, "-10"), (255, "-ff"), (256, "+100")):
        row = [*range(1, number + 1)]
        lines = [row[start : start + 40] for start in range(0, number, 40)]
        lines[-1] += [0] * (len(lines[0]) - len(lines[-1]))
        assert written in require_address(made(lines, number))
    read = read_address("slashpack/17/1/123456789abcdef-10-11")
    assert (rows_of_clues(read), len(letters_of(read))) == ([[*range(1, 18)]], 17)


def test_what_an_address_cannot_say() -> None:
    for clues, letters in (([[1, 0, 2], [-1, 0, 0]], 3), ([[-1, 0], [0, -1]], 1)):
        with pytest.raises(InputError, match="is hidden everywhere; show it once"):
            require_address(made(clues, letters))


@pytest.mark.exhaustive
@given(st.text(max_size=40), st.text("123.gh-+01f", max_size=6))
def test_any_text_is_read_or_refused(text: str, body: str) -> None:
    boards = (f"slashpack/{size}/{body}" for size in ("3/2", "2/2", "1/1", "2/1"))
    for address in (text, f"slashpack/{text}", f"slashpack/3/2/{text}", *boards):
        try:
            position = read_address(address)
        except InputError as error:
            assert "\n" not in str(error)
        else:
            again = read_address(require_address(position))
            assert rows_of_clues(again) == rows_of_clues(position)


def test_boards_of_letters_numbers_and_hidden_clues(tmp_path: Path) -> None:
    letters = board(tmp_path, "a.C\n.c.\nA..")
    assert (letters_of(letters), rows_of_clues(letters)) == (
        ("A", "C"),
        [[1, 0, 2], [0, 2, 0], [1, 0, 0]],
    )
    wide = board(tmp_path, "12 .  3 4 5\n 6 7 8 9 10\n11 . 1 . 2")
    assert (len(letters_of(wide)), rows_of_clues(wide)[1]) == (12, [6, 7, 8, 9, 10])
    hidden = board(tmp_path, "??.\n.B.\n..?", "letters: AB\n")
    assert (letters_of(hidden), rows_of_clues(hidden)[0]) == (("A", "B"), [-1, -1, 0])
    assert letters_of(board(tmp_path, "?.\n.?", "letters: 2\n")) == ("1", "2")


KINDS = "a clue is a letter, a number from 1 on or ?"
BAD_BOARDS = {
    ("A.B\n.A", ""): "own.yaml:4: row 2 of 'board' has 2 cells, and row 1 has 3; "
    "draw rows of the same length",
    ("A0\n..", ""): f"own.yaml:3: row 1, column 2 of the board has '0'; {KINDS}",
    ("A$\n..", ""): f"own.yaml:3: row 1, column 2 of the board has '$'; {KINDS}",
    ("A1\n..", ""): "own.yaml:2:1: letters and numbers; write one kind of them",
    ("A. B\n.. .", ""): f"own.yaml:3: row 1, column 1 of the board has 'A.'; {KINDS}",
    ("AC\n..", "letters: AB\n"): "own.yaml:4: 'C', where the letters are AB; add it to 'letters'",
    ("13\n..", "letters: 2\n"): "own.yaml:4: clue 3, where there are 2 letters; write 1 to 2",
    ("1.\n.1", "letters: AAB\n"): "own.yaml:2:1: letters 'AAB'; "
    "write how many, or all of them: ABC",
    ("AB\nA.", ""): "own.yaml:2:1: 3 clues, where every part takes 2; write 2 or 4",
    ("AAA\n.BB\n..C", ""): "own.yaml:2:1: 'A' stands 3 times; 6 clues are for 2 parts",
    ("A.B\n?..", "letters: 3\n"): "own.yaml:2:1: 3 letters, where A B stand on the board; "
    "write them all: 'letters: ABC'",
    ("..\n..", ""): "own.yaml:2:1: a board without clues; write some letters",
    ("?.\n.?", ""): "own.yaml:2:1: only '?' on the board; "
    "say how many letters there are: 'letters: 3'",
    ("A" + "." * 40, ""): "own.yaml:3: a board of 1 row and 41 columns; "
    "at most 40 of each are allowed",
    ("A.\n.A", "bridges: allowed\n"): "own.yaml:2:1: 'bridges' is a parameter; "
    "write 'parameters: {bridges: ...}'",
}


def test_what_is_wrong_with_a_board_has_a_place(tmp_path: Path) -> None:
    for (text, more), lines in BAD_BOARDS.items():
        with pytest.raises(InputError) as caught:
            board(tmp_path, text, more)
        assert str(caught.value).replace(f"{tmp_path}/", "") == lines


def require_same(tmp_path: Path, loaded: Any) -> None:
    """Writes a board and reads it again."""
    path = tmp_path / "b.yaml"
    path.write_text(loaded.to_yaml(loaded.parameters) + "\n")
    again: Any = load("surasshupakku", file=path)
    assert (again.plain(), again.parameters) == (loaded.plain(), loaded.parameters)


@pytest.mark.parametrize("preset", Library.standard().presets("surasshupakku"))
def test_boards_are_written_as_they_are_read(tmp_path: Path, preset: str) -> None:
    allowed = {"bridges": "allowed"}
    require_same(tmp_path, load("surasshupakku", preset, parameters=allowed))


def test_boards_of_all_shapes_are_written_as_they_are_read(tmp_path: Path) -> None:
    for text, more in (
        ("A.\n.A", ""),
        ("A", ""),
        ("A\n.\nA", ""),
        ("1 12 11 10 9 8\n2 3 4 5 6 7", ""),
        ("?B\n..", "letters: AB\n"),
        ("?.\n.2", "letters: 2\n"),
    ):
        require_same(tmp_path, board(tmp_path, text, more))


NO_SOLUTIONS: list[tuple[Any, str]] = [
    ([], "expected a solution as --json writes it, got a list; write it again"),
    ({"parts": []}, "KeyError: 'rows'"),
    ({"rows": ["./", 1]}, "the rules cannot read it"),
    ({"rows": ["./", "/."], "parts": 4}, "the rules cannot read it"),
]


def test_what_is_no_solution_of_a_board() -> None:
    position, right = made([[1, 0], [0, 1]], 1), {"rows": ["./", "/."]}
    assert position.read_solution(JsonPart("sol.json", right)) == right
    for data, line in NO_SOLUTIONS:
        with pytest.raises(InputError) as caught:
            position.read_solution(JsonPart("sol.json", data))
        assert line in str(caught.value)
        assert str(caught.value).startswith("sol.json: ")
    # Equal solutions may leave out what follows.
    whole = {**right, "parts": [[[0, 0]], [[1, 1]]]}
    assert position.essence(whole) == position.essence(right) == right
