"""Answers to whoever draws a board in the editor of a page: its sheet, its solutions, its texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from ilpuzzles import queries
from ilpuzzles.backends.interface import Feature, Options
from ilpuzzles.errors import IlpuzzlesError, InputError, Problem
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.experiments.loading import load
from ilpuzzles.genres.board_sheet import BoardSheet
from ilpuzzles.genres.boards import FieldProblem
from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.genres.grid import Cell
from ilpuzzles.genres.layers_svg import SIZE, GridPlaces
from ilpuzzles.genres.sketch import Sketch
from ilpuzzles.hints.solution_counter import CancelledError, IsWanted
from ilpuzzles.play.board_question import OnPartial
from ilpuzzles.queries.query_results import Verdict
from ilpuzzles.reading.library import Library
from ilpuzzles.render.svg import MARGIN, Picture, document_of
from ilpuzzles.solvers.registry import AUTO, Task, choose

Plain: TypeAlias = dict[str, Any]
_WORK = 4.0
"""The most work that the search for two solutions may be."""

_VERDICTS = {
    Verdict.NONE: "none",
    Verdict.UNIQUE: "one",
    Verdict.SEVERAL: "several",
}

_MOST_MARKED = 200
_LONGEST = 60_000
_ADDRESS = re.compile(r"://|(^|[?])[a-z]+/(\w/)?\d+/\d+/")
_LINE = re.compile(r"(?:text|board):(\d+)")
_NAMED_CELL = re.compile(r"row (\d+), column (\d+)")


class Drafting:
    """The questions of a page that draws a board.

    Args:
        position: Any board of the genre.
        library: Where to look for puzzles.

    Raises:
        InputError: If boards of the puzzle cannot be drawn.

    Example:
        >>> drafting = Drafting(load("sudoku"))
        >>> draft = drafting.sheet({"rows": 4, "columns": 4})["draft"]
        >>> drafting.check(draft)["verdict"]
        'several'
        >>> draft["words"]["board"][:2] = ["3", "9"]
        >>> drafting.check(draft)["problem"]
        "Row 1, column 2 of the board has '9': a clue is a number from 1 to 4."
    """

    def __init__(self, position: Any, library: Library | None = None) -> None:
        self.library = library or Library.standard()
        self._sheet = BoardSheet(position)

    # Sheets

    def sheet(self, asked: Mapping[str, Any]) -> Plain:
        """The sheet of a genre, and a draft on it.

        Args:
            asked: `rows` and `columns` of an empty board; `text`, which is an address, YAML, or
                rows that somebody has typed; or nothing, for the board at hand.

        Raises:
            InputError: If there is no such board.
        """
        sheet = self._sheet
        if "text" in asked:
            draft = sheet.draft_of_fields(self._read(asked["text"]).instance.fields)
        elif "rows" in asked or "columns" in asked:
            size = asked.get("rows"), asked.get("columns")
            if type(size[0]) is not int or type(size[1]) is not int:
                raise InputError("no size of a board", "give rows and columns as whole numbers")
            draft = sheet.empty(size[0], size[1])
        else:
            draft = sheet.draft()
        return {"sheet": sheet.plain(draft["rows"]), "draft": draft}

    def new_sheet(self, size: tuple[int, int] | None = None) -> Plain:
        """The sheet of an empty board, of a size that people play where none is named.

        Args:
            size: How many rows and columns it has.

        Raises:
            InputError: If the genre has no such board.
        """
        rows, columns = self._sheet.usual_size() if size is None else size
        self._sheet.require_square(rows, columns)
        return self.sheet({"rows": rows, "columns": columns})

    def _read(self, text: object) -> GenrePosition:
        """The board in an address, in YAML, or in rows that somebody has typed."""
        if not isinstance(text, str) or not text.strip():
            raise InputError("nothing to read", "paste rows, an address or YAML")
        if len(text) > _LONGEST:
            raise InputError(f"a text of {len(text):,} letters", f"give up to {_LONGEST:,}")
        name = self._sheet.position.name
        line = text.strip()
        is_address = "\n" not in line and _ADDRESS.search(line) is not None
        try:
            found: Any = (
                load(name, url=line, library=self.library)
                if is_address
                else load(name, text=text, library=self.library)
            )
        except InputError as error:
            raise InputError(*map(_with_line, error.problems)) from None
        position: GenrePosition = found
        return position

    # Drafts

    def check(
        self,
        draft: object,
        on_partial: OnPartial = lambda _: None,
        is_wanted: IsWanted = lambda: True,
    ) -> Plain:
        """The verdict on a draft.

        Args:
            draft: The draft.
            on_partial: Called with the picture and the texts, before solutions are looked for.
            is_wanted: Says whether the answer is still wanted.

        Returns:
            `problem`, a sentence, with the `places` that it is about; or `picture` and the texts,
            and as `verdict` `none`, `one`, `several`, `some` (one at least) or `unknown`, with the
            cells in which two solutions differ as `places`.
        """
        try:
            position = self._sheet.position_of(draft)
            found = self._seen(position)
            on_partial(found | {"partial": True})
            return found | self._verdict(position, is_wanted)
        except IlpuzzlesError as error:
            return _problem(error, self._sheet.kind.file.path)

    def opened(self, draft: object) -> str:
        """The key by which a game knows the board of a draft.

        Raises:
            InputError: If it is no board that can be played.
        """
        return f"text:{self._sheet.position_of(draft).to_yaml()}"

    def _seen(self, position: GenrePosition) -> Plain:
        """The picture of a board, and the texts that say the same."""
        sketch = position.sketch()
        picture: Plain | None = None
        if sketch is not None:
            # A legend below the board would make the picture larger than its box.
            drawn = replace(sketch.picture(), legend=())
            picture = {"svg": document_of(drawn), "box": _picture_box(sketch, drawn)}
        return {"picture": picture, "texts": self._texts(position)}

    def _texts(self, position: GenrePosition) -> Plain:
        """The board as rows, as an address and as YAML, as far as these say all of it."""
        texts = {"yaml": position.to_yaml() + "\n"}
        makers = {"text": position.to_text, "address": position.address}
        draft = self._sheet.draft_of_fields(position.instance.fields)
        for name, make in makers.items():
            try:
                text = make()
                # What is read again has to be what was drawn.
                read = self._sheet.draft_of_fields(self._read(text).instance.fields)
            except IlpuzzlesError:
                continue
            if _same(read, draft):
                texts[name] = text + ("\n" if name == "text" else "")
        return texts

    def _verdict(self, position: GenrePosition, is_wanted: IsWanted) -> Plain:
        """The number of solutions in words: none, one, several, or at least one."""
        asked = experiment(position)
        options = Options(work_limit=_WORK, stopped=lambda: not is_wanted())
        choice = choose(AUTO, asked.model, Task.TWO, options)
        if Feature.WORK_LIMIT not in choice.backend.features:
            options = replace(options, work_limit=None)
        found = queries.check_uniqueness(asked.model, choice, options=options)
        if not is_wanted():
            raise CancelledError
        if found.verdict is Verdict.UNKNOWN:
            # A first solution alone may be found at once where a second one takes long.
            one = queries.solve_model(asked.model, options=options)
            return {"verdict": "unknown" if one.values is None else "some", "places": []}
        judged = [asked.judged(values, choice.backend.name) for values in found.solutions]
        places: list[list[Any]] = []
        if found.verdict is Verdict.SEVERAL:
            differ = _differing(position, *(solution.plain for solution, _ in judged))
            places = [["board", *cell] for cell in differ]
        return {"verdict": _VERDICTS[found.verdict], "places": places}


def _picture_box(sketch: Sketch, drawn: Picture) -> list[float]:
    """Where a picture lies, in sides of cells, from the upper left corner of the first one.

    Left, top, width and height.
    """
    if type(sketch).picture is Sketch.picture:
        across, down = GridPlaces.of(sketch).corner((0, 0))
        side = float(SIZE)
    else:
        # A genre that draws its picture itself begins with the first cell.
        across, down = 0.0, 0.0
        side = drawn.rows[0][0].width / sketch.grid.columns
    box = [-MARGIN - across, -MARGIN - down, drawn.width, drawn.height]
    return [length / side for length in box]


def _differing(position: GenrePosition, one: Plain, other: Plain) -> list[Cell]:
    """The cells in which two solutions have different words."""
    if "rows" not in one or "rows" not in other:
        return []
    grid = position.instance.data.grid
    words, others = grid.read_rows(one["rows"]), grid.read_rows(other["rows"])
    return [cell for cell in grid.cells if words.get(cell) != others.get(cell)]


def _same(one: Plain, other: Plain) -> bool:
    """Whether two drafts are the same board, however its regions are called."""
    return _with_numbers(one) == _with_numbers(other)


def _with_numbers(draft: Plain) -> Plain:
    """A draft whose regions are numbered in their order; cells in no region keep their name."""
    numbers: dict[str, str] = {}
    names = []
    for name in draft["regions"]:
        is_void = name in {"#", "@"}
        names.append(name if is_void else numbers.setdefault(name, str(len(numbers))))
    return draft | {"regions": names}


def _problem(error: IlpuzzlesError, path: str) -> Plain:
    """The problem of a draft, in a sentence, and its places."""
    places: list[list[Any]] = []
    sentences = []
    for problem in error.problems:
        sentences.append(_sentence(problem, path))
        places += _places(problem)
    return {"problem": " ".join(sentences), "places": places[:_MOST_MARKED]}


def _with_line(problem: Problem) -> Problem:
    """A problem of a text that somebody has pasted; no file has a name there."""
    # What is wrong with a field says by itself in which row that is.
    place = None if isinstance(problem, FieldProblem) else _LINE.match(problem.where)
    what = f"in line {place[1]}: {problem.what}" if place else problem.what
    return replace(problem, what=what, where="")


def _sentence(problem: Problem, path: str) -> str:
    words = problem.what.replace(f"{path}:", "")
    advice = f": {problem.advice}" if problem.advice else ""
    return f"{words[:1].upper()}{words[1:]}{advice}."


def _places(problem: Problem) -> list[list[Any]]:
    """The place of a problem: a part, with a row and a column; or a part with a line."""
    if isinstance(problem, FieldProblem) and problem.column is not None:
        return [[problem.field, problem.row, problem.column]]
    if isinstance(problem, FieldProblem) and problem.field and problem.row is not None:
        return [[problem.field, problem.row]]
    # The file of a genre says where in words alone.
    named = _NAMED_CELL.findall(problem.what)
    return [["board", int(row) - 1, int(column) - 1] for row, column in named]
