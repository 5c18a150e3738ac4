"""What a reason proves, by a search in plain Python that shares no code with the engine."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Set as AbstractSet
from dataclasses import fields
from itertools import pairwise
from typing import Any

from ilpuzzles.hints.solution_counter import Limits
from ilpuzzles.play.game import Game

UNHURRIED = Limits(**{limit.name: 300.0 for limit in fields(Limits)})
"""However slow this machine is, no answer ends for lack of time: a reason is always the same."""


BOARDS = {
    "chequered": "6x10",
    "cube": "empty",
    "dominoes": "4x4",
    "hexiamonds": "rhombus",
    "lonpos": "8pieces",
    "macmahon": "4x6",
    "pentominoes": "8x8",
    "pyramid": "empty",
    "soma": "cube",
    "surasshupakku": "6x6",
    "tetrahexes": "parallelogram",
    "tower": "height-2",
    "tritetratan": "form",
    "wang": "4x8",
}
"""A board of each puzzle."""


class Table:
    """The moves of a game as a page knows them: which piece, which spots, and which colours."""

    def __init__(self, data: dict[str, Any]) -> None:
        moves = data["moves"]
        starts = moves["starts"]
        self.piece: list[int] = moves["piece"]
        self.spots = [frozenset(moves["spots"][first:last]) for first, last in pairwise(starts)]
        self.most = [piece["copies"] for piece in data["pieces"]]
        self.least = [piece["least"] for piece in data["pieces"]]
        touching = data.get("touching", {"starts": [0] * len(starts)})
        self._unlike = touching.get("unlike", [])
        self.shown = [
            list(zip(touching["sides"][first:last], touching["colours"][first:last], strict=True))
            if first < last
            else []
            for first, last in pairwise(touching["starts"])
        ]
        self._agreeing: dict[int, set[int]] = {}
        self.possible = [
            all(touching["demands"][side] in {-1, colour} for side, colour in shown)
            and len({side for side, _ in shown}) == len(shown)
            for shown in self.shown
        ]

    def agree(self, move: int, other: int) -> bool:
        """Whether the spots and the colours of two moves go together."""
        mine = dict(self.shown[move])
        return self.spots[move].isdisjoint(self.spots[other]) and all(
            side not in mine or (mine[side] == colour) != self._unlike[side]
            for side, colour in self.shown[other]
        )

    def agreeing(self, move: int) -> AbstractSet[int]:
        """The moves that go together with one; kept, since they are asked for again and again."""
        if move not in self._agreeing:
            every = range(len(self.piece))
            self._agreeing[move] = {other for other in every if self.agree(move, other)}
        return self._agreeing[move]

    def fits(self, move: int, placed: Iterable[int]) -> bool:
        """Whether a move fits beside others."""
        placed = list(placed)
        same = sum(self.piece[other] == self.piece[move] for other in placed)
        most = self.most[self.piece[move]]
        if most is not None and same >= most:
            return False
        return self.possible[move] and all(self.agree(move, other) for other in placed)

    def count(self, placed: tuple[int, ...] = ()) -> int:
        """How many ways there are to cover all spots beside some moves, by trying everything."""
        covered = frozenset[int]().union(*(self.spots[move] for move in placed))
        spot = min(frozenset[int]().union(*self.spots) - covered, default=-1)
        if spot < 0:
            used = Counter(self.piece[move] for move in placed)
            return int(all(used[piece] >= least for piece, least in enumerate(self.least)))
        covering = (move for move, spots in enumerate(self.spots) if spot in spots)
        return sum(self.count((*placed, m)) for m in covering if self.fits(m, placed))

    def can_do(
        self, placed: Collection[int], spots: Collection[int], pieces: Collection[int], never: int
    ) -> bool:
        """Whether spots can be covered and pieces laid beside others, without a certain move."""
        needed = frozenset(spots).difference(*(self.spots[move] for move in placed))
        missing = frozenset(pieces) - {self.piece[move] for move in placed}
        fitting = [
            move
            for move in range(len(self.piece))
            if move != never
            and self.fits(move, placed)
            and (self.piece[move] in missing or not needed.isdisjoint(self.spots[move]))
        ]
        used = Counter(self.piece[move] for move in placed)
        return self._can_do(needed, missing, fitting, used)

    def _can_do(
        self,
        needed: AbstractSet[int],
        missing: AbstractSet[int],
        fitting: list[int],
        used: Counter[int],
    ) -> bool:
        if not needed and not missing:
            return True
        ways: dict[tuple[bool, int], list[int]] = {(True, spot): [] for spot in needed}
        ways |= {(False, piece): [] for piece in missing}
        for move in fitting:
            for spot in needed & self.spots[move]:
                ways[True, spot].append(move)
            if self.piece[move] in missing:
                ways[False, self.piece[move]].append(move)
        for move in min(ways.values(), key=len):
            piece, spots = self.piece[move], self.spots[move]
            agreeing = self.agreeing(move)
            after, most = used + Counter([piece]), self.most[piece]
            full = most is not None and after[piece] >= most
            left = [
                other
                for other in fitting
                if other in agreeing and not (full and self.piece[other] == piece)
            ]
            if self._can_do(needed - spots, missing - {piece}, left, after):
                return True
        return False


def wrong_with(game: Game, hint: dict[str, Any]) -> list[str]:
    """What is wrong with the reason of a hint: it proves nothing, or part of it is not needed."""
    table, reason, move = Table(game.board()), hint["reason"], hint["move"]
    moves, spots, pieces = reason["moves"], reason["spots"], reason["pieces"]
    assert not reason["rules"]
    if table.can_do(moves, spots, pieces, move):
        return ["it proves nothing"]
    if not reason["minimal"]:
        return []
    found = []
    for name, parts in (("moves", moves), ("spots", spots), ("pieces", pieces)):
        for one in parts:
            fewer = {"moves": moves, "spots": spots, "pieces": pieces}
            fewer[name] = [other for other in parts if other != one]
            # Nothing to be done is done by nothing.
            if not table.can_do(fewer["moves"], fewer["spots"], fewer["pieces"], move):
                found.append(f"{one} of {name} is not needed")
    return found
