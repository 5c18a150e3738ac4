"""Measures one way to find all exact covers of one instance, in a process of its own.

    python -m benchmarks.cover_measure WAY INSTANCE SECONDS

prints two lines: the processor seconds that it has taken before the clock starts, and, as JSON,
those of the answer, how many solutions were found, and whether these are all. The way first answers
a small problem with the same items, so that nothing is counted that is compiled or loaded once.
What takes a moment only is measured several times, and the median kept. Whoever starts this ends it
when it takes too long; CP-SAT is told its limit, so that it says what it has found by then.
"""

from __future__ import annotations

import gc
import json
import resource
import sys
import time
import warnings
from statistics import median

from benchmarks.cover_peers import way_named
from benchmarks.cover_problems import instance_named

_LONG_ENOUGH = 1.0
_MOST_OFTEN = 11
_MEMORY = 6 << 30


def measured(way: str, instance: str, seconds: float) -> dict[str, float | int | bool]:
    """The median of processor seconds, and what was found."""
    # Packages that warn of their own code are not what this is about.
    warnings.simplefilter("ignore")
    ask = way_named(way).prepare(instance_named(instance), seconds)
    resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
    print(time.process_time(), flush=True)
    spent: list[float] = []
    found, complete = 0, False
    while sum(spent) < _LONG_ENOUGH and len(spent) < _MOST_OFTEN:
        gc.collect()
        start = time.process_time()
        found, complete = ask()
        spent.append(time.process_time() - start)
    return {"seconds": median(spent), "found": found, "complete": complete}


if __name__ == "__main__":
    print(json.dumps(measured(sys.argv[1], sys.argv[2], float(sys.argv[3]))))
