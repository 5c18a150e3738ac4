"""The command line as a user meets it: what it prints, where, and its exit codes."""

from __future__ import annotations

import fcntl
import json
import os
import platform
import pty
import re
import signal
import subprocess
import sys
import termios
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ilpuzzles import __version__
from ilpuzzles.backends.registry import backend_names
from support.commands import Run
from support.places import TESTS
from support.processes import is_writing, linux_only, wait_until

BOARD = "┌───────────┬───────┬───────────┬───────────┐\n│ B   B   B │"
SIZES = [f"{size}pieces" for size in range(2, 9)]
PRESETS = [*sorted(f"{size}{suffix}" for size in SIZES for suffix in ("", "-2", "-3")), "empty"]
DEAD = """\
puzzle: lonpos
board: |
  .KK........
  .KK........
  JJJJ.......
  ...........
  ...........
"""


def test_solving_prints_the_board_alone_on_stdout(run: Run) -> None:
    done = run("lonpos", "--preset", "8pieces")
    assert done.returncode == 0
    assert done.stdout.startswith(BOARD)
    assert "\x1b" not in done.stdout
    assert len(done.stdout.splitlines()) == 12
    assert re.fullmatch(r"solved by cpsat in [\d.]+ s; checked\n", done.stderr)


@pytest.mark.parametrize("backend", ["cbc", "cpsat", "highs", "scip"])
def test_json_is_one_object(run: Run, backend: str) -> None:
    done = run("lonpos", "--preset", "8pieces", "--json", "--backend", backend, "--seed", "4")
    data = json.loads(done.stdout)
    assert (done.returncode, data["backend"], data["checked"]) == (0, backend, True)
    assert data["solutions"][0]["rows"][0] == "BBBCCAAAEEE"


def test_a_link_is_written_through(run: Run, tmp_path: Path) -> None:
    (tmp_path / "target.svg").write_text("old")
    (tmp_path / "link.svg").symlink_to("target.svg")
    assert run("lonpos", "--preset", "8pieces", "--quiet", "--svg", "link.svg").returncode == 0
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "target.svg").read_text().startswith("<svg ")


def test_quiet_is_quiet(run: Run, tmp_path: Path) -> None:
    done = run("lonpos", "--preset", "8pieces", "--quiet", "--svg", "a.svg")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (tmp_path / "a.svg").read_text().startswith("<svg ")
    assert [path.name for path in tmp_path.iterdir()] == ["a.svg"]


def test_colour_only_where_it_can_be_seen(run: Run) -> None:
    arguments = ("lonpos", "--preset", "8pieces")
    coloured = run(*arguments, FORCE_COLOR="1", TERM="xterm-256color")
    assert "\x1b[" in coloured.stdout
    plain = run(*arguments, FORCE_COLOR="1", NO_COLOR="1")
    assert "\x1b" not in plain.stdout
    assert plain.stdout == run(*arguments).stdout


def test_a_terminal_without_the_characters_gets_others(run: Run) -> None:
    done = run("lonpos", "--preset", "8pieces", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "B   B   B" in done.stdout


@pytest.mark.parametrize("backend", ["cbc", "cpsat", "highs", "scip"])
def test_no_solution_exits_3(run: Run, tmp_path: Path, backend: str) -> None:
    (tmp_path / "dead.yaml").write_text(DEAD)
    done = run("lonpos", "--file", "dead.yaml", "--backend", backend)
    assert (done.returncode, done.stdout) == (3, "proved: there is no solution\n")


@pytest.mark.parametrize("backend", ["cbc", "cpsat", "highs", "scip"])
def test_a_limit_exits_4(run: Run, backend: str) -> None:
    done = run("lonpos", "--preset", "empty", "--backend", backend, "--time-limit", "0.001")
    assert (done.returncode, done.stdout) == (4, "")
    assert "the time limit came first" in done.stderr
    done = run("lonpos", "--preset", "empty", "--time-limit", "0.001", "--json")
    assert done.returncode == 4
    assert json.loads(done.stdout)["status"] == "unknown"


def test_a_missing_or_failing_backend_exits_5(run: Run) -> None:
    missing = run("lonpos", "--preset", "8pieces", "--backend", "cbc", ILPUZZLES_CBC="/none")
    assert (missing.returncode, missing.stdout) == (5, "")
    assert missing.stderr.startswith("backend cbc is not installed; ")
    wrong = run("lonpos", "--preset", "8pieces", "--backend", "cbc", ILPUZZLES_CBC="/bin/true")
    assert wrong.returncode == 5
    assert "is not CBC" in wrong.stderr


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("lonpoz", "unknown puzzle or command 'lonpoz'; did you mean 'lonpos'?"),
        ("lonpos", ("no position of lonpos is named; "
         f"give --preset NAME ({', '.join(PRESETS)}), --file FILE or --board ROWS")),
        ("lonpos --preset 8piece", "unknown preset '8piece'; did you mean '8pieces'?"),
        ("lonpos --preset ../8pieces", "unknown preset '../8pieces'; did you mean '8pieces'?"),
        ("lonpos --preset empty --backend cpstat", ("unknown backend 'cpstat'; "
         "did you mean 'cpsat'?")),
        ("lonpos --preset empty --formulation cell", ("unknown formulation 'cell'; "
         "did you mean 'cells'?")),
        ("lonpos --preset empty --time-limit 0", ("time limit must be a positive number of "
         "seconds, "
         "got 0.0")),
        ("lonpos --preset empty --time-limit soon", ("--time-limit: 'soon' is not a number; "
         "see 'ilpuzzles lonpos --help'")),
        ("lonpos --preset empty --workers 0", "workers must be between 1 and 1024, got 0"),
        ("lonpos --preset empty --gap -1", ("gap must be 0 or a share such as 0.01, got "
         "-1.0")),
        ("lonpos --preset empty --node-limit 0", ("node limit must be between "
         "1 and 2147483647, got 0")),
        ("lonpos --preset empty --pre x", "unknown option --pre; did you mean --preset?"),
        ("lonpos --preset empty --file x", "--file with --preset; leave one of them out"),
        ("lonpos --file none.yaml", "none.yaml: no such file; check the path"),
        ("lonpos --file .", ".: is a folder; name a file in it"),
        ("lonpos --file star.py", ("star.py: a Python file, which is a puzzle and no position; "
         "give it as --puzzle star.py")),
        ("lonpos --preset empty --svg none/a.svg", ("none/a.svg: its folder does not exist; "
         "make the folder first")),
        ("lonpos --preset empty --svg .", ".: is a folder; name a file in it"),
        ("--library none list", "none: no such library folder; name one that has models/"),
        ("--library", "--library needs DIR after it; see 'ilpuzzles --help'"),
        ("show", ("PUZZLE is missing; "
         "usage: ilpuzzles show PUZZLE [--preset NAME | --file FILE | --board ROWS] [options]")),
        ("show lonpos --formulation cells", ("--formulation without an instance; "
         "add --preset NAME or --file FILE")),
        ("show lonpoz", "unknown puzzle 'lonpoz'; did you mean 'lonpos'?"),
        ("--libary x", "unknown option --libary; did you mean --library?"),
    ],
)  # fmt: skip
def test_bad_usage_is_one_line_and_exits_2(run: Run, arguments: str, line: str) -> None:
    done = run(*arguments.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == line + "\n"


def test_bad_files_are_located(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text("puzzle: lonpos\nbord: x\n")
    done = run("lonpos", "--file", "bad.yaml")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "bad.yaml:2:1: unknown key 'bord'; did you mean 'board'?\n"


def test_list_and_show(run: Run) -> None:
    listed = run("list")
    assert f"lonpos  Lonpos 505\n    presets: {' '.join(PRESETS)}" in listed.stdout
    data = json.loads(run("list", "--json").stdout)
    presets = {entry["puzzle"]: entry["presets"] for entry in data["puzzles"]}
    assert presets["lonpos"] == PRESETS
    assert presets["tower"] == [f"height-{height}" for height in range(2, 6)]
    shown = run("show", "lonpos").stdout
    assert "Twelve two-sided pieces" in shown
    assert "formulation cells: a variable for every tile and cell" in shown
    data = json.loads(run("show", "lonpos", "--json").stdout)
    assert len(data["tiles"]) == 12
    assert len(data["region"]) == 55
    start = run("show", "lonpos", "--preset", "8pieces").stdout
    assert "Lonpos 505: Eight pieces placed" in start
    assert "known number of solutions: 1\nformulation placement: 1,789 variables, 75 rows" in start
    data = json.loads(run("show", "lonpos", "--preset", "8pieces", "--json").stdout)
    assert len(data["givens"]) == 8


def test_backends_are_listed(run: Run) -> None:
    data = json.loads(run("backends", "--json").stdout)
    assert [entry["backend"] for entry in data["backends"]] == [
        "cbc",
        "clingo",
        "cpsat",
        "exactcover",
        "highs",
        "scip",
    ]
    assert all(entry["available"] for entry in data["backends"])
    text = run("backends", ILPUZZLES_CBC="/none")
    assert text.returncode == 0
    assert "cbc         missing; " in text.stdout


def test_a_model_that_breaks_symmetry_is_exported(run: Run, tmp_path: Path) -> None:
    """What is counted of the file is what is counted of the puzzle."""
    how = ("cube", "--break-symmetry", "auto")
    count = run(*how, "--count").stdout
    assert int(count) < 5328
    for name, written in (("cube.ilp.json", "ilpuzzles"), ("cube.lp", "lp"), ("c.txt", "matrix")):
        path = str(tmp_path / name)
        done = run("export", *how, "--format", written, "--output", path)
        assert (done.returncode, done.stdout) == (0, "")
        assert done.stderr.startswith("atom (1, 1, 1) is covered by ")
        assert run("solve-model", path, "--count").stdout == count
    wrong = run("export", "surasshupakku", *how[1:], "--preset", "5x5", "--format", "url")
    assert (wrong.returncode, wrong.stderr) == (
        2,
        "--break-symmetry with --format url, which is the instance itself; leave it out\n",
    )
    wrong = run("export", "lonpos", "--break-symmetry", "QQ")
    assert (wrong.returncode, len(wrong.stderr.splitlines())) == (2, 1)


def test_models_are_exported(run: Run, tmp_path: Path) -> None:
    lp = run("export", "lonpos", "--preset", "8pieces")
    assert lp.stdout.startswith("\\ lonpos placement\n\\ ilpuzzles: group ")
    mps = run("export", "lonpos", "--preset", "8pieces", "--format", "mps", "--output", "a.mps")
    assert (mps.returncode, mps.stdout, mps.stderr) == (0, "", "")
    assert (tmp_path / "a.mps").read_text().endswith("ENDATA\n")
    arguments = ["export", "lonpos", "--preset", "8pieces", "--formulation", "cells"]
    weaker = run(*arguments, "--without", "placements")
    assert "one_tile_per_cell_0_0:" in weaker.stdout
    assert "placements_A_0_0_0:" not in weaker.stdout
    wrong = run("export", "lonpos", "--preset", "8pieces", "--format", "xls")
    assert wrong.returncode == 2


def test_groups_can_be_switched_off(run: Run) -> None:
    arguments = ["lonpos", "--preset", "8pieces", "--formulation", "cells"]
    done = run(*arguments, "--without", "one tile per cell")
    assert done.returncode == 0
    assert "\nbroken rule 'cell once': " in done.stdout
    assert done.stderr.startswith("solved, but against the rules, found by cpsat in ")
    data = json.loads(run(*arguments, "--without", "one tile per cell", "--json").stdout)
    assert data["without"] == ["one tile per cell"]
    assert data["verified_by"] == ["rows"]
    assert any(line.startswith("cell once: ") for line in data["broken_rules"])
    unknown = run(*arguments, "--without", "one tile per cel")
    assert (unknown.returncode, unknown.stderr) == (
        2,
        "unknown group 'one tile per cel'; did you mean 'one tile per cell'?\n",
    )


def test_verbose_shows_the_log_on_stderr(run: Run) -> None:
    for backend, said in [("cbc", "Welcome to the CBC MILP Solver"), ("cpsat", "CP-SAT solver")]:
        done = run("lonpos", "--preset", "8pieces", "--backend", backend, "--verbose")
        assert done.stdout.startswith(BOARD)
        assert said in done.stderr


def test_help_and_version(run: Run) -> None:
    assert run("--help").stdout.startswith("usage: ilpuzzles PUZZLE")
    versions = run("--version").stdout.splitlines()
    assert versions[0] == f"ilpuzzles {__version__}"
    assert versions[1] == f"Python {platform.python_version()}"
    assert [line.split()[0] for line in versions[2:]] == ["numpy", "numba", *backend_names()]
    missing = run("--version", ILPUZZLES_CBC="/none").stdout
    assert "\ncbc missing\n" in missing
    for command in ("lonpos", "list", "show", "export", "backends"):
        assert run(command, "--help").returncode == 0
    nothing = run()
    assert (nothing.returncode, nothing.stdout[:5]) == (2, "usage")


def test_a_library_of_ones_own(run: Run) -> None:
    folder = str(TESTS / "puzzles" / "data")
    for arguments in (["--library", folder, "bricks"], ["bricks", "--library", folder]):
        done = run(*arguments)
        assert done.returncode == 0, done.stderr
        assert "│ A │ B │   │ A │ B │" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("lonpos --png x.txt", "x.txt: no PNG picture may end in .txt; name a file *.png"),
        ("lonpos --svg x", ("x: no SVG picture may have a name "
         "without an ending; name a file *.svg")),
        ("lonpos --html x.pdf", "x.pdf: no page may end in .pdf; name a file *.html or *.htm"),
        ("lonpos --all --save x.txt", ("x.txt: no file of solutions may end in .txt; "
         "name a file *.jsonl or *.npy")),
        ("show lonpos --svg x.png", "x.png: no SVG picture may end in .png; name a file *.svg"),
        ("explain lonpos --png x.svg", "x.svg: no PNG picture may end in .svg; name a file *.png"),
        ("export lonpos --output x.mps", ("x.mps: no LP file may end in .mps; name a file *.lp, "
         "or add --format mps")),
        ("export lonpos --format matrix --output x.opb", ("x.opb: no matrix may end in .opb; "
         "name a file *.txt or *.cover, or add --format opb")),
        ("generate lonpos --placed 4 -o x.json", ("x.json: no file of a preset may end in .json; "
         "name a file *.yaml or *.yml")),
        ("bench quick --jsonl x.json", ("x.json: no file of results may end in .json; "
         "name a file *.jsonl")),
        ("bench quick --csv x.txt", "x.txt: no CSV table may end in .txt; name a file *.csv"),
        ("bench report no.jsonl --html x.md", ("x.md: no page may end in .md; "
         "name a file *.html or *.htm")),
        ("bench report no.jsonl --markdown x", ("x: no text in Markdown may have a name without an "
         "ending; name a file *.md or *.markdown")),
    ],
)  # fmt: skip
def test_the_name_of_a_file_says_what_is_in_it(
    run: Run, tmp_path: Path, arguments: str, line: str
) -> None:
    done = run(*arguments.split())
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{line}\n")
    assert not list(tmp_path.iterdir())


def test_a_device_or_a_pipe_may_have_any_name(run: Run, tmp_path: Path) -> None:
    done = run("show", "lonpos", "--svg", "/dev/null")
    assert (done.returncode, done.stderr) == (0, "")
    os.mkfifo(tmp_path / "pipe")
    with ThreadPoolExecutor() as threads:
        read = threads.submit((tmp_path / "pipe").read_text, encoding="utf-8")
        assert run("show", "lonpos", "--svg", "pipe").returncode == 0
        assert read.result().startswith("<svg ")
    listing = ("dominoes", "--preset", "4x4", "--all", "--quiet", "--save", "/dev/stdout")
    saved = subprocess.run(
        [sys.executable, "-m", "ilpuzzles", *listing],
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )
    assert len({line for line in saved.stdout.splitlines() if json.loads(line)["tiles"]}) == 36


def test_an_answer_that_cannot_be_written(run: Run) -> None:
    blocked = run("lonpos", "--preset", "8pieces", "--svg", "/proc/none.svg")
    assert blocked.returncode == 2
    assert "/proc/none.svg: cannot be written" in blocked.stderr


SOLVE_AS_JSON = [
    sys.executable,
    "-m",
    "ilpuzzles",
    "lonpos",
    "--preset",
    "8pieces",
    "--quiet",
    "--json",
]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "ilpuzzles",
                "lonpos",
                "--preset",
                "8pieces",
                "--quiet",
                "--json",
            ],
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == (
        "the answer cannot be written (No space left on device); check where it goes\n"
    )


def test_a_reader_that_leaves_early_is_no_error() -> None:
    with subprocess.Popen(
        SOLVE_AS_JSON,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


HARD = """\
import random, sys
from ilpuzzles.backends import Options
from ilpuzzles.cli import main as cli
from ilpuzzles.modelling import Model
from ilpuzzles import solve_model

def hard(arguments):
    model = Model()
    x = model.binary("x", 60)
    dice = random.Random(7)
    for _ in range(6):
        weights = [dice.randint(0, 99) for _ in range(60)]
        model.add(x.dot(weights) == sum(weights) // 2)
    print("started", flush=True)
    solve_model(model, sys.argv[1])

cli._dispatch = hard
sys.argv[0] = "hard"
cli.entry_point()
"""


@pytest.mark.parametrize("backend", ["cbc", "cpsat", "highs", "scip"])
@pytest.mark.parametrize(
    ("sent", "code", "word"),
    [
        (signal.SIGINT, 130, "interrupted"),
        (signal.SIGTERM, 143, "terminated"),
        (signal.SIGHUP, 143, "terminated"),
    ],
)
def test_signals_end_the_search_and_leave_nothing(
    backend: str, sent: signal.Signals, code: int, word: str, tmp_path: Path
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", HARD, backend],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "started\n"
        time.sleep(1.0)
        process.send_signal(sent)
        _, errors = process.communicate(timeout=20)
    finally:
        process.kill()
    assert (process.returncode, errors) == (code, word + "\n")
    assert list(tmp_path.iterdir()) == []


@linux_only
def test_whoever_closes_the_terminal_keeps_the_files(tmp_path: Path) -> None:
    ours, its = pty.openpty()
    listing = ("lonpos", "--preset", "empty", "--all", "--save", "a.jsonl", "--svg", "a.svg")
    process = subprocess.Popen(
        [sys.executable, "-m", "ilpuzzles", *listing],
        stdin=its,
        stdout=its,
        stderr=its,
        cwd=tmp_path,
        # The terminal is its own: it is told when that is closed.
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509
    )
    os.close(its)
    try:
        assert wait_until(lambda: is_writing(process.pid, tmp_path))
        os.close(ours)
        assert process.wait(timeout=30) == 143
    finally:
        process.kill()
    assert {path.name for path in tmp_path.iterdir()} == {"a.jsonl", "a.svg"}
    lines = (tmp_path / "a.jsonl").read_text().splitlines()
    assert all(json.loads(line)["tiles"] for line in lines)
    assert len(lines) > 0


@linux_only
def test_what_nohup_has_said_stays_said(tmp_path: Path) -> None:
    listing = ("-m", "ilpuzzles", "dominoes", "--preset", "8x8", "--all", "--save", "a.jsonl")
    process = subprocess.Popen(
        ["nohup", sys.executable, *listing],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    try:
        assert wait_until(lambda: is_writing(process.pid, tmp_path))
        process.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        assert process.poll() is None
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 143
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(
    ("closed", "code", "said"),
    [
        (">&-", 2, "the answer cannot be written (Bad file descriptor); check where it goes\n"),
        ("2>&- >out", 0, ""),
        (">&- 2>&- <&-", 2, ""),
    ],
)
def test_streams_that_are_closed(closed: str, code: int, said: str, tmp_path: Path) -> None:
    solve = (sys.executable, "-m", "ilpuzzles", "lonpos", "--preset", "8pieces")
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", *solve, "--backend", "cbc", "--svg", "a.svg"],
        check=False,
        capture_output=True,
        encoding="utf-8",
        cwd=tmp_path,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.endswith(said)
    assert "Traceback" not in done.stderr
    # No file has got the number of a stream, and its notes.
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_what_a_backend_cannot_do_exits_5(run: Run) -> None:
    for arguments, line in [
        (
            "--backend scip --workers 2",
            "backend scip does not support several workers; leave them out, or use ",
        ),
        (
            "--backend cpsat --node-limit 9",
            "backend cpsat does not support a node limit; give a time ",
        ),
    ]:
        done = run("lonpos", "--preset", "8pieces", *arguments.split())
        assert (done.returncode, done.stdout) == (5, "")
        assert done.stderr.startswith(line)
        assert done.stderr.count("\n") == 1


def test_a_limit_of_nodes_exits_4_or_solves(run: Run) -> None:
    done = run("lonpos", "--preset", "8pieces", "--backend", "highs", "--node-limit", "500")
    assert done.returncode in {0, 4}
    assert "┌" in done.stdout or "node limit" in done.stderr


def test_the_binary_model_as_opb(run: Run) -> None:
    done = run("export", "lonpos", "--preset", "8pieces", "--format", "opb")
    assert done.returncode == 0
    assert done.stdout.startswith("* #variable= 1789 #constraint= 75\n")
