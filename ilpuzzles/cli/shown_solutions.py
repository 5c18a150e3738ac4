"""Where solutions go, on standard output and into files, and how an answer is shown there."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import replace
from enum import Enum
from functools import partial
from itertools import islice
from typing import Any

from ilpuzzles.backends.result import Status
from ilpuzzles.cli.output import line_width, note, note_summary, say, say_json
from ilpuzzles.cli.pictures import (
    SheetOfSolutions,
    say_drawing,
    sheet_width,
    wants_pictures,
    write_page,
    write_paper,
    write_pictures,
)
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.cli.questions import LIST, Question, chosen_question
from ilpuzzles.errors import counted
from ilpuzzles.experiments.experiments import Experiment
from ilpuzzles.experiments.solution_answers import CountAnswer, SolutionAnswer
from ilpuzzles.experiments.solution_files import SolutionFile
from ilpuzzles.puzzles.position import Keys, require_placements
from ilpuzzles.render.page.html_page import MOST as MOST_ON_PAGE
from ilpuzzles.render.svg import MOST as MOST_ON_SHEET

_ANY_ORDER = (
    "these are solutions in no order, good and bad: --best N lists the N best by the objective, "
    "--optimal those that are as good as the best"
)


class _Output(Enum):
    """How solutions appear on standard output."""

    NOTHING = "not at all"
    JSON = "in one JSON object"
    PICTURES = "as pictures, one below the other"
    SHEET = "as small pictures side by side"
    PLACEMENTS = "as the placements of their tiles"


def _output_of(args: Namespace, question: Question) -> _Output:
    """How the options say that solutions appear on standard output."""
    if args.json:
        return _Output.JSON
    if args.quiet or args.save is not None:
        return _Output.NOTHING
    if args.sheet:
        return _Output.SHEET
    if args.placements:
        return _Output.PLACEMENTS
    # A list that is in a file is not on standard output once more.
    is_in_file = question.lists and _names_picture_file(args)
    return _Output.NOTHING if is_in_file else _Output.PICTURES


def _names_picture_file(args: Namespace) -> bool:
    return any(path is not None for path in (args.svg, args.png, args.html, args.pdf))


class ShownSolutions:
    """The output of a command: solutions of a list as they are found, and the answer at the end."""

    def __init__(self, args: Namespace, experiment: Experiment) -> None:
        self._args = args
        self._position = experiment.subject
        self._question = chosen_question(args)
        self._output = _output_of(args, self._question)
        self._has_objective = experiment.model.objective is not None
        self.line = _progress_line(args, self._question)
        self._saved = None if args.save is None else SolutionFile(args.save)
        self._files = _PictureFiles(args, self._question)
        if args.view == "numbered":
            # What has no numbers says so before it is solved.
            self._position.picture(view=args.view)
        self._sheet: SheetOfSolutions | None = None
        if self._output is _Output.SHEET:
            self._sheet = SheetOfSolutions(self._position, self.line)
        self._placement_lines = None
        if args.placements:
            self._placement_lines = require_placements(self._position).placement_lines()
        self._are_placements_shown = False

    @property
    def takes_each(self) -> bool:
        """Whether solutions are shown or saved as they are found: a JSON object holds them all."""
        return self._saved is not None or self._output is not _Output.JSON

    def add(self, solution: Any) -> None:
        """Shows or saves a solution of a list."""
        self._files.keep(solution)
        if self._saved is not None:
            self._saved.add(solution)
        elif self._sheet is not None:
            self._sheet.add(solution)
        elif self._output in {_Output.PICTURES, _Output.PLACEMENTS}:
            self.line.clear()
            self._show(solution)

    def clear(self) -> None:
        """Ends what is shown while a question is asked."""
        self.line.clear()
        if self._sheet is not None:
            self._sheet.finish()

    def discard(self) -> None:
        """Removes a file of solutions that was not finished."""
        if self._saved is not None:
            self._saved.discard()

    def answer(self, answer: SolutionAnswer) -> None:
        """Shows the answer, and writes the files that the options name."""
        is_quiet = self._args.quiet
        if self._saved is not None:
            self._finish_saving(self._saved, answer)
        if self._output is _Output.JSON:
            say_json(self._json(answer))
        elif not is_quiet:
            self._say(answer)
        if answer.status is not Status.ERROR:
            self._files.write(answer)
        if not is_quiet:
            self._note(answer)
            if isinstance(answer, CountAnswer) and answer.contradiction():
                note(answer.contradiction())

    def _finish_saving(self, file: SolutionFile, answer: SolutionAnswer) -> None:
        for solution in answer.solutions:
            file.add(solution)
        is_quiet = self._args.quiet
        with ProgressLine(quiet=is_quiet, doing="writing solutions").during():
            file.finish()
        if not is_quiet:
            note(f"{counted(file.number, 'solution')} written to {self._args.save}")

    def _json(self, answer: SolutionAnswer) -> dict[str, Any]:
        data = answer.to_json()
        if self._placement_lines is not None:
            data["positions"] = [self._placement_lines(solution) for solution in answer.shown()]
        return data

    def _say(self, answer: SolutionAnswer) -> None:
        """Writes the solutions that are still to be shown, and the verdict where it is one."""
        if self._output is _Output.SHEET and answer.shown():
            say_drawing(answer.sheet_drawing(sheet_width()))
        elif self._output in {_Output.PICTURES, _Output.PLACEMENTS}:
            captions = iter(answer.captions())
            for solution in answer.shown():
                for caption in islice(captions, 1):
                    say(caption)
                self._show(solution, answer.marks_on(solution))
        for line in answer.broken_rules():
            say(line)
        if self._args.count and isinstance(answer, CountAnswer):
            different = answer.count_up_to_symmetry
            say(str(answer.count if different is None else different))
        elif self._says_verdict(answer):
            say(answer.verdict())

    def _show(self, solution: Any, marked: Keys = ()) -> None:
        """Writes a solution as a picture, or by the placements of its tiles."""
        if self._placement_lines is None:
            say_drawing(self._position.drawing(solution, marked, width=line_width()))
            return
        if self._are_placements_shown:
            say("")
        say("\n".join(self._placement_lines(solution)))
        self._are_placements_shown = True

    def _note(self, answer: SolutionAnswer) -> None:
        if self._has_objective and self._question is LIST:
            note(_ANY_ORDER)
        if answer.subject.breaking is not None:
            note(answer.subject.breaking.text)
        note_summary(self._args, answer, has_verdict=self._says_verdict(answer))

    def _says_verdict(self, answer: SolutionAnswer) -> bool:
        """Whether standard output has the verdict, or all of it that counts."""
        if self._output is _Output.JSON or answer.status in {Status.ERROR, Status.UNKNOWN}:
            return False
        if answer.status is Status.INFEASIBLE or self._question.says:
            return True
        if self._args.count:
            return answer.complete and not self._args.up_to_symmetry
        return self._question.lists and self._output is _Output.NOTHING


def _progress_line(args: Namespace, question: Question) -> ProgressLine:
    is_counting = question.lists or args.count or args.forced
    return ProgressLine(
        quiet=args.quiet or args.verbose,
        what="searches" if args.forced else "found",
        doing="" if is_counting else "solving",
        most=args.limit or args.best or args.random,
    )


class _PictureFiles:
    """The files with pictures that the options name, and the solutions that are kept for them."""

    def __init__(self, args: Namespace, question: Question) -> None:
        self._args = args
        self._is_list = question.lists
        self._kept: list[Any] = []
        self._most_kept = 0
        if args.pdf is not None:
            self._most_kept = sys.maxsize
        elif _names_picture_file(args):
            self._most_kept = MOST_ON_PAGE
        self._most_on_sheet = MOST_ON_SHEET
        # As dots, more pictures than usual would be too much.
        if args.png is None:
            wanted = args.limit or args.best or args.random or MOST_ON_SHEET
            self._most_on_sheet = min(wanted, MOST_ON_PAGE)

    def keep(self, solution: Any) -> None:
        """Keeps a solution of a list, if it may be drawn in a file."""
        if len(self._kept) < self._most_kept:
            self._kept.append(solution)

    def write(self, answer: SolutionAnswer) -> None:
        """Writes pictures and pages, and says how many of the solutions of a list are in them."""
        if wants_pictures(self._args):
            self._write_pictures(answer)
        if self._args.html is not None:
            self._write_page(answer)
        if self._args.pdf is not None:
            self._write_paper(answer)

    def _write_pictures(self, answer: SolutionAnswer) -> None:
        has_more_with_limit = self._args.all and self._args.limit is None
        where = "sheet has without --limit" if has_more_with_limit else "sheet has"
        remark = self._how_many(answer, self._most_on_sheet, where)
        write_pictures(self._args, partial(self._picture, answer), remark)

    def _picture(self, answer: SolutionAnswer, *, animated: bool = False, **view: Any) -> str:
        """The picture for a file: of several solutions, a sheet; of none, the start."""
        if self._kept and not answer.solutions:
            answer = replace(answer, solutions=tuple(self._kept))
        if len(answer.shown()) > 1:
            return answer.sheet(most=self._most_on_sheet, **view)
        return answer.svg(animated=animated, **view)

    def _write_page(self, answer: SolutionAnswer) -> None:
        line = ProgressLine(quiet=self._args.quiet, doing="drawing")
        try:
            page = answer.make_page(self._kept, watch=line)
        finally:
            line.clear()
        remark = self._how_many(answer, page.shown, "page has")
        write_page(self._args, lambda: page.html, remark)

    def _write_paper(self, answer: SolutionAnswer) -> None:
        view = {} if self._args.view is None else {"view": self._args.view}
        with ProgressLine(quiet=self._args.quiet, doing="drawing").during():
            book = answer.make_pdf(self._kept, foot=self._args.command, **view)
        number = len(answer.shown() or self._kept)
        what = counted(number, "solution") if number else "the starting position"
        write_paper(self._args, book, what)

    def _how_many(self, answer: SolutionAnswer, drawn: int, where: str) -> str:
        """How many of the solutions of a list are in a file; nothing where that is no question."""
        total = answer.found()
        if self._args.quiet or not self._is_list or not total:
            return ""
        if drawn >= total:
            return f"{counted(total, 'solution')} drawn"
        return f"{drawn:,} of {counted(total, 'solution')} drawn, as many as a {where}"
