"""Modules under the names that they had before: they are imported, and a warning says the new name.

The old names work for one release.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

_MOVED = {
    "ilpuzzles.backends.cbc": "ilpuzzles.solvers.cbc.backend",
    "ilpuzzles.backends.clingo": "ilpuzzles.solvers.clingo.backend",
    "ilpuzzles.backends.cpsat": "ilpuzzles.solvers.cpsat.backend",
    "ilpuzzles.backends.cpsat_model": "ilpuzzles.solvers.cpsat.rows",
    "ilpuzzles.backends.exactcover": "ilpuzzles.solvers.cover.backend",
    "ilpuzzles.backends.faint": "ilpuzzles.passes.faint",
    "ilpuzzles.backends.highs_child": "ilpuzzles.solvers.linear.highs_child",
    "ilpuzzles.backends.linear_run": "ilpuzzles.solvers.linear.run",
    "ilpuzzles.backends.mathopt": "ilpuzzles.solvers.mathopt.backend",
    "ilpuzzles.backends.mathopt_child": "ilpuzzles.solvers.mathopt.child",
    "ilpuzzles.backends.mathopt_run": "ilpuzzles.solvers.mathopt.run",
    "ilpuzzles.backends.mip": "ilpuzzles.solvers.mip.solving",
    "ilpuzzles.backends.rays": "ilpuzzles.solvers.mip.rays",
    "ilpuzzles.backends.registry": "ilpuzzles.solvers.registry",
    "ilpuzzles.backends.scaling": "ilpuzzles.passes.limits",
    "ilpuzzles.backends.structure": "ilpuzzles.solvers.structure",
    "ilpuzzles.backends.unit_sizes": "ilpuzzles.passes.unit_sizes",
    "ilpuzzles.backends.vertex": "ilpuzzles.solvers.linear.vertex",
    "ilpuzzles.backends.vertex_child": "ilpuzzles.solvers.linear.vertex_child",
    "ilpuzzles.document": "ilpuzzles.reading",
    "ilpuzzles.generate.choosing": "ilpuzzles.generate.unique_givens",
    "ilpuzzles.generate.starting_position": "ilpuzzles.generate.generator_base",
    "ilpuzzles.grid": "ilpuzzles.genres",
    "ilpuzzles.library": "ilpuzzles.reading.library",
    "ilpuzzles.modelling.cover_form": "ilpuzzles.passes.cover_form",
    "ilpuzzles.modelling.latex": "ilpuzzles.formats.latex",
    "ilpuzzles.modelling.linearisation": "ilpuzzles.passes.linearisation",
    "ilpuzzles.modelling.presolve": "ilpuzzles.passes.presolve",
    "ilpuzzles.modelling.refutation": "ilpuzzles.passes.refutation",
    "ilpuzzles.modelling.restating": "ilpuzzles.passes.restated",
    "ilpuzzles.modelling.rounding": "ilpuzzles.passes.whole_numbers",
    "ilpuzzles.modelling.statements": "ilpuzzles.formats.statements",
    "ilpuzzles.puzzles.families": "ilpuzzles.puzzles.kinds",
    "ilpuzzles.puzzles.family": "ilpuzzles.puzzles.kind",
    "ilpuzzles.puzzles.tiling": "ilpuzzles.tilings",
    "ilpuzzles.puzzles.tiling.tiling_family": "ilpuzzles.tilings.tiling_kind",
    "ilpuzzles.workbench": "ilpuzzles.experiments",
    "ilpuzzles.workbench.hints": "ilpuzzles.hints",
    "ilpuzzles.workbench.own_puzzles": "ilpuzzles.puzzles.own_puzzle",
    "ilpuzzles.workbench.plugins": "ilpuzzles.puzzles.user_code",
    "ilpuzzles.workbench.validate": "ilpuzzles.experiments.distinct_solutions",
}
"""The new name of each module and package by its old one."""


def find_moved_modules() -> None:
    """Lets Python find modules under their old names."""
    if not any(isinstance(finder, _MovedModules) for finder in sys.meta_path):
        # First of all: Python's own finder would find `ilpuzzles.grid.boards` in the folder of
        # `ilpuzzles.genres`, which `ilpuzzles.grid` is, and load it a second time.
        sys.meta_path.insert(0, _MovedModules())


def new_name(name: str) -> str | None:
    """The name that a module has now, where it had this one before.

    Example:
        >>> new_name("ilpuzzles.grid.boards")
        'ilpuzzles.genres.boards'
        >>> new_name("ilpuzzles.genres") is None
        True
    """
    package, rest = name, ""
    while package:
        if package in _MOVED:
            return _MOVED[package] + rest
        package, dot, last = package.rpartition(".")
        rest = f"{dot}{last}{rest}"
    return None


class _MovedModules:
    """A finder and loader of modules that have moved (see `importlib.abc.MetaPathFinder`)."""

    def __init__(self) -> None:
        self._own_specs: dict[str, ModuleSpec | None] = {}

    def find_spec(
        self, name: str, _path: Sequence[str] | None, _target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        """How a module is imported under its old name; None for a name that is none."""
        moved = new_name(name) if name.startswith("ilpuzzles.") else None
        if moved is None:
            return None
        # Whoever uses the new names starts quicker without these.
        import warnings  # noqa: PLC0415
        from importlib.machinery import ModuleSpec  # noqa: PLC0415
        from importlib.util import find_spec  # noqa: PLC0415

        if find_spec(moved) is None:
            return None
        # Of a module in a package that has moved, the line about the package says enough.
        if name in _MOVED:
            text = f"{name} is now called {moved}; the old name works for one release"
            warnings.warn(text, FutureWarning, stacklevel=2)
        return ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type] # duck-typed

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The module itself, not a copy: its classes are the same under both names."""
        from importlib import import_module  # noqa: PLC0415 - see above

        module = import_module(new_name(spec.name) or spec.name)
        self._own_specs[spec.name] = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Gives the module its own spec back, which Python has replaced; it was run before."""
        old_name = getattr(module.__spec__, "name", "")
        module.__spec__ = self._own_specs.pop(old_name)
