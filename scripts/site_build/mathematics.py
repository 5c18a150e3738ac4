"""Formulas of pages become MathML when the site is built; no script has to be loaded for them."""

from __future__ import annotations

import html
import re
from typing import Any

from latex2mathml.converter import convert

_BAR = re.compile(r"<mo[^>]*>(&#x0007C;)</mo>")
_INLINE = re.compile(r'<span class="arithmatex">\\\((.*?)\\\)</span>', re.DOTALL)
_BLOCK = re.compile(r'<div class="arithmatex">\s*\\\[(.*?)\\\]\s*</div>', re.DOTALL)


def on_page_content(content: str, **_others: Any) -> str:
    """Replaces what arithmatex has marked as formulas."""
    content = _BLOCK.sub(
        lambda found: f'<div class="formula">{_math(found[1], "block")}</div>', content
    )
    return _INLINE.sub(lambda found: _math(found[1], "inline"), content)


def _math(formula: str, display: str) -> str:
    made = str(convert(html.unescape(formula).strip(), display=display))
    # Bars around a set, and around a number, are no relations, which would stand apart.
    return _BAR.sub(r'<mo stretchy="false" lspace="0" rspace="0">\1</mo>', made)
