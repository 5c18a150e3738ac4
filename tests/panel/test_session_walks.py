"""What a session knows after whatever was chosen and asked, against trying all assignments."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from ilpuzzles import Model, own_puzzle
from ilpuzzles.backends.interface import Interrupted
from ilpuzzles.experiments.experiments import Experiment
from ilpuzzles.modelling.rows import Group
from ilpuzzles.panel.controls import Controls
from ilpuzzles.panel.session import Session, open_session

Point = tuple[int, ...]
WANTED: dict[str, Callable[[Point], bool]] = {
    "two of them": lambda x: sum(x) == 2,
    "not the first two": lambda x: x[0] + x[1] < 2,
    "the last one": lambda x: x[3] == 1,
    "none beside it": lambda x: x[2] == 0,
    "the third one": lambda x: x[2] == 1,
}


def lamps() -> Model:
    """Four lamps, whose groups leave between no solution and sixteen of them."""
    model = Model("lamps")
    x = model.binary("x", 4)
    rows = {
        "two of them": model.sum(x) == 2,
        "not the first two": x[0] + x[1] <= 1,
        "the last one": x[3] == 1,
        "none beside it": x[2] == 0,
        "the third one": x[2] == 1,
    }
    for name, row in rows.items():
        with model.group(name):
            model.add(row)
    return model


def opened() -> Session:
    """A session whose solutions are the lamps that are lit."""
    return open_session(own_puzzle(lamps(), decode=lambda values: values.tolist()), backend="cpsat")


def solutions(off: tuple[str, ...]) -> set[Point]:
    return {
        x
        for x in product((0, 1), repeat=4)
        if all(holds(x) for name, holds in WANTED.items() if name not in off)
    }


def require_right(session: Session, asked: tuple[str, ...] | None) -> None:
    """What is known is about the groups that were asked about, and says no more than is true."""
    known = [tuple(solution) for solution in session.solutions]
    assert len(set(known)) == len(known)
    assert session.stale is (asked is not None and asked != session.off)
    if asked is None:
        assert not known
        return
    right = solutions(asked)
    assert {*known} <= right
    if session.has_all_solutions:
        assert {*known} == right
    if session.counted is not None and session.counted.complete:
        assert session.counted.count == len(right)
    if session.shown is not None:
        assert tuple(session.shown.solutions[0]) == known[session.page]
    if session.stale:
        return
    if session.infeasible or not session.can_go_on:
        assert len(right) == len(known) or session.page + 1 < len(known)
    if session.infeasible:
        assert not right


@pytest.mark.parametrize("seed", range(8))
def test_whatever_is_chosen_and_asked_what_is_said_is_true(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counts are cut short now and then, or interrupted."""
    dice, whole = Random(seed), Experiment.count
    ends: list[str] = []

    def count(model: Experiment, **how: Any) -> Any:
        how_it_ends = dice.choice(["whole", "limit", "interrupted"])
        answer = whole(model, limit=None if how_it_ends == "whole" else dice.randint(1, 2), **how)
        ends.append(how_it_ends)
        if how_it_ends == "interrupted" and not answer.complete:
            raise Interrupted(answer)
        return answer

    monkeypatch.setattr(Experiment, "count", count)
    session = opened()
    asked: tuple[str, ...] | None = None
    for _ in range(40):
        do = dice.choice(["switch", "solve", "another", "another", "back", "count", "explain"])
        if do == "switch":
            session.switch(dice.choice([*WANTED]), on=dice.random() < 0.3)
        elif do == "back":
            session.back()
        elif do != "explain" or session.infeasible:
            with suppress(Interrupted):
                getattr(session, do)()
            asked = session.off
        require_right(session, asked)
    assert ends


def test_a_cut_count_of_as_many_as_are_known_leaves_others_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = opened()
    session.switch("the third one", "none beside it", on=False)
    session.solve()
    whole = Experiment.count
    monkeypatch.setattr(Experiment, "count", lambda model, **how: whole(model, limit=1, **how))
    session.count()
    assert len(session.solutions) == 1 < len(solutions(session.off))
    assert not session.has_all_solutions
    assert session.can_go_on


def test_boxes_are_those_of_the_groups_that_are_shown_last() -> None:
    """Other names, as many or not, in another order, and with other reasons."""
    pytest.importorskip("ipywidgets")
    controls = Controls(lambda *_: None, lambda *_: None)
    for names in [*permutations("ab"), *permutations("cb"), ("a",), ("d", "e", "a"), ()]:
        for why in ("this", "that"):
            groups = [Group(name=name, why=f"{why} {name}") for name in names]
            off = names[:1]
            controls.show_groups(groups, off)
            assert [*controls.groups] == [*names]
            shown = [[*row.children] for row in controls._group_box.children]
            for name, (box, said) in zip(names, shown, strict=True):
                assert (box.description, box.value) == (name, name not in off)
                assert f"{why} {name}" in said.value
