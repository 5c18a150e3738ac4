"""Keeps Dask from logging what is told as an error, or is no news."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_NOISY = {"distributed", "tornado"}


@contextmanager
def quiet_dask() -> Iterator[None]:
    """What Dask has to say in this thread is not logged.

    The end of a connection would be, with a traceback, though it was meant to end. What others do
    with Dask in other threads is logged as before.

    Example:
        >>> import sys
        >>> log, heard = logging.getLogger("distributed.client"), logging.StreamHandler(sys.stdout)
        >>> log.addHandler(heard)
        >>> with quiet_dask():
        ...     log.error("a connection has ended")
        >>> log.error("a connection has ended")
        a connection has ended
        >>> log.removeHandler(heard)
    """
    thread = threading.get_ident()

    def is_elsewhere(record: logging.LogRecord) -> bool:
        return record.thread != thread

    # A filter of a logger passes over what its children log, so that each needs it.
    known = [
        logging.getLogger(name)
        for name in sorted(logging.root.manager.loggerDict)
        if name.partition(".")[0] in _NOISY
    ]
    for logger in known:
        logger.addFilter(is_elsewhere)
    try:
        yield
    finally:
        for logger in known:
            logger.removeFilter(is_elsewhere)
