"""Solutions as data for a page: what they share is stored once, and all of it is compressed."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from ilpuzzles.render.bodies import BALL
from ilpuzzles.render.page.content import Shown
from ilpuzzles.render.page.solids import Solids

_TAGS = re.compile(r"(?=<)")
_FIRST = 16


class Pack:
    """Solutions that share the elements of their pictures and the shapes of their pieces.

    Example:
        >>> pack = Pack()
        >>> for letter in "ABA":
        ...     pack.add(Shown(f"<svg><path d='M0'/><text>{letter}</text></svg>"))
        >>> pack.data(3)["elements"]
        ['<svg>', "<path d='M0'/>", '<text>A', '</text>', '</svg>', '<text>B']
        >>> [solution["picture"] for solution in pack.data(2)["solutions"]]
        [[0, 1, 2, 3, 4], [0, 1, 5, 3, 4]]
    """

    def __init__(self) -> None:
        self._elements: dict[str, int] = {}
        self._solids = Solids()
        self._solutions: list[dict[str, Any]] = []
        # How many elements, shapes and pieces were known after each solution.
        self._known: list[tuple[int, int, int]] = []

    def __len__(self) -> int:
        return len(self._solutions)

    def add(self, shown: Shown) -> None:
        """Adds a solution."""
        solution: dict[str, Any] = {}
        if shown.picture:
            # By tags, since whoever draws need not begin a line for every element.
            tags = filter(None, _TAGS.split(shown.picture))
            solution["picture"] = [self._number(tag) for tag in tags]
        if shown.text:
            solution["text"] = shown.text
        if shown.caption:
            solution["caption"] = shown.caption
        if shown.bodies:
            solution["bodies"] = [self._solids.placed(body) for body in shown.bodies]
        self._solutions.append(solution)
        self._known.append((len(self._elements), *self._solids.sizes()))

    def data(self, number: int) -> dict[str, Any]:
        """The first solutions as plain data.

        Args:
            number: How many.
        """
        elements, shapes, pieces = self._known[number - 1] if number else (0, 0, 0)
        data: dict[str, Any] = {
            "elements": list(islice(self._elements, elements)),
            "solutions": self._solutions[:number],
        }
        if shapes:
            data |= {"radius": BALL, **self._solids.data(shapes, pieces)}
        return data

    def _number(self, tag: str) -> int:
        return self._elements.setdefault(tag, len(self._elements))


def packed(text: str) -> str:
    """A text, compressed (zlib) and in letters (base64)."""
    return b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


def packed_solutions(solutions: Iterable[Shown], room: int, most: int) -> tuple[str, int]:
    """The first solutions, as many as there is room for.

    Args:
        solutions: The solutions; no more of them are made than are looked at.
        room: How many characters there are for them.
        most: How many solutions are enough.

    Returns:
        The solutions, compressed, and how many they are; one at least, if there is any.
    """
    pack, rest = Pack(), islice(iter(solutions), most)

    def text(number: int) -> str:
        return packed(json.dumps(pack.data(number), separators=(",", ":"), ensure_ascii=False))

    fitting, wanted = "", _FIRST
    for number in _growing(pack, rest, wanted):
        fitting = text(number)
        if len(fitting) > room:
            return _fewer(text, number, room)
    return fitting, len(pack)


def _growing(pack: Pack, rest: Iterator[Shown], wanted: int) -> Iterator[int]:
    """How many solutions are packed, each time about twice as many, until there are no more."""
    while True:
        for shown in islice(rest, wanted - len(pack)):
            pack.add(shown)
        yield len(pack)
        if len(pack) < wanted:
            return
        wanted *= 2


def _fewer(text: Callable[[int], str], number: int, room: int) -> tuple[str, int]:
    """As many as fit, where so many do not."""
    fits, fails = 0, number
    while fails - fits > 1:
        middle = (fits + fails) // 2
        if len(text(middle)) <= room:
            fits = middle
        else:
            fails = middle
    return text(max(fits, 1)), max(fits, 1)
