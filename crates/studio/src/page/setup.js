// The free set-up of a position: pieces from a palette, side to move, castling, en passant. The draft is part of the
// address (`setup`), legal or not; each legal one becomes the position of the view.
import { SQUARES, START, pieceName, pieces, placement } from "./board.js";
import { h, s } from "./dom.js";

const EMPTY = "8/8/8/8/8/8/8/8 w - - 0 1";
const CASTLING = [["K", "White short"], ["Q", "White long"], ["k", "Black short"], ["q", "Black long"]];

export class Setup {
  constructor(app, panel) {
    this.app = app;
    this.board = panel.board;
    this.panel = panel;
    const button = (text, act, title) => h("button", { type: "button", onclick: act, title }, text);
    this.toggle = button("Set up", () => this.switch(), "Set up a position");
    panel.controls.append(this.toggle);
    const piece = (letter) => {
      const kind = letter === letter.toLowerCase() ? "black" : "white";
      const image = s("svg", { class: "board", viewBox: "0 0 1 1", "aria-hidden": "true" }, s("use", { href: "#" + letter.toLowerCase(), class: kind }));
      const tool = h("button", { type: "button", "aria-label": pieceName(letter), title: pieceName(letter), onclick: () => this.choose(letter) }, image);
      tool.addEventListener("pointerdown", (event) => this.dragFrom(event, letter));
      return [letter, tool];
    };
    const tools = [..."KQRBNPkqrbnp"].map(piece);
    const move = button("Move", () => this.choose("move"), "Drag pieces; off the board removes them");
    const erase = button("Erase", () => this.choose("erase"), "Click pieces to remove them");
    this.tools = new Map([...tools, ["move", move], ["erase", erase]]);
    this.side = h("select", { "aria-label": "Side to move", onchange: () => this.change({ side: this.side.value }) }, h("option", { value: "w" }, "White to move"), h("option", { value: "b" }, "Black to move"));
    this.passant = h("select", { "aria-label": "En passant", onchange: () => this.change({ passant: this.passant.value }) });
    this.rights = new Map(CASTLING.map(([letter]) => [letter, h("input", { type: "checkbox", onchange: () => this.change({}) })]));
    const right = ([letter, label]) => h("label", {}, this.rights.get(letter), " ", label);
    this.message = h("p", { class: "note message", role: "status" });
    this.element = h(
      "div",
      { class: "card setup", role: "group", "aria-label": "Set up a position", hidden: true },
      h("div", { class: "palette" }, tools.map(([, tool]) => tool)),
      h("div", { class: "controls" }, move, erase, button("Clear", () => this.write(EMPTY)), button("Initial position", () => this.write(START)), button("Done", () => this.switch())),
      h("div", { class: "controls" }, this.side, this.passant),
      h("fieldset", {}, h("legend", {}, "Castling"), CASTLING.map(right)),
      // Below the pieces, which must not move while one is dragged.
      this.message,
      h("p", { class: "note" }, "Keys on the board: arrows, a piece letter (Shift for White), Delete."),
    );
    this.choose("move");
  }

  get isOpen() {
    return this.app.state.setup !== undefined;
  }

  // Begins with the position of the view, or ends. An illegal draft is kept for the next time, unless the
  // board has another position by then.
  switch() {
    if (this.isOpen) {
      this.kept = this.isIllegal ? { draft: this.app.state.setup, from: this.panel.now?.fen } : null;
      this.app.set({ setup: undefined });
    } else if (this.panel.now) this.write(this.kept?.from === this.panel.now.fen ? this.kept.draft : this.panel.now.fen);
  }

  // Shows the draft of the address, if there is one.
  show() {
    const isOpen = this.isOpen;
    this.toggle.setAttribute("aria-pressed", isOpen);
    if (!isOpen) {
      if (!this.element.hidden) this.close();
      return;
    }
    if (this.element.hidden) this.open();
    const fields = this.app.state.setup.split(" ");
    this.found = pieces(fields[0]);
    this.side.value = fields[1];
    for (const [letter, box] of this.rights) {
      box.disabled = !this.canCastle(letter);
      box.checked = fields[2].includes(letter);
    }
    const squares = this.passantSquares(fields[1]);
    this.passant.replaceChildren(h("option", { value: "-" }, "No en passant"), ...squares.map((square) => h("option", { value: square }, `En passant ${square}`)));
    this.passant.disabled = squares.length === 0;
    this.passant.value = squares.includes(fields[3]) ? fields[3] : "-";
    this.board.show(this.app.state.setup);
    this.board.select(this.cursor);
    this.check();
  }

  open() {
    this.element.hidden = false;
    this.board.editor = this;
    this.board.element.setAttribute("tabindex", "0");
    this.cursor = null;
  }

  close() {
    this.element.hidden = true;
    this.board.editor = null;
    this.board.element.removeAttribute("tabindex");
    this.board.select(null);
    const { now } = this.panel;
    if (now) this.board.show(now.fen, { moves: now.moves });
  }

  // Explains why the draft is illegal, or takes it as the position of the view.
  async check() {
    const draft = this.app.state.setup;
    if (draft === this.checked) return;
    this.checked = draft;
    try {
      const { fen } = await this.panel.describe(draft);
      if (draft !== this.app.state.setup) return;
      this.explain("");
      if (fen !== this.panel.now?.fen) this.app.set({ fen, moves: [], ply: 0 });
    } catch (error) {
      if (draft !== this.app.state.setup) return;
      this.explain(`${error.message}. The evaluation is that of the last legal position.`);
    }
  }

  explain(problem) {
    this.isIllegal = problem !== "";
    this.message.textContent = problem;
    this.message.classList.toggle("bad", this.isIllegal);
  }

  // --- changes

  write(fen) {
    this.app.set({ setup: fen });
  }

  // Writes the draft from the controls and the pieces.
  change({ side = this.side.value, passant = this.passant.value }) {
    const rights = [...this.rights].filter(([letter, box]) => box.checked && this.canCastle(letter)).map(([letter]) => letter);
    const isPossible = this.passantSquares(side).includes(passant);
    this.write(`${placement(this.found)} ${side} ${rights.join("") || "-"} ${isPossible ? passant : "-"} 0 1`);
  }

  place(square, letter) {
    if (letter) this.found[square] = letter;
    else delete this.found[square];
    this.change({});
  }

  // Whether king and rook of a castling right stand on their back rank, the rook on the right side.
  canCastle(letter) {
    const isWhite = letter < "a";
    const [rank, king, rook] = isWhite ? [1, "K", "R"] : [8, "k", "r"];
    const row = [..."abcdefgh"].map((file) => this.found[file + rank] ?? " ").join("");
    const at = row.indexOf(king);
    return at >= 0 && (letter.toLowerCase() === "k" ? row.indexOf(rook, at) > 0 : row.slice(0, at).includes(rook));
  }

  // The squares behind pawns of the other side that may have advanced two squares.
  passantSquares(side) {
    const [pawn, on, behind, from] = side === "w" ? ["p", 5, 6, 7] : ["P", 4, 3, 2];
    const files = [..."abcdefgh"].filter((file) => this.found[file + on] === pawn && !this.found[file + behind] && !this.found[file + from]);
    return files.map((file) => file + behind);
  }

  // --- mouse and touch

  choose(tool) {
    this.tool = tool;
    for (const [name, button] of this.tools) button.setAttribute("aria-pressed", name === tool);
  }

  press(event, square) {
    if (this.tool === "erase") this.place(square, null);
    else if (this.tool !== "move") this.place(square, this.found[square] === this.tool ? null : this.tool);
    else if (this.found[square]) this.board.drag(event, square, (to) => this.move(square, to), () => {});
  }

  move(from, to) {
    if (to === from) return;
    const letter = this.found[from];
    delete this.found[from];
    if (to) this.found[to] = letter;
    this.change({});
  }

  // A piece that is dragged from the palette onto the board.
  dragFrom(start, letter) {
    const button = start.currentTarget;
    const ghost = button.firstChild.cloneNode(true);
    ghost.classList.add("ghost");
    const width = this.board.element.getBoundingClientRect().width / 8;
    ghost.style.width = `${width}px`;
    button.setPointerCapture(start.pointerId);
    const move = (event) => {
      if (!ghost.isConnected && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) < 5) return;
      if (!ghost.isConnected) document.body.append(ghost);
      ghost.style.transform = `translate(${event.clientX - width / 2}px, ${event.clientY - width / 2}px)`;
    };
    const end = (event) => {
      for (const [type, listener] of listeners) button.removeEventListener(type, listener);
      const square = ghost.isConnected && event.type === "pointerup" && this.board.at(event);
      ghost.remove();
      if (square) this.place(square, letter);
    };
    const listeners = [["pointermove", move], ["pointerup", end], ["pointercancel", end]];
    for (const [type, listener] of listeners) button.addEventListener(type, listener);
  }

  // --- keyboard

  // Keys of the board while it has the focus; true if this was one.
  key(event, isTyping) {
    if (!this.isOpen || isTyping || event.ctrlKey || event.altKey || event.metaKey) return false;
    if (document.activeElement !== this.board.element) return /^(Arrow|Home$|End$)/.test(event.key);
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (event.key in steps) this.moveCursor(...steps[event.key]);
    else if (/^[kqrbnp]$/i.test(event.key) && this.cursor) this.place(this.cursor, event.key);
    else if ((event.key === "Delete" || event.key === "Backspace" || event.key === " ") && this.cursor) this.place(this.cursor, null);
    else return false;
    return true;
  }

  moveCursor(dx, dy) {
    const at = SQUARES.indexOf(this.cursor ?? "e1");
    const sign = this.board.isFlipped ? -1 : 1;
    const clamp = (n) => Math.min(7, Math.max(0, n));
    const [file, rank] = this.cursor ? [clamp((at % 8) + sign * dx), clamp(Math.floor(at / 8) + sign * dy)] : [4, 0];
    this.cursor = SQUARES[rank * 8 + file];
    this.board.select(this.cursor);
    const letter = this.found[this.cursor];
    this.message.textContent = `${this.cursor}: ${letter ? pieceName(letter) : "empty"}`;
  }
}
