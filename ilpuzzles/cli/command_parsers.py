"""The parser of each command. Help, completion and the reference are all made of these."""

from __future__ import annotations

import argparse
from pathlib import Path

from ilpuzzles.cli.options import (
    INSTANCE,
    add_backend,
    add_break_symmetry,
    add_cover,
    add_formulation,
    add_how,
    add_instance,
    add_output,
    add_page,
    add_pdf,
    add_pictures,
    add_players_search,
    add_puzzle,
    add_search,
    add_second_opinion,
    add_time_limit,
    add_without,
)
from ilpuzzles.cli.parser import Parser, number, whole_number
from ilpuzzles.cli.questions import add_questions
from ilpuzzles.errors import quoted


def common_parser() -> Parser:
    """The options that are understood before and after every command."""
    parser = Parser("", "", arguments="COMMAND [options]", with_help=False)
    group = parser.group("with every command")
    for option, metavar, about in (
        ("--library", "DIR", "also look for puzzles and presets in this folder"),
        ("--puzzle", "FILE.py", "a puzzle of your own, written in Python"),
    ):
        group.add_argument(
            option, metavar=metavar, type=Path, action="append", default=[], help=about
        )
    return parser


def solve_parser(puzzle: str = "PUZZLE") -> Parser:
    """The arguments of `ilpuzzles PUZZLE`."""
    parser = Parser(
        puzzle,
        "Solve a puzzle; or list, count or compare all its solutions.",
        arguments=f"{INSTANCE} [options]",
        examples=(
            "ilpuzzles lonpos --preset 8pieces",
            "ilpuzzles lonpos --preset 5pieces --count --up-to-symmetry",
        ),
        see_also=("show", "explain", "whatif", "backends"),
    )
    add_instance(parser)
    add_questions(parser, symmetry=True)
    add_how(parser, lists=True)
    add_cover(parser, order=True)
    shown = add_output(parser, quiet="print no picture and no notes")
    add_pictures(shown, solutions=True)
    add_page(shown)
    help_playable = "with --html: a board to play on, which needs neither a server nor a network"
    shown.add_argument("--playable", action="store_true", help=help_playable)
    add_pdf(shown, "A4 pages with all solutions that you ask for")
    help_sheet = (
        "many solutions as small pictures side by side: with --all, --best, --limit or --random"
    )
    shown.add_argument("--sheet", action="store_true", help=help_sheet)
    shown.add_argument(
        "--placements",
        action="store_true",
        help="instead of a picture: the placement of each tile, and its atoms as a bit array",
    )
    return parser


def list_parser() -> Parser:
    """The arguments of `ilpuzzles list`."""
    parser = Parser(
        "list",
        "List all puzzles and their presets.",
        examples=("ilpuzzles list",),
        see_also=("show",),
    )
    add_output(parser)
    return parser


def show_parser() -> Parser:
    """The arguments of `ilpuzzles show`."""
    parser = Parser(
        "show",
        "Show a puzzle and its pieces, or a starting position.",
        arguments=f"PUZZLE {INSTANCE} [options]",
        examples=(
            "ilpuzzles show lonpos --tile A",
            "ilpuzzles show lonpos --preset 8pieces --steps",
        ),
        see_also=("list", "export", "generate"),
    )
    add_puzzle(parser)
    add_instance(parser)
    group = parser.group("what to show")
    add_formulation(group)
    what = group.add_mutually_exclusive_group()
    help_placements = "all placements of the pieces as bit arrays, and those that cover each atom"
    what.add_argument("--placements", action="store_true", help=help_placements)
    help_steps = "how many placements each reduction leaves, and how long a search would be"
    what.add_argument("--steps", action="store_true", help=help_steps)
    help_yaml = "a file with this position, to edit and to pass as --file"
    what.add_argument("--yaml", action="store_true", help=help_yaml)
    help_tile = "all orientations of this tile, each with the number of its shape"
    what.add_argument("--tile", metavar="TILE", help=help_tile)
    group.add_argument(
        "--break-symmetry",
        metavar="auto|off|TILE",
        help="for --steps: how symmetry is broken; auto by default",
    )
    shown = add_output(parser)
    add_pictures(shown)
    add_page(shown)
    return parser


def check_parser() -> Parser:
    """The arguments of `ilpuzzles check`."""
    parser = Parser(
        "check",
        "Check solutions in a file against their puzzle or model.",
        arguments="PUZZLE|MODEL FILE [options]",
        examples=(
            "ilpuzzles lonpos --preset 8pieces --json | ilpuzzles check lonpos -",
            "ilpuzzles check knapsack.mps answer.sol",
        ),
        see_also=("PUZZLE --json", "PUZZLE --save"),
    )
    add_puzzle(parser, models=True)
    parser.group("arguments").add_argument(
        "source",
        metavar="FILE",
        help="JSON: an answer or solutions; *.jsonl: one per line; - for standard input; *.sol: as "
        "CBC, HiGHS, SCIP or Gurobi write it",
    )
    add_instance(parser, file="--instance")
    shown = add_output(parser, quiet="print nothing; the exit code says it all")
    help_equivalents = "list the equivalents of each solution under the symmetries of the position"
    shown.add_argument("--equivalents", action="store_true", help=help_equivalents)
    return parser


def explain_parser() -> Parser:
    """The arguments of `ilpuzzles explain`."""
    parser = Parser(
        "explain",
        "Explain why there is no solution, or what to give up.",
        arguments=f"PUZZLE|MODEL {INSTANCE} [options]",
        examples=(
            "ilpuzzles explain lonpos --file mine.yaml --give-up rows",
            "ilpuzzles explain plan.mps",
        ),
        see_also=("whatif", "show", "PUZZLE --forced"),
    )
    add_puzzle(parser, models=True)
    add_instance(parser)
    what = parser.group("what to explain")
    what.add_argument(
        "--among",
        metavar="GROUP",
        action="append",
        default=[],
        help="look for conflicting rows in this group only, and take all others for granted",
    )
    instead = what.add_mutually_exclusive_group()
    instead.add_argument(
        "--all-rows",
        action="store_true",
        help="an irreducible infeasible set (IIS) of rows of the whole model, rules included, "
        "instead of parts of the position",
    )
    what.add_argument(
        "--all-reasons",
        metavar="N",
        type=whole_number,
        default=1,
        help="other minimal reasons as well, N in all at most; 1 by default",
    )
    instead.add_argument(
        "--give-up",
        choices=["groups", "rows"],
        help="instead of the reason, the fewest of these to give up so that there is a solution",
    )
    add_how(parser)
    shown = add_output(parser, quiet="print no text and no notes")
    add_pictures(shown)
    add_page(shown)
    return parser


def play_parser() -> Parser:
    """The arguments of `ilpuzzles play`."""
    parser = Parser(
        "play",
        "Play in the browser: lay pieces by mouse, touch or keys, while the board says whether "
        "there is a solution, and how many are left. On request it gives a hint that explains, "
        "says what cannot stay, and makes new positions. The page is served on this computer "
        "alone, until Ctrl-C.",
        arguments=f"[PUZZLE] {INSTANCE} [options]",
        examples=(
            "ilpuzzles play lonpos",
            "ilpuzzles play surasshupakku --preset 6x6 --no-browser --port 8000",
        ),
        see_also=("hint", "repair", "generate"),
    )
    about = "the name of a puzzle; 'ilpuzzles list' shows them all; lonpos if there is none"
    parser.group("arguments").add_argument("puzzle", nargs="?", metavar="PUZZLE", help=about)
    add_instance(parser)
    group = parser.group("page")
    help_port = "listen on this port of 127.0.0.1; 15505 or the next free one if left out"
    group.add_argument("--port", type=whole_number, metavar="N", help=help_port)
    help_open = "only print the address of the page; do not open it"
    group.add_argument("--no-browser", action="store_true", help=help_open)
    help_record = "write every move with its time to a new file *.jsonl, a line for each"
    group.add_argument("--record", type=Path, metavar="FILE", help=help_record)
    add_output(parser, json=False, quiet="print the address and nothing else")
    return parser


def hint_parser() -> Parser:
    """The arguments of `ilpuzzles hint`."""
    return _player_parser(
        "hint",
        "Give the next step that is forced, and say why: a piece that fits in only one place, "
        "for example.",
        ("repair", "PUZZLE --forced", "explain"),
        without=False,
    )


def repair_parser() -> Parser:
    """The arguments of `ilpuzzles repair`."""
    return _player_parser(
        "repair",
        "Find the fewest pieces to take back so that there is a solution.",
        ("hint", "explain"),
        without=True,
    )


def _player_parser(command: str, about: str, see_also: tuple[str, ...], *, without: bool) -> Parser:
    """A parser for a question of someone who plays."""
    parser = Parser(
        command,
        about,
        arguments=f"PUZZLE {INSTANCE} [options]",
        examples=(
            f"ilpuzzles {command} lonpos --file mine.yaml",
            f"ilpuzzles {command} lonpos --board 'KKDDDD.EAAA/KKHHD..EA../...'",
        ),
        see_also=see_also,
    )
    add_puzzle(parser)
    add_instance(parser)
    add_players_search(parser, without=without)
    shown = add_output(parser, quiet="print no text and no notes")
    add_pictures(shown)
    add_page(shown)
    return parser


def whatif_parser() -> Parser:
    """The arguments of `ilpuzzles whatif`."""
    parser = Parser(
        "whatif",
        "Compare a position or a model with variants of it.",
        arguments=f"PUZZLE|MODEL {INSTANCE} [options]",
        examples=(
            "ilpuzzles whatif lonpos --preset 3pieces --fix K.1@1.4 --fix K.1@10.4",
            "ilpuzzles whatif plan.mps --fix 'x = 1, y = 0'",
        ),
        see_also=("explain", "show --placements"),
    )
    add_puzzle(parser, models=True)
    add_instance(parser)
    changes = parser.group("what to change")
    changes.add_argument(
        "--fix",
        metavar="VALUES",
        action="append",
        default=[],
        help="fix variables: NAME=VALUE,... or tiles: Q.1@3.1,... ; without --fix and --without, "
        "each group is left out in turn",
    )
    add_how(parser)
    shown = add_output(parser)
    help_limit = "list at most this many solutions of each variant; 10 by default"
    shown.add_argument("--limit", type=whole_number, default=10, metavar="N", help=help_limit)
    return parser


def export_parser() -> Parser:
    """The arguments of `ilpuzzles export`."""
    parser = Parser(
        "export",
        "Write the model of a position as LP, MPS, OPB, matrix or JSON.",
        arguments=f"PUZZLE {INSTANCE} [options]",
        examples=(
            "ilpuzzles export lonpos --preset 8pieces --output lonpos.lp",
            "ilpuzzles export cube --format ilpuzzles --output cube.ilp.json",
        ),
        see_also=("solve-model", "show"),
    )
    add_puzzle(parser)
    add_instance(parser)
    model = parser.group("which model")
    add_formulation(model)
    add_without(model)
    add_break_symmetry(model)
    written = parser.group("output")
    written.add_argument(
        "--format",
        choices=["lp", "mps", "opb", "matrix", "ilpuzzles", "url", "board"],
        default="lp",
        help="lp by default; matrix: an exact cover, one line of 0 and 1 per variable; "
        "ilpuzzles: the model with its groups, names and logic, for solve-model; "
        "url: the address of the position on puzz.link; board: a plain text of the board",
    )
    help_output = "the file to write; standard output by default"
    written.add_argument("--output", metavar="FILE", type=Path, help=help_output)
    matrix = parser.group("for --format matrix")
    matrix.add_argument(
        "--unused-rows",
        action=argparse.BooleanOptionalAction,
        help="end with one row for every column that may stay empty; the default",
    )
    help_names = "add comments that name rows and columns"
    matrix.add_argument("--names", action="store_true", help=help_names)
    return parser


def generate_parser() -> Parser:
    """The arguments of `ilpuzzles generate`."""
    parser = Parser(
        "generate",
        "Make new starting positions and boards: files to solve with --file.",
        arguments=f"PUZZLE {INSTANCE} [options]",
        examples=(
            "ilpuzzles generate lonpos --placed 4 --unique",
            "ilpuzzles generate surasshupakku --rows 6 --columns 6 --letters 3",
        ),
        see_also=("show --yaml", "PUZZLE --file"),
    )
    add_puzzle(parser)
    add_instance(parser)
    _add_made(parser)
    how = parser.group("how to search")
    help_number = "how many to make; 1 by default"
    how.add_argument("--number", type=whole_number, default=1, metavar="K", help=help_number)
    help_seed = "the same seed makes the same files; 0 by default"
    how.add_argument("--seed", type=whole_number, default=0, metavar="S", help=help_seed)
    add_time_limit(how)
    add_backend(how)
    shown = add_output(parser, quiet="print no notes")
    help_output = "the file to write; standard output by default"
    shown.add_argument("--output", "-o", metavar="FILE", type=Path, help=help_output)
    help_folder = "for several: write PUZZLE-1.yaml and so on into this existing folder"
    shown.add_argument("--folder", metavar="DIR", type=Path, help=help_folder)
    add_pdf(shown, "a booklet: the positions on A4 pages, the answers at the end")
    return parser


def _add_made(parser: Parser) -> None:
    """The options that say what is to be made."""
    what = parser.group("starting positions of a tiling puzzle")
    what.add_argument("--placed", type=whole_number, metavar="N", help="how many tiles are given")
    what.add_argument("--unique", action="store_true", help="with exactly one solution")
    what.add_argument(
        "--minimal",
        action="store_true",
        help="and every given tile is needed; without --placed, tiles are removed until that is so",
    )
    boards = parser.group("boards of surasshupakku, with exactly one solution")
    for option, about in (
        ("rows", "how many rows the board has"),
        ("columns", "how many columns"),
        ("letters", "how many letters"),
        ("parts", "how many parts; by default a number that suits the size"),
        ("hidden", "how many clues show '?' instead of their letter; none by default"),
    ):
        boards.add_argument(f"--{option}", type=whole_number, metavar="N", help=about)


def solve_model_parser() -> Parser:
    """The arguments of `ilpuzzles solve-model`."""
    parser = Parser(
        "solve-model",
        "Solve a model in an LP, MPS, OPB, matrix or .ilp.json file.",
        arguments="FILE [options]",
        examples=("ilpuzzles solve-model knapsack.mps", "ilpuzzles solve-model cover.txt --count"),
        see_also=("export", "backends", "bench"),
    )
    parser.group("arguments").add_argument(
        "model",
        metavar="FILE",
        type=Path,
        help="*.mps, *.lp, *.opb, a saved model *.ilp.json, or for exact covers a 0-1 matrix in "
        "*.txt or *.cover; also *.gz",
    )
    add_questions(parser, symmetry=False)
    how = parser.group("how to search")
    add_backend(how)
    add_search(how, lists=True)
    add_second_opinion(parser)
    add_cover(parser, order=False)
    add_output(parser, quiet="print no text and no notes")
    parser.set_defaults(svg=None, png=None, html=None, pdf=None, sheet=False, animate=False)
    parser.set_defaults(placements=False, view=None)
    return parser


def bench_parser() -> Parser:
    """The arguments of `ilpuzzles bench`."""
    parser = Parser(
        "bench",
        "Measure solvers: every case with every formulation and backend, each run in a process "
        "of its own.",
        arguments="[SPEC] [options]",
        examples=(
            "ilpuzzles bench quick --jsonl runs.jsonl",
            "ilpuzzles bench --puzzles lonpos:8pieces,cube:empty --backends cpsat,cbc",
        ),
        see_also=("bench report", "backends"),
    )
    _add_cases(parser)
    _add_manner(parser)
    how = parser.group("how the sweep runs")
    how.add_argument(
        "--ledger",
        metavar="FILE",
        type=Path,
        help="keep finished runs in this file; the next time only missing ones are made, for the "
        "same machine, versions and --workers",
    )
    how.add_argument(
        "--status", action="store_true", help="with --ledger: only report how far the sweep has got"
    )
    help_workers = "runs side by side; they disturb each other, so 1 by default"
    how.add_argument("--workers", type=whole_number, default=1, metavar="N", help=help_workers)
    how.add_argument(
        "--cluster",
        metavar="tcp://HOST:PORT",
        help="run in a Dask cluster; needs the extra cluster",
    )
    shown = add_output(parser, quiet="print no progress and no notes")
    shown.add_argument("--csv", metavar="FILE", type=Path, help="write every run as CSV")
    help_lines = "write every run as JSON lines, which 'bench report' reads"
    shown.add_argument("--jsonl", metavar="FILE", type=Path, help=help_lines)
    return parser


def _add_cases(parser: Parser) -> None:
    what = parser.group("what is run")
    what.add_argument(
        "spec",
        metavar="SPEC",
        nargs="?",
        help="a YAML file, or a ready one: quick (ten seconds), seeds, scaling",
    )
    what.add_argument(
        "--puzzles",
        metavar="PUZZLE[:PRESET],...",
        type=_words,
        action="extend",
        default=[],
        help="instead of a file, such as lonpos:8pieces,cube:empty",
    )
    what.add_argument(
        "--models",
        metavar="FILE",
        type=Path,
        nargs="+",
        action="extend",
        default=[],
        help="model files, as for 'solve-model'",
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
    """What a file says otherwise; what is given overrides it."""
    manner = parser.group("how it is solved (overrides the file)")
    manner.add_argument(
        "--formulations",
        metavar="NAME,...",
        type=_words,
        help="names, FILE.py:function, or 'claimed' (the default): those meant for the backend",
    )
    manner.add_argument(
        "--backends",
        metavar="NAME,...",
        type=_words,
        help="the solvers; all by default; 'ilpuzzles backends' lists them",
    )
    manner.add_argument(
        "--question",
        choices=["solve", "count", "count-up-to-symmetry", "unique"],
        help="what is asked; solve by default",
    )
    manner.add_argument(
        "--time-limit", type=number, metavar="SECONDS", help="for each run; 60 by default"
    )
    manner.add_argument(
        "--repeat", type=whole_number, metavar="N", help="how often to make each run; 1 by default"
    )
    manner.add_argument(
        "--seeds", metavar="N,...", type=_numbers, help="make a run for each seed; 0 by default"
    )
    manner.add_argument(
        "--row-orders",
        type=whole_number,
        metavar="N",
        help="make a run for each of N orders of the rows: as stated, then at random; 1 by default",
    )
    manner.add_argument(
        "--memory-limit",
        type=number,
        metavar="MB",
        help="stop a run that takes more memory, with all processes that it starts",
    )
    help_threads = "threads of each solver; several numbers are compared"
    manner.add_argument("--threads", metavar="N,...", type=_numbers, help=help_threads)
    help_gap = "accept a solution this close to the best: 0.01 is one percent"
    manner.add_argument("--gap", type=number, metavar="SHARE", help=help_gap)
    manner.add_argument(
        "--node-limit",
        type=whole_number,
        metavar="N",
        help="stop after this many nodes of the search tree",
    )


def _words(text: str) -> list[str]:
    """Words with commas between them."""
    words = [word.strip() for word in text.split(",")]
    if not all(words):
        raise argparse.ArgumentTypeError(f"an empty name in {quoted(text)}")
    return words


def _numbers(text: str) -> list[int]:
    """Whole numbers with commas between them."""
    try:
        return [int(word) for word in text.split(",")]
    except ValueError:
        what = f"{quoted(text)} is not a list of whole numbers such as 1,2,3"
        raise argparse.ArgumentTypeError(what) from None


def report_parser() -> Parser:
    """The arguments of `ilpuzzles bench report`."""
    parser = Parser(
        "bench report",
        "Make a page or a Markdown file from the results of a sweep.",
        arguments="FILE.jsonl [--html FILE] [--markdown FILE]",
        examples=("ilpuzzles bench report runs.jsonl --html runs.html",),
        see_also=("bench",),
    )
    parser.group("arguments").add_argument(
        "results", metavar="FILE.jsonl", type=Path, help="what 'bench --jsonl' has written"
    )
    written = parser.group("output")
    help_html = "write a page that needs no network"
    written.add_argument("--html", metavar="FILE", type=Path, help=help_html)
    help_markdown = "write a Markdown file, with its pictures beside it"
    written.add_argument("--markdown", metavar="FILE", type=Path, help=help_markdown)
    return parser


def backends_parser() -> Parser:
    """The arguments of `ilpuzzles backends`."""
    parser = Parser(
        "backends",
        "List the solvers, what they can do, and which are installed.",
        examples=("ilpuzzles backends",),
        see_also=("--version",),
    )
    add_output(parser)
    return parser


def completion_parser() -> Parser:
    """The arguments of `ilpuzzles completion`."""
    parser = Parser(
        "completion",
        "Print a script that makes Tab complete commands and options.",
        arguments="bash | zsh | fish",
        examples=('eval "$(ilpuzzles completion bash)"',),
        see_also=("docs/howto/shell.md",),
    )
    parser.group("arguments").add_argument(
        "shell",
        metavar="SHELL",
        choices=["bash", "zsh", "fish"],
        help="the shell that the script is for: bash, zsh or fish",
    )
    return parser


def docs_parser() -> Parser:
    """The arguments of `ilpuzzles docs`."""
    return Parser(
        "docs",
        "Open the documentation: print where it is and show it in a browser.",
        arguments="",
        examples=("ilpuzzles docs",),
        see_also=("help",),
    )


def help_parser() -> Parser:
    """The arguments of `ilpuzzles help`."""
    parser = Parser(
        "help",
        "Show the help of a command or a puzzle.",
        arguments="[COMMAND | PUZZLE]",
        examples=("ilpuzzles help generate", "ilpuzzles help lonpos"),
        see_also=("list", "show"),
    )
    parser.group("arguments").add_argument(
        "about", metavar="COMMAND", nargs="*", help="a command or a puzzle; without it, an overview"
    )
    return parser
