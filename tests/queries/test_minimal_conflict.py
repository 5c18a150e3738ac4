"""QuickXplain on random families of conflicts."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import given, strategies as st

from ilpuzzles.queries.iis import minimal_conflict
from support.rings import examples

SIZE = 12
FAMILIES = st.lists(st.frozensets(st.integers(0, SIZE - 1), max_size=6), min_size=1, max_size=8)


def minimal(family: list[frozenset[int]]) -> set[frozenset[int]]:
    """The conflicts that have no other one in them."""
    return {one for one in family if not any(other < one for other in family)}


@examples(400, derandomize=True)
@given(FAMILIES)
def test_the_result_is_one_of_the_minimal_conflicts(family: list[frozenset[int]]) -> None:
    asked: list[frozenset[int]] = []

    def impossible(some: Sequence[int]) -> bool:
        assert len(set(some)) == len(some)
        assert set(some) <= set(range(SIZE))
        asked.append(frozenset(some))
        return any(conflict <= set(some) for conflict in family)

    found = minimal_conflict(range(SIZE), impossible)
    assert frozenset(found) in minimal(family)
    assert found == sorted(set(found))
    # No question is asked twice.
    assert len(set(asked)) == len(asked)
    assert len(asked) <= 2 * (len(found) + 1) * 5 + SIZE


@examples(400, derandomize=True)
@given(FAMILIES, st.integers(0, 2**32), st.floats(0, 1))
def test_with_unknowns_it_still_has_a_conflict(
    family: list[frozenset[int]], seed: int, share: float
) -> None:
    dice = random.Random(seed)

    def impossible(some: Sequence[int]) -> bool:
        return any(conflict <= set(some) for conflict in family) and dice.random() >= share

    found = minimal_conflict(range(SIZE), impossible)
    assert any(conflict <= set(found) for conflict in family)
    assert found == sorted(set(found))


@given(st.frozensets(st.integers(0, 40), min_size=1), st.randoms(use_true_random=False))
@examples(100, derandomize=True)
def test_a_part_of_the_candidates(conflict: frozenset[int], dice: random.Random) -> None:
    others = [number for number in range(41) if number not in conflict and dice.random() < 0.5]
    candidates = sorted([*conflict, *others])
    found = minimal_conflict(candidates, lambda some: conflict <= set(some))
    assert found == sorted(conflict)


def test_nothing_at_all() -> None:
    assert minimal_conflict([], lambda some: True) == []
    assert minimal_conflict(range(5), lambda some: True) == []
