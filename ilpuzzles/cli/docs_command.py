"""`ilpuzzles docs`: a page of the documentation, in a browser or as text in the terminal.

The built site is shown where there is one: in a wheel beside the puzzles, in a checkout where
MkDocs has put it. The pages themselves are Markdown, and always there.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ilpuzzles.cli.command_parsers import docs_parser
from ilpuzzles.cli.output import console_of, has_reader, note, say, say_file
from ilpuzzles.errors import Exit, InputError, OutputError, UnknownNameError, unknown_name
from ilpuzzles.reading.library import shipped_folder

if TYPE_CHECKING:
    from rich.console import Console
    from rich.markdown import Markdown

    from ilpuzzles.reading.library import Library

_HOME = "index"
_WITHOUT_TEXT = "reference/api/"
"""Pages that MkDocs fills from the docstrings; as text there is nothing on them."""

_PARTS = ("", "tutorial", "howto", "explanation", "reference")
"""The parts of the documentation that come first, in the order of the site's menu."""

_LINE = 100
"""The most characters of a line: longer ones are hard to read."""

_FENCE = re.compile(r"^( *)```.*?^\1```[^\n]*\n?", re.DOTALL | re.MULTILINE)
_FRONT_MATTER = re.compile(r"\A---\n.*?^---\n", re.DOTALL | re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_PICTURE = re.compile(r"!\[([^\]]*)\]\([^)]*\)(?:\{[^}\n]*\})?")


def run(arguments: Sequence[str], _library: Library) -> Exit:
    """Shows a page to whoever looks; elsewhere, prints where it is, or its text."""
    args = docs_parser().parse_args(arguments)
    pages = page_files(shipped_folder() / "docs")
    folder = args.page.strip("/")
    inside = {page: path for page, path in pages.items() if page.startswith(f"{folder}/")}
    if folder not in pages and inside:
        _show_text(list_of(inside, f"Pages in {folder}"))
        return Exit.ANSWERED
    name = page_called(args.page or _HOME, pages)
    built = shipped_folder() / "site" / f"{name}.html"
    if built.is_file() and not args.text:
        say(str(built))
        if not has_reader() or _opened(built):
            return Exit.ANSWERED
    text = pages[name].read_text(encoding="utf-8")
    if not args.page:
        text = f"{text.rstrip()}\n\n{list_of(pages)}"
    _show_text(text)
    if has_reader() and not built.is_file() and (shipped_folder() / "mkdocs.yml").is_file():
        how = "pip install -e '.[docs]', then python -m mkdocs build (three minutes)"
        note(f"to read the pages in a browser: {how}")
    return Exit.ANSWERED


def page_files(folder: Path) -> dict[str, Path]:
    """The pages that have a text, by their names, those at the top first.

    Raises:
        OutputError: If the pages are not where they were installed.
    """
    found = {
        path.relative_to(folder).with_suffix("").as_posix(): path for path in folder.rglob("*.md")
    }
    if _HOME not in found:
        raise OutputError("the pages are missing", "install ilpuzzles again", str(folder))
    names = sorted(found, key=_place)
    return {name: found[name] for name in names if not name.startswith(_WITHOUT_TEXT)}


def _place(name: str) -> tuple[int, bool, str]:
    """Where a page stands among the others: home, the tutorial, and so on."""
    part, _, rest = name.rpartition("/")
    order = _PARTS.index(part) if part in _PARTS else len(_PARTS)
    return order, rest != _HOME, name


def page_called(name: str, pages: Mapping[str, Path]) -> str:
    """The page that somebody means, as links write it or by the last part of its name.

    Raises:
        UnknownNameError: If there is no such page.
        InputError: If there are several.

    Example:
        >>> pages = dict.fromkeys(["howto/board", "howto/play", "tutorial/models"], Path("a.md"))
        >>> page_called("../howto/board.md#colours", pages), page_called("models", pages)
        ('howto/board', 'tutorial/models')
    """
    plain = (
        name.partition("#")[0]
        .removesuffix(".md")
        .removesuffix(".html")
        .strip("./")
        .removeprefix("docs/")
    )
    if plain in pages:
        return plain
    same = [page for page in pages if page.rpartition("/")[2] == plain]
    if len(same) > 1:
        raise InputError(f"'{name}' is the name of {len(same)} pages", f"give {' or '.join(same)}")
    if same:
        return same[0]
    last_parts = {page.rpartition("/")[2] for page in pages}
    raise UnknownNameError(unknown_name("page", name, pages, more=last_parts))


def list_of(pages: Mapping[str, Path], heading: str = "All pages") -> str:
    """A list of pages with their titles, in Markdown."""
    lines = [f"## {heading}", "", "`ilpuzzles docs PAGE` shows one of these:", ""]
    lines += [f"- `{name}`: {title_of(path)}" for name, path in pages.items()]
    return "\n".join([*lines, ""])


def title_of(path: Path) -> str:
    """The heading of a page, or its name where it has none."""
    heading = re.search(r"^# (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return heading[1] if heading else path.stem


def _show_text(text: str) -> None:
    """Shows a text to whoever looks at the terminal, or writes it as it stands."""
    if has_reader():
        _show(text)
    else:
        say_file(text)


def _opened(built: Path) -> bool:
    """Whether a browser shows a page now; on a machine without one, nothing does."""
    # Of no use to any other command.
    import webbrowser  # noqa: PLC0415

    return webbrowser.open(built.as_uri())


def _show(text: str) -> None:
    """Shows a page in the terminal, in a pager if it is long."""
    from rich.theme import Theme  # noqa: PLC0415 - loaded where it is used

    console = console_of(sys.stdout)
    console.width = min(console.width, _LINE)
    # As git does: colours, and no pager for what fits on the screen.
    os.environ.setdefault("LESS", "FRX")
    # On light and on dark grounds, and no colour of the ground behind words.
    theme = Theme({"markdown.code": "bold", "markdown.item.number": "bold"})
    with console.use_theme(theme), console.pager(styles=True):
        console.print(_rendered(text), crop=False)


def _rendered(text: str) -> Markdown:
    """A page as rich writes it, with headings at the left and code as it stands."""
    from rich.markdown import CodeBlock, Heading, Markdown  # noqa: PLC0415 - as above
    from rich.text import Text  # noqa: PLC0415

    class LeftHeading(Heading):
        def __rich_console__(self, _console: Console, _options: object) -> list[Text]:
            marks = "#" * int(self.tag.removeprefix("h"))
            return [Text(""), Text(f"{marks} {self.text.plain}", style="bold")]

    class PlainCode(CodeBlock):
        def __rich_console__(self, _console: Console, _options: object) -> list[Text]:
            lines = str(self.text).rstrip().split("\n")
            return [Text(f"    {line}", no_wrap=True, overflow="ignore") for line in lines]

    class Page(Markdown):
        elements = {  # noqa: RUF012 - as there
            **Markdown.elements,
            "heading_open": LeftHeading,
            "fence": PlainCode,
            "code_block": PlainCode,
        }

    return Page(for_terminal(text), hyperlinks=False)


def for_terminal(text: str) -> str:
    r"""A page without what only a browser shows: comments, pictures, and what is said to MkDocs.

    Example:
        >>> print(for_terminal("<!-- long -->\n![A board](a.svg){ width=9 }: solved"))
        *(picture: A board)*: solved
    """
    text = _FRONT_MATTER.sub("", text)
    parts: list[str] = []
    end = 0
    for fence in _FENCE.finditer(text):
        parts += [_prose(text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, _prose(text[end:])])


def _prose(text: str) -> str:
    return _PICTURE.sub(r"*(picture: \1)*", _COMMENT.sub("", text))
