"""`--hint FILE`: where backends start; a wrong hint changes no answer."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from ilpuzzles import experiment
from ilpuzzles.backends.interface import Backend, Feature
from ilpuzzles.errors import BackendError, InputError
from ilpuzzles.formats.lp import read_lp
from ilpuzzles.workbench.experiments import own_puzzle
from ilpuzzles.workbench.model_file import file_experiment
from ilpuzzles.workbench.solution_files import hinted
from support.commands import Run
from support.random_models import sample

KNAPSACK = """\
Maximize
 worth: 10 tent + 4 lamp + 6 rope
Subject To
 weight: 5 tent + 2.5 lamp + 4 rope <= 8
Binaries
 tent lamp rope
End
"""


def written(path: Path, data: object) -> str:
    """A file of JSON."""
    path.write_text(json.dumps(data))
    return str(path)


@pytest.mark.parametrize(
    ("puzzle", "preset", "formulation"),
    [
        ("lonpos", "4pieces-2", "placement"),
        ("lonpos", "6pieces", "cells"),
        ("cube", "empty", "cells"),
        ("cube", "empty", "placement"),
        ("surasshupakku", "6x6", None),
        ("tower", "height-2", None),
    ],
)
def test_a_solution_is_where_the_search_starts(
    tmp_path: Path, puzzle: str, preset: str, formulation: str | None
) -> None:
    asked = experiment(puzzle, preset, formulation=formulation, backend="cpsat")
    answer = asked.solutions(limit=3)
    for number, solution in enumerate(answer.solutions):
        file = written(tmp_path / f"{number}.json", [solution.to_json()])
        again = hinted(asked, file)
        found = again.solve()
        assert found.solutions[0].to_json() == solution.to_json()
        # What a hint says is what its solution decodes to.
        values = [0] * asked.model.variables
        for variable, value in again.options.hint.items():
            values[variable.column] = int(value)
        assert sum(values) > 0


def test_hints_from_files_change_no_answer(backend: Backend, tmp_path: Path) -> None:
    """Right, wrong, partial, and out of bounds, by names."""
    if Feature.HINT not in backend.features:
        file = written(tmp_path / "hint.json", {"values": {}})
        with pytest.raises(BackendError, match="does not support hints"):
            hinted(own_puzzle(sample(1, objective=True).model, backend=backend.name), file)
        return
    for seed in range(8):
        made, dice = sample(seed, objective=True), random.Random(seed)
        asked = own_puzzle(made.model, backend=backend.name)
        names = list(asked.model.by_name(range(asked.model.variables)))
        values = {name: dice.choice([0, 1, 1, 7]) for name in names[seed % 2 :]}
        answer = hinted(asked, written(tmp_path / "hint.json", {"values": values})).solve()
        assert answer.complete
        assert answer.result.objective == made.best(), f"seed {seed}"


def test_hints_on_the_command_line(run: Run, tmp_path: Path) -> None:
    model, sol = tmp_path / "sack.lp", tmp_path / "sack.sol"
    model.write_text(KNAPSACK)
    sol.write_text("# Objective value = 10\ntent 0.9999999\nlamp 0\nrope 0\n")
    answer = run("solve-model", str(model), "--json")
    saved = tmp_path / "sack.json"
    saved.write_text(answer.stdout)
    wrong = written(tmp_path / "wrong.json", {"values": {"tent": 1, "lamp": 1, "rope": 1}})
    for file in (sol, saved, wrong):
        for backend in ("cbc", "cpsat", "auto"):
            done = run("solve-model", str(model), "--backend", backend, "--hint", str(file))
            assert (done.returncode, done.stdout.splitlines()[:2]) == (
                0,
                ["status: optimal", "objective: 14"],
            )
    best = run("solve-model", str(model), "--best", "2", "--hint", str(wrong), "--json")
    assert json.loads(best.stdout)["objectives"] == [14, 10]


def test_a_hint_of_another_position_changes_no_answer(run: Run, tmp_path: Path) -> None:
    other = run("lonpos", "--preset", "8pieces", "--json").stdout
    file = tmp_path / "other.json"
    file.write_text(other)
    lines = tmp_path / "other.jsonl"
    lines.write_text(json.dumps(json.loads(other)["solutions"][0]) + "\n")
    right = run("lonpos", "--preset", "8pieces-2", "--json").stdout
    for hint in (file, lines):
        for backend in ("auto", "cbc", "highs"):
            how = ("--preset", "8pieces-2", "--hint", str(hint), "--backend", backend)
            found = run("lonpos", *how, "--json")
            assert found.returncode == 0
            assert json.loads(found.stdout)["solutions"] == json.loads(right)["solutions"]


def test_exported_and_solved_elsewhere(run: Run, tmp_path: Path) -> None:
    """The names in a solver's file are those of the file that was exported."""
    path, sol = tmp_path / "lonpos.lp", tmp_path / "lonpos.sol"
    assert run("export", "lonpos", "--preset", "4pieces", "--output", str(path)).returncode == 0
    model = read_lp(path.read_text())
    values = file_experiment(path).solve().result.values
    assert values is not None
    chosen = [name for name, value in zip(model.names, values.tolist(), strict=True) if value]
    sol.write_text("\n".join(f"{name} 1" for name in chosen) + "\n")
    assert len(chosen) == 12
    asked = experiment("lonpos", "4pieces")
    assert sum(map(int, hinted(asked, sol).options.hint.values())) == 12
    done = run("lonpos", "--preset", "4pieces", "--hint", str(sol), "--quiet")
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "content", "said"),
    [
        ("--count", "[]", "--hint with --count; leave one of them out"),
        ("--limit 2", "[]", "--hint with --limit; leave one of them out"),
        ("", "[]", "FILE: the file holds no solutions; name one that has some"),
        ("", "{", "FILE:1:2: "),
        ("", '{"values": {"y": 1}}', "FILE: values: the model has no variable 'y'; it has, "),
        ("", '{"values": {"place[A, 1, (0, 0)]": "a"}}', "FILE: values.place[A, 1, (0, 0)]: 'a' "),
        ("", '{"values": 3}', 'FILE: values: 3 is not an object; write {"x": 1}'),
        ("", '{"puzzle": "cube", "solutions": []}', "FILE: puzzle: these are solutions of 'cube'"),
        ("--backend exactcover", None, "backend exactcover does not support hints; use cpsat"),
    ],
)
def test_hints_that_make_no_sense_are_a_line(
    run: Run, tmp_path: Path, arguments: str, content: str | None, said: str
) -> None:
    file = tmp_path / "hint.json"
    solution = experiment("lonpos", "8pieces").solve().solutions[0].to_json()
    file.write_text(json.dumps(solution) if content is None else content)
    done = run("lonpos", "--preset", "8pieces", "--hint", str(file), *arguments.split())
    assert done.returncode == (5 if content is None else 2)
    assert done.stdout == ""
    assert done.stderr.startswith(said.replace("FILE", str(file)))
    assert len(done.stderr.splitlines()) == 1
    missing = run("lonpos", "--preset", "8pieces", "--hint", str(tmp_path / "no.json"))
    assert (missing.returncode, len(missing.stderr.splitlines())) == (2, 1)


def test_what_has_no_words_for_solutions_takes_values(tmp_path: Path) -> None:
    asked = own_puzzle(sample(1, objective=True).model)
    file = written(tmp_path / "hint.json", {"rows": []})
    with pytest.raises(InputError, match="no values of variables; write "):
        hinted(asked, file)
