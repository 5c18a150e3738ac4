/* Where the view in space is looked at from, so that all pieces are seen and fill it. */

const HALF = Math.tan(Math.PI / 8); // of the angle that plotly's camera sees, upwards
const FROM = [0.5, -0.74, 0.45]; // from the front, a little from the right and from above

const dot = (one, other) => one.reduce((sum, part, axis) => sum + part * other[axis], 0);

/**
 * A camera of plotly.
 *
 * @param {number[][]} places the corners of all pieces.
 * @param {number[][]} ranges from where to where each axis reaches.
 * @param {number} shape how many times as wide as high the view is.
 */
function fittingCamera(places, ranges, shape) {
  // Plotly makes the box of the ranges one of volume 1, with its middle at zero.
  const sizes = ranges.map(([least, most]) => most - least);
  const unit = Math.cbrt(sizes[0] * sizes[1] * sizes[2]);
  const points = places.map((place) =>
    place.map((part, axis) => (part - (ranges[axis][0] + ranges[axis][1]) / 2) / unit),
  );
  const length = Math.hypot(...FROM);
  const back = FROM.map((part) => part / length);
  const flat = Math.hypot(back[0], back[1]);
  const right = [-back[1] / flat, back[0] / flat, 0];
  const up = [-back[2] * right[1], back[2] * right[0], flat];
  const seen = points.map((point) => [dot(point, right), dot(point, up), dot(point, back)]);
  let [x, y, distance] = [0, 0, 0];
  for (let round = 0; round < 6; round++) {
    distance = Math.max(
      ...seen.map(([a, b, c]) => c + Math.max(Math.abs(a - x) / shape, Math.abs(b - y)) / HALF),
    );
    // Towards the middle of what is seen.
    const across = seen.map(([a, , c]) => (a - x) / (distance - c));
    const upwards = seen.map(([, b, c]) => (b - y) / (distance - c));
    x += ((Math.max(...across) + Math.min(...across)) / 2) * distance;
    y += ((Math.max(...upwards) + Math.min(...upwards)) / 2) * distance;
  }
  const centre = [0, 1, 2].map((axis) => x * right[axis] + y * up[axis]);
  const eye = centre.map((part, axis) => part + 1.18 * distance * back[axis]);
  const named = ([a, b, c]) => ({ x: a, y: b, z: c });
  return { center: named(centre), eye: named(eye), up: { x: 0, y: 0, z: 1 } };
}
