"""Pages: what they say, what they hold, how large they are, and that they fetch nothing."""

from __future__ import annotations

import base64
import hashlib
import random
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import numpy as np
import pytest

from ilpuzzles import Model, experiment, load, own_puzzle
from ilpuzzles.errors import InputError
from ilpuzzles.experiments.solution_answers import SolutionAnswer
from ilpuzzles.render.page.html_page import MOST, Fact, Page, Shown, make_page
from ilpuzzles.render.solid import BALL
from support.missing_packages import hide
from support.page_reader import Read, unpacked

FLAT, SPACE = 100_000, 6_000_000
NASTY = (
    "</script><script>alert('x')</script></title><img src=http://a.b/c onerror=alert(1)>&amp;$style"
)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0"/></svg>'


def page(**changes: Any) -> str:
    """A page with some parts."""
    parts: dict[str, Any] = {"title": "T", "verdict": "V.", "remarks": ""}
    parts["solutions"] = [Shown("", "AB")]
    return make_page(Page(**({**parts, "number": 1} | changes))).html


@pytest.fixture(scope="module")
def lonpos() -> SolutionAnswer:
    return experiment("lonpos", "2pieces").solutions()


@pytest.fixture(scope="module", params=["cube", "pyramid", "tower", "soma"])
def in_space(request: pytest.FixtureRequest) -> SolutionAnswer:
    return experiment(request.param).solutions(10)


@pytest.mark.exhaustive
def test_a_page_holds_all_834_solutions_of_lonpos(lonpos: SolutionAnswer) -> None:
    html = lonpos.html()
    assert len(html.encode()) <= FLAT
    read = Read(html)
    pictures = read.pictures()
    assert len(pictures) == len(set(pictures)) == 834
    drawn = [(lonpos.subject.svg(one) or "").strip() for one in lonpos.solutions[::24]]
    assert pictures[::24] == drawn
    assert "These are the first" not in html
    assert read.texts["h1"] == "Lonpos 505: Two pieces placed"
    assert "834 solutions." in html
    assert "<dt>Checked</dt><dd>rows and rules</dd>" in html
    # The first one needs no script.
    assert pictures[0] in html


def test_a_page_that_is_full_says_so() -> None:
    chance = random.Random(5)
    texts = ["".join(chance.choices("abcdefgh", k=4000)) for _ in range(300)]
    html = page(solutions=[Shown("", text) for text in texts], number=1234)
    shown = [solution["text"] for solution in Read(html).data()["solutions"]]
    assert shown == texts[: len(shown)]
    assert 30 < len(shown) < 300
    assert f"These are the first {len(shown)} of 1,234 solutions." in html
    # Nearly full: another one takes more than a thousand bytes.
    assert FLAT - 3000 < len(html.encode()) <= FLAT
    # One that is too large for that is shown alone.
    large = "".join(chance.choices("abcdefghijklmnopqrst", k=200_000))
    html = page(solutions=[Shown("", large), Shown("", "B")], number=2)
    assert large in html
    assert "This is the first of 2 solutions." in html


def test_nothing_is_drawn_that_has_no_place() -> None:
    drawn: list[int] = []

    def solutions() -> Any:
        for number in range(10 * MOST):
            drawn.append(number)
            yield Shown("", f"solution {number}")

    html = page(solutions=solutions(), number=10 * MOST)
    assert len(drawn) <= MOST + 1
    assert f"the first {MOST:,} of {10 * MOST:,} solutions" in html


@pytest.mark.exhaustive
def test_pieces_in_space_are_closed_and_as_large_as_their_cells(in_space: SolutionAnswer) -> None:
    html = in_space.html()
    assert len(html.encode()) <= SPACE
    read = Read(html)
    plotly = unpacked(read.texts["plotly"])
    assert "plotly.js" in plotly[:500]
    assert allowed(read) == {digest(read.texts["script"]), digest(plotly)}
    data = read.data()
    assert len(data["solutions"]) == 10
    lattice = in_space.solutions[0].instance.region.lattice.name
    for solution, found in zip(data["solutions"], in_space.solutions, strict=True):
        sizes = sorted(len(tile.points) for tile in found.tiles)
        shapes = [data["shapes"][body[0]] for body in solution["bodies"]]
        assert sorted(body[5] for body in solution["bodies"]) == list(range(len(sizes)))
        if lattice == "fcc":
            assert sorted(len(shape["balls"]) // 3 for shape in shapes) == sizes
            assert data["radius"] == BALL
        elif lattice == "cubic":
            assert sorted(round(volume(shape), 3) for shape in shapes) == sizes
        else:
            assert all(volume(shape) > 0.05 for shape in shapes)


def volume(shape: dict[str, list[float]]) -> float:
    """What a closed surface holds, whose triangles turn the same way round."""
    corners = np.array(shape["corners"]).reshape(-1, 3)
    triangles = corners[np.array(shape["triangles"]).reshape(-1, 3)]
    return float(np.linalg.det(triangles).sum() / 6)


def test_pieces_stand_where_they_are_drawn() -> None:
    answer = experiment("cube").solve()
    data, solution = Read(answer.html()).data(), answer.solutions[0]
    boxes = {}
    for shape, x, y, z, piece, _ in data["solutions"][0]["bodies"]:
        corners = np.array(data["shapes"][shape]["corners"]).reshape(-1, 3) + np.array((x, y, z))
        boxes[data["pieces"][piece]["name"]] = [*corners.min(axis=0), *corners.max(axis=0)]
    for mark, tile in zip(solution.marks(), solution.tiles, strict=True):
        cells = np.array([(column, -row - 1, -layer - 1) for layer, row, column in tile.points])
        assert boxes[mark] == [*cells.min(axis=0), *(cells.max(axis=0) + 1)]


def digest(script: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()


def allowed(read: Read) -> set[str]:
    """The scripts that the page lets run."""
    policy = next(known["content"] for tag, known in read.tags if known.get("http-equiv"))
    assert policy is not None
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "connect-src" not in policy
    assert "http" not in policy
    return set(re.findall(r"sha256-[^']+", policy))


@pytest.mark.parametrize(("puzzle", "preset"), [("lonpos", "8pieces"), ("cube", "empty")])
def test_a_page_fetches_nothing(puzzle: str, preset: str) -> None:
    read = Read(experiment(puzzle, preset).solve().html())
    for tag, known in read.tags:
        assert tag not in {"link", "iframe", "object", "embed", "base", "img", "form"}
        assert not {"src", "href", "srcset", "action", "data", "poster"} & known.keys(), tag
        assert not [name for name in known if name.startswith("on")]
    style = read.texts["style"]
    assert "url(" not in style
    assert "@import" not in style
    assert digest(read.texts["script"]) in allowed(read)


def test_texts_are_texts() -> None:
    shown = Shown("", NASTY, NASTY)
    facts = (Fact(NASTY, NASTY),)
    words = dict.fromkeys(("title", "about", "asked", "verdict", "remarks"), NASTY)
    html = page(**words, solutions=[shown] * 2, facts=facts)
    plain = Read(page(about="A", asked="Q", remarks="R", facts=(Fact("a", "b"),)))
    read = Read(html)
    assert [tag for tag, _ in read.tags] == [tag for tag, _ in plain.tags]
    for place in ("title", "h1", "p", "strong", "dt", "dd", "pre", "caption"):
        assert NASTY in read.texts[place]
    assert read.data()["solutions"][1] == {"text": NASTY, "caption": NASTY}


def puzzle(picture: Callable[[Any], str] | None) -> SolutionAnswer:
    """A puzzle of one's own with two solutions."""
    model = Model("my <b>puzzle</b>")
    side = model.binary("side", 2)
    model.exactly_one(side)
    return own_puzzle(
        model, decode=lambda values: values.tolist(), text=lambda one: f"<i>{one}", svg=picture
    ).solutions()


def test_pictures_of_anybody_are_shown_or_else_texts() -> None:
    prolog = '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "x" "http://a.b/svg.dtd">\n'
    assert Read(puzzle(lambda _: f"{prolog}{SVG}\n").html()).pictures() == [SVG, SVG]
    html = puzzle(None).html()
    assert "<h1>my &lt;b&gt;puzzle&lt;/b&gt;</h1>" in html
    read = Read(html)
    texts = [solution["text"] for solution in read.data()["solutions"]]
    assert sorted(texts) == ["<i>[0, 1]", "<i>[1, 0]"]
    assert read.texts["pre"] == texts[0]


@pytest.mark.parametrize(
    "picture", ["", "no picture", "<svg><g></svg>", "</div><svg>", f"{SVG}</div>", f"{SVG}<b/>"]
)
def test_what_is_no_picture_is_not_put_into_the_page(picture: str) -> None:
    if picture:
        with pytest.raises(
            InputError, match=r"a picture that is not an SVG document \(.*; return one"
        ):
            puzzle(lambda _: picture).html()
    page = Page("a", "b", "", [Shown(picture, "letters")], 1)
    solutions = Read(make_page(page).html).data()["solutions"]
    assert all(solution.keys() == {"text"} for solution in solutions)


def test_without_plotly_a_page_of_solids_has_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = experiment("cube").solutions(3)
    bundle = "".join(answer._repr_mimebundle_().values())
    assert len(bundle) < FLAT
    assert "plotly" not in bundle.lower()
    hide(monkeypatch, "plotly")
    html = answer.html()
    read = Read(html)
    pictures = [answer.subject.svg(one, view="all") for one in answer.solutions]
    assert read.pictures() == [(picture or "").strip() for picture in pictures]
    assert "needs plotly, which is not installed here; pip install" in html
    assert len(html.encode()) <= FLAT
    assert allowed(read) == {digest(read.texts["script"])}
    # An empty board has no pieces that could be turned.
    empty = load("cube", "empty").html()
    assert '<p class="verdict"><strong>The starting position.</strong></p>' in empty
    assert '<details class="facts"><summary>More about it</summary>' in empty
    assert "plotly" not in empty


def test_a_page_in_a_notebook_is_shut_off() -> None:
    answer = experiment("lonpos", "8pieces").solve()
    frame = answer.page(height=500)
    start, page, rest = frame._repr_html_().split('"', 2)
    assert start == "<iframe srcdoc="
    assert unescape(page) == answer.html() == frame.html
    assert rest == ' sandbox="allow-scripts" style="width:100%;height:500px;border:0"></iframe>'
    assert answer.make_page() == (frame.html, 1)
    assert repr(frame) == f"<page of {len(frame.html.encode()):,} bytes>"


def test_a_page_begins_with_the_words_of_the_puzzle() -> None:
    asked = experiment("lonpos", "3pieces")
    for answer, words in (
        (asked.solve(), "Asked: a solution. <strong>Solved.</strong>"),
        (asked.solutions(2), "Asked: solutions. <strong>2 solutions, as many as were asked for."),
    ):
        html = answer.html()
        head, _, rest = html.partition("</header>")
        assert "<h1>Lonpos 505: Three pieces placed</h1>" in head
        assert f'<p class="about">{asked.subject.about}</p>' in head
        assert words in head
        # Models and solvers are in a fold that is closed.
        before, fold, inside = rest.partition('<details class="facts">')
        assert fold
        assert "placement" not in before + head
        folded = inside.partition("</details>")[0]
        assert folded.startswith("<summary>How it was found</summary>")
        assert "<dt>Formulation</dt><dd>placement</dd>" in folded
        assert "1,789 variables" in folded
        assert "1,789 variables" not in before + head
    two = Read(asked.unique().html()).pictures()
    assert len(two) == 2
    assert all('class="m"' in picture for picture in two)
    assert "<details" not in make_page(Page("a", "b", "", [Shown("", "letters")], 1)).html
