"""`ilpuzzles check`: whether the solutions in a file are solutions."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from functools import partial

from ilpuzzles.asking.files import open_model
from ilpuzzles.cli.command_parsers import check_parser
from ilpuzzles.cli.command_steps import ask_and_show, note_reading, parse
from ilpuzzles.cli.output import line_width, note, say, say_answer
from ilpuzzles.cli.pictures import require_pictures, say_drawing, write_pictures
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.errors import Exit
from ilpuzzles.experiments.check_files import Checked, RejectedSolution, check_file
from ilpuzzles.experiments.solution_files import CheckedList, check_model_solutions
from ilpuzzles.formats.sol import CheckedValues
from ilpuzzles.modelling.program import program_of
from ilpuzzles.reading.library import Library


def _draw(args: Namespace, rejected: RejectedSolution, *, is_one_of_several: bool) -> None:
    """Draws the first solution that breaks rules, with marks where it does."""
    drawing = None if args.json or args.quiet else rejected.drawing(line_width())
    if drawing is not None:
        if is_one_of_several:
            say(f"the first of them, solution {rejected.number}:")
        say_drawing(drawing)
    write_pictures(args, lambda **_: rejected.svg())


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Checks the solutions in a file and says which rules, or which rows, they break."""
    args = parse(check_parser(), arguments, library, models=True)
    require_pictures(args)
    if args.model is not None:
        model = open_model(args.model, exact=args.exact)
        note_reading(args, model)
        program = program_of(model)
        check = partial(check_model_solutions, program, args.source)
        return ask_and_show(check, partial(_show, args))

    def question() -> Checked:
        with ProgressLine(quiet=args.quiet, doing="checking").during():
            return check_file(
                args.puzzle,
                args.source,
                args.preset,
                instance=args.instance,
                board=args.board,
                url=args.url,
                parameters=args.parameters,
                equivalents=args.equivalents,
                library=library,
            )

    return ask_and_show(question, partial(_show, args))


def _show(args: Namespace, checked: Checked | CheckedValues | CheckedList) -> None:
    say_answer(args, checked)
    rejected = checked.rejected if isinstance(checked, Checked) else None
    if isinstance(checked, Checked) and rejected is not None:
        _draw(args, rejected, is_one_of_several=len(checked.solutions) > 1)
    for path in (args.svg, args.png):
        if path is not None and rejected is None and not args.quiet:
            note(f"{path}: not written, since no solution breaks a rule")
    if not args.quiet:
        note(checked.summary())
