/* The view in space, drawn by plotly: every piece is a mesh, and its edges are lines. */

const REACH = 0.9; // how far pieces go at most, as a part of how far they are from the middle
// The light moves with the camera: from above, from the left and from behind the reader.
const LIGHT = { ambient: 0.5, diffuse: 0.65, specular: 0.08, roughness: 0.5, fresnel: 0.02 };
const LAMP = { x: -900, y: 1800, z: 1500 };

/** Starts plotly, which the page brings along. */
async function openSpace(data, holder, point) {
  const canvas = document.createElement("canvas");
  if (!canvas.getContext("webgl2") && !canvas.getContext("webgl")) throw new Error("no WebGL");
  const script = made("script");
  script.textContent = await unpacked("plotly");
  document.head.append(script);
  holder.hidden = false;
  const space = new Space(data, holder);
  await space.open(point);
  return space;
}

class Space {
  constructor(data, holder) {
    Object.assign(this, { data, holder, share: 0, lit: null, built: Infinity });
    Object.assign(this, { busy: false, turning: false, wanted: null, waiting: false });
    this.meshes = data.shapes.map((shape) => meshOf(shape, data.radius));
    this.take(0);
  }

  /** Takes the pieces of a solution, in the order of placing. */
  take(number) {
    const { shapes, pieces, solutions } = this.data;
    const bodies = [...(solutions[number].bodies ?? [])].sort((one, other) => one[5] - other[5]);
    this.pieces = bodies.map(([shape, x, y, z, piece], rank) => ({
      ...pieces[piece],
      rank,
      mesh: this.meshes[shape],
      place: [x, y, z],
      middle: [x, y, z].map((part, axis) => part + shapes[shape].middle[axis]),
    }));
    const count = this.pieces.length || 1;
    this.middle = [0, 1, 2].map((axis) =>
      this.pieces.reduce((sum, piece) => sum + piece.middle[axis], 0) / count,
    );
  }

  /** How far each piece is moved. */
  steps() {
    return this.pieces.map(({ place, middle }) =>
      place.map((part, axis) => part + (middle[axis] - this.middle[axis]) * REACH * this.share),
    );
  }

  /** The coordinates of all traces: first all meshes, then all edges. */
  coordinates() {
    const steps = this.steps();
    const lists = { x: [], y: [], z: [] };
    for (const [axis, name] of ["x", "y", "z"].entries()) {
      this.pieces.forEach(({ mesh }, n) => {
        lists[name].push(mesh[name].map((part) => part + steps[n][axis]));
      });
      this.pieces.forEach(({ mesh }, n) => {
        const ends = mesh.edges.map((end) => end[axis] + steps[n][axis]);
        // A gap after every two ends.
        lists[name].push(ends.flatMap((end, k) => (k % 2 ? [end, null] : [end])));
      });
    }
    return lists;
  }

  traces() {
    const { x, y, z } = this.coordinates();
    const count = this.pieces.length;
    const meshes = this.pieces.map((piece, n) => ({
      type: "mesh3d",
      x: x[n],
      y: y[n],
      z: z[n],
      i: piece.mesh.i,
      j: piece.mesh.j,
      k: piece.mesh.k,
      color: this.colour(piece),
      visible: n < this.built,
      flatshading: false,
      lighting: { ...LIGHT, facenormalsepsilon: 0, vertexnormalsepsilon: 0 },
      lightposition: LAMP,
      hovertemplate: `${escaped(titled(piece.name))}<extra></extra>`,
    }));
    const edges = this.pieces.map((piece, n) => ({
      type: "scatter3d",
      mode: "lines",
      x: x[count + n],
      y: y[count + n],
      z: z[count + n],
      line: { color: "#212529", width: 4 },
      visible: n < this.built && piece.mesh.edges.length > 0,
      hoverinfo: "skip",
    }));
    return [...meshes, ...edges];
  }

  layout(camera) {
    const axis = { visible: false, showspikes: false };
    const ranges = this.ranges();
    return {
      scene: {
        xaxis: { ...axis, range: ranges[0] },
        yaxis: { ...axis, range: ranges[1] },
        zaxis: { ...axis, range: ranges[2] },
        aspectmode: "data",
        dragmode: "turntable",
        camera,
      },
      showlegend: false,
      margin: { l: 0, r: 0, t: 0, b: 0 },
      paper_bgcolor: "rgba(0,0,0,0)",
      hoverlabel: { font: { size: 15 } },
    };
  }

  /** From where to where the pieces reach, whether they are shown or not. */
  ranges() {
    const { x, y, z } = this.coordinates();
    return [x, y, z].map((lists) => {
      let [least, most] = [Infinity, -Infinity];
      for (const list of lists.slice(0, this.pieces.length)) {
        for (const part of list) [least, most] = [Math.min(least, part), Math.max(most, part)];
      }
      const spare = (most - least) * 0.03;
      return [least - spare, most + spare];
    });
  }

  async open(point) {
    const config = {
      displayModeBar: false,
      responsive: true,
      scrollZoom: true,
      doubleClick: false,
      plotGlPixelRatio: Math.max(devicePixelRatio, 1), // 2 otherwise, four times the work
    };
    await Plotly.newPlot(this.holder, this.traces(), this.layout(this.fitting()), config);
    this.watchTurns();
    this.holder.on("plotly_hover", ({ points }) => {
      if (!this.turning) point(this.pieces[points[0].curveNumber] ?? null);
    });
    this.holder.on("plotly_unhover", () => this.turning || point(null));
    // Plotly does not notice when the pointer goes elsewhere.
    this.holder.addEventListener("pointerleave", () => {
      for (const label of this.holder.querySelectorAll(".hovertext")) label.remove();
      point(null);
    });
  }

  /**
   * Notices when the pieces are turned: whoever does that means none of them. Plotly would find out
   * at every step which piece is where, by reading a picture back, which takes longer than to draw
   * it; here that is done once, at the end.
   */
  watchTurns() {
    const gl = this.scene()?.glplot?.gl;
    const read = gl?.readPixels;
    let skipped = null;
    if (read) {
      gl.readPixels = (...area) => {
        if (this.turning) skipped = [gl.getParameter(gl.FRAMEBUFFER_BINDING), area];
        else read.apply(gl, area);
      };
    }
    this.holder.addEventListener("pointerdown", () => (this.turning = true), { capture: true });
    const end = () => {
      this.turning = false;
      if (!skipped) return;
      gl.bindFramebuffer(gl.FRAMEBUFFER, skipped[0]);
      read.apply(gl, skipped[1]);
      skipped = null;
    };
    addEventListener("pointerup", end, { capture: true });
    addEventListener("pointercancel", end, { capture: true });
  }

  /** A camera that sees all pieces. */
  fitting() {
    const { x, y, z } = this.coordinates();
    const places = this.pieces.flatMap((_, n) => x[n].map((part, k) => [part, y[n][k], z[n][k]]));
    const shape = this.holder.clientWidth / this.holder.clientHeight;
    return fittingCamera(places, this.ranges(), shape);
  }

  /** The camera where the reader has left it. */
  camera() {
    // The layout does not know of what the wheel did last.
    return this.scene()?.getCamera?.() ?? this.holder.layout.scene.camera;
  }

  /** What plotly draws with; a part that it does not promise to keep. */
  scene() {
    return this.holder._fullLayout.scene._scene;
  }

  /** Tells plotly where the camera is: it goes back to where it thinks that it is. */
  keep() {
    this.holder.layout.scene.camera = this.camera();
  }

  show(number) {
    this.take(number);
    this.lit = null;
    Plotly.react(this.holder, this.traces(), this.layout(this.camera()));
  }

  /** Moves all pieces; while plotly is drawing, only the last move is kept. */
  explode(share) {
    this.share = share;
    if (this.busy) return;
    this.busy = true;
    requestAnimationFrame(async () => {
      const drawn = this.share;
      const { x, y, z } = this.coordinates();
      const [xs, ys, zs] = this.ranges();
      const ranges = { "scene.xaxis.range": xs, "scene.yaxis.range": ys, "scene.zaxis.range": zs };
      this.keep();
      await Plotly.update(this.holder, { x, y, z }, ranges);
      this.busy = false;
      if (this.share !== drawn) this.explode(this.share);
    });
  }

  build(number) {
    if (number === this.built || (number >= this.pieces.length && this.built === Infinity)) return;
    this.built = number >= this.pieces.length ? Infinity : number;
    const meshes = this.pieces.map((_, n) => n < number);
    const edges = this.pieces.map(({ mesh }, n) => n < number && mesh.edges.length > 0);
    this.keep();
    Plotly.restyle(this.holder, { visible: [...meshes, ...edges] });
  }

  /** Puts light on a piece, some frames later: until then the camera may be on its way. */
  light(rank) {
    this.wanted = rank;
    if (this.waiting) return;
    this.waiting = true;
    const wait = (frames) => {
      if (frames || this.turning) requestAnimationFrame(() => wait(Math.max(frames - 1, 0)));
      else this.relight();
    };
    wait(4);
  }

  relight() {
    this.waiting = false;
    const [before, rank] = [this.lit, this.wanted];
    const changed = [before, rank].filter((one) => one !== null && one < this.pieces.length);
    this.lit = rank;
    if (before === rank || !changed.length) return;
    this.keep();
    Plotly.restyle(this.holder, { color: changed.map((n) => this.colour(this.pieces[n])) }, changed);
  }

  colour({ colour, rank }) {
    if (rank !== this.lit) return colour;
    return mixed(colour, isLight(colour) ? "#1864ab" : "#ffffff", 0.45);
  }

  reset() {
    Plotly.relayout(this.holder, { "scene.camera": this.fitting() });
  }
}

const parts = (colour) => [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16));

/** Whether white on a colour would hardly show. */
const isLight = (colour) => Math.min(...parts(colour)) > 150;

/** A colour between two. */
function mixed(one, other, share) {
  const [from, to] = [parts(one), parts(other)];
  const mix = from.map((part, n) => Math.round(part + (to[n] - part) * share));
  return `#${mix.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** A text for plotly, which reads some tags. */
function escaped(text) {
  const names = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "%": "&#37;" };
  return text.replace(/[&<>"%]/g, (letter) => names[letter]);
}
