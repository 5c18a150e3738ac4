"""Borders that a part is said not to get to are never in it."""

from __future__ import annotations

import pytest

from ilpuzzles.puzzles.surasshupakku.borders import Borders, reached
from ilpuzzles.puzzles.surasshupakku.slash_puzzle import SlashInstance, SlashPuzzle
from support.slash_oracle import all_cuttings, random_board


@pytest.mark.parametrize("bridges", [False, True])
def test_all_parts_of_all_solutions_are_reached(bridges: bool) -> None:
    puzzle = SlashPuzzle("surasshupakku", "Surasshupakku", "", "", bridges)
    pruned = {True: 0, False: 0}
    for seed in range(300):
        clues, letters = random_board(seed)
        solutions = all_cuttings(clues, letters, bridges=bridges)
        if not solutions:
            continue
        names = tuple(str(letter + 1) for letter in range(letters))
        instance = SlashInstance(puzzle, tuple(map(tuple, clues)), names)
        borders = Borders.of(instance)
        possible = reached(instance, borders)
        hidden = any(-1 in row for row in clues)
        pruned[hidden] += any(len(part) < len(borders.names) for part in possible)
        leading = [borders.vertex(cell) for cell in instance.cells_of(instance.leading_letter)]
        for cuts in solutions:
            pieces = borders.pieces(cuts)
            numbers = {pieces[vertex]: part for part, vertex in enumerate(leading)}
            for vertex, piece in enumerate(pieces):
                # Parts whose letter is hidden come last, and all of them can get to the same.
                part = numbers.get(piece, instance.parts - 1)
                assert vertex in possible[part], seed
    assert min(pruned.values()) > 5, pruned
