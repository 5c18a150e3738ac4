"""Hints that teach: a move that is sure with the smallest set of pieces and spots that proves it.

This is about puzzles in which pieces are laid, as in exact covers. For boards that are drawn on
with a pencil, the hints come from `genres/steps`; they are asked here as a logic of the puzzle's
own.

A reason is a set of moves that lie on the board, and of items, which are spots to be covered and
pieces to be laid. It proves a move if whoever leaves these moves where they are, and lays pieces by
the rules until these items are done, has to make that move. Each part of a reason is tried: what it
holds without is left out. The easiest kinds of reasons are looked for first; see `ReasonKind`.

What is found depends on the moves alone, in the order in which they lie: searches end after some
work and not after some time, and nothing that is known from other questions is looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import reduce
from itertools import chain, combinations, islice
from operator import or_

import numpy as np

from ilpuzzles.exactcover.problem import BoolArray, IntArray
from ilpuzzles.hints.solution_counter import (
    CoverCounter,
    Limits,
    SolutionCounter,
    WorkBudget,
)
from ilpuzzles.puzzles.playground import MoveProof, Stopped

_MOST_SETS = 30_000
"""So many sets of moves are tried at most before the smallest is given up for a small one."""

_MOST_WAYS = 400
"""Items with more ways than these are no easy reason."""

_QUESTIONS = 5
"""One question of a proof may take this part of the work for its reason."""

_CANDIDATES = 3
"""Of so many sure moves a reason is searched for that is not easy."""

_PIXELS_PER_WAY = 44
"""A spot that is farther away by one cell counts like one that has one way more."""

_COST_OF_A_PIECE = 8
"""An item that is no spot counts like one with so many ways more, as it has no place."""


class ReasonKind(IntEnum):
    """How a move is seen to be sure: the easiest kind first."""

    AT_ONCE = 1
    """An item can be done in one way only; or the puzzle's own logic sees it."""
    HOLE = 2
    """All other ways to do an item leave some other item undone for ever."""
    SEARCH = 3
    """A search finds no other way to do a set of items."""
    SOLUTIONS = 4
    """All solutions have been listed, and have it in common."""


@dataclass(frozen=True, slots=True)
class Reason:
    """What proves a move.

    Attributes:
        moves: Moves that lie on the board.
        spots: Spots that have to be covered.
        pieces: Pieces that have to be laid.
        rules: What else is needed, in words.
        items: All items that are needed: spots, pieces and what the rules are about. Of an easy
            reason, the first is the one whose ways are looked at.
        minimal: Whether none of these can be left out, which is proved.
        others: What is wrong with each other way, in words, where that is said.
        clues: The names of the clues that it rests on, where these are no spots to be covered.
        beside: Those of them that stand beside the board; see `PlayData.beside`.
        kind: How it proves the move.
    """

    moves: tuple[int, ...] = ()
    spots: tuple[int, ...] = ()
    pieces: tuple[int, ...] = ()
    rules: tuple[str, ...] = ()
    items: tuple[int, ...] = ()
    minimal: bool = True
    kind: ReasonKind = ReasonKind.SOLUTIONS
    others: tuple[str, ...] = ()
    clues: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        """What makes a reason simple: its kind, and how many parts it has."""
        parts = (self.moves, self.spots, self.pieces, self.rules)
        return self.kind, sum(map(len, parts))


@dataclass(frozen=True, slots=True)
class MoveConflict:
    """Moves that cannot all stay, and a spot or a piece that shows it, if one does."""

    moves: tuple[int, ...]
    spots: tuple[int, ...] = ()
    pieces: tuple[int, ...] = ()
    minimal: bool = True


class HintFinder:
    """Finds sure moves and what proves them, and moves that cannot all stay."""

    def __init__(self, counter: SolutionCounter, limits: Limits) -> None:
        self.counter = counter
        self.limits = limits
        self._moves = counter.ground.data.moves
        spots = counter.ground.data.spots
        self._centres = np.array([spot.centre for spot in spots]).reshape(-1, 2)
        if isinstance(counter, CoverCounter):
            meanings = ItemMeanings.of(counter)
            self._spot_of = meanings.spot_of
            self._piece_of = meanings.piece_of
            self._rule_of = meanings.rule_of

    def items_of(self, item: int) -> tuple[int | None, int | None]:
        """Which spot an item is, or else which piece."""
        return self._spot_of.get(item), self._piece_of.get(item)

    def meaning(self, item: int) -> tuple[str | None, str | None]:
        """What a spot that is an item is called, or else a piece."""
        spot, piece = self.items_of(item)
        data = self.counter.ground.data
        return (
            None if spot is None else data.spots[spot].name,
            None if piece is None else data.pieces[piece].called,
        )

    def near(self, move: int, others: Iterable[int]) -> list[int]:
        """Moves by how near they are to one, the nearest first."""
        centre = self._centres[self._moves.covered(move)].mean(axis=0)

        def away(other: int) -> float:
            centres = self._centres[self._moves.covered(other)]
            return float(np.abs(centres - centre).sum(axis=1).min(initial=1e9))

        return sorted(others, key=away)

    def find_forced_moves(self, moves: Sequence[int], budget: WorkBudget) -> tuple[list[int], bool]:
        """The moves that all solutions have besides some, ascending, and whether these are all."""
        solutions, are_all = self.counter.some(moves, budget)
        common: list[int] = []
        if len(solutions):
            for move in sorted(solutions[0].tolist()):
                is_new = move >= 0 and move not in moves
                if is_new and (solutions == move).any(axis=1).all():
                    common.append(move)
        if are_all or not common:
            return common, are_all or bool(len(solutions))
        return self._moves_in_all(moves, common, budget)

    def _moves_in_all(
        self, moves: Sequence[int], candidates: Sequence[int], budget: WorkBudget
    ) -> tuple[list[int], bool]:
        """The candidates that no solution does without, and whether all were decided.

        Args:
            moves: The moves on the board.
            candidates: Moves that the solutions found so far have in common.
            budget: The work that it may be.
        """
        candidates = list(candidates)
        sure: list[int] = []
        are_all_decided = True
        while candidates:
            move = candidates.pop(0)
            solution_without = self.counter.find(moves, budget, excluding=move)
            if solution_without is None:
                are_all_decided = False
            elif solution_without:
                candidates = [other for other in candidates if other in solution_without]
            else:
                sure.append(move)
        return sure, are_all_decided

    def hint(
        self, moves: Sequence[int], budget: WorkBudget
    ) -> tuple[tuple[int, Reason] | None, bool]:
        """The move that is sure for the simplest reason, if the moves have a solution.

        And whether that is known: without a move, that none is sure.
        """
        step = next(self._easy_steps(moves, budget), None)
        if step is not None:
            return step, True
        return self._step_by_search(moves, budget)

    def easiest_steps(
        self, moves: Sequence[int], budget: WorkBudget
    ) -> tuple[list[tuple[int, Reason]], bool]:
        """All moves that are sure for a reason of the simplest kind that there is.

        They come in the order in which `hint` prefers them, which finds the first one, each with
        its reason. Where there is no easy reason, it is that one alone. And whether all were
        looked for.
        """
        easy = list(self._easy_steps(moves, budget))
        if easy:
            return easy, not budget.is_spent
        # The logic of the puzzle's own.
        proofs, are_all = self.counter.ground.certain_moves_unless(moves, _is_over(budget))
        if proofs:
            return [_reason_of(proof) for proof in proofs], are_all
        step, _ = self._forced_step(moves, budget)
        return ([] if step is None else [step]), False

    def _step_by_search(
        self, moves: Sequence[int], budget: WorkBudget
    ) -> tuple[tuple[int, Reason] | None, bool]:
        """The move that a logic of the puzzle's own proves, or else a search; see `hint`."""
        proof = self.counter.ground.certain_move_unless(moves, _is_over(budget))
        if proof is not None:
            return _reason_of(proof), True
        return self._forced_step(moves, budget)

    def _forced_step(
        self, moves: Sequence[int], budget: WorkBudget
    ) -> tuple[tuple[int, Reason] | None, bool]:
        """The move that a search proves with the simplest reason; see `hint`."""
        forced, are_all = self.find_forced_moves(moves, budget)
        ordered = self.near(moves[-1], forced) if len(moves) else forced
        budget_of_all = budget.part(self.limits.reasons)
        steps: list[tuple[int, Reason]] = []
        for move in ordered[:_CANDIDATES]:
            reason = self.reason(moves, move, budget_of_all.part(self.limits.each))
            steps.append((move, reason))
            if budget_of_all.is_spent:
                break
        if not steps:
            return None, are_all
        return min(steps, key=lambda step: (not step[1].minimal, step[1].size)), True

    def reason(self, moves: Sequence[int], move: int, budget: WorkBudget) -> Reason:
        """What proves a move that is sure."""
        counter = self.counter
        if not isinstance(counter, CoverCounter):
            return self._reason_by_list(moves, move, budget)
        items = self._items_by_search(counter, moves, move, budget)
        if items is None:
            every = np.nonzero(counter.open_items(moves))[0].tolist()
            return self._reason(moves, every, minimal=False, kind=ReasonKind.SEARCH)
        kept, needed, minimal = self._least(counter, moves, items, move, budget)
        return self._reason(kept, needed, minimal=minimal, kind=ReasonKind.SEARCH)

    def minimise(self, move: int, reason: Reason, budget: WorkBudget) -> Reason:
        """What proves a move, without what can be left out of a reason that was not finished."""
        counter = self.counter
        if reason.others:
            # Whoever knows what is wrong with each other way has looked for the smallest proof.
            return reason
        if not isinstance(counter, CoverCounter):
            return self._reason_by_list(reason.moves, move, budget)
        fewer = self._items_by_search(counter, reason.moves, move, budget)
        items = min((items for items in (fewer, reason.items) if items), key=len)
        kept, needed, minimal = self._least(counter, reason.moves, items, move, budget)
        # Another item may come first now, of which the move is no way.
        is_same_item_first = needed[:1] == list(reason.items[:1])
        kind = reason.kind if is_same_item_first else ReasonKind.SEARCH
        return self._reason(kept, needed, minimal=minimal, kind=kind)

    def _reason_by_list(self, moves: Sequence[int], move: int, budget: WorkBudget) -> Reason:
        """The fewest moves, one after the other left out, whose solutions all have a move."""
        order = list(reversed(self.near(move, moves)))
        kept, minimal = self._still_hopeless(moves, order, budget, excluding=move)
        return Reason(moves=tuple(kept), minimal=minimal)

    def _still_hopeless(
        self, moves: Sequence[int], order: Iterable[int], budget: WorkBudget, excluding: int = -1
    ) -> tuple[list[int], bool]:
        """The moves without those that can be left out and still have no solution."""

        def holds(fewer: list[int]) -> bool | None:
            if budget.is_spent:
                return None
            part = budget.part(self.limits.part)
            found = self.counter.solvable(fewer, part, excluding=excluding)
            return None if found is None else not found

        return _minimal_part(moves, order, holds)

    # Easy reasons

    def _easy_steps(self, moves: Sequence[int], budget: WorkBudget) -> Iterator[tuple[int, Reason]]:
        """All steps of the easiest kind that needs no search, each move once."""
        counter = self.counter
        if not isinstance(counter, CoverCounter):
            return
        fits = counter.fitting(moves)
        if fits is None:
            return
        left = counter.open_items(moves)
        ways: dict[int, IntArray] = {}
        only: dict[int, int] = {}
        for item in np.nonzero(left)[0].tolist():
            options = _options_of(counter, item)
            ways[item] = options[fits[options]]
            if len(ways[item]) == 1:
                only[item] = int(counter.move_of[ways[item][0]])
        if only:
            yield from self._only_ways(counter, moves, only, budget)
        else:
            yield from self._ways_left(counter, moves, ways, fits, budget)

    def _only_ways(
        self, counter: CoverCounter, moves: Sequence[int], only: dict[int, int], budget: WorkBudget
    ) -> Iterator[tuple[int, Reason]]:
        """The moves that are the only way to do some item, the smallest reason first."""
        reasons = [
            (move, self._reason_for_only_way(counter, moves, item, move, budget))
            for item, move in only.items()
        ]
        reasons.sort(key=lambda one: (one[1].size, not one[1].spots))
        # Of several items that have the same way, the one with the smallest reason counts.
        smallest: dict[int, Reason] = {}
        for move, reason in reasons:
            smallest.setdefault(move, reason)
        yield from smallest.items()

    def _ways_left(
        self,
        counter: CoverCounter,
        moves: Sequence[int],
        ways: dict[int, IntArray],
        fits: BoolArray,
        budget: WorkBudget,
    ) -> Iterator[tuple[int, Reason]]:
        """The moves beside which all others leave something undone, by items with few ways first.

        If what is undone proves every one of them without that item, the first move alone.
        """
        left = counter.open_items(moves)
        few = sorted(
            (item for item in ways if 1 < len(ways[item]) <= _MOST_WAYS),
            key=lambda item: len(ways[item]),
        )
        seen: set[int] = set()
        # Without the item, what is undone proves a move as a search does.
        without_item: list[tuple[int, Reason]] = []
        for item in few:
            budget.check()
            if budget.is_spent:
                break
            only_way = self._only_way(counter, left, fits, ways[item].tolist())
            if only_way is None:
                continue
            option, undone = only_way
            move = int(counter.move_of[option])
            if move in seen:
                continue
            needed = list(dict.fromkeys([item, *undone]))
            each = budget.part(self.limits.each)
            kept, needed, minimal = self._least(counter, moves, needed, move, each)
            if item in needed:
                seen.add(move)
                yield move, self._reason(kept, needed, minimal=minimal, kind=ReasonKind.HOLE)
            else:
                reason = self._reason(kept, needed, minimal=minimal, kind=ReasonKind.SEARCH)
                without_item.append((move, reason))
        if not seen:
            yield from without_item[:1]

    def _reason_for_only_way(
        self, counter: CoverCounter, moves: Sequence[int], item: int, move: int, budget: WorkBudget
    ) -> Reason:
        """The smallest set of moves that leaves one way to do an item."""
        each = budget.part(self.limits.each)
        options = _options_of(counter, item)
        smallest = _smallest_block(counter, moves, options[options != counter.option_of[move]])
        if smallest is not None and self._proves(counter, smallest, [item], move, each):
            return self._reason(smallest, [item], minimal=True, kind=ReasonKind.AT_ONCE)
        kept, needed, minimal = self._least(counter, moves, [item], move, each)
        return self._reason(kept, needed, minimal=minimal, kind=ReasonKind.AT_ONCE)

    def _only_way(
        self, counter: CoverCounter, left: BoolArray, fits: BoolArray, ways: Sequence[int]
    ) -> tuple[int, list[int]] | None:
        """The only way after which nothing is undone for ever, and what is undone after others."""
        kept = -1
        undone = []
        for option in ways:
            witness = _undone(counter, left, fits, option)
            if witness is not None:
                undone.append(witness)
            elif kept >= 0:
                return None
            else:
                kept = option
        return None if kept < 0 else (kept, undone)

    # Proofs by search

    def _proves(
        self,
        counter: CoverCounter,
        moves: Sequence[int],
        items: Sequence[int],
        move: int,
        budget: WorkBudget,
    ) -> bool | None:
        """Whether moves and items prove a move; None if the budget was spent first."""
        if not counter.open_items(moves)[list(items)].any():
            return False
        other_way = _other_way(counter, moves, items, move, budget)
        return None if other_way is None else not other_way

    def _items_by_search(
        self, counter: CoverCounter, moves: Sequence[int], move: int, budget: WorkBudget
    ) -> list[int] | None:
        """Items that prove a move: more and more, until there is no other way to do them all."""
        problem = counter.problem
        left = counter.open_items(moves)
        items_of_move = problem.option(int(counter.option_of[move])).tolist()
        open_items = [item for item in items_of_move if left[item]]
        open_spots = [item for item in open_items if item in self._spot_of]
        items = open_spots[:1] or open_items[:1]
        fits = counter.fitting(moves)
        if fits is None:
            return None
        ways = np.bincount(problem.items[fits[counter.owners]], minlength=len(left))
        centre = self._centres[self._moves.covered(move)].mean(axis=0)

        def cost(item: int) -> float:
            if item not in self._spot_of:
                return float(ways[item]) + _COST_OF_A_PIECE
            pixels_away = np.abs(self._centres[self._spot_of[item]] - centre).sum()
            return float(ways[item]) + float(pixels_away) / _PIXELS_PER_WAY

        while not budget.is_spent:
            other_way = _other_way(counter, moves, items, move, budget)
            if other_way is None:
                return None
            if not other_way:
                return items
            undone = left & counter.open_items([laid for laid in other_way if laid >= 0])
            missing = np.nonzero(undone)[0].tolist()
            if not missing:
                return None  # only sums are missing, which no item shows
            items.append(min(missing, key=cost))
        return None

    def _least(
        self,
        counter: CoverCounter,
        moves: Sequence[int],
        items: Sequence[int],
        move: int,
        budget: WorkBudget,
    ) -> tuple[list[int], list[int], bool]:
        """The moves and items of which none can be left out, and whether that is proved."""

        def proves(moves: list[int], items: list[int]) -> bool | None:
            return bool(items) and self._proves(counter, moves, items, move, budget)

        needed, are_items_minimal = _minimal_part(
            items, reversed(items), lambda fewer: proves(list(moves), fewer)
        )
        order = reversed(self.near(move, moves))
        kept, are_moves_minimal = _minimal_part(moves, order, lambda fewer: proves(fewer, needed))
        return kept, needed, are_items_minimal and are_moves_minimal

    def _reason(
        self,
        moves: Sequence[int],
        items: Sequence[int],
        *,
        minimal: bool,
        kind: ReasonKind,
    ) -> Reason:
        return Reason(
            moves=tuple(moves),
            spots=tuple(self._spot_of[item] for item in items if item in self._spot_of),
            pieces=tuple(self._piece_of[item] for item in items if item in self._piece_of),
            rules=tuple(
                dict.fromkeys(self._rule_of[item] for item in items if item in self._rule_of)
            ),
            items=tuple(items),
            minimal=minimal,
            kind=kind,
        )

    # Conflicts

    def dead(self, moves: Sequence[int]) -> tuple[list[int], list[int]]:
        """The spots that nothing can cover any more, and the pieces that fit nowhere."""
        counter = self.counter
        if not isinstance(counter, CoverCounter):
            return list(counter.ground.broken(moves)), []
        items = counter.dead_items(moves)
        spots = [self._spot_of[item] for item in items if item in self._spot_of]
        return spots, [self._piece_of[item] for item in items if item in self._piece_of]

    def conflict(self, moves: Sequence[int], budget: WorkBudget) -> MoveConflict:
        """A smallest set of moves that cannot all stay; they have no solution together."""
        counter = self.counter
        if isinstance(counter, CoverCounter):
            for move in moves:
                if counter.fitting([move]) is None:
                    return MoveConflict((move,))
            for pair in combinations(moves, 2):
                if counter.fitting(list(pair)) is None:
                    return self._minimal_conflict(pair, budget)
            with_hole = self._dead_conflict(counter, moves)
            if with_hole is not None:
                fewer = self._minimal_conflict(with_hole.moves, budget)
                if len(fewer.moves) < len(with_hole.moves):
                    return fewer
                return replace(with_hole, minimal=fewer.minimal)
        return self._minimal_conflict(moves, budget)

    def _minimal_conflict(self, moves: Sequence[int], budget: WorkBudget) -> MoveConflict:
        """The same moves without those that can be left out, one after the other."""
        kept, minimal = self._still_hopeless(moves, moves, budget)
        return MoveConflict(tuple(kept), minimal=minimal)

    def _dead_conflict(self, counter: CoverCounter, moves: Sequence[int]) -> MoveConflict | None:
        """The fewest moves that leave a spot, or a piece, without any way."""
        best: MoveConflict | None = None
        for item in counter.dead_items(moves):
            block = _smallest_block(counter, moves, _options_of(counter, item))
            if block is None or (best is not None and len(block) >= len(best.moves)):
                continue
            spots = (self._spot_of[item],) if item in self._spot_of else ()
            pieces = (self._piece_of[item],) if item in self._piece_of else ()
            best = MoveConflict(tuple(block), spots, pieces)
        return best

    def take_back(
        self, moves: Sequence[int], kept: Iterable[int], budget: WorkBudget
    ) -> list[int] | None:
        """The fewest moves to take back for a solution, without those that have to be kept.

        Every set of moves that cannot all stay loses one: the fewest that hit all sets that are
        known are taken back, until what is left has a solution. None if that is not known.
        """
        stay = set(kept)
        conflicts = [{*self.conflict(moves, budget).moves} - stay]
        newest = [move for move in reversed(moves) if move not in stay]

        def hits(taken_back: list[int]) -> bool:
            return not any(conflict.isdisjoint(taken_back) for conflict in conflicts)

        while not budget.is_spent:
            back = _smallest_subset(newest, hits)
            if back is None:
                return None
            left = [move for move in moves if move not in back]
            solvable = self.counter.solvable(left, budget)
            if solvable is None:
                return None
            if solvable:
                return back
            conflicts.append({*self.conflict(left, budget).moves} - stay)
        return None


def _is_over(budget: WorkBudget) -> Stopped:
    """Whether a logic of the puzzle's own is to end, which counts its work by itself."""
    return lambda: budget.is_late or not budget.is_wanted()


def _reason_of(proof: MoveProof) -> tuple[int, Reason]:
    """The move that a logic of the puzzle's own has proved, and its reason."""
    reason = Reason(
        proof.premises,
        proof.spots,
        kind=ReasonKind.AT_ONCE,
        minimal=proof.minimal,
        others=proof.refutations,
        clues=proof.clues,
        beside=proof.beside,
    )
    return proof.conclusion, reason


def _minimal_part(
    parts: Sequence[int], order: Iterable[int], holds: Callable[[list[int]], bool | None]
) -> tuple[list[int], bool]:
    """The parts of which none can be left out of what holds, and whether that is proved."""
    kept = list(parts)
    sure = True
    for part in order:
        fewer = [other for other in kept if other != part]
        still_holds = holds(fewer)
        if still_holds is None:
            sure = False
        elif still_holds:
            kept = fewer
    return kept, sure


def _other_way(
    counter: CoverCounter, moves: Sequence[int], items: Sequence[int], move: int, budget: WorkBudget
) -> list[int] | None:
    """A way to do items beside some moves without a certain one; see `CoverCounter.cover`."""
    chosen = np.zeros(len(counter.problem.primary), dtype=bool)
    chosen[list(items)] = True
    part = budget if budget.work is None else budget.part(budget.work / _QUESTIONS)
    return counter.cover(moves, chosen, part, excluding=move)


def _smallest_subset(
    parts: Sequence[int], is_enough: Callable[[list[int]], bool]
) -> list[int] | None:
    """The fewest parts that are enough, the first ones rather than others; None if not found."""
    sizes = range(1, len(parts) + 1)
    subsets = chain.from_iterable(combinations(parts, size) for size in sizes)
    for subset in islice(subsets, _MOST_SETS + 1):
        if is_enough(list(subset)):
            return list(subset)
    return None


def _smallest_block(
    counter: CoverCounter, moves: Sequence[int], options: IntArray
) -> list[int] | None:
    """The fewest of some moves that rule all options out; None if that is not found."""
    if not len(options):
        return []
    chosen = counter.option_of[list(moves)]
    rules_out = np.zeros((len(moves), len(options)), dtype=bool)
    for forbids, masks in zip(counter.forbids, counter.masks, strict=True):
        rules_out |= (forbids[chosen, None] & masks[options]) != 0
    if not rules_out.any(axis=0).all():
        return None
    useful = np.nonzero(rules_out.any(axis=1))[0].tolist()
    # So many sets are looked at that whole numbers are used as sets of options.
    sets = [int.from_bytes(np.packbits(row).tobytes(), "big") for row in rules_out]
    everything = reduce(or_, sets)

    def rule_all_out(places: list[int]) -> bool:
        return reduce(or_, [sets[place] for place in places]) == everything

    places = _smallest_subset(useful, rule_all_out)
    return None if places is None else [moves[place] for place in places]


def _options_of(counter: CoverCounter, item: int) -> IntArray:
    """The options that have an item, ascending."""
    options: IntArray = counter.owners[counter.problem.items == item]
    return options


def _undone(counter: CoverCounter, left: BoolArray, fits: BoolArray, option: int) -> int | None:
    """An item that nothing can do any more once an option is chosen."""
    problem = counter.problem
    after = fits & ~(counter.masks & counter.forbids[:, option, None]).any(axis=0)
    ways = np.bincount(problem.items[after[counter.owners]], minlength=len(left))
    own = np.zeros(len(left), dtype=bool)
    own[problem.option(option)] = True
    undone = np.nonzero(left & ~own & (ways == 0))[0]
    return int(undone[-1]) if len(undone) else None


@dataclass(frozen=True, slots=True)
class ItemMeanings:
    """What each item is: the spot, the piece or the rule that the same moves are about.

    Attributes:
        spot_of: The spots, by items.
        piece_of: The pieces, by items that are no spots.
        rule_of: The rules in words, by all other items that have to be done.
    """

    spot_of: dict[int, int]
    piece_of: dict[int, int]
    rule_of: dict[int, str]

    @classmethod
    def of(cls, counter: CoverCounter) -> ItemMeanings:
        """The meanings of the items of a board."""
        items_of = _items_by_options(counter)
        spot_of = _spots_by_items(counter, items_of)
        pieces = _pieces_by_items(counter, items_of)
        piece_of = {item: piece for item, piece in pieces.items() if item not in spot_of}
        words = _rules(counter)
        rule_of = {
            item: words.get(item, "a rule of the puzzle")
            for item in np.nonzero(counter.problem.primary)[0].tolist()
            if item not in spot_of and item not in piece_of
        }
        return cls(spot_of, piece_of, rule_of)


def _items_by_options(counter: CoverCounter) -> dict[bytes, list[int]]:
    """The items by the options that have them, which are given as the bytes of a mask."""
    items_of: dict[bytes, list[int]] = {}
    for item in range(len(counter.problem.primary)):
        options = _mask(counter, _options_of(counter, item))
        items_of.setdefault(options, []).append(item)
    return items_of


def _spots_by_items(counter: CoverCounter, items_of: dict[bytes, list[int]]) -> dict[int, int]:
    """The spots that are items: those that exactly the options of an item cover."""
    data = counter.ground.data
    moves = data.moves
    is_possible = counter.option_of >= 0
    owners = np.repeat(np.arange(len(moves)), np.diff(moves.starts))
    spot_of: dict[int, int] = {}
    for spot in range(len(data.spots)):
        covering = owners[(moves.spots == spot) & is_possible[owners]]
        options = _mask(counter, counter.option_of[covering])
        # Spots that the same moves cover have an item each.
        free_items = [item for item in items_of.get(options, ()) if item not in spot_of]
        if free_items:
            spot_of[free_items[0]] = spot
    return spot_of


def _pieces_by_items(counter: CoverCounter, items_of: dict[bytes, list[int]]) -> dict[int, int]:
    """The pieces that are items: those that exactly the options of an item lay."""
    data = counter.ground.data
    is_possible = counter.option_of >= 0
    piece_of: dict[int, int] = {}
    for piece in range(len(data.pieces)):
        laying = (data.moves.piece == piece) & is_possible
        options = _mask(counter, counter.option_of[laying])
        for item in items_of.get(options, ()):
            piece_of.setdefault(item, piece)
    return piece_of


def _mask(counter: CoverCounter, options: IntArray) -> bytes:
    """Some options as the bytes of a mask, which equal sets share."""
    mask = np.zeros(counter.problem.options, dtype=bool)
    mask[options] = True
    return mask.tobytes()


def _rules(counter: CoverCounter) -> dict[int, str]:
    """What the group of rows of each item says, for rows that are in one."""
    program = counter.asked.model
    return {
        item: program.groups[group].why or program.groups[group].name
        for item, row in enumerate(counter.origins.tolist())
        if row >= 0 and (group := int(program.rows.groups[row])) >= 0
    }
