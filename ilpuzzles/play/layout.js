/* What a board is: its spots, its pieces and their moves, their shapes on paper, and the positions
   that have been on it. Nothing here knows the page that shows it. */

const SNAP = 70; // how far a piece may be from its place when it is let go, in units of the board
const FAVOUR = 16; // how much nearer a place must be that is taken than one that is free
const COLOUR = /^#[0-9a-f]{3,8}$/i;

const WAYS = ["above", "at the upper right", "on the right", "at the lower right", "below",
  "at the lower left", "on the left", "at the upper left"];
const IN = 3.5; // units from the border of a cell to its colours
const STRIP = [3, 14]; // the same from the border of the board, outwards

const distance = ([x, y], [u, v]) => Math.hypot(x - u, y - v);
const safeColour = (value, which) => (COLOUR.test(String(value ?? "")) ? String(value)
  : which === "ink" ? "#000000" : "#adb5bd");

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

/** What is a share of the way from one place to another. */
const between = ([x, y], [u, v], share) => [x + share * (u - x), y + share * (v - y)];

/** The sides of a polygon clockwise from the top, each with the way to it in words. */
function sidesFromTop(polygon) {
  const [x, y] = middle(polygon);
  return sides(polygon).map((side) => {
    const [u, v] = middle(side), turn = Math.atan2(u - x, y - v) / (2 * Math.PI);
    return { side, middle: [u, v], way: WAYS[Math.round(turn * 8 + 8) % 8],
      turn: (turn + 1.005) % 1 }; // what is straight above is not a hair to the left of it
  }).sort((one, other) => one.turn - other.turn);
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
    const used = new Set(piece);
    this.fits = this.pieces.map((_, p) => used.has(p));
    // Whether a mirror makes of a piece what turns do not.
    this.mirrors = this.pieces.some(({ shapes }) => shapes.some(({ mirror }, from) => {
      const turned = new Set();
      for (let at = from; shapes[at] && !turned.has(at); at = shapes[at].turn) turned.add(at);
      return mirror >= 0 && !turned.has(mirror);
    }));
    this.tips = this.pieces.some(({ shapes }) => shapes.some(({ tip }) => tip >= 0));
    this.colourful(data.touching ?? { beside: [], demands: [] });
  }

  /** Finds the sides on which each move shows a colour, and those at each spot. */
  colourful({ starts, sides: sideOf, colours, beside, demands }) {
    this.tints = new Map((this.data.colours ?? []).map(({ letter }, n) => [String(letter), n]));
    this.shown = this.pieceOf.map((_, m) => (beside.length ? sideOf.slice(starts[m], starts[m + 1])
      .map((side, i) => [side, colours[starts[m] + i]]) : []));
    const faces = this.tints.size ? this.polygons.map(sidesFromTop) : [];
    this.around = this.polygons.map(() => []);
    // Where each side is, and the colours that the board itself has there.
    this.sideAt = [];
    this.demanded = [];
    beside.forEach((spots, side) => {
      for (const [spot, number] of spots) {
        const face = faces[spot]?.[number], at = face?.middle ?? this.centres[spot];
        this.around[spot]?.push({ side, way: face?.way ?? "" });
        this.sideAt[side] ??= at;
        if (!(demands[side] >= 0)) continue;
        const [start, end] = face?.side ?? [], out = face && inwards(start, end);
        const corner = ([x, y], by) => [x - by * out[0], y - by * out[1]];
        const path = !face ? pulledIn(this.polygons[spot], IN) : [corner(start, STRIP[0]),
          corner(start, STRIP[1]), corner(end, STRIP[1]), corner(end, STRIP[0])];
        this.demanded.push({ spot, colour: demands[side], path, at: middle(path), pale: !face });
      }
    });
    this.rim = this.demanded.some(({ pale }) => !pale) ? STRIP[1] + 4 : 6;
  }

  /** The parts of a cell that have a colour, by the word for it: its own, and those of its sides. */
  fields(polygon, word) {
    const inner = pulledIn(polygon, IN), whole = middle(polygon);
    const low = inner.reduce((best, here) => (here[0] - here[1] < best[0] - best[1] ? here : best));
    return [...String(word)].flatMap((letter, i) => {
      const colour = this.tints.get(letter);
      if (colour === undefined) return [];
      if (!i) return [{ colour, path: inner, at: between(low, whole, 0.3) }];
      const face = sidesFromTop(inner)[i - 1];
      return face ? [{ colour, path: [...face.side, whole], at: between(whole, face.middle, 0.78) }]
        : [];
    });
  }

  /** The radius of the white ground of a letter on sides with colours; 0 for none. */
  ground(polygon, word) {
    if (![...String(word)].slice(1).some((letter) => this.tints.has(letter))) return 0;
    const whole = middle(polygon);
    return 0.46 * Math.min(...sides(polygon).map((side) => distance(middle(side), whole)));
  }

  name(piece) {
    return String(this.pieces[piece].label ?? this.pieces[piece].name);
  }

  /** What a piece is called in sentences. */
  title(piece) {
    return String(this.pieces[piece].title || this.name(piece));
  }

  colour(piece, which = "colour") {
    return safeColour(this.pieces[piece][which], which);
  }

  /** A colour that pieces show, by its number. */
  tint(number, which = "colour") {
    return safeColour(this.data.colours?.[number]?.[which], which);
  }

  /** What that is called, and the letter that it has where colours are hard to tell apart. */
  tintTitle(number) {
    return String(this.data.colours?.[number]?.title ?? "");
  }

  tintLetter(number) {
    return this.data.letters ? String(this.data.colours?.[number]?.letter ?? "") : "";
  }

  /** What a shape shows, in words; nothing without colours. */
  shows(piece, shape) {
    const { paths, colours = [] } = this.pieces[piece].shapes[shape] ?? {}, rows = new Map(), said = [];
    colours.forEach((word, cell) => {
      const polygon = corners(paths[cell]), row = Math.round(middle(polygon)[1]);
      const [own, ...around] = [...String(word)].map((letter) => this.tints.get(letter));
      if (own !== undefined) rows.set(row, [...(rows.get(row) ?? []), this.tintTitle(own)]);
      const ways = sidesFromTop(polygon).flatMap(({ way }, i) =>
        (around[i] === undefined ? [] : [`${way} ${this.tintTitle(around[i])}`]));
      if (ways.length) said.push(ways.join(", "));
    });
    const cells = [...rows.values()].map((row) => row.join(", ")).join("; ");
    return [...(cells ? [`cells ${cells}`] : []), ...said].join("; ");
  }

  overlaps(move, placed) {
    const own = new Set(this.spotsOf[move]);
    return placed.filter((other) => this.spotsOf[other].some((spot) => own.has(spot)));
  }

  /** Where the colours of a move do not match those of the board (-1), or of moves beside it. */
  mismatches(move, placed) {
    const mine = new Map(this.shown[move]), found = [];
    if (!mine.size) return found;
    const { demands, unlike } = this.data.touching;
    const compare = (side, other, by) => {
      const colour = mine.get(side);
      if (colour !== undefined && (colour === other) === Boolean(unlike[side]))
        found.push({ side, colour, other, by });
    };
    for (const side of mine.keys()) if (demands[side] >= 0) compare(side, demands[side], -1);
    // On a narrow board that is closed, a piece touches itself.
    for (const by of [move, ...placed.filter((other) => other !== move)])
      for (const [side, other] of this.shown[by])
        if (by !== move || !unlike[side]) compare(side, other, by);
    return found;
  }

  /** The moves of a position that a move cannot lie beside; -1 for the board itself, or if no copy
      of its piece is left. */
  clashes(move, placed) {
    const found = this.overlaps(move, placed);
    if (found.length) return found;
    if (this.left(this.pieceOf[move], placed) <= 0) return [-1];
    return [...new Set(this.mismatches(move, placed).map(({ by }) => by))];
  }

  /** Why a move does not fit, in words; nothing if it does. */
  refusal(move, placed) {
    const called = (other) => this.name(this.pieceOf[other]), name = called(move);
    const over = this.overlaps(move, placed), wrong = this.mismatches(move, placed);
    if (over.length) return `${name} does not fit here: it would lie on ${over.map(called)
      .join(" and ")}`;
    if (this.left(this.pieceOf[move], placed) <= 0) return `No ${name} is left`;
    if (!wrong.length) return "";
    const own = this.spotsOf[move], { unlike } = this.data.touching;
    const words = wrong.slice(0, 2).map(({ side, colour, other, by }) => {
      const here = (spot) => this.around[spot].find((one) => one.side === side);
      const spot = own.find(here) ?? own[0], way = here(spot)?.way ?? "";
      const where = own.length > 1 || !way
        ? `in ${this.data.spots.name[spot]}${way ? `, ${way},` : ""}` : way;
      const shows = `${where} it shows ${this.tintTitle(colour)}`;
      if (by < 0) return `${shows}, where ${this.tintTitle(other)} is needed`;
      return unlike[side] ? `${shows}, and so does ${called(by)}`
        : `${shows}, and ${called(by)} shows ${this.tintTitle(other)}`;
    });
    const more = wrong.length > 2 ? ` (and ${wrong.length - 2} more)` : "";
    return `${name} does not fit here: ${words.join("; ")}${more}`;
  }

  /** The colours that the board and a position show on each side, by the number of the side. */
  seen(placed) {
    const found = new Map(placed.flatMap((move) => this.shown[move]));
    (this.data.touching?.demands ?? []).forEach((colour, side) =>
      colour >= 0 && found.set(side, colour));
    return found;
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
  constructor(first, log = [], { positions, at } = {}) {
    // What was kept is taken if it is about the position that is here.
    const known = Array.isArray(positions) && positions.every(Array.isArray)
      && String(positions[at]) === String(first);
    this.positions = known ? [...positions] : [first];
    this.at = known ? at : 0;
    this.log = log;
  }

  get placed() {
    return this.positions[this.at];
  }

  go(placed, { replace = false } = {}) {
    const kept = this.positions.slice(0, this.at + (replace && this.at ? 0 : 1));
    // A piece that was taken up and put down again is no move.
    if (replace && String([...kept.at(-1)].sort()) === String([...placed].sort())) kept.pop();
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
