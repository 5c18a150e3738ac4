"""Nonogram.

Shade some cells. The numbers before a line say how long the runs of shaded cells in it are, in this
order; between two runs, there is at least one cell that is not shaded.
"""

from functools import cache

from ilpuzzles import Model
from ilpuzzles.errors import in_words
from ilpuzzles.genres import Board, Genre, Place, Sketch, fault, runs_of_lengths

genre = Genre(
    group="Cells to shade",
    aliases=["picross", "griddlers", "hanjie", "paint-by-numbers"],
    layout="above-lines left-lines",
    address="nonogram lines16",
    solution_words="-x",
    contradictions={"clues": "{place} could not have runs of these lengths"},
    presets={
        "heart": {"above": "2 4 4 4 2", "left": ["1 1", "5", "5", "3", "1"], "solutions": 1},
        "boat": {
            "solutions": 1,
            "above": ["1 1", "2 2", "3 3", "1 2", "4", "10", "4 1 2", "3 3", "2 2", "1 1"],
            "left": ["1", "2", "1 3", "2 4", "3 5", "1", "10", "2 2 2", "6", "4"],
        },
        "cat": {
            "solutions": 1,
            "above": [
                "2 1",
                "8",
                "13",
                "4 6",
                "3 7",
                "8 2",
                "6 2 2",
                "5 2",
                "6 2 2",
                "8 2",
                "3 7",
                "4 6",
                "13",
                "8",
                "2 1",
            ],
            "left": [
                "1 1",
                "2 2",
                "3 3",
                "11",
                "13",
                "2 5 2",
                "2 5 2",
                "15",
                "7 7",
                "5 5",
                "7 7",
                "4 1 1 4",
                "4 4",
                "7",
                "3",
            ],
        },
    },
)


@genre.board
def read(fields):
    """Reads a board, and refuses runs for which a line has no room."""
    board = Board.read(fields)
    if board.clues or board.numbers_beside.keys() != {"above", "left"}:
        raise ValueError("write the lengths of runs into 'above' and 'left', and nothing else")
    for line, cells, lengths in lines(board):
        least = sum(lengths) + len(lengths) - 1
        if least > len(cells):
            what = f"{Place.of(line)} has {len(cells)} cells, and its runs need at least {least}"
            raise ValueError(what)
        if 0 in lengths:
            raise ValueError(f"{Place.of(line)} has a run of 0 beside others")
    above = sum(map(sum, board.numbers_beside["above"]))
    left = sum(map(sum, board.numbers_beside["left"]))
    if above != left:
        raise ValueError(f"the runs above have {above} cells, and those to the left {left}")
    return board


def lines(board):
    """Every row and column: its kind and number, its cells, and how long its runs are."""
    for (kind, number), cells in board.grid.rows_and_columns.items():
        lengths = board.numbers_beside["left" if kind == "row" else "above"][number]
        yield (kind, number), cells, [] if lengths == [0] else lengths


@genre.weaker_model
@genre.model
def build(board, known=None):
    """States the runs of all lines, or of those that are known."""
    model = Model("nonogram")
    shaded = model.binary("shaded", board.grid.cells)
    with model.group("clues", why="the numbers of a line are the lengths of its runs"):
        for line, cells, lengths in lines(board):
            if known is None or line in known:
                runs_of_lengths(model, shaded[cells], lengths, key=line)
    return model


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    words = board.words(solution)
    for line, cells, wanted in lines(board):
        drawn = "".join("x" if words[cell] == "x" else " " for cell in cells)
        lengths = [len(run) for run in drawn.split()]
        if lengths != wanted:
            sentence = f"{{}} has {phrase_for(lengths)} instead of {phrase_for(wanted)}"
            noun = "unfinished line" if can_grow(drawn, tuple(wanted)) else ""
            yield fault("runs", sentence, line, *lengths, *wanted, unfinished=noun)


@cache
def can_grow(drawn, wanted):
    """Whether runs of these lengths can cover all cells of a line that are shaded."""
    if not wanted:
        return "x" not in drawn
    first, *rest = wanted
    last = len(drawn) - first - sum(rest) - len(rest)
    for start in range(last + 1):
        if "x" in drawn[:start]:
            break
        end = start + first
        if drawn[end : end + 1] != "x" and can_grow(drawn[end + 1 :], tuple(rest)):
            return True
    return False


def phrase_for(lengths):
    """The part of a sentence that names runs, with `{}` for each length."""
    if not lengths:
        return "no runs"
    noun = "a run" if len(lengths) == 1 else "runs"
    return f"{noun} of {in_words(['{}'] * len(lengths))}"


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    sketch = Sketch.of(board)
    # By a thick line after every fifth cell, people count.
    sketch.draw_borders({(r, c): (r // 5, c // 5) for r, c in board.grid.cells})
    if solution:
        sketch.show_solution(solution["rows"])
    return sketch
