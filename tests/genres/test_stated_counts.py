"""The numbers of solutions that presets of pencil puzzles state, counted."""

from __future__ import annotations

import pytest

from ilpuzzles import experiment, load
from ilpuzzles.reading.library import PYTHON, Library


def presets_with_a_number() -> list[tuple[str, str]]:
    """All presets in the Python files of puzzles that state how many solutions they have."""
    library = Library.standard()
    return [
        (puzzle, preset)
        for puzzle in library.puzzles()
        if library.model_file(puzzle).suffix == PYTHON
        for preset in library.presets(puzzle)
        if load(puzzle, preset).instance.solutions is not None
    ]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("puzzle", "preset"), presets_with_a_number())
def test_a_preset_has_as_many_solutions_as_it_states(puzzle: str, preset: str) -> None:
    answer = experiment(puzzle, preset).count()
    assert answer.complete
    assert answer.count == answer.stated == load(puzzle, preset).instance.solutions
    assert answer.contradiction() == ""
