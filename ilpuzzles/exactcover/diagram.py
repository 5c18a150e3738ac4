"""The table of states: a decision diagram of items in a fixed order, frontier by frontier."""

from __future__ import annotations

import heapq
import time
from bisect import bisect
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ilpuzzles.dice import Dice
from ilpuzzles.exactcover.diagram_kernel import (
    TERMINAL,
    DiagramPause,
    DiagramState,
    Edges,
    Positions,
    StateIndex,
    States,
    count_endings,
    extremes,
    fill_for,
    list_paths,
)
from ilpuzzles.exactcover.problem import (
    WORD,
    BoolArray,
    CoverProblem,
    IntArray,
    as_rows,
    bits,
    words_for,
)
from ilpuzzles.exactcover.search_kernel import Scratch

_Item = TypeVar("_Item", bound=np.generic)

NOWHERE = -1

MOST_BITS = 3 * WORD
"""The largest number of bits of a state."""

# Filling pauses so often: Ctrl-C and limits are noticed then.
_SECONDS_PER_RUN = 0.03
# The first run goes on from so many states, a millisecond; later ones are adapted to the seconds.
_STATES_OF_FIRST_RUN = 4096
# So many solutions are listed at a time: 200 kB for solutions of a dozen options.
_SOLUTIONS_PER_BATCH = 4096
# Room for so many states is there from the beginning, 1 MB; it doubles.
_STATES_AT_FIRST = 1 << 15
# Numbers of 16 bits reach so far.
_END_OF_SHORT = 1 << 16
# A sort of item that shares options with this part of all items or more, such as the tiles of a
# tiling, is open from beginning to end, wherever it comes.
_NEARLY_ALL = 0.9
# So many orders are compared, each from another item with few neighbours: the corners of a board.
_ORDERS_TO_COMPARE = 4
# An order looks at every item for every item: for so many, 16 million times.
_MOST_ITEMS_TO_ORDER = 4000


def static_order(problem: CoverProblem, first: Sequence[int] = ()) -> list[int]:
    """Orders the primary items of a prepared problem.

    From an item with few neighbours, next comes always the item whose options reach the fewest
    items that no earlier one's reach. On a board this goes along the shorter side. Of a few such
    orders the one is taken in which fewest items are reached and not passed. Some items may be
    given that come first.
    """
    primary = np.nonzero(problem.primary)[0].tolist()
    best = [item for item in dict.fromkeys(first) if problem.primary[item]]
    if len(primary) <= _MOST_ITEMS_TO_ORDER:
        neighbours = _neighbours(problem)
        many = _NEARLY_ALL * len(problem.primary)
        passed = set(best)
        free = [i for i in primary if neighbours[i].bit_count() < many and i not in passed]
        ends = sorted(free, key=lambda item: (neighbours[item].bit_count(), item))
        orders = [
            _greedy([*best, end], free, neighbours)
            for end in ends[: 1 if best else _ORDERS_TO_COMPARE]
        ]
        best = min(orders, key=lambda order: _cost(order, neighbours), default=best)
    return list(dict.fromkeys([*best, *primary]))


def _neighbours(problem: CoverProblem) -> list[int]:
    """For each item, the items that share an option with it, as the bits of a number."""
    neighbours = [0] * len(problem.primary)
    starts, items = problem.starts.tolist(), problem.items.tolist()
    for start, end in pairwise(starts):
        own = items[start:end]
        mask = sum(1 << item for item in own)
        for item in own:
            neighbours[item] |= mask
    return neighbours


def _greedy(first: list[int], free: list[int], neighbours: list[int]) -> list[int]:
    order, left, coming = [], set(free), deque(first)
    reached = passed = 0
    while coming:
        item = coming.popleft()
        order.append(item)
        left.discard(item)
        reached |= neighbours[item]
        passed |= 1 << item
        if left and not coming:
            near = [other for other in left if reached >> other & 1] or list(left)
            new, old = ~reached, passed
            following = min(
                near,
                key=lambda other: (
                    (neighbours[other] & new).bit_count(),
                    -(neighbours[other] & old).bit_count(),
                    other,
                ),
            )
            coming.append(following)
    return order


def _cost(order: list[int], neighbours: list[int]) -> float:
    """A number of states: every item that is reached and not passed is open or not."""
    reached = passed = 0
    cost = 0.0
    for item in order:
        reached |= neighbours[item]
        passed |= 1 << item
        cost += 2.0 ** min((reached & ~passed).bit_count(), 1000)
    return cost


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """A static order of items, with a bit for every item as long as it matters.

    A position is an item that has to be covered when its turn comes; the options of a position are
    those of whose items it is the first. An item has a bit from the first option that has it until
    its turn (a secondary one, until the last option that has it); then another item gets the bit.
    So have the bits of colours (`Marks`), from the first option that forbids one.
    """

    order: IntArray  # the item of each position
    options: IntArray  # the options, position by position
    width: int  # how many bits there are
    at: Positions  # the bits of options; those that matter or are needed, a row for each word

    @classmethod
    def of(
        cls, problem: CoverProblem, order: Sequence[int], weights: IntArray | None = None
    ) -> Layout | int:
        """Lays a prepared problem out, or says how many bits there would have to be.

        Solutions count as often as the weights of their options say; without any, once.
        """
        positions, marks = len(order), problem.marks()
        turn = np.full(marks.width, positions, dtype=np.int64)
        turn[list(order)] = np.arange(positions)
        primary = turn < positions
        anchors = np.full(problem.options, positions, dtype=np.int64)
        np.minimum.at(anchors, marks.owners, turn[marks.places])
        first = np.full(marks.width, positions, dtype=np.int64)
        last = np.full(marks.width, NOWHERE, dtype=np.int64)
        having, forbidding = anchors[marks.owners], anchors[marks.forbidding]
        np.minimum.at(first, marks.forbidden, forbidding)
        np.maximum.at(last, marks.places, having)
        # What is forbidden after all that have it have had their turn, is forbidden for nothing.
        last[last < first] = NOWHERE
        ends = np.where(primary, turn, last)
        places, width = _places(first, last, ends)
        if width > MOST_BITS:
            return width
        words = words_for(width)
        used = np.nonzero(places >= 0)[0]
        # An item more, without a bit, stands for the end.
        own = np.zeros((words, len(turn) + 1), dtype=np.uint64)
        own[places[used] // WORD, used] = bits(places[used] % WORD)
        masks, forbids = np.zeros((2, words, problem.options), dtype=np.uint64)
        # Before and after, the bit in a state is another's.
        has = having >= first[marks.places]
        keeps = forbidding <= last[marks.forbidden]
        for of_items, row, forbidden in zip(own, masks, forbids, strict=True):
            np.bitwise_or.at(row, marks.owners[has], of_items[marks.places[has]])
            np.bitwise_or.at(forbidden, marks.forbidding[keeps], of_items[marks.forbidden[keeps]])
        by_position = np.argsort(anchors, kind="stable")
        alive, needed = np.zeros((2, words, positions + 1), dtype=np.uint64)
        for item in used.tolist():
            bit = own[:, item, None]
            alive[:, first[item] + 1 : ends[item] + 1] |= bit
            if primary[item]:
                needed[:, last[item] + 1 : ends[item] + 1] |= bit
        starts = np.searchsorted(anchors[by_position], np.arange(positions + 1))
        at = Positions(
            masks=np.ascontiguousarray(masks[:, by_position]),
            forbids=np.ascontiguousarray(forbids[:, by_position]),
            starts=starts.astype(np.uint64),
            alive=alive,
            needed=needed,
            own=np.ascontiguousarray(own[:, [*order, len(turn)]]),
            weights=np.ones_like(by_position) if weights is None else weights[by_position],
        )
        return cls(np.array(order, dtype=np.int64), by_position, width, at)


def _places(first: IntArray, last: IntArray, ends: IntArray) -> tuple[IntArray, int]:
    """The bit of each item, none if no option has it, and how many bits are needed."""
    places = np.full(len(first), NOWHERE, dtype=np.int64)
    taken: list[tuple[int, int]] = []
    free: list[int] = []
    width = 0
    for item in np.lexsort((np.arange(len(first)), first)).tolist():
        if last[item] == NOWHERE:
            continue
        while taken and taken[0][0] < first[item]:
            heapq.heappush(free, heapq.heappop(taken)[1])
        if not free:
            free.append(width)
            width += 1
        place = heapq.heappop(free)
        places[item] = place
        heapq.heappush(taken, (int(ends[item]), place))
    return places, width


class OutOfMemoryError(Exception):
    """The table would outgrow the memory that it may take; before, it took `peak` bytes."""

    def __init__(self, peak: int) -> None:
        super().__init__(f"{peak:,} bytes are not enough")
        self.peak = peak


class Diagram:
    """A table of states, filled position by position, in arrays of so many bytes at most.

    If it is `storing`, edges are kept, so that solutions can be listed; otherwise states that are
    gone on from are forgotten where room is needed. A count has so many words of 64 bits. A
    `steady` one always goes on from the same number of states at a time, so that whoever looks at
    it in between sees the same on every machine.
    """

    def __init__(
        self, layout: Layout, memory: int, *, storing: bool, words: int = 1, steady: bool = False
    ) -> None:
        self.layout = layout
        self._memory = memory
        self.storing = storing
        positions = len(layout.order)
        widest = int(np.diff(layout.at.starts).max(initial=0))
        room = max(_STATES_AT_FIRST, 1 << (2 * widest + 1).bit_length())
        self.kept = States(
            keys=np.zeros((room, len(layout.at.masks)), dtype=np.uint64),
            positions=np.zeros(room, dtype=np.int32),
            following=np.full(room, -1, dtype=np.int32),
            counts=np.zeros((room, words), dtype=np.uint64),
        )
        self.finding = StateIndex(
            table=np.full(2 * room, -1, dtype=np.int32),
            heads=np.full(positions + 1, -1, dtype=np.int32),
            tails=np.full(positions + 1, -1, dtype=np.int32),
        )
        self._total = np.zeros((1, words), dtype=np.uint64)
        stored = room if storing else 0
        self.edges = Edges(
            first=np.zeros(stored, dtype=np.int64),
            last=np.zeros(0, dtype=np.int64),
            order=np.zeros(stored, dtype=np.int32),
            children=np.zeros(2 * stored, dtype=np.int32),
            options=np.zeros(2 * stored, dtype=np.int32),
        )
        self._scratch = Scratch.of(widest)
        self.state = np.zeros(len(DiagramState), dtype=np.int64)
        self.peak = 0
        self._budget = _STATES_OF_FIRST_RUN
        self._steady = steady
        self._forgotten = 0
        # The first state: nothing is covered.
        self.kept.counts[0, 0] = 1
        self.finding.heads[0] = self.finding.tails[0] = 0
        self.state[DiagramState.STATES] = 1
        if not positions:
            self._total[0, 0] = 1
        self._note_memory(0)

    @property
    def states(self) -> int:
        """The number of states there are, or have been."""
        return int(self.state[DiagramState.STATES]) + self._forgotten

    @property
    def transitions(self) -> int:
        """The number of transitions between them."""
        return int(self.state[DiagramState.LEADING])

    @property
    def position(self) -> int:
        """The position that is gone on from."""
        return int(self.state[DiagramState.POSITION])

    @property
    def total(self) -> int:
        """The number of solutions known so far."""
        return int.from_bytes(self._total.tobytes(), "little")

    def run(self) -> DiagramPause:
        """Goes on for a moment.

        It is `DONE` when the table is complete, in `OVERFLOW` if counts have become too large for
        their words, else `PAUSED`. Where it needs more room than there may be, it raises an
        `OutOfMemoryError`.
        """
        begun, budget = time.perf_counter(), self._budget
        keys = self.kept.keys
        pause: DiagramPause = fill_for(keys.shape[1])(
            self.layout.at,
            self.kept._replace(keys=keys.ravel()),
            self.finding,
            self.edges,
            self._total,
            self._scratch,
            self.state,
            self.storing,
            budget,
        )
        passed = time.perf_counter() - begun
        if pause is DiagramPause.PAUSED and not self._steady:
            self._budget = max(1, int(budget * min(4.0, _SECONDS_PER_RUN / max(passed, 1e-6))))
        elif pause is DiagramPause.STATES:
            self._make_room()
        elif pause is DiagramPause.EDGES:
            children, options = self.edges.children, self.edges.options
            self._note_memory(children.nbytes + options.nbytes)
            self.edges = self.edges._replace(children=_grow(children), options=_grow(options))
        finished = {DiagramPause.DONE, DiagramPause.OVERFLOW}
        return pause if pause in finished else DiagramPause.PAUSED

    def _make_room(self) -> None:
        number = int(self.state[DiagramState.STATES])
        if not self.storing:
            number = self._sweep(number)
            if number <= len(self.kept.keys) // 2:
                self._enter_again()
                return
        table, (first, _, order, *_) = self.finding.table, self.edges
        # What there is, is there twice while it is copied; the table is made anew.
        growing = sum(array.nbytes for array in (*self.kept, first, order))
        self._note_memory(2 * growing + table.nbytes)
        keys, positions, following, counts = self.kept
        self.kept = States(_grow(keys), _grow(positions), _grow(following), _grow(counts))
        if self.storing:
            self.edges = self.edges._replace(first=_grow(first), order=_grow(order))
        self.finding = self.finding._replace(table=np.empty(2 * len(table), dtype=np.int32))
        self._enter_again()

    def _sweep(self, number: int) -> int:
        """Forgets the states that were gone on from; returns how many are left.

        Those of a position lie in the order in which they came, the current one is the first of
        its position that is left.
        """
        position = int(self.state[DiagramState.POSITION])
        current = int(self.state[DiagramState.CURRENT])
        keys, positions, following, counts = self.kept
        ahead = positions[:number] > position
        if current >= 0:
            ahead[current:] |= positions[current:number] == position
        waiting = np.nonzero(ahead)[0]
        # By position; numbers of 16 bits are sorted in one go over them.
        small = (
            positions.dtype if len(self.layout.at.starts) > _END_OF_SHORT else np.dtype(np.uint16)
        )
        waiting = waiting[np.argsort(positions[waiting].astype(small), kind="stable")]
        left = len(waiting)
        for array in (keys, positions, counts):
            array[:left] = array[waiting]
        following[:left] = np.arange(1, left + 1)
        heads, tails = self.finding.heads[position:], self.finding.tails[position:]
        bounds = np.searchsorted(positions[:left], np.arange(position, position + len(heads) + 1))
        there = np.diff(bounds) > 0
        heads[:] = np.where(there, bounds[:-1], -1)
        tails[there] = bounds[1:][there] - 1
        following[tails[there]] = -1
        self._forgotten += number - left
        self.state[DiagramState.STATES] = left
        self.state[DiagramState.CURRENT] = heads[0] if current >= 0 else -1
        return left

    def _enter_again(self) -> None:
        """Has all states entered when filling goes on."""
        self.finding.table[:] = -1
        self.state[DiagramState.ENTERED] = 0

    def _note_memory(self, more: int) -> None:
        """Notes how much memory is taken; raises if what is wanted on top is too much."""
        arrays = (*self.kept, self.finding.table, *self.edges)
        taken = sum(array.nbytes for array in arrays) + more
        if self.storing:
            # What `Paths` will know of every state: its endings, and where its edges end.
            taken += self.kept.counts.nbytes + 9 * len(self.kept.keys)
        if taken > self._memory:
            raise OutOfMemoryError(self.peak)
        self.peak = max(self.peak, taken)


def _grow(array: npt.NDArray[_Item]) -> npt.NDArray[_Item]:
    """The same with room for as much again."""
    return np.concatenate([array, np.empty_like(array)])


def fill_diagram(
    layout: Layout,
    memory: int,
    *,
    storing: bool,
    go_on: Callable[[Diagram], bool],
    steady: bool = False,
) -> Diagram | None:
    """Fills a table, with as many words for counts as it takes; see `Diagram`.

    After every moment, `go_on` is asked; there is no table if it says no.
    """
    words = 1
    diagram = Diagram(layout, memory, storing=storing, steady=steady)
    while True:
        pause = diagram.run()
        if pause is DiagramPause.DONE:
            return diagram
        if pause is DiagramPause.OVERFLOW:
            words *= 4
            diagram = Diagram(layout, memory, storing=storing, words=words, steady=steady)
        if not go_on(diagram):
            return None


class Paths:
    """The paths through a complete table with edges that end with one of `number` solutions."""

    def __init__(self, diagram: Diagram) -> None:
        self._diagram = diagram
        self.number = diagram.total
        states, stored = diagram.states, int(diagram.state[DiagramState.EDGES])
        self._expanded = int(diagram.state[DiagramState.EXPANDED])
        self._edges = diagram.edges._replace(last=np.zeros(states, dtype=np.int64))
        self._endings = np.zeros((states, diagram.kept.counts.shape[1]), dtype=np.uint64)
        one = np.zeros((1, self._endings.shape[1]), dtype=np.uint64)
        one[0, 0] = 1
        weights = diagram.layout.at.weights
        count_endings(self._edges, weights, self._expanded, stored, one, self._endings)
        self._lives: BoolArray = (self._endings != 0).any(axis=1)

    def batches(self) -> Iterator[IntArray]:
        """All solutions, as rows of options filled up with -1, some at a time."""
        ones = np.ones((1, len(self._diagram.layout.options)), dtype=np.int64)
        depths = 1 + (int(self.extremes(ones)[1][0]) if self.number else 0)
        levels, cursors, path = np.zeros((3, depths), dtype=np.int64)
        buffer = np.empty((_SOLUTIONS_PER_BATCH, depths), dtype=np.int32)
        depth = 0
        if not len(self._diagram.layout.order):
            yield np.full((1, 0), -1, dtype=np.int64)
            return
        cursors[0] = self._edges.first[0]
        while depth >= 0:
            number, depth = list_paths(
                self._edges, self._lives, levels, cursors, path, buffer, depth
            )
            if number:
                yield self._numbers(buffer[:number])

    def _numbers(self, paths: npt.NDArray[np.integer[Any]]) -> IntArray:
        """Numbers in the layout as numbers of options."""
        used = int((paths >= 0).sum(axis=1).max(initial=0))
        numbers: IntArray = np.append(self._diagram.layout.options, -1)[paths[:, :used]]
        return numbers

    def sample(self, number: int, dice: Dice) -> IntArray:
        """Random solutions, each with as many chances as it counts, independent of the others.

        There is one in every row, as options filled up with -1; no row if there is none.
        """
        layout = self._diagram.layout
        if not self.number:
            number = 0
        edges = self._edges
        found = np.full((number, len(layout.order)), -1, dtype=np.int64)
        for row in range(number):
            state, level = 0, 0
            while state >= 0 and len(layout.order):
                first, last = int(edges.first[state]), int(edges.last[state])
                children = edges.children[first:last].tolist()
                times = layout.at.weights[edges.options[first:last]].tolist()
                weights = [
                    number * (1 if child < 0 else self._number_of_endings(child))
                    for child, number in zip(children, times, strict=True)
                ]
                sums = list(accumulate(weights))
                edge = bisect(sums, dice.below(sums[-1]))
                found[row, level] = edges.options[first + edge]
                state, level = children[edge], level + 1
        return self._numbers(found)

    def _number_of_endings(self, state: int) -> int:
        return int.from_bytes(self._endings[state].tobytes(), "little")

    def best(self, weights: IntArray, number: int | None) -> IntArray:
        """The solutions with the least sums of weights of their options, the least first.

        The weights have shape (options,); without a number, all with the least sum are found. With
        the least sum of each state's endings, no path is followed but those of these solutions.
        """
        layout, edges = self._diagram.layout, self._edges
        if not self.number or not len(layout.order):
            return np.full((int(bool(self.number)), 0), NOWHERE, dtype=np.int64)
        added = np.ascontiguousarray(weights[layout.options])
        ends = np.zeros((2, self._diagram.states), dtype=np.int64)
        extremes(edges, self._expanded, self._lives, added, ends)
        # Of equal ones, the longest begun goes first.
        waiting: list[tuple[int, int, int, tuple[int, ...]]] = [(int(ends[0, 0]), 0, 0, ())]
        found: list[tuple[int, ...]] = []
        begun = 0
        while waiting and len(found) != number:
            if number is None and waiting[0][0] > ends[0, 0]:
                break
            total, _, state, path = heapq.heappop(waiting)
            if state == TERMINAL:
                found.append(path)
                continue
            spent = total - int(ends[0, state])
            for edge in range(int(edges.first[state]), int(edges.last[state])):
                child, option = int(edges.children[edge]), int(edges.options[edge])
                if child == TERMINAL or self._lives[child]:
                    begun -= 1
                    rest = 0 if child == TERMINAL else int(ends[0, child])
                    sums = spent + int(added[option]) + rest
                    heapq.heappush(waiting, (sums, begun, child, (*path, option)))
        return self._numbers(as_rows(found))

    def extremes(self, weights: IntArray) -> tuple[IntArray, IntArray]:
        """The least and the greatest sums of weights of the options of a solution, which exists.

        The weights have shape (sums, options).
        """
        diagram = self._diagram
        bounds = np.zeros((2, len(weights)), dtype=np.int64)
        ends = np.zeros((2, diagram.states), dtype=np.int64)
        # Rows of one piece: another kind of arrays would be compiled for anew.
        for row, added in enumerate(np.ascontiguousarray(weights[:, diagram.layout.options])):
            extremes(self._edges, self._expanded, self._lives, added, ends)
            bounds[:, row] = ends[:, 0] if len(diagram.layout.order) else 0
        return bounds[0], bounds[1]
