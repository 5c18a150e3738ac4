"""Every question about a model of the fuzz, asked of a backend and held against its meaning."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

from ilpuzzles.asking.files import FileModel, from_pulp, open_model
from ilpuzzles.asking.model import Model
from ilpuzzles.asking.program import AskableProgram
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import BackendError, CheckError, IlpuzzlesError, InputError, ModelError
from ilpuzzles.exactcover.settings import Engine, Settings
from ilpuzzles.formats.names import readable_names
from ilpuzzles.modelling.expressions import Expression, Variable
from ilpuzzles.modelling.numbers import decimal_text
from ilpuzzles.modelling.program import Program, program_of
from ilpuzzles.modelling.rows import DEFINITION, IntArray
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.queries.best import best_solutions, optimal_solutions
from ilpuzzles.queries.corrections import relax
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.sample import sample_solutions
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.queries.variants import whatif
from support.fuzz.descriptions import Description, program
from support.fuzz.generator import LAZY, described
from support.fuzz.meaning import Meaning, Point, tried
from support.same_programs import described as same

IN_PROCESS = ("clingo", "cpsat", "exactcover", "auto")
CHILDREN = ("cbc", "highs", "scip")
_SECONDS = 120.0
"""More than any of these small models may take."""


class Case:
    """A model of the fuzz and a backend.

    Args:
        description: What the model says.
        backend: The backend.
        seed: Decides what is asked for in particular.

    Attributes:
        view: The model as it is looked at.
        meaning: What it means.
        deciding: The names of the deciding variables, in the order of their values in solutions.
    """

    def __init__(self, description: Description, backend: str, seed: int) -> None:
        names: dict[str, Any] = {}
        # The program is of our own making.
        exec(program(description), names)  # noqa: S102
        self.description = description
        self.backend = backend
        self.seed = seed
        self.dice = random.Random(f"questions {seed}")
        self.model: Model = names["model"]
        self.view: AskableProgram = names["view"]
        self.handles = {column.name: names[column.name] for column in description.columns}
        self.child = backend not in IN_PROCESS
        self.meaning = Meaning(description)
        self.options = Options(time_limit=_SECONDS, seed=seed % 1000)
        names_of = self.meaning.columns
        self.deciding = [names_of[place].name for place in self.meaning.deciding]
        self._solutions: set[Point] | None = None

    @property
    def solutions(self) -> set[Point]:
        """The solutions, each once."""
        if self._solutions is None:
            self._solutions = self.meaning.solutions()
        return self._solutions

    def point(self, values: IntArray) -> Point:
        """The values of all variables of the description."""
        columns = [self.handles[column.name].column for column in self.meaning.columns]
        return tuple(values[columns].tolist())

    def number(self, values: IntArray) -> int:
        """Which assignment this is, as a bit."""
        return 1 << self.meaning.points.index(self.point(values))

    def found(self, some: Iterable[IntArray], mask: int | None = None) -> list[Point]:
        """The deciding values of some solutions, after a look at all of them."""
        wanted = self.meaning.all() if mask is None else mask
        points = []
        for values in some:
            assert self.number(values) & wanted, f"{self.point(values)} is no solution"
            assert mask is not None or self.view.check(values) == ()
            points.append(self.meaning.projected(self.point(values)))
        assert len(set(points)) == len(points), "a solution comes twice"
        return points

    @property
    def status(self) -> Status:
        """How a question ends that takes one solution for an answer."""
        return Status.OPTIMAL if self.solutions else Status.INFEASIBLE


def require_end(answer: Any, status: Status, limit: Limit = Limit.NONE) -> None:
    """An answer has ended like this, and can be shown in all ways."""
    result = answer.result
    assert result.status is status, f"{result.status} is not {status} {result.message}"
    assert (answer.complete, result.limit) == (limit is Limit.NONE, limit), f"{answer!r}"
    bundle: dict[str, str] = getattr(answer, "_repr_mimebundle_", dict)()
    assert all([str(answer), repr(answer), *bundle.values()])
    assert bundle.get("text/plain", str(answer)) == str(answer)


def ask_solve(case: Case) -> None:
    options = case.options
    if case.seed % 4 == 0:
        hint = {
            case.handles[column.name]: case.dice.randint(column.lower - 1, column.upper + 1)
            for column in case.description.columns
            if column.lower is not None and column.upper is not None
        }
        options = Options(time_limit=_SECONDS, hint=hint, workers=1 + case.seed % 8 // 4)
    _solved(case, solve_model(case.view, case.backend, options))


def _solved(case: Case, result: Result) -> None:
    meaning = case.meaning
    assert result.status is case.status, f"{result.status} is not {case.status} {result.message}"
    assert result.complete
    if not case.solutions:
        return
    assert result.values is not None
    number = case.number(result.values)
    assert number & meaning.all(), f"{result.values} is no solution"
    if case.description.goal is not None:
        best = meaning.best(meaning.holding(meaning.all()))
        reached, known = (result.objective, *result.further), meaning.scores[min(best)]
        assert number.bit_length() - 1 in best, f"{reached} is not the best, which is {known}"
        assert reached == meaning.scores[number.bit_length() - 1]


def ask_list(case: Case) -> None:
    number = len(case.solutions)
    limit = case.dice.randint(1, number + 1) if case.seed % 3 == 0 else number + 1
    if case.child:
        limit = min(limit, 6)
    listed = list_solutions(
        case.view,
        limit=None if limit > number else limit,
        backend=case.backend,
        options=case.options,
    )
    found = case.found(listed.solutions)
    require_end(listed, case.status, Limit.NONE if limit > number else Limit.SOLUTIONS)
    assert len(found) == min(limit, number), f"{len(found)} of {number} solutions"


def ask_count(case: Case) -> None:
    number = len(case.solutions)
    limit = case.dice.randint(1, max(number, 1) + 1)
    if case.child:
        limit = min(limit, 6)
    some = count_solutions(case.view, limit=limit, backend=case.backend, options=case.options)
    assert int(some) == min(limit, number), f"{some} of {number} with limit {limit}"
    require_end(some, case.status, Limit.SOLUTIONS if limit <= number else Limit.NONE)
    if not case.child or number <= 6:
        count = count_solutions(case.view, backend=case.backend, options=case.options)
        require_end(count, case.status)
        assert int(count) == number, f"{count} instead of {number}"


def ask_unique(case: Case) -> None:
    _is_unique(case, case.view, case.solutions)
    names = case.deciding
    if case.solutions and names:
        # All deciding variables but one are those of a solution.
        chosen, free = case.dice.choice(sorted(case.solutions)), case.dice.randrange(len(names))
        given = {place: chosen[place] for place in range(len(names)) if place != free}
        view = case.view.fix({case.handles[names[one]]: value for one, value in given.items()})
        left = {p for p in case.solutions if all(p[one] == v for one, v in given.items())}
        _is_unique(case, view, left)


def _is_unique(case: Case, view: Program, solutions: set[Point]) -> None:
    answer = check_uniqueness(view, backend=case.backend, options=case.options)
    wanted = {0: "none", 1: "unique"}.get(len(solutions), "several")
    assert answer.verdict.value == wanted, f"{answer.verdict.value} is not {wanted}"
    require_end(answer, Status.OPTIMAL if solutions else Status.INFEASIBLE)
    found = case.found(answer.solutions)
    assert len(found) == min(len(solutions), 2)
    assert solutions.issuperset(found)
    pairs = zip(case.deciding, zip(*found, strict=True), strict=False)
    differing = {name: values for name, values in pairs if len(set(values)) == 2}
    assert answer.differences() == differing, f"{answer.differences()} is not {differing}"


def ask_forced(case: Case) -> None:
    columns = dict(zip(case.deciding, zip(*case.solutions, strict=True), strict=False))
    _is_forced(case, {name: set(values) for name, values in columns.items()}, None)
    if case.deciding and not case.child:
        one, other = case.deciding[0], case.deciding[-1]
        numbers: dict[Hashable, set[int]] = {
            ("double", one): {2 * value + 1 for value in columns.get(one, ())},
            "all": {sum(values) for values in case.solutions},
        }
        if one != other:
            numbers["less"] = {values[0] - values[-1] for values in case.solutions}
        shown: list[IntArray] = []

        def facts(values: IntArray) -> dict[Hashable, Expression]:
            # The engine refuses such facts: then `auto` asks the next backend, which calls anew.
            shown[:] = [values]
            first, last = case.handles[one], case.handles[other]
            return {
                ("double", one): 2 * first + 1,
                "all": sum(case.handles[name] for name in case.deciding) + 0,
                **({"less": first - last} if one != other else {}),
            }

        _is_forced(case, numbers if case.solutions else {}, facts)
        assert len(case.found(shown)) == bool(case.solutions)


def _is_forced(case: Case, values: Mapping[Any, set[int]], facts: Any) -> None:
    answer = find_forced(case.view, facts=facts, backend=case.backend, options=case.options)
    require_end(answer, case.status)
    wanted = {name: min(some) for name, some in values.items() if len(some) == 1}
    assert dict(answer.values) == wanted, f"{dict(answer.values)} is not {wanted}"
    assert (answer.facts, answer.undecided) == (len(values), {})
    shown = [] if answer.solution is None else [answer.solution]
    assert len(case.found(shown)) == bool(case.solutions)


def ask_best(case: Case) -> None:
    """Each is one of the best that were left, and none is missing; likewise the optimal ones."""
    meaning = case.meaning
    if case.description.goal is None:
        return
    wanted = 3 if case.child else (2, 5, 60)[case.seed % 3]
    found: set[Point] = set()
    answer = best_solutions(case.view, number=wanted, backend=case.backend, options=case.options)
    holding = meaning.holding(meaning.all())
    projected = {number: meaning.projected(meaning.points[number]) for number in holding}
    for values, said in zip(answer, answer.objectives, strict=True):
        number = case.number(values).bit_length() - 1
        left = meaning.best(one for one, point in projected.items() if point not in found)
        assert number in left, f"{said} is not the best that is left"
        assert meaning.scores[number] == (said if isinstance(said, tuple) else (said,))
        found.add(projected[number])
    assert len(found) == len(answer) == min(wanted, len(case.solutions))
    enough = len(found) == wanted
    assert answer.complete
    assert answer.result.status is case.status
    assert answer.result.limit is (Limit.SOLUTIONS if enough else Limit.NONE)
    best = meaning.best(projected) if projected else set()
    different = {projected[number] for number in best}
    if not case.child or len(different) <= 6:
        optimal = optimal_solutions(case.view, backend=case.backend, options=case.options)
        require_end(optimal, case.status)
        assert {*case.found(optimal)} == different, f"{len(optimal)} of {len(different)}"
        assert {case.number(values).bit_length() - 1 for values in optimal} <= best


def ask_random(case: Case) -> None:
    number = 40 if 1 < len(case.solutions) <= 4 else 5
    if case.child and len(case.solutions) > 6:
        return
    drawn = sample_solutions(case.view, number=number, backend=case.backend, options=case.options)
    assert len(drawn.solutions) == (number if case.solutions else 0)
    points = {case.meaning.projected(case.point(values)) for values in drawn.solutions}
    assert points <= case.solutions
    if number == 40:
        # That one of four never comes has a chance of one in 25,000.
        assert points == case.solutions, "some solutions never come"


def ask_whatif(case: Case) -> None:
    meaning = case.meaning
    groups = [group for group in case.description.groups if group not in case.description.off]
    chosen = case.dice.sample(groups, min(len(groups), 2))
    without: list[str | list[str]] = [*chosen[:1], *([chosen] if len(chosen) > 1 else [])]
    named = dict(case.description.fixed)
    column = case.dice.choice([c for c in meaning.columns if c.formula is None])
    assert column.lower is not None
    assert column.upper is not None
    value = case.dice.randint(column.lower, column.upper)
    fix = {} if named.get(column.name, value) != value else {case.handles[column.name]: value}
    limit = 4 if case.child else 200
    answer = whatif(
        case.view,
        without=without,
        fix=[fix] if fix else [],
        limit=limit,
        backend=case.backend,
        options=case.options,
    )
    masks = {"as it is": meaning.all()}
    for off in without:
        names = [off] if isinstance(off, str) else off
        left = [n for n in meaning.on if case.description.statements[n].group not in names]
        held = [*(meaning.masks[n] for n in left), *meaning.fixed]
        masks[f"without {', '.join(names)}"] = meaning.common(held)
    if fix:
        place = meaning.place[column.name]
        bits = sum(1 << n for n, point in enumerate(meaning.points) if point[place] == value)
        masks[f"{case.handles[column.name]!r} = {value}"] = meaning.all() & bits
    assert [variant.name for variant in answer] == [*masks]
    for variant, mask in zip(answer, masks.values(), strict=True):
        points = case.found(variant.solutions, mask)
        number = len(meaning.solutions(mask))
        assert len(points) == min(number, limit), f"{variant.name}: {len(points)}"
        whole = number < limit
        ended = (variant.result.complete, variant.result.limit)
        assert ended == (whole, Limit.NONE if whole else Limit.SOLUTIONS), (variant.name, ended)
        words = {0: "none", 1: "exactly 1"}.get(number, f"{number}")
        assert variant.verdict() == (words if whole else f"{limit} or more")
        assert variant.result.complete or number >= limit
        best = set[int | None]([None])
        if case.description.goal is not None and mask:
            best = {meaning.scores[one][0] for one in meaning.best(meaning.holding(mask))}
        assert variant.objective in best, f"{variant.name}: {variant.objective} is not the best"
    assert answer.complete


class _Reasons:
    """The demands of a case: the statements that count and the fixed values."""

    def __init__(self, case: Case) -> None:
        meaning = case.meaning
        self.meaning = meaning
        self.masks = {f"s{number}": meaning.masks[number] for number in meaning.on}
        # Who ever fixes a variable gives up its value, not a statement.
        fixed = case.description.fixed
        for (name, value), mask in zip(fixed, meaning.fixed, strict=True):
            self.masks[f"{name} = {value}"] = mask
        stated = case.description.statements
        self.group = {f"s{n}": stated[n].group or "rows without a group" for n in meaning.on}
        self.group |= {f"{name} = {value}": "fixed values" for name, value in fixed}
        rows = case.view.rows.groups
        named = [case.model.row_name(int(n)) for n in case.view.row_numbers]
        counted = Counter(
            name.split("[", maxsplit=1)[0]
            for name, group in zip(named, rows, strict=True)
            if group != DEFINITION
        )
        # Groups without any row are not known to the question.
        self.stated = [n for n in self.masks if counted[n] or self.group[n] == "fixed values"]
        for name in set(self.masks) - set(self.stated):
            assert self.masks[name] == meaning.everything, f"{name} takes no row"
        self.single = all(counted[name] <= 1 for name in self.stated)
        groups = list(dict.fromkeys(self.group[name] for name in self.stated))
        # What formulas say holds in all assignments that were tried.
        self.wide = any(column.formula is not None for column in meaning.columns)
        self.open = [g for g in groups if not (self.wide and g == "rows without a group")]

        # Now and then, the question is asked about some of the groups.
        self.among = self.open if self.wide else []
        if case.seed % 3 == 0 and self.open:
            first = case.dice.randrange(len(self.open))
            self.open = self.among = self.open[first : first + 2]

    def of(self, groups: Iterable[str]) -> list[str]:
        chosen = set(groups)
        return [name for name in self.stated if self.group[name] in chosen]

    def possible(self, names: Iterable[str]) -> int:
        closed = [name for name in self.stated if self.group[name] not in self.open]
        return self.meaning.common(self.masks[name] for name in [*closed, *names])

    def name(self, row: str) -> str:
        return row.split("[", maxsplit=1)[0] if row not in self.masks else row


def ask_explain(case: Case) -> None:
    reasons = _Reasons(case)
    if reasons.wide and not reasons.open:
        return
    answer = explain(case.view, among=reasons.among, backend=case.backend, options=case.options)
    require_end(answer, case.status)
    if case.solutions:
        assert answer.solution is not None
        assert len(case.found([answer.solution])) == 1
        assert (answer.groups, answer.rows, answer.witnesses) == ((), (), ())
        assert not answer.confirmed_by
        return
    assert answer.minimal
    assert answer.solution is None
    assert case.backend in {answer.confirmed_by[0], "auto"}
    assert len(set(answer.confirmed_by)) == len(answer.confirmed_by)
    # Others may refuse the rows that are left: of large numbers, or in one language alone.
    ends = (end or 0 for one in case.meaning.columns for end in (one.lower, one.upper))
    refusable = max(map(abs, ends)) > 1_000_000 or "encoding='native'" in program(case.description)
    assert len(answer.confirmed_by) == 2 or refusable
    groups = [group.name for group in answer.groups]
    assert set(groups) <= set(reasons.open)
    assert not reasons.possible(reasons.of(groups)), f"{groups} can hold together"
    for group in groups:
        rest = [other for other in groups if other != group]
        assert reasons.possible(reasons.of(rest)), f"{group} is not needed"
    rows = [reasons.name(row.name) for row in answer.rows]
    assert [row.group.name for row in answer.rows] == [reasons.group[row] for row in rows]
    assert {row.group.name for row in answer.rows} <= set(groups)
    assert not reasons.possible(rows), f"{rows} can hold together"
    assert len(answer.witnesses) == len(rows)
    if not reasons.single:
        return
    assert len(set(rows)) == len(rows)
    for row, witness in zip(rows, answer.witnesses, strict=True):
        others = reasons.possible([other for other in rows if other != row])
        assert others, f"{row}: needless"
        assert witness is not None
        assert case.number(witness) & others & ~reasons.masks[row], f"{row}: no witness"


def _relaxed(case: Case, by: str) -> None:
    reasons = _Reasons(case)
    if (reasons.wide and not reasons.open) or (by == "rows" and not reasons.single):
        return
    members = [reasons.of([group]) for group in reasons.open]
    if by == "rows":
        members = [[name] for name in reasons.of(reasons.open)]
    answer = relax(
        case.view,
        by=by,  # type: ignore[arg-type]
        among=reasons.among,
        backend=case.backend,
        options=case.options,
    )
    possible = reasons.possible([])
    require_end(answer, Status.OPTIMAL if possible else Status.INFEASIBLE)
    if not possible:
        assert (answer.given_up, answer.solution) == (None, None)
        return
    least = _fewest(reasons, members)
    assert answer.given_up is not None
    assert len(answer.given_up) == least, f"{len(answer.given_up)} given up instead of {least}"
    assert answer.least == least
    given_up = set()
    for part in answer.given_up:
        given_up |= set(reasons.of([part.name])) if by == "groups" else {part.name}
    given_up = {reasons.name(name) for name in given_up}
    assert given_up <= set(reasons.of(reasons.open))
    kept = [name for name in reasons.of(reasons.open) if name not in given_up]
    assert reasons.possible(kept), f"{sorted(given_up)} is not enough"
    assert answer.solution is not None
    assert case.number(answer.solution) & reasons.possible(kept)


def _fewest(reasons: _Reasons, members: Sequence[Sequence[str]]) -> int:
    for size in range(len(members) + 1):
        for given_up in combinations(range(len(members)), size):
            kept = [n for row, names in enumerate(members) if row not in given_up for n in names]
            if reasons.possible(kept):
                return size
    raise AssertionError("nothing is possible")


def ask_hitting(case: Case) -> None:
    """The road of models whose rows cannot be made to give way, here for all of them."""
    with patch("ilpuzzles.queries.corrections.can_be_softened", lambda *_: False):
        _relaxed(case, ("groups", "rows")[case.seed % 2])


def ask_files(case: Case) -> None:
    """A model that was written and read in any format has the same answers, or was refused."""
    first = case.seed % len(_FORMATS)
    names = [*_FORMATS, *_FORMATS][first : first + (1 if case.child else len(_FORMATS))]
    further = _OF_FILES[case.seed // 5 % 4 :][:1] if case.child else _OF_FILES
    for name in names:
        try:
            found = _FORMATS[name](case.view)
        except ModelError as error:
            # What a format has no place for is refused before anything is written.
            assert _REFUSALS[name](error), f"{name}: {error}"
            continue
        except IlpuzzlesError as error:
            raise AssertionError(f"{name}: what was written is refused: {error}") from None
        twin = _twin(case, found, doubles=name == "pulp")
        # All files are solved, and one of them is asked all else.
        for question in (ask_solve, *(further if name == names[0] else ())):
            try:
                question(twin)
            except AssertionError as error:
                raise AssertionError(f"{name}: {error}") from None


def _saved(view: AskableProgram) -> Model | AskableProgram:
    opened = _file(".ilp.json", view.save)
    found, wanted = same(program_of(opened)), same(view)
    differing = [key for key in wanted if found[key] != wanted[key]]
    assert not differing, f"other {differing}"
    return opened


def _file(ending: str, write: Callable[[Path], object]) -> Model | AskableProgram:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"model{ending}"
        write(path)
        return open_model(path)


_FORMATS: dict[str, Callable[[AskableProgram], Model | AskableProgram]] = {
    "saved": _saved,
    "lp": lambda view: _file(".lp", lambda path: path.write_text(view.to_lp())),
    "mps": lambda view: _file(".mps", lambda path: path.write_text(view.to_mps())),
    "opb": lambda view: _file(".opb", lambda path: path.write_text(view.to_opb())),
    "pulp": lambda view: from_pulp(view.to_pulp()),
}

_CUTS = re.compile("stated by cuts|several objectives in order|63 bits or more once it is whole")
_NOT_BINARY = re.compile("is not binary")
_REFUSALS: dict[str, Callable[[ModelError], object]] = {
    "saved": lambda error: "is a Python function" in str(error),
    **dict.fromkeys(("lp", "mps", "pulp"), lambda error: _CUTS.search(str(error))),
    "opb": lambda error: _CUTS.search(str(error)) or _NOT_BINARY.search(str(error)),
}
_OF_FILES = (ask_count, ask_list, ask_unique, ask_forced)


def _rounded(view: Program, found: Model | Program) -> bool:
    """Whether the objective that was read has the nearest doubles of numbers with thirds, say."""
    goal, other = view.objective, program_of(found).objective
    if goal is None or other is None or decimal_text(Fraction(1, goal.scale)) is not None:
        return False
    one, two = (sorted([*form.coefficients, form.constant]) for form in (goal.form(), other.form()))
    return one != two and [*map(float, one)] == [*map(float, two)]


def _twin(case: Case, found: Model | AskableProgram, *, doubles: bool) -> Case:
    """The case of a model as it was read, whose variables have the same names.

    `doubles` says that the format has no other numbers.
    """
    twin = copy(case)
    twin.view = found.program()
    if isinstance(found, FileModel):
        names = readable_names(linearised(case.view)).columns
        handles = case.handles.items()
        twin.handles = {name: found.variable(names[one.column]) for name, one in handles}
    else:
        owner = twin.view.names.owner
        assert isinstance(owner, Model)
        twin.handles = {name: Variable(owner, one.column) for name, one in case.handles.items()}
    if doubles and _rounded(case.view, found):
        twin.description = replace(case.description, goal=None)
    elif case.description.goal is not None and twin.view.objective is None:
        # Files have no goal that is 0 whatever happens.
        values = map(case.meaning.number(case.description.goal), case.meaning.points)
        assert set(values) <= {0}, "the objective is lost"
        twin.description = replace(case.description, goal=None)
    return twin


def ask_parts(case: Case) -> None:
    """With two workers, and with a ledger."""
    number = len(case.solutions)
    if case.child and number > 6:
        return
    options = Options(time_limit=_SECONDS, workers=2)
    listed = list_solutions(case.view, backend=case.backend, options=options)
    require_end(listed, case.status)
    assert set(case.found(listed.solutions)) == case.solutions, (listed, number)
    with TemporaryDirectory() as folder:
        ledger = Path(folder) / "ledger"
        for _ in range(2):
            count = count_solutions(
                case.view, backend=case.backend, options=case.options, ledger=ledger
            )
            assert count.complete
            assert int(count) == number, f"{count} in a ledger instead of {number}"


def ask_engines(case: Case) -> None:
    """The engines of `exactcover`, each by itself."""
    for engine in (Engine.SEARCH, Engine.TABLE):
        options = Options(time_limit=_SECONDS, cover=Settings(engine=engine))
        count = count_solutions(case.view, backend="exactcover", options=options)
        assert count.complete
        assert int(count) == len(case.solutions), f"{engine}: {count}"


QUESTIONS: dict[str, Callable[[Case], None]] = {
    "solve": ask_solve,
    "list": ask_list,
    "count": ask_count,
    "unique": ask_unique,
    "forced": ask_forced,
    "random": ask_random,
    "best": ask_best,
    "whatif": ask_whatif,
    "explain": ask_explain,
    "relax groups": lambda case: _relaxed(case, "groups"),
    "relax rows": lambda case: _relaxed(case, "rows"),
    "hitting": ask_hitting,
    "files": ask_files,
    "engines": ask_engines,
    "parts": ask_parts,
}


_RARE = {"engines", "parts"}


def asked(seed: int, backend: str) -> list[str]:
    """Which questions are asked of a backend with that seed."""
    if backend not in IN_PROCESS:
        # Every search is a process.
        others = [name for name in QUESTIONS if name not in {"solve", "hitting", *_RARE}]
        first = 3 * seed % len(others)
        chosen = ["solve", *(others + others)[first : first + 3]]
    else:
        chosen = [name for name in QUESTIONS if name not in _RARE]
        if backend == "exactcover":
            chosen.append("engines")
    if seed % 50 == 7:
        chosen.append("parts")
    return chosen


def sort_of(seed: int, backend: str) -> str:
    """Of which sort the models of a backend are."""
    if backend == "exactcover":
        return "cover"
    if backend == "auto":
        return ("any", "cover", "cover")[seed % 3]
    return ("any", LAZY, "any", "large", "any")[seed % 5]


def refusal(error: IlpuzzlesError) -> bool:
    """Whether something was refused beforehand, and not answered wrongly."""
    if isinstance(error, CheckError):
        return False
    if isinstance(error, BackendError):
        return "failed" not in str(error)
    return isinstance(error, ModelError | InputError)


def wrong(case: Case, question: str) -> str:
    """What is wrong with the answer to a question; nothing if it is right, or refused."""
    try:
        QUESTIONS[question](case)
    except AssertionError as error:
        return f"wrong: {error}"
    except IlpuzzlesError as error:
        return "" if refusal(error) else f"{type(error).__name__}: {error}"
    # Whatever else it is, it is a finding.
    except Exception as error:  # noqa: BLE001
        return f"{type(error).__name__}: {error}"
    return ""


def findings(seed: int, backend: str) -> list[tuple[str, str]]:
    """What is wrong with the answers of a backend about the model of a seed, by question."""
    description = described(seed, sort_of(seed, backend))
    assert tried(description.columns) <= 20_000
    try:
        case = Case(description, backend, seed)
    except ModelError:
        return []
    said = [(question, wrong(case, question)) for question in asked(seed, backend)]
    return [(question, what) for question, what in said if what]
