"""What a second search says of a claim, and what several say together."""

from __future__ import annotations

from itertools import product

from ilpuzzles.backends.result import Opinion

EACH = [
    Opinion(backend, agrees=agrees, seconds=seconds, exact=exact, fault=fault)
    for backend, agrees, seconds, exact, fault in (
        ("cpsat", True, 1.0, True, ""),
        ("clingo", True, 2.0, False, ""),
        ("", False, 4.0, True, ""),
        ("cbc", False, 8.0, True, "cbc failed"),
    )
]


def test_several_claims_are_as_sure_as_the_least_sure_one() -> None:
    for number in (1, 2, 3):
        for opinions in product(EACH, repeat=number):
            whole = Opinion.of_all(opinions)
            assert whole is not None
            assert whole.agrees is (not any(not one.agrees for one in opinions))
            assert whole.exact is (not any(not one.exact for one in opinions))
            assert whole.seconds == sum(one.seconds for one in opinions)
            for one in EACH:
                is_named = one.backend != "" and one.backend in whole.backend.split(" and ")
                assert is_named is (one in opinions and one.backend != "")
            assert ("cbc failed" in whole.fault) is (EACH[3] in opinions)
            confirmed = all(one.agrees and one.exact for one in opinions)
            assert str(whole).startswith("confirmed by ") is confirmed
    assert Opinion.of_all([]) is None
