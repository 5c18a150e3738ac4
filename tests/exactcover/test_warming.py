"""Once all kernels are compiled, no question compiles another one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ilpuzzles.exactcover import diagram_kernel, search_kernel
from ilpuzzles.exactcover.compiling import Kernel
from ilpuzzles.exactcover.diagram_kernel import fill_for
from ilpuzzles.exactcover.engine import compile_kernels
from ilpuzzles.exactcover.search import UNROLLED
from ilpuzzles.exactcover.search_kernel import search_for
from ilpuzzles.experiments.experiments import Experiment, experiment

QUESTIONS: dict[str, Callable[[], object]] = {
    "one solution": lambda: asked("lonpos", "8pieces").solve(),
    "a count by search": lambda: asked("tower", height=2).count(up_to_symmetry=True),
    "a count by table": lambda: asked("dominoes", "8x8").count(),
    "whether there is one": lambda: asked("lonpos", "4pieces").unique(),
    "what is forced": lambda: asked("lonpos", "6pieces").forced(),
    "items of three words": lambda: asked("tritetratan", "form").solve(),
}


def asked(puzzle: str, preset: str | None = None, **parameters: int) -> Experiment:
    return experiment(puzzle, preset, parameters=parameters, backend="exactcover")


def compiled() -> dict[str, int]:
    """How often each kernel is compiled in this process: once for each kind of arrays."""
    kernels = {
        f"search {width}{' with conditions' * conditional}": search_for(
            width, conditional, False, False
        )
        for width in range(UNROLLED + 1)
        for conditional in (False, True)
    }
    kernels |= {f"fill {width}": fill_for(width) for width in (1, 2, 3)}
    for module in (diagram_kernel, search_kernel):
        found = {name: one for name, one in vars(module).items() if isinstance(one, Kernel)}
        kernels |= {name: one for name, one in found.items() if not one.part}
    return {name: len(one.compiled().signatures) for name, one in kernels.items()}


@pytest.mark.exhaustive
@pytest.mark.parametrize("question", QUESTIONS)
def test_nothing_is_left_to_compile(question: str) -> None:
    compile_kernels()
    before = compiled()
    assert before == dict.fromkeys(before, 1)
    QUESTIONS[question]()
    assert compiled() == before
