"""Where jobs run: in processes of this machine, or in a Dask cluster."""

from __future__ import annotations

import re
from typing import Any

from ilpuzzles.errors import InputError, Problem, quoted
from ilpuzzles.jobs.pool import Pool

LOCAL = "local"
_ADDRESS = re.compile(r"(tcp|tls)://[^\s/]+:\d+\Z")


def require_place(cluster: str | None) -> None:
    """Raises unless a text names a place where jobs can run, as far as can be told from it.

    Raises:
        InputError: If it is neither `local` nor an address.

    Example:
        >>> require_place("tcp://10.0.0.7:8786")
        >>> require_place("far")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: cluster 'far'; say local, or tcp://HOST:PORT of a scheduler
    """
    if cluster not in {None, LOCAL} and not _ADDRESS.match(str(cluster)):
        what = f"cluster {quoted(cluster)}"
        raise InputError(Problem(what, "say local, or tcp://HOST:PORT of a scheduler"))


def open_pool(
    function: str, shared: Any, workers: int, cluster: str | None = None, tries: int = 3
) -> Pool:
    """A pool of workers, here or in a cluster; both are used alike.

    Args:
        function: `module:name`; see `Pool`.
        shared: What all jobs have in common.
        workers: How many jobs run side by side.
        cluster: None for processes of this machine, `local` for a Dask cluster that is started on
            this machine and ends with the pool, or the address of a Dask scheduler.
        tries: How often a job that ends its worker is started before it is given up.

    Raises:
        InputError: If an argument is wrong.
        ExtraMissingError: If Dask is needed and not installed.

    Example:
        >>> from ilpuzzles.jobs import Job
        >>> with open_pool("builtins:getattr", 3 + 4j, workers=1) as pool:
        ...     [outcome.value for outcome in pool.run([Job("a", "real")])]
        [3.0]
    """
    require_place(cluster)
    if cluster is None:
        return Pool(function, shared, workers, tries=tries)
    from ilpuzzles.jobs.cluster import ClusterPool  # noqa: PLC0415 - imported by those who want it

    return ClusterPool(function, shared, workers, cluster, tries=tries)
