"""What docs/howto/play.md shows is what the commands print."""

from __future__ import annotations

import re
import shlex

import pytest

from support.commands import Run
from support.places import DOCS

PAGE = (DOCS / "howto" / "play.md").read_text(encoding="utf-8")
SHOWN = dict(re.findall(r"^```\n\$ ilpuzzles ([^\n]*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE))


@pytest.mark.parametrize("command", SHOWN)
def test_commands_print_what_is_shown(command: str, run: Run) -> None:
    words, _, sieve = command.partition(" | grep ")
    pattern = "".join(shlex.split(sieve))
    printed = run(*shlex.split(words))
    lines = (printed.stdout or printed.stderr).splitlines(keepends=True)
    if SHOWN[command]:
        lines = [line for line in lines if re.search(pattern, line.rstrip())]
        assert "".join(lines) == SHOWN[command]
    assert printed.returncode == (2 if SHOWN[command].startswith("board:") else 0)


def test_the_python_example_prints_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    exec(compile(block, "play.md", "exec"), {})  # noqa: S102 - our own example
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("place H (magenta) in ")
    assert printed[2] == block.splitlines()[-1].partition("# ")[2]
