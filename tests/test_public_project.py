"""What strangers meet at the project's page: workflows, forms for issues, how to report a hole."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from ilpuzzles.solvers.registry import backend_names
from support.places import DOCS, ROOT

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def fields(form: Path) -> dict[str, Any]:
    """What a form asks for, by the names of its fields."""
    return {field["id"]: field for field in read(form)["body"] if "id" in field}


def test_the_workflow_runs_what_a_change_must_pass() -> None:
    jobs = read(GITHUB / "workflows" / "tests.yml")["jobs"]
    runs = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    assert "bash .ci/run" in runs
    assert (ROOT / ".ci" / "run").is_file()


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_may_read_and_no_more(path: Path) -> None:
    """Only what publishes has a token, and there are no passwords."""
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    assert "secrets." not in path.read_text(encoding="utf-8")
    allowed = {
        name: job["permissions"] for name, job in workflow["jobs"].items() if "permissions" in job
    }
    assert allowed == ({"publish": {"id-token": "write"}} if path.stem == "publish" else {})
    for job in workflow["jobs"].values():
        # A workflow that is called has limits of its own.
        assert "uses" in job or job["timeout-minutes"] <= 120


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_run_no_code_that_others_can_change(path: Path) -> None:
    """Actions are pinned to commits, and the token of the checkout is not left for later steps."""
    steps = [step for job in read(path)["jobs"].values() for step in job.get("steps", ())]
    used = [step for step in steps if "uses" in step]
    assert used
    for step in used:
        assert re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", step["uses"])
        if step["uses"].startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False


def test_what_is_published_was_tested_built_from_a_tag_of_main_and_approved() -> None:
    workflow = read(GITHUB / "workflows" / "publish.yml")
    # YAML takes the key 'on' for a truth value.
    assert workflow[True] == {"push": {"tags": ["v*"]}}
    publish = workflow["jobs"]["publish"]
    assert publish["needs"] == ["tests", "build"]
    assert workflow["jobs"]["tests"]["uses"] == "./.github/workflows/tests.yml"
    assert "workflow_call" in read(GITHUB / "workflows" / "tests.yml")[True]
    checks = [step.get("run", "") for step in workflow["jobs"]["build"]["steps"]]
    assert any("merge-base --is-ancestor" in one and "origin/main" in one for one in checks)
    assert publish["environment"]["name"] == "pypi"
    page = (DOCS / "development" / "release.md").read_text(encoding="utf-8")
    for word in ("publish.yml", "environment `pypi`", "trusted publishing"):
        assert word in " ".join(page.split())


def test_forms_ask_for_what_is_needed_to_see_the_fault() -> None:
    assert {"wrong_answer", "bug", "idea"} == {path.stem for path in FORMS}
    for path in FORMS:
        form = read(path)
        assert form["name"]
        assert form["description"]
        assert len(fields(path)) == len([one for one in form["body"] if one["type"] != "markdown"])
    wrong = fields(GITHUB / "ISSUE_TEMPLATE" / "wrong_answer.yml")
    assert {"model", "answer", "right", "backend", "version"} == wrong.keys()
    assert all(field["validations"]["required"] for field in wrong.values())
    shipped = {"cbc", "clingo", "cpsat", "exactcover", "highs", "scip"}
    assert shipped <= {*wrong["backend"]["attributes"]["options"]}
    assert shipped <= {*backend_names()}
    for name in ("wrong_answer", "bug"):
        version = fields(GITHUB / "ISSUE_TEMPLATE" / f"{name}.yml")["version"]
        assert "ilpuzzles --version" in version["attributes"]["description"]


def test_a_hole_is_reported_in_private() -> None:
    text = " ".join((ROOT / "SECURITY.md").read_text(encoding="utf-8").split())
    assert "Report a vulnerability" in text
    assert "There is no release yet" in text
