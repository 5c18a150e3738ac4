import assert from "node:assert/strict";
import { test } from "node:test";

import { SIZE, cubes, cuts, digits, lines, shades, threes, tiling, walls } from "./boards.js";
import { Game } from "./host.js";

const steps = (game) => game.position.history.positions.length - 1;

/** A row of so many squares to shade. */
function row(number) {
  const board = tiling(1, number, []), cells = [...Array(number).keys()].flatMap((spot) => [0, 1].map((piece) => ({ spot, piece })));
  return { ...board, drag: "draw", pieces: shades().pieces, moves: { piece: cells.map(({ piece }) => piece),
    shape: cells.map(() => 0), starts: [...cells.keys(), cells.length], spots: cells.map(({ spot }) => spot),
    drawings: cells.map(() => []) } };
}

const marks = (game) => game.placed.map((move) => `${game.table.spotsOf[move][0]}${game.table.pieces[game.table.pieceOf[move]].name[0]}`);

test("a stroke marks each cell that it goes through once, from the first to the last one, as one step", (context) => {
  const game = new Game(context, row(6));
  game.draw([1, 2, 3, 2, 4, 3, 2]);
  assert.deepEqual([marks(game), steps(game)], [["1s", "2s", "3s", "4s"], 1]);
  game.push("Undo");
  assert.deepEqual(marks(game), []);
  game.push("Redo");
  assert.deepEqual(marks(game), ["1s", "2s", "3s", "4s"]);
  game.draw([5, 0]);
  assert.deepEqual([marks(game), steps(game)], [["0s", "1s", "2s", "3s", "4s", "5s"], 2], "a quick one leaves none out");
});

test("the last point of a stroke counts, however short its last part is", (context) => {
  const game = new Game(context, row(4)), [x, y] = game.middle(0);
  game.stroke([[x, y], [x + SIZE / 2 - 1, y], [x + SIZE / 2 + 1, y]]);
  assert.deepEqual(marks(game), ["0s", "1s"]);
  const other = new Game(context, row(4));
  other.stroke([[x, y], [x + SIZE / 2 - 1, y]]);
  assert.deepEqual(marks(other), ["0s"]);
});

test("a stroke that leaves the board and comes back goes on where it comes in", (context) => {
  const game = new Game(context, row(4)), y = SIZE / 2, x = (column) => (column + 0.5) * SIZE;
  game.stroke([[x(0), y], [x(0), y + 400], [x(3), y + 400], [x(3), y]]);
  assert.deepEqual([marks(game), steps(game)], [["0s", "3s"], 1], "and marks nothing that it went around");
  const flicked = new Game(context, row(2));
  flicked.stroke([[x(0), y], [x(0), y + 400]]);
  assert.deepEqual(marks(flicked), ["0s"], "one that is off the board at once was a tap");
  const lined = new Game(context, walls()), half = SIZE / 2;
  lined.stroke([[0, 2 * half], [half, 2 * half], [SIZE - 9, 2 * half], [0, 600], [4 * half, 600], [4 * half, 2 * half]]);
  assert.equal(lined.placed.length, 1);
});

test("a stroke with the other button makes the last mark, and a click goes round the other way", (context) => {
  const game = new Game(context, row(3));
  game.draw([0, 1], { button: 2 });
  assert.deepEqual(marks(game), ["0e", "1e"]);
  game.tap(2, { button: 2 });
  assert.deepEqual(marks(game), ["0e", "1e", "2e"]);
  game.tap(2, { button: 2 });
  assert.deepEqual(marks(game), ["0e", "1e", "2s"]);
  game.tap(2, { button: 1 });
  assert.deepEqual(marks(game), ["0e", "1e", "2s"], "the middle button is the browser's");
  const menu = game.board.view.views[0].picture.fire("contextmenu");
  assert.ok(menu.defaultPrevented);
  const pieces = new Game(context, threes());
  assert.equal(pieces.board.view.views[0].picture.fire("contextmenu").defaultPrevented, false);
});

test("a stroke takes away what it began on, and leaves all else", (context) => {
  const game = new Game(context, lines()), [a, b] = game.table.data.lines, { board } = game;
  game.lay(game.move("line", a)).lay(game.move("no line", b));
  game.draw([0, 2]);
  assert.deepEqual(marks(game), [`${b}n`]);
  assert.equal(steps(game), 3);
  assert.equal(board.pointer.down, null);
});

test("a stroke along walls is one step, and going back over a line takes it away again", (context) => {
  const data = walls(), game = new Game(context, data), half = SIZE / 2;
  game.stroke([[0, 2 * half], [half, 2 * half], [2 * half, 2 * half], [4 * half, 2 * half]]);
  assert.deepEqual([game.placed.length, steps(game)], [2, 1]);
  game.push("Undo");
  game.stroke([[0, 2 * half], [4 * half, 2 * half], [2 * half, 2 * half]]);
  assert.deepEqual(game.placed.map((move) => game.table.spotsOf[move][0]), [data.wall(1, 2)]);
  assert.equal(steps(game), 1);
});

test("a click that trembles is a click, and one that goes far is none", (context) => {
  const game = new Game(context, row(3)), [x, y] = game.middle(1);
  game.stroke([[x, y], [x + 3, y + 4], [x + 1, y]]);
  assert.deepEqual([marks(game), steps(game)], [["1s"], 1]);
  game.stroke([[x, y], [x + 1, y + 1]]);
  assert.deepEqual(marks(game), ["1e"], "the next mark: this was a click as well");
  const pieces = new Game(context, threes());
  pieces.lay(pieces.move("L", 0, 3, 4)).stroke([pieces.middle(0), [pieces.middle(0)[0] + 6, pieces.middle(0)[1]]]);
  assert.deepEqual([pieces.placed, pieces.said], [[], "In your hand: L (red)."], "a click takes a piece up");
});

test("one pointer at a time draws; another that moves or goes up changes nothing", (context) => {
  const game = new Game(context, row(5)), at = (spot) => ({ clientX: game.middle(spot)[0], clientY: game.middle(spot)[1] });
  game.draw([0, 1], { up: false });
  game.page.body.fire("pointermove", { ...at(4), pointerId: 7, pointerType: "mouse" });
  game.page.body.fire("pointerup", { ...at(4), pointerId: 7, pointerType: "mouse" });
  game.page.body.fire("pointermove", { ...at(2), pointerId: 1, pointerType: "mouse" });
  game.page.body.fire("pointerup", { ...at(2), pointerId: 1, pointerType: "mouse" });
  assert.deepEqual([marks(game), steps(game)], [["0s", "1s", "2s"], 1]);
  game.page.body.fire("pointermove", { ...at(4), pointerId: 1, pointerType: "mouse" });
  assert.deepEqual(marks(game), ["0s", "1s", "2s"], "a pointer that is up draws nothing");
});

test("two fingers scroll, and what the first one has drawn is taken back", (context) => {
  const game = new Game(context, row(4)), finger = { pointerType: "touch" }, { picture } = game.board.view.views[0];
  game.draw([0, 1, 2], { ...finger, up: false });
  assert.equal(marks(game).length, 3);
  picture.fire("pointerdown", { button: 0, pointerType: "touch", pointerId: 2, isPrimary: false, clientX: 9, clientY: 9 });
  assert.deepEqual([marks(game), steps(game), game.board.pointer.down], [[], 0, null]);
  game.draw([0, 1], { ...finger, up: false });
  game.page.body.fire("pointercancel", {});
  assert.deepEqual(marks(game), []);
});

test("a touch whose end nobody heard is over when the next one begins alone", (context) => {
  const game = new Game(context, threes()), finger = { pointerType: "touch" };
  game.stroke([game.middle(5)], { ...finger, up: false });
  game.lay(game.move("L", 0, 3, 4));
  game.tap(0, { ...finger, pointerId: 2 });
  assert.equal(game.said, "In your hand: L (red).");
});

test("cells are chosen by a stroke near their middles, and with a key besides those that are", (context) => {
  const game = new Game(context, digits(4, {}, 4));
  const chosen = () => game.board.play.selection;
  game.draw([0, 1]);
  assert.deepEqual([chosen(), game.said, steps(game)], [[0, 1], "2 cells chosen.", 0]);
  game.draw([3], { ctrlKey: true });
  assert.deepEqual(chosen(), [0, 1, 3]);
  game.tap(1);
  assert.deepEqual(chosen(), [1], "a click on one of several chooses it alone");
  game.draw([2]);
  assert.deepEqual(chosen(), [2], "without it, the others are let go");
  game.draw([0, 1]).focus(1).key("3", { code: "Digit3" });
  assert.deepEqual(game.placed, [game.move("3", 0), game.move("3", 1)]);
  assert.equal(steps(game), 1);
});

test("a piece is dragged from the tray by the cell that is gripped, and dropped where it is held", (context) => {
  const game = new Game(context, threes()), button = game.place.querySelector('button[data-piece="0"]');
  const picture = button.querySelector("svg"), up = (x, y) => ({ pointerId: 1, pointerType: "mouse", clientX: x, clientY: y });
  // The L has its cells at (0, 0), (1, 0) and (1, 1) of its picture; it is gripped at the last one.
  button.fire("pointerdown", { ...up(66, 66), button: 0 });
  assert.equal(picture.getAttribute("viewBox").split(" ").length, 4);
  game.page.body.fire("pointermove", up(66, 80));
  assert.equal(game.board.play.hand.anchor, 2);
  const [x, y] = game.middle(5);
  game.page.body.fire("pointermove", up(x, y));
  assert.deepEqual(game.drawn("ghosts", "fits").length, 1);
  game.page.body.fire("pointerup", up(x, y));
  assert.deepEqual(game.placed, [game.move("L", 1, 4, 5)]);
  assert.equal(steps(game), 1);
  assert.equal(game.place.querySelector('button[data-piece="0"]').hidden, true);
});

test("a piece that is moved on the board is one step, and one that goes back where it was is none", (context) => {
  const game = new Game(context, threes()), there = game.move("L", 0, 3, 4);
  game.lay(there);
  game.draw([0, 1]);
  assert.deepEqual([game.placed, steps(game)], [[game.move("L", 1, 4, 5)], 2]);
  game.push("Undo");
  assert.deepEqual(game.placed, [there]);
  game.stroke([game.middle(0), game.middle(1), game.middle(0)]);
  assert.deepEqual([game.placed, steps(game)], [[there], 1], "what was to be redone is forgotten with it");
  game.stroke([game.middle(0), [900, 400]]);
  assert.deepEqual([game.placed, steps(game)], [[], 2], "off the board it is among the pieces again");
});

test("a finger sees what it drags above itself", (context) => {
  const game = new Game(context, tiling(3, 1, [{ name: "M", cells: [[0, 0]] }])), { lift } = game.board.rules;
  assert.ok(lift > 0);
  const button = game.place.querySelector("button[data-piece]");
  const touch = (x, y) => ({ pointerId: 1, pointerType: "touch", clientX: x, clientY: y, button: 0 });
  button.fire("pointerdown", touch(300, 300));
  game.page.body.fire("pointermove", touch(22, 110 + lift));
  assert.deepEqual(game.table.spotsOf[game.board.play.ghost], [2]);
  game.page.body.fire("pointermove", touch(22, 22 + lift));
  game.page.body.fire("pointerup", touch(22, 22 + lift));
  assert.deepEqual(game.placed, [game.move("M", 0)]);
});

test("what floats is seen while it is over no place, and not after", (context) => {
  const game = new Game(context, threes()), { element } = game.board.float;
  const button = game.place.querySelector("button[data-piece]");
  const at = (x, y) => ({ pointerId: 1, pointerType: "mouse", clientX: x, clientY: y, button: 0 });
  button.fire("pointerdown", at(600, 600));
  game.page.body.fire("pointermove", at(600, 650));
  assert.equal(element.style.display, "block");
  assert.equal(element.style.left, `${600 - game.board.float.grip[0]}px`);
  game.page.body.fire("pointermove", at(22, 22));
  assert.equal(element.style.display, "none");
  game.page.body.fire("pointermove", at(600, 650));
  game.page.body.fire("pointerup", at(600, 650));
  assert.equal(element.style.display, "none");
  assert.equal(game.board.play.drag, null);
});

test("what is in the hand follows a mouse, until that leaves the board", (context) => {
  const game = new Game(context, threes()), { picture } = game.board.view.views[0];
  game.act({ type: "choose", piece: 0 });
  game.page.body.fire("pointermove", { pointerType: "mouse", clientX: 22, clientY: 22 });
  assert.equal(game.drawn("ghosts", "ghost").length, 1);
  picture.fire("pointerleave", {});
  assert.equal(game.drawn("ghosts", "ghost").length, 0);
  game.page.body.fire("pointermove", { pointerType: "touch", clientX: 22, clientY: 22 });
  assert.equal(game.drawn("ghosts", "ghost").length, 0, "a finger hovers nowhere");
});

test("a stroke across a cell cuts it in its direction", (context) => {
  const game = new Game(context, cuts()), corners = ([x, y]) => [[x - 15, y - 15], [x + 15, y + 15]];
  game.stroke(corners(game.middle(1)));
  assert.deepEqual(game.placed, [0, game.move("\\", 1)]);
  game.stroke([...corners(game.middle(2))].map(([x, y], n) => [x, n ? y - 30 : y + 30]));
  assert.deepEqual(game.placed, [0, game.move("\\", 1), game.move("/", 2)]);
});

test("each layer of a solid is pressed where it stands", (context) => {
  const game = new Game(context, cubes());
  game.lay(game.move("I", 0, 4));
  game.tap(4);
  assert.match(game.said, /^In your hand: I/);
  assert.equal(game.board.play.cursor, 4);
  assert.deepEqual(game.place.querySelectorAll("figcaption").map((one) => one.textContent),
    ["layer 1 (top)", "layer 2 (bottom)"]);
});

test("a screen reader's click does what Enter does, and a double click chooses all alike", (context) => {
  const game = new Game(context, shades()), click = (spot, detail) => game.board.view.spots[spot].fire("click", { detail });
  click(1, 0);
  assert.deepEqual(marks(game), ["1s"]);
  click(1, 1);
  assert.deepEqual(marks(game), ["1s"], "a mouse has its own way");
  const written = new Game(context, digits(4, {}, 4));
  for (const [spot, name] of [[0, "2"], [2, "2"], [3, "1"]]) written.act({ type: "mark", spot, name });
  written.tap(2).board.view.spots[2].fire("dblclick", {});
  assert.deepEqual(written.board.play.selection, [0, 2]);
});
