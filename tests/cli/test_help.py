"""Help of every command, and suggestions for what is mistyped."""

from __future__ import annotations

import re
import shlex

import pytest

from ilpuzzles.cli.commands import COMMANDS, PUZZLE
from ilpuzzles.cli.options import ADDRESSED
from ilpuzzles.cli.parser import Parser
from ilpuzzles.library import Library
from ilpuzzles.puzzles.family import Family, family_names, get_family
from support.commands import Run
from support.places import ROOT

PARSERS = {name: command.parser() for name, command in COMMANDS.items()}


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")


@pytest.mark.parametrize("parser", PARSERS.values(), ids=PARSERS)
def test_help_has_short_groups_examples_and_what_else_to_see(parser: Parser) -> None:
    text = parser.format_help()
    assert text.startswith(f"usage: ilpuzzles {parser.command}")
    for group in text.split("\n\n"):
        assert len(group.splitlines()) <= 21, group
    assert all(len(line) < 80 for line in text.splitlines())
    assert 1 <= len(parser.examples) <= 2
    assert parser.see_also
    for title, actions in parser.groups().items():
        assert title not in {"options", "positional arguments"}
        assert all(action.help for action in actions), title


@pytest.mark.parametrize("name", PARSERS)
def test_examples_are_understood(name: str) -> None:
    library = Library.standard()
    for example in PARSERS[name].examples:
        for command in example.split(" | "):
            inner = re.sub(r'^eval "\$\((.*)\)"$', r"\1", command)
            program, *words = shlex.split(inner)
            assert program == "ilpuzzles"
            if words[0] in library.puzzles():
                words = [PUZZLE, *words[1:]]
            key = next(key for key in (" ".join(words[:2]), words[0]) if key in PARSERS)
            given = PARSERS[key].parse_args(words[len(key.split()) :])
            preset = getattr(given, "preset", None)
            if preset is not None:
                puzzle = getattr(given, "puzzle", shlex.split(inner)[1])
                assert preset in library.presets(puzzle)


def test_what_to_see_is_there() -> None:
    for parser in PARSERS.values():
        for also in parser.see_also:
            first, *options = also.split()
            if first.startswith(("--", "docs/")):
                continue
            key = also if also in PARSERS else first
            assert key in PARSERS, also
            assert set(options) <= {*key.split(), *PARSERS[key].options()}, also


def test_the_overview_fits_and_has_every_command(run: Run) -> None:
    text = run("help").stdout
    assert text == run("--help").stdout
    assert all(f"\n  {name} " in text for name in PARSERS)
    assert max(map(len, text.splitlines())) <= 80


def test_help_of_commands_and_puzzles(run: Run) -> None:
    for name in PARSERS:
        if name != PUZZLE:
            asked = run("help", *name.split())
            assert asked.stdout.startswith(f"usage: ilpuzzles {name}")
            assert asked.stdout == run(*name.split(), "--help").stdout
    tower = run("help", "tower").stdout
    assert "tower: Logiq Tower\npresets: height-2 height-3" in tower
    assert "--height N" in tower
    assert run("help", "slashpack").stdout.startswith("usage: ilpuzzles surasshupakku ")
    wrong = run("help", "lonpso")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr == "unknown puzzle or command 'lonpso'; did you mean 'lonpos'?\n"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("lonpos --backnd cbc", "unknown option --backnd; did you mean --backend?"),
        ("lonpos --backnd=cbc", "unknown option --backnd; did you mean --backend?"),
        ("lonpos --placed 3", "unknown option --placed; it belongs to 'ilpuzzles generate'"),
        ("list --preset x", ("unknown option --preset; it belongs to 'ilpuzzles PUZZLE', "
                             "'ilpuzzles show' and others")),
        ("lonpos -x", "unknown option -x; see 'ilpuzzles lonpos --help'"),
        ("generate lonpos -q", "unknown option -q; did you mean --quiet?"),
        ("lonpos --\x1bx", "unknown option '--\\x1bx'; see 'ilpuzzles lonpos --help'"),
        ("--versoin", "unknown option --versoin; did you mean --version?"),
        ("--preset x lonpos", ("--preset without a puzzle or a command; "
                               "begin with it: 'ilpuzzles PUZZLE --preset'")),
        ("LONPOS", "unknown puzzle or command 'LONPOS'; did you mean 'lonpos'?"),
        ("explian lonpos", "unknown puzzle or command 'explian'; did you mean 'explain'?"),
        ("solve lonpos", ("unknown puzzle or command 'solve'; "
                          "to solve lonpos, type 'ilpuzzles lonpos'")),
        ("hnit lonpos", "unknown puzzle or command 'hnit'; did you mean 'hint'?"),
        ("unod lonpos", "unknown puzzle or command 'unod'; did you mean 'undo'?"),
        ("count lonpos", "unknown puzzle or command 'count'; type 'ilpuzzles lonpos --count'"),
        ("random lonpos", "unknown puzzle or command 'random'; type 'ilpuzzles lonpos --random N'"),
        ("lonpos 8pieces", "unexpected argument '8pieces'; give it as '--preset 8pieces'"),
        ("explain lonpos 8piece", "unexpected argument '8piece'; give it as '--preset 8pieces'"),
        ("lonpos hard", ("unexpected argument 'hard'; usage: ilpuzzles lonpos "
                         "[--preset NAME | --file FILE | --board ROWS] [options]")),
        ("lonpos count", "unexpected argument 'count'; did you mean --count?"),
        ("lonpos cuont", "unexpected argument 'cuont'; did you mean --count?"),
        ("lonpos mine.yaml", ("unexpected argument 'mine.yaml'; usage: ilpuzzles lonpos "
                              "[--preset NAME | --file FILE | --board ROWS] [options]")),
        ("hint lonpos random", "unexpected argument 'random'; type 'ilpuzzles lonpos --random N'"),
        ("lonpos hint", "unexpected argument 'hint'; type 'ilpuzzles hint lonpos'"),
        ("show lonpos list", "unexpected argument 'list'; type 'ilpuzzles list'"),
        ("unique", "unknown puzzle or command 'unique'; type 'ilpuzzles PUZZLE --unique'"),
        ("list lonpos", "unexpected argument 'lonpos'; usage: ilpuzzles list [options]"),
        ("dominoes --count", ("no position of dominoes is named; "
                              "give --preset NAME (4x4, 6x6, 8x8), --file FILE or --board ROWS")),
        ("lonpos --preset", "--preset needs NAME after it; see 'ilpuzzles lonpos --help'"),
        ("lonpos --json=3", "--json takes no value; leave out what follows '='"),
        ("lonpos --engine serch", "--engine: unknown value 'serch'; did you mean 'search'?"),
        ("export lonpos --format xls", ("--format: unknown value 'xls'; "
                                        "choose lp, mps, opb, matrix, ilpuzzles or url")),
        ("bench --seeds 1,x --puzzles cube", ("--seeds: '1,x' is not a list of whole numbers "
                                              "such as 1,2,3; see 'ilpuzzles bench --help'")),
    ],
)  # fmt: skip
def test_a_slip_gets_a_suggestion(run: Run, arguments: str, line: str) -> None:
    done = run(*arguments.split())
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{line}\n")


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("count", "unexpected argument 'count'; did you mean --count?"),
        ("small --count", "unexpected argument 'small'; give it as '--preset small'"),
        ("explain lines", "unexpected argument 'lines'; give it as '--preset lines'"),
        ("explian", "unknown puzzle or command 'explian'; did you mean 'explain'?"),
        ("zzz", ("unexpected argument 'zzz'; usage: ilpuzzles star-battle "
                 "[--preset NAME | --file FILE | --board ROWS] [options]")),
    ],
)  # fmt: skip
def test_a_slip_behind_a_file_is_about_its_puzzle(run: Run, arguments: str, line: str) -> None:
    file = str(ROOT / "docs" / "examples" / "star_battle.py")
    done = run("--puzzle", file, *arguments.split())
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{line}\n")


def test_numbers_below_zero_are_no_options(run: Run) -> None:
    done = run("lonpos", "--preset", "empty", "--gap", "-0.5")
    assert done.stderr == "gap must be 0 or a share such as 0.01, got -0.5\n"


def test_help_has_what_the_command_or_the_puzzle_has(run: Run) -> None:
    for name in family_names():
        reads = type(get_family(name)).read_address is not Family.read_address
        assert (name in ADDRESSED) == reads
    for puzzle in ("lonpos", "surasshupakku"):
        for command in ("", "show", "hint", "check"):
            shown = run(*command.split(), puzzle, "--help").stdout
            assert ("--url" in shown) == (puzzle == "surasshupakku")
    assert "--url" in run("help", "hint").stdout
    assert "processes for --all" in run("help", "lonpos").stdout
    for command in ("hint", "undo", "explain"):
        shown = run("help", command).stdout
        assert "--workers N" in shown
        assert "--all " not in shown
        assert "--limit" not in shown


def test_the_help_of_a_puzzle_has_examples_of_its_own(run: Run) -> None:
    shown = run("help", "tower").stdout
    assert "\n  ilpuzzles tower --preset height-2\n" in shown
    assert "lonpos" not in shown
