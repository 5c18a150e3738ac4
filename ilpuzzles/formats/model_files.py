"""Reads models from files: saved ones, and LP, MPS, OPB and matrix files."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ilpuzzles.errors import InputError, quoted
from ilpuzzles.formats.cover import CoverModelBase, parse_matrix
from ilpuzzles.formats.lp import parse_lp
from ilpuzzles.formats.mps import parse_mps
from ilpuzzles.formats.opb import parse_opb
from ilpuzzles.formats.reading import FileModelBase
from ilpuzzles.formats.saved import ENDING, SavedModelBase, parse_saved
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.program import Program
from ilpuzzles.reading.source import PACKED, read_bytes, utf8_text

MAX_BYTES = 1 << 29
"""The largest model file that is read, in bytes, unpacked: 512 MB, some 25 million entries."""

_ENDINGS = (".mps", ".lp", ".opb", ".txt", ".cover")
"""The endings of the formats that are read, other than that of saved models."""


def _ending(path: Path) -> tuple[str, str]:
    """The ending that says which format a file has, and the one that says how it is packed."""
    endings = [suffix.lower() for suffix in path.suffixes]
    packed = endings[-1] if endings and endings[-1] in PACKED else ""
    endings = endings[:-1] if packed else endings
    saved = "".join(endings[-2:]) == ENDING
    return ENDING if saved else "".join(endings[-1:]), packed


def is_model_file(path: str | Path) -> bool:
    """Whether a file is a model, by the ending of its name.

    Example:
        >>> is_model_file("a.mps.gz"), is_model_file("a.opb.xz"), is_model_file("lonpos")
        (True, True, False)
    """
    return _ending(Path(path))[0] in {*_ENDINGS, ENDING}


def solve_advice(word: str) -> str:
    """The command to type where a word is a model file and no puzzle; empty for any other word.

    Example:
        >>> solve_advice("plan.lp")
        "did you mean 'ilpuzzles solve-model plan.lp'?"
    """
    # A text may as well be a drawing.
    is_model = is_model_file(word) and _ending(Path(word))[0] != ".txt"
    return f"did you mean {quoted(f'ilpuzzles solve-model {word}')}?" if is_model else ""


class Kinds(NamedTuple):
    """The classes that the models of files are to have.

    Attributes:
        named: The class of a model in a format whose variables and rows have names.
        cover: That of a matrix of an exact cover problem.
        saved: That of a model as it was saved.
    """

    named: type[FileModelBase]
    cover: type[CoverModelBase]
    saved: type[SavedModelBase]


def parse_any(path: Path, kinds: Kinds, *, exact: bool) -> ModelBase | Program:
    """Reads a model in any file, also one that was saved; see `ilpuzzles.open_model`."""
    ending, packed = _ending(path)
    if ending == ENDING:
        return parse_saved(_text(path, packed=packed), kinds.saved, str(path))
    return parse_file(path, kinds, exact=exact)


def parse_file(path: Path, kinds: Kinds, *, exact: bool) -> FileModelBase:
    """Reads an LP, MPS, OPB or matrix file; see `ilpuzzles.read_model`."""
    source = str(path)
    ending, packed = _ending(path)
    if ending == ENDING:
        raise InputError("this is a saved model", "open it with open_model", source)
    if ending not in _ENDINGS:
        raise _unread(path)
    text = _text(path, packed=packed)
    if ending == ".lp":
        return parse_lp(text, kinds.named, source, exact=exact)
    if ending == ".mps":
        return parse_mps(text, kinds.named, source, exact=exact)
    if ending == ".opb":
        return parse_opb(text, kinds.named, source)
    return parse_matrix(text, kinds.cover, source)


_SCIP = 'let SCIP convert it: scip -c "read {file} write problem {stem}.mps quit"'
_MATHPROG = "let GLPK convert it: glpsol --check --model {file} --wfreemps {stem}.mps"

_UNREAD = {
    ".nl": ("a model of AMPL's (.nl)", _SCIP),
    ".mod": ("a model in GNU MathProg or AMPL", _MATHPROG),
    ".gmpl": ("a model in GNU MathProg", _MATHPROG),
    ".dat": ("data of a model in GNU MathProg or AMPL", f"name its model; {_MATHPROG}"),
    ".mof.json": (
        "a model of MathOptInterface (JuMP)",
        'let Julia convert it: using JuMP; write_to_file(read_from_file("{file}"), "{stem}.mps")',
    ),
    ".fzn": ("a model in FlatZinc", _SCIP),
    ".mzn": (
        "a model in MiniZinc",
        "compile it to FlatZinc with 'minizinc -c', which SCIP converts if it is linear",
    ),
    ".dzn": ("data of a model in MiniZinc", "name a model"),
    ".qps": (
        "a quadratic program in MPS",
        "only linear ones are read; if it has no quadratic section, name it *.mps",
    ),
    ".qplib": ("a quadratic program of QPLIB", "only linear ones are read"),
    ".cip": ("a program in SCIP's own format", _SCIP),
    ".zpl": ("a model in ZIMPL", "let ZIMPL convert it: zimpl -t mps {file}"),
    ".wbo": ("a pseudo-Boolean problem with soft constraints", _SCIP),
    ".cnf": ("clauses in DIMACS", _SCIP),
    ".wcnf": ("weighted clauses in DIMACS", "write them as *.opb, one variable a soft clause"),
    ".xml": ("a file in XML, such as a model in XCSP3", "state it in Python, or give LP or MPS"),
    ".gms": ("a model in GAMS", "let GAMS convert it, with its solver CONVERT, to an LP file"),
    ".lpt": ("a model in an LP format", "name it *.lp if it is CPLEX's"),
    ".sav": ("a binary file of CPLEX's", "let CPLEX write it as LP or MPS"),
    ".zip": ("an archive", "unpack it, and name a file in it"),
    ".7z": ("an archive", "unpack it, and name a file in it"),
    ".tar": ("an archive", "unpack it, and name a file in it"),
    ".tgz": ("an archive", "unpack it, and name a file in it"),
    ".zst": ("a file packed with zstd", "unpack it, or pack it with gzip, bzip2 or xz"),
}
"""Formats that are not read, by the endings of files, with advice about each."""


def _unread(path: Path) -> InputError:
    """Says that the ending of a file is that of no format that is read."""
    if not path.suffix and not path.exists():
        return InputError("no such file or folder", "check the path", str(path))
    name = path.name.lower()
    packed = next((ending for ending in PACKED if name.endswith(ending)), "")
    name = name.removesuffix(packed)
    for ending, (what, advice) in _UNREAD.items():
        if name.endswith(ending):
            stem = path.name[: len(name) - len(ending)]
            filled = advice.format(file=path.name, stem=stem)
            return InputError(f"{what}, which is not read", filled, str(path))
    what = "the name has no ending"
    if path.suffix:
        what = f"the ending {quoted(path.suffix)} is not that of a known format"
    advice = (
        f"name it *.mps, *.lp, *.opb or *{ENDING}, or *.txt or *.cover for a matrix, "
        "with .gz, .bz2 or .xz if it is packed"
    )
    return InputError(what, advice, str(path))


def _text(path: Path, *, packed: str) -> str:
    where, data = str(path), read_bytes(path, MAX_BYTES, packed=packed)
    if len(data) > MAX_BYTES:
        what = f"the file is larger than {MAX_BYTES:,} bytes"
        raise InputError(what, "solve it with the solver's own program", where)
    return utf8_text(data, where, "check that this is a text file")
