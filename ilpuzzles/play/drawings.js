// @ts-check
/* Drawings: what can lie on a board, and beside it. */

import { svg } from "./dom.js";
import { corners, distance, joined, middle, parts, rounded } from "./geometry.js";
import { namesAt, rulesOut } from "./marking.js";
import { Projection, cellsInSpace, fromFarToNear, onPaper, outerSides, withLight } from "./space.js";

/** @import { Camera, DrawnElement, Field, Point, Polygon, Shape, Vertex } from "./types.d.ts" */
/** @import { Cell } from "./space.js" */
/** @import { Table } from "./table.js" */

/** Units of the board below a shape for what its layers are called. */
export const LAYER_NAME = 30;

/** Units for a cell of a piece that is shown in space. */
const MINIATURE = 40;

/** The part of a move that is seen in a view.
    @typedef {{ view: number, element: SVGGElement }} Drawing */

/**
 * A part that has a colour, and the letter of that.
 * @param {Table} table
 * @param {Field} field
 * @param {number} size
 */
export function fieldElements({ colours }, { path, colour, at: [x, y], pale }, size) {
  const part = svg("path", { class: pale ? "field pale" : "field", d: rounded([path], 0) });
  part.style.setProperty("--fill", colours.value(colour));
  const letter = colours.letter(colour);
  if (!letter) return [part];
  const text = svg("text", { class: "letter tint", x, y, "font-size": size }, letter);
  text.style.setProperty("--ink", colours.value(colour, "ink"));
  return [part, text];
}

/**
 * The colours of cells, by the words for them.
 * @param {Table} table
 * @param {Polygon[]} polygons
 * @param {string[]} words
 */
function colourElements(table, polygons, words) {
  return polygons.flatMap((polygon, i) => {
    const size = 0.9 * (table.colours.ground(polygon, words[i]) || 11);
    return table.colours.fields(polygon, words[i] ?? "").flatMap((one) =>
      fieldElements(table, one, size));
  });
}

/**
 * A piece that does not lie on the board.
 * @param {Table} table
 * @param {Shape} shape
 */
export function shapeElements(table, shape) {
  const polygons = shape.paths.map(corners);
  return [
    ...(shape.under ?? []).map((path) =>
      svg("path", { class: "elsewhere", d: rounded([corners(path)], table.rounding) })),
    svg("path", { class: "body", d: joined(polygons, 1.6, table.rounding) }),
    ...colourElements(table, polygons, shape.colours ?? []),
  ];
}

/**
 * What the layers of a piece are called that stand side by side, below them.
 * @param {Shape} shape
 */
export function layerNames({ box, layers = [] }) {
  const [, y, , height] = box.map(Number), names = layers.length === 2 ? ["upper", "lower"] : [];
  return layers.map((x, at) => svg("text", { class: "layer-name", x: Number(x),
    y: y + height + LAYER_NAME / 2, "font-size": names.length ? 22 : 26 }, names[at] ?? String(at + 1)));
}

/**
 * A piece on the board: a drawing for each of the views in which it lies.
 * @param {Table} table
 * @param {number} move
 * @param {string} classes
 * @returns {Drawing[]}
 */
export function drawPiece(table, move, classes) {
  /** @type {Map<number, number[]>} */
  const views = new Map();
  for (const spot of table.spotsOf[move]) {
    const view = table.data.spots.view[spot];
    views.set(view, [...(views.get(view) ?? []), spot]);
  }
  return [...views].map(([view, spots]) =>
    ({ view, element: pieceElement(table, move, spots, classes) }));
}

/**
 * The part of a piece in one view.
 * @param {Table} table
 * @param {number} move
 * @param {number[]} spots
 * @param {string} classes
 */
function pieceElement(table, move, spots, classes) {
  const { centres, rounding } = table, piece = table.pieceOf[move];
  const polygons = spots.map((spot) => table.polygons[spot]);
  const group = svg("g", { class: classes, "data-move": move });
  group.style.setProperty("--fill", table.colour(piece));
  group.style.setProperty("--ink", table.colour(piece, "ink"));
  group.append(svg("path", { class: "body", d: joined(polygons, 1.6, rounding) }));
  const words = table.shape(piece, table.shapeOf[move]).colours ?? [];
  const fields = colourElements(table, polygons, words);
  const ground = table.colours.ground(polygons[0], words[0]);
  group.append(...fields);
  group.classList.toggle("coloured", fields.length > 0);
  if (ground) group.append(...spots.map((spot) => svg("circle", { class: "ground", r: ground,
    cx: centres[spot][0], cy: centres[spot][1] })));
  for (const part of parts(polygons)) {
    const [x, y] = nearestToMiddle(part.map((i) => centres[spots[i]]));
    const size = ground ? ground * 1.35 : polygons[part[0]].length < 4 ? 13 : 17;
    if (classes.includes("given"))
      group.append(svg("circle", { cx: x, cy: y, r: ground || size - 4, class: "ring" }));
    group.append(svg("text", { x, y, class: "letter", "font-size": size }, table.name(piece)));
  }
  if (fields.length && classes.includes("reason"))
    group.append(svg("path", { class: "under", d: joined(polygons, 4.5, rounding) }));
  if (classes.includes("reason") || classes.includes("clash"))
    group.append(svg("path", { class: "edge", d: joined(polygons, 4.5, rounding) }));
  return group;
}

/**
 * A cut, or the dot of a cell that stays whole.
 * @param {Table} table
 * @param {number} move
 * @param {string} classes
 * @returns {Drawing[]}
 */
export function drawCut(table, move, classes) {
  const [spot] = table.spotsOf[move], line = table.lines?.[move];
  const element = svg("g", { class: `${classes} cut`, "data-move": move });
  if (line) {
    const [x1, y1, x2, y2] = line.map(Number);
    element.append(svg("line", { class: "under", x1, y1, x2, y2 }));
    element.append(svg("line", { x1, y1, x2, y2 }));
  } else {
    const [cx, cy] = table.centres[spot];
    element.append(svg("circle", { cx, cy, r: 3.5 }));
  }
  return [{ view: table.data.spots.view[spot], element }];
}

/** What elements of a mark may be, and what may be set of them. */
const MARK_TAGS = /** @type {const} */ (["circle", "line", "path", "rect", "text"]);
const MARK_NAME = /^(c?[xy][12]?|d|r|rx|width|height|fill|stroke(-width|-linecap)?|font-size|text-anchor)$/;

/**
 * An element of a mark; nothing where it is none.
 * @param {DrawnElement} drawn
 */
function markElement({ tag, set, text }) {
  const known = MARK_TAGS.find((one) => one === tag);
  if (!known) return [];
  const safe = Object.entries(set).filter(([name, value]) =>
    MARK_NAME.test(name) && !/url/i.test(value));
  return [svg(known, Object.fromEntries(safe), ...(text === undefined ? [] : [String(text)]))];
}

/**
 * A mark, as the board says it looks; around one that is a reason or a proposal is a line.
 * @param {Table} table
 * @param {number} move
 * @param {string} classes
 * @returns {Drawing[]}
 */
export function drawMark(table, move, classes) {
  const [spot] = table.spotsOf[move];
  // Among many proposals, what is not there would hide what is.
  const out = rulesOut(table, move) ? " rules-out" : "";
  const element = svg("g", { class: `${classes} mark${out}`, "data-move": move });
  element.append(...(table.drawings?.[move] ?? []).flatMap(markElement));
  if (/reason|proposed/.test(classes))
    element.append(svg("path", { class: "around", d: joined([table.polygons[spot]], 2, 3) }));
  return [{ view: table.data.spots.view[spot], element }];
}

/** The cells of boards in space. */
const CELLS = /** @type {WeakMap<Table, Cell[]>} */ (new WeakMap());

/**
 * A piece as it stands in space, around (0, 0); how far it reaches from there, and its elements.
 * @param {Table} table
 * @param {number} piece
 * @param {number} shape
 * @param {Camera} camera
 */
export function miniature(table, piece, shape, camera) {
  const [like] = table.byShape.get(`${piece}:${shape}`) ?? [];
  if (like === undefined) return null;
  const cells = CELLS.get(table) ?? cellsInSpace(table.data), spots = new Set(table.spotsOf[like]);
  CELLS.set(table, cells);
  const own = cells.filter(({ spot }) => spots.has(spot));
  if (own.length < spots.size) return null;
  const middle = /** @type {Vertex} */ ([0, 1, 2].map((axis) =>
    own.reduce((sum, { place }) => sum + place[axis], 0) / own.length));
  const far = Math.max(...own.map(({ place }) => Math.hypot(...place.map((n, axis) => n - middle[axis]))));
  const projection = new Projection({ ...camera, zoom: 1, apart: 0 }, middle, MINIATURE);
  /** @type {Cell[]} */
  const bySpot = [];
  for (const cell of cells) bySpot[cell.spot] = cell;
  const elements = fromFarToNear(own, projection).flatMap((cell) => {
    if (!cell.sides.length) {
      const [cx, cy] = projection.point(cell.place), r = MINIATURE / 2 - 1;
      return [svg("circle", { class: "skin", cx, cy, r }),
        svg("circle", { class: "shine", cx: cx - 0.3 * r, cy: cy - 0.35 * r, r: 0.3 * r })];
    }
    return outerSides(cell, bySpot, (spot) => spots.has(spot), () => false, false)
      .filter(({ corners: loop }) => projection.sees(loop)).map(({ corners: loop, light }) => {
        const side = svg("path", { class: "skin", d: rounded([onPaper(loop, cell, projection)], 0) });
        side.style.setProperty("--fill", withLight(table.colour(piece), light));
        return side;
      });
  });
  return { reach: (far + 0.9) * MINIATURE, elements };
}

/** Where notes in the corners stand, one after the other, from -1 to 1 across and down. */
const CORNERS = [[-1, -1], [1, -1], [-1, 1], [1, 1], [0, -1], [0, 1], [-1, 0], [1, 0]];

/**
 * What a place may be: in its middle side by side, or one in each corner and then between them.
 * @param {Table} table
 * @param {number} spot
 * @param {string[]} names
 * @param {"centre" | "corner"} mode
 */
export function candidateElements(table, spot, names, mode) {
  const known = namesAt(table, spot).filter((name) => names.includes(name)), [x, y] = table.centres[spot];
  const room = Math.min(...[0, 1].map((axis) => {
    const ends = table.polygons[spot].map((corner) => corner[axis]);
    return Math.max(...ends) - Math.min(...ends);
  }));
  const places = mode === "corner" ? cornerPlaces(known, room, Boolean(table.data.spots.clue?.[spot]))
    : middlePlaces(known, room);
  return known.map((name, at) => svg("text", { class: `candidate ${mode}`, x: x + places[at].x,
    y: y + places[at].y, "font-size": places[at].size }, name));
}

/**
 * Places in the corners of a cell, around its middle; below a clue at the top left.
 * @param {string[]} names
 * @param {number} room
 * @param {boolean} hasClue
 */
function cornerPlaces(names, room, hasClue) {
  const size = 0.26 * room, reach = room / 2 - 0.62 * size;
  const corners = hasClue ? [...CORNERS.slice(1), CORNERS[0]] : CORNERS;
  return names.map((name, at) => {
    const [across, down] = corners[at % corners.length];
    return { x: across * (reach - 0.25 * size * (name.length - 1)), y: down * reach, size };
  });
}

/**
 * Places side by side in the middle of a cell, in as many lines as it takes.
 * @param {string[]} names
 * @param {number} room
 */
function middlePlaces(names, room) {
  const letters = names.join("").length, lines = letters > 5 ? 2 : 1;
  const inLine = Math.ceil(names.length / lines);
  const widest = Math.max(1, ...[0, 1].map((line) =>
    names.slice(line * inLine, (line + 1) * inLine).join("").length));
  const size = Math.min(0.32 * room, 1.5 * room / widest), step = 0.62 * size;
  const rows = Math.ceil(names.length / inLine);
  return names.map((name, at) => {
    const line = Math.floor(at / inLine), own = names.slice(line * inLine, (line + 1) * inLine);
    const before = own.slice(0, at % inLine).join("").length, all = own.join("").length;
    return { x: (before + name.length / 2 - all / 2) * step, y: (line - (rows - 1) / 2) * 1.1 * size, size };
  });
}

/**
 * The one of some places that is nearest to their middle.
 * @param {Point[]} places
 */
function nearestToMiddle(places) {
  const whole = middle(places);
  return places.reduce((best, place) =>
    (distance(place, whole) + 0.1 < distance(best, whole) ? place : best));
}
