"""The panel without a browser: choices, clicks, interruptions, and what is shown."""

from __future__ import annotations

import signal
import sys
import threading
from base64 import b64decode
from collections.abc import Callable
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from ilpuzzles import Limit, Model, Options, experiment, load, own_puzzle
from ilpuzzles.errors import InputError, Problem, UnknownNameError
from ilpuzzles.panel import panel as panel_module
from ilpuzzles.panel.panel import Panel, run_interruptible
from ilpuzzles.play.game import Game
from ilpuzzles.puzzles.playground import grid_data
from support.places import ROOT

SAID = ("verdict", "error", "stale", "broken", "page", "count-so-far", "reason", "notes")


def said(panel: Panel, place: str) -> str:
    """The HTML in a place of the panel, or nothing if it is hidden."""
    widget = panel._controls._said[place]
    text: str = "" if widget.layout.display == "none" else widget.value
    return text


def press(panel: Panel, button: str) -> None:
    panel._controls.buttons[button].click()


def choose(panel: Panel, choice: str, value: Any) -> None:
    panel._controls.choices[choice].value = value


def picture(panel: Panel) -> str:
    """The SVG document that is shown."""
    html = said(panel, "picture")
    start = html.index("base64,") + len("base64,")
    return b64decode(html[start : html.index("'", start)]).decode()


def ready(panel: Panel) -> set[str]:
    return {name for name, button in panel._controls.buttons.items() if not button.disabled}


def two_rooks() -> Model:
    model = Model("rooks")
    rook = model.binary("rook", 2, 2)
    with model.group("rows", why="one rook in <every> row"):
        model.exactly_one(rook, axis=1)
    with model.group("columns", why="one rook in every column"):
        model.exactly_one(rook, axis=0)
    with model.group("corner", why="nothing in the corner"):
        model.add(rook[0, 0] == 0)
    with model.group("other corner", why="something there"):
        model.add(rook[1, 1] == 1)
    return model


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No board stands beside the model: solutions are drawn."""
    monkeypatch.setitem(sys.modules, "anywidget", None)


def test_a_solution_that_contradicts_the_board_is_drawn() -> None:
    # A new position on the board is not the one that the model is about.
    moved = Game(load("lonpos", "3pieces")).board([0])
    other = Game(load("surasshupakku", "6x6")).board()
    cases: list[tuple[str, str, dict[str, Any]]] = [
        ("lonpos", "3pieces", moved),
        ("surasshupakku", "5x5", other | {"preset": ""}),
        ("surasshupakku", "5x5", {"key": "nonsense"}),
    ]
    for puzzle, preset, board in cases:
        panel = Panel(puzzle, preset)
        panel.board.board = panel.board.board | board
        answer = panel.solve()
        assert (panel.board.state, panel.preset) == ({}, preset)
        assert picture(panel) == answer.svg()
    panel = Panel("lonpos", "3pieces")
    panel.board.board = moved | {"given": []}
    press(panel, "solve")
    assert (len(panel.board.state["placed"]), said(panel, "picture")) == (12, "")


def test_the_board_stands_beside_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANYWIDGET_HMR", "0")
    panel = Panel("lonpos", "4pieces")
    board = panel.board
    assert panel._controls._board.children == (board,)
    assert board.board["preset"] == "4pieces"
    # The board shows the start; what cannot lie there is shown beside it.
    assert said(panel, "picture") == ""
    panel.untick("each tile once")
    answer = panel.solve()
    assert picture(panel) == answer.svg()
    assert board.state == {}
    panel.formulation = "cells"
    assert panel.board is board
    panel.preset = "8pieces"
    assert panel.board is not board
    assert panel.board.board["preset"] == "8pieces"
    assert said(panel, "picture") == ""
    # The menu of presets on the board is that of the panel.
    board = panel.board
    board.board = Game(load("lonpos", "3pieces")).board()
    assert (panel.preset, panel.board) == ("3pieces", board)
    board.board = board.board | {"preset": ""}
    assert panel.preset == "3pieces"
    assert len(board.board["given"]) == 3


def test_a_solution_is_laid_on_the_board() -> None:
    panel = Panel("lonpos", "3pieces")
    board, ground = panel.board, Game(load("lonpos", "3pieces")).ground
    laid: list[dict[str, Any]] = []
    for button in ("solve", "another", "another"):
        press(panel, button)
        assert said(panel, "picture") == ""
        assert set(board.state["given"]) == set(ground.given) < set(board.state["placed"])
        solution = ground.solution(board.state["placed"])
        assert solution.tiles == panel.found[len(laid)].tiles
        laid.append(board.state)
    press(panel, "back")
    assert board.state == laid[1]
    # What the player does with it is not undone by other questions, and solving lays it again.
    board.state = {"placed": laid[0]["placed"][:5], "given": laid[0]["given"], "log": []}
    press(panel, "count")
    panel.untick("each tile once")
    panel.tick("each tile once")
    assert (len(board.state["placed"]), said(panel, "picture")) == (5, "")
    press(panel, "solve")
    assert board.state["placed"] in [state["placed"] for state in laid]
    assert board.state["log"] == []


@pytest.mark.parametrize("preset", ["5x5", "8x8"])
def test_cuts_are_laid_on_the_board(preset: str) -> None:
    panel = Panel("surasshupakku", preset)
    press(panel, "solve")
    ground = Game(load("surasshupakku", preset)).ground
    assert ground.as_finished(panel.board.state["placed"]).plain == panel.found[0].plain
    assert said(panel, "picture") == ""


def test_a_preset_of_the_board_that_the_model_cannot_take_is_taken_back() -> None:
    panel = Panel("lonpos", "4pieces")
    board = Game(load("lonpos", "3pieces")).board()

    def refuse(name: str) -> None:  # noqa: ARG001 - whatever it is
        raise InputError(Problem("no", "not this one"))

    panel._session.choose_preset = refuse  # type: ignore[method-assign]
    panel.board.board = board
    assert panel.error == "no; not this one"
    assert (panel.preset, panel.board.board["preset"]) == ("4pieces", "4pieces")


@pytest.mark.usefixtures("alone")
def test_without_anywidget_the_panel_says_how_to_get_the_board() -> None:
    panel = Panel("lonpos", "4pieces")
    assert panel.board is None
    (line,) = panel._controls._board.children
    assert "needs anywidget, which is not installed here; pip install" in line.value
    assert picture(panel) == panel.experiment.subject.svg()
    # There is nothing to get where a puzzle has no board.
    panel = Panel(own_puzzle(two_rooks()))
    assert panel._controls._board.children == ()
    assert panel._controls._board.layout.display == "none"


def test_a_board_of_ones_own_stands_beside_the_model() -> None:
    model = two_rooks()
    (rook,) = model.families
    cells = [(row, column) for row in range(2) for column in range(2)]
    data = grid_data(2, 2, {"R": {"least": 2, "most": 2}}, [("R", [cell]) for cell in cells])
    panel = Panel(own_puzzle(model, board=(data, [{rook[cell]: 1} for cell in cells])))
    assert len(panel.board.board["moves"]["piece"]) == 4


@pytest.mark.usefixtures("alone")
def test_a_rule_that_is_left_out_is_broken_and_named() -> None:
    panel = Panel("lonpos", "4pieces")
    assert panel.answer is None
    assert ready(panel) == {"solve", "another", "count"}
    press(panel, "solve")
    assert panel.answer is not None
    assert panel.answer.verified_by() == ["rows", "rules"]
    assert "solved" in said(panel, "verdict")
    assert "checked: rows and rules" in said(panel, "notes")
    assert "1,789 variables, 71 rows" in said(panel, "notes")
    solved = picture(panel)
    assert solved == panel.answer.svg() != panel.experiment.subject.svg()
    box = panel._controls.groups["each cell once"]
    assert "every cell is covered" in panel._controls._whys["each cell once"].value
    box.value = False
    assert list(panel.off) == ["each cell once"]
    assert "off" in panel._controls._whys["each cell once"].value
    assert "press Solve" in said(panel, "stale")
    assert picture(panel) == solved
    press(panel, "solve")
    assert said(panel, "stale") == ""
    assert "broken rule 'cell once'" in said(panel, "broken").replace("&#x27;", "'")
    assert "is covered" in said(panel, "broken")
    assert "without each cell once" in said(panel, "notes")
    assert picture(panel) != solved
    box.value = True
    press(panel, "solve")
    assert list(panel.off) == []
    assert said(panel, "broken") == ""
    # The same from code.
    panel.untick("each tile once", "starting position")
    assert list(panel.off) == ["each tile once", "starting position"]
    assert not panel._controls.groups["each tile once"].value
    assert panel.solve().broken
    panel.tick("starting position")
    assert panel.experiment.without("starting position").model.switched_off == {0, 2}
    # Every page says what its own solution breaks.
    for _ in range(2):
        panel.another()
        assert panel.shown is not None
        (solution,) = panel.shown.solutions
        assert list(panel.shown.broken) == load("lonpos", "4pieces").violations(solution) != []
        assert panel.shown.broken_rules()[0] in panel.text()


@pytest.mark.usefixtures("alone")
def test_another_pages_through_all_solutions() -> None:
    panel = Panel("lonpos", "3pieces")
    pictures = []
    press(panel, "count")
    press(panel, "solve")
    # A count stays while solutions are looked at.
    assert "count: 7 solutions" in said(panel, "count-so-far")
    for _ in range(7):
        pictures.append(picture(panel))
        press(panel, "another")
    assert len(set(pictures)) == 7
    assert len(panel.found) == 7
    assert picture(panel) == pictures[-1]
    assert "solution 7 of 7 found, there are no others" in said(panel, "page")
    assert ready(panel) == {"solve", "back", "count"}
    for expected in reversed(pictures[:-1]):
        press(panel, "back")
        assert picture(panel) == expected
    assert "back" not in ready(panel)
    panel.untick("starting position")
    panel.solve()
    assert said(panel, "count-so-far") == ""


def test_an_interruption_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = Panel("lonpos", "empty", backend="cpsat")

    told: list[str] = []

    def interrupting(text: str) -> None:
        told.append(text)
        if "solutions so far" in text:
            raise KeyboardInterrupt

    monkeypatch.setattr(panel._controls, "say", interrupting)
    press(panel, "count")
    assert told[0].startswith("counting; interrupt the kernel")
    assert panel.counted is not None
    assert panel.counted.limit is Limit.INTERRUPTED
    assert panel.counted.count
    assert f"{panel.counted.count:,} solutions so far, incomplete: interrupted" in said(
        panel, "count-so-far"
    )
    assert "interrupted: what was found so far is kept" in said(panel, "error")
    assert ready(panel) == {"solve", "another", "count"}
    with pytest.raises(KeyboardInterrupt, match="so far"):
        panel.count()


def test_why_there_is_no_solution() -> None:
    panel = Panel(own_puzzle(two_rooks()))
    panel.untick("other corner")
    panel.solve()
    assert "explain" not in ready(panel)
    panel.untick("corner")
    panel.tick("other corner")
    panel._controls.groups["corner"].value = True
    press(panel, "count")
    assert "count: 0 solutions" in said(panel, "count-so-far")
    assert "explain" in ready(panel)
    press(panel, "solve")
    assert "proved: there is no solution" in said(panel, "verdict")
    assert "solve" in ready(panel)
    assert "another" not in ready(panel)
    press(panel, "explain")
    assert panel.explained is not None
    assert {group.name for group in panel.explained.groups} >= {"corner", "other corner"}
    assert "cannot hold together" in said(panel, "reason")
    panel.untick("corner")
    press(panel, "solve")
    assert said(panel, "reason") == ""
    assert "solved" in said(panel, "verdict")


def test_a_formulation_brings_its_own_groups() -> None:
    panel = Panel("lonpos", "4pieces")
    panel.untick("each tile once")
    choose(panel, "formulation", "cells")
    assert [group.name for group in panel.groups] == list(panel._controls.groups)
    assert "one tile per cell" in panel._controls.groups
    assert panel.off == ()
    press(panel, "solve")
    assert "formulation cells:" in said(panel, "notes")


def test_what_does_not_suit_is_said_in_a_line_and_changes_nothing() -> None:
    panel = Panel("lonpos", "4pieces")
    choose(panel, "formulation", "cells-sums")
    assert panel.error.startswith("formulation cells-sums needs")
    assert "formulation cells-sums needs" in said(panel, "error")
    assert panel.formulation == panel._controls.choices["formulation"].value == "placement"
    press(panel, "solve")
    assert panel.error == said(panel, "error") == ""
    choose(panel, "backend", "exactcover")
    choose(panel, "formulation", "cells")
    press(panel, "solve")
    assert panel.error
    assert "\n" not in panel.error
    with pytest.raises(UnknownNameError, match="did you mean 'one rotation'"):
        panel.untick("one rotatio")


def test_presets_of_the_library() -> None:
    panel = Panel("tower", parameters={"height": 3})
    assert panel.preset == "height-3"
    assert panel._controls.choices["preset"].options[0] == ("height-2", "height-2")
    press(panel, "solve")
    choose(panel, "preset", "height-2")
    assert (panel.error, panel.answer) == ("", None)
    assert "nothing asked yet" in said(panel, "verdict")
    assert panel.experiment.subject.parameters == {"height": 2}
    panel.preset = "height-4"
    assert panel._controls.choices["preset"].value == "height-4"
    # A parameter that a preset leaves open is kept.
    panel = Panel("surasshupakku", "5x5", parameters={"bridges": "allowed"})
    panel.preset = "6x6"
    assert panel.experiment.subject.parameters == {"bridges": "allowed"}


@pytest.mark.exhaustive
def test_a_file_of_the_users_own(tmp_path: Path) -> None:
    text = ROOT / "instances" / "lonpos" / "8pieces.yaml"
    (tmp_path / "mine.yaml").write_text(text.read_text(encoding="utf-8"), encoding="utf-8")
    panel = Panel("lonpos", file=tmp_path / "mine.yaml")
    assert panel.preset == "as given"
    assert panel.count().count == 1
    panel.preset = "3pieces"
    panel.preset = "as given"
    assert panel.count().count == 1


def test_an_experiment_keeps_what_is_fixed_and_off() -> None:
    asked = own_puzzle(two_rooks(), backend="cbc").without("other corner", "corner")
    star = asked.model.names.families[0]
    panel = Panel(asked.fix({star[0, 1]: 1}))
    assert panel.off == ("corner", "other corner")
    assert panel.backend == Panel(asked, backend="cbc").backend == "cbc"
    assert panel.count().count == 1
    panel.untick("rows")
    assert panel.count().count == 2
    assert "one rook in &lt;every&gt; row" in panel._controls._whys["rows"].value
    assert panel._controls.choices["formulation"].options == (("own", "own"),)
    with pytest.raises(InputError, match="a preset beside an experiment"):
        Panel(experiment("lonpos", "8pieces"), "4pieces")


def test_a_loaded_instance_and_options() -> None:
    panel = Panel(load("lonpos", "3pieces"), options=Options(time_limit=7.0, seed=3))
    assert panel.preset == "3pieces"
    assert panel.time_limit == panel._controls.choices["time limit"].value == 7
    choose(panel, "time limit", 0.0)
    assert panel.time_limit is None
    assert panel.experiment.options.time_limit is None
    assert panel.experiment.options.seed == 3
    for wrong in (True, "x", 0, -1):
        with pytest.raises(InputError, match="time limit must be a"):
            panel.time_limit = wrong
    assert panel.time_limit is None
    for name in ("backend", "formulation", "preset"):
        before = getattr(panel, name)
        for value in (None, 3, "nonsense"):
            with pytest.raises(UnknownNameError, match=f"unknown {name} '{value}'"):
                setattr(panel, name, value)
        assert getattr(panel, name) == before


def test_code_of_the_user_that_goes_wrong() -> None:
    def draw(_: object) -> str:
        raise ZeroDivisionError("no\nway")

    panel = Panel(own_puzzle(two_rooks().without("corner"), svg=draw))
    press(panel, "solve")
    assert panel.error == "ZeroDivisionError: no way"
    assert "ZeroDivisionError: no way" in said(panel, "error")
    assert "solve" in ready(panel)
    # What goes well is shown.
    panel = Panel(own_puzzle(two_rooks().without("corner"), svg=lambda _: "<svg id='x'/>"))
    assert "<pre>rooks</pre>" in said(panel, "picture")
    press(panel, "solve")
    assert picture(panel) == "<svg xmlns=\"http://www.w3.org/2000/svg\" id='x'/>"


def test_it_shows_itself() -> None:
    panel = Panel("lonpos", "8pieces")
    bundle = panel._repr_mimebundle_()
    widget = bundle["application/vnd.jupyter.widget-view+json"]
    assert widget["model_id"] == panel._controls.box.model_id
    assert "nothing asked yet" in bundle["text/plain"]
    panel.solve()
    assert "BBBCCAAAEEE" not in panel.text()
    assert "solved" in panel._repr_mimebundle_()["text/plain"]
    assert repr(panel).startswith("<panel of <experiment with lonpos")


class Loop:
    """Stands for the event loop of a kernel: runs in the main thread what others hand over."""

    def __init__(self) -> None:
        self.tasks: Queue[Callable[[], None]] = Queue()

    def add_callback(self, task: Callable[[], None]) -> None:
        self.tasks.put(task)


def clicked(do: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """Runs something from another thread; what it raised there."""
    loop, raised = Loop(), []
    monkeypatch.setattr(panel_module, "_kernel_loop", lambda: loop)

    def click() -> None:
        try:
            run_interruptible(do)
        except BaseException as error:  # noqa: BLE001 - that is what is asked
            raised.append(error)

    thread = threading.Thread(target=click)
    thread.start()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        loop.tasks.get(timeout=60)()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    thread.join(60)
    assert not thread.is_alive()
    return raised


def test_it_runs_in_the_main_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[threading.Thread] = []
    assert clicked(lambda: where.append(threading.current_thread()), monkeypatch) == []
    assert where == [threading.main_thread()]


def test_interruptions_and_errors_are_handed_back(monkeypatch: pytest.MonkeyPatch) -> None:
    (error,) = clicked(lambda: signal.raise_signal(signal.SIGINT), monkeypatch)
    assert isinstance(error, KeyboardInterrupt)
    (error,) = clicked(lambda: 1 // 0, monkeypatch)
    assert isinstance(error, ZeroDivisionError)


def test_without_a_kernel_it_is_called_as_it_is() -> None:
    where: list[threading.Thread] = []
    thread = threading.Thread(
        target=lambda: run_interruptible(lambda: where.append(threading.current_thread()))
    )
    thread.start()
    thread.join(60)
    assert where == [thread]
