// The heat map of a position: what is mapped, for which side, piece and term.
import { field, h } from "./dom.js";

const PIECES = ["pawn", "knight", "bishop", "rook", "queen", "king"];
const MAPS = [
  ["", "none"],
  ["worth", "worth of each piece"],
  ["piece", "clicked piece on other squares"],
  ["table", "piece-square table"],
];

export class HeatMap {
  // `onChoice()` is called when another map is wanted. `cells` are the numbers of the 64 squares, or null.
  constructor(app, panel, onChoice) {
    this.panel = panel;
    this.onChoice = onChoice;
    this.cells = null;
    const select = (label, options) => {
      const change = () => {
        this.showChoices();
        onChoice();
      };
      return h("select", { "aria-label": label, onchange: change }, options.map(([value, text]) => h("option", { value }, text)));
    };
    this.map = select("Heat map", MAPS);
    this.side = select("Side of the heat map", [["", "Both sides"], ["white", "White"], ["black", "Black"]]);
    this.pieceKind = select("Piece of the heat map", PIECES.map((piece) => [piece, piece]));
    this.term = select("Term of the heat map", [["", "All terms"]]);
    this.title = h("p", { class: "note", role: "status" });
    this.element = h("div", { class: "heat-choice" }, field("Heat map", this.map), h("div", { class: "controls" }, this.side, this.pieceKind, this.term), this.title);
    this.showChoices();
    app.attempt(() => app.keys()).then((found) => this.listTerms(found?.sections ?? []));
  }

  listTerms(sections) {
    const isTerm = ({ kind, topic }) => kind.kind === "values" && topic;
    const groups = sections.map(({ title, keys }) => [title, keys.filter(isTerm)]).filter(([, keys]) => keys.length);
    this.term.append(...groups.map(([title, keys]) => h("optgroup", { label: title }, keys.map(({ key }) => h("option", { value: key }, key)))));
  }

  // Adds the custom terms of an evaluation.
  addTerms(groups) {
    const known = new Set([...this.term.options].map(({ value }) => value));
    const own = groups.flatMap(({ rows }) => rows.flatMap(({ keys }) => keys.map(({ key }) => key))).filter((key) => key.startsWith("term.") && !known.has(key));
    this.term.append(...own.map((key) => h("option", { value: key }, key)));
  }

  showChoices() {
    const map = this.map.value;
    this.side.hidden = map !== "worth" && map !== "table";
    this.pieceKind.hidden = map !== "table";
    this.term.hidden = map !== "worth" && map !== "piece";
    // A table is that of one side.
    this.side.options[0].hidden = map === "table";
    if (map === "table" && !this.side.value) this.side.value = "white";
    this.title.hidden = !map;
  }

  // What the program is asked for; null without a heat map.
  wanted() {
    const map = this.map.value;
    const side = this.side.value || null;
    const key = this.term.value || null;
    if (map === "worth") return { map, side, key };
    if (map === "table") return { map, piece: this.pieceKind.value, side: side ?? "white" };
    return map && this.panel.board.found[this.square] ? { map, square: this.square, key } : null;
  }

  // Takes the map that came with an evaluation; null without one.
  show(map) {
    this.cells = map?.cells ?? null;
    const reason = this.map.value === "piece" && !this.term.value ? "Click a piece." : this.map.value ? "There is no such map here." : "";
    this.title.textContent = map?.title ?? reason;
  }

  pick(square) {
    if (this.map.value !== "piece" || !this.panel.board.found[square]) return;
    this.square = square;
    this.onChoice();
  }
}
