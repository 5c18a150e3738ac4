"""A JupyterLab server of the tests' own, which leaves nothing behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen
from uuid import uuid4

from support.places import ROOT

MARK = "ILPUZZLES_TEST_SERVER"
PATIENCE = 60.0

# Nothing is fetched, and the theme is what the page is told that the user likes.
SETTINGS = {
    "notification": {"fetchNews": "false", "checkForUpdates": False},
    "themes": {
        "adaptive-theme": True,
        "preferred-light-theme": "JupyterLab Light",
        "preferred-dark-theme": "JupyterLab Dark",
    },
}


@dataclass(frozen=True, slots=True)
class Lab:
    """A server that runs: where it listens, with a slash, what token it wants, and where its
    notebooks lie. The environment of all its processes has the `mark` under `MARK`.
    """

    address: str
    token: str
    folder: Path
    mark: str

    def page_of(self, notebook: str) -> str:
        """The address of a notebook."""
        return f"{self.address}doc/tree/{notebook}?reset&token={self.token}"

    def add_notebook(self, name: str, *cells: str) -> None:
        """Writes a notebook with cells of code."""
        code = {"cell_type": "code", "execution_count": None}
        kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
        notebook = {
            "cells": [
                {**code, "id": f"cell-{number}", "source": cell, "metadata": {}, "outputs": []}
                for number, cell in enumerate(cells)
            ],
            "metadata": {"kernelspec": kernel},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
        (self.folder / name).write_text(json.dumps(notebook), encoding="utf-8")


@contextmanager
def running_lab(private: Path) -> Iterator[Lab]:
    """Starts a server in a process group of its own, and ends it with all that it started.

    Args:
        private: An empty folder, which serves as its home, too.
    """
    own = [f"JUPYTER_{what}_DIR" for what in ("CONFIG", "DATA", "RUNTIME")]
    own += [f"JUPYTERLAB_{what}_DIR" for what in ("SETTINGS", "WORKSPACES")]
    folders = {name: private / name.lower() for name in ("HOME", "IPYTHONDIR", *own)}
    work = private / "work"
    for folder in (work, *folders.values()):
        folder.mkdir()
    mark, token = uuid4().hex, uuid4().hex
    named = ("XDG_", "JUPYTER", "IPYTHON", "ILPUZZLES_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(named)}
    environment = {
        **kept,
        **{name: str(folder) for name, folder in folders.items()},
        "JUPYTER_TOKEN": token,
        "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), kept.get("PYTHONPATH", "")])),
        "PYTHONDONTWRITEBYTECODE": "1",
        MARK: mark,
    }
    settings = folders["JUPYTERLAB_SETTINGS_DIR"] / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True)
    for name, said in SETTINGS.items():
        (settings / f"{name}.jupyterlab-settings").write_text(json.dumps(said), encoding="utf-8")
    log = private / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            [
                *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root"),
                *("--ServerApp.ip=127.0.0.1", "--ServerApp.port=0"),
                f"--ServerApp.root_dir={work}",
                "--ServerApp.terminals_enabled=False",
                "--LabApp.expose_app_in_browser=True",
                "--LabServerApp.open_browser=False",
            ],
            cwd=work,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        address = _address(server, folders["JUPYTER_RUNTIME_DIR"], log)
        yield Lab(address, token, work, mark)
    finally:
        server.terminate()
        try:
            server.wait(20)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(server.pid, signal.SIGKILL)
            server.wait(20)


def _address(server: subprocess.Popen[bytes], runtime: Path, log: Path) -> str:
    """Where the server listens, once it answers."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        for file in runtime.glob("jpserver-*.json"):
            # It may be there before all of it is written, and before anybody listens.
            with suppress(ValueError, OSError):
                address: str = json.loads(file.read_text(encoding="utf-8"))["url"]
                with urlopen(f"{address}api", timeout=5):  # noqa: S310 - it is our own server
                    return address
        time.sleep(0.1)
    raise AssertionError(f"JupyterLab did not start:\n{log.read_text(encoding='utf-8')[-3000:]}")


def processes_of(mark: str) -> list[int]:
    """The processes that a server or its kernels have started; Linux only."""
    wanted, found = f"{MARK}={mark}".encode(), []
    for folder in Path("/proc").iterdir():
        try:
            environment = (folder / "environ").read_bytes() if folder.name.isdigit() else b""
        except OSError:
            continue
        if wanted in environment.split(b"\0"):
            found.append(int(folder.name))
    return found
