"""ilpuzzles: state puzzles as 0-1 models, hand them to any solver, check and look at the solutions.

Importing the package loads nothing else; the names below are fetched when they are first used.

Example:
    >>> import ilpuzzles
    >>> answer = ilpuzzles.solve("lonpos", "8pieces")
    >>> answer.status.value
    'optimal'
"""

# These three are loaded in any Python, so that no time passes before the next lines.
import _signal  # type: ignore[import-not-found] # `signal` loads others
import os
import sys


def _runs_the_command() -> bool:
    """Whether this process was started to run `ilpuzzles`, not a program that imports it."""
    arguments = getattr(sys, "argv", [])
    if arguments[:1] == ["-m"]:
        # So it is while Python looks for the module, which it was told before the arguments.
        module = sys.orig_argv[-len(arguments) :][:1]
        return module == ["ilpuzzles"]
    frame = sys._getframe()  # noqa: SLF001 - its only name
    while frame.f_back is not None:
        frame = frame.f_back
    # The lines of the command that is installed import it, and no other program has a reason to.
    return "ilpuzzles.__main__" in frame.f_code.co_names


def _leave(*_signal_and_frame: object) -> None:
    """Ends the process as Ctrl-C ends a command, without a word: there is nothing to clean up."""
    os._exit(130)


# An exception would be a traceback, here and wherever Python looks for the next module.
if _runs_the_command() and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _leave)

from typing import TYPE_CHECKING  # noqa: E402 - see above

from ilpuzzles.lazy_imports import lazy_face  # noqa: E402
from ilpuzzles.moved_modules import find_moved_modules  # noqa: E402

if TYPE_CHECKING:
    from ilpuzzles import bench as bench
    from ilpuzzles.backends.interface import Interrupted as Interrupted, Options as Options
    from ilpuzzles.backends.result import Limit as Limit, Result as Result, Status as Status
    from ilpuzzles.constraints.acyclicity import acyclic as acyclic
    from ilpuzzles.constraints.automata import automaton as automaton
    from ilpuzzles.constraints.circuits import circuit as circuit
    from ilpuzzles.constraints.connectivity import connected as connected
    from ilpuzzles.constraints.intervals import Interval as Interval, no_overlap as no_overlap
    from ilpuzzles.constraints.inverses import inverse as inverse
    from ilpuzzles.constraints.lexicographic_order import lexicographic as lexicographic
    from ilpuzzles.constraints.paths import path as path
    from ilpuzzles.constraints.regions import division as division
    from ilpuzzles.constraints.resources import cumulative as cumulative
    from ilpuzzles.constraints.tables import table as table
    from ilpuzzles.errors import IlpuzzlesError as IlpuzzlesError
    from ilpuzzles.experiments.answer import Answer as Answer
    from ilpuzzles.experiments.check_files import (
        check_file as check_file,
        check_solutions as check_solutions,
    )
    from ilpuzzles.experiments.experiments import (
        Experiment as Experiment,
        experiment as experiment,
        formulate as formulate,
        own_puzzle as own_puzzle,
        solve as solve,
    )
    from ilpuzzles.experiments.loading import load as load
    from ilpuzzles.experiments.model_file import solve_file as solve_file
    from ilpuzzles.experiments.solution_answers import SolutionAnswer as SolutionAnswer
    from ilpuzzles.formats.model_files import open_model as open_model, read_model as read_model
    from ilpuzzles.formats.pulp import (
        assign_to_pulp as assign_to_pulp,
        from_pulp as from_pulp,
        values_from_pulp as values_from_pulp,
    )
    from ilpuzzles.modelling.functions import (
        absolute as absolute,
        all_different as all_different,
        conditional as conditional,
        conjunction as conjunction,
        count as count,
        different_values as different_values,
        disjunction as disjunction,
        element as element,
        equivalence as equivalence,
        exclusive_disjunction as exclusive_disjunction,
        factorial as factorial,
        greatest_common_divisor as greatest_common_divisor,
        implication as implication,
        maximum as maximum,
        member as member,
        minimum as minimum,
        multiple as multiple,
        negation as negation,
        power as power,
        product as product,
        quotient as quotient,
        remainder as remainder,
        tabulated as tabulated,
    )
    from ilpuzzles.modelling.model import Model as Model
    from ilpuzzles.modelling.pieces import (
        piecewise_linear as piecewise_linear,
        semi_continuous as semi_continuous,
        special_ordered_1 as special_ordered_1,
        special_ordered_2 as special_ordered_2,
    )
    from ilpuzzles.puzzles.formulation import Formulated as Formulated
    from ilpuzzles.queries.best import (
        best_solutions as best_solutions,
        optimal_solutions as optimal_solutions,
    )
    from ilpuzzles.queries.corrections import relax as relax
    from ilpuzzles.queries.count import (
        count_orbits as count_orbits,
        count_solutions as count_solutions,
        count_status as count_status,
    )
    from ilpuzzles.queries.explanation import explain as explain
    from ilpuzzles.queries.forced import find_forced as find_forced
    from ilpuzzles.queries.linear_relaxation import solve_relaxation as solve_relaxation
    from ilpuzzles.queries.sample import sample_solutions as sample_solutions
    from ilpuzzles.queries.solutions import (
        enumerate_solutions as enumerate_solutions,
        list_solutions as list_solutions,
    )
    from ilpuzzles.queries.solve import Trace as Trace, solve_model as solve_model
    from ilpuzzles.queries.unique import check_uniqueness as check_uniqueness
    from ilpuzzles.queries.variants import whatif as whatif
    from ilpuzzles.reading.library import Library as Library


__version__ = "0.1.0"


def _advise(name: str) -> str:
    """What to use here instead of a name that other packages have; empty if nothing is known."""
    from ilpuzzles.modelling.pointers import PACKAGE, pointer  # noqa: PLC0415 - for an error alone

    return pointer(name, PACKAGE)


__getattr__, __dir__ = lazy_face(__name__, advise=_advise)
find_moved_modules()
