"""Why a move is sure, in words: with what proves it marked on a board, or called by its name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ilpuzzles.errors import counted, in_words
from ilpuzzles.hints.hint_finder import HintFinder, Reason, ReasonKind

_MOST_NAMED = 4
"""More pieces of a reason than these are marked, but not named."""

_MOST_LISTED = 12
"""Where nothing is marked, more moves than these are counted."""


PERHAPS_LESS = " (perhaps less would do)"
"""The remark on a reason of which not every part is proved to be needed."""


@dataclass(frozen=True, slots=True, eq=False)
class HintWords:
    """What there is to say about reasons; without `marked`, what a board marks has its name."""

    finder: HintFinder
    marked: bool = False

    def why(self, reason: Reason) -> str:
        """The reason in words, without a full stop."""
        if reason.others:
            return "; ".join(reason.others)
        return f"{self._proof(reason)}{'' if reason.minimal else PERHAPS_LESS}"

    def _proof(self, reason: Reason) -> str:
        """The parts of a reason, and what they leave no way to do."""
        lies = self._moves(reason.moves)
        beside = f" beside {lies}" if lies else ""
        if reason.kind is ReasonKind.SOLUTIONS:
            return f"every solution{f' with {lies}' if lies else ' of the board'} has it"
        first, *rest = reason.items
        spot, piece = self.finder.meaning(first)
        if not rest and spot is not None:
            return f"{spot} can be covered in no other way{beside}"
        if not rest and piece is not None:
            return f"{piece} fits nowhere else{beside}"
        if reason.kind is ReasonKind.HOLE and (spot or piece):
            way = f"whatever else covers {spot}" if spot else f"{piece} anywhere else"
            return f"{way} leaves no way {self._done(reason, rest)}{beside}"
        return f"without it, there is no way {self._done(reason, reason.items)}{beside}"

    def _moves(self, moves: Sequence[int]) -> str:
        if not moves:
            return ""
        if self.marked or len(moves) > _MOST_LISTED:
            return f"the {counted(len(moves), 'marked piece' if self.marked else 'piece')}"
        return in_words(self.finder.counter.ground.name_moves(moves))

    def _done(self, reason: Reason, items: Iterable[int]) -> str:
        """What has to be done in a reason."""
        meanings = [self.finder.items_of(item) for item in items]
        data = self.finder.counter.ground.data
        spots = [spot for spot, _ in meanings if spot is not None]
        pieces = [data.pieces[piece].called for _, piece in meanings if piece is not None]
        where = self.finder.counter.ground.name_spots(spots)
        if self.marked and len(spots) != 1:
            where = f"the {len(spots)} marked spots"
        lay = in_words(pieces)
        if self.marked and len(pieces) > _MOST_NAMED:
            lay = counted(len(pieces), "marked piece")
        cover = [f"to cover {where}"] * bool(spots) + [f"to lay {lay}"] * bool(pieces)
        keep = [f"to keep the rule that {rule}" for rule in reason.rules]
        return " and ".join([*cover, *keep]) or "to go on"
