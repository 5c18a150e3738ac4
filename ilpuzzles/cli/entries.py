"""What commands say about puzzles, backends and groups, as entries of a list for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from ilpuzzles.cli.tables import Line

if TYPE_CHECKING:
    from ilpuzzles.library import Library
    from ilpuzzles.modelling import Group
    from ilpuzzles.puzzles import Family
    from ilpuzzles.workbench.loading import Parameter

Entry: TypeAlias = tuple[list[Line], list[Line]]
"""The lines on both sides; see `say_entries`."""


def listed_entry(name: str, title: str, library: Library) -> Entry:
    """A puzzle, with its other names and its presets."""
    presets = " ".join(library.presets(name)) or "no presets"
    names = [Line(name), *(Line(f"or {other}", "not bold") for other in library.other_names(name))]
    return names, [Line(title), Line(presets, "dim")]


def backend_entry(found: dict[str, Any]) -> Entry:
    """A backend, green where it is installed and red where it is not.

    Args:
        found: What `ilpuzzles backends --json` says of it.
    """
    can = Line(f"can: {', '.join(found['features'])}", "dim")
    if found["available"]:
        return [Line(found["backend"], "green")], [Line(found["version"]), can]
    state = Line(found["version"] or "missing", "red")
    return [Line(found["backend"], "red")], [state, Line(found["needs"]), can]


def puzzle_entries(
    family: Family, presets: Sequence[str], parameters: Iterable[Parameter]
) -> list[Entry]:
    """What can be said when a puzzle is to be solved."""
    entries = [_section("formulations")]
    entries += [([Line(one.name)], [Line(one.about)]) for one in family.formulations.values()]
    said = [*parameters]
    entries += [_section("parameters")] if said else []
    for one in said:
        usual = "" if one.default is None else f"; {one.default} by default"
        about = [Line(one.about), Line(f"{one.listed()}{usual}", "dim")]
        entries.append(([Line(f"--{one.name}")], about))
    return [*entries, _section("presets", " ".join(presets) or "none")]


def _section(title: str, text: str = "") -> Entry:
    """A title for what follows, or for a text."""
    return [Line(title, "not bold cyan")], [Line(text)]


def group_entries(groups: Iterable[Group]) -> list[Entry]:
    """The groups of a model, and what each is for."""
    return [([Line(group.name)], [Line(group.why)]) for group in groups]
