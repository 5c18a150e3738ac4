"""What every backend of the tests has besides its search."""

from __future__ import annotations

from typing import Any

from ilpuzzles.backends.interface import GENERAL, Feature
from ilpuzzles.modelling.program import Program


class PlainBackend:
    """A backend that is always there; its search is up to those that inherit from it."""

    name: str
    features: frozenset[Feature] = GENERAL
    needs: str = "nothing"

    def available(self) -> bool:
        return True

    def version(self) -> str:
        return "1"

    def native(self, program: Program) -> Any:
        return program
