"""Random models of nested sentences on every backend, against trying all assignments."""

from __future__ import annotations

import random
from dataclasses import dataclass
from types import SimpleNamespace

from ilpuzzles.backends.interface import Backend
from ilpuzzles.backends.result import Status
from ilpuzzles.modelling.functions import conditional, conjunction
from ilpuzzles.modelling.model import Model
from ilpuzzles.queries.solve import solve_model
from support.random_sentences import truth, whole
from support.vocabulary import DOMAINS, Sentence, assignments, sentence_of, variables

_REWARD = 10_000


@dataclass(frozen=True)
class Story:
    """A few sentences that are to hold together, and a number that is to be large."""

    sentences: list[Sentence]
    goal: Sentence

    @property
    def names(self) -> list[str]:
        """The variables that occur."""
        used = {name for part in [*self.sentences, self.goal] for name in part.names}
        return [name for name in DOMAINS if name in used]

    def best(self) -> int | None:
        """The best value of the goal, or None if the sentences never hold together."""
        reached = []
        for assignment in assignments(self.names):
            v = SimpleNamespace(**assignment)
            if all(sentence.value(v) for sentence in self.sentences):
                reached.append(self.goal.value(v))
        return max(reached, default=None)


def story(seed: int) -> Story:
    """A random story."""
    dice = random.Random(seed)
    count = dice.choice([1, 2, 3, 3, 4, 6])
    sentences = [sentence_of(truth(dice, dice.choice([1, 1, 2]))) for _ in range(count)]
    return Story(sentences, sentence_of(whole(dice, 1)))


def test_the_stories_are_of_all_sorts() -> None:
    reached = [story(seed).best() for seed in range(500)]
    assert sum(best is None for best in reached) > 40
    assert sum(best is not None for best in reached) > 300


def test_random_stories(backend: Backend, seeds: range) -> None:
    """Several stories in one search: each may fail, at the loss of a reward and of its goal."""
    model = Model()
    told = []
    for seed in seeds[:: 1 if backend.name == "cpsat" else 2]:
        tale = story(seed)
        v = variables(model, tale.names, f" {seed}")
        holds = model.binary(f"holds {seed}")
        model.add(holds.implies(conjunction(part.build(v) for part in tale.sentences)))
        gain = conditional(holds, tale.goal.build(v) + _REWARD, 0)
        told.append((seed, tale, v, holds, gain))
    model.maximize(model.sum(gain for *_, gain in told))
    result = solve_model(model, backend.name)
    assert result.status is Status.OPTIMAL, result.message
    for seed, tale, v, holds, _ in told:
        best = tale.best()
        assert bool(result.value(holds)) == (best is not None), f"seed {seed}"
        if best is not None:
            values = {name: result.value(getattr(v, name)) for name in tale.names}
            found = SimpleNamespace(**values)
            assert all(sentence.value(found) for sentence in tale.sentences), f"seed {seed}"
            assert tale.goal.value(found) == best, f"seed {seed}"
