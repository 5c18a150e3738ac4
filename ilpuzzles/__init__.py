"""ilpuzzles: state puzzles as 0-1 models, hand them to any solver, check and look at the solutions.

Importing the package loads nothing else; the names below are fetched when they are first used.

Example:
    >>> import ilpuzzles
    >>> answer = ilpuzzles.solve("lonpos", "8pieces")
    >>> answer.status.value
    'optimal'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ilpuzzles.backends import Limit as Limit
    from ilpuzzles.backends import Options as Options
    from ilpuzzles.backends import Result as Result
    from ilpuzzles.backends import Status as Status
    from ilpuzzles.errors import IlpuzzlesError as IlpuzzlesError
    from ilpuzzles.library import Library as Library
    from ilpuzzles.modelling import Model as Model
    from ilpuzzles.modelling import absolute as absolute
    from ilpuzzles.modelling import all_different as all_different
    from ilpuzzles.modelling import conditional as conditional
    from ilpuzzles.modelling import conjunction as conjunction
    from ilpuzzles.modelling import connected as connected
    from ilpuzzles.modelling import count as count
    from ilpuzzles.modelling import different_values as different_values
    from ilpuzzles.modelling import disjunction as disjunction
    from ilpuzzles.modelling import element as element
    from ilpuzzles.modelling import equivalence as equivalence
    from ilpuzzles.modelling import exclusive_disjunction as exclusive_disjunction
    from ilpuzzles.modelling import factorial as factorial
    from ilpuzzles.modelling import greatest_common_divisor as greatest_common_divisor
    from ilpuzzles.modelling import implication as implication
    from ilpuzzles.modelling import maximum as maximum
    from ilpuzzles.modelling import member as member
    from ilpuzzles.modelling import minimum as minimum
    from ilpuzzles.modelling import multiple as multiple
    from ilpuzzles.modelling import negation as negation
    from ilpuzzles.modelling import power as power
    from ilpuzzles.modelling import product as product
    from ilpuzzles.modelling import quotient as quotient
    from ilpuzzles.modelling import remainder as remainder
    from ilpuzzles.modelling import special_ordered_1 as special_ordered_1
    from ilpuzzles.modelling import special_ordered_2 as special_ordered_2
    from ilpuzzles.modelling import tabulated as tabulated
    from ilpuzzles.puzzles import Formulated as Formulated
    from ilpuzzles.queries import Interrupted as Interrupted
    from ilpuzzles.queries import check_uniqueness as check_uniqueness
    from ilpuzzles.queries import count_orbits as count_orbits
    from ilpuzzles.queries import count_solutions as count_solutions
    from ilpuzzles.queries import enumerate_solutions as enumerate_solutions
    from ilpuzzles.queries import explain as explain
    from ilpuzzles.queries import find_forced as find_forced
    from ilpuzzles.queries import list_solutions as list_solutions
    from ilpuzzles.queries import relax as relax
    from ilpuzzles.queries import sample_solutions as sample_solutions
    from ilpuzzles.queries import solve_model as solve_model
    from ilpuzzles.queries import whatif as whatif
    from ilpuzzles.workbench import Answer as Answer
    from ilpuzzles.workbench import Experiment as Experiment
    from ilpuzzles.workbench import check_file as check_file
    from ilpuzzles.workbench import check_solutions as check_solutions
    from ilpuzzles.workbench import experiment as experiment
    from ilpuzzles.workbench import formulate as formulate
    from ilpuzzles.workbench import load as load
    from ilpuzzles.workbench import own_puzzle as own_puzzle
    from ilpuzzles.workbench import read_model as read_model
    from ilpuzzles.workbench import solve as solve
    from ilpuzzles.workbench import solve_file as solve_file

__version__ = "0.1.0"

_HOMES = {
    "Answer": "ilpuzzles.workbench:Answer",
    "Experiment": "ilpuzzles.workbench:Experiment",
    "Formulated": "ilpuzzles.puzzles:Formulated",
    "IlpuzzlesError": "ilpuzzles.errors:IlpuzzlesError",
    "Interrupted": "ilpuzzles.queries:Interrupted",
    "Library": "ilpuzzles.library:Library",
    "Limit": "ilpuzzles.backends:Limit",
    "Model": "ilpuzzles.modelling:Model",
    "Options": "ilpuzzles.backends:Options",
    "Result": "ilpuzzles.backends:Result",
    "Status": "ilpuzzles.backends:Status",
    "absolute": "ilpuzzles.modelling:absolute",
    "all_different": "ilpuzzles.modelling:all_different",
    "check_file": "ilpuzzles.workbench:check_file",
    "check_solutions": "ilpuzzles.workbench:check_solutions",
    "check_uniqueness": "ilpuzzles.queries:check_uniqueness",
    "conditional": "ilpuzzles.modelling:conditional",
    "conjunction": "ilpuzzles.modelling:conjunction",
    "connected": "ilpuzzles.modelling:connected",
    "count": "ilpuzzles.modelling:count",
    "count_orbits": "ilpuzzles.queries:count_orbits",
    "count_solutions": "ilpuzzles.queries:count_solutions",
    "different_values": "ilpuzzles.modelling:different_values",
    "disjunction": "ilpuzzles.modelling:disjunction",
    "element": "ilpuzzles.modelling:element",
    "enumerate_solutions": "ilpuzzles.queries:enumerate_solutions",
    "equivalence": "ilpuzzles.modelling:equivalence",
    "exclusive_disjunction": "ilpuzzles.modelling:exclusive_disjunction",
    "experiment": "ilpuzzles.workbench:experiment",
    "explain": "ilpuzzles.queries:explain",
    "factorial": "ilpuzzles.modelling:factorial",
    "find_forced": "ilpuzzles.queries:find_forced",
    "formulate": "ilpuzzles.workbench:formulate",
    "greatest_common_divisor": "ilpuzzles.modelling:greatest_common_divisor",
    "implication": "ilpuzzles.modelling:implication",
    "list_solutions": "ilpuzzles.queries:list_solutions",
    "load": "ilpuzzles.workbench:load",
    "maximum": "ilpuzzles.modelling:maximum",
    "member": "ilpuzzles.modelling:member",
    "minimum": "ilpuzzles.modelling:minimum",
    "multiple": "ilpuzzles.modelling:multiple",
    "negation": "ilpuzzles.modelling:negation",
    "own_puzzle": "ilpuzzles.workbench:own_puzzle",
    "power": "ilpuzzles.modelling:power",
    "product": "ilpuzzles.modelling:product",
    "quotient": "ilpuzzles.modelling:quotient",
    "read_model": "ilpuzzles.workbench:read_model",
    "relax": "ilpuzzles.queries:relax",
    "sample_solutions": "ilpuzzles.queries:sample_solutions",
    "remainder": "ilpuzzles.modelling:remainder",
    "solve": "ilpuzzles.workbench:solve",
    "solve_file": "ilpuzzles.workbench:solve_file",
    "solve_model": "ilpuzzles.queries:solve_model",
    "special_ordered_1": "ilpuzzles.modelling:special_ordered_1",
    "special_ordered_2": "ilpuzzles.modelling:special_ordered_2",
    "tabulated": "ilpuzzles.modelling:tabulated",
    "whatif": "ilpuzzles.queries:whatif",
}

__all__ = [*_HOMES, "__version__"]  # noqa: PLE0604 - the keys are names


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, _, attribute = _HOMES[name].partition(":")
    value: object = getattr(import_module(module), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
