// @ts-check
/* Numbers, times and how things stand, in words. */

/** @import { HelpLevel, Status } from "./types.d.ts" */

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

/** @param {string} words */
export const capitalised = (words) => words.slice(0, 1).toUpperCase() + words.slice(1);

/**
 * Words with commas, and an "and" before the last one.
 * @param {string[]} words
 */
export const listed = (words) => (words.length < 2 ? words.join("")
  : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`);

/**
 * What is seen to be wrong on the board, if something is.
 * @param {Status} known
 * @param {(number: number) => string} describeDead
 */
function describeFaults({ dead = [], pieces = [], beside = [] }, describeDead) {
  if (dead.length) return describeDead(dead.length);
  if (beside.length)
    return `${counted(beside.length, "clue")}, in red, cannot be met`;
  if (!pieces.length) return "";
  return `${counted(pieces.length, "piece")}, marked ×, ${pieces.length === 1 ? "fits" : "fit"} nowhere`;
}

/**
 * How many solutions are left.
 * @param {Status} known
 */
function describeCount({ solvable, exact, count = 0, digits, partial }) {
  if (solvable === false) return "No solution is left from here";
  if (exact) return `${digits ?? formatNumber(count)} ${count === 1 ? "solution" : "solutions"} left`;
  if (count > 1) return `At least ${formatNumber(count)} solutions left`;
  if (solvable) return "It can still be solved";
  return partial ? "Counting …" : "Not known whether it can be solved";
}

const MOST_PROBLEMS = 5; // that Check lists

/**
 * What Check says: what is wrong, not more of it than one reads, and what is still to be done.
 * @param {boolean} ok whether the board is solved
 * @param {string[]} problems
 * @param {string[]} unfinished
 */
export function checkWords(ok, problems, unfinished) {
  const sentences = problems.map(capitalised), more = problems.length - MOST_PROBLEMS;
  const lines = more > 1 ? [...sentences.slice(0, MOST_PROBLEMS), `and ${formatNumber(more)} more`]
    : sentences;
  const isOne = problems.length === 1;
  const faults = `${counted(problems.length, "thing")} ${isOne ? "is" : "are"} wrong:`;
  const title = ok ? "Solved: every rule holds." : problems.length ? faults : "No rule is broken so far.";
  const open = unfinished.length ? `Not finished: ${unfinished.join("; ")}.` : "";
  return { wrong: { title, lines }, open };
}

/**
 * Whether something is known to be wrong, as far as a level of help tells.
 * @param {Status | null} known
 * @param {HelpLevel} help
 */
export function isWrong(known, help) {
  if (!known || help === "off") return false;
  const faults = [known.dead, known.pieces, known.beside].reduce((sum, one) => sum + (one?.length ?? 0), 0);
  return faults > 0 || (help === "count" && known.solvable === false);
}

/**
 * How things stand, and why. No words where they are about to be known: what was said before stays.
 * @param {Status | null} known
 * @param {{ replaying: boolean, laid: boolean, helped: boolean, seconds: number, help: HelpLevel,
 *   lost: boolean, describeDead?: (number: number) => string }} game
 */
export function describeStatus(known, { replaying, laid, helped, seconds, help, lost,
  describeDead = nowhereCovered }) {
  if (replaying) return { words: "Replay", why: "" };
  if (known?.complete && known.solvable) {
    const time = `in ${formatTime(seconds)}`;
    return { words: laid ? "Solved" : helped ? `Solved with help ${time}` : `Solved ${time}!`, why: "" };
  }
  if (help === "off") return { words: "Nothing is checked while you play", why: "" };
  const faults = known ? describeFaults(known, describeDead) : "";
  if (help === "rules") {
    if (!known) return { words: lost ? "Not checked: there is no server" : "", why: "" };
    if (!known.dead) return { words: "Not checked", why: "" };
    return { words: faults ? capitalised(faults) : "No rule is broken so far", why: "" };
  }
  if (!known) return { words: lost ? "Not counted: there is no server" : "Counting …", why: "" };
  return { words: describeCount(known), why: known.solvable === false ? faults : "" };
}
