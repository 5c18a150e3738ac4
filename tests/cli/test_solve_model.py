"""`ilpuzzles solve-model`: models that somebody else has written."""

from __future__ import annotations

import gzip
import json
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Status
from ilpuzzles.cli.main import main
from ilpuzzles.errors import InputError
from ilpuzzles.formats.model_files import read_model
from ilpuzzles.modelling.model import Model
from ilpuzzles.workbench.model_file import solve_file
from support.commands import Run
from support.random_models import sample

KNAPSACK = """\
NAME knapsack
OBJSENSE MAX
ROWS
 N worth
 L weight
COLUMNS
 tent worth 10 weight 5
 lamp worth 4 weight 2.5
 rope worth 6 weight 4
RHS
 RHS weight 8 worth -100
BOUNDS
 UI BND tent 2
 BV BND lamp
 BV BND rope
ENDATA
"""
UNBOUNDED = KNAPSACK.replace("UI BND tent 2", "LI BND tent 0").replace(" weight 5", "")


@pytest.fixture
def knapsack(tmp_path: Path) -> Path:
    path = tmp_path / "knapsack.mps"
    path.write_text(KNAPSACK)
    return path


Call: TypeAlias = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Call:
    """Runs a command in this process: its exit code, and what it wrote."""
    monkeypatch.chdir(tmp_path)

    def start(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        return (int(code), *capfd.readouterr())

    return start


def hard_model() -> str:
    """A model that takes any solver longer than a test."""
    dice = random.Random(7)
    model = Model("hard")
    x = model.binary("x", 60)
    for _ in range(6):
        weights = [dice.randint(0, 99) for _ in range(60)]
        model.add(x.dot(weights) == sum(weights) // 2)
    return model.to_mps()


@pytest.mark.parametrize("backend", ["cbc", "cpsat"])
@pytest.mark.usefixtures("knapsack")
def test_the_answer_is_on_stdout(run: Run, backend: str) -> None:
    done = run("solve-model", "knapsack.mps", "--backend", backend, "--verify")
    assert done.returncode == 0
    assert done.stdout == "status: optimal\nobjective: 114\ntent = 1\nlamp = 1\n"
    agrees = "" if backend == "cpsat" else ", confirmed by cpsat"
    assert re.fullmatch(rf"solved by {backend} in [\d.]+ s; checked{agrees}\n", done.stderr)


@pytest.mark.usefixtures("knapsack")
def test_json_is_one_object(run: Run) -> None:
    done = run("solve-model", "knapsack.mps", "--json", "--quiet", "--seed", "3", "--workers", "2")
    assert (done.returncode, done.stderr) == (0, "")
    data = json.loads(done.stdout)
    seconds = data.pop("seconds")
    assert list(seconds) == ["load", "build", "solve", "total"]
    assert data.pop("backend_version").startswith("9.")
    assert data == {
        "file": "knapsack.mps",
        "backend": "cpsat",
        "status": "optimal",
        "limit": "none",
        "complete": True,
        "objective": 114,
        "bound": 114.0,
        "values": {"tent": 1, "lamp": 1},
        "model": {"variables": 3, "rows": 1, "nonzeros": 3},
        "checked": True,
        "verified_by": ["rows"],
    }


def test_packed_files_and_lp_files(call: Call, tmp_path: Path, knapsack: Path) -> None:
    model = read_model(knapsack)
    for name, text in (("a.mps.gz", KNAPSACK), ("b.lp.GZ", model.to_lp()), ("c.LP", model.to_lp())):
        data = text.encode()
        (tmp_path / name).write_bytes(gzip.compress(data) if "gz" in name.lower() else data)
        _, output, _ = call("solve-model", name)
        # The LP format lists binary variables first.
        assert output.splitlines()[:2] == ["status: optimal", "objective: 114"]
        assert sorted(output.splitlines()[2:]) == ["lamp = 1", "tent = 1"]


def test_what_is_exported_is_solved(run: Run) -> None:
    for ending in ("mps", "lp"):
        name = f"a.{ending}"
        run("export", "lonpos", "--preset", "8pieces", "--format", ending, "--output", name)
        done = run("solve-model", name)
        assert (done.returncode, len(done.stdout.splitlines())) == (0, 13)
        assert done.stdout.startswith("status: optimal\nplace_A_7_0_5 = 1\n")
    done = run("export", "lonpos", "--preset", "8pieces", "--format", "opb")
    assert done.stdout.startswith("* #variable= 1789 #constraint= 75\n* lonpos placement\n* x1 = ")


@pytest.mark.parametrize("ending", ["mps", "lp"])
def test_what_is_exported_has_as_many_solutions(run: Run, ending: str) -> None:
    board, name = ("surasshupakku", "--preset", "5x5", "--formulation", "flow"), f"a.{ending}"
    run("export", *board, "--format", ending, "--output", name)
    # Without the limit, whoever counts flows would go on for very long.
    assert run("solve-model", name, "--count", "--time-limit", "20").stdout == "1\n"
    assert run("solve-model", name, "--unique").stdout.endswith("unique\n")


@pytest.mark.usefixtures("knapsack")
def test_quiet_is_quiet(call: Call) -> None:
    assert call("solve-model", "knapsack.mps", "--quiet") == (0, "", "")


@pytest.mark.usefixtures("knapsack")
def test_verbose_shows_the_log_on_stderr(run: Run) -> None:
    done = run("solve-model", "knapsack.mps", "--verbose", "--backend", "cbc")
    assert done.stdout.startswith("status: optimal\n")
    assert "Welcome to the CBC MILP Solver" in done.stderr


@pytest.mark.parametrize("backend", ["cbc", "cpsat"])
def test_no_solution_exits_3(call: Call, tmp_path: Path, backend: str) -> None:
    (tmp_path / "a.mps").write_text(KNAPSACK.replace("weight 8", "weight -1"))
    code, output, notes = call("solve-model", "a.mps", "--backend", backend)
    assert (code, output) == (3, "status: infeasible\n")
    assert notes.startswith("proved: there is no solution (")
    arguments = ("--backend", backend, "--json", "--verify")
    data = json.loads(call("solve-model", "a.mps", *arguments)[1])
    agrees = [] if backend == "cpsat" else ["cpsat"]
    assert (data["values"], data["checked"], data["verified_by"]) == (None, False, agrees)


def test_no_best_solution_exits_3_too(call: Call, tmp_path: Path) -> None:
    (tmp_path / "a.mps").write_text(UNBOUNDED)
    code, output, notes = call("solve-model", "a.mps")
    assert (code, output) == (3, "status: unbounded\n")
    assert notes.startswith("proved: there is no best solution, they get better without end (cbc, ")
    *_, notes = call("solve-model", "a.mps", "--verbose")
    assert re.search(r"^solver: cbc .* \(it takes variables without bounds\)$", notes, re.MULTILINE)
    assert call("solve-model", "a.mps", "--backend", "cpsat")[:2] == (5, "")


@pytest.mark.parametrize("backend", ["cbc", "cpsat"])
def test_a_limit_exits_4(run: Run, tmp_path: Path, backend: str) -> None:
    (tmp_path / "hard.mps").write_text(hard_model())
    done = run("solve-model", "hard.mps", "--backend", backend, "--time-limit", "0.2")
    assert (done.returncode, done.stdout) == (4, "status: unknown\n")
    assert done.stderr.startswith("unknown: the time limit came first; allow more, or try ")


@pytest.mark.usefixtures("knapsack")
def test_a_missing_or_failing_backend_exits_5(run: Run) -> None:
    missing = run("solve-model", "knapsack.mps", "--backend", "cbc", ILPUZZLES_CBC="/none")
    assert (missing.returncode, missing.stdout) == (5, "")
    assert missing.stderr.startswith("backend cbc is not installed; ")


@pytest.mark.parametrize("backend", ["cbc", "cpsat"])
def test_ctrl_c_ends_the_search(tmp_path: Path, backend: str) -> None:
    (tmp_path / "hard.mps").write_text(hard_model())
    command = [sys.executable, "-m", "ilpuzzles", "solve-model", "hard.mps", "--verbose"]
    with subprocess.Popen(
        [*command, "--backend", backend],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stderr is not None
        # The solver's log has begun.
        first = process.stderr.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
    assert first
    assert (process.returncode, output) == (130, "")
    assert errors.splitlines()[-1] == "interrupted"
    assert [path.name for path in tmp_path.iterdir()] == ["hard.mps"]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("", "FILE is missing; usage: ilpuzzles solve-model FILE [options]"),
        ("none.mps", "none.mps: no such file; check the path"),
        (".", (".: no ending; "
         "name it *.mps, *.lp, *.opb or *.ilp.json, or *.txt or *.cover for a matrix, "
         "with .gz if it is packed")),
        ("folder.mps", "folder.mps: is a folder; name a file in it"),
        ("a.doc", ("a.doc: the ending '.doc' is not that of a known format; "
         "name it *.mps, *.lp, *.opb or *.ilp.json, or *.txt or *.cover for a matrix, "
         "with .gz if it is packed")),
        ("a.gz", ("a.gz: the ending '.gz' is not that of a known format; "
         "name it *.mps, *.lp, *.opb or *.ilp.json, or *.txt or *.cover for a matrix, "
         "with .gz if it is packed")),
        ("half.mps.gz", "half.mps.gz: is not a complete gzip file; get it again"),
        ("plain.mps.gz", "plain.mps.gz: is not a complete gzip file; get it again"),
        ("empty.mps", "empty.mps:1:1: the file is empty; get it again"),
        ("binary.mps", "binary.mps:2:3: not UTF-8 text; check that this is a text file"),
        ("bad.lp", "bad.lp:1:1: text before the objective; start with Minimize or Maximize"),
        ("a.mps b.mps", ("unexpected argument 'b.mps'; "
         "usage: ilpuzzles solve-model FILE [options]")),
        ("knapsack.mps --backend cpstat", "unknown backend 'cpstat'; did you mean 'cpsat'?"),
        ("knapsack.mps --time-limit 0", "time limit must be a positive number of seconds, got 0.0"),
        ("knapsack.mps --workers 0", "workers must be between 1 and 1024, got 0"),
    ],
)  # fmt: skip
@pytest.mark.usefixtures("knapsack")
def test_bad_usage_is_one_line_and_exits_2(
    call: Call, tmp_path: Path, arguments: str, line: str
) -> None:
    (tmp_path / "folder.mps").mkdir()
    (tmp_path / "half.mps.gz").write_bytes(gzip.compress(KNAPSACK.encode())[:60])
    (tmp_path / "plain.mps.gz").write_text(KNAPSACK)
    (tmp_path / "empty.mps").write_text("")
    (tmp_path / "binary.mps").write_bytes(b"NAME\nRO\xff\x00")
    (tmp_path / "bad.lp").write_text(KNAPSACK)
    assert call("solve-model", *arguments.split()) == (2, "", line + "\n")


def test_a_file_beyond_the_limit_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("ilpuzzles.formats.model_files.MAX_BYTES", 100)
    for name, data in (("a.mps", KNAPSACK.encode()), ("a.mps.gz", gzip.compress(bytes(10**6)))):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(InputError, match=r"larger than 100 bytes; solve it with"):
            read_model(tmp_path / name)


@pytest.mark.parametrize("seed", range(0, 30, 3))
def test_backends_agree_on_files(seed: int, tmp_path: Path) -> None:
    made = sample(seed, objective=True)
    best = made.best()
    (tmp_path / "a.mps").write_text(made.model.to_mps())
    (tmp_path / "a.lp").write_text(made.model.to_lp())
    for ending in ("mps", "lp"):
        for backend in ("cbc", "cpsat"):
            answer = solve_file(tmp_path / f"a.{ending}", backend, Options())
            if best is None:
                assert (answer.status, bool(answer)) == (Status.INFEASIBLE, False)
            else:
                assert answer.result.objective == best
                assert answer.result.checked
                assert "solved" in repr(answer)
