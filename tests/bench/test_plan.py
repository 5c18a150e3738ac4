"""Which runs are made, in which order, and what tells them apart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from ilpuzzles.bench import plan
from ilpuzzles.bench.machine import this_machine
from ilpuzzles.bench.model_sources import FunctionSource, ModelSource, PuzzleSource
from ilpuzzles.bench.plan import competitors, planned_runs
from ilpuzzles.bench.spec import Case, RunSettings, Spec, Tuning
from ilpuzzles.errors import InputError, UnknownNameError
from support.bench_parts import BROKEN, of_puzzle, planned, write_functions

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
    # Titles and what was reported are no part of it.
    source = PuzzleSource("cube", "empty")
    (run,) = planned(Case(source, PLACEMENT, title="a cube", series="cubes", size=27))
    assert run.key == key()
    first, second = of_puzzle("cube", "empty", replace(PLACEMENT, repeat=2))
    assert first.key == key() != second.key


def test_versions_are_part_of_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    before = key()
    monkeypatch.setattr(plan, "solver_version", lambda _name: "another")
    other = key()
    monkeypatch.setattr(plan, "VERSION", "99")
    assert len({before, other, key()}) == 3


def test_the_machine_and_its_load_are_part_of_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_nobody_to_ask_is_an_error() -> None:
    tower = Case(
        PuzzleSource("tower", parameters=(("height", 2),)), RunSettings(formulations=("flow",))
    )
    with pytest.raises(InputError, match="no solver takes case 'tower height=2'"):
        competitors(tower)
    with pytest.raises(UnknownNameError, match="unknown backend 'cbs'"):
        pairs(RunSettings(backends=("cbs",)))


def test_a_file_that_is_not_there_is_told_before_anything_runs(tmp_path: Path) -> None:
    missing = replace(PLACEMENT, formulations=(f"{tmp_path}/none.py:f",))
    with pytest.raises(InputError, match=r"none.py: no such file"):
        of_puzzle("cube", "empty", missing)
    with pytest.raises(InputError, match=r"none.mps: cannot be read \(No such file"):
        planned(Case(ModelSource(tmp_path / "none.mps"), PLACEMENT))


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
    runs = planned_runs(Spec("both", cases=(lonpos, slashes)))
    assert [run.run.formulation for run in runs] == ["placement", "flow"]
