"""The model and the readers of files at the places that they had: found, with a line that warns."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

import ilpuzzles
from ilpuzzles.asking.files import CoverModel, FileModel, SavedModel, open_model, read_model
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.program import Program

FORMER = {
    "ilpuzzles.modelling": ["Model"],
    "ilpuzzles.modelling.model": ["Model"],
    "ilpuzzles.formats": ["from_pulp", "read_lp", "read_matrix", "read_mps", "read_opb"],
    "ilpuzzles.formats.reading": ["FileModel"],
    "ilpuzzles.formats.cover": ["CoverModel"],
}


@pytest.mark.parametrize(
    ("module", "name"), [(module, name) for module, names in FORMER.items() for name in names]
)
def test_a_name_is_found_at_its_former_place(module: str, name: str) -> None:
    new = f"ilpuzzles.{name}" if hasattr(ilpuzzles, name) else f"ilpuzzles.asking.{name}"
    with pytest.warns(FutureWarning, match=f"^{module}.{name} is now called {new};"):
        found = getattr(import_module(module), name)
    assert found.__module__.startswith("ilpuzzles.asking.")
    assert found.__name__ == name


def test_models_of_files_can_be_asked(tmp_path: Path) -> None:
    lp = tmp_path / "a.lp"
    matrix = tmp_path / "a.txt"
    saved = tmp_path / "a.ilp.json"
    lp.write_text("Minimize\n obj: x\nSubject To\n r: x + y >= 1\nBinaries\n x y\nEnd\n")
    matrix.write_text("1 0\n0 1\n1 1\n")
    model = read_model(lp)
    assert (type(model), model.count("cpsat").number) == (FileModel, 3)
    cover = read_model(matrix)
    assert (type(cover), cover.count("exactcover").number) == (CoverModel, 2)
    model.save(saved)
    again = open_model(saved)
    assert (type(again), again.count("cpsat").number) == (SavedModel, 3)
    model.fix({"x": 1}).save(saved)
    part = open_model(saved)
    assert isinstance(part, Program)
    assert part.count("cpsat").number == 2


def test_what_a_model_states_is_all_that_lower_rooms_know() -> None:
    base = ModelBase()
    base.add(base.binary("x", 3).sum() <= 1)
    assert type(base.program()) is Program
    assert ilpuzzles.count_solutions(base, "cpsat").number == 4
    assert not hasattr(ModelBase, "solve")
    assert not hasattr(Program, "to_lp")
