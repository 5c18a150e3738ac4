// @ts-check
/* The address of a page: which board it names, and the position on it. */

/** @import { BoardData, NamedBoard, SavedState } from "./types.d.ts" */

const LONGEST_MARK = 6000; // characters of an address, of which programs that send it cut longer ones
const SHORT_KEY = "#"; // begins the digest that stands for a long key

/**
 * What tells one board from another.
 * @param {BoardData} board
 */
export function markOf(board) {
  return joinMark(board, board.key ?? "");
}

/** @param {BoardData} board @param {string} key */
function joinMark(board, key) {
  return [board.puzzle, board.preset, key, board.moves.piece.length].join("/");
}

/**
 * A short text that stands for a long one (FNV-1a of 64 bits).
 * @param {string} text
 */
export function digestOf(text) {
  const prime = 0x100000001b3n, mask = 0xffffffffffffffffn;
  let digest = 0xcbf29ce484222325n;
  for (const letter of text) {
    digest ^= BigInt(letter.codePointAt(0) ?? 0);
    digest = (digest * prime) & mask;
  }
  return digest.toString(36);
}

/**
 * The mark of a board in an address: a long key is replaced by its digest.
 * @param {BoardData} board
 */
export function shortMarkOf(board) {
  const mark = markOf(board);
  if (encodeURIComponent(mark).length <= LONGEST_MARK) return mark;
  return joinMark(board, SHORT_KEY + digestOf(board.key ?? ""));
}

/** Whether the address of a board has the digest of its key alone.
    @param {BoardData} board */
export const isShortened = (board) => shortMarkOf(board) !== markOf(board);

/**
 * The part of an address, from `#` on, that names a board and a position on it.
 * @param {BoardData} board
 * @param {SavedState} state
 */
export function writeAddress(board, { given, placed }) {
  /** @param {string} name @param {number[] | undefined} moves */
  const list = (name, moves) => (Array.isArray(moves) ? `&${name}=${moves.join(".")}` : "");
  const mark = encodeURIComponent(shortMarkOf(board));
  return `#at=${mark}${list("given", given)}${list("placed", placed)}`;
}

/**
 * The board and the position that an address names; null if it names none.
 * @param {string} hash
 * @returns {NamedBoard | null}
 */
export function readAddress(hash) {
  const found = new URLSearchParams(hash.slice(1)), mark = found.get("at") ?? "";
  // Keys are addresses of puzzles or YAML, which may have slashes; nothing else has.
  const parts = /^([^/]*)\/([^/]*)\/(.*)\/\d+$/s.exec(mark);
  if (!parts) return null;
  /** @type {SavedState} */
  const state = {};
  for (const name of /** @type {const} */ (["given", "placed"])) {
    const moves = found.get(name);
    if (moves !== null) state[name] = moves.split(".").filter(Boolean).map(Number);
  }
  const [, puzzle, preset, key] = parts, isShort = key.startsWith(SHORT_KEY);
  return { mark, puzzle, preset, key: isShort ? "" : key, digest: isShort ? key.slice(1) : "", state };
}

/**
 * The keys by which a server may know a board: its preset first, which has a name.
 * @param {NamedBoard} named
 */
export function keysOf({ preset, key }) {
  const keys = [preset && `preset:${preset}`, key];
  return [...new Set(keys.filter(Boolean))];
}
