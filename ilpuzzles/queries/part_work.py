"""Which parts of a model are to be searched, and what becomes of those that were."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ilpuzzles.backends import Limit
from ilpuzzles.errors import BackendError, CheckError, Problem, counted
from ilpuzzles.modelling import IntArray, Program
from ilpuzzles.queries.part_listing import Listing
from ilpuzzles.queries.part_search import Piece
from ilpuzzles.queries.parts import EVERYTHING, PartTree, Tally, named_part, part_name, split_name
from ilpuzzles.queries.splitting import split

if TYPE_CHECKING:
    from ilpuzzles.jobs import Job, Ledger, Outcome

# So many that nobody waits for long for the last one, so few that starting them costs little.
_PARTS_PER_WORKER = 16

# The same parts for any usual number of workers.
_FEWEST_PARTS = 64

# Into how many parts one is split that ran long.
_PARTS_OF_A_PART = 16

# So many seconds every part may take before it is split.
PATIENCE = 10.0

# These say that a part is too large, not that the whole search is to end.
_TOO_MUCH = {Limit.TIME, Limit.SOLUTIONS, Limit.MEMORY}

# If so many parts fail and none succeeds, the others will not either.
_HOPELESS = 3


class PartWork:
    """All parts of a program on their way, as jobs for a pool.

    Args:
        program: The program.
        workers: How many jobs run side by side.
        tally: Holds how many solutions are known.
        listing: What becomes of solutions that are listed.
        ledger: Where counts are noted, and which part was split; None for nowhere.

    Attributes:
        tree: The parts.
        listing: What becomes of listed solutions.
        limits: The limits that kept parts from being finished.
        failed: The parts that could not be searched, with the reasons.
    """

    def __init__(
        self,
        program: Program,
        workers: int,
        tally: Tally,
        listing: Listing,
        ledger: Ledger | None,
    ) -> None:
        self._program, self._workers = program, workers
        self._tally, self._ledger = tally, ledger
        self.listing = listing
        self.limits: list[Limit] = []
        self.failed: dict[str, Exception] = {}
        self._begun = time.perf_counter()
        self._ended = self._seconds = 0.0
        self._running: set[str] = set()
        self._whole: set[str] = set()  # what cannot be split
        self.tree = PartTree({} if ledger is None else ledger.finished())
        if self.tree.left == [EVERYTHING]:
            wanted = max(_FEWEST_PARTS, _PARTS_PER_WORKER * workers)
            below = self._parts_of(EVERYTHING, wanted)
            if below is not None:
                self._replace(EVERYTHING, below, 0.0, 1)
        tally.splits = dict(self.tree.splits)
        tally.parts = dict(self.tree.counts)
        # What failed before may fail again: all others are searched first.
        failed = {} if ledger is None else ledger.failures()
        self._waiting = deque(sorted(self.tree.left, key=lambda name: name in failed))

    def jobs(self) -> Iterator[Job | None]:
        """What is to be done; None where that depends on what is running."""
        from ilpuzzles.jobs import Job  # noqa: PLC0415 - as above

        while self._waiting or self._running:
            if not self._waiting or self._hopeless():
                yield None
                continue
            name = self._waiting.popleft()
            part = named_part(name)
            self.listing.begin(name, part)
            self._running.add(name)
            yield Job(name, Piece(part, None if name in self._whole else self._patience()))

    def receive(self, name: str, data: int | IntArray) -> None:
        """Something that a job has emitted."""
        number = data if isinstance(data, int) else self.listing.receive(name, data)
        # A worker that was started again begins anew.
        self._tally.parts[name] = max(number, self._tally.parts.get(name, 0))

    def settle(self, outcome: Outcome) -> str | None:
        """A job has ended; returns the version of the solver, where it is known."""
        from ilpuzzles.jobs import JobError  # noqa: PLC0415 - as above

        name = outcome.key
        self._running.discard(name)
        if isinstance(outcome.error, JobError):
            self.failed[name] = outcome.error
            if self._ledger is not None:
                self._ledger.fail(name, str(outcome.error), tries=outcome.tries)
            return None
        if outcome.error is not None:
            raise outcome.error
        number, version, limit = outcome.value
        self._ended += 1
        self._seconds += outcome.seconds
        if limit is Limit.NONE:
            self.listing.finish(name, number)
            self._tally.parts[name] = number
            if self._ledger is not None:
                self._ledger.record(name, number, seconds=outcome.seconds, tries=outcome.tries)
            self.tree.finish(name, number)
        elif limit in _TOO_MUCH and name not in self._whole:
            self._split(name, outcome)
        else:
            self.limits.append(limit)
        return str(version)

    def failure(self) -> BackendError:
        """What to say about the parts that failed."""
        first, error = next(iter(self.failed.items()))
        number = len(self.failed)
        where = error.problems[0] if isinstance(error, BackendError) else Problem(str(error))
        rest = f"the others have {counted(self._tally.found, 'solution')}"
        if self.tree.number - self.tree.done > number:
            rest = "the others were not all tried"
        which = "" if number == 1 else f", the first of them {first}"
        again = "" if self._ledger is None else "with the same ledger, which has the others, "
        return BackendError(
            Problem(
                f"{counted(number, 'part')} of the model failed{which} ({where.what}); {rest}",
                f"try again {again}or with another backend, or give it more memory",
            )
        )

    def require_sums(self) -> None:
        """Raises if a part had told of more solutions than its own parts have.

        Raises:
            CheckError: If one had.
        """
        for name, below in self._tally.splits.items():
            told, found = self._tally.parts.get(name, 0), sum(map(self._tally.of, below))
            if told > found:
                what = f"{told} solutions of a part, {found} of them in its own parts"
                raise CheckError(Problem(what, "report this"))

    def _split(self, name: str, outcome: Outcome) -> None:
        """A part ran long: its own parts are to be searched instead."""
        below = self._parts_of(name, _PARTS_OF_A_PART)
        if below is None:
            self._whole.add(name)
            self._waiting.append(name)
            return
        self._replace(name, below, outcome.seconds, outcome.tries)
        self.listing.split(name, below)
        self._tally.splits[name] = tuple(below)
        self._waiting.extend(below)

    def _replace(self, name: str, below: Sequence[str], seconds: float, tries: int) -> None:
        """Puts its own parts into the place of a part, first of all in the ledger."""
        if self._ledger is not None:
            self._ledger.record(split_name(name), list(below), seconds=seconds, tries=tries)
            self._ledger.settle(name)
        self.tree.split(name, below)

    def _parts_of(self, name: str, wanted: int) -> list[str] | None:
        """The names of the parts of a part, or None if it cannot be split."""
        part = named_part(name)
        found = [{**part, **more} for more in split(self._program.within(part), wanted)]
        names = [part_name(each) for each in found]
        return None if names == [name] else names

    def _patience(self) -> float:
        """How long a part may take: while there is enough to do, nobody waits for it."""
        mean = self._seconds / self._ended if self._ended else 0.0
        waiting = len(self._waiting) * mean / (2 * self._workers)
        return max(PATIENCE, waiting, (time.perf_counter() - self._begun) / 16)

    def _hopeless(self) -> bool:
        return len(self.failed) >= _HOPELESS and self.tree.done == 0
