"""Pages without a server: what they answer, asked of their scripts in Node."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from support.node import node_program, run
from support.places import ROOT

Plain: TypeAlias = dict[str, Any]


def offline_answers(
    board: Plain,
    questions: list[Plain],
    folder: Path,
    limits: Mapping[str, int] | None = None,
) -> list[Plain]:
    """The last answer to each question about a board, perhaps with other limits (milliseconds)."""
    path = folder / "page.json"
    asked = {"board": board, "questions": questions, "limits": dict(limits or {})}
    path.write_text(json.dumps(asked), "utf-8")
    said = run(node_program(), str(ROOT / "tests" / "front" / "offline_answers.js"), str(path))
    assert said.returncode == 0, said.stderr
    answers: list[Plain] = json.loads(said.stdout)
    return answers
