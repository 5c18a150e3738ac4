"""Reads how cases are run; a case may say otherwise than the whole specification."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ilpuzzles.backends import backend_names
from ilpuzzles.bench.cases import CLAIMED, INSTALLED, QUESTIONS, Manner, Tuning
from ilpuzzles.bench.field_readers import read_decimal, read_list, read_whole, read_word
from ilpuzzles.document import Fields, Node, Place, Scalar, Sequence
from ilpuzzles.errors import InputError, unknown_name

MAX_REPEAT = 1_000
"""How often a run may be repeated."""

MAX_SECONDS = 7 * 86_400
"""The longest time limit."""

_LARGEST_SEED = (1 << 31) - 1


def read_manner(fields: Fields, usual: Manner, folder: Path) -> Manner:
    """Reads how something is run.

    Args:
        fields: The specification, or a case of it.
        usual: What holds where nothing is said.
        folder: Where Python files with formulations are looked for.
    """

    def formulation(node: Node) -> str | None:
        name = read_word(fields, "formulations", node)
        return name and absolute(name, folder)

    repeat = fields.integer("repeat", default=usual.repeat, least=1)
    if repeat > MAX_REPEAT:
        place, advice = fields.place_of("repeat"), f"write at most {MAX_REPEAT:,}"
        fields.problems.add(f"{repeat:,} repetitions", advice, where=place)
    return Manner(
        question=fields.choice("question", QUESTIONS, default=usual.question),
        formulations=read_list(fields, "formulations", usual.formulations, formulation),
        backends=read_list(
            fields,
            "backends",
            usual.backends,
            lambda node: _backend(fields, "backends", node, INSTALLED),
        ),
        also=read_list(fields, "also", usual.also, lambda node: _pair(fields, node, folder)),
        tunings=read_list(fields, "options", usual.tunings, lambda node: _tuning(fields, node)),
        seeds=read_list(
            fields,
            "seeds",
            usual.seeds,
            lambda node: read_whole(fields, "seeds", node, most=_LARGEST_SEED),
        ),
        repeat=repeat,
        time_limit=read_decimal(
            fields, "time-limit", usual.time_limit, most=MAX_SECONDS, positive=True
        ),
    )


def check_formulations(fields: Fields, known: Iterable[str]) -> None:
    """Notes formulations that are named somewhere and that nobody has.

    Args:
        fields: The specification, or a case of it, of which `read_manner` has read the rest.
        known: The names of the formulations that there are.
    """
    for key, others in (("formulations", [CLAIMED]), ("also", [])):
        names = [*others, *known]
        for name, place in _formulations(fields, key):
            if name not in names and ".py:" not in name:
                problem = unknown_name("formulation", name, names, where=str(place))
                fields.problems.found.append(problem)


def _formulations(fields: Fields, key: str) -> Iterator[tuple[str, Place]]:
    """The formulations that a list names, and where they stand."""
    node = fields.node(key, required=False)
    for item in node.items if isinstance(node, Sequence) else (node,):
        if isinstance(item, Scalar):
            words = " ".join(item.text.split())
            name = words.rpartition(" ")[0] if key == "also" else words
            # What has none is noted elsewhere.
            if name:
                yield name, item.place


def absolute(formulation: str, folder: Path) -> str:
    """A formulation whose file, if it has one, is found from everywhere.

    Example:
        >>> absolute("my.py:build", Path("/own")), absolute("cells", Path("/own"))
        ('/own/my.py:build', 'cells')
    """
    return str(folder / formulation) if ".py:" in formulation else formulation


def _backend(fields: Fields, key: str, node: Node, *more: str) -> str | None:
    name, known = read_word(fields, key, node), [*backend_names(), *more]
    if name is None or name in known:
        return name
    fields.problems.found.append(unknown_name("backend", name, known, where=str(node.place)))
    return None


def _pair(fields: Fields, node: Node, folder: Path) -> tuple[str, str] | None:
    """A formulation and a backend, in one text."""
    text = " ".join(node.text.split()) if isinstance(node, Scalar) else ""
    formulation, _, backend = text.rpartition(" ")
    if not formulation:
        fields.problems.add(
            "'also' is no list of pairs", "write [cells cbc, cells scip]", where=node.place
        )
        return None
    if backend not in backend_names():
        known = backend_names()
        fields.problems.found.append(unknown_name("backend", backend, known, where=str(node.place)))
        return None
    return absolute(formulation, folder), backend


def _tuning(fields: Fields, node: Node) -> Tuning | None:
    """What is said about how to search."""
    inner = Fields(node, "'options'", fields.problems)
    workers = inner.integer("workers", default=1, least=1)
    gap = read_decimal(inner, "gap", 0.0, most=1e6)
    nodes = inner.integer("node-limit", default=0)
    inner.finish()
    try:
        return Tuning(workers, gap, nodes if "node-limit" in inner.names() else None)
    except InputError as error:
        problem = error.problems[0]
        fields.problems.add(problem.what, problem.advice, where=node.place)
        return None
