"""Solvers behind one small interface; none is imported before it is used."""

from ilpuzzles.backends.interface import Backend, Enumerates, Feature, Options
from ilpuzzles.backends.interrupted import Interrupted
from ilpuzzles.backends.registry import Choice, backend_names, choose, get_backend
from ilpuzzles.backends.result import Limit, Result, Seconds, Status

__all__ = [
    "Backend",
    "Choice",
    "Enumerates",
    "Feature",
    "Interrupted",
    "Limit",
    "Options",
    "Result",
    "Seconds",
    "Status",
    "backend_names",
    "choose",
    "get_backend",
]
