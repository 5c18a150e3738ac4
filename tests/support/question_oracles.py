"""Models whose solutions are known: queens, by published figures, and small ones of the fuzz."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import count
from types import SimpleNamespace

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import ModelError
from support.fuzz.generator import described
from support.fuzz.meaning import Point, tried
from support.fuzz.questions import Case


@dataclass(frozen=True)
class Riddle:
    """A small model of the fuzz, without any objective, as it is looked at from outside.

    Attributes:
        model: The model.
        names: Its deciding variables, and after them those that are auxiliary.
        v: The variables by their names.
        deciding: How many are deciding.
    """

    case: Case
    model: Model
    names: list[str]
    v: SimpleNamespace
    deciding: int

    def solutions(self) -> list[Point]:
        """The values of the deciding variables in all solutions."""
        return sorted(self.case.solutions)


@cache
def riddle(
    seed: int, *, connectivity: str = "", nested: bool = False, small: bool = False
) -> Riddle:
    """The model of a seed; what is connected has this encoding, and `small` means few values."""
    for number in count(seed * 1000 + 500 * nested):
        made = described(number, "any")
        stated = [one.tree for one in made.statements]
        encodings = {tree[-1] for tree in stated if tree[0] == "connected"}
        wide = any(column.late or column.formula is not None for column in made.columns)
        if wide or not encodings <= {connectivity} or tried(made.columns) > (60 if small else 200):
            continue
        with suppress(ModelError):
            case = Case(replace(made, goal=None, then=(), off=(), fixed=()), "cpsat", seed)
            names = [*case.deciding, *(c.name for c in made.columns if c.auxiliary)]
            handles = SimpleNamespace(**case.handles)
            return Riddle(case, case.model, names, handles, len(case.deciding))
    raise AssertionError("there is always another one")


def queens(size: int) -> Model:
    """Queens that do not attack each other, one in every row and column of a board."""
    model = Model(f"{size} queens")
    queen = model.binary("queen", size, size)
    with model.group("rows", why="one queen in every row"):
        model.exactly_one(queen, axis=1)
    with model.group("columns", why="one queen in every column"):
        model.exactly_one(queen, axis=0)
    with model.group("diagonals", why="no two queens on a diagonal"):
        for total in range(2 * size - 1):
            rows = range(max(0, total - size + 1), min(size, total + 1))
            model.at_most_one([queen[row, total - row] for row in rows])
            model.at_most_one([queen[row, size - 1 - total + row] for row in rows])
    return model


QUEENS = {4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14200}
"""In how many ways that can be done (OEIS A000170)."""
