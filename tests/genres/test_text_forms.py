"""The text form of boards, by a writer and a reader of its own: every part has its lines."""

from __future__ import annotations

from random import Random
from typing import Any, TypeAlias

import pytest

from ilpuzzles import load
from ilpuzzles.genres import Board
from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.genres.texts import fields_of_text, text_of_fields
from ilpuzzles.puzzles.kind import PuzzlePosition
from support.drawn_genres import GENRES, Look
from support.genres import opened, random_walls

Fields: TypeAlias = dict[str, Any]
Cell: TypeAlias = tuple[int, int]

LAYOUTS = {
    # Each with what its first line has after rows and columns, by the names of fields.
    "board": [],
    "corners": [],
    "board walls?": [],
    "board regions walls?": [],
    "ships*: above left board": ["ships"],
    "above-lines left-lines": [],
    "height diagonals?: above below left right board": ["height", "diagonals"],
    "stars: regions walls?": ["stars"],
}


def random_fields(layout: str, dice: Random) -> tuple[Fields, tuple[int, int]]:
    """A board that is seldom square, with a word in every place; some parts may be missing."""
    rows, columns = dice.choice([(2, 3), (4, 2), (3, 5), (3, 3)])
    fields: Fields = {}
    for part in layout.rpartition(":")[2].split():
        name = part.removesuffix("?").removesuffix("-lines")
        if part[-1] == "?" and dice.random() < 0.5:
            break
        words = ["-", "1", "12", "x", "A"]
        if name in {"above", "below", "left", "right"}:
            if dice.random() < 0.3 and "lines" not in part:
                continue
            said = ["-", "0", "3", "12"] if "lines" not in part else ["-", "0", "3 1", "12"]
            lines = columns if name in {"above", "below"} else rows
            fields[name] = [dice.choice(said) for _ in range(lines)]
        elif name == "walls":
            fields[name] = random_walls(dice, rows, columns)
        else:
            words = words[1:] if name == "regions" else words
            more = name == "corners"
            drawn = [
                [dice.choice(words) for _ in range(columns + more)] for _ in range(rows + more)
            ]
            fields[name] = [" ".join(row) for row in drawn]
    for name in LAYOUTS[layout]:
        fields[name] = {"ships": [2, 0, 1], "height": 7, "stars": 2, "diagonals": True}[name]
    if "diagonals" in fields and dice.random() < 0.5:
        del fields["diagonals"]
    return fields, (rows, columns)


def composed(layout: str, fields: Fields, size: tuple[int, int]) -> str:
    """The text of a board, put together line by line."""
    rows, columns = size
    first = [rows, columns, *fields.get("ships", [])]
    first += [fields[name] for name in ("height", "stars") if name in fields]
    first += ["D"] if fields.get("diagonals") else []
    lines = [" ".join(map(str, first))]
    for part in layout.rpartition(":")[2].split():
        name = part.removesuffix("?")
        if name in {"above", "below"}:
            lines.append(" ".join(fields.get(name, ["-"] * columns)))
        elif name in {"left", "right"}:
            lines.append(" ".join(fields.get(name, ["-"] * rows)))
        elif name.removesuffix("-lines") in fields:
            lines += fields[name.removesuffix("-lines")]
    return "\n".join(lines)


@pytest.mark.every("layout")
@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_part_of_a_text_has_its_lines(layout: str) -> None:
    dice = Random(layout)
    for _ in range(20):
        fields, size = random_fields(layout, dice)
        text = composed(layout, fields, size)
        assert text_of_fields(layout, fields, size) == text
        # Of a side without numbers there is an open place for each line.
        sides = {name: ["-"] * size[name in {"above", "below"}] for name in layout.split()
                 if name in {"above", "below", "left", "right"}}  # fmt: skip
        assert fields_of_text(layout, text) == sides | fields


@pytest.mark.parametrize("seed", range(20))
def test_however_it_is_drawn_a_board_has_its_clues_in_their_cells(seed: int) -> None:
    dice = Random(seed)
    rows, columns = dice.randint(2, 4), dice.randint(3, 6)
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    clues = {cell: dice.choice("123x") for cell in cells if dice.random() < 0.4}
    # Rows of one letter, or of none, may be read in several ways.
    clues |= {(r, c): "1" for r in range(rows) for c in (0, columns - 1)}

    def drawn(empty: str, between: str, end: str = "\n") -> str:
        lines = (
            between.join(clues.get((r, c), empty) for c in range(columns)) for r in range(rows)
        )
        return end.join(lines)

    forms = [drawn("-", ""), drawn(".", ""), drawn("-", " "), drawn(".", "  "), drawn("-", "\t")]
    forms += [drawn("", "\t"), "\n" + drawn("-", "") + "\n"]
    blank = drawn(" ", "").splitlines()
    if len({len(line.split()) for line in blank}) > 1 and any("  " in line for line in blank):
        # No word of several letters has so many blanks around it: they are open cells.
        forms.append(drawn(" ", ""))
    for form in forms:
        for text in (form, form.strip("\n").split("\n")):
            board = Board.read({"board": text})
            assert (board.grid.rows, board.grid.columns) == (rows, columns), form
            assert board.clues == clues, form
    wide = {cell: f"{word}{n}" for n, (cell, word) in enumerate(sorted(clues.items()))}
    words = [" ".join(wide.get((r, c), "-") for c in range(columns)) for r in range(rows)]
    assert Board.read({"board": words}).clues == wide
    given = [[r, c, word] for (r, c), word in wide.items()]
    assert Board.read({"rows": rows, "columns": columns, "given": given}).clues == wide


@pytest.mark.parametrize("seed", range(20))
def test_regions_walls_corners_and_sides_lie_where_they_are_drawn(seed: int) -> None:
    dice = Random(seed)
    rows, columns = dice.choice([(2, 3), (3, 2), (4, 5)])
    names = {(r, c): dice.choice("ABc#") for r in range(rows) for c in range(columns)}
    walls = random_walls(dice, rows, columns)
    corners = {(r, c): dice.choice("-?14") for r in range(rows + 1) for c in range(columns + 1)}
    sizes = {"above": columns, "below": columns, "left": rows, "right": rows}
    said = ["-", "0", "12", "3 1"]
    beside = {side: [dice.choice(said) for _ in range(n)] for side, n in sizes.items()}
    regions = ["".join(names[r, c] for c in range(columns)) for r in range(rows)]
    at_corners = ["".join(corners[r, c] for c in range(columns + 1)) for r in range(rows + 1)]
    board = Board.read({"regions": regions, "walls": walls, "corners": at_corners, **beside})
    assert board.region_of == names
    assert board.corner_clues == {at: word for at, word in corners.items() if word != "-"}
    parted = set()
    for r, row in enumerate(walls):
        for c, word in enumerate(row.split()):
            parted |= {((r, c), (r, c + 1))} if "e" in word else set()
            parted |= {((r, c), (r + 1, c))} if "s" in word else set()
    assert board.walls == parted
    assert board.numbers_beside == {
        side: [[int(word) for word in line.split() if word != "-"] for line in lines]
        for side, lines in beside.items()
    }
    # The same walls from the other side.
    turned = {"e": ("w", 0, 1), "s": ("n", 1, 0)}
    other = [["" for _ in range(columns)] for _ in range(rows)]
    for r, row in enumerate(walls):
        for c, word in enumerate(row.split()):
            for way in word.strip("-"):
                back, down, right = turned[way]
                other[r + down][c + right] += back
    drawn = [" ".join(word or "-" for word in row) for row in other]
    assert Board.read({"rows": rows, "columns": columns, "walls": drawn}).walls == parted


@pytest.mark.every("genre")
@pytest.mark.parametrize("genre", GENRES)
def test_the_texts_of_a_board_are_read_as_the_board(genre: str) -> None:
    """As it is written, as it is typed in rows or with slashes between them, and as YAML."""
    fields = GENRES[genre].fields
    position = opened(genre, fields)
    look = Look(fields)
    guide = position.typing_guide()
    assert guide is not None
    texts = [position.to_text(), "\n".join(guide.rows)]
    has_size = guide.rows[0].split() == position.to_text().splitlines()[0].split()
    if not has_size and not any("/" in row for row in guide.rows):
        texts.append("/".join(guide.rows))
    for text in texts:
        require_board(board_of(load(genre, board=text)), look, text)
    require_board(board_of(load(genre, text=position.to_yaml())), look, "YAML")


def board_of(position: PuzzlePosition) -> Board:
    """What is given on a board that was read."""
    assert isinstance(position, GenrePosition)
    board = position.instance.data
    assert isinstance(board, Board)
    return board


def require_board(board: Board, look: Look, text: str) -> None:
    """All that is given stands in its place."""
    assert (board.grid.rows, board.grid.columns) == look.size, text
    assert board.clues == look.clues, text
    assert {(2 * r, 2 * c): w for (r, c), w in board.corner_clues.items()} == look.dots
    assert grouped(board.region_of) == grouped(look.region_of)
    beside = {
        (side, n): list(map(str, numbers))
        for side, lines in board.numbers_beside.items()
        for n, numbers in enumerate(lines)
        if numbers
    }
    outwards = {line: words[::-1] if line[0] in {"above", "left"} else words
                for line, words in look.beside.items()}  # fmt: skip
    assert beside == outwards, text
    for side, n in beside:
        # Its cells are those of its line, whichever side it stands at.
        place = board.place_of((side, n))
        assert place is not None
        axis = 1 if side in {"above", "below"} else 0
        assert set(place.cells) == {cell for cell in board.grid.cells if cell[axis] == n}


def grouped(names: Any) -> set[frozenset[Cell]]:
    """The cells with the same name."""
    return {frozenset(at for at in names if names[at] == name) for name in names.values()}
