"""All solutions on the command line: drawn at random, written to files, by either engine."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from support.commands import Run

CUBE = 5328
LISTED = 111
ATOMS = 27


def test_a_file_with_a_solution_in_every_line_is_checked(run: Run, tmp_path: Path) -> None:
    done = run("cube", "--limit", "111", "--save", "cube.jsonl")
    assert (done.returncode, done.stdout) == (0, "111 solutions, as many as were asked for\n")
    assert done.stderr.splitlines()[0] == f"{LISTED} solutions written to cube.jsonl"
    lines = (tmp_path / "cube.jsonl").read_text().splitlines()
    assert len({line for line in lines if json.loads(line)["tiles"]}) == LISTED
    checked = run("check", "cube", "cube.jsonl", "--quiet")
    assert (checked.returncode, checked.stderr) == (0, "")
    (tmp_path / "wrong.jsonl").write_text(f"{lines[0]}\n\n{lines[1]}\n{lines[0]}\n")
    checked = run("check", "cube", "wrong.jsonl")
    assert (checked.returncode, "2 of 3 accepted" in checked.stderr) == (6, True)
    (tmp_path / "cut.jsonl").write_text(f"{lines[0]}\n{lines[1][:-1]}\n")
    checked = run("check", "cube", "cut.jsonl")
    assert checked.returncode == 2
    assert checked.stderr.startswith(f"cut.jsonl:2:{len(lines[1])}: not JSON: ")


def test_a_file_with_an_array(run: Run, tmp_path: Path) -> None:
    done = run("cube", "--all", "--save", "cube.npy", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    array = np.load(tmp_path / "cube.npy")
    assert (array.shape, array.dtype) == ((CUBE, ATOMS), np.int32)
    assert len(np.unique(array, axis=0)) == CUBE
    # Nine copies of a tile of three atoms in every solution.
    assert all(np.bincount(row).tolist() == [3] * 9 for row in array[:: CUBE // 7])
    assert [path.name for path in tmp_path.iterdir()] == ["cube.npy"]


@pytest.mark.parametrize(
    ("arguments", "solutions", "tiles"),
    [
        (["tritetratan", "--all", "--break-symmetry", "K"], 31, 18),
        (["cube", "--limit", "60"], 60, 9),
    ],
)
def test_numbers_in_an_array_tell_tiles_and_copies_apart(
    run: Run, tmp_path: Path, arguments: list[str], solutions: int, tiles: int
) -> None:
    for name in ("a.npy", "a.jsonl"):
        assert run(*arguments, "--save", name, "--quiet").returncode == 0
    array = np.load(tmp_path / "a.npy")
    lines = [json.loads(line) for line in (tmp_path / "a.jsonl").read_text().splitlines()]
    assert len(array) == len(lines) == solutions
    letters = [
        one.get("owners") or "".join("".join(layer) for layer in one["rows"]) for one in lines
    ]
    pairs = {
        pair
        for row, drawn in zip(array, letters, strict=True)
        for pair in zip(row, drawn, strict=True)
    }
    # The same letter for the same number in all solutions.
    assert sorted(number for number, _ in pairs) == list(range(tiles))
    assert len({letter for _, letter in pairs}) == tiles


def test_solutions_at_random_follow_the_seed(run: Run) -> None:
    def drawn(*arguments: str) -> list[str]:
        done = run("cube", "--random", "40", "--json", *arguments)
        data = json.loads(done.stdout)
        assert (done.returncode, data["checked"], len(data["solutions"])) == (0, True, 40)
        return [json.dumps(solution["tiles"]) for solution in data["solutions"]]

    first = drawn("--seed", "1", "--engine", "table")
    assert first == drawn("--seed", "1", "--engine", "table")
    assert first != drawn("--seed", "2", "--engine", "table")
    # 40 of 5328: hardly any comes twice, and none often.
    assert max(Counter(first).values()) <= 3
    assert len(set(drawn("--engine", "search"))) > 30
    assert run("cube", "--random", "5", "--save", "five.jsonl").returncode == 0
    assert run("check", "cube", "five.jsonl").returncode == 0


@pytest.mark.parametrize(
    ("options", "engine", "why"),
    [
        (["--engine", "search"], "search", "asked for"),
        (["--engine", "table"], "table", "asked for"),
        (["--order", "corners"], "search", "an order is for the search"),
        (["--order", "13,0,2", "--no-safety"], "search", "an order is for the search"),
        (["--minimal-depth", "2", "--no-dead-ends"], "search", None),
        (["--no-reduction", "--engine", "table"], "table", "asked for"),
        (["--workers", "2", "--engine", "search"], "search", "asked for"),
    ],
)
def test_both_engines_say_what_they_did(
    run: Run, options: list[str], engine: str, why: str | None
) -> None:
    done = run("cube", "--count", "--json", *options)
    data = json.loads(done.stdout)
    assert (done.returncode, data["complete"], data["count"]) == (0, True, CUBE)
    said = data["engine"]
    assert said["engine"] == engine
    assert why is None or said["why"] == why
    assert said["placements" if engine == "search" else "states"] > ATOMS


def test_where_the_table_outgrows_its_bound_the_search_takes_over(run: Run) -> None:
    done = run("pyramid", "--count", "--engine", "table", "--memory", "2", "--verbose")
    assert (done.returncode, done.stdout) == (0, "2448\n")
    assert "\nsearch: by search: the table outgrew 2 MB: searched instead; " in done.stderr


def test_a_limit_leaves_it_incomplete(run: Run) -> None:
    done = run("cube", "--count", "--node-limit", "5")
    assert (done.returncode, done.stdout) == (4, "0\n")
    assert "0 solutions so far, incomplete: the node limit came first" in done.stderr
    done = run("cube", "--all", "--limit", "5", "--save", "five.npy", "--json")
    data = json.loads(done.stdout)
    assert (done.returncode, data["complete"], data["limit"]) == (0, False, "solutions")


NONSENSE = {
    "--random 0": "the number of random solutions must be between 1 and 1,000,000, got 0",
    "--random x": "--random: 'x' is not a whole number; see 'ilpuzzles cube --help'",
    "--random 3 --up-to-symmetry": "--up-to-symmetry with --random; leave one of them out",
    "--save a.npy": "--save without a list of solutions; "
    "add --all, --best N, --limit N or --random N",
    "--count --save a.npy": "--save without a list of solutions; "
    "add --all, --best N, --limit N or --random N",
    "--all --save a.txt": "a.txt: no file of solutions may end in .txt; "
    "name a file *.jsonl or *.npy",
    "--all --save nowhere/a.npy": "nowhere/a.npy: cannot be written (No such file or directory); "
    "name another file",
    "--count --memory 0": "0 MB of memory; give 1 MB or more",
    "--count --memory -3": "-3 MB of memory; give 1 MB or more",
    "--count --minimal-depth -1": "a depth of -1; give 0 or more",
    "--count --order x": (
        "'x' in the order is not an atom; write 'corners', or numbers from 0 to 26"
    ),
    "--count --order 1,27": "'27' in the order is not an atom; "
    "write 'corners', or numbers from 0 to 26",
    "--count --backend cpsat --engine table": "options of exactcover with --backend cpsat; "
    "leave them out, or use --backend exactcover",
    "--count --backend cbc --order corners": "options of exactcover with --backend cbc; "
    "leave them out, or use --backend exactcover",
}


@pytest.mark.parametrize("options", NONSENSE)
def test_nonsense_is_one_line(run: Run, tmp_path: Path, options: str) -> None:
    done = run("cube", *options.split())
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{NONSENSE[options]}\n")
    assert not any(tmp_path.iterdir())


def test_its_options_for_a_model_that_it_does_not_take(run: Run) -> None:
    done = run(
        "lonpos", "--preset", "8pieces", "--formulation", "cells", "--count", "--memory", "9"
    )
    assert (done.returncode, done.stdout) == (5, "")
    assert re.fullmatch(
        r"exactcover only takes rows 'exactly one', .*; use cpsat, or .*\n", done.stderr
    )
