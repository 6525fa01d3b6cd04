// The position panel that views share: board, steps through the game, moves, FEN.
import { Board, START } from "./board.js";
import { Setup } from "./setup.js";
import { Failure } from "./server.js";
import { moveButton, numberText } from "./annotated.js";
import { field, h, latest, roving } from "./dom.js";

export class PositionPanel {
  // `onPosition(position)` is called with each new position as the program describes it. `canSetUp` adds the free
  // set-up of positions. Moves get the marks of `review`, and what `annotated` says about them, if these are set.
  constructor(app, { onPosition, onHover, onSquare, canSetUp = false } = {}) {
    this.app = app;
    this.onPosition = onPosition;
    this.board = new Board({ onMove: (uci) => this.play(uci), onHover, onSquare });
    this.fens = new Map();
    this.fen = h("input", { type: "text", class: "fen", "aria-label": "Position as FEN", spellcheck: "false" });
    this.fen.addEventListener("change", () => this.enterFen());
    this.fault = h("p", { class: "note bad", role: "alert", hidden: true });
    this.moveInput = h("input", { type: "text", class: "move", placeholder: "such as Nf3", "aria-label": "Make a move", spellcheck: "false", autocomplete: "off" });
    this.moveInput.addEventListener("keydown", (event) => this.enterMove(event));
    const button = (text, label, act) => h("button", { type: "button", "aria-label": label, title: label, onclick: act }, text);
    this.controls = h(
      "div",
      { class: "controls" },
      button("\u00ab", "To the start (Home)", () => this.step(-Infinity)),
      button("\u2039", "Back one move (left arrow)", () => this.step(-1)),
      button("\u203a", "Forward one move (right arrow)", () => this.step(1)),
      button("\u00bb", "To the end (End)", () => this.step(Infinity)),
      button("\u21c5", "Flip the board (f)", () => this.flip()),
    );
    if (canSetUp) this.setup = new Setup(app, this);
    this.list = h("div", { class: "moves", "aria-label": "Moves" });
    this.fields = h("div", { class: "fields" }, field("Play a move", this.moveInput), field("Position (FEN)", this.fen), this.fault);
    this.element = h("section", { class: "position", "aria-label": "Position" }, this.board.box, this.controls, this.setup?.element, this.list, this.fields);
    this.refresh = latest(() => this.load());
  }

  // Reads the position of the address from the program.
  async load() {
    await this.loadPosition();
    this.setup?.show();
  }

  async loadPosition() {
    const { fen, moves, ply } = this.app.state;
    const key = this.wantedKey();
    if (key === this.loaded) return;
    // The set-up explains an illegal position itself.
    const onFailure = (error) => !this.setup?.isOpen && this.showFault(error.message);
    const found = await this.app.attempt(() => this.follow(fen, moves, ply), { onFailure });
    if (!found) {
      if (document.activeElement !== this.fen) this.fen.value = fen;
      return;
    }
    this.loaded = key;
    this.showFault(null);
    this.now = found;
    if (document.activeElement !== this.fen) this.fen.value = found.fen;
    this.drawBoard();
    this.drawMoves();
    this.onPosition?.(found);
  }

  // The board keeps its position until there is a valid one in the field.
  async enterFen() {
    const text = completed(this.fen.value.trim());
    if (!text) {
      this.fen.value = this.now?.fen ?? START;
      this.showFault(null);
      return;
    }
    try {
      await this.describe(text);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.showFault(`${error.message.replace(/\.?$/, ".")} The board keeps its position.`);
      return;
    }
    this.setUp(text);
  }

  showFault(text) {
    this.fault.hidden = !text;
    this.fault.textContent = text ?? "";
    if (text) this.fen.setAttribute("aria-invalid", "true");
    else this.fen.removeAttribute("aria-invalid");
  }

  wantedKey() {
    const { fen, moves, ply } = this.app.state;
    return JSON.stringify([fen, moves, ply]);
  }

  // Whether the board shows the position of the address; it follows within milliseconds.
  get isCurrent() {
    return this.loaded === this.wantedKey();
  }

  drawBoard() {
    const { moves, ply } = this.app.state;
    this.board.show(this.now.fen, { moves: this.legalMoves(), last: moves[ply - 1] ?? null });
  }

  // The moves that can be made on the board.
  legalMoves() {
    return this.now?.moves ?? [];
  }

  flip() {
    this.board.flip();
  }

  // The position after some moves; its legal moves give the positions that follow.
  async follow(fen, moves, ply) {
    let now = await this.describe(fen);
    this.sans = [];
    for (let at = 0; at < moves.length; at++) {
      const move = now.moves.find(({ uci }) => uci === moves[at]);
      if (!move) break;
      this.sans.push(move.san);
      if (at + 1 <= ply || at + 1 < moves.length) {
        const next = await this.describe(move.fen);
        if (at + 1 === ply) this.wanted = next;
        now = next;
      }
    }
    const wanted = ply === 0 ? await this.describe(fen) : this.wanted ?? now;
    this.wanted = null;
    return wanted;
  }

  async describe(fen) {
    if (!this.fens.has(fen)) {
      const found = await this.app.call({ view: "look", type: "position", fen });
      if (this.fens.size > 2000) this.fens.clear();
      this.fens.set(fen, found);
    }
    return this.fens.get(fen);
  }

  // The text of the pasted game, or the moves that have been made on the board.
  drawMoves() {
    const { state } = this.app;
    if (this.annotated?.isGame(state)) this.annotated.left = state.ply;
    const words = this.annotated?.has(state) ? this.annotated.draw(state, this.review?.marksOf(this.annotated.moves)) : this.playedMoves();
    const hadFocus = this.list.contains(document.activeElement);
    this.list.replaceChildren(...words);
    this.list.hidden = words.length === 0;
    const current = this.list.querySelector("[aria-current]");
    // One stop for the Tab key: the arrow keys step through the game.
    const stop = roving(this.list, current);
    if (hadFocus) stop?.focus({ preventScroll: true });
    if (current) this.list.scrollTop = current.offsetTop - this.list.clientHeight / 2;
    if (this.review?.marksOf(state.moves)) this.review.mark(state.ply);
  }

  playedMoves() {
    const { state } = this.app;
    const marks = this.review?.marksOf(state.moves);
    const words = this.sans.flatMap((san, index) => {
      const number = numberText(state.fen, index, index === 0);
      const button = moveButton(san, { reviewed: marks?.[index], isCurrent: index + 1 === state.ply, onclick: () => this.go(index + 1) });
      return [...(number ? [h("b", {}, number), " "] : []), button, " "];
    });
    const { annotated } = this;
    const left = annotated ? { fen: annotated.game.fen, moves: annotated.moves, ply: annotated.left ?? 0 } : this.left;
    if (!left || (left.fen === state.fen && left.moves.join() === state.moves.join())) return words;
    const back = () => this.app.set({ fen: left.fen, moves: left.moves, ply: left.ply });
    return [...words, h("button", { type: "button", onclick: back }, "Back to the game")];
  }

  // The moves on the board as the text of a game.
  movesText() {
    const { fen } = this.app.state;
    return this.sans.map((san, index) => `${numberText(fen, index, index === 0)} ${san}`.trim()).join(" ");
  }

  setUp(fen) {
    this.app.set({ fen, moves: [], ply: 0, setup: undefined }, { isStep: true });
  }

  play(uci) {
    const { fen, moves, ply } = this.app.state;
    const kept = moves[ply] === uci ? moves : [...moves.slice(0, ply), uci];
    // The game whose moves are replaced can be returned to, also after more moves that are not in it.
    const isStray = moves.join() === this.stray;
    const leaves = kept !== moves && ply < moves.length && !isStray;
    if (leaves) this.left = { fen, moves, ply };
    if (leaves || isStray) this.stray = kept.join();
    this.app.set({ moves: kept, ply: ply + 1 });
  }

  go(ply) {
    this.app.set({ ply: Math.min(Math.max(ply, 0), this.app.state.moves.length) });
  }

  step(by) {
    this.go(this.app.state.ply + by);
  }

  enterMove(event) {
    if (event.key === "Escape") this.moveInput.blur();
    if (event.key !== "Enter") return;
    const text = this.moveInput.value.trim();
    const move = typedMove(text, this.legalMoves());
    if (!move) {
      this.refuseMove(text);
      return;
    }
    this.moveInput.value = "";
    this.app.unsay("move");
    this.play(move.uci);
  }

  // Says why a text is no move.
  async refuseMove(text) {
    this.moveInput.select();
    const request = { view: "look", type: "refusal", fen: this.now?.fen, text };
    const refused = this.legalMoves().length ? await this.app.attempt(() => this.app.call(request)) : { message: "You cannot move now" };
    if (refused) this.app.say(`${refused.message}.`, "error", "move");
  }

  // Keys that step through the game; true if this was one.
  key(event, isTyping) {
    if (this.setup?.key(event, isTyping)) return true;
    if (isTyping || event.ctrlKey || event.altKey || event.metaKey) return false;
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
    if (event.key in steps) this.step(steps[event.key]);
    else if (event.key === "f") this.flip();
    else if (event.key === "m") this.moveInput.focus();
    else return false;
    return true;
  }
}

// A FEN that has only the board: White moves, and nobody may castle. The tag of a PGN is fine, too.
function completed(text) {
  const fen = text.match(/^\[FEN "(.*)"\]$/)?.[1] ?? text;
  return /^[^ ]*\/[^ ]*$/.test(fen) ? `${fen} w - - 0 1` : fen;
}

// The legal move that is meant: as it is usually written, in UCI notation, or with more or less than that (`bc4`, `Ra1d1`,
// `0-0`), if only one move fits.
function typedMove(text, moves) {
  const plain = (san) => san.replace(/[+#=]/g, "");
  const exact = moves.find(({ san, uci }) => plain(san) === plain(text) || uci === text.toLowerCase());
  const castling = plain(text).replace(/[0o]/g, "O");
  const parts = plain(text).match(/^([KQRBN]?)([a-h]?[1-8]?)[x-]?([a-h][1-8])([QRBN]?)$/i);
  if (exact || !parts) return exact ?? moves.find(({ san }) => plain(san) === castling);
  const [, piece, from, to, promotion] = parts.map((part) => part.toLowerCase());
  const kind = (san) => (/^[KQRBN]/.test(san) ? san[0].toLowerCase() : "");
  const fits = moves.filter(({ san, uci }) => kind(san) === piece && uci.slice(2, 4) === to && [...from].every((c) => uci.slice(0, 2).includes(c)) && uci.slice(4) === promotion);
  return fits.length === 1 ? fits[0] : undefined;
}
