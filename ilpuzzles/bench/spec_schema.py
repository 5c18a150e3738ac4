"""Reads specifications of sweeps; everything that is wrong is reported with its place."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ilpuzzles.bench.case_schema import Surroundings, formulations_of, read_case
from ilpuzzles.bench.cases import Case, Manner
from ilpuzzles.bench.manner_schema import check_formulations, read_manner
from ilpuzzles.bench.sources import PuzzleSource
from ilpuzzles.bench.spec import MAX_CASES, Spec, ready_spec, ready_specs
from ilpuzzles.document import Fields, Place, ProblemList, Sequence, read_source, read_tree
from ilpuzzles.errors import UnknownNameError, quoted, unknown_name
from ilpuzzles.library import Library
from ilpuzzles.puzzles import family_names, get_family


def find_spec(name: str, library: Library | None = None) -> Spec:
    """A specification that comes with the package, or one of your own.

    Args:
        name: The name of a ready one, or the path of a YAML file.
        library: Where puzzles are looked for.

    Raises:
        UnknownNameError: If it is neither.
        InputError: With everything that is wrong with the file.

    Example:
        >>> find_spec("quick").title
        'A quick look at all backends'
    """
    if name in ready_specs():
        return read_spec(ready_spec(name), library)
    if Path(name).suffix not in {".yaml", ".yml"} and not Path(name).exists():
        advice = f"name a YAML file, or one of {', '.join(ready_specs())}"
        raise UnknownNameError(unknown_name("specification", name, ready_specs(), advice=advice))
    return read_spec(Path(name), library)


def read_spec(path: Path, library: Library | None = None) -> Spec:
    """Reads a specification.

    Args:
        path: A YAML file. Files that it names lie beside it, unless their paths are absolute.
        library: Where puzzles are looked for.

    Raises:
        InputError: With everything that is wrong with it.
    """
    tree = read_tree(read_source(path), str(path))
    problems = ProblemList()
    fields = Fields(tree, "a specification", problems)
    title, about = fields.text("title"), fields.text("about", default="")
    folder = path.resolve().parent
    usual = read_manner(fields, Manner(), folder)
    check_formulations(fields, _of_all_puzzles())
    around = Surroundings(folder, library or Library.standard(), usual)
    node = fields.node("cases")
    items = node.items if isinstance(node, Sequence) else ()
    if node is not None and not 1 <= len(items) <= MAX_CASES:
        what, advice = "'cases' is no list of cases", f"write 1 to {MAX_CASES} times '- puzzle: X'"
        problems.add(what, advice, where=node.place)
    cases: list[Case] = []
    seen: dict[tuple[str, str], Place] = {}
    for item in items[:MAX_CASES]:
        case = read_case(Fields(item, "a case", problems), around)
        if case is None:
            continue
        first = seen.setdefault((case.name, case.manner.question), item.place)
        if first is not item.place:
            what = f"case {quoted(case.name)} stands twice"
            advice = f"give one a 'title' of its own; the first is in line {first.line}"
            problems.add(what, advice, where=item.place)
        cases.append(case)
    if not problems.found:
        check_formulations(fields, _of_some_case(cases, around.library))
    fields.finish()
    problems.raise_if_any()
    return Spec(title, about, tuple(cases))


def _of_some_case(cases: Iterable[Case], library: Library) -> list[str]:
    """The formulations that at least one case has."""
    sources = [case.source for case in cases]
    puzzles = [source for source in sources if isinstance(source, PuzzleSource)]
    return list(dict.fromkeys(name for one in puzzles for name in formulations_of(one, library)))


def _of_all_puzzles() -> list[str]:
    """The formulations that at least one puzzle has."""
    return [name for family in family_names() for name in get_family(family).formulations]
