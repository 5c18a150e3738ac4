"""Help of every command."""

from __future__ import annotations

import re
import shlex

import pytest

from ilpuzzles.cli.commands import COMMANDS, PUZZLE
from ilpuzzles.cli.parser import Parser
from ilpuzzles.puzzles.kind import PuzzleKind
from ilpuzzles.puzzles.kinds import get_kind, kind_names
from ilpuzzles.reading.library import Library
from support.commands import Run

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
    assert set(parser.for_experts) <= parser.groups().keys()
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
    # It has examples of its own.
    assert "\n  ilpuzzles tower --preset height-2\n" in tower
    assert "lonpos" not in tower
    assert run("help", "slashpack").stdout.startswith("usage: ilpuzzles surasshupakku ")


def test_help_has_what_the_command_or_the_puzzle_has(run: Run) -> None:
    # Genres have addresses, and families of puzzles have none.
    for name in kind_names():
        assert type(get_kind(name)).read_address is PuzzleKind.read_address
    for puzzle in ("lonpos", "surasshupakku"):
        for command in ("", "show", "hint", "check"):
            shown = run(*command.split(), puzzle, "--help").stdout
            assert ("--url" in shown) == (puzzle == "surasshupakku")
    assert "--url" in run("help", "hint").stdout
    assert "processes for --all" in run("help", "lonpos").stdout
    for command in ("hint", "repair", "explain"):
        shown = run("help", command).stdout
        assert "--workers N" in shown
        assert ("--all " in shown) == (command == "hint")
        assert "--limit" not in shown


def test_the_help_of_a_puzzle_leaves_what_experts_need_to_a_page_of_its_own(run: Run) -> None:
    short = run("lonpos", "--help").stdout
    assert "'ilpuzzles help lonpos --all' has more options: linear relaxation" in " ".join(
        short.split()
    )
    whole = run("help", "lonpos", "--all").stdout
    experts = ("--minimal-depth", "--no-safety", "--ledger", "--ranging", "--no-verify")
    for option in experts:
        assert option not in short
        assert option in whole
    assert "more options" not in whole
    # All the same, they are understood and completed.
    assert run("lonpos", "--preset", "8pieces", "--no-safety", "--count").stdout == "1\n"
