"""The sound formulations: parts by labels, and each part connected along the borders of its cells.

A vertex of the graph of borders is connected to the others of its part along edges that no cut
closes. Labels do not change along such edges and every label has one root, so a part is in one
piece if every vertex is connected to some root.
"""

from __future__ import annotations

import numpy as np

from ilpuzzles.modelling.connectivity import connected
from ilpuzzles.puzzles.family import Formulated
from ilpuzzles.puzzles.surasshupakku.decoding import formulated
from ilpuzzles.puzzles.surasshupakku.labels import labelled
from ilpuzzles.puzzles.surasshupakku.puzzle import SlashInstance


def by_labels(instance: SlashInstance, *, encoding: str) -> Formulated:
    """States a board by the parts that borders lie in.

    Args:
        instance: The board.
        encoding: How connectivity is stated: `flow`, `bfs` or `lazy`; see `connected`.
    """
    stated = labelled(instance, encoding)
    model, joins = stated.model, stated.borders.joins
    # A piece has the label of its root, so that the cuts decide everything but a flow.
    with (
        model.defining(*stated.cut.flat(), since=0) as defined,
        model.group("connected", why="every part is in one piece"),
    ):
        defined.extend(stated.labels)
        connected(
            model,
            np.array([(join.one, join.other) for join in joins]),
            [1] * len(stated.borders.names),
            edges=[~stated.cut[join.cell, join.cut] for join in joins],
            roots=stated.roots,
            encoding=encoding,
        )
    return formulated(instance, model, stated.cut)
