/* The flat picture: its pieces can be named, lit and built up. */

class Picture {
  /**
   * @param {HTMLElement} holder where the picture is.
   * @param {(piece: ?{rank: number, name: string}) => void} point told which piece is meant.
   */
  constructor(holder, point) {
    this.holder = holder;
    holder.addEventListener("pointerover", (event) => point(this.at(event.target)));
    holder.addEventListener("pointerleave", () => point(null));
    holder.addEventListener("focusin", (event) => point(this.at(event.target)));
    holder.addEventListener("focusout", () => point(null));
    this.find();
  }

  /** Shows a solution. */
  show(data, number) {
    this.holder.replaceChildren(pictureOf(data, number));
    this.find();
  }

  /** Finds the pieces: groups that say which number a piece has, and how it is called. */
  find() {
    const found = [...this.holder.querySelectorAll(".piece")];
    const numbers = found.map((element) => Number(element.dataset.piece));
    const order = [...new Set(numbers)].sort((one, other) => one - other);
    this.pieces = order.map((_, rank) => ({ rank, name: "", elements: [] }));
    found.forEach((element, index) => {
      const piece = this.pieces[order.indexOf(numbers[index])];
      piece.name ||= element.dataset.name;
      piece.elements.push(element);
    });
    // Whoever reads the page aloud shall get to the pieces.
    if (this.pieces.length) this.holder.querySelector("svg").setAttribute("role", "group");
    for (const { name, elements } of this.pieces) {
      elements[0].setAttribute("tabindex", "0");
      elements[0].setAttribute("role", "img");
      elements[0].setAttribute("aria-label", titled(name));
    }
  }

  /** The piece that an element belongs to, or null. */
  at(element) {
    return this.pieces.find(({ elements }) => elements.some((own) => own.contains(element))) ?? null;
  }

  /** Puts light on a piece by dimming all others; null for none. */
  light(rank) {
    for (const piece of this.pieces) {
      const dim = rank !== null && piece.rank !== rank;
      for (const element of piece.elements) element.classList.toggle("dim", dim);
    }
  }

  /** Shows the first pieces alone. */
  build(number) {
    for (const { rank, elements } of this.pieces) {
      for (const element of elements) element.classList.toggle("off", rank >= number);
    }
  }
}

/** What a piece is called: letters alone say too little. */
function titled(name) {
  return name.includes(" ") ? name[0].toUpperCase() + name.slice(1) : `Piece ${name}`;
}
