"""What the first use of the engine for exact covers takes, every later one, and to do without it.

Run it from the top of the checkout:

    python -m benchmarks.first_use [--times TIMES] [--limit SECONDS] [--without] [QUESTION ...]

A question is what follows `ilpuzzles`, in quotation marks; without any, those of `QUESTIONS` are
asked, and `--without` asks them, and those of `COUNTS`, without the engine as well.

All figures are processor seconds (user and system, of all threads) of processes of their own, so a
machine that others use as well spoils them little. Every question is asked with an empty folder for
what is compiled, then TIMES times (2 by default) with that folder as it is, and with `--without`
once more where numba is hidden, so that `auto` picks another backend. A process that has taken
SECONDS (120 by default) is ended, and `> 120` is shown.

A line has the first time, the least of the later times, how many kernels were compiled, and both
times in units of the least that numba takes on this machine at that moment, to be imported and to
compile a kernel of one line; so lines of different machines, and of busy ones, can be compared.
"""

from __future__ import annotations

import argparse
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

COUNTS = (
    "tritetratan --count --up-to-symmetry",
    "tower --height 2 --count --up-to-symmetry",
    "tower --height 3 --count --up-to-symmetry",
    "cube --count",
    "lonpos --preset 6pieces --count",
    "lonpos --preset 4pieces --count",
    "calendar --preset 10-6 --count",
    "genius-square --preset most --count",
    "hexiamonds --count",
    "tetrahexes --count",
    "soma --count",
    "pentominoes --preset 8x8 --count",
    "pentominoes --preset 6x10 --count",
    "chequered --count",
    "dominoes --preset 4x4 --count",
    "dominoes --preset 6x6 --count",
)

LEAST = "import numba; numba.njit(nogil=True)(lambda one: one + 1)(1)"
HIDING = Path(__file__).parent.parent / "tests" / "support" / "without_numba"


def seconds(*arguments: str, limit: int, **environment: str) -> float | None:
    """Processor seconds of a process of Python; None if it was ended at the limit."""

    def keep_limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, *arguments],
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        preexec_fn=keep_limit,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode < 0:
        return None
    if done.returncode > 1:
        sys.exit(f"{' '.join(arguments)} ended with {done.returncode}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def line(question: str, *, times: int, limit: int, without: bool) -> str:
    """The figures of a question."""

    def shown(taken: float | None) -> str:
        return f"> {limit}" if taken is None else f"{taken:.2f}"

    asked = ("-m", "ilpuzzles", *question.split(), "--quiet")
    with tempfile.TemporaryDirectory() as cache:
        least = min(seconds("-c", LEAST, limit=limit) or limit for _ in range(2))
        first = seconds(*asked, limit=limit, NUMBA_CACHE_DIR=cache)
        kernels = len(list(Path(cache).rglob("*.nbc")))
        later = min(
            seconds(*asked, limit=limit, NUMBA_CACHE_DIR=cache) or limit for _ in range(times)
        )
    units = f"{(first or limit) / least:5.1f}  {later / least:5.1f}"
    text = f"{question:42}  {shown(first):>6}  {shown(later):>6}  {kernels:7}  {units}"
    if not without:
        return text
    path = os.pathsep.join([str(HIDING), *filter(None, [os.environ.get("PYTHONPATH")])])
    return f"{text}  {shown(seconds(*asked, limit=limit, PYTHONPATH=path)):>7}"


def main() -> None:
    """Prints a line for every question."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("questions", nargs="*", metavar="QUESTION")
    parser.add_argument("--times", type=int, default=2)
    parser.add_argument("--limit", type=int, default=120, metavar="SECONDS")
    parser.add_argument("--without", action="store_true", help="ask without the engine as well")
    given = parser.parse_args()
    questions = given.questions or QUESTIONS + COUNTS * given.without
    head = f"{'':42}   first   later  kernels  in units of the least"
    print(head + "  without" * given.without)
    for question in questions:
        how = {"times": given.times, "limit": given.limit, "without": given.without}
        print(line(question, **how), flush=True)


if __name__ == "__main__":
    main()
