// @ts-check
/* The colours that pieces and boards show, and where they show them. */

import { between, corners, distance, middle, pulledIn, sides, sidesFromTop } from "./geometry.js";

/** @import { BoardData, Field, Polygon } from "./types.d.ts" */

/** Units from the border of a cell to its colours. */
export const FIELD_INSET = 3.5;

const COLOUR = /^#[0-9a-f]{3,8}$/i;

/**
 * A colour from a file, or a grey in its place, and black for ink.
 * @param {unknown} value
 * @param {"colour" | "ink"} which
 */
export const safeColour = (value, which) => (COLOUR.test(String(value ?? "")) ? String(value)
  : which === "ink" ? "#000000" : "#adb5bd");

/**
 * The relative luminance of a colour (#rgb or #rrggbb), from 0 to 1 (WCAG 2.1).
 * @param {string} colour
 */
function luminance(colour) {
  const digits = colour.length < 6 ? colour.slice(1, 4).replace(/./g, "$&$&") : colour.slice(1, 7);
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const part = parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Black or white, whichever can be read better on a colour: at least 4.5 to 1.
 * @param {string} colour
 */
export function inkOn(colour) {
  const light = luminance(colour) + 0.05;
  return light / 0.05 >= 1.05 / light ? "#000000" : "#ffffff";
}

/** The colours of a board, by their numbers. */
export class Colours {
  /** @param {BoardData} data */
  constructor(data) {
    this.list = data.colours ?? [];
    this.letters = Boolean(data.letters);
    this.byLetter = new Map(this.list.map(({ letter }, n) => [String(letter), n]));
  }

  get any() {
    return this.byLetter.size > 0;
  }

  /** @param {number} number @param {"colour" | "ink"} which */
  value(number, which = "colour") {
    return safeColour(this.list[number]?.[which], which);
  }

  /** @param {number | undefined} number */
  title(number) {
    return number === undefined ? "" : String(this.list[number]?.title ?? "");
  }

  /**
   * The letter that a colour has where colours are hard to tell apart.
   * @param {number} number
   */
  letter(number) {
    return this.letters ? String(this.list[number]?.letter ?? "") : "";
  }

  /**
   * The parts of a cell that have a colour, by the word for it: its own, and those of its sides.
   * @param {Polygon} polygon
   * @param {string} word
   * @returns {Field[]}
   */
  fields(polygon, word) {
    const inner = pulledIn(polygon, FIELD_INSET), whole = middle(polygon);
    const low = inner.reduce((best, here) => (here[0] - here[1] < best[0] - best[1] ? here : best));
    return [...String(word)].flatMap((letter, i) => {
      const colour = this.byLetter.get(letter);
      if (colour === undefined) return [];
      if (!i) return [{ colour, path: inner, at: between(low, whole, 0.3) }];
      const face = sidesFromTop(inner)[i - 1];
      return face ? [{ colour, path: [...face.side, whole], at: between(whole, face.middle, 0.78) }]
        : [];
    });
  }

  /**
   * The radius of the white ground of a letter on sides with colours; 0 for none.
   * @param {Polygon} polygon
   * @param {string | undefined} word
   */
  ground(polygon, word) {
    if (![...String(word)].slice(1).some((letter) => this.byLetter.has(letter))) return 0;
    const whole = middle(polygon);
    return 0.46 * Math.min(...sides(polygon).map((side) => distance(middle(side), whole)));
  }

  /**
   * What cells show, in words; nothing without colours.
   * @param {string[]} paths
   * @param {string[]} words
   */
  describe(paths, words) {
    /** @type {Map<number, string[]>} */
    const rows = new Map();
    /** @type {string[]} */
    const said = [];
    words.forEach((word, cell) => {
      const polygon = corners(paths[cell]), row = Math.round(middle(polygon)[1]);
      const [own, ...around] = [...String(word)].map((letter) => this.byLetter.get(letter));
      if (own !== undefined) rows.set(row, [...(rows.get(row) ?? []), this.title(own)]);
      const ways = sidesFromTop(polygon).flatMap(({ way }, i) =>
        (around[i] === undefined ? [] : [`${way} ${this.title(around[i])}`]));
      if (ways.length) said.push(ways.join(", "));
    });
    const cells = [...rows.values()].map((row) => row.join(", ")).join("; ");
    return [...(cells ? [`cells ${cells}`] : []), ...said].join("; ");
  }
}
