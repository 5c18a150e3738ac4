"""The table of questions about solutions: their options, what goes with what, how they are asked.

A new question is a method of `Experiment`, the class of its answer, and an entry here.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from ilpuzzles.cli.options import RELAXATION, add_long_runs
from ilpuzzles.cli.parser import Parser, add_options, whole_number
from ilpuzzles.errors import InputError
from ilpuzzles.lazy_imports import named

_HANDED_ON = ("limit", "ledger", "up_to_symmetry")
_REQUIRE_FILE = "ilpuzzles.experiments.solution_files:require_solution_file"


@dataclass(frozen=True, slots=True)
class Question:
    """A question about the solutions of a position or a model.

    Attributes:
        method: The method of `Experiment` that asks it.
        help: What its option says.
        takes: The options that go with it, of those that go with some questions only: `animate`,
            `cluster`, `each` (solutions as they are found), `ledger`, `limit`, `placements`,
            `save`, `sheet`, `start` (a hint), `status`, `up_to_symmetry` and `watch`.
        number: Whether its option takes a number, which is handed on.
        says: Whether its verdict is the answer, so that it goes to standard output.
        option: Its option, without dashes, if that is not called as the method is.
    """

    method: str
    help: str
    takes: str = ""
    number: bool = False
    says: bool = False
    option: str = ""

    @property
    def lists(self) -> bool:
        """Whether it has several solutions to show or to save."""
        return "save" in self.takes.split()


_LISTS = "save sheet placements watch"
SOLVE = Question("solve", "find a solution", "start placements watch animate")
LIST = Question(
    "solutions", "list all solutions", f"{_LISTS} each limit up_to_symmetry cluster", option="all"
)
_BEST = "with an objective: list the N best solutions, best first"
_OPTIMAL = "with an objective: list all solutions that are as good as the best"
_COUNT = "count the solutions"
_UNIQUE = "find out whether there is exactly one solution"
_FORCED = "find what all solutions share (the backbone)"
_RELAXATION = "solve the linear relaxation: a bound on the objective, duals and reduced costs"
# Those of `solvers.linear.run.Method`, which takes long to load.
METHODS = ("simplex", "interior-point", "glop", "pdlp")
QUESTIONS = {
    question.option or question.method: question
    for question in (
        LIST,
        Question("best", _BEST, f"{_LISTS} start", number=True),
        Question("optimal", _OPTIMAL, f"{_LISTS} start limit"),
        Question("count", _COUNT, "watch limit up_to_symmetry ledger status cluster"),
        Question("unique", _UNIQUE, "placements", says=True),
        Question("forced", _FORCED, "placements watch animate", says=True),
        Question("relaxation", _RELAXATION),
        Question("random", "draw N solutions at random; see --seed", _LISTS, number=True),
    )
}
"""All questions by their options, in the order of the help."""


def chosen_question(args: Namespace) -> Question:
    """The question that options ask."""
    for option, question in QUESTIONS.items():
        # Even 0 is asked for, and refused.
        if getattr(args, option) is not None and getattr(args, option) is not False:
            return question
    return LIST if args.limit is not None or args.up_to_symmetry else SOLVE


def bind_question(
    args: Namespace, experiment: Any, watch: Any, each: Callable[[Any], None] | None
) -> Callable[[], Any]:
    """A function that asks the question of `args`; solutions of a list are handed to `each`."""
    question = chosen_question(args)
    takes = question.takes.split()
    details = {name: getattr(args, name) for name in _HANDED_ON if name in takes}
    if "watch" in takes:
        details["watch"] = watch
    if "each" in takes:
        details["each"] = each
    ask = getattr(experiment, question.method)
    if question.number:
        return partial(ask, getattr(args, question.method), **details)
    return partial(ask, **details)


def add_questions(parser: Parser, *, symmetry: bool) -> None:
    """The options that ask for more than a solution; `symmetry` where symmetries are known."""
    group = parser.group("what to ask")
    ask = group.add_mutually_exclusive_group()
    for option, question in QUESTIONS.items():
        number: dict[str, Any] = {"type": whole_number, "metavar": "N"}
        how = number if question.number else {"action": "store_true"}
        ask.add_argument(f"--{option}", help=question.help, **how)
    if symmetry:
        group.add_argument(
            "--up-to-symmetry",
            nargs="?",
            const=True,
            default=False,
            choices=["rotations"],
            help="list one of each set of equivalent solutions, or with --count, count these "
            "sets; 'rotations' takes mirror images for different",
        )
    else:
        parser.set_defaults(up_to_symmetry=False)
    about = "write solutions as they are found: *.jsonl, one per line, or *.npy, an array"
    add_options(group, ("--limit N", "stop after this many solutions"), ("--save FILE", about))
    linear = parser.group(RELAXATION)
    linear.add_argument(
        "--method",
        choices=METHODS,
        help="HiGHS's simplex (the default) or interior-point method, glop, or pdlp, which finds "
        "no basis",
    )
    add_options(linear, ("--ranging", "show how far each cost and each bound of a row may move"))
    add_long_runs(parser)


def refuse_contradicting_options(args: Namespace) -> None:
    """Raises unless the options of `add_questions` make sense together."""
    _require_long_run(args)
    _require_fit(args, chosen_question(args))
    if args.save is not None:
        named(_REQUIRE_FILE)(args.save)
    if args.sheet:
        _refuse(args, "sheet", "json", "quiet", "save", "placements")
    if args.placements:
        _refuse(args, "placements", "quiet", "save", "status")
    if args.relaxation:
        _refuse(args, "relaxation", "svg", "png", "html", "pdf")
    for name in ("method", "ranging"):
        if getattr(args, name) and not args.relaxation:
            raise InputError(f"--{name} needs --relaxation", "add --relaxation")
    if args.limit is not None and args.limit < 1:
        raise InputError(f"the number of solutions must be 1 or more, got {args.limit}")
    if (args.optimal or args.best is not None) and args.gap:
        option = "--optimal" if args.optimal else "--best"
        what = f"--gap cannot be combined with {option}, whose solutions are proved to be the best"
        raise InputError(what, "leave one of them out")


def _require_fit(args: Namespace, question: Question) -> None:
    """Raises if an option is given that does not go with the question."""
    option = question.option or question.method
    if question is LIST and not args.all:
        option = "up-to-symmetry" if args.up_to_symmetry else "limit"
    for name in ("up_to_symmetry", "placements", "start", "limit", "save", "sheet", "animate"):
        if getattr(args, name) in {None, False} or name in question.takes.split():
            continue
        if name in {"save", "sheet"}:
            what = f"--{name} needs a list of solutions"
            raise InputError(what, "add --all, --best N, --limit N or --random N")
        raise InputError(
            f"--{name.replace('_', '-')} cannot be combined with --{option}",
            "leave one of them out",
        )


def _require_long_run(args: Namespace) -> None:
    """Raises unless the options of `add_long_runs` make sense together."""
    if args.ledger is not None:
        if not args.count:
            raise InputError("--ledger needs --count", "add --count")
        _refuse(args, "ledger", "limit")
    if args.status and args.ledger is None:
        raise InputError("--status needs --ledger", "add --count --ledger FILE")
    if args.cluster is not None:
        if not (args.count or args.all):
            raise InputError("--cluster needs --count or --all", "add one of these")
        _refuse(args, "cluster", "limit", "up-to-symmetry")
        named("ilpuzzles.jobs.pool:require_place")(args.cluster)


def _refuse(args: Namespace, beside: str, *others: str) -> None:
    """Raises if one of the other options is given as well."""
    for word in others:
        if getattr(args, word.replace("-", "_")):
            raise InputError(
                f"--{beside} cannot be combined with --{word}", "leave one of them out"
            )
