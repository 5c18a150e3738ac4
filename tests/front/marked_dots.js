/* How many of the marked dots of a board in space take a piece where they are: of each piece as it can
   be turned, every cell that it can cover is pointed at, from where the board is looked at first, and
   with its layers apart. Reads boards as JSON from files, and writes a line for each. */

import { readFileSync } from "node:fs";

import { moveOver, reachableSpots } from "../../ilpuzzles/play/layers.js";
import { cellsInSpace, extent, firstCamera, spotUnder, wholeProjection } from "../../ilpuzzles/play/space.js";
import { Table } from "../../ilpuzzles/play/table.js";

const APART = [0, 0.5, 1, 2];
const PAPER = [400, 330];

/** The dots of a piece in the hand, and those at which it would not cover the cell. */
function pointedAt(table, cells, projection, held) {
  const reached = reachableSpots(table, held, []);
  const marked = cells.filter(({ spot }) => reached.has(spot));
  const missed = marked.filter(({ spot, place }) => {
    const meant = spotUnder(cells, projection, projection.point(place), () => false,
      (one) => reached.has(one));
    const move = moveOver(table, held, meant, []);
    return move < 0 || !table.spotsOf[move].includes(spot);
  });
  return { dots: marked.length, missed: missed.length };
}

function report(data) {
  const table = new Table(data), cells = cellsInSpace(data), size = extent(cells);
  return APART.map((apart) => {
    const projection = wholeProjection({ ...firstCamera(cells), apart }, size, PAPER);
    let dots = 0, missed = 0;
    table.pieces.forEach(({ shapes }, piece) => shapes.forEach((_, shape) => {
      const found = pointedAt(table, cells, projection, { piece, shape, anchor: table.anchor(piece, shape) });
      dots += found.dots;
      missed += found.missed;
    }));
    return { apart, dots, missed };
  });
}

for (const path of process.argv.slice(2))
  console.log(JSON.stringify(report(JSON.parse(readFileSync(path, "utf-8")))));
