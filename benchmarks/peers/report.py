"""The tables of figures, and what they should be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from benchmarks.peers.catalogue import Peer
from benchmarks.peers.data import TITLES
from benchmarks.peers.instance import SIZES

OWN = "ilpuzzles"
# Seconds for stating and handing over.
SECONDS = {
    "small": {"bulk": 0.005, "helpers": 0.005, "operators": 0.005},
    "large": {"bulk": 0.4, "helpers": 1.0, "operators": 1.5},
}
# For stating and handing over from arrays, in multiples of filling CP-SAT's proto from them.
TIMES_RAW = {"large": {"bulk": 3.0}}
# For stating and handing over doubles, in multiples of whole numbers in a model of the same shape.
TIMES_WHOLE = {"dense": 1.5, "rows": 1.5, "transport": 1.3}
# Bytes above what the imports and the instance take.
MEMORY = {"large": 200e6}
# Seconds for further work.
MORE = {
    "small": {"switch a group off, lower again": 0.003},
    # Reading a million entries takes two seconds at most, and these are 1.2 million.
    "large": {"switch a group off, lower again": 0.25, "file for CBC": 0.5}
    | {"read mps": 2.4, "read lp": 2.4, "read opb": 2.4},
}


@dataclass(frozen=True, slots=True)
class Figures:
    """What was measured of a peer at one size.

    Attributes:
        seconds: Processor seconds by the name of the work: build, hand over, and more.
        memory: The peak above the imports in bytes, or None where the system does not tell.
    """

    seconds: Mapping[str, float]
    memory: float | None

    @property
    def total(self) -> float:
        """The seconds from plain data to what the solver takes."""
        return self.seconds["build"] + self.seconds["hand over"]


def _verdict(value: float, target: float, unit: str, scale: float = 1.0) -> str:
    return f"{'hit' if value <= target else 'MISSED'} {target * scale:g}{unit}"


def lines(size: str, figures: Mapping[Peer, Figures]) -> Iterator[str]:
    """The table of one size.

    Args:
        size: The name of the size.
        figures: What was measured of each peer, in the order of the table.

    Yields:
        The lines.
    """
    shape = SIZES[size]
    yield (
        f"{size}: {shape.variables:,} variables, {shape.rows:,} rows, {shape.nonzeros:,} nonzeros;"
        " CPU milliseconds and MB above the imports"
    )
    yield f"  {'':36}{'build':>9}{'hand over':>11}{'total':>9}{'x raw':>8}{'MB':>7}  targets"
    raw = next((f.total for peer, f in figures.items() if peer.style == "cpsat"), None)
    for peer, found in figures.items():
        times = None if raw is None else found.total / raw
        memory = "" if found.memory is None else f"{found.memory / 1e6:.0f}"
        yield (
            f"  {peer.title:36}{1000 * found.seconds['build']:9.1f}"
            f"{1000 * found.seconds['hand over']:11.1f}{1000 * found.total:9.1f}"
            f"{'' if times is None else f'{times:.1f}':>8}{memory:>7}"
            f"  {', '.join(_verdicts(size, peer, found, times))}"
        ).rstrip()
    yield from _further(size, figures, raw)


def lines_of_data(
    kind: str, whole: Mapping[Peer, Figures], doubles: Mapping[Peer, Figures]
) -> Iterator[str]:
    """The table of a model of data: each peer with whole numbers, and with doubles."""
    yield f"{TITLES[kind]}; CPU milliseconds and MB above the imports"
    yield f"  {'':24}{'whole':>9}{'doubles':>10}{'ratio':>8}{'MB':>7}{'MB':>6}  targets"
    for peer, figures in doubles.items():
        if peer not in whole:
            continue
        beside = whole[peer]
        ratio = figures.total / beside.total
        memory = [
            "" if one.memory is None else f"{one.memory / 1e6:.0f}" for one in (beside, figures)
        ]
        verdict = _verdict(ratio, TIMES_WHOLE[kind], " x whole") if peer.title == OWN else ""
        yield (
            f"  {peer.title:24}{1000 * beside.total:9.1f}{1000 * figures.total:10.1f}"
            f"{ratio:8.2f}{memory[0]:>7}{memory[1]:>6}  {verdict}"
        ).rstrip()


def _verdicts(size: str, peer: Peer, found: Figures, times: float | None) -> Iterator[str]:
    """How the figures of a style of our own compare with its targets."""
    if not peer.target:
        return
    yield _verdict(found.total, SECONDS[size][peer.target], " ms", 1000)
    ratio = TIMES_RAW.get(size, {}).get(peer.target)
    if ratio is not None and times is not None:
        yield _verdict(times, ratio, " x raw")
    if size in MEMORY and found.memory is not None:
        yield _verdict(found.memory, MEMORY[size], " MB", 1e-6)


def _further(size: str, figures: Mapping[Peer, Figures], raw: float | None) -> Iterator[str]:
    for peer, found in figures.items():
        for name, seconds in found.seconds.items():
            if name in {"build", "hand over"}:
                continue
            target = MORE[size].get(name)
            verdict = "" if target is None else _verdict(seconds, target, " ms", 1000)
            title = f"{peer.title.partition(',')[0]}, {name}"
            times = "" if raw is None else f"{seconds / raw:.1f}"
            yield f"  {title:56}{1000 * seconds:9.1f}{times:>8}{'':7}  {verdict}".rstrip()
