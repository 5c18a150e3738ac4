"""The array type and the infinities that the model's storage uses."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

IntArray: TypeAlias = npt.NDArray[np.int64]

MINUS_INFINITY = -(1 << 63)
"""Stored as the lower bound of a row that has none."""

PLUS_INFINITY = (1 << 63) - 1
"""Stored as the upper bound of a row that has none."""

LARGEST = 1 << 62
"""What coefficients and bounds must stay below, so that 64 bits can hold them and their sums."""
