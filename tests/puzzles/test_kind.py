"""A kind that says no more than it must, and what the registry knows of those there are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from ilpuzzles import Model
from ilpuzzles.errors import InputError, UnknownNameError
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.lazy_imports import named
from ilpuzzles.puzzles.formulation import Formulated, Formulation
from ilpuzzles.puzzles.kind import PuzzleKind
from ilpuzzles.puzzles.kinds import get_kind, kind_names
from ilpuzzles.puzzles.position import require_address, require_placements
from ilpuzzles.reading.json_text import JsonPart
from ilpuzzles.reading.tree import Node


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


class Switches(PuzzleKind):
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
    puzzle=PUZZLE, title="", solutions=2, solutions_up_to_symmetry=None, source="", breaking=None
)
KIND = Switches()
LOADED = KIND.position(INSTANCE)


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
    plain = LOADED.read_solution(JsonPart("f", data))
    assert LOADED.essence(plain) == LOADED.solution_of(plain) == data


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (LOADED.symmetries, "ilpuzzles knows no symmetries of switches"),
        (lambda: LOADED.break_symmetry("auto"), "symmetry breaking 'auto' for switches"),
        (lambda: KIND.bare_instance(PUZZLE), "switches needs a board; name a preset"),
        (lambda: require_address(LOADED), "switches cannot be written as an address"),
        (LOADED.to_yaml, "an instance of switches cannot be written as YAML"),
        (lambda: require_placements(LOADED), "placements of switches, where no pieces are placed"),
        (lambda: LOADED.picture(view="numbered"), "view numbered of switches; choose one of"),
    ],
)
def test_what_a_family_leaves_out_is_said(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        ask()
    assert LOADED.break_symmetry("off") is LOADED


def test_families_are_found_by_their_names() -> None:
    for name in kind_names():
        kind = get_kind(name)
        assert kind.name == name
        assert not kind.generator or callable(named(kind.generator).make)
    with pytest.raises(UnknownNameError, match="did you mean 'tiling'"):
        get_kind("tilling")
