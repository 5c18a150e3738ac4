"""Global constraints: what puzzles and plans are made of, stated to each solver in its own way.

One file for each: what it means, and the ways in which it can be stated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.constraints.acyclicity import acyclic as acyclic
    from ilpuzzles.constraints.circuits import circuit as circuit, path as path
    from ilpuzzles.constraints.connectivity import connected as connected
    from ilpuzzles.constraints.regions import division as division
    from ilpuzzles.constraints.schedules import (
        Interval as Interval,
        cumulative as cumulative,
        no_overlap as no_overlap,
    )
    from ilpuzzles.constraints.sequences import (
        automaton as automaton,
        inverse as inverse,
        lexicographic as lexicographic,
        table as table,
    )

__getattr__, __dir__ = lazy_face(__name__)
