"""Every entry of the tables of codes in addresses, by the public format and not by our own writer.

The format is that of puzz.link, as the programs of pzprjs read it (github.com/robx/pzprjs, in
src/variety-common/Encode.js and src/variety/*.js). The addresses here are put together by hand, or
by plain arithmetic, character by character; the functions of that program that say so are named.
"""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from ilpuzzles import load
from ilpuzzles.errors import InputError
from ilpuzzles.genres.addresses import address_of_fields, fields_of_address
from ilpuzzles.genres.genre_position import GenrePosition

ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz"

Tokens = dict[str, list[str]]
"""What stands for which words of cells that follow each other; `-` is an empty cell."""


def gaps(first: str, last: str = "z") -> Tokens:
    """A letter for one empty cell, the next one for two, and so on."""
    letters = ALPHABET[ALPHABET.index(first) : ALPHABET.index(last) + 1]
    return {letter: ["-"] * count for count, letter in enumerate(letters, 1)}


def few(unknown: str) -> Tokens:
    """`decode4Cell`: 0 to 4; five more with an empty cell behind it, ten more with two."""
    tokens = {
        "0": ["0"], "1": ["1"], "2": ["2"], "3": ["3"], "4": ["4"],
        "5": ["0", "-"], "6": ["1", "-"], "7": ["2", "-"], "8": ["3", "-"], "9": ["4", "-"],
        "a": ["0", "-", "-"], "b": ["1", "-", "-"], "c": ["2", "-", "-"],
        "d": ["3", "-", "-"], "e": ["4", "-", "-"],
    }  # fmt: skip
    return tokens | {".": [unknown]} | gaps("g")


def number16() -> Tokens:
    """`readNumber16`: one hexadecimal digit, two behind a minus sign, three behind a plus sign."""
    short = {f"{n:x}": [str(n)] for n in range(16)}
    two = {f"-{n:02x}": [str(n)] for n in range(16, 256)}
    three = {f"+{n:03x}": [str(n)] for n in range(256, 4096)}
    return short | two | three | {".": ["?"]} | gaps("g")


def number36() -> Tokens:
    """`decodeHitori`: numbers in base 36, and a full stop for each empty cell."""
    short = {digit: [str(n)] for n, digit in enumerate(ALPHABET)}
    two = {
        f"-{tens}{ones}": [str(36 * t + o)]
        for t, tens in enumerate(ALPHABET)
        for o, ones in enumerate(ALPHABET)
        if t
    }
    return short | two | {"@": ["?"], ".": ["-"]}


def arrows() -> Tokens:
    """`decodeArrowNumber16`: a direction and a number; five more is one with two digits.

    The directions are 1 up, 2 down, 3 left and 4 right (`Address.js`); 0 is none.
    """
    ways = {"0": "", "1": "n", "2": "s", "3": "w", "4": "e"}
    wide = {"5": "", "6": "n", "7": "s", "8": "w", "9": "e"}
    one = {f"{digit}{n:x}": [f"{n}{way}"] for digit, way in ways.items() for n in range(16)}
    two = {f"{digit}{n:02x}": [f"{n}{way}"] for digit, way in wide.items() for n in range(16, 256)}
    unknown = {f"{digit}.": [f"?{way}"] for digit, way in ways.items()}
    return one | two | unknown | {"+": ["x"]} | gaps("a")


def tapa() -> Tokens:
    """`decodeNumber_tapa`: one number as it is; several as a number in base 36."""
    tokens: Tokens = {str(n): [str(n)] for n in range(9)}
    tokens |= {"9": ["1111"], ".": ["?"]}

    def base36(number: int) -> str:
        return ALPHABET[number // 36] + ALPHABET[number % 36]

    def said(*numbers: int) -> str:
        return "".join(str(number) if number else "?" for number in numbers)

    for a, b in product(range(6), repeat=2):
        tokens[base36(360 + 6 * a + b)] = [said(a, b)]
    for a, b, c in product(range(4), repeat=3):
        tokens[base36(396 + 16 * a + 4 * b + c)] = [said(a, b, c)]
    for a, b, c, d in product(range(2), repeat=4):
        if (a, b, c, d) != (1, 1, 1, 1):
            tokens[base36(460 + 8 * a + 4 * b + 2 * c + d)] = [said(a, b, c, d)]
    return tokens | gaps("g")


def sums() -> Tokens:
    """`decodeKakuro`: black cells with the sum below and the sum to the right, white cells `k` on.

    A sum is 0 to 19 as a digit or a small letter, 20 to 45 as a capital one, `-` if it is missing.
    """
    said = {digit: str(n) for n, digit in enumerate("0123456789abcdefghij")}
    said |= {digit: str(n) for n, digit in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 20)}
    said["-"] = ""
    pairs = product(said.items(), repeat=2)
    tokens = {a + b: [f"{down},{right}"] for (a, down), (b, right) in pairs if down or right}
    white = {letter: ["0"] * len(cells) for letter, cells in gaps("k").items()}
    return tokens | {".": ["-"]} | white


def trees() -> Tokens:
    """`decode1Cell`: a tree with 0 to 17 empty cells behind it, from `i` on cells before it."""
    more = {ALPHABET[n]: ["x"] + ["-"] * n for n in range(18)}
    return more | gaps("i")


SHIP_PARTS = {
    # `Board@battleship`: 0 is water, 1 to 4 ends of ships up, down, left and right, 5 middles, 6
    # ships of one cell. They are numbers in hexadecimal digits.
    "0": ["x"], "1": ["n"], "2": ["s"], "3": ["w"], "4": ["e"], "5": ["m"], "6": ["o"], ".": ["?"],
}  # fmt: skip

CELLS: dict[str, Tokens] = {
    "4cell": few("?"),
    "walls": few("x"),
    "number10": {str(n): [str(n)] for n in range(10)} | {".": ["?"]} | gaps("a"),
    "number16": number16(),
    "number36": number36(),
    "arrows": arrows(),
    "tapa": tapa(),
    "ships": SHIP_PARTS | gaps("g"),
}
"""Codes of clues in cells, one after the other."""


@pytest.mark.every("code")
@pytest.mark.parametrize("code", CELLS)
def test_every_clue_of_a_cell_is_read_and_written(code: str) -> None:
    tokens = CELLS[code]
    every = [*tokens]
    Random(code).shuffle(every)
    # A clue after each gives empty cells an end, so that there is one way to say it.
    clue = "." if tokens.get(".") in (["?"], ["x"]) else next(iter(tokens))
    text = "".join(token + clue for token in every)
    cells = [word for token in every for word in (*tokens[token], *tokens[clue])]
    address = f"any/{len(cells)}/1/{text}"
    row = " ".join(cells)
    fields = fields_of_address("any", code, address)
    assert " ".join(words(fields["board"][0])) == row
    # A link would end before a full stop.
    end = "/" if clue == "." else ""
    assert address_of_fields("any", code, {"board": [row]}) == address + end


def words(row: str) -> list[str]:
    """The words in a row."""
    return row.split() if " " in row else list(row)


def test_every_clue_of_a_corner_is_read_and_written() -> None:
    """`decode4Cross`: as in cells, row by row, with a row and a column more."""
    tokens = few("?")
    text = "".join(f"{token}." for token in tokens)
    corners = [word for token in tokens for word in (*tokens[token], "?")]
    if len(corners) % 2:
        # On a board of one row there are two rows of corners.
        text, corners = f"{text}.", [*corners, "?"]
    half = len(corners) // 2
    address = f"any/{half - 1}/1/{text}"
    rows = [" ".join(corners[:half]), " ".join(corners[half:])]
    read = fields_of_address("any", "4corner", address)["corners"]
    assert [" ".join(words(row)) for row in read] == rows
    assert address_of_fields("any", "4corner", {"corners": rows}) == f"{address}/"


def test_both_signs_of_an_unknown_number_are_read() -> None:
    """`decodeHitori` takes `%` for `@`."""
    assert fields_of_address("any", "number36", "any/3/1/1%@") == {"board": ["1??"]}


@pytest.mark.parametrize("part", "789a")
def test_bent_ships_are_refused(part: str) -> None:
    with pytest.raises(InputError, match="a bent part of a ship at row 1, column 2"):
        fields_of_address("any", "ships", f"any/3/1/0{part}0")


def test_every_three_circles_are_read_and_written() -> None:
    """`genericDecodeTriple`: a digit in base 27 for three cells: nine, three and one times 0 to 2.

    1 is a white pearl, and 2 a black one.
    """
    digits = "0123456789abcdefghijklmnopq"
    cells = [cell for digit in range(27) for cell in (digit // 9, digit // 3 % 3, digit % 3)]
    row = "".join("-wb"[cell] for cell in cells)
    assert fields_of_address("any", "circles", f"any/81/1/{digits}") == {"board": [row]}
    assert address_of_fields("any", "circles", {"board": [row]}) == f"any/81/1/{digits}"


def test_every_five_black_cells_are_read_and_written() -> None:
    """`decodeEmpty`: a digit in base 32 for five cells, the first one counts sixteen."""
    digits = ALPHABET[:32]
    row = "".join("-x"[digit >> (4 - n) & 1] for digit in range(32) for n in range(5))
    address = f"any/160/1/{digits}"
    assert fields_of_address("any", "black", address) == {"board": [row]}
    assert address_of_fields("any", "black", {"board": [row]}) == address
    # A board without black cells has nothing after its size.
    empty = {"board": ["---", "---"]}
    assert address_of_fields("any", "black", empty) == "any/3/2/"
    assert fields_of_address("any", "black", "any/3/2/") == empty


def test_every_three_suns_and_moons_are_read_and_written() -> None:
    """`decodeCircle`: 1 is a sun, and 2 a moon (`Cell@moonsun` in country.js)."""
    row = "".join(
        "-sm"[cell] for digit in range(27) for cell in (digit // 9, digit // 3 % 3, digit % 3)
    )
    address = "any/81/1/0123456789abcdefghijklmnopq"
    assert fields_of_address("any", "suns", address) == {"board": [row]}
    assert address_of_fields("any", "suns", {"board": [row]}) == address


def test_every_five_holes_are_read_and_written() -> None:
    """`genericDecodeBinary`: a digit in base 32 for five cells, the first one counts sixteen."""
    digits = ALPHABET[:32]
    row = "".join("-#"[digit >> (4 - n) & 1] for digit in range(32) for n in range(5))
    # Before them stand the centres of galaxies, of which there is none in 319 places.
    address = f"any/160/1/{empty_places(319)}{digits}"
    assert fields_of_address("any", "centres holes?", address) == {"board": [row]}
    assert address_of_fields("any", "centres holes?", {"board": [row]}) == address


def test_every_tree_is_read_and_written() -> None:
    tokens = trees()
    for token, cells in tokens.items():
        # The cell behind it has a tree as well: a tree with nothing after it.
        row = "".join([*cells, "x"])
        lines = {"above": ["-"] * len(row), "left": ["-"]}
        # Above and left of the board nothing is given: k is five empty places, g is one.
        start, board = empty_places(len(row) + 1), {"board": [row], **lines}
        address = f"any/{len(row)}/1/{start}{token}0"
        assert fields_of_address("any", "beside16 trees", address) == board
        if len(cells) < 18:
            # Behind a tree with 17 empty cells, pzprjs begins anew.
            assert address_of_fields("any", "beside16 trees", board) == address


def empty_places(number: int) -> str:
    """So many places without a number: up to twenty with each letter from `g` on."""
    text = ""
    while number:
        text += ALPHABET[15 + min(number, 20)]
        number -= min(number, 20)
    return text


def test_every_sum_is_read_and_written() -> None:
    tokens = sums()
    every = [*tokens]
    Random(1).shuffle(every)
    # White cells end with the next black one, so that two of them are never beside each other.
    text = "".join(f"{token}00" for token in every)
    cells = [word for token in every for word in (*tokens[token], "0,0")]
    # Every white cell of the only row has a column: above each stands a sum, here 3; left of the
    # row there is one where it begins with a white cell.
    white = [cell == "0" for cell in cells]
    above = ["3," if is_white else "-" for is_white in white]
    left = ",7" if white[0] else "-"
    address = f"any/{len(cells)}/1/{text}{'3' * sum(white)}{'7' * white[0]}"
    board = [" ".join(["-", *above]), " ".join([left, *cells])]
    assert fields_of_address("any", "sums", address)["board"] == board
    assert address_of_fields("any", "sums", {"board": board}) == address


def test_every_outer_sum_is_read_and_written() -> None:
    said = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"
    # 46 white cells: z is 16, p is six, o is five; with sums above from 0 to 45, and - to the left.
    address = f"any/46/1/zzx{said}-"
    board = [" ".join(["-", *(f"{n}," for n in range(46))]), " ".join(["-", *["0"] * 46])]
    assert fields_of_address("any", "sums", address)["board"] == board
    assert address_of_fields("any", "sums", {"board": board}) == f"{address}/"


def test_every_centre_is_read_and_written() -> None:
    """`decodeDot`: an even digit is white, an odd one black, with half as many empty places behind.

    On a board of one row, every other place is the middle of a cell, and the next one the right
    side of that cell. `e` is a white one with seven places, as behind the last one of a board.
    """
    for letter in "0123456789abcdef":
        after, is_black = divmod(int(letter, 16), 2)
        # The middle of a cell and its right side have one centre at most.
        first = 1 if after == 0 else 0
        require_centres(
            {first: bool(is_black), first + after + 1: False}, "g" * first + letter + "e"
        )
    for empty, letter in enumerate("ghijklmnopqrstuvwxyz", 1):
        require_centres({empty: False}, letter + "e")


def require_centres(places: dict[int, bool], text: str) -> None:
    """Centres in these places, some of them black, are read from a text and written as it."""
    columns = max(places) // 2 + 2
    board = ["-"] * columns
    for place, is_black in places.items():
        board[place // 2] = f"{place % 2}{'b' * is_black}"
    address = f"any/{columns}/1/{text}"
    read = fields_of_address("any", "centres", address)["board"][0]
    assert words(read) == board, text
    assert address_of_fields("any", "centres", {"board": [" ".join(board)]}) == address


def test_borders_count_from_the_left_and_then_from_the_top() -> None:
    """`decodeBorder`: first the sides between columns, row by row, then those between rows."""
    # Three columns and two rows: 4 upright sides, 3 level ones. Upright: 0 1, 1 0 is 01100, c.
    # Level: 1 0 0 is 10000, g; it parts the first column, and the walls make whole what they can.
    #     A A|B
    #     ‾ . .
    #     C|B B
    fields = {"regions": ["AAB", "CBB"]}
    # Upright 01 10, level 110.
    address = "lits/3/2/co"
    assert fields_of_address("lits", "borders", address) == fields
    assert address_of_fields("lits", "borders", fields) == address


@pytest.mark.parametrize("bit", range(17))
def test_every_side_of_a_board_has_its_bit(bit: int) -> None:
    # Four columns and three rows have nine upright sides, in ten bits, and eight level ones.
    bits = [0] * 20
    bits[bit if bit < 9 else bit + 1] = 1
    digits = ["".join(map(str, bits[n : n + 5])) for n in range(0, 20, 5)]
    text = "".join(ALPHABET[int(digit, 2)] for digit in digits)
    walls = [["-"] * 4 for _ in range(3)]
    if bit < 9:
        walls[bit // 3][bit % 3] = "e"
    else:
        walls[(bit - 9) // 4][(bit - 9) % 4] = "s"
    # Before it stand the numbers of twelve cells, all of them empty: r.
    fields = {"board": ["----"] * 3, "walls": ["".join(row) for row in walls]}
    address = f"fillomino/4/3/r{text}"
    assert fields_of_address("fillomino", "number16 sides?", address) == fields
    assert address_of_fields("fillomino", "number16 sides?", fields) == address


@pytest.mark.parametrize(
    ("letter", "ships"),
    [
        # The presets of battleship in statuepark.js: as many ships as a fleet has lengths are of
        # one cell, one fewer of two, and so on; the longest one is alone. z is none.
        ("c", [3, 2, 1]),
        ("d", [4, 3, 2, 1]),
        ("e", [5, 4, 3, 2, 1]),
        ("z", []),
    ],
)
def test_fleets_with_a_letter(letter: str, ships: list[int]) -> None:
    # 1 above, nothing left of it (g), nothing in the only cell (g).
    address = f"battleship/1/1/1gg//{letter}"
    fields = {"above": ["1"], "left": ["-"], "board": ["-"], "ships": ships}
    assert fields_of_address("battleship", "beside16 ships fleet", address) == fields
    assert address_of_fields("battleship", "beside16 ships fleet", fields) == address


@pytest.mark.parametrize("length", range(1, 36))
def test_ships_of_every_length(length: int) -> None:
    """`BankPiece.deserialize`: width and height in base 36, then a bit for each cell, in fives."""
    whole, rest = divmod(length, 5)
    # 31 is v; one bit of five is 16, two are 24, three 28, four 30.
    bits = "v" * whole + {0: "", 1: "g", 2: "o", 3: "s", 4: "u"}[rest]
    size = ALPHABET[length]
    fields = {"above": ["-"], "left": ["1"], "board": ["-"], "ships": [0] * (length - 1) + [2]}
    across = f"battleship/1/1/g1g/2/{size}1{bits}/{size}1{bits}"
    down = f"battleship/1/1/g1g/2/1{size}{bits}/{size}1{bits}"
    for address in (across, down):
        read = fields_of_address("battleship", "beside16 ships fleet", address)
        assert read == fields
    assert address_of_fields("battleship", "beside16 ships fleet", fields) == across


def test_numbers_on_all_four_sides_come_one_side_after_the_other() -> None:
    """`setposExCells`: above, below, left and right, for a board with clues on all sides."""
    # Three columns and two rows. Above 1 2 3; below 4, nothing, 5 (g is one empty place); left 6 7;
    # right nothing, 16 (a minus sign and two digits). Then the cells: eight (8), five empty (k).
    address = "skyscrapers/3/2/1234g567g-108k"
    fields = {
        "above": ["1", "2", "3"], "below": ["4", "-", "5"],
        "left": ["6", "7"], "right": ["-", "16"],
        "board": ["8--", "---"],
    }  # fmt: skip
    assert fields_of_address("skyscrapers", "around16 number16?", address) == fields
    assert address_of_fields("skyscrapers", "around16 number16?", fields) == address


def test_runs_of_a_line_come_from_the_grid_outwards() -> None:
    """`setposExCells`: a column has half as many places as there are rows, rounded up."""
    # Two columns of five rows with three places each, then five rows with one place each. Of the
    # first column 3 next to the grid, 1 above that, and an empty place (g); of the second column
    # nothing (i, three places). Then the rows: 2, nothing twice (h), 1, nothing (g).
    address = "nonogram/2/5/31j2h1g"
    fields = {"above": ["1 3", "0"], "left": ["2", "0", "0", "1", "0"]}
    assert fields_of_address("nonogram", "lines16", address) == fields
    assert address_of_fields("nonogram", "lines16", fields) == address


def test_numbers_of_rooms_come_by_their_first_cells() -> None:
    """`decodeRoomNumber16`: rooms row by row, each number in the leftmost of their columns."""
    # Three columns and two rows:  A B B   upright 10, 10: 10100, k
    #                              A C C   level 011: 01100, c
    # Of A nothing (g), of B 2, of C 1.
    address = "heyawake/3/2/kcg21"
    fields = {"regions": ["ABB", "ACC"], "board": ["-2-", "-1-"]}
    assert fields_of_address("heyawake", "borders rooms16", address) == fields
    assert address_of_fields("heyawake", "borders rooms16", fields) == address
    # The number of a room that begins in the middle stands in its first column, as high as can be:
    #   A B   upright 1, 0: 10000, g      level 1, 0: 10000, g
    #   B B   A has none (g), B has 1: at the left of the second row.
    read = fields_of_address("heyawake", "borders rooms16", "heyawake/2/2/ggg1")
    assert read == {"regions": ["AB", "BB"], "board": ["--", "1-"]}


GENRES: dict[str, tuple[str, dict[str, Any]]] = {
    # Of each genre a board with more columns than rows, or more rows than columns, cell by cell.
    # An empty cell, a wall, 2 with two empty cells behind it, three empty cells.
    "akari": ("akari/4/2/g.ci", {"board": ["-x2-", "----"]}),
    # Above 1, nothing twice; left nothing, 2; an upper end, five empty cells.
    "battleships": ("battleship/3/2/1i21k//c", {
        "above": ["1", "-", "-"], "left": ["-", "2"], "board": ["n--", "---"], "ships": [3, 2, 1]}),
    # Upright 00 00: 00000, 0. Level 111: 11100, s. Two regions with the numbers 2 and 1.
    "country-road": ("country/3/2/0s21", {"regions": ["AAA", "BBB"], "board": ["2--", "1--"]}),
    "fillomino": ("fillomino/3/2/g3h2g", {"board": ["-3-", "-2-"]}),
    # A row of places has five: one is empty, white with two behind it; white with six, since the
    # row below has none; white with two behind it, white.
    "galaxies": ("tentaisho/3/2/g4c4e", {"board": ["1-0", "1-0"]}),
    # Three rows of two corners: nothing, 1 with two empty places, nothing twice.
    "gokigen": ("gokigen/1/2/gbh", {"corners": ["-1", "--", "--"]}),
    "hashi": ("hashi/3/2/1g1i", {"board": ["1-1", "---"]}),
    # One room: no side is a border, four upright ones (0), three level ones (0); its number is 1.
    # 1 with two empty cells behind it, a black cell, an empty one, 0 at the end.
    "shakashaka": ("shakashaka/3/2/b.ga", {"board": ["1--", "x-0"]}),
    "heyawake": ("heyawake/3/2/001", {"regions": ["AAA", "AAA"], "board": ["1--", "---"]}),
    "hitori": ("hitori/3/2/1.2333", {"board": ["1-2", "333"]}),
    # Two rows of one white cell (l is two): above 3, left 1 and 2.
    "kakuro": ("kakuro/1/2/l312", {"board": ["- 3,", ",1 0", ",2 0"]}),
    # Two empty cells (h), 4, three empty cells (i).
    "kurodoko": ("kurodoko/3/2/h4i", {"board": ["--4", "---"]}),
    # Upright 000 100: 00010 00000, 20. Level 1111: 11110, u.
    "lits": ("lits/4/2/00u", {"regions": ["AAAA", "BBBB"]}),
    # Two numbers for each column, the negative poles first: 1 1, nothing, 1 1 (11h11); two for each
    # row: 2 2, nothing (22h). Upright 00 00: 0. Level 110: 11000, o. Three cells a digit: nothing,
    # positive, nothing is 3, then 0. The last cell of both rows is in no region: 00100 1, 4 and g.
    "magnets": ("magnets/3/2/11h1122h0o304g", {
        "above": ["1", "-", "1"], "below": ["1", "-", "1"], "left": ["2", "-"],
        "right": ["2", "-"], "board": ["-p-", "---"], "regions": ["AA#", "BB#"]}),
    # Three digits for eight circles: white first (9), nothing (0), the eighth black (6).
    "masyu": ("mashu/4/2/906", {"board": ["w---", "---b"]}),
    # An empty cell, 1, any number, three empty cells.
    "minesweeper": ("mines/3/2/g1.i", {"board": ["-1?", "---"]}),
    # Upright 00 00: 00000, 0. Level 111: 11100, s. A sun first (9), a moon last (2).
    "moon-or-sun": ("moonsun/3/2/0s92", {"regions": ["AAA", "BBB"], "board": ["s--", "--m"]}),
    # Three columns with one place each: 1, 1, nothing. Two rows with two places: 2, nothing.
    "nonogram": ("nonogram/3/2/11g2i", {"above": ["1", "1", "0"], "left": ["2", "0"]}),
    # Upright 01 01: 01010, a. Level 110: 11000, o.
    "norinori": ("norinori/3/2/ao", {"regions": ["AAB", "CCB"]}),
    "numberlink": ("numlin/3/2/1h1h", {"full": False, "touching": True, "board": ["1--", "1--"]}),
    "nurikabe": ("nurikabe/3/2/h2i", {"board": ["--2", "---"]}),
    # Upright 01 10: 01100, c. Level 110: 11000, o. Nothing twice (h), 3, nothing three times (i).
    "ripple-effect": ("ripple/3/2/coh3i", {"regions": ["AAB", "CBB"], "board": ["--3", "---"]}),
    "shikaku": ("shikaku/3/2/6k", {"board": ["6--", "---"]}),
    # The fifth of six cells is black (00001, 1), and no other (00000, 0).
    "simple-loop": ("simpleloop/3/2/10", {"board": ["---", "-x-"]}),
    "slitherlink": ("slither/3/2/g7b", {"board": ["-2-", "1--"]}),
    # a1 is 361 in base 36: one more than two unknown numbers.
    "tapa": ("tapa/3/2/a1k", {"board": ["?1 - -", "- - -"]}),
    # Nothing above, 1 at the left of the second row (i, j); a tree in the second cell (i, then 4).
    "tents": ("tents/3/2/j1i4", {
        "above": ["-", "-", "-"], "left": ["-", "1"], "board": ["-x-", "---"]}),
    "yajilin": ("yajilin/3/2/a21d", {"board": ["- 1s -", "- - -"]}),
    # Six cells with two digits: white, nothing, black (9 and 2 are b), nothing, black, white (7).
    "yin-yang": ("yinyang/3/2/b7", {"board": ["w-b", "-bw"]}),
}  # fmt: skip


@pytest.mark.every("genre")
@pytest.mark.parametrize("genre", GENRES)
def test_a_genre_reads_the_codes_of_its_kind(genre: str) -> None:
    address, wanted = GENRES[genre]
    position = load(genre, url=f"https://puzz.link/p?{address}")
    assert isinstance(position, GenrePosition)
    assert plain(position.describe()) == plain(wanted)
    assert position.address() == address


def plain(fields: dict[str, Any]) -> dict[str, Any]:
    """Fields whose drawings have blanks between all words."""
    drawn = ("board", "corners", "regions")
    return {
        name: [words(row) for row in value] if name in drawn else value
        for name, value in fields.items()
    }
