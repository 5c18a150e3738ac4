"""Stating a model and handing it over with ilpuzzles and with its peers, side by side in one run.

Run it from the top of the checkout:

    pip install -e '.[peers]'
    python -m benchmarks.peers [--repeat N] [--only TEXT] [--data]

pyoptinterface brings its own HiGHS and wants an environment of its own, with numpy, whose Python
`ILPUZZLES_PEERS` names: `pip install pyoptinterface highsbox numpy`.

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
from collections.abc import Iterable, Sequence
from statistics import median

from benchmarks.peers.catalogue import OF_DATA, PEERS, Peer, installed, python_with
from benchmarks.peers.data import TITLES
from benchmarks.peers.instance import SIZES
from benchmarks.peers.report import Figures, lines, lines_of_data

_EXTRA = "pip install 'ilpuzzles[peers]'"
_ADVICE = {"pyoptinterface": "let ILPUZZLES_PEERS name a Python with it, highsbox and numpy"}


def _measured(peer: Peer, size: str) -> Figures | None:
    """One process; None, with a line that says why, if it failed."""
    measure = ["-m", "benchmarks.peers.measure"]
    run = subprocess.run(  # noqa: S603 - this program itself, with fixed arguments
        [python_with(peer.package), *measure, peer.module, peer.style, size],
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


def _chosen(peers: Sequence[Peer], text: str) -> list[Peer]:
    """The peers that can be measured; says once what is not installed."""
    chosen = []
    missing = set()
    for peer in peers:
        # The ratios need the arrays in any case.
        if peer.module != "raw" and text.casefold() not in peer.title.casefold():
            continue
        if installed(peer.package) is not None:
            chosen.append(peer)
        elif peer.package not in missing:
            missing.add(peer.package)
            print(f"{peer.package} is not installed: {_ADVICE.get(peer.package, _EXTRA)}")
    return chosen


def _runs(peers: Sequence[Peer], size: str, repeat: int) -> dict[Peer, Figures]:
    """The medians of several processes of each peer, which take turns."""
    runs: dict[Peer, list[Figures]] = {peer: [] for peer in peers}
    for _ in range(repeat):
        for peer, found in runs.items():
            figures = _measured(peer, size)
            if figures is not None:
                found.append(figures)
    return {peer: _median(found) for peer, found in runs.items() if found}


def main() -> None:
    """Prints the report."""
    parser = argparse.ArgumentParser(description="Building and handing over, side by side.")
    parser.add_argument("--repeat", type=int, default=3, help="processes per peer and size")
    parser.add_argument(
        "--only", default="", help="only arrays and peers whose title has this text"
    )
    parser.add_argument("--data", action="store_true", help="only whole numbers beside doubles")
    options = parser.parse_args()
    packages = ["ilpuzzles", "numpy", *sorted({peer.package for peer in (*PEERS, *OF_DATA)})]
    known = [f"{name} {installed(name)}" for name in packages if installed(name) is not None]
    print(f"Python {platform.python_version()} on {platform.machine()}; {', '.join(known)}")
    if not options.data:
        peers = _chosen(PEERS, options.only)
        for size in SIZES:
            found = _runs([peer for peer in peers if size in peer.sizes], size, options.repeat)
            _print(lines(size, found))
    of_data = _chosen(OF_DATA, options.only)
    for kind in TITLES:
        whole, doubles = (
            _runs(of_data, size, options.repeat) for size in (kind, f"{kind} in doubles")
        )
        _print(lines_of_data(kind, whole, doubles))


def _print(found: Iterable[str]) -> None:
    print()
    for line in found:
        print(line, flush=True)


if __name__ == "__main__":
    main()
