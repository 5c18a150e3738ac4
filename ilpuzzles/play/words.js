// @ts-check
/* Numbers, times and how things stand, in words. */

/** @import { Status } from "./types.d.ts" */

/** @param {number | string} number */
export const formatNumber = (number) => Number(number).toLocaleString("en");

/**
 * A number and the noun that goes with it.
 * @param {number} number
 * @param {string} one
 */
export const counted = (number, one, several = `${one}s`) =>
  `${formatNumber(number)} ${number === 1 ? one : several}`;

/** @param {number} seconds */
export const formatTime = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/** @param {number} number of places */
const nowhereCovered = (number) => `nothing can cover ${counted(number, "place")}, marked ×`;

/**
 * How things stand, and why.
 * @param {Status | null} known
 * @param {{ replaying: boolean, laid: boolean, helped: boolean, seconds: number, watch: boolean,
 *   lost: boolean, describeDead?: (number: number) => string }} game
 */
export function describeStatus(known, { replaying, laid, helped, seconds, watch, lost,
  describeDead = nowhereCovered }) {
  let words = "", why = "";
  if (replaying) words = "Replay";
  else if (known?.complete && known.solvable)
    words = laid ? "Solved"
      : `Solved ${helped ? "with help " : ""}in ${formatTime(seconds)}${helped ? "" : "!"}`;
  else if (!watch) words = "Solutions are not counted";
  else if (!known) words = lost ? "Not counted: there is no server" : "Counting …";
  else if (known.solvable === false) words = "No solution is left from here";
  else if (known.exact)
    words = `${known.digits ?? formatNumber(known.count ?? 0)} ${
      known.count === 1 ? "solution" : "solutions"} left`;
  else if ((known.count ?? 0) > 1) words = `At least ${formatNumber(known.count ?? 0)} solutions left`;
  else if (known.solvable) words = "It can still be solved";
  else words = known.partial ? "Counting …" : "Not known whether it can be solved";
  if (watch && !replaying && known?.solvable === false) {
    const dead = known.dead?.length ?? 0, pieces = known.pieces?.length ?? 0;
    if (dead) why = describeDead(dead);
    else if (pieces)
      why = `${counted(pieces, "piece")}, marked ×, ${pieces === 1 ? "fits" : "fit"} nowhere`;
  }
  return { words, why };
}
