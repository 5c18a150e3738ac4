r"""The formulation *seed*, as part 63 of the ILP series tells it.

Every border between cells has the number of the part that it lies in. An uncut cell passes its
number on to all four borders, a cut one to two on either side, and these are different; so no cut
ends inside the board, where its two sides would meet around its end. Then a path along the borders
connects the letters of each part.

With x[c, d] whether cell c is cut along diagonal d, and N, E, S, W the numbers of its borders:

    x[c, /] + x[c, \] <= 1                        empty or one diagonal
    N >= 1                                        positive part numbers
    N = E = S = W         unless c is cut         propagation across uncut cells
    S = E, N = W, N != S  where x[c, /]           propagation across cut cells
    N = E, S = W, N != S  where x[c, \]
    x[c, d] = 0           c a corner of the       corner block
                          board, d around it
    x[c, \] + x[c', /] <= 1                       edge block
                          c, c' side by side along the upper edge, and likewise for the others
    N = p                 in the p-th cell        start fields
                          with the first letter
    cells with letter l where N = p: exactly 1    letters per part

Some steps the article has in one sentence each, without its programme. They are read so:

* *Shared edges*, "we just rewrite references": two neighbours have one variable for the border
  that they share, so there are no rows, and no group, for it.
* *"In the corner"* and *"on the edges"* its rows "block some propagation". They are read as: no cut
  takes a corner off the board, and no two cuts take a triangle out of an edge. These are the two
  smallest pieces along the outside, and no letter fits into them. The next size, two cuts that
  take a larger triangle off a corner, stays allowed, and fits what the article says of its answer:
  two "dummy" cuts in the top left corner. Its picture is lost.
* *"For each part we dedicate one special field"*: these are the cells with the first letter, in
  reading order, and so the parts are numbered.
* A letter's cell has no cuts; the article has flags for every cell.

The formulation is kept as it was told, and it **accepts too much**: nothing counts the pieces. One
without letters may have any number that is not across its cuts, and two with equal numbers that
meet in a point are one for the path. All right answers satisfy it: without bridges, since the two
sides of a cut always differ here.

The paths: one for each part, through all its letters. It runs over crossing points, the corners of
cells, and its edges are borders with the number of its part. It is a tree, found as by a
breadth-first search: every point has an identifier, its distance from the starting point. With e(b)
whether border b, between the points u and v, is an edge of the path of part p, and on(v), start(v),
id(v), degree(v), lower(v) for its points:

    number(b) = p, on(u), on(v)     where e(b)                  edges inside their part
    degree(v) = sum of e(b) over the borders b at v             degrees
    sum of start(v) over v = 1                                  one start
    on(v) for a corner v of c       if letter c lies in p       letters on the path
    start(v) <= on(v)                                           start on the path
    on(v) <= degree(v)                                          positive degrees
    |id(u) - id(v)| = 1             where e(b)                  distances
    id(v) >= 1                      where on(v)                 identifiers
    lower(v) = edges at v from points with lower identifiers    lower neighbours
    lower(v) = 0                    where start(v)              lowest start
    lower(v) = 1                    elsewhere on the path       inner points

The article does not say which crossing point stands for a letter: any corner of its cell will do
here. Nor does it say that both ends of an edge are on the path; the first step says so here.
"""

from itertools import product

from ilpuzzles import Model, absolute, conjunction, count, disjunction


def build(board, names):
    """States a board as the article does; not all solutions are right answers.

    Args:
        board: The board, without bridges, and without clues that may be any letter.
        names: The names of the letters, in their order.
    """
    cells = board.grid.cells
    free = [cell for cell in cells if cell not in board.clues]
    parts = range(1, len(board.clues) // len(names) + 1)
    model = Model("surasshupakku seed")
    cut = model.binary("cut", free, ["/", "\\"])
    # Shared edges: a border is one variable, whichever of its two cells speaks of it.
    borders = sorted({border for cell in cells for border in borders_of(cell)})
    number = model.integer("number", borders, lower=0, upper=len(parts), auxiliary=True)

    with model.group("empty or one diagonal", why="a cell is empty or has one diagonal"):
        model.at_most_one({cell: cut[cell, :] for cell in free})

    with model.group("positive part numbers", why="every border has the number of a part"):
        model.add(number >= 1)

    state_propagation(model, cells, cut, number)
    state_blocks(model, board.grid, cut)

    with model.group("start fields", why="a cell with the first letter gives each part its number"):
        for part, cell in enumerate(board.cells_with_clue(names[0]), 1):
            model.add(number[borders_of(cell)[0]] == part, key=part)

    with model.group("letters per part", why="every part has every letter exactly once"):
        for part in parts:
            for name in names:
                same = (number[borders_of(cell)[0]] for cell in board.cells_with_clue(name))
                model.add(count(one == part for one in same) == 1, key=(part, name))

    letters = {cell: number[borders_of(cell)[0]] for cell in board.clues}
    paths = Paths(model, borders, parts)
    paths.state_edges(number)
    paths.state_points(letters)
    paths.state_distances()

    return model


def borders_of(cell):
    """The centres of the four borders of a cell, north, east, south, west, in half cells.

    There, corners of cells have two even coordinates, their centres two odd ones, and the centres
    of borders one of each.
    """
    row = 2 * cell[0] + 1
    column = 2 * cell[1] + 1
    return (row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)


def state_propagation(model, cells, cut, number):
    """States which borders of a cell have equal numbers."""
    sides = {cell: [number[border] for border in borders_of(cell)] for cell in cells}
    free = set(cut.axes[0])

    with model.group(
        "propagation across uncut cells",
        why="the borders of a cell that is not cut lie in one part",
    ):
        for cell, (north, east, south, west) in sides.items():
            cuts = list(cut[cell, :]) if cell in free else []
            for one, other in ((north, east), (east, south), (south, west)):
                model.add(disjunction(*cuts, one == other), key=cell)

    with model.group(
        "propagation across cut cells",
        why="the borders on a side of a cut lie in one part, those on its two sides do not",
    ):
        for cell in cut.axes[0]:
            north, east, south, west = sides[cell]
            forward = cut[cell, "/"]
            back = cut[cell, "\\"]
            model.add(forward.implies(south == east), key=cell)
            model.add(forward.implies(north == west), key=cell)
            model.add(forward.implies(north != south), key=cell)
            model.add(back.implies(north == east), key=cell)
            model.add(back.implies(south == west), key=cell)
            model.add(back.implies(north != south), key=cell)


def state_blocks(model, grid, cut):
    """States which cuts along the outside of the board there are not."""
    top = 0
    left = 0
    bottom = grid.rows - 1
    right = grid.columns - 1
    free = set(cut.axes[0])

    with model.group("corner block", why="no cut takes a corner off the board"):
        for cell, diagonal in (
            ((top, left), "/"),
            ((top, right), "\\"),
            ((bottom, left), "\\"),
            ((bottom, right), "/"),
        ):
            if cell in free:
                model.add(cut[cell, diagonal] == 0, key=cell)

    with model.group("edge block", why="no two cuts take a triangle out of an edge of the board"):
        beside = [
            *((((top, c), "\\"), ((top, c + 1), "/")) for c in range(right)),
            *((((bottom, c), "/"), ((bottom, c + 1), "\\")) for c in range(right)),
            *((((r, left), "\\"), ((r + 1, left), "/")) for r in range(bottom)),
            *((((r, right), "/"), ((r + 1, right), "\\")) for r in range(bottom)),
        ]
        for one, other in beside:
            if one[0] in free and other[0] in free:
                model.at_most_one([cut[one], cut[other]], key=(one[0], other[0]))


class Paths:
    """The paths of all parts, along borders that join crossing points, and what makes them trees.

    `ends` has for every border the points at its ends, `beside` for every point the borders that
    end there, and where else they end. The variables tell whether the path of a part takes a border
    (`edge`), comes to a point (`on`) or starts there (`start`), how far the point is from the start
    (`identifier`), and how many edges meet there (`degree`).
    """

    def __init__(self, model, borders, parts):
        self.model = model
        self.parts = parts
        self.ends = {border: ends_of(border) for border in borders}
        self.beside = {}
        for border, (one, other) in self.ends.items():
            self.beside.setdefault(one, []).append((border, other))
            self.beside.setdefault(other, []).append((border, one))
        points = sorted(self.beside)
        self.points = list(product(points, self.parts))

        def family(name, of, upper):
            return model.integer(name, of, self.parts, lower=0, upper=upper, auxiliary=True)

        self.edge = family("edge", borders, 1)
        self.on = family("on path", points, 1)
        self.start = family("start", points, 1)
        self.identifier = family("identifier", points, len(points))
        self.degree = family("degree", points, 4)

    def state_edges(self, number):
        """States which borders the paths take, by the number of the part of every border."""
        model = self.model
        edge = self.edge
        on = self.on

        with model.group(
            "edges inside their part",
            why="an edge of a path is a border of its part, and joins two points of the path",
        ):
            for (border, (one, other)), part in product(self.ends.items(), self.parts):
                used = edge[border, part]
                model.add(used.implies(number[border] == part), key=(border, part))
                model.add(used.implies(on[one, part]), key=(border, part))
                model.add(used.implies(on[other, part]), key=(border, part))

        with model.group(
            "degrees", why="the degree of a point is the number of edges that meet there"
        ):
            for point, part in self.points:
                edges = model.sum(edge[border, part] for border, _ in self.beside[point])
                model.add(self.degree[point, part] == edges, key=(point, part))

    def state_points(self, letters):
        """States where the paths go and start, by the number of the part of every letter's cell."""
        model = self.model
        on = self.on
        start = self.start

        with model.group("one start", why="every path has one starting point"):
            model.exactly_one({part: start[:, part] for part in self.parts})

        with model.group(
            "letters on the path", why="a path comes to a corner of every letter's cell"
        ):
            for ((row, column), number), part in product(letters.items(), self.parts):
                corners = product((row, row + 1), (column, column + 1))
                visited = disjunction(on[corner, part] for corner in corners)
                model.add((number == part).implies(visited), key=((row, column), part))

        with model.group("start on the path", why="a path comes to its starting point"):
            model.add(start.implies(on))

        with model.group("positive degrees", why="at least one edge ends at every point of a path"):
            model.add(on <= self.degree)

    def state_distances(self):
        """States that identifiers are the distances of a breadth-first search."""
        model = self.model
        on = self.on
        start = self.start
        identifier = self.identifier
        lower = model.integer("lower neighbours", *on.axes, lower=0, upper=4, auxiliary=True)

        with model.group(
            "distances", why="the identifiers of points that an edge joins differ by 1"
        ):
            for (border, (one, other)), part in product(self.ends.items(), self.parts):
                difference = identifier[one, part] - identifier[other, part]
                unit = absolute(difference) == 1
                model.add(self.edge[border, part].implies(unit), key=(border, part))

        with model.group("identifiers", why="every point of a path has an identifier"):
            model.add(on.implies(identifier >= 1))

        with model.group(
            "lower neighbours",
            why="of the edges at a point those are counted that come from a lower identifier",
        ):
            for point, part in self.points:
                edges = count(
                    conjunction(
                        self.edge[border, part], identifier[other, part] < identifier[point, part]
                    )
                    for border, other in self.beside[point]
                )
                model.add(lower[point, part] == edges, key=(point, part))

        with model.group("lowest start", why="a starting point has no lower neighbour"):
            model.add(start.implies(lower == 0))

        with model.group("inner points", why="any other point of a path has one lower neighbour"):
            model.add(~on | start | (lower == 1))


def ends_of(border):
    """The crossing points at the ends of a border, named by the cells to their lower right."""
    row = border[0] // 2
    column = border[1] // 2
    return (row, column), ((row + 1, column) if border[0] % 2 else (row, column + 1))
