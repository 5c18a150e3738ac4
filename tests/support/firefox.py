"""Firefox without a window, driven by WebDriver BiDi: Playwright wants a Firefox of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from support.board_player import MIDDLE, STEPS, Player
from support.processes import wait_until

_LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
_PATIENCE = 60.0
_CORNER = "e => { const box = e.getBoundingClientRect(); return [box.x + 8, box.y + 8]; }"


class Firefox:
    """A window with a page in it."""

    def __init__(self, address: str) -> None:
        import websocket  # noqa: PLC0415 - not everybody has it

        # Firefox answers no pages: there must be no origin.
        self.socket = websocket.create_connection(
            f"{address}/session", timeout=_PATIENCE, suppress_origin=True
        )
        self._number = 0
        self.send("session.new", capabilities={})
        # The page that it begins with has not the focus.
        self._page: str = self.send("browsingContext.create", type="tab")["context"]

    def send(self, method: str, **parameters: object) -> Any:
        """Sends a command, and waits for what it brings."""
        self._number += 1
        command = {"id": self._number, "method": method, "params": parameters}
        self.socket.send(json.dumps(command))
        answer: dict[str, Any] = {}
        while answer.get("id") != self._number:
            answer = json.loads(self.socket.recv())
        assert answer["type"] == "success", answer
        return answer["result"]

    def open(self, address: str) -> None:
        """Shows a page in a window of a usual size."""
        size = {"width": 1280, "height": 900}
        self.send("browsingContext.setViewport", context=self._page, viewport=size)
        self.send("browsingContext.navigate", context=self._page, url=address, wait="complete")

    def run(self, selector: str, function: str = "e => e !== null", *arguments: object) -> Any:
        """What a function gives for the first element that fits, or whether there is one."""
        element = f"document.querySelector({json.dumps(selector)})"
        given = ", ".join([element, *map(json.dumps, arguments)])
        text = f"JSON.stringify(({function})({given}) ?? null)"
        target = {"context": self._page}
        found = self.send("script.evaluate", expression=text, target=target, awaitPromise=False)
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def move(self, *places: tuple[float, float], press: bool = False) -> None:
        """The mouse goes from place to place; if it is pressed, from the first one to the last."""
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in places
        ]
        if press:
            steps.insert(1, {"type": "pointerDown", "button": 0})
            steps.append({"type": "pointerUp", "button": 0})
        self._act({"type": "pointer", "id": "mouse", "actions": steps})

    def press(self, key: str) -> None:
        """A key is pressed."""
        steps = [{"type": kind, "value": key} for kind in ("keyDown", "keyUp")]
        self._act({"type": "key", "id": "keys", "actions": steps})

    def _act(self, source: dict[str, Any]) -> None:
        self.send("input.performActions", context=self._page, actions=[source])


class FirefoxPlayer(Player):
    """Plays in Firefox: lays pieces and cuts cells by mouse, and turns pieces by keys."""

    def __init__(self, firefox: Firefox, board: dict[str, Any]) -> None:
        self.firefox, self.board = firefox, board
        self.shapes = [0] * len(board["pieces"])

    def middle(self, spot: int) -> tuple[float, float]:
        """Where the middle of a spot is in the window."""
        centre = self.board["spots"]["centre"][spot]
        x, y = self.firefox.run(f"[data-spot='{spot}']", MIDDLE, centre)
        return x, y

    def lies(self, move: int, layer: str = "pieces") -> bool:
        """Whether a move lies on the board, or among the ghosts."""
        return bool(self.firefox.run(f".{layer} [data-move='{move}']"))

    def lay(self, move: int) -> None:
        """Lays a piece by two clicks."""
        corner = self.firefox.run(f".tray [data-piece='{self.piece(move)}'] svg", _CORNER)
        steps = self.turns(move)
        self.firefox.move(tuple(corner), press=True)
        for step in steps:
            self.firefox.press(STEPS[step][1])
        for spot in self.tries(move):
            self.firefox.move(self.middle(spot))
            if self.lies(move, "ghosts"):
                self.firefox.move(self.middle(spot), press=True)
                break

    def cut(self, move: int) -> None:
        """Cuts a cell by a stroke across it, or clicks until it is marked as whole."""
        (spot,), kind = self.spots(move), self.board["pieces"][self.piece(move)]["name"]
        x, y = self.middle(spot)
        down = {"/": -12, "\\": 12}.get(kind, 0)
        if down:
            self.firefox.move((x - 12, y - down), (x, y), (x + 12, y + down), press=True)
        else:
            for _ in range(3):
                self.firefox.move((x, y), press=True)

    def solve(self, moves: list[int]) -> None:
        """Plays moves, and waits until the page says that the board is solved."""
        for move in moves:
            (self.cut if self.board["drag"] == "cut" else self.lay)(move)
            assert self.lies(move), move
        assert wait_until(lambda: self.firefox.run(".status.solved"))


@contextmanager
def running_firefox(program: str, folder: Path) -> Iterator[Firefox]:
    """Firefox with an empty profile in a folder of its own, which is its home as well."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    log = folder / "firefox.log"
    command = [program, "--headless", "--no-remote", "--profile", str(folder)]
    command += ["--remote-debugging-port", "0"]
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            command, env={**kept, "HOME": str(folder)}, stdout=output, stderr=output
        )
    try:
        assert wait_until(lambda: _LISTENS.search(log.read_text("utf-8")))
        firefox = Firefox(_LISTENS.findall(log.read_text("utf-8"))[0])
        yield firefox
        firefox.socket.close()
    finally:
        process.terminate()
        process.wait(20)
