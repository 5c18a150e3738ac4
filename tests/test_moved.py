"""Names that documents of the last release showed can still be imported, with a warning."""

from __future__ import annotations

from importlib import import_module

import pytest

import ilpuzzles
from ilpuzzles.moved import _MOVED

NAMED = ["read_matrix", "minimax", "table_html", "PositionList", "StepList", "SIDE", "Orbits"]


@pytest.mark.every("module")
@pytest.mark.parametrize(("module", "name"), [*zip(_MOVED, NAMED, strict=True)])
def test_a_module_is_found_by_its_former_name(module: str, name: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"^{module} has moved to {_MOVED[module]}$"):
        found = import_module(module)
    assert getattr(found, name) is getattr(import_module(_MOVED[module]), name)
    with pytest.raises(ModuleNotFoundError):
        import_module(f"{module}_nonsense")


def test_the_text_of_a_row_is_asked_of_its_program() -> None:
    model = ilpuzzles.Model()
    row = model.add(model.binary("x") + model.binary("y") <= 1, name="few")
    with pytest.warns(DeprecationWarning, match="is program.row_text"):
        row_text = getattr(import_module("ilpuzzles.modelling"), "row_text")  # noqa: B009 - mypy
    assert row_text(model.program(), row, model) == model.program().row_text(row)


@pytest.mark.parametrize(
    ("package", "names"),
    [
        ("ilpuzzles", ["count_orbits", "count_status", "sample_solutions"]),
        ("ilpuzzles.jobs", ["Ledger", "open_pool", "read_ledger"]),
    ],
)
def test_packages_offer_what_documents_named(package: str, names: list[str]) -> None:
    offered = import_module(package)
    assert set(names) <= set(dir(offered))
    assert all(callable(getattr(offered, name)) for name in names)
