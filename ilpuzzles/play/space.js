// @ts-check
/* Space on paper: a parallel projection as in the pictures of solids, who stands in front of whom, and
   what is under a pointer. Pure.

   All cells are equally large and stand in rows or around an axis; so a cell whose middle is nearer
   never stands behind another one, and painting from far to near is right. */

import { contains } from "./geometry.js";
import { placeKey } from "./layers.js";

/** @import { BoardData, Camera, Point, Polygon, Vertex } from "./types.d.ts" */

/** A cell in space: its middle, the corners of its sides, and across each side its neighbour or -1;
    a ball has no sides.
    @typedef {{ spot: number, place: Vertex, sides: Vertex[][], beside: number[] }} Cell */

export const BALL = 0.5; // radius of a ball
export const DOT = 0.3; // radius within which an empty cell is pointed at
const NEAR = 0.75; // how far a pointer may be from an empty cell where nothing else is
const HEIGHTS = [-25, 90];
const ZOOMS = [0.6, 4];
const APART = [0, 2];
const PAPER_HAIR = 1e-6; // lengths on paper that differ by less are equal
const LIGHT = /** @type {Vertex} */ ([-0.35, -0.55, 0.76]);

/** The corners of a cube by the directions of its sides, counterclockwise from outside; a tower's
    cells have their first direction outwards.
    @type {[Vertex, Vertex[]][]} */
const CUBE = [
  [[1, 0, 0], [[1, -1, -1], [1, 1, -1], [1, 1, 1], [1, -1, 1]]],
  [[-1, 0, 0], [[-1, -1, -1], [-1, -1, 1], [-1, 1, 1], [-1, 1, -1]]],
  [[0, 1, 0], [[1, 1, -1], [-1, 1, -1], [-1, 1, 1], [1, 1, 1]]],
  [[0, -1, 0], [[-1, -1, -1], [1, -1, -1], [1, -1, 1], [-1, -1, 1]]],
  [[0, 0, 1], [[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]]],
  [[0, 0, -1], [[-1, -1, -1], [-1, 1, -1], [1, 1, -1], [1, -1, -1]]],
];

/** For each side of a cube, those that its edges lead to, in the order of its corners. */
const OVER_EDGE = [[5, 2, 4, 3], [3, 4, 2, 5], [5, 1, 4, 0], [5, 0, 4, 1], [3, 0, 2, 1],
  [1, 2, 0, 3]];

const UPPER_SIDE = 4;

/** @param {number} degrees */
const radians = (degrees) => (degrees * Math.PI) / 180;

/**
 * The cells of a board in space; nothing for a flat one.
 * @param {BoardData} data
 * @returns {Cell[]}
 */
export function cellsInSpace({ spots, space }) {
  const places = spots.space ?? [], around = Number(space?.around ?? 0);
  const ball = space?.cell !== "cube";
  /** @type {Map<string, number>} */
  const numbers = new Map();
  places.forEach((place, spot) => place && numbers.set(placeKey(place), spot));
  return places.flatMap((place, spot) => {
    if (!place) return [];
    const sides = ball ? [] : CUBE.map(([, corners]) =>
      corners.map((corner) => cornerAt(place, corner, around)));
    const beside = ball ? [] : CUBE.map(([way]) => numbers.get(placeKey(nextTo(place, way, around))) ?? -1);
    return [{ spot, place, sides, beside }];
  });
}

/**
 * A corner of a cube, or of a stone of a tower.
 * @param {Vertex} place
 * @param {Vertex} corner
 * @param {number} around
 * @returns {Vertex}
 */
function cornerAt([x, y, z], [a, b, c], around) {
  if (!around) return [x + a / 2, y + b / 2, z + c / 2];
  const angle = Math.atan2(y, x) + (b * Math.PI) / around, radius = Math.hypot(x, y) + a / 2;
  return [radius * Math.cos(angle), radius * Math.sin(angle), z + c / 2];
}

/**
 * The place beside a place.
 * @param {Vertex} place
 * @param {Vertex} way
 * @param {number} around
 * @returns {Vertex}
 */
function nextTo([x, y, z], [a, b, c], around) {
  if (!around) return [x + a, y + b, z + c];
  const angle = Math.atan2(y, x) + (2 * b * Math.PI) / around, radius = Math.hypot(x, y) + a;
  return [radius * Math.cos(angle), radius * Math.sin(angle), z + c];
}

/**
 * The middle of what cells fill, and how far they reach from there.
 * @param {Cell[]} cells
 */
export function extent(cells) {
  const axes = [0, 1, 2].map((axis) => cells.map(({ place }) => place[axis]));
  const middle = /** @type {Vertex} */ (axes.map((all) => (Math.min(...all) + Math.max(...all)) / 2));
  const across = Math.max(...cells.map(({ place }) =>
    Math.hypot(place[0] - middle[0], place[1] - middle[1]))) + 0.75;
  return { middle, across, up: Math.max(...axes[2]) - middle[2] + 0.5 };
}

/**
 * The layers of a solid as sheets through the middles of their cells, the lowest one first: four corners,
 * and the cells. A tower has none, since its rows lie around an axis.
 * @param {Cell[]} cells
 * @param {BoardData["space"]} space
 */
export function layerSheets(cells, space) {
  if (space?.around) return [];
  const heights = [...new Set(cells.map(({ place }) => place[2]))].sort((one, other) => one - other);
  return heights.map((height) => {
    const own = cells.filter(({ place }) => place[2] === height);
    const [[left, right], [near, far]] = [0, 1].map((axis) => {
      const along = own.map(({ place }) => place[axis]);
      return [Math.min(...along) - 0.5, Math.max(...along) + 0.5];
    });
    const corners = /** @type {Vertex[]} */ ([[left, near, height], [right, near, height],
      [right, far, height], [left, far, height]]);
    return { corners, cells: own };
  });
}

/** A projection of what stands around a place. */
export class Projection {
  /**
   * @param {Camera} camera
   * @param {Vertex} middle
   * @param {number} scale how long a length of 1 is on paper, before it is enlarged
   */
  constructor({ turn, height, zoom, apart }, middle, scale) {
    const across = radians(turn), down = radians(height);
    this.scale = scale * zoom;
    this.apart = 1 + apart;
    this.middle = middle;
    const cos = Math.cos(down), sin = Math.sin(down);
    this.right = [Math.cos(across), Math.sin(across), 0];
    this.up = [-Math.sin(across) * sin, Math.cos(across) * sin, cos];
    this.towards = [Math.sin(across) * cos, -Math.cos(across) * cos, sin];
  }

  /** @param {Vertex} place @param {number[]} way */
  along([x, y, z], way, lifted = z) {
    const [a, b, c] = this.middle, rise = (lifted - c) * this.apart + z - lifted;
    return (x - a) * way[0] + (y - b) * way[1] + rise * way[2];
  }

  /**
   * A place on paper, y downwards. Of a cell with its middle at the height `of`, all is pulled apart
   * by as much.
   * @param {Vertex} place
   * @returns {Point}
   */
  point(place, of = place[2]) {
    return [this.scale * this.along(place, this.right, of), -this.scale * this.along(place, this.up, of)];
  }

  /** How near a place is; nearer ones have more.
      @param {Vertex} place */
  depth(place) {
    return this.along(place, this.towards);
  }

  /** Whether the side of a cell is turned to whoever looks.
      @param {Vertex[]} corners */
  sees(corners) {
    const [a, b, c] = facing(corners), [u, v, w] = this.towards;
    return a * u + b * v + c * w > 1e-6;
  }
}

/** From where a solid is looked at first, as in its pictures.
    @param {Cell[]} cells @returns {Camera} */
export const firstCamera = ([{ sides }]) =>
  ({ ...(sides.length ? { turn: 34, height: 30 } : { turn: 28, height: 26 }), zoom: 1, apart: 0 });

/**
 * The projection that shows all of a solid on a paper, however it is tilted.
 * @param {Camera} camera
 * @param {ReturnType<typeof extent>} size
 * @param {Point} paper how wide and how high that is
 */
export function wholeProjection(camera, { middle, across, up }, [wide, high]) {
  const tilt = radians(camera.height);
  const seen = up * (1 + camera.apart) * Math.cos(tilt) + across * Math.abs(Math.sin(tilt));
  return new Projection(camera, middle, Math.min(wide / 2 / across, high / 2 / seen));
}

/**
 * The direction of length 1 that a side is turned to.
 * @param {Vertex[]} corners
 * @returns {Vertex}
 */
function facing(corners) {
  const [first, second, last] = [corners[0], corners[1], corners[corners.length - 1]];
  const [ax, ay, az] = first.map((value, axis) => second[axis] - value);
  const [bx, by, bz] = first.map((value, axis) => last[axis] - value);
  const cross = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
  const length = Math.hypot(...cross) || 1;
  return [cross[0] / length, cross[1] / length, cross[2] / length];
}

/**
 * How bright a side is, from 0.68 to 1.
 * @param {Vertex[]} corners
 */
export function brightness(corners) {
  const lit = facing(corners).reduce((sum, value, axis) => sum + value * LIGHT[axis], 0);
  return 0.84 + 0.16 * Math.max(Math.min(lit * 1.25, 1), -1);
}

/**
 * A colour (#rgb or #rrggbb) with less light.
 * @param {string} colour
 * @param {number} light
 */
export function withLight(colour, light) {
  const digits = colour.length < 6 ? colour.slice(1, 4).replace(/./g, "$&$&") : colour.slice(1, 7);
  const parts = [0, 2, 4].map((at) => Math.round(parseInt(digits.slice(at, at + 2), 16) * light));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * The sides of a cell that are seen of a body, and on each of them the edges where that ends.
 * @param {Cell} cell
 * @param {Cell[]} cells by their spots
 * @param {(spot: number) => boolean} isOwn whether a spot is of the same body
 * @param {(spot: number) => boolean} isHidden whether what lies on a spot hides what is behind it
 * @param {boolean} apart whether layers are pulled apart
 */
export function outerSides({ sides, beside }, cells, isOwn, isHidden, apart) {
  /** @param {number[]} next @param {number} way */
  const across = (next, way) => (apart && way >= UPPER_SIDE ? -1 : next[way]);
  return sides.flatMap((corners, way) => {
    const next = across(beside, way);
    if (next >= 0 && (isOwn(next) || isHidden(next))) return [];
    const edges = OVER_EDGE[way].flatMap((other, at) => {
      const along = across(beside, other);
      const goesOn = along >= 0 && isOwn(along);
      const over = goesOn ? across(cells[along].beside, way) : -1;
      return goesOn && !(over >= 0 && isOwn(over)) ? [] : [[corners[at], corners[(at + 1) % 4]]];
    });
    return [{ corners, edges, light: brightness(corners) }];
  });
}

/**
 * Cells from far to near.
 * @param {Cell[]} cells
 * @param {Projection} projection
 */
export function fromFarToNear(cells, projection) {
  const depths = new Map(cells.map((cell) => [cell, projection.depth(cell.place)]));
  return [...cells].sort((one, other) =>
    (depths.get(one) ?? 0) - (depths.get(other) ?? 0) || one.spot - other.spot);
}

/** What may be meant by a pointer: a cell there, how far on paper its middle is, and its rank from the
    nearest to whoever looks.
    @typedef {{ spot: number, far: number, rank: number }} Candidate */

/**
 * How near cells are, from 0 for the farthest of all to 1 for the nearest.
 * @param {Cell[]} cells
 * @param {Projection} projection
 * @returns {(cell: Cell) => number}
 */
export function nearness(cells, projection) {
  const depths = cells.map(({ place }) => projection.depth(place));
  const least = Math.min(...depths), range = Math.max(...depths) - least;
  return ({ place }) => (range ? (projection.depth(place) - least) / range : 1);
}

/**
 * The spot under a point on paper, or -1.
 *
 * What hides everything behind it ends the list of what may be meant. Of that, what is wanted comes
 * first, and of several such cells the one whose middle is nearest on paper, then the one that is
 * nearest to whoever looks: dots of cells that stand behind each other lie beside each other on
 * paper, so depth alone would often take another dot than the one that is pointed at. Where nothing
 * is pointed at, it is the empty cell that is not far.
 * @param {Cell[]} cells
 * @param {Projection} projection
 * @param {Point} point
 * @param {(spot: number) => boolean} isFull
 * @param {(spot: number) => boolean} isWanted whether a click on a spot would do what is meant by it
 */
export function spotUnder(cells, projection, point, isFull, isWanted = isFull) {
  /** @type {Candidate[]} */
  const meant = [];
  let beside = -1, least = NEAR * projection.scale;
  for (const [rank, cell] of fromFarToNear(cells, projection).reverse().entries()) {
    const { spot } = cell, [x, y] = projection.point(cell.place);
    const far = Math.hypot(x - point[0], y - point[1]);
    if (isFull(spot)) {
      if (!isBodyAt(cell, projection, point, far)) continue;
      meant.push({ spot, far, rank });
      break;
    }
    if (far <= DOT * projection.scale) meant.push({ spot, far, rank });
    if (far < least) [beside, least] = [spot, far];
  }
  if (!meant.length) return beside;
  const wanted = meant.filter(({ spot }) => isWanted(spot));
  return (wanted.length ? wanted : meant).reduce(better).spot;
}

/**
 * Of two cells, the one whose middle is nearer to the pointer, then the one before the other.
 * @param {Candidate} one
 * @param {Candidate} other
 */
const better = (one, other) => (other.far < one.far - PAPER_HAIR ? other : one);

/**
 * Whether what fills a cell is seen at a point, if nothing is before it.
 * @param {Cell} cell
 * @param {Projection} projection
 * @param {Point} point
 * @param {number} far from the middle of the cell
 */
const isBodyAt = (cell, projection, point, far) => (cell.sides.length
  ? cell.sides.some((corners) => projection.sees(corners)
    && contains(onPaper(corners, cell, projection), point))
  : far <= BALL * projection.scale);

/**
 * The side of a cell on paper; clockwise, if it is turned to whoever looks.
 * @param {Vertex[]} corners
 * @param {Cell} cell
 * @param {Projection} projection
 * @returns {Polygon}
 */
export const onPaper = (corners, { place }, projection) =>
  corners.map((corner) => projection.point(corner, place[2])).reverse();

/**
 * A camera that has gone on; what is given is added, but `zoom` is a factor.
 * @param {Camera} camera
 * @param {Partial<Camera>} by
 * @returns {Camera}
 */
export function movedCamera(camera, { turn = 0, height = 0, zoom = 1, apart = 0 }) {
  /** @param {number} value @param {number[]} limits */
  const within = (value, [low, high]) => Math.min(Math.max(value, low), high);
  return { turn: camera.turn + turn, height: within(camera.height + height, HEIGHTS),
    zoom: within(camera.zoom * zoom, ZOOMS), apart: within(camera.apart + apart, APART) };
}

/**
 * A camera that goes part of the way to another one, or all of a short one.
 * @param {Camera} camera
 * @param {Camera} goal
 * @param {number} share
 * @returns {Camera}
 */
export function cameraTowards(camera, goal, share) {
  /** @param {keyof Camera} name */
  const part = (name) => (Math.abs(goal[name] - camera[name]) < (name === "zoom" || name === "apart"
    ? 0.01 : 0.4) ? goal[name] : camera[name] + share * (goal[name] - camera[name]));
  return { turn: part("turn"), height: part("height"), zoom: part("zoom"), apart: part("apart") };
}
