"""What pictures show of boards that are not plane."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

PictureView: TypeAlias = Literal["all", "flat", "solid", "apart"]
"""Layers or unrolled (`flat`), in space (`solid`), in space with the pieces pulled apart (`apart`),
or the first two (`all`). Plane boards look the same in all of them."""

VIEWS: tuple[PictureView, ...] = get_args(PictureView)
"""All of these."""
