"""Pictures that anybody drew, such that they can stand inside a page."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import replace
from html import escape
from xml.etree import ElementTree as ET

from ilpuzzles.render.page.content import Shown

_NAMESPACE = "http://www.w3.org/2000/svg"
_ROOT = re.compile(r"<svg[\s>/]")
_OURS = re.compile(r'<svg[^>]* class="ilpuzzles"')


def inlined(shown: Shown) -> Shown:
    """The same, with a picture that can stand inside a page, or none.

    Example:
        >>> inlined(Shown("<?xml version='1.0'?><svg/>")).picture
        '<svg xmlns="http://www.w3.org/2000/svg"/>'
        >>> inlined(Shown("</div>", "AAB")).picture
        ''
    """
    root = _ROOT.search(shown.picture)
    # What comes before the root has no place inside a page.
    picture = shown.picture[root.start() :].strip() if root is not None else ""
    name = _root_name(picture)
    if name == "svg":
        picture = picture.replace("<svg", f'<svg xmlns="{_NAMESPACE}"', 1)
    elif name != f"{{{_NAMESPACE}}}svg":
        picture = ""
    return replace(shown, picture=picture)


def picture_html(shown: Shown) -> str:
    """A picture as an element of a page: ours as it is, others shut off from the rest of it."""
    if not shown.picture:
        return f"<pre>{escape(shown.text)}</pre>"
    if _OURS.match(shown.picture):
        return shown.picture
    data = b64encode(shown.picture.encode()).decode("ascii")
    return f'<img alt="{escape(shown.text)}" src="data:image/svg+xml;base64,{data}">'


def _root_name(picture: str) -> str:
    """The name of the outermost element, or nothing where tags do not match."""
    try:
        # There is no prolog any more, so nothing that could grow or be fetched.
        return ET.fromstring(picture).tag  # noqa: S314
    except ET.ParseError:
        return ""
