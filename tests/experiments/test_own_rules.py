"""Rules and objectives of one's own on shipped puzzles, rows of experiments, and texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeAlias

import pytest
from hypothesis import given, strategies as st

import ilpuzzles
from ilpuzzles import Experiment, absolute, list_solutions
from ilpuzzles.asking.model import Model
from ilpuzzles.errors import InputError, ModelError, UnknownNameError
from ilpuzzles.modelling.expressions import Logical, Variable
from ilpuzzles.modelling.numbers import NumberArray
from ilpuzzles.puzzles.kinds import get_kind
from ilpuzzles.tilings import cells, elements, placement
from support.begun_models import with_rooks
from support.rings import examples
from support.same_programs import described

Rule: TypeAlias = tuple[Logical, Callable[[NumberArray], bool]]
"""A rule, and whether values of the variables satisfy it."""


def board(rows: int = 4, columns: int = 3) -> Experiment:
    """A board for dominoes."""
    text = f"region: {{rows: {rows}, columns: {columns}}}"
    return ilpuzzles.experiment("dominoes", text=text, backend="cpsat")


def random_rule(random: Random, variables: list[Variable]) -> Rule:
    """A rule that is linear, or logic with auxiliary variables."""
    x, y, z = random.sample(variables, 3)
    some = random.sample(variables, 5)
    least = random.randrange(1, 3)
    first, second = some[:3], some[2:]

    def total(values: NumberArray, chosen: list[Variable]) -> int:
        return int(sum(values[one.column] for one in chosen))

    rules: list[tuple[Any, Callable[[NumberArray], bool]]] = [
        (sum(some) <= least, lambda values: total(values, some) <= least),
        (
            x.implies(sum(first) + sum(second) >= least),
            lambda v: not v[x.column] or total(v, first) + total(v, second) >= least,
        ),
        (
            absolute(sum(first) - sum(second)) <= 1,
            lambda values: abs(total(values, first) - total(values, second)) <= 1,
        ),
        (
            ((sum(first) >= 1) & (sum(second) >= 1)) | ~z | (x & y),
            lambda v: (
                (total(v, first) >= 1 and total(v, second) >= 1)
                or not v[z.column]
                or bool(v[x.column] and v[y.column])
            ),
        ),
    ]
    return random.choice(rules)


@pytest.mark.exhaustive
@examples(25)
@given(number=st.integers(0, 10**9))
def test_rules_leave_the_solutions_that_obey_them(number: int) -> None:
    """Branches of one experiment, some with the same group again, others one upon the other."""
    random = Random(number)
    asked = board()
    found = list_solutions(asked.model).solutions
    variables = list(asked.formulated.model.families[0].flat)
    known: list[tuple[Experiment, list[Rule]]] = [(asked, [])]
    for step in range(random.randrange(1, 5)):
        base, before = random.choice(known)
        rules = [random_rule(random, variables) for _ in range(random.randrange(1, 3))]
        group = random.choice(["mine", f"mine {step}"])
        known.append((base.add(*(rule for rule, _ in rules), group=group), [*before, *rules]))
    for one, rules in known:
        obeying = [values for values in found if all(holds(values) for _, holds in rules)]
        assert one.count().count == len(obeying)
        own = [group.name for group in one.groups if group.name.startswith("mine")]
        assert one.without(*own).count().count == len(found)
        assert len(asked.formulated.model.groups) == len(asked.groups)


def test_a_rule_is_a_group_like_any_other() -> None:
    asked = board(2, 3)
    place = asked.formulated.model.family("place")
    rule = place.sum() <= 2
    few = asked.add(rule, group="few", why="two dominoes at most")
    assert "few: two dominoes at most" in few.text()
    assert repr(few.rows("few")).startswith("few: 1 row\n  few[0]: place[")
    reason = few.explain(all_rows=True)
    assert {row.name for row in reason.explanation.rows} >= {"few[0]"}
    assert few.relax().relaxation.complete
    again = asked.add(rule, group="few", why="another reason")
    assert again.groups[-1].why == "another reason"
    assert few.groups[-1].why == "two dominoes at most"
    assert [row.name for row in few.add(rule, group="few").rows("few")] == ["few[0]", "few[1]"]
    with pytest.raises(ModelError, match="there is already a group 'each cell once'"):
        asked.add(rule, group="each cell once")
    with pytest.raises(ModelError, match="a group of rows needs a name"):
        asked.add(rule, group="")
    with pytest.raises(ModelError, match=r"of two models|belongs to the model"):
        asked.add(Model().binary("x") >= 1, group="other")
    assert asked.count().count == 3
    fixed = asked.fix({place.flat[0]: 1})
    assert fixed.add(place.sum() >= 1, group="many").count().count == fixed.count().count


def test_an_added_rule_needs_no_symmetry() -> None:
    """One of the two tilings with a domino that stands on the left or the right is left."""
    asked = board(2, 3)
    of_cell = {row.key: row.coefficients for row in asked.rows("each cell once")}
    left = [x for x in of_cell[0, 0] if x in of_cell[1, 0]]
    right = [x for x in of_cell[0, 2] if x in of_cell[1, 2]]
    rule: Any = sum(left) - sum(right) >= 1
    assert asked.count(up_to_symmetry=True).count_up_to_symmetry == 2
    uneven = asked.add(rule, group="uneven")
    found = uneven.count(up_to_symmetry=True)
    assert (found.count, found.count_up_to_symmetry) == (1, 1)
    broken = ilpuzzles.experiment("lonpos", "empty", break_symmetry="auto")
    own = broken.formulated.model.families[0].flat[0]
    with pytest.raises(InputError, match="symmetry breaking, which leaves solutions out"):
        broken.add(own == 1, group="own")
    with pytest.raises(InputError, match="symmetry breaking, which leaves solutions out"):
        broken.maximize(own)


def test_an_objective_of_ones_own_chooses_among_the_solutions() -> None:
    asked = board()
    place = asked.formulated.model.family("place")
    weights = [Random(column).randrange(10) for column in range(place.size)]
    values = [int(one[place.columns] @ weights) for one in list_solutions(asked.model).solutions]
    expected = {"maximize": max(values), "minimize": min(values)}
    for verb, best in expected.items():
        answer = getattr(asked, verb)(place.dot(weights)).solve()
        assert (answer.result.objective, answer.verified_by()) == (best, ["rows", "rules"])
    ranked = asked.maximize(place.dot(weights)).best(4)
    assert ranked.objectives == tuple(sorted(values, reverse=True)[:4])
    assert asked.solve().result.objective is None


def test_a_puzzle_of_ones_own_takes_rules_too() -> None:
    model, rook = with_rooks(3)
    puzzle = ilpuzzles.own_puzzle(model, lambda values: values.reshape(3, 3).tolist())
    before = described(model.program())
    ordered = puzzle.add(
        (rook[0, 0] & rook[1, 1]) | (rook[0, 1] & rook[1, 0]), group="corner", why="two above"
    )
    assert (puzzle.count().count, ordered.count().count) == (6, 2)
    assert len(ordered.solve().solutions[0]) == 3
    after = described(model.program())
    assert after["groups"] == before["groups"]
    assert ilpuzzles.own_puzzle(model).count().count == 6
    program = ilpuzzles.own_puzzle(model.fix({rook[0, 0]: 1}))
    assert program.add(rook[1, 1] == 0, group="not there").count().count == 1
    with pytest.raises(ModelError, match="the program belongs to another model"):
        ilpuzzles.own_puzzle(model.program().unnamed()).add(rook[0, 0] == 1, group="own")


def test_rows_are_found_by_group_and_know_their_model() -> None:
    asked = ilpuzzles.experiment("lonpos", "8pieces")
    tiles = asked.rows("each tile once")
    assert (len(tiles), tiles[0].key, tiles[0].bounds) == (12, "A", (1, 1))
    assert set(tiles[0].coefficients.values()) == {1}
    assert len(asked.rows()) == asked.model.statistics().rows
    assert len(asked.without("each tile once").rows("each tile once")) == 0
    with pytest.raises(UnknownNameError, match="each tile once"):
        asked.rows("each tile onse")
    row = asked.formulated.model.rows("each tile once")[0]
    asked.formulated.model.change(row, bounds=(0, 1))
    assert tiles[0].bounds == (1, 1), "the experiment is what it was"


BUILDERS: Mapping[str, tuple[str, str | None, Callable[[Any], Any]]] = {
    "placement": ("lonpos", "8pieces", placement),
    "reduced": ("lonpos", "8pieces", lambda instance: placement(instance, reduce=True)),
    "cells": ("lonpos", "8pieces", cells),
    "cells-sums": ("cube", None, lambda instance: elements(instance, sums=True)),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", BUILDERS)
def test_builders_make_the_formulations(name: str) -> None:
    puzzle, preset, build = BUILDERS[name]
    loaded = ilpuzzles.load(puzzle, preset)
    _, stated = ilpuzzles.formulate(loaded, name)
    assert described(build(loaded.instance).model.program()) == described(stated.model.program())


def test_every_formulation_has_a_builder_to_import() -> None:
    assert {*get_kind("tiling").formulations} == {*BUILDERS, "cells-aggregated"}


@pytest.mark.parametrize("head", ["", "board: |\n", "puzzle: lonpos\nboard: |\n"])
def test_an_instance_is_read_from_a_text(head: str) -> None:
    text = head + "  AAA........\n  A..........\n" + 3 * "  ...........\n"
    assert ilpuzzles.experiment("lonpos", text=text).rows("starting position")[0].key == "A"


def test_what_is_wrong_with_a_text_has_its_place() -> None:
    for text, message in (
        ("board: |\n  AA\n", "text:2:5: "),
        ("puzzle: cube\n", "text:1:9: "),
        ("regoin: 3\n", "text:1:1: "),
        ("board: [", "text:2:1: not YAML"),
    ):
        with pytest.raises(InputError, match=f"^{message}"):
            ilpuzzles.load("lonpos", text=text)
    with pytest.raises(InputError, match="cannot be combined"):
        ilpuzzles.load("lonpos", "empty", text="")
    with pytest.raises(InputError, match="not the rows of a board; give it as --url"):
        ilpuzzles.load("slitherlink", board="https://puzz.link/p?slither/3/2/6bg")
