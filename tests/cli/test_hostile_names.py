"""Text that others wrote reaches a terminal as something to read, never as something to obey."""

from __future__ import annotations

import ast
import json
import re
import shlex
import shutil
from pathlib import Path
from unicodedata import category

import pytest

import ilpuzzles
from ilpuzzles import Model
from ilpuzzles.cli.commands import COMMANDS, PUZZLE
from ilpuzzles.cli.output import say_file
from ilpuzzles.errors import IlpuzzlesError, Problem, one_line, visible
from support.commands import Asked, Run
from support.places import ROOT
from support.processes import linux_only
from support.terminal import run_in_terminal_here

pytestmark = linux_only

# A title of the window, the same in one byte, what turns the direction, and a line of its own.
EVIL = "\x1b]0;own\x07\x9b31m\u202eevil\u2028\x7f\rx\nforged"
OURS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
SHOWN = {"\n", "\t", "\u200c", "\u200d"}

# FILE is a name as bad as what it says.
HOSTILE = [
    "dominoes --file FILE.yaml",
    "dominoes --file FILE.yaml --json",
    "dominoes --file FILE.yaml --verbose --backend cpsat",
    "dominoes --file FILE.yaml --all --svg FILE.svg",
    "dominoes --file FILE.yaml --all --save FILE.jsonl",
    "dominoes --file FILE.yaml --html FILE.html",
    "dominoes --file FILE.none",
    "dominoes --preset EVIL",
    "dominoes --backend EVIL",
    "--library library bad --preset one",
    "--library EVIL dominoes",
    "--puzzle FILE.py --preset one",
    "EVIL",
    "lonpos --EVIL",
    "list --library library",
    "list EVIL",
    "show dominoes --file FILE.yaml",
    "show dominoes --file FILE.yaml --yaml",
    "show --library library bad",
    "show --library library bad --json",
    "show FILE.py",
    "play dominoes --record FILE.x",
    "hint dominoes --file FILE.yaml",
    "repair dominoes --file FILE.yaml",
    "generate dominoes --file FILE.yaml --placed 2 --seed 1",
    "generate dominoes --preset 4x4 --placed 2 --output FILE-2.yaml",
    "check dominoes FILE-solution.json --instance FILE.yaml",
    "check dominoes FILE.bad.json --instance FILE.yaml",
    "check FILE.ilp.json FILE.sol",
    "explain FILE.no.ilp.json",
    "explain FILE.no.ilp.json --give-up rows",
    "explain FILE.no.ilp.json --json",
    "whatif FILE.ilp.json",
    "whatif FILE.ilp.json --without EVIL",
    "whatif FILE.ilp.json --fix 'EVIL = 1'",
    "export dominoes --file FILE.yaml",
    "export dominoes --file FILE.yaml -o FILE.nothing",
    "solve-model FILE.ilp.json",
    "solve-model FILE.ilp.json --all",
    "solve-model FILE.ilp.json --forced",
    "solve-model FILE.ilp.json --relaxation",
    "solve-model FILE.ilp.json --json",
    "solve-model FILE.ilp.json --backend highs --verbose",
    "solve-model FILE.lp",
    "solve-model FILE.mps",
    "solve-model FILE.opb",
    "solve-model FILE.txt",
    "bench FILE.bench.yaml",
    "bench dominoes:4x4 --ledger EVIL",
    "bench report FILE.bad.json --html a.html",
    "bench report FILE.none --html FILE.html",
    "backends EVIL",
    "completion EVIL",
    "completion words bash --library library show ''",
    "completion words bash --library library show bad --preset ''",
    "docs EVIL",
    "help EVIL",
    "help bad --library library",
]


def words(line: str) -> list[str]:
    """The arguments of a command, with the names of the files."""
    return [word.replace("FILE", EVIL).replace("EVIL", EVIL) for word in shlex.split(line)]


def hostile(text: str) -> list[str]:
    """What a terminal would obey, besides lines, and lines that only look like ours."""
    obeyed = [
        character
        for character in text
        if category(character) in {"Cc", "Cf", "Zl", "Zp"} and character not in SHOWN
    ]
    return obeyed + [line for line in text.split("\n") if line.startswith("forged")]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of files whose names and texts are hostile."""
    folder = tmp_path_factory.mktemp("hostile")
    text = json.dumps(EVIL)
    board = (
        f"puzzle: dominoes\ntitle: {text}\nsource: {text}\nsolutions: 2\nregion: |\n  ..\n  ..\n"
    )
    (folder / f"{EVIL}.yaml").write_text(board)
    for number, reply in enumerate(("solution", "bad")):
        plain = ilpuzzles.solve("dominoes", text=board).to_json() if not number else {EVIL: [EVIL]}
        name = f"{EVIL}-{reply}.json" if not number else f"{EVIL}.{reply}.json"
        (folder / name).write_text(json.dumps(plain))
    for name in ("lp", "mps", "opb", "txt", "sol"):
        (folder / f"{EVIL}.{name}").write_text(f"{EVIL} 1 {EVIL}\n")
    (folder / f"{EVIL}.py").write_text(f"title = {EVIL!r}\nraise ValueError(title, '\\d')\n")
    (folder / f"{EVIL}.bench.yaml").write_text(f"title: {text}\n{text}: 1\n")
    for name, more in (("ilp.json", 1), ("no.ilp.json", 3)):
        model = Model(EVIL)
        lamps = [model.binary(f"{EVIL}{n}") for n in range(2)]
        with model.group(EVIL, why=EVIL):
            model.add(lamps[0] + lamps[1] >= more, name=EVIL)
        model.maximize(lamps[0])
        model.save(folder / f"{EVIL}.{name}")
    library = folder / "library"
    (library / "models").mkdir(parents=True)
    (library / "instances" / "bad").mkdir(parents=True)
    puzzle = (
        (ROOT / "models" / "dominoes.yaml").read_text().replace("puzzle: dominoes", "puzzle: bad")
    )
    for key in ("title", "about", "source"):
        puzzle = re.sub(f"^{key}: .*$", f"{key}: TEXT", puzzle, flags=re.MULTILINE)
    puzzle = puzzle.replace(": TEXT", f": {text}")
    (library / "models" / "bad.yaml").write_text(puzzle)
    for name in ("one", EVIL):
        (library / f"instances/bad/{name}.yaml").write_text(board.replace("dominoes", "bad"))
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """A copy of that folder, where commands run."""
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_there_are_cases_for_every_command() -> None:
    begun = {name for line in HOSTILE for name in (line.split()[0], " ".join(line.split()[:2]))}
    assert {*COMMANDS} - begun == {PUZZLE}


@pytest.mark.exhaustive
@pytest.mark.parametrize("line", HOSTILE)
@pytest.mark.every("line")
@pytest.mark.usefixtures("folder")
def test_a_command_writes_nothing_that_a_terminal_obeys(line: str, run: Run) -> None:
    ended = run(*words(line))
    assert ended.stdout + ended.stderr
    assert "Traceback" not in ended.stderr
    assert hostile(ended.stdout) == []
    assert hostile(ended.stderr) == []


# Tables, colours and lines of progress are written by a library of their own.
SEEN = [
    "list --library library",
    "show dominoes --file FILE.yaml",
    "dominoes --file FILE.yaml --verbose --backend cpsat",
    "solve-model FILE.ilp.json --all",
    "whatif FILE.ilp.json --without EVIL",
    "generate dominoes --file FILE.yaml --placed 2 --seed 1",
    "--puzzle FILE.py",
]


@pytest.mark.exhaustive
@pytest.mark.parametrize("line", SEEN)
@pytest.mark.every("line")
def test_a_terminal_is_given_nothing_to_obey_but_our_own_colours(line: str, folder: Path) -> None:
    seen = run_in_terminal_here(words(line), 100, folder=folder)
    assert seen.lines
    assert hostile(OURS.sub("", seen.raw.replace("\r\n", "\n")).replace("\r", "")) == []


@pytest.mark.usefixtures("folder")
def test_json_says_the_same_without_the_characters_themselves(asked: Asked) -> None:
    said = asked("solve-model", f"{EVIL}.ilp.json")
    assert said["file"] == f"{EVIL}.ilp.json"
    assert next(iter(said["values"])) == f"{EVIL}0"


def test_a_file_on_standard_output_is_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    """Where no person looks at it, it may be kept."""
    say_file(EVIL)
    assert capsys.readouterr().out == EVIL


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain \u00e9\u4e2d\u00a0\U0001f469\u200d\U0001f680", None),
        ("two\nlines\tand a tab", None),
        ("\x1b[2J\x07\x08\x7f", r"\x1b[2J\x07\x08\x7f"),
        ("\x9b2J\x85", r"\x9b2J\x85"),
        (
            "\u202a\u202e\u2066\u2069\u200e\u200f\u061c",
            r"\u202a\u202e\u2066\u2069\u200e\u200f\u061c",
        ),
        ("\u2028\u2029\ufeff", r"\u2028\u2029\ufeff"),
        ("\udcff", r"\udcff"),
        ("a\rb", r"a\rb"),
    ],
)
def test_what_is_written_out(text: str, shown: str | None) -> None:
    assert visible(text) == (text if shown is None else shown)
    assert one_line(text).replace("\\n", "\n").replace("\\t", "\t") == visible(text)


def test_an_error_is_one_line_whatever_it_quotes() -> None:
    error = IlpuzzlesError(Problem(f"no {EVIL}", f"see {EVIL}", f"{EVIL}:1"), Problem("second"))
    assert len(str(error).splitlines()) == 2
    assert hostile(str(error)) == []


def writers(path: Path) -> set[str]:
    """The functions of a module that write to standard output or standard error."""
    found = set()
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef):
            found |= {
                function.name
                for node in ast.walk(function)
                if isinstance(node, ast.Call)
                and (
                    ast.unparse(node.func) in {"print", "sys.stdout.write", "sys.stderr.write"}
                    or ast.unparse(node.func).endswith(".print")
                )
            }
    return found


@pytest.mark.exhaustive
def test_nothing_else_writes_to_standard_output_or_standard_error() -> None:
    package = ROOT / "ilpuzzles"
    found = {
        path.relative_to(package).as_posix(): names
        for path in sorted(package.rglob("*.py"))
        if (names := writers(path))
    }
    assert found == {
        # What is passed on by these is made visible there.
        "solvers/cpsat/backend.py": {"_attempt"},
        # The pages of the documentation are our own.
        "cli/docs_command.py": {"_show"},
        "cli/output.py": {"say", "note", "say_file", "_print"},
        "cli/pictures.py": {"say_drawing"},
        "jobs/process.py": {"pass_on"},
        # Logs that a parent process reads.
        "solvers/mathopt/child.py": {"_answer", "_solve"},
        "jobs/worker_main.py": {"main"},
    }
