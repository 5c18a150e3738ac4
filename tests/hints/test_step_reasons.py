"""Reasons on boards whose clues are hard to leave out, judged by models and boards of their own.

Where the model of a genre says itself what is left of a board of which only some clues are known,
these tests do not ask it: they write such boards anew, or state anew what is known of them.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from itertools import product
from typing import Any

import pytest

from genres.test_board_steps import labels_of, positions
from ilpuzzles import Model, connected, load
from ilpuzzles.errors import InputError
from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.genres.pencil_board import PencilPlayground
from ilpuzzles.queries.solve import solve_model

Cell = tuple[int, int]


# Numberlink: other ends are paired in all ways


def pairings(cells: Sequence[Cell]) -> Iterator[list[tuple[Cell, Cell]]]:
    """All ways to pair some cells."""
    if not cells:
        yield []
        return
    first, *rest = cells
    for other in rest:
        left = [cell for cell in rest if cell != other]
        for pairs in pairings(left):
            yield [(first, other), *pairs]


def lettered(board: Any, known: Collection[Hashable]) -> Iterator[dict[Cell, str]]:
    """All boards with the same ends of which some have the same numbers."""
    kept = {cell: word for cell, word in board.clues.items() if cell in known}
    words = list(kept.values())
    lone = [cell for cell, word in kept.items() if words.count(word) == 1]
    hidden = [cell for cell in board.clues if cell not in kept]
    for pairs in pairings([*lone, *hidden]):
        if any(one in lone and other in lone for one, other in pairs):
            continue
        ends, fresh = dict(kept), iter("abcdefghijklm")
        for one, other in pairs:
            word = kept.get(one) or kept.get(other) or next(fresh)
            ends |= {one: word, other: word}
        yield ends


def is_forced_in_numberlink(
    position: GenrePosition, ground: PencilPlayground, step: Any, known: Collection[Hashable]
) -> bool:
    """Whether all solutions of all these boards, with the same marks, have a step."""
    board = position.instance.data
    labels = labels_of(ground._formulated.model)
    for ends in lettered(board, known):
        rows = [
            " ".join(ends.get((r, c), "-") for c in range(board.grid.columns))
            for r in range(board.grid.rows)
        ]
        flags = {name: board.fields[name] for name in ("full", "touching") if name in board.fields}
        typed = position.with_fields({"board": rows, **flags})
        model = position.kind.build(typed.instance).model
        numbers = {label: column for column, label in labels_of(model).items()}
        fixed = {
            numbers[labels[column]]: value
            for move in step.marks
            for column, value in ground.marked(move).values
        }
        ((column, value),) = ground.marked(step.move).values
        bounds = {place: (number, number) for place, number in fixed.items()}
        bounds[numbers[labels[column]]] = (1 - value, 1 - value)
        if solve_model(model.program().within(bounds), "cpsat").values is not None:
            return False
    return True


@pytest.mark.exhaustive
@pytest.mark.parametrize(("preset", "number"), [("small", 4), ("sparse", 0)])
def test_paths_hold_however_the_other_ends_are_joined(preset: str, number: int) -> None:
    found = 0
    for position, ground, placed in positions("numberlink", preset, number):
        step = ground._steps.easiest(placed)
        if step is None:
            continue
        found += bool(step.clues)
        assert is_forced_in_numberlink(position, ground, step, step.clues)
        for clue in step.clues if step.minimal else ():
            fewer = [other for other in step.clues if other != clue]
            assert not is_forced_in_numberlink(position, ground, step, fewer), clue
    assert found or preset == "small"


# Galaxies: regions of other centres reach as far as their own symmetry lets them, and no more


def galaxies_of(board: Any, known: Collection[Hashable]) -> tuple[Model, dict[Any, Any]]:
    """The regions of a board, symmetric about some centres alone; and their truths by cell."""
    grid, model = board.grid, Model("regions")
    middle = {
        cell: (2 * cell[0] + (word[0] in "23"), 2 * cell[1] + (word[0] in "13"))
        for cell, word in board.clues.items()
    }
    touched = {
        (r, c): centre
        for centre, (y, x) in middle.items()
        for r, c in product({y // 2, -(-y // 2)}, {x // 2, -(-x // 2)})
    }
    truth: dict[Any, Any] = {}
    for centre, (y, x) in middle.items():
        free = {
            (r, c)
            for r, c in grid.cells
            if touched.get((r, c), centre) == centre
            and touched.get((y - r, x - c), centre) == centre
            and (y - r, x - c) in grid.cell_set
        }
        part = {centre}
        while more := {one for cell in part for one in grid.neighbours(cell)} & free - part:
            part |= more
        cells = sorted(part)
        inside = dict(zip(cells, model.binary(f"in {centre}", len(cells)), strict=True))
        truth |= {(centre, cell): one for cell, one in inside.items()}
        connected(
            model,
            [pair for pair in grid.neighbour_pairs if part.issuperset(pair)],
            inside,
            roots={cell: cell == centre for cell in cells},
        )
        for r, c in cells if centre in known else ():
            model.add(inside[r, c] == inside[y - r, x - c])
        for cell in cells:
            if touched.get(cell) == centre:
                model.add(inside[cell] == 1)
    for cell in grid.cells:
        model.exactly_one([one for (_, other), one in truth.items() if other == cell])
    return model, truth


def is_forced_in_galaxies(
    position: GenrePosition, ground: PencilPlayground, step: Any, known: Collection[Hashable]
) -> bool:
    """Whether all such regions that have the marks have a step."""
    board = position.instance.data
    model, truth = galaxies_of(board, known)
    centres = list(board.clues)

    def regions_of_both(side: Any) -> list[Any]:
        """For every centre whose region may have the cells on both sides, whether it has."""
        one, other = board.grid.cells_by_side[side]
        return [
            truth[centre, one] & truth[centre, other]
            for centre in centres
            if (centre, one) in truth and (centre, other) in truth
        ]

    wanted = [(ground.marked(move).place, 1 - ground.marked(move).value) for move in step.marks]
    mark = ground.marked(step.move)
    for side, number in [*wanted, (mark.place, mark.value)]:
        both = regions_of_both(side)
        if both:
            model.add(model.sum(both) == number)
        elif number:
            # No region reaches both of them.
            return True
    return solve_model(model, "cpsat").values is None


@pytest.mark.exhaustive
@pytest.mark.parametrize("preset", ["small", "medium", "large"])
def test_regions_hold_whatever_the_others_look_like(preset: str) -> None:
    for position, ground, placed in positions("galaxies", preset, 8):
        step = ground._steps.easiest(placed)
        if step is None:
            continue
        assert is_forced_in_galaxies(position, ground, step, step.clues)
        for clue in step.clues if step.minimal else ():
            fewer = [other for other in step.clues if other != clue]
            assert not is_forced_in_galaxies(position, ground, step, fewer), clue


@pytest.mark.exhaustive
@pytest.mark.parametrize("genre", ["galaxies", "numberlink", "fillomino", "hitori", "nonogram"])
def test_with_all_clues_known_a_weaker_board_is_the_board(genre: str) -> None:
    """It has as many solutions; and the fewer clues are known, the more it has."""
    position = load(genre, {"nonogram": "heart", "numberlink": "sparse"}.get(genre, "small"))
    assert isinstance(position, GenrePosition)
    ground = position.playground()
    assert isinstance(ground, PencilPlayground)
    weaker, keys = ground._board_clues.weaker, ground._board_clues.keys
    assert weaker is not None
    assert weaker(keys).count(limit=3).number == 1
    assert weaker(frozenset()).count(limit=3).number > 1


def test_a_board_that_cannot_be_made_again_is_no_error() -> None:
    """A Numberlink of one number, of which one end is known, still has another end."""
    position = load("numberlink", board="1--1")
    assert isinstance(position, GenrePosition)
    ground = position.playground()
    assert isinstance(ground, PencilPlayground)
    assert ground._board_clues.weaker is not None
    assert ground._board_clues.weaker([(0, 0)]).count().number == 1
    with pytest.raises(InputError):
        position.with_fields({"board": ["1---"]})
