"""The contract between questions and solvers: abilities, options, results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.backends.interface import (
        Backend as Backend,
        Enumerates as Enumerates,
        Feature as Feature,
        FindsCores as FindsCores,
        Interrupted as Interrupted,
        Options as Options,
        SolutionSetEngine as SolutionSetEngine,
        StatesConstraints as StatesConstraints,
        TellsSteps as TellsSteps,
        abilities as abilities,
    )
    from ilpuzzles.backends.result import (
        Limit as Limit,
        Result as Result,
        Seconds as Seconds,
        Status as Status,
    )

_FORMER = {
    "AUTO": "ilpuzzles.solvers.registry:AUTO",
    "Choice": "ilpuzzles.solvers.registry:Choice",
    "Task": "ilpuzzles.solvers.registry:Task",
    "backend_names": "ilpuzzles.solvers.registry:backend_names",
    "choose": "ilpuzzles.solvers.registry:choose",
    "general_backends": "ilpuzzles.solvers.registry:general_backends",
    "get_backend": "ilpuzzles.solvers.registry:get_backend",
}

__getattr__, __dir__ = lazy_face(__name__, _FORMER)
