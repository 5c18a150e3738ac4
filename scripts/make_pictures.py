"""Makes the pictures of the README, and the gallery with its page.

Run it from the top of the checkout:

    python scripts/make_pictures.py

The pictures of pages and of the panel need a browser; `scripts/make_screens.py` takes them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ilpuzzles.library import PYTHON, Library
from ilpuzzles.modelling.model import Model
from ilpuzzles.workbench.experiments import experiment, own_puzzle, solve
from ilpuzzles.workbench.loading import describe, load

DOCS = Path(__file__).parent.parent / "docs"
FOLDER = DOCS / "pictures"


class Shown(NamedTuple):
    """A picture of the gallery."""

    name: str
    """The name of its file, without `.svg`."""
    about: str
    """What is seen."""
    command: str
    """What a person would type, or the Python that draws it."""
    draw: Callable[[], str]
    """Draws it."""


def solved(puzzle: str, preset: str | None = None, *, view: str = "all", **parameters: int) -> str:
    """A solution; with a fixed backend, since others find another one first."""
    answer = solve(puzzle, preset, parameters=parameters or None, backend="cpsat")
    return answer.svg(view=view)  # type: ignore[arg-type] # one of the views


def orientations() -> str:
    """A piece in all its orientations."""
    described = describe("lonpos")
    return described.family.show_tile(described.puzzle, "A").picture.document()


def explained() -> str:
    """Why there is no solution."""
    hopeless = experiment("lonpos", file=DOCS / "hopeless.yaml", backend="cpsat")
    return hopeless.explain().svg()


def queens() -> str:
    """A puzzle of one's own, drawn by its own function."""
    size = 8
    model = Model("queens")
    queen = model.binary("queen", size, size)
    model.exactly_one(queen, axis=0)
    model.exactly_one(queen, axis=1)
    for step in range(1 - size, size):
        cells = [(row, row + step) for row in range(size) if 0 <= row + step < size]
        model.at_most_one([queen[cell] for cell in cells])
        model.at_most_one([queen[row, size - 1 - column] for row, column in cells])

    def picture(values: object) -> str:
        board = values[queen.columns]  # type: ignore[index] # an array of numbers
        edge = 40 * size
        box = f'viewBox="0 0 {edge} {edge}" width="{edge}" height="{edge}"'
        parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {box}>']
        for row in range(size):
            for column in range(size):
                ground = "#f1d9b5" if (row + column) % 2 == 0 else "#b58863"
                place = f'x="{40 * column}" y="{40 * row}"'
                parts.append(f'<rect {place} width="40" height="40" fill="{ground}"/>')
                if board[row, column]:
                    middle = f'x="{40 * column + 20}" y="{40 * row + 31}"'
                    style = 'font-size="32" text-anchor="middle"'
                    parts.append(f"<text {middle} {style}>\u265b</text>")
        return "".join([*parts, "</svg>"])

    return own_puzzle(model, lambda values: values, svg=picture, backend="cpsat").solve().svg()


def solution_of(puzzle: str, preset: str) -> str:
    """The only solution, which the quickest solver finds."""
    return solve(puzzle, preset).svg()


def genres() -> list[Shown]:
    """A picture for each pencil puzzle, of its preset `medium` if there is one."""
    library, found = Library.standard(), []
    for name in library.puzzles():
        if library.model_file(name).suffix == PYTHON:
            presets = library.presets(name)
            preset = "medium" if "medium" in presets else presets[0]
            position = load(name, preset)
            about = f"{position.puzzle.title}: {position.about.partition('. ')[0].rstrip('.')}."
            command = f"ilpuzzles {name} --preset {preset} --svg FILE"
            found.append(Shown(name, about, command, partial(solution_of, name, preset)))
    return found


GALLERY = (
    (
        "Boards",
        (
            Shown(
                "lonpos-8pieces",
                "Lonpos 505: the pieces with a ring were given.",
                "ilpuzzles lonpos --preset 8pieces --svg FILE",
                partial(solved, "lonpos", "8pieces"),
            ),
            Shown(
                "pentominoes",
                "The twelve pentominoes on a board of six by ten.",
                "ilpuzzles pentominoes --preset 6x10 --svg FILE",
                partial(solved, "pentominoes", "6x10"),
            ),
            Shown(
                "tritetratan",
                "TriTetraTan: triaboloes and tetraboloes fill a form.",
                "ilpuzzles tritetratan --svg FILE",
                partial(solved, "tritetratan"),
            ),
            Shown(
                "hexiamonds",
                "Hexiamonds fill a rhombus.",
                "ilpuzzles hexiamonds --svg FILE",
                partial(solved, "hexiamonds"),
            ),
            Shown(
                "tetrahexes",
                "Tetrahexes fill a parallelogram.",
                "ilpuzzles tetrahexes --svg FILE",
                partial(solved, "tetrahexes"),
            ),
            Shown(
                "macmahon",
                "MacMahon squares: edges that touch have the same colour, and the border is red.",
                "ilpuzzles macmahon --svg FILE",
                partial(solved, "macmahon"),
            ),
            Shown(
                "chequered",
                "Chequered pentominoes: a chessboard of sixty squares, put together again.",
                "ilpuzzles chequered --svg FILE",
                partial(solved, "chequered"),
            ),
            Shown(
                "surasshupakku",
                "Surasshupakku: diagonal cuts make parts with the same letters.",
                "ilpuzzles surasshupakku --preset 10x10 --svg FILE",
                partial(solved, "surasshupakku", "10x10"),
            ),
        ),
    ),
    (
        "Solids",
        (
            Shown(
                "cube",
                "The L-tromino cube, and its layers.",
                "ilpuzzles cube --svg FILE",
                partial(solved, "cube"),
            ),
            Shown(
                "soma-apart",
                "The Soma cube, pulled apart.",
                "ilpuzzles soma --view apart --svg FILE",
                partial(solved, "soma", view="apart"),
            ),
            Shown(
                "pyramid",
                "The Lonpos pyramid of 55 balls, and its layers.",
                "ilpuzzles pyramid --svg FILE",
                partial(solved, "pyramid"),
            ),
            Shown(
                "tower",
                "The Logiq Tower, unrolled and from both sides.",
                "ilpuzzles tower --height 4 --svg FILE",
                partial(solved, "tower", height=4),
            ),
        ),
    ),
    (
        "Questions",
        (
            Shown(
                "lonpos-explained",
                "Why there is no solution: the pieces that clash are marked.",
                "ilpuzzles explain lonpos --file docs/hopeless.yaml --svg FILE",
                explained,
            ),
            Shown(
                "lonpos-forced",
                "What all seven solutions of a starting position share.",
                "ilpuzzles lonpos --preset 3pieces --forced --svg FILE",
                lambda: experiment("lonpos", "3pieces").forced().svg(),
            ),
            Shown(
                "pentominoes-sheet",
                "All eight solutions of three by twenty on one sheet.",
                "ilpuzzles pentominoes --preset 3x20 --all --svg FILE",
                lambda: experiment("pentominoes", "3x20").solutions().sheet(),
            ),
            Shown(
                "tower-unique",
                "Two solutions of a tower, with the places where they differ.",
                "ilpuzzles tower --height 2 --unique --svg FILE",
                lambda: experiment("tower", parameters={"height": 2}).unique().sheet(),
            ),
        ),
    ),
    (
        "More",
        (
            Shown(
                "lonpos-pieces",
                "The pieces of a puzzle.",
                "ilpuzzles show lonpos --svg FILE",
                lambda: describe("lonpos").svg(),
            ),
            Shown(
                "lonpos-orientations",
                "All orientations of a piece, with the numbers of its shapes.",
                "ilpuzzles show lonpos --tile A --svg FILE",
                orientations,
            ),
            Shown(
                "tritetratan-numbered",
                "The numbers of the atoms.",
                "ilpuzzles tritetratan --view numbered --svg FILE",
                partial(solved, "tritetratan", view="numbered"),
            ),
            Shown(
                "lonpos-start",
                "A starting position.",
                "ilpuzzles show lonpos --preset 4pieces --svg FILE",
                lambda: load("lonpos", "4pieces").svg(),
            ),
            Shown(
                "lonpos-animated",
                "Piece by piece, where motion is welcome: reload the page to see it again.",
                "ilpuzzles lonpos --preset 6pieces --animate --svg FILE",
                lambda: solve("lonpos", "6pieces", backend="cpsat").svg(animated=True),
            ),
            Shown(
                "queens",
                "A puzzle of your own, with your own picture.",
                "own_puzzle(model, decode, svg=picture).solve()",
                queens,
            ),
        ),
    ),
)


def page() -> str:
    """The page of the gallery."""
    parts = [
        "# Gallery",
        "",
        "Every picture on this page is drawn by ilpuzzles, and below each is the command that",
        "draws it. Pages on which solids turn (`--html`), and the panel for Jupyter, come last.",
        "",
        "To make all of them again, and this page: `python scripts/make_pictures.py`, and for the",
        "browser `python scripts/make_screens.py`.",
    ]
    for title, pictures in (*GALLERY, ("Pencil puzzles", genres())):
        parts += ["", f"## {title}"]
        for shown in pictures:
            picture = f"![{shown.about}](pictures/{shown.name}.svg)"
            parts += ["", shown.about, "", picture, "", f"`{shown.command}`"]
    parts += ["", "## Pages and the panel"]
    for name, about, command in SCREENS:
        parts += ["", about, "", f"![{about}](pictures/{name}.png)", "", f"`{command}`"]
    return "\n".join([*parts, ""])


SCREENS = (
    (
        "page-pyramid",
        "A page in a browser: the pyramid turns, comes apart and builds up.",
        "ilpuzzles pyramid --html FILE",
    ),
    (
        "page-lonpos",
        "A page with several solutions, in the dark.",
        "ilpuzzles lonpos --preset 2pieces --all --quiet --html FILE",
    ),
    (
        "panel",
        "The panel in JupyterLab: a group is off, and the rule that the answer breaks is named.",
        'from ilpuzzles.panel import Panel; Panel("lonpos", "4pieces")',
    ),
)


def main() -> None:
    """Writes all pictures, and the page."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for pictures in (*(shown for _, shown in GALLERY), genres()):
        for shown in pictures:
            (FOLDER / f"{shown.name}.svg").write_text(shown.draw(), encoding="utf-8")
            print(f"wrote {shown.name}.svg")
    (DOCS / "gallery.md").write_text(page(), encoding="utf-8")
    print("wrote gallery.md")


if __name__ == "__main__":
    main()
