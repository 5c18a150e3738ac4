// @ts-check
/* What drawings look like, which a page names only once. */

/** @import { BoardData } from "./types.d.ts" */

/**
 * A board whose drawings have what they look like again, which a page names only once.
 * @param {BoardData & { looks?: Record<string, string>[] }} board
 * @returns {BoardData}
 */
export function withLooks({ looks, ...board }) {
  for (const { set } of looks ? (board.moves.drawings ?? []).flat() : [])
    if (set.look !== undefined && looks) {
      Object.assign(set, looks[Number(set.look)]);
      delete set.look;
    }
  return board;
}
