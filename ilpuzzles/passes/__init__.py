"""Passes: each makes a program into another with the same solutions, and knows the way back.

What a pass is stands in `step.py`, and which solver gets which ones in `pipelines.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.passes.cover_form import CoverForm as CoverForm
    from ilpuzzles.passes.linearisation import linearised as linearised
    from ilpuzzles.passes.relaxation import relaxed as relaxed
    from ilpuzzles.passes.ways import Ways as Ways, choose_way as choose_way

__getattr__, __dir__ = lazy_face(__name__)
