// A board: pieces, marked squares, heat maps, arrows; moves by mouse, touch and keyboard.
import { h, s, signed } from "./dom.js";

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const FILES = "abcdefgh";
export const SQUARES = Array.from({ length: 64 }, (_, index) => FILES[index % 8] + (1 + Math.floor(index / 8)));
// In the order in which the choice shows them.
const PROMOTIONS = "qrbn";
const NAMES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

// The pieces of a FEN by square: `{ e1: "K", ... }`.
export function pieces(fen) {
  const found = {};
  fen.split(" ")[0].split("/").forEach((row, fromTop) => {
    let file = 0;
    for (const c of row) {
      if (c >= "1" && c <= "8") file += Number(c);
      else found[FILES[file++] + (8 - fromTop)] = c;
    }
  });
  return found;
}

// The placement field of pieces by square.
export function placement(found) {
  const rows = [];
  for (let rank = 8; rank >= 1; rank--) {
    const row = [...FILES].map((file) => found[file + rank] ?? "1").join("");
    rows.push(row.replace(/1+/g, (empty) => empty.length));
  }
  return rows.join("/");
}

// The name of a piece letter: "white knight".
export function pieceName(letter) {
  const color = letter === letter.toLowerCase() ? "black" : "white";
  return `${color} ${NAMES[letter.toLowerCase()]}`;
}

function describe(found) {
  const side = (isWhite) =>
    Object.entries(found)
      .filter(([, letter]) => (letter === letter.toUpperCase()) === isWhite)
      .map(([square, letter]) => `${NAMES[letter.toLowerCase()]} ${square}`)
      .join(", ");
  return `White: ${side(true)}. Black: ${side(false)}.`;
}

// Options: `onMove(uci)` after a legal move of `moves`, `onHover(square | null)`, `onSquare(square)` for a click without
// a move. While `editor` is set, it gets all presses: `editor.press(event, square)`.
export class Board {
  constructor(options = {}) {
    this.options = options;
    this.isFlipped = false;
    this.found = {};
    this.moves = [];
    this.selected = null;
    this.squares = s("g", { class: "squares" });
    this.names = s("g", { class: "names" });
    this.under = s("g");
    this.men = s("g");
    this.over = s("g", { class: "over" });
    this.element = s(
      "svg",
      { class: "board", viewBox: "0 0 8 8", role: "img", "aria-label": "Board" },
      this.squares, this.under, this.names, this.men, this.over,
    );
    this.element.addEventListener("pointerdown", (event) => this.press(event));
    this.element.addEventListener("pointermove", (event) => this.hover(this.at(event)));
    this.element.addEventListener("pointerleave", () => this.hover(null));
    this.box = h("div", { class: "board-box" }, this.element);
    this.marks = {};
    this.drawSquares();
  }

  // Coordinates of a square's upper left corner.
  place(square) {
    const [file, rank] = [FILES.indexOf(square[0]), Number(square[1]) - 1];
    return this.isFlipped ? [7 - file, rank] : [file, 7 - rank];
  }

  // The square under the pointer.
  at(event) {
    const box = this.element.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height].map((n) => Math.floor(n * 8));
    if (x < 0 || x > 7 || y < 0 || y > 7) return null;
    return this.isFlipped ? FILES[7 - x] + (y + 1) : FILES[x] + (8 - y);
  }

  // Shows a position. `moves` are its legal moves as the program lists them, `last` the last move in UCI notation.
  show(fen, { moves = [], last = null } = {}) {
    const found = pieces(fen);
    this.moves = moves;
    if (fen !== this.fen) {
      this.selected = null;
      this.closeChoice();
    }
    this.fen = fen;
    this.last = last;
    if (placement(found) !== this.placement) {
      this.placement = placement(found);
      this.found = found;
      this.element.setAttribute("aria-label", describe(found));
      this.drawMen();
    }
    this.drawMarks();
  }

  flip(isFlipped = !this.isFlipped) {
    if (isFlipped === this.isFlipped) return;
    this.isFlipped = isFlipped;
    this.drawSquares();
    this.drawMen();
    this.drawMarks();
  }

  // Marks squares: `{ a, b }` lists of squares counted for White and Black, `heat` 64 numbers from a1, `arrows` as
  // `[{ uci, kind }]`, `shapes` as in comments of PGN (`Gb3f7` is a green arrow, `Rd4` a red square).
  mark(marks) {
    this.marks = marks;
    this.drawMarks();
  }

  drawSquares() {
    const squares = SQUARES.map((square) => {
      const [x, y] = this.place(square);
      return s("rect", { class: (x + y) % 2 ? "dark" : "light", x, y, width: 1, height: 1 });
    });
    this.squares.replaceChildren(...squares);
    const text = (x, y, words) => s("text", { x, y }, words);
    const names = [...FILES].flatMap((_, index) => {
      const file = FILES[this.isFlipped ? 7 - index : index];
      return [text(0.05, index + 0.22, this.isFlipped ? index + 1 : 8 - index), text(index + 0.84, 7.95, file)];
    });
    this.names.replaceChildren(...names);
  }

  drawMen() {
    const men = Object.entries(this.found).map(([square, letter]) => {
      const [x, y] = this.place(square);
      const kind = letter === letter.toLowerCase() ? "black" : "white";
      return s("use", { href: "#" + letter.toLowerCase(), class: kind, x, y, "data-square": square });
    });
    this.men.replaceChildren(...men);
  }

  drawMarks() {
    const under = [];
    const rect = (square, kind, more = {}) => {
      const [x, y] = this.place(square);
      under.push(s("rect", { class: kind, x, y, width: 1, height: 1, ...more }));
    };
    // Marks belong to the position of the view, not to the draft of an editor.
    const { a = [], b = [], heat, arrows = [], shapes = [] } = this.editor ? {} : this.marks;
    const numbers = heat ? this.heat(heat, rect) : [];
    if (this.last && !heat) {
      rect(this.last.slice(0, 2), "last");
      rect(this.last.slice(2, 4), "last");
    }
    if (this.selected) rect(this.selected, "selected");
    const drawn = shapes.map((shape) => ({ kind: `shape ${shape[0].toLowerCase()}`, uci: shape.slice(1) }));
    for (const { kind, uci } of drawn) if (uci.length === 2) rect(uci, kind);
    const lines = drawn.filter(({ uci }) => uci.length === 4);
    for (const square of a) rect(square, "counted a");
    for (const square of b) rect(square, "counted b");
    this.under.replaceChildren(...under);
    const targets = this.targets().map((square) => {
      const [x, y] = this.place(square);
      return s("circle", { class: "target", cx: x + 0.5, cy: y + 0.5, r: this.found[square] ? 0.42 : 0.15 });
    });
    this.over.replaceChildren(...numbers, ...targets, ...[...arrows, ...lines].map((arrow) => this.arrow(arrow)));
  }

  // Colours squares by their numbers; returns the numbers as text, which goes above the pieces.
  heat(heat, rect) {
    const largest = Math.max(0.05, ...heat.map((n) => Math.abs(n ?? 0)));
    return heat.flatMap((number, index) => {
      if (number === null) return [];
      const square = SQUARES[index];
      const opacity = (0.85 * Math.min(1, Math.abs(number) / largest)).toFixed(2);
      rect(square, number < 0 ? "heat low" : "heat high", { "fill-opacity": opacity });
      const [x, y] = this.place(square);
      return s("text", { class: "heat-number", x: x + 0.5, y: y + 0.96 }, signed(number, Math.abs(number) < 9.95 ? 2 : 1));
    });
  }

  arrow({ uci, kind = "first" }) {
    const [[x1, y1], [x2, y2]] = [uci.slice(0, 2), uci.slice(2, 4)].map((square) => this.place(square).map((n) => n + 0.5));
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [ex, ey] = [x2 - dx * 0.3, y2 - dy * 0.3];
    const head = `M${x2} ${y2}L${ex - dy * 0.2} ${ey + dx * 0.2}L${ex + dy * 0.2} ${ey - dx * 0.2}Z`;
    return s("g", { class: `arrow ${kind}` }, s("path", { class: "shaft", d: `M${x1} ${y1}L${ex} ${ey}` }), s("path", { class: "head", d: head }));
  }

  targets() {
    return [...new Set(this.moves.filter(({ from }) => from === this.selected).map(({ to }) => to))];
  }

  hover(square) {
    if (square === this.hovered) return;
    this.hovered = square;
    this.options.onHover?.(square);
  }

  press(event) {
    if (event.button !== 0) return;
    const from = this.at(event);
    if (!from) return;
    event.preventDefault();
    if (this.editor) {
      this.editor.press(event, from);
      return;
    }
    if (this.selected && this.targets().includes(from)) {
      this.move(this.selected, from);
      return;
    }
    const canMove = this.moves.some((move) => move.from === from);
    if (!canMove) {
      this.select(null);
      this.options.onSquare?.(from);
      return;
    }
    const wasSelected = this.selected === from;
    this.select(from);
    const drop = (to) => this.targets().includes(to) && this.move(from, to);
    const click = () => {
      if (wasSelected) this.select(null);
      this.options.onSquare?.(from);
    };
    this.drag(event, from, drop, click);
  }

  // Lets the piece of a square follow the pointer. Calls `drop(square)` at its end, with null outside the board, or
  // `click()` if the pointer has not moved.
  drag(start, from, drop, click) {
    const man = this.men.querySelector(`[data-square="${from}"]`);
    let hasMoved = false;
    this.element.setPointerCapture(start.pointerId);
    const move = (event) => {
      hasMoved ||= Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > 4;
      if (!hasMoved || !man) return;
      const box = this.element.getBoundingClientRect();
      man.setAttribute("x", ((event.clientX - box.left) / box.width) * 8 - 0.5);
      man.setAttribute("y", ((event.clientY - box.top) / box.height) * 8 - 0.5);
      man.parentNode.append(man);
    };
    const end = (event) => {
      this.element.removeEventListener("pointermove", move);
      this.element.removeEventListener("pointerup", end);
      this.element.removeEventListener("pointercancel", end);
      this.drawMen();
      if (event.type === "pointercancel") return;
      if (hasMoved) drop(this.at(event));
      else click();
    };
    this.element.addEventListener("pointermove", move);
    this.element.addEventListener("pointerup", end);
    this.element.addEventListener("pointercancel", end);
  }

  select(square) {
    if (square === this.selected) return;
    this.selected = square;
    this.drawMarks();
  }

  move(from, to) {
    const choices = this.moves.filter((move) => move.from === from && move.to === to);
    this.select(null);
    if (choices.length === 1) this.options.onMove?.(choices[0].uci);
    else this.chooseAmong(choices);
  }

  // Asks for the piece that a pawn becomes.
  chooseAmong(choices) {
    this.closeChoice();
    const pick = (uci) => {
      this.closeChoice();
      this.options.onMove?.(uci);
    };
    choices.sort((a, b) => PROMOTIONS.indexOf(a.promotion) - PROMOTIONS.indexOf(b.promotion));
    const button = ({ uci, promotion }) => h("button", { type: "button", onclick: () => pick(uci) }, NAMES[promotion] ?? uci);
    this.choice = h("div", { class: "promotion", role: "group", "aria-label": "Promotion", onkeydown: (event) => event.key === "Escape" && this.closeChoice() }, choices.map(button));
    this.box.append(this.choice);
    this.choice.querySelector("button").focus();
  }

  closeChoice() {
    this.choice?.remove();
    this.choice = null;
  }
}
