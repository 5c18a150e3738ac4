"""Hides numba and llvmlite from every Python that starts with this folder on its PYTHONPATH.

It is as if they were not installed: neither they nor their metadata are found, here and in all
processes that inherit the environment.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import metadata
from typing import Any

HIDDEN = frozenset({"numba", "llvmlite"})

for _name in HIDDEN:
    sys.modules[_name] = None  # type: ignore[assignment] # how Python notes what it has not found

_find_distributions = metadata.MetadataPathFinder.find_distributions


def _find_others(*context: Any) -> Iterator[metadata.Distribution]:
    """All distributions, but for the hidden ones."""
    found = _find_distributions(*context)
    return (distribution for distribution in found if distribution.name not in HIDDEN)


metadata.MetadataPathFinder.find_distributions = _find_others  # type: ignore[assignment,method-assign]
