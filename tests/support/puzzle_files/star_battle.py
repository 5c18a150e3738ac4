"""Star battle.

Every row, every column and every region has the same number of stars, and no two stars touch, not
even at a corner.
"""

import ilpuzzles
from ilpuzzles.genres import Genre

SMALL = ["AAABBB", "EEADDB", "ECDDDB", "EEEFDD", "EEFFDD", "EEEFFF"]

genre = Genre(
    default_preset="small",
    presets={
        "small": {"stars": 1, "regions": SMALL, "solutions": 1},
        "lines": {"stars": 1, "regions": [name * 6 for name in "ABCDEF"], "solutions": 90},
    },
)

BESIDE = ((0, 1), (1, -1), (1, 0), (1, 1))


@genre.board
def read(fields):
    regions, size = fields["regions"], range(len(fields["regions"]))
    if any(len(row) != len(regions) for row in regions):
        raise ValueError("the board has not as many columns as rows")
    lines = {("row", r): [(r, c) for c in size] for r in size}
    lines |= {("column", c): [(r, c) for r in size] for c in size}
    for r, c in [(r, c) for r in size for c in size]:
        lines.setdefault(("region", regions[r][c]), []).append((r, c))
    given = [tuple(cell) for cell in fields.get("given", [])]
    return {"stars": fields["stars"], "regions": regions, "lines": lines, "given": given}


@genre.model
def build(board):
    model, size = ilpuzzles.Model("star battle"), len(board["regions"])
    star = model.binary("star", size, size)
    with model.group("stars", why="every row, column and region has its stars"):
        for name, cells in board["lines"].items():
            model.add(model.sum(star[cell] for cell in cells) == board["stars"], key=name)
    with model.group("apart", why="no two stars touch"):
        for r, c in [(r, c) for r in range(size) for c in range(size)]:
            for down, right in BESIDE:
                if r + down < size and 0 <= c + right < size:
                    pair = [star[r, c], star[r + down, c + right]]
                    model.at_most_one(pair, key=(r, c, down, right))
    with model.group("given", why="these stars are given"):
        for cell in board["given"]:
            model.add(star[cell] == 1, key=cell)
    return model


@genre.solution
def decode(board, values):
    return {"rows": ["".join(".*"[cell] for cell in row) for row in values["star"]]}


@genre.partial_solution
def partial(board, known):
    shown = {0: ".", 1: "*", None: "?"}
    return {"rows": ["".join(shown[cell] for cell in row) for row in known["star"]]}


@genre.rules
def rules(board, solution):
    stars = clues(board, solution)
    for (kind, name), cells in board["lines"].items():
        found = len(set(stars).intersection(cells))
        if found != board["stars"]:
            yield f"{kind} {name} has {found} stars"
    for r, c in stars:
        if any((r + down, c + right) in stars for down, right in BESIDE):
            yield f"the star in row {r}, column {c} touches another"
    yield from (
        f"no star in {cell}, which is given" for cell in board["given"] if cell not in stars
    )


@genre.text
def text(board, solution):
    cells = [[(r, c) for c in range(len(row))] for r, row in enumerate(board["regions"])]
    start = ["".join(".*"[cell in board["given"]] for cell in row) for row in cells]
    pairs = zip(solution["rows"] if solution else start, board["regions"], strict=True)
    return "\n".join(f"{stars}  {names}" for stars, names in pairs)


@genre.clue_candidates
def clues(board, solution):
    rows = solution["rows"]
    return [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "*"]
