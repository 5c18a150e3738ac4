"""Counting, listing, uniqueness and what is forced, on random models against trying everything."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from typing import Any

import pytest

from ilpuzzles.backends.interface import Backend, Options
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.modelling.expressions import Expression
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.query_results import Forced, Verdict
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.unique import check_uniqueness
from support.question_oracles import Point, Riddle, listed, riddle

MANY = range(80)


def riddles(backend: Backend, count: int, most: int) -> Iterator[tuple[int, Riddle]]:
    """All of many on CP-SAT; elsewhere some that have few solutions, since each is a search."""
    if backend.name == "cpsat":
        for seed in MANY:
            encoding = ("", "", "lazy", "", "", "flow")[seed % 6]
            yield seed, riddle(seed, connectivity=encoding, nested=seed % 4 == 0)
        return
    found = 0
    for seed in range(1000, 2000):
        encoding = ("", "lazy", "", "flow")[seed % 4]
        made = riddle(seed, connectivity=encoding, size=6, small=True)
        number = len(made.solutions())
        if number <= most and (number or seed % 3 == 0):
            found += 1
            yield seed, made
        if found == count:
            return


def test_the_riddles_are_of_all_sorts() -> None:
    made = [riddle(seed, nested=seed % 4 == 0) for seed in MANY]
    counts = [len(one.solutions()) for one in made]
    assert sum(count == 0 for count in counts) > 24
    assert sum(count > 20 for count in counts) > 8
    assert sum("u" in one.names for one in made) > 10
    assert sum(not one.single for one in made) > 0
    assert max(len(one.points) for one in made) <= 1 << 11


def test_counts_and_lists(backend: Backend) -> None:
    for seed, made in riddles(backend, 8, 3):
        expected = made.solutions()
        solutions = list_solutions(made.model, backend=backend.name)
        assert listed(made, solutions, made.model) == expected, f"seed {seed}"
        assert solutions.complete
        assert (len(solutions), solutions.result.limit) == (len(expected), Limit.NONE)
        status = Status.OPTIMAL if expected else Status.INFEASIBLE
        assert solutions.result.status is status, f"seed {seed}"
        if backend.name == "cpsat" or seed % 5 == 0:
            count = count_solutions(made.model, backend=backend.name)
            assert (int(count), count.complete) == (len(expected), True), f"seed {seed}"


def test_limits(backend: Backend) -> None:
    for seed, made in [*riddles(backend, 3, 3)][:25]:
        expected = made.solutions()
        for limit in {1, 2, len(expected), len(expected) + 1} - {0}:
            solutions = list_solutions(made.model, limit, backend=backend.name)
            found = listed(made, solutions, made.model)
            assert len(found) == len(set(found)) == min(limit, len(expected))
            assert set(found) <= set(expected)
            assert solutions.complete == (limit > len(expected)), f"seed {seed}"
            if not solutions.complete:
                assert solutions.result.limit is Limit.SOLUTIONS
            if backend.name != "cpsat":
                continue
            count = count_solutions(made.model, limit=limit)
            assert (int(count), count.complete) == (len(found), solutions.complete)


def test_two_workers_find_the_same() -> None:
    checked = 0
    for seed in range(400):
        made = riddle(seed, connectivity="lazy" if seed % 2 else "")
        if not 2 <= len(made.solutions()) <= 200:
            continue
        checked += 1
        options = Options(workers=2)
        if checked % 2:
            solutions = list_solutions(made.model, backend="cpsat", options=options)
            assert listed(made, solutions, made.model) == made.solutions(), f"seed {seed}"
            assert solutions.complete
        else:
            count = count_solutions(made.model, backend="cpsat", options=options)
            assert (int(count), count.complete) == (len(made.solutions()), True), f"seed {seed}"
        if checked == 5:
            return
    raise AssertionError("not enough riddles")


def fixed(made: Riddle, point: Point, *, but: int) -> Program:
    """A view in which all deciding variables but one are those of a solution."""
    values = zip(made.names[: made.deciding], point, strict=True)
    return made.model.fix(
        {getattr(made.v, name): value for number, (name, value) in enumerate(values)}
        if but < 0
        else {
            getattr(made.v, name): value
            for number, (name, value) in enumerate(values)
            if number != but
        }
    )


def test_uniqueness(backend: Backend) -> None:
    verdicts = set()
    for seed, made in riddles(backend, 5, 30):
        solutions = made.solutions()
        questions: list[tuple[Any, list[Point]]] = [(made.model, solutions)]
        if solutions:
            free = seed % made.deciding
            chosen = solutions[seed % len(solutions)]
            agreeing = [
                one
                for one in solutions
                if one[:free] + one[free + 1 :] == chosen[:free] + chosen[free + 1 :]
            ]
            questions.append((fixed(made, chosen, but=free), agreeing))
        for model, expected in questions:
            answer = check_uniqueness(model, backend=backend.name)
            wanted = (Verdict.NONE, Verdict.UNIQUE, Verdict.SEVERAL)[min(len(expected), 2)]
            assert answer.verdict is wanted, f"seed {seed}"
            verdicts.add(wanted)
            assert answer.unique is (wanted is Verdict.UNIQUE)
            assert answer.result.complete
            assert answer.result.limit is Limit.NONE
            found = listed(made, answer.solutions, model)
            assert len(found) == len(set(found)) == min(len(expected), 2)
            assert set(found) <= set(expected)
            differences = answer.differences()
            if len(found) == 2:
                one, other = (made.projected(values) for values in answer.solutions)
                assert differences == {
                    name: (first, second)
                    for name, first, second in zip(made.names, one, other, strict=False)
                    if first != second
                }
                assert differences
            else:
                assert differences == {}
            assert str(answer)
    assert verdicts == {Verdict.NONE, Verdict.UNIQUE, Verdict.SEVERAL}


def backbone(names: list[str], solutions: list[Point]) -> dict[str, int]:
    """The variables that have the same value in all solutions."""
    columns = zip(names, zip(*solutions, strict=True), strict=False)
    return {name: values[0] for name, values in columns if len(set(values)) == 1}


def right_about(answer: Forced, expected: Mapping[str, int], solutions: list[Point]) -> None:
    assert answer.complete
    assert answer.result.limit is Limit.NONE
    assert answer.undecided == {}
    if not solutions:
        assert answer.result.status is Status.INFEASIBLE
        assert (answer.values, answer.solution) == ({}, None)
        return
    assert answer.values == expected
    assert answer.solution is not None
    assert answer.result.status is Status.OPTIMAL


def test_what_is_forced(backend: Backend) -> None:
    forced = 0
    for seed, made in riddles(backend, 4, 100):
        solutions = made.solutions()
        answer = find_forced(made.model, backend=backend.name)
        expected = backbone(made.names, solutions) if solutions else {}
        right_about(answer, expected, solutions)
        assert answer.facts == (made.deciding if solutions else 0), f"seed {seed}"
        forced += bool(expected)
        if answer.solution is not None:
            assert made.model.check(answer.solution) == ()
    assert forced > 1


def test_facts_are_any_numbers(backend: Backend) -> None:
    for seed, made in [*riddles(backend, 3, 100)][:40]:
        solutions = made.solutions()
        names = made.names[: made.deciding]
        shown: list[Point] = []

        def facts(
            values: IntArray,
            made: Riddle = made,
            names: list[str] = names,
            shown: list[Point] = shown,
        ) -> Any:
            shown.append(made.projected(values))
            numbers: dict[Hashable, Expression] = {
                ("double", names[0]): 2 * getattr(made.v, names[0]).expression() + 1,
                "all": made.model.sum(getattr(made.v, name) for name in names),
            }
            if len(names) > 1:
                numbers["difference"] = getattr(made.v, names[0]) - getattr(made.v, names[1])
            return numbers

        answer = find_forced(made.model, facts, backend=backend.name)
        reached: dict[Hashable, set[int]] = {
            ("double", names[0]): {2 * one[0] + 1 for one in solutions},
            "all": {sum(one) for one in solutions},
        }
        if len(names) > 1:
            reached["difference"] = {one[0] - one[1] for one in solutions}
        expected = {name: min(some) for name, some in reached.items() if len(some) == 1}
        assert answer.values == (expected if solutions else {}), f"seed {seed}"
        assert len(shown) == bool(solutions)
        assert set(shown) <= set(solutions)
        assert answer.facts == (len(reached) if solutions else 0)


@pytest.mark.parametrize(
    "question", [list_solutions, count_solutions, check_uniqueness, find_forced]
)
def test_an_objective_does_not_matter(question: Any) -> None:
    for seed in range(20):
        made = riddle(seed)
        plain = question(made.model)
        made = riddle.__wrapped__(seed)
        made.model.maximize(made.model.sum(getattr(made.v, name) for name in made.names))
        told = question(made.model)
        assert told.result.status is plain.result.status
        assert told.result.complete
        if question is find_forced:
            assert told.values == plain.values
        elif question is count_solutions:
            assert int(told) == int(plain)
        elif question is list_solutions:
            assert listed(made, told, made.model) == made.solutions()
        else:
            assert told.verdict is plain.verdict
