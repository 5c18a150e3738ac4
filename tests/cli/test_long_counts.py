"""Long counts on the command line: --ledger, --status and --cluster."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from ilpuzzles.cli.main import main
from support.commands import unmeasured
from support.places import ROOT
from support.processes import linux_only, wait_until, workers_of

Call: TypeAlias = Callable[..., tuple[int, str, str]]
DOMINOES = ("dominoes", "--preset", "6x6", "--count")
NUMBER = 6728


@pytest.fixture
def call(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Call:
    """Runs a command in this process: its exit code, and what it wrote."""
    monkeypatch.chdir(tmp_path)

    def start(*arguments: str) -> tuple[int, str, str]:
        return (int(main(arguments)), *capfd.readouterr())

    return start


def started(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "ilpuzzles", *arguments],
        cwd=folder,
        # A kill -9 of the whole group leaves a temporary folder behind.
        env=os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def test_a_count_with_a_ledger(call: Call, tmp_path: Path) -> None:
    assert call(*DOMINOES, "--ledger", "run", "--status") == (
        2,
        "",
        "run: there is no such ledger; check the name\n",
    )
    assert list(tmp_path.iterdir()) == []
    code, said, noted = call(*DOMINOES, "--ledger", "run")
    assert (code, said) == (0, f"{NUMBER}\n")
    assert noted.endswith(" s; checked\n")
    before = Path("run").read_bytes()
    code, said, noted = call(*DOMINOES, "--ledger", "run", "--status")
    assert (code, noted) == (0, "")
    assert said.startswith("complete: 6,728 solutions, ")
    code, said, _ = call(*DOMINOES, "--ledger", "run", "--status", "--json")
    status = json.loads(said)
    assert status.pop("seconds") > 0
    assert status == {
        "complete": True,
        "parts_done": 64,
        "parts": 64,
        "solutions_so_far": NUMBER,
        "share": 1.0,
        "failed": {},
    }
    for more in ([], ["--status"]):
        code, said, noted = call("dominoes", "--preset", "4x4", "--count", "--ledger", "run", *more)
        assert (code, said) == (2, "")
        assert noted.startswith(
            "run: this ledger belongs to another position, question or sweep; name the file "
        )
        assert noted.count("\n") == 1
    assert Path("run").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


@linux_only
def test_the_status_of_a_count_that_runs_and_is_killed(call: Call, tmp_path: Path) -> None:
    process = started(tmp_path, *DOMINOES, "--ledger", "run", "--backend", "cpsat")

    def done() -> int:
        code, said, _ = call(*DOMINOES, "--ledger", "run", "--status", "--json")
        return int(json.loads(said)["parts_done"]) if code == 0 else 0

    try:
        assert wait_until(lambda: done() > 3)
        # One worker alone is not missed.
        for worker in workers_of(process.pid):
            os.kill(worker, signal.SIGKILL)
        before = done()
        assert wait_until(lambda: done() > before)
        code, said, _ = call(*DOMINOES, "--ledger", "run", "--status")
        assert (code, " of 64 parts done (" in said) == (0, True)
        code, _, noted = call(*DOMINOES, "--ledger", "run")
        assert (code, noted[:29]) == (2, "run: the ledger is in use; en")
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    assert wait_until(lambda: not workers_of(process.pid))
    before = done()
    assert before < 64
    code, said, _ = call(*DOMINOES, "--ledger", "run", "--workers", "2")
    assert (code, said) == (0, f"{NUMBER}\n")
    assert done() == 64


@linux_only
def test_a_full_disk(call: Call, tmp_path: Path) -> None:
    """No file may get larger than some blocks: like a full disk, once they are written."""
    limit = 30_000
    script = (
        "import resource, sys\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, resource.RLIM_INFINITY))\n"
        "from ilpuzzles.cli.main import entry_point\n"
        f"sys.argv[1:] = {[*DOMINOES, '--ledger', 'run', '--backend', 'cpsat']!r}\n"
        "entry_point()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=tmp_path,
        env=unmeasured() | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("run: the ledger cannot be written (")
    assert done.stderr.count("\n") == 1
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != limit
    code, said, _ = call(*DOMINOES, "--ledger", "run", "--status", "--json")
    status = json.loads(said)
    assert code == 0
    assert 0 < status["parts_done"] < 64
    code, said, _ = call(*DOMINOES, "--ledger", "run")
    assert (code, said) == (0, f"{NUMBER}\n")


def test_places_where_no_ledger_can_be(call: Call) -> None:
    for name in ("none/run", "."):
        code, said, noted = call(*DOMINOES, "--ledger", name)
        assert (code, said) == (2, "")
        assert noted.startswith(f"{name}: ")
        assert noted.count("\n") == 1
    Path("notes").write_text("do not lose this")
    for more in ([], ["--status"]):
        code, _, noted = call(*DOMINOES, "--ledger", "notes", *more)
        assert (code, noted) == (2, "notes: not a ledger; name another file\n")
    assert Path("notes").read_text() == "do not lose this"


def test_a_model_of_ones_own(call: Call) -> None:
    Path("cover.txt").write_text("1 1 0 0\n0 0 1 1\n1 0 1 0\n0 1 0 1\n")
    own = ("solve-model", "cover.txt", "--count", "--ledger", "run")
    assert call(*own)[:2] == (0, "2\n")
    assert call(*own, "--status")[1].startswith("complete: 2 solutions, ")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--ledger", "run"], "--ledger without --count; add --count"),
        (["--all", "--ledger", "run"], "--ledger without --count; add --count"),
        (["--count", "--limit", "3", "--ledger", "run"], "--ledger with --limit; leave one"),
        (
            ["--count", "--up-to-symmetry", "--ledger", "run"],
            "--ledger with --up-to-symmetry; leave one",  # not exact there
        ),
        (["--count", "--status"], "--status without --ledger; add --count --ledger FILE"),
        (["--cluster", "tcp://a:1"], "--cluster without --count or --all; add one of these"),
        (["--all", "--limit", "3", "--cluster", "tcp://a:1"], "--cluster with --limit; leave one"),
        (["--count", "--cluster", "near"], "cluster 'near'; write the tcp://HOST:PORT or tls"),
        (
            ["--count", "--cluster", "local"],
            "cluster 'local'; no cluster is started here any more; use workers instead, without a",
        ),
        (
            ["--count", "--cluster", "tcp://here"],
            "cluster 'tcp://here'; write the tcp://",
        ),
    ],
)
def test_options_that_make_no_sense(arguments: list[str], text: str, call: Call) -> None:
    code, said, noted = call("dominoes", "--preset", "4x4", *arguments)
    assert (code, said) == (2, "")
    assert noted.startswith(text)
    assert noted.count("\n") == 1
    assert list(Path.cwd().iterdir()) == []


def test_symmetry_is_broken_where_that_counts_the_same_with_a_ledger(call: Call) -> None:
    tower = ("tower", "--height", "2", "--count")
    code, said, noted = call(*tower, "--up-to-symmetry", "--ledger", "run")
    assert (code, said) == (2, "")
    advice = "use --break-symmetry auto instead, which counts one of all equivalents"
    assert noted.startswith(f"--ledger with --up-to-symmetry; {advice}\n")
    assert list(Path.cwd().iterdir()) == []
    counted = call(*tower, "--break-symmetry", "auto", "--ledger", "run")
    assert counted[:2] == call(*tower, "--up-to-symmetry")[:2] == (0, counted[1])


@pytest.mark.parametrize("ledger", [[], ["--ledger", "run"]])
def test_a_cluster_without_its_packages(
    ledger: list[str], call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    asked = ("dominoes", "--preset", "4x4", "--count", *ledger)
    code, said, noted = call(*asked, "--cluster", "tcp://a:1")
    assert list(Path.cwd().iterdir()) == []
    assert (code, said) == (2, "")
    assert noted.startswith("a cluster needs distributed, which ")
    assert noted.endswith("; pip install 'ilpuzzles[cluster]'\n")
