"""What runs have had around them, where that makes their times less alike than they look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ilpuzzles.bench.machine import Machine
from ilpuzzles.bench.record import Run


def origin_lines(runs: Sequence[Run], machine: Machine) -> list[str]:
    """Says which runs were made on another machine, and which beside others; nothing if none was.

    Args:
        runs: The runs.
        machine: The machine that they are said to come from. Runs that do not know theirs, as
            those of older files, are taken to come from there.

    Example:
        >>> here = Machine("a processor", 2, 8 << 30, "Linux", "3.12.1", "1.0")
        >>> there = "another, 8 cores, 16.0 GiB of memory, Linux"
        >>> runs = [Run("a", "f", "cbc", machine=there), Run("a", "f", "cbc", beside=2)]
        >>> for line in origin_lines(runs, here):
        ...     print(line)
        1 of 2 runs was made on another machine: another, 8 cores, 16.0 GiB of memory, Linux
        1 of 2 runs was made beside others, 2 side by side: they disturb each other, and take longer
    """
    whole = len(runs)
    elsewhere = Counter(run.machine for run in runs if run.machine not in {"", machine.line})
    lines = [
        f"{_of(number, whole)} made on another machine: {name}"
        for name, number in elsewhere.items()
    ]
    beside = Counter(run.beside for run in runs if run.beside > 1)
    return lines + [
        f"{_of(number, whole)} made beside others, {side} side by side: they disturb each other, "
        "and take longer"
        for side, number in sorted(beside.items())
    ]


def _of(number: int, whole: int) -> str:
    if number == whole:
        return "the only run was" if whole == 1 else f"all {whole:,} runs were"
    return f"{number:,} of {whole:,} runs {'was' if number == 1 else 'were'}"
