"""The methods of `Model` that ask: the functions that they hand on to, and nothing else."""

from __future__ import annotations

import inspect
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles import Model
from ilpuzzles.asking.program import AskableProgram
from ilpuzzles.asking.questions import Questions
from ilpuzzles.queries.best import best_solutions, optimal_solutions
from ilpuzzles.queries.corrections import relax
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.linear_relaxation import solve_relaxation
from ilpuzzles.queries.sample import sample_solutions
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.queries.variants import whatif

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "solve": solve_model,
    "count": count_solutions,
    "solutions": list_solutions,
    "best": best_solutions,
    "optimal": optimal_solutions,
    "unique": check_uniqueness,
    "forced": find_forced,
    "sample": sample_solutions,
    "explain": explain,
    "relax": relax,
    "whatif": whatif,
    "relaxation": solve_relaxation,
}

FOR_ALL_MODELS = ["solve", "count", "solutions", "unique", "forced", "sample", "explain", "relax"]
"""The questions that need no objective and no other arguments."""


def test_every_question_is_here() -> None:
    methods = {name for name in vars(Questions) if not name.startswith("_")}
    # How large it is takes no search.
    assert methods - {"statistics"} == set(FUNCTIONS)


@pytest.mark.every("name")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_method_takes_what_its_function_takes(name: str) -> None:
    """All but the model; one and the same type may have another name there."""
    method = inspect.signature(getattr(Questions, name))
    function = inspect.signature(FUNCTIONS[name])
    (first, *taken), (model, *wanted) = method.parameters.values(), function.parameters.values()
    assert (first.name, model.name) == ("self", "model")
    assert [str(one) for one in taken] == [as_in_method(one) for one in wanted]
    assert [one.default for one in taken] == [one.default for one in wanted]
    assert method.return_annotation == function.return_annotation


def as_in_method(parameter: inspect.Parameter) -> str:
    """A parameter of a function, as the method has it."""
    if isinstance(parameter.default, str):
        # The value of an enum is shown as what it is, and would have to be loaded.
        parameter = parameter.replace(default=str(parameter.default))
    annotation = str(parameter.annotation).replace("OneOf[", "Literal[")
    return str(parameter.replace(annotation=annotation))


@pytest.mark.every("name")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_method_says_what_its_function_says(name: str) -> None:
    said, wanted = (described(one) for one in (getattr(Questions, name), FUNCTIONS[name]))
    assert said == re.sub(r" model: A model.*?(?= \w+: )", "", wanted)
    assert "Args:" in said
    assert "Raises:" in said


def described(function: Callable[..., Any]) -> str:
    """A docstring up to its example, in one line."""
    text, _, _ = (inspect.getdoc(function) or "").partition("Example:")
    return " ".join(text.split())


@pytest.mark.parametrize("name", FOR_ALL_MODELS)
def test_a_method_answers_as_its_function_does(name: str) -> None:
    model = Model()
    x = model.binary("x", 3)
    model.add(x.sum() == 1)
    options = {"seed": 3} if name == "sample" else {}
    by_method = getattr(model, name)("cpsat", **options)
    by_function = FUNCTIONS[name](model, "cpsat", **options)
    assert type(by_method) is type(by_function)
    assert str(by_method) == str(by_function)
    by_program = getattr(model.program(), name)("cpsat", **options)
    assert str(by_program) == str(by_function)


def test_statistics_say_what_a_backend_is_told() -> None:
    model = Model()
    model.conjunction(model.binary("x", 3).flat)
    assert model.statistics().rows == model.program().statistics().rows == 1
    assert model.statistics("highs").rows == model.program().statistics("highs").rows == 4


@pytest.mark.parametrize(
    "line",
    [
        "model.program().solve('cpsat')",
        "model.without('few').count('cpsat')",
        "model.only().count('cpsat')",
        "model.fix({x[0]: 1}).count('cpsat')",
        "model.relaxed().to_lp()",
        "model.program().within({0: (0, 0)}).count('cpsat')",
        "model.extension(model.program(), [x[0] | x[1]], 'either').count('cpsat')",
        "model.copy().program().count('cpsat')",
        "copy(model).program().count('cpsat')",
        "loads(dumps(model)).program().count('cpsat')",
        "loads(dumps(model.program())).count('cpsat')",
        "model.program().unnamed().count('cpsat')",
        "model.whatif('cpsat')['as it is'].model.count('cpsat')",
    ],
)
def test_whatever_is_made_of_a_model_can_be_asked(line: str) -> None:
    model = Model()
    x = model.binary("x", 3)
    with model.group("few"):
        model.add(x.sum() <= 1)
    names = {"model": model, "x": x, "copy": copy, "dumps": pickle.dumps, "loads": pickle.loads}
    assert eval(line, names) is not None  # noqa: S307


def test_programs_of_a_model_are_kept() -> None:
    model = Model()
    x = model.binary("x", 3)
    model.add(x.sum() <= 1)
    program = model.program()
    assert type(program) is AskableProgram
    assert model.program() is program.program() is program


WORKER = """
import pickle, sys
program = pickle.load(open(sys.argv[1], "rb"))
assert program.variables == 3
above = ("ilpuzzles.queries", "ilpuzzles.solvers", "ilpuzzles.formats", "ilpuzzles.backends")
print([name for name in sys.modules if name.startswith(above)])
"""


def test_a_worker_that_gets_a_program_loads_no_question(tmp_path: Path) -> None:
    model = Model()
    model.add(model.binary("x", 3).sum() <= 1)
    path = tmp_path / "program"
    path.write_bytes(pickle.dumps(model.program().unnamed()))
    command = [sys.executable, "-c", WORKER, str(path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ended.stdout == "[]\n"
