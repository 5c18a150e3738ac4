"""The parser of each command. Help, completion and the reference are all made of these."""

from __future__ import annotations

import argparse
from pathlib import Path

from ilpuzzles.cli.options import (
    BACKEND,
    BREAK_SYMMETRY,
    EXACT_COVERS,
    FORMULATION,
    INSTANCE,
    LONG_RUNS,
    QUIET,
    RELAXATION,
    SECOND_OPINIONS,
    TIME_LIMIT,
    WITHOUT,
    add_cover,
    add_exact,
    add_how,
    add_instance,
    add_output,
    add_pictures,
    add_players_search,
    add_puzzle,
    add_search,
)
from ilpuzzles.cli.parser import Parser, add_options, number, words
from ilpuzzles.cli.questions import add_questions

OF_TILES = "starting positions of a tiling puzzle"
"""The title of the options of `generate` that say how many tiles are given."""


def common_parser() -> Parser:
    """The options that are understood before and after every command."""
    parser = Parser("", "", arguments="COMMAND [options]", with_help=False)
    add_options(
        parser.group("with every command"),
        ("--library DIR", "also look for puzzles and presets in this folder", []),
        ("--puzzle FILE.py", "a puzzle of your own, a Python program, which is run", []),
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
    shown = add_output(parser, quiet=QUIET)
    add_pictures(shown, solutions=True)
    playable = "with --html: write a board to play on, which needs neither a server nor a network"
    sheet = "show solutions as small pictures side by side; with --all, --best, --limit or --random"
    placements = "instead of a picture, print each tile's placement, and its atoms as a bit array"
    add_options(
        shown,
        ("--playable", playable),
        ("--pdf FILE", "write A4 pages with all solutions that you ask for"),
        ("--sheet", sheet),
        ("--placements", placements),
    )
    parser.for_experts = (RELAXATION, LONG_RUNS, SECOND_OPINIONS, EXACT_COVERS)
    return parser


def list_parser() -> Parser:
    """The arguments of `ilpuzzles list`."""
    parser = Parser(
        "list",
        "List puzzles and their presets: all of them, or those that some words describe.",
        arguments="[WORD ...] [options]",
        examples=("ilpuzzles list", "ilpuzzles list sudoku"),
        see_also=("show",),
    )
    about = "words in the name, a preset or the description of a puzzle; all of them have to fit"
    parser.group("arguments").add_argument("words", metavar="WORD", nargs="*", help=about)
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
    group = parser.group("what to show")
    add_options(group, FORMULATION)
    about = "print all placements of the pieces as bit arrays, and those that cover each atom"
    add_options(
        group.add_mutually_exclusive_group(),
        ("--placements", about),
        (
            "--steps",
            "say what each reduction leaves of the placements, and how long a search is",
        ),
        ("--yaml", "print a file with this position, to edit and to pass as --file"),
        ("--tile TILE", "show all orientations of this tile, each with the number of its shape"),
    )
    about = "with --steps: how symmetry is broken; auto by default"
    add_options(group, ("--break-symmetry auto|off|TILE", about))
    add_pictures(add_output(parser))
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
    add_puzzle(parser, models=True, file="--instance")
    parser.group("arguments").add_argument(
        "source",
        metavar="FILE",
        help="JSON: an answer or solutions; *.jsonl: one per line; - for standard input; *.sol: as "
        "CBC, CPLEX, Gurobi, HiGHS, SCIP or MIPLIB write it; files may be packed (.gz, .bz2, .xz)",
    )
    shown = add_output(parser, quiet=QUIET)
    about = "list the equivalents of each solution under the symmetries of the position"
    add_options(
        shown,
        ("--equivalents", about),
        ("--svg FILE", "write a picture of the first solution that breaks rules, with marks"),
        ("--png FILE", "the same picture as PNG"),
    )
    parser.set_defaults(view=None, animate=False, html=None)
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
    what = parser.group("what to explain")
    about = "look for conflicting rows in this group only, and take all others for granted"
    add_options(what, ("--among GROUP", about, []))
    instead = what.add_mutually_exclusive_group()
    about = "find an irreducible infeasible set (IIS) of rows of the whole model, rules included, "
    add_options(instead, ("--all-rows", f"{about}instead of parts of the position"))
    about = "give up to N minimal reasons; 1 by default"
    add_options(what, ("--all-reasons N", about, 1))
    instead.add_argument(
        "--give-up",
        choices=["groups", "rows"],
        help="instead of the reason, find the fewest of these to give up for a solution",
    )
    add_how(parser)
    add_pictures(add_output(parser, quiet=QUIET))
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
            "ilpuzzles play surasshupakku --preset 6x6 --no-browser --port 8000",
            "ilpuzzles play slitherlink --new 10x10",
        ),
        see_also=("hint", "repair", "generate"),
    )
    about = "the name of a puzzle; 'ilpuzzles list' shows them all; lonpos if you name none"
    parser.group("arguments").add_argument("puzzle", nargs="?", metavar="PUZZLE", help=about)
    add_instance(parser)
    about = "draw a board of your own: open the editor, on a board of this size, such as 10x10"
    new = parser.group("which position")
    new.add_argument("--new", nargs="?", const="", metavar="SIZE", help=about)
    add_options(
        parser.group("page"),
        ("--port N", "listen on this port of 127.0.0.1; by default on 15505 or the next free one"),
        ("--no-browser", "only print the address of the page; do not open it"),
        ("--record FILE", "write every move with its time to a new file *.jsonl, a line for each"),
    )
    add_output(parser, json=False, quiet="print the address and nothing else")
    return parser


def hint_parser() -> Parser:
    """The arguments of `ilpuzzles hint`."""
    parser = _player_parser(
        "hint",
        "Give the next step that is forced, and say why: a piece that fits in only one place, "
        "for example.",
        ("repair", "PUZZLE --forced", "explain"),
        without=False,
    )
    about = "what you have drawn so far: a text with a word for each cell, as in a solution, "
    about += "with . or ? for an open cell; or an answer of this command in JSON"
    add_options(parser.group("which position"), ("--marks FILE", about))
    add_options(
        parser.group("what to answer"),
        ("--all", "give all steps that are as easy as the first one"),
    )
    return parser


def repair_parser() -> Parser:
    """The arguments of `ilpuzzles repair`."""
    return _player_parser(
        "repair",
        "Find the fewest pieces to take back so that there is a solution.",
        ("hint", "explain"),
        without=True,
    )


def _player_parser(command: str, about: str, see_also: tuple[str, ...], *, without: bool) -> Parser:
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
    add_players_search(parser, without=without)
    add_pictures(add_output(parser, quiet=QUIET))
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
    about = "fix variables: NAME=VALUE,... or tiles: Q.1@3.1,... ; without --fix and --without, "
    about += "each group is left out in turn"
    add_options(parser.group("what to change"), ("--fix VALUES", about, []))
    add_how(parser)
    about = "list at most this many solutions of each variant; 10 by default"
    add_options(add_output(parser), ("--limit N", about, 10))
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
    add_options(parser.group("which model"), FORMULATION, WITHOUT, BREAK_SYMMETRY)
    written = parser.group("output")
    written.add_argument(
        "--format",
        choices=["lp", "mps", "opb", "matrix", "ilpuzzles", "url", "board"],
        default="lp",
        help="lp by default; matrix: an exact cover, one line of 0 and 1 per variable; "
        "ilpuzzles: the model with its groups, names and logic, for solve-model; "
        "url: the address of the position on puzz.link; board: a plain text of the board",
    )
    add_options(written, ("--output FILE", "the file to write; standard output by default"))
    matrix = parser.group("for --format matrix")
    matrix.add_argument(
        "--unused-rows",
        action=argparse.BooleanOptionalAction,
        help="end with one row for every column that may stay empty; the default",
    )
    add_options(matrix, ("--names", "add comments that name rows and columns"))
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
    _add_made(parser)
    add_options(
        parser.group("how to search"),
        ("--number K", "how many to make; 1 by default", 1),
        ("--seed S", "the same seed makes the same files; 0 by default", 0),
        TIME_LIMIT,
        BACKEND,
    )
    shown = add_output(parser, quiet="print no notes")
    help_output = "the file to write; standard output by default"
    shown.add_argument("--output", "-o", metavar="FILE", type=Path, help=help_output)
    booklet = "write a booklet: the positions on A4 pages, the answers at the end"
    add_options(
        shown,
        (
            "--folder DIR",
            "write several positions here, PUZZLE-1.yaml and so on; the folder is made",
        ),
        ("--pdf FILE", booklet),
    )
    return parser


def _add_made(parser: Parser) -> None:
    about = (
        "leave no given tile that could be left out; without --placed, tiles are removed until "
        "that is so; the default where clues are given"
    )
    add_options(
        parser.group(OF_TILES),
        ("--placed N", "how many tiles are given"),
        ("--unique", "make only positions with exactly one solution"),
        ("--minimal", about),
    )
    add_options(
        parser.group("boards of surasshupakku, with exactly one solution"),
        ("--rows N", "how many rows the board has"),
        ("--columns N", "how many columns"),
        ("--letters N", "how many letters"),
        ("--parts N", "how many parts; by default a number that suits the size"),
        ("--hidden N", "how many clues show '?' instead of their letter; none by default"),
    )


def solve_model_parser() -> Parser:
    """The arguments of `ilpuzzles solve-model`."""
    parser = Parser(
        "solve-model",
        "Solve models in LP, MPS, OPB, matrix or .ilp.json files.",
        arguments="FILE|FOLDER ... [options]",
        examples=(
            "ilpuzzles solve-model knapsack.mps",
            "ilpuzzles solve-model models --time-limit 60",
        ),
        see_also=("export", "backends", "bench"),
    )
    parser.group("arguments").add_argument(
        "models",
        metavar="FILE",
        type=Path,
        nargs="+",
        help="*.mps, *.lp, *.opb, a saved model *.ilp.json, or for exact covers a 0-1 matrix in "
        "*.txt or *.cover; any may be packed (.gz, .bz2, .xz). Several files, or a folder, make a "
        "table with a line for each",
    )
    add_exact(parser)
    add_questions(parser, symmetry=False)
    add_search(parser, lists=True)
    add_cover(parser, order=False)
    add_output(parser, quiet=QUIET)
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
    about = "keep finished runs in this file; the next time only missing ones are made, for the "
    add_options(
        parser.group("how the sweep runs"),
        ("--ledger FILE", f"{about}same machine, versions and --workers"),
        ("--status", "with --ledger: only report how far the sweep has got"),
        ("--workers N", "runs side by side; they disturb each other, so 1 by default", 1),
        ("--cluster tcp://HOST:PORT", "run in a Dask cluster; needs the extra cluster"),
    )
    add_options(
        add_output(parser, quiet="print no progress and no notes"),
        ("--csv FILE", "write every run as CSV"),
        ("--jsonl FILE", "write every run as JSON lines, which 'bench report' reads"),
    )
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
        type=words,
        action="extend",
        default=[],
        help="puzzles instead of a file, such as lonpos:8pieces,cube:empty",
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
    about = "names, FILE.py:function, or 'claimed' (the default): those meant for the backend"
    add_options(
        manner,
        ("--formulations NAME,...", about),
        ("--backends NAME,...", "the solvers; all by default; 'ilpuzzles backends' lists them"),
    )
    manner.add_argument(
        "--question",
        choices=["solve", "count", "count-up-to-symmetry", "unique"],
        help="what is asked; solve by default",
    )
    about = "make a run for each of N orders of the rows: as stated, then at random; 1 by default"
    add_options(
        manner,
        ("--time-limit SECONDS", "for each run; 60 by default"),
        ("--repeat N", "how often to make each run; 1 by default"),
        ("--seeds N,...", "make a run for each seed; 0 by default"),
        ("--row-orders N", about),
    )
    about = "stop a run that takes more memory, with all processes that it starts"
    manner.add_argument("--memory-limit", type=number, metavar="MB", help=about)
    add_options(
        manner,
        ("--threads N,...", "threads of each solver; several numbers are compared"),
        ("--gap SHARE", "accept a solution this close to the best: 0.01 is one percent"),
        ("--node-limit N", "stop after this many nodes of the search tree"),
    )


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
    add_options(
        parser.group("output"),
        ("--html FILE", "write a page that needs no network"),
        ("--markdown FILE", "write a Markdown file, with its pictures beside it"),
    )
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
    parser = Parser(
        "docs",
        "Read the documentation, in a browser or here.",
        arguments="[PAGE] [options]",
        examples=("ilpuzzles docs", "ilpuzzles docs howto/board --text"),
        see_also=("help",),
    )
    group = parser.group("pages")
    group.add_argument(
        "page", metavar="PAGE", nargs="?", default="", help="the name of a page; without it, home"
    )
    group.add_argument(
        "--text", action="store_true", help="its text, even where there are pages for a browser"
    )
    return parser


def help_parser() -> Parser:
    """The arguments of `ilpuzzles help`."""
    parser = Parser(
        "help",
        "Show the help of a command or a puzzle.",
        arguments="[COMMAND | PUZZLE] [options]",
        examples=("ilpuzzles help generate", "ilpuzzles help lonpos"),
        see_also=("list", "show"),
    )
    parser.group("arguments").add_argument(
        "about", metavar="COMMAND", nargs="*", help="a command or a puzzle; without it, an overview"
    )
    all_options = "all options, also those for experts"
    add_options(parser.group("what to show"), ("--all", all_options))
    return parser
