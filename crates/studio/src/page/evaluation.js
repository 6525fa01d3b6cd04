// A position with everything that the engine makes of it: evaluation, heat map, engine lines. The views Look and Edit
// place its parts.
import { HeatMap } from "./heat.js";
import { EngineLines } from "./lines.js";
import { numberText } from "./annotated.js";
import { PositionPanel } from "./position.js";
import { Rows } from "./rows.js";
import { h, latest, signed } from "./dom.js";

// Smallest difference of a topic that is stated with the verdict, in pawns.
const STATED = 0.1;

export class Evaluation {
  // `onEvaluated()` is called after each evaluation.
  constructor(app, onEvaluated = () => {}) {
    this.app = app;
    this.onEvaluated = onEvaluated;
    this.refresh = latest(() => this.load());
    this.panel = new PositionPanel(app, {
      canSetUp: true,
      onPosition: () => this.refresh(),
      onHover: (square) => this.hover(square),
      onSquare: (square) => this.heat.pick(square),
    });
    this.heat = new HeatMap(app, this.panel, () => this.refresh());
    this.engine = new EngineLines(app, this.panel, () => this.showMarks());
    this.rows = new Rows((row) => this.highlight(row));
    this.number = h("strong", { class: "eval" });
    this.verdictText = h("span", { class: "words" });
    this.unit = h("span", { class: "note", title: "Winning chances: a draw is half a win. With a lead of 1.00, half of the games are won." });
    this.searched = h("p", { class: "searched", hidden: true });
    this.lead = h("span", { class: "note lead" }, "Without looking ahead: ");
    this.static = h("p", {}, this.lead, this.number, this.verdictText, this.unit);
    this.best = h("p", { class: "best" });
    this.bar = h("progress", { class: "chances", max: 100, "aria-label": "Winning chances of White" });
    this.verdict = h("section", { class: "verdict", "aria-label": "Verdict" }, this.bar, this.searched, this.best, this.static);
    this.piece = h("p", { class: "note piece", "aria-live": "polite" });
    this.panel.controls.after(this.piece);
    this.panel.fields.append(this.heat.element);
  }

  update() {
    this.panel.refresh();
    this.refresh();
  }

  // The position and the heat map that are evaluated.
  wanted() {
    return { fen: this.panel.now?.fen, heat_map: this.heat.wanted() };
  }

  // Takes an evaluation of what was wanted with a profile that came with another answer.
  offer(name, text, wanted, found) {
    this.offered = { key: JSON.stringify([name, text, wanted]), found };
  }

  // The offered evaluation, if it is what is wanted now; it is used once.
  takeOffer() {
    const { profile: name } = this.app.state;
    const key = JSON.stringify([name, this.app.drafts.now(name), this.wanted()]);
    const found = this.offered?.key === key ? this.offered.found : null;
    this.offered = null;
    return found;
  }

  async load() {
    if (!this.panel.now) return;
    const request = { view: "look", type: "evaluate", profile: this.app.profile(), ...this.wanted() };
    const found = this.takeOffer() ?? (await this.app.attempt(() => this.app.call(request), { onFailure: (error) => this.showFailure(error) }));
    if (!found) return;
    this.unit.hidden = Boolean(this.panel.now.ending);
    const own = found.own ? `, for an engine that plays ${found.own}` : "";
    this.unit.textContent = ` by ${this.app.state.profile}${own}; + is good for White.`;
    this.found = found;
    this.number.textContent = this.panel.now.ending ? "" : found.lead;
    this.bar.hidden = Boolean(this.panel.now.ending);
    this.verdictText.textContent = this.panel.now.ending ? found.verdict : ` ${found.verdict}`;
    this.rows.show(found.groups);
    this.heat.addTerms(found.groups);
    this.heat.show(found.heat_map);
    this.engine.refresh(found.version);
    this.hover(this.panel.board.hovered);
    this.showMarks();
    this.onEvaluated(found);
  }

  // The reason why the profile cannot be used stays in view.
  showFailure({ message }) {
    this.found = null;
    this.unit.hidden = this.bar.hidden = true;
    this.number.textContent = "";
    this.verdictText.textContent = `${this.app.state.profile} cannot be used: ${message}`;
    this.rows.show([]);
    this.engine.clear();
  }

  // The verdict: that of the search comes first, and the bar shows it, if it contradicts the evaluation.
  showVerdict() {
    const { found } = this;
    const isOver = Boolean(this.panel.now?.ending);
    const best = found && !isOver ? this.engine.bestOf(this.panel.now.fen) : null;
    const isOther = Boolean(best?.verdict);
    this.bar.value = (isOther ? best : found)?.chances ?? 50;
    this.searched.hidden = this.lead.hidden = !isOther;
    const words = !isOther || best.mate !== null ? "" : ` ${best.verdict}`;
    this.searched.replaceChildren(h("strong", {}, isOther ? best.lead : ""), words);
    // The best move follows the verdict that counts.
    const verdict = isOther ? this.searched : this.static;
    if (verdict.nextSibling !== this.best) verdict.after(this.best);
    const move = best?.san.length && h("span", {}, "Best move: ", h("strong", {}, numberText(this.panel.now.fen, 0, true) + best.san[0]), ". ");
    this.best.replaceChildren(...[move, found && !isOver && !isOther && this.reasons(found.groups)].filter(Boolean));
  }

  // The topic that counts most for each side, in one sentence.
  reasons(groups) {
    const differences = groups.filter((group) => !group.corrects_sum).map(({ title, white, black }) => ({ title, pawns: white - black }));
    const most = (sign) => differences.reduce((most, group) => (sign * group.pawns > sign * most.pawns ? group : most), { pawns: sign * STATED });
    const stated = [["White", most(1)], ["Black", most(-1)]].filter(([, { title }]) => title);
    const words = stated.map(([side, { title, pawns }]) => `${title} for ${side} (${signed(pawns)})`);
    return words.length ? `Largest terms: ${words.join(", ")}.` : "";
  }

  // Marks that belong to no row: the heat map, or the arrows of the engine's lines.
  showMarks() {
    this.showVerdict();
    const shapes = this.panel.annotated?.shapes(this.app.state) ?? [];
    this.panel.board.mark(this.heat.cells ? { heat: this.heat.cells } : { arrows: this.engine.arrows, shapes });
  }

  highlight(row) {
    const [a, b] = row?.squares ?? [];
    if (a || b) this.panel.board.mark({ a: a ?? [], b: b ?? [] });
    else this.showMarks();
  }

  hover(square) {
    const worth = square && this.found?.worth[square];
    const reasons = worth?.topics.map(([topic, pawns]) => `${topic} ${signed(pawns)}`).join(", ");
    this.piece.replaceChildren(h("span", {}, worth ? `${square}: worth about ${worth.usual.toFixed(1)} points (queen = 9), ${worth.pawns.toFixed(2)} pawns (${reasons})` : ""));
  }

  key(event, isTyping) {
    return this.panel.key(event, isTyping);
  }

  unmount() {
    this.engine.stop();
  }
}
