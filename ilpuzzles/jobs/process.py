"""One worker process, as the pool sees it."""

from __future__ import annotations

import errno
import os
import pickle
import resource
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from ilpuzzles.jobs.channel import Channel
from ilpuzzles.jobs.task import Plan, Task

GRACE = 0.3
_SPARE_FILES = 64

# Not "-m ilpuzzles.jobs.worker": where the package lies may be known to the running parent only,
# so its path comes first over the line. What was put there by hand has to be found, too. "-P"
# keeps a file pickle.py in the current folder from being taken for the real one until then.
_BOOTSTRAP = """
import os, pickle, signal, socket, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
link = socket.socket(fileno=int(sys.argv[1]))
stream = link.makefile("rb")
try:
    sys.path[:] = pickle.load(stream)
except (EOFError, OSError, pickle.UnpicklingError):
    os._exit(1) # the parent is gone
from ilpuzzles.jobs.worker import main
main(link, stream, int(sys.argv[2]), int(sys.argv[3]))
"""


class WorkerProcess:
    """A process, the line to it, and what it is doing.

    Attributes:
        channel: The line.
        task: The job that it is at.
        ready: Whether it got as far as waiting for jobs.
        deadline: When it is killed if it is still there, by `time.monotonic`; None if it may stay.
    """

    def __init__(self, plan: Plan, folder: Path, lifeline: int) -> None:
        """Starts it.

        Args:
            plan: What it is to do.
            folder: Where it and what it starts put temporary files.
            lifeline: The reading end of a pipe that ends with the pool.

        Raises:
            OSError: If the system gives no process or no socket.
        """
        self.task: Task | None = None
        self.ready = False
        self.deadline: float | None = None
        beginning = pickle.dumps(sys.path) + pickle.dumps(plan.function)
        near, far = socket.socketpair()
        try:
            _leave_some(far.fileno())
            self._process = _started(folder, far.fileno(), lifeline)
        except BaseException:
            near.close()
            raise
        finally:
            far.close()
        self.channel = Channel(near)
        self.channel.send(beginning, plan.shared)

    def give(self, task: Task) -> None:
        """Starts a job in it."""
        self.task = task
        task.tries += 1
        task.begun = time.monotonic()
        self.channel.send(*task.parts())

    def leave(self) -> None:
        """Hangs up: it ends, or has ended; if not soon it will be killed."""
        self.deadline = time.monotonic() + GRACE
        self.channel.close()

    def dismiss(self) -> None:
        """Tells it to clean up and end."""
        self.task = None
        with suppress(OSError):
            self._process.send_signal(signal.SIGTERM)

    def has_ended(self) -> bool:
        """Whether it has; if so, everything that it left in its process group is killed.

        It is not collected before that: until then its number, and that of its group, can belong
        to nobody else.
        """
        if self._process.returncode is None and not self._ended_uncollected():
            return False
        self._kill_group()
        self._process.wait()
        return True

    def _ended_uncollected(self) -> bool:
        if not hasattr(os, "waitid"):  # macOS before Python 3.13
            return self._process.poll() is not None
        try:
            options = os.WEXITED | os.WNOHANG | os.WNOWAIT
            return os.waitid(os.P_PID, self._process.pid, options) is not None
        except ChildProcessError:
            return True  # somebody else collected it: the program waits for all its children

    def kill_when_late(self) -> None:
        """Kills it and everything in its process group if the deadline has passed."""
        if self.deadline is not None and time.monotonic() >= self.deadline:
            self._kill_group()

    def _kill_group(self) -> None:
        with suppress(OSError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def ending(self) -> str:
        """How it ended: `SIGKILL`, or `exit code 3`."""
        code = self._process.returncode
        if code is None or code >= 0:
            return f"exit code {code}"
        try:
            return signal.Signals(-code).name
        except ValueError:
            return f"signal {-code}"


def _leave_some(number: int) -> None:
    """Refuses to take the last open files that the program may have."""
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Each new one gets the lowest number that is free.
    if limit != resource.RLIM_INFINITY and number + _SPARE_FILES > limit:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))


def _started(folder: Path, link: int, lifeline: int) -> subprocess.Popen[bytes]:
    # Options such as -O or -X utf8, as multiprocessing does it; there is no public name for it.
    options = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined] # noqa: SLF001
    numbers = [str(number) for number in (link, os.getpid(), lifeline)]
    return subprocess.Popen(  # noqa: S603 - an argument list, never a shell
        [sys.executable, *options, "-P", "-c", _BOOTSTRAP, *numbers],
        stdin=subprocess.DEVNULL,
        # Standard output is for answers: what jobs print goes to standard error.
        stdout=2 if _is_open(2) else subprocess.DEVNULL,
        pass_fds=(link, lifeline),
        env=os.environ | {"TMPDIR": str(folder)},
        start_new_session=True,
    )


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
