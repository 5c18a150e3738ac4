"""The parent's end of a Dask cluster on this machine; see `cluster_host.py`."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from ilpuzzles.errors import Problem
from ilpuzzles.jobs.job import JobError

_LONGEST_START = 120.0
_LONGEST_FAREWELL = 5.0
_PAUSE = 0.02

# As in `process.py`: the path of the parent comes first.
_BOOTSTRAP = """
import json, sys
settings = json.loads(sys.stdin.buffer.readline())
sys.path[:] = settings["path"]
from ilpuzzles.jobs.cluster_host import main
main(settings, sys.stdin.buffer)
"""

# Dask's own settings, by the names that it reads from the environment. A worker that ends is our
# business: we start its job again, and say so. Nor may it write into the folder of the user.
_SETTINGS = {
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0",
    "DASK_DISTRIBUTED__SCHEDULER__WORK_STEALING": "False",
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__GIL__ENABLED": "False",
    "DASK_LOGGING__DISTRIBUTED": "critical",
    "PYTHONWARNINGS": "ignore::UserWarning:multiprocessing.resource_tracker",
}


class LocalClusterProcess:
    """A process that holds a scheduler and some workers.

    Args:
        workers: How many workers, of one thread each.
        folder: Where they put their files.
    """

    def __init__(self, workers: int, folder: Path) -> None:
        self._folder = folder
        self._answers, answers = os.pipe()
        try:
            self._process = subprocess.Popen(  # noqa: S603 - an argument list, never a shell
                [sys.executable, "-P", "-c", _BOOTSTRAP],
                stdin=subprocess.PIPE,
                # Standard output is for answers: what jobs print goes to standard error.
                stdout=2,
                pass_fds=(answers,),
                env=os.environ | _SETTINGS | {"TMPDIR": str(folder)},
                start_new_session=True,
            )
        except OSError as error:
            os.close(self._answers)
            what = f"no cluster can be started ({error.strerror})"
            advice = "close other programs, or raise the limits of the system"
            raise JobError(Problem(what, advice)) from None
        finally:
            os.close(answers)
        settings = {
            "path": sys.path,
            "workers": workers,
            "folder": str(folder),
            "answers": answers,
            "parent": os.getpid(),
        }
        self._tell(json.dumps(settings).encode() + b"\n")

    async def address(self) -> str:
        """The address of the scheduler, once it is there.

        Raises:
            JobError: If there is none.
        """
        os.set_blocking(self._answers, False)
        said, waited = b"", 0.0
        while not said.endswith(b"\n") and waited < _LONGEST_START:
            try:
                chunk = os.read(self._answers, 1 << 16)
            except BlockingIOError:
                await asyncio.sleep(_PAUSE)
                waited += _PAUSE
                continue
            if not chunk:
                break
            said += chunk
        answer = json.loads(said) if said.endswith(b"\n") else {"error": "it said nothing"}
        if "address" not in answer:
            what = f"no cluster can be started on this machine ({answer['error']})"
            raise JobError(Problem(what, "leave --cluster out, or install its packages again"))
        return str(answer["address"])

    def close(self) -> None:
        """Ends it and all workers, and waits until they are gone."""
        with suppress(OSError):
            if self._process.stdin is not None:
                self._process.stdin.close()
        try:
            self._process.wait(_LONGEST_FAREWELL)
        except subprocess.TimeoutExpired:
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        os.close(self._answers)

    def _tell(self, text: bytes) -> None:
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.write(text)
                self._process.stdin.flush()
