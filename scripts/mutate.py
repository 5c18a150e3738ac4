"""Plants mistakes in the code, one at a time, and says which of them the quick tests do not notice.

Run it from the top of the checkout:

    python scripts/mutate.py                  # all of them
    python scripts/mutate.py backends queries # those of some rooms
    python scripts/mutate.py --sample 5       # five that the date draws

The mistakes stand in `scripts/mutants/ROOM.yaml`, each with the text that it changes, what it does,
and the tests to ask where they are not those of the folder that mirrors its own, or of the puzzle:

    - file: ilpuzzles/solvers/clingo/backend.py
      old: "if summary.exhausted and not stopped:"
      new: "if summary.exhausted:"
      does: a search that was stopped counts as proved
      tests: [tests/solvers/test_endings.py]

A mistake with `ring: wide` is left to the wide rings, and one with `equivalent: REASON` changes no
answer: it is not tried. `tests/test_mutants.py` sees to it that every text still stands where it
is said to, once. Whoever writes a test that is meant to notice something plants that here first.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from pathlib import Path
from queue import SimpleQueue

import yaml

HOME = Path(__file__).parent.parent
FOLDER = HOME / "scripts" / "mutants"
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "site")
# A search that never ends is noticed as well, but late. pytest ends a single test before this.
PATIENCE = 900.0  # seconds
ENDED_BY_PYTEST = "Timeout ("
# Plug-ins that somebody installs meanwhile are no part of this.
PLUGINS = ("-p", "xdist.plugin", "-p", "no:cacheprovider")
NO_OTHERS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
# Exit codes of pytest.
MISUSED, NO_TESTS = 4, 5


class Ending(StrEnum):
    """What became of a mistake."""

    KILLED = "killed"
    HUNG = "hung"
    LIVED = "LIVED"


@dataclass(frozen=True, slots=True)
class Mutant:
    """A plausible mistake."""

    room: str
    file: str
    old: str
    new: str
    does: str
    tests: Sequence[str] = ()
    ring: str = "quick"
    equivalent: str = ""

    @property
    def asked(self) -> list[str]:
        """The tests that should notice it, by default those of the mirrored folder.

        The tests of a room stand in one folder, the examples beside the code. Those of a puzzle
        in `models/` have its name.
        """
        if self.tests:
            return [*self.tests]
        if self.file.startswith("models/"):
            return [str(Path("tests", "genres", f"test_{Path(self.file).stem}.py"))]
        inside = Path(self.file).relative_to("ilpuzzles").parent
        return [str(Path("tests", inside.parts[0])), str(Path("ilpuzzles", inside))]

    def planted(self, text: str) -> str:
        """The text of its file with the mistake."""
        if text.count(self.old) != 1:
            found = text.count(self.old)
            raise ValueError(f"{self.file}: {self.old!r} stands there {found} times, not once")
        return text.replace(self.old, self.new)


@dataclass(slots=True)
class Trial:
    """What the tests said of a mistake."""

    mutant: Mutant
    ending: Ending
    seconds: float
    by: str = field(default="")  # the test that noticed it


def all_mutants() -> list[Mutant]:
    """All mistakes, in the order of their files."""
    return [
        Mutant(room=file.stem, **entry)
        for file in sorted(FOLDER.glob("*.yaml"))
        for entry in yaml.safe_load(file.read_text("utf-8"))
    ]


@contextmanager
def copies(number: int) -> Iterator[SimpleQueue[Path]]:
    """Copies of the checkout, each for one trial at a time."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        free: SimpleQueue[Path] = SimpleQueue()
        for index in range(number):
            copy = Path(folder, str(index))
            shutil.copytree(HOME, copy, ignore=LEFT_OUT)
            free.put(copy)
        yield free


def tried(mutant: Mutant, copy: Path, ring: str) -> Trial:
    """Plants a mistake in a copy, asks the tests of a ring, and takes it out again."""
    path, start = copy / mutant.file, time.monotonic()
    before = path.read_text("utf-8")
    path.write_text(mutant.planted(before), "utf-8")
    try:
        code, said = asked(mutant.asked, copy, ring)
    finally:
        path.write_text(before, "utf-8")
    seconds = time.monotonic() - start
    if code is None or ENDED_BY_PYTEST in said:
        return Trial(mutant, Ending.HUNG, seconds)
    if code == MISUSED:
        raise ValueError(f"{mutant.file}: pytest cannot run {' '.join(mutant.asked)}:\n{said}")
    if code in {0, NO_TESTS}:
        return Trial(mutant, Ending.LIVED, seconds)
    failed = [line for line in said.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return Trial(mutant, Ending.KILLED, seconds, failed[0].split()[1] if failed else "")


def asked(tests: Sequence[str], copy: Path, ring: str) -> tuple[int | None, str]:
    """The exit code of some tests, and what they said; no code if they took too long."""
    there = [name for name in tests if (copy / name.partition("::")[0]).exists()]
    marks = ["-m", "exhaustive or external"] if ring == "wide" else []
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-x", "-n", "0", *PLUGINS, *marks, *there],
        cwd=copy,
        env=kept | {"PYTHONPATH": str(copy), "NUMBA_CACHE_DIR": str(copy / "numba")} | NO_OTHERS,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    )
    try:
        said, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, ""
    return process.returncode, said


def main() -> int:
    """Tries mistakes, and says who lived; 1 if any did, or was found only by hanging."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("rooms", nargs="*", help="files of scripts/mutants, without .yaml")
    parser.add_argument("--sample", type=int, help="so many of them, drawn by the date")
    parser.add_argument("--about", default="", help="those whose file or sentence has this text")
    parser.add_argument("--wide", action="store_true", help="also those left to the wide rings")
    parser.add_argument("-j", "--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    chosen = [
        one
        for one in all_mutants()
        if (not given.rooms or one.room in given.rooms) and given.about in f"{one.file} {one.does}"
    ]
    spared = [one for one in chosen if one.equivalent]
    chosen = [one for one in chosen if not one.equivalent and (given.wide or one.ring == "quick")]
    if given.sample is not None:
        dice = random.Random(os.environ.get("ILPUZZLES_SEEDS", str(date.today().toordinal())))
        chosen = dice.sample(chosen, min(given.sample, len(chosen)))
    endings: Counter[str] = Counter()
    with copies(given.workers) as free, ThreadPoolExecutor(given.workers) as pool:

        def attempt(mutant: Mutant) -> Trial:
            copy = free.get()
            try:
                return tried(mutant, copy, mutant.ring)
            finally:
                free.put(copy)

        for trial in pool.map(attempt, chosen):
            endings[trial.ending] += 1
            mutant = trial.mutant
            print(f"{trial.ending:6} {trial.seconds:5.0f} s  {mutant.file}: {mutant.does}")
            print(f"                {trial.by}" if trial.by else "", end="\n" if trial.by else "")
            sys.stdout.flush()
    for mutant in spared:
        print(f"equivalent      {mutant.file}: {mutant.does} ({mutant.equivalent})")
    print(", ".join(f"{number} {ending}" for ending, number in endings.items()) or "none to try")
    return int(set(endings) > {Ending.KILLED})


if __name__ == "__main__":
    sys.exit(main())
