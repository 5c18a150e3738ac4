"""Puzzles on grids: cells, boards, what is often stated of them, and pictures.

What a pencil puzzle needs that is one Python file; see `models/slitherlink.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.genres.boards import VOID as VOID, Board as Board
    from ilpuzzles.genres.genre import (
        CertainMove as CertainMove,
        Genre as Genre,
        Symmetry as Symmetry,
    )
    from ilpuzzles.genres.grid import (
        Grid as Grid,
        repeats as repeats,
        tuples as tuples,
        unpaired as unpaired,
        wrong_counts as wrong_counts,
    )
    from ilpuzzles.genres.layers import PEN as PEN, TINT as TINT
    from ilpuzzles.genres.lines import (
        line_pairs as line_pairs,
        line_parts as line_parts,
        line_words as line_words,
        loop_faults as loop_faults,
        read_lines as read_lines,
    )
    from ilpuzzles.genres.motions import MOTIONS as MOTIONS, Motion as Motion
    from ilpuzzles.genres.sketch import Sketch as Sketch
    from ilpuzzles.genres.sparse_family import SparseFamily as SparseFamily
    from ilpuzzles.genres.usual_rows import (
        LOCKED_SETS as LOCKED_SETS,
        apart as apart,
        borders as borders,
        contents as contents,
        covering as covering,
        digits_once as digits_once,
        follows as follows,
        latin as latin,
        no_full_block as no_full_block,
        open_regions as open_regions,
        patterns as patterns,
        right_counts as right_counts,
        runs as runs,
        sets_of_sum as sets_of_sum,
        skylines as skylines,
        standing as standing,
        toward as toward,
    )
    from ilpuzzles.reading.python_modules import beside as beside
    from ilpuzzles.rules.faults import fault as fault
    from ilpuzzles.rules.places import Place as Place

__getattr__, __dir__ = lazy_face(__name__)
