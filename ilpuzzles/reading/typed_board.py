"""Boards without YAML around them, typed in a command or alone in a file, and texts in a program.

Rows are separated by slashes or line breaks. What is read is the tree of an instance's file with
that drawing in it, so that everything else is as it is for a file, places included.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import dedent

from ilpuzzles.errors import InputError
from ilpuzzles.reading.source import MAX_BYTES
from ilpuzzles.reading.tree import Mapping, Node, Scalar, TextLine, TextPlace, example_of, read_tree

TYPED = "board"
"""What stands for the file in the places of a board that was typed; its lines are the rows."""

TEXT = "text"
"""The same for an instance that was given as text."""

_COMMENT = re.compile(r"(^|\s)#.*")
_YAML = re.compile(r"[\[{%!&*>|'\"@`]")
_SIZE = re.compile(r"(\s*#.*\n)*\s*\d+[ \t]+\d+\b[^/\n]*\n")
_SLASH = "/"
_SPACED_SLASH = re.compile(r"[ \t]/[ \t]")
_AS_SHOWN = str.maketrans("·\t", ". ")
"""Pictures show an open cell as a dot in the middle."""


def is_drawing(text: str) -> bool:
    r"""Whether the text of a file is a drawing alone, and no YAML.

    Every mapping has a colon, which no drawing has.

    Example:
        >>> is_drawing("AA.\n..."), is_drawing("board: |\n  AA.")
        (True, False)
    """
    if not _COMMENT.sub("", text).strip():
        # Of a file with nothing but comments, the reader of YAML says what is wrong.
        return False
    return ":" not in text and not _YAML.match(text.lstrip())


def instance_tree(
    puzzle: str, field: str, text: str, file: str = "", *, blanks: bool = False
) -> Mapping:
    r"""The tree of an instance that gives nothing but a drawing, in that field.

    Args:
        puzzle: The name of the puzzle.
        field: The field of its instances that such a drawing is.
        text: The drawing.
        file: The file that it stands in; nothing for one that was typed, of which places have the
            number of the row and the column in it.
        blanks: Whether blanks are kept, since they may be cells.

    Raises:
        InputError: If there is nothing in it, or far too much.

    Example:
        >>> tree = instance_tree("lonpos", "board", "AA./ ..")
        >>> [(key.text, value.text) for key, value in tree.entries]
        [('puzzle', 'lonpos'), ('board', 'AA.\n ..')]
        >>> str(tree.entries[1][1].lines[1].place)
        'board:2:1'
    """
    start = TextPlace(file or TYPED, 1, 1)
    if len(text) > MAX_BYTES:
        raise InputError(
            f"the board is larger than {MAX_BYTES:,} bytes", "no puzzle needs that much", start.file
        )
    lines = _whole_rows(text, file) if blanks else _without_margin(_rows(text, file))
    if not lines:
        example = "" if blanks else ": 'AA./A..'"
        raise InputError("the board is empty", f"draw its rows{example}", start.file)
    board = Scalar("\n".join(line.text for line in lines), False, lines[0].place, tuple(lines))
    entries = (("puzzle", Scalar(puzzle, True, start, ())), (field, board))
    return Mapping(tuple((Scalar(key, True, start, ()), node) for key, node in entries), start)


def tree_with_name(puzzle: str, text: str) -> Node:
    """The tree of an instance that a program has as a text, which need not say of what puzzle.

    Example:
        >>> tree = tree_with_name("dominoes", "region: {rows: 2, columns: 3}")
        >>> [key.text for key, _ in tree.entries]
        ['puzzle', 'region']
    """
    tree = read_tree(text, TEXT, example_of(puzzle))
    if not isinstance(tree, Mapping) or "puzzle" in {key.text for key, _ in tree.entries}:
        return tree
    key, name = (Scalar(word, True, tree.place, ()) for word in ("puzzle", puzzle))
    return Mapping(((key, name), *tree.entries), tree.place)


def _rows(text: str, file: str) -> list[TextLine]:
    """All rows with their places; those typed in one line are rows of their own."""
    # Where every slash stands between blanks, these belong to it, and not to the rows.
    spaced = len(_SPACED_SLASH.findall(text)) == text.count(_SLASH)
    # Below a line with the number of rows and columns, a slash is part of a word.
    several = bool(_SIZE.match(text))
    rows: list[TextLine] = []
    for number, line in enumerate(text.translate(_AS_SHOWN).splitlines(), 1):
        column = 1
        for part, row in enumerate([line] if several else line.split(_SLASH)):
            blank = 1 if spaced and part and row.startswith(" ") else 0
            place = TextPlace(file, number, column) if file else TextPlace(TYPED, len(rows) + 1, 1)
            rows.append(TextLine(row[blank:].rstrip(), place.right(blank)))
            column += len(row) + 1
    return rows


def _whole_rows(text: str, file: str) -> list[TextLine]:
    """All rows with their places and with the blanks in them, or none if there is nothing else."""
    lines = text.replace("·", ".").splitlines()
    if lines[:1] == [""]:
        # A text in a program begins in its second line, and has a margin.
        lines = dedent("\n".join(lines)).splitlines()
    drawn = [line.rstrip() for line in lines if line.strip()]
    # In a text of several lines, a slash is part of a word.
    has_slashes = all(line.endswith(_SLASH) for line in drawn[:-1])
    rows: list[TextLine] = []
    for number, line in enumerate(lines, 1):
        for row in _parts_of_line(line) if has_slashes else [line]:
            place = TextPlace(file, number, 1) if file else TextPlace(TYPED, len(rows) + 1, 1)
            rows.append(TextLine(row, place))
    return rows if drawn and "".join(drawn).strip(_SLASH + " \t") else []


def _parts_of_line(line: str) -> list[str]:
    """The rows that are typed in one line."""
    # Nothing stands behind a slash at the end, where blanks may be a row of open cells.
    parts = line.removesuffix(_SLASH).split(_SLASH)
    return [part.strip(" \t") for part in parts] if _has_spaced_slashes(parts) else parts


def _has_spaced_slashes(parts: Sequence[str]) -> bool:
    """Whether the blanks at the slashes between rows belong to these, and are no cells."""
    starts = [part[:1] for part in parts[1:]]
    ends = [part[-1:] for part in parts[:-1]]
    if not all(one in {"", " ", "\t"} for one in starts + ends):
        return False
    rows = [part.strip(" \t") for part in parts]
    has_blanks = not all(rows) or any(" " in row or "\t" in row for row in rows)
    return len(set(map(len, parts))) > 1 or not has_blanks


def _without_margin(rows: list[TextLine]) -> list[TextLine]:
    """The rows without empty ones at both ends, and without blanks that all of them begin with."""
    drawn = [number for number, row in enumerate(rows) if row.text]
    if not drawn:
        return []
    kept = rows[drawn[0] : drawn[-1] + 1]
    margin = min(len(row.text) - len(row.text.lstrip()) for row in kept if row.text)
    return [TextLine(row.text[margin:], row.place.right(margin)) for row in kept]
