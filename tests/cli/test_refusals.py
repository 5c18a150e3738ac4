"""What is refused: one line says what is wrong and what helps, and nothing is begun or written."""

from __future__ import annotations

import bz2
import gzip
import lzma
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from ilpuzzles.cli.options import INSTANCE
from ilpuzzles.errors import Exit
from support.commands import Call
from support.places import PUZZLE_FILES

Refused = Callable[..., None]

NAMED = {"STAR": f"{PUZZLE_FILES}/star_battle.py", "HITORI": f"{PUZZLE_FILES}/hitori.py"}
PLAN = (
    "Minimize\n c: x + y + z\nSubject To\n r: x + y >= 1\nBounds\n x <= 4\nGeneral\n x y z\nEnd\n"
)
FREE = "Maximize\n w: x\nSubject To\n r: x - y >= 0\nGenerals\n x y\nEnd\n"
MIXED = "Minimize\n c: x\nSubject To\n r: x >= 0.5\nEnd\n"

A_LIST = "a list of solutions; add --all, --best N, --limit N or --random N"
COVERS = "the options of exactcover do not apply to --backend"
NO_COVERS = "leave them out, or use --backend exactcover"
NO_ATOM = "in the order is not an atom; write 'corners', or numbers from 0 to 26"
CALLED = (
    "name it *.mps, *.lp, *.opb or *.ilp.json, or *.txt or *.cover for a matrix, "
    "with .gz, .bz2 or .xz if it is packed"
)
ROWS = "exactcover only takes rows 'exactly one', 'at most one' and 'between m and n', got"


@pytest.fixture
def files(tmp_path: Path) -> None:
    """Files that the commands name: with something wrong in most of them."""
    (tmp_path / "folder.mps").mkdir()
    for name, text in {
        "plan.lp": PLAN,
        "free.lp": FREE,
        "mixed.lp": MIXED,
        "bad.yaml": "puzzle: lonpos\nbord: x\n",
        "notes": "do not lose this",
        "moves.jsonl": "mine",
        "plain.mps.gz": PLAN,
        "plain.opb.bz2": PLAN,
        "plain.lp.xz": PLAN,
    }.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "half.mps.gz").write_bytes(gzip.compress(PLAN.encode())[:60])
    (tmp_path / "half.lp.bz2").write_bytes(bz2.compress(PLAN.encode())[:60])
    (tmp_path / "half.lp.xz").write_bytes(lzma.compress(PLAN.encode())[:60])
    (tmp_path / "binary.mps").write_bytes(b"NAME\nRO\xff\x00")


@pytest.fixture
def refused(call: Call, tmp_path: Path) -> Refused:
    """Requires that a command is refused in a line, and leaves the folder as it was."""

    def require(command: str, line: str, expected: Exit = Exit.BAD_INPUT) -> None:
        before = {path: path.is_file() and path.read_bytes() for path in tmp_path.iterdir()}
        code, said, noted = call(*(NAMED.get(word, word) for word in shlex.split(command)))
        assert (code, said, noted.count("\n")) == (expected, "", 1)
        begun = line.removesuffix("...")
        assert noted.startswith(begun)
        assert begun != line or noted == f"{line}\n"
        after = {path: path.is_file() and path.read_bytes() for path in tmp_path.iterdir()}
        assert after == before

    return require


WORDS = {
    "plan.lp": "unknown puzzle or command 'plan.lp'; did you mean 'ilpuzzles solve-model plan.lp'?",
    "export plan.mps.gz": "unknown puzzle 'plan.mps.gz'; "
    "did you mean 'ilpuzzles solve-model plan.mps.gz'?",
    "bench plan.lp": "'plan.lp' is a model, not a specification; "
    "did you mean 'ilpuzzles bench --models plan.lp'?",
    "lonpoz": "unknown puzzle or command 'lonpoz'; did you mean 'lonpos'?",
    "LONPOS": "unknown puzzle or command 'LONPOS'; did you mean 'lonpos'?",
    "explian lonpos": "unknown puzzle or command 'explian'; did you mean 'explain'?",
    "hnit lonpos": "unknown puzzle or command 'hnit'; did you mean 'hint'?",
    "solve lonpos": "unknown puzzle or command 'solve'; to solve lonpos, type 'ilpuzzles lonpos'",
    "count lonpos": "unknown puzzle or command 'count'; type 'ilpuzzles lonpos --count'",
    "random lonpos": "unknown puzzle or command 'random'; type 'ilpuzzles lonpos --random N'",
    "unique": "unknown puzzle or command 'unique'; type 'ilpuzzles PUZZLE --unique'",
    "help lonpso": "unknown puzzle or command 'lonpso'; did you mean 'lonpos'?",
    "play lonpoz": "unknown puzzle 'lonpoz'; did you mean 'lonpos'?",
    "hint": f"PUZZLE is missing; usage: ilpuzzles hint PUZZLE {INSTANCE} [options]",
    "solve-model": "FILE is missing; usage: ilpuzzles solve-model FILE|FOLDER ... [options]",
    "completion tcsh": "SHELL: unknown value 'tcsh'; choose bash, zsh or fish",
    "explain lonpos 8piece": "unexpected argument '8piece'; give it as '--preset 8pieces'",
    "lonpos hard": f"unexpected argument 'hard'; usage: ilpuzzles lonpos {INSTANCE} [options]",
    "lonpos count": "unexpected argument 'count'; did you mean --count?",
    "lonpos cuont": "unexpected argument 'cuont'; did you mean --count?",
    "hint lonpos random": "unexpected argument 'random'; type 'ilpuzzles lonpos --random N'",
    "lonpos hint": "unexpected argument 'hint'; type 'ilpuzzles hint lonpos'",
    "show lonpos list": "unexpected argument 'list'; type 'ilpuzzles list'",
    "list lonpoz": "unknown puzzle 'lonpoz'; did you mean 'lonpos'?",
    "list quite unlike": "unknown puzzle 'quite unlike'; 'ilpuzzles list' shows all ...",
    "--puzzle STAR count": "unexpected argument 'count'; did you mean --count?",
    "--puzzle STAR small --count": "unexpected argument 'small'; give it as '--preset small'",
    "--puzzle STAR explain lines": "unexpected argument 'lines'; give it as '--preset lines'",
    "--puzzle STAR explian": "unknown puzzle or command 'explian'; did you mean 'explain'?",
    "--puzzle STAR zzz": "unexpected argument 'zzz'; usage: ilpuzzles star-battle [--preset ...",
    "--preset x lonpos": "--preset needs a puzzle or a command before it; "
    "type 'ilpuzzles PUZZLE --preset'",
    "--versoin": "unknown option --versoin; did you mean --version?",
    "--library": "--library needs DIR after it; see 'ilpuzzles --help'",
    "--library none list": "none: no such library folder; name one that has models/",
    "lonpos --pre x": "unknown option --pre; did you mean --preset?",
    "lonpos --backnd=cbc": "unknown option --backnd; did you mean --backend?",
    "lonpos --placed 3": "unknown option --placed; it belongs to 'ilpuzzles generate'",
    "check sudoku a.json --file a.txt": "unknown option --file; for 'ilpuzzles check' it is "
    "--instance",
    "check sudoku a.json --file=a.txt": "unknown option --file; for 'ilpuzzles check' it is "
    "--instance",
    "list --preset x": "unknown option --preset; "
    "it belongs to 'ilpuzzles PUZZLE', 'ilpuzzles show' and others",
    "hint lonpos --gap 0.5": "unknown option --gap; "
    "it belongs to 'ilpuzzles PUZZLE', 'ilpuzzles explain' and others",
    "play --token x": "unknown option --token; see 'ilpuzzles play --help'",
    "lonpos -x": "unknown option -x; see 'ilpuzzles lonpos --help'",
    "generate lonpos -q": "unknown option -q; did you mean --quiet?",
    "lonpos --\x1bx": "unknown option '--\\x1bx'; see 'ilpuzzles lonpos --help'",
    "lonpos --preset": "--preset needs NAME after it; see 'ilpuzzles lonpos --help'",
    "lonpos --json=3": "--json takes no value; leave out what follows '='",
    "lonpos --engine serch": "--engine: unknown value 'serch'; did you mean 'search'?",
    "lonpos --time-limit soon": "--time-limit: 'soon' is not a number; "
    "see 'ilpuzzles lonpos --help'",
    "export lonpos --format xls": "--format: unknown value 'xls'; "
    "choose lp, mps, opb, matrix, ilpuzzles, url or board",
    "cube --random x": "--random: 'x' is not a whole number; see 'ilpuzzles cube --help'",
    "bench --seeds 1,x --puzzles cube": "--seeds: '1,x' is not a list of whole numbers such as "
    "1,2,3; see 'ilpuzzles bench --help'",
}

EXCLUSIVE = {
    "explain cube --all-reasons 2 --give-up rows": "--give-up "
    "cannot be combined with --all-reasons",
    "lonpos --preset empty --file x": "--file cannot be combined with --preset",
    "lonpos --preset empty --board AB": "--board cannot be combined with --preset",
    "check lonpos x --preset empty --instance x": "--instance cannot be combined with --preset",
    "cube --limit 3 --unique": "--limit cannot be combined with --unique",
    "cube --limit 3 --relaxation": "--limit cannot be combined with --relaxation",
    "cube --all --count": "--count cannot be combined with --all",
    "cube --best 2 --optimal": "--optimal cannot be combined with --best",
    "cube --best 2 --limit 3": "--limit cannot be combined with --best",
    "cube --best 2 --up-to-symmetry": "--up-to-symmetry cannot be combined with --best",
    "cube --best 2 --gap 0.1": "--gap cannot be combined with --best, "
    "whose solutions are proved to be the best",
    "cube --random 3 --up-to-symmetry": "--up-to-symmetry cannot be combined with --random",
    "cube --unique --up-to-symmetry": "--up-to-symmetry cannot be combined with --unique",
    "cube --forced --up-to-symmetry": "--up-to-symmetry cannot be combined with --forced",
    "cube --count --start x": "--start cannot be combined with --count",
    "cube --limit 2 --start x": "--start cannot be combined with --limit",
    "cube --all --sheet --json": "--sheet cannot be combined with --json",
    "cube --all --placements --sheet": "--sheet cannot be combined with --placements",
    "cube --count --placements": "--placements cannot be combined with --count",
    "cube --relaxation --svg a.svg": "--relaxation cannot be combined with --svg",
    "cube --relaxation --pdf a.pdf": "--relaxation cannot be combined with --pdf",
    "cube --limit 2 --animate --svg a.svg": "--animate cannot be combined with --limit",
    "cube --count --limit 3 --ledger run": "--ledger cannot be combined with --limit",
    "dominoes --preset 4x4 --count --up-to-symmetry --ledger run": "--ledger "
    "cannot be combined with --up-to-symmetry",
    "cube --all --limit 3 --cluster tcp://a:1": "--cluster cannot be combined with --limit",
    "cube --all --up-to-symmetry --cluster tcp://a:1": "--cluster "
    "cannot be combined with --up-to-symmetry",
    "dominoes --preset 4x4 --break-symmetry auto --unique": "asking whether there is "
    "exactly one solution cannot be combined with symmetry breaking, which leaves solutions out",
    "dominoes --preset 4x4 --break-symmetry auto --forced": "asking what all solutions "
    "share cannot be combined with symmetry breaking, which leaves solutions out",
    "show cube --tile L --preset empty": "--tile cannot be combined with a position",
    "show cube --tile L --steps": "--steps cannot be combined with --tile",
    "show cube --placements --svg a.svg": "--svg cannot be combined with --placements",
    "show cube --steps --formulation cells": "--formulation cannot be combined with --steps",
    "show cube --steps --html a.html": "--html cannot be combined with --steps",
    "show cube --yaml --json": "--json cannot be combined with --yaml",
    "explain lonpos --all-rows --give-up rows": "--give-up cannot be combined with --all-rows",
}


@pytest.mark.every("command")
@pytest.mark.parametrize("command", EXCLUSIVE)
def test_options_that_exclude_each_other(command: str, refused: Refused) -> None:
    refused(command, f"{EXCLUSIVE[command]}; leave one of them out")


TOGETHER = {
    "dominoes --preset 4x4 --break-symmetry auto --count --up-to-symmetry rotations": "mirror "
    "images cannot be told apart: symmetry breaking leaves them out; leave out one of the two",
    "lonpos --preset empty --playable": "--playable needs --html; add --html FILE",
    "cube --save a.npy": f"--save needs {A_LIST}",
    "cube --sheet": f"--sheet needs {A_LIST}",
    "cube --count --svg a.svg": "--svg cannot be combined with --count; "
    "ask for --all, or leave one of them out",
    "cube --count --png a.png": "--png cannot be combined with --count; "
    "ask for --all, or leave one of them out",
    "cube --count --html a.html": "--html cannot be combined with --count; "
    "ask for --all, or leave one of them out",
    "cube --count --pdf a.pdf": "--pdf cannot be combined with --count; "
    "ask for --all, or leave one of them out",
    "cube --count --backend cpsat --engine table": f"{COVERS} cpsat; {NO_COVERS}",
    "cube --count --backend cbc --order corners": f"{COVERS} cbc; {NO_COVERS}",
    "cube --all --ledger run": "--ledger needs --count; add --count",
    "tower --height 2 --count --up-to-symmetry --ledger run": "--ledger "
    "cannot be combined with --up-to-symmetry; "
    "use --break-symmetry auto instead, which counts one of all equivalents",
    "cube --count --status": "--status needs --ledger; add --count --ledger FILE",
    "cube --cluster tcp://a:1": "--cluster needs --count or --all; add one of these",
    'tower --count --up-to-symmetry --without "number of tiles"': "symmetries are not known for a "
    "model without some of its groups; ask for all solutions",
    "show lonpos --formulation cells": "--formulation needs an instance; "
    "add --preset NAME or --file FILE",
    "show cube --tile L --html a.html": "--html needs an instance; "
    "add --preset NAME or --file FILE",
    "show cube --break-symmetry off": "--break-symmetry needs --steps; add --steps",
    "explain plan.lp --preset 4": "--preset does not apply to a model file; "
    "leave it out, or name a puzzle",
    "explain plan.lp --break-symmetry auto": "--break-symmetry does not apply to a model file; "
    "leave it out, or name a puzzle",
    "explain plan.lp --svg a.svg": "--svg does not apply to a model file; "
    "leave it out, or name a puzzle",
    "export cube --names": "--names does not apply to --format lp; use --format matrix",
    "export cube --unused-rows": "--unused-rows does not apply to --format lp; use --format matrix",
    "export surasshupakku --preset 5x5 --format url --formulation bfs": "--formulation does "
    "not apply to --format url, which writes the instance itself; leave it out",
    "export surasshupakku --preset 5x5 --format url --break-symmetry auto": "--break-symmetry "
    "does not apply to --format url, which writes the instance itself; leave it out",
    "generate lonpos --placed 4 --number 3": "3 positions cannot go to standard output; "
    "add --folder DIR, --json or --pdf FILE",
    "generate lonpos --rows 6": "--rows does not apply to lonpos; "
    "leave it out; see 'ilpuzzles generate --help'",
    "generate surasshupakku --rows 6 --columns 5 --letters 3 --placed 0": "--placed does not "
    "apply to surasshupakku; leave it out; see 'ilpuzzles generate --help'",
}

VALUES = {
    "explain cube --all-reasons 0": "the number of reasons must be at least 1, got 0",
    "dominoes --count": "no position of dominoes is named; "
    "give --preset NAME (4x4, 6x6, 8x8), --file FILE or --board ROWS",
    "lonpos --preset 8piece": "unknown preset '8piece'; did you mean '8pieces'?",
    "lonpos --preset ../8pieces": "unknown preset '../8pieces'; did you mean '8pieces'?",
    "lonpos --file none.yaml": "none.yaml: no such file; check the path",
    "lonpos --file .": ".: is a folder; name a file in it",
    "lonpos --file star.py": "star.py: is a Python file: a puzzle, not a position; "
    "give it as --puzzle star.py",
    "lonpos --file bad.yaml": "bad.yaml:2:1: unknown key 'bord'; did you mean 'board'?",
    "check lonpos - --instance -": "the solutions and the instance cannot both come from "
    "standard input; "
    "put one of them into a file",
    "hint sudoku --file - --marks -": "the marks and the instance cannot both come from "
    "standard input; put one of them into a file",
    "sudoku --file - --start -": "the starting solution and the instance cannot both come from "
    "standard input; put one of them into a file",
    "lonpos --file=- --best 3 --start=-": "the starting solution and the instance cannot both come "
    "from standard input; put one of them into a file",
    "surasshupakku --url slashpack/2/2/1h2A": "the address, character 18: 'A' after the board; "
    "copy the whole address",
    "lonpos --url slashpack/2/2/1h1": "lonpos cannot be read from an address; "
    "give a preset or a file",
    "surasshupakku --bridges maybe": "bridges maybe; surasshupakku has bridges forbidden, allowed",
    "cube --backend cpstat": "unknown backend 'cpstat'; did you mean 'cpsat'?",
    "cube --formulation cell": "unknown formulation 'cell'; did you mean 'cells'?",
    "cube --without cells_once": "unknown group 'cells_once'; did you mean 'each cell once'?",
    "explain cube --among cells_once": "unknown group 'cells_once'; did you mean 'each cell once'?",
    "repair lonpos --preset 8pieces --without gravity": "unknown group 'gravity'; "
    "known: each cell once, each tile once, starting position",
    "cube --time-limit 0": "time limit must be a positive number of seconds, got 0.0",
    "cube --workers 0": "workers must be between 1 and 1024, got 0",
    "cube --gap -0.5": "gap must be 0 or a share such as 0.01, got -0.5",
    "cube --node-limit 0": "node limit must be between 1 and 2147483647, got 0",
    "cube --work-limit 0": "work limit must be positive, got 0.0",
    "cube --limit 0": "the number of solutions must be 1 or more, got 0",
    "cube --best 0": "the number of solutions must be 1 or more, got 0",
    "cube --best 2": "no solution is better than another: the model has no objective; "
    "give it one, or list its solutions",
    "cube --random 0": "the number of random solutions must be between 1 and 1,000,000, got 0",
    "cube --count --memory 0": "the memory must be 1 MB or more, got 0 MB",
    "cube --count --minimal-depth -1": "the minimal depth must be 0 or more, got -1",
    "cube --count --order x": f"'x' {NO_ATOM}",
    "cube --count --order 1,27": f"'27' {NO_ATOM}",
    "cube --count --cluster tcp://here": "'tcp://here' is not the address of a cluster; "
    "write the tcp://HOST:PORT or tls://HOST:PORT of a scheduler",
    "cube --count --cluster local": "'local' is not the address of a cluster; "
    "local clusters are no longer started; use workers, without a cluster",
    "cube --count --ledger none/run": "none/run: the ledger cannot be made (No such file or "
    "directory); name a file in a folder that exists and is writable",
    "cube --count --ledger .": ".: this cannot be a ledger; name another",
    "cube --count --ledger notes": "notes: not a ledger; name another file",
    "cube --count --ledger notes --status": "notes: not a ledger; name another file",
    "cube --count --ledger run --status": "run: there is no such ledger; check the name",
    "tower --break-symmetry Z": "unknown tile 'Z'; "
    "known: 0, 1, 2, 3, 4, F, I, L, N, Q, S, T, U, W, Y, auto, off",
    "tower --break-symmetry I": "tile I cannot break symmetries: it may be left out; "
    "name a tile that is used exactly once, or say auto",
    "surasshupakku --break-symmetry K": "symmetry breaking 'K' for surasshupakku; "
    "only 'off' is known; use --up-to-symmetry",
    "show surasshupakku --steps": "steps of surasshupakku, "
    "where no pieces are placed; leave that out",
    "show surasshupakku --tile A": "tile A of surasshupakku; "
    "surasshupakku has no tiles; see 'show surasshupakku'",
    "surasshupakku --preset 5x5 --placements": "placements of surasshupakku, "
    "where no pieces are placed; leave that out",
    "surasshupakku --preset 5x5 --svg a.svg --view numbered": "view numbered of surasshupakku; "
    "choose one of all, flat, solid, apart",
    "show tritetratan --steps --break-symmetry KK": "unknown tile 'KK'; did you mean 'K'?",
    "show tritetratan --tile q": "unknown tile 'q'; "
    "known: A, B, C, D, F, G, H, I, J, K, M, Q, R, S, V, W, X, Z",
    "export lonpos --preset empty --format url": "lonpos cannot be written as an address; "
    "choose another format, or 'show --yaml'",
    "generate surasshupakku --rows 6 --columns 5": "the number of letters is missing; "
    "add --letters N",
    "whatif plan.lp": "plan.lp has no groups to leave out; add --fix NAME=VALUE",
    "whatif plan.lp --fix w=1": "the model has no variable 'w'; it has, for example, x, y, z",
    "whatif plan.lp --fix x=much": "'much' is not a number; write NAME=VALUE",
    "whatif plan.lp --fix x=1,x=2": "x has two values in 'x=1,x=2'; keep one of them",
    "whatif plan.lp --fix x=99": "x cannot be fixed to 99; it is within 0 and 4",
    "whatif plan.lp --fix x": "'x' fixes nothing; write NAME=VALUE",
    "whatif lonpos --preset empty --fix K.2@1.1": "tile K has no shape 2; its shapes: 1",
    "whatif lonpos --preset empty --fix K.1@11.1": "tile K does not lie at 11.1 in shape 1; "
    "it would be off the region; see 'show lonpos --placements'",
    "whatif cube --formulation cells --fix L.1@1.1.1": "formulation cells has no variable for "
    "L.1@1.1.1; use another one, or write NAME=VALUE",
    "whatif surasshupakku --preset 5x5 --fix cut": "'cut' fixes nothing; write NAME=VALUE",
    "explain no.lp": "no.lp: no such file; check the path",
    "hint plan.lp": "unknown puzzle 'plan.lp'; did you mean 'ilpuzzles solve-model plan.lp'?",
    "solve-model folder.mps": "folder.mps: there is no LP, MPS, OPB, *.cover or *.ilp.json file "
    "in this folder; name another folder, or files",
    "solve-model plan.lp free.lp --count": "--count takes one file, not several; name one file",
    "solve-model . --limit 2": "--limit takes one file, not several; name one file",
    "solve-model . --start moves.jsonl": "--start takes one file, not several; name one file",
    "explain folder.mps": "folder.mps: is a folder; name a file in it",
    "solve-model nothing": "nothing: no such file or folder; check the path",
    "solve-model a.doc": f"a.doc: the ending '.doc' is not that of a known format; {CALLED}",
    "solve-model half.mps.gz": "half.mps.gz: is not a complete gzip file; get it again",
    "solve-model plain.mps.gz": "plain.mps.gz: is not a complete gzip file; get it again",
    "solve-model plain.opb.bz2": "plain.opb.bz2: is not a complete bzip2 file; get it again",
    "solve-model plain.lp.xz": "plain.lp.xz: is not a complete xz file; get it again",
    "solve-model half.lp.bz2": "half.lp.bz2: is not a complete bzip2 file; get it again",
    "solve-model half.lp.xz": "half.lp.xz: is not a complete xz file; get it again",
    "solve-model none.lp.xz": "none.lp.xz: no such file; check the path",
    "solve-model binary.mps": "binary.mps:2:3: this is not UTF-8 text; "
    "check that this is a text file",
    "play lonpos --port 65536": "--port 65536 is not the number of a port; "
    "give 1 to 65,535, or 0 for any free one",
    "play soma --record moves.jsonl": "moves.jsonl: already exists; name another file",
    "surasshupakku --preset 5x5 --playable --html a.html": "a page alone does not know the rules "
    "of surasshupakku; try 'ilpuzzles play surasshupakku'",
    "--puzzle HITORI --playable --html a.html": "hitori has no board to play on; "
    "'ilpuzzles docs' says what has one",
}

FILES = {
    "lonpos --svg none/a.svg": "none/a.svg: its folder does not exist; make the folder first",
    "lonpos --svg .": ".: is a folder; name a file in it",
    "cube --all --save nowhere/a.npy": "nowhere/a.npy: cannot be written (No such file or "
    "directory); name another file",
    "play lonpos --record no/moves.jsonl": "no/moves.jsonl: its folder does not exist; "
    "make the folder first",
    "play lonpos --record moves.txt": "moves.txt: no list of moves may end in .txt; "
    "name a file *.jsonl",
    "lonpos --png x.txt": "x.txt: no PNG picture may end in .txt; name a file *.png",
    "lonpos --svg x": "x: no SVG picture may have a name without an ending; name a file *.svg",
    "lonpos --html x.pdf": "x.pdf: no page may end in .pdf; name a file *.html or *.htm",
    "lonpos --pdf x.svg": "x.svg: no PDF file may end in .svg; name a file *.pdf",
    "lonpos --all --save x.txt": "x.txt: no file of solutions may end in .txt; "
    "name a file *.jsonl or *.npy",
    "show lonpos --svg x.png": "x.png: no SVG picture may end in .png; name a file *.svg",
    "explain lonpos --png x.svg": "x.svg: no PNG picture may end in .svg; name a file *.png",
    "export lonpos --output x.mps": "x.mps: no LP file may end in .mps; "
    "name a file *.lp, or add --format mps",
    "export lonpos --format matrix --output x.opb": "x.opb: no matrix may end in .opb; "
    "name a file *.txt or *.cover, or add --format opb",
    "generate lonpos --placed 4 -o x.json": "x.json: no file of a preset may end in .json; "
    "name a file *.yaml or *.yml",
    "bench quick --jsonl x.json": "x.json: no file of results may end in .json; "
    "name a file *.jsonl",
    "bench quick --csv x.txt": "x.txt: no CSV table may end in .txt; name a file *.csv",
    "bench report no.jsonl --html x.md": "x.md: no page may end in .md; "
    "name a file *.html or *.htm",
    "bench report no.jsonl --markdown x": "x: no text in Markdown may have a name without an "
    "ending; name a file *.md or *.markdown",
}

REFUSED = WORDS | TOGETHER | VALUES | FILES


@pytest.mark.usefixtures("files")
@pytest.mark.every("command")
@pytest.mark.parametrize("command", REFUSED)
def test_what_makes_no_sense_is_refused_with_what_helps(command: str, refused: Refused) -> None:
    refused(command, REFUSED[command])


CANNOT = {
    "cube --backend scip --workers 2": "backend scip does not support several workers; "
    "leave them out, or use cpsat, cbc or highs",
    "cube --backend cpsat --node-limit 9": "backend cpsat does not support a node limit; "
    "give a time limit, or use cbc",
    "lonpos --preset 8pieces --formulation cells --count --memory 9": f"{ROWS} 'placed[A, 1, ...",
    "surasshupakku --preset 5x5 --count --backend exactcover": f"{ROWS} 'at least one of cut...",
    "solve-model free.lp --backend cpsat": "CP-SAT needs bounds for every variable, and x has "
    "none; give it bounds, or use cbc",
    "solve-model mixed.lp --backend cpsat": "backend cpsat does not support the continuous "
    "variable x; use cbc, highs or scip",
}


@pytest.mark.usefixtures("files")
@pytest.mark.every("command")
@pytest.mark.parametrize("command", CANNOT)
def test_what_a_backend_cannot_do_has_its_own_exit_code(command: str, refused: Refused) -> None:
    refused(command, CANNOT[command], Exit.BACKEND)
