"""Binairo.

Write 1 or 2 into every cell: as many of each in every row and column, and no three equal ones side
by side. In most books, no two rows are the same, and no two columns.

That last rule holds if `different` is true.
"""

from itertools import groupby

from ilpuzzles import Model
from ilpuzzles.genres import Board, Genre, Place, fault

genre = Genre(
    group="Digits in a grid",
    aliases=["takuzu", "binary-puzzle"],
    rules_at="https://en.wikipedia.org/wiki/Takuzu",
    layout="board",
    clue_patterns={"[12]": "the digit of its cell"},
    solution_words="12",
    contradictions={
        "halves": "a line would not have as many of 1 as of 2",
        "threes": "three equal numbers would lie side by side",
        "different": "two lines would be the same",
    },
    presets={
        "small": {
            "solutions": 1,
            "board": ["-----2", "----2-", "---1--", "---1--", "--2---", "--22-2"],
        },
        "different": {
            "different": True,
            "solutions": 1,
            "board": ["------", "----1-", "-11--2", "---2--", "2-----", "--1-1-"],
        },
        "large": {
            "solutions": 1,
            "board": [
                "-2--------",
                "-2--2----1",
                "-----11--1",
                "-----1----",
                "-1------1-",
                "1-1-1---22",
                "-----1----",
                "1--2--2---",
                "-2---1---1",
                "--2--1----",
            ],
        },
    },
)

genre.clue_candidates(Board.words)


@genre.board
def read(fields):
    """Reads a board, and refuses a line with an odd number of cells."""
    board = Board.read(fields, clues=genre.clue_patterns)
    board.flag("different")
    for (kind, number), cells in board.grid.rows_and_columns.items():
        if len(cells) % 2:
            raise ValueError(f"{Place(kind, number)} has an odd number of cells ({len(cells)})")
    return board


@genre.model
def build(board):
    """States the rules of a board."""
    model = Model("binairo")
    rows = board.grid.rows
    columns = board.grid.columns
    # By row and column: whether a 2 stands there, or else a 1.
    two = model.binary("two", rows, columns)

    with model.group("halves", why="a line has as many of 1 as of 2"):
        model.add(two.sum(axis=1) == columns // 2)
        model.add(two.sum(axis=0) == rows // 2)

    with model.group("threes", why="no three equal numbers lie side by side"):
        for lines in (two, two.T):
            three = lines[:-2] + lines[1:-1] + lines[2:]
            model.add(three.between(1, 2))

    with model.group("different", why="no two lines are the same"):
        if board.flag("different"):
            for lines in (two, two.T):
                for n in range(1, len(lines)):
                    # Both have as many of 2: if they differ, each line before this one has a 2
                    # where this one has none.
                    model.add((lines[:n] & ~lines[n]).any(axis=1))

    with model.group("clues", why="these numbers are given"):
        for cell, number in board.numbers.items():
            model.add(two[cell] == number - 1, key=cell)
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    words = board.words(solution)
    yield from board.clue_faults(words)
    # By kind and words of a line: the first such line.
    first_with = {}
    for (kind, number), cells in board.grid.rows_and_columns.items():
        line = [words[cell] for cell in cells]
        ones = line.count("1")
        twos = line.count("2")
        if ones != twos:
            noun = "unfinished line" if 2 * max(ones, twos) <= len(line) else ""
            sentence = "{} has {:one} and {:two}"
            yield fault("halves", sentence, (kind, number), ones, twos, unfinished=noun)
        for word, alike in groupby(cells, words.get):
            run = tuple(alike)
            if len(run) > 2 and word in {"1", "2"}:
                name = f"from {Place.of(run[0])} to {Place.of(run[-1])}"
                place = Place("run", (run[0], run[-1]), run, name)
                yield fault("three alike", "all {:cell} {} have {}", len(run), place, word)
        first = first_with.setdefault((kind, *line), number)
        if first != number and "?" not in line and board.flag("different"):
            yield fault("different lines", "{} and {} are the same", (kind, first), (kind, number))
