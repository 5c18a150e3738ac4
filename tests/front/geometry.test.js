import assert from "node:assert/strict";
import { test } from "node:test";

import { between, contains, corners, distance, inwards, joined, middle, outline, parts, pulledIn,
  rounded, sidesFromTop } from "../../ilpuzzles/play/geometry.js";

const unit = (x, y) => [[x, y], [x + 10, y], [x + 10, y + 10], [x, y + 10]];

test("a path is read clockwise, whichever way it was written", () => {
  assert.deepEqual(corners("M0,0L10,0L10,10L0,10Z"), unit(0, 0));
  assert.deepEqual(corners("M0 10L10 10L10 0L0 0Z"), unit(0, 0));
  assert.deepEqual(corners("M-1.5,2"), [[-1.5, 2]]);
  assert.deepEqual(corners("nothing"), []);
});

test("places are compared", () => {
  assert.equal(distance([0, 0], [3, 4]), 5);
  assert.deepEqual(middle(unit(0, 0)), [5, 5]);
  assert.deepEqual(between([0, 0], [10, 20], 0.5), [5, 10]);
  assert.ok(contains(unit(0, 0), [5, 5]));
  assert.ok(contains(unit(0, 0), [10, 5]), "a side belongs to both of its cells");
  assert.ok(!contains(unit(0, 0), [11, 5]));
});

test("cells hang together by whole sides", () => {
  assert.deepEqual(parts([unit(0, 0), unit(10, 0), unit(30, 0)]), [[0, 1], [2]]);
  assert.deepEqual(parts([unit(0, 0), unit(10, 10)]), [[0], [1]], "a corner is no side");
});

test("an outline has no inner sides and no straight corners", () => {
  assert.deepEqual(outline([unit(0, 0), unit(10, 0)]), [[[0, 0], [20, 0], [20, 10], [0, 10]]]);
  const ring = [0, 1, 2, 3, 5, 6, 7, 8].map((n) => unit(10 * (n % 3), 10 * Math.floor(n / 3)));
  assert.deepEqual(outline(ring.filter((_, i) => i !== 8)).map((loop) => loop.length).sort(), [4, 4]);
  assert.equal(outline([unit(0, 0), unit(10, 10)]).length, 2, "what meets in a corner stays apart");
});

test("a loop is pulled in and rounded", () => {
  assert.deepEqual(inwards([0, 0], [10, 0]), [0, 1]);
  assert.deepEqual(inwards([0, 0], [0, 0]), [0, 0]);
  assert.deepEqual(pulledIn(unit(0, 0), 1), [[1, 1], [9, 1], [9, 9], [1, 9]]);
  assert.equal(rounded([unit(0, 0)], 0), "M0.0 0.0Q0.0 0.0 0.0 0.0L10.0 0.0Q10.0 0.0 10.0 0.0"
    + "L10.0 10.0Q10.0 10.0 10.0 10.0L0.0 10.0Q0.0 10.0 0.0 10.0Z");
  assert.match(joined([unit(0, 0), unit(10, 0)], 1, 2), /^M1.0 3.0Q1.0 1.0 3.0 1.0L17.0 1.0Q/);
});

test("sides are named from the top, clockwise", () => {
  assert.deepEqual(sidesFromTop(unit(0, 0)).map(({ way }) => way),
    ["above", "on the right", "below", "on the left"]);
});
