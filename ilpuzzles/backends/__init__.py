"""Solvers behind one small interface; none is imported before it is used."""

from ilpuzzles.backends.interface import (
    Backend,
    Counts,
    Enumerates,
    Feature,
    FindsCores,
    Interrupted,
    ListsBatches,
    Options,
    Ranges,
    Samples,
    abilities,
)
from ilpuzzles.backends.registry import (
    AUTO,
    Choice,
    Task,
    backend_names,
    choose,
    general_backends,
    get_backend,
)
from ilpuzzles.backends.result import Limit, Result, Seconds, Status

__all__ = [
    "AUTO",
    "Backend",
    "Choice",
    "Counts",
    "Enumerates",
    "Feature",
    "FindsCores",
    "Interrupted",
    "Limit",
    "ListsBatches",
    "Options",
    "Ranges",
    "Result",
    "Samples",
    "Seconds",
    "Status",
    "Task",
    "abilities",
    "backend_names",
    "choose",
    "general_backends",
    "get_backend",
]
