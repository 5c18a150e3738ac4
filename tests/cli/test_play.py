"""`ilpuzzles play` as a process: what it says, that Ctrl-C ends it, and what it refuses."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from support.commands import Run, unmeasured
from support.places import ROOT
from support.processes import linux_only, wait_until

HITORI = str(ROOT / "docs/examples/hitori.py")


@contextmanager
def playing(
    *arguments: str, folder: Path, browser: Path | None = None
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command while it runs, and the address that it says."""
    more = ["--no-browser"] if browser is None else []
    process = subprocess.Popen(
        [sys.executable, "-m", "ilpuzzles", "play", *arguments, *more],
        cwd=folder,
        env=unmeasured() | ({} if browser is None else {"BROWSER": f"{browser} %s"}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        assert process.stdout is not None
        yield process, process.stdout.readline().strip()
    finally:
        process.kill()
        process.communicate()


def asked(address: str, question: dict[str, object]) -> dict[str, object]:
    """The last answer to a question."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.netloc, timeout=60)
    token = parts.query.partition("=")[2]
    headers = {"X-Ilpuzzles-Token": token, "Content-Type": "application/json"}
    connection.request("POST", "/ask", json.dumps(question), headers)
    lines = connection.getresponse().read().splitlines()
    connection.close()
    found: dict[str, object] = json.loads(lines[-1])
    return found


@linux_only
@pytest.mark.parametrize(
    ("number", "code", "said"), [(signal.SIGINT, 0, "ended"), (signal.SIGTERM, 143, "terminated")]
)
def test_it_answers_until_it_is_ended(tmp_path: Path, number: int, code: int, said: str) -> None:
    record = tmp_path / "moves.jsonl"
    with playing("soma", "--record", str(record), folder=tmp_path) as (process, address):
        assert address.startswith("http://127.0.0.1:")
        answer = asked(address, {"ask": "status", "placed": [0], "id": 3, "page": "a"})
        assert (answer["to"], answer["exact"]) == (3, True)
        asked(address, {"ask": "record", "at": 2, "placed": [0], "did": "place"})
        process.send_signal(number)
        _, notes = process.communicate(timeout=30)
        assert process.returncode == code
        assert notes.splitlines()[-1] == said
        assert "Traceback" not in notes
    assert record.read_text() == '{"at": 2.0, "did": "place", "placed": [0]}\n'
    assert [path.name for path in tmp_path.iterdir()] == ["moves.jsonl"]


@linux_only
def test_it_ends_at_once_while_it_searches(tmp_path: Path) -> None:
    with playing("tritetratan", "--quiet", folder=tmp_path) as (process, address):
        parts = urlsplit(address)
        connection = http.client.HTTPConnection(parts.netloc, timeout=60)
        headers = {"X-Ilpuzzles-Token": parts.query.partition("=")[2]}
        headers["Content-Type"] = "application/json"
        connection.request("POST", "/ask", json.dumps({"ask": "status"}), headers)
        connection.getresponse().readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["lonpoz"], "unknown puzzle 'lonpoz'"),
        (["lonpos", "--port", "65536"], "--port 65536; give 1 to 65,535"),
        (["lonpos", "--port", "-1"], "--port"),
        (["lonpos", "--port", "1e3"], "--port"),
        (["lonpos", "--preset", "9pieces"], "unknown preset '9pieces'"),
        (["lonpos", "--record", "moves.txt"], "moves.txt"),
        (["lonpos", "--record", "no/moves.jsonl"], "no"),
        (["lonpos", "--url", "slashpack/5/5/x"], "lonpos cannot be read from an address"),
        (["--token", "x"], "unknown option --token"),
    ],
)
def test_nonsense_is_refused_in_a_line(run: Run, arguments: list[str], said: str) -> None:
    done = run("play", *arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.stderr


def test_no_file_is_written_over(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "moves.jsonl"
    path.write_text("mine")
    done = run("play", "soma", "--no-browser", "--record", str(path))
    assert (done.returncode, path.read_text()) == (2, "mine")
    assert "is there already; name another file" in done.stderr


def test_a_port_that_is_taken_is_named(run: Run) -> None:

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("play", "soma", "--no-browser", "--port", str(port))
    assert done.returncode == 2
    assert f"port {port} cannot be used" in done.stderr


def test_a_board_is_written_to_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.html"
    done = run("lonpos", "--preset", "8pieces", "--html", str(file), "--playable")
    assert (done.returncode, done.stdout) == (0, "")
    assert "a board to play on" in done.stderr
    page = file.read_text(encoding="utf-8")
    assert "default-src 'none'" in page
    assert "connect-src 'none'" in page
    board = json.loads(page.split('id="board">')[1].split("</script>")[0])
    assert (len(board["given"]), board["solutions"]) == (8, 1)
    # Without a position it is the one that `play` would show.
    done = run("dominoes", "--html", str(file), "--playable", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")
    assert '"preset":"4x4"' in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["lonpos", "--preset", "8pieces", "--playable"], "--playable without --html"),
        (["surasshupakku", "--preset", "5x5", "--playable", "--html"], "does not know the rules"),
        (
            ["--puzzle", HITORI, "--playable", "--html"],
            "hitori has no board to play on; 'ilpuzzles",
        ),
    ],
)
def test_what_cannot_be_played_in_a_file_is_refused(
    run: Run, tmp_path: Path, arguments: list[str], said: str
) -> None:
    file = tmp_path / "board.html"
    done = run(*arguments, *[str(file)] * (arguments[-1] == "--html"))
    assert done.returncode == 2
    assert said in done.stderr
    assert not file.exists()


BROWSER = """\
#!/bin/sh
{
    printf '%s\\n' "$*"
    file=${1#file://}
    stat -c '%a' "$file" "$(dirname "$file")"
    cat "$file"
} > seen.part
mv seen.part seen
"""


@linux_only
def test_no_argument_of_the_browser_has_the_token(tmp_path: Path) -> None:
    """Every user of the computer can read the arguments of all programs."""
    browser = tmp_path / "browser"
    browser.write_text(BROWSER)
    browser.chmod(0o755)
    with playing("soma", folder=tmp_path, browser=browser) as (process, address):
        token = address.partition("token=")[2]
        assert len(token) >= 24
        seen = tmp_path / "seen"
        assert wait_until(seen.exists)
        opened, mode, folder_mode, *page = seen.read_text().splitlines()
        assert opened.startswith("file:///")
        assert token not in opened
        assert (mode, folder_mode) == ("600", "700")
        assert f'content="0; url={address}"' in "\n".join(page)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
        assert process.returncode == 0
    assert not Path(opened.removeprefix("file://")).parent.exists()
