"""The local server of a board to play on: one page, and answers to its questions.

It listens on this computer alone, answers whoever has its token, however many others keep it busy,
and keeps nothing but what is known of positions: each question carries the moves that lie on the
board.
"""

from __future__ import annotations

import hmac
import io
import json
import os
import re
import secrets
import select
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeAlias
from urllib.parse import parse_qs, urlsplit

from ilpuzzles.errors import IlpuzzlesError, InputError
from ilpuzzles.hints.solution_counter import CancelledError
from ilpuzzles.play.game import Game
from ilpuzzles.play.page import editor_script, page_policy, play_page

Plain: TypeAlias = dict[str, Any]

HOST = "127.0.0.1"
USUAL_PORTS = range(15_505, 15_515)
"""What is tried before any free port: what a browser keeps of a page belongs to its port."""

MOST_BYTES = 64 << 10
"""How long a question may be."""

TOKEN = "ILPUZZLES_PLAY_TOKEN"  # noqa: S105 - the name of a variable
_TOKEN_FORM = re.compile(r"[A-Za-z0-9_-]{16,128}\Z")
_PAGE_FORM = re.compile(r"[A-Za-z0-9]{1,40}\Z")
_WHOLE_ADDRESS = "This address lacks its token: open the whole address that 'ilpuzzles play' shows."
_HEADER = "X-Ilpuzzles-Token"

_MOST_ASKED = 8
_MOST_CONNECTIONS = 32
_MOST_PAGES = 64
_ARRIVAL = 5.0  # seconds, for the whole of a request to arrive
_PATIENCE = 20.0  # seconds, for a page to take a part of an answer
_LOOK = 0.1  # seconds, between looks at whether a page has gone away
_ENDING = 3.0  # seconds, for answers to end with the server
_MOST_RECORDED = 10 << 20
_LONGEST = 1e9  # seconds
_MOST_QUOTED = 200
_ACTIONS = {"place", "take back", "move", "undo", "redo", "clear", "new", "solved", "start"}


def choose_token() -> str:
    """A new secret, or the one that the environment names.

    Raises:
        InputError: If that one is too short to be a secret.
    """
    token = os.environ.get(TOKEN)
    if token is None:
        return secrets.token_urlsafe(24)
    if not _TOKEN_FORM.match(token):
        raise InputError(
            f"{TOKEN} is not a valid token", "give 16 to 128 letters, digits, '-' or '_'"
        )
    return token


@dataclass(eq=False, slots=True)
class Ticket:
    """A question that is being answered for a page."""

    stopped: threading.Event = field(default_factory=threading.Event)
    ended: threading.Event = field(default_factory=threading.Event)


class Connections:
    """The connections that are open, of which there are not too many.

    Whoever has shown the token stays. Of the others, the oldest makes room for a new one: a request
    arrives within milliseconds, and what keeps its connection for long only takes up room.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._known: set[socket.socket] = set()
        # From the oldest to the newest.
        self._strangers: dict[socket.socket, None] = {}

    def enter(self, connection: socket.socket) -> bool:
        """Takes a new connection, if there is room or a stranger to make it."""
        with self._lock:
            if len(self._known) + len(self._strangers) >= self._most:
                if not self._strangers:
                    return False
                self._shut(next(iter(self._strangers)))
            self._strangers[connection] = None
        return True

    def know(self, connection: socket.socket) -> None:
        """Notes that a connection has shown the token."""
        with self._lock:
            if connection in self._strangers:
                del self._strangers[connection]
                self._known.add(connection)

    def leave(self, connection: socket.socket) -> None:
        """Forgets a connection, which is closed after that and not before.

        Its number may be that of another one once it is closed, which must not be shut instead.
        """
        with self._lock:
            self._strangers.pop(connection, None)
            self._known.discard(connection)

    def _shut(self, stranger: socket.socket) -> None:
        """Lets the thread of a stranger find that nothing more arrives; it closes and ends."""
        del self._strangers[stranger]
        with suppress(OSError):  # it has gone away
            stranger.shutdown(socket.SHUT_RDWR)


class PlayServer(ThreadingHTTPServer):
    """Serves a game on a port of this computer.

    Args:
        game: The board that a page begins with.
        port: The port; 0 for any that is free, None for the first of the usual ones that is.
        token: What a page has to know.
        record: Called with a line for each move, if moves are recorded.
        sheet: A draft that the page begins with, in place of the board.
        board: The board of the game with a position that was saved; see `Game.with_position`.
    """

    daemon_threads = True
    block_on_close = False
    # Elsewhere than here, it would let two servers have one port.
    allow_reuse_address = os.name == "posix"
    # Connections that are not taken from the queue in time are tried again after a second.
    request_queue_size = 128

    def __init__(
        self,
        game: Game,
        port: int | None = None,
        token: str | None = None,
        record: Callable[[str], None] | None = None,
        *,
        sheet: Plain | None = None,
        board: Plain | None = None,
    ) -> None:
        self.token = choose_token() if token is None else token
        self.stopping = threading.Event()
        self.record = record
        self.sheet = sheet
        self._board = board
        self.recorded = 0
        self._first = game
        self._pages: OrderedDict[str, Ticket] = OrderedDict()
        self._lock = threading.Lock()
        self._asked = threading.BoundedSemaphore(_MOST_ASKED)
        self.connections = Connections(_MOST_CONNECTIONS)
        self._handlers: set[threading.Thread] = set()
        if port is None:
            for usual_port in USUAL_PORTS:
                with suppress(OSError):
                    super().__init__((HOST, usual_port), PlayHandler)
                    return
        super().__init__((HOST, port or 0), PlayHandler)

    @property
    def port(self) -> int:
        """The port that it listens on."""
        return int(self.server_address[1])

    @property
    def address(self) -> str:
        """The address of the page, with its token."""
        return f"http://{HOST}:{self.port}/?token={self.token}"

    def board(self) -> Plain:
        """The board that a page begins with."""
        board = dict(self._board or self._first.board())
        if self.record is not None:
            board["questions"] = [*board["questions"], "record"]
        return board if self.sheet is None else board | {"sheet": self.sheet}

    @property
    def hosts(self) -> set[str]:
        """What a browser may call this server."""
        return {f"{HOST}:{self.port}", f"localhost:{self.port}"}

    # Connections

    def process_request(self, request: Any, client_address: Any) -> None:
        """Handles a connection in a thread of its own, if there is room for it."""
        if self.connections.enter(request):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Handles a connection, and knows its thread as long as it runs."""
        thread = threading.current_thread()
        self._handlers.add(thread)
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._handlers.discard(thread)

    def shutdown_request(self, request: Any) -> None:
        """Closes a connection, and makes room for another one."""
        self.connections.leave(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing of pages that go away."""

    def end(self) -> None:
        """Ends all answers, and lets the port go."""
        self.stopping.set()
        with self._lock:
            for ticket in self._pages.values():
                ticket.stopped.set()
        self.server_close()
        deadline = time.monotonic() + _ENDING
        for thread in list(self._handlers):
            thread.join(max(0.0, deadline - time.monotonic()))

    # Questions

    def game_of(self, question: Mapping[str, Any]) -> Game:
        """The game that a question is about.

        Boards are made again from their keys, so a page may be older than this server.

        Raises:
            InputError: If this server cannot make its board; says why not, and what to do.
        """
        name = self._first.position.name
        puzzle = question.get("puzzle", name)
        if puzzle != name:
            what = f"this page shows {_shortened(puzzle)}, and the server was started anew with"
            raise InputError(f"{what} {name}", "reload the page to see its board")
        try:
            return self._first.game_of(question.get("board"))
        except IlpuzzlesError as error:
            reason = _shortened(error.problems[0].what)
            what = f"the server cannot open this board: {reason}"
            advice = "reload the page to see the board that the server has now"
            raise InputError(what, advice) from None

    def ticket(self, page: str) -> Ticket:
        """Ends what is being answered for a page, and begins something else."""
        ticket = Ticket()
        with self._lock:
            before = self._pages.pop(page, None)
            self._pages[page] = ticket
            while len(self._pages) > _MOST_PAGES:
                _, oldest = self._pages.popitem(last=False)
                oldest.stopped.set()
        if before is not None:
            before.stopped.set()
            before.ended.wait(_ENDING)
        return ticket

    def stop(self, page: str) -> None:
        """Ends what is being answered for a page."""
        with self._lock:
            ticket = self._pages.get(page)
        if ticket is not None:
            ticket.stopped.set()

    def note(self, question: Mapping[str, Any]) -> None:
        """Records what was done."""
        if self.record is None or self.recorded > _MOST_RECORDED:
            return
        at = question.get("at")
        placed = question.get("placed")
        did = question.get("did")
        has_time = isinstance(at, int | float) and 0 <= at < _LONGEST
        has_action = isinstance(did, str) and did in _ACTIONS
        has_moves = isinstance(placed, list) and all(type(move) is int for move in placed)
        if not (has_time and has_action and has_moves) or at is None:
            raise InputError("a move of the record is malformed", "give 'at', 'placed' and 'did'")
        entry: Plain = {"at": round(float(at), 2), "did": did, "placed": placed}
        board = question.get("board", "")
        if isinstance(board, str) and board:
            entry = {"board": board, **entry}
        line = json.dumps(entry)
        with self._lock:
            self.recorded += len(line)
            self.record(line)

    def enter(self) -> bool:
        """Takes a place among those that are answered; there may be none."""
        return self._asked.acquire(blocking=False)

    def leave(self) -> None:
        """Gives the place back."""
        self._asked.release()


class _Arriving(io.RawIOBase):
    """What arrives on a connection, until its time is over, however little comes at a time."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._end = time.monotonic() + _ARRIVAL

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        """Reads what has arrived; raises a `TimeoutError` when the time is over."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        try:
            return self._connection.recv_into(buffer)
        finally:
            self._connection.settimeout(_PATIENCE)


class PlayHandler(BaseHTTPRequestHandler):
    """Answers a browser."""

    server: PlayServer
    timeout = _PATIENCE
    protocol_version = "HTTP/1.1"
    server_version = "ilpuzzles"
    sys_version = ""

    def setup(self) -> None:
        """Sets a time for the whole request; that of a connection begins anew with every byte."""
        super().setup()
        self.rfile.close()
        self.rfile = io.BufferedReader(_Arriving(self.connection))

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name there
        """Writes nothing."""

    def handle_one_request(self) -> None:
        """Handles a request; one that never arrives as a whole is given up."""
        with suppress(ConnectionError, TimeoutError):
            super().handle_one_request()
        self.close_connection = True

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """An error in a line of text, without anything that was sent."""
        del message
        status = HTTPStatus(code)
        text = f"{status.value} {status.phrase}\n" + (f"\n{explain}\n" if explain else "")
        self._send(status, "text/plain; charset=utf-8", text.encode())

    def _send(
        self, status: HTTPStatus, kind: str, data: bytes, policy: str = "default-src 'none'"
    ) -> None:
        self.close_connection = True
        self._begin(status, kind, policy, length=len(data))
        if self.command != "HEAD":
            self.wfile.write(data)

    def _begin(
        self, status: HTTPStatus, kind: str, policy: str, *, length: int | None = None
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.send_header("Connection", "close")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Content-Security-Policy", f"{policy}; frame-ancestors 'none'")
        self.end_headers()

    def _is_foreign(self) -> bool:
        """Whether a page of another site asks, or by another name of this computer."""
        hosts = self.headers.get_all("Host", [])
        if len(hosts) != 1 or hosts[0].lower() not in self.server.hosts:
            return True
        origins = self.headers.get_all("Origin", [])
        if any(origin != f"http://{hosts[0].lower()}" for origin in origins):
            return True
        return self.headers.get("Sec-Fetch-Site", "same-origin") not in {"same-origin", "none"}

    def _admit(self, token: str) -> bool:
        """Whether this is the token; if so, no other connection takes the place of this one."""
        is_ours = hmac.compare_digest(token.encode(), self.server.token.encode())
        if is_ours:
            self.server.connections.know(self.connection)
        return is_ours

    def do_GET(self) -> None:
        """The page, for whoever has the token."""
        parts = urlsplit(self.path)
        if self._is_foreign() and not self._is_opened():
            self.send_error(HTTPStatus.FORBIDDEN)
        elif parts.path not in {"/", "/editor.js"}:
            self.send_error(HTTPStatus.NOT_FOUND)
        elif not self._admit(parse_qs(parts.query).get("token", [""])[0]):
            self.send_error(HTTPStatus.FORBIDDEN, explain=_WHOLE_ADDRESS)
        elif parts.path == "/editor.js":
            script = editor_script().encode()
            self._send(
                HTTPStatus.OK, "text/javascript; charset=utf-8", script, "default-src 'none'"
            )
        else:
            page = play_page(self.server.board())
            self._send(HTTPStatus.OK, "text/html; charset=utf-8", page.encode(), page_policy(page))

    def _is_opened(self) -> bool:
        """Whether a person has followed a link to the page, which shows it and nothing else."""
        hosts = self.headers.get_all("Host", [])
        is_our_host = len(hosts) == 1 and hosts[0].lower() in self.server.hosts
        is_link = self.headers.get("Sec-Fetch-Mode") == "navigate"
        is_whole_page = self.headers.get("Sec-Fetch-Dest") == "document"
        return is_our_host and is_link and is_whole_page and "Origin" not in self.headers

    do_HEAD = do_GET  # noqa: N815 - its name there

    def do_POST(self) -> None:
        """A question, from the page alone."""
        length = self.headers.get("Content-Length", "")
        if self._is_foreign() or not self._admit(self.headers.get(_HEADER, "")):
            self.send_error(HTTPStatus.FORBIDDEN)
        elif urlsplit(self.path).path != "/ask":
            self.send_error(HTTPStatus.NOT_FOUND)
        elif self.headers.get_content_type() != "application/json":
            self.send_error(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        elif not length.isascii() or not length.isdigit() or "Transfer-Encoding" in self.headers:
            self.send_error(HTTPStatus.LENGTH_REQUIRED)
        elif len(length) > 9 or int(length) > MOST_BYTES:
            self.send_error(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        elif (question := _read(self.rfile.read(int(length)))) is None:
            self.send_error(HTTPStatus.BAD_REQUEST)
        elif not self.server.enter():
            self.send_error(HTTPStatus.TOO_MANY_REQUESTS)
        else:
            try:
                self._answer(question)
            finally:
                self.server.leave()

    def _answer(self, question: Plain) -> None:
        """Answers in lines of JSON, the last one without `partial`."""
        server = self.server
        page = question["page"]
        number = question["id"]
        if question["ask"] in {"cancel", "record"}:
            self._begin(HTTPStatus.OK, "application/x-ndjson", "default-src 'none'")
            try:
                if question["ask"] == "cancel":
                    server.stop(page)
                else:
                    server.note(question)
                self._line({"to": number, "ok": True})
            except IlpuzzlesError as error:
                self._line({"to": number, "error": str(error)})
            return
        ticket = server.ticket(page)
        try:
            self._begin(HTTPStatus.OK, "application/x-ndjson", "default-src 'none'")
            self._tell_answer(question, number, ticket)
        finally:
            ticket.ended.set()

    def _tell_answer(self, question: Plain, number: int, ticket: Ticket) -> None:
        server = self.server
        told: Plain = {}
        looked_at = time.monotonic()

        def is_wanted() -> bool:
            nonlocal looked_at
            if ticket.stopped.is_set() or server.stopping.is_set():
                return False
            now = time.monotonic()
            if now - looked_at < _LOOK:
                return True
            looked_at = now
            return not _has_gone(self.connection)

        def on_partial(partial: Plain) -> None:
            told.update(partial)
            try:
                self._line({"to": number, **partial})
            except OSError:
                ticket.stopped.set()

        try:
            answer = server.game_of(question).answer(question, on_partial, is_wanted)
        except CancelledError:
            # What is known by then, as the last answer.
            answer = {**told, "partial": False, "stopped": True}
        except IlpuzzlesError as error:
            answer = {"error": str(error)}
        except RecursionError:
            answer = {"error": "this question is too large"}
        except Exception as error:  # noqa: BLE001 - the page hears of it, and the server goes on
            answer = {"error": f"this went wrong: {type(error).__name__}; please report it"}
        with suppress(OSError):
            self._line({"to": number, **answer})

    def _line(self, answer: Plain) -> None:
        self.wfile.write(json.dumps(answer, separators=(",", ":")).encode() + b"\n")
        self.wfile.flush()


def _read(data: bytes) -> Plain | None:
    """A question, or None if it is none."""
    try:
        question = json.loads(data.decode())
    except (ValueError, RecursionError):
        return None
    if not isinstance(question, dict) or not isinstance(question.get("ask"), str):
        return None
    question.setdefault("id", 0)
    question.setdefault("page", "0")
    page = question["page"]
    if type(question["id"]) is not int or not isinstance(page, str) or not _PAGE_FORM.match(page):
        return None
    return question


def _shortened(words: object) -> str:
    """Words that came from outside, as far as an error quotes them."""
    text = str(words)
    return text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]}..."


def _has_gone(connection: socket.socket) -> bool:
    try:
        readable, _, _ = select.select([connection], [], [], 0)
        return bool(readable) and not connection.recv(1, socket.MSG_PEEK)
    except (OSError, ValueError):
        return True
