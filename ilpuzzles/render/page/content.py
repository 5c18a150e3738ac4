"""What stands on a page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ilpuzzles.render.bodies import Body

MOST = 1000
"""How many solutions a page has at most: nobody pages through more."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A line about the answer.

    Attributes:
        name: What it says something about.
        value: What it says.
    """

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A solution, or a starting position, as it is shown.

    Attributes:
        picture: An SVG document, or nothing where there is no picture.
        text: The same in letters and lines; shown where there is no picture.
        caption: What to write below it.
        bodies: Its pieces in space, if it has any.
    """

    picture: str
    text: str = ""
    caption: str = ""
    bodies: tuple[Body, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """What stands on a page.

    Attributes:
        title: What it is about.
        verdict: The outcome in a sentence.
        remarks: What else there is to say about the outcome, in lines; may be empty.
        solutions: What is shown, at least one. It may be drawn as it is asked for: a page takes as
            many as it has room for, and `MOST` at most.
        number: How many solutions there are altogether.
        facts: How that was found out, line by line.
    """

    title: str
    verdict: str
    remarks: str
    solutions: Iterable[Shown]
    number: int
    facts: tuple[Fact, ...] = ()


class MadePage(NamedTuple):
    """A page that is made.

    Attributes:
        html: The page.
        shown: How many solutions are on it; the first ones, where there are more.
    """

    html: str
    shown: int
