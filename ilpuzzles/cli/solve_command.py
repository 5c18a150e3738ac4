"""`ilpuzzles PUZZLE` and `solve-model`: answers a question, and shows the answer.

Whatever is wrong is raised as an error; `cli/main.py` turns it into a line and an exit code.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial

from ilpuzzles import queries
from ilpuzzles.cli.command_parsers import solve_model_parser, solve_parser
from ilpuzzles.cli.command_steps import (
    ask_and_show,
    board_of,
    parse,
    prepare,
    require_ledger_fits,
    solve_file,
)
from ilpuzzles.cli.output import note, note_summary, say_answer, say_status
from ilpuzzles.cli.pictures import (
    note_left_out,
    require_paper,
    require_pictures,
    write_page,
)
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.cli.questions import (
    SOLVE,
    bind_question,
    chosen_question,
    refuse_contradicting_options,
)
from ilpuzzles.cli.shown_solutions import ShownSolutions
from ilpuzzles.cli.solve_many import is_several, solve_many
from ilpuzzles.cli.typed_command import command_text, library_words
from ilpuzzles.errors import Exit, InputError
from ilpuzzles.experiments.answer import Answer
from ilpuzzles.experiments.experiments import Experiment
from ilpuzzles.lazy_imports import named
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.reading.library import Library


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Answers a question about an instance of the puzzle that is the first argument."""
    puzzle, *options = arguments
    args = parse(solve_parser(puzzle), options, library, puzzle)
    refuse_contradicting_options(args)
    require_pictures(args)
    require_paper(args)
    if args.playable:
        return _write_board_to_play(args, library)
    # It stands at the foot of every page that is written with `--pdf`.
    args.command = command_text(*arguments, *library_words(library))
    whole_puzzle = prepare(args, library)
    experiment = whole_puzzle.without(*args.without)
    require_ledger_fits(args, experiment)
    return _answer_question(args, experiment)


def solve_model(arguments: Sequence[str], library: Library) -> Exit:
    """Solves the model in a file and shows the answer; of several files a line for each."""
    args = solve_model_parser().parse_args(arguments)
    refuse_contradicting_options(args)
    if is_several(args.models):
        return solve_many(args, args.models)
    [args.model] = args.models
    experiment = prepare(args, library)
    if chosen_question(args) is SOLVE:
        return _show_values(args, experiment)
    return _answer_question(args, experiment)


def _show_values(args: argparse.Namespace, experiment: Experiment) -> Exit:
    """Solves a model in a file, and shows the values of its variables.

    Other questions about it have the answers that they have for puzzles. This one says the status,
    the objective and its bound as well, and has a line for each variable in place of a picture.
    """

    def show(answer: Answer) -> None:
        say_answer(args, answer)
        if not args.quiet:
            note_summary(args, answer)

    # With `--verbose`, the solver's log says how far it is.
    line = ProgressLine(quiet=args.quiet or args.verbose, doing="solving")
    solve = partial(solve_file, experiment, line)
    return ask_and_show(solve, show, line.clear, args.report)


def _write_board_to_play(args: argparse.Namespace, library: Library) -> Exit:
    """Writes a page to play on, for which nothing has to be solved."""
    if args.html is None:
        raise InputError("--playable needs --html", "add --html FILE")
    page = _playable_page(board_of(args, library))

    def make_page() -> str:
        return page

    remark = "" if args.quiet else "a board to play on, without a server"
    write_page(args, make_page, remark)
    return Exit.ANSWERED


def _playable_page(position: PuzzlePosition) -> str:
    """A page on which a position can be played, as HTML."""
    # Other questions have no board to play on, and start quicker without it.
    make: Callable[[PuzzlePosition], str] = named("ilpuzzles.play.page:playable_page")
    return make(position)


def _answer_question(args: argparse.Namespace, experiment: Experiment) -> Exit:
    """Answers what the options of `add_questions` ask, and says how it ended."""
    if args.status:
        # How far a count has got stands in its ledger: nothing is counted for that.
        return say_status(args, queries.count_status(experiment.model, args.ledger))
    note_left_out(args, experiment.subject)
    if args.relaxation:
        return _answer_relaxation(args, experiment)
    shown = ShownSolutions(args, experiment)
    try:
        show_each = shown.add if shown.takes_each else None
        question = bind_question(args, experiment, shown.line, show_each)
        return ask_and_show(question, shown.answer, shown.clear, args.report)
    finally:
        # A file of solutions that is not whole does not stay.
        shown.discard()


def _answer_relaxation(args: argparse.Namespace, experiment: Experiment) -> Exit:
    """Solves the linear relaxation, whose answer has numbers and no solutions."""

    def show(answer: Answer) -> None:
        say_answer(args, answer)
        if not args.quiet:
            note(answer.origin())

    method = args.method or "simplex"
    question = partial(experiment.relaxation, method=method, ranging=args.ranging)
    return ask_and_show(question, show)
