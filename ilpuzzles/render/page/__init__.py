"""A page of solutions: one HTML file that needs nothing else, not even a network."""

from ilpuzzles.render.page.document import (
    MOST,
    Fact,
    MadePage,
    Page,
    Shown,
    made_page,
    page_html,
    require_plotly,
)

__all__ = [
    "MOST",
    "Fact",
    "MadePage",
    "Page",
    "Shown",
    "made_page",
    "page_html",
    "require_plotly",
]
