"""An instance that is ready to be stated as a model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ilpuzzles.document import JsonPlace
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.puzzles import Family, Instance, Puzzle, Solution
from ilpuzzles.puzzles.family import EquivalentSolutions, SymmetryBreaking
from ilpuzzles.render import (
    Drawing,
    Keys,
    Picture,
    PictureView,
    as_plain,
    board_picture,
    board_text,
    small_text,
)
from ilpuzzles.rules import RuleViolation, check_rules


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """An instance that is ready to be stated as a model.

    Attributes:
        family: The family of its puzzle.
        instance: The instance.
        preset: The name of the preset, or None for a user's own file.
        parameters: The values of the parameters of the puzzle.
    """

    family: Family
    instance: Instance
    preset: str | None
    parameters: Mapping[str, int | str] = field(default_factory=dict)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that it is an instance of."""
        return self.instance.puzzle

    @property
    def name(self) -> str:
        """The name of the puzzle."""
        return self.puzzle.name

    @property
    def judges(self) -> bool:
        """Whether there are rules besides the model: there are."""
        return True

    def drawing(
        self, solution: Solution | None = None, marked: Keys = (), *, width: int | None = None
    ) -> Drawing:
        """A solution, or without one the starting position, as lines of segments.

        Args:
            solution: The solution, or None.
            marked: What to put a mark on, by the keys of rows.
            width: How many characters a line may have, or None for any number. Where there are few,
                layers stand below each other, or there are no walls.
        """
        return board_text(self.family.name, self.instance, solution, marked, width=width)

    def small(self, solution: Solution | None = None) -> Drawing:
        """The same as small as letters are, for a sheet with many of them."""
        return small_text(self.family.name, self.instance, solution)

    def text(self, solution: Solution | None = None) -> str:
        """A solution, or without one the starting position, drawn with letters and lines."""
        return as_plain(self.drawing(solution))

    def solution(self, data: Any) -> Solution:
        """A solution that somebody has written down, if the rules accept it.

        Args:
            data: What `to_json` of a solution makes, or a part of it that is enough: for a board of
                letters `{"rows": [...]}`.

        Raises:
            InputError: If it does not have the form of a solution, or breaks rules.

        Example:
            >>> from ilpuzzles.workbench import load
            >>> tower = load("tower", parameters={"height": 2})
            >>> solution = tower.solution({"rows": ["QQUUULLLLY00", "QQU2UL2YYYYQ"]})
            >>> len(tower.symmetries().equivalents(solution))
            24
        """
        plain = self.family.read_solution(self.instance, data, JsonPlace("the solution"))
        broken = check_rules(self.family.name, self.family.plain(self.instance), plain)
        if broken:
            raise InputError(Problem(str(broken[0]), "see 'check' for all broken rules"))
        return self.family.solution_of(self.instance, plain)

    def picture(
        self, solution: Solution | None = None, marked: Keys = (), *, view: PictureView = "all"
    ) -> Picture:
        """A solution, or without one the starting position, to be put onto a sheet."""
        return board_picture(self.family.name, self.instance, solution, marked, view=view)

    def svg(
        self,
        solution: Solution | None = None,
        marked: Keys = (),
        *,
        view: PictureView = "all",
        animated: bool = False,
    ) -> str:
        """A solution, or without one the starting position, as an SVG document.

        Args:
            solution: The solution, or None.
            marked: What to put a mark on, by the keys of rows.
            view: What to draw of a board that is not plane: its layers, or unrolled (`flat`), as it
                stands in space (`solid`), with its pieces pulled apart (`apart`), or the first two.
            animated: Whether the pieces appear one after the other.
        """
        picture = self.picture(solution, marked, view=view)
        return picture.document(animated=animated)

    def html(self) -> str:
        """The starting position as a page that needs no network."""
        from ilpuzzles.workbench.pages import position_page  # noqa: PLC0415 - which needs this file

        return position_page(self)

    def violations(self, solution: Solution) -> list[RuleViolation]:
        """The rules that a solution breaks."""
        plain = self.family.plain(self.instance)
        return check_rules(self.family.name, plain, solution.to_json())

    def break_symmetry(self, choice: str = "auto") -> Loaded:
        """The same, of which fewer of several equivalent solutions are wanted.

        Args:
            choice: `auto`, `off`, or what to break symmetries by: for a tiling, a tile.

        Raises:
            InputError: If that is nothing to break symmetries by.
        """
        return replace(self, instance=self.family.break_symmetry(self.instance, choice))

    @property
    def breaking(self) -> SymmetryBreaking | None:
        """Which of several equivalent solutions are wanted, or None for all."""
        return self.instance.breaking

    def symmetries(self) -> EquivalentSolutions:
        """The symmetries of the instance."""
        return self.family.symmetries(self.instance)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": self.text(), "image/svg+xml": self.svg()}
