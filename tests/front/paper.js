/* A page of paper: as much of a browser's elements, events and windows as the board needs, and nothing
   that lays out or draws. A unit of a picture is a pixel; the pictures of a page stand side by side. */

import { setMaxListeners } from "node:events";

setMaxListeners(0); // as many as a page needs

export const FIGURE_PX = 1000; // from the beginning of one picture to that of the next

const VOID_BOX = { left: 0, right: 0, top: 0, bottom: 0, width: 0, height: 0 };

class PaperNode {
  parentNode = null;

  remove() {
    if (!this.parentNode) return;
    const { childNodes } = this.parentNode;
    childNodes.splice(childNodes.indexOf(this), 1);
    this.parentNode = null;
  }

  after(...nodes) {
    const { parentNode: parent } = this;
    for (const node of nodes) node.remove?.();
    parent.insertAt(parent.childNodes.indexOf(this) + 1, nodes);
  }

  before(...nodes) {
    const { parentNode: parent } = this;
    for (const node of nodes) node.remove?.();
    parent.insertAt(parent.childNodes.indexOf(this), nodes);
  }
}

class PaperText extends PaperNode {
  constructor(data) {
    super();
    this.textContent = String(data);
  }
}

class PaperTarget extends PaperNode {
  listeners = [];

  addEventListener(type, act, { signal, capture = false, once = false } = {}) {
    if (signal?.aborted) return;
    const listener = { type, act, capture, once };
    this.listeners.push(listener);
    signal?.addEventListener("abort", () => this.removeListener(listener));
  }

  removeListener(listener) {
    this.listeners = this.listeners.filter((other) => other !== listener);
  }

  hear(event, phases) {
    event.currentTarget = this;
    for (const listener of [...this.listeners]) {
      if (listener.type !== event.type || !phases.includes(listener.capture)) continue;
      if (listener.once) this.removeListener(listener);
      listener.act(event);
    }
  }

  /** Tells of an event: those who look first, then the target, and then all around it. */
  fire(type, more = {}, bubbles = true) {
    const path = [], event = { type, target: this, defaultPrevented: false, isStopped: false,
      preventDefault: () => (event.defaultPrevented = true), stopPropagation: () => (event.isStopped = true),
      altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...more };
    for (let at = this.parentNode; at; at = at.parentNode) path.push(at);
    for (const each of [...path].reverse()) if (!event.isStopped) each.hear(event, [true]);
    if (!event.isStopped) this.hear(event, [true, false]);
    for (const each of bubbles ? path : []) if (!event.isStopped) each.hear(event, [false]);
    return event;
  }
}

/** The names of an element, as its attribute has them. */
const classesOf = (element) => ({
  get all() { return (element.getAttribute("class") ?? "").split(/\s+/).filter(Boolean); },
  set all(names) { element.setAttribute("class", [...new Set(names)].join(" ")); },
  contains(name) { return this.all.includes(name); },
  add(...names) { this.all = [...this.all, ...names]; },
  remove(...names) { this.all = this.all.filter((one) => !names.includes(one)); },
  replace(old, name) { this.all = this.all.map((one) => (one === old ? name : one)); },
  toggle(name, is = !this.contains(name)) {
    if (is) this.add(name);
    else this.remove(name);
    return is;
  },
});

class PaperStyle {
  setProperty(name, value) { this[name] = String(value); }
  getPropertyValue(name) { return this[name] ?? ""; }
  removeProperty(name) { delete this[name]; }
}

const dashed = (name) => `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** A part of a selector: a tag, a class, an attribute, or what it is not. */
function isMeant(element, part) {
  const not = /^:not\((.*)\)$/.exec(part);
  if (not) return !isMeant(element, not[1]);
  if (part === ":focus-visible") return element.ownerDocument.activeElement === element;
  if (part.startsWith(".")) return element.classList.contains(part.slice(1));
  const attribute = /^\[([\w-]+)(?:="(.*)")?\]$/.exec(part);
  if (attribute) return element.hasAttribute(attribute[1])
    && (attribute[2] === undefined || element.getAttribute(attribute[1]) === attribute[2]);
  return element.tagName === part;
}

const partsOf = (selector) => selector.match(/:not\([^)]*\)|:[\w-]+|\.[\w-]+|\[[^\]]*\]|[\w-]+/g);

export class PaperElement extends PaperTarget {
  constructor(tag, page) {
    super();
    this.tagName = tag;
    this.ownerDocument = page;
    this.childNodes = [];
    this.attributes = new Map();
    this.style = new PaperStyle();
    this.classList = classesOf(this);
    this.open = this.checked = false;
    for (const name of ["offsetLeft", "offsetHeight", "offsetWidth", "clientWidth", "clientHeight", "scrollWidth",
      "scrollHeight", "scrollLeft"]) this[name] = 0;
    this.dataset = new Proxy({}, { get: (_, name) => this.getAttribute(dashed(name)) ?? undefined,
      set: (_, name, value) => { this.setAttribute(dashed(name), value); return true; } });
  }

  /* -- attributes -- */

  setAttribute(name, value) { this.attributes.set(name, String(value)); }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  hasAttribute(name) { return this.attributes.has(name); }
  removeAttribute(name) { this.attributes.delete(name); }

  toggleAttribute(name, is = !this.hasAttribute(name)) {
    if (is) this.setAttribute(name, "");
    else this.removeAttribute(name);
    return is;
  }

  get hidden() { return this.hasAttribute("hidden"); }
  set hidden(is) { this.toggleAttribute("hidden", Boolean(is)); }
  get title() { return this.getAttribute("title") ?? ""; }
  set title(words) { this.setAttribute("title", words); }

  get options() { return this.querySelectorAll("option"); }

  get value() {
    if (this.tagName !== "select") return this.typed ?? this.getAttribute("value") ?? "";
    const names = this.options.map((option) => option.getAttribute("value"));
    return names.includes(this.typed) ? this.typed
      : this.options.find((option) => !option.hasAttribute("disabled"))?.getAttribute("value") ?? "";
  }

  set value(value) { this.typed = String(value); }

  /* -- what is in it -- */

  insertAt(at, nodes) {
    const made = nodes.map((node) => (node instanceof PaperNode ? node : new PaperText(node)));
    this.childNodes.splice(at, 0, ...made);
    for (const node of made) node.parentNode = this;
  }

  append(...nodes) {
    for (const node of nodes) node.remove?.();
    this.insertAt(this.childNodes.length, nodes);
  }

  prepend(...nodes) {
    for (const node of nodes) node.remove?.();
    this.insertAt(0, nodes);
  }

  replaceChildren(...nodes) {
    for (const node of [...this.childNodes]) node.remove();
    this.append(...nodes);
  }

  get children() { return this.childNodes.filter((node) => node instanceof PaperElement); }
  get childElementCount() { return this.children.length; }
  get firstElementChild() { return this.children[0] ?? null; }
  get lastChild() { return this.childNodes.at(-1) ?? null; }

  get previousElementSibling() {
    const { children } = this.parentNode ?? { children: [] };
    return children[children.indexOf(this) - 1] ?? null;
  }

  get textContent() { return this.childNodes.map((node) => node.textContent).join(""); }
  set textContent(words) { this.replaceChildren(...(words === "" ? [] : [words])); }

  get all() { return this.children.flatMap((child) => [child, ...child.all]); }

  matches(selector) {
    return selector.split(",").some((one) => {
      const [last, ...around] = one.trim().split(/\s+/).reverse();
      if (!partsOf(last).every((part) => isMeant(this, part))) return false;
      return around.every((outer) => this.parentNode?.closest?.(outer));
    });
  }

  closest(selector) { return this.matches(selector) ? this : this.parentNode?.closest?.(selector) ?? null; }
  querySelectorAll(selector) { return this.all.filter((one) => one.matches(selector)); }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
  contains(node) { return node === this || (node?.parentNode ? this.contains(node.parentNode) : false); }
  getRootNode() { return this.parentNode ? this.parentNode.getRootNode() : this; }

  /* -- what people do -- */

  get isSeen() {
    for (let at = this; at; at = at.parentNode) if (at.hidden) return false;
    return this.getRootNode() === this.ownerDocument;
  }

  focus(options) {
    const page = this.ownerDocument, before = page.activeElement;
    if (!this.isSeen || this.hasAttribute("disabled") || before === this) return;
    page.focused = this;
    this.focusedWith = options;
    before?.fire?.("blur", {}, false);
    this.fire("focus", {}, false);
  }

  click(more = {}) {
    if (this.hasAttribute("disabled")) return;
    if (this.tagName === "a") this.ownerDocument.downloads.push(this.getAttribute("download"));
    this.fire("click", { detail: 1, ...more });
  }

  select() { this.isSelected = true; }
  setPointerCapture() {}
  scrollIntoView() { this.ownerDocument.broughtIntoSight.push(this); }

  /* -- where it is -- */

  /** A picture stands where the ones before it end. */
  get left() {
    const pictures = this.ownerDocument.body.querySelectorAll("svg[viewBox]");
    return FIGURE_PX * Math.max(0, pictures.filter((one) => one.getAttribute("role") === "application").indexOf(this));
  }

  getScreenCTM() {
    const { left } = this;
    return { a: 1, left, inverse: () => ({ left: -left }) };
  }

  getBoundingClientRect() {
    const [x, y, width, height] = (this.getAttribute("viewBox") ?? "").split(" ").map(Number), { left } = this;
    return height === undefined ? { ...VOID_BOX }
      : { left: left + x, right: left + x + width, top: y, bottom: y + height, width, height };
  }
}

class PaperPoint {
  constructor(x, y) { Object.assign(this, { x, y }); }
  matrixTransform({ left }) { return new PaperPoint(this.x + left, this.y); }
}

class PaperPage extends PaperElement {
  constructor() {
    super("#document", null);
    this.ownerDocument = this;
    this.focused = null;
    this.broughtIntoSight = [];
    this.downloads = [];
    this.body = new PaperElement("body", this);
    this.append(this.body);
  }

  /** What has the focus; the whole page, where that is not there any more. */
  get activeElement() { return this.focused && this.contains(this.focused) ? this.focused : this.body; }

  createElement(tag) { return new PaperElement(tag, this); }
  createElementNS(_, tag) { return new PaperElement(tag, this); }
  getElementById(id) { return this.querySelector(`[id="${id}"]`); }
}

class PaperStorage {
  kept = new Map();
  getItem(key) { return this.kept.get(key) ?? null; }
  setItem(key, value) { this.kept.set(key, String(value)); }
}

class PaperObserver {
  observe() {}
  disconnect() {}
}

/** A clock that goes on when it is told to, and then does what is due in its order. */
export class PaperClock {
  now = 1_000_000;
  timers = [];
  number = 0;

  set(act, after = 0, every = 0) {
    this.timers.push({ number: ++this.number, due: this.now + after, act, every });
    return this.number;
  }

  clear(number) { this.timers = this.timers.filter((timer) => timer.number !== number); }

  tick(milliseconds) {
    const end = this.now + milliseconds;
    for (;;) {
      const next = this.timers.filter(({ due }) => due <= end).sort((one, other) => one.due - other.due)[0];
      if (!next) break;
      this.now = Math.max(this.now, next.due);
      if (next.every) next.due += next.every;
      else this.clear(next.number);
      next.act();
    }
    this.now = end;
  }
}

/** What there was before a page was opened. */
let outside = null;

/** What has to be done while there is still a page. */
let endings = [];
export const beforeLeaving = (act) => endings.push(act);

function leavePage() {
  for (const end of endings) end();
  endings = [];
  for (const [name, descriptor] of outside?.globals ?? [])
    if (descriptor) Object.defineProperty(globalThis, name, descriptor);
    else delete globalThis[name];
  Object.assign(URL, outside?.urls);
  outside = null;
}

/**
 * Opens a page of paper in the place of a browser's, until a test has ended.
 * @returns the page, its window and clock, and what was copied, downloaded and kept
 */
export function openPage(context, { hash = "", search = "" } = {}) {
  const page = new PaperPage(), window = new PaperTarget(), storages = [new PaperStorage(), new PaperStorage()];
  const location = { hash, search, get href() { return `http://board.test/${this.search}${this.hash}`; } };
  const copied = [], urls = [], clock = new PaperClock();
  const replaceState = (_, __, url) => {
    const at = url.indexOf("#");
    if (url.startsWith("?")) location.search = at < 0 ? url : url.slice(0, at);
    if (at >= 0) location.hash = url.slice(at);
  };
  const globals = { document: page, location, history: { replaceState }, Element: PaperElement,
    sessionStorage: storages[0], localStorage: storages[1], innerWidth: 1200, innerHeight: 800, scrollY: 0,
    DOMPoint: PaperPoint, ResizeObserver: PaperObserver, getComputedStyle: () => ({ position: "static", top: "0px" }),
    setTimeout: (act, after) => clock.set(act, after), clearTimeout: (number) => clock.clear(number),
    setInterval: (act, every) => clock.set(act, every, every), clearInterval: (number) => clock.clear(number),
    Date: class extends Date { static now() { return clock.now; } },
    matchMedia: () => ({ matches: true }), requestAnimationFrame: (act) => clock.set(act, 16),
    cancelAnimationFrame: (number) => clock.clear(number),
    addEventListener: (...more) => window.addEventListener(...more),
    navigator: { clipboard: { writeText: async (text) => void copied.push(text) } } };
  const { createObjectURL, revokeObjectURL } = URL;
  outside ??= { urls: { createObjectURL, revokeObjectURL }, globals: Object.keys(globals).map((name) =>
    [name, Object.getOwnPropertyDescriptor(globalThis, name)]) };
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  URL.createObjectURL = (blob) => `blob:${urls.push(blob)}`;
  URL.revokeObjectURL = () => {};
  context.after(leavePage);
  return { page, window, location, clock, copied, saved: urls, session: storages[0], local: storages[1] };
}
