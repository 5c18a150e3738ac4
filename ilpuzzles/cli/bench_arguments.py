"""The arguments of `ilpuzzles bench`."""

from __future__ import annotations

import argparse
from pathlib import Path

from ilpuzzles.cli.argument_parts import Parser, add_json, new_parser


def bench_parser() -> Parser:
    """The arguments of `ilpuzzles bench`."""
    about = (
        "Measures solvers: every case with every formulation and backend, each run in a process of "
        "its own. 'ilpuzzles bench report FILE.jsonl' makes pages of the results."
    )
    parser = new_parser("bench", about)
    _add_cases(parser)
    _add_manner(parser)
    how = parser.add_argument_group("how the sweep runs")
    how.add_argument(
        "--ledger",
        metavar="FILE",
        type=Path,
        help="remember finished runs there; the next time only those are made that are missing, "
        "by the same machine, versions and --workers",
    )
    how.add_argument("--status", action="store_true", help="with --ledger: only say how far it is")
    help_workers = "runs side by side; they disturb each other, so 1 by default"
    how.add_argument("--workers", type=int, default=1, metavar="N", help=help_workers)
    how.add_argument(
        "--cluster", metavar="local|tcp://HOST:PORT", help="run in a Dask cluster; extra 'cluster'"
    )
    shown = parser.add_argument_group("show")
    shown.add_argument("--csv", metavar="FILE", type=Path, help="write every run as CSV")
    help_lines = "write every run as JSON lines, which 'bench report' reads"
    shown.add_argument("--jsonl", metavar="FILE", type=Path, help=help_lines)
    add_json(parser)
    shown.add_argument("--quiet", action="store_true", help="no progress and no notes")
    return parser


def _add_cases(parser: Parser) -> None:
    what = parser.add_argument_group("what is run")
    what.add_argument(
        "spec",
        metavar="SPEC",
        nargs="?",
        help="a YAML file, or one that comes ready: quick (half a minute), seeds, scaling",
    )
    what.add_argument(
        "--puzzles",
        metavar="PUZZLE[:PRESET],...",
        type=_words,
        action="extend",
        default=[],
        help="instead of a file: lonpos:8pieces,cube:empty",
    )
    what.add_argument(
        "--models",
        metavar="FILE",
        type=Path,
        nargs="+",
        action="extend",
        default=[],
        help="model files, as in 'solve-model'",
    )
    what.add_argument(
        "--functions",
        metavar="FILE.py:function",
        nargs="+",
        action="extend",
        default=[],
        help="functions that return an ilpuzzles.Model",
    )


def _add_manner(parser: Parser) -> None:
    """What stands in a file otherwise; what is given wins over it."""
    manner = parser.add_argument_group("how it is solved; this wins over the file")
    manner.add_argument(
        "--formulations",
        metavar="NAME,...",
        type=_words,
        help="names, FILE.py:function, or 'claimed': those that claim the backend; so by default",
    )
    manner.add_argument(
        "--backends", metavar="NAME,...", type=_words, help="see 'backends'; all by default"
    )
    manner.add_argument("--question", choices=["solve", "count", "count-up-to-symmetry", "unique"])
    manner.add_argument("--time-limit", type=float, metavar="SECONDS", help="of each run; 60")
    manner.add_argument("--repeat", type=int, metavar="N", help="make each run so often; once")
    manner.add_argument("--seeds", metavar="N,...", type=_numbers, help="each is a run; 0")
    help_threads = "threads of each solver; with several numbers each is a competitor"
    manner.add_argument("--threads", metavar="N,...", type=_numbers, help=help_threads)
    manner.add_argument("--gap", type=float, help="stop this close to the best: 0.01")
    manner.add_argument("--node-limit", type=int, metavar="N", help="stop after so many nodes")


def report_parser() -> Parser:
    """The arguments of `ilpuzzles bench report`."""
    parser = new_parser("bench report", "Makes pages of the results of a sweep.")
    parser.add_argument("results", metavar="FILE.jsonl", type=Path, help="of 'bench --jsonl'")
    parser.add_argument("--html", metavar="FILE", type=Path, help="a page that needs no network")
    parser.add_argument(
        "--markdown", metavar="FILE", type=Path, help="a text; its pictures are put beside it"
    )
    return parser


def _words(text: str) -> list[str]:
    """Words with commas between them."""
    words = [word.strip() for word in text.split(",")]
    if not all(words):
        raise argparse.ArgumentTypeError(f"an empty name in '{text}'")
    return words


def _numbers(text: str) -> list[int]:
    """Whole numbers with commas between them."""
    try:
        return [int(word) for word in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no list of whole numbers") from None
