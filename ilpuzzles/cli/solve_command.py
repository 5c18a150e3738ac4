"""`ilpuzzles PUZZLE`: asks a question about an instance and shows the answer."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from ilpuzzles.backends.result import Status
from ilpuzzles.cli.asking import answered, parsed, prepared, require_sense, show_status
from ilpuzzles.cli.options import (
    Parser,
    add_cover,
    add_how,
    add_instance,
    add_json,
    add_questions,
    new_parser,
)
from ilpuzzles.cli.output import line_width, note, say, say_json
from ilpuzzles.cli.pictures import (
    FirstSolutions,
    SheetOfSolutions,
    add_page,
    add_pictures,
    note_left_out,
    require_page,
    require_pictures,
    say_drawing,
    sheet_width,
    wants_page,
    wants_pictures,
    write_page,
    write_pictures,
)
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.errors import Exit, counted
from ilpuzzles.library import Library
from ilpuzzles.render.page.document import MOST
from ilpuzzles.render.svg import MOST as SHEET_MOST, PictureView
from ilpuzzles.workbench.answer import Answer
from ilpuzzles.workbench.experiments import Experiment
from ilpuzzles.workbench.solution_files import SolutionFile


def parser(puzzle: str) -> Parser:
    """The arguments of `ilpuzzles PUZZLE`."""
    options = new_parser(puzzle, f"Solves {puzzle}.")
    add_instance(options)
    add_questions(options, symmetry=True)
    add_how(options)
    add_cover(options, order=True)
    shown = options.add_argument_group("show")
    add_json(options)
    add_pictures(shown, animated=True)
    add_page(shown)
    help_sheet = "many solutions as small pictures side by side, with --all, --limit or --random"
    shown.add_argument("--sheet", action="store_true", help=help_sheet)
    shown.add_argument("--quiet", action="store_true", help="no picture and no notes")
    return options


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Asks a question about an instance of the puzzle that is the first argument."""
    puzzle, *rest = arguments
    given = parsed(parser(puzzle), rest, library, puzzle)
    require_sense(given)
    require_pictures(given)
    require_page(given)
    return ask(given, prepared(given, library).without(*given.without))


def ask(given: argparse.Namespace, asked: Experiment) -> Exit:
    """Asks what the options say, shows the answer, and says how it ended.

    The options are those of `add_questions`, `json`, `quiet` and perhaps `svg`.
    """
    if given.status:
        return show_status(given, asked)
    if wants_page(given) and not given.quiet:
        note_left_out(given, asked.subject)
    line = ProgressLine(quiet=given.quiet, what="searches" if given.forced else "found")
    sheet = SheetOfSolutions(asked.subject, line) if _sheet(given) else None
    saved = None if given.save is None else SolutionFile(given.save)
    first = FirstSolutions(MOST if _wants_files(given) else 0)
    each = first.passing(_each(given, asked, line, sheet, saved))

    def done() -> None:
        line.clear()
        if sheet is not None:
            sheet.finish()

    def show(answer: Answer) -> None:
        _show(given, answer, saved, first)

    try:
        return answered(_question(given, asked, line, each), show, done)
    finally:
        if saved is not None:
            saved.discard()


def _each(
    given: argparse.Namespace,
    asked: Experiment,
    line: ProgressLine,
    sheet: SheetOfSolutions | None,
    saved: SolutionFile | None,
) -> Callable[[Any], None]:
    """What is done with every solution of a list as it is found."""
    if saved is not None:
        return saved.add
    if sheet is not None:
        return sheet.add
    return partial(_draw, asked, line) if _draws_here(given) else _no_more


def _no_more(_solution: Any) -> None:
    """Nothing: files have what is wanted of a solution."""


def _question(
    given: argparse.Namespace,
    asked: Experiment,
    line: ProgressLine,
    each: Callable[[Any], None],
) -> Callable[[], Answer]:
    if given.count:
        symmetry = given.up_to_symmetry
        more = {"ledger": given.ledger, "watch": line, "up_to_symmetry": symmetry}
        return partial(asked.count, given.limit, **more)
    if given.unique:
        return asked.unique
    if given.forced:
        return partial(asked.forced, watch=line)
    if given.random is not None:
        return partial(asked.random, given.random, watch=line)
    if given.all or given.limit is not None or given.up_to_symmetry:
        # Pictures come as they are found; JSON is one object.
        kept = given.save is None and given.json
        return partial(
            asked.solutions,
            given.limit,
            each=None if kept else each,
            watch=line,
            up_to_symmetry=given.up_to_symmetry,
        )
    return asked.solve


def _draw(asked: Experiment, line: ProgressLine, solution: Any) -> None:
    line.clear()
    say_drawing(asked.subject.drawing(solution, width=line_width()))


def _show(
    given: argparse.Namespace, answer: Answer, saved: SolutionFile | None, first: FirstSolutions
) -> None:
    if saved is not None:
        for solution in answer.solutions:
            saved.add(solution)
        saved.finish()
        if not given.quiet:
            note(f"{saved.number:,} solutions written to {given.save}")
    if given.json:
        say_json(answer.to_json())
    elif not given.quiet:
        _say(given, answer, pictures=_draws_here(given))
    if answer.status is not Status.ERROR:
        _write(given, answer, first.kept)
    if not given.quiet:
        if answer.subject.breaking is not None:
            note(answer.subject.breaking.text)
        note(answer.summary())


def _write(given: argparse.Namespace, answer: Answer, kept: Sequence[Any]) -> None:
    """Writes pictures and pages, and says how many of the solutions of a list are in them."""
    if wants_pictures(given):
        drawn = min(answer.found(), SHEET_MOST)
        said = _how_many(given, answer, drawn, "sheet")
        write_pictures(given, partial(_picture, answer, kept), said)
    if wants_page(given):
        page = answer.made_page(kept)
        write_page(given, lambda: page.html, _how_many(given, answer, page.shown, "page"))


def _say(given: argparse.Namespace, answer: Answer, *, pictures: bool) -> None:
    if pictures and _sheet(given) and answer.shown():
        say_drawing(answer.sheet_drawing(sheet_width()))
    else:
        for drawing in answer.drawings(line_width()) if pictures else ():
            say_drawing(drawing)
    for line in answer.broken_rules():
        say(line)
    if given.count:
        different = answer.count_up_to_symmetry
        say(str(answer.count if different is None else different))
    elif given.unique or given.forced or answer.status is Status.INFEASIBLE:
        say(answer.verdict())


def _lists(given: argparse.Namespace) -> bool:
    """Whether the answer is a list of solutions, which may be long."""
    several = given.all or given.limit is not None or given.up_to_symmetry
    return not given.count and (several or given.random is not None)


def _wants_files(given: argparse.Namespace) -> bool:
    """Whether solutions are drawn in a file, for commands that have any."""
    return wants_page(given) or wants_pictures(given)


def _draws_here(given: argparse.Namespace) -> bool:
    """Whether solutions are drawn on standard output: a list in a file is not there once more."""
    if given.quiet or given.save is not None:
        return False
    return _sheet(given) or not (_lists(given) and _wants_files(given))


def _how_many(given: argparse.Namespace, answer: Answer, drawn: int, where: str) -> str:
    """How many of the solutions of a list are in a file; nothing where that is no question."""
    found = answer.found()
    if given.quiet or not _lists(given) or not found:
        return ""
    if drawn >= found:
        return f"{counted(found, 'solution')} drawn"
    return f"{drawn:,} of {counted(found, 'solution')} drawn, as many as a {where} has"


def _sheet(given: argparse.Namespace) -> bool:
    """Whether many solutions are to stand side by side, for commands that can do that."""
    return bool(getattr(given, "sheet", False))


def _picture(
    answer: Answer, kept: Sequence[Any], *, view: PictureView | None, animated: bool
) -> str:
    """The picture for a file: of several solutions, a sheet; of none, the starting position."""
    if kept and not answer.solutions:
        answer = replace(answer, solutions=tuple(kept))
    if len(answer.shown()) > 1:
        return answer.sheet(view=view or "flat")
    return answer.svg(view=view or "all", animated=animated)
