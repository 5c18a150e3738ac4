"""Boards to play on in the gallery: each is a page of its own, opened by a click on its name.

A page alone is 240 kB of script and style, the same for all of one kind, and a board of 5 to 140
kB. So the site has the scripts once, and pages that load them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.loading import load
from ilpuzzles.play.page import playable_page
from ilpuzzles.reading.library import PYTHON, Library

if TYPE_CHECKING:
    # The tests look at what is below without MkDocs.
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

GALLERY = "gallery.md"
FOLDER = "boards"
SIZES = ("small", "medium")
"""The presets of a pencil puzzle that are played on the site; other puzzles have the one shown."""

MOST_BYTES = 300_000
"""How large a file of the site may become by its boards."""

_COMMAND = re.compile(
    r"^`ilpuzzles (?P<puzzle>[\w-]+)"
    r"(?P<options>(?: --(?:preset|height|date|dice) [\w,-]+| --view apart)*) --svg FILE`$",
    re.MULTILINE,
)
"""The commands of pictures that show a puzzle, and no answer to another question about it."""
_PRESET = re.compile(r"--preset ([\w-]+)")
_POLICY = re.compile(r'(?<=<meta http-equiv="Content-Security-Policy" content=")[^"]*')
_SOURCES = re.compile(r"(script|style)-src [^;]*")
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_EXPORT = re.compile(r"^export default ", re.MULTILINE)
_SCRIPT = re.compile(r'<script type="module">(.*?)</script>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page with a board, and the files that it loads, by their names."""

    page: str
    assets: dict[str, str]


def on_files(files: Files, config: MkDocsConfig, **_others: Any) -> Files:
    """Adds the boards, and what they load."""
    from mkdocs.structure.files import File  # noqa: PLC0415 - see above

    gallery = files.get_file_from_path(GALLERY)
    if gallery is None:
        return files
    added: dict[str, str] = {}
    for puzzle, preset in shown_in(gallery.content_string):
        for name in presets_to_play(puzzle, preset):
            made = site_page(puzzle, name)
            if made is not None:
                added[address_of(puzzle, name)] = made.page
                added |= made.assets
    for path, text in added.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, files: Files, **_others: Any) -> str:
    """Puts links to the boards below the commands of the gallery."""
    if page.file.src_uri != GALLERY:
        return markdown
    return with_links(markdown, lambda path: files.get_file_from_path(path) is not None)


def with_links(markdown: str, is_there: Callable[[str], bool]) -> str:
    """The gallery with a link to each board that is there, below the command of its picture."""

    def below(found: re.Match[str]) -> str:
        puzzle, preset = _shown(found)
        names = presets_to_play(puzzle, preset)
        names = [name for name in names if is_there(address_of(puzzle, name))]
        if not names:
            return found[0]
        links = [f"[{puzzle} {name}]({address_of(puzzle, name)}){{ .board }}" for name in names]
        return f"{found[0]}\n\nPlay here: {', '.join(links)}"

    return _COMMAND.sub(below, markdown)


def shown_in(gallery: str) -> list[tuple[str, str | None]]:
    """The puzzles, and presets, that the pictures of the gallery show."""
    known = Library.standard().puzzles()
    found = [_shown(each) for each in _COMMAND.finditer(gallery)]
    return [(puzzle, preset) for puzzle, preset in found if puzzle in known]


def _shown(command: re.Match[str]) -> tuple[str, str | None]:
    """The puzzle of a command, and the preset if it names one."""
    preset = _PRESET.search(command["options"])
    return command["puzzle"], preset[1] if preset else None


def presets_to_play(puzzle: str, shown: str | None) -> list[str]:
    """The presets of a puzzle that have a board on the site."""
    library = Library.standard()
    presets = library.presets(puzzle) if puzzle in library.puzzles() else ()
    if presets and library.model_file(puzzle).suffix == PYTHON:
        sizes = [size for size in SIZES if size in presets]
        return sizes or [shown or presets[0]]
    return [shown] if shown else list(presets[:1])


def address_of(puzzle: str, preset: str) -> str:
    """Where on the site the board of a preset is."""
    return f"{FOLDER}/{puzzle}-{preset}.html"


def site_page(puzzle: str, preset: str) -> SitePage | None:
    """The page of a board; None if it cannot know its rules, or would be too large."""
    try:
        alone = playable_page(load(puzzle, preset))
    except InputError:
        return None
    made = split(alone)
    largest = max(len(text.encode()) for text in (made.page, *made.assets.values()))
    return made if largest <= MOST_BYTES else None


def split(alone: str) -> SitePage:
    """A page that stands alone as one that loads its style and its script, and nothing else.

    A browser loads no modules for a page that is opened as a file, so the script is none any more.
    """
    style = "".join(_STYLE.findall(alone))
    script = "".join(_SCRIPT.findall(alone))
    # Nobody imports from a page.
    plain = _EXPORT.sub("void ", script)
    assets = {
        _named(style, "css"): style,
        _named(script, "js"): f'(() => {{\n"use strict";\n{plain}\n}})();\n',
    }
    style_link = f'<link rel="stylesheet" href="{_named(style, "css").rpartition("/")[2]}">'
    script_link = f'<script src="{_named(script, "js").rpartition("/")[2]}"></script>'
    # What stood inside had a sum of its own; what is a file now comes from the site.
    page = _POLICY.sub(lambda found: _SOURCES.sub(r"\1-src 'self'", found[0]), alone)
    page = _STYLE.sub(lambda _: style_link, page)
    page = _SCRIPT.sub(lambda _: script_link, page)
    return SitePage(page, assets)


def _named(text: str, kind: str) -> str:
    """A name that another text does not have."""
    return f"{FOLDER}/board-{sha256(text.encode()).hexdigest()[:12]}.{kind}"
