// A table by count, rank, file or distance as two curves with points to drag, and its numbers as fields.
import { STAGES, numberField, setInput } from "./inputs.js";
import { h, s } from "./dom.js";

const HEIGHT = 200;
// Space for the numbers of the axes, in pixels.
const LEFT = 44;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 24;
// Up to this number of entries, the number fields are open at first.
const FEW = 9;

export class Curves {
  constructor(key, edit) {
    this.key = key;
    this.edit = edit;
    this.count = key.kind.entries.length;
    this.pairs = Array.from({ length: this.count }, () => [0, 0]);
    this.axes = s("g", { class: "axes", "aria-hidden": "true" });
    this.paths = [0, 1].map((stage) => s("path", { class: `curve ${"ab"[stage]}` }));
    this.points = [0, 1].map((stage) => key.kind.entries.map((_, index) => this.point(index, stage)));
    this.svg = s("svg", { class: "curves", height: HEIGHT, role: "group", "aria-label": `${key.key} as curves` }, this.axes, this.paths, this.points);
    this.svg.addEventListener("pointerdown", (event) => this.press(event));
    this.read = h("output", { class: "note" });
    const legend = h("p", { class: "note legend" }, h("i", { class: "a" }), "Middlegame ", h("i", { class: "b" }), "Endgame ", this.read);
    const set = (index, stage) => (value) => this.change(index, stage, value);
    this.inputs = [0, 1].map((stage) => key.kind.entries.map((_, index) => numberField(key, index, stage, edit, set(index, stage))));
    const grids = this.inputs.map((inputs, stage) =>
      h("div", {}, h("span", { class: "stage" }, STAGES[stage]), h("div", { class: "grid" }, inputs.map((input, index) => h("label", {}, h("span", {}, key.kind.entries[index]), input)))),
    );
    const numbers = h("details", { open: this.count <= FEW }, h("summary", {}, "Numbers"), h("div", { class: "stages" }, grids));
    this.element = h("div", {}, this.svg, legend, numbers);
    new ResizeObserver(() => this.draw()).observe(this.svg);
  }

  point(index, stage) {
    const label = `${this.key.key}, ${this.key.kind.words[index]}, ${STAGES[stage]}`;
    const { min, max } = this.key.kind;
    const point = s("circle", { class: `point ${"ab"[stage]}`, role: "slider", tabindex: index ? -1 : 0, "aria-label": label, "aria-valuemin": min, "aria-valuemax": max, "aria-orientation": "vertical", r: this.count > 30 ? 3 : 5 });
    point.addEventListener("keydown", (event) => this.keydown(event, index, stage));
    point.addEventListener("focus", () => this.showPoint(index));
    return point;
  }

  update(pairs) {
    this.pairs = pairs.map((pair) => [...pair]);
    this.range = this.rangeOf();
    this.draw();
  }

  // The lowest and the highest number of the axis, with room to drag.
  rangeOf() {
    const all = this.pairs.flat();
    const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
    const room = Math.max(5, (high - low) * 0.2);
    return [Math.max(this.key.kind.min, low - room), Math.min(this.key.kind.max, high + room)];
  }

  x(index) {
    const width = this.svg.clientWidth - LEFT - RIGHT;
    return LEFT + (this.count > 1 ? (index / (this.count - 1)) * width : width / 2);
  }

  y(number) {
    const [low, high] = this.range;
    return TOP + ((high - number) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  }

  draw() {
    if (!this.range || !this.svg.clientWidth) return;
    this.drawAxes();
    this.paths.forEach((path, stage) => path.setAttribute("d", "M" + this.pairs.map((pair, index) => `${this.x(index).toFixed(1)} ${this.y(pair[stage]).toFixed(1)}`).join("L")));
    this.points.forEach((points, stage) =>
      points.forEach((point, index) => {
        const number = this.pairs[index][stage];
        point.setAttribute("cx", this.x(index));
        point.setAttribute("cy", this.y(number));
        point.setAttribute("aria-valuenow", number);
        setInput(this.inputs[stage][index], number);
      }),
    );
  }

  drawAxes() {
    const [low, high] = this.range;
    const width = this.svg.clientWidth;
    const step = nice((high - low) / 4);
    const lines = [];
    for (let n = Math.ceil(low / step) * step; n <= high; n += step) {
      lines.push(s("path", { class: n === 0 ? "zero" : "", d: `M${LEFT} ${this.y(n)}H${width - RIGHT}` }), s("text", { x: LEFT - 6, y: this.y(n) + 4, "text-anchor": "end" }, Number(n.toFixed(1))));
    }
    const every = Math.ceil((this.count * 30) / (width - LEFT - RIGHT));
    const names = this.key.kind.entries.map((name, index) => (index % every ? null : s("text", { x: this.x(index), y: HEIGHT - 6, "text-anchor": "middle" }, name)));
    this.axes.replaceChildren(...lines, ...names.filter(Boolean));
  }

  // Shows the numbers of an entry.
  showPoint(index) {
    const [mg, eg] = this.pairs[index];
    this.read.textContent = `${this.key.kind.words[index]}: ${mg} / ${eg}`;
  }

  change(index, stage, number) {
    const { min, max } = this.key.kind;
    const step = this.edit.stepOf(this.key);
    this.pairs[index][stage] = Math.min(max, Math.max(min, Number((Math.round(number / step) * step).toFixed(1))));
    this.draw();
    this.showPoint(index);
    this.edit.send(this.key, this.pairs.map((pair) => [...pair]));
  }

  // Drags the point that is nearest to the pointer.
  press(event) {
    if (event.button !== 0) return;
    const box = this.svg.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const all = [0, 1].flatMap((stage) => this.pairs.map((pair, index) => ({ index, stage, distance: Math.hypot(this.x(index) - x, this.y(pair[stage]) - y) })));
    const { index, stage, distance } = all.reduce((best, next) => (next.distance < best.distance ? next : best));
    if (distance > 24) return;
    event.preventDefault();
    this.edit.beginDrag(this.key);
    this.focus(index, stage);
    this.svg.setPointerCapture(event.pointerId);
    const offset = this.y(this.pairs[index][stage]) - y;
    const move = (event) => {
      const [low, high] = this.range;
      const at = event.clientY - box.top + offset;
      const number = high - ((at - TOP) / (HEIGHT - TOP - BOTTOM)) * (high - low);
      this.change(index, stage, Math.min(high, Math.max(low, number)));
    };
    const end = () => {
      for (const type of ["pointerup", "pointercancel"]) this.svg.removeEventListener(type, end);
      this.svg.removeEventListener("pointermove", move);
    };
    this.svg.addEventListener("pointermove", move);
    for (const type of ["pointerup", "pointercancel"]) this.svg.addEventListener(type, end);
  }

  focus(index, stage) {
    for (const point of this.points[stage]) point.setAttribute("tabindex", -1);
    this.points[stage][index].setAttribute("tabindex", 0);
    this.points[stage][index].focus({ preventScroll: true });
  }

  keydown(event, index, stage) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = this.edit.stepOf(this.key) * (event.shiftKey ? 10 : 1);
    const by = { ArrowUp: step, "+": step, "=": step, ArrowDown: -step, "-": -step, PageUp: 10 * step, PageDown: -10 * step }[event.key];
    const to = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: this.count - 1 }[event.key];
    if (by !== undefined) this.change(index, stage, this.pairs[index][stage] + by);
    else if (to !== undefined) this.focus(Math.min(this.count - 1, Math.max(0, to)), stage);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

// The next number of 1, 2, 5, 10, 20, ...
function nice(number) {
  const power = 10 ** Math.floor(Math.log10(Math.max(number, 1)));
  return [1, 2, 5, 10].find((factor) => factor * power >= number) * power;
}
