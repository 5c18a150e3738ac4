"""The arguments of every command."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from ilpuzzles.errors import InputError, Problem

if TYPE_CHECKING:
    from ilpuzzles.backends import Options


class Parser(argparse.ArgumentParser):
    """A parser whose errors are ours: one line that says what to do next."""

    def error(self, message: str) -> NoReturn:
        """Raises what is wrong with the arguments."""
        raise InputError(Problem(message, f"see '{self.prog} --help'"))


def _new(command: str, about: str) -> Parser:
    # Abbreviated options would change their meaning as options are added.
    return Parser(prog=f"ilpuzzles {command}", description=about, allow_abbrev=False)


def _add_json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _add_instance(parser: Parser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--preset", metavar="NAME", help="one that comes with it; see 'list'")
    which.add_argument("--file", metavar="FILE", type=Path, help="a YAML file with your own")


def _add_without(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    parser.add_argument(
        "--without",
        metavar="GROUP",
        action="append",
        default=[],
        help="switch a group of rows off to see what goes wrong; see 'show'",
    )


def _add_search(how: argparse._ArgumentGroup) -> None:
    how.add_argument("--time-limit", type=float, metavar="SECONDS", help="stop after that time")
    how.add_argument("--node-limit", type=int, metavar="N", help="stop after so many nodes")
    how.add_argument("--gap", type=float, default=0.0, help="stop this close to the best: 0.01")
    how.add_argument("--workers", type=int, default=1, metavar="N", help="threads of the solver")
    how.add_argument("--seed", type=int, default=0, metavar="N", help="for what is random in it")
    how.add_argument("--verbose", action="store_true", help="the solver's log on standard error")


def search_options(given: argparse.Namespace) -> Options:
    """How to search, out of parsed arguments.

    Raises:
        InputError: If a value makes no sense.
    """
    from ilpuzzles.backends import Options  # noqa: PLC0415 - commands that never solve start faster

    return Options(
        time_limit=given.time_limit,
        node_limit=given.node_limit,
        gap=given.gap,
        workers=given.workers,
        seed=given.seed,
        verbose=given.verbose,
    )


def library_parser() -> Parser:
    """The options that are understood before and after every command."""
    parser = Parser(prog="ilpuzzles", add_help=False, allow_abbrev=False)
    parser.add_argument("--library", metavar="DIR", type=Path, action="append", default=[])
    return parser


def solve_parser(puzzle: str) -> Parser:
    """The arguments of `ilpuzzles PUZZLE`."""
    parser = _new(puzzle, f"Solves {puzzle}.")
    _add_instance(parser)
    how = parser.add_argument_group("how")
    how.add_argument("--backend", default="auto", metavar="NAME", help="see 'backends'")
    how.add_argument("--formulation", metavar="NAME", help="see 'show', or FILE.py:function")
    _add_without(how)
    _add_search(how)
    shown = parser.add_argument_group("show")
    _add_json(parser)
    shown.add_argument("--svg", metavar="FILE", type=Path, help="write the picture to a file")
    shown.add_argument("--quiet", action="store_true", help="no picture and no notes")
    return parser


def list_parser() -> Parser:
    """The arguments of `ilpuzzles list`."""
    parser = _new("list", "Lists all puzzles and their presets.")
    _add_json(parser)
    return parser


def show_parser() -> Parser:
    """The arguments of `ilpuzzles show`."""
    parser = _new("show", "Shows a puzzle and its pieces, or the starting position of a preset.")
    parser.add_argument("puzzle", metavar="PUZZLE")
    _add_instance(parser)
    parser.add_argument("--formulation", metavar="NAME", help="whose model to describe")
    _add_json(parser)
    parser.add_argument("--svg", metavar="FILE", type=Path, help="write the picture to a file")
    return parser


def export_parser() -> Parser:
    """The arguments of `ilpuzzles export`."""
    parser = _new("export", "Writes the model of an instance for other programs.")
    parser.add_argument("puzzle", metavar="PUZZLE")
    _add_instance(parser)
    parser.add_argument(
        "--format", choices=["lp", "mps", "opb"], default="lp", help="lp by default"
    )
    parser.add_argument("--formulation", metavar="NAME", help="see 'show', or FILE.py:function")
    _add_without(parser)
    parser.add_argument("--output", metavar="FILE", type=Path, help="instead of standard output")
    return parser


def solve_model_parser() -> Parser:
    """The arguments of `ilpuzzles solve-model`."""
    parser = _new("solve-model", "Solves a model that somebody else has written.")
    parser.add_argument("model", metavar="FILE", type=Path, help="*.mps or *.lp, and *.gz of these")
    how = parser.add_argument_group("how")
    how.add_argument("--backend", default="auto", metavar="NAME", help="see 'backends'")
    _add_search(how)
    _add_json(parser)
    parser.add_argument("--quiet", action="store_true", help="no text and no notes")
    return parser


def check_parser() -> Parser:
    """The arguments of `ilpuzzles check`."""
    parser = _new("check", "Checks solutions against the rules of their puzzle.")
    parser.add_argument("puzzle", metavar="PUZZLE")
    parser.add_argument("source", metavar="FILE", help="JSON: an answer or solutions; - for stdin")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--preset", metavar="NAME", help="whose solutions they should be")
    which.add_argument("--instance", metavar="FILE", type=Path, help="the same, your own YAML file")
    _add_json(parser)
    parser.add_argument("--quiet", action="store_true", help="no text and no notes")
    return parser


def backends_parser() -> Parser:
    """The arguments of `ilpuzzles backends`."""
    parser = _new("backends", "Lists all backends, and whether they are installed.")
    _add_json(parser)
    return parser


OVERVIEW = """\
usage: ilpuzzles PUZZLE [--preset NAME | --file FILE] [options]
       ilpuzzles list | show PUZZLE | export PUZZLE | check PUZZLE FILE
       ilpuzzles backends | solve-model FILE

Solves puzzles as 0-1 models.

  PUZZLE      solve one: 'ilpuzzles lonpos --preset 8pieces'
  list        all puzzles and their presets
  show        what a puzzle is, or a starting position
  export      the model of an instance as an LP, MPS or OPB file
  check       whether the solutions in a JSON file are solutions
  solve-model solve a model of your own: 'ilpuzzles solve-model FILE.mps'
  backends    the solvers, and whether they are installed

  --library DIR   look for puzzles and presets there too
  --version       the version of ilpuzzles
  --help          this text; 'ilpuzzles COMMAND --help' has the options of a command
"""
