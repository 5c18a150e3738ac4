"""The one road from a puzzle's name to a checked answer that draws itself."""

from ilpuzzles.workbench.answer import Answer
from ilpuzzles.workbench.checked import Checked, CheckedSolution
from ilpuzzles.workbench.checking import check_file, check_solutions
from ilpuzzles.workbench.loading import Loaded, load, load_puzzle
from ilpuzzles.workbench.model_answers import ModelAnswer, solve_file
from ilpuzzles.workbench.model_files import read_model
from ilpuzzles.workbench.solving import formulate, solve

__all__ = [
    "Answer",
    "Checked",
    "CheckedSolution",
    "Loaded",
    "ModelAnswer",
    "check_file",
    "check_solutions",
    "formulate",
    "load",
    "load_puzzle",
    "read_model",
    "solve",
    "solve_file",
]
