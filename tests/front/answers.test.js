import assert from "node:assert/strict";
import { test } from "node:test";

import { cuts, digits, dominoes, lines, threes, tiling } from "./boards.js";
import { Game } from "./host.js";

const questions = ["status", "hint", "why-not", "forced", "solution", "solutions", "check", "export", "new", "preset"];
const COUNTED = { solvable: true, count: 2, exact: true, dead: [] };

/** A game in which nothing waits any more. */
const begun = (context, data, names = questions) =>
  new Game(context, { ...data, questions: names }).wait().tell("status", COUNTED);
const asked = (game, button, kind, answer) => game.push(button).tell(kind, answer);
const proposed = (game) => game.drawn("ghosts", "proposed").map((element) => Number(element.getAttribute("data-move")));

test("a hint shows the move, and what it rests on: pieces, spots, what is beside, and what is left", (context) => {
  const game = begun(context, threes({ beside: { "left 0": [-20, 0, 20, 44] } })), [first, second] = [
    game.move("L", 0, 3, 4), game.move("V", 1, 2, 5)];
  game.lay(first).wait().tell("status", COUNTED);
  asked(game, "Hint", "hint", { move: second, text: "V goes here.",
    reason: { moves: [first], spots: [2], pieces: [1], beside: ["left 0", "left 9"] } });
  assert.deepEqual(proposed(game), [second]);
  assert.equal(game.drawn("pieces", "reason").length, 1);
  assert.equal(game.drawn("pieces", "aside").length, 0);
  assert.match(game.label(2), /, marked$/);
  assert.equal(game.drawn("notes", "meant").length, 2, "the spot, and the clue beside the board");
  const left = game.place.querySelectorAll("button[data-piece]");
  assert.deepEqual(left.map((button) => button.classList.contains("marked")), [false, true]);
  assert.deepEqual(game.choices, ["Place it", "Close"]);
  game.push("Place it");
  assert.deepEqual(game.placed, [first, second].sort((one, other) => one - other));
  assert.equal(game.answered, null);
});

test("pieces that a reason does not need stand back", (context) => {
  const game = begun(context, tiling(2, 3, [{ name: "D", cells: [[0, 0], [0, 1]], copies: 3 }]));
  const [left, right, middle] = [[0, 3], [2, 5], [1, 4]].map((spots) => game.move("D", ...spots));
  game.lay(left, right).wait().tell("status", COUNTED);
  asked(game, "Hint", "hint", { move: middle, text: "D.", reason: { moves: [left] } });
  const classes = (name) => game.drawn("pieces", name).map((one) => Number(one.getAttribute("data-move")));
  assert.deepEqual([classes("reason"), classes("aside")], [[left], [right]]);
});

test("a hint without a move says why, and asks why not where no solution is left", (context) => {
  const game = begun(context, threes());
  asked(game, "Hint", "hint", { move: null, state: "complete" });
  assert.deepEqual([game.answered, game.choices], ["The board is complete.", ["Close"]]);
  asked(game, "Hint", "hint", { move: null, state: "unknown" });
  assert.equal(game.answered, "No hint was found.");
  asked(game, "Hint", "hint", { move: 99, state: "nothing sure" });
  assert.deepEqual([game.answered, game.choices], ["Nothing is forced here.", ["Close"]]);
  asked(game, "Hint", "hint", { move: null, state: "no solution", text: "None is left." });
  assert.deepEqual(game.choices, ["Why not?", "Close"]);
  game.answer.querySelector("button").click();
  assert.equal(game.asked("why-not").length, 1);
  const without = begun(context, threes(), ["status", "hint"]);
  asked(without, "Hint", "hint", { move: null, state: "no solution" });
  assert.deepEqual(without.choices, ["Close"]);
});

test("why not takes back what cannot stay, but nothing that was given", (context) => {
  const game = begun(context, tiling(2, 3, [{ name: "D", cells: [[0, 0], [0, 1]], copies: 3 }], { given: [0] }));
  const given = game.table.data.given, [wrong] = [game.move("D", 2, 5)], right = game.move("D", 3, 4);
  game.lay(wrong, right).wait().tell("status", { solvable: false, count: 0, exact: true });
  asked(game, "Why not?", "why-not", { conflict: [...given, wrong], take_back: [...given, wrong], spots: [4],
    text: "D and D cannot both stay." });
  assert.deepEqual(game.choices, ["Take back D", "Close"]);
  assert.match(game.label(4), /marked/);
  assert.deepEqual(game.drawn("pieces", "reason").length, 2);
  game.push("Take back D");
  assert.deepEqual(game.placed, [...given, right].sort((one, other) => one - other));
  game.push("Undo");
  assert.equal(game.placed.length, 3);
  game.wait().tell("status", { solvable: null });
  asked(game, "Why not?", "why-not", { conflict: [], take_back: [] });
  assert.deepEqual([game.answered, game.choices], ["These cannot all stay.", ["Close"]]);
});

test("why not is of no use where a solution is known, unless nobody may know that", (context) => {
  const game = begun(context, threes());
  assert.equal(game.can("Why not?"), false);
  game.choose("help", "rules");
  assert.ok(game.can("Why not?"));
  game.wait().tell("status", { solvable: true, dead: [] });
  assert.ok(game.can("Why not?"));
  game.choose("help", "count");
  assert.ok(game.can("Why not?"), "not known yet");
  game.wait().tell("status", { solvable: false });
  assert.ok(game.can("Why not?"));
});

test("what is forced is what does not lie there yet; all of a single solution is shown to who wants it", (context) => {
  const game = begun(context, threes()), [first, second] = [game.move("L", 0, 3, 4), game.move("V", 1, 2, 5)];
  const ask = (answer) => asked(game, "What is forced?", "forced", answer);
  ask({ moves: [first] });
  assert.deepEqual([game.answered, proposed(game)], ["L: the same in every solution.", [first]]);
  ask({ moves: [] });
  assert.deepEqual([game.answered, game.choices], ["Nothing is the same in every solution.", ["Close"]]);
  ask({ moves: [], single: true, text: "No other piece is forced." });
  assert.equal(game.answered, "No other piece is forced.");
  ask({ moves: [first], single: true, text: "1 more piece." });
  assert.deepEqual([game.answered, proposed(game)], ["Everything is forced: a single solution is left.", []]);
  game.push("Show it");
  assert.deepEqual([game.answered, proposed(game)], ["1 more piece.", [first]]);
  ask({ moves: [first, second] });
  assert.equal(game.answered, "Everything is forced: a single solution is left.", "it fills the board");
  game.lay(first).wait().tell("status", COUNTED);
  ask({ moves: [first, 99] });
  assert.equal(game.answered, "Nothing is the same in every solution.");
});

test("a solution is placed as a whole, without marks that only rule something out", (context) => {
  const game = begun(context, lines()), [line, none] = [game.move("line", 3), game.move("no line", 4)];
  asked(game, "Solution", "solution", { moves: [line, none] });
  assert.deepEqual([game.answered, proposed(game)], ["A solution from here.", [line]]);
  game.push("Place all of it");
  assert.deepEqual(game.placed, [line]);
  game.wait().tell("status", COUNTED);
  asked(game, "Solution", "solution", { moves: [] });
  assert.deepEqual([game.answered, game.choices], ["There is none from here.", ["Close"]]);
  asked(game, "Solution", "solution", { moves: [], text: "No solution was found in time." });
  assert.equal(game.answered, "No solution was found in time.");
});

test("a check lists what is wrong, and marks it apart from what is still to be done", (context) => {
  const game = begun(context, digits(4, { beside: { "left 0": [0, 0, 9, 9], "above 1": [0, 0, 9, 9] } }, 3));
  asked(game, "Check", "check", { ok: false, problems: ["the first is odd", "the second as well"], spots: [0],
    beside: ["left 0"], unfinished: ["1 cell open"], last: { spots: [2], beside: ["above 1"] } });
  assert.equal(game.answered, "2 things are wrong:");
  assert.deepEqual(game.answer.querySelectorAll("li").map((one) => one.textContent),
    ["The first is odd", "The second as well"]);
  assert.match(game.answer.textContent, /Not finished: 1 cell open\./);
  const tags = (name) => game.drawn("notes", name).map((one) => one.tagName).sort();
  assert.deepEqual([tags("wrong"), tags("meant")], [["path", "rect"], ["path", "rect"]]);
  asked(game, "Check", "check", { ok: true });
  assert.equal(game.answered, "Solved: every rule holds.");
  assert.deepEqual([tags("wrong"), tags("meant")], [[], []], "an answer takes the marks of the last one away");
});

/** Solutions of a board of dominoes, by their numbers: no two alike. */
const some = (from, number) => Array.from({ length: number }, (_, n) => [(from + n) % 7]);

test("solutions are paged through from the first to the last one, and more are asked for on the way", (context) => {
  const game = begun(context, dominoes());
  asked(game, "All solutions", "solutions", { from: 0, moves: some(0, 20), more: true, count: null, complete: true });
  assert.deepEqual([game.question("solutions").from, game.question("solutions").number], [0, 20]);
  assert.equal(game.answered, "Solution 1");
  assert.deepEqual([game.can("Previous"), game.can("Next")], [false, true]);
  for (let page = 2; page <= 20; page++) game.push("Next");
  assert.deepEqual([game.answered, game.asked("solutions").length, game.can("Next")], ["Solution 20", 1, true]);
  game.push("Next");
  assert.deepEqual([game.asked("solutions").length, game.question("solutions").from], [2, 20]);
  game.tell("solutions", { from: 20, moves: some(20, 2), more: false, count: 22, digits: "22", complete: true });
  assert.deepEqual([game.answered, proposed(game)], ["Solution 21 of 22", [20 % 7]]);
  assert.equal(game.page.activeElement.textContent, "Next", "the focus stays on the button");
  game.push("Next");
  assert.deepEqual([game.answered, game.can("Next"), game.can("Previous")], ["Solution 22 of 22", false, true]);
  game.push("Previous").push("Previous");
  assert.deepEqual([game.answered, proposed(game)], ["Solution 20 of 22", [19 % 7]]);
  game.push("Place all of it");
  assert.deepEqual(game.placed, [19 % 7]);
});

test("arrow keys turn pages, and stay on the first and the last one", (context) => {
  const game = begun(context, dominoes());
  asked(game, "All solutions", "solutions", { from: 0, moves: some(0, 3), more: false, count: 3, complete: true });
  game.button("All solutions").focus();
  const turn = (key) => { game.key(key); return game.answered; };
  assert.equal(turn("ArrowLeft"), "Solution 1 of 3");
  assert.deepEqual(["ArrowRight", "ArrowRight", "ArrowRight"].map(turn),
    ["Solution 2 of 3", "Solution 3 of 3", "Solution 3 of 3"]);
  assert.equal(turn("ArrowLeft"), "Solution 2 of 3");
  game.push("Close").key("ArrowLeft");
  assert.equal(game.answered, null, "what is closed has no pages");
  asked(game, "All solutions", "solutions", { from: 0, moves: some(0, 3), more: false, count: 3, complete: true });
  game.push("Next");
  asked(game, "Check", "check", { ok: true }).key("ArrowRight");
  assert.equal(game.answered, "Solved: every rule holds.", "another answer has none either");
  asked(game, "All solutions", "solutions", { from: 0, moves: some(0, 3), more: false, count: 3, complete: true });
  assert.equal(game.answered, "Solution 1 of 3", "who asks again begins at the first one");
});

test("of a list that was cut off, nobody says how many there are", (context) => {
  const game = begun(context, dominoes()), cut = { from: 0, moves: some(0, 2), more: false, count: null, complete: false };
  asked(game, "All solutions", "solutions", cut);
  assert.deepEqual([game.answered, game.can("Next")], ["Solution 1", true]);
  game.push("Next").push("Next");
  assert.equal(game.question("solutions").from, 2, "who goes on has more looked for");
  game.tell("solutions", { from: 2, moves: [], more: false, count: 2, complete: true });
  assert.deepEqual([game.answered, game.can("Next")], ["Solution 2 of 2", false]);
  asked(game, "All solutions", "solutions", { from: 0, moves: [], more: false, count: null, complete: false });
  assert.equal(game.answered, "No solution was found in time.");
  asked(game, "All solutions", "solutions", { from: 0, moves: [], more: false, count: 0, complete: true });
  assert.equal(game.answered, "There is no solution from here.");
  asked(game, "All solutions", "solutions", { from: 0, moves: some(0, 1), more: true, count: 12345, complete: true });
  assert.equal(game.answered, "Solution 1 of 12,345");
});

test("solutions of another position are listed anew", (context) => {
  const game = begun(context, dominoes());
  asked(game, "All solutions", "solutions", { from: 0, moves: some(0, 3), more: false, count: 3, complete: true });
  game.push("Next").lay(game.move("D", 0, 3)).wait().tell("status", COUNTED);
  asked(game, "All solutions", "solutions", { from: 0, moves: some(0, 1), more: false, count: 1, complete: true });
  assert.equal(game.answered, "Solution 1 of 1");
});

test("a file is downloaded under a name that is one, and an address is shown to be copied", async (context) => {
  const game = begun(context, threes({ key: "http://x", formats: undefined })), save = (format, answer) => {
    game.choose("Format", format);
    return asked(game, "Save as", "export", answer);
  };
  save("json", { name: "../small one.json", type: "application/json", data: "{}", base64: false });
  assert.deepEqual(game.page.downloads, [".._small_one.json"]);
  assert.equal(await game.saved[0].text(), "{}");
  save("png", { name: "a.png", type: "image/png", data: btoa("\u00ff\u0000"), base64: true, text: "More." });
  assert.deepEqual([...new Uint8Array(await game.saved[1].arrayBuffer())], [255, 0]);
  assert.equal(game.saved[1].type, "image/png");
  assert.match(game.answer.textContent, /^a\.png was downloaded\. Download againMore\.Close$/);
  save("svg", { name: "a.svg", type: "text/html; <b>", data: "x" });
  assert.equal(game.saved[2].type, "text/plain");
  save("address", { data: " http://there/?x \n" });
  assert.equal(game.answer.querySelector("input").value, "http://there/?x");
  game.push("Copy");
  await null;
  await null;
  assert.deepEqual([game.copied, game.said], [["http://there/?x"], "Copied."]);
});

test("formats are those of the page, and an address among them only where the board has one", (context) => {
  const formats = (more) => new Game(context, threes({ questions, ...more })).place
    .querySelectorAll('select[aria-label="Format"] option').map((option) => option.textContent);
  const usual = ["YAML", "JSON", "SVG", "PNG", "PDF"];
  assert.deepEqual(formats({}), usual);
  assert.deepEqual(formats({ key: "text:a: 1" }), usual);
  assert.deepEqual(formats({ key: "" }), usual);
  assert.deepEqual(formats({ key: "https://there/?x" }), [...usual, "address"]);
  assert.deepEqual(formats({ formats: ["address", "json"] }), ["address", "JSON"]);
});

test("what was chosen for a new board is still chosen on that", (context) => {
  const game = begun(context, threes({ presets: ["one", "two"] }));
  game.choose("Difficulty", "hard");
  game.push("New position");
  assert.equal(game.question("new").difficulty, "hard");
  game.tell("new", { given: [0] });
  assert.equal(game.page.activeElement.textContent, "New position", "the next one is a key away");
  game.push("New position");
  assert.equal(game.question("new").difficulty, "hard");
});

test("a position of one's own has no preset until one is chosen", (context) => {
  const game = begun(context, threes({ preset: "", presets: ["one", "two"] })), asks = () => game.asked("preset").length;
  game.push("Open");
  assert.deepEqual([asks(), game.said], [0, "Choose what to open first."]);
  game.choose("Position", "two");
  game.push("Open");
  assert.deepEqual([asks(), game.question("preset").name], [1, "two"]);
});

test("a cut that is placed as an answer takes the place of another", (context) => {
  const game = begun(context, cuts()), [up, down] = [game.move("/", 1), game.move("\\", 1)];
  game.lay(up).wait().tell("status", COUNTED);
  asked(game, "Hint", "hint", { move: down }).push("Mark it");
  assert.deepEqual(game.placed, [0, down]);
  assert.match(game.place.querySelector(".tray").textContent, /^2 cuts$/);
});
