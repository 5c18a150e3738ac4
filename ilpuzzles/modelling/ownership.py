"""Ownership: objects of another model are refused, with the names of both models.

`is_same_model` is the only place that decides it; whatever takes variables, rows and values of a
model asks here. Answers of a copy of a model, such as one that came back from another process, can
be asked with the variables that both have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ilpuzzles.errors import ModelError, Problem, quoted


@dataclass(frozen=True, slots=True)
class Extent:
    """The first columns and rows of a model, by how many they are.

    Example:
        >>> Extent.of_columns([0, 4]), Extent.of_columns([0, 4]).is_within(Extent(4, 9))
        (Extent(columns=5, rows=0), False)
    """

    columns: int
    rows: int

    @staticmethod
    def of_columns(columns: Iterable[int]) -> Extent:
        """Returns the least extent with some columns."""
        return Extent(max(columns, default=-1) + 1, 0)

    @staticmethod
    def of_rows(rows: Iterable[int]) -> Extent:
        """Returns the least extent with some rows."""
        return Extent(0, max(rows, default=-1) + 1)

    def is_within(self, other: Extent) -> bool:
        """Whether another extent has all of these columns and rows."""
        return self.columns <= other.columns and self.rows <= other.rows


def is_same_model(owner: object, expected: object, used: Extent | None = None) -> bool:
    """Whether two owners of variables and rows are the same model.

    With `used`, a copy will do as well, if it had these columns and rows when the two parted.
    """
    if owner is expected or used is None:
        return owner is expected
    theirs, ours = _lineage_of(owner), _lineage_of(expected)
    return any(used.is_within(extent) for token, extent in theirs.items() if token in ours)


def _lineage_of(owner: object) -> Mapping[str, Extent]:
    """The sizes of a model whenever a copy of it was made, by a token of each time."""
    found: Mapping[str, Extent] = getattr(owner, "_lineage", {})
    return found


def foreign(
    what: str, owner: object, expected: object, place: str, use: str = "a variable"
) -> Problem:
    """The problem of something that belongs to another model than it is used with.

    Args:
        what: What it is, such as the name of a variable.
        owner: The model that it belongs to.
        expected: The model that it has to be of.
        place: What it is used with: `this is a result of`, which the name of the model follows.
        use: What to use instead.

    Example:
        >>> from ilpuzzles import Model
        >>> diet, roster = Model("diet"), Model("roster")
        >>> print(foreign("x[0]", diet, roster, "this is a result of"))
        x[0] belongs to the model 'diet', and this is a result of 'roster'; use a variable of \
'roster'
        >>> print(foreign("x[0]", Model(), Model(), "this is a result of"))
        x[0] belongs to another model, which is also called 'model'; use a variable of this one
    """
    theirs, ours = _name_of(owner), _name_of(expected)
    if _lineage_of(owner).keys() & _lineage_of(expected).keys():
        belongs = f"{what} belongs to another copy of the model {theirs}"
        return Problem(
            belongs, "use model.counterpart(x), for variables and rows from before the copy"
        )
    if theirs == ours:
        other = f"another model, which is also called {theirs}"
        return Problem(f"{what} belongs to {other}", f"use {use} of this one")
    belongs = f"{what} belongs to the model {theirs}, and {place} {ours}"
    return Problem(belongs, f"use {use} of {ours}")


def require_same_model(
    what: object,
    owner: object,
    expected: object,
    place: str,
    use: str = "a variable",
    *,
    used: Extent | None = None,
) -> None:
    """Raises a `ModelError` unless something is of a model; see `foreign` and `is_same_model`."""
    if not is_same_model(owner, expected, used):
        raise ModelError(foreign(f"{what}", owner, expected, place, use))


def _name_of(owner: object) -> str:
    """The name of a model, as it stands in a message."""
    return quoted(getattr(owner, "name", "model"))
