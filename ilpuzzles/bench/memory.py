"""How much memory a process has had."""

from __future__ import annotations

import re
import resource
import sys
from pathlib import Path

# Linux counts kilobytes, macOS bytes.
_UNIT = 1 if sys.platform == "darwin" else 1024
_PEAK = re.compile(r"^VmHWM:\s*(\d+) kB$", re.MULTILINE)


def peak_memory() -> int:
    """The most memory that this process or one of its children that ended has had, in bytes.

    What Linux says of a process that has just been started includes what its parent had then; so
    there the process itself is looked at elsewhere. Of the children it says no more than that: none
    of them seems smaller than this process was when it started it.

    Example:
        >>> peak_memory() > 1 << 20
        True
    """
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * _UNIT
    return max(_of_this_process(), children)


def _of_this_process() -> int:
    if sys.platform == "linux":
        try:
            found = _PEAK.search(Path("/proc/self/status").read_text(encoding="utf-8"))
        except OSError:
            found = None
        if found is not None:
            return int(found[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT
