"""A list that is said to be complete has all equivalents of every solution, or is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ilpuzzles import queries
from ilpuzzles.errors import CheckError
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.queries.solutions import enumerate_solutions
from ilpuzzles.workbench.experiments import experiment
from ilpuzzles.workbench.validate import Orbits

BOARD = ("dominoes", "4x4")


@pytest.mark.parametrize("lost", range(0, 36, 5))
def test_a_lost_solution_is_found_out(lost: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = enumerate_solutions

    def losing(model: Any, visit: Callable[[IntArray], Any], *more: Any, **options: Any) -> Any:
        number = 0

        def passed_on(values: IntArray) -> Any:
            nonlocal number
            number += 1
            return True if number == lost + 1 else visit(values)

        return whole(model, passed_on, *more, **options)

    asked = experiment(*BOARD, backend="cpsat")
    assert asked.count(up_to_symmetry=True).count_up_to_symmetry == 9
    monkeypatch.setattr(queries, "enumerate_solutions", losing)
    with pytest.raises(CheckError, match=r"\d of \d equivalent solutions were found"):
        asked.count(up_to_symmetry=True)
    with pytest.raises(CheckError, match=r"\d of \d equivalent solutions were found"):
        asked.solutions(up_to_symmetry=True)


def test_orbits_are_whole_or_not() -> None:
    asked = experiment(*BOARD)
    solutions = asked.solutions().solutions
    orbits = Orbits(asked.subject.symmetries())
    assert sum(orbits.add(solution) for solution in solutions) == len(orbits) == 9
    orbits.require_whole()
    part = Orbits(asked.subject.symmetries())
    for solution in solutions[:-1]:
        part.add(solution)
    with pytest.raises(CheckError, match="please report this"):
        part.require_whole()


def test_a_part_of_the_solutions_need_not_be_whole() -> None:
    """With a limit, with variables fixed, and with symmetry breaking."""
    asked = experiment(*BOARD)
    assert asked.solutions(limit=2, up_to_symmetry=True).count_up_to_symmetry == 2
    place = asked.formulated.model.families[0]
    fixed = asked.fix({place[place.label(0)[0]]: 1}).count(up_to_symmetry=True)
    assert fixed.complete
    assert 0 < (fixed.count_up_to_symmetry or 0) <= 9
    broken = experiment(*BOARD, break_symmetry="auto").count(up_to_symmetry=True)
    assert broken.count_up_to_symmetry == 9
    assert (broken.count or 0) < 36
