// @ts-check
/* What a draft looks like: its cells, clues, regions and walls as elements, and where its places are.
   Of a draft and its sheet alone, without the editor around them. */

import { svg } from "./dom.js";
import { cellOf, isBeside, sideOf, sizeOf } from "./editor.js";

/** @import { Draft, Sheet, SheetPlace } from "./types.d.ts" */

export const UNIT = 36; // the side of a cell
const EACH = 0.62; // of a cell, for each number beside the grid
const REGION_TINTS = ["#1c7ed6", "#2b8a3e", "#e8590c", "#ae3ec9", "#0c8599", "#c2255c", "#5f3dc4", "#9c6b00"];

/* -- places -- */

/**
 * The room beside the grid, in cells: to the left, above, to the right, below.
 * @param {Sheet} sheet
 * @param {Draft} draft
 */
export function roomBeside(sheet, draft) {
  /** @param {string} side */
  const roomOf = (side) => {
    if (!sheet.parts.includes(side)) return sheet.parts.includes("corners") ? 0.4 : 0.06;
    if (!sheet.lists.includes(side)) return 1;
    const longest = Math.max(0, ...draft.words[side].map((word) => word.split(" ").length));
    return EACH * Math.max(3, longest + 1) + 0.1;
  };
  return { left: roomOf("left"), above: roomOf("above"), right: roomOf("right"), below: roomOf("below") };
}

/**
 * The box of a place, in the units of the picture.
 * @param {Sheet} sheet
 * @param {Draft} draft
 * @param {SheetPlace} place
 * @returns {[number, number, number, number]}
 */
export function boxOfPlace(sheet, draft, place) {
  const { part } = place, [row, column] = cellOf(place, draft);
  if (part === "corners") return [(column - 0.4) * UNIT, (row - 0.4) * UNIT, 0.8 * UNIT, 0.8 * UNIT];
  const room = roomBeside(sheet, draft);
  const wide = part === "left" ? room.left : part === "right" ? room.right : 1;
  const high = part === "above" ? room.above : part === "below" ? room.below : 1;
  const x = part === "left" ? -room.left : column, y = part === "above" ? -room.above : row;
  return [x * UNIT, y * UNIT, wide * UNIT, high * UNIT];
}

/** The path around a box, a little inside of it.
    @param {[number, number, number, number]} box */
export function outlineOfBox([x, y, width, height]) {
  return `M${x + 1.5} ${y + 1.5}h${width - 3}v${height - 3}h${3 - width}z`;
}

/**
 * The places that Python names: one place, or all of a line.
 * @param {Draft} draft
 * @param {[string, number, number?]} named
 * @returns {SheetPlace[]}
 */
export function placesMeant(draft, [named, row, column]) {
  if (isBeside(named)) return draft.words[named]?.[row] === undefined ? [] : [{ part: named, at: row }];
  const part = named === "corners" ? "corners" : "board", [height, width] = sizeOf(part, draft);
  if (row < 0 || row >= height) return [];
  const columns = column === undefined ? [...Array(width).keys()] : [column];
  return columns.filter((each) => each < width).map((each) => ({ part, at: row * width + each }));
}

/* -- elements -- */

/**
 * All that the picture below does not show yet, drawn plainly.
 * @param {Sheet} sheet
 * @param {Draft} draft
 * @param {Draft | null} shown what the picture shows
 */
export function plainElements(sheet, draft, shown) {
  const { rows, columns } = draft;
  const cells = [], words = [], borders = [];
  const areOther = JSON.stringify(draft.paths ?? []) !== JSON.stringify(shown?.paths ?? []);
  for (let cell = 0; cell < rows * columns; cell++) {
    if (shown && !areOther && !differs(draft, shown, cell)) continue;
    const x = (cell % columns) * UNIT, y = Math.floor(cell / columns) * UNIT;
    const word = draft.words.board?.[cell] ?? "";
    const isHole = word === sheet.hole && word !== "";
    cells.push(svg("rect", { x, y, width: UNIT, height: UNIT, class: isHole ? "hole" : "cell" }));
    if (word && !isHole) words.push(wordElement(word, x + UNIT / 2, y + UNIT / 2));
    for (const [x1, y1, x2, y2] of thickSides(draft, cell))
      borders.push(svg("line", { x1: x1 * UNIT, y1: y1 * UNIT, x2: x2 * UNIT, y2: y2 * UNIT, class: "border" }));
  }
  const paths = areOther || !shown ? (draft.paths ?? []).flatMap((path) => pathElements(path, columns)) : [];
  return [...cells, ...paths, ...words, ...borders, ...signElements(draft, shown),
    ...cornerElements(draft, shown), ...besideElements(sheet, draft, shown)];
}

/**
 * A path as a thick line, with a bulb where it begins.
 * @param {number[]} path
 * @param {number} columns
 */
function pathElements(path, columns) {
  const middles = path.map((cell) => [(cell % columns + 0.5) * UNIT, (Math.floor(cell / columns) + 0.5) * UNIT]);
  const [[cx, cy]] = middles;
  return [svg("circle", { cx, cy, r: 0.38 * UNIT, class: "bulb" }),
    svg("path", { d: `M${middles.map((middle) => middle.join(" ")).join("L")}`, class: "band" })];
}

/** @param {Draft} draft @param {Draft | null} shown */
function signElements(draft, shown) {
  const { columns } = draft;
  return (draft.signs ?? []).flatMap((word, side) => {
    // A cell that is drawn anew hides the signs beside it.
    const cells = [side >> 1, (side >> 1) + (side % 2 ? columns : 1)];
    if (shown && shown.signs?.[side] === word && !cells.some((cell) => differs(draft, shown, cell))) return [];
    if (!word && !shown?.signs?.[side]) return [];
    const x = (cells[0] % columns + (side % 2 ? 0.5 : 1)) * UNIT;
    const y = (Math.floor(cells[0] / columns) + (side % 2 ? 1 : 0.5)) * UNIT;
    return [svg("circle", { cx: x, cy: y, r: 6.5, class: "clear" }), ...(word ? [wordElement(word, x, y, 0.72)] : [])];
  });
}

/** @param {Draft} draft @param {Draft | null} shown */
function cornerElements(draft, shown) {
  const words = draft.words.corners ?? [];
  return words.flatMap((word, at) => {
    if (shown && shown.words.corners[at] === word) return [];
    const [row, column] = cellOf({ part: "corners", at }, draft);
    const x = column * UNIT, y = row * UNIT;
    const dot = svg("circle", { cx: x, cy: y, r: word || shown ? 9 : 2.5, class: word ? "cell" : "dot" });
    return word ? [dot, wordElement(word, x, y, 0.72)] : [dot];
  });
}

/** @param {Sheet} sheet @param {Draft} draft @param {Draft | null} shown */
function besideElements(sheet, draft, shown) {
  return sheet.parts.filter(isBeside).flatMap((part) => draft.words[part].flatMap((word, at) => {
    if (shown && shown.words[part][at] === word) return [];
    const place = { part, at }, [x, y, width, height] = boxOfPlace(sheet, draft, place);
    const slot = svg("rect", { x: x + 1, y: y + 1, width: width - 2, height: height - 2, class: "slot" });
    return [slot, ...numbersBeside(draft, place, word)];
  }));
}

/**
 * The numbers of a line, those beside the grid first.
 * @param {Draft} draft
 * @param {SheetPlace} place
 * @param {string} word
 */
function numbersBeside(draft, place, word) {
  const { part } = place, [row, column] = cellOf(place, draft);
  const isUpright = part === "above" || part === "below", isBefore = part === "above" || part === "left";
  const numbers = word.split(" ").filter(Boolean), ordered = isBefore ? numbers.reverse() : numbers;
  const along = ((isUpright ? column : row) + 0.5) * UNIT;
  const edge = (isUpright ? draft.rows : draft.columns) * UNIT;
  return ordered.map((number, depth) => {
    const away = EACH * (depth + 0.5) * UNIT, across = isBefore ? -away : edge + away;
    return isUpright ? wordElement(number, along, across) : wordElement(number, across, along);
  });
}

/** The regions, each in a colour and with its name.
    @param {Draft} draft */
export function regionElements({ regions, columns }) {
  const names = [...new Set(regions)].filter(Boolean);
  return regions.flatMap((name, cell) => {
    if (!name) return [];
    const x = (cell % columns) * UNIT, y = Math.floor(cell / columns) * UNIT;
    const fill = REGION_TINTS[names.indexOf(name) % REGION_TINTS.length];
    return [svg("rect", { x, y, width: UNIT, height: UNIT, fill, "fill-opacity": 0.22 }),
      svg("text", { x: x + UNIT - 3, y: y + UNIT - 4, class: "name" }, name)];
  });
}

/**
 * Whether a cell looks other than in another draft of the same size: by itself, or by its sides.
 * @param {Draft} one
 * @param {Draft} other
 * @param {number} cell
 */
function differs(one, other, cell) {
  if (one === other) return false;
  if (one.words.board?.[cell] !== other.words.board?.[cell]) return true;
  if (one.regions[cell] !== other.regions[cell]) return true;
  const { columns, rows } = one, column = cell % columns, row = Math.floor(cell / columns);
  const near = [column > 0 ? cell - 1 : cell, column < columns - 1 ? cell + 1 : cell,
    row > 0 ? cell - columns : cell, row < rows - 1 ? cell + columns : cell];
  if (near.some((next) => one.regions[next] !== other.regions[next])) return true;
  return [..."nesw"].some((way) => {
    const side = sideOf(cell, way, one);
    return side !== null && one.walls.includes(side) !== other.walls.includes(side);
  });
}

/**
 * The ends of the thick sides of a cell: between regions, where there is a wall, and at the edge.
 * @param {Draft} draft
 * @param {number} cell
 * @returns {[number, number, number, number][]}
 */
function thickSides(draft, cell) {
  const { columns, regions, walls } = draft, x = cell % columns, y = Math.floor(cell / columns);
  /** @type {Record<string, [number, number, number, number]>} */
  const ends = { n: [x, y, x + 1, y], e: [x + 1, y, x + 1, y + 1], s: [x, y + 1, x + 1, y + 1], w: [x, y, x, y + 1] };
  const steps = { n: -columns, e: 1, s: columns, w: -1 };
  return Object.entries(steps).flatMap(([way, step]) => {
    const side = sideOf(cell, way, draft);
    const isThick = side === null || walls.includes(side)
      || (regions.length > 0 && regions[cell] !== regions[cell + step]);
    return isThick ? [ends[way]] : [];
  });
}

/**
 * A word around a point, smaller if it is long.
 * @param {string} word
 * @param {number} x
 * @param {number} y
 */
function wordElement(word, x, y, size = 1) {
  const points = Math.min(0.5, 1.5 / word.length) * UNIT * size;
  return svg("text", { x, y: y + 0.36 * points, "font-size": points, class: "letter" }, word);
}
