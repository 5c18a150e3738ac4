import assert from "node:assert/strict";
import { test } from "node:test";

import { RUBBER, pencil } from "../../ilpuzzles/play/pencil.js";
import { Table } from "../../ilpuzzles/play/table.js";
import { crossing, digits, lines } from "./boards.js";

function player(board) {
  const table = new Table(board);
  const game = { table, state: pencil.begin(table, [], []), last: {},
    does(type, more = {}) {
      game.last = pencil.reduce(table, game.state, { type, ...more });
      game.state = game.last.state;
      return game.last;
    },
    click(spot, secondary = false) {
      const at = { view: 0, place: table.centres[spot] };
      game.does("press", { spot, at, finger: false, secondary });
      return game.does("drop", { at, over: true });
    },
    /** A pointer goes from one place to the next ones; says what was done, step by step. */
    stroke(first, ...others) {
      const place = (at) => ({ view: 0, place: at });
      game.does("press", { spot: table.spotAt(place(first)), at: place(first), finger: true });
      game.does("lift");
      const done = others.map((at) => game.does("drag", { at: place(at) }));
      game.does("drop", { at: place(others.at(-1)), over: true });
      return done;
    },
    key(key, spot) {
      game.does("reach", { spot });
      const action = pencil.actionOfKey({ key, onSpot: true }, table, game.state);
      return action && pencil.reduce(table, game.state, action);
    },
    get names() {
      return game.state.placed.map((move) =>
        `${table.pieces[table.pieceOf[move]].name}@${table.spotsOf[move][0]}`);
    } };
  return game;
}

test("a click goes through the marks of a place, the other button the other way", () => {
  const game = player(lines());
  const [line] = game.table.data.lines;
  assert.equal(game.click(line).announce, `${game.table.data.spots.name[line]}: line.`);
  assert.deepEqual(game.names, [`line@${line}`]);
  assert.equal(game.last.did, "place");
  game.click(line);
  assert.deepEqual(game.names, [`no line@${line}`]);
  game.click(line);
  assert.deepEqual(game.names, []);
  game.click(line, true);
  assert.deepEqual(game.names, [`no line@${line}`]);
});

test("a click on what has no marks does nothing", () => {
  const game = player(lines());
  assert.deepEqual(game.click(0), { state: game.state });
});

test("lines lie above the cells beside them", () => {
  const { table } = player(lines());
  for (const line of table.data.lines)
    assert.equal(table.spotAt({ view: 0, place: table.centres[line] }), line);
});

test("what a cell may be is noted, by keys and by pens, and is no mark", () => {
  const game = player(digits()), { table } = game;
  assert.deepEqual(pencil.tools(table).map(({ name }) => name), ["note"]);
  assert.deepEqual(pencil.tools(player(lines()).table), []);
  assert.deepEqual(pencil.actionOfKey({ key: "n", onSpot: true }, table, game.state), { type: "note" });
  game.does("note");
  assert.equal(pencil.isOn(game.state), true);
  game.does("mark", { spot: 0, name: "3" });
  assert.equal(game.does("mark", { spot: 0, name: "1" }).announce,
    `${table.data.spots.name[0]}: may be 1, 3.`);
  assert.deepEqual([game.names, game.last.did, game.state.candidates], [[], undefined, { 0: ["1", "3"] }]);
  game.does("mark", { spot: 0, name: "1" });
  assert.deepEqual(game.state.candidates, { 0: ["3"] });
  // A cell that was tapped waits for several pens.
  game.click(1);
  for (const piece of [0, 3]) game.does("choose", { piece });
  assert.deepEqual(game.state.candidates, { 0: ["3"], 1: ["1", "4"] });
  game.does("note");
  game.does("mark", { spot: 1, name: "4" });
  assert.deepEqual([game.names, game.state.candidates[1]], [["4@1"], ["1", "4"]]);
  // What is rubbed out is the mark, and then what was noted.
  game.does("take-back", { spot: 1 });
  game.does("take-back", { spot: 1 });
  assert.deepEqual([game.names, game.state.candidates], [[], { 0: ["3"] }]);
  game.does("choose", { piece: RUBBER });
  game.click(0);
  assert.deepEqual(game.state.candidates, {});
});

test("a stroke from cell to cell draws the lines between them, as one step", () => {
  const game = player(lines());
  const { centres, data: { lines: all } } = game.table;
  const done = game.stroke(centres[0], centres[1], centres[2]);
  assert.deepEqual(game.names, [`line@${all[0]}`, `line@${all[1]}`]);
  assert.deepEqual(done.map(({ did, replace }) => [did, Boolean(replace)]),
    [["place", false], ["place", true]]);
  game.click(all[0]);
  game.stroke(centres[0], centres[2]);
  assert.deepEqual(game.names, [`no line@${all[1]}`, `no line@${all[0]}`].sort(), "what it begins on");
});

test("a stroke goes along a long line, and not over those that cross it", () => {
  for (const [along, across] of [[0, 1], [1, 0]]) {
    const game = player(crossing()), { data: { lines: [one, other] }, centres } = game.table;
    const wanted = [one, other][along], [x, y] = centres[wanted];
    const ends = along ? [[x, y - 40], [x, y + 40]] : [[x - 40, y], [x + 40, y]];
    game.stroke(ends[0], [x, y], ends[1]);
    assert.deepEqual(game.names, [`line@${wanted}`], `not ${[one, other][across]}`);
  }
});

test("two fingers that scroll leave no mark", () => {
  const game = player(lines()), { table } = game, [left, right] = table.data.lines;
  game.click(right);
  const before = game.state.placed, at = (spot) => ({ view: 0, place: table.centres[spot] });
  game.does("press", { spot: left, at: at(left), finger: true });
  game.does("lift");
  game.does("drag", { at: { view: 0, place: [table.centres[left][0] + 8, table.centres[left][1]] } });
  assert.equal(game.names.length, 2);
  const { announce, did, replace } = game.does("cancel");
  assert.deepEqual([game.state.placed, announce, did, replace],
    [before, "Nothing was drawn.", "take back", true]);
  // A finger that has drawn nothing yet takes nothing back.
  game.does("press", { spot: left, at: at(left), finger: true });
  assert.equal(game.does("cancel").did, undefined);
  assert.deepEqual(game.state.placed, before);
});

test("what was pointed at is rubbed out by the rubber, which does not stay in the hand", () => {
  const game = player(digits());
  game.does("mark", { spot: 0, name: "2" });
  game.click(0);
  game.does("choose", { piece: RUBBER });
  assert.deepEqual([game.names, game.state.pen], [[], undefined]);
});

test("a second stroke draws a second line where there may be two", () => {
  const board = lines(), first = board.moves.piece.findIndex((piece) => board.pieces[piece].name === "line");
  board.pieces.push({ ...board.pieces[board.moves.piece[first]], name: "double line", title: "double line" });
  const spot = board.moves.spots[board.moves.starts[first]];
  board.moves.piece.push(board.pieces.length - 1);
  board.moves.shape.push(0);
  board.moves.spots.push(spot);
  board.moves.starts.push(board.moves.spots.length);
  const game = player(board), [x, y] = game.table.centres[spot];
  const draws = () => game.stroke([x - 1, y - 1], [x, y], [x + 1, y + 1]);
  draws();
  assert.deepEqual(game.names, [`line@${spot}`]);
  draws();
  assert.deepEqual(game.names, [`double line@${spot}`]);
  draws();
  assert.deepEqual(game.names, [`double line@${spot}`]);
});

test("a quick stroke leaves nothing out", () => {
  const game = player(lines());
  const { centres, data: { lines: all } } = game.table;
  game.stroke(centres[0], centres[2]);
  assert.equal(game.names.length, 2);
  game.does("choose", { piece: RUBBER });
  game.stroke(centres[2], centres[0]);
  assert.deepEqual(game.names, [], all.join());
});

test("a pen makes its own mark, and takes it away; a rubber takes any away", () => {
  const game = player(digits());
  assert.equal(game.click(0).announce, "Choose what to write here, or type it.");
  assert.equal(game.state.waiting, 0);
  assert.equal(game.does("choose", { piece: 0 }).did, "place", "what was pointed at is written into");
  assert.deepEqual([game.names, game.state.pen, game.state.waiting], [["1@0"], undefined, undefined]);
  game.does("take-back", { spot: 0 });
  assert.equal(game.does("choose", { piece: 2 }).announce, "The pen is: 3.");
  game.click(0);
  game.click(1);
  assert.deepEqual(game.names, ["3@0", "3@1"]);
  game.click(1);
  assert.deepEqual(game.names, ["3@0"]);
  game.does("choose", { piece: RUBBER });
  assert.equal(game.last.announce, "The pen rubs marks out now.");
  game.click(0);
  assert.deepEqual(game.names, []);
  assert.equal(game.does("put-back").announce, "No pen is chosen.");
  assert.equal(game.does("put-back").close, true);
});

test("what a pen cannot draw in a place is said", () => {
  const game = player(lines());
  game.does("choose", { piece: 1 });
  game.click(game.table.data.lines[0]);
  assert.equal(game.names.length, 1);
  const wrong = player({ ...lines(), pieces: [...lines().pieces, { name: "x", shapes: [] }] });
  wrong.does("choose", { piece: 2 });
  assert.equal(wrong.click(wrong.table.data.lines[0]).announce, "This does not go here.");
});

test("keys write: numbers of two digits as well, and names by their first letters", () => {
  const game = player(digits(12));
  game.state = game.key("1", 0).state;
  assert.deepEqual(game.names, ["1@0"]);
  game.state = game.key("2", 0).state;
  assert.deepEqual(game.names, ["12@0"]);
  game.state = game.key("5", 0).state;
  assert.deepEqual(game.names, ["5@0"]);
  assert.equal(game.key("q", 0), null);
  const lined = player(lines()), [line] = lined.table.data.lines;
  lined.state = lined.key("n", line).state;
  assert.deepEqual(lined.names, [`no line@${line}`]);
  lined.state = lined.key("l", line).state;
  assert.deepEqual(lined.names, [`line@${line}`]);
  lined.state = lined.key(".", line).state;
  assert.deepEqual(lined.names, [`no line@${line}`]);
});

test("Enter and Delete change and take away, and a stroke that is cancelled ends", () => {
  const game = player(lines()), [line] = game.table.data.lines;
  game.does("act", { spot: line });
  assert.deepEqual(game.names, [`line@${line}`]);
  assert.equal(game.does("take-back", { spot: line }).announce, "Mark removed.");
  game.does("press", { spot: line, at: null, finger: false });
  game.does("cancel");
  assert.equal(game.state.drag, null);
  assert.equal(game.does("hover", { at: null }).state, game.state);
});

test("an answer takes the place of the marks where it lies", () => {
  const game = player(digits()), { table } = game;
  const [one, two] = table.bySpot[0], other = table.bySpot[1][0];
  assert.deepEqual(pencil.roomFor(table, [one, other], [two]), [other]);
  assert.equal(pencil.nameMoves(table, [one, two]), "2 marks");
  assert.equal(pencil.describeDead(1), "1 place, in red, is wrong");
  assert.equal(pencil.describeDead(2), "2 places, in red, are wrong");
  assert.deepEqual(pencil.keysHelp(player(lines()).table).slice(1, 3),
    [["L", "line"], ["N", "no line"]]);
});
