"""Whether the clues of a board can be shared out, and what its letters are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ilpuzzles.errors import InputError, Problem, counted, quoted
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import ANY, MOST_ROWS, NO_CLUE


def require_size(rows: int, columns: int, where: object) -> None:
    """Raises an `InputError` if a board is empty, or too large."""
    if not (1 <= rows <= MOST_ROWS and 1 <= columns <= MOST_ROWS):
        what = f"a board of {counted(rows, 'row')} and {counted(columns, 'column')}"
        advice = f"1 to {MOST_ROWS} of each are handled"
        raise InputError(Problem(what, advice, str(where)))


def letter_names(
    clues: Sequence[Sequence[int]], names: Sequence[str], where: object, stated: int | None = None
) -> tuple[str, ...]:
    """The names of all letters, by their numbers; an `InputError` if clues cannot be shared out.

    Every part needs each letter once. The clues are those of a `SlashInstance`; `names` are those
    of the letters that stand on the board, none for numbers. How many letters there are may be
    `stated`; otherwise it is the largest number.

    Example:
        >>> letter_names([[1, 2, 0], [0, -1, 1]], (), "board")
        ('1', '2')
        >>> letter_names([[1, 2, 3], [1, 1, 0]], (), "board")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: board: 5 clues, where every part takes 3; write 3 or 6
    """
    shown = Counter(clue for row in clues for clue in row if clue != NO_CLUE)
    total = sum(shown.values())
    shown.pop(ANY, None)
    if not total:
        raise InputError(Problem("a board without clues", "write some letters", str(where)))
    number = stated or len(names) or max(shown, default=0)
    if not number:
        what = "only '?' on the board"
        raise InputError(Problem(what, "say how many letters there are: 'letters: 3'", str(where)))
    called = tuple(names) or tuple(str(letter) for letter in range(1, number + 1))
    if len(called) != number:
        what = f"{counted(number, 'letter')}, where {' '.join(called)} stand on the board"
        raise InputError(Problem(what, "write them all: 'letters: ABC'", str(where)))
    if max(shown, default=0) > number:
        what = f"clue {max(shown)}, where there are {counted(number, 'letter')}"
        raise InputError(Problem(what, f"write 1 to {number}", str(where)))
    if total % number:
        less, more = total // number * number, (total // number + 1) * number
        what = f"{counted(total, 'clue')}, where every part takes {number}"
        fitting = f"{less} or {more}" if less else f"{more}"
        raise InputError(Problem(what, f"write {fitting}", str(where)))
    parts = total // number
    for letter, times in sorted(shown.items()):
        if times > parts:
            what = f"{quoted(called[letter - 1])} stands {times} times"
            advice = f"{counted(total, 'clue')} are for {counted(parts, 'part')}"
            raise InputError(Problem(what, advice, str(where)))
    return called
