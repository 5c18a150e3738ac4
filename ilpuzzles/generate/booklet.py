"""New positions as a booklet to print: A4 pages with the pieces to place, answers at the end."""

from __future__ import annotations

import re
from typing import Any

from ilpuzzles.experiments.loading import load_tree
from ilpuzzles.generate.budget import SCALE
from ilpuzzles.generate.generator_base import Generated, MadePosition
from ilpuzzles.puzzles.position import Puzzle
from ilpuzzles.reading.library import Library
from ilpuzzles.reading.tree import read_tree
from ilpuzzles.render.pdf_book import BookPicture, Chapter, MadeBook, pdf_book

_POSITIONS = 9.0
_MADE_BY = re.compile(r"^# Made by '(.*)'", re.MULTILINE)


def booklet(made: Generated[Any, Any], library: Library | None = None) -> MadeBook | None:
    """The positions that were made as a PDF file; None if there are none, or no pictures of them.

    The same positions give the same bytes. At the bottom of every page stands the command that
    makes them again.

    Raises:
        ExtraMissingError: If a slim installation has left out `pydyf`.

    Example:
        >>> from ilpuzzles.generate.unique_givens import without_givens
        >>> from ilpuzzles.generate.position_search import PositionRequest, TilingSearch
        >>> asked = PositionRequest(placed=4, number=2)
        >>> booklet(TilingSearch(without_givens("soma"), asked).run()).pages
        2
    """
    known_puzzles = library or Library.standard()
    questions: list[BookPicture] = []
    answers: list[BookPicture] = []
    puzzle: Puzzle | None = None
    for number, made_position in enumerate(made.positions, start=1):
        tree = read_tree(made_position.text, "position.yaml")
        position = load_tree(made.puzzle, tree, {}, known_puzzles)
        puzzle = position.puzzle
        start = position.picture(view="flat")
        answer = position.picture(made_position.solution, view="flat")
        if start is None or answer is None:
            return None
        caption = ", ".join(filter(None, [str(number), made_position.level]))
        questions.append(BookPicture(caption, start, position.picture_of_rest()))
        answers.append(BookPicture(str(number), answer))
    if puzzle is None:
        return None
    number = len(questions)
    about = [puzzle.about, f"{number} {made.request.describe(number)}. Answers are at the end."]
    if any(made_position.level for made_position in made.positions):
        about.append(f"Difficulty: {SCALE}.")
    is_unique = all(made_position.plain()["unique"] for made_position in made.positions)
    title_of_answers = "Answers" if is_unique else "Answers: one solution of each"
    chapters = [Chapter("", questions, _POSITIONS), Chapter(title_of_answers, answers)]
    foot = _command(made.positions[0], number)
    return pdf_book(puzzle.title, chapters, filter(None, about), foot=foot)


def _command(position: MadePosition, number: int) -> str:
    """The command that makes so many positions, of which this is the first."""
    command = _MADE_BY.search(position.text)
    return f"{command[1]} --number {number}" if command else ""
