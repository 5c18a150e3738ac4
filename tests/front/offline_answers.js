/* The answers of a page without a server. Reads a board as such a page has it, questions about it, and
   limits of time as JSON from a file; writes the last answer to each of them. */

import { readFileSync } from "node:fs";

import { AnswerKey } from "../../ilpuzzles/play/answer_key.js";
import { withLooks } from "../../ilpuzzles/play/looks.js";
import { LIMITS, Solver } from "../../ilpuzzles/play/solver.js";

const { board, questions, limits } = JSON.parse(readFileSync(process.argv[2], "utf-8")), data = withLooks(board);
const key = data.known ? new AnswerKey(data) : null, solver = key ? null : new Solver(data);
Object.assign(LIMITS, limits);
const { signal } = new AbortController();

async function answer(question) {
  if (key) return key.answer(question);
  let last = {};
  await solver.answer(question, (one) => (last = one), signal);
  return last;
}

const answers = [];
for (const question of questions) answers.push(await answer(question));
console.log(JSON.stringify(answers));
