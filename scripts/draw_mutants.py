"""Makes mistakes at random places of the code, and says which of them the room's tests notice.

Run it from the top of the checkout:

    python -m scripts.draw_mutants 40                  # anywhere, as the date draws them
    python -m scripts.draw_mutants 40 --rooms queries  # in some rooms
    python -m scripts.draw_mutants 8 --changed         # in files that differ from the main branch
    python -m scripts.draw_mutants 300 --covering --record  # what later runs are held against

Cosmic Ray makes the mistakes: `<` becomes `<=`, `and` becomes `or`, 1 becomes 2, a loop is skipped.
A place is drawn first and one of its mistakes second: otherwise half of all would be operators.
The tests asked are the quick ones of the room that the file is in, as in `scripts/mutate.py`.

`scripts/killed_shares.yaml` has the share of mistakes that each room's tests noticed. A run fails
if it is plainly lower in the rooms drawn: if so few would be noticed less than once in 500 runs.
Those that live are printed, with their place: look at them, and ask what was not asked.

A mistake that changes no answer stands in `scripts/equivalent_mutants.yaml`, with a reason:

    - file: ilpuzzles/queries/count.py
      line: "limit = max(limit, 1)"
      becomes: "limit = max(limit, 2)"
      why: the only caller asks for 2 or more
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, partial
from pathlib import Path

import yaml
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

from scripts.covering_tests import CoveringTests, covering_tests
from scripts.trials import HOME, INTERRUPTED, Ending, Trial, each_tried, room_of, room_tests, tried

SHARES = HOME / "scripts" / "killed_shares.yaml"
EQUIVALENT = HOME / "scripts" / "equivalent_mutants.yaml"

# Mistakes that people make. Cosmic Ray has 150 more, such as + that becomes <<: almost all of them
# end in a TypeError, which any test notices; == that becomes `is` is the same for small numbers.
_SWAPPED = {
    "Comparison": "Lt_LtE LtE_Lt Gt_GtE GtE_Gt Lt_Gt Gt_Lt Eq_NotEq NotEq_Eq Is_IsNot IsNot_Is",
    "Binary": (
        "Add_Sub Sub_Add Mul_Add Mul_FloorDiv Div_Mul FloorDiv_Mod FloorDiv_Mul Mod_FloorDiv "
        "BitAnd_BitOr BitOr_BitAnd BitXor_BitOr LShift_RShift RShift_LShift Pow_Mul"
    ),
    "Unary": "Delete_Not Delete_USub Delete_Invert",
}
_OTHERS = (
    "AddNot NumberReplacer ReplaceAndWithOr ReplaceOrWithAnd ReplaceTrueWithFalse "
    "ReplaceFalseWithTrue ReplaceBreakWithContinue ReplaceContinueWithBreak ExceptionReplacer "
    "ZeroIterationForLoop"
)
OPERATORS = (
    *(f"core/{name}" for name in _OTHERS.split()),
    *(
        f"core/Replace{kind}Operator_{swap}"
        for kind, swaps in _SWAPPED.items()
        for swap in swaps.split()
    ),
)
# The chance below which fewer mistakes noticed are no accident. Of eight mistakes where nine in ten
# are expected, three are too few, and four are not. One run in 500 fails although nothing is worse.
NO_ACCIDENT = 0.002
# So many commits are what was changed lately, where there is no branch to compare with.
LATELY = 20

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Change:
    """What an operator does to one place of a file: its number among the operator's places."""

    place: Place
    operator: str
    number: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """A mistake that was made by a program."""

    file: str
    row: int
    line: str
    becomes: str
    text: str  # the whole file with the mistake


def python_files(rooms: Sequence[str] = ()) -> list[str]:
    """The files of the package and of the puzzles, or of some rooms of them."""
    files = sorted([*(HOME / "ilpuzzles").rglob("*.py"), *(HOME / "models").glob("*.py")])
    names = [file.relative_to(HOME).as_posix() for file in files]
    return [name for name in names if not rooms or room_of(name) in rooms]


def changed_files(since: str | None) -> list[str]:
    """The files that differ from a commit, by default from where the branch left the main one."""
    first = since or _fork_point()
    if first is None:
        return []
    changed = _git("diff", "--name-only", "--diff-filter=d", first, "HEAD")
    known = set(python_files())
    return [name for name in changed.splitlines() if name in known]


def _fork_point() -> str | None:
    """The commit that the branch began at; on the main branch itself, one of lately."""
    head = _git("rev-parse", "HEAD")
    base = _git("merge-base", "HEAD", "origin/main")
    if base and base != head:
        return base
    history = _git("rev-list", "--first-parent", f"--max-count={LATELY + 1}", "HEAD").split()
    return history[-1] if len(history) > 1 else None


def _git(*words: str) -> str:
    """What git says, or nothing where there is no git, no repository or no such branch."""
    try:
        said = subprocess.run(
            ["git", *words],  # noqa: S607 - the one that the developer uses
            cwd=HOME,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return said.stdout.strip()


def draw(number: int, files: Sequence[str], dice: random.Random) -> list[Drawn]:
    """Draws mistakes, each as likely in one line as in another; fewer where there are no more."""
    if not files:
        return []
    lengths = [len((HOME / file).read_text("utf-8").splitlines()) for file in files]
    known = _equivalent()
    drawn: dict[tuple[str, Change], Drawn] = {}
    for _ in range(20 * number):
        if len(drawn) == number:
            break
        (file,) = dice.choices(files, lengths)
        places = changes(file)
        if not places:
            continue
        change = dice.choice(places[dice.choice(sorted(places))])
        mistake = _made(file, change)
        if mistake is not None and (file, mistake.line, mistake.becomes) not in known:
            drawn[file, change] = mistake
    return list(drawn.values())


@cache
def changes(file: str) -> Mapping[Place, Sequence[Change]]:
    """The changes that there are at each place of a file, but for places that change no answer."""
    source = (HOME / file).read_text("utf-8")
    spans = list(_left_alone(source))
    operators = {name: get_operator(name)() for name in OPERATORS}
    counts: Counter[str] = Counter()
    found: defaultdict[Place, list[Change]] = defaultdict(list)
    for node in ast_nodes(get_ast(source)):
        for name, operator in operators.items():
            for place, _ in operator.mutation_positions(node):
                number, counts[name] = counts[name], counts[name] + 1
                if not any(first <= place < last for first, last in spans):
                    found[place].append(Change(place, name, number))
    return found


def _left_alone(source: str) -> Iterator[tuple[Place, Place]]:
    """Where code begins and ends that changes no answer.

    Nobody looks at annotations of types while the program runs, nor into `if TYPE_CHECKING`; a
    dataclass answers the same if it is not frozen or has no slots; `strict=True` for `zip` is a
    check that never fails.
    """
    lines = source.encode().split(b"\n")

    def place(row: int, column_in_bytes: int) -> Place:
        return row, len(lines[row - 1][:column_in_bytes].decode())

    for node in ast.walk(ast.parse(source)):
        for part in _idle_parts(node):
            if part.end_lineno is not None and part.end_col_offset is not None:
                first = place(part.lineno, part.col_offset)
                yield first, place(part.end_lineno, part.end_col_offset)


def _idle_parts(node: ast.AST) -> Iterator[ast.expr]:
    """The annotations, decorators, strict zips and questions for a type checker in one node."""
    for name in ("annotation", "returns"):
        noted = getattr(node, name, None)
        if isinstance(noted, ast.expr):
            yield noted
    yield from getattr(node, "decorator_list", [])
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        yield node.test
    if isinstance(node, ast.Call):
        yield from (keyword.value for keyword in node.keywords if keyword.arg == "strict")


def _made(file: str, change: Change) -> Drawn | None:
    """A file with a mistake; nothing if that is no Python, or the same program as before."""
    source = (HOME / file).read_text("utf-8")
    text = mutate_code(source, get_operator(change.operator)(), change.number)
    try:
        if text is None or ast.dump(ast.parse(text)) == ast.dump(ast.parse(source)):
            return None
    except SyntaxError:
        return None
    before, after = source.split("\n"), text.split("\n")
    lines = list(zip(before, after, strict=False))
    row = next(row for row, (one, other) in enumerate(lines) if one != other)
    return Drawn(file, row + 1, before[row].strip(), after[row].strip(), text)


def _equivalent() -> set[tuple[str, str, str]]:
    """The mistakes that change no answer."""
    entries = yaml.safe_load(EQUIVALENT.read_text("utf-8")) or []
    return {(entry["file"], entry["line"], entry["becomes"]) for entry in entries}


def attempt(mistake: Drawn, copy: Path, covering: CoveringTests | None = None) -> Trial:
    """Plants a mistake in a copy, and asks the tests of its room, or those that run its line."""
    tests = covering.of(mistake.file, mistake.row) if covering else room_tests(mistake.file)
    return tried(mistake.file, mistake.text, tests, copy)


@dataclass(slots=True)
class Share:
    """How many mistakes of a room were noticed."""

    tried: int = 0
    killed: int = 0

    @property
    def expected(self) -> float:
        """The chance that one more is noticed: between what was seen, and not knowing at all."""
        return (self.killed + 1) / (self.tried + 2)


def recorded_shares() -> dict[str, Share]:
    """The shares that are kept, by room."""
    entries = yaml.safe_load(SHARES.read_text("utf-8")) or {}
    return {room: Share(**entry) for room, entry in entries.items()}


def record(shares: Mapping[str, Share]) -> None:
    """Keeps the shares of the rooms drawn; those of other rooms stay."""
    kept = recorded_shares() | dict(shares)
    lines = [
        f"{room}: {{tried: {share.tried}, killed: {share.killed}}}\n"
        for room, share in sorted(kept.items())
    ]
    head = (
        "# Mistakes that `python -m scripts.draw_mutants 300 --covering --record` drew, and those "
        "noticed.\n"
    )
    SHARES.write_text(head + "".join(lines), "utf-8")


def chance_of_so_few(now: Mapping[str, Share], before: Mapping[str, Share]) -> float:
    """The chance that at most as many as now are noticed, if the rooms are as they were before.

    >>> before = {"queries": Share(tried=8, killed=8)}
    >>> chance_of_so_few({"queries": Share(tried=1, killed=0)}, before)
    0.1
    >>> chance_of_so_few({"queries": Share(tried=1, killed=1)}, before)
    1.0
    """
    chances = [1.0]  # of each number of mistakes noticed, after each mistake
    for room, share in now.items():
        noticed = before.get(room, Share()).expected
        for _ in range(share.tried):
            lived = [chance * (1 - noticed) for chance in chances] + [0.0]
            killed = [0.0] + [chance * noticed for chance in chances]
            chances = [one + other for one, other in zip(lived, killed, strict=True)]
    total = sum(share.killed for share in now.values())
    return round(sum(chances[: total + 1]), 9)


def main() -> int:
    """Draws mistakes and tries them; 1 if plainly fewer are noticed than before."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("number", type=int, help="how many mistakes")
    parser.add_argument("--rooms", nargs="+", default=(), help="folders of the package, or models")
    parser.add_argument("--changed", action="store_true", help="in files that were changed")
    parser.add_argument("--since", help="the commit that they were changed after")
    parser.add_argument("--covering", action="store_true", help="ask tests that run the line alone")
    parser.add_argument("--record", action="store_true", help="keep the shares of the rooms")
    parser.add_argument("-j", "--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    if given.number < 1 or given.workers < 1:
        parser.error("the numbers of mistakes and of workers must be 1 or more")
    unknown = sorted({*given.rooms} - {*map(room_of, python_files())})
    if unknown:
        parser.error(
            f"no room has the name {', '.join(unknown)}: rooms are folders of ilpuzzles, and models"
        )
    if given.since and not _git("rev-parse", "--verify", "--quiet", f"{given.since}^{{commit}}"):
        parser.error(f"git knows no commit {given.since}")
    dice = random.Random(os.environ.get("ILPUZZLES_SEEDS", str(date.today().toordinal())))
    files = python_files(given.rooms)
    if given.changed or given.since:
        changed = changed_files(given.since)
        files = [name for name in files if name in changed] or files
    now: defaultdict[str, Share] = defaultdict(Share)
    try:
        mistakes = draw(given.number, files, dice)
        if not mistakes:
            parser.error("there is no place for a mistake in these files")
        ask = attempt
        if given.covering:
            covering = covering_tests([mistake.file for mistake in mistakes], given.workers)
            ask = partial(attempt, covering=covering)
        for mistake, trial in each_tried(mistakes, ask, given.workers):
            share = now[room_of(mistake.file)]
            share.tried += 1
            share.killed += trial.noticed
            _show(mistake, trial)
    except KeyboardInterrupt:
        _judged(now, keep=False)
        return INTERRUPTED
    return _judged(now, keep=given.record)


def _show(mistake: Drawn, trial: Trial) -> None:
    """Prints what became of a mistake, and how the line reads with it if nobody noticed."""
    print(f"{trial.ending:6} {trial.seconds:5.0f} s  {mistake.file}:{mistake.row}")
    if trial.ending is Ending.LIVED:
        print(f"                {mistake.line}\n             -> {mistake.becomes}")
    elif trial.by:
        print(f"                {trial.by}")
    sys.stdout.flush()


def _judged(now: Mapping[str, Share], *, keep: bool) -> int:
    """Shows how many were noticed, by room, beside what was recorded; 1 if plainly fewer."""
    before = recorded_shares()
    print(f"\n{'room':12} noticed  recorded")
    for room, share in sorted(now.items()):
        was = before.get(room, Share())
        print(f"{room:12} {share.killed:3} of {share.tried:3}  {was.killed:3} of {was.tried:3}")
    if keep:
        record(now)
    chance = chance_of_so_few(now, before)
    print(f"so few would be noticed in {chance:.0%} of such runs, if the rooms are as recorded")
    return int(not keep and chance < NO_ACCIDENT)


if __name__ == "__main__":
    sys.exit(main())
