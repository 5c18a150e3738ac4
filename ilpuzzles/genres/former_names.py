"""The vocabulary of genres under its former names, which work for one release.

Whoever uses one is told its present name in a `FutureWarning`, and gets the same thing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast
from warnings import warn

Class = TypeVar("Class", bound=type)
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

NAMES: Mapping[str, str] = {
    "apart": "not_touching",
    "beside": "module_beside",
    "borders": "region_borders",
    "contents": "one_of_digit_sets",
    "covering": "covers_by_cell",
    "digits_once": "different_digits",
    "follows": "implies_elementwise",
    "latin": "latin_square",
    "line_words": "rows_of_lines",
    "LOCKED_SETS": "LATIN_SQUARE_REASONS",
    "open_regions": "regions_of_unknown_size",
    "patterns": "one_of_patterns",
    "repeats": "repeat_faults",
    "right_counts": "exact_counts",
    "runs": "runs_of_lengths",
    "skylines": "visible_counts",
    "standing": "fixed_digits",
    "toward": "line_toward",
    "tuples": "read_pairs",
    "unpaired": "without_partner",
    "VOID": "NO_REGION",
    "wrong_counts": "count_faults",
}
"""The present name of what `ilpuzzles.genres` offered under each former one."""

PLACES: Mapping[str, str] = {
    former: f"ilpuzzles.genres:{present}" for former, present in NAMES.items()
}
"""The same as places; see `ilpuzzles.lazy_imports.lazy_face`."""

MEMBERS: Mapping[str, Mapping[str, str]] = {
    "Grid": {
        "all": "cell_set",
        "areas": "sudoku_areas",
        "around": "cells_at_corner",
        "beside": "cells_by_side",
        "inside": "cells_inside",
        "lines": "rows_and_columns",
        "near": "neighbours",
        "numbers": "rows_of_choices",
        "pairs": "neighbour_pairs",
        "pairs_among": "neighbour_pairs_among",
        "pairs_by_name": "neighbour_pairs_by_name",
        "parts": "connected_parts",
        "reached": "distances_from",
        "read_tokens": "read_rows",
        "regions": "cells_by_name",
        "ring": "ring_around",
        "tokens": "rows_of_words",
        "touches": "touch_faults",
        "touching": "neighbours_with_corners",
        "touching_pairs": "neighbour_pairs_with_corners",
        "words": "rows_of_values",
        "wrong_words": "word_faults",
    },
    "Board": {
        "beside": "numbers_beside",
        "cages": "clue_regions",
        "changed": "clue_faults",
        "corners": "corner_clues",
        "counts": "counted_clues",
        "free": "free_grid",
        "having": "cells_with_clue",
        "line_counts": "counted_lines",
        "line_rows": "line_solution",
        "marked": "cells_with_word",
        "side": "square_size",
    },
    "Sketch": {
        "black": "blacken",
        "borders": "draw_borders",
        "cross": "cross_out",
        "divide": "show_regions",
        "dot": "write_at_corners",
        "fill": "show_words",
        "lines": "show_lines",
        "put": "show_symbols",
        "shading": "show_shading",
        "show": "show_solution",
    },
}
"""The present names of methods and attributes by class and former name."""

KEYWORDS: Mapping[str, Mapping[str, str]] = {
    "implies_elementwise": {"given": "conditions", "some": "consequences"},
    "Board.counted_clues": {"of": "counted"},
    "Board.flag": {"otherwise": "default"},
    "Board.number": {"otherwise": "default"},
}
"""The present names of arguments by function and former name."""


def with_former_members(cls: Class) -> Class:
    """Gives the objects of a class their methods and attributes under their former names as well.

    `dir`, `help` and `inspect` show the present names alone: a former one is looked up when Python
    has found no attribute.
    """
    name_of_class = cls.__name__
    present_names = MEMBERS[name_of_class]

    def __getattr__(thing: Any, name: str) -> Any:  # noqa: N807 - Python calls it
        present = present_names.get(name)
        if present is None:
            what = f"{name_of_class!r} object has no attribute {name!r}"
            raise AttributeError(what, name=name, obj=thing)
        _warn(f"{name_of_class}.{name}", present)
        return getattr(thing, present)

    setattr(cls, "__getattr__", __getattr__)  # noqa: B010 - the type of a class has none
    return cls


def with_former_keywords(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Lets a function take its arguments by their former names as well."""
    renamed = KEYWORDS[function.__qualname__]

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Result:
        for former, present in renamed.items():
            if former in kwargs and present not in kwargs:
                _warn(f"the argument '{former}' of {function.__qualname__}", f"'{present}'")
                kwargs[present] = kwargs.pop(former)
        result: Result = cast(Any, function)(*args, **kwargs)
        return result

    return cast(Callable[Arguments, Result], call)


def _warn(former: str, present: str) -> None:
    """Warns in the line of the user, who has called the caller of this function."""
    text = f"{former} is now called {present}; the old name works for one release"
    warn(text, FutureWarning, stacklevel=3)
