"""ilpuzzles: state puzzles as 0-1 models, hand them to any solver, check and look at the solutions.

Importing the package loads nothing else; the names below are fetched when they are first used.

Example:
    >>> import ilpuzzles
    >>> answer = ilpuzzles.solve("lonpos", "8pieces")
    >>> answer.status.value
    'optimal'
"""

from __future__ import annotations
from ilpuzzles.faces import lazy_face
from ilpuzzles.moved import find_former_names
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ilpuzzles.backends.interface import Interrupted as Interrupted
    from ilpuzzles.backends.interface import Options as Options
    from ilpuzzles.backends.result import Limit as Limit
    from ilpuzzles.backends.result import Result as Result
    from ilpuzzles.backends.result import Status as Status
    from ilpuzzles.errors import IlpuzzlesError as IlpuzzlesError
    from ilpuzzles.formats.model_files import read_model as read_model
    from ilpuzzles.library import Library as Library
    from ilpuzzles.modelling.connectivity import connected as connected
    from ilpuzzles.modelling.functions import absolute as absolute
    from ilpuzzles.modelling.functions import all_different as all_different
    from ilpuzzles.modelling.functions import conditional as conditional
    from ilpuzzles.modelling.functions import conjunction as conjunction
    from ilpuzzles.modelling.functions import count as count
    from ilpuzzles.modelling.functions import different_values as different_values
    from ilpuzzles.modelling.functions import disjunction as disjunction
    from ilpuzzles.modelling.functions import element as element
    from ilpuzzles.modelling.functions import equivalence as equivalence
    from ilpuzzles.modelling.functions import exclusive_disjunction as exclusive_disjunction
    from ilpuzzles.modelling.functions import factorial as factorial
    from ilpuzzles.modelling.functions import greatest_common_divisor as greatest_common_divisor
    from ilpuzzles.modelling.functions import implication as implication
    from ilpuzzles.modelling.functions import maximum as maximum
    from ilpuzzles.modelling.functions import member as member
    from ilpuzzles.modelling.functions import minimum as minimum
    from ilpuzzles.modelling.functions import multiple as multiple
    from ilpuzzles.modelling.functions import negation as negation
    from ilpuzzles.modelling.functions import power as power
    from ilpuzzles.modelling.functions import product as product
    from ilpuzzles.modelling.functions import quotient as quotient
    from ilpuzzles.modelling.functions import remainder as remainder
    from ilpuzzles.modelling.functions import special_ordered_1 as special_ordered_1
    from ilpuzzles.modelling.functions import special_ordered_2 as special_ordered_2
    from ilpuzzles.modelling.functions import tabulated as tabulated
    from ilpuzzles.modelling.model import Model as Model
    from ilpuzzles.puzzles.family import Formulated as Formulated
    from ilpuzzles.queries.count import count_solutions as count_solutions
    from ilpuzzles.queries.explanation import explain as explain
    from ilpuzzles.queries.forced import find_forced as find_forced
    from ilpuzzles.queries.orbits import count_orbits as count_orbits
    from ilpuzzles.queries.relaxation import relax as relax
    from ilpuzzles.queries.sample import sample_solutions as sample_solutions
    from ilpuzzles.queries.solutions import enumerate_solutions as enumerate_solutions
    from ilpuzzles.queries.solutions import list_solutions as list_solutions
    from ilpuzzles.queries.solve import solve_model as solve_model
    from ilpuzzles.queries.unique import check_uniqueness as check_uniqueness
    from ilpuzzles.queries.variants import whatif as whatif
    from ilpuzzles.workbench.answer import Answer as Answer
    from ilpuzzles.workbench.check import check_file as check_file
    from ilpuzzles.workbench.check import check_solutions as check_solutions
    from ilpuzzles.workbench.experiments import Experiment as Experiment
    from ilpuzzles.workbench.experiments import experiment as experiment
    from ilpuzzles.workbench.experiments import formulate as formulate
    from ilpuzzles.workbench.experiments import own_puzzle as own_puzzle
    from ilpuzzles.workbench.experiments import solve as solve
    from ilpuzzles.workbench.loading import load as load
    from ilpuzzles.workbench.model_file import solve_file as solve_file


__version__ = "0.1.0"

__getattr__, __dir__ = lazy_face(__name__)

find_former_names()
