"""An engine that finds all exact covers; arrays only, it knows no model and no puzzle.

The names below are fetched when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ilpuzzles.exactcover.engine import compile_kernels as compile_kernels
    from ilpuzzles.exactcover.engine import count_covers as count_covers
    from ilpuzzles.exactcover.engine import cover_extremes as cover_extremes
    from ilpuzzles.exactcover.engine import first_covers as first_covers
    from ilpuzzles.exactcover.engine import sample_covers as sample_covers
    from ilpuzzles.exactcover.engine import visit_covers as visit_covers
    from ilpuzzles.exactcover.problem import CoverProblem as CoverProblem
    from ilpuzzles.exactcover.settings import Condition as Condition
    from ilpuzzles.exactcover.settings import Ending as Ending
    from ilpuzzles.exactcover.settings import Engine as Engine
    from ilpuzzles.exactcover.settings import Run as Run
    from ilpuzzles.exactcover.settings import Settings as Settings
    from ilpuzzles.exactcover.settings import Statistics as Statistics

_HOMES = {
    "Condition": "settings",
    "CoverProblem": "problem",
    "Ending": "settings",
    "Engine": "settings",
    "Run": "settings",
    "Settings": "settings",
    "Statistics": "settings",
    "compile_kernels": "engine",
    "count_covers": "engine",
    "cover_extremes": "engine",
    "first_covers": "engine",
    "sample_covers": "engine",
    "visit_covers": "engine",
}

__all__ = [*_HOMES]  # noqa: PLE0604 - the keys are names


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
