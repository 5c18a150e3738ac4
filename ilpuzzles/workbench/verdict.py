"""What was asked, and the outcome in a sentence."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from ilpuzzles.backends import Limit, Status
from ilpuzzles.queries import ending

if TYPE_CHECKING:
    from ilpuzzles.workbench.answer import Answer


class Question(StrEnum):
    """What was asked."""

    SOLVE = "solve"
    SOLUTIONS = "solutions"
    COUNT = "count"
    UNIQUE = "unique"
    FORCED = "forced"
    RANDOM = "random"


def verdict_of(answer: Answer) -> str:
    """The outcome of an answer in a sentence."""
    if answer.status is Status.ERROR:
        return f"{answer.result.backend} failed: {answer.result.message}"
    if answer.status is Status.INFEASIBLE:
        return "proved: there is no solution"
    return _finding(answer) or _unknown(answer)


def _finding(answer: Answer) -> str:
    """What was found, or nothing."""
    if answer.count is not None:
        plural = "" if answer.count == 1 else "s"
        so_far = "" if answer.complete else f" so far, incomplete: {ending(answer.limit)}"
        if answer.limit is Limit.SOLUTIONS:
            so_far = f", {ending(answer.limit)}"
        different = answer.count_up_to_symmetry
        orbits = "" if different is None else f", {different:,} up to symmetry"
        return f"{answer.count:,} solution{plural}{orbits}{so_far}"
    if answer.unique is not None:
        number = len(answer.differences())
        places = f"; these two differ in {number} place{'' if number == 1 else 's'}"
        several = f"not unique: there are several solutions{places if number else ''}"
        return "unique" if answer.unique else several
    if answer.forced is not None:
        known, total = answer.facts
        if not answer.complete:
            return f"nothing is proved yet of {total:,} facts: {ending(answer.limit)}"
        return f"{known:,} of {total:,} are the same in every solution"
    return _listed(answer)


def _listed(answer: Answer) -> str:
    """What the solutions are, or nothing."""
    if not answer.solutions:
        return ""
    if answer.question is Question.RANDOM:
        return f"{len(answer.solutions):,} drawn at random"
    if answer.question is not Question.SOLVE:
        return ""
    return "solved, but not by the rules" if answer.broken else "solved"


def _unknown(answer: Answer) -> str:
    if answer.limit is Limit.INTERRUPTED:
        return "unknown: interrupted"
    return f"unknown: {ending(answer.limit)}; allow more, or try another backend"
