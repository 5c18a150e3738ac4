"""Boards that were made, and why there are no more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ilpuzzles.errors import counted
from ilpuzzles.generate.collecting import Difficulty, verdict
from ilpuzzles.generate.effort import Ending
from ilpuzzles.generate.slashes.wish import BoardWish
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import SlashInstance
from ilpuzzles.puzzles.surasshupakku.slash_solution import SlashSolution


@dataclass(frozen=True, slots=True, eq=False)
class MadeBoard:
    """A board with exactly one solution.

    Attributes:
        instance: The board.
        solution: The solution.
        difficulty: What plain logic does wrong until it is found.
        text: The file.
        tries: How many cuttings were tried to find it.
    """

    instance: SlashInstance
    solution: SlashSolution
    difficulty: Difficulty
    text: str
    tries: int

    @property
    def verdict(self) -> str:
        """What is known, in a line."""
        board = self.instance
        size = f"{board.rows} x {board.columns}"
        inside = f"{counted(board.letters, 'letter')} in {counted(board.parts, 'part')}"
        hard = f"difficulty {self.difficulty.text}, {self.difficulty.forced} forced first"
        return f"{size}, {inside}, one solution, {hard}"

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "rows": self.instance.rows,
            "columns": self.instance.columns,
            "letters": self.instance.letters,
            "parts": self.instance.parts,
            "unique": True,
            "solutions": 1,
            "difficulty": self.difficulty.to_json(),
            "tries": self.tries,
            "text": self.text,
            "solution": self.solution.to_json(),
        }


@dataclass(frozen=True, slots=True, eq=False)
class GeneratedBoards:
    """The boards that were made; with the same methods as `Generated`.

    Attributes:
        puzzle: The name of the puzzle.
        wish: What was asked for.
        positions: The boards, no two of them equivalent.
        ending: Why there are no more.
        tries: How many cuttings were tried.
        seconds: How long it took.
        parameters: The values of the parameters of the puzzle.
    """

    puzzle: str
    wish: BoardWish
    positions: tuple[MadeBoard, ...]
    ending: Ending
    tries: int
    seconds: float
    parameters: Mapping[str, int | str] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether there are as many as were asked for."""
        return self.ending is Ending.FOUND

    def verdict(self) -> str:
        """How it ended, in a sentence."""
        advice = {
            Ending.TIME: "ask for a smaller board",
            Ending.TRIES: "ask for other parts or letters",
        }
        return verdict(self.wish, len(self.positions), self.ending, self.tries, advice)

    def to_json(self) -> dict[str, Any]:
        """Everything as plain data."""
        wish = self.wish
        return {
            "puzzle": self.puzzle,
            "parameters": dict(self.parameters),
            "rows": wish.rows,
            "columns": wish.columns,
            "letters": wish.letters,
            "parts": wish.wanted_parts,
            "hidden": wish.hidden,
            "number": wish.number,
            "seed": wish.seed,
            "ending": self.ending.value,
            "complete": self.complete,
            "positions": [board.to_json() for board in self.positions],
            "tries": self.tries,
            "seconds": round(self.seconds, 6),
        }
