import assert from "node:assert/strict";
import { test } from "node:test";

import { AnswerKey } from "../../ilpuzzles/play/answer_key.js";
import { lines, proofsOf } from "./boards.js";

/* Moves 0 and 1 draw and rule out the first line, 2 and 3 the second one. */
const key = (...known) => new AnswerKey(lines({ known }));
const BOTH = { moves: [0, 2], needed: [0, 2] }, FIRST = { moves: [0, 3], needed: [0] };
const asks = (answers, ask, placed, more = {}) => answers.answer({ ask, id: 1, placed, ...more });

test("how things stand is looked up", () => {
  const answers = key(BOTH, FIRST);
  assert.deepEqual(asks(answers, "status", []),
    { solvable: true, count: 2, exact: true, dead: [], complete: false });
  assert.deepEqual(asks(answers, "status", [1], { help: "rules" }),
    { solvable: null, dead: [], pieces: [], complete: false, state: "open" }, "nothing is counted");
  assert.equal(asks(answers, "status", [0], { help: "off" }).state, "complete");
  assert.equal(asks(answers, "status", [2]).count, 1);
  assert.equal(asks(answers, "status", [0]).complete, true, "what is not there need not be said");
  assert.equal(asks(answers, "status", [1]).solvable, false);
});

test("a hint is what all solutions have, and what has to be drawn comes first", () => {
  const answers = key(BOTH, FIRST);
  assert.equal(asks(answers, "hint", []).move, 0);
  assert.match(asks(answers, "hint", []).text, /part of all solutions\. This page finds no short reason; 'ilpuzzles play' looks for one\.$/);
  assert.equal(asks(answers, "hint", [0]).state, "complete");
  assert.equal(asks(answers, "hint", [1]).state, "no solution");
  const other = key({ moves: [1, 2], needed: [2] });
  assert.equal(asks(other, "hint", []).move, 2);
  assert.match(asks(other, "hint", []).text, /part of the only solution/);
  const apart = key({ moves: [0, 3], needed: [0] }, { moves: [1, 2], needed: [2] });
  assert.equal(asks(apart, "hint", []).state, "nothing sure");
});

test("what cannot stay is what the nearest solution does not have", () => {
  const answers = key(BOTH, FIRST);
  assert.deepEqual(asks(answers, "why-not", [1, 3]),
    { conflict: [1], take_back: [1], text: "1 mark cannot stay: the nearest solution has something else there." });
  assert.deepEqual(asks(answers, "why-not", [0]).conflict, []);
  assert.equal(asks(key(), "why-not", []).text, "There is no solution.");
});

test("what is forced, and the solutions, page by page", () => {
  const answers = key(BOTH, FIRST);
  assert.deepEqual(asks(answers, "forced", []).moves, [0]);
  assert.equal(asks(answers, "forced", [0, 2]).text, "No other mark is forced.");
  assert.equal(asks(answers, "forced", [1]).text, "There is no solution from here.");
  assert.deepEqual(asks(answers, "solution", [2]).moves, [0, 2]);
  assert.deepEqual(asks(answers, "solution", [1]).moves, []);
  assert.deepEqual(asks(answers, "solutions", [], { from: 1, number: 1 }),
    { from: 1, moves: [[0, 3]], complete: true, more: false, count: 2 });
  assert.match(asks(answers, "new", []).error, /cannot answer/);
});

/* A clue that wants both lines, and one that allows no more than one. */
const reasoned = (rows, ...known) =>
  new AnswerKey(lines({ known, proofs: proofsOf(rows), command: "ilpuzzles play small" }));

test("a hint has the reason that a row gives", () => {
  const answers = reasoned([{ of: [0, 1], least: 2, clue: 0 }], BOTH);
  const { move, reason, text } = asks(answers, "hint", []);
  assert.deepEqual([move, reason], [0, { moves: [], spots: [0], pieces: [] }]);
  assert.match(text, /^Draw a line .*: it follows from the 2 at row 1, column 1\.$/);
  const without = asks(reasoned([{ of: [0, 1], most: 2 }], BOTH), "hint", []);
  assert.match(without.text, /^Draw a line .*: it is part of the only solution\. .*'ilpuzzles play small' looks for one\.$/);
});

test("a check tells of broken rules, and of no mark that is wrong but breaks none", () => {
  const rows = [{ of: [0, 1], most: 1, clue: 0 }], answers = reasoned(rows, FIRST);
  const broken = asks(answers, "check", [0, 2]);
  assert.deepEqual([broken.ok, broken.spots, broken.unfinished], [false, [0], []]);
  assert.match(broken.problems[0], /cannot both stay: the 2 at row 1, column 1 does not allow them$/);
  assert.deepEqual(asks(answers, "check", [2]),
    { ok: false, problems: [], unfinished: ["1 more mark of the solution is missing"], spots: [] });
  assert.deepEqual(asks(answers, "check", [0]), { ok: true, problems: [], unfinished: [], spots: [] });
  assert.deepEqual(asks(answers, "status", [0, 2]).dead, [0]);
  assert.deepEqual(asks(answers, "status", [0, 2], { help: "off" }).dead, []);
  const why = asks(answers, "why-not", [0, 2]);
  assert.deepEqual([why.conflict, why.take_back, why.spots], [[0, 2], [0, 2], [0]]);
  assert.match(why.text, /cannot both stay/);
});
