"""Rows that are not linear, one operation per file.

Each says what it means for an assignment, and which linear rows it becomes. A solver that has a
constraint of its own for one gets that instead; see `ilpuzzles.backends.cpsat_rows`.
"""

from ilpuzzles.modelling.operations.absolute import Absolute
from ilpuzzles.modelling.operations.all_different import AllDifferent
from ilpuzzles.modelling.operations.conditional import Conditional
from ilpuzzles.modelling.operations.element import Element
from ilpuzzles.modelling.operations.extremum import Extremum
from ilpuzzles.modelling.operations.operation import Operation, Outcome, Separated
from ilpuzzles.modelling.operations.parity import Parity
from ilpuzzles.modelling.operations.product import Product
from ilpuzzles.modelling.operations.reified import Reified

__all__ = [
    "Absolute",
    "AllDifferent",
    "Conditional",
    "Element",
    "Extremum",
    "Operation",
    "Outcome",
    "Parity",
    "Product",
    "Reified",
    "Separated",
]
