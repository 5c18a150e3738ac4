"""Pictures with what is said about them, as a piece of HTML for notebooks."""

from __future__ import annotations

import base64
from collections.abc import Iterable
from html import escape

_OURS = 'class="ilpuzzles'


def picture_html(svg: str) -> str:
    """A picture as an element; one that is not ours stands apart, so that nothing in it can run.

    Args:
        svg: An SVG document.

    Example:
        >>> picture_html("<svg/>")
        '<img alt="" src="data:image/svg+xml;base64,PHN2Zy8+"/>'
    """
    if _OURS in svg.partition(">")[0]:
        return svg
    data = base64.b64encode(svg.encode()).decode()
    return f'<img alt="" src="data:image/svg+xml;base64,{data}"/>'


def pictures_html(pictures: Iterable[str], said: Iterable[str]) -> str:
    """Pictures side by side, and lines of text below them."""
    boxes = "".join(f"<div style='margin:4px'>{picture_html(one)}</div>" for one in pictures)
    lines = "<br/>".join(escape(line) for line in said)
    return f"<div style='display:flex;flex-wrap:wrap'>{boxes}</div><p>{lines}</p>"
