"""All exact covers, by our engine and by other packages, side by side in one run.

Run it from the top of the checkout:

    pip install -e '.[peers]'
    python -m benchmarks.exact_covers [--quick] [--instances NAME ...] [--peers PACKAGE ...]

The peers are xcover (listing, and counting the paths of its ZDD, with and without memo),
exact_cover (written in C), and CP-SAT through our backend, with one worker. Every figure is the
processor time of a process of its own, after a small problem; `benchmarks.cover_measure` says how
it is taken. Seconds are those of the machine at hand; compare the ratios. A peer that takes too
long is ended: `> 60` means that. Where a target asks for more than the limit, so does the limit.

Our count uses symmetries that it finds on the way; the whole count beside it does not, which says
what they spare. Our list uses them as well.

Secondary items, which the tower has, are known to xcover; exact_cover gets an option for each that
covers it alone. The colours of MacMahon's squares are known to xcover alone. Numbers of solutions
are compared with those in the instances' files; a wrong one has a `!` and is said at once, and the
exit code is 1. The memo of xcover 0.2.6 is known to miscount (it compares hashes of 32 bits), which
does not change the exit code.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

from benchmarks.cover_peers import CPSAT, WAYS, Way
from benchmarks.cover_problems import INSTANCES, Instance
from benchmarks.cover_report import Ended, Figure, ratio_lines, seconds_lines, target_lines
from benchmarks.peers.catalogue import installed

_PEERS = list(dict.fromkeys(way.package for way in WAYS if not way.ours))
_LOOK = 0.2
# CP-SAT ends by itself, and has to hand over what it found.
_GRACE = 2.0


def measure(way: Way, instance: Instance, limit: float) -> Figure:
    """What a way takes for an instance, in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.cover_measure", way.name, instance.name]
    with subprocess.Popen(  # noqa: S603 - this program itself, with fixed arguments
        [*command, str(limit)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            late = not _ended(process, limit)
        finally:
            process.kill()
        said, complaint = process.stdout, process.stderr
        lines = said.read().splitlines() if said else []
        errors = complaint.read().strip().splitlines() if complaint else []
    if late:
        return Figure(Ended.LATE, limit)
    if process.returncode or not lines:
        last = (errors or [f"exit code {process.returncode}"])[-1]
        print(f"{way.name} failed on {instance.name}: {last}", flush=True)
        return Figure(Ended.FAILED, 0.0)
    found = json.loads(lines[-1])
    if way.name == CPSAT and not found["complete"]:
        return Figure(Ended.LATE, limit, found["found"])
    known = 1 if way.name == "ours first" else instance.known
    return Figure(Ended.ANSWERED, found["seconds"], found["found"], found["found"] != known)


def _ended(process: subprocess.Popen[str], limit: float) -> bool:
    """Waits for a process, until it has computed for longer than the limit since it was ready."""
    line = process.stdout.readline().strip() if process.stdout else ""
    most, begun = float(line or 0) + limit + _GRACE, time.perf_counter()
    while True:
        try:
            process.wait(_LOOK)
        except subprocess.TimeoutExpired:
            if _computed(process.pid, begun) > most:
                return False
        else:
            return True


def _computed(pid: int, begun: float) -> float:
    """The processor seconds of a process; those on the clock where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return time.perf_counter() - begun
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def figures_of(
    instance: Instance, ways: list[Way], limit: float, cpsat: float
) -> dict[str, Figure]:
    """Measures one instance in all ways."""
    figures: dict[str, Figure] = {}
    for way in ways:
        if way.lists and not instance.listed:
            continue
        if way.plain and instance.problem.colours is not None:
            continue
        before = figures.get(way.after)
        if before is not None and before.ended is Ended.LATE:
            figures[way.name] = before
            continue
        most = cpsat if way.name == CPSAT else limit
        own = figures.get("ours list" if way.lists else "ours count")
        if own is not None and not way.ours and way.name != CPSAT:
            most = max(most, round(1.2 * instance.target * own.seconds))
        figure = measure(way, instance, most if not way.ours else 10 * most)
        figures[way.name] = figure
        print(f"{instance.name:14} {way.name:18} {figure.text}", file=sys.stderr, flush=True)
        if figure.wrong:
            print(
                f"WRONG: {way.name} finds {figure.found:,} instead of {instance.known:,} solutions "
                f"of {instance.name}{f' ({way.inexact})' if way.inexact else ''}",
                flush=True,
            )
    return figures


def _chosen(peers: list[str] | None) -> list[Way]:
    """The ways to measure; says what is not installed."""
    wanted = _PEERS if peers is None else peers
    missing = [name for name in wanted if installed(name) is None]
    for name in missing:
        print(f"{name} is not installed: pip install 'ilpuzzles[peers]'")
    left = [name for name in wanted if name not in missing]
    return [way for way in WAYS if way.ours or way.package in left]


def report(table: dict[Instance, dict[str, Figure]], ways: list[Way]) -> None:
    """Prints the tables."""
    names = [way.name for way in ways]
    print("\nprocessor seconds (CP-SAT: in brackets what it found in the limit)")
    print("\n".join(seconds_lines(table, names)))
    print("\nhow many times as long as we: lists to our list, the others to our count")
    print("\n".join(ratio_lines(table, names)))
    print("\ntargets")
    print("\n".join(target_lines(table)))


def _as_json(table: dict[Instance, dict[str, Figure]], packages: dict[str, str | None]) -> str:
    figures = {
        instance.name: {name: asdict(figure) for name, figure in found.items()}
        for instance, found in table.items()
    }
    return json.dumps({"versions": packages, "figures": figures}, indent=1) + "\n"


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="All exact covers, side by side.")
    names = [instance.name for instance in INSTANCES]
    parser.add_argument("--quick", action="store_true", help="small instances only")
    parser.add_argument("--instances", nargs="+", choices=names, help="these instances only")
    parser.add_argument(
        "--peers", nargs="*", choices=_PEERS, help="these peers; none for ours alone"
    )
    parser.add_argument("--limit", type=float, default=60.0, help="processor seconds of a peer")
    parser.add_argument("--cpsat-limit", type=float, default=10.0, help="seconds of CP-SAT")
    parser.add_argument("--json", type=Path, help="write all figures to a file, too")
    return parser.parse_args(arguments)


def main(arguments: list[str] | None = None) -> int:
    """Prints the report; returns the exit code."""
    options = _arguments(arguments)
    packages = {name: installed(name) for name in ("ilpuzzles", "numba", "numpy", *_PEERS)}
    known = ", ".join(f"{name} {found}" for name, found in packages.items() if found)
    print(f"Python {platform.python_version()} on {platform.machine()}; {known}", flush=True)
    ways = _chosen(options.peers)
    table: dict[Instance, dict[str, Figure]] = {}
    for instance in INSTANCES:
        if options.quick and not instance.quick:
            continue
        if options.instances and instance.name not in options.instances:
            continue
        table[instance] = figures_of(instance, ways, options.limit, options.cpsat_limit)
        if options.json:
            # Every time: a run takes long, and may be interrupted.
            options.json.write_text(_as_json(table, packages), encoding="utf-8")
    report(table, ways)
    inexact = {way.name for way in ways if way.inexact}
    wrong = [
        figure
        for figures in table.values()
        for name, figure in figures.items()
        if name not in inexact and (figure.wrong or figure.ended is Ended.FAILED)
    ]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
