"""How the tests of the command line call it, and read what it says."""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest

from support.commands import Asked, Call, Run


@pytest.fixture
def call(run: Run) -> Call:
    """Runs a command, of one line or several words: its exit code, what it says, what it notes."""

    def start(*words: str) -> tuple[int, str, str]:
        done = run(*(shlex.split(words[0]) if len(words) == 1 else words))
        return done.returncode, done.stdout, done.stderr

    return start


@pytest.fixture
def asked(call: Call) -> Asked:
    """Runs a command with `--json`: the object that it answers with."""

    def ask(*words: str, code: int = 0) -> dict[str, Any]:
        ended, said, noted = (
            call(*words, "--json") if len(words) > 1 else call(f"{words[0]} --json")
        )
        assert ended == code, noted
        answer: dict[str, Any] = json.loads(said)
        return answer

    return ask
