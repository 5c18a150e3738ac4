"""The questions that a model and a program can be asked, as methods.

Each hands on to the function of `ilpuzzles.queries` that answers it, and takes and says the same.
It is imported when somebody asks, since most programs ask one or two of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.modelling.program import ProgramView
from ilpuzzles.modelling.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import Literal, Unpack

    from ilpuzzles.backends.interface import Options, OptionWords
    from ilpuzzles.backends.result import Result
    from ilpuzzles.modelling.given import Given
    from ilpuzzles.modelling.rows import Group
    from ilpuzzles.progress import Watch
    from ilpuzzles.queries.forced import Facts
    from ilpuzzles.queries.linear_relaxation import LinearRelaxation
    from ilpuzzles.queries.query_results import (
        BestSolutions,
        Correction,
        Count,
        Explanation,
        Forced,
        Solutions,
        Uniqueness,
        VariantTable,
    )
    from ilpuzzles.queries.variants import Fixing
    from ilpuzzles.solvers.linear.run import Method
    from ilpuzzles.solvers.registry import BackendLike


class Questions(ProgramView):
    """The questions of a model and of a program.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", ["a", "b", "c"])
        >>> row = model.add(x.sum() == 2)
        >>> print(model.count("cpsat", time_limit=60), model.unique().verdict.value)
        3 several
        >>> model.maximize(x @ [3, 4, 5])
        >>> result = model.solve()
        >>> result.objective, result[x].tolist()
        (9, [0, 1, 1])
        >>> model.fix({x["a"]: 1}).best(number=1).objectives
        (8,)
    """

    __slots__ = ()

    def solve(
        self,
        backend: BackendLike = "auto",
        options: Options | None = None,
        *,
        watch: Watch | None = None,
        **words: Unpack[OptionWords],
    ) -> Result:
        """Finds a solution, and the best one if the model has an objective.

        Rows that are stated by cuts are left out at first. Whenever the answer breaks one, cuts are
        added, and the backend searches again (lazy constraints). Several objectives
        (`then_minimize`) are optimised one after the other.

        Args:
            backend: The name of a backend, or a backend itself; `auto` picks one.
            options: How to search.
            watch: Called with the progress now and then: the time, the best objective so far and
                its bound. A `Trace` keeps them. If it is None, the one of the options is called.

        Returns:
            The result; if it has values, they satisfy every row exactly.

        Raises:
            UnknownNameError: If there is no such backend.
            BackendMissingError: If its solver is not installed.
            CheckError: If the solver's values do not satisfy the rows.
            Interrupted: On Ctrl-C, with the best solution so far, if there was one.
            KeyboardInterrupt: On Ctrl-C if there was none.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x, y, z = (model.binary(name) for name in "xyz")
            >>> rows = [model.add(a + b == 1) for a, b in ((x, y), (y, z), (x, z))]
            >>> model.solve().status.value
            'infeasible'
        """
        from ilpuzzles.queries.solve import solve_model

        return solve_model(self, backend, options, watch=watch, **words)

    def count(
        self,
        backend: BackendLike = "auto",
        *,
        limit: int | None = None,
        options: Options | None = None,
        ledger: str | Path | None = None,
        watch: Watch | None = None,
        **words: Unpack[OptionWords],
    ) -> Count:
        """Counts solutions; two are the same if all deciding variables have the same values.

        Args:
            limit: Stop after this many solutions; None to count all.
            backend: The name of a backend, or a backend itself; `auto` picks one.
            options: How to search; with several workers, each searches a part of the model.
            ledger: A file that records the parts that are counted, so that the same count can
                resume after an interruption, even with another backend. Then every solution is
                listed, and checked against every row.
            watch: Called with the progress now and then.

        Where a backend that is named lists solutions, and another is likely to be quicker, the
        logger `ilpuzzles.queries` says so after two seconds, at level INFO.

        Returns:
            The count. Where a backend lists solutions, each was checked against every row;
            `exactcover` counts many
            at once.

        Raises:
            InputError: If the limit makes no sense, or the ledger belongs to another count.
            BackendError: If the solver is missing or fails. What was counted by then is in the
                ledger.
            Interrupted: On Ctrl-C, with what was counted so far.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> row = model.at_most_one(model.binary("x", 9))
            >>> print(model.count(), model.count(limit=5))
            10 5 or more (as many as were asked for)
        """
        from ilpuzzles.queries.count import count_solutions

        return count_solutions(
            self, backend, limit=limit, options=options, ledger=ledger, watch=watch, **words
        )

    def solutions(
        self,
        backend: BackendLike = "auto",
        *,
        limit: int | None = None,
        options: Options | None = None,
        watch: Watch | None = None,
        **words: Unpack[OptionWords],
    ) -> Solutions:
        """Lists solutions; two are the same if all deciding variables have the same values.

        Args:
            limit: Stop after this many solutions; None to list all.
            backend: The name of a backend, or a backend itself; `auto` picks one.
            options: How to search; with several workers, each searches a part of the model.
            watch: Called with the progress now and then.

        Returns:
            The solutions, each checked against every row.

        Raises:
            InputError: If the limit makes no sense.
            BackendError: If the solver is missing or fails.
            Interrupted: On Ctrl-C, with what was found so far.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", ["a", "b", "c"])
            >>> row = model.add(x["a"] + x["b"] + x["c"] == 2)
            >>> solutions = model.solutions()
            >>> len(solutions), solutions.complete
            (3, True)
        """
        from ilpuzzles.queries.solutions import list_solutions

        return list_solutions(self, backend, limit=limit, options=options, watch=watch, **words)

    def best(
        self,
        backend: BackendLike = "auto",
        *,
        number: int = 10,
        options: Options | None = None,
        watch: Watch | None = None,
        **words: Unpack[OptionWords],
    ) -> BestSolutions:
        """Finds the best solutions, the best one first.

        Each is proved to be the best of all that are left: none but those before it is better. Two
        solutions are the same if all deciding variables have the same values; of several
        completions, the best one counts. With several objectives (`Model.then_minimize`), each
        solution is the one that `solve_model` finds where those before it are excluded.

        Args:
            number: How many.
            backend: The name of a backend, or a backend itself; `auto` picks one.
            options: How to search; a time limit is for all searches together.
            watch: Called with the progress now and then.

        Returns:
            The solutions in their order, each checked against every row. There are fewer if the
            model has no others; if a limit came first, they are as many as were proved by then, and
            not complete.

        Raises:
            InputError: If the model has no objective, the number makes no sense, or there is a gap.
            ModelError: If a deciding variable has no bounds.
            BackendError: If the solver is missing or fails, or takes no objective.
            Interrupted: On Ctrl-C, with what was proved so far.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", ["a", "b", "c"])
            >>> row = model.add(x.sum() >= 1)
            >>> model.minimize(x.dot([2, 3, 6]))
            >>> print(model.best(number=4))
            the 4 best solutions
            1: objective 2: x[a]
            2: objective 3: x[b]
            3: objective 5: x[a], x[b]
            4: objective 6: x[c]
            >>> model.best(number=9).objectives
            (2, 3, 5, 6, 8, 9, 11)
        """
        from ilpuzzles.queries.best import best_solutions

        return best_solutions(self, backend, number=number, options=options, watch=watch, **words)

    def optimal(
        self,
        backend: BackendLike = "auto",
        *,
        limit: int | None = None,
        options: Options | None = None,
        watch: Watch | None = None,
        **words: Unpack[OptionWords],
    ) -> BestSolutions:
        """Lists all solutions that are as good as the best one.

        Once the best is proved, the objective is held there by a row, and the solutions that are
        left are listed. With several objectives, each is held at its best, or within its tolerance.

        Args:
            limit: Stop after this many solutions; None to list all.
            backend: The name of a backend, or a backend itself; `auto` picks one.
            options: How to search; with several workers, each lists a part of the solutions.
            watch: Called with the progress now and then.

        Returns:
            The solutions, each checked against every row; none if the best was not proved.

        Raises:
            InputError: If the model has no objective, the limit makes no sense, or there is a gap.
            ModelError: If a deciding variable has no bounds.
            BackendError: If the solver is missing or fails, or takes no objective.
            Interrupted: On Ctrl-C, with what was found so far.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", 4)
            >>> row = model.add(x.sum() == 2)
            >>> model.maximize(x.dot([3, 3, 3, 1]))
            >>> found = model.optimal()
            >>> found.label(), found.objectives
            ('3 optimal solutions, all there are', (6, 6, 6))
        """
        from ilpuzzles.queries.best import optimal_solutions

        return optimal_solutions(self, backend, limit=limit, options=options, watch=watch, **words)

    def unique(
        self,
        backend: BackendLike = "auto",
        *,
        options: Options | None = None,
        **words: Unpack[OptionWords],
    ) -> Uniqueness:
        """Finds out whether there is exactly one solution; if not, shows two.

        Args:
            backend: The name of a backend, or a backend itself; `auto` picks one.
            options: How to search.

        Returns:
            The verdict, with the solutions that were found.

        Raises:
            ModelError: If a deciding variable has no bounds.
            BackendError: If the solver is missing or fails.
            Interrupted: On Ctrl-C, with what was found so far.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x, y = model.binary("x"), model.binary("y")
            >>> row = model.add(x + y == 1)
            >>> model.unique().verdict.value, model.fix({x: 1}).unique().unique
            ('several', True)
        """
        from ilpuzzles.queries.unique import check_uniqueness

        return check_uniqueness(self, backend, options=options, **words)

    def forced(
        self,
        backend: BackendLike = "auto",
        *,
        facts: Facts | None = None,
        options: Options | None = None,
        watch: Watch | None = None,
        **words: Unpack[OptionWords],
    ) -> Forced:
        """Finds the backbone of a model: the facts that are the same in every solution.

        It repeatedly searches for a solution that differs from the first one in some fact that all
        solutions so far have in common; every such solution strikes off at least one fact, and most
        of them many. When there is none left, the remaining facts are proved. A backend that takes
        no further rows looks for a change of one fact at a time; if some facts are not quickly
        settled that way, it looks for the least and the greatest values of all facts, if it can.

        Args:
            facts: Called with the first solution, it gives the facts to look at: names, each with a
                number that is compared with its value there. By default, the deciding variables. If
                `auto` has to go on to the next backend, it is called anew.
            backend: The name of a backend, or a backend itself; `auto` picks one.
            options: How to search.
            watch: Called now and then with the number of solutions that were looked at.

        Returns:
            The facts that hold in every solution.

        Raises:
            ModelError: If a deciding variable has no bounds.
            BackendError: If the solver is missing or fails.
            Interrupted: On Ctrl-C, with what was found so far.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x, y, z = (model.binary(name) for name in "xyz")
            >>> rows = model.add(x + y == 2 * z), model.add(x + y >= 1)
            >>> dict(model.forced().values)
            {'x': 1, 'y': 1, 'z': 1}
        """
        from ilpuzzles.queries.forced import find_forced

        return find_forced(self, backend, facts=facts, options=options, watch=watch, **words)

    def sample(
        self,
        backend: BackendLike = "auto",
        *,
        number: int = 10,
        options: Options | None = None,
        watch: Watch | None = None,
        **words: Unpack[OptionWords],
    ) -> Solutions:
        """Draws solutions at random: each time, every solution has the same chance.

        The same solution may be drawn several times. `exactcover` often draws without looking at
        all solutions; otherwise all are visited.

        Args:
            number: How many.
            backend: The name of a backend, or a backend itself; `auto` picks one.
            options: How to search; the same seed draws the same solutions.
            watch: Called with the progress now and then.

        Returns:
            The solutions, each checked against every row. There are none if the model has none, or
            if a limit came before all could have been drawn: then the result is not complete.

        Raises:
            InputError: If the number makes no sense.
            BackendError: If the solver is missing or fails.
            Interrupted: On Ctrl-C, without solutions.

        Example:
            >>> import numpy as np
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> row = model.exactly_one(model.binary("x", 3))
            >>> drawn = model.sample(number=300)
            >>> np.stack(drawn.solutions).sum(axis=0).min() > 70
            np.True_
        """
        from ilpuzzles.queries.sample import sample_solutions

        return sample_solutions(self, backend, number=number, options=options, watch=watch, **words)

    def explain(
        self,
        backend: BackendLike = "auto",
        *,
        among: Sequence[str | Group] = (),
        given: Given | None = None,
        rows: bool = True,
        bounds: bool = False,
        reasons: int = 1,
        options: Options | None = None,
        watch: Watch | None = None,
        **words: Unpack[OptionWords],
    ) -> Explanation:
        """Explains why there is no solution: a minimal set of groups, and of rows in them (an IIS).

        If `given` names the givens, it looks there first: for a minimal set of givens that have no
        solution together with all rules, and for the fewest givens to take back. If the rules have
        no solution by themselves, it looks for a minimal set of groups that have none together,
        then for such a set of rows in them.

        Minimal (irreducible) means that if any one of the set is left out, the others have a
        solution; it does not mean that there is no smaller set. Variables that are fixed are rows
        of a group of their own; definitions of auxiliary variables always hold. At the end, it is
        proved anew that the set has no solution, also by a second backend if one is installed, and
        every row has a solution of all others as its witness. CP-SAT also finds reasons through
        unsatisfiable cores, each of which is proved by a search of its own.

        Args:
            among: The groups to look for the reason in; all others are taken for granted. By
                default every group may be a part of the reason.
            given: The givens; none by default. It is ignored if `among` names groups.
            rows: Whether to look for rows within the groups as well.
            bounds: Whether to look, once rows are found, which bounds of their variables are needed
                as well. Binary variables stay 0 or 1, and bounds that logic rests on stay in force;
                both is said (`binary_granted`, `bounds_granted`). A variable that is fixed at 0 or
                at 1 is not binary. A backend has to take variables without bounds, as CP-SAT does
                not.
            reasons: How many minimal reasons to look for at most: givens that clash, or else rows,
                or groups if rows are not looked for.
            backend: The name of a backend, or a backend itself; `auto` picks one.
            options: How to search; a time limit is for all searches together. A single search may
                take 10 seconds, or 20 times as long as the proof that there is no solution if that
                is more; what it leaves unknown counts as possible.
            watch: Called with the progress now and then: how many searches there were.

        Returns:
            The explanation; if the model has a solution, it says so.

        Raises:
            UnknownNameError: If there is no such group with rows in it.
            InputError: If no reason is asked for.
            BackendError: If the solver is missing or fails.
            CheckError: If two backends contradict each other.
            Interrupted: On Ctrl-C, with what was found so far.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x, y, z = (model.binary(name) for name in "xyz")
            >>> with model.group("odd", why="a pair sums to one"):
            ...     rows = [model.add(a + b == 1) for a, b in ((x, y), (y, z), (x, z))]
            >>> with model.group("idle"):
            ...     row = model.add(x + y + z <= 3)
            >>> print(model.explain())
            there is no solution
            what cannot hold:
              odd (a pair sums to one)
                odd[0]: x + y = 1
                odd[1]: y + z = 1
                odd[2]: x + z = 1
            leave out any one of these rows, and the others have a solution
        """
        from ilpuzzles.queries.explanation import explain

        return explain(
            self,
            backend,
            among=among,
            given=given,
            rows=rows,
            bounds=bounds,
            reasons=reasons,
            options=options,
            watch=watch,
            **words,
        )

    def relax(
        self,
        backend: BackendLike = "auto",
        *,
        by: Literal["groups", "rows"] = "groups",
        among: Sequence[str | Group] = (),
        options: Options | None = None,
        watch: Watch | None = None,
        **words: Unpack[OptionWords],
    ) -> Correction:
        """Relaxes a model: finds the fewest groups or rows to give up so that there is a solution.

        Each row gets a binary variable that lets it give way, with a big-M from the bounds of its
        own variables, and the sum of these is minimised (elastic programming). Where that cannot be
        stated (variables without bounds), conflicts are collected until a smallest set that meets
        all of them leaves a model with a solution (implicit hitting sets, as in Davies and Bacchus,
        CP 2011).

        Then it finds by how much the rows that are given up have to give: the least sum of their
        violations, each in its own units (`Correction.relaxed`). A row of logic has no amount.

        Args:
            by: Whether to give up whole groups, or single rows.
            among: The groups that may be touched; all of them by default.
            backend: The name of a backend, or a backend itself; `auto` picks one.
            options: How to search; a time limit is for all searches together.
            watch: Called with the progress now and then: how many searches there were.

        Returns:
            The causes to give up, with the solution of the rest that misses them by the least.

        Raises:
            UnknownNameError: If there is no such group with rows in it.
            BackendError: If the solver is missing or fails.
            Interrupted: On Ctrl-C, with what was found so far.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", 3)
            >>> with model.group("few"):
            ...     few = model.add(x[0] + x[1] + x[2] <= 1)
            >>> with model.group("wishes"):
            ...     wishes = [model.add(variable == 1) for variable in x.flat]
            >>> print(model.relax(by="rows"))
            give up 1 (the fewest):
              few[0]: x[0] + x[1] + x[2] <= 1 (by 2)
            >>> model.relax(by="rows", among=["wishes"]).least
            2
        """
        from ilpuzzles.queries.corrections import relax

        return relax(self, backend, by=by, among=among, options=options, watch=watch, **words)

    def whatif(
        self,
        backend: BackendLike = "auto",
        *,
        without: Sequence[str | Group | Sequence[str | Group]] | Group = (),
        fix: Sequence[Fixing | tuple[str, Fixing]] | Fixing = (),
        limit: int = 10,
        options: Options | None = None,
        watch: Watch | None = None,
        **words: Unpack[OptionWords],
    ) -> VariantTable:
        """Compares a model with variants of it, each with one thing changed.

        Args:
            without: For each variant, a group to leave out, or several to leave out together.
            fix: For each variant, the variables to fix and their values, perhaps after its name.
            limit: How many solutions to look for in each variant.
            backend: The name of a backend, or a backend itself; `auto` picks one.
            options: How to search; a time limit applies to each variant.
            watch: Called with the progress now and then: how many variants are answered.

        Returns:
            The variants with their solutions; the unchanged model comes first.

        Raises:
            UnknownNameError: If the model has no such group.
            ModelError: If a variable cannot be fixed to its value.
            BackendError: If the solver is missing or fails.
            Interrupted: On Ctrl-C, with the variants that were answered.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", 3)
            >>> with model.group("one"):
            ...     row = model.at_least_one(x)
            >>> with model.group("few"):
            ...     row = model.at_most_one(x)
            >>> table = model.whatif(without=["one", ["one", "few"]], fix=[{x[0]: 1}])
            >>> for variant in table:
            ...     print(f"{variant.name}: {variant.verdict()}")
            as it is: 3
            without one: 4
            without one, few: 8
            x[0] = 1: exactly 1
        """
        from ilpuzzles.queries.variants import whatif

        return whatif(
            self,
            backend,
            without=without,
            fix=fix,
            limit=limit,
            options=options,
            watch=watch,
            **words,
        )

    def relaxation(
        self,
        options: Options | None = None,
        *,
        method: Method | str = "simplex",
        **words: Unpack[OptionWords],
    ) -> LinearRelaxation:
        """Solves the linear relaxation of a model.

        Rows that are not linear become the rows that a MIP solver gets. A simplex solver says which
        bounds are tight at the optimum. Where all rows are exact and it is little work, or exact
        numbers are asked for, the equations of these are solved in rationals, and the signs of the
        duals prove the optimum. Otherwise the numbers are the solver's doubles.

        Solved again after a change, HiGHS's simplex method starts where it ended.

        Args:
            options: A limit of time, and whether numbers are to be `exact`.
            method: `simplex` or `interior-point` of HiGHS, or one of the solvers `glop` and `pdlp`.

        Returns:
            The optimum, with duals, reduced costs and the basis.

        Raises:
            InputError: If there is no such method.
            ModelError: If a row is stated by cuts.
            BackendError: If OR-Tools is missing, the solver fails, there are options for a search,
                or exact numbers are asked for that the method does not give.

        Example:
            Three items weigh 4, 5 and 6, and 10 can be carried. The dual of the row says what one
            more would be worth:

            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", 3)
            >>> row = model.add(x.dot([4, 5, 6]) <= 10)
            >>> model.maximize(x.dot([4, 6, 9]))
            >>> relaxation = model.relaxation()
            >>> print(relaxation)
            relaxation: 13.8 (exact)
            x[1] = 0.8
            x[2] = 1
            >>> relaxation.dual(row), relaxation.reduced_cost(x[2]), relaxation.slack(row)
            (Fraction(6, 5), Fraction(9, 5), 0)
        """
        from ilpuzzles.queries.linear_relaxation import solve_relaxation

        return solve_relaxation(self, options, method=method, **words)

    def statistics(self, backend: BackendLike | None = None) -> Statistics:
        """Returns the size; if a backend is named, of what that is told, and in which ways.

        Args:
            backend: The name of a backend, or a backend itself.
        """
        if backend is None:
            return super().statistics()
        from ilpuzzles.queries.told import told_statistics

        return told_statistics(self.program(), backend)
