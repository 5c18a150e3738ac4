"""A package of an extra that is missing is named in one line, with the extra."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ilpuzzles.errors import IlpuzzlesError
from ilpuzzles.extras import ExtraMissingError, require_extra
from ilpuzzles.panel.panel import Panel


def test_a_panel_without_ipywidgets(monkeypatch: pytest.MonkeyPatch) -> None:
    # As the import system says: there is no such module.
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    with pytest.raises(ExtraMissingError) as raised:
        Panel("lonpos", "4pieces")
    assert str(raised.value) == (
        "the panel needs ipywidgets, which is not installed here; pip install 'ilpuzzles[notebook]'"
    )
    # Neither Python nor Jupyter shows what went before it; Jupyter shows the line alone.
    assert raised.value.__suppress_context__
    assert raised.value._render_traceback_() == [str(raised.value)]
    assert isinstance(raised.value, IlpuzzlesError)
    assert isinstance(raised.value, ImportError)


def test_one_that_is_there_but_cannot_be_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half_a_package.py").write_text("import not_there_at_all\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ExtraMissingError) as raised:
        require_extra("half_a_package", "viz", "a page in 3-D")
    assert str(raised.value) == (
        "a page in 3-D needs half_a_package, which cannot be imported "
        "(No module named 'not_there_at_all'); pip install 'ilpuzzles[viz]'"
    )


def test_ipywidgets_is_imported_for_a_panel_only() -> None:
    code = "import sys, ilpuzzles.panel; print({'ipywidgets', 'IPython'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout == "set()\n"
