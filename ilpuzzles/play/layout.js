/* What a board is: its spots, its pieces and their moves, their shapes on paper, and the positions
   that have been on it. Nothing here knows the page that shows it. */

const SNAP = 70; // how far a piece may be from its place when it is let go, in units of the board
const FAVOUR = 16; // how much nearer a place must be that is taken than one that is free
const COLOUR = /^#[0-9a-f]{3,8}$/i;

const distance = ([x, y], [u, v]) => Math.hypot(x - u, y - v);

/* ---- Shapes on paper -------------------------------------------------------------------- */

/** The corners of a polygon that is written as a path, clockwise on the screen. */
function corners(path) {
  const numbers = (String(path).match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  const found = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) found.push([numbers[i], numbers[i + 1]]);
  let area = 0;
  found.forEach(([x, y], i) => {
    const [u, v] = found[(i + 1) % found.length];
    area += x * v - u * y;
  });
  return area < 0 ? found.reverse() : found;
}

const middle = (points) => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];

const sides = (polygon) => polygon.map((start, i) => [start, polygon[(i + 1) % polygon.length]]);
const sideKey = ([a, b], [c, d]) => `${a},${b};${c},${d}`;

/** The polygons that hang together by whole sides, as lists of their numbers. */
function parts(polygons) {
  const owner = new Map();
  polygons.forEach((polygon, i) =>
    sides(polygon).forEach(([start, end]) => owner.set(sideKey(start, end), i)));
  const seen = new Set();
  return polygons.flatMap((_, first) => {
    if (seen.has(first)) return [];
    const part = [first];
    seen.add(first);
    for (const i of part)
      for (const [start, end] of sides(polygons[i])) {
        const other = owner.get(sideKey(end, start));
        if (other !== undefined && !seen.has(other)) {
          seen.add(other);
          part.push(other);
        }
      }
    return [part];
  });
}

const turnedBy = ([a, b], [c, d], [e, f]) =>
  Math.atan2((c - a) * (f - d) - (d - b) * (e - c), (c - a) * (e - c) + (d - b) * (f - d));

/** The outline of polygons that share whole sides: closed loops with the inside on the right. */
function outline(polygons) {
  const open = new Map();
  for (const polygon of polygons)
    for (const [start, end] of sides(polygon))
      if (!open.delete(sideKey(end, start))) open.set(sideKey(start, end), [start, end]);
  const onward = new Map();
  for (const side of open.values()) {
    const key = String(side[0]);
    onward.set(key, [...(onward.get(key) ?? []), side]);
  }
  const loops = [];
  while (open.size) {
    let side = open.values().next().value;
    const loop = [];
    while (side && open.delete(sideKey(...side))) {
      loop.push(side[0]);
      const [start, corner] = side;
      const next = (onward.get(String(corner)) ?? []).filter((s) => open.has(sideKey(...s)));
      side = next.sort((s, t) => turnedBy(start, corner, t[1]) - turnedBy(start, corner, s[1]))[0];
    }
    const bent = loop.filter((here, i) => {
      const turn = turnedBy(loop.at(i - 1), here, loop[(i + 1) % loop.length]);
      return Math.abs(turn) > 1e-3;
    });
    loops.push(bent);
  }
  return loops;
}

function inwards([a, b], [c, d]) {
  const length = Math.hypot(c - a, d - b) || 1;
  return [(b - d) / length, (c - a) / length];
}

/** A loop whose sides are moved to the inside. */
function pulledIn(loop, by) {
  return loop.map((here, i) => {
    const [ax, ay] = inwards(loop.at(i - 1), here);
    const [bx, by_] = inwards(here, loop[(i + 1) % loop.length]);
    const scale = by / Math.max(1 + ax * bx + ay * by_, 0.2);
    return [here[0] + scale * (ax + bx), here[1] + scale * (ay + by_)];
  });
}

const spelt = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** Loops as a path with rounded corners. */
function rounded(loops, radius) {
  const towards = ([a, b], [c, d]) => {
    const length = Math.hypot(c - a, d - b);
    const share = length ? Math.min(radius / length, 0.5) : 0;
    return [a + share * (c - a), b + share * (d - b)];
  };
  return loops.map((loop) => `${loop.map((here, i) => {
    const enter = towards(here, loop.at(i - 1)), leave = towards(here, loop[(i + 1) % loop.length]);
    return `${i ? "L" : "M"}${spelt(enter)}Q${spelt(here)} ${spelt(leave)}`;
  }).join("")}Z`).join("");
}

const joined = (polygons, by, radius) =>
  rounded(outline(polygons).map((loop) => pulledIn(loop, by)), radius);

/* ---- What the board is ------------------------------------------------------------------- */

/** A board's spots, pieces and moves, and which moves go together. */
class Layout {
  constructor(data) {
    this.data = data;
    this.cuts = data.drag === "cut";
    this.rounding = Number(data.rounding ?? 5);
    this.polygons = data.spots.path.map(corners);
    this.centres = data.spots.centre;
    this.pieces = data.pieces;
    const { piece, shape, starts, spots } = data.moves;
    this.pieceOf = piece;
    this.spotsOf = piece.map((_, m) => spots.slice(starts[m], starts[m + 1]));
    this.byShape = new Map();
    this.bySpot = this.polygons.map(() => []);
    piece.forEach((p, m) => {
      const key = `${p}:${shape[m]}`;
      if (!this.byShape.has(key)) this.byShape.set(key, []);
      this.byShape.get(key).push(m);
      for (const spot of this.spotsOf[m]) this.bySpot[spot].push(m);
    });
    this.shapeOf = shape;
  }

  name(piece) {
    return String(this.pieces[piece].label ?? this.pieces[piece].name);
  }

  /** What a piece is called in sentences. */
  title(piece) {
    return String(this.pieces[piece].title || this.name(piece));
  }

  colour(piece, which = "colour") {
    const value = String(this.pieces[piece][which] ?? "");
    return COLOUR.test(value) ? value : which === "ink" ? "#000000" : "#adb5bd";
  }

  /** The moves of a position that a move cannot lie beside; -1 if no copy of its piece is left. */
  clashes(move, placed) {
    const own = new Set(this.spotsOf[move]);
    const found = placed.filter((other) => this.spotsOf[other].some((spot) => own.has(spot)));
    return found.length === 0 && this.left(this.pieceOf[move], placed) <= 0 ? [-1] : found;
  }

  left(piece, placed) {
    const { copies } = this.pieces[piece];
    if (copies === null || copies === undefined) return Infinity;
    return copies - placed.filter((move) => this.pieceOf[move] === piece).length;
  }

  /** The moves of a list that can lie together, the first ones first. */
  sound(moves) {
    const found = [];
    for (const move of Array.isArray(moves) ? moves : [])
      if (Number.isInteger(move) && move in this.spotsOf && !this.clashes(move, found).length)
        found.push(move);
    return found;
  }

  /** The cell of a shape that is nearest to its middle. */
  anchor(piece, shape) {
    const { paths } = this.pieces[piece].shapes[shape] ?? { paths: [] };
    const centres = paths.map((path) => middle(corners(path)));
    if (!centres.length) return 0;
    const whole = middle(centres);
    const far = centres.map((centre) => Math.round(distance(centre, whole)));
    return far.indexOf(Math.min(...far));
  }

  /** The move of a shape whose cell `anchor` comes nearest to a place, or -1. */
  nearest({ piece, shape, anchor }, view, place, placed, favour = FAVOUR) {
    let best = -1, least = Infinity;
    for (const move of this.byShape.get(`${piece}:${shape}`) ?? []) {
      const spot = this.spotsOf[move][anchor];
      if (spot === undefined || this.data.spots.view[spot] !== view) continue;
      const far = distance(this.centres[spot], place);
      if (far > least || far > SNAP) continue;
      const score = far + (favour && this.clashes(move, placed).length ? favour : 0);
      if (score < least) [best, least] = [move, score];
    }
    return best;
  }
}

/* ---- The position and its past ----------------------------------------------------------- */

/** Positions that can be undone and redone, and the record of them with their times. */
class Past {
  constructor(first, log = []) {
    this.positions = [first];
    this.at = 0;
    this.log = log;
  }

  get placed() {
    return this.positions[this.at];
  }

  go(placed, { replace = false } = {}) {
    const kept = this.positions.slice(0, this.at + (replace && this.at ? 0 : 1));
    // A piece that was taken up and put down again is no move.
    if (replace && String(kept.at(-1)) === String(placed)) kept.pop();
    this.positions = [...kept, placed];
    this.at = this.positions.length - 1;
  }

  step(by) {
    const next = this.at + by;
    if (next < 0 || next >= this.positions.length) return false;
    this.at = next;
    return true;
  }
}
