"""The tie between a process and its parent, which it does not outlive.

As a script, it ties a program of others: `tie.py PARENT COMMAND ...` becomes that command. It is a
process of its own until then, because code between fork and exec is unsafe beside other threads.
It imports nothing of this package, and nothing that takes long.
"""

from __future__ import annotations

import os
import sys

_PR_SET_PDEATHSIG = 1
# Not from the module `signal`, whose import takes longer than all else here.
_SIGKILL = 9


def tie_to(parent: int) -> None:
    """Makes Linux kill this process when the thread of its parent that started it ends.

    That is at once, even in the middle of native code that lets no other thread run. Elsewhere it
    ends only if the parent has ended before.
    """
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 - other systems do not need it

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, _SIGKILL)
    # It may have ended before that.
    if is_orphan_of(parent):
        os._exit(1)


def is_orphan_of(parent: int) -> bool:
    """Whether the parent of this process has ended.

    The end of a line to it does not say so: a copy of the parent that was forked may hold it.
    """
    return os.getppid() != parent


if __name__ == "__main__":
    tie_to(int(sys.argv[1]))
    os.execv(sys.argv[2], sys.argv[2:])  # noqa: S606 - the program that is to be tied
