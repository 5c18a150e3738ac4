"""What a new board should be like."""

from __future__ import annotations

from dataclasses import dataclass

from ilpuzzles.errors import InputError, Problem, counted
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import MOST_ROWS

_MOST = 10_000
"""How many boards may be asked for."""

_DENSEST = 0.6
"""Which share of the cells may have clues."""

_CELLS_PER_CLUE = 3.2
"""Of so many cells one has a clue, where nobody says how many parts there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardWish:
    """What boards should be like.

    Attributes:
        rows: How many rows they have.
        columns: How many columns.
        letters: How many letters.
        parts: Into how many parts they are cut; None for a number that suits the size.
        hidden: How many clues show `?` instead of their letter.
        number: How many different ones are wanted.
        seed: The same seed gives the same ones.

    Raises:
        InputError: If that makes no sense, or there cannot be such boards.

    Example:
        >>> BoardWish(rows=8, columns=8, letters=4).wanted_parts
        5
        >>> BoardWish(rows=3, columns=3, letters=2, parts=4)
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: 8 clues on 9 cells; ask for 5 clues at most: fewer parts ...
    """

    rows: int
    columns: int
    letters: int
    parts: int | None = None
    hidden: int = 0
    number: int = 1
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("rows", "columns"):
            size = getattr(self, name)
            if not 1 <= size <= MOST_ROWS:
                raise InputError(Problem(f"{size} {name}", f"give 1 to {MOST_ROWS}"))
        for name in ("letters", "parts"):
            count = getattr(self, name)
            if count is not None and count < 1:
                raise InputError(Problem(f"{count} {name}", "give 1 or more"))
        cells = self.rows * self.columns
        clues, most = self.letters * self.wanted_parts, int(cells * _DENSEST)
        if clues > most:
            what = f"{counted(clues, 'clue')} on {counted(cells, 'cell')}"
            advice = (
                f"ask for {counted(most, 'clue')} at most: fewer parts or letters, or more cells"
            )
            raise InputError(Problem(what, advice if most else "ask for more cells"))
        if not 0 <= self.hidden <= clues:
            what = f"{self.hidden} hidden clues, where the board has {clues}"
            raise InputError(Problem(what, f"give 0 to {clues}"))
        if not 1 <= self.number <= _MOST:
            raise InputError(Problem(f"{self.number} boards", f"give 1 to {_MOST:,}"))
        if self.seed < 0:
            raise InputError(Problem(f"seed {self.seed}", "give 0 or more"))

    @property
    def wanted_parts(self) -> int:
        """Into how many parts a board is cut."""
        if self.parts is not None:
            return self.parts
        return max(round(self.rows * self.columns / (self.letters * _CELLS_PER_CLUE)), 1)

    @property
    def size(self) -> str:
        """The size of a board, in words."""
        return f"{counted(self.rows, 'row')} and {counted(self.columns, 'column')}"

    def said(self, number: int) -> str:
        """What is wished for, in a few words, as if so many of them were."""
        what = "board" if number == 1 else "boards"
        inside = f"{counted(self.letters, 'letter')} in {counted(self.wanted_parts, 'part')}"
        hidden = f", {counted(self.hidden, 'hidden clue')}" if self.hidden else ""
        return f"{what} of {self.size} with {inside}{hidden} and one solution"

    @property
    def options(self) -> str:
        """The options of the command that asks for it, without the number of boards."""
        words = [f"--rows {self.rows} --columns {self.columns} --letters {self.letters}"]
        if self.parts is not None:
            words.append(f"--parts {self.parts}")
        if self.hidden:
            words.append(f"--hidden {self.hidden}")
        return " ".join([*words, f"--seed {self.seed}"])
