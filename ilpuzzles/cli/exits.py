"""The exit codes."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """What the exit code says."""

    ANSWERED = 0
    BAD_INPUT = 2
    NO_SOLUTION = 3
    LIMIT = 4
    BACKEND = 5
    CHECK_FAILED = 6
    INTERRUPTED = 130
    TERMINATED = 143


class Terminated(KeyboardInterrupt):
    """The process was asked to end (SIGTERM, SIGHUP); what is true of Ctrl-C is true of this."""
