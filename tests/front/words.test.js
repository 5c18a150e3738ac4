import assert from "node:assert/strict";
import { test } from "node:test";

import { counted, describeStatus, formatNumber, formatTime } from "../../ilpuzzles/play/words.js";

const GAME = { replaying: false, laid: false, helped: false, seconds: 75, watch: true, lost: false };
const says = (known, game = {}) => {
  const { words, why } = describeStatus(known, { ...GAME, ...game });
  return why ? `${words}: ${why}` : words;
};

test("numbers and times are written for people", () => {
  assert.equal(formatNumber(1234567), "1,234,567");
  assert.equal(counted(1, "cut"), "1 cut");
  assert.equal(counted(0, "box", "boxes"), "0 boxes");
  assert.equal(formatTime(75.9), "1:15");
});

test("how things stand is said", () => {
  const solved = { complete: true, solvable: true };
  assert.equal(says(solved), "Solved in 1:15!");
  assert.equal(says(solved, { helped: true }), "Solved with help in 1:15");
  assert.equal(says(solved, { laid: true }), "Solved");
  assert.equal(says(solved, { replaying: true }), "Replay");
  assert.equal(says(null), "Counting …");
  assert.equal(says(null, { lost: true }), "Not counted: there is no server");
  assert.equal(says(null, { watch: false }), "Solutions are not counted");
  assert.equal(says({ solvable: true, exact: true, count: 1 }), "1 solution left");
  assert.equal(says({ solvable: true, exact: true, count: 9, digits: "9" }), "9 solutions left");
  assert.equal(says({ solvable: true, count: 36 }), "At least 36 solutions left");
  assert.equal(says({ solvable: true, count: 1 }), "It can still be solved");
  assert.equal(says({ solvable: null, partial: true }), "Counting …");
  assert.equal(says({ solvable: null }), "Not known whether it can be solved");
});

test("why no solution is left is said, if it can be seen", () => {
  const lost = { solvable: false };
  assert.equal(says(lost), "No solution is left from here");
  assert.equal(says({ ...lost, dead: [1, 2] }),
    "No solution is left from here: nothing can cover 2 places, marked ×");
  assert.equal(says({ ...lost, dead: [], pieces: [1] }),
    "No solution is left from here: 1 piece, marked ×, fits nowhere");
});
