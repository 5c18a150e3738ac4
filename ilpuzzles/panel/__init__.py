"""The Jupyter panel: a puzzle's model to play with, by buttons or from code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.panel.panel import Panel as Panel

__getattr__, __dir__ = lazy_face(__name__)
