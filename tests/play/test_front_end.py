"""The board's front end: modules that become one, and their own tests and types."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ilpuzzles.play import page
from ilpuzzles.play.page import EDITOR, FRONT_END, read_scripts
from support.node import install_from_npm, node_program, node_version, run
from support.places import ROOT

PLAY, FRONT = ROOT / "ilpuzzles" / "play", ROOT / "tests" / "front"
TYPESCRIPT = "typescript@5.9.3"
Modules = Callable[[dict[str, str]], None]


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> Modules:
    """Has other modules in the place of the package's."""
    return lambda texts: monkeypatch.setattr(page, "read_asset", texts.__getitem__)


def test_modules_are_joined_in_the_order_of_their_imports(modules: Modules) -> None:
    one = "/* First. */\nexport const one = 1;\nexport async function ten() {}\n"
    two = 'import { one,\n  ten } from "./one.js";\n\nexport const two = one + 1;\n'
    three = (
        'import { one } from "./one.js";\nimport { two } from "./two.js";\nexport default two;\n'
    )
    modules({"one.js": one, "two.js": two, "three.js": three})
    first = "/* First. */\nconst one = 1;\nasync function ten() {}\n"
    joined = f"{first}\n\nconst two = one + 1;\n\nexport default two;\n"
    assert read_scripts("three.js") == joined
    assert read_scripts("one.js", "three.js", "two.js") == joined


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('import { lost } from "./one.js";\n', "two.js: one.js does not export lost"),
        ('import { own } from "./one.js";\n', "two.js: one.js does not export own"),
        ('import { one as other } from "./one.js";\n', "does not export as, other"),
        ('import { one } from "./one.js";\nclass own {}\n', "one.js and two.js both have a own"),
        ('import * as all from "./one.js";\n', "two.js: this import cannot be joined: import"),
    ],
)
def test_what_cannot_be_joined_is_an_error(modules: Modules, text: str, words: str) -> None:
    modules({"one.js": "export let one = 1;\nfunction own() {}\n", "two.js": text})
    with pytest.raises(ValueError, match=re.escape(words)):
        read_scripts("two.js")


def test_a_module_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        read_scripts("lost.js")


def test_every_module_is_part_of_a_page_and_checked(tmp_path: Path) -> None:
    whole = read_scripts(
        *FRONT_END, "server_model.js", "solver.js", "answer_key.js", "start.js", *EDITOR
    )
    for path in PLAY.glob("*.js"):
        text = path.read_text("utf-8")
        assert text.startswith("// @ts-check\n/* "), path.name
        assert text.partition("*/")[0] in whole, path.name
    assert re.findall(r"^(?:import|export)\b.*", whole, re.MULTILINE) == [
        "export default { render };"
    ]
    (tmp_path / "whole.mjs").write_text(whole, "utf-8")
    assert run(node_program(), "--check", str(tmp_path / "whole.mjs")).stderr == ""


def test_modules_pass_their_tests_which_cover_them(tmp_path: Path) -> None:
    node, report = node_program(), tmp_path / "lcov"
    # In one process, where Node can do that, they take a third of the time.
    alone = ["--test-isolation=none"] if node_version(node) >= (22, 8) else []
    said = run(
        *(node, "--test", *alone, "--experimental-test-coverage"),
        *("--test-reporter=spec", "--test-reporter-destination=stdout"),
        *("--test-reporter=lcov", f"--test-reporter-destination={report}"),
        *sorted(map(str, FRONT.glob("*.test.js"))),
        cwd=ROOT,
    )
    assert said.returncode == 0, said.stdout + said.stderr
    covered = {}
    for record in report.read_text("utf-8").split("end_of_record"):
        counts = dict(re.findall(r"^(SF|LF|LH):(.*)$", record, re.MULTILINE))
        if counts:
            covered[Path(counts["SF"]).stem] = int(counts["LH"]) / int(counts["LF"])
    names = [path.stem for path in PLAY.glob("*.js")]
    assert {name: covered.get(name, 0) for name in names if covered.get(name, 0) < 0.85} == {}


@pytest.mark.exhaustive
def test_random_games_go_as_whole_positions_do() -> None:
    walks = str(FRONT / "walks.test.js")
    said = run(node_program(), "--test", walks, cwd=ROOT, env={**os.environ, "WALKS": "25"})
    assert said.returncode == 0, said.stdout


@pytest.mark.external
def test_types_are_right(tmp_path: Path) -> None:
    node = node_program()
    install_from_npm(node, TYPESCRIPT, tmp_path)
    compiler = tmp_path / "node_modules" / "typescript" / "bin" / "tsc"
    said = run(node, str(compiler), "--project", str(FRONT / "tsconfig.json"))
    assert (said.returncode, said.stdout) == (0, "")
