"""Smaller descriptions for which something still goes wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from support.fuzz.descriptions import Column, Description, Statement, Tree


def shrunk(description: Description, fails: Callable[[Description], bool]) -> Description:
    """The smallest description on a way on which something goes wrong at every step."""
    found = True
    while found:
        found = False
        for smaller in _smaller(description):
            if fails(smaller):
                description, found = smaller, True
                break
    return description


def _smaller(description: Description) -> Iterator[Description]:
    """Descriptions with a little less in them; the greatest steps first."""
    yield from _fewer(description)
    for number, one in enumerate(description.statements):
        if one.group and one.group not in description.off:
            yield _with(description, number, replace(one, group=""))
        for tree in _simpler(one.tree, statement=True):
            yield _with(description, number, replace(one, tree=tree))
    if description.goal is not None:
        for tree in _simpler(description.goal):
            yield replace(description, goal=tree)
    columns = description.columns
    for number, column in enumerate(columns):
        for narrower in _narrower(column):
            changed = (*columns[:number], narrower, *columns[number + 1 :])
            yield replace(description, columns=changed)


def _fewer(description: Description) -> Iterator[Description]:
    """Something is left out."""
    stated = description.statements
    for number, one in enumerate(stated):
        fewer = replace(description, statements=(*stated[:number], *stated[number + 1 :]))
        if one.tree[0] == "let":
            # The variable that it makes goes with it.
            made = one.tree[2]
            if made in _names(fewer):
                continue
            kept = tuple(column for column in fewer.columns if column.name != made)
            fewer = replace(fewer, columns=kept)
        yield _without_groups(fewer)
    if description.goal is not None:
        yield replace(description, goal=None, maximize=False, then=())
    if description.then:
        yield replace(description, then=())
    if description.off:
        yield replace(description, off=())
    if description.fixed:
        yield replace(description, fixed=())
    spoken_of = _names(description)
    for column in description.columns:
        if column.name not in spoken_of and not column.late:
            columns = tuple(other for other in description.columns if other is not column)
            yield replace(description, columns=columns)


def _with(description: Description, number: int, one: Statement) -> Description:
    stated = description.statements
    return _without_groups(
        replace(description, statements=(*stated[:number], one, *stated[number + 1 :]))
    )


def _without_groups(description: Description) -> Description:
    """Without groups in which nothing is left."""
    known = set(description.groups)
    return replace(description, off=tuple(group for group in description.off if group in known))


def _names(description: Description) -> set[str]:
    """What something speaks of."""
    trees = [one.tree for one in description.statements]
    trees += [column.formula for column in description.columns if column.formula is not None]
    trees += [description.goal] if description.goal is not None else []
    trees += [one[0] for one in description.then]
    found = {name for name, _ in description.fixed}

    def visit(tree: object) -> None:
        if isinstance(tree, tuple):
            for part in tree:
                visit(part)
        elif isinstance(tree, str):
            found.add(tree)

    for tree in trees:
        visit(tree)
    return found


def _narrower(column: Column) -> Iterator[Column]:
    if column.auxiliary and not column.late:
        yield replace(column, auxiliary=False)
    if column.lower is None or column.upper is None or column.binary or column.formula is not None:
        return
    if column.lower < column.upper:
        yield replace(column, upper=column.upper - 1)
        yield replace(column, lower=column.lower + 1)
    for lower in (0, column.lower // 10):
        if column.lower != lower and column.lower > 0:
            yield replace(column, lower=lower, upper=lower + column.upper - column.lower)


def _simpler(tree: Tree, *, statement: bool = False) -> Iterator[Tree]:
    """Sentences with a part of this one in its place, or in the place of a part."""
    word, *parts = tree
    if word in _WAYS:
        yield from _WAYS[word](tree)
        return
    trees = [part for part in parts if isinstance(part, tuple)]
    for number, part in enumerate(parts, 1):
        if not isinstance(part, tuple):
            continue
        if not (statement and word in {"define", "let"}):
            yield part
        # What is left has to be of something: a number between two constants, say.
        if len(trees) > 1:
            yield (*tree[:number], *tree[number + 1 :])
        for simpler in _simpler(part):
            yield (*tree[:number], simpler, *tree[number + 1 :])


def _nearer(tree: Tree) -> Iterator[Tree]:
    """A constant nearer to 0."""
    word, number = tree
    if number:
        yield (word, number // 2 if number > 0 else -(-number // 2))


def _fewer_rows(tree: Tree, first: int = 4) -> Iterator[Tree]:
    for number, row in enumerate(tree[first:], first):
        yield (*tree[:number], *tree[number + 1 :])
        for place in range(len(row)):
            yield (*tree[:number], (*row[:place], *row[place + 1 :]), *tree[number + 1 :])


def _less_connected(tree: Tree) -> Iterator[Tree]:
    word, edges, active, usable, roots, encoding = tree
    for number in range(len(edges)):
        fewer = (*edges[:number], *edges[number + 1 :])
        open_ = None if usable is None else (*usable[:number], *usable[number + 1 :])
        yield (word, fewer, active, open_, roots, encoding)
    if usable is not None:
        yield (word, edges, active, None, roots, encoding)
    if roots is not None:
        yield (word, edges, active, usable, None, encoding)
    for place, switches in ((2, active), (3, usable or ()), (4, roots or ())):
        for number, switch in enumerate(switches):
            simpler: list[Tree] = [("bit", 0), ("bit", 1), *_simpler(switch)]
            for other in simpler:
                if switch[0] != "bit":
                    more = (*switches[:number], other, *switches[number + 1 :])
                    yield (*tree[:place], more, *tree[place + 1 :])


_WAYS: dict[str, Callable[[Tree], Iterator[Tree]]] = {
    "v": lambda _: iter(()),
    "bit": lambda _: iter(()),
    "k": _nearer,
    "constant": _nearer,
    "rows": _fewer_rows,
    "lazy": lambda tree: _fewer_rows(tree, first=3),
    "connected": _less_connected,
}
"""How sentences become simpler whose parts are no sentences."""
