"""The one road from a puzzle's name to a checked answer that draws itself."""

from ilpuzzles.formats.model_files import read_model
from ilpuzzles.workbench.answer import Answer, AnyAnswer, Compared, Explained, Relaxed
from ilpuzzles.workbench.check import Checked, CheckedSolution, check_file, check_solutions
from ilpuzzles.workbench.descriptions import Described, describe
from ilpuzzles.workbench.experiments import Experiment, experiment, formulate, own_puzzle, solve
from ilpuzzles.workbench.loading import Loaded, load, load_puzzle
from ilpuzzles.workbench.model_file import ModelAnswer, file_experiment, solve_file

__all__ = [
    "Answer",
    "AnyAnswer",
    "Checked",
    "CheckedSolution",
    "Compared",
    "Described",
    "Experiment",
    "Explained",
    "Loaded",
    "ModelAnswer",
    "Relaxed",
    "check_file",
    "check_solutions",
    "describe",
    "experiment",
    "file_experiment",
    "formulate",
    "load",
    "load_puzzle",
    "own_puzzle",
    "read_model",
    "solve",
    "solve_file",
]
