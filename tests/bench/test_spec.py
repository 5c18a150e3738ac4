"""Specifications of sweeps: good ones, and everything that is wrong with bad ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ilpuzzles.bench.command_spec import altered, spec_of
from ilpuzzles.bench.model_sources import FunctionSource, ModelSource, PuzzleSource
from ilpuzzles.bench.plan import longest_seconds, planned_runs
from ilpuzzles.bench.results import Description, Reported
from ilpuzzles.bench.spec import MAX_CASES, Case, RunSettings, Spec, Tuning, ready_specs
from ilpuzzles.bench.spec_schema import find_spec, read_spec
from ilpuzzles.errors import InputError, UnknownNameError
from ilpuzzles.library import Library

GOOD = """\
title: Two of   everything
about: >
  Some words
  in two lines.
formulations: [placement, my.py:build]
backends: [cbc, cpsat]
options:
  - {}
  - {workers: 2, gap: 0.01, node-limit: 5000}
seeds: [0, 7]
repeat: 3
time-limit: 2.5
cases:
  - puzzle: lonpos
    preset: 8pieces
    reported: {text: an hour, source: an article, formulations: [cells, placement]}
    series: pieces
    size: 4
  - puzzle: tower
    parameters: {height: 3}
    question: count
    formulations: claimed
    backends: exactcover
    also: [reduced cpsat]
    options: {workers: 4}
    seeds: 5
    repeat: 1
    time-limit: 60
  - model: model.mps.gz
    title: a model
  - function: own.py:build
    parameters: {n: 8, kind: queens, code: "08"}
"""

UP_TO = "numbers up to 2147483647"


def written(folder: Path, text: str) -> Path:
    path = folder / "spec.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def problems_of(folder: Path, text: str) -> list[str]:
    with pytest.raises(InputError) as error:
        read_spec(written(folder, text))
    return str(error.value).replace(f"{folder}/", "").splitlines()


def test_every_field_is_read(tmp_path: Path) -> None:
    spec = read_spec(written(tmp_path, GOOD))
    assert (spec.title, spec.about) == ("Two of everything", "Some words in two lines.")
    usual = RunSettings(
        formulations=("placement", str(tmp_path / "my.py:build")),
        backends=("cbc", "cpsat"),
        tunings=(Tuning(), Tuning(2, 0.01, 5000)),
        seeds=(0, 7),
        repeat=3,
        time_limit=2.5,
    )
    other = RunSettings(
        question="count",
        backends=("exactcover",),
        also=(("reduced", "cpsat"),),
        tunings=(Tuning(4),),
        seeds=(5,),
    )
    library = Library.standard()
    reported = Reported("an hour", "an article", ("cells", "placement"))
    lonpos = PuzzleSource("lonpos", "8pieces", library=library)
    tower = PuzzleSource("tower", parameters=(("height", 3),), library=library)
    own = FunctionSource(
        tmp_path / "own.py", "build", (("code", "08"), ("kind", "queens"), ("n", 8))
    )
    assert spec.cases == (
        Case(lonpos, usual, series="pieces", size=4, reported=reported),
        Case(tower, other),
        Case(ModelSource(tmp_path / "model.mps.gz"), usual, "a model"),
        Case(own, usual),
    )
    names = [case.name for case in spec.cases]
    assert names == [
        "lonpos 8pieces",
        "tower height=3",
        "a model",
        "own.py:build code=08 kind=queens n=8",
    ]


def test_words_of_a_specification_survive_as_data(tmp_path: Path) -> None:
    description = read_spec(written(tmp_path, GOOD)).described("ilpuzzles bench spec.yaml")
    assert description.cases[0].reported == Reported(
        "an hour", "an article", ("cells", "placement")
    )
    # Files of before do not say of which formulation.
    data = json.loads(json.dumps(description.to_json()))
    assert Description.from_json(data) == description
    del data["cases"][0]["reported"]["formulations"]
    assert Description.from_json(data).cases[0].reported == Reported("an hour", "an article")
    data["cases"][0]["reported"]["formulations"] = "cells"
    with pytest.raises(InputError, match="the description of the sweep cannot be read"):
        Description.from_json(data)
    assert Description.from_json(description.to_json()) == description


def test_everything_wrong_is_told_with_its_place(tmp_path: Path) -> None:
    text = """\
title: Wrong
backends: [cbs, cbc, cbc]
formulations: [placment]
seeds: [1, two]
time-limit: 0
repeat: 5000
question: solv
options: {workers: 0, gaps: 1}
cases:
  - puzzle: lonpo
  - puzzle: lonpos
    preset: 9pieces
  - puzzle: lonpos
    formulations: flow
    also: [cells, cells glop]
  - {puzzle: lonpos, model: a.lp}
  - colour: red
  - puzzle: tower
    parameters: {height: 9, width: 2}
  - function: own.txt
  - {puzzle: cube, preset: empty, size: many, reported: {by: me}}
"""
    found = problems_of(tmp_path, text)
    for line in (
        "spec.yaml:2:12: unknown backend 'cbs'; did you mean 'cbc'?",
        "spec.yaml:2:22: a value of 'backends' appears twice; delete one of them",
        "spec.yaml:3:16: unknown formulation 'placment'; did you mean 'placement'?",
        f"spec.yaml:4:12: 'seeds' is not a list of whole numbers; write [0, 1] with {UP_TO}",
        "spec.yaml:5:13: 'time-limit' must be a number, got '0'; write a number above 0 to 604800",
        "spec.yaml:6:9: 5,000 repetitions; write at most 1,000",
        "spec.yaml:7:11: unknown question 'solv'; did you mean 'solve'?",
        "spec.yaml:8:20: 'workers' must be at least 1, got 0",
        "spec.yaml:10:13: unknown puzzle 'lonpo'; did you mean 'lonpos'?",
        "spec.yaml:12:13: unknown preset '9pieces'; did you mean '8pieces'?",
    ):
        assert line in found
    assert found[-1].endswith("more problems in this file; fix the first ones first")


@pytest.mark.parametrize(
    ("case", "what"),
    [
        ("- {puzzle: lonpos, formulations: flow}", "unknown formulation 'flow'"),
        ("- {puzzle: lonpos, also: [cells]}", "'also' is not a list of pairs"),
        (
            "- {puzzle: lonpos, also: [[cells, cbc]]}",
            "not a list of pairs; write [cells cbc, cells",
        ),
        ("- {puzzle: lonpos, also: [cels cbc]}", "'cels'; did you mean 'cells'?"),
        ("- {puzzle: lonpos, also: [cells cbc, flow cbc]}", "3:38: unknown formulation 'flow'"),
        ("- {colour: red}", "the case has no puzzle"),
        ("- {puzzle: tower, parameters: {height: 9}}", "height 9; tower has height"),
        ("- {puzzle: cube, preset: empty, file: a.yaml}", "more than one of 'preset', 'file'"),
        ("- {puzzle: cube, size: many}", "'size' must be a number, got 'many'"),
        ("- {puzzle: cube, sise: 3}", "unknown key 'sise'; did you mean 'size'?"),
        ("- {puzzle: cube, reported: {by: me}}", "key 'text' is missing"),
        (
            "- {puzzle: cube, reported: {text: an hour, formulations: cels}}",
            "unknown formulation 'cels'; did you mean 'cells'?",
        ),
        ("- {puzzle: cube, options: {node-limit: 0}}", "got 0"),
        ("- {function: own.py:f, parameters: {a-b: 1}}", "parameter name 'a-b'"),
        (
            "- {puzzle: cube}\n- {puzzle: cube}",
            "case 'cube' appears twice; give one its own 'title'",
        ),
        ("  []", "'cases' is not a list of cases"),
        ("- " + "\n- ".join(["{puzzle: cube}"] * (MAX_CASES + 1)), "write 1 to 500 times"),
    ],
)
def test_a_wrong_case_is_told(tmp_path: Path, case: str, what: str) -> None:
    found = problems_of(tmp_path, f"title: Wrong\ncases:\n{case}\n")
    assert any(what in line for line in found), found
    assert found[0].startswith("spec.yaml:")


@pytest.mark.parametrize(
    ("usual", "what"),
    [
        ("also: [cells cbc, flow cbs]", "2:19: unknown backend 'cbs'; did you mean 'cbc'?"),
        ("also: [flwo cbc]", "2:8: unknown formulation 'flwo'; did you mean 'flow'?"),
        ("also: cels cbc", "2:7: unknown formulation 'cels'; did you mean 'cells'?"),
        # It is there, but no case has it.
        ("formulations: [cells, seed2, flow]", "2:23: unknown formulation 'seed2'"),
        ("also: [claimed cbc]", "2:8: unknown formulation 'claimed'"),
    ],
)
def test_names_that_hold_for_all_cases_are_known_to_one(
    tmp_path: Path, usual: str, what: str
) -> None:
    cases = "cases: [{puzzle: cube}, {model: a.lp}, {puzzle: surasshupakku}]"
    found = problems_of(tmp_path, f"title: Wrong\n{usual}\n{cases}\n")
    assert len(found) == 1
    assert found[0].startswith(f"spec.yaml:{what}")


def test_names_that_no_case_has_are_told(tmp_path: Path) -> None:
    for cases in ("[{puzzle: cube}]", "[{model: a.lp}]"):
        (said,) = problems_of(tmp_path, f"title: x\nalso: [flow cbc]\ncases: {cases}\n")
        assert said.startswith("spec.yaml:2:8: unknown formulation 'flow'; ")
    text = "title: x\nalso: [flow cbc, my.py:f cbc]\ncases: [{puzzle: cube, also: [cells cbc]}]\n"
    assert len(problems_of(tmp_path, text)) == 1
    good = "title: x\nalso: [cells cbc, my.py:f cbc]\ncases: [{puzzle: cube}]\n"
    (case,) = read_spec(written(tmp_path, good)).cases
    assert case.settings.also == (("cells", "cbc"), (f"{tmp_path}/my.py:f", "cbc"))


def test_the_same_case_may_be_asked_two_questions(tmp_path: Path) -> None:
    text = "title: x\ncases:\n- {puzzle: cube}\n- {puzzle: cube, question: count}\n"
    assert len(read_spec(written(tmp_path, text)).cases) == 2


def test_an_unknown_specification_is_told() -> None:
    with pytest.raises(UnknownNameError, match="unknown specification 'quik'; did you mean"):
        find_spec("quik")
    with pytest.raises(InputError, match=r"no.yaml: no such file"):
        find_spec("no.yaml")


@pytest.mark.parametrize("name", ready_specs())
def test_the_ready_ones_can_be_planned(name: str) -> None:
    runs = planned_runs(find_spec(name))
    usual = {"cbc", "cpsat", "exactcover", "highs", "scip"}
    # clingo may be there or not.
    assert {run.run.backend for run in runs} in (usual, usual | {"clingo"})
    assert len({run.key for run in runs}) == len(runs)


def test_the_quick_one_is_quick() -> None:
    runs = planned_runs(find_spec("quick"))
    # A run takes a few tenths of a second of processor time, and so does the start of each backend.
    assert len(runs) <= 18
    assert max(run.run.time_limit for run in runs) <= 10
    # Who starts a process for every search, is asked for one.
    counted = {run.run.backend for run in runs if run.run.question != "solve"}
    assert counted == {"cpsat", "exactcover"}
    assert len({run.run.formulation for run in runs}) == 3


def test_the_seeds_are_all_there() -> None:
    spec = find_spec("seeds")
    said = " ".join(case.reported.text for case in spec.cases if case.reported is not None)
    for figure in ("200 ms", "in an hour", "almost 10 minutes", "69,625,204", "22,069"):
        assert figure in said
    asked = {(case.name, case.settings.question) for case in spec.cases}
    assert {(f"tower height={height}", "count-up-to-symmetry") for height in (2, 3, 4, 5)} <= asked
    assert {(f"lonpos {n}pieces", "solve") for n in range(4, 9)} <= asked
    pairs = {(run.run.case, run.run.formulation, run.run.backend) for run in planned_runs(spec)}
    assert ("surasshupakku 5x5", "seed", "cbc") in pairs
    # What was reported of four pieces, is asked of every preset with four, in both readings.
    presets = {
        preset for preset in Library.standard().presets("lonpos") if preset.startswith("4pieces")
    }
    fours = [case for case in spec.cases if case.reported and "in an hour" in case.reported.text]
    assert {case.name for case in fours} == {f"lonpos {preset}" for preset in presets}
    assert len({case.reported for case in fours}) == 1
    for case in fours:
        assert case.reported is not None
        assert case.reported.formulations == ("cells", "cells-aggregated")
    general = ("cbc", "cpsat", "highs", "scip")
    own = {(name, backend) for name in ("cells", "cells-aggregated") for backend in general}
    for case in fours:
        assert {(name, backend) for which, name, backend in pairs if which == case.name} >= own


def test_sizes_of_a_series_grow() -> None:
    series: dict[tuple[str, str], list[float]] = {}
    for case in find_spec("scaling").cases:
        assert case.size is not None
        series.setdefault((case.series, case.settings.question), []).append(case.size)
    assert set(series) == {
        ("dominoes", "solve"),
        ("dominoes", "count"),
        ("lonpos", "solve"),
        ("tower", "solve"),
        ("tower", "count"),
        ("surasshupakku", "unique"),
    }
    assert all(sizes == sorted(set(sizes)) and len(sizes) > 3 for sizes in series.values())


def test_too_many_runs_are_refused() -> None:
    settings = RunSettings(
        formulations=("cells",), backends=("cbc",), repeat=1000, seeds=tuple(range(1000))
    )
    with pytest.raises(InputError, match="1,000,000 runs; at most 50,000"):
        planned_runs(Spec("many", cases=(Case(PuzzleSource("cube", "empty"), settings),)))


def test_how_long_it_may_take_is_known() -> None:
    settings = RunSettings(
        formulations=("placement",), backends=("cbc", "scip"), repeat=3, time_limit=7
    )
    runs = planned_runs(Spec("x", cases=(Case(PuzzleSource("cube", "empty"), settings),)))
    assert longest_seconds(runs) == 2 * 3 * 7


# Specifications out of what stands on the command line.

TWO = """\
title: Two cases
formulations: placement
options: [{}, {gap: 0.01}]
repeat: 3
cases:
  - {puzzle: lonpos, preset: 8pieces}
  - {puzzle: tower, also: [reduced cpsat], repeat: 1}
"""


def test_cases_are_named_on_the_command_line(tmp_path: Path) -> None:
    spec = spec_of(["slashpack:5x5", "tower"], [tmp_path / "a.lp"], ["own.py:build"])
    names = [case.name for case in spec.cases]
    assert names == ["surasshupakku 5x5", "tower", "a.lp", "own.py:build"]
    for puzzles, what in (
        (["lonpo"], "unknown puzzle 'lonpo'"),
        (["lonpos:x"], "unknown preset 'x'"),
        (["tower", "tower"], "two cases are named 'tower'"),
    ):
        with pytest.raises(InputError, match=what):
            spec_of(puzzles, [], [])
    with pytest.raises(InputError, match="names no function"):
        spec_of([], [], ["own.py"])


def test_options_win_over_the_file(tmp_path: Path) -> None:
    spec_file = tmp_path / "spec.yaml"
    spec_file.write_text(TWO, encoding="utf-8")
    spec = altered(
        read_spec(spec_file),
        {
            "question": "unique",
            "formulations": ["cells"],
            "backends": ["scip"],
            "time_limit": 9.0,
            "repeat": None,
            "seeds": [3, 3],
            "threads": [1, 2],
            "node_limit": 10,
        },
    )
    first, second = spec.cases[0].settings, spec.cases[1].settings
    assert (first.question, first.formulations, first.backends) == ("unique", ("cells",), ("scip",))
    assert (first.time_limit, first.repeat, first.seeds) == (9.0, 3, (3,))
    assert (second.repeat, second.also) == (1, ())
    assert (Tuning().text, Tuning(workers=2, gap=0.01).text) == ("", "workers 2, gap 0.01")
    assert first.tunings == (
        Tuning(1, 0, 10),
        Tuning(1, 0.01, 10),
        Tuning(2, 0, 10),
        Tuning(2, 0.01, 10),
    )


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"repeat": 0}, "repetitions must be between 1 and 1,000, got 0"),
        ({"time_limit": 0.0}, "the time limit must be above 0"),
        ({"time_limit": float("nan")}, "the time limit must be above 0"),
        ({"formulations": ["cels"]}, "unknown formulation 'cels'; did you mean 'cells'"),
        ({"backends": ["auto"]}, "unknown backend 'auto'; known: cbc, clingo, cpsat, exactcover"),
        ({"threads": [0]}, "between 1 and 1024, got 0"),
        ({"gap": -1.0}, "gap must be 0"),
        ({"seeds": [-1]}, "seed must be between"),
    ],
)
def test_options_without_sense_are_refused(options: dict[str, object], what: str) -> None:
    with pytest.raises(InputError, match=what):
        altered(spec_of(["cube:empty"], [], []), options)
