"""Sentences about moves on a board."""

from __future__ import annotations

from collections.abc import Sequence

from ilpuzzles.errors import in_words
from ilpuzzles.puzzles.playground import Playground


def names_of_moves(ground: Playground, moves: Sequence[int]) -> str:
    """The names of moves, joined by commas and "and"."""
    return in_words(ground.name_moves(moves))


def cannot_stay(ground: Playground, moves: Sequence[int], why: str) -> str:
    """That moves cannot stay together, and why."""
    names = names_of_moves(ground, moves)
    verb = {1: "stay", 2: "both stay"}.get(len(moves), "all stay")
    return f"{names[:1].upper()}{names[1:]} cannot {verb}: {why}"
