"""What every operation means, for all assignments: in CP-SAT, and as the rows of a MIP solver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product as every
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ilpuzzles.backends.interface import Options
from ilpuzzles.formats.lp import read_lp
from ilpuzzles.formats.mps import read_mps
from ilpuzzles.modelling.functions import count, exclusive_disjunction
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries.solutions import enumerate_solutions
from support.vocabulary import DOMAINS, FUNCTIONS, SENTENCES, Sentence, sentence_of, variables

# How a sentence t is used, beside a further binary variable w, and when that is right.
USES: dict[str, tuple[Callable[[Any, Any], Any], Callable[[bool, bool], bool]]] = {
    "stated": (lambda t, _: t, lambda t, _: t),
    "negated": (lambda t, _: ~t, lambda t, _: not t),
    "reified": (lambda t, w: t + 0 == w, lambda t, w: t == w),
    "implied": (lambda t, w: w.implies(t), lambda t, w: t or not w),
    "implied not": (lambda t, w: w.implies(~t), lambda t, w: not t or not w),
    "implying": (lambda t, w: t.implies(w), lambda t, w: w or not t),
    "nested": (lambda t, w: (t & w) | ~(t | w), lambda t, w: t == w),
    "counted": (lambda t, w: count(t, w, ~t) == 2, lambda _, w: w),
    "exclusive": (lambda t, w: exclusive_disjunction(t, w, True), lambda t, w: t == w),
}


def entire(program: Program) -> Program:
    """In which every variable counts, so that CP-SAT lists its solutions in one search."""
    return replace(program, deciding=np.ones(program.variables, dtype=np.bool_))


def solutions(model: Model | Program, width: int) -> list[tuple[int, ...]]:
    """All values of the first columns that some solution has."""
    found: list[tuple[int, ...]] = []
    result = enumerate_solutions(
        model, lambda values: found.append(tuple(values[:width].tolist())), "cpsat", Options()
    )
    assert result.complete
    return sorted(found)


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("sentence", SENTENCES, ids=lambda sentence: sentence.text)
def test_every_operation_for_all_assignments(sentence: Sentence, use: str) -> None:
    model = Model()
    v = variables(model, sentence.names)
    w = model.binary("w")
    state, holds = USES[use]
    with model.group("sentence", why="it is used"):
        model.add(state(sentence.build(v), w))
    ranges = [DOMAINS[name] for name in sentence.names]
    expected = [
        (*values, flag)
        for *values, flag in every(*ranges, range(2))
        if holds(_meaning(sentence, values), bool(flag))
    ]
    width = len(ranges) + 1
    assert solutions(model, width) == expected
    linear = linearised(model.program())
    assert not linear.rows.defining().any()
    assert sorted(set(solutions(entire(linear), width))) == expected
    # Definitions restrict nothing but what they define.
    free = solutions(entire(model.without("sentence")), width)
    assert sorted(set(free)) == list(every(*ranges, range(2)))


def _meaning(sentence: Sentence, values: list[int]) -> bool:
    return bool(sentence.value(SimpleNamespace(**dict(zip(sentence.names, values, strict=True)))))


@pytest.mark.parametrize("text", ["between(v.x, 1, 0)", "between(v.x + v.y + v.z, 3, 1)"])
def test_empty_ranges_survive_the_formats(text: str) -> None:
    """Stated, the file has no solution; negated it has all of them; implied, those without x."""
    for use, expected in (("stated", 0), ("negated", 8), ("implied", 4)):
        model = Model()
        v = variables(model, ["x", "y", "z"])
        model.add(USES[use][0](sentence_of(text).build(v), v.x))
        for back in (read_lp(model.to_lp()), read_mps(model.to_mps())):
            # What else there is follows from the three.
            assert len(solutions(back, back.program().variables)) == expected
        assert _of_opb(model.to_opb()) == expected


def _of_opb(text: str) -> int:
    """How many values of the first three variables satisfy a file, with some of the others."""
    size = int(text.split()[2])
    rows = [line.split() for line in text.splitlines() if not line.startswith("*")]
    found = {
        values[:3]
        for values in every((0, 1), repeat=size)
        if all(_holds_in_opb(row, values) for row in rows)
    }
    return len(found)


def _holds_in_opb(row: list[str], values: tuple[int, ...]) -> bool:
    *terms, sign, side, _ = row
    total = sum(
        int(factor) * values[int(name[1:]) - 1]
        for factor, name in zip(terms[::2], terms[1::2], strict=True)
    )
    return total >= int(side) if sign == ">=" else total == int(side)


def test_every_function_occurs_in_a_sentence() -> None:
    texts = " ".join(sentence.text for sentence in SENTENCES)
    assert [name for name in FUNCTIONS if f"{name}(" not in texts] == []
