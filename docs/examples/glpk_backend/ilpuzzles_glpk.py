"""GLPK as a backend for ilpuzzles: a process of its own reads an MPS file and leaves its answer."""

import json
import sys
import time

import numpy as np

from ilpuzzles.backends import Feature, Limit, Options, Result, Status
from ilpuzzles.backends.interface import installed, unable
from ilpuzzles.formats.mps import mps_text
from ilpuzzles.jobs.process import run_child, with_grace
from ilpuzzles.jobs.temporary_files import model_written, private_folder
from ilpuzzles.modelling import Program
from ilpuzzles.solvers.mip import MipAnswer, Trust, exact_values, failure, solve_by_mip

TRUST = Trust(coefficients=10**6, activity=10**8, costs=10**6)
CHILD = """
import json, sys
import swiglpk as glpk
model, how = glpk.glp_create_prob(), glpk.glp_iocp()
glpk.glp_read_mps(model, glpk.GLP_MPS_FILE, None, "model.mps") and sys.exit("unreadable model")
glpk.glp_init_iocp(how)
how.presolve, how.tol_int, how.mip_gap = glpk.GLP_ON, 1e-9, float(sys.argv[1])
how.tm_lim = max(1, int(1000 * float(sys.argv[2]))) if sys.argv[2] != "None" else 2**31 - 1
code = glpk.glp_intopt(model, how)
status, columns = glpk.glp_mip_status(model), range(glpk.glp_get_num_cols(model) + 1)
if code == glpk.GLP_ENODFS:  # unbounded, or infeasible: without an objective, only the latter
    [glpk.glp_set_obj_coef(model, column, 0) for column in columns]
    said = "infeasible" if glpk.glp_intopt(model, how) == glpk.GLP_ENOPFS else "unbounded"
elif code == glpk.GLP_ENOPFS or (not code and status == glpk.GLP_NOFEAS):
    said = "infeasible"
else:
    said = {glpk.GLP_OPT: "optimal", glpk.GLP_FEAS: "feasible"}.get(status, "unknown")
limit = {glpk.GLP_ETMLIM: "time", glpk.GLP_EMIPGAP: "gap"}.get(code, "none")
values = [glpk.glp_mip_col_val(model, column) for column in columns[1:]]
open("answer.json", "w").write(json.dumps([said, limit, values]))
"""


class GlpkBackend:
    """GLPK's branch and cut."""

    name = "glpk"
    features = frozenset({Feature.OPTIMISE, Feature.GAP, Feature.CONTINUOUS, Feature.ANY_ROWS})
    needs = "pip install swiglpk"

    def available(self) -> bool:
        return installed("swiglpk") is not None

    def version(self) -> str:
        return f"in swiglpk {installed('swiglpk')}"

    def native(self, program: Program) -> str:
        return mps_text(program, numbered=True)

    def solve(self, program: Program, options: Options) -> Result:
        if options.workers > 1 or options.node_limit is not None:
            raise unable(self.name, "several workers or a node limit", "use cbc")
        return solve_by_mip(program, options, run, name="glpk", version=self.version(), trust=TRUST)


def run(program: Program, options: Options, again: bool) -> tuple[MipAnswer, float]:
    """The answer of GLPK's process, and when the program had been handed over."""
    with private_folder() as folder:
        with model_written("GLPK"):
            (folder / "model.mps").write_text(mps_text(program, numbered=True), encoding="ascii")
        written, most, log = time.perf_counter(), with_grace(options.time_limit), options.verbose
        command = [sys.executable, "-c", CHILD, str(options.gap), str(options.time_limit)]
        child = run_child(command, folder, limit=most, verbose=log, stopped=options.stopped)
        if child.killed:
            return MipAnswer(Status.UNKNOWN, Limit.TIME), written
        try:
            said, limit, values = json.loads((folder / "answer.json").read_text())
        except (OSError, ValueError):
            return failure("GLPK left no answer", child, folder), written
        found = said in {"optimal", "feasible"}
        exact = exact_values(np.array(values), program, "GLPK") if found else None
        return MipAnswer(Status(said), Limit(limit), exact), written
