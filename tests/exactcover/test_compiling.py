"""When kernels are compiled, where they are kept, and what is said about it."""

from __future__ import annotations

import json
import logging
import os
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import numba
import pytest

import ilpuzzles
from ilpuzzles.exactcover.compiling import (
    _require_numba,
    _say_once,
    folder_of_cache,
    kernel,
)
from ilpuzzles.extras import ExtraMissingError
from support.commands import COMPILING, COMPILING_MORE, run_python
from support.missing_packages import hide

LOADED = """
import json, sys
{code}
print(json.dumps(sorted(sys.modules)))
"""

COUNT = "print(count_covers(problem, Settings(engine=Engine.SEARCH)).found)"
HEARD = """
import logging
log = logging.getLogger("ilpuzzles.exactcover")
log.addHandler(logging.StreamHandler())
log.setLevel(logging.INFO)
"""
QUESTION = """
from ilpuzzles.exactcover import CoverProblem, Engine, Settings, count_covers
import ilpuzzles
problem = CoverProblem.of([[0], [1], [0, 1]], items=2)
{question}
print(ilpuzzles.__file__)
"""


def ask(
    folder: Path, question: str, sources: Path, answer: str = "2", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Asks something in a new process."""
    hidden = {"NUMBA_CACHE_DIR", "XDG_CACHE_HOME"}
    inherited = {name: value for name, value in os.environ.items() if name not in hidden}
    code = f"import sys\nsys.path.insert(0, {str(sources)!r})" + QUESTION.format(question=question)
    done = run_python("-c", code, cwd=folder, env=inherited | environment, timeout=300)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == answer
    assert Path(lines[1]).parent.parent == sources
    return done


def kept_in(folder: Path) -> set[str]:
    """The kernels that are kept in a folder."""
    return {path.name.split("-")[0] for path in folder.rglob("*.nbi")}


def loaded_by(code: str) -> set[str]:
    return set(json.loads(run_python("-c", LOADED.format(code=code), check=True).stdout))


@dataclass(frozen=True)
class Compiled:
    """A copy of the package, and what was said and written when it first compiled something."""

    sources: Path
    cache: Path
    said: str
    written: set[Path]


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package, without anything compiled."""
    folder = tmp_path_factory.mktemp("sources")
    original = Path(ilpuzzles.__file__).parent
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(original, folder / "ilpuzzles", ignore=ignored)
    return folder


@pytest.fixture(scope="module")
def compiled(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Compiled:
    """A user's cache that has what one question needs."""
    cache = tmp_path_factory.mktemp("cache")
    before = {path for path in sources.rglob("*") if path.is_file()}
    done = ask(cache, HEARD + COUNT, sources, XDG_CACHE_HOME=str(cache))
    after = {path for path in sources.rglob("*") if path.is_file()}
    return Compiled(sources, cache, done.stderr, after - before)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "code",
    [
        "from ilpuzzles.exactcover import count_covers, cover_extremes, sample_covers",
        "from ilpuzzles import exactcover; dir(exactcover)",
        "from ilpuzzles.exactcover import CoverProblem; CoverProblem.of([[0]], items=1)",
        "from ilpuzzles.exactcover import Run, SearchEnding, Settings; Settings()",
        (
            "from ilpuzzles.exactcover.estimate import estimate_search as ask; from "
            "ilpuzzles.exactcover import CoverProblem; ask(CoverProblem.of([[0], [0]], items=1))"
        ),
    ],
)
def test_nothing_is_compiled_before_it_is_asked(code: str) -> None:
    loaded = loaded_by(code)
    assert not {"numba", "llvmlite"} & loaded
    if "dir" in code:
        assert not {"numpy", "ilpuzzles.exactcover.engine"} & loaded


def one() -> int:
    """A kernel that takes a moment to compile."""
    return 1


def wrong() -> int:
    """What cannot be compiled."""
    return "" + 1  # type: ignore[operator,no-any-return] # numba says so as well


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where small kernels, as if they were the engine's, are kept."""
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    for function in (one, wrong):
        monkeypatch.setattr(function, "__module__", "ilpuzzles.exactcover.something_kernel")
    return tmp_path


@pytest.mark.usefixtures("kept")
def test_beginnings_and_ends_are_said_to_those_who_listen(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "ilpuzzles.exactcover"):
        assert kernel(one)() == 1
        with pytest.raises(numba.TypingError):
            kernel(wrong)()
        kernel(lambda: 1)()  # of another module
    said = [(record.message, vars(record)["lasts"]) for record in caplog.records]
    begun, ended = (COMPILING_MORE, True), ("compiled", False)
    # The first time in this process may have been in another test.
    assert said[0] in {begun, (COMPILING, True)}
    assert said[1:] == [ended, begun, ended]
    assert {record.levelno for record in caplog.records[1:]} == {logging.DEBUG}


@pytest.mark.exhaustive
def test_a_question_compiles_what_it_needs_and_the_first_one_says_so(tmp_path: Path) -> None:
    kept: Counter[str] = Counter()
    for question, compiled in (
        ("lonpos --preset empty --count", "fill"),
        ("lonpos --preset 8pieces --unique --backend exactcover", "search"),
        ("lonpos --preset 8pieces --unique", ""),
        ("lonpos --preset empty", ""),
    ):
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
        done = run_python("-m", "ilpuzzles", *question.split(), env=environment, check=True)
        # Once per installation, although a second question has more to compile.
        assert done.stderr.count(COMPILING) == (compiled == "fill"), question
        assert COMPILING_MORE not in done.stderr
        # A file for every kind of arguments that a kernel was compiled for.
        kernels = Counter(one.name.split("-")[0].split(".")[-1] for one in tmp_path.rglob("*.nbc"))
        kept.update(filter(None, [compiled]))
        assert kernels == kept, question


@pytest.mark.exhaustive
def test_a_quiet_question_does_not_say_that_it_compiles(tmp_path: Path) -> None:
    question = "lonpos --preset 8pieces --unique --backend exactcover --quiet"
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    done = run_python("-m", "ilpuzzles", *question.split(), env=environment, check=True)
    assert done.stderr == ""
    assert kept_in(tmp_path)


@pytest.mark.exhaustive
def test_kernels_stay_in_the_users_cache_or_where_told(tmp_path: Path, compiled: Compiled) -> None:
    assert compiled.said == f"{COMPILING}\n"
    folder = compiled.cache / "ilpuzzles" / "numba"
    assert kept_in(folder)
    assert kept_in(folder) == kept_in(compiled.cache)
    assert not [path for path in compiled.written if path.suffix != ".pyc"]
    # Nothing is left to compile; numba's own variable comes first.
    own, cache = tmp_path / "own", tmp_path / "cache"
    shutil.copytree(folder, own)
    variables = {"XDG_CACHE_HOME": str(cache), "NUMBA_CACHE_DIR": str(own)}
    assert ask(tmp_path, HEARD + COUNT, compiled.sources, **variables).stderr == ""
    assert not kept_in(cache)


ANEW = "the compiled engine that was kept is damaged, and compiled anew"
NOT_KEPT = "the compiled engine cannot be kept ({}); set NUMBA_CACHE_DIR to a folder with room"


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "cut": lambda content: content[: len(content) // 2],
    "garbage": lambda content: b"\xff" * len(content),
    "text": lambda _: b"no pickle",
}


@pytest.mark.parametrize(
    ("kind", "damage"),
    [(kind, damage) for kind in ("nbi", "nbc") for damage in DAMAGE.values()],
    ids=[f"{kind}-{name}" for kind in ("nbi", "nbc") for name in DAMAGE],
)
def test_what_is_damaged_is_compiled_anew(
    kind: str, damage: Callable[[bytes], bytes], kept: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert kernel(one)() == 1
    (file,) = kept.rglob(f"*.{kind}")
    file.write_bytes(damage(file.read_bytes()))
    with caplog.at_level(logging.DEBUG, "ilpuzzles.exactcover"):
        for said in ([ANEW, COMPILING_MORE, "compiled"], []):
            _say_once.cache_clear()
            caplog.clear()
            assert kernel(one)() == 1
            assert [one for one in caplog.messages if one != "what is kept cannot be read"] == said


def test_what_is_damaged_and_cannot_be_removed_is_compiled_all_the_same(
    kept: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert kernel(one)() == 1
    (file,) = kept.rglob("*.nbc")
    file.write_bytes(b"no pickle")
    monkeypatch.setattr("shutil.rmtree", lambda *_, **__: None)
    _say_once.cache_clear()
    with caplog.at_level(logging.INFO, "ilpuzzles.exactcover"):
        assert kernel(one)() == 1
    (said,) = caplog.messages
    assert said.startswith("the compiled engine cannot be kept (")
    assert file.read_bytes() == b"no pickle"


def test_nothing_is_written_beside_the_sources_where_the_folder_is_refused(
    kept: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert kernel(one)() == 1
    (file,) = kept.rglob("*.nbi")
    shutil.rmtree(file.parent)
    file.parent.write_text("no folder")
    _say_once.cache_clear()
    with caplog.at_level(logging.INFO, "ilpuzzles.exactcover"):
        assert kernel(one)() == 1
    assert caplog.messages == [NOT_KEPT.format("no folder for it can be written")]
    assert not list(Path(__file__).parent.rglob("*.nb?"))
    assert not kept_in(kept)


def test_without_numba_a_kernel_says_so_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    _require_numba.cache_clear()
    hide(monkeypatch, "numba")
    with pytest.raises(ExtraMissingError) as caught:
        kernel(one)()
    assert str(caught.value) == (
        "the engine for exact covers needs numba, which is not installed here; pip install numba"
    )


def test_an_error_of_the_compiler_is_no_damage(
    kept: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert kernel(one)() == 1
    with (
        caplog.at_level(logging.INFO, "ilpuzzles.exactcover"),
        pytest.raises(numba.TypingError),
    ):
        kernel(wrong)()
    assert not {ANEW, NOT_KEPT} & set(caplog.messages)
    assert len(kept_in(kept)) == 1


@pytest.mark.exhaustive
def test_where_nothing_can_be_kept_the_answer_still_comes(tmp_path: Path, sources: Path) -> None:
    """A disk that takes the names of files, and nothing more."""
    # Larger files than this are refused, as by a full disk.
    limit = "import resource, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
    setting = limit + "resource.setrlimit(resource.RLIMIT_FSIZE, (1, 1))\n"
    done = ask(tmp_path, setting + HEARD + COUNT, sources, XDG_CACHE_HOME=str(tmp_path))
    assert sorted(done.stderr.splitlines()) == [COMPILING, NOT_KEPT.format("File too large")]
    assert not [file for file in tmp_path.rglob("*") if file.is_file() and file.stat().st_size]
    assert not list(sources.rglob("*.nb?"))


def test_a_user_whom_the_system_does_not_know_keeps_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)

    def unknown(_number: int) -> None:
        raise KeyError("uid not found")

    monkeypatch.setattr("pwd.getpwuid", unknown)
    # Numba asks the environment when it is imported, and another test may have done that.
    monkeypatch.setattr("numba.config.CACHE_DIR", "")
    with pytest.raises(RuntimeError):
        Path.home()
    _say_once.cache_clear()
    assert folder_of_cache() is None
    with caplog.at_level(logging.INFO, "ilpuzzles.exactcover"):
        assert kernel(lambda: 1)() == 1
        assert kernel(lambda: 2)() == 2
    assert caplog.messages.count(NOT_KEPT.format("no folder for it can be written")) == 1


@pytest.mark.exhaustive
def test_a_kernel_is_compiled_anew_when_a_part_changed(tmp_path: Path, compiled: Compiled) -> None:
    part = compiled.sources / "ilpuzzles" / "exactcover" / "search_kernel.py"
    text, times = part.read_text(), part.stat()
    # Other tests have their own of it.
    cache = shutil.copytree(compiled.cache, tmp_path / "cache")
    # With this, a choice is given up if every item has an option left.
    changed = text.replace("return missing != _ZERO", "return missing == _ZERO")
    assert changed != text
    part.write_text(changed)
    try:
        # Scripts hear nothing unless they listen.
        done = ask(tmp_path, COUNT, compiled.sources, "1", XDG_CACHE_HOME=str(cache))
        assert done.stderr == ""
    finally:
        part.write_text(text)
        os.utime(part, ns=(times.st_atime_ns, times.st_mtime_ns))


def test_the_cache_folder_is_set_by_one_thread_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Taken back by another thread in between, it was the working folder."""
    config: Any = numba.config  # its settings are made at run time
    seen: list[str] = []

    def compiled(**_: Any) -> Callable[[Any], Any]:
        before = config.CACHE_DIR
        time.sleep(0.02)
        seen.extend((before, config.CACHE_DIR))
        return lambda function: Mock(side_effect=function)

    monkeypatch.setattr(numba, "njit", compiled)
    given = config.CACHE_DIR
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda number: kernel(lambda: number)(), range(8)))
    assert len(seen) == 16
    assert set(seen) != {given}
    assert len(set(seen)) == 1
    assert given == config.CACHE_DIR
