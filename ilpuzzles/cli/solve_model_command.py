"""`ilpuzzles solve-model`: solves a model that somebody else has written."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from ilpuzzles.cli.asking import answered, require_sense, search_options
from ilpuzzles.cli.options import Parser, add_cover, add_json, add_questions, add_search, new_parser
from ilpuzzles.cli.output import note_summary, say_answer
from ilpuzzles.cli.solve_command import ask
from ilpuzzles.errors import Exit
from ilpuzzles.library import Library
from ilpuzzles.workbench.model_file import ModelAnswer, file_experiment, solve_file


def parser() -> Parser:
    """The arguments of `ilpuzzles solve-model`."""
    options = new_parser("solve-model", "Solves a model that somebody else has written.")
    options.add_argument(
        "model",
        metavar="FILE",
        type=Path,
        help="*.mps, *.lp, or for exact cover a matrix of 0 and 1 in *.txt or *.cover; also *.gz",
    )
    add_questions(options, symmetry=False)
    how = options.add_argument_group("how")
    how.add_argument("--backend", default="auto", metavar="NAME", help="see 'backends'")
    add_search(how)
    add_cover(options, order=False)
    add_json(options)
    options.add_argument("--quiet", action="store_true", help="no text and no notes")
    options.set_defaults(svg=None, png=None, html=None, sheet=False)
    return options


def run(arguments: Sequence[str], _library: Library) -> Exit:
    """Solves the model in an MPS, LP or matrix file and shows the answer."""
    given = parser().parse_args(arguments)
    require_sense(given)
    several = given.all or given.limit is not None or given.random is not None
    how = (given.model, given.backend, search_options(given))
    if several or given.count or given.unique or given.forced:
        return ask(given, file_experiment(*how))

    def show(answer: ModelAnswer) -> None:
        say_answer(given, answer)
        if not given.quiet:
            note_summary(given, answer)

    return answered(partial(solve_file, *how), show)
