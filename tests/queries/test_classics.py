"""Published figures, with one process and with several."""

from __future__ import annotations

from itertools import product

import pytest

from ilpuzzles.backends.interface import Backend, Options
from ilpuzzles.modelling.model import Model
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.solutions import list_solutions
from support.question_oracles import QUEENS, queens

# The twelve pentominoes, each as its cells in rows.
PENTOMINOES = {
    "F": [".FF", "FF.", ".F."],
    "I": ["IIIII"],
    "L": ["LLLL", "L..."],
    "N": ["NNN.", "..NN"],
    "P": ["PP", "PP", "P."],
    "T": ["TTT", ".T.", ".T."],
    "U": ["U.U", "UUU"],
    "V": ["V..", "V..", "VVV"],
    "W": ["W..", "WW.", ".WW"],
    "X": [".X.", "XXX", ".X."],
    "Y": ["YYYY", ".Y.."],
    "Z": ["ZZ.", ".Z.", ".ZZ"],
}


def orientations(drawing: list[str]) -> list[list[tuple[int, int]]]:
    """All turned and mirrored copies of a shape."""
    cells = [(r, c) for r, line in enumerate(drawing) for c, sign in enumerate(line) if sign != "."]
    found = set()
    for flip, turns in product((1, -1), range(4)):
        copy = [(row, flip * column) for row, column in cells]
        for _ in range(turns):
            copy = [(column, -row) for row, column in copy]
        top, left = min(row for row, _ in copy), min(column for _, column in copy)
        found.add(tuple(sorted((row - top, column - left) for row, column in copy)))
    return [list(copy) for copy in sorted(found)]


def pentominoes(height: int, width: int) -> Model:
    """Every pentomino once, on a board of 60 cells."""
    placements = []
    for name, drawing in PENTOMINOES.items():
        for copy in orientations(drawing):
            for row, column in product(range(height), range(width)):
                cells = [(row + r, column + c) for r, c in copy]
                if all(r < height and c < width for r, c in cells):
                    placements.append((name, cells))
    model = Model("pentominoes")
    placed = model.binary("placed", len(placements))
    with model.group("pieces"):
        for name in PENTOMINOES:
            model.exactly_one(
                [placed[number] for number, (other, _) in enumerate(placements) if other == name]
            )
    with model.group("cells"):
        for cell in product(range(height), range(width)):
            model.exactly_one(
                [placed[number] for number, (_, cells) in enumerate(placements) if cell in cells]
            )
    return model


def test_the_pentominoes_are_the_twelve() -> None:
    copies = {name: orientations(drawing) for name, drawing in PENTOMINOES.items()}
    assert all(len(copy) == 5 for some in copies.values() for copy in some)
    assert sum(map(len, copies.values())) == 63
    assert len({tuple(some[0]) for some in copies.values()}) == 12


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_eight_queens_and_twelve_pentominoes(workers: int) -> None:
    options = Options(workers=workers)
    for model, expected in ((queens(8), QUEENS[8]), (pentominoes(3, 20), 8)):
        count = count_solutions(model, backend="cpsat", options=options)
        assert (int(count), count.complete, str(count)) == (expected, True, f"{expected}")
        solutions = list_solutions(model, backend="cpsat", options=options)
        assert solutions.complete
        assert len(solutions) == expected
        assert len({values.tobytes() for values in solutions}) == expected
        assert all(model.check(values) == () for values in solutions)
        if expected == 8:
            continue
        limited = list_solutions(model, 5, backend="cpsat", options=options)
        assert (len(limited), limited.complete) == (5, False)
        assert len({values.tobytes() for values in limited}) == 5


def test_six_queens_everywhere(backend: Backend) -> None:
    model = queens(6)
    for workers in (1, 2) if backend.name in {"cbc", "cpsat"} else (1,):
        options = Options(workers=workers)
        if backend.name == "cbc" or workers == 1:
            solutions = list_solutions(model, backend=backend.name, options=options)
            assert solutions.complete
            assert len({values.tobytes() for values in solutions}) == len(solutions) == 4
        if workers == 2:
            count = count_solutions(model, backend=backend.name, options=options)
            assert (int(count), count.complete) == (4, True)
