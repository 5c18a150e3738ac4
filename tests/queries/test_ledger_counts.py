"""A count that ended too early goes on where it was, from its ledger."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.errors import InputError, OutputError
from ilpuzzles.jobs.ledger import Ledger, read_ledger
from ilpuzzles.modelling.model import Model, program_of
from ilpuzzles.progress import Progress
from ilpuzzles.queries.count import COUNT_VERSION, count_identity, count_solutions, count_status
from ilpuzzles.queries.subproblems import EVERYTHING, PartTree
from support.places import PATHS
from support.processes import linux_only, wait_until, workers_of
from support.question_oracles import QUEENS, queens, riddle

SIZE = 9

SCRIPT = """
import sys
sys.path[:0] = {paths!r}
import os, signal
from ilpuzzles.backends import Options
from ilpuzzles import Interrupted, count_solutions
from support.question_oracles import queens

def watch(progress):
    if progress.done >= {done}:
        {end}

try:
    count_solutions(
        queens({size}),
        backend="cpsat",
        options=Options(workers={workers}),
        ledger={ledger!r},
        watch=watch,
    )
except Interrupted as interruption:
    print(int(interruption.answer), interruption.answer.complete, flush=True)
else:
    print("finished", flush=True)
"""
ENDS = {
    "interrupted": "os.kill(os.getpid(), signal.SIGINT)",
    "killed": "os.killpg(os.getpid(), signal.SIGKILL)",
}


def rows(path: Path) -> list[tuple[Any, ...]]:
    """The counts in the ledger, in the order of recording."""
    connection = sqlite3.connect(path)
    try:
        found = connection.execute("SELECT * FROM jobs ORDER BY number").fetchall()
    finally:
        connection.close()
    return [row for row in found if not row[1].startswith("split ")]


def begun(how: str, ledger: Path, *, done: int, workers: int) -> str:
    """Counts in a process of its own until some parts are done."""
    script = SCRIPT.format(
        paths=PATHS,
        size=SIZE,
        workers=workers,
        ledger=str(ledger),
        done=done,
        end=ENDS[how],
    )
    file = ledger.with_suffix(".py")
    file.write_text(script)
    started = subprocess.Popen(
        [sys.executable, str(file)],
        stdout=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(ledger.parent)},
        encoding="utf-8",
        start_new_session=True,
    )
    try:
        text, _ = started.communicate(timeout=30)
    finally:
        started.kill()
        started.wait()
    assert wait_until(lambda: not workers_of(started.pid))
    return text


@linux_only
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("how", ["interrupted", "killed"])
def test_a_count_goes_on_where_it_was(how: str, workers: int, tmp_path: Path) -> None:
    ledger = tmp_path / "count.db"
    text = begun(how, ledger, done=5, workers=workers)
    before = rows(ledger)
    if how == "killed":
        assert text == ""
    elif text != "finished\n":
        number, complete = text.split()
        assert complete == "False"
        assert sum(int(row[2]) for row in before) <= int(number) <= QUEENS[SIZE]
    assert len(before) >= 5
    assert sum(int(row[2]) for row in before) <= QUEENS[SIZE]
    options = Options(workers=2)
    seen: list[Progress] = []
    count = count_solutions(
        queens(SIZE), backend="cpsat", options=options, ledger=ledger, watch=seen.append
    )
    assert (int(count), count.complete) == (QUEENS[SIZE], True)
    after = rows(ledger)
    # The rows of the parts that were done are as they were, and no part stands twice.
    assert after[: len(before)] == before
    assert len({row[1] for row in after}) == len(after)
    assert sum(int(row[2]) for row in after) == QUEENS[SIZE]
    assert all(progress.done >= len(before) for progress in seen)
    # Once more, there is nothing to do.
    again = count_solutions(queens(SIZE), backend="cpsat", ledger=ledger)
    assert (int(again), again.complete) == (QUEENS[SIZE], True)
    assert rows(ledger) == after


def test_what_is_in_the_ledger_is_not_counted_again(tmp_path: Path) -> None:
    ledger = tmp_path / "count.db"
    model = queens(6)
    assert int(count_solutions(model, backend="cpsat", ledger=ledger)) == 4
    identity = count_identity(program_of(model))
    known = read_ledger(ledger, identity, version=COUNT_VERSION).finished
    first = next(key for key in known if not key.startswith("split "))
    ledger.unlink()
    with Ledger(ledger, identity, version=COUNT_VERSION) as other:
        for key, value in islice(known.items(), 6):
            other.record(key, value + 1000 if key == first else value)
    assert int(count_solutions(model, backend="cpsat", ledger=ledger)) == 1004


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


FLIPS = 40


@pytest.mark.parametrize("seed", range(25))
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
    connection = sqlite3.connect(ledger)
    connection.execute(f"UPDATE jobs SET {what}")  # noqa: S608 - from the tests above
    connection.commit()
    connection.close()


def test_another_number_of_workers(tmp_path: Path) -> None:
    ledger = tmp_path / "count.db"
    for workers in (1, 6, 2):
        count = count_solutions(
            queens(6), backend="cpsat", options=Options(workers=workers), ledger=ledger
        )
        assert (int(count), count.complete) == (4, True)


def test_an_interruption_of_this_process(tmp_path: Path) -> None:
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


def test_a_time_limit(tmp_path: Path) -> None:
    ledger = tmp_path / "count.db"
    found = [-1]
    for _ in range(60):
        count = count_solutions(
            queens(SIZE), backend="cpsat", ledger=ledger, options=Options(time_limit=1.0)
        )
        found.append(sum(int(row[2]) for row in rows(ledger)))
        assert found[-2] <= found[-1] <= int(count) <= QUEENS[SIZE]
        assert count.complete == (int(count) == QUEENS[SIZE])
        if count.complete:
            break
    assert found[-1] == QUEENS[SIZE]


def test_the_ledger_of_another_model_is_refused(tmp_path: Path) -> None:
    ledger = tmp_path / "count.db"
    count_solutions(queens(5), backend="cpsat", ledger=ledger)
    before = ledger.read_bytes()
    x = queens(5).families[0]
    others: list[Any] = [queens(6), queens(5).without("diagonals"), Model()]
    model = queens(5)
    others += [model.fix({model.families[0][0, 0]: value}) for value in (0, 1)]
    extended = queens(5)
    extended.add(extended.families[0][0, 0] == 0)
    others.append(extended)
    assert x is not None
    for other in others:
        with pytest.raises(InputError, match="belongs to another position"):
            count_solutions(other, backend="cpsat", ledger=ledger)
    assert ledger.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["count.db"]
    with pytest.raises(InputError, match="give one of them"):
        count_solutions(queens(5), limit=3, ledger=ledger)
    # Names do not matter.
    assert int(count_solutions(queens(5), backend="cpsat", ledger=str(ledger))) == QUEENS[5]


def test_something_else_than_a_ledger_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("do not lose this")
    with pytest.raises(InputError):
        count_solutions(queens(4), ledger=path)
    assert path.read_text() == "do not lose this"


def test_random_models_with_a_ledger(tmp_path: Path) -> None:
    for seed in (7, 23, 41):
        made = riddle(seed, connectivity="lazy")
        for _ in range(2):
            count = count_solutions(made.model, backend="cpsat", ledger=tmp_path / f"{seed}.db")
            assert (int(count), count.complete) == (len(made.solutions()), True)


def test_signals_are_as_they_were(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    count_solutions(queens(5), backend="cpsat", ledger=tmp_path / "count.db")
    assert signal.getsignal(signal.SIGINT) is before
