"""`ilpuzzles PUZZLE` and `solve-model`: asks a question, and shows the answer."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from ilpuzzles import queries
from ilpuzzles.backends.result import Status
from ilpuzzles.cli.asking import (
    answered,
    board_of,
    note_reading,
    parsed,
    prepared,
    require_ledger_fits,
    search_options,
    with_hint,
)
from ilpuzzles.cli.command_parsers import solve_model_parser, solve_parser
from ilpuzzles.cli.output import (
    line_width,
    note,
    note_summary,
    say,
    say_answer,
    say_json,
    say_status,
)
from ilpuzzles.cli.pictures import (
    SheetOfSolutions,
    note_left_out,
    require_paper,
    require_pictures,
    say_drawing,
    sheet_width,
    wants_pictures,
    write_page,
    write_paper,
    write_pictures,
)
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.cli.questions import LIST, SOLVE, ask_question, question_of, require_sense
from ilpuzzles.cli.solve_many import is_several, solve_many
from ilpuzzles.cli.typed_command import command_text, library_words
from ilpuzzles.errors import Exit, InputError, counted
from ilpuzzles.experiments.answer import Answer
from ilpuzzles.experiments.experiments import Experiment
from ilpuzzles.experiments.solution_answers import CountAnswer, SolutionAnswer
from ilpuzzles.experiments.solution_files import SolutionFile
from ilpuzzles.lazy_imports import named
from ilpuzzles.puzzles.position import Keys, require_placements
from ilpuzzles.reading.library import Library
from ilpuzzles.render.page.html_page import MOST
from ilpuzzles.render.svg import MOST as SHEET_MOST

if TYPE_CHECKING:
    from ilpuzzles.experiments.model_file import ModelAnswer

# Loaded when a model file is named, or a board to play on is wanted.
_MODELS = "ilpuzzles.experiments.model_file"
_PLAYABLE = "ilpuzzles.play.page:playable_page"

_ANY_ORDER = (
    "these are solutions in no order, good and bad: --best N lists the N best by the objective, "
    "--optimal those that are as good as the best"
)


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Asks a question about an instance of the puzzle that is the first argument."""
    puzzle, *rest = arguments
    given = parsed(solve_parser(puzzle), rest, library, puzzle)
    require_sense(given)
    require_pictures(given)
    require_paper(given)
    if given.playable:
        return _write_board(given, library)
    given.command = command_text(*arguments, *library_words(library))
    asked = prepared(given, library).without(*given.without)
    require_ledger_fits(given, asked)
    return ask(given, asked)


def solve_model(arguments: Sequence[str], _library: Library) -> Exit:
    """Solves the model in a file and shows the answer; of several files a line for each."""
    given = solve_model_parser().parse_args(arguments)
    require_sense(given)
    if is_several(given.models):
        return solve_many(given, given.models)
    (given.model,) = given.models
    asked = named(f"{_MODELS}:file_experiment")(
        given.model, given.backend, search_options(given), exact=given.exact
    )
    note_reading(given, asked.formulated.model)
    asked = with_hint(given, asked)
    if question_of(given) is not SOLVE:
        return ask(given, asked)

    def show(answer: ModelAnswer) -> None:
        say_answer(given, answer)
        if not given.quiet:
            note_summary(given, answer)

    line = ProgressLine(quiet=given.quiet or given.verbose, doing="solving")
    return answered(
        partial(named(f"{_MODELS}:solved"), asked, watch=line), show, line.clear, given.report
    )


def _write_board(given: argparse.Namespace, library: Library) -> Exit:
    """Writes a page to play on; nothing is asked."""
    if given.html is None:
        raise InputError("--playable without --html", "add --html FILE")
    page: str = named(_PLAYABLE)(board_of(given, library))
    write_page(given, lambda: page, "" if given.quiet else "a board to play on, without a server")
    return Exit.ANSWERED


def ask(given: argparse.Namespace, asked: Experiment) -> Exit:
    """Asks what the options of `add_questions` say, shows the answer, and says how it ended."""
    if given.status:
        return say_status(given, queries.count_status(asked.model, given.ledger))
    note_left_out(given, asked.subject)
    if given.relaxation:
        method = given.method or "simplex"
        relaxed = partial(asked.relaxation, method=method, ranging=given.ranging)
        return answered(relaxed, partial(_show_relaxation, given))
    shown = _Shown(given, asked)
    try:
        # Pictures come as they are found; JSON is one object.
        each = None if given.json and given.save is None else shown.solution
        question = ask_question(given, asked, shown.line, each)
        return answered(question, shown.answer, shown.clear, given.report)
    finally:
        if shown.saved is not None:
            shown.saved.discard()


def _show_relaxation(given: argparse.Namespace, answer: Answer) -> None:
    say_answer(given, answer)
    if not given.quiet:
        note(answer.origin())


class _Shown:
    """What is shown: solutions of a list as they are found, and the answer in the end."""

    def __init__(self, given: argparse.Namespace, asked: Experiment) -> None:
        self._given, self._subject = given, asked.subject
        self._ordered = asked.model.objective is not None
        self.lists = question_of(given).lists
        self.line = ProgressLine(
            quiet=given.quiet or given.verbose,
            what="searches" if given.forced else "found",
            doing="" if self.lists or given.count or given.forced else "solving",
            most=given.limit or given.best or given.random,
        )
        self.saved = None if given.save is None else SolutionFile(given.save)
        self._sheet = SheetOfSolutions(asked.subject, self.line) if given.sheet else None
        in_files = any(path is not None for path in (given.svg, given.png, given.html, given.pdf))
        if given.view == "numbered":
            # What has no numbers says so before it is solved.
            asked.subject.picture(view=given.view)
        self._drawn = False
        self._positions = (
            require_placements(asked.subject).placement_lines() if given.placements else None
        )
        self._first: list[Any] = []
        self._kept = sys.maxsize if given.pdf is not None else MOST if in_files else 0
        wanted = given.limit or given.best or given.random or SHEET_MOST
        # As dots, more of them would be too much.
        self._on_sheet = SHEET_MOST if given.png is not None else min(wanted, MOST)
        # A list that is in a file is not on standard output once more.
        here = given.sheet or given.placements or not (self.lists and in_files)
        self._draws = here and not given.quiet and given.save is None

    def solution(self, solution: Any) -> None:
        """Shows or saves a solution of a list."""
        if len(self._first) < self._kept:
            self._first.append(solution)
        if self.saved is not None:
            self.saved.add(solution)
        elif self._sheet is not None:
            self._sheet.add(solution)
        elif self._draws:
            self.line.clear()
            self._draw(solution)

    def _draw(self, solution: Any, marked: Keys = ()) -> None:
        """Writes a solution as a picture, or by the positions of its tiles."""
        if self._positions is None:
            say_drawing(self._subject.drawing(solution, marked, width=line_width()))
        else:
            # Where several follow each other, an empty line is between two.
            say("\n" * self._drawn + "\n".join(self._positions(solution)))
            self._drawn = True

    def clear(self) -> None:
        """Ends what is shown while a question is asked."""
        self.line.clear()
        if self._sheet is not None:
            self._sheet.finish()

    def answer(self, answer: SolutionAnswer) -> None:
        """Shows the answer, and writes the files that are asked for."""
        quiet = self._given.quiet
        if self.saved is not None:
            for solution in answer.solutions:
                self.saved.add(solution)
            with ProgressLine(quiet=quiet, doing="writing solutions").during():
                self.saved.finish()
            if not quiet:
                note(f"{counted(self.saved.number, 'solution')} written to {self._given.save}")
        if self._given.json:
            write = self._positions
            more = {} if write is None else {"positions": [*map(write, answer.shown())]}
            say_json(answer.to_json() | more)
        elif not quiet:
            self._say(answer)
        if answer.status is not Status.ERROR:
            self._write(answer)
        if not quiet:
            if self._ordered and question_of(self._given) is LIST:
                note(_ANY_ORDER)
            if answer.subject.breaking is not None:
                note(answer.subject.breaking.text)
            note_summary(self._given, answer, said=self._says(answer))

    def _says(self, answer: SolutionAnswer) -> bool:
        """Whether standard output has the verdict, or all of it that counts."""
        given = self._given
        if given.json or answer.status in {Status.ERROR, Status.UNKNOWN}:
            return False
        if answer.status is Status.INFEASIBLE or question_of(given).says:
            return True
        if given.count:
            return answer.complete and not given.up_to_symmetry
        return self.lists and not self._draws

    def _say(self, answer: SolutionAnswer) -> None:
        given = self._given
        if self._draws and given.sheet and answer.shown():
            say_drawing(answer.sheet_drawing(sheet_width()))
        else:
            captions = iter(answer.captions())
            for solution in answer.shown() if self._draws else ():
                for caption in islice(captions, 1):
                    say(caption)
                self._draw(solution, answer.marks_on(solution))
        for line in answer.broken_rules():
            say(line)
        if given.count and isinstance(answer, CountAnswer):
            different = answer.count_up_to_symmetry
            say(str(answer.count if different is None else different))
        elif self._says(answer):
            say(answer.verdict())

    def _write(self, answer: SolutionAnswer) -> None:
        """Writes pictures and pages, and says how many of the solutions of a list are in them."""
        if wants_pictures(self._given):
            more = " without --limit" if self._given.all and self._given.limit is None else ""
            said = self._how_many(answer, self._on_sheet, f"sheet has{more}")
            write_pictures(self._given, partial(self._picture, answer), said)
        if self._given.html is not None:
            line = ProgressLine(quiet=self._given.quiet, doing="drawing")
            try:
                page = answer.make_page(self._first, watch=line)
            finally:
                line.clear()
            said = self._how_many(answer, page.shown, "page has")
            write_page(self._given, lambda: page.html, said)
        if self._given.pdf is not None:
            how = {} if self._given.view is None else {"view": self._given.view}
            with ProgressLine(quiet=self._given.quiet, doing="drawing").during():
                book = answer.make_pdf(self._first, foot=self._given.command, **how)
            drawn = len(answer.shown() or self._first)
            write_paper(
                self._given, book, counted(drawn, "solution") if drawn else "the starting position"
            )

    def _how_many(self, answer: SolutionAnswer, drawn: int, where: str) -> str:
        """How many of the solutions of a list are in a file; nothing where that is no question."""
        found = answer.found()
        if self._given.quiet or not self.lists or not found:
            return ""
        if drawn >= found:
            return f"{counted(found, 'solution')} drawn"
        return f"{drawn:,} of {counted(found, 'solution')} drawn, as many as a {where}"

    def _picture(self, answer: SolutionAnswer, *, animated: bool = False, **view: Any) -> str:
        """The picture for a file: of several solutions, a sheet; of none, the start."""
        if self._first and not answer.solutions:
            answer = replace(answer, solutions=tuple(self._first))
        return (
            answer.sheet(most=self._on_sheet, **view)
            if len(answer.shown()) > 1
            else answer.svg(animated=animated, **view)
        )
