"""What the published rules have in common: cells with words, parts that hang together, dice."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, TypeAlias

Cell: TypeAlias = tuple[int, int]
Fields: TypeAlias = dict[str, Any]
Words: TypeAlias = dict[Any, str]

OPEN = "-"


class Published(ABC):
    """A puzzle: boards that are made by chance, and the rules as they are published.

    Attributes:
        genre: Its name.
        sizes: Rows and columns of boards that are small enough to try out everything.
        large: Rows and columns of boards that are not.
        words: What can stand in a cell of a solution.
        families: The families of variables that say what a solution is.
        decides: Whether these say all of it.
        least: The least number that is a clue.
    """

    genre: str
    sizes: Sequence[tuple[int, int]]
    large: Sequence[tuple[int, int]]
    words: Sequence[str] = "-x"
    families: Sequence[str] = ("shaded",)
    decides = True
    least = 1

    @abstractmethod
    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        """A board, and a solution of it; others may have been overlooked."""

    @abstractmethod
    def is_solution(self, fields: Fields, words: Words) -> bool:
        """Whether no rule is broken."""

    def candidates(self, fields: Fields) -> Iterable[Words]:
        """Fillings among which are all solutions."""
        cells = sorted(self.cells(fields))
        for chosen in product(self.words, repeat=len(cells)):
            yield dict(zip(cells, chosen, strict=True))

    def cells(self, fields: Fields) -> Collection[Cell]:
        """The cells of a board."""
        drawn = fields["board"] if "board" in fields else fields["regions"]
        return words_of(drawn).keys()

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        """The board with another clue in one place."""
        clues = clues_of(fields)
        if not clues:
            return fields
        cell = dice.choice(sorted(clues))
        other = self.clue(dice)
        digits = clues[cell].rstrip("nesw")
        if digits.isdecimal() and dice.random() < 0.6:
            # One more, or one less.
            number = max(self.least, int(digits) + dice.choice([-1, 1]))
            other = f"{number}{clues[cell][len(digits) :]}"
        return fields | {"board": rows_of(words_of(fields["board"]) | {cell: other})}

    def clue(self, dice: Random) -> str:
        """Any clue."""
        return dice.choice("?12345")

    def changed(self, dice: Random, words: Words) -> Words:
        """A filling in which a cell has another word."""
        cell = dice.choice(sorted(words))
        return words | {cell: dice.choice([*self.words])}

    def solution(self, words: Words) -> dict[str, Any]:
        """A filling in the form in which solutions are written."""
        return {"rows": rows_of(words)}

    def essence(self, solution: Mapping[str, Any]) -> object:
        """What two solutions have to have in common to be the same one."""
        return tuple(solution["rows"])

    def value(self, words: Words, label: Any) -> int:
        """The value that a variable with this label has in a solution."""
        return int(words[label] == "x")


def words_of(rows: Iterable[str]) -> Words:
    """The words in the rows of a drawing, with blanks between them."""
    return {(r, c): word for r, row in enumerate(rows) for c, word in enumerate(row.split())}


def rows_of(words: Mapping[Cell, object]) -> list[str]:
    """The rows of a drawing."""
    rows, columns = size_of(words)
    return [" ".join(str(words[r, c]) for c in range(columns)) for r in range(rows)]


def drawing(cells: Iterable[Cell], words: Mapping[Cell, object]) -> list[str]:
    """The rows of a drawing of some words; the other cells are open."""
    return rows_of(dict.fromkeys(cells, OPEN) | dict(words))


def size_of(cells: Iterable[Cell]) -> tuple[int, int]:
    """How many rows and columns there are."""
    every = list(cells)
    return 1 + max(r for r, _ in every), 1 + max(c for _, c in every)


def clues_of(fields: Fields) -> Words:
    """The clues in the cells of a board."""
    words = words_of(fields["board"]) if "board" in fields else {}
    return {cell: word for cell, word in words.items() if word != OPEN}


def regions_of(fields: Fields) -> dict[str, set[Cell]]:
    """The cells of each region."""
    regions: dict[str, set[Cell]] = {}
    for cell, name in words_of(fields["regions"]).items():
        regions.setdefault(name, set()).add(cell)
    return regions


def rectangle(rows: int, columns: int) -> list[Cell]:
    """The cells of a board."""
    return [(r, c) for r in range(rows) for c in range(columns)]


def beside(cell: Cell, cells: Collection[Cell]) -> list[Cell]:
    """Those of some cells that have a side in common with one."""
    r, c = cell
    return [near for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)) if near in cells]


def around(cell: Cell, cells: Collection[Cell]) -> list[Cell]:
    """Those of some cells that have a side or a corner in common with one."""
    r, c = cell
    near = [(r + down, c + right) for down in (-1, 0, 1) for right in (-1, 0, 1) if down or right]
    return [place for place in near if place in cells]


def parts_of(cells: Iterable[Cell]) -> list[set[Cell]]:
    """Some cells in parts that hang together along sides."""
    left = set(cells)
    parts = []
    while left:
        part = [left.pop()]
        for cell in part:
            new = beside(cell, left)
            left -= set(new)
            part += new
        parts.append(set(part))
    return parts


def hang_together(cells: Iterable[Cell]) -> bool:
    """Whether cells are one part, or none."""
    return len(parts_of(cells)) < 2


def squares_in(cells: Collection[Cell]) -> Iterator[list[Cell]]:
    """The squares of 2x2 cells all of which are among some cells."""
    for r, c in cells:
        square = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
        if all(cell in cells for cell in square):
            yield square


def has_full_square(cells: Collection[Cell]) -> bool:
    """Whether 2x2 of some cells make a square."""
    return any(True for _ in squares_in(cells))


def lines_of(cells: Iterable[Cell]) -> list[list[Cell]]:
    """All rows, and then all columns."""
    rows, columns = size_of(cells)
    across = [[(r, c) for c in range(columns)] for r in range(rows)]
    down = [[(r, c) for r in range(rows)] for c in range(columns)]
    return across + down


# What chance makes


def grown(
    dice: Random,
    cells: Collection[Cell],
    size: int,
    may_join: Callable[[Cell, set[Cell]], bool] = lambda _cell, _part: True,
) -> set[Cell]:
    """A part of some cells that has grown from one of them, as far as it may.

    Half of these wind like snakes: they grow where they have grown last.
    """
    is_snake = dice.random() < 0.5
    part = [dice.choice(sorted(cells))]
    while len(part) < size:
        grounds = part[-2:] if is_snake and dice.random() < 0.9 else part
        new = [
            near
            for cell in grounds
            for near in beside(cell, cells)
            if near not in part and may_join(near, set(part))
        ]
        if not new and grounds is part:
            break
        if new:
            part.append(dice.choice(new))
        elif not any(
            near not in part and may_join(near, set(part))
            for cell in part
            for near in beside(cell, cells)
        ):
            break
    return set(part)


def spread(dice: Random, cells: Iterable[Cell], parts: Sequence[set[Cell]]) -> list[set[Cell]]:
    """Parts that have grown by turns until they have all cells."""
    left = set(cells).difference(*parts)
    grown_parts = [set(part) for part in parts]
    while left:
        part = dice.choice(grown_parts)
        edge = sorted({near for cell in part for near in beside(cell, left)})
        if edge:
            new = dice.choice(edge)
            part.add(new)
            left.discard(new)
    return grown_parts


def rooms(dice: Random, cells: Collection[Cell], number: int) -> list[set[Cell]]:
    """So many parts that have all cells."""
    seeds = dice.sample(sorted(cells), number)
    return spread(dice, cells, [{seed} for seed in seeds])


NAMES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzäöü0123456789"


def named(parts: Iterable[set[Cell]]) -> Words:
    """For each cell the letter of its part."""
    return {cell: name for name, part in zip(NAMES, parts, strict=False) for cell in part}


def walls_drawn(
    dice: Random, cells: Collection[Cell], pairs: Collection[frozenset[Cell]]
) -> list[str]:
    """A drawing of walls, each written into one of its two cells, or into both."""
    words = dict.fromkeys(cells, "")
    ways = {(-1, 0): "n", (0, 1): "e", (1, 0): "s", (0, -1): "w"}
    for pair in sorted(map(sorted, pairs)):
        chosen = dice.sample(pair, dice.choice([1, 1, 2]))
        for cell in chosen:
            other = pair[0] if cell == pair[1] else pair[1]
            words[cell] += ways[other[0] - cell[0], other[1] - cell[1]]
    return rows_of({cell: word or OPEN for cell, word in words.items()})


def walls_of(fields: Fields) -> set[frozenset[Cell]]:
    """The pairs of cells between which a wall is drawn."""
    steps = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
    walls = set()
    for (r, c), word in words_of(fields.get("walls", ())).items():
        for way in word.replace(OPEN, ""):
            down, right = steps[way]
            walls.add(frozenset([(r, c), (r + down, c + right)]))
    return walls


def pairs_beside(cells: Collection[Cell]) -> list[frozenset[Cell]]:
    """All pairs of cells with a side in common."""
    return [
        frozenset([cell, near]) for cell in cells for near in beside(cell, cells) if cell < near
    ]
