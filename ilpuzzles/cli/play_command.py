"""`ilpuzzles play`: a board in the browser that answers while one plays."""

from __future__ import annotations

import threading
import webbrowser
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from ilpuzzles.cli.asking import board_of, parsed
from ilpuzzles.cli.command_parsers import play_parser
from ilpuzzles.cli.output import note, require_file, say
from ilpuzzles.errors import Exit, InputError, OutputError, Problem
from ilpuzzles.library import Library
from ilpuzzles.play.game import Game
from ilpuzzles.play.server import PlayServer

_PORTS = 65_535
_POLL = 0.1
_ENDING = 3.0
_USUAL = "lonpos"


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Serves a board until Ctrl-C, and opens it in the browser."""
    given = parsed(play_parser(), arguments, library)
    if given.port is not None and not 0 <= given.port <= _PORTS:
        what = f"--port {given.port}"
        raise InputError(Problem(what, f"give 1 to {_PORTS:,}, or 0 for any free one"))
    require_file(given.record, "list of moves", ".jsonl")
    given.puzzle = given.puzzle or _USUAL
    game = Game(board_of(given, library), library)
    with _recording(given.record) as record:
        try:
            server = PlayServer(game, given.port, record=record)
        except OSError as error:
            what = f"port {given.port} cannot be used ({error.strerror})"
            raise OutputError(Problem(what, "choose another --port, or leave it out")) from error
        _serve(server, game, given)
    return Exit.ANSWERED


def _serve(server: PlayServer, game: Game, given: Namespace) -> None:
    warming = threading.Thread(target=_warm, args=(game,), daemon=True)
    try:
        say(server.address)
        if not given.quiet:
            note("this page answers while the command runs; Ctrl-C ends it")
        warming.start()
        if not given.no_browser:
            threading.Thread(target=_open, args=(server.address,), daemon=True).start()
        server.serve_forever(poll_interval=_POLL)
    except KeyboardInterrupt as interruption:
        # That is how it ends; a signal to end is for the one who sent it.
        if type(interruption) is not KeyboardInterrupt:
            raise
        if not given.quiet:
            note("ended")
    finally:
        game.stop()
        server.end()
        if warming.ident is not None:
            warming.join(_ENDING)


def _warm(game: Game) -> None:
    with suppress(Exception):
        game.warm()


def _open(address: str) -> None:
    with suppress(Exception):
        webbrowser.open(address)


@contextmanager
def _recording(path: Path | None) -> Iterator[Callable[[str], None] | None]:
    """What writes lines to a file, at once, if one is named."""
    if path is None:
        yield None
        return
    try:
        with path.open("x", encoding="utf-8") as file:

            def record(line: str) -> None:
                file.write(f"{line}\n")
                file.flush()

            yield record
    except FileExistsError:
        raise OutputError(Problem("is there already", "name another file", str(path))) from None
    except OSError as error:
        raise OutputError(
            Problem(f"cannot be written ({error.strerror})", "", str(path))
        ) from error
