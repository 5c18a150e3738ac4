"""Collects the problems of a file, so that all of them are reported at once."""

from __future__ import annotations

from dataclasses import dataclass, field

from ilpuzzles.errors import InputError, Problem

MAX_PROBLEMS = 20


@dataclass(slots=True)
class ProblemList:
    """A growing list of problems.

    Attributes:
        found: The problems so far.

    Example:
        >>> problems = ProblemList()
        >>> problems.raise_if_any()
        >>> problems.add("two heads", "keep one", where="a.yaml:1:1")
        >>> problems.raise_if_any()
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: a.yaml:1:1: two heads; keep one
    """

    found: list[Problem] = field(default_factory=list)

    def add(self, what: str, advice: str, *, where: object = "") -> None:
        """Adds one problem; `where` is a `Place` or a text."""
        self.found.append(Problem(what, advice, str(where)))

    def raise_if_any(self) -> None:
        """Raises everything found so far.

        Raises:
            InputError: With one line per problem, the first twenty of them.
        """
        if not self.found:
            return
        shown = self.found[:MAX_PROBLEMS]
        rest = len(self.found) - len(shown)
        if rest:
            shown.append(Problem(f"{rest} more problems of this file", "mend the first ones first"))
        raise InputError(*shown)
