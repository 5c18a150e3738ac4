"""The questions of the command line: what stands on stdout, what in the JSON, and exit codes."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.backends.interface import Options
from ilpuzzles.cli.command_parsers import solve_parser
from ilpuzzles.cli.command_steps import search_options
from ilpuzzles.exactcover.settings import Engine, Settings
from support.commands import Asked, Call, Run
from support.places import DOCS

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
    *("limit", "complete", "measured", "gap", "relative_gap", "border"),
    *("symmetry_breaking", "count", "count_up_to_symmetry", "stated", "unique"),
    *("forced", "objective", "objectives"),
    *("solutions", "broken_rules", "model", "seconds", "checked", "verified_by", "engine"),
}
NONE = "proved: there is no solution"


def is_picture(path: Path) -> bool:
    """Whether a file is a picture, whole."""
    text = path.read_text(encoding="utf-8")
    return text.startswith("<svg ") and text.rstrip().endswith("</svg>")


def drawings(text: str) -> list[str]:
    """The pictures in a text, each with what stands below it."""
    return re.split(r"^(?=┌)", text, flags=re.MULTILINE)[1:]


@pytest.fixture
def answer(asked: Asked) -> Asked:
    """The JSON that a question about Lonpos is answered with."""

    def ask(arguments: str, code: int = 0) -> dict[str, Any]:
        data = asked(f"lonpos {arguments}", code=code)
        assert set(data) == KEYS
        assert data["count_up_to_symmetry"] is data["symmetry_breaking"] is None
        return data

    return ask


def test_a_count_is_a_number(call: Call) -> None:
    code, said, noted = call("lonpos --preset 3pieces-3 --count")
    assert (code, said) == (0, "38\n")
    assert re.fullmatch(r"counted by exactcover in [\d.]+ s\n", noted.splitlines(True)[-1])
    *_, noted = call("lonpos --preset 3pieces-3 --count --backend cpsat")
    # Where it takes long, another backend is recommended as well.
    assert re.search(r"^counted by cpsat in [\d.]+ s; rows checked$", noted, re.MULTILINE)
    # In JSON the number stands among much else.
    *_, noted = call("lonpos --preset 3pieces-3 --count --json")
    assert noted.startswith("38 solutions, counted by exactcover in ")


def test_verbose_says_which_model_and_solver_it_was(call: Call) -> None:
    _, said, noted = call("lonpos --preset 3pieces-3 --all --verbose --save a.jsonl")
    # What is in a file is not shown as well.
    assert said == "38 solutions\n"
    assert call("lonpos --preset 3pieces --all --svg a.svg")[1] == "7 solutions\n"
    notes, _, table = noted.partition("\nstep ")
    written, short, *lines = notes.splitlines()[-9:]
    assert written == "38 solutions written to a.jsonl"
    assert re.fullmatch(r"found by exactcover in [\d.]+ s; checked", short)
    details = dict(line.split(": ", 1) for line in lines)
    assert details["model"] == "1,789 variables, 70 rows, 10,051 nonzeros"
    assert (details["formulation"], details["checked"]) == ("placement", "rows and rules")
    assert details["solver"].startswith("exactcover with numba ")
    said = r"by search: about [\d,]+ placements are too few for a table; [\d,]+ placements, .*"
    assert re.fullmatch(said, details["search"])
    assert re.fullmatch(r"[\d.]+ s: [\d.]+ s to read, .* to build, .* to solve", details["time"])
    head, *steps, others = table.splitlines()
    assert head.split() == ["variables", "rows", "nonzeros", "seconds"]
    assert [line.split()[0] for line in steps] == ["stated", "cover"]
    assert steps[-1].endswith("70 items, 1,789 options")
    assert others.startswith("not needed: ways, cuts, idle columns (all solutions are listed), ")


def test_every_option_of_a_search_is_passed_on() -> None:
    def options(*arguments: str) -> str:
        return repr(search_options(solve_parser("lonpos").parse_args(arguments)))

    usual = Settings()
    assert options() == repr(Options())
    for argument, expected in {
        "--time-limit=9": Options(time_limit=9.0),
        "--node-limit=8": Options(node_limit=8),
        "--work-limit=0.5": Options(work_limit=0.5),
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


@pytest.mark.exhaustive
def test_the_json_of_a_count(answer: Asked) -> None:
    data = answer("--preset 3pieces-3 --count")
    assert (data["count"], data["complete"], data["limit"]) == (38, True, "none")
    # Whoever counts many at once, checks none.
    assert (data["status"], data["checked"], data["verified_by"]) == ("optimal", False, [])
    assert data["engine"]["engine"] in {"search", "table"}
    data = answer("--preset 3pieces-3 --count --backend cpsat")
    assert (data["backend"], data["count"], data["complete"]) == ("cpsat", 38, True)
    assert (data["status"], data["checked"], data["verified_by"]) == ("optimal", True, ["rows"])
    assert (data["solutions"], data["unique"], data["forced"]) == ([], None, None)
    data = answer("--preset 3pieces-3 --count --limit 5")
    assert (data["count"], data["complete"], data["limit"]) == (5, False, "solutions")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("preset", "known", "how"),
    [
        ("8pieces", 1, "--backend cbc --formulation cells"),
        ("3pieces", 7, ""),
        ("3pieces", 7, "--workers 2"),
    ],
)
def test_all_solutions_are_listed_once_and_pass_the_check(
    asked: Asked, tmp_path: Path, preset: str, known: int, how: str
) -> None:
    data = asked(f"lonpos --preset {preset} --all {how}")
    assert (data["count"], data["complete"], data["status"]) == (known, True, "optimal")
    assert (data["unique"], data["forced"], data["limit"]) == (None, None, "none")
    # CBC's "no other" is confirmed, if there is time.
    assert data["verified_by"][:2] == ["rows", "rules"]
    boards = {"\n".join(solution["rows"]) for solution in data["solutions"]}
    assert len(boards) == len(data["solutions"]) == known
    (tmp_path / "all.json").write_text(json.dumps(data))
    checked = asked(f"check lonpos all.json --preset {preset}")
    assert (checked["accepted"], checked["count"]) == (True, known)


def test_pictures_come_as_they_are_found(call: Call) -> None:
    code, said, noted = call("lonpos --preset 3pieces --all")
    assert (code, len(set(drawings(said))), said.count("\n")) == (0, 7, 7 * 12)
    assert noted.startswith("7 solutions, found by exactcover in ")
    assert noted.endswith(" s; checked\n")
    code, said, noted = call("lonpos --preset 2pieces --limit 3")
    assert (code, len(set(drawings(said)))) == (0, 3)
    assert noted.startswith("3 solutions, as many as were asked for, found by exactcover ")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("question", "line", "drawn"),
    [
        (
            "dominoes --file 4x5.yaml --all --save a.jsonl",
            "95 solutions",
            "60 of 95 solutions drawn, as many as a sheet has without --limit",
        ),
        ("lonpos --preset 3pieces --all", "7 solutions", "7 solutions drawn"),
        (
            "dominoes --file 4x5.yaml --limit 70",
            "70 solutions, as many as were asked for",
            "70 solutions drawn",
        ),
        (
            "dominoes --file 2x2.yaml --random 1001",
            "1,001 drawn at random",
            "1,000 of 1,001 solutions drawn, as many as a sheet has",
        ),
    ],
)
def test_a_list_that_goes_to_a_sheet_is_not_printed(
    call: Call, tmp_path: Path, question: str, line: str, drawn: str
) -> None:
    for rows, columns in ((4, 5), (2, 2)):
        board = f"puzzle: dominoes\nregion: {{rows: {rows}, columns: {columns}}}\n"
        (tmp_path / f"{rows}x{columns}.yaml").write_text(board)
    code, said, noted = call(f"{question} --svg a.svg")
    # Standard output has how many there are, in a line.
    assert (code, said) == (0, f"{line}\n")
    assert f"a.svg: {drawn}\n" in noted
    picture = (tmp_path / "a.svg").read_text(encoding="utf-8")
    assert picture.count("<svg") == 1 + int(drawn.split(maxsplit=1)[0].replace(",", ""))
    # The sheet itself says how many there are.
    assert ("The first 60 of 95." in picture) is ("95" in drawn)


def test_what_else_is_wanted_is_beside_the_sheet(call: Call, answer: Asked, tmp_path: Path) -> None:
    assert len(answer("--preset 3pieces --svg a.svg --all")["solutions"]) == 7
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").count("<svg") == 8
    # Whoever asks for a sheet in the terminal, gets one; two solutions are no list.
    assert call("lonpos --preset 3pieces --svg a.svg --all --sheet")[1].count("\n") > 7
    assert len(drawings(call("lonpos --preset 3pieces --svg a.svg --unique")[1])) == 2
    # Without a solution, there is the starting position.
    assert call("lonpos --preset empty --time-limit 0.001 --svg b.svg")[0] == 4
    assert 'class="c"' in (tmp_path / "b.svg").read_text(encoding="utf-8")


def test_a_limit_beyond_all_solutions_is_none(answer: Asked) -> None:
    data = answer("--preset 3pieces --limit 100")
    assert (data["count"], data["complete"], data["limit"]) == (7, True, "none")
    data = answer("--preset 3pieces --all --limit 6")
    assert (data["count"], len(data["solutions"]), data["complete"]) == (6, 6, False)


def test_unique_or_not(call: Call, answer: Asked) -> None:
    code, said, _ = call("lonpos --preset 8pieces --unique")
    assert (code, len(drawings(said)), said.splitlines()[-1]) == (0, 1, "unique")
    code, said, _ = call("lonpos --preset 3pieces --unique")
    assert (code, len(drawings(said))) == (0, 2)
    data = answer("--preset 3pieces --unique")
    assert (data["unique"], data["complete"], data["count"]) == (False, True, None)
    first, second = (
        {str(cell): tile for tile in solution["tiles"] for cell in tile["atoms"]}
        for solution in data["solutions"]
    )
    places = sum(first[cell] != second[cell] for cell in first)
    assert said.splitlines()[-1] == (
        f"not unique: there are several solutions; these two differ in {places} places"
    )
    # Every difference is marked in both pictures.
    assert said.count("[") == 2 * places


@pytest.mark.exhaustive
def test_forced_is_what_all_solutions_share(call: Call, answer: Asked, tmp_path: Path) -> None:
    data = answer("--preset 3pieces --forced")
    listed = answer("--preset 3pieces --all")["solutions"]
    boards = ["".join(solution["rows"]) for solution in listed]
    common = [cells[0] if len(set(cells)) == 1 else "." for cells in zip(*boards, strict=True)]
    assert "".join(data["forced"]["solution"]["rows"]) == "".join(common)
    assert data["forced"]["known"] == sum(cell != "." for cell in common) == 20
    assert (data["forced"]["facts"], data["solutions"], data["count"]) == (55, [], None)
    assert (data["complete"], data["verified_by"]) == (True, ["rows"])
    code, said, _ = call("lonpos --preset 3pieces --forced --svg a.svg --backend cpsat")
    assert (code, len(drawings(said))) == (0, 1)
    assert "\ngiven: C E I   placed: L\n20 of 55 are the same in every solution\n" in said
    assert is_picture(tmp_path / "a.svg")


@pytest.mark.parametrize("question", ["", "--all", "--count", "--unique", "--forced"])
def test_no_solution_exits_3(call: Call, answer: Asked, tmp_path: Path, question: str) -> None:
    (tmp_path / "bad.yaml").write_text(BAD)
    code, said, noted = call(f"lonpos --file bad.yaml {question}")
    assert (code, said) == (3, "0\n" if question == "--count" else f"{NONE}\n")
    assert noted.startswith("proved by ")
    data = answer(f"--file bad.yaml {question}", code=3)
    assert (data["status"], data["complete"], data["limit"]) == ("infeasible", True, "none")
    assert data["count"] == (0 if question in {"--all", "--count"} else None)
    assert data["unique"] is (False if question == "--unique" else None)
    assert (data["forced"], data["solutions"]) == (None, [])
    assert (data["checked"], data["verified_by"]) == (False, [])


@pytest.mark.parametrize("question", ["", "--all", "--count", "--unique", "--forced"])
def test_a_limit_exits_4(call: Call, answer: Asked, question: str) -> None:
    limited = f"--preset empty {question} --time-limit 0.001"
    code, said, noted = call(f"lonpos {limited}")
    assert (code, said) == (4, "0\n" if question == "--count" else "")
    assert "the time limit came first" in noted
    data = answer(limited, code=4)
    assert (data["status"], data["unique"]) == ("unknown", None)
    assert (data["complete"], data["limit"]) == (False, "time")


def test_why_there_is_no_solution(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(BAD)
    done = run("explain", "lonpos", "--file", "bad.yaml", "--all-rows", "--svg", "a.svg")
    assert (done.returncode, is_picture(tmp_path / "a.svg")) == (0, True)
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


@pytest.mark.exhaustive
def test_the_tiles_that_clash_are_named(asked: Asked) -> None:
    data = asked(f"explain lonpos --file {DOCS / 'hopeless.yaml'} --svg a.svg")
    assert (data["given"], data["take_back"]) == (["A", "G", "J"], ["J"])
    assert (data["take_back_at_least"], data["minimal"], data["complete"]) == (1, True, True)
    assert [row["row"] for row in data["rows"]] == [f"starting position[{t}]" for t in "AGJ"]
    assert [group["group"] for group in data["groups"]] == ["starting position"]
    assert len(data["confirmed_by"]) == 2


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


@pytest.mark.exhaustive
@pytest.mark.parametrize("formulation", ["placement", "reduced", "cells", "cells-aggregated"])
def test_tiles_are_named_in_every_formulation(call: Call, tmp_path: Path, formulation: str) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "trio.yaml").write_text(TRIO)
    asked = ("explain", "trio", "--library", str(tmp_path), "--board", ".BB./BBB./CCC.")
    code, said, _ = call(*asked, "--formulation", formulation)
    assert (code, said.count("[B]"), said.count("[C]")) == (0, 5, 0)
    assert said.endswith("\nthis given cannot stay: B\ntake back 1 (the fewest): B\n")


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("", ""),
        (
            "givens:\n- {tile: D, atoms: [[1, 0], [1, 1]]}\n",
            "the rules contradict each other, even without the givens\n",
        ),
    ],
)
def test_where_nothing_given_is_to_blame(call: Call, tmp_path: Path, given: str, line: str) -> None:
    """Two corners are missing; a domino that was given changes nothing."""
    region = "region: |\n  #...\n  ....\n  ....\n  ...#\n"
    (tmp_path / "odd.yaml").write_text(f"puzzle: dominoes\n{region}{given}")
    code, said, noted = call("explain dominoes --file odd.yaml")
    reason = "what cannot hold:\n  each cell once (every cell is covered by exactly one tile)\n"
    assert (code, "[" in said) == (0, False)
    assert said.endswith(f"\nthere is no solution\n{line}{reason}")
    assert noted.endswith("\nfor the rows behind it, add --all-rows\n")


def test_a_group_to_look_among_is_told_row_by_row(call: Call, tmp_path: Path) -> None:
    (tmp_path / "odd.yaml").write_text("puzzle: dominoes\nregion: |\n  ...\n  #.#\n")
    command = "explain dominoes --file odd.yaml --backend highs"
    row = "\n    each cell once[0, 2]: exactly one of place[D, 1, (0, 1)]\n"
    _, all_of_it, _ = call(command)
    _, among, _ = call(f"{command} --among 'each cell once'")
    assert (row in all_of_it, row in among) == (False, True)


def test_an_explanation_as_data(asked: Asked, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(BAD)
    among = ("--among", "starting position", "--backend", "highs")
    data = asked("explain", "lonpos", "--file", "bad.yaml", *among)
    assert (data["backend"], data["status"]) == ("highs", "infeasible")
    assert [row["row"] for row in data["rows"]] == ["starting position[F]"]
    assert data["groups"][0]["why"] == "the tiles on the board stay where they are"
    assert (data["minimal"], data["complete"], data["limit"]) == (True, True, "none")
    assert (data["confirmed_by"][0], len(data["confirmed_by"])) == ("highs", 2)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("by", "given_up"), [("rows", "starting position[F]"), ("groups", "starting position")]
)
def test_what_to_give_up(call: Call, asked: Asked, tmp_path: Path, by: str, given_up: str) -> None:
    (tmp_path / "bad.yaml").write_text(BAD)
    arguments = ["explain", "lonpos", "--file", "bad.yaml", "--give-up", by]
    # Any of all rows may be given up, which takes long to know.
    arguments += ["--among", "starting position"] * (by == "rows")
    code, said, _ = call(*arguments, "--svg", "a.svg")
    assert (code, len(drawings(said))) == (0, 1)
    assert f"\ngive up 1 (the fewest):\n  {given_up}" in said
    assert said.endswith("\nrules that this breaks: givens\n")
    assert is_picture(tmp_path / "a.svg")
    data = asked(*arguments, "--among", "starting position")
    assert (data["give_up"], data["at_least"]) == ([given_up], 1)
    (tmp_path / "found.json").write_text(json.dumps(data["solutions"]))
    assert call("check lonpos found.json --preset empty")[0] == 0


def test_nothing_to_explain(call: Call) -> None:
    code, said, _ = call("explain lonpos --preset 8pieces")
    assert code == 0
    assert said.endswith("\nthere is a solution, so there is nothing to explain\n")
    for more, known_then in (("", "unknown whether"), ("--give-up rows", "unknown how many")):
        code, said, _ = call(f"explain lonpos --preset empty --time-limit 0.001 {more}")
        assert code == 4
        assert known_then in said
        assert said.endswith("the time limit came first\n")


def test_what_if(call: Call, asked: Asked) -> None:
    off = ("--without", "starting position", "--without", "each tile once", "--limit", "5")
    code, said, _ = call("whatif", "lonpos", "--preset", "5pieces", *off)
    assert code == 0
    head, *lines = ([*re.split(r"  +", line)] for line in said.splitlines())
    assert head == ["variant", "variables", "rows", "solutions", "seconds", "breaks"]
    assert [line[:4] + line[5:] for line in lines] == [
        ["as it is", "1,789", "72", "exactly 1", "-"],
        ["without starting position", "1,789", "67", "5 or more", "givens"],
        ["without each tile once", "1,789", "60", "5 or more", "tile once"],
    ]
    data = asked("whatif", "lonpos", "--preset", "5pieces", *off)
    assert [variant["variant"] for variant in data["variants"]] == [line[0] for line in lines]
    assert [variant["count"] for variant in data["variants"]] == [1, 5, 5]
    assert [variant["limit"] for variant in data["variants"]] == ["none", "solutions", "solutions"]
    assert data["complete"] is True


def test_a_node_limit_is_no_proof(call: Call, answer: Asked) -> None:
    data = answer("--preset 8pieces --count --backend scip --gap 0.9 --seed 3")
    assert (data["backend"], data["count"], data["complete"]) == ("scip", 1, True)
    assert call("lonpos --preset 8pieces --count --node-limit 3")[:2] == (4, "0\n")


SUDOKU = """\
puzzle: sudoku
solutions: {stated}
board: |
  12--
  34--
  2143
  4321
"""
TWO_STATED = "the file states 2 solutions"


@pytest.mark.parametrize(
    ("stated", "arguments", "is_noted"),
    [
        (2, "--count", True),
        (2, "--all", True),
        (2, "--count --without clues", False),
        (2, "--count --limit 1", False),
        (1, "--count", False),
    ],
)
def test_a_number_that_the_file_states_is_compared(
    call: Call, tmp_path: Path, stated: int, arguments: str, is_noted: bool
) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(SUDOKU.format(stated=stated))
    # With all clues there is one solution, whatever the file states.
    code, _, noted = call(f"sudoku --file {path} {arguments}")
    assert code in {0, 5}
    assert (TWO_STATED in noted.splitlines()) is is_noted
    assert TWO_STATED not in call(f"sudoku --file {path} {arguments} --quiet")[2]


def test_a_count_that_was_cut_short_may_have_too_many_already(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(SUDOKU.format(stated=1).replace("2143", "----").replace("4321", "----"))
    # There are four solutions: the two rows at the top do not decide the others.
    for arguments in ("--count", "--count --limit 2", "--all --limit 2"):
        noted = call(f"sudoku --file {path} {arguments}")[2]
        assert "the file states 1 solution" in noted.splitlines()


def test_a_stated_number_is_in_the_data(asked: Asked, tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(SUDOKU.format(stated=2))
    data = asked(f"sudoku --file {path} --count")
    assert (data["count"], data["stated"]) == (1, 2)
    # Without the clues, the question is about other solutions than those of the file.
    assert asked(f"sudoku --file {path} --count --without clues")["stated"] is None
    assert asked(f"sudoku --file {path}")["stated"] is None
    # Of equivalent solutions, at least one is left.
    assert asked("dominoes --preset 4x4 --count")["stated"] == 36
    assert asked("dominoes --preset 4x4 --count --break-symmetry auto")["stated"] is None
