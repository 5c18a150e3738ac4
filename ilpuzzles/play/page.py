"""Pages with a board to play on: the local server's, and one that needs no server at all.

Both are one file: the board, its style and its scripts stand inside, and a browser may run these
scripts alone. The server's page may ask the server, the offline page may ask nobody.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Mapping
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from ilpuzzles.errors import InputError
from ilpuzzles.hints.solution_counter import WorkBudget, bare_experiment, counter_of
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.puzzles.playground import Playground
from ilpuzzles.puzzles.position import Position

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="$policy">
<link rel="icon" href="data:,">
<title>$title</title>
<style>$style</style>
</head>
<body>
<main id="play"><noscript><p>$title: this board needs JavaScript.</p></noscript></main>
<script type="application/json" id="board">$board</script>
<script type="module">$script</script>
</body>
</html>
"""

_STYLE = """
body { margin: 0; background: #ffffff; }
main { max-width: 100rem; margin: 0 auto; }
main { padding: clamp(.6rem, 1.5vw, 1rem) clamp(.7rem, 3vw, 2rem); }
@media (prefers-color-scheme: dark) { body { background: #15181c; color: #e9ecef; } }
"""


_MOST_SOLUTIONS = 100
"""The most solutions that a page may have to know."""

_MOST_WORK = 30.0
"""The most work that it may be to find them."""

_WHERE = frozenset({"x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "d", "points", "transform"})
"""The attributes of a drawing that say where it is; all others say what it looks like."""

FRONT_END = ("board.js",)
"""The modules that are one by the anywidget convention, with all that they import."""

EDITOR = ("sheet.js",)
"""The modules of the editor, which draws boards of one's own."""

_IMPORT = re.compile(r'(?m)^import \{([^}]*)\} from "\./([\w.]+)";\n')
_EXPORT = re.compile(r"(?m)^export (?!default)")
_DOCUMENTED = re.compile(r"(?m)^[ \t]*/\*\*(?:[^*]|\*(?!/))*\*/[ \t]*\n")
_DEFINED = re.compile(r"(?m)^(export )?(?:async )?(?:function\*?|class|const|let) (\w+)")


def play_page(board: Mapping[str, Any]) -> str:
    """The page of a local server that answers at `/ask`; the token is in the page's address."""
    is_drawn = "draft" in board.get("questions", ())
    scripts = (*FRONT_END, "server_model.js", "start.js")
    return _page(board, scripts, "start(ServerModel);", "'self'", has_editor=is_drawn)


def editor_script() -> str:
    """The module of the editor, which the page of a server loads when somebody draws."""
    return f"{read_scripts(*EDITOR)}\nexport {{ Editor }};\n"


def offline_page(board: Mapping[str, Any]) -> str:
    """A page that can be saved, sent and played without a server: it answers by itself.

    It counts and shows solutions, checks, and hints at what has one way left, or whose other ways
    all leave a hole. What takes a longer search is left to those who have the engine.

    Example:
        >>> board = {"title": "Two </script> squares", "questions": ["status", "new", "export"]}
        >>> page = offline_page(board)
        >>> "Two &lt;/script&gt; squares" in page, "http:" in page.replace("http://www.w3", "")
        (True, False)
    """
    asked = ["status", "hint", "solution", "solutions", "check", "export"]
    alone = _alone({**board, "questions": asked, "formats": ["address", "json"]})
    return _page(alone, (*FRONT_END, "solver.js", "start.js"), "start(SolverModel);", "'none'")


def playable_page(subject: PuzzlePosition) -> str:
    """The offline page of a puzzle, with what lies on its board already.

    Raises:
        InputError: If there is no board of it, or a page cannot know its rules.
    """
    ground = require_playground(subject)
    instance = subject.instance
    if ground.data.drawings:
        return _page_with_key(subject, ground)
    if not ground.covers:
        what = f"a page alone does not know the rules of {subject.name}"
        raise InputError(what, f"try 'ilpuzzles play {subject.name}'")
    board = plain_board(subject, ground)
    # What a file of somebody's own says of itself may be wrong.
    is_sure = subject.preset and instance.breaking is None
    if is_sure and instance.solutions is not None:
        board["solutions"] = instance.solutions
    return offline_page(board)


def require_playground(subject: Position) -> Playground:
    """The board of a puzzle; an `InputError` if there is none."""
    ground = subject.playground()
    if ground is None:
        what = f"{subject.name} has no board to play on"
        raise InputError(what, "'ilpuzzles docs' says what has one")
    return ground


def plain_board(subject: Position, ground: Playground) -> dict[str, Any]:
    """The data of a board that a page alone knows."""
    return {
        "version": 1,
        "key": "",
        "puzzle": subject.name,
        "preset": subject.preset or "",
        "title": subject.title,
        "about": subject.rules_to_play,
        "unit": ground.move_noun or subject.unit,
        **ground.data.to_json(),
        "given": list(ground.given),
    }


def _page_with_key(subject: PuzzlePosition, ground: Playground) -> str:
    """The offline page of a board to draw on, with all its solutions, and rows for short proofs."""
    counter = counter_of(bare_experiment(subject, ground), ground)
    budget = WorkBudget(work=_MOST_WORK)
    solutions, is_complete = counter.first(ground.given, _MOST_SOLUTIONS + 1, budget)
    has_too_many = len(solutions) > _MOST_SOLUTIONS
    if has_too_many or not is_complete:
        many = f"more than {_MOST_SOLUTIONS}" if has_too_many else "nobody knows how many"
        what = f"a page alone would have to know all solutions of {subject.name}, {many}"
        raise InputError(what, f"try 'ilpuzzles play {subject.name}'")
    known = []
    for moves in solutions:
        needed = [move for move in moves if ground.is_positive(move)]
        known.append({"moves": moves, "needed": needed})
    asked = "status hint why-not forced solution solutions check export"
    board = plain_board(subject, ground) | {
        "questions": asked.split(),
        "formats": ["address"],
        "known": known,
        "proofs": ground.page_rows(),
    }
    return _page(
        _alone(board), (*FRONT_END, "answer_key.js", "start.js"), "start(KeyModel);", "'none'"
    )


def _alone(board: Mapping[str, Any]) -> dict[str, Any]:
    """A board that says what its page leaves out, and which command does not."""
    command = f"ilpuzzles play {board.get('puzzle') or 'NAME'}"
    note = (
        "This page plays, counts, hints and checks by itself. New positions, other presets and "
        f"proofs by search: '{command}'."
    )
    about = str(board.get("about") or "").strip()
    return {**board, "command": command, "about": f"{about} {note}".strip()}


def _with_looks_apart(board: Mapping[str, Any]) -> Mapping[str, Any]:
    """The same board, in which drawings that look alike share what they look like.

    What differs is where they are. Half of what a page says of a board to draw on is saved by that.
    """
    moves = board.get("moves") or {}
    looks: dict[tuple[tuple[str, str], ...], int] = {}

    def without_look(element: Mapping[str, Any]) -> dict[str, Any]:
        attributes = element["set"]
        look = tuple((name, value) for name, value in attributes.items() if name not in _WHERE)
        rest = {name: value for name, value in attributes.items() if name in _WHERE}
        number = looks.setdefault(look, len(looks))
        return {**element, "set": {**rest, "look": str(number)}}

    drawings = [
        [without_look(element) for element in drawing] for drawing in moves.get("drawings") or ()
    ]
    if not drawings:
        return board
    named = [dict(look) for look in looks]
    return {**board, "moves": {**moves, "drawings": drawings}, "looks": named}


def page_policy(page: str) -> str:
    """The Content-Security-Policy of such a page, for a server that sends it as a header too."""
    return page.split('http-equiv="Content-Security-Policy" content="')[1].split('"', maxsplit=1)[0]


def _page(
    board: Mapping[str, Any],
    scripts: tuple[str, ...],
    last: str,
    asks: str,
    *,
    has_editor: bool = False,
) -> str:
    script = f"{without_types(read_scripts(*scripts))}\n{last}\n"
    styles = ("board.css", "editor.css") if has_editor else ("board.css",)
    style = "".join(map(read_asset, styles)) + _STYLE
    # The editor comes from the server of the page, and nothing else does.
    sources = f"{_sum(script)} 'self'" if has_editor else _sum(script)
    policy = (
        f"default-src 'none'; script-src {sources}; style-src {_sum(style)}; "
        f"img-src data: blob:; connect-src {asks}; base-uri 'none'; form-action 'none'"
    )
    board = _with_looks_apart(board)
    return Template(_PAGE).substitute(
        policy=policy,
        title=escape(str(board.get("title", ""))),
        style=style,
        board=_inside(board),
        script=script,
    )


def read_asset(name: str) -> str:
    """The text of a script or style sheet of this package."""
    return (files("ilpuzzles.play") / name).read_text(encoding="utf-8")


def read_scripts(*names: str) -> str:
    """Modules of this package, each after those that it imports, as the text of one.

    Raises:
        ValueError: If a module lacks what another one imports, or two have a name in common.
    """
    owners: dict[str, str] = {}
    exported: dict[str, set[str]] = {}
    texts: list[str] = []

    def add(name: str) -> None:
        text = read_asset(name)
        defined = _DEFINED.findall(text)
        exported[name] = {word for export, word in defined if export}
        for words, source in _IMPORT.findall(text):
            if source not in exported:
                add(source)
            if lacking := {*re.findall(r"\w+", words)} - exported[source]:
                raise ValueError(f"{name}: {source} does not export {', '.join(sorted(lacking))}")
        for _, word in defined:
            if owners.setdefault(word, name) != name:
                raise ValueError(f"{owners[word]} and {name} both have a {word}")
        texts.append(_EXPORT.sub("", _IMPORT.sub("", text)))
        if other := re.search(r"(?m)^import\b.*", texts[-1]):
            raise ValueError(f"{name}: this import cannot be joined: {other[0]}")

    for name in names:
        if name not in exported:
            add(name)
    return "\n".join(texts)


def without_types(script: str) -> str:
    r"""A script without the comments about types and functions, which no page needs.

    They are a quarter of it.

    Example:
        >>> without_types("/** @param {number} one */\nconst next = (one) => one + 1; // more\n")
        'const next = (one) => one + 1; // more\n'
    """
    return _DOCUMENTED.sub("", script)


def _sum(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode('ascii')}'"


def _inside(board: Mapping[str, Any]) -> str:
    """A board as JSON that cannot end the element in which it stands."""
    text = json.dumps(board, separators=(",", ":"), ensure_ascii=True)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
