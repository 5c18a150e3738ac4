"""All solutions by several processes, each with one part of the model at a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ilpuzzles.backends import Backend, Limit, Result, Status
from ilpuzzles.errors import BackendError, CheckError, InputError, Problem
from ilpuzzles.modelling import IntArray, Program
from ilpuzzles.queries.bare import Bare
from ilpuzzles.queries.progress import Ticker
from ilpuzzles.queries.searching import Clock, out_of_time
from ilpuzzles.queries.splitting import Part, split

if TYPE_CHECKING:
    from ilpuzzles.jobs import Ledger

Visit: TypeAlias = Callable[[IntArray], "bool | None"]
"""What is called with solutions; when it returns False, the search ends."""

# So many that nobody waits for long for the last one, so few that starting them costs little.
_PARTS_PER_WORKER = 16

# The same parts for any usual number of workers, so that a ledger can be used with another one.
_FEWEST_PARTS = 64

_BATCH = 256
_SECONDS = 0.1


@dataclass(slots=True)
class Tally:
    """How many solutions are known so far; every change is a single step, so it is always right.

    Attributes:
        parts: How many each part has, or has told of so far.
    """

    parts: dict[str, int] = field(default_factory=dict)

    @property
    def found(self) -> int:
        """How many there are in all."""
        return sum(list(self.parts.values()))


@dataclass(frozen=True, slots=True, eq=False)
class Shared:
    """What every worker gets once.

    Attributes:
        program: The whole program.
        backend: The name of the backend.
        options: How to search in a part.
        listing: Whether the solutions are wanted, or only their number.
    """

    program: Program
    backend: str
    options: Any
    listing: bool


def search_part(
    shared: Shared, part: Part, emit: Callable[[int | IntArray], None]
) -> tuple[int, str, Limit]:
    """Finds all solutions of a part; runs in a worker.

    Args:
        shared: What is the same for all parts.
        part: The part.
        emit: Called now and then with the solutions since the last call, as an array of shape
            (solutions, columns), or with how many there are so far.

    Returns:
        How many solutions there are, the version of the solver, and the limit that came first.
    """
    from ilpuzzles.queries.enumeration import enumerate_solutions  # noqa: PLC0415 - it imports this

    found: list[IntArray] = []
    number = 0
    last = time.perf_counter()

    def visit(values: IntArray) -> None:
        nonlocal number, last
        number += 1
        if shared.listing:
            found.append(values)
        if len(found) >= _BATCH or time.perf_counter() - last > _SECONDS:
            emit(np.stack(found) if found else number)
            found.clear()
            last = time.perf_counter()

    model = Bare(shared.program.within(part))
    result = enumerate_solutions(model, visit, shared.backend, shared.options)
    if result.status is Status.ERROR or (not result.complete and result.limit is Limit.NONE):
        raise BackendError(
            Problem(
                f"{result.backend} left a part of the model unfinished: {result.status.value}"
                f"{', ' + result.message if result.message else ''}",
                "try another backend",
            )
        )
    if found:
        emit(np.stack(found))
    return number, result.version, result.limit


def search_parts(
    program: Program,
    backend: Backend,
    clock: Clock,
    *,
    ticker: Ticker,
    tally: Tally,
    visit: Visit | None = None,
    ledger: Ledger | None = None,
) -> Result:
    """Finds all solutions of a program, part by part, by as many processes as there are workers.

    Args:
        program: The program.
        backend: The backend; it searches each part by itself, with one worker.
        clock: The time there is, and how to search.
        ticker: Told about the progress.
        tally: Holds how many solutions are known; right at any moment, also when interrupted.
        visit: Called with every solution; when it returns False, the search ends. Without it,
            solutions are only counted.
        ledger: Where the counts of parts are noted, and those that are there already are taken
            from; not together with `visit`.

    Returns:
        The outcome; its values are those of the last solution that was visited.
    """
    from ilpuzzles.jobs import Job, Pool  # noqa: PLC0415 - most questions need no processes

    options = clock.everything
    wanted = max(_FEWEST_PARTS, _PARTS_PER_WORKER * options.workers)
    parts = {_key(part): part for part in split(program, wanted)}
    known = ledger.finished() if ledger is not None else {}
    tally.parts = {key: known[key] for key in parts if key in known}
    if not all(type(number) is int and number >= 0 for number in tally.parts.values()):
        raise InputError(Problem("a count in the ledger is no number", "begin with a new ledger"))
    listing = Listing(visit, parts)
    done = len(tally.parts)
    # Hints are variables of a model, which stays here.
    alone = replace(options, workers=1, time_limit=None, hint={})
    shared = Shared(program, backend.name, alone, listing=visit is not None)

    def received(key: str, data: int | IntArray) -> None:
        number = data if isinstance(data, int) else listing.receive(key, data)
        # A worker that was started again begins anew.
        tally.parts[key] = max(number, tally.parts.get(key, 0))

    def go_on() -> bool:
        ticker.tell(tally.found, done, len(parts))
        return clock.options() is not None and not listing.stopped

    version, limits = backend.version(), list[Limit]()
    with Pool("ilpuzzles.queries.parallel:search_part", shared, options.workers) as pool:
        jobs = (Job(key, part) for key, part in parts.items() if key not in known)
        for outcome in pool.run(jobs, received=received, go_on=go_on):
            if outcome.error is not None:
                raise outcome.error
            number, version, limit = outcome.value
            listing.finish(outcome.key, number)
            tally.parts[outcome.key] = number
            if limit is not Limit.NONE:
                limits.append(limit)
                continue
            done += 1
            if ledger is not None:
                ledger.record(outcome.key, number, seconds=outcome.seconds, tries=outcome.tries)
    limit = Limit.SOLUTIONS if listing.stopped else next(iter(limits), Limit.TIME)
    complete = done == len(parts) and not listing.stopped
    nothing = Status.INFEASIBLE if complete else Status.UNKNOWN
    return replace(
        out_of_time(backend, None),
        version=version,
        status=Status.OPTIMAL if tally.found else nothing,
        limit=Limit.NONE if complete else limit,
        values=listing.last,
        complete=complete,
    )


def _key(part: Part) -> str:
    """The name of a part, the same in every run."""
    return " ".join(f"x{column}={least}..{most}" for column, (least, most) in sorted(part.items()))


class Listing:
    """Passes solutions on, each once: a worker that was started again lists all of its part anew.

    Args:
        visit: Called with every solution; None if they are only counted.
        parts: The parts.

    Attributes:
        last: The last solution that was passed on.
        stopped: Whether the visitor has had enough.
    """

    def __init__(self, visit: Visit | None, parts: dict[str, Part]) -> None:
        self._visit = visit
        self._parts = parts
        # Of every part that is not done, digests of what it has listed.
        self._seen: dict[str, set[bytes]] = {}
        self.last: IntArray | None = None
        self.stopped = False

    def receive(self, key: str, solutions: IntArray) -> int:
        """Passes on what a part has found and not listed before; returns how many it has listed."""
        part = self._parts[key]
        bounds = np.array(list(part.values()), dtype=np.int64).reshape(-1, 2)
        chosen = solutions[:, list(part)]
        # Parts are disjoint: a solution within its own part is in no other one's list.
        if ((chosen < bounds[:, 0]) | (chosen > bounds[:, 1])).any():
            raise CheckError(Problem("a solution outside its part of the model", "report this"))
        seen = self._seen.setdefault(key, set())
        for values in solutions:
            digest = blake2b(values.tobytes(), digest_size=16).digest()
            if digest in seen or self.stopped or self._visit is None:
                continue
            seen.add(digest)
            self.last = values
            self.stopped = self._visit(values) is False
        return len(seen)

    def finish(self, key: str, number: int) -> None:
        """Checks that a part has listed as many solutions as it has counted."""
        listed = len(self._seen.pop(key, ()))
        if self._visit is not None and not self.stopped and listed != number:
            raise CheckError(
                Problem(f"{number} solutions of a part, {listed} of them listed", "report this")
            )
