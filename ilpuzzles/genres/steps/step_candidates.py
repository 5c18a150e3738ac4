"""Candidates for the next step: what rows of the model say on a board, the easiest first.

A candidate is what some row says, beside all clues and marks. Whether the premises that the row
names prove it by themselves is asked afterwards; see `StepProver`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from ilpuzzles.genres.steps.board_proofs import Effort
from ilpuzzles.genres.steps.locked_sets import number_of_sets, without_sets
from ilpuzzles.genres.steps.row_reasoning import Consequence, Reasoning, ruled_out
from ilpuzzles.genres.steps.step_board import StepBoard

EASY_ROUNDS = 2
"""How many rows, one after the other, prove an easy step."""

TRIED_ROUNDS = 3
"""How many rows, one after the other, prove a step that is proved by trying."""

_MOST_TRIED = 400
"""So many variables are tried, the nearest first."""

_MOST_ENTRIES = 2_000_000
"""Fewer variables are tried where these times the entries of the rows are more than this."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move, and the consequence that it would draw.

    Attributes:
        move: The number of the move.
        consequence: What rows say, and what that rests on.
        is_easy: Whether a row or two say it, perhaps after locked sets.
    """

    move: int
    consequence: Consequence
    is_easy: bool


class CandidateSearch:
    """The candidates beside some marks, each move at most once.

    Args:
        board: The board.
        moves: The moves whose marks are there, in the order in which they were made.
        without: Moves that are not to be offered.

    Attributes:
        reasoning: The consequences of the marks. What is tried adds to it.
    """

    def __init__(self, board: StepBoard, moves: Sequence[int], without: Iterable[int] = ()) -> None:
        self._board = board
        self._moves = moves
        self._offered = set(without)
        self.reasoning = Reasoning.of(board.board_rows, board.known_values(moves))

    def easiest_first(self, effort: Effort) -> Iterator[Candidate]:
        """All candidates: of a row or two, of locked sets, and of trying."""
        return chain(self._by_rows(is_easy=True), self._by_sets(), self._by_trying(effort))

    def in_order(
        self, consequences: Iterable[Consequence], *, is_easy: bool
    ) -> Iterator[Candidate]:
        """The new candidates among some consequences, those with the fewest premises first."""
        candidates = []
        for consequence in consequences:
            for move in self._board.moves_that_give(consequence.column, consequence.value):
                whole = self._of_all_values(move, consequence)
                if whole is not None and self._is_worth_a_step(move, whole):
                    candidates.append(Candidate(move, whole, is_easy))
        candidates.sort(key=self._effort_to_see)
        for candidate in candidates:
            if candidate.move not in self._offered:
                self._offered.add(candidate.move)
                yield candidate

    # The three ways to find candidates

    def _by_rows(self, *, is_easy: bool) -> Iterator[Candidate]:
        """What a row or two say, one after the other."""
        for consequences in self.reasoning.rounds(EASY_ROUNDS):
            yield from self.in_order(consequences, is_easy=is_easy)

    def _by_sets(self) -> Iterator[Candidate]:
        """What locked sets say, and a row after them: the easiest sets first."""
        for consequences in self._board.set_rounds(self._board.board_rows, self.reasoning):
            yield from self.in_order(consequences, is_easy=True)

    def _by_trying(self, effort: Effort) -> Iterator[Candidate]:
        """Candidates of which the opposite is ruled out by trying, and what follows from these.

        The reasoning knows what was ruled out after that, so that easy candidates come before.
        """
        ruled_out_at_depth: dict[int, list[Consequence]] = {}
        for consequence in self._tried(effort):
            ruled_out_at_depth.setdefault(consequence.depth, []).append(consequence)
        for depth in sorted(ruled_out_at_depth):
            consequences = ruled_out_at_depth[depth]
            yield from self.in_order(consequences, is_easy=False)
            for consequence in consequences:
                self.reasoning.add(consequence)
        yield from self._by_rows(is_easy=False)

    def _tried(self, effort: Effort) -> Iterator[Consequence]:
        """Values whose opposite leads to a row that cannot hold, those near the last mark first."""
        board = self._board
        moves = range(len(board.marks))
        nearest = sorted(moves, key=lambda move: board.distance_to_last(move, self._moves))
        columns = list(dict.fromkeys(board.marks[move].column for move in nearest))
        entries = len(board.board_rows.rows.columns)
        most = min(_MOST_TRIED, _MOST_ENTRIES // max(entries, 1))
        for column in columns[:most]:
            if effort.stopped():
                return
            if self.reasoning.ways_to(column) or not board.board_rows.is_binary(column):
                continue
            for value in (1, 0):
                consequence = ruled_out(self.reasoning, column, value, TRIED_ROUNDS)
                if consequence is not None:
                    yield consequence
                    break

    # Which consequences are candidates

    def _of_all_values(self, move: int, consequence: Consequence) -> Consequence | None:
        """A consequence with what the other values of its move rest on; None if one is open."""
        mark = self._board.marks[move]
        premises = consequence.premises
        for column, value in mark.values:
            if column == consequence.column:
                continue
            ways = [way for way in self.reasoning.ways_to(column) if way.value == value]
            if not ways:
                return None
            premises |= ways[0].premises
        # Of a mark with several values, such as a bridge that is no double one, the opposite of
        # another value is not that the mark is not there.
        is_of_mark = consequence.column == mark.column
        by_contradiction = consequence.by_contradiction and is_of_mark
        return replace(consequence, premises=premises, by_contradiction=by_contradiction)

    def _is_worth_a_step(self, move: int, consequence: Consequence) -> bool:
        """Whether the move says something new that is more than a clue in its own place."""
        if self.reasoning.is_known(consequence.column):
            return False
        return not self._board.is_obvious(move, without_sets(consequence.premises))

    def _effort_to_see(self, candidate: Candidate) -> tuple[int, int, bool, float, bool]:
        """How many sets and premises have to be seen, whether the mark says something, how near.

        Of a box and a line that prove the same, the box is seen first.
        """
        board = self._board
        premises = candidate.consequence.premises
        key = board.key_of(candidate.consequence.row)
        is_line = not (isinstance(key, tuple) and key[0] in {"box", "region"})
        return (
            number_of_sets(premises),
            len(without_sets(premises)),
            not board.marks[candidate.move].value,
            board.distance_to_last(candidate.move, self._moves),
            is_line,
        )


def stated_moves(board: StepBoard, moves: Sequence[int]) -> dict[int, int]:
    """The moves that rows with one variable say, each with its row: the nearest to a clue first.

    What everybody sees is not among them.

    Args:
        board: The board.
        moves: The moves whose marks are there.
    """
    board_rows = board.board_rows
    drawn = dict(board.values_of(moves))
    stated = {column: value for column, value, _ in board_rows.stated_values()}
    row_of: dict[int, int] = {}
    for column, value, row in board_rows.stated_values():
        for move in board.moves_that_give(column, value):
            mark = board.marks[move]
            is_stated = all(
                drawn.get(other, stated.get(other)) == needed for other, needed in mark.values
            )
            is_new = mark.column == column and column not in drawn
            if is_stated and is_new and not board.is_obvious(move, board_rows.premise(row)):
                row_of[move] = row

    def ease(move: int) -> tuple[bool, float, float, int]:
        says_nothing = not board.marks[move].value
        return says_nothing, board.distance_to_clue(move), board.distance_to_last(move, moves), move

    return {move: row_of[move] for move in sorted(row_of, key=ease)}
