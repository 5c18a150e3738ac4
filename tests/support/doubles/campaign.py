"""Models in doubles by seed: each is stated, asked about and judged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import numpy as np

from support.doubles.data import DoubleModel, rounded
from support.doubles.doors import PULP_DIGITS, THROUGH_HIGHS, THROUGH_PULP, door_of
from support.doubles.families import drawn
from support.doubles.judging import Judgement, Outcome
from support.doubles.oracle import oracle
from support.doubles.peers import Peers
from support.doubles.questions import (
    Case,
    Question,
    ask_solve,
    further_questions,
    judged,
    questions_of_peers,
    stated_or_refused,
)
from support.doubles.sums import SOLVE

Questions: TypeAlias = Callable[[Case], Iterator[tuple[str, Question]]]

BACKENDS = ("auto", "highs", "scip", "cbc", "cpsat")
"""The backends, which take turns; where cpsat does not take a model, the first one does."""

_SOLVE_FILE = "solve a file of HiGHS"
_ASKED = 0.1
"""The share of models that are asked all questions."""

FAULTS = {Outcome.WRONG}
"""The outcomes that are faults of ours."""

DOUBTS = {Outcome.FAILED, Outcome.BORDERLINE, Outcome.UNJUDGED}
"""The outcomes that are listed, and not counted as faults."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The judgement of one answer.

    Attributes:
        seed: The seed of the model.
        family: The family of the model.
        door: How it was stated.
        backend: The backend.
        question: The question.
        status: What the oracle says of the model.
        judgement: The judgement.
    """

    seed: int
    family: str
    door: str
    backend: str
    question: str
    status: str
    judgement: Judgement

    @property
    def outcome(self) -> Outcome:
        """The outcome."""
        return self.judgement.outcome

    def __str__(self) -> str:
        where = f"{self.family}, {self.door}, {self.backend}, {self.question}"
        again = f"cd tests && python -m support.doubles --seed {self.seed}"
        return f"{again}  # {self.outcome}: {where}: {self.judgement.text}"


def is_asked_everything(seed: int) -> bool:
    """Whether the model of a seed is asked all questions."""
    return bool(np.random.default_rng([seed, 2]).random() < _ASKED)


def backend_of(seed: int, data: DoubleModel) -> str:
    """The backend whose turn it is."""
    backend = BACKENDS[seed % len(BACKENDS)]
    return BACKENDS[0] if backend == "cpsat" and not data.is_whole_and_bounded() else backend


def findings(seed: int, *, everything: bool = False) -> Iterator[Finding]:
    """The judgements of what `ilpuzzles` itself, and PuLP, say of the model of a seed.

    Args:
        seed: The seed.
        everything: Whether to ask all questions in any case.
    """
    all_questions = everything or is_asked_everything(seed)

    def questions(case: Case) -> Iterator[tuple[str, Question]]:
        yield SOLVE, partial(ask_solve, case)
        if all_questions:
            yield from further_questions(case)

    yield from _answers(seed, None, questions)


def findings_of_peers(seed: int, peers: Peers, *, everything: bool = False) -> Iterator[Finding]:
    """The judgements of what other programs read in our exports, and of what we read in theirs."""
    _, door = _door(seed)
    all_questions = everything or is_asked_everything(seed)
    if not all_questions and door != THROUGH_HIGHS:
        return

    def questions(case: Case) -> Iterator[tuple[str, Question]]:
        if door == THROUGH_HIGHS:
            yield _SOLVE_FILE, partial(ask_solve, case)
        if all_questions:
            yield from questions_of_peers(case, peers)

    yield from _answers(seed, peers, questions)


def _door(seed: int) -> tuple[np.random.Generator, str]:
    """How the model of a seed is stated, and the chance for the rest of it."""
    dice = np.random.default_rng([seed, 1])
    door = door_of(dice)
    return dice, door


def _answers(seed: int, peers: Peers | None, questions: Questions) -> Iterator[Finding]:
    dice, door = _door(seed)
    data = drawn(seed)
    if door == THROUGH_PULP:
        data = rounded(data, PULP_DIGITS)
    truth = oracle(data)
    backend = backend_of(seed, data)

    def finding(question: str, judgement: Judgement) -> Finding:
        return Finding(seed, data.family, door, backend, question, truth.status, judgement)

    model, refusal = stated_or_refused(data, door, dice, peers)
    if model is None:
        yield finding(SOLVE if peers is None else _SOLVE_FILE, refusal)
        return
    case = Case(data, model, truth, backend)
    for name, question in questions(case):
        yield finding(name, judged(question))
