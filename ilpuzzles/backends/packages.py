"""Versions of installed packages, without importing them."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version


@cache
def installed(package: str) -> str | None:
    """The version of a package, or None if it is not installed.

    It is looked up once: reading the metadata of a large package takes a millisecond or two.

    Example:
        >>> installed("numpy") is not None, installed("no-such-package")
        (True, None)
    """
    try:
        return version(package)
    except PackageNotFoundError:
        return None
