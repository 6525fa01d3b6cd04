// The view Look.
import { PositionPanel } from "./position.js";
import { Rows } from "./rows.js";
import { h, latest, signed } from "./dom.js";

export function mount(root, app) {
  return new Look(root, app);
}

class Look {
  constructor(root, app) {
    this.app = app;
    this.panel = new PositionPanel(app, { onPosition: () => this.evaluate(), onHover: (square) => this.hover(square) });
    this.rows = new Rows((row) => this.highlight(row));
    this.number = h("strong", { class: "eval" });
    this.verdict = h("span", {});
    this.piece = h("p", { class: "note piece", "aria-live": "polite" }, "\u00a0");
    this.panel.controls.after(this.piece);
    this.lines = h("ol", { "aria-label": "Engine lines" });
    this.count = h("select", { "aria-label": "Number of lines", onchange: () => this.restart() }, [1, 2, 3, 5].map((n) => h("option", { value: n }, `${n} ${n === 1 ? "line" : "lines"}`)));
    this.engine = h("section", { class: "card engine", "aria-label": "Engine" }, h("p", {}, this.count), this.lines);
    const positions = h("select", { "aria-label": "Test positions" }, h("option", { value: "" }, "Test positions"), app.hello.positions.map(({ name, fen }) => h("option", { value: fen }, name)));
    positions.addEventListener("change", () => positions.value && this.panel.setUp(positions.value));
    this.pgn = h("textarea", { rows: 3, placeholder: "Paste a game in PGN", "aria-label": "Game in PGN", onchange: () => this.readGame() });
    this.panel.element.append(positions, this.pgn);
    root.append(
      this.panel.element,
      h("section", { class: "evaluation", "aria-label": "Evaluation" }, h("p", { class: "verdict" }, this.number, " ", this.verdict), this.engine, this.rows.element),
    );
    this.evaluate = latest(() => this.load());
    this.search = latest(() => this.analyse());
  }

  update() {
    this.panel.refresh();
    this.evaluate();
  }

  async load() {
    if (!this.panel.now) return;
    const request = { view: "look", type: "evaluate", profile: this.app.profile(), fen: this.panel.now.fen };
    const found = await this.app.attempt(() => this.app.call(request));
    if (!found) return;
    this.found = found;
    this.number.textContent = signed(found.pawns);
    this.verdict.textContent = found.verdict;
    this.rows.show(found.groups);
    this.search();
  }

  // Searches the position, unless the same search is running or has ended.
  async analyse() {
    const request = { view: "look", type: "search", profile: this.app.profile(), fen: this.panel.now.fen, lines: Number(this.count.value), seconds: 5 };
    const wanted = JSON.stringify([request, this.found.version]);
    if (wanted === this.searched) return;
    this.searched = wanted;
    this.running?.stop();
    this.found.lines = [];
    const show = (event) => {
      if (event.event === "line" && wanted === this.searched) this.showLine(event);
      if (event.event === "lost") this.searched = null;
    };
    this.running = await this.app.attempt(() => this.app.stream(request, show));
  }

  restart() {
    this.lines.replaceChildren();
    this.search();
  }

  showLine(line) {
    const score = line.mate === null ? signed(line.pawns) : `mate in ${Math.abs(line.mate)}`;
    const item = h("li", { title: line.san.join(" ") }, h("strong", {}, score), ` depth ${line.depth}: ${line.san.join(" ")}`);
    const old = this.lines.children[line.rank - 1];
    if (old) old.replaceWith(item);
    else this.lines.append(item);
    this.arrows ??= [];
    this.arrows[line.rank - 1] = { uci: line.moves[0] ?? "a1a1", kind: line.rank === 1 ? "first" : "other" };
    this.arrows.length = Math.min(this.arrows.length, Number(this.count.value));
    this.panel.board.mark({ arrows: this.arrows });
  }

  async readGame() {
    const read = await this.app.attempt(() => this.app.call({ view: "look", type: "pgn", text: this.pgn.value }));
    const game = read?.games[0];
    if (!game) {
      this.app.say(read?.errors[0] ?? "There is no game in this text.", "error");
      return;
    }
    this.app.set({ fen: game.fen, moves: game.moves.map(({ uci }) => uci), ply: 0 });
  }

  highlight(row) {
    const [a, b] = row?.squares ?? [];
    this.panel.board.mark(row ? { a: a ?? [], b: b ?? [] } : { arrows: this.arrows ?? [] });
  }

  hover(square) {
    const worth = square && this.found?.worth[square];
    const reasons = worth?.rows.map(([key, pawns]) => `${key} ${signed(pawns)}`).join(", ");
    this.piece.textContent = worth ? `${square} is worth ${worth.pawns.toFixed(2)}: ${reasons}` : "\u00a0";
  }

  key(event, isTyping) {
    return this.panel.key(event, isTyping);
  }

  unmount() {
    this.running?.stop();
  }
}
