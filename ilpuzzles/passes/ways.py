"""Ways of global constraints: each row is stated in the one that suits the solver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeVar

from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.global_constraint import LAZY, NATIVE, GlobalConstraint, Purpose
from ilpuzzles.modelling.program import Program


class Language(StrEnum):
    """The language of a solver, or a file, for global constraints."""

    LINEAR = "linear rows"
    CPSAT = "CP-SAT's constraints"
    RULES = "rules"


@dataclass(frozen=True, slots=True)
class Ways:
    """The ways in which a solver can be told global constraints, and those that it prefers.

    Whatever a solver is, it can be told linear rows of any encoding, and cuts. All else is looked
    up by the class of the row itself, not by a class that it is derived from.

    Attributes:
        language: The name of what the solver is told, for messages: it has no native encoding "in
            linear rows".
        native: For each class that the solver takes whole, the function that states such a row;
            its second argument is what states things to the solver.
        preferred: For some classes, the encoding of a row, where none was asked for. For all
            others it is the native one, or else that of linear rows (`GlobalConstraint.choose`).
        opens: For some classes, whether the solver's own constraint has variables that do not
            follow from those of the row.
        takes_cuts: Whether rows that are asked for by cuts are left to cuts, where there is a
            native encoding as well.
    """

    language: str
    native: Mapping[type[GlobalConstraint], Callable[[Any, Any], None]] = field(
        default_factory=dict
    )
    preferred: Mapping[type[GlobalConstraint], Callable[[Any, Purpose], str]] = field(
        default_factory=dict
    )
    opens: Mapping[type[GlobalConstraint], Callable[[Any], bool]] = field(default_factory=dict)
    takes_cuts: bool = True

    def preference(self, row: GlobalConstraint, purpose: Purpose) -> str:
        """The encoding of a row, where none was asked for."""
        prefer = self.preferred.get(type(row))
        if prefer is not None:
            return prefer(row, purpose)
        return NATIVE if type(row) in self.native else row.choose(purpose)

    def opens_natively(self, row: GlobalConstraint) -> bool:
        """Whether the native encoding has variables that do not follow from those of the row."""
        is_open = self.opens.get(type(row))
        return is_open is not None and is_open(row)


LINEAR_ROWS = Ways(Language.LINEAR)
"""The ways of solvers that know linear rows alone."""

Row = TypeVar("Row", bound=GlobalConstraint)


def choose_way(row: Row, ways: Ways, purpose: Purpose | None = None) -> Row:
    """Chooses the way of a row; returns the row itself if it has that way already.

    Args:
        row: The row.
        ways: What the solver can be told.
        purpose: The purpose of the search; without one, what was chosen for these ways before stays
            as it is.

    Raises:
        ModelError: If a native encoding was asked for, and the solver has none.
    """
    if purpose is None and row.language == ways.language:
        return row
    is_native = type(row) in ways.native
    way = row.encoding or ways.preference(row, purpose or Purpose.ONE)
    if way == LAZY and is_native and not ways.takes_cuts:
        way = NATIVE
    if way == NATIVE and not is_native:
        others = [name for name in row.encodings() if name != NATIVE]
        what = f"'{row.word}' has no native encoding in {ways.language}"
        raise ModelError(what, f"leave encoding out, or use {' or '.join(others)}")
    if row.way == way and row.language == ways.language:
        return row
    opens = ways.opens_natively(row)
    return replace(row, way=way, language=ways.language, opens_natively=opens)


def choose_ways(program: Program, ways: Ways, purpose: Purpose) -> Program:
    """Chooses the ways of all global constraints; returns the program itself if all have theirs.

    Raises:
        ModelError: If a native encoding was asked for, and the solver has none.
    """
    operations = tuple(
        choose_way(one, ways, purpose) if isinstance(one, GlobalConstraint) else one
        for one in program.operations
    )
    if all(one is other for one, other in zip(operations, program.operations, strict=True)):
        return program
    return replace(program, operations=operations)


def in_linear_ways(program: Program) -> Program:
    """The program for solvers that know linear rows alone: some encoding of these, or cuts."""
    return choose_ways(program, LINEAR_ROWS, purpose_of(program))


def purpose_of(program: Program, *, listing: bool = False) -> Purpose:
    """The purpose of a search: all solutions where they are listed or counted, or the best one."""
    if listing:
        return Purpose.ALL
    return Purpose.ONE if program.objective is None else Purpose.BEST
