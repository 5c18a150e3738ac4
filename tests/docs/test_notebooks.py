"""Notebooks are one series: they run, are kept without outputs, and have a common form."""

from __future__ import annotations

import ast
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from support.places import ROOT

FOLDER = ROOT / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")
LISTED = re.compile(r"\| (\d+) \| \[([^\]]+)\]\((\w+\.ipynb)\) \|")
SECTIONS = ["The story", "The mathematics", "Experiments", "To try", "What was learnt"]

# The panel is something to click on, and ends with that.
TOLD = [path for path in NOTEBOOKS if path.stem != "panel"]

each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
each_told = pytest.mark.parametrize("path", TOLD, ids=lambda path: path.stem)


def read(path: Path) -> Any:
    import nbformat  # noqa: PLC0415 - slow to import, and collected by every worker

    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call] # it has no types


def prose(path: Path) -> list[str]:
    """The texts of a notebook between its code."""
    return [cell.source for cell in read(path).cells if cell.cell_type == "markdown"]


def solutions(text: str) -> list[str]:
    """The solutions of exercises, which are folded away."""
    found = re.findall(r"^<details>\n(.+?)\n</details>$", text, re.MULTILINE | re.DOTALL)
    assert len(found) == text.count("<details>") == text.count("</details>")
    return found


def series() -> list[tuple[str, str]]:
    """The file and the name of every notebook, in the order of the table in the README."""
    found = LISTED.findall((FOLDER / "README.md").read_text(encoding="utf-8"))
    assert [int(number) for number, _, _ in found] == list(range(1, len(found) + 1))
    return [(file, name) for _, name, file in found]


def navigation(file: str) -> str:
    """The line below the summary: which notebook this is, and its neighbours."""
    files = [other for other, _ in series()]
    here = files.index(file)
    parts = [f"Notebook {here + 1} of {len(files)}"]
    for word, there in (("before", here - 1), ("next", here + 1)):
        if 0 <= there < len(files):
            parts.append(f"{word}: [{series()[there][1]}]({files[there]})")
    return f"*{' · '.join([*parts, '[all notebooks](README.md)'])}*"


def test_the_table_lists_all_notebooks() -> None:
    assert sorted(file for file, _ in series()) == [path.name for path in NOTEBOOKS]
    assert series()[0][0] == "start.ipynb"


@pytest.mark.exhaustive
@each_notebook
def test_a_notebook_is_kept_without_outputs(path: Path) -> None:
    code = [cell for cell in read(path).cells if cell.cell_type == "code"]
    assert code
    assert not any(cell.outputs for cell in code), "clear all outputs before committing"
    assert {cell.execution_count for cell in code} == {None}


@pytest.mark.exhaustive
@each_notebook
def test_a_notebook_has_the_common_head(path: Path) -> None:
    title, summary, links, story, *_ = prose(path)[0].split("\n\n")
    assert re.fullmatch(r"# [^#\n]+", title)
    assert re.fullmatch(r"\*\*.+\.\*\*", summary, re.DOTALL)
    assert " ".join(links.split()) == navigation(path.name)
    assert story == f"## {SECTIONS[0]}"


@each_told
def test_a_notebook_has_the_common_foot(path: Path) -> None:
    learnt = prose(path)[-1].split(f"## {SECTIONS[-1]}\n\n")[1]
    lines, after = learnt.split("\n\n")
    assert [line[:2] for line in lines.split("\n")] == ["- "] * 3
    files = [file for file, _ in series()]
    following = dict(zip(files, [*series()[1:], series()[0]], strict=True))[path.name]
    assert after.startswith("**Next:** ")
    assert [(target, text) for text, target in LINK.findall(after)] == [following]


@each_told
def test_a_notebook_has_the_sections_in_order(path: Path) -> None:
    headings = re.findall(r"^## (.+)$", "\n\n".join(prose(path)), re.MULTILINE)
    assert [heading for heading in headings if heading in SECTIONS] == SECTIONS
    # What is to be tried comes with a hint.
    trying = "\n\n".join(prose(path)).split("## To try\n")[1].split(f"## {SECTIONS[-1]}")[0]
    assert trying.count("\n1. ") == 1
    assert "*Hint:*" in trying


@each_notebook
def test_every_exercise_has_a_solution_that_is_folded_away(path: Path) -> None:
    together = "\n\n".join(prose(path))
    trying = together.split("## To try\n")[1].split(f"## {SECTIONS[-1]}")[0]
    exercises = re.findall(r"^(\d+)\. ", trying.split("<details>")[0], re.MULTILINE)
    heads = [text.split("\n\n")[0] for text in solutions(trying)]
    assert heads == [f"<summary>Solution {number}</summary>" for number in exercises]
    for question in together.split("**To think about.**")[1:]:
        assert "<details>\n<summary>An answer</summary>\n\n" in question.split("\n## ")[0][:2000]


@each_notebook
def test_the_mathematics_is_there_and_well_formed(path: Path) -> None:
    texts = prose(path)
    together = "\n\n".join(texts)
    mathematics = together.split("## The mathematics")[1].split("## Experiments")[0]
    assert mathematics.count("$$") >= 2
    for text in texts:
        plain = re.sub(r"`[^`]*`", "", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
        assert plain.count("$$") % 2 == 0, text
        inside = plain.split("$$")
        assert not any(part.count("$") % 2 for part in inside[0::2]), text
        formulas = [*inside[1::2], *re.findall(r"\$([^$]+)\$", "".join(inside[0::2]))]
        for formula in formulas:
            assert "$" not in formula
            assert formula.replace(r"\{", "").count("{") == formula.replace(r"\}", "").count("}")
            for opening, closing in ((r"\begin{", r"\end{"), (r"\left(", r"\right)")):
                assert formula.count(opening) == formula.count(closing), formula


# Widgets change after they are shown; what stands above and below them speaks of what they were.
AT_THE_END = """\
import json
print(json.dumps({
    name: value._repr_mimebundle_()["text/plain"]
    for name, value in globals().items()
    if type(value).__name__ == "Panel"
}))"""


def notebook_cell(source: str) -> Any:
    """A cell of code."""
    from nbformat.v4 import new_code_cell  # noqa: PLC0415 - slow to import, as above

    return new_code_cell(source)  # type: ignore[no-untyped-call] # it has no types


def solved(path: Path) -> list[str]:
    """The code of all solutions, which goes on where the notebook ends."""
    folded = "\n".join(solutions("\n\n".join(prose(path))))
    return re.findall(r"^```python\n(.+?)^```$", folded, re.MULTILINE | re.DOTALL)


# What a cell prints beside what it measures has to be measured, too.
FIGURE = re.compile(
    r"\d\s*(s|ms|seconds?|min|minutes?|h|hours?|MB|GB)\b|\b(in|after) an? (second|minute|hour)"
)


def texts_of_code(source: str) -> list[str]:
    """The texts that the code of a cell has, without names and numbers."""
    code = "\n".join(line for line in source.splitlines() if not line.startswith(("%", "!")))
    return [
        node.value
        for node in ast.walk(ast.parse(code))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


@each_notebook
def test_no_figure_of_time_or_memory_is_written_by_hand(path: Path) -> None:
    cells = [cell.source for cell in read(path).cells if cell.cell_type == "code"]
    texts = [text for source in [*cells, *solved(path)] for text in texts_of_code(source)]
    assert [text for text in texts if FIGURE.search(text)] == []


def shown_at_first(notebook: Any) -> dict[str, str]:
    """What each panel that a cell ends with looked like when that cell was run."""
    return {
        cell.source.splitlines()[-1]: output["data"]["text/plain"]
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if "application/vnd.jupyter.widget-view+json" in output.get("data", {})
    }


def shown_at_the_end(notebook: Any) -> dict[str, str]:
    """What they look like once all cells were run."""
    panels = json.loads(notebook.cells[-1].outputs[0].text)
    return {name: panels[name] for name in shown_at_first(notebook)}


# What Jupyter's libraries warn of is not ours to repair.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.exhaustive
@each_notebook
def test_a_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    from scripts.site_build import notebook_runs  # noqa: PLC0415 - slow to import, as above

    notebook = read(path)
    own = len(notebook.cells)
    notebook.cells += [notebook_cell(code) for code in solved(path)]
    notebook.cells.append(notebook_cell(AT_THE_END))
    folder = tmp_path / "empty"
    folder.mkdir()
    notebook_runs.run(notebook, folder)
    outputs = [out for cell in notebook.cells if cell.cell_type == "code" for out in cell.outputs]
    assert shown_at_the_end(notebook) == shown_at_first(notebook)
    assert any("image/svg+xml" in output.get("data", {}) for output in outputs)
    assert list(folder.iterdir()) == []
    # With all packages of the tests, no part is left out.
    assert not any("This part needs" in output.get("text", "") for output in outputs)
    if kept := os.environ.get("ILPUZZLES_NOTEBOOKS"):
        # The site shows them; it need not run them again.
        notebook.cells = notebook.cells[:own]
        notebook_runs.keep(notebook, path, Path(kept))
