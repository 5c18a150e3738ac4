"""Whether what an answer about a small model claims is true, however far its search has come.

The words of an answer claim as much as its flags do: a word that says that something is complete
stands there exactly where the flag does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.queries.causes import Cause
from ilpuzzles.queries.query_results import (
    BestSolutions,
    Correction,
    Count,
    Explanation,
    Forced,
    Solutions,
    Uniqueness,
    VariantTable,
    Verdict,
)
from support.small_models import (
    GIVEN,
    Members,
    Point,
    SmallModel,
    minimal_conflicts,
    rows_of,
    singly,
    smallest_corrections,
)

MOST_LINES = 20
"""So many solutions and facts are shown, and the number of those that are not."""


def points(solutions: Iterable[IntArray]) -> list[Point]:
    return [tuple(values.tolist()) for values in solutions]


def _require_words(text: str, words: str, *, are_true: bool) -> None:
    assert (words in text) is are_true, f"{words!r} in {text!r}"


def require_count(model: SmallModel, answer: Count, limit: int | None = None) -> None:
    number = len(model.solutions)
    assert int(answer) <= number
    if answer.complete:
        assert int(answer) == number
    if answer.result.limit is Limit.SOLUTIONS:
        assert int(answer) == limit
    assert str(answer).startswith(f"{int(answer):,}")
    _require_words(str(answer), "or more", are_true=not answer.complete)


def require_solutions(model: SmallModel, answer: Solutions, limit: int | None = None) -> None:
    found = points(answer)
    assert len({*found}) == len(found) == answer.number
    assert {*found} <= {*model.solutions}
    if answer.complete:
        assert len(found) == len(model.solutions)
    if answer.result.limit is Limit.SOLUTIONS:
        assert len(found) == limit
    assert answer.result.status is not Status.INFEASIBLE or not model.solutions
    _require_words(str(answer), "incomplete", are_true=not answer.complete)
    require_lines(str(answer), len(found))
    # Its first line, a head, and a line for each solution.
    rows = answer.html().count("<tr>")
    assert rows == 1 + min(len(found), MOST_LINES)


def require_lines(text: str, number: int) -> None:
    """So many things are shown, a line each; beyond the most, the last line counts the others."""
    _, *lines = text.splitlines()
    if number <= MOST_LINES:
        assert len(lines) == number, text
        assert "more" not in (lines[-1] if lines else "")
    else:
        assert len(lines) == MOST_LINES + 1
        assert lines[-1] == f"... and {number - MOST_LINES} more"


def require_best(model: SmallModel, answer: BestSolutions) -> None:
    found = points(answer)
    costs = [model.cost(point) for point in found]
    assert len({*found}) == len(found)
    assert {*found} <= {*model.solutions}
    assert costs == model.ranked[: len(costs)] == [*answer.objectives]
    optimal = model.ranked.count(model.ranked[0]) if model.ranked else 0
    most = optimal if answer.optimal else len(model.solutions)
    assert len(found) <= most
    has_all = answer.complete and answer.result.limit is not Limit.SOLUTIONS
    if has_all:
        assert len(found) == most
    if answer.result.limit is Limit.SOLUTIONS:
        assert len(found) == answer.wanted
    label = str(answer).splitlines()[0]
    _require_words(label, "all there are", are_true=has_all)
    _require_words(label, "incomplete", are_true=not answer.complete)
    require_lines(str(answer), len(found))
    for number, (line, cost) in enumerate(zip(str(answer).splitlines()[1:], costs, strict=False)):
        assert number == MOST_LINES or line.startswith(f"{number + 1}: objective {cost}: ")


def require_uniqueness(model: SmallModel, answer: Uniqueness) -> None:
    found = points(answer.solutions)
    assert len({*found}) == len(found) <= 2
    assert {*found} <= {*model.solutions}
    number = len(model.solutions)
    if answer.verdict is not Verdict.UNKNOWN:
        assert answer.verdict is {0: Verdict.NONE, 1: Verdict.UNIQUE}.get(number, Verdict.SEVERAL)
        assert len(found) == min(number, 2)
    assert answer.complete is (answer.verdict is not Verdict.UNKNOWN)
    assert answer.unique is (None if not answer.complete else number == 1)
    text = str(answer)
    _require_words(text, "exactly one", are_true=answer.verdict is Verdict.UNIQUE)
    _require_words(text, "no solution", are_true=answer.verdict is Verdict.NONE)
    _require_words(text, "several", are_true=answer.verdict is Verdict.SEVERAL)
    _require_words(text, "one solution is known", are_true=not answer.complete and len(found) == 1)
    _require_words(text, "nothing is known", are_true=not answer.complete and not found)
    columns = enumerate(zip(*found, strict=True)) if answer.verdict is Verdict.SEVERAL else ()
    differing = {f"x[{n}]": pair for n, pair in columns if pair[0] != pair[1]}
    assert answer.differences() == differing
    for name, (first, second) in differing.items():
        assert f"{name}: {first} or {second}" in text
    assert answer.html().count("<tr>") == (len(differing) + 1 if differing else 0)


def require_forced(model: SmallModel, answer: Forced) -> None:
    columns = [{*values} for values in zip(*model.solutions, strict=True)]
    same = {f"x[{n}]": min(found) for n, found in enumerate(columns) if len(found) == 1}
    assert answer.values.items() <= same.items()
    # What is not settled yet is what all the solutions so far have in common.
    assert same.keys() <= answer.values.keys() | answer.undecided.keys() or not answer.facts
    if answer.solution is not None:
        assert points([answer.solution])[0] in model.solutions
    assert answer.result.status is not Status.INFEASIBLE or not model.solutions
    if answer.complete:
        assert (answer.values, answer.undecided) == (same, {})
    text = str(answer)
    is_proved = answer.complete and answer.solution is not None
    _require_words(text, "are the same in every solution", are_true=is_proved)
    is_open = answer.solution is not None and not answer.complete
    _require_words(text, "undecided", are_true=is_open)
    if is_proved:
        assert text.startswith(f"{len(same)} of {len(model.bounds)} ")
        assert {*text.splitlines()[1:]} == {f"{name} = {value}" for name, value in same.items()}


def require_explanation(
    model: SmallModel,
    answer: Explanation,
    *,
    given: bool = False,
    rows: bool = True,
    reasons: int = 1,
    among: str = "",
) -> None:
    everything = range(len(model.rows))
    if answer.solution is not None:
        assert points([answer.solution])[0] in model.solutions
        assert answer.result.status is Status.OPTIMAL
        assert (answer.groups, answer.rows, answer.minimal) == ((), (), False)
        return
    if answer.result.status is not Status.INFEASIBLE:
        assert not answer.complete
        assert "unknown whether" in str(answer)
        return
    assert not model.possible(everything)
    parts = model.parts() if given else {}
    groups = {name: rows for name, rows in model.groups().items() if among in {"", name}}
    outside = {*everything} - rows_of(groups, groups)
    if answer.given:
        members, always, chosen = parts, model.rules(), [_names(answer.given)]
        assert [*map(int, _rows(answer.rows))] == [
            row for cause in answer.given for row in sorted(parts[cause.name])
        ]
    elif rows:
        members, always = singly(model, groups), frozenset(outside)
        chosen = [frozenset(_rows(answer.rows))] if answer.rows else []
        assert {row.group for row in answer.rows} <= {*answer.groups}
    else:
        members, always = groups, frozenset(outside)
        chosen = [frozenset(group.name for group in answer.groups)]
    if answer.given == ():
        # The rules alone are to blame, so nothing given is named.
        assert not model.possible(model.rules())
        members = {name: some for name, some in members.items() if some <= model.rules()}
        assert GIVEN not in {group.name for group in answer.groups}
    for causes in answer.others:
        numbered = rows and not answer.given
        chosen.append(frozenset(_rows(causes)) if numbered else _names(causes))
    _require_conflicts(answer, minimal_conflicts(model, members, always), chosen, reasons)
    if answer.minimal and answer.rows:
        _require_witnesses(model, answer, always)
    if given and answer.given:
        assert answer.taken_back is not None
        require_correction(model, answer.taken_back, parts, model.rules())
    _require_words_of_explanation(answer)


def _require_conflicts(
    answer: Explanation,
    known: set[frozenset[str]],
    chosen: list[frozenset[str]],
    reasons: int,
) -> None:
    assert all(any(one <= names for one in known) for names in chosen), "they have a solution"
    proved = chosen if answer.minimal else chosen[1:]
    assert len({*chosen}) == len(chosen) <= reasons
    assert {*proved} <= known, "not all of it is needed"
    if answer.all_known:
        assert {*chosen} == known - {frozenset()}
    if answer.complete:
        assert answer.minimal
        assert answer.all_known or len(chosen) == reasons
    assert (answer.all_known is None) is (reasons == 1)


def _require_witnesses(model: SmallModel, answer: Explanation, always: frozenset[int]) -> None:
    """Without a row, or the given that it belongs to, all the others have the solution shown."""
    assert len(answer.witnesses) == len(answer.rows)
    numbers = [*map(int, _rows(answer.rows))]
    for number, witness in zip(numbers, answer.witnesses, strict=True):
        assert witness is not None
        row = model.rows[number]
        together = {number}
        if answer.given:
            together = {other for other in numbers if model.rows[other].part == row.part}
        kept = ({*numbers} - together) | always
        assert points([witness])[0] in model.points_of(kept)


def _require_words_of_explanation(answer: Explanation) -> None:
    text = str(answer)
    _require_words(text, "not all of these are needed", are_true=not answer.minimal)
    if answer.given:
        clash = next(line for line in text.splitlines() if "cannot stay" in line)
        # What was fixed is called by its text, and all else as `PARTS` says.
        called = {
            cause.name if "=" in cause.name else f"the {cause.name}" for cause in answer.given
        }
        assert {cause.called for cause in answer.given} == called
        assert all(name in clash for name in called)
        is_shown = answer.minimal and len(answer.given) > 2
        _require_words(text, "take any one of them back", are_true=is_shown)
        _require_words(
            text, "each of them fits", are_true=answer.minimal and len(answer.given) == 2
        )
        assert answer.taken_back is not None
        given_up = answer.taken_back.given_up
        _require_words(text, "the fewest", are_true=answer.taken_back.complete)
        at_least = f"at least {answer.taken_back.least}"
        _require_words(text, at_least, are_true=not answer.taken_back.complete)
        if given_up is not None:
            assert f"take back {len(given_up)} (" in text
    else:
        is_shown = answer.minimal and (bool(answer.rows) or len(answer.groups) > 1)
        _require_words(text, "leave out any one of", are_true=is_shown)
        lines = [*map(str.strip, text.splitlines())]
        assert all(str(row) in lines for row in answer.rows)
    if answer.groups:
        _require_words(text, "and no other", are_true=answer.all_known is True)
        _require_words(text, "there may be more", are_true=answer.all_known is False)
        either = text.count("together either") + text.count("this cannot")
        assert either >= len(answer.others)


def require_correction(
    model: SmallModel, answer: Correction, members: Members, always: Iterable[int]
) -> None:
    always = frozenset(always)
    smallest = smallest_corrections(model, members, always)
    fewest = len(next(iter(smallest))) if smallest else None
    if answer.result.status is Status.INFEASIBLE:
        assert fewest is None
        assert (answer.sets, answer.solutions) == ((), ())
        return
    assert fewest is None or answer.least <= fewest

    def name_of(cause: Cause) -> str:
        return str(int(cause.rows[0])) if answer.by == "rows" else cause.name

    sets = [frozenset(map(name_of, causes)) for causes in answer.sets]
    assert len({*sets}) == len(sets) == len(answer.solutions)
    for names, values in zip(sets, answer.solutions, strict=True):
        kept = rows_of(members, members.keys() - names) | always
        assert points([values])[0] in model.points_of(kept), f"{names} is not enough"
    if answer.complete:
        assert answer.least == fewest
        assert {*sets} <= smallest
        assert sets
    if answer.all_known:
        assert {*sets} == smallest
    assert (answer.solution is None) is (not sets)
    if sets and answer.by != "given":
        _require_amounts(model, answer, rows_of(members, sets[0]))
    _require_words_of_correction(answer)


def _require_amounts(model: SmallModel, answer: Correction, given_up: frozenset[int]) -> None:
    """The rows that the solution misses give by so much, and no solution of the rest does less."""
    assert answer.solution is not None
    point = points([answer.solution])[0]
    if answer.relaxed:
        missed = {row: model.rows[row].missed(point) for row in given_up}
        said = {int(row.row.rows[0]): row.by for row in answer.relaxed}
        assert said == {row: by for row, by in missed.items() if by}
    kept = {*range(len(model.rows))} - given_up
    sums = [sum(model.rows[row].missed(one) for row in given_up) for one in model.points_of(kept)]
    if answer.gives_least:
        assert sum(row.by or 0 for row in answer.relaxed) == min(sums)


def _require_words_of_correction(answer: Correction) -> None:
    text = str(answer)
    size = None if answer.given_up is None else len(answer.given_up)
    if answer.by == "given":
        assert size is None or text.count("; or ") == len(answer.sets) - 1
        for causes in answer.sets:
            assert all(cause.called in text for cause in causes)
        return
    is_least = bool(size) and size == answer.least
    _require_words(text, "the fewest", are_true=is_least)
    first, *_ = text.splitlines()
    is_open = answer.least > 0 if size is None else size > answer.least
    _require_words(first, f"at least {answer.least}", are_true=is_open)
    if size:
        assert f"give up {size} (" in text
    amounts = [row for row in answer.relaxed if row.by is not None and not row.is_choice]
    _require_words(text, "perhaps less", are_true=bool(amounts) and not answer.gives_least)
    _require_words(text, "the least", are_true=len(amounts) > 1 and answer.gives_least)
    if len(amounts) > 1 or (amounts and not answer.gives_least):
        assert f"by {sum(row.by or 0 for row in amounts)} in all" in text


def require_table(table: VariantTable, models: dict[str, SmallModel], limit: int) -> None:
    """The variants have as many solutions as there are, up to the limit."""
    assert [variant.name for variant in table] == [*models]
    for variant, line in zip(table, table.table()[1:], strict=True):
        model = models[variant.name]
        found, number = points(variant.solutions), len(model.solutions)
        assert len({*found}) == len(found) == min(number, limit)
        assert {*found} <= {*model.solutions}
        assert variant.result.complete is (number < limit)
        said = {0: "none", 1: "exactly 1"}.get(number, str(number))
        assert variant.verdict() == (said if number < limit else f"{limit} or more")
        assert line[0] == variant.name
        assert line[2] == str(len(model.stated))
        assert line[3] == variant.verdict()


def _names(causes: Iterable[Cause]) -> frozenset[str]:
    return frozenset(cause.name for cause in causes)


def _rows(causes: Iterable[Cause]) -> list[str]:
    return [str(int(cause.rows[0])) for cause in causes]


def require_answer(model: SmallModel, answer: Any, **asked: Any) -> None:
    """What an answer of any kind claims is true."""
    for kind, require in _KINDS:
        if isinstance(answer, kind):
            require(model, answer, **asked)
            return
    raise AssertionError(f"nobody judges a {type(answer).__name__}")


_KINDS: list[tuple[type, Callable[..., None]]] = [
    (Count, require_count),
    (BestSolutions, require_best),
    (Solutions, require_solutions),
    (Uniqueness, require_uniqueness),
    (Forced, require_forced),
    (Explanation, require_explanation),
    (Correction, require_correction),
]
