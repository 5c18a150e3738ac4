"""Models as files that other programs read and write, and as objects of other libraries."""

from ilpuzzles.formats.cover import Cover, cover_of, matrix_text, read_matrix
from ilpuzzles.formats.lp import lp_text, read_lp
from ilpuzzles.formats.mps import mps_text, read_mps
from ilpuzzles.formats.names import FileNames, readable_names
from ilpuzzles.formats.opb import opb_text
from ilpuzzles.formats.pulp import pulp_problem

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
