"""Makes the pictures of the README, and the gallery with its page.

Run it from the top of the checkout:

    python scripts/make_pictures.py

The pictures of pages and of the panel need a browser; `scripts/make_screens.py` takes them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from functools import partial
from html import escape
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from ilpuzzles.asking.model import Model
from ilpuzzles.cli.main import main as main_of_command
from ilpuzzles.experiments.experiments import experiment, own_puzzle, solve
from ilpuzzles.experiments.loading import describe, load
from ilpuzzles.reading.library import PYTHON, Library

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


def solved(
    puzzle: str, preset: str | None = None, *, view: str = "all", **parameters: int | str
) -> str:
    """A solution; with a fixed backend, since others find another one first."""
    answer = solve(puzzle, preset, parameters=parameters or None, backend="cpsat")
    return answer.svg(view=view)  # type: ignore[arg-type] # one of the views


def orientations() -> str:
    """A piece in all its orientations."""
    described = describe("lonpos")
    return described.kind.show_tile(described.puzzle, "A").picture.document()


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


def model_explained() -> str:
    """The model of a file, with a mark on all rows and bounds that cannot hold together."""
    file = DOCS / "examples" / "plan.lp"
    with redirect_stdout(StringIO()) as said:
        main_of_command(["explain", str(file)])
    clashing = {line.strip() for line in said.getvalue().splitlines()}
    lines = file.read_text(encoding="utf-8").splitlines()
    stated = lines[lines.index("Minimize") : lines.index("General")]
    verdict = ["", "no solution: what is marked", "cannot hold together"]
    return card([*stated, *verdict], [line for line in stated if line.strip() in clashing])


def card(lines: Sequence[str], marked: Sequence[str]) -> str:
    """Lines of text as a picture, some of them marked."""
    width, height, step = 288, 248, 19
    box = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    style = 'font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
        f'<rect width="{width}" height="{height}" rx="6" fill="#f6f8fa"/>',
        f'<g {style} fill="#1f2328" xml:space="preserve">',
    ]
    for number, line in enumerate(lines):
        foot = step * number + 28
        if line in marked:
            box = f'x="8" y="{foot - 14}" width="{width - 16}" height="{step}"'
            parts.append(f'<rect {box} rx="3" fill="#ffd8d3"/>')
        parts.append(f'<text x="14" y="{foot}">{escape(line)}</text>')
    return "\n".join([*parts, "</g>", "</svg>", ""])


def three_kinds() -> str:
    """A puzzle in a box, one on paper and a model, side by side, for the first screen."""
    pictures = [
        solved("lonpos", "8pieces"),
        solution_of("slitherlink", "medium"),
        model_explained(),
    ]
    heights, gap, tall = [180, 220, 220], 24, 220
    parts: list[str] = []
    left = gap
    for picture, height in zip(pictures, heights, strict=True):
        root = re.search(r'<svg [^>]*viewBox="0 0 (\d+) (\d+)" width="\d+" height="\d+"', picture)
        if root is None:
            raise ValueError("a picture has no size: its root has no 'viewBox'")
        width = round(int(root[1]) * height / int(root[2]))
        place = f'x="{left}" y="{(tall - height) // 2 + 6}" width="{width}" height="{height}"'
        sized = re.sub(r' width="\d+" height="\d+"', f" {place}", root[0], count=1)
        parts.append(picture.replace(root[0], sized, 1).rstrip())
        left += width + gap
    box = f'viewBox="0 0 {left} {tall + 12}" width="{left}" height="{tall + 12}"'
    ground = f'<rect width="{left}" height="{tall + 12}" rx="8" fill="#ffffff"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {box}>'
    return "\n".join([head, ground, *parts, "</svg>", ""])


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
                "calendar",
                "The calendar puzzle: eight pieces leave a date free, here 30 November.",
                "ilpuzzles calendar --date 11-30 --svg FILE",
                partial(solved, "calendar", date="11-30"),
            ),
            Shown(
                "genius-square",
                "Genius Square: seven dice say which cells stay free.",
                "ilpuzzles genius-square --dice A6,F2,D1,B1,B5,E3,F4 --svg FILE",
                partial(solved, "genius-square", dice="A6,F2,D1,B1,B5,E3,F4"),
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
                "wang",
                "Wang tiles: squares that keep their way up, and colours that match.",
                "ilpuzzles wang --svg FILE",
                partial(solved, "wang"),
            ),
            Shown(
                "dominoes",
                "One of the 6,728 ways to cover a board of six by six with dominoes.",
                "ilpuzzles dominoes --preset 6x6 --svg FILE",
                partial(solved, "dominoes", "6x6"),
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
                "model-explained",
                "Why a model in a file has no solution: what clashes is marked.",
                "ilpuzzles explain docs/examples/plan.lp",
                model_explained,
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
        "On the site, puzzles can be played here: the boards are the pages that `--html FILE",
        "--playable` writes.",
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
    (FOLDER / "three-kinds.svg").write_text(three_kinds(), encoding="utf-8")
    print("wrote three-kinds.svg")
    (DOCS / "gallery.md").write_text(page(), encoding="utf-8")
    print("wrote gallery.md")


if __name__ == "__main__":
    main()
