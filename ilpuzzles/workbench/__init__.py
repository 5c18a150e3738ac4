"""The one road from a puzzle's name to a checked answer that draws itself."""

from ilpuzzles.workbench.answer import Answer
from ilpuzzles.workbench.loading import Loaded, load, load_puzzle
from ilpuzzles.workbench.solving import formulate, solve

__all__ = [
    "Answer",
    "Loaded",
    "formulate",
    "load",
    "load_puzzle",
    "solve",
]
