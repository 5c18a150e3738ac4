"""Links of pages to other files of the project lead to pages of the site that show these.

A page links to what lies where it lies in the checkout, so that the link works there as well. On
the site a notebook is a page, and so are the texts at the top; any other file is shown on a page
of its own below `source/`, and a folder cannot be opened.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

TOP = Path(__file__).resolve().parents[2]
TOP_PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "development/contributing.md",
    "CHANGELOG.md": "development/changelog.md",
    "notebooks/README.md": "notebooks/index.md",
}
"""The texts outside `docs/`, and the pages that show them."""

_CODE = re.compile(r"^( *)(```+|~~~+).*?^\1\2 *$|`[^`\n]+`", re.DOTALL | re.MULTILINE)
_LINK = re.compile(
    r"(?P<text>!?\[(?:[^\[\]]|\[[^\]]*\])*\])\((?P<path>[^)\s#]+)(?P<anchor>#[^)\s]*)?\)"
)
_LANGUAGES = {".py": "python", ".yaml": "yaml", ".toml": "toml", ".js": "javascript", ".sh": "sh"}


def on_files(files: Files, config: MkDocsConfig, **_others: Any) -> Files:
    """Adds the pages that show files outside `docs/`."""
    for source, page in TOP_PAGES.items():
        path = TOP / source
        if path.is_file() and files.get_file_from_path(page) is None:
            files.append(File.generated(config, page, content=path.read_text(encoding="utf-8")))
    for file in list(files.documentation_pages()):
        for found in _LINK.finditer(_without_code(file.content_string)):
            target = _target(file.src_uri, found["path"])
            shown = _page(target) if target and (TOP / target).is_file() else ""
            if target and shown.startswith("source/") and files.get_file_from_path(shown) is None:
                files.append(File.generated(config, shown, content=_listing(target)))
    return files


def on_page_markdown(markdown: str, page: Page, **_others: Any) -> str:
    """Makes links out of `docs/` links to pages."""
    code = [found.span() for found in _CODE.finditer(markdown)]

    def link(found: re.Match[str]) -> str:
        if any(first <= found.start() < end for first, end in code):
            return found[0]
        target = _target(page.file.src_uri, found["path"])
        if target is None:
            return found[0]
        if (TOP / target).is_dir():
            return found["text"].removeprefix("[").removesuffix("]")
        here = posixpath.dirname(page.file.src_uri) or "."
        return f"{found['text']}({posixpath.relpath(_page(target), here)}{found['anchor'] or ''})"

    return _LINK.sub(link, markdown)


def _without_code(text: str) -> str:
    return _CODE.sub("", text)


def _target(page: str, path: str) -> str | None:
    """The file or folder of the project that a link of a page means; None within `docs/`."""
    if ":" in path or path.startswith("/"):
        return None
    source = ""
    if not (TOP / "docs" / page).is_file():
        source = next((source for source, shown in TOP_PAGES.items() if shown == page), "")
    if not source:
        source = page if page.startswith("notebooks/") else f"docs/{page}"
    target = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
    if target.startswith("..") or not (TOP / target).exists():
        return None
    inside = source.startswith("docs/") and target.startswith("docs/")
    return None if inside and not target.endswith((".py", ".yaml")) else target


def _page(target: str) -> str:
    """The page that shows a file."""
    if target in TOP_PAGES:
        return TOP_PAGES[target]
    if target.endswith(".ipynb"):
        return target.removesuffix(".ipynb") + ".md"
    if target.startswith("docs/") and not target.endswith((".py", ".yaml")):
        return target.removeprefix("docs/")
    return f"source/{target}.md"


def _listing(target: str) -> str:
    path = TOP / target
    head = f"---\nsearch:\n  exclude: true\nhide:\n  - toc\n---\n\n# {target}\n\n"
    text = path.read_text(encoding="utf-8").rstrip("\n")
    return f"{head}````{_LANGUAGES.get(path.suffix, 'text')}\n{text}\n````\n"
