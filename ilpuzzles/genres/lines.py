"""Lines through cells: as words of letters n, e, s and w, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ilpuzzles.errors import in_words
from ilpuzzles.genres.grid import STEPS, Cell, Grid, Pair
from ilpuzzles.graphs import parts_of
from ilpuzzles.rules.faults import Fault, fault
from ilpuzzles.rules.places import Place


def rows_of_lines(
    grid: Grid,
    pairs: Sequence[Pair],
    values: Sequence[Any],
    words: Mapping[Cell, str] | None = None,
) -> list[str]:
    """Returns lines between squares as rows of words: in which directions they leave each cell.

    Args:
        grid: The grid.
        pairs: The pairs of cells between which there may be lines.
        values: For each of them 1 for a line, 0 for none, and None if that is open, which makes a
            `?` at the end of the word.
        words: What to write into cells without lines; `-` if nothing is said.

    Example:
        >>> grid = Grid.of(2, 2)
        >>> rows_of_lines(grid, grid.neighbour_pairs, [1, 0, 1, None])
        ['e sw', '? n?']
    """
    ways: dict[Cell, set[str]] = {cell: set() for cell in grid.cells}
    for pair, value in zip(pairs, values, strict=True):
        if value == 0:
            continue
        first, second = sorted(pair)
        if value is None:
            ways[first].add("?")
            ways[second].add("?")
        elif first[0] == second[0]:
            ways[first].add("e")
            ways[second].add("w")
        else:
            ways[first].add("s")
            ways[second].add("n")
    open_words = {}
    words_of_lines = {}
    for cell, letters in ways.items():
        word = "".join(way for way in "nsew?" if way in letters)
        if word == "?":
            open_words[cell] = word
        elif word:
            words_of_lines[cell] = word
    return grid.rows_of_words({**open_words, **(words or {}), **words_of_lines})


def read_lines(grid: Grid, rows: Sequence[str]) -> dict[Cell, set[Cell]]:
    """Returns the cells to which lines lead from each cell, from rows such as `rows_of_lines` has.

    Example:
        >>> read_lines(Grid.of(1, 2), ["e -"])
        {(0, 0): {(0, 1)}, (0, 1): set()}
    """
    ahead: dict[Cell, set[Cell]] = {}
    for cell, word in grid.read_rows(rows).items():
        letters = word.removesuffix("?")
        ways = letters if set(letters) <= set(STEPS) else ""
        ahead[cell] = {grid.step(cell, way) for way in ways}
    return ahead


def line_pairs(grid: Grid, rows: Sequence[str]) -> list[Pair]:
    """Returns the pairs of cells between which rows have a line, in either cell or in both."""
    ahead = read_lines(grid, rows)
    return sorted({(min(a, b), max(a, b)) for a, beyond in ahead.items() for b in beyond})


def loop_faults(
    ahead: Mapping[Any, Collection[Any]],
    ends: Collection[Any] = (),
    place: Callable[[Any], Place] = Place.of,
) -> Iterator[Fault]:
    """Yields what is wrong with lines that should be one loop, or paths between ends.

    Args:
        ahead: Where the lines lead from each place.
        ends: Places that have one line; there may then be several ways, and no loop. Without any,
            there is to be one loop.
        place: Where one of these places is on the board, if it is not a cell.

    Example:
        >>> for found in loop_faults({(0, 0): {(0, 1)}, (0, 1): {(0, 0)}}):
        ...     print(found)
        line ends: the line ends at row 1, column 1
        line ends: the line ends at row 1, column 2
    """
    for here, beyond in ahead.items():
        wanted = 1 if here in ends else 2
        if len(beyond) > wanted:
            yield fault("line branches", "the line branches at {}", place(here))
        elif len(beyond) < wanted and (beyond or wanted == 1):
            yield fault("line ends", "the line ends at {}", place(here), unfinished="loose end")
        yield from _lines_without_end(ahead, here, place)
    loops = [part for part in line_parts(ahead) if not set(part).intersection(ends)]
    if ends:
        for part in loops:
            # A path that is not yet joined to an end has two loose ends of its own.
            is_closed = all(len(ahead[here]) > 1 for here in part)
            noun = "" if is_closed else "separate path"
            what = "there is a loop at {}" if is_closed else "the path at {} has no end"
            yield fault("loop", what, place(part[0]), unfinished=noun)
    elif len(loops) > 1:
        on_lines = [here for part in loops for here in part]
        is_closed = all(len(ahead[here]) == 2 for here in on_lines)
        what = "there are {} loops" if is_closed else "the line is in {} parts"
        names = in_words(["at {}"] * len(loops))
        starts = [place(part[0]) for part in loops]
        noun = "" if is_closed else "line in several parts"
        yield fault("one loop", f"{what}: {names}", len(loops), *starts, unfinished=noun)
        closed = [part for part in loops if all(len(ahead[here]) == 2 for here in part)]
        for part in [] if is_closed else closed:
            yield fault("one loop", "the loop at {} leaves out other lines", place(part[0]))
    elif not loops:
        yield fault("one loop", "there is no loop", unfinished="loop to draw")


def _lines_without_end(
    ahead: Mapping[Any, Collection[Any]], here: Any, place: Callable[[Any], Place]
) -> Iterator[Fault]:
    """The lines from a place of which the place that they lead to knows nothing."""
    for other in sorted(ahead[here]):
        if other not in ahead:
            yield fault("line ends", "the line leaves the board at {}", place(here))
        elif here not in ahead[other]:
            what = "the line from {} to {} has no other end"
            yield fault("line ends", what, place(here), place(other))


def line_parts(ahead: Mapping[Any, Iterable[Any]]) -> list[list[Any]]:
    """Returns the places on lines in connected parts."""
    on_lines = (place for place in ahead if ahead[place])
    return parts_of(on_lines, lambda place: ahead.get(place, ()))
