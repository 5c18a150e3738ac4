"""Every rule that a genre can break has a test that says where it is broken."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from support.places import DOCS, ROOT, TESTS

LOOP = {"line branches", "line ends"}
"""The rules of `loop_faults`; what else it may say depends on whether there are ends."""


RULE_OF = {
    "clue_faults": "clue stays",
    "repeat_faults": "repeats",
    "touch_faults": "apart",
    "word_faults": "known word",
}
"""The rule whose faults each function of the vocabulary yields."""


def rules_of(source: str) -> set[str]:
    """The names of all rules that the functions of a genre can call broken."""
    found: set[str] = set()
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call):
            continue
        name = (
            call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        )
        texts = [str(one.value) for one in call.args if isinstance(one, ast.Constant)]
        if name == "fault":
            found.add(texts[0])
        elif name == "count_faults":
            found.add(f"{texts[-1]} count")
        elif name == "loop_faults":
            found |= LOOP | {"one loop" if len(call.args) == 1 else "loop"}
        elif name in RULE_OF:
            found.add(RULE_OF[name])
    return found


@pytest.mark.parametrize("path", sorted((ROOT / "models").glob("*.py")), ids=lambda path: path.stem)
def test_every_rule_is_broken_somewhere_with_its_place(path: Path) -> None:
    rules = rules_of(path.read_text(encoding="utf-8"))
    tests = (TESTS / "genres" / f"test_{path.stem}.py").read_text(encoding="utf-8")
    assert rules, path
    assert [rule for rule in sorted(rules) if f"{rule}: " not in tests] == []


def test_the_page_of_rules_has_those_of_every_genre() -> None:
    page = (DOCS / "explanation" / "pencil_rules.md").read_text(encoding="utf-8")
    listed: dict[str, set[str]] = {}
    genre = ""
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 3 and line.startswith("|") and not cells[0].startswith(("-", "genre")):
            genre = cells[0] or genre
            listed.setdefault(genre, set()).add(cells[1])
    usual = {"open", "known word"}
    for path in (ROOT / "models").glob("*.py"):
        source = path.read_text(encoding="utf-8")
        title = (ast.get_docstring(ast.parse(source)) or "").splitlines()[0].rstrip(".")
        assert listed[title] - usual == rules_of(source) - usual, title
