// The review of a game: progress, accuracy, graph, marked moves.
import { CHAMPION } from "./champion.js";
import { download, h, s } from "./dom.js";

// Nodes per position of a review.
const DEPTHS = [["20000", "Quick review"], ["", "Normal review"], ["400000", "Thorough review"]];
const NORMAL = 100_000;
// What a review marks is searched with so many times the nodes.
const DEEPER = 5;

// Nodes with which a move is explained, so that the explanation agrees with the review of the game.
export function explainedNodes(app) {
  return DEEPER * Number(app.state.review || NORMAL);
}

// The menu of the nodes per position, which are part of the address.
export function depthMenu(app) {
  const menu = h("select", { "aria-label": "Kind of review", onchange: () => app.set({ review: menu.value }) }, DEPTHS.map(([value, text]) => h("option", { value }, text)));
  return menu;
}

export class Review {
  // Its marks appear in the list of moves of the position panel.
  constructor(app, panel) {
    this.app = app;
    this.panel = panel;
    panel.review = this;
    this.progress = h("progress", { "aria-label": "Positions searched" });
    this.running = h("p", { class: "controls", hidden: true }, this.progress, h("button", { type: "button", onclick: () => this.stop() }, "Cancel"));
    this.result = h("div", { hidden: true });
    this.element = h("section", { class: "card review", "aria-label": "Review", hidden: true }, h("h2", {}, "Review"), this.running, this.result);
  }

  // Reviews a game in PGN, which has this start and these moves. The strongest profile searches: others may have
  // deliberate weaknesses.
  async start(pgn, { fen, moves }) {
    this.clear();
    this.game = { fen, moves };
    this.by = CHAMPION;
    const nodes = Number(this.app.state.review || NORMAL);
    const run = {};
    this.run = run;
    this.element.hidden = this.running.hidden = false;
    this.element.scrollIntoView({ block: "nearest" });
    this.progress.removeAttribute("value");
    const show = (event) => {
      if (this.run !== run) return;
      if (event.event === "review_progress") Object.assign(this.progress, { max: event.total, value: event.done });
      else if (event.event === "review") this.show(event);
      else {
        if (event.event === "failed") this.app.say(event.message, "error");
        if (!this.found) this.clear();
        this.running.hidden = true;
      }
    };
    const request = { view: "play", type: "review", profile: this.app.profile(CHAMPION), pgn, nodes };
    const stream = await this.app.attempt(() => this.app.stream(request, show));
    run.stop = () => stream?.stop();
    if (this.run !== run) run.stop();
    else if (!stream) this.clear();
  }

  // Shows the last review of this tab again, if it is of these moves.
  restore({ fen, moves }) {
    const { game, by, found } = this.app.reviewed ?? {};
    if (this.found || this.run || !game || game.fen !== fen || game.moves.join() !== moves.join()) return;
    Object.assign(this, { game, by });
    this.show(found);
    this.element.hidden = false;
    this.running.hidden = true;
  }

  stop() {
    this.run?.stop?.();
    this.run = null;
    this.running.hidden = true;
    this.element.hidden = !this.found;
  }

  clear() {
    const had = Boolean(this.found);
    this.found = this.app.reviewed = null;
    this.result.hidden = true;
    this.stop();
    if (had) this.panel.drawMoves();
  }

  show(found) {
    this.found = found;
    this.app.reviewed = { game: this.game, by: this.by, found };
    const button = (text, act) => h("button", { type: "button", onclick: act }, text);
    const moves = found.moves.map((move, index) => [move, index + 1]).filter(([move]) => move.remark);
    this.items = new Map(moves.map(([move, ply]) => [ply, this.item(move, ply)]));
    const name = ["review", ...found.players.map((player) => player.name)].join("-").replace(/[^\p{L}\p{N}-]+/gu, "_");
    this.caption = h("p", { class: "note", "aria-live": "polite" }, "\u00a0");
    this.result.replaceChildren(
      h("table", {}, h("tbody", {}, found.players.map((player) => this.player(player)))),
      h("p", { class: "note" }, `Searched with ${this.by}, the strongest profile, whichever is chosen: others may have weaknesses on purpose. White\u2019s winning chances in percent; dots are mistakes and blunders.`),
      this.graph(),
      this.caption,
      moves.length ? h("ul", { class: "marked" }, [...this.items.values()]) : h("p", {}, "No move is marked."),
      h(
        "div",
        { class: "controls" },
        button("Save annotated PGN", () => download(`${name}.pgn`, found.pgn, "application/x-chess-pgn")),
        button("Save as a page", () => download(`${name}.html`, found.page, "text/html")),
      ),
    );
    this.result.hidden = false;
    this.panel.drawMoves();
  }

  // The moves with their marks; null if these are not the moves that were reviewed.
  marksOf(moves) {
    return this.found && this.game.moves.join() === moves.join() ? this.found.moves : null;
  }

  // Shows a position of the game, also after another one has been looked at.
  go(ply) {
    this.app.set({ ...this.game, ply });
  }

  player({ name, accuracy, mean_loss, marks }) {
    const number = (value, unit) => (value === null ? "\u2013" : `${value.toFixed(1)}${unit}`);
    const counts = marks.map(([symbol, count]) => `${count}\u00a0${symbol}`).join(", ");
    return h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, `accuracy ${number(accuracy, " %")}`), h("td", {}, counts), h("td", { class: "wide" }, `mean loss ${number(mean_loss, " cp")}`));
  }

  item(move, ply) {
    const go = () => this.go(ply);
    const best = move.best && h("span", { class: "note" }, ` Best: ${move.best}`);
    return h("li", { onclick: go }, h("button", { type: "button", class: `ply ${move.class}` }, move.text + move.symbol), " ", h("span", { class: "remark" }, move.remark, best));
  }

  // The chances as a curve; a click shows the position.
  graph() {
    const { chances, moves } = this.found;
    const last = Math.max(1, chances.length - 1);
    const points = chances.map((chance, ply) => `${ply} ${(100 - chance).toFixed(1)}`);
    const curve = "M" + points.join("L");
    const dots = moves.map((move, index) => (move.class === "bad" ? s("path", { class: "dot", d: `M${index + 1} ${(100 - chances[index + 1]).toFixed(1)}h0` }) : null));
    this.cursor = s("path", { class: "cursor", d: "" });
    const element = s(
      "svg",
      { class: "chances", viewBox: `0 -2 ${last} 104`, preserveAspectRatio: "none", role: "img", "aria-label": "White\u2019s winning chances through the game" },
      s("path", { class: "area", d: `${curve}L${last} 50L0 50Z` }),
      s("path", { class: "level", d: `M0 50H${last}` }),
      this.cursor,
      s("path", { class: "curve", d: curve }),
      dots,
    );
    element.addEventListener("click", (event) => {
      const box = element.getBoundingClientRect();
      this.go(Math.round(((event.clientX - box.left) / box.width) * last));
    });
    return element;
  }

  // Marks the move that leads to the position on the board.
  mark(ply) {
    const move = this.found.moves[ply - 1];
    const chance = this.found.chances[ply]?.toFixed(0);
    this.cursor.setAttribute("d", `M${ply} -2V102`);
    const loss = move && move.loss >= 0.5 ? `, loses ${move.loss.toFixed(0)} points` : "";
    this.caption.textContent = move ? `${move.text}${move.symbol} (${move.score}): ${chance} % for White${loss}` : `Start: ${chance} % for White`;
    for (const [at, item] of this.items) item.classList.toggle("current", at === ply);
  }
}
