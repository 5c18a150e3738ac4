"""A page as HTML: what it shows without a script, and the data for what scripts show."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import chain
from string import Template

from ilpuzzles.extras import require_extra
from ilpuzzles.render.page.content import MOST, Fact, MadePage, Page, Shown
from ilpuzzles.render.page.inlining import inlined, picture_html
from ilpuzzles.render.page.packing import packed, packed_solutions

FLAT_SIZE = 100_000
"""How large a page without 3-D is at most, in bytes, unless a single solution is larger."""

SPACE_SIZE = 6_000_000
"""How large a page in 3-D is at most, likewise."""

_FLAT_SCRIPTS = ("data.js", "picture.js", "controls.js", "page.js")
_SPACE_SCRIPTS = (
    "data.js",
    "picture.js",
    "controls.js",
    "geometry.js",
    "camera.js",
    "space.js",
    "page.js",
)
_SENTENCE = 200  # bytes for what is only known once the solutions are packed


def page_html(page: Page) -> str:
    """A page as HTML; see `made_page`."""
    return made_page(page).html


def made_page(page: Page) -> MadePage:
    """A page as HTML, in one piece that needs no network.

    Args:
        page: What stands on it.

    Raises:
        ExtraMissingError: If there are pieces in space, and plotly is missing.

    Example:
        >>> trio = Page("Trio", "Solved.", "", [Shown("", "AAB"), Shown("", "ABB")], 2)
        >>> text, shown = made_page(trio)
        >>> "<h1>Trio</h1>" in text, "<pre>AAB</pre>" in text, len(text) < 30_000, shown
        (True, True, True, 2)
    """
    solutions = map(inlined, page.solutions)
    first = next(solutions)
    in_space = bool(first.bodies)
    library = plotly_packed() if in_space else ""
    room = (SPACE_SIZE if in_space else FLAT_SIZE) - _SENTENCE
    room -= len(_document(page, first, library, "", page.number).encode())
    data, shown = packed_solutions(chain([first], solutions), room, MOST)
    return MadePage(_document(page, first, library, data, shown), shown)


def require_plotly() -> None:
    """Raises unless plotly is there, which draws pieces in space.

    Raises:
        ExtraMissingError: If it is missing.
    """
    require_extra("plotly.offline", "viz", "a page in 3-D")


def plotly_packed() -> str:
    """The script of plotly, compressed."""
    require_plotly()
    return packed(_plotly_script())


def shown_in_words(shown: int, number: int) -> str:
    """How many solutions can be seen, where these are not all.

    Example:
        >>> shown_in_words(57, 834), shown_in_words(3, 3)
        ('These are the first 57 of 834 solutions.', '')
    """
    if shown >= number:
        return ""
    these = "This is the first" if shown == 1 else f"These are the first {shown:,}"
    return f"{these} of {number:,} solutions."


def _document(page: Page, first: Shown, library: str, data: str, shown: int) -> str:
    scripts = _SPACE_SCRIPTS if first.bodies else _FLAT_SCRIPTS
    script = '"use strict";\n' + "\n".join(map(_file, scripts))
    allowed = [script, _plotly_script()] if library else [script]
    blocks = [_block("solutions", data)] + ([_block("plotly", library)] if library else [])
    still = "" if page.number == 1 else "Without JavaScript, a page shows the first solution only."
    return Template(_file("page.html")).substitute(
        policy=_policy(allowed),
        title=escape(page.title),
        style=_file("page.css"),
        kind="space" if library else "flat",
        verdict=escape(page.verdict),
        picture=picture_html(first),
        caption=escape(first.caption),
        remarks=f'<pre class="remarks" tabindex="0">{escape(page.remarks)}</pre>'
        if page.remarks
        else "",
        more=shown_in_words(shown, page.number),
        still=still,
        facts="\n".join(map(_line, page.facts)),
        data="\n".join(blocks),
        script=script,
    )


def _policy(scripts: list[str]) -> str:
    """What a browser may do for this page: run these scripts, and fetch nothing."""
    sums = (b64encode(sha256(script.encode()).digest()).decode("ascii") for script in scripts)
    hashes = " ".join(f"'sha256-{one}'" for one in sums)
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; "
        "img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'"
    )


def _line(fact: Fact) -> str:
    return f"<div><dt>{escape(fact.name)}</dt><dd>{escape(fact.value)}</dd></div>"


def _block(name: str, data: str) -> str:
    return f'<script type="text/plain" id="{name}">{data}</script>'


def _file(name: str) -> str:
    return (files("ilpuzzles.render.page") / name).read_text(encoding="utf-8").strip()


@cache
def _plotly_script() -> str:
    script: str = require_extra("plotly.offline", "viz", "a page in 3-D").get_plotlyjs()
    return script
