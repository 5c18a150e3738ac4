"""What a puzzle is: its pieces, its presets, how it can be stated. It shows itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from ilpuzzles.errors import counted
from ilpuzzles.library import Library
from ilpuzzles.modelling.tables import table_html
from ilpuzzles.puzzles.family import Family, Puzzle
from ilpuzzles.render.svg import document_of
from ilpuzzles.render.text import as_plain
from ilpuzzles.workbench.loading import are_said, load, load_puzzle, puzzle_parameters


@dataclass(frozen=True, slots=True, eq=False)
class Described:
    """A puzzle, its family, and the presets that come with it."""

    family: Family
    puzzle: Puzzle
    presets: tuple[str, ...]

    def text(self) -> str:
        """Its pieces, drawn with letters."""
        return as_plain(self.family.shape_text(self.puzzle))

    def svg(self) -> str:
        """Its pieces as an SVG document."""
        return document_of(self.family.shape_picture(self.puzzle))

    def table(self) -> list[list[str]]:
        """Its formulations, with what their variables are, the head first."""
        formulations = self.family.formulations.values()
        return [["formulation", "variables"], *([one.name, one.about] for one in formulations)]

    def __str__(self) -> str:
        return f"{self.puzzle.title}: {counted(len(self.presets), 'preset')}"

    def __repr__(self) -> str:
        return f"<puzzle {self.puzzle.name}: {', '.join(self.presets) or 'no presets'}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        about = f"<b>{escape(self.puzzle.title)}</b><br>{escape(self.puzzle.about)}"
        presets = f"presets: {escape(', '.join(self.presets) or 'none')}"
        html = f"<p>{about}</p>{self.svg()}<p>{presets}</p>{table_html(self.table())}"
        return {"text/plain": f"{self}\n{self.text()}", "text/html": html}


def describe(
    puzzle: str,
    *,
    parameters: Mapping[str, int | str] | None = None,
    library: Library | None = None,
) -> Described:
    """What a puzzle is, for values of its parameters.

    Where a parameter is left open, it has the value of the preset that is meant.

    Example:
        >>> print(describe("cube"))
        L-tromino cube: 1 preset
        >>> print(describe("cube").text())
        L  L tromino, 3 cells, 9 copies
           L
           L L
    """
    library = library or Library.standard()
    if are_said(puzzle_parameters(puzzle, library), parameters or {}):
        family, found = load_puzzle(puzzle, library, parameters or {})
    else:
        loaded = load(puzzle, parameters=parameters, library=library)
        family, found = loaded.family, loaded.puzzle
    return Described(family, found, library.presets(found.name))
