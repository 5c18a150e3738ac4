"""All questions about random models of all sorts, to every backend, against trying everything.

`python -m pytest tests/fuzz/test_fuzz.py --wider 100 -n 2 --dist load` asks every backend in this
process about 2,000 models, and those with a process of their own about a sixth as many. Which
ones changes with the date, but for the first few; the first line of a run says which.
"""

from __future__ import annotations

import pytest

from ilpuzzles.errors import ModelError
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.query_results import Count
from support.fuzz.descriptions import Description, program
from support.fuzz.generator import ENCODINGS, SORTS, described
from support.fuzz.meaning import MOST, Meaning, tried
from support.fuzz.questions import Case, findings, wrong
from support.fuzz.shrinking import shrunk
from support.vocabulary import FUNCTIONS


@pytest.mark.exhaustive
def test_every_answer_is_right(fuzzed: str, seeds_of_fuzzed: range) -> None:
    lines = [
        f"cd tests && python -m support.fuzz.again {fuzzed} {seed} {question!r}  # {what}"
        for seed in seeds_of_fuzzed
        for question, what in findings(seed, fuzzed)
    ]
    assert not lines, "\n".join(["", *lines])


WORDS = [
    *FUNCTIONS,
    *(f"model.{one}" for one in ("exactly_one", "at_most_one", "at_least_one", "add_rows")),
    *("model.conjunction", "model.disjunction", "model.minimize", "model.maximize", "model.group"),
    *("model.then_minimize", "model.then_maximize", " / 3)", "(0.5 * "),
    *("connected(", "edges=", "roots=", "auxiliary=True", "target=", ".implies(", ".between("),
    *("without('board', ", "fix({n0: ", "-1000000000, 1000000000", " ^ ", "True, "),
]


@pytest.mark.exhaustive
@pytest.mark.parametrize("sort", SORTS)
def test_models_are_of_all_sorts(sort: str) -> None:
    made = [described(seed, sort) for seed in range(300)]
    assert made == [described(seed, sort) for seed in range(300)]
    assert max(tried(one.columns) for one in made) <= MOST
    numbers = [len(Meaning(one).solutions()) for one in made[:150]]
    assert 20 < sum(number == 0 for number in numbers) < 75
    assert sum(number == 1 for number in numbers) > 5
    assert sum(number > 1 for number in numbers) > 60
    if sort != "cover":
        text = "\n".join(map(program, made))
        missing = [word for word in [*WORDS, *map(repr, ENCODINGS)] if word not in text]
        assert not missing
        assert sum("auxiliary=True" in program(one) for one in made) > 100
        refused = 0
        for one in made:
            try:
                exec(program(one), {})  # noqa: S102 - it is of our own making
            except ModelError:
                refused += 1
        assert refused < 30


@pytest.mark.exhaustive
def test_what_is_wrong_is_found_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if every model with a row of the kind at most one had a solution more."""
    text = ""

    def miscounted(view: object, **options: object) -> Count:
        count = count_solutions(view, **options)  # type: ignore[arg-type]
        return Count(count.number + ("at_most_one" in text), count.result)

    monkeypatch.setattr("support.fuzz.questions.count_solutions", miscounted)

    def fails(less: Description) -> bool:
        nonlocal text
        text = program(less)
        try:
            return wrong(Case(less, "cpsat", 0), "count").startswith("wrong: ")
        except (ModelError, LookupError, ValueError):
            return False

    seed = next(seed for seed in range(300) if fails(described(seed, "any")))
    small = shrunk(described(seed, "any"), fails)
    assert len(small.statements) == 1
    assert len(program(small).splitlines()) <= 9
