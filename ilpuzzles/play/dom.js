// @ts-check
/* Elements of HTML and SVG. Whatever comes from a file or an answer becomes text in them, never
   markup. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number>} Attributes */

/**
 * Gives an element attributes and what is in it.
 * @template {Element} T
 * @param {T} element
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * An element of HTML.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
export const html = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

/**
 * An element of SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/** @type {Record<string, string>} */
const ICONS = {
  turn: "M20 11a8 8 0 1 0-2.3 5.7M20 4v7h-7",
  mirror: "M12 3v18M8 7l-5 10h5zM16 7l5 10h-5z",
  tip: "M4 14l8 5 8-5M12 4v9M8 8l4-4 4 4",
  back: "M4 9h16M4 9v11h16V9M12 3v9M8.500 8.500L12 12l3.500-3.500",
  fit: "M4 12l5 6L20 6",
  note: "M4 20h4L19 9l-4-4L4 16z",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  clear: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
};

/**
 * A button, with an icon if its name has one.
 * @param {string} name
 * @param {string} label
 * @param {() => void} act
 * @param {string} key that does the same
 * @param {string} words
 */
export function iconButton(name, label, act, key = "", words = label) {
  const button = html("button", { type: "button", class: `do ${name}` });
  if (ICONS[name])
    button.append(svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
      svg("path", { d: ICONS[name] })));
  button.append(html("span", {}, label));
  if (key) button.setAttribute("aria-keyshortcuts", key);
  if (key || words !== label) button.setAttribute("title", key ? `${words} (${key})` : words);
  button.addEventListener("click", act);
  return button;
}

/**
 * A button of an answer.
 * @param {string} label
 * @param {() => void} act
 */
export function smallButton(label, act) {
  const button = html("button", { type: "button", class: "do small" }, label);
  button.addEventListener("click", act);
  return button;
}

/** The address of a picture that is an SVG document.
    @param {string} document */
export function imageAddress(document) {
  const bytes = Array.from(new TextEncoder().encode(document), (byte) => String.fromCharCode(byte));
  return `data:image/svg+xml;base64,${btoa(bytes.join(""))}`;
}

/**
 * The place of a pointer in the units of a picture; nothing where that is not shown.
 * @param {SVGGraphicsElement} picture
 * @param {{ clientX: number, clientY: number }} pointer
 * @returns {import("./types.d.ts").Point | null}
 */
export function placeIn(picture, { clientX, clientY }) {
  const matrix = picture.getScreenCTM();
  if (!matrix) return null;
  const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
  return [x, y];
}
