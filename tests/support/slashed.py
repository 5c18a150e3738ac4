"""Boards of Surasshupakku: those that come with the package, with their answers, and small ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from ilpuzzles.experiments.loading import load
from ilpuzzles.genres import Board
from ilpuzzles.reading.library import shipped_folder
from ilpuzzles.reading.python_modules import module_beside
from ilpuzzles.rules.faults import Fault

ANSWERS = {
    "5x5": "./... .\\../ ..\\/. /\\/.. .....",
    "5x5-2": "...\\. .../. ../.. \\/\\/\\ .....",
    "6x6": ".\\.... \\.\\... .\\.\\./ ././/. .\\//.. .//...",
    "6x6-2": "..\\../ .././. ./\\.\\. /..\\/. ....\\. .....\\",
    "7x7": ".....\\. ...../. ../\\/./ \\/\\../. .././.. ..\\/... ../....",
    "8x8": ".../.... ../\\../\\ \\/..\\/.. \\.../... .\\././\\. ..\\\\.\\.\\ ../.\\/.. ..\\.....",
    "8x8-2": r"........ \...../\ .\/\./.. ...//... ..//\... \/\\.\/\ ...\\... ....\\..",
}
"""The only answer of each of these presets, whether bridges are right or not."""

GENRE: Any = load("surasshupakku", "5x5").kind
"""The genre, as everything above sees it."""

FILE: dict[str, Any] = GENRE.names
"""The names in the file of the genre."""

_FILE = str(shipped_folder() / "models" / "surasshupakku.py")


def module(name: str) -> Any:
    """A file beside the genre: `logic`, `generator`, `pictures` or `seed`."""
    return module_beside(_FILE, f"surasshupakku/{name}.py")


def made(clues: Iterable[Iterable[int]], letters: int, *, bridges: bool = False) -> Any:
    """A board whose letters are called by their numbers, from rows of these, of 0 and of -1."""
    words = {0: ".", -1: "?"}
    rows = [" ".join(words.get(clue) or str(clue) for clue in row) for row in clues]
    allowed = "allowed" if bridges else "forbidden"
    lines = "".join(f"  {row}\n" for row in rows)
    text = f"letters: {letters}\nboard: |\n{lines}"
    return load("surasshupakku", text=text, parameters={"bridges": allowed})


def preset(name: str) -> Any:
    """A board that comes with the package."""
    return load("surasshupakku", name)


def solution(position: Any, *cuts: str) -> Any:
    """A solution with these cuts."""
    return position.solution_of({"rows": list(cuts)})


def judged(fields: dict[str, Any], answer: Any) -> list[Fault]:
    """What the rules say of an answer on any board, also one whose clues cannot be shared out."""
    return list(GENRE.file.genre.functions["rules"](Board.read(fields), answer))


def rows_of(solved: Any) -> list[str]:
    """The cuts of a solution, row by row."""
    rows: list[str] = solved.to_json()["rows"]
    return rows


def rows_of_clues(position: Any) -> list[list[int]]:
    """The numbers of the letters of a board, row by row; 0 is no clue, and -1 any letter."""
    rows: list[list[int]] = FILE["numbers_of_clues"](position.instance.data)
    return rows


def letters_of(position: Any) -> tuple[str, ...]:
    """The names of the letters of a board."""
    names: tuple[str, ...] = FILE["letters_of"](position.instance.data)
    return names


def hidden_but(position: Any, shown: Collection[int], columns: int) -> Any:
    """The same board on which clues in other cells than these, by their numbers, are hidden."""
    clues = rows_of_clues(position)
    for row, line in enumerate(clues):
        for column, clue in enumerate(line):
            if clue and row * columns + column not in shown:
                line[column] = -1
    bridges = position.parameters["bridges"] == "allowed"
    return made(clues, len(letters_of(position)), bridges=bridges)
