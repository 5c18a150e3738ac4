"""Asks again what was answered wrongly, and prints the smallest model that shows it.

From the folder of the tests: `python -m support.fuzz.again cpsat 1234 count`.
"""

from __future__ import annotations

import argparse
import sys

from ilpuzzles.errors import IlpuzzlesError
from support.fuzz.descriptions import Description, program
from support.fuzz.generator import described
from support.fuzz.questions import QUESTIONS, Case, findings, sort_of, wrong
from support.fuzz.shrinking import shrunk


def say(line: str) -> None:
    """Prints a line."""
    sys.stdout.write(f"{line}\n")


def main() -> None:
    """Reads what to ask again, and asks it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("backend")
    parser.add_argument("seed", type=int)
    parser.add_argument("question", nargs="?", choices=QUESTIONS)
    parser.add_argument("--whole", action="store_true", help="do not look for a smaller model")
    given = parser.parse_args()
    for question, what in findings(given.seed, given.backend):
        if given.question in {None, question}:
            say(f"{question}: {what}")
            given.question = question
    description = described(given.seed, sort_of(given.seed, given.backend))
    if given.question and not given.whole:
        kind = _wrong(description, given).split(":")[0]
        description = shrunk(description, lambda less: _wrong(less, given).split(":")[0] == kind)
        say(f"smaller: {_wrong(description, given)}")
    say(program(description))


def _wrong(description: Description, given: argparse.Namespace) -> str:
    """What is wrong with the answer about a description; nothing if it has no meaning at all."""
    try:
        case = Case(description, given.backend, given.seed)
    # Half a sentence may say anything.
    except (IlpuzzlesError, ArithmeticError, LookupError, TypeError, ValueError):
        return ""
    return wrong(case, given.question)


if __name__ == "__main__":
    main()
