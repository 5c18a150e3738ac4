"""Makes boards with exactly one solution: a random cutting, and clues that refute all others.

Clues are put into the parts of the cutting at random. A search by plain logic looks for another
solution, first for those that are like the cutting. Each one that it finds is an alternative, clues
are moved until all of these are refuted, and the search begins again, until there is no other
solution. If clues cannot be moved so, or the search gets lost, there is another cutting.

Nothing here depends on a solver, nor on the time that anything takes, so that the same dice make
the same board everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from ilpuzzles.document.parameters import beyond_defaults, check_parameters
from ilpuzzles.errors import CheckError, InputError, counted
from ilpuzzles.generate.budget import Difficulty, Ending
from ilpuzzles.generate.slashes.cutting import Clues, Cutting, random_cutting
from ilpuzzles.generate.slashes.logic import board_difficulty, most_wrong, search
from ilpuzzles.generate.starting_position import MadePosition, PositionSearch, Request
from ilpuzzles.library import Library, puzzle_parameters
from ilpuzzles.puzzles.surasshupakku.slash_grid import SlashGrid
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import (
    MOST_ROWS,
    NO_CLUE,
    SlashInstance,
    SlashPuzzle,
)
from ilpuzzles.puzzles.surasshupakku.slash_solution import SlashSolution
from ilpuzzles.puzzles.surasshupakku.slash_symmetry import Motion, Rows
from ilpuzzles.workbench.loading import load_puzzle

_DENSEST = 0.6
"""Which share of the cells may have clues."""

_CELLS_PER_CLUE = 3.2
"""Of so many cells one has a clue, where nobody says how many parts there are."""

_MOST_ALTERNATIVES = 300
"""After so many questions another cutting is better."""

_MOST_TRIES = 500
"""How many cuttings are tried for a board before the search is given up."""

_REPORT = "please report this"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRequest(Request):
    """What boards should be like.

    Attributes:
        parts: Into how many parts they are cut; None for a number that suits the size.
        hidden: How many clues show `?` instead of their letter.

    Example:
        >>> BoardRequest(rows=8, columns=8, letters=4).wanted_parts
        5
        >>> BoardRequest(rows=3, columns=3, letters=2, parts=4)
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: 8 clues on 9 cells; ask for at most 5 clues: fewer parts ...
    """

    rows: int
    columns: int
    letters: int
    parts: int | None = None
    hidden: int = 0
    plural = "boards"

    def __post_init__(self) -> None:
        for name in ("rows", "columns"):
            size = getattr(self, name)
            if not 1 <= size <= MOST_ROWS:
                raise InputError(f"{size} {name}", f"give 1 to {MOST_ROWS}")
        for name in ("letters", "parts"):
            count = getattr(self, name)
            if count is not None and count < 1:
                raise InputError(f"{count} {name}", "give 1 or more")
        cells = self.rows * self.columns
        clues, most = self.letters * self.wanted_parts, int(cells * _DENSEST)
        if clues > most:
            what = f"{counted(clues, 'clue')} on {counted(cells, 'cell')}"
            advice = (
                f"ask for at most {counted(most, 'clue')}: fewer parts or letters, or more cells"
            )
            raise InputError(what, advice if most else "ask for more cells")
        if not 0 <= self.hidden <= clues:
            what = f"{self.hidden} hidden clues, where the board has {clues}"
            raise InputError(what, f"give 0 to {clues}")
        Request.__post_init__(self)

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
        """What is asked for, in a few words, as if so many of them were."""
        what = "board" if number == 1 else "boards"
        inside = f"{counted(self.letters, 'letter')} in {counted(self.wanted_parts, 'part')}"
        hidden = f", {counted(self.hidden, 'hidden clue')}" if self.hidden else ""
        return f"{what} of {self.size} with {inside}{hidden} and one solution"

    @property
    def advice(self) -> Mapping[Ending, str]:
        """What to do where the time or the tries are used up."""
        return {
            Ending.TIME: "ask for a smaller board",
            Ending.TRIES: "ask for other parts or letters",
        }

    @property
    def options(self) -> str:
        """The options of the command that asks for it, without the number."""
        words = [f"--rows {self.rows} --columns {self.columns} --letters {self.letters}"]
        if self.parts is not None:
            words.append(f"--parts {self.parts}")
        if self.hidden:
            words.append(f"--hidden {self.hidden}")
        return " ".join([*words, f"--seed {self.seed}"])

    def plain(self) -> dict[str, Any]:
        """What is asked for but number and seed, as plain data."""
        return {
            "rows": self.rows,
            "columns": self.columns,
            "letters": self.letters,
            "parts": self.wanted_parts,
            "hidden": self.hidden,
        }


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MadeBoard(MadePosition):
    """A board with exactly one solution, and what plain logic does wrong until it is found."""

    instance: SlashInstance
    solution: SlashSolution
    difficulty: Difficulty

    @property
    def verdict(self) -> str:
        """What is known, in a line."""
        board = self.instance
        size = f"{board.rows} x {board.columns}"
        inside = f"{counted(board.letters, 'letter')} in {counted(board.parts, 'part')}"
        hard = (
            f"difficulty {self.difficulty.text_with_scale}, {self.difficulty.forced} forced first"
        )
        return f"{size}, {inside}, one solution, {hard}"

    def plain(self) -> dict[str, Any]:
        """What is known, as plain data."""
        return {
            "rows": self.instance.rows,
            "columns": self.instance.columns,
            "letters": self.instance.letters,
            "parts": self.instance.parts,
            "unique": True,
            "solutions": 1,
            "difficulty": self.difficulty.to_json(),
        }


class BoardSearch(PositionSearch[BoardRequest, MadeBoard]):
    """Makes boards that have exactly one solution.

    Their files say those parameters, such as whether bridges are allowed, whose values are not the
    usual ones.

    Example:
        >>> request = BoardRequest(rows=4, columns=4, letters=2, seed=3)
        >>> made = BoardSearch("surasshupakku", request).run()
        >>> made.verdict().split(" found")[0]
        '1 board of 4 rows and 4 columns with 2 letters in 2 parts and one solution'
    """

    def __init__(
        self, puzzle: str, request: BoardRequest, parameters: Mapping[str, int | str] | None = None
    ) -> None:
        self.puzzle, self.parameters, self.request = puzzle, parameters or {}, request
        self.most_tries = _MOST_TRIES * request.number

    def begin(self) -> None:
        """Loads the rules of the puzzle."""
        library = self.library or Library.standard()
        name = library.called(self.puzzle)
        self._family, rules = load_puzzle(name, library, self.parameters)
        if not isinstance(rules, SlashPuzzle):
            what = f"{name} is not a puzzle of boards that are cut into parts"
            raise InputError(what, "choose one, such as surasshupakku")
        self._rules, self.puzzle, declared = rules, rules.name, puzzle_parameters(name, library)
        self.parameters = check_parameters(declared, self.parameters, name)
        self._said = beyond_defaults(declared, self.parameters)

    def draft(self) -> tuple[object, Callable[[], MadeBoard]]:
        """A random board with one solution; a cutting is a try."""
        request, tick = self.request, self.budget.options
        grid = SlashGrid(request.rows, request.columns)
        while True:
            self.budget.next_try()
            cutting = random_cutting(
                grid, request.wanted_parts, request.letters, self.dice, tick=tick
            )
            instance = None if cutting is None else self._tell_apart(grid, cutting)
            if cutting is not None and instance is not None:
                solution = SlashSolution(instance, grid.lines(cutting.cuts))
                return _key(instance), partial(self._check_board, instance, solution)

    def _tell_apart(self, grid: SlashGrid, cutting: Cutting) -> SlashInstance | None:
        """A board whose one solution is a cutting, if one is found."""
        names = tuple(str(letter) for letter in range(1, self.request.letters + 1))
        clues = Clues(grid, cutting, self.request.letters, self.request.hidden, self.dice)
        wanted = grid.lines(cutting.cuts)
        for _ in range(_MOST_ALTERNATIVES):
            instance = SlashInstance(self._rules, clues.board(), names)
            found = search(
                instance,
                most_wrong=most_wrong(instance),
                most_solutions=2,
                near=wanted,
                tick=self.budget.options,
            )
            alternatives = [solution for solution in found.solutions if solution != wanted]
            if not alternatives:
                return instance if found.difficulty.complete else None
            for alternative in alternatives:
                clues.add("".join(alternative))
            if not clues.refute():
                return None
        return None

    def _check_board(self, instance: SlashInstance, solution: SlashSolution) -> MadeBoard:
        """A board, written, read back and checked."""
        loaded = self._family.position(instance, None, self.parameters)
        hard = board_difficulty(instance, tick=self.budget.options)
        comments = [
            self.made_by(*(f"--{name} {value}" for name, value in self._said.items())),
            f"Difficulty {hard.text_with_scale}.",
            f"Cells that are forced first: {hard.forced}.",
        ]
        text, again = self.file_of(loaded, self._said, comments, self._fields(hard))
        broken = again.violations(solution)
        if broken:
            raise CheckError(f"a board was made of a wrong cutting: {broken[0]}", _REPORT)
        if hard.complete and hard.solutions != 1:
            what = f"a board with {hard.solutions} solutions was taken for one with one"
            raise CheckError(what, _REPORT)
        self.require_unique(again, solution, self.budget.options())
        return MadeBoard(instance=instance, solution=solution, difficulty=hard, text=text)

    def _fields(self, hard: Difficulty) -> dict[str, str | int]:
        # The cutting that was wanted has no bridges, so it is the one solution without them, too.
        fields: dict[str, str | int] = {"title": self.request.size, "solutions": 1}
        if self._rules.bridges:
            fields["solutions-with-bridges"] = 1
        if hard.complete:
            fields["difficulty"] = hard.wrong
        return fields


def _key(instance: SlashInstance) -> object:
    """What equivalent boards have in common, turned, mirrored, or with letters renamed."""
    truths = (False, True)
    moved = (Motion(*which).moved(instance.clues) for which in product(truths, repeat=3))
    return min(_renumber_letters(rows) for rows in moved)


def _renumber_letters(rows: Rows[int]) -> Rows[int]:
    """The same clues, with letters numbered as they come."""
    number: dict[int, int] = {}
    return tuple(
        tuple(clue if clue <= NO_CLUE else number.setdefault(clue, len(number) + 1) for clue in row)
        for row in rows
    )
