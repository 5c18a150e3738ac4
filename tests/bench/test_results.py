"""Summaries, tables and files of results."""

from __future__ import annotations

import csv
import getpass
import io
import json
import platform
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path

import pytest

from ilpuzzles.bench.bench_run import BenchRun, compared
from ilpuzzles.bench.machine import Machine, this_machine
from ilpuzzles.bench.results import Description, Results, read_results
from ilpuzzles.bench.summary import (
    COLUMNS,
    answer_of,
    by_case,
    plain_text,
    remarks,
    summaries,
    summary_table,
    tabulate,
)
from ilpuzzles.errors import InputError
from support.sample_runs import MACHINE, solved, stopped

SOLVED = solved(
    "lonpos 8pieces",
    "cbc",
    2.0,
    version="2.10.3",
    variables=1789,
    load=0.1,
    build=0.02,
    handover=0.003,
    solve=1.5,
    cpu=1.9,
    memory=50 << 20,
    nodes=12,
    status="optimal",
    complete=True,
)
STOPPED = replace(SOLVED, status="unknown", limit="time", complete=False, checked=(), total=61)
COUNTED = replace(SOLVED, question="count", count=10**25, formulation="", case="m.lp")
RUNS = (
    SOLVED,
    replace(SOLVED, repetition=1, total=4.0, memory=70 << 20),
    replace(STOPPED, backend="scip"),
    replace(SOLVED, backend="highs", error="it failed", note="odd"),
    COUNTED,
)
DESCRIPTION = Description("Words", "and more", "ilpuzzles bench words.yaml", planned=8)
RESULTS = Results(DESCRIPTION, MACHINE, RUNS)


def head_with(old: str, new: str) -> Callable[[list[str]], list[str]]:
    """Changes the first line of a file of results."""

    def changed(lines: list[str]) -> list[str]:
        assert old in lines[0]
        return [lines[0].replace(old, new), *lines[1:]]

    return changed


def test_results_survive_as_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text(RESULTS.lines(), encoding="utf-8")
    assert read_results(path) == RESULTS
    head, *lines = path.read_text().splitlines()
    assert (json.loads(head)["sweep"]["planned"], len(lines)) == (8, len(RUNS))


def test_the_one_object_has_it_all() -> None:
    data = json.loads(json.dumps(RESULTS.to_json()))
    assert set(data) == {"sweep", "machine", "runs", "summary", "ranking"}
    assert data["runs"][4]["count"] == 10**25
    assert [part["solved"] for part in data["summary"]] == [2, 0, 0, 1]


def test_csv_has_a_line_for_each_run() -> None:
    lines = list(csv.DictReader(io.StringIO(RESULTS.table())))
    assert list(lines[0]) == [field.name for field in fields(BenchRun)]
    assert [line["backend"] for line in lines] == ["cbc", "cbc", "scip", "highs", "cbc"]
    assert lines[0]["checked"] == "rows rules"
    assert lines[4]["count"] == str(10**25)
    assert (lines[2]["count"], lines[2]["status"]) == ("", "unknown")


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda _: [], "results.jsonl: these are not the results of a sweep"),
        (lambda lines: lines[1:], "results.jsonl: these are not the results of a sweep"),
        (lambda lines: ["[]", *lines], "results.jsonl: these are not the results of a sweep"),
        (lambda lines: [*lines, "{"], "results.jsonl:7: not JSON"),
        (lambda lines: [*lines, "{}"], "results.jsonl:7: '{}' is not the result of a run"),
        (head_with('"cores"', '"corse"'), "1: the description of the machine cannot be read"),
        *(
            (head_with(*words), "results.jsonl:1: the description of the sweep cannot be read")
            for words in (
                ('"about"', '"abuot"'),
                *(
                    ('"planned": 8', f'"planned": {wrong}')
                    for wrong in ("-1", "true", '"8"', "2.5")
                ),
            )
        ),
    ],
)
def test_other_files_are_refused(tmp_path: Path, change: object, what: str) -> None:
    path = tmp_path / "results.jsonl"
    assert callable(change)
    path.write_text("\n".join(change(RESULTS.lines().splitlines())))
    with pytest.raises(InputError) as error:
        read_results(path)
    assert what in str(error.value)


def test_results_of_before_are_read(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    head, *lines = RESULTS.lines().splitlines()
    old = [json.loads(line) for line in lines]
    for line in old:
        assert (line.pop("machine"), line.pop("beside")) == ("", 1)
    path.write_text("\n".join([head, *map(json.dumps, old)]), encoding="utf-8")
    assert read_results(path) == RESULTS
    # Nor did they say how many runs were planned, but had cases, and what was reported of them.
    said = json.loads(head)
    del said["sweep"]["planned"]
    said["sweep"]["cases"] = [{"case": "m.lp", "question": "count", "reported": None}]
    path.write_text(json.dumps(said), encoding="utf-8")
    assert read_results(path).description == replace(DESCRIPTION, planned=None)


def test_limits_count_twice() -> None:
    runs = [replace(SOLVED, total=seconds, repetition=n) for n, seconds in enumerate((1, 3, 8))]
    (found,) = summaries([*runs, replace(STOPPED, repetition=3)])
    assert (found.runs, found.solved, found.limits, found.errors) == (4, 3, 1, 0)
    assert (found.median, found.least, found.most) == (5.5, 1, 8)
    assert found.par2 == (1 + 3 + 8 + 2 * 60) / 4
    assert found.answer == "solved, time limit"
    # Half of them at a limit have no median, and errors are no times.
    (found,) = summaries([SOLVED, replace(STOPPED, repetition=1)])
    assert (found.median, found.least, found.most) == (None, 2.0, 2.0)
    (found,) = summaries([replace(SOLVED, error="wrong", total=0.1)])
    assert (found.median, found.least, found.errors, found.limits) == (None, None, 1, 0)
    assert (found.par2, found.answer, found.error) == (120, "error", "wrong")


def test_of_several_counts_at_a_limit_the_greatest_is_told() -> None:
    count = replace(STOPPED, question="count")
    runs = [replace(count, count=number, repetition=number) for number in (5, 9, 7)]
    (found,) = summaries(runs)
    assert found.answer == "9 or more, time limit"
    (found,) = summaries([*runs, replace(SOLVED, question="count", count=12)])
    assert found.answer == "9 or more, time limit, 12"


@pytest.mark.parametrize(
    ("changes", "answer", "solved"),
    [
        ({}, "solved", True),
        ({"status": "infeasible"}, "no solution", True),
        ({"objective": 7}, "objective 7", True),
        ({"objective": 7, "status": "feasible", "limit": "time", "complete": False},
         "a solution, time limit", False),
        ({"objective": 7, "status": "feasible", "limit": "gap", "complete": False},
         "objective 7, within the gap", True),
        ({"status": "feasible", "complete": False}, "solved", True),
        ({"question": "count", "count": 9356}, "9,356", True),
        ({"question": "count", "count": 12, "complete": False, "limit": "time"},
         "12 or more, time limit", False),
        ({"question": "unique", "unique": True}, "one solution", True),
        ({"question": "unique", "unique": False}, "not one", True),
        ({"question": "unique", "complete": False, "limit": "nodes"}, "node limit", False),
        ({"status": "unknown", "complete": False}, "unknown", False),
        ({"error": "wrong"}, "error", False),
    ],
)  # fmt: skip
def test_answers_in_words(changes: dict[str, object], answer: str, solved: bool) -> None:
    run = replace(SOLVED, **changes)  # type: ignore[arg-type] # a table of fields
    assert (answer_of(run), run.solved) == (answer, solved)


def test_answers_that_contradict_each_other_are_errors() -> None:
    count = replace(SOLVED, question="count", count=5)
    runs = [
        count,
        replace(count, backend="scip", count=6),
        replace(count, backend="highs", count=3, complete=False, limit="time"),
        replace(count, formulation="seed", count=9, sound=False),
        replace(count, case="another", count=8),
    ]
    found = compared(runs)
    said = "the answers contradict each other: 5 (placement cbc), 6 (placement scip)"
    assert [run.error for run in found] == [said, said, "", "", ""]
    assert compared(found) == found


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"status": "optimal"}, {"status": "infeasible"}),
        ({"objective": 3}, {"objective": 4}),
        ({"question": "unique", "unique": True}, {"question": "unique", "unique": False}),
    ],
)
def test_other_contradictions(first: dict[str, object], second: dict[str, object]) -> None:
    runs = [replace(SOLVED, **first), replace(SOLVED, backend="scip", **second)]  # type: ignore[arg-type] # likewise
    assert all(run.error for run in compared(runs))
    assert not any(run.error for run in compared([runs[0], replace(runs[0], backend="scip")]))


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (171.9999999999999, 172, True),
        (0.0, 1e-12, True),
        (171.99999, 172, False),
        (10**15, 10**15 + 1, False),
        (1e-3, 1.001e-3, False),
    ],
)
def test_objectives_in_doubles_are_compared_by_their_tolerance(
    first: float, second: float, same: bool
) -> None:
    optimal = replace(SOLVED, question="solve", status="optimal", objective=first)
    found = compared([optimal, replace(optimal, backend="scip", objective=second)])
    assert [bool(run.error) for run in found] == [not same] * 2


def test_a_table_for_other_programs() -> None:
    lines = plain_text(summaries(RUNS)).splitlines()
    assert lines[0].split() == [
        "case", "question", "solver", "answer", "solved", "seconds", "spread", "build",
        "hand-over", "solve", "CPU", "MB", "nodes", "root", "PAR-2", "checked",
    ]  # fmt: skip
    assert lines[1].split("  ")[0] == "lonpos 8pieces"
    cells = [cell.strip() for cell in lines[1].split("  ") if cell.strip()]
    assert cells == [
        "lonpos 8pieces", "solve", "placement cbc", "solved", "2/2", "3.00", "2.00-4.00", "0.020",
        "0.003", "1.50", "1.90", "70", "12", "-", "3.00", "rows rules",
    ]  # fmt: skip
    assert "time limit" in lines[2]
    assert " - " in lines[2]


def test_narrow_tables_keep_what_matters_most() -> None:
    found = summaries(RUNS[:3])
    assert len(tabulate(found, COLUMNS).head) == 14
    narrow = ["solver", "answer", "solved", "seconds", "spread", "solve", "MB", "PAR-2"]
    assert summary_table(found, 80).head == narrow
    assert summary_table(found, 10).head in (["solver"], ["seconds"])
    assert list(by_case(summaries(RUNS))) == ["lonpos 8pieces: solve", "m.lp: count"]


def test_errors_and_notes_are_told_below() -> None:
    assert remarks(summaries(RUNS)) == [
        "error: lonpos 8pieces, solve, placement highs: it failed",
        "note: lonpos 8pieces, solve, placement highs: odd",
    ]


def test_a_machine_says_nothing_about_its_owner() -> None:
    machine = this_machine({"cbc": "2.10", "cpsat": "9"})
    assert machine.cores >= 1
    assert set(machine.solvers) == {"cbc", "cpsat"}
    assert Machine.from_json(machine.to_json()) == machine
    text = "\n".join(machine.lines())
    for private in (platform.node(), "/", getpass.getuser()):
        assert not private or f" {private} " not in text.replace("\n", " ")
    assert "/" not in text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("total", "abc"), ("total", None), ("total", float("nan")), ("total", float("inf")),
        ("total", True), ("checked", 5), ("checked", [1]), ("case", 5), ("count", 1.5),
        ("complete", 1), ("variables", True), ("nonsense", 1), ("cpu", -1e-9), ("count", -1),
        ("total", 10**400), ("limit", "TIME"),
    ],
)  # fmt: skip
def test_what_is_no_run_is_refused(name: str, value: object) -> None:
    assert BenchRun.from_json(SOLVED.to_json()) == SOLVED
    data = SOLVED.to_json()
    with pytest.raises(InputError, match="is not the result of a run; see whether another version"):
        BenchRun.from_json(data | {name: value})
    with pytest.raises(InputError, match=r"^status .solved. is not the result of a run; see"):
        BenchRun.from_json(data | {"status": "solved"})
    # Goals may be below zero.
    data |= {"objective": -3, "bound": -4.5}
    assert BenchRun.from_json(data).to_json() == data


@pytest.mark.parametrize(
    ("name", "value"), [("solvers", 5), ("solvers", {"a": 5}), ("memory", "x"), ("more", 1)]
)
def test_what_is_no_machine_is_refused(name: str, value: object) -> None:
    plain = this_machine({"cbc": "2.10"}).to_json()
    assert Machine.from_json(plain).to_json() == plain
    with pytest.raises(InputError, match="the description of the machine cannot be read"):
        Machine.from_json(plain | {name: value})


def test_what_breaks_rules_is_not_solved() -> None:
    through = replace(SOLVED, sound=False, checked=("rows",), note="the solution breaks rules: a")
    assert through.broken
    assert not through.solved
    (found,) = summaries([through, replace(through, repetition=1)])
    assert (found.broken, found.limits, found.errors, found.median) == (2, 0, 0, None)
    assert (found.answer, found.par2) == ("breaks rules", 2 * SOLVED.time_limit)
    assert not replace(through, error="wrong").broken
    assert replace(through, checked=("rows", "rules")).solved
    # Where nobody knows the rules, as for the model of a file, rows are enough.
    assert replace(SOLVED, checked=("rows",)).solved


# Parts of sweeps

MADE = (
    *(solved("cube", "cbc", 1.0, repetition=number) for number in range(2)),
    stopped("cube", "scip"),
    solved("tower", "cbc", 2.0),
)
CUBES = Description("Cubes", command="ilpuzzles bench cubes.yaml")
PART = Results(CUBES, MACHINE, MADE)


def test_only_more_of_the_same_sweep_takes_the_place_of_a_part() -> None:
    whole = replace(PART, description=replace(CUBES, planned=len(MADE)))
    less, more = replace(whole, runs=MADE[:2]), replace(whole, runs=MADE[:3])
    assert more.outdoes(less)
    assert not less.outdoes(more)
    assert not more.outdoes(more)
    assert not more.outdoes(whole)
    other = replace(more, description=replace(more.description, command="ilpuzzles bench quick"))
    assert not other.outdoes(less)
    # Nobody knows whether a file of before is whole.
    assert not replace(PART, runs=MADE[:3]).outdoes(replace(PART, runs=MADE[:2]))


def test_no_run_is_counted_twice(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    lines = PART.lines().splitlines()
    later = json.dumps(replace(MADE[1], total=5.0).to_json())
    path.write_text("\n".join([*lines, "", later]), encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_results(path)
    assert str(error.value) == (
        f"{path}:7: the run cube, solve, placement cbc, seed 0, repetition 1 is "
        "already on line 3; delete one of the two lines"
    )
    others = [
        replace(MADE[0], **change)
        for change in (
            {"case": "a"}, {"question": "count"}, {"formulation": "f"}, {"backend": "cpsat"},
            {"options": "workers 2"}, {"seed": 1}, {"repetition": 2},
        )
    ]  # fmt: skip
    path.write_text("\n".join([*lines, *(json.dumps(run.to_json()) for run in others)]))
    assert len(read_results(path).runs) == len(MADE) + len(others)
