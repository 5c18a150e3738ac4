"""What extras bring, what a slim installation leaves out, and what a missing package is called."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from runpy import run_path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ilpuzzles import Model
from ilpuzzles.errors import IlpuzzlesError
from ilpuzzles.extras import ExtraMissingError, require_extra
from ilpuzzles.panel.panel import Panel
from support.commands import run_python
from support.missing_packages import hide
from support.places import DOCS, ROOT

MEASURING = run_path(str(ROOT / "scripts/measure_extras.py"))
LEFT_OUT = {"numba", "pandas", "pulp"}
"""What a slim installation does without; so it also does without what only these need."""

SLIM_RUN = """
import json
from importlib.machinery import PathFinder

found = PathFinder.find_spec

def present(cls, name, path=None, target=None):
    return None if name.partition(".")[0] in {left_out!r} else found(name, path, target)

PathFinder.find_spec = classmethod(present)
import ilpuzzles
told = {{}}
for backend in ("cpsat", "scip", "highs"):
    told[backend] = ilpuzzles.solve("lonpos", "8pieces", backend=backend).verified_by()
told["count"] = ilpuzzles.experiment("lonpos", "3pieces", backend="cpsat").count().count
print(json.dumps(told))
"""


def needed(package: str, left_out: set[str], seen: set[str]) -> Iterator[str]:
    """What a package needs here, directly and indirectly, without some packages."""
    for line in requires(package) or ():
        requirement = Requirement(line)
        name = canonicalize_name(requirement.name)
        wanted = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if wanted and name not in seen | left_out:
            seen.add(name)
            yield name
            yield from needed(name, left_out, seen)


def extra(name: str) -> set[str]:
    """The packages that an extra names, and those of the extras of ours that it names."""
    found = set()
    for line in MEASURING["extras"]()[name]:
        requirement = Requirement(line)
        if requirement.name == "ilpuzzles":
            found |= {part for each in requirement.extras for part in extra(each)}
        else:
            found.add(requirement.name)
    return found


def test_all_has_every_extra_for_users() -> None:
    users = set(MEASURING["PURPOSES"]) - {"all"}
    assert users < set(MEASURING["extras"]())
    assert extra("all") == {package for each in users for package in extra(each)}


def test_a_slim_installation_lists_all_that_is_left() -> None:
    try:
        left = set(needed("ilpuzzles", LEFT_OUT, set()))
    except PackageNotFoundError as error:
        pytest.skip(f"not installed by pip here: {error}")
    assert left == {canonicalize_name(name) for name in MEASURING["SLIM"]}


@pytest.mark.exhaustive
def test_a_slim_installation_solves_and_counts(tmp_path: Path) -> None:
    program = SLIM_RUN.format(left_out=LEFT_OUT | {"llvmlite", "dateutil", "pytz", "six", "tzdata"})
    told = json.loads(run_python("-c", program, cwd=tmp_path, check=True).stdout)
    assert told.pop("count") == 7
    assert told == {backend: ["rows", "rules"] for backend in ("cpsat", "scip", "highs")}


def test_the_page_has_the_extras_and_the_slim_installation() -> None:
    page = (DOCS / "start.md").read_text(encoding="utf-8")
    for name, purpose in MEASURING["PURPOSES"].items():
        assert f"| `ilpuzzles[{name}]` | {purpose} | +" in page
    command = next(line for line in page.splitlines() if "--no-deps" in line)
    assert command.split("--no-deps . ")[1].split() == list(MEASURING["SLIM"])


def test_a_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hide(monkeypatch, "pulp")
    hide(monkeypatch, "ipywidgets")
    with pytest.raises(ExtraMissingError) as caught:
        Model("small").to_pulp()
    assert str(caught.value) == (
        "a PuLP problem needs pulp, which is not installed here; pip install pulp"
    )
    with pytest.raises(ExtraMissingError) as caught:
        Panel("lonpos", "4pieces")
    assert str(caught.value) == (
        "the panel needs ipywidgets, which is not installed here; pip install 'ilpuzzles[notebook]'"
    )
    # Neither Python nor Jupyter shows what went before it; Jupyter shows the line alone.
    assert caught.value.__suppress_context__
    assert caught.value._render_traceback_() == [str(caught.value)]
    assert isinstance(caught.value, IlpuzzlesError)
    assert isinstance(caught.value, ImportError)
    # So is one that is there but cannot be imported.
    (tmp_path / "half_a_package.py").write_text("import not_there_at_all\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ExtraMissingError) as caught:
        require_extra("half_a_package", "viz", "a page in 3-D")
    assert str(caught.value) == (
        "a page in 3-D needs half_a_package, which cannot be imported "
        "(No module named 'not_there_at_all'); pip install 'ilpuzzles[viz]'"
    )


def test_only_known_extras_are_measured() -> None:
    script = str(ROOT / "scripts/measure_extras.py")
    done = run_python(script, "vis")
    assert done.returncode == 1
    assert done.stderr.startswith("no extra is called 'vis'; there are all, browser")
