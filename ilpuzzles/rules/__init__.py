"""Independent rule checkers: plain data in, violations out; standard library only.

They share no code with the formulations, so that a mistake in one of them shows.
"""

from ilpuzzles.rules.registry import check_rules
from ilpuzzles.rules.violation import RuleViolation

__all__ = ["RuleViolation", "check_rules"]
