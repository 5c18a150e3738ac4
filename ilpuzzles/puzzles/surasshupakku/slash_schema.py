"""Reads the rules of Surasshupakku, and boards, from YAML trees; checks and writes boards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from ilpuzzles.document.fields import Fields, Form, OneOf, Whole, Written
from ilpuzzles.document.tree import Node, ProblemList, Scalar, TextLine
from ilpuzzles.errors import InputError, counted, quoted
from ilpuzzles.puzzles.family import INSTANCE_HEAD, puzzle_head, read_instance_fields
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import (
    ANY,
    MOST_ROWS,
    NO_CLUE,
    SlashInstance,
    SlashPuzzle,
)

Drawn: TypeAlias = tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]
"""The numbers of the letters for every row, see `SlashInstance`; their names if they have some."""

ALLOWED, FORBIDDEN = "allowed", "forbidden"
_TOKEN = re.compile(r"[^\s,]+")
_NUMBER = re.compile(r"[0-9]{1,4}\Z")
_WHOLE_ROW = re.compile(r"[A-Z0-9.?]{2,}\Z")
_LETTERS = re.compile(r"[A-Z]+\Z")
_OPEN, _ANY, _COMMA = ".", "?", ","
_WITH_BRIDGES = "solutions-with-bridges"

PUZZLE_FORM = Form(
    "the puzzle",
    "The puzzle: models/NAME.yaml",
    (
        *puzzle_head("surasshupakku"),
        OneOf(
            "bridges",
            f"Whether a solution may have bridges: `{ALLOWED}` or `{FORBIDDEN}`.",
            "word",
            FORBIDDEN,
            known=(ALLOWED, FORBIDDEN),
        ),
    ),
)
"""The file of the puzzle."""

INSTANCE_FORM = Form(
    "the instance",
    "A board: instances/NAME/PRESET.yaml",
    (
        *INSTANCE_HEAD,
        Whole(_WITH_BRIDGES, "How many there are with bridges allowed.", least=0),
        Written("letters", "How many letters there are, or all: `ABC`.", "number or text"),
        Written(
            "board",
            "The clues: capital letters or numbers, `?` for any letter, and `.` for no clue.",
            "drawing",
            required=True,
        ),
    ),
)
"""The file of a board."""


def read_puzzle(tree: Node) -> SlashPuzzle:
    """Reads the rules, from `models/NAME.yaml`."""
    problems = ProblemList()
    said = Fields(tree, PUZZLE_FORM, problems).rest()
    problems.raise_if_any()
    bridges = said["bridges"] == ALLOWED
    return SlashPuzzle(said["puzzle"], said["title"], said["about"], said["source"], bridges)


def read_instance(puzzle: SlashPuzzle, tree: Node) -> SlashInstance:
    """Reads a board, from the file of an instance."""
    problems = ProblemList()
    said = read_instance_fields(Fields(tree, INSTANCE_FORM, problems), puzzle.name, _WITH_BRIDGES)
    letters_node, board_node = said["letters"], said["board"]
    letters = "" if letters_node is None else letters_node.text.strip().upper()
    stated = int(letters) if letters.isdecimal() and len(letters) < 5 else None
    named = letters if _LETTERS.match(letters) and len({*letters}) == len(letters) else ""
    if letters_node is not None and not (stated or named):
        advice = "write how many, or all of them: ABC"
        problems.add(f"letters '{letters}'", advice, where=letters_node.place)
    board = None
    if board_node is not None and (stated or named or letters_node is None):
        board = read_board(board_node, named, problems)
    problems.raise_if_any()
    if board is None or board_node is None:
        raise InputError("the instance has no board")  # unreachable: it was noted why
    place = board_node.place
    clues, shown = board
    require_size(len(clues), len(clues[0]), place)
    names = letter_names(clues, shown, place, stated)
    count = said[_WITH_BRIDGES if puzzle.bridges else "solutions"]
    return SlashInstance(puzzle, clues, names, said["title"], count, None, said["source"])


def read_board(scalar: Scalar, letters: str, problems: ProblemList) -> Drawn | None:
    """Reads a drawing, or notes what is wrong; where letters are given, these are all.

    Where no line has a blank or a comma within it, every character is a cell.
    """
    before = len(problems.found)
    lines = [line for line in scalar.lines if line.text.strip()]
    if not lines:
        problems.add("an empty drawing", "draw at least one cell", where=scalar.place)
        return None
    spaced = any(_COMMA in line.text or len(line.text.split()) > 1 for line in lines)
    rows = []
    for line in lines:
        text = line.text
        found = _TOKEN.finditer(text) if spaced else re.finditer(r"\S", text)
        row = [TextLine(match[0].upper(), line.place.right(match.start())) for match in found]
        rows.append(row)
        width, missing = len(rows[0]), len(rows[0]) - len(row)
        if missing:
            what = f"a row of {counted(len(row), 'cell')}, where the first has {width}"
            # What is missing would stand behind the last one.
            where = line.place.right(len(text.rstrip())) if missing > 0 else row[width].place
            problems.add(what, "make them equal", where=where)
    if len(rows) == 1 and spaced and _is_without_slashes(rows[0], problems):
        return None
    for token in (token for row in rows for token in row):
        _require_known(token, letters, problems)
    tokens = [token for row in rows for token in row if token.text not in {_OPEN, _ANY}]
    if len(problems.found) > before:
        return None
    numbers = [token for token in tokens if _NUMBER.match(token.text)]
    if numbers and (letters or len(numbers) < len(tokens)):
        problems.add("letters and numbers", "write one kind of them", where=numbers[0].place)
        return None
    names = "" if numbers else letters or "".join(sorted({token.text for token in tokens}))
    value = {_OPEN: NO_CLUE, _ANY: ANY} | {name: number for number, name in enumerate(names, 1)}
    value |= {token.text: int(token.text) for token in numbers}
    return tuple(tuple(value[token.text] for token in row) for row in rows), tuple(names)


def _is_without_slashes(row: Sequence[TextLine], problems: ProblemList) -> bool:
    """Whether cells are whole rows, with blanks between them on one line, which is noted.

    Numbers of several digits may be cells.
    """
    if len(row) == 1 or not all(_WHOLE_ROW.match(cell.text) for cell in row):
        return False
    if all(_NUMBER.match(cell.text) for cell in row):
        return False
    width, *others = {len(cell.text) for cell in row}
    cells = "" if others else f" of {width} cells"
    what = f"{len(row)} rows{cells} with blanks between them"
    advice = "write a slash or a line break between rows"
    problems.add(what, advice, where=row[0].place.right(len(row[0].text)))
    return True


def _require_known(token: TextLine, letters: str, problems: ProblemList) -> None:
    text = token.text
    if text in {_OPEN, _ANY}:
        return
    if _NUMBER.match(text):
        if int(text) == 0 or text[0] == "0":
            problems.add(f"clue {text}", "numbers begin with 1", where=token.place)
    elif not (len(text) == 1 and _LETTERS.match(text)):
        advice = "write a letter, a number, '?' or '.'"
        problems.add(f"{quoted(text)} in a cell", advice, where=token.place)
    elif letters and text not in letters:
        what = f"{quoted(text)}, where the letters are {letters}"
        problems.add(what, "add it to 'letters'", where=token.place)


def require_size(rows: int, columns: int, where: object) -> None:
    """Raises an `InputError` if a board is empty, or too large."""
    if not (1 <= rows <= MOST_ROWS and 1 <= columns <= MOST_ROWS):
        what = f"a board of {counted(rows, 'row')} and {counted(columns, 'column')}"
        raise InputError(what, f"1 to {MOST_ROWS} of each are allowed", str(where))


def letter_names(
    clues: Sequence[Sequence[int]], names: Sequence[str], where: object, stated: int | None = None
) -> tuple[str, ...]:
    """The names of all letters, by their numbers; an `InputError` if clues cannot be shared out.

    Every part needs each letter once. The clues are those of a `SlashInstance`; `names` are those
    of the letters that stand on the board, none for numbers. How many letters there are may be
    `stated`; otherwise it is the largest number.
    """
    shown = Counter(clue for row in clues for clue in row if clue != NO_CLUE)
    total = sum(shown.values())
    shown.pop(ANY, None)
    if not total:
        raise InputError("a board without clues", "write some letters", str(where))
    number = stated or len(names) or max(shown, default=0)
    if not number:
        what = "only '?' on the board"
        raise InputError(what, "say how many letters there are: 'letters: 3'", str(where))
    called = tuple(names) or tuple(str(letter) for letter in range(1, number + 1))
    if len(called) != number:
        what = f"{counted(number, 'letter')}, where {' '.join(called)} stand on the board"
        raise InputError(what, "write them all: 'letters: ABC'", str(where))
    if max(shown, default=0) > number:
        what = f"clue {max(shown)}, where there are {counted(number, 'letter')}"
        raise InputError(what, f"write 1 to {number}", str(where))
    if total % number:
        less, more = total // number * number, (total // number + 1) * number
        what = f"{counted(total, 'clue')}, where every part takes {number}"
        fitting = f"{less} or {more}" if less else f"{more}"
        raise InputError(what, f"write {fitting}", str(where))
    parts = total // number
    for letter, times in sorted(shown.items()):
        if times > parts:
            what = f"{quoted(called[letter - 1])} stands {times} times"
            advice = f"{counted(total, 'clue')} are for {counted(parts, 'part')}"
            raise InputError(what, advice, str(where))
    return called


def board_lines(instance: SlashInstance) -> list[str]:
    """The rows of a board, which can be read again."""
    width = max(len(name) for name in instance.names)
    # A row must not begin with a blank, which would be taken for its indentation, and a number in a
    # single column must not be taken for several cells.
    end = _COMMA if width > 1 and instance.columns == 1 else ""
    return [
        (" " if width > 1 else "")
        .join(instance.shown((row, column)).ljust(width) for column in range(instance.columns))
        .rstrip()
        + end
        for row in range(instance.rows)
    ]
