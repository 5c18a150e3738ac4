"""Surasshupakku on the command line, and what its page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ilpuzzles.experiments.experiments import experiment, formulate
from ilpuzzles.experiments.loading import load
from support.commands import Asked, Call
from support.places import DOCS
from support.slashed import rows_of

PAGE = (DOCS / "explanation" / "surasshupakku.md").read_text(encoding="utf-8")

STRAY = "slashpack/3/3/j1i1"
"""The article's formulation finds a second answer of this board, with two cuts too many."""

CLASH = "2.1..\n..23.\n32..1\n.....\n.3..1\n"


@pytest.mark.exhaustive
def test_the_sizes_of_the_page() -> None:
    for formulation in ("flow", "bfs", "lazy", "seed"):
        (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{formulation}` |")]
        figures = [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\d", line)]
        sizes = []
        for preset in ("5x5", "10x10"):
            model = formulate(load("surasshupakku", preset), formulation)[1].model
            size = model.statistics("cpsat")
            sizes += [size.variables, size.rows]
        assert figures == sizes


def test_stray_cuts_are_shown_with_the_rule_that_they_break(asked: Asked) -> None:
    data = asked(f"surasshupakku --url {STRAY} --formulation seed --all")
    assert (data["complete"], len(data["solutions"])) == (True, 2)
    rule = "no letters: the part at the upper border of row 1, column 1 has no clue"
    assert data["broken_rules"] == [rule]
    boards = {" ".join(one["rows"]) for one in data["solutions"]}
    assert boards == {"... ../ ./.", "./. /./ ./."}
    for formulation in ("flow", "bfs", "lazy"):
        data = asked(f"slashpack --url {STRAY} --formulation {formulation} --all")
        parts = [[[1, 1]], [[2, 2]]]
        assert data["solutions"] == [{"rows": ["...", "../", "./."], "parts": parts}]


@pytest.mark.parametrize("name", ["surasshupakku", "slashpack"])
def test_bridges_are_a_parameter(name: str, call: Call, asked: Asked, tmp_path: Path) -> None:
    assert call(f"{name} --preset bridge --count")[1] == "1\n"
    data = asked(f"{name} --preset bridge --count --bridges allowed")
    assert (data["puzzle"], data["count"]) == ("surasshupakku", 9)
    assert data["parameters"] == {"bridges": "allowed"}
    # A preset as a file takes the same options.
    _, text, _ = call(f"show {name} --preset bridge --yaml")
    assert "parameters" not in text
    (tmp_path / "bridge.yaml").write_text(text)
    assert call(f"{name} --file bridge.yaml --count --bridges allowed")[1] == "9\n"
    _, text, _ = call(f"show {name} --preset bridge --bridges allowed --yaml")
    assert "parameters: {bridges: allowed}" in text


def test_what_is_the_same_in_all_solutions(asked: Asked) -> None:
    data = asked("surasshupakku --preset bridge --bridges allowed --forced")
    everything = experiment("surasshupakku", "bridge", parameters={"bridges": "allowed"})
    solutions = everything.solutions().solutions
    columns = zip(*("".join(rows_of(solution)) for solution in solutions), strict=True)
    common = "".join(cuts[0] if len(set(cuts)) == 1 else "?" for cuts in columns)
    assert "".join(data["forced"]["solution"]["rows"]) == common
    # Each cell may be cut in two ways; of 8 of the 28 it is not known in which.
    assert data["forced"]["facts"] == 2 * 28
    assert 2 * 20 <= data["forced"]["known"] < 2 * 28


@pytest.mark.exhaustive
def test_which_rules_collide(call: Call, tmp_path: Path) -> None:
    (tmp_path / "clash.txt").write_text(CLASH)
    letters = "letters (every part has every letter exactly once)"
    code, said, _ = call("explain surasshupakku --file clash.txt")
    assert (code, letters in said, "    letters[" in said) == (0, True, False)
    code, said, _ = call("explain surasshupakku --file clash.txt --all-rows")
    assert (code, letters in said, "[2] [ ] [1]" in said) == (0, True, True)
    assert "exactly one of nothing" not in said


def test_answers_are_checked(call: Call, tmp_path: Path) -> None:
    (tmp_path / "answer.json").write_text(call("surasshupakku --preset 6x6 --json")[1])
    assert call("check slashpack answer.json")[0] == 0
    assert call(f"surasshupakku --url {STRAY} --limit 1 --save one.jsonl --quiet")[0] == 0
    assert call(f"check slashpack one.jsonl --url {STRAY}")[:2] == (0, "accepted\n")
    _, nine, _ = call("surasshupakku --preset bridge --bridges allowed --all --json")
    (tmp_path / "nine.json").write_text(nine)
    code, _, noted = call("check slashpack nine.json")
    assert (code, "9 of 9 accepted" in noted) == (0, True)
    assert call("check slashpack nine.json --bridges forbidden")[0] == 6
    (tmp_path / "bad.json").write_text('{"rows": ["./.", "/./", "./."]}')
    code, said, noted = call(f"check slashpack bad.json --url {STRAY}")
    assert (code, "no letters" in said) == (6, True)
    assert "checked against slashpack/3/3/j1i1" in noted
    (tmp_path / "worse.json").write_text('{"rows": ["./.", "/./"]}')
    code, said, _ = call(f"check slashpack worse.json --url {STRAY}")
    assert (code, "size: the number of rows is 2 instead of 3" in said) == (6, True)


def test_new_boards(call: Call, asked: Asked, tmp_path: Path) -> None:
    command = "generate surasshupakku --rows 5 --columns 6 --letters 2"
    code, first, _ = call(f"{command} --seed 3")
    assert (code, call(f"{command} --seed 3")[1]) == (0, first)
    assert call(f"{command} --seed 4")[1] != first
    (tmp_path / "new.yaml").write_text(first)
    assert call("slashpack --file new.yaml --unique")[1].endswith("unique\n")
    _, address, _ = call("export slashpack --file new.yaml --format url")
    assert address.startswith("slashpack/6/5/")
    assert call(f"slashpack --url {address.strip()} --count")[1] == "1\n"
    assert len(asked(f"{command} --number 2 --folder .")["positions"]) == 2
    assert (tmp_path / "surasshupakku-2.yaml").is_file()


def test_other_names_are_listed(call: Call, asked: Asked) -> None:
    (line,) = [line for line in call("list")[1].splitlines() if "surasshupakku" in line]
    assert line.endswith(" (or slashpack)")
    names = {one["puzzle"]: one["other_names"] for one in asked("list")["puzzles"]}
    assert names["surasshupakku"] == ["slashpack"]


def test_too_many_labels_are_refused_before_memory_is_spent(call: Call, tmp_path: Path) -> None:
    rows = "".join(f"  {'?.' * 20}\n  {'.?' * 20}\n" for _ in range(20))
    (tmp_path / "large.yaml").write_text(f"puzzle: surasshupakku\nletters: 1\nboard: |\n{rows}")
    code, said, noted = call("surasshupakku --file large.yaml")
    assert (code, said) == (2, "")
    assert noted.endswith(" labels; at most 200,000 are allowed; take a smaller board\n")
