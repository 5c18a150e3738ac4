"""Long counts on the command line: --ledger, --status and --cluster."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from support.commands import Asked, Call, run_python, unmeasured
from support.places import ROOT
from support.processes import linux_only, wait_until, workers_of

COUNT = "dominoes --preset 6x6 --count --ledger run"
NUMBER = 6728


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


@pytest.mark.exhaustive
def test_a_count_with_a_ledger(call: Call, asked: Asked, tmp_path: Path) -> None:
    code, said, noted = call(COUNT)
    assert (code, said) == (0, f"{NUMBER}\n")
    assert noted.endswith(" s; rows checked\n")
    before = (tmp_path / "run").read_bytes()
    code, said, noted = call(f"{COUNT} --status")
    assert (code, noted) == (0, "")
    assert said.startswith("complete: 6,728 solutions, ")
    status = asked(f"{COUNT} --status")
    assert status.pop("seconds") > 0
    assert status == {
        "complete": True,
        "parts_done": 64,
        "parts": 64,
        "solutions_so_far": NUMBER,
        "share": 1.0,
        "failed": {},
    }
    for more in ("", "--status"):
        code, said, noted = call(f"dominoes --preset 4x4 --count --ledger run {more}")
        assert (code, said, noted.count("\n")) == (2, "", 1)
        assert noted.startswith("run: this ledger belongs to another position, question or sweep; ")
    assert (tmp_path / "run").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["run"]


@pytest.mark.exhaustive
@linux_only
def test_the_status_of_a_count_that_runs_and_is_killed(call: Call, tmp_path: Path) -> None:
    process = started(tmp_path, *COUNT.split(), "--backend", "cpsat")

    def done() -> int:
        code, said, _ = call(f"{COUNT} --status --json")
        return int(json.loads(said)["parts_done"]) if code == 0 else 0

    try:
        assert wait_until(lambda: done() > 3)
        # One worker alone is not missed. Nothing is done while this is.
        os.kill(process.pid, signal.SIGSTOP)
        for worker in workers_of(process.pid):
            os.kill(worker, signal.SIGKILL)
        before = done()
        os.kill(process.pid, signal.SIGCONT)
        assert wait_until(lambda: done() > before)
        code, said, _ = call(f"{COUNT} --status")
        assert (code, " of 64 parts done (" in said) == (0, True)
        code, _, noted = call(COUNT)
        assert (code, noted[:29]) == (2, "run: the ledger is in use; en")
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    assert wait_until(lambda: not workers_of(process.pid))
    before = done()
    assert before < 64
    code, said, _ = call(f"{COUNT} --workers 2")
    assert (code, said) == (0, f"{NUMBER}\n")
    assert done() == 64


@pytest.mark.exhaustive
@linux_only
def test_a_full_disk(call: Call, asked: Asked, tmp_path: Path) -> None:
    """No file may get larger than some blocks: like a full disk, once they are written."""
    limit = 30_000
    script = (
        "import resource, sys\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, resource.RLIM_INFINITY))\n"
        "from ilpuzzles.cli.main import entry_point\n"
        f"sys.argv[1:] = {[*COUNT.split(), '--backend', 'cpsat']!r}\n"
        "entry_point()\n"
    )
    environment = unmeasured() | {"PYTHONPATH": str(ROOT)}
    done = run_python("-c", script, cwd=tmp_path, env=environment)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("run: the ledger cannot be written (")
    assert done.stderr.count("\n") == 1
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != limit
    assert 0 < asked(f"{COUNT} --status")["parts_done"] < 64
    code, said, _ = call(COUNT)
    assert (code, said) == (0, f"{NUMBER}\n")


@pytest.mark.exhaustive
def test_a_model_of_ones_own(call: Call, tmp_path: Path) -> None:
    (tmp_path / "cover.txt").write_text("1 1 0 0\n0 0 1 1\n1 0 1 0\n0 1 0 1\n")
    own = "solve-model cover.txt --count --ledger run"
    assert call(own)[:2] == (0, "2\n")
    assert call(f"{own} --status")[1].startswith("complete: 2 solutions, ")


@pytest.mark.exhaustive
def test_symmetry_is_broken_where_that_counts_the_same_with_a_ledger(call: Call) -> None:
    counted = call("tower --height 2 --count --break-symmetry auto --ledger run")[:2]
    assert counted == call("tower --height 2 --count --up-to-symmetry")[:2] == (0, "23\n")


@pytest.mark.parametrize("ledger", ["", "--ledger run"])
def test_a_cluster_without_its_packages(
    ledger: str, call: Call, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, said, noted = call(f"dominoes --preset 4x4 --count {ledger} --cluster tcp://a:1")
    assert (code, said, list(tmp_path.iterdir())) == (2, "", [])
    assert noted.startswith("a cluster needs distributed, which ")
    assert noted.endswith("; pip install 'ilpuzzles[cluster]'\n")
