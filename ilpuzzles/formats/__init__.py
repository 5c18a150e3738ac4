"""Models as files that other programs read and write, and as objects of other libraries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.formats.cover import (
        cover_of as cover_of,
        matrix_lines as matrix_lines,
        matrix_text as matrix_text,
    )
    from ilpuzzles.formats.lp import lp_text as lp_text
    from ilpuzzles.formats.mps import mps_text as mps_text
    from ilpuzzles.formats.names import FileNames as FileNames, readable_names as readable_names
    from ilpuzzles.formats.opb import opb_text as opb_text
    from ilpuzzles.formats.pulp import (
        assign_to_pulp as assign_to_pulp,
        pulp_problem as pulp_problem,
        values_from_pulp as values_from_pulp,
    )

_FORMER = {
    "from_pulp": "ilpuzzles:from_pulp",
    "read_lp": "ilpuzzles:read_lp",
    "read_matrix": "ilpuzzles:read_matrix",
    "read_mps": "ilpuzzles:read_mps",
    "read_opb": "ilpuzzles:read_opb",
}

__getattr__, __dir__ = lazy_face(__name__, _FORMER)
