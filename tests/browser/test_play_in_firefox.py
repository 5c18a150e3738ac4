"""The board in Firefox, where that is installed: pieces are laid, and cells are cut."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator

import pytest

from ilpuzzles import load
from ilpuzzles.play.game import Game
from ilpuzzles.play.server import PlayServer
from support.firefox import Firefox, FirefoxPlayer, running_firefox

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """A window of Firefox."""
    pytest.importorskip("websocket", reason="websocket-client is missing; JupyterLab brings it")
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("there is no Firefox: install firefox-esr")
    with running_firefox(program, tmp_path_factory.mktemp("firefox")) as started:
        yield started


@pytest.mark.parametrize(
    ("puzzle", "preset"), [("lonpos", "8pieces"), ("pyramid", None), ("surasshupakku", "5x5")]
)
def test_a_board_is_played_to_its_solution(
    firefox: Firefox, puzzle: str, preset: str | None
) -> None:
    game = Game(load(puzzle, preset))
    board, found = game.board(), game.answer({"ask": "solution", "placed": []})["moves"]
    server = PlayServer(game, 0)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    firefox.open(server.address)
    FirefoxPlayer(firefox, board).solve([move for move in found if move not in board["given"]])
    # A cursor that only a pointer has set is not shown.
    assert firefox.run(".cursor")
    assert not firefox.run(".cursor[d]")
    server.shutdown()
    server.end()
    thread.join(5)
