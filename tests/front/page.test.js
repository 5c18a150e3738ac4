import assert from "node:assert/strict";
import { test } from "node:test";

import { SIZE, borders, colours, cubes, cuts, digits, dominoes, lines, shades, threes, tiling } from "./boards.js";
import { Game } from "./host.js";

const COUNTED = { solvable: true, count: 2, exact: true, dead: [] };

test("the time that was played is told in minutes and seconds, from the first step on", (context) => {
  const game = new Game(context, dominoes()), times = [];
  game.wait(10_000);
  assert.equal(game.time, "0:00", "the clock waits for the first step");
  game.lay(game.move("D", 0, 3));
  for (const seconds of [1, 58, 1, 60, 3540, 1]) {
    game.wait(seconds * 1000);
    times.push(game.time);
  }
  assert.deepEqual(times, ["0:01", "0:59", "1:00", "2:00", "61:00", "61:01"]);
});

test("what was played before is counted, on a page that is opened again", (context) => {
  const game = new Game(context, dominoes());
  game.lay(game.move("D", 0, 3)).wait(59_000);
  game.window.fire("pagehide");
  const kept = game.model.get("state");
  assert.equal(kept.seconds, 59);
  const again = new Game(context, dominoes(), { state: kept });
  again.wait(5000);
  assert.equal(again.time, "0:59", "nothing is done yet");
  again.push("Undo").wait(2000);
  assert.deepEqual([again.time, again.placed], ["1:01", []]);
  const idle = new Game(context, dominoes());
  idle.window.fire("pagehide");
  assert.equal(idle.model.kept, 0, "what nobody has begun is not kept");
});

test("the same words twice are said twice", (context) => {
  const game = new Game(context, dominoes()), said = [];
  for (let n = 0; n < 3; n++) {
    game.act({ type: "turn", how: "turn" });
    said.push(game.board.frame.liveRegion.textContent);
  }
  assert.deepEqual(said, ["Take a piece first.", "Take a piece first.\u00a0", "Take a piece first."]);
});

test("the tray has the pieces in their order, how many are left of each, and hides those that are used up", (context) => {
  const game = new Game(context, tiling(2, 4, [{ name: "A", cells: [[0, 0], [0, 1]], copies: 2 },
    { name: "B", title: "B (blue)", cells: [[0, 0]], copies: 1 }, { name: "C", cells: [[0, 0], [1, 0]], copies: null },
    { name: "X", cells: [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]], copies: 1 }]));
  const pieces = () => game.place.querySelectorAll("button[data-piece]").filter((one) => !one.hidden)
    .map((one) => [one.querySelector(".name").textContent, one.getAttribute("aria-label")]);
  const [b, c] = [["B", "B (blue)"], ["C ∞", "C, any number left"]], x = ["X", "X, fits nowhere on this board"];
  assert.deepEqual(pieces(), [["A ×2", "A, 2 left"], b, c, x]);
  game.lay(game.move("A", 0, 1));
  assert.deepEqual(pieces(), [["A ×1", "A, 1 left"], b, c, x]);
  game.lay(game.move("A", 2, 3)).lay(game.move("B", 4));
  assert.deepEqual(pieces(), [c, x]);
  game.push("Undo").push("Undo");
  assert.deepEqual(pieces(), [["A ×1", "A, 1 left"], b, c, x]);
  game.wait().tell("status", { solvable: false, pieces: [1] });
  assert.equal(pieces()[1][1], "B (blue), fits nowhere any more");
});

test("when all pieces lie on the board the tray says so", (context) => {
  const game = new Game(context, threes()), words = () => game.place.querySelector(".none").textContent;
  game.lay(game.move("L", 0, 3, 4));
  assert.equal(words(), "");
  game.lay(game.move("V", 1, 2, 5));
  assert.equal(words(), "All pieces lie on the board.");
});

test("the piece in the hand is pressed, shows how it is turned, and where it is held", (context) => {
  const game = new Game(context, threes()), button = game.place.querySelectorAll("button[data-piece]")[1];
  button.click({ detail: 0 });
  assert.equal(button.getAttribute("aria-pressed"), "true");
  assert.equal(game.page.activeElement, game.board.view.spots[0], "keys go on at the board");
  assert.equal(button.querySelectorAll(".grip").length, 1);
  const path = () => button.querySelector(".body").getAttribute("d"), before = path();
  game.keys("r");
  assert.notEqual(path(), before);
  game.key("Escape");
  assert.equal(button.getAttribute("aria-pressed"), "false");
  assert.equal(button.querySelectorAll(".grip").length, 0);
  assert.deepEqual(["Turn", "Put back"].map((name) => game.can(name)), [false, false]);
});

test("a cut board counts its cuts, and no dots", (context) => {
  const game = new Game(context, cuts()), words = () => game.place.querySelector(".tray").textContent;
  assert.equal(words(), "1 cut");
  game.act({ type: "mark", spot: 1, name: "." });
  assert.equal(words(), "1 cut");
  game.act({ type: "mark", spot: 2, name: "/" });
  assert.equal(words(), "2 cuts");
});

test("pens are pressed while they are chosen, and the mode of digits is", (context) => {
  const game = new Game(context, digits()), pressed = () => game.place.querySelectorAll(".tray button")
    .filter((one) => one.getAttribute("aria-pressed") === "true").map((one) => one.textContent);
  assert.deepEqual(pressed(), ["Digits"]);
  game.push("2");
  assert.deepEqual(pressed(), ["Digits", "2"]);
  game.push("Rub out");
  assert.deepEqual(pressed(), ["Digits", "Rub out"]);
  game.push("Rub out").push("Corner");
  assert.deepEqual(pressed(), ["Corner"]);
  game.focus(0).keys("n");
  assert.deepEqual(pressed(), ["Digits"], "after the corners it is written again");
  game.keys("n");
  assert.deepEqual(pressed(), ["Centre"]);
  game.keys("n");
  assert.deepEqual(pressed(), ["Corner"]);
  game.push("Digits");
  assert.deepEqual(pressed(), ["Digits"]);
});

test("a trial counts its marks, looks different, and ends kept or taken back; the focus goes with its buttons", (context) => {
  const game = new Game(context, shades()), words = () => game.place.querySelector(".trial-words").textContent;
  game.act({ type: "act", spot: 0 }).push("Trial");
  assert.deepEqual([words(), game.page.activeElement.textContent], ["Trial: 0 marks", "Keep"]);
  game.act({ type: "act", spot: 1 });
  assert.equal(words(), "Trial: 1 mark");
  const onTrial = () => game.drawn("pieces", "trial").map((one) => Number(one.getAttribute("data-move")));
  assert.deepEqual(onTrial(), [game.move("shaded", 1)]);
  assert.match(game.label(1), /on trial$/);
  assert.doesNotMatch(game.label(0), /on trial/);
  game.push("Take back");
  assert.deepEqual([game.placed, words(), onTrial(), game.page.activeElement.textContent],
    [[game.move("shaded", 0)], "", [], "Trial"]);
  game.push("Undo");
  assert.deepEqual(onTrial(), [game.move("shaded", 1)], "a trial can be had again");
  game.push("Keep");
  assert.deepEqual([game.placed.length, onTrial(), game.said], [2, [], "The trial is kept: 1 mark."]);
});

test("lines have colours of their own while these are on, on the next board as well", (context) => {
  const data = lines({ questions: ["status", "new"] }), game = new Game(context, data);
  game.lay(game.move("line", data.lines[0]));
  const threads = () => game.drawn("pieces", "thread").length;
  assert.equal(threads(), 0);
  game.push("Colours");
  assert.equal(threads(), 1);
  assert.equal(game.button("Colours").getAttribute("aria-pressed"), "true");
  assert.equal(game.model.get("state").coloured, true);
  game.push("New position").tell("new", { given: [game.move("line", data.lines[0])] });
  assert.equal(threads(), 1);
  game.push("Colours");
  assert.equal(threads(), 0);
  assert.equal(game.model.get("state").coloured, undefined);
  assert.equal(new Game(context, digits()).board.tray.colours.hidden, true, "there are no lines");
});

test("regions that borders close have a colour, while colours are on", (context) => {
  const game = new Game(context, borders());
  // The borders between the upper and the lower row: each region has one clue.
  game.lay(game.move("line", 6), game.move("line", 7));
  assert.equal(game.drawn("aids", "region").length, 0);
  game.push("Colours");
  assert.equal(game.drawn("aids", "region").length, 4);
  assert.equal(new Set(game.drawn("aids", "region").map((one) => one.style["--fill"])).size, 2);
});

test("what is given, what was noted, and what is tinted is seen and said", (context) => {
  const game = new Game(context, digits(4, { given: [0] }, 4));
  assert.deepEqual(game.drawn("pieces", "given").map((one) => one.getAttribute("data-move")), ["0"]);
  assert.equal(game.label(0), "row 1, column 1, 1, given");
  game.act({ type: "mark", spot: 1, name: "2" }, { type: "mark", spot: 2, name: "3", mode: "centre" });
  assert.equal(game.label(1), "row 1, column 2, 2");
  assert.equal(game.label(2), "row 1, column 3, open, may be 3");
  const noted = () => game.board.view.views[0].layers.pieces.textContent;
  assert.match(noted(), /3/);
  game.act({ type: "mark", spot: 2, name: "4" });
  assert.equal(game.label(2), "row 1, column 3, 4", "what is written hides what was noted");
  assert.doesNotMatch(noted(), /3/);
  assert.deepEqual(game.board.play.candidates, { 2: ["3"] }, "which is there all the same");
  game.tap(1);
  assert.match(game.label(1), /, chosen$/);
  assert.equal(game.drawn("aids", "chosen").length, 1);
});

test("cells whose colour is needed say which, and colours that do not match are shown", (context) => {
  const game = new Game(context, colours()), [left, right] = [game.move("B", 0), game.move("A", 1)];
  game.lay(left);
  assert.equal(game.label(0), "row 1, column 1, B, on the right green, on the left green");
  assert.equal(game.label(1), "row 1, column 2, empty, on the left green, on the right red");
  game.act({ type: "choose", piece: 0 }, { type: "hover", at: { view: 0, place: game.middle(1) } });
  assert.deepEqual(game.drawn("ghosts", "clash").map((one) => Number(one.getAttribute("data-move"))), [right]);
  assert.equal(game.drawn("over", "unequal").length, 1);
  assert.equal(game.drawn("over", "unequal")[0].getAttribute("cx"), String(SIZE));
});

test("a board that is closed at its sides has a seam at both, and nowhere else", (context) => {
  const data = threes(), next = data.spots.next.map((row) => [...row]);
  for (const [left, right] of [[0, 2], [3, 5]]) [next[left][0], next[right][1]] = [right, left];
  const views = [{ ...data.views[0], wrapped: true }];
  const seams = (more) => new Game(context, { ...data, ...more }).drawn("signs", "seam")
    .map((one) => Math.round(Number(one.getAttribute("x1")))).sort((one, other) => one - other);
  assert.deepEqual(seams({ views, spots: { ...data.spots, next } }), [-3, -3, 3 * SIZE + 3, 3 * SIZE + 3]);
  assert.deepEqual(seams({ views }), []);
  assert.deepEqual(seams({ spots: { ...data.spots, next } }), []);
});

test("the layers of a solid say which is which, and the hand shows what it can cover there", (context) => {
  const game = new Game(context, cubes());
  game.act({ type: "choose", piece: 1 });
  assert.equal(game.drawn("notes", "reachable").length, 8);
  game.lay(game.move("V", 0, 1, 2)).act({ type: "choose", piece: 1 });
  assert.deepEqual(game.drawn("notes", "reachable").length, 2);
});

test("copies that are told apart have shades, on the board and as ghosts", (context) => {
  const data = dominoes();
  data.pieces[0] = { ...data.pieces[0], shades: ["#112233", "#445566", "#ffffff"] };
  const game = new Game(context, data);
  game.lay(game.move("D", 0, 3), game.move("D", 1, 4), game.move("D", 2, 5));
  const fills = game.drawn("pieces", "piece").map((one) => [one.style["--fill"], one.style["--ink"]]);
  assert.deepEqual(fills.sort(), [["#112233", "#ffffff"], ["#445566", "#ffffff"], ["#ffffff", "#000000"]]);
});

test("the cursor is seen where keys have brought it, and not where a pointer has", (context) => {
  const game = new Game(context, threes()), { focus } = game.board.view.views[0].layers ? game.board.view.views[0] : {};
  game.focus(0).key("ArrowRight");
  assert.ok(focus.hasAttribute("d"));
  game.tap(3);
  assert.ok(!focus.hasAttribute("d"));
  game.key("ArrowUp");
  assert.ok(focus.hasAttribute("d"));
});

test("the heading is that of the board, and the rules are folded where there is little room", (context) => {
  const game = new Game(context, threes({ title: "Small: one", about: "Lay all.", questions: ["status", "preset"],
    presets: ["one", "two"] }));
  const about = () => game.place.querySelector("details");
  assert.equal(game.place.querySelector("h1").textContent, "Small: one");
  assert.equal(about().open, true);
  about().open = false;
  about().fire("toggle");
  game.push("Open").tell("preset", { board: threes({ about: "Lay all." }) });
  assert.equal(about().open, false, "as somebody has left it");
  const widget = new Game(context, threes({ title: "Small" }), { heading: undefined });
  assert.equal(widget.place.querySelector("h3").textContent, "Small");
  assert.equal(widget.place.querySelector("h1"), null);
});

test("keys of a page are heard wherever a mouse has clicked last; those of a notebook only on the board", (context) => {
  const move = (game) => game.move("D", 0, 3);
  const game = new Game(context, dominoes());
  game.lay(move(game));
  game.page.body.fire("keydown", { key: "z" });
  assert.deepEqual(game.placed, []);
  const widget = new Game(context, dominoes(), { heading: undefined });
  widget.lay(move(widget));
  widget.page.body.fire("keydown", { key: "z" });
  assert.equal(widget.placed.length, 1);
  const event = widget.focus(0).key("z");
  assert.deepEqual([widget.placed, event.defaultPrevented], [[], true]);
  assert.equal(widget.key("q").defaultPrevented, false, "other keys are the browser's");
});

test("every key of a board does what its help says", (context) => {
  const game = new Game(context, threes({ questions: ["status", "hint"] }));
  const keys = ["Undo", "Redo", "Turn", "Hint", "Clear"].map((words) => game.button(words).getAttribute("aria-keyshortcuts"));
  assert.deepEqual([keys, game.button("Undo").title], [["Z", "Y", "R", "H", null], "Undo (Z)"]);
  const help = game.place.querySelectorAll("dt").map((one) => one.textContent);
  assert.deepEqual(help, ["Arrow keys", "Enter", "N and B", "R", "Delete", "Z and Y", "H", "Escape", "Hint"]);
  game.focus(0).keys("n");
  assert.equal(game.board.play.hand.piece, 0);
  game.keys("n");
  assert.equal(game.board.play.hand.piece, 1);
  game.keys("n");
  assert.equal(game.board.play.hand.piece, 0, "after the last one comes the first");
  game.keys("b");
  assert.equal(game.board.play.hand.piece, 1);
  game.key("Enter");
  assert.equal(game.placed.length, 1);
  game.key("Delete");
  assert.equal(game.placed.length, 0);
  game.key("L", { shiftKey: true });
  assert.equal(game.board.play.hand.piece, 0);
  game.key("Escape");
  assert.equal(game.board.play.hand, null);
});

test("keys of a field are left to it", (context) => {
  const game = new Game(context, dominoes());
  game.lay(game.move("D", 0, 3));
  game.place.querySelector(".help select").fire("keydown", { key: "z" });
  assert.equal(game.placed.length, 1);
});

test("a board that is closed hears nothing any more", (context) => {
  const game = new Game(context, dominoes()), { board } = game;
  game.lay(game.move("D", 0, 3));
  game.session.close();
  const asked = game.model.asked.length;
  game.wait(10_000).model.set("state", { placed: [] });
  game.page.body.fire("keydown", { key: "z" });
  game.model.tell("change:board");
  game.tell("status", COUNTED, { id: 1 });
  assert.deepEqual([game.model.asked.length, board.position.placed.length, board.known, game.model.listeners],
    [asked, 1, null, []]);
});
