"""The names of columns, rows and groups, which are rendered only on demand."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field

from ilpuzzles.errors import require_known
from ilpuzzles.modelling.expressions import Owner
from ilpuzzles.modelling.row_store import RowStore
from ilpuzzles.modelling.rows import Group
from ilpuzzles.modelling.variables import VariableFamily


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """The names of the columns, rows and groups of a model, rendered only on demand.

    Without families and rows, the names are numbers.

    Attributes:
        title: What the model is called.
        families: Its families of variables, ascending by their first columns.
        groups: Its groups; a group's number is its place here.
        rows: Knows the names and keys of its rows.
        owner: The model itself, which its variables know.
    """

    title: str = "model"
    families: tuple[VariableFamily, ...] = ()
    groups: tuple[Group, ...] = ()
    rows: RowStore | None = None
    owner: Owner | None = None
    # The families of each name, once one is looked up.
    _by_name: dict[str, list[VariableFamily]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def families_named(self, name: str) -> list[VariableFamily]:
        """The families of a name, ascending by their columns; of the name "", those without one."""
        if not self._by_name:
            found: dict[str, list[VariableFamily]] = {}
            for family in self.families:
                found.setdefault(family.name, []).append(family)
            self._by_name.update(found)
        return self._by_name.get(name, [])

    def column_named(self, name: str, variables: int) -> int | None:
        """The first of so many columns that has a name; names of others are not rendered."""
        before_brackets = [name[: bracket.start()] for bracket in re.finditer(r"\[", name)]
        found = [
            column
            for prefix in ("", name, *before_brackets)
            for family in self.families_named(prefix)
            if (column := family.column_named(name)) is not None
        ]
        number = name.removeprefix("x")
        if number.isascii() and number.isdecimal() and len(number) < 19:
            found += [int(number)] if self.name_of(int(number)) == name else []
        return min((column for column in found if column < variables), default=None)

    @property
    def columns(self) -> int:
        """The number of columns that have names."""
        return self.families[-1].first + self.families[-1].size if self.families else 0

    def name_of(self, column: int) -> str:
        """The name of a column: `place[A, 3]`."""
        if column >= self.columns:
            return f"x{column}"
        place = bisect_right(self.families, column, key=lambda family: family.first) - 1
        return self.families[place].label_name(column)

    def column_names(self) -> Iterator[str]:
        """The names of all columns that have one, in their order."""
        for family in self.families:
            yield from map(family.label_name, range(family.first, family.first + family.size))

    def row_name(self, row: int) -> str:
        """The name of a row of the model: `each cell once[(0, 3)]`."""
        return f"row {row}" if self.rows is None or row < 0 else self.rows.name_of(row)

    def row_key(self, row: int) -> Hashable:
        """The key of a row of the model, which tells it from others of the same name."""
        return None if self.rows is None or row < 0 else self.rows.key_of(row)[1]

    def group_numbers(self, names: Iterable[str | Group]) -> list[int]:
        """The numbers of some groups, by their names or as `Model.group` gives them."""
        known = {group.name: number for number, group in enumerate(self.groups)}
        return [known[require_known("group", name_of_group(one), known)] for one in names]

    def advice_without(self, group: int) -> str:
        """Advice to leave out the rows of a group, to be added to other advice."""
        if not 0 <= group < len(self.groups):
            return ""
        return f', or switch the group off with --without "{self.groups[group].name}"'


def name_of_group(given: str | Group) -> str:
    """The name of a group that is given by it, or as it is."""
    return given.name if isinstance(given, Group) else given
