"""Models that can be asked and written to files: what `ilpuzzles.Model` and the readers give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.asking.files import (
        CoverModel as CoverModel,
        FileModel as FileModel,
        from_pulp as from_pulp,
        open_model as open_model,
        read_lp as read_lp,
        read_matrix as read_matrix,
        read_model as read_model,
        read_mps as read_mps,
        read_opb as read_opb,
    )
    from ilpuzzles.asking.model import Model as Model
    from ilpuzzles.asking.program import AskableProgram as AskableProgram

__getattr__, __dir__ = lazy_face(__name__)
