"""Settings and limits of a search for exact covers, and its result."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from ilpuzzles.errors import InputError
from ilpuzzles.exactcover.problem import IntArray, as_rows
from ilpuzzles.progress import Progress, Watch

MEMORY = 1 << 30
"""The default memory limit of an engine, in bytes."""

# The table's first room takes about as many bytes.
_LEAST_MEMORY = 1 << 20
# Products of two weights, and sums of them, are far from 64 bits.
_LARGEST_WEIGHT = 1 << 20
# More threads than any processor has cores.
_MOST_WORKERS = 1024


class Engine(StrEnum):
    """The ways to find all exact covers."""

    AUTO = "auto"
    """Whichever is estimated to be quicker."""
    SEARCH = "search"
    """Depth first, by default on the item with fewest options left."""
    TABLE = "table"
    """Items in a fixed order; what different beginnings leave open in the same way is one state."""


class SearchEnding(StrEnum):
    """Reasons why there may be more solutions than were found."""

    NONE = "none"
    TIME = "time"
    NODES = "nodes"
    WORK = "work"
    SOLUTIONS = "solutions"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """A *sideline condition*: bounds on what the chosen options add up to.

    Attributes:
        totals: What each option adds, shape (options,).
        lower: The least that they may add up to.
        upper: The most.
    """

    totals: IntArray
    lower: int
    upper: int


@dataclass(frozen=True, slots=True, eq=False)
class Settings:
    """The settings of a search.

    Attributes:
        engine: Which engine.
        memory: How many bytes the engine's arrays may take. A table that outgrows it is given up
            for the search.
        workers: How many threads.
        order: Items that the search covers first, in this order; the others follow by number. With
            an order, or without minimal branching, the search branches on the first item in it that
            is not covered.
        minimal_depth: The depth down to which the search branches on the item with the fewest
            options left; None for everywhere, or for nowhere if an order is given.
        safety: Whether an item with a single option left comes before the order.
        dead_ends: Whether a choice is given up at once if it leaves an item without options.
        reduce: Whether options that leave some item without options are removed first.
        conditions: What the chosen options have to add up to; the table knows none.
        symmetry: Whether of several options of an item that are equivalent by symmetries (of the
            options, with conditions and weights) one is searched for all; None where that saves
            time, and nobody has said how to search.
        weights: How often a count takes a solution for each option that it has, shape (options,):
            as often as their product; 1 to 2^20, None for once. Lists have every solution once.

    Raises:
        InputError: If a value makes no sense.
    """

    engine: Engine = Engine.AUTO
    memory: int = MEMORY
    workers: int = 1
    order: tuple[int, ...] = ()
    minimal_depth: int | None = None
    safety: bool = True
    dead_ends: bool = True
    reduce: bool = True
    conditions: tuple[Condition, ...] = ()
    symmetry: bool | None = None
    weights: IntArray | None = None

    def __post_init__(self) -> None:
        if self.memory < _LEAST_MEMORY:
            raise InputError(f"the memory must be 1 MB or more, got {self.memory >> 20} MB")
        if not 1 <= self.workers <= _MOST_WORKERS:
            raise InputError(
                f"the number of workers must be between 1 and {_MOST_WORKERS}, got {self.workers}"
            )
        if self.minimal_depth is not None and self.minimal_depth < 0:
            raise InputError(f"the minimal depth must be 0 or more, got {self.minimal_depth}")
        for weight in () if self.weights is None else np.unique(self.weights).tolist():
            if not 1 <= weight <= _LARGEST_WEIGHT:
                raise InputError(
                    f"a weight must be between 1 and {_LARGEST_WEIGHT:,}, got {weight}"
                )

    @property
    def says_something(self) -> bool:
        """Whether somebody has said how to search."""
        plain = self.branches_minimally and self.reduce and self.symmetry is None
        return not plain or self.engine is not Engine.AUTO or self.memory != MEMORY

    @property
    def branches_minimally(self) -> bool:
        """Whether the search is the plain one: fewest options first, everywhere."""
        return self.minimal_depth is None and not self.order and self.safety and self.dead_ends


class Figures(NamedTuple):
    """Figures of a search."""

    found: int  # solutions, each as often as it counts
    nodes: int  # how often an option was chosen
    dead_ends: int  # how often that left an item without options
    cut_off: int  # how often a condition could no longer be met
    looked: int  # how many words of options that were left it has looked at


@dataclass(slots=True)
class SearchStatistics:
    """Statistics of an engine.

    Attributes:
        engine: Which engine answered.
        why: Why this engine, in words.
        options: How many options were left after those had gone that leave an item without any.
        nodes: How often the search chose an option (Logelium's successful placements).
        dead_ends: How often that left an item without options.
        cut_off: How often a condition could no longer be met.
        looked: How many words of options that were left it has looked at: its work.
        states: How many states the table has.
        edges: How many transitions it has.
        memory: The most bytes that arrays took.
        spared: Of which item equivalent options were spared, or of which two equivalent pairs; how
            many were searched, of how many, and how many symmetries there are; None if none were.
        symmetry: Why none were, in words.
    """

    engine: Engine = Engine.SEARCH
    why: str = ""
    options: int = 0
    nodes: int = 0
    dead_ends: int = 0
    cut_off: int = 0
    looked: int = 0
    states: int = 0
    edges: int = 0
    memory: int = 0
    spared: tuple[tuple[int, ...], int, int, int] | None = None
    symmetry: str = ""

    def add(self, new: Figures, memory: int) -> None:
        """Adds what a search has done since the last time, and how much memory it takes."""
        self.nodes += new.nodes
        self.dead_ends += new.dead_ends
        self.cut_off += new.cut_off
        self.looked += new.looked
        self.memory = max(self.memory, memory)

    def to_json(self) -> dict[str, str | int]:
        """The figures as plain data; those that the engine does not have are left out."""
        figures: dict[str, str | int] = {"engine": self.engine.value, "why": self.why}
        figures |= {"options": self.options}
        figures |= {"symmetry": self.symmetry_text()} if self.spared or self.symmetry else {}
        if self.engine is Engine.TABLE:
            return figures | {"states": self.states, "transitions": self.edges}
        figures |= {"placements": self.nodes, "dead_ends": self.dead_ends}
        return figures | ({"cut_off": self.cut_off} if self.cut_off else {})

    def symmetry_text(self, *names: str) -> str:
        """The work that symmetry saved, in words, where items have names; or why it saved none."""
        if self.spared is None:
            return f"not used: {self.symmetry}"
        items, left, whole, number = self.spared
        what = f"{left:,} of {whole:,} {'pairs of ' * (len(items) > 1)}choices"
        where = " and in ".join(names or [f"item {item}" for item in items])
        return f"{what} in {where} were searched, and count for all ({number} symmetries)"

    def text(self) -> str:
        """The figures in a line."""
        if self.engine is Engine.TABLE:
            parts = [f"{self.states:,} states", f"{self.edges:,} transitions"]
        else:
            parts = [f"{self.nodes:,} placements", f"{self.dead_ends:,} dead ends"]
            parts += [f"{self.cut_off:,} cut off by conditions"] * (self.cut_off > 0)
        return ", ".join(parts)


@dataclass(slots=True)
class Run:
    """One question to the engine while it is being answered: limits, and what is known so far.

    It may be read at any moment, also after an interruption.

    Attributes:
        seconds: How long it may take, or None.
        node_limit: How many options the search may choose, or None.
        work_limit: How many words the search may look at, or None; it pauses after some.
        watch: Called with the progress now and then.
        found: How many solutions are known.
        done: How many parts of the work are done.
        parts: How many there are, or 0 where that is not known.
        share: How much of the search is done, from 0 to 1, or None where that is not known. It is
            kept for the watcher; without one, one thread does not ask for it.
        best: Of a search for the best solutions, the least sum of weights so far.
        bound: What no solution that is not among the best ones so far can be less than.
        covers: These, the best one first, once it has ended, in whatever way.
        ending: Why there may be more solutions.
        complete: Whether all were found.
        statistics: What the engine did.
    """

    seconds: float | None = None
    node_limit: int | None = None
    work_limit: float | None = None
    watch: Watch | None = None
    found: int = 0
    done: int = 0
    parts: int = 0
    share: float | None = None
    best: int | None = None
    bound: int | None = None
    covers: IntArray = field(default_factory=lambda: as_rows(()))
    ending: SearchEnding = SearchEnding.NONE
    complete: bool = False
    statistics: SearchStatistics = field(default_factory=SearchStatistics)
    _begun: float = field(default_factory=time.perf_counter)

    @property
    def late(self) -> bool:
        """Whether the time is over."""
        return self.seconds is not None and time.perf_counter() - self._begun >= self.seconds

    @property
    def seconds_left(self) -> float | None:
        """The time left in seconds, or None if there is no limit."""
        if self.seconds is None:
            return None
        return max(0.0, self.seconds - (time.perf_counter() - self._begun))

    @property
    def nodes_left(self) -> float:
        """The number of options that may still be chosen."""
        if self.node_limit is None:
            return math.inf
        return max(0, self.node_limit - self.statistics.nodes)

    @property
    def work_left(self) -> float:
        """The number of words that may still be looked at."""
        if self.work_limit is None:
            return math.inf
        return max(0, self.work_limit - self.statistics.looked)

    def is_over(self) -> bool:
        """Whether it has ended, or a limit is reached; the ending says which then."""
        reached = {
            SearchEnding.TIME: self.late,
            SearchEnding.NODES: not self.nodes_left,
            SearchEnding.WORK: not self.work_left,
        }
        for ending, is_reached in reached.items():
            if is_reached:
                self.ending = ending
                break
        return self.ending is not SearchEnding.NONE

    def tell(self) -> None:
        """Tells the watcher."""
        if self.watch is not None:
            passed = time.perf_counter() - self._begun
            figures = self.found, self.done, self.parts, passed, self.share
            self.watch(Progress(*figures, self.best, self.bound))
