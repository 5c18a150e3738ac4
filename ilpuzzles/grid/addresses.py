"""Addresses of boards, as puzz.link has them: read into the fields of an instance, and written.

An address is `KIND/COLUMNS/ROWS/BODY`, with a host or without. The body has one code after the
other; which ones, a genre's file says in `address`, such as `"heyawake borders rooms16"`. In most
codes, clues stand in reading order, and a letter for one or several places without any.

- For cells: `number16` has hexadecimal numbers, `number10` and `number36` have digits and digits
  with letters, `4cell` has numbers up to 4, and `walls` as well: its cells without a number are
  `x`. `arrows` has numbers with a direction, as in `2e`; `x` is a shaded cell without one.
  `circles` has `w` and `b`, `trees` has `x`, `ships` has parts of ships and water, `tapa` has words
  of several digits, and `centres` the middles of galaxies: on a cell, 0, or on its right side, 1,
  its lower side, 2, or its lower right corner, 3. `sums` is Kakuro, with a row and a column more.
- For corners of cells: `4corner`.
- Beside the grid: `beside16` has a number above each column and left of each row, `around16` on all
  four sides, and `lines16` has all runs of shaded cells.
- For regions: `borders`, and after it `rooms16`, with a number for each.
- For the whole board: `stars` and `fleet`, how many ships have 1 cell, 2 cells, and so on.

A clue that may be any number is `?`. After a code with `?` at its end, nothing may be left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple, TypeAlias
from urllib.parse import unquote

from ilpuzzles.errors import InputError, counted, quoted
from ilpuzzles.grid.boards import Board
from ilpuzzles.grid.grid import Cell

_MOST_CELLS = 10_000
_LONGEST = 100_000
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
"""What before the size changes the picture alone; the rest changes the rules."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_WHOLE = "copy the whole address"
_SAID = {"rows", "columns", "given", "shape"}
"""Fields that say what others can say as well."""


def fields_of_address(kind: str, code: str, address: str) -> dict[str, Any]:
    """The fields of the board in an address.

    Args:
        kind: The name of the genre in addresses.
        code: The codes in the body, with blanks between them; one that ends with `?` may be
            missing.
        address: The address; what stands before the kind, and `#` or `&` with what follows, do
            not matter.

    Raises:
        InputError: With the number of the character that is wrong, or if the fields of a board
            cannot say what the address says.

    Example:
        >>> fields_of_address("slither", "4cell", "https://puzz.link/p?slither/3/2/b6h")
        {'board': ['1-1', '---']}
        >>> fields_of_address("lits", "borders", "lits/2/2/o0")
        {'regions': ['AB', 'AB']}
    """
    text = unquote(address.strip())
    if len(text) > _LONGEST:
        raise _wrong(f"{len(text):,} characters", f"at most {_LONGEST:,} are allowed")
    start = text.rfind("?", 0, (text + "#").index("#")) + 1
    names = "|".join([re.escape(kind), _ALSO.get(kind, kind)])
    found = re.compile(rf"(?<![\w-])(?:{names})(?:_edit|_play)?/[^#&]*").search(text, start)
    if found is None:
        genre = text[start:].split("/")[0]
        what = f"a board of the genre {quoted(genre)}" if genre else "no board"
        raise _wrong(what, f"give an address with {kind}/COLUMNS/ROWS/...")
    words = found[0].rstrip("/").split("/")
    if len(words) > 1 and (kind, words[1]) in _LOOKS:
        words[:2] = [f"{words[0]}/{words[1]}"]
    if len(words) > 1 and not re.fullmatch("[0-9]+", words[1]):
        raise _wrong(f"variant {quoted(words[1])} of the rules", "only the usual rules are known")
    if len(words) < 4 or not all(re.fullmatch("0*[1-9][0-9]{0,4}", size) for size in words[1:3]):
        raise _wrong(f"{quoted(found[0])} has no size or no body", f"{kind}/COLUMNS/ROWS/BODY")
    columns, rows = int(words[1]), int(words[2])
    if rows * columns > _MOST_CELLS:
        raise _wrong(f"a board of {rows * columns:,} cells", f"at most {_MOST_CELLS:,} are allowed")
    end = found.start() + len("/".join(words))
    source = _Source(text[:end], rows, columns, found.start() + len("/".join(words[:3])) + 1)
    for name in code.split():
        if source.at < end or not name.endswith("?"):
            _CODES[name.removesuffix("?")].read(source)
    if source.at < end:
        raise source.wrong("after the last place of such a board")
    return source.fields


def address_of_fields(kind: str, code: str, fields: Mapping[str, Any]) -> str:
    """The address of a board, without a host.

    Args:
        kind: The name of the genre in addresses.
        code: The codes in the body, as in `fields_of_address`.
        fields: The fields, as `Board.read` takes them.

    Raises:
        InputError: If no address can say what the fields say.

    Example:
        >>> address_of_fields("slither", "4cell", {"board": ["1-1", "---"]})
        'slither/3/2/6bh'
        >>> address_of_fields("lits", "borders", {"regions": ["AB", "AB"]})
        'lits/2/2/o0'
    """
    board = Board.read(fields)
    codes = [name.removesuffix("?") for name in code.split()]
    edge = int("sums" in codes)
    rows, columns = board.grid.rows - edge, board.grid.columns - edge
    if not board.grid.is_whole or min(rows, columns) < 1 or rows * columns > _MOST_CELLS:
        raise _unable(f"a board that is no rectangle of 1 to {_MOST_CELLS:,} squares")
    body = ""
    for name in code.split():
        part = _CODES[name.removesuffix("?")].write(board)
        body += "" if name.endswith("?") and re.fullmatch("[g-z]*", part) else part
    address = f"{kind}/{columns}/{rows}/{body}"
    known = fields_of_address(kind, code, address)
    for name in fields.keys() - known.keys() - _SAID:
        if fields[name] and name != "board":
            raise _unable(quoted(name))
    if board.clues and "board" not in known:
        raise _unable("clues in cells")
    return address


def _wrong(what: str, advice: str, at: int | None = None) -> InputError:
    where = "the address" if at is None else f"the address, character {at + 1}"
    return InputError(what, advice, where)


def _unable(what: str) -> InputError:
    return InputError(f"an address of such a board cannot have {what}", "keep it in a file")


@dataclass(slots=True)
class _Source:
    """An address that is being read, and what its board has so far."""

    text: str
    rows: int
    columns: int
    at: int
    fields: dict[str, Any] = field(default_factory=dict)
    rooms: list[list[Cell]] = field(default_factory=list)

    def take(self, pattern: str) -> str:
        """What comes next."""
        found = re.compile(pattern).match(self.text, self.at)
        if found is None:
            raise self.wrong("in a board")
        self.at = found.end()
        return found[0]

    def wrong(self, where: str) -> InputError:
        """The error that what comes next cannot stand there."""
        if self.at >= len(self.text):
            return _wrong("it ends before the last place of the board", _WHOLE)
        return _wrong(f"{quoted(self.text[self.at])} {where}", _WHOLE, self.at)


# Scripts: how words stand one after the other; "-" is an empty place.


class _Script(NamedTuple):
    decode: Callable[[_Source, int], list[str]]
    encode: Callable[[Sequence[str]], str]


def _runs(
    clue: str,
    gaps: str,
    read: Callable[[str], str],
    write: Callable[[str], str],
    hops: int = 0,
    *,
    beyond: bool = False,
) -> _Script:
    """Clues, and letters for 1, 2 and more empty places.

    Args:
        clue: What a clue looks like.
        gaps: The letters.
        read: The word for a clue.
        write: The clue for a word; a `ValueError` if there is none.
        hops: How many clues that are digits there are: a digit that is greater by these says that
            an empty place follows, and so on.
        beyond: Whether the last clue says that as many follow as can, even beyond the end.
    """
    most = (len(_DIGITS) - len(gaps)) // hops - 1 if hops else 0
    most = min(most, (16 if beyond else 18) // hops - 1) if hops else 0

    def decode(source: _Source, count: int) -> list[str]:
        words: list[str] = []
        while len(words) < count:
            gap = gaps.find(source.text[source.at : source.at + 1] or "/") + 1
            if gap > count - len(words):
                raise source.wrong(f"where {counted(count - len(words), 'place')} is left")
            if gap:
                source.at += 1
                words += ["-"] * gap
                continue
            token = source.take(clue)
            after = 0
            if hops and token in _DIGITS:
                after, digit = divmod(_DIGITS.index(token), hops)
                token = _DIGITS[digit]
            words += [read(token), *["-"] * after]
        return words[:count]

    def encode(words: Sequence[str]) -> str:
        tokens, at = [], 0
        while at < len(words):
            empty = at
            while empty < len(words) and words[empty] == "-":
                empty += 1
            if empty > at:
                gap = min(empty - at, len(gaps))
                tokens.append(gaps[gap - 1])
                at += gap
                continue
            try:
                token = write(words[at])
            except ValueError:
                raise _unable(f"the clue {quoted(words[at])}") from None
            at += 1
            if hops and token in _DIGITS:
                after = 0
                while after < most and words[at : at + 1] == ["-"]:
                    after += 1
                    at += 1
                if beyond and at == len(words):
                    after = most
                token = _DIGITS[_DIGITS.index(token) + hops * after]
            tokens.append(token)
        return "".join(tokens)

    return _Script(decode, encode)
