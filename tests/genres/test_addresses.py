"""Addresses of boards: what is read, what is written, and what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import given, strategies as st

from ilpuzzles.errors import InputError
from ilpuzzles.genres import Board
from ilpuzzles.genres.addresses import address_of_fields, fields_of_address
from support.genres import random_walls

Fields: TypeAlias = dict[str, Any]


class Dice:
    """Random drawings of one size."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.rows, self.columns = self.random.randint(1, 7), self.random.randint(2, 7)
        self.empty = ["-"] * self.random.choice([0, 1, 3, 9, 60])

    def words(self, words: Sequence[str], more: int = 0) -> list[list[str]]:
        choice = [*self.empty, *words]
        columns = self.columns + more
        return [self.random.choices(choice, k=columns) for _ in range(self.rows + more)]

    def drawing(self, words: Sequence[str], more: int = 0) -> list[str]:
        return [" ".join(row) for row in self.words(words, more)]

    def lines(self, words: Sequence[str], *names: str) -> Fields:
        sizes = {"above": self.columns, "below": self.columns, "left": self.rows}
        return {one: self.random.choices(words, k=sizes.get(one, self.rows)) for one in names}

    def walls(self) -> list[str]:
        """Walls between some cells, or none."""
        share = self.random.choice([0, 0.1, 0.5])
        return random_walls(self.random, self.rows, self.columns, share)

    def rooms(self, clues: str = "-") -> Fields:
        """Regions, with walls inside some, which cut none of them into parts."""
        fields = self.regions(clues)
        names, walls = [row.split() for row in fields["regions"]], []
        for r, row in enumerate(names):
            # The row below in the same rectangle joins what these walls part.
            free = r % 2 == 0 and r + 1 < self.rows
            inner = [free and one == other for one, other in pairwise(row)]
            walls.append([self.random.choice("-e") if on else "-" for on in inner] + ["-"])
        return fields | {"walls": ["".join(row) for row in walls]}

    def regions(self, clues: str = "-") -> Fields:
        """Rectangles, with clues in some of their corners."""
        bands = [self.random.choices("01", [3, 1], k=self.columns) for _ in range(self.rows)]
        names = [
            [f"{r // 2}r{bands[r // 2][:c].count('1')}" for c in range(self.columns)]
            for r in range(self.rows)
        ]
        seen = {name: self.random.choice(clues) for row in names for name in row}
        board = [" ".join(seen.pop(name, "-") for name in row) for row in names]
        return {"regions": [" ".join(row) for row in names], "board": board}

    def sums(self) -> Fields:
        board = self.words(["0", "0", "10,", ",19", "20,45"], 1)
        board[0] = ["-", *("9," if word == "0" else "-" for word in board[1][1:])]
        for row in board[1:]:
            row[0] = ",0" if row[1] == "0" else "-"
        return {"board": [" ".join(row) for row in board]}

    def centres(self) -> Fields:
        board = self.words(["0", "1", "2", "3", "0b", "1b", "2b", "3b"])
        for row in [*board, board[-1]]:
            row[-1] = "-"
        board[-1] = ["1" if word[0] in "23" else word for word in board[-1]]
        if self.random.random() < 0.5:
            board = [
                [self.random.choice("##-") if word == "-" else word for word in row]
                for row in board
            ]
        return {"board": [" ".join(row) for row in board]}

    def fleet(self) -> list[int]:
        return self.random.choice([[3, 2, 1], [4, 3, 2, 1], [0, 2, 0, 0, 0, 1, 1], [1]])


TAPA = ["0", "8", "?", "13", "?5", "1?3", "1111", "1?1?", "????"]
ARROWS = ["0n", "15s", "16w", "255e", "?e", "?", "3", "x"]
KINDS: dict[str, tuple[str, Callable[[Dice], Fields]]] = {
    "akari": ("walls", lambda dice: {"board": dice.drawing("04x")}),
    "battleship": (
        "beside16 ships fleet",
        lambda dice: {
            "board": dice.drawing("xnswemo"),
            "ships": dice.fleet(),
            **dice.lines(["-", "0", "16"], "above", "left"),
        },
    ),
    "fillomino": (
        "number16 sides?",
        lambda dice: {"board": dice.drawing(["1", "16", "?"]), "walls": dice.walls()},
    ),
    "gokigen": ("4corner", lambda dice: {"corners": dice.drawing("04?", 1)}),
    "hashi": (
        "number16",
        lambda dice: {"board": dice.drawing(["1", "15", "16", "255", "256", "4095", "?"])},
    ),
    "heyawake": ("borders rooms16", lambda dice: dice.rooms("-7?")),
    "hitori": ("number36", lambda dice: {"board": dice.drawing(["1", "35", "36", "99", "?"])}),
    "kakuro": ("sums", Dice.sums),
    "lits": ("borders", Dice.rooms),
    "magnets": (
        "pairs16 magnets",
        lambda dice: {
            **dice.regions("pn"),
            **dice.lines(["-", "0", "16"], "above", "below", "left", "right"),
        },
    ),
    "mashu": ("circles", lambda dice: {"board": dice.drawing("wb")}),
    "moonsun": ("borders suns", lambda dice: dice.regions("-sm")),
    "nonogram": ("lines16", lambda dice: dice.lines(["1", "17", "0"], "above", "left")),
    "numlin": (
        "number16 full=false touching=true",
        lambda dice: {"full": False, "touching": True, "board": dice.drawing(["1", "17"])},
    ),
    "skyscrapers": (
        "around16 number16?",
        lambda dice: {
            "board": dice.drawing("12") if dice.empty else ["- " * dice.columns] * dice.rows,
            **dice.lines(["-", "1", "16"], "above", "below", "left", "right"),
        },
    ),
    "simpleloop": ("black", lambda dice: {"board": dice.drawing("x")}),
    "slither": ("4cell", lambda dice: {"board": dice.drawing("01234?")}),
    "starbattle": (
        "stars borders",
        lambda dice: {"stars": dice.random.randint(1, 3), **dice.rooms()},
    ),
    "sukoro": ("number10", lambda dice: {"board": dice.drawing("09?")}),
    "tapa": ("tapa", lambda dice: {"board": dice.drawing(TAPA)}),
    "tentaisho": ("centres holes?", Dice.centres),
    "tents": (
        "beside16 trees",
        lambda dice: {"board": dice.drawing("x"), **dice.lines("-12", "above", "left")},
    ),
    "yajilin": ("arrows", lambda dice: {"board": dice.drawing(ARROWS)}),
}


def content(fields: Fields) -> list[Any]:
    """All that a board has, however it is drawn."""
    board = Board.read(fields)
    regions = sorted(map(sorted, board.regions.values()))
    size = board.grid.rows, board.grid.columns
    said = [fields.get(name) for name in ("stars", "ships", "full", "touching")]
    return [size, board.clues, regions, board.corner_clues, board.walls, board.numbers_beside, said]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_is_read(kind: str) -> None:
    code, make = KINDS[kind]
    for seed in range(100):
        fields = make(Dice(seed))
        address = address_of_fields(kind, code, fields)
        read = fields_of_address(kind, code, address)
        assert content(read) == content(fields), address
        assert address_of_fields(kind, code, read) == address


@pytest.mark.parametrize("kind", KINDS)
def test_an_address_that_is_cut_off_is_none(kind: str) -> None:
    code, make = KINDS[kind]
    address = address_of_fields(kind, code, make(Dice(4)))
    body = len("/".join(address.split("/")[:3]))
    for end in range(len(address)):
        # What is optional may be missing as a whole.
        may_miss_a_part = "?" in code or code in {"black", "pairs16 magnets"}
        if not may_miss_a_part or end <= body:
            with pytest.raises(InputError, match="the address"):
                fields_of_address(kind, code, address[:end])


@pytest.mark.parametrize(
    ("kind", "code", "address", "fields"),
    [
        # Five more than a number is the same with an empty cell after it, ten more with two.
        ("slither", "4cell", "slither/4/2/61.cg", {"board": ["1-1?", "2---"]}),
        ("akari", "walls", "akari/3/2/g9.ge", {"board": ["-4-", "x-4"]}),
        ("gokigen", "4corner", "gokigen/2/1/9.ha", {"corners": ["4-?", "--0"]}),
        ("mashu", "circles", "mashu/4/1/59", {"board": ["-wbw"]}),
        ("hashi", "number16", "hashi/5/1/g8-ff+100./", {"board": ["- 8 255 256 ?"]}),
        ("hitori", "number36", "hitori/5/1/1z-10.@/", {"board": ["1 35 36 - ?"]}),
        ("sukoro", "number10", "sukoro/4/1/a9a./", {"board": ["-9-?"]}),
        ("yajilin", "arrows", "yajilin/6/1/12a720010.+/", {"board": ["2n - 32s 1 ? x"]}),
        ("lits", "borders", "lits/2/2/og", {"regions": ["AB", "CB"]}),
        ("lits", "borders", "lits/2/2/g0", {"regions": ["AA", "AA"], "walls": ["e-", "--"]}),
        ("lits", "borders", "lits/1/3/g", {"regions": ["A", "B", "B"]}),
        ("starbattle", "stars borders", "starbattle/3/2/2/c0", {
            "stars": 2, "regions": ["AAA", "AAA"], "walls": ["-e-", "e--"]}),
        ("lits", "borders", "lits/2/2/gg", {"regions": ["AB", "BB"]}),
        ("starbattle", "stars borders", "starbattle/1/1/1//", {"stars": 1, "regions": ["A"]}),
        ("fillomino", "number16 sides?", "fillomino/2/2/4ig8", {
            "board": ["4-", "--"], "walls": ["es", "--"]}),
        ("fillomino", "number16 sides?", "fillomino/2/2/4i", {"board": ["4-", "--"]}),
        ("numlin", "number16 full=false touching=true", "numlin/3/1/1g1", {
            "full": False, "touching": True, "board": ["1-1"]}),
        ("heyawake", "borders rooms16", "heyawake/2/2/0og4", {
            "regions": ["AA", "BB"], "board": ["--", "4-"]}),
        ("starbattle", "stars borders", "starbattle/3/1/2/o", {"stars": 2, "regions": ["ABC"]}),
        ("tents", "beside16 trees", "tents/3/2/1h2gi4", {
            "above": ["1", "-", "-"], "left": ["2", "-"], "board": ["-x-", "---"]}),
        ("skyscrapers", "around16 number16?", "skyscrapers/2/1/1k", {
            "above": ["1", "-"], "below": ["-", "-"], "left": ["-"], "right": ["-"]}),
        # The run that is the nearest to the grid comes first.
        ("nonogram", "lines16", "nonogram/2/3/12i1g", {
            "above": ["2 1", "0"], "left": ["0", "1", "0"]}),
        ("kakuro", "sums", "kakuro/3/1/k5Ak9--/", {"board": ["- 9, - -", "- 0 5,20 0"]}),
        ("tapa", "tapa", "tapa/6/1/08.a79b9", {"board": ["0 8 ? 11 1111 ?21"]}),
        ("tentaisho", "centres holes?", "tentaisho/2/2/8e", {"board": ["02", "--"]}),
        ("tentaisho", "centres holes?", "tentaisho/2/2/9f", {"board": ["0b 2b", "- -"]}),
        ("tentaisho", "centres holes?", "tentaisho/3/1/jeg", {"board": ["#-0"]}),
        ("battleship", "beside16 ships fleet", "battleship/2/2/1i06h//c", {
            "above": ["1", "-"], "left": ["-", "-"], "board": ["xo", "--"], "ships": [3, 2, 1]}),
    ],
)  # fmt: skip
def test_addresses_are_read_and_written(kind: str, code: str, address: str, fields: Fields) -> None:
    assert fields_of_address(kind, code, address) == fields
    assert address_of_fields(kind, code, fields) == address


def test_an_address_can_look_in_many_ways() -> None:
    for address in (
        "https://puzz.link/p?slither/3/2/6bg",
        "http://pzv.jp/p.html?slither/3/2/6bg/",
        "https://puzz.link/p?type=editor&slither_edit/3/2/6bg#comment?x",
        " slither%2F3%2F2%2F6bg&x=1 ",
        "https://puzz.link/p?slither/3/2/6bg&x=?",
        "https://example.org/slither/9/9/p?slither/3/2/6bg",
        "slither/03/2/1g1i",
        "slitherlink/3/2/6bg",
        "(see puzz.link/p?slither/3/2/6bg).",
        '<a href="https://puzz.link/p?slither/3/2/6bg">',
        "https://puzz.link/p?slither/3/2/6bg%22",
        "slither/3/2/6bg.0",
    ):
        assert fields_of_address("slither", "4cell", address) == {"board": ["1-1", "---"]}


def test_what_says_the_same_is_read() -> None:
    circles = {"board": ["-wbw"]}
    assert fields_of_address("mashu", "circles", "https://puzz.link/p?pearl/4/1/59") == circles
    arrows = {"board": ["2n-"]}
    assert fields_of_address("yajilin", "arrows", "yajilin/b/2/1/12a") == {"board": ["2n -"]}
    assert content({"board": ["2n -"]}) != content(arrows)
    unknown = fields_of_address("hitori", "number36", "hitori/2/1/1%")
    assert unknown == fields_of_address("hitori", "number36", "hitori/2/1/1@") == {"board": ["1?"]}
    no_borders = fields_of_address("fillomino", "number16 sides?", "fillomino/2/2/4i00")
    assert no_borders == {"board": ["4-", "--"]}
    ships = "battleship/1/1/hg/3/11g/12o/21o"
    found = fields_of_address("battleship", "beside16 ships fleet", ships)
    assert found["ships"] == [1, 2]
    assert fields_of_address("tents", "beside16 trees", "tents/1/1/..0")["above"] == ["-"]


def test_many_regions_have_numbers_for_names() -> None:
    address = f"lits/8/7/{'v' * 9}u{'v' * 9}s"
    fields = fields_of_address("lits", "borders", address)
    assert fields["regions"][6].split()[-1] == "56"
    assert address_of_fields("lits", "borders", fields) == address


@pytest.mark.parametrize(
    ("kind", "code", "address", "text"),
    [
        ("slither", "4cell", "", "no board of the genre 'slither'"),
        ("slither", "4cell", "https://puzz.link/p?masyu/3/3/000", "no board of the genre"),
        ("slither", "4cell", "vslither/3/2/6bg", "no board of the genre"),
        ("slither", "4cell", "slither/3/2", "no board of the genre"),
        ("slither", "4cell", "slither/3/2/", "it ends before the board does"),
        ("slither", "4cell", "slither/f/3/2/6bg", "variant 'f' of the rules"),
        ("slither", "4cell", "slither/0/2/6bg", "a board of 0 cells"),
        ("slither", "4cell", "slither/99999/99999/6bg", "9,999,800,001 cells"),
        ("slither", "4cell", "slither/5000000/2/6bg", "10,000,000 cells"),
        ("slither", "4cell", "slither/3/2/6!g", "character 14: '!' in a board"),
        ("slither", "4cell", "slither/3/2/6bgg", "character 16: 'g' after the board"),
        ("slither", "4cell", "slither/3/2/6bz", "more places than the board has"),
        ("slither", "4cell", "z" * 100_001, "100,001 characters"),
        ("slither", "4cel", "slither/3/2/6bg", "did you mean '4cell'"),
        ("fillomino", "number16", "fillomino/2/1/4g8", "'8' after the board"),
        ("fillomino", "number16 sides?", "fillomino/2/2/4i8", "it ends before the board does"),
        ("lits", "borders", "lits/2/2/og7", "'7' after the board"),
        ("mashu", "circles", "mashu/4/1/597", "'7' after the board"),
        ("tentaisho", "centres holes?", "tentaisho/3/1/je4", "a clue at row 1, column 3, where"),
        (
            "battleship",
            "beside16 ships fleet",
            "battleship/1/1/h7//c",
            "a bent part of a ship at row 1",
        ),
        ("hitori", "number36", "hitori/1/2/1-10", "letters in a single column"),
        ("nonogram", "lines16", "nonogram/1/1/.1", "'.' in a board"),
        ("starbattle", "stars borders", "starbattle/3/1/x/o", "'x' in a board"),
        ("tentaisho", "centres", "tentaisho/2/1/00e", "two centres at row 1, column 1"),
        ("battleship", "beside16 ships fleet", "battleship/1/1/hg/1/22s", "the ship '22s'"),
        ("battleship", "beside16 ships fleet", "battleship/1/1/hg//t", "'/' in a board"),
    ],
)
def test_wrong_addresses_are_told(kind: str, code: str, address: str, text: str) -> None:
    with pytest.raises(InputError) as caught:
        fields_of_address(kind, code, address)
    assert text in str(caught.value)


@pytest.mark.parametrize(
    ("kind", "fields", "text"),
    [
        ("slither", {"board": ["7"]}, "cannot have the clue '7'"),
        ("slither", {"board": ["1"], "diagonals": True}, "cannot have the field 'diagonals'"),
        ("slither", {"board": ["1"], "regions": ["A"]}, "cannot have the field 'regions'"),
        ("slither", {"board": ["1"], "above": "4"}, "cannot have '4' in line 1 of 'above'"),
        ("slither", {"shape": "hexagonal", "rows": 1, "columns": 1}, "cannot have another board"),
        ("slither", {"rows": 101, "columns": 100}, "a rectangle of 1 to 10,000 squares"),
        ("lits", {"regions": ["A"], "board": ["x"]}, "'x' in row 1, column 1 of 'board'"),
        ("lits", {"regions": ["ABA"]}, "cannot have the region 'A', which is"),
        ("lits", {"regions": ["A#"]}, "cannot have the region '#', which is void"),
        ("lits", {"regions": ["AA"], "walls": ["e-"]}, "'A', which walls cut into several parts"),
        ("lits", {"board": ["--"]}, "no 'regions'"),
        ("heyawake", {"regions": ["AA"], "board": ["12"]}, "'2' in row 1, column 2 of 'board'"),
        ("starbattle", {"regions": ["A"]}, "no number of 'stars'"),
        ("tents", {"board": ["--"], "above": ["1 2", "1"], "left": "1"}, "'1' in line 1"),
        ("nonogram", {"above": ["1 1"], "left": ["1"]}, "'1' in line 1 of 'above'"),
        ("tentaisho", {"board": ["1"]}, "'1' in row 1, column 1 of 'board'"),
        ("tentaisho", {"board": ["x"]}, "'x' in row 1, column 1 of 'board'"),
        ("tapa", {"board": ["44 9 --"]}, "cannot have the clue '9'"),
        ("kakuro", {"board": ["-"]}, "cannot have another board"),
        ("kakuro", {"board": ["- 3,", "- -"]}, "'3,' in row 1, column 2 of 'board'"),
        ("kakuro", {"board": ["- 46,", "- 0"]}, "cannot have the clue '46'"),
        ("battleship", {"board": ["x"], "ships": 3}, "no list of 'ships'"),
        ("battleship", {"board": ["x"]}, "no list of 'ships'"),
        ("numlin", {"board": ["1-1"]}, "says 'full: false', and the board does not"),
        ("numlin", {"board": ["11"], "full": False}, "says 'touching: true'"),
        ("slither", {"board": ["11"], "walls": ["e-"]}, "cannot have the field 'walls'"),
    ],
)
def test_what_addresses_cannot_say_is_told(kind: str, fields: Fields, text: str) -> None:
    with pytest.raises(InputError) as caught:
        address_of_fields(kind, KINDS[kind][0], fields)
    assert text in str(caught.value)


@given(
    st.sampled_from(sorted(KINDS)),
    st.integers(0, 99),
    st.lists(
        st.tuples(st.integers(0, 60), st.text(max_size=1) | st.sampled_from("0g-./")), max_size=3
    ),
)
def test_any_text_is_read_or_told(kind: str, seed: int, edits: list[tuple[int, str]]) -> None:
    code, make = KINDS[kind]
    address = address_of_fields(kind, code, make(Dice(seed)))
    for at, character in edits:
        address = address[:at] + character + address[at + 1 :]
    try:
        fields = fields_of_address(kind, code, address)
    except InputError as error:
        assert len(str(error).splitlines()) == 1
    else:
        again = address_of_fields(kind, code, fields)
        assert fields_of_address(kind, code, again) == fields


@given(st.sampled_from(sorted(KINDS)), st.text(max_size=40))
def test_nonsense_is_told(kind: str, text: str) -> None:
    for address in (text, f"{kind}/{text}", f"{kind}/3/3/{text}"):
        try:
            fields_of_address(kind, KINDS[kind][0], address)
        except InputError as error:
            assert len(str(error).splitlines()) == 1
