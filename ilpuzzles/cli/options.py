"""What the options of several commands have in common."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NoReturn

from ilpuzzles.errors import InputError, Problem


class Parser(argparse.ArgumentParser):
    """A parser whose errors are ours: one line that says what to do next."""

    def error(self, message: str) -> NoReturn:
        """Raises what is wrong with the arguments."""
        raise InputError(Problem(message, f"see '{self.prog} --help'"))


def new_parser(command: str, about: str) -> Parser:
    """A parser for a command."""
    # Abbreviated options would change their meaning as options are added.
    return Parser(prog=f"ilpuzzles {command}", description=about, allow_abbrev=False)


def puzzle_parser(command: str, about: str, *, file: str = "--file") -> Parser:
    """A parser for a command about an instance of a puzzle."""
    parser = new_parser(command, about)
    parser.add_argument("puzzle", metavar="PUZZLE")
    add_instance(parser, file=file)
    return parser


def add_json(parser: Parser) -> None:
    """The option `--json`."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def add_instance(parser: Parser, *, file: str = "--file") -> None:
    """The options that say which instance is meant."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--preset", metavar="NAME", help="one that comes with it; see 'list'")
    help_file = "a file with your own: YAML, or a drawn board alone; - for standard input"
    which.add_argument(file, metavar="FILE", type=Path, help=help_file)
    help_board = "the rows of a board: 'AA./A..'; a dot for an open cell"
    which.add_argument("--board", metavar="ROWS", help=help_board)
    which.add_argument("--url", metavar="URL", help="an address of puzz.link, for surasshupakku")


def add_without(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """The option `--without`."""
    parser.add_argument(
        "--without",
        metavar="GROUP",
        action="append",
        default=[],
        help="switch a group of rows off to see what goes wrong; see 'show'",
    )


def add_how(parser: Parser) -> None:
    """The options that say how the answer is to be found."""
    how = parser.add_argument_group("how")
    how.add_argument("--backend", default="auto", metavar="NAME", help="see 'backends'")
    how.add_argument("--formulation", metavar="NAME", help="see 'show'; or FILE.py:function")
    add_without(how)
    how.add_argument(
        "--break-symmetry",
        metavar="auto|off|TILE",
        default="off",
        help="leave fewer of several equivalent solutions, at least one of them; off by default",
    )
    add_search(how)


def add_search(how: argparse._ArgumentGroup) -> None:
    """The options of every search."""
    how.add_argument("--time-limit", type=float, metavar="SECONDS", help="stop after that time")
    how.add_argument("--node-limit", type=int, metavar="N", help="stop after so many nodes")
    how.add_argument("--gap", type=float, default=0.0, help="stop this close to the best: 0.01")
    help_workers = "threads of the solver; of others than exactcover processes for --all, --count"
    how.add_argument("--workers", type=int, default=1, metavar="N", help=help_workers)
    how.add_argument("--seed", type=int, default=0, metavar="N", help="for what is random in it")
    help_verbose = "say which model and solver it was, and show the solver's log, on standard error"
    how.add_argument("--verbose", action="store_true", help=help_verbose)


def add_cover(parser: Parser, *, order: bool) -> None:
    """The options of the backend `exactcover`; `order` if what it covers can be named."""
    cover = parser.add_argument_group("how the backend exactcover searches")
    cover.add_argument(
        "--engine",
        choices=["auto", "search", "table"],
        default="auto",
        help="depth first, or with a table of states; auto: what is estimated to be quicker",
    )
    cover.add_argument(
        "--memory", type=int, default=1024, metavar="MB", help="for the table; 1024 by default"
    )
    if order:
        cover.add_argument(
            "--order",
            metavar="corners|N,N,...",
            help="a static order: corners first, or these atoms",
        )
    else:
        parser.set_defaults(order=None)
    cover.add_argument(
        "--minimal-depth",
        type=int,
        metavar="N",
        help="branch on what has fewest options down to this depth only; everywhere by default, "
        "nowhere with --order",
    )
    cover.add_argument(
        "--no-safety",
        action="store_true",
        help="let what has a single option left wait until the order comes to it",
    )
    cover.add_argument(
        "--no-dead-ends", action="store_true", help="do not look for what has no option left"
    )
    cover.add_argument(
        "--no-reduction", action="store_true", help="keep options that leave others none"
    )


def add_questions(parser: Parser, *, symmetry: bool) -> None:
    """The options that ask for more than a solution; `symmetry` where symmetries are known."""
    group = parser.add_argument_group("ask")
    ask = group.add_mutually_exclusive_group()
    ask.add_argument("--all", action="store_true", help="all solutions")
    ask.add_argument("--count", action="store_true", help="how many solutions there are")
    ask.add_argument("--unique", action="store_true", help="whether there is exactly one")
    ask.add_argument("--forced", action="store_true", help="what is the same in all solutions")
    ask.add_argument(
        "--random", type=int, metavar="N", help="so many solutions drawn at random; see --seed"
    )
    if symmetry:
        group.add_argument(
            "--up-to-symmetry",
            nargs="?",
            const=True,
            default=False,
            choices=["rotations"],
            help="one of all equivalent solutions; with --count, how many of these; "
            "say 'rotations' if mirror images are different",
        )
    else:
        parser.set_defaults(up_to_symmetry=False)
    group.add_argument("--limit", type=int, metavar="N", help="stop at so many solutions")
    group.add_argument(
        "--save",
        metavar="FILE",
        type=Path,
        help="write solutions as they come: *.jsonl, one in a line, or *.npy, an array",
    )
    add_long_runs(parser)


def add_long_runs(parser: argparse.ArgumentParser) -> None:
    """The options `--ledger`, `--status` and `--cluster`; see `asking`."""
    group = parser.add_argument_group("long runs")
    group.add_argument(
        "--ledger",
        metavar="FILE",
        type=Path,
        help="with --count: note there what is counted, one part of the model after the other, "
        "so that the same command goes on after whatever ended it",
    )
    group.add_argument(
        "--status",
        action="store_true",
        help="with --count and --ledger: only say how far the count is; it may be running",
    )
    group.add_argument(
        "--cluster",
        metavar="local|ADDRESS",
        help="with --count or --all: use --workers N of a Dask cluster; local starts one here, "
        "tcp://HOST:PORT is a scheduler that is there",
    )
