"""Griffe: sections of docstrings as this project writes them, in the form that is rendered."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

_EXAMPLE = re.compile(r"^( *)Example:$", re.MULTILINE)


class Sections(Extension):
    """Takes a section `Example:` for `Examples:`, whose doctests are shown as code."""

    def on_object(self, *, obj: Object, **_others: Any) -> None:
        """Changes the docstring of an object that has just been read."""
        if obj.docstring is not None:
            obj.docstring.value = _EXAMPLE.sub(r"\1Examples:", obj.docstring.value)
