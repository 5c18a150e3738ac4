"""Extensions: programs of a model with further rows, which leave the model as it is.

An extension is stated into a copy of what the model remembers, by one thread and for one program.
So its own variables and rows have the numbers that come after those of the model. If the model has
grown when such a program is extended once more, its own ones move behind what is new there: those
of the model have the same numbers in every program of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple, cast

import numpy as np

from ilpuzzles.errors import CheckError, ModelError, quoted
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.determination import Together
from ilpuzzles.modelling.encoding import Encoder, Overlay
from ilpuzzles.modelling.expressions import Logical
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.ownership import is_same_model
from ilpuzzles.modelling.program import AnyProgram, Program
from ilpuzzles.modelling.row_store import RowStore
from ilpuzzles.modelling.rows import DEFINITION, NO_TARGET, Group, IntArray, Rows, joined
from ilpuzzles.modelling.store import Store


class Sizes(NamedTuple):
    """The sizes of a model, which are the numbers of whatever is added next.

    Attributes:
        columns: How many columns.
        rows: How many rows, with those that are deleted.
        operations: How many operations.
        origins: How many rows were written, with those that were changed since.
    """

    columns: int
    rows: int
    operations: int
    origins: int

    @staticmethod
    def of(store: Store) -> Sizes:
        """The sizes of what a model remembers."""
        written = len(store.rows.written())
        return Sizes(store.columns.count, store.rows.count, len(store.operations), written)


@dataclass(frozen=True, slots=True)
class Addition:
    """Rules that a program has beside what its model has.

    Attributes:
        rules: The rules.
        group: The name of their group.
        why: What they say.
        first_key: The key of the row of the first one; the others have the keys after it.
        known: How many columns the model had.
    """

    rules: tuple[Logical, ...]
    group: str
    why: str
    first_key: int
    known: int

    def state(self, model: ModelBase, overlay: Overlay) -> None:
        """States the rules on top of a model, as if it were what it was when they were added."""
        overlay.known = self.known
        with model.group(self.group, self.why):
            for key, rule in enumerate(self.rules, self.first_key):
                model.add(rule, key=key)


@dataclass(slots=True, kw_only=True)
class ExtendedRows(RowStore):
    """The rows of a model, and those on top of them; the names of a program have them.

    Attributes:
        model: The sizes of the model itself.
        shared: The rows of the model, which are its arrays.
        since: From which row on a program of all this is to have them; the program that is extended
            has the others.
        additions: What is on top of it, in this order.
        memory: What else is on top of it, once all is stated, to go on from there. Its store has no
            rows, so that nothing holds itself.
    """

    model: Sizes
    shared: Rows
    since: int = 0
    additions: tuple[Addition, ...] = ()
    memory: Overlay | None = None

    @classmethod
    def of(cls, rows: RowStore, model: Sizes) -> ExtendedRows:
        """The rows of a model so far, to which others may be added."""
        # Once all rows are one array, none is pending or changed.
        shared = rows.all()
        parts = {each.name: _begun(getattr(rows, each.name)) for each in fields(RowStore)}
        return cls(**parts, model=model, shared=shared)

    def sizes_of_model(self) -> tuple[int, int]:
        """The numbers of columns and rows of the model itself."""
        return self.model[:2]

    def require_of_model(self, numbers: Iterable[int]) -> None:
        """Raises if some of the rows are those of a program alone, on top of its model."""
        for number in numbers:
            if number >= self.model.rows:
                what = f"row {self.name_of(number)} belongs to a program, not to its model"
                raise ModelError(what, "make another program without it")

    def copied(self) -> ExtendedRows:
        """The same rows, to which others may be added."""
        parts = {each.name: _begun(getattr(self, each.name)) for each in fields(RowStore)}
        return replace(self, **parts)

    def left(self) -> tuple[Rows, IntArray]:
        """The rows from `since` on, as far as they are not deleted, and their numbers."""
        self._flush()
        chunks = [one for one in self._chunks if one[0] + len(one[1]) > self.since]
        if not chunks:
            return self.shared.keep(np.zeros(len(self.shared), dtype=bool)), np.arange(0)
        rows = joined([chunk for _, chunk in chunks]) if len(chunks) > 1 else chunks[0][1]
        first, _ = chunks[0]
        numbers = np.arange(first, first + len(rows))
        is_left = numbers >= self.since
        is_left[[row - first for row in self._deleted if row >= first]] = False
        return (rows, numbers) if is_left.all() else (rows.keep(is_left), numbers[is_left])

    def finish(self, overlay: Overlay, additions: tuple[Addition, ...]) -> None:
        """Keeps what has been stated, and of all arrays those alone that nobody else has."""
        self.since = self.model.rows
        own, _ = self.left()
        firsts = (0, self.shared), (self.model.rows, own)
        self._chunks = [(first, part) for first, part in firsts if len(part)]
        self.memory = overlay.copied(overlay.store.on_top(RowStore()))
        self.additions = additions


def _begun(part: Any) -> Any:
    """A part of a row store for another one: the same elements; what is pending begins anew."""
    if isinstance(part, int):
        return part
    return part.copy() if isinstance(part, list | dict | set) else type(part)()


def extended(
    model: ModelBase, program: AnyProgram, rules: Sequence[Logical], group: str, why: str
) -> AnyProgram:
    """A program of a model with further rows; see `Model.extension`."""
    base = cast("AnyProgram", program.entire or program)
    store = Store.of(model)
    if not is_same_model(program.names.owner, model):
        what = f"the program belongs to another model than {quoted(model.name)}"
        raise ModelError(what, "use one of this model")
    if base.variables != base.names.columns:
        what = "the program has variables that its model does not have"
        raise ModelError(what, "extend a program of the model itself")
    if store.group_number(group) is not None:
        what = f"there is already a group {quoted(group)}"
        raise ModelError(what, "choose another name")

    before = base.names.rows if isinstance(base.names.rows, ExtendedRows) else None
    additions = () if before is None else before.additions
    overlay, rows = _as_before(model, base.groups, before)
    first = Sizes.of(overlay.store)
    rows.since = _first_unknown(base, before, rows)
    with Encoder.of(model).stating_into(overlay):
        if rules:
            key = _rows_in_group(base, group)
            added = Addition(tuple(rules), group, why, key, rows.model.columns)
            added.state(model, overlay)
            additions = (*additions, added)
        grown = model.program()
    rows.finish(overlay, additions)

    fixed = program.fixed
    if before is not None and before.model != rows.model:
        was, now = before.model, rows.model
        own_columns, own_rows = base.variables - was.columns, before.count - was.rows
        if first[:2] != (now.columns + own_columns, now.rows + own_rows):
            raise CheckError("the rows that were added have changed", "please report this")
        base = _behind(base, grown, was, now)
        columns = _moved(np.array(list(fixed), dtype=np.int64), was.columns, now.columns)
        fixed = dict(zip(columns.tolist(), fixed.values(), strict=True))
    return base.append_program(grown, first.rows).part(program.switched_off, fixed)


def _as_before(
    model: ModelBase, groups: Sequence[Group], before: ExtendedRows | None
) -> tuple[Overlay, ExtendedRows]:
    """A copy of what a model remembers, with what a program of it has beside that; and its rows."""
    encoder, store = Encoder.of(model), Store.of(model)
    sizes = Sizes.of(store)
    if before is not None and before.memory is not None and before.model == sizes:
        rows = before.copied()
        return before.memory.copied(before.memory.store.on_top(rows)), rows
    rows = ExtendedRows.of(store.rows, sizes)
    overlay = Overlay(store=store.on_top(rows), below=encoder.memory, known=sizes.columns)
    overlay.store.set_groups(groups)
    with encoder.stating_into(overlay):
        for each in () if before is None else before.additions:
            each.state(model, overlay)
    return overlay, rows


def _first_unknown(base: Program, before: ExtendedRows | None, rows: ExtendedRows) -> int:
    """From which number on a program has no rows of its model, and of what is on top of it."""
    if before is None:
        return int(base.row_numbers.max(initial=-1)) + 1
    return before.count if before.model == rows.model else before.model.rows


def _rows_in_group(program: Program, group: str) -> int:
    """The number of rows of a program in a group, which need not be there."""
    names = [one.name for one in program.groups]
    if group not in names:
        return 0
    return int((program.rows.groups == names.index(group)).sum())


def _behind(base: AnyProgram, grown: Program, was: Sizes, now: Sizes) -> AnyProgram:
    """An extended program whose model has grown, with its own variables and rows behind the new.

    Of the model's new rows it has those that say what auxiliary variables are.
    """
    columns = slice(was.columns, now.columns)
    own = slice(was.columns, None)
    whole, new_whole = base.whole(), grown.whole()[columns]
    whole = np.concatenate([whole[: was.columns], new_whole, whole[own]])
    deciding = [base.deciding[: was.columns], grown.deciding[columns], base.deciding[own]]
    lower, upper = (
        Bounds.joined([bounds[: was.columns], more[columns], bounds[own]])
        for bounds, more in ((base.lower, grown.lower), (base.upper, grown.upper))
    )

    rows = replace(
        base.rows,
        columns=_moved(base.rows.columns, was.columns, now.columns),
        targets=_moved(base.rows.targets, was.columns, now.columns),
        operations=_moved(base.rows.operations, was.operations, now.operations),
        origins=_moved(base.rows.origins, was.origins, now.origins),
    )
    numbers = grown.row_numbers
    defines = (grown.rows.targets != NO_TARGET) | (grown.rows.groups == DEFINITION)
    is_new = defines & (numbers >= was.rows) & (numbers < now.rows)
    more = grown.rows.keep(is_new)
    more = replace(more, groups=np.full_like(more.groups, DEFINITION))

    return base.having(
        lower=lower,
        upper=upper,
        deciding=np.concatenate(deciding),
        continuous=None if whole.all() else ~whole,
        rows=joined([rows, more]),
        row_numbers=np.concatenate(
            [_moved(base.row_numbers, was.rows, now.rows), numbers[is_new]],
        ),
        objective=_moved_objective(base.objective, was, now),
        together=tuple(_moved_together(one, was, now) for one in base.together),
    )


def _moved(numbers: IntArray, was: int, now: int) -> IntArray:
    """The numbers of things once there are more of their sort in the model itself."""
    return np.where(numbers < was, numbers, numbers + (now - was))


def _moved_objective(objective: Objective | None, was: Sizes, now: Sizes) -> Objective | None:
    if objective is None:
        return None
    columns = _moved(objective.columns, was.columns, now.columns)
    return replace(objective, columns=columns, then=_moved_objective(objective.then, was, now))


def _moved_together(one: Together, was: Sizes, now: Sizes) -> Together:
    columns, given = (
        tuple(_moved(np.array(part, dtype=np.int64), was.columns, now.columns).tolist())
        for part in (one.columns, one.given)
    )
    rows = _moved(np.array(one.rows, dtype=np.int64), was.rows, now.rows)
    return Together(columns, given, tuple(rows.tolist()))
