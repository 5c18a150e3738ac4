"""`ilpuzzles play` as a process: what it says, that Ctrl-C ends it, and what it refuses."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from ilpuzzles.cli.command_steps import board_to_play
from ilpuzzles.reading.library import Library
from support.commands import Call, unmeasured
from support.processes import linux_only, wait_until


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


def asking(address: str, question: dict[str, object]) -> http.client.HTTPResponse:
    """What begins to answer a question."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.netloc, timeout=60)
    token = parts.query.partition("=")[2]
    headers = {"X-Ilpuzzles-Token": token, "Content-Type": "application/json"}
    connection.request("POST", "/ask", json.dumps(question), headers)
    return connection.getresponse()


@pytest.mark.exhaustive
@linux_only
@pytest.mark.parametrize(
    ("number", "code", "said"), [(signal.SIGINT, 0, "ended"), (signal.SIGTERM, 143, "terminated")]
)
def test_it_answers_until_it_is_ended(tmp_path: Path, number: int, code: int, said: str) -> None:
    record = tmp_path / "moves.jsonl"
    with playing("soma", "--record", str(record), folder=tmp_path) as (process, address):
        assert address.startswith("http://127.0.0.1:")
        question = {"ask": "status", "placed": [0], "id": 3, "page": "a"}
        answer = json.loads(asking(address, question).read().splitlines()[-1])
        assert (answer["to"], answer["exact"]) == (3, True)
        asking(address, {"ask": "record", "at": 2, "placed": [0], "did": "place"}).read()
        process.send_signal(number)
        _, notes = process.communicate(timeout=120)
        assert process.returncode == code
        assert notes.splitlines()[-1] == said
        assert "Traceback" not in notes
    assert record.read_text() == '{"at": 2.0, "did": "place", "placed": [0]}\n'
    assert [path.name for path in tmp_path.iterdir()] == ["moves.jsonl"]


@pytest.mark.exhaustive
@linux_only
def test_it_ends_at_once_while_it_searches(tmp_path: Path) -> None:
    with playing("tritetratan", "--quiet", folder=tmp_path) as (process, address):
        asking(address, {"ask": "status"}).readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=120) == 0
        assert process.stderr is not None
        assert process.stderr.read() == ""
    assert list(tmp_path.iterdir()) == []


def test_a_port_that_is_taken_is_named(call: Call) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, said, noted = call(f"play soma --no-browser --port {port}")
    assert (code, said) == (2, "")
    assert f"port {port} cannot be used" in noted


def test_a_board_is_written_to_a_file(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "board.html"
    code, said, noted = call("lonpos --preset 8pieces --html board.html --playable")
    assert (code, said) == (0, "")
    assert "a board to play on" in noted
    page = file.read_text(encoding="utf-8")
    assert "default-src 'none'" in page
    assert "connect-src 'none'" in page
    board = json.loads(page.split('id="board">')[1].split("</script>")[0])
    assert (len(board["given"]), board["solutions"]) == (8, 1)
    # Without a position it is the one that `play` would show.
    assert call("dominoes --html board.html --playable --quiet") == (0, "", "")
    assert '"preset":"4x4"' in file.read_text(encoding="utf-8")


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


@pytest.mark.exhaustive
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
        process.communicate(timeout=120)
        assert process.returncode == 0
    assert not Path(opened.removeprefix("file://")).parent.exists()


@pytest.mark.parametrize(
    ("puzzle", "named", "opened"),
    [
        *[("sudoku", None, "large"), ("sudoku", "small", "small"), ("nonogram", None, "boat")],
        *[("star-battle", None, "large"), ("cube", None, "empty")],
    ],
)
def test_a_pencil_puzzle_opens_at_the_size_that_people_play(
    puzzle: str, named: str | None, opened: str | None
) -> None:
    no_more: dict[str, object] = {"file": None, "board": None, "url": None, "parameters": {}}
    given = Namespace(puzzle=puzzle, preset=named, **no_more)
    assert board_to_play(given, Library.standard()).preset == opened


@pytest.mark.exhaustive
@linux_only
def test_a_new_board_is_drawn_in_the_editor(tmp_path: Path) -> None:
    with playing("sudoku", "--new", folder=tmp_path) as (_, address):
        parts = urlsplit(address)
        connection = http.client.HTTPConnection(parts.netloc, timeout=60)
        connection.request("GET", f"/?{parts.query}")
        page = connection.getresponse().read().decode()
    board = json.loads(page.split('id="board">')[1].split("</script>")[0])
    draft = board["sheet"]["draft"]
    assert (draft["rows"], draft["columns"]) == (9, 9)
    assert draft["words"]["board"] == [""] * 81


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("sudoku --new 9x10", "the board has 9 rows and 10 columns; draw a square"),
        ("kenken --new 5x6", "draw a square"),
        ("slitherlink --new 100x100", "10,000 cells; give up to 2,500 of them"),
        ("slitherlink --new 0x5", "give at least 1 row and 2 columns"),
        (
            "slitherlink --new large",
            "--new 'large' is not a size; give the rows",
        ),
        ("slitherlink --new 10", "such as 10x10"),
        (
            "sudoku --new --preset small",
            "--new cannot be combined with --preset; leave one of them out",
        ),
        ("sudoku --new 9x9 --board 1---/----/----/----", "--new cannot be combined with --board"),
        ("soma --new", "there is no editor for boards of soma; write a file instead"),
        ("--new", "there is no editor for boards of lonpos"),
    ],
)
def test_a_new_board_that_cannot_be_drawn_is_refused(
    call: Call, arguments: str, words: str
) -> None:
    code, said, noted = call(f"play {arguments} --no-browser")
    assert (code, said) == (2, "")
    assert words in " ".join(noted.split())
