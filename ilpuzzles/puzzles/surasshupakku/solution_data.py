"""Solutions that somebody has written down: how every cell is cut, row by row."""

from __future__ import annotations

from typing import Any

from ilpuzzles.document import JsonPlace, shown_json
from ilpuzzles.errors import InputError, counted, unknown_name
from ilpuzzles.puzzles.surasshupakku.puzzle import BACK, FORWARD, UNCUT, SlashInstance

_MOST = 10_000


def read_solution(instance: SlashInstance, data: Any, where: JsonPlace) -> dict[str, Any]:
    r"""Reads a solution.

    Args:
        instance: The board.
        data: An object with `rows`, and perhaps `parts`, as `SlashSolution.to_json` makes it.
        where: Where it stands.

    Returns:
        The same: what the rule checker takes.

    Raises:
        InputError: If it does not have this form, with the path to the first thing that is wrong.

    Example:
        >>> from ilpuzzles.puzzles.surasshupakku.puzzle import SlashPuzzle
        >>> puzzle = SlashPuzzle("surasshupakku", "Surasshupakku", "", "")
        >>> board = SlashInstance(puzzle, ((1, 0), (0, 1)), ("1",))
        >>> read_solution(board, {"rows": ["./", "/."]}, JsonPlace("sol.json"))
        {'rows': ['./', '/.']}
        >>> read_solution(board, {"rows": ["./", "x."]}, JsonPlace("sol.json"))
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: sol.json: rows[1]: 'x' is no cut; write '/', '\\' or '.'
    """
    if not isinstance(data, dict):
        raise where.wrong(f"{shown_json(data)} is not an object", 'write one with "rows"')
    for key in data:
        if key not in {"rows", "parts"}:
            raise InputError(unknown_name("key", str(key), ["parts", "rows"], where=str(where)))
    if "rows" not in data:
        raise where.wrong('key "rows" is missing', "add it")
    rows = _rows(instance, data["rows"], where.key("rows"))
    if "parts" not in data:
        return {"rows": rows}
    return {"rows": rows, "parts": _parts(data["parts"], where.key("parts"))}


def _rows(instance: SlashInstance, data: Any, where: JsonPlace) -> list[str]:
    rows = _list(data, where)
    for number, row in enumerate(rows):
        if not isinstance(row, str):
            raise where.item(number).wrong(f"{shown_json(row)} is not a text", "write './\\\\.'")
        for character in row:
            if character not in {FORWARD, BACK, UNCUT}:
                what, advice = f"{character!r} is no cut", r"write '/', '\\' or '.'"
                raise where.item(number).wrong(what, advice)
    if len(rows) != instance.rows:
        what = f"{counted(len(rows), 'row')} instead of {instance.rows}"
        raise where.wrong(what, "write a text for every row of the board")
    for number, row in enumerate(rows):
        if len(row) != instance.columns:
            what = f"{counted(len(row), 'cell')} instead of {instance.columns}"
            raise where.item(number).wrong(what, "write a character for every cell")
    return rows


def _parts(data: Any, where: JsonPlace) -> list[list[list[int]]]:
    parts = _list(data, where)
    for number, part in enumerate(parts):
        cells = _list(part, where.item(number))
        for count, cell in enumerate(cells):
            pair = isinstance(cell, list) and len(cell) == 2
            if not (pair and all(type(one) is int for one in cell)):
                place = where.item(number).item(count)
                raise place.wrong(f"{shown_json(cell)} is no cell", "write [row, column]")
    return parts


def _list(data: Any, where: JsonPlace) -> list[Any]:
    if not isinstance(data, list):
        raise where.wrong(f"{shown_json(data)} is not a list", "write [...]")
    if len(data) > _MOST:
        raise where.wrong(f"a list of {len(data):,}", f"at most {_MOST:,} are read")
    return data
