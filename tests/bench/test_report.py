"""What stands in a report."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from ilpuzzles.bench.bench_run import BenchRun
from ilpuzzles.bench.charts.statistics import fields_of, scope_text
from ilpuzzles.bench.report import (
    BenchReport,
    case_table,
    lines_of_unsolved,
    reason,
    report,
    table_of_unranked,
)
from ilpuzzles.bench.results import Description, Results, provenance_lines, read_results
from ilpuzzles.bench.summary import seconds_text
from ilpuzzles.cli.main import main
from ilpuzzles.errors import Exit
from ilpuzzles.modelling.text_tables import Table
from support.commands import Run as Command
from support.missing_packages import hide
from support.places import DOCS
from support.sample_runs import MACHINE, TIMES, failed, many, runs_of, solved, stopped

COMMAND = "python -m ilpuzzles bench cubes.yaml --jsonl cubes.jsonl"
ABOUT = Description("Cubes & towers", "What it takes here.", COMMAND)

STOPPED = "stopped at its time limit of 60 s"


def page(html: str) -> ET.Element:
    """The elements of a page, which is well-formed and fetches nothing."""
    found = ET.fromstring(re.sub("<!doctype html>|<meta [^>]*>", "", html))  # noqa: S314 - our own
    links = (element.get(name, "#") for element in found.iter() for name in ("src", "href"))
    assert all(link.startswith("#") for link in links)
    return found


def headings_of(html: str) -> list[str]:
    heads = [element for element in page(html).iter() if element.tag[0:2] in {"h1", "h2", "h3"}]
    return [element.text or "" for element in heads]


def made(runs: list[BenchRun], about: Description = ABOUT) -> BenchReport:
    results = Results(about, MACHINE, tuple(runs))
    return report(results, command="ilpuzzles bench report cubes.jsonl", prefix="c-")


def rows_of(table: Table) -> list[dict[str, str]]:
    return [dict(zip(table.head, row, strict=True)) for row in table.rows]


@pytest.mark.exhaustive
def test_the_first_lines_say_how_it_was_made() -> None:
    lines = made(runs_of(TIMES)).markdown.splitlines()
    commands = ["```sh", COMMAND, "ilpuzzles bench report cubes.jsonl", "```"]
    assert lines[:6] == ["# Cubes &amp; towers", "", *commands]
    assert "**3 cases, 2 solvers: 5 of 6 runs solved, 1 stopped before.**" in lines
    for text in ("\n".join(lines), made(runs_of(TIMES)).html):
        assert all(line in text for line in MACHINE.lines())


@pytest.mark.exhaustive
def test_what_breaks_rules_is_no_time_and_no_limit() -> None:
    through = solved("cube", "scip", 3.0, sound=False, checked=("rows",), note="breaks: a")
    text = made([solved("cube", "cbc", 1.0), through]).markdown
    assert "1 case, 2 solvers: 1 of 2 runs solved, 1 broke rules." in text
    (row,) = (row for row in text.splitlines() if row.startswith("| placement | scip"))
    assert "breaks rules" in row
    assert "not in" not in row
    assert "- cube, placement scip: came to a solution that breaks rules\n" in text


def test_the_page_and_the_text_have_the_same_parts_and_pictures() -> None:
    one = made(runs_of(TIMES))
    headings = [line.lstrip("# ") for line in one.markdown.splitlines() if line.startswith("#")]
    assert headings_of(one.html) == [unescape(words) for words in headings]
    assert [words for words in headings if words in TIMES["cbc"]] == ["cube", "tower", "tan"]
    assert list(one.pictures) == ["c-spread.svg", "c-cactus.svg", "c-profile.svg", "c-pair.svg"]
    assert re.findall(r"!\[[^\]]*\]\(([^)]*)\)", one.markdown) == list(one.pictures)
    assert all(svg in one.html for svg in one.pictures.values())


def test_a_table_of_a_case() -> None:
    runs = [
        solved("a", "cbc", seconds, repetition=n, nodes=10 * n, memory=3 << 30)
        for n, seconds in enumerate((3, 1, 2))
    ]
    runs += [stopped("a", "scip"), failed("a", "highs")]
    # Columns that say nothing are left out.
    empty = case_table([solved("a", "cbc", 1, formulation="", checked=())])
    assert not {"Case", "Formulation", "Nodes", "Checked", "Solved"} & set(empty.head)
    first, second, third = rows_of(case_table(runs))
    assert first["Median"] == "2.00 s"
    assert first["Fastest, slowest"] == "1.00 s, 3.00 s"
    assert first["Nodes"] == "10"
    assert first["Memory"] == "3,072 MiB"
    assert first["Checked"] == "rows, rules"
    assert (second["Answer"], second["Median"]) == ("time limit", "not in 60 s")
    assert (third["Answer"], third["Median"], third["Solver"]) == ("error", "–", "")  # noqa: RUF001 - a dash


def test_who_was_asked_less_stands_below_the_ranking() -> None:
    runs = [*runs_of(TIMES), solved("cube", "highs", 0.1)]
    (field,) = fields_of(runs)
    # cbc counts 1, 4 and 120 seconds, scip 2, 3 and 5, and the best of each case are 1, 3 and 5.
    # Means are shifted by a second: that of scip is the cubic root of 3 * 4 * 6, less one.
    text = made(runs).markdown
    assert (
        "| Rank | Solver | PAR-2 | SGM | Behind | Solved | Fastest on |\n"
        "| ---: | --- | ---: | ---: | ---: | ---: | ---: |\n"
        "| 1 | placement scip | 3.33 s | 3.16 s | 1.14 | 3 of 3 | 2 |\n"
        "| 2 | placement cbc | 41.7 s | 9.66 s | 2.93 | 2 of 3 | 1 |\n"
        "| – | virtual best | 3.00 s | 2.63 s | 1.00 | 3 of 3 | 3 |\n"  # noqa: RUF001 - a dash
    ) in text
    left = table_of_unranked(field)
    assert tuple(left.head) == ("Not ranked", "Asked about", "Solved", "PAR-2 of these")
    assert [*map(tuple, left.rows)] == [("placement highs", "1 of 3 cases", "1 of 1", "100 ms")]
    assert "compared" not in made(runs_of(TIMES)).markdown.split("## Charts")[0]
    assert f"\n{scope_text(field)}\n" in text
    assert "cannot be compared with those above" in text


def test_cases_that_are_not_common_are_named() -> None:
    runs = [*runs_of(TIMES), *(solved(f"more, {n}", "cbc", 1) for n in range(5))]
    text = made(runs).markdown
    assert "2 solvers are compared, on 3 of 8 cases" in text
    assert "Not among the cases: more, 0; more, 1; more, 2; more, 3 and 1 more." in text
    assert "Not ranked" not in text


def test_memory_notes_and_noise_are_told_where_there_are_any() -> None:
    runs = [solved("a", "cbc", 1, memory=48 << 20), solved("b", "cbc", 1, memory=60 << 20)]
    assert "no run here shows less than 48 MiB" in made(runs).markdown
    assert "about 45 MB" in made(runs).html
    alone = made([solved("a", "cbc", 1)]).markdown
    assert "45 MB" not in alone
    assert "nothing was run more than once" in alone
    text = made([solved("a", "cbc", 1, note="the rule of parts is broken")] * 2).markdown
    assert text.count("a, placement cbc: the rule of parts is broken") == 1
    text = made([solved("a", "cbc", seconds) for seconds in (1, 2, 3)]).markdown
    assert "usually took 3.00 times as long as the fastest, and 3.00 times at most" in text


def test_what_is_not_solved_is_listed_with_its_reason() -> None:
    runs = [*runs_of(TIMES), failed("cube", "highs", "the solver | ended <early>")]
    assert lines_of_unsolved(runs) == [
        "tan, placement cbc: stopped at its time limit of 60 s, with nothing found",
        "cube, placement highs: failed: the solver | ended <early>",
    ]
    # Equal ones are said once.
    assert lines_of_unsolved([stopped("a", "cbc"), stopped("a", "cbc"), solved("a", "cbc", 1)]) == [
        "a, placement cbc: stopped at its time limit of 60 s, with nothing found (2 of 3 runs)"
    ]
    one = made(runs)
    assert r"failed: the solver \| ended &lt;early&gt;" in one.markdown
    assert "failed: the solver | ended &lt;early&gt;" in one.html


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"question": "count", "count": 1234}, f"{STOPPED}, with 1,234 counted"),
        (
            {"status": "feasible", "objective": 12.0, "bound": 9.5},
            f"{STOPPED}, with a solution of 12, and no better than 9.5 possible",
        ),
        ({"limit": "nodes"}, "stopped at its nodes limit, with nothing found"),
        ({"limit": "none"}, "left open, with nothing found"),
        ({"limit": "interrupted"}, "interrupted, with nothing found"),
    ],
)
def test_reasons(changes: dict[str, Any], said: str) -> None:
    assert reason(replace(stopped("a", "cbc"), **changes)) == said


def test_groups_that_cannot_be_compared_are_apart() -> None:
    runs = [*runs_of(TIMES), *(solved(name, "cbc", 1, formulation="flow") for name in "vwxyz")]
    text = made(runs).markdown
    assert "### Group 1: cube; tower; tan" in text
    assert "### Group 2: v; w; x; y and 1 more" in text
    assert "![Solved within a time, group 2](c-cactus-2.svg)" in text


def test_nothing_solved() -> None:
    one = made([stopped("a", "cbc"), failed("a", "scip")])
    assert "**1 case, 2 solvers: 0 of 2 runs solved, 1 stopped before, 1 failed.**" in one.markdown
    assert "Nothing was solved, so there is nothing to draw." in one.markdown
    assert one.pictures == {}
    assert headings_of(made([]).html)[0] == "Cubes & towers"


@pytest.mark.exhaustive
def test_hundreds_of_cases_share_a_table() -> None:
    runs = many(3, cases=200, repetitions=1)
    one = made(runs)
    assert one.markdown.count("\n### ") == 0
    assert one.markdown.count("| tower height 9 |") == 3


def test_names_may_have_any_letters() -> None:
    name = 'a <b>&"c"|`*_[x](y) \n$title é'
    runs = [
        solved(f"{name}{n}", name, n, series=name, size=n, formulation="<&") for n in range(1, 6)
    ]
    one = made(runs, Description(name, name, name))
    assert headings_of(one.html)[0] == name
    for picture, svg in one.pictures.items():
        assert re.fullmatch(r"c-[a-z0-9-]+\.svg", picture)
        said = "".join(ET.fromstring(svg).itertext())  # noqa: S314 - our own document
        assert " ".join(name.split()) in " ".join(said.split())
    for line in one.markdown.splitlines():
        if line.startswith("|"):
            assert len(re.findall(r"(?<!\\)\|", line)) == line.count("|") - line.count("\\|")
    assert "<b>" not in re.sub(r"```sh.*?```", "", one.markdown, flags=re.DOTALL)


def test_a_missing_matplotlib_is_one_line_and_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    hide(monkeypatch, "matplotlib")
    kept = Results(ABOUT, MACHINE, tuple(runs_of(TIMES)))
    (tmp_path / "cubes.jsonl").write_text(kept.lines(), encoding="utf-8")
    arguments = [str(tmp_path / name) for name in ("cubes.jsonl", "page.html")]
    assert main(["bench", "report", arguments[0], "--html", arguments[1]]) is Exit.BAD_INPUT
    assert capsys.readouterr().err == (
        "a report with charts needs matplotlib, which is not installed here; "
        "pip install 'ilpuzzles[report]'\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["cubes.jsonl"]


def test_where_runs_come_from_is_told() -> None:
    run = solved("lonpos 8pieces", "cbc", 2.0)
    here = replace(run, machine=MACHINE.line)
    assert MACHINE.line == "a processor, 2 cores, 8.0 GiB of memory, Linux"
    assert provenance_lines((), MACHINE) == provenance_lines((run, here), MACHINE) == []
    there = replace(run, machine="fast, 8 cores")
    runs = (here, there, *(replace(one, beside=2) for one in (there, run)), replace(here, beside=4))
    load = "side by side: they disturb each other, and take longer"
    said = [
        "2 of 5 runs were made on another machine: fast, 8 cores",
        f"2 of 5 runs were made beside others, 2 {load}",
        f"1 of 5 runs was made beside others, 4 {load}",
    ]
    assert provenance_lines(runs, MACHINE) == said
    (all_of_them,) = provenance_lines((there, there), MACHINE)
    assert all_of_them.startswith("all 2 runs were made on another")
    head, _ = made([*runs]).markdown.split("## Machine and versions")
    assert all(f"\n{line}.\n" in head for line in said)
    assert "another machine" not in made([here]).markdown


def test_a_report_says_how_much_is_missing(run: Command, tmp_path: Path) -> None:
    def said(runs: int, planned: int | None) -> str:
        few = [solved("cube", "cbc", 1.0, repetition=number) for number in range(2)]
        part = Results(Description("Part", planned=planned), MACHINE, tuple(few[:runs]))
        (tmp_path / "part.jsonl").write_text(part.lines())
        done = run("bench", "report", "part.jsonl", "--html", "part.html", "--markdown", "part.md")
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
        text = (tmp_path / "part.md").read_text()
        assert ("## What was asked" in text) is (runs > 0)
        assert "\nilpuzzles bench report part.jsonl --html part.html --markdown part.md\n" in text
        (verdict,) = [line for line in text.splitlines() if line.startswith("**")]
        return verdict.strip("*")

    assert said(2, 8) == "2 of 8 runs were made; 1 case, 1 solver: 2 of 2 runs solved."
    assert said(1, 8) == "1 of 8 runs was made; 1 case, 1 solver: 1 of 1 run solved."
    assert said(2, 2) == said(2, None) == "1 case, 1 solver: 2 of 2 runs solved."
    assert said(0, 8) == "0 of 8 runs were made."
    assert said(0, None) == "There are no runs."
    # A picture of the runs that were there is beside the page.
    names = ["part-spread.svg", "part.html", "part.jsonl", "part.md"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names


KEPT = DOCS / "benchmarks"


def test_the_page_of_the_seeds_says_what_the_kept_results_say() -> None:
    known = read_results(KEPT / "seeds.jsonl").summaries()
    text = (KEPT / "seeds.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+ [\w=]+)[^,|]*(?:, (\S+))? \| [^|]* \|(.*)\|$", text, re.MULTILINE)
    assert len(rows) == 9
    for case, question, cells in rows:
        times: dict[str, list[float]] = {}
        for one in known:
            if one.case.startswith(case) and one.question == (question or "solve"):
                solver = f"{one.formulation} {one.backend}"
                times.setdefault(solver, []).append(math.inf if one.median is None else one.median)
        solved = {name: max(every) for name, every in times.items() if math.inf not in every}
        quickest, slowest, *_ = said = [cell.strip().partition(", ") for cell in cells.split("|")]
        assert quickest[0] == min(solved, key=solved.__getitem__)
        assert slowest[0] in {max(solved, key=solved.__getitem__), ""}
        for solver, _, time in said:
            ends = [seconds_text(end(times[solver])) for end in (min, max)] if solver else [""]
            assert time == " to ".join(dict.fromkeys(ends))


def test_nothing_in_it_is_wrong() -> None:
    runs = read_results(KEPT / "seeds.jsonl").runs
    assert {(run.machine, run.beside) for run in runs} == {(runs[0].machine, 1)}
    assert not [run.error for run in runs if run.error]
    found = [r for r in runs if r.question == "solve" and r.status in {"optimal", "feasible"}]
    assert len(found) > 500
    assert all(run.checked == ("rows", "rules") for run in found if run.sound)
    open_ones = {(run.case, run.solver) for run in runs if not run.solved}
    assert {solver.split()[0] for _, solver in open_ones} <= {"cells", "cells-aggregated", "seed"}
