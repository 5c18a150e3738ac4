"""A page of solutions: one HTML file that needs nothing else, not even a network."""

from ilpuzzles.render.page.content import MOST, Fact, Page, Shown
from ilpuzzles.render.page.document import page_html, require_plotly

__all__ = ["MOST", "Fact", "Page", "Shown", "page_html", "require_plotly"]
