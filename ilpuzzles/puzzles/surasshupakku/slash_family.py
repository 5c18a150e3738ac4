"""The family of Surasshupakku, as everything above sees it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from ilpuzzles.lazy_imports import named
from ilpuzzles.puzzles.family import Family, Formulation, PuzzlePosition, of_instance
from ilpuzzles.puzzles.playground import Playground
from ilpuzzles.puzzles.position import Keys, Plain
from ilpuzzles.puzzles.surasshupakku.labels_model import by_labels
from ilpuzzles.puzzles.surasshupakku.seed_model import seed
from ilpuzzles.puzzles.surasshupakku.slash_exchange import address_of, read_address, read_solution
from ilpuzzles.puzzles.surasshupakku.slash_pictures import (
    slash_picture,
    slash_shapes,
    slash_shapes_picture,
    slash_text,
    small_slash_text,
)
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import ANY, SlashInstance, SlashPuzzle
from ilpuzzles.puzzles.surasshupakku.slash_schema import (
    INSTANCE_FORM,
    PUZZLE_FORM,
    board_lines,
    read_instance,
    read_puzzle,
)
from ilpuzzles.puzzles.surasshupakku.slash_solution import SlashSolution
from ilpuzzles.puzzles.surasshupakku.slash_symmetry import SlashSymmetries
from ilpuzzles.render.svg import Picture, PictureView
from ilpuzzles.rules.faults import Fault
from ilpuzzles.rules.surasshupakku import check_surasshupakku

_BOARD = "ilpuzzles.puzzles.surasshupakku.slash_playground:SlashPlayground"
"""What is only loaded for those who play."""

# How many cells a board may have for each backend to prove within seconds that a solution is the
# only one, measured with benchmarks/surasshupakku.py.
_CELLS = {
    "flow": {"cpsat": 225, "scip": 64, "highs": 49, "cbc": 49},
    "bfs": {"cpsat": 225},
    "lazy": {"clingo": 225, "cpsat": 225, "cbc": 49, "scip": 36, "highs": 36},
    "seed": {"cpsat": 25},
}

_LABELS = "how each cell is cut, and which part each border is in; a part is kept in one piece by "

_ABOUT = {
    "flow": f"{_LABELS}a flow from one of its clues",
    "bfs": f"{_LABELS}distances, as in the article",
    "lazy": f"{_LABELS}rows that are added as they are needed",
    "seed": "the article's own, which lets stray cuts through; included to show why",
}


def _is_quick(name: str, instance: SlashInstance, backend: str) -> bool:
    if name == "seed" and any(ANY in row for row in instance.clues):
        return False
    return instance.rows * instance.columns <= _CELLS[name].get(backend, 0)


class SlashPosition(PuzzlePosition):
    """A board with clues."""

    __slots__ = ()

    unit = "cell"
    instance: SlashInstance

    drawing = of_instance(slash_text)
    small = of_instance(small_slash_text)
    symmetries = of_instance(SlashSymmetries.of)
    read_solution = of_instance(read_solution)
    address = of_instance(address_of)

    def picture(
        self,
        solution: SlashSolution | None = None,
        marked: Keys = (),
        *,
        view: PictureView = "all",
    ) -> Picture:
        """The board with its cuts; see `slash_picture`."""
        self.require_view(view)
        return slash_picture(self.instance, solution, marked, view=view)

    def describe(self) -> Plain:
        """The board as plain data; see `rules` for the keys."""
        return {
            "clues": [list(row) for row in self.instance.clues],
            "letters": list(self.instance.names),
            **self.family.plain_puzzle(self.instance.puzzle),
        }

    def judge(self, solution: Plain) -> list[Fault]:
        """The rules that cuts break."""
        return check_surasshupakku(self.plain(), solution)

    def essence(self, plain: Plain) -> object:
        """The cuts."""
        return plain["rows"]

    def solution_of(self, plain: Plain) -> SlashSolution:
        """The cuts that plain data describes."""
        return SlashSolution(self.instance, tuple(plain["rows"]))

    def playground(self) -> Playground:
        """The cells, and the ways to cut them."""
        found: Playground = named(_BOARD)(self.instance)
        return found

    def to_yaml(self, parameters: Mapping[str, int | str] | None = None) -> str:
        """The board; see `PuzzlePosition.to_yaml`."""
        instance, parameters = self.instance, self.parameters if parameters is None else parameters
        lines = [f"puzzle: {instance.puzzle.name}"]
        if parameters:
            values = ", ".join(f"{name}: {value}" for name, value in parameters.items())
            lines.append(f"parameters: {{{values}}}")
        shown = {clue for row in instance.clues for clue in row}
        if ANY in shown:
            numbers = instance.names[0] == "1"
            lines.append(f"letters: {instance.letters if numbers else ''.join(instance.names)}")
        return "\n".join([*lines, "board: |", *(f"  {line}" for line in board_lines(instance))])


class SlashFamily(Family):
    """Boards that are cut along diagonals; see `Family`."""

    name = "surasshupakku"
    positions = SlashPosition
    solution = SlashSolution
    judges = True
    generator = "ilpuzzles.generate.generators:BOARDS"
    forms = (PUZZLE_FORM, INSTANCE_FORM)
    drawn = "board"
    formulations: Mapping[str, Formulation] = MappingProxyType(
        {
            name: Formulation(
                name,
                about,
                seed if name == "seed" else partial(by_labels, encoding=name),
                partial(_is_quick, name),
                best_with="clingo" if name == "lazy" else "",
            )
            for name, about in _ABOUT.items()
        }
    )
    read_puzzle = staticmethod(read_puzzle)
    read_instance = staticmethod(read_instance)
    read_address = staticmethod(read_address)
    shape_text = staticmethod(slash_shapes)
    shape_picture = staticmethod(slash_shapes_picture)

    def plain_puzzle(self, puzzle: SlashPuzzle) -> Plain:
        """What the puzzle is, as plain data; see `rules` for the keys."""
        return {"bridges": puzzle.bridges}


SURASSHUPAKKU = SlashFamily()
"""The family."""
