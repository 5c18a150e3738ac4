"""Counts of solutions, by a backend that counts, or part by part with a ledger.

Up to symmetry, orbits are counted by Burnside's lemma.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any, Unpack

import numpy as np

from ilpuzzles.backends.interface import (
    Clock,
    Options,
    OptionWords,
    SolutionSetEngine,
    interruptible,
    options_with,
)
from ilpuzzles.backends.result import Border, Limit, Result
from ilpuzzles.errors import (
    BackendError,
    CheckError,
    IlpuzzlesError,
    InputError,
    counted,
)
from ilpuzzles.jobs.ledger import Ledger, read_ledger
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.numbers import NumberArray, number_bytes
from ilpuzzles.modelling.program import Program, ProgramView, program_of
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.passes.tolerances import moved
from ilpuzzles.progress import Progress, Reporter, Watch, unless_done_within
from ilpuzzles.queries.enumeration import knows_all
from ilpuzzles.queries.moves import conjugacy_classes, invariant_under, require_moves
from ilpuzzles.queries.parallel import require_portable, search_parts
from ilpuzzles.queries.query_results import Count, OrbitCount
from ilpuzzles.queries.restricted_search import require_answer
from ilpuzzles.queries.solutions import confirm_number, require_limit, visit_solutions
from ilpuzzles.queries.solve import Inquiry
from ilpuzzles.queries.subproblems import EVERYTHING, PartTree, Tally
from ilpuzzles.solvers.registry import ASKED_FOR, AUTO, BackendLike, Task, choose

# Not "from ilpuzzles import": the package hands out names of the layers above, too.
COUNT_VERSION = f"ilpuzzles {import_module('ilpuzzles').__version__}, records 1"
"""The version that a ledger belongs to; a record is a count of a part, or the parts of one."""


_LOG = logging.getLogger("ilpuzzles.queries")
# After so many seconds, the log says which backend is likely to be quicker.
_SECONDS_UNTIL_ADVICE = 2.0


@dataclass(frozen=True, slots=True)
class CountStatus:
    """The progress of a count: the parts that are counted, and the solutions they have.

    Attributes:
        done: How many parts are counted.
        parts: How many there are, as far as is known: one that runs long is split again.
        found: How many solutions the counted parts have.
        share: How much is done, from 0 to 1, if parts of the same size take the same time.
        seconds: How long the workers have searched the recorded parts, all together.
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
        """Whether all parts are counted."""
        return self.done == self.parts

    def text(self) -> str:
        """Returns the status in some lines.

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
        """Returns the status as plain data."""
        return {
            "complete": self.complete,
            "parts_done": self.done,
            "parts": self.parts,
            "solutions_so_far": self.found,
            "share": round(self.share, 6),
            "seconds": round(self.seconds, 3),
            "failed": dict(self.failed),
        }


def count_status(model: ProgramView, ledger: str | Path) -> CountStatus:
    """Returns the progress of a count from its ledger, perhaps while another process counts.

    Raises:
        InputError: If there is no such file, it is not a ledger, or it belongs to another count.

    Example:
        >>> from ilpuzzles.jobs.temporary_files import private_folder
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> row = model.exactly_one(model.binary("x", 3))
        >>> with private_folder() as folder:
        ...     number = int(count_solutions(model, ledger=folder / "count"))
        ...     status = count_status(model, folder / "count")
        >>> number, status.found, status.done, status.complete
        (3, 3, 3, True)
    """
    contents = read_ledger(ledger, count_identity(program_of(model)), version=COUNT_VERSION)
    tree = PartTree(contents.finished)
    found = sum(tree.counts.values())
    return CountStatus(
        tree.done, tree.number, found, tree.share, contents.seconds, contents.failures
    )


def count_identity(program: Program) -> str:
    """Returns the identity of a count: a digest of the program, without any names."""
    digest = blake2b(digest_size=12)
    rows = program.rows
    columns = *_filled_sides(program.lower, program.upper), program.deciding
    entries = rows.starts, rows.columns, rows.coefficients
    # In one array, so that ledgers of earlier versions stay valid.
    defines = np.maximum(rows.targets, rows.operations)
    sides = _filled_sides(rows.lower, rows.upper)
    for part in (*columns, *entries, *sides, rows.kinds, defines):
        digest.update(str(len(part)).encode())
        digest.update(number_bytes(part))
    for operation in program.operations:
        digest.update(repr(operation).encode())
    return f"count of {digest.hexdigest()}"


def _filled_sides(lower: Bounds, upper: Bounds) -> tuple[NumberArray, NumberArray]:
    """Returns bounds as numbers, with those of 64 bits in place of none, as ledgers have them."""
    return lower.filled(-(1 << 63)), upper.filled((1 << 63) - 1)


def count_solutions(
    model: ProgramView,
    backend: BackendLike = "auto",
    *,
    limit: int | None = None,
    options: Options | None = None,
    ledger: str | Path | None = None,
    watch: Watch | None = None,
    **words: Unpack[OptionWords],
) -> Count:
    """Counts solutions; two are the same if all deciding variables have the same values.

    Args:
        model: A model, or a program.
        limit: Stop after this many solutions; None to count all.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search; with several workers, each searches a part of the model.
        ledger: A file that records the parts that are counted, so that the same count can resume
            after an interruption, even with another backend. Then every solution is listed, and
            checked against every row.
        watch: Called with the progress now and then.

    Where a backend that is named lists solutions, and another is likely to be quicker, the logger
    `ilpuzzles.queries` says so after two seconds, at level INFO.

    Returns:
        The count. Where a backend lists solutions, each was checked against every row; `exactcover`
        counts many at once.

    Raises:
        InputError: If the limit makes no sense, or the ledger belongs to another count.
        BackendError: If the solver is missing or fails. What was counted by then is in the ledger.
        Interrupted: On Ctrl-C, with what was counted so far.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> row = model.at_most_one(model.binary("x", 9))
        >>> print(count_solutions(model), count_solutions(model, limit=5))
        10 5 or more (as many as were asked for)
    """
    options = options_with(options, words)
    limit = require_limit(limit)
    if ledger is not None and limit is not None:
        raise InputError("a limit and a ledger cannot be combined", "give one of them")
    inquiry = Inquiry(model, backend, options, Task.ALL, listing=True)

    def ask(asked: Inquiry) -> Count:
        return _count(asked, limit, ledger, watch)

    return inquiry.in_turn(ask)


def _count(
    inquiry: Inquiry,
    limit: int | None,
    ledger: str | Path | None,
    watch: Watch | None,
    *,
    borders: bool = True,
) -> Count:
    """Counts with the backend that an inquiry is for.

    `borders` is whether to count the solutions on borders as well, where none are listed.
    """
    tally = Tally()

    def visit(_values: IntArray) -> bool:
        number = tally.parts.get(EVERYTHING, 0) + 1
        tally.parts[EVERYTHING] = number
        return limit is None or number < limit

    def advise() -> None:
        if limit is not None or inquiry.choice.why != ASKED_FOR:
            return
        with suppress(IlpuzzlesError):
            name = inquiry.backend.name
            other = choose(AUTO, inquiry.asked, Task.ALL, inquiry.options).backend.name
            if other != name:
                _LOG.info("%s is still counting; %s is likely to be quicker", name, other)

    with interruptible(lambda: Count(tally.found, inquiry.interrupted(found=tally.found))):
        needs_parts = ledger is not None or inquiry.options.cluster is not None
        backend = inquiry.backend
        if limit is None and not needs_parts and knows_all(backend, inquiry.program):
            result = _count_alone(inquiry, backend, tally, watch)
        elif limit is None and (needs_parts or inquiry.options.workers > 1):
            result = _count_in_parts(inquiry, tally, ledger, watch)
            if borders:
                result = _with_border(inquiry, tally.found, result)
        else:
            with unless_done_within(_SECONDS_UNTIL_ADVICE, advise):
                result = visit_solutions(inquiry, visit, watch, few=limit is not None)
    return Count(tally.found, require_answer(result))


def _with_border(inquiry: Inquiry, number: int, result: Result) -> Result:
    """Returns the result of a count without a list, with how many solutions lie on a border."""
    program = inquiry.program
    if not (program.is_measured() and number and result.complete):
        return result
    strict = inquiry.about(moved(inquiry.asked, -2), inquiry.choice.alone())
    inside = _count(strict, None, None, None, borders=False)
    on_border = number - inside.number
    if not inside.complete or not on_border:
        return result
    return replace(result, border=Border(on_border))


def _count_alone(
    inquiry: Inquiry, backend: SolutionSetEngine, tally: Tally, watch: Watch | None
) -> Result:
    """Counts with a backend that counts without listing."""
    report = Reporter(watch)

    def reported(progress: Progress) -> None:
        tally.parts[EVERYTHING] = progress.found
        report(progress)

    options = inquiry.clock.options()
    if options is None:
        return inquiry.out_of_time()
    program = replace(inquiry.program, objective=None)
    number, result = backend.count(program, replace(options, watch=reported))
    tally.parts[EVERYTHING] = number
    return result


def _count_in_parts(
    inquiry: Inquiry, tally: Tally, ledger: str | Path | None, watch: Watch | None
) -> Result:
    """Counts part by part, with several workers or a ledger."""
    require_portable(inquiry.program)
    opened: AbstractContextManager[Ledger | None] = nullcontext()
    if ledger is not None:
        opened = Ledger(ledger, count_identity(inquiry.program), version=COUNT_VERSION)
    with opened as opened_ledger:
        result = search_parts(inquiry, report=Reporter(watch), tally=tally, ledger=opened_ledger)
    return confirm_number(inquiry, tally.found, result)


def count_orbits(
    model: ProgramView,
    moves: IntArray,
    *,
    backend: BackendLike = "auto",
    options: Options | None = None,
    watch: Watch | None = None,
    **words: Unpack[OptionWords],
) -> OrbitCount:
    """Counts solutions up to symmetry, without listing any (Burnside's lemma).

    The number of orbits (classes of equivalent solutions) is the average number of solutions that a
    symmetry leaves unchanged. These are the solutions of a smaller model, in which variables that
    the symmetry takes into each other have the same value. Of symmetries that are conjugate to each
    other, which leave equally many unchanged, one is counted.

    Args:
        model: A model of binary variables and sums, or a program.
        moves: The symmetries as permutations: where each takes each column, shape (symmetries,
            columns). They form a group, and the identity comes first.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search; a time limit is that of all counts together.
        watch: Called with the progress now and then.

    Returns:
        Both counts.

    Raises:
        InputError: If the first move is not the identity, or they are no group.
        ModelError: If a move does not take the rows of the model into each other.
        BackendError: If the solver is missing or fails.
        Interrupted: On Ctrl-C, with the count so far.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 4)
        >>> rows = model.exactly_one(x[:2]), model.exactly_one(x[2:])
        >>> found = count_orbits(model, np.array([[0, 1, 2, 3], [2, 3, 0, 1]]))
        >>> found.count.number, found.orbits
        (4, 3)
    """
    options = options_with(options, words)
    clock = Clock(options)
    program = program_of(model)
    moves = require_moves(program, moves)
    whole = count_solutions(program, backend=backend, options=clock.options(), watch=watch)
    if not whole.complete:
        return OrbitCount(whole, None, whole.result)
    total = 0

    def stopped(limit: Limit) -> OrbitCount:
        result = replace(whole.result, limit=limit, complete=False)
        return OrbitCount(Count(whole.number, result), None, result)

    done = 0
    for move, alike in conjugacy_classes(moves):
        done += alike
        if (move == moves[0]).all():
            total += alike * whole.number
            continue
        left = clock.options()
        if left is None:
            return stopped(Limit.TIME)
        shown = watch and partial(_show, watch, whole.number, done, len(moves))
        unchanged = invariant_under(program, move)
        with interruptible(partial(stopped, Limit.INTERRUPTED)):
            count = _count_unchanged(whole.result.backend, unchanged, left, shown)
        if not count.complete:
            return stopped(count.result.limit)
        total += alike * count.number
    orbits, remainder = divmod(total, len(moves))
    if remainder:
        what = (
            f"the {len(moves)} symmetries leave {total} solutions unchanged in all, "
            "which is not a multiple of their number"
        )
        raise CheckError(what, "please report this", program=program)
    return OrbitCount(whole, orbits, whole.result)


def _count_unchanged(
    backend: str, unchanged: Program, options: Options, watch: Watch | None
) -> Count:
    """Counts unchanged solutions by the backend that has counted all, if it takes their program.

    The rows of the smaller program may be of other kinds, which that backend refuses.
    """
    try:
        return count_solutions(unchanged, backend=backend, options=options, watch=watch)
    except BackendError:
        return count_solutions(unchanged, options=options, watch=watch)


def _show(watch: Watch, found: int, done: int, parts: int, progress: Progress) -> None:
    watch(Progress(found, done, parts, progress.seconds))
