"""The questions of the command line: what stands on stdout, what in the JSON, and exit codes."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from ilpuzzles.backends.interface import Options
from ilpuzzles.cli.asking import search_options
from ilpuzzles.cli.command_parsers import solve_parser
from ilpuzzles.exactcover.settings import Engine, Settings
from support.commands import Run
from support.places import DOCS, ROOT

PRESETS = ROOT / "instances" / "lonpos"
BAD = """\
puzzle: lonpos
board: |
  .F.........
  FF.........
  ...........
  ...........
  ...........
"""
KEYS = {
    *("puzzle", "preset", "parameters", "formulation", "without", "backend"),
    *("backend_version", "status"),
    *("limit", "complete", "symmetry_breaking", "count", "count_up_to_symmetry", "unique"),
    *("forced", "objective", "objectives"),
    *("solutions", "broken_rules", "model", "seconds", "checked", "verified_by", "engine"),
}
NONE = "proved: there is no solution"


def known(preset: str) -> int:
    """How many solutions a preset is known to have."""
    number = yaml.safe_load((PRESETS / f"{preset}.yaml").read_text())["solutions"]
    assert isinstance(number, int)
    return number


def asked(run: Run, arguments: str, code: int = 0) -> dict[str, Any]:
    """The JSON that a question is answered with."""
    done = run("lonpos", *arguments.split(), "--json")
    assert done.returncode == code, done.stderr
    data = json.loads(done.stdout)
    assert set(data) == KEYS
    assert data["count_up_to_symmetry"] is None
    assert data["symmetry_breaking"] is None
    assert isinstance(data, dict)
    return data


def is_svg(path: Path) -> bool:
    """Whether a file is a well-formed picture."""
    return ET.fromstring(path.read_text()).tag.endswith("}svg")  # noqa: S314 - our own picture


def drawings(text: str) -> list[str]:
    """The pictures in a text, each with what stands below it."""
    return re.split(r"^(?=┌)", text, flags=re.MULTILINE)[1:]


def test_a_count_is_a_number(run: Run) -> None:
    done = run("lonpos", "--preset", "3pieces-3", "--count")
    assert (done.returncode, done.stdout) == (0, f"{known('3pieces-3')}\n")
    assert re.fullmatch(r"counted by exactcover in [\d.]+ s\n", done.stderr.splitlines(True)[-1])
    done = run("lonpos", "--preset", "3pieces-3", "--count", "--backend", "cpsat")
    assert re.fullmatch(r"counted by cpsat in [\d.]+ s; checked\n", done.stderr)
    # In JSON the number stands among much else.
    done = run("lonpos", "--preset", "3pieces-3", "--count", "--json")
    assert done.stderr.startswith("38 solutions, counted by exactcover in ")


def test_verbose_says_which_model_and_solver_it_was(run: Run) -> None:
    done = run("lonpos", "--preset", "3pieces-3", "--all", "--verbose", "--save", "a.jsonl")
    written, short, *lines = done.stderr.splitlines()[-9:]
    assert written == "38 solutions written to a.jsonl"
    assert re.fullmatch(r"found by exactcover in [\d.]+ s; checked", short)
    details = dict(line.split(": ", 1) for line in lines)
    assert details["model"] == "1,789 variables, 70 rows, 10,051 nonzeros"
    assert (details["formulation"], details["checked"]) == ("placement", "rows and rules")
    assert details["solver"].startswith("exactcover with numba ")
    said = r"by search: about [\d,]+ placements are too few for a table; [\d,]+ placements, .*"
    assert re.fullmatch(said, details["search"])
    assert re.fullmatch(r"[\d.]+ s: [\d.]+ s to read, .* to build, .* to solve", details["time"])


def test_every_option_of_a_search_is_passed_on() -> None:
    def options(*arguments: str) -> str:
        return repr(search_options(solve_parser("lonpos").parse_args(arguments)))

    usual = Settings()
    assert options() == repr(Options())
    for argument, expected in {
        "--time-limit=9": Options(time_limit=9.0),
        "--node-limit=8": Options(node_limit=8),
        "--gap=0.5": Options(gap=0.5),
        "--workers=3": Options(workers=3),
        "--seed=7": Options(seed=7),
        "--verbose": Options(verbose=True),
        "--verify": Options(verify=True),
        "--no-verify": Options(verify=False),
        "--cluster=tcp://h:1": Options(cluster="tcp://h:1"),
        "--engine=table": Options(cover=replace(usual, engine=Engine.TABLE)),
        "--memory=64": Options(cover=replace(usual, memory=64 << 20)),
        "--minimal-depth=2": Options(cover=replace(usual, minimal_depth=2)),
        "--no-safety": Options(cover=replace(usual, safety=False)),
        "--no-dead-ends": Options(cover=replace(usual, dead_ends=False)),
        "--no-reduction": Options(cover=replace(usual, reduce=False)),
    }.items():
        assert options(argument) == repr(expected)


@pytest.mark.parametrize("backend", ["cbc", "highs", "scip"])
def test_every_backend_counts(run: Run, backend: str) -> None:
    data = asked(run, f"--preset 8pieces --count --backend {backend}")
    assert (data["backend"], data["count"], data["complete"]) == (backend, 1, True)


def test_the_json_of_a_count(run: Run) -> None:
    data = asked(run, "--preset 2pieces --count --workers 2")
    assert (data["count"], data["complete"], data["limit"]) == (834, True, "none")
    # Whoever counts many at once, checks none.
    assert (data["status"], data["checked"], data["verified_by"]) == ("optimal", False, [])
    assert data["engine"]["engine"] in {"search", "table"}
    data = asked(run, "--preset 3pieces-3 --count --workers 2 --backend cpsat")
    assert (data["count"], data["complete"], data["limit"]) == (38, True, "none")
    assert (data["status"], data["checked"], data["verified_by"]) == ("optimal", True, ["rows"])
    assert (data["solutions"], data["unique"], data["forced"]) == ([], None, None)
    for workers in (1, 2):
        data = asked(run, f"--preset 2pieces --count --limit 5 --workers {workers}")
        assert (data["count"], data["complete"], data["limit"]) == (5, False, "solutions")


@pytest.mark.parametrize(
    "arguments",
    [
        "--preset 8pieces --backend cbc",
        "--preset 3pieces",
        "--preset 2pieces --workers 2",
        "--preset 8pieces --formulation cells",
    ],
)
def test_all_solutions_are_listed_once_and_pass_the_check(
    run: Run, tmp_path: Path, arguments: str
) -> None:
    preset = arguments.split()[1]
    data = asked(run, f"{arguments} --all")
    assert (data["count"], data["complete"], data["status"]) == (known(preset), True, "optimal")
    assert (data["unique"], data["forced"], data["limit"]) == (None, None, "none")
    # CBC's "no other" is confirmed, if there is time.
    assert data["verified_by"][:2] == ["rows", "rules"]
    boards = {"\n".join(solution["rows"]) for solution in data["solutions"]}
    assert len(boards) == len(data["solutions"]) == known(preset)
    (tmp_path / "all.json").write_text(json.dumps(data))
    done = run("check", "lonpos", "all.json", "--preset", preset)
    assert done.returncode == 0, done.stdout
    assert done.stderr.startswith(f"{known(preset)} of {known(preset)} accepted")


def test_pictures_come_as_they_are_found(run: Run) -> None:
    done = run("lonpos", "--preset", "3pieces", "--all")
    assert (done.returncode, len(set(drawings(done.stdout)))) == (0, 7)
    assert len(done.stdout.splitlines()) == 7 * 12
    assert done.stderr.startswith("7 solutions, found by exactcover in ")
    assert done.stderr.endswith(" s; checked\n")
    done = run("lonpos", "--preset", "2pieces", "--limit", "3")
    assert (done.returncode, len(set(drawings(done.stdout)))) == (0, 3)
    assert done.stderr.startswith("3 solutions, as many as were asked for, found by exactcover ")


@pytest.mark.parametrize(
    ("question", "number", "line"),
    [
        ("2pieces --all --save a.jsonl", 60, "834 solutions"),
        ("3pieces --all", 7, "7 solutions"),
        ("3pieces --limit 2", 2, "2 solutions, as many as were asked for"),
        ("3pieces --random 4", 4, "4 drawn at random"),
    ],
)
def test_a_list_that_goes_to_a_sheet_is_not_printed(
    run: Run, tmp_path: Path, question: str, number: int, line: str
) -> None:
    done = run("lonpos", "--preset", *question.split(), "--svg", "a.svg")
    # Standard output has how many there are, in a line.
    assert (done.returncode, done.stdout) == (0, f"{line}\n")
    how_many = "60 of 834 solutions drawn, as many as a sheet has without --limit"
    said = how_many if number == 60 else f"{number} solutions drawn"
    assert f"a.svg: {said}\n" in done.stderr
    picture = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert picture.count("<svg") == 1 + number
    # The sheet itself says how many there are.
    assert ("The first 60 of 834." in picture) is (number == 60)
    if number < 60:
        again = run("lonpos", "--preset", *question.split(), "--svg", "a.svg", "--quiet")
        assert again.stderr == ""


def test_what_else_is_wanted_of_a_list_stands_beside_its_sheet(run: Run, tmp_path: Path) -> None:
    asked = ("lonpos", "--preset", "3pieces", "--svg", "a.svg")
    data = json.loads(run(*asked, "--all", "--json").stdout)
    assert len(data["solutions"]) == 7
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").count("<svg") == 8
    # Whoever asks for a sheet in the terminal, gets one; two solutions are no list.
    assert run(*asked, "--all", "--sheet").stdout.count("\n") > 7
    assert len(drawings(run(*asked, "--unique").stdout)) == 2


def test_a_limit_beyond_all_solutions_is_none(run: Run) -> None:
    data = asked(run, "--preset 3pieces --limit 100")
    assert (data["count"], data["complete"], data["limit"]) == (7, True, "none")
    data = asked(run, "--preset 3pieces --all --limit 6")
    assert (data["count"], len(data["solutions"]), data["complete"]) == (6, 6, False)


def test_unique_or_not(run: Run) -> None:
    done = run("lonpos", "--preset", "8pieces", "--unique")
    assert (done.returncode, len(drawings(done.stdout))) == (0, 1)
    assert done.stdout.endswith("\nunique\n")
    done = run("lonpos", "--preset", "3pieces", "--unique")
    assert (done.returncode, len(drawings(done.stdout))) == (0, 2)
    said = done.stdout.splitlines()[-1]
    data = asked(run, "--preset 3pieces --unique")
    assert (data["unique"], data["complete"], data["count"]) == (False, True, None)
    first, second = (
        {str(cell): tile for tile in solution["tiles"] for cell in tile["atoms"]}
        for solution in data["solutions"]
    )
    places = sum(first[cell] != second[cell] for cell in first)
    assert said == f"not unique: there are several solutions; these two differ in {places} places"
    # Every difference is marked in both pictures.
    assert done.stdout.count("[") == 2 * places


def test_forced_is_what_all_solutions_have_in_common(run: Run, tmp_path: Path) -> None:
    data = asked(run, "--preset 3pieces --forced")
    listed = asked(run, "--preset 3pieces --all")["solutions"]
    boards = ["".join(solution["rows"]) for solution in listed]
    common = [cells[0] if len(set(cells)) == 1 else "." for cells in zip(*boards, strict=True)]
    assert "".join(data["forced"]["solution"]["rows"]) == "".join(common)
    assert data["forced"]["known"] == sum(cell != "." for cell in common) == 20
    assert (data["forced"]["facts"], data["solutions"], data["count"]) == (55, [], None)
    assert (data["complete"], data["verified_by"]) == (True, ["rows"])
    done = run("lonpos", "--preset", "3pieces", "--forced", "--svg", "a.svg", "--backend", "highs")
    assert (done.returncode, len(drawings(done.stdout))) == (0, 1)
    assert "\ngiven: C E I   placed: L\n20 of 55 are the same in every solution\n" in done.stdout
    assert is_svg(tmp_path / "a.svg")


@pytest.mark.parametrize(
    ("question", "said", "count"),
    [("--all", NONE, 0), ("--count", "0", 0), ("--unique", NONE, None), ("--forced", NONE, None)],
)
def test_no_solution_exits_3(
    run: Run, tmp_path: Path, question: str, said: str, count: int | None
) -> None:
    (tmp_path / "bad.yaml").write_text(BAD)
    done = run("lonpos", "--file", "bad.yaml", question)
    assert (done.returncode, done.stdout) == (3, f"{said}\n")
    assert done.stderr.startswith("proved by ")
    data = asked(run, f"--file bad.yaml {question}", code=3)
    assert (data["status"], data["complete"], data["limit"]) == ("infeasible", True, "none")
    unique = False if question == "--unique" else None
    assert (data["count"], data["unique"], data["forced"]) == (count, unique, None)
    assert (data["solutions"], data["checked"], data["verified_by"]) == ([], False, [])


@pytest.mark.parametrize("question", ["--all", "--count", "--unique", "--forced"])
def test_a_limit_exits_4(run: Run, question: str) -> None:
    done = run("lonpos", "--preset", "empty", question, "--json", "--time-limit", "0.001")
    assert "the time limit came first" in done.stderr
    data = json.loads(done.stdout)
    assert (done.returncode, data["status"]) == (4, "unknown")
    assert (data["complete"], data["limit"], data["unique"]) == (False, "time", None)


def test_quiet_is_quiet(run: Run, tmp_path: Path) -> None:
    done = run("lonpos", "--preset", "8pieces", "--all", "--quiet", "--svg", "a.svg")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "a.svg").exists()
    done = run("lonpos", "--preset", "8pieces", "--count", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_count_has_nothing_to_draw(run: Run, tmp_path: Path) -> None:
    for option in ("--svg", "--png", "--html"):
        done = run("lonpos", "--preset", "8pieces", "--count", option, f"a.{option[2:]}")
        line = f"{option} with --count; ask for --all, or leave one of them out\n"
        assert (done.returncode, done.stdout, done.stderr) == (2, "", line)
    assert not list(tmp_path.iterdir())


def test_pictures_are_written_whatever_came_out(run: Run, tmp_path: Path) -> None:
    # Solutions that are saved as they come are drawn, too.
    saved = ("--all", "--save", "a.jsonl", "--svg", "a.svg")
    assert run("lonpos", "--preset", "3pieces", *saved).returncode == 0
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").count("<svg") == 8
    # Without a solution, there is the starting position.
    done = run("lonpos", "--preset", "empty", "--time-limit", "0.001", "--svg", "b.svg")
    assert done.returncode == 4
    assert 'class="c"' in (tmp_path / "b.svg").read_text(encoding="utf-8")


def test_a_sheet_does_not_move(run: Run) -> None:
    done = run("cube", "--limit", "2", "--animate", "--svg", "a.svg")
    line = "--animate with --limit, of which there is a sheet; leave one of them out\n"
    assert (done.returncode, done.stderr) == (2, line)


def test_what_is_forced_is_data(run: Run) -> None:
    done = run("lonpos", "--preset", "8pieces", "--forced", "--quiet", "--json")
    assert (done.stderr, json.loads(done.stdout)["forced"]["known"]) == ("", 55)


def test_rules_that_are_switched_off_are_broken(run: Run) -> None:
    done = run("lonpos", "--preset", "5pieces", "--without", "each tile once", "--limit", "3")
    assert (done.returncode, len(drawings(done.stdout))) == (0, 3)
    assert done.stdout.splitlines()[-1].startswith("broken rule 'tile once': ")
    assert done.stderr.endswith("rows checked\n")


def test_why_there_is_no_solution(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(BAD)
    done = run("explain", "lonpos", "--file", "bad.yaml", "--all-rows", "--svg", "a.svg")
    assert (done.returncode, is_svg(tmp_path / "a.svg")) == (0, True)
    # The tile and the cells that clash are marked, and named.
    assert done.stdout.splitlines()[1:4:2] == [
        "│[·]│[F]│ ·   ·   ·   ·   ·   ·   ·   ·   · │",
        "│[F] [F]│ ·   ·   ·   ·   ·   ·   ·   ·   · │",
    ]
    picture, _, reason = done.stdout.partition("there is no solution\n")
    said = reason.splitlines()
    assert picture.count("[") == 4
    assert said[0] == "what cannot hold together:"
    rows = [line.strip().partition(": ")[0] for line in said if line.startswith("    ")]
    cells = [f"each cell once[{cell}]" for cell in ("0, 0", "0, 1", "1, 0")]
    assert rows == [*cells, "starting position[F]"]
    assert re.fullmatch(r"proved by cpsat in .* s; confirmed by cpsat and \w+\n", done.stderr)


HOPELESS = DOCS / "hopeless.yaml"


def test_the_tiles_that_clash_are_named_and_marked(run: Run) -> None:
    done = run("explain", "lonpos", "--file", str(HOPELESS), "--svg", "a.svg", "--json")
    data = json.loads(done.stdout)
    assert (done.returncode, data["given"], data["take_back"]) == (0, ["A", "G", "J"], ["J"])
    assert (data["take_back_at_least"], data["minimal"], data["complete"]) == (1, True, True)
    assert [row["row"] for row in data["rows"]] == [f"starting position[{t}]" for t in "AGJ"]
    assert [group["group"] for group in data["groups"]] == ["starting position"]
    assert len(data["confirmed_by"]) == 2
    picture = run("explain", "lonpos", "--file", str(HOPELESS)).stdout
    # The cells of three tetrominoes and pentominoes, and no others.
    assert Counter(re.findall(r"\[(.)\]", picture)) == {"A": 4, "G": 5, "J": 4}
    assert picture.endswith(
        "\nthere is no solution\n"
        "of what was given, these cannot stay together: A (orange), G (light blue), J (purple)\n"
        "if any one of these goes, the others no longer clash with each other\n"
        "take back 1 (the fewest): J (purple)\n"
    )


TRIO = """\
puzzle: trio
family: tiling
title: Trio
lattice: square
motions: all
region: |
  ....
  ....
  ....
tiles:
  A: {shape: "A..\\nAAA"}
  B: {shape: "BB.\\nBBB"}
  C: {shape: "CCC"}
"""


@pytest.mark.parametrize("formulation", ["placement", "reduced", "cells", "cells-aggregated"])
def test_tiles_are_named_in_every_formulation(run: Run, tmp_path: Path, formulation: str) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "trio.yaml").write_text(TRIO)
    (tmp_path / "bad.yaml").write_text("puzzle: trio\nboard: |\n  .BB.\n  BBB.\n  CCC.\n")
    asked = ("explain", "trio", "--library", str(tmp_path), "--file", "bad.yaml")
    done = run(*asked, "--formulation", formulation)
    assert (done.returncode, done.stdout.count("[B]"), done.stdout.count("[C]")) == (0, 5, 0)
    assert done.stdout.endswith(
        "\nof what was given, this cannot stay: B\ntake back 1 (the fewest): B\n"
    )


def test_where_nothing_that_was_given_is_to_blame(run: Run, tmp_path: Path) -> None:
    """Two corners are missing, and on the other board a domino that was given changes nothing."""
    (tmp_path / "odd.yaml").write_text(
        "puzzle: dominoes\nregion: |\n  #...\n  ....\n  ....\n  ...#\n"
    )
    reason = "what cannot hold:\n  each cell once (every cell is covered by exactly one tile)\n"
    for more, line in (
        ("", ""),
        (
            "givens:\n- {tile: D, atoms: [[1, 0], [1, 1]]}\n",
            "nothing of what was given is to blame: the rules alone rule it out\n",
        ),
    ):
        with (tmp_path / "odd.yaml").open("a") as file:
            file.write(more)
        done = run("explain", "dominoes", "--file", "odd.yaml")
        assert (done.returncode, "[" in done.stdout) == (0, False)
        assert done.stdout.endswith(f"\nthere is no solution\n{line}{reason}")
        assert done.stderr.endswith("\nfor the rows behind it, add --all-rows\n")


def test_two_ways_to_be_answered_are_one_too_many(run: Run) -> None:
    done = run("explain", "lonpos", "--all-rows", "--give-up", "rows")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize("backend", ["cbc", "cpsat", "highs", "scip"])
def test_every_backend_explains(run: Run, tmp_path: Path, backend: str) -> None:
    (tmp_path / "bad.yaml").write_text(BAD)
    among = ("--among", "starting position", "--backend", backend, "--json")
    done = run("explain", "lonpos", "--file", "bad.yaml", *among)
    data = json.loads(done.stdout)
    assert (done.returncode, data["backend"], data["status"]) == (0, backend, "infeasible")
    assert [row["row"] for row in data["rows"]] == ["starting position[F]"]
    assert data["groups"][0]["why"] == "the tiles on the board stay where they are"
    assert (data["minimal"], data["complete"], data["limit"]) == (True, True, "none")
    assert (data["confirmed_by"][0], len(data["confirmed_by"])) == (backend, 2)


@pytest.mark.parametrize(
    ("by", "given_up"), [("rows", "starting position[F]"), ("groups", "starting position")]
)
def test_what_to_give_up(run: Run, tmp_path: Path, by: str, given_up: str) -> None:
    (tmp_path / "bad.yaml").write_text(BAD)
    arguments = ["explain", "lonpos", "--file", "bad.yaml", "--give-up", by]
    done = run(*arguments, "--svg", "a.svg")
    assert (done.returncode, len(drawings(done.stdout))) == (0, 1)
    assert f"\ngive up 1 (the fewest):\n  {given_up}" in done.stdout
    assert done.stdout.endswith("\nrules that this breaks: givens\n")
    assert is_svg(tmp_path / "a.svg")
    done = run(*arguments, "--json", "--among", "starting position")
    data = json.loads(done.stdout)
    assert (done.returncode, data["give_up"], data["at_least"]) == (0, [given_up], 1)
    (tmp_path / "found.json").write_text(json.dumps(data["solutions"]))
    assert run("check", "lonpos", "found.json", "--preset", "empty").returncode == 0


def test_nothing_to_explain(run: Run) -> None:
    done = run("explain", "lonpos", "--preset", "8pieces")
    assert done.returncode == 0
    assert done.stdout.endswith("\nthere is a solution, so there is nothing to explain\n")
    for more, said in (([], "unknown whether"), (["--give-up", "rows"], "at least 0 have to be")):
        limit = ("--time-limit", "0.001")
        done = run("explain", "lonpos", "--preset", "empty", *limit, *more)
        assert done.returncode == 4
        assert said in done.stdout
        assert done.stdout.endswith("the time limit came first\n")


def test_what_if(run: Run) -> None:
    off = ("--without", "starting position", "--without", "each tile once", "--limit", "5")
    done = run("whatif", "lonpos", "--preset", "5pieces", *off)
    assert done.returncode == 0
    head, *lines = ([*re.split(r"  +", line)] for line in done.stdout.splitlines())
    assert head == ["variant", "variables", "rows", "solutions", "seconds", "breaks"]
    assert [line[:4] + line[5:] for line in lines] == [
        ["as it is", "1,789", "72", "exactly 1", "-"],
        ["without starting position", "1,789", "67", "5 or more", "givens"],
        ["without each tile once", "1,789", "60", "5 or more", "tile once"],
    ]
    data = json.loads(run("whatif", "lonpos", "--preset", "5pieces", *off, "--json").stdout)
    assert [variant["variant"] for variant in data["variants"]] == [line[0] for line in lines]
    assert [variant["count"] for variant in data["variants"]] == [1, 5, 5]
    assert [variant["limit"] for variant in data["variants"]] == ["none", "solutions", "solutions"]
    assert data["complete"] is True


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("whatif --without cells_once", "unknown group 'cells_once'; did you mean {}?"),
        ("explain --among cells_once", "unknown group 'cells_once'; did you mean {}?"),
    ],
)
def test_groups_that_are_not_there_exit_2(run: Run, arguments: str, line: str) -> None:
    command, *rest = arguments.split()
    done = run(command, "lonpos", "--preset", "8pieces", *rest)
    assert (done.returncode, done.stdout, done.stderr) == (
        2,
        "",
        f"{line}\n".format("'each cell once'"),
    )


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("--limit 0", "the number of solutions must be 1 or more, got 0"),
        ("--count --limit -3", "the number of solutions must be 1 or more, got -3"),
        ("--limit 3 --unique", "--limit with --unique; leave one of them out"),
        (
            "--all --count",
            "--count with --all; leave one of them out",
        ),
    ],
)
def test_questions_without_sense_exit_2(
    run: Run, tmp_path: Path, arguments: str, line: str
) -> None:
    (tmp_path / "small.lp").write_text("Minimize\n obj: x\nBinary\n x\nEnd\n")
    for command in ("lonpos --preset 8pieces", "solve-model small.lp"):
        done = run(*command.split(), *arguments.split())
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == line.format(command.split()[0]) + "\n"


def test_a_node_limit_is_no_proof(run: Run) -> None:
    data = asked(run, "--preset 8pieces --count --backend scip --gap 0.9 --seed 3")
    assert (data["count"], data["complete"]) == (1, True)
    done = run("lonpos", "--preset", "8pieces", "--count", "--node-limit", "3")
    assert (done.returncode, done.stdout) == (4, "0\n")
    done = run(
        "lonpos", "--preset", "8pieces", "--count", "--node-limit", "3", "--backend", "cpsat"
    )
    assert (done.returncode, done.stdout) == (5, "")
    assert done.stderr.startswith("backend cpsat does not support a node limit; ")
