/* The hints of a page that knows its solutions, from where it begins to the end, each of them taken.
   Reads the boards of pages as JSON from files, and writes a line for each: its hints, whether each has
   a reason, and how the last answer is called. */

import { readFileSync } from "node:fs";

import { AnswerKey } from "../../ilpuzzles/play/answer_key.js";

const MOST = 2000;

function walk(data) {
  const key = new AnswerKey(data), hints = [];
  let placed = [...data.given], wrong = 0;
  for (let step = 0; step < MOST; step++) {
    const { move, text, state, reason } = key.answer({ ask: "hint", id: step, placed });
    if (!Number.isInteger(move)) return { hints, wrong, state };
    // What a reason names lies on the board, and is enough: with that alone, the move is proved.
    const marks = reason.moves, isOnBoard = marks.every((one) => placed.includes(one));
    const isProved = /no short reason/.test(text) || key.proofs.easiest(marks, [move]) !== null;
    if (!isOnBoard || !isProved || !key.having([...placed, move]).length) wrong += 1;
    hints.push(text);
    placed = [...placed, move];
  }
  return { hints, wrong, state: "endless" };
}

for (const path of process.argv.slice(2))
  console.log(JSON.stringify(walk(JSON.parse(readFileSync(path, "utf-8")))));
