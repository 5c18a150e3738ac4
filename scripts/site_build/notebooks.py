"""Notebooks become pages with what their cells print and draw.

Notebooks are kept without outputs, so they are run when the site is built, unless what came out
before is still in the folder `extra.notebooks` (see `notebook_runs`). An entry of `nav` that ends
in `/` stands for the pages of that folder that have no entry of their own; notebooks come in the
order of their table.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from scripts.site_build.notebook_runs import FOLDER, TOP, executed

_LISTED = re.compile(r"\]\((\w+)\.ipynb\)")
_SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
_ESCAPE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_MARK = re.compile(r"<p>cell-output-(\d+)</p>")
_outputs: dict[str, list[str]] = {}
"""For each page, the HTML of its outputs; the page has a mark in the place of each."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Puts pages into the entries of `nav` that stand for folders."""
    config.nav = _expanded(config.nav or [], Path(config.docs_dir), str(config.nav))
    return config


def on_files(files: Files, config: MkDocsConfig, **_others: Any) -> Files:
    """Adds a page for every notebook, and its pictures."""
    kept = TOP / config.extra["notebooks"]
    for path in sorted(FOLDER.glob("*.ipynb")):
        text, pictures = _page(path.stem, executed(path, kept))
        files.append(File.generated(config, f"notebooks/{path.stem}.md", content=text))
        for name, picture in pictures.items():
            files.append(File.generated(config, f"notebooks/{name}", content=picture))
    return files


def on_page_content(content: str, page: Any, **_others: Any) -> str:
    """Puts outputs into their places."""
    outputs = _outputs.get(page.file.src_uri, [])
    return _MARK.sub(lambda found: outputs[int(found[1])], content)


def _expanded(entries: list[Any], docs: Path, named: str) -> list[Any]:
    """Entries of `nav`, with the pages of folders for the entries that name one.

    What `nav` has by name is not put there again.
    """
    found: list[Any] = []
    for entry in entries:
        if isinstance(entry, str) and entry.endswith("/"):
            found += [page for page in _pages(entry, docs) if f"'{page}'" not in named]
        elif isinstance(entry, dict):
            found += [
                {title: _expanded(inner, docs, named) if isinstance(inner, list) else inner}
                for title, inner in entry.items()
            ]
        else:
            found.append(entry)
    return found


def _pages(folder: str, docs: Path) -> list[str]:
    """The pages of a folder: its index first, notebooks in their order, others by name."""
    if folder == "notebooks/":
        series = _LISTED.findall((FOLDER / "README.md").read_text(encoding="utf-8"))
        return ["notebooks/index.md", *(f"notebooks/{name}.md" for name in dict.fromkeys(series))]
    names = sorted(path.name for path in (docs / folder).glob("*.md"))
    return [folder + name for name in sorted(names, key=lambda name: (name != "index.md", name))]


def _page(stem: str, notebook: Any) -> tuple[str, dict[str, str | bytes]]:
    """The page of a notebook, and the pictures on it, by their names."""
    parts: list[str] = []
    outputs: list[str] = []
    pictures: dict[str, str | bytes] = {}
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        if cell.cell_type != "code" or not cell.source.strip():
            continue
        block = [f"````python\n{cell.source}\n````"]
        shown = list(_shown(cell.outputs, stem, pictures))
        if shown:
            block.append(f"cell-output-{len(outputs)}")
            outputs.append(f'<div class="cell-output">{"".join(shown)}</div>')
        if _is_hidden(cell):
            block = ['??? success "Solution"', *(_indented(text) for text in block)]
        parts += block
    _outputs[f"notebooks/{stem}.md"] = outputs
    return "\n\n".join(parts) + "\n", pictures


def _is_hidden(cell: Any) -> bool:
    """Whether a cell is folded away in Jupyter."""
    return bool(cell.metadata.get("jupyter", {}).get("source_hidden"))


def _indented(text: str) -> str:
    return re.sub(r"^(?=.)", "    ", text, flags=re.MULTILINE)


def _shown(outputs: Any, stem: str, pictures: dict[str, str | bytes]) -> Iterator[str]:
    """What a cell has printed and drawn, as HTML; pictures are put among the others."""

    def picture(svg: str) -> str:
        name = f"{stem}-{len(pictures) + 1}.svg"
        pictures[name] = svg
        title = _TITLE.search(svg)
        return f'<img src="{name}" alt="{title[1] if title else "a drawing"}">'

    for output in outputs:
        if output.output_type == "stream":
            yield _printed(output.text)
            continue
        data = output.get("data", {})
        if "image/svg+xml" in data and data.get("text/html", "").count("<svg") < 2:
            yield f"<p>{picture(data['image/svg+xml'])}</p>"
        elif "text/html" in data:
            yield _SVG.sub(lambda found: picture(found[0]), data["text/html"])
        elif "text/plain" in data:
            yield _printed(data["text/plain"])


def _printed(text: str) -> str:
    """Text as a terminal would show it in the end."""
    lines = [line.rpartition("\r")[2] for line in _ESCAPE.sub("", text).split("\n")]
    return f"<pre><code>{html.escape(chr(10).join(lines).rstrip())}</code></pre>"
