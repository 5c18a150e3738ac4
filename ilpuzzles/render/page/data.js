/* The data of the page: compressed (zlib), in letters (base64), in elements that are no scripts. */

/** The text that a block of the page has. */
async function unpacked(name) {
  const letters = document.getElementById(name).textContent;
  const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(stream).text();
}

/** The solutions; see Pack.data in packing.py. */
async function readSolutions() {
  return JSON.parse(await unpacked("solutions"));
}

/** The picture of a solution as an element: ours as it is, others shut off from the page. */
function pictureOf(data, number) {
  const { picture, text = "" } = data.solutions[number];
  if (!picture) return made("pre", {}, text);
  const svg = picture.map((tag) => data.elements[tag]).join("");
  if (!/^<svg[^>]* class="ilpuzzles"/.test(svg)) {
    return made("img", { alt: text, src: `data:image/svg+xml,${encodeURIComponent(svg)}` });
  }
  const holder = made("div");
  holder.innerHTML = svg;
  return holder.firstElementChild;
}

/** An element with attributes and children; texts are texts, never markup. */
function made(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const likesCalm = matchMedia("(prefers-reduced-motion: reduce)");
