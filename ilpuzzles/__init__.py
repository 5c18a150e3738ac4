"""ilpuzzles: state puzzles as 0-1 models, hand them to any solver, check and look at the solutions.

Importing the package loads nothing else; the names below are fetched when they are first used.

Example:
    >>> import ilpuzzles
    >>> answer = ilpuzzles.solve("lonpos", "8pieces")
    >>> answer.status.value
    'optimal'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ilpuzzles.backends import Limit as Limit
    from ilpuzzles.backends import Options as Options
    from ilpuzzles.backends import Result as Result
    from ilpuzzles.backends import Status as Status
    from ilpuzzles.errors import IlpuzzlesError as IlpuzzlesError
    from ilpuzzles.library import Library as Library
    from ilpuzzles.modelling import Model as Model
    from ilpuzzles.queries import enumerate_solutions as enumerate_solutions
    from ilpuzzles.queries import solve_model as solve_model
    from ilpuzzles.workbench import Answer as Answer
    from ilpuzzles.workbench import formulate as formulate
    from ilpuzzles.workbench import load as load
    from ilpuzzles.workbench import solve as solve

__version__ = "0.1.0"

_HOMES = {
    "Answer": "ilpuzzles.workbench:Answer",
    "IlpuzzlesError": "ilpuzzles.errors:IlpuzzlesError",
    "Library": "ilpuzzles.library:Library",
    "Limit": "ilpuzzles.backends:Limit",
    "Model": "ilpuzzles.modelling:Model",
    "Options": "ilpuzzles.backends:Options",
    "Result": "ilpuzzles.backends:Result",
    "Status": "ilpuzzles.backends:Status",
    "enumerate_solutions": "ilpuzzles.queries:enumerate_solutions",
    "formulate": "ilpuzzles.workbench:formulate",
    "load": "ilpuzzles.workbench:load",
    "solve": "ilpuzzles.workbench:solve",
    "solve_model": "ilpuzzles.queries:solve_model",
}

__all__ = [*_HOMES, "__version__"]  # noqa: PLE0604 - the keys are names


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = _HOMES[name].partition(":")
    value: object = getattr(import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
