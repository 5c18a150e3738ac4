"""Plants mistakes in the code, one at a time, and says which of them the quick tests do not notice.

Run it from the top of the checkout:

    python -m scripts.mutate                  # all of them
    python -m scripts.mutate backends queries # those of some rooms
    python -m scripts.mutate --sample 5       # five that the date draws

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

These are old wounds: they say nothing of mistakes that nobody thought of, which
`scripts/draw_mutants.py` makes.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import yaml

from scripts.trials import HOME, INTERRUPTED, Ending, Trial, each_tried, room_tests, tried

FOLDER = HOME / "scripts" / "mutants"


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
        """The tests that should notice it, by default those of its room."""
        return [*self.tests] or room_tests(self.file)

    def planted(self, text: str) -> str:
        """The text of its file with the mistake."""
        if text.count(self.old) != 1:
            found = text.count(self.old)
            raise ValueError(f"{self.file}: {self.old!r} stands there {found} times, not once")
        return text.replace(self.old, self.new)


def all_mutants() -> list[Mutant]:
    """All mistakes, in the order of their files."""
    return [
        Mutant(room=file.stem, **entry)
        for file in sorted(FOLDER.glob("*.yaml"))
        for entry in yaml.safe_load(file.read_text("utf-8"))
    ]


def attempt(mutant: Mutant, copy: Path) -> Trial:
    """Plants a mistake in a copy, and asks its tests."""
    text = mutant.planted((copy / mutant.file).read_text("utf-8"))
    return tried(mutant.file, text, mutant.asked, copy, mutant.ring)


def main() -> int:
    """Tries mistakes, and says who lived; 1 if any did."""
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
    endings: Counter[Ending] = Counter()
    for mutant, trial in each_tried(chosen, attempt, given.workers):
        endings[trial.ending] += 1
        print(f"{trial.ending:6} {trial.seconds:5.0f} s  {mutant.file}: {mutant.does}")
        if trial.by:
            print(f"                {trial.by}")
        sys.stdout.flush()
    for mutant in spared:
        print(f"equivalent      {mutant.file}: {mutant.does} ({mutant.equivalent})")
    print(", ".join(f"{number} {ending}" for ending, number in endings.items()) or "none to try")
    return int(endings[Ending.LIVED] > 0)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
