"""What is said below a picture: which tiles are given, placed or left, and what its signs mean."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ilpuzzles.puzzles.tiling import Tile, TilingInstance
from ilpuzzles.render.board import Board, FurtherAtom
from ilpuzzles.render.wall_text import letter_of


def tiles_legend(board: Board, instance: TilingInstance, *, solved: bool) -> str:
    """Which tiles were given, and which are placed or have to be."""
    fixed = Counter(mark for mark, given in zip(board.marks, board.given, strict=True) if given)
    others = Counter(board.marks) - fixed
    parts = [("given", _counted(fixed))]
    if solved:
        parts.append(("placed", _counted(others)))
    else:
        needed, possible = _left(board, instance)
        parts += [("to place", needed), ("may be placed", possible)]
    return "   ".join(f"{title}: {' '.join(words)}" for title, words in parts if words)


def _counted(marks: Counter[str]) -> list[str]:
    return [f"{mark} ({marks[mark]} copies)" if marks[mark] > 1 else mark for mark in sorted(marks)]


def _left(board: Board, instance: TilingInstance) -> tuple[list[str], list[str]]:
    """The tiles that have still to be placed, and those that may be."""
    lying = Counter(placed.tile for placed in board.tiles)
    needed: list[str] = []
    possible: list[str] = []
    for tile in instance.tiles:
        used = lying[tile.name]
        least = max(tile.least - used, 0)
        needed += _copies(tile, used, least)
        if tile.most is None:
            possible.append(f"{tile.mark(0)} (any number)")
        else:
            possible += _copies(tile, used + least, tile.most - used - least)
    return sorted(needed), sorted(possible)


def _copies(tile: Tile, first: int, number: int) -> list[str]:
    return _counted(Counter(tile.mark(copy) for copy in range(first, first + number)))


def further_legend(board: Board, atoms: Iterable[FurtherAtom]) -> list[str]:
    """Who fills further atoms, one line for each kind of them."""
    lines: dict[str, list[str]] = {}
    for atom in atoms:
        letter = letter_of(board, atom.owner)
        letter = f"[{letter}]" if atom.marked else f"({letter})" if atom.owner >= 0 else letter
        lines.setdefault(atom.name, []).append(f"{atom.line} {letter}")
    return [f"{name}: {', '.join(parts)}" for name, parts in lines.items()]


def filled_lines(board: Board, instance: TilingInstance) -> list[str]:
    """What tiles that fill further atoms fill, such as `the ring of its row`."""
    filled = {name for tile in instance.tiles for name in tile.fills}
    lines = {atom.name: atom.line.split()[0] for atom in board.further if atom.name in filled}
    return [f"the {name} of its {line}" for name, line in lines.items()]
