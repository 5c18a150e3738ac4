"""Files of tilings that a user may get wrong: each is refused with located lines."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from ilpuzzles.document.parameters import read_parameters, stated_parameters
from ilpuzzles.document.tree import read_tree
from ilpuzzles.errors import InputError
from ilpuzzles.library import Library, puzzle_parameters, shipped_folder
from ilpuzzles.puzzles.tiling.instance_schema import read_instance
from ilpuzzles.puzzles.tiling.tiling_puzzle import TilingInstance, TilingPuzzle
from ilpuzzles.puzzles.tiling.tiling_schema import read_puzzle
from ilpuzzles.workbench.loading import default_preset, load, load_puzzle
from support.rings import examples

MODEL = """\
puzzle: p
family: tiling
title: P
lattice: {lattice}
{extra}region: {region}
tiles: {tiles}
"""
RIGHT = {
    "lattice": "square",
    "extra": "",
    "region": "{rows: 1, columns: 2}",
    "tiles": "{A: {shape: AA}}",
}
BOARD = "region: {rows: 2, columns: 3}\n"

# What is wrong with the model above, and the lines that are printed for it.
MODELS: dict[str, tuple[dict[str, str], list[str]]] = {
    "a tile as a number": (
        {"tiles": "{L: 3}"},
        ["6:12: tile L is not a mapping; write 'key: value' lines"],
    ),
    "a tile as a list": (
        {"tiles": "{L: [a]}"},
        ["6:12: tile L is not a mapping; write 'key: value' lines"],
    ),
    "tiles as a list": ({"tiles": "[A]"}, ["6:8: 'tiles' has no tiles; write 'A:' and its fields"]),
    "tiles as a word": ({"tiles": "A"}, ["6:8: 'tiles' has no tiles; write 'A:' and its fields"]),
    "a name of two letters": (
        {"tiles": "{AB: {shape: AA}}"},
        ["6:9: tile name 'AB'; use one letter or digit"],
    ),
    "a name that is no letter": (
        {"tiles": "{É: {shape: ÉÉ}}"},
        ["6:9: tile name 'É'; use one letter or digit"],
    ),
    "a name with a line end": (
        {"tiles": '{"A\\n": {shape: ".."}}'},
        ["6:9: tile name 'A\\n'; use one letter or digit"],
    ),
    "wrap as a word": (
        {"extra": "wrap: columns\n"},
        ["5:7: 'wrap' is not a mapping; write 'key: value' lines"],
    ),
    "wrap as a list": (
        {"extra": "wrap: [12]\n"},
        ["5:7: 'wrap' is not a mapping; write 'key: value' lines"],
    ),
    "wrap without an axis": (
        {"extra": "wrap: {}\n"},
        ["5:7: 'wrap' without an axis; write 'columns: 12'"],
    ),
    "wrap after nothing": (
        {"extra": "wrap: {columns: 0}\n"},
        ["5:17: 'columns' must be at least 1, got 0"],
    ),
    "wrap backwards": (
        {"extra": "wrap: {columns: -3}\n"},
        ["5:17: 'columns' must be at least 1, got -3"],
    ),
    "wrap far away": (
        {"extra": "wrap: {columns: 999999999999999999}\n"},
        ["5:17: a period of 999,999,999,999,999,999 cells; at most 20,000 are allowed"],
    ),
    "wrap too early": (
        {"extra": "wrap: {columns: 1}\n"},
        [("5:7: 1 cell that is another already, once the region is wrapped; make the period "
         "as long as the region")],
    ),
    "wrap another axis": (
        {"extra": "wrap: {layers: 3}\n"},
        ["5:8: unknown key 'layers'; there are none here"],
    ),
    "wrap a half": (
        {"extra": "wrap: {columns: 1.5}\n"},
        ["5:17: 'columns' must be a whole number without leading zeros, got '1.5'"],
    ),
    "wrap in words": (
        {"extra": "wrap: {columns: twelve, rows: [2]}\n"},
        [
            "5:31: 'rows' is not a string; write one value",
            "5:17: 'columns' must be a whole number without leading zeros, got 'twelve'",
        ],
    ),
    "further as a word": (
        {"extra": "further: ring\n"},
        ["5:10: 'further' is not a mapping; write 'key: value' lines"],
    ),
    "further as a list": (
        {"extra": "further: [ring]\n"},
        ["5:10: 'further' is not a mapping; write 'key: value' lines"],
    ),
    "further along an axis that is not there": (
        {"extra": "further: {ring: layers}\n"},
        ["5:17: unknown ring 'layers'; known: columns, rows"],
    ),
    "further of no kind": (
        {"extra": "further: {}\n"},
        ["5:10: 'further' without a kind; write 'ring: rows'"],
    ),
    "further of an empty name": (
        {"extra": "further: {'': rows}\n"},
        ["5:15: further atoms called ''; use lower-case letters"],
    ),
    "further that no tile fills": (
        {"extra": "further: {ring: rows}\n"},
        ["5:11: no tile fills a ring; add 'fills: ring' to a tile"],
    ),
    "further where cells have several atoms": (
        {
            "lattice": "triangular",
            "extra": "further: {ring: rows}\n",
            "tiles": "{A: {shape: AAAA, fills: ring}}",
        },
        ["5:10: 'further' where a cell has 2 atoms; delete it, or take another lattice"],
    ),
    "too many cells by far": (
        {"region": "{rows: 999999999999999999, columns: 999999999999999999}"},
        [("5:9: a region of 999,999,999,999,999,998,000,000,000,000,000,001 cells; at most "
         "20,000 are allowed")],
    ),
    "one cell too many": (
        {"region": "{rows: 1, columns: 20001}"},
        ["5:9: a region of 20,001 cells; at most 20,000 are allowed"],
    ),
    "too many atoms": (
        {"lattice": "tan", "region": "{rows: 10000, columns: 1}", "tiles": '{A: {shape: ".A."}}'},
        ["5:9: a region of 40,000 cells; at most 20,000 are allowed"],
    ),
    "too large a drawing": (
        {"region": "." * 20_001},
        ["5:9: the region has 20,001 atoms; at most 20,000 are allowed"],
    ),
    "rows below zero": (
        {"region": "{rows: -5, columns: -3}"},
        ["5:16: 'rows' must be at least 1, got -5", "5:29: 'columns' must be at least 1, got -3"],
    ),
    "no rows of very many columns": (
        {"region": "{rows: 0, columns: 999999999999999999}"},
        ["5:16: 'rows' must be at least 1, got 0"],
    ),
    "rows in words": (
        {"region": "{rows: x, columns: 3}"},
        ["5:16: 'rows' must be a whole number without leading zeros, got 'x'"],
    ),
    "rows with an exponent": (
        {"region": "{rows: 1e3, columns: 3}"},
        ["5:16: 'rows' must be a whole number without leading zeros, got '1e3'"],
    ),
    "rows as a mapping": (
        {"region": "{rows: {a: 1}, columns: [3]}"},
        [
            "5:16: 'rows' is not a string; write one value",
            "5:33: 'columns' is not a string; write one value",
        ],
    ),
    "a region as a list": (
        {"region": "[1, 2]"},
        ["5:9: the region is not a mapping; write 'key: value' lines"],
    ),
    "a region of nothing": (
        {"region": "{}"},
        [
            "5:9: key 'rows' is missing; add it to the region",
            "5:9: key 'columns' is missing; add it to the region",
        ],
    ),
    "a region left empty": ({"region": ""}, ["5:8: an empty drawing; draw at least one cell"]),
    "layers in the plane": (
        {"region": "{layers: 2, rows: 1, columns: 1}"},
        ["5:10: unknown key 'layers'; known: columns, rows"],
    ),
    "no layers in space": (
        {"lattice": "cubic"},
        ["5:9: key 'layers' is missing; add it to the region"],
    ),
    "a drawing with an empty line": ({"region": '"..\\n\\n.."'}, ["5:9: an empty line; delete it"]),
    "a drawing with a tab": (
        {"region": '"\\t.."'},
        ["5:10: '\\t' in a region; write . for a cell and # for none"],
    ),
    "a drawing with a wide dot": (
        {"region": '"\uff0e."'},
        ["5:10: '\uff0e' in a region; write . for a cell and # for none"],
    ),
    "a drawing where no atom stands": (
        {"lattice": "hexagonal", "region": '"...."', "tiles": '{A: {shape: "A A"}}'},
        [
            "5:11: no atom of the hexagonal lattice stands here; write # or a blank",
            "5:13: no atom of the hexagonal lattice stands here; write # or a blank",
        ],
    ),
    "a shape where no atom stands": (
        {"lattice": "tan", "tiles": '{A: {shape: "A"}}'},
        [
            "6:21: no atom of the tan lattice stands here; move it to where one does",
            "6:20: tile A has no cells; write A for its cells",
        ],
    ),
    "other areas": (
        {"region": "{rows: 1, columns: 3}"},
        ["6:8: the tiles cover 2 cells, the region has 3; make them equal"],
    ),
    "no choice of tiles": (
        {"region": "{rows: 1, columns: 3}", "tiles": "{A: {shape: AA, count: any}}"},
        [("6:8: no choice of tiles covers the 3 cells of the region; change the "
         "region or the tiles")],
    ),
    "more tiles than fit": (
        {"tiles": "{A: {shape: AA, count: 99999}}"},
        ["6:8: the tiles cover 199998 cells, the region has 2; make them equal"],
    ),
    "count 0": (
        {"tiles": "{A: {shape: AA, count: 0}}"},
        ["6:31: 'count' is '0'; write a whole number from 1, or 'any'"],
    ),
    "count below zero": (
        {"tiles": "{A: {shape: AA, count: -1}}"},
        ["6:31: 'count' is '-1'; write a whole number from 1, or 'any'"],
    ),
    "count a fraction": (
        {"tiles": "{A: {shape: AA, count: 1.5}}"},
        ["6:31: 'count' is '1.5'; write a whole number from 1, or 'any'"],
    ),
    "count as a list": (
        {"tiles": "{A: {shape: AA, count: [1]}}"},
        ["6:31: 'count' is not a string; write one value"],
    ),
    "count without end": (
        {"tiles": "{A: {shape: AA, count: 1000000000000000000}}"},
        ["6:31: 'count' is '1000000000000000000'; write a whole number from 1, or 'any'"],
    ),
    "optional by yes": (
        {"tiles": "{A: {shape: AA, optional: yes}}"},
        ["6:34: unknown optional 'yes'; known: false, true"],
    ),
    "too few marks": (
        {"tiles": "{A: {shape: A, count: 2, marks: B}}"},
        ["6:40: 1 marks for 2 copies; write one character for each"],
    ),
    "too many marks": (
        {"tiles": "{A: {shape: A, count: 2, marks: BCD}}"},
        ["6:40: 3 marks for 2 copies; write one character for each"],
    ),
    "marks of one copy": (
        {"tiles": "{A: {shape: AA, marks: B}}"},
        ["6:31: 1 marks for 1 copies; write one character for each"],
    ),
    "marks of any number": (
        {"tiles": "{A: {shape: A, count: any, marks: BC}}"},
        ["6:42: 2 marks for any number of copies; write one character for each"],
    ),
    "equal marks": (
        {"tiles": "{A: {shape: A, count: 2, marks: BB}}"},
        ["6:9: two copies of tile A are marked B; change one of them"],
    ),
    "marks of drawings": (
        {"tiles": '{A: {shape: A, count: 2, marks: ".#"}}'},
        [
            "6:9: mark '.' of tile A; use letters and digits",
            "6:9: mark '#' of tile A; use letters and digits",
        ],
    ),
    "the mark of another tile": (
        {"tiles": "{A: {shape: A, count: 2, marks: AB}, B: {shape: B}}"},
        ["6:45: tiles A and B are both marked B; change one of them"],
    ),
    "a tile that is a mark of another": (
        {"tiles": "{A: {shape: A, count: 2, marks: BC}, C: {shape: C}}"},
        ["6:45: tiles A and C are both marked C; change one of them"],
    ),
    "fills without further": (
        {"tiles": "{A: {shape: AA, fills: ring}}"},
        ["6:31: unknown fills 'ring'; there are none here"],
    ),
    "fills of another kind": (
        {"tiles": "{A: {shape: AA, fills: rong}}", "extra": "further: {ring: rows}\n"},
        ["7:31: unknown fills 'rong'; did you mean 'ring'?"],
    ),
    "fills as a list": (
        {"tiles": "{A: {shape: AA, fills: [ring]}}", "extra": "further: {ring: rows}\n"},
        ["7:31: 'fills' is not a string; write one value"],
    ),
    "shapes as a drawing": (
        {"tiles": "{A: {shapes: AA}}"},
        ["6:21: 'shapes' is not a list; write '- |' and a drawing"],
    ),
    "shapes of nothing": (
        {"tiles": "{A: {shapes: []}}"},
        ["6:21: 'shapes' is not a list; write '- |' and a drawing"],
    ),
    "shapes in lists": (
        {"tiles": "{A: {shapes: [[AA]]}}"},
        ["6:22: a shape that is not a drawing; write '- |'"],
    ),
    "shapes of unequal size": (
        {"tiles": "{A: {shapes: [AA, A]}}"},
        ["6:26: a shape of 1 cells, where the first has 2; make them equal"],
    ),
    "a shape twice": (
        {"tiles": '{A: {shapes: [AA, ".AA"]}}'},
        ["6:26: a shape of tile A twice; delete one"],
    ),
    "shape and shapes": (
        {"tiles": "{A: {shape: AA, shapes: [AA]}}"},
        ["6:13: unknown key 'shape'; did you mean 'shapes'?"],
    ),
    "motions of shapes by hand": (
        {"tiles": "{A: {motions: all, shapes: [AA]}}"},
        ["6:13: unknown key 'motions'; did you mean 'optional'?"],
    ),
    "no shape": ({"tiles": "{A: {title: x}}"}, ["6:12: key 'shape' is missing; add it to tile A"]),
    "a shape in other letters": (
        {"tiles": "{A: {shape: BB}}"},
        [
            "6:20: 'B' in the shape of tile A; write A for its cells and . beside them",
            "6:21: 'B' in the shape of tile A; write A for its cells and . beside them",
            "6:20: tile A has no cells; write A for its cells",
        ],
    ),
    "a colour too short": (
        {"tiles": '{A: {shape: AA, colour: "#12345"}}'},
        ['6:32: colour \'#12345\'; write it as "#rrggbb"'],
    ),
    "an unknown motion": (
        {"tiles": "{A: {shape: AA, motions: [0, 45]}}"},
        [("6:37: unknown motion '45'; known: 0, 90, 180, 270, mirror 90, mirror 135, mirror "
         "0, mirror 45")],
    ),
    "no motions": (
        {"tiles": "{A: {shape: AA, motions: []}}"},
        ["6:33: 'motions' is not a list; write [0, 180]"],
    ),
    "motions as a mapping": (
        {"tiles": "{A: {shape: AA, motions: {a: b}}}"},
        ["6:33: 'motions' is not a list; write [0, 180]"],
    ),
    "motions that have no names": (
        {
            "lattice": "cubic",
            "region": "{layers: 1, rows: 1, columns: 2}",
            "extra": "motions: [0]\n",
        },
        ["5:11: unknown motion '0'; known: all, rotations, shifts"],
    ),
    "an unknown breaker": ({"extra": "breaker: Z\n"}, ["5:10: unknown single tile 'Z'; known: A"]),
    "an unknown backend": (
        {"extra": "quick-on: [cpsta]\n"},
        ["5:12: unknown backend 'cpsta'; did you mean 'cpsat'?"],
    ),
    "a backend that is no list": (
        {"extra": "quick-on: cpsat\n"},
        ["5:11: 'quick-on' is not a list; write [cpsat]"],
    ),
    "a breaker that may be left out": (
        {"tiles": "{A: {shape: AA, optional: true}}", "extra": "breaker: A\n"},
        ["5:10: unknown single tile 'A'; there are none here"],
    ),
    "parameters as a number": (
        {"extra": "parameters: 3\n"},
        ["5:13: 'parameters' is not a mapping; write 'key: value' lines"],
    ),
    "a parameter as a number": (
        {"extra": "parameters: {height: 3}\n"},
        ["5:22: parameter height is not a mapping; write 'key: value' lines"],
    ),
    "a parameter without values": (
        {"extra": "parameters: {height: {}}\n"},
        ["5:22: key 'values' is missing; add it to parameter height"],
    ),
    "a parameter of one value": (
        {"extra": "parameters: {height: {values: 3}}\n"},
        ["5:31: 'values' is not a list of numbers, or of words; write [2, 3] or [no, yes]"],
    ),
    "a parameter of words": (
        {"extra": "parameters: {height: {values: [x, 3]}}\n"},
        ["5:31: 'values' is not a list of numbers, or of words; write [2, 3] or [no, yes]"],
    ),
    "a parameter without end": (
        {"extra": "parameters: {height: {values: [100000000000000]}}\n"},
        ["5:31: 'values' is not a list of numbers, or of words; write [2, 3] or [no, yes]"],
    ),
    "a parameter of a bad name": (
        {"extra": "parameters: {'He ight': {values: [3]}}\n"},
        ["5:14: parameter name 'He ight'; use lower-case letters"],
    ),
    "a default preset as a list": (
        {"extra": "preset: [a]\n"},
        ["5:9: 'preset' is not a string; write one value"],
    ),
    "a default preset that is not there": (
        {"extra": "preset: first\n"},
        ["5:9: unknown preset 'first'; known: other"],
    ),
}  # fmt: skip

# The puzzle, the rest of the file of an instance, and the lines that are printed for it.
INSTANCES: dict[str, tuple[str, str, list[str]]] = {
    "a region of its own": (
        "cube", "region: {layers: 3, rows: 3, columns: 3}\n",
        ["2:9: cube has a region of its own; delete 'region'"],
    ),
    "wrap without a region": (
        "cube", "wrap: {columns: 3}\n",
        ["2:7: 'wrap' without 'region'; delete it; cube has a region of its own"],
    ),
    "further without a region": (
        "cube", "further: {ring: rows}\n",
        ["2:10: 'further' without 'region'; delete it; cube has a region of its own"],
    ),
    "no region": ("dominoes", "", ["1:1: key 'region' is missing; add it to the instance"]),
    "an odd region": (
        "dominoes", "region: {rows: 3, columns: 3}\n",
        [("2:9: no choice of tiles covers the 9 cells of the region; change the "
         "region or the tiles")],
    ),
    "a region too large": (
        "dominoes", "region: {rows: 200000, columns: 3}\n",
        ["2:9: a region of 600,000 cells; at most 20,000 are allowed"],
    ),
    "further that nothing fills": (
        "dominoes", BOARD + "further: {ring: rows}\n",
        ["3:10: no tile of dominoes fills a ring; delete it"],
    ),
    "a parameter in quotes of nothing": (
        "dominoes", "region: {rows: $height, columns: 3}\n",
        ["2:16: 'rows' must be a whole number without leading zeros, got '$height'"],
    ),
    "an undeclared parameter": (
        "dominoes", BOARD + "parameters: {height: 3}\n",
        ["3:14: unknown parameter 'height'; dominoes has none"],
    ),
    "another parameter": (
        "tower", "parameters: {heigth: 2}\n",
        ["2:14: unknown parameter 'heigth'; did you mean 'height'?"],
    ),
    "a parameter out of range": (
        "tower", "parameters: {height: 9}\n",
        ["2:22: height 9; tower has height 2, 3, 4, 5"],
    ),
    "a parameter in words": (
        "tower", "parameters: {height: two}\n",
        ["2:22: 'height' must be a whole number without leading zeros, got 'two'"],
    ),
    "parameters as a number": (
        "tower", "parameters: 2\n",
        ["2:13: 'parameters' is not a mapping; write 'key: value' lines"],
    ),
    "other areas": (
        "hexiamonds", "region: '....'\n",
        ["2:9: the tiles cover 72 cells, the region has 4; make them equal"],
    ),
    "other areas of pentominoes": (
        "pentominoes", "region: {rows: 5, columns: 13}\n",
        ["2:9: the tiles cover 60 cells, the region has 65; make them equal"],
    ),
    "a place between hexagons": (
        "tetrahexes", "region: '....'\n",
        [
            "2:11: no atom of the hexagonal lattice stands here; write # or a blank",
            "2:13: no atom of the hexagonal lattice stands here; write # or a blank",
        ],
    ),
    "a board without a row": (
        "dominoes", BOARD + "board: |\n  DD.\n",
        [("5:3: a board of 1 row and 3 columns; the board of dominoes has 2 rows and 3 "
         "columns")],
    ),
    "copies that touch": (
        "dominoes", BOARD + "board: |\n  DDD\n  ..D\n",
        ["4:3: tile D has 2 cells, and 4 are marked; name copies that touch under 'givens'"],
    ),
    "givens as a tile": (
        "dominoes", BOARD + "givens: D\n",
        ["3:9: 'givens' is not a list; write '- tile: A'"],
    ),
    "givens as a mapping": (
        "dominoes", BOARD + "givens: {tile: D}\n",
        ["3:9: 'givens' is not a list; write '- tile: A'"],
    ),
    "a given list": (
        "dominoes", BOARD + "givens: [[]]\n",
        ["3:10: a given tile is not a mapping; write 'key: value' lines"],
    ),
    "a given tile without atoms": (
        "dominoes", BOARD + "givens: [{tile: D}]\n",
        ["3:10: key 'atoms' is missing; add it to a given tile"],
    ),
    "atoms as a number": (
        "dominoes", BOARD + "givens: [{tile: D, atoms: 3}]\n",
        ["3:27: 'atoms' is not a list; write [[row, column], ...]"],
    ),
    "an atom as a number": (
        "dominoes", BOARD + "givens: [{tile: D, atoms: [3, [0, 1]]}]\n",
        ["3:28: an atom that is not a point; write [row, column]"],
    ),
    "atoms in space": (
        "dominoes", BOARD + "givens: [{tile: D, atoms: [[0, 0, 0], [1, 1, 1]]}]\n",
        [
            "3:28: an atom that is not a point; write [row, column]",
            "3:39: an atom that is not a point; write [row, column]",
        ],
    ),
    "atoms that are no numbers": (
        "dominoes",
        BOARD
        + ("givens: [{tile: D, atoms: [[0.5, 0], [a, b], [[0], 1], [--1, 1], "
         "['-', 0], [1², 0], [٣, 0], [01, 0]]}]\n"),
        [
            "3:28: an atom that is not a point; write [row, column]",
            "3:38: an atom that is not a point; write [row, column]",
            "3:46: an atom that is not a point; write [row, column]",
            "3:56: an atom that is not a point; write [row, column]",
            "3:66: an atom that is not a point; write [row, column]",
            "3:76: an atom that is not a point; write [row, column]",
            "3:85: an atom that is not a point; write [row, column]",
            "3:93: an atom that is not a point; write [row, column]",
        ],
    ),
    "atoms far away": (
        "dominoes",
        BOARD
        + ("givens: [{tile: D, atoms: [[0, 1000000000000000000000], [0, "
         "99999999999]]}]\n"),
        [
            "3:28: an atom that is not a point; write [row, column]",
            "3:57: atom [0, 99999999999] of tile D is off the region; move the tile",
        ],
    ),
    "atoms off the region": (
        "dominoes", BOARD + "givens: [{tile: D, atoms: [[0, -1], [0, 0]]}]\n",
        ["3:28: atom [0, -1] of tile D is off the region; move the tile"],
    ),
    "an atom twice": (
        "dominoes", BOARD + "givens: [{tile: D, atoms: [[0, 0], [0, 0]]}]\n",
        ["3:36: atom [0, 0] of tile D stands here twice; name each once"],
    ),
    "a torn domino": (
        "dominoes", BOARD + "givens: [{tile: D, atoms: [[0, 0], [0, 2]]}]\n",
        ["3:27: the cells marked D do not have the shape of tile D; see 'show dominoes'"],
    ),
    "half a domino": (
        "dominoes", BOARD + "givens: [{tile: D, atoms: [[0, 0]]}]\n",
        ["3:27: tile D has 2 cells, and 1 is marked; name all of them"],
    ),
    "givens that overlap": (
        "dominoes",
        BOARD
        + ("givens:\n  - {tile: D, atoms: [[0, 0], [0, 1]]}\n"
         "  - {tile: D, atoms: [[0, 1], [0, 2]]}\n"),
        ["5:23: tile D overlaps tile D in [0, 1]; move one of them"],
    ),
    "an unknown tile": (
        "dominoes", BOARD + "givens: [{tile: Z, atoms: [[0, 0], [0, 1]]}]\n",
        ["3:17: unknown tile 'Z'; known: D"],
    ),
    "a tile as a list": (
        "dominoes", BOARD + "givens: [{tile: [D], atoms: [[0, 0], [0, 1]], x: y}]\n",
        [
            "3:17: 'tile' is not a string; write one value",
            "3:47: unknown key 'x'; known: at, atoms, cells, edges, tile",
        ],
    ),
    "board and givens overlap": (
        "dominoes",
        BOARD + ("board: |\n  DD.\n  ...\ngivens: [{tile: D, atoms: [[0, 1], [1, " "1]]}]\n"),
        ["6:28: tile D overlaps tile D in [0, 1]; move one of them"],
    ),
    "board and positions overlap": (
        "dominoes", BOARD + "board: |\n  DD.\n  ...\ngivens: [D.1@1.1]\n",
        ["6:10: tile D overlaps tile D in [0, 0]; move one of them"],
    ),
    "board and givens place a tile": (
        "lonpos",
        ("board: |\n  JJJJ.......\n  ...........\n"
         "  ...........\n  ...........\n"
         "  ...........\ngivens: [{tile: J, atoms: [[4, 0], [4, 1], [4, 2], [4, 3]]}]\n"),
        ["8:17: tile J is placed 2 times; place it once at most"],
    ),
    "a tile given twice": (
        "lonpos",
        ("givens:\n  - {tile: J, atoms: [[4, 0], [4, 1], [4, 2], [4, 3]]}\n"
         "  - {tile: J, atoms: [[3, 0], [3, 1], [3, 2], [3, 3]]}\n"),
        ["4:12: tile J is placed 2 times; place it once at most"],
    ),
    "an L of another shape": (
        "cube", "givens: [{tile: L, atoms: [[0, 0, 0], [0, 1, 0], [0, 2, 0]]}]\n",
        ["2:27: the cells marked L do not have the shape of tile L; see 'show cube'"],
    ),
    "an L by its name": (
        "cube", "board: |\n  L..\n  LL.\n  ...\n\n  ...\n  ...\n  ...\n\n  ...\n  ...\n  ...\n",
        [
            "3:3: unknown tile 'L'; known: A, B, C, D, E, F, G, H, I",
            "4:3: unknown tile 'L'; known: A, B, C, D, E, F, G, H, I",
            "4:4: unknown tile 'L'; known: A, B, C, D, E, F, G, H, I",
        ],
    ),
    "a layer too few": (
        "cube", "board: |\n  ...\n  ...\n  ...\n\n  ...\n  ...\n  ...\n",
        [("10:3: a board of 2 layers and 3 rows and 3 columns; the board of cube has 3 layers "
         "and 3 rows and 3 columns")],
    ),
    "a ring filled twice by a board": (
        "tower", "board: |\n  00.1.1......\n  ............\n",
        ["3:6: the ring of row 0 is filled twice; move one of the tiles that fill it"],
    ),
    "a ring filled twice by givens": (
        "tower",
        ("givens:\n  - {tile: 0, atoms: [[1, 0], [1, 1]]}\n"
         "  - {tile: 1, atoms: [[1, 5], [1, 7]]}\n"),
        ["4:12: the ring of row 1 is filled twice; move one of the tiles that fill it"],
    ),
    "an atom twice around the tower": (
        "tower", "givens: [{tile: 0, atoms: [[0, 11], [0, 23]]}]\n",
        ["2:37: atom [0, 23] of tile 0 stands here twice; name each once"],
    ),
    "an overlap at the seam": (
        "tower",
        ("givens:\n  - {tile: 0, atoms: [[0, 0], [0, 1]]}\n"
         "  - {tile: Q, atoms: [[0, 12], [0, 13], [0, 14], [1, 12], [1, 13]]}\n"),
        ["4:23: tile Q overlaps tile 0 in [0, 0]; move one of them"],
    ),
    "a row above the tower": (
        "tower", "givens: [{tile: 0, atoms: [[2, 0], [2, 1]]}]\n",
        [
            "2:28: atom [2, 0] of tile 0 is off the region; move the tile",
            "2:36: atom [2, 1] of tile 0 is off the region; move the tile",
        ],
    ),
    "a tower of eleven sectors": (
        "tower", "board: |\n  ...........\n  ...........\n",
        [("3:14: a board of 2 rows and 11 columns; the board of tower has 2 rows and 12 "
         "columns")],
    ),
    "a tower of thirteen sectors": (
        "tower", "board: |\n  .............\n  .............\n",
        [("3:15: a board of 2 rows and 13 columns; the board of tower has 2 rows and 12 "
         "columns")],
    ),
    "a tower of unequal rows": (
        "tower", "board: |\n  ............\n  ...........\n",
        ["4:14: a row of 11 cells, where the board of tower has 12; write 1 more"],
    ),
    "a pyramid without its base": (
        "pyramid", "board: |\n  .\n\n  ..\n  ..\n",
        ["2:8: the board shows 5 of 55 cells; begin with what 'show pyramid --yaml' prints"],
    ),
    "a ball where none lies": (
        "pyramid", "givens: [{tile: J, atoms: [[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 0, 3]]}]\n",
        [
            "2:39: atom [0, 0, 1] of tile J is off the region; move the tile",
            "2:50: atom [0, 0, 2] of tile J is off the region; move the tile",
            "2:61: atom [0, 0, 3] of tile J is off the region; move the tile",
        ],
    ),
    "a pyramid with a bent J": (
        "pyramid", "givens: [{tile: J, atoms: [[0, 0, 0], [1, 0, 0], [2, 0, 0], [3, 0, 1]]}]\n",
        ["2:27: the cells marked J do not have the shape of tile J; see 'show pyramid'"],
    ),
    "a form that is cut off": (
        "tritetratan", "board: |\n  A\n",
        ["2:8: the board shows 0 of 136 cells; begin with what 'show tritetratan --yaml' prints"],
    ),
    "points that are no quarters": (
        "tritetratan", "givens: [{tile: A, atoms: [[0, 0], [1, 1]]}]\n",
        [
            "2:28: atom [0, 0] of tile A is off the region; move the tile",
            "2:36: atom [1, 1] of tile A is off the region; move the tile",
        ],
    ),
    "pentominoes placed twice": (
        "pentominoes",
        ("region: {rows: 3, columns: 20}\n"
         "board: |\n  IIIII...............\n"
         "  ....................\n  ....................\n"
         "givens: [{tile: I, atoms: [[1, 0], [1, 1], [1, 2], [1, 3], [1, 4]]}]\n"),
        ["7:17: tile I is placed 2 times; place it once at most"],
    ),
    "half a soma piece": (
        "soma", "givens: [{tile: V, atoms: [[0, 0, 0], [0, 0, 1]]}]\n",
        ["2:27: tile V has 3 cells, and 2 are marked; name all of them"],
    ),
    "a hexiamond that is torn": (
        "hexiamonds",
        "region:\n  rows: 6\n  columns: 6\ngivens: [{tile: I, atoms: [[1, 1], [1, 2]]}]\n",
        ["5:36: atom [1, 2] of tile I is off the region; move the tile"],
    ),
    "a tetrahex that is torn": (
        "tetrahexes",
        "region:\n  rows: 4\n  columns: 7\ngivens: [{tile: I, atoms: [[0, 0], [0, 1]]}]\n",
        ["5:17: unknown tile 'I'; known: A, B, C, D, E, F, G"],
    ),
    "conditions as a number": (
        "dominoes", BOARD + "conditions: 5\n",
        ["3:13: 'conditions' has no conditions; write 'parity:' first"],
    ),
    "conditions as a list": (
        "dominoes", BOARD + "conditions: [a]\n",
        ["3:13: 'conditions' has no conditions; write 'parity:' first"],
    ),
    "a condition as a number": (
        "dominoes", BOARD + "conditions: {p: 5}\n",
        ["3:17: condition p is not a mapping; write 'key: value' lines"],
    ),
    "a condition of nothing": (
        "dominoes", BOARD + "conditions: {p: {}}\n",
        ["3:17: key 'values' is missing; add it to condition p"],
    ),
    "values without a target": (
        "dominoes", BOARD + "conditions: {p: {values: {D: 1}}}\n",
        ["3:17: condition p has no target; say what the values add up to"],
    ),
    "no values": (
        "dominoes", BOARD + "conditions: {p: {values: {}, target: 2}}\n",
        ["3:26: 'values' has no values; write 'A: 1' lines"],
    ),
    "values of an unknown tile": (
        "dominoes", BOARD + "conditions: {p: {values: {Z: 1}, target: 3}}\n",
        ["3:27: unknown tile 'Z'; known: D"],
    ),
    "values in words": (
        "dominoes", BOARD + "conditions: {p: {values: {D: x}, target: 3}}\n",
        ["3:30: the value of tile D is not a whole number; write one"],
    ),
    "a target with a point": (
        "dominoes", BOARD + "conditions: {p: {values: {D: 1}, target: 3.5}}\n",
        ["3:42: 'target' is '3.5'; write a whole number"],
    ),
    "a target as a list": (
        "dominoes", BOARD + "conditions: {p: {values: {D: 1}, target: [3]}}\n",
        ["3:42: 'target' is not a string; write one value"],
    ),
    "a target without end": (
        "dominoes", BOARD + "conditions: {p: {values: {D: 1}, target: 10000000000000000000}}\n",
        ["3:42: 'target' is '10000000000000000000'; write a whole number"],
    ),
    "a target that colours cannot have": (
        "dominoes", BOARD + "conditions: {p: {colouring: chess, target: 1}}\n",
        ["3:44: the colours add up to 0 in every solution; delete 'target'"],
    ),
    "a colouring with values": (
        "dominoes", BOARD + "conditions: {p: {colouring: chess, values: {D: 1}, target: 0}}\n",
        ["3:44: condition p has a colouring and values of tiles; make two conditions of it"],
    ),
    "a colouring as a list": (
        "dominoes", BOARD + "conditions: {p: {colouring: [chess]}}\n",
        ["3:29: 'colouring' is not a string; write one value"],
    ),
    "a colouring by a wrong word": (
        "dominoes", BOARD + "conditions: {p: {colouring: ch}}\n",
        [
            "3:29: 'c' in a colouring; write digits, + and - for 1 and -1, . for 0",
            "3:30: 'h' in a colouring; write digits, + and - for 1 and -1, . for 0",
            "3:29: the colouring shows 0 of 6 cells; draw all of them",
        ],
    ),
    "a colouring of unequal rows": (
        "dominoes", BOARD + "conditions:\n  p:\n    colouring: |\n      123\n      45\n",
        ["7:9: a row of 2 cells, where the first has 3; write 1 more"],
    ),
    "a colouring without a row": (
        "dominoes", BOARD + "conditions:\n  p:\n    colouring: |\n      123\n",
        ["5:16: the colouring shows 3 of 6 cells; draw all of them"],
    ),
    "a colouring beside the region": (
        "dominoes", BOARD + "conditions:\n  p:\n    colouring: |\n      1234\n      123#\n",
        ["6:10: a colour off the region; write #"],
    ),
    "a colouring with a hole": (
        "dominoes", BOARD + "conditions:\n  p:\n    colouring: |\n      12#\n      12x\n",
        [
            "7:9: 'x' in a colouring; write digits, + and - for 1 and -1, . for 0",
            "5:16: the colouring shows 4 of 6 cells; draw all of them",
        ],
    ),
    "a second colour around the tower": (
        "tower", "conditions:\n  p:\n    colouring: |\n      0123456789012\n      012345678901#\n",
        ["5:19: a second colour of a cell; draw each once"],
    ),
    "a condition without a name": (
        "dominoes", BOARD + "conditions: {'': {colouring: chess}}\n",
        ["3:14: condition name ''; use words of letters and digits"],
    ),
    "a condition named like a group": (
        "dominoes", BOARD + "conditions: {each cell once: {colouring: chess}}\n",
        [("3:14: condition each cell once has the name of a group of rows; call it something "
         "else")],
    ),
    "a condition named like a ring": (
        "tower", "conditions: {each ring once: {colouring: chess}}\n",
        [("2:14: condition each ring once has the name of a group of rows; call it something "
         "else")],
    ),
    "chess on hexagons": (
        "tetrahexes", "region: {rows: 4, columns: 7}\nconditions: {p: {colouring: chess}}\n",
        [("3:29: the hexagonal lattice has no two colours that alternate; draw a colouring "
         "of your own")],
    ),
}  # fmt: skip


@cache
def puzzle_of(name: str) -> TilingPuzzle:
    """A puzzle of ours; the tower has two rows."""
    _, puzzle = load_puzzle(name, parameters={"height": 2} if name == "tower" else None)
    assert isinstance(puzzle, TilingPuzzle)
    return puzzle


def model(text: str) -> TilingPuzzle:
    """All that is read of the file of a model."""
    tree = read_tree(text, "f.yaml")
    default_preset(tree, ["other"])
    read_parameters(tree)
    return read_puzzle(tree)


def instance(puzzle: str, text: str) -> TilingInstance:
    """All that is read of the file of an instance."""
    tree = read_tree(f"puzzle: {puzzle}\n{text}", "f.yaml")
    stated_parameters(tree, puzzle_parameters(puzzle), puzzle)
    return read_instance(puzzle_of(puzzle), tree)


@pytest.mark.parametrize("name", MODELS)
def test_what_is_wrong_with_a_model(name: str) -> None:
    change, lines = MODELS[name]
    with pytest.raises(InputError) as caught:
        model(MODEL.format(**RIGHT | change))
    assert str(caught.value).splitlines() == [f"f.yaml:{line}" for line in lines]


@pytest.mark.parametrize("name", INSTANCES)
def test_what_is_wrong_with_an_instance(name: str) -> None:
    puzzle, text, lines = INSTANCES[name]
    with pytest.raises(InputError) as caught:
        instance(puzzle, text)
    assert str(caught.value).splitlines() == [f"f.yaml:{line}" for line in lines]


def test_without_these_mistakes_it_is_read() -> None:
    assert len(model(MODEL.format(**RIGHT)).tiles) == 1
    assert instance("dominoes", BOARD).givens == ()


@pytest.mark.parametrize(
    "atoms", ["[0, 11], [0, 12]", "[0, 11], [0, 0]", "[0, -1], [0, 0]", "[0, 24], [0, -13]"]
)
def test_the_seam_of_the_tower_is_no_border(atoms: str) -> None:
    (given_tile,) = instance("tower", f"givens: [{{tile: 0, atoms: [{atoms}]}}]\n").givens
    assert given_tile.points == ((0, 0), (0, 11))


def test_copies_of_a_tile_are_told_apart() -> None:
    apart = instance("dominoes", BOARD + "board: |\n  D.D\n  D.D\n")
    listed = (
        "givens:\n  - {tile: D, atoms: [[0, 2], [1, 2]]}\n  - {tile: D, atoms: [[1, 0], [0, 0]]}\n"
    )
    assert apart.givens == instance("dominoes", BOARD + listed).givens
    both = "board: |\n  D..\n  D..\ngivens: [{tile: D, atoms: [[0, 2], [1, 2]]}]\n"
    assert apart.givens == instance("dominoes", BOARD + both).givens


MODELS_OF_OURS = sorted((shipped_folder() / "models").glob("*.yaml"))
INSTANCES_OF_OURS = [
    path
    for path in sorted((shipped_folder() / "instances").glob("*/*.yaml"))
    if path.parent.name != "lonpos" or path.stem in {"empty", "8pieces"}
]
# Written into a file in the place of what stands there.
NONSENSE = [
    "", "-1", "0", "1.5", "10000000000000000000", "999999999", "[]", "{}", "[[]]", "{a: b}", "any",
    "true", "$height", "$nothing", "A", "'", "\t", "é", "|", "- 3", "[0, 180]", "chess", "ring",
    "{rows: 3}", "[1, 2", "*a", "&a b", "!!int 3", "---",
]  # fmt: skip


def mutated(text: str, data: st.DataObject) -> str:
    """A file with one to three things changed."""
    lines = text.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(lines) - 1))
        other = data.draw(st.integers(0, len(lines) - 1))
        act = data.draw(
            st.sampled_from(["delete", "repeat", "swap", "value", "indent", "cut", "key"])
        )
        line = lines[number]
        if act == "delete" and len(lines) > 1:
            del lines[number]
        elif act == "repeat":
            lines.insert(other, line)
        elif act == "swap":
            lines[number], lines[other] = lines[other], line
        elif act == "value":
            start = line.split(":")[0]
            lines[number] = f"{start}: {data.draw(st.sampled_from(NONSENSE))}"
        elif act == "key":
            start, colon, rest = line.partition(":")
            other_key = lines[other].strip().split(":")[0]
            indent = line[: len(line) - len(line.lstrip())]
            lines[number] = indent + other_key + colon + rest
        elif act == "indent":
            lines[number] = " " * data.draw(st.integers(0, 6)) + line.lstrip()
        else:
            at = data.draw(st.integers(0, len(line)))
            lines[number] = (
                line[:at] + data.draw(st.sampled_from([*NONSENSE, *"AB.#01 "])) + line[at:]
            )
    return "\n".join(lines) + "\n"


def require_located(error: InputError, path: Path) -> None:
    """Every line of an error says where, or is about the file as a whole."""
    place = rf"{re.escape(str(path))}:( |\d+:\d+: )"
    whole = r"the height of tower is missing|\d+ more problems in this file"
    for line in str(error).splitlines():
        assert re.match(rf"{place}|{whole}", line), line
        assert line.isprintable()


@given(data=st.data())
@examples(150)
def test_a_mutated_model_is_read_or_refused(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = data.draw(st.sampled_from(MODELS_OF_OURS))
    text = mutated(path.read_text(), data)
    folder = tmp_path_factory.mktemp("library")
    mine = folder / "models" / path.name
    mine.parent.mkdir()
    mine.write_text(text)
    library = Library((folder,))
    try:
        wanted = {
            parameter.name: parameter.values[0]
            for parameter in puzzle_parameters(path.stem, library)
        }
        load_puzzle(path.stem, library, wanted)
    except InputError as error:
        require_located(error, mine)


@given(data=st.data())
@examples(150)
def test_a_mutated_instance_is_read_or_refused(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = data.draw(st.sampled_from(INSTANCES_OF_OURS))
    mine = tmp_path_factory.mktemp("instance") / "f.yaml"
    mine.write_text(mutated(path.read_text(), data))
    try:
        load(path.parent.name, file=mine)
    except InputError as error:
        require_located(error, mine)
