"""`ilpuzzles play`: a board in the browser that answers while one plays."""

from __future__ import annotations

import os
import re
import threading
import webbrowser
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from errno import ENOSPC
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from ilpuzzles.cli.command_parsers import play_parser
from ilpuzzles.cli.command_steps import board_to_play, parse
from ilpuzzles.cli.output import note, require_file, say
from ilpuzzles.cli.signals import Terminated, hear_signals
from ilpuzzles.cli.typed_command import command_to_type
from ilpuzzles.errors import Exit, InputError, OutputError, quoted
from ilpuzzles.play.game import Game, position_of_key
from ilpuzzles.play.saved_position import SavedPosition, read_saved_position
from ilpuzzles.play.server import PlayServer
from ilpuzzles.reading.library import Library
from ilpuzzles.reading.source import STANDARD_INPUT

_PORTS = 65_535
_POLL = 0.1
_ENDING = 3.0
_USUAL = "lonpos"
_SIZE = re.compile(r"(\d{1,6})x(\d{1,6})", re.ASCII)
_REDIRECT = """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>ilpuzzles</title>
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=ADDRESS"></head>
<body><p><a href="ADDRESS">To the board</a></p></body></html>
"""


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Serves a board until Ctrl-C, and opens it in the browser."""
    args = parse(play_parser(), arguments, library)
    if args.port is not None and not 0 <= args.port <= _PORTS:
        raise InputError(
            f"--port {args.port} is not the number of a port",
            f"give 1 to {_PORTS:,}, or 0 for any free one",
        )
    require_file(args.record, "list of moves", ".jsonl")
    args.puzzle = args.puzzle or _USUAL
    size = _size_of_new(args)
    saved = _saved_position(args, library)
    if saved is None:
        game = Game(board_to_play(args, library), library)
        board = None
    else:
        game = Game(position_of_key(saved.puzzle, saved.board, library), library)
        board = game.with_position(saved)
    sheet = None if args.new is None else game.drafting.new_sheet(size)
    with _recording(args.record) as record:
        try:
            server = PlayServer(game, args.port, record=record, sheet=sheet, board=board)
        except OSError as error:
            what = f"port {args.port} cannot be used ({error.strerror})"
            raise OutputError(what, "choose another --port, or leave it out") from error
        _serve(server, game, args)
    return Exit.ANSWERED


def _saved_position(args: Namespace, library: Library) -> SavedPosition | None:
    """The position in the file that is named, if a page has saved one there.

    Raises:
        InputError: If it is one of another puzzle.
    """
    if args.file is None or str(args.file) == STANDARD_INPUT:
        return None
    saved = read_saved_position(Path(args.file))
    if saved is not None and saved.puzzle != args.puzzle:
        what = f"is a position of {saved.puzzle}, not of {args.puzzle}"
        command = command_to_type(library, "play", saved.puzzle, "--file", str(args.file))
        raise InputError(what, f"run '{command}'", str(args.file))
    return saved


def _size_of_new(args: Namespace) -> tuple[int, int] | None:
    """The rows and columns of a board that is to be drawn, if they are named.

    Raises:
        InputError: If they are none, or if a position is named as well.
    """
    if args.new is None:
        return None
    for name in ("preset", "file", "board", "url"):
        if getattr(args, name) is not None:
            what = f"--new cannot be combined with --{name}"
            raise InputError(what, "leave one of them out; 'Edit' on a page draws its board")
    found = _SIZE.fullmatch(args.new)
    if args.new and found is None:
        what = f"--new {quoted(args.new)} is not a size"
        raise InputError(what, "give the rows and columns of the board, such as 10x10")
    return (int(found[1]), int(found[2])) if found else None


def _serve(server: PlayServer, game: Game, args: Namespace) -> None:
    precomputing = threading.Thread(target=_precompute, args=(game,), daemon=True)
    try:
        say(server.address)
        if not args.quiet:
            note("this page answers while the command runs; Ctrl-C ends it")
        precomputing.start()
        with ExitStack() as stack:
            if not args.no_browser:
                # Without a place for the page, the address that was said has to do.
                with suppress(OSError):
                    file = stack.enter_context(_redirecting(server.address))
                    threading.Thread(target=_open, args=(file.as_uri(),), daemon=True).start()
            server.serve_forever(poll_interval=_POLL)
    except KeyboardInterrupt as interruption:
        # That is how it ends; a signal to end is for the one who sent it.
        if isinstance(interruption, Terminated):
            raise
        hear_signals()
        if not args.quiet:
            note("ended")
    finally:
        game.stop()
        server.end()
        if precomputing.ident is not None:
            precomputing.join(_ENDING)


def _precompute(game: Game) -> None:
    with suppress(Exception):
        game.precompute()


@contextmanager
def _redirecting(address: str) -> Iterator[Path]:
    """A page that goes on to an address, which only its owner can read.

    Every user of a computer sees the arguments of all programs, and a browser's would hold the
    token.
    """
    with TemporaryDirectory(prefix="ilpuzzles-") as folder:
        file = Path(folder, "play.html")
        file.touch(mode=0o600)
        file.write_text(_REDIRECT.replace("ADDRESS", escape(address)), encoding="utf-8")
        yield file


def _open(address: str) -> None:
    with suppress(Exception):
        webbrowser.open(address)


@contextmanager
def _recording(path: Path | None) -> Iterator[Callable[[str], None] | None]:
    """What writes lines to a file, at once, if one is named."""
    if path is None:
        yield None
        return
    lost: list[OutputError] = []
    try:
        with path.open("xb", buffering=0) as file:

            def record(line: str) -> None:
                start, data = file.tell(), f"{line}\n".encode()
                try:
                    if file.write(data) < len(data):
                        raise OSError(ENOSPC, os.strerror(ENOSPC))
                except OSError as error:
                    # What a full disk has taken of a line is no line.
                    file.truncate(start)
                    file.seek(start)
                    what = f"lacks moves that could not be written ({error.strerror})"
                    lost.append(OutputError(what, "free some space", str(path)))
                    raise lost[-1] from None

            yield record
    except FileExistsError:
        raise OutputError("already exists", "name another file", str(path)) from None
    except OSError as error:
        raise OutputError(f"cannot be written ({error.strerror})", "", str(path)) from error
    if lost:
        raise lost[0]
