"""`ilpuzzles solve-model` with several files or a folder: a line for each, as it is solved."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Status
from ilpuzzles.cli.command_steps import ask_and_show, open_file, search_options, solve_file
from ilpuzzles.cli.output import say, say_json_line
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.cli.questions import LIST, SOLVE, chosen_question
from ilpuzzles.errors import Exit, IlpuzzlesError, InputError, exit_code_of, quoted
from ilpuzzles.lazy_imports import named

if TYPE_CHECKING:
    from ilpuzzles.experiments.model_file import ModelAnswer

# Loaded where there is a folder.
_IS_MODEL = "ilpuzzles.formats.model_files:is_model_file"
# In a folder, these are more often something to read than a matrix.
_OTHER_TEXTS = ".txt"
_HEAD = ("status", "objective", "gap", "seconds", "note")
_WIDTHS = (10, 15, 8, 8)
_DIGITS = 10
_GRAVEST = (Exit.CHECK_FAILED, Exit.BACKEND, Exit.BAD_INPUT, Exit.LIMIT, Exit.ANSWERED)


def is_several(paths: Sequence[Path]) -> bool:
    """Whether paths are more than one file."""
    return len(paths) > 1 or paths[0].is_dir()


def solve_many(args: Namespace, paths: Sequence[Path]) -> Exit:
    """Solves all model files that are named, or lie in a folder that is named.

    Returns:
        0 if every file is answered, also by a proof that there is no solution; else the code of the
        gravest case: a failed check, a failed backend, a file that is refused, a limit.
    """
    _require_fits(args)
    files = _files(paths)
    options = search_options(args)
    width = max(len(str(file)) for file in files)
    if not (args.json or args.quiet):
        say(_line("file", _HEAD, width))
    codes = {_solve_one(args, options, file, width) for file in files}
    return next(code for code in _GRAVEST if code in codes)


def _require_fits(args: Namespace) -> None:
    """Raises if options name what there is only one of."""
    question = chosen_question(args)
    if question is not SOLVE:
        option = question.option or question.method
        if question is LIST and not args.all:
            option = "limit"
        what = f"--{option} takes one file, not several"
        raise InputError(what, "name one file")
    for name in ("start", "report", "save"):
        if getattr(args, name, None) is not None:
            raise InputError(f"--{name} takes one file, not several", "name one file")


def _files(paths: Sequence[Path]) -> list[Path]:
    """The files that are named, and those in folders, by their names."""
    found: list[Path] = []
    for path in paths:
        if not path.is_dir():
            found.append(path)
            continue
        try:
            inside = sorted(path.iterdir())
        except OSError as error:
            what = f"cannot be read ({error.strerror})"
            raise InputError(what, "check the path", str(path)) from None
        models = [file for file in inside if named(_IS_MODEL)(file) and not file.is_dir()]
        models = [file for file in models if _OTHER_TEXTS not in file.suffixes]
        if not models:
            what = "there is no LP, MPS, OPB, *.cover or *.ilp.json file in this folder"
            raise InputError(what, "name another folder, or files", str(path))
        found += models
    return found


def _solve_one(args: Namespace, options: Options, file: Path, width: int) -> Exit:
    """Solves a file, and shows the line about it."""
    line = ProgressLine(quiet=args.quiet or args.verbose, doing=f"solving {quoted(file.name)}")

    def show(answer: ModelAnswer) -> None:
        if args.json:
            say_json_line(answer.to_json())
        elif not args.quiet:
            say(_line(str(file), _cells(answer), width))

    def question() -> ModelAnswer:
        return solve_file(open_file(args, file, options), line)

    try:
        code = ask_and_show(question, show, line.clear)
    except IlpuzzlesError as error:
        _show_error(args, file, error, width)
        return exit_code_of(error)
    return Exit.ANSWERED if code is Exit.NO_SOLUTION else code


def _show_error(args: Namespace, file: Path, error: IlpuzzlesError, width: int) -> None:
    """Shows a file that could not be read or solved as a line of the table."""
    status = "refused" if exit_code_of(error) is Exit.BAD_INPUT else "error"
    if args.json:
        problems = [str(problem) for problem in error.problems]
        say_json_line({"file": str(file), "status": status, "problems": problems})
    elif not args.quiet:
        said = "; ".join(_without(file, str(problem)) for problem in error.problems)
        say(_line(str(file), (status, "", "", "", said), width))


def _cells(answer: ModelAnswer) -> tuple[str, ...]:
    """The columns behind the name in the line about a file."""
    objective = answer.result.objective
    gap = ""
    share = answer.result.relative_gap
    if answer.status is Status.FEASIBLE and share is not None:
        gap = f"{share:.2%}"
    seconds = f"{answer.about.seconds.total:.2f}"
    verdict = answer.verdict()
    said = "" if answer.status in {Status.OPTIMAL, Status.INFEASIBLE} else verdict
    value = "" if objective is None else f"{float(objective):.{_DIGITS}g}"
    notes: Sequence[str] = getattr(answer.model, "notes", ())
    parts = [said, *(_without(Path(answer.subject.name), note) for note in notes)]
    return answer.status.value, value, gap, seconds, "; ".join(filter(None, parts))


def _without(file: Path, text: str) -> str:
    """A message without the name of the file, which stands before it: a line and what is said."""
    return text.removeprefix(f"{file}:").strip()


def _line(file: str, cells: Sequence[str], width: int) -> str:
    """A line of the table: columns two blanks apart, and a `-` for an empty one."""
    status, *numbers, said = cells
    parts = [file.ljust(width), (status or "-").ljust(_WIDTHS[0])]
    sizes = _WIDTHS[1:]
    parts += [(cell or "-").rjust(size) for cell, size in zip(numbers, sizes, strict=True)]
    parts.append(said or "-")
    return "  ".join(parts)
