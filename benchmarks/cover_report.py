"""The tables of the benchmark of exact covers: seconds, ratios, and whether targets are met."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from benchmarks.cover_peers import CPSAT, WAYS, WHOLE, Way
from benchmarks.cover_problems import Instance
from ilpuzzles.modelling.text_tables import table_text

FIRST_TARGET = 0.010
"""How many seconds our first solution may take."""


class Ended(StrEnum):
    """How a measurement ended."""

    ANSWERED = "answered"
    LATE = "late"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Figure:
    """What one way took for one instance.

    Attributes:
        ended: How it ended.
        seconds: Processor seconds; the limit where that came first.
        found: How many solutions were found.
        wrong: Whether that is not their number.
    """

    ended: Ended
    seconds: float
    found: int = 0
    wrong: bool = False

    @property
    def text(self) -> str:
        """The seconds in a table."""
        if self.ended is Ended.FAILED:
            return "failed"
        if self.ended is Ended.LATE:
            return f"> {self.seconds:.0f}"
        return _seconds(self.seconds) + "!" * self.wrong


Figures = Mapping[str, Figure]
"""Of an instance, by the names of ways."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times as long a peer takes.

    Attributes:
        value: The ratio.
        least: Whether it may be more, because a limit came first.
    """

    value: float
    least: bool = False

    @property
    def text(self) -> str:
        """The ratio in a table."""
        digits = 0 if self.value >= 10 else 1
        return f"{'> ' * self.least}{self.value:.{digits}f}"

    def verdict(self, target: float) -> str:
        """Whether a target is met."""
        if self.value >= target:
            return "met"
        return "unknown" if self.least else "NOT MET"


def ratio(own: Figure, peer: Figure) -> Ratio | None:
    """How many times as long a peer takes; None if either has no answer, or a wrong one."""
    if Ended.FAILED in {own.ended, peer.ended} or own.ended is Ended.LATE or peer.wrong:
        return None
    return Ratio(peer.seconds / max(own.seconds, 1e-9), peer.ended is Ended.LATE)


def best(own: Figure, figures: Figures, ways: list[Way]) -> Ratio | None:
    """The ratio to the quickest of some ways; CP-SAT, with its short limit, only if it answers."""
    peers = [(way.name, figures[way.name]) for way in ways if way.name in figures]
    ratios = [
        ratio(own, peer) for name, peer in peers if name != CPSAT or peer.ended is Ended.ANSWERED
    ]
    known = [one for one in ratios if one is not None]
    # Of two equal ones the sharp one counts.
    return min(known, key=lambda one: (one.value, one.least), default=None)


def seconds_lines(table: Mapping[Instance, Figures], names: list[str]) -> Iterator[str]:
    """Processor seconds."""
    rows = [["instance", "solutions", *names]]
    for instance, figures in table.items():
        row = [instance.name, f"{instance.known:,}"]
        for name in names:
            figure = figures.get(name)
            text = "-" if figure is None else figure.text
            if name == CPSAT and figure is not None and figure.ended is Ended.LATE:
                text += f" ({figure.found:,})"
            row.append(text)
        rows.append(row)
    yield from _aligned(rows)


def ratio_lines(table: Mapping[Instance, Figures], names: list[str]) -> Iterator[str]:
    """Ratios: lists to our list, counts to our count."""
    peers = [way for way in WAYS if not way.ours and way.name in names]
    rows = [["instance", *(way.name for way in peers)]]
    for instance, figures in table.items():
        row = [instance.name]
        for way in peers:
            own = figures.get("ours list" if way.lists else "ours count")
            peer = figures.get(way.name)
            one = None if own is None or peer is None else ratio(own, peer)
            wrong = peer is not None and peer.wrong
            row.append("wrong" if wrong else "-" if one is None else one.text)
        rows.append(row)
    yield from _aligned(rows)


def target_lines(table: Mapping[Instance, Figures]) -> Iterator[str]:
    """What is to be reached, and whether it is."""
    rows = [["target", "to reach", "reached", ""]]
    for instance, figures in table.items():
        for title, target, reached in _goals(instance, figures):
            met = "not measured" if reached is None else reached.verdict(target)
            text = "-" if reached is None else reached.text
            rows.append([f"{instance.name}, {title}", f"{target:g}", text, met])
        first = figures.get("ours first")
        if first is not None and first.ended is Ended.ANSWERED:
            met = "met" if first.seconds <= FIRST_TARGET else "NOT MET"
            goal, spent = f"{1000 * FIRST_TARGET:g} ms", f"{1000 * first.seconds:.1f} ms"
            rows.append([f"{instance.name}, first solution", goal, spent, met])
    yield from _aligned(rows)


def _goals(instance: Instance, figures: Figures) -> Iterator[tuple[str, float, Ratio | None]]:
    """The ratios that are to be reached."""
    listing = [way for way in WAYS if way.lists and not way.ours]
    counting = [way for way in WAYS if not way.ours]
    lists, counts = figures.get("ours list"), figures.get("ours count")
    if instance.name == "lonpos":
        # Its targets name the peers; that nobody is quicker is a target of its own.
        for own, name in ((lists, "xcover list"), (counts, "xcover zdd")):
            if own is not None and name in figures:
                yield f"times {name}", instance.target, ratio(own, figures[name])
    target = 1.0 if instance.name == "lonpos" else instance.target
    if lists is not None:
        yield "list, times the best peer", target, best(lists, figures, listing)
    if counts is not None:
        yield "count, times the best peer", target, best(counts, figures, counting)
        if WHOLE in figures:
            yield "count, times the whole count", instance.spared, ratio(counts, figures[WHOLE])


def _seconds(seconds: float) -> str:
    digits = 0 if seconds <= 0 else max(0, min(4, 2 - math.floor(math.log10(seconds))))
    return f"{seconds:.{digits}f}"


def _aligned(rows: list[list[str]]) -> Iterator[str]:
    """Columns of text: the first from the left, the others from the right."""
    yield from (f"  {line}" for line in table_text(rows).splitlines())
