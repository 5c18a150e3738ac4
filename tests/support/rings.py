"""The three rings of the tests: which tests run when, and how many cases of each.

The quick ring runs by itself; `-m exhaustive` and `-m external` ask for the tests that have these
marks. Of any other test with many cases, the quick ring has a few, always the same, and the
exhaustive ring has the rest. `--wider N` leaves nothing out, and has N times as many random models.
`--one-in 3` leaves out two of three cases, others on each day: whoever runs the wide rings day by
day asks all of them.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterable
from hashlib import blake2b
from pathlib import Path

import pytest
from _pytest.mark.expression import Expression
from hypothesis import HealthCheck, settings

SHARE = 5  # cases of one test in the quick ring
FIRST = 5  # random models of one test in the quick ring
SEEDS = "ILPUZZLES_SEEDS"  # the number of the day, which seeds random models
CHUNK = 25
EXHAUSTIVE = "exhaustive"
EXTERNAL = "external"
QUICK_RING = f"not {EXHAUSTIVE} and not {EXTERNAL}"
_MARKS = re.compile(rf"\bmark\.({EXHAUSTIVE}|{EXTERNAL})\b")

settings.register_profile("dev", max_examples=10, derandomize=True, deadline=None)
settings.register_profile(
    "ci", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def examples(number: int, *, derandomize: bool = False) -> settings:
    """So many examples in the exhaustive ring, and a tenth of that in the quick one."""
    now = settings()
    most = max(1, number * now.max_examples // 100)
    return settings(max_examples=most, derandomize=derandomize or now.derandomize)


def selected(config: pytest.Config, *marks: str) -> bool:
    """Whether a test with these marks would run."""
    text = config.getoption("markexpr")

    def has(name: str, /, **_values: object) -> bool:
        return name in marks

    return not text or Expression.compile(text).evaluate(has)


def width(config: pytest.Config) -> int:
    """The number after `--wider`: how many times as many random models there are."""
    factor: int | None = config.getoption("--wider")
    return factor or 1


def is_wider(config: pytest.Config) -> bool:
    """Whether `--wider` was given, so that nothing is left out."""
    return config.getoption("--wider") is not None


def widen(config: pytest.Config) -> None:
    """Has whatever is named on the command line run in all its cases, unless `-m` was given."""
    if config.option.markexpr != QUICK_RING:
        return
    if any("::" in argument for argument in config.args):
        config.option.markexpr = ""
    elif is_wider(config):
        config.option.markexpr = f"not {EXTERNAL}"


def load_profile(config: pytest.Config) -> None:
    """Few examples of each property in the quick ring alone, unless the command line has a say."""
    if config.getoption("--hypothesis-profile", None) is not None:
        return
    settings.load_profile("ci" if selected(config, EXHAUSTIVE) else "dev")
    if is_wider(config):
        settings.register_profile(
            "wider", settings(), max_examples=settings().max_examples * width(config)
        )
        settings.load_profile("wider")


def is_asked_for(path: Path, config: pytest.Config) -> bool:
    """Whether a file may have a test of the rings that were asked for.

    A ring that holds marked tests only does not import the files without a mark.
    """
    if selected(config) or selected(config, EXHAUSTIVE):
        return True
    return any(selected(config, name) for name in _MARKS.findall(path.read_text("utf-8")))


def chunks(number: int, first: int = FIRST, since: int = 0) -> list[pytest.ParameterSet]:
    """Seeds in chunks; all but a small first one are for the exhaustive ring.

    The first one is always the same, the others are counted from `since`.
    """
    ends = [min(first, number), *range(CHUNK, number, CHUNK), number]
    return [
        pytest.param(
            range(since + begin, since + end) if begin else range(end),
            marks=[pytest.mark.exhaustive] if begin else [],
            id=f"{begin}",
        )
        for begin, end in zip([0, *ends], ends, strict=False)
        if begin < end
    ]


def but_slow(values: Iterable[str], slow: Container[str]) -> list[pytest.ParameterSet]:
    """Values of an argument; those that are slow are for the exhaustive ring."""
    return [
        pytest.param(value, id=value, marks=[pytest.mark.exhaustive] if value in slow else [])
        for value in values
    ]


def mark_rings(items: Iterable[pytest.Item], config: pytest.Config) -> None:
    """Marks what the quick ring leaves to the exhaustive one."""
    for item in items:
        # A property runs in both rings, each time with other examples.
        if _is_property(item) and not _is_marked(item) and not selected(config):
            item.add_marker(EXHAUSTIVE)
    for cases in _families(item for item in items if not _is_marked(item)):
        kept = set(map(id, some_of(cases)))
        for item in cases:
            if id(item) not in kept:
                item.add_marker(EXHAUSTIVE)


def not_drawn(items: Iterable[pytest.Item], config: pytest.Config) -> list[pytest.Item]:
    """The cases of the wide rings that another day has, where `--one-in N` was given."""
    among = config.getoption("--one-in")
    today = os.environ[SEEDS]

    def lot_of_the_day(item: pytest.Function) -> bytes:
        return blake2b(f"{today} {item.nodeid}".encode(), digest_size=8).digest()

    left: list[pytest.Item] = []
    if among is None:
        return left
    for cases in _families(item for item in items if _is_marked(item)):
        kept = set(map(id, some_of(cases, max(SHARE, -(-len(cases) // among)), lot_of_the_day)))
        left += [item for item in cases if id(item) not in kept]
    return left


def _families(items: Iterable[pytest.Item]) -> Iterable[list[pytest.Function]]:
    """The cases of each test that has parameters."""
    families: dict[str, list[pytest.Function]] = defaultdict(list)
    for item in items:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            families[item.nodeid.partition("[")[0]].append(item)
    return families.values()


def _is_property(item: pytest.Item) -> bool:
    return bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False))


def _is_marked(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) for name in (EXHAUSTIVE, EXTERNAL))


def _lot(item: pytest.Function) -> bytes:
    """An order by chance that is always the same, and no matter what other cases there are."""
    return blake2b(item.nodeid.encode(), digest_size=8).digest()


def some_of(
    cases: list[pytest.Function],
    number: int = SHARE,
    lot: Callable[[pytest.Function], bytes] = _lot,
) -> list[pytest.Function]:
    """Some cases of a test, among them each value of the arguments that have few values.

    An argument that the mark `every` names may have as many values as it likes.
    """
    if len(cases) <= number:
        return cases
    mark = cases[0].get_closest_marker("every")
    every = set(mark.args if mark else ())
    values = defaultdict(set)
    for item in cases:
        for name, value in _values(item):
            values[name].add(value)
    wanted = {
        (name, value)
        for name, found in values.items()
        if name in every or len(found) <= SHARE
        for value in found
    }
    kept: list[pytest.Function] = []
    left: list[pytest.Function] = []
    for item in sorted(cases, key=lot):
        brings = wanted & _values(item)
        (kept if brings else left).append(item)
        wanted -= brings
    return kept + left[: max(0, number - len(kept))]


def _values(item: pytest.Function) -> set[tuple[str, object]]:
    """The arguments of a case, those that may not be hashed by who they are."""
    return {
        (name, value if isinstance(value, str | int) else id(value))
        for name, value in item.callspec.params.items()
    }
