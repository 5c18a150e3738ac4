/* Pieces in space as triangles. */

/** The corners and triangles of a sphere: those of an icosahedron, divided twice. */
function sphere(radius) {
  const g = (1 + Math.sqrt(5)) / 2;
  const corners = [];
  for (const [a, b] of [[1, g], [1, -g], [-1, g], [-1, -g]]) {
    corners.push([0, a, b], [a, b, 0], [b, 0, a]);
  }
  const near = (one, other) => Math.hypot(...one.map((part, k) => part - other[k])) < 2.1;
  let triangles = [];
  for (let i = 0; i < 12; i++) {
    for (let j = i + 1; j < 12; j++) {
      for (let k = j + 1; k < 12; k++) {
        const [a, b, c] = [corners[i], corners[j], corners[k]];
        if (!near(a, b) || !near(b, c) || !near(a, c)) continue;
        // Counterclockwise as seen from outside, since that is where light comes from.
        const turn = a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
          + a[2] * (b[0] * c[1] - b[1] * c[0]);
        triangles.push(turn > 0 ? [i, j, k] : [i, k, j]);
      }
    }
  }
  const middles = new Map();
  const middle = (i, j) => {
    const key = i < j ? `${i} ${j}` : `${j} ${i}`;
    if (!middles.has(key)) {
      middles.set(key, corners.length);
      corners.push(corners[i].map((part, k) => (part + corners[j][k]) / 2));
    }
    return middles.get(key);
  };
  for (let round = 0; round < 2; round++) {
    triangles = triangles.flatMap(([i, j, k]) => {
      const [a, b, c] = [middle(i, j), middle(j, k), middle(i, k)];
      return [[i, a, c], [a, j, b], [c, b, k], [a, b, c]];
    });
    // What is divided is brought back to the sphere.
    corners.forEach((corner, n) => {
      const length = Math.hypot(...corner);
      corners[n] = corner.map((part) => (part / length) * g);
    });
  }
  return { corners: corners.map((corner) => corner.map((part) => (part / g) * radius)), triangles };
}

/** The corners and triangles of a shape, and the ends of its edges, as lists of x, y and z. */
function meshOf(shape, radius) {
  const mesh = { x: [], y: [], z: [], i: [], j: [], k: [], edges: [] };
  const add = ([x, y, z]) => {
    mesh.x.push(x);
    mesh.y.push(y);
    mesh.z.push(z);
  };
  const inThrees = (list) => Array.from({ length: list.length / 3 }, (_, n) => list.slice(3 * n, 3 * n + 3));
  const corners = inThrees(shape.corners);
  corners.forEach(add);
  const join = ([i, j, k], first) => {
    mesh.i.push(i + first);
    mesh.j.push(j + first);
    mesh.k.push(k + first);
  };
  for (const triangle of inThrees(shape.triangles)) join(triangle, 0);
  if (shape.balls.length) {
    const ball = sphere(radius);
    for (const [x, y, z] of inThrees(shape.balls)) {
      const first = mesh.x.length;
      ball.corners.forEach(([a, b, c]) => add([x + a, y + b, z + c]));
      ball.triangles.forEach((triangle) => join(triangle, first));
    }
  }
  for (let n = 0; n < shape.edges.length; n += 2) {
    mesh.edges.push(corners[shape.edges[n]], corners[shape.edges[n + 1]]);
  }
  return mesh;
}
