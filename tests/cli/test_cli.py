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
from ilpuzzles.cli.main import main
from ilpuzzles.errors import Exit
from ilpuzzles.render.ascii_walls import in_ascii
from ilpuzzles.solvers.registry import backend_names
from support.commands import Asked, Call, Run
from support.interrupted import after, interrupted, says
from support.places import TESTS
from support.processes import is_writing, linux_only, wait_until

BOARD = "┌───────────┬───────┬───────────┬───────────┐\n│ B   B   B │"
SIZES = [f"{size}pieces" for size in range(2, 9)]
PROGRAM = (sys.executable, "-m", "ilpuzzles")
EIGHT = ("lonpos", "--preset", "8pieces")
LIST_AS_JSON = (*PROGRAM, "list", "--json")
PRESETS = [*sorted(f"{size}{suffix}" for size in SIZES for suffix in ("", "-2", "-3")), "empty"]


def test_solving_prints_the_board_alone_on_stdout(run: Run) -> None:
    done = run(*EIGHT)
    assert done.returncode == 0
    assert done.stdout.startswith(BOARD)
    assert "\x1b" not in done.stdout
    assert len(done.stdout.splitlines()) == 12
    assert re.fullmatch(r"solved by cpsat in [\d.]+ s; checked\n", done.stderr)


def test_a_link_is_written_through(run: Run, tmp_path: Path) -> None:
    (tmp_path / "target.svg").write_text("old")
    (tmp_path / "link.svg").symlink_to("target.svg")
    assert run(*EIGHT, "--quiet", "--svg", "link.svg").returncode == 0
    assert (tmp_path / "link.svg").is_symlink()
    assert (tmp_path / "target.svg").read_text().startswith("<svg ")


@pytest.mark.exhaustive
def test_colours_and_characters_only_where_they_can_be_seen(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = ("show", *EIGHT)
    for name, value in (("FORCE_COLOR", "1"), ("TERM", "xterm-256color")):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert main(shown) is Exit.ANSWERED
    assert "\x1b[" in capsys.readouterr().out
    monkeypatch.setenv("NO_COLOR", "1")
    assert main(shown) is Exit.ANSWERED
    plain = capsys.readouterr().out
    assert "\x1b" not in plain
    assert plain == run(*shown).stdout
    # A terminal without the characters gets others.
    done = run(*shown, PYTHONIOENCODING="ascii")
    assert (done.returncode, "A   A   A" in done.stdout) == (0, True)
    assert "+---" in done.stdout
    assert "|" in done.stdout
    assert "?" not in done.stdout
    assert done.stdout == in_ascii(plain)


@pytest.mark.exhaustive
def test_a_missing_or_failing_backend_exits_5(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for program, said in (("/none", "backend cbc is not installed; "), ("/bin/true", "is not CBC")):
        monkeypatch.setenv("ILPUZZLES_CBC", program)
        assert int(main([*EIGHT, "--backend", "cbc"])) == 5
        written = capsys.readouterr()
        assert written.out == ""
        assert said in written.err


def test_list_and_show(run: Run, asked: Asked) -> None:
    assert (
        "\n  lonpos         Lonpos 505: Twelve two-sided pieces fill a board" in run("list").stdout
    )
    assert f"\n    presets: {' '.join(PRESETS)}\n" in run("list", "kanoodle").stdout
    presets = {entry["puzzle"]: entry["presets"] for entry in asked("list")["puzzles"]}
    assert presets["lonpos"] == PRESETS
    assert presets["tower"] == [f"height-{height}" for height in range(2, 6)]
    shown = run("show", "lonpos").stdout
    assert "Twelve two-sided pieces" in shown
    assert "formulation cells: a variable for every tile and cell" in shown
    data = asked("show lonpos")
    assert (len(data["tiles"]), len(data["region"])) == (12, 55)
    start = run("show", *EIGHT).stdout
    assert "Lonpos 505: Eight pieces placed" in start
    assert "known number of solutions: 1\nformulation placement: 1,789 variables, 75 rows" in start
    assert len(asked("show", *EIGHT)["givens"]) == 8
    data = asked("show dominoes --preset 4x4")
    assert (data["known_solutions"], data["known_solutions_up_to_symmetry"]) == (36, 9)


def test_backends_are_listed(run: Run, asked: Asked) -> None:
    listed = asked("backends")["backends"]
    assert [entry["backend"] for entry in listed] == list(backend_names())
    assert all(entry["available"] for entry in listed)
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
        assert done.stderr.startswith("layer 2, row 2, column 2 is covered by ")
        assert run("solve-model", path, "--count").stdout == count


def test_models_are_exported(call: Call, tmp_path: Path) -> None:
    position = ("export", "lonpos", "--preset", "8pieces")
    assert call(*position)[1].startswith("\\ lonpos placement\n\\ ilpuzzles: group ")
    for ending, begun in (
        ("mps", "* ilpuzzles: group "),
        ("opb", "* #variable= 1789 #constraint= 75\n* lonpos "),
    ):
        assert call(*position, "--format", ending, "--output", f"a.{ending}") == (0, "", "")
        assert (tmp_path / f"a.{ending}").read_text().startswith(begun)
    # What is exported is solved.
    code, said, _ = call("solve-model", "a.mps")
    assert (code, len(said.splitlines())) == (0, 13)
    assert said.startswith("status: optimal\nplace_A_7_0_5 = 1\n")
    _, weaker, _ = call(*position, "--formulation", "cells", "--without", "placements")
    assert "one_tile_per_cell_0_0:" in weaker
    assert "placements_A_" not in weaker


def test_groups_can_be_switched_off(run: Run, asked: Asked) -> None:
    arguments = ["lonpos", "--preset", "8pieces", "--formulation", "cells"]
    arguments += ["--without", "one tile per cell"]
    done = run(*arguments)
    assert done.returncode == 0
    assert "\nbroken rule 'cell once': " in done.stdout
    assert done.stderr.startswith("solved, but against the rules, found by cpsat in ")
    data = asked(*arguments)
    assert (data["without"], data["verified_by"]) == (["one tile per cell"], ["rows"])
    assert any(line.startswith("cell once: ") for line in data["broken_rules"])


@pytest.mark.parametrize(
    ("backend", "logged"), [("cbc", "Welcome to the CBC MILP Solver"), ("cpsat", "CP-SAT solver")]
)
def test_verbose_shows_the_log_on_stderr(run: Run, backend: str, logged: str) -> None:
    done = run(*EIGHT, "--backend", backend, "--verbose")
    assert done.stdout.startswith(BOARD)
    assert logged in done.stderr


@pytest.mark.parametrize("question", ["", "--all", "--count", "--forced --json"])
def test_quiet_is_quiet(call: Call, tmp_path: Path, question: str) -> None:
    picture = "" if question == "--count" else "--svg a.svg"
    code, said, noted = call(f"lonpos --preset 8pieces {question} --quiet {picture}")
    assert (code, noted, "json" in question) == (0, "", said != "")
    assert [path.name for path in tmp_path.iterdir()] == ["a.svg"] * bool(picture)


@pytest.mark.parametrize("command", ["lonpos", "solve-model", "hint", "repair", "explain", "check"])
def test_help_says_what_quiet_prints(call: Call, command: str) -> None:
    help_text = " ".join(call(f"{command} --help")[1].split())
    assert "--quiet print nothing, except for --json; the exit code is the answer" in help_text


@pytest.mark.exhaustive
def test_help_and_version(run: Run) -> None:
    assert run("--help").stdout.startswith("usage: ilpuzzles PUZZLE")
    versions = run("--version").stdout.splitlines()
    assert versions[0] == f"ilpuzzles {__version__}"
    assert versions[1] == f"Python {platform.python_version()}"
    assert [line.split()[0] for line in versions[2:]] == ["numpy", "numba", *backend_names()]
    missing = run("--version", ILPUZZLES_CBC="/none").stdout
    assert "\ncbc missing\n" in missing
    nothing = run()
    assert (nothing.returncode, nothing.stdout[:5]) == (2, "usage")


def test_a_library_of_ones_own(run: Run) -> None:
    folder = str(TESTS / "puzzles" / "data")
    for arguments in (["--library", folder, "bricks"], ["bricks", "--library", folder]):
        done = run(*arguments)
        assert done.returncode == 0, done.stderr
        assert "│ A │ B │   │ A │ B │" in done.stdout


@pytest.mark.exhaustive
def test_a_device_or_a_pipe_may_have_any_name(run: Run, tmp_path: Path) -> None:
    done = run("show", "lonpos", "--svg", "/dev/null")
    assert (done.returncode, done.stderr) == (0, "")
    os.mkfifo(tmp_path / "pipe")
    with ThreadPoolExecutor() as threads:
        read = threads.submit((tmp_path / "pipe").read_text, encoding="utf-8")
        assert run("show", "lonpos", "--svg", "pipe").returncode == 0
        assert read.result().startswith("<svg ")
    listing = ("dominoes", "--preset", "4x4", "--all", "--quiet", "--save", "/dev/stdout")
    saved = run(*listing, PYTHONIOENCODING="utf-8")
    assert len({line for line in saved.stdout.splitlines() if json.loads(line)["tiles"]}) == 36


def test_an_answer_that_cannot_be_written(run: Run) -> None:
    blocked = run(*EIGHT, "--svg", "/proc/none.svg")
    assert blocked.returncode == 2
    assert "/proc/none.svg: cannot be written" in blocked.stderr


@pytest.mark.exhaustive
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            LIST_AS_JSON, stdout=full, stderr=subprocess.PIPE, encoding="utf-8", check=False
        )
    said = "the answer cannot be written (No space left on device); check where it goes\n"
    assert (done.returncode, done.stderr) == (2, said)


@pytest.mark.exhaustive
def test_a_reader_that_leaves_early_is_no_error() -> None:
    with subprocess.Popen(LIST_AS_JSON, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


HARD = """\
import random, sys
from ilpuzzles.backends import Options
from ilpuzzles.cli import main as cli
from ilpuzzles import Model
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


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("backend", "sent", "code", "word"),
    [
        ("cbc", signal.SIGINT, 130, "interrupted"),
        ("cpsat", signal.SIGINT, 130, "interrupted"),
        ("highs", signal.SIGTERM, 143, "terminated"),
        ("scip", signal.SIGHUP, 143, "terminated"),
    ],
)
def test_signals_end_the_search_and_leave_nothing(
    backend: str, sent: signal.Signals, code: int, word: str, tmp_path: Path
) -> None:
    came = interrupted(["-c", HARD, backend], tmp_path, after(says("started"), 0.4), sent)
    assert (came.code, came.complaints, came.left) == (code, f"{word}\n", set())


@pytest.mark.exhaustive
@linux_only
def test_whoever_closes_the_terminal_keeps_the_files(tmp_path: Path) -> None:
    ours, its = pty.openpty()
    listing = ("lonpos", "--preset", "empty", "--all", "--save", "a.jsonl", "--svg", "a.svg")
    process = subprocess.Popen(
        [*PROGRAM, *listing],
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
        assert process.wait(timeout=120) == 143
    finally:
        process.kill()
        process.wait()
    assert {path.name for path in tmp_path.iterdir()} == {"a.jsonl", "a.svg"}
    lines = (tmp_path / "a.jsonl").read_text().splitlines()
    assert all(json.loads(line)["tiles"] for line in lines)
    assert len(lines) > 0


@pytest.mark.exhaustive
@linux_only
def test_what_nohup_has_said_stays_said(tmp_path: Path) -> None:
    listing = ("dominoes", "--preset", "8x8", "--all", "--save", "a.jsonl")
    process = subprocess.Popen(
        ["nohup", *PROGRAM, *listing],
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
        assert process.wait(timeout=120) == 143
    finally:
        process.kill()
        process.communicate()


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("closed", "code", "said"),
    [
        (">&-", 2, "the answer cannot be written (Bad file descriptor); check where it goes\n"),
        ("2>&- >out", 0, ""),
        (">&- 2>&- <&-", 2, ""),
    ],
)
def test_streams_that_are_closed(closed: str, code: int, said: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [
            *("sh", "-c", f'exec "$@" {closed}', "sh", *PROGRAM, *EIGHT),
            *("--backend", "cbc", "--svg", "a.svg"),
        ],
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
