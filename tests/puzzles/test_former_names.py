"""Classes and functions under the names that they had in the last release."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from ilpuzzles.experiments.loading import load
from ilpuzzles.puzzles.formulation import Formulated
from ilpuzzles.puzzles.kind import PuzzleKind
from ilpuzzles.puzzles.kinds import get_kind

FORMER = {
    "ilpuzzles.puzzles:Family": PuzzleKind,
    "ilpuzzles.puzzles:get_family": get_kind,
    "ilpuzzles.puzzles.kind:Family": PuzzleKind,
    "ilpuzzles.puzzles.kind:Formulated": Formulated,
    "ilpuzzles.puzzles.kinds:get_family": get_kind,
}


@pytest.mark.parametrize("place", FORMER)
def test_a_former_name_is_found_with_a_warning(place: str) -> None:
    module, _, name = place.partition(":")
    with pytest.warns(FutureWarning, match=rf"{module}\.{name} is now called ilpuzzles\.puzzles\."):
        assert getattr(import_module(module), name) is FORMER[place]


def test_the_warning_names_the_line_of_the_user() -> None:
    program = "\nfrom ilpuzzles.puzzles import Family\nprint(Family.__name__)\n"
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ended.stdout == "PuzzleKind\n"
    assert ended.stderr.startswith("<string>:2: FutureWarning: ilpuzzles.puzzles.Family is now")


def test_a_position_has_its_kind_under_the_former_name_too() -> None:
    position = load("lonpos", "8pieces")
    with pytest.warns(FutureWarning, match="'family' is now called 'kind'"):
        assert position.family is position.kind


def test_a_name_that_never_was_is_an_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Famly'"):
        _ = import_module("ilpuzzles.puzzles.kind").Famly
