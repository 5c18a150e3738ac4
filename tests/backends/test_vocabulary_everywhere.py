"""Every operation on every backend, for all assignments, many of them in each search."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ilpuzzles.backends.interface import Backend
from ilpuzzles.backends.result import Status
from ilpuzzles.modelling.functions import count
from ilpuzzles.modelling.model import Model
from ilpuzzles.queries.solve import solve_model
from support.vocabulary import SENTENCES, assignments, variables

BLOCKS = 8


@pytest.mark.parametrize("block", range(BLOCKS))
def test_every_operation_for_all_assignments(backend: Backend, block: int) -> None:
    """One model has a copy of each sentence for each assignment, with three uses.

    The copy's variables are held at the assignment by rows, so that the operation's own rows are
    made for the whole domain. One binary says whether the sentence holds; another may be 1 only
    if it does, a third only if it does not, and as many of these as can be are asked for.
    """
    model = Model()
    copies = []
    for number, sentence in enumerate(SENTENCES[block::BLOCKS]):
        for copy, assignment in enumerate(assignments(sentence.names)):
            v = variables(model, sentence.names, f" {number} {copy}")
            for name, value in assignment.items():
                model.add(getattr(v, name) == value)
            truth = sentence.build(v)
            yes, no = (model.binary(f"{word} {number} {copy}") for word in ("yes", "no"))
            model.add(yes.implies(truth))
            model.add(no.implies(~truth))
            right = bool(sentence.value(SimpleNamespace(**assignment)))
            copies.append((sentence.text, assignment, right, count(truth), yes, no))
    model.maximize(model.sum(yes + no for *_, yes, no in copies))
    result = solve_model(model, backend.name)
    assert result.status is Status.OPTIMAL, result.message
    assert result.values is not None
    assert result.objective == len(copies) > 100
    for text, assignment, right, said, yes, no in copies:
        found = (result.value(said), result.value(yes), result.value(no))
        assert found == (right, right, not right), (text, assignment)
