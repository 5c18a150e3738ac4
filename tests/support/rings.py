"""The three rings of the tests: which tests run when, and how many cases of each family.

The quick ring runs by itself, `-m exhaustive` and `-m slow` ask for the other two. What is marked
belongs to its ring. Tests that take long are named in `tests/exhaustive.txt`, which is as good as a
mark, and which `support/durations.py` writes. Of any other test with many cases, the quick ring has
a few, always the same, and the exhaustive ring has the rest.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

import pytest
from _pytest.mark.expression import Expression
from hypothesis import HealthCheck, settings

from support.places import TESTS

SHARE = 5  # cases of one test in the quick ring
FIRST = 5  # random models of one test in the quick ring
CHUNK = 25
EXHAUSTIVE = "exhaustive"
_NAMES = re.compile(r"\bmark\.(slow|exhaustive)\b")

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


def load_profile(config: pytest.Config) -> None:
    """Few examples of each property in the quick ring alone, unless the command line has a say."""
    if config.getoption("--hypothesis-profile", None) is None:
        settings.load_profile("ci" if selected(config, EXHAUSTIVE) else "dev")


def is_asked_for(path: Path, config: pytest.Config) -> bool:
    """Whether a file may have a test of the rings that were asked for.

    A ring that holds marked tests only does not import the files without a mark.
    """
    if selected(config) or selected(config, EXHAUSTIVE):
        return True
    return any(selected(config, name) for name in _NAMES.findall(path.read_text("utf-8")))


def chunks(
    number: int, first: int = FIRST, *, whole: bool, since: int = 0
) -> list[pytest.ParameterSet]:
    """Seeds in chunks; all but a small first one are for the exhaustive ring, unless asked for.

    The first one is always the same, the others are counted from `since`.
    """
    ends = [min(first, number), *range(CHUNK, number, CHUNK), number]
    marks = [] if whole else [pytest.mark.exhaustive]
    return [
        pytest.param(
            range(since + begin, since + end) if begin else range(end),
            marks=marks if begin else [],
            id=f"{begin}",
        )
        for begin, end in zip([0, *ends], ends, strict=False)
        if begin < end
    ]


def dear_tests() -> set[str]:
    """The tests that `tests/exhaustive.txt` names."""
    lines = (TESTS / "exhaustive.txt").read_text("utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def mark_rings(items: Iterable[pytest.Item], config: pytest.Config) -> None:
    """Marks what the quick ring leaves to the exhaustive one, but no test that was asked for."""
    named = {argument.partition("[")[0] for argument in config.args if "::" in argument}
    dear = set() if config.getoption("--sort-rings") else dear_tests()
    families: dict[str, list[pytest.Function]] = defaultdict(list)
    for item in items:
        name = item.nodeid.partition("[")[0]
        if name in named or _is_marked(item):
            continue
        # A property runs in both rings, each time with other examples.
        again = _is_property(item) and not selected(config)
        if again or name in dear:
            item.add_marker(EXHAUSTIVE)
        elif isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            families[name].append(item)
    for cases in families.values():
        if len(cases) > SHARE:
            kept = set(map(id, quick_share(cases)))
            for item in cases:
                if id(item) not in kept:
                    item.add_marker(EXHAUSTIVE)


def _is_property(item: pytest.Item) -> bool:
    return bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False))


def _is_marked(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(name) for name in (EXHAUSTIVE, "slow"))


def quick_share(cases: list[pytest.Function]) -> list[pytest.Function]:
    """Some cases of a test, among them each value of the arguments that have few values.

    An argument that the mark `every` names may have as many values as it likes.
    """
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
    for item in sorted(cases, key=_lot):
        brings = wanted & _values(item)
        (kept if brings else left).append(item)
        wanted -= brings
    return kept + left[: max(0, SHARE - len(kept))]


def _values(item: pytest.Function) -> set[tuple[str, object]]:
    """The arguments of a case, those that may not be hashed by who they are."""
    return {
        (name, value if isinstance(value, str | int) else id(value))
        for name, value in item.callspec.params.items()
    }


def _lot(item: pytest.Function) -> bytes:
    """An order by chance that is always the same, and no matter what other cases there are."""
    return blake2b(item.nodeid.encode(), digest_size=8).digest()
