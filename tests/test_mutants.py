"""The planted mistakes of `scripts/mutate.py` fit the code as it is."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import yaml

from scripts.mutate import Mutant
from support.places import ROOT

FILES = sorted(Path(ROOT, "scripts", "mutants").glob("*.yaml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_mistake_is_a_change_of_one_place(file: Path) -> None:
    entries = yaml.safe_load(file.read_text("utf-8"))
    for entry in entries:
        text = (ROOT / entry["file"]).read_text("utf-8")
        assert text.count(entry["old"]) == 1, entry
        assert entry["new"] != entry["old"], entry
        for name in entry.get("tests", ()):
            path, _, test = name.partition("::")
            assert (ROOT / path).exists(), entry
            assert f"def {test.partition('[')[0]}(" in (ROOT / path).read_text("utf-8") or not test
    assert max(Counter(entry["does"] for entry in entries).values()) == 1


def test_mistakes_in_a_puzzle_are_for_the_tests_that_have_its_name() -> None:
    mutant = Mutant("models", "models/akari.py", "old", "new", "does something else")
    assert mutant.asked == ["tests/genres/test_akari.py"]
    mutant = Mutant("queries", "ilpuzzles/queries/count.py", "old", "new", "counts too many")
    assert mutant.asked == ["tests/queries", "ilpuzzles/queries"]
