"""Surasshupakku on the command line, and what its page says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ilpuzzles.workbench.experiments import experiment, formulate
from ilpuzzles.workbench.loading import load
from support.commands import Run
from support.places import DOCS

PAGE = (DOCS / "explanation" / "surasshupakku.md").read_text(encoding="utf-8")

STRAY = "slashpack/3/3/j1i1"
"""The article's formulation finds a second answer of this board, with two cuts too many."""

CLASH = """\
puzzle: surasshupakku
board: |
  2.1..
  ..23.
  32..1
  .....
  .3..1
"""


def test_the_examples_of_the_page(run: Run) -> None:
    blocks = re.findall(r"^```\n(\$ .*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    assert len(blocks) == 3
    for block in blocks:
        answer = ""
        for command in re.findall(r"^\$ ilpuzzles (.*)$", block, re.MULTILINE):
            answer += f"$ ilpuzzles {command}\n{run(*command.split()).stdout}"
        assert answer == block


def test_the_board_that_is_made_on_its_page(run: Run) -> None:
    page = (DOCS / "howto" / "generate.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```\n\$ ilpuzzles (generate sura.*?)^```$", page, re.DOTALL | re.M)
    command, text = block.split("\n", 1)
    assert run(*command.split()).stdout == text


def test_nothing_was_left_to_be_filled_in() -> None:
    assert not re.search(r"^[A-Z]+$", PAGE, re.MULTILINE)


def test_the_board_of_the_page(run: Run, tmp_path: Path) -> None:
    (text,) = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    (tmp_path / "my.yaml").write_text(text)
    done = run("surasshupakku", "--file", "my.yaml", "--unique", "--json")
    data = json.loads(done.stdout)
    assert (done.returncode, data["unique"], data["checked"]) == (0, True, True)


def test_the_sizes_of_the_page() -> None:
    for formulation in ("flow", "bfs", "lazy", "seed"):
        (line,) = [line for line in PAGE.splitlines() if line.startswith(f"| `{formulation}` |")]
        figures = [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*\d", line)]
        sizes = []
        for preset in ("5x5", "10x10"):
            size = formulate(load("surasshupakku", preset), formulation)[1].model.statistics()
            sizes += [size.variables, size.rows]
        assert figures == sizes


def test_stray_cuts_are_shown_with_the_rule_that_they_break(run: Run) -> None:
    done = run("surasshupakku", "--url", STRAY, "--formulation", "seed", "--all", "--json")
    data = json.loads(done.stdout)
    assert (done.returncode, data["complete"], len(data["solutions"])) == (0, True, 2)
    assert data["broken_rules"] == [
        "no letters: the part at the upper border of (0, 0) has no clue"
    ]
    assert {" ".join(one["rows"]) for one in data["solutions"]} == {
        "... ../ ./.",
        "./. /./ ./.",
    }
    for formulation in ("flow", "bfs", "lazy"):
        done = run("slashpack", "--url", STRAY, "--formulation", formulation, "--all", "--json")
        (solution,) = json.loads(done.stdout)["solutions"]
        assert solution == {"rows": ["...", "../", "./."], "parts": [[[1, 1]], [[2, 2]]]}


def test_bridges_are_a_parameter(run: Run) -> None:
    for name in ("surasshupakku", "slashpack"):
        assert run(name, "--preset", "bridge", "--count").stdout == "1\n"
        more = run(name, "--preset", "bridge", "--count", "--bridges", "allowed", "--json")
        data = json.loads(more.stdout)
        assert (data["puzzle"], data["count"]) == ("surasshupakku", 9)
        assert data["parameters"] == {"bridges": "allowed"}


def test_what_is_the_same_in_all_solutions(run: Run) -> None:
    done = run("surasshupakku", "--preset", "bridge", "--bridges", "allowed", "--forced", "--json")
    data = json.loads(done.stdout)
    everything = experiment("surasshupakku", "bridge", parameters={"bridges": "allowed"})
    solutions = everything.solutions().solutions
    columns = zip(*("".join(solution.cuts) for solution in solutions), strict=True)
    common = "".join(cuts[0] if len(set(cuts)) == 1 else "?" for cuts in columns)
    assert "".join(data["forced"]["solution"]["rows"]) == common
    assert (data["forced"]["known"], data["forced"]["facts"]) == (20, 28)


def test_which_rules_collide(run: Run, tmp_path: Path) -> None:
    (tmp_path / "clash.yaml").write_text(CLASH)
    done = run("explain", "surasshupakku", "--file", "clash.yaml")
    assert (done.returncode, "    letters[" in done.stdout) == (0, False)
    assert "letters (every part has every letter exactly once)" in done.stdout
    done = run("explain", "surasshupakku", "--file", "clash.yaml", "--all-rows")
    assert done.returncode == 0
    assert "[2] [ ] [1]" in done.stdout
    assert "letters (every part has every letter exactly once)" in done.stdout
    assert "exactly one of nothing" not in done.stdout
    assert run("surasshupakku", "--file", "clash.yaml").returncode == 3


def test_answers_are_checked(run: Run, tmp_path: Path) -> None:
    done = run("surasshupakku", "--preset", "8x8", "--json")
    (tmp_path / "answer.json").write_text(done.stdout)
    assert run("check", "slashpack", "answer.json").returncode == 0
    done = run("surasshupakku", "--url", STRAY, "--limit", "1", "--save", "one.jsonl", "--quiet")
    assert done.returncode == 0
    assert run("check", "slashpack", "one.jsonl", "--url", STRAY).stdout == "accepted\n"
    done = run("surasshupakku", "--preset", "bridge", "--bridges", "allowed", "--all", "--json")
    (tmp_path / "nine.json").write_text(done.stdout)
    done = run("check", "slashpack", "nine.json")
    assert (done.returncode, "9 of 9 accepted" in done.stderr) == (0, True)
    assert run("check", "slashpack", "nine.json", "--bridges", "forbidden").returncode == 6
    (tmp_path / "bad.json").write_text('{"rows": ["./.", "/./", "./."]}')
    done = run("check", "slashpack", "bad.json", "--url", STRAY)
    assert (done.returncode, "no letters" in done.stdout) == (6, True)
    assert "checked against slashpack/3/3/j1i1" in done.stderr
    (tmp_path / "worse.json").write_text('{"rows": ["./.", "/./"]}')
    done = run("check", "slashpack", "worse.json", "--url", STRAY)
    expected = "worse.json: rows: 2 rows instead of 3; write a string for every row of the board\n"
    assert (done.returncode, done.stderr) == (2, expected)


def test_new_boards(run: Run, tmp_path: Path) -> None:
    command = ("generate", "surasshupakku", "--rows", "6", "--columns", "7", "--letters", "3")
    first, again = run(*command, "--seed", "3"), run(*command, "--seed", "3")
    assert (first.returncode, first.stdout) == (0, again.stdout)
    assert run(*command, "--seed", "4").stdout != first.stdout
    (tmp_path / "new.yaml").write_text(first.stdout)
    assert run("slashpack", "--file", "new.yaml", "--unique").stdout.endswith("unique\n")
    address = run("export", "slashpack", "--file", "new.yaml", "--format", "url").stdout
    assert address.startswith("slashpack/7/6/")
    assert run("slashpack", "--url", address.strip(), "--count").stdout == "1\n"
    done = run(*command, "--number", "2", "--folder", ".", "--json")
    assert len(json.loads(done.stdout)["positions"]) == 2
    assert (tmp_path / "surasshupakku-2.yaml").is_file()


def test_a_preset_as_a_file_takes_the_same_options(run: Run, tmp_path: Path) -> None:
    text = run("show", "slashpack", "--preset", "bridge", "--yaml").stdout
    assert "parameters" not in text
    (tmp_path / "bridge.yaml").write_text(text)
    asked = ("slashpack", "--file", "bridge.yaml", "--count", "--bridges", "allowed")
    assert run(*asked).stdout == "9\n"
    text = run("show", "slashpack", "--preset", "bridge", "--bridges", "allowed", "--yaml").stdout
    assert "parameters: {bridges: allowed}" in text


def test_other_names_are_listed(run: Run) -> None:
    assert "surasshupakku, slashpack  Surasshupakku\n" in run("list").stdout
    listed = json.loads(run("list", "--json").stdout)["puzzles"]
    assert [one["other_names"] for one in listed if one["other_names"]] == [["slashpack"]]


def test_too_many_labels_are_refused_before_memory_is_spent(run: Run, tmp_path: Path) -> None:
    rows = "".join(f"  {'?.' * 20}\n  {'.?' * 20}\n" for _ in range(20))
    (tmp_path / "large.yaml").write_text(f"puzzle: surasshupakku\nletters: 1\nboard: |\n{rows}")
    done = run("surasshupakku", "--file", "large.yaml", "--time-limit", "3")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(" labels; at most 200,000 are allowed; take a smaller board\n")


NONSENSE = {
    "generate surasshupakku --rows 6 --columns 5 --letters 3 --placed 0": "--placed does not "
    "apply to surasshupakku; leave it out; see 'ilpuzzles generate --help'",
    "generate lonpos --placed 4 --rows 0": "--rows does not apply to lonpos; "
    "leave it out; see 'ilpuzzles generate --help'",
    "surasshupakku --url slashpack/2/2/1h2A": "the address, character 18: 'A' in a board; "
    "write clues 1 to f, -10, +100, '.', or g to z for cells without a clue",
    "lonpos --url slashpack/2/2/1h1": (
        "lonpos cannot be read from an address; give a preset or a file"
    ),
    "surasshupakku --bridges maybe": "bridges maybe; surasshupakku has bridges forbidden, allowed",
    "surasshupakku --break-symmetry K": "symmetry breaking 'K' for surasshupakku; "
    "only 'off' is known; use --up-to-symmetry",
    "show surasshupakku --steps": "steps of surasshupakku; "
    "only tilings have them; see 'show --help'",
    "generate surasshupakku --rows 6 --columns 5": "the number of letters is missing; "
    "add --letters N",
    "generate surasshupakku --rows 6 --columns 5 --letters 3 --placed 2": "--placed does not "
    "apply to surasshupakku; leave it out; see 'ilpuzzles generate --help'",
    "generate lonpos --rows 6": "--rows does not apply to lonpos; "
    "leave it out; see 'ilpuzzles generate --help'",
    "export lonpos --preset empty --format url": "lonpos cannot be written as an address; "
    "choose another format, or 'show --yaml'",
    "export surasshupakku --preset 5x5 --format url --formulation bfs": "--formulation with "
    "--format url, which is the instance itself; leave it out",
}


@pytest.mark.parametrize("command", NONSENSE)
def test_nonsense_is_one_line(run: Run, command: str) -> None:
    done = run(*command.split())
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{NONSENSE[command]}\n")


def test_what_stops_the_engine_for_exact_covers(run: Run) -> None:
    done = run("surasshupakku", "--preset", "5x5", "--count", "--backend", "exactcover")
    assert done.returncode == 5
    assert "got 'at least one of " in done.stderr
