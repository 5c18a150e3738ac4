"""What a reason rests on has its name, unless a board marks it and there is much of it."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from ilpuzzles import load
from ilpuzzles.hints.hint_finder import HintFinder, Reason, ReasonKind
from ilpuzzles.hints.hint_words import HintWords
from ilpuzzles.hints.solution_counter import Limits
from ilpuzzles.play.game import Game


@cache
def soma() -> tuple[HintFinder, list[int], list[int]]:
    """What finds hints for a puzzle with many spots and pieces, and the items of these."""
    finder = HintFinder(Game(load("soma")).counter, Limits())
    meanings = {item: finder.items_of(item) for item in range(100)}
    spots = [item for item, (spot, _) in meanings.items() if spot is not None]
    pieces = [item for item, (_, piece) in meanings.items() if piece is not None]
    return finder, spots, pieces


def sentence(marked: bool, items: list[int], moves: int = 0) -> str:
    finder = soma()[0]
    reason = Reason(moves=tuple(range(moves)), items=tuple(items), kind=ReasonKind.SEARCH)
    return HintWords(finder, marked=marked).why(reason)


def names(items: list[int]) -> list[str]:
    """What spots and pieces are called."""
    return [name for item in items for name in soma()[0].meaning(item) if name is not None]


@pytest.mark.parametrize("marked", [False, True])
def test_spots_and_pieces_have_their_names_where_they_are_few_or_nothing_is_marked(
    marked: bool,
) -> None:
    finder, all_spots, all_pieces = soma()
    for spots, pieces in product((0, 1, 2, 13), (0, 1, 2, 4, 5)):
        if spots + pieces < 2:
            continue
        said = sentence(marked, all_spots[:spots] + all_pieces[:pieces])
        assert said.startswith("without it, there is no way to ")
        where = [finder.items_of(item)[0] or 0 for item in all_spots[:spots]]
        named = f" to cover {finder.counter.ground.name_spots(where)}"
        assert (named in said) is (spots > 0 and (not marked or spots == 1)), said
        for name in names(all_pieces[:pieces]):
            assert (name in said.partition(" to lay ")[2]) is (not marked or pieces <= 4), said
        assert ("marked spots" in said) is (marked and spots > 1)
        assert (f"{spots} marked spots" in said) is (marked and spots > 1)
        assert (f"{pieces} marked pieces" in said) is (marked and pieces > 4)
        assert (" to cover " in said, " to lay " in said) == (spots > 0, pieces > 0)


@pytest.mark.parametrize("marked", [False, True])
def test_pieces_that_lie_there_are_named_or_counted(marked: bool) -> None:
    finder, spots, _ = soma()
    for moves in (0, 1, 2, 12, 13):
        said = sentence(marked, spots[:2], moves).partition(" beside ")[2]
        listed = finder.counter.ground.name_moves(range(moves))
        if not moves:
            assert said == ""
        elif marked:
            assert said == f"the {moves} marked piece{'s' if moves > 1 else ''}"
        elif moves > 12:
            assert said == f"the {moves} pieces"
        else:
            assert all(name in said for name in listed)


def test_one_item_alone_is_what_has_no_other_way() -> None:
    _, spots, pieces = soma()
    for marked in (False, True):
        (spot,), (piece,) = names(spots[:1]), names(pieces[:1])
        assert sentence(marked, spots[:1]) == f"{spot} can be covered in no other way"
        assert sentence(marked, pieces[:1]) == f"{piece} fits nowhere else"
