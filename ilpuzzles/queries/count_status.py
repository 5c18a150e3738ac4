"""How far a count is that has a ledger."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any

from ilpuzzles.errors import counted
from ilpuzzles.modelling import Model, Program, program_of
from ilpuzzles.queries.parts import PartTree

# What a record means: a count of a part, or into which parts one was split.
_RECORDS = 1

# Not "from ilpuzzles import": the package hands out names of the layers above, too.
COUNT_VERSION = f"ilpuzzles {import_module('ilpuzzles').__version__}, records {_RECORDS}"
"""The version that a ledger of a count belongs to."""


@dataclass(frozen=True, slots=True)
class CountStatus:
    """How far a count is.

    Attributes:
        done: How many parts of the model are counted.
        parts: How many there are, as far as is known: one that runs long is split again.
        found: How many solutions the counted ones have.
        share: How much is done, from 0 to 1, if parts of the same size take the same time.
        seconds: How long the workers have searched, all together, in what is recorded.
        failed: The parts that failed and are not counted, with the reasons.
    """

    done: int
    parts: int
    found: int
    share: float
    seconds: float
    failed: Mapping[str, str]

    @property
    def complete(self) -> bool:
        """Whether everything is counted."""
        return self.done == self.parts

    def text(self) -> str:
        """The status in some lines.

        Example:
            >>> print(CountStatus(48, 64, 1200, 0.75, 3.25, {"x1=1..1": "it died"}).text())
            48 of 64 parts done (75.0%), 1,200 solutions so far, 3.2 s of work
            1 part failed, and will be tried again:
              x1=1..1: it died
        """
        if self.complete:
            lines = [f"complete: {counted(self.found, 'solution')}, {self.seconds:.1f} s of work"]
        else:
            share = f"{int(1000 * self.share) / 10:.1f}%"
            done = f"{self.done:,} of {counted(self.parts, 'part')} done ({share})"
            found = f"{counted(self.found, 'solution')} so far, {self.seconds:.1f} s of work"
            lines = [f"{done}, {found}"]
        if self.failed:
            lines.append(f"{counted(len(self.failed), 'part')} failed, and will be tried again:")
        lines += [f"  {name}: {why}" for name, why in self.failed.items()]
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The status as plain data."""
        return {
            "complete": self.complete,
            "parts_done": self.done,
            "parts": self.parts,
            "solutions_so_far": self.found,
            "share": round(self.share, 6),
            "seconds": round(self.seconds, 3),
            "failed": dict(self.failed),
        }


def count_status(model: Model | Program, ledger: str | Path) -> CountStatus:
    """Tells how far a count is, from its ledger alone; another process may be at it.

    Args:
        model: The model that is counted.
        ledger: The file; it is not changed.

    Raises:
        InputError: If there is no such file, or it is something else or of another count.

    Example:
        >>> from ilpuzzles.jobs import private_folder
        >>> from ilpuzzles.modelling import Model
        >>> from ilpuzzles.queries import count_solutions
        >>> model = Model()
        >>> row = model.exactly_one(model.binary("x", 3))
        >>> with private_folder() as folder:
        ...     number = int(count_solutions(model, ledger=folder / "count"))
        ...     status = count_status(model, folder / "count")
        >>> number, status.found, status.done, status.complete
        (3, 3, 3, True)
    """
    from ilpuzzles.jobs import read_ledger  # noqa: PLC0415 - it needs SQLite

    contents = read_ledger(ledger, count_identity(program_of(model)), version=COUNT_VERSION)
    tree = PartTree(contents.finished)
    return CountStatus(
        done=tree.done,
        parts=tree.number,
        found=sum(tree.counts.values()),
        share=tree.share,
        seconds=contents.seconds,
        failed=contents.failures,
    )


def count_identity(program: Program) -> str:
    """What tells a count from others: the program, whatever its rows are called.

    Not the backend: what a part has does not depend on it.
    """
    digest = blake2b(digest_size=12)
    rows = program.rows
    for part in (
        program.lower,
        program.upper,
        program.deciding,
        rows.starts,
        rows.columns,
        rows.coefficients,
        rows.lower,
        rows.upper,
        rows.kinds,
        rows.targets,
    ):
        digest.update(str(len(part)).encode())
        digest.update(part.tobytes())
    for operation in program.operations:
        digest.update(repr(operation).encode())
    return f"count of {digest.hexdigest()}"
