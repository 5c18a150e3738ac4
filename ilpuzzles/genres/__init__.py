"""Puzzles on grids: cells, boards, what is often stated of them, and pictures.

What a pencil puzzle needs that is one Python file; see `models/slitherlink.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.genres.former_names import PLACES as _FORMER_PLACES
from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.genres.boards import NO_REGION as NO_REGION, Board as Board
    from ilpuzzles.genres.genre import (
        CertainMove as CertainMove,
        Genre as Genre,
        Symmetry as Symmetry,
    )
    from ilpuzzles.genres.grid import (
        Grid as Grid,
        count_faults as count_faults,
        read_pairs as read_pairs,
        repeat_faults as repeat_faults,
    )
    from ilpuzzles.genres.grid_constraints import (
        LATIN_SQUARE_REASONS as LATIN_SQUARE_REASONS,
        ascending_digits as ascending_digits,
        covers_by_cell as covers_by_cell,
        different_digits as different_digits,
        exact_counts as exact_counts,
        fixed_digits as fixed_digits,
        implies_elementwise as implies_elementwise,
        latin_square as latin_square,
        line_toward as line_toward,
        no_full_block as no_full_block,
        not_touching as not_touching,
        one_of_digit_sets as one_of_digit_sets,
        one_of_patterns as one_of_patterns,
        region_borders as region_borders,
        regions_of_unknown_size as regions_of_unknown_size,
        runs_of_lengths as runs_of_lengths,
        sets_of_sum as sets_of_sum,
        visible_counts as visible_counts,
    )
    from ilpuzzles.genres.layers import PEN as PEN, TINT as TINT
    from ilpuzzles.genres.lines import (
        line_pairs as line_pairs,
        line_parts as line_parts,
        loop_faults as loop_faults,
        read_lines as read_lines,
        rows_of_lines as rows_of_lines,
    )
    from ilpuzzles.genres.matching import without_partner as without_partner
    from ilpuzzles.genres.motions import MOTIONS as MOTIONS, Motion as Motion
    from ilpuzzles.genres.sketch import Sketch as Sketch
    from ilpuzzles.genres.sparse_family import SparseFamily as SparseFamily
    from ilpuzzles.reading.python_modules import module_beside as module_beside
    from ilpuzzles.rules.faults import fault as fault
    from ilpuzzles.rules.places import Place as Place

__getattr__, __dir__ = lazy_face(__name__, former=_FORMER_PLACES)
