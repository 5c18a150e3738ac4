"""Ctrl-C while the command is loaded, from the first line of ours on; and in programs of others."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from support.interrupted import Came, after, interrupted
from support.places import ROOT
from support.processes import linux_only

pytestmark = linux_only

Load = Callable[..., Came]

# Python runs it before anything else. It writes down which modules are looked for once the first
# lines of the package are run, and presses Ctrl-C in front of one, by its name or its number.
HOOK = """
import os, signal, sys

class Pressing:
    modules = None
    def find_spec(self, name, *_):
        if name == "ilpuzzles":
            Pressing.modules = []
        elif Pressing.modules is not None:
            Pressing.modules.append(name)
            with open({names!r}, "a") as file:
                print(name, file=file)
            if {press!r} in (name, len(Pressing.modules)):
                signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Pressing())
"""

# What pip writes for the entry point of pyproject.toml.
SCRIPT = """\
import re
import sys
from ilpuzzles.__main__ import run
if __name__ == '__main__':
    sys.argv[0] = re.sub(r'(-script\\.pyw|\\.exe)?$', '', sys.argv[0])
    sys.exit(run())
"""

WAYS = {"module": ["-m", "ilpuzzles"], "script": ["ilpuzzles"]}
NOTHING_SAID = Came(130, "", "", set())


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Runs Python, with Ctrl-C pressed in front of a module, or a while after the first lines."""
    (tmp_path / "ilpuzzles").write_text(SCRIPT)
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    known = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(hooks), str(ROOT), known]))

    def start(*arguments: str, press: str | int = "", pause: float | None = None) -> Came:
        names = tmp_path / "names"
        names.unlink(missing_ok=True)
        (hooks / "sitecustomize.py").write_text(HOOK.format(names=str(names), press=press))
        when = None if pause is None else after(lambda _: names.exists(), pause)
        return interrupted(list(arguments), tmp_path, when)

    return start


@pytest.mark.every("module")
@pytest.mark.parametrize(
    "module",
    ["typing", "ilpuzzles.lazy_imports", "ilpuzzles.__main__", "ilpuzzles.cli"],
)
@pytest.mark.parametrize("way", WAYS)
def test_ctrl_c_in_front_of_any_module_of_ours_says_nothing(
    way: str, module: str, load: Load
) -> None:
    assert load(*WAYS[way], "lonpos", press=module) == NOTHING_SAID


@pytest.mark.exhaustive
@pytest.mark.parametrize("way", WAYS)
def test_ctrl_c_in_front_of_any_other_module_is_no_traceback(
    way: str, load: Load, tmp_path: Path
) -> None:
    command = [*WAYS[way], "lonpos", "--preset", "8pieces", "--quiet"]
    assert load(*command).code == 0
    count = len((tmp_path / "names").read_text().splitlines())
    assert count > 200
    # The ways part in the first modules; from there on, each gets half of the samples.
    later = random.Random(way).sample(range(31, count + 1), 15)
    for number in [*range(1, 31), *sorted(later)]:
        came = load(*command, press=number)
        assert came in [NOTHING_SAID, (130, "", "interrupted\n", set())], number
    assert came.complaints == "interrupted\n"


@pytest.mark.exhaustive
@pytest.mark.parametrize("way", WAYS)
def test_ctrl_c_at_any_time_from_our_first_line_on_is_no_traceback(way: str, load: Load) -> None:
    # It counts for minutes.
    command = [*WAYS[way], "lonpos", "--preset", "empty", "--count", "--backend", "cpsat"]
    dice = random.Random()
    for longest in [0.1, 1.5] * 15:
        pause = dice.uniform(0.0, longest)
        came = load(*command, pause=pause)
        assert "Traceback" not in came.complaints, pause
        assert came.code == 130, pause


PROGRAM = """
import signal, sys
handler = signal.getsignal(signal.SIGINT)
class Pressing:
    def find_spec(self, name, *_):
        if name == "ilpuzzles.lazy_imports":
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Pressing())
try:
    import ilpuzzles
except KeyboardInterrupt:
    print("caught")
del sys.meta_path[0]
import ilpuzzles
assert ilpuzzles.IlpuzzlesError
assert signal.getsignal(signal.SIGINT) is handler is signal.default_int_handler
print("as before")
"""


@pytest.mark.parametrize(
    "arguments",
    [["program.py"], ["ilpuzzles"], ["-m", "other", "-m", "ilpuzzles"], ["-c", PROGRAM]],
)
def test_a_program_of_others_that_imports_the_package_gets_ctrl_c_itself(
    arguments: list[str], load: Load, tmp_path: Path
) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    # Whatever its name is.
    (tmp_path / "ilpuzzles").write_text(PROGRAM)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "__init__.py").write_text(PROGRAM)
    (tmp_path / "other" / "__main__.py").write_text("")
    assert load(*arguments) == (0, "caught\nas before\n", "", set())


def test_what_ignores_ctrl_c_goes_on_to_ignore_it(load: Load) -> None:
    program = (
        "import os, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "os.execv(sys.executable, [sys.executable, '-m', 'ilpuzzles', '--help'])\n"
    )
    came = load("-c", program, press="typing")
    assert (came.code, came.complaints) == (0, "")
    assert came.said == load("-m", "ilpuzzles", "--help").said
