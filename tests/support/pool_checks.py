"""What holds of every pool, of this machine or of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from ilpuzzles.jobs.job import Job, JobError, JobOutcome
from ilpuzzles.jobs.pool import Pool
from support.pool_functions import PlainError

Opened: TypeAlias = Callable[[str, object, int], Pool]
"""Makes a pool for a function of `support.pool_functions`, what jobs share, and so many workers."""


def squares(number: int) -> list[Job]:
    return [Job(str(index), index) for index in range(number)]


def by_key(outcomes: Iterator[JobOutcome]) -> dict[str, JobOutcome]:
    found = list(outcomes)
    assert len({outcome.key for outcome in found}) == len(found)
    return {outcome.key: outcome for outcome in found}


def every_job_is_done_once(opened: Opened, workers: int) -> None:
    with opened("square", 5, workers) as pool:
        for _ in range(2):
            outcomes = by_key(pool.run(squares(100)))
            assert {key: outcome.value for key, outcome in outcomes.items()} == {
                str(index): 5 + index**2 for index in range(100)
            }
            assert {outcome.tries for outcome in outcomes.values()} == {1}
            assert all(one.error is None and one.seconds >= 0 for one in outcomes.values())


def what_is_emitted_comes_in_order_and_before_the_outcome(opened: Opened) -> None:
    heard: dict[str, list[int]] = {}
    with opened("emits", b"", 3) as pool:
        received = lambda key, data: heard.setdefault(key, []).append(data[0])  # noqa: E731 - short
        for outcome in pool.run([Job(str(n), n) for n in range(60)], received=received):
            assert heard.get(outcome.key, []) == list(range(outcome.value))
    assert len(heard) == 59


def what_jobs_raise_is_part_of_the_outcome(opened: Opened) -> None:
    kinds = ["builtin", "own", "two parts", "local", "rude", "system"]
    kinds += ["unpicklable value", "sour value", "unpicklable emission"]
    with opened("raises", None, 2) as pool:
        outcomes = by_key(pool.run(Job(kind, kind) for kind in kinds))
    errors = {key: outcome.error for key, outcome in outcomes.items()}
    assert all(outcome.value is None and outcome.tries == 1 for outcome in outcomes.values())
    assert type(errors["builtin"]) is ValueError
    assert str(errors["builtin"]) == "a text"
    assert "in raises" in errors["builtin"].__notes__[0]
    assert type(errors["own"]) is PlainError
    assert errors["own"].args == ("another", 1)
    assert isinstance(errors["system"], OSError)
    assert errors["system"].errno == 28
    texts = {
        "two parts": "job 'two parts' raised TwoPartsError: this and that",
        "local": "job 'local' raised LocalError: of a function",
        "rude": "job 'rude' raised RudeError",
        "unpicklable value": "what the job returned cannot be pickled (",
        "sour value": "what job 'sour value' returned cannot be unpickled (ValueError: invalid",
        "unpicklable emission": "what the job emits cannot be pickled (",
    }
    for key, text in texts.items():
        assert type(errors[key]) is JobError
        assert str(errors[key]).startswith(text)
        assert "\n" not in str(errors[key])
