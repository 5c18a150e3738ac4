"""Models as files that other programs read and write, and as objects of other libraries."""

from ilpuzzles.modelling.formats.cover_reading import read_matrix
from ilpuzzles.modelling.formats.cover_writing import Cover, cover_of, matrix_text
from ilpuzzles.modelling.formats.lp import lp_text
from ilpuzzles.modelling.formats.lp_reading import read_lp
from ilpuzzles.modelling.formats.mps import mps_text
from ilpuzzles.modelling.formats.mps_reading import read_mps
from ilpuzzles.modelling.formats.names import FileNames, readable_names
from ilpuzzles.modelling.formats.opb import opb_text
from ilpuzzles.modelling.formats.pulp import pulp_problem

__all__ = [
    "Cover",
    "FileNames",
    "cover_of",
    "lp_text",
    "matrix_text",
    "mps_text",
    "opb_text",
    "pulp_problem",
    "read_lp",
    "read_matrix",
    "read_mps",
    "readable_names",
]
