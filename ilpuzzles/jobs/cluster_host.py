"""A process that holds a Dask cluster on this machine, and takes it away when it is told to."""

from __future__ import annotations

import json
import logging
import os
import select
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from ilpuzzles.extras import require_extra
from ilpuzzles.jobs.temporary_files import remove_folder

_LONGEST_START = 3.0  # those who wait for the end of this process wait for 5


def main(settings: dict[str, Any], commands: BinaryIO) -> None:
    """Starts a cluster, writes its address, and waits for the end.

    A cluster in the process that uses it would die with a kill -9 and leave its folder behind, get
    the Ctrl-C that is meant for the program, and import the program's script once more in every
    worker. This process survives its parent by a moment, in which it puts everything away.

    The settings say how many workers there are to be, their folder, and where to write the address;
    the stream of commands ends with the parent.
    """
    # A worker says what it has to say in other ways; the noise of its end is no news.
    logging.disable(logging.CRITICAL)
    folder = Path(settings["folder"])
    # In a thread of its own: the parent may end while the cluster starts.
    begun = threading.Event()
    watching = threading.Thread(target=_watch, args=(settings["parent"], commands, folder, begun))
    watching.start()
    try:
        cluster = require_extra("distributed", "cluster", "a cluster").LocalCluster(
            n_workers=settings["workers"],
            threads_per_worker=1,
            processes=True,
            memory_limit=0,
            # Any port that is free, on this machine alone: the usual one may be in use.
            scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
            worker_dashboard_address=None,
            local_directory=str(folder),
            silence_logs=logging.CRITICAL,
        )
        answer = {"address": cluster.scheduler_address}
    except Exception as error:  # noqa: BLE001 - the parent says it
        text = " ".join(f"{type(error).__name__}: {error}".split())
        answer = {"error": text}
    begun.set()
    with suppress(OSError):
        os.write(settings["answers"], json.dumps(answer).encode() + b"\n")
    watching.join()


def _watch(parent: int, commands: BinaryIO, folder: Path, begun: threading.Event) -> None:
    waiting = select.poll()
    waiting.register(commands, select.POLLIN)
    # A copy of the parent that was forked holds the stream open, too: so the parent is looked for.
    while os.getppid() == parent and not waiting.poll(1000):
        pass
    # In the middle of its start it may have made a semaphore that nobody knows of yet.
    begun.wait(_LONGEST_START)
    # Everything ends that this process has started, then itself.
    psutil = require_extra("psutil", "cluster", "a cluster")  # distributed brings it
    # Dask may be about to start a worker in place of one that has died. It is not seen below, and
    # would complain that it has no parent any more.
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            # This one puts away the semaphores of the others, once they are gone.
            if not any("resource_tracker" in word for word in child.cmdline()):
                child.kill()
    remove_folder(folder)
    os._exit(0)
