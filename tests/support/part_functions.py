"""What tests let workers do instead of searching a part of a model."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

from ilpuzzles.backends.result import Limit
from ilpuzzles.queries.parallel import PartJob, Shared, search_part


def dies_in_some(shared: Shared, piece: PartJob, emit: Callable[[Any], None]) -> Any:
    """Ends its worker in all parts in which the first column is 1."""
    if piece.part.get(0) == (1, 1):
        os.kill(os.getpid(), signal.SIGKILL)
    return search_part(shared, piece, emit)


def stops_early(shared: Shared, piece: PartJob, emit: Callable[[Any], None]) -> Any:
    """Finds that some parts of few columns take too long."""
    if piece.part.get(0) == (1, 1) and piece.seconds is not None and len(piece.part) < 7:
        return 0, "", Limit.TIME
    return search_part(shared, piece, emit)


def always_dies(shared: Shared, piece: PartJob, emit: Callable[[Any], None]) -> None:
    """Ends its worker."""
    del shared, piece, emit
    os.kill(os.getpid(), signal.SIGKILL)
