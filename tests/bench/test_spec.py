"""Specifications of sweeps, what is wrong with bad ones, and the runs that they ask for."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from ilpuzzles.bench import plan
from ilpuzzles.bench.command_spec import alter_spec, spec_of
from ilpuzzles.bench.machine import this_machine
from ilpuzzles.bench.model_sources import FunctionSource, ModelSource, PuzzleSource
from ilpuzzles.bench.plan import competitors, longest_seconds, plan_runs
from ilpuzzles.bench.spec import MAX_CASES, Case, RunSettings, Spec, Tuning, ready_specs
from ilpuzzles.bench.spec_schema import find_spec, read_spec
from ilpuzzles.errors import InputError, UnknownNameError
from ilpuzzles.experiments.loading import puzzle_kind
from ilpuzzles.reading.library import Library
from support.bench_parts import BROKEN, of_puzzle, planned, write_functions
from support.places import ROOT

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
    lonpos = PuzzleSource("lonpos", "8pieces", library=library)
    tower = PuzzleSource("tower", parameters=(("height", 3),), library=library)
    parameters = ("code", "08"), ("kind", "queens"), ("n", 8)
    own = FunctionSource(tmp_path / "own.py", "build", parameters)
    assert spec.cases == (
        Case(lonpos, usual, series="pieces", size=4),
        Case(tower, other),
        Case(ModelSource(tmp_path / "model.mps.gz"), usual, "a model"),
        Case(own, usual),
    )
    assert [case.name for case in spec.cases] == [
        "lonpos 8pieces",
        "tower height=3",
        "a model",
        "own.py:build code=08 kind=queens n=8",
    ]


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
"""
    found = problems_of(tmp_path, text + "  - {colour: red}\n" * 20)
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
        ("- {puzzle: cube, preset: empty, file: a.yaml}", "'preset', 'file' and 'url' cannot be"),
        ("- {puzzle: cube, size: many}", "'size' must be a number, got 'many'"),
        ("- {puzzle: cube, sise: 3}", "unknown key 'sise'; did you mean 'size'?"),
        ("- {puzzle: cube, reported: {text: an hour}}", "unknown key 'reported'"),
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
    ("usual", "cases", "what"),
    [
        ("also: [cells cbc, flow cbs]", "", "2:19: unknown backend 'cbs'; did you mean 'cbc'?"),
        ("also: [flwo cbc]", "", "2:8: unknown formulation 'flwo'; did you mean 'flow'?"),
        ("also: cels cbc", "", "2:7: unknown formulation 'cels'; did you mean 'cells'?"),
        # It is there, but no case has it.
        ("formulations: [cells, seed2, flow]", "", "2:23: unknown formulation 'seed2'"),
        ("also: [claimed cbc]", "", "2:8: unknown formulation 'claimed'"),
        ("also: [flow cbc, my.py:f cbc]", "{puzzle: cube}", "2:8: unknown formulation 'flow'; "),
        ("also: [flow cbc]", "{model: a.lp}", "2:8: unknown formulation 'flow'; "),
        ("also: [flow cbc]", "{puzzle: cube, also: [cells cbc]}", "2:8: unknown formulation 'fl"),
    ],
)
def test_names_for_all_are_known_to_one(tmp_path: Path, usual: str, cases: str, what: str) -> None:
    cases = cases or "{puzzle: cube}, {model: a.lp}, {puzzle: surasshupakku}"
    (said,) = problems_of(tmp_path, f"title: Wrong\n{usual}\ncases: [{cases}]\n")
    assert said.startswith(f"spec.yaml:{what}")
    good = "title: x\nalso: [cells cbc, my.py:f cbc]\ncases: [{puzzle: cube}]\n"
    (case,) = read_spec(written(tmp_path, good)).cases
    assert case.settings.also == (("cells", "cbc"), (f"{tmp_path}/my.py:f", "cbc"))


def test_the_same_case_may_be_asked_two_questions(tmp_path: Path) -> None:
    text = "title: x\ncases:\n- {puzzle: cube}\n- {puzzle: cube, question: count}\n"
    assert len(read_spec(written(tmp_path, text)).cases) == 2


def test_a_specification_that_is_not_there_is_told() -> None:
    with pytest.raises(InputError, match=r"no.yaml: no such file"):
        find_spec("no.yaml")


def test_those_of_the_benchmarks_can_be_planned() -> None:
    for path in (ROOT / "benchmarks").glob("*.yaml"):
        cases = {run.run.case for run in plan_runs(find_spec(str(path)))}
        assert len(cases) == len(find_spec(str(path)).cases) > 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ready_specs())
def test_the_ready_ones_can_be_planned(name: str) -> None:
    runs = plan_runs(find_spec(name))
    usual = {"cbc", "cpsat", "exactcover", "highs", "scip"}
    # clingo may be there or not.
    assert {run.run.backend for run in runs} in (usual, usual | {"clingo"})
    assert len({run.key for run in runs}) == len(runs)


def test_the_seeds_are_all_there() -> None:
    spec = find_spec("seeds")
    asked = {(case.name, case.settings.question) for case in spec.cases}
    assert {(f"tower height={height}", "count-up-to-symmetry") for height in (2, 3, 4, 5)} <= asked
    assert {(f"lonpos {n}pieces", "solve") for n in range(4, 9)} <= asked
    pairs = {(run.run.case, run.run.formulation, run.run.backend) for run in plan_runs(spec)}
    assert ("surasshupakku 5x5", "seed", "cbc") in pairs
    # What was reported of four pieces, is asked of every preset with four, in both readings.
    presets = [name for name in Library.standard().presets("lonpos") if name.startswith("4pieces")]
    fours, general = [f"lonpos {name}" for name in presets], ("cbc", "cpsat", "highs", "scip")
    assert {*product(fours, ("cells", "cells-aggregated"), general)} <= pairs


def test_sizes_of_a_series_grow() -> None:
    series: dict[tuple[str, str], list[float]] = {}
    for case in find_spec("scaling").cases:
        assert case.size is not None
        series.setdefault((case.series, case.settings.question), []).append(case.size)
    assert all(sizes == sorted(set(sizes)) and len(sizes) > 3 for sizes in series.values())


def test_too_many_runs_are_refused() -> None:
    settings = replace(PLACEMENT, repeat=1000, seeds=tuple(range(1000)))
    with pytest.raises(InputError, match="1,000,000 runs; at most 50,000"):
        plan_runs(Spec("many", cases=(Case(PuzzleSource("cube", "empty"), settings),)))


def test_how_long_it_may_take_is_known() -> None:
    settings = replace(PLACEMENT, backends=("cbc", "scip"), repeat=3, time_limit=7)
    runs = plan_runs(Spec("x", cases=(Case(PuzzleSource("cube", "empty"), settings),)))
    assert longest_seconds(runs) == 2 * 3 * 7


# Specifications out of what stands on the command line.


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
    spec = alter_spec(
        read_spec(written(tmp_path, GOOD)),
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
    both = [Tuning(workers, gap, 10) for workers in (1, 2) for gap in (0, 0.01)]
    assert first.tunings == tuple(both)


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
        alter_spec(spec_of(["cube:empty"], [], []), options)


# Which runs are made, in which order, and what tells them apart


PLACEMENT = RunSettings(formulations=("placement",), backends=("cbc",))


def key(settings: RunSettings = PLACEMENT, puzzle: str = "cube", preset: str = "empty") -> str:
    (run,) = of_puzzle(puzzle, preset, settings)
    return run.key


def test_everything_that_matters_has_a_key_of_its_own() -> None:
    keys = {
        key(),
        key(puzzle="soma", preset="cube"),
        key(puzzle="lonpos", preset="8pieces"),
        key(puzzle="lonpos", preset="7pieces"),
        key(replace(PLACEMENT, formulations=("reduced",))),
        key(replace(PLACEMENT, backends=("scip",))),
        key(replace(PLACEMENT, question="count")),
        key(replace(PLACEMENT, seeds=(1,))),
        key(replace(PLACEMENT, time_limit=61.0)),
        key(replace(PLACEMENT, tunings=(Tuning(2),))),
        key(replace(PLACEMENT, tunings=(Tuning(gap=0.1),))),
        key(replace(PLACEMENT, tunings=(Tuning(node_limit=9),))),
    }
    assert len(keys) == 12
    assert {len(one) for one in keys} == {32}
    # Titles are no part of it.
    source = PuzzleSource("cube", "empty")
    (run,) = planned(Case(source, PLACEMENT, title="a cube", series="cubes", size=27))
    assert run.key == key()
    first, second = of_puzzle("cube", "empty", replace(PLACEMENT, repeat=2))
    assert first.key == key() != second.key


def test_the_machine_its_load_and_versions_are_in_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case(PuzzleSource("cube", "empty"), PLACEMENT)

    def key_of(workers: int = 1, cluster: str | None = None) -> str:
        (run,) = planned(case, workers=workers, cluster=cluster)
        assert (run.run.beside, run.cluster) == (workers, cluster)
        return run.key

    here, far = key(), key_of(cluster="tcp://10.0.0.7:8786")
    # The address of a cluster does not matter.
    assert key_of(cluster="tcp://10.0.0.8:8786") == far
    others = {far, key_of(2), key_of(2, "tcp://10.0.0.7:8786"), key_of(cluster="tls://far:1")}
    assert len({here, *others}) == 5
    machine = this_machine()
    for change in ({"cores": 99}, {"processor": "another"}, {"memory": 1 << 50}, {"python": "9"}):
        other = replace(machine, **change)
        monkeypatch.setattr(plan, "this_machine", lambda other=other: other)
        assert key() not in {here, *others}
        assert (key_of(cluster="tcp://10.0.0.7:8786") == far) is ("python" not in change)
    # The day and the solvers of others are no part of it.
    monkeypatch.setattr(plan, "this_machine", lambda: replace(machine, date="2001-01-01"))
    assert key() == here
    monkeypatch.setattr(plan, "solver_version", lambda _name: "another")
    newer = key()
    monkeypatch.setattr(plan, "VERSION", "99")
    assert len({here, newer, key()}) == 3


def test_the_text_of_a_file_is_part_of_a_key(tmp_path: Path) -> None:
    own, model = tmp_path / "own.py", tmp_path / "model.cover"
    own.write_text(BROKEN, encoding="utf-8")
    model.write_text("1 0\n0 1\n", encoding="utf-8")
    settings = replace(PLACEMENT, formulations=(f"{own}:loses_a_tile",))

    def keys() -> list[str]:
        return [
            key(settings),
            planned(Case(FunctionSource(own, "f"), PLACEMENT))[0].key,
            planned(Case(ModelSource(model), PLACEMENT))[0].key,
        ]

    before = keys()
    assert keys() == before
    sources = [FunctionSource(own, "f", (("n", n),)) for n in (3, 4)]
    three, four = (planned(Case(source, PLACEMENT))[0] for source in sources)
    assert len({*before, three.key, four.key}) == 5
    assert (three.run.case, four.run.case) == ("own.py:f n=3", "own.py:f n=4")
    # Results name files without their folders.
    (run,) = of_puzzle("cube", "empty", settings)
    assert run.run.formulation == "own.py:loses_a_tile"
    assert str(tmp_path) not in f"{run.run.to_json()} {three.run.to_json()}"
    own.write_text(BROKEN + "\n", encoding="utf-8")
    model.write_text("1 1\n0 1\n", encoding="utf-8")
    assert not set(keys()) & set(before)


def test_competitors_take_turns() -> None:
    settings = replace(
        PLACEMENT, backends=("cbc", "scip"), seeds=(0, 9), repeat=2, tunings=(Tuning(), Tuning(2))
    )
    runs = [one.run for one in of_puzzle("cube", "empty", settings)]
    order = [(run.repetition, run.seed, run.backend, run.options) for run in runs]
    assert order == [
        (repetition, seed, backend, options)
        for repetition in (0, 1)
        for seed in (0, 9)
        for backend in ("cbc", "scip")
        for options in ("", "workers 2")
    ]


def pairs(
    settings: RunSettings, puzzle: str = "lonpos", preset: str = "8pieces"
) -> list[tuple[str, str]]:
    return competitors(Case(PuzzleSource(puzzle, preset), settings))


def test_those_take_part_that_claim_to_be_quick() -> None:
    found = pairs(RunSettings())
    assert ("placement", "exactcover") in found
    assert ("cells", "cpsat") in found
    assert ("cells", "exactcover") not in found
    assert ("cells", "cbc") not in pairs(RunSettings(), preset="4pieces")
    assert pairs(RunSettings(also=(("cells", "cbc"),)), preset="4pieces")[-1] == ("cells", "cbc")


def test_further_pairs_are_given_to_those_who_have_them() -> None:
    also = (("cells", "cbc"), ("flow", "scip"))
    tiling = pairs(RunSettings(formulations=("placement",), backends=("cbc",), also=also))
    assert tiling == [("placement", "cbc"), ("cells", "cbc")]
    slashes = pairs(RunSettings(formulations=(), also=also), "surasshupakku", "5x5")
    assert slashes == [("flow", "scip")]
    with pytest.raises(InputError, match=r"no solver takes case 'lonpos 8pieces' \(flow scip\)"):
        pairs(RunSettings(formulations=(), backends=(), also=(("flow", "scip"),)))
    with pytest.raises(UnknownNameError, match="unknown backend 'cbs'"):
        pairs(RunSettings(backends=("cbs",)))


def test_named_formulations_are_given_to_all_that_take_them() -> None:
    found = pairs(RunSettings(formulations=("cells", "placement", "flow")))
    assert [backend for name, backend in found if name == "cells"] == [
        "cbc", "clingo", "cpsat", "highs", "scip",
    ]  # fmt: skip
    assert ("placement", "exactcover") in found
    # It is of another family, and meant for another case.
    assert "flow" not in {name for name, _ in found}


def test_models_and_functions_have_no_formulation(tmp_path: Path) -> None:
    function = FunctionSource(write_functions(tmp_path), "rooks")
    general = [("", name) for name in ("cbc", "clingo", "cpsat", "highs", "scip")]
    assert competitors(Case(function)) == general
    assert competitors(Case(ModelSource(tmp_path / "a.mps"))) == general
    assert ("", "exactcover") in competitors(Case(ModelSource(tmp_path / "a.cover.gz")))


def test_a_file_that_is_not_there_is_told_before_anything_runs(tmp_path: Path) -> None:
    missing = replace(PLACEMENT, formulations=(f"{tmp_path}/none.py:f",))
    with pytest.raises(InputError, match=r"none.py: no such file"):
        of_puzzle("cube", "empty", missing)


def test_whoever_is_named_runs() -> None:
    """No form of this board is meant for CBC; it is given the standard one all the same."""
    board = PuzzleSource("pentominoes", "6x10")
    named = Case(board, RunSettings(backends=("cpsat", "cbc")))
    assert ("placement", "cbc") in competitors(named)
    assert not any(backend == "cbc" for _, backend in competitors(Case(board, RunSettings())))
    both = Case(board, RunSettings(backends=("installed", "cbc", "scip")))
    assert [pair for pair in competitors(both) if pair[1] == "cbc"] == [("placement", "cbc")]
    # Where a form is meant for a backend, it gets that, and no other besides.
    slashes = Case(PuzzleSource("surasshupakku", "5x5"), RunSettings(backends=("exactcover",)))
    assert competitors(slashes) == [("flow", "exactcover")]
    cube = Case(PuzzleSource("cube", "empty"), RunSettings(backends=("cbc",)))
    assert len(competitors(cube)) > 1


def test_a_formulation_that_no_case_has_is_refused() -> None:
    both = replace(PLACEMENT, formulations=("placement", "flow"))
    lonpos = Case(PuzzleSource("lonpos", "8pieces"), both)
    slashes = Case(PuzzleSource("surasshupakku", "5x5"), both)
    with pytest.raises(InputError, match="no case here can be stated by formulation 'flow'"):
        planned(lonpos)
    also = Case(PuzzleSource("lonpos", "8pieces"), replace(PLACEMENT, also=(("flow", "cpsat"),)))
    with pytest.raises(InputError, match="no case here can be stated by formulation 'flow'"):
        planned(also)
    runs = plan_runs(Spec("both", cases=(lonpos, slashes)))
    assert [run.run.formulation for run in runs] == ["placement", "flow"]


@pytest.mark.parametrize("puzzle", Library.standard().puzzles())
def test_every_formulation_that_show_lists_can_be_measured(puzzle: str) -> None:
    library = Library.standard()
    formulations = list(puzzle_kind(puzzle, library).formulations)
    spec = alter_spec(spec_of([puzzle], [], []), {"formulations": formulations})
    assert spec.cases[0].settings.formulations == tuple(formulations)
    path = library.model_file(puzzle)
    if path.suffix == ".py":
        # The file says the same without being run.
        assert [*library.script(path).formulations] == formulations


def test_an_empty_specification_names_the_page_about_them(tmp_path: Path) -> None:
    path = tmp_path / "spec.yaml"
    path.write_text("")
    with pytest.raises(InputError, match=r"is empty; 'ilpuzzles docs howto/bench' prints an ex"):
        read_spec(path)


def test_formulations_of_a_further_library_can_be_measured(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    lines = [
        "'Mine.'",
        "from ilpuzzles.genres import Genre",
        "genre = Genre(presets={'only': {}})",
        "def build(fields):",
        "    raise NotImplementedError",
        "genre.formulation('by-hand')(build)",
    ]
    (tmp_path / "models" / "mine.py").write_text("\n".join(lines))
    library = Library.standard([tmp_path])
    spec = alter_spec(spec_of(["mine"], [], [], library), {"formulations": ["by-hand"]})
    assert spec.cases[0].settings.formulations == ("by-hand",)
