/* The page: which solution is shown, how far it is built up, and what is under the pointer. */

const state = { number: 0, built: Infinity, explode: 0, lit: null };
const holder = document.getElementById("picture");
const bar = document.getElementById("bar");
const says = made("p", { id: "status", "aria-live": "polite" });
const inSpace = document.body.classList.contains("space");
let data = null;
let space = null;
let lines = {};

const picture = new Picture(holder, point);

/** How many pieces the shown solution has. */
function pieces() {
  return Math.max(picture.pieces.length, space ? space.pieces.length : 0);
}

/** Says which piece is meant, and puts light on it. */
function point(piece) {
  const rank = piece === null ? null : piece.rank;
  if (rank === state.lit) return;
  state.lit = rank;
  picture.light(rank);
  space?.light(rank);
  sayStatus(piece);
}

function sayStatus(piece) {
  const count = pieces();
  says.classList.toggle("named", piece !== null);
  if (piece !== null) says.textContent = titled(piece.name);
  else says.textContent = count ? `${count} ${count === 1 ? "piece" : "pieces"}; point at one` : "";
}

/** Shows a solution. */
function showSolution(number) {
  const last = data.solutions.length - 1;
  const next = Math.min(Math.max(number, 0), last);
  if (next === state.number) return;
  state.number = next;
  state.lit = null;
  picture.show(data, next);
  space?.show(next);
  document.getElementById("caption").textContent = data.solutions[next].caption ?? "";
  build(state.built);
  sayPlace();
}

const written = (number) => number.toLocaleString("en");

function sayPlace() {
  const count = data.solutions.length;
  lines.number?.set(state.number + 1, `${written(state.number + 1)} of ${written(count)}`);
  lines.previous?.toggleAttribute("disabled", state.number === 0);
  lines.next?.toggleAttribute("disabled", state.number === count - 1);
  lines.explode?.set(Math.round(100 * state.explode), `${Math.round(100 * state.explode)} %`);
  sayStatus(null);
}

/** Shows the first pieces of a solution; all of them from their number on. */
function build(number) {
  const count = pieces();
  state.built = number >= count ? Infinity : number;
  const shown = Math.min(number, count);
  picture.build(shown);
  space?.build(shown);
  lines.build?.set(shown, shown === count ? "all pieces" : `${shown} of ${count}`, count);
}

/** Pulls the pieces apart, from 0 to 1. */
function explode(share) {
  state.explode = Math.min(Math.max(share, 0), 1);
  space?.explode(state.explode);
  sayPlace();
}

function addPaging() {
  if (data.solutions.length < 2) return;
  lines.previous = iconButton("previous", "Previous solution", () => showSolution(state.number - 1));
  lines.next = iconButton("next", "Next solution", () => showSolution(state.number + 1));
  const range = { least: 1, most: data.solutions.length, value: 1 };
  const ends = { before: lines.previous, after: lines.next };
  lines.number = new Slider(bar, "Solution", { ...range, ...ends }, (n) => showSolution(n - 1));
}

function addBuilding() {
  if (pieces() < 2) return;
  const button = iconButton("play", "Build up piece by piece", () => player.toggle());
  const player = new Player(
    button,
    () => {
      build(state.built === Infinity ? 1 : state.built + 1);
      return state.built !== Infinity;
    },
    450,
  );
  const count = pieces();
  const range = { least: 0, most: count, value: count, before: likesCalm.matches ? "" : button };
  lines.build = new Slider(bar, "Build up", range, (number) => {
    player.stop();
    build(number);
  });
}

function addSpace() {
  const reset = iconButton("reset", "Reset view", () => {
    explode(0);
    space.reset();
  });
  const range = { least: 0, most: 100, value: 0, after: reset };
  lines.explode = new Slider(bar, "Explode", range, (percent) => explode(percent / 100));
}

const KEYS = {
  ArrowLeft: () => showSolution(state.number - 1),
  ArrowRight: () => showSolution(state.number + 1),
  Home: () => showSolution(0),
  End: () => showSolution(Infinity),
  "+": () => explode(state.explode + 0.1),
  "=": () => explode(state.explode + 0.1),
  "-": () => explode(state.explode - 0.1),
};

/** Keys page, wherever they mean nothing else. */
function listen() {
  document.addEventListener("keydown", (event) => {
    const isSlider = event.target.matches?.("input") && !["+", "=", "-"].includes(event.key);
    if (isSlider || event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key]) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  // On paper there are no buttons: all solutions stand there, as far as that is reasonable.
  addEventListener("beforeprint", () => {
    const sheet = document.getElementById("paper");
    const others = data.solutions.length <= 60 ? data.solutions.keys() : [];
    sheet.replaceChildren(...[...others].filter((n) => n !== state.number).map(printed));
  });
}

/** A further solution on paper. */
function printed(number) {
  const caption = made("figcaption", {}, `Solution ${number + 1}`);
  return made("figure", {}, pictureOf(data, number), caption);
}

function keysInWords() {
  const words = [];
  if (data.solutions.length > 1) words.push("\u2190 \u2192 other solutions");
  if (space) words.push("+ \u2212 explode", "drag to turn, wheel to zoom");
  return words.join(" \u00b7 ");
}

function tell(sentence) {
  document.querySelector(".stage").before(made("p", { class: "more", role: "status" }, sentence));
}

async function start() {
  try {
    data = await readSolutions();
  } catch {
    tell("This browser is too old to show more than the first solution.");
    return;
  }
  if (inSpace) {
    try {
      space = await openSpace(data, document.getElementById("space"), point);
    } catch {
      tell("This browser draws nothing in 3-D (WebGL is missing or switched off), so here is the flat picture.");
    }
  }
  addPaging();
  addBuilding();
  if (space) addSpace();
  // What a bar is for stands above it.
  if (space) document.getElementById("space").after(bar);
  bar.before(says);
  bar.hidden = !bar.children.length;
  if (!bar.hidden) bar.append(made("p", { class: "keys" }, keysInWords()));
  build(Infinity);
  sayPlace();
  listen();
  document.body.classList.add("ready");
}

start();
