/* Random games, compared after each step with a game that a few lines here keep in their own way: whole
   positions on a stack. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Session } from "../../ilpuzzles/play/board.js";
import { digits, shades, tiling } from "./boards.js";
import { Game } from "./host.js";
import { randomNumbers } from "./random.js";

/** Whole positions that somebody has been in, as texts, and which of them is shown. */
class Positions {
  constructor(first) {
    this.all = [JSON.stringify(first)];
    this.at = 0;
  }

  get now() { return JSON.parse(this.all[this.at]); }
  get canUndo() { return this.at > 0; }
  get canRedo() { return this.at < this.all.length - 1; }
  step(by) { this.at += by; }
  push(next) {
    this.all = [...this.all.slice(0, this.at + 1), JSON.stringify(next)];
    this.at += 1;
  }
}

/** A page that is loaded again has nothing but what was kept. */
function reload(game) {
  const state = JSON.parse(JSON.stringify(game.model.get("state")));
  game.session.close();
  game.model.values.state = state;
  game.session = new Session(game.model, game.place);
}

const sorted = (list) => [...list].sort((one, other) => one - other);

/** Undo, redo and a reload, where they can be had; whether one of them it was. */
function stepped(game, positions, kind) {
  if (kind === "reload") {
    if (game.model.get("state").placed) reload(game);
  } else if (kind === "undo" || kind === "redo") {
    const by = kind === "undo" ? -1 : 1, button = by < 0 ? "Undo" : "Redo";
    assert.equal(game.can(button), by < 0 ? positions.canUndo : positions.canRedo, button);
    if (!game.can(button)) return true;
    positions.step(by);
    game.push(button);
  } else return false;
  return true;
}

const SEEDS = [...Array(Number(process.env.WALKS ?? 3)).keys()]; // WALKS=100 takes a minute

/* -- digits: marks, notes in two places, trials -- */

const CELLS = 4, UNIT = [0, 1, 2];

function playDigits(game, positions, random, kind) {
  const spot = random.below(CELLS), name = String(1 + random.below(4)), now = positions.now;
  const isGiven = spot === 3, { marks, notes } = now, key = `${spot}`;
  const see = () => {
    for (const other of UNIT.includes(spot) ? UNIT : [])
      for (const mode of ["centre", "corner"])
        if (other !== spot) notes[mode][other] = (notes[mode][other] ?? []).filter((one) => one !== name);
  };
  switch (kind) {
    case "mark":
      game.act({ type: "mark", spot, name });
      if (isGiven || marks[key] === name) return;
      marks[key] = name;
      see();
      break;
    case "centre":
    case "corner": {
      game.act({ type: "mark", spot, name, mode: kind });
      if (marks[key]) return;
      const before = notes[kind][key] ?? [];
      notes[kind][key] = before.includes(name) ? before.filter((one) => one !== name) : [...before, name].sort();
      break;
    }
    case "take-back":
      game.act({ type: "take-back", spot });
      if (isGiven) return;
      if (marks[key]) delete marks[key];
      else {
        if (!notes.centre[key]?.length && !notes.corner[key]?.length) return;
        notes.centre[key] = notes.corner[key] = [];
      }
      break;
    case "begin":
      game.act({ type: "try", how: "begin" });
      if (now.trial) return;
      now.trial = { ...marks };
      break;
    case "keep":
    case "drop":
      game.act({ type: "try", how: kind });
      if (!now.trial) return;
      if (kind === "drop") now.marks = now.trial;
      now.trial = null;
      break;
    case "clear":
      if (!game.can("Clear")) return;
      game.push("Clear");
      Object.assign(now, { marks: { 3: "1" }, notes: { centre: {}, corner: {} }, trial: null });
      break;
    case "answer":
      if (isGiven) return;
      game.board.actions.lay([game.move(name, spot)]);
      marks[key] = name;
      see();
      break;
  }
  positions.push(now);
}

const sameNotes = (notes) => Object.fromEntries(Object.entries(notes ?? {}).filter(([, names]) => names.length));

function compareDigits(game, { marks, notes, trial }) {
  const { position, table, play } = { ...game.board, position: game.board.position };
  const marksOf = (moves) => Object.fromEntries(moves.map((move) =>
    [table.spotsOf[move][0], table.pieces[table.pieceOf[move]].name]));
  const kept = game.model.get("state");
  for (const each of [play, ...(kept.placed ? [kept] : [])]) {
    assert.deepEqual(marksOf(each.placed), marks);
    assert.deepEqual(sameNotes(each.candidates), sameNotes(notes.centre));
    assert.deepEqual(sameNotes(each.corners), sameNotes(notes.corner));
    assert.deepEqual(each.trial ? marksOf(each.trial) : null, trial);
  }
  assert.deepEqual(position.placed, play.placed);
  for (let spot = 0; spot < CELLS; spot++) {
    const words = game.label(spot).split(", ").slice(2);
    assert.equal(words[0], marks[spot] ?? "open");
  }
}

for (const seed of SEEDS) test(`marks, notes and trials of a random game come and go as whole positions: ${seed}`, (context) => {
  const game = new Game(context, digits(4, { given: [12], habits: { units: [UNIT] } }, CELLS)), random = randomNumbers(seed);
  const positions = new Positions({ marks: { 3: "1" }, notes: { centre: {}, corner: {} }, trial: null });
  for (let n = 0; n < 60; n++) {
    const kind = random.of(["mark", "mark", "mark", "centre", "centre", "corner", "take-back", "begin", "keep", "drop",
      "clear", "answer", "undo", "undo", "undo", "redo", "redo", "reload"]);
    if (!stepped(game, positions, kind)) playDigits(game, positions, random, kind);
    compareDigits(game, positions.now);
    assert.deepEqual([game.can("Undo"), game.can("Redo")], [positions.canUndo, positions.canRedo], `${n}: ${kind}`);
  }
});

/* -- strokes over cells to shade -- */

for (const seed of SEEDS) test(`every stroke of a random game is one step: ${seed}`, (context) => {
  const number = 7, board = tiling(1, number, []), random = randomNumbers(seed);
  const cells = [...Array(number).keys()].flatMap((spot) => [0, 1].map((piece) => ({ spot, piece })));
  const game = new Game(context, { ...board, drag: "draw", pieces: shades().pieces, moves: {
    piece: cells.map(({ piece }) => piece), shape: cells.map(() => 0), starts: [...cells.keys(), cells.length],
    spots: cells.map(({ spot }) => spot), drawings: cells.map(() => []) } });
  const positions = new Positions(Array(number).fill(null)), names = ["shaded", "empty"];
  for (let n = 0; n < 40; n++) {
    const kind = random.of(["stroke", "stroke", "tap", "undo", "redo", "reload"]), button = random.of([0, 0, 2]);
    const [from, turn, to] = [0, 1, 2].map(() => random.below(number)), now = positions.now, before = now[from];
    if (kind === "stroke" && from !== turn) {
      const name = before ?? names[button ? 1 : 0];
      for (let spot = 0; spot < number; spot++) {
        const isCrossed = ([one, other]) => Math.min(one, other) <= spot && spot <= Math.max(one, other);
        if ([[from, turn], [turn, to]].some(isCrossed)) now[spot] = name;
      }
      game.draw([from, turn, to], { button });
    } else if (kind === "tap") {
      const round = [null, ...names], at = round.indexOf(before) + (button ? -1 : 1);
      now[from] = round[(at + round.length) % round.length];
      game.tap(from, { button });
    } else if (!stepped(game, positions, kind)) continue;
    if (kind === "stroke" || kind === "tap") if (String(now) !== String(positions.now)) positions.push(now);
    const seen = Array(number).fill(null);
    for (const move of game.placed) seen[game.table.spotsOf[move][0]] = names[game.table.pieceOf[move]];
    assert.deepEqual(seen, positions.now, `${n}: ${kind} ${from} ${turn} ${to}`);
    assert.deepEqual([game.can("Undo"), game.can("Redo")], [positions.canUndo, positions.canRedo], `${n}: ${kind}`);
  }
});

/* -- pieces that are laid, turned and taken back -- */

/** Lays a piece by a click where its cells are; says nothing of whether it fits. */
function layByClick(game, move) {
  const { table } = game, piece = table.pieceOf[move], { board } = game;
  game.act({ type: "choose", piece, toBoard: true });
  if (board.play.hand?.piece !== piece) return;
  for (let turns = 0; turns < 8 && board.play.hand.shape !== table.shapeOf[move]; turns++) game.keys(turns === 4 ? "mr" : "r");
  const spot = table.spotsOf[move][board.play.hand.anchor];
  game.page.body.fire("pointermove", { pointerType: "mouse", clientX: game.middle(spot)[0], clientY: game.middle(spot)[1] });
  game.tap(spot);
}

for (const seed of SEEDS) test(`pieces of a random game lie where they were laid, and only where they fit: ${seed}`, (context) => {
  const game = new Game(context, tiling(3, 4, [{ name: "L", cells: [[0, 0], [1, 0], [1, 1]], copies: 2 },
    { name: "D", cells: [[0, 0], [0, 1]], copies: 3 }, { name: "S", cells: [[0, 0], [0, 1], [1, 1], [1, 2]] }]));
  const random = randomNumbers(seed), { table } = game, positions = new Positions([]);
  const copies = [2, 3, 1], spotsOf = (moves) => moves.flatMap((move) => table.spotsOf[move]);
  for (let n = 0; n < 40; n++) {
    const kind = random.of(["lay", "lay", "lay", "take-back", "clear", "undo", "redo", "reload"]), now = positions.now;
    const move = random.below(table.spotsOf.length), spot = random.below(12), piece = table.pieceOf[move];
    if (kind === "lay") {
      const isFree = !spotsOf(now).some((one) => table.spotsOf[move].includes(one));
      const isLeft = now.filter((one) => table.pieceOf[one] === piece).length < copies[piece];
      game.board.frame.announce("");
      layByClick(game, move);
      if (isFree && isLeft) positions.push([...now, move]);
      assert.equal(isFree && isLeft, game.said.endsWith(" placed."), game.said);
      game.act({ type: "put-back", toTray: true });
    } else if (kind === "take-back") {
      const under = now.find((one) => table.spotsOf[one].includes(spot));
      game.focus(spot).key("Delete");
      if (under !== undefined) positions.push(now.filter((one) => one !== under));
    } else if (kind === "clear") {
      if (game.can("Clear")) {
        game.push("Clear");
        positions.push([]);
      }
    } else stepped(game, positions, kind);
    assert.deepEqual(game.placed, sorted(positions.now), `${n}: ${kind}`);
    assert.deepEqual([game.can("Undo"), game.can("Redo")], [positions.canUndo, positions.canRedo], `${n}: ${kind}`);
    const taken = spotsOf(positions.now);
    assert.deepEqual([...Array(12).keys()].filter((each) => !game.label(each).includes("empty")), sorted(taken));
    game.wait();
    assert.deepEqual(sorted(game.question("status").placed), sorted(positions.now));
  }
});
