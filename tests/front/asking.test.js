import assert from "node:assert/strict";
import { test } from "node:test";

import { digits, dominoes, lines, threes } from "./boards.js";
import { Game } from "./host.js";

const ALL = { questions: ["status", "hint", "why-not", "forced", "solution", "solutions", "check", "export"] };
const COUNTED = { solvable: true, count: 2, exact: true, dead: [] };
const kinds = (game) => game.model.asked.map(({ ask }) => ask);

test("a question says what lies there and what was given, on which board", (context) => {
  const game = new Game(context, threes({ given: [0], ...ALL })), other = game.move("V", 1, 2, 5);
  game.lay(other).push("Hint");
  const { id, ...question } = game.question("hint");
  assert.deepEqual(question, { ask: "hint", placed: [0, other], given: [0], board: "preset:one", puzzle: "small",
    size: 16 });
  assert.equal(id, game.model.asked.length, "each has a number of its own");
});

test("how things stand is asked once steps have come to rest, and of the last of them alone", (context) => {
  const game = new Game(context, dominoes()), moves = [game.move("D", 0, 3), game.move("D", 1, 4)];
  game.wait(39);
  assert.deepEqual(kinds(game), []);
  game.lay(moves[0]).wait(39).lay(moves[1]).wait(39);
  assert.deepEqual(kinds(game), []);
  game.wait(1);
  assert.deepEqual([kinds(game), game.question("status").placed], [["status"], moves]);
  game.wait(5000);
  assert.deepEqual(kinds(game), ["status"]);
});

test("how things stand is asked before what somebody asks, and its answer still counts", (context) => {
  const game = new Game(context, threes(ALL));
  game.push("Hint");
  assert.deepEqual(kinds(game), ["status", "hint"]);
  game.wait(100);
  assert.deepEqual(kinds(game), ["status", "hint"], "once");
  game.tell("hint", { move: null, text: "Look there." }).tell("status", { ...COUNTED, count: 7 });
  assert.deepEqual([game.answered, game.status], ["Look there.", "7 solutions left"]);
});

test("parts of an answer are shown as they come, and the last one in their place", (context) => {
  const game = new Game(context, threes(ALL)), [first, second] = [0, 1];
  game.wait().tell("status", { solvable: null, partial: true });
  assert.equal(game.status, "Counting …");
  game.tell("status", { solvable: true, count: 5, exact: false, partial: true });
  assert.equal(game.status, "At least 5 solutions left");
  game.tell("status", { ...COUNTED, count: 12 });
  assert.equal(game.status, "12 solutions left");
  game.push("Hint").tell("hint", { move: first, text: "One.", partial: true });
  assert.equal(game.answered, "One.");
  assert.match(game.answer.textContent, /Looking for a smaller reason/);
  game.button("Place it").focus();
  game.tell("hint", { move: first, text: "Two.", partial: true, reason: { spots: [2] } });
  assert.equal(game.answered, "Two.");
  game.tell("hint", { move: second, text: "Three.", reason: { spots: [1], moves: [], pieces: [1] } });
  assert.equal(game.answered, "Three.");
  assert.doesNotMatch(game.answer.textContent, /Looking/);
  assert.match(game.label(1), /, marked$/);
  assert.doesNotMatch(game.label(2), /marked/);
  game.tell("hint", { move: first, text: "Too late." });
  assert.equal(game.answered, "Three.", "after the last part nothing more comes");
});

test("of questions whose parts say nothing, the last answer is shown alone", (context) => {
  const game = new Game(context, threes(ALL));
  game.wait().push("What is forced?").tell("forced", { moves: [0], text: "A part.", partial: true });
  assert.equal(game.answered, "Thinking …");
  game.tell("forced", { moves: [0], text: "All." });
  assert.equal(game.answered, "All.");
});

test("an answer about a position that has changed since is dropped", (context) => {
  const game = new Game(context, threes(ALL)), move = game.move("L", 0, 3, 4);
  game.wait();
  const status = game.question("status");
  game.push("Hint");
  const hint = game.question("hint");
  game.lay(move);
  game.tell("status", { ...COUNTED, count: 99 }, status).tell("hint", { move: 1, text: "Old." }, hint);
  assert.deepEqual([game.status, game.answered], ["Counting …", null]);
  assert.equal(game.drawn("ghosts", "proposed").length, 0);
  game.wait().tell("status", { ...COUNTED, count: 1 });
  assert.equal(game.status, "1 solution left");
  game.tell("status", { ...COUNTED, count: 99 }, status).tell("nothing", {}, { id: undefined });
  game.model.tell("msg:custom", undefined);
  assert.equal(game.status, "1 solution left");
});

test("of two questions of a kind, the first one's answer is dropped; of two kinds, both are shown", (context) => {
  const game = new Game(context, threes(ALL));
  game.wait().tell("status", COUNTED).push("Check");
  const first = game.question("check");
  game.push("Check").tell("check", { ok: false, problems: [], unfinished: ["old"] }, first);
  assert.equal(game.answered, "Thinking …");
  game.push("Solution").tell("check", { ok: true, problems: [], unfinished: [] });
  assert.equal(game.answered, "Solved: every rule holds.");
  game.tell("solution", { moves: [0] });
  assert.equal(game.answered, "A solution from here.");
});

test("what goes wrong is said where its answer would stand", (context) => {
  const game = new Game(context, threes(ALL));
  game.wait().tell("status", { error: "This board is odd." });
  assert.deepEqual([game.status, game.said, game.answered],
    ["Not known whether it can be solved", "This board is odd.", null]);
  game.push("Hint").tell("hint", { error: "No hint today." });
  assert.deepEqual([game.answered, game.choices], ["No hint today.", ["Close"]]);
  assert.equal(game.status, "Not known whether it can be solved");
});

test("who stops or closes an answer cancels it, and hears no more of it", (context) => {
  const game = new Game(context, threes(ALL));
  game.wait().tell("status", COUNTED).push("Hint").push("Stop");
  assert.deepEqual(kinds(game), ["status", "hint", "cancel"]);
  game.tell("hint", { move: 0, text: "Late." });
  assert.equal(game.answered, null);
  game.push("Hint").tell("hint", { move: 0, text: "First.", partial: true }).push("Close");
  game.tell("hint", { move: 0, text: "Late." });
  assert.equal(game.answered, null);
  assert.equal(game.drawn("ghosts", "proposed").length, 0);
  assert.equal(kinds(game).at(-1), "cancel");
  game.push("Check").tell("check", { ok: true });
  game.key("Escape");
  assert.equal(game.answered, null, "Escape closes it as well");
});

test("while a count goes on, closing an answer does not end it", (context) => {
  const game = new Game(context, threes(ALL));
  game.wait();
  const status = game.question("status");
  game.push("Hint").push("Stop").tell("status", { ...COUNTED, count: 3 }, status);
  assert.equal(game.status, "3 solutions left");
});

test("a step closes an answer, and what it marked goes with it", (context) => {
  const game = new Game(context, threes(ALL)), move = game.move("L", 0, 3, 4);
  game.wait().tell("status", COUNTED).push("Check");
  game.tell("check", { ok: false, problems: ["row 1 is odd"], spots: [5], beside: [] });
  assert.equal(game.drawn("notes", "wrong").length, 1);
  game.push("Check");
  assert.equal(game.drawn("notes", "wrong").length, 0, "while the next answer is on its way");
  game.tell("check", { ok: false, problems: ["row 1 is odd"], spots: [5], beside: [] }).lay(move);
  assert.equal(game.answered, null);
  assert.equal(game.drawn("notes", "wrong").length, 0);
  assert.ok(!kinds(game).includes("cancel"), "the next question ends all others by itself");
});

test("another level of help is asked for at once, and says nothing of what was known before", (context) => {
  const game = new Game(context, threes(ALL));
  game.wait().tell("status", { solvable: false, count: 0, exact: true, dead: [1], pieces: [0] });
  assert.equal(game.status, "No solution is left from here: nothing can cover 1 place, marked ×");
  assert.equal(game.drawn("notes", "dead").length, 1);
  assert.match(game.label(1), /nothing can cover it any more$/);
  assert.ok(game.board.root.classList.contains("stuck"));
  game.choose("help", "off");
  assert.equal(game.status, "Nothing is checked while you play");
  assert.equal(game.drawn("notes", "dead").length, 0);
  assert.doesNotMatch(game.label(1), /cover/);
  assert.ok(!game.board.root.classList.contains("stuck"));
  game.wait();
  assert.equal(kinds(game).length, 1, "who wants to know nothing is asked nothing");
  game.choose("help", "rules");
  assert.equal(game.wait().question("status").help, "rules");
  assert.equal(game.status, "Nothing is checked while you play", "until rules are checked");
  game.tell("status", { solvable: null, dead: [], pieces: [] });
  assert.equal(game.status, "No rule is broken so far");
});

test("a level of help that changes ends a wait, and leaves an answer that is there", (context) => {
  const game = new Game(context, threes(ALL));
  game.wait().tell("status", COUNTED).push("Check");
  game.choose("help", "rules");
  assert.equal(game.answered, null);
  game.wait().push("Hint").tell("hint", { move: 0, text: "There.", partial: true });
  game.choose("help", "count");
  assert.equal(game.answered, "There.");
  assert.doesNotMatch(game.answer.textContent, /Looking/);
});

test("without help, only a board that is full is asked about, if no other can be solved", (context) => {
  const game = new Game(context, threes({ ...ALL }), { help: "off" });
  const [first, second] = [game.move("L", 0, 3, 4), game.move("V", 1, 2, 5)];
  game.lay(first).wait();
  assert.deepEqual(kinds(game), []);
  game.lay(second).wait();
  assert.deepEqual(game.asked("status").map(({ help, placed }) => [help, placed]), [["off", [first, second]]]);
  game.tell("status", { solvable: true, complete: true });
  assert.equal(game.status, "Solved in 0:00!");
  game.push("Undo");
  assert.equal(game.status, "Nothing is checked while you play");
  const drawn = new Game(context, lines(), { help: "off" });
  assert.equal(drawn.wait().asked("status").length, 1, "of a board to draw on nobody knows when it is full");
  drawn.tell("status", { solvable: null, dead: [0], pieces: [], beside: [] });
  assert.equal(drawn.drawn("notes", "dead").length, 0, "and whoever knows more keeps it to themselves");
});

test("a server that is gone is said to be, and what was asked is asked again by the model alone", (context) => {
  const game = new Game(context, threes(ALL));
  const linked = (state) => game.model.set("link", state);
  const link = game.board.frame.link;
  game.wait();
  linked("lost");
  assert.match(link.textContent, /^The server does not answer\. Your position is kept here/);
  assert.equal(game.status, "Not counted: there is no server");
  linked("open");
  assert.deepEqual([link.hidden, game.said], [true, "The server is back."]);
  assert.equal(game.wait().asked("status").length, 1, "the one question still waits");
  game.tell("status", COUNTED);
  linked("lost");
  linked("open");
  assert.equal(game.wait().asked("status").length, 2, "nothing waits, so this is asked anew");
  game.tell("status", COUNTED).push("Hint");
  linked("lost");
  assert.equal(game.answered, "Waiting for the server …");
  game.push("Stop");
  assert.equal(kinds(game).at(-1), "hint", "nobody is there to cancel it");
  linked("open");
  game.push("Hint");
  linked("closed");
  assert.equal(game.answered, null);
  assert.match(link.textContent, /^The server was restarted/);
});

test("H asks for a hint where there are hints, and one that is on its way ends what looked for a smaller reason", (context) => {
  const game = new Game(context, threes(ALL));
  game.wait().tell("status", COUNTED).focus(2).keys("h");
  game.tell("hint", { move: 0, text: "There.", partial: true }).push("Check");
  assert.equal(game.answered, "Thinking …");
  const quiet = new Game(context, threes({ questions: ["status"] }));
  quiet.wait().focus(2).keys("h");
  assert.deepEqual(kinds(quiet), ["status"]);
});

test("pictures in space are asked for only while they are looked at", (context) => {
  const views = [{ name: "", box: [0, 0, 132, 88], wrapped: true }];
  const game = new Game(context, threes({ views, questions: ["status", "picture", "hint"] })), { space } = game.board.frame;
  game.wait().tell("status", COUNTED);
  assert.equal(game.asked("picture").length, 0);
  space.open = true;
  space.fire("toggle");
  assert.deepEqual(game.question("picture").view, "solid");
  game.tell("picture", { svg: "<svg>ü</svg>" });
  const shown = () => space.querySelector("img")?.getAttribute("src");
  assert.equal(Buffer.from(shown().split(",")[1], "base64").toString(), "<svg>ü</svg>");
  game.lay(game.move("L", 0, 3, 4)).wait().tell("status", COUNTED);
  assert.equal(game.asked("picture").length, 2);
  const before = shown();
  game.tell("picture", { svg: null });
  assert.equal(shown(), before);
  game.push("Hint").tell("hint", { move: null, text: "Look there.", partial: true });
  space.fire("toggle");
  assert.doesNotMatch(game.answer.textContent, /Looking/, "whatever is asked next ends the search");
  assert.equal(game.answered, "Look there.");
});

test("notes go with a position that is saved to be opened again, and with no other file", (context) => {
  const game = new Game(context, digits(4, ALL));
  game.act({ type: "mark", spot: 1, name: "2", mode: "centre" }).wait().tell("status", COUNTED);
  const saved = (format) => {
    game.choose("Format", format);
    game.push("Save as");
    const { format: asked, notes } = game.question("export");
    return [asked, notes];
  };
  assert.deepEqual(saved("json"), ["json", { candidates: { 1: ["2"] }, corners: {}, tints: {} }]);
  assert.deepEqual(saved("svg"), ["svg", undefined]);
  game.push("Clear");
  assert.deepEqual(saved("json"), ["json", undefined]);
});
