"""A family that says no more than it must, and what the registry knows of those there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest

from ilpuzzles import Model
from ilpuzzles.document.json_text import JsonPlace
from ilpuzzles.document.tree import Node
from ilpuzzles.errors import InputError, UnknownNameError
from ilpuzzles.puzzles.family import Family, Formulated, Formulation, family_names, get_family
from ilpuzzles.workbench.experiments import experiment
from ilpuzzles.workbench.loading import Loaded


@dataclass(frozen=True)
class Pair:
    """A solution: which of two switches is on."""

    on: str

    def to_json(self) -> dict[str, Any]:
        return {"on": self.on}

    def differences(self, other: Pair) -> list[str]:
        return [self.on, other.on] if self != other else []

    def __str__(self) -> str:
        return f"{self.on} is on"


def build(_: Any) -> Formulated:
    model = Model("switches")
    left, right = model.binary("left"), model.binary("right")
    model.exactly_one([left, right])
    return Formulated(model, lambda values: Pair("left" if values[0] else "right"))


class Switches(Family):
    """Two switches."""

    name = "switches"
    formulations = {  # noqa: RUF012 - as short as it gets
        "model": Formulation("model", "which switch is on", build, lambda *_: True)
    }

    def read_puzzle(self, tree: Node) -> Any:
        raise NotImplementedError

    def read_instance(self, puzzle: Any, tree: Node) -> Any:
        raise NotImplementedError


PUZZLE = SimpleNamespace(name="switches", title="Two switches", about="", source="")
INSTANCE: Any = SimpleNamespace(
    puzzle=PUZZLE,
    title="",
    solutions=2,
    solutions_up_to_symmetry=None,
    source="",
    breaking=None,
)
FAMILY = Switches()
LOADED = Loaded(FAMILY, INSTANCE, None)


def test_a_family_with_nothing_but_models_is_solved_and_shown() -> None:
    asked = experiment(LOADED, backend="exactcover")
    answer = asked.solutions()
    assert sorted(map(str, answer.solutions)) == ["left is on", "right is on"]
    assert LOADED.text() == "Two switches"
    assert LOADED.text(answer.solutions[0]) == str(answer.solutions[0])
    assert not LOADED.svg()
    assert "<pre>Two switches</pre>" in LOADED.html()
    assert "<pre>left is on</pre>" in answer.html()
    assert not LOADED.judges
    assert LOADED.violations(answer.solutions[0]) == []


def test_solutions_are_read_as_they_are() -> None:
    data = {"on": "left"}
    plain = FAMILY.read_solution(INSTANCE, data, JsonPlace("f"))
    assert FAMILY.essence(plain) == FAMILY.solution_of(INSTANCE, plain) == data


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: FAMILY.symmetries(INSTANCE), "ilpuzzles knows no symmetries of switches"),
        (lambda: FAMILY.break_symmetry(INSTANCE, "auto"), "symmetry breaking 'auto' for switches"),
        (lambda: FAMILY.bare_instance(PUZZLE), "switches needs a board; name a preset"),
        (lambda: FAMILY.address(INSTANCE), "switches cannot be written as an address"),
        (
            lambda: FAMILY.instance_text(INSTANCE, {}),
            "an instance of switches cannot be written as YAML",
        ),
        (lambda: FAMILY.positions(INSTANCE), "positions of switches; only tilings have them"),
        (lambda: FAMILY.steps(INSTANCE, "off"), "steps of switches; only tilings have them"),
    ],
)
def test_what_a_family_leaves_out_is_said(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        ask()
    assert FAMILY.break_symmetry(INSTANCE, "off") is INSTANCE


def test_families_are_found_by_their_names() -> None:
    for name in family_names():
        family = get_family(name)
        module, _, function = family.generator.partition(":")
        assert family.name == name
        assert callable(getattr(import_module(module), function))
    with pytest.raises(UnknownNameError, match="did you mean 'tiling'"):
        get_family("tilling")
