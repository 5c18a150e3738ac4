"""Measures one peer at one size, in a process of its own.

    python -m benchmarks.peers.measure MODULE STYLE SIZE

where SIZE is one of `SIZES` or of `SHAPES`,
prints one line of JSON: the processor seconds of stating the instance, of handing it over and of
all further work, and the peak of memory in bytes. How they are taken:

- The small instance goes through everything first, so that no import and no first call of a
  package is counted. Then the small size is measured eleven times and the median kept, any other
  one once: the parent starts several processes instead.
- Seconds are those of `time.process_time`: all threads of the process, nothing that other
  processes did meanwhile. The garbage collector stays as it is in every program, on.
- Memory is what Linux calls VmHWM, the most that was resident at any moment, less what was resident
  when the measured run began: packages, instance and what the first run left behind. Writing 5 to
  /proc/self/clear_refs sets the peak back to what is resident at that moment. The model and what
  was handed over are both alive when the peak is read. The C library first gives its free memory
  back, since what it would keep and use again would not show.
"""

from __future__ import annotations

import ctypes
import gc
import json
import re
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.peers.data import SHAPES, Data, data, small
from benchmarks.peers.instance import SIZES, Instance, make
from benchmarks.peers.style import Style, expected

_REPEAT = {"small": 11}


def _timed(work: Callable[[], Any], spent: list[float]) -> Any:
    gc.collect()
    start = time.process_time()
    made = work()
    spent.append(time.process_time() - start)
    return made


def _resident(name: str) -> int:
    """VmRSS or VmHWM of this process, in bytes."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    found = re.search(rf"^{name}:\s*(\d+) kB", status, re.MULTILINE)
    if found is None:
        raise RuntimeError(f"/proc/self/status does not state {name}")
    return 1024 * int(found[1])


def _settle_memory() -> int:
    """Gives back what is free, sets the peak back, and returns what is resident."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    return _resident("VmRSS")


def _run(
    style: Style, instance: Instance | Data, folder: Path, spent: dict[str, list[float]]
) -> int | None:
    """Does all the work once and returns the peak of memory; None where that cannot be had."""
    try:
        before = _settle_memory()
    except (OSError, AttributeError):
        before = None
    model = _timed(partial(style.build, instance), spent.setdefault("build", []))
    handed = _timed(partial(style.hand_over, model, folder), spent.setdefault("hand over", []))
    peak = None if before is None else _resident("VmHWM") - before
    found = style.size(handed)
    if found != expected(instance.size):
        raise RuntimeError(f"handed over {found} instead of {expected(instance.size)}")
    del handed
    for name, work in style.more.items():
        _timed(partial(work, model, folder), spent.setdefault(name, []))
    return peak


def _instance(size: str, *, first: bool) -> Instance | Data:
    """What is stated; or, at first, the small one of its kind."""
    if size in SHAPES:
        shape = SHAPES[size]
        return data(small(shape) if first else shape)
    return make(SIZES["small" if first else size])


def main() -> None:
    """Measures what the arguments name."""
    module, name, size = sys.argv[1:]
    # Packages that warn of one another's versions are not what this is about.
    warnings.simplefilter("ignore")
    style: Style = import_module(f"benchmarks.peers.{module}").STYLES[name]
    spent: dict[str, list[float]] = {}
    instance = _instance(size, first=False)
    with tempfile.TemporaryDirectory() as folder:
        _run(style, _instance(size, first=True), Path(folder), {})
        peaks = [_run(style, instance, Path(folder), spent) for _ in range(_REPEAT.get(size, 1))]
    seconds = {name: median(times) for name, times in spent.items()}
    print(json.dumps({"seconds": seconds, "memory": peaks[0]}))


if __name__ == "__main__":
    main()
