"""Loads puzzles and instances from the library or from a user's file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ilpuzzles.document import (
    Fields,
    Node,
    ProblemList,
    read_source,
    read_tree,
    substituted,
)
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.library import Library
from ilpuzzles.puzzles import Family, Puzzle, family_names, get_family
from ilpuzzles.workbench.loaded import Loaded
from ilpuzzles.workbench.parameters import (
    are_said,
    checked_parameters,
    default_preset,
    model_tree,
    puzzle_parameters,
    read_parameters,
    stated_parameters,
)


def family_of(puzzle: str, library: Library | None = None) -> Family:
    """The family of a puzzle.

    Raises:
        UnknownNameError: If there is no such puzzle.
        InputError: If its file is wrong.

    Example:
        >>> family_of("lonpos").name
        'tiling'
    """
    library = library or Library.standard()
    return get_family(_family_name(_model(library.called(puzzle), library)))


def load_puzzle(
    name: str, library: Library | None = None, parameters: Mapping[str, int | str] | None = None
) -> tuple[Family, Puzzle]:
    """Loads what a puzzle is.

    Args:
        name: The name of the puzzle.
        library: Where to look.
        parameters: The values of the parameters that it declares, by their names.

    Returns:
        Its family and the puzzle.

    Raises:
        UnknownNameError: If there is no such puzzle.
        InputError: With everything that is wrong with its file, or with the parameters.
    """
    library = library or Library.standard()
    name = library.called(name)
    tree = _model(name, library)
    values = checked_parameters(read_parameters(tree), parameters or {}, name)
    problems = ProblemList()
    tree = substituted(tree, {key: str(value) for key, value in values.items()}, problems)
    problems.raise_if_any()
    family = get_family(_family_name(tree))
    return family, family.read_puzzle(tree)


def load(
    puzzle: str,
    preset: str | None = None,
    *,
    file: str | Path | None = None,
    url: str | None = None,
    parameters: Mapping[str, int | str] | None = None,
    library: Library | None = None,
) -> Loaded:
    """Loads an instance: a preset, a file of the user's own, or an address.

    Args:
        puzzle: The name of the puzzle.
        preset: The name of a preset. Without one, and without a file, it is the one preset that
            has these parameters, or of several the one that the puzzle names; where there is no
            preset at all, nothing is given.
        file: The path of a YAML file with the fields of a preset, instead of one.
        url: The address of an instance on a site for puzzles, instead of both.
        parameters: The values of parameters that the puzzle declares.
        library: Where to look for puzzles and presets.

    Returns:
        The instance.

    Raises:
        UnknownNameError: If there is no such puzzle or preset.
        InputError: With everything that is wrong with the file.

    Example:
        >>> loaded = load("lonpos", "8pieces")
        >>> loaded.puzzle.title, loaded.instance.solutions
        ('Lonpos 505', 1)
        >>> load("tower", parameters={"height": 3}).preset
        'height-3'
    """
    library = library or Library.standard()
    puzzle = library.called(puzzle)
    wanted = dict(parameters or {})
    if sum(given is not None for given in (preset, file, url)) > 1:
        raise InputError(Problem("both a preset and a file or an address", "give one of them"))
    model = _model(puzzle, library)
    if url is not None:
        family, rules = load_puzzle(puzzle, library, wanted)
        values = checked_parameters(read_parameters(model), wanted, puzzle)
        return Loaded(family, family.read_address(rules, url), None, values)
    if file is None and preset is None:
        preset = _suitable_preset(puzzle, wanted, library)
    if file is None and preset is None:
        family, rules = load_puzzle(puzzle, library, wanted)
        return Loaded(family, family.bare_instance(rules), None, wanted)
    if file is None and preset is not None:
        path = library.instance_file(puzzle, preset)
    else:
        path = Path(str(file))
    tree = read_tree(read_source(path), str(path))
    stated = stated_parameters(tree, read_parameters(model), puzzle)
    for name, (value, place) in stated.items():
        if wanted.setdefault(name, value) != value:
            what = f"{name} {wanted[name]}, where the instance has {name} {value}"
            raise InputError(Problem(what, "leave one of them out", str(place)))
    family, rules = load_puzzle(puzzle, library, wanted)
    values = checked_parameters(read_parameters(model), wanted, puzzle)
    return Loaded(family, family.read_instance(rules, tree), preset, values)


def load_bare(
    puzzle: str,
    parameters: Mapping[str, int | str] | None = None,
    library: Library | None = None,
) -> Loaded:
    """Loads a puzzle with nothing given.

    Where the region is left to the instances, it is the instance that is meant by naming none.

    Raises:
        UnknownNameError: If there is no such puzzle.
        InputError: If files or parameters are wrong, or no instance is meant.
    """
    library = library or Library.standard()
    puzzle = library.called(puzzle)
    values = dict(parameters or {})
    if are_said(puzzle_parameters(puzzle, library), values):
        family, rules = load_puzzle(puzzle, library, values)
        if family.has_bare_instance(rules):
            return Loaded(family, family.bare_instance(rules), None, values)
    return load(puzzle, parameters=values, library=library)


def _model(name: str, library: Library) -> Node:
    """The file of a puzzle as a tree, known to be about that puzzle, and of a family there is."""
    tree = model_tree(name, library)
    _family_name(tree)
    library.other_names(name)
    # Without a name, its family says what else is wrong.
    said = Fields(tree, "the puzzle", ProblemList()).text("puzzle") or name
    if said != name:
        path = library.model_file(name)
        raise InputError(Problem(f"the file is about {said}", f"call it {said}.yaml", str(path)))
    return tree


def _family_name(tree: Node) -> str:
    problems = ProblemList()
    name = Fields(tree, "the puzzle", problems).choice("family", family_names())
    problems.raise_if_any()
    return name


def _suitable_preset(puzzle: str, wanted: Mapping[str, int | str], library: Library) -> str | None:
    """The preset that is meant by naming none; None where a puzzle has no presets."""
    tree = model_tree(puzzle, library)
    presets = library.presets(puzzle)
    declared, default = read_parameters(tree), default_preset(tree, presets)
    if wanted:
        checked_parameters(declared, wanted, puzzle, whole=False)
        usual = {one.name: one.default for one in declared}
        agreeing = []
        for name in presets:
            path = library.instance_file(puzzle, name)
            tree = read_tree(read_source(path), str(path))
            stated = stated_parameters(tree, declared, puzzle)
            # What has a default may be chosen for every preset that does not say otherwise.
            if all(
                stated[key][0] == value if key in stated else usual[key] is not None
                for key, value in wanted.items()
            ):
                agreeing.append(name)
        if len(agreeing) == 1 or not agreeing:
            return agreeing[0] if agreeing else None
        presets = tuple(agreeing)
    if default in presets:
        return default
    if len(presets) > 1:
        known = ", ".join(presets)
        raise InputError(
            Problem(f"no preset of {puzzle} named", f"name one (known: {known}) or a file")
        )
    return presets[0] if presets else None
