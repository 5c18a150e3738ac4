// @ts-check
/* The editor's state: what is drawn on a sheet, where the cursor is, and what can be undone. What
   somebody does becomes another state; nothing here knows the page. */

/** @import { Draft, Drawing, DrawingAction, Sheet, SheetPlace } from "./types.d.ts" */

const MOST_STEPS = 200; // that can be undone
const REGION_NAMES = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"];
/** Steps to the neighbours of a cell: rows, then columns.
    @type {Record<string, [number, number]>} */
const CELL_STEPS = { n: [-1, 0], e: [0, 1], s: [1, 0], w: [0, -1] };

/** @param {string} part */
const isUpright = (part) => part === "above" || part === "below";

/** @param {string} part */
export const isBeside = (part) => ["above", "below", "left", "right"].includes(part);

/**
 * How many rows and columns a part has: corners lie around cells, and beside the grid is one line.
 * @param {string} part
 * @param {{ rows: number, columns: number }} draft
 * @returns {[number, number]}
 */
export function sizeOf(part, { rows, columns }) {
  if (part === "corners") return [rows + 1, columns + 1];
  if (isBeside(part)) return isUpright(part) ? [1, columns] : [rows, 1];
  return [rows, columns];
}

/**
 * Where a place lies: its row and its column, outside the grid for those beside it.
 * @param {SheetPlace} place
 * @param {{ rows: number, columns: number }} draft
 * @returns {[number, number]}
 */
export function cellOf({ part, at }, draft) {
  const [, width] = sizeOf(part, draft);
  if (part === "above") return [-1, at];
  if (part === "below") return [draft.rows, at];
  if (part === "left") return [at, -1];
  if (part === "right") return [at, draft.columns];
  return [Math.floor(at / width), at % width];
}

/**
 * The place at a row and a column, if there is one among some parts.
 * @param {[number, number]} cell
 * @param {string[]} parts
 * @param {{ rows: number, columns: number }} draft
 * @returns {SheetPlace | null}
 */
export function placeAt([row, column], parts, draft) {
  const { rows, columns } = draft;
  const isRow = row >= 0 && row < rows, isColumn = column >= 0 && column < columns;
  let part = "", at = 0;
  if (isRow && column === -1) [part, at] = ["left", row];
  else if (isRow && column === columns && parts.includes("right")) [part, at] = ["right", row];
  else if (isColumn && row === -1) [part, at] = ["above", column];
  else if (isColumn && row === rows && parts.includes("below")) [part, at] = ["below", column];
  else {
    part = parts.includes("corners") ? "corners" : "board";
    const [height, width] = sizeOf(part, draft);
    if (row < 0 || row >= height || column < 0 || column >= width) return null;
    at = row * width + column;
  }
  return parts.includes(part) ? { part, at } : null;
}

/**
 * Where a place is, in words.
 * @param {SheetPlace} place
 * @param {{ rows: number, columns: number }} draft
 */
export function placeName(place, draft) {
  const { part } = place, [row, column] = cellOf(place, draft);
  if (isUpright(part)) return `${part} column ${column + 1}`;
  if (isBeside(part)) return `${part} of row ${row + 1}`;
  const cell = `row ${row + 1}, column ${column + 1}`;
  return part === "corners" ? `${cell} of the corners` : cell;
}

/**
 * The parts of a sheet in which places are chosen: those with words, or cells alone.
 * @param {Sheet} sheet
 * @param {string} mode
 */
export const partsOf = (sheet, mode) => (mode === "words" ? sheet.parts : ["board"]);

/**
 * The modes that a sheet has.
 * @param {Sheet} sheet
 * @returns {Drawing["mode"][]}
 */
export function modesOf({ parts, regions, walls, signs, paths }) {
  /** @type {Drawing["mode"][]} */
  const modes = [];
  // Boards that need regions or paths begin with them.
  if (regions === "needed") modes.push("regions");
  if (paths) modes.push("paths");
  if (parts.length) modes.push("words");
  if (signs) modes.push("signs");
  if (regions === "optional") modes.push("regions");
  if (walls) modes.push("walls");
  return modes;
}

/**
 * A state to begin with.
 * @param {Sheet} sheet
 * @param {Draft} draft
 * @returns {Drawing}
 */
export function beginDrawing(sheet, draft) {
  const [mode] = modesOf(sheet), [part] = partsOf(sheet, mode);
  // Where there is one word alone, every tap writes it.
  const stamp = sheet.words.length === 1 ? sheet.words[0] : null;
  return { draft, mode, cursor: { part, at: 0 }, isFresh: true, stamp, brush: "draw",
    stroke: null, past: [], future: [] };
}

/**
 * Whether two drafts are the same board, however its regions are called.
 * @param {Draft} one
 * @param {Draft} other
 */
export function isSameDraft(one, other) {
  return textOfDraft(one) === textOfDraft(other);
}

/** @param {Draft} draft */
function textOfDraft({ rows, columns, words, regions, walls, signs = [], paths = [], said }) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  for (const name of regions) if (!numbers.has(name)) numbers.set(name, numbers.size);
  const numbered = regions.map((name) => (name === "" ? "" : numbers.get(name)));
  const parts = Object.entries(words).sort(([a], [b]) => (a < b ? -1 : 1));
  const values = Object.entries(said).sort(([a], [b]) => (a < b ? -1 : 1));
  const inOrder = [...paths].sort(([a], [b]) => a - b);
  return JSON.stringify([rows, columns, parts, numbered, [...walls].sort((a, b) => a - b), signs, inOrder, values]);
}

/**
 * The side between two cells that are neighbours: of the right side of a cell, or its lower one.
 * @param {number} cell
 * @param {string} way
 * @param {{ rows: number, columns: number }} draft
 * @returns {number | null}
 */
export function sideOf(cell, way, { rows, columns }) {
  const [down, right] = CELL_STEPS[way], row = Math.floor(cell / columns) + down;
  const column = cell % columns + right;
  if (row < 0 || row >= rows || column < 0 || column >= columns) return null;
  const first = down < 0 || right < 0 ? row * columns + column : cell;
  return 2 * first + (down ? 1 : 0);
}

/**
 * The side that is nearest to a point, in cells from the upper left corner; nothing in the middle of
 * a cell, and none at the edge of the board. With less than half a cell in reach, as in a stroke, there
 * is none at corners either.
 * @param {[number, number]} point across and down
 * @param {{ rows: number, columns: number }} draft
 * @param {number} reach
 * @returns {number | null}
 */
export function nearestSide([x, y], draft, reach = 0.5) {
  const { rows, columns } = draft, row = Math.floor(y), column = Math.floor(x);
  if (row < 0 || row >= rows || column < 0 || column >= columns) return null;
  /** @type {[string, number][]} */
  const away = [["n", y - row], ["s", row + 1 - y], ["w", x - column], ["e", column + 1 - x]];
  away.sort((one, other) => one[1] - other[1]);
  const [[way, distance], [, next]] = away;
  // A stroke along one side passes its ends, and means none of the sides that it crosses there.
  const isAtEnd = reach < 0.5 && next <= reach;
  return distance <= reach && !isAtEnd ? sideOf(row * columns + column, way, draft) : null;
}

/** @param {string} word @param {Sheet} sheet */
export const isWord = (word, { patterns }) =>
  patterns.some((pattern) => new RegExp(`^(?:${pattern})$`).test(word));

/**
 * A word with one more letter, or the letter alone where the word is whole and longer ones are none.
 * @param {string} word
 * @param {string} letter
 * @param {Sheet} sheet
 */
export function withLetter(word, letter, sheet) {
  const longer = word + letter;
  const isOpen = sheet.patterns.length === 0 || !isWord(word, sheet);
  return isOpen || isWord(longer, sheet) ? longer : letter;
}

/**
 * Whether a letter can be written behind a word: some, such as the 0 of 10, begin no clue.
 * @param {string} word
 * @param {string} letter
 * @param {Sheet} sheet
 */
export function canFollow(word, letter, sheet) {
  if (!(sheet.later ?? "").includes(letter)) return true;
  return word !== "" && withLetter(word, letter, sheet) !== letter;
}

/**
 * A name that no region has.
 * @param {string[]} names
 */
export function newRegion(names) {
  const known = new Set(names), free = REGION_NAMES.find((name) => !known.has(name));
  if (free) return free;
  let number = 2;
  while (known.has(`A${number}`)) number++;
  return `A${number}`;
}

/**
 * A draft with another word somewhere.
 * @param {Draft} draft
 * @param {SheetPlace} place
 * @param {string} word
 * @returns {Draft}
 */
function withWord(draft, { part, at }, word) {
  if (draft.words[part][at] === word) return draft;
  return { ...draft, words: { ...draft.words, [part]: draft.words[part].with(at, word) } };
}

/** @param {Draft} draft @param {number} cell @param {string} name @returns {Draft} */
const withRegion = (draft, cell, name) =>
  (draft.regions[cell] === name ? draft : { ...draft, regions: draft.regions.with(cell, name) });

/** @param {Draft} draft @param {number | null} side @param {boolean} on @returns {Draft} */
function withWall(draft, side, on) {
  if (side === null || draft.walls.includes(side) === on) return draft;
  const others = draft.walls.filter((one) => one !== side);
  return { ...draft, walls: (on ? [...others, side] : others).sort((one, other) => one - other) };
}

/** @param {Draft} draft @param {number | null} side @param {Sheet} sheet @returns {Draft} */
function withNextSign(draft, side, sheet) {
  if (side === null || !draft.signs || !sheet.signs) return draft;
  // One sign after the other that can stand there, and then none.
  const possible = [...(side % 2 ? sheet.signs.down : sheet.signs.across)];
  const next = possible[possible.indexOf(draft.signs[side]) + 1] ?? "";
  return { ...draft, signs: draft.signs.with(side, next) };
}

/** @param {number} one @param {number} other @param {{ columns: number }} draft */
function touch(one, other, { columns }) {
  const down = Math.floor(one / columns) - Math.floor(other / columns);
  const right = one % columns - other % columns;
  return one !== other && Math.abs(down) <= 1 && Math.abs(right) <= 1;
}

/**
 * A draft in which the path that ends in a cell goes on to another one, or back to the one before.
 * @param {Draft} draft
 * @param {number} from
 * @param {number} to
 * @returns {Draft}
 */
function withStep(draft, from, to) {
  const paths = draft.paths ?? [];
  const path = paths.find((one) => one.at(-1) === from), others = paths.filter((one) => one !== path);
  if (path && path.at(-2) === to) return { ...draft, paths: [...others, path.slice(0, -1)] };
  const isFree = !paths.some((one) => one.includes(to));
  const canBegin = path || !paths.some((one) => one.includes(from));
  if (!isFree || !canBegin || !touch(from, to, draft)) return draft;
  return { ...draft, paths: [...others, [...(path ?? [from]), to]] };
}

/** @param {Draft} draft @param {number} cell @returns {Draft} */
function withoutPath(draft, cell) {
  const paths = draft.paths ?? [], others = paths.filter((path) => !path.includes(cell));
  return others.length === paths.length ? draft : { ...draft, paths: others };
}

/**
 * A draft of another size; what still lies on it stays.
 * @param {Draft} draft
 * @param {number} rows
 * @param {number} columns
 * @returns {Draft}
 */
export function resized(draft, rows, columns) {
  const size = { rows, columns };
  /** @param {string} part @param {string[]} words */
  const fitted = (part, words) => {
    const [height, width] = sizeOf(part, size), [, before] = sizeOf(part, draft);
    const [, last] = sizeOf(part, draft);
    return Array.from({ length: height * width }, (_, at) => {
      const row = Math.floor(at / width), column = at % width;
      return column < last ? words[row * before + column] ?? "" : "";
    });
  };
  const words = Object.fromEntries(Object.entries(draft.words).map(([part, own]) =>
    [part, fitted(part, own)]));
  const regions = draft.regions.length ? fitted("board", draft.regions) : [];
  const walls = draft.walls.flatMap((side) => {
    const cell = Math.floor(side / 2), row = Math.floor(cell / draft.columns);
    const column = cell % draft.columns, isLower = side % 2 === 1;
    const isInside = row + (isLower ? 1 : 0) < rows && column + (isLower ? 0 : 1) < columns;
    return isInside ? [2 * (row * columns + column) + side % 2] : [];
  });
  const empty = Array.from({ length: 2 * rows * columns }, () => "");
  const signs = (draft.signs ?? []).reduce((found, word, side) => {
    const cell = Math.floor(side / 2), row = Math.floor(cell / draft.columns);
    const column = cell % draft.columns, isLower = side % 2;
    const isInside = row + isLower < rows && column + 1 - isLower < columns;
    return isInside ? found.with(2 * (row * columns + column) + isLower, word) : found;
  }, draft.signs?.length ? empty : []);
  // Of a path that leaves the board, nothing stays.
  const paths = (draft.paths ?? []).flatMap((path) => {
    const isInside = path.every((cell) => Math.floor(cell / draft.columns) < rows && cell % draft.columns < columns);
    return isInside ? [path.map((cell) => Math.floor(cell / draft.columns) * columns + cell % draft.columns)] : [];
  });
  return { ...draft, rows, columns, words, regions, walls, signs, paths };
}

/**
 * The same with nothing on it; what its first line says stays.
 * @param {Draft} draft
 * @returns {Draft}
 */
export const cleared = (draft) => ({ ...draft,
  words: Object.fromEntries(Object.entries(draft.words).map(([part, own]) => [part, own.map(() => "")])),
  regions: draft.regions.map(() => ""), walls: [], signs: (draft.signs ?? []).map(() => ""), paths: [] });

/**
 * Another draft, which is a step that can be undone.
 * @param {Drawing} state
 * @param {Draft} draft
 * @param {Draft} before
 * @returns {Drawing}
 */
function stepTo(state, draft, before = state.draft) {
  if (draft === before) return { ...state, draft };
  return { ...state, draft, past: [...state.past, before].slice(-MOST_STEPS), future: [] };
}

/**
 * The cursor within a draft that may be smaller.
 * @param {Drawing} state
 * @param {Sheet} sheet
 * @returns {Drawing}
 */
function withSoundCursor(state, sheet) {
  const { cursor, draft, mode } = state, parts = partsOf(sheet, mode);
  const [height, width] = sizeOf(cursor.part, draft);
  const isSound = parts.includes(cursor.part) && cursor.at < height * width;
  return isSound ? state : { ...state, cursor: { part: parts[0], at: 0 }, isFresh: true };
}

/**
 * What a stroke paints, from where it begins.
 * @param {Drawing} state
 * @param {{ place: SheetPlace | null, side: number | null }} there
 * @param {Sheet} sheet
 * @returns {Drawing["stroke"]}
 */
function strokeFrom({ draft, mode, stamp, brush }, { place, side }, sheet) {
  if (mode === "walls")
    return side === null ? null : { before: draft, paint: draft.walls.includes(side) ? "" : "wall" };
  if (!place) return null;
  if (mode === "paths") {
    // From its end on, a path grows; from elsewhere on it, a stroke rubs paths out.
    const path = draft.paths?.find((one) => one.includes(place.at));
    const isEnd = path !== undefined && path.length > 1 && path.at(-1) === place.at;
    return { before: draft, paint: path === undefined || isEnd ? "path" : "" };
  }
  if (mode === "regions") {
    const name = brush === "rub" ? "" : brush === "void" ? sheet.void
      : draft.regions[place.at] || newRegion(draft.regions);
    return { before: draft, paint: name === sheet.void && brush === "draw" ? newRegion(draft.regions) : name };
  }
  if (stamp === null) return null;
  return { before: draft, paint: draft.words[place.part][place.at] === stamp ? "" : stamp };
}

/**
 * Paints where a stroke is now.
 * @param {Drawing} state
 * @param {{ place: SheetPlace | null, side: number | null }} there
 * @returns {Drawing}
 */
function painted(state, { place, side }) {
  const { draft, mode, stroke } = state;
  if (!stroke) return state;
  if (mode === "walls") return { ...state, draft: withWall(draft, side, stroke.paint !== "") };
  if (!place) return state;
  if (mode === "regions") return { ...state, draft: withRegion(draft, place.at, stroke.paint), cursor: place };
  if (mode === "paths") return alongPath(state, place);
  // A stroke goes on in the part in which it began.
  if (place.part !== state.cursor.part) return state;
  return { ...state, draft: withWord(draft, place, stroke.paint), cursor: place };
}

/**
 * Where a stroke draws a path or rubs paths out.
 * @param {Drawing} state
 * @param {SheetPlace} place
 * @returns {Drawing}
 */
function alongPath(state, place) {
  const { draft, cursor, stroke } = state;
  if (!stroke?.paint) return { ...state, draft: withoutPath(draft, place.at), cursor: place };
  if (place.at !== cursor.at) {
    const after = withStep(draft, cursor.at, place.at);
    return after === draft ? state : { ...state, draft: after, cursor: place };
  }
  const paths = draft.paths ?? [], isBegun = paths.some((path) => path.includes(place.at));
  return isBegun ? state : { ...state, draft: { ...draft, paths: [...paths, [place.at]] } };
}

/**
 * The cursor one step further.
 * @param {Drawing} state
 * @param {string} way
 * @param {Sheet} sheet
 */
function neighbour({ cursor, draft, mode }, way, sheet) {
  const [row, column] = cellOf(cursor, draft), [down, right] = CELL_STEPS[way];
  return placeAt([row + down, column + right], partsOf(sheet, mode), draft);
}

/**
 * The word that the next letter is written behind; empty where a new word begins.
 * @param {Drawing} state
 */
export function wordBegun({ stamp, isFresh, draft, cursor }) {
  return isFresh ? "" : stamp ?? draft.words[cursor.part]?.[cursor.at] ?? "";
}

/**
 * What becomes of a state by what somebody does.
 * @param {Drawing} state
 * @param {DrawingAction} action
 * @param {Sheet} sheet
 * @returns {Drawing}
 */
export function draw(state, action, sheet) {
  const { cursor, draft, mode } = state;
  switch (action.type) {
    case "go":
      return { ...state, cursor: action.place, isFresh: true };
    case "move": {
      const next = neighbour(state, action.way, sheet);
      return next ? { ...state, cursor: next, isFresh: true } : state;
    }
    case "mode":
      return withSoundCursor({ ...state, mode: action.mode, isFresh: true, stroke: null }, sheet);
    case "stamp":
      return { ...state, stamp: action.word, isFresh: true };
    case "brush":
      return { ...state, brush: action.brush };
    case "write": {
      if (!isBeside(cursor.part) && !canFollow(wordBegun(state), action.letter, sheet)) return state;
      // A pen that stamps is another one now; on the sheet nothing is written yet.
      if (state.stamp !== null)
        return { ...state, stamp: state.isFresh ? action.letter : withLetter(state.stamp, action.letter, sheet),
          isFresh: false };
      const word = draft.words[cursor.part][cursor.at];
      const written = state.isFresh ? action.letter.trim() : isBeside(cursor.part) ? word + action.letter
        : withLetter(word, action.letter, sheet);
      return { ...stepTo(state, withWord(draft, cursor, written)), isFresh: false };
    }
    case "set":
      if (state.stamp !== null) return { ...state, stamp: action.word, isFresh: false };
      return { ...stepTo(state, withWord(draft, cursor, action.word)), isFresh: false };
    case "back": {
      if (mode === "regions") return stepTo(state, withRegion(draft, cursor.at, ""));
      if (mode === "paths") return stepTo(state, withoutPath(draft, cursor.at));
      if (mode === "walls" || mode === "signs") return state;
      const word = draft.words[cursor.part][cursor.at];
      const left = action.whole || state.isFresh ? "" : word.slice(0, -1).trimEnd();
      return stepTo(state, withWord(draft, cursor, left));
    }
    case "name":
      return stepTo(state, withRegion(draft, cursor.at, action.name));
    case "extend": {
      // Shift and an arrow: a region or a path grows, or the side that way becomes a wall or none.
      const next = neighbour(state, action.way, sheet);
      if (!next) return state;
      if (mode === "walls") {
        const side = sideOf(cursor.at, action.way, draft);
        return stepTo(state, withWall(draft, side, side !== null && !draft.walls.includes(side)));
      }
      if (mode === "signs")
        return stepTo(state, withNextSign(draft, sideOf(cursor.at, action.way, draft), sheet));
      if (mode === "paths") {
        const after = withStep(draft, cursor.at, next.at);
        return after === draft ? state : { ...stepTo(state, after), cursor: next };
      }
      const name = draft.regions[cursor.at] || newRegion(draft.regions);
      return { ...stepTo(state, withRegion(withRegion(draft, cursor.at, name), next.at, name)),
        cursor: next };
    }
    case "press": {
      if (mode === "signs") return stepTo(state, withNextSign(draft, action.side, sheet));
      const stroke = strokeFrom(state, action, sheet);
      const there = action.place ? { cursor: action.place, isFresh: true } : {};
      return painted({ ...state, ...(mode === "walls" ? {} : there), stroke }, action);
    }
    case "drag":
      return painted(state, action);
    case "release": {
      const { stroke } = state;
      if (!stroke) return state;
      const after = { ...state, stroke: null };
      return action.cancelled ? { ...after, draft: stroke.before } : stepTo(after, draft, stroke.before);
    }
    case "say": {
      const { [action.name]: _, ...others } = draft.said;
      const said = action.value === null ? others : { ...others, [action.name]: action.value };
      return stepTo(state, { ...draft, said });
    }
    case "draft":
      return withSoundCursor({ ...stepTo(state, action.draft), isFresh: true, stroke: null }, sheet);
    case "undo":
    case "redo": {
      const isBack = action.type === "undo", { past, future } = state;
      const next = isBack ? past[past.length - 1] : future[0];
      if (!next || state.stroke) return state;
      return withSoundCursor({ ...state, draft: next, isFresh: true,
        past: isBack ? past.slice(0, -1) : [...past, draft],
        future: isBack ? [draft, ...future] : future.slice(1) }, sheet);
    }
  }
}

/**
 * What stands at a place, in words.
 * @param {SheetPlace} place
 * @param {Draft} draft
 * @param {Sheet} sheet
 */
export function describePlace(place, draft, sheet) {
  const { part, at } = place, said = [];
  const word = draft.words[part]?.[at] ?? "";
  if (draft.words[part]) said.push(word === sheet.hole && word ? "no cell" : word || "empty");
  if (part === "board") {
    const name = draft.regions[at];
    if (name) said.push(name === sheet.void ? `in no ${sheet.region}` : `${sheet.region} ${name}`);
    const ways = { n: "above", e: "to the right", s: "below", w: "to the left" };
    const walls = Object.entries(ways).filter(([way]) => {
      const side = sideOf(at, way, draft);
      return side !== null && draft.walls.includes(side);
    });
    if (walls.length) said.push(`wall ${walls.map(([, words]) => words).join(" and ")}`);
    for (const [way, where] of Object.entries(ways)) {
      const side = sideOf(at, way, draft), sign = side === null ? "" : draft.signs?.[side];
      if (sign) said.push(`${sign} ${where}`);
    }
    const path = draft.paths?.find((one) => one.includes(at));
    if (path) said.push(`step ${path.indexOf(at) + 1} of ${path.length} of a path`);
  }
  return `${placeName(place, draft)}: ${said.join(", ") || "empty"}`;
}
