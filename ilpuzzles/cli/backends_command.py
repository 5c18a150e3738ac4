"""`ilpuzzles backends`: the solvers, and whether they are installed."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from typing import Any

from ilpuzzles import __version__
from ilpuzzles.backends.interface import abilities, installed
from ilpuzzles.cli.command_parsers import backends_parser
from ilpuzzles.cli.output import CellLine, Entry, has_reader, say, say_entries, say_json
from ilpuzzles.errors import BackendError, Exit
from ilpuzzles.reading.library import Library
from ilpuzzles.solvers.registry import backend_names, get_backend


def run(arguments: Sequence[str], _library: Library) -> Exit:
    """Lists all backends."""
    args = backends_parser().parse_args(arguments)
    found = [*map(_state_of, backend_names())]
    if args.json:
        say_json({"backends": found})
        return Exit.ANSWERED
    if has_reader():
        say_entries(_entry(entry) for entry in found)
        return Exit.ANSWERED
    width = max(len(name) for name in backend_names())
    for entry in found:
        state = entry["version"] or f"missing; {entry['needs']}"
        say(f"{entry['backend']:{width}}  {state}")
        say(f"{'':{width}}  can: {', '.join(entry['features'])}")
    return Exit.ANSWERED


def versions() -> list[str]:
    """The versions of all that an answer may depend on, a line each."""
    lines = [f"ilpuzzles {__version__}", f"Python {platform.python_version()}"]
    lines += [f"{package} {installed(package) or 'missing'}" for package in ("numpy", "numba")]
    found = map(_state_of, backend_names())
    return [*lines, *(f"{one['backend']} {one['version'] or 'missing'}" for one in found)]


def _state_of(name: str) -> dict[str, Any]:
    """A backend as plain data; in place of its version may stand what is wrong with it."""
    said: dict[str, Any] = {"backend": name, "available": False, "version": None}
    said |= {"features": [], "needs": ""}
    try:
        backend = get_backend(name)
        said |= {"features": abilities(backend), "needs": backend.needs}
        if backend.available():
            said |= {"version": backend.version(), "available": True}
    except BackendError as error:
        said["version"] = str(error)
    return said


def _entry(found: dict[str, Any]) -> Entry:
    """A backend, as `ilpuzzles backends --json` has it: green if it is installed, red if not."""
    can = CellLine(f"can: {', '.join(found['features'])}", "dim")
    if found["available"]:
        return [CellLine(found["backend"], "green")], [CellLine(found["version"]), can]
    state = CellLine(found["version"] or "missing", "red")
    return [CellLine(found["backend"], "red")], [state, CellLine(found["needs"]), can]
