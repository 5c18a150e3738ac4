"""Names that other packages have for what is called otherwise here, and where to look instead.

One table for each class; PuLP, gurobipy, CPLEX, PySCIPOpt, OR-Tools, linopy, Pyomo, cvxpy and scipy
have the names. Case and underscores do not matter but in `VARIABLE`: `addVars`, `add_vars` and
`AddVars` are one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from ilpuzzles.errors import Problem, nearest, quoted, unknown_name

Pointers: TypeAlias = Mapping[str, str]
"""Names to use instead, by the name in small letters without underscores."""


def _pointers(*rows: tuple[str, str]) -> Pointers:
    """A table from its rows: names between spaces, and what to use instead of them."""
    table: dict[str, str] = {}
    for names, advice in rows:
        table |= dict.fromkeys(names.split(), advice)
    return table


def _in_full(*rows: tuple[str, str]) -> Pointers:
    """A table whose names are as they are written, for `pointing`."""
    return {name: advice for names, advice in rows for name in names.split()}


def _plain(name: str) -> str:
    """A name as the tables have it."""
    return name.replace("_", "").lower()


OPTIONS = _pointers(
    (
        """timeout maxtime maxseconds maxtimeinseconds seconds sec time tilim tmlim limitstime
        maxruntime""",
        "use time_limit, in seconds",
    ),
    (
        """threads thread nthreads numthreads numworkers numsearchworkers njobs jobs nproc procs
        cpus cores parallel""",
        "use workers",
    ),
    (
        "solver solvername optimizer engine solverid",
        "the backend is the first argument, as in model.solve('highs')",
    ),
    (
        """mipgap miprelgap relgap relativegap relativegaplimit gaprel ratiogap fracgap optcr epgap
        limitsgap""",
        "use gap, such as 0.01 for one percent",
    ),
    ("gapabs mipgapabs absgap absolutegaplimit allowablegap optca", "use gap, a share"),
    (
        """msg log logs logging logoutput logtoconsole logsearchprogress outputflag output display
        disp tee quiet silent verbosity loglevel hideoutput printlevel""",
        "use verbose=True for the solver's own log",
    ),
    (
        "ioapi keepfiles tmpdir problemfn solutionfn basisfn explicitcoordinatenames logfile",
        "leave it out: a model is handed over in memory, or in a folder that goes away",
    ),
    (
        """warmstart warmstarts start starts mipstart mipstarts initial initialguess initialsolution
        initialvalues initvals x0 hints""",
        "use hint, such as {x: 1} or an earlier result",
    ),
    (
        "solveroptions solverparams solverparameters parameters settings opts config",
        "use params, such as {'highs': {'presolve': 'off'}}",
    ),
    ("randomseed randomstate rng", "use seed"),
    ("maxnodes nodes", "use node_limit"),
    ("deterministictime maxdeterministictime worklimits", "use work_limit"),
    (
        """numsolutions maxsolutions solutionlimit solutions poolsolutions poolsearchmode
        enumerateallsolutions limit number""",
        "use model.solutions(limit=10), or model.best(number=10)",
    ),
    ("sense maximize minimize objective", "call model.minimize or model.maximize first"),
    ("callback callbacks cb solutioncallback solcallback", "use on_solution"),
    ("lazyconstraints lazy cutcallback", "state the rows by model.lazy"),
    ("relax relaxed lp integrality mip", "use model.relaxation()"),
    (
        """presolve cuts heuristics mipfocus emphasis crossover scaling feasibilitytol feastol
        integralitytol intfeastol""",
        "a solver's own parameters are given as params, such as {'highs': {'presolve': 'off'}}",
    ),
)
"""Options of questions."""

_A_RESULT_HAS_IT = "it is in what solve returns: result = model.solve()"

MODEL = _pointers(
    (
        "objective getobjective objfunc obj objectivefunction",
        "set it by model.minimize or model.maximize; result.objective is its value",
    ),
    (
        """variables vars var allvars getvars getvar getvariables variablesdict variableslist
        itervariables getvarbyname varbyname numvars numvariables nvars""",
        "use model.families, model.family('x') and model.statistics()",
    ),
    (
        """constraints constrs cons conss constraint getconstrs getconstraints getconstrbyname
        iterconstraints numconstrs numconstraints ncons""",
        "use model.rows() and model.statistics()",
    ),
    (
        """write writelp writemps writeproblem writemodel tofile tonetcdf tojson export exportmodel
        exportaslp exporttofile exporttolp dump printmodel pprint""",
        "use model.save('model.ilp.json'), model.to_lp() or model.to_mps()",
    ),
    ("read fromfile load readmodel frommps fromlp", "use ilpuzzles.read_model('model.lp')"),
    (
        """status solstatus solutionstatus terminationcondition getstatus statusname isoptimal
        runtime solvetime walltime""",
        f"{_A_RESULT_HAS_IT}, then result.status and result.seconds",
    ),
    (
        """objval objectivevalue getobjval getobjectivevalue objbound bestbound bestobjectivebound
        getdualbound getprimalbound mipgap optimalvalue""",
        f"{_A_RESULT_HAS_IT}, then result.objective and result.bound",
    ),
    (
        "solution sol getsol getbestsol getsolution getval getvals getvalue value values",
        f"{_A_RESULT_HAS_IT}, then result[x]",
    ),
    (
        """addvar addvars addvariable addvariables addmvar newvar newvariable newboolvar newintvar
        newintvarfromdomain newconstant newintervalvar boolvar intvar numvar binaryvar
        binaryvarlist binaryvardict binaryvarmatrix integervar integervarlist integervardict
        continuousvar continuousvarlist continuousvardict lpvariable lpvar dicts""",
        "use model.binary, model.integer or model.continuous",
    ),
    (
        """addconstr addconstrs addconstraint addconstraints addcons addconss addlconstr addmconstr
        addqconstr addlinearconstraint addlinearconstraints addlinear addlinearexpression
        addgenconstr subjectto st constrain addif""",
        "use model.add, as in model.add(x + y <= 1)",
    ),
    (
        "addobjective setobjective setobjectiven setminimize setmaximize minimise maximise",
        "use model.minimize or model.maximize",
    ),
    ("optimize optimise run solvemodel execute optimizeasync", "use model.solve()"),
    ("solveall searchallsolutions enumerate", "use model.solutions(limit=10) or model.count()"),
    ("unfix release", "model.fix({x: 1}) is a program of its own, and the model stays as it is"),
    ("setsilent unsetsilent silent", "a solver is silent unless it is given verbose=True"),
    (
        """addboolor addbooland addboolxor addimplication addindicator addgenconstrindicator
        addconsindicator addindicatorconstraint addgenconstrand addgenconstror""",
        "write model.add(x | y), model.add(x & y) or model.add(x.implies(y <= 3))",
    ),
    ("addmaxequality addgenconstrmax", "write model.add(z == maximum(x, y))"),
    ("addminequality addgenconstrmin", "write model.add(z == minimum(x, y))"),
    ("addabsequality addgenconstrabs", "write model.add(z == abs(x))"),
    ("addmultiplicationequality", "write model.add(z == product(x, y))"),
    ("adddivisionequality", "write model.add(z == x // y)"),
    ("addmoduloequality", "write model.add(z == x % y)"),
    ("addelement", "write model.add(z == element(index, numbers))"),
    ("addalldifferent alldifferent", "write model.add(all_different(x))"),
    ("addnooverlap addcumulative", "write model.add(no_overlap(...)) or cumulative(...)"),
    (
        "addcircuit addallowedassignments addautomaton addinverse",
        "write circuit, table, automaton or inverse of ilpuzzles",
    ),
    ("addsos", "write model.add(special_ordered_1(x)) or special_ordered_2(x)"),
    ("addpiecewiselinear setpwlobj", "write piecewise_linear(x, points)"),
    (
        "sense modelsense",
        "call model.minimize(cost) or model.maximize(gain)",
    ),
    ("addvariabledicts addvariabledict", "use model.binary('x', keys), and x[key]"),
    ("addexactlyone", "use model.exactly_one"),
    ("addatmostone", "use model.at_most_one"),
    ("addatleastone addboolorlist", "use model.at_least_one"),
    (
        """remove removevar removevars removeconstr removeconstraint removeconstraints removecons
        delconstraint delcons deleteconstraint""",
        "use model.delete(row), where row is what model.add returned",
    ),
    (
        "chgcoeff setcoefficient chgrhs chglhs setrhs setlhs setcoeff",
        "use model.change(row, {x: 2}, bounds=(None, 4))",
    ),
    (
        """computeiis computeinfeasibilities computeconflict refineconflict printinfeasibilities
        infeasibilities sufficientassumptionsforinfeasibility getconflict""",
        "use model.explain()",
    ),
    ("feasrelax feasrelaxs feasopt", "use model.relax()"),
    ("linearrelaxation lprelaxation relaxedmodel presolved", "use model.relaxation()"),
    (
        """setparam setparams params parameters getparam setoption setoptions timelimit threads
        settimelimit hidelog hideoutput""",
        "options are given with the question: model.solve(time_limit=60, workers=4)",
    ),
    (
        "addhint addhints clearhints setstart setsolution addmipstart warmstart addsol",
        "use the option hint: model.solve(hint={x: 1})",
    ),
    ("addlazy cblazy cblazyconstraint lazyconstraint", "use model.lazy"),
    ("printstats stats describe summary printstatistics modelstats", "use model.statistics()"),
    ("validate isvalid", "use model.check(values)"),
    ("update flush build setupmodel", "leave it out: a model is always up to date"),
)
"""Attributes and methods of models."""

_VALUES = "a value is one of a result: result[x]"

VARIABLE: Pointers = _in_full(
    (
        """X x Xn sol val Value value values varValue var_value solution_value SolutionValue
        solutionValue boolean_value BooleanValue get_value getValue GetValue get_val getVal level
        primal solution""",
        _VALUES,
    ),
    (
        "Pi pi Dual dual dual_value DualValue get_dual getDual getDualsolLinear shadow_price",
        "keep the row that model.add returns; its dual is model.relaxation().dual(row)",
    ),
    (
        "Slack slack get_slack getSlack",
        "keep the row that model.add returns; its slack is result.slack(row)",
    ),
    (
        "RC rc dj reduced_cost ReducedCost reducedCost get_reduced_cost getReducedCost",
        "use model.relaxation().reduced_cost(x)",
    ),
    (
        """LB lb Lb UB ub Ub lower upper lowBound upBound lower_bound upper_bound bounds get_lb
        get_ub getLb getUb getLbOriginal getUbOriginal set_lb set_ub setLb setUb SetBounds
        set_bounds setInteger setBinary domain""",
        "use model.bounds(x), and model.fix({x: 1})",
    ),
    ("name Name VarName varName getName get_name", "its name is str(x)"),
    ("fix setValue set_value fixValue SetValue", "use model.fix({x: 1})"),
    (
        "Start start hint VarHintVal setInitialValue set_initial_value initial",
        "use the option hint, as in model.solve(hint={x: 1})",
    ),
    ("OnlyEnforceIf only_enforce_if onlyEnforceIf", "write model.add(x.implies(row))"),
    ("Not not_ negated Negated invert", "write ~x"),
)
"""Attributes of variables, of expressions, of arrays, and of rows that no model has yet."""

ARRAY: Pointers = _in_full(
    (
        "sel loc at xs",
        "a family is indexed by labels, x['Ann', :, ['day']]; what is computed by position",
    ),
    ("isel iloc iat", "an index of x.positions() takes positions"),
    ("roll reindex broadcast_like", "use np.roll(x, 1), x.shift(1, axis) or x[labels]"),
    ("to_dataframe to_frame to_series to_pandas", "answers are tables: result.frame(x)"),
    ("where", "use x.sum(where=mask), x[mask] or x * mask"),
    ("sizes", "use x.shape and x.dims"),
    ("coords indexes index columns_index data", "use x.labels, or family.axes"),
    ("groupby resample", "add up by a matrix: x @ membership, or sums of x[labels]"),
    ("rename rename_axis set_axis", "name the axes where the variables are made: dims=['day']"),
    ("mean std var min max", "write x.sum() / x.size, maximum(x) or minimum(x)"),
    ("swapaxes swapdims stack unstack", "use x.transpose('day', 'nurse') or x.reshape"),
    ("ravel flatten to_numpy tolist to_list", "use x.flat, or list(x.flat)"),
)
"""Attributes of arrays of xarray, pandas and numpy, besides those of variables."""

_NEW_VARIABLES = "use model = ilpuzzles.Model(), then model.binary, model.integer or continuous"

PACKAGE = _pointers(
    (
        """lpproblem concretemodel abstractmodel cpmodel cpsolver solver linearexpression problem
        mip createmodel""",
        "use model = ilpuzzles.Model()",
    ),
    (
        """lpvariable lpvar var boolvar intvar cpmarray variable addvars lpbinary lpinteger binary
        integer continuous""",
        _NEW_VARIABLES,
    ),
    (
        "lpsum quicksum xsum summation sumproduct lpdot dot linearexpr",
        "use model.sum(terms), x.sum() or x @ costs",
    ),
    ("value values getvalue", "a value is one of a result: result[x]"),
    ("lpstatus", "use result.status"),
    ("lpminimize lpmaximize", "call model.minimize or model.maximize"),
    ("lpconstraint lpaffineexpression linexpr", "write x + 2 * y <= 3, and model.add(row)"),
    ("multidict tupledict tuplelist", "a dictionary of Python will do: x * {('a', 'b'): 3}"),
    ("constraint inequality constraintlist", "use model.add(row); n.between(1, 3) has two bounds"),
    ("objective minimise maximise minimize maximize", "use model.minimize or model.maximize"),
    ("alldifferent allequal distinct", "use all_different(numbers)"),
    ("abs", "use abs(x) or absolute(x)"),
    ("max min", "use maximum(numbers) or minimum(numbers)"),
    ("implies ifthen ifelse ite", "use x.implies(y) or conditional(test, then, otherwise)"),
    (
        "grb gurobi cplex highs cbc glpk pulpcbccmd highscmd solverfactory listsolvers",
        "the backend is an argument: model.solve('highs'); 'ilpuzzles backends' lists them",
    ),
    ("anyof any all", "use x.any(), x.all(), disjunction or conjunction"),
)
"""Names that the package itself might have."""

ROW = _pointers(
    ("dual pi shadowprice getdual dualvalue", "use model.relaxation().dual(row)"),
    ("slack getslack activity value getvalue body", "use result.slack(row)"),
    ("rc reducedcost", "a row has a dual: model.relaxation().dual(row)"),
    ("rhs lhs lb ub lower upper sense getrhs constant", "use row.bounds"),
    ("coeffs coeff getcoeff getcoeffs terms expr expression row", "use row.coefficients"),
    ("onlyenforceif", "write model.add(x.implies(y <= 3))"),
    ("delete remove", "use model.delete(row)"),
    ("deactivate activate", "put rows into a group: model.without('group')"),
)
"""Attributes of rows."""

_BY_NAME = "use result[x], or result.to_dict() for all by name"

_OF_RESULTS = (
    (
        """x xn solution solutions variables vars sol getvalue getval getvalues vals valuemap
        variable primal bestsolution""",
        _BY_NAME,
    ),
    (
        """objval obj objectivevalue getobjval getobjectivevalue optimalvalue fun
        opt cost bestobjective""",
        "use result.objective",
    ),
    (
        """bestbound bestobjectivebound objbound dualbound mipdualbound mipbound lowerbound
        upperbound""",
        "use result.bound",
    ),
    (
        """terminationcondition terminationreason terminationstatus solstatus solutionstatus
        success isoptimal statusname solverstatus isfeasible""",
        "use result.status, result.limit and result.complete",
    ),
    ("runtime time solvetime walltime usertime elapsed", "use result.seconds"),
    ("mipgap miprelgap mipgaprel", "use result.relative_gap and result.bound"),
    ("solver solvername", "use result.backend"),
    ("nodecount numnodes numbranches mipnodecount", "use result.nodes"),
    ("slacks getslack", "use result.slack(row)"),
    ("log", "use the option verbose=True"),
)

RESULT = _pointers(
    *_OF_RESULTS,
    (
        "dual duals pi getdual shadowprice shadowprices marginals ineqlin",
        "duals are those of the linear relaxation: model.relaxation().dual(row)",
    ),
    (
        "rc dj reducedcost reducedcosts getreducedcost",
        "reduced costs are those of the linear relaxation: model.relaxation().reduced_cost(x)",
    ),
    ("ranging sensitivity saobjlow saobjup sarhslow", "use model.relaxation().ranging()"),
)
"""Attributes of results."""

RELAXATION = _pointers(
    *_OF_RESULTS,
    ("pi getdual shadowprice shadowprices marginals", "use relaxation.dual(row)"),
    ("rc dj reducedcosts getreducedcost", "use relaxation.reduced_cost(x)"),
    ("sensitivity saobjlow saobjup sarhslow", "use relaxation.ranging()"),
    ("bound", "use relaxation.objective, which is the bound"),
)
"""Attributes of linear relaxations."""


def pointer(name: str, pointers: Pointers) -> str:
    """The name to use instead; empty if no table has one.

    Example:
        >>> pointer("addVars", MODEL), pointer("MIPGap", OPTIONS), pointer("stauts", RESULT)
        ('use model.binary, model.integer or model.continuous', \
'use gap, such as 0.01 for one percent', '')
    """
    return pointers.get(_plain(name), "")


class Pointer:
    """An attribute that an object has not; the error says what to use instead."""

    __slots__ = ("_advice", "_name")

    def __init__(self, name: str, advice: str) -> None:
        self._name = name
        self._advice = advice

    def __get__(self, of: object, kind: type) -> Any:
        what = f"'{kind.__name__}' object has no attribute '{self._name}'; {self._advice}"
        raise AttributeError(what, name=self._name, obj=of)


_Class = TypeVar("_Class", bound=type)


def pointing(pointers: Pointers) -> Callable[[_Class], _Class]:
    """A decorator that gives a class the pointers of a table, where it has no such attribute.

    It is for what numpy takes for an element of an array, and asks for three attributes each time:
    an array of 10,000 variables takes 1 ms, and with `__getattr__` 55. The pointers are no
    attributes to `dir`, nor to `hasattr`.
    """

    def decorated(kind: _Class) -> _Class:
        for name, advice in pointers.items():
            if name not in vars(kind):
                setattr(kind, name, Pointer(name, advice))

        def listed(of: object) -> list[str]:
            found = object.__dir__(of)
            return [name for name in found if not isinstance(_static(of, name), Pointer)]

        kind.__dir__ = listed  # type: ignore[method-assign, assignment] # of all its objects
        return kind

    return decorated


def _static(of: object, name: str) -> object:
    """An attribute of the class of an object as it stands there; None if it has none."""
    for kind in type(of).__mro__:
        if name in vars(kind):
            return vars(kind)[name]
    return None


def unknown_attribute(
    kind: str, name: str, pointers: Pointers, of: type, more: Sequence[str] = ()
) -> Problem:
    """The problem of an attribute that a class has not, with what to use instead.

    `more` are names that an object of it has besides.
    """
    advice = pointer(name, pointers)
    if not advice:
        near = nearest(name, [*more, *(one for one in dir(of) if not one.startswith("_"))])
        if near is None:
            return unknown_name(kind, name, more)
        advice = f"did you mean {quoted(near)}?"
    return Problem(f"unknown {kind} {quoted(name)}", advice)


def missing_attribute(of: object, name: str, pointers: Pointers) -> AttributeError:
    """The error of an attribute that an object has not, with what to use instead.

    Names that begin with an underscore are asked for by Python itself, copies and notebooks, many
    times in a row, and nobody reads what they are told.
    """
    what = f"'{type(of).__name__}' object has no attribute '{name}'"
    if not name.startswith("_") and (advice := pointer(name, pointers)):
        what = f"{what}; {advice}"
    return AttributeError(what, name=name, obj=of)
