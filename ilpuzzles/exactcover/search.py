"""The depth-first search for exact covers: its arrays, its bounds, and its parts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ilpuzzles.exactcover.problem import BoolArray, CoverProblem, IntArray
from ilpuzzles.exactcover.search_kernel import (
    ItemBounds,
    Levels,
    Lists,
    Scratch,
    SearchPause,
    SearchRules,
    SearchState,
    Several,
    search_for,
)
from ilpuzzles.exactcover.settings import Figures, Settings

BATCH = 1024
"""The largest number of solutions that a search lists at a time."""

# No search is so deep, and none chooses so many options between two pauses.
_UNLIMITED = 1 << 40
# So many words are looked at in a row, 0.024 s: then whoever waits for a signal or a limit is
# asked.
_WORDS_PER_RUN = 3e7
# As many words could be looked at while the lists get room for another one.
_LOOKS_PER_NEW_WORD = 8
# Up to so many words, there is a kernel for each number: each takes a second or two to compile.
UNROLLED = 4
# Branches that are a smaller part of the whole search are not looked into for its share, of which
# people see percents.
_SMALLEST_SHARE = 1e-7
# Sums of scaled numbers, and one more, stay within 63 bits.
_LARGEST_SCALED_SUM = 1 << 61
# A sort of items is looked for from so many of them on, those with most options first.
_FIRST_ITEMS_TO_TRY = 40


_FIGURES = [
    SearchState.FOUND,
    SearchState.NODES,
    SearchState.DEAD_ENDS,
    SearchState.CUT_OFF,
    SearchState.LOOKED,
]


class Search:
    """A depth-first search for the solutions of a prepared problem, or only for their number.

    It pauses after `most` solutions of a list, or before that. It may begin anew with some options
    chosen, which are disjoint from each other.
    """

    def __init__(
        self,
        problem: CoverProblem,
        settings: Settings,
        *,
        listing: bool,
        most: int = BATCH,
    ) -> None:
        self._sort = problem.colours is not None, problem.bounds is not None
        marks = problem.marks()
        self._masks, forbids = marks.masks()
        self._required, self._deepest = marks.required(problem.primary), deepest(settings)
        depths = min(int(problem.primary.sum()), problem.options) + 2
        if problem.bounds is not None:
            depths = problem.options + 2
        words, room = len(self._masks), 3 * problem.options + 1
        self._lists = Lists(
            masks=np.empty((words, room), dtype=np.uint64),
            ids=np.empty(room, dtype=np.int32),
            open_items=np.zeros((depths, words), dtype=np.uint64),
            forbids=forbids,
        )
        bases, lengths, cursors, chosen_words, places, options = np.zeros(
            (6, depths), dtype=np.int64
        )
        bits = np.zeros(depths, dtype=np.uint64)
        self._levels = Levels(bases, lengths, cursors, chosen_words, bits, options, places)
        weights = np.zeros(0, dtype=np.int64) if settings.weights is None else settings.weights
        sequence = static_sequence(problem, settings)
        self._rules = SearchRules(0, settings.safety, settings.dead_ends, sequence, weights)
        self._bounds, self._scale = _bounds(problem, settings, depths)
        self._several = _several(problem, depths, words)
        self._scratch = Scratch.of(problem.options)
        self._state = np.zeros(len(SearchState), dtype=np.int64)
        # It grows: whoever wants the first solution, wants it at once.
        self._buffer = np.empty((1 if listing else 0, depths), dtype=np.int32)
        self._most = most
        self.begin(())

    def begin(self, chosen: Sequence[int]) -> None:
        """Begins anew, with these options chosen."""
        self._prefix = prefix = np.array(list(chosen), dtype=np.int64)
        covered, taken = (
            np.bitwise_or.reduce(words[:, prefix], axis=1, initial=np.uint64(0))
            for words in (self._masks, self._lists.forbids)
        )
        left = np.nonzero(~(self._masks & taken[:, None]).any(axis=0))[0]
        self._lists.masks[:, : len(left)] = self._masks[:, left]
        self._lists.ids[: len(left)] = left
        self._lists.open_items[0] = self._required & ~covered
        for level in self._levels:
            level[:] = 0
        self._levels.lengths[0] = len(left)
        weights, totals = self._rules.weights, self._bounds.totals
        self._rules = self._rules._replace(minimal_depth=max(0, self._deepest - len(prefix)))
        self._times = math.prod(weights[prefix].tolist()) if len(weights) else 1
        self._bounds.sums[0] = totals[:, prefix].sum(axis=1)
        self._state[:] = 0
        if not self._lists.open_items[0].any() and not self._sort[1]:
            # What is chosen already is all there is.
            sums = self._bounds.sums[0]
            met = (self._bounds.lower <= sums).all() and (sums <= self._bounds.upper).all()
            self._buffer[:] = -1
            self._state[SearchState.DEPTH] = -1
            self._state[SearchState.FOUND] = met
            self._state[SearchState.BUFFERED] = met and len(self._buffer) > 0

    def drain_figures(self) -> Figures:
        """Returns the figures since the last call, which begin again at 0: 64 bits hold them."""
        figures = Figures(*self._state[_FIGURES].tolist())
        self._state[_FIGURES] = 0
        return figures._replace(found=self._times * figures.found)

    @property
    def share(self) -> float:
        """The share of the search that is done, from 0 to 1; it never gets less.

        All branches of a node of the search tree count the same, as in Knuth's estimate: of the way
        to where the search is, each level adds its finished branches, divided by the numbers of
        branches down to there.
        """
        state, levels = self._state, self._levels
        deepest_level = int(state[SearchState.DEPTH])
        if deepest_level < 0:
            return 1.0
        done, weight = 0.0, 1.0
        # At the last level, no branch may have been chosen yet.
        for level in range(deepest_level + int(state[SearchState.ADVANCING] != 0)):
            base, cursor = int(levels.bases[level]), int(levels.cursors[level])
            end = base + int(levels.lengths[level])
            branches = self._lists.masks[levels.words[level], base:end] & levels.bits[level]
            number = int(np.count_nonzero(branches))
            if not number:
                break
            begun = int(np.count_nonzero(branches[:cursor]))
            weight /= number
            # The branch that leads to the next level is not finished.
            done += weight * (begun - (level < deepest_level))
            if weight < _SMALLEST_SHARE:
                break
        return done

    @property
    def memory(self) -> int:
        """The size of the arrays in bytes."""
        arrays = (*self._lists, self._bounds.shares, self._bounds.totals, self._buffer)
        return sum(array.nbytes for array in arrays)

    def run(self, most: float = math.inf, work: float = math.inf) -> SearchPause:
        """Searches for a moment, in which it chooses so many options at most.

        It is `DONE` if it is through, `BUFFER` if solutions have to be taken first, else `BUDGET`.

        Args:
            most: How many options it may choose.
            work: How many words it may look at, roughly.
        """
        width = len(self._lists.masks)
        pause: SearchPause = search_for(
            width if width <= UNROLLED else 0, len(self._bounds.lower) > 0, *self._sort
        )(
            self._lists,
            self._levels,
            self._rules,
            self._bounds,
            self._several,
            self._scratch,
            self._state,
            self._buffer,
            int(min(most, _UNLIMITED)),
            # With less than one word, it would pause for ever.
            math.ceil(min(work, _WORDS_PER_RUN)),
        )
        if pause is SearchPause.ROOM:
            old, ids = self._lists.masks, self._lists.ids
            masks = np.empty((len(old), 2 * len(ids)), dtype=np.uint64)
            masks[:, : len(ids)] = old
            # New memory takes longer to write to than words take to be looked at.
            self._state[SearchState.LOOKED] += _LOOKS_PER_NEW_WORD * masks.size
            ids = np.concatenate([ids, np.empty_like(ids)])
            self._lists = self._lists._replace(masks=masks, ids=ids)
            return SearchPause.BUDGET
        return pause

    def cap(self, most: int) -> None:
        """From now on, the last condition has to come to so much at most."""
        bounds, scale = self._bounds, int(self._scale[-1])
        reach = int(np.abs(bounds.totals[-1]).sum()) + 1
        bounds.upper[-1] = max(-reach, min(scale * most, reach))

    def drain(self) -> IntArray:
        """Returns the solutions since the last call, as rows of options, filled up with -1."""
        number = int(self._state[SearchState.BUFFERED])
        self._state[SearchState.BUFFERED] = 0
        found = self._buffer[:number].astype(np.int64)
        if 0 < number == len(self._buffer) < self._most:
            self._buffer = np.empty((2 * number, self._buffer.shape[1]), dtype=np.int32)
        if not len(self._prefix):
            return found
        return np.hstack([np.tile(self._prefix, (number, 1)), found])


def _several(problem: CoverProblem, depths: int, words: int) -> Several:
    """The items that may be in several options."""
    items = problem.several()
    where = np.nonzero(np.isin(problem.items, items))[0]
    least, most = np.zeros((2, depths, len(items)), dtype=np.int64)
    if problem.bounds is not None:
        least[0], most[0] = problem.bounds[:, items]
    return Several(
        starts=np.searchsorted(problem.owners()[where], np.arange(problem.options + 1)),
        which=np.searchsorted(items, problem.items[where]),
        items=items,
        least=least,
        most=most,
        closing=np.zeros(words, dtype=np.uint64),
    )


def _bounds(problem: CoverProblem, settings: Settings, depths: int) -> tuple[ItemBounds, IntArray]:
    """The conditions, scaled so that the shares of items are whole; and by what each is scaled."""
    conditions = settings.conditions
    totals = np.array([one.totals for one in conditions], dtype=np.int64)
    totals = totals.reshape(len(conditions), problem.options)
    scale, shares = shares_of(problem, totals)
    counts = np.zeros(len(problem.primary), dtype=bool)
    counts[problem.items[(shares != 0).any(axis=0)]] = True
    entries = np.nonzero(counts[problem.items])[0]
    counted, places = np.unique(problem.items[entries], return_inverse=True)
    bounds = ItemBounds(
        counted=counted,
        starts=np.searchsorted(entries, problem.starts),
        places=places,
        shares=np.ascontiguousarray(shares[:, entries]),
        totals=totals * scale[:, None],
        lower=_within(totals, [one.lower for one in conditions]) * scale,
        upper=_within(totals, [one.upper for one in conditions]) * scale,
        sums=np.zeros((depths, len(conditions)), dtype=np.int64),
        best=np.zeros((2, len(counted)), dtype=np.int64),
    )
    return bounds, scale


def _within(totals: IntArray, bounds: Sequence[int]) -> IntArray:
    """Bounds of sums that are no larger than they have to be, so that they may be scaled."""
    most = [sum(map(abs, row)) + 1 for row in totals.tolist()]
    within = [max(-m, min(m, bound)) for m, bound in zip(most, bounds, strict=True)]
    return np.array(within, dtype=np.int64)


def deepest(settings: Settings) -> int:
    """The depth down to which the search branches on the item with fewest options left."""
    if settings.minimal_depth is not None:
        return settings.minimal_depth
    return 0 if settings.order else _UNLIMITED


def static_sequence(problem: CoverProblem, settings: Settings) -> IntArray:
    """The static order: what the settings name, then all other primary items."""
    named = [item for item in dict.fromkeys(settings.order) if problem.primary[item]]
    rest = np.setdiff1d(np.nonzero(problem.primary)[0], named)
    return np.concatenate([np.array(named, dtype=np.int64), rest])


def shares_of(problem: CoverProblem, totals: IntArray) -> tuple[IntArray, IntArray]:
    """Splits what options add to conditions among their primary items.

    Whatever is left to cover then adds at most the sum of the largest shares of its items. The
    bound is sharp where every option has exactly one item of some sort (a tiling: its tile), and
    what it adds depends on that item most of all; so all of it goes there. Where there is no such
    sort, every primary item gets the same share, and numbers are scaled so that these are whole.

    From what the options add, shape (conditions, options), it makes by what each condition is
    scaled, shape (conditions,), and the shares of the entries of `problem.items`, shape
    (conditions, entries).
    """
    owners = problem.owners()
    entries = np.nonzero(problem.primary[problem.items])[0]
    shares = np.zeros((len(totals), len(problem.items)), dtype=np.int64)
    scale = np.ones(len(totals), dtype=np.int64)
    if not len(totals) or not problem.options or problem.bounds is not None:
        return scale, shares
    sort = exclusive_sort(problem)
    sizes = np.bincount(owners[entries], minlength=problem.options)
    factor = math.lcm(*np.unique(sizes).tolist())
    if sort is not None:
        entries = entries[sort[problem.items[entries]]]
    elif factor > _LARGEST_SCALED_SUM // (int(np.abs(totals).sum(axis=1).max()) + 1):
        # Scaled numbers would be too large, so one item of each option takes all of its number.
        entries = entries[np.unique(owners[entries], return_index=True)[1]]
    else:
        totals = totals * (factor // sizes)
        scale *= factor
    shares[:, entries] = totals[:, owners[entries]]
    return scale, shares


def exclusive_sort(problem: CoverProblem) -> BoolArray | None:
    """Primary items of which every option has exactly one, or None if none are found.

    Those with most options are taken first, as long as no option gets a second one; then the same
    is tried without the very first, since cells in the middle may have more options than tiles.
    """
    number = len(problem.primary)
    options = problem.by_item()
    degrees = np.array([len(own) for own in options], dtype=np.int64)
    order = np.lexsort((np.arange(number), -degrees))
    order = order[problem.primary[order] & (degrees[order] > 0)]
    for first in range(min(len(order), _FIRST_ITEMS_TO_TRY)):
        chosen = np.zeros(number, dtype=bool)
        reached = np.zeros(problem.options, dtype=bool)
        for item in np.roll(order, -first).tolist():
            if not reached[options[item]].any():
                chosen[item] = True
                reached[options[item]] = True
        if reached.all():
            return chosen
    return None


@dataclass(frozen=True, slots=True)
class Parts:
    """The beginnings of a search."""

    beginnings: tuple[tuple[int, ...], ...]  # the options that each part begins with
    nodes: int  # how often an option was chosen to get there
    dead_ends: int  # how often that left an item without options
    weights: tuple[float, ...]  # what share each part is, where all branches of a node are equal


def split_search(problem: CoverProblem, settings: Settings, wanted: int) -> Parts:
    """Splits a search until there are as many parts as are wanted.

    It branches on the same items as the search does, so the parts one after the other are the
    search. There may be more of them, or fewer.
    """
    splitter = _Splitter(problem, settings)
    # What each begins with, its weight, and whether nothing is left to cover there.
    parts: list[tuple[tuple[int, ...], float, bool]] = [((), 1.0, False)]
    nodes = dead_ends = 0
    while len(parts) < wanted and not all(whole for *_, whole in parts):
        # From the end, so that what is searched last is small, and no thread is left alone with it.
        for place in reversed(range(len(parts))):
            part, weight, whole = parts[place]
            if whole or len(parts) >= wanted:
                continue
            branches = splitter.branches(part)
            if branches is None:
                parts[place] = part, weight, True
                continue
            nodes += len(branches)
            following = [(*part, option) for option in branches]
            if settings.dead_ends:
                following = [longer for longer in following if not splitter.dead(longer)]
                dead_ends += len(branches) - len(following)
            each = weight / max(1, len(following))
            parts[place : place + 1] = [(longer, each, False) for longer in following]
    total = sum(weight for _, weight, _ in parts)
    weights = tuple(weight / total for _, weight, _ in parts)
    return Parts(tuple(part for part, *_ in parts), nodes, dead_ends, weights)


class _Splitter:
    def __init__(self, problem: CoverProblem, settings: Settings) -> None:
        self._problem = problem
        self._settings = settings
        self._owners = problem.owners()
        self._masks, self._forbids = problem.marks().masks()
        self._sequence = static_sequence(problem, settings)

    def _remainder(self, part: tuple[int, ...]) -> tuple[BoolArray, BoolArray, IntArray]:
        """The rest after a beginning: entries of options, open items, how many options each has."""
        taken = np.bitwise_or.reduce(self._forbids[:, list(part)], axis=1, initial=np.uint64(0))
        entries = ~(self._masks & taken[:, None]).any(axis=0)[self._owners]
        open_items = self._problem.primary.copy()
        for option in part:
            open_items[self._problem.option(option)] = False
        counts = np.bincount(self._problem.items[entries], minlength=len(open_items))
        return entries, open_items, counts

    def branches(self, part: tuple[int, ...]) -> list[int] | None:
        """The options that come next, or None if nothing is left to cover."""
        entries, open_items, counts = self._remainder(part)
        if not open_items.any():
            return None
        minimal = len(part) < deepest(self._settings)
        candidates = np.nonzero(open_items)[0]
        least = candidates[np.argmin(counts[candidates])]
        single = candidates[counts[candidates] == 1]
        if minimal:
            item = least
        elif self._settings.safety and len(single):
            item = single[0]
        else:
            item = next(i for i in self._sequence.tolist() if open_items[i])
        owners: list[int] = self._owners[(self._problem.items == item) & entries].tolist()
        return owners

    def dead(self, part: tuple[int, ...]) -> bool:
        """Whether some open item is left without options."""
        _, open_items, counts = self._remainder(part)
        return bool((open_items & (counts == 0)).any())
