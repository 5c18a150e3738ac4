"""`cd tests && python -m support.doubles 1000` asks about 1,000 models, and prints the sums.

`--since` is the first seed; `--seed 7` asks all questions about the model of one seed.
"""

from __future__ import annotations

import argparse
import sys
import warnings

from support.doubles.campaign import DOUBTS, FAULTS, findings, findings_of_peers
from support.doubles.families import drawn
from support.doubles.oracle import oracle
from support.doubles.peers import NO_PEERS, peers_if_any
from support.doubles.sums import Tally


def main() -> int:
    """Asks, prints what is wrong or doubtful, and the sums; 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, nargs="?", default=100)
    parser.add_argument("--since", type=int, default=0)
    parser.add_argument("--seed", type=int)
    given = parser.parse_args()
    single = given.seed is not None
    seeds = range(given.since, given.since + given.number)
    if single:
        seeds = range(given.seed, given.seed + 1)
        data = drawn(given.seed)
        print(data, oracle(data), sep="\n")  # noqa: T201
    # As in the tests.
    warnings.simplefilter("error")
    tally = Tally()
    wrong = 0
    with peers_if_any() as peers:
        if peers is None:
            print(NO_PEERS, file=sys.stderr)  # noqa: T201
        for seed in seeds:
            found = list(findings(seed, everything=single))
            if peers is not None:
                found += findings_of_peers(seed, peers, everything=single)
            for one in found:
                tally.add(one.question, one.status, one.outcome)
                wrong += one.outcome in FAULTS
                if single or one.outcome in FAULTS | DOUBTS:
                    print(one, flush=True)  # noqa: T201
    print(*tally.lines(), sep="\n")  # noqa: T201
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
