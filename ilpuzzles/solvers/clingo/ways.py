"""The ways in which clingo is told global constraints: by rules wherever there are such."""

from __future__ import annotations

from ilpuzzles.constraints.acyclicity import Acyclic
from ilpuzzles.passes.ways import Language, Ways
from ilpuzzles.solvers.clingo import constraints


def _chooses_directions(row: Acyclic) -> bool:
    """Edges without a direction get one, of which there may be several."""
    return not row.directed


WAYS = Ways(
    Language.RULES,
    native=constraints.NATIVE,
    opens={Acyclic: _chooses_directions},
    # Rules say all that cuts would say one after the other.
    takes_cuts=False,
)
"""The ways of clingo."""
