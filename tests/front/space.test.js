import assert from "node:assert/strict";
import { test } from "node:test";

import { Projection, brightness, cameraTowards, cellsInSpace, extent, fromFarToNear, movedCamera, onPaper,
  outerSides, spotUnder, withLight } from "../../ilpuzzles/play/space.js";
import { cubes, threes } from "./boards.js";

const FRONT = { turn: 0, height: 0, zoom: 1, apart: 0 };
const ABOVE = { ...FRONT, turn: 30, height: 30 };
const near = (one, other) => one.forEach((value, n) => assert.ok(Math.abs(value - other[n]) < 1e-6,
  `${one} is not ${other}`));

/** Balls on a square with one on top, and a tower of six columns. */
const balls = { space: { cell: "ball", around: 0 }, spots: { space:
  [[0, 0, 0], [-0.5, 0.5, -0.7071], [0.5, 0.5, -0.7071], [-0.5, -0.5, -0.7071], [0.5, -0.5, -0.7071], null] } };
const tower = { space: { cell: "cube", around: 6 }, spots: { space: [0, 1].flatMap((row) =>
  [0, 1, 2, 3, 4, 5].map((n) => [Math.cos((n * Math.PI) / 3), Math.sin((n * Math.PI) / 3), -row])) } };

test("places are seen as in the pictures of solids", () => {
  const front = new Projection(FRONT, [0, 0, 0], 10);
  near(front.point([1, 5, 2]), [10, -20]);
  assert.ok(front.depth([0, -1, 0]) > front.depth([0, 1, 0]));
  near(new Projection({ ...FRONT, height: 90 }, [0, 0, 0], 10).point([1, 5, 2]), [10, -50]);
  near(new Projection({ ...FRONT, turn: 90, zoom: 2 }, [0, 0, 0], 10).point([1, 5, 2]), [100, -40]);
  near(new Projection({ ...FRONT, apart: 1 }, [0, 0, 0], 10).point([0, 0, 2]), [0, -40]);
  near(new Projection({ ...FRONT, apart: 1 }, [0, 0, 0], 10).point([0, 0, 2.5], 2), [0, -45]);
});

test("cells know their sides and who is beside them", () => {
  assert.deepEqual(cellsInSpace(threes()), []);
  const cells = cellsInSpace(cubes()), round = cellsInSpace(tower);
  assert.deepEqual(cells[0].beside, [1, -1, -1, 2, -1, 4]);
  assert.deepEqual(round[0].beside, [-1, -1, 1, 5, -1, 6]);
  assert.deepEqual(cellsInSpace(balls).map(({ spot, sides }) => [spot, sides.length]),
    [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]]);
  // Neighbours in a tower share the corners of the side between them.
  const corners = ({ sides }, way) => sides[way].map((c) => c.map((v) => v.toFixed(6))).sort().join();
  assert.equal(corners(round[0], 2), corners(round[1], 3));
  for (const { place, sides } of [...cells, ...round])
    for (const side of sides) {
      const out = [0, 1, 2].map((axis) => side.reduce((sum, c) => sum + c[axis] / 4, 0) - place[axis]);
      assert.ok(Math.hypot(...out) > 0.25);
    }
});

test("half of a cube is seen, and what is turned away is not", () => {
  for (const cell of cellsInSpace(cubes())) {
    const projection = new Projection({ ...ABOVE, turn: 17 }, [0, 0, 0], 10);
    const seen = cell.sides.filter((corners) => projection.sees(corners));
    assert.equal(seen.length, 3);
    assert.ok(seen.includes(cell.sides[4]), "the upper side");
    assert.ok(brightness(cell.sides[4]) > brightness(cell.sides[5]));
  }
});

test("nearer cells are painted later, as sampling of rays agrees", () => {
  for (const board of [balls, tower, cubes()]) {
    const cells = cellsInSpace(board), { middle } = extent(cells);
    for (const turn of [0, 40, 133, 250]) {
      const projection = new Projection({ ...ABOVE, turn }, middle, 40);
      const order = fromFarToNear(cells, projection);
      order.forEach((cell, at) => order.slice(0, at).forEach((behind) => {
        // No point of what is painted before lies straight in front of this one.
        for (const t of [0.6, 1.2, 2, 3]) {
          const place = cell.place.map((value, axis) => value + t * projection.towards[axis]);
          assert.ok(Math.hypot(...place.map((value, axis) => value - behind.place[axis])) > 0.45);
        }
      }));
    }
  }
});

test("a pointer is over what is seen there", () => {
  const cells = cellsInSpace(balls), { middle, across, up } = extent(cells);
  assert.ok(across > 1 && up > 0.8);
  const above = new Projection({ ...FRONT, height: 90 }, middle, 40);
  const all = () => true, none = () => false;
  assert.equal(spotUnder(cells, above, above.point([0, 0, 0]), all), 0);
  assert.equal(spotUnder(cells, above, above.point([0.5, 0.5, 0]), all), 2);
  assert.equal(spotUnder(cells, above, above.point([0.75, 0.5, 0]), all), 2);
  assert.equal(spotUnder(cells, above, above.point([3, 3, 0]), none), -1);
  assert.equal(spotUnder(cells, above, above.point([1.1, 0.5, 0]), none), 2, "the empty cell nearby");
  assert.equal(spotUnder(cells, above, above.point([1.1, 0.5, 0]), all), -1);
  assert.equal(spotUnder(cells, above, above.point([0, 0, 0]), (spot) => spot > 0), 0);
  const solid = cellsInSpace(cubes()), view = new Projection(ABOVE, extent(solid).middle, 40);
  for (const spot of [0, 1, 2, 3]) {
    const [x, y] = onPaper(solid[spot].sides[4], solid[spot], view)
      .reduce(([a, b], [c, d]) => [a + c / 4, b + d / 4], [0, 0]);
    assert.equal(spotUnder(solid, view, [x, y], all), spot);
  }
});

test("of cells that stand behind each other, the one that is pointed at is meant", () => {
  // The middles of the nearer and of the farther cell are a tenth apart on paper.
  const cells = cellsInSpace({ space: { cell: "ball", around: 0 },
    spots: { space: [[0, 0, 0], [0.1, 3, 0], [2, 0, 0]] } });
  const front = new Projection(FRONT, [0, 0, 0], 100), near = [0, 0], far = [10, 0];
  const none = () => false, both = (spot) => spot < 2;
  assert.equal(spotUnder(cells, front, near, none, both), 0);
  assert.equal(spotUnder(cells, front, far, none, both), 1);
  assert.equal(spotUnder(cells, front, near, none, (spot) => spot === 1), 1, "it alone can be meant");
  assert.equal(spotUnder(cells, front, far, (spot) => spot === 0, both), 0, "it is hidden");
  assert.equal(spotUnder(cells, front, near, (spot) => spot === 1), 1, "an empty hand takes what lies there");
  assert.equal(spotUnder(cells, front, [60, 0], none, both), 1, "not far from it");
  const behind = cellsInSpace({ space: { cell: "ball", around: 0 }, spots: { space: [[0, 3, 0], [0, 0, 0]] } });
  assert.equal(spotUnder(behind, front, near, none, () => true), 1, "of two, the nearer one");
});

test("between the cells of a body there are no sides and no edges", () => {
  const cells = cellsInSpace(cubes());
  const own = (spot) => spot === 0 || spot === 1, hides = (spot) => spot < 4;
  const sides = outerSides(cells[0], cells, own, hides, false);
  assert.equal(sides.length, 4, "not to its own cell, nor to the one before it");
  assert.deepEqual(sides.map(({ edges }) => edges.length).sort(), [3, 3, 3, 4]);
  assert.equal(outerSides(cells[0], cells, own, () => true, false).length, 3);
  assert.equal(outerSides(cells[0], cells, own, () => true, true).length, 4, "pulled apart, the lower one");
});

test("a camera stays within limits and arrives", () => {
  const moved = movedCamera(FRONT, { turn: 370, height: 200, zoom: 9, apart: -1 });
  assert.deepEqual(moved, { turn: 370, height: 90, zoom: 4, apart: 0 });
  let camera = FRONT, steps = 0;
  while (Object.keys(moved).some((name) => camera[name] !== moved[name])) {
    camera = cameraTowards(camera, moved, 0.3);
    assert.ok(++steps < 40);
  }
});

test("colours get darker", () => {
  assert.equal(withLight("#ff8000", 0.5), "#804000");
  assert.equal(withLight("#f80", 1), "#ff8800");
  assert.equal(withLight("#ff8000cc", 1), "#ff8000");
});
