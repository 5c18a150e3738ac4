"""Solutions of tiling puzzles that somebody else has written down: rows of letters, or tiles.

Here is decided whether the data has the form of a solution at all, and nothing else; whether it is
one, the rules decide.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from ilpuzzles.document import MAX_BYTES, JsonPlace, shown_json
from ilpuzzles.errors import InputError, unknown_name
from ilpuzzles.puzzles.tiling.grid_text import OPEN, OUTSIDE
from ilpuzzles.puzzles.tiling.puzzle import TilingPuzzle

MAX_CELLS = MAX_BYTES
"""How many cells a solution may have: no drawing of a region has more characters than its file."""

_FARTHEST = 10**9
_POINTS = {2: "[row, column]", 3: "[layer, row, column]"}


def read_solution(puzzle: TilingPuzzle, data: Any, where: JsonPlace) -> dict[str, Any]:
    """Reads a solution.

    Args:
        puzzle: The puzzle.
        data: An object with `tiles`, or with `rows`, or with both, as `TilingSolution.to_json`
            makes it. Without `tiles` every letter of the rows is a tile.
        where: Where it stands.

    Returns:
        `tiles`, sorted, and `rows` if they are there: what the rule checker takes.

    Raises:
        InputError: If it does not have this form, with the path to the first thing that is wrong.

    Example:
        >>> from ilpuzzles.workbench import load_puzzle
        >>> _, puzzle = load_puzzle("lonpos")
        >>> plain = read_solution(puzzle, {"rows": ["KK", "KK"]}, JsonPlace("sol.json"))
        >>> plain["tiles"]
        [{'tile': 'K', 'atoms': [[0, 0], [0, 1], [1, 0], [1, 1]]}]
        >>> read_solution(puzzle, {"tiles": 5}, JsonPlace("sol.json"))
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: sol.json: tiles: 5 is not a list; write [...]
    """
    known = ["rows", "tiles"]
    _require_keys(data, known, where)
    dimension = puzzle.region.lattice.dimension
    tiles, rows = data.get("tiles"), data.get("rows")
    plain: dict[str, Any] = {}
    if rows is not None:
        letters = _letters(rows, dimension, where.key("rows"))
        plain = {"tiles": _tiles_of(letters), "rows": rows}
    if tiles is not None:
        plain["tiles"] = _tiles(tiles, dimension, where.key("tiles"))
    if not plain:
        raise where.wrong("neither rows nor tiles", 'write "rows" or "tiles"')
    return plain


def _require_keys(data: Any, known: list[str], where: JsonPlace) -> None:
    """Raises unless the data is an object without keys that nobody knows."""
    if not isinstance(data, dict):
        keys = " and ".join(f'"{key}"' for key in known)
        raise where.wrong(f"{shown_json(data)} is not an object", f"write one with {keys}")
    for key in data:
        if key not in known:
            raise InputError(unknown_name("key", str(key), known, where=str(where)))


def _list(data: Any, where: JsonPlace) -> list[Any]:
    if not isinstance(data, list):
        raise where.wrong(f"{shown_json(data)} is not a list", "write [...]")
    return data


def _tiles(data: Any, dimension: int, where: JsonPlace) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    cells = 0
    for number, entry in enumerate(_list(data, where)):
        place = where.item(number)
        _require_keys(entry, ["tile", "atoms"], place)
        for key in ("tile", "atoms"):
            if key not in entry:
                raise place.wrong(f'key "{key}" is missing', "add it")
        name = entry["tile"]
        if not isinstance(name, str):
            what = f"{shown_json(name)} is not a text"
            raise place.key("tile").wrong(what, "write the letter of a tile")
        atoms = _list(entry["atoms"], place.key("atoms"))
        cells += len(atoms)
        _require_size(cells, where)
        points = (
            _point(atom, dimension, place.key("atoms").item(count))
            for count, atom in enumerate(atoms)
        )
        found.append({"tile": name, "atoms": sorted(points)})
    return sorted(found, key=lambda tile: (tile["tile"], tile["atoms"]))


def _point(data: Any, dimension: int, where: JsonPlace) -> list[int]:
    advice = f"write {_POINTS[dimension]}"
    if not isinstance(data, list):
        raise where.wrong(f"{shown_json(data)} is not a list", advice)
    for number in data:
        # In Python, truth values are numbers.
        if not isinstance(number, int) or isinstance(number, bool):
            raise where.wrong(f"{shown_json(number)} is not a whole number", advice)
        if abs(number) > _FARTHEST:
            raise where.wrong(f"{shown_json(number)} is too far away", advice)
    if len(data) != dimension:
        raise where.wrong(f"a point of length {len(data)}", advice)
    return data


def _letters(data: Any, dimension: int, where: JsonPlace) -> dict[tuple[int, ...], str]:
    """What stands in each cell of a drawing: rows of letters, or a list of layers of rows."""
    drawings: list[tuple[tuple[int, ...], Any, JsonPlace]] = [((), data, where)]
    if dimension == 3:
        layers = enumerate(_list(data, where))
        drawings = [((number,), layer, where.item(number)) for number, layer in layers]
    found: dict[tuple[int, ...], str] = {}
    cells = 0
    for start, rows, place in drawings:
        for number, row in enumerate(_list(rows, place)):
            if not isinstance(row, str):
                what = f"{shown_json(row)} is not a text"
                raise place.item(number).wrong(what, "write a row of letters")
            cells += len(row)
            _require_size(cells, where)
            found |= {(*start, number, column): letter for column, letter in enumerate(row)}
    return found


def _tiles_of(letters: dict[tuple[int, ...], str]) -> list[dict[str, Any]]:
    """The tiles of a drawing: the cells that show the same letter are one."""
    cells: dict[str, list[list[int]]] = defaultdict(list)
    for point, letter in letters.items():
        if letter not in {OPEN, OUTSIDE}:
            cells[letter].append(list(point))
    return [{"tile": letter, "atoms": cells[letter]} for letter in sorted(cells)]


def _require_size(cells: int, where: JsonPlace) -> None:
    if cells > MAX_CELLS:
        raise where.wrong(f"more than {MAX_CELLS:,} cells", "no puzzle has that many")
