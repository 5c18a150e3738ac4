// @ts-check
/* What a board is: its spots, its pieces and their moves. Nothing here draws. */

import { Colours, FIELD_INSET, safeColour } from "./colours.js";
import { contains, corners, distance, inwards, middle, pulledIn, sidesFromTop } from "./geometry.js";

/** @import { BoardData, Field, Hand, Place, Point, Polygon, Shape, Side } from "./types.d.ts" */
/** @import { Touching } from "./types.d.ts" */

const SNAP = 70; // how far a piece may be from its place when it is let go, in units of the board
const BORDER = 6; // units around the board
const STRIP = [3, 14]; // from the border of the board to the colours that it demands, outwards

/** How much nearer a place must be that is taken than one that is free. */
export const FAVOUR = 16;

/** @type {Shape} */
const NO_SHAPE = { paths: [], box: [0, 0, 1, 1], turn: -1, mirror: -1, tip: -1 };

/** Where the colours of two moves, or of a move and the board (`by` is -1), do not match.
    @typedef {{ side: number, colour: number, other: number, by: number }} Mismatch */

/** A board's spots, pieces and moves, and which moves go together. */
export class Table {
  /** @param {BoardData} data */
  constructor(data) {
    this.data = data;
    this.rounding = Number(data.rounding ?? 5);
    this.polygons = data.spots.path.map(corners);
    this.centres = data.spots.centre;
    this.pieces = data.pieces;
    this.colours = new Colours(data);
    const { piece, shape, starts, spots, lines, drawings } = data.moves;
    this.pieceOf = piece;
    this.shapeOf = shape;
    this.lines = lines;
    this.drawings = drawings;
    this.spotsOf = piece.map((_, m) => spots.slice(starts[m], starts[m + 1]));
    /** @type {Map<string, number[]>} */
    this.byShape = new Map();
    /** @type {number[][]} */
    this.bySpot = this.polygons.map(() => []);
    piece.forEach((p, m) => {
      const key = `${p}:${shape[m]}`;
      const alike = this.byShape.get(key);
      if (alike) alike.push(m);
      else this.byShape.set(key, [m]);
      for (const spot of this.spotsOf[m]) this.bySpot[spot].push(m);
    });
    const used = new Set(piece);
    this.fits = this.pieces.map((_, p) => used.has(p));
    // Whether a mirror makes of a piece what turns do not.
    this.mirrors = this.pieces.some(({ shapes }) => shapes.some(({ mirror }, from) => {
      const turned = new Set();
      for (let at = from; shapes[at] && !turned.has(at); at = shapes[at].turn) turned.add(at);
      return mirror >= 0 && !turned.has(mirror);
    }));
    this.tips = this.pieces.some(({ shapes }) => shapes.some(({ tip }) => tip >= 0));
    const { beside = [], demands = [] } = data.touching ?? {};
    /** The sides on which each move shows a colour, with that.
        @type {[number, number][][]} */
    this.shown = piece.map((_, m) => shownBy(data.touching, m));
    const faces = this.colours.any ? this.polygons.map(sidesFromTop) : [];
    /** The sides of each spot.
        @type {{ side: number, way: string }[][]} */
    this.around = this.polygons.map(() => []);
    /** Where each side is.
        @type {Point[]} */
    this.sideAt = [];
    /** The colours that the board itself has there.
        @type {(Field & { spot: number })[]} */
    this.demanded = [];
    beside.forEach((spots, side) => {
      for (const [spot, number] of spots) {
        const face = faces[spot]?.[number];
        this.around[spot]?.push({ side, way: face?.way ?? "" });
        this.sideAt[side] ??= face?.middle ?? this.centres[spot];
        if (!(demands[side] >= 0)) continue;
        const path = face ? strip(face.side) : pulledIn(this.polygons[spot], FIELD_INSET);
        this.demanded.push({ spot, colour: demands[side], path, at: middle(path), pale: !face });
      }
    });
    this.rim = this.demanded.some(({ pale }) => !pale) ? STRIP[1] + 4 : BORDER;
  }

  /** @param {number} piece */
  name(piece) {
    return String(this.pieces[piece].label ?? this.pieces[piece].name);
  }

  /**
   * What a piece is called in sentences.
   * @param {number} piece
   */
  title(piece) {
    return String(this.pieces[piece].title || this.name(piece));
  }

  /** @param {number} piece @param {"colour" | "ink"} which */
  colour(piece, which = "colour") {
    return safeColour(this.pieces[piece][which], which);
  }

  /**
   * The colours of copies that are told apart, by their moves. A copy has the colour of its place on
   * the board, or where one that was laid before it has that, the next one that is used least; so
   * nearly all keep theirs when one is taken away.
   * @param {number[]} placed
   */
  shades(placed) {
    /** @type {Map<number, string>} */
    const found = new Map();
    /** @type {Map<number, number[]>} */
    const used = new Map();
    for (const move of placed) {
      const piece = this.pieceOf[move], { shades } = this.pieces[piece];
      if (!shades?.length) continue;
      const uses = used.get(piece) ?? shades.map(() => 0);
      used.set(piece, uses);
      const place = Math.min(...this.spotsOf[move]) / this.polygons.length;
      const first = Math.floor(place * shades.length);
      const inTurn = shades.map((_, n) => (first + n) % shades.length);
      const shade = inTurn.reduce((best, other) => (uses[other] < uses[best] ? other : best));
      uses[shade] += 1;
      found.set(move, safeColour(shades[shade], "colour"));
    }
    return found;
  }

  /** @param {number} piece @param {number} shape */
  shape(piece, shape) {
    return this.pieces[piece].shapes[shape] ?? NO_SHAPE;
  }

  /**
   * What a shape shows, in words; nothing without colours.
   * @param {number} piece
   * @param {number} shape
   */
  shows(piece, shape) {
    const { paths, colours = [] } = this.shape(piece, shape);
    return this.colours.describe(paths, colours);
  }

  /**
   * What lies on each spot.
   * @param {number[]} placed
   */
  owners(placed) {
    /** @type {Map<number, number>} */
    const found = new Map();
    for (const move of placed) for (const spot of this.spotsOf[move]) found.set(spot, move);
    return found;
  }

  /**
   * The spot at a place, or -1.
   * @param {Place | null} at
   */
  spotAt(at) {
    if (!at) return -1;
    const inside = this.polygons.flatMap((polygon, spot) =>
      (this.data.spots.view[spot] === at.view && contains(polygon, at.place) ? [spot] : []));
    // Lines lie above the cells beside them.
    const last = this.drawings ? inside.findLast((spot) => this.bySpot[spot].length) : undefined;
    return last ?? inside[0] ?? -1;
  }

  /**
   * Those of a list of numbers that are moves of this board.
   * @param {unknown} moves
   * @returns {number[]}
   */
  knownMoves(moves) {
    return (Array.isArray(moves) ? moves : []).filter((move) => move in this.spotsOf);
  }

  /**
   * Those of a list of numbers that are spots of this board.
   * @param {unknown} spots
   * @returns {number[]}
   */
  knownSpots(spots) {
    return (Array.isArray(spots) ? spots : []).filter((spot) => spot in this.polygons);
  }

  /** @param {number} move @param {number[]} placed */
  overlaps(move, placed) {
    const own = new Set(this.spotsOf[move]);
    return placed.filter((other) => this.spotsOf[other].some((spot) => own.has(spot)));
  }

  /**
   * Where the colours of a move do not match those of the board, or of moves beside it.
   * @param {number} move
   * @param {number[]} placed
   */
  mismatches(move, placed) {
    const mine = new Map(this.shown[move]), { touching } = this.data;
    /** @type {Mismatch[]} */
    const found = [];
    if (!mine.size || !touching) return found;
    const { demands, unlike } = touching;
    /** @param {number} side @param {number} other @param {number} by */
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

  /**
   * The moves of a position that a move cannot lie beside; -1 for the board itself, or if no copy
   * of its piece is left.
   * @param {number} move
   * @param {number[]} placed
   */
  clashes(move, placed) {
    const found = this.overlaps(move, placed);
    if (found.length) return found;
    if (this.left(this.pieceOf[move], placed) <= 0) return [-1];
    return [...new Set(this.mismatches(move, placed).map(({ by }) => by))];
  }

  /**
   * Why a move does not fit, in words; nothing if it does.
   * @param {number} move
   * @param {number[]} placed
   */
  refusal(move, placed) {
    const name = this.name(this.pieceOf[move]), over = this.overlaps(move, placed);
    if (over.length) return `${name} does not fit here: it would lie on ${over.map((other) =>
      this.name(this.pieceOf[other])).join(" and ")}`;
    if (this.left(this.pieceOf[move], placed) <= 0) return `No ${name} is left`;
    const wrong = this.mismatches(move, placed);
    if (!wrong.length) return "";
    const words = wrong.slice(0, 2).map((one) => this.describeMismatch(move, one));
    const more = wrong.length > 2 ? ` (and ${wrong.length - 2} more)` : "";
    return `${name} does not fit here: ${words.join("; ")}${more}`;
  }

  /** @param {number} move @param {Mismatch} mismatch */
  describeMismatch(move, { side, colour, other, by }) {
    const own = this.spotsOf[move], unlike = this.data.touching?.unlike[side];
    /** @param {number} spot */
    const here = (spot) => this.around[spot].find((one) => one.side === side);
    const spot = own.find(here) ?? own[0], way = here(spot)?.way ?? "";
    const where = own.length > 1 || !way
      ? `in ${this.data.spots.name[spot]}${way ? `, ${way},` : ""}` : way;
    const shows = `${where} it shows ${this.colours.title(colour)}`;
    if (by < 0) return `${shows}, where ${this.colours.title(other)} is needed`;
    const neighbour = this.name(this.pieceOf[by]);
    return unlike ? `${shows}, and so does ${neighbour}`
      : `${shows}, and ${neighbour} shows ${this.colours.title(other)}`;
  }

  /**
   * The colours that the board and a position show on each side, by the number of the side.
   * @param {number[]} placed
   */
  seen(placed) {
    const found = new Map(placed.flatMap((move) => this.shown[move]));
    (this.data.touching?.demands ?? []).forEach((colour, side) =>
      colour >= 0 && found.set(side, colour));
    return found;
  }

  /** @param {number} piece @param {number[]} placed */
  left(piece, placed) {
    const { copies } = this.pieces[piece];
    if (copies === null || copies === undefined) return Infinity;
    return copies - placed.filter((move) => this.pieceOf[move] === piece).length;
  }

  /**
   * The moves of a list that can lie together, the first ones first.
   * @param {unknown} moves
   */
  sound(moves) {
    /** @type {number[]} */
    const found = [];
    for (const move of Array.isArray(moves) ? moves : [])
      if (Number.isInteger(move) && move in this.spotsOf && !this.clashes(move, found).length)
        found.push(move);
    return found;
  }

  /**
   * The cell of a shape that is nearest to its middle.
   * @param {number} piece
   * @param {number} shape
   */
  anchor(piece, shape) {
    const centres = this.shape(piece, shape).paths.map((path) => middle(corners(path)));
    if (!centres.length) return 0;
    const whole = middle(centres);
    const far = centres.map((centre) => Math.round(distance(centre, whole)));
    return far.indexOf(Math.min(...far));
  }

  /**
   * The move of what is in the hand whose cell `anchor` comes nearest to a place, or -1.
   * @param {Pick<Hand, "piece" | "shape" | "anchor">} hand
   * @param {Place} at
   * @param {number[]} placed
   */
  nearest({ piece, shape, anchor }, { view, place }, placed, favour = FAVOUR) {
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

/**
 * A strip outside the board, along one of its sides.
 * @param {Side} side
 * @returns {Polygon}
 */
function strip([start, end]) {
  const [u, v] = inwards(start, end);
  /** @param {Point} corner @param {number} by @returns {Point} */
  const out = ([x, y], by) => [x - by * u, y - by * v];
  return [out(start, STRIP[0]), out(start, STRIP[1]), out(end, STRIP[1]), out(end, STRIP[0])];
}

/**
 * The sides on which a move shows a colour, with that.
 * @param {Touching | undefined} touching
 * @param {number} move
 * @returns {[number, number][]}
 */
function shownBy(touching, move) {
  if (!touching?.beside.length) return [];
  const { starts, sides, colours } = touching, [start, end] = [starts[move], starts[move + 1]];
  return sides.slice(start, end).map((side, i) => [side, colours[start + i]]);
}
