"""A page inside a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape


@dataclass(frozen=True, slots=True)
class Frame:
    """A page that shows itself in Jupyter, shut off from everything around it.

    Attributes:
        html: The page.
        height: How high it is shown, in pixels.
    """

    html: str
    height: int = 900

    def _repr_html_(self) -> str:
        return (
            f'<iframe srcdoc="{escape(self.html)}" sandbox="allow-scripts" '
            f'style="width:100%;height:{self.height}px;border:0"></iframe>'
        )

    def __repr__(self) -> str:
        return f"<page of {len(self.html.encode()):,} bytes>"
