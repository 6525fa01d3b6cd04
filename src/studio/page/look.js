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
    root.append(
      this.panel.element,
      h("section", { class: "evaluation", "aria-label": "Evaluation" }, h("p", { class: "verdict" }, this.number, " ", this.verdict), this.rows.element),
    );
    this.evaluate = latest(() => this.load());
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
  }

  highlight(row) {
    const [a, b] = row?.squares ?? [];
    this.panel.board.mark(row ? { a: a ?? [], b: b ?? [] } : {});
  }

  hover(square) {
    const worth = square && this.found?.worth[square];
    const reasons = worth?.rows.map(([key, pawns]) => `${key} ${signed(pawns)}`).join(", ");
    this.piece.textContent = worth ? `${square} is worth ${worth.pawns.toFixed(2)}: ${reasons}` : "\u00a0";
  }

  key(event, isTyping) {
    return this.panel.key(event, isTyping);
  }

  unmount() {}
}
