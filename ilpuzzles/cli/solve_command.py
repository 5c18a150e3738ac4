"""`ilpuzzles PUZZLE` and `solve-model`: asks a question, and shows the answer."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from ilpuzzles import queries
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
    note,
    note_summary,
    say_answer,
    say_status,
)
from ilpuzzles.cli.pictures import (
    note_left_out,
    require_paper,
    require_pictures,
    write_page,
)
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.cli.questions import SOLVE, ask_question, question_of, require_sense
from ilpuzzles.cli.shown_solutions import ShownSolutions
from ilpuzzles.cli.solve_many import is_several, solve_many
from ilpuzzles.cli.typed_command import command_text, library_words
from ilpuzzles.errors import Exit, InputError
from ilpuzzles.experiments.answer import Answer
from ilpuzzles.experiments.experiments import Experiment
from ilpuzzles.lazy_imports import named
from ilpuzzles.reading.library import Library

if TYPE_CHECKING:
    from ilpuzzles.experiments.model_file import ModelAnswer

# Loaded when a model file is named, or a board to play on is wanted.
_MODELS = "ilpuzzles.experiments.model_file"
_PLAYABLE = "ilpuzzles.play.page:playable_page"


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Asks a question about an instance of the puzzle that is the first argument."""
    puzzle, *rest = arguments
    args = parsed(solve_parser(puzzle), rest, library, puzzle)
    require_sense(args)
    require_pictures(args)
    require_paper(args)
    if args.playable:
        return _write_board(args, library)
    args.command = command_text(*arguments, *library_words(library))
    asked = prepared(args, library).without(*args.without)
    require_ledger_fits(args, asked)
    return ask(args, asked)


def solve_model(arguments: Sequence[str], _library: Library) -> Exit:
    """Solves the model in a file and shows the answer; of several files a line for each."""
    args = solve_model_parser().parse_args(arguments)
    require_sense(args)
    if is_several(args.models):
        return solve_many(args, args.models)
    (args.model,) = args.models
    asked = named(f"{_MODELS}:file_experiment")(
        args.model, args.backend, search_options(args), exact=args.exact
    )
    note_reading(args, asked.formulated.model)
    asked = with_hint(args, asked)
    if question_of(args) is not SOLVE:
        return ask(args, asked)

    def show(answer: ModelAnswer) -> None:
        say_answer(args, answer)
        if not args.quiet:
            note_summary(args, answer)

    line = ProgressLine(quiet=args.quiet or args.verbose, doing="solving")
    return answered(
        partial(named(f"{_MODELS}:solved"), asked, watch=line), show, line.clear, args.report
    )


def _write_board(args: argparse.Namespace, library: Library) -> Exit:
    """Writes a page to play on; nothing is asked."""
    if args.html is None:
        raise InputError("--playable needs --html", "add --html FILE")
    page: str = named(_PLAYABLE)(board_of(args, library))
    write_page(args, lambda: page, "" if args.quiet else "a board to play on, without a server")
    return Exit.ANSWERED


def ask(args: argparse.Namespace, asked: Experiment) -> Exit:
    """Asks what the options of `add_questions` say, shows the answer, and says how it ended."""
    if args.status:
        return say_status(args, queries.count_status(asked.model, args.ledger))
    note_left_out(args, asked.subject)
    if args.relaxation:
        method = args.method or "simplex"
        relaxed = partial(asked.relaxation, method=method, ranging=args.ranging)
        return answered(relaxed, partial(_show_relaxation, args))
    shown = ShownSolutions(args, asked)
    try:
        each = shown.add if shown.takes_each else None
        question = ask_question(args, asked, shown.line, each)
        return answered(question, shown.answer, shown.clear, args.report)
    finally:
        shown.discard()


def _show_relaxation(args: argparse.Namespace, answer: Answer) -> None:
    say_answer(args, answer)
    if not args.quiet:
        note(answer.origin())
