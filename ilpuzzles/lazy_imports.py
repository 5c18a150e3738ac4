"""Imports on first use: things by their names, and the faces of packages with what users import."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any


def lazy_face(
    package: str, former_names: str = ""
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package that imports nothing by itself (PEP 562).

    What the package offers is what it imports under `if TYPE_CHECKING:`, so that type checkers and
    this function read one and the same list.

    Args:
        package: The name of the package.
        former_names: The place, `module:name`, of a function that gets a name which the package
            does not offer, and returns what it is called now, or None.

    Example:
        >>> import ilpuzzles.backends
        >>> ilpuzzles.backends.Status.OPTIMAL.value, "Options" in dir(ilpuzzles.backends)
        ('optimal', True)
        >>> ilpuzzles.backends.Optoins
        Traceback (most recent call last):
        AttributeError: module 'ilpuzzles.backends' has no attribute 'Optoins'
    """

    def get(name: str) -> object:
        if name == "__all__":
            return offered()
        homes = _homes(package) if not name.startswith("_") else {}
        if former_names and name not in homes and not name.startswith("_"):
            present = named(former_names)(name)
            name = name if present is None else present
        if name not in homes:
            raise AttributeError(_unknown(package, name), name=name, obj=sys.modules[package])
        module, attribute = homes[name]
        if module == package:  # a package in it
            return import_module(f"{package}.{attribute}")
        value: object = getattr(import_module(module), attribute)
        setattr(sys.modules[package], name, value)
        return value

    def offered() -> list[str]:
        return sorted(_homes(package))

    return get, offered


def named(place: str) -> Any:
    """What stands at `module:name`; its module is imported now, and not before somebody asks.

    Example:
        >>> named("ilpuzzles.errors:counted")(2, "row")
        '2 rows'
    """
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


def _unknown(package: str, name: str) -> str:
    """What is wrong with a name that a package does not offer, and what to use instead."""
    what = f"module {package!r} has no attribute {name!r}"
    if name.startswith("_") or "." in package:
        return what
    pointers = named("ilpuzzles.modelling.pointers:PACKAGE")
    advice = named("ilpuzzles.modelling.pointers:pointer")(name, pointers)
    return f"{what}; {advice}" if advice else what


@cache
def _homes(package: str) -> dict[str, tuple[str, str]]:
    """The module of each name that a package offers, and what it is called there."""
    # Whoever fetches no name from a face, such as a worker process, starts quicker without these.
    import ast  # noqa: PLC0415
    from pkgutil import get_data  # noqa: PLC0415

    source = get_data(package, "__init__.py") or b""
    return {
        name.asname or name.name: (line.module or "", name.name)
        for block in ast.parse(source).body
        if isinstance(block, ast.If)
        for line in block.body
        if isinstance(line, ast.ImportFrom)
        for name in line.names
    }
