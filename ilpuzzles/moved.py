"""Modules that documents of the last release named, under their former names; these warn."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any
from warnings import warn

_MOVED = {
    "ilpuzzles.modelling.formats": "ilpuzzles.formats",
    "ilpuzzles.modelling.series": "ilpuzzles.modelling.series_names",
    "ilpuzzles.modelling.tables": "ilpuzzles.modelling.text_tables",
    "ilpuzzles.puzzles.tiling.positions": "ilpuzzles.puzzles.tiling.logelium",
    "ilpuzzles.puzzles.tiling.steps": "ilpuzzles.puzzles.tiling.logelium",
    "ilpuzzles.render.cells": "ilpuzzles.render.outline",
    "ilpuzzles.workbench.orbits": "ilpuzzles.workbench.validate",
}


class _FormerNames:
    """Finds modules by their former names, after nobody else has found them.

    It is a loader without the base class of loaders, which loads a dozen modules for itself.
    """

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        loader: Any = self
        return ModuleSpec(name, loader) if name in _MOVED else None

    def create_module(self, spec: ModuleSpec) -> None:
        """Leaves it to Python to make the module."""

    def exec_module(self, module: ModuleType) -> None:
        home = import_module(_MOVED[module.__name__])
        warn(f"{module.__name__} has moved to {home.__name__}", DeprecationWarning, 2)
        module.__getattr__ = lambda name: getattr(home, name)  # type: ignore[method-assign] # PEP 562


def find_former_names() -> None:
    """Lets former names be imported for one release."""
    sys.meta_path.append(_FormerNames())
