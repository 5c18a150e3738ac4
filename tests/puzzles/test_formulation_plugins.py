"""Formulations of a user's own: from a file by `--formulation FILE.py:function`, or a function."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import ilpuzzles
from ilpuzzles.cli.main import main
from ilpuzzles.errors import InputError, UnknownNameError
from ilpuzzles.puzzles.user_code import load_formulation
from ilpuzzles.tilings.tiling_puzzle import TilingSolution
from support.commands import Run
from support.pages import blocks
from support.places import DOCS

# The example of the documentation, without what is asked about it there.
(BLOCK,) = (b.text for b in blocks(DOCS / "howto/formulations.md") if "def packing" in b.text)
OWN = BLOCK.partition("\n\nlonpos = ")[0].replace(
    "    model = ", '    print("stating", instance.puzzle.name)\n    model = '
)


@pytest.mark.parametrize("backend", ["cpsat", "cbc"])
def test_a_formulation_in_a_file_solves_the_puzzle(backend: str, run: Run, tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(OWN)
    arguments = ["--preset", "8pieces", "--backend", backend, "--formulation", "my.py:packing"]
    done = run("lonpos", *arguments, "--json")
    data = json.loads(done.stdout)
    assert (done.returncode, data["formulation"], data["status"]) == (0, "my.py:packing", "optimal")
    assert data["verified_by"] == ["rows", "rules"]
    assert data["model"]["variables"] == 1789
    assert data["solutions"] == ilpuzzles.solve("lonpos", "8pieces").to_json()["solutions"]
    assert done.stderr.startswith("stating lonpos\nsolved by ")
    assert [path.name for path in tmp_path.iterdir()] == ["my.py"]


def test_every_command_takes_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(OWN)
    arguments = ["--preset", "8pieces", "--formulation", "my.py:packing"]
    shown = run("show", "lonpos", *arguments).stdout
    assert "formulation my.py:packing: 1,789 variables, 75 rows" in shown
    assert "group 'cells': no cell is covered twice" in shown
    exported = run("export", "lonpos", *arguments, "--without", "givens")
    assert exported.stdout.startswith("\\ packing\n")
    weaker = run("lonpos", *arguments, "--without", "cells")
    assert (weaker.returncode, "broken rule 'cell once'" in weaker.stdout) == (0, True)
    # Without its rows for the cells it is wrong, and the rules say so.
    (tmp_path / "wrong.py").write_text(
        OWN.replace("model.at_most_one(covering(cell), key=cell)", "pass")
    )
    wrong = run("lonpos", "--preset", "8pieces", "--formulation", "wrong.py:packing")
    assert (wrong.returncode, wrong.stdout) == (6, "")
    assert "breaks the rules: " in wrong.stderr


HEAD = "import sys\n"
PIECE = "from ilpuzzles.tilings import PlacedTile, TilingSolution\n"
BUILD = "def build(instance):\n    "
DECODE = f"""\
{PIECE}import ilpuzzles, numpy
def build(instance):
    model = ilpuzzles.Model()
    model.binary("x")
    return ilpuzzles.Formulated(model, lambda values:
        """
MEND = "fix it there"
RETURN = "return ilpuzzles.Formulated(model, decode)"

# What stands in the file, and the line that is printed for `my.py:build`.
BAD: dict[str, tuple[str, str]] = {
    "bad syntax": ("x = 1\ndef build(:\n", f"my.py:2:11: SyntaxError: invalid syntax; {MEND}"),
    "a missing module": (
        "import ilpuzzle\n",
        ("my.py:1: ModuleNotFoundError: No module named 'ilpuzzle'; install it, or write it into "
         "the file: the folder of the file is not searched"),
    ),
    "a division": (
        "def help():\n    1 / 0\ndef build(i):\n    help()\n",
        f"my.py:2: ZeroDivisionError: division by zero; {MEND}",
    ),
    "an error of many lines": (
        f"{BUILD}raise ValueError('a\\n\\n  b\\x1b' + 'c' * 400)\n",
        f"my.py:2: ValueError: a b {'c' * 296}...; {MEND}",
    ),
    "an error that cannot be told": (
        f"class E(Exception):\n    __str__ = None\n{BUILD}raise E\n",
        f"my.py:4: E; {MEND}",
    ),
    "leaving": (f"{HEAD}sys.exit(0)\n", f"my.py:2: SystemExit: 0; {MEND}"),
    "no argument": (
        "def build():\n    pass\n",
        f"my.py: TypeError: build() takes 0 positional arguments but 1 was given; {MEND}",
    ),
    "no model": (
        f"import ilpuzzles\n{BUILD}return ilpuzzles.Formulated(None, len)\n",
        f"my.py:build: the model is None; {RETURN}",
    ),
    "an error when decoding": (
        f"{DECODE}values['x'])\n",
        ("my.py:7: IndexError: only integers, slices (`:`), ellipsis (`...`), numpy.newaxis "
         f"(`None`) and integer or boolean arrays are valid indices; {MEND}"),
    ),
    "values as the solution": (
        f"{DECODE}values)\n",
        "my.py:build: the decoder returns a value of type ndarray; return a TilingSolution",
    ),
    "a solution that is none": (
        f"{DECODE}TilingSolution(instance, None))\n",
        f"my.py:build: TypeError: 'NoneType' object is not iterable; {MEND}",
    ),
    "a solution that breaks the rules": (
        f"{DECODE}TilingSolution(instance, ()))\n",
        "the solution of cpsat breaks the rules: tile once: tile A is used 0 times; ",
    ),
    "no function of that name": (
        "import sys\nBUILD = 5\ndef built(i): pass\n",
        "my.py: unknown function 'build'; did you mean 'built'?",
    ),
    "no function at all": ("x = 1\n", "my.py: unknown function 'build'; there are none here"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_goes_wrong_is_one_line_with_its_place(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, line = BAD[name]
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    Path("my.py").write_text(code)
    arguments = ["--preset", "8pieces", "--formulation", "my.py:build", "--backend", "cpsat"]
    exit_code = main(["lonpos", *arguments])
    printed = capsys.readouterr()
    assert printed.err.startswith(line)
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert exit_code == (6 if "breaks the rules" in line else 2)
    assert not Path("__pycache__").exists()


@pytest.mark.parametrize(
    ("formulation", "line"),
    [
        ("my.py", "my.py: no function of the file is named; write my.py:function"),
        ("none.py:build", "none.py: no such file; check the path"),
        ("latin.py:build", "latin.py:1:3: this is not UTF-8 text; save it as UTF-8"),
    ],
)
def test_what_cannot_be_loaded(
    formulation: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("my.py").write_text(OWN)
    Path("latin.py").write_bytes(b"# \xe9\n")
    for command in (["lonpos"], ["show", "lonpos"], ["export", "lonpos"]):
        assert main([*command, "--preset", "8pieces", "--formulation", formulation]) == 2
        assert capsys.readouterr().err == line + "\n"


def test_the_file_is_read_again_each_time(tmp_path: Path) -> None:
    path = tmp_path / "my.py"
    before = list(sys.path)
    for number in (1, 2):
        path.write_text(f"def build{number}(instance): 1 / 0\n")
        assert load_formulation(f"{path}:build{number}").name == f"{path}:build{number}"
    with pytest.raises(UnknownNameError):
        load_formulation(f"{path}:build1")
    assert sys.path == before
    assert [path.name for path in tmp_path.iterdir()] == ["my.py"]


def test_interrupting_it_is_no_error_of_the_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "my.py").write_text(f"{BUILD}raise KeyboardInterrupt\n")
    done = run("lonpos", "--preset", "8pieces", "--formulation", "my.py:build")
    assert (done.returncode, done.stderr) == (130, "interrupted\n")


def test_a_function_is_a_formulation() -> None:
    loaded = ilpuzzles.load("lonpos", "8pieces")

    def mine(instance: Any) -> ilpuzzles.Formulated:
        return loaded.kind.formulations["cells"].build(instance)

    name, formulated = ilpuzzles.formulate(loaded, mine)
    assert (name, formulated.model.statistics().variables) == ("mine", 2449)
    result = ilpuzzles.solve_model(formulated.model, "cpsat")
    assert result.values is not None
    assert isinstance(formulated.decode(result.values), TilingSolution)
    with pytest.raises(AttributeError):
        ilpuzzles.formulate(loaded, lambda instance: instance.no_such_thing)
    with pytest.raises(InputError, match=r"^get: the function returns None; return ilpuzzles\.F"):
        ilpuzzles.formulate(loaded, {}.get)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^a formulation of type int; give a name, FILE\.py:f"):
        ilpuzzles.formulate(loaded, 5)  # type: ignore[arg-type]
