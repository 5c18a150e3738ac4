"""What a rule checker reports."""

from __future__ import annotations

from typing import NamedTuple


class RuleViolation(NamedTuple):
    """A rule of the puzzle that a solution breaks."""

    rule: str
    """The name of the rule."""
    what: str
    """What is wrong, in a few words."""

    def __str__(self) -> str:
        return f"{self.rule}: {self.what}"
