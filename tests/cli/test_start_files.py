"""`--start FILE`: where backends start; a wrong hint changes no answer."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from ilpuzzles import experiment
from ilpuzzles.asking.files import read_lp
from ilpuzzles.backends.interface import Backend, Feature
from ilpuzzles.errors import BackendError, InputError
from ilpuzzles.experiments.experiments import own_puzzle
from ilpuzzles.experiments.model_file import file_experiment
from ilpuzzles.experiments.solution_files import started_from
from support.commands import Asked, Call
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


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("puzzle", "preset", "formulation"),
    [
        ("lonpos", "4pieces-2", "placement"),
        ("lonpos", "6pieces", "cells"),
        ("cube", "empty", "cells"),
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
        again = started_from(asked, file)
        found = again.solve()
        assert found.solutions[0].to_json() == solution.to_json()
        # What a hint says is what its solution decodes to.
        values = [0] * asked.model.variables
        for variable, value in again.options.hint.items():
            values[variable.column] = int(value)
        assert sum(values) > 0


@pytest.mark.exhaustive
def test_hints_from_files_change_no_answer(backend: Backend, tmp_path: Path) -> None:
    """Right, wrong, partial, and out of bounds, by names."""
    if Feature.HINT not in backend.features:
        asked = own_puzzle(sample(1, objective=True).model, backend=backend)
        values = dict.fromkeys(asked.model.by_name(range(1)), 0)
        with pytest.raises(BackendError, match="does not support hints"):
            started_from(asked, written(tmp_path / "hint.json", {"values": values})).solve()
        return
    for seed in range(8):
        made, dice = sample(seed, objective=True), random.Random(seed)
        asked = own_puzzle(made.model, backend=backend)
        names = list(asked.model.by_name(range(asked.model.variables)))
        values = {name: dice.choice([0, 1, 1, 7]) for name in names[seed % 2 :]}
        answer = started_from(asked, written(tmp_path / "hint.json", {"values": values})).solve()
        assert answer.complete
        assert answer.result.objective == made.best(), f"seed {seed}"


def test_hints_on_the_command_line(call: Call, asked: Asked, tmp_path: Path) -> None:
    (tmp_path / "sack.lp").write_text(KNAPSACK)
    (tmp_path / "sack.sol").write_text("# Objective value = 10\ntent 0.9999999\nlamp 0\nrope 0\n")
    (tmp_path / "sack.json").write_text(call("solve-model sack.lp --json")[1])
    written(tmp_path / "wrong.json", {"values": {"tent": 1, "lamp": 1, "rope": 1}})
    for file in ("sack.sol", "sack.json", "wrong.json"):
        for backend in ("cbc", "cpsat", "auto"):
            code, said, _ = call(f"solve-model sack.lp --backend {backend} --start {file}")
            assert code == 0
            assert said.startswith("status: optimal\nobjective: 14\n")
    best = asked("solve-model sack.lp --best 2 --start wrong.json")
    assert best["objectives"] == [14, 10]


@pytest.mark.exhaustive
def test_a_hint_of_another_position_changes_no_answer(asked: Asked, tmp_path: Path) -> None:
    other = asked("lonpos --preset 8pieces")
    written(tmp_path / "other.json", other)
    written(tmp_path / "other.jsonl", other["solutions"][0])
    right = asked("lonpos --preset 8pieces-2")["solutions"]
    for file, backend in (("other.json", "auto"), ("other.jsonl", "cbc"), ("other.json", "highs")):
        data = asked(f"lonpos --preset 8pieces-2 --start {file} --backend {backend}")
        assert data["solutions"] == right


def test_exported_and_solved_elsewhere(call: Call, tmp_path: Path) -> None:
    """The names in a solver's file are those of the file that was exported."""
    path, sol = tmp_path / "lonpos.lp", tmp_path / "lonpos.sol"
    assert call("export lonpos --preset 4pieces --output lonpos.lp")[0] == 0
    model = read_lp(path.read_text())
    values = file_experiment(path).solve().result.values
    assert values is not None
    chosen = [name for name, value in zip(model.names, values.tolist(), strict=True) if value]
    sol.write_text("\n".join(f"{name} 1" for name in chosen) + "\n")
    assert len(chosen) == 12
    asked = experiment("lonpos", "4pieces")
    assert sum(map(int, started_from(asked, sol).options.hint.values())) == 12
    assert call("lonpos --preset 4pieces --start lonpos.sol --quiet")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "content", "said"),
    [
        ("--start none", "[]", "none: no such file; check the path"),
        ("", "[]", "FILE: the file holds no solutions; name one that has some"),
        ("", "{", "FILE:1:2: "),
        ("", '{"values": {"y": 1}}', "FILE: values: the model has no variable 'y'; it has, "),
        ("", '{"values": {"place[A, 1, (0, 0)]": "a"}}', "FILE: values.place[A, 1, (0, 0)]: 'a' "),
        ("", '{"values": 3}', 'FILE: values: expected an object such as {"x": 1}, got 3'),
        ("", '{"puzzle": "cube", "solutions": []}', "FILE: puzzle: these are solutions of 'cube'"),
        ("--backend exactcover", None, "backend exactcover does not support hints; use cpsat"),
    ],
)
def test_hints_that_make_no_sense_are_a_line(
    call: Call, tmp_path: Path, arguments: str, content: str | None, said: str
) -> None:
    solution = experiment("lonpos", "8pieces").solve().solutions[0].to_json()
    file = tmp_path / "FILE"
    file.write_text(json.dumps(solution) if content is None else content)
    code, printed, noted = call(f"lonpos --preset 8pieces --start FILE {arguments}")
    assert (code, printed, noted.count("\n")) == (5 if content is None else 2, "", 1)
    assert noted.startswith(said)


def test_what_has_no_words_for_solutions_takes_values(tmp_path: Path) -> None:
    asked = own_puzzle(sample(1, objective=True).model)
    file = written(tmp_path / "hint.json", {"rows": []})
    with pytest.raises(InputError, match="there are no values of variables; write "):
        started_from(asked, file)
