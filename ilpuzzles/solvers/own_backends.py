"""The backends of this package by their names; each is imported when it is asked for.

Of most programs that solve, one is wanted, and the others would cost time and memory. Backends of
other packages are found by `registry.py`, which also chooses one.
"""

from __future__ import annotations

from collections.abc import Callable

from ilpuzzles.backends.interface import Backend


def _cpsat() -> Backend:
    from ilpuzzles.solvers.cpsat.backend import CpSatBackend  # noqa: PLC0415 - see above

    return CpSatBackend()


def _cbc() -> Backend:
    from ilpuzzles.solvers.cbc.backend import CbcBackend  # noqa: PLC0415 - see above

    return CbcBackend()


def _scip() -> Backend:
    from ilpuzzles.solvers.mathopt.backend import ScipBackend  # noqa: PLC0415 - see above

    return ScipBackend()


def _highs() -> Backend:
    from ilpuzzles.solvers.mathopt.backend import HighsBackend  # noqa: PLC0415 - see above

    return HighsBackend()


def _clingo() -> Backend:
    from ilpuzzles.solvers.clingo.backend import ClingoBackend  # noqa: PLC0415 - see above

    return ClingoBackend()


def _exactcover() -> Backend:
    from ilpuzzles.solvers.cover.backend import ExactCoverBackend  # noqa: PLC0415 - see above

    return ExactCoverBackend()


OWN_BACKENDS: dict[str, Callable[[], Backend]] = {
    "cpsat": _cpsat,
    "cbc": _cbc,
    "scip": _scip,
    "highs": _highs,
    "clingo": _clingo,
    "exactcover": _exactcover,
}
"""The function that makes each backend, by the name that users write."""
