"""The local server: who gets an answer, what is refused, what ends, and what is recorded."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from typing import Any

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.loading import load
from ilpuzzles.play import server as server_module
from ilpuzzles.play.game import Game
from ilpuzzles.play.server import MOST_BYTES, TOKEN, Connections, PlayServer, choose_token
from support.processes import wait_until

SECRET = "a-secret-of-the-tests"  # noqa: S105 - of nobody
HEADERS = {"X-Ilpuzzles-Token": SECRET, "Content-Type": "application/json"}


class Client:
    """Asks a server as a browser does."""

    def __init__(self, server: PlayServer) -> None:
        self.server = server

    def is_alone(self) -> bool:
        """Whether nothing is being answered."""
        return not self.server._handlers

    def send(
        self, method: str, path: str, body: bytes | str | None = None, **headers: str | None
    ) -> tuple[int, dict[str, str], bytes]:
        """Sends a request; headers with None are left out."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        said = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            kept = {name: value for name, value in said.items() if value is not None}
            connection.request(method, path, body, kept)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def post(self, question: Any, **headers: str | None) -> tuple[int, list[dict[str, Any]]]:
        """Asks a question; the answers, the partial ones first."""
        own = {name.replace("-", "_"): value for name, value in HEADERS.items()}
        body = question if isinstance(question, bytes) else json.dumps(question).encode()
        status, _, data = self.send("POST", "/ask", body, **(own | headers))
        return status, [json.loads(line) for line in data.splitlines()] if status == 200 else []

    def ask(self, question: str, **more: Any) -> dict[str, Any]:
        """The last answer."""
        status, answers = self.post({"ask": question, "id": 7, "page": "test", **more})
        assert status == 200
        assert answers[-1]["to"] == 7
        assert not answers[-1].get("partial")
        return answers[-1]


def served(game: Game, record: list[str] | None = None) -> Iterator[Client]:
    """A server in a thread."""
    server = PlayServer(game, 0, SECRET, None if record is None else record.append)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield Client(server)
    server.shutdown()
    server.end()
    thread.join(60)
    assert not thread.is_alive()


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """A server of a small board."""
    yield from served(Game(load("dominoes", "4x4")))


def test_the_page_needs_the_token(client: Client) -> None:
    status, headers, page = client.send("GET", f"/?token={SECRET}")
    assert status == 200
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert "script-src 'sha256-" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert SECRET not in page.decode()
    assert "Access-Control-Allow-Origin" not in headers
    for path in ("/", "/?token=", "/?token=wrong", f"/?other={SECRET}", f"/?token={SECRET}x"):
        status, _, words = client.send("GET", path)
        assert status == 403
        assert b"open the whole address" in words
    # There is one page, and no files.
    for path in ("/board.js", "/../pyproject.toml", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd"):
        status, _, data = client.send("GET", f"{path}?token={SECRET}")
        assert status == 404
        assert b"root" not in data
    for method in ("PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"):
        status, headers, _ = client.send(method, "/ask", b"{}", X_Ilpuzzles_Token=SECRET)
        assert status == 501
        assert "Access-Control-Allow-Origin" not in headers


def test_the_editor_needs_the_token_too(client: Client) -> None:
    status, headers, script = client.send("GET", f"/editor.js?token={SECRET}")
    assert (status, headers["Content-Type"]) == (200, "text/javascript; charset=utf-8")
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert script.rstrip().endswith(b"export { Editor };")
    for path in ("/editor.js", "/editor.js?token=wrong"):
        assert client.send("GET", path)[0] == 403
    foreign = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "no-cors"}
    assert client.send("GET", f"/editor.js?token={SECRET}", **foreign)[0] == 403


def test_a_page_begins_with_a_draft() -> None:
    game = Game(load("sudoku", "small"))
    sheet = game.drafting.new_sheet((4, 4))
    server = PlayServer(game, 0, SECRET, sheet=sheet)
    assert server.board()["sheet"] == sheet
    assert server.board()["preset"] == "small"
    server.end()


def test_a_question_is_answered(client: Client) -> None:
    assert client.ask("status", placed=[])["count"] == 36
    assert client.ask("status", placed=[0])["count"] == 18
    assert client.ask("export", format="exe")["error"].startswith("format 'exe'; choose one of")
    assert client.ask("board")["board"]["title"] == "Dominoes: 4 by 4"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"X_Ilpuzzles_Token": None}, 403),
        ({"X_Ilpuzzles_Token": "wrong"}, 403),
        ({"X_Ilpuzzles_Token": "ä"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "https://127.0.0.1"}, 403),
        ({"Host": "evil.example"}, 403),
        ({"Host": "127.0.0.1"}, 403),
        ({"Host": "127.0.0.1:1"}, 403),
        ({"Sec_Fetch_Site": "same-site"}, 403),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Length": "-1"}, 411),
        ({"Content_Length": "ten"}, 411),
        ({"Content_Length": str(MOST_BYTES + 1)}, 413),
        ({"Content_Length": "9" * 400}, 413),
        ({"Transfer_Encoding": "chunked"}, 411),
    ],
)
def test_foreign_and_odd_requests_are_refused(
    client: Client, headers: dict[str, str | None], status: int
) -> None:
    assert client.post({"ask": "status"}, **headers)[0] == status


def test_the_page_is_not_shown_inside_or_to_other_sites(client: Client) -> None:
    page = f"/?token={SECRET}"
    assert client.send("GET", page, Host="evil.example")[0] == 403
    assert client.send("GET", page, Origin="http://evil.example")[0] == 403
    frame = {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Mode": "navigate"}
    assert client.send("GET", page, **frame, Sec_Fetch_Dest="iframe")[0] == 403
    # A link in a mail or a terminal may be followed.
    assert client.send("GET", page, **frame, Sec_Fetch_Dest="document")[0] == 200
    host = f"localhost:{client.server.port}"
    assert client.post({"ask": "status"}, Origin=f"http://{host}", Host=host)[0] == 200
    assert client.post({"ask": "status"}, Origin=f"http://{host}")[0] == 403


NO_QUESTIONS = [
    *(b"", b"{", b"[]", b'{"ask": 1}', b"\xff\xfe", b"[" * 30_000),
    *(b'{"ask": "status", "page": "../x"}', b'{"ask": "status", "page": 5}'),
    *(b'{"ask": "status", "id": "one"}', b'{"ask": "status", "id": 1e400}'),
    b'{"ask": "status", "placed": [' + b"9" * 5_000 + b"]}",
]


def test_a_question_may_be_as_long_as_is_allowed_and_no_longer(client: Client) -> None:
    def padded(length: int) -> bytes:
        return b'{"ask": "status"' + b" " * (length - 17) + b"}"

    assert client.post(padded(MOST_BYTES))[0] == 200
    assert client.post(padded(MOST_BYTES + 1))[0] == 413


@pytest.mark.parametrize("body", NO_QUESTIONS)
def test_what_is_no_question_is_refused(client: Client, body: bytes) -> None:
    assert client.post(body)[0] == 400


@pytest.mark.exhaustive
def test_a_page_asks_one_question_at_a_time() -> None:
    for client in served(Game(load("pyramid"))):
        pages = client.server._pages
        with ThreadPoolExecutor() as pool:
            slow = pool.submit(client.ask, "status", placed=[])
            assert wait_until(pages.__len__)
            assert client.ask("check", placed=[])["ok"] is False
            # Cut short, unless it was through by then.
            found = slow.result(20)
        assert found.get("stopped") or found["exact"]


@pytest.mark.exhaustive
def test_a_question_ends_when_its_page_goes_away_or_says_so() -> None:
    for client in served(Game(load("tritetratan"))):
        body = json.dumps({"ask": "status", "page": "gone", "id": 1})
        lines = [f"{name}: {value}" for name, value in HEADERS.items()]
        host = f"Host: 127.0.0.1:{client.server.port}"
        head = "\r\n".join(["POST /ask HTTP/1.1", host, f"Content-Length: {len(body)}", *lines])
        with socket.create_connection(("127.0.0.1", client.server.port)) as connection:
            connection.sendall(f"{head}\r\n\r\n{body}".encode())
            assert connection.recv(100).startswith(b"HTTP/1.1 200")
        assert wait_until(client.is_alone)
        assert client.ask("cancel") == {"to": 7, "ok": True}


def test_too_many_questions_are_refused(client: Client) -> None:
    assert all(client.server.enter() for _ in range(8))
    assert client.post({"ask": "status"})[0] == 429
    client.server.leave()
    assert client.post({"ask": "status"})[0] == 200
    for _ in range(7):
        client.server.leave()


def test_a_request_that_comes_byte_by_byte_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each byte in time is not enough: the whole has to be."""
    monkeypatch.setattr(server_module, "_ARRIVAL", 0.2)
    for client in served(Game(load("dominoes", "4x4"))):
        with socket.create_connection(("127.0.0.1", client.server.port)) as connection:
            connection.settimeout(0.01)
            ended = False
            # A patience of 20 seconds for every byte would let this go on for a day.
            for _ in range(5_000):
                try:
                    connection.sendall(b"G")
                    ended = connection.recv(100) == b""
                except TimeoutError:
                    continue
                except OSError:
                    ended = True
                if ended:
                    break
        assert ended
        assert wait_until(client.is_alone)
        assert client.ask("status")["count"] == 36


class SlowStrangers:
    """Connections without a token, each of which sends a byte now and then, and comes back."""

    def __init__(self, port: int, count: int) -> None:
        self._port = port
        self._connections = [self._connected() for _ in range(count)]
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._go_on)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_error: object) -> None:
        self._ended.set()
        self._thread.join()
        for connection in self._connections:
            connection.close()

    def _connected(self) -> socket.socket:
        connection = socket.create_connection(("127.0.0.1", self._port))
        connection.setblocking(False)
        return connection

    def _go_on(self) -> None:
        while not self._ended.is_set():
            for place, connection in enumerate(self._connections):
                self._ended.wait(0.005)
                try:
                    connection.send(b"G")
                    is_over = connection.recv(100) == b""
                except BlockingIOError:
                    continue
                except OSError:
                    is_over = True
                if is_over:
                    connection.close()
                    self._connections[place] = self._connected()


@pytest.mark.exhaustive
def test_slow_connections_without_the_token_do_not_lock_the_page_out() -> None:
    for client in served(Game(load("dominoes", "4x4"))):
        with SlowStrangers(client.server.port, 200):
            for _ in range(10):
                assert client.send("GET", f"/?token={SECRET}")[0] == 200
                assert client.ask("status")["count"] == 36
                # Whoever has no token hears so, and is not in the way either.
                assert client.send("GET", "/")[0] == 403
            assert len(client.server._handlers) < 100
        assert wait_until(client.is_alone)


def test_a_question_with_the_token_is_answered_whoever_comes_meanwhile(client: Client) -> None:
    body = json.dumps({"ask": "status", "page": "slow", "id": 1})
    lines = [f"{name}: {value}" for name, value in HEADERS.items()]
    host = f"Host: 127.0.0.1:{client.server.port}"
    head = "\r\n".join(["POST /ask HTTP/1.1", host, f"Content-Length: {len(body)}", *lines])
    place = ("127.0.0.1", client.server.port)
    with ExitStack() as stack:
        page = stack.enter_context(socket.create_connection(place))
        page.sendall(f"{head}\r\n\r\n".encode())
        assert wait_until(client.server.connections._known.__len__)
        for _ in range(70):
            stack.enter_context(socket.create_connection(place))
        assert client.send("GET", "/")[0] == 403
        page.sendall(body.encode())
        assert page.recv(100).startswith(b"HTTP/1.1 200")


def test_the_oldest_stranger_makes_room_and_nobody_who_has_the_token() -> None:
    with ExitStack() as stack:
        pairs = [socket.socketpair() for _ in range(6)]
        for one in (end for pair in pairs for end in pair):
            stack.enter_context(one)
            one.setblocking(False)
        ours = [pair[0] for pair in pairs]

        def shut() -> list[int]:
            """Those that find that nothing more arrives."""
            found = []
            for number, (_, theirs) in enumerate(pairs):
                with suppress(BlockingIOError):
                    found += [number] * (theirs.recv(1) == b"")
            return found

        connections = Connections(3)
        assert all(map(connections.enter, ours[:3]))
        connections.know(ours[0])
        assert shut() == []
        assert connections.enter(ours[3])
        assert shut() == [1]
        # It is too late for the token, and one that has left makes room by itself.
        connections.know(ours[1])
        connections.leave(ours[2])
        assert connections.enter(ours[4])
        assert shut() == [1]
        connections.know(ours[3])
        connections.know(ours[4])
        assert not connections.enter(ours[5])
        connections.leave(ours[0])
        assert connections.enter(ours[5])
        assert shut() == [1]


def test_a_board_is_made_again_from_its_key() -> None:
    for client in served(Game(load("surasshupakku", "5x5"))):
        other = Game(load("surasshupakku", "6x6")).board_key
        assert client.ask("board", board=other)["board"]["key"] == other
        assert client.ask("status", board=other)["count"] == 1
        for key, reason in (
            ("slashpack/0/0/", "a board of 0 cells"),
            ("preset:../x", "unknown preset '../x'"),
            ("http://example.org/", "no board of the genre"),
            ("x" * 1000, "no board of the genre"),
        ):
            error = client.ask("status", board=key)["error"]
            # Why, and what to do.
            assert error.startswith("the server cannot open this board: ")
            assert reason in error
            assert error.endswith("; reload the page to see the board that the server has now")
            assert len(error) < 400
        made = client.ask("preset", name="8x8")["board"]
        assert client.ask("status", board=made["key"])["count"] == 1


def test_a_page_of_another_puzzle_hears_that_the_server_was_started_anew() -> None:
    for client in served(Game(load("surasshupakku", "5x5"))):
        answer = client.ask("status", puzzle="sudoku", board="preset:small")
        assert answer["error"] == (
            "this page shows sudoku, and the server was started anew with surasshupakku; "
            "reload the page to see its board"
        )


def test_moves_are_recorded_where_that_is_wanted() -> None:
    lines: list[str] = []
    for client in served(Game(load("dominoes", "4x4")), lines):
        assert "record" in client.server.board()["questions"]
        assert client.ask("record", at=1.5, placed=[3], did="place")["ok"] is True
        entry = {"at": 2.0, "placed": [], "did": "undo", "board": "preset:4x4"}
        assert client.ask("record", **entry)["ok"] is True
        assert "error" in client.ask("record", at=-1, placed=[3], did="place")
        assert "error" in client.ask("record", at=1, placed="\n", did="place")
        assert "error" in client.ask("record", at=1, placed=[], did="\n{}")
    assert list(map(json.loads, lines)) == [{"at": 1.5, "did": "place", "placed": [3]}, entry]


def test_without_a_port_the_first_free_usual_one_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(load("dominoes", "4x4"))
    free = [PlayServer(game, 0) for _ in range(2)]
    ports = [server.port for server in free]
    for server in free:
        server.end()
    monkeypatch.setattr("ilpuzzles.play.server.USUAL_PORTS", ports)
    servers = [PlayServer(game) for _ in range(3)]
    assert [server.port for server in servers[:2]] == ports
    assert servers[2].port not in ports
    servers[0].end()
    # Whoever begins again has the same address, but for its token.
    again = PlayServer(game)
    assert again.port == ports[0]
    assert again.address != servers[0].address
    for server in (again, *servers[1:]):
        server.end()


def test_a_token_is_random_unless_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(TOKEN, raising=False)
    assert len({choose_token() for _ in range(20)}) == 20
    assert min(len(choose_token()) for _ in range(20)) >= 32
    monkeypatch.setenv(TOKEN, "sixteen-letters-")
    assert choose_token() == "sixteen-letters-"
    for wrong in ("short", "with spaces in the token", "x" * 129, ""):
        monkeypatch.setenv(TOKEN, wrong)
        with pytest.raises(InputError, match="is not a valid token; give 16 to 128 letters"):
            choose_token()
