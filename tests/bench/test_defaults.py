"""`auto` settles every model of the textbooks that a single backend does, with the same answer."""

from __future__ import annotations

import pytest

from benchmarks.classical_models import FAMILIES, classical_model, classical_tasks
from benchmarks.defaults import SETTLED, TABLE, answer_of, cases, lines_of, report
from support.places import ROOT

NAMES = [f"{family.name}-{'x'.join(map(str, family.sizes[0]))}" for family in FAMILIES]
LINES = lines_of(ROOT / TABLE)


def known(name: str, task: str) -> set[tuple[object, object, object]]:
    """What single backends have made of a task, as far as they have settled it."""
    return {
        (line["status"], line.get("objective"), line.get("number"))
        for line in LINES
        if (line["name"], line["task"]) == (name, task)
        and line["status"] in SETTLED
        and line["backend"] != "auto"
    }


def test_all_backends_agree() -> None:
    for name, task in {(line["name"], line["task"]) for line in LINES}:
        assert len(known(name, task)) <= 1, (name, task)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", NAMES)
def test_auto_settles_what_a_single_backend_does(name: str) -> None:
    for task in classical_tasks(name):
        expected = known(name, task)
        assert expected, (name, task)
        said = answer_of(classical_model(name).program(), task, "auto")
        assert {(said["status"], said.get("objective"), said.get("number"))} == expected


def test_the_page_says_what_was_measured() -> None:
    page = (ROOT / TABLE).with_suffix(".md").read_text(encoding="utf-8")
    assert page == "\n".join(report(ROOT / TABLE)) + "\n"


def test_the_page_marks_every_case_in_which_auto_takes_too_long() -> None:
    page = (ROOT / TABLE).with_suffix(".md").read_text(encoding="utf-8")
    losses, all_cases = page.split("## Where it takes longer")[1].split("## All cases")
    for case in cases(LINES):
        line = f"| {case.name.replace('_', ' ')} | {case.task} |"
        assert (line in losses) is not case.is_kept, case
        in_table = next(each for each in all_cases.splitlines() if each.startswith(line))
        assert ("**" in in_table) is not case.is_kept, case


def test_the_rule_is_kept_nearly_everywhere() -> None:
    """As it was measured, on the machine and with the versions of the table."""
    found = cases(LINES)
    assert len(found) >= 180
    missed = [case.name for case in found if not case.is_kept]
    assert len(missed) <= 5
