"""The fields that the YAML files of all puzzles, and those of all instances, have in common."""

from __future__ import annotations

from typing import Any

from ilpuzzles.reading.fields import ByHand, Fields, FormField, OneOf, Text, Whole


def puzzle_head(kind: str) -> tuple[FormField[Any], ...]:
    """Returns the fields that the file of every puzzle of a kind may have.

    Those that only those who look for the puzzle read are written `ByHand`.
    """
    of_kind = "The kind of the puzzle, here the one above."
    return (
        Text("puzzle", "The name of the puzzle, which is also its command.", "name", required=True),
        OneOf("family", of_kind, required=True, known=(kind,)),
        Text("title", "What to call it.", required=True),
        Text("about", "What it is about, in a few sentences."),
        Text("source", "Where it comes from."),
        Text("group", "The heading under which `list` shows it, such as `Pieces on a board`."),
        ByHand("preset", "The preset to solve if none is named.", "name"),
        ByHand("aliases", "Other names for it on the command line.", "list of names"),
        ByHand("parameters", "What positions choose: parameters by their names.", "mapping"),
    )


INSTANCE_HEAD = (
    ByHand("puzzle", "The name of the puzzle that the position belongs to.", "name", required=True),
    Text("title", "What to call it."),
    Text("about", "What it is about."),
    ByHand("parameters", "Values of the puzzle's parameters: `{height: 3}`.", "mapping"),
    Whole("solutions", "The number of solutions, if it is known.", least=0),
    Text("source", "Where these numbers come from."),
    Whole(
        "difficulty",
        "The number of wrong guesses that simple logic makes, if there is one solution.",
        least=0,
    ),
)
"""The fields that the file of every instance may have."""


def read_instance_fields(fields: Fields, puzzle: str, *other_counts: str) -> dict[str, Any]:
    """Reads the file of an instance; `other_counts` names its further counts of solutions.

    Parameters are read by those who look for the puzzle.
    """
    fields.read(OneOf("puzzle", required=True, known=(puzzle,)))
    # What is wrong with these is told first, and in this order.
    head = ("title", "about", "source", "solutions", *other_counts, "difficulty")
    return {key: fields[key] for key in head} | fields.rest()
