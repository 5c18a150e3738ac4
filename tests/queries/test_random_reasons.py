"""Explanations and relaxations of random models, against trying all sets of rows."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pytest

from ilpuzzles.backends.interface import Backend
from ilpuzzles.backends.registry import get_backend
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import UnknownNameError
from ilpuzzles.modelling.connectivity import connected
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Group, IntArray
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.query_results import Explanation, Relaxation
from ilpuzzles.queries.relaxation import relax
from ilpuzzles.queries.solve import Inquiry
from support.question_oracles import FIXED, UNGROUPED, Riddle, Stated, fewest, riddle

MANY = range(70)


def riddles(backend: Backend, count: int) -> Iterator[tuple[int, Riddle]]:
    """All of many on CP-SAT; a few elsewhere. Most have no solution."""
    seeds = MANY if backend.name == "cpsat" else range(2000, 3000)
    found = 0
    for seed in seeds:
        encoding = ("", "lazy", "", "", "", "flow")[seed % 6]
        made = riddle(seed, connectivity=encoding, nested=seed % 4 == 0, size=6)
        if backend.name != "cpsat":
            made = riddle(seed, connectivity=encoding, size=5, small=True)
        if seed % 9 == 0 or not made.solutions():
            found += 1
            yield seed, made
        if backend.name != "cpsat" and found == count:
            return


class Reasons:
    """What an explanation or a relaxation may say of a riddle."""

    def __init__(self, made: Riddle, fixed: Sequence[Stated] = (), among: Sequence[str] = ()):
        self.made = made
        self.stated = [*made.stated, *fixed]
        self.named = {one.name: one for one in self.stated}
        groups = list(dict.fromkeys(one.group for one in self.stated))
        self.open = [group for group in groups if not among or group in among]
        self.always = [one for one in self.stated if one.group not in self.open]

    def of(self, groups: Sequence[str]) -> list[Stated]:
        """The demands of some groups."""
        return [one for one in self.stated if one.group in groups]

    def possible(self, some: Sequence[Stated]) -> bool:
        """Whether some demands hold together, with all that has to hold anyway."""
        return self.made.common([*self.always, *some]) != 0

    def demand(self, name: str) -> Stated:
        """The demand that a row of the model belongs to."""
        return self.named[name.split("[", maxsplit=1)[0] if name.startswith("demand") else name]

    def confirm(self, answer: Explanation, model: Model | Program, backend: str) -> None:
        """Holds an explanation against all sets of demands."""
        assert answer.complete
        assert answer.result.limit is Limit.NONE
        assert str(answer)
        if self.possible(self.of(self.open)):
            assert answer.result.status is Status.OPTIMAL
            assert (answer.groups, answer.rows, answer.witnesses) == ((), (), ())
            assert not answer.confirmed_by
            assert answer.solution is not None
            assert model.check(answer.solution) == ()
            return
        assert (answer.result.status, answer.minimal) == (Status.INFEASIBLE, True)
        assert answer.solution is None
        assert answer.confirmed_by[0] == backend
        assert len(set(answer.confirmed_by)) == len(answer.confirmed_by) == 2
        groups = [group.name for group in answer.groups]
        assert len(set(groups)) == len(groups)
        assert set(groups) <= set(self.open)
        assert not self.possible(self.of(groups))
        for group in groups:
            assert self.possible(self.of([other for other in groups if other != group]))
        rows = [self.demand(row.name) for row in answer.rows]
        assert {one.group for one in rows} <= set(groups)
        assert [row.group.name for row in answer.rows] == [one.group for one in rows]
        assert not self.possible(rows)
        assert len(answer.witnesses) == len(rows)
        if not self.made.single:
            return
        assert len(set(rows)) == len(rows)
        for row, witness in zip(rows, answer.witnesses, strict=True):
            others = [other for other in rows if other != row]
            assert self.possible(others)
            assert witness is not None
            assert all(self.made.satisfies(witness, one) for one in [*others, *self.always])
            assert not self.made.satisfies(witness, row)

    def accept(self, answer: Relaxation, by: str) -> None:
        """Holds a relaxation against all sets of demands."""
        assert answer.complete
        assert answer.result.limit is Limit.NONE
        assert str(answer)
        if not self.possible([]):
            assert answer.result.status is Status.INFEASIBLE
            assert (answer.given_up, answer.solution) == (None, None)
            return
        if by == "groups":
            members = [self.of([group]) for group in self.open]
        else:
            members = [[one] for one in self.of(self.open)]
        least = fewest(members, lambda kept: self.made.common([*self.always, *kept]))
        assert answer.result.status is Status.OPTIMAL
        assert answer.given_up is not None
        assert len(answer.given_up) == least
        # Nothing is proved where there is nothing to be proved.
        assert answer.least == least
        kept = list(self.stated)
        for part in answer.given_up:
            if isinstance(part, Group):
                assert part.name in self.open
                kept = [one for one in kept if one.group != part.name]
            else:
                row = self.demand(part.name)
                assert row.group in self.open
                kept.remove(row)
        assert self.made.common(kept)
        assert answer.solution is not None
        assert all(self.made.satisfies(answer.solution, one) for one in kept)


def test_the_riddles_are_of_all_sorts() -> None:
    made = [riddle(seed, nested=seed % 4 == 0, size=6) for seed in MANY]
    impossible = [one for one in made if not one.solutions()]
    assert len(impossible) > 18
    numbers = [fewest([[row] for row in one.stated], one.common) for one in impossible]
    assert sum(number > 1 for number in numbers) > 4


def test_explanations(backend: Backend) -> None:
    for _, made in riddles(backend, 3):
        reasons = Reasons(made)
        reasons.confirm(explain(made.model, backend=backend.name), made.model, backend.name)


def test_explanations_among_some_groups(backend: Backend) -> None:
    for seed, made in riddles(backend, 2):
        groups = sorted({one.group for one in made.stated})
        chosen = groups[seed % len(groups) :][:2]
        answer = explain(made.model, chosen, backend=backend.name)
        Reasons(made, among=chosen).confirm(answer, made.model, backend.name)


def test_fixed_variables_are_explained(backend: Backend) -> None:
    named = 0
    for seed, made in riddles(backend, 2):
        names = made.names[: made.deciding]
        point = made.points[seed * 7919 % len(made.points)]
        fixed = [made.fixing(name, point[number]) for number, name in enumerate(names)][:3]
        view = made.model.fix(
            {getattr(made.v, name): point[number] for number, name in enumerate(names[:3])}
        )
        among = [FIXED] if seed % 2 else []
        answer = explain(view, among, backend=backend.name)
        Reasons(made, fixed, among).confirm(answer, view, backend.name)
        named += any(row.group.name == FIXED for row in answer.rows)
        for row in answer.rows:
            if row.group.name == FIXED:
                assert (row.key, row.name) == (None, row.text)
    assert named or backend.name != "cpsat"


@pytest.mark.parametrize("by", ["groups", "rows"])
def test_relaxations(backend: Backend, by: str) -> None:
    for _, made in riddles(backend, 2):
        if by == "groups" or made.single:
            answer = relax(made.model, by, backend=backend.name)  # type: ignore[arg-type]
            Reasons(made).accept(answer, by)


@pytest.mark.parametrize("by", ["groups", "rows"])
def test_relaxations_by_hitting_sets(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The road of models whose rows cannot be made to give way, here for all of them."""
    monkeypatch.setattr("ilpuzzles.queries.relaxation.can_be_softened", lambda *_: False)
    backend = get_backend("cpsat")
    for _, made in riddles(backend, 2):
        if by == "groups" or made.single:
            answer = relax(made.model, by, backend=backend.name)  # type: ignore[arg-type]
            Reasons(made).accept(answer, by)


@pytest.mark.parametrize("by", ["groups", "rows"])
def test_relaxations_among_some_groups_and_fixed_variables(backend: Backend, by: str) -> None:
    impossible = 0
    for seed, made in riddles(backend, 2):
        if by == "rows" and not made.single:
            continue
        fixed = [made.fixing("x", seed % 2)]
        view = made.model.fix({made.v.x: seed % 2})
        groups = sorted({one.group for one in made.stated} | {FIXED})
        chosen = groups[seed % len(groups) :][:2]
        answer = relax(view, by, chosen, backend=backend.name)  # type: ignore[arg-type]
        Reasons(made, fixed, chosen).accept(answer, by)
        impossible += answer.result.status is Status.INFEASIBLE
    assert impossible or backend.name != "cpsat"


def test_views_are_explained_as_they_are() -> None:
    """Groups that are off are not there at all."""
    for seed in range(60):
        made = riddle(seed, size=7)
        groups = sorted({one.group for one in made.stated} - {UNGROUPED})
        off = groups[seed % len(groups)]
        view = made.model.without(off)
        left = [one for one in made.stated if one.group != off]
        seen = Riddle(made.model, made.names, made.v, made.deciding, made.points, left, made.single)
        Reasons(seen).confirm(explain(view, backend="cpsat"), view, "cpsat")
        if made.single:
            Reasons(seen).accept(relax(view, "rows", backend="cpsat"), "rows")


def test_groups_that_are_not_there_are_refused() -> None:
    model = Model()
    x = model.binary("x")
    with model.group("one"):
        model.add(x == 1)
    with model.group("empty"):
        pass
    for among in (["on"], ["empty"], [FIXED], [UNGROUPED]):
        with pytest.raises(UnknownNameError):
            explain(model, among)
        with pytest.raises(UnknownNameError):
            relax(model, "rows", among)


def odd_cycle() -> Model:
    """Of three variables, every two sum to one; and some rows that do not matter."""
    model = Model()
    x, y, z = (model.binary(name) for name in "xyz")
    with model.group("idle"):
        model.add(x + y + z <= 2)
        model.at_least_one([x, y, z])
    with model.group("odd", why="two of each kind"):
        for one, other in ((x, y), (y, z), (x, z)):
            model.add(one + other == 1, name="pair", key=(one.column, other.column))
    return model


def test_three_pairs_that_sum_to_one(backend: Backend) -> None:
    model = odd_cycle()
    answer = explain(model, backend=backend.name)
    assert [group.name for group in answer.groups] == ["odd"]
    assert [row.key for row in answer.rows] == [(0, 1), (1, 2), (0, 2)]
    assert [str(row) for row in answer.rows] == [
        "pair[0, 1]: x + y = 1",
        "pair[1, 2]: y + z = 1",
        "pair[0, 2]: x + z = 1",
    ]
    assert (answer.minimal, answer.complete) == (True, True)
    assert answer.confirmed_by[0] == backend.name
    # Each witness satisfies the two other rows, and so breaks its own.
    broken = []
    for witness in answer.witnesses:
        assert witness is not None
        values: IntArray = witness
        broken.append([violation.name for violation in model.without("idle").check(values)])
    assert broken == [["pair[0, 1]"], ["pair[1, 2]"], ["pair[0, 2]"]]
    given_up = relax(model, "rows", backend=backend.name)
    assert given_up.given_up is not None
    assert (len(given_up.given_up), given_up.least, given_up.complete) == (1, 1, True)
    assert isinstance(given_up.given_up[0], type(answer.rows[0]))
    assert given_up.given_up[0].name.startswith("pair")
    whole = relax(model, backend=backend.name)
    assert whole.given_up is not None
    assert [part.name for part in whole.given_up] == ["odd"]


Held: TypeAlias = npt.NDArray[np.bool_]
"""Where something holds, for every point of a box that is wider than all bounds."""


def bounded(seed: int) -> tuple[Model, dict[str, Held]]:
    """A small model of whole numbers, and all that rules something out in it, by its name."""
    dice, box = random.Random(seed), np.indices((51, 51, 51)) - 25
    model, demands = Model(), {}
    # Bounds from 0 to 1 would belong to a binary variable, and always hold.
    ends = [(dice.randint(-4, 0), dice.randint(2, 4)) for _ in box]
    x = [model.integer(f"x{n}", lower=low, upper=high) for n, (low, high) in enumerate(ends)]
    for number, (values, (low, high)) in enumerate(zip(box, ends, strict=True)):
        demands[f"x{number} >= {low}"] = values >= low
        demands[f"x{number} <= {high}"] = values <= high
    for number in range(dice.randint(1, 4)):
        factors, least = [dice.choice([-1, 0, 1, 2]) for _ in x], dice.randint(-2, 14)
        if any(factors):
            terms = (a * b for a, b in zip(factors, x, strict=True) if a)
            model.add(model.sum(terms) >= least, name=f"row{number}")
            demands[f"row{number}"] = np.tensordot(factors, box, 1) >= least
    return model, demands


@pytest.mark.parametrize("name", ["auto", "cpsat", "cbc", "highs"])
def test_bounds_belong_to_the_reason(name: str) -> None:
    """Rows and bounds rule everything out; less any one of them, something is left."""
    found = 0
    for seed in range(40 if name == "auto" else 12):
        model, demands = bounded(seed)
        answer = explain(model, bounds=True, backend=name)
        possible = bool(np.logical_and.reduce([*demands.values()]).any())
        assert (answer.result.status is Status.INFEASIBLE) == (not possible), seed
        reason = {row.name.removesuffix("[0]") for row in answer.rows}
        assert bool(reason) == (not possible)
        assert reason <= demands.keys()
        assert len(reason) == len(answer.rows) == len(answer.witnesses)
        if name == "cpsat":
            # It takes no variables without bounds: these are taken for granted, and that is said.
            assert answer.bounds_refused == (() if possible else ("cpsat",))
            assert str(answer).endswith("cpsat cannot do without them") is not possible
            assert not any("=" in one for one in reason)
            reason |= {one for one in demands if "=" in one}
        else:
            assert (answer.bounds_refused, "for granted" in str(answer)) == ((), False)
        if not possible:
            assert not np.logical_and.reduce([demands[one] for one in reason]).any(), seed
        if not possible:
            found += 1
            assert answer.complete
            for one in {row.name.removesuffix("[0]") for row in answer.rows}:
                rest = [np.ones_like(demands[one]), *(demands[other] for other in reason - {one})]
                assert np.logical_and.reduce(rest).any(), seed
            assert all(witness is not None for witness in answer.witnesses)
    assert found > 2


def test_bounds_are_said_to_be_granted_only_where_they_were_asked_for_and_are_there() -> None:
    model = Model()
    model.add(model.integer("n", lower=0, upper=4) >= 5)
    assert explain(model, bounds=False, backend="cpsat").bounds_refused == ()
    assert explain(model, bounds=True, backend="cpsat").bounds_refused == ("cpsat",)
    binary = Model()
    binary.add(binary.binary("x", 2).sum() >= 3)
    assert explain(binary, bounds=True, backend="cpsat").bounds_refused == ()


def test_another_backend_gets_cuts_for_what_the_first_takes_as_it_is() -> None:
    """Clingo knows what is connected, and takes no variables without bounds; CBC is the reverse."""
    model = Model()
    x, n = model.binary("x", 3), model.integer("n", lower=0, upper=4)
    connected(model, np.array([[0, 1], [1, 2]]), x, encoding="lazy")
    model.add(x[0] + x[2] >= 2)
    model.add(n >= 2 + 3 * x[1])
    inquiry = Inquiry(model, "clingo", None)
    assert not inquiry.program.separated()
    assert inquiry.about(inquiry.program, "cbc").program.separated()
    assert not inquiry.about(model.program(), "clingo").program.separated()
    answer = explain(model, bounds=True, backend="cbc")
    assert [str(row) for row in answer.rows if row.group.name == "bounds"] == ["n <= 4"]
