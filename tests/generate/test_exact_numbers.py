"""Exactly as many positions as are asked for, exactly as many tries as there may be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import Exit, InputError
from ilpuzzles.generate.budget import Budget, Ending, SearchStoppedError
from ilpuzzles.generate.generator_base import (
    MOST_ASKED,
    Generated,
    MadePosition,
    PositionRequest,
    PositionSearch,
    Proposal,
)
from ilpuzzles.progress import Progress
from ilpuzzles.puzzles.own_puzzle import NamedValues


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Letter(MadePosition):
    """A position that is a letter."""

    name: str

    @property
    def verdict(self) -> str:
        return self.name

    def plain(self) -> dict[str, Any]:
        return {"name": self.name}


class Letters(PositionSearch[PositionRequest, Letter]):
    """Proposes the letters of a word, one for each try; a blank is a try that leads to nothing."""

    puzzle = "letters"

    def __init__(self, word: str, number: int, most: int = 99) -> None:
        self.parameters = {}
        self.request = PositionRequest(placed=0, number=number)
        self.most_tries = most
        self.left = list(word)

    def propose(self) -> Proposal[Letter] | None:
        self.budget.next_try()
        letter = self.left.pop(0)
        if letter == " ":
            return None
        made = Letter(solution=NamedValues({}, ""), name=letter)
        return Proposal(letter, lambda: made)


def made_of(search: Letters) -> tuple[Generated[PositionRequest, Letter], list[str]]:
    told: list[Letter] = []
    made = search.run(each=told.append)
    assert [one.name for one in told] == [one.name for one in made.positions]
    return made, [one.name for one in made.positions]


@pytest.mark.every("word")
@pytest.mark.parametrize(
    ("word", "number", "most", "names", "tries"),
    [
        ("ab", 1, 99, "a", [1]),
        ("ab", 2, 99, "ab", [1, 1]),
        # What was there before, and what led to nothing, is counted with the next that is new.
        ("aab b c", 3, 99, "abc", [1, 2, 4]),
        ("  a", 1, 99, "a", [3]),
        # The last try that there may be is made, and no other.
        ("  a", 1, 3, "a", [3]),
        ("  a", 1, 2, "", []),
        ("abc", 3, 2, "ab", [1, 1]),
        ("abc", 3, 3, "abc", [1, 1, 1]),
        # A hundred tries in a row may be in vain, and the next one is not made.
        (99 * " " + "a", 1, 999, "a", [100]),
        (100 * " " + "a", 1, 999, "", []),
        ("a" + 99 * "a" + "b", 2, 999, "ab", [1, 100]),
        ("a" + 100 * "a" + "b", 2, 999, "a", [1]),
    ],
)
def test_as_many_as_are_asked_for_in_so_many_tries(
    word: str, number: int, most: int, names: str, tries: list[int]
) -> None:
    made, found = made_of(Letters(word, number, most))
    assert found == list(names)
    assert [one.tries for one in made.positions] == tries
    is_whole = len(names) == number
    assert made.ending is (Ending.FOUND if is_whole else Ending.TRIES)
    assert made.complete is is_whole
    assert made.exit_code() is (Exit.ANSWERED if is_whole else Exit.LIMIT)
    position = "starting position" + "s" * (number > 1)
    how_many = f"{number} {position}" if is_whole else f"{len(names)} of {number} {position}"
    begins = how_many if names else "no starting position"
    assert made.verdict().startswith(f"{begins} with 0 tiles placed found in {made.tries:,} tr")
    assert ("another seed" in made.verdict()) is not is_whole
    assert made.to_json()["number"] == number
    assert len(made.to_json()["positions"]) == len(names)


def test_a_time_that_is_over_ends_it_with_what_there_is() -> None:
    made = Letters("ab", 2).run(options=Options(time_limit=1e-9))
    assert (made.ending, made.positions) == (Ending.TIME, ())
    assert "the time limit came first" in made.verdict()


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_a_budget_has_exactly_so_many_tries(most: int) -> None:
    seen: list[Progress] = []
    budget = Budget(Options(), most=most, number=2, watch=seen.append)
    for number in range(1, most + 1):
        budget.next_try()
        assert budget.tries == number
    with pytest.raises(SearchStoppedError) as stopped:
        budget.next_try()
    assert stopped.value.ending is Ending.TRIES
    assert budget.tries == most


@pytest.mark.parametrize(
    ("number", "is_refused"), [(0, 1), (1, 0), (MOST_ASKED, 0), (MOST_ASKED + 1, 1)]
)
def test_the_least_and_the_most_positions(number: int, is_refused: int) -> None:
    if is_refused:
        with pytest.raises(InputError, match=str(number)):
            PositionRequest(placed=0, number=number)
    else:
        assert PositionRequest(placed=0, number=number, seed=0).number == number


def test_seeds_and_tiles_begin_at_0() -> None:
    for seed, placed in ((-1, 0), (0, -1)):
        with pytest.raises(InputError, match="give 0 or more"):
            PositionRequest(seed=seed, placed=placed)
    assert PositionRequest(placed=0).describe(1) == "starting position with 0 tiles placed"
    assert PositionRequest(placed=1).describe(2) == "starting positions with 1 tile placed"
    assert PositionRequest(placed=2).options == "--placed 2 --seed 0"
