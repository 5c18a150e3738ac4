"""What a search of the site shows first: pages that answer a question before those that list names.

The search counts words, of which pages of the reference, notebooks and decisions have the most.
So each part of the site has a weight. A page's own head can give it another one, or words that it
is searched by and does not have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # The tests look at what is below without MkDocs.
    from mkdocs.structure.pages import Page

WEIGHTS = {
    "start.md": 20,
    "tutorial/": 20,
    "howto/": 16,
    "explanation/": 2,
    "gallery.md": 2,
    "index.md": 1,
    "reference/commands.md": 2,
    "reference/api/": 0.1,
    "reference/": 1,
    "benchmarks/": 0.3,
    "notebooks/": 0.3,
    "decisions/": 0.1,
    "development/": 0.1,
}
"""How much a hit counts, by how the path of its page begins; the first that fits."""


KEYWORDS = {
    "tutorial/questions.md": [
        "count",
        "unique",
        "why is there no solution",
        "infeasible",
        "whatif",
        "all solutions",
    ],
    "tutorial/models.md": ["model", "connected", "logic"],
    "tutorial/arrays.md": ["labels", "axes", "broadcast"],
    "howto/board.md": ["play in the browser", "board"],
    "howto/editor.md": ["editor", "draw a board", "enter a puzzle"],
    "howto/play.md": ["hint", "stuck"],
    "howto/solvers.md": ["choose a solver", "warm start", "time limit"],
    "howto/files.md": ["LP", "MPS", "OPB", "PuLP"],
    "howto/formulations.md": ["formulation"],
    "howto/long_runs.md": ["long count", "resume", "cluster", "workers"],
    "howto/mixed.md": ["dual", "reduced cost", "continuous"],
    "howto/own_puzzle.md": ["own puzzle", "puzzle of my own"],
    "howto/print.md": ["PDF", "booklet"],
    "howto/tilings.md": ["new tiling"],
}
"""What pages are searched by, in words that readers use; a search shows them below the title."""


def weight_of(path: str) -> float:
    """How much a hit on a page counts.

    Example:
        >>> weight_of("tutorial/models.md") > weight_of("reference/api/modelling.md")
        True
    """
    return next((weight for start, weight in WEIGHTS.items() if path.startswith(start)), 1)


def on_page_markdown(markdown: str, page: Page, **_others: Any) -> str:
    """Gives the page its weight and its keywords, unless its head says others."""
    page.meta["search"] = {"boost": weight_of(page.file.src_uri)} | page.meta.get("search", {})
    if page.file.src_uri in KEYWORDS:
        page.meta.setdefault("tags", KEYWORDS[page.file.src_uri])
    return markdown
