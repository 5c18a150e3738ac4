"""The family of Surasshupakku, as everything above sees it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any, NoReturn, TypeAlias

from ilpuzzles.document import JsonPlace, Node
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.puzzles.family import Formulated, Formulation, Plain
from ilpuzzles.puzzles.surasshupakku.address import address_of, read_address
from ilpuzzles.puzzles.surasshupakku.board_text import board_lines
from ilpuzzles.puzzles.surasshupakku.formulations import by_labels
from ilpuzzles.puzzles.surasshupakku.puzzle import ANY, SlashInstance, SlashPuzzle
from ilpuzzles.puzzles.surasshupakku.schema import read_instance, read_puzzle
from ilpuzzles.puzzles.surasshupakku.seed import seed
from ilpuzzles.puzzles.surasshupakku.solution import SlashSolution
from ilpuzzles.puzzles.surasshupakku.solution_data import read_solution
from ilpuzzles.puzzles.surasshupakku.symmetry import SlashSymmetries

Build: TypeAlias = Callable[[SlashInstance], Formulated]

# How many cells a board may have for each backend to prove within seconds that a solution is the
# only one, measured with benchmarks/surasshupakku.py.
_CELLS = {
    "flow": {"cpsat": 225, "scip": 64, "highs": 49, "cbc": 49},
    "bfs": {"cpsat": 225},
    "lazy": {"cpsat": 225, "cbc": 49, "scip": 36, "highs": 36},
    "seed": {"cpsat": 25},
}


def _is_quick(name: str, instance: SlashInstance, backend: str) -> bool:
    hidden = any(ANY in row for row in instance.clues)
    if name == "seed" and hidden:
        return False
    return instance.rows * instance.columns <= _CELLS[name].get(backend, 0)


_LABELS = "how cells are cut, and which part each border is in; every part is in one piece by "
_FORMULATIONS: tuple[tuple[str, str, Build], ...] = (
    ("flow", f"{_LABELS}a flow from one of its clues", partial(by_labels, encoding="flow")),
    ("bfs", f"{_LABELS}distances, as in the article", partial(by_labels, encoding="bfs")),
    (
        "lazy",
        f"{_LABELS}rows that are added as they are needed",
        partial(by_labels, encoding="lazy"),
    ),
    ("seed", "the article's own, which lets stray cuts through; to see why", seed),
)


class SlashFamily:
    """Boards that are cut along diagonals; see `Family`."""

    name = "surasshupakku"
    solution = SlashSolution
    formulations: Mapping[str, Formulation] = MappingProxyType(
        {
            name: Formulation(name, about, build, partial(_is_quick, name))
            for name, about, build in _FORMULATIONS
        }
    )

    def read_puzzle(self, tree: Node) -> SlashPuzzle:
        """Reads `models/NAME.yaml`; see `Family.read_puzzle`."""
        return read_puzzle(tree)

    def read_instance(self, puzzle: SlashPuzzle, tree: Node) -> SlashInstance:
        """Reads the file of a board; see `Family.read_instance`."""
        return read_instance(puzzle, tree)

    def read_address(self, puzzle: SlashPuzzle, address: str) -> SlashInstance:
        """Reads an address of puzz.link; see `Family.read_address`."""
        return read_address(puzzle, address)

    def address(self, instance: SlashInstance) -> str:
        """The address of a board; see `Family.address`."""
        return address_of(instance)

    def has_bare_instance(self, puzzle: SlashPuzzle) -> bool:  # noqa: ARG002 - it has none
        """There is no board without clues; see `Family.has_bare_instance`."""
        return False

    def bare_instance(self, puzzle: SlashPuzzle) -> NoReturn:
        """Raises: there is no board without clues; see `Family.bare_instance`."""
        what = f"{puzzle.name} without a board"
        raise InputError(Problem(what, f"name a preset; see 'show {puzzle.name}'"))

    def break_symmetry(self, instance: SlashInstance, choice: str) -> SlashInstance:
        """Takes `off` only: clues leave few symmetries; see `Family.break_symmetry`."""
        if choice != "off":
            what = f"symmetry breaking {choice!r} for {instance.puzzle.name}"
            raise InputError(Problem(what, "only 'off' is known; use --up-to-symmetry"))
        return instance

    def symmetries(self, instance: SlashInstance) -> SlashSymmetries:
        """The symmetries of a board; see `Family.symmetries`."""
        return SlashSymmetries.of(instance)

    def positions(self, instance: SlashInstance) -> NoReturn:
        """Raises: nothing is placed; see `Family.positions`."""
        raise _only_tilings(instance, "positions")

    def steps(self, instance: SlashInstance, choice: str) -> NoReturn:  # noqa: ARG002 - likewise
        """Raises: nothing is placed; see `Family.steps`."""
        raise _only_tilings(instance, "steps")

    def read_solution(self, instance: SlashInstance, data: Any, where: JsonPlace) -> Plain:
        """Reads rows of cuts; see `Family.read_solution`."""
        return read_solution(instance, data, where)

    def solution_of(self, instance: SlashInstance, plain: Plain) -> SlashSolution:
        """The cuts that plain data describes; see `Family.solution_of`."""
        return SlashSolution(instance, tuple(plain["rows"]))

    def essence(self, plain: Plain) -> object:
        """The cuts; see `Family.essence`."""
        return plain["rows"]

    def instance_text(self, instance: SlashInstance, parameters: Mapping[str, int | str]) -> str:
        """The board as YAML; see `Family.instance_text`."""
        lines = [f"puzzle: {instance.puzzle.name}"]
        if parameters:
            values = ", ".join(f"{name}: {value}" for name, value in parameters.items())
            lines.append(f"parameters: {{{values}}}")
        shown = {clue for row in instance.clues for clue in row}
        if ANY in shown:
            numbers = instance.names[0] == "1"
            lines.append(f"letters: {instance.letters if numbers else ''.join(instance.names)}")
        return "\n".join([*lines, "board: |", *(f"  {line}" for line in board_lines(instance))])

    def plain_puzzle(self, puzzle: SlashPuzzle) -> Plain:
        """What the puzzle is, as plain data; see `rules` for the keys."""
        return {"bridges": puzzle.bridges}

    def plain(self, instance: SlashInstance) -> Plain:
        """The board as plain data; see `Family.plain`."""
        return {
            "clues": [list(row) for row in instance.clues],
            "letters": list(instance.names),
            "bridges": instance.puzzle.bridges,
        }


def _only_tilings(instance: SlashInstance, what: str) -> InputError:
    return InputError(
        Problem(f"{what} of {instance.puzzle.name}", "only tilings have them; see 'show --help'")
    )


SURASSHUPAKKU = SlashFamily()
"""The family."""
