"""New positions as a booklet to print: A4 pages with the pieces to place, answers at the end."""

from __future__ import annotations

import re
from typing import Any

from ilpuzzles.experiments.loading import load_tree
from ilpuzzles.generate.budget import SCALE
from ilpuzzles.generate.starting_position import Generated, MadePosition
from ilpuzzles.puzzles.kind import PuzzlePosition
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
        >>> from ilpuzzles.generate.choosing import bare
        >>> from ilpuzzles.generate.position_search import PositionRequest, TilingSearch
        >>> asked = PositionRequest(placed=4, number=2)
        >>> booklet(TilingSearch(bare("soma"), asked).run()).pages
        2
    """
    asked, answered, names = [], [], library or Library.standard()
    loaded: PuzzlePosition | None = None
    for number, position in enumerate(made.positions, start=1):
        loaded = load_tree(made.puzzle, read_tree(position.text, "position.yaml"), {}, names)
        start = loaded.picture(view="flat")
        answer = loaded.picture(position.solution, view="flat")
        if start is None or answer is None:
            return None
        caption = ", ".join(filter(None, [str(number), position.level]))
        asked.append(BookPicture(caption, start, loaded.picture_of_rest()))
        answered.append(BookPicture(str(number), answer))
    if loaded is None:
        return None
    one = all(position.plain()["unique"] for position in made.positions)
    answers = "Answers" if one else "Answers: one solution of each"
    found = len(asked)
    lines = [loaded.puzzle.about, f"{found} {made.request.said(found)}. Answers are at the end."]
    if any(position.level for position in made.positions):
        lines.append(f"Difficulty: {SCALE}.")
    chapters = [Chapter("", asked, _POSITIONS), Chapter(answers, answered)]
    foot = _command(made.positions[0], found)
    return pdf_book(loaded.puzzle.title, chapters, filter(None, lines), foot=foot)


def _command(position: MadePosition, number: int) -> str:
    """What makes so many positions, of which this is the first."""
    command = _MADE_BY.search(position.text)
    return f"{command[1]} --number {number}" if command else ""
