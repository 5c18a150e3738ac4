"""What Dask logs in the thread that talks to a cluster is not heard; other logs are."""

from __future__ import annotations

import logging
import threading

import pytest

from ilpuzzles.jobs.cluster import quiet_dask

NAMES = ["distributed", "distributed.batched", "distributed.client", "tornado.application"]


@pytest.mark.parametrize("name", NAMES)
def test_only_this_thread_is_quiet_and_only_meanwhile(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    log = logging.getLogger(name)
    with quiet_dask():
        log.critical("here")
        logging.getLogger("distributor").critical("another program")
        thread = threading.Thread(target=log.critical, args=["elsewhere"])
        thread.start()
        thread.join()
    log.critical("afterwards")
    assert caplog.messages == ["another program", "elsewhere", "afterwards"]
    assert not log.filters


def test_two_pools_at_a_time(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("distributed")
    with quiet_dask():
        with quiet_dask():
            log.critical("inside")
        log.critical("outside")
    assert caplog.messages == []
