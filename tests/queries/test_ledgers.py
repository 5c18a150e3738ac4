"""A count goes on where it was, from its ledger; parts that run long are split again."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from fractions import Fraction
from functools import partial
from itertools import islice, permutations
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.backends.result import Limit
from ilpuzzles.errors import BackendError, CheckError, InputError, OutputError
from ilpuzzles.exactcover.settings import Settings
from ilpuzzles.jobs.ledger import Ledger, read_ledger
from ilpuzzles.jobs.pool import open_pool
from ilpuzzles.modelling.program import program_of
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.progress import Progress
from ilpuzzles.queries import parallel
from ilpuzzles.queries.count import COUNT_VERSION, count_identity, count_solutions, count_status
from ilpuzzles.queries.parallel import PartWork, SolutionRelay
from ilpuzzles.queries.solutions import enumerate_solutions
from ilpuzzles.queries.subproblems import (
    EVERYTHING,
    PartTree,
    Tally,
    part_name,
    part_of_name,
    split_key,
    weight_of,
)
from support.begun_models import with_rooks
from support.places import PATHS
from support.processes import linux_only, wait_until, workers_of
from support.question_oracles import QUEENS, queens
from support.wide_models import (
    BEYOND_64_BITS,
    LENGTHS,
    with_third,
    with_wide_bound,
    with_wide_coefficients,
)

SIZE = 8

SCRIPT = """
import sys
sys.path[:0] = {paths!r}
import os, signal
from ilpuzzles import count_solutions, progress
from ilpuzzles.backends import Options
from support.question_oracles import queens

progress._PAUSE = 0.0

def watch(now):
    if now.done >= 5:
        os.killpg(os.getpid(), signal.SIGKILL)

options = Options(workers={workers})
count_solutions(queens({size}), backend="cpsat", options=options, ledger={ledger!r}, watch=watch)
"""

IDENTITY_SCRIPT = """
import sys
sys.path[:0] = {paths!r}
from ilpuzzles.queries.count import count_identity
from support import wide_models

for name in {names!r}:
    print(count_identity(getattr(wide_models, name)().program()))
"""


def stored(path: Path) -> list[tuple[str, Any]]:
    """What stands in the ledger, in the order of recording."""
    connection = sqlite3.connect(path)
    try:
        found = connection.execute("SELECT key, value FROM jobs ORDER BY number").fetchall()
    finally:
        connection.close()
    return [(key, json.loads(value)) for key, value in found]


def counts(path: Path) -> list[tuple[str, int]]:
    """The counts of parts among that."""
    return [one for one in stored(path) if not one[0].startswith("split ")]


@pytest.mark.exhaustive
@linux_only
@pytest.mark.parametrize("workers", [1, 2])
def test_a_count_that_was_killed_goes_on_where_it_was(workers: int, tmp_path: Path) -> None:
    ledger, file = tmp_path / "count.db", tmp_path / "count.py"
    script = SCRIPT.format(paths=PATHS, size=SIZE, workers=workers, ledger=str(ledger))
    file.write_text(script)
    with subprocess.Popen(
        [sys.executable, str(file)],
        env=os.environ | {"TMPDIR": str(tmp_path)},
        start_new_session=True,
    ) as started:
        assert started.wait(timeout=120) == -signal.SIGKILL
    assert wait_until(lambda: not workers_of(started.pid))
    before = counts(ledger)
    assert len(before) >= 5
    assert sum(dict(before).values()) <= QUEENS[SIZE]
    options = Options(workers=2)
    seen: list[Progress] = []
    count = count_solutions(
        queens(SIZE), backend="cpsat", options=options, ledger=ledger, watch=seen.append
    )
    assert (int(count), count.complete) == (QUEENS[SIZE], True)
    after = counts(ledger)
    # The rows of the parts that were done are as they were, and no part stands twice.
    assert after[: len(before)] == before
    assert len(dict(after)) == len(after)
    assert sum(dict(after).values()) == QUEENS[SIZE]
    assert all(progress.done >= len(before) for progress in seen)
    # Once more, there is nothing to do.
    again = count_solutions(queens(SIZE), backend="cpsat", ledger=ledger)
    assert (int(again), again.complete) == (QUEENS[SIZE], True)
    assert counts(ledger) == after


def test_what_is_in_the_ledger_is_not_counted_again(tmp_path: Path) -> None:
    ledger = tmp_path / "count.db"
    model, before = queens(6), signal.getsignal(signal.SIGINT)
    assert int(count_solutions(model, backend="cpsat", ledger=ledger)) == 4
    assert signal.getsignal(signal.SIGINT) is before
    identity = count_identity(program_of(model))
    known = read_ledger(ledger, identity, version=COUNT_VERSION).finished
    first = next(key for key in known if not key.startswith("split "))
    ledger.unlink()
    with Ledger(ledger, identity, version=COUNT_VERSION) as other:
        for key, value in islice(known.items(), 6):
            other.record(key, value + 1000 if key == first else value)
    assert int(count_solutions(model, backend="cpsat", ledger=ledger)) == 1004


@pytest.mark.exhaustive
def test_a_damaged_count_is_counted_again_and_a_damaged_list_is_refused(tmp_path: Path) -> None:
    ledger, model = tmp_path / "count.db", queens(6)
    assert int(count_solutions(model, backend="cpsat", ledger=ledger)) == 4
    change(ledger, "value = value + 1000 WHERE key NOT LIKE 'split %'")
    assert int(count_solutions(model, backend="cpsat", ledger=ledger)) == 4
    status = count_status(model, ledger)
    assert (status.found, status.complete) == (4, True)
    for damage in ("key = 'split x' || key", "value = value || ' '"):
        copy = tmp_path / "copy.db"
        copy.write_bytes(ledger.read_bytes())
        change(copy, f"{damage} WHERE key = 'split everything'")
        before = copy.read_bytes()
        for ask in (
            partial(count_solutions, model, ledger=copy),
            partial(count_status, model, copy),
        ):
            with pytest.raises(InputError) as caught:
                ask()
            assert str(caught.value) == (
                "parts in the ledger are no parts of the whole: the ledger is damaged; start with "
                "a new ledger"
            )
            assert copy.read_bytes() == before


WIDE = (with_wide_bound, with_wide_coefficients, with_third)


@pytest.mark.exhaustive
def test_large_numbers_and_fractions_have_the_same_identity_in_every_process() -> None:
    script = IDENTITY_SCRIPT.format(paths=PATHS, names=[make.__name__ for make in WIDE])
    other_process = subprocess.run(
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    here = [count_identity(make().program()) for make in WIDE]
    assert other_process.stdout.split("\n") == [*here, ""]
    assert len(set(here)) == len(WIDE)


def test_models_that_differ_in_a_large_number_or_a_fraction_differ_in_their_identity() -> None:
    models = [
        with_wide_bound(),
        with_wide_bound(BEYOND_64_BITS + 1),
        with_wide_coefficients(),
        with_wide_coefficients((Fraction(5746174, 4194287), LENGTHS[1])),
        with_third(),
        with_third(Fraction(1, 4)),
    ]
    again = [with_wide_bound(), with_wide_coefficients(), with_third()]
    identities = [count_identity(model.program()) for model in models]
    assert len(set(identities)) == len(models)
    assert [count_identity(model.program()) for model in again] == identities[::2]


def test_the_identity_of_usual_numbers_is_that_of_the_ledgers_of_before() -> None:
    assert count_identity(queens(4).program()) == "count of 8f9a1b47396f91688318f3ca"


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("make", "number"), [(with_wide_bound, 501), (with_wide_coefficients, 4), (with_third, 4)]
)
def test_counts_with_large_numbers_and_fractions_go_on_from_a_ledger(
    make: Callable[[], Model], number: int, tmp_path: Path
) -> None:
    ledger = tmp_path / "count.db"
    first = count_solutions(make(), backend="highs", ledger=ledger)
    before = stored(ledger)
    second = count_solutions(make(), backend="highs", ledger=ledger)
    assert (int(first), int(second)) == (number, number)
    assert stored(ledger) == before
    assert count_status(make(), ledger).complete


FLIPS = 15


@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(8))
def test_a_torn_ledger_gives_the_right_count_or_a_line(seed: int, tmp_path: Path) -> None:
    """Bits are flipped, and the end is cut off, anywhere in the file or in its log."""
    dice = random.Random(seed)
    model, ledger = queens(6), tmp_path / "count.db"
    identity = count_identity(program_of(model))
    count_solutions(model, backend="cpsat", ledger=ledger)
    known = read_ledger(ledger, identity, version=COUNT_VERSION).finished
    sound = {ledger.name: ledger.read_bytes()}
    if seed % 2:
        # As a process leaves it that was killed.
        ledger.unlink()
        with Ledger(ledger, identity, version=COUNT_VERSION) as half:
            for key, value in islice(known.items(), len(known) // 2):
                half.record(key, value)
            half.fail(list(known)[-1], "it died")
            sound = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    for _ in range(FLIPS):
        for name, content in sound.items():
            (tmp_path / name).write_bytes(content)
        torn = tmp_path / dice.choice(list(sound))
        torn.write_bytes(damaged(dice, sound[torn.name]))
        outcome = number_or_line(model, ledger, known)
        assert outcome == 4 or isinstance(outcome, str), torn.name
        for file in tmp_path.iterdir():
            file.unlink()


def damaged(dice: random.Random, content: bytes) -> bytes:
    """With a bit flipped, mostly where something is written, or without its end."""
    if dice.random() < 0.1:
        return content[: dice.randrange(len(content))]
    places = [place for place, byte in enumerate(content) if byte]
    torn = bytearray(content)
    place = dice.randrange(len(torn)) if dice.random() < 0.2 else dice.choice(places)
    torn[place] ^= 1 << dice.randrange(8)
    return bytes(torn)


def number_or_line(model: Model, ledger: Path, known: dict[str, Any]) -> int | str:
    """What a count would come to that goes on with a ledger, or the line that says what is wrong.

    What each part has is taken from what is known; parts that nobody knows are counted.
    """
    try:
        status = count_status(model, ledger)
        with Ledger(ledger, count_identity(program_of(model)), version=COUNT_VERSION) as opened:
            tree = PartTree(opened.finished())
            assert sum(tree.counts.values()) == status.found
            if tree.left == [EVERYTHING]:
                return 4
            for name in tree.left:
                opened.record(name, known[name])
                tree.finish(name, known[name])
    except (InputError, OutputError) as error:
        assert "\n" not in str(error)
        assert str(ledger) in str(error) or "the ledger is damaged" in str(error)
        return str(error)
    again = count_status(model, ledger)
    assert again.complete
    assert again.found == sum(tree.counts.values())
    return again.found


def change(ledger: Path, what: str) -> None:
    """Changes rows behind the back of the ledger."""
    with closing(sqlite3.connect(ledger)) as connection, connection:
        connection.execute(f"UPDATE jobs SET {what}")  # noqa: S608 - from the tests above


@pytest.mark.exhaustive
def test_an_interruption_of_this_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Otherwise the count may be over before the watch is asked again.
    monkeypatch.setattr("ilpuzzles.progress._PAUSE", 0.0)
    ledger = tmp_path / "count.db"
    asked = []

    def watch(progress: Progress) -> None:
        asked.append(progress)
        if progress.done > 3:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        count_solutions(queens(SIZE), backend="cpsat", ledger=ledger, watch=watch)
    answer = caught.value.answer
    assert asked[-1].found <= int(answer) <= QUEENS[SIZE]
    assert not answer.complete
    assert not workers_of(os.getpid())
    count = count_solutions(queens(SIZE), backend="cpsat", ledger=ledger)
    assert (int(count), count.complete) == (QUEENS[SIZE], True)


def test_the_ledger_of_another_model_is_refused(tmp_path: Path) -> None:
    ledger = tmp_path / "count.db"
    count_solutions(queens(5), backend="cpsat", ledger=ledger)
    before = ledger.read_bytes()
    others: list[Any] = [queens(6), queens(5).without("diagonals"), Model()]
    model = queens(5)
    others += [model.fix({model.families[0][0, 0]: value}) for value in (0, 1)]
    extended = queens(5)
    extended.add(extended.families[0][0, 0] == 0)
    others.append(extended)
    for other in others:
        with pytest.raises(InputError, match="belongs to another position"):
            count_solutions(other, backend="cpsat", ledger=ledger)
    assert ledger.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["count.db"]
    with pytest.raises(InputError, match="give one of them"):
        count_solutions(queens(5), limit=3, ledger=ledger)
    # Names do not matter.
    assert int(count_solutions(queens(5), backend="cpsat", ledger=str(ledger))) == QUEENS[5]


BOTH = Options(workers=2)


def unequal(size: int) -> Model:
    """All solutions but three are in a quarter of it."""
    model = Model()
    choice, free = model.binary("choice", 4), model.binary("free", size)
    model.exactly_one(choice)
    model.add(sum(free[i] for i in range(size)) <= size * choice[0])
    return model


def instead(patch: pytest.MonkeyPatch, name: str) -> None:
    """Lets workers do something else than to search."""

    def opened(_: str, *details: Any, **more: Any) -> Any:
        return open_pool(f"support.part_functions:{name}", *details, **more)

    patch.setattr(parallel, "open_pool", opened)


def require_whole(path: Path, number: int) -> int:
    """The ledger tells each part once, after what it is a part of; returns how many were split."""
    found = stored(path)
    assert len({key for key, _ in found}) == len(found)
    there = {"everything"}
    for key, value in found:
        name = key.removeprefix("split ")
        assert name in there
        there.discard(name)
        there |= set(value if key.startswith("split ") else ())
    assert not there
    assert sum(value for key, value in found if not key.startswith("split ")) == number
    return sum(key.startswith("split ") for key, _ in found) - 1


@pytest.mark.exhaustive
def test_unequal_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "SECONDS_UNTIL_SPLIT", 0.02)
    model, ledger = unequal(14), tmp_path / "count.db"
    shares: list[float] = []
    count = count_solutions(
        model,
        backend="cpsat",
        options=BOTH,
        ledger=ledger,
        watch=lambda progress: shares.append(progress.share or 0.0),
    )
    assert (int(count), count.complete) == (2**14 + 3, True)
    assert require_whole(ledger, 2**14 + 3) > 0
    assert shares == sorted(shares)
    # There was something to do for both workers after the last split.
    keys = [key for key, _ in stored(ledger)]
    last = max(index for index, key in enumerate(keys) if key.startswith("split "))
    assert len(keys) - last > 2


@pytest.mark.exhaustive
def test_an_end_after_any_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    instead(monkeypatch, "stops_early")
    model, ledger, number = unequal(8), tmp_path / "count.db", 2**8 + 3
    count_solutions(model, backend="cpsat", options=BOTH, ledger=ledger)
    assert require_whole(ledger, number) > 1
    content, rows = ledger.read_bytes(), stored(ledger)
    splits = [index for index, (key, _) in enumerate(rows) if key.startswith("split ")]
    for kept in (0, splits[1], splits[-1] + 1):
        ledger.write_bytes(content)
        with closing(sqlite3.connect(ledger)) as connection, connection:
            connection.execute("DELETE FROM jobs WHERE number > ?", (kept,))
        status = count_status(model, ledger)
        counts = [value for key, value in rows[:kept] if not key.startswith("split ")]
        assert (status.done, status.found) == (len(counts), sum(counts))
        assert not status.complete
        count = count_solutions(model, backend="cpsat", options=BOTH, ledger=ledger)
        assert (int(count), count.complete) == (number, True)
        require_whole(ledger, number)
        assert stored(ledger)[:kept] == rows[:kept]


@pytest.mark.exhaustive
def test_all_is_listed_once_although_parts_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "SECONDS_UNTIL_SPLIT", 0.01)
    model, seen = unequal(11), list[bytes]()

    def visit(values: IntArray) -> None:
        seen.append(values.tobytes())

    result = enumerate_solutions(model, visit, "cpsat", BOTH)
    assert result.complete
    assert len(seen) == len(set(seen)) == 2**11 + 3


@pytest.mark.exhaustive
def test_parts_that_end_their_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, ledger = queens(7), tmp_path / "count.db"
    with monkeypatch.context() as patch:
        instead(patch, "dies_in_some")
        with pytest.raises(BackendError) as caught:
            count_solutions(model, backend="cpsat", options=BOTH, ledger=ledger)
    text = str(caught.value)
    assert "parts of the model failed, the first of them x0=1..1" in text
    assert "ended its worker 3 times, the last time by SIGKILL" in text
    assert "; the others have 36 solutions; try again with the same ledger" in text
    assert "\n" not in text
    status = count_status(model, ledger)
    names = PartTree(dict(stored(ledger))).left
    assert names
    assert all(part_of_name(name)[0] == (1, 1) for name in names)
    assert sorted(status.failed) == sorted(names)
    assert status.done == status.parts - len(names)
    # What had failed is tried again, and what was counted is not.
    before = stored(ledger)
    count = count_solutions(model, backend="cpsat", options=BOTH, ledger=ledger)
    assert (int(count), count.complete) == (40, True)
    assert stored(ledger)[: len(before)] == before
    assert not count_status(model, ledger).failed


@pytest.mark.exhaustive
def test_a_count_that_is_hopeless_ends_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def opened(_: str, shared: Any, workers: int, cluster: str | None) -> Any:
        pool = open_pool("support.part_functions:always_dies", shared, workers, cluster, tries=1)
        monkeypatch.setattr(pool, "run", partial(noted, pool.run))
        return pool

    def noted(run: Any, given: Any, **more: Any) -> Any:
        return run(map(note, given), **more)

    def note(job: Any) -> Any:
        asked.append(job)
        return job

    monkeypatch.setattr(parallel, "open_pool", opened)
    with pytest.raises(BackendError, match="the others were not all tried"):
        count_solutions(queens(8), backend="cpsat", options=BOTH)
    assert sum(job is not None for job in asked) < 12


def test_names_of_parts() -> None:
    for part in ({}, {7: (-5, 12), 2: (0, 0)}, {0: (1, 1)}):
        assert part_of_name(part_name(part)) == part
    for name in ("", "x", "x1=1", "x1=1..1  x2=1..1", "x1=1..1 x", "1..1"):
        with pytest.raises(InputError, match="the ledger is damaged"):
            part_of_name(name)


@pytest.mark.parametrize(
    "known",
    [
        {"everything": -1},
        {"everything": "7"},
        {"everything": True},
        {"split everything": 3},
        {"split everything": [3]},
        {"split everything": ["x0=1..1", "x0=1..1"]},
        {"split everything": ["everything"], "split x": []},
    ],
)
def test_a_ledger_that_makes_no_sense(known: dict[str, Any]) -> None:
    with pytest.raises(InputError, match="damaged"):
        PartTree(known)


def test_what_was_told_before_a_split_is_no_less_afterwards() -> None:
    tally = Tally(parts={"a": 5, "b": 2}, splits={"everything": ("a", "b")})
    assert tally.found == 7
    tally.splits["a"] = ("c", "d")
    assert tally.found == 7
    tally.parts |= {"c": 4, "d": 3}
    assert tally.found == 9


def test_a_part_that_has_told_of_more_than_its_own_parts_have() -> None:
    tally = Tally()
    work = PartWork(queens(4).program(), 2, tally, SolutionRelay(None), None)
    tally.parts["everything"] = 3
    with pytest.raises(CheckError, match="a part has 3 solutions, and its own parts 0"):
        work.require_sums()
    assert work.limits == list[Limit]()


@pytest.mark.exhaustive
def test_one_of_equivalent_parts_is_searched(tmp_path: Path) -> None:
    """Each says in the ledger for how many it counts, so another backend can finish the count."""
    model, rook = with_rooks(5)
    # So that the places in a row or column are not all alike.
    model.at_most_one([rook[i, i] for i in range(5)])
    model.at_most_one([rook[i, 4 - i] for i in range(5)])
    number = len([values for values in permutations(range(5)) if _few_on_diagonals(values)])
    options = Options(cover=Settings(symmetry=False))
    assert count_solutions(model, backend="exactcover", options=options).number == number
    identity, ledger = count_identity(program_of(model)), tmp_path / "whole"
    found = count_solutions(model, backend="exactcover", ledger=ledger)
    assert (found.number, found.complete) == (number, True)
    assert count_status(model, ledger).found == number
    known = read_ledger(ledger, identity, version=COUNT_VERSION).finished
    names = [name for name in known if not name.startswith("split")]
    assert {weight_of(name) for name in names} == {1, 4}
    assert all(part_name(part_of_name(name), weight_of(name)) == name for name in names)
    half = tmp_path / "half"
    with Ledger(half, identity, version=COUNT_VERSION) as noted:
        for name in [split_key(EVERYTHING), *names[::2]]:
            noted.record(name, known[name])
    again = count_solutions(model, backend="cpsat", ledger=half)
    assert (again.number, again.complete) == (number, True)


def _few_on_diagonals(values: tuple[int, ...]) -> bool:
    falling = sum(value == place for place, value in enumerate(values))
    return falling <= 1 and sum(value == 4 - place for place, value in enumerate(values)) <= 1
