"""The panel: a session and its widgets, for a person who clicks and for code that goes on."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.errors import IlpuzzlesError
from ilpuzzles.experiments.experiments import Experiment
from ilpuzzles.experiments.model_answers import ExplanationAnswer
from ilpuzzles.experiments.solution_answers import CountAnswer, SolutionAnswer
from ilpuzzles.extras import ExtraMissingError
from ilpuzzles.jobs.threads import signals_deferred
from ilpuzzles.modelling.rows import Group
from ilpuzzles.panel.controls import Controls
from ilpuzzles.panel.display import Display, in_a_line, progress_text
from ilpuzzles.panel.session import open_session
from ilpuzzles.play.widget import play_widget
from ilpuzzles.progress import Watch
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.puzzles.user_code import Build
from ilpuzzles.reading.library import Library
from ilpuzzles.solvers.registry import AUTO


def run_interruptible(do: Callable[[], object]) -> None:
    """Runs something in the main thread of the kernel, waits for it, and raises what it raises.

    In the main thread, and where there is no kernel, it is simply called.

    Example:
        >>> run_interruptible(lambda: print("done"))
        done
    """
    loop = None if threading.current_thread() is threading.main_thread() else _kernel_loop()
    if loop is None:
        do()
        return
    ended: Future[None] = Future()

    def run() -> None:
        try:
            before = signal.signal(signal.SIGINT, signal.default_int_handler)
            try:
                do()
            finally:
                signal.signal(signal.SIGINT, before)
        except BaseException as error:  # noqa: BLE001 - it is raised again by the waiting thread
            ended.set_exception(error)
        else:
            ended.set_result(None)

    loop.add_callback(run)
    ended.result()


def _kernel_loop() -> Any | None:
    """The event loop of the main thread of this kernel, if this is one."""
    # A kernel has imported it: nothing else needs it.
    module = sys.modules.get("IPython")
    shell = None if module is None else module.get_ipython()
    return getattr(getattr(shell, "kernel", None), "io_loop", None)


_Outcome = TypeVar("_Outcome")


class Panel:
    """A puzzle's model to play with in a notebook: leave out groups of rows, ask, look.

    Beside it stands the board of the puzzle to play on, where it has one and anywidget is there.
    What is found is laid there, where it can be; otherwise it is drawn.

    Show it by making it the last line of a cell. Everything that can be clicked can also be called,
    and everything that is shown can be read. An error is shown in one line; calling code gets it
    as an exception as well. A question that is interrupted shows what was found so far.

    The `puzzle` is a name, a loaded instance, or an experiment, made by `experiment` or
    `own_puzzle`. The `time_limit` is in seconds for every question, or None; a limit in the
    options comes first. The other arguments are those of `experiment`.

    Raises:
        ExtraMissingError: If ipywidgets is missing.
        InputError: If something that the user gave is wrong.
        BackendError: If a solver is missing.

    Example:
        >>> panel = Panel("lonpos", "4pieces")
        >>> panel.solve().verified_by()
        ['rows', 'rules']
        >>> panel.untick("each tile once")
        >>> print(panel.solve())
        solved, but against the rules
    """

    def __init__(
        self,
        puzzle: str | PuzzlePosition | Experiment,
        preset: str | None = None,
        *,
        file: str | Path | None = None,
        url: str | None = None,
        parameters: Mapping[str, int | str] | None = None,
        formulation: str | Build | None = None,
        break_symmetry: str = "off",
        backend: str = AUTO,
        options: Options | None = None,
        time_limit: float | None = 60.0,
        library: Library | None = None,
    ) -> None:
        # Without widgets there is no need to read anything.
        self._controls = Controls(self._on_change, self._on_click)
        self._error = self._notice = ""
        self._board: Any = None
        self._played: str | None = None
        self._laid: Any = None
        self._session = open_session(
            puzzle,
            preset,
            file=file,
            url=url,
            parameters=parameters,
            formulation=formulation,
            break_symmetry=break_symmetry,
            backend=backend,
            options=options,
            time_limit=time_limit,
            library=library,
        )
        self._show()

    @property
    def answer(self) -> SolutionAnswer | None:
        """The last answer, or None; after an interruption, what was found so far."""
        return self._session.answer

    @property
    def counted(self) -> CountAnswer | None:
        """The last count of this model, or None."""
        return self._session.counted

    @property
    def explained(self) -> ExplanationAnswer | None:
        """The last explanation, or None."""
        return self._session.explained

    @property
    def shown(self) -> SolutionAnswer | None:
        """The solution that is shown, as an answer with the rules that it breaks, or None."""
        return self._session.shown

    @property
    def found(self) -> tuple[Any, ...]:
        """The different solutions that were found so far."""
        return self._session.solutions

    @property
    def board(self) -> Any:
        """The board to play on, or None; its `state["placed"]` has the moves on it."""
        return self._board

    @property
    def experiment(self) -> Experiment:
        """The model with the current choices, to ask it anything else."""
        return self._session.experiment

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of rows, on or off."""
        return self._session.groups

    @property
    def off(self) -> tuple[str, ...]:
        """The names of the groups that are off."""
        return self._session.off

    @property
    def error(self) -> str:
        """What went wrong last, in a line; empty if nothing did."""
        return self._error

    def text(self) -> str:
        """What is shown, in letters and lines."""
        return "\n".join(filter(None, (Display(self._session).text(), self._notice, self._error)))

    @property
    def preset(self) -> str:
        """The preset; set it to take another."""
        return self._session.preset

    @preset.setter
    def preset(self, name: str) -> None:
        self._do("reading the preset", lambda: self._session.choose_preset(name))

    @property
    def formulation(self) -> str:
        """The formulation; set it to take another."""
        return self._session.formulation

    @formulation.setter
    def formulation(self, name: str) -> None:
        self._do("stating the model", lambda: self._session.choose_formulation(name))

    @property
    def backend(self) -> str:
        """The backend, or `auto`; set it to take another."""
        return self._session.backend

    @backend.setter
    def backend(self, name: str) -> None:
        self._do("", lambda: self._session.choose_backend(name))

    @property
    def time_limit(self) -> float | None:
        """Seconds for every question, or None; set it to take another."""
        return self._session.time_limit

    @time_limit.setter
    def time_limit(self, seconds: float | None) -> None:
        self._do("", lambda: self._session.choose_time_limit(seconds))

    def untick(self, *groups: str) -> None:
        """Leaves out groups of rows, by their names."""
        self._do("", lambda: self._session.switch(*groups, on=False))

    def tick(self, *groups: str) -> None:
        """Puts groups of rows back, by their names."""
        self._do("", lambda: self._session.switch(*groups, on=True))

    def solve(self) -> SolutionAnswer:
        """Looks for a solution and shows it."""
        return self._do("solving", self._session.solve, lay=True)

    def another(self) -> SolutionAnswer:
        """Shows a solution that is different from all before, if there is one."""
        doing = "looking for further solutions"
        return self._do(doing, partial(self._session.another, self._watching(doing)), lay=True)

    def back(self) -> None:
        """Shows the solution before."""
        self._do("", self._session.back, lay=True)

    def count(self) -> CountAnswer:
        """Counts the solutions, and shows how many there are so far."""
        return self._do("counting", lambda: self._session.count(self._watching("counting")))

    def explain(self) -> ExplanationAnswer:
        """Explains why there is no solution."""
        doing = "looking for a reason"
        return self._do(doing, lambda: self._session.explain(self._watching(doing, "search")))

    def _do(self, doing: str, do: Callable[[], _Outcome], *, lay: bool = False) -> _Outcome:
        """Does something, and shows what has come of it, whatever that is; a solution is laid."""
        self._error = self._notice = ""
        try:
            if doing:
                self._controls.lock(locked=True)
                self._controls.say(progress_text(doing))
            outcome = do()
        except KeyboardInterrupt as interruption:
            kept = isinstance(interruption, Interrupted) and bool(interruption.answer)
            found = "what was found so far is kept" if kept else "nothing was found so far"
            self._notice = f"interrupted: {found}"
            self._show(lay=lay)
            raise
        except Exception as error:
            self._error = in_a_line(error)
            self._show()
            raise
        self._show(lay=lay)
        return outcome

    def _show(self, *, lay: bool = False) -> None:
        """Shows the session as it is. Ctrl-C waits: half of it would be a riddle."""
        with signals_deferred():
            session, controls = self._session, self._controls
            controls.lock(locked=False)
            controls.offer("preset", [(name, name) for name in session.presets], self.preset)
            known = session.formulations
            controls.offer("formulation", [(name, name) for name in known], self.formulation)
            controls.offer("backend", [(name, name) for name in session.backends], self.backend)
            controls.set_limit(self.time_limit or 0)
            controls.show_groups(session.groups, session.off)
            controls.enable(
                solve=True,
                count=True,
                another=session.can_go_on,
                back=session.page > 0,
                explain=session.infeasible,
            )
            if self._played != self.preset:
                self._lay_out()
            try:
                display = Display(session, board=self._board_shows(lay=lay))
                controls.show(display, self._error, self._notice)
            except Exception as error:
                # Pictures and checkers of a puzzle of one's own are the user's code.
                self._error = self._error or in_a_line(error)
                controls.fail(self._error)
                raise

    def _lay_out(self) -> None:
        """Takes the board of the preset, if there is one."""
        if self._board is not None:
            self._board.close()
        self._played, self._board, line = self.preset, None, ""
        subject = self._session.subject
        try:
            if subject.playground() is not None:
                asked = subject if isinstance(subject, PuzzlePosition) else self._session.given
                self._board = play_widget(asked, library=self._session.library)
                self._board.observe(self._follow, names="board")
        except ExtraMissingError as missing:
            line = str(missing)
        except IlpuzzlesError as error:
            line = f"no board to play on: {in_a_line(error)}"
        self._controls.show_board(self._board, line)

    def _board_shows(self, *, lay: bool) -> bool:
        """Whether the board has what there is to show: the start, or a solution, which is laid."""
        if self._board is None or not self._session.solutions:
            return self._board is not None
        solution = self._session.solutions[self._session.page]
        if lay:
            self._laid = solution if self._board.lay(solution) else None
        return self._laid is solution

    def _follow(self, change: Any) -> None:
        """Takes the preset that was chosen on the board."""
        preset = change["new"].get("preset")
        if preset != self.preset and preset in self._session.presets:
            self._played = preset
            self._on_change("preset", preset)

    def _watching(self, doing: str, what: str = "solution") -> Watch:
        return lambda progress: self._controls.say(progress_text(doing, progress, what))

    def _on_click(self, button: str) -> None:
        """What a click comes to: it is all shown, and nobody is there to catch an exception."""
        self._show_only(getattr(self, button))

    def _on_change(self, choice: str, value: Any) -> None:
        if choice == "group":
            name, on = value
            self._show_only(lambda: self.tick(name) if on else self.untick(name))
        elif choice == "time limit":
            self._show_only(lambda: setattr(self, "time_limit", value or None))
        else:
            self._show_only(lambda: setattr(self, choice, value))

    @staticmethod
    def _show_only(do: Callable[[], object]) -> None:
        # Whatever it was, `_do` has shown it.
        with suppress(Exception, KeyboardInterrupt):
            run_interruptible(do)

    def __repr__(self) -> str:
        return f"<panel of {self.experiment!r}>"

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return {**self._controls.box._repr_mimebundle_(**options), "text/plain": self.text()}
