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
    board = load(asked, preset, library=library) if isinstance(asked, str) else asked
    game = Game(board, library)
    traits = {
        "_esm": read_scripts(*FRONT_END),
        "_css": read_asset("board.css"),
        "board": traitlets.Dict().tag(sync=True),
        "state": traitlets.Dict().tag(sync=True),
    }
    widget = type("PlayWidget", (anywidget.AnyWidget,), traits)(board=game.board())
    queue = QuestionQueue(game, lambda answer: widget.send(answer))  # noqa: PLW0108 - may be replaced
    widget.on_msg(lambda _, question, __: queue.ask(question))
    widget.lay = partial(_lay, widget, game)
    return widget


def _lay(widget: Any, game: Game, solution: Any) -> bool:
    """Lays a solution on the board as it is, which may be a new one; says whether it can."""
    try:
        ground = game.game_of(widget.board.get("key")).ground
    except IlpuzzlesError:
        return False
    moves = ground.moves_of(solution)
    given = widget.state.get("given", widget.board["given"])
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

    fields: Mapping[str, Any]
    is_wanted: bool = True

    @property
    def kind(self) -> object:
        return self.fields.get("ask")

    @property
    def is_count(self) -> bool:
        return self.kind == "status"

    @property
    def is_cancellation(self) -> bool:
        return self.kind == "cancel"


@dataclass
class QuestionQueue:
    """Answers questions one after the other, in a thread that ends when none is left.

    A new position comes first and ends all else; counting waits while anything else is answered.

    Attributes:
        game: The board.
        send: Sends an answer to the page.
        waiting: The questions that wait, in their order.
        current: The question that is being answered.
    """

    game: Game
    send: Callable[[Plain], None]
    waiting: list[_Question] = field(default_factory=list)
    current: _Question | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _thread: threading.Thread | None = None

    def ask(self, fields: object) -> None:
        """Takes a question from a page; anything else is left alone."""
        if not isinstance(fields, dict) or not isinstance(fields.get("ask"), str):
            return
        question = _Question(fields)
        with self._lock:
            self.waiting = self._waiting_with(question)
            current = self.current
            # Nobody cancels a count, which goes on after other answers.
            if current is not None and not (question.is_cancellation and current.is_count):
                current.is_wanted = False
            if self._thread is None and self.waiting:
                self._thread = threading.Thread(target=self._answer_all, daemon=True)
                self._thread.start()

    def _waiting_with(self, question: _Question) -> list[_Question]:
        """The questions that wait once another one has come."""
        if question.is_count:
            return [question]
        counts = [waiting for waiting in self.waiting if waiting.is_count]
        if question.is_cancellation:
            return counts
        current = self.current
        if current is not None and current.is_count and current.is_wanted:
            # The count is put off, and begins again after the answer.
            counts.append(_Question(current.fields))
        return [question, *counts]

    def _answer_all(self) -> None:
        while True:
            with self._lock:
                self.current = question = self.waiting.pop(0) if self.waiting else None
                if question is None:
                    self._thread = None
                    return
            self._answer(question)

    def _answer(self, question: _Question) -> None:
        number = question.fields.get("id")

        def send_if_wanted(answer: Plain) -> None:
            if question.is_wanted:
                self.send({"to": number, **answer})

        try:
            game = self.game.game_of(question.fields.get("board"))
            answer = game.answer(question.fields, send_if_wanted, lambda: question.is_wanted)
            send_if_wanted(answer)
        except CancelledError:
            return
        except IlpuzzlesError as error:
            send_if_wanted({"error": str(error)})
        except Exception as error:  # noqa: BLE001 - the board shows it, and goes on
            text = f"this went wrong: {type(error).__name__}; please report it"
            send_if_wanted({"error": text})
