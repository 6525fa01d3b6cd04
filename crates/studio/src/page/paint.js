// A table of 64 squares as two boards of numbers, middlegame and endgame, painted with a brush.
import { SQUARES } from "./board.js";
import { STAGES, isValid, numberInput, refuse } from "./inputs.js";
import { h } from "./dom.js";

const MODES = [["set", "Set to"], ["add", "Add"], ["subtract", "Subtract"]];
const AREAS = [["square", "one square"], ["rank", "the rank"], ["file", "the file"]];
// Milliseconds in which a digit after a minus begins a negative number.
const MINUS_DELAY = 600;
// Pixels by which a finger has to move sideways to paint.
const SIDEWAYS = 8;

// The brush that all tables share.
export class Brush {
  constructor() {
    const select = (label, options) => h("select", { "aria-label": label }, options.map(([value, text]) => h("option", { value }, text)));
    this.mode = select("Brush", MODES);
    this.mode.value = "add";
    this.amountInput = numberInput({ value: 5, "aria-label": "Amount of the brush" });
    this.area = select("Area of the brush", AREAS);
    this.mirror = h("input", { type: "checkbox" });
    this.both = h("input", { type: "checkbox" });
    this.element = h(
      "div",
      { class: "controls brush", role: "group", "aria-label": "Brush" },
      this.mode, this.amountInput, this.area,
      h("label", { title: "Paints the same on files a and h, b and g, ..." }, this.mirror, " Mirror a-h"),
      h("label", {}, this.both, " Both stages"),
    );
  }

  // Its amount, or null if none has been typed.
  get amount() {
    return Number.isFinite(this.amountInput.valueAsNumber) ? this.amountInput.valueAsNumber : null;
  }

  // The number after a stroke over a number.
  stroke(number) {
    const { amount } = this;
    return this.mode.value === "set" ? amount : number + (this.mode.value === "add" ? amount : -amount);
  }

  // The entries that a stroke on one changes, as [index, stage].
  reach(index, stage) {
    const area = this.area.value;
    const isInside = (at) => (area === "square" ? at === index : area === "rank" ? at >> 3 === index >> 3 : at % 8 === index % 8);
    const own = [...SQUARES.keys()].filter(isInside);
    const squares = this.mirror.checked ? [...new Set(own.flatMap((at) => [at, at ^ 7]))] : own;
    return squares.flatMap((at) => (this.both.checked ? [[at, 0], [at, 1]] : [[at, stage]]));
  }
}

export class PaintGrid {
  constructor(key, edit) {
    this.key = key;
    this.edit = edit;
    this.pairs = [];
    // The numbers, and the text of the profile, before each of the last two presses.
    this.presses = [];
    this.cells = [0, 1].map((stage) => SQUARES.map((_, index) => this.cell(index, stage)));
    const mirror = h("button", { type: "button", title: "Copies files a to d to h to e", onclick: () => this.mirror() }, "Mirror a-d to e-h");
    const boards = this.cells.map((cells, stage) => this.board(cells, stage));
    this.element = h("div", {}, h("div", { class: "paint" }, boards), h("div", { class: "controls" }, mirror));
  }

  cell(index, stage) {
    const corner = [index < 8 ? SQUARES[index][0] : "", index % 8 ? "" : SQUARES[index][1]].join("");
    return h("div", { role: "gridcell", title: SQUARES[index], "data-corner": corner || null, tabindex: index || stage ? -1 : 0, "data-field": `${this.key.key}/${index}/${stage}` });
  }

  board(cells, stage) {
    const rows = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) => h("div", { role: "row" }, cells.slice(rank * 8, rank * 8 + 8)));
    const grid = h("div", { class: "paint-grid", role: "grid", "aria-label": `${this.key.key}, ${STAGES[stage]}` }, rows);
    grid.addEventListener("pointerdown", (event) => this.press(event, grid, stage));
    grid.addEventListener("keydown", (event) => this.keydown(event, stage));
    grid.addEventListener("dblclick", (event) => {
      this.undoDoubleClick();
      this.write(this.at(event, grid), stage);
    });
    return h("div", {}, h("span", { class: "stage" }, STAGES[stage]), grid);
  }

  update(pairs) {
    if (this.editing) return;
    this.pairs = pairs.map((pair) => [...pair]);
    this.draw();
  }

  // Colours numbers by their distance from 0, or from the mean if all have the same sign.
  draw() {
    const all = this.pairs.flat();
    const [low, high] = [Math.min(...all), Math.max(...all)];
    const middle = low * high > 0 ? all.reduce((sum, n) => sum + n, 0) / all.length : 0;
    const largest = Math.max(1, high - middle, middle - low);
    this.cells.forEach((cells, stage) =>
      cells.forEach((cell, index) => {
        const number = this.pairs[index][stage];
        const text = String(number).replace("-", "\u2212");
        const share = `${Math.round((Math.abs(number - middle) / largest) * 70)}%`;
        const kind = number < middle ? "low" : "high";
        if (cell.textContent !== text) cell.textContent = text;
        if (cell.className !== kind) cell.className = kind;
        if (cell.style.getPropertyValue("--share") !== share) cell.style.setProperty("--share", share);
        cell.setAttribute("aria-label", `${SQUARES[index]} ${number}`);
      }),
    );
  }

  set(index, stage, number) {
    const { min, max } = this.key.kind;
    const step = this.edit.stepOf(this.key);
    const rounded = Number((Math.round(number / step) * step).toFixed(1));
    this.pairs[index][stage] = Math.min(max, Math.max(min, rounded));
  }

  send() {
    this.draw();
    this.edit.send(this.key, this.pairs.map((pair) => [...pair]));
  }

  // Copies the left half of both boards to the right one.
  mirror() {
    for (const index of SQUARES.keys()) if (index % 8 > 3) this.pairs[index] = [...this.pairs[index ^ 7]];
    this.send();
  }

  // Changes an entry, and those that the brush reaches from there.
  change(index, stage, to) {
    for (const [at, of] of this.edit.brush.reach(index, stage)) this.set(at, of, to(this.pairs[at][of]));
    this.send();
  }

  // Whether the brush has an amount; else says what to do.
  canPaint() {
    const isReady = this.edit.brush.amount !== null;
    if (!isReady) this.edit.app.say("The brush has no amount: type a number beside it.", "error");
    return isReady;
  }

  // --- mouse and touch

  // The entry under the pointer.
  at(event, grid) {
    const box = grid.getBoundingClientRect();
    const clamp = (n) => Math.min(7, Math.max(0, Math.floor(n * 8)));
    return (7 - clamp((event.clientY - box.top) / box.height)) * 8 + clamp((event.clientX - box.left) / box.width);
  }

  press(event, grid, stage) {
    if (event.button !== 0 || this.editing) return;
    event.preventDefault();
    if (!this.canPaint()) return;
    if (event.pointerType === "touch") this.touch(event, grid, stage);
    else this.stroke(event, grid, stage);
  }

  // A finger paints with a tap or sideways; up and down, it scrolls the page.
  touch(start, grid, stage) {
    const ends = new AbortController();
    const listen = (type, act) => grid.addEventListener(type, act, { signal: ends.signal });
    listen("pointercancel", () => ends.abort());
    listen("pointerup", () => {
      ends.abort();
      this.stroke(start, grid, stage, true);
    });
    listen("pointermove", (event) => {
      if (Math.abs(event.clientX - start.clientX) < SIDEWAYS) return;
      ends.abort();
      this.stroke(start, grid, stage);
    });
  }

  // Paints under the pointer until it is released; a tap has ended already.
  stroke(event, grid, stage, isTap = false) {
    this.presses = [this.presses.at(-1), { pairs: structuredClone(this.pairs), text: this.edit.settledText() }];
    this.edit.beginDrag(this.key);
    const painted = new Set();
    const paint = (index) => {
      const { brush } = this.edit;
      const reached = brush.reach(index, stage).filter(([at, of]) => !painted.has(at * 2 + of));
      if (!reached.length) return;
      for (const [at, of] of reached) {
        painted.add(at * 2 + of);
        this.set(at, of, brush.stroke(this.pairs[at][of]));
      }
      this.send();
    };
    let last = this.at(event, grid);
    this.focus(last, stage);
    paint(last);
    if (isTap) return;
    grid.setPointerCapture(event.pointerId);
    // A fast pointer skips squares: those between are painted too.
    const move = (event) => {
      const next = this.at(event, grid);
      const [dx, dy] = [(next % 8) - (last % 8), (next >> 3) - (last >> 3)];
      const steps = Math.max(Math.abs(dx), Math.abs(dy));
      for (let step = 1; step <= steps; step++) {
        paint(((last >> 3) + Math.round((dy * step) / steps)) * 8 + (last % 8) + Math.round((dx * step) / steps));
      }
      last = next;
    };
    const end = () => {
      grid.removeEventListener("pointermove", move);
      grid.removeEventListener("pointerup", end);
      grid.removeEventListener("pointercancel", end);
    };
    grid.addEventListener("pointermove", move);
    grid.addEventListener("pointerup", end);
    grid.addEventListener("pointercancel", end);
  }

  // Takes back what the two presses of a double click have painted.
  undoDoubleClick() {
    const before = this.presses[0];
    if (!before) return;
    this.pairs = before.pairs;
    // Without the text, at least the numbers are known.
    if (before.text === null) this.send();
    else this.edit.returnTo(this.key, this.pairs, before.text);
  }

  // --- keyboard

  focus(index, stage) {
    for (const cell of this.cells.flat()) cell.tabIndex = -1;
    this.cells[stage][index].tabIndex = 0;
    this.cells[stage][index].focus({ preventScroll: true });
  }

  keydown(event, stage) {
    const index = this.cells[stage].indexOf(event.target);
    if (index < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const [file, rank] = [index % 8, index >> 3];
    const go = (file, rank) => {
      // To the right of the h-file of the middlegame is the a-file of the endgame.
      const of = file > 7 ? 1 : file < 0 ? 0 : stage;
      const to = of === stage ? Math.min(7, Math.max(0, file)) : (file + 8) % 8;
      this.focus(Math.min(7, Math.max(0, rank)) * 8 + to, of);
    };
    const amount = this.edit.brush.amount || 1;
    const { key } = event;
    if (key === "ArrowLeft") go(file - 1, rank);
    else if (key === "ArrowRight") go(file + 1, rank);
    else if (key === "ArrowUp") go(file, rank + 1);
    else if (key === "ArrowDown") go(file, rank - 1);
    else if (key === "Home") go(0, rank);
    else if (key === "End") go(7, rank);
    else if (key === "+" || key === "=") this.change(index, stage, (n) => n + amount);
    else if (key === "-") this.subtractOrWrite(index, stage, amount);
    else if (key === " ") this.canPaint() && this.change(index, stage, (n) => this.edit.brush.stroke(n));
    else if (key === "Enter") this.write(index, stage);
    else if (/^[0-9]$/.test(key)) this.write(index, stage, key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // A minus with a digit right after it begins a negative number; alone it subtracts the amount.
  subtractOrWrite(index, stage, amount) {
    const cell = this.cells[stage][index];
    const end = () => {
      clearTimeout(timer);
      cell.removeEventListener("keydown", next, true);
      cell.removeEventListener("blur", subtract);
    };
    const subtract = () => {
      end();
      this.change(index, stage, (n) => n - amount);
    };
    const next = (event) => {
      if (!/^[0-9]$/.test(event.key)) return subtract();
      end();
      event.preventDefault();
      event.stopPropagation();
      this.write(index, stage, `-${event.key}`, false);
    };
    const timer = setTimeout(subtract, MINUS_DELAY);
    cell.addEventListener("keydown", next, true);
    cell.addEventListener("blur", subtract);
  }

  // Takes a number that has been typed, if it is in the range of the key.
  take(index, stage, number) {
    if (isValid(number, this.key, this.edit)) {
      this.edit.app.unsay(this.key.key);
      this.change(index, stage, () => number);
    } else {
      refuse(this.key, this.edit);
      this.draw();
    }
  }

  // Lets a number be typed: Enter takes it, Escape does not.
  write(index, stage, typed = String(this.pairs[index][stage]), isWhole = typed.length > 1) {
    const cell = this.cells[stage][index];
    const input = h("input", { type: "text", inputmode: "numeric", value: typed, "aria-label": `Value of ${SQUARES[index]}` });
    this.editing = true;
    const end = (isTaken, staysHere) => {
      if (!this.editing) return;
      this.editing = false;
      const text = input.value.trim().replace(",", ".");
      input.remove();
      if (isTaken && text !== "") this.take(index, stage, Number(text));
      else this.draw();
      if (staysHere) this.focus(index, stage);
    };
    input.addEventListener("blur", () => end(true, false));
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" || event.key === "Escape") end(event.key === "Enter", true);
    });
    cell.replaceChildren(input);
    input.focus();
    if (isWhole) input.select();
    else input.setSelectionRange(typed.length, typed.length);
  }
}
