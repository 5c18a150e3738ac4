"""Boards as plain texts: a line with sizes, then rows of words, as public collections have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ilpuzzles.errors import InputError, quoted
from ilpuzzles.grid.boards import rows_of

_ONE_LINE = {"above", "below", "left", "right"}
_LINES = {"above-lines": "columns", "left-lines": "rows"}
_DRAWN = {"board", "regions"}


def fields_of_text(layout: str, text: str, place: str = "") -> dict[str, Any]:
    r"""The fields of an instance in such a text.

    Args:
        layout: What stands in it: words for the first line after `rows columns`, a colon, and the
            parts below, in their order. A part is `board` or `regions`, with a line for each row;
            `corners`, with one more; `above`, `below`, `left` or `right`, with a line of numbers;
            `above-lines` or `left-lines`, with a line for each column or row. A word of the first
            line that ends with `*` takes all that are left, and one that ends with `?` is true if
            anything is left; a part that ends with `?` may be missing at the end.
        text: The text; lines before the first one may be comments, which begin with `#`.
        place: The file that it stands in.

    Raises:
        InputError: With the line that is wrong.

    Example:
        >>> fields_of_text("stars: regions", "2 2 1\nA A\nA B")
        {'stars': 1, 'regions': ['A A', 'A B']}
        >>> fields_of_text("board regions?", "- 3\n1 -")
        {'board': ['- 3', '1 -']}
        >>> fields_of_text("diagonals?: regions", "1 1 D\nA")
        {'diagonals': True, 'regions': ['A']}
    """
    head, _, parts = layout.rpartition(":")
    names, wanted = head.split(), parts.split()
    numbered = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    found = [(f"{place}:{number}" if place else "", line) for number, line in numbered if line]
    lines = _without_comments(found)
    if not lines:
        raise InputError("an empty board", "draw its rows", place)
    fields: dict[str, Any] = {}
    rows = columns = 0
    if [one for one in wanted if one[-1] != "?"] != ["board"] or _is_size(lines, len(wanted)):
        (where, first), *lines = lines
        rows, columns = _size(first, where)
        fields |= _head_fields(names, first.split()[2:], where)
    counts = {"columns": columns, "rows": rows}
    for part in wanted:
        name = part.removesuffix("?")
        if name != part and not lines:
            continue
        if name in _ONE_LINE:
            fields[name] = _next_lines(lines, 1, name, place)[0].split()
        elif name in _LINES:
            fields[name.removesuffix("-lines")] = _next_lines(
                lines, counts[_LINES[name]], name, place
            )
        else:
            number = (rows or len(lines)) + (name == "corners")
            fields[name] = _next_lines(lines, number, name, place)
    if lines:
        raise InputError(f"{quoted(lines[0][1])} after the last row", "leave it out", lines[0][0])
    return fields


def text_of_fields(layout: str, fields: Mapping[str, Any], size: tuple[int, int]) -> str:
    r"""The text for the fields of an instance, with a first line.

    Example:
        >>> print(text_of_fields("stars: regions", {"stars": 1, "regions": ["AA", "AB"]}, (2, 2)))
        2 2 1
        A A
        A B
        >>> text_of_fields("diagonals?: regions", {"diagonals": True, "regions": ["A"]}, (1, 1))
        '1 1 D\nA'
    """
    head, _, parts = layout.rpartition(":")
    names = [name for name in head.split() if name[-1] != "?" or fields.get(name[:-1])]
    said = [
        name[0].upper() if name[-1] == "?" else fields[name.removesuffix("*")] for name in names
    ]
    words = [one for each in said for one in (each if isinstance(each, list) else [each])]
    lines = [" ".join(map(str, (*size, *words)))]
    for part in parts.split():
        name = part.removesuffix("?")
        if name == part or name in fields:
            lines += _part_lines(name, fields, size)
    return "\n".join(lines)


def _part_lines(name: str, fields: Mapping[str, Any], size: tuple[int, int]) -> Iterator[str]:
    field = name.removesuffix("-lines")
    if name in _ONE_LINE:
        given = fields.get(name, ["-"] * size[name in {"above", "below"}])
        yield given if isinstance(given, str) else " ".join(map(str, given))
    elif name in _LINES:
        lines = fields[field]
        yield from lines.split() if isinstance(lines, str) else map(str, lines)
    elif field not in fields:
        yield from [" ".join(["-"] * size[1])] * size[0]
    else:
        yield from (" ".join(row) for row in rows_of(fields[field], field))


def _without_comments(lines: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The lines without those that begin with `#` and stand before the one with the size."""
    first = next((n for n, (_, line) in enumerate(lines) if not line.startswith("#")), 0)
    sizes = lines[first][1].split()[:2] if lines else []
    return lines[first:] if len(sizes) == 2 and min(map(_whole, sizes)) > 0 else lines


def _is_size(lines: Sequence[tuple[str, str]], most: int) -> bool:
    """Whether the first line says how many rows and columns one or more drawings have."""
    first, others = lines[0][1].split(), lines[1:]
    if len(first) != 2 or len(others) not in {n * _whole(first[0]) for n in range(1, most + 1)}:
        return False
    lengths = {len(line.split()) for _, line in others}
    # Rows of another length than the first one are no rows of one board with it.
    return lengths != {2} or _whole(first[1]) == 2


def _whole(word: str) -> int:
    return int(word) if word.isdecimal() else -1


def _size(line: str, where: str) -> tuple[int, int]:
    size = [_whole(word) for word in line.split()[:2]]
    if len(size) < 2 or min(size) < 1:
        raise InputError(f"the first line is {quoted(line)}", "write rows and columns: 6 6", where)
    return size[0], size[1]


def _head_fields(names: Sequence[str], words: Sequence[str], where: str) -> dict[str, Any]:
    """What the first line says after the size."""
    found: dict[str, Any] = {}
    for number, name in enumerate(names):
        if name.endswith("*"):
            found[name[:-1]] = [_whole(word) for word in words[number:]]
        elif name.endswith("?"):
            found |= {name[:-1]: True} if number < len(words) else {}
        elif number < len(words):
            found[name] = _whole(words[number])
        else:
            raise InputError(f"the first line has no {name}", f"write rows, columns, {name}", where)
    return found


def _next_lines(lines: list[tuple[str, str]], number: int, name: str, place: str) -> list[str]:
    """The first lines, which are taken away."""
    if len(lines) < number:
        what = f"{len(lines)} lines of {name}, where {number} are needed"
        raise InputError(what, "write one for each row", place)
    taken = [line for _, line in lines[:number]]
    del lines[:number]
    return taken
