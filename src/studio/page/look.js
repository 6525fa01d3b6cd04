// The view Look.
import { PositionPanel } from "./position.js";
import { Rows } from "./rows.js";
import { h, latest, signed } from "./dom.js";

const PIECES = ["pawn", "knight", "bishop", "rook", "queen", "king"];

export function mount(root, app) {
  return new Look(root, app);
}

class Look {
  constructor(root, app) {
    this.app = app;
    this.panel = new PositionPanel(app, {
      onPosition: () => this.evaluate(),
      onHover: (square) => this.hover(square),
      onSquare: (square) => this.pick(square),
    });
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
    const maps = [["", "No heat map"], ["worth", "Heat map: worth of each piece"], ["piece", "Heat map: clicked piece on other squares"]];
    const tables = PIECES.map((piece) => [piece, `Heat map: psqt of White's ${piece}`]);
    this.map = h("select", { "aria-label": "Heat map", onchange: () => this.drawMap() }, [...maps, ...tables].map(([value, text]) => h("option", { value }, text)));
    this.panel.element.append(this.map, positions, this.pgn);
    const moveField = (label) => h("input", { type: "text", "aria-label": label, placeholder: label, spellcheck: "false", autocomplete: "off" });
    this.whyMove = moveField("Move, such as Nf3");
    this.whyOther = moveField("Other move (best)");
    this.whyText = h("ul", { "aria-live": "polite" });
    const form = h("form", { class: "controls", onsubmit: (event) => this.compare(event) }, this.whyMove, this.whyOther, h("button", {}, "Why?"));
    const why = h("section", { class: "card why", "aria-label": "Why one move is better than another" }, form, this.whyText);
    root.append(
      this.panel.element,
      h("section", { class: "evaluation", "aria-label": "Evaluation" }, h("p", { class: "verdict" }, this.number, " ", this.verdict), this.engine, why, this.rows.element),
    );
    this.evaluate = latest(() => this.load());
    this.search = latest(() => this.analyse());
    this.drawMap = latest(() => this.loadMap());
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
    if (this.explained !== this.panel.now.fen) this.whyText.replaceChildren();
    this.search();
    this.drawMap();
  }

  // Marks that belong to no row: the heat map, or the arrows of the engine's lines.
  showMarks() {
    this.panel.board.mark(this.heat ? { heat: this.heat } : { arrows: this.arrows ?? [] });
  }

  async loadMap() {
    const map = this.map.value;
    const hasPiece = Boolean(this.panel.board.found[this.square]);
    let of = null;
    if (map === "worth") of = { map };
    else if (map === "piece") of = hasPiece ? { map, square: this.square } : null;
    else if (map) of = { map: "table", piece: map, side: "white" };
    const request = { view: "look", type: "heat_map", profile: this.app.profile(), fen: this.panel.now.fen, of };
    this.heat = of && (await this.app.attempt(() => this.app.call(request)))?.cells;
    this.showMarks();
  }

  pick(square) {
    const isPiece = Boolean(this.panel.board.found[square]);
    if (this.map.value !== "piece" || !isPiece) return;
    this.square = square;
    this.drawMap();
  }

  // Compares two moves; without a second one, with the best other move.
  async compare(event) {
    event.preventDefault();
    const fen = this.panel.now.fen;
    const other = this.whyOther.value.trim();
    const request = { view: "look", type: "why", profile: this.app.profile(), fen, move: this.whyMove.value.trim(), ...(other && { other }) };
    this.comparing?.stop();
    this.whyText.replaceChildren(h("li", {}, "Searching ..."));
    const show = (event) => {
      if (event.event === "why") this.showWhy(fen, event);
      if (event.event === "failed") this.whyText.replaceChildren(h("li", {}, event.message));
    };
    this.comparing = await this.app.attempt(() => this.app.stream(request, show));
    if (!this.comparing) this.whyText.replaceChildren();
  }

  showWhy(fen, why) {
    this.explained = fen;
    const [move, other] = why.moves;
    const sentences = why.json.sentences.map(({ text }) => h("li", {}, text));
    this.whyText.replaceChildren(h("li", {}, h("strong", {}, `${move} or ${other}: `), `${why.lines[0]} or ${why.lines[1]}`), ...sentences);
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
    this.showMarks();
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
    if (row) this.panel.board.mark({ a: a ?? [], b: b ?? [] });
    else this.showMarks();
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
    this.comparing?.stop();
  }
}
