"""Models as files that other programs read and write, and as objects of other libraries."""

from ilpuzzles.modelling.formats.cover_reading import read_matrix
from ilpuzzles.modelling.formats.cover_writing import Cover, cover_of, matrix_lines
from ilpuzzles.modelling.formats.lp import lp_lines
from ilpuzzles.modelling.formats.lp_reading import read_lp
from ilpuzzles.modelling.formats.mps import mps_lines, mps_text
from ilpuzzles.modelling.formats.mps_reading import read_mps
from ilpuzzles.modelling.formats.names import Names, numbered_names, readable_names
from ilpuzzles.modelling.formats.opb import opb_lines
from ilpuzzles.modelling.formats.pulp import pulp_problem

__all__ = [
    "Cover",
    "Names",
    "cover_of",
    "lp_lines",
    "matrix_lines",
    "mps_lines",
    "mps_text",
    "numbered_names",
    "opb_lines",
    "pulp_problem",
    "read_lp",
    "read_matrix",
    "read_mps",
    "readable_names",
]
