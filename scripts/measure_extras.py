"""Measures what an installation and each extra take, as the table of docs/start.md.

Every row is installed into a fresh environment of its own, which needs a package index and several
minutes; nothing of it is kept. Run it from the top of the checkout:

    python scripts/measure_extras.py [--largest N] [EXTRA ...]
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import tomllib
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path

HERE = Path(__file__).parent.parent
PURPOSES = {
    "viz": "solids that turn on pages (`--html`)",
    "report": "the charts of `ilpuzzles bench report`",
    "cluster": "counts and sweeps on a Dask cluster (`--cluster`)",
    "notebook": "JupyterLab with everything that the notebooks and the panel need",
    "all": "all of the above",
}
"""What each extra is for that a user may want; the others are for developers."""

SLIM = (
    "absl-py",
    "cffi",
    "clingo",
    "immutabledict",
    "markdown-it-py",
    "mdurl",
    "numpy",
    "ortools",
    "protobuf",
    "pycparser",
    "pydyf",
    "pygments",
    "python-flint",
    "pyyaml",
    "resvg-py",
    "rich",
    "typing-extensions",
)
"""What a slim installation consists of, besides ilpuzzles: no numba (for the backend `exactcover`),
no PuLP (for the program of the backend `cbc`), and no pandas, which is only needed by parts of
OR-Tools that ilpuzzles does not use."""
ENGINE = ("numba", "llvmlite")
"""What a slim installation needs in addition for `exactcover`."""


@dataclass(frozen=True, slots=True)
class Weight:
    """The size of an environment in bytes, by package."""

    packages: dict[str, int]

    def __sub__(self, other: Weight) -> Weight:
        return Weight({k: v for k, v in self.packages.items() if k not in other.packages})

    def __format__(self, spec: str) -> str:
        """Megabytes of 1,000,000 bytes, and the number of packages, as cells of a table."""
        return f"{round(sum(self.packages.values()) / 1e6):{spec}} | {len(self.packages):{spec}}"


def main() -> None:
    """Prints the table, and the largest packages of the plain installation."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("extras", nargs="*", metavar="EXTRA", help="all that users want by default")
    parser.add_argument("--largest", type=int, default=8, metavar="N", help="packages to list")
    arguments = parser.parse_args()
    known = extras()
    for extra in arguments.extras:
        if extra not in known:  # pip would only warn
            sys.exit(f"no extra is called {extra!r}; there are {', '.join(sorted(known))}")
    for line in table(arguments.extras or list(PURPOSES), largest=arguments.largest):
        print(line, flush=True)


def extras() -> dict[str, list[str]]:
    """The extras of the package, and what each of them asks for."""
    with (HERE / "pyproject.toml").open("rb") as file:
        found: dict[str, list[str]] = tomllib.load(file)["project"]["optional-dependencies"]
    return found


def table(names: list[str], *, largest: int) -> Iterator[str]:
    """The lines of the table."""
    plain = installed(str(HERE))
    yield "| installation | for | MB | packages |"
    yield "| --- | --- | ---: | ---: |"
    yield f"| `ilpuzzles` | everything but the following | {plain} |"
    for extra in names:
        more = installed(f"{HERE}[{extra}]") - plain
        yield f"| `ilpuzzles[{extra}]` | {PURPOSES.get(extra, 'developers')} | {more:+} |"
    slim = installed("--no-deps", str(HERE), *SLIM)
    yield f"| slim | the backends `cpsat`, `clingo`, `scip` and `highs` | {slim} |"
    engine = installed("--no-deps", str(HERE), *SLIM, *ENGINE)
    yield f"| slim, and numba | the backend `exactcover` as well | {engine} |"
    yield ""
    heaviest = sorted(plain.packages.items(), key=lambda item: -item[1])[:largest]
    yield "Largest: " + ", ".join(f"{name} {size / 1e6:.0f}" for name, size in heaviest) + "."


def installed(*arguments: str) -> Weight:
    """What is in an environment after `pip install` with these arguments."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=False)
        command = [sys.executable, "-m", "pip", "--python", str(Path(folder, "bin", "python"))]
        subprocess.run([*command, "install", "--quiet", *arguments], check=True)
        return weigh(next(Path(folder, "lib").glob("python*/site-packages")))


def weigh(folder: Path) -> Weight:
    """The size of each package in a folder of them, with what was compiled."""
    sizes = {}
    for each in distributions(path=[str(folder)]):
        files = {Path(str(file.locate())) for file in each.files or ()}
        sizes[each.name] = sum(file.stat().st_size for file in files if file.is_file())
    return Weight(sizes)


if __name__ == "__main__":
    main()
