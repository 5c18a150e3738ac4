/* Small boards for the tests, as Python would write them. */

export const SIZE = 44;

const square = (x, y) =>
  `M${x},${y}L${x + SIZE},${y}L${x + SIZE},${y + SIZE}L${x},${y + SIZE}Z`;

const sorted = (cells) => {
  const [top, left] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
  return cells.map(([row, column]) => [row - top, column - left])
    .sort(([a, b], [c, d]) => a - c || b - d);
};
const turned = (cells) => sorted(cells.map(([row, column]) => [column, -row]));
const mirrored = (cells) => sorted(cells.map(([row, column]) => [row, -column]));

/** All shapes of a piece, and what turns and a mirror make of each. */
function shapesOf(cells) {
  const found = [sorted(cells)], shapes = [];
  const number = (shape) => {
    const at = found.findIndex((other) => String(other) === String(shape));
    return at >= 0 ? at : found.push(shape) - 1;
  };
  for (const shape of found) // which grows meanwhile
    shapes.push({ turn: number(turned(shape)), mirror: number(mirrored(shape)), tip: -1,
      paths: shape.map(([row, column]) => square(column * SIZE, row * SIZE)),
      box: [0, 0, SIZE * (1 + Math.max(...shape.map(([, column]) => column))),
        SIZE * (1 + Math.max(...shape.map(([row]) => row)))] });
  return { found, shapes };
}

function spotsOf(rows, columns) {
  const all = Array.from({ length: rows * columns }, (_, n) => [Math.floor(n / columns), n % columns]);
  const at = (row, column) => (row >= 0 && row < rows && column >= 0 && column < columns
    ? row * columns + column : -1);
  return {
    name: all.map(([row, column]) => `row ${row + 1}, column ${column + 1}`),
    view: all.map(() => 0),
    path: all.map(([row, column]) => square(column * SIZE, row * SIZE)),
    centre: all.map(([row, column]) => [(column + 0.5) * SIZE, (row + 0.5) * SIZE]),
    next: all.map(([r, c]) => [at(r, c - 1), at(r, c + 1), at(r - 1, c), at(r + 1, c), -1, -1]),
  };
}

/** A board of squares, and pieces that may be turned and mirrored. */
export function tiling(rows, columns, pieces, more = {}) {
  const moves = { piece: [], shape: [], starts: [0], spots: [] };
  const made = pieces.map(({ name, cells, copies = 1, least = copies ?? 0, title }, p) => {
    const { found, shapes } = shapesOf(cells);
    found.forEach((shape, s) => {
      for (let n = 0; n < rows * columns; n++) {
        const lying = shape.map(([r, c]) => [r + Math.floor(n / columns), c + n % columns]);
        if (lying.some(([r, c]) => r >= rows || c >= columns)) continue;
        moves.piece.push(p);
        moves.shape.push(s);
        moves.spots.push(...lying.map(([r, c]) => r * columns + c));
        moves.starts.push(moves.spots.length);
      }
    });
    return { name, label: name, title, colour: "#aabbcc", ink: "#000000", copies, least, shapes };
  });
  return { puzzle: "small", preset: "one", key: "preset:one", given: [], drag: "place", rounding: 5,
    views: [{ name: "", box: [0, 0, columns * SIZE, rows * SIZE], wrapped: false }],
    spots: spotsOf(rows, columns), pieces: made, moves, questions: ["status", "hint"], ...more };
}

/** Two by three squares for two pieces of three cells. */
export const threes = (more) => tiling(2, 3, [
  { name: "L", title: "L (red)", cells: [[0, 0], [1, 0], [1, 1]] },
  { name: "V", cells: [[0, 0], [1, 0], [1, 1]] },
], more);

/** Dominoes on two by three squares. */
export const dominoes = (more) =>
  tiling(2, 3, [{ name: "D", cells: [[0, 0], [0, 1]], copies: null, least: 0 }], more);

/** Two squares side by side, and tiles of which one side has a colour: r, g, or none. */
export function colours(more = {}) {
  const words = ["..r.r", "..g.g", "..r.g"];
  const board = tiling(1, 2, words.map((_, p) =>
    ({ name: "ABC"[p], cells: [[0, 0]], copies: 1, least: 0 })));
  board.pieces.forEach((piece, p) => (piece.shapes[0].colours = [words[p]]));
  // The sides from the top: above, right, below, left. Side 0 is between the squares, 1 at the right.
  const number = { r: 0, g: 1 };
  const touching = { starts: [0], sides: [], colours: [], demands: [-1, 0], unlike: [0, 0],
    beside: [[[0, 1], [1, 3]], [[1, 1]]] };
  board.moves.piece.forEach((p, m) => {
    const [spot] = board.moves.spots.slice(board.moves.starts[m], board.moves.starts[m + 1]);
    const right = number[words[p][2]], left = number[words[p][4]];
    touching.sides.push(...(spot === 0 ? [0] : [0, 1]));
    touching.colours.push(...(spot === 0 ? [right] : [left, right]));
    touching.starts.push(touching.sides.length);
  });
  return { ...board, touching, letters: true, colours: [
    { letter: "r", title: "red", colour: "#ff0000", ink: "#ffffff" },
    { letter: "g", title: "green", colour: "url(evil)", ink: "#000000" }], ...more };
}

/** Two by two cells that can be cut; the first one is given. */
export function cuts(more = {}) {
  const names = ["/", "\\", "."], spots = spotsOf(2, 2);
  const cells = [0, 1, 2, 3].flatMap((spot) => names.map((_, piece) => ({ spot, piece })));
  return { ...tiling(2, 2, []), drag: "cut", given: [0], spots,
    pieces: names.map((name, p) => ({ name, label: name, title: ["cut up", "cut down", "whole"][p],
      colour: "#000000", ink: "#ffffff", copies: null, shapes: [] })),
    moves: { piece: cells.map(({ piece }) => piece), shape: cells.map(() => 0),
      starts: [...cells.keys(), cells.length], spots: cells.map(({ spot }) => spot),
      lines: cells.map(({ piece }) => (piece < 2 ? [0, 0, 1, 1] : null)) }, ...more };
}

/** The place of a spot's middle. */
export const at = (board, spot) => ({ view: 0, place: board.spots.centre[spot] });

/** Three squares, and between them two lines to draw; `lines` are their spots. */
export function lines(more = {}) {
  const spots = spotsOf(1, 3), names = ["line", "no line"], between = [1, 2];
  for (const column of between) {
    const x = column * SIZE, y = SIZE / 2;
    spots.name.push(`from row 1, column ${column} to row 1, column ${column + 1}`);
    spots.view.push(0);
    spots.path.push(`M${x - y},${y}L${x},0L${x + y},${y}L${x},${SIZE}Z`);
    spots.centre.push([x, y]);
    spots.next.push([-1, -1, -1, -1, -1, -1]);
  }
  spots.line = spots.name.map((_, spot) => spot >= 3);
  const cells = between.flatMap((_, n) => names.map((__, piece) => ({ spot: 3 + n, piece })));
  return { ...tiling(1, 3, []), ...drawn(names, cells), spots, lines: [3, 4], ...more };
}

/** Three by three squares, and two lines that cross in the middle one; `lines` are their spots. */
export function crossing(more = {}) {
  const spots = spotsOf(3, 3), [a, b, c] = [0.5, 1.5, 2.5].map((n) => n * SIZE);
  for (const [name, path] of [["from row 2, column 1 to row 2, column 3", `M${a},${b}L${b},${b - 8}L${c},${b}L${b},${b + 8}Z`],
    ["from row 1, column 2 to row 3, column 2", `M${b},${a}L${b + 8},${b}L${b},${c}L${b - 8},${b}Z`]]) {
    spots.name.push(name);
    spots.view.push(0);
    spots.path.push(path);
    spots.centre.push([b, b]);
    spots.next.push([-1, -1, -1, -1, -1, -1]);
  }
  spots.line = spots.name.map((_, spot) => spot >= 9);
  const cells = [9, 10].flatMap((spot) => [{ spot, piece: 0 }]);
  return { ...tiling(3, 3, []), ...drawn(["line"], cells), spots, lines: [9, 10], ...more };
}

/** Two by two squares, and the walls around each of them; `wall` finds the spot of one by its middle. */
export function walls(more = {}) {
  const spots = spotsOf(2, 2), names = ["line", "no line"], half = SIZE / 2, sides = [];
  for (const [n, m] of [[0, 1], [0, 3], [2, 1], [2, 3], [4, 1], [4, 3]]) sides.push([m * half, n * half, 1]);
  for (const [n, m] of [[0, 1], [0, 3], [2, 1], [2, 3], [4, 1], [4, 3]]) sides.push([n * half, m * half, 0]);
  for (const [x, y, flat] of sides) {
    const [u, v] = flat ? [half, 0] : [0, half];
    spots.name.push(`wall at ${x}, ${y}`);
    spots.view.push(0);
    spots.path.push(`M${x - u},${y - v}L${x + v},${y - u}L${x + u},${y + v}L${x - v},${y + u}Z`);
    spots.centre.push([x, y]);
    spots.next.push([-1, -1, -1, -1, -1, -1]);
  }
  spots.line = spots.name.map((_, spot) => spot >= 4);
  const cells = sides.flatMap((_, n) => names.map((__, piece) => ({ spot: 4 + n, piece })));
  return { ...tiling(2, 2, []), ...drawn(names, cells), spots,
    wall: (x, y) => spots.name.indexOf(`wall at ${x * half}, ${y * half}`), ...more };
}

/** Two by two squares, and borders to draw between them; the first and the last one have a clue. */
export function borders(more = {}) {
  const board = walls(), { spots } = board;
  const between = [[2, 1], [2, 3], [1, 2], [3, 2]].map(([x, y]) => board.wall(x, y));
  const kept = [...spots.name.keys()].filter((spot) => spot < 4 || between.includes(spot));
  for (const name of ["name", "view", "path", "centre", "next", "line"])
    spots[name] = kept.map((spot) => spots[name][spot]);
  spots.clue = spots.name.map((_, spot) => (spot === 0 || spot === 3 ? "1" : ""));
  const cells = spots.name.flatMap((_, spot) => (spots.line[spot] ? [0, 1].map((piece) => ({ spot, piece })) : []));
  return { ...board, ...drawn(["line", "no line"], cells), ...more };
}

/** Three squares to shade. */
export function shades(more = {}) {
  const cells = [0, 1, 2].flatMap((spot) => [0, 1].map((piece) => ({ spot, piece })));
  const board = { ...tiling(1, 3, []), ...drawn(["shaded", "empty"], cells), ...more };
  board.pieces[0].label = "■";
  board.pieces[1].title = "unshaded";
  board.pieces[1].label = "·";
  return board;
}

/** Two squares for a number each. */
export function digits(largest = 4, more = {}, squares = 2) {
  const names = Array.from({ length: largest }, (_, n) => String(n + 1));
  const cells = [...Array(squares).keys()].flatMap((spot) => names.map((_, piece) => ({ spot, piece })));
  return { ...tiling(1, squares, []), ...drawn(names, cells), ...more };
}

const drawn = (names, cells) => ({ drag: "draw",
  pieces: names.map((name) => ({ name, label: name, title: name, colour: "#000000", ink: "#ffffff",
    copies: null, shapes: [] })),
  moves: { piece: cells.map(({ piece }) => piece), shape: cells.map(() => 0),
    starts: [...cells.keys(), cells.length], spots: cells.map(({ spot }) => spot),
    drawings: cells.map(() => []) } });

/** A cube of two by two by two, as two layers, and a piece of three cells that can be tipped. */
export function cubes(more = {}) {
  const all = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => [n >> 2, (n >> 1) & 1, n & 1]);
  const spots = { name: all.map(([layer, row, column]) =>
    `layer ${layer + 1}, row ${row + 1}, column ${column + 1}`),
  view: all.map(([layer]) => layer), path: all.map(([, row, column]) => square(column * SIZE, row * SIZE)),
  centre: all.map(([, row, column]) => [(column + 0.5) * SIZE, (row + 0.5) * SIZE]),
  space: all.map(([layer, row, column]) => [column, -row, -layer]), next: all.map(() => [-1, -1, -1, -1, -1, -1]) };
  const number = (cell) => all.findIndex((other) => String(other) === String(cell));
  // Flat in a layer, standing with its corner below, and two cells on each other.
  const shapes = [[0, 0, [[0, 0, 0], [0, 0, 1], [0, 1, 0]]], [0, 1, [[0, 0, 0], [1, 0, 0], [1, 0, 1]]],
    [1, 0, [[0, 0, 0], [1, 0, 0]]]];
  const moves = { piece: [], shape: [], starts: [0], spots: [] };
  for (const [piece, shape, cells] of shapes)
    for (const [z, y, x] of all) {
      const lying = cells.map(([a, b, c]) => number([a + z, b + y, c + x]));
      if (lying.includes(-1)) continue;
      moves.piece.push(piece);
      moves.shape.push(shape);
      moves.spots.push(...lying);
      moves.starts.push(moves.spots.length);
    }
  const paths = (cells) => cells.map(([layer, row, column]) =>
    square((column + 3 * layer) * SIZE, row * SIZE));
  const shapeOf = (cells, tip) => ({ paths: paths(cells), box: [0, 0, 88, 88], turn: -1, mirror: -1, tip });
  return { ...tiling(1, 1, []), spots, moves, space: { cell: "cube", around: 0 },
    views: [0, 1].map((n) => ({ name: `layer ${n + 1}`, box: [0, 0, 88, 88], wrapped: false })),
    pieces: [["V", [shapeOf(shapes[0][2], 1), shapeOf(shapes[1][2], 0)]], ["I", [shapeOf(shapes[2][2], -1)]]]
      .map(([name, own]) => ({ name, label: name, colour: "#aabbcc", ink: "#000000", copies: 1, least: 0,
        shapes: own })), ...more };
}

/** What a page knows of rows about the two lines of `lines`; variables 2 and 3 are no marks. */
export function proofsOf(rows, more = {}) {
  const table = { lengths: [], columns: [], factors: {}, least: [], most: [], groups: [], clues: {}, places: {} };
  rows.forEach(({ of, factors, least = -9, most = 9, group = 0, clue, place }, row) => {
    const units = !factors || factors.every((factor) => Math.abs(factor) === 1);
    if (!units) table.factors[row] = factors;
    table.lengths.push(of.length);
    table.columns.push(...of.map((column, n) => (units && factors?.[n] === -1 ? -1 - column : column)));
    table.least.push(least);
    table.most.push(most);
    table.groups.push(group);
    if (clue !== undefined) table.clues[row] = clue;
    if (place !== undefined) table.places[row] = place;
  });
  const texts = (line, none) => ({ texts: [line, none], of: [0, 1, 0, 1] });
  return { values: [[0, 1], [0, 0], [1, 1], [1, 0]], fixed: [], rows: table,
    groups: [{ why: "a rule of counts" }],
    clues: [{ name: "the 2 at row 1, column 1", spots: [0] }], places: ["row 1"],
    words: { draw: texts("draw a line {}", "draw no line {}"),
      named: texts("the line {}", "the crossed-out line {}"),
      otherwise: texts("there were no line there", "there were a line there") }, ...more };
}
