"""A Dask cluster that somebody else has started, for tests that use one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from support.places import ROOT, TESTS

ON_A_CLUSTER = [
    pytest.mark.external,
    pytest.mark.skipif(find_spec("distributed") is None, reason="needs the extra 'cluster'"),
    pytest.mark.filterwarnings("default"),
]

# A worker that ends is our business; nor is time lost by looking at what it does.
_SETTINGS = {
    "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0",
    "DASK_DISTRIBUTED__SCHEDULER__WORK_STEALING": "False",
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    # Workers that end are there again at once.
    "DASK_DISTRIBUTED__WORKER__MULTIPROCESSING_METHOD": "forkserver",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__GIL__ENABLED": "False",
}

_SCRIPT = """
import logging, os, sys
sys.path[:0] = sys.argv[1:3]
from distributed import LocalCluster
from distributed.security import Security
if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    cluster = LocalCluster(
        n_workers=int(sys.argv[5]), threads_per_worker=1, memory_limit=0, dashboard_address=None,
        local_directory=sys.argv[3], protocol=sys.argv[4], security=Security(),
    )
    print(cluster.scheduler_address, flush=True)
    sys.stdin.read()
    cluster.close()
"""


@contextmanager
def running_cluster(
    folder: Path,
    protocol: str = "tcp://",
    settings: Mapping[str, str] | None = None,
    workers: int = 2,
) -> Iterator[str]:
    """The address of a scheduler with some workers, with settings of Dask in its environment."""
    file = folder / "scheduler.py"
    file.write_text(_SCRIPT)
    process = subprocess.Popen(
        [sys.executable, *map(str, (file, ROOT, TESTS, folder, protocol, workers))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        env=os.environ | _SETTINGS | dict(settings or {}),
        text=True,
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.communicate(timeout=30)
