"""Measured rows with their bounds moved by some tolerances."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.numbers import doubles
from ilpuzzles.modelling.precision import TOLERANCE
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import NO_ORIGIN
from ilpuzzles.passes.step import Change, NotNeeded, Outcome, Pass, PassSettings


def moved(program: Program, tolerances: int, *, equations: bool = True) -> Program:
    """Returns the program with the bounds of measured rows moved outwards by so many tolerances.

    A negative number moves them inwards; those of equations stay, since they have no inside. They
    stay in any case unless `equations`, since many a solver is quicker with these. The
    largest term of a row is not known here; its other sizes are, so that no bound is moved further
    than its tolerance allows.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> row = model.add(model.binary("x", 2) @ [0.1 + 0.2, 0.4] <= 0.5)
        >>> moved(model.program(), 1).rows.upper.tolist()
        [0.5000000005]
    """
    rows = program.rows
    if not rows.measured.any():
        return program
    is_moved = rows.measured.copy()
    if tolerances < 0 or not equations:
        is_moved &= np.asarray(rows.lower != rows.upper)
    largest = np.zeros(len(rows))
    np.maximum.at(
        largest, rows.owners(), np.abs(doubles(rows.coefficients, rows.scales[rows.owners()]))
    )
    sides = {}
    for side in (rows.lower, rows.upper):
        numbers = doubles(side.numbers)
        sizes = np.maximum(np.abs(numbers), np.minimum(1, largest))
        outwards = numbers + int(side.side) * tolerances * float(TOLERANCE) * sizes
        places = (is_moved & side.finite).nonzero()[0]
        sides[side.side] = side.replaced(
            places, Bounds(side.side, outwards[places], side.finite[places])
        )
    # What was written is as it was; these rows are others.
    changed = replace(
        rows,
        lower=sides[Side.LOWER],
        upper=sides[Side.UPPER],
        origins=np.where(rows.measured, NO_ORIGIN, rows.origins),
    )
    return program.having(rows=changed)


def _give_room(program: Program, _: PassSettings) -> Outcome:
    # Of a mixed program, the continuous values are found anew, and judged by the rows themselves.
    if program.is_mixed() or not program.is_measured():
        return NotNeeded()
    # Solutions on the border of a measured row might be cut off; those beyond it are found later.
    return Change(moved(program, 1, equations=False))


TOLERANCES = Pass("tolerances", _give_room)
"""Moves the bounds of measured rows outwards by one tolerance, but for equations."""
