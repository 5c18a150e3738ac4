"""Marks on a board in words: what to draw, what is drawn, and what would be there otherwise."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from ilpuzzles.genres.pencil_marks import PencilMark

_TO_DRAW = {
    "shaded": "shade {}",
    "unshaded": "leave {} unshaded",
    "line": "draw a line {}",
    "double line": "draw two lines {}",
    "no line": "draw no line {}",
    "empty": "leave {} empty",
}
_IS_THERE = {
    "shaded": "{} were shaded",
    "unshaded": "{} were unshaded",
    "line": "there were a line there",
    "double line": "there were two lines there",
    "no line": "there were no line there",
    "empty": "{} were empty",
}
_IS_NOT_THERE = {
    "shaded": "{} were unshaded",
    "unshaded": "{} were shaded",
    "line": "there were no line there",
    "double line": "there were fewer than two lines there",
    "no line": "there were a line there",
    "empty": "{} were not empty",
}


class MarkWords:
    """The words for the marks of a board.

    Args:
        marks: What can be done.
        where: Where a mark is, by its number: `row 1, column 2` for a cell, `above row 1, column 2`
            for a line.
    """

    def __init__(self, marks: Sequence[PencilMark], where: Callable[[int], str]) -> None:
        self._marks = marks
        self._where = where
        self._shades = any(mark.layer == "shaded" for mark in marks)
        self._in_place = defaultdict[object, list[int]](list)
        for move, mark in enumerate(marks):
            self._in_place[mark.place].append(move)

    def to_draw(self, move: int) -> str:
        """The action that makes a mark, such as `draw a line above row 1, column 2`."""
        mark = self._marks[move]
        where = self._where(move)
        if mark.is_written and not mark.is_circle:
            return f"write {mark.name} into {where}"
        return _TO_DRAW.get(self._kind(mark), f"put a {mark.name} into {{}}").format(where)

    def title(self, name: str) -> str:
        """The title of a mark, by its name: where nothing else can stand, `empty` is `no star`."""
        if name != "empty":
            return name
        if self._shades:
            return "unshaded"
        others = {mark.name for mark in self._marks if mark.layer == "symbols"} - {"empty"}
        return f"no {others.pop()}" if len(others) == 1 else name

    def opposite(self, move: int) -> str:
        """The name of a place that is known not to have a mark, such as `unshaded` or `no star`."""
        shown = self._marks[move].name
        return "unshaded" if shown == "shaded" else f"no {shown}"

    def name(self, move: int) -> str:
        """The kind of a mark, in a word or a letter."""
        return self._marks[move].name

    def names(self, moves: Iterable[int]) -> list[str]:
        """The names of marks, such as `the line above row 1, column 2`."""
        found = []
        for move in moves:
            mark = self._marks[move]
            where = self._where(move)
            kind = self._kind(mark)
            if kind in {"shaded", "unshaded", "empty"}:
                found.append(f"{where} {kind}")
            elif kind == "no line":
                found.append(f"the crossed-out line {where}")
            else:
                found.append(f"the {mark.name} {where if 'line' in mark.name else f'at {where}'}")
        return found

    def otherwise(self, move: int) -> str:
        """The opposite of a mark, such as `row 2, column 3 were shaded`.

        It goes on from "if". Where a place has one of two marks, the other one is named.
        """
        mark = self._marks[move]
        opposites = [
            other
            for other in self._in_place[mark.place]
            if self._marks[other].values[:1] == ((mark.column, 1 - mark.value),)
        ]
        if len(opposites) == 1:
            return self._is_there(opposites[0])
        where = self._where(move)
        if mark.is_written:
            return f"{where} were not {mark.name}"
        sentence = _IS_NOT_THERE.get(self._kind(mark), f"there were no {mark.name} at {{}}")
        return sentence.format(where)

    def _is_there(self, move: int) -> str:
        """That a mark is there, after "if"."""
        mark = self._marks[move]
        where = self._where(move)
        if mark.layer == "slashes":
            return f"there were a {mark.name} in {where}"
        if mark.is_written and not mark.is_circle:
            return f"{where} were {mark.name}"
        return _IS_THERE.get(self._kind(mark), f"there were a {mark.name} at {{}}").format(where)

    def _kind(self, mark: PencilMark) -> str:
        """The name of a mark; a cell that is empty where others are shaded is unshaded."""
        return "unshaded" if mark.name == "empty" and self._shades else mark.name
