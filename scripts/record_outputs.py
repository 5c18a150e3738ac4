"""Records what users see, so that a reshaping of the code can be compared with what stood before.

Run it from the top of a checkout, before and after, and compare the two folders:

    python scripts/record_outputs.py /tmp/before
    python scripts/record_outputs.py /tmp/after
    diff -r /tmp/before /tmp/after

Each command gets a file of its own: exit code, what it printed, and the digests of the files that
it wrote. Searches are made by backends and with options whose answers depend on the model alone.
Times, and the places of temporary files, are left out.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ilpuzzles.cli.commands import COMMANDS, PUZZLE
from ilpuzzles.cli.main import main as ilpuzzles
from ilpuzzles.experiments.loading import load
from ilpuzzles.reading.library import Library

MODELS = {
    "knapsack.lp": """Maximize
 value: 5 a + 4 b + 3.5 c + 2 d
Subject To
 weight: 2 a + 3 b + 1.5 c + d <= 4.5
 either: a + b <= 1
Binaries
 a b c d
End
""",
    "plan.lp": """Minimize
 cost: 3 x + 2.25 y - z
Subject To
 demand: x + y >= 3.5
 supply: x + 2 z <= 7
 mix: 0.1 x - 0.3 y + z = 1
Bounds
 0 <= x <= 10
 0 <= z <= 4
Generals
 x
End
""",
    "clash.lp": """Minimize
 obj:
Subject To
 low: x + y <= 1
 high: x + y + z >= 3
 free: z - w <= 0
Binaries
 x y z w
End
""",
}
CLASH = "BBB..AAA.../BB...A...../GGG......../KKGI.I...../KKGIII.JJJJ"
"""A board that nothing completes."""

QUESTIONS = {
    "first": "",
    "count": "--count",
    "all": "--limit 3",
    "unique": "--unique",
    "forced": "--forced",
    "sample": "--sample 2 --seed 3",
    "symmetry": "--count --up-to-symmetry",
}
# Those that a backend whose answer depends on the model alone answers within seconds.
COUNTED = {
    "chequered", "dominoes", "hexiamonds", "lonpos", "macmahon", "pyramid", "soma", "tetrahexes",
    "tower", "tritetratan", "surasshupakku",
}  # fmt: skip
SLOW = {("tower", "height-4"), ("tower", "height-5"), ("pyramid", "empty"), ("lonpos", "empty")}
SLOW |= {("lonpos", "2pieces"), ("lonpos", "2pieces-2"), ("lonpos", "2pieces-3")}
SLOW |= {("chequered", "6x10"), ("macmahon", "4x6"), ("surasshupakku", "15x15")}
_TIME = re.compile(
    r'("(?:seconds|total|load|build|solve|check)": )[-+.e0-9]+'
    r"|\b\d+(?:[.:]\d+)? (?:ms|min|s|seconds)\b"
)


def commands() -> Iterator[str]:
    """Every command that is recorded, without the name of the program."""
    yield from (
        "help",
        "list",
        "list --json",
        "nonsense",
        "lonpos --preset 9pieces",
        "lonpos --cuont",
    )
    for command in COMMANDS:
        if command != PUZZLE:
            yield f"help {command}"
    library = Library.standard()
    for puzzle in library.puzzles():
        yield f"help {puzzle}"
        yield f"show {puzzle}"
        yield f"show {puzzle} --json"
        presets = library.presets(puzzle)
        for preset in presets:
            yield from of_preset(puzzle, preset, is_first=preset == presets[0])
    yield from of_conflicts()
    for name in MODELS:
        yield from of_model(name)


def of_conflicts() -> Iterator[str]:
    """The commands about a board without a solution."""
    for command in ("repair", "hint", "explain", "explain --give-up rows"):
        yield f'{command} lonpos --board "{CLASH}" --json'
        yield f'{command} lonpos --board "{CLASH}"'


def of_model(name: str) -> Iterator[str]:
    """The commands about a model file."""
    explained = "explain", "explain --all-rows", "explain --give-up rows"
    for command in ("solve-model", *explained, "whatif"):
        for backend in ("cpsat", "cbc"):
            yield f"{command} {name} --backend {backend} --json"
        yield f"{command} {name} --backend cbc"
    for question in ("--count", "--unique", "--forced", "--best 3", "--relaxation", "--limit 5"):
        yield f"solve-model {name} {question} --backend cpsat --json"
        yield f"solve-model {name} {question} --backend cpsat"


def of_preset(puzzle: str, preset: str, *, is_first: bool) -> Iterator[str]:
    """The commands about one starting position."""
    where = f"{puzzle} --preset {preset}"
    yield f"show {where}"
    yield f"show {where} --yaml"
    yield f"show {where} --svg out.svg"
    yield (
        f"show {where} --placements --json" if puzzle != "surasshupakku" else f"show {where} --json"
    )
    formulations = load(puzzle, preset=preset).kind.formulations
    for formulation in formulations if is_first else ():
        for kind in ("lp", "mps", "opb", "ilpuzzles", "matrix"):
            yield f"export {where} --formulation {formulation} --format {kind} --output out.{kind}"
    engine = "clingo" if puzzle == "surasshupakku" else "exactcover"
    if (puzzle, preset) not in SLOW and puzzle in COUNTED:
        for question in QUESTIONS.values():
            yield f"{where} {question} --backend {engine} --json"
            yield f"{where} {question} --backend {engine}"
        yield f"{where} --backend {engine} --quiet --svg out.svg --html out.html --save out.yaml"
        yield f"hint {where} --json --backend cpsat"
        yield f"hint {where} --backend cpsat"
        yield f"explain {where} --json --backend cpsat"


def recorded(command: str) -> str:
    """What a command says and writes, in a folder of its own."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, text in MODELS.items():
            Path(name).write_text(text)
        out, err = io.StringIO(), io.StringIO()
        code: object = 0
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = ilpuzzles(shlex.split(command))
            except SystemExit as end:
                code = end.code
        files = [
            f"{path}: {hashlib.sha256(path.read_bytes()).hexdigest()}"
            for path in sorted(Path().rglob("*"))
            if path.is_file() and path.name not in MODELS
        ]
        texts = (text.getvalue().replace(folder, "FOLDER") for text in (out, err))
        said, noted = (_TIME.sub(r"\1TIME", text) for text in texts)
    return f"$ ilpuzzles {command}\nexit {code}\n{said}\n-- notes\n{noted}\n-- files\n" + "\n".join(
        files
    )


def main() -> None:
    """Records everything into a folder."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="commands that contain this text alone")
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    os.environ["COLUMNS"] = "100"
    for command in [one for one in commands() if arguments.only in one]:
        name = re.sub(r"[^a-z0-9]+", "_", command.lower()).strip("_")
        (arguments.folder / f"{name}.txt").write_text(recorded(command))
        print(command, file=sys.stderr)


if __name__ == "__main__":
    main()
