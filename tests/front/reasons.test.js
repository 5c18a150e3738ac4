import assert from "node:assert/strict";
import { test } from "node:test";

import { ProofWords, RowProofs } from "../../ilpuzzles/play/reasons.js";
import { Table } from "../../ilpuzzles/play/table.js";
import { lines, proofsOf } from "./boards.js";

/* Moves 0 and 1 draw and rule out the first line, 2 and 3 the second one. */
const board = lines();
const made = (rows, more) => {
  const table = new Table(board), proofs = proofsOf(rows, more);
  return { rows: new RowProofs(proofs, table), words: new ProofWords(proofs, table) };
};
const hint = (rows, placed, wanted, more) => {
  const { rows: proofs, words } = made(rows, more), proof = proofs.easiest(placed, wanted);
  return proof && { ...proof, text: words.hint(proof), clues: [...proof.premises.clues],
    marks: [...proof.premises.marks] };
};

test("a row that has enough rules out the rest, and names the mark that it rests on", () => {
  const found = hint([{ of: [0, 1], most: 1 }], [0], [3]);
  assert.deepEqual([found.move, found.marks, found.clues, found.byContradiction], [3, [0], [], false]);
  assert.match(found.text, /^Draw no line .*: it follows from the line .*: a rule of counts\.$/);
});

test("a clue is named, and its spots are known", () => {
  const rows = [{ of: [0, 1], least: 2, clue: 0 }], found = hint(rows, [], [0, 2]);
  assert.deepEqual([found.move, found.clues, found.marks], [0, [0], []]);
  assert.match(found.text, /: it follows from the 2 at row 1, column 1\.$/);
  assert.deepEqual(made(rows).rows.spotsOf([0]), [0]);
});

test("what a row states by itself comes first", () => {
  const found = hint([{ of: [0, 1], most: 1 }, { of: [1], least: 1, clue: 0 }], [], [1, 2]);
  assert.deepEqual([found.move, found.clues], [2, [0]]);
});

test("two rows one after the other, and the words of a genre for that", () => {
  const rows = [{ of: [0, 2], most: 1 }, { of: [2, 1], least: 1, group: 1 }];
  const groups = [{ why: "a rule of counts" },
    { why: "another", direct: { line: "{place} needs it{given}" } }];
  const found = hint(rows.map((row, n) => ({ ...row, place: n ? 0 : undefined })), [0], [2], { groups });
  assert.deepEqual([found.move, found.marks, found.isPlain], [2, [0], true]);
  assert.match(found.text, /: row 1 needs it, given the line .*\.$/);
});

test("what leads to a row that cannot hold is ruled out", () => {
  // With the first line, the third variable is 1 and the fourth is 1, which exclude each other.
  const rows = [{ of: [0, 2], factors: [1, -1], most: 0 }, { of: [0, 3], factors: [1, -1], most: 0 },
    { of: [2, 3], most: 1, group: 1 }];
  const groups = [{ why: "a rule of counts" }, { why: "another", broken: "two would touch" }];
  const found = hint(rows, [], [1], { groups });
  assert.deepEqual([found.move, found.byContradiction], [1, true]);
  assert.match(found.text, /^Draw no line .*: if there were a line there, two would touch\.$/);
  const plain = hint(rows, [], [1], { groups: [groups[0], { why: "no two touch" }] });
  assert.match(plain.text, /it would break the rule that no two touch\.$/);
});

test("no proof rests on what it proves", () => {
  // The rows say the same of two variables in both directions.
  const rows = [{ of: [0, 1], factors: [1, -1], least: 0, most: 0 }];
  const found = hint(rows, [0], [2]);
  assert.deepEqual([found.move, found.marks], [2, [0]]);
  assert.equal(hint(rows, [], [0, 2]), null);
});

test("of coefficients, those that are not needed are left out", () => {
  const rows = [{ of: [0, 2, 1], factors: [1, 1, 3], most: 3 }];
  const found = hint([...rows, { of: [2], least: 1, clue: 0 }], [0], [3]);
  assert.equal(found.clues.length + found.marks.length, 1, "one of the two is enough");
});

test("rows that are broken say which marks cannot stay", () => {
  const { rows, words } = made([{ of: [0, 1], most: 1 }, { of: [0, 1], most: 0, clue: 0 }]);
  const broken = rows.broken([0, 2]);
  assert.deepEqual(broken.map(({ premises: { marks } }) => [...marks]), [[0, 2], [2]]);
  assert.match(words.cannotStay(broken[0]), /^The line .* and the line .* cannot both stay: a rule of counts$/);
  assert.match(words.cannotStay(broken[1]), /cannot stay: the 2 at row 1, column 1 does not allow it$/);
  assert.deepEqual(rows.broken([]), []);
});

test("more marks and clues than a few are counted", () => {
  const { words } = made([{ of: [0] }]);
  assert.equal(words.markNames(new Set([0, 1, 2, 3])), "the 4 marks that are shown");
  assert.equal(words.clueNames([0, 0]), "the 2 at row 1, column 1");
  assert.equal(words.reasons({ clues: new Set(), marks: new Set() }), "the rules alone");
  const { words: unnamed } = made([{ of: [0] }], { areUnnamed: true });
  assert.equal(unnamed.reasons({ clues: new Set(), marks: new Set() }), "all that is given");
});
