"""Models as files that other programs read, and as objects of other libraries."""

from ilpuzzles.modelling.formats.lp import lp_lines
from ilpuzzles.modelling.formats.mps import mps_lines
from ilpuzzles.modelling.formats.names import Names, numbered_names, readable_names
from ilpuzzles.modelling.formats.pulp import pulp_problem

__all__ = ["Names", "lp_lines", "mps_lines", "numbered_names", "pulp_problem", "readable_names"]
