"""One model, every engine: 0-1 variables and rows in flat arrays; no puzzle, no solver."""

from ilpuzzles.modelling.basics import MINUS_INFINITY, PLUS_INFINITY, IntArray
from ilpuzzles.modelling.check import Violation
from ilpuzzles.modelling.expressions import Expression, Negation, Variable
from ilpuzzles.modelling.families import Family, VariableArray
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Objective, Program
from ilpuzzles.modelling.rows import NO_TARGET, Group, Kind, Rows
from ilpuzzles.modelling.statistics import Statistics
from ilpuzzles.modelling.truths import Comparison, Logical
from ilpuzzles.modelling.view import Solvable, View

__all__ = [
    "MINUS_INFINITY",
    "NO_TARGET",
    "PLUS_INFINITY",
    "Comparison",
    "Expression",
    "Family",
    "Group",
    "IntArray",
    "Kind",
    "Logical",
    "Model",
    "Negation",
    "Objective",
    "Program",
    "Rows",
    "Solvable",
    "Statistics",
    "Variable",
    "VariableArray",
    "View",
    "Violation",
    "linearised",
]
