"""What is said of runs that were made elsewhere, or beside others."""

from __future__ import annotations

from dataclasses import replace

from ilpuzzles.bench.report import report
from ilpuzzles.bench.results import Description, provenance_lines
from support.sample_runs import MACHINE, solved

RUN = solved("lonpos 8pieces", "cbc", 2.0)
ABOUT = Description("Words", command="ilpuzzles bench words.yaml")


def test_where_runs_come_from_is_told() -> None:
    here = replace(RUN, machine=MACHINE.line)
    assert MACHINE.line == "a processor, 2 cores, 8.0 GiB of memory, Linux"
    assert provenance_lines((RUN, here), MACHINE) == []
    assert provenance_lines((), MACHINE) == []
    there = replace(RUN, machine="fast, 8 cores")
    runs = (
        here,
        there,
        replace(there, beside=2),
        replace(RUN, beside=2),
        replace(here, beside=4),
    )
    load = "side by side: they disturb each other, and take longer"
    assert provenance_lines(runs, MACHINE) == [
        "2 of 5 runs were made on another machine: fast, 8 cores",
        f"2 of 5 runs were made beside others, 2 {load}",
        f"1 of 5 runs was made beside others, 4 {load}",
    ]
    assert provenance_lines((there, there), MACHINE)[0].startswith(
        "all 2 runs were made on another"
    )
    text = report(runs, ABOUT, MACHINE).markdown
    head = text[: text.index("## Machine and versions")]
    assert "\n2 of 5 runs were made on another machine: fast, 8 cores.\n" in head
    assert "2 side by side" in head
    assert "another machine" not in report((here,), ABOUT, MACHINE).markdown
