"""Files of tilings that a user may get wrong: each is refused with located lines."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.loading import default_preset, load, load_puzzle
from ilpuzzles.reading.library import Library, puzzle_parameters, shipped_folder
from ilpuzzles.reading.parameters import read_parameters, read_stated_parameters
from ilpuzzles.reading.tree import read_tree
from ilpuzzles.tilings.instance_schema import read_instance
from ilpuzzles.tilings.tiling_puzzle import TilingInstance, TilingPuzzle
from ilpuzzles.tilings.tiling_schema import read_puzzle
from support.rings import examples

# A right model, but for what is changed in it.
HEAD = {"puzzle": "p", "family": "tiling", "title": "P", "lattice": "square"}
BODY = {"region": "{rows: 1, columns: 2}", "tiles": "{A: {shape: AA}}"}
COLOURS = 'edges: {a: "#ff0000", b: "#00ff00"}\n'
BOARD = "region: {rows: 2, columns: 3}\n"
EMPTY = "  ...........\n"
NO_POINT = "an atom that is not a point; write [row, column]"

# What is changed, and the lines that are printed for it; a key alone is left out.
MODELS = {
    "tiles: [A]": "6:8: 'tiles' has no tiles; write 'A:' and its fields",
    "tiles: {AB: {shape: AA}}": "6:9: tile name 'AB'; use one letter or digit",
    "tiles: {É: {shape: ÉÉ}}": "6:9: tile name 'É'; use one letter or digit",
    'tiles: {"A\\n": {shape: ".."}}': "6:9: tile name 'A\\n'; use one letter or digit",
    "wrap: {}": "5:7: 'wrap' without an axis; write 'columns: 12'",
    "wrap: {columns: 0}": "5:17: 'columns' must be at least 1, got 0",
    "wrap: {columns: 999999999999999999}": "5:17: a period of 999,999,999,999,999,999 cells; at "
    "most 20,000 are allowed",
    "wrap: {columns: 1}": "5:7: 1 cell that is another already, once the region is wrapped; make "
    "the period as long as the region",
    "wrap: {layers: 3}": "5:8: unknown key 'layers'; there are none here",
    "further: {ring: layers}": "5:17: unknown ring 'layers'; known: columns, rows",
    "further: {}": "5:10: 'further' without a kind; write 'ring: rows'",
    "further: {'': rows}": "5:15: further atoms called ''; use lower-case letters",
    "further: {ring: rows}": "5:11: no tile fills a ring; add 'fills: ring' to a tile",
    "lattice: triangular\nfurther: {ring: rows}\ntiles: {A: {shape: AAAA, fills: ring}}": "5:10: "
    "'further' where a cell has 2 atoms; delete it, or take another lattice",
    "region: {rows: 999999999999999999, columns: 999999999999999999}": "5:9: a region of "
    "999,999,999,999,999,998,000,000,000,000,000,001 cells; at most 20,000 are allowed",
    "region: {rows: 1, columns: 20001}": "5:9: a region of 20,001 cells; at most 20,000 are "
    "allowed",
    'lattice: tan\nregion: {rows: 10000, columns: 1}\ntiles: {A: {shape: ".A."}}': "5:9: a region "
    "of 40,000 cells; at most 20,000 are allowed",
    f"region: {'.' * 20_001}": "5:9: the region has 20,001 atoms; at most 20,000 are allowed",
    "region: {rows: -5, columns: -3}": "5:16: 'rows' must be at least 1, got -5\n"
    "5:29: 'columns' must be at least 1, got -3",
    "region: ": "5:8: an empty drawing; draw at least one cell",
    "region: {layers: 2, rows: 1, columns: 1}": "5:10: unknown key 'layers'; known: columns, rows",
    "lattice: cubic": "5:9: key 'layers' is missing; add it to the region",
    'region: "..\\n\\n.."': "5:9: an empty line; delete it",
    'region: "\uff0e."': "5:10: '\uff0e' in a region; write . for a cell and # for none",
    'lattice: hexagonal\nregion: "...."\ntiles: {A: {shape: "A A"}}': "5:11: no atom of the "
    "hexagonal lattice stands here; write # or a blank\n"
    "5:13: no atom of the hexagonal lattice stands here; write # or a blank",
    'lattice: tan\ntiles: {A: {shape: "A"}}': "6:21: no atom of the tan lattice stands here; move "
    "it to where one does\n"
    "6:20: tile A has no cells; write A for its cells",
    "region: {rows: 1, columns: 3}": "6:8: the tiles cover 2 cells, the region has 3; make them "
    "equal",
    "region: {rows: 1, columns: 3}\ntiles: {A: {shape: AA, count: any}}": "6:8: no choice of tiles "
    "covers the 3 cells of the region; change the region or the tiles",
    "tiles: {A: {shape: AA, count: 0}}": "6:31: 'count' is '0'; write a whole number from 1, or "
    "'any'",
    "tiles: {A: {shape: AA, count: 1000000000000000000}}": "6:31: 'count' is "
    "'1000000000000000000'; write a whole number from 1, or 'any'",
    "tiles: {A: {shape: AA, optional: yes}}": "6:34: unknown optional 'yes'; known: false, true",
    "tiles: {A: {shape: A, count: 2, marks: BCD}}": "6:40: 3 marks for 2 copies; write one "
    "character for each",
    "tiles: {A: {shape: A, count: any, marks: BC}}": "6:42: 2 marks for any number of copies; "
    "write one character for each",
    "tiles: {A: {shape: A, count: 2, marks: BB}}": "6:9: two copies of tile A are marked B; change "
    "one of them",
    'tiles: {A: {shape: A, count: 2, marks: ".#"}}': "6:9: mark '.' of tile A; use letters and "
    "digits\n"
    "6:9: mark '#' of tile A; use letters and digits",
    "tiles: {A: {shape: A, count: 2, marks: AB}, B: {shape: B}}": "6:45: tiles A and B are both "
    "marked B; change one of them",
    "tiles: {A: {shape: AA, fills: ring}}": "6:31: unknown fills 'ring'; there are none here",
    "tiles: {A: {shape: AA, fills: rong}}\nfurther: {ring: rows}": "7:31: unknown fills 'rong'; "
    "did you mean 'ring'?",
    "tiles: {A: {shapes: []}}": "6:21: 'shapes' is not a list; write '- |' and a drawing",
    "tiles: {A: {shapes: [[AA]]}}": "6:22: a shape that is not a drawing; write '- |'",
    "tiles: {A: {shapes: [AA, A]}}": "6:26: a shape of 1 cells, where the first has 2; make them "
    "equal",
    'tiles: {A: {shapes: [AA, ".AA"]}}': "6:26: a shape of tile A twice; delete one",
    "tiles: {A: {shape: AA, shapes: [AA]}}": "6:13: unknown key 'shape'; did you mean 'shapes'?",
    "tiles: {A: {shape: BB}}": "6:20: 'B' in the shape of tile A; write A for its cells and . "
    "beside them\n"
    "6:21: 'B' in the shape of tile A; write A for its cells and . beside them\n"
    "6:20: tile A has no cells; write A for its cells",
    'tiles: {A: {shape: AA, colour: "#12345"}}': "6:32: colour '#12345'; write it as \"#rrggbb\"",
    "tiles: {A: {shape: AA, motions: [0, 45]}}": "6:37: unknown motion '45'; known: 0, 90, 180, "
    "270, mirror 90, mirror 135, mirror 0, mirror 45",
    "tiles: {A: {shape: AA, motions: []}}": "6:33: 'motions' is not a list; write [0, 180]",
    "lattice: cubic\nregion: {layers: 1, rows: 1, columns: 2}\nmotions: [0]": "5:11: unknown "
    "motion '0'; known: all, rotations, shifts",
    "breaker: Z": "5:10: unknown single tile 'Z'; known: A",
    "quick-on: [cpsta]": "5:12: unknown backend 'cpsta'; did you mean 'cpsat'?",
    "tiles: {A: {shape: AA, optional: true}}\nbreaker: A": "5:10: unknown single tile 'A'; there "
    "are none here",
    "parameters: {height: {values: [x, 3]}}": "5:31: 'values' is not a list of numbers, or of "
    "words; write [2, 3] or [no, yes]",
    "parameters: {height: {values: [100000000000000]}}": "5:31: 'values' is not a list of numbers, "
    "or of words; write [2, 3] or [no, yes]",
    "parameters: {'He ight': {values: [3]}}": "5:14: 'He ight' is not a name for a parameter; "
    "use lower-case letters",
    "preset: first": "5:9: unknown preset 'first'; known: other",
    "lattice: squar": "4:10: unknown lattice 'squar'; did you mean 'square'?",
    "title\ntitel: P": "1:1: key 'title' is missing; add it to the puzzle\n"
    "4:1: unknown key 'titel'; did you mean 'title'?",
    "region: |\n  ...\n  ..": "7:5: a row of 2 cells, where the first has 3; write 1 more",
    "region: '###'": "5:9: a region without cells; write . for a cell",
    "motions: any": "5:10: unknown motions 'any'; known: all, rotations, shifts",
    "tiles: []\nzz: 1": "5:1: unknown key 'zz'; the nearest of 24: puzzle, about, aliases\n"
    "7:8: 'tiles' has no tiles; write 'A:' and its fields",
    "edges: {a: red}\ntiles: {A: {shape: A, edges: abab}}": "5:12: colour 'red'; write it as "
    '"#rrggbb"\n'
    "7:30: unknown colour of edges 'b'; known: a",
    "edges: {ab: '#ff0000'}": "5:9: colour called 'ab'; use one letter or digit\n"
    "7:12: tile A has no colours of edges; add 'edges'",
    "lattice: cubic\nedges: {a: '#ff0000'}\nregion: {layers: 1, rows: 1, columns: 2}": "5:8: "
    "colours on the cubic lattice; take a lattice in the plane\n"
    "7:12: tile A has no colours of edges; add 'edges'",
    COLOURS + "tiles: {A: {shape: A, edges: abc}}": "7:30: unknown "
    "colour of edges 'c'; known: a, b",
    COLOURS + "tiles: {A: {shape: AA, edges: abab ab.b}}": "7:31: the "
    "edges of tile A do not fit its cells; write a letter for each outer side, a dot for each "
    "inner one: a.aa aaa.",
    COLOURS + "tiles: {A: {shape: A}}": "7:12: tile A has no colours of edges; add 'edges'",
    COLOURS + "tiles: {A: {shape: '', edges: abab}}": "7:20: an "
    "empty drawing; draw at least one cell",
    COLOURS + "tiles: {A: {shape: x, edges: abab}}": "7:20: 'x' in the "
    "shape of tile A; write A for its cells and . beside them\n"
    "7:20: tile A has no cells; write A for its cells",
    COLOURS + "tiles: {A: {shapes: [A, []], edges: [abab, b]}}": "7:25: a shape that "
    "is not a drawing; write '- |'\n"
    "7:37: edges of 2 shapes, where tile A has 1; write those of each",
    "wrap: {columns: 2}\nregion: {rows: 1, columns: 5}": "5:7: 3 cells that are others already, "
    "once the region is wrapped; make the period as long as the region",
    f"parameters: {{height: {{values: {[*range(1001)]}}}}}": "5:31: the parameter has "
    "1,001 values; at most 1,000 are allowed",
    f"further: {{{', '.join(f'{name}: rows' for name in 'abcdefghijk')}}}": "5:10: 11 kinds of "
    "further atoms; at most 10 are allowed",
}

# By puzzle the rest of the file of an instance, and the lines that are printed for it.
INSTANCES = {
    "cube": {
        "region: {layers: 3, rows: 3, columns: 3}": "2:9: cube has a region of its own; delete "
        "'region'",
        "wrap: {columns: 3}": "2:7: 'wrap' without 'region'; delete it; cube has a region of its "
        "own",
        "further: {ring: rows}": "2:10: 'further' without 'region'; delete it; cube has a region "
        "of its own",
        "board: |\n  L..\n  LL.\n  ...\n\n  ...\n  ...\n  ...\n\n  ...\n  ...\n  ...": "3:3: "
        "unknown tile 'L'; known: A, B, C, D, E, F, G, H, I\n"
        "4:3: unknown tile 'L'; known: A, B, C, D, E, F, G, H, I\n"
        "4:4: unknown tile 'L'; known: A, B, C, D, E, F, G, H, I",
        "board: |\n  ...\n  ...\n\n  ...": "6:3: a layer of 1 row, where the "
        "first has 2; make them equal",
        "board: |\n  ...\n  ...\n  ...\n\n  ...\n  ...\n  ...": "10:3: a board of 2 layers and 3 "
        "rows and 3 columns; the board of cube has 3 layers and 3 rows and 3 columns",
    },
    "dominoes": {
        "": "1:1: key 'region' is missing; add it to the instance",
        "region: {rows: 3, columns: 3}": "2:9: no choice of tiles covers the 9 cells of the "
        "region; change the region or the tiles",
    },
    "2 x 3 of dominoes": {
        "further: {ring: rows}": "3:10: no tile of dominoes fills a ring; delete it",
        "parameters: {height: 3}": "3:14: unknown parameter 'height'; dominoes has none",
        "board: |\n  DDD\n  ..D": "4:3: tile D has 2 cells, and 4 are marked; name copies that "
        "touch under 'givens'",
        "givens: D": "3:9: 'givens' is not a list; write '- tile: A'",
        "givens: [{tile: D, atoms: 3}]": "3:27: 'atoms' is not a list; write [[row, column], ...]",
        "givens: [{tile: D, atoms: [[0.5, 0], [a, b], [[0], 1], [--1, 1], ['-', 0], [1², 0], "
        "[٣, 0], [01, 0]]}]": "\n".join(
            f"3:{at}: {NO_POINT}" for at in (28, 38, 46, 56, 66, 76, 85, 93)
        ),
        "givens: [{tile: D, atoms: [[0, 1000000000000000000000], [0, 99999999999]]}]": "3:28: an "
        "atom that is not a point; write [row, column]\n"
        "3:57: atom [0, 99999999999] of tile D is off the region; move the tile",
        "givens: [{tile: D, atoms: [[0, -1], [0, 0]]}]": "3:28: atom [0, -1] of tile D is off the "
        "region; move the tile",
        "givens: [{tile: D, atoms: [[0, 0], [0, 0]]}]": "3:36: atom [0, 0] of tile D stands here "
        "twice; name each once",
        "givens: [{tile: D, atoms: [[0, 0], [0, 2]]}]": "3:27: the cells marked D do not have the "
        "shape of tile D; see 'show dominoes'",
        "givens: [{tile: D, atoms: [[0, 0]]}]": "3:27: tile D has 2 cells, and 1 is marked; name "
        "all of them",
        "givens:\n"
        "  - {tile: D, atoms: [[0, 0], [0, 1]]}\n"
        "  - {tile: D, atoms: [[0, 1], [0, 2]]}": "5:23: tile D overlaps tile D in [0, 1]; move "
        "one of them",
        "givens: [{tile: Z, atoms: [[0, 0], [0, 1]]}]": "3:17: unknown tile 'Z'; known: D",
        "board: |\n  DD.\n  ...\ngivens: [{tile: D, atoms: [[0, 1], [1, 1]]}]": "6:28: tile D "
        "overlaps tile D in [0, 1]; move one of them",
        "conditions: 5": "3:13: 'conditions' has no conditions; write 'parity:' first",
        "conditions: {p: {values: {D: 1}}}": "3:17: condition p has no target; say what the values "
        "add up to",
        "conditions: {p: {values: {}, target: 2}}": "3:26: 'values' has no values; write 'A: 1' "
        "lines",
        "conditions: {p: {values: {Z: 1}, target: 3}}": "3:27: unknown tile 'Z'; known: D",
        "conditions: {p: {values: {D: 1}, target: 3.5}}": "3:42: 'target' is '3.5'; write a whole "
        "number",
        "conditions: {p: {values: {D: 1}, target: 10000000000000000000}}": "3:42: 'target' is "
        "'10000000000000000000'; write a whole number",
        "conditions: {p: {colouring: chess, target: 1}}": "3:44: the colours add up to 0 in every "
        "solution; delete 'target'",
        "conditions: {p: {colouring: chess, values: {D: 1}, target: 0}}": "3:44: condition p has a "
        "colouring and values of tiles; make two conditions of it",
        "conditions:\n  p:\n    colouring: |\n      123\n      45": "7:9: a row of 2 cells, where "
        "the first has 3; write 1 more",
        "conditions:\n  p:\n    colouring: |\n      123": "5:16: the colouring shows 3 of 6 cells; "
        "draw all of them",
        "conditions:\n  p:\n    colouring: |\n      1234\n      123#": "6:10: a colour off the "
        "region; write #",
        "conditions:\n  p:\n    colouring: |\n      12#\n      12x": "7:9: 'x' in a colouring; "
        "write digits, + and - for 1 and -1, . for 0\n"
        "5:16: the colouring shows 4 of 6 cells; draw all of them",
        "conditions: {'': {colouring: chess}}": "3:14: condition name ''; use words of letters and "
        "digits",
        "conditions: {each cell once: {colouring: chess}}": "3:14: condition each cell once has "
        "the name of a group of rows; call it something else",
        "board: |\n  DD.\n\n  ...": "5:1: an empty line; delete it",
        "board: |\n  D#.\n  D..": "4:4: '#' on a place inside the region; write . or a tile",
    },
    "tower": {
        "board: |\n  00.1.1......\n  ............": "3:6: the ring of row 0 is filled twice; move "
        "one of the tiles that fill it",
        "givens: [{tile: 0, atoms: [[0, 11], [0, 23]]}]": "2:37: atom [0, 23] of tile 0 stands "
        "here twice; name each once",
        "givens:\n"
        "  - {tile: 0, atoms: [[0, 0], [0, 1]]}\n"
        "  - {tile: Q, atoms: [[0, 12], [0, 13], [0, 14], [1, 12], [1, 13]]}": "4:23: tile Q "
        "overlaps tile 0 in [0, 0]; move one of them",
        # Turned, but not mirrored.
        "givens: [{tile: L, atoms: [[0, 0], [1, 0], [1, 1], [1, 2], [1, 3]]}]": "2:27: the cells "
        "marked L do not have the shape of tile L; see 'show tower'",
        "board: |\n  .............\n  .............": "3:15: a board of 2 rows and 13 columns; the "
        "board of tower has 2 rows and 12 columns",
        "board: |\n  ............\n  ...........": "4:14: a row of 11 cells, where the board of "
        "tower has 12; write 1 more",
        "conditions:\n  p:\n    colouring: |\n      0123456789012\n      012345678901#": "5:19: a "
        "second colour of a cell; draw each once",
        "conditions: {each ring once: {colouring: chess}}": "2:14: condition each ring once has "
        "the name of a group of rows; call it something else",
    },
    "tetrahexes": {
        "region: {rows: 4, columns: 7}\nconditions: {p: {colouring: chess}}": "3:29: the hexagonal "
        "lattice has no two colours that alternate; draw a colouring of your own"
    },
    "lonpos": {
        f"board: |\n  JJJJ.......\n{4 * EMPTY}givens: [J.1@1.5]": "8:10: tile J is placed 2 "
        "times; place it once at most",
        f"board: |\n  .JJJ.......\n{4 * EMPTY}": "3:4: tile J has 4 cells, and 3 are marked; mark "
        "the whole tile once, or none of it",
        f"board: |\n  .KKKK..Z...\n{3 * EMPTY}  .z.........": "3:10: unknown tile 'Z'; known: A, "
        "B, C, D, E, F, G, H, I, J, K, L\n"
        "7:4: unknown tile 'z'; known: A, B, C, D, E, F, G, H, I, J, K, L\n"
        "3:4: the cells marked K do not have the shape of tile K; see 'show lonpos'",
        "solutions: -1": "2:12: 'solutions' must be at least 0, got -1",
        "givens:\n  - at: Y.1@1.1\n  - at: K.2@1.1\n  - at: K.1@99.1": "3:9: unknown tile 'Y'; "
        "known: A, B, C, D, E, F, G, H, I, J, K, L\n"
        "4:9: tile K has no shape 2; its shapes: 1\n"
        "5:9: tile K does not lie at 99.1 in shape 1; it would be off the region; see 'show lonpos "
        "--placements'",
        "givens:\n  - K.1@1": "3:5: 'K.1@1' is not a position; write tile.shape@x.y, such as "
        "A.1@1.1",
        "givens:\n  - at: K.1@1.1\n    tile: K\n    atoms: [[0, 0]]": "4:11: 'tile' beside 'at'; a "
        "position says both; delete it\n"
        "5:12: 'atoms' beside 'at'; a position says both; delete it",
        "givens:\n  - att: K.1@1.1": "3:5: key 'tile' is missing; add it to a given tile\n"
        "3:5: key 'atoms' is missing; add it to a given tile\n"
        "3:5: unknown key 'att'; did you mean 'at'?",
    },
    "pyramid": {
        "board: |\n  .\n\n  ..\n  ..": "2:8: the board shows 5 of 55 cells; begin with what 'show "
        "pyramid --yaml' prints"
    },
    "1 x 2 of squares": {
        "border: c": "3:9: unknown colour of edges 'c'; known: a, b",
        "colouring: chess": "3:12: 'colouring' where cells have no colours; add 'cells'",
        "covered: {most: 2}": "3:10: 'covered' where colours of neighbours are compared; delete it",
        "covered: {most: x}": "3:17: 'x' in 'most'; known: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9\n"
        "3:10: 'covered' where colours of neighbours are compared; delete it",
        "covered: {least: 2}": "3:10: cell [0, 0] is covered more often at least than at most; "
        "change 'least' or 'most'\n"
        "3:10: 'covered' where colours of neighbours are compared; delete it",
        "board: |\n  A.": "4:3: tile A can lie there in 4 ways; name it under 'givens', with the "
        "colours of its edges or cells",
        "givens: [{tile: A, atoms: [[0, 0]], edges: aaaa}]": "3:27: tile A does not have "
        "these colours there; see 'show p --placements'",
        "givens: [{tile: A, atoms: [[0, 0], [0, 1]], cells: w}]": "3:27: tile A has 1 cell, and 2 "
        "are marked; name all of them",
    },
}


def changed(change: str) -> str:
    """The model with some of its keys in another way; a key alone is left out."""
    own = {re.split(r"[: ]", part)[0]: part for part in re.split(r"\n(?=\S)", change)}
    right = {key: f"{key}: {value}" for key, value in (HEAD | BODY).items()}
    further = [key for key in own if key not in right]
    parts = ((right | own)[key] for key in (*HEAD, *further, *BODY))
    return "".join(f"{part}\n" for part in parts if ":" in part)


@cache
def puzzle_of(name: str) -> TilingPuzzle:
    """A puzzle of ours, or of two squares with coloured edges; the tower has two rows."""
    if name == "squares":
        tiles = "tiles: {A: {shape: A, edges: aabb}, B: {shape: B, edges: bbbb}}"
        text = re.sub("region: .*", "", changed(COLOURS + tiles))
        return read_puzzle(read_tree(text, "p.yaml"))
    _, puzzle = load_puzzle(name, parameters={"height": 2} if name == "tower" else None)
    assert isinstance(puzzle, TilingPuzzle)
    return puzzle


def model(change: str) -> TilingPuzzle:
    """All that is read of the file of a model."""
    tree = read_tree(changed(change), "f.yaml")
    default_preset(tree, ["other"])
    read_parameters(tree)
    return read_puzzle(tree)


def instance(board: str, text: str) -> TilingInstance:
    """All that is read of the file of an instance."""
    size, _, name = board.rpartition(" of ")
    start = {"": "", "2 x 3": BOARD, "1 x 2": "region: {rows: 1, columns: 2}\n"}[size]
    puzzle = puzzle_of(name)
    tree = read_tree(f"puzzle: {puzzle.name}\n{start}{text}\n", "f.yaml")
    if name != "squares":
        read_stated_parameters(tree, puzzle_parameters(name), name)
    return read_instance(puzzle, tree)


def test_what_is_wrong_with_a_model() -> None:
    found = {}
    for change in MODELS:
        with pytest.raises(InputError) as caught:
            model(change)
        found[change] = str(caught.value).replace("f.yaml:", "")
    assert found == MODELS


@pytest.mark.every("board")
@pytest.mark.parametrize("board", INSTANCES)
def test_what_is_wrong_with_an_instance(board: str) -> None:
    found = {}
    for text in INSTANCES[board]:
        with pytest.raises(InputError) as caught:
            instance(board, text)
        found[text] = str(caught.value).replace("f.yaml:", "")
    assert found == INSTANCES[board]


@pytest.mark.exhaustive
def test_a_puzzle_with_too_many_placements_is_refused() -> None:
    rows = [
        "".join(f"\n  {indent}{141 * mark}" for _ in range(141))
        for indent, mark in (("", "."), ("    ", "A"))
    ]
    with pytest.raises(InputError, match="at most 10,000,000 are allowed"):
        model(f"region: |{rows[0]}\ntiles:\n  A:\n    shape: |{rows[1]}")


def test_without_these_mistakes_it_is_read() -> None:
    assert len(model("about: a right one").tiles) == 1
    assert instance("2 x 3 of dominoes", "").givens == ()
    model(f"parameters: {{height: {{values: {[*range(1000)]}}}}}")
    hundred = "".join(f"\n  c{number}: {{colouring: chess}}" for number in range(100))
    assert len(instance("2 x 3 of dominoes", f"conditions:{hundred}").conditions) == 100
    with pytest.raises(InputError, match="4:3: 101 conditions; at most 100 are allowed"):
        instance("2 x 3 of dominoes", f"conditions:{hundred}\n  more: {{colouring: chess}}")


@pytest.mark.parametrize(
    "atoms", ["[0, 11], [0, 12]", "[0, 11], [0, 0]", "[0, -1], [0, 0]", "[0, 24], [0, -13]"]
)
def test_the_seam_of_the_tower_is_no_border(atoms: str) -> None:
    (given_tile,) = instance("tower", f"givens: [{{tile: 0, atoms: [{atoms}]}}]\n").givens
    assert given_tile.points == ((0, 0), (0, 11))


def test_copies_of_a_tile_are_told_apart() -> None:
    apart = instance("2 x 3 of dominoes", "board: |\n  D.D\n  D.D\n")
    listed = (
        "givens:\n  - {tile: D, atoms: [[0, 2], [1, 2]]}\n  - {tile: D, atoms: [[1, 0], [0, 0]]}\n"
    )
    assert apart.givens == instance("2 x 3 of dominoes", listed).givens
    both = "board: |\n  D..\n  D..\ngivens: [{tile: D, atoms: [[0, 2], [1, 2]]}]\n"
    assert apart.givens == instance("2 x 3 of dominoes", both).givens


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
        acts = ["delete", "repeat", "swap", "value", "indent", "cut", "key"]
        act = data.draw(st.sampled_from(acts))
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
    # A row of a drawing is named by its line: which cell is wrong, its sentence says.
    place = rf"{re.escape(str(path))}:( |\d+:(\d+:)? )"
    whole = r"the \w+ of [\w-]+ is missing|\d+ more problems in this file"
    for line in str(error).splitlines():
        assert re.match(rf"{place}|{whole}", line), line
        assert line.isprintable()


@pytest.mark.exhaustive
@pytest.mark.parametrize("paths", [MODELS_OF_OURS, INSTANCES_OF_OURS], ids=["model", "instance"])
@given(data=st.data())
@examples(150)
def test_a_mutated_file_is_read_or_refused(
    paths: list[Path], data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = data.draw(st.sampled_from(paths))
    mine = tmp_path_factory.mktemp("library") / "models" / path.name
    mine.parent.mkdir()
    mine.write_text(mutated(path.read_text(), data))
    library = Library((mine.parents[1],))
    try:
        if paths is INSTANCES_OF_OURS:
            load(path.parent.name, file=mine)
        else:
            wanted = {
                one.name: one.values[0] if one.values else one.example()
                for one in puzzle_parameters(path.stem, library)
            }
            load_puzzle(path.stem, library, wanted)
    except InputError as error:
        require_located(error, mine)
