import assert from "node:assert/strict";
import { test } from "node:test";

import { cubes } from "./boards.js";
import { Game } from "./host.js";

const COUNTED = { solvable: true, count: 2, exact: true, dead: [] };

/** A game on two layers of four cubes, seen in space. */
class Solid extends Game {
  get solid() { return this.board.solid; }

  /** Where a cell is seen, in pixels of the page. */
  pixel(spot) {
    const { picture, projection, bySpot } = this.solid, [x, y] = projection.point(bySpot[spot].place);
    return { clientX: x + picture.left, clientY: y };
  }

  pointer(type, place, more = {}) {
    this.solid.picture.fire(type, { button: 0, pointerId: 1, pointerType: "mouse", ...place, ...more });
    return this;
  }

  click(spot, more) { return this.pointer("pointerdown", this.pixel(spot), more).pointer("pointerup", this.pixel(spot), more); }
  bodies(name) { return this.solid.bodies.querySelectorAll(`.${name}`); }
}

const begin = (context, more) => {
  const game = new Solid(context, cubes(more));
  game.wait().tell("status", COUNTED);
  return game;
};

test("a drag turns a solid as if it were held, and a short one is a click", (context) => {
  const game = begin(context), { turn, height } = game.solid.camera, [x, y] = [10, 10];
  const drag = (dx, dy) => {
    const from = { clientX: game.pixel(0).clientX, clientY: game.pixel(0).clientY };
    game.pointer("pointerdown", from).pointer("pointermove", { clientX: from.clientX + dx, clientY: from.clientY + dy })
      .pointer("pointerup", { clientX: from.clientX + dx, clientY: from.clientY + dy });
  };
  drag(x, 0);
  assert.ok(game.solid.camera.turn < turn, "to the right: its left side comes into sight");
  assert.equal(game.solid.camera.height, height);
  drag(0, y);
  assert.ok(game.solid.camera.height > height, "downwards: more of its top");
  const { camera } = game.solid;
  drag(4, 4);
  assert.equal(game.solid.camera, camera);
});

test("keys turn it step by step, and pull its layers apart; other keys are not its own", (context) => {
  const game = begin(context), { picture, slider } = game.solid, start = game.solid.goal;
  const key = (name) => { picture.fire("keydown", { key: name }); return game.solid.goal; };
  assert.equal(key("ArrowRight").turn, start.turn + 15);
  assert.equal(key("ArrowLeft").turn, start.turn);
  assert.equal(key("ArrowUp").height, start.height + 15);
  assert.equal(key("ArrowDown").height, start.height);
  assert.equal(key("+").apart, start.apart + 0.25);
  assert.equal(slider.value, String(start.apart + 0.25));
  assert.equal(key("-").apart, start.apart);
  slider.value = "1.5";
  slider.fire("input");
  assert.equal(game.solid.goal.apart, 1.5);
  assert.equal(picture.fire("keydown", { key: "q" }).defaultPrevented, false);
  const event = picture.fire("wheel", { deltaY: -100 });
  assert.ok(event.defaultPrevented && game.solid.goal.zoom > start.zoom);
});

test("a motion comes to its end, and is no longer drawn then", (context) => {
  const game = new Solid(context, cubes());
  globalThis.matchMedia = () => ({ matches: false });
  game.solid.picture.fire("keydown", { key: "ArrowRight" });
  assert.notDeepEqual(game.solid.camera, game.solid.goal);
  game.wait(3000);
  assert.deepEqual(game.solid.camera, game.solid.goal);
  assert.equal(game.clock.timers.filter(({ every }) => !every).length, 0);
});

test("two fingers zoom, and end the turning", (context) => {
  const game = begin(context), { zoom, turn } = game.solid.camera, at = (clientX, clientY) => ({ clientX, clientY });
  game.pointer("pointerdown", at(1100, 0), { pointerType: "touch" })
    .pointer("pointerdown", at(1150, 0), { pointerType: "touch", pointerId: 2 })
    .pointer("pointermove", at(1200, 0), { pointerType: "touch", pointerId: 2 });
  assert.ok(game.solid.camera.zoom > zoom);
  assert.equal(game.solid.camera.turn, turn);
});

test("a click on a cell takes up what lies there, and lays what is in the hand where it can go", (context) => {
  const game = begin(context), move = game.move("I", 0, 4);
  game.lay(move).wait().tell("status", COUNTED);
  game.solid.picture.fire("keydown", { key: "ArrowUp" });
  game.click(0);
  assert.match(game.said, /^In your hand: I/);
  assert.deepEqual(game.placed, []);
  game.click(3);
  assert.deepEqual(game.placed, [game.move("I", 3, 7)]);
  game.click(3, { button: 2 });
  assert.equal(game.placed.length, 1, "the other button is the browser's");
});

test("bodies are those that lie there, what is given, what an answer proposes, and what the hand would lay", (context) => {
  const given = 0, game = begin(context, { given: [given] });
  const cells = (name) => game.bodies(name).map((one) => Number(one.getAttribute("data-cell")))
    .sort((one, other) => one - other);
  assert.deepEqual(cells("given"), game.table.spotsOf[given]);
  const proposed = game.table.spotsOf.findIndex((own, move) => game.table.pieceOf[move] === 1
    && !own.some((spot) => game.table.spotsOf[given].includes(spot)));
  game.push("Hint").tell("hint", { move: proposed, reason: { moves: [given], spots: [7] } });
  assert.deepEqual([cells("proposed"), cells("reason")], [game.table.spotsOf[proposed], game.table.spotsOf[given]]);
  assert.deepEqual(game.solid.bodies.querySelectorAll(".meant").length, 1);
  game.push("Place it");
  assert.equal(cells("proposed").length, 0);
  game.wait().tell("status", { ...COUNTED, dead: [5] });
  assert.equal(game.solid.bodies.querySelectorAll(".dead").length, 1);
  const again = begin(context);
  again.act({ type: "choose", piece: 1, toBoard: true });
  assert.equal(again.bodies("ghost").length, 2);
  assert.ok(again.solid.bodies.querySelectorAll(".reachable").length > 0);
});

test("what lies there already is proposed nowhere", (context) => {
  const game = begin(context), move = game.move("I", 0, 4);
  game.lay(move).wait().tell("status", COUNTED).push("Hint").tell("hint", { move });
  assert.equal(game.bodies("proposed").length, 0);
  assert.equal(game.drawn("ghosts", "proposed").length, 0);
});

test("from where it was looked at is kept for the next board, and whether it was", (context) => {
  const game = begin(context, { questions: ["status", "new"] });
  game.solid.picture.fire("keydown", { key: "ArrowRight" });
  const { goal } = game.solid;
  game.push("New position").tell("new", { given: [0] });
  assert.deepEqual(game.solid.camera, goal);
  game.solid.element.open = false;
  game.solid.element.fire("toggle");
  game.push("New position").tell("new", { given: [] });
  assert.equal(game.solid.element.open, false);
  const drawn = game.solid.bodies.children.length;
  game.lay(game.move("I", 0, 4));
  assert.equal(game.solid.bodies.children.length, drawn, "what nobody sees is not drawn");
});
