"""Loads puzzles and instances from the library or from a user's file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ilpuzzles.document import Fields, Node, ProblemList, read_source, read_tree
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.library import Library
from ilpuzzles.puzzles import Family, Instance, Puzzle, Solution, family_names, get_family
from ilpuzzles.render import Drawing, Keys, as_plain, board_svg, board_text
from ilpuzzles.rules import RuleViolation, check_rules


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """An instance that is ready to be stated as a model.

    Attributes:
        family: The family of its puzzle.
        instance: The instance.
        preset: The name of the preset, or None for a user's own file.
    """

    family: Family
    instance: Instance
    preset: str | None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that it is an instance of."""
        return self.instance.puzzle

    @property
    def name(self) -> str:
        """The name of the puzzle."""
        return self.puzzle.name

    @property
    def judges(self) -> bool:
        """Whether there are rules besides the model: there are."""
        return True

    def drawing(self, solution: Solution | None = None, marked: Keys = ()) -> Drawing:
        """A solution, or without one the starting position, as lines of segments."""
        return board_text(self.family.name, self.instance, solution, marked)

    def text(self) -> str:
        """The starting position, drawn with letters and lines."""
        return as_plain(self.drawing())

    def svg(self, solution: Solution | None = None, marked: Keys = ()) -> str:
        """A solution, or without one the starting position, as an SVG document."""
        return board_svg(self.family.name, self.instance, solution, marked)

    def violations(self, solution: Solution) -> list[RuleViolation]:
        """The rules that a solution breaks."""
        plain = self.family.plain(self.instance)
        return check_rules(self.family.name, plain, solution.to_json())

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": self.text(), "image/svg+xml": self.svg()}


def load_puzzle(name: str, library: Library | None = None) -> tuple[Family, Puzzle]:
    """Loads what a puzzle is.

    Args:
        name: The name of the puzzle.
        library: Where to look.

    Returns:
        Its family and the puzzle.

    Raises:
        UnknownNameError: If there is no such puzzle.
        InputError: With everything that is wrong with its file.
    """
    path = (library or Library.standard()).model_file(name)
    tree = read_tree(read_source(path), str(path))
    family = get_family(_family_name(tree))
    puzzle = family.read_puzzle(tree)
    if puzzle.name != name:
        raise InputError(
            Problem(f"the file is about {puzzle.name}", f"call it {puzzle.name}.yaml", str(path))
        )
    return family, puzzle


def _family_name(tree: Node) -> str:
    problems = ProblemList()
    name = Fields(tree, "the puzzle", problems).choice("family", family_names())
    problems.raise_if_any()
    return name


def load(
    puzzle: str,
    preset: str | None = None,
    *,
    file: str | Path | None = None,
    library: Library | None = None,
) -> Loaded:
    """Loads an instance: a preset, or a file of the user's own.

    Args:
        puzzle: The name of the puzzle.
        preset: The name of a preset; may be left out where there is only one.
        file: The path of a YAML file with the fields of a preset, instead of one.
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
    """
    library = library or Library.standard()
    if preset is not None and file is not None:
        raise InputError(Problem("both a preset and a file", "give one of them"))
    family, rules = load_puzzle(puzzle, library)
    if file is not None:
        path = Path(file)
    else:
        presets = library.presets(puzzle)
        if preset is None:
            if len(presets) != 1:
                known = ", ".join(presets) or "none"
                raise InputError(
                    Problem(f"no preset of {puzzle} named", f"name one (known: {known}) or a file")
                )
            preset = presets[0]
        path = library.instance_file(puzzle, preset)
    tree = read_tree(read_source(path), str(path))
    return Loaded(family, family.read_instance(rules, tree), preset)
