"""Names of variables, rows and models that readers of LP and MPS files may misread."""

from __future__ import annotations

from ilpuzzles.asking.model import Model

_SECTIONS = """
    NAME name Name ROWS rows COLUMNS RHS rhs RANGES Ranges BOUNDS ENDATA endata OBJSENSE objsense
    ObjSense OBJNAME QUADOBJ QMATRIX QSECTION qsection QCMATRIX CSECTION INDICATORS LAZYCONS
    USERCUTS usercuts DELAYEDROWS MODELCUTS GENCONS PWLOBJ SETS SOS SOS1 SOS2
    minimize maximize minimise maximise minimum Minimum MAXIMUM min max subject such st ST st. s.t.
    s.t bounds bound general generals gen binary binaries bin integer integers int semi semis sos
    end End free Free PWLObj Scenario scenario multi-objectives general_constraints
"""
_FIELDS = """
    B BND RNG SET BV UP LO FX FR MI PL SC UI LI N L G E S1 S2 IF MARK MARKER 'MARKER' INTORG INTEND
    MAX MIN MODEL obj OBJ Objective cost
"""
_NUMBERS = "inf Inf infinity -inf nan NaN NAN e e1 E5 e12a 1e5 2x 3 2nd .x ._ _ __ infinite"
_SIGNS = """
    x+y x*y x^2 a:b a<b a>=b [x] x[1,2] (x) {x} "q" 'q' a;b a,b a/b a\\b $x *x #x & | ! % @ ~x ?
    -> :: x$ x* \u00fc \u03b1
"""
_OURS = "r0 x0 constant _constant sum__low auxiliary_0 ilpuzzles: upper_bound_x"
_WITH_BLANKS = ["a b", "a ", " a", "subject to", "RHS RHS", "two\nlines", "tab\tx", "user cuts"]

_WORDS = " ".join((_SECTIONS, _FIELDS, _NUMBERS, _SIGNS, _OURS)).split()
NAMES = [*_WORDS, *_WITH_BLANKS, "x" * 300]
"""All of these, each once for a variable, a row, both and a model."""

PLACES = ("variable", "row", "both", "model")
BEST = -2
"""The best value of the model below."""


def model_with(name: str, place: str) -> Model:
    """A small model in which something has a name; its bounds, sides and a range are all stated."""
    variable = name if place in {"variable", "both"} else "x"
    row = name if place in {"row", "both"} else "low"
    model = Model(name if place == "model" else "small")
    x = model.integer(variable, lower=-2, upper=7)
    y = model.continuous("other", lower=0, upper=9)
    z = model.binary("flag")
    model.add(x + 2 * y >= 3, row)
    model.add(x - y <= 1, "difference")
    model.add((x + y + z).between(1, 6), "range")
    model.minimize(3 * x + y + 2 * z + 1)
    return model
