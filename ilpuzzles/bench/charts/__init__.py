"""Charts of measured runs, as pictures that need nothing else."""

from ilpuzzles.bench.charts.cactus import cactus
from ilpuzzles.bench.charts.card import Chart
from ilpuzzles.bench.charts.figures import Field, Measurement, fields_of, measurements_of
from ilpuzzles.bench.charts.gallery import charts_of, scaling_charts
from ilpuzzles.bench.charts.growth import Flat, Growth, growth
from ilpuzzles.bench.charts.pair import pair
from ilpuzzles.bench.charts.profile import profile, share_within
from ilpuzzles.bench.charts.ranking import common, ranking, scope_text, unranked
from ilpuzzles.bench.charts.scaling import scaling
from ilpuzzles.bench.charts.spread import spread

__all__ = [
    "Chart",
    "Field",
    "Flat",
    "Growth",
    "Measurement",
    "cactus",
    "charts_of",
    "common",
    "fields_of",
    "growth",
    "measurements_of",
    "pair",
    "profile",
    "ranking",
    "scaling",
    "scaling_charts",
    "scope_text",
    "share_within",
    "spread",
    "unranked",
]
