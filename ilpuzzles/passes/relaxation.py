"""The linear relaxation: linear rows as they were written, and columns that take any number."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ilpuzzles.errors import counted
from ilpuzzles.modelling.program import AnyProgram, Program
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.passes.step import SAME, Change, NotNeeded, Outcome, Pass, PassSettings


def relaxed(program: AnyProgram) -> AnyProgram:
    """Returns a program in linear rows, all of whose columns take any number."""
    linear = linearised(program).unrounded()
    return replace(linear, continuous=np.ones(linear.variables, dtype=bool))


def _take_rounding_back(program: Program, _: PassSettings) -> Outcome:
    unrounded = program.unrounded()
    return NotNeeded() if unrounded is program else Change(unrounded)


def _let_columns_be_continuous(program: Program, _: PassSettings) -> Outcome:
    number = int(program.whole().sum())
    if not number:
        return NotNeeded()
    continuous = np.ones(program.variables, dtype=bool)
    note = f"{counted(number, 'column')} had to be whole"
    return Change(replace(program, continuous=continuous), SAME, note)


UNROUNDED = Pass("unrounded bounds", _take_rounding_back)
"""Gives rows the bounds that were written; those of whole sums had been rounded inwards."""

CONTINUOUS = Pass("continuous columns", _let_columns_be_continuous)
"""Lets all columns take any number within their bounds."""
