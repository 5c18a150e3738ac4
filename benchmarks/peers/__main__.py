"""Stating a model and handing it over with ilpuzzles and with its peers, side by side in one run.

Run it from the top of the checkout:

    pip install -e '.[peers]'
    python -m benchmarks.peers [--repeat N] [--only TEXT]

Nothing is solved. Every peer states the same seeded instance from the same arrays and makes what
its solver takes: CP-SAT's or MathOpt's proto, matrices, or a file. Each figure is the median over
processes that measure one peer each, in turn; `benchmarks.peers.measure` says how. Seconds are
those of the machine at hand; compare the ratios.
"""

from __future__ import annotations

import argparse
import json
import platform
import subprocess
import sys
from importlib.metadata import version
from statistics import median

from benchmarks.peers.catalogue import PEERS, Peer, installed
from benchmarks.peers.instance import SIZES
from benchmarks.peers.report import Figures, lines


def _measured(peer: Peer, size: str) -> Figures | None:
    """One process; None, with a line that says why, if it failed."""
    run = subprocess.run(  # noqa: S603 - this program itself, with fixed arguments
        [sys.executable, "-m", "benchmarks.peers.measure", peer.module, peer.style, size],
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        last = (run.stderr.strip().splitlines() or [f"exit code {run.returncode}"])[-1]
        print(f"{peer.title} failed at the {size} size: {last}")
        return None
    found = json.loads(run.stdout.splitlines()[-1])
    return Figures(found["seconds"], found["memory"])


def _median(runs: list[Figures]) -> Figures:
    memory = [run.memory for run in runs if run.memory is not None]
    return Figures(
        {name: median(run.seconds[name] for run in runs) for name in runs[0].seconds},
        median(memory) if memory else None,
    )


def _chosen(text: str) -> list[Peer]:
    """The peers that can be measured; says once what is not installed."""
    chosen = []
    missing = set()
    for peer in PEERS:
        # The ratios need the arrays in any case.
        if peer.module != "raw" and text.casefold() not in peer.title.casefold():
            continue
        if installed(peer.package) is not None:
            chosen.append(peer)
        elif peer.package not in missing:
            missing.add(peer.package)
            print(f"{peer.package} is not installed: pip install 'ilpuzzles[peers]'")
    return chosen


def main() -> None:
    """Prints the report."""
    parser = argparse.ArgumentParser(description="Building and handing over, side by side.")
    parser.add_argument("--repeat", type=int, default=3, help="processes per peer and size")
    parser.add_argument(
        "--only", default="", help="only arrays and peers whose title has this text"
    )
    options = parser.parse_args()
    packages = ["ilpuzzles", "numpy", *sorted({peer.package for peer in PEERS})]
    known = [f"{name} {version(name)}" for name in packages if installed(name) is not None]
    print(f"Python {platform.python_version()} on {platform.machine()}; {', '.join(known)}")
    peers = _chosen(options.only)
    for size in SIZES:
        runs: dict[Peer, list[Figures]] = {peer: [] for peer in peers if size in peer.sizes}
        for _ in range(options.repeat):
            for peer, found in runs.items():
                figures = _measured(peer, size)
                if figures is not None:
                    found.append(figures)
        print()
        for line in lines(size, {peer: _median(found) for peer, found in runs.items() if found}):
            print(line, flush=True)


if __name__ == "__main__":
    main()
