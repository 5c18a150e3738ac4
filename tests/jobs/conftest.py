"""What several test modules of jobs share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from support.clusters import running_cluster


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A scheduler of a Dask cluster with two workers that somebody else has started."""
    with running_cluster(tmp_path_factory.mktemp("cluster")) as address:
        yield address
