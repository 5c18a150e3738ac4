"""Makes boards: a random one, written, read back as anybody will, and proved once more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import product

from ilpuzzles.backends import Options
from ilpuzzles.dice import Dice
from ilpuzzles.errors import CheckError, InputError, Problem
from ilpuzzles.generate.collecting import Difficulty, collect
from ilpuzzles.generate.effort import Effort, Ending, StopError
from ilpuzzles.generate.slashes.board import Boards
from ilpuzzles.generate.slashes.difficulty import board_difficulty
from ilpuzzles.generate.slashes.outcome import GeneratedBoards, MadeBoard
from ilpuzzles.generate.slashes.wish import BoardWish
from ilpuzzles.generate.writing import instance_text, read_instance_back, require_unique
from ilpuzzles.library import Library
from ilpuzzles.puzzles import Family
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import NO_CLUE, SlashInstance, SlashPuzzle
from ilpuzzles.puzzles.surasshupakku.slash_solution import SlashSolution
from ilpuzzles.puzzles.surasshupakku.slash_symmetry import Motion
from ilpuzzles.queries.progress import Watch
from ilpuzzles.workbench import Loaded, load_puzzle
from ilpuzzles.workbench.loading import (
    beyond_defaults,
    checked_parameters,
    puzzle_parameters,
)

_MOST_TRIES = 500
"""How many cuttings are tried for a board before the search is given up."""

_MOST_IN_VAIN = 100
"""After so many boards in a row that are equivalent to others there is no point."""


def generate_boards(
    puzzle: str,
    wish: BoardWish,
    *,
    parameters: Mapping[str, int | str] | None = None,
    backend: str = "auto",
    options: Options | None = None,
    library: Library | None = None,
    each: Callable[[MadeBoard], None] | None = None,
    watch: Watch | None = None,
) -> GeneratedBoards:
    """Makes boards that have exactly one solution.

    Args:
        puzzle: The name of the puzzle.
        wish: What they should be like.
        parameters: The values of parameters of the puzzle: whether bridges are allowed.
        backend: What proves once more that there is one solution; it changes no board.
        options: How to search; its time limit is that of everything together.
        library: Where the puzzle is found.
        each: Called with every one as it is found.
        watch: Called with the progress now and then.

    Returns:
        The boards, each checked in the form in which it is written.

    Raises:
        UnknownNameError: If there is no such puzzle.
        InputError: If its boards are not of this family, or files or parameters are wrong.
        BackendError: If a solver is missing or fails.
        CheckError: If two ways to check a board do not agree.
        Interrupted: On Ctrl-C, with what was found so far.

    Example:
        >>> made = generate_boards("surasshupakku", BoardWish(rows=4, columns=4, letters=2, seed=3))
        >>> made.verdict().split(" found")[0]
        '1 board of 4 rows and 4 columns with 2 letters in 2 parts and one solution'
    """
    library = library or Library.standard()
    effort = Effort(options or Options(), most=_MOST_TRIES * wish.number, watch=watch)
    work = _Work.of(puzzle, parameters or {}, wish, backend=backend, library=library, effort=effort)

    def generated(found: tuple[MadeBoard, ...], ending: Ending) -> GeneratedBoards:
        name, values = work.rules.name, work.parameters
        return GeneratedBoards(name, wish, found, ending, effort.tries, effort.seconds, values)

    return collect(work.next_board, wish.number, each, generated)


@dataclass(slots=True, eq=False)
class _Work:
    """What is found, and what it takes to find more."""

    family: Family
    rules: SlashPuzzle
    parameters: Mapping[str, int | str]
    said: Mapping[str, int | str]
    """The parameters whose values are not those that they have where nobody says anything."""
    wish: BoardWish
    backend: str
    library: Library
    effort: Effort
    found: list[MadeBoard] = field(default_factory=list)
    _dice: Dice = field(init=False)
    _seen: set[object] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._dice = Dice(self.wish.seed)

    @classmethod
    def of(
        cls,
        puzzle: str,
        parameters: Mapping[str, int | str],
        wish: BoardWish,
        *,
        backend: str,
        library: Library,
        effort: Effort,
    ) -> _Work:
        name = library.called(puzzle)
        family, rules = load_puzzle(name, library, parameters)
        if not isinstance(rules, SlashPuzzle):
            what = f"{name} has no boards that are cut into parts"
            raise InputError(Problem(what, "take one that is, such as surasshupakku"))
        declared = puzzle_parameters(name, library)
        values = checked_parameters(declared, parameters, name)
        said = beyond_defaults(declared, values)
        return cls(family, rules, values, said, wish, backend, library, effort)

    def next_board(self) -> MadeBoard:
        """The next board that is not equivalent to one that was found.

        Raises:
            StopError: If it is not found.
        """
        before = self.effort.tries
        boards = Boards(self.rules, self.wish, self._dice, self.effort)
        for _ in range(_MOST_IN_VAIN):
            instance, solution = boards.next_board()
            key = _key(instance)
            if key not in self._seen:
                board = self._checked(instance, solution, before)
                self._seen.add(key)
                self.found.append(board)
                self.effort.found += 1
                return board
        raise StopError(Ending.TRIES)

    def _checked(self, instance: SlashInstance, solution: SlashSolution, before: int) -> MadeBoard:
        """A board, written, read back and checked."""
        loaded = Loaded(self.family, instance, None, self.parameters)
        hard = board_difficulty(instance, tick=self.effort.options)
        text = instance_text(loaded, self.said, self._comments(hard), self._fields(hard))
        again = read_instance_back(loaded, text, self.library)
        broken = again.violations(solution)
        if broken:
            raise CheckError(Problem(f"a board was made of a wrong cutting: {broken[0]}", _REPORT))
        if hard.complete and hard.solutions != 1:
            what = f"a board with {hard.solutions} solutions was taken for one with one"
            raise CheckError(Problem(what, _REPORT))
        require_unique(again, solution, self.backend, self.effort.options())
        return MadeBoard(instance, solution, hard, text, self.effort.tries - before)

    def _comments(self, hard: Difficulty) -> list[str]:
        which = f", number {len(self.found) + 1}" if self.found else ""
        words = ["ilpuzzles generate", self.rules.name]
        words += [f"--{name} {value}" for name, value in self.said.items()]
        return [
            f"Made by '{' '.join([*words, self.wish.options])}'{which}.",
            f"Difficulty {hard.text}; cells that are forced first: {hard.forced}.",
        ]

    def _fields(self, hard: Difficulty) -> dict[str, str | int]:
        # The cutting that was wanted has no bridges, so it is the one solution without them, too.
        fields: dict[str, str | int] = {"title": self.wish.size, "solutions": 1}
        if self.rules.bridges:
            fields["solutions-with-bridges"] = 1
        if hard.complete:
            fields["difficulty"] = hard.wrong
        return fields


_REPORT = "please report this"


def _key(instance: SlashInstance) -> object:
    """What equivalent boards have in common, turned, mirrored, or with letters renamed."""
    truths = (False, True)
    moved = (Motion(*which).moved(instance.clues) for which in product(truths, repeat=3))
    return min(_renamed(rows) for rows in moved)


def _renamed(rows: tuple[tuple[object, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """The same clues, with letters numbered as they come."""
    number: dict[int, int] = {}
    cells = [[int(str(clue)) for clue in row] for row in rows]
    return tuple(
        tuple(clue if clue <= NO_CLUE else number.setdefault(clue, len(number) + 1) for clue in row)
        for row in cells
    )
