"""The answer to "Check": which rules the moves on a board break, and what is still to be done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from ilpuzzles.errors import counted
from ilpuzzles.hints.solution_counter import SolutionCounter
from ilpuzzles.play.move_words import cannot_stay
from ilpuzzles.puzzles.playground import MoveProof, Playground
from ilpuzzles.rules.faults import Fault
from ilpuzzles.rules.places import CELL, Place
from ilpuzzles.rules.tiling import TILE_ONCE, is_unfinished

Plain: TypeAlias = dict[str, Any]

_MOST_SENTENCES = 1_000
_FEW = 5
_LONG_SENTENCE = 80
"""Of what is not finished, a sentence of more letters is not told in full."""


def spots_of_faults(ground: Playground, faults: Iterable[Fault]) -> list[int]:
    """The spots where rules are broken."""
    spots: set[int] = set()
    for fault in faults:
        for place in fault.places:
            spots.update(ground.spots_to_blame(place))
    return sorted(spots)


def clues_beside_of_faults(ground: Playground, faults: Iterable[Fault]) -> list[str]:
    """The names of the clues beside the board that are broken."""
    names: set[str] = set()
    for fault in faults:
        for place in fault.places:
            names.update(ground.beside_of(place))
    return sorted(names)


class BoardCheck:
    """What is wrong with the moves on a board, and what is missing.

    Args:
        ground: The board.
        counter: The counter of its solutions, which knows the rules.
        moves: The moves that lie there.
    """

    def __init__(self, ground: Playground, counter: SolutionCounter, moves: Sequence[int]) -> None:
        self._ground = ground
        self._moves = moves
        self._faults = counter.faults(moves)
        self._unfinished: list[Fault] = []
        self._broken: list[Fault] = []
        for fault in self._faults:
            if fault.is_unfinished or is_unfinished(fault):
                self._unfinished.append(fault)
            else:
                self._broken.append(fault)

    def answer(self) -> Plain:
        """The answer as plain data, with the places to mark."""
        ground = self._ground
        problems = [fault.what for fault in self._broken]
        spots = spots_of_faults(ground, self._broken)
        beside = clues_beside_of_faults(ground, self._broken)
        if ground.data.drawings:
            spots = sorted({*spots, *ground.broken(self._moves)})
            beside = sorted({*beside, *ground.broken_beside(self._moves)})
            proof = ground.clash(self._moves)
            if proof is not None and not self._is_told(proof):
                # What cannot become right comes before what is not yet done.
                clashing = (*proof.premises, proof.conclusion)
                problems.insert(0, cannot_stay(ground, clashing, proof.refutations[0]))
        missing, last = self._what_is_missing()
        return {
            "ok": not self._faults,
            "problems": problems[:_MOST_SENTENCES],
            "unfinished": missing[:_MOST_SENTENCES],
            "spots": spots,
            "beside": beside,
            "last": {
                "spots": spots_of_faults(ground, last),
                "beside": clues_beside_of_faults(ground, last),
            },
        }

    def _is_told(self, proof: MoveProof) -> bool:
        """Whether a fault names just the cells with marks that exclude each other.

        Of a row in which a digit stands twice, only the proof says which marks these are.
        """
        covered = self._ground.data.moves.covered
        clashing: set[int] = set()
        for move in (*proof.premises, proof.conclusion):
            clashing.update(covered(move).tolist())
        return any(clashing == {*spots_of_faults(self._ground, [fault])} for fault in self._broken)

    def _what_is_missing(self) -> tuple[list[str], Sequence[Fault]]:
        """The work that is left, in words, and the faults to mark where little is left.

        The rules take a cell without a mark for an empty one. Of an island that is most of the open
        cells they would say that it has too many numbers; all that is known is that cells are open.
        """
        untouched = self._untouched()
        told: list[Fault] = []
        plain: list[Fault] = []
        for fault in self._unfinished:
            open_spots = untouched.intersection(spots_of_faults(self._ground, [fault]))
            if len(open_spots) <= _FEW or any(_is_single(place) for place in fault.places):
                told.append(fault)
                plain.append(fault)
            elif 2 * len(open_spots) <= len(untouched):
                told.append(fault)
        words = _words_of_missing(told, in_full=len(plain) == len(told))
        if len(plain) < len(self._unfinished):
            words.insert(0, f"{counted(len(untouched), 'cell')} open")
        # Where little is left, one wants to see where.
        is_little = len(self._unfinished) <= _FEW
        return words, plain if is_little else []

    def _untouched(self) -> set[int]:
        """The cells without a mark, of those of which somebody may say that they stay empty."""
        ground = self._ground
        data = ground.data
        if not data.drawings:
            return set()
        covered = data.moves.covered
        may_stay_empty: set[int] = set()
        for move in range(len(data.moves)):
            if not ground.is_positive(move):
                cells = (spot for spot in covered(move).tolist() if not data.spots[spot].is_line)
                may_stay_empty.update(cells)
        marked: set[int] = set()
        for move in self._moves:
            marked.update(covered(move).tolist())
        return may_stay_empty - marked - {*data.habits.get("stays", {})}


def _is_single(place: Place) -> bool:
    """Whether a place is one cell, and no region or group that open cells belong to."""
    return place.kind == CELL


def _words_of_missing(unfinished: Sequence[Fault], *, in_full: bool) -> list[str]:
    """The numbers of open cells, of pieces that are left, and of all else that is to be done.

    If not `in_full`, what is still to be done is counted alone.
    """
    cells: set[Place] = set()
    pieces: list[str] = []
    faults_of_noun: dict[str, list[Fault]] = {}
    for fault in unfinished:
        if fault.noun:
            faults_of_noun.setdefault(fault.noun, []).append(fault)
        elif fault.places and fault.places[0].kind == CELL:
            cells.add(fault.places[0])
        if fault.rule == TILE_ONCE:
            pieces.append(str(fault.parts[0]))
    words: list[str] = []
    if cells:
        words.append(f"{counted(len(cells), 'cell')} open")
    if pieces:
        words.append(f"{counted(len(pieces), 'piece')} left: {', '.join(pieces)}")
    for noun, alike in faults_of_noun.items():
        is_short = in_full and len(alike) == 1 and len(alike[0].what) <= _LONG_SENTENCE
        words.append(alike[0].what if is_short else counted(len(alike), noun))
    return words
