"""`ilpuzzles export`: the model of an instance, or its address, for other programs."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

import numpy as np

from ilpuzzles.asking.program import AskableProgram
from ilpuzzles.cli.command_parsers import export_parser
from ilpuzzles.cli.command_steps import instance_of, parse
from ilpuzzles.cli.output import note, require_folder, say_file, write_file
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.errors import Exit, InputError, counted
from ilpuzzles.experiments.experiments import formulate
from ilpuzzles.formats.cover import cover_of, matrix_lines, ranges
from ilpuzzles.formats.names import readable_names
from ilpuzzles.formats.saved import ENDING, saved_text
from ilpuzzles.jobs.temporary_files import require_ending
from ilpuzzles.modelling.program import Program
from ilpuzzles.passes.cover_form import CoverForm
from ilpuzzles.puzzles.position import require_address
from ilpuzzles.reading.library import Library


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Writes the model of an instance, or its address."""
    args = parse(export_parser(), arguments, library)
    if args.format != "matrix" and (args.names or args.unused_rows is not None):
        option = "--names" if args.names else "--unused-rows"
        raise InputError(
            f"{option} does not apply to --format {args.format}", "use --format matrix"
        )
    if args.output is not None:
        require_folder(args.output)
        _require_ending(args)
    position = instance_of(args, library)
    breaks = args.break_symmetry != "off"
    if args.format in {"url", "board"}:
        if args.formulation is not None or args.without or breaks:
            option = "--without" if args.without else "--formulation"
            option = "--break-symmetry" if breaks else option
            what = (
                f"{option} does not apply to --format {args.format}, "
                "which writes the instance itself"
            )
            raise InputError(what, "leave it out")
        is_url = args.format == "url"
        text = require_address(position) if is_url else position.to_text()
        return _write(args, f"{text}\n")
    with ProgressLine(quiet=False, doing="writing the model").during():
        position = position.break_symmetry(args.break_symmetry) if breaks else position
        _, formulated = formulate(position, args.formulation)
        program = formulated.model.without(*args.without)
        text, notice = (
            _matrix(args, program)
            if args.format == "matrix"
            else (_TEXTS[args.format](program), _loss_text(program, args.format))
        )
    if breaks and position.breaking is not None:
        note(position.breaking.text)
    if notice:
        note(notice)
    return _write(args, text)


def _loss_text(program: Program, written: str) -> str:
    """What a file of some format does not hold of a program; empty for nothing that matters."""
    rows = int(program.rows.defining().sum())
    if not rows or written == "ilpuzzles":
        return ""
    said = f"{counted(rows, 'row')} of logic became linear rows, with auxiliary variables"
    return f"{said}; --format ilpuzzles loses nothing"


_ENDINGS = {
    "lp": (".lp",),
    "mps": (".mps",),
    "opb": (".opb",),
    "matrix": (".txt", ".cover"),
    "ilpuzzles": (ENDING,),
}
_KINDS = {"matrix": "matrix", "ilpuzzles": "saved model"}


def _require_ending(args: argparse.Namespace) -> None:
    """Raises unless the file is called as one of its format: what reads it goes by its name."""
    if args.format not in _ENDINGS:
        return
    name = args.output.name.lower()
    other = next((known for known, endings in _ENDINGS.items() if name.endswith(endings)), None)
    kind = _KINDS.get(args.format, f"{args.format.upper()} file")
    or_else = "" if other is None else f"add --format {other}"
    require_ending(args.output, kind, *_ENDINGS[args.format], or_else=or_else)


def _write(args: argparse.Namespace, text: str) -> Exit:
    if args.output is None:
        say_file(text)
    else:
        write_file(args.output, text)
    return Exit.ANSWERED


_TEXTS: dict[str, Callable[[AskableProgram], str]] = {
    "lp": AskableProgram.to_lp,
    "mps": AskableProgram.to_mps,
    "opb": AskableProgram.to_opb,
    "ilpuzzles": saved_text,
}


def _matrix(args: argparse.Namespace, program: Program) -> tuple[str, str]:
    """The program as a matrix, and a note of what cannot be seen in it."""
    form = cover_of(program)
    names = readable_names(program) if args.names else None
    unused_rows = args.unused_rows is not False
    text = "\n".join(matrix_lines(form, unused_rows=unused_rows, names=names)) + "\n"
    return text, "" if form.primary.all() else _optional(form, unused_rows=unused_rows)


def _optional(form: CoverForm, *, unused_rows: bool) -> str:
    (optional,) = np.nonzero(~form.primary)
    number = len(optional)
    columns = "column" if number == 1 else "columns"
    said = f"{number:,} {columns} of {len(form.primary):,} may stay empty: {ranges(optional)}"
    if not unused_rows:
        return f"{said}; exact covers of all columns may be fewer than the solutions"
    first = len(form.columns)
    rows = ranges(range(first, first + number))
    return f"{said}; the last {'row' if number == 1 else 'rows'} ({rows}) can fill them"
