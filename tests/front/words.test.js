import assert from "node:assert/strict";
import { test } from "node:test";

import { checkWords, counted, describeStatus, formatNumber, formatTime, isWrong } from "../../ilpuzzles/play/words.js";

const GAME = { replaying: false, laid: false, helped: false, seconds: 75, help: "count", lost: false };
const says = (known, game = {}) => {
  const { words, why } = describeStatus(known, { ...GAME, ...game });
  return why ? `${words}: ${why}` : words;
};

test("numbers and times are written for people", () => {
  assert.equal(formatNumber(1234567), "1,234,567");
  assert.equal(counted(1, "cut"), "1 cut");
  assert.equal(counted(0, "box", "boxes"), "0 boxes");
});

test("times are minutes and seconds that are over", () => {
  for (const [seconds, words] of [[0, "0:00"], [0.9, "0:00"], [9, "0:09"], [29.9, "0:29"], [30, "0:30"], [59, "0:59"],
    [59.99, "0:59"], [60, "1:00"], [75.9, "1:15"], [89.9, "1:29"], [90, "1:30"], [119, "1:59"], [599, "9:59"], [600, "10:00"],
    [3600, "60:00"], [3660, "61:00"], [3719, "61:59"]])
    assert.equal(formatTime(seconds), words);
});

test("how things stand is said", () => {
  const solved = { complete: true, solvable: true };
  assert.equal(says(solved), "Solved in 1:15!");
  assert.equal(says(solved, { helped: true }), "Solved with help in 1:15");
  assert.equal(says(solved, { laid: true }), "Solved");
  assert.equal(says(solved, { replaying: true }), "Replay");
  assert.equal(says(null), "Counting …");
  assert.equal(says(null, { lost: true }), "Not counted: there is no server");
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

test("without help, only a solved board is noticed", () => {
  const off = { help: "off" };
  assert.equal(says(null, off), "Nothing is checked while you play");
  assert.equal(says({ solvable: false, dead: [1] }, off), "Nothing is checked while you play");
  assert.equal(says({ complete: true, solvable: true }, off), "Solved in 1:15!");
  assert.equal(isWrong({ solvable: false, dead: [1] }, "off"), false);
});

test("of broken rules it is said which, and nothing of solutions", () => {
  const rules = { help: "rules" };
  assert.equal(says({ solvable: null, dead: [], pieces: [], beside: [] }, rules), "No rule is broken so far");
  assert.equal(says({ solvable: null, dead: [1] }, rules), "Nothing can cover 1 place, marked ×");
  assert.equal(says({ solvable: null, dead: [], pieces: [2, 3] }, rules), "2 pieces, marked ×, fit nowhere");
  assert.equal(says({ solvable: null, dead: [], beside: ["left 0"] }, rules), "1 clue, in red, cannot be met");
  assert.equal(says({ complete: true, solvable: true, dead: [] }, rules), "Solved in 1:15!");
  assert.equal(isWrong({ solvable: null, dead: [1] }, "rules"), true);
  assert.equal(isWrong({ solvable: false, dead: [] }, "rules"), false);
  assert.equal(isWrong({ solvable: false, dead: [] }, "count"), true);
  assert.equal(isWrong(null, "count"), false);
});

test("until rules are checked, what was said before stays", () => {
  assert.equal(says(null, { help: "rules" }), "");
  assert.equal(says(null, { help: "rules", lost: true }), "Not checked: there is no server");
  assert.equal(says({ solvable: null, partial: false }, { help: "rules" }), "Not checked");
});

test("Check says what is wrong, not all of it, and apart from that what is still to be done", () => {
  assert.deepEqual(checkWords(true, [], []),
    { wrong: { title: "Solved: every rule holds.", lines: [] }, open: "" });
  assert.deepEqual(checkWords(false, [], ["41 loose ends", "12 cells open"]),
    { wrong: { title: "No rule is broken so far.", lines: [] },
      open: "Not finished: 41 loose ends; 12 cells open." });
  assert.deepEqual(checkWords(false, ["row 1 has the digit 3 more than once"], []).wrong,
    { title: "1 thing is wrong:", lines: ["Row 1 has the digit 3 more than once"] });
  const many = checkWords(false, [..."abcdefgh"], []).wrong;
  assert.deepEqual(many.lines, ["A", "B", "C", "D", "E", "and 3 more"]);
  assert.deepEqual(checkWords(false, [..."abcdefg"], []).wrong.lines, ["A", "B", "C", "D", "E", "and 2 more"]);
  assert.deepEqual(checkWords(false, [..."abcdef"], []).wrong.lines, ["A", "B", "C", "D", "E", "F"],
    "one more takes no more room than to say so");
});
