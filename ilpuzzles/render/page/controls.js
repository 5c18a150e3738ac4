/* Sliders and buttons. */

const ICONS = {
  previous: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  reset: "M4 12a8 8 0 1 0 2.6-5.9M4 4v4.6h4.6",
};

/** A button with an icon and a name. */
function iconButton(icon, label, press) {
  const button = made("button", { type: "button", class: "icon", "aria-label": label, title: label });
  setIcon(button, icon);
  button.addEventListener("click", press);
  return button;
}

function setIcon(button, icon) {
  button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[icon]}"/></svg>`;
}

/** A line of the bar: a title, what stands left and right of a slider, and what it is set to. */
class Slider {
  constructor(bar, title, { least, most, value, before = "", after = "" }, change) {
    const id = `slide-${title.toLowerCase().replace(/\W/g, "-")}`;
    this.input = made("input", { id, type: "range", min: least, max: most, value });
    this.output = made("output", { for: id });
    this.line = made(
      "div",
      { class: "line" },
      made("label", { for: id }, title),
      made("span", {}, before),
      this.input,
      made("span", {}, after),
      this.output,
    );
    this.input.addEventListener("input", () => change(Number(this.input.value)));
    bar.append(this.line);
  }

  /** Shows a value, in words, too. */
  set(value, words, most = this.input.max) {
    this.input.max = most;
    this.input.value = value;
    this.input.setAttribute("aria-valuetext", words);
    this.output.textContent = words;
  }
}

/** Goes on step by step until it is told to stop. */
class Player {
  constructor(button, step, pace) {
    Object.assign(this, { button, step, pace, timer: 0 });
  }

  toggle() {
    if (this.timer) this.stop();
    else this.start();
  }

  start() {
    this.timer = setInterval(() => this.step() || this.stop(), this.pace);
    this.say("pause", "Stop");
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    this.say("play", "Build up piece by piece");
  }

  say(icon, label) {
    setIcon(this.button, icon);
    this.button.setAttribute("aria-label", label);
    this.button.title = label;
  }
}
