"""What a sweep runs: cases, and what to call it all; the specifications that come ready."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ilpuzzles.bench.cases import Case
from ilpuzzles.bench.described import Description

MAX_CASES = 500
"""How many cases a specification may have."""

MAX_RUNS = 50_000
"""How many runs it may ask for."""

_READY = Path(__file__).resolve().parent / "specs"


@dataclass(frozen=True, slots=True)
class Spec:
    """What a sweep runs.

    Attributes:
        title: Its title.
        about: What it is about, in a few sentences; may be empty.
        cases: Its cases, in the order in which they are run.
    """

    title: str
    about: str = ""
    cases: tuple[Case, ...] = ()

    def described(self, command: str = "") -> Description:
        """The sweep in words.

        Args:
            command: The command that runs it.
        """
        cases = tuple(case.described() for case in self.cases)
        return Description(self.title, self.about, command, cases)


def ready_specs() -> tuple[str, ...]:
    """The names of the specifications that come with the package, sorted.

    Example:
        >>> ready_specs()
        ('quick', 'scaling', 'seeds')
    """
    return tuple(sorted(path.stem for path in _READY.glob("*.yaml")))


def ready_spec(name: str) -> Path:
    """The file of a specification that comes with the package."""
    return _READY / f"{name}.yaml"
