"""Boards as plain texts: rows of words, perhaps below a line with sizes, as collections have them.

A text without a line of sizes is a board that somebody has typed: one drawing, or several with an
empty line between them.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from math import isqrt
from typing import Any

from ilpuzzles.errors import InputError, counted, in_words, quoted
from ilpuzzles.genres.boards import EMPTY, has_open_blanks, rows_of

_ONE_LINE = {"above", "below", "left", "right"}
_LINES = {"above-lines": "columns", "left-lines": "rows"}
_DRAWINGS = {"board", "regions", "walls", "paths"}
"""Parts with a line for each row of the board."""
_SQUARE = 4
"""How many rows a square has at least whose letters are typed in a single row."""

_Line = tuple[str, str]
"""A line of a text: its place in a file, and the line as it is written."""


def fields_of_text(
    layout: str,
    text: str,
    place: str = "",
    known: Container[str] = (),
    *,
    lines_at: Sequence[str] = (),
    rows_at: dict[str, list[str]] | None = None,
) -> dict[str, Any]:
    r"""The fields of an instance in such a text.

    Args:
        layout: What stands in it: words for the first line after `rows columns`, a colon, and the
            parts below, in their order. A part is `board`, `regions`, `walls` or `paths`, with a
            line for each row; `corners`, with one more; `signs`, with one between any two; `above`,
            `below`, `left` or `right`, with a line of numbers; `above-lines` or `left-lines`, with
            a line for each column or row. A word of the first line that ends with `*` takes all
            that are left, one that ends with `+` is a number that may be missing at the end, and
            one that ends with `?` is true if anything is left; a part that ends with `?` may be
            missing at the end.
        text: The text. Lines before the first one may be comments, which begin with `#`. The first
            one may be missing, unless it has words that are needed; there is an empty line between
            drawings then, and the letters of a square may stand in a single row.
        place: The file that it stands in.
        known: The names of fields that are given elsewhere, and do not stand in the text.
        lines_at: The place of each line, where that is not the file and the number of the line.
        rows_at: Takes the place of each row of every part.

    Raises:
        InputError: With the line that is wrong.

    Example:
        >>> fields_of_text("stars: regions", "2 2 1\nA A\nA B")
        {'stars': 1, 'regions': ['A A', 'A B']}
        >>> fields_of_text("board regions", "- 3\n1 -\n\nAA\nAB")
        {'board': ['- 3', '1 -'], 'regions': ['AA', 'AB']}
        >>> [fields_of_text("mines+: board", text) for text in ("1 2 1\n1 -", "1 2\n1 -")]
        [{'mines': 1, 'board': ['1 -']}, {'board': ['1 -']}]
        >>> fields_of_text("diagonals?: regions", "1 1 D\nA")
        {'diagonals': True, 'regions': ['A']}
    """
    head, _, parts = layout.rpartition(":")
    names = head.split()
    wanted = [part for part in parts.split() if _field(part) not in known]
    lines = _without_comments(_numbered(text, place, lines_at))
    rows_at = {} if rows_at is None else rows_at
    if not any(line.strip() for _, line in lines) and not lines[1:]:
        raise InputError("the board is empty", "draw its rows", place)
    first = next((n for n, (_, line) in enumerate(lines) if line.strip()), 0)
    if _has_size(lines[first:], names, wanted):
        where, sizes = lines[first]
        size = _size(sizes, where)
        fields = _head_fields(names, sizes.split()[2:], where)
        return fields | _sized_parts(lines[first + 1 :], wanted, size, where, rows_at)
    lines = _without_empty_ends(lines)
    needed = [name.rstrip("*") for name in names if name[-1] not in "?+"]
    needed = [name for name in needed if name not in known]
    if needed:
        rows = [line for _, line in lines if line.strip()]
        # The drawing is the last part of a text, and above it stand lines of numbers.
        height = len(rows) - sum(part in _ONE_LINE for part in wanted)
        first_words = [str(max(height, 1)), str(_width(rows[-1])), *["1"] * len(needed)]
        advice = f"write a first line with rows, columns and {in_words(needed)}, such as "
        advice += quoted(" ".join(first_words))
        raise InputError(f"no {in_words(needed)}", advice, lines[0][0] or place)
    return _unsized_parts(lines, wanted, place, rows_at)


def _unsized_parts(
    lines: list[_Line], wanted: Sequence[str], place: str, rows_at: dict[str, list[str]]
) -> dict[str, Any]:
    """The parts of a text that has no line of sizes."""
    needed = [part for part in wanted if part[-1] != "?"]
    blocks = _blocks(lines)
    if len(needed) == 1 and not (len(blocks) > 1 and _is_named(blocks, wanted)):
        drawn = rows_of([line for _, line in lines])
        if all(drawn):
            # It is one drawing, whatever else there might be.
            blocks = [lines]
            wanted = needed
        elif not (len(blocks) <= len(wanted) and all(map(_is_filled, blocks[1:]))):
            number = drawn.index([])
            what = f"row {number + 1} is empty"
            raise InputError(what, "leave it out, or write - into its cells", lines[number][0])
    elif len(blocks) == 1:
        single = sum(part in _ONE_LINE for part in needed)
        are_there = all(map(_is_beside, lines[:single]))
        if single == len(needed) - 1 and len(lines) > single and are_there:
            blocks = [[line] for line in lines[:single]] + [lines[single:]]
            # The drawing is the last part of every layout.
            wanted = sorted(needed, key=lambda part: part not in _ONE_LINE)
    if not len(needed) <= len(blocks) <= len(wanted):
        parts = in_words([_field(part) for part in needed])
        what = f"{counted(len(lines), 'row')}, where {parts} are needed"
        advice = "write all of them, with an empty row between drawings"
        middle = _middle(lines) if _DRAWINGS.issuperset(needed) else 0
        advice += f" (//), such as before row {middle + 1}" if middle else ": //"
        raise InputError(what, advice, lines[0][0] or place)
    _require_same_height(lines, blocks, wanted)
    fields: dict[str, Any] = {}
    for part, block in zip(wanted, blocks, strict=False):
        rows = [line for _, line in block]
        name = _field(part)
        rows_at[name] = [where for where, _ in block]
        if part.removesuffix("?") in _LINES:
            fields[name] = [row.strip() for row in rows]
        elif part in _ONE_LINE:
            fields[name] = " ".join(rows).split()
        else:
            fields[name] = _drawn(_square(rows))
    return fields


def _is_filled(block: Sequence[_Line]) -> bool:
    """Whether something stands in every cell of a drawing, as it does in regions."""
    rows = _square([line for _, line in block])
    return not (has_open_blanks(rows) or any(EMPTY.intersection(row) for row in rows))


def _middle(lines: Sequence[_Line]) -> int:
    """How many lines a board has if the other half of them are its regions; 0 if they are not."""
    half = len(lines) // 2
    is_half = 2 * half == len(lines) and _is_filled(lines[half:]) and not _is_filled(lines[:half])
    return half if is_half else 0


def _require_same_height(
    lines: Sequence[_Line], blocks: Sequence[Sequence[_Line]], wanted: Sequence[str]
) -> None:
    """Raises unless drawings with empty rows between them have as many rows each."""
    heights = [len(_square([line for _, line in block])) for block in blocks]
    for n in range(1, len(blocks)):
        above = _field(wanted[n - 1])
        below = _field(wanted[n])
        if not _DRAWINGS.issuperset({wanted[n - 1].removesuffix("?"), below}):
            continue
        if heights[n - 1] != heights[n]:
            what = f"{above!r} above the empty row has {counted(heights[n - 1], 'row')}, "
            what += f"and {below!r} below it has {heights[n]}"
            empty = lines[lines.index(blocks[n][0]) - 1]
            raise InputError(what, "draw as many rows in both", empty[0])


def _require_promised_rows(
    lines: Sequence[_Line], wanted: Sequence[str], rows: int, where: str
) -> None:
    """Raises if drawings have other numbers of rows than the first line says."""
    drawings = [part.removesuffix("?") for part in wanted]
    needed = [part for part in wanted if part[-1] != "?"]
    blocks = _blocks(lines)
    if not (_DRAWINGS.issuperset(drawings) and len(needed) <= len(blocks) <= len(wanted)):
        return
    for name, block in zip(drawings, blocks, strict=False):
        height = len(block)
        if height != rows:
            there = f"{name!r} has {height}"
            if len(blocks) == 1:
                there = f"there {'is' if height == 1 else 'are'} {height}"
            what = f"the first line promises {counted(rows, 'row')}, and {there}"
            raise InputError(what, "correct one of them", where)


def _sized_parts(
    lines: Sequence[_Line],
    wanted: Sequence[str],
    size: tuple[int, int],
    where: str,
    rows_at: dict[str, list[str]],
) -> dict[str, Any]:
    """The parts of a text below its line of sizes, which stands at `where`."""
    rows, columns = size
    counts = [_line_count(part, rows, columns) for part in wanted]
    filled = [line for line in lines if line[1].strip()]
    fitting = _fitting_counts(counts, wanted)
    whole = _without_empty_ends(lines)
    # Empty lines stand between parts, or else they are rows of open cells.
    left = list(filled if len(filled) in fitting or len(whole) not in fitting else whole)
    if len(left) not in fitting:
        _require_promised_rows(lines, wanted, rows, where)
    fields: dict[str, Any] = {}
    for part, count in zip(wanted, counts, strict=True):
        name = part.removesuffix("?")
        if name != part and not left:
            continue
        rows_at[_field(part)] = [at for at, _ in left[:count]]
        taken = _next_lines(left, count, name, where)
        if name in _ONE_LINE:
            fields[name] = taken[0].split()
        elif name in _LINES:
            fields[_field(part)] = [line.strip() for line in taken]
        else:
            fields[name] = _drawn(taken)
    if left:
        at, line = left[0]
        raise InputError(f"{quoted(line.strip())} after the last row", "leave it out", at)
    return fields


def text_of_fields(layout: str, fields: Mapping[str, Any], size: tuple[int, int]) -> str:
    r"""The text for the fields of an instance, with a first line.

    Example:
        >>> print(text_of_fields("stars: regions", {"stars": 1, "regions": ["AA", "AB"]}, (2, 2)))
        2 2 1
        A A
        A B
        >>> text_of_fields("mines+: board", {"board": ["1 -"]}, (1, 2))
        '1 2\n1 -'
        >>> text_of_fields("diagonals?: regions", {"diagonals": True, "regions": ["A"]}, (1, 1))
        '1 1 D\nA'
    """
    head, _, parts = layout.rpartition(":")
    names = [
        name
        for name in head.split()
        if name[-1] not in "?+" or fields.get(name[:-1], False) is not False
    ]
    # A number that may be missing is that of rows: the height of Skyscrapers.
    said = [
        name[0].upper() if name[-1] == "?" else fields.get(name.rstrip("*+"), size[0])
        for name in names
    ]
    words = [one for each in said for one in (each if isinstance(each, list) else [each])]
    lines = [" ".join(map(str, (*size, *words)))]
    for part in parts.split():
        name = part.removesuffix("?")
        if name == part or name in fields:
            lines += _part_lines(name, fields, size)
    return "\n".join(lines)


def typed_rows(
    layout: str, fields: Mapping[str, Any], size: tuple[int, int], optional: Container[str] = ()
) -> list[str]:
    """The rows of a text for the fields of an instance, as short as they can be typed.

    Args:
        layout: What stands in it; see `fields_of_text`.
        fields: The fields.
        size: How many rows and columns the board has.
        optional: Words of the first line that may be missing.

    Example:
        >>> typed_rows("board regions", {"board": ["- 4"], "regions": ["A A"]}, (1, 2))
        ['-4', '', 'AA']
        >>> typed_rows("stars: regions", {"stars": 1, "regions": ["A"]}, (1, 1))
        ['1 1 1', 'A']
    """
    head, _, parts = layout.rpartition(":")
    names = [name.rstrip("*?+") for name in head.split()]
    needed = [name for name in names if name in fields or name not in optional]
    has_size = any(name[-1] not in "?+" and name.rstrip("*") in needed for name in head.split())
    # Walls are a drawing with open cells, which rows of the board might be as well.
    is_said = any(fields.get(name, False) is not False for name in names)
    has_size = has_size or "walls" in fields or is_said
    is_below_numbers = parts.split()[0] in _ONE_LINE
    # Behind lines of numbers, empty rows cannot tell one drawing from the next.
    drawn = [part for part in parts.split() if _field(part) in _DRAWINGS.intersection(fields)]
    has_size = has_size or (is_below_numbers and len(drawn) > 1)
    rows = [text_of_fields(layout, fields, size).splitlines()[0]] if has_size else []
    for part in parts.split():
        name = part.removesuffix("?")
        if name != part and name not in fields:
            continue
        lines = list(_part_lines(name, fields, size))
        if name not in _ONE_LINE and name not in _LINES:
            is_short = all(len(word) == 1 for line in lines for word in line.split())
            lines = ["".join(line.split()) for line in lines] if is_short else lines
        before = {each.removesuffix("?") for each in parts.split()[: parts.split().index(part)]}
        if rows and not has_size and not before <= _ONE_LINE:
            rows += [] if name in _ONE_LINE else [""]
        rows += lines
    return rows


_IN_WORDS = {
    "board": "the cells",
    "corners": "the corners of cells",
    "regions": "the name of each cell's region",
    "walls": "the sides of each cell with a wall (n, e, s, w)",
    "signs": "the cells, with signs or points between them in each row and each column",
    "paths": "the name of each cell's path and its number on that, such as A1, A2 or 2.1",
    "above": "a row with a number above each column",
    "below": "one with a number below each column",
    "left": "a row with a number left of each row",
    "right": "one with a number right of each row",
    "above-lines": "a row for each column, with the numbers above it",
    "left-lines": "a row for each row, with the numbers left of it",
}


def parts_in_words(layout: str, optional: Container[str] = ()) -> list[str]:
    """The parts of a text in words, in their order.

    Example:
        >>> parts_in_words("stars: regions")
        ['a row with rows, columns and stars', "the name of each cell's region"]
        >>> parts_in_words("board regions?")
        ['the cells', "perhaps the name of each cell's region"]
    """
    head, _, parts = layout.rpartition(":")
    names = [name.rstrip("*") for name in head.split() if name[-1] not in "?+"]
    names = [name for name in names if name not in optional]
    said = [f"a row with {in_words(['rows', 'columns', *names])}"] if names else []
    for part in parts.split():
        words = _IN_WORDS[part.removesuffix("?")]
        said.append(f"perhaps {words}" if part[-1] == "?" else words)
    return said


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


def fields_of_layout(layout: str) -> list[str]:
    """The fields that a text with a layout holds.

    Example:
        >>> fields_of_layout("stars wide?: regions above-lines walls?")
        ['stars', 'wide', 'regions', 'above', 'walls']
    """
    head, _, parts = layout.rpartition(":")
    return [*(name.rstrip("*?+") for name in head.split()), *map(_field, parts.split())]


def _field(part: str) -> str:
    """The field that a part of a text is."""
    return part.removesuffix("?").removesuffix("-lines")


def _line_count(part: str, rows: int, columns: int) -> int:
    """How many lines a part of a text has."""
    name = part.removesuffix("?")
    if name in _ONE_LINE:
        return 1
    if name in _LINES:
        return {"columns": columns, "rows": rows}[_LINES[name]]
    return {"corners": rows + 1, "signs": 2 * rows - 1}.get(name, rows)


def _fitting_counts(counts: Sequence[int], wanted: Sequence[str]) -> set[int]:
    """How many lines all parts together may have, with optional ones or without."""
    needed = sum(1 for part in wanted if part[-1] != "?")
    return {sum(counts[:number]) for number in range(needed, len(wanted) + 1)}


def _numbered(text: str, place: str, lines_at: Sequence[str] = ()) -> list[_Line]:
    """The lines of a text with their places."""
    lines = text.removeprefix("\ufeff").splitlines()
    places = [f"{place}:{number}" if place else "" for number in range(1, len(lines) + 1)]
    if lines_at:
        # Of empty lines at the end nobody has to say where they are.
        places = [lines_at[min(number, len(lines_at) - 1)] for number in range(len(lines))]
    return list(zip(places, lines, strict=True))


def _without_empty_ends(lines: Sequence[_Line]) -> list[_Line]:
    """The lines without those at both ends that are empty; blanks alone may be open cells."""
    width = max((len(line) for _, line in lines if line.strip()), default=1)
    drawn = [n for n, (_, line) in enumerate(lines) if line.strip() or len(line) == width]
    return list(lines[drawn[0] : drawn[-1] + 1]) if drawn else list(lines)


def _blocks(lines: Sequence[_Line]) -> list[list[_Line]]:
    """The lines in parts that have empty lines between them."""
    blocks: list[list[_Line]] = [[]]
    for line in lines:
        if line[1].strip():
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def _is_named(blocks: Sequence[Sequence[_Line]], wanted: Sequence[str]) -> bool:
    """Whether the drawings below the first one are optional parts, and no rows of the first one.

    They are if they have as many rows, and something stands in every cell.
    """
    lines = [_square([line for _, line in block]) for block in blocks]
    lengths = [[len(row) for row in rows_of(rows)] for rows in lines]
    return len(blocks) <= len(wanted) and all(
        lengths[n] == lengths[0]
        and not has_open_blanks(lines[n])
        and not any(EMPTY.intersection(row) for row in lines[n])
        for n in range(1, len(lines))
    )


def _is_beside(line: _Line) -> bool:
    """Whether there are numbers in a line, or nothing where a number might be, and no clues."""
    words = line[1].split()
    return all(word.isdecimal() or word in EMPTY for word in words)


def _square(rows: list[str]) -> list[str]:
    """The rows of a square whose cells stand in a single row, or the rows as they are."""
    if len(rows) != 1:
        return rows
    [row] = rows
    words = row.split()
    cells = words if row.strip() == " ".join(words) and len(words) > 1 else list(row)
    if isqrt(len(cells)) ** 2 != len(cells):
        cells = list(row.strip())
    side = isqrt(len(cells))
    if side < _SQUARE or side * side != len(cells):
        return rows
    between = " " if any(len(cell) > 1 for cell in cells) else ""
    return [between.join(cells[n : n + side]) for n in range(0, len(cells), side)]


def _drawn(rows: list[str]) -> list[str]:
    """The rows of a drawing without blanks that are open cells."""
    if has_open_blanks(rows):
        return ["".join(row) for row in rows_of(rows)]
    if any("\t" in row for row in rows):
        return [" ".join(row) for row in rows_of(rows)]
    return [row.strip() for row in rows]


def _width(row: str) -> int:
    """How many cells a row of a drawing has."""
    words = row.split()
    return len(words) if len(words) > 1 else len(row.strip())


def _without_comments(lines: list[_Line]) -> list[_Line]:
    """The lines without those that begin with `#` and stand before the one with the size."""
    said = (n for n, (_, line) in enumerate(lines) if line.strip() and line.strip()[0] != "#")
    first = next(said, 0)
    sizes = lines[first][1].split()[:2] if lines else []
    return lines[first:] if len(sizes) == 2 and min(map(_whole, sizes)) > 0 else lines


def _has_size(lines: Sequence[_Line], names: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the first line says how many rows and columns there are."""
    first = lines[0][1].split()
    others = lines[1:]
    size = [_whole(word) for word in first[:2]]
    if len(size) < 2 or min(size) < 1:
        return False
    rows, columns = size
    fitting = _fitting_counts([_line_count(part, rows, columns) for part in wanted], wanted)
    filled = [line for _, line in others if line.strip()]
    fits = len(filled) in fitting or len(_without_empty_ends(others)) in fitting
    if not names and len(first) > len(size):
        return False
    needed = [part for part in wanted if part[-1] != "?"]
    if needed == ["board"] and not names:
        lengths = {len(line.split()) for line in filled}
        # Rows of another length than the first one are no rows of one board with it.
        return fits and (lengths != {2} or columns == 2)
    # Parts beside the board begin with numbers as well, and so may drawings of several words.
    return fits or not (len(_blocks(lines)) >= len(needed) > 1 or wanted[0] in _ONE_LINE)


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
        elif name.endswith("+"):
            found |= {name[:-1]: _whole(words[number])} if number < len(words) else {}
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
        needed = f"{number} {'is' if number == 1 else 'are'} needed"
        what = f"{counted(len(lines), 'line')} of {name}, where {needed}"
        raise InputError(what, "write one for each row", place)
    taken = [line for _, line in lines[:number]]
    del lines[:number]
    return taken
