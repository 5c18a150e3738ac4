"""Global constraints: what puzzles and plans are made of, stated to each solver in its own way.

One file for each: what it means, how it becomes linear rows, and perhaps its cuts. What solvers are
told instead, where they know such a constraint themselves, stands in their folders: in
`ilpuzzles.solvers.cpsat.constraints` and `ilpuzzles.solvers.clingo.constraints`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.constraints.acyclicity import acyclic as acyclic
    from ilpuzzles.constraints.automata import automaton as automaton
    from ilpuzzles.constraints.circuits import circuit as circuit
    from ilpuzzles.constraints.connectivity import connected as connected
    from ilpuzzles.constraints.intervals import Interval as Interval, no_overlap as no_overlap
    from ilpuzzles.constraints.inverses import inverse as inverse
    from ilpuzzles.constraints.lexicographic_order import lexicographic as lexicographic
    from ilpuzzles.constraints.paths import path as path
    from ilpuzzles.constraints.regions import division as division
    from ilpuzzles.constraints.resources import cumulative as cumulative
    from ilpuzzles.constraints.tables import table as table

__getattr__, __dir__ = lazy_face(__name__)
