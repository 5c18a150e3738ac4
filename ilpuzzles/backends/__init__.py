"""Solvers behind one small interface; none is imported before it is used."""

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
        abilities as abilities,
    )
    from ilpuzzles.backends.registry import (
        AUTO as AUTO,
        Choice as Choice,
        Task as Task,
        backend_names as backend_names,
        choose as choose,
        general_backends as general_backends,
        get_backend as get_backend,
    )
    from ilpuzzles.backends.result import (
        Limit as Limit,
        Result as Result,
        Seconds as Seconds,
        Status as Status,
    )

__getattr__, __dir__ = lazy_face(__name__)
