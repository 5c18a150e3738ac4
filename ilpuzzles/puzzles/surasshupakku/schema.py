"""Reads the rules of Surasshupakku, and boards, from YAML trees."""

from __future__ import annotations

from ilpuzzles.document import Fields, Node, ProblemList
from ilpuzzles.errors import InputError
from ilpuzzles.puzzles.surasshupakku.board_text import read_board
from ilpuzzles.puzzles.surasshupakku.puzzle import SlashInstance, SlashPuzzle
from ilpuzzles.puzzles.surasshupakku.sharing import letter_names, require_size

ALLOWED, FORBIDDEN = "allowed", "forbidden"


def read_puzzle(tree: Node) -> SlashPuzzle:
    """Reads the rules.

    Args:
        tree: The root of `models/NAME.yaml`.

    Raises:
        InputError: With everything that is wrong with the file.
    """
    problems = ProblemList()
    fields = Fields(tree, "the puzzle", problems)
    name = fields.text("puzzle")
    fields.choice("family", ["surasshupakku"])
    title = fields.text("title")
    about, source = (fields.text(key, default="") for key in ("about", "source"))
    bridges = fields.choice("bridges", [ALLOWED, FORBIDDEN], default=FORBIDDEN)
    # These are read by those who look for the puzzle.
    for key in ("parameters", "preset", "aliases"):
        fields.node(key, required=False)
    fields.finish()
    problems.raise_if_any()
    return SlashPuzzle(name, title, about, source, bridges == ALLOWED)


def read_instance(puzzle: SlashPuzzle, tree: Node) -> SlashInstance:
    """Reads a board.

    Args:
        puzzle: The rules.
        tree: The root of the file.

    Raises:
        InputError: With everything that is wrong with the file.
    """
    problems = ProblemList()
    fields = Fields(tree, "the instance", problems)
    fields.choice("puzzle", [puzzle.name])
    title = fields.text("title", default="")
    fields.text("about", default="")
    source = fields.text("source", default="")
    known = fields.integer("solutions", default=-1, least=0)
    bridged = fields.integer("solutions-with-bridges", default=-1, least=0)
    fields.integer("difficulty", default=-1, least=0)
    fields.node("parameters", required=False)
    letters_node = fields.scalar("letters", required=False)
    letters = "" if letters_node is None else letters_node.text.strip()
    board_node = fields.scalar("board")
    fields.finish()
    stated = int(letters) if letters.isdecimal() and len(letters) < 5 else None
    named = letters if _are_letters(letters) else ""
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
    require_size(len(board.clues), len(board.clues[0]), place)
    names = letter_names(board.clues, board.names, place, stated)
    solutions = bridged if puzzle.bridges else known
    return SlashInstance(
        puzzle,
        board.clues,
        names,
        title,
        solutions if solutions >= 0 else None,
        None,
        source,
    )


def _are_letters(text: str) -> bool:
    """Whether these are different capital letters."""
    alphabet = all("A" <= letter <= "Z" for letter in text)
    return bool(text) and alphabet and len(set(text)) == len(text)
