"""The solvers, a folder for each, and the registry that finds and chooses them.

None is imported before it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.solvers.registry import (
        AUTO as AUTO,
        Choice as Choice,
        Task as Task,
        backend_names as backend_names,
        choose as choose,
        general_backends as general_backends,
        get_backend as get_backend,
    )

__getattr__, __dir__ = lazy_face(__name__)
