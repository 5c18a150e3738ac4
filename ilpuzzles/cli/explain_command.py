"""`ilpuzzles explain`, `hint`, `repair` and `whatif`: reasons, certain steps, and variants."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from ilpuzzles.cli.command_parsers import explain_parser, hint_parser, repair_parser, whatif_parser
from ilpuzzles.cli.command_steps import ask_and_show, parse, prepare
from ilpuzzles.cli.output import (
    has_reader,
    line_width,
    note,
    note_summary,
    say,
    say_columns,
    say_json,
)
from ilpuzzles.cli.pictures import (
    note_left_out,
    require_pictures,
    say_drawing,
    write_page,
    write_pictures,
)
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.cli.typed_command import command_to_type, position_words
from ilpuzzles.errors import Exit, InputError
from ilpuzzles.experiments.experiments import Experiment
from ilpuzzles.experiments.solution_files import fixing
from ilpuzzles.hints.drawn_marks import read_marks
from ilpuzzles.reading.library import Library

if TYPE_CHECKING:
    from ilpuzzles.experiments.answer import Answer
    from ilpuzzles.experiments.model_answers import VariantsAnswer
    from ilpuzzles.experiments.player_answers import HintAnswer


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Explains why an instance has no solution, or says what to give up for one."""
    args = parse(explain_parser(), arguments, library, models=True)
    if args.give_up is not None and args.all_reasons != 1:
        raise InputError("--give-up cannot be combined with --all-reasons", "leave one of them out")

    def question(experiment: Experiment, watch: ProgressLine) -> Any:
        if args.give_up is not None:
            return experiment.relax(args.give_up, args.among, watch=watch)
        bounds = args.model is not None
        how = {"all_rows": args.all_rows, "bounds": bounds, "reasons": args.all_reasons}
        return experiment.explain(args.among, watch=watch, **how)

    return _ask(args, library, question)


def hint(arguments: Sequence[str], library: Library) -> Exit:
    """Finds the next step that is certain."""
    args = parse(hint_parser(), arguments, library)
    marks = None if args.marks is None else read_marks(args.marks)
    position = position_words(args)

    def type_command(name: str) -> str:
        words = [name, *position] if name else position
        return command_to_type(library, *words)

    def text(answer: HintAnswer) -> str:
        return answer.text(type_command)

    return _ask(args, library, partial(_hint, marks=marks, all_steps=args.all), text)


def _hint(experiment: Experiment, watch: ProgressLine, marks: Any, *, all_steps: bool) -> Any:
    return experiment.hint(all_steps=all_steps, watch=watch, marks=marks)


def repair(arguments: Sequence[str], library: Library) -> Exit:
    """Finds the fewest parts of a position to take back so that there is a solution again."""
    return _ask(parse(repair_parser(), arguments, library), library, Experiment.repair)


def compare(arguments: Sequence[str], library: Library) -> Exit:
    """Compares an instance with variants, each of which lacks a group or fixes something."""
    args = parse(whatif_parser(), arguments, library, models=True)
    experiment = prepare(args, library)
    fix = [(text, fixing(experiment, text)) for text in args.fix]
    without = args.without if args.without or fix else [group.name for group in experiment.groups]
    if not without and not fix:
        what = f"{experiment.subject.name} has no groups to leave out"
        raise InputError(what, "add --fix NAME=VALUE")

    def show(compared: VariantsAnswer) -> None:
        if args.json:
            say_json(compared.to_json())
        elif has_reader():
            say_columns(compared.table())
        else:
            say(compared.text())

    line = ProgressLine(quiet=args.verbose, doing="comparing")
    how = {"without": without, "fix": fix, "limit": args.limit, "watch": line}
    return ask_and_show(partial(experiment.whatif, **how), show, line.clear, args.report)


def _text_of(answer: Answer) -> str:
    return answer.text()


def _ask(
    args: Namespace,
    library: Library,
    question: Callable[..., Any],
    text: Callable[[Any], str] = _text_of,
) -> Exit:
    """Asks a question about a position, and shows the answer with its picture."""
    require_pictures(args)
    experiment = prepare(args, library).without(*args.without)
    note_left_out(args, experiment.subject)
    line = ProgressLine(quiet=args.quiet, what="searches")
    show = partial(_show, args, text)
    return ask_and_show(partial(question, experiment, watch=line), show, line.clear, args.report)


def _show(args: Namespace, text: Callable[[Any], str], answer: Any) -> None:
    explains = getattr(args, "give_up", "") is None
    if args.json:
        say_json(answer.to_json())
    elif not args.quiet:
        # Of a model in a file, there is no starting position.
        drawing = None if explains and args.model is not None else answer.drawing(line_width())
        if drawing is not None:
            say_drawing(drawing)
        say(text(answer))
    write_pictures(args, answer.svg)
    write_page(args, answer.html)
    if not args.quiet:
        note_summary(args, answer, has_verdict=not args.json)
        if explains and answer.groups and not (answer.rows or args.all_rows):
            note("for the rows behind it, add --all-rows")
