"""A4 pages of pictures: a title, chapters of pictures in a grid, a footer on every page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import starmap
from typing import NamedTuple

from ilpuzzles.render.pdf_file import BOLD, HEIGHT, PLAIN, WIDTH, PdfFile, operators, text_width
from ilpuzzles.render.pdf_ink import Inked, drawn, letters
from ilpuzzles.render.svg import Picture, opening, style

_MARGIN = 42.0  # points around a page; about 15 mm
_WIDE = WIDTH - 2 * _MARGIN
_LOW = HEIGHT - _MARGIN - 12  # where pictures end at the latest
_GAP = 14.0  # points between two pictures
_CAPTION = 13.0  # points for the caption above a picture
_LINE = 1.35  # the height of a line, as a multiple of its letters
_SMALL = 0.55  # the size of what stands below a picture, as a multiple of that of the picture
_BETWEEN = 16.0  # pixels between a picture and what stands below it
_LARGEST = 1.1  # points that a pixel has at most
_NARROW = 110.0  # points that a picture has at least where the size of its letters is not known
_TIGHTER = 0.8  # how much smaller pictures may become for one more row of them
_MOST_COLUMNS = 8
_SOFT = "#495057"


@dataclass(frozen=True, slots=True)
class BookPicture:
    """A picture of a book, with what stands above it, and perhaps a smaller one below it."""

    caption: str
    picture: Picture | str
    below: Picture | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """Pictures of one kind, below a title that may be empty.

    `letters` is how small the letters on them may become, in points.
    """

    title: str
    pictures: Sequence[BookPicture]
    letters: float = 6.0


class MadeBook(NamedTuple):
    """The bytes of a PDF file, and how many pages it has."""

    data: bytes
    pages: int


class PageGrid(NamedTuple):
    """A grid of pictures on a page: columns, rows, and points to a pixel."""

    columns: int
    rows: int
    scale: float


class _Sized(NamedTuple):
    """A picture of a book, drawn, and that below it; in pixels."""

    caption: str
    above: Inked
    below: Inked | None

    def shrunk(self) -> float:
        """The size of what stands below, as a multiple of that of the picture."""
        return 0.0 if self.below is None else min(_SMALL, self.above.width / self.below.width)

    def high(self) -> float:
        """The height of both."""
        more = 0.0 if self.below is None else _BETWEEN + self.below.height * self.shrunk()
        return self.above.height + more


def pdf_book(
    title: str, chapters: Iterable[Chapter], lines: Iterable[str] = (), *, foot: str = ""
) -> MadeBook:
    """A PDF file with a title and lines of text on its first page, and each chapter on new pages.

    `foot` stands at the bottom of every page, beside the number of the page.

    Raises:
        ExtraMissingError: If what writes PDF files is not installed.

    Example:
        >>> from ilpuzzles.render.svg import Block
        >>> block = Block("", 44, 44, ('<path class="c" d="M0 0h44v44z"/>',))
        >>> square = BookPicture("1", Picture("", ((block,),), (), 20))
        >>> data, pages = pdf_book("Squares", [Chapter("", [square] * 500)])
        >>> data[:5], len(data) < 10_000, pages
        (b'%PDF-', True, 5)
    """
    book = _Book(title)
    book.write(title, 18, BOLD, "#000000")
    for line in lines:
        book.write(line, 10)
    for number, chapter in enumerate(chapters):
        if number:
            book.turn()
        if chapter.title:
            book.write(chapter.title, 13, BOLD, "#000000")
        book.draw(chapter)
    return book.made(foot)


def book_of_pictures(
    title: str,
    pictures: Iterable[tuple[str, Picture | str]],
    lines: Iterable[str] = (),
    *,
    foot: str = "",
) -> MadeBook:
    """The same of pictures alone, each with its caption."""
    return pdf_book(title, [Chapter("", list(starmap(BookPicture, pictures)))], lines, foot=foot)


class _Book:
    """A book that grows from top to bottom, page by page."""

    def __init__(self, title: str) -> None:
        self._file = PdfFile(title)
        self._pages: list[list[str]] = [[]]
        self._top = _MARGIN

    def turn(self) -> None:
        """Begins a new page."""
        self._pages.append([])
        self._top = _MARGIN

    def write(self, text: str, size: float, font: str = PLAIN, colour: str = _SOFT) -> None:
        for line in _wrap(text, size, font):
            place = (_MARGIN, self._top + size)
            self._pages[-1] += letters(self._file, place, line, size, font, colour=colour)
            self._top += size * _LINE

    def draw(self, chapter: Chapter) -> None:
        """Draws the pictures of a chapter, on as many pages as they need."""
        ours = [one.picture for one in chapter.pictures if isinstance(one.picture, Picture)]
        for line in dict.fromkeys(line for picture in ours for line in picture.legend):
            self.write(line, 8.5)
        self._top += 8
        pictures = [self._measure_picture(one) for one in chapter.pictures]
        size = max(one.above.width for one in pictures), max(one.high() for one in pictures)
        smallest = min((picture.letter_size for picture in ours), default=None)
        least = chapter.letters / smallest if smallest else _NARROW / size[0]
        grid, done = best_grid(len(pictures), size, least, _LOW - self._top), 0
        while True:
            page = pictures[done : done + grid.columns * grid.rows]
            self._pages[-1] += self._grid(page, grid, size)
            done += len(page)
            if done == len(pictures):
                return
            self.turn()
            grid = grid._replace(rows=_rows(size[1] * grid.scale, _LOW - _MARGIN))

    def made(self, foot: str) -> MadeBook:
        """The book, with a footer on all pages."""
        for number, page in enumerate(self._pages, start=1):
            which = f"{number} / {len(self._pages)}"
            right = WIDTH - _MARGIN - text_width(which, 8)
            footer = letters(self._file, (right, HEIGHT - 30), which, 8, colour=_SOFT)
            lines = _wrap(foot, 7, width=right - _MARGIN - 20)
            for row, line in enumerate(lines[:2]):
                place = (_MARGIN, HEIGHT - 30 + row * 9)
                footer += letters(self._file, place, line, 7, colour=_SOFT)
            self._file.add_page([*page, *footer])
        return MadeBook(self._file.data(), self._file.pages)

    def _measure_picture(self, one: BookPicture) -> _Sized:
        below = None if one.below is None else drawn(_document(one.below), self._file)
        return _Sized(one.caption, drawn(_document(one.picture), self._file), below)

    def _grid(
        self, pictures: Iterable[_Sized], grid: PageGrid, size: tuple[float, float]
    ) -> Iterator[str]:
        """Pictures row by row, each in the middle of its column, with its caption above it."""
        across = (_WIDE + _GAP) / grid.columns
        down = size[1] * grid.scale + _CAPTION + _GAP
        for number, one in enumerate(pictures):
            row, column = divmod(number, grid.columns)
            middle = _MARGIN + column * across + (across - _GAP) / 2
            y = self._top + row * down
            place = (middle - text_width(one.caption, 9, BOLD) / 2, y + 9)
            yield from letters(self._file, place, one.caption, 9, BOLD)
            y += _CAPTION
            yield from _place_picture(one.above, grid.scale, (middle, y))
            if one.below is not None:
                y += (one.above.height + _BETWEEN) * grid.scale
                yield from _place_picture(one.below, grid.scale * one.shrunk(), (middle, y))


def best_grid(number: int, size: tuple[float, float], least: float, room: float) -> PageGrid:
    """How so many pictures of a size in pixels stand on pages, the first with so much room.

    As large as they fit on one page; where that is less than `least` points to a pixel, in as many
    columns as may be, on as many pages as it takes.

    Example:
        >>> best_grid(2, (500, 250), 0.3, 700)[:2], best_grid(834, (500, 250), 0.3, 700)[:2]
        ((1, 2), (3, 7))
    """
    wide, high = size
    scales = {n: ((_WIDE + _GAP) / n - _GAP) / wide for n in range(1, _MOST_COLUMNS + 1)}
    together = []
    for columns, scale in scales.items():
        rows = math.ceil(number / columns)
        tall = (room + _GAP) / rows - _GAP - _CAPTION
        together.append(PageGrid(columns, rows, min(scale, tall / high, _LARGEST)))
    best = max(together, key=lambda grid: grid.scale)
    if best.scale >= least:
        return best
    columns = max((n for n, scale in scales.items() if scale >= least), default=1)
    scale = min(scales[columns], (room - _CAPTION) / high, _LARGEST)
    rows = _rows(high * scale, room)
    # Rather a little smaller than a page with much room left.
    tighter = ((room + _GAP) / (rows + 1) - _GAP - _CAPTION) / high
    if tighter >= max(least, _TIGHTER * scale):
        return PageGrid(columns, rows + 1, tighter)
    return PageGrid(columns, rows, scale)


def _rows(high: float, room: float) -> int:
    """How many pictures stand below each other."""
    return max(int((room + _GAP) / (high + _CAPTION + _GAP)), 1)


def _place_picture(picture: Inked, scale: float, place: tuple[float, float]) -> Iterator[str]:
    """A picture whose upper side has its middle at a place."""
    left = place[0] - picture.width * scale / 2
    yield operators("q", scale, 0, 0, scale, left, place[1], "cm")
    yield from picture.lines
    yield "Q"


def _wrap(text: str, size: float, font: str = PLAIN, width: float = _WIDE) -> list[str]:
    """A text in lines that fit into a width."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size, font) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _document(picture: Picture | str) -> str:
    """A picture as an SVG document without a ground, since paper is one, and without its legend."""
    if isinstance(picture, str):
        return picture
    body = "\n".join(picture.elements())
    head = opening(picture.width, picture.height, picture.letter_size)
    return f"{head}<style>{style(body)}</style>{body}</svg>"
