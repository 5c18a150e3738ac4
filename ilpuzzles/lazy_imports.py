"""Imports on first use: things by their names, and the faces of packages with what users import."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any


def lazy_face(
    package: str,
    former: Mapping[str, str] | None = None,
    *,
    advise: Callable[[str], str] | None = None,
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package that imports nothing by itself (PEP 562).

    What the package offers is what it imports under `if TYPE_CHECKING:`, so that type checkers and
    this function read one and the same list. What it offered under former names is found with a
    warning; see `former_names`.

    Args:
        package: The name of the package.
        former: Where each thing is now, as `module:name`, by the name that it had in the package.
        advise: Says what to use instead of a name that the package does not offer, or nothing. The
            error of such a name ends with it.

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
        if former is not None and name in former:
            return former_names(package, former, depth=3)(name)
        homes = _homes(package) if not name.startswith("_") else {}
        if name not in homes:
            what = f"module {package!r} has no attribute {name!r}"
            advice = "" if advise is None or name.startswith("_") else advise(name)
            text = f"{what}; {advice}" if advice else what
            raise AttributeError(text, name=name, obj=sys.modules[package])
        module, attribute = homes[name]
        if module == package:  # a package in it
            return import_module(f"{package}.{attribute}")
        value: object = getattr(import_module(module), attribute)
        setattr(sys.modules[package], name, value)
        return value

    def offered() -> list[str]:
        return sorted(_homes(package))

    return get, offered


def former_names(
    module: str, places: Mapping[str, str], *, depth: int = 2
) -> Callable[[str], object]:
    """Returns the `__getattr__` of a module whose classes or functions have other names now.

    The old names work for one release.

    Args:
        module: The module.
        places: Where each thing is now, as `module:name`, by the name that it had in this module.
        depth: The number of calls up to the line of the user, for the warning.
    """

    def get(name: str) -> object:
        if name not in places:
            raise AttributeError(f"module {module!r} has no attribute {name!r}", name=name)
        # Whoever uses the new names starts quicker without this.
        import warnings  # noqa: PLC0415

        new_name = places[name].replace(":", ".")
        text = f"{module}.{name} is now called {new_name}; the old name works for one release"
        warnings.warn(text, FutureWarning, stacklevel=depth)
        value: object = named(places[name])
        return value

    return get


def named(place: str) -> Any:
    """What stands at `module:name`; its module is imported now, and not before somebody asks.

    Example:
        >>> named("ilpuzzles.errors:counted")(2, "row")
        '2 rows'
    """
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)


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
