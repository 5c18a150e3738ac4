"""What the first use of the engine for exact covers takes, and every later one: processor seconds.

Run it from the top of the checkout:

    python -m benchmarks.first_use [TIMES]

Every question is asked in processes of their own: with an empty folder for what is compiled, then
TIMES times (2 by default) with that folder as it is. A line has the processor seconds of the whole
process the first time, the least of the later times, how many kernels were compiled, and both
times in units of the least that numba takes on this machine at that moment, to be imported and to
compile a kernel of one line; so lines of different machines, and of busy ones, can be compared.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

QUESTIONS = (
    "lonpos --preset empty --count",
    "lonpos --preset 8pieces --count",
    "lonpos --preset empty --all --limit 10",
    "lonpos --preset empty --random 3",
    "lonpos --preset 8pieces --unique",
    "lonpos --preset 6pieces --forced",
    "lonpos --preset empty",
    "tritetratan --preset form",
    "dominoes --preset 8x8 --count",
)

LEAST = "import numba; numba.njit(nogil=True)(lambda one: one + 1)(1)"


def seconds(*arguments: str, cache: str) -> float:
    """Processor seconds of a process of Python."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(  # noqa: S603 - our own command
        [sys.executable, *arguments],
        env=os.environ | {"NUMBA_CACHE_DIR": cache},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main(times: int) -> None:
    """Prints a line for every question."""
    print(f"{'':38}  first  later  kernels  in units of the least")
    for question in QUESTIONS:
        with tempfile.TemporaryDirectory() as cache:
            asked = ("-m", "ilpuzzles", *question.split(), "--quiet")
            least = min(seconds("-c", LEAST, cache=cache) for _ in range(2))
            first = seconds(*asked, cache=cache)
            kernels = len(list(Path(cache).rglob("*.nbc")))
            later = min(seconds(*asked, cache=cache) for _ in range(times))
        units = f"{first / least:5.1f}  {later / least:5.1f}"
        print(f"{question:38}  {first:5.2f}  {later:5.2f}  {kernels:7}  {units}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2)
