"""The machine and the versions that results come from; nothing that says whose they are."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ilpuzzles.backends.interface import Backend
from ilpuzzles.errors import BackendError, InputError, counted
from ilpuzzles.lazy_imports import named
from ilpuzzles.solvers.registry import get_backend

VERSION: str = named("ilpuzzles:__version__")
"""The version of this package."""

_PLACE = re.compile(r"\s*\([^)]*[/\\][^)]*\)")


@dataclass(frozen=True, slots=True)
class Machine:
    """What measurements depend on; it has no name of a host or a user, and no path.

    Attributes:
        cores: How many cores this process may use.
        memory: How many bytes of memory there are, or 0 where that is not known.
        solvers: The version of each backend that took part, by its name.
        date: The day, as in 2026-01-31, by UTC.
    """

    processor: str
    cores: int
    memory: int
    system: str
    python: str
    ilpuzzles: str
    solvers: dict[str, str] = field(default_factory=dict)
    date: str = ""

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Any) -> Machine:
        """The machine out of `to_json`; raises `InputError` if the data is something else."""
        try:
            found = cls(**data)
            texts = [found.processor, found.system, found.python, found.ilpuzzles, found.date]
            texts += [*found.solvers, *found.solvers.values()]
            numbers = (found.cores, found.memory)
            if all(isinstance(text, str) for text in texts) and all(
                type(number) is int for number in numbers
            ):
                return found
            raise TypeError
        except (TypeError, AttributeError):
            what = "the description of the machine cannot be read"
            raise InputError(what, "check which version of ilpuzzles wrote it") from None

    @property
    def line(self) -> str:
        """What times depend on besides versions: the processor, cores, memory and system.

        Example:
            >>> Machine("a processor", 2, 8 << 30, "Linux", "3.12.1", "1.0").line
            'a processor, 2 cores, 8.0 GiB of memory, Linux'
        """
        memory = f", {self.memory / (1 << 30):.1f} GiB of memory" if self.memory else ""
        return f"{self.processor}, {counted(self.cores, 'core')}{memory}, {self.system}"

    def lines(self) -> list[str]:
        """The same in a few lines of text, with the versions."""
        solvers = ", ".join(f"{name} {version}" for name, version in self.solvers.items())
        lines = [
            self.line,
            f"ilpuzzles {self.ilpuzzles}, Python {self.python}, {self.date}".removesuffix(", "),
        ]
        return [*lines, solvers] if solvers else lines


def this_machine(versions: Mapping[str, str] | None = None) -> Machine:
    """The machine that this runs on, with the versions of backends by their names."""
    return Machine(
        processor=_processor(),
        cores=_cores(),
        memory=_memory(),
        system=_system(),
        python=platform.python_version(),
        ilpuzzles=VERSION,
        solvers=dict(sorted((versions or {}).items())),
        date=datetime.now(UTC).date().isoformat(),
    )


def solver_version(backend: str | Backend) -> str:
    """The version of a backend's solver, or empty where it does not say."""
    try:
        found = get_backend(backend) if isinstance(backend, str) else backend
        return without_place(found.version())
    except BackendError:
        return ""


def without_place(version: str) -> str:
    """A version without the path of the program.

    Example:
        >>> without_place("2.10.3 (/usr/bin/cbc)")
        '2.10.3'
    """
    return _PLACE.sub("", version)


def _system() -> str:
    """The system with the numbers of its version; what follows them may be anybody's own name."""
    numbers = re.match(r"[0-9]+(\.[0-9]+)*", platform.release())
    return f"{platform.system()} {numbers[0] if numbers else ''}".strip()


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _memory() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 0


def _processor() -> str:
    if sys.platform == "linux":
        with suppress(OSError, UnicodeDecodeError):
            said = Path("/proc/cpuinfo").read_text(encoding="utf-8")
            if found := re.search(r"^model name[ \t]*:[ \t]*(\S.*)", said, re.MULTILINE):
                return " ".join(found[1].split())
    return platform.processor() or platform.machine() or "a processor of unknown kind"
