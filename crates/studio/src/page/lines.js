// The lines of a search that runs as long as the position and the profile stay the same, at most some seconds.
import { h, latest, roving } from "./dom.js";

const SECONDS = 5;
// Depth from which a line may contradict the evaluation, in plies.
const SURE_DEPTH = 10;
// Choices without a search. A puzzle also hides the evaluation and the moves that follow.
const NO_LINES = { puzzle: "off, nothing shown (puzzle)", 0: "off" };

export class EngineLines {
  // `onArrows()` is called when `arrows`, the first moves of the lines, have changed, or `best`, the first line of the
  // position as soon as it can be relied on.
  constructor(app, panel, onArrows) {
    this.app = app;
    this.panel = panel;
    this.onArrows = onArrows;
    this.arrows = [];
    this.best = null;
    this.list = h("ol", { "aria-label": "Engine lines", onkeydown: (event) => this.moveFocus(event) });
    const option = (n) => h("option", { value: n }, NO_LINES[n] ?? `${n} ${n === 1 ? "line" : "lines"}`);
    this.count = h("select", { "aria-label": "Number of lines", onchange: () => this.setCount() }, ["puzzle", 0, 1, 2, 3, 5].map(option));
    this.element = h("section", { class: "card engine", "aria-label": "Engine" }, this.list, this.count);
    this.refresh = latest((version) => this.search(version));
  }

  // Searches the position, unless the same search is running or has ended. `version` is that of the profile.
  async search(version) {
    this.count.value = this.app.state.lines ?? "1";
    if (this.panel.now.ending || this.count.value in NO_LINES) {
      this.clear();
      return;
    }
    const request = { view: "look", type: "search", profile: this.app.profile(), fen: this.panel.now.fen, lines: Number(this.count.value), seconds: SECONDS };
    const wanted = JSON.stringify([request, version]);
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    // With another profile, the old line stays until there is a new one.
    if (request.fen !== this.fen) this.best = null;
    this.fen = request.fen;
    this.version = version;
    this.running?.stop();
    const show = (event) => {
      if (event.event === "line" && wanted === this.wanted) this.show(event);
      if (event.event === "lost") this.wanted = null;
    };
    this.running = await this.app.attempt(() => this.app.stream(request, show));
  }

  // Stops the search, which goes on with the next `refresh`.
  pause() {
    this.running?.stop();
    this.wanted = null;
  }

  // Nothing is searched.
  clear() {
    this.pause();
    this.list.replaceChildren();
    this.arrows = [];
    this.best = null;
    this.onArrows();
  }

  // The first line of a position, as soon as it can be relied on.
  bestOf(fen) {
    return fen === this.fen ? this.best : null;
  }

  // The number is part of the address.
  setCount() {
    this.list.replaceChildren();
    this.app.set({ lines: this.count.value === "1" ? undefined : this.count.value });
  }

  show(line) {
    if (line.rank === 1 && (line.mate !== null || line.depth >= SURE_DEPTH)) this.best = line;
    const score = line.lead;
    // A line that stays keeps its buttons, which may just be pressed.
    const old = this.list.children[line.rank - 1];
    const focused = old ? buttonsOf(old).findIndex((button) => button.matches(":focus-visible")) : -1;
    if (old?.title === line.san.join(" ")) old.firstElementChild.replaceWith(this.head(score, line.depth));
    else if (old) old.replaceWith(this.item(score, line));
    else this.list.append(this.item(score, line));
    this.keepFocus(this.list.children[line.rank - 1], focused);
    this.arrows[line.rank - 1] = { uci: line.moves[0] ?? "a1a1", kind: line.rank === 1 ? "first" : "other" };
    this.arrows.length = Math.min(this.arrows.length, Number(this.count.value));
    this.onArrows();
  }

  // The list is one stop of the Tab key, and the arrow keys lead through its moves. A line that is drawn again keeps the focus.
  keepFocus(item, index) {
    const buttons = index < 0 ? [] : buttonsOf(item);
    const stop = index < 0 ? this.list.querySelector('button[tabindex="0"]') : buttons[Math.min(index, buttons.length - 1)];
    roving(this.list, stop);
    if (index >= 0) stop?.focus({ preventScroll: true });
  }

  moveFocus(event) {
    if (!event.target.matches(".ply") || event.ctrlKey || event.altKey || event.metaKey) return;
    const items = [...this.list.children].map(buttonsOf);
    const line = items.findIndex((buttons) => buttons.includes(event.target));
    const at = items[line].indexOf(event.target);
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -Infinity], End: [0, Infinity], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    if (!(event.key in steps)) return;
    // These keys do not step through the game here.
    event.preventDefault();
    event.stopPropagation();
    const [dy, dx] = steps[event.key];
    const buttons = items[Math.min(Math.max(line + dy, 0), items.length - 1)];
    const button = buttons[Math.min(Math.max(at + dx, 0), buttons.length - 1)];
    roving(this.list, button).focus();
  }

  head(score, depth) {
    return h("span", {}, h("strong", {}, score), ` depth ${depth}: `);
  }

  // A line whose moves can be looked at.
  item(score, { depth, san, moves }) {
    const { moves: played, ply } = this.app.state;
    const button = (text, index) => h("button", { type: "button", class: "ply", onclick: () => this.go([...played.slice(0, ply), ...moves.slice(0, index + 1)]) }, text);
    return h("li", { title: san.join(" ") }, this.head(score, depth), san.map((text, index) => [button(text, index), " "]));
  }

  // Shows the position after some moves from the start.
  go(moves) {
    this.app.set({ moves, ply: moves.length }, { isStep: true });
  }

  stop() {
    this.running?.stop();
  }
}

// The moves of a line.
function buttonsOf(item) {
  return [...item.querySelectorAll("button")];
}
