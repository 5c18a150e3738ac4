"""Puzzles, of ours and of your own, made ready for questions."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ilpuzzles.backends import AUTO, Options, choose
from ilpuzzles.errors import UnknownNameError, unknown_name
from ilpuzzles.library import Library
from ilpuzzles.modelling import IntArray, Model, View
from ilpuzzles.puzzles import Formulated
from ilpuzzles.queries import view_of
from ilpuzzles.workbench.answer import Answer
from ilpuzzles.workbench.experiments import Experiment
from ilpuzzles.workbench.loading import Loaded, load
from ilpuzzles.workbench.own_puzzles import NamedValues, OwnPuzzle, named_solution
from ilpuzzles.workbench.plugins import Build, own_formulation

OFF = "off"


def formulate(loaded: Loaded, formulation: str | Build | None = None) -> tuple[str, Formulated]:
    """States an instance as a model.

    Args:
        loaded: The instance.
        formulation: The name of a formulation, or None for the standard one; or one of your own:
            `FILE.py:function`, or a function that makes a `Formulated` of the instance.

    Returns:
        The name of the formulation, and the model with its decoder.

    Raises:
        UnknownNameError: If the puzzle has no such formulation.
        InputError: If one of your own cannot be loaded, or goes wrong.

    Example:
        >>> name, formulated = formulate(load("lonpos", "empty"))
        >>> name, str(formulated.model.statistics())
        ('placement', '1,789 variables, 67 rows, 10,048 nonzeros')
    """
    own = own_formulation(formulation, loaded.family)
    if own is not None:
        return own.name, own.build(loaded.instance)
    known = loaded.family.formulations
    name = formulation if isinstance(formulation, str) else next(iter(known))
    if name not in known:
        raise UnknownNameError(unknown_name("formulation", name, known))
    return name, known[name].build(loaded.instance)


def experiment(
    puzzle: str | Loaded,
    preset: str | None = None,
    *,
    file: str | Path | None = None,
    url: str | None = None,
    parameters: Mapping[str, int | str] | None = None,
    formulation: str | Build | None = None,
    break_symmetry: str = "off",
    backend: str = "auto",
    options: Options | None = None,
    library: Library | None = None,
) -> Experiment:
    """Prepares an instance of a puzzle for questions.

    Args:
        puzzle: The name of a puzzle, or an instance that is loaded already.
        preset: The name of a preset.
        file: The path of a YAML file instead of a preset.
        url: An address of the instance instead of both; see `load`.
        parameters: The values of parameters that the puzzle declares, such as `{"height": 3}`.
        formulation: The name of a formulation, or None for the standard one; or one of your own,
            see `formulate`.
        break_symmetry: `off` for all solutions; `auto`, or for a tiling the name of a tile, to
            leave fewer of several equivalent ones.
        backend: The name of a backend, or `auto`.
        options: How to search.
        library: Where to look for puzzles and presets.

    Returns:
        The model with all questions: `solve`, `solutions`, `count`, `unique`, `forced`, `explain`,
        `relax`, `whatif`.

    Raises:
        InputError: If something that the user gave is wrong.
        BackendError: If a solver is missing.

    Example:
        >>> print(experiment("lonpos", "8pieces").unique())
        unique
    """
    start = time.perf_counter()
    loaded = (
        puzzle
        if isinstance(puzzle, Loaded)
        else load(puzzle, preset, file=file, url=url, parameters=parameters, library=library)
    )
    if break_symmetry != OFF:
        loaded = loaded.break_symmetry(break_symmetry)
    read = time.perf_counter()
    choose(backend)
    name, formulated = formulate(loaded, formulation)
    return Experiment(
        subject=loaded,
        formulation=name,
        formulated=formulated,
        model=View(formulated.model),
        backend=backend,
        options=options or Options(),
        load_seconds=read - start,
        build_seconds=time.perf_counter() - read,
    )


def own_puzzle(
    model: Model | View,
    decode: Callable[[IntArray], Any] | None = None,
    *,
    name: str | None = None,
    text: Callable[[Any], str] = str,
    svg: Callable[[Any], str] | None = None,
    check: Callable[[Any], Sequence[str]] | None = None,
    backend: str = "auto",
    options: Options | None = None,
) -> Experiment:
    r"""Prepares a model of your own for questions.

    Args:
        model: The model, or a view of one.
        decode: Turns the values of all variables into a solution of any type. For what is forced it
            gets the values that are the same in all solutions, and 0 for all others. By default a
            solution is its variables by their names.
        name: What to call the puzzle; by default the name of the model.
        text: Draws a solution with letters.
        svg: Draws a solution as an SVG document.
        check: Says in a few words each what is wrong with a solution, without looking at the model.
        backend: The name of a backend, or `auto`.
        options: How to search.

    Returns:
        The model with all questions; their answers show the pictures.

    Raises:
        BackendError: If a solver is missing.

    Example:
        >>> rooks = Model("rooks")
        >>> rook = rooks.binary("rook", 2, 2)
        >>> with rooks.group("lines", why="one rook in every row and column"):
        ...     rows = rooks.exactly_one(rook, axis=0), rooks.exactly_one(rook, axis=1)
        >>> puzzle = own_puzzle(
        ...     rooks,
        ...     lambda values: values[rook.columns].tolist(),
        ...     text=lambda board: "\n".join("".join(".R"[cell] for cell in row) for row in board),
        ... )
        >>> print(puzzle.fix({rook[0, 0]: 1}).solve().text())
        R.
        .R
        >>> puzzle.count().count
        2
    """
    view = view_of(model)
    return Experiment(
        subject=OwnPuzzle(name or view.model.name, text, svg, check),
        formulation="own",
        formulated=Formulated(view.model, decode)
        if decode is not None
        else Formulated(view.model, partial(named_solution, view), partial=NamedValues.of),
        model=view,
        backend=choose(backend).backend.name if backend != AUTO else backend,
        options=options or Options(),
    )


def solve(
    puzzle: str | Loaded,
    preset: str | None = None,
    *,
    file: str | Path | None = None,
    url: str | None = None,
    parameters: Mapping[str, int | str] | None = None,
    formulation: str | Build | None = None,
    break_symmetry: str = "off",
    without: Sequence[str] = (),
    backend: str = "auto",
    options: Options | None = None,
    library: Library | None = None,
) -> Answer:
    r"""Solves an instance of a puzzle.

    Args:
        puzzle: The name of a puzzle, or an instance that is loaded already.
        preset: The name of a preset.
        file: The path of a YAML file instead of a preset.
        url: An address of the instance instead of both; see `load`.
        parameters: The values of parameters that the puzzle declares, such as `{"height": 3}`.
        formulation: The name of a formulation, or None for the standard one.
        break_symmetry: `off`, `auto`, or what to break symmetries by; see `experiment`.
        without: Groups of rows to switch off, to see what goes wrong then.
        backend: The name of a backend, or `auto`.
        options: How to search.
        library: Where to look for puzzles and presets.

    Returns:
        The answer. A solution in it satisfies every row of the model, and the rule checker of the
        puzzle accepts it, unless groups are switched off: then it may break rules, and
        `Answer.broken` says which.

    Raises:
        InputError: If something that the user gave is wrong.
        BackendError: If a solver is missing.
        CheckError: If the solution of a full model is not one.

    Example:
        >>> answer = solve("lonpos", "8pieces")
        >>> print(*answer.to_json()["solutions"][0]["rows"], sep="\n")
        BBBCCAAAEEE
        BBFFCALEEHD
        GGGFCLLLHHD
        KKGICILHHDD
        KKGIIIJJJJD
    """
    asked = experiment(
        puzzle,
        preset,
        file=file,
        url=url,
        parameters=parameters,
        formulation=formulation,
        break_symmetry=break_symmetry,
        backend=backend,
        options=options,
        library=library,
    )
    return asked.without(*without).solve()
