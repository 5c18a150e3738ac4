"""Pages in a browser: every puzzle's opens, turns, explodes, builds up and can be paged through."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from ilpuzzles import Model, experiment, load, own_puzzle
from ilpuzzles.experiments.loading import describe
from ilpuzzles.render.svg import VIEWS
from ilpuzzles.tilings.tiling_puzzle import TilingSolution
from support.browsers import ColourScheme
from support.legible import misplaced, too_faint, wrong_letters
from support.pages import puzzles_of_families
from support.places import DOCS
from support.processes import wait_until
from support.rings import is_wider

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.external

HOPELESS = DOCS / "hopeless.yaml"
FLAT = {
    "lonpos": "2pieces",
    "calendar": "1-25",
    "genius-square": "fewest",
    "pentominoes": "6x10",
    "dominoes": "4x4",
    "hexiamonds": "rhombus",
    "tetrahexes": "parallelogram",
    "tritetratan": "form",
    "surasshupakku": "8x8",
    "chequered": "6x10",
    "macmahon": "4x6",
    "wang": "4x8",
}
SPACE = {"cube": "empty", "pyramid": "empty", "soma": "cube", "tower": "height-2"}
BOTH = ("light", "dark")


@dataclass
class Opened:
    """A page, and what it complained about."""

    page: Page
    trouble: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        own, complain = ("file:", "blob:", "data:"), self.trouble.extend
        self.page.on("console", lambda m: complain([m.text] * (m.type == "error")))
        self.page.on("pageerror", lambda error: complain([str(error)]))
        self.page.on(
            "request", lambda asked: complain([asked.url] * (not asked.url.startswith(own)))
        )

    def open(self, html: str, folder: Path, *, ready: bool = True) -> None:
        path = folder / "page.html"
        path.write_text(html, encoding="utf-8")
        self.page.goto(path.as_uri())
        if ready:
            self.page.wait_for_selector("body.ready")

    def says(self) -> str:
        return self.page.locator("#status").inner_text()

    def value(self, slider: str) -> str:
        """What stands behind a slider."""
        return self.page.locator(f"output[for='slide-{slider}']").inner_text()

    def slide(self, slider: str, value: int) -> None:
        self.page.locator(f"#slide-{slider}").fill(str(value))

    def visible(self) -> int:
        """How many pieces of the flat picture are shown."""
        number: int = self.page.locator("#picture").evaluate(
            """holder => new Set([...holder.querySelectorAll(".piece:not(.off)")]
              .map(piece => piece.dataset.piece)).size"""
        )
        return number

    def is_narrow(self) -> bool:
        """Whether nothing reaches beyond the right side."""
        wide: int = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        return wide <= 0


@pytest.fixture
def opened(page: Page) -> Iterator[Opened]:
    """A page that must not have complained in the end."""
    found = Opened(page)
    yield found
    assert found.trouble == []


def is_legible(page: Page) -> bool:
    """Whether all words of the page can be read, and nothing lies on anything else."""
    parts = [page.locator(part) for part in ("header", "#bar", ".facts", "#status")]
    assert [faint for part in parts for faint in too_faint(part)] == []
    assert misplaced(page.locator("main")) == []
    return True


def test_details_are_opened_by_key_and_left_out_on_paper(opened: Opened, tmp_path: Path) -> None:
    opened.open(experiment("lonpos", "3pieces").solutions(2).html(), tmp_path)
    page, fold = opened.page, opened.page.locator("details.facts")
    model = fold.get_by_text("1,789 variables")
    assert not model.is_visible()
    page.emulate_media(media="print")
    assert not fold.is_visible()
    page.emulate_media(media="screen")
    fold.locator("summary").focus()
    page.keyboard.press("Enter")
    assert model.is_visible()
    # The keys that page through solutions still do.
    page.keyboard.press("ArrowRight")
    assert opened.value("solution") == "2 of 2"
    assert is_legible(page)
    page.emulate_media(media="print")
    assert model.is_visible()


IN_A_PIECE = """holder => [...holder.querySelectorAll(".piece path")]
  .map(path => path.getBoundingClientRect())
  .map(box => [box.x + box.width / 2, box.y + box.height / 2])
  .find(([x, y]) => document.elementFromPoint(x, y)?.closest(".piece"))"""


# All puzzles' pictures are looked at below; here it is the controls of each kind of them.
@pytest.mark.parametrize("puzzle", ["lonpos", "tetrahexes", "tritetratan", "surasshupakku"])
def test_a_flat_page_can_be_used(opened: Opened, puzzle: str, tmp_path: Path) -> None:
    answer = experiment(puzzle, FLAT[puzzle]).solutions(3)
    opened.open(answer.html(), tmp_path)
    page, number, pieces = opened.page, len(answer.solutions), opened.visible()
    assert f"{pieces} pieces" in opened.says()
    assert wrong_letters(page.locator("#picture > svg")) == []
    if number > 1:
        first = page.locator("#picture").inner_html()
        following = page.get_by_role("button", name="Next solution")
        following.click()
        assert opened.value("solution") == f"2 of {number}"
        assert page.locator("#picture").inner_html() != first
        for key, there in (("End", number), ("ArrowLeft", number - 1), ("Home", 1)):
            page.keyboard.press(key)
            assert opened.value("solution") == f"{there} of {number}"
            assert following.is_disabled() == (there == number)
        assert page.locator("#picture").inner_html() == first
    opened.slide("build-up", 2)
    assert opened.visible() == 2
    assert opened.value("build-up") == f"2 of {pieces}"
    opened.slide("build-up", pieces)
    last = page.locator("#picture .piece").last
    last.focus()
    name = last.get_attribute("data-name")
    assert opened.says() in {f"Piece {name}", str(name).capitalize()}
    assert page.locator("#picture .piece:not(.dim)").count() < page.locator(".piece").count()
    last.blur()
    page.mouse.move(*page.locator("#picture").evaluate(IN_A_PIECE))
    assert opened.says() != f"{pieces} pieces; point at one"
    assert 0 < page.locator("#picture .piece:not(.dim)").count() < page.locator(".piece").count()
    page.locator("h1").hover()
    assert opened.says() == f"{pieces} pieces; point at one"
    assert page.locator(".piece.dim").count() == 0
    page.set_viewport_size({"width": 320, "height": 700})
    assert opened.is_narrow()
    assert wrong_letters(page.locator("#picture > svg")) == []


@pytest.mark.parametrize("colour_scheme", BOTH)
def test_a_page_is_legible(opened: Opened, colour_scheme: ColourScheme, tmp_path: Path) -> None:
    opened.open(experiment("tetrahexes").solutions().html(), tmp_path)
    ground = opened.page.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    light = sum(map(int, ground.strip("rgb()").split(", "))) > 384
    assert light is (colour_scheme == "light")
    assert is_legible(opened.page)
    opened.page.set_viewport_size({"width": 320, "height": 700})
    assert is_legible(opened.page)


@pytest.mark.parametrize("calm", [False, True])
def test_pieces_come_one_after_the_other_unless_nothing_is_to_move_by_itself(
    opened: Opened, tmp_path: Path, calm: bool
) -> None:
    page, build = opened.page, opened.page.get_by_role("button", name="Build up")
    page.emulate_media(reduced_motion="reduce" if calm else "no-preference")
    page.clock.install(time=0)
    opened.open(experiment("tetrahexes").solve().html(), tmp_path)
    opened.slide("build-up", 3)
    assert opened.visible() == 3
    assert build.count() == (0 if calm else 1)
    if not calm:
        # The clock stands still, and goes as far as it is told to.
        page.clock.pause_at(1_000_000)
        build.click()
        page.clock.run_for(1_000)
        assert page.locator(".piece.off").count() > 0
        assert page.get_by_role("button", name="Stop").is_visible()
        page.clock.run_for(60_000)
        assert opened.value("build-up") == "all pieces"
        assert build.is_visible()


def test_all_are_printed_and_the_first_shown_without_scripts(
    opened: Opened, tmp_path: Path
) -> None:
    html, page = experiment("tetrahexes").solutions().html(), opened.page
    opened.open(html, tmp_path)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#paper svg").count() == 17
    assert page.locator("svg.ilpuzzles:visible").count() == 18
    assert not page.locator("#bar").is_visible()
    page.emulate_media(media="screen")
    opened.open(html.replace("<script>", '<script type="text/plain">'), tmp_path, ready=False)
    assert page.locator("#picture > svg").is_visible()
    assert not page.locator("#bar").is_visible()


def test_what_anybody_wrote_runs_no_script(opened: Opened, tmp_path: Path) -> None:
    model = Model("</title><script>document.title = 'bad'</script>")
    side = model.binary("side", 2)
    model.exactly_one(side)
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90" onload="document.title=1">'
        "<script>document.title = 'bad'</script><style>body, p { display: none }</style>"
        '<image href="http://127.0.0.1:9/a.png" width="9" height="9"/>'
        '<rect width="90" height="90"/></svg>'
    )
    own = own_puzzle(
        model, decode=lambda values: values.tolist(), text=lambda _: "<b>", svg=lambda _: svg
    )
    opened.open(own.solutions().html(), tmp_path)
    page = opened.page
    for _ in range(2):
        assert page.title() == "</title><script>document.title = 'bad'</script>"
        picture = page.get_by_role("img", name="<b>")
        assert picture.evaluate("image => [image.naturalWidth, image.naturalHeight]") == [90, 90]
        page.keyboard.press("ArrowRight")
    assert opened.value("solution") == "2 of 2"


def frame(page: Page) -> None:
    """Waits until the view in space has seen where the mouse is: it looks once in each frame."""
    page.evaluate("new Promise(seen => requestAnimationFrame(() => requestAnimationFrame(seen)))")


def position(page: Page) -> list[float]:
    """Where the view in space is seen from, and to where."""
    found: dict[str, dict[str, float]] = page.evaluate("space.camera()")
    return [part for name in ("eye", "center") for part in found[name].values()]


def resting(page: Page) -> Any:
    """The same, about, once nothing moves any more."""
    places: list[Any] = [None]

    def rests() -> bool:
        frame(page)
        places.append(pytest.approx(position(page), abs=0.01))
        return bool(places[-2] == position(page))

    assert wait_until(rests)
    return places[-1]


def shown(page: Page) -> Any:
    """Which parts are shown in space, and where they are."""
    return page.evaluate("document.querySelector('#space').data.map(t => [t.visible, [...t.x]])")


def named(page: Page) -> bool:
    """Whether a piece is named."""
    return page.locator("#status.named").count() == 1


def change(page: Page, what: Callable[[Page], Any], act: Callable[[], Any]) -> None:
    """Does something until it has changed what is seen."""
    before = what(page)

    def changed() -> bool:
        act()
        frame(page)
        return bool(what(page) != before)

    assert wait_until(changed), f"{what.__name__} stayed the same"


def is_turned_and_turned_back(opened: Opened, middle: tuple[float, float]) -> None:
    """Turns what is in space, comes nearer, goes on to another solution, and takes all back."""
    page, (x, y) = opened.page, middle
    # Dragging turns, the wheel zooms, and a button takes both back.
    start = resting(page)

    def drag() -> None:
        page.mouse.move(x, y)
        page.mouse.down()
        frame(page)
        # Level: seen from straight above, a cube looks the same after a turn, or in two solutions.
        page.mouse.move(x + 90, y, steps=4)
        frame(page)
        page.mouse.up()

    for act in (drag, lambda: page.mouse.wheel(0, 100)):
        change(page, position, act)
    page.mouse.move(5, 5)
    # Other solutions are seen from where the reader is.
    turned = resting(page)
    change(page, shown, lambda: page.keyboard.press("ArrowRight"))
    assert opened.value("solution") in {"2 of 3", "3 of 3"}
    assert position(page) == turned
    page.get_by_role("button", name="Reset view").click()
    assert wait_until(lambda: position(page) == start)
    # After a turn, pieces are found where they are again.
    page.evaluate("scrollTo(0, 0)")
    change(page, named, lambda: page.mouse.move(x, y + 5, steps=2))


# Cubes and balls are drawn in ways of their own, and turned in the same way.
@pytest.mark.parametrize("puzzle", ["cube", "pyramid"])
def test_a_page_in_space_can_be_used(
    opened: Opened, puzzle: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    # Few dots, since a processor draws them.
    opened.page.set_viewport_size({"width": 480, "height": 640})
    opened.open(experiment(puzzle, SPACE[puzzle]).solutions(3).html(), tmp_path)
    page, pieces = opened.page, opened.visible()
    box = page.locator("#space").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    # The piece in the middle is named, and lit in the flat picture.
    page.mouse.move(x, y + 5)
    page.wait_for_selector("#status.named")
    name = opened.says()
    assert name.removeprefix("Piece ") in {
        piece.get_attribute("data-name") for piece in page.locator(".piece:not(.dim)").all()
    }
    page.wait_for_selector("#space .hovertext", state="attached")
    assert page.locator("#space .hovertext").text_content() == name
    if puzzle == "pyramid" or is_wider(pytestconfig):
        is_turned_and_turned_back(opened, (x, y))
    page.mouse.move(5, 5)
    page.wait_for_selector("#status:not(.named)")
    change(page, shown, lambda: opened.slide("explode", 80))
    assert opened.value("explode") == "80 %"
    page.keyboard.press("-")
    assert opened.value("explode") == "70 %"
    change(page, shown, lambda: opened.slide("build-up", 1))
    assert opened.visible() == 1
    assert sum(visible for visible, _ in shown(page)) == (1 if puzzle == "pyramid" else 2)
    assert opened.value("build-up") == f"1 of {pieces}"
    page.set_viewport_size({"width": 320, "height": 700})
    assert opened.is_narrow()
    assert wrong_letters(page.locator("#picture > svg")) == []


@pytest.mark.parametrize("colour_scheme", ["dark"])
def test_flat_without_webgl(opened: Opened, colour_scheme: ColourScheme, tmp_path: Path) -> None:
    assert colour_scheme == "dark"
    opened.page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    opened.open(experiment("soma").solutions(2).html(), tmp_path)
    page = opened.page
    assert "WebGL is missing" in page.locator("p.more[role=status]").inner_text()
    assert not page.locator("#space").is_visible()
    assert page.locator("#slide-explode").count() == 0
    page.keyboard.press("ArrowRight")
    assert opened.value("solution") == "2 of 2"
    assert is_legible(page)


def test_a_page_inside_a_notebook_works(opened: Opened, tmp_path: Path) -> None:
    frame = experiment("tetrahexes").solutions().page()._repr_html_()
    opened.open(f"<!doctype html><title>n</title>{frame}", tmp_path, ready=False)
    inside = opened.page.frame_locator("iframe")
    inside.locator("body.ready").wait_for()
    inside.get_by_role("button", name="Next solution").click()
    assert inside.locator("output").first.inner_text() == "2 of 18"


def first_pictures() -> Iterator[tuple[str, str]]:
    """For every puzzle pictures of a solution from all views, and of the starting position."""
    for puzzle in puzzles_of_families():
        preset = (FLAT | SPACE).get(puzzle)
        assert preset is not None, f"{puzzle} has no picture here"
        asked = experiment(puzzle, preset)
        answer = asked.solutions(3)
        solution = answer.solutions[0]
        for view in VIEWS:
            if view == "numbered" and not isinstance(solution, TilingSolution):
                continue
            yield f"{puzzle} {view}", asked.subject.svg(solution, view=view) or ""
        yield f"{puzzle} start", load(puzzle, preset).svg()
        yield f"{puzzle} pieces", describe(puzzle).svg()
        yield f"{puzzle} sheet", answer.sheet()
    yield "marked", experiment("lonpos", file=HOPELESS).explain().svg()
    yield "forced", experiment("lonpos", "3pieces").forced().svg()
    yield "different", experiment("tower", parameters={"height": 2}).unique().sheet()
    heap = experiment("lonpos", "4pieces", formulation="cells").without("one tile per cell")
    yield "clashing", heap.solve().svg()


def test_letters_of_pictures_in_one_page_keep_their_sizes(page: Page) -> None:
    sizes = {}
    for puzzle in ("lonpos", "tritetratan"):
        picture = experiment(puzzle, FLAT[puzzle]).solve().svg()
        sizes[puzzle] = re.findall(r'<svg [^>]*font-size="(\d+)"', picture)[0]
    both = [experiment(puzzle, FLAT[puzzle]).solve().svg() for puzzle in sizes]
    page.set_content("".join(f"<div>{picture}</div>" for picture in both))
    shown = page.eval_on_selector_all(
        "svg", "all => all.map(one => getComputedStyle(one.querySelector('g text')).fontSize)"
    )
    assert shown == [f"{size}px" for size in sizes.values()]
    assert len(set(shown)) == 2


def test_no_letter_of_any_picture_is_clipped_or_covered(page: Page) -> None:
    pictures = dict(first_pictures())
    page.set_content("".join(f"<div>{picture}</div>" for picture in pictures.values()))
    drawn: list[Locator] = page.locator("body > div > svg").all()
    assert len(drawn) == len(pictures)
    wrong = {name: wrong_letters(svg) for name, svg in zip(pictures, drawn, strict=True)}
    assert {name: found for name, found in wrong.items() if found} == {}
