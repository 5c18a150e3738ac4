"""The arguments of every command."""

from __future__ import annotations

import argparse
from pathlib import Path

from ilpuzzles.cli.options import (
    Parser,
    add_cover,
    add_how,
    add_instance,
    add_json,
    add_questions,
    add_search,
    add_without,
    new_parser,
)
from ilpuzzles.cli.pictures import add_page, add_pictures


def library_parser() -> Parser:
    """The options that are understood before and after every command."""
    parser = Parser(prog="ilpuzzles", add_help=False, allow_abbrev=False)
    for option, metavar in (("--library", "DIR"), ("--puzzle", "FILE.py")):
        parser.add_argument(option, metavar=metavar, type=Path, action="append", default=[])
    return parser


def solve_parser(puzzle: str) -> Parser:
    """The arguments of `ilpuzzles PUZZLE`."""
    parser = new_parser(puzzle, f"Solves {puzzle}.")
    add_instance(parser)
    add_questions(parser, symmetry=True)
    add_how(parser)
    add_cover(parser, order=True)
    shown = parser.add_argument_group("show")
    add_json(parser)
    add_pictures(shown, animated=True)
    add_page(shown)
    help_sheet = "many solutions as small pictures side by side, with --all, --limit or --random"
    shown.add_argument("--sheet", action="store_true", help=help_sheet)
    shown.add_argument("--quiet", action="store_true", help="no picture and no notes")
    return parser


def list_parser() -> Parser:
    """The arguments of `ilpuzzles list`."""
    parser = new_parser("list", "Lists all puzzles and their presets.")
    add_json(parser)
    return parser


def show_parser() -> Parser:
    """The arguments of `ilpuzzles show`."""
    parser = new_parser("show", "Shows a puzzle and its pieces, or a starting position.")
    parser.add_argument("puzzle", metavar="PUZZLE")
    add_instance(parser)
    parser.add_argument("--formulation", metavar="NAME", help="whose model to describe")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--positions",
        action="store_true",
        help="all positions as bit arrays, and those of each atom",
    )
    what.add_argument(
        "--steps", action="store_true", help="how many positions are left after each step"
    )
    what.add_argument(
        "--yaml", action="store_true", help="a file with the board, to edit and to give as --file"
    )
    parser.add_argument(
        "--break-symmetry",
        metavar="HOW",
        help="for --steps: auto (the default), off, or the name of a tile",
    )
    add_json(parser)
    add_pictures(parser)
    add_page(parser)
    return parser


def export_parser() -> Parser:
    """The arguments of `ilpuzzles export`."""
    parser = new_parser("export", "Writes the model of an instance for other programs.")
    parser.add_argument("puzzle", metavar="PUZZLE")
    add_instance(parser)
    parser.add_argument(
        "--format",
        choices=["lp", "mps", "opb", "matrix", "url"],
        default="lp",
        help="lp by default; matrix: exact cover, a line of 0 and 1 for every variable; "
        "url: the address of the instance on puzz.link",
    )
    parser.add_argument("--formulation", metavar="NAME", help="see 'show', or FILE.py:function")
    add_without(parser)
    parser.add_argument("--output", metavar="FILE", type=Path, help="instead of standard output")
    matrix = parser.add_argument_group("for --format matrix")
    matrix.add_argument(
        "--unused-rows",
        action=argparse.BooleanOptionalAction,
        help="whether to end with a row for every column that may stay empty; it does by default",
    )
    matrix.add_argument(
        "--names", action="store_true", help="comments that say what rows and columns stand for"
    )
    return parser


def solve_model_parser() -> Parser:
    """The arguments of `ilpuzzles solve-model`."""
    parser = new_parser("solve-model", "Solves a model that somebody else has written.")
    parser.add_argument(
        "model",
        metavar="FILE",
        type=Path,
        help="*.mps, *.lp, or for exact cover a matrix of 0 and 1 in *.txt or *.cover; also *.gz",
    )
    add_questions(parser, symmetry=False)
    how = parser.add_argument_group("how")
    how.add_argument("--backend", default="auto", metavar="NAME", help="see 'backends'")
    add_search(how)
    add_cover(parser, order=False)
    add_json(parser)
    parser.add_argument("--quiet", action="store_true", help="no text and no notes")
    return parser


def check_parser() -> Parser:
    """The arguments of `ilpuzzles check`."""
    parser = new_parser("check", "Checks solutions against the rules of their puzzle.")
    parser.add_argument("puzzle", metavar="PUZZLE")
    help_source = "JSON: an answer or solutions; *.jsonl: one in a line; - for stdin"
    parser.add_argument("source", metavar="FILE", help=help_source)
    add_instance(parser, file="--instance")
    help_equivalents = "list what symmetries make of each solution"
    parser.add_argument("--equivalents", action="store_true", help=help_equivalents)
    add_json(parser)
    parser.add_argument("--quiet", action="store_true", help="no text and no notes")
    return parser


def explain_parser() -> Parser:
    """The arguments of `ilpuzzles explain`."""
    parser = new_parser("explain", "Explains why an instance has no solution.")
    parser.add_argument("puzzle", metavar="PUZZLE")
    add_instance(parser)
    parser.add_argument(
        "--among",
        metavar="GROUP",
        action="append",
        default=[],
        help="look for rows in this group alone; all others are taken for granted",
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--all-rows",
        action="store_true",
        help="a reason in rows of the whole model, rules included, instead of what was given",
    )
    instead.add_argument(
        "--give-up",
        choices=["groups", "rows"],
        help="the fewest of these to give up for a solution, instead of the reason",
    )
    add_how(parser)
    add_json(parser)
    add_pictures(parser)
    add_page(parser)
    parser.add_argument("--quiet", action="store_true", help="no text and no notes")
    return parser


def whatif_parser() -> Parser:
    """The arguments of `ilpuzzles whatif`."""
    parser = new_parser("whatif", "Compares an instance with variants; each leaves a group out.")
    parser.add_argument("puzzle", metavar="PUZZLE")
    add_instance(parser)
    parser.add_argument(
        "--limit", type=int, default=10, metavar="N", help="solutions of each variant; 10"
    )
    add_how(parser)
    add_json(parser)
    return parser


def generate_parser() -> Parser:
    """The arguments of `ilpuzzles generate`."""
    parser = new_parser("generate", "Makes new starting positions, and boards.")
    parser.add_argument("puzzle", metavar="PUZZLE")
    add_instance(parser)
    what = parser.add_argument_group("starting positions of a tiling puzzle")
    what.add_argument("--placed", type=int, metavar="N", help="how many tiles are given")
    what.add_argument("--unique", action="store_true", help="with exactly one solution")
    what.add_argument(
        "--minimal",
        action="store_true",
        help="moreover no given tile can be left out; without --placed, as few as it takes",
    )
    boards = parser.add_argument_group("boards of surasshupakku, with exactly one solution")
    for option, about in (
        ("rows", "how many rows the board has"),
        ("columns", "how many columns"),
        ("letters", "how many letters"),
        ("parts", "into how many parts it is cut; by default what suits its size"),
        ("hidden", "how many clues show '?' instead of their letter; none by default"),
    ):
        boards.add_argument(f"--{option}", type=int, metavar="N", help=about)
    how = parser.add_argument_group("how")
    how.add_argument("--number", type=int, default=1, metavar="K", help="how many; 1 by default")
    help_seed = "the same seed makes the same files; 0 by default"
    how.add_argument("--seed", type=int, default=0, metavar="S", help=help_seed)
    how.add_argument("--time-limit", type=float, metavar="SECONDS", help="stop after that time")
    how.add_argument("--backend", default="auto", metavar="NAME", help="see 'backends'")
    where = parser.add_argument_group("where")
    where.add_argument(
        "--output", "-o", metavar="FILE", type=Path, help="instead of standard output"
    )
    help_folder = "for several: PUZZLE-1.yaml and so on in this folder, which has to be there"
    where.add_argument("--folder", metavar="DIR", type=Path, help=help_folder)
    add_json(parser)
    parser.add_argument("--quiet", action="store_true", help="no notes")
    return parser


def backends_parser() -> Parser:
    """The arguments of `ilpuzzles backends`."""
    parser = new_parser("backends", "Lists all backends, and whether they are installed.")
    add_json(parser)
    return parser


OVERVIEW = """\
usage: ilpuzzles PUZZLE [--preset NAME | --file FILE] [options]
       ilpuzzles list | show PUZZLE | explain PUZZLE | whatif PUZZLE | check PUZZLE FILE
       ilpuzzles export PUZZLE | generate PUZZLE | backends | solve-model FILE
       ilpuzzles bench SPEC | bench report FILE

Solves puzzles as 0-1 models.

  PUZZLE      solve one: 'ilpuzzles lonpos --preset 8pieces'; or ask for --all, --count, --unique
              or --forced
  list        all puzzles and their presets
  show        what a puzzle is, or a starting position
  explain     why an instance has no solution, or what to give up for one
  whatif      what becomes of an instance without some of its rules
  export      the model of an instance as an LP, MPS or OPB file, or a matrix of 0 and 1
  generate    a new starting position: 'ilpuzzles generate lonpos --placed 4 --unique'
  check       whether the solutions in a JSON file are solutions
  solve-model solve a model of your own: 'ilpuzzles solve-model FILE.mps'
  bench       measure solvers: 'ilpuzzles bench quick', or a specification of your own
  backends    the solvers, and whether they are installed

  --library DIR   look for puzzles and presets there too
  --puzzle FILE.py  a puzzle of your own: 'ilpuzzles --puzzle FILE.py --preset NAME'
  --version       the version of ilpuzzles
  --help          this text; 'ilpuzzles COMMAND --help' has the options of a command
"""
