import assert from "node:assert/strict";
import { test } from "node:test";

import { digestOf, isShortened, keysOf, markOf, readAddress, writeAddress } from "../../ilpuzzles/play/page_address.js";

/** A board with a key. */
const boardOf = (key, preset = "") => ({ puzzle: "nurikabe", preset, key, moves: { piece: [0, 0, 0] } });

test("an address names its board and the position on it", () => {
  for (const key of ["", "preset:large", "nurikabe/10/9/2n2l2", "text:puzzle: nurikabe\nboard:\n  - 1 + & # / 2\n"]) {
    const board = boardOf(key), address = writeAddress(board, { given: [], placed: [1, 2] });
    const named = readAddress(address);
    assert.equal(named.key, key);
    assert.equal(named.puzzle, "nurikabe");
    assert.equal(named.mark, markOf(board));
    assert.deepEqual(named.state, { given: [], placed: [1, 2] });
    assert.equal(address, writeAddress(board, named.state));
  }
});

test("an address that says nothing of a position, or of a board, names none", () => {
  assert.deepEqual(readAddress(writeAddress(boardOf("preset:large"), {})).state, {});
  for (const hash of ["", "#", "#help", "#at=", "#at=nurikabe"]) assert.equal(readAddress(hash), null);
});

test("a long key is replaced by a digest", () => {
  const long = boardOf(`text:${"1 2 3\n".repeat(2000)}`), address = writeAddress(long, { placed: [1] });
  assert.ok(address.length < 100);
  assert.ok(isShortened(long) && !isShortened(boardOf("preset:large")));
  const named = readAddress(address);
  assert.equal(named.key, "");
  assert.equal(named.digest, digestOf(long.key));
  assert.notEqual(digestOf("one"), digestOf("two"));
});

test("no address is longer than programs take, whatever its key is written with", () => {
  for (const sign of ["a", "\n", "/", "é", "木", "%"])
    for (const length of [1, 500, 1000, 1900, 2100, 5900, 6100]) {
      const address = writeAddress(boardOf(sign.repeat(length)), {});
      assert.ok(address.length < 6100, `${length} times ${sign}: ${address.length}`);
    }
});

test("a board that has a name is asked for by its name first", () => {
  assert.deepEqual(keysOf(readAddress(writeAddress(boardOf("nurikabe/2/2/a", "small"), {}))),
    ["preset:small", "nurikabe/2/2/a"]);
  assert.deepEqual(keysOf(readAddress(writeAddress(boardOf("preset:small", "small"), {}))), ["preset:small"]);
  assert.deepEqual(keysOf(readAddress(writeAddress(boardOf(""), {}))), []);
});
