"""Files in formats that are not read are named for what they are, with what converts them."""

from __future__ import annotations

import bz2
import gzip
import lzma
from pathlib import Path

import pytest

from ilpuzzles.asking.files import open_model, read_model
from ilpuzzles.asking.model import Model
from ilpuzzles.errors import InputError
from ilpuzzles.formats.model_files import is_model_file
from ilpuzzles.formats.saved import saved_text

SCIP = 'let SCIP convert it: scip -c "read {} write problem plan.mps quit"'
OTHERS = {
    "plan.nl": f"a model of AMPL's (.nl), which is not read; {SCIP}",
    "plan.nl.gz": f"a model of AMPL's (.nl), which is not read; {SCIP}",
    "plan.mod": "a model in GNU MathProg or AMPL, which is not read; let GLPK convert it: "
    "glpsol --check --model {} --wfreemps plan.mps",
    "plan.mof.json": "a model of MathOptInterface (JuMP), which is not read; let Julia convert it: "
    'using JuMP; write_to_file(read_from_file("{}"), "plan.mps")',
    "plan.fzn": f"a model in FlatZinc, which is not read; {SCIP}",
    "plan.mzn": "a model in MiniZinc, which is not read; compile it to FlatZinc",
    "plan.QPS": "a quadratic program in MPS, which is not read; only linear ones are read; if it "
    "has no quadratic section, name it *.mps",
    "plan.qps.gz": "a quadratic program in MPS, which is not read",
    "plan.qplib": "a quadratic program of QPLIB, which is not read; only linear ones are read",
    "plan.cip": f"a program in SCIP's own format, which is not read; {SCIP}",
    "plan.zpl": "a model in ZIMPL, which is not read; let ZIMPL convert it: zimpl -t mps {}",
    "plan.wbo": f"a pseudo-Boolean problem with soft constraints, which is not read; {SCIP}",
    "plan.xml": "a file in XML, such as a model in XCSP3, which is not read; state it in Python",
    "plan.zip": "an archive, which is not read; unpack it, and name a file in it",
    "plan.lpt": "a model in an LP format, which is not read; name it *.lp if it is CPLEX's",
    "plan.json": "the ending '.json' is not that of a known format; name it *.mps, *.lp, *.opb",
    "plan": "no such file or folder; check the path",
}


@pytest.mark.every("name")
@pytest.mark.parametrize("name", OTHERS)
def test_a_format_is_named_and_what_converts_it(name: str) -> None:
    """A file whose ending says enough is not even looked for."""
    assert not is_model_file(name)
    for read in (read_model, open_model):
        with pytest.raises(InputError) as caught:
            read(Path("folder", name))
        assert str(caught.value).startswith(f"folder/{name}: {OTHERS[name].format(name)}")


def test_a_file_without_an_ending_is_told_from_none(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("")
    with pytest.raises(InputError, match=r"there: the name has no ending; name it \*\.mps, "):
        read_model(tmp_path / "there")


@pytest.mark.every("ending")
@pytest.mark.parametrize("ending", ["lp", "mps", "opb", "txt", "cover", "ilp.json"])
def test_every_format_may_be_packed_in_three_ways(ending: str, tmp_path: Path) -> None:
    model = Model("pack")
    x = model.binary("x", 3)
    model.exactly_one(x[:2])
    model.exactly_one(x[1:])
    texts = {"lp": model.to_lp, "mps": model.to_mps, "opb": model.to_opb}
    matrix = "1 0\n1 1\n0 1\n"
    text = texts.get(ending, lambda: saved_text(model.program()) if "json" in ending else matrix)()
    for packed, pack in (("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)):
        path = tmp_path / f"a.{ending}.{packed}"
        path.write_bytes(pack(text.encode()))
        assert is_model_file(path)
        assert open_model(path).statistics().rows == 2
