"""Addresses of boards, as puzz.link has them: read into the fields of an instance, and written.

An address is `KIND/COLUMNS/ROWS/BODY`, with a host or without. The body has one code after the
other; a genre's file says which ones in `address`, such as `"heyawake borders rooms16"`.

- Clues in cells: `number10`, `number16` and `number36` are numbers in a base, `4cell` up to 4.
  `walls` are numbers up to 4, or `x`; `arrows` are numbers with a direction, as in `2e`, or `x`;
  `circles` are `w` and `b`; `suns` are `s`, and moons `m`; `black` and `trees` are `x`; `ships` are
  parts of ships, `x` is water; `tapa` has a digit for each number. `centres` are those of galaxies:
  in the middle of a cell (0), of its right side (1), of its lower side (2), or at its lower right
  corner (3), black ones with a `b`.
  `sums` are those of Kakuro, whose drawing has a row and a column more; the sum 0 is any sum.
- Clues elsewhere: `4corner` at corners; above columns and left of rows `beside16`, one for each,
  and `lines16`, several; `around16`, one for each on all four sides.
- `pairs16` are two for each column and row, those of Magnets: first the one below or to the right,
  then the one above or to the left. `magnets` are the borders of their regions, and then, where
  there are any, given poles (`p` and `n`) and cells in no region (`#`).
- `borders` are those of regions, and `rooms16`, after them, a number in each. A border that does
  not part two regions is a wall inside one: the field `walls` has it. `sides` are walls alone.
- `holes` are places without a cell. `stars` is how many there are in a line, `fleet` how many ships
  of each length.
- `full=false` stands for no part of the body: all boards of the kind have this value in the field.

A clue that may be any number is `?`. A code that ends with `?` is left out if it has no clues.

What is read is written again as puzz.link itself writes it. Only how a board looks there is lost:
the variant `b` of Yajilin, which has its clues in grey cells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from string import ascii_lowercase, ascii_uppercase
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import unquote

from ilpuzzles.errors import InputError, quoted, require_known
from ilpuzzles.genres.boards import BESIDE, HOLE, NO_REGION, Board
from ilpuzzles.genres.grid import Cell, Grid, Pair
from ilpuzzles.graphs import parts_of
from ilpuzzles.rules.places import name_of_cell

_MOST_CELLS, _LONGEST = 10_000, 100_000
_ALSO = {
    "akari": "lightup|bijutsukan",
    "hashi": "hashikake|bridges",
    "mashu": "masyu|pearl",
    "numlin": "numberlink",
    "skyscrapers": "skyscraper|building",
    "slither": "slitherlink",
    "yajilin": "yajirin",
}
"""Other names of kinds."""
_LOOKS = {("yajilin", "b")}
"""What may stand before the size and changes no rule."""
_SAYS = {
    "borders": {"regions", "walls"},
    "fleet": {"ships"},
    "magnets": {"regions"},
    "sides": {"walls"},
    "stars": {"stars"},
}
"""The fields that a code alone can say; all can say others."""
_VALUES = {"true": True, "false": False}
"""The values of fields that all boards of a kind can have."""
_COPIED = "/\"'`)>]},;: \t\n"
"""Characters that are often copied along with the end of an address."""
_NO_CLUES = re.compile("[.][.0]*")
"""A tail without clues, as in `.0`; a full stop, for example."""
_ALWAYS = {"board", "corners", "rows", "columns", "given", "shape", *BESIDE}

_Slot: TypeAlias = tuple[str, Cell]
"""Where a word stands: its field, and its row and column; beside a grid, line and distance."""


def fields_of_address(kind: str, code: str, address: str) -> dict[str, Any]:
    """The fields of the board in an address.

    Args:
        kind: The name of the genre in addresses.
        code: The codes of the body, in their order, with blanks between them.
        address: The address; what stands before the kind does not matter, nor do `#` or `&` with
            what follows them.

    Raises:
        InputError: With the number of the character that is wrong, or with what fields cannot say.

    Example:
        >>> fields_of_address("slither", "4cell", "https://puzz.link/p?slither/3/2/6bg")
        {'board': ['1-1', '---']}
        >>> fields_of_address("heyawake", "borders rooms16", "heyawake/2/2/o02g")
        {'board': ['2-', '--'], 'regions': ['AB', 'AB']}
        >>> fields_of_address("lits", "borders", "lits/2/2/g0")
        {'regions': ['AA', 'AA'], 'walls': ['e-', '--']}
        >>> fields_of_address("numlin", "number16 full=false", "numlin/3/1/1g1")
        {'full': False, 'board': ['1-1']}
    """
    body = _read(kind, code, address)
    return _common_fields(code) | body.fields | _fields_of_words(body.words)


def clues_of_address(kind: str, code: str, address: str) -> tuple[int, int, dict[Cell, str]]:
    """The rows and columns of the board in an address, and what stands in its cells.

    See `fields_of_address`; cells without a clue have `-`.

    Example:
        >>> clues_of_address("slashpack", "number16", "slashpack/2/1/-1fg")
        (1, 2, {(0, 0): '31', (0, 1): '-'})
    """
    body = _read(kind, code, address)
    return body.rows, body.columns, {cell: word for (_, cell), word in body.words.items()}


def address_of_clues(kind: str, code: str, size: tuple[int, int], clues: Mapping[Cell, str]) -> str:
    """The address of a board of so many rows and columns: the opposite of `clues_of_address`."""
    (rows, columns), words = size, {("board", cell): word for cell, word in clues.items()}
    return f"{kind}/{columns}/{rows}/{_CODES[code].write(_Body(rows, columns, words))}"


def address_of_fields(kind: str, code: str, fields: Mapping[str, Any]) -> str:
    """The address of a board, without a host: the opposite of `fields_of_address`.

    Args:
        kind: The name of the genre in addresses.
        code: The codes of the body.
        fields: The fields, as `Board.read` takes them.

    Raises:
        InputError: If such an address cannot say what the fields say.

    Example:
        >>> address_of_fields("slither", "4cell", {"board": ["1-1", "---"]})
        'slither/3/2/6bg'
    """
    codes = _codes(code)
    board = Board.read(fields)
    rows, columns = (size - ("sums" in codes) for size in (board.grid.rows, board.grid.columns))
    if not board.grid.is_whole or not 1 <= rows * columns <= _MOST_CELLS:
        raise _unable(f"have another board than a rectangle of 1 to {_MOST_CELLS:,} squares")
    common = _common_fields(code)
    for name, value in common.items():
        if fields.get(name) is not value:
            said = f"{name}: {str(value).lower()}"
            what = f"an address of this kind says {said!r}, and the board does not"
            raise InputError(what, "keep the board in a file, or write this into it")
    said_by_codes = {field for name in codes for field in _SAYS.get(name, ())}
    for name in sorted(fields.keys() - _ALWAYS - common.keys() - said_by_codes):
        if fields[name] and (name != "walls" or board.walls):
            raise _unable(f"have the field {quoted(name)}")
    words: dict[_Slot, str] = {("board", cell): word for cell, word in board.clues.items()}
    words |= {("corners", corner): word for corner, word in board.corner_clues.items()}
    for name, lines in board.numbers_beside.items():
        for n, numbers in enumerate(lines):
            runs = [number for number in reversed(numbers) if number or "lines16" not in codes]
            words |= {(name, (n, distance)): str(number) for distance, number in enumerate(runs)}
    body = _Body(rows, columns, words, dict(fields), board.regions, board.walls)
    text = ""
    for name, optional in codes.items():
        part = _CODES[name].write(body)
        empty = _Body(rows, columns)
        text += "" if optional and part == _CODES[name].write(empty) else part
    for (name, (row, column)), word in words.items():
        where = f"line {row + 1}" if name in BESIDE else name_of_cell((row, column))
        raise _unable(f"have {quoted(word)} in {where} of {name!r}")
    # Links end before a full stop or a bracket: puzz.link keeps it by a slash.
    end = "/" if text and not text[-1].isalnum() else ""
    return f"{kind}/{columns}/{rows}/{text}{end}"


def _common_fields(code: str) -> dict[str, bool]:
    """The fields that all boards of a kind have."""
    said = (word.split("=") for word in code.split() if "=" in word)
    return {name: _VALUES[value] for name, value in said}


def _read(kind: str, code: str, address: str) -> _Body:
    """What is read from an address."""
    codes = _codes(code)
    text = unquote(address.strip())
    if len(text) > _LONGEST:
        raise _wrong(f"{len(text):,} characters", f"at most {_LONGEST:,} are allowed")
    names = "|".join([re.escape(kind), _ALSO.get(kind, kind)])
    variant = "(?:(?![0-9]+/)([^/#&]+)/){0,2}"
    size = "([0-9]{1,9})"
    found = re.compile(
        rf"(?<![\w-])(?:{names})(?:_edit|_play)?/{variant}{size}/{size}/([^#&]*)"
    ).search(text, re.split("[#&]", text, maxsplit=1)[0].rfind("?") + 1)
    if found is None:
        what = f"no board of the genre {quoted(kind)} with its size"
        raise _wrong(what, f"give {kind}/COLUMNS/ROWS/BODY")
    if found[1] and (kind, found[1]) not in _LOOKS:
        raise _wrong(f"variant {quoted(found[1])} of the rules", "only the usual rules are known")
    columns = int(found[2])
    rows = int(found[3])
    if not 1 <= rows * columns <= _MOST_CELLS:
        raise _wrong(f"a board of {rows * columns:,} cells", f"1 to {_MOST_CELLS:,} are allowed")
    start = found.start(4)
    end = start + _length_without_copied(found[4])
    body = _Body(rows, columns, text=text[:end], at=start)
    for name, optional in codes.items():
        if not optional or not body.has_ended():
            _CODES[name].read(body)
    if not body.has_ended():
        raise body.wrong("after the board")
    return body


def _length_without_copied(text: str) -> int:
    """How long a text is without what was copied with it, such as a bracket and a full stop."""
    body = text.rstrip(_COPIED + ".")
    tail = text[len(body) :]
    # Full stops that nothing else comes before are clues of many kinds.
    return len(body) + len(tail) - len(tail.lstrip("."))


def _codes(code: str) -> dict[str, bool]:
    """The names of codes, and whether each can be left out."""
    names = [name for name in code.split() if "=" not in name]
    codes = {name.removesuffix("?"): name.endswith("?") for name in names}
    for name in codes:
        require_known("code of addresses", name, _CODES)
    return codes


def _wrong(what: str, advice: str, at: int | None = None) -> InputError:
    where = "the address" if at is None else f"the address, character {at + 1}"
    return InputError(what, advice, where)


def _unable(what: str) -> InputError:
    return InputError(f"an address of this kind cannot {what}", "keep the board in a file")


@dataclass(slots=True)
class _Body:
    """A board whose address is read from left to right, or written.

    What is read comes to `words`, `fields` and `regions`; what is written goes from `words`, and is
    read from the others.
    """

    rows: int
    columns: int
    words: dict[_Slot, str] = field(default_factory=dict)
    fields: dict[str, Any] = field(default_factory=dict)
    regions: Mapping[str, list[Cell]] = field(default_factory=dict)
    walls: frozenset[Pair] = frozenset()
    text: str = ""
    at: int = 0

    def take(self, pattern: str) -> str:
        """What comes next."""
        found = re.compile(pattern).match(self.text, self.at)
        if found is None:
            raise self.wrong("in a board")
        self.at = found.end()
        return found[0]

    def has_ended(self) -> bool:
        """Whether nothing comes next, or nothing that says anything."""
        rest = self.text[self.at :]
        return not rest or _NO_CLUES.fullmatch(rest) is not None

    def wrong(self, where: str) -> InputError:
        """The error that what comes next cannot stand there."""
        if self.at >= len(self.text):
            return _wrong("it ends before the board does", "copy the whole address")
        return _wrong(f"{quoted(self.text[self.at])} {where}", "copy the whole address", self.at)

    def slots(self, where: str) -> list[_Slot]:
        """The places of words, in their order in addresses; `*` stands for several in a line."""
        if where == "regions":
            # The number of a region stands in its first column, as high as can be.
            return [("board", min(cells, key=lambda c: c[::-1])) for cells in self.regions.values()]
        r = self.rows
        c = self.columns
        sizes = {"board": (r, c), "corners": (r + 1, c + 1), "points": (2 * r - 1, 2 * c - 1)}
        sizes |= {"above": (c, 1), "below": (c, 1), "left": (r, 1), "right": (r, 1)}
        sizes |= {"above*": (c, (r + 1) // 2), "left*": (r, (c + 1) // 2)}
        return [
            (name.rstrip("*"), at)
            for name in where.split()
            for at in product(range(sizes[name][0]), range(sizes[name][1]))
        ]


def _fields_of_words(words: Mapping[_Slot, str]) -> dict[str, list[str]]:
    lines: dict[str, dict[int, list[str]]] = {}
    for (name, (line, _)), word in sorted(words.items()):
        lines.setdefault(name, {}).setdefault(line, []).append(word)
    return {name: _rows_of_words(name, list(found.values())) for name, found in lines.items()}


def _rows_of_words(name: str, rows: Sequence[Sequence[str]]) -> list[str]:
    if name in BESIDE:
        return [" ".join(word for word in row[::-1] if word not in "-?") or "-" for row in rows]
    blank = " " if any(len(word) > 1 for row in rows for word in row) else ""
    if blank and len(rows[0]) == 1:
        raise _wrong("a word of several letters in a single column", "no drawing can have it")
    return [blank.join(row) for row in rows]


# Scripts: what stands for some words in places that follow each other; "-" is an empty place.

_Clues: TypeAlias = dict[str, tuple[str, ...]]


class _Script(NamedTuple):
    """What stands for which words.

    Attributes:
        clues: The words, by what stands for them.
        block: How many words each of these has, if all have as many; others are put at the end.
        beyond: How many empty places the last clue has beyond the end, if it can.
    """

    clues: _Clues
    block: int = 1
    beyond: int = 0

    def decode(self, body: _Body, count: int) -> list[str]:
        found: list[str] = []
        lengths = sorted({len(clue) for clue in self.clues})
        while len(found) < count:
            tokens = (body.text[body.at : body.at + length] for length in lengths)
            token = next((token for token in tokens if token in self.clues), None)
            if token is None:
                raise body.wrong("in a board")
            found += self.clues[token]
            body.at += len(token)
        if len(found) >= count + self.block + self.beyond:
            raise _wrong("more places than the board has", "copy the whole address")
        return found[:count]

    def encode(self, words: Iterable[str]) -> str:
        clues = {said: clue for clue, said in self.clues.items()}
        longest = max(map(len, clues))
        given = [*words]
        text = ""
        at = 0
        given += ["-"] * (-len(given) % self.block)
        while at < len(given):
            after = ["-"] * self.beyond if given[at] != "-" else []
            said = (*given[at : at + longest], *after)[:longest]
            count = next((count for count in range(len(said), 0, -1) if said[:count] in clues), 0)
            if not count:
                # Where several places are said together, it may be another one than the first.
                known = {word for words in clues for word in words}
                strange = [word for word in given[at : at + longest] if word not in known]
                raise _unable(f"have the clue {quoted([*strange, given[at]][0])}")
            text += clues[said[:count]]
            at += count
        return text


_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def _in_base(number: int, base: int) -> str:
    return (_in_base(number // base, base) if number >= base else "") + _DIGITS[number % base]


def _gaps(letters: str) -> _Clues:
    """Letters for 1, 2 and more empty places."""
    return {letter: ("-",) * count for count, letter in enumerate(letters, 1)}


def _numbers(base: int, length: int, unknown: str) -> _Clues:
    """Numbers of so many digits: those with several have a sign."""
    digits = {_in_base(number, base): (str(number),) for number in range(base**length)}
    known: _Clues = {["", "-", "+"][len(clue) - 1] + clue: said for clue, said in digits.items()}
    return known | dict.fromkeys(unknown, ("?",))


def _digits(words: str, most: int = 0) -> _Clues:
    """A digit for each of some letters, and for each with up to so many empty places after it."""
    every = product(range(most + 1), words)
    return {_DIGITS[n]: (word, *["-"] * after) for n, (after, word) in enumerate(every)}


def _blocks(words: str, length: int, start: int = 0) -> _Clues:
    """A number for so many letters."""
    every = enumerate(product(words, repeat=length), start)
    return {_in_base(number, 36): said for number, said in every}


_F_GAPS = _gaps(_DIGITS[16:])
_FOUR = _F_GAPS | _digits("01234", 2)
_SIXTEEN = _F_GAPS | _numbers(16, 3, ".")
_RUNS = _F_GAPS | _numbers(16, 3, "")
del _RUNS["0"]
_ARROWS: _Clues = {"+": ("x",)}
for _way, _letter in enumerate(["", *"nswe"]):
    _ARROWS |= {f"{_way + 5 * (n > 15)}{n:x}": (f"{n}{_letter}",) for n in range(256)}
    _ARROWS[f"{_way}."] = (f"?{_letter}",)
_TAPA = _blocks("?12345", 2, 360) | _blocks("?123", 3, 396) | _blocks("?1", 4, 460)
_TAPA = {clue: ("".join(said),) for clue, said in _TAPA.items()}
_TAPA |= _digits("012345678") | {"9": ("1111",), ".": ("?",)}
_SUM: _Clues = {one: (str(n),) for n, one in enumerate(_DIGITS[:20] + ascii_uppercase)}
_SUM["-"] = ("",)
_SUMS: _Clues = {a + b: (f"{_SUM[a][0]},{_SUM[b][0]}",) for a, b in product(_SUM, repeat=2)}
_SUMS["."] = (",",)


# Codes: which words there are, and in which script.


class _Code(NamedTuple):
    read: Callable[[_Body], None]
    write: Callable[[_Body], str]


def _words(where: str, clues: _Clues, block: int = 1, beyond: int = 0) -> _Code:
    """A code of words in some places, and nothing else."""
    script = _Script(clues, block, beyond)

    def read(body: _Body) -> None:
        if where == "regions":
            body.words |= dict.fromkeys(body.slots("board"), "-")
        slots = body.slots(where)
        words = dict(zip(slots, script.decode(body, len(slots)), strict=True))
        if "*" in where:
            filled = {(name, at[0]) for (name, at), word in words.items() if word != "-"}
            words |= {(name, (n, 0)): "0" for name, (n, _) in slots if (name, n) not in filled}
        body.words |= words

    def write(body: _Body) -> str:
        slots = body.slots(where)
        if where == "regions":
            for slot, cells in zip(slots, body.regions.values(), strict=True):
                clues = [("board", cell) for cell in cells if ("board", cell) in body.words]
                if len(clues) == 1:
                    body.words[slot] = body.words.pop(clues[0])
        return script.encode(body.words.pop(slot, "-") for slot in slots)

    return _Code(read, write)


_BITS = _Script(_blocks("-x", 5), block=5)
_POINTS = _words("points", _F_GAPS | _digits("o*", 7), beyond=7)


_BENT = "bent"
"""A part of a ship that is not straight, which only addresses have."""
_SHIP_PARTS = _words(
    "board", _F_GAPS | _digits("xnswemo") | {".": ("?",)} | dict.fromkeys("789a", (_BENT,))
)


def _read_ship_parts(body: _Body) -> None:
    _SHIP_PARTS.read(body)
    for (name, (row, column)), word in body.words.items():
        if word == _BENT and name == "board":
            what = f"a bent part of a ship at {name_of_cell((row, column))}"
            raise _wrong(what, "only straight ships are known")


def _read_centres(body: _Body) -> None:
    _POINTS.read(body)
    points = [(point, word) for (_, point), word in body.words.items() if word != "-"]
    body.words = dict.fromkeys(body.slots("board"), "-")
    for (y, x), word in points:
        slot = "board", (y // 2, x // 2)
        if body.words[slot] != "-":
            raise _wrong(f"two centres at {name_of_cell((y // 2, x // 2))}", "keep one")
        body.words[slot] = f"{x % 2 + y % 2 * 2}{'b' * (word == '*')}"


def _write_centres(body: _Body) -> str:
    points = dict.fromkeys(body.slots("points"), "-")
    for (name, (row, column)), word in [*body.words.items()]:
        number = "0123".find(word[:1])
        point = "points", (2 * row + number // 2, 2 * column + number % 2)
        if word[1:] in {"", "b"} and number >= 0 and point in points:
            points[point] = "*" if word[1:] else "o"
            del body.words[name, (row, column)]
    return _POINTS.write(_Body(body.rows, body.columns, points))


_BLACK = _words("board", _blocks("-x", 5), block=5)


def _read_black(body: _Body) -> None:
    # A board without black cells has nothing after its size.
    body.words |= dict.fromkeys(body.slots("board"), "-")
    if not body.has_ended():
        _BLACK.read(body)


def _write_black(body: _Body) -> str:
    text = _BLACK.write(body)
    return text if text.strip("0") else ""


def _read_holes(body: _Body) -> None:
    slots = body.slots("board")
    for slot, word in zip(slots, _BITS.decode(body, len(slots)), strict=True):
        if word == "x" and body.words.get(slot, "-") != "-":
            what = f"a clue at {name_of_cell(slot[1])}, where there is no cell"
            raise _wrong(what, "keep one of them")
        if word == "x":
            body.words[slot] = HOLE


def _write_holes(body: _Body) -> str:
    slots = body.slots("board")
    holes = {slot for slot in slots if body.words.get(slot) == HOLE}
    for slot in holes:
        del body.words[slot]
    return _BITS.encode("x" if slot in holes else "-" for slot in slots)


_SIGNED = _Script(_SIXTEEN)


def _sides_in_turn(body: _Body) -> list[_Slot]:
    """The places beside a board, from the grid outwards if all were above and left of it."""
    columns = [(side, (n, 0)) for n in range(body.columns) for side in ("below", "above")]
    return columns + [(side, (n, 0)) for n in range(body.rows) for side in ("right", "left")]


def _read_pairs(body: _Body) -> None:
    slots = _sides_in_turn(body)
    body.words |= dict(zip(slots, _SIGNED.decode(body, len(slots)), strict=True))


def _write_pairs(body: _Body) -> str:
    return _SIGNED.encode(body.words.pop(slot, "-") for slot in _sides_in_turn(body))


def _pairs(body: _Body) -> list[list[Pair]]:
    """Neighbours in rows, and neighbours in columns."""
    cells = [cell for _, cell in body.slots("board")]
    across = [((r, c), (r, c + 1)) for r, c in cells if c + 1 < body.columns]
    return [across, [((r, c), (r + 1, c)) for r, c in cells if r + 1 < body.rows]]


def _take_borders(body: _Body) -> dict[Pair, bool]:
    """The pairs of neighbours, and whether a border lies between them."""
    return {
        pair: border == "x"
        for pairs in _pairs(body)
        for pair, border in zip(pairs, _BITS.decode(body, len(pairs)), strict=True)
    }


def _borders_text(body: _Body, borders: Container[Pair]) -> str:
    return "".join(
        _BITS.encode("x" if pair in borders else "-" for pair in pairs) for pairs in _pairs(body)
    )


def _add_walls(body: _Body, walls: Container[Pair]) -> None:
    """Draws walls, each at the right or the lower side of a cell."""
    for _, (r, c) in body.slots("board"):
        cell = (r, c)
        right = (r, c + 1)
        below = (r + 1, c)
        sides = "e" * ((cell, right) in walls) + "s" * ((cell, below) in walls)
        body.words["walls", cell] = sides or "-"


def _read_borders(body: _Body) -> None:
    _add_regions(body, _take_borders(body))


def _add_regions(
    body: _Body, borders: Mapping[Pair, bool], void: Collection[Cell] = frozenset()
) -> None:
    """Draws the regions between borders, and walls inside these; some cells are in no region."""
    part_of = {cell: [cell] for _, cell in body.slots("board") if cell not in void}
    borders = {pair: on for pair, on in borders.items() if part_of.keys() >= {*pair}}
    for (one, other), is_border in borders.items():
        if not is_border and part_of[one] is not part_of[other]:
            less, more = sorted((part_of[one], part_of[other]), key=len)
            more += less
            part_of |= dict.fromkeys(less, more)
    parts = list({id(part): part for part in part_of.values()}.values())
    letters = ascii_uppercase + ascii_lowercase
    names = letters if len(parts) <= len(letters) else map(str, range(1, len(parts) + 1))
    body.regions = dict(zip(names, parts, strict=False))
    body.words |= {("regions", cell): one for one, cells in body.regions.items() for cell in cells}
    body.words |= {("regions", cell): HOLE for cell in void}
    walls = {(a, b) for (a, b), on in borders.items() if on and part_of[a] is part_of[b]}
    if walls:
        _add_walls(body, walls)


def _read_sides(body: _Body) -> None:
    walls = {pair for pair, is_border in _take_borders(body).items() if is_border}
    if walls:
        _add_walls(body, walls)


def _write_sides(body: _Body) -> str:
    return _borders_text(body, body.walls)


def _parts_between_walls(
    grid: Grid, cells: Iterable[Cell], walls: Container[Pair]
) -> list[list[Cell]]:
    """The parts of a region that hang together without crossing a wall."""
    within = {*cells}

    def beside(cell: Cell) -> list[Cell]:
        near = within.intersection(grid.neighbours(cell))
        return [one for one in near if (min(cell, one), max(cell, one)) not in walls]

    return parts_of(cells, beside)


def _write_borders(body: _Body) -> str:
    if not body.regions:
        raise InputError("there are no 'regions'", "draw them")
    grid = Grid.of(body.rows, body.columns)
    for name, cells in body.regions.items():
        if not name.isalnum() or len(grid.connected_parts(cells)) > 1:
            raise _unable(f"have the region {quoted(name)}, which is void or in several parts")
        if len(_parts_between_walls(grid, cells, body.walls)) > 1:
            raise _unable(f"have the region {quoted(name)}, which walls cut into several parts")
    names = {cell: name for name, cells in body.regions.items() for cell in cells}
    pairs = (pair for some in _pairs(body) for pair in some)
    between_regions = {(one, other) for one, other in pairs if names[one] != names[other]}
    return _borders_text(body, between_regions | body.walls)


_POLES = _words("board", _blocks("-pn", 3), block=3)


def _read_magnets(body: _Body) -> None:
    borders = _take_borders(body)
    void: set[Cell] = set()
    if not body.has_ended():
        _POLES.read(body)
    if not body.has_ended():
        slots = body.slots("board")
        bits = zip(slots, _BITS.decode(body, len(slots)), strict=True)
        void = {cell for (_, cell), bit in bits if bit == "x"}
    _add_regions(body, borders, void)


def _write_magnets(body: _Body) -> str:
    void = {cell for name in NO_REGION for cell in body.regions.get(name, ())}
    names = {cell: name for name, cells in body.regions.items() for cell in cells}
    if not names:
        raise InputError("there are no 'regions'", "draw them")
    pairs = (pair for some in _pairs(body) for pair in some)
    text = _borders_text(
        body, {pair for pair in pairs if void.isdisjoint(pair) and names[pair[0]] != names[pair[1]]}
    )
    poles = _POLES.write(body)
    if void:
        cells = (cell for _, cell in body.slots("board"))
        return text + poles + _BITS.encode("x" if cell in void else "-" for cell in cells)
    return text + (poles if poles.strip("0") else "")


def _read_stars(body: _Body) -> None:
    # The only cell of a board has no borders, and the slash may be gone.
    body.fields["stars"] = int(body.take("[0-9]{1,3}(?:/|$)").rstrip("/"))


def _write_stars(body: _Body) -> str:
    stars = body.fields.get("stars")
    if type(stars) is not int or not 0 < stars < 1000:
        raise InputError("no number of 'stars'", "write a whole number from 1 on")
    return f"{stars}/"


_FLEETS: dict[str, list[int]] = {"c": [3, 2, 1], "d": [4, 3, 2, 1], "e": [5, 4, 3, 2, 1], "z": []}
_SHIPS = [f"{_DIGITS[n]}1{'v' * (n // 5)}{['', *'gosu'][n % 5]}" for n in range(1, 36)]


def _read_fleet(body: _Body) -> None:
    head = body.take("/(?:/[cdez]|[0-9]{1,3})")
    if head.startswith("//"):
        body.fields["ships"] = _FLEETS[head[2]]
        return
    pieces = [body.take("/[0-9a-z]{3,}")[1:] for _ in range(int(head[1:]))]
    # Ships lie across or down.
    ships = [piece[1::-1] + piece[2:] if piece[0] == "1" else piece for piece in pieces]
    for ship in set(ships).difference(_SHIPS):
        raise _wrong(f"the ship {quoted(ship)}", "only straight ships are known")
    body.fields["ships"] = _without_zeros([ships.count(ship) for ship in _SHIPS])


def _write_fleet(body: _Body) -> str:
    ships = body.fields.get("ships")
    if not isinstance(ships, list) or not all(type(n) is int and 0 <= n < 100 for n in ships):
        raise InputError("no list of 'ships'", "write how many have 1 cell, 2 cells, and so on")
    for letter, fleet in _FLEETS.items():
        if fleet == _without_zeros(ships):
            return f"//{letter}"
    pieces = [ship for ship, count in zip(_SHIPS, ships, strict=False) for _ in range(count)]
    return "/".join(["", str(len(pieces)), *pieces])


def _without_zeros(counts: Sequence[int]) -> list[int]:
    return [count for n, count in enumerate(counts) if any(counts[n:])]


_INNER = _words("board", _SUMS | _gaps(_DIGITS[20:]))
_OUTER = _Script(_SUM)


def _edges(body: _Body) -> list[_Slot]:
    """The places beside white cells, above the grid and then left of it."""
    beside = [((0, c), (1, c)) for c in range(1, body.columns + 1)]
    beside += [((r, 0), (r, 1)) for r in range(1, body.rows + 1)]
    return [("board", edge) for edge, cell in beside if body.words.get(("board", cell)) == "0"]


def _read_sums(body: _Body) -> None:
    _INNER.read(body)
    words = {slot: {"-": "0", ",": "-"}.get(word, word) for slot, word in body.words.items()}
    places = product(range(body.rows + 1), range(body.columns + 1))
    body.words = {("board", (r, c)): words.get(("board", (r - 1, c - 1)), "-") for r, c in places}
    edges = _edges(body)
    for slot, word in zip(edges, _OUTER.decode(body, len(edges)), strict=True):
        if word:
            body.words[slot] = f",{word}" if slot[1][0] else f"{word},"


def _write_sums(body: _Body) -> str:
    outer = [body.words.pop(slot, "").strip(",") for slot in _edges(body)]
    inner = {}
    for name, (r, c) in body.slots("board"):
        word = body.words.pop((name, (r + 1, c + 1)), "-")
        inner[name, (r, c)] = {"0": "-", "-": ","}.get(word, word)
    return _INNER.write(_Body(body.rows, body.columns, inner)) + _OUTER.encode(outer)


_CODES = {
    "4cell": _words("board", _FOUR | {".": ("?",)}, beyond=2),
    "4corner": _words("corners", _FOUR | {".": ("?",)}, beyond=2),
    "walls": _words("board", _FOUR | {".": ("x",)}, beyond=2),
    "number10": _words("board", _gaps(_DIGITS[10:]) | _numbers(10, 1, ".")),
    "number16": _words("board", _SIXTEEN),
    "number36": _words("board", _gaps(".") | _numbers(36, 2, "%@")),
    "arrows": _words("board", _gaps(_DIGITS[10:]) | _ARROWS),
    "circles": _words("board", _blocks("-wb", 3), block=3),
    "black": _Code(_read_black, _write_black),
    "ships": _Code(_read_ship_parts, _SHIP_PARTS.write),
    "suns": _words("board", _blocks("-sm", 3), block=3),
    "tapa": _words("board", _F_GAPS | _TAPA),
    "trees": _words("board", _gaps(_DIGITS[18:]) | _digits("x", 17)),
    "beside16": _words("above left", _SIXTEEN),
    "around16": _words("above below left right", _SIXTEEN),
    "lines16": _words("above* left*", _RUNS),
    "magnets": _Code(_read_magnets, _write_magnets),
    "pairs16": _Code(_read_pairs, _write_pairs),
    "rooms16": _words("regions", _SIXTEEN),
    "borders": _Code(_read_borders, _write_borders),
    "sides": _Code(_read_sides, _write_sides),
    "centres": _Code(_read_centres, _write_centres),
    "fleet": _Code(_read_fleet, _write_fleet),
    "holes": _Code(_read_holes, _write_holes),
    "stars": _Code(_read_stars, _write_stars),
    "sums": _Code(_read_sums, _write_sums),
}
