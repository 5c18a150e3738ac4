"""A long listing with a ledger: interrupted twice, resumed, exact, in memory that stays flat.

    python -m benchmarks.long_listing
    python -m benchmarks.long_listing --preset 6x6 --cluster tcp://127.0.0.1:8786

Counts the tilings of a chessboard with dominoes one by one, every row of every one checked, by two
workers. At a third it sends Ctrl-C, at two thirds it kills the whole process group, and each time
it starts the same command again. Prints what is done and the memory of all processes on the way
(resident, from /proc, so on Linux only), then the count.
"""

from __future__ import annotations

import argparse
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.jobs.temporary_files import private_folder
from ilpuzzles.queries.count import CountStatus, count_status

_PAGE = os.sysconf("SC_PAGE_SIZE")
_MEBIBYTE = 1 << 20


def children_of(process: int) -> list[int]:
    """Everything that a process has started, and what that has started."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            state = (folder / "stat").read_text() if folder.name.isdigit() else ""
        except OSError:
            continue
        if state and int(state.rpartition(")")[2].split()[1]) == process:
            found += [int(folder.name), *children_of(int(folder.name))]
    return sorted(found)


def memory_of(process: int) -> float:
    """Resident memory in MiB; 0 for a process that has ended."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE / _MEBIBYTE
    except (OSError, IndexError):
        return 0.0


def keys_of(ledger: Path) -> list[str]:
    """The keys of all rows."""
    connection = sqlite3.connect(ledger)
    try:
        return [key for (key,) in connection.execute("SELECT key FROM jobs ORDER BY number")]
    finally:
        connection.close()


def watched(
    command: list[str], status: float | None, how: signal.Signals, seen: Watcher
) -> subprocess.Popen[str]:
    """Runs the count until so much of it is done, then ends it; to its end if that is None."""
    process = subprocess.Popen(  # noqa: S603 - an argument list, never a shell
        command, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    while process.poll() is None:
        time.sleep(0.05)
        share = seen.look(process.pid)
        if status is not None and share >= status:
            (os.killpg if how is signal.SIGKILL else os.kill)(process.pid, how)
            process.wait()
    return process


class Watcher:
    """Prints a line whenever another tenth is done."""

    def __init__(self, model: object, ledger: Path) -> None:
        self._model, self._ledger = model, ledger
        self._begun = time.perf_counter()
        self._next = self._peak = self._peak_of_workers = 0.0

    def look(self, process: int) -> float:
        """Looks at a running count; returns the share that is done."""
        workers = [memory_of(child) for child in children_of(process)]
        here = memory_of(process)
        self._peak = max(self._peak, here)
        self._peak_of_workers = max([self._peak_of_workers, *workers])
        try:
            status: CountStatus = count_status(self._model, self._ledger)  # type: ignore[arg-type] # any model
        except InputError:
            return 0.0  # it is not there yet
        if status.share >= self._next and status.done:
            self._next = status.share + 0.1
            sizes = " ".join(f"{size:6.0f}" for size in workers)
            print(
                f"{time.perf_counter() - self._begun:7.1f} s {100 * status.share:6.1f}% "
                f"{status.done:6} of {status.parts:<6}{status.found:>14,} {here:9.0f}   {sizes}",
                flush=True,
            )
        return status.share

    def peaks(self) -> str:
        """The most that was seen."""
        return f"most: {self._peak:.0f} MiB in the program, {self._peak_of_workers:.0f} in a worker"


def main() -> None:
    """Runs it and prints what is seen."""
    parser = argparse.ArgumentParser(description="A long listing that is interrupted twice.")
    parser.add_argument("--preset", default="8x8")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--cluster")
    given = parser.parse_args()
    with private_folder() as folder:
        ledger = folder / "ledger"
        command = [sys.executable, "-m", "ilpuzzles", "dominoes", "--preset", given.preset]
        command += ["--count", "--ledger", str(ledger), "--workers", str(given.workers)]
        command += [] if given.cluster is None else ["--cluster", given.cluster]
        model = experiment("dominoes", given.preset).model
        seen = Watcher(model, ledger)
        print("     time   done         parts     solutions   program   workers (MiB)")
        for share, how in ((1 / 3, signal.SIGINT), (2 / 3, signal.SIGKILL), (None, signal.SIGTERM)):
            process = watched(command, share, how, seen)
            said = "" if process.stdout is None else process.stdout.read().strip()
            keys = keys_of(ledger)
            print(f"ended with {process.returncode}; it said: {said or 'nothing'}", flush=True)
            if len(set(keys)) != len(keys):
                raise SystemExit("a part stands twice in the ledger")
        print(f"{count_status(model, ledger).text()}\n{seen.peaks()}")


if __name__ == "__main__":
    main()
