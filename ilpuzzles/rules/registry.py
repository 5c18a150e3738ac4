"""Finds the rule checker of a family of puzzles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ilpuzzles.errors import UnknownNameError, unknown_name
from ilpuzzles.rules.surasshupakku import check_surasshupakku
from ilpuzzles.rules.tiling import check_tiling
from ilpuzzles.rules.violation import RuleViolation

_CHECKERS: dict[str, Callable[[dict[str, Any], dict[str, Any]], list[RuleViolation]]] = {
    "surasshupakku": check_surasshupakku,
    "tiling": check_tiling,
}


def check_rules(
    family: str, instance: dict[str, Any], solution: dict[str, Any]
) -> list[RuleViolation]:
    """Checks a solution against the rules of its puzzle.

    Args:
        family: The name of the puzzle's family.
        instance: The instance as plain data.
        solution: The solution as plain data.

    Returns:
        The rules that it breaks; none for a right solution.

    Raises:
        UnknownNameError: If there is no checker for the family.
    """
    if family not in _CHECKERS:
        raise UnknownNameError(unknown_name("family", family, _CHECKERS))
    return _CHECKERS[family](instance, solution)
