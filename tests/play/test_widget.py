"""The board as a widget: questions come as messages, and the newest position is answered first."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from ilpuzzles import solve
from ilpuzzles.extras import ExtraMissingError
from ilpuzzles.play.game import Game
from ilpuzzles.play.widget import play_widget


class Kernel:
    """A widget, and what it sends to the page."""

    def __init__(self, *named: str) -> None:
        self.widget = play_widget(*named)
        self.sent: list[dict[str, Any]] = []
        self.heard = threading.Condition()
        self.widget.send = self.hear

    def hear(self, answer: dict[str, Any]) -> None:
        with self.heard:
            self.sent.append(answer)
            self.heard.notify_all()

    def ask(self, kind: str, number: int, **more: Any) -> None:
        self.widget._handle_custom_msg({"ask": kind, "id": number, "placed": [], **more}, [])

    def answer(self, number: int) -> dict[str, Any]:
        """The last answer to a question."""

        def found() -> list[dict[str, Any]]:
            return [a for a in self.sent if a["to"] == number and not a.get("partial")]

        with self.heard:
            assert self.heard.wait_for(found, 30)
        return found()[0]


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    pytest.importorskip("anywidget")
    monkeypatch.setenv("ANYWIDGET_HMR", "0")
    return Kernel("lonpos", "8pieces")


@pytest.mark.exhaustive
def test_a_widget_has_the_board_and_answers(kernel: Kernel) -> None:
    assert kernel.widget.board["title"] == "Lonpos 505: Eight pieces placed"
    assert "export default" in kernel.widget._esm
    kernel.ask("status", 1)
    assert kernel.answer(1)["count"] == 1
    kernel.ask("hint", 2)
    assert kernel.answer(2)["state"] == "sure"
    kernel.ask("weather", 3)
    assert "weather" in kernel.answer(3)["error"]


def test_a_board_that_was_made_anew_is_answered_by_its_key() -> None:
    pytest.importorskip("anywidget")
    kernel = Kernel("surasshupakku", "5x5")
    kernel.ask("preset", 1, name="6x6")
    key = kernel.answer(1)["board"]["key"]
    kernel.ask("solution", 2, board=key)
    assert len(kernel.answer(2)["moves"]) > 0
    kernel.ask("status", 3, board="no such board")
    assert "error" in kernel.answer(3)


def test_a_solution_that_is_laid_was_not_played(kernel: Kernel) -> None:
    solution = solve("lonpos", "8pieces").solutions[0]
    assert kernel.widget.lay(solution)
    state = kernel.widget.state
    assert len(state["placed"]) == 12
    assert state["laid"] == state["placed"]


def test_a_new_position_ends_old_questions(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, answer = threading.Event(), Game.answer

    def slow(game: Game, asked: dict[str, Any], tell: Any, go_on: Callable[[], bool]) -> Any:
        if asked["ask"] != "hint":
            return answer(game, asked, tell, go_on)
        begun.set()
        while go_on():
            threading.Event().wait(0.01)
        tell({"text": "nearly"})
        return {"text": "too late"}

    monkeypatch.setattr(Game, "answer", slow)
    kernel.ask("hint", 1)
    assert begun.wait(120)
    kernel.ask("status", 2)
    assert kernel.answer(2)["count"] == 1
    assert [one for one in kernel.sent if one["to"] == 1] == []


def test_a_widget_without_anywidget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(ExtraMissingError, match=r"needs anywidget.*ilpuzzles\[notebook\]"):
        play_widget("lonpos", "8pieces")
