/* The camera of pages in space: all corners are seen, and they fill the view. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

import { randomNumbers } from "./random.js";

const code = new URL("../../ilpuzzles/render/page/camera.js", import.meta.url);
const fittingCamera = vm.runInThisContext(`${readFileSync(code, "utf8")}; fittingCamera`);

const HALF_ANGLE = Math.PI / 8; // plotly's camera sees an eighth of a turn, upwards
const times = (one, other) => one.reduce((sum, part, axis) => sum + part * other[axis], 0);
const across = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
const unit = (one) => one.map((part) => part / Math.hypot(...one));
const listed = ({ x, y, z }) => [x, y, z];

/** Where a place is seen in the view: 1 is the border, sideways and upwards. */
function seen(place, ranges, shape, camera) {
  const sizes = ranges.map(([least, most]) => most - least);
  const scale = Math.cbrt(sizes[0] * sizes[1] * sizes[2]);
  const point = place.map((part, axis) => (part - (ranges[axis][0] + ranges[axis][1]) / 2) / scale);
  const eye = listed(camera.eye), ahead = unit(listed(camera.center).map((part, axis) => part - eye[axis]));
  const right = unit(across(ahead, [0, 0, 1])), up = across(right, ahead);
  const from = point.map((part, axis) => part - eye[axis]), depth = times(from, ahead);
  const most = Math.tan(HALF_ANGLE) * depth;
  return { depth, beside: times(from, right) / (most * shape), above: times(from, up) / most };
}

test("all corners are seen in views of every shape, and come near its border", () => {
  for (let seed = 1; seed <= 30; seed++) {
    const random = randomNumbers(seed), size = [1, 2, 3].map(() => 1 + random.below(6));
    const places = Array.from({ length: 8 }, () => size.map((most) => most * random.below(1000) / 1000));
    const ranges = size.map((_, axis) => {
      const parts = places.map((place) => place[axis]);
      return [Math.min(...parts) - 0.1, Math.max(...parts) + 0.1];
    });
    for (const shape of [0.4, 1, 2.5]) {
      const camera = fittingCamera(places, ranges, shape);
      const all = places.map((place) => seen(place, ranges, shape, camera));
      assert.ok(all.every(({ depth }) => depth > 0), `seed ${seed}, shape ${shape}: behind the eye`);
      const farthest = Math.max(...all.flatMap(({ beside, above }) => [Math.abs(beside), Math.abs(above)]));
      assert.ok(farthest <= 1, `seed ${seed}, shape ${shape}: ${farthest} is out of sight`);
      assert.ok(farthest > 0.6, `seed ${seed}, shape ${shape}: ${farthest} leaves much empty`);
    }
  }
});
