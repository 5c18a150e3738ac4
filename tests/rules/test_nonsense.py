"""Whatever is said to be a solution, the rules answer."""

from __future__ import annotations

from typing import Any

from hypothesis import given, strategies as st

from ilpuzzles.rules.tiling import check_tiling

Data = dict[str, Any]
FLAT = {
    "square": [[0, 0], [0, 1], [1, 1]],
    "hexagonal": [[0, 0], [0, 1], [1, 1]],
    "triangular": [[1, 1], [2, 2], [1, 4]],
    "tan": [[0, -2], [-2, 0], [4, 0]],
}
SOLID = {
    "cubic": [[0, 0, 0], [0, 0, 1], [0, 1, 1]],
    "fcc": [[0, 0, 0], [0, 0, 1], [1, 1, 1]],
}
NAMES = ["A", "B", "Z", "", "two words", "\x00"]


@st.composite
def instances(draw: st.DrawFn) -> Data:
    lattice, region = draw(st.sampled_from(sorted((FLAT | SOLID).items())))
    dimension = len(region[0])
    motions: list[Any] = ["all", "rotations", "shifts"]
    if lattice in FLAT:
        motions += [["0", "180"], ["mirror 90"], []]
    tiles = {
        name: {
            "shape": region[:size],
            "motions": draw(st.sampled_from(motions)),
            "least": draw(st.integers(0, 2)),
            "most": draw(st.none() | st.integers(0, 2)),
            "marks": draw(st.sampled_from(["A", "xyz"])),
            "fills": draw(st.sampled_from([[], ["ring"], ["other"]])),
        }
        for name, size in [("A", 1), ("B", 2)]
    }
    return {
        "lattice": lattice,
        "region": region,
        "wrap": draw(st.sampled_from([[], [[0] * (dimension - 1) + [12]]])),
        "further": draw(st.sampled_from([{}, {"ring": 0}, {"ring": 1}])),
        "tiles": tiles,
        "givens": [{"tile": "A", "atoms": region[:1]}],
        "conditions": [
            {"name": "atoms", "target": 0, "atoms": [1, -1, 0]},
            {"name": "tiles", "target": 1, "tiles": {"A": 1}},
        ],
    }


@st.composite
def solutions(draw: st.DrawFn, region: list[list[int]]) -> Data:
    anywhere = st.lists(
        st.integers(-3, 3) | st.sampled_from([10**9, -(10**9), 10**30]),
        min_size=len(region[0]),
        max_size=len(region[0]),
    )
    atoms = st.lists(st.sampled_from(region) | anywhere, max_size=4)
    entry = st.fixed_dictionaries({"tile": st.sampled_from(NAMES), "atoms": atoms})
    line = st.text("AB.#*x", max_size=4)
    rows = st.lists(line, max_size=3) | st.lists(st.lists(line, max_size=3), max_size=3)
    solution: Data = {"tiles": draw(st.lists(entry, max_size=5))}
    if draw(st.booleans()):
        solution["rows"] = draw(rows)
    if draw(st.booleans()):
        solution["owners"] = draw(line)
    return solution


@given(st.data())
def test_nonsense_is_answered(data: st.DataObject) -> None:
    instance = data.draw(instances())
    solution = data.draw(solutions(instance["region"]))
    rules = {violation.rule for violation in check_tiling(instance, solution)}
    placed = [(entry["tile"], entry["atoms"]) for entry in solution["tiles"]]
    covered = [atom for _, atoms in placed for atom in atoms]
    region, known = instance["region"], set(instance["tiles"])
    assert ("known tile" in rules) is any(name not in known for name, _ in placed)
    assert ("inside" in rules) is any(atom not in region for atom in covered)
    assert ("cell once" in rules) is any(covered.count(atom) != 1 for atom in region)
    assert ("givens" in rules) is (("A", region[:1]) not in placed)
    weight = sum(name == "A" for name, _ in placed)
    balance = covered.count(region[0]) - covered.count(region[1])
    assert ("condition" in rules) is ((balance, weight) != (0, 1))
    if any(name in known and not atoms for name, atoms in placed):
        assert "shape" in rules
    if not any(name in known for name, _ in placed):
        assert "shape" not in rules


def test_points_of_other_dimensions_are_answered() -> None:
    instance = {
        "region": [[0, 0], [0, 1]],
        "wrap": [[0, 12]],
        "further": {"ring": 1},
        "tiles": {"A": {"shape": [[0, 0], [0, 1]], "motions": "all", "fills": ["ring"]}},
        "givens": [{"tile": "A", "atoms": [[0, 0], [0, 1]]}],
    }
    nonsense: list[list[list[int]]] = [
        [[], []],
        [[0], [1]],
        [[0, 0, 0], [0, 0, 1]],
        [[0, 0], [0, 1, 0]],
    ]
    for atoms in nonsense:
        solution = {"tiles": [{"tile": "A", "atoms": atoms}], "rows": ["AA"], "owners": "AA"}
        rules = {violation.rule for violation in check_tiling(instance, solution)}
        assert {"shape", "inside", "cell once", "givens", "drawing"} <= rules
