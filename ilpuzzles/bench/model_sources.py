"""Where the model of a case comes from: a puzzle, a model file, or a function."""

from __future__ import annotations

import copyreg
import io
import json
import pickle
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Self, TypeAlias

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import InputError, quoted
from ilpuzzles.experiments.experiments import Experiment, experiment, own_puzzle
from ilpuzzles.experiments.loading import load
from ilpuzzles.experiments.model_file import file_experiment
from ilpuzzles.formats.model_files import MAX_BYTES
from ilpuzzles.jobs.job import unpicklable
from ilpuzzles.modelling.program import Program
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.puzzles.user_code import kind_of, load_function
from ilpuzzles.reading.library import Library
from ilpuzzles.reading.python_modules import errors_in
from ilpuzzles.reading.source import read_bytes, read_source
from ilpuzzles.solvers.registry import BackendLike

Parameters: TypeAlias = tuple[tuple[str, int | str], ...]

_MATRICES = {".cover", ".txt"}


@dataclass(frozen=True, slots=True)
class PuzzleSource:
    """An instance of a puzzle: a preset, a file or an address, or the one that needs none."""

    puzzle: str
    preset: str | None = None
    file: Path | None = None
    url: str | None = None
    parameters: Parameters = ()
    library: Library | None = None

    @property
    def name(self) -> str:
        """What to call it.

        Example:
            >>> PuzzleSource("tower", parameters=(("height", 3),)).name
            'tower height=3'
        """
        which = self.preset or (self.file.name if self.file else self.url)
        return _parameter_text(*filter(None, (self.puzzle, which)), parameters=self.parameters)

    def position(self) -> PuzzlePosition:
        """The instance."""
        return load(
            self.puzzle,
            self.preset,
            file=self.file,
            url=self.url,
            parameters=dict(self.parameters),
            library=self.library,
        )

    def content(self) -> bytes:
        """What tells its data from those of others."""
        position = self.position()
        kind = position.kind
        data = [kind.name, kind.plain_puzzle(position.puzzle), position.plain()]
        return json.dumps(data, sort_keys=True, default=str).encode()

    def experiment(self, formulation: str, backend: BackendLike, options: Options) -> Experiment:
        """The instance, stated and ready for questions."""
        start = time.perf_counter()
        position = self.position()
        read = time.perf_counter() - start
        asked = experiment(position, formulation=formulation, backend=backend, options=options)
        return replace(asked, load_seconds=read + asked.load_seconds)


@dataclass(frozen=True, slots=True)
class ModelSource:
    """A model in an LP, MPS, OPB or matrix file, or a saved one."""

    file: Path

    @property
    def name(self) -> str:
        """What to call it."""
        return self.file.name

    @property
    def is_matrix(self) -> bool:
        """Whether it is the matrix of an exact cover problem."""
        return not _MATRICES.isdisjoint(self.file.suffixes)

    def content(self) -> bytes:
        """What tells its data from those of others."""
        data = read_bytes(self.file, MAX_BYTES)
        if len(data) > MAX_BYTES:
            what = f"larger than {MAX_BYTES:,} bytes"
            raise InputError(what, "name another file", str(self.file))
        return data

    def experiment(self, _formulation: str, backend: BackendLike, options: Options) -> Experiment:
        """The model, ready for questions."""
        return file_experiment(self.file, backend, options)


@dataclass(frozen=True, slots=True)
class FunctionSource:
    """A user's function that returns a model, and what it is called with, by name."""

    file: Path
    function: str
    parameters: Parameters = ()

    @classmethod
    def of(cls, text: str, folder: Path, parameters: Parameters = ()) -> Self:
        """The function that `FILE.py:function` names; raises `InputError` if it names none."""
        file, _, name = text.rpartition(":")
        if not file.endswith(".py") or not name.isidentifier():
            raise InputError(f"{quoted(text)} names no function", "write FILE.py:function")
        return cls(folder / file, name, parameters)

    @property
    def name(self) -> str:
        """What to call it."""
        return _parameter_text(f"{self.file.name}:{self.function}", parameters=self.parameters)

    def content(self) -> bytes:
        """What tells its data from those of others."""
        return json.dumps([read_source(self.file), self.function, self.parameters]).encode()

    def experiment(self, _formulation: str, backend: BackendLike, options: Options) -> Experiment:
        """The model, ready for questions."""
        start = time.perf_counter()
        text = f"{self.file}:{self.function}"
        path, function = load_function(text, "a function that returns a Model")
        read = time.perf_counter()
        with errors_in(path):
            model: Any = function(**dict(self.parameters))
        if not isinstance(model, Model | Program):
            what = f"the function returns {kind_of(model)}"
            raise InputError(what, "return an ilpuzzles.Model", text)
        asked = own_puzzle(model, name=self.name, backend=backend, options=options)
        return replace(asked, load_seconds=read - start, build_seconds=time.perf_counter() - read)


@dataclass(frozen=True, slots=True, eq=False)
class ObjectSource:
    """A model of a Python program, which is sent to the process of the run."""

    model: Model | Program
    name: str
    file: ClassVar[None] = None

    def content(self) -> bytes:
        """What tells its data from those of others."""
        packed(self.model, f"model {quoted(self.name)}")
        kept = io.BytesIO()
        _ContentPickler(kept).dump(self.model)
        return kept.getvalue()

    def experiment(self, _formulation: str, backend: BackendLike, options: Options) -> Experiment:
        """The model, ready for questions."""
        return own_puzzle(self.model, name=self.name, backend=backend, options=options)


Source: TypeAlias = PuzzleSource | ModelSource | FunctionSource | ObjectSource


class _ContentPickler(pickle.Pickler):
    """Pickles what a model says: the same bytes for the same model in every process.

    Copies of a model know each other by tokens, which are other ones each time.
    """

    def reducer_override(self, thing: Any) -> Any:
        """How a model is taken apart: without its tokens; all else as usual."""
        if not isinstance(thing, Model):
            return NotImplemented
        state = {name: value for name, value in vars(thing).items() if name != "_lineage"}
        return copyreg.__newobj__, (type(thing),), state  # type: ignore[attr-defined] # undocumented


def packed(what: object, name: str) -> bytes:
    """An object as it is sent to another process; an `InputError` if it cannot be."""
    if type(what).__module__ == "__main__":
        where = f"{name} is of class {type(what).__name__} of this script or notebook"
        raise InputError(where, "put the class into a module, which a run can import")
    try:
        return pickle.dumps(what)
    except Exception as error:
        raise InputError(unpicklable(name, error)) from error


def _parameter_text(*words: str, parameters: Parameters) -> str:
    return " ".join([*words, *(f"{name}={value}" for name, value in parameters)])


def sort_parameters(parameters: Mapping[str, int | str]) -> Parameters:
    """Parameters in an order that is always the same."""
    return tuple(sorted(parameters.items()))
