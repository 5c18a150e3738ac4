"""Finds backends by name, and picks one where the user leaves it open."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module

from ilpuzzles.backends.interface import Backend
from ilpuzzles.errors import BackendMissingError, Problem, UnknownNameError, unknown_name

AUTO = "auto"

# In the order in which `auto` prefers them.
_BACKENDS = {
    "cpsat": "ilpuzzles.backends.cpsat:CpSatBackend",
    "cbc": "ilpuzzles.backends.cbc:CbcBackend",
    "scip": "ilpuzzles.backends.mathopt:ScipBackend",
    "highs": "ilpuzzles.backends.mathopt:HighsBackend",
}


def backend_names() -> tuple[str, ...]:
    """The names of all backends, sorted, installed or not."""
    return tuple(sorted(_BACKENDS))


@cache
def get_backend(name: str) -> Backend:
    """Finds a backend by its name.

    Raises:
        UnknownNameError: If there is none of that name.

    Example:
        >>> get_backend("cbc").name
        'cbc'
    """
    if name not in _BACKENDS:
        raise UnknownNameError(unknown_name("backend", name, [AUTO, *_BACKENDS]))
    module, _, attribute = _BACKENDS[name].partition(":")
    backend: Backend = getattr(import_module(module), attribute)()
    return backend


@dataclass(frozen=True, slots=True)
class Choice:
    """Which backend to use.

    Attributes:
        backend: The backend.
        why: Why this one, in a few words.
    """

    backend: Backend
    why: str


def choose(name: str = AUTO) -> Choice:
    """Takes the backend of that name, or picks one for `auto`.

    Raises:
        UnknownNameError: If there is none of that name.
        BackendMissingError: If it is not installed here; for `auto`, if none is.
    """
    if name != AUTO:
        backend = get_backend(name)
        if not backend.available():
            raise BackendMissingError(Problem(f"backend {name} is missing", backend.needs))
        return Choice(backend, "asked for")
    missing: list[str] = []
    for candidate in _BACKENDS:
        backend = get_backend(candidate)
        if backend.available():
            why = f"{', '.join(missing)} missing" if missing else "the quickest on 0-1 rows"
            return Choice(backend, why)
        missing.append(candidate)
    raise BackendMissingError(
        Problem("no backend is installed", f"for one of them, {get_backend('cpsat').needs}")
    )
