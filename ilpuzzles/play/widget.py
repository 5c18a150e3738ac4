"""The board as a widget of a notebook: the same front end, answered by the kernel."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeAlias

from ilpuzzles.errors import IlpuzzlesError
from ilpuzzles.experiments.experiments import Experiment
from ilpuzzles.experiments.loading import load
from ilpuzzles.extras import require_extra
from ilpuzzles.hints.solution_counter import CancelledError
from ilpuzzles.play.game import Game
from ilpuzzles.play.page import FRONT_END, read_asset, read_scripts
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.reading.library import Library

Plain: TypeAlias = dict[str, Any]


def play_widget(
    asked: str | PuzzlePosition | Experiment,
    preset: str | None = None,
    *,
    library: Library | None = None,
) -> Any:
    """A board to play on in JupyterLab or marimo; show it by naming it last.

    It is an anywidget. Its trait `state` has the moves on the board (`placed`), and can be set.
    `lay(solution)` lays a solution there, and says whether it can lie beside what is given.

    Args:
        asked: A puzzle by its name, a loaded instance, or the model of one with a board.
        preset: The preset, where the puzzle is named.
        library: Where to look for puzzles and presets.

    Raises:
        ExtraMissingError: If anywidget is missing.
        InputError: If there is no such puzzle, or no board of it to play on.
    """
    anywidget = require_extra("anywidget", "notebook", "a board in a notebook")
    traitlets = require_extra("traitlets", "notebook", "a board in a notebook")
    subject = load(asked, preset, library=library) if isinstance(asked, str) else asked
    game = Game(subject, library)
    traits = {
        "_esm": read_scripts(*FRONT_END),
        "_css": read_asset("board.css"),
        "board": traitlets.Dict().tag(sync=True),
        "state": traitlets.Dict().tag(sync=True),
    }
    widget = type("PlayWidget", (anywidget.AnyWidget,), traits)(board=game.board())
    desk = _Desk(game, lambda answer: widget.send(answer))  # noqa: PLW0108 - may be replaced
    widget.on_msg(lambda _, question, __: desk.ask(question))
    widget.lay = partial(_lay, widget, desk)
    return widget


def _lay(widget: Any, desk: _Desk, solution: Any) -> bool:
    """Lays a solution on the board as it is, which may be a new one; says whether it can."""
    try:
        ground = desk.game.of(widget.board.get("key")).ground
    except IlpuzzlesError:
        return False
    moves, given = ground.moves_of(solution), widget.state.get("given", widget.board["given"])
    if moves is None or not {*given} <= {*moves} or not ground.fits(moves):
        return False
    if {*moves} != {*given, *widget.state.get("placed", ())}:
        placed = [*given, *(move for move in moves if move not in given)]
        # Who looks at it has not played it: no time is told.
        widget.state = {**widget.state, "given": given, "placed": placed, "laid": placed}
    return True


@dataclass
class _Question:
    """A question that waits or is being answered, and whether its answer is still wanted."""

    asked: Mapping[str, Any]
    wanted: bool = True

    @property
    def kind(self) -> object:
        return self.asked.get("ask")


@dataclass
class _Desk:
    """Answers questions one after the other, in a thread that ends when none is left.

    A new position comes first and ends all else; counting waits while anything else is answered.
    """

    game: Game
    send: Callable[[Plain], None]
    waiting: list[_Question] = field(default_factory=list)
    current: _Question | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)
    thread: threading.Thread | None = None

    def ask(self, asked: object) -> None:
        if not isinstance(asked, dict) or not isinstance(asked.get("ask"), str):
            return
        question = _Question(asked)
        with self.lock:
            current, counting = self.current, [q for q in self.waiting if q.kind == "status"]
            if question.kind == "status":
                self.waiting = [question]
            elif question.kind == "cancel":
                self.waiting = counting
            else:
                if current is not None and current.kind == "status" and current.wanted:
                    counting.append(_Question(current.asked))
                self.waiting = [question, *counting]
            if current is not None and (question.kind != "cancel" or current.kind != "status"):
                current.wanted = False
            if self.thread is None and self.waiting:
                self.thread = threading.Thread(target=self._answer_all, daemon=True)
                self.thread.start()

    def _answer_all(self) -> None:
        while True:
            with self.lock:
                self.current = question = self.waiting.pop(0) if self.waiting else None
                if question is None:
                    self.thread = None
                    return
            self._answer(question)

    def _answer(self, question: _Question) -> None:
        number = question.asked.get("id")

        def tell(answer: Plain) -> None:
            if question.wanted:
                self.send({"to": number, **answer})

        try:
            game = self.game.of(question.asked.get("board"))
            tell(game.answer(question.asked, tell, lambda: question.wanted))
        except CancelledError:
            return
        except IlpuzzlesError as error:
            tell({"error": str(error)})
        except Exception as error:  # noqa: BLE001 - the board shows it, and goes on
            tell({"error": f"this went wrong: {type(error).__name__}; please report it"})
